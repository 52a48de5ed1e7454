// SPDX-License-Identifier: GPL-2.0-or-later
/* Kept%: how much of its speed a load keeps while the job runs, against the same load beside the
 * job `idle` under the same settings and label. 100 % of a load that the job doesn't disturb; so a
 * faster job that starves its load is seen for what it is. */
#pragma once

#include "analysis/result_table.h"

/* Is it there only to show what a load gets done beside the job `idle`? */
bool kept_share_is_counterpart(const struct condition_record *condition);

/* Percent, one value for each measured run that has a measured counterpart in its own round (where
 * the counterpart ran only once, that run). Both rates are taken from the stored progress over the
 * same length from the opening of the window, the shorter of the two windows: the rate of a load
 * falls with time (a writer is fast until the dirty limit), so rates over different lengths don't
 * compare. */
struct figure kept_share_figure(const struct result_row *row);
