/*
 * evaluation-tictactoe.c - lines that can still be won.
 */
#include "bots/eval/evaluation.h"

#include "rules/gomoku.h"

/* The worth of a line with none, one or two stones of one seat, and none of the other, to that
 * seat. */
static const int evaluation_tictactoe_worth[] = {0, 10, 40, 0};

static int64_t evaluation_tictactoe_open(unsigned own, unsigned other)
{
	static const unsigned lines[] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};
	int64_t sum = 0;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if ((lines[i] & other) == 0)
			sum += evaluation_tictactoe_worth[__builtin_popcount(lines[i] & own)];
	return sum;
}

static int64_t evaluation_tictactoe_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	unsigned own = tictactoe_stones(p, seat), other = tictactoe_stones(p, 3 - seat);

	(void)s, (void)cache;
	return evaluation_tictactoe_open(own, other) - evaluation_tictactoe_open(other, own);
}

const struct evaluation evaluation_tictactoe_lines = {
	.game = "tictactoe",
	.name = "lines",
	.help = "lines that can still be won, by the stones in them",
	.value = evaluation_tictactoe_value,
};
