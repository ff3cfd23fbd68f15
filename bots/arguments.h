/*
 * arguments.h - the command line of referee-bot.
 */
#ifndef BOTS_ARGUMENTS_H
#define BOTS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "bots/settings.h"
#include "rules/rules.h"

/* What the command line asks for. Its texts are borrowed from there. */
struct arguments {
	struct settings settings;
	const char *name;
	const char *position;	  /* NULL: talk; else search this one, "startpos" or a string */
	const struct rules *game; /* NULL: none named */
	int players;		  /* 0: the fewest */
	int param_count;
	const char *params[PARAMETERS_MAX]; /* "KEY=VALUE" */
	void (*instead)(void);		    /* prints what was asked for; NULL: nothing */
};

/* Reads the words of a command line behind the program's name, ended by NULL. false: one line in
 * why says what is wrong and what would be right. */
bool arguments_read(struct arguments *a, const char *const *words, char *why, size_t room);

#endif
