// SPDX-License-Identifier: GPL-2.0-or-later
/* JSON documents over a stream: one compact document a line, in both directions. The same lines
 * travel over a socket to a local executor and over a virtual serial port to one inside a guest. */
#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"

#include <jansson.h>

enum { CHANNEL_LINE_BYTES_MAX = 64 << 20 };

struct channel {
    int fd;               /* borrowed */
    struct text received; /* what came in and is no whole line yet */
};

void channel_init(struct channel *channel, int fd);
void channel_finish(struct channel *channel);
int channel_send(struct channel *channel, const json_t *document, struct error *error);
/* 1 with a document (the caller's), 0 at the deadline or where a signal came in, 2 at the end of
 * the stream, -1 with error. */
int channel_receive(struct channel *channel, struct time_point deadline, json_t **out_document,
                    struct error *error);
