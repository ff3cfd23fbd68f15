/*
 * line.c - the line reader: whatever the chunks, the same lines.
 */
#include "protocol/line.h"

#include <stdint.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { ROOM = 8, LINES = 8 };

/* The lines that a stream must give in a room of ROOM bytes. */
static const struct stream {
	const char *bytes;
	size_t size;
	const char *lines[LINES];
	enum line_status last;
} streams[] = {
#define STREAM(bytes) bytes, sizeof(bytes) - 1
	{STREAM(""), {NULL}, LINE_PARTIAL},
	{STREAM("\n"), {""}, LINE_PARTIAL},
	{STREAM("a"), {NULL}, LINE_PARTIAL},
	{STREAM("a\n"), {"a"}, LINE_PARTIAL},
	{STREAM("a\nbc\n\nd"), {"a", "bc", ""}, LINE_PARTIAL},
	{STREAM("a\r\nbc\r\n"), {"a", "bc"}, LINE_PARTIAL},
	{STREAM("a\nb\r\nc\nd\r\n"), {"a", "b", "c", "d"}, LINE_PARTIAL},
	{STREAM("\r\n\r\n\n"), {"", "", ""}, LINE_PARTIAL},
	{STREAM("a\rb\n\r\r\n"), {"a\rb", "\r"}, LINE_PARTIAL},
	{STREAM("a\r"), {NULL}, LINE_PARTIAL},
	{STREAM("\0\n"), {"?"}, LINE_PARTIAL},
	{STREAM("a\0b\n\0\0\r\nc\n"), {"a?b", "??", "c"}, LINE_PARTIAL},
	{STREAM("a\0\r\n"), {"a?"}, LINE_PARTIAL},
	{STREAM("\xff\x80\n\x1b[2J\n"), {"\xff\x80", "\x1b[2J"}, LINE_PARTIAL},
	{STREAM("1234567\n1234567\n"), {"1234567", "1234567"}, LINE_PARTIAL},
	{STREAM("\n1234567\n"), {"", "1234567"}, LINE_PARTIAL},
	{STREAM("123456\r\n1\n"), {"123456", "1"}, LINE_PARTIAL},
	{STREAM("1234567"), {NULL}, LINE_PARTIAL},
	{STREAM("12345678"), {NULL}, LINE_TOO_LONG},
	{STREAM("12345678\n"), {NULL}, LINE_TOO_LONG},
	{STREAM("1234567\r\n"), {NULL}, LINE_TOO_LONG},
	{STREAM("ab\nc\n12345678\nd\n"), {"ab", "c"}, LINE_TOO_LONG},
	{STREAM("\0\0\0\0\0\0\0\0"), {NULL}, LINE_TOO_LONG},
#undef STREAM
};

enum { STREAMS = sizeof(streams) / sizeof(streams[0]) };

/* Feeds the stream in chunks of this size and compares the lines. */
static enum line_status feed(const struct stream *s, size_t chunk, size_t *count)
{
	char *room = malloc(ROOM); /* of exactly this size, so that a sanitizer sees its end */
	struct line_reader r;
	enum line_status status = LINE_PARTIAL;
	line_reader_init(&r, room, ROOM);
	*count = 0;
	for (size_t at = 0; at < s->size && status != LINE_TOO_LONG;) {
		size_t space, length;
		char *to = line_reader_space(&r, &space);
		ck_assert_uint_gt(space, 0);
		size_t n = s->size - at < chunk ? s->size - at : chunk;
		n = n < space ? n : space;
		memcpy(to, s->bytes + at, n);
		line_reader_filled(&r, n);
		at += n;
		for (char *line; (status = line_reader_next(&r, &line, &length)) == LINE_READY;) {
			ck_assert_uint_lt(*count, LINES);
			ck_assert_ptr_nonnull(s->lines[*count]);
			ck_assert_str_eq(line, s->lines[*count]);
			ck_assert_uint_eq(length, strlen(s->lines[*count]));
			++*count;
		}
		/* no byte is looked at twice: a line in many pieces costs no more than in one */
		ck_assert_uint_eq(r.scanned, r.end);
	}
	if (status == LINE_TOO_LONG) {
		char *line;
		size_t space, length;
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_TOO_LONG);
		line_reader_space(&r, &space);
		ck_assert_uint_eq(space, 0);
	}
	free(room);
	return status;
}

START_TEST(every_chunk_size_gives_the_same_lines)
	{
		const struct stream *s = &streams[_i];
		size_t expected = 0;
		while (s->lines[expected] != NULL)
			expected++;
		for (size_t chunk = 1; chunk <= s->size + 1; chunk++) {
			size_t count;
			ck_assert_int_eq(feed(s, chunk, &count), s->last);
			ck_assert_uint_eq(count, expected);
		}
	}
END_TEST

START_TEST(a_cleared_reader_starts_anew)
	{
		char room[ROOM], *line;
		size_t space, length;
		struct line_reader r;
		line_reader_init(&r, room, sizeof(room));
		memset(line_reader_space(&r, &space), 'x', sizeof(room));
		line_reader_filled(&r, sizeof(room));
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_TOO_LONG);
		line_reader_clear(&r);
		memcpy(line_reader_space(&r, &space), "ok\n", 3);
		ck_assert_uint_eq(space, sizeof(room));
		line_reader_filled(&r, 3);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_READY);
		ck_assert_str_eq(line, "ok");
	}
END_TEST

START_TEST(lines_handed_out_together_stay_until_more_is_read)
	{
		char room[ROOM], *first, *second;
		size_t space, length;
		struct line_reader r;
		line_reader_init(&r, room, sizeof(room));
		memcpy(line_reader_space(&r, &space), "a\nb\nc", 5);
		line_reader_filled(&r, 5);
		ck_assert_int_eq(line_reader_next(&r, &first, &length), LINE_READY);
		ck_assert_int_eq(line_reader_next(&r, &second, &length), LINE_READY);
		ck_assert_str_eq(first, "a");
		ck_assert_str_eq(second, "b");
		ck_assert_int_eq(line_reader_next(&r, &second, &length), LINE_PARTIAL);
	}
END_TEST

START_TEST(a_long_stream_in_uneven_chunks_loses_no_byte)
	{
		char room[64], *line;
		size_t space, length;
		struct line_reader r;
		unsigned next = 0, sent = 0, state = 1;
		line_reader_init(&r, room, sizeof(room));
		while (next < 20000) {
			char *to = line_reader_space(&r, &space);
			state = state * 1103515245u + 12345u;
			size_t n = 1 + (state >> 16) % space;
			/* byte number i is a LF where i % 7 is 6, else a letter that i gives */
			for (size_t i = 0; i < n; i++, sent++)
				to[i] = sent % 7 == 6 ? '\n' : (char)('a' + sent % 23);
			line_reader_filled(&r, n);
			for (; line_reader_next(&r, &line, &length) == LINE_READY; next++) {
				ck_assert_uint_eq(length, 6);
				for (unsigned i = 0; i < 6; i++)
					ck_assert_int_eq(line[i], 'a' + (next * 7 + i) % 23);
			}
		}
	}
END_TEST

/* The byte before the room is not the reader's. */
START_TEST(an_empty_line_at_the_beginning_is_empty_whatever_lies_before)
	{
		char bytes[ROOM + 1], *line;
		size_t space, length;
		struct line_reader r;
		bytes[0] = '\r';
		line_reader_init(&r, bytes + 1, ROOM);
		memcpy(line_reader_space(&r, &space), "\n\r\na\n", 5);
		line_reader_filled(&r, 5);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_READY);
		ck_assert_uint_eq(length, 0);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_READY);
		ck_assert_uint_eq(length, 0);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_READY);
		ck_assert_str_eq(line, "a");
		ck_assert_int_eq(bytes[0], '\r');
	}
END_TEST

START_TEST(the_bytes_that_wait_are_counted)
	{
		char room[16], *line;
		size_t size, length;
		struct line_reader r;
		line_reader_init(&r, room, sizeof room);
		ck_assert_uint_eq(line_reader_rest(&r), 0);
		memcpy(line_reader_space(&r, &size), "ab\ncd\nefg", 9);
		line_reader_filled(&r, 9);
		ck_assert_uint_eq(line_reader_rest(&r), 9);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_READY);
		ck_assert_uint_eq(line_reader_rest(&r), 6);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_READY);
		ck_assert_uint_eq(line_reader_rest(&r), 3);
		ck_assert_int_eq(line_reader_next(&r, &line, &length), LINE_PARTIAL);
		ck_assert_uint_eq(line_reader_rest(&r), 3);
		line_reader_clear(&r);
		ck_assert_uint_eq(line_reader_rest(&r), 0);
	}
END_TEST

SUITE("protocol/line", CASE(an_empty_line_at_the_beginning_is_empty_whatever_lies_before),
	LOOP(every_chunk_size_gives_the_same_lines, STREAMS), CASE(a_cleared_reader_starts_anew),
	CASE(lines_handed_out_together_stay_until_more_is_read),
	CASE(a_long_stream_in_uneven_chunks_loses_no_byte), CASE(the_bytes_that_wait_are_counted))
