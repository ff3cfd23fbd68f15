/*
 * watch.c - `referee watch`: shows a game of the daemon while it is played, as lines or on a
 * terminal's screen. The screen is drawn again at each move and, for the clocks, once a second.
 * With the keys of a replay a person goes back and forth in the game. At the last turn the screen
 * follows the game again.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/error.h"
#include "protocol/line.h"
#include "base/memory.h"
#include "base/time.h"
#include "referee/commands/command.h"
#include "referee/commands/daemon-client.h"
#include "referee/terminal/show-screen.h"
#include "referee/terminal/terminal.h"
#include "referee/terminal/watch-print.h"
#include "referee/web/live-event.h"

enum {
	WATCH_BUFFER = LIVE_EVENT_LINE + 1, /* with the "-" before the line */
	WATCH_REFRESH = 1000,		    /* milliseconds between two updates of the clocks */
	WATCH_BATCH_MAX = 256		    /* news before a redraw */
};

/* --- the daemon's answer ---------------------------------------------------------------------- */

struct watch_source {
	FILE *daemon; /* owned, like the next two */
	char *buffer;
	struct watch_game *game; /* the game so far */
	struct line_reader lines;
	int status;	  /* the exit status at the end; -1: the stream has not ended */
	struct error why; /* why it has ended; not set: it sent all that was asked for */
};

enum watch_got {
	WATCH_GOT_NEWS,	   /* there may be more */
	WATCH_GOT_NOTHING, /* nothing yet: its descriptor does not block */
	WATCH_GOT_END	   /* the stream has ended */
};

static void watch_source_end(struct watch_source *s, int status, const char *why)
{
	s->status = status;
	error_set(&s->why, "%s", why);
}

/* Takes a line of the answer. False: it is the last line. */
static bool watch_source_take(struct watch_source *s, char *line, enum watch_news *news)
{
	const struct answer answer = answer_read(line);
	*news = WATCH_NOTHING;
	if (answer.kind == ANSWER_TEXT) {
		*news = watch_game_take(s->game, line + (answer.text - line), time_now());
		if (*news == WATCH_BAD)
			watch_source_end(s, EXIT_FAULTS, s->game->err.text);
		return true;
	}
	watch_source_end(s, answer.kind == ANSWER_END ? answer.status : EXIT_FAULTS, answer.text);
	return false;
}

/* The next news; skips WATCH_NOTHING. */
static enum watch_got watch_source_next(struct watch_source *s, enum watch_news *news)
{
	for (;;) {
		char *line, *space;
		size_t length, room;
		enum line_status status;
		while ((status = line_reader_next(&s->lines, &line, &length)) == LINE_READY) {
			if (!watch_source_take(s, line, news))
				return WATCH_GOT_END;
			if (*news != WATCH_NOTHING)
				return WATCH_GOT_NEWS;
		}
		space = line_reader_space(&s->lines, &room);
		ssize_t count = status == LINE_PARTIAL ? read(fileno(s->daemon), space, room) : 0;
		if (count < 0 && errno == EAGAIN)
			return WATCH_GOT_NOTHING;
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0) {
			watch_source_end(s, EXIT_FAULTS,
				"the daemon closed the connection: it ended, or this program read too slowly; it accepts only its own user, root and the group of its socket");
			return WATCH_GOT_END;
		}
		line_reader_filled(&s->lines, (size_t)count);
	}
}

/* Asks the daemon. False: there is no daemon, which was reported. Call watch_source_close() only
 * after true. */
static bool watch_source_open(struct watch_source *s, const struct daemon_client *call)
{
	*s = (struct watch_source){.daemon = daemon_client_open(call), .status = -1};
	if (s->daemon == NULL)
		return false;
	s->buffer = memory_get(WATCH_BUFFER, 1);
	s->game = memory_get(1, sizeof *s->game);
	line_reader_init(&s->lines, s->buffer, WATCH_BUFFER);
	daemon_client_send(call, s->daemon);
	return true;
}

static void watch_source_close(struct watch_source *s)
{
	watch_game_clear(s->game);
	free(s->game);
	free(s->buffer);
	fclose(s->daemon);
}

/* --- the screen ------------------------------------------------------------------------------- */

struct watch_view {
	const struct watch_game *game; /* borrowed */
	struct show_screen screen;
	char *title;	      /* owned; NULL: no game has begun */
	enum watch_news news; /* the latest */
	bool back;	      /* the person went back from the last turn */
	bool more, over;      /* more: unread news may be waiting */
};

/* --- beside the board ------------------------------------------------------------------------ */

/* The last move of a seat within the turns shown; NULL: none. */
static const struct move_list_turn *watch_last(const struct watch_view *v, int seat)
{
	for (int i = v->screen.count - 1; i >= 0; i--)
		if (v->game->moves->turns[i].seat == seat &&
			v->game->moves->turns[i].verdict == VERDICT_OK)
			return &v->game->moves->turns[i];
	return NULL;
}

/* Writes the clock of a seat if the last position is shown, and the facts of its last move: two
 * lines if there are few players. */
static void watch_more(FILE *out, const void *arg, int seat)
{
	const struct watch_view *v = arg;
	const struct move_list_turn *turn = watch_last(v, seat);
	bool few = v->game->setup.seats < 4, clock = false;
	fputs("     ", out);
	if (v->screen.count == v->game->moves->count)
		clock = watch_print_clock(out, v->game, seat, time_now());
	if (clock && few)
		fputs("\n     ", out);
	if (turn != NULL)
		show_screen_numbers(out, &turn->numbers, "dscq", clock && !few ? ", " : "");
	fputc('\n', out);
}

static bool watch_draw(const struct watch_view *v)
{
	int columns, rows;
	terminal_size(&columns, &rows);
	if (!v->game->begun)
		return terminal_draw("Waiting for a game.   q quit");
	char *text = show_screen_text(&v->screen, play_draw_mode(1), columns, rows);
	bool good = terminal_draw(text);
	free(text);
	return good;
}

/* --- events ---------------------------------------------------------------------------------- */

static void watch_view_take(struct watch_view *v, enum watch_news news)
{
	const struct watch_game *w = v->game;
	if (news == WATCH_BEGINS) {
		free(v->title);
		v->title = watch_title(w);
		v->back = false;
		v->screen = (struct show_screen){
			.moves = w->moves, .title = v->title, .more = watch_more, .arg = v};
	}
	if (!w->begun)
		return;
	v->screen.ranks = w->over ? w->ranks : NULL;
	if (!v->back || v->screen.count > w->moves->count)
		v->screen.count = w->moves->count;
}

/* Reads news; only a part if there is much. */
static void watch_view_read(struct watch_view *v, struct watch_source *s)
{
	v->more = true;
	for (int i = 0; i < WATCH_BATCH_MAX && v->more && !v->over; i++) {
		enum watch_got got = watch_source_next(s, &v->news);
		v->more = got == WATCH_GOT_NEWS;
		v->over = got == WATCH_GOT_END;
		if (!v->more)
			break;
		watch_view_take(v, v->news);
		v->over = v->news == WATCH_BAD;
	}
}

static void watch_view_key(struct watch_view *v, enum show_key key)
{
	if (key == SHOW_KEY_QUIT)
		v->screen.quit = true;
	if (!v->game->begun)
		return;
	show_screen_key(&v->screen, key);
	v->back = v->screen.count < v->game->moves->count;
}

/* Runs until the game ends or the person quits. Returns 0, or the signal that asked the process
 * to end. */
static int watch_view_loop(struct watch_view *v, struct watch_source *s)
{
	struct show_keys keys = {0};
	char bytes[64];
	int count = 0;
	while (!v->screen.quit && !v->over && watch_draw(v)) {
		enum terminal_event event = terminal_wait_beside(fileno(s->daemon),
			v->more ? 0 : WATCH_REFRESH, bytes, sizeof bytes, &count);
		if (event == TERMINAL_SIGNAL)
			return count;
		if (event == TERMINAL_END)
			break;
		for (int i = 0; event == TERMINAL_BYTES && i < count && !v->screen.quit; i++)
			watch_view_key(v, show_keys_take(&keys, (unsigned char)bytes[i]));
		if (!v->screen.quit) /* a new game would reset this */
			watch_view_read(v, s);
	}
	return 0;
}

/* Prints the last picture on the terminal's normal screen. */
static void watch_view_end(const struct watch_view *v)
{
	const struct watch_game *w = v->game;
	enum board_terminal_mode mode = play_draw_mode(1);
	if (!w->begun)
		return;
	puts(v->title);
	board_terminal(stdout, mode,
		&(struct board_scene){.setup = &w->setup, .now = &w->game.position}, "  ");
	if (w->over)
		watch_print_end(stdout, w, mode == BOARD_TERMINAL_COLOURS);
	else if (v->news == WATCH_ABORTED)
		puts("The game was aborted: referee fault.");
	if (w->over && w->stored.number == w->live.number)
		watch_print_stored(stdout, &w->stored);
}

/* Shows the game until it ends or the person quits, starting with this news. Returns the exit
 * status. */
static int watch_screen(struct watch_source *s, enum watch_news news)
{
	struct watch_view v = {.game = s->game};
	if (!terminal_open())
		return EXIT_BROKEN;
	fcntl(fileno(s->daemon), F_SETFL, O_NONBLOCK);
	watch_view_take(&v, news);
	watch_view_read(&v, s);
	int number = watch_view_loop(&v, s);
	terminal_close();
	if (number == 0)
		watch_view_end(&v);
	free(v.title);
	return number > 0 ? 128 + number : EXIT_SUCCESS;
}

/* --- the command ------------------------------------------------------------------------------ */

static void watch_lines(
	struct watch_source *s, bool (*print)(const struct watch_game *w, enum watch_news news))
{
	enum watch_news news = WATCH_NOTHING;
	while (watch_source_next(s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
		if (!print(s->game, news))
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
		watch_lines(&s, json ? watch_print_json : watch_print_text);
	else if (watch_source_next(&s, &news) == WATCH_GOT_NEWS && news != WATCH_BAD)
		status = watch_screen(&s, news);
	if (s.status > 0 && error_is_set(&s.why))
		fprintf(stderr, "referee: %s\n", s.why.text);
	if (status == EXIT_SUCCESS && s.status > 0)
		status = s.status;
	watch_source_close(&s);
	return status;
}

struct watch_request {
	struct daemon_client client;
	const char *game;
	bool follow, json;
};

static int watch_run(int argc, char **argv)
{
	struct watch_request a = {.game = NULL};
	struct daemon_client *client = &a.client;
	struct watch_options options;
	struct error err;
	int status;
	if (!command_read(&command_watch, &a, argc, argv, &status))
		return status;
	if (!daemon_client_begin(client, &command_watch, "watch") ||
		!daemon_client_add(client, a.game) ||
		!daemon_client_add(client, a.follow ? "--follow" : NULL))
		return EXIT_USAGE;
	if (!control_parse_wish((char *const *)client->words + 1, &options, &err))
		return command_misused(&command_watch, "%s", err.text);
	return watch_show(client, a.json);
}

#define WATCH_AT(member) offsetof(struct watch_request, member)

static const struct option_row watch_options[] = {
	{OPTION("follow", SWITCH, WATCH_AT(follow)),
		.help = "watch the next game of that bot, or of any bot, afterwards, and wait for it"},
	{OPTION("json", SWITCH, WATCH_AT(json)),
		.help = "write a JSON object a line: game, move, left, end, kept, lost"},
	{.name = NULL},
};

const struct command command_watch = {
	.name = "watch",
	.group = COMMAND_SERVER,
	.summary = "Watch a game of the daemon while it is played",
	.about =
		"First prints the moves that were played before. "
		"At the end it prints the number of the game in the database.\n"
		"At a terminal it draws the board again at each move; the keys of `referee show` go back and on, and q quits. "
		"Elsewhere it prints a line for each move.",
	.options =
		{.arguments = {{"GAME|BOT", ARGUMENT_OPTIONAL, WATCH_AT(game),
			 "the number of a running game, as `referee ctl status` lists it, or a bot: its newest game; without it, the game that began last"}},
			.groups = {{.rows = watch_options}, DAEMON_CLIENT_GROUP(WATCH_AT(client))}},
	.examples = (const char *const[]){"# Watch the games of a bot, one after the other.",
		"referee watch ann --follow", NULL},
	.run = watch_run,
};
