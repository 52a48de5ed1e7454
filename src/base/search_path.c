// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs as execvp() finds them. */
#include "base/search_path.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

char *search_path_text(void)
{
    const char *path = getenv("PATH");
    return string_duplicate(path != NULL ? path : "/bin:/usr/bin"); /* execvp(3), glibc >= 2.24 */
}

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0;
}

bool search_path_has(const char *program, const char *directory)
{
    if (program[0] == '\0')
        return false;
    if (strchr(program, '/') != NULL) {
        bool is_below = program[0] != '/' && directory != NULL && directory[0] != '\0';
        auto_free char *path =
            is_below ? string_format("%s/%s", directory, program) : string_duplicate(program);
        return is_program(path);
    }
    auto_free char *text = search_path_text();
    auto_string_list struct string_list places = {0};
    string_list_split(&places, text, ':');
    for (size_t i = 0; i < places.count; i++) {
        const char *place = places.items[i][0] != '\0' ? places.items[i] : ".";
        auto_free char *path = string_format("%s/%s", place, program);
        if (is_program(path))
            return true;
    }
    return false;
}
