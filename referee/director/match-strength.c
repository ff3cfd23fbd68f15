/*
 * match-strength.c - a tournament of two bots while it is played.
 */
#include "referee/director/match-strength.h"

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
	if (!match_is(m) || walk_tests(&m->agenda->walk))
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

bool match_tallies(
	const struct match *m, struct tally *games, struct tally *pairs, const struct sprt **test)
{
	if (!match_is(m))
		return false;
	*games = m->pairs.games;
	*pairs = m->pairs.pairs;
	*test = walk_tests(&m->agenda->walk) ? &m->agenda->t->sprt : NULL;
	if (*test == NULL)
		return true;
	*games = (struct tally){.kinds = TALLY_GAMES};
	/* A walk that has not begun may not: more bots may be told of. */
	*pairs = m->agenda->walk.begun ? *walk_tally(&m->agenda->walk)
				       : (struct tally){.kinds = TALLY_PAIRS};
	return true;
}

bool match_estimate(const struct match *m, struct estimate *e)
{
	struct tally games, pairs;
	const struct sprt *test;
	if (!match_tallies(m, &games, &pairs, &test))
		return false;
	estimate_find(e, &games, &pairs, test);
	return true;
}

long match_left(const struct match *m, long played)
{
	struct estimate e;
	int64_t games = m->agenda != NULL ? m->agenda->t->games : 0;
	if (!match_estimate(m, &e))
		return -1;
	return (long)(games > 0 && games <= played
			      ? 0
			      : estimate_left(&e, games > 0 ? games - played : 0));
}
