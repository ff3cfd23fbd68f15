/*
 * balanced-games.h - a balanced sample of games for k seats: so many of all that n bots could play.
 *
 * It is found by its bots' names, the seats, the seed and how many games the tournament began with.
 * What holds, whatever these are:
 *
 * - every bot sits in every seat equally often within one;
 * - with a whole multiple of n games every bot plays equally often.
 *
 * What is searched for, and nearly always found where it is possible at all (`run --dry-run` counts
 * what it is): every bot plays equally often within one, every pair meets equally often within one.
 * With two seats pairs have always come within one. Of all numbers of games up to 40, for 2 to 12
 * bots and 2, 3, 4 or 6 seats, one in ten is impossible by counting alone (the games of a bot times
 * its opponents in each do not fit), and of the others nine in ten come within one; all but very
 * few come within two. Where it fails there are few bots or games, and most of it cannot be: two
 * games of six of eight bots share four of them at least.
 *
 * Most games come from a cyclic difference family (cyclic-games.h), any of them at once; the last
 * few hundred or thousand, whose number fits no family, from a search (balance-anneal.h), which is
 * done once and kept. Repeating a family is as old as Kirkman's schoolgirls (1847); what is left
 * over is known as a regular graph design where it is perfect (John and Mitchell 1977).
 *
 * A tournament that goes on with more games than it began with keeps all that it had: those who
 * did not sit in the last seats get their turn first, then come whole blocks of n games. Within one
 * is to be had then for seats alone (two, should no turn be found for who is left); pairs differ by
 * a little more until the blocks have been through.
 */
#ifndef REFEREE_SCHEDULE_BALANCED_GAMES_H
#define REFEREE_SCHEDULE_BALANCED_GAMES_H

#include "referee/schedule/schedule.h"

/* What was worked out for a tournament. */
struct balanced_games;

/* Game number at, from 0: there is no last one. Its round is the block of n games. *kept: NULL, or
 * what the calls before have put there; it is worked out when it is not there yet, or when t has
 * changed. balanced_games_free() gives it back. */
void balanced_games_game(
	struct balanced_games **kept, const struct tournament *t, int64_t at, struct pairing *p);
void balanced_games_free(struct balanced_games *s); /* NULL may be freed */

#endif
