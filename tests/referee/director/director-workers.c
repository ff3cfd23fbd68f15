/*
 * A director's workers: how long one may keep a game, what becomes of those that end, and what the
 * process of the broker is told. Their handles are real, with a socket of the test at the other
 * end; the broker's process is a double, and nothing is stored.
 */
#include "referee/director/director-workers.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "referee/director/director-machines.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"
#include "base/version.h"

enum { TEXT = 4096 };

static struct {
	struct event_base *base;
	struct tournament t;
	struct reported told;
	struct game_queue queue;
	struct game_store store;
	struct director d;
	int sockets[8], count; /* of the workers' ends */
	char log[TEXT];	       /* one line for each that was said */
	char broker[TEXT];     /* what its process was told */
	struct broker terms;   /* with which it was opened */
	const struct broker_workers_calls *calls;
} place;

static struct bot_config bots[6];

/* --- the broker's process, a double ----------------------------------------------------------- */

struct broker_workers {
	int number;
};

static struct broker_workers processes[3];

static void broker_note(const struct broker_workers *b, const char *what)
{
	size_t used = strlen(place.broker);
	if (b != NULL)
		snprintf(place.broker + used, TEXT - used, "%d %s\n", b->number, what);
}

struct broker_workers *broker_workers_open(struct event_base *base,
	const struct arbiter_config *config, const struct broker *broker,
	const struct broker_workers_calls *calls, void *owner, struct error *err)
{
	static int opened;
	ck_assert_ptr_eq(base, place.base);
	ck_assert_ptr_eq(config, &place.d.config);
	ck_assert_ptr_eq(owner, &place.d);
	(void)err;
	place.terms = *broker;
	place.calls = calls;
	struct broker_workers *b = &processes[opened++ % 3];
	b->number = opened;
	broker_note(b, "opened");
	return b;
}

void broker_workers_close(struct broker_workers *b)
{
	broker_note(b, "closed");
}

void broker_workers_call(struct broker_workers *b, bool wanted)
{
	broker_note(b, wanted ? "wanted" : "not wanted");
}

void broker_workers_bar(struct broker_workers *b, const char *name)
{
	broker_note(b, name);
}

void broker_workers_retire(struct broker_workers *b)
{
	broker_note(b, "retired");
}

/* --- a director with workers ------------------------------------------------------------------ */

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

/* It has a broker, and wants workers. A director whose database has failed stores nothing. */
static void place_init(void)
{
	struct director *d = &place.d;
	memset(&place, 0, sizeof place);
	reported_init(&place.told);
	test_tournament_init(&place.t, "nim", 2, 3, 1, NULL);
	place.t.broker = memory_copy("tls://main:4222");
	ck_assert(game_queue_init(&place.queue, &place.t, &place.told.mistakes));
	benching_init(&place.store.benching, &place.t);
	place.base = event_base_new();
	TAILQ_INIT(&d->arbiters);
	d->t = &place.t;
	d->queue = &place.queue;
	d->store = &place.store;
	d->options = (struct director_options){.base = place.base, .log = place_log};
	d->feed = event_new(place.base, -1, 0, place_nothing, NULL);
	d->later = event_new(place.base, -1, 0, place_nothing, NULL);
	d->commit = event_new(place.base, -1, 0, place_nothing, NULL);
	d->end_event = event_new(place.base, -1, 0, place_nothing, NULL);
	d->config.bots_count = 6;
	d->config.bots = bots;
	d->allowed = 1;
	d->end = DIRECTOR_DATABASE;
	director_machines_init(d);
}

static void place_clear(void)
{
	struct director *d = &place.d;
	struct director_arbiter *a;
	while ((a = TAILQ_FIRST(&d->arbiters)) != NULL) {
		TAILQ_REMOVE(&d->arbiters, a, entry);
		arbiter_handle_free(a->handle);
		free(a);
	}
	for (int i = 0; i < place.count; i++)
		close(place.sockets[i]);
	struct event *events[] = {d->feed, d->later, d->commit, d->end_event};
	for (int i = 0; i < 4; i++)
		event_free(events[i]);
	director_machines_clear(d);
	benching_clear(&place.store.benching);
	game_queue_clear(&place.queue);
	tournament_clear(&place.t);
	event_base_free(place.base);
}

/* A worker of the broker comes, under this name. Returns its number. */
static int place_worker(const char *name)
{
	char line[256];
	int ends[2], number = 0;
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	place.sockets[place.count++] = ends[1];
	while (place.d.workers[number].handle != NULL)
		number++;
	place.calls->session(&place.d, ends[0]);
	struct arbiter_handle *a = place.d.workers[number].handle;
	ck_assert_ptr_nonnull(a);
	snprintf(line, sizeof line, "facts %s any x " VERSION " - 1 0 0 0 0 - - -", name);
	ck_assert(arbiter_handle_take_line(a, line));
	return number;
}

static struct director_worker *worker(int number)
{
	return &place.d.workers[number];
}

/* --- games that do not return ----------------------------------------------------------------- */

/* The game of this worker has lasted for so long. */
static void game_lasts(int number, usec span)
{
	while (time_now() - arbiter_handle_oldest(worker(number)->handle) < span)
		;
}

/* The next look: the last was a second and a bit ago. */
static void place_watch(void)
{
	place.d.watched = time_now() - 1100 * MILLISECOND;
	director_workers_watch(&place.d);
	event_base_loop(place.base, EVLOOP_NONBLOCK);
}

/* Of 2 silences, 5 times the longest game, and the start of a game's bots. The game has lasted for
 * LASTED, or 30 times that with another clock than the wall's. */
#define LASTED (10 * MILLISECOND)
static const struct {
	usec here, other, own, silence;
	bool accused;
	usec startup, newgame; /* of the first bot and of the last one */
	enum clock_kind clock;
} patience[] = {
	{1, 0, 0, 1, true, 0, 0, CLOCK_WALL},
	{3600 * SECOND, 0, 0, 1, false, 0, 0, CLOCK_WALL},
	{1, 0, 0, 3600 * SECOND, false, 0, 0, CLOCK_WALL},
	{0, 1, 0, 1, true, 0, 0, CLOCK_WALL}, /* by games of other workers */
	{0, 3600 * SECOND, 0, 1, false, 0, 0, CLOCK_WALL},
	{1, 3600 * SECOND, 0, 1, true, 0, 0,
		CLOCK_WALL},		       /* which do not matter if this machine has played */
	{0, 0, 1, 1, false, 0, 0, CLOCK_WALL}, /* its own games are no measure */
	{0, 0, 0, 1, false, 0, 0, CLOCK_WALL}, /* nothing is known */
	/* Its bots may still be starting, or be preparing. */
	{1, 0, 0, 1, false, 3600 * SECOND, 0, CLOCK_WALL},
	{1, 0, 0, 1, false, 0, 3600 * SECOND, CLOCK_WALL},
	{1, 0, 0, 1, true, LASTED / 2, LASTED / 4, CLOCK_WALL},
	{0, 0, 0, 1, false, LASTED / 2, LASTED / 4, CLOCK_WALL}, /* which is no measure by itself */
	/* Waits for a processor do not count, up to ten times the limit. */
	{1, 0, 0, 1, false, 29 * LASTED, 0, CLOCK_FAIR},
	{1, 0, 0, 1, false, 0, 29 * LASTED, CLOCK_CPU},
	{1, 0, 0, 1, true, LASTED / 40, LASTED / 40, CLOCK_FAIR},
};

START_TEST(a_worker_that_keeps_a_game_for_far_too_long_is_accused)
	{
		place_init();
		ck_assert(director_workers_open(&place.d));
		place.t.worker_silence = patience[_i].silence;
		int first = place_worker("lab07"), second = place_worker("lab08");
		arbiter_handle_feed(worker(first)->handle); /* a game begins */
		ck_assert_int_gt(arbiter_handle_oldest(worker(first)->handle), 0);
		place.d.longest = patience[_i].here;
		worker(first)->longest = patience[_i].own;
		worker(second)->longest = patience[_i].other;
		bots[0].resources.startup = patience[_i].startup;
		bots[5].resources.newgame = patience[_i].newgame;
		place.d.config.terms.limits.clock = patience[_i].clock;
		*place.log = *place.broker = '\0';
		game_lasts(first, patience[_i].clock == CLOCK_WALL ? LASTED : 30 * LASTED);
		place_watch();
		ck_assert_int_eq(worker(first)->handle == NULL, patience[_i].accused);
		ck_assert_ptr_nonnull(worker(second)->handle); /* it has no game */
		ck_assert_int_eq(
			strstr(place.log,
				"a game is played again: a worker was killed: worker lab07 has a game for ") !=
				NULL,
			patience[_i].accused);
		ck_assert_int_eq(
			strstr(place.log, ", much longer than games of others last\n") != NULL,
			patience[_i].accused);
		ck_assert_int_eq(strstr(place.broker, " lab07\n") != NULL, patience[_i].accused);
		/* While games are in play, the next look is a second later. */
		ck_assert_int_eq(place.d.wake != 0, !patience[_i].accused);
		bots[0].resources.startup = bots[5].resources.newgame = 0;
		place_clear();
	}
END_TEST

/* This process stood still: what workers sent meanwhile was not read yet. */
START_TEST(after_a_pause_of_this_process_games_have_their_time_anew)
	{
		static const struct {
			usec ago;
			bool accused;
		} rows[] = {{4900 * MILLISECOND, true}, {5100 * MILLISECOND, false}};
		for (int i = 0; i < 2; i++) {
			place_init();
			ck_assert(director_workers_open(&place.d));
			place.t.worker_silence = SECOND / 100;
			int first = place_worker("lab07");
			arbiter_handle_feed(worker(first)->handle);
			place.d.longest = 1;
			/* The game has lasted for 20 ms, when the last look was so long ago. */
			game_lasts(first, 21 * MILLISECOND);
			place.d.watched = time_now() - rows[i].ago;
			director_workers_watch(&place.d);
			event_base_loop(place.base, EVLOOP_NONBLOCK);
			ck_assert_int_eq(worker(first)->handle == NULL, rows[i].accused);
			place_clear();
		}
	}
END_TEST

START_TEST(games_are_looked_at_once_a_second)
	{
		place_init();
		ck_assert(director_workers_open(&place.d));
		place.t.worker_silence = 1;
		int first = place_worker("lab07");
		arbiter_handle_feed(worker(first)->handle);
		place.d.longest = 1;
		usec now = time_now();
		place.d.watched = now;
		director_workers_watch(&place.d);
		ck_assert_ptr_nonnull(worker(first)->handle);
		ck_assert_int_eq(place.d.wake, now + SECOND);
		/* A tournament of one machine has nothing to look at. */
		free(place.t.broker);
		place.t.broker = NULL;
		place_watch();
		ck_assert_ptr_nonnull(worker(first)->handle);
		place.t.broker = memory_copy("x");
		place_clear();
	}
END_TEST

/* --- the broker ------------------------------------------------------------------------------- */

START_TEST(the_process_of_the_broker_has_the_terms_of_the_tournament)
	{
		place_init();
		ck_assert(director_workers_open(&place.d));
		ck_assert_str_eq(place.terms.url, "tls://main:4222");
		ck_assert_str_eq(place.terms.pool, "any");
		ck_assert_ptr_null(place.terms.ca);
		ck_assert_ptr_null(place.terms.nkey);
		ck_assert_int_eq(place.terms.silence, 30 * SECOND);
		place.t.broker_ca = memory_copy("ca.pem");
		place.t.broker_nkey = memory_copy("main.nk");
		place.t.worker_pool = memory_copy("lab");
		place.t.worker_silence = 7 * SECOND;
		int first = place.d.broker->number;
		place.d.allowed = 0;
		*place.broker = '\0';
		/* Bots have joined: the old process ends with its workers' games. */
		ck_assert(director_workers_open(&place.d));
		ck_assert_str_eq(place.terms.ca, "ca.pem");
		ck_assert_str_eq(place.terms.nkey, "main.nk");
		ck_assert_str_eq(place.terms.pool, "lab");
		ck_assert_int_eq(place.terms.silence, 7 * SECOND);
		char want[TEXT];
		snprintf(want, sizeof want, "%d retired\n%d opened\n%d not wanted\n", first,
			first + 1, first + 1);
		ck_assert_str_eq(place.broker, want);
		ck_assert_int_eq(place.d.former->number, first);
		*place.broker = '\0';
		ck_assert(director_workers_open(&place.d));
		snprintf(want, sizeof want, "%d closed\n%d retired\n%d opened\n%d not wanted\n",
			first, first + 1, first + 2, first + 2);
		ck_assert_str_eq(place.broker, want);
		place_clear();
	}
END_TEST

START_TEST(a_session_that_is_not_wanted_is_closed)
	{
		for (int i = 0; i < 3; i++) {
			int ends[2];
			char byte;
			place_init();
			ck_assert(director_workers_open(&place.d));
			place.d.ending = i == 0;
			place.d.allowed = i == 1 ? 0 : 1;
			ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
			fcntl(ends[1], F_SETFL, O_NONBLOCK);
			place.calls->session(&place.d, ends[0]);
			ck_assert_int_eq(read(ends[1], &byte, 1), i == 2 ? -1 : 0);
			ck_assert_int_eq(place.d.workers[0].handle != NULL, i == 2);
			close(ends[1]);
			place_clear();
		}
	}
END_TEST

START_TEST(a_line_of_the_broker_is_shown_without_controls)
	{
		place_init();
		ck_assert(director_workers_open(&place.d));
		place.calls->say(&place.d, "worker \x1b[2J");
		ck_assert_str_eq(place.log, "worker \\x1b[2J\n");
		place_clear();
	}
END_TEST

/* --- ends ------------------------------------------------------------------------------------- */

START_TEST(a_worker_that_goes_is_told_with_its_games)
	{
		static const char *const said[] = {"worker lab07 has played 0 games\n",
			"worker lab07 has played 1 game\n", "worker lab07 has played 2 games\n"};
		for (int games = 0; games < 3; games++) {
			place_init();
			ck_assert(director_workers_open(&place.d));
			struct director_worker *w = worker(place_worker("lab07"));
			ck_assert_ptr_nonnull(strstr(place.log,
				"worker lab07 plays 1 game at a time (tls://main:4222)\n"));
			w->handle->played = games;
			w->handle->heard = 5;
			w->played = 10;
			w->slow = true;
			*place.log = *place.broker = '\0';
			w->drained = games == 2 ? MACHINE_NO_GAMES : MACHINE_PLAYS;
			director_workers_gone(&place.d, w->handle);
			ck_assert_str_eq(place.log, said[games]);
			/* One that failed each game would begin anew. */
			ck_assert_int_eq(strstr(place.broker, " lab07\n") != NULL, games == 2);
			ck_assert_int_eq(w->played, 10 + games);
			ck_assert_int_eq(w->heard, 5);
			ck_assert_ptr_null(w->handle);
			ck_assert_str_eq(w->state, "");
			ck_assert(!w->slow);
			place_clear();
		}
	}
END_TEST

/* Five sessions of lab07 beside one of lab08: a line for each would say the same. */
START_TEST(many_sessions_of_one_name_are_told_together)
	{
		int numbers[5];
		place_init();
		ck_assert(director_workers_open(&place.d));
		*place.log = '\0';
		for (int i = 0; i < 5; i++) {
			numbers[i] = place_worker("lab07");
			worker(numbers[i])->handle->played = 10;
			if (i == 0)
				worker(place_worker("lab08"))->handle->played = 1000;
		}
		ck_assert_str_eq(place.log,
			"worker lab07 plays 1 game at a time (tls://main:4222)\n"
			"worker lab08 plays 1 game at a time (tls://main:4222)\n"
			"worker lab07 plays 2 games at a time in 2 sessions (tls://main:4222)\n"
			"worker lab07 plays 4 games at a time in 4 sessions (tls://main:4222)\n");
		*place.log = '\0';
		for (int i = 0; i < 5; i++) {
			ck_assert_str_eq(place.log, "");
			director_workers_gone(&place.d, worker(numbers[i])->handle);
			ck_assert_int_eq(worker(numbers[i])->played, 10);
		}
		ck_assert_str_eq(place.log, "worker lab07 has played 50 games in 5 sessions\n");
		/* and the next one begins anew */
		*place.log = '\0';
		int next = place_worker("lab07");
		director_workers_gone(&place.d, worker(next)->handle);
		ck_assert_str_eq(place.log,
			"worker lab07 plays 1 game at a time (tls://main:4222)\n"
			"worker lab07 has played 0 games\n");
		place_clear();
	}
END_TEST

/* A command that has died is started again after 0.5 s, then 1 s, and so on; one that left, after a
 * minute. */
START_TEST(a_command_is_started_again_when_it_is_due)
	{
		place_init();
		ck_assert(director_workers_open(&place.d));
		struct director_worker *w = worker(place_worker("lab07"));
		restart_backoff_start(&w->backoff, time_now());
		for (int i = 0; i < 3; i++) {
			usec before = time_now();
			director_workers_died(&place.d, w->handle, 1);
			usec after = time_now(), wait = (SECOND / 2) << i;
			ck_assert(w->next >= before + wait && w->next <= after + wait);
		}
		w->handle->leaving = true;
		usec before = time_now();
		director_workers_gone(&place.d, w->handle);
		ck_assert(w->next >= before + 60 * SECOND && w->next <= time_now() + 60 * SECOND);
		place_clear();
	}
END_TEST

/* The rows of workers in the database. */
static const char *rows(void)
{
	static char text[TEXT];
	char command[TEXT];
	snprintf(command, sizeof command,
		"sqlite3 %s 'SELECT name, slots, speed, lost FROM workers'", fixture_path("w.db"));
	FILE *in = popen(command, "r");
	text[fread(text, 1, sizeof text - 1, in)] = '\0';
	ck_assert_int_eq(pclose(in), 0);
	return text;
}

START_TEST(a_worker_is_stored_with_its_newest_speed_and_its_lost_games)
	{
		struct db *db = NULL;
		char line[64];
		place_init();
		fixture_remove(fixture_path("w.db"));
		FIXTURE_GOOD(db_open(&db, fixture_path("w.db"), DB_WRITE));
		benching_clear(&place.store.benching);
		FIXTURE_GOOD(game_store_open(&place.store, db, &place.t,
			&(struct game_store_options){.fresh = false}, &place.d.err));
		place.d.end = DIRECTOR_DONE;
		ck_assert(director_workers_open(&place.d));
		struct director_worker *w = worker(place_worker("lab07"));
		ck_assert_int_eq(w->row, 1);
		ck_assert(event_pending(place.d.commit, EV_TIMEOUT, NULL));
		FIXTURE_GOOD(game_store_commit(&place.store));
		ck_assert_str_eq(rows(), "lab07|1|0|0\n");
		/* A speed a second at most. */
		for (int i = 0; i < 2; i++) {
			snprintf(line, sizeof line, "speed %d", 1000 + i);
			ck_assert(arbiter_handle_take_line(w->handle, line));
		}
		ck_assert_int_eq(w->row, 1);
		FIXTURE_GOOD(game_store_commit(&place.store));
		ck_assert_str_eq(rows(), "lab07|1|1000|0\n");
		w->measured = time_now() - SECOND;
		strcpy(line, "speed 3000");
		ck_assert(arbiter_handle_take_line(w->handle, line));
		director_workers_died(&place.d, w->handle, 2);
		director_workers_gone(&place.d, w->handle);
		FIXTURE_GOOD(game_store_commit(&place.store));
		ck_assert_str_eq(rows(), "lab07|1|3000|2\n");
		/* A new session has the same row. */
		ck_assert_int_eq(worker(place_worker("lab07"))->row, 1);
		FIXTURE_GOOD(game_store_commit(&place.store));
		/* When the database has failed, nothing is stored. */
		place.d.end = DIRECTOR_DATABASE;
		w = worker(place_worker("lab08"));
		ck_assert_int_eq(w->row, 0);
		ck_assert_str_eq(rows(), "lab07|1|3000|2\n");
		struct game_store store = place.store;
		place.store = (struct game_store){.db = NULL};
		benching_init(&place.store.benching, &place.t);
		place_clear();
		store.t = NULL;
		game_store_close(&store);
		db_close(db);
	}
END_TEST

/* --- another build ---------------------------------------------------------------------------- */

/* Our own program is the test: a worker with another digest of it is told so. */
START_TEST(a_worker_of_another_build_plays_no_program_of_ours)
	{
		static char bot[] = "referee-bot", python[] = "python3",
			    referee[] = "/usr/bin/referee";
		static char *const words[][2] = {{bot, NULL}, {python, NULL}, {referee, NULL}};
		static struct bot_config own[6];
		char line[256];
		struct utsname machine;
		uname(&machine);
		for (int i = 0; i < 6; i++)
			own[i].argv = words[i % 3];
		place_init();
		ck_assert(director_workers_open(&place.d));
		place.d.config.bots = own;
		int ends[2];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		place.sockets[place.count++] = ends[1];
		place.calls->session(&place.d, ends[0]);
		struct arbiter_handle *a = place.d.workers[0].handle;
		snprintf(line, sizeof line,
			"facts drift any %s " VERSION " - 1 0 0 0 0 0123456789abcdef - -",
			machine.machine);
		ck_assert(arbiter_handle_take_line(a, line));
		ck_assert_ptr_nonnull(strstr(place.log,
			"<4>worker drift: another build of version " VERSION
			" (referee); it plays no bot that is one of these programs; install the same build there\n"));
		for (int i = 0; i < 6; i++)
			ck_assert_int_eq(arbiter_handle_can(a, i), i % 3 != 2);
		/* One that does not say is not blamed. */
		*place.log = '\0';
		int second = place_worker("lab07");
		ck_assert_ptr_null(strstr(place.log, "another build"));
		ck_assert(arbiter_handle_can(worker(second)->handle, 2));
		place_clear();
	}
END_TEST

/* --- commands --------------------------------------------------------------------------------- */

START_TEST(commands_of_workers_are_started_when_they_are_due)
	{
		char first_command[] = "exit 1", second_command[] = "exit 2";
		char *commands[] = {first_command, second_command};
		place_init();
		place.t.workers = commands;
		place.t.workers_count = 2;
		usec now = time_now();
		place.d.workers[1].next = now + 60 * SECOND;
		place.d.allowed = 0;
		director_workers_start(&place.d);
		ck_assert_ptr_null(place.d.workers[0].handle);
		place.d.allowed = 1;
		director_workers_start(&place.d);
		struct arbiter_handle *first = place.d.workers[0].handle;
		ck_assert_ptr_nonnull(first);
		ck_assert(first->worker);
		ck_assert_str_eq(place.d.workers[0].link.command, "exit 1");
		ck_assert_ptr_null(place.d.workers[1].handle);
		ck_assert_int_eq(place.d.wake, now + 60 * SECOND);
		ck_assert_ptr_eq(TAILQ_FIRST(&place.d.arbiters)->handle, first);
		place.d.workers[1].next = 0;
		director_workers_start(&place.d);
		ck_assert_ptr_eq(place.d.workers[0].handle, first); /* it runs */
		ck_assert_str_eq(place.d.workers[1].link.command, "exit 2");
		ck_assert_ptr_nonnull(place.d.workers[1].handle);
		/* Workers of the broker stand behind those of commands. */
		ck_assert(director_workers_open(&place.d));
		ck_assert_int_eq(place_worker("lab07"), 2);
		place.t.workers = NULL;
		place.t.workers_count = 0;
		place_clear();
	}
END_TEST

/* --- what is said of arbiters that die -------------------------------------------------------- */

START_TEST(a_death_is_told_with_the_games_that_are_played_again)
	{
		static const struct {
			int lost;
			bool worker;
			const char *said;
		} rows[] = {
			{0, true, "it died; it had no game in play\n"},
			{0, false, "<4>it died; it had no game in play\n"},
			{1, true, "<4>a game is played again: it died\n"},
			{1, false, "<4>a game is played again: it died\n"},
			{2, false, "<4>2 games are played again: it died\n"},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			uint64_t deaths = 7;
			struct arbiter_handle a = {.worker = rows[i].worker};
			place_init();
			place.d.options.deaths = &deaths;
			place.d.workers[0].handle = &a;
			director_arbiter_calls.died(&place.d, &a, rows[i].lost, "it died");
			ck_assert_str_eq(place.log, rows[i].said);
			ck_assert_uint_eq(deaths, 8);
			ck_assert_int_eq(place.d.lost, rows[i].lost);
			ck_assert_str_eq(place.d.died, "it died");
			/* A worker may die as often as it likes, as may one that loses games. */
			ck_assert_int_eq(place.d.deaths, !rows[i].worker && rows[i].lost == 0);
			place.d.workers[0].handle = NULL;
			place_clear();
		}
	}
END_TEST

START_TEST(five_arbiters_that_die_without_a_game_end_the_tournament)
	{
		struct arbiter_handle a = {.worker = false};
		place_init();
		place.d.end = DIRECTOR_DONE;
		for (int i = 1; i <= 5; i++) {
			ck_assert(!place.d.ending);
			director_arbiter_calls.died(&place.d, &a, 0, "it died");
		}
		ck_assert(place.d.ending);
		ck_assert_int_eq(place.d.end, DIRECTOR_BROKEN);
		ck_assert_str_eq(place.d.err.text, "it died");
		place_clear();
	}
END_TEST

SUITE("referee/director/director-workers",
	LOOP(a_worker_that_keeps_a_game_for_far_too_long_is_accused,
		sizeof patience / sizeof *patience),
	CASE(after_a_pause_of_this_process_games_have_their_time_anew),
	CASE(games_are_looked_at_once_a_second),
	CASE(the_process_of_the_broker_has_the_terms_of_the_tournament),
	CASE(a_session_that_is_not_wanted_is_closed),
	CASE(a_line_of_the_broker_is_shown_without_controls),
	CASE(a_worker_that_goes_is_told_with_its_games),
	CASE(many_sessions_of_one_name_are_told_together),
	CASE(a_command_is_started_again_when_it_is_due),
	CASE(a_worker_is_stored_with_its_newest_speed_and_its_lost_games),
	CASE(a_worker_of_another_build_plays_no_program_of_ours),
	CASE(commands_of_workers_are_started_when_they_are_due),
	CASE(a_death_is_told_with_the_games_that_are_played_again),
	CASE(five_arbiters_that_die_without_a_game_end_the_tournament))
