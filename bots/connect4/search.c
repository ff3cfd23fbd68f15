/*
 * search.c - chooses between the two compiled searches, and answers positions that need no
 * search.
 */
#include "bots/connect4/search.h"

#include "bots/connect4/search-tree.h"

bool search_prepare(struct search_node *node, const struct board *b, int *score)
{
	int stones = board_count(b);
	uint64_t playable = board_playable(b->stones), other = b->stones ^ b->mover;
	*node = (struct search_node){.view = {.own = b->mover,
					     .other = other,
					     .own_wins = threats_of(b->mover, b->stones),
					     .other_wins = threats_of(other, b->stones),
					     .stones = stones}};
	node->moves = threats_safe_moves(playable, node->view.other_wins);
	if (node->view.own_wins & playable)
		*score = search_highest(stones) + 1;
	else if (stones >= BOARD_CELLS - 1 || (stones == BOARD_CELLS - 2 && node->moves != 0))
		*score = 0;
	else if (node->moves == 0)
		*score = search_lowest(stones) - 1;
	else
		return false;
	return true;
}

int search_at_least(struct search *s, const struct search_node *node, int wanted)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
		__builtin_cpu_supports("bmi"))
		return search_at_least_avx2(s, node, wanted);
#endif
	return search_tree(s, node, wanted);
}
