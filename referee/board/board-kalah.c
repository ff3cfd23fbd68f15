/*
 * board-kalah.c - kalah: pits and stores with seeds.
 */
#include "referee/board/board-kind.h"

const struct board_description board_kalah = {.game = "kalah",
	.kind = &board_kind_pits,
	.radius = 15,
	.flip = "turned",
	.pieces = board_seeds};
