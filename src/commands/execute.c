// SPDX-License-Identifier: GPL-2.0-or-later
/* `contend --execute`: the executor's side of a run, for contend itself: requests in and records
 * out on descriptor 3. */
#include "base/interrupt.h"
#include "commands/command.h"
#include "run/executor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INHERITED_FD_MAX = 64 };

/* Lock and guardian's pipe came in open across exec, and must not go on into the programs that
 * sides exec. */
static void keep_descriptors(void)
{
    for (int fd = EXECUTOR_FD; fd < INHERITED_FD_MAX; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static int execute(const struct command_context *context)
{
    struct executor executor;
    struct error error;
    struct error not_restored;
    struct stat channel;
    if (fstat(EXECUTOR_FD, &channel) != 0 || !S_ISSOCK(channel.st_mode)) {
        error_set(&error, ERROR_USAGE, 0,
                  "--execute is how contend runs itself: it takes run requests on descriptor 3");
        return command_fail(&error);
    }
    keep_descriptors();
    interrupt_install();
    if (executor_open(&executor, context->root, &error) != 0)
        return command_fail(&error);
    int status = 0;
    if (executor_serve(&executor, EXECUTOR_FD, &error) != 0)
        status = command_fail(&error);
    if (executor_close(&executor, &not_restored) != 0)
        status = command_fail(&not_restored);
    return status;
}

const struct command execute_command = {
    .name = "--execute",
    .summary = "carry out run requests from descriptor 3",
    .synopsis = "--execute",
    .description = "Carries out run requests from descriptor 3 and answers with run records.",
    .is_hidden = true,
    .run = execute,
};
