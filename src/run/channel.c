// SPDX-License-Identifier: GPL-2.0-or-later
/* Lines of JSON over a descriptor. */
#include "run/channel.h"
#include "base/files.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

void channel_init(struct channel *channel, int fd)
{
    *channel = (struct channel){.fd = fd};
}

void channel_finish(struct channel *channel)
{
    text_finish(&channel->received);
}

int channel_send(struct channel *channel, const json_t *document, struct error *error)
{
    auto_free char *line = json_dumps(document, JSON_COMPACT);
    if (line == NULL)
        return error_set(error, ERROR_FAILED, 0, "a document could not be written as JSON");
    size_t length = strlen(line);
    line[length] = '\n'; /* in place of the NUL: the length is known */
    if (files_write_fully(channel->fd, line, length + 1) != 0)
        return error_set(error, ERROR_FAILED, errno, "send a document of %zu bytes", length);
    return 0;
}

/* Takes the first whole line out of what came in; false where there is none. */
static bool take_line(struct channel *channel, json_t **out_document, struct error *error,
                      int *out_result)
{
    struct text *received = &channel->received;
    char *end = received->length > 0 ? memchr(received->text, '\n', received->length) : NULL;
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - received->text);
    json_error_t reason;
    json_t *document = json_loadb(received->text, length, 0, &reason);
    memmove(received->text, end + 1, received->length - length - 1);
    received->length -= length + 1;
    if (document == NULL) {
        *out_result = error_set(error, ERROR_USAGE, 0, "what came in is no JSON: %s", reason.text);
        return true;
    }
    *out_document = document;
    *out_result = 1;
    return true;
}

int channel_receive(struct channel *channel, struct time_point deadline, json_t **out_document,
                    struct error *error)
{
    while (true) {
        int result;
        if (take_line(channel, out_document, error, &result))
            return result;
        struct pollfd event = {.fd = channel->fd, .events = POLLIN};
        int ready = poll(&event, 1, deadline_left_ms(deadline));
        if (ready == 0 || (ready < 0 && errno == EINTR))
            return 0;
        char piece[65536];
        ssize_t got = read(channel->fd, piece, sizeof(piece));
        if (got == 0 || (got < 0 && errno == ECONNRESET))
            return 2;
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return error_set(error, ERROR_FAILED, errno, "receive a document");
        if (got > 0)
            text_append_bytes(&channel->received, piece, (size_t)got);
        if (channel->received.length > CHANNEL_LINE_BYTES_MAX)
            return error_set(error, ERROR_USAGE, 0, "a document of more than %d bytes came in",
                             CHANNEL_LINE_BYTES_MAX);
    }
}
