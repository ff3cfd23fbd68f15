/*
 * rules-keys.h - do positions with equal keys have the same future, and do positions come again?
 */
#ifndef REFEREE_CHECK_RULES_KEYS_H
#define REFEREE_CHECK_RULES_KEYS_H

#include "referee/check/rules-step.h"

enum { RULES_KEYS_PAIRS = 40 /* positions with one key, which are played on alike */ };

/* Two positions with one key. */
struct rules_pair {
	int64_t game;
	char text[2][POSITION_TEXT];
};

/* All zero at first. */
struct rules_keys {
	struct rules_key *all; /* owned: RULES_KEYS */
	int count;
	int shared; /* positions with the key of another one */
	struct rules_pair pairs[RULES_KEYS_PAIRS];
	int pairs_count;
	int64_t agains;	    /* games in which a position came again */
	int64_t again_game; /* the last of them */
	char again_text[POSITION_TEXT];
};

/* Frees what it holds. */
void rules_keys_clear(struct rules_keys *k);

/* Adds a position of a game, with s->moves its count legal moves. False: another one has the same
 * key and differs, and the step has failed. */
bool rules_keys_add(struct rules_keys *k, struct rules_step *s, const struct position *p,
	int64_t game, int count);

/* The step "keys": plays on from the pairs. */
bool rules_keys_step(struct rules_keys *k, struct rules_step *s);

#endif
