/*
 * watch.c - `referee watch`: shows a game of the daemon while it is played.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/commands/terminal.h"
#include "referee/commands/watch.h"

extern const struct command command_watch;

static void watch_lines(
	struct watch_source *s, bool (*tell)(const struct watch_game *w, enum watch_news news))
{
	enum watch_news news = WATCH_NOTHING;
	while (watch_source_next(s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
		if (!tell(s->game, news))
			return; /* main() reports write errors of stdout */
}

static int watch_show(const struct daemon_client *client, bool json)
{
	struct watch_source s;
	int status = EXIT_SUCCESS;
	enum watch_news news;
	if (!watch_source_open(&s, client))
		return EXIT_FAULTS;
	if (json || !terminal_is_there())
		watch_lines(&s, json ? watch_tell_json : watch_tell_line);
	else if (watch_source_next(&s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
		status = watch_screen(&s, news);
	if (s.status > 0 && *s.why != '\0')
		fprintf(stderr, "referee: %s\n", s.why);
	if (status == EXIT_SUCCESS && s.status > 0)
		status = s.status;
	watch_source_close(&s);
	return status;
}

struct watch_asked {
	struct daemon_client client;
	const char *game;
	bool follow, json;
};

static int watch_run(int argc, char **argv)
{
	struct watch_asked a = {.game = NULL};
	struct daemon_client *client = &a.client;
	struct watch_wish wish;
	char why[WHY];
	int status;
	if (!command_read(&command_watch, &a, argc, argv, &status))
		return status;
	if (!daemon_client_begin(client, &command_watch) ||
		!daemon_client_add(client, &command_watch, a.game) ||
		!daemon_client_add(client, &command_watch, a.follow ? "--follow" : NULL))
		return EXIT_USAGE;
	if (!control_parse_wish((char *const *)client->words + 1, &wish, why))
		return command_misused(&command_watch, "%s", why);
	return watch_show(client, a.json);
}

#define WATCH_AT(member) offsetof(struct watch_asked, member)

static const struct option_row watch_options[] = {
	{.name = "follow",
		.kind = OPTION_SWITCH,
		.at = WATCH_AT(follow),
		.help = "go on with the next game of that bot, or of all, and wait for it"},
	{.name = "json",
		.kind = OPTION_SWITCH,
		.at = WATCH_AT(json),
		.help = "write a JSON object a line: game, move, left, end, kept, lost"},
	{.name = NULL},
};

const struct command command_watch = {
	.name = "watch",
	.group = COMMAND_SERVER,
	.summary = "Watch a game of the daemon while it is played",
	.about =
		"The moves that were played before are shown at once. "
		"At the end, the number under which the database keeps the game is printed.\n"
		"At a terminal the board is drawn again at each move; the keys of `referee show` lead back and on, and q leaves. "
		"Elsewhere a line is printed for each move.",
	.options =
		{.arguments = {{"GAME|BOT", ARGUMENT_OPTIONAL, WATCH_AT(game),
			 "the number of a running game, as `referee status` lists it, or a bot, whose newest game is shown; without it the game that began last"}},
			.groups = {{.rows = watch_options}, DAEMON_CLIENT_GROUP(WATCH_AT(client))}},
	.run = watch_run,
};
