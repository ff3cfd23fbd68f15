/*
 * answer.c - descriptions and position blocks, line by line: taken, or refused with the reason.
 */
#include "rules/process/answer.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { PLAIN = 0, TEXT = 8192 };

/* Calls take() for each line of the text. Returns whether all were taken. */
static bool each_line(
	const char *text, bool (*take)(const char *line, struct error *err), struct error *err)
{
	char copy[TEXT], *at = copy, *line;
	snprintf(copy, sizeof copy, "%s", text);
	while ((line = strsep(&at, "\n")) != NULL)
		if (*line != '\0' && !take(line, err))
			return false;
	return true;
}

/* --- descriptions ----------------------------------------------------------------------------- */

static struct answer_description description;

static bool take_description(const char *line, struct error *err)
{
	return answer_description_line(&description, line, err);
}

static const struct description_row {
	const char *text, *why; /* why NULL: taken, and written as it is */
} descriptions[] = {
	{"id name go\nseats 2\n", NULL},
	{"id name go-9\nid version 1.2 beta\nseats 2 4\nparam size 9 odd\nparam deal random\nfeature "
	 "board\nfeature forfeit\n",
		NULL},
	{"id name go\nseats 2\nfeature scored\nfeature zero-sum\n", NULL},
	{"seats 2\n", "no line \"id name NAME\""},
	{"id name go\n", "no line \"seats N\""},
	{"id name\nseats 2\n", "the name \"\" is not allowed"},
	{"id name Go\nseats 2\n",
		"the name \"Go\" is not allowed; use 1 to 31 lower-case letters, digits and dashes, a letter first"},
	{"id name 4go\nseats 2\n", "is not allowed"},
	{"id name abcdefghijklmnopqrstuvwxyz-abcdef\nseats 2\n", "is not allowed"},
	{"id name go\nseats\n", "2 to 6"},
	{"id name go\nseats 1\n", "2 to 6"},
	{"id name go\nseats 7\n", "2 to 6"},
	{"id name go\nseats 2x\n", "2 to 6"},
	{"id name go\nseats 3\n", "needs \"feature forfeit\""},
	{"id name go\nseats 2\nfeature zero-sum\n", "needs \"feature scored\""},
	{"id name go\nseats 2\nfeature fly\n", "no feature \"fly\""},
	{"id name go\nseats 2\nparam\n", "the name \"\" is not allowed"},
	{"id name go\nseats 2\nparam size\n", "followed by its default, a word of 1 to 255 bytes"},
	{"id name go\nseats 2\nparam size 8\nparam size 9\n", "stands there twice"},
	{"id name go\nseats 2\nparam a 1\nparam b 1\nparam c 1\nparam d 1\nparam e 1\nparam f 1\nparam g "
	 "1\nparam h 1\nparam i 1\n",
		"more than 8 parameters"},
	{"id name go\nseats 2\nhello\n", "\"hello\" is no line of a description"},
	{"id name go\nseats 2\nid version \x1b[2J\n",
		"has control characters; a line is UTF-8 without control characters"},
	{"id name go\nseats 2\nid version \xe9\n", "has bytes that are not UTF-8"},
	{"id name go\nid name chess\nseats 2\n",
		"there are two lines \"id name\", \"go\" and \"chess\"; a game has one name"},
	{"id name go\nid version 1\nid version 1\nseats 2\n", "there are two lines \"id version\""},
	{"id name go\nseats 2\nseats 4\n", "there are two lines \"seats\""},
	{"id name go\nseats 2\nparam size  none\n",
		"\"param size\" is followed by two blanks, so that its default is missing"},
};
enum { DESCRIPTIONS = sizeof descriptions / sizeof *descriptions };

START_TEST(a_description_is_taken_and_written_back_or_refused_with_the_reason)
	{
		const struct description_row *row = &descriptions[_i];
		char text[ANSWER_DESCRIPTION];
		struct error err;
		error_clear(&err);
		answer_description_begin(&description);
		bool taken = each_line(row->text, take_description, &err) &&
			     answer_description_end(&description, &err);
		ck_assert_msg(taken == (row->why == NULL), "%s: %s", row->text, err.text);
		if (taken) {
			answer_description_write(&description, text);
			ck_assert_str_eq(text, row->text);
		} else {
			ck_assert_msg(strstr(err.text, row->why) != NULL, "%s", err.text);
		}
	}
END_TEST

/* --- blocks ----------------------------------------------------------------------------------- */

static struct answer_block block;
static int block_seats;

static bool take_block(const char *line, struct error *err)
{
	return answer_block_line(&block, &description, block_seats, line, err);
}

static const struct block_row {
	int seats;
	unsigned features;
	const char *text, *why;
} blocks[] = {
	{2, PLAIN, "position a b 1\nturn 1\nlegal x y z\n", NULL},
	{2, PLAIN, "position a\nturn 2\nlegal pass\nkey b\n", NULL},
	{2, PLAIN, "position a\nover\nrank 1 2\n", NULL},
	{2, PLAIN, "position a\nover\nrank 1 1\n", NULL},
	{4, PLAIN, "position a\nover\nrank 1 2 2 4\n", NULL},
	{4, PLAIN, "position a\nover\nrank 4 1 2 2\n", NULL},
	{6, PLAIN, "position a\nover\nrank 1 1 1 1 1 1\n", NULL},
	{3, PLAIN, "position a\nturn 3\nlegal x\nin 1 3\n", NULL},
	{2, ANSWER_SCORED, "position a\nturn 1\nlegal x\nscores 3 9\n", NULL},
	{2, ANSWER_SCORED, "position a\nover\nscores -3 1000000000\n", NULL},
	{2, ANSWER_SCORED | ANSWER_ZERO_SUM, "position a\nover\nscores -3 3\n", NULL},
	{2, PLAIN, "position \xc3\xa4\xe2\x99\x9a\nturn 1\nlegal \xc3\xa4\n", NULL},
	{2, PLAIN, "turn 1\nlegal x\n", "no line \"position TEXT\""},
	{2, PLAIN, "position\nturn 1\nlegal x\n", "the position is empty"},
	{2, PLAIN, "position  a\nturn 1\nlegal x\n", "begins or ends with a blank"},
	{2, PLAIN, "position a \nturn 1\nlegal x\n", "begins or ends with a blank"},
	{2, PLAIN, "position a moves b\nturn 1\nlegal x\n", "the word \"moves\""},
	{2, PLAIN, "position a out2\nturn 1\nlegal x\n", "a seat gave up"},
	{2, PLAIN, "position \xff\nturn 1\nlegal x\n", "has bytes that are not UTF-8; it is"},
	{2, PLAIN, "position \xc0\x80\nturn 1\nlegal x\n", "has bytes that are not UTF-8; it is"},
	{2, PLAIN, "position \xed\xa0\x80\nturn 1\nlegal x\n",
		"has bytes that are not UTF-8; it is"},
	{2, PLAIN, "position \xe2\x80\xae\nturn 1\nlegal x\n", "has control characters; it is"},
	{2, PLAIN, "position \x7f\nturn 1\nlegal x\n", "has control characters; it is"},
	{2, PLAIN, "position a\nposition a\n", "stands there twice"},
	{2, PLAIN, "position a\nlegal x\n", "no line \"turn SEAT\" or \"over\""},
	{2, PLAIN, "position a\nturn 1\nover\nlegal x\n", "both \"turn 1\" and \"over\""},
	{2, PLAIN, "position a\nturn 0\nlegal x\n", "names no seat of the game, 1 to 2"},
	{2, PLAIN, "position a\nturn 3\nlegal x\n", "names no seat of the game, 1 to 2"},
	{2, PLAIN, "position a\nturn 1 2\nlegal x\n", "names no seat"},
	{2, PLAIN, "position a\nturn 1x\nlegal x\n", "names no seat"},
	{2, PLAIN, "position a\nturn 99999999999999999999\nlegal x\n", "names no seat"},
	{2, PLAIN, "position a\nturn 1\n", "no legal move"},
	{2, PLAIN, "position a\nturn 1\nlegal\n", "no legal move"},
	{2, PLAIN, "position a\nturn 1\nlegal x x\n", "\"x\" stands there twice"},
	{2, PLAIN, "position \xc2\x85\nturn 1\nlegal x\n", "has control characters; it is"},
	{2, PLAIN,
		"position a\nturn 1\nlegal \xe9"
		"a\n",
		"the move \"?a\" has bytes that are not UTF-8; it is UTF-8 without control characters"},
	{2, PLAIN, "position a\nturn 1\nlegal \x1b\n", "the move \"?\" has control characters"},
	{2, PLAIN, "position a\nturn 1\nlegal x\nkey \xe9\n",
		"the key has bytes that are not UTF-8"},
	{2, PLAIN, "position a\nturn 1\nlegal x\nkey\n",
		"the key has 0 bytes; it is a text of 1 to 1023"},
	{2, PLAIN, "position a\nturn 1\nlegal x,y\n", "a comma"},
	{2, PLAIN, "position a\nturn 1\nlegal \"x\n", "a quotation mark"},
	{2, PLAIN, "position a\nturn 1\nlegal resign\n", "a word of the bots' protocol"},
	{2, PLAIN, "position a\nturn 1\nlegal 12345678901234567890123456789012\n",
		"has 32 bytes; a move has 1 to 31"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 0 1 2\n", "no list of different seats"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 1 4\n", "no list of different seats"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 1 1\n", "no list of different seats"},
	{2, PLAIN, "position a\nturn 1\nlegal x\nrank 1 2\n", "but seat 1 has the turn"},
	{2, PLAIN, "position a\nover\n", "there is no rank"},
	{2, PLAIN, "position a\nover now\nrank 1 2\n", "after \"over\" comes nothing"},
	{2, PLAIN, "position a\nover\nlegal x\nrank 1 2\n", "there are legal moves"},
	{2, PLAIN, "position a\nover\nrank 1\n", "no 2 whole numbers"},
	{2, PLAIN, "position a\nover\nrank 1 2 2\n", "more than 2 numbers"},
	{2, PLAIN, "position a\nover\nrank 2 2\n", "is no ranking"},
	{2, PLAIN, "position a\nover\nrank 1 3\n", "is no ranking"},
	{2, PLAIN, "position a\nover\nrank 0 1\n", "is no ranking"},
	{4, PLAIN, "position a\nover\nrank 1 2 2 3\n", "is no ranking"},
	{4, PLAIN, "position a\nover\nrank 1 2 3 7\n", "no 4 whole numbers"},
	{2, PLAIN, "position a\nover\nscores 1 2\n", "no \"feature scored\""},
	{2, PLAIN, "position a\nover\nrank 1 2\nscores 1 2\n", "no \"feature scored\""},
	{2, ANSWER_SCORED, "position a\nover\nrank 1 2\n", "it is scores"},
	{2, ANSWER_SCORED, "position a\nover\n", "there are no scores"},
	{2, ANSWER_SCORED, "position a\nover\nscores 1 1000000001\n", "no 2 whole numbers"},
	{2, ANSWER_SCORED, "position a\nover\nscores 1 1.5\n", "no 2 whole numbers"},
	{2, ANSWER_SCORED | ANSWER_ZERO_SUM, "position a\nover\nscores 1 1\n",
		"does not add up to 0"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 2 3\n", "does not name it"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 1\n", "one seat only"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 1 1\n", "no list of different seats"},
	{3, PLAIN, "position a\nturn 1\nlegal x\nin 1 4\n", "no list of different seats"},
	{3, PLAIN, "position a\nover\nrank 1 1 1\nin 1 2\n", "but \"in\" names seats"},
	{2, PLAIN, "position a\nturn 1\nlegal x\nkey \x01\n", "the key has control characters"},
	{2, PLAIN, "hello\n", "\"hello\" is no line of a position"},
	{2, PLAIN, "positions a\n", "is no line of a position"},
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

static bool read_block(const struct block_row *row, const char *text, struct error *err)
{
	description.features = row->features;
	block_seats = row->seats;
	error_clear(err);
	answer_block_begin(&block);
	return each_line(text, take_block, err) &&
	       answer_block_end(&block, &description, row->seats, err);
}

START_TEST(a_block_is_taken_and_written_back_or_refused_with_the_reason)
	{
		static char text[ANSWER_BLOCK];
		const struct block_row *row = &blocks[_i];
		struct error err;
		bool taken = read_block(row, row->text, &err);
		ck_assert_msg(taken == (row->why == NULL), "%s: %s", row->text, err.text);
		if (!taken) {
			ck_assert_msg(
				strstr(err.text, row->why) != NULL, "%s: %s", row->text, err.text);
			ck_assert(answer_is_printable(err.text));
			return;
		}
		answer_block_write(&block, &description, row->seats, text);
		struct answer_block first = block;
		ck_assert_msg(read_block(row, text, &err), "%s: %s", text, err.text);
		ck_assert_str_eq(block.position, first.position);
		ck_assert_str_eq(block.key, first.key);
		ck_assert_int_eq(block.turn, first.turn);
		ck_assert_int_eq(block.in, first.in);
		ck_assert_int_eq(block.count, first.count);
		ck_assert_mem_eq(block.moves, first.moves, first.moves_length);
		ck_assert_mem_eq(block.scores, first.scores, sizeof first.scores);
	}
END_TEST

START_TEST(ranks_become_scores_that_rank_the_same)
	{
		const struct block_row row = {4, PLAIN, NULL, NULL};
		struct error err;
		int ranks[4];
		ck_assert(read_block(&row, "position a\nover\nrank 3 1 3 2\n", &err));
		rules_ranks(block.scores, 4, ranks);
		ck_assert_mem_eq(ranks, ((int[]){3, 1, 3, 2}), sizeof ranks);
		const struct block_row two = {2, PLAIN, NULL, NULL};
		ck_assert(read_block(&two, "position a\nover\nrank 2 1\n", &err));
		ck_assert_int_eq(block.scores[0], -1);
		ck_assert_int_eq(block.scores[1], 1);
	}
END_TEST

START_TEST(as_many_moves_as_there_may_be_are_taken_and_one_more_is_not)
	{
		static char line[ANSWER_MOVES];
		struct error err;
		for (int count = MOVES_MAX; count <= MOVES_MAX + 1; count++) {
			size_t used = (size_t)sprintf(line, "legal");
			for (int i = 0; i < count; i++)
				used += (size_t)sprintf(line + used, " m%d", i);
			answer_block_begin(&block);
			ck_assert(answer_block_line(&block, &description, 2, line, &err) ==
				  (count == MOVES_MAX));
		}
		ck_assert_msg(strstr(err.text, "more than 2048") != NULL, "%s", err.text);
	}
END_TEST

/* --- texts ------------------------------------------------------------------------------------ */

START_TEST(a_quoted_text_is_short_and_printable_whatever_the_bytes_are)
	{
		char text[300], quote[ANSWER_QUOTE];
		uint64_t random = 1;
		for (int round = 0; round < 10000; round++) {
			size_t length = random_below(&random, sizeof text - 1);
			for (size_t i = 0; i < length; i++)
				text[i] = (char)(1 + random_below(&random, 255));
			text[length] = '\0';
			answer_quote(quote, text);
			ck_assert_uint_lt(strlen(quote), ANSWER_QUOTE);
			ck_assert(answer_is_printable(quote));
			size_t room = 16 + random_below(&random, sizeof quote - 15);
			ck_assert_uint_lt(strlen(answer_quote_end(quote, room, text)), room);
			ck_assert(answer_is_printable(quote));
		}
		ck_assert_str_eq(answer_quote(quote, "a\x1b[2J\xc3\xa4"), "a?[2J\xc3\xa4");
		ck_assert_str_eq(answer_quote_end(quote, 16, "it is short\x01"), "it is short?");
		ck_assert_str_eq(
			answer_quote_end(quote, 16, "it is long, and the cause"), "...he cause");
		ck_assert_str_eq(
			answer_quote_end(quote, 16, "it is long, \xc3\xa4r cause"), "...r cause");
	}
END_TEST

static const struct value_row {
	int seats;
	const char *line, *why;
} values[] = {
	{2, "value 5 -5", NULL},
	{3, "value 5 -5 0", NULL},
	{2, "value -1000000 1000000", NULL},
	{2, "value 5 5", "does not add up to 0"},
	{2, "value 5", "no 2 whole numbers"},
	{2, "value 5 -5 0", "more than 2 numbers"},
	{2, "value -1000001 1000001", "no 2 whole numbers"},
	{2, "values 5 -5", "is no line \"value\""},
};

START_TEST(an_evaluation_is_a_number_for_each_seat_with_the_sum_0)
	{
		const struct value_row *row = &values[_i];
		int64_t numbers[SEATS_MAX];
		struct error err;
		bool taken = answer_values(row->line, row->seats, numbers, &err);
		ck_assert(taken == (row->why == NULL));
		ck_assert_msg(taken || strstr(err.text, row->why) != NULL, "%s", err.text);
	}
END_TEST

SUITE("rules/process/answer",
	LOOP(a_description_is_taken_and_written_back_or_refused_with_the_reason, DESCRIPTIONS),
	LOOP(a_block_is_taken_and_written_back_or_refused_with_the_reason, BLOCKS),
	CASE(ranks_become_scores_that_rank_the_same),
	CASE(as_many_moves_as_there_may_be_are_taken_and_one_more_is_not),
	CASE(a_quoted_text_is_short_and_printable_whatever_the_bytes_are),
	LOOP(an_evaluation_is_a_number_for_each_seat_with_the_sum_0,
		sizeof values / sizeof *values))
