/*
 * all-evaluations.c - the table of evaluations: for each game the best first, those for any game
 * last. A new evaluation is a row here.
 */
#include "bots/eval/evaluation.h"

#include <string.h>

#include "rules/process/rules-process.h"

extern const struct evaluation evaluation_tictactoe_lines;
extern const struct evaluation evaluation_connect4_threats, evaluation_connect4_cells;
extern const struct evaluation evaluation_nim_sum;
extern const struct evaluation evaluation_letters_hopes, evaluation_letters_held;
extern const struct evaluation evaluation_tree_mean;
extern const struct evaluation evaluation_chinese_checkers_racing,
	evaluation_chinese_checkers_jumping, evaluation_chinese_checkers_distance;
extern const struct evaluation evaluation_othello_mobility, evaluation_othello_cells;
extern const struct evaluation evaluation_breakthrough_race, evaluation_breakthrough_advance;
extern const struct evaluation evaluation_gomoku_threats, evaluation_gomoku_lines;
extern const struct evaluation evaluation_kalah_sowing, evaluation_kalah_store;
extern const struct evaluation evaluation_program, evaluation_zero;

const struct evaluation *const all_evaluations[] = {
	&evaluation_tictactoe_lines,
	&evaluation_connect4_threats,
	&evaluation_connect4_cells,
	&evaluation_nim_sum,
	&evaluation_letters_hopes,
	&evaluation_letters_held,
	&evaluation_tree_mean,
	&evaluation_chinese_checkers_racing,
	&evaluation_chinese_checkers_jumping,
	&evaluation_chinese_checkers_distance,
	&evaluation_othello_mobility,
	&evaluation_othello_cells,
	&evaluation_breakthrough_race,
	&evaluation_breakthrough_advance,
	&evaluation_gomoku_threats,
	&evaluation_gomoku_lines,
	&evaluation_kalah_sowing,
	&evaluation_kalah_store,
	&evaluation_program,
	&evaluation_zero,
	NULL,
};

bool evaluation_fits(const struct evaluation *e, const struct rules *rules)
{
	if (rules_is_process(rules) && e->game != NULL)
		return false; /* a program may call its game as ours are called */
	return (e->game == NULL || strcmp(e->game, rules->name) == 0) &&
	       (e->fits == NULL || e->fits(rules));
}

const struct evaluation *evaluation_find(const struct rules *rules, const char *name)
{
	for (int i = 0; all_evaluations[i] != NULL; i++) {
		const struct evaluation *e = all_evaluations[i];
		if (evaluation_fits(e, rules) && (name == NULL || strcmp(e->name, name) == 0))
			return e;
	}
	return NULL;
}
