/*
 * solver.c - finds scores and moves by yes-or-no questions to the search.
 *
 * Questions "at least this much?" enclose a score. Large scores, won or lost, mean short games
 * and cheap questions; scores near 0 need a search to the end of the board. So the questions go
 * from outside inward, a third of the way to 0 at a time, on the wider side. In the opening most
 * scores are near 0, so the last steps are skipped: the next question is whether the side to move
 * wins, then follows the score nearest to that. This saves a tenth of the work for positions of 2
 * to 12 stones, a third for the empty board.
 */
#include "bots/connect4/solver.h"

#include "bots/connect4/search.h"

#include <assert.h>
#include <stdlib.h>

enum {
	SOLVER_OPENING = 8, /* with fewer stones, ask for the winner as soon as ... */
	SOLVER_NEAR = 6	    /* ... larger scores, of either sign, are excluded */
};

struct solver {
	struct solver_table table;
	struct search search;
};

struct solver *solver_create(int megabytes)
{
	struct solver *s = calloc(1, sizeof(*s));
	if (s == NULL)
		return NULL;
	if (!solver_table_init(&s->table, megabytes)) {
		free(s);
		return NULL;
	}
	s->search.table = &s->table;
	s->search.grow_at = solver_table_first();
	return s;
}

void solver_free(struct solver *s)
{
	if (s == NULL)
		return;
	solver_table_clear(&s->table);
	free(s);
}

void solver_warm(struct solver *s)
{
	solver_table_warm(&s->table);
}

void solver_set_stop(struct solver *s, bool (*stop)(void *argument), void *argument)
{
	s->search.stop = stop;
	s->search.stop_argument = argument;
}

void solver_forget(struct solver *s)
{
	solver_table_forget(&s->table);
	s->search.since = s->search.nodes;
	s->search.grow_at = solver_table_first();
}

uint64_t solver_nodes(const struct solver *s)
{
	return s->search.nodes;
}

/* The next question for a score in low..high. */
static int solver_question(int low, int high, int stones)
{
	if (stones < SOLVER_OPENING && low >= -SOLVER_NEAR && high <= SOLVER_NEAR)
		return low >= 1 ? low + 1 : high >= 1 ? 1 : high;
	int wanted = -low >= high ? low + 1 - low / 3 : high - high / 3;
	if (wanted <= low)
		return low + 1;
	return wanted > high ? high : wanted;
}

/* The columns from the centre outward, left before right. */
static int solver_from_centre(int i)
{
	return BOARD_COLUMNS / 2 + (i % 2 == 0 ? i / 2 : -(i + 1) / 2);
}

/* The move for a position whose score needs no search: a win, a parry, or any move. */
static int solver_plain_move(const struct search_node *node, uint64_t stones)
{
	uint64_t playable = board_playable(stones);
	uint64_t choice = node->view.own_wins & playable;
	if (choice == 0)
		choice = node->moves;
	if (choice == 0)
		choice = node->view.other_wins & playable;
	if (choice == 0)
		choice = playable;
	for (int i = 0; choice != 0 && i < BOARD_COLUMNS; i++) {
		int column = solver_from_centre(i);
		if (choice & BOARD_COLUMN(column))
			return column;
	}
	return -1;
}

/* Asks whether the score is at least wanted, and narrows the answer. False when stopped. */
static bool solver_ask(
	struct solver *s, const struct search_node *node, int wanted, struct solver_answer *a)
{
	int score = search_at_least(&s->search, node, wanted);
	if (s->search.stopped)
		return false;
	if (score >= wanted) {
		a->low = score > a->low ? score : a->low;
		a->best = s->search.best;
	} else {
		a->high = score < a->high ? score : a->high;
	}
	return true;
}

void solver_solve_within(
	struct solver *s, const struct board *b, int low, int high, struct solver_answer *answer)
{
	struct search_node node;
	int score;
	uint64_t before = s->search.nodes;
	assert(low <= high && !board_is_won(b));
	if (search_prepare(&node, b, &score)) {
		*answer = (struct solver_answer){
			score, score, solver_plain_move(&node, b->stones), 0};
		return;
	}
	int lowest = search_lowest(node.view.stones), highest = search_highest(node.view.stones);
	*answer = (struct solver_answer){.low = low > lowest ? low : lowest,
		.high = high < highest ? high : highest,
		.best = -1};
	bool running = true, reached = false;
	while (running && answer->low < answer->high) {
		running = solver_ask(s, &node,
			solver_question(answer->low, answer->high, node.view.stones), answer);
		reached = answer->best >= 0;
	}
	/* A given bound, or one from the number of stones, has no move yet. */
	if (running && !reached)
		solver_ask(s, &node, answer->low, answer);
	if (answer->best < 0)
		answer->best = solver_plain_move(&node, b->stones);
	answer->nodes = s->search.nodes - before;
}

void solver_solve(struct solver *s, const struct board *b, struct solver_answer *answer)
{
	solver_solve_within(s, b, SOLVER_WORST, -SOLVER_WORST, answer);
}

/* Is the score of b at least wanted? 1, 0, or -1 when stopped. */
static int solver_at_least(struct solver *s, const struct board *b, int wanted)
{
	struct search_node node;
	int score;
	if (!search_prepare(&node, b, &score)) {
		score = search_at_least(&s->search, &node, wanted);
		if (s->search.stopped)
			return -1;
	}
	return score >= wanted;
}

/* Does a column reach the score, which is b's? 1, 0, or -1 when stopped. */
static int solver_reaches(struct solver *s, const struct board *b, int column, int score)
{
	if (!(board_playable(b->stones) & BOARD_COLUMN(column)))
		return 0;
	struct board after = *b;
	board_play(&after, column);
	/* A move that wins at once is best. */
	int refuted = board_is_won(&after) ? 0 : solver_at_least(s, &after, 1 - score);
	return refuted < 0 ? -1 : !refuted;
}

bool solver_best_columns(struct solver *s, const struct board *b, int score, unsigned *columns)
{
	*columns = 0;
	for (int column = 0; column < BOARD_COLUMNS; column++) {
		int reaches = solver_reaches(s, b, column, score);
		if (reaches < 0)
			return false;
		if (reaches)
			*columns |= 1u << column;
	}
	return true;
}

int solver_central_column(struct solver *s, const struct board *b, int score)
{
	for (int i = 0; i < BOARD_COLUMNS; i++) {
		int reaches = solver_reaches(s, b, solver_from_centre(i), score);
		if (reaches != 0)
			return reaches < 0 ? -1 : solver_from_centre(i);
	}
	return -1;
}

bool solver_analyze(struct solver *s, const struct board *b, int scores[BOARD_COLUMNS])
{
	for (int column = 0; column < BOARD_COLUMNS; column++)
		scores[column] = SOLVER_NO_MOVE;
	for (int column = 0; column < BOARD_COLUMNS; column++) {
		if (!(board_playable(b->stones) & BOARD_COLUMN(column)))
			continue;
		struct board after = *b;
		struct solver_answer answer;
		board_play(&after, column);
		if (board_is_won(&after)) {
			scores[column] = search_highest(board_count(b)) + 1;
			continue;
		}
		solver_solve(s, &after, &answer);
		if (answer.low != answer.high)
			return false;
		scores[column] = -answer.low;
	}
	return true;
}
