/*
 * match.c - a tournament of two bots while it is played.
 */
#include "referee/tournament/match.h"

#include <math.h>

/* Where the query meetings has what is needed. */
enum {
	MATCH_ROUND,
	MATCH_SEED,
	MATCH_OPENING,
	MATCH_SEAT = 4,
	MATCH_RANK = 6,
	MATCH_RANK_2,
	MATCH_TOGETHER = 13
};

/* Bots may join, and then it is none any more. */
static bool match_is(const struct match *m)
{
	return m->agenda != NULL && m->agenda->t->bots_count == 2 && m->agenda->t->players == 2;
}

static bool match_is_test(const struct match *m)
{
	return m->agenda->walk.schedule->tally != NULL;
}

static int match_result(int64_t rank, int64_t other)
{
	return rank < other ? PAIRS_WON : rank == other ? PAIRS_DRAWN : PAIRS_LOST;
}

/* A row of the query meetings. Games in which both failed say nothing of their strengths. */
static bool match_meeting(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct match *m = arg;
	(void)columns, (void)names;
	if (values[MATCH_TOGETHER].integer == 0)
		pairs_add(&m->pairs,
			pairs_key(values[MATCH_ROUND].integer, values[MATCH_SEED].integer,
				values[MATCH_OPENING].text),
			(int)values[MATCH_SEAT].integer,
			match_result(values[MATCH_RANK].integer, values[MATCH_RANK_2].integer));
	return true;
}

int match_open(struct match *m, struct agenda *agenda, const struct store *s)
{
	*m = (struct match){.agenda = agenda};
	pairs_init(&m->pairs);
	if (!match_is(m) || match_is_test(m))
		return DB_OK;
	const int64_t args[] = {s->tournament, s->bot_ids[0], s->bot_ids[1]};
	return db_read(s->db, "meetings", args, 3, match_meeting, m);
}

void match_clear(struct match *m)
{
	pairs_clear(&m->pairs);
	m->agenda = NULL;
}

void match_add(struct match *m, const struct result *r)
{
	int seat = r->bot[0] == 0 ? 0 : 1;
	if (!match_is(m) || r->failed != 0)
		return;
	pairs_add(&m->pairs, r->opening_key, seat + 1,
		match_result(r->rank[seat], r->rank[1 - seat]));
}

/* The tallies that count; true: they are of a test. */
static bool match_tallies(const struct match *m, struct tally *games, struct tally *pairs)
{
	bool test = match_is_test(m);
	*games = m->pairs.games;
	*pairs = m->pairs.pairs;
	if (!test)
		return false;
	*games = (struct tally){.kinds = TALLY_GAMES};
	/* A walk that has not begun may not: more bots may be told of. */
	*pairs = m->agenda->walk.begun ? *walk_tally(&m->agenda->walk)
				       : (struct tally){.kinds = TALLY_PAIRS};
	return true;
}

bool match_pairs(const struct match *m, struct tally *pairs)
{
	struct tally games;
	if (!match_is(m))
		return false;
	match_tallies(m, &games, pairs);
	return true;
}

bool match_estimate(const struct match *m, struct estimate *e)
{
	struct tally games, pairs;
	if (!match_is(m))
		return false;
	bool test = match_tallies(m, &games, &pairs);
	estimate_find(e, &games, &pairs, test ? &m->agenda->t->sprt : NULL);
	return true;
}

long match_left(const struct match *m, long played)
{
	struct tally games, pairs;
	if (!match_is(m) || !match_tallies(m, &games, &pairs))
		return -1;
	double left = 2 * sprt_left(&m->agenda->t->sprt, &pairs);
	double most = (double)m->agenda->t->games - (double)played;
	if (m->agenda->t->games > 0 && !(left < most))
		left = most;
	return isfinite(left) && left >= 0 && left < 1e9 ? (long)(left + 0.5) : -1;
}
