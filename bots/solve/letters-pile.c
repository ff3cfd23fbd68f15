/*
 * letters-pile.c - solves the letters game by what it has in common with counting rabbits.
 *
 * After n moves the pile is one letter that was passed over, the front, and all letters from n + 1
 * on. A letter t > 0 that is taken as the second one falls to the player of move t (moves counted
 * from 1): call that its default owner. The front f falls to the player of the move t after which t
 * is the front: its default owner when t - f is even, the other when it is odd. So hands are told
 * by the set D of letters that fell to the other, and from one of D to the next is always an odd
 * step. There are only as many such sets as there are Fibonacci numbers high: 317 811 for 26
 * letters, where the game has 2^25 ways to go.
 *
 * letters_pile_visit() is called once for each D, its last letter d, and finds the results of all
 * positions in which D is settled and f = d + 1, d + 3, ... is the front. From there, move t may
 * make t the front: t - f even leaves D alone (a later f of this visit), t - f odd adds f to D (the
 * visit of a child). The end of the pile is one more front, whose result is the score.
 *
 * Scores are found on the way. For both players there is a list of the words of which they hold all
 * letters settled so far, the letters to come as a mask, sorted. When a letter is settled its words
 * are the end of the list, the mask's highest bit being set: the other player loses them, the owner
 * has the bit cleared and the two parts merged, words of equal rest becoming one. So a list is
 * never longer than 2 to the power of the letters to come. Mask 0 is what has been scored.
 */
#include "bots/solve/letters-pile.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS_PILE_PLAYERS = 2 };

struct letters_list {
	const struct letters_word *words;
	int count;
};

struct letters_solver {
	int count; /* letters */
	/* Lists when the first n letters are settled, on the way to the position in hand. */
	struct letters_list lists[LETTERS_PILE_MOST + 1][LETTERS_PILE_PLAYERS];
	struct letters_word *room[LETTERS_PILE_MOST + 1][LETTERS_PILE_PLAYERS]; /* in words */
	struct letters_word *words;						/* owned */
};

struct letters_outcome {
	int64_t scores[LETTERS_PILE_PLAYERS];
};

static int letters_pile_order(const void *a, const void *b)
{
	uint32_t x = ((const struct letters_word *)a)->mask;
	uint32_t y = ((const struct letters_word *)b)->mask;

	return x < y ? -1 : x > y;
}

/* Sorts words and makes those of the same letters one; returns how many are left. */
static int letters_pile_unite(struct letters_word *list, int count)
{
	int last = 0;

	qsort(list, (size_t)count, sizeof *list, letters_pile_order);
	for (int i = 1; i < count; i++) {
		if (list[i].mask == list[last].mask)
			list[last].score += list[i].score;
		else
			list[++last] = list[i];
	}
	return count == 0 ? 0 : last + 1;
}

/* Merges two sorted lists, of which the second has bit set everywhere, into out without it. */
static int letters_pile_merge(const struct letters_word *a, const struct letters_word *a_end,
	const struct letters_word *b, const struct letters_word *b_end, uint32_t bit,
	struct letters_word *out)
{
	struct letters_word *at = out;

	while (a < a_end && b < b_end) {
		uint32_t mask = b->mask ^ bit;
		if (a->mask < mask) {
			*at++ = *a++;
		} else {
			*at = (struct letters_word){mask, b->score};
			b++;
			if (a->mask == mask)
				at->score += a++->score;
			at++;
		}
	}
	while (a < a_end)
		*at++ = *a++;
	for (; b < b_end; b++)
		*at++ = (struct letters_word){b->mask ^ bit, b->score};
	return (int)(at - out);
}

/* Gives letter n to a player: the lists of n settled letters make those of n + 1. */
static void letters_pile_settle(struct letters_solver *s, int n, int owner)
{
	uint32_t bit = UINT32_C(1) << (LETTERS_PILE_MOST - 1 - n);

	for (int player = 0; player < LETTERS_PILE_PLAYERS; player++) {
		const struct letters_list *old = &s->lists[n][player];
		struct letters_list *new = &s->lists[n + 1][player];
		int without = old->count;
		while (without > 0 && (old->words[without - 1].mask & bit) != 0)
			without--;
		new->words = old->words;
		new->count = without;
		if (player == owner && without < old->count) {
			new->words = s->room[n + 1][player];
			new->count = letters_pile_merge(old->words, old->words + without,
				old->words + without, old->words + old->count, bit,
				s->room[n + 1][player]);
		}
	}
}

/* What a player has scored when n letters are settled. */
static int64_t letters_pile_score(const struct letters_solver *s, int n, int player)
{
	const struct letters_list *list = &s->lists[n][player];

	return list->count > 0 && list->words[0].mask == 0 ? list->words[0].score : 0;
}

/* Whether no word is open any more: all that is to come scores nothing. */
static bool letters_pile_idle(const struct letters_solver *s, int n)
{
	for (int player = 0; player < LETTERS_PILE_PLAYERS; player++) {
		const struct letters_list *list = &s->lists[n][player];
		if (list->count > 0 && list->words[list->count - 1].mask != 0)
			return false;
	}
	return true;
}

/* Who makes move t, and so has letter t when that is taken as the second: by default. */
static int letters_pile_mover(int t)
{
	return (t + 1) % 2;
}

static bool letters_pile_better(
	const struct letters_outcome *a, const struct letters_outcome *b, int player)
{
	return a->scores[player] - a->scores[1 - player] >
	       b->scores[player] - b->scores[1 - player];
}

/* The result with front f, where result[t] is that with front t after move t, t > f. The earlier
 * letter is the front. *takes: whether the first to move takes it. */
static struct letters_outcome letters_pile_play(const struct letters_solver *s, int f,
	const struct letters_outcome *own, const struct letters_outcome *children, bool *takes)
{
	struct letters_outcome best;

	for (int t = s->count; t > f; t--) {
		const struct letters_outcome *front = (t - f) % 2 == 0 ? &own[t] : &children[t];
		*takes = t == s->count || !letters_pile_better(&best, front, letters_pile_mover(t));
		if (*takes)
			best = *front;
	}
	return best;
}

/* Finds outcomes[f] for f = d + 1, d + 3, ... up to the count of letters, the lists of d + 1
 * settled letters being made. *takes as above, for the first f. */
static void letters_pile_visit(struct letters_solver *s, int d,
	struct letters_outcome outcomes[LETTERS_PILE_MOST + 1], bool *takes)
{
	struct letters_outcome children[LETTERS_PILE_MOST][LETTERS_PILE_MOST + 1];
	int first = d + 1, count = s->count;

	if (letters_pile_idle(s, first)) {
		for (int f = first; f <= count; f += 2)
			for (int player = 0; player < LETTERS_PILE_PLAYERS; player++)
				outcomes[f].scores[player] = letters_pile_score(s, first, player);
		*takes = true;
		return;
	}
	for (int f = first; f < count; f++) {
		if ((f - first) % 2 == 0) {
			letters_pile_settle(s, f, 1 - letters_pile_mover(f));
			letters_pile_visit(s, f, children[f], takes);
		}
		letters_pile_settle(s, f, letters_pile_mover(f));
	}
	if ((count - first) % 2 == 0)
		for (int player = 0; player < LETTERS_PILE_PLAYERS; player++)
			outcomes[count].scores[player] = letters_pile_score(s, count, player);
	for (int f = count - 1; f >= first; f--)
		if ((f - first) % 2 == 0)
			outcomes[f] = letters_pile_play(s, f, outcomes, children[f], takes);
}

/* Room for a list after n letters: no more words than masks, nor than words. */
static size_t letters_pile_longest(const struct letters_pile *pile, int n)
{
	size_t masks = (size_t)1 << (LETTERS_PILE_MOST - n);

	return masks < (size_t)pile->words ? masks : (size_t)pile->words;
}

bool letters_pile_solve(struct letters_pile *pile, struct letters_result *result)
{
	struct letters_solver s = {.count = pile->count};
	struct letters_outcome outcomes[LETTERS_PILE_MOST + 1];
	size_t sum = 0, used = 0;
	bool takes;

	assert(pile->count > 0 && pile->count <= LETTERS_PILE_MOST);
	pile->words = letters_pile_unite(pile->list, pile->words);
	for (int n = 1; n <= pile->count; n++)
		sum += LETTERS_PILE_PLAYERS * letters_pile_longest(pile, n);
	s.words = malloc((sum + 1) * sizeof *s.words);
	if (s.words == NULL)
		return false;
	for (int player = 0; player < LETTERS_PILE_PLAYERS; player++) {
		s.lists[0][player] = (struct letters_list){pile->list, pile->words};
		for (int n = 1; n <= pile->count; n++) {
			s.room[n][player] = s.words + used;
			used += letters_pile_longest(pile, n);
		}
	}
	/* Nothing is settled and 0 is the front, as if D ended at -1. */
	letters_pile_visit(&s, -1, outcomes, &takes);
	result->first = pile->letters[takes ? 0 : 1];
	for (int player = 0; player < LETTERS_PILE_PLAYERS; player++)
		result->scores[player] = outcomes[0].scores[player];
	free(s.words);
	return true;
}

void letters_pile_clear(struct letters_pile *pile)
{
	free(pile->list);
	pile->list = NULL;
}
