/*
 * Games of the fixture as they are restored, and the command that asks a bot for a move again: its
 * words follow from the settings, the question and the turns. Presets are left out of a command.
 */
#include "referee/results/repeat-command.h"

#include <errno.h>

#include "base/memory.h"
#include "referee/results/stored-game.h"
#include "tests/lib/db-fixture.h"

static void repeat_load(struct stored_game *g, struct db *db, int64_t game)
{
	*g = (struct stored_game){.game = game};
	FIXTURE_GOOD(stored_game_find(g, db));
	FIXTURE_GOOD(stored_game_load(g, db));
}

/* A game, one text of it for each column, and its turns: SEAT:MOVE, and SEAT-VERDICT. */
static const struct {
	int64_t game;
	const char *texts[STORED_GAME_TEXTS], *turns;
	int ranks[3];
	const char *start, *positions[6]; /* after each number of turns */
} repeat_stored[] = {
	{1,
		{"1", "cup", "connect4", "2", "1", "d d", "1-0", "normal", "2026-01-01 00:00:00",
			"0.25", "100", "7/7/7/3y3/3r3/3yr2 r 3", "full",
			"game = connect4\nparam = rows=6 columns=7\nmovetime = 24ms\nrounds = 2\n",
			"", "", ""},
		"1:d 2:e 1:d 2:d", {1, 2}, "7/7/7/7/3y3/3r3 r 2",
		{"7/7/7/7/3y3/3r3 r 2", "7/7/7/3r3/3y3/3r3 y 2", "7/7/7/3r3/3y3/3ry2 r 3",
			"7/7/3r3/3r3/3y3/3ry2 y 3", "7/3y3/3r3/3r3/3y3/3ry2 r 4"}},
	{4,
		{"1", "cup", "connect4", "2", "1", "", "0-1", "time", "2026-01-01 00:00:03", "0.25",
			"103", "7/7/7/7/7/3ry2 r 2", "full",
			"game = connect4\nparam = rows=6 columns=7\nmovetime = 24ms\nrounds = 2\n",
			"", "", ""},
		"1:d 2:e 1:d 2:d 1-time", {2, 1}, "",
		{"7/7/7/7/7/7 r 1", "7/7/7/7/7/3r3 y 1", "7/7/7/7/7/3ry2 r 2",
			"7/7/7/7/3r3/3ry2 y 2", "7/7/7/3y3/3r3/3ry2 r 3",
			"7/7/7/3y3/3r3/3ry2 r 3 out1"}},
	{8,
		{"2", "trio", "nim", "3", "1", "", "1 3 2", "normal", "2026-01-01 00:00:07", "0.25",
			"107", "0 p1 1", "full", "game = nim\n", "", "", ""},
		"1:a1 2:a2 3:a3 1:a1 2-time", {1, 3, 2}, "",
		{"21 p1 1", "20 p2 1", "18 p3 1", "15 p1 2", "14 p2 2", "14 p3 2 out2"}},
};

START_TEST(a_game_is_restored_turn_by_turn)
	{
		struct db *db = fixture_open(fixture_path("repeat.db"));
		struct stored_game g;
		char turns[256] = "", text[POSITION_TEXT];
		repeat_load(&g, db, repeat_stored[_i].game);
		for (int i = 0; i < STORED_GAME_TEXTS; i++)
			ck_assert_str_eq(g.texts[i], repeat_stored[_i].texts[i]);
		ck_assert(stored_game_is_playable(&g));
		ck_assert(g.ranked);
		ck_assert_str_eq(g.moves.start, repeat_stored[_i].start);
		for (int i = 0; i < g.setup.seats; i++)
			ck_assert_int_eq(g.ranks[i], repeat_stored[_i].ranks[i]);
		for (int i = 0; i < g.moves.count; i++) {
			const struct move_list_turn *turn = &g.moves.turns[i];
			sprintf(turns + strlen(turns),
				turn->verdict == VERDICT_OK ? "%s%d:%s" : "%s%d-%s",
				i > 0 ? " " : "", turn->seat,
				turn->verdict == VERDICT_OK ? turn->move
							    : verdict_table[turn->verdict].name);
		}
		ck_assert_str_eq(turns, repeat_stored[_i].turns);
		for (int i = 0; i <= g.moves.count; i++) {
			struct position p;
			ck_assert(stored_game_position(&g, i, &p));
			g.setup.rules->write(&g.setup, &p, text);
			ck_assert_str_eq(text, repeat_stored[_i].positions[i]);
		}
		/* of its second seat: 10 and 20 ms, half of it on a processor; waiting of the first
		 */
		const struct move_numbers *first = &g.moves.turns[0].numbers,
					  *second = &g.moves.turns[1].numbers;
		ck_assert_int_eq(second->wall, 10000);
		ck_assert_int_eq(second->cpu, 5000);
		ck_assert_int_eq(second->wait, 1000);
		ck_assert_int_eq(second->depth, UNKNOWN);
		ck_assert_int_eq(first->depth, 1);
		ck_assert_int_eq(first->score, 0);
		ck_assert_int_eq(first->nodes, 100);
		stored_game_clear(&g);
		ck_assert_int_eq(g.game, 0);
		g.game = 99;
		FIXTURE_GOOD(stored_game_find(&g, db));
		ck_assert_ptr_null(g.texts[0]);
		stored_game_clear(&g);
		db_close(db);
	}
END_TEST

#define GAME "referee check --game connect4 --param rows=6 --param columns=7"
#define D    "game = connect4\nparam = rows=6 columns=7\n"
/* The limits that a definition of an older version leaves out. */
#define FILES " --files none --scratch none --clock wall"
#define OLD   " --memory none --processes none" FILES
#define SEED  " --game-seed 103"
#define BOT   " -- ./bot"

/* The bot of game 4, which fell by its clock in seat 1 after two moves of each. */
static const struct {
	const char *definition; /* NULL: as it is */
	struct repeat_bot bot;
	int turns; /* -1: the question at which it failed */
	const char *command, *position;
	int seat;
	bool relative;
} repeat_commands[] = {
	/* without the question: where its turn ends the game */
	{NULL, {1, "./bot", .home = true}, -1,
		GAME " --movetime 24ms" OLD SEED " --position startpos --moves 'd e d d'" BOT,
		"7/7/7/3y3/3r3/3ry2 r 3", 1, true},
	{NULL, {1, "./bot", .home = true}, 1,
		GAME " --movetime 24ms" OLD SEED " --position startpos --moves d" BOT,
		"7/7/7/7/7/3r3 y 1", 2, true},
	{NULL, {1, "/usr/bin/bot --fast", .home = true}, 0,
		GAME " --movetime 24ms" OLD SEED " --position startpos -- /usr/bin/bot --fast",
		"7/7/7/7/7/7 r 1", 1, false},
	/* the question, which may be of another position, and the time of a clock */
	{D "tc = 60+0.6\n",
		{1, "bot", .home = true, .limit = 5,
			.asked = "position startpos moves d\nlegal a\ngo p1time 100 p2time 200"},
		-1,
		GAME " --tc 60+0.6" OLD " --time-left 100ms,200ms" SEED
		     " --position startpos --moves 'd e d d' -- bot",
		"7/7/7/3y3/3r3/3ry2 r 3", 1, false},
	{D "tc = 60+0.6\n",
		{1, "bot", .home = true, .limit = 5,
			.asked =
				"position startpos moves d e\ngo p1time 100 p2time 200 p1inc 10 p2inc 20"},
		-1,
		GAME " --tc 60+0.6" OLD " --time-left 100ms,200ms" SEED
		     " --position startpos --moves 'd e' -- bot",
		"7/7/7/7/7/3ry2 r 2", 1, false},
	/* the bank is what is left beyond the time of the move */
	{D "tc = 0.5 bank 60\n",
		{1, "bot", .home = true, .limit = 5,
			.asked =
				"position fen 7/7/7/7/7/3ry2 r 2 moves d d\ngo p1time 1500 p2time 2500 p1inc 500 p2inc 500"},
		-1,
		GAME " --tc '0.5 bank 60'" OLD " --time-left 1000ms,2000ms" SEED
		     " --position '7/7/7/7/7/3ry2 r 2' --moves 'd d' -- bot",
		"7/7/7/3y3/3r3/3ry2 r 3", 1, false},
	/* own limits in the place of the tournament's of their kind; options add up */
	{D "movetime = 24ms\ntc = none\ndepth = 3\nnodes = none\nmargin = 1ms\noption = A=1\nrounds = 2\n",
		{1, "bot", "nodes = 500\noption = B=x y\nmargin = 2ms\ndir = /home/b\n",
			.home = true},
		0,
		GAME " --movetime 24ms --margin 2ms --option A=1" OLD
		     " --nodes 500 --option 'B=x y'" SEED " --position startpos -- bot",
		"7/7/7/7/7/7 r 1", 1, false},
	{D "movetime = 24ms\ndepth = 3\n", {1, "bot", "tc = 9+1\n", .home = true}, 0,
		GAME " --depth 3" OLD " --tc 9+1" SEED " --position startpos -- bot",
		"7/7/7/7/7/7 r 1", 1, false},
	/* a remote bot has no sandbox, no limits of one, and no command */
	{D "memory = 64M\nmargin = 1ms\nprocesses = 3\n", {1, "", .remote = true, .home = true}, 0,
		GAME " --margin 1ms --clock wall" SEED " --position startpos -- COMMAND",
		"7/7/7/7/7/7 r 1", 1, false},
	{D "memory = 64M\nmargin = 1ms\nprocesses = 3\n", {1, "bot", .home = true}, 0,
		GAME " --memory 64M --margin 1ms --processes 3" FILES SEED
		     " --position startpos -- bot",
		"7/7/7/7/7/7 r 1", 1, false},
	/* of a start and a new game the time that it had */
	{NULL, {1, "bot", .home = true, .phase = "start", .limit = 3000000}, -1,
		GAME " --movetime 24ms" OLD " --startup-timeout 3s" SEED
		     " --position startpos --moves 'd e d d' -- bot",
		"7/7/7/3y3/3r3/3ry2 r 3", 1, false},
	{NULL, {1, "bot", .home = true, .phase = "newgame", .limit = 4000000}, 0,
		GAME " --movetime 24ms" OLD " --newgame-timeout 4s" SEED
		     " --position startpos -- bot",
		"7/7/7/7/7/7 r 1", 1, false},
	/* the folder of a bot that is at home is the present one; elsewhere it may be relative */
	{NULL, {1, "bot", "dir = b\n"}, 0,
		"/x/y check --game connect4 --param rows=6 --param columns=7 --movetime 24ms" OLD
		" --dir b" SEED " --position startpos -- bot",
		"7/7/7/7/7/7 r 1", 1, true},
};

START_TEST(a_command_asks_for_the_move_again)
	{
		struct db *db = fixture_open(fixture_path("repeat.db"));
		struct stored_game g;
		struct repeat_command r;
		char *name = program_invocation_name;
		static char elsewhere[] = "/x/y";
		repeat_load(&g, db, 4);
		if (repeat_commands[_i].definition != NULL) {
			free(g.texts[STORED_GAME_DEFINITION]);
			g.texts[STORED_GAME_DEFINITION] =
				memory_copy(repeat_commands[_i].definition);
		}
		program_invocation_name = elsewhere;
		if (repeat_commands[_i].turns < 0)
			ck_assert(repeat_command_make(&r, &g, &repeat_commands[_i].bot));
		else
			ck_assert(repeat_command_make_at(
				&r, &g, &repeat_commands[_i].bot, repeat_commands[_i].turns));
		program_invocation_name = name;
		ck_assert_str_eq(r.command, repeat_commands[_i].command);
		ck_assert_str_eq(r.position, repeat_commands[_i].position);
		ck_assert_int_eq(r.seat, repeat_commands[_i].seat);
		ck_assert_int_eq(r.relative, repeat_commands[_i].relative);
		ck_assert_int_eq(r.remote, repeat_commands[_i].bot.remote);
		ck_assert_ptr_nonnull(strstr(r.board, "a b c d e f g"));
		repeat_command_clear(&r);
		stored_game_clear(&g);
		db_close(db);
	}
END_TEST

START_TEST(a_check_has_the_openings_and_no_position)
	{
		static const struct {
			const char *game, *definition, *command;
			int seats;
		} rows[] = {
			{"connect4", D "openings = random:4\nmovetime = 5ms\n",
				GAME " --openings random:4 --movetime 5ms" OLD " -- bot", 2},
			{"connect4", D "openings = \"file\"\nnodes = 5\n",
				GAME " --nodes 5" OLD " -- bot", 2},
			{"nim", "game = nim\n",
				"referee check --game nim --players 3" OLD " -- bot", 3},
			{"nim", "param = heaps=3\n",
				"referee check --game nim --param heaps=3" OLD " -- bot", 2},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			const struct repeat_tournament t = {
				rules_find(rows[i].game), rows[i].seats, rows[i].definition};
			struct repeat_command r;
			repeat_command_make_check(
				&r, &t, &(struct repeat_bot){1, "bot", .home = true});
			ck_assert_str_eq(r.command, rows[i].command);
			repeat_command_clear(&r);
		}
	}
END_TEST

START_TEST(a_game_that_cannot_be_played_has_its_limits_alone)
	{
		struct db *db = fixture_open(fixture_path("repeat.db"));
		struct stored_game g;
		struct repeat_command r;
		const struct repeat_bot bot = {1, "bot", "margin = 7ms\n"};
		repeat_load(&g, db, 4);
		error_set(&g.err, "odd");
		for (int i = 0; i < 2; i++) {
			ck_assert(i == 0 ? !repeat_command_make(&r, &g, &bot)
					 : !repeat_command_make_at(&r, &g, &bot, 0));
			ck_assert_ptr_null(r.command);
			ck_assert_str_eq(repeat_command_limit(&r, "movetime"), "24ms");
			ck_assert_str_eq(repeat_command_limit(&r, "margin"), "7ms");
			ck_assert_ptr_null(repeat_command_limit(&r, "rounds"));
			repeat_command_clear(&r);
		}
		stored_game_clear(&g);
		db_close(db);
	}
END_TEST

SUITE("referee/results/repeat-command",
	LOOP(a_game_is_restored_turn_by_turn, sizeof repeat_stored / sizeof *repeat_stored),
	LOOP(a_command_asks_for_the_move_again, sizeof repeat_commands / sizeof *repeat_commands),
	CASE(a_check_has_the_openings_and_no_position),
	CASE(a_game_that_cannot_be_played_has_its_limits_alone))
