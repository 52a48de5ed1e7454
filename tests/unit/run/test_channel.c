// SPDX-License-Identifier: GPL-2.0-or-later
#include "../unit.h"
#include "base/cleanup.h"
#include "record/json.h"
#include "run/channel.h"

#include <string.h>
#include <sys/socket.h>

static int ends[2];
static struct channel channel;

static void start(void)
{
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    channel_init(&channel, ends[0]);
}

static void stop(void)
{
    channel_finish(&channel);
    close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
}

static int receive(json_t **out)
{
    struct error error;
    return channel_receive(&channel, deadline_after_ms(20), out, &error);
}

START_TEST(test_documents_arrive_whole_however_they_are_cut)
{
    auto_json json_t *first = NULL;
    auto_json json_t *second = NULL;
    const char *text = "{\"a\":1}\n{\"b\":\"two\\nlines\"}\n";
    size_t cut = (size_t)_i;
    ck_assert_int_eq(write(ends[1], text, cut), (ssize_t)cut);
    int early = receive(&first);
    ck_assert_int_eq(early, cut >= 8 ? 1 : 0);
    ck_assert_int_eq(write(ends[1], text + cut, strlen(text) - cut), (ssize_t)(strlen(text) - cut));
    if (early == 0)
        ck_assert_int_eq(receive(&first), 1);
    ck_assert_int_eq(receive(&second), 1);
    ck_assert_str_eq(json_string_value(json_object_get(second, "b")), "two\nlines");
}
END_TEST

START_TEST(test_end_of_stream_is_told_from_silence)
{
    json_t *document = NULL;
    ck_assert_int_eq(receive(&document), 0);
    close(ends[1]);
    ends[1] = -1;
    ck_assert_int_eq(receive(&document), 2);
}
END_TEST

START_TEST(test_what_is_no_json_is_an_error_and_the_next_line_is_read)
{
    auto_json json_t *document = NULL;
    struct error error;
    ck_assert_int_eq(write(ends[1], "nonsense\n[1]\n", 13), 13);
    ck_assert_int_eq(channel_receive(&channel, deadline_after_ms(20), &document, &error), -1);
    ck_assert_int_eq(error_exit_status(&error), 2);
    ck_assert_int_eq(receive(&document), 1);
}
END_TEST

START_TEST(test_sent_document_is_one_line)
{
    struct error error;
    char line[64] = "";
    auto_json json_t *document = json_pack("{s:s}", "text", "a\nb");
    ck_assert_int_eq(channel_send(&channel, document, &error), 0);
    ck_assert_int_gt(read(ends[1], line, sizeof(line) - 1), 0);
    ck_assert_str_eq(line, "{\"text\":\"a\\nb\"}\n");
}
END_TEST

static void fill(TCase *tests)
{
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, test_documents_arrive_whole_however_they_are_cut, 1, 27);
    tcase_add_test(tests, test_end_of_stream_is_told_from_silence);
    tcase_add_test(tests, test_what_is_no_json_is_an_error_and_the_next_line_is_read);
    tcase_add_test(tests, test_sent_document_is_one_line);
}

int main(void)
{
    return unit_run("channel", fill);
}
