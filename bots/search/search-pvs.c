/*
 * search-pvs.c - principal variation search (Marsland and Campbell 1982), the strong search.
 *
 * Each iteration is one ply deeper and uses the results of the last. The first move of a position
 * gets the whole window. The others get a null window, which only asks whether they are better.
 * The order makes the first move nearly always the best: the table's move, then by the
 * evaluation's guesses, killers, history, and the table's entries of the children. At the root
 * the window starts narrow around the last value (aspiration).
 *
 * The value at each depth is minimax's. So an entry of the table counts only if
 *   - it was searched to the same depth,
 *   - or to less, and no evaluation contributed: more depth changes nothing,
 *   - or it promises a won or lost end within the depth, which no seat can delay.
 * Values are those of the root's mover, so its seat is part of the key. The table counts the
 * plies to an end from the position, not from the root.
 *
 * A style (search-pvs.h) changes the moves of the others, and nothing else. Their moves depend on
 * the position, and on the number of them that may still choose freely, which is then part of the
 * key. They never depend on experience, so values stay well defined.
 */
#include "bots/search/search-pvs.h"

#include <assert.h>
#include <string.h>

#include "bots/search/move-ordering.h"
#include "bots/search/transposition-table.h"

enum {
	SEARCH_PVS_WINDOW = 60,	  /* first aspiration window, each way */
	SEARCH_PVS_WIDEST = 2000, /* after that it is open */
	SEARCH_PVS_ASPIRE = 3,	  /* from this depth on */
	SEARCH_PVS_LEAN = 1000,	  /* weight limit of a child's entry, ... */
	SEARCH_PVS_POINT = 100,	  /* ... per point of its value, ... */
	SEARCH_PVS_GAIN = 4000,	  /* ... and per point of the evaluation's guess */
	SEARCH_PVS_FINAL = 4	  /* a mark: no evaluation contributed */
};

/* A node's window and results. */
struct search_pvs_node {
	const struct search_style *style;
	int depth, ply;
	int left; /* number of opponents that may still choose freely, if the style counts them */
	int64_t alpha, beta;
	bool mine;
	int mover;
	uint64_t key;
	int64_t horizon; /* the job's count before the node */
	int64_t value;
	move best; /* at first the table's move */
	bool hinted;
	/* Arrays of its moves: */
	move *moves;
	int64_t *keys;
	uint8_t *marks; /* one_replies: the seat that moves; narrow: amount taken from left */
	int count;
};

/* Does the style apply? One of several opponents must be to move. */
static bool search_pvs_styled(const struct search_job *job, const struct search_pvs_node *n)
{
	return !n->mine && job->setup->seats > 2;
}

static uint64_t search_pvs_key(
	const struct search_job *job, const struct search_pvs_node *n, const struct position *p)
{
	uint64_t key = job->setup->rules->key(job->setup, p) ^ (uint64_t)job->me << 56;

	return key ^ n->style->salt * (uint64_t)(n->left + 1);
}

/* Converts a value counted from the root to one counted from ply (by = ply), or back (by = -ply).
 */
static int64_t search_pvs_shift(const struct search_job *job, int64_t value, int by)
{
	if (search_plies(job->setup->rules, value) < 0)
		return value;
	return value > 0 ? value + by : value - by;
}

/* Does e promise (with value counted from the position) a win or loss within the depth? No deeper
 * search finds another result. */
static bool search_pvs_decided(
	const struct search_job *job, const struct transposition_entry *e, int depth)
{
	int plies = search_plies(job->setup->rules, e->value);
	int bound = e->marks & ~SEARCH_PVS_FINAL;

	if (plies < 0 || plies > depth)
		return false;
	if (e->value == VALUE_WIN - plies)
		return bound != BOUND_UPPER;
	return e->value == -VALUE_WIN + plies && bound != BOUND_LOWER;
}

/* Does e's value hold at this depth? */
static bool search_pvs_holds(
	const struct search_job *job, const struct transposition_entry *e, int depth)
{
	return e->depth == depth || ((e->marks & SEARCH_PVS_FINAL) && e->depth <= depth) ||
	       search_pvs_decided(job, e, depth);
}

/* Records the use of e: if a deeper search may differ, an evaluation contributed. */
static void search_pvs_believe(
	struct search_job *job, const struct transposition_entry *e, int depth)
{
	if (!(e->marks & SEARCH_PVS_FINAL) && !search_pvs_decided(job, e, depth))
		job->horizon++;
}

/* Looks the node up and sets its best move so far. True: its value needs no search. */
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
	search_pvs_believe(job, e, n->depth);
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

/* The weight that an entry for a child, of any depth, adds to the move. */
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

static int64_t search_pvs_value(
	struct search_job *job, const struct position *p, struct search_pvs_node *n);

/* Plays move number i, and skips the turns of seats that may not reply. Returns the child node
 * with an open window. */
static struct search_pvs_node search_pvs_play(
	const struct search_job *job, const struct search_pvs_node *n, int i, struct position *p)
{
	const struct setup *s = job->setup;
	struct search_pvs_node child = {
		.style = n->style, .depth = n->depth - 1, .ply = n->ply + 1, .left = n->left};

	if (!search_pvs_styled(job, n)) {
		s->rules->play(s, p, n->moves[i]);
		child.left = n->style->free;
		return child;
	}
	if (n->style->one_replies && n->marks[i] != n->mover)
		s->rules->turn_to(s, p, n->marks[i]);
	s->rules->play(s, p, n->moves[i]);
	if (n->style->one_replies) {
		int next = s->rules->to_move(s, p);
		if (next != 0 && next != job->me)
			s->rules->turn_to(s, p, job->me);
	} else if (n->style->narrow > 0) {
		bool ours = s->rules->to_move(s, p) == job->me;
		child.left = ours ? n->style->free : n->left - n->marks[i];
	}
	return child;
}

/* The value of move number i: first with a null window, then with the whole one if it may matter.
 */
static int64_t search_pvs_try(struct search_job *job, const struct search_pvs_node *n,
	const struct position *p, int i, bool first)
{
	struct position next;
	position_copy(job->setup, &next, p);
	struct search_pvs_node child = search_pvs_play(job, n, i, &next);
	int64_t low = n->alpha, high = n->beta;

	if (n->mine && n->value > low)
		low = n->value;
	if (!n->mine && n->value < high)
		high = n->value;
	if (!first && n->depth > 1 && high - 1 > low) {
		struct search_pvs_node probe = child;
		probe.alpha = n->mine ? low : high - 1;
		probe.beta = probe.alpha + 1;
		int64_t v = search_pvs_value(job, &next, &probe);
		if (job->stopped || v <= low || v >= high)
			return v;
		if (n->mine ? v <= probe.alpha : v > probe.alpha)
			return v;
	}
	child.alpha = low;
	child.beta = high;
	return search_pvs_value(job, &next, &child);
}

/* Does the table's entry of a child end this node? */
static bool search_pvs_refutes(struct search_job *job, struct search_pvs_node *n,
	const struct transposition_entry *e, move m)
{
	int bound = e->marks & ~SEARCH_PVS_FINAL;
	int64_t v = search_pvs_shift(job, e->value, -n->ply - 1);

	if (!search_pvs_holds(job, e, n->depth - 1) || n->ply == 0)
		return false;
	if (n->mine ? v < n->beta || bound == BOUND_UPPER : v > n->alpha || bound == BOUND_LOWER)
		return false;
	search_pvs_believe(job, e, n->depth - 1);
	n->value = v;
	n->best = m;
	return true;
}

/* Lists the moves of all opponents, each marked with its seat. */
static void search_pvs_gather(
	struct search_job *job, struct search_pvs_node *n, const struct position *p)
{
	const struct setup *s = job->setup;
	unsigned in = s->rules->in(s, p);
	int *gains = move_ordering(job)->gains;

	n->count = 0;
	for (int seat = 1; seat <= s->seats; seat++) {
		struct position turned;
		position_copy(s, &turned, p);
		move *moves = n->moves + n->count;
		if (seat == job->me || !(in >> (seat - 1) & 1) ||
			moves + MOVES_MAX > job->stack + SEARCH_STACK)
			continue;
		if (seat != n->mover)
			s->rules->turn_to(s, &turned, seat);
		int count = s->rules->moves(s, &turned, moves);
		move_ordering_gains(job, &turned, moves, count, gains + n->count);
		memset(n->marks + n->count, seat, (size_t)count);
		n->count += count;
	}
	job->used += n->count;
}

/* Reduces the others' moves to those that the style allows. Sorts the keys, which so far have
 * only the evaluation's guesses, as far as needed, and drops the rest. */
static void search_pvs_narrow(struct search_pvs_node *n)
{
	const struct search_style *style = n->style;
	int limit = n->left > 0 ? style->wide : style->narrow;
	int kept = limit > 0 && limit < n->count ? limit : n->count;
	int ranked = kept < n->count || kept < style->narrow ? kept : style->narrow;

	memset(n->marks, 1, (size_t)n->count);
	for (int at = 0; at < ranked; at++)
		n->marks[move_ordering_pick(n->keys, at, n->count)] = at >= style->narrow;
	n->count = kept;
}

/* Lists the moves. */
static void search_pvs_list(
	struct search_job *job, struct search_pvs_node *n, const struct position *p)
{
	struct move_ordering *order = move_ordering(job);

	n->moves = job->stack + job->used;
	n->keys = order->keys + job->used;
	n->marks = order->marks + job->used;
	if (search_pvs_styled(job, n) && n->style->one_replies) {
		search_pvs_gather(job, n, p);
	} else {
		search_moves(job, p, &n->count);
		move_ordering_gains(job, p, n->moves, n->count, order->gains);
	}
	move_ordering_keys(n->keys, job->evaluation->gains != NULL ? order->gains : NULL, n->count);
	if (search_pvs_styled(job, n) && n->style->narrow > 0)
		search_pvs_narrow(n);
}

/* Sets the weights of the listed moves. Looks all children up in the table before any is searched
 * (Plaat and others 1996). True: the table has a reply that ends this node. */
static bool search_pvs_weigh(
	struct search_job *job, struct search_pvs_node *n, const struct position *p)
{
	const struct move_ordering *order = move_ordering(job);
	bool guessed = job->evaluation->gains != NULL;

	/* One ply above the horizon a guess of the next move is enough. */
	if (guessed && n->depth == 1 && !n->hinted)
		return false;
	for (int at = 0; at < n->count; at++) {
		int i = move_ordering_number(n->keys[at]);
		bool first = n->hinted && n->moves[i] == n->best;
		int weight = move_ordering_credit(order, n->ply, n->mine, n->moves[i]);
		if (guessed)
			weight += order->gains[i] * SEARCH_PVS_GAIN;
		if (n->depth >= n->style->glance) {
			struct position next;
			position_copy(job->setup, &next, p);
			struct search_pvs_node child = search_pvs_play(job, n, i, &next);
			const struct transposition_entry *e =
				transposition_find(job->table, search_pvs_key(job, &child, &next));
			if (e != NULL && search_pvs_refutes(job, n, e, n->moves[i]))
				return true;
			if (e != NULL)
				weight += search_pvs_lean(
					n, search_pvs_shift(job, e->value, -n->ply - 1));
		}
		n->keys[at] = move_ordering_key(first ? MOVE_ORDERING_FIRST : weight, i);
	}
	return false;
}

/* Makes move number i the best of its node. A line ends at a skipped turn. */
static void search_pvs_prefer(struct search_job *job, const struct search_pvs_node *n, int i)
{
	if (!search_pvs_styled(job, n) || !n->style->one_replies) {
		search_prefer(job, n->ply, n->moves[i]);
	} else if (n->ply + 1 < SEARCH_LINE) {
		job->lengths[n->ply] = job->lengths[n->ply + 1] = 0;
		if (n->marks[i] == n->mover)
			search_prefer(job, n->ply, n->moves[i]);
	}
}

/* Tries the moves in order. */
static void search_pvs_expand(
	struct search_job *job, struct search_pvs_node *n, const struct position *p)
{
	bool first = true;

	search_pvs_list(job, n, p);
	if (search_pvs_weigh(job, n, p)) {
		search_drop(job, n->moves);
		return;
	}
	n->value = n->mine ? -VALUE_INFINITE : VALUE_INFINITE;
	for (int at = 0; at < n->count; at++) {
		int i = move_ordering_pick(n->keys, at, n->count);
		int64_t v = search_pvs_try(job, n, p, i, first);
		if (job->stopped)
			break;
		first = false;
		if (n->mine ? v <= n->value : v >= n->value)
			continue;
		n->value = v;
		n->best = n->moves[i];
		n->hinted = false;
		if (n->mine ? v > n->alpha : v < n->beta)
			search_pvs_prefer(job, n, i);
		if (n->mine ? v >= n->beta : v <= n->alpha) {
			move_ordering_praise(
				move_ordering(job), n->ply, n->mine, n->depth, n->moves[i]);
			break;
		}
	}
	search_drop(job, n->moves);
}

/* With one reply only: are we done, so that the rest of the game does not matter? */
static bool search_pvs_idle(
	const struct search_job *job, const struct search_pvs_node *n, const struct position *p)
{
	const struct setup *s = job->setup;

	return n->style->one_replies && s->seats > 2 && !(s->rules->in(s, p) >> (job->me - 1) & 1);
}

static int64_t search_pvs_value(
	struct search_job *job, const struct position *p, struct search_pvs_node *n)
{
	assert(n->alpha < n->beta);
	n->horizon = job->horizon;
	if (search_pvs_idle(job, n, p))
		n->depth = 0;
	if (search_leaf(job, p, n->depth, n->ply, &n->mover, &n->value))
		return n->value;
	n->mine = n->mover == job->me;
	bool tabled = n->depth >= n->style->table;
	if (tabled) {
		n->key = search_pvs_key(job, n, p);
		if (search_pvs_known(job, n))
			return n->value;
	}
	search_pvs_expand(job, n, p);
	if (tabled && !job->stopped)
		search_pvs_remember(job, n);
	return n->value;
}

/* Is a value small enough to be an evaluation? */
static bool search_pvs_small(int64_t value)
{
	return value < VALUE_STEP / 2 && value > -VALUE_STEP / 2;
}

/* One iteration: a narrow window around the last value, widened until it contains the value. */
static int64_t search_pvs_look(struct search_job *job, int depth)
{
	const struct search_style *style = move_ordering(job)->task;
	const struct search_result *last = &job->result;
	move favourite = last->best;
	int64_t low = -VALUE_INFINITE, high = VALUE_INFINITE, value;
	int64_t width = SEARCH_PVS_WINDOW;

	if (depth >= SEARCH_PVS_ASPIRE && search_pvs_small(last->value)) {
		low = last->value - width;
		high = last->value + width;
	}
	for (;;) {
		struct search_pvs_node root = {.style = style,
			.depth = depth,
			.left = style->free,
			.alpha = low,
			.beta = high};
		value = search_pvs_value(job, job->position, &root);
		if (job->stopped) {
			/* The favourite is tried first, so any later choice is better. */
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
	/* Doubt is worth time: a new favourite, or a lower value. */
	if (depth > 4 && (job->lines[0][0] != favourite || value < last->value - SEARCH_PVS_WINDOW))
		job->limits.soft += job->limits.soft / 2;
	return value;
}

void search_pvs_run_as(struct search_job *job, const struct search_style *style)
{
	assert(job->table != NULL);
	move_ordering_clear(move_ordering(job));
	move_ordering(job)->task = style;
	search_deepen_always(job, search_pvs_look);
}

static void search_pvs_run(struct search_job *job)
{
	static const struct search_style style = {.glance = 2, .table = 1};

	search_pvs_run_as(job, &style);
}

const struct search search_pvs = {
	.name = "pvs",
	.help = "the strong one: alphabeta with a table, good order, all the time it has",
	.uses_table = true,
	.megabytes = 16,
	.run = search_pvs_run,
};
