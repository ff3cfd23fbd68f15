/*
 * The games in play and their subscribers: the lines that they get, and the ends that they see.
 */
#include "referee/daemon/live-events.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

/* A subscriber. */
struct reader {
	char text[4096]; /* all lines that it got */
	char why[256];	 /* why it ended; "-" while it has not */
	bool behind;
};

/* One game of two bots, which one subscriber watches. */
struct watching {
	struct tournament t;
	struct live_events *events;
	struct live_subscriber *watcher;
	struct job job;
	struct reader reader;
};

static void reader_on_lines(void *owner, const char *text, size_t length)
{
	struct reader *r = owner;
	ck_assert_int_eq(text[length - 1], '\n');
	ck_assert_uint_lt(strlen(r->text) + length, sizeof r->text);
	strncat(r->text, text, length);
}

static void reader_on_ended(void *owner, const char *why)
{
	struct reader *r = owner;
	snprintf(r->why, sizeof r->why, "%s", why);
}

static bool reader_is_behind(void *owner)
{
	return ((struct reader *)owner)->behind;
}

static const struct live_subscriber_calls calls = {
	.lines = reader_on_lines, .ended = reader_on_ended, .behind = reader_is_behind};

/* The last line. */
static const char *reader_last(struct reader *r)
{
	static char last[256];
	const char *at = r->text + strlen(r->text);
	while (at > r->text && (at[0] == '\0' || at[-1] != '\n' || at[0] == '\n'))
		at--;
	snprintf(last, sizeof last, "%.*s", (int)strcspn(at, "\n"), at);
	return last;
}

static void watching_hear(struct watching *w, const char *line)
{
	live_events_record(w->events, 1, &w->t, &w->job, line);
}

static bool watching_watch(
	struct watching *w, struct watch_options options, struct reader *r, struct error *err)
{
	strcpy(r->why, "-");
	return live_events_watch(w->events, &options, &calls, r, &w->watcher, err);
}

static struct watching *watching_create(void)
{
	struct watching *w = memory_get(1, sizeof *w);
	test_tournament_init(&w->t, "tictactoe", 2, 2, 1, NULL);
	free(w->t.name);
	w->t.name = memory_copy("a cup");
	w->events = live_events_create();
	w->job.pairing =
		(struct pairing){.round = 1, .seats = 2, .bot = {0, 1}, .key = 7, .seed = 5};
	watching_hear(w, "game 7 0");
	ck_assert_int_eq(live_events_number(w->events, 1, 7), 1);
	return w;
}

/* It has seen the end. */
static struct watching *watching_end(bool follow)
{
	struct watching *w = watching_create();
	struct error err;
	ck_assert(watching_watch(w, (struct watch_options){.follow = follow}, &w->reader, &err));
	watching_hear(w, "end win 0 final");
	ck_assert_str_eq(w->reader.why, "-");
	return w;
}

static void watching_free(struct watching *w)
{
	live_events_free(w->events);
	tournament_clear(&w->t);
	free(w);
}

START_TEST(a_bot_is_watched_by_either_form_of_its_name)
	{
		static char decomposed[] = "Jose\xcc\x81";
		struct watching *w = watching_create();
		struct error err;
		free(w->t.bots[1].name);
		w->t.bots[1].name = memory_copy("Jos\xc3\xa9");
		ck_assert(watching_watch(w,
			(struct watch_options){.name = decomposed, .follow = true}, &w->reader,
			&err));
		watching_hear(w, "end win 0 final");
		ck_assert_ptr_nonnull(strstr(w->reader.text, "1 end win 0 final\n"));
		watching_free(w);
	}
END_TEST

START_TEST(a_watcher_of_the_end_learns_where_the_game_is_stored_and_leaves)
	{
		struct watching *w = watching_end(false);
		live_events_stored(w->events, 1, 7, 5, "/cup.db");
		ck_assert_str_eq(reader_last(&w->reader), "1 stored 5 /cup.db");
		ck_assert_str_eq(w->reader.why, "");
		ck_assert_int_eq(live_events_watchers(w->events), 0);
		watching_free(w);
	}
END_TEST

/* As when the arbiter died in it. */
START_TEST(a_watcher_of_the_end_of_a_game_that_is_played_again_leaves_at_once)
	{
		struct watching *w = watching_end(false);
		watching_hear(w, NULL);
		ck_assert_ptr_nonnull(strstr(w->reader.why, "played again"));
		ck_assert_int_eq(live_events_watchers(w->events), 0);
		watching_free(w);
	}
END_TEST

START_TEST(a_watcher_that_follows_sees_it_again_under_its_number_and_where_it_is_stored)
	{
		struct watching *w = watching_end(true);
		watching_hear(w, NULL);
		ck_assert_str_eq(reader_last(&w->reader), "wait");
		watching_hear(w, "game 7 0");
		ck_assert_int_eq(live_events_number(w->events, 1, 7), 1);
		watching_hear(w, "end win 0 final");
		live_events_stored(w->events, 1, 7, 5, "/cup.db");
		ck_assert_str_eq(reader_last(&w->reader), "1 stored 5 /cup.db");
		ck_assert_str_eq(w->reader.why, "-");
		watching_free(w);
	}
END_TEST

START_TEST(every_subscriber_gets_the_same_lines_whenever_it_came)
	{
		struct watching *w = watching_create();
		struct reader early = {.why = "-"}, late = {.why = "-"};
		struct error err;
		struct live_subscriber *all = live_events_subscribe(w->events, &calls, &early);
		live_events_replay(all);
		ck_assert(watching_watch(w, (struct watch_options){.number = 1}, &w->reader, &err));
		watching_hear(w, "move 1 a1 10 - - - - -");
		watching_hear(w, "wire 1 > go");
		watching_hear(w, "stderr 1 x");
		ck_assert(watching_watch(w, (struct watch_options){.number = 1}, &late, &err));
		const char *ago = strstr(late.text, "1 ago ");
		ck_assert_ptr_nonnull(ago);
		/* The first came late as well: after the lines before its "ago" it got the same. */
		char *came = strstr(early.text, "1 ago "), *rest = strchr(came, '\n') + 1;
		memmove(came, rest, strlen(rest) + 1);
		ck_assert_uint_eq(strlen(early.text), (size_t)(ago - late.text));
		ck_assert_mem_eq(early.text, late.text, strlen(early.text));
		ck_assert_str_eq(reader_last(&early), "1 move 1 a1 10 - - - - -");
		ck_assert_int_eq(
			strncmp(early.text, "1 live 1 7 5 1 a\\x20cup\n1 limits 1 ", 35), 0);
		ck_assert_ptr_nonnull(strstr(early.text, "\n1 rules tictactoe 2\n"));
		live_subscriber_free(all);
		watching_free(w);
	}
END_TEST

START_TEST(a_subscriber_that_is_behind_gets_no_further_game_until_all_is_sent_anew)
	{
		struct watching *w = watching_create();
		struct reader all = {.why = "-", .behind = true};
		struct live_subscriber *s = live_events_subscribe(w->events, &calls, &all);
		w->job.pairing.key = 8;
		watching_hear(w, "game 8 0");
		watching_hear(w, "move 1 a1 10 - - - - -");
		ck_assert_str_eq(all.text, "");
		live_events_replay(s);
		ck_assert_ptr_nonnull(strstr(all.text, "\n1 game 7 0\n"));
		ck_assert_ptr_nonnull(strstr(all.text, "\n2 move 1 a1 10 - - - - -\n"));
		watching_hear(w, "end win 0 final");
		live_events_stored(w->events, 1, 8, 6, "/cup.db");
		ck_assert_str_eq(reader_last(&all), "2 stored 6 /cup.db");
		live_events_close(w->events, 1);
		ck_assert_str_eq(reader_last(&all), "1 aborted");
		live_subscriber_free(s);
		watching_free(w);
	}
END_TEST

START_TEST(a_watcher_that_goes_gets_no_more_and_the_others_go_on)
	{
		struct watching *w = watching_create();
		struct reader gone = {.behind = false};
		struct error err;
		ck_assert(watching_watch(w, (struct watch_options){.number = 1}, &gone, &err));
		live_subscriber_free(w->watcher);
		ck_assert(watching_watch(w, (struct watch_options){.number = 1}, &w->reader, &err));
		watching_hear(w, "move 1 a1 10 - - - - -");
		ck_assert_str_eq(reader_last(&w->reader), "1 move 1 a1 10 - - - - -");
		ck_assert_int_eq(live_events_watchers(w->events), 1);
		ck_assert_ptr_null(strstr(gone.text, "move 1"));
		ck_assert(!watching_watch(w, (struct watch_options){.number = 2}, &gone, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "no game 2"));
		watching_free(w);
	}
END_TEST

SUITE("referee/daemon/live-events", CASE(a_bot_is_watched_by_either_form_of_its_name),
	CASE(a_watcher_of_the_end_learns_where_the_game_is_stored_and_leaves),
	CASE(a_watcher_of_the_end_of_a_game_that_is_played_again_leaves_at_once),
	CASE(a_watcher_that_follows_sees_it_again_under_its_number_and_where_it_is_stored),
	CASE(every_subscriber_gets_the_same_lines_whenever_it_came),
	CASE(a_subscriber_that_is_behind_gets_no_further_game_until_all_is_sent_anew),
	CASE(a_watcher_that_goes_gets_no_more_and_the_others_go_on))
