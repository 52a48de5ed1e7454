// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls the checks and keeps what they found. */
#include "machine/doctor.h"
#include "base/memory.h"
#include "machine/doctor_checks.h"

#include <unistd.h>

static void (*const checks[])(const struct doctor_examination *) = {
    doctor_check_processor, doctor_check_load,   doctor_check_memory,
    doctor_check_disk,      doctor_check_kernel, doctor_check_programs,
};

static struct doctor_finding *add(const struct doctor_examination *examination)
{
    struct doctor_findings *findings = examination->findings;
    findings->items = memory_grow(findings->items, findings->count, sizeof(struct doctor_finding));
    return &findings->items[findings->count++];
}

void doctor_say(const struct doctor_examination *examination, enum doctor_level level,
                const char *topic, const char *advice, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *add(examination) = (struct doctor_finding){.level = level,
                                                .topic = topic,
                                                .text = string_format_list(format, arguments),
                                                .advice = advice};
    va_end(arguments);
}

void doctor_say_blocking(const struct doctor_examination *examination, const char *topic,
                         const char *advice, const char *text)
{
    *add(examination) = (struct doctor_finding){.level = DOCTOR_CANNOT,
                                                .is_blocking = true,
                                                .topic = topic,
                                                .text = string_duplicate(text),
                                                .advice = advice};
}

void doctor_examine(const struct sysroot *root, const char *directory, struct doctor_findings *out)
{
    *out = (struct doctor_findings){0};
    const struct doctor_examination examination = {
        .root = root, .directory = directory, .is_root = geteuid() == 0, .findings = out};
    for (size_t i = 0; i < array_length(checks); i++)
        checks[i](&examination);
}

void doctor_findings_finish(struct doctor_findings *findings)
{
    if (findings == NULL)
        return;
    for (size_t i = 0; i < findings->count; i++)
        free(findings->items[i].text);
    free(findings->items);
    *findings = (struct doctor_findings){0};
}

const char *doctor_level_name(enum doctor_level level)
{
    static const char *const names[] = {"ok", "warn", "cannot"};
    return names[level];
}

bool doctor_findings_block(const struct doctor_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->items[i].is_blocking)
            return true;
    return false;
}
