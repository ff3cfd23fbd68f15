/*
 * rules-keys.c - keeps the positions of all games by their keys, and plays on from two with one.
 */
#include "referee/check/rules-keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
	RULES_KEYS = 1 << 18,	 /* positions whose keys are compared */
	RULES_KEYS_FURTHER = 60, /* moves from each position of a pair at most */
	RULES_KEYS_PATH = 96	 /* bytes of these moves that a sentence names */
};

/* The first position with a key. */
struct rules_key {
	uint64_t key, facts;
	int64_t game; /* the last one that had the key */
	char *text;   /* owned; NULL: free */
};

void rules_keys_clear(struct rules_keys *k)
{
	for (int i = 0; k->all != NULL && i < RULES_KEYS; i++)
		free(k->all[i].text);
	free(k->all);
}

/* A number of what must be equal for positions of equal keys: turn, moves in any order, result. */
static uint64_t rules_keys_facts(struct rules_step *s, const struct position *p, int count)
{
	int64_t scores[SEATS_MAX] = {0};
	char word[MOVE_TEXT];
	uint64_t moves = 0;
	for (int i = 0; i < count; i++) {
		s->rules->move_text(&s->setup, p, s->moves[i], word);
		moves += rules_step_hash(word, strlen(word));
	}
	uint64_t facts = random_mix(moves, (uint64_t)s->rules->to_move(&s->setup, p));
	facts = random_mix(facts, s->rules->in(&s->setup, p));
	s->rules->scores(&s->setup, p, scores);
	for (int i = 0; i < s->setup.seats && count == 0; i++)
		facts = random_mix(facts, (uint64_t)scores[i]);
	return facts;
}

/* Keeps two positions with one key: one of the first pairs, then one of all that came, each with
 * the same chance. */
static void rules_keys_pair(struct rules_keys *k, struct rules_step *s, const char *text,
	const char *other, int64_t game)
{
	uint64_t at = (uint64_t)k->pairs_count;
	if (at == RULES_KEYS_PAIRS)
		at = random_below(&s->draw, (uint64_t)k->shared);
	else
		k->pairs_count++;
	if (at >= RULES_KEYS_PAIRS)
		return;
	struct rules_pair *pair = &k->pairs[at];
	pair->game = game;
	snprintf(pair->text[0], POSITION_TEXT, "%s", text);
	snprintf(pair->text[1], POSITION_TEXT, "%s", other);
}

bool rules_keys_add(struct rules_keys *k, struct rules_step *s, const struct position *p,
	int64_t game, int count)
{
	char text[POSITION_TEXT];
	uint64_t setup = rules_vary(s->rules) ? (uint64_t)game : (uint64_t)s->setup.seats;
	uint64_t key = random_mix(s->rules->key(&s->setup, p), setup);
	uint64_t facts = rules_keys_facts(s, p, count);
	if (k->all == NULL)
		k->all = memory_get(RULES_KEYS, sizeof *k->all);
	struct rules_key *at = &k->all[key % RULES_KEYS];
	s->rules->write(&s->setup, p, text);
	if (at->text == NULL) {
		*at = (struct rules_key){key, facts, game, memory_copy(text)};
		k->count++;
		return true;
	}
	if (at->key != key)
		return true;
	if (at->game == game && (k->agains == 0 || k->again_game != game)) {
		k->again_game = game;
		if (k->agains++ == 0)
			memcpy(k->again_text, text, sizeof text);
	}
	at->game = game;
	if (strcmp(at->text, text) == 0)
		return true;
	k->shared++;
	rules_keys_pair(k, s, at->text, text, game);
	if (at->facts == facts)
		return true;
	rules_step_at(s, p, NULL);
	return rules_step_end(s, STEP_RESULT_FAILED,
		"key: \"%.200s\" has the same key, but another turn, other legal moves or another result; equal keys mean equal positions",
		at->text);
}

/* Are the texts equal but for their numbers? */
static bool rules_keys_but_numbers(const char *a, const char *b)
{
	static const char digits[] = "0123456789";
	for (;; a++, b++) {
		a += strspn(a, digits);
		b += strspn(b, digits);
		if (*a != *b || *a == '\0')
			return *a == *b;
	}
}

/* Reads both positions of the pair, and plays the same random moves from them, as long as they are
 * alike. False: a step has failed. */
static bool rules_keys_pair_alike(struct rules_step *s, const struct rules_pair *pair)
{
	struct position p[2];
	struct error err;
	char path[RULES_KEYS_PATH] = "", word[MOVE_TEXT];
	size_t used = 0;
	if (!rules_step_setup(s, pair->game))
		return false;
	for (int i = 0; i < 2; i++)
		if (!s->rules->read(&s->setup, &p[i], pair->text[i], &err))
			return !rules_step_fault(s); /* the step of positions says it */
	for (int ply = 0; ply < RULES_KEYS_FURTHER; ply++) {
		uint64_t facts[2];
		int count[2];
		for (int i = 0; i < 2; i++) {
			count[i] = s->rules->moves(&s->setup, &p[i], s->moves);
			facts[i] = rules_keys_facts(s, &p[i], count[i]);
		}
		if (rules_step_fault(s))
			return false;
		/* A limit of moves may end one of two games that differ in their number. */
		bool ended = (count[0] == 0) != (count[1] == 0);
		if (ended && rules_keys_but_numbers(pair->text[0], pair->text[1]))
			return true;
		if (facts[0] != facts[1]) {
			memcpy(s->finding.position, pair->text[1], sizeof pair->text[1]);
			return rules_step_end(s, STEP_RESULT_FAILED,
				"key: \"%.200s\" has the same key, but after the moves%s of both it has another turn, other legal moves or another result; equal keys mean the same future",
				pair->text[0], path);
		}
		if (count[1] == 0)
			return true;
		move m = s->moves[random_below(&s->random, (uint64_t)count[1])];
		s->rules->move_text(&s->setup, &p[1], m, word);
		used += used < sizeof path
				? (size_t)snprintf(path + used, sizeof path - used, " %s", word)
				: 0;
		for (int i = 0; i < 2; i++)
			if (rules_read_move(&s->setup, &p[i], word, &m))
				s->rules->play(&s->setup, &p[i], m);
		if (rules_step_fault(s))
			return false;
	}
	return true;
}

bool rules_keys_step(struct rules_keys *k, struct rules_step *s)
{
	rules_step_begin(s, "keys");
	for (int i = 0; i < k->pairs_count && time_now() - s->begun < s->options->time; i++)
		if (!rules_keys_pair_alike(s, &k->pairs[i]))
			return false;
	return rules_step_end(s, STEP_RESULT_OK,
		"%d positions; %d times one had the key of another, and went on alike", k->count,
		k->shared);
}
