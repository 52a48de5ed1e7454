// SPDX-License-Identifier: GPL-2.0-or-later
/* The layout of a generated source tree; its functions come from source_code. */
#include "workloads/source_tree.h"
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/text.h"
#include "workloads/source_code.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#define UNITS_PER_PART 16
#define START_VALUE    0x2002U
#define STEP_FACTOR    0x9e3779b1U /* an odd number near 2^32 over the golden ratio */

/* Another seed is another tree: results of before can't be compared with it. */
static const uint64_t seed = 0x636f6e74656e64;

static unsigned unit_count(unsigned files)
{
    return files - 1; /* the last one is main.c */
}

static unsigned part_count(unsigned files)
{
    return (unit_count(files) + UNITS_PER_PART - 1) / UNITS_PER_PART;
}

static unsigned part_end(unsigned files, unsigned part)
{
    unsigned end = (part + 1) * UNITS_PER_PART;
    return end < unit_count(files) ? end : unit_count(files);
}

static int write_file(int directory_fd, const char *name, const struct text *text,
                      struct error *error)
{
    auto_fd int fd =
        openat(directory_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "create %s", name);
    if (files_write_fully(fd, text->text, text->length) != 0)
        return error_set(error, ERROR_CANNOT, errno, "write %s", name);
    return 0;
}

/* Makes the directory and returns a descriptor of it. */
static int make_directory(int parent_fd, const char *name, struct error *error)
{
    if (mkdirat(parent_fd, name, 0755) != 0)
        return error_set(error, ERROR_CANNOT, errno, "make directory %s", name);
    int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return error_set(error, ERROR_CANNOT, errno, "open directory %s", name);
    return fd;
}

static void print_makefile(unsigned files, struct text *out)
{
    unsigned parts = part_count(files);
    text_append(out, "# Run in the directory of the objects:\n"
                     "#   make -f TREE/Makefile SOURCE=TREE CC=cc CFLAGS=-O2\n"
                     "HEADERS := $(wildcard $(SOURCE)/include/*.h)\n");
    for (unsigned part = 0; part < parts; part++) {
        text_append_format(out, "PART_%02u :=", part);
        for (unsigned i = part * UNITS_PER_PART; i < part_end(files, part); i++)
            text_append_format(out, " part_%02u/unit_%04u.o", part, i);
        text_append(out, "\n");
    }
    text_append(out, "LIBRARIES :=");
    for (unsigned part = 0; part < parts; part++)
        text_append_format(out, " part_%02u/part.a", part);
    text_append(out, "\nOBJECTS := main.o");
    for (unsigned part = 0; part < parts; part++)
        text_append_format(out, " $(PART_%02u)", part);
    text_append(out, "\n\nprogram: main.o $(LIBRARIES)\n"
                     "\t$(CC) $(CFLAGS) -o $@ $^\n\n"
                     "$(OBJECTS): %.o: $(SOURCE)/%.c $(HEADERS)\n"
                     "\t$(CC) $(CFLAGS) -I$(SOURCE)/include -c -o $@ $<\n");
    for (unsigned part = 0; part < parts; part++)
        text_append_format(out, "\npart_%02u/part.a: $(PART_%02u)\n\tar rc $@ $^\n", part, part);
}

static void print_main(unsigned files, struct text *out)
{
    text_append(out, "#include \"units.h\"\n\n#include <stdio.h>\n\n"
                     "static uint32_t (*const units[])(uint32_t x) = {\n");
    for (unsigned i = 0; i < unit_count(files); i++)
        text_append_format(out, "    unit_%04u,\n", i);
    text_append_format(out,
                       "};\n\nint main(void)\n{\n"
                       "    uint32_t x = 0x%xU;\n"
                       "    for (uint32_t i = 0; i < %uU; i++)\n"
                       "        x = (x ^ units[i](x)) * 0x%xU + i;\n"
                       "    printf(\"%%08x\\n\", (unsigned)x);\n"
                       "    return 0;\n}\n",
                       START_VALUE, unit_count(files), STEP_FACTOR);
}

uint32_t source_tree_checksum(unsigned files)
{
    auto_free struct source_library *library = memory_allocate(sizeof(*library));
    auto_free struct source_unit *unit = memory_allocate(sizeof(*unit));
    source_library_init(library, seed);
    uint32_t x = START_VALUE;
    for (uint32_t i = 0; i < unit_count(files); i++) {
        source_unit_init(unit, seed, i);
        x = (x ^ source_unit_value(library, unit, x)) * STEP_FACTOR + i;
    }
    return x;
}

static int write_headers(int tree_fd, unsigned files, struct error *error)
{
    auto_fd int include_fd = make_directory(tree_fd, "include", error);
    if (include_fd < 0)
        return -1;
    auto_free struct source_library *library = memory_allocate(sizeof(*library));
    source_library_init(library, seed);
    for (unsigned i = 0; i < SOURCE_HEADERS; i++) {
        auto_text struct text text = {0};
        auto_free char *name = string_format("mix_%u.h", i);
        source_library_print(library, i, &text);
        if (write_file(include_fd, name, &text, error) != 0)
            return -1;
    }
    auto_text struct text records = {0};
    text_append(&records, "#pragma once\n\n#include <stdint.h>\n\n"
                          "struct record {\n    uint32_t key;\n    uint32_t value;\n"
                          "    uint32_t next;\n};\n");
    auto_text struct text units = {0};
    text_append(&units, "#pragma once\n\n#include <stdint.h>\n\n");
    for (unsigned i = 0; i < unit_count(files); i++)
        text_append_format(&units, "uint32_t unit_%04u(uint32_t x);\n", i);
    if (write_file(include_fd, "records.h", &records, error) != 0)
        return -1;
    return write_file(include_fd, "units.h", &units, error);
}

static int write_part(int tree_fd, unsigned files, unsigned part, struct error *error)
{
    auto_free char *name = string_format("part_%02u", part);
    auto_fd int part_fd = make_directory(tree_fd, name, error);
    if (part_fd < 0)
        return -1;
    auto_free struct source_unit *unit = memory_allocate(sizeof(*unit));
    for (unsigned i = part * UNITS_PER_PART; i < part_end(files, part); i++) {
        auto_text struct text text = {0};
        auto_free char *file = string_format("unit_%04u.c", i);
        source_unit_init(unit, seed, i);
        source_unit_print(unit, &text);
        if (write_file(part_fd, file, &text, error) != 0)
            return -1;
    }
    return 0;
}

int source_tree_write(int parent_fd, const char *name, unsigned files, struct error *error)
{
    auto_fd int tree_fd = make_directory(parent_fd, name, error);
    if (tree_fd < 0)
        return -1;
    auto_text struct text makefile = {0};
    auto_text struct text program = {0};
    print_makefile(files, &makefile);
    print_main(files, &program);
    if (write_file(tree_fd, "Makefile", &makefile, error) != 0 ||
        write_file(tree_fd, "main.c", &program, error) != 0 ||
        write_headers(tree_fd, files, error) != 0)
        return -1;
    for (unsigned part = 0; part < part_count(files); part++)
        if (write_part(tree_fd, files, part, error) != 0)
            return -1;
    return 0;
}

int source_tree_make_place(int parent_fd, const char *name, unsigned files, struct error *error)
{
    auto_fd int place_fd = make_directory(parent_fd, name, error);
    if (place_fd < 0)
        return -1;
    for (unsigned part = 0; part < part_count(files); part++) {
        auto_free char *part_name = string_format("part_%02u", part);
        if (mkdirat(place_fd, part_name, 0755) != 0)
            return error_set(error, ERROR_CANNOT, errno, "make directory %s/%s", name, part_name);
    }
    return 0;
}

uint64_t source_tree_bytes_max(unsigned files)
{
    return 200000 + (uint64_t)files * 40000;
}
