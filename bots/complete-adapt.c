/*
 * complete-adapt.c - completes the words of referee-adapt.
 */
#include <string.h>

#include "bots/adapters/adapter-options.h"
#include "bots/adapters/adapter.h"
#include "bots/complete.h"
#include "bots/help.h"

/* The options of the kind, and --help. */
static bool complete_adapt_flag(void *arg, size_t number, struct complete_flag *flag)
{
	const struct adapter *kind = arg;
	for (const struct adapter_option *o = all_adapter_options; o->name != NULL; o++)
		if (adapter_has(kind, o->name) && number-- == 0) {
			*flag = (struct complete_flag){.name = o->name,
				.value = o->shape,
				.help = o->help,
				.repeatable = o->value == VALUE_PAIRS};
			return true;
		}
	*flag = (struct complete_flag){.name = "help", .help = "print the help"};
	return number == 0;
}

static void complete_adapt_value(const struct complete_line *line, const struct complete_flag *flag,
	const struct candidates *c)
{
	(void)line;
	complete_shape(flag->value, NULL, c);
}

void complete_adapt(const char *const *words, int count, const struct candidates *c)
{
	static const struct complete_rows rows = {
		.flag = complete_adapt_flag,
		.value = complete_adapt_value,
		.command = complete_command,
	};
	for (int i = 0; all_adapters[i] != NULL; i++) {
		const struct complete_line line = {
			words + 1, count - 1, &rows, (void *)all_adapters[i]};
		if (count == 1)
			candidates_offer(c, all_adapters[i]->name, all_adapters[i]->summary);
		else if (strcmp(words[0], all_adapters[i]->name) == 0)
			complete_line(&line, c);
	}
	for (const struct help_line *row = help_of_adapt.common; count == 1 && row->name != NULL;
		row++)
		if (*c->typed == '-')
			candidates_offer(c, row->name, row->help);
}
