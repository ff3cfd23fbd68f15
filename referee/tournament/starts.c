/*
 * starts.c - which bots were ever started.
 */
#include "referee/tournament/starts.h"

#include <string.h>

#include "referee/judging/verdict.h"

bool starts_note(struct starts *s, int bots, const int *bot, const struct db_game *g)
{
	for (int i = 0; i < g->seats; i++) {
		if (strcmp(g->seat[i].verdict, verdict_table[VERDICT_BENCHED].name) == 0)
			continue;
		bool refused = strcmp(g->seat[i].verdict, verdict_table[VERDICT_STARTUP].name) == 0;
		s->started[bot[i]] |= !refused;
		s->refused[bot[i]] |= refused;
	}
	for (int i = 0; i < bots; i++)
		if (s->started[i] || !s->refused[i])
			return false;
	return true;
}
