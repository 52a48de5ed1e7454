// SPDX-License-Identifier: GPL-2.0-or-later
/* Totals of the kernel's pressure files. */
#include "measure/psi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double seconds_of_line(const char *text, const char *line)
{
    const char *at = strstr(text, line);
    const char *total = at != NULL ? strstr(at, "total=") : NULL;
    return total != NULL ? strtod(total + strlen("total="), NULL) / 1e6 : (double)NAN;
}

/* Fills two of the figures; -1 where the file can't be read. */
static int read_resource(const struct sysroot *root, const char *path, double *out_seconds,
                         struct error *error)
{
    char text[512];
    out_seconds[0] = out_seconds[1] = (double)NAN;
    if (sysroot_read(root, path, text, sizeof(text), error) < 0)
        return -1;
    out_seconds[0] = seconds_of_line(text, "some ");
    out_seconds[1] = seconds_of_line(text, "full ");
    return 0;
}

static int read_all(const struct sysroot *root, const char *const paths[PSI_COUNT / 2],
                    double *out_seconds, struct error *error)
{
    size_t found = 0;
    for (size_t i = 0; i < PSI_COUNT / 2; i++)
        if (read_resource(root, paths[i], &out_seconds[2 * i], error) == 0)
            found++;
    return found > 0 ? 0 : -1;
}

int psi_read_machine(const struct sysroot *root, double out_seconds[PSI_COUNT], struct error *error)
{
    static const char *const paths[] = {"proc/pressure/cpu", "proc/pressure/io",
                                        "proc/pressure/memory"};
    return read_all(root, paths, out_seconds, error);
}

int psi_read_group(int group_fd, double out_seconds[PSI_COUNT], struct error *error)
{
    static const char *const paths[] = {"cpu.pressure", "io.pressure", "memory.pressure"};
    const struct sysroot group = {.fd = group_fd};
    return read_all(&group, paths, out_seconds, error);
}
