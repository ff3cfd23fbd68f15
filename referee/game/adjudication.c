/*
 * adjudication.c - the table of rules that end a game early.
 */
#include "referee/game/adjudication.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/game/game.h"

/* --- positions ------------------------------------------------------------------------------ */

static uint64_t adjudication_key(const struct game *g)
{
	const struct rules *rules = g->setup->rules;
	return random_mix(rules->key(g->setup, &g->position),
		(uint64_t)rules->to_move(g->setup, &g->position));
}

/* Writes the position string without its last word, the move number. */
static void adjudication_write(
	const struct game *g, const struct position *p, char text[POSITION_TEXT])
{
	g->setup->rules->write(g->setup, p, text);
	char *last = strrchr(text, ' ');
	if (last != NULL)
		*last = '\0';
}

static void adjudication_stand(struct adjudication *a, const struct game *g)
{
	if (a->limits.repetition == 0)
		return;
	if (a->count == a->room) {
		a->room = 2 * a->room + 256;
		a->stood = memory_resize(a->stood, (size_t)a->room, sizeof *a->stood);
		a->keys = memory_resize(a->keys, (size_t)a->room, sizeof *a->keys);
	}
	a->stood[a->count] = g->position;
	a->keys[a->count++] = adjudication_key(g);
}

/* Equal keys mean equal positions, except by a chance of one in 2^64. So the strings are compared
 * too. */
int adjudication_times(const struct adjudication *a, const struct game *g)
{
	char now[POSITION_TEXT], then[POSITION_TEXT];
	int times = 1, last = a->count - 1;
	for (int i = 0; i < last; i++) {
		if (a->keys[i] != a->keys[last])
			continue;
		adjudication_write(g, &g->position, now);
		adjudication_write(g, &a->stood[i], then);
		times += strcmp(now, then) == 0;
	}
	return times;
}

/* The game ends as at max-plies. */
static bool adjudication_repeats(
	const struct adjudication *a, const struct game *g, int64_t scores[SEATS_MAX])
{
	if (a->limits.repetition == 0 || adjudication_times(a, g) < a->limits.repetition)
		return false;
	g->setup->rules->scores(g->setup, &g->position, scores);
	return true;
}

/* --- agreed scores -------------------------------------------------------------------------- */

static void adjudication_count(int *row, bool goes_on)
{
	*row = goes_on ? *row + 1 : 0;
}

static bool adjudication_resigns(
	const struct adjudication *a, const struct game *g, int64_t scores[SEATS_MAX])
{
	int count = a->limits.resign_count;
	if (count == 0 || g->setup->seats != 2)
		return false;
	for (int i = 0; i < 2; i++)
		if (a->losing[i] >= count &&
			(a->limits.resign_alone || a->winning[1 - i] >= count)) {
			scores[i] = -1;
			scores[1 - i] = 1;
			return true;
		}
	return false;
}

/* The seats still in the game share a rank: the place of the last of them. */
static bool adjudication_draws(
	const struct adjudication *a, const struct game *g, int64_t scores[SEATS_MAX])
{
	const struct rules *rules = g->setup->rules;
	unsigned in = rules->in != NULL ? rules->in(g->setup, &g->position) : 3;
	int64_t least = INT64_MAX;
	if (a->limits.draw_count == 0 || g->plies < a->limits.draw_from)
		return false;
	rules->scores(g->setup, &g->position, scores);
	for (int i = 0; i < g->setup->seats; i++) {
		if ((in & 1u << i) == 0)
			continue;
		if (a->level[i] < a->limits.draw_count)
			return false;
		if (scores[i] < least)
			least = scores[i];
	}
	for (int i = 0; i < g->setup->seats; i++)
		if (in & 1u << i)
			scores[i] = least;
	return true;
}

/* --- the table ------------------------------------------------------------------------------ */

const struct adjudication_rule adjudication_rules[] = {
	{"repetition", adjudication_repeats},
	{"resign-rule", adjudication_resigns},
	{"draw-rule", adjudication_draws},
	{"oracle", NULL},
	{NULL, NULL},
};

const struct adjudication_rule *adjudication_find(const char *reason)
{
	for (const struct adjudication_rule *r = adjudication_rules; r->reason != NULL; r++)
		if (strcmp(r->reason, reason) == 0)
			return r;
	return NULL;
}

void adjudication_init(struct adjudication *a, const struct adjudication_limits *limits)
{
	*a = (struct adjudication){.limits = *limits};
}

void adjudication_clear(struct adjudication *a)
{
	free(a->stood);
	free(a->keys);
	*a = (struct adjudication){.count = 0};
}

void adjudication_begin(struct adjudication *a, const struct game *g)
{
	memset(a->losing, 0, sizeof a->losing);
	memset(a->winning, 0, sizeof a->winning);
	memset(a->level, 0, sizeof a->level);
	adjudication_left(a, g);
}

void adjudication_left(struct adjudication *a, const struct game *g)
{
	a->count = 0;
	adjudication_stand(a, g);
}

const struct adjudication_rule *adjudication_add_score(struct adjudication *a, const struct game *g,
	int seat, int64_t score, int64_t scores[SEATS_MAX])
{
	const struct adjudication_limits *l = &a->limits;
	bool has_score = score != UNKNOWN;
	assert(g->reason == NULL);
	adjudication_count(&a->losing[seat - 1], has_score && score <= -l->resign_score);
	adjudication_count(&a->winning[seat - 1], has_score && score >= l->resign_score);
	adjudication_count(&a->level[seat - 1],
		has_score && score >= -l->draw_score && score <= l->draw_score);
	adjudication_stand(a, g);
	for (const struct adjudication_rule *r = adjudication_rules; r->reason != NULL; r++)
		if (r->ends != NULL && r->ends(a, g, scores))
			return r;
	return NULL;
}
