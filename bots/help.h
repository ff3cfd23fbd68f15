/*
 * help.h - the help of the programs of this folder: one row for each program, from which `--help`
 * and the manual page are made.
 *
 * A program prints help_begin(), its own rows with help_title() and help_row(), then help_end().
 */
#ifndef BOTS_HELP_H
#define BOTS_HELP_H

struct help_line {
	const char *name, *help; /* help starts with a verb, or explains an exit status */
};

struct help {
	const char *name;		/* "referee-bot" */
	const char *summary;		/* one line that starts with a verb */
	const char *const *usages;	/* the words behind the name, ended by NULL */
	const char *about;		/* paragraphs, separated by \n\n */
	const char *notes;		/* likewise, after the options; NULL: none */
	const struct help_line *common; /* options without a subcommand; ended by a NULL name; NULL:
					   none */
	const struct help_line *statuses; /* exit statuses; ended by a NULL name */
	/* Command lines; one that begins with # explains those that follow. Ended by NULL. */
	const char *const *examples;
};

extern const struct help help_of_bot, help_of_solve, help_of_adapt;

/* Prints the usage, the summary and the paragraphs about the program. */
void help_begin(const struct help *help);

/* Prints the title of the rows that follow. */
void help_title(const char *title);

/* Prints a row: its name, and the help in a column beside it. */
void help_row(const char *name, const char *text);

/* Prints text wrapped, after an empty line. */
void help_paragraphs(const char *text);

/* Prints the common options, the notes, the exit statuses and the examples. */
void help_end(const struct help *help);

#endif
