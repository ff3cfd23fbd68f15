/*
 * changes.h - bots whose program has changed since it played games that count. By the format and
 * the setting on-changed both programs' games count, or the older ones are played again, or the
 * tournament is refused.
 */
#ifndef REFEREE_DIRECTOR_CHANGES_H
#define REFEREE_DIRECTOR_CHANGES_H

#include "referee/director/game-store.h"
#include "referee/prepare/bot-digest.h"

/*
 * Call it while a tournament of the database is opened, inside db_begin(). digests, by bot: of its
 * program as it is now; where the database has it in another form, that form replaces it. Replays
 * what is to be replayed, notes it, and reads the ratings.
 *
 * DB_ errors. DB_NONE, with a line in err: the changes refuse the tournament, and s->changed is set.
 */
int changes_judge(struct game_store *s, char (*digests)[BOT_DIGEST],
	const struct game_store_options *options, struct error *err);

/* Another test is wanted than the one that began: adds to err the `compare` that answers it, if it
 * is of the same games and so needs no new ones. */
void changes_advise_compare(
	const struct tournament *t, const char *began, const char *now, struct error *err);

/* Adds a note if the two bots of a test are the same program. */
void changes_note_same(struct game_store *s);

#endif
