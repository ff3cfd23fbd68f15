/*
 * game-pairs.h - the games of two bots, one after the other, counted as games and as pairs.
 *
 * A pair is two games with the same opening (game_pairs_key()) and the seats swapped. A game waits
 * until its partner comes; where several wait, the first of them is the partner. Only games that
 * wait are kept.
 */
#ifndef REFEREE_RATING_GAME_PAIRS_H
#define REFEREE_RATING_GAME_PAIRS_H

#include "base/hash-table.h"
#include "referee/rating/result-counts.h"

/* The result of a game for the first of the two; result_counts.count has the same order. */
enum { GAME_PAIRS_LOST, GAME_PAIRS_DRAWN, GAME_PAIRS_WON };

struct game_pairs_group;
struct game_pairs_game;

struct game_pairs {
	struct result_counts games, pairs;
	int64_t alone;			 /* games that wait for their partner */
	struct hash_table groups;	 /* those that wait, by their key */
	struct game_pairs_game *waiting; /* owned */
	int waiting_room, free; /* free: the first of those that are free, + 1; 0: none is */
};

/* Makes it empty; frees what it holds. */
void game_pairs_init(struct game_pairs *p);
void game_pairs_clear(struct game_pairs *p);

/* A hash that both games of a pair have in common. */
uint64_t game_pairs_key(int64_t round, int64_t seed, const char *opening);

/* One more game: the first of the two sat in this seat. */
void game_pairs_add(struct game_pairs *p, uint64_t key, int seat, int result);

#endif
