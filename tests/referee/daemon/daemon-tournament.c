/*
 * A tournament of the daemon from its file to its end: its states, what it tells the operator, and
 * what follows from results. The results and the ends are given to it as its director gives them;
 * no game is allowed, so no bot runs.
 */
#include "tests/lib/daemon-place.h"

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
START_TEST(a_bye_is_stored)
	{
		struct db_query q;
		place_begin("format = swiss\nrounds = 2\n" BOTS);
		struct db *db = place.e->store.db;
		while (game_queue_fetch(place.e->queue, time_now()))
			;
		ck_assert(event_pending(place.e->director->commit, EV_TIMEOUT, NULL));
		db_query(&q, db, "byes", place.e->row);
		ck_assert(db_next(&q));
		ck_assert_int_eq(db_int(&q, "round"), 1);
		ck_assert_double_eq(db_real(&q, "points"), 2);
		ck_assert(!db_next(&q)); /* the second round follows from the first */
		FIXTURE_GOOD(db_end(&q));
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
	/* Games of a worker count no more: the same. */
	{DIRECTOR_RENEWED, false, false, false, DAEMON_TOURNAMENT_WAITING,
		"cup: begins again without the games of a worker\n", NULL},
	{DIRECTOR_RENEWED, false, true, false, DAEMON_TOURNAMENT_STOPPED,
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
		ck_assert(place.e->by_operator == (row->state == DAEMON_TOURNAMENT_WAITING));
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
		place.e->retry_at = 1;
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
		place.e->waits = START_CONDITIONS_AGAIN;
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

START_TEST(a_bot_that_cannot_play_the_openings_is_the_reason_why_it_failed)
	{
		place_write("narrow",
			"while read word rest; do\n[ $word = ugi ] && echo feature startpos-only && echo ugiok\ndone\n");
		char *text = memory_print("openings = random:2\nbot ann { command = \"sh %s\" }\n"
					  "bot bob { command = /bin/true }\n",
			fixture_path("narrow"));
		place_init(text);
		place_start();
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "failed");
		ck_assert_ptr_nonnull(strstr(place.said, "<3>cup: failed: "));
		ck_assert_ptr_nonnull(strstr(place.e->why, "ann"));
		free(text);
		place_clear();
	}
END_TEST

START_TEST(games_that_repeat_others_are_told_at_the_end)
	{
		place_begin(BOTS);
		place.e->store.repeats.games = 6;
		place.e->store.repeats.repeats = 2;
		place_end(DIRECTOR_DONE);
		ck_assert_ptr_nonnull(strstr(place.said,
			"cup: 2 of 6 games repeat an earlier game of the same bots in the same seats, move for move, and add no information; openings = random:4 would make them differ\n"));
		place_clear();
	}
END_TEST

/* A fault of its folder is told when it begins. */
START_TEST(a_disk_that_is_not_known_is_not_waited_for)
	{
		place_init(BOTS);
		free(place.e->t.db);
		place.e->t.db = memory_copy("/no/such/folder/cup.db");
		place.e->retry_at = 1;
		ck_assert(!daemon_tournament_is_held(place.e));
		place_clear();
	}
END_TEST

/* --- rest and time -------------------------------------------------------------------------- */

START_TEST(it_rests_when_no_game_is_allowed_and_all_are_stored)
	{
		place_begin(BOTS);
		for (int seeded = 0; seeded < 2; seeded++) {
			place.e->store.seeded = seeded;
			ck_assert(daemon_tournament_rests(place.e));
			place.e->store.open = true;
			ck_assert(!daemon_tournament_rests(place.e));
			place.e->store.open = false;
			place.e->allowed = 1;
			ck_assert(!daemon_tournament_rests(place.e));
			place.e->allowed = 0;
		}
		place_clear();
	}
END_TEST

/* Six games: three were played in a minute, so that the others take another. */
START_TEST(the_time_that_is_left_follows_from_its_pace)
	{
		place_begin(BOTS);
		daemon_tournament_allow(place.e, 1);
		for (int game = 1; game <= 3; game++) {
			place.e->since -= 20 * SECOND;
			place_result(game, 0, 1, "ok", 0);
		}
		double left = daemon_tournament_left(place.e);
		ck_assert_msg(left > 55 && left < 75, "%f", left);
		daemon_tournament_allow(place.e, 0);
		ck_assert_double_eq(daemon_tournament_left(place.e), -1);
		place_clear();
	}
END_TEST

/* --- a database that cannot be written ------------------------------------------------------- */

static const struct {
	int number;
	const char *reason, *why; /* as the log has it, and the status; NULL: the same */
} refused_rows[] = {
	{ENOSPC, "the disk is full", "the disk is full"},
	{EDQUOT, "Disk quota exceeded", "the disk is full"},
	{EIO, "Input/output error", NULL},
	{EROFS, "Read-only file system", NULL},
	{ENOMEM, "Cannot allocate memory", NULL},
};

/* It keeps its director and its arbiters, and so its games in play. */
START_TEST(one_that_runs_waits_for_its_database)
	{
		struct error err;
		char why[ERROR_TEXT], right[ERROR_TEXT];
		place_begin(BOTS);
		const struct director *director = place.e->director;
		place_refused = refused_rows[_i].number;
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", true, &err));
		ck_assert_ptr_nonnull(strstr(err.text, refused_rows[_i].reason));
		ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_RUNNING);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "paused");
		ck_assert(!daemon_tournament_rests(place.e) || place.e->store.rows_count == 0);
		snprintf(right, sizeof right, "<4>cup: PAUSED: %s", fixture_path("cup.db"));
		ck_assert_int_eq(strncmp(place.said, right, strlen(right)), 0);
		ck_assert_ptr_nonnull(strstr(place.said,
			"; all finished games are kept, those in play go on, and it goes on by itself when the database can be written\n"));
		ck_assert_ptr_nonnull(strstr(place.events, "{\"event\":\"paused\","));
		daemon_tournament_explain(place.e, why, sizeof why);
		snprintf(right, sizeof right, "%s; it is tried again in 1 s",
			refused_rows[_i].why != NULL ? refused_rows[_i].why
						     : refused_rows[_i].reason);
		ck_assert_uint_ge(strlen(why), strlen(right));
		ck_assert_str_eq(why + strlen(why) - strlen(right), right);
		place_refused = 0;
		while (strstr(place.said, "goes on: ") == NULL)
			event_base_loop(place.terms.base, EVLOOP_ONCE);
		ck_assert_ptr_nonnull(strstr(
			place.said, "<5>cup: goes on: the database can be written again, after "));
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "running");
		ck_assert_ptr_eq(place.e->director, director);
		ck_assert(daemon_tournament_bench_bot(place.e, "bob", true, &err));
		place_clear();
	}
END_TEST

/* Games that cannot be written when the operator ends it are played again. */
START_TEST(one_that_is_stopped_meanwhile_says_what_is_lost)
	{
		struct error err;
		place_begin(BOTS);
		place_refused = EIO;
		ck_assert(!daemon_tournament_bench_bot(place.e, "bob", true, &err));
		place.e->store.waiting = 0;
		daemon_tournament_stop(place.e, false);
		daemon_tournament_stop(place.e, true);
		while (place.e->state == DAEMON_TOURNAMENT_RUNNING)
			event_base_loop(place.terms.base, EVLOOP_ONCE);
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "stopped");
		place_refused = 0;
		place_clear();
	}
END_TEST

START_TEST(one_that_begins_waits_for_its_database)
	{
		char why[ERROR_TEXT];
		bool full = strcmp(refused_rows[_i].reason, "the disk is full") == 0 ||
			    refused_rows[_i].number == EDQUOT;
		place_init(BOTS);
		place_refused = refused_rows[_i].number;
		for (int i = 0; i < 3; i++) {
			int64_t before = time_utc(), wait = full ? 60000 : 1000 << i;
			place_start();
			ck_assert_str_eq(daemon_tournament_state_name(place.e), "paused");
			ck_assert_int_eq(place.e->state, DAEMON_TOURNAMENT_WAITING);
			ck_assert_int_ge(place.e->retry_at, before + wait);
			ck_assert_int_le(place.e->retry_at, time_utc() + wait);
			ck_assert(daemon_tournament_is_held(place.e));
		}
		/* It is said once. */
		ck_assert_ptr_eq(strstr(place.said, "<4>cup: PAUSED: "), place.said);
		ck_assert_ptr_null(strstr(strchr(place.said, '\n'), "PAUSED"));
		ck_assert_ptr_nonnull(strstr(place.said, refused_rows[_i].reason));
		ck_assert_ptr_nonnull(strstr(place.events, "{\"event\":\"paused\","));
		daemon_tournament_explain(place.e, why, sizeof why);
		ck_assert_ptr_nonnull(
			strstr(why, full ? "the disk is full; it is tried again in 60 s"
					 : "; it is tried again in 4 s"));
		place_refused = 0;
		place.e->retry_at = 1;
		ck_assert(!daemon_tournament_is_held(place.e));
		place_start();
		ck_assert_str_eq(daemon_tournament_state_name(place.e), "running");
		ck_assert_int_eq(place.e->retry_at, 0);
		place_clear();
	}
END_TEST

/* --- start conditions ------------------------------------------------------------------------ */

/* Remote bots, of which the first is connected. */
static void place_remote(const char *settings, int bots)
{
	char *text = memory_copy(settings);
	int ends[2];
	for (int i = 0; i < bots; i++) {
		char *more = memory_print("%sbot r%d { remote = yes }\n", text, i);
		free(text);
		text = more;
	}
	place_init(text);
	free(text);
	place.terms.sessions = remote_sessions_create(place.terms.base, place_on_log, NULL);
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	remote_sessions_take(place.terms.sessions, "r0", "here", ends[0]);
	remote_sessions_take(place.terms.sessions, "stranger", "here", dup(ends[0]));
}

static void place_remote_clear(void)
{
	daemon_tournament_free(place.e);
	remote_sessions_free(place.terms.sessions);
	live_events_free(place.terms.events);
	event_base_free(place.terms.base);
}

static const struct {
	const char *settings;
	int bots;
	const char *said; /* NULL: it begins */
} held_rows[] = {
	{"", 3, "<4>cup: WAITS: 2 of its 3 remote bots have NEVER CONNECTED: r1, r2; it begins when half of them have connected, by `referee ctl resume`, or with `start-at = now`\n"},
	{"", 2, NULL},
	{"start-at = now\n", 3, NULL},
	{"start-at = when-here\n", 2,
		"cup: waits: it begins when all its remote bots are connected: 1 of 2; `referee ctl resume` begins it at once\n"},
	{"start-at = 2100-01-01T00:00:00Z\n", 2,
		"cup: waits: it begins at 2100-01-01T00:00:00Z; `referee ctl resume` begins it at once\n"},
	{"", 21,
		"<4>cup: WAITS: 20 of its 21 remote bots have NEVER CONNECTED: r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20; it begins when half of them have connected, by `referee ctl resume`, or with `start-at = now`\n"},
	{"", 22,
		"<4>cup: WAITS: 21 of its 22 remote bots have NEVER CONNECTED: r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20 and 1 more; it begins when half of them have connected, by `referee ctl resume`, or with `start-at = now`\n"},
};

START_TEST(what_it_waits_for_is_said_once)
	{
		place_remote(held_rows[_i].settings, held_rows[_i].bots);
		bool waits = held_rows[_i].said != NULL;
		for (int i = 0; i < 2; i++) {
			ck_assert(daemon_tournament_is_held(place.e) == waits);
			ck_assert_str_eq(place.said, waits ? held_rows[_i].said : "");
		}
		/* The operator does not wait. */
		place.e->by_operator = true;
		ck_assert(!daemon_tournament_is_held(place.e));
		ck_assert_int_eq(place.e->waits, START_CONDITIONS_NOTHING);
		place_remote_clear();
	}
END_TEST

/* --- what the pages get ---------------------------------------------------------------------- */

/* The pages get a line of this tournament with these values. */
static void place_shows(const char *state, const char *done, const char *why)
{
	char right[4096];
	snprintf(right, sizeof right, "tournament 7 %s %s %s cup %s %s cup-",
		place.e->row > 0 ? "1" : "-", done, state, fixture_path("cup.db"), why);
	const char *line = place_shown("tournament");
	ck_assert_msg(strncmp(line, right, strlen(right)) == 0, "%s%s", line, right);
}

START_TEST(the_pages_show_its_state)
	{
		place_init_pages(BOTS);
		place_shows("waiting", "0 -", "-");
		place_run();
		daemon_tournament_publish(place.e);
		place_shows("running", "0 6", "-");
		place_result(1, 0, 1, "ok", 0);
		place.e->paused = true;
		daemon_tournament_publish(place.e);
		place_shows("paused", "1 6", "-");
		place.e->paused = false;
		place.e->draining = true;
		place.e->director->skipped = 2;
		daemon_tournament_publish(place.e);
		place_shows("draining", "1 6",
			"2\\x20games\\x20not\\x20played:\\x20\\x20are\\x20benched");
		place.e->director->skipped = 0;
		place_end(DIRECTOR_DONE);
		daemon_tournament_publish(place.e);
		place_shows("done", "1 6", "-");
		daemon_tournament_fail(place.e, "no more");
		daemon_tournament_publish(place.e);
		place_shows("failed", "1 6", "no\\x20more");
		char why[2 * ERROR_TEXT] = "";
		memset(why, 'w', sizeof why - 1);
		daemon_tournament_fail(place.e, why);
		daemon_tournament_publish(place.e);
		place_shows("failed", "1 6", why);
		place_clear_pages();
	}
END_TEST

/* A page has the address of its tournament, and that which it had before it began. */
START_TEST(the_address_of_its_pages_stays)
	{
		const char *line;
		char page[64], waited[64], then[64], still[64];
		const char *ends = "tournament %*s %*s %*s %*s %*s %*s %*s %*s %63s %63s";
		place_init_pages(BOTS);
		daemon_tournament_publish(place.e);
		line = place_shown("tournament");
		ck_assert_int_eq(sscanf(line, ends, page, waited), 2);
		ck_assert_str_eq(page, waited);
		place_run();
		daemon_tournament_publish(place.e);
		line = place_shown("tournament");
		ck_assert_int_eq(sscanf(line, ends, then, still), 2);
		ck_assert_str_eq(then, place.e->page);
		ck_assert_str_ne(then, page);
		ck_assert_str_eq(still, waited);
		place_clear_pages();
	}
END_TEST

/* The address has letters and digits of the name. */
static const struct {
	const char *name, *page;
} page_rows[] = {
	{"My  Cup!", "my-cup-"},
	{"-- 2", "2-"},
	{"!", "-"},
	{"\xc3\x89t\xc3\xa9 2026", "t-2026-"},
	/* 47 bytes in all: 36 of the name, a hyphen, ten digits */
	{"abcdefghijklmnopqrstuvwxyz0123456789ABCDEF", "abcdefghijklmnopqrstuvwxyz0123456789-"},
	{"abcdefghijklmnopqrstuvwxyz012345678 9ABCDEF", "abcdefghijklmnopqrstuvwxyz012345678-"},
};

START_TEST(an_address_is_made_of_the_name)
	{
		place_begin(BOTS);
		struct db *db = place.e->store.db;
		struct db_tournament t = {
			0, page_rows[_i].name, "tictactoe", "round-robin", "", 2, 1, 5};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &t));
		FIXTURE_GOOD(db_commit(db));
		free(place.e->t.name);
		place.e->t.name = memory_copy(page_rows[_i].name);
		daemon_tournament_identify(place.e, db);
		ck_assert_int_eq(place.e->row, t.id);
		size_t length = strlen(page_rows[_i].page);
		ck_assert_uint_eq(strlen(place.e->page), length + 10);
		ck_assert_int_eq(strncmp(place.e->page, page_rows[_i].page, length), 0);
		ck_assert_uint_eq(strspn(place.e->page + length, "0123456789abcdef"), 10);
		place_clear();
	}
END_TEST

START_TEST(the_pages_get_the_strength_of_two)
	{
		const char *line;
		place_init_pages(
			"bot ann { command = /bin/true }\nbot bob { command = /bin/true }\n"
			"games = 8\n");
		place_run();
		place_result(1, 0, 1, "ok", 0);
		daemon_tournament_publish(place.e);
		line = place_shown("strength");
		ck_assert_int_eq(strncmp(line, "strength 7 1 0 0 ", 17), 0);
		ck_assert_ptr_nonnull(strstr(line, " ann bob "));
		place_clear_pages();
	}
END_TEST

FAKE_WEB_SUITE("referee/daemon/daemon-tournament", CASE(it_says_that_it_begins),
	CASE(a_file_that_is_wrong_when_it_begins_is_the_reason_why_it_failed),
	CASE(a_machine_that_cannot_prepare_its_bots_is_the_reason_why_it_failed),
	CASE(a_bye_is_stored), CASE(results_are_counted_and_told),
	CASE(three_faults_of_each_bot_are_told_and_the_others_counted),
	CASE(a_bot_that_was_benched_is_told),
	LOOP(each_end_has_its_state_its_line_and_its_event, sizeof end_rows / sizeof *end_rows),
	CASE(games_that_were_not_played_are_explained), CASE(one_that_waits_is_stopped_at_once),
	CASE(one_that_runs_stops_when_its_games_have_ended), CASE(its_state_has_a_name),
	LOOP(it_wants_the_games_that_it_can_play_at_a_time, sizeof wants_rows / sizeof *wants_rows),
	CASE(two_that_write_the_same_file_share_it),
	CASE(only_the_time_in_which_it_may_play_counts),
	CASE(a_bot_that_cannot_play_the_openings_is_the_reason_why_it_failed),
	CASE(games_that_repeat_others_are_told_at_the_end),
	CASE(a_disk_that_is_not_known_is_not_waited_for),
	CASE(it_rests_when_no_game_is_allowed_and_all_are_stored),
	CASE(the_time_that_is_left_follows_from_its_pace),
	LOOP(one_that_runs_waits_for_its_database, sizeof refused_rows / sizeof *refused_rows),
	CASE(one_that_is_stopped_meanwhile_says_what_is_lost),
	LOOP(one_that_begins_waits_for_its_database, sizeof refused_rows / sizeof *refused_rows),
	LOOP(what_it_waits_for_is_said_once, sizeof held_rows / sizeof *held_rows),
	CASE(the_pages_show_its_state), CASE(the_address_of_its_pages_stays),
	LOOP(an_address_is_made_of_the_name, sizeof page_rows / sizeof *page_rows),
	CASE(the_pages_get_the_strength_of_two))
