/*
 * letters-pile.c - solves the letters game, whose positions are counted by Fibonacci's numbers.
 *
 * After n moves the pile is one letter that was passed over, the front, and all letters from n +
 * 1 on. A letter t > 0 that is taken as the second one goes to the player of move t (moves count
 * from 1): this is its default owner. The front f goes to the player of the move t after which t
 * is the front: to its default owner if t - f is even, to the other player if it is odd. So hands
 * are described by the set D of letters that went to the other player. From one letter of D to
 * the next is always an odd step. The number of such sets is a Fibonacci number: 317 811 for 26
 * letters, where the game has 2^25 lines.
 *
 * letters_pile_visit() is called once for each D, whose last letter is d. It finds the results of
 * all positions in which D is settled and f = d + 1, d + 3, ... is the front. From there, move t
 * may make t the front. If t - f is even, D stays (a later f of this visit). If it is odd, f is
 * added to D (the visit of a child). The end of the pile is one more front, whose result is the
 * score.
 *
 * Scores are computed on the way. Each player has a sorted list of the words of which it holds
 * all letters settled so far; a word is the mask of its letters to come. When a letter is
 * settled, its words are the end of the list, because the mask's highest bit is set. The other
 * player loses them. For the owner the bit is cleared, the two parts are merged, and words of
 * equal rest become one. So a list is never longer than 2 to the power of the number of letters
 * to come. Mask 0 has the score.
 */
#include "bots/solve/letters-pile.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	LETTERS_PILE_PLAYERS = 2,
	LETTERS_PILE_TAIL = 5, /* letters settled in tables; the best number by trial */
	LETTERS_PILE_HANDS = 1 << LETTERS_PILE_TAIL
};

struct letters_list {
	const struct letters_word *words;
	int count;
};

/* The first player's score, and its lead. */
struct letters_outcome {
	int64_t score, lead;
};

struct letters_solver {
	int count; /* letters */
	int tail;  /* the first of the last few */
	/* Scores of each player by the mask of its letters of the tail; the last letter is bit 0.
	 */
	int64_t table[LETTERS_PILE_HANDS][LETTERS_PILE_PLAYERS];
	/* Lists after the first n letters are settled, on the path to the current position. */
	struct letters_list lists[LETTERS_PILE_MAX + 1][LETTERS_PILE_PLAYERS];
	struct letters_word *room[LETTERS_PILE_MAX + 1][LETTERS_PILE_PLAYERS]; /* in words */
	struct letters_word *words;					       /* owned */
	/* Results of visits, by d + 1 and front. A visit changes only rows of higher d, so the
	 * rows of its children are there when it needs them. */
	struct letters_outcome outcomes[LETTERS_PILE_MAX + 1][LETTERS_PILE_MAX + 1];
};

static int letters_pile_order(const void *a, const void *b)
{
	uint32_t x = ((const struct letters_word *)a)->mask;
	uint32_t y = ((const struct letters_word *)b)->mask;

	return x < y ? -1 : x > y;
}

/* Sorts words and joins those of the same letters; returns the number left. */
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

/* Merges two sorted lists into out. All words of the second have bit set; the result does not. */
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

/* Gives letter n to a player: makes the lists of n + 1 settled letters from those of n. */
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

/* The scores when all letters are settled, by the first player's hand of the tail. */
static struct letters_outcome letters_pile_score(const struct letters_solver *s, unsigned hand)
{
	unsigned all = (1u << (s->count - s->tail)) - 1;
	int64_t score = s->table[hand][0];

	return (struct letters_outcome){score, score - s->table[hand ^ all][1]};
}

/* The player of move t, which is the default owner of letter t. */
static int letters_pile_mover(int t)
{
	return (t + 1) % 2;
}

/* Does a player prefer a to b? */
static inline bool letters_pile_better(
	const struct letters_outcome *a, const struct letters_outcome *b, int player)
{
	return player == 0 ? a->lead > b->lead : a->lead < b->lead;
}

/* The result with front f in the visit of d. The front is the earlier letter. *takes: does the
 * first to move take it? */
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

/* Finds the outcomes of d for f = d + 1, d + 3, ... up to the number of letters. d + 1 letters
 * are settled: in the lists, and from the tail on in the first player's hand. *takes as above,
 * for the first f. */
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

/* The maximum length of a list after n letters: no more words than masks, nor than words. */
static size_t letters_pile_longest(int words, int n)
{
	size_t masks = (size_t)1 << (LETTERS_PILE_MAX - n);

	return masks < (size_t)words ? masks : (size_t)words;
}

/* Divides memory among all lists; false: no memory. */
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
	/* No letter is settled and 0 is the front, as if D ended at -1. */
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

/* --- reading -----------------------------------------------------------------------------------
 */

/* Scores within 10^12: the sum of all words cannot overflow. */
static const int64_t letters_read_most = INT64_C(1000000000000);

/* Takes the letters of the pile, with or without blanks between them. */
static bool letters_read_letters(
	struct input *in, struct letters_pile *pile, int count, struct error *err)
{
	struct error what;

	for (pile->count = 0; pile->count < count; in->at++) {
		error_set(&what, "letter %d of the pile of %d (A to Z)", pile->count + 1, count);
		if (!input_seek(in) || *in->at < 'A' || *in->at > 'Z')
			return input_refuse_next(in, what.text, err);
		if (strchr(pile->letters, *in->at) != NULL)
			return input_refuse(in, in->at, err,
				"%c is in the pile already; its letters are all different",
				*in->at);
		pile->letters[pile->count++] = *in->at;
	}
	if (in->at < in->safe && input_token(in) > 0)
		return input_refuse(in, in->at, err,
			"\"%.1s\" is one letter too many for a pile of %d", in->at, count);
	return true;
}

/* Takes one word and its score. */
static bool letters_read_word(
	struct input *in, struct letters_pile *pile, int count, struct error *err)
{
	struct letters_word word = {0};
	struct error what;

	error_set(&what, "word %d of %d (letters from A to Z)", pile->words + 1, count);
	if (!input_seek(in))
		return input_refuse_next(in, what.text, err);
	size_t length = input_token(in);
	for (size_t i = 0; i < length; i++) {
		char c = in->at[i];
		if (c < 'A' || c > 'Z')
			return input_refuse_next(in, what.text, err);
		const char *letter = strchr(pile->letters, c);
		if (letter == NULL)
			return input_refuse(in, in->at + i, err,
				"\"%.*s\" has %c, which is not in the pile %s",
				length > 40 ? 40 : (int)length, in->at, c, pile->letters);
		word.mask |= UINT32_C(1) << (LETTERS_PILE_MAX - 1 - (letter - pile->letters));
	}
	in->at += length;
	error_set(&what, "the score of word %d of %d", pile->words + 1, count);
	if (!input_number(in, what.text, -letters_read_most, letters_read_most, &word.score, err))
		return false;
	pile->list[pile->words++] = word;
	return true;
}

bool letters_pile_read(struct input *in, struct letters_pile *pile, struct error *err)
{
	int64_t letters, words;

	*pile = (struct letters_pile){0};
	if (!input_number(in, "the number of letters", 1, LETTERS_PILE_MAX, &letters, err) ||
		!input_number(in, "the number of words", 0, LETTERS_PILE_WORDS_MAX, &words, err) ||
		!letters_read_letters(in, pile, (int)letters, err))
		return false;
	pile->list = malloc((size_t)(words + 1) * sizeof *pile->list);
	if (pile->list == NULL)
		return error_set(err, "no memory for %" PRId64 " words", words);
	while (pile->words < words)
		if (!letters_read_word(in, pile, (int)words, err))
			return false;
	if (input_seek(in))
		return input_refuse(in, in->at, err,
			"there is more than the %" PRId64 " words announced", words);
	return !in->failed || input_refuse_next(in, "the end", err);
}
