/*
 * all-solves.c - the table of referee-solve's subcommands, in the order of its help.
 */
#include "bots/solve/solve.h"

extern const struct solve solve_tree, solve_letters, solve_nim, solve_tictactoe, solve_connect4,
	solve_repertoire, solve_perft, solve_oracle;

const struct solve *const all_solves[] = {
	&solve_tree,
	&solve_letters,
	&solve_nim,
	&solve_tictactoe,
	&solve_connect4,
	&solve_repertoire,
	&solve_perft,
	&solve_oracle,
	NULL,
};
