/*
 * moves-retention.c - removes the moves of older games.
 */
#include "referee/director/moves-retention.h"

#include <inttypes.h>
#include <stdio.h>

/* Games whose moves go with each commit, in addition to two for each game that came. */
enum { MOVES_RETENTION_GAMES = 16 };

void moves_retention_init(struct moves_retention *m, const struct keep *keep)
{
	*m = (struct moves_retention){.keep = *keep, .games = -1};
}

void moves_retention_reason(const struct keep *keep, char text[MOVES_RETENTION_TEXT])
{
	static const usec day = 24 * 3600 * SECOND;
	if (keep->time > 0)
		snprintf(text, MOVES_RETENTION_TEXT, "keep-moves = %" PRId64 "d", keep->time / day);
	else
		snprintf(text, MOVES_RETENTION_TEXT, "keep-moves = %" PRId64, keep->games);
}

int moves_retention_step(
	struct moves_retention *m, struct db *db, int64_t tournament, int written, int64_t now)
{
	char reason[MOVES_RETENTION_TEXT];
	int64_t game, ended_ms;
	int error = DB_OK;
	if (m->keep.games == 0 && m->keep.time == 0)
		return DB_OK;
	if (m->games < 0)
		error = db_moves_count(db, tournament, &m->games);
	else
		m->games += written;
	moves_retention_reason(&m->keep, reason);
	for (int i = 0; i < MOVES_RETENTION_GAMES + 2 * written && error == DB_OK; i++) {
		if (m->keep.time == 0 && m->games <= m->keep.games)
			break;
		error = db_moves_oldest(db, tournament, m->after, &game, &ended_ms);
		if (error == DB_NONE)
			return DB_OK;
		bool old = m->keep.time > 0 ? ended_ms < now - m->keep.time / MILLISECOND
					    : m->games > m->keep.games;
		if (error != DB_OK || !old)
			break;
		error = db_moves_remove(db, game, now, reason);
		m->after = game;
		m->games--;
	}
	return error;
}
