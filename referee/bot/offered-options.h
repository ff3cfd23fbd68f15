/*
 * offered-options.h - the options that a bot offers, and the check of a setting against them. Pure.
 */
#ifndef REFEREE_BOT_OFFERED_OPTIONS_H
#define REFEREE_BOT_OFFERED_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	OFFERED_OPTIONS_MAX = 128,
	OFFERED_OPTION_NAME = 64,
	OFFERED_OPTION_TYPE = 16,
	OFFERED_OPTION_CHOICES = 512
};

struct offered_option {
	char name[OFFERED_OPTION_NAME], type[OFFERED_OPTION_TYPE];
	char min[24], max[24];		      /* "": not given */
	char choices[OFFERED_OPTION_CHOICES]; /* "a var b": the text after the first `var` */
};

struct offered_options {
	struct offered_option list[OFFERED_OPTIONS_MAX];
	int count;
	bool more; /* it offers more than fit the list */
};

/* Adds an option as the bot announced it. A missing field is NULL. */
void offered_options_add(struct offered_options *o, const char *name, const char *type,
	const char *min, const char *max, const char *choices);

/* Does the bot offer, as far as is known, the option that "NAME=VALUE" sets? */
bool offered_options_name(const struct offered_options *o, const char *setting);

/* The start of a line about a shared option that a bot does not offer, so that it is not set. */
#define OFFERED_OPTION_LEFT_OUT "left out: "

/* Does the bot offer the option and value of "NAME=VALUE", or the "NAME" of a button? False: a line
 * in why says what it offers. */
bool offered_options_take(
	const struct offered_options *o, const char *setting, char *why, size_t room);

#endif
