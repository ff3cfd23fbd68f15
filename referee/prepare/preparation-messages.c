/*
 * preparation-messages.c - the table of lines, and the bots that they are about.
 */
#include "referee/prepare/preparation-messages.h"

#include <stdlib.h>
#include <string.h>

#include "base/shell-words.h"
#include "referee/bot/bot-messages.h"
#include "referee/bot/startup-check.h"

#define LINE_STRUCT struct preparation_line
#define BOT	    LINE_INT(bot, 0, BOTS_MAX - 1)
#define TEXT	    LINE_STRING(text, PREPARATION_TEXT)

static const struct line_row preparation_rows[PREPARATION_KINDS] = {
	[PREPARATION_BUILT] = {"built", {BOT, LINE_NUMBER(took, 0, INT64_MAX)},
		.help = "The bot is built. TOOK: time of the build in microseconds; 0: the cache had it."},
	[PREPARATION_OUTPUT_OF] = {"output", {BOT, TEXT},
		.help = "A part of the output of a build that failed; `failed` follows."},
	[PREPARATION_FAILED] = {"failed", {BOT, TEXT},
		.help = "The build failed for this reason: the bot cannot play."},
	[PREPARATION_BROKEN] = {"broken", {TEXT},
		.help = "A failure of the machine ends the preparation."},
	[PREPARATION_ASKS] = {"asks", {{0}},
		.help = "All builds are done; it goes on when its input ends. Its heartbeat is watched from "
			"now on."},
	[PREPARATION_ANSWER] = {"bot",
		{BOT, LINE_NUMBER(startpos_only, 0, 1), LINE_NUMBER(seats, 0, (1 << SEATS_MAX) - 1),
			LINE_STRING(text, AUTHOR_TEXT - 1)},
		.help = "A bot's features: it plays from the usual start only; the seats that it plays, bit "
			"seat - 1 (0: all); its author."},
	[PREPARATION_DONE] = {"done", {{0}}, .help = "All bots are prepared."},
};

const struct line_table preparation_table = {.name = "preparation to main process",
	.help = "The results of the process that builds the bots of a tournament and asks them for their "
		"features.",
	LINE_TABLE(preparation_rows)};

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
