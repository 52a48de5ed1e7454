// SPDX-License-Identifier: GPL-2.0-or-later
/* Jobs, loads and their values, as typed. A refusal leaves nothing behind; what is taken has names.
 */
#include "base/memory.h"
#include "base/units.h"
#include "experiment/item.h"
#include "workloads/catalog.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void complete(const struct item *item)
{
    struct error error;
    auto_parameters struct parameters parameters = {0};
    const struct workload *workload = workload_catalog_find(item->name);
    if (workload == NULL)
        return;
    if (workload_parameters_complete(workload, &item->parameters, &parameters, &error) == 0)
        for (size_t i = 0; i < item->parameters.count; i++)
            assert(parameters_get(&parameters, item->parameters.items[i].key) != NULL);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error;
    uint64_t number;
    auto_item_list struct item_list list = {0};
    auto_free char *text = memory_allocate(size + 1);
    memcpy(text, data, size);
    units_parse_size(text, &number, &error);
    units_parse_duration(text, &number, &error);
    if (item_list_parse(text, &list, &error) != 0)
        return 0;
    assert(list.count > 0);
    for (size_t i = 0; i < list.count; i++) {
        assert(list.items[i].name[0] != '\0');
        complete(&list.items[i]);
    }
    return 0;
}
