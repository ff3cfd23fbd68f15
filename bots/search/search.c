/*
 * search.c - functions of all searches: counting and stopping, the value of an end, lines,
 * iterative deepening.
 */
#include "bots/search/search.h"

#include <assert.h>
#include <string.h>

#include "rules/process/rules-process.h"

enum {
	SEARCH_BREATH = 256, /* nodes between two looks at the time at most; one at first */
	SEARCH_QUICK = 2000, /* twice as many after fewer microseconds than this, */
	SEARCH_SLOW = 5000,  /* half as many after more, since rules may be another program; */
	SEARCH_LOOKS = 8,    /* but of a short time this many looks at least */
	SEARCH_POLL = 1000   /* microseconds between two calls of stop */
};

search_usec search_elapsed(const struct search_job *job)
{
	return job->hooks.now == NULL ? 0 : job->hooks.now(job->hooks.context) - job->begun;
}

int search_plies(const struct rules *rules, int64_t value)
{
	int64_t size = value < 0 ? -value : value;

	if (rules->scored || size < VALUE_STEP - SEARCH_PLIES)
		return -1;
	return (int)((VALUE_STEP - size % VALUE_STEP) % VALUE_STEP);
}

/* Are the rules a program that is at fault? Then the search is over. */
static bool search_lost_rules(const struct search_job *job)
{
	const struct rules *rules = job->setup->rules;

	return rules_is_process(rules) && rules_process_fault(rules) != NULL;
}

/* Sets the node count of the next look at time and stop. */
static void search_breathe(struct search_job *job)
{
	job->pause = INT64_MAX;
	if (job->limits.hard > 0 || job->hooks.stop != NULL)
		job->pause = job->nodes + job->breath;
	if (job->limits.nodes > 0 && job->limits.nodes < job->pause)
		job->pause = job->limits.nodes;
}

/* Sets the nodes until the next look by the time that passed since the last one. */
static void search_pace(struct search_job *job, search_usec passed)
{
	search_usec slow = SEARCH_SLOW, quick = SEARCH_QUICK;

	if (job->limits.hard > 0 && job->limits.hard / SEARCH_LOOKS < slow)
		slow = job->limits.hard / SEARCH_LOOKS;
	if (slow / 2 < quick)
		quick = slow / 2;
	if (passed < quick && job->breath < SEARCH_BREATH)
		job->breath *= 2;
	else if (passed > slow && job->breath > 1)
		job->breath /= 2;
}

bool search_look_up(struct search_job *job)
{
	search_usec elapsed = search_elapsed(job);

	search_pace(job, elapsed - job->looked);
	job->looked = elapsed;
	if (job->limits.nodes > 0 && job->nodes >= job->limits.nodes)
		job->stopped = true;
	if (job->limits.hard > 0 && elapsed >= job->limits.hard)
		job->stopped = true;
	if (!job->stopped && job->hooks.stop != NULL && elapsed - job->polled >= SEARCH_POLL) {
		job->polled = elapsed;
		job->stopped = job->hooks.stop(job->hooks.context);
	}
	job->stopped |= search_lost_rules(job);
	/* After a stop, every further position ends at once and is not counted. */
	if (job->stopped)
		job->pause = job->nodes;
	else
		search_breathe(job);
	return job->stopped;
}

/* The worth of the game's end to seat, ply moves after the root. */
static int64_t search_end(const struct search_job *job, const struct position *p, int seat, int ply)
{
	const struct setup *s = job->setup;
	int64_t scores[SEATS_MAX] = {0};
	int64_t best = INT64_MIN;
	int beaten = 0;

	s->rules->scores(s, p, scores);
	int64_t mine = scores[seat - 1];
	for (int i = 0; i < s->seats; i++) {
		beaten += (scores[i] < mine) - (scores[i] > mine);
		if (i != seat - 1 && scores[i] > best)
			best = scores[i];
	}
	if (!s->rules->scored) {
		int64_t share = VALUE_WIN / (s->seats - 1) * beaten;
		return beaten > 0 ? share - ply : beaten < 0 ? share + ply : 0;
	}
	int64_t value;
	if (s->rules->one_stake)
		value = mine;
	else if (__builtin_sub_overflow(mine, best, &value))
		value = mine < 0 ? -VALUE_INFINITE : VALUE_INFINITE;
	if (value >= VALUE_INFINITE)
		return VALUE_INFINITE - 1;
	return value <= -VALUE_INFINITE ? -VALUE_INFINITE + 1 : value;
}

enum search_place { PLACE_STOPPED, PLACE_END, PLACE_HORIZON, PLACE_INNER };

/* Counts a position that was reached, and classifies it. */
static enum search_place search_arrive(
	struct search_job *job, const struct position *p, int depth, int ply, int *mover)
{
	if (ply < SEARCH_LINE)
		job->lengths[ply] = 0;
	if (job->nodes >= job->pause && search_look_up(job))
		return PLACE_STOPPED;
	job->nodes++;
	if (ply > job->deepest)
		job->deepest = ply;
	*mover = job->setup->rules->to_move(job->setup, p);
	if (*mover == 0)
		return PLACE_END;
	if (depth > 0 && ply < SEARCH_PLIES && job->used + MOVES_MAX <= SEARCH_STACK)
		return PLACE_INNER;
	job->horizon++;
	return PLACE_HORIZON;
}

/* The worth to seat of a position that is not searched further. */
static int64_t search_worth(const struct search_job *job, const struct position *p,
	enum search_place place, int seat, int ply)
{
	if (place == PLACE_HORIZON)
		return job->evaluation->value(job->setup, p, seat, job->cache);
	return place == PLACE_END ? search_end(job, p, seat, ply) : 0;
}

bool search_leaf(struct search_job *job, const struct position *p, int depth, int ply, int *mover,
	int64_t *value)
{
	enum search_place place = search_arrive(job, p, depth, ply, mover);

	*value = search_worth(job, p, place, job->me, ply);
	return place != PLACE_INNER;
}

bool search_leaf_all(struct search_job *job, const struct position *p, int depth, int ply,
	int *mover, int64_t values[SEATS_MAX])
{
	enum search_place place = search_arrive(job, p, depth, ply, mover);

	for (int seat = 1; seat <= job->setup->seats; seat++)
		values[seat - 1] = search_worth(job, p, place, seat, ply);
	return place != PLACE_INNER;
}

static bool search_has_been(const struct search_job *job, move m)
{
	struct position next;
	position_copy(job->setup, &next, job->position);

	job->setup->rules->play(job->setup, &next, m);
	uint64_t key = job->setup->rules->key(job->setup, &next);
	for (int i = 0; i < job->past_count; i++)
		if (job->past[i] == key)
			return true;
	return false;
}

/* Omits the root's moves that lead back, unless all do; returns the number left. */
static int search_leave_past(const struct search_job *job, move *moves, int count)
{
	int kept = 0;

	if (job->past_count == 0)
		return count;
	for (int i = 0; i < count; i++)
		if (!search_has_been(job, moves[i])) {
			move m = moves[i];
			memmove(moves + kept + 1, moves + kept, (size_t)(i - kept) * sizeof *moves);
			moves[kept++] = m;
		}
	return kept > 0 ? kept : count;
}

move *search_moves(struct search_job *job, const struct position *p, int *count)
{
	move *moves = job->stack + job->used;

	assert(job->used + MOVES_MAX <= SEARCH_STACK);
	*count = job->setup->rules->moves(job->setup, p, moves);
	if (*count == 0 && search_lost_rules(job)) {
		search_look_up(job);
		moves[(*count)++] = 0; /* a word in place of a move: the answer is not used */
	}
	assert(*count > 0);
	if (p == job->position)
		*count = search_leave_past(job, moves, *count);
	job->used += *count;
	return moves;
}

void search_drop(struct search_job *job, const move *moves)
{
	job->used = (int)(moves - job->stack);
}

void search_prefer(struct search_job *job, int ply, move m)
{
	if (ply >= SEARCH_LINE)
		return;
	move *line = job->lines[ply];
	int below = ply + 1 < SEARCH_LINE ? job->lengths[ply + 1] : 0;
	if (below > SEARCH_LINE - 1)
		below = SEARCH_LINE - 1;
	line[0] = m;
	if (below > 0)
		memcpy(line + 1, job->lines[ply + 1], (size_t)below * sizeof *line);
	job->lengths[ply] = below + 1;
}

/* Makes the root's line the answer. */
static void search_keep(struct search_job *job, int depth, int64_t value)
{
	struct search_result *r = &job->result;

	assert(job->lengths[0] > 0);
	r->best = job->lines[0][0];
	r->depth = depth;
	r->value = value;
	r->length = job->lengths[0];
	memcpy(r->line, job->lines[0], (size_t)r->length * sizeof *r->line);
}

void search_prefer_partial(struct search_job *job)
{
	job->result.best = job->result.line[0] = job->lines[0][0];
	job->result.length = 1;
}

/* Can a deeper search change nothing? Every line ended, or the whole game is decided. */
static bool search_settled(const struct search_job *job, int64_t value)
{
	int plies = search_plies(job->setup->rules, value);

	return job->horizon == 0 ||
	       (plies >= 0 && (value < 0 ? -value : value) + plies == VALUE_WIN);
}

static void search_iterate(
	struct search_job *job, int first, int last, int64_t (*look)(struct search_job *, int))
{
	struct search_result *r = &job->result;

	for (int depth = first; depth <= last; depth++) {
		job->horizon = 0;
		job->deepest = 0;
		job->used = 0;
		int64_t value = look(job, depth);
		job->stopped |= search_lost_rules(job);
		if (job->stopped) {
			/* A partial iteration is used only if there is no other answer. */
			if (r->depth == 0 && job->lengths[0] > 0)
				search_prefer_partial(job);
			return;
		}
		search_keep(job, depth < job->deepest ? depth : job->deepest, value);
		r->nodes = job->nodes;
		r->time = search_elapsed(job);
		if (job->hooks.report != NULL)
			job->hooks.report(job->hooks.context, r);
		if (search_settled(job, value))
			return;
		/* Where time can be saved, an only move needs none. */
		if (job->limits.soft > 0 && (r->time >= job->limits.soft || job->choices == 1))
			return;
	}
}

void search_deepen_always(struct search_job *job, int64_t (*look)(struct search_job *, int))
{
	int depth = job->limits.depth;

	search_iterate(job, 1, depth > 0 && depth < SEARCH_PLIES ? depth : SEARCH_PLIES, look);
}

void search_deepen(struct search_job *job, int64_t (*look)(struct search_job *, int))
{
	const struct search_limits *l = &job->limits;

	if (l->nodes > 0 || l->hard > 0 || l->soft > 0 || l->deepen) {
		search_deepen_always(job, look);
		return;
	}
	int depth = l->depth > 0 && l->depth < SEARCH_PLIES ? l->depth : SEARCH_PLIES;
	search_iterate(job, depth, depth, look);
}

void search_run(const struct search *search, struct search_job *job)
{
	const struct setup *s = job->setup;
	struct search_result *r = &job->result;

	job->me = s->rules->to_move(s, job->position);
	assert(job->me > 0);
	job->stopped = false;
	job->nodes = 0;
	job->used = 0;
	job->polled = job->looked = 0;
	job->breath = 1;
	job->horizon = 0;
	job->begun = job->hooks.now == NULL ? 0 : job->hooks.now(job->hooks.context);
	search_breathe(job);
	/* The first legal move is the initial answer, so there is always one. */
	r->best = r->line[0] = *search_moves(job, job->position, &job->choices);
	r->length = 1;
	r->depth = 0;
	r->value = 0;
	job->used = 0;
	search->run(job);
	r->nodes = job->nodes;
	r->time = search_elapsed(job);
}
