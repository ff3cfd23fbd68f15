/*
 * worker-lives.c - main processes by their lives.
 */
#include "referee/machines/worker-lives.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* NULL: it is not known. */
static const struct worker_life *worker_lives_find(const struct worker_lives *w, const char *name)
{
	for (int i = 0; i < WORKER_LIVES; i++)
		if (strcmp(w->lives[i].name, name) == 0)
			return &w->lives[i];
	return NULL;
}

/* When it last said anything, or refused; 0: nothing need be remembered of it. */
static usec worker_lives_last(const struct worker_life *l)
{
	return l->heard > l->refused ? l->heard : l->refused;
}

/* The life of that name, which takes the place of the one that was silent longest if it is new. */
static struct worker_life *worker_lives_get(struct worker_lives *w, const char *name)
{
	struct worker_life *oldest = &w->lives[0];
	for (int i = 0; i < WORKER_LIVES; i++) {
		if (strcmp(w->lives[i].name, name) == 0)
			return &w->lives[i];
		if (worker_lives_last(&w->lives[i]) < worker_lives_last(oldest))
			oldest = &w->lives[i];
	}
	*oldest = (struct worker_life){.heard = 0};
	snprintf(oldest->name, sizeof oldest->name, "%s", name);
	return oldest;
}

/* The line in which a main process says its life. */
struct worker_hello {
	enum { WORKER_HELLO, WORKER_HELLOS } kind;
	const char *life;
	int64_t slots;
};

#define LINE_STRUCT struct worker_hello

static const struct line_row worker_hello_rows[WORKER_HELLOS] = {
	[WORKER_HELLO] = {"hello",
		{LINE_WORD(life, WORKER_SESSION_NAME - 1), LINE_NUMBER(slots, 0, INT_MAX)},
		.help = "The life of a main process, and how many slots play for it. The word is that of "
			"the subject."},
};

const struct line_table worker_hello_table = {.name = "main process to all workers at a broker",
	.help = "Each second, to the subject of its pool.",
	LINE_TABLE(worker_hello_rows)};

size_t worker_lives_say(const char *life, int64_t slots, char text[WORKER_LIVES_TEXT])
{
	char line[WORKER_LIVES_TEXT + sizeof "hello "];
	size_t word = strlen("hello "),
	       length = line_table_write(&worker_hello_table,
		       &(struct worker_hello){.life = life, .slots = slots}, line, sizeof line);
	memcpy(text, line + word, length - word - 1);
	return length - word - 1;
}

bool worker_lives_hear(struct worker_lives *w, const char *data, size_t length, usec now)
{
	char line[WORKER_LIVES_TEXT + sizeof "hello "];
	struct worker_hello hello;
	snprintf(line, sizeof line, "hello %.*s", (int)(length < WORKER_LIVES_TEXT ? length : 0),
		data);
	if (line_table_read(&worker_hello_table, &hello, line, 0) != LINE_TABLE_RIGHT ||
		strspn(hello.life, "0123456789abcdef") != WORKER_SESSION_NAME - 1)
		return false;
	struct worker_life *l = worker_lives_get(w, hello.life);
	l->heard = now;
	l->slots = hello.slots;
	return true;
}

static const struct worker_life *worker_lives_best(const struct worker_lives *w, usec now)
{
	const struct worker_life *best = NULL;
	for (int i = 0; i < WORKER_LIVES; i++) {
		const struct worker_life *l = &w->lives[i];
		if (l->heard == 0 || now - l->heard > WORKER_LIVES_FORGET ||
			(l->refused != 0 && now - l->refused < WORKER_LIVES_UNFAIR))
			continue;
		if (best == NULL || l->slots < best->slots)
			best = l;
	}
	return best;
}

const char *worker_lives_choose(const struct worker_lives *w, usec now)
{
	const struct worker_life *best = worker_lives_best(w, now);
	return best == NULL ? NULL : best->name;
}

void worker_lives_begin(struct worker_lives *w, const char *name)
{
	assert(w->mine[0] == '\0' && name[0] != '\0');
	snprintf(w->mine, sizeof w->mine, "%s", name);
}

void worker_lives_end(struct worker_lives *w, bool refused, usec now)
{
	struct worker_life *mine = worker_lives_get(w, w->mine);
	mine->heard = 0;
	mine->refused = refused ? now : 0;
	w->mine[0] = '\0';
	w->unfair = 0;
}

bool worker_lives_is_gone(const struct worker_lives *w, usec now)
{
	const struct worker_life *mine = worker_lives_find(w, w->mine);
	return mine == NULL || now - mine->heard > WORKER_LIVES_FORGET;
}

bool worker_lives_leaves(struct worker_lives *w, int slots, usec now, long random)
{
	const struct worker_life *best = worker_lives_best(w, now);
	const struct worker_life *mine = worker_lives_find(w, w->mine);
	bool unfair = best != NULL && best != mine && mine != NULL && mine->heard != 0 &&
		      best->slots + slots < mine->slots;
	if (!unfair)
		w->unfair = 0;
	else if (w->unfair == 0)
		w->unfair = now + random % WORKER_LIVES_UNFAIR;
	return unfair && now - w->unfair > WORKER_LIVES_UNFAIR;
}
