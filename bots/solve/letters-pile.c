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

enum {
	LETTERS_PILE_PLAYERS = 2,
	LETTERS_PILE_TAIL = 5, /* letters that are settled in tables; found by trying */
	LETTERS_PILE_HANDS = 1 << LETTERS_PILE_TAIL
};

struct letters_list {
	const struct letters_word *words;
	int count;
};

/* The first player's score, and by how much it is ahead. */
struct letters_outcome {
	int64_t score, lead;
};

struct letters_solver {
	int count; /* letters */
	int tail;  /* the first of the last few */
	/* Scores of each player by the mask of the tail's letters held, the last letter bit 0. */
	int64_t table[LETTERS_PILE_HANDS][LETTERS_PILE_PLAYERS];
	/* Lists when the first n letters are settled, on the way to the position in hand. */
	struct letters_list lists[LETTERS_PILE_MAX + 1][LETTERS_PILE_PLAYERS];
	struct letters_word *room[LETTERS_PILE_MAX + 1][LETTERS_PILE_PLAYERS]; /* in words */
	struct letters_word *words;					       /* owned */
	/* What visits found, by d + 1 and front. A visit changes only rows of higher d, so that
	 * those of its children are there when it needs them. */
	struct letters_outcome outcomes[LETTERS_PILE_MAX + 1][LETTERS_PILE_MAX + 1];
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
	uint32_t bit = UINT32_C(1) << (LETTERS_PILE_MAX - 1 - n);

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

/* Makes the table from the lists at the tail: sums over the subsets of each hand. */
static void letters_pile_tabulate(struct letters_solver *s)
{
	int hands = 1 << (s->count - s->tail);

	memset(s->table, 0, (size_t)hands * sizeof *s->table);
	for (int player = 0; player < LETTERS_PILE_PLAYERS; player++) {
		const struct letters_list *list = &s->lists[s->tail][player];
		for (int i = 0; i < list->count; i++) {
			uint32_t hand = list->words[i].mask >> (LETTERS_PILE_MAX - s->count);
			s->table[hand][player] = list->words[i].score;
		}
	}
	for (int bit = 1; bit < hands; bit *= 2) {
		for (int hand = bit; hand < hands; hand = (hand + 1) | bit) {
			s->table[hand][0] += s->table[hand - bit][0];
			s->table[hand][1] += s->table[hand - bit][1];
		}
	}
}

/* The scores when all is settled, by the first player's hand of the tail. */
static struct letters_outcome letters_pile_score(const struct letters_solver *s, unsigned hand)
{
	unsigned all = (1u << (s->count - s->tail)) - 1;
	int64_t score = s->table[hand][0];

	return (struct letters_outcome){score, score - s->table[hand ^ all][1]};
}

/* Who makes move t, and so has letter t when that is taken as the second: by default. */
static int letters_pile_mover(int t)
{
	return (t + 1) % 2;
}

/* Whether a player likes a better than b. */
static inline bool letters_pile_better(
	const struct letters_outcome *a, const struct letters_outcome *b, int player)
{
	return player == 0 ? a->lead > b->lead : a->lead < b->lead;
}

/* The result with front f of the visit of d. The earlier letter is the front. *takes: whether the
 * first to move takes it. */
static inline struct letters_outcome letters_pile_play(
	const struct letters_solver *s, int d, int f, bool *takes)
{
	const struct letters_outcome *own = s->outcomes[d + 1], *child = s->outcomes[f + 1];
	struct letters_outcome best = (s->count - f) % 2 == 0 ? own[s->count] : child[s->count];

	*takes = true;
	for (int t = s->count - 1; t > f; t--) {
		const struct letters_outcome *front = (t - f) % 2 == 0 ? &own[t] : &child[t];
		*takes = !letters_pile_better(&best, front, letters_pile_mover(t));
		if (*takes)
			best = *front;
	}
	return best;
}

/* Gives letter n to a player, in the lists or in the hand of the tail. */
static inline unsigned letters_pile_give(struct letters_solver *s, int n, int owner, unsigned hand)
{
	if (n < s->tail)
		letters_pile_settle(s, n, owner);
	else if (owner == 0)
		hand |= 1u << (s->count - 1 - n);
	return hand;
}

/* Finds the outcomes of d for f = d + 1, d + 3, ... up to the count of letters, d + 1 letters being
 * settled: in the lists, and from the tail on in the first player's hand. *takes as above, for the
 * first f. */
static void letters_pile_visit(struct letters_solver *s, int d, unsigned hand, bool *takes)
{
	struct letters_outcome *outcomes = s->outcomes[d + 1];
	int first = d + 1, count = s->count;

	for (int f = first; f < count; f++) {
		int owner = letters_pile_mover(f);
		if (f == s->tail)
			letters_pile_tabulate(s);
		if ((f - first) % 2 == 0)
			letters_pile_visit(s, f, letters_pile_give(s, f, 1 - owner, hand), takes);
		hand = letters_pile_give(s, f, owner, hand);
	}
	if ((count - first) % 2 == 0)
		outcomes[count] = letters_pile_score(s, hand);
	for (int f = count - 1; f >= first; f--)
		if ((f - first) % 2 == 0)
			outcomes[f] = letters_pile_play(s, d, f, takes);
}

/* Room for a list after n letters: no more words than masks, nor than words. */
static size_t letters_pile_longest(int words, int n)
{
	size_t masks = (size_t)1 << (LETTERS_PILE_MAX - n);

	return masks < (size_t)words ? masks : (size_t)words;
}

/* Shares out room for all lists among them; false: no memory. */
static bool letters_pile_make_room(struct letters_solver *s)
{
	size_t sum = 0, used = 0;

	for (int n = 1; n <= s->count; n++)
		for (int player = 0; player < LETTERS_PILE_PLAYERS; player++)
			sum += letters_pile_longest(s->lists[0][player].count, n);
	s->words = malloc((sum + 1) * sizeof *s->words);
	if (s->words == NULL)
		return false;
	for (int n = 1; n <= s->count; n++)
		for (int player = 0; player < LETTERS_PILE_PLAYERS; player++) {
			s->room[n][player] = s->words + used;
			used += letters_pile_longest(s->lists[0][player].count, n);
		}
	return true;
}

bool letters_pile_solve_from(int count, struct letters_word *const words[2], const int counts[2],
	struct letters_result *result)
{
	int tail = count > LETTERS_PILE_TAIL ? count - LETTERS_PILE_TAIL : 0;
	struct letters_solver s = {.count = count, .tail = tail};
	bool takes;

	assert(count > 0 && count <= LETTERS_PILE_MAX);
	for (int player = 0; player < LETTERS_PILE_PLAYERS; player++)
		s.lists[0][player] = (struct letters_list){
			words[player], letters_pile_unite(words[player], counts[player])};
	if (!letters_pile_make_room(&s))
		return false;
	/* Nothing is settled and 0 is the front, as if D ended at -1. */
	letters_pile_visit(&s, -1, 0, &takes);
	result->at = takes ? 0 : 1;
	result->scores[0] = s.outcomes[0][0].score;
	result->scores[1] = s.outcomes[0][0].score - s.outcomes[0][0].lead;
	free(s.words);
	return true;
}

bool letters_pile_solve(struct letters_pile *pile, struct letters_result *result)
{
	struct letters_word *both[] = {pile->list, pile->list};

	pile->words = letters_pile_unite(pile->list, pile->words);
	if (!letters_pile_solve_from(pile->count, both, (int[]){pile->words, pile->words}, result))
		return false;
	result->first = pile->letters[result->at];
	return true;
}

void letters_pile_clear(struct letters_pile *pile)
{
	free(pile->list);
	pile->list = NULL;
}
