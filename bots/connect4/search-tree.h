/*
 * search-tree.h - the null-window search that answers search_at_least().
 *
 * This is not a header of declarations: search.c compiles it for every machine, and search-avx2.c
 * a second time for machines with wider registers.
 *
 * A node is entered only if the side to move can neither win at once nor must lose at once. So
 * each node stands for two plies of the textbook's search. It tries these steps, the cheapest
 * first:
 *
 *   1. the clock: a win needs two more moves of the winner, so few stones left bound the score;
 *   2. the last chance: if only a win with the move after this one would be soon enough, looking at
 *      all moves at once decides (half of all nodes are within one move of that);
 *   3. forced moves: a single move that does not lose at once is played without table or choice;
 *   4. the guarantees of following up (bounds.c);
 *   5. the table: lower and upper bounds, of the position or its mirror image;
 *   6. its moves: the threats of all successors are found together, four boards per step. A
 *      successor is a win without a visit if all moves of its side lose at once;
 *   7. the successors' table entries: one may refute the position already, others are known to be
 *      too low and need no visit (enhanced transposition cutoffs; Plaat et al. 1996);
 *   8. the successors by number of threats, centre first. A threat above one of the other side's
 *      counts nothing: that cell is reached only after the other side's four was parried.
 *
 * Growth of the nodes (of the time) when a step is left out, on begin-medium and the first
 * positions of begin-hard: step 2: 1.25 and 1.17 (1.2); step 4: 1.08 and 1.12 (none: it is cheap
 * only because it is asked only when it may decide); step 7: 1.27 and 1.29 (1.2). The table's
 * near part costs nodes, but saves a quarter of the time.
 *
 * Tried without success: stones that no longer matter removed from the key (1.1 times fewer
 * nodes, each dearer), history (1.2 times more), killer moves (fewer in one set, more in the
 * other), lines that cannot be reached in the moves left (one node in 500); in the order of
 * moves: parity of threats, pairs and free lines, or the follow-up (none better than the centre).
 *
 * The ideas are well known: bit boards (Tromp), non-losing moves, threats as order and null
 * windows (Pons, "Solving Connect 4"), claimeven (Allis 1988).
 */
#ifndef BOTS_CONNECT4_SEARCH_TREE_H
#define BOTS_CONNECT4_SEARCH_TREE_H

#include "bots/connect4/search.h"
#include "bots/connect4/threats.h"

enum {
	SEARCH_MIRROR_STONES = 14, /* with more stones mirror images are too rare to look up */
	SEARCH_PEEK_STONES = 36,   /* with more stones successors' entries are not worth a lookup */
	SEARCH_POLL = 4096,	   /* nodes between two calls of stop, a power of two */
	SEARCH_THREAT = 16	   /* weight of a threat in the order of moves */
};

static const uint64_t search_columns[BOARD_COLUMNS] = {BOARD_COLUMN(3), BOARD_COLUMN(2),
	BOARD_COLUMN(4), BOARD_COLUMN(1), BOARD_COLUMN(5), BOARD_COLUMN(0), BOARD_COLUMN(6)};

/* The moves of a node, best first once ordered, with the facts known about each. */
struct search_moves {
	int count;
	int order[BOARD_COLUMNS]; /* worth * 8 + place in the arrays below */
	struct search_node node[BOARD_COLUMNS];
	struct solver_table_slot slot[BOARD_COLUMNS];
};

/* The place of a position in the table; early positions share it with their mirror image. */
static inline struct solver_table_slot search_slot(
	const struct search *s, uint64_t mover, uint64_t stones, int count)
{
	uint64_t key = mover + stones;
	if (count < SEARCH_MIRROR_STONES) {
		uint64_t mirrored = board_mirror_cells(mover) + board_mirror_cells(stones);
		key = mirrored < key ? mirrored : key;
	}
	return solver_table_slot(s->table, key, count);
}

/* Makes the node after cell is played; wins are the winning cells that its player then has.
 * False: all moves of the other side lose at once. */
static bool search_follow(
	struct search_node *child, const struct bounds_view *v, uint64_t cell, uint64_t wins)
{
	uint64_t stones = v->own | v->other | cell;
	child->view = (struct bounds_view){.own = v->other,
		.other = v->own | cell,
		.own_wins = v->other_wins & ~cell,
		.other_wins = wins,
		.stones = v->stones + 1};
	child->moves = threats_safe_moves(board_playable(stones), wins);
	return child->moves != 0;
}

/* Called once in many nodes: lets the table grow, and asks whether to stop. */
static void search_poll(struct search *s)
{
	if (s->nodes - s->since >= s->grow_at)
		s->grow_at = solver_table_grow(s->table);
	if (s->stop != NULL && s->stop(s->stop_argument))
		s->stopped = true;
}

/* Up to eight moves of a node, each in its own lane; spare lanes repeat the last move. */
struct search_lanes {
	int count;
	threats_four cell[2];
	threats_four wins[2]; /* the winning cells that the mover then has */
};

/* Puts each move of a set into a lane of its own. */
static void search_spread(struct search_lanes *l, uint64_t moves)
{
	uint64_t cells[8];
	l->count = 0;
	for (int i = 0; i < BOARD_COLUMNS; i++) {
		cells[l->count] = moves & search_columns[i];
		l->count += cells[l->count] != 0;
	}
	for (int i = l->count; i < 8; i++)
		cells[i] = cells[l->count - 1];
	/* One by one: a wide load directly after narrow stores would stall. */
	l->cell[0] = (threats_four){cells[0], cells[1], cells[2], cells[3]};
	l->cell[1] = (threats_four){cells[4], cells[5], cells[6], cells[7]};
}

/* Fills in the winning cells, four moves at a time. */
static void search_find_wins(struct search_lanes *l, const struct bounds_view *v)
{
	for (int half = 0; 4 * half < l->count; half++) {
		threats_four mover = l->cell[half] | v->own, found;
		THREATS_FIND(found, mover);
		l->wins[half] = found & BOARD_FULL & ~(mover | v->other);
	}
}

/* Does one of the moves win with the next one? It makes two threats to parry, or one above
 * another. */
static bool search_wins_soon(const struct search_node *node)
{
	const struct bounds_view *v = &node->view;
	struct search_lanes l;
	search_spread(&l, node->moves);
	search_find_wins(&l, v);
	for (int half = 0; 4 * half < l.count; half++) {
		threats_four wins = l.wins[half];
		threats_four playable =
			((l.cell[half] | v->own | v->other) + BOARD_BOTTOM) & BOARD_FULL;
		threats_four forced = wins & playable;
		threats_four twice = forced & (forced - 1);
		threats_four moves = forced | (playable & (threats_four)(forced == 0));
		threats_four won =
			(threats_four)(twice != 0) | (threats_four)((moves & ~(wins >> 1)) == 0);
		if (won[0] | won[1] | won[2] | won[3])
			return true;
	}
	return false;
}

/* Lists the moves of a node. False when one of them wins with the next. */
static bool search_list(
	const struct search *s, const struct search_node *node, struct search_moves *m)
{
	const struct bounds_view *v = &node->view;
	struct search_lanes l;
	search_spread(&l, node->moves);
	m->count = l.count;
	if (v->stones < SEARCH_PEEK_STONES)
		for (int i = 0; i < l.count; i++) {
			uint64_t after = v->own | v->other | l.cell[i / 4][i % 4];
			m->slot[i] = search_slot(s, v->other, after, v->stones + 1);
		}
	search_find_wins(&l, v);
	for (int i = 0; i < l.count; i++) {
		uint64_t wins = l.wins[i / 4][i % 4];
		if (!search_follow(&m->node[i], v, l.cell[i / 4][i % 4], wins))
			return false;
		uint64_t useful = wins & ~(v->other_wins << 1);
		m->order[i] = SEARCH_THREAT * __builtin_popcountll(useful) * 8 + i;
	}
	return true;
}

/* Looks the moves up in the table and drops those known to be below wanted; *best is the most
 * that they reach. True: one is known to reach wanted, and *best is its score. */
static bool search_peek(struct search_moves *m, int wanted, int *best)
{
	int kept = 0;
	for (int i = 0; i < m->count; i++) {
		int low, high;
		if (!solver_table_probe(&m->slot[i], &low, &high)) {
			m->order[kept++] = m->order[i];
			continue;
		}
		if (-high >= wanted) {
			*best = -high;
			return true;
		}
		if (-low >= wanted)
			m->order[kept++] = m->order[i];
		else if (-low > *best)
			*best = -low;
	}
	m->count = kept;
	return false;
}

/* Sorts by worth; equal moves keep their order, the centre first. */
static void search_order(struct search_moves *m)
{
	for (int i = 1; i < m->count; i++) {
		int one = m->order[i], j = i;
		for (; j > 0 && m->order[j - 1] / 8 < one / 8; j--)
			m->order[j] = m->order[j - 1];
		m->order[j] = one;
	}
}

/* The score of a node, searched until it is known whether it reaches wanted. */
static int search_visit(struct search *s, const struct search_node *node, int wanted);

/* Visits the moves until one reaches wanted. Returns the most that any reached, at least best. */
static int search_moves(struct search *s, struct search_moves *m, int wanted, int best)
{
	for (int i = 0; i < m->count && best < wanted; i++) {
		int score = -search_visit(s, &m->node[m->order[i] % 8], 1 - wanted);
		if (s->stopped)
			return 0;
		if (score > best) {
			best = score;
			s->reached = i;
		}
	}
	return best;
}

/* A node with one move: visits its successor, unless the move itself decides. */
static int search_forced(struct search *s, const struct search_node *node, int wanted, int high)
{
	struct search_node child;
	const struct bounds_view *v = &node->view;
	uint64_t cell = node->moves;
	uint64_t wins = threats_of(v->own | cell, v->own | v->other | cell);
	if (!search_follow(&child, v, cell, wins))
		return high;
	if (high - 1 < wanted)
		return high - 1;
	return -search_visit(s, &child, 1 - wanted);
}

/* Steps 6 to 8; low and high are the bounds from the cheaper steps. */
static int search_expand(struct search *s, const struct search_node *node,
	const struct solver_table_slot *slot, int wanted, int low, int high)
{
	struct search_moves m;
	uint64_t before = s->nodes;
	int quick = search_highest(node->view.stones), best = -SOLVER_TABLE_BIAS;
	if (!search_list(s, node, &m))
		return quick;
	high = high < quick - 1 ? high : quick - 1;
	if (high < wanted)
		return high;
	if (node->view.stones >= SEARCH_PEEK_STONES || !search_peek(&m, wanted, &best)) {
		search_order(&m);
		best = search_moves(s, &m, wanted, best);
		if (s->stopped)
			return 0;
	}
	if (best >= wanted)
		solver_table_store(slot, best > low ? best : low, high, s->nodes - before);
	else
		solver_table_store(slot, low, best < high ? best : high, s->nodes - before);
	return best;
}

/* The other side can win only with its move after the next. Returns low if it can do so after
 * every move. */
static int search_last_chance(const struct search_node *node, int low)
{
	const struct bounds_view *v = &node->view;
	for (uint64_t rest = node->moves; rest != 0; rest &= rest - 1) {
		struct search_node child;
		uint64_t cell = rest & -rest;
		uint64_t wins = threats_of(v->own | cell, v->own | v->other | cell);
		if (!search_follow(&child, v, cell, wins) || !search_wins_soon(&child))
			return low + 1;
	}
	return low;
}

static int search_visit(struct search *s, const struct search_node *node, int wanted)
{
	int stones = node->view.stones;
	if ((++s->nodes & (SEARCH_POLL - 1)) == 0)
		search_poll(s);
	if (stones >= BOARD_CELLS - 2)
		return 0;
	int high = search_highest(stones), low = search_lowest(stones);
	if (high < wanted)
		return high;
	if (low >= wanted)
		return low;
	if (wanted == high)
		return search_wins_soon(node) ? high : high - 1;
	if (wanted == low + 1)
		return search_last_chance(node, low);
	if ((node->moves & (node->moves - 1)) == 0)
		return search_forced(s, node, wanted, high);
	struct solver_table_slot slot =
		search_slot(s, node->view.own, node->view.own | node->view.other, stones);
	if (bounds_may_decide(stones, wanted))
		bounds_narrow(&node->view, wanted, &low, &high);
	if (high < wanted)
		return high;
	if (low >= wanted)
		return low;
	int known_low, known_high;
	if (solver_table_probe(&slot, &known_low, &known_high)) {
		low = known_low > low ? known_low : low;
		high = known_high < high ? known_high : high;
		if (high < wanted)
			return high;
		if (low >= wanted)
			return low;
	}
	return search_expand(s, node, &slot, wanted, low, high);
}

/* Orders the moves of the root, where each successor's column must be known. False when a move
 * wins with the next one; m->order[0] is then that move. */
static bool search_root(const struct search_node *node, struct search_moves *m)
{
	const struct bounds_view *v = &node->view;
	m->count = 0;
	for (int i = 0; i < BOARD_COLUMNS; i++) {
		uint64_t cell = node->moves & search_columns[i];
		if (cell == 0)
			continue;
		uint64_t wins = threats_of(v->own | cell, v->own | v->other | cell);
		int place = m->count++;
		if (!search_follow(&m->node[place], v, cell, wins)) {
			m->order[0] = place;
			return false;
		}
		m->order[place] = __builtin_popcountll(wins) * 8 + place;
	}
	search_order(m);
	return true;
}

/* search_at_least(), compiled for one kind of machine. */
static int search_tree(struct search *s, const struct search_node *node, int wanted)
{
	struct search_moves m;
	int stones = node->view.stones, best = -SOLVER_TABLE_BIAS;
	uint64_t before = s->nodes++;
	s->best = -1;
	s->stopped = false;
	if (!search_root(node, &m)) {
		s->reached = 0;
		best = search_highest(stones);
	} else {
		best = search_moves(s, &m, wanted, best);
	}
	if (s->stopped)
		return 0;
	uint64_t stones_set = node->view.own | node->view.other;
	struct solver_table_slot slot = search_slot(s, node->view.own, stones_set, stones);
	if (best < wanted) {
		solver_table_store(&slot, search_lowest(stones), best, s->nodes - before);
		return best;
	}
	solver_table_store(&slot, best, search_highest(stones), s->nodes - before);
	const struct search_node *reached = &m.node[m.order[s->reached] % 8];
	s->best = board_column(reached->view.other & ~node->view.own);
	return best;
}

#endif
