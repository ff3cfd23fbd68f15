/*
 * peer-limits.c - where connections come from.
 */
#include "referee/net/peer-limits.h"

#include <assert.h>
#include <string.h>

#include "referee/base/rate-limit.h"

static struct source *sources_find(struct sources *s, const struct source_key *key)
{
	for (int i = 0; i < s->count; i++)
		if (memcmp(&s->rows[i].key, key, sizeof *key) == 0)
			return &s->rows[i];
	return NULL;
}

/* A free row; NULL: every source has connections open. */
static struct source *sources_new(struct sources *s, const struct source_key *key)
{
	struct source *row = NULL;
	if (s->count < SOURCES_MOST) {
		row = &s->rows[s->count++];
	} else {
		for (int i = 0; i < s->count; i++)
			if (s->rows[i].open == 0 && (row == NULL || s->rows[i].last < row->last))
				row = &s->rows[i];
	}
	if (row != NULL)
		*row = (struct source){.key = *key};
	return row;
}

bool sources_enter(struct sources *s, const struct source_key *key, usec now)
{
	struct source *row = sources_find(s, key);
	if (row == NULL)
		row = sources_new(s, key);
	if (row == NULL)
		return false;
	if (row->failures > 0 && now - row->last >= SOURCES_FORGET)
		row->failures = 0;
	if (now < row->until || row->open == SOURCES_OPEN)
		return false;
	row->open++;
	if (row->failures == 0)
		row->last = now;
	return true;
}

bool sources_trusted(struct sources *s, const struct source_key *key)
{
	const struct source *row = sources_find(s, key);
	assert(row != NULL);
	return row->trusted;
}

usec sources_leave(struct sources *s, const struct source_key *key, enum source_end end, usec now)
{
	struct source *row = sources_find(s, key);
	assert(row != NULL && row->open > 0);
	row->open--;
	row->last = now;
	if (end == SOURCE_WELCOME) {
		row->trusted = true;
		row->failures = 0;
		row->until = 0;
	}
	if (end == SOURCE_WELCOME || end == SOURCE_LOST ||
		(end == SOURCE_SPARED && trickle_pay(&row->paid, SECOND, SOURCES_CROWD, now)))
		return 0;
	if (++row->failures <= SOURCES_FREE)
		return 0;
	int doublings = row->failures - SOURCES_FREE - 1;
	usec wait = doublings < 6 ? SECOND << doublings : SOURCES_LONGEST;
	/* What was open when the penalty began fails within it and makes it longer, not endless. */
	if (row->failures > SOURCES_FREE + SOURCES_OPEN)
		row->failures = SOURCES_FREE + SOURCES_OPEN;
	row->until = now + wait;
	return wait;
}
