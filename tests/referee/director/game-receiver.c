/*
 * A game that arrives line by line: what each line leaves in it, the bounds of each number, the
 * logs of conversations, and whom the receiver calls.
 */
#include "referee/director/game-receiver.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"

enum { ROOM = 1 << 17 };

/* --- the parser ----------------------------------------------------------------------------- */

static char text[ROOM]; /* the parser cuts it up */

static enum record_parser_status parse(struct record_parser *parser, const char *line)
{
	snprintf(text, sizeof text, "%s", line);
	return record_parser_line(parser, text);
}

/* Parses lines, of which each but the last only adds something. */
static enum record_parser_status parse_all(struct record_parser *parser, const char *lines)
{
	enum record_parser_status status = RECORD_PARSER_MORE;
	char *copy = strdup(lines), *rest = copy, *line;
	while ((line = strsep(&rest, "\n")) != NULL && (rest == NULL || *rest != '\0')) {
		status = parse(parser, line);
		if (rest == NULL)
			break;
		ck_assert_msg(status == RECORD_PARSER_MORE, "%s", line);
	}
	if (rest != NULL) /* the text ends with a newline */
		status = parse(parser, line);
	free(copy);
	return status;
}

#define RECORD                                                                                     \
	"game 77 1000\n"                                                                           \
	"move 1 a1 10 11 12 13 -14 15\n"                                                           \
	"info 1 16 17 b1 c1\n"                                                                     \
	"string 1 say \\\\ this\n"                                                                 \
	"move 2 b1 20 - - - - -\n"                                                                 \
	"string 2 alone\n"                                                                         \
	"seat 1 2 crash it\\x1b ended\n"                                                           \
	"evidence 1 move 30 31 32 33 34\n"                                                         \
	"asked 1 go\\nnow\n"                                                                       \
	"said 1 a\\x00b\n"                                                                         \
	"stderr 1 one \n"                                                                          \
	"stderr 1 two\n"                                                                           \
	"seat 2 1 ok\n"                                                                            \
	"stderr 2 \\xff!\n"                                                                        \
	"end crash 2000 3/3/3 x 1"

START_TEST(each_field_of_a_record_is_kept)
	{
		struct record_parser parser = {.begun = false};
		ck_assert_int_eq(parse_all(&parser, RECORD), RECORD_PARSER_GAME);
		const struct db_game *game = &parser.game;
		const struct db_seat *seat = game->seat;
		const struct db_failure *failure = &seat[0].failure;
		ck_assert_uint_eq(parser.pairing, 77);
		ck_assert(!parser.begun);
		ck_assert_int_eq(game->started_ms, 1000);
		ck_assert_int_eq(game->ended_ms, 2000);
		ck_assert_str_eq(game->reason, "crash");
		ck_assert_str_eq(game->final, "3/3/3 x 1");
		ck_assert_int_eq(game->plies, 2);
		ck_assert_int_eq(game->moves_count, 2);
		const struct db_move *m = game->moves;
		ck_assert_int_eq(m[0].seat, 1);
		ck_assert_int_eq(m[0].ply, 1);
		ck_assert_str_eq(m[0].text, "a1");
		ck_assert_int_eq(m[0].wall_us, 10);
		ck_assert_int_eq(m[0].cpu_us, 11);
		ck_assert_int_eq(m[0].wait_us, 12);
		ck_assert_int_eq(m[0].depth, 13);
		ck_assert_int_eq(m[0].score, -14);
		ck_assert_int_eq(m[0].nodes, 15);
		ck_assert_int_eq(m[1].seat, 2);
		ck_assert_int_eq(m[1].ply, 2);
		ck_assert_str_eq(m[1].text, "b1");
		ck_assert_int_eq(m[1].wall_us, 20);
		ck_assert_int_eq(m[1].cpu_us, UNKNOWN);
		ck_assert_int_eq(m[1].wait_us, UNKNOWN);
		ck_assert_int_eq(m[1].depth, INT64_MIN);
		ck_assert_int_eq(m[1].score, INT64_MIN);
		ck_assert_int_eq(m[1].nodes, INT64_MIN);
		ck_assert_int_eq(game->infos_count, 2);
		ck_assert_int_eq(game->infos[0].ply, 1);
		ck_assert_int_eq(game->infos[0].seldepth, 16);
		ck_assert_int_eq(game->infos[0].nps, 17);
		ck_assert_str_eq(game->infos[0].pv, "b1 c1");
		ck_assert_str_eq(game->infos[0].text, "say \\ this");
		ck_assert_int_eq(game->infos[1].ply, 2);
		ck_assert_int_eq(game->infos[1].seldepth, INT64_MIN);
		ck_assert_int_eq(game->infos[1].nps, INT64_MIN);
		ck_assert_ptr_null(game->infos[1].pv);
		ck_assert_str_eq(game->infos[1].text, "alone");
		ck_assert_int_eq(game->seats, 2);
		ck_assert_int_eq(seat[0].rank, 2);
		ck_assert_str_eq(seat[0].verdict, "crash");
		ck_assert_str_eq(seat[0].detail, "it\\x1b ended");
		ck_assert_str_eq(seat[0].stderr_tail, "one two");
		ck_assert_uint_eq(seat[0].stderr_length, 7);
		ck_assert_str_eq(failure->phase, "move");
		ck_assert_int_eq(failure->limit_us, 30);
		ck_assert_int_eq(failure->wall_us, 31);
		ck_assert_int_eq(failure->cpu_us, 32);
		ck_assert_int_eq(failure->wait_us, 33);
		ck_assert_int_eq(failure->exit_status, 34);
		ck_assert_int_eq(failure->signal, UNKNOWN);
		ck_assert_str_eq(failure->asked, "go\nnow");
		ck_assert_uint_eq(failure->said_length, 3);
		ck_assert_mem_eq(failure->said, "a\0b", 4);
		ck_assert_int_eq(seat[1].rank, 1);
		ck_assert_str_eq(seat[1].verdict, "ok");
		ck_assert_ptr_null(seat[1].detail);
		ck_assert_ptr_null(seat[1].failure.phase);
		ck_assert_str_eq(seat[1].stderr_tail, "\\xff!");
		ck_assert_uint_eq(seat[1].stderr_length, 5);
		record_parser_clear(&parser);
		ck_assert_ptr_null(parser.moves);
	}
END_TEST

/* A game leaves nothing behind, whether it came to its end or was void. */
START_TEST(the_next_record_begins_with_nothing)
	{
		static const char next[] = "game 78 3000\nmove 1 c1 1 - - - - -\n"
					   "seat 1 1 ok\nseat 2 2 ok\nend normal 4000 x";
		static const char *const before[] = {
			"end crash 2000 3/3/3 x 1", "void 77 a reason"};
		struct record_parser parser = {.begun = false};
		char *whole = strdup(RECORD);
		*strstr(whole, "end crash") = '\0';
		ck_assert_int_eq(parse_all(&parser, whole), RECORD_PARSER_MORE);
		ck_assert_int_eq(parse(&parser, before[_i]) == RECORD_PARSER_VOID, _i == 1);
		ck_assert_uint_eq(parser.pairing, 77);
		ck_assert(!parser.begun);
		ck_assert_int_eq(parse_all(&parser, next), RECORD_PARSER_GAME);
		ck_assert_uint_eq(parser.pairing, 78);
		ck_assert_int_eq(parser.game.moves_count, 1);
		ck_assert_str_eq(parser.game.moves[0].text, "c1");
		ck_assert_int_eq(parser.game.infos_count, 0);
		ck_assert_int_eq(parser.game.seats, 2);
		ck_assert_ptr_null(parser.game.seat[0].stderr_tail);
		ck_assert_ptr_null(parser.game.seat[0].failure.phase);
		ck_assert_ptr_null(parser.game.seat[0].detail);
		free(whole);
		record_parser_clear(&parser);
	}
END_TEST

#define GAME  "game 1 0\n"
#define MOVE  GAME "move 1 a1 0 - - - - -\n"
#define FAULT MOVE "seat 1 2 time x\n"

/* Lines, of which the last is taken, or is bad: one value on either side of each bound. */
static const struct {
	const char *lines;
	bool good;
} bounds[] = {
	{"game 1 0", true},
	{"game 1 -1", false},
	{"game 1 253402300799999", true}, /* the last ms of the year 9999 */
	{"game 1 253402300800000", false},
	{GAME "move 1 a1 1000000000000000 - - - - -", true},
	{GAME "move 1 a1 1000000000000001 - - - - -", false},
	{GAME "move 1 a1 0 1000000000000000 - - - -", true},
	{GAME "move 1 a1 0 1000000000000001 - - - -", false},
	{GAME "move 1 a1 0 -1 - - - -", false},
	{GAME "move 1 a1 0 - 1000000000000000 - - -", true},
	{GAME "move 1 a1 0 - 1000000000000001 - - -", false},
	{GAME "move 1 a1 0 - -1 - - -", false},
	{GAME "move 1 a1 - - - - - -", false},
	{GAME "move 6 a1 0 - - - - -", true},
	{GAME "move 7 a1 0 - - - - -", false},
	{GAME "move 1 a23456789012345678901234567890 0 - - - - -", true}, /* of 32 with the NUL */
	{GAME "move 1 a234567890123456789012345678901 0 - - - - -", true},
	{GAME "move 1 a2345678901234567890123456789012 0 - - - - -", false},
	{MOVE "info 1 0 0", true},
	{MOVE "info 1 - - ", true},
	{MOVE "info 1 -1 0", false},
	{MOVE "info 1 0 -1", false},
	{MOVE "info 1 -1 -", false},
	{MOVE "info 1 - -1", false},
	{MOVE "info 2 0 0", false},
	{MOVE "string 1 x", true},
	{MOVE "string 1", false},
	{MOVE "string 1 x\nstring 1 x", false},
	{MOVE "info 1 0 0 x\ninfo 1 0 0", false},
	{MOVE "seat 1 1 ok", true},
	{MOVE "seat 2 1 ok", false},
	{MOVE "seat 1 0 ok", false},
	{MOVE "seat 1 6 ok", true},
	{MOVE "seat 1 7 ok", false},
	{MOVE "seat 1 - ok", false},
	{MOVE "seat 1 1 ok\ninfo 1 0 0", false},
	{MOVE "seat 1 1 ok\nmove 2 b1 0 - - - - -", false},
	{MOVE "seat 1 1 ok\nevidence 1 move 0 0 0 0 0", false},
	{MOVE "seat 1 1 resign\nevidence 1 move 0 0 0 0 0", false},
	{FAULT "evidence 1 move 0 0 0 0 255", true},
	{FAULT "evidence 1 move 0 0 0 0 256", false},
	{FAULT "evidence 1 move 0 0 0 0 -64", true},
	{FAULT "evidence 1 move 0 0 0 0 -65", false},
	{FAULT "evidence 1 start - - - - -", true},
	{FAULT "evidence 1 newgame 0 0 0 0 0", true},
	{FAULT "evidence 1 end 0 0 0 0 0", false},
	{FAULT "evidence 2 move 0 0 0 0 0", false},
	{FAULT "evidence 1 move -1 0 0 0 0", false},
	{FAULT "evidence 1 move 0 -1 0 0 0", false},
	{FAULT "evidence 1 move 0 0 -1 0 0", false},
	{FAULT "evidence 1 move 0 0 0 -1 0", false},
	{FAULT "evidence 1 move 1000000000000001 0 0 0 0", false},
	{FAULT "evidence 1 move 0 1000000000000001 0 0 0", false},
	{FAULT "evidence 1 move 0 0 1000000000000001 0 0", false},
	{FAULT "evidence 1 move 0 0 0 1000000000000001 0", false},
	{FAULT "evidence 1 move 0 0 0 0 0\nevidence 1 move 0 0 0 0 0", false},
	{FAULT "asked 1 x", false},
	{FAULT "said 1 x", false},
	{FAULT "evidence 1 move 0 0 0 0 0\nasked 1 x", true},
	{FAULT "evidence 1 move 0 0 0 0 0\nsaid 1 x", true},
	{FAULT "evidence 1 move 0 0 0 0 0\nasked 1 x\nasked 1 x", false},
	{FAULT "evidence 1 move 0 0 0 0 0\nsaid 1 x\nsaid 1 x", false},
	{FAULT "stderr 1 x\nstderr 1 x", true},
	{FAULT "stderr 1 x\nevidence 1 move 0 0 0 0 0\nstderr 1 x", false},
	{FAULT "stderr 2 x", false},
	{FAULT "program x", false},
	{FAULT "end normal 0 x", false}, /* of one seat */
	{FAULT "seat 2 1 ok\nend normal 253402300800000 x", false},
	{FAULT "seat 2 1 ok\nend normal -1 x", false},
	{FAULT "game 2 0", false},
	{"move 1 a1 0 - - - - -", false},
	{"seat 1 1 ok", false},
	{"option 1 x", false},
	{"void 1 x\x7f", false},
	{"void 1 x\x1f", false},
	{"nothing", false},
};

START_TEST(each_number_of_a_record_has_its_bounds)
	{
		struct record_parser parser = {.begun = false};
		enum record_parser_status status = parse_all(&parser, bounds[_i].lines);
		ck_assert_msg(status == (bounds[_i].good ? RECORD_PARSER_MORE : RECORD_PARSER_BAD),
			"%s: %d", bounds[_i].lines, status);
		record_parser_clear(&parser);
	}
END_TEST

/* An end is taken at its bound too; only a whole game is a game. */
START_TEST(a_game_may_end_until_the_year_9999)
	{
		struct record_parser parser = {.begun = false};
		ck_assert_int_eq(
			parse_all(&parser, FAULT "seat 2 1 ok\nend normal 253402300799999 x"),
			RECORD_PARSER_GAME);
		ck_assert_int_eq(parser.game.ended_ms, 253402300799999);
		record_parser_clear(&parser);
	}
END_TEST

/* Parses lines, and then a word and this number of bytes. */
static enum record_parser_status parse_long(
	struct record_parser *parser, const char *lines, const char *word, int bytes)
{
	char *line = malloc((size_t)bytes + strlen(word) + 1);
	sprintf(line, "%s%0*d", word, bytes, 7);
	if (*lines != '\0')
		ck_assert_int_eq(parse_all(parser, lines), RECORD_PARSER_MORE);
	enum record_parser_status status = parse(parser, line);
	free(line);
	return status;
}

START_TEST(each_text_of_a_record_has_its_bound)
	{
		static const struct {
			const char *lines, *word;
			int most;
		} rows[] = {
			{MOVE, "info 1 - - ", 512},
			{MOVE, "string 1 ", 512},
			{FAULT, "stderr 1 ", RECORD_LINE},
		};
		for (int more = 0; more < 2; more++) {
			struct record_parser parser = {.begun = false};
			ck_assert_int_eq(parse_long(&parser, rows[_i].lines, rows[_i].word,
						 rows[_i].most + more),
				more == 1 ? RECORD_PARSER_BAD : RECORD_PARSER_MORE);
			record_parser_clear(&parser);
		}
	}
END_TEST

/* The parts of a stderr count together. */
START_TEST(the_parts_of_a_text_are_counted_together)
	{
		struct record_parser parser = {.begun = false};
		ck_assert_int_eq(
			parse_long(&parser, FAULT, "stderr 1 ", 1 << 14), RECORD_PARSER_MORE);
		ck_assert_int_eq(
			parse_long(&parser, "", "stderr 1 ", (1 << 14) - 1), RECORD_PARSER_MORE);
		ck_assert_int_eq(parse(&parser, "stderr 1 x"), RECORD_PARSER_MORE);
		ck_assert_int_eq(parse(&parser, "stderr 1 x"), RECORD_PARSER_BAD);
		record_parser_clear(&parser);
	}
END_TEST

/* Room grows with the moves. */
START_TEST(a_long_game_keeps_all_its_moves)
	{
		struct record_parser parser = {.begun = false};
		char line[64];
		parse(&parser, "game 1 0");
		for (int i = 1; i <= 300; i++) {
			sprintf(line, "move %d m%d %d - - - - -", 1 + i % 2, i, i);
			ck_assert_int_eq(parse(&parser, line), RECORD_PARSER_MORE);
			sprintf(line, "info %d %d -", 1 + i % 2, i);
			ck_assert_int_eq(parse(&parser, line), RECORD_PARSER_MORE);
		}
		ck_assert_int_eq(parse_all(&parser, "seat 1 1 ok\nseat 2 2 ok\nend normal 1 x"),
			RECORD_PARSER_GAME);
		for (int i = 1; i <= 300; i++) {
			sprintf(line, "m%d", i);
			ck_assert_str_eq(parser.game.moves[i - 1].text, line);
			ck_assert_int_eq(parser.game.moves[i - 1].wall_us, i);
			ck_assert_int_eq(parser.game.infos[i - 1].seldepth, i);
		}
		record_parser_clear(&parser);
	}
END_TEST

/* --- the conversations ---------------------------------------------------------------------- */

/* The bytes of a file of the test's folder, in a static buffer; NULL: it is not there. */
static const char *content(const char *name)
{
	static char bytes[ROOM];
	FILE *in = fopen(fixture_path(name), "r");
	if (in == NULL)
		return NULL;
	bytes[fread(bytes, 1, sizeof bytes - 1, in)] = '\0';
	fclose(in);
	return bytes;
}

/* --- the receiver --------------------------------------------------------------------------- */

static struct {
	struct tournament t;
	struct bot_config bots[2];
	struct arbiter_config config;
	struct rejudge *judge;
	struct job job;
	struct game_receiver receiver;
	struct error err;
	bool wrong; /* the judge refuses */
	int plies;  /* of the game that is played */
	int judged, played, voided, options, lines;
	char said[4096]; /* what the last calls were told */
} place;

static bool on_judge(void *owner, const struct job *job, const struct db_game *g, struct error *err)
{
	ck_assert_ptr_eq(owner, &place);
	ck_assert_ptr_eq(job, &place.job);
	ck_assert_int_eq(g->pairing, 77);
	ck_assert_int_eq(g->round, 3);
	ck_assert_int_eq(g->seed, 4);
	ck_assert_str_eq(g->opening, place.job.opening.text);
	place.judged++;
	return place.wrong ? error_set(err, "refused")
			   : record_judge(place.judge, &place.config, job, g, time_boot(), err);
}

static void on_played(void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	ck_assert_ptr_eq(owner, &place);
	ck_assert_ptr_eq(job, &place.job);
	ck_assert_int_eq(g->moves_count, place.plies);
	ck_assert_int_eq(wire_log_save(w, fixture_path(""), 12), 0);
	place.played++;
}

static void on_line(void *owner, const struct job *job, const char *line)
{
	ck_assert_ptr_eq(owner, &place);
	ck_assert_ptr_eq(job, &place.job);
	snprintf(place.said, sizeof place.said, "%s", line);
	place.lines++;
}

static void on_options(void *owner, const struct job *job, int seat, const char *lines)
{
	ck_assert_ptr_eq(owner, &place);
	ck_assert_ptr_eq(job, &place.job);
	ck_assert_int_eq(seat, 2);
	snprintf(place.said, sizeof place.said, "%s", lines);
	place.options++;
}

static void on_voided(void *owner, const struct job *job, const char *why)
{
	ck_assert_ptr_eq(owner, &place);
	ck_assert_ptr_eq(job, &place.job);
	snprintf(place.said, sizeof place.said, "%s", why);
	place.voided++;
}

static const struct game_receiver_calls calls = {
	.judge = on_judge,
	.played = on_played,
	.line = on_line,
	.options = on_options,
	.voided = on_voided,
};

/* A game of tic-tac-toe. */
static void place_init(void)
{
	memset(&place, 0, sizeof place);
	place.plies = 7;
	test_tournament_init(&place.t, "tictactoe", 2, 2, 1, NULL);
	place.judge = record_judge_create(&place.t);
	place.config = (struct arbiter_config){.bots = place.bots, .bots_count = 2};
	place.job.requested = time_boot() - 3600 * SECOND;
	place.job.pairing =
		(struct pairing){.key = 77, .round = 3, .seed = 4, .seats = 2, .bot = {0, 1}};
}

static void place_clear(void)
{
	game_receiver_clear(&place.receiver);
	ck_assert_ptr_null(place.receiver.line);
	rejudge_free(place.judge);
	tournament_clear(&place.t);
}

static enum game_receiver_status receive_of(const struct job *job, const char *line)
{
	snprintf(text, sizeof text, "%s", line);
	return game_receiver_take(&place.receiver, &calls, &place, job, text, &place.err);
}

static enum game_receiver_status receive(const char *line)
{
	return receive_of(&place.job, line);
}

/* Seat 1 wins by c1 b2 a3. */
static const char *const lines[] = {"game 77 1000", "wire 1 > go", "wire 1 < a1", "wire 2 > go",
	"move 1 a1 10 - - - - -", "move 2 b1 10 - - - - -", "move 1 c1 10 - - - - -",
	"move 2 a2 10 - - - - -", "move 1 b2 10 - - - - -", "move 2 c2 10 - - - - -",
	"move 1 a3 10 - - - - -", "seat 1 1 ok", "seat 2 2 ok", "end normal 2000 x2/oxo/xox o 4"};
enum { LINES = sizeof lines / sizeof *lines };

static enum game_receiver_status receive_game(void)
{
	for (int i = 0; i < LINES - 1; i++)
		ck_assert_msg(receive(lines[i]) == GAME_RECEIVER_MORE, "%s", lines[i]);
	return receive(lines[LINES - 1]);
}

START_TEST(a_game_is_judged_and_passed_on_with_its_conversations)
	{
		place_init();
		for (int game = 1; game <= 2; game++) { /* the second is as the first */
			ck_assert_int_eq(receive_game(), GAME_RECEIVER_OVER);
			ck_assert_int_eq(place.judged, game);
			ck_assert_int_eq(place.played, game);
			ck_assert_int_eq(place.voided, 0);
			ck_assert_int_eq(place.lines, game * LINES);
			ck_assert_str_eq(place.said, lines[LINES - 1]);
			ck_assert_str_eq(content("game-12-seat-1.txt"), "> go\n< a1\n");
			ck_assert_str_eq(content("game-12-seat-2.txt"), "> go\n");
		}
		ck_assert_ptr_null(content("game-12-seat-3.txt"));
		place_clear();
	}
END_TEST

START_TEST(a_game_that_the_judge_refuses_reaches_nobody)
	{
		place_init();
		place.wrong = true;
		ck_assert_int_eq(receive_game(), GAME_RECEIVER_WRONG);
		ck_assert_str_eq(place.err.text, "refused");
		ck_assert_int_eq(place.played + place.voided, 0);
		ck_assert_int_eq(place.lines, LINES - 1);
		place_clear();
	}
END_TEST

START_TEST(a_game_that_the_rules_do_not_allow_is_refused)
	{
		place_init();
		ck_assert_int_eq(receive("game 77 1000"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("move 1 d9 10 - - - - -"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("seat 1 1 ok"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("seat 2 2 ok"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("end normal 2000 x"), GAME_RECEIVER_WRONG);
		ck_assert_msg(
			strncmp(place.err.text, "its record of a game is wrong: move ", 36) == 0,
			"%s", place.err.text);
		place_clear();
	}
END_TEST

START_TEST(a_void_game_is_passed_on_with_its_reason)
	{
		place_init();
		ck_assert_int_eq(receive("game 77 1000"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("wire 1 > hello"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("void 77 no memory"), GAME_RECEIVER_OVER);
		ck_assert_int_eq(place.voided, 1);
		ck_assert_str_eq(place.said, "no memory");
		ck_assert_int_eq(place.played + place.judged, 0);
		ck_assert_ptr_null(place.receiver.wire.stream[0]); /* its conversation is gone */
		place_clear();
	}
END_TEST

/* Options come in the game alone, and no spectator sees them. */
START_TEST(refused_options_are_passed_on)
	{
		place_init();
		ck_assert_int_eq(receive("option 2 depth"), GAME_RECEIVER_WRONG);
		ck_assert_int_eq(receive("game 77 1000"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("option 2 depth\\nnodes"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(place.options, 1);
		ck_assert_int_eq(place.lines, 1);
		ck_assert_str_eq(place.said, "depth\nnodes");
		place_clear();
	}
END_TEST

/* Settings that let a game end before its rules do, and a game that each of them allows. */
static const struct {
	bool exact;
	int max_plies;
	const char *reason;
	const char *ranks[2];
	bool allowed;
} endings[] = {
	{false, 0, "oracle", {"1", "2"}, false},
	{true, 0, "oracle", {"1", "2"}, true},
	{true, 0, "oracle", {"1", "1"}, true},
	{true, 0, "max-plies", {"1", "1"}, false},
	{false, 3, "max-plies", {"1", "1"}, true},
	{false, 3, "max-plies", {"1", "2"}, false},
	{false, 4, "max-plies", {"1", "1"}, false},
	{false, 0, "normal", {"1", "1"}, false},
};

START_TEST(a_game_ends_early_if_a_setting_of_the_tournament_allows_it)
	{
		char line[64];
		place_init();
		rejudge_free(place.judge);
		place.t.terms.adjudicate_exact = endings[_i].exact;
		place.t.terms.max_plies = endings[_i].max_plies;
		place.judge = record_judge_create(&place.t);
		for (int i = 0; i < 7; i++)
			if (strstr(lines[i], "wire") == NULL)
				receive(lines[i]);
		for (int i = 0; i < 2; i++) {
			snprintf(line, sizeof line, "seat %d %s ok", i + 1, endings[_i].ranks[i]);
			ck_assert_int_eq(receive(line), GAME_RECEIVER_MORE);
		}
		place.plies = 3;
		snprintf(line, sizeof line, "end %s 2000 3/3/xox o 2", endings[_i].reason);
		ck_assert_msg((receive(line) == GAME_RECEIVER_OVER) == endings[_i].allowed, "%s",
			place.err.text);
		place_clear();
	}
END_TEST

/* The calls about options and lines may be missing. */
START_TEST(an_owner_that_does_not_care_for_options_and_lines_is_not_called)
	{
		const struct game_receiver_calls few = {
			.judge = on_judge, .played = on_played, .voided = on_voided};
		place_init();
		for (int i = 0; i < LINES; i++) {
			snprintf(text, sizeof text, "%s", lines[i]);
			ck_assert_int_ne(game_receiver_take(&place.receiver, &few, &place,
						 &place.job, text, &place.err),
				GAME_RECEIVER_WRONG);
			strcpy(text, "option 2 depth");
			ck_assert_int_eq(game_receiver_take(&place.receiver, &few, &place,
						 &place.job, text, &place.err),
				i < LINES - 1 ? GAME_RECEIVER_MORE : GAME_RECEIVER_WRONG);
		}
		ck_assert_int_eq(place.played, 1);
		ck_assert_int_eq(place.options + place.lines, 0);
		place_clear();
	}
END_TEST

/* --- times ------------------------------------------------------------------------------------ */

/* Seat 1 begins; tic-tac-toe without an end. */
static const struct time_row {
	const char
		*limits; /* of all: "move" is 1 s a move, "tc" 1+0.01, "own" 1 s for seat 2 alone */
	enum clock_kind clock;
	const char *lines;
	const char *why; /* of the refusal; NULL: it is taken */
} time_rows[] = {
	/* A move, at the limit and the margin of 10 ms, and above. */
	{"move", CLOCK_WALL, "move 1 a1 1010000 - - - - -\nseat 1 1 ok\nseat 2 2 resign x\n", NULL},
	{"move", CLOCK_WALL, "move 1 a1 1010001 - - - - -\nseat 1 1 ok\nseat 2 2 resign x\n",
		"time of seat 1 at ply 1 is 1010.001 ms, should be 1010.000 ms at most"},
	{"own", CLOCK_WALL, "move 1 a1 1010001 - - - - -\nseat 1 1 ok\nseat 2 2 resign x\n", NULL},
	{"own", CLOCK_WALL,
		"move 1 a1 9 - - - - -\nmove 2 b1 1010001 - - - - -\nseat 1 2 resign x\nseat 2 1 ok\n",
		"time of seat 2 at ply 2 is 1010.001 ms"},
	/* A wait for a processor is not charged if the clock is fair, and only then. */
	{"move", CLOCK_FAIR,
		"move 1 a1 1500000 900000 600000 - - -\nseat 1 1 ok\nseat 2 2 resign x\n", NULL},
	{"move", CLOCK_WALL,
		"move 1 a1 1500000 900000 600000 - - -\nseat 1 1 ok\nseat 2 2 resign x\n",
		"time of seat 1 at ply 1 is 1500.000 ms"},
	{"move", CLOCK_CPU, "move 1 a1 1500000 1010001 0 - - -\nseat 1 1 ok\nseat 2 2 resign x\n",
		"time of seat 1 at ply 1 is 1500.000 ms, charged 1010.001 ms"},
	/* A clock: 1 s less 0.9 s and 0.01 s more are left. */
	{"tc", CLOCK_WALL,
		"move 1 a1 900000 - - - - -\nmove 2 b1 900000 - - - - -\nmove 1 c1 120000 - - - - -\n"
		"seat 1 1 ok\nseat 2 2 resign x\n",
		NULL},
	{"tc", CLOCK_WALL,
		"move 1 a1 900000 - - - - -\nmove 2 b1 900000 - - - - -\nmove 1 c1 120001 - - - - -\n"
		"seat 1 1 ok\nseat 2 2 resign x\n",
		"time of seat 1 at ply 3 is 120.001 ms, should be 120.000 ms at most"},
	/* A loss on time. */
	{"move", CLOCK_WALL, "seat 1 2 time x\nseat 2 1 ok\n",
		"should be a loss with a failure report"},
	{"move", CLOCK_WALL, "seat 1 2 time x\nevidence 1 move 1000000 - - - -\nseat 2 1 ok\n",
		"should be a loss with a failure report"},
	{"move", CLOCK_WALL, "seat 1 2 time x\nevidence 1 move 1000000 0 0 0 -\nseat 2 1 ok\n",
		"should be ok, since it took 0.000 ms of 1000.000 ms"},
	{"move", CLOCK_WALL,
		"seat 1 2 time x\nevidence 1 move 1000000 1010000 0 0 -\nseat 2 1 ok\n",
		"should be ok, since it took 1010.000 ms of 1000.000 ms"},
	{"move", CLOCK_WALL,
		"seat 1 2 time x\nevidence 1 move 1000000 1010001 0 0 -\nseat 2 1 ok\n", NULL},
	{"move", CLOCK_WALL, "seat 1 2 time x\nevidence 1 move 1000000 5 - - 0\nseat 2 1 ok\n",
		"should be ok, since it took 0.005 ms"},
	{"move", CLOCK_FAIR, "seat 1 2 time x\nevidence 1 move 1000000 5 - - 0\nseat 2 1 ok\n",
		"should be ok, since it took 0.005 ms"},
	/* Many threads may use more than the wall time, and a bot that has ended does not tell. */
	{"move", CLOCK_CPU, "seat 1 2 time x\nevidence 1 move 1000000 5000 - - 0\nseat 2 1 ok\n",
		NULL},
	{"move", CLOCK_CPU,
		"seat 1 2 time x\nevidence 1 move 1000000 300000 1010001 0 0\nseat 2 1 ok\n", NULL},
	/* But not 1024 times the wall time. */
	{"move", CLOCK_CPU, "seat 1 2 time x\nevidence 1 move 1000000 5 - - 0\nseat 2 1 ok\n",
		"should be ok, since it took 0.005 ms"},
	{"move", CLOCK_CPU, "seat 1 2 time x\nevidence 1 move 1000000 5 1010001 0 0\nseat 2 1 ok\n",
		"should be ok, since it took 0.005 ms"},
	{"own", CLOCK_CPU, "seat 1 2 time x\nevidence 1 move 60000000 5 - - 0\nseat 2 1 ok\n",
		"should be ok, since it took 0.005 ms"},
	/* Before the first move: its time is 2 s. */
	{"move", CLOCK_WALL,
		"seat 1 2 time x\nevidence 1 newgame 2000000 2000000 0 0 -\nseat 2 1 ok\n", NULL},
	{"move", CLOCK_WALL,
		"seat 1 2 time x\nevidence 1 newgame 2000000 1999999 0 0 -\nseat 2 1 ok\n",
		"should be ok, since it took 1999.999 ms of 2000.000 ms"},
	{"move", CLOCK_WALL, "seat 1 2 time x\nevidence 1 newgame 0 0 0 0 -\nseat 2 1 ok\n",
		"a bot lost on time before its first move after 0.000 ms of 0.000 ms, and it has 2000.000 ms"},
	{"move", CLOCK_WALL, "seat 1 2 time x\nevidence 1 start 0 0 0 0 -\nseat 2 1 ok\n",
		"a bot lost on time before its first move after 0.000 ms of 0.000 ms, and it has 2000.000 ms"},
};

START_TEST(times_and_losses_on_time_are_judged_by_the_limits)
	{
		const struct time_row *row = &time_rows[_i];
		struct limits *l = strcmp(row->limits, "own") == 0 ? &place.bots[1].limits
								   : &place.t.terms.limits;
		const char *reason = strstr(row->lines, "time x") != NULL ? "time" : "resign";
		char end[64];
		char *copy = strdup(row->lines), *rest = copy, *line;
		place_init();
		place.t.terms.limits =
			(struct limits){.clock = row->clock, .margin = 10 * MILLISECOND};
		place.bots[1].limits = place.t.terms.limits;
		place.bots[1].has_limits = l == &place.bots[1].limits;
		place.bots[0].resources.newgame = 2 * SECOND;
		if (strcmp(row->limits, "tc") == 0) {
			l->tc_time = SECOND;
			l->tc_increment = SECOND / 100;
		} else {
			l->movetime = SECOND;
		}
		place.config.terms.limits = place.t.terms.limits;
		place.plies = 0;
		ck_assert_int_eq(receive("game 77 1000"), GAME_RECEIVER_MORE);
		while ((line = strsep(&rest, "\n")) != NULL && *line != '\0') {
			place.plies += strncmp(line, "move", 4) == 0;
			ck_assert_msg(receive(line) == GAME_RECEIVER_MORE, "%s", line);
		}
		static const char *const finals[] = {
			"3/3/3 x 1", "3/3/x2 o 1", "3/3/xo1 x 2", "3/3/xox o 2"};
		snprintf(end, sizeof end, "end %s 2000 %s out%d", reason, finals[place.plies],
			strstr(row->lines, "seat 1 2") != NULL ? 1 : 2);
		enum game_receiver_status status = receive(end);
		ck_assert_msg(
			(status == GAME_RECEIVER_OVER) == (row->why == NULL), "%s", place.err.text);
		if (row->why != NULL)
			ck_assert_msg(strstr(place.err.text, "its record of a game is wrong: ") ==
						      place.err.text &&
					      strstr(place.err.text, row->why) != NULL,
				"%s", place.err.text);
		free(copy);
		place_clear();
	}
END_TEST

/* A game that was requested 10 s ago: moves took 10 s, a hundredth more, and 50 ms more at most. */
START_TEST(moves_take_no_longer_than_the_game)
	{
		static const struct {
			const char *limit; /* of the loss on time after the first move */
			int wall;
			bool good;
		} rows[] = {{NULL, 10150000, true}, {NULL, 10150001, false},
			{"150000", 10000000, true}, {"150001", 10000000, false}};
		struct record_parser parser = {.begun = false};
		char record[512];
		struct error err;
		place_init();
		usec now = place.job.requested + 10 * SECOND;
		place.t.terms.limits.movetime = rows[_i].limit != NULL ? 1 : 0;
		ck_assert_int_eq(record_judge_most(&place.job, now), 10150000);
		ck_assert_int_eq(record_judge_most(&place.job, place.job.requested - 1), 50000);
		place.t.terms.limits = (struct limits){.movetime = 0};
		if (rows[_i].limit != NULL) {
			place.bots[1].has_limits = true;
			place.bots[1].limits.movetime = 1;
		}
		if (rows[_i].limit == NULL)
			snprintf(record, sizeof record,
				"game 77 0\nmove 1 a1 %d - - - - -\nseat 1 1 ok\nseat 2 2 resign x\nend resign 1 3/3/x2 o 1 out2",
				rows[_i].wall);
		else
			snprintf(record, sizeof record,
				"game 77 0\nmove 1 a1 %d - - - - -\nseat 1 1 ok\nseat 2 2 time x\nevidence 2 move 1 %s - - -\nend time 1 3/3/x2 o 1 out2",
				rows[_i].wall, rows[_i].limit);
		ck_assert_int_eq(parse_all(&parser, record), RECORD_PARSER_GAME);
		parser.game.opening = "";
		ck_assert_msg(record_judge(place.judge, &place.config, &place.job, &parser.game,
				      now, &err) == rows[_i].good,
			"%s", err.text);
		if (!rows[_i].good)
			ck_assert_str_eq(err.text,
				"its record of a game is wrong: its moves took 10.2 s, but it was requested 10 s ago");
		record_parser_clear(&parser);
		place_clear();
	}
END_TEST

static const struct {
	const char *line;
	bool idle; /* no game is in play */
	bool good;
} strangers[] = {
	{"game 78 1000", false, false},
	{"void 78 x", false, false},
	{"game 77 1000", false, true},
	{"game 77 1000", true, false},
	{"void 77 x", true, false},
	{"wire 1 > x", true, true}, /* of a bot that is quit; it is in no log */
	{"wire 7 > x", true, false},
	{"wire 6 > x", false, true},
};

START_TEST(a_line_of_another_game_is_refused)
	{
		place_init();
		ck_assert_int_eq(receive_of(strangers[_i].idle ? NULL : &place.job,
					 strangers[_i].line) == GAME_RECEIVER_WRONG,
			!strangers[_i].good);
		ck_assert_int_eq(place.lines, strangers[_i].good && !strangers[_i].idle);
		ck_assert_int_eq(place.receiver.wire.stream[5] != NULL,
			strstr(strangers[_i].line, "wire 6") != NULL);
		place_clear();
	}
END_TEST

/* --- what is said of a line that is refused --------------------------------------------------- */

START_TEST(a_refused_line_is_shown_up_to_its_80th_byte)
	{
		char line[120], want[200];
		struct error err;
		for (int bytes = 79; bytes <= 81; bytes++) {
			snprintf(line, sizeof line, "%0*d", bytes, 7);
			game_receiver_refuse(line, &err);
			snprintf(want, sizeof want, "it sent \"%.80s\"%s, which is not valid now",
				line, bytes > 80 ? "..." : "");
			ck_assert_str_eq(err.text, want);
		}
		game_receiver_refuse("\x1b[2J", &err);
		ck_assert_str_eq(err.text, "it sent \"\\x1b[2J\", which is not valid now");
	}
END_TEST

START_TEST(a_log_that_cannot_be_written_is_told_and_forgotten)
	{
		place_init();
		ck_assert_int_eq(receive("game 77 1000"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("wire 1 > hello"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(receive("wire 2 > hello"), GAME_RECEIVER_MORE);
		ck_assert_int_eq(
			wire_log_save(&place.receiver.wire, fixture_path("no-folder"), 1), -1);
		for (int i = 0; i < SEATS_MAX; i++)
			ck_assert(place.receiver.wire.stream[i] == NULL &&
				  place.receiver.wire.text[i] == NULL &&
				  place.receiver.wire.bytes[i] == 0);
		place_clear();
	}
END_TEST

/* 64 MiB of one seat; the other seat's log goes on. */
START_TEST(a_log_that_is_full_says_so_once)
	{
		place_init();
		receive("game 77 1000");
		place.receiver.wire.bytes[0] = WIRE_LOG_MAX - 7;
		receive("wire 1 > well"); /* 7 bytes with its newline: exactly full */
		receive("wire 1 > lost");
		receive("wire 1 > lost");
		receive("wire 2 > kept");
		ck_assert_int_eq(wire_log_save(&place.receiver.wire, fixture_path(""), 5), 0);
		ck_assert_str_eq(
			content("game-5-seat-1.txt"), "> well\n(the log ends here: it is full)\n");
		ck_assert_str_eq(content("game-5-seat-2.txt"), "> kept\n");
		place_clear();
	}
END_TEST

SUITE("referee/director/game-receiver", CASE(each_field_of_a_record_is_kept),
	LOOP(the_next_record_begins_with_nothing, 2),
	LOOP(each_number_of_a_record_has_its_bounds, sizeof bounds / sizeof *bounds),
	CASE(a_game_may_end_until_the_year_9999), LOOP(each_text_of_a_record_has_its_bound, 3),
	CASE(the_parts_of_a_text_are_counted_together), CASE(a_long_game_keeps_all_its_moves),
	CASE(a_game_is_judged_and_passed_on_with_its_conversations),
	CASE(a_game_that_the_judge_refuses_reaches_nobody),
	CASE(a_game_that_the_rules_do_not_allow_is_refused),
	CASE(a_void_game_is_passed_on_with_its_reason), CASE(refused_options_are_passed_on),
	LOOP(a_game_ends_early_if_a_setting_of_the_tournament_allows_it,
		sizeof endings / sizeof *endings),
	CASE(an_owner_that_does_not_care_for_options_and_lines_is_not_called),
	LOOP(times_and_losses_on_time_are_judged_by_the_limits,
		sizeof time_rows / sizeof *time_rows),
	LOOP(moves_take_no_longer_than_the_game, 4),
	LOOP(a_line_of_another_game_is_refused, sizeof strangers / sizeof *strangers),
	CASE(a_refused_line_is_shown_up_to_its_80th_byte),
	CASE(a_log_that_cannot_be_written_is_told_and_forgotten),
	CASE(a_log_that_is_full_says_so_once))
