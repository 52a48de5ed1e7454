// SPDX-License-Identifier: GPL-2.0-or-later
/* What went wrong, in words that a user can act on. Set where it happens, given context on the way
 * up, printed once, in commands/.
 *
 * A function that can fail returns 0 or -1 and takes `struct error *` last. The text says what was
 * attempted, on what, the system's reason, and what would help; the class decides the exit status.
 */
#pragma once

enum error_class {
    ERROR_FAILED,       /* exit 1: a run failed, was void, timed out or refused */
    ERROR_USAGE,        /* exit 2: usage or unreadable input */
    ERROR_CANNOT,       /* exit 4: cannot here (privilege, program, space, lock, open journal) */
    ERROR_NOT_RESTORED, /* exit 5: the machine could not be put back */
};

struct error {
    enum error_class class;
    int number; /* errno value, 0 where the system gave no reason */
    char text[1024];
};

/* Both return -1, so that `return error_set(...)` reads well, and the compiler sees that they do.
 * `number` is an errno value whose text is appended after ": ", or 0; the rest is printf()'s. */
#define error_set(error, class, number, ...)                                                       \
    (error_write((error), (class), (number), __VA_ARGS__), error_result())
/* Puts the formatted text and ": " in front of the text that is there. */
#define error_context(error, ...) (error_write_context((error), __VA_ARGS__), error_result())

void error_write(struct error *error, enum error_class class, int number, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void error_write_context(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static inline int error_result(void)
{
    return -1;
}

/* The exit status of design: 1, 2, 4 or 5. */
int error_exit_status(const struct error *error);
