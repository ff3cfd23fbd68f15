/*
 * offered-options.h - the options that a bot offers, and whether what somebody sets is one of them.
 * Pure.
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
	char min[24], max[24];		      /* "": not said */
	char choices[OFFERED_OPTION_CHOICES]; /* "a var b", as they come behind the first var */
};

struct offered_options {
	struct offered_option list[OFFERED_OPTIONS_MAX];
	int count;
	bool more; /* it offers others for which there was no room */
};

/* Notes an option as the bot announced it; what was not said is NULL. */
void offered_options_add(struct offered_options *o, const char *name, const char *type,
	const char *min, const char *max, const char *choices);

/* Does the bot offer, as far as is known, an option of the name that "NAME=VALUE" sets? */
bool offered_options_name(const struct offered_options *o, const char *setting);

/* How a line begins that tells of an option of all bots that one has not: it is not set. */
#define OFFERED_OPTION_LEFT_OUT "left out: "

/* Does the bot offer what "NAME=VALUE", or the "NAME" of a button, sets? False: a line in why that
 * says what it offers. */
bool offered_options_take(
	const struct offered_options *o, const char *setting, char *why, size_t room);

#endif
