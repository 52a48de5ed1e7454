// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs one by one, with all that is known of each, to be read. */
#pragma once

#include "report/report_request.h"

void run_text_write(const struct report_request *request, FILE *file);
