// SPDX-License-Identifier: GPL-2.0-or-later
/* C source made from random numbers, as text and as value. Text and evaluator of a kind of function
 * stand side by side; the statements of a chain are written once, and used for both. */
#include "workloads/source_code.h"
#include "base/cleanup.h"
#include "base/memory.h"
#include "base/random.h"

#include <string.h>

/* Statements on x with a constant k and a shift s (1 to 31). */
#define STATEMENTS(X)                                                                              \
    X(x += k)                                                                                      \
    X(x ^= k)                                                                                      \
    X(x = k - x)                                                                                   \
    X(x *= k | 1)                                                                                  \
    X(x = x << s | x >> (32 - s))                                                                  \
    X(x ^= x >> s)                                                                                 \
    X(x += (x & 255) * s)                                                                          \
    X(x = (x & k) != 0 ? x + s : ~x)                                                               \
    X(x = x > k ? x - k : x ^ k)                                                                   \
    X(x = x / (s + 1) + x % (s + 1) * k)

#define AS_TEXT(statement) #statement ";",
static const char *const statements[] = {STATEMENTS(AS_TEXT)};
#undef AS_TEXT

/* The operation after the last statement calls an inline function of the library. */
#define CALL ((unsigned)array_length(statements))

static uint32_t apply(unsigned operation, uint32_t x, uint32_t k, uint32_t s)
{
    unsigned number = 0;
#define AS_CODE(statement)                                                                         \
    if (operation == number++)                                                                     \
        statement;
    STATEMENTS(AS_CODE)
#undef AS_CODE
    return x;
}

static uint32_t chain_value(const struct source_library *library, const struct source_chain *chain,
                            uint32_t x)
{
    for (unsigned i = 0; i < chain->count; i++) {
        const struct source_step *step = &chain->steps[i];
        if (step->operation == CALL)
            x = chain_value(library, &library->inlines[step->inline_number], x);
        else
            x = apply(step->operation, x, step->constant, step->shift);
    }
    return x;
}

/* The statement with numbers in the place of k and s. */
static void print_statement(const struct source_step *step, struct text *out)
{
    for (const char *at = statements[step->operation]; *at != '\0'; at++) {
        if (*at == 'k')
            text_append_format(out, "0x%08xU", step->constant);
        else if (*at == 's')
            text_append_format(out, "%uU", step->shift);
        else
            text_append_bytes(out, at, 1);
    }
}

static void print_chain(const struct source_chain *chain, size_t indent, struct text *out)
{
    for (unsigned i = 0; i < chain->count; i++) {
        const struct source_step *step = &chain->steps[i];
        if (i > 0)
            text_append_format(out, "\n%*s", (int)indent, "");
        if (step->operation == CALL)
            text_append_format(out, "x = mix_%u_%u(x);", step->inline_number / SOURCE_INLINES,
                               step->inline_number % SOURCE_INLINES);
        else
            print_statement(step, out);
    }
}

static void chain_init(struct source_chain *chain, struct random *random, bool may_call)
{
    chain->count = 3 + (unsigned)random_below(random, SOURCE_STEPS_MAX - 3 + 1);
    for (unsigned i = 0; i < chain->count; i++) {
        struct source_step *step = &chain->steps[i];
        step->operation = (unsigned)random_below(random, CALL + (may_call ? 2 : 0));
        if (step->operation > CALL) /* twice as likely as any one statement */
            step->operation = CALL;
        step->shift = 1 + (unsigned)random_below(random, 31);
        step->constant = (uint32_t)random_next(random);
        step->inline_number = (unsigned)random_below(random, SOURCE_HEADERS * SOURCE_INLINES);
    }
}

/* A kind of function. In its text @f is the name of the function, @A to @P are chains, @n is the
 * number of rounds, @k a constant and @t a table of 16 constants. */
struct kind {
    const char *name;
    const char *text;
    uint32_t (*value)(const struct source_library *library, const struct source_function *function,
                      uint32_t x);
};

static const char loop_text[] = "uint32_t @f(uint32_t x)\n"
                                "{\n"
                                "    uint32_t values[16] = {@t};\n"
                                "    for (uint32_t i = 0; i < @n; i++) {\n"
                                "        @A\n"
                                "        values[i & 15] ^= x;\n"
                                "        @B\n"
                                "        x += values[x >> 28];\n"
                                "        @C\n"
                                "    }\n"
                                "    return x;\n"
                                "}\n";

static uint32_t loop_value(const struct source_library *library,
                           const struct source_function *function, uint32_t x)
{
    uint32_t values[16];
    memcpy(values, function->table, sizeof(values));
    for (uint32_t i = 0; i < function->rounds; i++) {
        x = chain_value(library, &function->chains[0], x);
        values[i & 15] ^= x;
        x = chain_value(library, &function->chains[1], x);
        x += values[x >> 28];
        x = chain_value(library, &function->chains[2], x);
    }
    return x;
}

#define CASE(number, chain)                                                                        \
    "        case " #number ":\n"                                                                  \
    "            @" #chain "\n"                                                                    \
    "            break;\n"

static const char machine_text[] =
    "uint32_t @f(uint32_t x)\n"
    "{\n"
    "    static const uint32_t weights[16] = {@t};\n"
    "    for (uint32_t i = 0; i < @n; i++) {\n"
    "        switch (x >> 28) {\n" CASE(0, A) CASE(1, B) CASE(2, C) CASE(3, D) CASE(4, E) CASE(5, F)
        CASE(6, G) CASE(7, H) CASE(8, I) CASE(9, J) CASE(10, K) CASE(11, L) CASE(12, M) CASE(13, N)
            CASE(14, O) "        default:\n"
                        "            @P\n"
                        "            break;\n"
                        "        }\n"
                        "        x += weights[i & 15];\n"
                        "    }\n"
                        "    return x;\n"
                        "}\n";

static uint32_t machine_value(const struct source_library *library,
                              const struct source_function *function, uint32_t x)
{
    for (uint32_t i = 0; i < function->rounds; i++) {
        x = chain_value(library, &function->chains[x >> 28], x);
        x += function->table[i & 15];
    }
    return x;
}

struct record {
    uint32_t key;
    uint32_t value;
    uint32_t next;
};

static const char records_text[] =
    "uint32_t @f(uint32_t x)\n"
    "{\n"
    "    struct record records[16];\n"
    "    for (uint32_t i = 0; i < 16; i++) {\n"
    "        @A\n"
    "        records[i].key = x >> 4;\n"
    "        @B\n"
    "        records[i].value = x ^ @k;\n"
    "        records[i].next = x >> 28;\n"
    "    }\n"
    "    for (uint32_t i = 1; i < 16; i++) {\n"
    "        struct record moved = records[i];\n"
    "        uint32_t at = i;\n"
    "        for (; at > 0 && records[at - 1].key > moved.key; at--)\n"
    "            records[at] = records[at - 1];\n"
    "        records[at] = moved;\n"
    "    }\n"
    "    for (uint32_t i = 0; i < @n; i++) {\n"
    "        x += records[records[i & 15].next].value;\n"
    "        @C\n"
    "    }\n"
    "    return x;\n"
    "}\n";

static uint32_t records_value(const struct source_library *library,
                              const struct source_function *function, uint32_t x)
{
    struct record records[16];
    for (uint32_t i = 0; i < 16; i++) {
        x = chain_value(library, &function->chains[0], x);
        records[i].key = x >> 4;
        x = chain_value(library, &function->chains[1], x);
        records[i].value = x ^ function->constant;
        records[i].next = x >> 28;
    }
    for (uint32_t i = 1; i < 16; i++) {
        struct record moved = records[i];
        uint32_t at = i;
        for (; at > 0 && records[at - 1].key > moved.key; at--)
            records[at] = records[at - 1];
        records[at] = moved;
    }
    for (uint32_t i = 0; i < function->rounds; i++) {
        x += records[records[i & 15].next].value;
        x = chain_value(library, &function->chains[2], x);
    }
    return x;
}

static const char matrix_text[] = "uint32_t @f(uint32_t x)\n"
                                  "{\n"
                                  "    uint32_t a[8][8];\n"
                                  "    uint32_t b[8][8];\n"
                                  "    for (uint32_t i = 0; i < 64; i++) {\n"
                                  "        @A\n"
                                  "        a[i / 8][i % 8] = x;\n"
                                  "        b[i % 8][i / 8] = x ^ @k;\n"
                                  "    }\n"
                                  "    for (uint32_t i = 0; i < 8; i++) {\n"
                                  "        for (uint32_t j = 0; j < 8; j++) {\n"
                                  "            uint32_t sum = 0;\n"
                                  "            for (uint32_t k = 0; k < 8; k++)\n"
                                  "                sum += a[i][k] * b[k][j];\n"
                                  "            x ^= sum;\n"
                                  "            @B\n"
                                  "        }\n"
                                  "    }\n"
                                  "    return x;\n"
                                  "}\n";

static uint32_t matrix_value(const struct source_library *library,
                             const struct source_function *function, uint32_t x)
{
    uint32_t a[8][8];
    uint32_t b[8][8];
    for (uint32_t i = 0; i < 64; i++) {
        x = chain_value(library, &function->chains[0], x);
        a[i / 8][i % 8] = x;
        b[i % 8][i / 8] = x ^ function->constant;
    }
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t j = 0; j < 8; j++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k < 8; k++)
                sum += a[i][k] * b[k][j];
            x ^= sum;
            x = chain_value(library, &function->chains[1], x);
        }
    }
    return x;
}

static const struct kind kinds[] = {
    {"loop", loop_text, loop_value},
    {"machine", machine_text, machine_value},
    {"records", records_text, records_value},
    {"matrix", matrix_text, matrix_value},
};

static void print_table(const uint32_t *table, struct text *out)
{
    for (size_t i = 0; i < 16; i++)
        text_append_format(out, "%s0x%08xU",
                           i == 0       ? ""
                           : i % 5 == 0 ? ",\n        "
                                        : ", ",
                           table[i]);
}

static void print_name(const struct source_unit *unit, unsigned index, struct text *out)
{
    text_append_format(out, "unit_%04u_%s_%u", unit->number,
                       kinds[unit->functions[index].kind].name, index);
}

static void print_function(const struct source_unit *unit, unsigned index, struct text *out)
{
    const struct source_function *function = &unit->functions[index];
    size_t line = out->length;
    for (const char *at = kinds[function->kind].text; *at != '\0'; at++) {
        if (*at != '@') {
            text_append_bytes(out, at, 1);
            if (*at == '\n')
                line = out->length;
            continue;
        }
        at++;
        if (*at == 'f')
            print_name(unit, index, out);
        else if (*at == 'n')
            text_append_format(out, "%u", function->rounds);
        else if (*at == 'k')
            text_append_format(out, "0x%08xU", function->constant);
        else if (*at == 't')
            print_table(function->table, out);
        else
            print_chain(&function->chains[*at - 'A'], out->length - line, out);
    }
}

void source_library_init(struct source_library *library, uint64_t seed)
{
    struct random random;
    random_init(&random, random_derive(seed, "library"));
    for (size_t i = 0; i < array_length(library->inlines); i++)
        chain_init(&library->inlines[i], &random, false);
}

void source_library_print(const struct source_library *library, unsigned header,
                          struct text *out_text)
{
    text_append(out_text, "#pragma once\n\n#include <stdint.h>\n");
    for (unsigned i = 0; i < SOURCE_INLINES; i++) {
        text_append_format(out_text,
                           "\nstatic inline uint32_t mix_%u_%u(uint32_t x)\n"
                           "{\n    ",
                           header, i);
        print_chain(&library->inlines[header * SOURCE_INLINES + i], 4, out_text);
        text_append(out_text, "\n    return x;\n}\n");
    }
}

void source_unit_init(struct source_unit *unit, uint64_t seed, unsigned number)
{
    auto_free char *name = string_format("unit %u", number);
    struct random random;
    random_init(&random, random_derive(seed, name));
    unit->number = number;
    for (unsigned i = 0; i < SOURCE_UNIT_FUNCTIONS; i++) {
        struct source_function *function = &unit->functions[i];
        function->kind = (unsigned)random_below(&random, array_length(kinds));
        function->rounds = 16 + (unsigned)random_below(&random, 17);
        function->constant = (uint32_t)random_next(&random);
        for (size_t j = 0; j < array_length(function->table); j++)
            function->table[j] = (uint32_t)random_next(&random);
        for (size_t j = 0; j < SOURCE_CHAINS; j++)
            chain_init(&function->chains[j], &random, true);
    }
}

void source_unit_print(const struct source_unit *unit, struct text *out_text)
{
    text_append(out_text, "#include \"records.h\"\n");
    for (unsigned i = 0; i < SOURCE_HEADERS; i++)
        text_append_format(out_text, "#include \"mix_%u.h\"\n", i);
    text_append(out_text, "#include \"units.h\"\n\n");
    for (unsigned i = 0; i < SOURCE_UNIT_FUNCTIONS; i++) {
        print_function(unit, i, out_text);
        text_append(out_text, "\n");
    }
    text_append_format(out_text, "uint32_t unit_%04u(uint32_t x)\n{\n", unit->number);
    for (unsigned i = 0; i < SOURCE_UNIT_FUNCTIONS; i++) {
        text_append(out_text, "    x ^= ");
        print_name(unit, i, out_text);
        text_append_format(out_text, "(x + %u);\n", i);
    }
    text_append(out_text, "    return x;\n}\n");
}

uint32_t source_unit_value(const struct source_library *library, const struct source_unit *unit,
                           uint32_t x)
{
    for (unsigned i = 0; i < SOURCE_UNIT_FUNCTIONS; i++) {
        const struct source_function *function = &unit->functions[i];
        x ^= kinds[function->kind].value(library, function, x + i);
    }
    return x;
}
