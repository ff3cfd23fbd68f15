/*
 * show-replay.c - steps through a game with the keys of a terminal.
 */
#include "referee/commands/show.h"

#include <stdlib.h>

#include "referee/commands/show-screen.h"
#include "referee/commands/terminal.h"

static bool show_replay_draw(const struct show_screen *screen)
{
	int columns, rows;
	terminal_size(&columns, &rows);
	enum play_draw_mode mode = play_draw_mode(1);
	char *text = show_screen_text(screen, mode, columns, rows);
	bool good = terminal_draw(text);
	free(text);
	return good;
}

/* Runs until the person quits. Returns the exit status. */
static int show_replay_loop(struct show_screen *screen)
{
	struct show_keys keys = {0};
	char bytes[64];
	int count = 0;
	while (!screen->left && show_replay_draw(screen)) {
		enum terminal_event event = terminal_wait(bytes, sizeof bytes, &count);
		if (event == TERMINAL_SIGNAL)
			return 128 + count;
		if (event == TERMINAL_END)
			break;
		for (int i = 0; event == TERMINAL_BYTES && i < count && !screen->left; i++)
			show_screen_key(screen, show_keys_take(&keys, (unsigned char)bytes[i]));
	}
	return EXIT_SUCCESS;
}

bool show_can_replay(const struct show *s)
{
	return !s->plain && s->setup.rules != NULL && s->why[0] == '\0' && s->history.count > 0 &&
	       terminal_is_there();
}

int show_replay(struct show *s)
{
	char *title = show_title(s);
	struct show_screen screen = {.history = &s->history,
		.title = title,
		.ranks = s->ranked ? s->ranks : NULL,
		.count = s->count};
	int status = EXIT_BROKEN;
	if (terminal_open()) {
		status = show_replay_loop(&screen);
		terminal_close();
	}
	free(title);
	return status;
}
