/*
 * balanced-games.h - a balanced sample: N of all the games that n bots could play.
 *
 * It follows from the number of bots, the seats, the seed and the number of games that the
 * tournament began with. Whatever these are:
 *
 * - every bot sits in every seat equally often within one;
 * - with a whole multiple of n games every bot plays equally often.
 *
 * A search looks for more, and nearly always finds it where it is possible at all (`run --dry-run`
 * counts it): every bot plays equally often within one, every pair meets equally often within one.
 * With two seats pairs have always come within one. Sometimes counting alone forbids it: two games
 * of six of eight bots share four of them at least.
 *
 * The games come in blocks of n, in which every bot sits in every seat once. Block b is cyclic: a
 * base set names a bot for each seat of its first game, and each further game adds 1 to all of them
 * modulo n. So two bots meet in it as often as their difference occurs in the base set (Bose 1939,
 * On the construction of balanced incomplete block designs), and the base set is the one whose
 * differences are the rarest so far. The last blocks are then improved by annealing, since the
 * number of games seldom fits.
 *
 * A tournament that goes on with more games than it began with keeps those that it had. The rest of
 * the unfinished block comes first, then come cyclic blocks. Seats stay within one; pairs differ by
 * a little more for a while.
 */
#ifndef REFEREE_SCHEDULE_BALANCED_GAMES_H
#define REFEREE_SCHEDULE_BALANCED_GAMES_H

#include "referee/schedule/schedule.h"

/* The games of a tournament as far as they were asked for. */
struct balanced_games;

/* Chooses the games of this tournament. The caller frees them. */
struct balanced_games *balanced_games_create(const struct tournament *t);
void balanced_games_free(struct balanced_games *balanced); /* NULL may be freed */

/* Game number at, from 0: there is no last one. Its round is its block. */
void balanced_games_game(
	struct balanced_games *balanced, const struct tournament *t, int64_t at, struct pairing *p);

#endif
