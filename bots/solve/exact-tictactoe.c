/*
 * exact-tictactoe.c - exact values of tictactoe from a table of all positions.
 */
#include "bots/solve/exact.h"

#include <stdlib.h>
#include <string.h>

#include "bots/solve/board-tictactoe.h"

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

static bool exact_tictactoe_value(void *kept, struct engine *mind, int64_t nodes, int64_t *value)
{
	(void)nodes;
	*value = board_tictactoe_value(kept, &mind->setup, &mind->position);
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
