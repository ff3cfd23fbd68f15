/*
 * game-hash.h - a number that says which game was played, for games that are the same move for
 * move.
 *
 * It is a hash of a text: the opening and then each move, each ended by a line feed; before them,
 * where the game's parameters are drawn from its seed, the seed in decimal and a line feed, since
 * equal moves are not the same game there. Of that text each 8 bytes are a number, the first byte
 * the lowest, the last filled up with zeroes; from 0 on each is mixed in by random_mix() of
 * rules.h, and then the text's length in bytes. Where that gives 0 it is 1.
 */
#ifndef REFEREE_GAME_GAME_HASH_H
#define REFEREE_GAME_GAME_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

struct game_hash {
	uint64_t hash, word;
	size_t length;
};

/* Are parameters of games that are set up with these texts "KEY=VALUE" drawn from their seed? */
bool game_hash_is_seeded(const struct rules *rules, const char *const *params, int count);

/* Begins a line; seed NULL: it is no part of it. */
void game_hash_begin(struct game_hash *l, const uint64_t *seed, const char *opening);
void game_hash_move(struct game_hash *l, const char *text);

/* The number as the database keeps it: never 0. */
int64_t game_hash_end(const struct game_hash *l);

#endif
