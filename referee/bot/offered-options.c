/*
 * offered-options.c - the options that a bot offers. Each type of option is a row with a function
 * that judges a value.
 */
#include "referee/bot/offered-options.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/did-you-mean.h"

static void offered_option_copy(char *to, size_t room, const char *text)
{
	snprintf(to, room, "%s", text != NULL ? text : "");
}

void offered_options_add(struct offered_options *o, const char *name, const char *type,
	const char *min, const char *max, const char *choices)
{
	if (o->count == OFFERED_OPTIONS_MAX) {
		o->more = true;
		return;
	}
	struct offered_option *offer = &o->list[o->count++];
	offered_option_copy(offer->name, sizeof offer->name, name);
	offered_option_copy(offer->type, sizeof offer->type, type);
	offered_option_copy(offer->min, sizeof offer->min, min);
	offered_option_copy(offer->max, sizeof offer->max, max);
	offered_option_copy(offer->choices, sizeof offer->choices, choices);
}

static bool offered_option_number(const char *text, int64_t *number)
{
	char *end;
	errno = 0;
	*number = strtoll(text, &end, 10);
	return errno == 0 && end != text && *end == '\0';
}

static bool offered_option_spin(
	const struct offered_option *o, const char *value, char *why, size_t room)
{
	int64_t number, bound;
	if (!offered_option_number(value, &number))
		snprintf(why, room, "%s is a whole number, not \"%.60s\"", o->name, value);
	else if (offered_option_number(o->min, &bound) && number < bound)
		snprintf(why, room, "%s is at least %s, not %.60s", o->name, o->min, value);
	else if (offered_option_number(o->max, &bound) && number > bound)
		snprintf(why, room, "%s is at most %s, not %.60s", o->name, o->max, value);
	else
		return true;
	return false;
}

static bool offered_option_check(
	const struct offered_option *o, const char *value, char *why, size_t room)
{
	if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
		return true;
	snprintf(why, room, "%s is true or false, not \"%.60s\"", o->name, value);
	return false;
}

static bool offered_option_combo(
	const struct offered_option *o, const char *value, char *why, size_t room)
{
	static const char between[] = " var ";
	const char *choice = o->choices, *next;
	size_t used =
		(size_t)snprintf(why, room, "%s has no choice \"%.60s\"; it has:", o->name, value);
	for (; choice != NULL; choice = next != NULL ? next + sizeof between - 1 : NULL) {
		next = strstr(choice, between);
		size_t length = next != NULL ? (size_t)(next - choice) : strlen(choice);
		if (strlen(value) == length && strncmp(choice, value, length) == 0)
			return true;
		if (used < room)
			used += (size_t)snprintf(why + used, room - used, "%s %.*s",
				choice > o->choices ? "," : "", (int)length, choice);
	}
	return false;
}

static const char offered_option_button_type[] = "button";

static bool offered_option_button(
	const struct offered_option *o, const char *value, char *why, size_t room)
{
	if (value == NULL)
		return true;
	snprintf(why, room, "%s is a button, which takes no value: write \"%s\"", o->name, o->name);
	return false;
}

static const struct offered_option_type {
	const char *name;
	bool (*judge)(const struct offered_option *o, const char *value, char *why, size_t room);
} offered_option_types[] = {
	{"spin", offered_option_spin},
	{"check", offered_option_check},
	{"combo", offered_option_combo},
	{offered_option_button_type, offered_option_button},
};

/* No option has this name: suggests the one that may have been meant. */
static void offered_options_miss(
	const struct offered_options *o, const char *name, char *why, size_t room)
{
	const char *names[OFFERED_OPTIONS_MAX];
	for (int i = 0; i < o->count; i++)
		names[i] = o->list[i].name;
	const char *meant = did_you_mean(name, names, o->count);
	if (o->count == 0)
		snprintf(why, room, "it has no option \"%s\": it announced none at all", name);
	else if (meant != NULL)
		snprintf(why, room, "it has no option \"%s\"; did you mean \"%s\"?", name, meant);
	else
		snprintf(why, room, "it has no option \"%s\"; its first is \"%s\"", name, names[0]);
}

bool offered_options_name(const struct offered_options *o, const char *setting)
{
	size_t length = strcspn(setting, "=");
	for (int i = 0; i < o->count; i++)
		if (strlen(o->list[i].name) == length &&
			strncmp(o->list[i].name, setting, length) == 0)
			return true;
	return o->more;
}

bool offered_options_take(
	const struct offered_options *o, const char *setting, char *why, size_t room)
{
	char name[OFFERED_OPTION_NAME];
	size_t length = strcspn(setting, "=");
	const char *value = setting[length] == '=' ? setting + length + 1 : NULL;
	snprintf(name, sizeof name, "%.*s", (int)length, setting);
	for (int i = 0; i < o->count; i++) {
		const struct offered_option *offer = &o->list[i];
		if (strcmp(offer->name, name) != 0)
			continue;
		if (value == NULL && strcmp(offer->type, offered_option_button_type) != 0) {
			snprintf(why, room, "%s is no button, it needs a value: write \"%s=VALUE\"",
				name, name);
			return false;
		}
		for (size_t t = 0; t < sizeof offered_option_types / sizeof *offered_option_types;
			t++)
			if (strcmp(offer->type, offered_option_types[t].name) == 0)
				return offered_option_types[t].judge(offer, value, why, room);
		return true;
	}
	if (o->more)
		return true;
	offered_options_miss(o, name, why, room);
	return false;
}
