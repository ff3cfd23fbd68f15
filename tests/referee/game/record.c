/*
 * record.c - lines of a record: what is written reads back, what is none is refused.
 */
#include "referee/game/record.h"

#include <string.h>

#include "rules/rules.h"
#include "tests/lib/suite.h"

static const struct line {
	struct record record;
	const char *text; /* as it must stand in the record */
} lines[] = {
	{{.kind = RECORD_GAME, .game = {7, 1700000000000}}, "game 7 1700000000000\n"},
	{{.kind = RECORD_GAME, .game = {UINT64_MAX, 0}}, "game 18446744073709551615 0\n"},
	{{.kind = RECORD_MOVE, .seat = 2, .move = {"d", {5, 4, 3, 2, -1, 0}}},
		"move 2 d 5 4 3 2 -1 0\n"},
	{{.kind = RECORD_MOVE,
		 .seat = 6,
		 .move = {"j4i5", {INT64_MAX, INT64_MIN + 1, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}}},
		"move 6 j4i5 9223372036854775807 -9223372036854775807 - - - -\n"},
	{{.kind = RECORD_WIRE, .seat = 1, .text = {.at = "> go  movetime 100"}},
		"wire 1 > go  movetime 100\n"},
	{{.kind = RECORD_WIRE, .seat = 1, .text = {.at = ""}}, "wire 1 \n"},
	{{.kind = RECORD_SEAT, .seat = 1, .result = {1, "ok", ""}}, "seat 1 1 ok \n"},
	{{.kind = RECORD_SEAT, .seat = 3, .result = {2, "illegal", "\"a\\b\""}},
		"seat 3 2 illegal \"a\\\\b\"\n"},
	{{.kind = RECORD_RULES, .rules = {"nim", 3}}, "rules nim 3\n"},
	{{.kind = RECORD_PARAM, .param = {"heaps", "9 3"}}, "param heaps 9 3\n"},
	{{.kind = RECORD_START, .start = "9/3 p1 1"}, "start 9/3 p1 1\n"},
	{{.kind = RECORD_PLAYER, .seat = 2, .player = "a b"}, "player 2 a b\n"},
	{{.kind = RECORD_INFO, .seat = 2, .info = {9, UNKNOWN, {.at = "a b"}}}, "info 2 9 - a b\n"},
	{{.kind = RECORD_EVIDENCE, .seat = 1, .evidence = {"move", 50000, 70123, 0, UNKNOWN, -11}},
		"evidence 1 move 50000 70123 0 - -11\n"},
	{{.kind = RECORD_ASKED, .seat = 1, .text = {.at = "position startpos\ngo depth 1\n"}},
		"asked 1 position startpos\\ngo depth 1\\n\n"},
	{{.kind = RECORD_SAID, .seat = 6, .text = {"a\0\\0b\0", 6}}, "said 6 a\\x00\\\\0b\\x00\n"},
	{{.kind = RECORD_STDERR, .seat = 1, .text = {"\0", 1}}, "stderr 1 \\x00\n"},
	{{.kind = RECORD_STDERR, .seat = 2, .text = {.at = "one\ntwo\r\n\x1b[2J\x7f\t\x01"}},
		"stderr 2 one\\ntwo\\x0d\\n\\x1b[2J\\x7f\t\\x01\n"},
	{{.kind = RECORD_STDERR, .seat = 2, .text = {.at = "\xff\xc3\xa9\x80 \\x41 \\n \\"}},
		"stderr 2 \xff\xc3\xa9\x80 \\\\x41 \\\\n \\\\\n"},
	{{.kind = RECORD_END, .end = {.reason = "normal", .final = "3/3/3 x 1", .ended = 9}},
		"end normal 9 3/3/3 x 1\n"},
	{{.kind = RECORD_VOID, .voided = {" our fault ", 3}}, "void 3  our fault \n"},
};

enum { LINES = sizeof lines / sizeof *lines };

/* Writes r, into room of exactly what is asked for; gives it as a string without its LF. */
static char *record_line(const struct record *r)
{
	char *out = malloc(RECORD_LINE);
	size_t length = record_write(r, out, RECORD_LINE);
	ck_assert_uint_gt(length, 0);
	ck_assert_uint_le(length, RECORD_LINE);
	ck_assert_int_eq(out[length - 1], '\n');
	out[length - 1] = '\0';
	ck_assert_uint_eq(strlen(out), length - 1);
	return out;
}

/* One table says where each field stands: what reads back writes the same line. */
static void record_same(const struct record *a, const struct record *b)
{
	char *first = record_line(a), *second = record_line(b);
	ck_assert_int_eq(a->kind, b->kind);
	ck_assert_int_eq(a->seat, b->seat);
	ck_assert_str_eq(first, second);
	free(first);
	free(second);
}

START_TEST(every_kind_stands_as_documented_and_reads_back)
	{
		struct record back;
		char *line = record_line(&lines[_i].record);
		ck_assert_uint_eq(strlen(line) + 1, strlen(lines[_i].text));
		ck_assert_mem_eq(line, lines[_i].text, strlen(line));
		ck_assert(record_read(&back, line));
		record_same(&back, &lines[_i].record);
		free(line);
	}
END_TEST

START_TEST(every_byte_but_nul_reads_back)
	{
		char text[256];
		for (int i = 0; i < 255; i++)
			text[i] = (char)(i + 1);
		text[255] = '\0';
		struct record r = {.kind = RECORD_STDERR, .seat = 1, .text = {.at = text}}, back;
		char *line = record_line(&r);
		for (const char *at = line; *at != '\0'; at++)
			ck_assert_msg((unsigned char)*at >= ' ' || *at == '\t', "byte %d", *at);
		ck_assert(record_read(&back, line));
		record_same(&back, &r);
		free(line);
	}
END_TEST

START_TEST(a_text_too_long_is_cut_at_a_whole_character_of_the_record)
	{
		static const char fill[] = {'x', '\n', '\\', '\x01'};
		char *text = malloc(2 * RECORD_LINE + 1);
		memset(text, fill[_i], 2 * RECORD_LINE);
		text[2 * RECORD_LINE] = '\0';
		struct record back;
		char *line = record_line(
			&(struct record){.kind = RECORD_WIRE, .seat = 1, .text = {.at = text}});
		ck_assert_uint_gt(strlen(line), RECORD_LINE - 8);
		ck_assert(record_read(&back, line));
		ck_assert_uint_gt(strlen(back.text.at), RECORD_LINE / 4 - 8);
		for (const char *at = back.text.at; *at != '\0'; at++)
			ck_assert_int_eq(*at, fill[_i]);
		free(line);
		free(text);
	}
END_TEST

static const char *const refused[] = {"", " ", "game", "game ", "game 1", "game 1 ", "game x 1",
	"game -1 1", "game 18446744073709551616 1", "game 1 9223372036854775808", "game 1 1x",
	"game  1 1", "Game 1 1", "games 1 1", "move 1 a 1 1 1 1 1", "move 0 a 1 1 1 1 1 1",
	"move 65 a 1 1 1 1 1 1", "move a a 1 1 1 1 1 1", "move 1 a 1 1 1 1 1 --", "move 1",
	"game 1 1 1", "game 1 1 ", "move 1 a 1 1 1 1 1 1 1", "seat 1 1", "seat 1 one ok ", "wire",
	"wire x y", "end normal", "end normal x y", "void", "void -",
	"stderr 99999999999999999999 x"};

enum { REFUSED = sizeof refused / sizeof *refused };

START_TEST(what_is_no_line_is_refused)
	{
		struct record r;
		char *line = strdup(
			refused[_i]); /* of exactly its size, so that a sanitizer sees its end */
		ck_assert_msg(!record_read(&r, line), "taken: \"%s\"", refused[_i]);
		free(line);
	}
END_TEST

/* Texts that no writer makes, but that end where an escape would go on. */
static const char *const torn[] = {"wire 1 \\", "wire 1 \\x", "wire 1 \\x1", "wire 1 \\xg0",
	"wire 1 \\q", "wire 1 \\x00after", "wire 1", "end a 1"};

enum { TORN = sizeof torn / sizeof *torn };

START_TEST(torn_escapes_are_read_without_going_beyond_the_line)
	{
		struct record r;
		char *line = strdup(torn[_i]);
		if (record_read(&r, line))
			ck_assert_uint_le(strlen(r.kind == RECORD_END ? r.end.final : r.text.at),
				strlen(torn[_i]));
		free(line);
	}
END_TEST

/* Changes, adds and drops bytes of a line that is right. */
static char *record_mutate(const char *text, uint64_t *random)
{
	static const char bytes[] = " -0123456789\\xn\x01\xffmovegameseatwirend";
	size_t length = strlen(text) - 1;
	char *line = malloc(length + 9);
	memcpy(line, text, length);
	for (uint64_t changes = 1 + random_below(random, 4); changes > 0; changes--) {
		size_t at = random_below(random, length + 1);
		char byte = bytes[random_below(random, sizeof bytes - 1)];
		switch (random_below(random, 3)) {
		case 0:
			if (at < length)
				line[at] = byte;
			break;
		case 1:
			memmove(line + at + 1, line + at, length++ - at);
			line[at] = byte;
			break;
		default:
			length = at;
		}
	}
	line[length] = '\0';
	return realloc(line, length + 1);
}

START_TEST(changed_lines_are_read_or_refused_and_what_is_read_writes_again)
	{
		uint64_t random = 1;
		for (int i = 0; i < 20000; i++) {
			struct record r, back;
			char *line = record_mutate(lines[_i].text, &random);
			if (record_read(&r, line)) {
				char *again = record_line(&r);
				ck_assert_msg(record_read(&back, again), "\"%s\"", again);
				record_same(&back, &r);
				free(again);
			}
			free(line);
		}
	}
END_TEST

SUITE("referee/game/record", LOOP(every_kind_stands_as_documented_and_reads_back, LINES),
	CASE(every_byte_but_nul_reads_back),
	LOOP(a_text_too_long_is_cut_at_a_whole_character_of_the_record, 4),
	LOOP(what_is_no_line_is_refused, REFUSED),
	LOOP(torn_escapes_are_read_without_going_beyond_the_line, TORN),
	LOOP(changed_lines_are_read_or_refused_and_what_is_read_writes_again, LINES))
