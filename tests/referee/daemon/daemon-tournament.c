/*
 * A tournament of the daemon from its file to its end: its states, what it tells the operator, and
 * what follows from results. The results and the ends are given to it as its director gives them;
 * no game is allowed, so no bot runs.
 */
#include "referee/daemon/daemon-tournament.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "referee/base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/suite.h"

#define BOTS                                                                                       \
	"bot ann { command = /bin/true }\nbot bob { command = /bin/true }\n"                       \
	"bot eve { command = /bin/true }\n"

enum { TEXT = 16384 };

static char place_opening[] = "";

static struct {
	struct daemon_tournament_terms terms;
	struct daemon_tournament *e;
	struct cpu_slots places;
	uint64_t commits, deaths;
	struct latency_histogram delays;
	int changed;
	char said[TEXT];   /* one line each */
	char events[TEXT]; /* the same, without their times */
} place;

static void place_on_say(void *arg, const char *tournament, const char *line)
{
	size_t used = strlen(place.said);
	(void)arg, (void)tournament;
	snprintf(place.said + used, TEXT - used, "%s\n", line);
}

static void place_on_event(void *arg, const char *json)
{
	size_t used = strlen(place.events);
	const char *time = strstr(json, ",\"time\":"), *after = strstr(json, ",\"tournament\":");
	(void)arg;
	ck_assert(time != NULL && after > time);
	snprintf(place.events + used, TEXT - used, "%.*s%s\n", (int)(time - json), json, after);
}

static void place_on_changed(void *arg)
{
	(void)arg;
	place.changed++;
}

static void place_write(const char *name, const char *text)
{
	FILE *file = fopen(fixture_path(name), "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

/* A tournament from this text, in a database of its own; it waits. */
static struct daemon_tournament *place_add(const char *name, const char *text)
{
	char file[64], database[64];
	struct error err = {""};
	snprintf(file, sizeof file, "%s.conf", name);
	snprintf(database, sizeof database, "%s.db", name);
	fixture_remove(fixture_path(database));
	char *whole = memory_print("name = %s\ngame = tictactoe\nsandbox = none\ndb = %s\n%s", name,
		fixture_path(database), text);
	place_write(file, whole);
	free(whole);
	struct daemon_tournament *e =
		daemon_tournament_create(fixture_path(file), &place.terms, NULL, &err);
	ck_assert_msg(e != NULL, "%s%s", err.text, place.said);
	return e;
}

static void place_init(const char *text)
{
	memset(&place, 0, sizeof place);
	cpu_slots_init(&place.places, 4);
	place.terms = (struct daemon_tournament_terms){.base = event_base_new(),
		.places = &place.places,
		.commits = &place.commits,
		.deaths = &place.deaths,
		.events = live_events_create(),
		.delays = &place.delays,
		.say = place_on_say,
		.event = place_on_event,
		.changed = place_on_changed};
	place.e = place_add("cup", text);
	ck_assert_str_eq(place.said, "");
}

/* Begins, and waits until its bots have been asked what they play, which they do not answer. */
static void place_start(void)
{
	daemon_tournament_begin(place.e);
	while (place.e->preparation != NULL)
		event_base_loop(place.terms.base, EVLOOP_ONCE);
}

/* The same, and it runs. */
static void place_begin(const char *text)
{
	place_init(text);
	place_start();
	ck_assert_msg(place.e->state == DAEMON_TOURNAMENT_RUNNING, "%s", place.said);
	place.said[0] = place.events[0] = '\0';
	place.changed = 0;
}

static void place_clear(void)
{
	daemon_tournament_free(place.e);
	live_events_free(place.terms.events);
	event_base_free(place.terms.base);
}

static void place_end(enum director_end end)
{
	struct director *d = place.e->director;
	d->terms.ended(d->terms.arg, end);
}

/* A game of these bots, of which the second one lost by this verdict. */
static void place_result(int64_t game, int first, int second, const char *verdict, int fault)
{
	struct result r = {.game = game,
		.round = 1,
		.seats = 2,
		.plies = 5,
		.bot = {first, second},
		.rank = {1, 2},
		.verdict = {"ok", verdict},
		.elo = {1510, 1490.04},
		.opening = place_opening,
		.fault = fault,
		.detail = "\"z9\"\n"};
	strcpy(r.reason, fault > 0 ? verdict : "normal");
	place.e->store.announce(place.e->store.arg, &r);
}

/* --- its beginning -------------------------------------------------------------------------- */

START_TEST(it_says_that_it_begins)
	{
		place_init(BOTS);
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_WAITING);
		ck_assert_int_eq(place.e->total, -1);
		ck_assert(!daemon_tournament_has_begun(place.e));
		ck_assert(daemon_tournament_rests(place.e));
		ck_assert(!daemon_tournament_is_held(place.e));
		place_start();
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "running");
		ck_assert(daemon_tournament_has_begun(place.e));
		ck_assert_int_eq(place.e->total, 6); /* three pairs, each from both seats */
		ck_assert_int_eq(place.changed, 1);
		ck_assert_int_eq(place.e->row, 1);
		ck_assert_int_eq(strncmp(place.e->page, "cup-", 4), 0);
		ck_assert_uint_eq(strlen(place.e->page), strlen("cup-") + 10);
		ck_assert_ptr_nonnull(
			strstr(place.said, "cup: begins: 0 of 6 games are played already\n"));
		ck_assert_str_eq(place.events,
			"{\"event\":\"start\",\"tournament\":\"cup\",\"games\":6,\"played\":0,\"faults\":0,\"why\":null}\n");
		place_clear();
	}
END_TEST

START_TEST(a_file_that_is_wrong_when_it_begins_is_the_reason_why_it_failed)
	{
		char why[ERROR_TEXT];
		place_init(BOTS);
		place_write("cup.conf", "name = cup\ngame = tictactoe\nrounds = no\n" BOTS);
		place_start();
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "failed");
		ck_assert(!daemon_tournament_has_begun(place.e));
		daemon_tournament_explain(place.e, why, sizeof why);
		ck_assert_ptr_nonnull(strstr(why, "cup.conf:3: rounds"));
		char *said = memory_print("<3>%s\n<3>cup: failed: %s\n", why, why);
		ck_assert_str_eq(place.said, said);
		free(said);
		ck_assert_ptr_nonnull(strstr(place.events,
			"{\"event\":\"failed\",\"tournament\":\"cup\",\"games\":null,\"played\":0,\"faults\":0,\"why\":\""));
		place_clear();
	}
END_TEST

START_TEST(a_machine_that_cannot_prepare_its_bots_is_the_reason_why_it_failed)
	{
		const struct error err = {"no process starts"};
		place_init(BOTS);
		daemon_tournament_begin(place.e);
		ck_assert(daemon_tournament_has_begun(place.e));
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_WAITING);
		place.e->preparing.ended(place.e->preparing.arg, &err);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "failed");
		ck_assert_str_eq(place.said, "<3>cup: failed: no process starts\n");
		ck_assert_int_eq(place.changed, 1);
		ck_assert(!daemon_tournament_has_begun(place.e));
		place_clear();
	}
END_TEST

/* Of three bots of a swiss one sits out each round, for the points of both games of a match. */
static bool place_on_bye(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	int *byes = arg;
	ck_assert_int_eq(db_column(columns, names, values, "round")->integer, ++*byes);
	ck_assert_double_eq(db_column(columns, names, values, "points")->real, 2);
	return true;
}

START_TEST(a_bye_is_stored)
	{
		int byes = 0;
		place_begin("format = swiss\nrounds = 2\n" BOTS);
		struct db *db = place.e->store.db;
		while (game_queue_fetch(place.e->queue, time_now()))
			;
		ck_assert(event_pending(place.e->director->commit, EV_TIMEOUT, NULL));
		FIXTURE_GOOD(db_read(db, "byes", &place.e->row, 1, place_on_bye, &byes));
		ck_assert_int_eq(byes, 1); /* the second round follows from the first */
		place_clear();
	}
END_TEST

/* --- results -------------------------------------------------------------------------------- */

START_TEST(results_are_counted_and_told)
	{
		place_begin(BOTS);
		place.terms.verbose = true;
		place_result(1, 0, 1, "ok", 0);
		ck_assert_str_eq(place.said, "cup: game 1: ann 1 - bob 2 (normal)\n");
		place.said[0] = '\0';
		place_result(2, 2, 1, "illegal", 2);
		ck_assert_str_eq(place.said, "<5>cup: bob: game 2 lost by illegal: \"z9\"\\x0a\n"
					     "cup: game 2: eve 1 - bob 2 (illegal)\n");
		place_result(3, 2, 0, "resign", 0);
		ck_assert_int_eq(place.e->done, 3);
		ck_assert_int_eq(place.e->here, 3);
		ck_assert_int_eq(place.e->faulty, 1);
		ck_assert_int_eq(place.e->faults[1].count, 1);
		ck_assert_int_eq(place.e->faults[0].count + place.e->faults[2].count, 0);
		ck_assert_str_eq(place.events,
			"{\"event\":\"game\",\"tournament\":\"cup\",\"game\":1,\"round\":1,\"plies\":5,\"reason\":\"normal\",\"result\":\"1-0\",\"opening\":\"\",\"seats\":[{\"bot\":\"ann\",\"rank\":1,\"verdict\":\"ok\",\"running_elo\":1510.0},{\"bot\":\"bob\",\"rank\":2,\"verdict\":\"ok\",\"running_elo\":1490.0}]}\n"
			"{\"event\":\"game\",\"tournament\":\"cup\",\"game\":2,\"round\":1,\"plies\":5,\"reason\":\"illegal\",\"result\":\"1-0\",\"opening\":\"\",\"seats\":[{\"bot\":\"eve\",\"rank\":1,\"verdict\":\"ok\",\"running_elo\":1510.0},{\"bot\":\"bob\",\"rank\":2,\"verdict\":\"illegal\",\"running_elo\":1490.0}]}\n"
			"{\"event\":\"game\",\"tournament\":\"cup\",\"game\":3,\"round\":1,\"plies\":5,\"reason\":\"normal\",\"result\":\"1-0\",\"opening\":\"\",\"seats\":[{\"bot\":\"eve\",\"rank\":1,\"verdict\":\"ok\",\"running_elo\":1510.0},{\"bot\":\"ann\",\"rank\":2,\"verdict\":\"resign\",\"running_elo\":1490.0}]}\n");
		place_clear();
	}
END_TEST

START_TEST(three_faults_of_each_bot_are_told_and_the_others_counted)
	{
		place_begin(BOTS);
		for (int game = 1; game <= 4; game++)
			place_result(game, 0, 1, "time", 2);
		place_result(5, 0, 2, "crash", 2);
		place_result(6, 0, 2, "benched", 2);
		ck_assert_str_eq(place.said,
			"<5>cup: bob: game 1 lost by time: \"z9\"\\x0a\n"
			"<5>cup: bob: game 2 lost by time: \"z9\"\\x0a\n"
			"<5>cup: bob: game 3 lost by time: \"z9\"\\x0a (its further faults are only counted)\n"
			"<5>cup: eve: game 5 lost by crash: \"z9\"\\x0a\n");
		ck_assert_int_eq(place.e->faults[1].count, 4);
		ck_assert_int_eq(place.e->faults[2].count, 2);
		ck_assert_int_eq(place.e->faulty, 6);
		place_clear();
	}
END_TEST

START_TEST(a_bot_that_was_benched_is_told)
	{
		place_begin("strikes = 3\n" BOTS);
		struct result r = {.game = 7,
			.seats = 2,
			.bot = {0, 1},
			.rank = {1, 2},
			.verdict = {"ok", "memory"},
			.opening = place_opening,
			.benched = 2};
		place.e->store.announce(place.e->store.arg, &r);
		ck_assert_str_eq(place.said,
			"<4>cup: bob is BENCHED: it failed 3 games in a row, the last by memory\n");
		ck_assert_ptr_nonnull(strstr(place.events,
			"\n{\"event\":\"benched\",\"tournament\":\"cup\",\"bot\":\"bob\",\"game\":7}\n"));
		place_clear();
	}
END_TEST

/* --- its end -------------------------------------------------------------------------------- */

static const struct end_row {
	enum director_end end;
	bool renewing, stopping, over;
	enum daemon_tournament_state state;
	const char *said, *event; /* NULL: none */
} end_rows[] = {
	{DIRECTOR_DONE, false, false, false, DAEMON_TOURNAMENT_DONE,
		"cup: done: 1 games, 1 of them now, 1 fault; the results are in ", "done"},
	{DIRECTOR_INTERRUPTED, false, false, false, DAEMON_TOURNAMENT_STOPPED,
		"cup: stopped: 1 games are kept; the same file goes on with it\n", "stopped"},
	{DIRECTOR_INTERRUPTED, false, true, false, DAEMON_TOURNAMENT_STOPPED,
		"cup: stopped: 1 games are kept; the same file goes on with it\n", "stopped"},
	{DIRECTOR_INTERRUPTED, false, false, true, DAEMON_TOURNAMENT_DONE,
		"cup: its season is over: 1 games\n", "done"},
	/* Bots have changed: it begins again, unless the operator stops it. */
	{DIRECTOR_INTERRUPTED, true, false, false, DAEMON_TOURNAMENT_WAITING,
		"cup: begins again with the bots that have changed\n", NULL},
	{DIRECTOR_DONE, true, false, false, DAEMON_TOURNAMENT_WAITING,
		"cup: begins again with the bots that have changed\n", NULL},
	{DIRECTOR_INTERRUPTED, true, true, false, DAEMON_TOURNAMENT_STOPPED,
		"cup: stopped: 1 games are kept; the same file goes on with it\n", "stopped"},
	{DIRECTOR_DONE, true, true, false, DAEMON_TOURNAMENT_DONE, "cup: done: 1 games, ", "done"},
	{DIRECTOR_NO_BOT, false, false, false, DAEMON_TOURNAMENT_FAILED,
		"<3>cup: failed: bob does not start\n", "failed"},
	{DIRECTOR_CHANGED, false, false, false, DAEMON_TOURNAMENT_FAILED,
		"<3>cup: failed: bob does not start\n", "failed"},
	{DIRECTOR_OPTIONS, false, false, false, DAEMON_TOURNAMENT_FAILED,
		"<3>cup: failed: sprt: a bot does not take an option", "failed"},
};

START_TEST(each_end_has_its_state_its_line_and_its_event)
	{
		const struct end_row *row = &end_rows[_i];
		char event[128];
		place_begin(BOTS);
		place_result(1, 0, 1, "crash", 2);
		place.said[0] = place.events[0] = '\0';
		place.e->renewing = row->renewing;
		place.e->stopping = row->stopping;
		place.e->over = row->over;
		error_set(&place.e->director->err, "bob does not start");
		place_end(row->end);
		ck_assert_int_eq(place.e->state, row->state);
		ck_assert_int_eq(strncmp(place.said, row->said, strlen(row->said)), 0);
		if (row->event != NULL)
			snprintf(event, sizeof event,
				"{\"event\":\"%s\",\"tournament\":\"cup\",\"games\":6,\"played\":1,\"faults\":1,\"why\":",
				row->event);
		else
			strcpy(event, "");
		ck_assert_int_eq(strncmp(place.events, event, strlen(event)), 0);
		ck_assert(row->event != NULL || *place.events == '\0');
		ck_assert_int_eq(place.changed, 1);
		ck_assert(!place.e->renewing);
		ck_assert(place.e->asked == (row->state == DAEMON_TOURNAMENT_WAITING));
		ck_assert_ptr_null(place.e->director);
		ck_assert_ptr_null(place.e->queue);
		ck_assert(daemon_tournament_rests(place.e));
		place_clear();
	}
END_TEST

START_TEST(games_that_were_not_played_are_explained)
	{
		char why[ERROR_TEXT];
		place_begin(BOTS);
		daemon_tournament_explain(place.e, why, sizeof why);
		ck_assert_str_eq(why, "");
		place.e->director->skipped = 1;
		benching_bench(&place.e->store.benching, 1, true);
		daemon_tournament_explain(place.e, why, sizeof why);
		ck_assert_str_eq(why, "1 game not played: bob is benched");
		benching_bench(&place.e->store.benching, 2, true);
		place.e->director->remote.skipped = 4;
		daemon_tournament_explain(place.e, why, sizeof why);
		ck_assert_str_eq(
			why, "5 games not played: bob, eve are benched; remote bots were absent");
		place.e->director->skipped = 0;
		place_end(DIRECTOR_DONE);
		daemon_tournament_explain(place.e, why, sizeof why);
		ck_assert_str_eq(why, "4 games not played: remote bots were absent");
		ck_assert_ptr_nonnull(strstr(
			place.said, "now, 4 games not played: remote bots were absent, 0 faults;"));
		place_clear();
	}
END_TEST

START_TEST(a_past_season_is_done_and_keeps_its_games)
	{
		place_begin(BOTS);
		int64_t row = place.e->row;
		struct daemon_tournament *past = daemon_tournament_create_past(place.e, "cup", 41);
		ck_assert_ptr_nonnull(past);
		ck_assert_str_eq(daemon_tournament_state_name(past), "done");
		ck_assert_str_eq(past->t.name, "cup");
		ck_assert_str_eq(past->page, place.e->page);
		ck_assert_int_eq(past->row, row);
		ck_assert_int_eq(past->done, 41);
		ck_assert_int_eq(past->total, -1);
		ck_assert(past->over && past->heir);
		daemon_tournament_free(past);
		past = daemon_tournament_create_past(place.e, "cup 2025", 0);
		ck_assert_str_eq(past->t.name, "cup 2025");
		ck_assert_int_eq(past->row, 0);
		daemon_tournament_free(past);
		place_clear();
	}
END_TEST

/* --- the operator --------------------------------------------------------------------------- */

START_TEST(one_that_waits_is_stopped_at_once)
	{
		place_init(BOTS);
		place.e->waits = START_CONDITIONS_TIME;
		daemon_tournament_stop(place.e, false);
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_STOPPED);
		ck_assert_int_eq(place.e->waits, START_CONDITIONS_NOTHING);
		ck_assert_str_eq(place.said, "cup: stopped before it began\n");
		place_clear();
		/* The disk was full in the middle of it. */
		place_init(BOTS);
		place.e->again = 1;
		place.e->done = 3;
		daemon_tournament_stop(place.e, false);
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_STOPPED);
		ck_assert_str_eq(place.said, "cup: stopped: 3 games are kept\n");
		place_clear();
	}
END_TEST

START_TEST(one_that_runs_stops_when_its_games_have_ended)
	{
		place_begin(BOTS);
		daemon_tournament_stop(place.e, false);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "stopping");
		event_base_loop(place.terms.base, EVLOOP_ONCE);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "stopped");
		place_clear();
		place_begin(BOTS);
		daemon_tournament_stop(place.e, true);
		event_base_loop(place.terms.base, EVLOOP_ONCE);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "stopped");
		place_clear();
	}
END_TEST

START_TEST(its_state_has_a_name)
	{
		place_begin(BOTS);
		place.e->draining = true;
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "draining");
		place.e->draining = false;
		place.e->paused = true;
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "paused");
		place.e->director->allowed = 1;
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "pausing");
		place.e->director->allowed = 0;
		place_end(DIRECTOR_DONE);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "done");
		place.e->state = DAEMON_TOURNAMENT_WAITING;
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "paused");
		place.e->paused = false;
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "waiting");
		place.e->waits = START_CONDITIONS_DISK;
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "paused");
		place_clear();
	}
END_TEST

static const struct {
	const char *text;
	int games;
} wants_rows[] = {
	{BOTS, CPU_SLOTS_MAX},
	{"concurrency = 2\n" BOTS, 2},
	{"bot ann { remote = yes }\nbot bob { remote = yes }\n", 1},
	{"concurrency = 2\nbot ann { remote = yes }\nbot bob { remote = yes }\n", 1},
	{"bot ann { remote = yes }\nbot bob { command = /bin/true }\n", CPU_SLOTS_MAX},
};

START_TEST(it_wants_the_games_that_it_can_play_at_a_time)
	{
		place_init(wants_rows[_i].text);
		ck_assert_int_eq(daemon_tournament_wants(place.e), wants_rows[_i].games);
		place_clear();
	}
END_TEST

START_TEST(two_that_write_the_same_file_share_it)
	{
		place_init(BOTS);
		struct daemon_tournament *other = place_add("other", BOTS);
		ck_assert(daemon_tournament_shares_database(place.e, place.e));
		ck_assert(!daemon_tournament_shares_database(place.e, other));
		place_write("cup.db", "");
		ck_assert(!daemon_tournament_shares_database(place.e, other));
		place_write("other.db", "");
		ck_assert(!daemon_tournament_shares_database(place.e, other));
		unlink(fixture_path("other.db"));
		ck_assert_int_eq(link(fixture_path("cup.db"), fixture_path("other.db")), 0);
		ck_assert(daemon_tournament_shares_database(place.e, other));
		fixture_remove(fixture_path("other.db"));
		daemon_tournament_free(other);
		fixture_remove(fixture_path("cup.db"));
		place_clear();
	}
END_TEST

START_TEST(a_file_has_changed_when_its_text_has)
	{
		place_init(BOTS);
		char *text = memory_copy(place.e->text);
		ck_assert(!daemon_tournament_changed(place.e));
		place_write("cup.conf", "name = cup\n");
		ck_assert(daemon_tournament_changed(place.e));
		place_write("cup.conf", text);
		ck_assert(!daemon_tournament_changed(place.e));
		unlink(fixture_path("cup.conf"));
		ck_assert(daemon_tournament_changed(place.e));
		free(text);
		place_clear();
	}
END_TEST

static const struct {
	bool runs;
	const char *bot, *why;
} add_rows[] = {
	{false, "dan=/bin/true", "cup is waiting; write the bot into "},
	{true, "dan=/bin/true",
		"format = round-robin takes no bots while it runs; stop cup, write the bot into "},
};

START_TEST(a_bot_is_not_added_where_none_may_join)
	{
		struct error err;
		if (add_rows[_i].runs)
			place_begin(BOTS);
		else
			place_init(BOTS);
		ck_assert(!daemon_tournament_add_bot(place.e, add_rows[_i].bot, &err));
		ck_assert_int_eq(strncmp(err.text, add_rows[_i].why, strlen(add_rows[_i].why)), 0);
		ck_assert_int_eq(place.e->bots_count, 0);
		place_clear();
	}
END_TEST

START_TEST(a_bot_joins_a_ladder)
	{
		struct error err;
		place_begin("format = ladder\n" BOTS);
		static const char *const nameless[] = {
			"dan", "d n=/bin/true", "/bin/true --depth=4"};
		for (int i = 0; i < 3; i++) {
			char why[128];
			ck_assert(!daemon_tournament_add_bot(place.e, nameless[i], &err));
			snprintf(why, sizeof why, "\"%s\": it is NAME=COMMAND", nameless[i]);
			ck_assert_str_eq(err.text, why);
		}
		ck_assert(!daemon_tournament_add_bot(place.e, "bob=/bin/true", &err));
		ck_assert_str_eq(err.text, "there is a bot bob already");
		ck_assert(!daemon_tournament_add_bot(place.e, "dan=/no/such", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "/no/such"));
		ck_assert_ptr_nonnull(
			strstr(err.text, "; it is looked for from the daemon's folder"));
		ck_assert_int_eq(place.e->bots_count, 0);
		/* A bot that reading refuses is not remembered. */
		ck_assert(!daemon_tournament_add_bot(place.e, "..=/bin/true", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "a bot's name is not . or .."));
		ck_assert_int_eq(place.e->bots_count, 0);
		ck_assert(daemon_tournament_add_bot(place.e, "bo=/bin/true", &err));
		ck_assert_str_eq(err.text, "cup: bot bo takes part from block 1 on");
		ck_assert_int_eq(place.e->bots_count, 1);
		ck_assert_int_eq(place.e->t.bots_count, 4);
		daemon_tournament_stop(place.e, false);
		ck_assert(!daemon_tournament_add_bot(place.e, "dan=/bin/true", &err));
		ck_assert_int_eq(strncmp(err.text, "cup is ending; ", 15), 0);
		event_base_loop(place.terms.base, EVLOOP_ONCE);
		/* The database knows it when it begins again. */
		free(place.e->bots[0]);
		place.e->bots_count = 0;
		place_start();
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_RUNNING);
		ck_assert_int_eq(place.e->bots_count, 1);
		ck_assert_int_ge(tournament_find_bot(&place.e->t, "bo"), 0);
		place_clear();
	}
END_TEST

/* The file names one more bot, dan. */
static void place_name_dan(void)
{
	char *text = memory_print("%sbot dan { command = /bin/true }\n", place.e->text);
	place_write("cup.conf", text);
	free(text);
}

START_TEST(a_new_bot_in_the_file_joins_where_bots_may_join)
	{
		struct error err;
		place_begin(BOTS);
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(place.said, "");
		place_name_dan();
		daemon_tournament_reread(place.e);
		ck_assert_str_eq(place.said,
			"cup: bot dan is new in the file and does not take part; format = round-robin takes no new bots during a run\n");
		ck_assert_int_eq(place.e->t.bots_count, 3);
		place.said[0] = '\0';
		daemon_tournament_take_sent(place.e, "dan", &err);
		ck_assert_str_eq(err.text, "it takes part in cup after the games in play");
		ck_assert_str_eq(place.said,
			"cup: a version was sent of dan: it begins again after the games in play\n");
		ck_assert(place.e->renewing && place.e->director->ending);
		place_clear();
		place_begin("format = ladder\n" BOTS);
		place_name_dan();
		daemon_tournament_take_sent(place.e, "dan", &err);
		ck_assert_str_eq(err.text, "it takes part in cup from block 1 on");
		ck_assert_int_eq(place.e->t.bots_count, 4);
		ck_assert(!place.e->renewing);
		place_clear();
	}
END_TEST

START_TEST(a_bot_is_benched_by_hand_once)
	{
		struct error err;
		place_init(BOTS);
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_str_eq(err.text, "cup is waiting");
		place_start();
		place.said[0] = '\0';
		ck_assert(!daemon_tournament_bench_bot(place.e, "dan", true, &err));
		ck_assert_str_eq(err.text, "cup has no bot of this name");
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", false, &err));
		ck_assert_str_eq(err.text, "bob was not benched by hand");
		ck_assert(daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_str_eq(err.text,
			"cup: bob is BENCHED by hand: its games are not played while this lasts");
		ck_assert_str_eq(place.said,
			"cup: bob is BENCHED by hand: its games are not played while this lasts\n");
		ck_assert(place.e->store.benching.benched[1]);
		ck_assert(!place.e->store.benching.benched[0]);
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_str_eq(err.text, "bob is benched by hand already");
		ck_assert(daemon_tournament_bench_bot(place.e, "bob", false, &err));
		ck_assert(!place.e->store.benching.benched[1]);
		place_clear();
	}
END_TEST

START_TEST(only_the_time_in_which_it_may_play_counts)
	{
		place_begin(BOTS);
		ck_assert_int_eq(daemon_tournament_spent(place.e), 0);
		daemon_tournament_allow(place.e, 2);
		ck_assert_int_eq(place.e->director->allowed, 2);
		ck_assert_int_ne(place.e->since, 0);
		place.e->since -= 60 * SECOND;
		ck_assert_int_ge(daemon_tournament_spent(place.e), 60 * SECOND);
		daemon_tournament_allow(place.e, 0);
		ck_assert_int_eq(place.e->director->allowed, 0);
		ck_assert_int_eq(place.e->since, 0);
		usec spent = daemon_tournament_spent(place.e);
		ck_assert_int_ge(spent, 60 * SECOND);
		ck_assert_int_lt(spent, 120 * SECOND);
		daemon_tournament_allow(place.e, 1);
		place.e->since -= 60 * SECOND;
		daemon_tournament_allow(place.e, 0);
		ck_assert_int_ge(daemon_tournament_spent(place.e), 120 * SECOND);
		/* It is not known without a game. */
		ck_assert_double_eq(daemon_tournament_left(place.e), -1);
		place_clear();
	}
END_TEST

SUITE("referee/daemon/daemon-tournament", CASE(it_says_that_it_begins),
	CASE(a_file_that_is_wrong_when_it_begins_is_the_reason_why_it_failed),
	CASE(a_machine_that_cannot_prepare_its_bots_is_the_reason_why_it_failed),
	CASE(a_bye_is_stored), CASE(results_are_counted_and_told),
	CASE(three_faults_of_each_bot_are_told_and_the_others_counted),
	CASE(a_bot_that_was_benched_is_told),
	LOOP(each_end_has_its_state_its_line_and_its_event, sizeof end_rows / sizeof *end_rows),
	CASE(games_that_were_not_played_are_explained),
	CASE(a_past_season_is_done_and_keeps_its_games), CASE(one_that_waits_is_stopped_at_once),
	CASE(one_that_runs_stops_when_its_games_have_ended), CASE(its_state_has_a_name),
	LOOP(it_wants_the_games_that_it_can_play_at_a_time, sizeof wants_rows / sizeof *wants_rows),
	CASE(two_that_write_the_same_file_share_it), CASE(a_file_has_changed_when_its_text_has),
	LOOP(a_bot_is_not_added_where_none_may_join, sizeof add_rows / sizeof *add_rows),
	CASE(a_bot_joins_a_ladder), CASE(a_new_bot_in_the_file_joins_where_bots_may_join),
	CASE(a_bot_is_benched_by_hand_once), CASE(only_the_time_in_which_it_may_play_counts))
