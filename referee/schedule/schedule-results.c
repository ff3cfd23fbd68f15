/*
 * schedule-results.c - scores of games in 8 bytes each.
 */
#include "referee/schedule/schedule-results.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* A byte of a score is a seat's: 4 bits for its halves and 4 for its fault. SCHEDULE_RESULTS_AWAY
 * in the place of a fault: its bot was away, and it is not known why. Above the seats' bytes stand
 * that there is a result, and that the game is not played. */
enum {
	SCHEDULE_RESULTS_FAULT = 4,
	SCHEDULE_RESULTS_HALVES = 1 << SCHEDULE_RESULTS_FAULT,
	SCHEDULE_RESULTS_AWAY = 15,
	SCHEDULE_RESULTS_BYTE = 8
};

static_assert(2 * (SEATS_MAX - 1) < SCHEDULE_RESULTS_HALVES &&
		      (int)VERDICTS <= SCHEDULE_RESULTS_AWAY &&
		      SCHEDULE_RESULTS_BYTE * SEATS_MAX < 62,
	"the score of a game has no room in 64 bits");

static const uint64_t schedule_results_there = UINT64_C(1) << 63,
		      schedule_results_not_played = UINT64_C(1) << 62;

void schedule_results_init(struct schedule_results *r)
{
	*r = (struct schedule_results){.games = {.value = sizeof(struct schedule_results_game)}};
}

void schedule_results_clear(struct schedule_results *r)
{
	hash_table_clear(&r->games);
	free(r->replaced);
	schedule_results_init(r);
}

struct score schedule_results_score(const double *points, unsigned away, int seats)
{
	struct score score = {.away = away};
	for (int i = 0; i < seats; i++)
		score.halves[i] = (int)lround(fmax(0, fmin(points[i], 1)) * 2 * (seats - 1));
	return score;
}

void schedule_results_verdict(struct score *score, int seat, const char *verdict)
{
	enum verdict known = verdict_find(verdict);
	if (known != VERDICTS && verdict_is_fault(known))
		score->fault[seat - 1] = known;
	if (!verdict_took_part(known))
		score->away |= 1u << (seat - 1);
}

struct score schedule_results_outcome(const struct db_outcome *o)
{
	struct score score = schedule_results_score(o->points, 0, o->seats);
	for (int seat = 1; seat <= o->seats; seat++)
		schedule_results_verdict(&score, seat, o->verdict[seat - 1]);
	score.line = o->moves_hash;
	return score;
}

/* The value of the bits for a seat's fault. */
static int schedule_results_fault(const struct score *score, int i)
{
	bool away = score->away >> i & 1;
	return away && verdict_took_part(score->fault[i]) ? SCHEDULE_RESULTS_AWAY
							  : (int)score->fault[i];
}

static uint64_t schedule_results_pack(const struct score *score)
{
	uint64_t packed =
		schedule_results_there | (score->skipped ? schedule_results_not_played : 0);
	for (int i = 0; i < SEATS_MAX; i++) {
		assert(score->halves[i] >= 0 && score->halves[i] < SCHEDULE_RESULTS_HALVES);
		int byte = score->halves[i] | schedule_results_fault(score, i)
						      << SCHEDULE_RESULTS_FAULT;
		packed |= (uint64_t)byte << SCHEDULE_RESULTS_BYTE * i;
	}
	return packed;
}

/* 0: there is none. */
static bool schedule_results_unpack(uint64_t packed, struct score *score)
{
	*score = (struct score){.skipped = (packed & schedule_results_not_played) != 0};
	for (int i = 0; i < SEATS_MAX; i++) {
		int byte = (int)(packed >> SCHEDULE_RESULTS_BYTE * i & UINT8_MAX);
		int fault = byte >> SCHEDULE_RESULTS_FAULT;
		score->halves[i] = byte & (SCHEDULE_RESULTS_HALVES - 1);
		score->fault[i] = fault < VERDICTS ? (enum verdict)fault : VERDICT_OK;
		score->away |= fault == SCHEDULE_RESULTS_AWAY || !verdict_took_part(score->fault[i])
				       ? 1u << i
				       : 0;
	}
	return packed != 0;
}

void schedule_results_add(struct schedule_results *r, uint64_t key, const struct score *score)
{
	struct schedule_results_game *game = hash_table_get(&r->games, key);
	if (game->score == 0)
		*game = (struct schedule_results_game){schedule_results_pack(score), score->line};
}

bool schedule_results_find(const struct schedule_results *r, uint64_t key, struct score *score)
{
	const struct schedule_results_game *game = hash_table_find(&r->games, key);
	bool there = schedule_results_unpack(game != NULL ? game->score : 0, score);
	score->line = there ? game->line : 0;
	return there;
}

void schedule_results_add_replaced(
	struct schedule_results *r, uint64_t key, int paired, const struct score *score)
{
	r->replaced = memory_resize(r->replaced, r->replaced_count + 1, sizeof *r->replaced);
	r->replaced[r->replaced_count++] =
		(struct schedule_results_replaced){key, schedule_results_pack(score), paired};
}

bool schedule_results_find_for(
	const struct schedule_results *r, uint64_t key, int round, struct score *score)
{
	for (size_t i = 0; i < r->replaced_count; i++)
		if (r->replaced[i].key == key && r->replaced[i].paired >= round)
			return schedule_results_unpack(r->replaced[i].score, score);
	return schedule_results_find(r, key, score);
}
