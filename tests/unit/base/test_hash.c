// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/hash.h"

#include <string.h>

/* From the authors' test suite, draft-eastlake-fnv. */
static const struct {
    const char *text;
    const char *hash;
} vectors[] = {{"", "cbf29ce484222325"}, {"a", "af63dc4c8601ec8c"}, {"foobar", "85944171f73967e8"}};

START_TEST(test_hash_is_that_of_the_published_vectors)
{
    char text[HASH_TEXT_BYTES];
    hash_text(hash_bytes(vectors[_i].text, strlen(vectors[_i].text)), text);
    ck_assert_str_eq(text, vectors[_i].hash);
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_loop_test(tests, test_hash_is_that_of_the_published_vectors, 0,
                        sizeof(vectors) / sizeof(vectors[0]));
}

int main(void)
{
    return unit_run("hash", fill);
}
