// SPDX-License-Identifier: GPL-2.0-or-later
/* What the disk that holds the work directory did, for whomever. */
#include "base/cleanup.h"
#include "measure/counters.h"
#include "measure/measure_source.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 5, SECTOR_BYTES = 512 }; /* /proc/diskstats counts in these on every disk */

static const struct measure_definition measures[] = {
    {"disk_read_bytes", "B", DIRECTION_NONE, SCALE_DIFFERENCE, false, "read from the disk"},
    {"disk_written_bytes", "B", DIRECTION_NONE, SCALE_DIFFERENCE, false, "written to the disk"},
    {"disk_reads", "1", DIRECTION_NONE, SCALE_DIFFERENCE, false, "reads the disk completed"},
    {"disk_writes", "1", DIRECTION_NONE, SCALE_DIFFERENCE, false, "writes the disk completed"},
    {"disk_busy_s", "s", DIRECTION_NONE, SCALE_DIFFERENCE, false,
     "time in which the disk had something to do"},
    {0}};

static bool parse_line(const char *line, unsigned major, unsigned minor, double *out_counters)
{
    unsigned line_major, line_minor;
    uint64_t reads, read_sectors, writes, write_sectors, busy_ms;
    if (sscanf(line,
               "%u %u %*s %" SCNu64 " %*u %" SCNu64 " %*u %" SCNu64 " %*u %" SCNu64
               " %*u %*u %" SCNu64,
               &line_major, &line_minor, &reads, &read_sectors, &writes, &write_sectors,
               &busy_ms) != 7 ||
        line_major != major || line_minor != minor)
        return false;
    out_counters[0] = (double)read_sectors * SECTOR_BYTES;
    out_counters[1] = (double)write_sectors * SECTOR_BYTES;
    out_counters[2] = (double)reads;
    out_counters[3] = (double)writes;
    out_counters[4] = (double)busy_ms / 1e3;
    return true;
}

static int disk_traffic_read(const struct measure_target *target, void *state, struct error *error)
{
    unsigned major, minor;
    if (target->device == NULL || sscanf(target->device, "%u:%u", &major, &minor) != 2)
        return error_set(error, ERROR_FAILED, 0, "read disk statistics: no disk is known");
    auto_free char *text = sysroot_read_all(target->root, "proc/diskstats", error);
    if (text == NULL)
        return -1;
    for (const char *line = text; line != NULL;) {
        if (parse_line(line, major, minor, state))
            return 0;
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return error_set(error, ERROR_FAILED, 0, "read /proc/diskstats: it has no device %s",
                     target->device);
}

static void disk_traffic_difference(const void *opening, const void *closing, double window_s,
                                    double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, COUNT, out_values, out_states);
}

const struct measure_source disk_traffic_source = {
    .name = "disk_traffic",
    .summary = "traffic of the disk that holds the work directory",
    .measures = measures,
    .state_bytes = COUNT * sizeof(double),
    .read = disk_traffic_read,
    .difference = disk_traffic_difference,
};
