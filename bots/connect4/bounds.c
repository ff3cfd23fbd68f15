/*
 * bounds.c - the guarantees of following up (Allis 1988: claimeven, and the odd threat).
 *
 * Rows count from 1, so a column's cells are odd, even, .. even. One side is the follower; the
 * other, which is to move, is the mover. The follower answers in the column where the mover has
 * just played, directly above. A column with an even number of free cells then consists of pairs:
 * the mover gets the lower cell of each, the follower the upper one. A column with an odd number
 * of free cells begins with a single cell, an even one, called a low here. Two lows make a pair,
 * too: when the mover takes one, the follower takes the other, and both columns are even.
 *
 * In the end the follower gets exactly the upper cells, and one cell of each pair of lows; the
 * mover chooses which. If the mover's stones together with all cells that it can get contain no
 * four, it never makes one and never threatens to. So nothing breaks the follower's rule.
 *
 * The second player follows. With the first player to move, the number of free cells is even, so
 * the number of lows is even, and all cells are paired: lower cells are the odd rows. If the
 * first player's stones, odd cells and lows contain no four, it cannot win. If the second
 * player's stones and its sure even cells contain a four, it wins, at the latest when all else is
 * full. The highest cell of the four in row r leaves at least 6 - r cells empty. With the second
 * player to move, it first takes one of the lows (their number is odd), and then follows.
 *
 * The first player follows. With the second player to move, the number of lows is odd, so one
 * column cannot be paired. Let the first player have a threat there (a cell that completes its
 * four) in an odd row, such that neither player wants to play below it. The number of cells under
 * it is odd, beginning with the low. So if the second player plays there, it gets the first and
 * the last of them, and the first player then wins. All other columns are paired; once they are
 * full, the second player must play there. It gets odd cells of the other columns, one of each
 * pair of lows, and even cells of that column below the threat. If these and its stones contain
 * no four, the first player wins, at the latest with all other columns full. With the first
 * player to move, it takes a low of another column first or, if there is none, the bottom cell of
 * this one.
 *
 * If more than two lows must be paired, all count as taken by the side that must not get a four.
 * This is safe.
 */
#include "bots/connect4/bounds.h"

#include "bots/connect4/threats.h"

/* Does neither low of a pair complete a four with these cells? More lows are taken together. */
static bool bounds_barren(uint64_t cells, uint64_t lows)
{
	uint64_t one = lows & -lows, other = lows ^ one;
	if (!threats_has_line(cells | lows))
		return true;
	if (other == 0 || (other & (other - 1)) != 0)
		return false;
	return !threats_has_line(cells | one) && !threats_has_line(cells | other);
}

/*
 * The least score of a second player that follows and is sure of these cells. A four within rows
 * up to 6, 4 or 2 is made by stone 42, 40 or 38. Checks only cases that decide wanted.
 */
static int bounds_sure_win(uint64_t cells, int wanted)
{
	static const uint64_t up_to[] = {63, 15, 3};
	if (wanted < 1 || wanted > 3)
		return 0;
	return threats_has_line(cells & (BOARD_BOTTOM * up_to[wanted - 1])) ? wanted : 0;
}

/* The first player's score if the second player must finally feed its threat in this odd row. */
static int bounds_odd_threat(uint64_t threat)
{
	return __builtin_ctzll(threat) % BOARD_STEP == 2 ? 2 : 1;
}

/*
 * The score of the first player, which follows, from its odd threat in this column; 0 without
 * one. second: the stones of the second player; lows: those of the other columns, to be paired.
 */
static int bounds_zugzwang(
	uint64_t column, uint64_t threats, uint64_t second, uint64_t empty, uint64_t lows)
{
	uint64_t threat = threats & column & BOARD_ODD_ROWS;
	if (threat == 0)
		return 0;
	threat &= -threat;
	uint64_t gets = second | (empty & BOARD_ODD_ROWS & ~column) |
			(empty & BOARD_EVEN_ROWS & column & (threat - 1));
	return bounds_barren(gets, lows) ? bounds_odd_threat(threat) : 0;
}

/* The first player is to move. */
static void bounds_first(const struct bounds_view *v, int wanted, int *low, int *high)
{
	uint64_t stones = v->own | v->other, empty = BOARD_FULL & ~stones;
	uint64_t lows = (stones + BOARD_BOTTOM) & BOARD_EVEN_ROWS;
	if (bounds_barren(v->own | (empty & BOARD_ODD_ROWS), lows)) {
		uint64_t sure = v->other | (empty & BOARD_EVEN_ROWS & ~lows);
		int win = bounds_sure_win(sure, 1 - wanted);
		*high = *high < -win ? *high : -win;
		return;
	}
	uint64_t threats = v->own_wins & BOARD_ODD_ROWS;
	if (wanted < 1 || wanted > 2 || threats == 0 ||
		(lows != 0 && __builtin_popcountll(lows) != 2))
		return;
	for (; threats != 0; threats &= ~BOARD_COLUMN(board_column(threats))) {
		uint64_t column = BOARD_COLUMN(board_column(threats));
		if (lows != 0 && (lows & column) == 0)
			continue;
		int win = bounds_zugzwang(column, threats, v->other, empty, 0);
		*low = *low > win || win == 0 ? *low : win;
	}
}

/* The second player is to move. */
static void bounds_second(const struct bounds_view *v, int wanted, int *low, int *high)
{
	uint64_t stones = v->own | v->other, empty = BOARD_FULL & ~stones;
	uint64_t lows = (stones + BOARD_BOTTOM) & BOARD_EVEN_ROWS;
	uint64_t odd = v->other | (empty & BOARD_ODD_ROWS);
	for (uint64_t rest = lows; rest != 0; rest &= rest - 1) {
		uint64_t taken = rest & -rest;
		if (!bounds_barren(odd, lows ^ taken))
			continue;
		uint64_t sure = v->own | (empty & BOARD_EVEN_ROWS & ~(lows ^ taken));
		int win = bounds_sure_win(sure, wanted);
		*low = *low > win ? *low : win;
		return;
	}
	if (wanted > 0 || wanted < -1)
		return;
	for (uint64_t rest = lows; rest != 0; rest &= rest - 1) {
		uint64_t taken = rest & -rest;
		uint64_t column = BOARD_COLUMN(board_column(taken));
		int win = bounds_zugzwang(column, v->other_wins, v->own, empty, lows ^ taken);
		*high = *high < -win || win == 0 ? *high : -win;
	}
}

void bounds_narrow(const struct bounds_view *v, int wanted, int *low, int *high)
{
	if (v->stones % 2 == 0)
		bounds_first(v, wanted, low, high);
	else
		bounds_second(v, wanted, low, high);
}
