// SPDX-License-Identifier: GPL-2.0-or-later
/* Pressure stall information: how long somebody (some) or everybody (full) waited for cpu, io or
 * memory. Of the machine in /proc/pressure, of a control group in its *.pressure files. */
#pragma once

#include "base/error.h"
#include "base/sysroot.h"

enum { PSI_COUNT = 6 }; /* cpu some, cpu full, io some, io full, memory some, memory full */

/* Seconds since boot; NAN for what is absent (cpu full is, before Linux 5.13). -1 where there is
 * nothing at all. */
int psi_read_machine(const struct sysroot *root, double out_seconds[PSI_COUNT],
                     struct error *error);
int psi_read_group(int group_fd, double out_seconds[PSI_COUNT], struct error *error);
