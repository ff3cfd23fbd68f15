/*
 * offered-options.h - the options that a bot offers, and whether what somebody sets is one of them.
 * Pure.
 */
#ifndef REFEREE_BOT_OFFERED_OPTIONS_H
#define REFEREE_BOT_OFFERED_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { OFFERS_MAX = 128, OFFER_NAME = 64, OFFER_TYPE = 16, OFFER_CHOICES = 512 };

struct offer {
	char name[OFFER_NAME], type[OFFER_TYPE];
	char min[24], max[24];	     /* "": not said */
	char choices[OFFER_CHOICES]; /* "a var b", as they come behind the first var */
};

struct offers {
	struct offer list[OFFERS_MAX];
	int count;
	bool more; /* it offers others for which there was no room */
};

/* Notes an option as the bot announced it; what was not said is NULL. */
void offers_add(struct offers *o, const char *name, const char *type, const char *min,
	const char *max, const char *choices);

/* Does the bot offer, as far as is known, an option of the name that "NAME=VALUE" sets? */
bool offers_name(const struct offers *o, const char *setting);

/* How a line begins that tells of an option of all bots that one has not: it is not set. */
#define OFFER_LEFT_OUT "left out: "

/* Does the bot offer what "NAME=VALUE", or the "NAME" of a button, sets? False: a line in why that
 * says what it offers. */
bool offers_take(const struct offers *o, const char *setting, char *why, size_t room);

#endif
