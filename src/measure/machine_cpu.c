// SPDX-License-Identifier: GPL-2.0-or-later
/* CPU of the whole machine, with what the kernel spent for nobody: its own threads, interrupts,
 * what the host took. Work that a side has done for it on other accounts is seen here. */
#include "measure/counters.h"
#include "measure/measure_source.h"

#include <math.h>
#include <stdio.h>

enum { FROM_STAT = 6, KERNEL_THREADS = FROM_STAT, COUNT };

static const struct measure_definition measures[] = {
    {"machine_user_s", "s", DIRECTION_NONE, SCALE_DIFFERENCE, false,
     "CPU in user mode, niced and guests' included"},
    {"machine_system_s", "s", DIRECTION_NONE, SCALE_DIFFERENCE, false, "CPU in the kernel"},
    {"machine_iowait_s", "s", DIRECTION_NONE, SCALE_DIFFERENCE, false,
     "CPUs idle while a task of theirs waited for a device"},
    {"machine_irq_s", "s", DIRECTION_NONE, SCALE_DIFFERENCE, false, "CPU in interrupt handlers"},
    {"machine_softirq_s", "s", DIRECTION_NONE, SCALE_DIFFERENCE, false,
     "CPU in soft interrupts, such as network and block completion"},
    {"machine_steal_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "CPU that the host gave to others while a task of ours was ready"},
    {"kernel_threads_s", "s", DIRECTION_LESS, SCALE_DIFFERENCE, false,
     "CPU of the kernel's own threads, such as kswapd, writeback and kworkers"},
    {0}};

static int machine_cpu_read(const struct measure_target *target, void *state, struct error *error)
{
    char text[256];
    double user, nice, system, idle, iowait, irq, softirq, steal;
    if (sysroot_read(target->root, "proc/stat", text, sizeof(text), error) < 0)
        return -1;
    if (sscanf(text, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle, &iowait,
               &irq, &softirq, &steal) != 8)
        return error_set(error, ERROR_FAILED, 0, "read /proc/stat: its first line is not 'cpu'");
    const double ticks[FROM_STAT] = {user + nice, system, iowait, irq, softirq, steal};
    double *counters = state;
    for (size_t i = 0; i < FROM_STAT; i++)
        counters[i] = ticks[i] / (double)sysconf(_SC_CLK_TCK);
    struct process_sums sums;
    struct error hidden;
    bool is_seen = process_tree_sum_kernel(target->processes, &sums, &hidden) == 0;
    counters[KERNEL_THREADS] = is_seen ? sums.user_s + sums.system_s : (double)NAN;
    return 0;
}

static void machine_cpu_difference(const void *opening, const void *closing, double window_s,
                                   double *out_values, enum measure_state *out_states)
{
    (void)window_s;
    counters_difference(opening, closing, COUNT, out_values, out_states);
}

const struct measure_source machine_cpu_source = {
    .name = "machine_cpu",
    .summary = "CPU of the machine, the kernel's own work and the host's theft included",
    .measures = measures,
    .state_bytes = COUNT * sizeof(double),
    .read = machine_cpu_read,
    .difference = machine_cpu_difference,
};
