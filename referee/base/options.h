/*
 * options.h - the command line of a program as rows: one parser, and the help that is made of them.
 *
 * An option is --NAME VALUE or --NAME=VALUE; one with a letter also -L VALUE or -LVALUE. Options
 * and arguments may stand in any order. Behind -- there are only arguments, or the words of another
 * command. Names are never shortened. An option that is no list is given once.
 *
 * A program declares a struct for its values and a row for each option; options_read() writes each
 * value to the row's place in that struct. Texts are borrowed from argv. What the struct holds
 * before is the value of an option that is not given.
 */
#ifndef REFEREE_BASE_OPTIONS_H
#define REFEREE_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "referee/base/diagnostics.h"

enum option_kind {
	OPTION_SWITCH,	 /* bool: takes no value, and is true when it is given */
	OPTION_CONSTANT, /* int: takes no value, and is min when it is given */
	OPTION_TEXT,	 /* const char * */
	OPTION_NUMBER,	 /* int64_t from min to max */
	OPTION_CHOICE,	 /* int: the place in choices */
	OPTION_LIST, /* struct option_list: given again and again, at most max times; 0: any number
		      */
	OPTION_READ, /* read() reads it; given again and again when max is not 1 */
};

/* The values of an option, or of an argument, that may be given several times. */
struct option_list {
	const char **all; /* owned; the texts are borrowed */
	int count;
};

struct option_row {
	const char *name;  /* without --; NULL ends the rows */
	char letter;	   /* '\0': none */
	const char *value; /* what the help calls its value: "FILE"; NULL: it takes none */
	enum option_kind kind;
	size_t at; /* of its value in the struct */
	int64_t min, max;
	const char *const *choices; /* ended by NULL */
	const char *preset;	    /* its value when it is not given, for the help; NULL: none */
	const char *bare;  /* its value when none follows: the next word is its value only when it
			    * can  be one; NULL: a value must follow */
	const char *needs; /* the option without which it means nothing; NULL: none */
	const char *was;   /* its name in older versions; NULL: the same */
	const char *help;  /* starts with a verb; NULL: the help does not list it */
	/* Of OPTION_READ. False: a line in why that says what would be right; "": it is reported.
	 */
	bool (*read)(const struct option_row *row, void *values, const char *text, char *why,
		size_t size);
	/* Of OPTION_READ with bare: can the text be its value? */
	bool (*can)(const struct option_row *row, const char *text);
	const void *data; /* of read() and can() */
};

/* Rows that stand together under a title. */
struct option_group {
	const char *title;	       /* NULL: "Options" */
	const struct option_row *rows; /* ended by a NULL name; NULL: row() makes them */
	/* Makes the row of this number, from 0. False: there is none. */
	bool (*row)(size_t number, struct option_row *row);
	size_t at; /* of the struct that the rows count from, in the program's struct */
	/* A sentence about an option that no group has, from "--" on, up to "=": `unknown flag --x;
	 * did you mean --y?`. False: it says nothing. NULL: likewise. */
	bool (*explain)(const char *option, char *line, size_t size);
	bool words; /* the rows are words that the help lists, and no options */
	const char
		*brief; /* a sentence that the help has instead of the rows; NULL: it lists them */
};

enum option_argument_kind {
	ARGUMENT_NONE, /* ends the arguments */
	ARGUMENT_ONE,
	ARGUMENT_OPTIONAL, /* const char *: it may be missing */
	ARGUMENT_SOME,	   /* struct option_list: one or more */
	ARGUMENT_ANY,	   /* struct option_list: any number */
	ARGUMENT_COMMAND,  /* char **: the words behind --, ended by NULL; it is NULL without -- */
};

struct option_argument {
	const char *name; /* "FILE" */
	enum option_argument_kind kind;
	size_t at;
	const char *help; /* a phrase that says what it is; NULL: the name says it */
};

enum { OPTION_GROUPS = 6, OPTION_ARGUMENTS = 5 };

struct options {
	struct option_argument arguments[OPTION_ARGUMENTS];
	struct option_group groups[OPTION_GROUPS]; /* ended by one without rows */
};

enum options_result {
	OPTIONS_GOOD,
	OPTIONS_WRONG, /* every mistake was reported */
	OPTIONS_HELP,  /* --help or -h was given */
};

/* Reads argv[1] and all that follows. */
enum options_result options_read(const struct options *o, void *values, int argc, char *const *argv,
	struct diagnostics *mistakes);

/* Frees the lists of all rows and arguments. */
void options_clear(const struct options *o, void *values);
void option_list_add(struct option_list *list, const char *text);
void option_list_clear(struct option_list *list);

/* The row of this number in a group. False: there is none. */
bool option_group_row(const struct option_group *group, size_t number, struct option_row *row);

/* Is it the last one, which has no rows? */
bool option_group_ends(const struct option_group *group);

/* "NAME [OPTIONS] FILE..." */
void options_print_usage(const struct options *o, const char *program, FILE *out);

/* Prints the arguments and all groups. */
void options_print_help(const struct options *o, FILE *out);

/* Prints words filled to lines of at most OPTIONS_WIDTH columns; \n ends a line. The first begins
 * in the given column, the others after so many blanks. */
enum { OPTIONS_WIDTH = 100 };
void options_print_filled(const char *text, int column, int indent, FILE *out);

#endif
