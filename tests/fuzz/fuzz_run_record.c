// SPDX-License-Identifier: GPL-2.0-or-later
/* Run records come over a stream from another process. What is taken must be the same when it is
 * written and read again. */
#include "record/json.h"
#include "record/run_record.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error;
    auto_run_record struct run_record record = {0};
    auto_run_record struct run_record again = {0};
    auto_json json_t *json = json_loadb((const char *)data, size, JSON_DECODE_ANY, NULL);
    if (run_record_from_json(json, &record, &error) != 0)
        return 0;
    auto_json json_t *written = run_record_to_json(&record);
    int result = run_record_from_json(written, &again, &error);
    assert(result == 0);
    assert(record.outcome == again.outcome);
    assert(record.measure_count == again.measure_count);
    assert(record.series_count == again.series_count);
    return 0;
}
