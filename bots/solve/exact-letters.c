/*
 * exact-letters.c - exact values of letters, by counting the possible outcomes of a pile.
 */
#include "bots/solve/exact.h"

#include <stdlib.h>
#include <string.h>

#include "bots/solve/letters-pile.h"
#include "rules/letters.h"

/* The remaining letters: the front, then those behind it; and the letters of words that each seat
 * holds. */
struct exact_letters {
	int count;
	int place[LETTERS_PILE_MAX];   /* place in the remaining letters, by letter; -1: taken */
	struct letters_word *words[2]; /* by player: player 0 is to move */
	int counts[2];
};

static bool exact_letters_fits(const struct setup *s)
{
	return strcmp(s->rules->name, "letters") == 0;
}

/* Reads the remaining letters from the position string, which begins with them: `CAB/D/-`. */
static void exact_letters_read(struct exact_letters *e, const struct engine *engine)
{
	char text[POSITION_TEXT];

	engine->setup.rules->write(&engine->setup, &engine->position, text);
	memset(e->place, -1, sizeof e->place);
	e->count = 0;
	for (const char *at = text; *at >= 'A' && *at <= 'Z'; at++)
		e->place[*at - 'A'] = e->count++;
}

/* Adds a word to the list of a player that may still complete it. */
static void exact_letters_add(struct exact_letters *e, int player, uint32_t lacks, int64_t worth)
{
	struct letters_word word = {0, worth};

	for (; lacks != 0; lacks &= lacks - 1) {
		int place = e->place[__builtin_ctz(lacks)];
		if (place < 0)
			return;
		word.mask |= UINT32_C(1) << (LETTERS_PILE_MAX - 1 - place);
	}
	e->words[player][e->counts[player]++] = word;
}

/* Positions whose outcome is computed: Fibonacci's number of the letters, and the fronts. */
static int64_t exact_letters_cost(int count)
{
	int64_t last = 1, before = 0;

	for (int i = 0; i < count; i++) {
		int64_t next = last + before;
		before = last;
		last = next;
	}
	return last;
}

static bool exact_letters_value(void *kept, struct engine *engine, int64_t nodes, int64_t *value)
{
	const struct letters_view v = letters_view(&engine->setup, &engine->position);
	int seat = engine->setup.rules->to_move(&engine->setup, &engine->position);
	struct exact_letters e = {0};
	struct letters_result result;

	(void)kept;
	exact_letters_read(&e, engine);
	if (exact_letters_cost(e.count) > nodes)
		return false;
	struct letters_word *room = malloc(2 * ((size_t)v.words + 1) * sizeof *room);
	if (room == NULL)
		return false;
	e.words[0] = room;
	e.words[1] = room + v.words + 1;
	for (int player = 0; player < 2; player++) {
		uint32_t held = v.held[player == 0 ? seat - 1 : 2 - seat];
		for (int i = 0; i < v.words; i++)
			exact_letters_add(&e, player, v.masks[i] & ~held, v.worth[i]);
	}
	bool good = letters_pile_solve_from(e.count, e.words, e.counts, &result);
	free(room);
	*value = good ? result.scores[0] - result.scores[1] : 0;
	return good;
}

const struct exact exact_letters = {
	.name = "letters",
	.fits = exact_letters_fits,
	.value = exact_letters_value,
};
