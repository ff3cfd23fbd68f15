/*
 * Which games of remote bots begin, and when: with the bots that are connected and idle, within the
 * limits of a tournament, and after the wait for those that stay away. The arbiter is a double that
 * says nothing; its answers are given by the test, and the games that it was sent are read from its
 * handle.
 */
#include "referee/director/remote-games.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/director/director.h"
#include "referee/director/director-machines.h"
#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

enum { BOTS = 4 };

static int arbiter_double(const void *arg, int number, int from, int to)
{
	char byte;
	(void)arg, (void)number, (void)to;
	while (read(from, &byte, 1) > 0)
		;
	return EXIT_SUCCESS;
}

const struct process_kind arbiter_process = {
	"test-arbiter", arbiter_double, .has_fd_channel = true};

static struct {
	struct event_base *base;
	struct tournament t;
	struct reported told;
	struct game_queue queue;
	struct game_store store;
	struct remote_sessions *sessions;
	struct director d;
	struct arbiter_handle *arbiter;
	int ends[BOTS]; /* of the bots; -1: not connected */
	int looks;
	char log[4096];
} place;

static void place_log(void *arg, const char *text)
{
	size_t used = strlen(place.log);
	(void)arg;
	snprintf(place.log + used, sizeof place.log - used, "%s\n", text);
}

static void sessions_log(void *arg, const char *line)
{
	(void)arg, (void)line;
}

static void place_on_feed(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	place.looks++;
}

/* Bots in tic-tac-toe, of which the first `remote` are remote; two games at a time. */
static void place_open(int bots, int remote)
{
	struct director *d = &place.d;
	struct error err;
	memset(&place, 0, sizeof place);
	reported_init(&place.told);
	test_tournament_init(&place.t, "tictactoe", 2, bots, 1, NULL);
	for (int i = 0; i < BOTS; i++)
		place.ends[i] = -1;
	for (int i = 0; i < remote; i++)
		place.t.bots[i].remote = true;
	place.t.remote_concurrency = 10;
	place.t.terms.connect_timeout = 30 * SECOND;
	ck_assert(game_queue_init(&place.queue, &place.t, &place.told.mistakes));
	benching_init(&place.store.benching, &place.t);
	place.base = event_base_new();
	place.sessions = remote_sessions_create(place.base, sessions_log, NULL);
	TAILQ_INIT(&d->arbiters);
	d->t = &place.t;
	d->queue = &place.queue;
	d->store = &place.store;
	d->options = (struct director_options){
		.base = place.base, .log = place_log, .sessions = place.sessions};
	d->feed = event_new(place.base, -1, 0, place_on_feed, NULL);
	d->later = event_new(place.base, -1, 0, place_on_feed, NULL);
	d->config.bots_count = 2 * BOTS;
	d->config.players = 2;
	d->allowed = 2;
	director_machines_init(d);
	remote_games_allow(d, true);
	ck_assert(remote_games_claim(d));
	place.arbiter = arbiter_handle_create(
		place.base, &director_arbiter_calls, d, &d->config, true, -1, &err);
	ck_assert_ptr_nonnull(place.arbiter);
	remote_games_use(d, place.arbiter);
}

static void place_close(void)
{
	struct director *d = &place.d;
	remote_games_use(d, NULL);
	arbiter_handle_free(place.arbiter);
	remote_games_close(d);
	remote_sessions_free(place.sessions);
	director_machines_clear(d);
	event_free(d->feed);
	event_free(d->later);
	benching_clear(&place.store.benching);
	game_queue_clear(&place.queue);
	tournament_clear(&place.t);
	event_base_free(place.base);
	for (int i = 0; i < BOTS; i++)
		if (place.ends[i] >= 0)
			close(place.ends[i]);
}

static void turn(void)
{
	for (int i = 0; i < 4; i++)
		event_base_loop(place.base, EVLOOP_NONBLOCK);
}

/* The bot connects; the arbiter has its socket unless `sent` is false. */
static void connects_as(int bot, bool taken)
{
	int pair[2];
	char line[32];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	place.ends[bot] = pair[1];
	remote_sessions_take(place.sessions, place.t.bots[bot].name, "somewhere", pair[0]);
	turn();
	snprintf(line, sizeof line, "taken %d", bot);
	if (!taken)
		return;
	int looks = place.looks;
	ck_assert(arbiter_handle_take_line(place.arbiter, line));
	turn();
	ck_assert_int_gt(place.looks, looks); /* its games may begin */
}

static void connects(int bot)
{
	connects_as(bot, true);
}

static void leaves(int bot)
{
	close(place.ends[bot]);
	place.ends[bot] = -1;
	turn();
}

/* The game of these bots in any order of seats that is in play; NULL: there is none. */
static const struct job *game_of(int one, int other)
{
	for (int i = 0; i < place.arbiter->games_count; i++) {
		const struct job *job = arbiter_handle_job(place.arbiter, i);
		if (job != NULL &&
			((job->pairing.bot[0] == one && job->pairing.bot[1] == other) ||
				(job->pairing.bot[0] == other && job->pairing.bot[1] == one)))
			return job;
	}
	return NULL;
}

/* This many games begin when it looks. */
static void begins(int games)
{
	int before = place.arbiter->remote;
	remote_games_feed(&place.d);
	ck_assert_int_eq(place.arbiter->remote - before, games);
}

/* --- games that begin -------------------------------------------------------------------- */

START_TEST(a_game_begins_when_the_arbiter_has_both_connections)
	{
		place_open(BOTS, BOTS);
		begins(0);
		connects(0);
		begins(0);
		connects_as(1, false);
		begins(0); /* its socket is on the way */
		char taken[] = "taken 1";
		ck_assert(arbiter_handle_take_line(place.arbiter, taken));
		begins(1);
		const struct job *job = game_of(0, 1);
		ck_assert_ptr_nonnull(job);
		ck_assert_uint_eq(job->absent | job->benched, 0);
		ck_assert_int_eq(job->worker, 0);
		ck_assert_int_eq(place.d.remote.alone, 1);
		ck_assert_int_eq(place.d.remote.mixed, 0);
		ck_assert(place.d.remote.plays[0] && place.d.remote.plays[1]);
		begins(0); /* each plays one game at a time */
		connects(2);
		begins(0);
		connects(3);
		begins(1);
		ck_assert_ptr_nonnull(game_of(2, 3));
		place_close();
	}
END_TEST

START_TEST(after_a_game_its_bots_play_the_next)
	{
		place_open(BOTS, BOTS);
		connects(0);
		connects(1);
		begins(1);
		struct pairing first = game_of(0, 1)->pairing;
		connects(2);
		begins(0);
		int looks = place.looks;
		remote_games_over(&place.d, &first);
		ck_assert_int_eq(place.d.remote.alone, 0);
		ck_assert(!place.d.remote.plays[0] && !place.d.remote.plays[1]);
		turn();
		ck_assert_int_gt(place.looks, looks);
		begins(1);
		place_close();
	}
END_TEST

START_TEST(remote_games_alone_have_their_own_limit)
	{
		place_open(BOTS, BOTS);
		place.t.remote_concurrency = 1;
		place.d.allowed = 1;
		for (int i = 0; i < BOTS; i++)
			connects(i);
		begins(1);
		place.t.remote_concurrency = 2;
		begins(1);
		place_close();
	}
END_TEST

START_TEST(no_game_begins_while_none_is_allowed_or_the_arbiter_retires)
	{
		place_open(BOTS, BOTS);
		connects(0);
		connects(1);
		place.d.allowed = 0;
		begins(0);
		place.d.allowed = 2;
		place.d.ending = true;
		begins(0);
		place.d.ending = false;
		place.arbiter->retiring = true;
		begins(0);
		place.arbiter->retiring = false;
		begins(1);
		place_close();
	}
END_TEST

START_TEST(a_pace_delays_remote_games_too)
	{
		place_open(BOTS, BOTS);
		place.t.pace = 3600 * SECOND;
		for (int i = 0; i < BOTS; i++)
			connects(i);
		begins(1);
		begins(0);
		place.d.next = 0;
		begins(1);
		place_close();
	}
END_TEST

/* --- games with bots of this machine ----------------------------------------------------- */

/* All games are drawn, and those of local bots alone are taken by another arbiter. */
static void drains(void)
{
	struct pending_game local;
	while (place.queue.local.count > 0 || game_queue_fetch(&place.queue, 1))
		if (place.queue.local.count > 0)
			ck_assert(game_queue_take_local(&place.queue, 1, &local));
}

START_TEST(games_with_local_bots_take_local_places)
	{
		static const int places[] = {1, 2, 5};
		place_open(BOTS, 2); /* 2 and 3 are local */
		place.t.remote_concurrency = 0;
		place.d.allowed = places[_i];
		connects(0);
		connects(1);
		drains();
		begins(_i == 0 ? 1 : 2); /* each remote bot plays one */
		ck_assert_int_eq(place.d.remote.mixed, _i == 0 ? 1 : 2);
		ck_assert_int_eq(place.d.remote.alone, 0);
		ck_assert_int_eq(director_local_games(&place.d), place.d.remote.mixed);
		for (int i = 0, count = place.d.remote.mixed; i < count; i++) {
			struct pairing p = arbiter_handle_job(place.arbiter, i)->pairing;
			remote_games_over(&place.d, &p);
		}
		ck_assert_int_eq(place.d.remote.mixed, 0);
		place_close();
	}
END_TEST

START_TEST(a_game_with_a_local_bot_waits_for_local_games_that_were_drawn_before)
	{
		place_open(BOTS, 1); /* bot 0 alone is remote: its games are all mixed */
		connects(0);
		while (place.queue.remote.count == 0 || place.queue.local.count == 0)
			ck_assert(game_queue_fetch(&place.queue, 1));
		struct pending_game *local = &place.queue.local.games[place.queue.local.first];
		local->number = 0; /* it was drawn first */
		begins(0);
		local->number = INT64_MAX;
		begins(1);
		ck_assert_int_eq(place.d.remote.mixed, 1);
		ck_assert_int_eq(place.d.remote.alone, 0);
		place_close();
	}
END_TEST

START_TEST(a_game_that_lacks_only_a_local_place_is_said_to_want_one)
	{
		place_open(BOTS, 2);
		place.d.allowed = 1;
		connects(0);
		connects(1);
		drains();
		place.d.remote.mixed = 1; /* the place is taken */
		place.t.remote_concurrency = 0;
		remote_games_feed(&place.d);
		ck_assert_int_eq(place.arbiter->remote, 0);
		ck_assert_int_gt(place.d.remote.waiting_for_slot, 0);
		place.d.remote.mixed = 0;
		remote_games_feed(&place.d);
		ck_assert_int_eq(place.arbiter->remote, 1);
		place_close();
	}
END_TEST

/* --- bots that stay away ----------------------------------------------------------------- */

/* Everything so far began this long ago. */
static void passes(usec span)
{
	struct director *d = &place.d;
	if (d->remote.since != 0)
		d->remote.since -= span;
	for (int i = 0; i < BOTS; i++)
		if (d->remote.absent_since[i] != 0)
			d->remote.absent_since[i] -= span;
	for (int i = 0; i < place.queue.remote.count; i++) {
		struct pending_game *g = &place.queue.remote.games[place.queue.remote.first + i];
		g->since -= span;
		if (g->waits != 0)
			g->waits -= span;
	}
}

/* Seats of absent bots of a game that began without them. */
static unsigned seats_of(const struct job *job, int bot)
{
	unsigned seats = 0;
	for (int i = 0; i < job->pairing.seats; i++)
		seats |= job->pairing.bot[i] == bot ? 1u << i : 0;
	return seats;
}

START_TEST(when_only_games_of_an_absent_bot_are_left_each_waits_for_it_and_begins_without_it)
	{
		place_open(2, 2);
		connects(0);
		begins(0);
		ck_assert(event_pending(place.d.remote.late, EV_TIMEOUT, NULL));
		passes(29 * SECOND);
		remote_games_feed(&place.d);
		ck_assert_ptr_null(game_of(0, 1));
		passes(2 * SECOND);
		remote_games_feed(&place.d);
		const struct job *job = game_of(0, 1);
		ck_assert_ptr_nonnull(job);
		ck_assert_uint_eq(job->absent, seats_of(job, 1));
		place_close();
	}
END_TEST

START_TEST(while_other_games_are_in_play_nothing_is_given_up)
	{
		place_open(BOTS, BOTS);
		for (int i = 0; i < BOTS - 1; i++)
			connects(i);
		begins(1); /* of three bots, so that one waits for the others */
		passes(3600 * SECOND);
		begins(0);
		ck_assert(!event_pending(place.d.remote.late, EV_TIMEOUT, NULL));
		place_close();
	}
END_TEST

/* 0 and 1 are here and play nothing else: all games of 2 and 3 wait. */
START_TEST(the_wait_begins_again_when_a_bot_was_here_and_left_but_not_without_end)
	{
		place_open(BOTS, BOTS);
		remote_games_feed(&place.d); /* no bot is here */
		ck_assert_int_gt(place.queue.remote.count, 0);
		ck_assert(event_pending(place.d.remote.late, EV_TIMEOUT, NULL));
		/* A bot comes and leaves each 20 s: after ten waits that is enough. */
		int rounds = 0;
		for (; place.arbiter->remote == 0 && rounds < 40; rounds++) {
			passes(20 * SECOND);
			for (int i = 0; i < BOTS; i++)
				place.d.remote.absent_since[i] = time_now();
			remote_games_feed(&place.d);
		}
		ck_assert_int_eq(rounds, 10 * 30 / 20);
		place_close();
	}
END_TEST

START_TEST(games_of_absent_bots_are_skipped_where_that_is_wanted)
	{
		place_open(BOTS, BOTS);
		place.t.skip_absent = true;
		remote_games_feed(&place.d);
		int pending = place.queue.remote.count;
		ck_assert_int_gt(pending, 0);
		passes(31 * SECOND);
		remote_games_feed(&place.d);
		ck_assert_int_eq(place.arbiter->remote, 0);
		ck_assert_int_eq(place.d.remote.skipped, pending);
		ck_assert_int_eq(place.queue.remote.count, 0);
		place_close();
	}
END_TEST

START_TEST(the_wait_does_not_run_while_no_game_is_allowed)
	{
		place_open(BOTS, BOTS);
		remote_games_feed(&place.d);
		passes(31 * SECOND);
		usec before = time_now();
		remote_games_allow(&place.d, false);
		ck_assert_int_eq(place.d.remote.since, 0);
		remote_games_allow(&place.d, true);
		ck_assert_int_ge(place.d.remote.since, before);
		usec since = place.d.remote.since;
		remote_games_allow(&place.d, true); /* nothing new */
		ck_assert_int_eq(place.d.remote.since, since);
		begins(0);
		passes(31 * SECOND);
		remote_games_feed(&place.d);
		ck_assert_int_gt(place.arbiter->remote, 0);
		place_close();
	}
END_TEST

START_TEST(a_benched_bot_is_not_waited_for)
	{
		place_open(BOTS, BOTS);
		benching_note(&place.store.benching, 1, (int[]){1, 0},
			(const char *const[]){"ok", "ok"}, 2, "normal");
		place.store.benching.benched[1] = true;
		connects(0);
		remote_games_feed(&place.d);
		const struct job *job = game_of(0, 1);
		ck_assert_ptr_nonnull(job);
		ck_assert_uint_eq(job->benched, seats_of(job, 1));
		ck_assert_uint_eq(job->absent, 0);
		place_close();
	}
END_TEST

/* --- bots that could not be heard -------------------------------------------------------- */

/* A game of bots 0 and 1 that lasted ten seconds until now, with a failure of seat 2 that took the
 * last two. */
static struct db_game fails(const char *verdict)
{
	int64_t now = time_utc();
	return (struct db_game){.seats = 2,
		.started_ms = now - 10000,
		.ended_ms = now,
		.seat = {{.verdict = "ok"},
			{.verdict = verdict, .failure = {.phase = "move", .wall_us = 2 * SECOND}}}};
}

static const struct job of_two = {.pairing = {.seats = 2, .bot = {0, 1}}};

static const struct {
	const char *verdict;
	int remote; /* bots */
	bool ours;
} verdicts[] = {{"time", 4, true}, {"startup", 4, true}, {"crash", 4, true}, {"absent", 4, true},
	{"illegal", 4, false}, {"flood", 4, false}, {"resign", 4, false}, {"ok", 4, false},
	{"time", 1, false}}; /* a bot of this machine */

START_TEST(a_silence_is_not_the_bots_while_the_listener_is_silent)
	{
		const char *why = NULL;
		place_open(BOTS, verdicts[_i].remote);
		struct db_game g = fails(verdicts[_i].verdict);
		ck_assert(!remote_games_are_our_fault(&place.d, &of_two, &g, &why));
		remote_sessions_listener_silent(place.sessions);
		ck_assert_int_eq(
			remote_games_are_our_fault(&place.d, &of_two, &g, &why), verdicts[_i].ours);
		if (verdicts[_i].ours)
			ck_assert_str_eq(why,
				"the way to its bots was closed for a time, since a process of the referee stood still");
		place_close();
	}
END_TEST

/* The span ends now and is this long; the bot was asked two seconds before its game ended. */
START_TEST(nor_if_the_way_was_closed_since_the_bot_was_asked)
	{
		static const struct {
			int ended;	  /* ms before now */
			bool ours, whole; /* whole: without a report its whole game counts */
		} rows[] = {{0, true, true}, {-1500, true, true}, {500, true, true},
			{900, true, true}, {1500, false, false}, {-2500, false, true}};
		const char *why;
		place_open(BOTS, BOTS);
		remote_sessions_held_up(place.sessions, SECOND);
		struct db_game g = fails("time");
		g.ended_ms -= rows[_i].ended;
		ck_assert_int_eq(
			remote_games_are_our_fault(&place.d, &of_two, &g, &why), rows[_i].ours);
		g.seat[1].failure.phase = NULL;
		ck_assert_int_eq(
			remote_games_are_our_fault(&place.d, &of_two, &g, &why), rows[_i].whole);
		place_close();
	}
END_TEST

START_TEST(such_a_verdict_waits_for_the_next_sign_of_life)
	{
		place_open(BOTS, BOTS);
		struct db_game g = fails("time"), good = fails("ok"), unsaid = {0};
		remote_sessions_listener_heard(place.sessions);
		usec since = time_now() + 1;
		ck_assert(remote_games_wait(&place.d, &of_two, &g, since));
		ck_assert(!remote_games_wait(&place.d, &of_two, &good, since));
		/* An arbiter that said nothing of the seats. */
		ck_assert(!remote_games_wait(&place.d, &of_two, &unsaid, since));
		/* It is silent: there is nothing to wait for. */
		remote_sessions_listener_silent(place.sessions);
		ck_assert(!remote_games_wait(&place.d, &of_two, &g, since));
		while (time_now() < since)
			;
		remote_sessions_listener_heard(place.sessions);
		ck_assert(!remote_games_wait(&place.d, &of_two, &g, since));
		place_close();
	}
END_TEST

START_TEST(no_game_begins_while_the_listener_is_silent)
	{
		place_open(BOTS, BOTS);
		connects(0);
		connects(1);
		remote_sessions_listener_silent(place.sessions);
		begins(0);
		ck_assert(
			event_pending(place.d.remote.late, EV_TIMEOUT, NULL)); /* it looks again */
		remote_sessions_listener_heard(place.sessions);
		begins(1);
		place_close();
	}
END_TEST

START_TEST(the_wait_for_absent_bots_begins_again_when_they_can_come)
	{
		place_open(2, 2);
		connects(0);
		begins(0);
		passes(31 * SECOND);
		remote_sessions_held_up(place.sessions, 25 * SECOND);
		begins(0);
		ck_assert(event_pending(place.d.remote.late, EV_TIMEOUT, NULL));
		place_close();
	}
END_TEST

/* --- connections ------------------------------------------------------------------------- */

START_TEST(a_bot_that_left_is_absent_from_then_on_and_here_when_it_returns)
	{
		place_open(BOTS, BOTS);
		connects(0);
		ck_assert_int_eq(place.d.remote.absent_since[0], 0);
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_ge(remote_games_socket(&place.d, 0), 0);
		usec before = time_now();
		leaves(0);
		ck_assert_int_ge(place.d.remote.absent_since[0], before);
		ck_assert(!arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(remote_games_socket(&place.d, 0), -1);
		connects(0);
		ck_assert_int_eq(place.d.remote.absent_since[0], 0);
		place_close();
	}
END_TEST

START_TEST(a_new_arbiter_gets_the_connections_that_are_there)
	{
		struct error err;
		place_open(BOTS, BOTS);
		connects(0);
		remote_games_use(&place.d, NULL);
		arbiter_handle_free(place.arbiter);
		place.arbiter = arbiter_handle_create(place.base, &director_arbiter_calls, &place.d,
			&place.d.config, true, -1, &err);
		remote_games_use(&place.d, place.arbiter);
		turn();
		char taken[] = "taken 0", other[] = "taken 1";
		ck_assert(arbiter_handle_take_line(place.arbiter, taken));
		ck_assert(!arbiter_handle_take_line(place.arbiter, other)); /* it was not sent */
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		place_close();
	}
END_TEST

START_TEST(that_no_descriptor_is_free_is_said_once_a_minute)
	{
		place_open(BOTS, BOTS);
		remote_games_on_refused(&place.d, 1);
		remote_games_on_refused(&place.d, 1);
		ck_assert_str_eq(place.log,
			"bot bot-1: the arbiter has no free descriptor for its connection, so its games wait; raise the limit with `ulimit -Hn`, or LimitNOFILE= of the unit\n");
		place.d.remote.refused -= 60 * SECOND;
		*place.log = '\0';
		remote_games_on_refused(&place.d, 2);
		ck_assert_int_eq(strncmp(place.log, "bot bot-2: ", 11), 0);
		place_close();
	}
END_TEST

START_TEST(without_an_address_for_bots_a_tournament_of_remote_bots_cannot_begin)
	{
		place_open(BOTS, BOTS);
		struct director other = {.t = &place.t, .options = {.base = place.base}};
		ck_assert(!remote_games_claim(&other));
		ck_assert_str_eq(other.err.text,
			"the tournament has remote bots, and no address is open for them; open one with `referee serve --bot-listen ADDRESS`");
		remote_games_close(&other);
		for (int i = 0; i < BOTS; i++)
			place.t.bots[i].remote = false;
		struct director local = {.t = &place.t, .options = {.base = place.base}};
		ck_assert(remote_games_claim(&local));
		ck_assert_ptr_null(local.remote.claim);
		place_close();
	}
END_TEST

SUITE("referee/director/remote-games", CASE(a_game_begins_when_the_arbiter_has_both_connections),
	CASE(after_a_game_its_bots_play_the_next), CASE(remote_games_alone_have_their_own_limit),
	CASE(no_game_begins_while_none_is_allowed_or_the_arbiter_retires),
	CASE(a_pace_delays_remote_games_too), LOOP(games_with_local_bots_take_local_places, 3),
	CASE(a_game_with_a_local_bot_waits_for_local_games_that_were_drawn_before),
	CASE(a_game_that_lacks_only_a_local_place_is_said_to_want_one),
	CASE(when_only_games_of_an_absent_bot_are_left_each_waits_for_it_and_begins_without_it),
	CASE(while_other_games_are_in_play_nothing_is_given_up),
	CASE(the_wait_begins_again_when_a_bot_was_here_and_left_but_not_without_end),
	CASE(games_of_absent_bots_are_skipped_where_that_is_wanted),
	CASE(the_wait_does_not_run_while_no_game_is_allowed), CASE(a_benched_bot_is_not_waited_for),
	LOOP(a_silence_is_not_the_bots_while_the_listener_is_silent, ROWS(verdicts)),
	LOOP(nor_if_the_way_was_closed_since_the_bot_was_asked, 6),
	CASE(such_a_verdict_waits_for_the_next_sign_of_life),
	CASE(no_game_begins_while_the_listener_is_silent),
	CASE(the_wait_for_absent_bots_begins_again_when_they_can_come),
	CASE(a_bot_that_left_is_absent_from_then_on_and_here_when_it_returns),
	CASE(a_new_arbiter_gets_the_connections_that_are_there),
	CASE(that_no_descriptor_is_free_is_said_once_a_minute),
	CASE(without_an_address_for_bots_a_tournament_of_remote_bots_cannot_begin))
