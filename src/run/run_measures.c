// SPDX-License-Identifier: GPL-2.0-or-later
/* The run's own measures. */
#include "run/run_measures.h"

const struct measure_definition measure_time = {
    .name = "time_s",
    .unit = "s",
    .direction = DIRECTION_LESS,
    .scale = SCALE_RATIO,
    .headline = true,
    .help = "wall time of the job, from its release to the end of its work",
};

const struct measure_definition measure_loads = {
    .name = "loads",
    .unit = "1",
    .direction = DIRECTION_MORE,
    .scale = SCALE_RATIO,
    .headline = true,
    .help = "units of work that the load did in the window, in fractions",
};

const struct measure_definition measure_loads_rate = {
    .name = "loads_per_s",
    .unit = "1/s",
    .direction = DIRECTION_MORE,
    .scale = SCALE_RATIO,
    .help = "loads over the length of the window",
};

const struct measure_definition measure_loads_total = {
    .name = "counted_total",
    .unit = "1",
    .direction = DIRECTION_NONE,
    .scale = SCALE_DIFFERENCE,
    .help = "what the load counted from its start until it was stopped, in its own counts",
};

const struct measure_definition measure_lead_in = {
    .name = "lead_in_s",
    .unit = "s",
    .direction = DIRECTION_NONE,
    .scale = SCALE_DIFFERENCE,
    .help = "how long the load had worked when the window opened",
};

const struct measure_definition measure_own_cpu = {
    .name = "own_cpu_s",
    .unit = "s",
    .direction = DIRECTION_LESS,
    .scale = SCALE_DIFFERENCE,
    .help = "CPU that contend's own processes used in the window, the probe included",
};

const struct measure_definition measure_memory = {
    .name = "memory_bytes",
    .unit = "B",
    .direction = DIRECTION_NONE,
    .scale = SCALE_DIFFERENCE,
    .help = "the memory that the run had; the part says how: whole, balloon or group",
};
