/*
 * rules-drawing.c - what is said of the drawing of a position.
 */
#include "referee/check/rules-drawing.h"

#include <stdio.h>
#include <string.h>

#include "rules/process/rules-process.h"
#include "tests/lib/suite.h"

static const struct row {
	const char *description, *position, *text;
} rows[] = {
	{"id name own\nseats 2\n", "3/1x1/3 x 1", "it is drawn as a grid of 3 rows and 3 columns"},
	{"id name own\nseats 2\nfeature board\n", "....../...... 1",
		"it is drawn as a grid of 2 rows and 6 columns, not by its board"},
	/* Five ones are one number, and rows of unequal lengths no grid. */
	{"id name own\nseats 2\n", "A1111/11111/11111 1",
		"its text is no grid: pages show the text, and so do terminals"},
	{"id name own\nseats 2\n", "3/4 1",
		"its text is no grid: pages show the text, and so do terminals"},
	{"id name own\nseats 2\nfeature board\n", "9 1",
		"its text is no grid: pages show the text, and terminals its board"},
};

START_TEST(a_grid_and_another_text_are_told)
	{
		const struct row *row = &rows[_i];
		static struct setup setup;
		struct position p;
		struct error err;
		char block[256], text[RULES_DRAWING];
		const struct rules *rules = rules_process_offline(row->description, 0, &err);
		ck_assert(setup_init(&setup, rules, 2, 1, NULL, 0, &err));
		snprintf(block, sizeof block, "position %s\nturn 1\nlegal x\n", row->position);
		ck_assert_msg(rules_process_restore(&setup, NULL, NULL, false, block, &p, &err),
			"%s", err.text);
		ck_assert_str_eq(rules_drawing_describe(&setup, &p, text), row->text);
		rules_process_close(rules);
	}
END_TEST

SUITE("check/rules-drawing", LOOP(a_grid_and_another_text_are_told, sizeof rows / sizeof *rows))
