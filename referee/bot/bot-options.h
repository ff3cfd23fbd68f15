/*
 * bot-options.h - the options that a bot offers before its `ugiok`, and the check of the options
 * that are set against them. Pure.
 */
#ifndef REFEREE_BOT_BOT_OPTIONS_H
#define REFEREE_BOT_BOT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "protocol/message.h"
#include "referee/bot/arbiter-config.h"

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

/* Adds an option as the bot announced it. */
void offered_options_add(struct offered_options *o, const struct message *m);

/* Does the bot offer, as far as is known, the option that "NAME=VALUE" sets? */
bool offered_options_name(const struct offered_options *o, const char *setting);

/* The start of a line about a shared option that a bot does not offer, so that it is not set. */
#define OFFERED_OPTION_OMITTED "left out: "

/* Does the bot offer the option and value of "NAME=VALUE", or the "NAME" of a button? False: a line
 * in err says what it offers. */
bool offered_options_take(const struct offered_options *o, const char *setting, struct error *err);

/* The options that are set for a bot, compared with those that it offers. Most bots have none set;
 * then nothing of their announcements is kept. */
struct bot_options {
	struct offered_options
		*offers; /* owned: announced so far; NULL: none is kept at this time */
	char *wrong;	 /* owned: a line for each option that the bot refuses; NULL: none */
	bool *left_out;	 /* owned, by option: a shared option that this bot does not offer; NULL:
			    none */
	bool bad;	 /* the bot refuses an option that is set */
	bool reported;	 /* the owner of the bot has reported wrong */
};

/* The bot's announcements begin; all of them came. */
void bot_options_begin(struct bot_options *o, const struct bot_config *bot);
void bot_options_judge(struct bot_options *o, const struct bot_config *bot);
void bot_options_clear(struct bot_options *o);

#endif
