/*
 * exact-tictactoe.c - exact values of tictactoe: negamax with a table that has room for all
 * positions. No value is computed twice, so cuts would gain nothing.
 */
#include "bots/solve/exact-tictactoe.h"

#include <stdlib.h>
#include <string.h>

#include "bots/solve/exact.h"
#include "rules/gomoku.h"

void board_tictactoe_init(struct board_tictactoe *board)
{
	board->nodes = 0;
	memset(board->values, BOARD_TICTACTOE_UNKNOWN, sizeof board->values);
}

int board_tictactoe_value(
	struct board_tictactoe *board, const struct setup *s, const struct position *p)
{
	unsigned x = tictactoe_stones(p, 1), o = tictactoe_stones(p, 2);
	int8_t *value = &board->values[x << 9 | o];
	int64_t scores[SEATS_MAX];
	move moves[MOVES_MAX];

	if (*value != BOARD_TICTACTOE_UNKNOWN)
		return *value;
	board->nodes++;
	int seat = __builtin_popcount(x) == __builtin_popcount(o) ? 1 : 2;
	int count = s->rules->moves(s, p, moves), best = -1;
	s->rules->scores(s, p, scores);
	if (count == 0)
		best = (int)scores[seat - 1];
	for (int i = 0; i < count; i++) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, moves[i]);
		int child = -board_tictactoe_value(board, s, &next);
		best = child > best ? child : best;
	}
	*value = (int8_t)best;
	return best;
}

static bool exact_tictactoe_fits(const struct setup *s)
{
	return strcmp(s->rules->name, "tictactoe") == 0;
}

static void *exact_tictactoe_create(void)
{
	struct board_tictactoe *board = malloc(sizeof *board);

	if (board != NULL)
		board_tictactoe_init(board);
	return board;
}

/* The table's values hold in every game. */
static void exact_tictactoe_forget(void *kept)
{
	(void)kept;
}

static bool exact_tictactoe_value(void *kept, struct engine *engine, int64_t nodes, int64_t *value)
{
	(void)nodes;
	*value = board_tictactoe_value(kept, &engine->setup, &engine->position);
	return true;
}

const struct exact exact_tictactoe = {
	.name = "tictactoe",
	.fits = exact_tictactoe_fits,
	.create = exact_tictactoe_create,
	.forget = exact_tictactoe_forget,
	.free = free,
	.value = exact_tictactoe_value,
};
