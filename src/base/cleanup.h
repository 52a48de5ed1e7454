// SPDX-License-Identifier: GPL-2.0-or-later
/* Clean-up by scope. The set is closed: a type that owns something adds its own line in its own
 * header with CLEANUP_DEFINE, beside its finish or destroy function. */
#pragma once

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CLEANUP_DEFINE(name, type, function)                                                       \
    static inline void cleanup_##name(type *object)                                                \
    {                                                                                              \
        function(object);                                                                          \
    }

static inline void cleanup_free(void *object)
{
    free(*(void **)object);
}

static inline void cleanup_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static inline void cleanup_file(FILE **file)
{
    if (*file != NULL)
        fclose(*file);
}

static inline void cleanup_directory(DIR **directory)
{
    if (*directory != NULL)
        closedir(*directory);
}

#define auto_free      __attribute__((cleanup(cleanup_free)))
#define auto_fd        __attribute__((cleanup(cleanup_fd)))
#define auto_file      __attribute__((cleanup(cleanup_file)))
#define auto_directory __attribute__((cleanup(cleanup_directory)))

/* Moves ownership out of an auto_free variable or a struct's field. */
#define take_pointer(pointer)                                                                      \
    ({                                                                                             \
        typeof(pointer) taken_ = (pointer);                                                        \
        (pointer) = NULL;                                                                          \
        taken_;                                                                                    \
    })

#define take_fd(fd)                                                                                \
    ({                                                                                             \
        int taken_ = (fd);                                                                         \
        (fd) = -1;                                                                                 \
        taken_;                                                                                    \
    })

#define array_length(array) (sizeof(array) / sizeof((array)[0]))
