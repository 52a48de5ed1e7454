// SPDX-License-Identifier: GPL-2.0-or-later
/* The schema of the results file and its versions. doc/schema.md explains each column. */
#pragma once

#include "store/database.h"

/* Brings a fresh or older file to the newest version, in one transaction. Refuses, unchanged, a
 * file of a newer version and a database of another program. */
int schema_migrate(const struct database *database, struct error *error);

/* The same refusals for a file that is only read. 1: it is of an older version and must be
 * migrated first; 0: fine; -1 with error. */
int schema_check(const struct database *database, struct error *error);
