/*
 * game-hash.h - computes the moves hash of a game: equal for games that are equal move for move.
 *
 * The hash is that of a text: the opening and then each move, each followed by a line feed. If the
 * game's parameters are drawn from its seed, the seed in decimal and a line feed come first, since
 * equal moves are then not the same game.
 *
 * Each 8 bytes of the text form a number, lowest byte first; the last is filled with zeroes. From 0
 * on, random_mix() of rules.h mixes in each number, then the length of the text in bytes. A result
 * of 0 becomes 1.
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

/* The first parameter that is drawn from the game's seed, since it has no preset and none of the
 * texts "KEY=VALUE" sets it; NULL: none. */
const struct parameter *game_hash_drawn(
	const struct rules *rules, const char *const *params, int count);

/* Is there such a parameter? */
bool game_hash_is_seeded(const struct rules *rules, const char *const *params, int count);

/* Begins a hash; seed NULL: the seed is not part of it. */
void game_hash_begin(struct game_hash *hash, const uint64_t *seed, const char *opening);
void game_hash_move(struct game_hash *hash, const char *text);

/* The hash as the database stores it: never 0. */
int64_t game_hash_end(const struct game_hash *hash);

#endif
