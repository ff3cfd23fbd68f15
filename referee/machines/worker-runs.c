/*
 * worker-runs.c - main processes by their runs.
 */
#include "referee/machines/worker-runs.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* NULL: it is not known. */
static const struct worker_run *worker_runs_find(const struct worker_runs *w, const char *name)
{
	for (int i = 0; i < WORKER_RUNS; i++)
		if (strcmp(w->runs[i].name, name) == 0)
			return &w->runs[i];
	return NULL;
}

/* When it last said anything, or refused; 0: nothing need be remembered of it. */
static usec worker_runs_last(const struct worker_run *l)
{
	return l->heard > l->refused ? l->heard : l->refused;
}

/* The run of that name, which takes the place of the one that was silent longest if it is new. */
static struct worker_run *worker_runs_get(struct worker_runs *w, const char *name)
{
	struct worker_run *oldest = &w->runs[0];
	for (int i = 0; i < WORKER_RUNS; i++) {
		if (strcmp(w->runs[i].name, name) == 0)
			return &w->runs[i];
		if (worker_runs_last(&w->runs[i]) < worker_runs_last(oldest))
			oldest = &w->runs[i];
	}
	*oldest = (struct worker_run){.heard = 0};
	snprintf(oldest->name, sizeof oldest->name, "%s", name);
	return oldest;
}

/* The line in which a main process says its run. */
struct worker_hello {
	enum { WORKER_HELLO, WORKER_HELLOS } kind;
	const char *run;
	int64_t slots;
};

#define LINE_STRUCT struct worker_hello

static const struct line_row worker_hello_rows[WORKER_HELLOS] = {
	[WORKER_HELLO] = {"hello",
		{LINE_WORD(run, WORKER_SESSION_NAME - 1), LINE_NUMBER(slots, 0, INT_MAX)},
		.help = "The run of a main process, and how many slots play for it. The word is that of "
			"the subject."},
};

const struct line_table worker_hello_table = {.name = "main process to all workers at a broker",
	.help = "Each second, to the subject of its pool.",
	LINE_TABLE(worker_hello_rows)};

size_t worker_runs_write(const char *run, int64_t slots, char text[WORKER_RUNS_TEXT])
{
	char line[WORKER_RUNS_TEXT + sizeof "hello "];
	size_t word = strlen("hello "),
	       length = line_table_write(&worker_hello_table,
		       &(struct worker_hello){.run = run, .slots = slots}, line, sizeof line);
	memcpy(text, line + word, length - word - 1);
	return length - word - 1;
}

bool worker_runs_receive(struct worker_runs *w, const char *data, size_t length, usec now)
{
	char line[WORKER_RUNS_TEXT + sizeof "hello "];
	struct worker_hello hello;
	snprintf(line, sizeof line, "hello %.*s", (int)(length < WORKER_RUNS_TEXT ? length : 0),
		data);
	if (line_table_read(&worker_hello_table, &hello, line, 0) != LINE_TABLE_RIGHT ||
		strspn(hello.run, "0123456789abcdef") != WORKER_SESSION_NAME - 1)
		return false;
	struct worker_run *l = worker_runs_get(w, hello.run);
	l->heard = now;
	l->slots = hello.slots;
	return true;
}

static const struct worker_run *worker_runs_best(const struct worker_runs *w, usec now)
{
	const struct worker_run *best = NULL;
	for (int i = 0; i < WORKER_RUNS; i++) {
		const struct worker_run *l = &w->runs[i];
		if (l->heard == 0 || now - l->heard > WORKER_RUNS_FORGET ||
			(l->refused != 0 && now - l->refused < WORKER_RUNS_UNFAIR))
			continue;
		if (best == NULL || l->slots < best->slots)
			best = l;
	}
	return best;
}

const char *worker_runs_choose(const struct worker_runs *w, usec now)
{
	const struct worker_run *best = worker_runs_best(w, now);
	return best == NULL ? NULL : best->name;
}

void worker_runs_begin(struct worker_runs *w, const char *name)
{
	assert(w->mine[0] == '\0' && name[0] != '\0');
	snprintf(w->mine, sizeof w->mine, "%s", name);
}

void worker_runs_end(struct worker_runs *w, bool refused, usec now)
{
	struct worker_run *mine = worker_runs_get(w, w->mine);
	mine->heard = 0;
	mine->refused = refused ? now : 0;
	w->mine[0] = '\0';
	w->unfair = 0;
}

bool worker_runs_is_gone(const struct worker_runs *w, usec now)
{
	const struct worker_run *mine = worker_runs_find(w, w->mine);
	return mine == NULL || now - mine->heard > WORKER_RUNS_FORGET;
}

bool worker_runs_leaves(struct worker_runs *w, int slots, usec now, long random)
{
	const struct worker_run *best = worker_runs_best(w, now);
	const struct worker_run *mine = worker_runs_find(w, w->mine);
	bool unfair = best != NULL && best != mine && mine != NULL && mine->heard != 0 &&
		      best->slots + slots < mine->slots;
	if (!unfair)
		w->unfair = 0;
	else if (w->unfair == 0)
		w->unfair = now + random % WORKER_RUNS_UNFAIR;
	return unfair && now - w->unfair > WORKER_RUNS_UNFAIR;
}
