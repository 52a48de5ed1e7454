// SPDX-License-Identifier: GPL-2.0-or-later
/* The life of one run, from request to record: prepare, settings, reset, settle, load, window,
 * stop, verify. */
#pragma once

#include "run/executor.h"

/* Always gives a record; what went wrong is its outcome and reason. */
void run_perform(struct executor *executor, const struct run_request *request,
                 struct run_record *out_record);
