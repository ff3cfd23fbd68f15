/*
 * game-hash.c - computes the moves hash of a game.
 */
#include "referee/game/game-hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct parameter *game_hash_drawn(
	const struct rules *rules, const char *const *params, int count)
{
	for (const struct parameter *p = rules->parameters; p->name != NULL; p++) {
		size_t length = strlen(p->name);
		bool given = p->preset != NULL;
		for (int i = 0; i < count && !given; i++)
			given = strncmp(params[i], p->name, length) == 0 &&
				params[i][length] == '=';
		if (!given)
			return p;
	}
	return NULL;
}

bool game_hash_is_seeded(const struct rules *rules, const char *const *params, int count)
{
	return game_hash_drawn(rules, params, count) != NULL;
}

static void game_hash_byte(struct game_hash *hash, char byte)
{
	hash->word |= (uint64_t)(unsigned char)byte << 8 * (hash->length++ % 8);
	if (hash->length % 8 != 0)
		return;
	hash->hash = random_mix(hash->hash, hash->word);
	hash->word = 0;
}

void game_hash_begin(struct game_hash *hash, const uint64_t *seed, const char *opening)
{
	char text[24];
	*hash = (struct game_hash){.hash = 0};
	if (seed != NULL) {
		snprintf(text, sizeof text, "%" PRIu64, *seed);
		game_hash_move(hash, text);
	}
	game_hash_move(hash, opening);
}

void game_hash_move(struct game_hash *hash, const char *text)
{
	for (; *text != '\0'; text++)
		game_hash_byte(hash, *text);
	game_hash_byte(hash, '\n');
}

int64_t game_hash_end(const struct game_hash *l)
{
	uint64_t hash = l->hash;
	if (l->length % 8 != 0)
		hash = random_mix(hash, l->word);
	hash = random_mix(hash, l->length);
	return hash != 0 ? (int64_t)hash : 1;
}
