// SPDX-License-Identifier: GPL-2.0-or-later
/* Where control groups can be made, and making, entering and removing them. */
#include "machine/control_group.h"
#include "base/cleanup.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A mounted hierarchy and the group that contend is in. */
struct hierarchy {
    char *mount_point;
    char *group; /* absolute path of the directory; NULL: it lies outside the mount */
};

static void hierarchy_finish(struct hierarchy *hierarchy)
{
    free(hierarchy->mount_point);
    free(hierarchy->group);
}
CLEANUP_DEFINE(hierarchy, struct hierarchy, hierarchy_finish)
#define auto_hierarchy __attribute__((cleanup(cleanup_hierarchy)))

static bool has_word(const char *list, const char *word)
{
    auto_string_list struct string_list words = {0};
    string_list_split(&words, list, ',');
    return string_list_has(&words, word);
}

/* The path of contend's group in /proc/self/cgroup: of the v1 hierarchy with `controller`, of the
 * v2 tree where that is NULL. The caller's; NULL where there is none. */
static char *own_group(const struct sysroot *root, const char *controller)
{
    struct error ignored;
    auto_free char *text = sysroot_read_all(root, "proc/self/cgroup", &ignored);
    auto_string_list struct string_list lines = {0};
    string_list_split(&lines, text != NULL ? text : "", '\n');
    for (size_t i = 0; i < lines.count; i++) {
        char *list = strchr(lines.items[i], ':');
        char *path = list != NULL ? strchr(list + 1, ':') : NULL;
        if (path == NULL)
            continue;
        *path = '\0';
        if (controller == NULL ? string_is(lines.items[i], "0:") : has_word(list + 1, controller))
            return string_duplicate(path + 1);
    }
    return NULL;
}

/* One line of mountinfo: 36 35 98:0 ROOT MOUNT_POINT OPTIONS [TAGS] - TYPE SOURCE SUPER_OPTIONS. */
static bool is_mount_of(const struct string_list *words, const char *controller)
{
    size_t at = 6;
    while (at < words->count && !string_is(words->items[at], "-"))
        at++;
    if (at + 3 >= words->count)
        return false;
    if (controller == NULL)
        return string_is(words->items[at + 1], "cgroup2");
    return string_is(words->items[at + 1], "cgroup") && has_word(words->items[at + 3], controller);
}

static char *group_directory(const struct string_list *words, const char *group)
{
    const char *mount_root = string_is(words->items[3], "/") ? "" : words->items[3];
    const char *mount_point = words->items[4];
    size_t length = strlen(mount_root);
    if (!string_starts_with(group, mount_root) || (group[length] != '/' && group[length] != '\0') ||
        strstr(group, "/..") != NULL)
        return NULL;
    const char *below = group + length;
    return string_format("%s%s", mount_point, string_is(below, "/") ? "" : below);
}

static bool find_hierarchy(const struct sysroot *root, const char *controller,
                           struct hierarchy *out)
{
    struct error ignored;
    auto_free char *group = own_group(root, controller);
    auto_free char *text = sysroot_read_all(root, "proc/self/mountinfo", &ignored);
    if (group == NULL || text == NULL)
        return false;
    auto_string_list struct string_list lines = {0};
    string_list_split(&lines, text, '\n');
    for (size_t i = 0; i < lines.count; i++) {
        auto_string_list struct string_list words = {0};
        string_list_split(&words, lines.items[i], ' ');
        if (!is_mount_of(&words, controller))
            continue;
        out->mount_point = string_duplicate(words.items[4]);
        out->group = group_directory(&words, group);
        return true;
    }
    return false;
}

static bool can_make_below(const struct sysroot *root, const char *directory)
{
    const char *relative = directory + strspn(directory, "/");
    auto_free char *members = string_format("%s/cgroup.procs", relative);
    return faccessat(root->fd, relative, W_OK, AT_EACCESS) == 0 &&
           faccessat(root->fd, members, W_OK, AT_EACCESS) == 0;
}

/* Groups below `directory` have a memory limit of their own. */
static bool gives_memory(const struct sysroot *root, const char *directory)
{
    struct error ignored;
    char text[256];
    auto_free char *path = string_format("%s/cgroup.subtree_control", directory);
    if (sysroot_read(root, path, text, sizeof(text), &ignored) < 0)
        return false;
    auto_string_list struct string_list words = {0};
    string_list_split(&words, text, ' ');
    return string_list_has(&words, "memory");
}

/* In v2 a group with processes gives no controllers to those below it (but for the root): then a
 * group beside contend's own is made. */
static char *memory_parent_v2(const struct sysroot *root, const struct hierarchy *unified)
{
    if (gives_memory(root, unified->group) && can_make_below(root, unified->group))
        return string_duplicate(unified->group);
    if (strcmp(unified->group, unified->mount_point) == 0)
        return NULL;
    auto_free char *parent = string_duplicate(unified->group);
    *strrchr(parent, '/') = '\0';
    if (gives_memory(root, parent) && can_make_below(root, parent))
        return take_pointer(parent);
    return NULL;
}

void control_group_layout_read(const struct sysroot *root, struct control_group_layout *out)
{
    *out = (struct control_group_layout){.memory_owner = CONTROL_GROUP_ABSENT};
    auto_hierarchy struct hierarchy unified = {0};
    if (find_hierarchy(root, NULL, &unified) && unified.group != NULL) {
        if (can_make_below(root, unified.group))
            out->tracking_parent = string_duplicate(unified.group);
        out->memory_parent = memory_parent_v2(root, &unified);
        if (out->memory_parent != NULL)
            out->memory_owner = CONTROL_GROUP_V2;
    }
    auto_hierarchy struct hierarchy memory = {0};
    if (find_hierarchy(root, "memory", &memory) && memory.group != NULL &&
        can_make_below(root, memory.group)) {
        out->memory_parent = take_pointer(memory.group);
        out->memory_owner = CONTROL_GROUP_V1;
    }
}

void control_group_layout_finish(struct control_group_layout *layout)
{
    if (layout == NULL)
        return;
    free(layout->tracking_parent);
    free(layout->memory_parent);
    *layout = (struct control_group_layout){0};
}

void control_group_layout_enter(struct control_group_layout *layout,
                                const struct control_group *group)
{
    if (group->version != 2)
        return;
    free(layout->tracking_parent);
    layout->tracking_parent = string_duplicate(group->path);
}

/* memory.max of the group and of those above it, up to the mount point. */
static uint64_t limit_v2(const struct sysroot *root, const struct hierarchy *unified)
{
    uint64_t limit = UINT64_MAX;
    auto_free char *group = string_duplicate(unified->group);
    while (strlen(group) > strlen(unified->mount_point)) {
        struct error ignored;
        int64_t bytes;
        auto_free char *path = string_format("%s/memory.max", group);
        if (sysroot_read_number(root, path, &bytes, &ignored) == 0 && (uint64_t)bytes < limit)
            limit = (uint64_t)bytes; /* "max" is no number */
        *strrchr(group, '/') = '\0';
    }
    return limit;
}

uint64_t control_group_memory_limit(const struct sysroot *root)
{
    struct error ignored;
    int64_t bytes;
    auto_hierarchy struct hierarchy memory = {0};
    if (find_hierarchy(root, "memory", &memory) && memory.group != NULL) {
        auto_free char *path = string_format("%s/memory.stat", memory.group);
        bool is_limited =
            sysroot_read_key(root, path, "hierarchical_memory_limit", &bytes, &ignored) == 0 &&
            bytes < INT64_MAX / 2; /* without a limit: INT64_MAX cut to pages */
        return is_limited ? (uint64_t)bytes : UINT64_MAX;
    }
    auto_hierarchy struct hierarchy unified = {0};
    if (find_hierarchy(root, NULL, &unified) && unified.group != NULL)
        return limit_v2(root, &unified);
    return UINT64_MAX;
}

static int create_below(struct journal *journal, const char *parent, const char *name,
                        struct control_group *out, struct error *error)
{
    auto_free char *path = string_format("%s/%s", parent, name);
    if (journal_record(journal, "group", path, error) != 0)
        return -1;
    const char *relative = path + strspn(path, "/");
    if (mkdirat(journal->root->fd, relative, 0755) != 0) {
        int number = errno;
        struct error ignored;
        journal_forget(journal, "group", path, &ignored);
        return error_set(error, ERROR_CANNOT, number, "make control group %s", path);
    }
    int fd = sysroot_open_file(journal->root, path, O_RDONLY | O_DIRECTORY);
    if (fd < 0) {
        int number = errno;
        struct error ignored;
        journal_undo(journal, "group", path, &ignored);
        return error_set(error, ERROR_CANNOT, number, "open control group %s", path);
    }
    *out = (struct control_group){.path = take_pointer(path), .directory_fd = fd, .version = 2};
    return 0;
}

int control_group_create(struct journal *journal, const struct control_group_layout *layout,
                         const char *name, struct control_group *out, struct error *error)
{
    if (layout->tracking_parent == NULL)
        return error_set(error, ERROR_CANNOT, 0,
                         "make control group %s: there is no cgroup2 tree that can be written "
                         "below the group this process is in",
                         name);
    return create_below(journal, layout->tracking_parent, name, out, error);
}

static int limit_memory(const struct journal *journal, const struct control_group *group,
                        uint64_t bytes, struct error *error)
{
    const char *file = group->version == 1 ? "memory.limit_in_bytes" : "memory.max";
    auto_free char *path = string_format("%s/%s", group->path, file);
    auto_free char *value = string_format("%" PRIu64, bytes);
    int64_t now;
    if (sysroot_write(journal->root, path, value, error) != 0 ||
        sysroot_read_number(journal->root, path, &now, error) != 0)
        return -1;
    int64_t page = sysconf(_SC_PAGESIZE);
    if (now > (int64_t)bytes || now + page <= (int64_t)bytes)
        return error_set(error, ERROR_CANNOT, 0, "%s was set to %s but reads back %" PRId64, path,
                         value, now);
    return 0;
}

int control_group_create_memory(struct journal *journal, const struct control_group_layout *layout,
                                const char *name, uint64_t bytes, struct control_group *out,
                                struct error *error)
{
    struct control_group made = {0};
    if (layout->memory_owner == CONTROL_GROUP_ABSENT)
        return error_set(error, ERROR_CANNOT, 0,
                         "make memory group %s: neither cgroup v1 nor v2 gives this process a "
                         "memory controller that it may use",
                         name);
    if (create_below(journal, layout->memory_parent, name, &made, error) != 0)
        return -1;
    made.version = layout->memory_owner == CONTROL_GROUP_V1 ? 1 : 2;
    if (limit_memory(journal, &made, bytes, error) != 0) {
        struct error ignored;
        control_group_destroy(journal, &made, &ignored);
        return error_context(error, "limit the memory of a group");
    }
    *out = made;
    return 0;
}

int control_group_join(const struct control_group *group)
{
    int fd = openat(group->directory_fd, "cgroup.procs", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t written = write(fd, "0", 1);
    int number = errno;
    close(fd);
    errno = number;
    return written == 1 ? 0 : -1;
}

int control_group_destroy(struct journal *journal, struct control_group *group, struct error *error)
{
    if (group == NULL || group->path == NULL)
        return 0;
    if (journal_undo(journal, "group", group->path, error) != 0)
        return -1;
    close(group->directory_fd);
    free(group->path);
    *group = (struct control_group){.directory_fd = -1};
    return 0;
}
