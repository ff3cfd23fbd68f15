/*
 * bot-options.c - compares the options that are set with those that a bot announces before its
 * `ugiok`. Most bots have none set; then nothing of their announcements is kept.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/bot/bot-talk.h"

enum { BOT_OPTIONS_TOLD = 8 };

void bot_clear_options(struct bot_process *b)
{
	free(b->options.offers);
	free(b->options.wrong);
	free(b->options.left_out);
	b->options = (struct bot_options){.offers = NULL};
}

void bot_await_options(struct bot_process *b)
{
	bot_clear_options(b);
	if (b->self->options_count > 0)
		b->options.offers = memory_get(1, sizeof *b->options.offers);
}

void bot_take_option(struct bot_process *b, const struct message *m)
{
	if (b->options.offers != NULL)
		offered_options_add(b->options.offers, m->option.name, m->option.type,
			m->option.min, m->option.max, m->option.var);
}

/* Judges an option. False: why has a line. */
static bool bot_judge_option(struct bot_process *b, int i, char *why, size_t room)
{
	struct bot_options *o = &b->options;
	const char *option = b->self->options[i];
	char wrong[512];
	bool good = offered_options_take(o->offers, option, wrong, sizeof wrong);
	bool shared = i >= b->self->options_count - b->self->options_shared;
	bool out = !good && shared && !offered_options_name(o->offers, option);
	o->left_out[i] = out;
	o->bad |= !good && !out;
	if (!good)
		snprintf(why, room, "%soption = \"%.80s\": %s", out ? OFFERED_OPTION_LEFT_OUT : "",
			option, wrong);
	return good;
}

void bot_judge_options(struct bot_process *b)
{
	struct bot_options *o = &b->options;
	char why[1024];
	int wrong = 0;
	if (o->offers == NULL)
		return;
	o->left_out = memory_get((size_t)b->self->options_count, sizeof *o->left_out);
	for (int i = 0; i < b->self->options_count; i++) {
		if (bot_judge_option(b, i, why, sizeof why) || wrong++ >= BOT_OPTIONS_TOLD)
			continue;
		char *before = o->wrong;
		o->wrong = memory_print(
			"%s%s%s", before != NULL ? before : "", before != NULL ? "\n" : "", why);
		free(before);
	}
	free(o->offers);
	o->offers = NULL;
}

const char *bot_options_wrong(struct bot_process *b)
{
	bool told = b->options.told;
	b->options.told = true;
	return told ? NULL : b->options.wrong;
}
