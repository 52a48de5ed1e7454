// SPDX-License-Identifier: GPL-2.0-or-later
/* Does anybody else use this machine, or its host? */
#include "base/clock.h"
#include "machine/doctor_checks.h"

#include <stdio.h>

enum { SAMPLE_MS = 1000 };

static const double share_tolerated = 0.05; /* of all CPUs, about what noise is anyway */
static const double steal_tolerated = 0.01;

struct cpu_ticks {
    double busy, idle, steal;
};

static int read_ticks(const struct sysroot *root, struct cpu_ticks *out)
{
    char text[256];
    struct error absent;
    double user, nice, system, idle, iowait, irq, softirq, steal;
    if (sysroot_read(root, "proc/stat", text, sizeof(text), &absent) < 0 ||
        sscanf(text, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle, &iowait,
               &irq, &softirq, &steal) != 8)
        return -1;
    *out = (struct cpu_ticks){
        .busy = user + nice + system + irq + softirq, .idle = idle + iowait, .steal = steal};
    return 0;
}

static double ticks_sum(const struct cpu_ticks *ticks)
{
    double sum = ticks->busy + ticks->idle + ticks->steal;
    return sum > 0.0 ? sum : 1.0;
}

static void say_steal(const struct doctor_examination *examination, double share, const char *when)
{
    if (share > steal_tolerated)
        doctor_say(examination, DOCTOR_WARN, "steal",
                   "measure when the host is quiet, or on a machine of your own",
                   "the host gave %.1f %% of the CPU to others %s", share * 100.0, when);
    else
        doctor_say(examination, DOCTOR_OK, "steal", "", "%.1f %% %s", share * 100.0, when);
}

static void say_load(const struct doctor_examination *examination, const struct cpu_ticks *sample)
{
    double load_average = 0.0;
    char text[128];
    struct error absent;
    if (sysroot_read(examination->root, "proc/loadavg", text, sizeof(text), &absent) < 0 ||
        sscanf(text, "%lf", &load_average) != 1)
        load_average = 0.0;
    double share = sample != NULL ? sample->busy / ticks_sum(sample) : 0.0;
    if (share > share_tolerated)
        doctor_say(examination, DOCTOR_WARN, "other load", "end it: see top",
                   "%.0f %% of all CPUs busy (load average %.2f)", share * 100.0, load_average);
    else if (load_average >= 1.0)
        doctor_say(examination, DOCTOR_WARN, "other load", "wait until it has faded: see uptime",
                   "load average %.2f over the last minute", load_average);
    else
        doctor_say(examination, DOCTOR_OK, "other load", "", "load average %.2f", load_average);
}

void doctor_check_load(const struct doctor_examination *examination)
{
    struct cpu_ticks first;
    struct cpu_ticks last;
    if (read_ticks(examination->root, &first) != 0) {
        doctor_say_blocking(examination, "other load", "mount -t proc proc /proc",
                            "/proc/stat can't be read: nothing can be accounted for");
        return;
    }
    if (!examination->root->is_real) {
        say_steal(examination, first.steal / ticks_sum(&first), "since boot");
        say_load(examination, NULL);
        return;
    }
    clock_pause_ms(SAMPLE_MS);
    if (read_ticks(examination->root, &last) != 0)
        return;
    const struct cpu_ticks sample = {.busy = last.busy - first.busy,
                                     .idle = last.idle - first.idle,
                                     .steal = last.steal - first.steal};
    if (sample.steal / ticks_sum(&sample) > steal_tolerated)
        say_steal(examination, sample.steal / ticks_sum(&sample), "in the last second");
    else
        say_steal(examination, last.steal / ticks_sum(&last), "since boot");
    say_load(examination, &sample);
}
