/*
 * match-strength.c - estimates the strengths of two bots from their games.
 */
#include "referee/director/match-strength.h"

#include <string.h>

/* If bots may join, it is no match of two. */
static bool match_strength_is(const struct match_strength *m)
{
	return m->queue != NULL && m->queue->t->bots_count == 2 && m->queue->t->players == 2;
}

static int match_strength_of_ranks(int64_t rank, int64_t other)
{
	return rank < other ? GAME_PAIRS_WON : rank == other ? GAME_PAIRS_DRAWN : GAME_PAIRS_LOST;
}

int match_strength_result(struct db_query *meeting)
{
	return match_strength_of_ranks(db_int(meeting, "rank"), db_int(meeting, "opponent_rank"));
}

void match_strength_pair(struct game_pairs *pairs, struct db_query *meeting)
{
	uint64_t key = game_pairs_key(
		db_int(meeting, "round"), db_int(meeting, "seed"), db_text(meeting, "opening"));
	game_pairs_add(pairs, key, (int)db_int(meeting, "seat"), match_strength_result(meeting));
}

int match_strength_open(
	struct match_strength *m, struct game_queue *queue, const struct game_store *s)
{
	*m = (struct match_strength){.queue = queue};
	game_pairs_init(&m->pairs);
	if (!match_strength_is(m) || schedule_iterator_tests(&m->queue->iterator))
		return DB_OK;
	struct db_query q;
	db_query(&q, s->db, "meetings", s->tournament, s->bot_ids[0], s->bot_ids[1]);
	while (db_next(&q))
		if (db_int(&q, "failed_together") == 0)
			match_strength_pair(&m->pairs, &q);
	return db_end(&q);
}

void match_strength_clear(struct match_strength *m)
{
	game_pairs_clear(&m->pairs);
	m->queue = NULL;
}

void match_strength_add(struct match_strength *m, const struct result *r)
{
	int seat = r->bot[0] == 0 ? 0 : 1;
	if (!match_strength_is(m) || r->failed != 0)
		return;
	game_pairs_add(&m->pairs, r->opening_key, seat + 1,
		match_strength_of_ranks(r->rank[seat], r->rank[1 - seat]));
}

bool match_strength_counts(const struct match_strength *m, struct result_counts *games,
	struct result_counts *pairs, const struct sprt **test)
{
	if (!match_strength_is(m))
		return false;
	*games = m->pairs.games;
	*pairs = m->pairs.pairs;
	*test = schedule_iterator_tests(&m->queue->iterator) ? &m->queue->t->sprt : NULL;
	if (*test == NULL)
		return true;
	/* The iterator must not begin before the tournament is complete, because bots may still be
	 * added. */
	*pairs = m->queue->iterator.begun ? *schedule_iterator_counts(&m->queue->iterator)
					  : (struct result_counts){.kinds = RESULT_COUNTS_PAIRS};
	*games = (struct result_counts){.kinds = RESULT_COUNTS_GAMES};
	memcpy(games->count, pairs->games, sizeof pairs->games);
	return true;
}

bool match_strength_estimate(const struct match_strength *m, struct strength_estimate *e)
{
	struct result_counts games, pairs;
	const struct sprt *test;
	if (!match_strength_counts(m, &games, &pairs, &test))
		return false;
	strength_estimate_find(e, &games, &pairs, test);
	return true;
}

long match_strength_left(const struct match_strength *m, long played)
{
	struct strength_estimate e;
	int64_t games = m->queue != NULL ? m->queue->t->games : 0;
	if (!match_strength_estimate(m, &e))
		return -1;
	return (long)(games > 0 && games <= played
			      ? 0
			      : strength_estimate_left(&e, games > 0 ? games - played : 0));
}
