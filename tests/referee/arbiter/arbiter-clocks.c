/*
 * arbiter-clocks.c - what arbiters charge, what they say of a loss on time, who is frozen, and who
 * is not asked at all.
 *
 * The game is tic-tac-toe with the first legal move from both, in which seat 1 wins with its
 * fourth: a1 b1 c1 a2 b2 c2 a3.
 *
 * plain too: it measures time.
 */
#include "base/error.h"
#include "referee/arbiter/arbiter.h"

#include <sched.h>
#include <signal.h>

#include "tests/lib/arbiter-match.h"
#include "tests/lib/suite.h"

#define HONEST "tests/bench/instant"
#define WORK   "tests/bench/work"
#define ROGUE  "tests/rogues/"

/* Seat 1 in a game with a limit of 1 ms and a margin of 60, or of 500 where it must not lose; at
 * the latest a move is over after ten times both, and a second at least. The verdict and its detail
 * are those of seat 1. */
static const struct row {
	enum clock_kind clock;
	const char *program, *argument, *more;
	enum verdict verdict;
	const char *detail;
} rows[] = {
	{CLOCK_WALL, WORK, "sleep", "100", VERDICT_TIME, " of 1.0 ms (+60.0 ms margin): "},
	{CLOCK_WALL, WORK, "sleep", "100", VERDICT_TIME, " ms on a processor, "},
	{CLOCK_WALL, WORK, "sleep", "100", VERDICT_TIME, " ms waiting for one"},
	{CLOCK_FAIR, WORK, "sleep", "100", VERDICT_TIME, "; charged (fair): "},
	{CLOCK_CPU, ROGUE "late", "1000", "3", VERDICT_OK, ""}, /* in its last move */
	{CLOCK_WALL, WORK, "cpu", "100", VERDICT_TIME, NULL},
	{CLOCK_FAIR, WORK, "cpu", "100", VERDICT_TIME, NULL},
	{CLOCK_CPU, WORK, "cpu", "100", VERDICT_TIME, "; charged (cpu): "},
	{CLOCK_FAIR, ROGUE "silent", NULL, NULL, VERDICT_TIME, "no answer after "},
	{CLOCK_FAIR, ROGUE "stops-itself", NULL, NULL, VERDICT_TIME, "no answer after "},
	{CLOCK_FAIR, ROGUE "chatter", NULL, NULL, VERDICT_TIME, "no answer after "},
	/* a bot that uses no processor has a deadline too */
	{CLOCK_CPU, ROGUE "silent", NULL, NULL, VERDICT_TIME, "no answer after "},
	{CLOCK_CPU, ROGUE "chatter", NULL, NULL, VERDICT_TIME, "no answer after "},
};

START_TEST(a_move_is_charged_as_the_tournament_chose)
	{
		const struct row *row = &rows[_i];
		struct match *m = match_create("tictactoe", 2);
		usec margin = row->verdict == VERDICT_OK ? 500 : 60;
		match_honest(m, row->program, row->argument);
		if (row->more != NULL)
			m->argv[0][2] = (char *)row->more;
		m->bots[0].limits = (struct limits){.movetime = MILLISECOND,
			.margin = margin * MILLISECOND,
			.clock = row->clock};
		match_honest(m, HONEST, NULL);
		match_start(m);
		match_order(m, (int[]){0, 1});
		match_finish(&m, 1);
		const struct match_game *g = &m->games[0];
		ck_assert_msg(g->verdict[0] == row->verdict, "%s: %s",
			verdict_table[g->verdict[0]].name, g->detail[0]);
		ck_assert_msg(row->detail == NULL || strstr(g->detail[0], row->detail) != NULL,
			"%s", g->detail[0]);
		match_free(m);
	}
END_TEST

START_TEST(what_children_used_at_the_start_belongs_to_no_move)
	{
		struct match *m = match_create("tictactoe", 2);
		double cpu = 1000;
		match_honest(m, "/bin/sh", "-c");
		m->argv[0][2] =
			(char *)"(i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done)\n"
				"while read word more; do case $word in ugi) echo ugiok;; isready) echo readyok;; quit) exit;; esac; done";
		match_honest(m, HONEST, NULL);
		m->bots[0].limits = (struct limits){
			.movetime = MILLISECOND, .margin = 60 * MILLISECOND, .clock = CLOCK_WALL};
		match_start(m);
		match_order(m, (int[]){0, 1});
		match_finish(&m, 1);
		const char *detail = m->games[0].detail[0], *used = strstr(detail, " margin): ");
		ck_assert_msg(m->games[0].verdict[0] == VERDICT_TIME, "%s", detail);
		ck_assert_msg(used != NULL && sscanf(used, " margin): %lf", &cpu) == 1 && cpu < 20,
			"%s", detail);
		match_free(m);
	}
END_TEST

START_TEST(with_a_bank_a_bot_is_offered_what_its_move_may_take)
	{
		struct match *m = match_create("tictactoe", 2);
		struct error err;
		match_honest(m, HONEST, NULL);
		match_honest(m, HONEST, NULL);
		for (int i = 0; i < 2; i++) {
			m->bots[i].limits.movetime = 0;
			ck_assert(limits_read_tc(&m->bots[i].limits, "0+60 bank 90", &err));
		}
		m->config.log_wire = true;
		m->strange = "> go p1time 150000 p2time 150000 p1inc 60000 p2inc 60000";
		match_start(m);
		match_order(m, (int[]){0, 1});
		match_finish(&m, 1);
		ck_assert_int_eq(m->games[0].moves, 7);
		ck_assert_int_eq(m->games[0].strange, 7);
		match_free(m);
	}
END_TEST

/* --- limits on the start ----------------------------------------------------------------- */

/* Programs that want the processor of the arbiter's bots for this time. */
enum { HOGS = 8 };

static void arbiter_hog(int processor, usec span)
{
	cpu_set_t mine, one;
	sched_getaffinity(0, sizeof mine, &mine);
	CPU_ZERO(&one);
	for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &mine) && seen++ == processor)
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
	setsid(); /* the kernel may share the processor among sessions */
	for (usec until = time_now() + span; time_now() < until;)
		;
	_exit(EXIT_SUCCESS);
}

/* The bot has two seconds to start, and needs two fifths of a second of a processor that it shares
 * with eight other programs. */
static const struct {
	struct limits limits;
	enum verdict verdict;
} starts[] = {
	{{.movetime = MATCH_PATIENCE, .clock = CLOCK_WALL}, VERDICT_STARTUP},
	{{.movetime = MATCH_PATIENCE, .clock = CLOCK_FAIR}, VERDICT_OK},
	{{.movetime = MATCH_PATIENCE, .clock = CLOCK_CPU}, VERDICT_OK},
	{{.nodes = 5, .clock = CLOCK_FAIR}, VERDICT_OK}, /* no clock for its moves */
};

START_TEST(a_start_that_waits_for_a_processor_is_charged_as_a_move_would_be)
	{
		pid_t hogs[HOGS];
		struct match *m = match_create("tictactoe", 2);
		m->config.terms.sandbox = SANDBOX_NONE;
		match_honest(m, "/usr/bin/python3", "-c");
		m->argv[0][2] =
			(char *)"import sys, time\n"
				"began = time.monotonic()\n"
				"while time.process_time() < 0.4 and time.monotonic() < began + 6: pass\n"
				"for line in sys.stdin:\n"
				"    words = line.split()\n"
				"    if words[0] == 'ugi': print('feature legal\\nugiok', flush=True)\n"
				"    if words[0] == 'isready': print('readyok', flush=True)\n"
				"    if words[0] == 'legal': best = words[1]\n"
				"    if words[0] == 'go': print('bestmove', best, flush=True)\n";
		match_honest(m, HONEST, NULL);
		m->bots[0].limits = m->bots[1].limits = starts[_i].limits;
		m->config.terms.limits = starts[_i].limits;
		m->bots[0].resources.startup = 2 * SECOND;
		for (int i = 0; i < HOGS; i++) {
			hogs[i] = fork();
			ck_assert_int_ge(hogs[i], 0);
			if (hogs[i] == 0)
				arbiter_hog(0, 20 * SECOND);
		}
		match_start_number(m, 0);
		match_order(m, (int[]){0, 1});
		match_finish(&m, 1);
		const struct match_game *g = &m->games[0];
		ck_assert_msg(g->verdict[0] == starts[_i].verdict, "%s: %s",
			verdict_table[g->verdict[0]].name, g->detail[0]);
		if (starts[_i].verdict != VERDICT_OK)
			ck_assert_msg(
				strstr(g->detail[0], "; it waited for a processor for ") != NULL,
				"%s", g->detail[0]);
		for (int i = 0; i < HOGS; i++) {
			kill(hogs[i], SIGKILL);
			ck_assert_int_eq(waitpid(hogs[i], NULL, 0), hogs[i]);
		}
		match_free(m);
	}
END_TEST

/* --- thinking out of turn ---------------------------------------------------------------- */

static const char *const ways[] = {NULL, "thread", "child"};

static struct match *arbiter_ponder(const char *way, bool ponder)
{
	struct match *m = match_create("tictactoe", 2);
	match_honest(m, ROGUE "ponders", way);
	match_honest(m, ROGUE "late", "100cpu");
	m->config.terms.ponder = ponder;
	match_start(m);
	for (int i = 0; i < MATCH_GAMES; i++)
		match_order(m, (int[]){0, 1});
	match_finish(&m, 1);
	for (int i = 0; i < MATCH_GAMES; i++) {
		ck_assert_int_eq(m->games[i].verdict[0], VERDICT_OK);
		ck_assert_int_eq(m->games[i].verdict[1], VERDICT_OK);
		ck_assert_int_eq(m->games[i].rank[0], 1);
		ck_assert_str_eq(m->games[i].detail[1], "");
	}
	return m;
}

/* The sandbox init freezes a process that left the bot's group as soon as it gets a processor
 * itself: on a busy machine it takes a while, but never most of the time. All else is frozen at
 * once. */
static bool arbiter_was_frozen(const char *way, const char *detail)
{
	double used, span;
	bool escaped = way != NULL && strcmp(way, "child") == 0;
	if (*detail == '\0' || !escaped)
		return *detail == '\0';
	return sscanf(detail, "used %lf ms of processor in the %lf ms", &used, &span) == 2 &&
	       3 * used < span;
}

START_TEST(who_thinks_while_others_move_is_named_and_frozen_from_then_on)
	{
		struct match *m = arbiter_ponder(ways[_i], false);
		ck_assert_ptr_nonnull(strstr(m->games[0].detail[0],
			"ms in which it was not to move; from then on it was frozen"));
		ck_assert_msg(arbiter_was_frozen(ways[_i], m->games[1].detail[0]), "%s",
			m->games[1].detail[0]);
		match_free(m);
	}
END_TEST

START_TEST(where_it_is_allowed_nobody_is_named)
	{
		struct match *m = arbiter_ponder(ways[_i], true);
		for (int i = 0; i < MATCH_GAMES; i++)
			ck_assert_str_eq(m->games[i].detail[0], "");
		match_free(m);
	}
END_TEST

/* --- processors -------------------------------------------------------------------------- */

/* Which processors a bot of arbiter number may use: it waits for its move, and is found. */
static void arbiter_processors(int number, cpu_set_t *processors)
{
	struct match *m = match_create("tictactoe", 2);
	pid_t bot = 0;
	match_honest(m, ROGUE "silent", NULL);
	match_honest(m, ROGUE "silent", NULL);
	match_start_number(m, number);
	match_order(m, (int[]){0, 1});
	ck_assert_int_eq(match_until_left(m, 2), 2);
	ck_assert_int_eq(match_find(m, &bot), 2);
	ck_assert_int_eq(sched_getaffinity(bot, sizeof *processors, processors), 0);
	match_free(m);
}

START_TEST(arbiters_and_their_bots_share_the_processors_evenly)
	{
		cpu_set_t mine, used, sum;
		ck_assert_int_eq(sched_getaffinity(0, sizeof mine, &mine), 0);
		int count = CPU_COUNT(&mine) < 4 ? CPU_COUNT(&mine) : 4;
		CPU_ZERO(&sum);
		for (int i = 0; i < count; i++) {
			/* an arbiter beyond the last processor begins again at the first */
			arbiter_processors(i + CPU_COUNT(&mine), &used);
			ck_assert_int_eq(CPU_COUNT(&used), 1);
			CPU_OR(&sum, &sum, &used);
		}
		ck_assert_int_eq(CPU_COUNT(&sum), count);
		arbiter_processors(-1, &used);
		ck_assert(CPU_EQUAL(&used, &mine));
	}
END_TEST

/* --- the bench --------------------------------------------------------------------------- */

static void arbiter_order_benched(struct match *m, unsigned benched)
{
	struct game_request order = {.pairing = (uint64_t)m->asked + 1,
		.seats = m->config.players,
		.bot = {0, 1, 2},
		.benched = benched,
		.fen = "",
		.moves = ""};
	match_request(m, &order);
}

/* Nim for two or three from 21, one token each; who is benched would only crash. */
static const struct bench {
	int players;
	unsigned benched;
	int rank[3], moves;
	const char *reason;
} benches[] = {
	{2, 1, {2, 1}, 0, "benched"},
	{2, 2, {1, 2}, 0, "benched"},
	{2, 3, {1, 1}, 0, "benched"},
	{3, 2, {2, 3, 1}, 21, "normal"},
	{3, 3, {2, 2, 1}, 0, "benched"},
	{3, 7, {1, 1, 1}, 0, "benched"},
};

START_TEST(who_is_benched_loses_without_being_started)
	{
		const struct bench *row = &benches[_i];
		struct match *m = match_create("nim", row->players);
		for (int i = 0; i < row->players; i++)
			match_honest(m, row->benched & 1u << i ? ROGUE "missing" : HONEST, NULL);
		m->config.terms.strikes = 3;
		match_start(m);
		arbiter_order_benched(m, row->benched);
		arbiter_order_benched(m, row->benched);
		match_finish(&m, 1);
		for (int n = 0; n < 2; n++) {
			const struct match_game *g = &m->games[n];
			for (int i = 0; i < row->players; i++) {
				bool benched = row->benched & 1u << i;
				ck_assert_int_eq(g->rank[i], row->rank[i]);
				ck_assert_int_eq(
					g->verdict[i], benched ? VERDICT_BENCHED : VERDICT_OK);
				ck_assert_str_eq(g->detail[i],
					benched ? "failed 3 games in a row before" : "");
			}
			ck_assert_int_eq(g->moves, row->moves);
			ck_assert_str_eq(g->reason, row->reason);
		}
		match_free(m);
	}
END_TEST

SUITE("referee/arbiter/arbiter-clocks",
	LOOP(a_move_is_charged_as_the_tournament_chose, sizeof rows / sizeof *rows),
	LOOP(a_start_that_waits_for_a_processor_is_charged_as_a_move_would_be,
		sizeof starts / sizeof *starts),
	CASE(what_children_used_at_the_start_belongs_to_no_move),
	CASE(with_a_bank_a_bot_is_offered_what_its_move_may_take),
	LOOP(who_thinks_while_others_move_is_named_and_frozen_from_then_on,
		sizeof ways / sizeof *ways),
	LOOP(where_it_is_allowed_nobody_is_named, sizeof ways / sizeof *ways),
	CASE(arbiters_and_their_bots_share_the_processors_evenly),
	LOOP(who_is_benched_loses_without_being_started, sizeof benches / sizeof *benches))
