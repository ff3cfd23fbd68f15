/*
 * all-exacts.c - the table of exact solvers: those that know their game, then the one that
 * searches.
 */
#include "bots/solve/exact.h"

#include <stdio.h>
#include <string.h>

#include "rules/turn.h"

extern const struct exact exact_tictactoe, exact_nim, exact_letters, exact_connect4,
	exact_connect4_any, exact_tree;

const struct exact *const all_exacts[] = {
	&exact_tictactoe,
	&exact_nim,
	&exact_letters,
	&exact_connect4,
	&exact_connect4_any,
	&exact_tree,
	NULL,
};

const struct exact *exact_find(const struct setup *s)
{
	for (int i = 0; all_exacts[i] != NULL; i++)
		if (s->seats == 2 && all_exacts[i]->fits(s))
			return all_exacts[i];
	return NULL;
}

/* Position strings end with the seat to move and a number, even if the game is over. */
int exact_seat(const struct setup *s, const struct position *p)
{
	struct error err;
	char text[POSITION_TEXT];
	struct turn turn;
	const char *letters = NULL;
	int seat = s->rules->to_move(s, p);

	if (seat > 0)
		return seat;
	s->rules->write(s, p, text);
	const char *at = strchr(text, ' ');
	if (at != NULL && at[1] != 'p')
		letters = s->rules->letters;
	if (at == NULL || !turn_read(&turn, letters, s->seats, at, &err) || turn.out != 0)
		return 0;
	return turn.seat;
}
