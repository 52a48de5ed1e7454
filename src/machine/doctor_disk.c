// SPDX-License-Identifier: GPL-2.0-or-later
/* Is there a disk below the work directory, with room, and what kind of disk is it? */
#include "base/cleanup.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "base/units.h"
#include "machine/disk.h"
#include "machine/doctor_checks.h"
#include "machine/file_sample.h"
#include "machine/machine_facts.h"

#include <fcntl.h>
#include <unistd.h>

enum { SAMPLE_BYTES = 16 * 1024 * 1024, PIECE_BYTES = 1024 * 1024, SAMPLE_READS = 200, SEED = 1 };

static const uint64_t space_wanted = 4ULL << 30;
static const double seek_us_least = 1000.0; /* half a turn of the fastest disks takes 2 ms */

/* False where the directory can't be used at all. */
static bool check_space(const struct doctor_examination *examination)
{
    uint64_t bytes;
    char text[32];
    struct error error;
    if (!examination->root->is_real)
        return true;
    if (access(examination->directory, W_OK | X_OK) != 0 ||
        files_free_bytes(examination->directory, &bytes, &error) != 0) {
        doctor_say_blocking(examination, "disk space", "--dir DIR names another directory",
                            "the work directory is absent, or can't be written to");
        return false;
    }
    units_format_size_rounded(bytes, text, sizeof(text));
    if (bytes < space_wanted)
        doctor_say(examination, DOCTOR_WARN, "disk space",
                   "make room, or --dir on another disk, or a small --memory", "%s free", text);
    else
        doctor_say(examination, DOCTOR_OK, "disk space", "", "%s free", text);
    return true;
}

static void check_scheduler(const struct doctor_examination *examination, const struct disk *disk)
{
    auto_free char *path = string_format("%s/scheduler", disk->queue != NULL ? disk->queue : "");
    auto_free char *scheduler =
        disk->queue != NULL ? machine_fact_choice(examination->root, path) : NULL;
    if (disk->name == NULL)
        doctor_say(examination, DOCTOR_WARN, "disk", "--dir on the disk that is to be tested",
                   "%s has no disk of this machine below it",
                   disk->filesystem != NULL ? disk->filesystem : "the work directory");
    else
        doctor_say(examination, DOCTOR_OK, "disk", "", "%s, %s, scheduler %s", disk->name,
                   disk->filesystem, scheduler != NULL ? scheduler : "unknown");
}

/* A nameless file: nothing is left behind, however this ends. -1 where it can't be had. */
static int write_sample(const char *directory)
{
    auto_fd int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    auto_free char *piece = memory_allocate(PIECE_BYTES);
    struct random random;
    random_init(&random, SEED);
    for (size_t done = 0; fd >= 0 && done < SAMPLE_BYTES; done += PIECE_BYTES) {
        random_fill(&random, piece, PIECE_BYTES);
        if (files_write_fully(fd, piece, PIECE_BYTES) != 0)
            return -1;
    }
    return fd >= 0 && fsync(fd) == 0 ? take_fd(fd) : -1;
}

static void check_seeks(const struct doctor_examination *examination, const struct disk *disk)
{
    if (!examination->root->is_real || disk->name == NULL)
        return;
    auto_fd int fd = write_sample(examination->directory);
    struct sampled_file file = {.fd = fd, .size = SAMPLE_BYTES};
    const struct file_sample sample = {.files = &file, .count = 1, .size_bytes = SAMPLE_BYTES};
    struct disk_latency latency;
    struct error error;
    if (fd < 0 || disk_read_latency(&sample, SAMPLE_READS, SEED, &latency, &error) != 0) {
        doctor_say(examination, DOCTOR_CANNOT, "disk seeks", "--dir on ext4 or xfs",
                   "%s takes no direct reads of a file", disk->filesystem);
        return;
    }
    auto_free char *path = string_format("%s/rotational", disk->queue);
    auto_free char *rotational = machine_fact(examination->root, path);
    bool is_marked = string_is(rotational, "1");
    if (latency.median_us >= seek_us_least)
        doctor_say(examination, DOCTOR_OK, "disk seeks", "", "random 4 KiB reads: p50 %.1f ms",
                   latency.median_us / 1e3);
    else
        doctor_say(examination, is_marked ? DOCTOR_WARN : DOCTOR_OK, "disk seeks",
                   is_marked ? "marked rotational, but I/O schedulers won't act here as on one"
                             : "",
                   "this disk has no seeks: p50 %.0f us", latency.median_us);
}

void doctor_check_disk(const struct doctor_examination *examination)
{
    struct disk disk = {0};
    struct error error;
    disk_of_path(examination->root, examination->directory, &disk, &error);
    if (check_space(examination)) {
        check_scheduler(examination, &disk);
        check_seeks(examination, &disk);
    }
    disk_finish(&disk);
}
