/*
 * class-table.h - the table of `referee class check`: one line for each student, the fit first, so
 * that the others stand above the prompt.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_TABLE_H
#define REFEREE_SUBMISSIONS_CLASS_TABLE_H

#include <stdbool.h>
#include <stdio.h>

enum class_fitness {
	CLASS_FIT,
	CLASS_UNFIT,	 /* its check failed */
	CLASS_NO_BOT,	 /* there is nothing to run */
	CLASS_UNCHECKED, /* it was not checked */
};

/* The words before the sentence of a bot whose version before was fit. */
#define CLASS_WAS_FIT_TEXT "(was fit) "

/* The sentence of a bot without a warning, which the table leaves out. */
#define CLASS_FIT_TEXT "it can play"

/* A student. The texts are borrowed. */
struct class_row {
	const char *name;
	enum class_fitness fitness;
	const char *text; /* of a check: the sentence, behind "VERDICT: " if it has one */
	bool was_fit;	  /* the version before was fit */
};

/* The word of the verdict: "fit"; of others in capital letters what failed, such as TIME. The
 * sentence behind it is *rest. */
const char *class_row_verdict(const struct class_row *row, char word[16], const char **rest);

/* Prints the rows, each cut to this number of columns; 0: not cut. */
void class_table_print(FILE *out, const struct class_row *rows, int count, int columns);

#endif
