/*
 * search-pvs.c - principal variation search (Marsland and Campbell 1982), to be strong.
 *
 * One ply deeper at a time, each time with what the last one taught: the first move of a position
 * gets the whole window, the others a null window that only asks whether they are better, and the
 * order makes the first move nearly always the best: the table's move, then by killers (moves that
 * refuted a sister), history (moves that refuted anything), and what the table has of the children.
 * At the root the window starts narrow around the last value (aspiration).
 *
 * The value at each depth is minimax's. So an entry of the table counts only when
 *  - it was searched to the same depth,
 *  - or to less and nothing below it was left to an evaluation: more depth shows nothing new,
 *  - or it promises a won or lost end no farther than the depth: nobody can put that off.
 * Values are the root's mover's, so its seat is part of the key. Ends are kept in the table as
 * counted from the position, not from the root.
 */
#include "bots/search.h"

#include <assert.h>
#include <string.h>

#include "bots/transposition.h"

enum {
	SEARCH_PVS_HISTORY = 1024,  /* moves are folded into so many */
	SEARCH_PVS_WINDOW = 60,	    /* first aspiration window, each way */
	SEARCH_PVS_WIDEST = 2000,   /* after that it is open */
	SEARCH_PVS_ASPIRE = 3,	    /* from this depth on */
	SEARCH_PVS_FULL = 1 << 16,  /* history beyond this is halved */
	SEARCH_PVS_GLANCE = 2,	    /* from this depth on the table is asked for all children */
	SEARCH_PVS_KILLER = 100000, /* in the weight of a move: more than any history */
	SEARCH_PVS_LEAN = 1000,	    /* what an entry of a child says counts up to this, */
	SEARCH_PVS_POINT = 100,	    /* each point so much */
	SEARCH_PVS_KILLERS = 2,
	SEARCH_PVS_FINAL = 4 /* a mark: nothing was left to the evaluation */
};

/* In job->own. */
struct search_pvs_room {
	move killers[SEARCH_PLIES][SEARCH_PVS_KILLERS];
	int history[2][SEARCH_PVS_HISTORY]; /* [0] theirs, [1] ours */
	int weights[SEARCH_STACK];	    /* of the moves in job->stack */
};

static_assert(sizeof(struct search_pvs_room) <= SEARCH_OWN, "the room is large enough");

/* A node's window and what is known of it. */
struct search_pvs_node {
	int depth, ply;
	bool mine;
	uint64_t key;
	int64_t alpha, beta;
	int64_t horizon; /* the job's count before it */
	int64_t value;
	move best; /* the table's move at first */
	bool hinted;
};

static struct search_pvs_room *search_pvs_room(struct search_job *job)
{
	return (struct search_pvs_room *)job->own;
}

static uint64_t search_pvs_key(const struct search_job *job, const struct position *p)
{
	return job->setup->rules->key(job->setup, p) ^ (uint64_t)job->me << 56;
}

/* A value counted from the root as one counted from ply (by = ply), or back (by = -ply). */
static int64_t search_pvs_shift(const struct search_job *job, int64_t value, int by)
{
	if (search_plies(job->setup->rules, value) < 0)
		return value;
	return value > 0 ? value + by : value - by;
}

/* Whether what e says of a position (value counted from there) holds at this depth. */
static bool search_pvs_holds(
	const struct search_job *job, const struct transposition_entry *e, int depth)
{
	int plies = search_plies(job->setup->rules, e->value);
	int bound = e->marks & ~SEARCH_PVS_FINAL;

	if (e->depth == depth || ((e->marks & SEARCH_PVS_FINAL) && e->depth <= depth))
		return true;
	if (plies < 0 || plies > depth)
		return false;
	if (e->value == VALUE_WIN - plies)
		return bound != BOUND_UPPER;
	return e->value == -VALUE_WIN + plies && bound != BOUND_LOWER;
}

/* Looks the node up: its best move so far; true when its value needs no search. */
static bool search_pvs_known(struct search_job *job, struct search_pvs_node *n)
{
	const struct transposition_entry *e = transposition_find(job->table, n->key);

	if (e == NULL)
		return false;
	n->best = e->best;
	n->hinted = true;
	if (n->ply == 0 || !search_pvs_holds(job, e, n->depth))
		return false;
	int bound = e->marks & ~SEARCH_PVS_FINAL;
	n->value = search_pvs_shift(job, e->value, -n->ply);
	if (bound == BOUND_LOWER ? n->value < n->beta : bound == BOUND_UPPER && n->value > n->alpha)
		return false;
	if (!(e->marks & SEARCH_PVS_FINAL))
		job->horizon++;
	return true;
}

static void search_pvs_remember(struct search_job *job, const struct search_pvs_node *n)
{
	int bound = n->value <= n->alpha  ? BOUND_UPPER
		    : n->value >= n->beta ? BOUND_LOWER
					  : BOUND_EXACT;

	if (job->horizon == n->horizon)
		bound |= SEARCH_PVS_FINAL;
	transposition_store(job->table, (struct transposition_entry){.key = n->key,
						.value = search_pvs_shift(job, n->value, n->ply),
						.best = n->best,
						.depth = (int16_t)n->depth,
						.marks = (uint8_t)bound});
}

/* A move that was good enough to end its node is tried early elsewhere. */
static void search_pvs_praise(struct search_job *job, const struct search_pvs_node *n, move m)
{
	struct search_pvs_room *room = search_pvs_room(job);
	move *killers = room->killers[n->ply];
	int *history = room->history[n->mine];

	if (killers[0] != m) {
		killers[1] = killers[0];
		killers[0] = m;
	}
	history[m % SEARCH_PVS_HISTORY] += n->depth * n->depth;
	if (history[m % SEARCH_PVS_HISTORY] > SEARCH_PVS_FULL)
		for (int i = 0; i < SEARCH_PVS_HISTORY; i++)
			history[i] /= 2;
}

static int search_pvs_weight(struct search_job *job, const struct search_pvs_node *n, move m)
{
	const struct search_pvs_room *room = search_pvs_room(job);
	const move *killers = room->killers[n->ply];

	if (n->hinted && m == n->best)
		return INT32_MAX;
	int weight = room->history[n->mine][m % SEARCH_PVS_HISTORY];
	if (m == killers[0] || m == killers[1])
		weight += SEARCH_PVS_KILLER;
	return weight;
}

/* What an entry for a child, to whatever depth, adds to the weight of the move. */
static int search_pvs_lean(const struct search_pvs_node *n, int64_t value)
{
	int64_t better = n->mine ? value : n->beta, worse = n->mine ? n->alpha : value, gain;

	/* The window may be open, that is, infinite. */
	if (__builtin_sub_overflow(better, worse, &gain))
		gain = SEARCH_PVS_LEAN;
	if (gain > SEARCH_PVS_LEAN)
		gain = SEARCH_PVS_LEAN;
	if (gain < -SEARCH_PVS_LEAN)
		gain = -SEARCH_PVS_LEAN;
	return (int)gain * SEARCH_PVS_POINT;
}

/* Brings the heaviest of moves[at..count-1] to at; equal ones keep their order. */
static move search_pvs_pick(move *moves, int *weights, int at, int count)
{
	int best = at;

	for (int i = at + 1; i < count; i++)
		if (weights[i] > weights[best])
			best = i;
	move m = moves[best];
	int weight = weights[best];
	memmove(moves + at + 1, moves + at, (size_t)(best - at) * sizeof *moves);
	memmove(weights + at + 1, weights + at, (size_t)(best - at) * sizeof *weights);
	moves[at] = m;
	weights[at] = weight;
	return m;
}

static int64_t search_pvs_value(struct search_job *job, const struct position *p, int depth,
	int ply, int64_t alpha, int64_t beta);

/* The value of playing m: a null window first, the whole one when that says it may matter. */
static int64_t search_pvs_try(struct search_job *job, const struct search_pvs_node *n,
	const struct position *p, move m, bool first)
{
	struct position child = *p;
	int64_t low = n->alpha, high = n->beta;

	if (n->mine && n->value > low)
		low = n->value;
	if (!n->mine && n->value < high)
		high = n->value;
	job->setup->rules->play(job->setup, &child, m);
	if (!first && n->depth > 1 && high - 1 > low) {
		int64_t null_low = n->mine ? low : high - 1;
		int64_t v = search_pvs_value(
			job, &child, n->depth - 1, n->ply + 1, null_low, null_low + 1);
		if (job->stopped || v <= low || v >= high)
			return v;
		if (n->mine ? v <= null_low : v > null_low)
			return v;
	}
	return search_pvs_value(job, &child, n->depth - 1, n->ply + 1, low, high);
}

/* Whether what the table has of a child ends this node. */
static bool search_pvs_refutes(struct search_job *job, struct search_pvs_node *n,
	const struct transposition_entry *e, move m)
{
	int bound = e->marks & ~SEARCH_PVS_FINAL;
	int64_t v = search_pvs_shift(job, e->value, -n->ply - 1);

	if (!search_pvs_holds(job, e, n->depth - 1) || n->ply == 0)
		return false;
	if (n->mine ? v < n->beta || bound == BOUND_UPPER : v > n->alpha || bound == BOUND_LOWER)
		return false;
	if (!(e->marks & SEARCH_PVS_FINAL))
		job->horizon++;
	n->value = v;
	n->best = m;
	return true;
}

/* Weighs the moves; the table is asked for all children before any is searched (Plaat and others
 * 1996). true: it knows a reply that ends this node. */
static bool search_pvs_weigh(struct search_job *job, struct search_pvs_node *n,
	const struct position *p, const move *moves, int *weights, int count)
{
	for (int i = 0; i < count; i++) {
		weights[i] = search_pvs_weight(job, n, moves[i]);
		if (n->depth < SEARCH_PVS_GLANCE)
			continue;
		struct position child = *p;
		job->setup->rules->play(job->setup, &child, moves[i]);
		const struct transposition_entry *e =
			transposition_find(job->table, search_pvs_key(job, &child));
		if (e == NULL)
			continue;
		if (search_pvs_refutes(job, n, e, moves[i]))
			return true;
		if (weights[i] < INT32_MAX)
			weights[i] +=
				search_pvs_lean(n, search_pvs_shift(job, e->value, -n->ply - 1));
	}
	return false;
}

/* Tries the moves in their order. */
static void search_pvs_expand(
	struct search_job *job, struct search_pvs_node *n, const struct position *p)
{
	int count;
	move *moves = search_moves(job, p, &count);
	int *weights = search_pvs_room(job)->weights + (moves - job->stack);
	bool first = true;

	if (search_pvs_weigh(job, n, p, moves, weights, count)) {
		search_drop(job, moves);
		return;
	}
	n->value = n->mine ? -VALUE_INFINITE : VALUE_INFINITE;
	for (int i = 0; i < count; i++) {
		move m = search_pvs_pick(moves, weights, i, count);
		int64_t v = search_pvs_try(job, n, p, m, first);
		if (job->stopped)
			break;
		first = false;
		if (n->mine ? v <= n->value : v >= n->value)
			continue;
		n->value = v;
		n->best = m;
		n->hinted = false;
		if (n->mine ? v > n->alpha : v < n->beta)
			search_prefer(job, n->ply, m);
		if (n->mine ? v >= n->beta : v <= n->alpha) {
			search_pvs_praise(job, n, m);
			break;
		}
	}
	search_drop(job, moves);
}

static int64_t search_pvs_value(struct search_job *job, const struct position *p, int depth,
	int ply, int64_t alpha, int64_t beta)
{
	struct search_pvs_node n = {.depth = depth, .ply = ply, .alpha = alpha, .beta = beta};
	int mover;

	assert(alpha < beta);
	n.horizon = job->horizon;
	if (search_leaf(job, p, depth, ply, &mover, &n.value))
		return n.value;
	n.mine = mover == job->me;
	n.key = search_pvs_key(job, p);
	if (search_pvs_known(job, &n))
		return n.value;
	search_pvs_expand(job, &n, p);
	if (!job->stopped)
		search_pvs_remember(job, &n);
	return n.value;
}

/* Whether a value is an opinion, as far as its size tells. */
static bool search_pvs_small(int64_t value)
{
	return value < VALUE_STEP / 2 && value > -VALUE_STEP / 2;
}

/* One iteration: a narrow window around the last value, wider until the value is inside. */
static int64_t search_pvs_look(struct search_job *job, int depth)
{
	const struct search_result *last = &job->result;
	move favourite = last->best;
	int64_t low = -VALUE_INFINITE, high = VALUE_INFINITE, value;
	int64_t width = SEARCH_PVS_WINDOW;

	if (depth >= SEARCH_PVS_ASPIRE && search_pvs_small(last->value)) {
		low = last->value - width;
		high = last->value + width;
	}
	for (;;) {
		value = search_pvs_value(job, job->position, depth, 0, low, high);
		if (job->stopped) {
			/* The favourite is tried first: whatever was preferred since is better. */
			if (depth > 1 && job->lengths[0] > 0)
				search_prefer_partial(job);
			return value;
		}
		if (value > low && value < high)
			break;
		width *= 8;
		bool wide = width > SEARCH_PVS_WIDEST || !search_pvs_small(value);
		if (value <= low)
			low = wide ? -VALUE_INFINITE : value - width;
		else
			high = wide ? VALUE_INFINITE : value + width;
	}
	/* Doubt is worth time: a new favourite, or a value that fell. */
	if (depth > 4 && (job->lines[0][0] != favourite || value < last->value - SEARCH_PVS_WINDOW))
		job->limits.soft += job->limits.soft / 2;
	return value;
}

static void search_pvs_run(struct search_job *job)
{
	struct search_pvs_room *room = search_pvs_room(job);

	assert(job->table != NULL);
	memset(room->history, 0, sizeof room->history);
	memset(room->killers, 0xff, sizeof room->killers); /* no move of any game */
	search_deepen_always(job, search_pvs_look);
}

const struct search search_pvs = {
	.name = "pvs",
	.help = "the strong one: alphabeta with a table, good order, all the time it has",
	.uses_table = true,
	.run = search_pvs_run,
};
