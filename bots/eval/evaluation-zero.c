/*
 * evaluation-zero.c - 0 for every position of any game: the search sees only ends.
 */
#include "bots/eval/evaluation.h"

static int64_t evaluation_zero_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	(void)s, (void)p, (void)seat, (void)cache;
	return 0;
}

const struct evaluation evaluation_zero = {
	.game = NULL,
	.name = "zero",
	.blind = true,
	.help = "no opinion: only ends count",
	.value = evaluation_zero_value,
};
