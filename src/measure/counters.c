// SPDX-License-Identifier: GPL-2.0-or-later
/* Differences of counters, and finding them in "key value" texts of the kernel. */
#include "measure/counters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void counters_difference(const double *opening, const double *closing, size_t count,
                         double *out_values, enum measure_state *out_states)
{
    for (size_t i = 0; i < count; i++) {
        double difference = closing[i] - opening[i];
        out_values[i] = difference > 0.0 ? difference : 0.0;
        if (isnan(difference))
            out_states[i] = MEASURE_UNAVAILABLE;
        else
            out_states[i] = difference < 0.0 ? MEASURE_WITHHELD : MEASURE_OK;
    }
}

double counters_of_key(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; line != NULL && *line != '\0';) {
        if (strncmp(line, key, length) == 0 && strchr(" \t:", line[length]) != NULL &&
            line[length] != '\0')
            return strtod(line + length + strspn(line + length, " \t:"), NULL);
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return (double)NAN;
}
