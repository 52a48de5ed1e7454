// SPDX-License-Identifier: GPL-2.0-or-later
/* What the files of this room that implement store.h share. Not for other rooms. */
#pragma once

#include "store/database.h"
#include "store/store.h"

struct store {
    struct database database;
};

/* Series are kept as their numbers row by row, each 8 bytes of IEEE 754, least significant first.
 */
#define STORE_SERIES_ENCODING "f64le"
