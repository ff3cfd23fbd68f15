/*
 * Which machine plays which game: a tournament of three bots on this machine and three workers,
 * which are handles without a process.
 */
#include "referee/director/director-machines.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"

enum { BOTS = 3, WORKERS = 3, SPEED = 100000 };

static struct {
	struct event_base *base;
	struct tournament t;
	struct reported told;
	struct game_queue queue;
	struct bot_config bots[BOTS];
	struct arbiter_handle here, workers[WORKERS];
	bool cannot[WORKERS][BOTS];
	struct director d;
	uint64_t commits;
	char log[4096]; /* one line for each that was said */
} place;

static void place_log(void *arg, const char *text)
{
	size_t used = strlen(place.log);
	(void)arg;
	snprintf(place.log + used, sizeof place.log - used, "%s\n", text);
}

static void place_nothing(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
}

/* Three workers of equal speed, of which none has played; moves have a limit of time if clocks. */
static void place_init(bool clocks)
{
	struct director *d = &place.d;
	memset(&place, 0, sizeof place);
	reported_init(&place.told);
	test_tournament_init(&place.t, "nim", 2, BOTS, 1, NULL);
	ck_assert(game_queue_init(&place.queue, &place.t, &place.told.mistakes));
	place.base = event_base_new();
	d->t = &place.t;
	d->queue = &place.queue;
	d->options = (struct director_options){.base = place.base, .log = place_log};
	d->feed = event_new(place.base, -1, 0, place_nothing, NULL);
	d->later = event_new(place.base, -1, 0, place_nothing, NULL);
	d->config = (struct arbiter_config){.bots = place.bots, .bots_count = BOTS};
	d->config.terms.limits.nodes = 1000;
	d->config.terms.limits.movetime = clocks ? SECOND : 0;
	d->config.terms.limits.margin = 40 * MILLISECOND;
	director_machines_init(d);
	d->speed = SPEED;
	for (int i = 0; i < WORKERS; i++) {
		struct arbiter_handle *a = &place.workers[i];
		a->worker = i + 1;
		a->local_max = a->facts.slots = 4;
		a->facts.cores = 4;
		a->facts.speed = SPEED;
		a->cannot = place.cannot[i];
		snprintf(d->workers[i].name, sizeof d->workers[i].name, "lab0%d", i + 1);
		d->workers[i].handle = a;
	}
	director_machines_look(d);
	ck_assert_str_eq(place.log, "");
}

static void place_clear(void)
{
	director_machines_clear(&place.d);
	event_free(place.d.feed);
	event_free(place.d.later);
	game_queue_clear(&place.queue);
	tournament_clear(&place.t);
	event_base_free(place.base);
}

/* Machine 0 is here. */
static const struct arbiter_handle *place_machine(int machine)
{
	return machine == 0 ? &place.here : &place.workers[machine - 1];
}

static bool place_pick(int machine, bool behind, struct pending_game *game)
{
	return director_machines_pick(&place.d, place_machine(machine), behind, game);
}

/* Takes the next game there, and begins it. */
static bool place_play(int machine, struct pending_game *game)
{
	struct job job;
	if (!place_pick(machine, false, game))
		return false;
	director_machines_begin(&place.d, place_machine(machine), game);
	game_queue_begin(&place.queue, game, &job);
	return true;
}

static int place_count(int machine)
{
	struct pending_game game;
	int count = 0;
	while (place_play(machine, &game))
		count++;
	return count;
}

static bool place_has(const struct pending_game *game, int bot)
{
	return game->pairing.bot[0] == bot || game->pairing.bot[1] == bot;
}

/* --- what a worker may play ------------------------------------------------------------------- */

/* Of three bots two play each game: six games, two of which are without a given bot. */
START_TEST(a_worker_gets_no_game_of_a_bot_that_cannot_run_there)
	{
		struct pending_game game;
		int count = 0;
		place_init(false);
		place.cannot[0][1] = true;
		for (; place_play(1, &game); count++)
			ck_assert(!place_has(&game, 1));
		ck_assert_int_eq(count, 2);
		/* The others are for any other machine: a pair for one, a pair for another. */
		ck_assert(place_play(2, &game) && place_has(&game, 1));
		ck_assert_int_eq(place_count(0), 2);
		ck_assert_int_eq(place_count(2), 1);
		place_clear();
	}
END_TEST

static const struct worker_row {
	enum machine_drained drained;
	bool slow, crowded, retiring, unlinked;
	enum clock_kind clock;
	int games[2]; /* of six, without and with a limit of time */
} worker_rows[] = {
	{.games = {6, 6}},
	{.slow = true, .games = {6, 0}},
	{.slow = true, .clock = CLOCK_CPU, .games = {6, 0}},
	{.crowded = true, .games = {6, 0}},
	{.drained = MACHINE_NO_CLOCKS, .games = {6, 0}},
	{.drained = MACHINE_NO_GAMES, .games = {0, 0}},
	/* Waits for a processor do not count there. */
	{.crowded = true, .clock = CLOCK_CPU, .games = {6, 6}},
	{.drained = MACHINE_NO_CLOCKS, .clock = CLOCK_CPU, .games = {6, 6}},
	{.drained = MACHINE_NO_GAMES, .clock = CLOCK_CPU, .games = {0, 0}},
	{.unlinked = true, .games = {0, 0}},
	{.retiring = true, .games = {0, 0}},
};

START_TEST(a_worker_gets_no_game_with_clocks_while_it_is_slow_crowded_or_drained)
	{
		const struct worker_row *row = &worker_rows[_i];
		for (int clocks = 0; clocks < 2; clocks++) {
			place_init(clocks == 1);
			place.d.config.terms.limits.clock = row->clock;
			struct director_worker *w = &place.d.workers[1];
			w->drained = row->drained;
			w->slow = row->slow;
			place.workers[1].facts.crowded = row->crowded;
			place.workers[1].retiring = row->retiring;
			if (row->unlinked)
				place.workers[1].local_max = 0;
			ck_assert_int_eq(place_count(2), row->games[clocks]);
			ck_assert_int_eq(place_count(1), 6 - row->games[clocks]);
			place_clear();
		}
	}
END_TEST

/* One bot has a limit of time of its own: of six games four have a clock. */
START_TEST(a_game_has_a_clock_if_one_of_its_bots_has_one)
	{
		struct pending_game game;
		int count = 0;
		place_init(false);
		place.bots[2].has_limits = true;
		place.bots[2].limits.tc_time = 10 * SECOND;
		place.d.workers[0].slow = true;
		for (; place_play(1, &game); count++)
			ck_assert(!place_has(&game, 2));
		ck_assert_int_eq(count, 2);
		place_clear();
	}
END_TEST

START_TEST(this_machine_leaves_games_with_clocks_to_others_if_it_is_the_slow_one)
	{
		struct pending_game game;
		place_init(true);
		place.d.slow = true;
		ck_assert(!place_pick(0, false, &game));
		/* While a worker is left that takes them. */
		place.d.workers[0].slow = place.d.workers[1].slow = true;
		ck_assert(!place_pick(0, false, &game));
		place.d.workers[2].drained = MACHINE_NO_CLOCKS;
		ck_assert_int_eq(place_count(0), 6);
		place_clear();
		place_init(false);
		place.d.slow = true;
		ck_assert_int_eq(place_count(0), 6);
		place_clear();
	}
END_TEST

/* --- pairs ------------------------------------------------------------------------------------ */

START_TEST(the_games_of_a_pair_go_to_the_machine_that_began_it)
	{
		struct pending_game first, second, other;
		place_init(true);
		while (game_queue_fetch(&place.queue, time_now()))
			;
		ck_assert(place_play(1, &first));
		ck_assert(place_play(2, &other));
		ck_assert_uint_ne(first.pairing.seed, other.pairing.seed);
		ck_assert(place_play(2, &second));
		ck_assert_uint_eq(second.pairing.seed, other.pairing.seed);
		ck_assert(place_play(1, &second));
		ck_assert_uint_eq(second.pairing.seed, first.pairing.seed);
		ck_assert_uint_ne(second.pairing.key, first.pairing.key);
		place_clear();
	}
END_TEST

/* Three pairs of two games: three machines begin one each, and the fourth waits for what they do
 * not begin in time. */
START_TEST(another_machine_takes_the_second_game_of_a_pair_when_it_has_waited_long)
	{
		struct pending_game game;
		place_init(true);
		usec before = time_now();
		for (int machine = 1; machine <= 3; machine++)
			ck_assert(place_play(machine, &game));
		ck_assert(!place_pick(0, false, &game));
		/* It is to look again when the patience for the first of them is over. */
		ck_assert_int_ge(place.d.wake, before + DIRECTOR_MACHINES_PATIENCE);
		ck_assert_int_le(place.d.wake, time_now() + DIRECTOR_MACHINES_PATIENCE);
		struct pending_list *l = &place.queue.local;
		ck_assert_int_eq(l->count, 3);
		l->games[l->first + 1].since -= DIRECTOR_MACHINES_PATIENCE;
		int64_t number = l->games[l->first + 1].number;
		ck_assert(place_play(0, &game));
		ck_assert_int_eq(game.number, number);
		ck_assert(!place_pick(0, false, &game));
		/* A machine that has gone, or may not play it, begins nothing. */
		place.d.workers[0].handle = NULL;
		ck_assert(place_play(0, &game));
		ck_assert_int_eq(pair_machines_find(&place.d.pairs, game.pairing.seed), -1);
		place_clear();
	}
END_TEST

START_TEST(without_worker_pairs_any_machine_plays_any_game)
	{
		struct pending_game game;
		place_init(true);
		place.t.worker_pairs = false;
		for (int machine = 1; machine <= 3; machine++)
			ck_assert(place_play(machine, &game));
		ck_assert_int_eq(place_count(0), 3);
		place_clear();
	}
END_TEST

/* --- games that workers did not survive ------------------------------------------------------- */

/* Draws all six games, of which the first was in play when this number of workers ended. */
static struct pending_game *place_dangerous(int lost_on_workers)
{
	place_init(true);
	while (game_queue_fetch(&place.queue, time_now()))
		;
	struct pending_list *l = &place.queue.local;
	ck_assert_int_eq(l->count, 6);
	l->games[l->first].lost_on_workers = lost_on_workers;
	return &l->games[l->first];
}

START_TEST(a_game_that_ended_few_workers_is_as_any_other)
	{
		struct pending_game game;
		int64_t number = place_dangerous(DIRECTOR_MACHINES_SHARED - 1)->number;
		place.workers[0].local = 3;
		ck_assert(place_play(1, &game));
		ck_assert_int_eq(game.number, number);
		place_clear();
	}
END_TEST

/* The worker has a game in play, or one that waits for it. */
START_TEST(a_game_that_ended_several_workers_is_played_alone)
	{
		struct pending_game game;
		int64_t number = place_dangerous(DIRECTOR_MACHINES_SHARED)->number;
		/* This machine leaves it to workers. A worker that has games gets no more, and
		 * another one is not needed. */
		ck_assert(place_play(0, &game) && game.number != number);
		place.workers[1].local = _i == 0;
		ck_assert(!place_pick(2, _i == 1, &game));
		ck_assert_int_eq(place.d.quarantine_worker, 2);
		ck_assert(place_play(3, &game) && game.number != number);
		place.workers[1].local = 0;
		ck_assert(!place_pick(2, true, &game));
		ck_assert(place_play(2, &game));
		ck_assert_int_eq(game.number, number);
		/* When no such game is left, the worker is as any other. */
		ck_assert(place_play(2, &game));
		ck_assert_int_eq(place.d.quarantine_worker, 0);
		place_clear();
	}
END_TEST

START_TEST(the_worker_that_was_to_play_alone_is_replaced_when_it_goes)
	{
		struct pending_game game;
		int64_t number =
			place_dangerous(DIRECTOR_MACHINES_SHARED + DIRECTOR_MACHINES_ALONE - 1)
				->number;
		place.workers[1].local = 1;
		ck_assert(!place_pick(2, false, &game));
		place.d.workers[1].handle = NULL;
		ck_assert(place_play(3, &game));
		ck_assert_int_eq(game.number, number);
		ck_assert_int_eq(place.d.quarantine_worker, 3);
		place_clear();
	}
END_TEST

START_TEST(a_game_that_ended_many_workers_is_played_here)
	{
		struct pending_game game;
		int64_t number =
			place_dangerous(DIRECTOR_MACHINES_SHARED + DIRECTOR_MACHINES_ALONE)->number;
		for (int machine = 1; machine <= 3; machine++)
			ck_assert(place_play(machine, &game) && game.number != number);
		ck_assert(place_play(0, &game));
		ck_assert_int_eq(game.number, number);
		place_clear();
	}
END_TEST

START_TEST(a_game_is_kept_from_the_worker_that_could_not_play_it)
	{
		struct pending_game game;
		struct job job = {.worker = 2};
		place_init(true);
		ck_assert(place_pick(2, false, &game));
		game_queue_begin(&place.queue, &game, &job);
		job.worker = 2;
		director_machines_failed(&place.d, &job);
		ck_assert_int_eq(job.avoid, 2);
		ck_assert_int_eq(job.lost_on_workers, 1);
		game_queue_put_back(&place.queue, &job, time_now());
		int64_t number = job.number;
		while (place_play(2, &game))
			ck_assert_int_ne(game.number, number);
		ck_assert(place_play(1, &game));
		ck_assert_int_eq(game.number, number);
		place_clear();
	}
END_TEST

/* --- faults of a machine ---------------------------------------------------------------------- */

enum { UNTRIED = BOT_UNTRIED, REFUSED = BOT_REFUSED, STARTED = BOT_STARTED };

static const struct fault_row {
	int worker, seats;
	const char *verdict[BOTS];
	int starts[BOTS]; /* elsewhere */
	bool fault;
} fault_rows[] = {
	{1, 2, {"startup", "startup"}, {STARTED, STARTED}, true},
	{1, 2, {"build", "startup"}, {STARTED, STARTED}, true},
	{1, 2, {"startup", "startup"}, {UNTRIED, STARTED}, true},
	{1, 2, {"startup", "startup"}, {STARTED, REFUSED}, false},
	{1, 2, {"startup", "startup"}, {REFUSED, STARTED}, false},
	{1, 2, {"startup", "ok"}, {STARTED, STARTED}, false},
	{1, 2, {"ok", "startup"}, {STARTED, STARTED}, false},
	{1, 2, {"startup", "time"}, {STARTED, STARTED}, false},
	{1, 2, {"crash", "crash"}, {STARTED, STARTED}, false},
	/* Seats that did not take part say nothing. */
	{1, 2, {"benched", "startup"}, {STARTED, STARTED}, true},
	{1, 2, {"startup", "absent"}, {STARTED, REFUSED}, true},
	{1, 2, {"benched", "absent"}, {STARTED, STARTED}, false},
	{1, 3, {"startup", "startup", "startup"}, {STARTED, STARTED, STARTED}, true},
	{1, 3, {"startup", "startup", "ok"}, {STARTED, STARTED, STARTED}, false},
	/* Here it is no worker's fault. */
	{0, 2, {"startup", "startup"}, {STARTED, STARTED}, false},
};

START_TEST(a_worker_is_at_fault_if_no_bot_starts_there_that_starts_elsewhere)
	{
		const struct fault_row *row = &fault_rows[_i];
		struct job job = {.worker = row->worker, .pairing.seats = row->seats};
		struct db_game g = {.seats = row->seats};
		place_init(false);
		for (int i = 0; i < row->seats; i++) {
			/* In another order than the bots of the tournament. */
			int bot = row->seats - 1 - i;
			job.pairing.bot[i] = bot;
			g.seat[i].verdict = row->verdict[i];
			place.d.starts[bot] = (enum bot_start)row->starts[i];
		}
		ck_assert(director_machines_is_fault(&place.d, &job, &g) == row->fault);
		place_clear();
	}
END_TEST

START_TEST(a_worker_on_which_different_bots_fail_gets_no_more_games)
	{
		struct pending_game game;
		place_init(false);
		for (int i = 0; i < MACHINE_HEALTH_FAULTS; i++) {
			struct job job = {.worker = 3, .pairing = {.seats = 2, .bot = {i, i}}};
			ck_assert(place_pick(3, false, &game));
			game_queue_return(&place.queue, &game);
			director_machines_failed(&place.d, &job);
		}
		ck_assert(!place_pick(3, false, &game));
		ck_assert_ptr_nonnull(
			strstr(place.log, "<4>worker lab03: drained: plays no games; "));
		ck_assert(place_pick(2, false, &game));
		place_clear();
	}
END_TEST

/* --- delays and waits ------------------------------------------------------------------------- */

/* A hundred moves that were late by 7 ms: more than half of 10 ms, less than half of 20. */
static const struct {
	usec tournament, own; /* margins in milliseconds: of bots 0 and 2, and of bot 1 */
	bool drained;
} margins[] = {{20, 10, true}, {10, 20, true}, {20, 40, false}, {40, 20, false}};

START_TEST(delays_are_too_long_for_the_least_margin_of_the_bots)
	{
		struct latency_histogram delays = {.sum = 0};
		struct pending_game game;
		place_init(true);
		place.d.config.terms.limits.margin = margins[_i].tournament * MILLISECOND;
		place.bots[1].has_limits = true;
		place.bots[1].limits = (struct limits){
			.movetime = SECOND, .margin = margins[_i].own * MILLISECOND};
		for (int i = 0; i < 100; i++)
			latency_histogram_add(&delays, 7 * MILLISECOND);
		director_machines_delays(&place.d, &place.workers[1], &delays);
		ck_assert(place_pick(2, false, &game) == !margins[_i].drained);
		ck_assert((strstr(place.log,
				   "<4>worker lab02: drained: plays no games with clocks; ") !=
				  NULL) == margins[_i].drained);
		ck_assert(place_pick(1, false, &game));
		place_clear();
	}
END_TEST

/* Two moves of one game: what a worker says of a move that took an hour is not believed. */
START_TEST(waits_of_its_bots_drain_a_worker)
	{
		static const struct {
			struct db_move moves[2];
			bool drained;
		} rows[] = {
			{{{.cpu_us = SECOND, .wait_us = SECOND}, {.cpu_us = SECOND}}, true},
			{{{.cpu_us = 3 * SECOND}, {.cpu_us = SECOND}}, false},
			{{{.cpu_us = SECOND, .wait_us = 3600 * SECOND}, {.cpu_us = SECOND}}, false},
			{{{.cpu_us = -1, .wait_us = 3 * SECOND}, {.cpu_us = 2 * SECOND}}, false},
			{{{.cpu_us = 3 * SECOND, .wait_us = -1}, {.cpu_us = 2 * SECOND}}, false},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			struct job job = {.worker = 1, .pairing.seats = 2, .pairing.bot = {0, 1}};
			struct db_game g = {.seats = 2, .moves = rows[i].moves, .moves_count = 2};
			struct pending_game game;
			place_init(true);
			director_machines_played(&place.d, &job, &g);
			ck_assert_msg(
				place_pick(1, false, &game) == !rows[i].drained, "row %zu", i);
			job.worker = 0; /* not a worker's */
			director_machines_played(&place.d, &job, &g);
			place_clear();
		}
	}
END_TEST

/* --- speed ------------------------------------------------------------------------------------ */

/* The median of these and of this machine is that of this machine. A tenth off is allowed. */
static const struct {
	int64_t speed;
	bool clocks;
	const char *said; /* of worker 2; "": nothing */
} speeds[] = {
	{110000, true, ""}, {110001, true, "<4>worker lab02: fast: plays no games with clocks\n"},
	{90000, true, ""}, {89999, true, "<4>worker lab02: slow: plays no games with clocks\n"},
	{50000, false, ""}, {0, true, ""}, /* unknown */
};

START_TEST(a_worker_whose_speed_is_too_far_off_plays_no_games_with_clocks)
	{
		struct pending_game game;
		place_init(speeds[_i].clocks);
		place.workers[1].facts.speed = speeds[_i].speed;
		director_machines_look(&place.d);
		director_machines_look(&place.d); /* a state is said once */
		ck_assert_str_eq(place.log, speeds[_i].said);
		ck_assert(place_pick(2, false, &game) == (speeds[_i].said[0] == '\0'));
		place.log[0] = '\0';
		place.workers[1].facts.speed = SPEED;
		director_machines_look(&place.d);
		ck_assert_str_eq(
			place.log, speeds[_i].said[0] == '\0' ? "" : "worker lab02: plays\n");
		place_clear();
	}
END_TEST

/* Three sessions of one slow worker do not make its speed the median. */
START_TEST(a_worker_with_many_sessions_counts_once)
	{
		place_init(true);
		place.d.workers[3] = place.d.workers[2];
		struct arbiter_handle more = place.workers[2];
		place.d.workers[3].handle = &more;
		for (int i = 1; i <= 3; i++) {
			strcpy(place.d.workers[i].name, "slow");
			((struct arbiter_handle *)place.d.workers[i].handle)->facts.speed = 1000;
		}
		director_machines_look(&place.d);
		ck_assert(!place.d.slow && !place.d.workers[0].slow);
		for (int i = 1; i <= 3; i++)
			ck_assert(place.d.workers[i].slow);
		place_clear();
	}
END_TEST

START_TEST(this_machine_is_the_slow_one_only_if_another_is_not)
	{
		static const char said[] =
			"this machine leaves games with clocks to workers; its speed is too far off the median\n";
		place_init(true);
		place.d.speed = SPEED / 2;
		director_machines_look(&place.d);
		ck_assert(place.d.slow);
		ck_assert_str_eq(place.log, said);
		/* Two machines far apart: the median is between them, and both are off. */
		place.d.workers[1].handle = place.d.workers[2].handle = NULL;
		director_machines_look(&place.d);
		ck_assert(place.d.workers[0].slow && !place.d.slow);
		place_clear();
	}
END_TEST

START_TEST(a_crowded_worker_is_said_to_be_so)
	{
		place_init(true);
		place.workers[0].facts.crowded = true;
		director_machines_look(&place.d);
		ck_assert_str_eq(place.log,
			"<4>worker lab01: crowded: plays no games with clocks; it has more slots than cores\n");
		place_clear();
	}
END_TEST

/* --- spot checks ------------------------------------------------------------------------------ */

START_TEST(a_check_goes_to_another_machine_that_plays)
	{
		struct job job = {.worker = 1, .number = 7, .pairing.seats = 2}, got;
		const struct db_game g = {.id = 5, .worker = 9, .reason = "normal"};
		place_init(true);
		ck_assert(!director_machines_take_check(&place.d, &place.workers[1], &got));
		spot_checks_add(&place.d.checks, &job, &g, "lab01");
		ck_assert(!director_machines_take_check(&place.d, &place.workers[0], &got));
		place.d.quarantine_worker = 2;
		ck_assert(!director_machines_take_check(&place.d, &place.workers[1], &got));
		place.d.workers[2].drained = MACHINE_NO_GAMES;
		ck_assert(!director_machines_take_check(&place.d, &place.workers[2], &got));
		place.d.workers[2].drained = MACHINE_NO_CLOCKS; /* no check has a clock */
		ck_assert(director_machines_take_check(&place.d, &place.workers[2], &got));
		ck_assert_int_eq(got.number, 7);
		ck_assert_int_eq(got.worker, 3);
		ck_assert(!director_machines_take_check(&place.d, &place.here, &got));
		spot_checks_return(&place.d.checks, &got);
		ck_assert(director_machines_take_check(&place.d, &place.here, &got));
		ck_assert_int_eq(got.worker, 0);
		place_clear();
	}
END_TEST

/* The only child of this process. */
static pid_t only_child(void)
{
	char path[64];
	int pid = 0;
	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fscanf(file, "%d", &pid), 1);
	fclose(file);
	return pid;
}

START_TEST(games_begin_when_the_process_that_measures_ends_without_an_answer)
	{
		place_init(true);
		place.t.workers_count = 1;
		ck_assert(director_machines_measure(&place.d));
		ck_assert(director_machines_measure(&place.d));
		ck_assert_int_eq(kill(only_child(), SIGKILL), 0);
		while (place.d.bench != NULL)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert_str_eq(place.log, "the speed of this machine could not be measured\n");
		ck_assert(!director_machines_measure(&place.d));
		place.t.workers_count = 0;
		place_clear();
	}
END_TEST

START_TEST(a_worker_whose_games_are_wrong_plays_none_and_others_do)
	{
		struct pending_game game;
		place_init(false);
		director_machines_wrong(&place.d, "lab02", "it lies");
		ck_assert(!director_machines_is_drained(&place.d, &place.workers[0]));
		ck_assert(director_machines_is_drained(&place.d, &place.workers[1]));
		ck_assert(!director_machines_is_drained(&place.d, &place.workers[2]));
		ck_assert(!director_machines_is_drained(&place.d, &place.here));
		ck_assert_str_eq(place.log, "<4>worker lab02: drained: plays no games; it lies\n");
		ck_assert(!place_pick(2, false, &game));
		ck_assert(place_pick(3, false, &game));
		place_clear();
	}
END_TEST

START_TEST(games_of_a_worker_that_is_not_trusted_any_more_are_told_from_others)
	{
		static struct game_store store;
		place_init(false);
		place.d.store = &store;
		ck_assert(!director_machines_is_distrusted(&place.d, &(struct job){.worker = 2}));
		store_workers_distrust(&store.workers, "lab02", "it lies");
		ck_assert(director_machines_is_distrusted(&place.d, &(struct job){.worker = 2}));
		ck_assert(!director_machines_is_distrusted(&place.d, &(struct job){.worker = 1}));
		ck_assert(!director_machines_is_distrusted(&place.d, &(struct job){.worker = 0}));
		store_workers_clear(&store.workers);
		place_clear();
	}
END_TEST

/* --- games that no chance explains ------------------------------------------------------------ */

/* The text that a query of the database gives. */
static const char *place_rows(const char *query)
{
	static char text[256];
	char command[512];
	snprintf(command, sizeof command, "sqlite3 %s \"%s\"", fixture_path("machines.db"), query);
	FILE *in = popen(command, "r");
	text[fread(text, 1, sizeof text - 1, in)] = '\0';
	ck_assert_int_eq(pclose(in), 0);
	return text;
}

static void place_announce(void *arg, const struct result *r)
{
	(void)arg, (void)r;
}

static void place_open_store(struct game_store *store)
{
	struct db *db;
	struct error err;
	FIXTURE_GOOD(db_open(&db, fixture_path("machines.db"), DB_WRITE));
	FIXTURE_GOOD(game_store_open(
		store, db, &place.t, &(struct game_store_options){.fresh = false}, &err));
	store->announce = place_announce;
	store->commits = &place.commits;
	place.d.store = store;
}

static void place_close_store(struct game_store *store)
{
	struct db *db = store->db;
	game_store_close(store);
	db_close(db);
}

/* Machines play games of the same two bots: those of the worker are as in its row. */
static void place_games(int machine, int64_t row, int count, int plies, int64_t ms, bool failed)
{
	static int64_t pairing;
	static struct db_move moves[40];
	for (int i = 0; i < plies; i++)
		moves[i] = (struct db_move){
			.seat = 1 + i % 2, .text = "a1", .cpu_us = -1, .wait_us = -1};
	for (int i = 0; i < count; i++) {
		struct job job = {.worker = machine, .pairing.seats = 2, .pairing.bot = {0, 1}};
		struct db_game g = {.pairing = (uint64_t)++pairing,
			.round = 1,
			.opening = "",
			.final = "x",
			.reason = failed ? "crash" : "normal",
			.started_ms = 1000,
			.ended_ms = 1000 + ms + i % 11,
			.seats = 2,
			.plies = plies,
			.moves = moves,
			.moves_count = plies,
			.worker = row,
			.seat = {{.rank = 1, .verdict = "ok"},
				{.rank = 2, .verdict = failed ? "crash" : "ok"}}};
		ck_assert_int_eq(game_store_game(place.d.store, &g, job.pairing.bot), DB_OK);
		director_machines_played(&place.d, &job, &g);
	}
}

static const struct {
	int games, plies;
	int64_t ms;
	bool failed, distrusted; /* of the worker's games; those here have 40 plies and 1000 ms */
	const char *why;
} chances[] = {
	{16, 40, 1000, true, true, "bots failed in far more games there than elsewhere"},
	{16, 3, 1000, false, true,
		"its games have less than half of the moves that they have elsewhere"},
	/* Half of all are below the median: 2^-16 is no proof. */
	{32, 40, 100, false, false, "its games take less than a quarter of their time elsewhere"},
};

/* The games of a machine that is only quick stay: it may be a fast one. */
START_TEST(games_of_a_worker_that_no_chance_explains_are_void)
	{
		enum { HERE = 64 };
		struct game_store store, again;
		struct pending_game game;
		int64_t row = 0;
		place_init(false);
		place.t.workers_count = 1;
		place.d.end_event = event_new(place.base, -1, 0, place_nothing, NULL);
		fixture_remove(fixture_path("machines.db"));
		place_open_store(&store);
		ck_assert_int_eq(game_store_worker(&store,
					 &(struct worker_facts){.name = "lab02", .slots = 1}, &row),
			DB_OK);
		place_games(0, 0, HERE, 40, 1000, false);
		place_games(2, row, chances[_i].games - 1, chances[_i].plies, chances[_i].ms,
			chances[_i].failed);
		ck_assert_str_eq(place.log, "");
		ck_assert(place_pick(2, false, &game) && !place.d.ending);
		place_games(2, row, 1, chances[_i].plies, chances[_i].ms, chances[_i].failed);
		ck_assert_ptr_nonnull(strstr(place.log, chances[_i].why));
		ck_assert(!place_pick(2, false, &game) && place_pick(1, false, &game));
		ck_assert(place.d.ending == chances[_i].distrusted);
		place_games(0, 0, 1, 40, 1000, false); /* it was being played meanwhile */
		ck_assert_int_eq(game_store_commit(&store), DB_OK);
		place_close_store(&store);
		/* and a run that goes on knows why */
		const char *why = place_rows("SELECT distrusted FROM workers");
		ck_assert_int_eq(strncmp(why, chances[_i].why, strlen(chances[_i].why)) == 0,
			chances[_i].distrusted);
		place_open_store(&again);
		ck_assert(director_machines_is_distrusted(&place.d, &(struct job){.worker = 2}) ==
			  chances[_i].distrusted);
		ck_assert(!director_machines_is_distrusted(&place.d, &(struct job){.worker = 1}));
		place_close_store(&again);
		ck_assert_str_eq(place_rows("SELECT count(*) FROM games"),
			chances[_i].distrusted ? "65\n" : "97\n");
		/* Each rating begins where the bot's game before it ended. */
		ck_assert_str_eq(place_rows("SELECT count(*) FROM (SELECT before, lag(after)"
					    " OVER (PARTITION BY bot ORDER BY game) AS last FROM"
					    " ratings JOIN seats USING (game, seat))"
					    " WHERE before != last"),
			"0\n");
		ck_assert(!chances[_i].distrusted || place.d.end == DIRECTOR_RENEWED);
		event_free(place.d.end_event);
		place.t.workers_count = 0;
		place_clear();
	}
END_TEST

/* Games that are wrong here are no worker's fault. */
START_TEST(this_machine_is_not_distrusted)
	{
		struct game_store store;
		int64_t row = 0;
		place_init(false);
		place.t.workers_count = 1;
		fixture_remove(fixture_path("machines.db"));
		place_open_store(&store);
		ck_assert_int_eq(game_store_worker(&store,
					 &(struct worker_facts){.name = "lab02", .slots = 1}, &row),
			DB_OK);
		place_games(2, row, 65, 40, 1000, false);
		place_games(0, 0, 64, 3, 1000, true);
		ck_assert_str_eq(place.log, "");
		ck_assert(!place.d.ending);
		place_close_store(&store);
		place.t.workers_count = 0;
		place_clear();
	}
END_TEST

SUITE("referee/director/director-machines",
	CASE(a_worker_gets_no_game_of_a_bot_that_cannot_run_there),
	LOOP(a_worker_gets_no_game_with_clocks_while_it_is_slow_crowded_or_drained,
		sizeof worker_rows / sizeof *worker_rows),
	CASE(a_game_has_a_clock_if_one_of_its_bots_has_one),
	CASE(this_machine_leaves_games_with_clocks_to_others_if_it_is_the_slow_one),
	CASE(the_games_of_a_pair_go_to_the_machine_that_began_it),
	CASE(another_machine_takes_the_second_game_of_a_pair_when_it_has_waited_long),
	CASE(without_worker_pairs_any_machine_plays_any_game),
	CASE(a_game_that_ended_few_workers_is_as_any_other),
	LOOP(a_game_that_ended_several_workers_is_played_alone, 2),
	CASE(the_worker_that_was_to_play_alone_is_replaced_when_it_goes),
	CASE(a_game_that_ended_many_workers_is_played_here),
	CASE(a_game_is_kept_from_the_worker_that_could_not_play_it),
	LOOP(a_worker_is_at_fault_if_no_bot_starts_there_that_starts_elsewhere,
		sizeof fault_rows / sizeof *fault_rows),
	CASE(a_worker_on_which_different_bots_fail_gets_no_more_games),
	LOOP(delays_are_too_long_for_the_least_margin_of_the_bots,
		sizeof margins / sizeof *margins),
	CASE(waits_of_its_bots_drain_a_worker),
	LOOP(a_worker_whose_speed_is_too_far_off_plays_no_games_with_clocks,
		sizeof speeds / sizeof *speeds),
	CASE(a_worker_with_many_sessions_counts_once),
	CASE(this_machine_is_the_slow_one_only_if_another_is_not),
	CASE(a_crowded_worker_is_said_to_be_so), CASE(a_check_goes_to_another_machine_that_plays),
	CASE(games_begin_when_the_process_that_measures_ends_without_an_answer),
	CASE(a_worker_whose_games_are_wrong_plays_none_and_others_do),
	CASE(games_of_a_worker_that_is_not_trusted_any_more_are_told_from_others),
	LOOP(games_of_a_worker_that_no_chance_explains_are_void, sizeof chances / sizeof *chances),
	CASE(this_machine_is_not_distrusted))
