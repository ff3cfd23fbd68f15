/*
 * arbiter.c - every rogue beside an honest bot: the right verdict, the other one unharmed, nothing
 * left behind, no memory gained.
 *
 * The game is tic-tac-toe with the first legal move from both, in which seat 1 wins with its
 * fourth: a1 b1 c1 a2 b2 c2 a3. Each row is played twice, so that whatever a rogue did to its
 * process, the next game finds one.
 *
 * plain too: it measures time and memory.
 */
#include "referee/arbiter/arbiter.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "referee/sandbox/sandbox.h"
#include "tests/lib/arbiter-match.h"
#include "tests/lib/suite.h"

#define HONEST "tests/bench/instant"
#define ROGUE  "tests/rogues/"

/* The verdict on a rogue in a seat of two. The other seat gets ok and the other rank. */
static const struct row {
	const char *program, *argument;
	int seat;
	enum verdict verdict;
	int rank;
	const char *detail; /* part of the words for it; NULL: any */
} rows[] = {
	{ROGUE "silent", NULL, 1, VERDICT_TIME, 2, "no answer after "},
	{ROGUE "silent", NULL, 2, VERDICT_TIME, 2, "no answer after "},
	{ROGUE "slow-bytes", NULL, 1, VERDICT_TIME, 2, "no answer after "},
	{ROGUE "chatter", NULL, 1, VERDICT_TIME, 2, "no answer after "},
	{ROGUE "long-line", NULL, 1, VERDICT_FLOOD, 2, "4096"},
	{ROGUE "flood-stdout", NULL, 2, VERDICT_FLOOD, 2, "65536"},
	{ROGUE "flood-stderr", "4", 1, VERDICT_OK, 1, ""},
	{ROGUE "garbage", NULL, 1, VERDICT_ILLEGAL, 2, "legal: a1 b1"},
	{ROGUE "crlf", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "crlf", NULL, 2, VERDICT_OK, 2, ""},
	{ROGUE "says", "bestmove\\n", 1, VERDICT_ILLEGAL, 2, "has no move"},
	{ROGUE "says", "bestmove \\n", 1, VERDICT_ILLEGAL, 2, "has no move"},
	{ROGUE "says", "\\n\\n \\n", 1, VERDICT_TIME, 2, NULL},
	{ROGUE "says", "bestmovefoo\\n", 1, VERDICT_TIME, 2, NULL},
	{ROGUE "says", "bestmove a1", 1, VERDICT_TIME, 2, NULL},
	{ROGUE "says", "bestmove a9\\n", 1, VERDICT_ILLEGAL, 2, "\"a9\""},
	{ROGUE "says", "bestmove A1\\n", 1, VERDICT_ILLEGAL, 2, "\"A1\""},
	{ROGUE "says", "bestmove a1\\n", 2, VERDICT_ILLEGAL, 2, "legal: b1 c1"},
	{ROGUE "says", "bestmove e2e4\\n", 1, VERDICT_ILLEGAL, 2, "\"e2e4\""},
	{ROGUE "overflow", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "early", NULL, 1, VERDICT_TIME, 2, NULL},
	{ROGUE "queued", NULL, 1, VERDICT_TIME, 2, NULL},
	{ROGUE "double", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "out-of-turn", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "late", "300", 1, VERDICT_OK, 1, ""},
	{ROGUE "late", "60000", 1, VERDICT_TIME, 2, NULL},
	{ROGUE "echo", NULL, 1, VERDICT_STARTUP, 2, "did not send \"ugiok\""},
	{ROGUE "closes-stdout", NULL, 1, VERDICT_CRASH, 2, "closed its output"},
	{ROGUE "closes-stdin", NULL, 1, VERDICT_CRASH, 2, "closed its input"},
	{ROGUE "exits", "0", 1, VERDICT_CRASH, 2, "exit status 0"},
	{ROGUE "exits", "7", 2, VERDICT_CRASH, 2, "exit status 7"},
	{ROGUE "crashes", "11", 1, VERDICT_CRASH, 2, "signal 11"},
	{ROGUE "crashes", "6", 1, VERDICT_CRASH, 2, "signal 6"},
	{ROGUE "crashes", "9", 1, VERDICT_CRASH, 2, "signal 9"},
	{ROGUE "crashes", "13", 1, VERDICT_CRASH, 2, "signal 13"},
	{ROGUE "leaves", "0", 1, VERDICT_STARTUP, 2, NULL},
	{ROGUE "leaves", "1", 1, VERDICT_CRASH, 2, "exit status 0"},
	{ROGUE "leaves", "4", 1, VERDICT_OK, 1, ""},
	{ROGUE "leaves", "3", 2, VERDICT_OK, 2, ""},
	{ROGUE "stops-itself", NULL, 1, VERDICT_TIME, 2, NULL},
	{ROGUE "deaf", NULL, 1, VERDICT_TIME, 2, NULL},
	{ROGUE "ignores-quit", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "orphan", NULL, 1, VERDICT_CRASH, 2, "exit status 0"},
	{ROGUE "runaway", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "no-handshake", NULL, 1, VERDICT_STARTUP, 2, "printed nothing"},
	{ROGUE "late-handshake", "1000", 1, VERDICT_OK, 1, ""},
	{ROGUE "leaves-after", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "resigns", NULL, 1, VERDICT_RESIGN, 2, NULL},
	{ROGUE "resigns", NULL, 2, VERDICT_RESIGN, 2, NULL},
	{ROGUE "offers", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "ponders", NULL, 1, VERDICT_OK, 1, ""},
	{ROGUE "missing", NULL, 1, VERDICT_STARTUP, 2, "there is no file"},
	{"/etc/passwd", NULL, 1, VERDICT_STARTUP, 2, "is not executable"},
	{"/dev", NULL, 1, VERDICT_STARTUP, 2, "is a folder"},
};

enum { ROWS = sizeof rows / sizeof *rows, AT_ONCE = 18, BATCHES = (ROWS + AT_ONCE - 1) / AT_ONCE };

/* Can boxes hold what runs away? Asked in a child, since it changes the process that asks. */
static bool arbiter_has_namespaces(void)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		_exit(sandbox_prepare() == SANDBOX_NAMESPACE ? 1 : 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return WEXITSTATUS(status) == 1;
}

static void arbiter_order_seats(struct match *m, int rogue_seat)
{
	match_order(m, rogue_seat == 1 ? (int[]){0, 1} : (int[]){1, 0});
}

/* Only a rogue that must exceed a limit has a short one. */
static struct match *arbiter_seat(const struct row *row)
{
	struct match *m = match_create("tictactoe", 2);
	if (row->verdict != VERDICT_TIME)
		m->config.terms.limits.margin = MATCH_PATIENCE;
	if (row->verdict != VERDICT_STARTUP)
		m->config.terms.resources.startup = m->config.terms.resources.newgame =
			MATCH_PATIENCE;
	match_bot(m, row->program, row->argument);
	match_honest(m, HONEST, NULL);
	match_start(m);
	for (int i = 0; i < MATCH_GAMES; i++)
		arbiter_order_seats(m, row->seat);
	return m;
}

static void arbiter_judge(const struct match *m, const struct row *row, const struct match_game *g)
{
	int rogue = row->seat - 1, honest = 1 - rogue;
	const char *who = row->program, *what = row->argument == NULL ? "" : row->argument;
	ck_assert_msg(!g->played_again, "%s %s: void", who, what);
	ck_assert_msg(g->verdict[rogue] == row->verdict && g->rank[rogue] == row->rank,
		"%s %s in seat %d of game %d: %s, rank %d (%s)", who, what, row->seat,
		(int)(g - m->games) + 1, verdict_table[g->verdict[rogue]].name, g->rank[rogue],
		g->detail[rogue]);
	ck_assert_msg(g->verdict[honest] == VERDICT_OK && g->rank[honest] == 3 - row->rank,
		"against %s %s: %s, rank %d (%s)", who, what,
		verdict_table[g->verdict[honest]].name, g->rank[honest], g->detail[honest]);
	ck_assert_msg(row->detail == NULL || strstr(g->detail[rogue], row->detail) != NULL,
		"%s %s: \"%s\"", who, what, g->detail[rogue]);
	ck_assert_str_eq(g->reason,
		row->verdict == VERDICT_OK ? "normal" : verdict_table[row->verdict].name);
}

START_TEST(every_rogue_gets_its_verdict_and_leaves_nothing_behind)
	{
		struct match *matches[AT_ONCE];
		int first = _i * AT_ONCE, count = ROWS - first < AT_ONCE ? ROWS - first : AT_ONCE;
		bool namespaces = arbiter_has_namespaces();
		for (int i = 0; i < count; i++)
			matches[i] = arbiter_seat(&rows[first + i]);
		match_finish(matches, count);
		for (int i = 0; i < count; i++) {
			const struct row *row = &rows[first + i];
			for (int n = 0; n < MATCH_GAMES; n++)
				arbiter_judge(matches[i], row, &matches[i]->games[n]);
			ck_assert_int_eq(match_dismiss(matches[i]), 0);
			ck_assert_msg(!namespaces || match_left(matches[i]) == 0, "%s: %d left",
				row->program, match_left(matches[i]));
			match_free(matches[i]);
		}
	}
END_TEST

/* --- memory --------------------------------------------------------------------------------- */

/* More than what libevent and the C library may take in a second game, less than a flood. */
enum { ARBITER_GROWTH_KB = 4096 };

static long arbiter_memory_against(const char *program, const char *argument)
{
	struct match *m = match_create("tictactoe", 2);
	match_honest(m, program, argument);
	match_honest(m, HONEST, NULL);
	m->config.log_wire = true;
	match_start(m);
	arbiter_order_seats(m, 1);
	match_finish(&m, 1);
	long kb = match_memory_kb(m);
	match_free(m);
	return kb;
}

START_TEST(floods_take_no_memory_of_the_arbiter)
	{
		static const char *const floods[][2] = {{ROGUE "long-line", NULL},
			{ROGUE "flood-stdout", NULL}, {ROGUE "flood-stderr", "64"}};
		long plain = arbiter_memory_against(HONEST, NULL);
		long flooded = arbiter_memory_against(floods[_i][0], floods[_i][1]);
		ck_assert_msg(flooded < plain + ARBITER_GROWTH_KB, "%s: %ld KB, without it %ld KB",
			floods[_i][0], flooded, plain);
	}
END_TEST

/* --- more than two seats -------------------------------------------------------------------- */

/*
 * Nim from 21; all bots play the first legal move, one token. The bot that takes the last loses.
 * A rogue takes none, so that the two that stay take the odd and the even ones; a second rogue
 * leaves the third as the winner.
 */
static const struct game_runner {
	const char *program[3], *argument[3];
	int rank[3];
	enum verdict verdict[3];
	int moves;
	const char *reason;
} tables[] = {
	{{ROGUE "says", HONEST, HONEST}, {"bestmove a4\\n"}, {3, 2, 1}, {VERDICT_ILLEGAL}, 21,
		"normal"},
	{{HONEST, ROGUE "exits", HONEST}, {NULL, "1"}, {2, 3, 1}, {0, VERDICT_CRASH}, 21, "normal"},
	{{HONEST, HONEST, ROGUE "resigns"}, {NULL}, {2, 1, 3}, {0, 0, VERDICT_RESIGN}, 21,
		"normal"},
	{{HONEST, ROGUE "missing", HONEST}, {NULL}, {2, 3, 1}, {0, VERDICT_STARTUP}, 21, "normal"},
	{{HONEST, ROGUE "silent", ROGUE "resigns"}, {NULL}, {1, 3, 2},
		{0, VERDICT_TIME, VERDICT_RESIGN}, 1, "resign"},
	{{ROGUE "missing", HONEST, ROGUE "leaves"}, {NULL, NULL, "0"}, {2, 1, 2},
		{VERDICT_STARTUP, 0, VERDICT_STARTUP}, 0, "startup"},
	{{ROGUE "missing", ROGUE "missing", ROGUE "leaves"}, {NULL, NULL, "0"}, {1, 1, 1},
		{VERDICT_STARTUP, VERDICT_STARTUP, VERDICT_STARTUP}, 0, "startup"},
};

enum { TABLES = sizeof tables / sizeof *tables };

START_TEST(who_fails_among_three_ranks_last_and_the_others_play_on)
	{
		const struct game_runner *t = &tables[_i];
		struct match *m = match_create("nim", 3);
		for (int i = 0; i < 3; i++)
			(t->verdict[i] == VERDICT_TIME ? match_bot : match_honest)(
				m, t->program[i], t->argument[i]);
		match_start(m);
		match_order(m, (int[]){0, 1, 2});
		match_finish(&m, 1);
		const struct match_game *g = &m->games[0];
		for (int i = 0; i < 3; i++) {
			ck_assert_msg(g->rank[i] == t->rank[i] && g->verdict[i] == t->verdict[i],
				"seat %d: %s, rank %d (%s)", i + 1,
				verdict_table[g->verdict[i]].name, g->rank[i], g->detail[i]);
		}
		ck_assert_int_eq(g->moves, t->moves);
		ck_assert_str_eq(g->reason, t->reason);
		match_free(m);
	}
END_TEST

/* --- ends ----------------------------------------------------------------------------------- */

/* A rogue with a child that ran away, and one that is being waited for. */
static struct match *arbiter_seat_runaway(void)
{
	struct match *m = match_create("tictactoe", 2);
	match_honest(m, ROGUE "runaway", NULL);
	match_honest(m, ROGUE "silent", NULL);
	return m;
}

START_TEST(nothing_survives_the_arbiter_that_is_killed)
	{
		struct match *m = arbiter_seat_runaway();
		match_start(m);
		match_order(m, (int[]){0, 1});
		/* The record waits for the game's end; the three processes show that it runs. */
		ck_assert_int_eq(match_until_left(m, 3), 3);
		ck_assert_int_eq(kill(m->process.pid, SIGKILL), 0);
		if (arbiter_has_namespaces())
			ck_assert_int_eq(match_until_left(m, 0), 0);
		match_free(m);
	}
END_TEST

START_TEST(nothing_survives_the_main_process_that_is_killed)
	{
		struct match *m = arbiter_seat_runaway();
		pid_t child = fork();
		if (child == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails takes it along */
			match_start(m);
			match_order(m, (int[]){0, 1});
			for (;;)
				pause();
		}
		ck_assert_int_eq(match_until_left(m, 3), 3);
		ck_assert_int_eq(kill(child, SIGKILL), 0);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		if (arbiter_has_namespaces())
			ck_assert_int_eq(match_until_left(m, 0), 0);
		match_free(m);
	}
END_TEST

START_TEST(an_arbiter_dismissed_in_mid_game_leaves_with_all_its_bots)
	{
		struct match *m = arbiter_seat_runaway();
		match_start(m);
		match_order(m, (int[]){0, 1});
		ck_assert_int_eq(match_until_left(m, 3), 3);
		ck_assert_int_eq(match_dismiss(m), 0);
		if (arbiter_has_namespaces())
			ck_assert_int_eq(match_left(m), 0);
		match_free(m);
	}
END_TEST

/* --- limits --------------------------------------------------------------------------------- */

static const char *const hungers[] = {NULL, "shared"};

/* A sanitized program does not live under a limit of its data; a control group, which root can
 * make, counts what is used. */
static bool arbiter_can_limit(void)
{
#if defined(__SANITIZE_ADDRESS__)
	return geteuid() == 0;
#else
	return true;
#endif
}

START_TEST(a_bot_that_takes_all_memory_loses_by_that_and_is_told_its_limit)
	{
		if (!arbiter_can_limit())
			return;
		struct match *m = match_create("tictactoe", 2);
		m->config.terms.resources.memory = 64 << 20;
		m->config.terms.limits.margin = 20 * SECOND; /* until all of it is taken */
		match_bot(m, ROGUE "hungry", hungers[_i]);
		match_honest(m, HONEST, NULL);
		match_start(m);
		arbiter_order_seats(m, 1);
		match_finish(&m, 1);
		const struct match_game *g = &m->games[0];
		ck_assert_msg(g->verdict[0] == VERDICT_MEMORY, "%s: %s",
			verdict_table[g->verdict[0]].name, g->detail[0]);
		ck_assert_ptr_nonnull(strstr(g->detail[0], "64 MB"));
		ck_assert_int_eq(g->verdict[1], VERDICT_OK);
		match_free(m);
	}
END_TEST

START_TEST(a_bots_own_limits_of_its_output_hold)
	{
		struct match *m = match_create("tictactoe", 2);
		match_honest(m, ROGUE "flood-stdout", NULL);
		match_honest(m, HONEST, NULL);
		m->bots[0].resources.output = 8192;
		m->bots[0].resources.line = 512;
		match_start(m);
		arbiter_order_seats(m, 1);
		match_finish(&m, 1);
		ck_assert_int_eq(m->games[0].verdict[0], VERDICT_FLOOD);
		ck_assert_ptr_nonnull(
			strstr(m->games[0].detail[0], "512 bytes, or more than 8192"));
		match_free(m);
	}
END_TEST

/* --- conversations -------------------------------------------------------------------------- */

START_TEST(what_a_bot_says_between_its_games_is_in_no_other_game)
	{
		struct match *m = match_create("tictactoe", 2);
		match_bot(m, ROGUE "babbles", NULL);
		match_honest(m, HONEST, NULL);
		match_bot(m, ROGUE "late", "100");
		m->config.log_wire = true;
		m->strange = "babble";
		match_start(m);
		match_order(m, (int[]){0, 1});
		match_order(m, (int[]){2, 1});
		match_finish(&m, 1);
		ck_assert_int_gt(m->games[1].wires, 0);
		ck_assert_int_eq(m->games[1].strange, 0);
		match_free(m);
	}
END_TEST

SUITE("referee/arbiter/arbiter",
	LOOP(every_rogue_gets_its_verdict_and_leaves_nothing_behind, BATCHES),
	LOOP(floods_take_no_memory_of_the_arbiter, 3),
	LOOP(who_fails_among_three_ranks_last_and_the_others_play_on, TABLES),
	CASE(nothing_survives_the_arbiter_that_is_killed),
	CASE(nothing_survives_the_main_process_that_is_killed),
	CASE(an_arbiter_dismissed_in_mid_game_leaves_with_all_its_bots),
	LOOP(a_bot_that_takes_all_memory_loses_by_that_and_is_told_its_limit, 2),
	CASE(a_bots_own_limits_of_its_output_hold),
	CASE(what_a_bot_says_between_its_games_is_in_no_other_game))
