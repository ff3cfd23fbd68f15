/*
 * daemon-place.h - a tournament of the daemon from a text, in a database of its own: what it says,
 * its events, results and ends that a test gives to it, and its pages. Include it in one file of a
 * test program.
 */
#ifndef TESTS_LIB_DAEMON_PLACE_H
#define TESTS_LIB_DAEMON_PLACE_H

#include "referee/daemon/daemon-tournament.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/fake-web.h"
#include "tests/lib/suite.h"

#define BOTS                                                                                       \
	"bot ann { command = /bin/true }\nbot bob { command = /bin/true }\n"                       \
	"bot eve { command = /bin/true }\n"

enum { TEXT = 16384 };

static char place_opening[] = "";

static struct {
	struct daemon_tournament_options terms;
	struct daemon_tournament *e;
	struct cpu_slots places;
	uint64_t commits, deaths;
	struct latency_histogram delays;
	int changed;
	char said[TEXT];   /* one line each */
	char events[TEXT]; /* the same, without their times */
} place;

/* errno of each write to a database; 0: none is refused. */
static int place_refused;

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at);

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
	errno = place_refused;
	return place_refused != 0 ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, at);
}

static inline void place_on_say(void *arg, const char *tournament, const char *line)
{
	size_t used = strlen(place.said);
	(void)arg, (void)tournament;
	snprintf(place.said + used, TEXT - used, "%s\n", line);
}

static inline void place_on_event(void *arg, const char *json)
{
	size_t used = strlen(place.events);
	const char *time = strstr(json, ",\"time\":"), *after = strstr(json, ",\"tournament\":");
	(void)arg;
	ck_assert(time != NULL && after > time);
	snprintf(place.events + used, TEXT - used, "%.*s%s\n", (int)(time - json), json, after);
}

static inline void place_on_changed(void *arg)
{
	(void)arg;
	place.changed++;
}

static inline void place_write(const char *name, const char *text)
{
	FILE *file = fopen(fixture_path(name), "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

/* A tournament from this text, in a database of its own; it waits. */
static inline struct daemon_tournament *place_add(const char *name, const char *text)
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
	struct daemon_tournament *entry = daemon_tournament_create(
		fixture_path(file), TEXT_FILE_ANYONE, &place.terms, NULL, &err);
	ck_assert_msg(entry != NULL, "%s%s", err.text, place.said);
	return entry;
}

static inline void place_init(const char *text)
{
	memset(&place, 0, sizeof place);
	place_refused = 0;
	cpu_slots_init(&place.places, 4);
	place.terms = (struct daemon_tournament_options){.base = event_base_new(),
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
static inline void place_start(void)
{
	daemon_tournament_begin(place.e);
	while (place.e->preparation != NULL)
		event_base_loop(place.terms.base, EVLOOP_ONCE);
}

/* The same, and it runs. */
static inline void place_run(void)
{
	place_start();
	ck_assert_msg(place.e->state == DAEMON_TOURNAMENT_RUNNING, "%s", place.said);
}

static inline void place_begin(const char *text)
{
	place_init(text);
	place_run();
	place.said[0] = place.events[0] = '\0';
	place.changed = 0;
}

static inline void place_clear(void)
{
	daemon_tournament_free(place.e);
	live_events_free(place.terms.events);
	event_base_free(place.terms.base);
}

static inline void place_end(enum director_end end)
{
	struct director *d = place.e->director;
	d->options.ended(d->options.arg, end);
}

/* A game of these bots, of which the second one lost by this verdict. */
static inline void place_result(int64_t game, int first, int second, const char *verdict, int fault)
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

static inline void place_on_log(void *arg, const char *line)
{
	(void)arg, (void)line;
}

static int64_t place_tokens = 1;

static inline const char *place_on_owner(void *arg, const char *name)
{
	(void)arg;
	return strcmp(name, "eve") == 0	  ? "eva"
	       : strcmp(name, "bob") == 0 ? "bea"
	       : strcmp(name, "zoe") == 0 ? "zed"
					  : NULL;
}

static const struct web_options place_options;

/* As place_init(), with pages. */
static inline void place_init_pages(const char *text)
{
	place_init(text);
	fake_web_open(place.terms.base, NULL);
	place.terms.web = web_supervisor_create(
		place.terms.base, place.terms.events, &place_options, place_on_log, NULL);
	place.terms.owner = place_on_owner;
	place.terms.tokens = &place_tokens;
	place.e->number = 7;
	daemon_tournament_publish(place.e);
	fake_web_line((char[512]){""}, 512);
}

/* The next line about this that the pages get. */
static inline const char *place_shown(const char *what)
{
	static char line[1 << 16];
	do
		fake_web_line(line, sizeof line);
	while (strncmp(line, what, strlen(what)) != 0);
	return line;
}

static inline void place_clear_pages(void)
{
	daemon_tournament_free(place.e);
	web_supervisor_free(place.terms.web);
	fake_web_close();
	live_events_free(place.terms.events);
	event_base_free(place.terms.base);
}

#endif
