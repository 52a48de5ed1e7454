// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads all sources of the catalogue, and turns two readings into measures. */
#include "measure/measure_reading.h"
#include "base/memory.h"

#include <assert.h>

enum { SIDES = 3 }; /* job, load, machine */

struct source_state {
    void *bytes;
    bool is_read;
};

struct measure_reading {
    size_t source_count;
    struct source_state states[]; /* source by source, SIDES each; NULL where there is none */
};

static bool is_for(const struct measure_source *source, enum side side)
{
    return source->is_of_side == (side != SIDE_MACHINE);
}

struct measure_reading *measure_reading_create(void)
{
    size_t count;
    const struct measure_source *const *sources = measure_source_catalog(&count);
    struct measure_reading *reading =
        memory_allocate(sizeof(*reading) + count * SIDES * sizeof(struct source_state));
    reading->source_count = count;
    for (size_t i = 0; i < count * SIDES; i++)
        if (is_for(sources[i / SIDES], (enum side)(i % SIDES)))
            reading->states[i].bytes = memory_allocate(sources[i / SIDES]->state_bytes);
    return reading;
}

void measure_reading_destroy(struct measure_reading *reading)
{
    if (reading == NULL)
        return;
    for (size_t i = 0; i < reading->source_count * SIDES; i++)
        free(reading->states[i].bytes);
    free(reading);
}

void measure_reading_take(struct measure_reading *reading, const struct measure_target *targets,
                          size_t count)
{
    struct error unavailable;
    auto_process_tree struct process_tree processes = {0};
    if (count > 0)
        process_tree_read(targets[0].root, &processes, &unavailable);
    size_t source_count;
    const struct measure_source *const *sources = measure_source_catalog(&source_count);
    for (size_t i = 0; i < count; i++) {
        struct measure_target target = targets[i];
        assert(target.side <= SIDE_MACHINE);
        target.processes = &processes;
        for (size_t s = 0; s < source_count; s++) {
            struct source_state *state = &reading->states[s * SIDES + target.side];
            if (is_for(sources[s], target.side))
                state->is_read = sources[s]->read(&target, state->bytes, &unavailable) == 0;
        }
    }
}

static void record_source(const struct measure_source *source, enum side side,
                          const struct source_state *opening, const struct source_state *closing,
                          double window_s, struct run_record *record)
{
    double values[MEASURE_SOURCE_MAXIMUM] = {0};
    enum measure_state states[MEASURE_SOURCE_MAXIMUM] = {MEASURE_OK};
    bool is_read = opening->is_read && closing->is_read;
    if (is_read)
        source->difference(opening->bytes, closing->bytes, window_s, values, states);
    for (size_t i = 0; source->measures[i].name != NULL; i++) {
        enum measure_state state = is_read ? states[i] : MEASURE_UNAVAILABLE;
        run_record_add_measure(record, side, "", &source->measures[i], values[i], state);
    }
}

void measure_reading_record(const struct measure_reading *opening,
                            const struct measure_reading *closing, double window_s,
                            struct run_record *record)
{
    size_t count;
    const struct measure_source *const *sources = measure_source_catalog(&count);
    for (size_t i = 0; i < count * SIDES; i++)
        if (opening->states[i].bytes != NULL)
            record_source(sources[i / SIDES], (enum side)(i % SIDES), &opening->states[i],
                          &closing->states[i], window_s, record);
}
