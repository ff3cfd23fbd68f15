/*
 * record-check.h - a record judged again: does it end as the judge ends it? Pure.
 *
 * A record does not say what its tournament ended games early by. So where the rules leave a game
 * running, its own word is taken for why it ended, as far as the moves and what was said of them
 * allow it: a repetition has to stand twice at least, who resigns by its score has to have said one
 * below 0 and, unless that was with the last move, the other one above, a draw's scores have to
 * have been said. The ranks have to follow.
 */
#ifndef REFEREE_GAME_RECORD_CHECK_H
#define REFEREE_GAME_RECORD_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/history.h"

/* Something that the judge sees otherwise. */
struct difference {
	int line; /* of the record; 0: nowhere in it */
	int seat; /* 0: none */
	const char *what, *stored, *right;
};

/*
 * Plays h, which history_settle() has put in order, in g, and tells each difference from what was
 * said of its end. Afterwards g->reason is how it ended, NULL when it did not.
 */
void record_check_judge(const struct history *h, const struct history_said *said, struct game *g,
	void (*tell)(void *arg, const struct difference *d), void *arg);

#endif
