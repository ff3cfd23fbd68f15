/*
 * arguments.h - the command line of referee-bot.
 */
#ifndef BOTS_ARGUMENTS_H
#define BOTS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "bots/settings.h"
#include "base/error.h"
#include "rules/rules.h"

/* The parsed command line. Its texts are borrowed from the arguments. */
struct arguments {
	struct settings settings;
	const char *name;
	const char *position; /* NULL: speak the protocol; else search this position, "startpos" or
				 a string */
	const struct rules *game; /* NULL: none given */
	bool cpu_clock;		  /* its own processor time counts */
	int players;		  /* 0: the fewest */
	int param_count;
	const char *params[PARAMETERS_MAX]; /* "KEY=VALUE" */
	void (*instead)(void);		    /* prints the requested text; NULL: none */
};

/* A flag that is no setting. */
struct arguments_flag {
	const char *flag, *value; /* without its dashes; value: its name in the help, or NULL */
	const char *help;	  /* starts with a verb */
	bool (*take)(struct arguments *a, const char *value, struct error *err);
	void (*instead)(void); /* of a flag without a value */
};

/* Ends with a NULL flag. */
extern const struct arguments_flag all_arguments[];

/* Reads the arguments after the program's name, ended by NULL. False: err has one line with the
 * mistake and its correction. */
bool arguments_read(struct arguments *a, const char *const *words, struct error *err);

#endif
