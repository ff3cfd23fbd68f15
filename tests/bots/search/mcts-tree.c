/*
 * The tree of Monte-Carlo tree search alone. A block's position has the way to it from the first
 * root, so that a walk can tell whether each block is where it belongs.
 */
#include "bots/search/mcts-tree.h"

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

enum { CHILDREN = 8, UNIT = 16 };

static const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};
static const move moves[CHILDREN] = {1, 2, 3, 4, 5, 6, 7, 8};
static struct mcts_tree t;
static uint64_t random_state, root_way;

static void begin(int megabytes)
{
	searching_begin(&game, 0);
	ck_assert(mcts_tree_init(&t, megabytes));
	mcts_tree_plant(&t, &searching.setup);
	ck_assert_uint_ge(t.position_bytes, sizeof root_way);
	root_way = 1;
	random_state = 5;
}

static void end(void)
{
	mcts_tree_clear(&t);
	searching_end();
}

static uint64_t way_of(uint64_t way, move m)
{
	return way * (CHILDREN + 1) + m;
}

static struct mcts_block *expand(struct mcts_node *n, uint64_t way)
{
	struct position p = {0};
	memcpy(p.bytes, &way, sizeof way);
	return mcts_tree_expand(&t, n, &p, 1 + (int)(way % 2), moves, CHILDREN);
}

/* A playout down to a node without a block, which gets one. False: there was no room. */
static bool playout(void)
{
	struct mcts_node *n = mcts_tree_root(&t);
	uint64_t way = root_way;
	n->visits++;
	while (n->block != 0) {
		struct mcts_block *b = mcts_tree_block(&t, n);
		/* The first moves are tried more often. */
		int at = (int)random_below(&random_state, CHILDREN);
		at = at < (int)random_below(&random_state, CHILDREN) ? at : at / 2;
		n = mcts_tree_node(&t, b, at);
		n->visits++;
		way = way_of(way, n->move);
	}
	return expand(n, way) != NULL;
}

/* Is everything below the node as it was made? Returns the units of the blocks. */
static size_t check(struct mcts_node *n, uint64_t way)
{
	struct mcts_block *b = mcts_tree_block(&t, n);
	size_t place = (size_t)((unsigned char *)n - t.arena) / UNIT, units;
	if (b == NULL)
		return 0;
	ck_assert_uint_eq(b->owner, place);
	ck_assert_int_eq(b->count, CHILDREN);
	ck_assert_int_eq(b->mover, 1 + (int)(way % 2));
	ck_assert_mem_eq(mcts_tree_position(b), &way, sizeof way);
	units = b->size;
	for (int i = 0; i < CHILDREN; i++) {
		struct mcts_node *child = mcts_tree_node(&t, b, i);
		ck_assert_uint_eq(child->move, moves[i]);
		ck_assert_uint_eq(child->seat, b->mover);
		ck_assert_uint_le(child->visits, n->visits);
		units += check(child, way_of(way, child->move));
	}
	return units;
}

static size_t check_all(void)
{
	size_t units = check(mcts_tree_root(&t), root_way);
	ck_assert_uint_le(t.used * UNIT, t.room);
	return units;
}

static void fill(void)
{
	while (playout())
		;
	ck_assert(t.full);
}

START_TEST(a_block_has_the_position_and_its_moves)
	{
		begin(1);
		struct mcts_node *root = mcts_tree_root(&t);
		ck_assert_uint_eq(root->block, 0);
		ck_assert_ptr_null(mcts_tree_block(&t, root));
		struct mcts_block *b = expand(root, root_way);
		ck_assert_ptr_nonnull(b);
		ck_assert_ptr_eq(mcts_tree_block(&t, root), b);
		ck_assert(!t.full);
		for (int i = 0; i < CHILDREN; i++) {
			const struct mcts_node *child = mcts_tree_node(&t, b, i);
			ck_assert_uint_eq(child->visits, 0);
			ck_assert_uint_eq(child->proof, PROOF_NONE);
			ck_assert_uint_eq(child->block, 0);
			ck_assert_double_eq(child->sum, 0);
			ck_assert_double_eq(child->estimates[0], 0);
		}
		ck_assert_int_eq(b->tried, 0);
		check_all();
		/* Another tree has its root alone. */
		mcts_tree_plant(&t, &searching.setup);
		ck_assert_uint_eq(mcts_tree_root(&t)->block, 0);
		end();
	}
END_TEST

/* Blocks are taken up to the last one that fits, and none behind the arena. */
START_TEST(an_arena_is_filled_up_to_its_end)
	{
		begin(1);
		fill();
		size_t size = mcts_tree_block(&t, mcts_tree_root(&t))->size;
		ck_assert_uint_le(t.used * UNIT, t.room);
		ck_assert_uint_gt((t.used + size) * UNIT, t.room);
		ck_assert_uint_eq(check_all(), t.used - (1 + t.stride / UNIT));
		end();
	}
END_TEST

/* Steps of a few bytes, of one block, of many, and all at once. */
static const size_t steps[] = {1, 300, 5000, 100000, (size_t)1 << 40};

START_TEST(a_collection_frees_half_by_steps_between_which_the_tree_is_whole)
	{
		begin(1);
		fill();
		size_t size = mcts_tree_block(&t, mcts_tree_root(&t))->size, before = check_all();
		int passes = 0, slides = 0;
		uint32_t least = UINT32_MAX, dropped = 0;
		for (bool first = true; first || t.pass != PASS_NONE; first = false) {
			enum mcts_pass pass = t.pass;
			size_t at = t.at;
			mcts_tree_collect(&t, steps[_i]);
			passes += t.pass != pass;
			slides += t.pass == PASS_SLIDE && pass != PASS_SLIDE;
			/* No more than the bytes of the step, and one block. */
			if (pass == t.pass && pass != PASS_NONE)
				ck_assert_uint_le((t.at - at) * UNIT, steps[_i] + size * UNIT);
			ck_assert_uint_le(check_all(), before);
			if (t.pass != PASS_NONE) {
				struct mcts_node *n = mcts_tree_root(&t);
				while (n->block != 0)
					n = mcts_tree_node(&t, mcts_tree_block(&t, n), 0);
				ck_assert_ptr_null(expand(n, 1)); /* not now */
				ck_assert(t.full);
			}
		}
		ck_assert_int_ge(passes, steps[_i] < t.room ? 3 : 0);
		ck_assert_int_le(slides, 1);
		ck_assert(!t.full);
		ck_assert_uint_le(t.used * UNIT, t.room / 2);
		ck_assert_uint_gt(t.used * UNIT, t.room / 8);
		ck_assert_uint_eq(check_all(), t.used - (1 + t.stride / UNIT));
		/* The visited stay: no node that lost its block has more visits than one that has
		 * one, by powers of 2. */
		for (int i = 0; i < CHILDREN; i++) {
			struct mcts_block *b = mcts_tree_block(&t, mcts_tree_root(&t));
			struct mcts_node *child = mcts_tree_node(&t, b, i);
			for (int k = 0; child->block != 0 && k < CHILDREN; k++) {
				const struct mcts_node *n =
					mcts_tree_node(&t, mcts_tree_block(&t, child), k);
				if (n->block != 0 && n->visits < least)
					least = n->visits;
				if (n->block == 0 && n->visits > dropped)
					dropped = n->visits;
			}
		}
		ck_assert_uint_le(dropped, 2 * least);
		ck_assert(playout());
		end();
	}
END_TEST

/* The game goes on in the middle of collections: the tree of each next root is whole. */
START_TEST(the_game_may_go_on_at_any_step_of_a_collection)
	{
		enum { MOVES = 300 };
		begin(1);
		int collections = 0, during[PASS_SLIDE + 1] = {0};
		for (int i = 0; i < MOVES; i++) {
			int steps_left = (int)random_below(&random_state, 40);
			for (int k = 0; k < 2000 && (!t.full || steps_left > 0); k++) {
				if (!t.full) {
					playout();
					continue;
				}
				bool slid = t.pass == PASS_SLIDE;
				mcts_tree_collect(&t, 20000);
				collections += slid && t.pass == PASS_NONE;
				steps_left--;
			}
			check_all();
			struct mcts_node *root = mcts_tree_root(&t);
			if (root->block == 0) {
				/* As the search does: nothing is below it. */
				mcts_tree_plant(&t, &searching.setup);
				ck_assert_ptr_nonnull(expand(mcts_tree_root(&t), root_way));
				continue;
			}
			during[t.pass]++;
			int at = (int)random_below(&random_state, CHILDREN / 2);
			root_way = way_of(root_way, moves[at]);
			mcts_tree_advance(&t, at);
			ck_assert_uint_eq(mcts_tree_root(&t)->move, moves[at]);
			check_all();
		}
		ck_assert_int_ge(collections, 5);
		for (int pass = PASS_NONE; pass <= PASS_SLIDE; pass++)
			ck_assert_msg(during[pass] > 0, "none in pass %d", pass);
		end();
	}
END_TEST

/* A move that is no more to be tried leaves its block without an owner, in every pass: here that
 * with the last block, in whose place comes that with the first one. */
START_TEST(a_node_may_be_dropped_at_any_step_of_a_collection)
	{
		for (int step = 0; step < 60; step++) {
			begin(1);
			fill();
			for (int i = 0; i < step; i++)
				mcts_tree_collect(&t, 60000);
			struct mcts_node *root = mcts_tree_root(&t);
			struct mcts_block *b = mcts_tree_block(&t, root);
			int last = 0, first = 0;
			for (int i = 1; i < CHILDREN; i++) {
				const struct mcts_node *n = mcts_tree_node(&t, b, i);
				if (n->block > mcts_tree_node(&t, b, last)->block)
					last = i;
				if (n->block < mcts_tree_node(&t, b, first)->block)
					first = i;
			}
			struct mcts_node *gone = mcts_tree_node(&t, b, last);
			mcts_tree_disown(&t, gone);
			memcpy(gone, mcts_tree_node(&t, b, first), t.stride);
			if (gone->block != 0)
				mcts_tree_own(&t, gone);
			mcts_tree_node(&t, b, first)->block = 0;
			while (t.pass != PASS_NONE)
				mcts_tree_collect(&t, 60000);
			b = mcts_tree_block(&t, root);
			for (int i = 0; i < CHILDREN; i++) {
				struct mcts_node *n = mcts_tree_node(&t, b, i);
				ck_assert_uint_eq(n->move, moves[i == last ? first : i]);
				check(n, way_of(root_way, n->move));
			}
			end();
		}
	}
END_TEST

/* Marks are counted in a byte, and begin anew. */
START_TEST(hundreds_of_collections_keep_the_tree)
	{
		begin(1);
		for (int i = 0; i < 300; i++) {
			fill();
			mcts_tree_collect(&t, (size_t)1 << 40);
			ck_assert_int_eq(t.pass, PASS_NONE);
			ck_assert_uint_le(t.used * UNIT, t.room / 2);
			if (i % 25 == 0)
				check_all();
		}
		check_all();
		end();
	}
END_TEST

SUITE("bots/search/mcts-tree", CASE(a_block_has_the_position_and_its_moves),
	CASE(an_arena_is_filled_up_to_its_end),
	LOOP(a_collection_frees_half_by_steps_between_which_the_tree_is_whole,
		sizeof steps / sizeof *steps),
	CASE(the_game_may_go_on_at_any_step_of_a_collection),
	CASE(a_node_may_be_dropped_at_any_step_of_a_collection),
	CASE(hundreds_of_collections_keep_the_tree))
