/*
 * evaluation-letters.c - the worth of complete words and of words that are still possible.
 */
#include "bots/eval/evaluation.h"

#include "rules/letters.h"

enum {
	EVALUATION_LETTERS_WHOLE = 720720 /* parts of a point: divisible by 1..16 */
};

/* The part of a word's worth that counts, with our letters held and their letters theirs. A
 * complete word counts fully. A word of which they hold no letter counts by our share of its
 * letters. */
static int64_t evaluation_letters_hope(uint32_t word, uint32_t held, uint32_t theirs)
{
	int have = __builtin_popcount(word & held);

	if ((word & theirs) != 0)
		return 0;
	return (int64_t)EVALUATION_LETTERS_WHOLE * have / __builtin_popcount(word);
}

static int64_t evaluation_letters_hopes_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *cache)
{
	struct letters_view v = letters_view(s, p);
	uint32_t held = v.held[seat - 1], theirs = v.held[2 - seat];
	int64_t sum = 0;

	(void)cache;
	for (int i = 0; i < v.words; i++)
		sum += v.worth[i] * (evaluation_letters_hope(v.masks[i], held, theirs) -
					    evaluation_letters_hope(v.masks[i], theirs, held));
	return sum / EVALUATION_LETTERS_WHOLE;
}

static int64_t evaluation_letters_held_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *cache)
{
	int64_t scores[SEATS_MAX];

	(void)cache;
	s->rules->scores(s, p, scores);
	return scores[seat - 1] - scores[2 - seat];
}

const struct evaluation evaluation_letters_hopes = {
	.game = "letters",
	.name = "hopes",
	.help = "words by the share of their letters held, none of them by the other",
	.value = evaluation_letters_hopes_value,
};

const struct evaluation evaluation_letters_held = {
	.game = "letters",
	.name = "held",
	.help = "the score as it stands",
	.value = evaluation_letters_held_value,
};
