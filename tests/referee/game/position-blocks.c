/*
 * Answers of a rules program: lines of records that carry them, hostile lines, and games that are
 * judged by them alone. The game is a race of two seats to 3, made up here.
 */
#include "referee/game/position-blocks.h"

#include <string.h>

#include "referee/game/move-list.h"
#include "referee/game/rejudge.h"
#include "rules/process/rules-process.h"
#include "tests/lib/suite.h"

static const char blocks_description[] = "id name race\nid version 1\nseats 2\n";

static const struct db_position blocks_of_game[] = {
	{"start", "position 0 0\nturn 1\nlegal 1 2\n"},
	{"play 2", "position 2 0\nturn 2\nlegal 1 2\n"},
	{"play 1", "position 2 1\nturn 1\nlegal 1\n"},
	{"play 1", "position 3 1\nover\nrank 1 2\n"},
};
enum { BLOCKS = sizeof blocks_of_game / sizeof *blocks_of_game };

static const struct db_move blocks_moves[] = {{.seat = 1, .text = "2", .ply = 1},
	{.seat = 2, .text = "1", .ply = 2}, {.seat = 1, .text = "1", .ply = 3}};

/* --- lines ------------------------------------------------------------------------------------ */

static const struct {
	const char *line;
	bool good;
} blocks_lines[] = {
	/* clang-format off */
	{"question start", true},
	{"question start", false},	      /* the first is not answered */
	{"answer position 0 0\\nturn 1\\n", true},
	{"answer legal 1 2\\n", true},	      /* another piece */
	{"question start", false},	      /* it began already */
	{"question read", false},
	{"question play ", false},
	{"question play a b", false},
	{"question play a,b", false},
	{"question play 12345678901234567890123456789012", false}, /* too long for a move */
	{"question forfeit 0", false},
	{"question forfeit 7", false},
	{"question forfeit 12", false},
	{"question board", false},
	{"answer", false},		      /* nothing */
	{"answer a\\x00b", false},
	{"answer a\\x1bb", false},
	{"answer a\\x7fb", false},
	{"question forfeit 2", true},
	{"answer x\\n", true},
	{"question play 2", true},
	/* clang-format on */
};

START_TEST(only_questions_and_answers_in_their_order_are_taken)
	{
		struct position_blocks b = {.all = NULL};
		struct record r;
		char line[256];
		for (size_t i = 0; i < sizeof blocks_lines / sizeof *blocks_lines; i++) {
			strcpy(line, blocks_lines[i].line);
			ck_assert(record_read(&r, line));
			ck_assert_msg(position_blocks_add_line(&b, &r) == blocks_lines[i].good,
				"%s", blocks_lines[i].line);
		}
		ck_assert_int_eq(b.count, 3);
		ck_assert_str_eq(b.all[0].answer, "position 0 0\nturn 1\nlegal 1 2\n");
		position_blocks_clear(&b);
	}
END_TEST

START_TEST(an_answer_is_bounded)
	{
		struct position_blocks b = {.all = NULL};
		char piece[4096];
		int pieces = 0;
		memset(piece, 'x', sizeof piece);
		ck_assert(position_blocks_add_question(&b, "start"));
		while (pieces < 100 && position_blocks_add_answer(&b, piece, sizeof piece))
			pieces++;
		ck_assert_int_eq(pieces, (RULES_PROCESS_BLOCK - 1) / (int)sizeof piece);
		position_blocks_clear(&b);
	}
END_TEST

static void blocks_take_written(void *arg, const struct record *r)
{
	char line[RECORD_LINE + 1];
	struct record again;
	size_t length = record_write(r, line, RECORD_LINE);
	ck_assert_int_eq(line[length - 1], '\n');
	line[length - 1] = '\0';
	ck_assert_ptr_null(strchr(line, '\n'));
	ck_assert(record_read(&again, line));
	ck_assert(position_blocks_add_line(arg, &again));
}

/* Of every length around those of a line, with bytes that a line escapes. */
START_TEST(what_is_written_as_lines_is_read_back)
	{
		static char answer[12400];
		for (size_t length = 1; length < sizeof answer; length += length < 70 ? 1 : 257) {
			struct position_blocks b = {.all = NULL};
			for (size_t i = 0; i < length; i++)
				answer[i] = "\\n \nx"[(i + length) % 5];
			answer[length] = '\0';
			position_blocks_put(
				&(struct db_position){"start", answer}, blocks_take_written, &b);
			ck_assert_int_eq(b.count, 1);
			ck_assert_str_eq(b.all[0].question, "start");
			ck_assert_str_eq(b.all[0].answer, answer);
			position_blocks_clear(&b);
		}
	}
END_TEST

/* --- judging ---------------------------------------------------------------------------------- */

static void blocks_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	char *seen = arg;
	if (*seen == '\0')
		strcpy(seen, rejudge_value_names[m->value]);
}

/* The first value that is wrong in a game; "": none. */
static const char *blocks_judge(struct db_game *g, const struct db_position *all, int count)
{
	static char seen[64];
	struct error err;
	const struct rejudge_options options = {
		.description = blocks_description, .seats = 2, .endings = REJUDGE_DEFINED};
	struct rejudge *judge = rejudge_create(&options, &err);
	ck_assert_msg(judge->setup != NULL, "%s", err.text);
	*seen = '\0';
	judge->mismatch = blocks_on_mismatch;
	judge->arg = seen;
	g->positions = all;
	g->positions_count = count;
	rejudge_game(judge, g);
	rejudge_free(judge);
	return seen;
}

static struct db_game blocks_game(void)
{
	return (struct db_game){.opening = "",
		.final = "3 1",
		.reason = "normal",
		.seats = 2,
		.plies = 3,
		.moves_count = 3,
		.moves = blocks_moves,
		.seat = {{.rank = 1, .points = 1, .verdict = "ok"},
			{.rank = 2, .points = 0, .verdict = "ok"}}};
}

/* One answer is replaced. */
static const struct {
	int block;
	const char *question, *answer, *wrong;
} blocks_faults[] = {
	{0, "start", "position 0 0\nturn 1\nlegal 1 2\n", ""},
	{0, "start", "position 0 0\nturn 3\nlegal 1 2\n", "what the rules answered"},
	{0, "start", "position 0 0\nturn 2\nlegal 1 2\n", "seat"},
	{0, "start", "position 0 0\nturn 1\nlegal 1\n", "move"},
	{0, "start", "turn 1\nlegal 1 2\n", "what the rules answered"},
	{0, "start", "position 0 0\nturn 1\n", "what the rules answered"},
	{0, "start", "\xff\xfe\n", "what the rules answered"},
	{1, "play 2", "position 0 0\nturn 2\nlegal 1 2\n", "what the rules answered"},
	{1, "play 1", "position 2 0\nturn 2\nlegal 1 2\n", "move"},
	{1, "forfeit 1", "position 2 0\nturn 2\nlegal 1 2\n", "move"},
	{3, "play 1", "position 3 1\nover\nrank 2 1\n", "rank"},
	{3, "play 1", "position 3 1\nover\nrank 2 2\n", "what the rules answered"},
	{3, "play 1", "position 3 2\nover\nrank 1 2\n", "final"},
	{3, "play 1", "position 3 1\nturn 2\nlegal 1\n", "reason"},
};

START_TEST(a_game_is_judged_by_the_answers_alone)
	{
		struct db_game g = blocks_game();
		struct db_position all[BLOCKS];
		memcpy(all, blocks_of_game, sizeof all);
		all[blocks_faults[_i].block].question = blocks_faults[_i].question;
		all[blocks_faults[_i].block].answer = blocks_faults[_i].answer;
		ck_assert_str_eq(blocks_judge(&g, all, BLOCKS), blocks_faults[_i].wrong);
	}
END_TEST

START_TEST(a_game_that_lacks_answers_is_wrong)
	{
		for (int count = 0; count < BLOCKS; count++) {
			struct db_game g = blocks_game();
			ck_assert_str_ne(blocks_judge(&g, blocks_of_game, count), "");
		}
	}
END_TEST

/* --- records ---------------------------------------------------------------------------------- */

START_TEST(a_record_is_read_without_the_program_and_written_again)
	{
		static struct setup setup;
		struct position at;
		struct move_list h;
		struct move_list_result said;
		struct error err;
		const struct rules *rules = rules_process_offline(blocks_description, 0, &err);
		ck_assert_ptr_nonnull(rules);
		ck_assert(setup_init(&setup, rules, 2, 1, NULL, 0, &err));
		ck_assert(position_blocks_restore(&setup, blocks_of_game, BLOCKS, &at, &err));
		move_list_init(&h, &setup, "");
		for (int i = 0; i < 3; i++)
			move_list_add_move(&h, blocks_moves[i].seat, blocks_moves[i].text, NULL);
		char *text = move_list_text(&h, NULL, 0), *copy = strdup(text);
		move_list_clear(&h);
		rules_process_close(rules);
		ck_assert_ptr_nonnull(strstr(text, "question play 2\nanswer position 2 0\\n"));
		ck_assert_msg(move_list_parse(&h, &setup, &said, copy, &err), "%s", err.text);
		ck_assert_int_eq(h.count, 3);
		ck_assert_int_eq(h.blocks.count, BLOCKS);
		char *again = move_list_text(&h, NULL, 0);
		ck_assert_str_eq(again, text);
		ck_assert_msg(move_list_add_departures(&h, &said.ends, &err), "%s", err.text);
		move_list_clear(&h);
		free(again);
		free(copy);
		free(text);
	}
END_TEST

SUITE("judging/position-blocks", CASE(only_questions_and_answers_in_their_order_are_taken),
	CASE(an_answer_is_bounded), CASE(what_is_written_as_lines_is_read_back),
	LOOP(a_game_is_judged_by_the_answers_alone, sizeof blocks_faults / sizeof *blocks_faults),
	CASE(a_game_that_lacks_answers_is_wrong),
	CASE(a_record_is_read_without_the_program_and_written_again))
