/*
 * bot-options.c - whether a bot takes the options that it is set, by what it announces before its
 * `ugiok`.
 *
 * Most bots are set none: then nothing is kept of what they announce.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/processes/bot-talk.h"

enum { BOT_OPTIONS_TOLD = 8 };

void bot_clear_options(struct bot_process *b)
{
	free(b->options.offers);
	free(b->options.wrong);
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
		offers_add(b->options.offers, m->option.name, m->option.type, m->option.min,
			m->option.max, m->option.var);
}

void bot_judge_options(struct bot_process *b)
{
	struct bot_options *o = &b->options;
	char why[1024];
	int wrong = 0;
	for (int i = 0; o->offers != NULL && i < b->self->options_count; i++) {
		const char *option = b->self->options[i];
		if (wrong == BOT_OPTIONS_TOLD || offers_take(o->offers, option, why, sizeof why))
			continue;
		char *before = o->wrong;
		o->wrong = memory_print("%s%soption = \"%.80s\": %s", before != NULL ? before : "",
			before != NULL ? "\n" : "", option, why);
		free(before);
		wrong++;
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
