/*
 * watch.c - lines about a game that is being played, as a daemon sends them. Whatever they are, the
 * game that is put together from them can be played through, and what cannot be shown says why.
 */
#include "referee/commands/watch-game.h"
#include "tests/lib/fuzz.h"

static void watch_fuzz_look(const struct watch_game *w)
{
	static struct game g;
	static const struct limits none;
	char why[256];
	if (!w->begun)
		return;
	assert(w->seats >= 2 && w->seats <= SEATS_MAX);
	for (int i = 0; i < w->history.count; i++)
		assert(w->history.turns[i].seat >= 1 && w->history.turns[i].seat <= w->seats);
	bool good = history_replay(&w->history, w->history.count, &none, &g, why, sizeof why);
	assert(good);
	int seat = game_to_move(&g);
	assert(seat >= 0 && seat <= w->seats);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct watch_game w;
	char *text = fuzz_text(data, size), *rest = text, *line;
	while ((line = strsep(&rest, "\n")) != NULL) {
		enum watch_news news = watch_game_take(&w, line, 1000);
		assert(news != WATCH_BAD || w.why[0] != '\0');
		if (news == WATCH_BAD)
			break;
		assert(news != WATCH_BEGINS || w.begun);
		if (news == WATCH_BEGINS || news == WATCH_MOVED || news == WATCH_OVER)
			watch_fuzz_look(&w);
	}
	watch_game_clear(&w);
	free(text);
	return 0;
}
