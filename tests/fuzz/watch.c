/*
 * watch.c - lines about a game that is being played, as a daemon sends them. Whatever they are, the
 * game that is put together from them can be played through, and what cannot be shown says why.
 */
#include "base/error.h"
#include "referee/terminal/watch-game.h"
#include "tests/lib/fuzz.h"

static void watch_fuzz_look(const struct watch_game *w)
{
	static struct game g;
	static const struct limits none;
	struct error err;
	if (!w->begun)
		return;
	assert(w->setup.seats >= 2 && w->setup.seats <= SEATS_MAX);
	for (int i = 0; i < w->moves->count; i++)
		assert(w->moves->turns[i].seat >= 1 && w->moves->turns[i].seat <= w->setup.seats);
	bool good = move_list_replay(w->moves, w->moves->count, &none, &g, &err);
	assert(good);
	int seat = game_to_move(&g);
	assert(seat >= 0 && seat <= w->setup.seats);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct watch_game w;
	char *text = fuzz_text(data, size), *rest = text, *line;
	while ((line = strsep(&rest, "\n")) != NULL) {
		enum watch_news news = watch_game_take(&w, line, 1000);
		assert(news != WATCH_BAD || error_is_set(&w.err));
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
