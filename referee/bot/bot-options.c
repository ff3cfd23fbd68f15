/*
 * bot-options.c - the options that a bot offers. Each type of option is a row with a function that
 * judges a value.
 */
#include "referee/bot/bot-options.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "base/memory.h"

static void offered_option_copy(char *to, size_t room, const char *text)
{
	snprintf(to, room, "%s", text != NULL ? text : "");
}

void offered_options_add(struct offered_options *o, const struct message *m)
{
	if (o->count == OFFERED_OPTIONS_MAX) {
		o->more = true;
		return;
	}
	struct offered_option *offer = &o->list[o->count++];
	offered_option_copy(offer->name, sizeof offer->name, m->option.name);
	offered_option_copy(offer->type, sizeof offer->type, m->option.type);
	offered_option_copy(offer->min, sizeof offer->min, m->option.min);
	offered_option_copy(offer->max, sizeof offer->max, m->option.max);
	offered_option_copy(offer->choices, sizeof offer->choices, m->option.var);
}

static bool offered_option_number(const char *text, int64_t *number)
{
	char *end;
	errno = 0;
	*number = strtoll(text, &end, 10);
	return errno == 0 && end != text && *end == '\0';
}

static bool offered_option_spin(
	const struct offered_option *o, const char *value, struct error *err)
{
	int64_t number, bound;
	if (!offered_option_number(value, &number))
		error_set(err, "%s is a whole number, not \"%.60s\"", o->name, value);
	else if (offered_option_number(o->min, &bound) && number < bound)
		error_set(err, "%s is at least %s, not %.60s", o->name, o->min, value);
	else if (offered_option_number(o->max, &bound) && number > bound)
		error_set(err, "%s is at most %s, not %.60s", o->name, o->max, value);
	else
		return true;
	return false;
}

static bool offered_option_check(
	const struct offered_option *o, const char *value, struct error *err)
{
	if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
		return true;
	return error_set(err, "%s is true or false, not \"%.60s\"", o->name, value);
}

static bool offered_option_combo(
	const struct offered_option *o, const char *value, struct error *err)
{
	static const char between[] = " var ";
	const char *choice = o->choices, *next;
	error_set(err, "%s has no choice \"%.60s\"; it has:", o->name, value);
	for (; choice != NULL; choice = next != NULL ? next + sizeof between - 1 : NULL) {
		next = strstr(choice, between);
		size_t length = next != NULL ? (size_t)(next - choice) : strlen(choice);
		if (strlen(value) == length && strncmp(choice, value, length) == 0)
			return true;
		error_append(err, "%s %.*s", choice > o->choices ? "," : "", (int)length, choice);
	}
	return false;
}

static bool offered_option_button(
	const struct offered_option *o, const char *value, struct error *err)
{
	if (value == NULL)
		return true;
	return error_set(
		err, "%s is a button, which takes no value: write \"%s\"", o->name, o->name);
}

static const struct offered_option_type {
	const char *name;
	bool (*judge)(const struct offered_option *o, const char *value, struct error *err);
} offered_option_types[] = {
	{"spin", offered_option_spin},
	{"check", offered_option_check},
	{"combo", offered_option_combo},
	{"button", offered_option_button},
};

bool offered_options_name(const struct offered_options *o, const char *setting)
{
	size_t length = strcspn(setting, "=");
	for (int i = 0; i < o->count; i++)
		if (strlen(o->list[i].name) == length &&
			strncmp(o->list[i].name, setting, length) == 0)
			return true;
	return o->more;
}

bool offered_options_take(const struct offered_options *o, const char *setting, struct error *err)
{
	char name[OFFERED_OPTION_NAME];
	size_t length = strcspn(setting, "=");
	const char *value = setting[length] == '=' ? setting + length + 1 : NULL;
	snprintf(name, sizeof name, "%.*s", (int)length, setting);
	for (int i = 0; i < o->count; i++) {
		const struct offered_option *offer = &o->list[i];
		if (strcmp(offer->name, name) != 0)
			continue;
		if (value == NULL && strcmp(offer->type, "button") != 0)
			return error_set(err,
				"%s is no button, it needs a value: write \"%s=VALUE\"", name,
				name);
		for (size_t t = 0; t < sizeof offered_option_types / sizeof *offered_option_types;
			t++)
			if (strcmp(offer->type, offered_option_types[t].name) == 0)
				return offered_option_types[t].judge(offer, value, err);
		return true;
	}
	if (o->more)
		return true;
	if (o->count == 0)
		return error_set(err, "it has no option \"%s\": it announced none at all", name);
	const char *names[OFFERED_OPTIONS_MAX];
	for (int i = 0; i < o->count; i++)
		names[i] = o->list[i].name;
	const char *meant = did_you_mean(name, names, o->count);
	if (meant != NULL)
		return error_set(err, "it has no option \"%s\"; did you mean \"%s\"?", name, meant);
	return error_set(err, "it has no option \"%s\"; its first is \"%s\"", name, names[0]);
}

/* --- a bot's options ------------------------------------------------------------------------- */

enum { BOT_OPTIONS_REPORTED = 8 };

void bot_options_clear(struct bot_options *o)
{
	free(o->offers);
	free(o->wrong);
	free(o->left_out);
	*o = (struct bot_options){.offers = NULL};
}

void bot_options_begin(struct bot_options *o, const struct bot_config *bot)
{
	bot_options_clear(o);
	if (bot->options_count > 0)
		o->offers = memory_get(1, sizeof *o->offers);
}

/* Judges an option. False: err has a line. */
static bool bot_options_judge_one(
	struct bot_options *o, const struct bot_config *bot, int i, struct error *err)
{
	const char *option = bot->options[i];
	struct error wrong;
	bool good = offered_options_take(o->offers, option, &wrong);
	bool shared = i >= bot->options_count - bot->options_shared;
	bool out = !good && shared && !offered_options_name(o->offers, option);
	o->left_out[i] = out;
	o->bad |= !good && !out;
	if (!good)
		error_set(err, "%soption = \"%.80s\": %s", out ? OFFERED_OPTION_OMITTED : "",
			option, wrong.text);
	return good;
}

void bot_options_judge(struct bot_options *o, const struct bot_config *bot)
{
	struct error err;
	int wrong = 0;
	if (o->offers == NULL)
		return;
	o->left_out = memory_get((size_t)bot->options_count, sizeof *o->left_out);
	for (int i = 0; i < bot->options_count; i++) {
		if (bot_options_judge_one(o, bot, i, &err) || wrong++ >= BOT_OPTIONS_REPORTED)
			continue;
		char *before = o->wrong;
		o->wrong = memory_print("%s%s%s", before != NULL ? before : "",
			before != NULL ? "\n" : "", err.text);
		free(before);
	}
	free(o->offers);
	o->offers = NULL;
}
