/*
 * blunders.c - reads or finds the blunders of one game, looks for better moves, and prints them.
 */
#include "referee/report/blunders.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/game/saving-move.h"

enum {
	BLUNDERS_MAX = 64,	     /* of a game; further ones are left out */
	BLUNDERS_POSITIONS = 2000000 /* visited in all to find better moves */
};

static int blunders_read(struct blunders *b, struct db *db, int64_t game)
{
	struct db_query q;
	db_query(&q, db, "game-blunders", game);
	while (b->count < BLUNDERS_MAX && db_next(&q))
		b->list[b->count++] = (struct blunder){.ply = (int)db_int(&q, "ply"),
			.seat = (int)db_int(&q, "seat"),
			.bot = memory_copy(db_text(&q, "bot")),
			.move = memory_copy(db_text(&q, "move")),
			.before = db_int(&q, "before"),
			.after = db_int(&q, "after"),
			.lost = memory_copy(db_text(&q, "lost_value"))};
	return db_end(&q);
}

/* Finds a better move for each, beginning with the last, which is found soonest. */
static void blunders_better(struct blunders *b, const struct move_list *h)
{
	static const struct limits none;
	struct game *game = memory_get(1, sizeof *game);
	int64_t left = BLUNDERS_POSITIONS;
	struct error err;
	for (int i = b->count - 1; i >= 0; i--) {
		struct blunder *one = &b->list[i];
		int64_t share = left / (i + 1), unused = share;
		if (move_list_replay(h, move_list_turns(h, one->ply - 1), &none, game, &err) &&
			game_to_move(game) == one->seat)
			saving_move_find(
				h->setup, &game->position, one->before > 0, &unused, one->better);
		left -= share - unused;
	}
	free(game);
}

int blunders_load(struct blunders *b, struct db *db, int64_t game, const struct move_list *h)
{
	b->count = 0;
	b->list = memory_get(BLUNDERS_MAX, sizeof *b->list);
	int error = blunders_read(b, db, game);
	if (h != NULL && saving_move_can(h->setup))
		blunders_better(b, h);
	return error;
}

static int blunders_sign(int64_t value)
{
	return (value > 0) - (value < 0);
}

void blunders_find(struct blunders *b, const struct move_list *h, const struct db_analysis *values)
{
	int ply = 0;
	b->count = 0;
	b->list = memory_get(BLUNDERS_MAX, sizeof *b->list);
	for (int i = 0; i < h->count && b->count < BLUNDERS_MAX; i++) {
		const struct move_list_turn *turn = &h->turns[i];
		if (turn->verdict != VERDICT_OK)
			continue;
		const struct db_analysis *v = &values[ply++];
		if (!v->before_known || !v->after_known ||
			blunders_sign(v->before) <= blunders_sign(v->after))
			continue;
		const char *name = h->names[turn->seat - 1];
		b->list[b->count++] = (struct blunder){.ply = ply,
			.seat = turn->seat,
			.before = v->before,
			.after = v->after,
			.bot = memory_copy(name != NULL ? name : "?"),
			.move = memory_copy(turn->move),
			.lost = memory_copy(v->before == 0  ? "draw to loss"
					    : v->after == 0 ? "win to draw"
							    : "win to loss")};
	}
	if (saving_move_can(h->setup))
		blunders_better(b, h);
}

static void blunders_print_one(const struct blunder *b)
{
	char *bot = escape_text(b->bot, false);
	printf("Ply %d, seat %d, %s: %s was a blunder, %s (%" PRId64 " to %" PRId64 ")", b->ply,
		b->seat, bot, b->move, b->lost, b->before, b->after);
	if (*b->better != '\0')
		printf("; %s %s", b->better, b->before > 0 ? "wins" : "draws");
	putchar('\n');
	free(bot);
}

void blunders_print(const struct blunders *b, int unknown)
{
	for (int i = 0; i < b->count; i++)
		blunders_print_one(&b->list[i]);
	if (b->count > 0)
		puts("Values are for the seat that moves: above 0 wins, 0 draws, below 0 loses.");
	else
		printf("No move %s a win or a draw.\n",
			unknown > 0 ? "is known to have thrown away" : "threw away");
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
