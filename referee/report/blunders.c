/*
 * blunders.c - reads the blunders of one game, and looks for better moves.
 */
#include "referee/report/blunders.h"

#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/game/saving-move.h"

enum {
	BLUNDERS_MAX = 64,	     /* of a game; further ones are left out */
	BLUNDERS_POSITIONS = 2000000 /* visited in all to find better moves */
};

static bool blunders_take(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct blunders *b = arg;
	b->list[b->count++] =
		(struct blunder){.ply = (int)db_column(columns, names, values, "ply")->integer,
			.seat = (int)db_column(columns, names, values, "seat")->integer,
			.before = db_column(columns, names, values, "before")->integer,
			.after = db_column(columns, names, values, "after")->integer,
			.bot = memory_copy(db_column(columns, names, values, "bot")->text),
			.move = memory_copy(db_column(columns, names, values, "move")->text),
			.lost = memory_copy(db_column(columns, names, values, "lost_value")->text)};
	return b->count < BLUNDERS_MAX;
}

/* Finds a better move for each, beginning with the last, which is found soonest. */
static void blunders_better(struct blunders *b, const struct history *h)
{
	static const struct limits none;
	struct game *game = memory_get(1, sizeof *game);
	int64_t left = BLUNDERS_POSITIONS;
	struct error err;
	for (int i = b->count - 1; i >= 0; i--) {
		struct blunder *one = &b->list[i];
		int64_t share = left / (i + 1), unused = share;
		if (history_replay(h, history_turns(h, one->ply - 1), &none, game, &err) &&
			game_to_move(game) == one->seat)
			saving_move_find(
				h->setup, &game->position, one->before > 0, &unused, one->better);
		left -= share - unused;
	}
	free(game);
}

int blunders_load(struct blunders *b, struct db *db, int64_t game, const struct history *h)
{
	b->count = 0;
	b->list = memory_get(BLUNDERS_MAX, sizeof *b->list);
	int error = db_read(db, "game-blunders", &game, 1, blunders_take, b);
	if (h != NULL && saving_move_can(h->setup))
		blunders_better(b, h);
	return error;
}

void blunders_clear(struct blunders *b)
{
	for (int i = 0; i < b->count; i++) {
		free(b->list[i].bot);
		free(b->list[i].move);
		free(b->list[i].lost);
	}
	free(b->list);
}
