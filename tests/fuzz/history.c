/*
 * history.c - whole records through the reader of games. A game that was read is legal turn by
 * turn, and its record reads back to the same record.
 */
#include "referee/judging/history.h"
#include "tests/fuzz/fuzz.h"

enum { HISTORY_WHY = 256 };

/* The record of what was read; its end is left out, since that says when. */
static char *history_again(const struct history *h)
{
	static struct game game;
	static const struct limits none;
	char why[HISTORY_WHY] = "";
	bool played = history_replay(h, h->count, &none, &game, why, sizeof why);
	assert(played);
	return history_text(h, &game, 0);
}

static void history_check(const struct history *h)
{
	static struct setup setup;
	struct history again;
	char why[HISTORY_WHY] = "";
	char *first = history_again(h), *copy = fuzz_text(first, strlen(first));
	bool read = history_read(&again, &setup, copy, why, sizeof why);
	assert(read && again.count == h->count && again.started == h->started);
	char *second = history_again(&again);
	assert(strcmp(first, second) == 0);
	history_clear(&again);
	free(first);
	free(second);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct setup setup;
	struct history history;
	char why[HISTORY_WHY] = "";
	char *text = fuzz_text(data, size);
	if (history_read(&history, &setup, text, why, sizeof why))
		history_check(&history);
	else
		assert(why[0] != '\0' && strlen(why) < sizeof why);
	history_clear(&history);
	free(text);
	return 0;
}
