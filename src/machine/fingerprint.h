// SPDX-License-Identifier: GPL-2.0-or-later
/* What the machine is: everything that could make two experiments differ, as one JSON object of
 * strings and numbers with stable keys. */
#pragma once

#include "base/sysroot.h"
#include "record/json.h"

/* `directory`: the work directory (its disk and file system belong to the fingerprint). What can't
 * be read is null. The caller's. Keys: kernel_release, kernel_version (/proc/version),
 * command_line, hz, preemption, config_hash, autogroup, irqbalance, wbt_lat_usec, cpu_model,
 * cpus_online, memory_bytes, swap, disk, disk_model, disk_scheduler, disk_rotational, filesystem,
 * mount_options, virtualisation, compiler, governor, turbo, mitigations, transparent_hugepage,
 * cgroup, psi, clocksource, privilege, machine_id_hash, contend_version, ... */
json_t *fingerprint_collect(const struct sysroot *root, const char *directory);
