/*
 * worker-games.c - counts games by lines.
 */
#include "referee/machines/worker-games.h"

#include <string.h>

/* Is the second word of the line this word? */
static bool worker_games_is_line(const struct worker_games_lines *l, const char *word)
{
	const char *blank = memchr(l->begin, ' ', l->used);
	size_t length = strlen(word);
	size_t left = blank != NULL ? l->used - (size_t)(blank + 1 - l->begin) : 0;
	return left >= length && strncmp(blank + 1, word, length) == 0;
}

/* Follows the lines in these bytes, and counts those whose second word is one of two. */
static void worker_games_take(struct worker_games_lines *l, const char *bytes, size_t length,
	const char *word, const char *other)
{
	for (const char *end = bytes + length; bytes < end;) {
		const char *lf = memchr(bytes, '\n', (size_t)(end - bytes));
		size_t part = (size_t)((lf != NULL ? lf : end) - bytes);
		size_t room = sizeof l->begin - l->used;
		memcpy(l->begin + l->used, bytes, part < room ? part : room);
		l->used += part < room ? part : room;
		bytes += part + (lf != NULL);
		if (lf == NULL)
			continue;
		l->count += worker_games_is_line(l, word) || worker_games_is_line(l, other);
		l->used = 0;
	}
}

void worker_games_requested(struct worker_games *g, const char *bytes, size_t length)
{
	worker_games_take(&g->requests, bytes, length, "play ", "play ");
}

void worker_games_recorded(struct worker_games *g, const char *bytes, size_t length)
{
	worker_games_take(&g->records, bytes, length, "end ", "void ");
}

bool worker_games_in_line(const struct worker_games *g)
{
	return g->records.used > 0;
}

int worker_games_count(const struct worker_games *g)
{
	return g->requests.count - g->records.count;
}

static bool worker_games_has_clock(const struct limits *l)
{
	return l->movetime > 0 || l->tc_time > 0 || l->tc_increment > 0 || l->tc_bank > 0;
}

bool worker_games_may_measure(
	const struct worker_games *g, const struct arbiter_config *config, int cores)
{
	bool clocks = worker_games_has_clock(&config->terms.limits);
	for (int i = 0; i < config->bots_count; i++)
		clocks = clocks || worker_games_has_clock(&config->bots[i].limits);
	return !clocks || worker_games_count(g) < cores;
}
