// SPDX-License-Identifier: GPL-2.0-or-later
/* Memory shortage on the whole machine: swapping, reclaim and the OOM killer. */
#include "base/cleanup.h"
#include "measure/counters.h"
#include "measure/measure_source.h"

static const struct measure_definition measures[] = {
    {"machine_major_faults", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "page faults that had to wait for a device"},
    {"swap_in_pages", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false, "pages read from swap"},
    {"swap_out_pages", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false, "pages written to swap"},
    {"reclaim_kswapd_pages", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "pages that kswapd looked at to free memory"},
    {"reclaim_direct_pages", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "pages that tasks had to look at themselves to get memory"},
    {"oom_kills", "1", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "processes ended by the OOM killer"},
    {0}};

static const char *const keys[] = {"pgmajfault",    "pswpin",        "pswpout",
                                   "pgscan_kswapd", "pgscan_direct", "oom_kill"};

static int paging_read(const struct measure_target *target, void *state, struct error *error)
{
    auto_free char *text = sysroot_read_all(target->root, "proc/vmstat", error);
    if (text == NULL)
        return -1;
    double *counters = state;
    for (size_t i = 0; i < array_length(keys); i++)
        counters[i] = counters_of_key(text, keys[i]);
    return 0;
}

static void paging_difference(const void *opening, const void *closing, double window_s,
                              double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, array_length(keys), out_values, out_states);
}

const struct measure_source paging_source = {
    .name = "paging",
    .summary = "swapping, reclaim and OOM kills of the machine",
    .measures = measures,
    .state_bytes = sizeof(keys) / sizeof(keys[0]) * sizeof(double),
    .read = paging_read,
    .difference = paging_difference,
};
