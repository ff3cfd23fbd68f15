/*
 * started-bots.c - tracks which bots ever started.
 */
#include "referee/director/started-bots.h"

#include "referee/game/verdict.h"

bool started_bots_note(struct started_bots *s, int bots, const int *bot, const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		if (verdict == VERDICT_BENCHED || verdict == VERDICT_ABSENT)
			continue; /* the bot was not asked */
		bool refused = verdict == VERDICT_STARTUP;
		s->started[bot[i]] |= !refused;
		s->refused[bot[i]] |= refused;
	}
	for (int i = 0; i < bots; i++)
		if (s->started[i] || !s->refused[i])
			return false;
	return true;
}

int started_bots_refused(const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++)
		if (verdict_find(g->seat[i].verdict) == VERDICT_STARTUP)
			return i + 1;
	return 0;
}
