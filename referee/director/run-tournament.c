/*
 * run-tournament.c - one tournament by itself: an event base and the signals.
 */
#include "referee/director/run-tournament.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ALONE_SIGNALS = 3 };

struct alone {
	struct director *director;
	struct joining *joining;
	struct event_base *base;
	struct event *signals[ALONE_SIGNALS];
	struct places places;
	enum director_end end;
	int signal;
	bool at_terminal; /* stderr was one */
};

static void alone_on_say(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "referee: %s\n", text);
}

static void alone_on_ended(void *arg, enum director_end end)
{
	struct alone *a = arg;
	a->end = end;
	event_base_loopbreak(a->base);
}

/* The first signal stops cleanly; the second does not wait for the arbiters to leave. */
static void alone_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct alone *a = arg;
	(void)what;
	if (a->signal != 0)
		director_abandon(a->director);
	else
		director_stop(a->director);
	a->signal = (int)number;
}

/* The file is read again. */
static void alone_on_join(evutil_socket_t number, short what, void *arg)
{
	struct alone *a = arg;
	if (a->at_terminal && !isatty(STDERR_FILENO))
		alone_on_signal(number, what, arg); /* nobody asked: the terminal was closed */
	else
		director_read_again(a->director, a->joining);
}

static bool alone_ignores(int number)
{
	struct sigaction now;
	return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* False: there is no room for the events. */
static bool alone_listen(struct alone *a)
{
	static const int numbers[ALONE_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
	for (int i = 0; i < ALONE_SIGNALS; i++) {
		/* nohup's wish; a shell without job control ignores SIGINT for what runs behind,
		 * where it must still stop us. */
		bool joins = numbers[i] == SIGHUP && director_joins(a->director);
		if (numbers[i] == SIGHUP && alone_ignores(SIGHUP) && !joins)
			continue;
		a->signals[i] = evsignal_new(
			a->base, numbers[i], joins ? alone_on_join : alone_on_signal, a);
		if (a->signals[i] == NULL || evsignal_add(a->signals[i], NULL) != 0)
			return false;
	}
	return true;
}

/* Waits until it has ended. */
static void alone_play(struct alone *a, int concurrency, char why[WHY])
{
	if (!alone_listen(a)) {
		snprintf(why, WHY, "there is no room for events");
		return;
	}
	director_allow(a->director, concurrency);
	if (event_base_dispatch(a->base) < 0)
		snprintf(why, WHY, "events cannot be waited for: %s", strerror(errno));
	else if (a->end == DIRECTOR_BROKEN || a->end == DIRECTOR_NO_BOT ||
		 a->end == DIRECTOR_CHANGED)
		snprintf(why, WHY, "%s", director_why(a->director));
}

enum director_end alone_run(struct agenda *agenda, struct store *store, struct joining *joining,
	const struct wire_wish *log_wire, int *signal_seen, char why[WHY])
{
	struct alone a = {.joining = joining,
		.base = event_base_new(),
		.end = DIRECTOR_BROKEN,
		.at_terminal = isatty(STDERR_FILENO)};
	struct director_terms terms = {.base = a.base,
		.places = &a.places,
		.log_wire = *log_wire,
		.say = alone_on_say,
		.ended = alone_on_ended,
		.arg = &a};
	places_init(&a.places, agenda->t->concurrency);
	signal(SIGPIPE, SIG_IGN);
	if (a.base == NULL) {
		snprintf(why, WHY, "there is no room for events");
		return DIRECTOR_BROKEN;
	}
	a.director = director_create(agenda, store, &terms, why, WHY);
	if (a.director != NULL)
		alone_play(&a, agenda->t->concurrency, why);
	for (int i = 0; i < ALONE_SIGNALS; i++)
		if (a.signals[i] != NULL)
			event_free(a.signals[i]);
	director_free(a.director);
	event_base_free(a.base);
	*signal_seen = a.signal;
	return a.end;
}
