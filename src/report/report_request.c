// SPDX-License-Identifier: GPL-2.0-or-later
/* From a request to a written report. */
#include "report/report_request.h"

#include <string.h>

/* contest's classic shapes keep their own rule; our table follows contest's habit of one reference
 * as soon as labels are put beside each other. */
static enum ratio_rule rule_of(const struct report_format *format,
                               const struct report_request *request)
{
    if (request->reference != NULL || (request->labels != NULL && !format->is_classic))
        return RATIO_REFERENCE;
    return format->rule;
}

int report_request_write(const struct report_format *format, const struct report_request *request,
                         FILE *file, struct error *error)
{
    const struct contest_options options = {
        .rule = rule_of(format, request),
        .reference = request->reference,
        .labels = request->labels,
    };
    auto_result_table struct result_table table = {0};
    contest_table_build(request->experiments, request->experiment_count, &options, &table);
    const struct report_content content = {.request = request, .table = &table};
    return report_format_write(format, &content, file, error);
}

bool report_request_wants_run(const struct report_request *request,
                              const struct condition_record *condition,
                              const struct planned_run *run)
{
    return (request->run_position == 0 || run->position == request->run_position) &&
           (request->labels == NULL || string_list_has(request->labels, condition->label));
}

const struct condition_record *report_request_condition_of(const struct experiment_data *experiment,
                                                           const struct planned_run *run)
{
    for (size_t i = 0; i < experiment->experiment.condition_count; i++)
        if (experiment->experiment.conditions[i].id == run->condition_id)
            return &experiment->experiment.conditions[i];
    return NULL;
}
