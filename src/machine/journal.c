// SPDX-License-Identifier: GPL-2.0-or-later
/* The file of the journal: its lines, its lock, the order of undoing. What undoing is for each kind
 * stands in undo.c. */
#include "machine/journal.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/memory.h"
#include "machine/boot_id.h"
#include "machine/undo.h"
#include "machine/work_mark.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOCK_WAIT_MS = 60000, LOCK_PAUSE_MS = 5 };

static const char file_name[] = "journal";

static const struct kind {
    const char *name;
    size_t fields; /* behind the name */
    int (*undo)(const struct undo *undo, char *const *fields, struct error *error);
    bool is_killed_first; /* J3 */
} kinds[] = {
    {"value", 3, undo_value, false},         {"swap", 1, undo_swap, false},
    {"swapon", 2, undo_swapon, false},       {"group", 1, undo_group, true},
    {"directory", 1, undo_directory, false}, {"marked", 1, undo_marked, true},
};

/* One line of the file. */
struct entry {
    char *line;              /* as it stands in the file, without its end */
    const struct kind *kind; /* NULL: it can't be read */
    struct string_list fields;
};

struct contents {
    char *boot_line; /* NULL: the file is empty */
    bool is_same_boot;
    struct entry *entries;
    size_t count;
};

static void contents_finish(struct contents *contents)
{
    for (size_t i = 0; i < contents->count; i++) {
        free(contents->entries[i].line);
        string_list_finish(&contents->entries[i].fields);
    }
    free(contents->entries);
    free(contents->boot_line);
    *contents = (struct contents){0};
}
CLEANUP_DEFINE(contents, struct contents, contents_finish)
#define auto_contents __attribute__((cleanup(cleanup_contents)))

void journal_init(struct journal *journal, const struct sysroot *root, int state_fd)
{
    *journal = (struct journal){.root = root, .state_fd = state_fd};
}

void journal_finish(struct journal *journal)
{
    if (journal != NULL)
        *journal = (struct journal){.state_fd = -1};
}

bool journal_is_open(int state_fd)
{
    return faccessat(state_fd, file_name, F_OK, 0) == 0;
}

/* An empty field is written as \000, which no text contains. */
static void append_field(struct text *line, const char *field)
{
    text_append(line, " ");
    if (*field == '\0')
        text_append(line, "\\000");
    for (const char *at = field; *at != '\0'; at++) {
        if ((unsigned char)*at <= ' ' || *at == '\\' || *at == 0x7f)
            text_append_format(line, "\\%03o", (unsigned)(unsigned char)*at);
        else
            text_append_bytes(line, at, 1);
    }
}

static const struct kind *find_kind(const char *name)
{
    for (size_t i = 0; i < array_length(kinds); i++)
        if (string_is(kinds[i].name, name))
            return &kinds[i];
    return NULL;
}

static struct entry parse_entry(const char *line)
{
    struct entry entry = {.line = string_duplicate(line)};
    auto_string_list struct string_list words = {0};
    string_list_split(&words, line, ' ');
    const struct kind *kind = find_kind(words.items[0]);
    if (kind == NULL || words.count != kind->fields + 1)
        return entry;
    for (size_t i = 1; i < words.count; i++) {
        if (!string_unescape(words.items[i]))
            return entry;
        string_list_add(&entry.fields, words.items[i]);
    }
    entry.kind = kind;
    return entry;
}

static void parse(const struct journal *journal, char *text, struct contents *out)
{
    char boot[BOOT_ID_BYTES];
    boot_id_read(journal->root, boot);
    auto_free char *boot_line = string_format("boot %s", boot);
    bool is_known = strcmp(boot, BOOT_ID_UNKNOWN) != 0;
    char *line = text;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        if (out->boot_line == NULL) {
            out->boot_line = string_duplicate(line);
            out->is_same_boot = !is_known || strcmp(line, boot_line) == 0 ||
                                strcmp(line, "boot " BOOT_ID_UNKNOWN) == 0;
            continue;
        }
        out->entries = memory_grow(out->entries, out->count, sizeof(struct entry));
        out->entries[out->count++] = parse_entry(line);
    }
}

/* Where the file lies, for people. */
static const char *journal_path(const struct journal *journal, char *buffer, size_t size)
{
    char link[64];
    char directory[PATH_MAX];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", journal->state_fd);
    ssize_t length = readlink(link, directory, sizeof(directory) - 1);
    snprintf(buffer, size, "%.*s/%s", length > 0 ? (int)length : 0, directory, file_name);
    return buffer;
}

static int fail_to_open(const struct journal *journal, struct error *error)
{
    int number = errno;
    char path[PATH_MAX + sizeof(file_name)];
    journal_path(journal, path, sizeof(path));
    bool is_foreign = number == EISDIR || number == ELOOP;
    return error_set(error, ERROR_CANNOT, number, "open the journal %s%s", path,
                     is_foreign ? " (what is there is not Contend's: remove it)" : "");
}

/* Opens and locks the file. Another process may have replaced or removed it between the two: then
 * the descriptor is of a file without a name, and it is opened again. */
static int open_locked(const struct journal *journal, int flags, struct error *error)
{
    struct time_point deadline = deadline_after_ms(LOCK_WAIT_MS);
    while (true) {
        auto_fd int fd = openat(journal->state_fd, file_name,
                                O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | flags, 0600);
        if (fd < 0)
            return fail_to_open(journal, error);
        struct stat status;
        bool is_locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (is_locked && fstat(fd, &status) == 0 && status.st_nlink > 0)
            return take_fd(fd);
        if (deadline_is_past(deadline))
            return error_set(error, ERROR_CANNOT, EWOULDBLOCK, "lock the journal");
        if (!is_locked)
            clock_pause_ms(LOCK_PAUSE_MS);
    }
}

static int read_contents(const struct journal *journal, struct contents *out, struct error *error)
{
    auto_free char *text =
        files_read_all(journal->state_fd, file_name, 16 * 1024 * 1024, NULL, error);
    if (text == NULL)
        return error_context(error, "read the journal");
    parse(journal, text, out);
    return 0;
}

/* Cuts a torn last line off. Returns the length that is left, -1 with errno. */
static off_t cut_torn_line(int fd)
{
    off_t length = lseek(fd, 0, SEEK_END);
    off_t whole = length;
    char byte = '\n';
    while (whole > 0 && pread(fd, &byte, 1, whole - 1) == 1 && byte != '\n')
        whole--;
    if (whole != length && ftruncate(fd, whole) != 0)
        return -1;
    return whole;
}

static int append_line(struct journal *journal, const struct text *line, struct error *error)
{
    auto_fd int fd = open_locked(journal, O_CREAT, error);
    if (fd < 0)
        return -1;
    off_t length = cut_torn_line(fd);
    auto_text struct text all = {0};
    if (length == 0) {
        char boot[BOOT_ID_BYTES];
        boot_id_read(journal->root, boot);
        text_append_format(&all, "boot %s\n", boot);
    }
    text_append_format(&all, "%s\n", line->text);
    if (length >= 0 && files_write_fully(fd, all.text, all.length) == 0 && fdatasync(fd) == 0 &&
        (length > 0 || fsync(journal->state_fd) == 0))
        return 0;
    int number = errno;
    if (length == 0)
        unlinkat(journal->state_fd, file_name, 0);
    else if (length > 0 && ftruncate(fd, length) != 0)
        return error_set(error, ERROR_CANNOT, errno, "cut a failed record off the journal");
    return error_set(error, ERROR_CANNOT, number,
                     "write '%s' to the journal; without it nothing can be changed", line->text);
}

int journal_record_value(struct journal *journal, const char *path, const char *old_value,
                         const char *new_value, struct error *error)
{
    auto_text struct text line = {0};
    text_append(&line, "value");
    append_field(&line, path);
    append_field(&line, old_value);
    append_field(&line, new_value);
    return append_line(journal, &line, error);
}

int journal_record(struct journal *journal, const char *kind, const char *target,
                   struct error *error)
{
    const struct kind *known = find_kind(kind);
    assert(known != NULL && known->fields == 1);
    auto_text struct text line = {0};
    text_append(&line, kind);
    append_field(&line, target);
    return append_line(journal, &line, error);
}

int journal_record_swapon(struct journal *journal, const char *path, int priority,
                          struct error *error)
{
    auto_text struct text line = {0};
    text_append(&line, "swapon");
    append_field(&line, path);
    text_append_format(&line, " %d", priority);
    return append_line(journal, &line, error);
}

/* Writes the entries that are left; removes the file where there are none (J4). */
static int rewrite(const struct journal *journal, const struct contents *contents,
                   const bool *is_out, struct error *error)
{
    auto_text struct text text = {0};
    size_t left = 0;
    text_append_format(&text, "%s\n", contents->boot_line);
    for (size_t i = 0; i < contents->count; i++) {
        if (is_out[i])
            continue;
        text_append_format(&text, "%s\n", contents->entries[i].line);
        left++;
    }
    if (left > 0)
        return files_write_atomically(journal->state_fd, file_name, text.text, text.length, error);
    if (unlinkat(journal->state_fd, file_name, 0) != 0)
        return error_set(error, ERROR_NOT_RESTORED, errno, "remove the journal");
    return 0;
}

static bool is_record_of(const struct entry *entry, const char *kind, const char *target)
{
    return entry->kind != NULL && string_is(entry->kind->name, kind) &&
           string_is(entry->fields.items[0], target);
}

static int take_out(struct journal *journal, const char *kind, const char *target, bool is_undone,
                    struct error *error)
{
    if (!journal_is_open(journal->state_fd))
        return 0;
    auto_fd int fd = open_locked(journal, 0, error);
    auto_contents struct contents contents = {0};
    if (fd < 0 || read_contents(journal, &contents, error) != 0)
        return -1;
    size_t at = contents.count;
    while (at > 0 && !is_record_of(&contents.entries[at - 1], kind, target))
        at--;
    if (at == 0)
        return 0;
    const struct entry *entry = &contents.entries[at - 1];
    const struct undo undo = {.root = journal->root, .is_same_boot = contents.is_same_boot};
    if (is_undone && entry->kind->undo(&undo, entry->fields.items, error) != 0) {
        error->class = ERROR_NOT_RESTORED;
        return -1;
    }
    auto_free bool *is_out = memory_allocate(contents.count);
    is_out[at - 1] = true;
    return rewrite(journal, &contents, is_out, error);
}

int journal_undo(struct journal *journal, const char *kind, const char *target, struct error *error)
{
    return take_out(journal, kind, target, true, error);
}

int journal_forget(struct journal *journal, const char *kind, const char *target,
                   struct error *error)
{
    return take_out(journal, kind, target, false, error);
}

static void add_failure(struct text *failures, const struct error *reason)
{
    text_append_format(failures, "%s%s", failures->length > 0 ? "; " : "", reason->text);
}

/* First the groups and marked processes (J3): what still runs could write to what is put back. */
static void kill_all(const struct journal *journal, const struct contents *contents,
                     struct string_list *said, struct text *failures)
{
    const struct undo undo = {
        .root = journal->root, .is_same_boot = contents->is_same_boot, .said = said};
    for (size_t i = contents->count; i-- > 0;) {
        const struct entry *entry = &contents->entries[i];
        struct error reason;
        if (entry->kind != NULL && entry->kind->is_killed_first &&
            entry->kind->undo(&undo, entry->fields.items, &reason) != 0)
            add_failure(failures, &reason);
    }
}

static int undo_entry(const struct undo *undo, const struct entry *entry, struct error *error)
{
    if (entry->kind == NULL)
        return error_set(
            error, ERROR_NOT_RESTORED, 0,
            "the journal's line '%s' can't be read: put back by hand what it names and "
            "take it out of the file",
            entry->line);
    return entry->kind->undo(undo, entry->fields.items, error);
}

int journal_restore(struct journal *journal, struct string_list *out_said, struct error *error)
{
    if (!journal_is_open(journal->state_fd))
        return 0;
    auto_fd int fd = open_locked(journal, 0, error);
    auto_contents struct contents contents = {0};
    if (fd < 0 || read_contents(journal, &contents, error) != 0) {
        error->class = ERROR_NOT_RESTORED;
        return -1;
    }
    if (contents.boot_line == NULL) { /* torn in the first line: nothing was changed */
        unlinkat(journal->state_fd, file_name, 0);
        return 0;
    }
    auto_text struct text ignored = {0}; /* what fails here fails again below and is said there */
    kill_all(journal, &contents, out_said, &ignored);
    const struct undo undo = {
        .root = journal->root, .is_same_boot = contents.is_same_boot, .said = out_said};
    auto_text struct text failures = {0};
    char path[PATH_MAX + sizeof(file_name)];
    auto_free bool *is_out = memory_allocate(contents.count + 1);
    for (size_t i = contents.count; i-- > 0;) {
        struct error reason;
        is_out[i] = undo_entry(&undo, &contents.entries[i], &reason) == 0;
        if (!is_out[i])
            add_failure(&failures, &reason);
    }
    if (rewrite(journal, &contents, is_out, error) != 0)
        add_failure(&failures, error);
    if (failures.length > 0)
        return error_set(error, ERROR_NOT_RESTORED, 0, "could not put back everything: %s (%s)",
                         failures.text, journal_path(journal, path, sizeof(path)));
    return 0;
}
