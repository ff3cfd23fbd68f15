/*
 * all-solves.h - the rows of all-solves.c, each defined in the file of its name.
 */
#ifndef BOTS_SOLVE_ALL_SOLVES_H
#define BOTS_SOLVE_ALL_SOLVES_H

#include "bots/solve/solve.h"

extern const struct solve solve_tree;
extern const struct solve solve_letters;
extern const struct solve solve_nim;
extern const struct solve solve_tictactoe;
extern const struct solve solve_connect4;
extern const struct solve solve_repertoire;
extern const struct solve solve_perft;
extern const struct solve solve_oracle;

#endif
