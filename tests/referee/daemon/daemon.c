/*
 * Several tournaments in one daemon: which begin, how they share the games at a time, what an
 * operator is answered, the queue file, and seasons. Bots greet, and answer nothing else, so that
 * games stay in play.
 */
#include "referee/daemon/daemon.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/fake-web.h"
#include "tests/lib/suite.h"

enum { TEXT = 16384 };

static struct {
	struct daemon_options terms;
	struct daemon *h;
	struct latency_histogram delays;
	int changed;
	char said[TEXT]; /* a line each */
	struct error err;
} site;

static void site_on_say(void *arg, const char *line)
{
	size_t used = strlen(site.said);
	(void)arg;
	snprintf(site.said + used, TEXT - used, "%s\n", line);
}

static void site_on_say_of(void *arg, const char *tournament, const char *line)
{
	(void)tournament;
	site_on_say(arg, line);
}

static void site_on_changed(void *arg)
{
	(void)arg;
	site.changed++;
}

static const char *site_on_owner(void *arg, const char *name)
{
	(void)arg, (void)name;
	return NULL;
}

static void site_write(const char *name, const char *text)
{
	FILE *file = fopen(fixture_path(name), "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

/* Writes NAME.conf of two bots, with a database of this name and further settings. */
static const char *site_conf_with(const char *name, const char *database, const char *more)
{
	char file[64];
	snprintf(file, sizeof file, "%s.conf", name);
	char *text = memory_print(
		"name = %s\ngame = tictactoe\nsandbox = none\nnewgame-timeout = 50s\ndb = %s\n%s\n"
		"bot ann { command = \"sh %s\" }\nbot bob { command = \"sh %s\" }\n",
		name, fixture_path(database), more, fixture_path("greets"), fixture_path("greets"));
	site_write(file, text);
	free(text);
	return fixture_path(file);
}

static const char *site_conf(const char *name, const char *more)
{
	char database[64];
	snprintf(database, sizeof database, "%s.db", name);
	fixture_remove(fixture_path(database));
	return site_conf_with(name, database, more);
}

static bool site_pages; /* with pages */

static void site_open(int concurrency, int side_by_side)
{
	static const struct web_options options;
	memset(&site, 0, sizeof site);
	site_write("greets", "while read word rest; do\n\t[ $word = ugi ] && echo ugiok\ndone\n");
	unlink(fixture_path("queue"));
	site.terms = (struct daemon_options){.base = event_base_new(),
		.concurrency = concurrency,
		.side_by_side = side_by_side,
		.events = live_events_create(),
		.delays = &site.delays,
		.owner = site_on_owner,
		.queue = queue_open(fixture_path("queue"), &site.err),
		.say = site_on_say,
		.say_of = site_on_say_of,
		.changed = site_on_changed};
	ck_assert_ptr_nonnull(site.terms.queue);
	if (site_pages) {
		fake_web_open(site.terms.base, NULL);
		site.terms.web = web_supervisor_create(
			site.terms.base, site.terms.events, &options, site_on_say, NULL);
	}
	site.h = daemon_create(&site.terms);
	ck_assert_ptr_nonnull(site.h);
}

static void site_close(void)
{
	daemon_free(site.h);
	web_supervisor_free(site.terms.web);
	if (site_pages)
		fake_web_close();
	queue_free(site.terms.queue);
	live_events_free(site.terms.events);
	event_base_free(site.terms.base);
}

/* All that is due now. */
static void site_turn(void)
{
	event_base_loop(site.terms.base, EVLOOP_NONBLOCK);
}

static struct daemon_tournament *site_add(const char *conf)
{
	int before = site.h->count;
	ck_assert_msg(daemon_add(site.h, conf, TEXT_FILE_ANYONE, NULL, &site.err) == DAEMON_TAKEN,
		"%s%s", site.err.text, site.said);
	ck_assert_int_eq(site.h->count, before + 1);
	return site.h->tournaments[before];
}

/* Runs until the tournament plays. */
static void site_until_runs(const struct daemon_tournament *entry)
{
	while (entry->state == DAEMON_TOURNAMENT_WAITING)
		event_base_loop(site.terms.base, EVLOOP_ONCE);
	ck_assert_msg(entry->state == DAEMON_TOURNAMENT_RUNNING, "%s", site.said);
}

/* Is its line in the log? */
static bool site_says(const char *line)
{
	const char *found = strstr(site.said, line);
	return found != NULL && (found == site.said || found[-1] == '\n');
}

/* The answer to a request. */
static void site_refuses(bool taken, const char *why)
{
	ck_assert(!taken);
	ck_assert_str_eq(site.err.text, why);
}

static void site_answers(bool taken, const char *text)
{
	ck_assert_msg(taken, "%s", site.err.text);
	ck_assert_str_eq(site.err.text, text);
}

/* --- adding --------------------------------------------------------------------------------- */

START_TEST(a_tournament_that_is_added_waits_behind_the_others)
	{
		site_open(2, 1);
		site.h->paused = true;
		const char *cup = site_conf("cup", "");
		ck_assert(!daemon_has(site.h, cup));
		ck_assert_int_eq(
			daemon_add(site.h, cup, TEXT_FILE_ANYONE, NULL, &site.err), DAEMON_TAKEN);
		ck_assert_str_eq(site.err.text, "cup: accepted; 0 tournaments are before it");
		ck_assert(daemon_has(site.h, cup));
		ck_assert_int_eq(
			daemon_add(site.h, site_conf("two", ""), TEXT_FILE_ANYONE, NULL, &site.err),
			DAEMON_TAKEN);
		ck_assert_str_eq(site.err.text, "two: accepted; 1 tournament is before it");
		ck_assert_int_eq(daemon_add(site.h, site_conf("three", ""), TEXT_FILE_ANYONE, NULL,
					 &site.err),
			DAEMON_TAKEN);
		ck_assert_str_eq(site.err.text, "three: accepted; 2 tournaments are before it");
		ck_assert_int_eq(
			daemon_add(site.h, cup, TEXT_FILE_ANYONE, NULL, &site.err), DAEMON_TAKEN);
		ck_assert_str_eq(site.err.text, "cup: already present; its file was read again");
		ck_assert_int_eq(site.h->count, 3);
		for (int i = 0; i < 3; i++)
			ck_assert_int_eq(site.h->tournaments[i]->number, i + 1);
		ck_assert_int_eq(queue_count(site.terms.queue), 0);
		site_close();
	}
END_TEST

START_TEST(a_name_that_a_live_tournament_has_is_refused_and_one_that_ended_goes)
	{
		char right[512];
		site_open(2, 1);
		site.h->paused = true;
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		site_conf("two", "");
		site_write("two.conf", cup->text);
		ck_assert_int_eq(daemon_add(site.h, fixture_path("two.conf"), TEXT_FILE_ANYONE,
					 NULL, &site.err),
			DAEMON_REFUSED);
		snprintf(right, sizeof right,
			"cup: the tournament of %s has this name; set another one with name = ...",
			fixture_path("cup.conf"));
		ck_assert_str_eq(site.err.text, right);
		ck_assert_int_eq(site.h->count, 1);
		cup->state = DAEMON_TOURNAMENT_STOPPED;
		ck_assert_int_eq(daemon_add(site.h, fixture_path("two.conf"), TEXT_FILE_ANYONE,
					 NULL, &site.err),
			DAEMON_TAKEN);
		ck_assert_int_eq(site.h->count, 1);
		ck_assert_str_eq(site.h->tournaments[0]->path, fixture_path("two.conf"));
		site_close();
	}
END_TEST

START_TEST(a_wrong_file_is_not_taken_and_its_mistakes_are_answered)
	{
		char *text = NULL;
		size_t size;
		site_open(2, 1);
		site_write("wrong.conf", "name = wrong\ngame = chess\n");
		FILE *answer = memory_open(&text, &size);
		ck_assert_int_eq(
			daemon_submit(site.h, fixture_path("wrong.conf"), answer, &site.err),
			DAEMON_WRONG);
		memory_close(answer);
		ck_assert_ptr_nonnull(strstr(text, "wrong.conf:2: "));
		ck_assert_ptr_nonnull(strstr(site.said, text));
		free(text);
		ck_assert_int_eq(site.h->count, 0);
		ck_assert_int_eq(queue_count(site.terms.queue), 0);
		site_close();
	}
END_TEST

START_TEST(a_daemon_that_ends_takes_no_tournament)
	{
		site_open(2, 1);
		const char *cup = site_conf("cup", "");
		if (_i == 0)
			daemon_end(site.h, false);
		else
			ck_assert(daemon_drain(site.h, &site.err));
		ck_assert_int_eq(daemon_is_ending(site.h), _i == 0);
		ck_assert_int_eq(
			daemon_add(site.h, cup, TEXT_FILE_ANYONE, NULL, &site.err), DAEMON_REFUSED);
		ck_assert_str_eq(site.err.text, "the daemon is ending");
		ck_assert_int_eq(site.h->count, 0);
		site_close();
	}
END_TEST

START_TEST(a_file_that_was_played_is_known_until_it_changes)
	{
		static const enum daemon_tournament_state states[] = {DAEMON_TOURNAMENT_DONE,
			DAEMON_TOURNAMENT_STOPPED, DAEMON_TOURNAMENT_FAILED,
			DAEMON_TOURNAMENT_WAITING};
		site_open(2, 1);
		site.h->paused = true;
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		for (int i = 0; i < 4; i++) {
			cup->state = states[i];
			ck_assert(daemon_has_had(site.h, cup->path) == (i < 2));
			ck_assert(daemon_has(site.h, cup->path) == (i == 3));
		}
		cup->state = DAEMON_TOURNAMENT_DONE;
		ck_assert(!daemon_has_had(site.h, fixture_path("other.conf")));
		site_conf("cup", "rounds = 3");
		ck_assert(!daemon_has_had(site.h, cup->path));
		site_close();
	}
END_TEST

START_TEST(of_tournaments_that_ended_the_last_64_are_kept)
	{
		site_open(2, 1);
		site.h->paused = true;
		struct daemon_tournament *waits = site_add(site_conf("cup", ""));
		site.h->tournaments =
			memory_resize(site.h->tournaments, 70, sizeof *site.h->tournaments);
		for (int i = 1; i <= 66; i++) {
			struct daemon_tournament *entry = memory_get(1, sizeof *entry);
			entry->options = waits->options;
			entry->number = i + 1;
			entry->state =
				i % 2 == 0 ? DAEMON_TOURNAMENT_FAILED : DAEMON_TOURNAMENT_DONE;
			tournament_init(&entry->t);
			site.h->tournaments[site.h->count++] = entry;
		}
		waits->options->changed(waits->options->changed_arg);
		site_turn();
		ck_assert_int_eq(site.h->count, 65);
		ck_assert_ptr_eq(site.h->tournaments[0], waits);
		ck_assert_int_eq(site.h->tournaments[1]->number, 4);
		ck_assert_int_eq(site.h->tournaments[64]->number, 67);
		site_close();
	}
END_TEST

/* --- the queue file ------------------------------------------------------------------------- */

START_TEST(what_is_submitted_is_in_the_queue_until_it_is_over)
	{
		site_open(2, 1);
		site.h->paused = true;
		ck_assert_int_eq(
			daemon_submit(site.h, site_conf("cup", ""), NULL, &site.err), DAEMON_TAKEN);
		ck_assert_str_eq(site.err.text, "cup: accepted; 0 tournaments are before it");
		struct daemon_tournament *cup = site.h->tournaments[0];
		ck_assert(cup->submitted);
		ck_assert_int_eq(queue_count(site.terms.queue), 1);
		ck_assert_str_eq(queue_file(site.terms.queue, 0), cup->path);
		/* One that failed, or that was stopped by the end of the daemon, comes back. */
		cup->state = DAEMON_TOURNAMENT_FAILED;
		cup->options->changed(cup->options->changed_arg);
		site_turn();
		ck_assert_int_eq(queue_count(site.terms.queue), 1);
		cup->state = DAEMON_TOURNAMENT_DONE;
		cup->options->changed(cup->options->changed_arg);
		site_turn();
		ck_assert_int_eq(queue_count(site.terms.queue), 0);
		ck_assert(!cup->submitted);
		site_close();
	}
END_TEST

START_TEST(a_queue_that_cannot_be_written_is_told_and_written_later)
	{
		char right[512];
		site_open(2, 1);
		site.h->paused = true;
		ck_assert_int_eq(mkdir(fixture_path("queue.part"), 0700), 0);
		ck_assert_int_eq(
			daemon_submit(site.h, site_conf("cup", ""), NULL, &site.err), DAEMON_TAKEN);
		snprintf(right, sizeof right,
			"cup: accepted; 0 tournaments are before it; a restarted daemon will not resume it, unless its queue file can be written before: %s: Is a directory",
			fixture_path("queue"));
		ck_assert_str_eq(site.err.text, right);
		ck_assert_int_eq(rmdir(fixture_path("queue.part")), 0);
		while (!site_says("<5>the queue file can be written again, and was\n"))
			event_base_loop(site.terms.base, EVLOOP_ONCE);
		struct queue *again = queue_open(fixture_path("queue"), &site.err);
		ck_assert_int_eq(queue_count(again), 1);
		queue_free(again);
		/* It leaves the queue when it is over. */
		site.h->tournaments[0]->state = DAEMON_TOURNAMENT_DONE;
		site.h->tournament_options.changed(site.h);
		site_turn();
		ck_assert_int_eq(queue_count(site.terms.queue), 0);
		site_close();
	}
END_TEST

START_TEST(the_queue_of_an_earlier_daemon_is_taken_up)
	{
		char right[2048];
		site_open(2, 1);
		site.h->paused = true;
		site_write("wrong.conf", "name = wrong\ngame = chess\n");
		static const char *const files[] = {
			"gone.conf", "cup.conf", "wrong.conf", "twin.conf", "two.conf"};
		site_conf("cup", "");
		site_conf("two", "");
		site_write("twin.conf",
			"name = cup\ngame = tictactoe\nsandbox = none\n"
			"bot x { command = /bin/true }\nbot y { command = /bin/true }\n");
		for (int i = 0; i < 5; i++)
			ck_assert(queue_add(site.terms.queue, fixture_path(files[i]), &site.err));
		daemon_read_queue(site.h);
		ck_assert_int_eq(site.h->count, 2);
		ck_assert_str_eq(site.h->tournaments[0]->t.name, "cup");
		ck_assert_str_eq(site.h->tournaments[1]->t.name, "two");
		ck_assert(site.h->tournaments[1]->submitted);
		/* One that is gone leaves the queue; one that is wrong today may be mended. */
		ck_assert_int_eq(queue_count(site.terms.queue), 4);
		ck_assert_str_eq(queue_file(site.terms.queue, 1), fixture_path("wrong.conf"));
		snprintf(right, sizeof right,
			"%s: the submitted file no longer exists; it is removed from the queue\n",
			fixture_path("gone.conf"));
		ck_assert(site_says(right));
		snprintf(right, sizeof right, "%s: the submitted tournament is skipped\n",
			fixture_path("wrong.conf"));
		ck_assert(site_says(right));
		snprintf(right, sizeof right,
			"%s: the submitted tournament is skipped: cup: the tournament of %s has this name; set another one with name = ...\n",
			fixture_path("twin.conf"), fixture_path("cup.conf"));
		ck_assert(site_says(right));
		site_close();
	}
END_TEST

/* --- which begin, and how they share ---------------------------------------------------------- */

static const struct {
	int concurrency, side_by_side, wanted_by_first;
	int first, second; /* games at a time; second -1: it waits */
	const char *why;
} share_rows[] = {
	{3, 2, 0, 2, 1, ""},
	{4, 2, 0, 2, 2, ""},
	{5, 2, 1, 1, 4, ""},
	{1, 2, 0, 1, -1,
		"it waits for a place: 1 of at most 1 tournament runs (--parallel-tournaments 2, concurrency 1)"},
	{4, 1, 0, 4, -1,
		"it waits for a place: 1 of at most 1 tournament runs (--parallel-tournaments 1, concurrency 4)"},
};

START_TEST(tournaments_share_the_games_at_a_time)
	{
		char more[64] = "", why[ERROR_TEXT];
		site_open(share_rows[_i].concurrency, share_rows[_i].side_by_side);
		if (share_rows[_i].wanted_by_first > 0)
			snprintf(more, sizeof more, "concurrency = %d",
				share_rows[_i].wanted_by_first);
		struct daemon_tournament *first = site_add(site_conf("first", more));
		site_until_runs(first);
		struct daemon_tournament *second = site_add(site_conf("second", ""));
		if (share_rows[_i].second >= 0)
			site_until_runs(second);
		site_turn();
		ck_assert_int_eq(first->allowed, share_rows[_i].first);
		ck_assert_int_eq(second->state, share_rows[_i].second < 0
							? DAEMON_TOURNAMENT_WAITING
							: DAEMON_TOURNAMENT_RUNNING);
		if (share_rows[_i].second >= 0)
			ck_assert_int_eq(second->allowed, share_rows[_i].second);
		daemon_explain(site.h, second, why, sizeof why);
		ck_assert_str_eq(why, share_rows[_i].why);
		site_close();
	}
END_TEST

START_TEST(two_that_have_the_same_database_run_after_each_other)
	{
		char why[ERROR_TEXT];
		site_open(4, 3);
		struct daemon_tournament *first = site_add(site_conf("first", ""));
		site_until_runs(first);
		struct daemon_tournament *second =
			site_add(site_conf_with("second", "first.db", ""));
		struct daemon_tournament *third = site_add(site_conf("third", ""));
		site_until_runs(third);
		ck_assert_int_eq(second->state, DAEMON_TOURNAMENT_WAITING);
		daemon_explain(site.h, second, why, sizeof why);
		ck_assert_str_eq(why, "it waits for the end of first, which has the same database");
		second->paused = true;
		daemon_explain(site.h, second, why, sizeof why);
		ck_assert_str_eq(why, "");
		second->paused = false;
		daemon_tournament_stop(first, true);
		site_until_runs(second);
		ck_assert_int_eq(first->state, DAEMON_TOURNAMENT_STOPPED);
		site_close();
	}
END_TEST

/* One whose disk is full keeps its place. */
START_TEST(a_full_disk_keeps_the_place_of_its_tournament)
	{
		char why[ERROR_TEXT];
		site_open(4, 1);
		struct daemon_tournament *first = site_add(site_conf("first", ""));
		first->waits = START_CONDITIONS_AGAIN;
		first->retry_at = time_utc() + 3600000;
		struct daemon_tournament *second = site_add(site_conf("second", ""));
		site_turn();
		ck_assert_int_eq(second->state, DAEMON_TOURNAMENT_WAITING);
		ck_assert(!daemon_tournament_has_begun(second));
		ck_assert(!daemon_quiet(site.h));
		daemon_explain(site.h, first, why, sizeof why);
		ck_assert_ptr_nonnull(strstr(why, "tried again in 3600 s"));
		first->retry_at = 1;
		site_until_runs(first);
		site_close();
	}
END_TEST

START_TEST(one_that_waits_begins_when_its_time_has_come)
	{
		site_open(4, 1);
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		cup->t.begins = time_utc() + 3600000;
		site_turn();
		ck_assert_int_eq(cup->state, DAEMON_TOURNAMENT_WAITING);
		ck_assert_int_eq(cup->waits, START_CONDITIONS_TIME);
		ck_assert(!daemon_tournament_has_begun(cup));
		cup->t.begins = 1;
		site_until_runs(cup); /* the tick looks once a second */
		ck_assert_int_eq(cup->waits, START_CONDITIONS_NOTHING);
		site_close();
	}
END_TEST

/* --- the operator --------------------------------------------------------------------------- */

START_TEST(a_tournament_that_is_not_there_is_named)
	{
		static const char none[] =
			"tournament \"cup\": not found; `referee ctl status` lists all";
		struct error *err = &site.err;
		site_open(2, 1);
		site_refuses(daemon_set_paused(site.h, "cup", true, err), none);
		site_refuses(daemon_set_paused(site.h, "cup", false, err), none);
		site_refuses(daemon_stop(site.h, "cup", err), none);
		site_refuses(daemon_add_bot(site.h, "cup", "x=y", err), none);
		site_refuses(daemon_bench_bot(site.h, "cup", "x", true, err), none);
		site_refuses(daemon_revert(site.h, "cup", "x", NULL, NULL, err), none);
		site_refuses(daemon_kick(site.h, "x", err),
			"bot \"x\": no connection has this name; `referee ctl status --bots` lists all");
		site_close();
	}
END_TEST

START_TEST(one_that_has_ended_is_not_paused_but_submitted_again)
	{
		char right[512];
		struct error *err = &site.err;
		site_open(2, 1);
		site.h->paused = true;
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		cup->state = DAEMON_TOURNAMENT_DONE;
		site_refuses(
			daemon_set_paused(site.h, "cup", true, err), "cup: it is already done");
		site_refuses(
			daemon_set_paused(site.h, "cup", false, err), "cup: it is already done");
		site_refuses(daemon_stop(site.h, "cup", err), "cup: it is already done");
		cup->state = DAEMON_TOURNAMENT_FAILED;
		site_refuses(
			daemon_set_paused(site.h, "cup", true, err), "cup: it is already failed");
		snprintf(right, sizeof right,
			"cup: it is failed; `referee ctl submit` with its file resumes it: %s",
			cup->path);
		site_refuses(daemon_set_paused(site.h, "cup", false, err), right);
		cup->state = DAEMON_TOURNAMENT_STOPPED;
		snprintf(right, sizeof right,
			"cup: it is stopped; `referee ctl submit` with its file resumes it: %s",
			cup->path);
		site_refuses(daemon_set_paused(site.h, "cup", false, err), right);
		site_close();
	}
END_TEST

START_TEST(all_are_paused_or_one)
	{
		struct error *err = &site.err;
		site_open(2, 1);
		site.h->paused = true;
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		cup->t.begins = time_utc() + 3600000;
		site_refuses(daemon_set_paused(site.h, "cup", false, err),
			"all tournaments are paused; `referee ctl resume` without a name resumes them");
		site_answers(daemon_set_paused(site.h, "cup", true, err),
			"cup: no further game begins; 0 games in play will finish");
		ck_assert(cup->paused && !cup->by_operator);
		site_answers(daemon_set_paused(site.h, NULL, false, err),
			"all tournaments: games begin again");
		ck_assert(!site.h->paused && !cup->paused && !cup->by_operator);
		site_answers(daemon_set_paused(site.h, NULL, true, err),
			"all tournaments: no further game begins; 0 games in play will finish");
		ck_assert(site.h->paused && !cup->paused);
		site_answers(daemon_set_paused(site.h, NULL, false, err),
			"all tournaments: games begin again");
		cup->paused = true;
		site_answers(
			daemon_set_paused(site.h, "cup", false, err), "cup: games begin again");
		ck_assert(cup->by_operator && !cup->paused);
		daemon_drain(site.h, err);
		site_refuses(daemon_set_paused(site.h, "cup", false, err),
			"the daemon is draining: no game begins until it is started again");
		site_close();
	}
END_TEST

START_TEST(one_that_is_resumed_says_what_it_waits_for)
	{
		char right[512];
		site_open(2, 1);
		struct daemon_tournament *first = site_add(site_conf("first", ""));
		site_until_runs(first);
		struct daemon_tournament *second = site_add(site_conf("second", ""));
		second->paused = true;
		snprintf(right, sizeof right, "second: no longer paused, but %s",
			"it waits for a place: 1 of at most 1 tournament runs (--parallel-tournaments 1, concurrency 2)");
		site_answers(daemon_set_paused(site.h, "second", false, &site.err), right);
		site_close();
	}
END_TEST

static void site_until_games(const struct daemon_tournament *entry, int games)
{
	while (daemon_tournament_games(entry).local < games)
		event_base_loop(site.terms.base, EVLOOP_ONCE);
}

START_TEST(games_in_play_are_counted_in_the_answer)
	{
		char right[512];
		site_open(2, 1);
		struct daemon_tournament *cup = site_add(site_conf("cup", "rounds = 50"));
		site_until_games(cup, 2);
		site_answers(daemon_set_paused(site.h, "cup", true, &site.err),
			"cup: no further game begins; 2 games in play will finish");
		ck_assert_int_eq(cup->allowed, 0);
		ck_assert(!daemon_tournament_rests(cup));
		site_answers(daemon_set_paused(site.h, NULL, false, &site.err),
			"all tournaments: games begin again");
		snprintf(right, sizeof right,
			"cup: no further game begins; it ends after the 2 games in play; all finished games are kept; the next start of the daemon begins it again, unless its file is removed: %s",
			cup->path);
		site_answers(daemon_stop(site.h, "cup", &site.err), right);
		ck_assert(cup->stopping);
		site_close();
	}
END_TEST

START_TEST(one_game_in_play_is_one_game)
	{
		site_open(1, 1);
		struct daemon_tournament *cup = site_add(site_conf("cup", "rounds = 50"));
		site_until_games(cup, 1);
		site_answers(daemon_set_paused(site.h, NULL, true, &site.err),
			"all tournaments: no further game begins; 1 game in play will finish");
		site_answers(daemon_drain(site.h, &site.err),
			"no further game begins; the daemon ends after the 1 game in play");
		ck_assert(site_says("draining: no further game begins\n"));
		ck_assert(cup->draining && cup->allowed == 0 && !site.h->ending);
		cup->submitted = true;
		site_answers(daemon_stop(site.h, "cup", &site.err),
			"cup: no further game begins; it ends after the 1 game in play; all finished games are kept");
		site_close();
	}
END_TEST

START_TEST(those_that_come_back_with_the_daemon_are_told)
	{
		site_open(2, 1);
		site.h->paused = true;
		site_add(site_conf("cup", ""));
		ck_assert_int_eq(
			daemon_submit(site.h, site_conf("two", ""), NULL, &site.err), DAEMON_TAKEN);
		site_answers(daemon_stop(site.h, "two", &site.err),
			"two: stopped; all finished games are kept");
		ck_assert_int_eq(queue_count(site.terms.queue), 0);
		site_answers(daemon_stop(site.h, NULL, &site.err),
			"all tournaments: stopped; all finished games are kept; the next start of the daemon begins those again that were not submitted");
		site_answers(daemon_stop(site.h, NULL, &site.err),
			"all tournaments: stopped; all finished games are kept");
		ck_assert_int_eq(site.h->tournaments[0]->state, DAEMON_TOURNAMENT_STOPPED);
		ck_assert_int_eq(site.h->tournaments[1]->state, DAEMON_TOURNAMENT_STOPPED);
		site_close();
	}
END_TEST

static const struct {
	int games;
	const char *answer; /* NULL: refused */
} concurrency_rows[] = {
	{0, NULL},
	{1, "1 game at a time from now on"},
	{2, "2 games at a time from now on"},
	{CPU_SLOTS_MAX, "256 games at a time from now on"},
	{CPU_SLOTS_MAX + 1, NULL},
};

START_TEST(the_games_at_a_time_have_bounds)
	{
		int games = concurrency_rows[_i].games;
		site_open(3, 1);
		if (concurrency_rows[_i].answer == NULL)
			site_refuses(daemon_concurrency(site.h, games, &site.err),
				"concurrency: it must be from 1 to 256");
		else
			site_answers(daemon_concurrency(site.h, games, &site.err),
				concurrency_rows[_i].answer);
		ck_assert_int_eq(
			site.h->places.count, concurrency_rows[_i].answer != NULL ? games : 3);
		site_close();
	}
END_TEST

START_TEST(another_number_of_games_at_a_time_is_shared_at_once)
	{
		site_open(2, 2);
		struct daemon_tournament *first = site_add(site_conf("first", ""));
		site_until_runs(first);
		ck_assert(daemon_concurrency(site.h, 5, &site.err));
		ck_assert_int_eq(first->allowed, 5);
		site_close();
	}
END_TEST

START_TEST(a_daemon_that_is_drained_begins_no_game)
	{
		site_open(2, 1);
		struct daemon_tournament *cup = site_add(site_conf("cup", "rounds = 50"));
		site_until_games(cup, 2);
		ck_assert_int_eq(cup->allowed, 2);
		site_answers(daemon_drain(site.h, &site.err),
			"no further game begins; the daemon ends after the 2 games in play");
		ck_assert_int_eq(cup->allowed, 0);
		site_close();
	}
END_TEST

START_TEST(a_drained_daemon_ends)
	{
		site_open(2, 1);
		site.h->paused = true;
		site_add(site_conf("cup", ""));
		site_answers(daemon_drain(site.h, &site.err),
			"no further game begins; the daemon ends after the 0 games in play");
		while (!site.h->ending) /* the tick looks once a second */
			event_base_loop(site.terms.base, EVLOOP_ONCE);
		ck_assert(site_says("drained: every game is over and stored; stops\n"));
		site_refuses(daemon_drain(site.h, &site.err), "the daemon is already ending");
		ck_assert(daemon_quiet(site.h));
		site_close();
	}
END_TEST

START_TEST(an_announcement_is_one_plain_line)
	{
		static char text[1002];
		static const char *const wrong[] = {"a\nb", "a\033[2J", "a\xff", "\xe2\x80\xae"};
		site_open(2, 1);
		memset(text, 'x', 1001);
		site_refuses(daemon_announce(site.h, text, &site.err),
			"announce: the text is too long; it may have 1000 bytes");
		text[1000] = '\0';
		site_answers(daemon_announce(site.h, text, &site.err), "all pages show it");
		ck_assert_str_eq(site.h->announcement, text);
		for (int i = 0; i < 4; i++)
			site_refuses(daemon_announce(site.h, wrong[i], &site.err),
				"announce: the text has control characters or is not UTF-8; give one line of plain text");
		site_answers(
			daemon_announce(site.h, "\xc3\xa9 at six", &site.err), "all pages show it");
		ck_assert_str_eq(queue_announcement(site.terms.queue), "\xc3\xa9 at six");
		site_answers(daemon_announce(site.h, "", &site.err), "no announcement is shown");
		ck_assert_str_eq(site.h->announcement, "");
		site.h->options.queue = NULL;
		site_answers(daemon_announce(site.h, "soon", &site.err),
			"all pages show it; a restarted daemon will not know it: the daemon has no queue file");
		site_close();
	}
END_TEST

START_TEST(bots_that_are_not_there_are_refused)
	{
		struct live_subscriber *watcher = NULL;
		const struct watch_options options = {.name = "ann"};
		site_open(2, 1);
		site.h->paused = true;
		site_refuses(daemon_watch(site.h, &options, NULL, NULL, &watcher, &site.err),
			"bot \"ann\": no waiting or running tournament has it");
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		cup->state = DAEMON_TOURNAMENT_DONE;
		site_refuses(daemon_watch(site.h, &options, NULL, NULL, &watcher, &site.err),
			"bot \"ann\": no waiting or running tournament has it");
		cup->state = DAEMON_TOURNAMENT_WAITING;
		site_refuses(daemon_revert(site.h, "cup", "ann", NULL, NULL, &site.err),
			"cup: it takes no bots; submissions = FOLDER lets it");
		struct peer_limit_key from = {{4, 192, 0, 2, 7}}, other = {{4, 192, 0, 2, 8}};
		/* Five are free; then its forms are refused, and told no more. */
		for (int i = 0; i < 6; i++) {
			site_refuses(daemon_take_form(site.h, "ann", "00", &from, -1, &site.err),
				"the name or the token is wrong");
			ck_assert(site_says(
				"<4>intake: ann from a form of 192.0.2.7: the name or the token is wrong\n"));
		}
		ck_assert(site_says(
			"<4>intake: 192.0.2.7: too many forms with a wrong name or token; its forms are refused for 1 s\n"));
		site.said[0] = '\0';
		site_refuses(daemon_take_form(site.h, "ann", "00", &from, -1, &site.err),
			"too many forms with a wrong name or token came from your address; try again in a minute");
		ck_assert_str_eq(site.said, "");
		site_refuses(daemon_take_form(site.h, "ann", "00", &other, -1, &site.err),
			"the name or the token is wrong");
		site_close();
	}
END_TEST

/* --- pages ---------------------------------------------------------------------------------- */

START_TEST(the_pages_get_the_counts_of_all_tournaments)
	{
		site_pages = true;
		site_open(3, 2);
		site.h->paused = true;
		ck_assert(daemon_announce(site.h, "at six", &site.err));
		fake_web_hears("began\nannounce at\\x20six\n"
			       "metric local-games-max 0\nmetric local-games 0\n"
			       "metric remote-games 0\nmetric commits 0\nmetric deaths 0\n"
			       "metric control-refused 0\nmetric draining 0\n"
			       "delays 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
		site.h->commits = 5;
		site.h->deaths = 6;
		site.h->refused = 7;
		site.delays.count[3] = 8;
		fake_web_hears("metric commits 5\nmetric deaths 6\nmetric control-refused 7\n"
			       "delays 0 0 0 8 0 0 0 0 0 0 0 0 0\n");
		ck_assert(daemon_drain(site.h, &site.err));
		fake_web_hears("metric draining 1\n");
		site_close();
		site_pages = false;
	}
END_TEST

static void site_until_line(const char *wanted)
{
	char line[1024];
	do
		fake_web_line(line, sizeof line);
	while (strcmp(line, wanted) != 0);
}

START_TEST(the_pages_get_the_games_in_play)
	{
		site_pages = true;
		site_open(3, 2);
		site_add(site_conf("one", "concurrency = 1\nrounds = 50"));
		site_add(site_conf("two", "rounds = 50"));
		site_until_line("metric local-games-max 3\n");
		site_until_line("metric local-games 3\n");
		site_close();
		site_pages = false;
	}
END_TEST

/* --- files that are read again --------------------------------------------------------------- */

START_TEST(files_of_live_tournaments_are_read_again)
	{
		site_open(2, 1);
		site.h->paused = true;
		struct daemon_tournament *cup = site_add(site_conf("cup", ""));
		struct daemon_tournament *two = site_add(site_conf("two", ""));
		two->state = DAEMON_TOURNAMENT_DONE;
		site_conf("cup", "rounds = 7");
		site_conf("two", "rounds = 7");
		daemon_reread(site.h);
		ck_assert_int_eq(cup->t.rounds, 7);
		ck_assert_int_eq(two->t.rounds, 1);
		int64_t before = site.h->tokens;
		daemon_tokens_changed(site.h);
		ck_assert_int_gt(site.h->tokens, before); /* 0 is that of no reading */
		site_close();
	}
END_TEST

/* --- seasons -------------------------------------------------------------------------------- */

/* 2026-11-30 and 2026-12-01, noon UTC, by date(1) */
#define NOVEMBER "1796040000000\n"
#define DECEMBER "1796126400000\n"

static struct daemon_tournament *site_season(const char *more)
{
	site_write("clock", NOVEMBER);
	ck_assert_int_eq(setenv("REFEREE_SEASON_CLOCK", fixture_path("clock"), 1), 0);
	site_open(2, 1);
	site.h->paused = true;
	char *all = memory_print("format = ladder\nseason = monthly\n%s", more);
	ck_assert_int_eq(
		daemon_submit(site.h, site_conf("Ladder", all), NULL, &site.err), DAEMON_TAKEN);
	free(all);
	ck_assert_str_eq(site.h->tournaments[0]->t.name, "Ladder 2026-11");
	return site.h->tournaments[0];
}

/* Runs until the daemon has this many tournaments. */
static void site_until(int count)
{
	while (site.h->count < count)
		event_base_loop(site.terms.base, EVLOOP_ONCE);
}

START_TEST(the_next_season_follows_in_the_place_of_the_last)
	{
		char right[512];
		struct daemon_tournament *november = site_season("");
		november->paused = _i == 0;
		site_write("clock", DECEMBER);
		site_until(2);
		struct daemon_tournament *december = site.h->tournaments[1];
		ck_assert_str_eq(december->t.name, "Ladder 2026-12");
		ck_assert_int_eq(november->state, DAEMON_TOURNAMENT_STOPPED);
		ck_assert(november->over && november->successor_added && !november->submitted);
		ck_assert(december->paused == (_i == 0));
		ck_assert(december->submitted);
		ck_assert_int_eq(queue_count(site.terms.queue), 1);
		snprintf(right, sizeof right,
			"%s: the next season: Ladder 2026-12: accepted; 0 tournaments are before it\n",
			december->path);
		ck_assert(site_says(right));
		unsetenv("REFEREE_SEASON_CLOCK");
		site_close();
	}
END_TEST

/* The daemon looks twice while its last game is in play. */
START_TEST(a_season_whose_last_game_is_in_play_has_its_heir_afterwards)
	{
		struct daemon_tournament *november = site_season("concurrency = 1");
		struct timeval two = {2, 500000};
		site.h->paused = false;
		november->options->changed(november->options->changed_arg);
		site_until_games(november, 1);
		site_write("clock", DECEMBER);
		event_base_loopexit(site.terms.base, &two);
		event_base_dispatch(site.terms.base);
		ck_assert(november->over && !november->successor_added);
		ck_assert_int_eq(november->allowed, 0);
		ck_assert_int_eq(site.h->count, 1);
		daemon_tournament_stop(november, true);
		site_until(2);
		ck_assert_int_eq(november->state, DAEMON_TOURNAMENT_DONE);
		ck_assert(site_says("Ladder 2026-11: its season is over: 0 games\n"));
		ck_assert(site.h->tournaments[1]->submitted);
		unsetenv("REFEREE_SEASON_CLOCK");
		site_close();
	}
END_TEST

START_TEST(a_season_that_was_stopped_or_failed_has_no_heir)
	{
		struct daemon_tournament *november = site_season("");
		struct timeval second = {2, 0};
		november->state = _i == 0 ? DAEMON_TOURNAMENT_STOPPED : DAEMON_TOURNAMENT_FAILED;
		site_write("clock", DECEMBER);
		event_base_loopexit(site.terms.base, &second);
		event_base_dispatch(site.terms.base);
		ck_assert_int_eq(site.h->count, 1);
		unsetenv("REFEREE_SEASON_CLOCK");
		site_close();
	}
END_TEST

START_TEST(a_file_that_is_wrong_by_then_is_told)
	{
		char right[512];
		struct daemon_tournament *november = site_season("");
		site_write("clock", DECEMBER);
		site_write("Ladder.conf", "game = chess\n");
		while (!november->successor_added)
			event_base_loop(site.terms.base, EVLOOP_ONCE);
		ck_assert_int_eq(site.h->count, 1);
		snprintf(right, sizeof right, "<3>%s: the next season: the file is wrong\n",
			november->path);
		ck_assert(site_says(right));
		unsetenv("REFEREE_SEASON_CLOCK");
		site_close();
	}
END_TEST

FAKE_WEB_SUITE("referee/daemon/daemon", CASE(a_tournament_that_is_added_waits_behind_the_others),
	CASE(a_name_that_a_live_tournament_has_is_refused_and_one_that_ended_goes),
	CASE(a_wrong_file_is_not_taken_and_its_mistakes_are_answered),
	LOOP(a_daemon_that_ends_takes_no_tournament, 2),
	CASE(a_file_that_was_played_is_known_until_it_changes),
	CASE(of_tournaments_that_ended_the_last_64_are_kept),
	CASE(what_is_submitted_is_in_the_queue_until_it_is_over),
	CASE(a_queue_that_cannot_be_written_is_told_and_written_later),
	CASE(the_queue_of_an_earlier_daemon_is_taken_up),
	LOOP(tournaments_share_the_games_at_a_time, sizeof share_rows / sizeof *share_rows),
	CASE(two_that_have_the_same_database_run_after_each_other),
	CASE(a_full_disk_keeps_the_place_of_its_tournament),
	CASE(one_that_waits_begins_when_its_time_has_come),
	CASE(a_tournament_that_is_not_there_is_named),
	CASE(one_that_has_ended_is_not_paused_but_submitted_again), CASE(all_are_paused_or_one),
	CASE(one_that_is_resumed_says_what_it_waits_for),
	CASE(games_in_play_are_counted_in_the_answer), CASE(one_game_in_play_is_one_game),
	CASE(those_that_come_back_with_the_daemon_are_told),
	LOOP(the_games_at_a_time_have_bounds, sizeof concurrency_rows / sizeof *concurrency_rows),
	CASE(another_number_of_games_at_a_time_is_shared_at_once),
	CASE(a_daemon_that_is_drained_begins_no_game), CASE(a_drained_daemon_ends),
	CASE(an_announcement_is_one_plain_line), CASE(bots_that_are_not_there_are_refused),
	CASE(the_pages_get_the_counts_of_all_tournaments), CASE(the_pages_get_the_games_in_play),
	CASE(files_of_live_tournaments_are_read_again),
	LOOP(the_next_season_follows_in_the_place_of_the_last, 2),
	CASE(a_season_whose_last_game_is_in_play_has_its_heir_afterwards),
	LOOP(a_season_that_was_stopped_or_failed_has_no_heir, 2),
	CASE(a_file_that_is_wrong_by_then_is_told))
