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
	struct run_tournament *run = arg;
	run->joining->report(run->joining->arg, text + log_level(text));
}

static void run_tournament_on_ended(void *arg, enum director_end end)
{
	struct run_tournament *run = arg;
	run->end = end;
	event_base_loopbreak(run->base);
}

/* The first signal stops cleanly. The second does not wait for the arbiters. */
static void run_tournament_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct run_tournament *run = arg;
	(void)what;
	if (run->signal != 0)
		director_abandon(run->director);
	else
		director_stop(run->director);
	run->signal = (int)number;
}

/* Reads the file again. */
static void run_tournament_on_join(evutil_socket_t number, short what, void *arg)
{
	struct run_tournament *run = arg;
	if (run->at_terminal && !isatty(STDERR_FILENO))
		run_tournament_on_signal(
			number, what, arg); /* not a request: the terminal was closed */
	else
		director_read_again(run->director, run->joining);
}

static void run_tournament_on_second(evutil_socket_t unused, short what, void *arg)
{
	struct run_tournament *run = arg;
	(void)unused, (void)what;
	progress_on_second(run->progress);
}

/* False: the events could not be allocated. */
static bool run_tournament_listen(struct run_tournament *run)
{
	static const int numbers[RUN_TOURNAMENT_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction hangup;
	bool ignored = sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler == SIG_IGN;
	for (int i = 0; i < RUN_TOURNAMENT_SIGNALS; i++) {
		/* An ignored SIGHUP (nohup) stays ignored. A shell without job control ignores
		 * SIGINT in background processes, but here it must still stop the tournament. */
		bool joins = numbers[i] == SIGHUP && director_joins(run->director);
		if (numbers[i] == SIGHUP && ignored && !joins)
			continue;
		run->signals[i] = evsignal_new(run->base, numbers[i],
			joins ? run_tournament_on_join : run_tournament_on_signal, run);
		if (run->signals[i] == NULL || evsignal_add(run->signals[i], NULL) != 0)
			return false;
	}
	run->second = event_new(run->base, -1, EV_PERSIST, run_tournament_on_second, run);
	return run->second != NULL && event_add(run->second, &(struct timeval){1, 0}) == 0;
}

enum director_end run_tournament_run(struct game_queue *queue, struct game_store *store,
	struct reload *reload, const struct wire_options *log_wire, int *signal_seen,
	struct progress *progress, struct error *err)
{
	struct run_tournament run = {.joining = reload,
		.base = event_base_new(),
		.progress = progress,
		.end = DIRECTOR_BROKEN,
		.at_terminal = isatty(STDERR_FILENO)};
	struct director_options options = {.base = run.base,
		.places = &run.places,
		.log_wire = *log_wire,
		.waits_for_locks = true,
		.log = run_tournament_on_log,
		.ended = run_tournament_on_ended,
		.arg = &run};
	cpu_slots_init(&run.places, queue->t->concurrency);
	signal(SIGPIPE, SIG_IGN);
	if (run.base == NULL) {
		error_set(err, "events cannot be created: out of memory");
		return DIRECTOR_BROKEN;
	}
	run.director = director_create(queue, store, &options, err);
	progress->director = run.director;
	if (run.director != NULL && !run_tournament_listen(&run)) {
		error_set(err, "events cannot be created: out of memory");
	} else if (run.director != NULL) {
		director_allow(run.director, queue->t->concurrency);
		if (event_base_dispatch(run.base) < 0)
			error_set(err, "the event loop failed: %s", strerror(errno));
		else if (run.end == DIRECTOR_BROKEN || run.end == DIRECTOR_NO_BOT ||
			 run.end == DIRECTOR_CHANGED || run.end == DIRECTOR_RULES)
			error_set(err, "%s", run.director->err.text);
	}
	for (int i = 0; i < RUN_TOURNAMENT_SIGNALS; i++)
		if (run.signals[i] != NULL)
			event_free(run.signals[i]);
	if (run.second != NULL)
		event_free(run.second);
	progress->director = NULL;
	director_free(run.director);
	event_base_free(run.base);
	*signal_seen = run.signal;
	return run.end;
}
