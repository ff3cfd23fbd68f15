/*
 * late-moves.c - runs the clocks of a game again, and counts the moves that were late by them.
 */
#include "referee/director/late-moves.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/plural.h"
#include "base/memory.h"

enum { LATE_MOVES_PART = 10 /* one of ten is worth a word */ };

void late_moves_clear(struct late_moves *l)
{
	free(l->rows);
	l->rows = NULL;
}

void late_moves_add(struct late_moves *l, const struct arbiter_config *config,
	const struct job *job, const struct db_game *g)
{
	struct clock clocks[SEATS_MAX];
	if (l->rows == NULL)
		l->rows = memory_get(BOTS_MAX, sizeof *l->rows);
	for (int i = 0; i < job->pairing.seats; i++)
		clock_init(&clocks[i],
			arbiter_config_limits(config, &config->bots[job->pairing.bot[i]]));
	for (int i = 0; i < g->moves_count; i++) {
		const struct db_move *m = &g->moves[i];
		const struct spent spent = {m->wall_us, m->cpu_us, m->wait_us};
		struct clock *c = &clocks[m->seat - 1];
		struct late_moves_row *row = &l->rows[job->pairing.bot[m->seat - 1]];
		clock_start(c, 0);
		row->moves++;
		row->late += clock_charge(c, &spent) > c->allowed;
		/* No good record has a move that is later than the margin. */
		if (m->wall_us >= 0 && !clock_fell(c, &spent))
			clock_stop(c, &spent);
	}
}

bool late_moves_explain(
	const struct late_moves *l, const struct tournament *t, int bot, char text[LATE_MOVES_TEXT])
{
	const struct late_moves_row *row = l->rows != NULL ? &l->rows[bot] : NULL;
	if (row == NULL || row->late == 0 || row->late < row->moves / LATE_MOVES_PART)
		return false;
	snprintf(text, LATE_MOVES_TEXT,
		"%s answered %ld of %s after its time, saved by the margin: let it take less, or give it more time",
		t->bots[bot].name, row->late, counted(row->moves, "move").text);
	return true;
}
