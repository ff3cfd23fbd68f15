/*
 * mcts-tree.h - the tree of Monte-Carlo tree search, in one arena.
 *
 * A node is a move that was tried or can be tried. A node that was visited again gets a block: its
 * position and its moves as nodes. So a playout plays one new move, and asks for the moves of one
 * position, however deep the node is. All numbers in a node are from the view of seats, never of
 * the root's mover, so a tree serves all seats.
 *
 * Nothing is allocated for a node: blocks fill an arena of fixed size from its start. A block lies
 * behind the block of its parent. So one pass in the order of addresses finds the blocks that the
 * root still reaches, and one moves them to the start (a sliding collection). If they fill more
 * than half of the arena, blocks of nodes with few visits are dropped, too.
 *
 * A collection takes longer than a short move may. So it goes on by steps of some blocks, between
 * which the tree is whole: it can be searched and advanced, but takes no new blocks. A block that
 * loses its owner meanwhile has none, and goes with the next collection.
 *
 * Pointers to nodes and blocks are valid until mcts_tree_collect() or mcts_tree_advance().
 */
#ifndef BOTS_SEARCH_MCTS_TREE_H
#define BOTS_SEARCH_MCTS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

/* The proven result of a node for the seat that moved into it. */
enum mcts_proof { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN };

struct mcts_node {
	move move;
	uint32_t visits;
	uint32_t block;	   /* its place in the arena; 0: no moves are listed yet */
	uint16_t plies;	   /* of a proof: to the end of the game */
	uint8_t seat;	   /* the seat that moved into it */
	uint8_t proof;	   /* enum mcts_proof */
	double sum;	   /* of the values of its playouts to seat */
	float estimates[]; /* to each seat: the evaluation, or the best of its moves' estimates */
};

/* Behind it in the arena: the position, as many bytes as the game uses; then the nodes. */
struct mcts_block {
	uint32_t owner;	 /* the place of its node; 0: none any more */
	uint32_t size;	 /* units of the arena */
	uint16_t count;	 /* nodes */
	uint16_t tried;	 /* the nodes up to this one were visited */
	uint16_t best;	 /* the node whose estimate the owner has */
	uint8_t mover;	 /* the seat to move */
	uint8_t reached; /* the mark of the last marking that reached it */
};

enum { MCTS_TREE_MAGNITUDES = 32 }; /* of numbers of visits, by powers of 2 */

/* The passes of a collection. */
enum mcts_pass {
	PASS_NONE,
	PASS_COUNT, /* marks all that the root reaches, and counts it */
	PASS_MARK,  /* marks what has visits enough */
	PASS_SLIDE  /* moves it together */
};

struct mcts_tree {
	unsigned char *arena; /* owned */
	size_t room;	      /* bytes of the arena */
	size_t used;	      /* units; 0: there is no tree */
	bool full;	      /* a block found no room since the last collection */
	int seats;
	size_t position_bytes;
	size_t stride;		/* bytes of a node */
	double lowest, highest; /* of the values of all playouts */

	/* The collection. */
	enum mcts_pass pass;
	uint8_t mark;			    /* of this marking, from 1 */
	size_t at, to;			    /* the next block, and where it goes */
	uint32_t visits;		    /* the least of a node that keeps its block */
	size_t sizes[MCTS_TREE_MAGNITUDES]; /* units of the blocks by the visits of their owners */
};

/* Allocates an arena of this many megabytes; false: no memory. */
bool mcts_tree_init(struct mcts_tree *t, int megabytes);
void mcts_tree_clear(struct mcts_tree *t);

/* Begins a tree for s that has only its root. */
void mcts_tree_plant(struct mcts_tree *t, const struct setup *s);

/* The root, the node at a place, the block of a node, its position, its nodes. */
struct mcts_node *mcts_tree_root(const struct mcts_tree *t);
struct mcts_block *mcts_tree_block(const struct mcts_tree *t, const struct mcts_node *n);
const struct position *mcts_tree_position(const struct mcts_block *b);
struct mcts_node *mcts_tree_node(const struct mcts_tree *t, struct mcts_block *b, int i);

/* Gives n a block with a copy of p and count nodes for the moves of mover. NULL: no room, or a
 * collection is under way. */
struct mcts_block *mcts_tree_expand(struct mcts_tree *t, struct mcts_node *n,
	const struct position *p, int mover, const move *moves, int count);

/* Tells the block of n, which moved within its block, where n is. */
void mcts_tree_own(struct mcts_tree *t, struct mcts_node *n);

/* Tells the block of n, if it has one, that n is no more. */
void mcts_tree_disown(struct mcts_tree *t, const struct mcts_node *n);

/* Makes node i of the root's block the root. */
void mcts_tree_advance(struct mcts_tree *t, int i);

/* Goes on with a collection, or begins one: looks at blocks of this many bytes in all, and at one
 * at least. At its end the reached blocks lie together, those of few visits are dropped until half
 * of the arena is free, and the tree is no longer full. */
void mcts_tree_collect(struct mcts_tree *t, size_t bytes);

#endif
