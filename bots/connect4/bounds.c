/*
 * bounds.c - what following up guarantees (Allis 1988 calls it claimeven, and the odd threat).
 *
 * Rows count from 1, so a column's cells are odd, even, .. even. Call one side the follower and
 * the other the mover, who is to move. The follower answers in the column where the mover has
 * just played, right above. A column with an even number of free cells then falls apart into
 * pairs: the mover gets the lower cell of each, the follower the upper one. A column with an odd
 * number of free cells begins with a single cell, an even one, called a low here; two lows make a
 * pair too: when the mover takes one, the follower takes the other, and both columns are even.
 * In the long run the follower so gets, whatever the mover does, exactly the upper cells, and of
 * each pair of lows one that the mover chooses. If the mover's stones with all that he can get
 * hold no four, he never makes one and never threatens to: nothing ever breaks the follower's rule.
 *
 * Second player follows. With the first player to move the free cells are even in number, so the
 * lows are too, and all is paired: lower cells are the odd rows. No four of first player's
 * stones, odd cells and lows: he cannot win. If the second player's stones and the even cells
 * that are surely his hold a four, he wins, at the latest when all else is full; the highest cell
 * of the four in row r leaves at least 6 - r cells empty. With the second player to move he first
 * takes one of the lows (their number is odd), and then follows.
 *
 * First player follows. With the second player to move the lows are odd in number, so one column
 * cannot be paired. Let the first player have a threat there (a cell that completes his four) in
 * an odd row, and let nobody want to play below it: the cells under it are an odd number,
 * beginning with the low, so that the second player gets the first and the last of them if he
 * plays there, and the first player then wins. All other columns are paired, and once they are full
 * the second player must play there. He gets odd cells of the other columns, one of each pair of
 * lows, and even cells of that column below the threat. No four in those with his stones: the
 * first player wins, at the latest with all other columns full. With the first player to move he
 * takes a low of another column first or, if there is none, the cell at the bottom of this one.
 *
 * More than two lows to be paired count as all taken by whoever must not get a four; that is safe.
 */
#include "bots/connect4/bounds.h"

#include "bots/connect4/threats.h"

/* Whether neither low of the pair gives a four to these cells; more lows are taken together. */
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
 * The least score of a second player who follows, for whom these cells are sure: a four that lies
 * in rows up to 6, 4 or 2 is made by stone 42, 40 or 38. Only looks for what decides wanted.
 */
static int bounds_sure_win(uint64_t cells, int wanted)
{
	static const uint64_t up_to[] = {63, 15, 3};
	if (wanted < 1 || wanted > 3)
		return 0;
	return threats_has_line(cells & (BOARD_BOTTOM * up_to[wanted - 1])) ? wanted : 0;
}

/* The score of a first player whose threat in this odd row the second player must feed at last. */
static int bounds_odd_threat(uint64_t threat)
{
	return __builtin_ctzll(threat) % BOARD_STEP == 2 ? 2 : 1;
}

/*
 * The score of the first player, who follows, from his odd threat in this column; 0 without one.
 * second: the stones of the second player; lows: those of the other columns, to be paired.
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
