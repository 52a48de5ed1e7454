// SPDX-License-Identifier: GPL-2.0-or-later
/* Run requests come over a stream from another process. What is taken must be the same when it is
 * written and read again. */
#include "record/json.h"
#include "record/run_request.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error;
    auto_run_request struct run_request request = {0};
    auto_run_request struct run_request again = {0};
    auto_json json_t *json = json_loadb((const char *)data, size, JSON_DECODE_ANY, NULL);
    if (run_request_from_json(json, &request, &error) != 0)
        return 0;
    auto_json json_t *written = run_request_to_json(&request);
    int result = run_request_from_json(written, &again, &error);
    assert(result == 0);
    assert(parameters_equal(&request.settings, &again.settings));
    assert(request.seed == again.seed);
    return 0;
}
