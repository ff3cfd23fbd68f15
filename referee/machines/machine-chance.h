/*
 * machine-chance.h - are the games of a machine such as chance gives? Pure.
 *
 * A machine that is broken, or says what did not happen, has games that end by a fault of a bot, or
 * are over too soon. Its games are compared with those of all other machines between the same bots:
 *
 *	failed  a seat lost by a fault of its bot
 *	quick   the game took less than a quarter of the median time
 *	short   it had less than half of the median moves
 *
 * Machines differ: hence a quarter and a half. If the machine does not matter, the games with such
 * a sign are a sample of all games between these bots, drawn without replacement. Hoeffding's bound
 * for such samples (1963, theorem 4 with theorem 1) holds for each group of bots, and for the
 * product over all groups. It never says less than the probability, so no machine is blamed for few
 * games.
 */
#ifndef REFEREE_MACHINES_MACHINE_CHANCE_H
#define REFEREE_MACHINES_MACHINE_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/time.h"
#include "referee/machines/worker-facts.h"

enum {
	MACHINE_CHANCE_GAMES = 16384,	/* that are remembered: the newest */
	MACHINE_CHANCE_MACHINES = 1024, /* of different names; further ones are not judged */
	MACHINE_CHANCE_LEAST = 16,	/* games of a machine before it is judged first */
	MACHINE_CHANCE_TEXT = 128
};

/* A machine that does nothing wrong is blamed once in 1 / MACHINE_CHANCE_P times that it is judged,
 * which is when it has played MACHINE_CHANCE_LEAST games, and each time when they have doubled. */
#define MACHINE_CHANCE_P 1e-6

struct machine_chance_game {
	uint64_t bots; /* a number for the bots of the game */
	int machine;
	int plies;
	usec took;
	bool failed;
};

/* Starts as {0}. */
struct machine_chance {
	struct machine_chance_game *games; /* owned: a ring */
	size_t count, next;
	char (*names)[WORKER_NAME]; /* owned, as the next: by machine */
	long *played;
	int machines;
};

/* Frees everything and returns to zeroes. */
void machine_chance_clear(struct machine_chance *c);

/* A game of the machine of this name, by index of its bots. */
struct machine_chance_played {
	const char *machine;
	const int *bots;
	int seats, plies;
	usec took;
	bool failed; /* a seat lost by a fault of its bot */
};

/* Games with a sign of failure or of moves have other results than they would have elsewhere. A
 * machine that is only quick may be a fast one, whose results are as good as others. */
enum machine_chance_blame { MACHINE_CHANCE_NONE, MACHINE_CHANCE_QUICK, MACHINE_CHANCE_WRONG };

/* Adds a game. If its machine is judged then, and its games are no chance, it is blamed; why says
 * for what. */
enum machine_chance_blame machine_chance_add(struct machine_chance *c,
	const struct machine_chance_played *game, char why[MACHINE_CHANCE_TEXT]);

/* --- the bound, for its test -------------------------------------------------------------------
 */

/* A group of bots: of all games some have the sign; and of these, the machine's. */
struct machine_chance_group {
	int games, signs, own, own_signs;
};

/* A bound of the probability that as many of the machine's games have the sign, or more. */
double machine_chance_bound(const struct machine_chance_group *groups, int count);

#endif
