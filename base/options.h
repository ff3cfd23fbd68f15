/*
 * options.h - parses a command line by a table of rows, and prints help from the same table.
 *
 * An option is --NAME VALUE or --NAME=VALUE; with a letter also -L VALUE or -LVALUE. Options and
 * arguments may come in any order. After -- come only arguments, or the words of another command.
 * Names are never abbreviated. An option may be given only once, unless it is a list.
 *
 * A program declares a struct for its values and a row for each option. options_read() writes each
 * value to its place in that struct. Texts are borrowed from argv. The prior contents of the struct
 * are the defaults.
 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/diagnostics.h"

enum option_kind {
	OPTION_SWITCH,	 /* bool: takes no value; true if given */
	OPTION_CONSTANT, /* int: takes no value; min if given. Of a group's constants at one place
			    one may be given */
	OPTION_TEXT,	 /* const char * */
	OPTION_NUMBER,	 /* int64_t from min to max */
	OPTION_TIME,	 /* usec from min to max: "100ms" */
	OPTION_SIZE,	 /* int64_t from min to max: "64K" */
	OPTION_CHOICE,	 /* int: index in choices */
	OPTION_LIST,	 /* struct option_list: may be given max times; 0: no limit */
	OPTION_READ,	 /* read() reads it; may be given again if max is not 1 */
};

/* The values of an option or argument that may be given several times. */
struct option_list {
	const char **all; /* owned; the texts are borrowed */
	int count;
};

struct option_row {
	const char *name;  /* without --; NULL ends the rows */
	char letter;	   /* '\0': none */
	const char *value; /* name of its value in the help: "FILE"; NULL: takes none */
	enum option_kind kind;
	size_t at; /* offset of its value in the struct */
	int64_t min, max;
	const char *const *choices; /* ended by NULL */
	const char *preset;	    /* default value, for the help; NULL: none */
	const char *bare; /* value if none follows: the next word is the value only if can() accepts
			     it; NULL: a value must follow */
	const char *needs; /* option without which this one has no effect; NULL: none */
	const char *was;   /* its name in older versions; NULL: the same */
	const char *help;  /* starts with a verb; NULL: the help does not list it */
	/* For OPTION_READ. False: one line in err that says what would be right; "": already
	 * reported. */
	bool (*read)(
		const struct option_row *row, void *values, const char *text, struct error *err);
	/* For OPTION_READ with bare: can the text be its value? */
	bool (*can)(const struct option_row *row, const char *text);
	const void *data; /* data for read() and can() */
};

/* Begins a row that names its kind without OPTION_, and its place:
 *	{OPTION("key", TEXT, offsetof(struct request, key)), .value = "FILE", .needs = "certificate",
 *		.help = "use this private key of the certificate (PEM)"}, */
#define OPTION(name_, kind_, at_) .name = (name_), .kind = OPTION_##kind_, .at = (at_)

/* Rows that the help lists under one title. */
struct option_group {
	const char *title;	       /* NULL: "Options" */
	const struct option_row *rows; /* ended by a NULL name; NULL: row() makes them */
	/* Makes the row with this number, from 0. False: there is none. */
	bool (*row)(size_t number, struct option_row *row);
	size_t at; /* offset of the rows' struct in the program's struct */
	/* Explains an option that no group has, for example: `unknown flag --x; did you mean --y?`.
	 * option begins with "--" and ends before "=". False: no explanation. NULL: never. */
	bool (*explain)(const char *option, char *line, size_t size);
	bool words;	   /* the rows are words for the help, not options: NAME = VALUE */
	bool verbs;	   /* and without the = */
	const char *brief; /* sentence in the help instead of the rows; NULL: list the rows */
};

enum option_argument_kind {
	ARGUMENT_NONE, /* ends the arguments */
	ARGUMENT_ONE,
	ARGUMENT_OPTIONAL, /* const char *: may be missing */
	ARGUMENT_OLD,	   /* the same, of older versions: the help does not list it */
	ARGUMENT_SOME,	   /* struct option_list: one or more */
	ARGUMENT_ANY,	   /* struct option_list: any number */
	ARGUMENT_COMMAND,  /* char **: words behind --, ended by NULL; NULL without -- */
};

struct option_argument {
	const char *name; /* "FILE" */
	enum option_argument_kind kind;
	size_t at;
	const char *help; /* description; NULL: the name is enough */
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

/* Reads all arguments from argv[1]. */
enum options_result options_read(const struct options *o, void *values, int argc, char *const *argv,
	struct diagnostics *mistakes);

/* Frees the lists of all rows and arguments. */
void options_clear(const struct options *o, void *values);
void option_list_add(struct option_list *list, const char *text);
void option_list_clear(struct option_list *list);

/* The row with this number in a group. False: there is none. */
bool option_group_row(const struct option_group *group, size_t number, struct option_row *row);

/* Can the text be the value of an option whose value may be missing (bare)? */
bool option_can_be(const struct option_row *row, const char *text);

/* Is it the group without rows that ends the table? */
bool option_group_ends(const struct option_group *group);

/* The help of an option with its default. The caller frees it. */
char *option_help(const struct option_row *row);

/* "NAME [OPTIONS] FILE..." */
void options_print_usage(const struct options *o, const char *program, FILE *out);

/* Prints the arguments and all groups. */
void options_print_help(const struct options *o, FILE *out);

/* Prints "  NAME        HELP", with the help in its column or on the next line. */
void options_print_row(const char *name, const char *help, FILE *out);

/* Prints text wrapped to OPTIONS_WIDTH columns; \n ends a line. The first line begins at `column`,
 * the others after `indent` blanks. */
enum { OPTIONS_WIDTH = 100 };
void options_print_filled(const char *text, int column, int indent, FILE *out);

#endif
