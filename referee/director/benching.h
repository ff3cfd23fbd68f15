/*
 * benching.h - decides which bots are benched: those that failed in a given number of games in a
 * row.
 *
 * Benching follows from the games alone, in database order, so a resumed tournament benches the
 * same bots. Games of a benched bot change nothing:
 *
 * - A game that a bot lost because it was benched is no failure.
 * - A game that a bot won because its opponent was benched is no success.
 * - The end of a game that began before the benching does not unbench the bot.
 *
 * Only a higher setting unbenches it. An operator unbenches by hand the bots that an operator
 * benched by hand; the database keeps these (by_operator).
 */
#ifndef REFEREE_DIRECTOR_BENCHING_H
#define REFEREE_DIRECTOR_BENCHING_H

#include <stdbool.h>

#include "db/db.h"
#include "referee/tournament/tournament.h"

struct benching {
	int max; /* failed games in a row that bench a bot; 0: no bot is ever benched */
	int bots;
	int *row; /* owned, as the next four; by index in the tournament: failed games in a row so
		     far */
	int64_t *first; /* database number of the first game of that row, or of the game that
			   benched the bot; 0: none */
	bool *proved;	/* it finished a game without a failure */
	bool *benched;
	bool *by_operator; /* of these: the operator did it, which no game shows */
};

/* Begins with no failures; frees what it holds. */
void benching_init(struct benching *benching, const struct tournament *t);
void benching_clear(struct benching *benching);

/* Counts a game of these bots, with its database number, reason, and verdicts by seat. A bot in
 * several seats fails once if it fails in any. Returns the seats whose bots this game benches, one
 * bit each. */
unsigned benching_note(struct benching *benching, int64_t game, const int *bots,
	const char *const *verdicts, int seats, const char *reason);

/* Counts all games of the database. DB_ errors. */
int benching_read(
	struct benching *benching, struct db *db, int64_t tournament, const struct tournament *t);

/* The seats of these bots that are benched, one bit each (bit seat - 1). */
unsigned benching_seats(const struct benching *benching, const int *bots, int seats);

/* The operator benches a bot, or unbenches it as far as its games allow. benching_by_operator():
 * did the operator bench one of these bots? */
void benching_bench(struct benching *benching, int bot, bool benched);
bool benching_by_operator(const struct benching *benching, const int *bots, int seats);

/* The number of bots that are not benched. */
int benching_count_playing(const struct benching *benching);

/* Is one of these bots in a row of failures, or has it not yet played a game without a failure?
 * Then its next game may depend on the result of this one. */
bool benching_may_follow(const struct benching *benching, const int *bots, int seats);

#endif
