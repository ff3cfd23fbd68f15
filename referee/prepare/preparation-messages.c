/*
 * preparation-messages.c - the table of lines, and the bots that they are about.
 */
#include "referee/prepare/preparation-messages.h"

#include <stdlib.h>
#include <string.h>

#include "base/shell-words.h"
#include "referee/bot/startup-check.h"

#define PREPARATION_FIELD(type, member) LINE_FIELD(type, struct preparation_line, member)

const struct line_row preparation_rows[PREPARATION_KINDS] = {
	[PREPARATION_BUILT] = {"built",
		{PREPARATION_FIELD(NUMBER, bot), PREPARATION_FIELD(NUMBER, took)}},
	[PREPARATION_OUTPUT_OF] = {"output",
		{PREPARATION_FIELD(NUMBER, bot), PREPARATION_FIELD(STRING, text)}},
	[PREPARATION_FAILED] = {"failed",
		{PREPARATION_FIELD(NUMBER, bot), PREPARATION_FIELD(STRING, text)}},
	[PREPARATION_BROKEN] = {"broken", {PREPARATION_FIELD(STRING, text)}},
	[PREPARATION_ASKS] = {"asks"},
	[PREPARATION_ANSWER] = {"bot",
		{PREPARATION_FIELD(NUMBER, bot), PREPARATION_FIELD(UNSIGNED, startpos_only),
			PREPARATION_FIELD(UNSIGNED, seats), PREPARATION_FIELD(STRING, text)}},
	[PREPARATION_DONE] = {"done"},
};

bool preparation_is_house_bot(const struct bot *bot)
{
	struct error err;
	char **words;
	int count;
	if (!shell_words_split(bot->command, &words, &count, &err))
		return false;
	bool is = startup_check_is_house(words);
	free(words);
	return is;
}

bool preparation_asks(const struct bot *bot)
{
	bool unbuilt = bot->program != NULL && !bot->program->made;
	return !bot->remote && bot->was == NULL && !bot->answered && !unbuilt &&
	       !preparation_is_house_bot(bot);
}
