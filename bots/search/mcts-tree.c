/*
 * mcts-tree.c - the tree of Monte-Carlo tree search, in one arena.
 */
#include "bots/search/mcts-tree.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

enum {
	MCTS_TREE_UNIT = 16, /* bytes; places count in units, so that 32 bits suffice */
	MCTS_TREE_MEGABYTE = 1 << 20,
	MCTS_TREE_ROOT = 1, /* the place of the root; 0 means none */
	MCTS_TREE_MARKS = UINT8_MAX
};

static size_t mcts_tree_units(size_t bytes)
{
	return (bytes + MCTS_TREE_UNIT - 1) / MCTS_TREE_UNIT;
}

static void *mcts_tree_at(const struct mcts_tree *t, size_t place)
{
	return t->arena + place * MCTS_TREE_UNIT;
}

static uint32_t mcts_tree_place(const struct mcts_tree *t, const void *at)
{
	return (uint32_t)((size_t)((const unsigned char *)at - t->arena) / MCTS_TREE_UNIT);
}

bool mcts_tree_init(struct mcts_tree *t, int megabytes)
{
	*t = (struct mcts_tree){.room = (size_t)megabytes * MCTS_TREE_MEGABYTE};
	assert(megabytes > 0);
	void *memory =
		mmap(NULL, t->room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return false;
	t->arena = memory;
	return true;
}

void mcts_tree_clear(struct mcts_tree *t)
{
	if (t->arena != NULL)
		munmap(t->arena, t->room);
	*t = (struct mcts_tree){0};
}

/* The place behind the root. */
static size_t mcts_tree_first(const struct mcts_tree *t)
{
	return MCTS_TREE_ROOT + t->stride / MCTS_TREE_UNIT;
}

void mcts_tree_plant(struct mcts_tree *t, const struct setup *s)
{
	t->seats = s->seats;
	t->position_bytes = s->rules->position_bytes;
	t->stride = mcts_tree_units(sizeof(struct mcts_node) + (size_t)t->seats * sizeof(float)) *
		    MCTS_TREE_UNIT;
	t->used = mcts_tree_first(t);
	t->full = false;
	t->pass = PASS_NONE;
	t->lowest = t->highest = 0;
	memset(mcts_tree_root(t), 0, t->stride);
}

struct mcts_node *mcts_tree_root(const struct mcts_tree *t)
{
	return mcts_tree_at(t, MCTS_TREE_ROOT);
}

struct mcts_block *mcts_tree_block(const struct mcts_tree *t, const struct mcts_node *n)
{
	return n->block == 0 ? NULL : mcts_tree_at(t, n->block);
}

const struct position *mcts_tree_position(const struct mcts_block *b)
{
	return (const struct position *)(b + 1);
}

struct mcts_node *mcts_tree_node(const struct mcts_tree *t, struct mcts_block *b, int i)
{
	unsigned char *position = (unsigned char *)(b + 1);
	size_t bytes = mcts_tree_units(t->position_bytes) * MCTS_TREE_UNIT;

	return (struct mcts_node *)(position + bytes + (size_t)i * t->stride);
}

struct mcts_block *mcts_tree_expand(struct mcts_tree *t, struct mcts_node *n,
	const struct position *p, int mover, const move *moves, int count)
{
	size_t bytes = sizeof(struct mcts_block) + (size_t)count * t->stride;
	size_t size = mcts_tree_units(bytes) + mcts_tree_units(t->position_bytes);

	assert(n->block == 0 && count > 0);
	if (t->pass != PASS_NONE)
		return NULL;
	if ((t->used + size) * MCTS_TREE_UNIT > t->room) {
		t->full = true;
		return NULL;
	}
	struct mcts_block *b = mcts_tree_at(t, t->used);
	memset(b, 0, size * MCTS_TREE_UNIT);
	n->block = (uint32_t)t->used;
	t->used += size;
	b->owner = mcts_tree_place(t, n);
	b->size = (uint32_t)size;
	b->count = (uint16_t)count;
	b->mover = (uint8_t)mover;
	memcpy(b + 1, p->bytes, t->position_bytes);
	for (int i = 0; i < count; i++) {
		struct mcts_node *child = mcts_tree_node(t, b, i);
		child->move = moves[i];
		child->seat = (uint8_t)mover;
	}
	return b;
}

void mcts_tree_own(struct mcts_tree *t, struct mcts_node *n)
{
	mcts_tree_block(t, n)->owner = mcts_tree_place(t, n);
}

void mcts_tree_disown(struct mcts_tree *t, const struct mcts_node *n)
{
	if (n->block != 0)
		mcts_tree_block(t, n)->owner = 0;
}

void mcts_tree_advance(struct mcts_tree *t, int i)
{
	struct mcts_node *root = mcts_tree_root(t);
	struct mcts_block *b = mcts_tree_block(t, root);

	assert(b != NULL && i < b->count);
	struct mcts_node *child = mcts_tree_node(t, b, i);
	memcpy(root, child, t->stride);
	child->block = 0;
	b->owner = 0;
	if (root->block == 0)
		return;
	mcts_tree_own(t, root);
	mcts_tree_block(t, root)->reached = t->mark; /* also if it had too few visits */
}

static int mcts_tree_magnitude(uint32_t visits)
{
	return visits == 0 ? 0 : 31 - __builtin_clz(visits);
}

static void mcts_tree_begin_pass(struct mcts_tree *t, enum mcts_pass pass)
{
	const struct mcts_node *root = mcts_tree_root(t);

	t->pass = pass;
	t->at = t->to = mcts_tree_first(t);
	if (pass == PASS_SLIDE)
		return;
	t->mark = (uint8_t)(t->mark % MCTS_TREE_MARKS + 1);
	memset(t->sizes, 0, sizeof t->sizes);
	if (root->block != 0)
		mcts_tree_block(t, root)->reached = t->mark;
}

/* Marks the blocks below a reached one over nodes of visits enough, and adds its units to sizes. */
static void mcts_tree_mark(struct mcts_tree *t, struct mcts_block *b)
{
	const struct mcts_node *owner = mcts_tree_at(t, b->owner);

	if (b->reached != t->mark)
		return;
	bool stays = b->owner == 0 || owner == mcts_tree_root(t);
	t->sizes[stays ? MCTS_TREE_MAGNITUDES - 1 : mcts_tree_magnitude(owner->visits)] += b->size;
	for (int i = 0; i < b->count; i++) {
		const struct mcts_node *child = mcts_tree_node(t, b, i);
		if (child->block != 0 && child->visits >= t->visits)
			mcts_tree_block(t, child)->reached = t->mark;
	}
}

/* Moves a reached block behind the others, and drops what is below it and not reached. */
static void mcts_tree_slide(struct mcts_tree *t, struct mcts_block *b)
{
	size_t size = b->size;

	if (b->reached != t->mark)
		return;
	if (b->owner != 0)
		((struct mcts_node *)mcts_tree_at(t, b->owner))->block = (uint32_t)t->to;
	memmove(mcts_tree_at(t, t->to), b, size * MCTS_TREE_UNIT);
	b = mcts_tree_at(t, t->to);
	for (int i = 0; i < b->count; i++) {
		struct mcts_node *child = mcts_tree_node(t, b, i);
		struct mcts_block *below = mcts_tree_block(t, child);
		if (below != NULL && below->reached == t->mark)
			below->owner = mcts_tree_place(t, child);
		else
			child->block = 0;
	}
	t->to += size;
}

/* The least number of visits of a node that keeps its block, so that half of the arena is free. */
static uint32_t mcts_tree_threshold(const struct mcts_tree *t)
{
	size_t kept = 0;

	for (int i = MCTS_TREE_MAGNITUDES - 1; i >= 0; i--) {
		kept += t->sizes[i];
		if (kept * MCTS_TREE_UNIT > t->room / 2)
			return i + 1 < MCTS_TREE_MAGNITUDES ? UINT32_C(1) << (i + 1) : UINT32_MAX;
	}
	return 0;
}

/* All blocks were looked at: begins the next pass. */
static void mcts_tree_end_pass(struct mcts_tree *t)
{
	if (t->pass == PASS_COUNT)
		t->visits = mcts_tree_threshold(t);
	if (t->pass == PASS_COUNT && t->visits > 0) {
		mcts_tree_begin_pass(t, PASS_MARK);
	} else if (t->pass != PASS_SLIDE) {
		mcts_tree_begin_pass(t, PASS_SLIDE);
	} else {
		t->used = t->to;
		t->pass = PASS_NONE;
		t->full = false;
	}
}

void mcts_tree_collect(struct mcts_tree *t, size_t bytes)
{
	size_t left = mcts_tree_units(bytes), size = 0;

	if (t->pass == PASS_NONE) {
		t->visits = 0;
		mcts_tree_begin_pass(t, PASS_COUNT);
	}
	do {
		struct mcts_block *b = mcts_tree_at(t, t->at);
		if (t->at == t->used) {
			mcts_tree_end_pass(t);
			continue;
		}
		left -= size < left ? size : left;
		size = b->size;
		if (t->pass == PASS_SLIDE)
			mcts_tree_slide(t, b);
		else
			mcts_tree_mark(t, b);
		t->at += size;
	} while (t->pass != PASS_NONE && size < left);
}
