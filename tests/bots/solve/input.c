/*
 * The reader of blocks: tokens and numbers across the ends of pieces and blocks, and the line and
 * column of each byte.
 */
#include "bots/solve/input.h"

#include <errno.h>
#include <inttypes.h>

#include "tests/lib/byte-source.h"
#include "tests/lib/suite.h"

static const size_t pieces[] = {1, 2, 7, 8, 9, 1 << 20};
enum { PIECES = sizeof pieces / sizeof *pieces };

static struct input *begin(const char *bytes, size_t length, size_t piece)
{
	static struct source source;
	source = (struct source){bytes, length, piece};
	struct input *in = input_create(source_read, &source);
	ck_assert_ptr_nonnull(in);
	return in;
}

/* The place of the next token, "LINE:COLUMN". */
static const char *place_of(const struct input *in)
{
	static char place[64];
	struct error err;
	uint64_t line, column;
	ck_assert(!input_refuse(in, in->at, &err, "here"));
	ck_assert_int_eq(
		sscanf(err.text, "line %" SCNu64 ", column %" SCNu64 ": here", &line, &column), 2);
	snprintf(place, sizeof place, "%" PRIu64 ":%" PRIu64, line, column);
	return place;
}

START_TEST(tokens_come_whole_with_their_places)
	{
		static const char text[] = "ab\tc\r\n\n  def  -12\n7";
		static const struct {
			const char *token, *place;
		} tokens[] = {
			{"ab", "1:1"}, {"c", "1:4"}, {"def", "3:3"}, {"-12", "3:8"}, {"7", "4:1"}};
		struct input *in = begin(text, sizeof text - 1, pieces[_i]);
		for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
			ck_assert(input_seek(in));
			size_t length = input_token(in);
			ck_assert_uint_eq(length, strlen(tokens[i].token));
			ck_assert_mem_eq(in->at, tokens[i].token, length);
			ck_assert_str_eq(place_of(in), tokens[i].place);
			ck_assert(input_seek(in)); /* it is still there */
			in->at += length;
		}
		ck_assert(!input_seek(in));
		ck_assert(!input_seek(in));
		ck_assert(in->ended && !in->failed);
		input_free(in);
	}
END_TEST

START_TEST(an_input_without_a_token_has_none)
	{
		static const char *const texts[] = {"", " ", "\n\t\r \n"};
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
			struct input *in = begin(texts[i], strlen(texts[i]), pieces[_i]);
			ck_assert(!input_seek(in));
			input_free(in);
		}
	}
END_TEST

/* Each number has its line, and lines are longer and longer, so that ends of blocks fall at any
 * place of them. The bytes are several blocks. */
START_TEST(numbers_and_places_are_right_across_the_ends_of_blocks)
	{
		enum { NUMBERS = 60000, ROOM = 5 * INPUT_BLOCK };
		static char text[ROOM];
		static uint64_t columns[NUMBERS], lines[NUMBERS];
		static int64_t numbers[NUMBERS];
		uint64_t random = 3, line = 1, column = 1;
		size_t used = 0;
		for (int i = 0; i < NUMBERS; i++) {
			int blanks = 1 + (int)random_below(&random, 12);
			numbers[i] = (int64_t)(random_next(&random) >> random_below(&random, 64)) *
				     (random_below(&random, 2) ? 1 : -1);
			for (int k = 0; k < blanks; k++) {
				bool end = random_below(&random, 9) == 0;
				text[used++] = end ? '\n' : ' ';
				line += end;
				column = end ? 1 : column + 1;
			}
			lines[i] = line;
			columns[i] = column;
			int length = sprintf(text + used, "%" PRId64, numbers[i]);
			used += (size_t)length;
			column += (uint64_t)length;
		}
		ck_assert_uint_gt(used, 2 * INPUT_BLOCK);
		static const size_t sizes[] = {INPUT_BLOCK / 3, INPUT_BLOCK - 1, INPUT_BLOCK, 4096};
		struct input *in = begin(text, used, sizes[_i]);
		for (int i = 0; i < NUMBERS; i++) {
			int64_t number;
			char place[64];
			if (i % 97 == 0) {
				ck_assert(input_seek(in));
				snprintf(place, sizeof place, "%" PRIu64 ":%" PRIu64, lines[i],
					columns[i]);
				ck_assert_str_eq(place_of(in), place);
			}
			if (i % 5 == 4) {
				ck_assert_uint_eq(input_skip(in, 1), 1);
				continue;
			}
			ck_assert_uint_eq(input_numbers(in, &number, 1), 1);
			ck_assert_int_eq(number, numbers[i]);
		}
		ck_assert(!input_seek(in));
		input_free(in);
	}
END_TEST

/* A token longer than a block is cut; no number is so long. */
START_TEST(a_token_longer_than_a_block_is_no_number)
	{
		enum { LENGTH = INPUT_BLOCK + 100 };
		static char text[LENGTH];
		int64_t number;
		struct error err = {""};
		memset(text, '1', sizeof text);
		struct input *in = begin(text, sizeof text, pieces[_i] < 9 ? 5000 : pieces[_i]);
		ck_assert(!input_number(in, "a number", 0, 5, &number, &err));
		ck_assert_str_eq(err.text,
			"line 1, column 1: \"1111111111111111111111111111111111111111...\" is not a number");
		input_free(in);
	}
END_TEST

static const struct {
	const char *text;
	size_t taken;
	int64_t numbers[4];
	const char *rest; /* begins with this */
} lists[] = {
	{"1 2 3", 3, {1, 2, 3}, ""},
	{"1 2 3 4 5", 4, {1, 2, 3, 4}, " 5"},
	{"0 -0 000 -1", 4, {0, 0, 0, -1}, ""},
	{"1234567 12345678 -1234567 -12345678", 4, {1234567, 12345678, -1234567, -12345678}, ""},
	{"9223372036854775807 -9223372036854775808", 2, {INT64_MAX, INT64_MIN}, ""},
	{"9223372036854775808", 0, {0}, "9223372036854775808"},
	{"-9223372036854775809", 0, {0}, "-9223372036854775809"},
	{"1 18446744073709551617", 1, {1}, "18446744073709551617"},
	{"7 x", 1, {7}, "x"},
	{"7 8x 9", 1, {7}, "8x"},
	{"7 - 9", 1, {7}, "- 9"},
	{"7 +8", 1, {7}, "+8"},
	{"7 8.", 1, {7}, "8."},
	{"7 1-2", 1, {7}, "1-2"},
	{"7 :8", 1, {7}, ":8"},
	{"7 /8", 1, {7}, "/8"},
	{"7 \xff", 1, {7}, "\xff"},
};

START_TEST(whole_numbers_are_taken_up_to_what_is_none)
	{
		for (size_t i = 0; i < PIECES; i++) {
			int64_t numbers[4];
			struct input *in = begin(lists[_i].text, strlen(lists[_i].text), pieces[i]);
			ck_assert_uint_eq(input_numbers(in, numbers, 4), lists[_i].taken);
			for (size_t k = 0; k < lists[_i].taken; k++)
				ck_assert_int_eq(numbers[k], lists[_i].numbers[k]);
			if (strlen(lists[_i].rest) > 1 && lists[_i].rest[0] != ' ')
				ck_assert(strncmp(in->at, lists[_i].rest, input_token(in)) == 0);
			input_free(in);
			in = begin(lists[_i].text, strlen(lists[_i].text), pieces[i]);
			ck_assert_uint_eq(input_skip(in, 4), lists[_i].taken);
			input_free(in);
		}
	}
END_TEST

static const struct {
	const char *text, *why; /* NULL: it is taken */
} ranges[] = {
	{"3", NULL},
	{"5", NULL},
	{"2", "line 1, column 1: a number is from 3 to 5, not 2"},
	{" 6", "line 1, column 2: a number is from 3 to 5, not 6"},
	{"", "line 1, column 1: the input ends where a number should be"},
	{"\n\n", "line 3, column 1: the input ends where a number should be"},
	{"x\a\x7f", "line 1, column 1: \"x??\" is not a number"},
	{"0000000000000000000000000000000000000000002",
		"line 1, column 1: a number is from 3 to 5, not 0000000000000000000000000000000000000000"},
};

START_TEST(a_number_within_a_range_is_taken_or_refused_with_its_place)
	{
		int64_t number = 0;
		struct error err = {""};
		struct input *in = begin(ranges[_i].text, strlen(ranges[_i].text), 4);
		bool taken = input_number(in, "a number", 3, 5, &number, &err);
		ck_assert_int_eq(taken, ranges[_i].why == NULL);
		if (taken)
			ck_assert_int_eq(number, atoi(ranges[_i].text));
		else
			ck_assert_str_eq(err.text, ranges[_i].why);
		input_free(in);
	}
END_TEST

static ptrdiff_t fail_read(void *context, char *room, size_t size)
{
	int *calls = context;
	(void)size;
	if ((*calls)++ == 0) {
		room[0] = '4';
		return 1;
	}
	errno = EIO;
	return -1;
}

START_TEST(a_stream_that_cannot_be_read_is_told)
	{
		int calls = 0;
		int64_t number;
		struct error err = {""};
		struct input *in = input_create(fail_read, &calls);
		ck_assert(input_number(in, "a number", 3, 5, &number, &err));
		ck_assert_int_eq(number, 4);
		ck_assert(!input_number(in, "a number", 3, 5, &number, &err));
		ck_assert(in->failed);
		ck_assert_str_eq(err.text, "the input cannot be read: Input/output error");
		ck_assert_int_eq(calls, 2);
		input_free(in);
	}
END_TEST

SUITE("bots/solve/input", LOOP(tokens_come_whole_with_their_places, PIECES),
	LOOP(an_input_without_a_token_has_none, PIECES),
	LOOP(numbers_and_places_are_right_across_the_ends_of_blocks, 4),
	LOOP(a_token_longer_than_a_block_is_no_number, PIECES),
	LOOP(whole_numbers_are_taken_up_to_what_is_none, sizeof lists / sizeof *lists),
	LOOP(a_number_within_a_range_is_taken_or_refused_with_its_place,
		sizeof ranges / sizeof *ranges),
	CASE(a_stream_that_cannot_be_read_is_told))
