// SPDX-License-Identifier: GPL-2.0-or-later
/* The executor's loop. */
#include "run/executor.h"
#include "base/interrupt.h"
#include "process/stray.h"
#include "record/json.h"
#include "run/channel.h"
#include "run/run.h"

#include <stdlib.h>
#include <sys/prctl.h>

enum { REQUEST_WAIT_MS = 3600 * 1000, STRAY_MS = 10000 };

int executor_open(struct executor *out, const struct sysroot *root, struct error *error)
{
    *out = (struct executor){.root = root};
    if (state_directory_open(&out->state, error) != 0)
        return -1;
    journal_init(&out->journal, root, out->state.fd);
    control_group_layout_read(root, &out->layout);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return 0;
}

int executor_close(struct executor *executor, struct error *error)
{
    int result = 0;
    stray_kill_all(0, deadline_after_ms(STRAY_MS));
    if (executor->settings != NULL && settings_restore(executor->settings, error) != 0)
        result = -1;
    settings_close(executor->settings);
    free(executor->work_directory);
    free(executor->experiment_uuid);
    for (size_t i = 0; i < array_length(executor->groups); i++)
        if (control_group_destroy(&executor->journal, &executor->groups[i], error) != 0)
            result = -1;
    journal_finish(&executor->journal);
    control_group_layout_finish(&executor->layout);
    state_directory_close(&executor->state);
    return result;
}

static int serve_one(struct executor *executor, struct channel *channel, const json_t *document,
                     struct error *error)
{
    auto_run_request struct run_request request = {0};
    auto_run_record struct run_record record = {0};
    if (run_request_from_json(document, &request, error) != 0)
        return -1;
    run_perform(executor, &request, &record);
    stray_kill_all(0, deadline_after_ms(STRAY_MS)); /* R2 */
    if (interrupt_signal() != 0)
        return 0;
    auto_json json_t *answer = run_record_to_json(&record);
    return channel_send(channel, answer, error);
}

int executor_serve(struct executor *executor, int fd, struct error *error)
{
    struct channel channel;
    channel_init(&channel, fd);
    int result = 0;
    while (result == 0 && interrupt_signal() == 0) {
        auto_json json_t *document = NULL;
        int got = channel_receive(&channel, deadline_after_ms(REQUEST_WAIT_MS), &document, error);
        if (got == 2)
            break;
        if (got < 0)
            result = -1;
        else if (got == 1)
            result = serve_one(executor, &channel, document, error);
    }
    channel_finish(&channel);
    return result;
}
