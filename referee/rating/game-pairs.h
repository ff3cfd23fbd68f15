/*
 * game-pairs.h - the games of two bots, one after the other, counted as games and as pairs.
 *
 * A pair is two games with the same opening (pairs_key()) and the seats swapped. A game waits until
 * its partner comes; where several wait, the first of them is it. What waits is all that is kept.
 */
#ifndef REFEREE_RATING_GAME_PAIRS_H
#define REFEREE_RATING_GAME_PAIRS_H

#include "referee/rating/result-counts.h"

/* What came of a game, for the first of the two: tally.count has the same order. */
enum { PAIRS_LOST, PAIRS_DRAWN, PAIRS_WON };

struct pairs_group;
struct pairs_game;

struct pairs {
	struct tally games, pairs;
	int64_t alone;		    /* games that wait for their partner */
	struct pairs_group *groups; /* owned, as the next: those that wait, by their key */
	struct pairs_game *waiting;
	size_t groups_count, groups_size;
	int waiting_room, free; /* free: the first of those that are free, + 1; 0: none is */
};

void pairs_init(struct pairs *p);
void pairs_clear(struct pairs *p);

/* What both games of a pair have in common. */
uint64_t pairs_key(int64_t round, int64_t seed, const char *opening);

/* One more game: the first of the two sat in this seat. */
void pairs_add(struct pairs *p, uint64_t key, int seat, int result);

/* One more game that has no partner by its nature, as one of more than two seats. */
void pairs_add_alone(struct pairs *p, int result);

#endif
