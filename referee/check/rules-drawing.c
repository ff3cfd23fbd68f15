/*
 * rules-drawing.c - tells a text that is a grid from others.
 */
#include "referee/check/rules-drawing.h"

#include <stdio.h>

#include "referee/board/board-rows.h"
#include "rules/process/rules-process.h"

char *rules_drawing_describe(
	const struct setup *s, const struct position *p, char text[RULES_DRAWING])
{
	struct board_rows rows;
	bool draws = rules_process_draws(s->rules);
	if (board_rows_of(s, p, &rows) && board_rows_are_even(&rows))
		snprintf(text, RULES_DRAWING, "it is drawn as a grid of %d rows and %d columns%s",
			rows.rows, rows.columns, draws ? ", not by its board" : "");
	else
		snprintf(text, RULES_DRAWING, "its text is no grid: pages show the text, %s",
			draws ? "and terminals its board" : "and so do terminals");
	return text;
}
