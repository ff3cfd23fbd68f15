/*
 * worker-games.c - counts games by lines.
 */
#include "referee/machines/worker-games.h"

#include <string.h>

#include "referee/arbiter/arbiter-messages.h"
#include "referee/arbiter/arbiter.h"
#include "referee/game/record.h"

static bool worker_games_is_request(const char *line)
{
	return line_table_knows(&arbiter_request_table, line);
}

static bool worker_games_is_end(const char *line)
{
	return line_table_is(&record_table, RECORD_END, line) ||
	       line_table_is(&record_table, RECORD_VOID, line);
}

/* Follows the lines in these bytes, and counts those behind whose number is such a one. */
static void worker_games_take(struct worker_games_lines *l, const char *bytes, size_t length,
	bool (*is_one)(const char *line))
{
	for (const char *end = bytes + length; bytes < end;) {
		const char *lf = memchr(bytes, '\n', (size_t)(end - bytes)), *line;
		size_t part = (size_t)((lf != NULL ? lf : end) - bytes);
		size_t room = sizeof l->begin - 1 - l->used;
		int number;
		memcpy(l->begin + l->used, bytes, part < room ? part : room);
		l->used += part < room ? part : room;
		bytes += part + (lf != NULL);
		if (lf == NULL)
			continue;
		l->begin[l->used] = '\0';
		line = line_table_number(l->begin, ARBITER_GAMES_MAX, &number);
		l->count += line != NULL && is_one(line);
		l->used = 0;
	}
}

void worker_games_requested(struct worker_games *g, const char *bytes, size_t length)
{
	worker_games_take(&g->requests, bytes, length, worker_games_is_request);
}

void worker_games_recorded(struct worker_games *g, const char *bytes, size_t length)
{
	worker_games_take(&g->records, bytes, length, worker_games_is_end);
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
