/*
 * verify-oracle.c - the oracle asked again about a game that it ended.
 *
 * A value is exact whichever way it is found, so the last position is asked for at once. What the
 * oracle finds within its limit depends on what it was asked before in the same game; so when that
 * alone says nothing, the arbiter's questions are put again in their order.
 */
#include <string.h>

#include "referee/arbiter/oracle.h"
#include "referee/verify/verify-parts.h"

/* What the position after these of the moves is worth, counted from the last: 0 is the end's. */
static struct oracle_answer verify_oracle_value(const struct verify *v, int before)
{
	static char moves[GAME_MOVES];
	const struct game *g = &v->game;
	size_t length = g->moves_length;
	memcpy(moves, g->moves, length);
	for (; before > 0; before--) {
		while (length > 0 && moves[length - 1] != ' ')
			length--;
		if (length > 0)
			length--;
	}
	moves[length] = '\0';
	return oracle_value(v->oracle, g->fen, moves);
}

bool verify_oracle(struct verify *v)
{
	struct game *g = &v->game;
	int64_t scores[SEATS_MAX] = {0};
	if (v->oracle == NULL)
		v->oracle = oracle_create(ORACLE_JUDGES);
	oracle_game(v->oracle, &v->setup, (uint64_t)v->g->seed);
	struct oracle_answer answer = verify_oracle_value(v, 0);
	if (!answer.known && !oracle_failed(v->oracle)) {
		oracle_game(v->oracle, &v->setup, (uint64_t)v->g->seed);
		for (int ply = g->setup->seats; ply <= g->plies; ply++)
			answer = verify_oracle_value(v, g->plies - ply);
	}
	if (!answer.known)
		return false;
	scores[game_to_move(g) - 1] = answer.value;
	game_decide(g, "oracle", scores);
	return true;
}

void verify_oracle_clear(struct verify *v)
{
	oracle_free(v->oracle);
}
