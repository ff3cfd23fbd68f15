/*
 * watch.c - referee watch: a game of the daemon while it is played.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/commands/terminal.h"
#include "referee/commands/watch.h"

static void watch_lines(
	struct watch_source *s, bool (*tell)(const struct watch_game *w, enum watch_news news))
{
	enum watch_news news = WATCH_NOTHING;
	while (watch_source_next(s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
		if (!tell(s->game, news))
			return; /* main() says that nothing can be written */
}

static int watch_show(const struct daemon_client *call, bool json)
{
	struct watch_source s;
	int status = EXIT_SUCCESS;
	enum watch_news news;
	if (!watch_source_open(&s, call))
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

/* Takes --json out of the words. */
static bool watch_take_json(int *argc, char **argv)
{
	int kept = 0;
	for (int i = 0; i < *argc; i++)
		if (strcmp(argv[i], "--json") != 0)
			argv[kept++] = argv[i];
	bool json = kept < *argc;
	*argc = kept;
	argv[kept] = NULL;
	return json;
}

static int watch_run(int argc, char **argv)
{
	struct daemon_client call = {.count = 0};
	struct watch_wish wish;
	char why[WHY];
	bool json = watch_take_json(&argc, argv);
	int status = daemon_client_read(&call, argc, argv);
	if (status != EXIT_SUCCESS)
		return status;
	if (!control_parse_wish((char *const *)call.words + 1, &wish, why))
		return daemon_client_misused(argv[0], why);
	return watch_show(&call, json);
}

const struct command command_watch = {
	.name = "watch",
	.summary = "look on at a game of the daemon while it is played",
	.usage = "[GAME | BOT] [--follow] [--json] [--socket PATH]",
	.help = "GAME is a number that `referee status` shows, of a game that is played now; without one\n"
		"it is the game that began last, of all or of the bot that is named. What was played before\n"
		"is shown at once. At the end it is said under which number the database keeps it.\n\n"
		"  --follow       afterwards the next game, of that bot or of all, and so on; waits for it\n"
		"  --json         an object a line: game, move, left, end, kept, lost\n"
		"  --socket PATH  the daemon's socket, where it has another than its usual one\n\n"
		"At a terminal the board is drawn anew at each move; the keys of `referee show` lead back\n"
		"and on, q leaves. Elsewhere it is a line a move.\n",
	.run = watch_run,
};
