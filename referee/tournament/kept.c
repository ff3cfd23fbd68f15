/*
 * kept.c - what a database holds of a tournament.
 */
#include "referee/tournament/kept.h"

#include <signal.h>

/* What of t only the database knows, then the games. */
static int kept_hold(struct kept *k, struct tournament *t, struct agenda *agenda)
{
	struct store *s = &k->store;
	t->games_began = s->games_began;
	for (int i = 0; i < t->bots_count; i++)
		t->bots[i].enters = s->enters[i];
	return agenda_asks(agenda)
		       ? db_pairing_ranks(k->db, s->tournament, agenda_hold_result, agenda)
		       : db_pairings(k->db, s->tournament, agenda_hold, agenda);
}

int kept_open(
	struct kept *k, struct tournament *t, struct agenda *agenda, bool fresh, char why[WHY])
{
	*k = (struct kept){.db = NULL};
	*why = '\0';
	signal(SIGXFSZ, SIG_IGN); /* so that a limit on files is an error that can be told */
	int error = db_open(&k->db, t->db, DB_WRITE);
	if (error == DB_OK)
		error = store_open(&k->store, k->db, t, fresh, why, WHY);
	return error == DB_OK ? kept_hold(k, t, agenda) : error;
}

void kept_close(struct kept *k)
{
	store_close(&k->store);
	db_close(k->db);
	*k = (struct kept){.db = NULL};
}
