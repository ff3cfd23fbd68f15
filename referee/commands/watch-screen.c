/*
 * watch-screen.c - shows a game in play on a terminal's screen. It redraws at each move and, for
 * the clocks, once a second. With the keys of a replay a person goes back and forth in the game. At
 * the last turn the screen follows the game again.
 */
#include "referee/commands/watch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/commands/show-screen.h"
#include "referee/commands/terminal.h"
#include "referee/base/time.h"

enum {
	WATCH_BEAT = 1000,  /* milliseconds between two updates of the clocks */
	WATCH_AT_ONCE = 256 /* most news before a redraw */
};

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
static const struct history_turn *watch_last(const struct watch_view *v, int seat)
{
	for (int i = v->screen.count - 1; i >= 0; i--)
		if (v->game->history.turns[i].seat == seat &&
			v->game->history.turns[i].verdict == VERDICT_OK)
			return &v->game->history.turns[i];
	return NULL;
}

/* Writes the facts about a move, most important first. */
static void watch_said(FILE *out, const struct history_turn *turn, const char *comma)
{
	const struct move_numbers *numbers = &turn->numbers;
	const struct {
		const char *name;
		int64_t value;
		void (*write)(FILE *out, int64_t value);
	} said[] = {{"depth", numbers->depth, show_screen_number},
		{"score", numbers->score, show_screen_score},
		{"cpu", numbers->cpu, show_screen_time},
		{"waited", numbers->wait, show_screen_time}};
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		if (said[i].value == RECORD_UNSAID)
			continue;
		fprintf(out, "%s%s ", comma, said[i].name);
		said[i].write(out, said[i].value);
		comma = ", ";
	}
}

/* Writes the clock of a seat if the last position is shown, and the facts of its last move: two
 * lines if there are few players. */
static void watch_more(FILE *out, const void *arg, int seat)
{
	const struct watch_view *v = arg;
	const struct history_turn *turn = watch_last(v, seat);
	bool few = v->game->seats < 4, clock = false;
	fputs("     ", out);
	if (v->screen.count == v->game->history.count)
		clock = watch_tell_clock(out, v->game, seat, time_now());
	if (clock && few)
		fputs("\n     ", out);
	if (turn != NULL)
		watch_said(out, turn, clock && !few ? ", " : "");
	fputc('\n', out);
}

static bool watch_draw(const struct watch_view *v)
{
	int columns, rows;
	terminal_size(&columns, &rows);
	if (!v->game->begun)
		return terminal_draw("Waits for a game.   q quit");
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
			.history = &w->history, .title = v->title, .more = watch_more, .arg = v};
	}
	if (!w->begun)
		return;
	v->screen.ranks = w->over ? w->ranks : NULL;
	if (!v->back || v->screen.count > w->history.count)
		v->screen.count = w->history.count;
}

/* Reads news; only a part if there is much. */
static void watch_view_read(struct watch_view *v, struct watch_source *s)
{
	v->more = true;
	for (int i = 0; i < WATCH_AT_ONCE && v->more && !v->over; i++) {
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
		v->screen.left = true;
	if (!v->game->begun)
		return;
	show_screen_key(&v->screen, key);
	v->back = v->screen.count < v->game->history.count;
}

/* Runs until the game ends or the person quits. Returns 0, or the signal that asked the process
 * to leave. */
static int watch_view_loop(struct watch_view *v, struct watch_source *s)
{
	struct show_keys keys = {0};
	char bytes[64];
	int count = 0;
	while (!v->screen.left && !v->over && watch_draw(v)) {
		enum terminal_event event = terminal_wait_beside(
			watch_source_fd(s), v->more ? 0 : WATCH_BEAT, bytes, sizeof bytes, &count);
		if (event == TERMINAL_SIGNAL)
			return count;
		if (event == TERMINAL_END)
			break;
		for (int i = 0; event == TERMINAL_BYTES && i < count && !v->screen.left; i++)
			watch_view_key(v, show_keys_take(&keys, (unsigned char)bytes[i]));
		if (!v->screen.left) /* a new game would reset this */
			watch_view_read(v, s);
	}
	return 0;
}

/* Prints the last picture on the terminal's normal screen. */
static void watch_view_leave(const struct watch_view *v)
{
	const struct watch_game *w = v->game;
	enum play_draw_mode mode = play_draw_mode(1);
	if (!w->begun)
		return;
	puts(v->title);
	play_draw_board(stdout, mode, &w->setup, &w->game.position, NULL);
	if (w->over)
		watch_tell_end(stdout, w, mode == PLAY_DRAW_COLOURS);
	else if (v->news == WATCH_LOST)
		puts("The game was aborted: referee fault.");
	if (w->over && w->kept.number == w->number)
		watch_tell_kept(stdout, &w->kept);
}

int watch_screen(struct watch_source *s, enum watch_news news)
{
	struct watch_view v = {.game = s->game};
	if (!terminal_open())
		return EXIT_BROKEN;
	fcntl(watch_source_fd(s), F_SETFL, O_NONBLOCK);
	watch_view_take(&v, news);
	watch_view_read(&v, s);
	int number = watch_view_loop(&v, s);
	terminal_close();
	if (number == 0)
		watch_view_leave(&v);
	free(v.title);
	return number > 0 ? 128 + number : EXIT_SUCCESS;
}
