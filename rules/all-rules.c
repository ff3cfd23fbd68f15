/*
 * all-rules.c - every game there is. A new game is one file and one row here.
 */
#include "rules/rules.h"

#include <string.h>

extern const struct rules rules_tictactoe;
extern const struct rules rules_connect4;
extern const struct rules rules_nim;
extern const struct rules rules_letters;
extern const struct rules rules_tree;
extern const struct rules rules_chinese_checkers;
extern const struct rules rules_othello;
extern const struct rules rules_breakthrough;
extern const struct rules rules_gomoku;
extern const struct rules rules_kalah;

const struct rules *const all_rules[] = {
	&rules_tictactoe,
	&rules_connect4,
	&rules_nim,
	&rules_letters,
	&rules_tree,
	&rules_chinese_checkers,
	&rules_othello,
	&rules_breakthrough,
	&rules_gomoku,
	&rules_kalah,
	NULL,
};

const struct rules *rules_find(const char *name)
{
	for (const struct rules *const *rules = all_rules; *rules != NULL; rules++)
		if (strcmp((*rules)->name, name) == 0)
			return *rules;
	return NULL;
}
