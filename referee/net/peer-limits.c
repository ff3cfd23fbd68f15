/*
 * peer-limits.c - limits failed logins per source.
 */
#include "referee/net/peer-limits.h"

#include <assert.h>
#include <string.h>

#include "referee/base/rate-limit.h"

static struct peer_limit *peer_limits_find(struct peer_limits *s, const struct peer_limit_key *key)
{
	for (int i = 0; i < s->count; i++)
		if (memcmp(&s->rows[i].key, key, sizeof *key) == 0)
			return &s->rows[i];
	return NULL;
}

/* A free row; NULL: every source has connections open. */
static struct peer_limit *peer_limits_new(struct peer_limits *s, const struct peer_limit_key *key)
{
	struct peer_limit *row = NULL;
	if (s->count < PEER_LIMITS_MAX) {
		row = &s->rows[s->count++];
	} else {
		for (int i = 0; i < s->count; i++)
			if (s->rows[i].open == 0 && (row == NULL || s->rows[i].last < row->last))
				row = &s->rows[i];
	}
	if (row != NULL)
		*row = (struct peer_limit){.key = *key};
	return row;
}

bool peer_limits_enter(struct peer_limits *s, const struct peer_limit_key *key, usec now)
{
	struct peer_limit *row = peer_limits_find(s, key);
	if (row == NULL)
		row = peer_limits_new(s, key);
	if (row == NULL)
		return false;
	if (row->failures > 0 && now - row->last >= PEER_LIMITS_FORGET)
		row->failures = 0;
	if (now < row->until || row->open == PEER_LIMITS_OPEN)
		return false;
	row->open++;
	if (row->failures == 0)
		row->last = now;
	return true;
}

bool peer_limits_trusted(struct peer_limits *s, const struct peer_limit_key *key)
{
	const struct peer_limit *row = peer_limits_find(s, key);
	assert(row != NULL);
	return row->trusted;
}

usec peer_limits_leave(
	struct peer_limits *s, const struct peer_limit_key *key, enum peer_limit_end end, usec now)
{
	struct peer_limit *row = peer_limits_find(s, key);
	assert(row != NULL && row->open > 0);
	row->open--;
	row->last = now;
	if (end == PEER_LIMIT_WELCOME) {
		row->trusted = true;
		row->failures = 0;
		row->until = 0;
	}
	if (end == PEER_LIMIT_WELCOME || end == PEER_LIMIT_LOST ||
		(end == PEER_LIMIT_SPARED &&
			rate_limit_pay(&row->paid, SECOND, PEER_LIMITS_CROWD, now)))
		return 0;
	if (++row->failures <= PEER_LIMITS_FREE)
		return 0;
	int doublings = row->failures - PEER_LIMITS_FREE - 1;
	usec wait = doublings < 6 ? SECOND << doublings : PEER_LIMITS_LONGEST;
	/* Connections that were open when the penalty began may fail during it. They make it
	 * longer, but not endless. */
	if (row->failures > PEER_LIMITS_FREE + PEER_LIMITS_OPEN)
		row->failures = PEER_LIMITS_FREE + PEER_LIMITS_OPEN;
	row->until = now + wait;
	return wait;
}
