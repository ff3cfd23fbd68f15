/*
 * search-mcts.c - Monte-Carlo tree search: UCT (Kocsis and Szepesvari 2006; Coulom 2006).
 *
 * A playout goes down the tree by upper confidence bounds, plays on from the leaf, and adds the
 * result of each seat to the nodes of its path. Each seat chooses the best for itself
 * (MCTS-maxn, Sturtevant 2008), so it serves any number of seats. `nodes` are playouts.
 *
 * Values are shares from -1 to 1 in games that know win, draw and loss (an evaluation is squashed
 * between them), and the game's own units in scored games. Selection scales them by the lowest and
 * the highest seen, as MuZero does (Schrittwieser and others 2020).
 *
 * The parts, each with an option that switches it off (struct search_tuning).
 * The best known tuning is a game's row of game-defaults.c:
 *   - playouts that are cut short and evaluated (Lorentz 2008). Without an evaluation a cut playout
 *     counts the present scores. A game in which a question is costly needs short playouts;
 *   - implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant 2014): the choice mixes the
 *     mean of a node with the best estimate below it. With more than two seats each seat takes
 *     the best for itself;
 *   - the evaluation's gains order the untried moves, which are tried one by one as visits grow
 *     (progressive widening, Coulom 2007). They also choose the moves of playouts with a
 *     probability (as the playouts of one ply of Nijssen and Winands 2012);
 *   - with more than two seats, two plies of best-reply search choose moves of playouts: the
 *     mover's best moves, each against the reply of one opponent that hurts it most (Schadd and
 *     Winands 2011; Nijssen and Winands 2012);
 *   - the tree is kept from move to move: the keys of the game's positions lead to the new root;
 *   - proven wins and losses (MCTS-solver, Winands, Bjornsson and Saito 2008) with two seats;
 *   - decisive moves (Teytaud and Teytaud 2010): a playout takes a win at once.
 *
 * The tree lives in the search's memory (mcts-tree.h). The move is the root's most visited one,
 * but a proven win if there is one, and no proven loss if there is a choice.
 */
#include "bots/search/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/search/game-defaults.h"
#include "bots/search/mcts-tree.h"

enum {
	MCTS_UNLIMITED = 10000, /* playouts where neither nodes nor time limit them */
	MCTS_VISITS = 1 << 30,	/* most playouts of a search */
	MCTS_REPORT = 1024,	/* playouts before the first report; then each doubling */
	MCTS_REST = 4096,	/* plies between two looks at the time at most */
	MCTS_QUICK = 150,	/* microseconds: twice as many after fewer, half after more */
	MCTS_SLOW = 500,
	MCTS_PERCENT = 100,
	MCTS_REPLIES = 4,   /* moves of a seat that best replies look at */
	MCTS_STEP = 1 << 16 /* bytes of a step of a collection: between two playouts, some 50 us */
};

/* The memory from move to move, and the running search's data. */
struct mcts {
	struct mcts_tree tree;
	uint64_t key; /* of the root's position */
	struct search_job *job;
	struct search_tuning tuning;
	uint64_t random;
	bool blind;	 /* the evaluation is none */
	bool replies;	 /* playouts look at best replies */
	bool guesses;	 /* the evaluation's gains order the untried moves */
	bool proves;	 /* two seats, win, draw or loss */
	double explore;	 /* the weight of the bounds */
	double scale;	 /* the evaluation that is worth tanh(1) */
	double implicit; /* the weight of the estimates */
	int deepest;
	int64_t work, rest; /* plies since the last look at the time, and until the next */
	search_usec looked;
	int depth; /* of path */
	struct mcts_node *path[SEARCH_PLIES + 1];
	struct mcts_block *blocks[SEARCH_PLIES + 1]; /* of the path's nodes */
	int gains[MOVES_MAX];
	int64_t order[MOVES_MAX];
	move moves[MOVES_MAX], sorted[MOVES_MAX];
};

/*
 * Values.
 */

/* The value to each seat at the end of the game, or if it ended here. */
static void mcts_end(const struct mcts *m, const struct position *p, double values[SEATS_MAX])
{
	const struct setup *s = m->job->setup;
	int64_t scores[SEATS_MAX] = {0};

	s->rules->scores(s, p, scores);
	for (int i = 0; i < s->seats; i++) {
		double best = -INFINITY;
		int beaten = 0;
		for (int j = 0; j < s->seats; j++) {
			beaten += (scores[j] < scores[i]) - (scores[j] > scores[i]);
			if (j != i && (double)scores[j] > best)
				best = (double)scores[j];
		}
		if (!s->rules->scored)
			values[i] = (double)beaten / (s->seats - 1);
		else
			values[i] = (double)scores[i] - (s->rules->one_stake ? 0 : best);
	}
}

/* An evaluation as a share, and the inverse. */
static double mcts_squash(const struct mcts *m, int64_t value)
{
	return m->job->setup->rules->scored ? (double)value : tanh((double)value / m->scale);
}

static int64_t mcts_unsquash(const struct mcts *m, double value)
{
	if (m->job->setup->rules->scored)
		return llround(value);
	double most = 0.999999;
	return llround(m->scale * atanh(value > most ? most : value < -most ? -most : value));
}

/* The evaluation of p, which is not over, for each seat. */
static void mcts_evaluate(const struct mcts *m, const struct position *p, double values[SEATS_MAX])
{
	const struct search_job *job = m->job;
	const struct setup *s = job->setup;

	if (m->blind) {
		mcts_end(m, p, values);
		return;
	}
	for (int seat = 1; seat <= s->seats; seat++) {
		if (s->seats == 2 && seat == 2)
			values[1] = -values[0];
		else
			values[seat - 1] =
				mcts_squash(m, job->evaluation->value(s, p, seat, job->cache));
	}
}

/*
 * Time.
 */

/* Counts the work of a ply. Must the search end? It looks at the time about once a millisecond,
 * whatever a ply of the game costs. */
static bool mcts_tick(struct mcts *m)
{
	struct search_job *job = m->job;

	if (++m->work < m->rest)
		return job->stopped;
	search_look_up(job);
	search_usec now = search_elapsed(job), passed = now - m->looked;
	if (passed > MCTS_SLOW && m->rest > 1)
		m->rest /= 2;
	else if (passed < MCTS_QUICK && m->rest < MCTS_REST)
		m->rest *= 2;
	m->looked = now;
	m->work = 0;
	return job->stopped;
}

/*
 * Playouts.
 */

/* The evaluation's guesses of m->moves; false: it makes none. */
static bool mcts_guess(struct mcts *m, const struct position *p, int count)
{
	const struct search_job *job = m->job;

	if (job->evaluation->gains == NULL)
		return false;
	job->evaluation->gains(job->setup, p, m->moves, count, m->gains, job->cache);
	return true;
}

/* A move of m->moves that wins at once; -1: none. */
static int mcts_decisive(struct mcts *m, const struct position *p, int count, int mover)
{
	const struct setup *s = m->job->setup;

	for (int i = 0; i < count; i++) {
		struct position next;
		double values[SEATS_MAX];
		position_copy(s, &next, p);
		s->rules->play(s, &next, m->moves[i]);
		if (s->rules->to_move(s, &next) != 0)
			continue;
		mcts_end(m, &next, values);
		if (values[mover - 1] >= 1)
			return i;
	}
	return -1;
}

/* Lists the seat to move's best moves by the guesses, equal ones and all others from a random place
 * on. Returns how many. */
static int mcts_likeliest(struct mcts *m, const struct position *p, move best[MCTS_REPLIES])
{
	int count = m->job->setup->rules->moves(m->job->setup, p, m->moves), kept = 0;
	bool guessed = mcts_guess(m, p, count);
	int from = (int)random_below(&m->random, (uint64_t)count);
	int gains[MCTS_REPLIES];

	for (int i = 0; i < count; i++) {
		int at = (from + i) % count, gain = guessed ? m->gains[at] : 0, place = kept;
		if (kept == MCTS_REPLIES && gain <= gains[--place])
			continue;
		for (; place > 0 && gains[place - 1] < gain; place--) {
			gains[place] = gains[place - 1];
			best[place] = best[place - 1];
		}
		gains[place] = gain;
		best[place] = m->moves[at];
		kept += kept < MCTS_REPLIES;
	}
	return kept;
}

/* The worth of p to seat. */
static double mcts_outlook(const struct mcts *m, const struct position *p, int seat)
{
	double values[SEATS_MAX];

	if (m->job->setup->rules->to_move(m->job->setup, p) == 0)
		mcts_end(m, p, values);
	else
		mcts_evaluate(m, p, values);
	return values[seat - 1];
}

/* The worth of p to seat after the reply that hurts it most, by any one opponent. */
static double mcts_worst_reply(struct mcts *m, const struct position *p, int seat)
{
	const struct setup *s = m->job->setup;
	int next = s->rules->to_move(s, p);
	double worst = mcts_outlook(m, p, seat);
	unsigned in = s->rules->in(s, p);
	bool replied = false;

	for (int opponent = 1; next != 0 && opponent <= s->seats; opponent++) {
		struct position turned;
		move replies[MCTS_REPLIES];
		if (opponent == seat || !(in >> (opponent - 1) & 1))
			continue;
		position_copy(s, &turned, p);
		if (opponent != next)
			s->rules->turn_to(s, &turned, opponent);
		int count = mcts_likeliest(m, &turned, replies);
		for (int i = 0; i < count; i++) {
			struct position reply;
			position_copy(s, &reply, &turned);
			s->rules->play(s, &reply, replies[i]);
			double worth = mcts_outlook(m, &reply, seat);
			if (!replied || worth < worst)
				worst = worth;
			replied = true;
		}
	}
	return worst;
}

/* The move of the mover that is worth most after the worst reply. */
static move mcts_best_reply(struct mcts *m, const struct position *p, int mover)
{
	const struct setup *s = m->job->setup;
	move moves[MCTS_REPLIES], best = 0;
	double most = 0;
	int count = mcts_likeliest(m, p, moves);

	for (int i = 0; i < count; i++) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, moves[i]);
		double worth = mcts_worst_reply(m, &next, mover);
		if (i == 0 || worth > most) {
			most = worth;
			best = moves[i];
		}
	}
	return best;
}

/* Chooses a move of a playout. */
static move mcts_roll(struct mcts *m, const struct position *p, int mover)
{
	const struct setup *s = m->job->setup;

	if (m->replies && random_below(&m->random, MCTS_PERCENT) < (uint64_t)m->tuning.best_reply)
		return mcts_best_reply(m, p, mover);
	int count = s->rules->moves(s, p, m->moves);
	assert(count > 0);
	if (m->tuning.decisive && m->proves) {
		int i = mcts_decisive(m, p, count, mover);
		if (i >= 0)
			return m->moves[i];
	}
	int at = (int)random_below(&m->random, (uint64_t)count);
	if (m->tuning.greedy > 0 &&
		random_below(&m->random, MCTS_PERCENT) < (uint64_t)m->tuning.greedy &&
		mcts_guess(m, p, count))
		/* Of equal guesses the first one behind a random place. */
		for (int i = 0, from = at; i < count; i++)
			if (m->gains[(from + i) % count] > m->gains[at])
				at = (from + i) % count;
	return m->moves[at];
}

/* Plays on from the leaf p; false: the search was stopped. */
static bool mcts_simulate(struct mcts *m, struct position *p, double values[SEATS_MAX])
{
	const struct setup *s = m->job->setup;
	int left = SEARCH_PLIES - m->depth;

	if (m->tuning.playout < left)
		left = (int)m->tuning.playout;
	if (m->job->limits.depth > 0 && m->job->limits.depth - m->depth < left)
		left = m->job->limits.depth - m->depth;
	for (; left > 0; left--) {
		int mover = s->rules->to_move(s, p);
		if (mover == 0)
			break;
		s->rules->play(s, p, mcts_roll(m, p, mover));
		if (mcts_tick(m))
			return false;
	}
	if (s->rules->to_move(s, p) == 0)
		mcts_end(m, p, values);
	else
		mcts_evaluate(m, p, values);
	return true;
}

/*
 * Going down.
 */

/* Lists the moves of n's position: better guesses first, equal ones shuffled. NULL: no room. */
static struct mcts_block *mcts_expand(
	struct mcts *m, struct mcts_node *n, const struct position *p, int mover)
{
	const struct setup *s = m->job->setup;
	int count = s->rules->moves(s, p, m->moves);

	assert(count > 0);
	for (int i = count - 1; i > 0; i--) {
		int j = (int)random_below(&m->random, (uint64_t)i + 1);
		move swapped = m->moves[i];
		m->moves[i] = m->moves[j];
		m->moves[j] = swapped;
	}
	if (!m->tuning.ordered || !mcts_guess(m, p, count))
		return mcts_tree_expand(&m->tree, n, p, mover, m->moves, count);
	for (int i = 0; i < count; i++) {
		int at = i;
		for (; at > 0 && m->order[at - 1] < m->gains[i]; at--) {
			m->order[at] = m->order[at - 1];
			m->sorted[at] = m->sorted[at - 1];
		}
		m->order[at] = m->gains[i];
		m->sorted[at] = m->moves[i];
	}
	return mcts_tree_expand(&m->tree, n, p, mover, m->sorted, count);
}

/* A value as a part of the range of all values. */
static double mcts_part(const struct mcts *m, double value)
{
	double range = m->tree.highest - m->tree.lowest;

	return range > 0 ? (value - m->tree.lowest) / range : 0.5;
}

/* The worth of a node to the seat that moves into it, 0 to 1. */
static double mcts_worth(const struct mcts *m, const struct mcts_node *n)
{
	double mean = n->sum / n->visits;

	if (m->implicit > 0)
		mean += m->implicit * (n->estimates[n->seat - 1] - mean);
	return mcts_part(m, mean);
}

/* How many moves of a node may be tried: all, or by its visits the best guesses only (progressive
 * widening, Coulom 2007; progressive unpruning, Chaslot and others 2008). */
static int mcts_width(const struct mcts *m, const struct mcts_node *n, const struct mcts_block *b)
{
	if (!m->guesses || m->tuning.widening == 0)
		return b->count;
	double width = 1 + (double)m->tuning.widening / MCTS_PERCENT * sqrt((double)n->visits);
	return width < b->count ? (int)width : b->count;
}

/* The number of the node to go to: an untried one, else the one with the highest bound. */
static int mcts_select(const struct mcts *m, const struct mcts_node *n, struct mcts_block *b)
{
	double explore = m->explore * sqrt(log((double)n->visits + 1)), best = -INFINITY;
	int chosen = -1;

	if (b->tried < mcts_width(m, n, b))
		return b->tried;
	for (int i = 0; i < b->tried; i++) {
		const struct mcts_node *child = mcts_tree_node(&m->tree, b, i);
		if (child->proof == PROOF_LOSS)
			continue;
		double bound = mcts_worth(m, child) + explore / sqrt((double)child->visits);
		if (bound > best) {
			best = bound;
			chosen = i;
		}
	}
	/* All that were tried are lost: try the next, if there is one. */
	return chosen >= 0 ? chosen : b->tried < b->count ? b->tried : 0;
}

/*
 * Coming back.
 */

/* The estimate of child i of b changed: the owner takes the one that is best for the mover. */
static void mcts_estimate(struct mcts *m, struct mcts_node *n, struct mcts_block *b, int i)
{
	int seat = b->mover - 1;
	const struct mcts_node *best = mcts_tree_node(&m->tree, b, b->best),
			       *child = mcts_tree_node(&m->tree, b, i);

	if (child->estimates[seat] > best->estimates[seat] || best->visits == 0) {
		b->best = (uint16_t)i;
	} else if (b->best == i) {
		for (int k = 0; k < b->tried; k++)
			if (mcts_tree_node(&m->tree, b, k)->estimates[seat] >
				mcts_tree_node(&m->tree, b, b->best)->estimates[seat])
				b->best = (uint16_t)k;
	}
	best = mcts_tree_node(&m->tree, b, b->best);
	memcpy(n->estimates, best->estimates, (size_t)m->tree.seats * sizeof *n->estimates);
}

/* A proof for the one seat as a proof for the other. */
static int mcts_opposite(int proof)
{
	return PROOF_LOSS + PROOF_WIN - proof;
}

/* Child i of b was proven: is n? */
static void mcts_prove(struct mcts *m, struct mcts_node *n, struct mcts_block *b, int i)
{
	const struct mcts_node *child = mcts_tree_node(&m->tree, b, i);
	int proof = child->proof, plies = child->plies;

	if (proof != PROOF_WIN) {
		if (b->tried < b->count)
			return;
		for (int k = 0; k < b->count; k++) {
			child = mcts_tree_node(&m->tree, b, k);
			if (child->proof == PROOF_NONE)
				return;
			if (child->proof > proof || child->plies > plies)
				plies = child->plies;
			if (child->proof > proof)
				proof = child->proof;
		}
	}
	n->proof = (uint8_t)(n->seat == b->mover ? proof : mcts_opposite(proof));
	n->plies = (uint16_t)(plies + 1);
}

/* Adds the values of a playout to its path. chosen: the numbers of the path's nodes. */
static void mcts_back_up(struct mcts *m, const double values[SEATS_MAX])
{
	for (int i = 0; i < m->tree.seats; i++) {
		if (values[i] < m->tree.lowest)
			m->tree.lowest = values[i];
		if (values[i] > m->tree.highest)
			m->tree.highest = values[i];
	}
	for (int at = m->depth; at >= 0; at--) {
		struct mcts_node *n = m->path[at];
		n->visits++;
		if (at > 0)
			n->sum += values[n->seat - 1];
		if (at == m->depth)
			continue;
		struct mcts_node *child = m->path[at + 1];
		int i = (int)((size_t)((unsigned char *)child -
				       (unsigned char *)mcts_tree_node(
					       &m->tree, m->blocks[at], 0)) /
			      m->tree.stride);
		if (m->implicit > 0)
			mcts_estimate(m, n, m->blocks[at], i);
		if (child->proof != PROOF_NONE && n->proof == PROOF_NONE)
			mcts_prove(m, n, m->blocks[at], i);
	}
}

/* The end of the game at the leaf n. */
static void mcts_finish(
	struct mcts *m, struct mcts_node *n, const struct position *p, double values[SEATS_MAX])
{
	mcts_end(m, p, values);
	for (int i = 0; i < m->tree.seats; i++)
		n->estimates[i] = (float)values[i];
	if (!m->proves)
		return;
	double value = values[n->seat - 1];
	n->proof = value > 0 ? PROOF_WIN : value < 0 ? PROOF_LOSS : PROOF_DRAW;
	n->plies = 0;
}

/* The values of a node with a proof. */
static void mcts_recall(const struct mcts_node *n, double values[SEATS_MAX])
{
	double value = n->proof == PROOF_WIN ? 1 : n->proof == PROOF_LOSS ? -1 : 0;

	values[n->seat - 1] = value;
	values[2 - n->seat] = -value;
}

/* The search was stopped at n, and the playout does not count: a move that it tried first is
 * untried again. */
static void mcts_take_back(struct mcts *m, const struct mcts_node *n)
{
	if (m->depth > 0 && n->visits == 0)
		m->blocks[m->depth - 1]->tried--;
}

/* Plays once. False: the search was stopped. */
static bool mcts_playout(struct mcts *m)
{
	const struct setup *s = m->job->setup;
	const struct search_limits *limits = &m->job->limits;
	struct mcts_node *n = mcts_tree_root(&m->tree);
	double values[SEATS_MAX];
	struct position p;

	m->depth = 0;
	m->path[0] = n;
	for (;;) {
		struct mcts_block *b = mcts_tree_block(&m->tree, n);
		if (b == NULL) {
			int mover = s->rules->to_move(s, &p);
			if (mover == 0) {
				mcts_finish(m, n, &p, values);
				break;
			}
			if (n->visits > 0 && m->depth < SEARCH_PLIES &&
				(limits->depth == 0 || m->depth < limits->depth))
				b = mcts_expand(m, n, &p, mover);
			if (b == NULL) {
				if (m->implicit > 0 && n->visits == 0) {
					mcts_evaluate(m, &p, values);
					for (int i = 0; i < s->seats; i++)
						n->estimates[i] = (float)values[i];
					if (m->tuning.playout == 0)
						break;
				}
				if (!mcts_simulate(m, &p, values)) {
					mcts_take_back(m, n);
					return false;
				}
				break;
			}
		}
		int i = mcts_select(m, n, b);
		m->blocks[m->depth] = b;
		n = mcts_tree_node(&m->tree, b, i);
		m->path[++m->depth] = n;
		if (i == b->tried)
			b->tried++;
		if (n->proof != PROOF_NONE) {
			if (mcts_tick(m))
				return false;
			mcts_recall(n, values);
			break;
		}
		if (n->block == 0) {
			position_copy(s, &p, mcts_tree_position(b));
			s->rules->play(s, &p, n->move);
			if (mcts_tick(m)) {
				mcts_take_back(m, n);
				return false;
			}
		}
	}
	if (m->depth > m->deepest)
		m->deepest = m->depth;
	mcts_back_up(m, values);
	return true;
}

/*
 * The search.
 */

/* Has the position after child the key? Only a child with a block counts. */
static int mcts_find_child(struct mcts *m, uint64_t key)
{
	const struct setup *s = m->job->setup;
	struct mcts_block *b = mcts_tree_block(&m->tree, mcts_tree_root(&m->tree));

	for (int i = 0; b != NULL && i < b->count; i++) {
		struct mcts_block *below =
			mcts_tree_block(&m->tree, mcts_tree_node(&m->tree, b, i));
		if (below != NULL && s->rules->key(s, mcts_tree_position(below)) == key)
			return i;
	}
	return -1;
}

/* Follows the game from the last root to the position of the job. False: the tree is of no use. */
static bool mcts_follow(struct mcts *m)
{
	const struct search_job *job = m->job;
	const struct setup *s = job->setup;
	uint64_t key = s->rules->key(s, job->position);
	int at = job->past_count;

	/* A kept tree may be deeper than a limit of the depth. */
	if (!m->tuning.reuse || job->limits.depth > 0 || m->tree.used == 0 ||
		m->tree.seats != s->seats)
		return false;
	if (m->key == key)
		return true;
	while (at > 0 && job->past[at - 1] != m->key)
		at--;
	if (at == 0)
		return false;
	for (; at <= job->past_count; at++) {
		int i = mcts_find_child(m, at < job->past_count ? job->past[at] : key);
		if (i < 0)
			return false;
		mcts_tree_advance(&m->tree, i);
	}
	return true;
}

/* Leaves only the moves that search_moves() allows in the root's block. */
static void mcts_bar(struct mcts *m, struct mcts_block *b)
{
	struct search_job *job = m->job;
	int count, kept = 0, tried = 0;
	const move *moves = search_moves(job, job->position, &count);

	for (int i = 0; i < b->count && job->choices < b->count; i++) {
		struct mcts_node *n = mcts_tree_node(&m->tree, b, i);
		bool allowed = false;
		for (int k = 0; k < job->choices; k++)
			allowed |= moves[k] == n->move;
		if (!allowed) {
			mcts_tree_disown(&m->tree, n);
			continue;
		}
		tried += i < b->tried;
		memmove(mcts_tree_node(&m->tree, b, kept), n, m->tree.stride);
		kept++;
	}
	search_drop(job, moves);
	if (kept == 0)
		return;
	for (int i = 0; i < kept; i++) {
		struct mcts_node *n = mcts_tree_node(&m->tree, b, i);
		if (n->block != 0)
			mcts_tree_own(&m->tree, n);
	}
	b->count = (uint16_t)kept;
	b->tried = (uint16_t)tried;
	b->best = 0;
}

/* The root's block; NULL: it has none, and there is no room for it. */
static struct mcts_block *mcts_root(struct mcts *m)
{
	struct mcts_node *root = mcts_tree_root(&m->tree);
	struct mcts_block *b = mcts_tree_block(&m->tree, root);

	root->proof = PROOF_NONE;
	if (root->seat == 0)
		root->seat = (uint8_t)m->job->me;
	return b != NULL ? b : mcts_expand(m, root, m->job->position, m->job->me);
}

/* Prepares the root with its block. */
static void mcts_begin(struct mcts *m)
{
	const struct search_job *job = m->job;
	const struct setup *s = job->setup;

	if (!mcts_follow(m))
		mcts_tree_plant(&m->tree, s);
	m->key = s->rules->key(s, job->position);
	struct mcts_block *b = mcts_root(m);
	if (b == NULL) { /* nothing is below the root, so nothing is lost */
		mcts_tree_plant(&m->tree, s);
		b = mcts_root(m);
	}
	assert(b != NULL);
	mcts_bar(m, b);
}

/* Goes on with a collection of a full tree. False: the time is up. */
static bool mcts_collect(struct mcts *m)
{
	if (!m->tree.full)
		return true;
	mcts_tree_collect(&m->tree, MCTS_STEP);
	return !search_look_up(m->job);
}

/* The root's best node: a proven win, else the most visited that is no proven loss. */
static const struct mcts_node *mcts_best(const struct mcts *m, const struct mcts_node *n)
{
	struct mcts_block *b = mcts_tree_block(&m->tree, n);
	const struct mcts_node *best = NULL;

	for (int i = 0; b != NULL && i < b->tried; i++) {
		const struct mcts_node *child = mcts_tree_node(&m->tree, b, i);
		if (best == NULL) {
			best = child;
			continue;
		}
		bool lost = child->proof == PROOF_LOSS, worst = best->proof == PROOF_LOSS;
		bool won = child->proof == PROOF_WIN, sure = best->proof == PROOF_WIN;
		if (won != sure		? won
			: lost != worst ? worst
			: lost || won
				? (lost ? child->plies > best->plies : child->plies < best->plies)
				: child->visits > best->visits)
			best = child;
	}
	return best != NULL && best->visits > 0 ? best : NULL;
}

/* Puts the answer so far into the result. */
static void mcts_answer(struct mcts *m)
{
	struct search_job *job = m->job;
	struct search_result *r = &job->result;
	const struct mcts_node *n = mcts_best(m, mcts_tree_root(&m->tree));

	r->nodes = job->nodes;
	r->time = search_elapsed(job);
	if (n == NULL)
		return;
	r->best = n->move;
	r->depth = m->deepest;
	if (n->proof == PROOF_WIN || n->proof == PROOF_LOSS)
		r->value = n->proof == PROOF_WIN ? VALUE_WIN - n->plies - 1
						 : -VALUE_WIN + n->plies + 1;
	else
		r->value = n->proof == PROOF_DRAW ? 0 : mcts_unsquash(m, n->sum / n->visits);
	for (r->length = 0; n != NULL && r->length < SEARCH_LINE; n = mcts_best(m, n))
		r->line[r->length++] = n->move;
}

/* Is the root decided, or is it the only move where time can be saved? */
static bool mcts_settled(const struct mcts *m, const struct mcts_node *root)
{
	struct search_job *job = m->job;
	const struct search_limits *l = &job->limits;

	if (root->proof != PROOF_NONE)
		return true;
	/* A share of a clock: all of it, as searches that deepen use on average. */
	return l->soft > 0 && (job->choices == 1 || (m->work == 0 && m->looked >= 2 * l->soft));
}

/* Takes the job's tuning, and the game's for what it leaves open. */
static void mcts_tune(struct mcts *m)
{
	const struct search_job *job = m->job;
	struct search_tuning best =
		game_defaults_find(job->setup->rules, job->setup->seats, job->evaluation->blind)
			->tuning;
	int64_t *own = (int64_t *)&m->tuning;

	_Static_assert(sizeof best % sizeof *own == 0, "all of them are int64_t");
	/* Only ends tell something. */
	if (job->evaluation->blind)
		best.playout = SEARCH_PLIES;
	m->tuning = *job->tuning;
	for (size_t i = 0; i < sizeof best / sizeof *own; i++)
		if (own[i] < 0)
			own[i] = ((const int64_t *)&best)[i];
}

static void mcts_run(struct search_job *job)
{
	struct mcts *m = job->memory;
	const struct search_limits *l = &job->limits;
	int64_t most = l->nodes > 0 ? l->nodes : MCTS_VISITS, report = MCTS_REPORT;

	assert(m != NULL && job->tuning != NULL);
	if (l->nodes == 0 && l->hard == 0 && l->soft == 0 && !l->deepen)
		most = MCTS_UNLIMITED;
	m->job = job;
	mcts_tune(m);
	m->random = job->seed;
	m->blind = job->evaluation->blind;
	m->proves = job->setup->seats == 2 && !job->setup->rules->scored && m->tuning.proofs;
	m->replies = m->tuning.best_reply > 0 && job->setup->seats > 2 && !m->blind &&
		     job->setup->rules->turn_to != NULL && job->setup->rules->in != NULL;
	m->guesses = m->tuning.ordered && job->evaluation->gains != NULL;
	m->explore = (double)m->tuning.exploration / MCTS_PERCENT;
	m->implicit = m->blind ? 0 : (double)m->tuning.implicit / MCTS_PERCENT;
	m->scale = m->tuning.scale > 0 ? (double)m->tuning.scale : 1;
	m->deepest = 0;
	m->work = m->looked = 0;
	m->rest = 1;
	mcts_begin(m);
	struct mcts_node *root = mcts_tree_root(&m->tree);
	while (job->nodes < most && !job->stopped && root->visits < MCTS_VISITS &&
		!mcts_settled(m, root)) {
		if (!mcts_collect(m) || !mcts_playout(m))
			break;
		job->nodes++;
		if (job->nodes == report && job->hooks.report != NULL) {
			mcts_answer(m);
			job->hooks.report(job->hooks.context, &job->result);
			report *= 2;
		}
	}
	mcts_answer(m);
}

static void *mcts_create(int megabytes)
{
	struct mcts *m = calloc(1, sizeof *m);

	if (m != NULL && !mcts_tree_init(&m->tree, megabytes)) {
		free(m);
		return NULL;
	}
	return m;
}

static void mcts_free(void *memory)
{
	struct mcts *m = memory;

	mcts_tree_clear(&m->tree);
	free(m);
}

static void mcts_forget(void *memory)
{
	struct mcts *m = memory;

	m->tree.used = 0;
}

const struct search search_mcts = {
	.name = "mcts",
	.help = "Monte-Carlo tree search (UCT): needs no evaluation; any number of seats",
	.megabytes = 64,
	.create_memory = mcts_create,
	.free_memory = mcts_free,
	.forget_memory = mcts_forget,
	.run = mcts_run,
};
