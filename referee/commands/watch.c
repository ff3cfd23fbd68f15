/*
 * watch.c - referee watch: a game of the daemon while it is played.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/line.h"
#include "referee/commands/call.h"
#include "referee/commands/command.h"
#include "referee/commands/terminal.h"
#include "referee/commands/watch.h"
#include "referee/ground/memory.h"
#include "referee/ground/time.h"

enum { WATCH_ROOM = 1 << 17 /* a record's longest line fits */ };

struct watch_source {
	FILE *daemon; /* owned, as the next two */
	char *room;
	struct watch_game *game;
	struct line_reader lines;
	int status; /* when it has ended */
	char why[WHY];
};

/* --- lines ----------------------------------------------------------------------------------- */

static void watch_source_end(struct watch_source *s, int status, const char *why)
{
	s->status = status;
	snprintf(s->why, sizeof s->why, "%s", why);
}

/* A line of the answer; false: it is the last. */
static bool watch_take(struct watch_source *s, char *line, enum watch_news *news)
{
	char *why = line;
	*news = WATCH_NOTHING;
	if (*line == '-') {
		*news = watch_game_take(s->game, line + 1, time_now());
		if (*news == WATCH_BAD)
			watch_source_end(s, EXIT_FAULTS, s->game->why);
		return true;
	}
	int status = strncmp(line, "end ", 4) == 0 ? (int)strtol(line + 4, &why, 10) & 0xff : 1;
	watch_source_end(s, status, why + (*why == ' '));
	return false;
}

enum watch_got watch_next(struct watch_source *s, enum watch_news *news)
{
	for (;;) {
		char *line, *space;
		size_t length, room;
		enum line_status status;
		while ((status = line_reader_next(&s->lines, &line, &length)) == LINE_READY) {
			if (!watch_take(s, line, news))
				return WATCH_GOT_END;
			if (*news != WATCH_NOTHING)
				return WATCH_GOT_NEWS;
		}
		space = line_reader_space(&s->lines, &room);
		ssize_t count = status == LINE_PARTIAL ? read(watch_fd(s), space, room) : 0;
		if (count < 0 && errno == EAGAIN)
			return WATCH_GOT_NOTHING;
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0) {
			watch_source_end(s, EXIT_FAULTS,
				"the daemon has closed the connection: it has ended, or too much "
				"was not read; only its own user and root are heard");
			return WATCH_GOT_END;
		}
		line_reader_filled(&s->lines, (size_t)count);
	}
}

const struct watch_game *watch_shown(const struct watch_source *s)
{
	return s->game;
}

int watch_fd(const struct watch_source *s)
{
	return fileno(s->daemon);
}

static bool watch_source_open(struct watch_source *s, const struct call *call)
{
	s->daemon = call_open(call);
	if (s->daemon == NULL)
		return false;
	s->room = memory_get(WATCH_ROOM, 1);
	s->game = memory_get(1, sizeof *s->game);
	line_reader_init(&s->lines, s->room, WATCH_ROOM);
	call_send(call, s->daemon);
	return true;
}

static void watch_source_close(struct watch_source *s)
{
	watch_game_clear(s->game);
	free(s->game);
	free(s->room);
	fclose(s->daemon);
}

/* --- shown ----------------------------------------------------------------------------------- */

static void watch_lines(
	struct watch_source *s, bool (*tell)(const struct watch_game *w, enum watch_news news))
{
	enum watch_news news = WATCH_NOTHING;
	while (watch_next(s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
		if (!tell(s->game, news))
			return; /* main() says that nothing can be written */
}

static int watch_show(const struct call *call, bool json)
{
	struct watch_source s = {.status = -1};
	int status = EXIT_SUCCESS;
	enum watch_news news;
	if (!watch_source_open(&s, call))
		return EXIT_FAULTS;
	if (json || !terminal_is_there())
		watch_lines(&s, json ? watch_tell_json : watch_tell_line);
	else if (watch_next(&s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
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
	struct call call = {.count = 0};
	struct looker_wish wish;
	char why[WHY];
	bool json = watch_take_json(&argc, argv);
	int status = call_read(&call, argc, argv);
	if (status != EXIT_SUCCESS)
		return status;
	if (!control_parse_wish((char *const *)call.words + 1, &wish, why))
		return call_misused(argv[0], why);
	return watch_show(&call, json);
}

const struct command command_watch = {
	.name = "watch",
	.summary = "look on at a game of the daemon while it is played",
	.usage = "[GAME | BOT] [--follow] [--json] [--socket PATH]",
	.help = "GAME is a number that `referee status` shows, of a game that is played now; "
		"without one\n"
		"it is the game that began last, of all or of the bot that is named. What was "
		"played before\n"
		"is shown at once. At the end it is said under which number the database keeps "
		"it.\n\n"
		"  --follow       afterwards the next game, of that bot or of all, and so on; "
		"waits "
		"for it\n"
		"  --json         an object a line: game, move, left, end, kept, lost\n"
		"  --socket PATH  the daemon's socket, where it has another than its usual one\n\n"
		"At a terminal the board is drawn anew at each move; the keys of `referee show` "
		"lead "
		"back\n"
		"and on, q leaves. Elsewhere it is a line a move.\n",
	.run = watch_run,
};
