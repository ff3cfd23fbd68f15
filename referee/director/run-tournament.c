/*
 * run-tournament.c - plays one tournament in this process, with an event base and signals.
 */
#include "referee/director/run-tournament.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/log.h"

enum { RUN_TOURNAMENT_SIGNALS = 3 };

struct run_tournament {
	struct director *director;
	struct reload *joining;
	struct event_base *base;
	struct event *signals[RUN_TOURNAMENT_SIGNALS], *second;
	struct progress *progress;
	struct cpu_slots places;
	enum director_end end;
	int signal;
	bool at_terminal; /* stderr was a terminal */
};

static void run_tournament_on_log(void *arg, const char *text)
{
	struct run_tournament *a = arg;
	a->joining->report(a->joining->arg, text + log_level(text));
}

static void run_tournament_on_ended(void *arg, enum director_end end)
{
	struct run_tournament *a = arg;
	a->end = end;
	event_base_loopbreak(a->base);
}

/* The first signal stops cleanly. The second does not wait for the arbiters. */
static void run_tournament_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct run_tournament *a = arg;
	(void)what;
	if (a->signal != 0)
		director_abandon(a->director);
	else
		director_stop(a->director);
	a->signal = (int)number;
}

/* Reads the file again. */
static void run_tournament_on_join(evutil_socket_t number, short what, void *arg)
{
	struct run_tournament *a = arg;
	if (a->at_terminal && !isatty(STDERR_FILENO))
		run_tournament_on_signal(
			number, what, arg); /* not a request: the terminal was closed */
	else
		director_read_again(a->director, a->joining);
}

static void run_tournament_on_second(evutil_socket_t unused, short what, void *arg)
{
	struct run_tournament *a = arg;
	(void)unused, (void)what;
	progress_on_second(a->progress);
}

static bool run_tournament_ignores(int number)
{
	struct sigaction now;
	return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* False: the events could not be allocated. */
static bool run_tournament_listen(struct run_tournament *a)
{
	static const int numbers[RUN_TOURNAMENT_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
	for (int i = 0; i < RUN_TOURNAMENT_SIGNALS; i++) {
		/* An ignored SIGHUP (nohup) stays ignored. A shell without job control ignores
		 * SIGINT in background processes, but here it must still stop the tournament. */
		bool joins = numbers[i] == SIGHUP && director_joins(a->director);
		if (numbers[i] == SIGHUP && run_tournament_ignores(SIGHUP) && !joins)
			continue;
		a->signals[i] = evsignal_new(a->base, numbers[i],
			joins ? run_tournament_on_join : run_tournament_on_signal, a);
		if (a->signals[i] == NULL || evsignal_add(a->signals[i], NULL) != 0)
			return false;
	}
	a->second = event_new(a->base, -1, EV_PERSIST, run_tournament_on_second, a);
	return a->second != NULL && event_add(a->second, &(struct timeval){1, 0}) == 0;
}

/* Runs the director until it has ended. */
static void run_tournament_play(struct run_tournament *a, int concurrency, struct error *err)
{
	if (!run_tournament_listen(a)) {
		error_set(err, "events cannot be created: out of memory");
		return;
	}
	director_allow(a->director, concurrency);
	if (event_base_dispatch(a->base) < 0)
		error_set(err, "the event loop failed: %s", strerror(errno));
	else if (a->end == DIRECTOR_BROKEN || a->end == DIRECTOR_NO_BOT ||
		 a->end == DIRECTOR_CHANGED || a->end == DIRECTOR_RULES)
		error_set(err, "%s", a->director->err.text);
}

enum director_end run_tournament_run(struct game_queue *queue, struct game_store *store,
	struct reload *joining, const struct wire_wish *log_wire, int *signal_seen,
	struct progress *progress, struct error *err)
{
	struct run_tournament a = {.joining = joining,
		.base = event_base_new(),
		.progress = progress,
		.end = DIRECTOR_BROKEN,
		.at_terminal = isatty(STDERR_FILENO)};
	struct director_terms terms = {.base = a.base,
		.places = &a.places,
		.log_wire = *log_wire,
		.waits_for_locks = true,
		.log = run_tournament_on_log,
		.ended = run_tournament_on_ended,
		.arg = &a};
	cpu_slots_init(&a.places, queue->t->concurrency);
	signal(SIGPIPE, SIG_IGN);
	if (a.base == NULL) {
		error_set(err, "events cannot be created: out of memory");
		return DIRECTOR_BROKEN;
	}
	a.director = director_create(queue, store, &terms, err);
	progress->director = a.director;
	if (a.director != NULL)
		run_tournament_play(&a, queue->t->concurrency, err);
	for (int i = 0; i < RUN_TOURNAMENT_SIGNALS; i++)
		if (a.signals[i] != NULL)
			event_free(a.signals[i]);
	if (a.second != NULL)
		event_free(a.second);
	progress->director = NULL;
	director_free(a.director);
	event_base_free(a.base);
	*signal_seen = a.signal;
	return a.end;
}
