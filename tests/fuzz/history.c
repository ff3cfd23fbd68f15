/*
 * history.c - whole records through the reader of games. A game that was read is legal turn by
 * turn, its record reads back to the same record, and the judge takes it whatever it says of its
 * end.
 */
#include "referee/game/rejudge.h"
#include "tests/lib/fuzz.h"

enum { HISTORY_WHY = 256 };

/* The record of what was read; its end is left out, since that says when. */
static char *history_again(const struct history *h)
{
	static struct game game;
	static const struct limits none;
	struct error err = {""};
	bool played = history_replay(h, h->count, &none, &game, &err);
	assert(played);
	return history_text(h, &game, 0);
}

static void history_check(const struct history *h)
{
	static struct setup setup;
	struct history again;
	struct error err = {""};
	char *first = history_again(h), *copy = fuzz_text(first, strlen(first));
	bool read = history_read(&again, &setup, copy, &err);
	assert(read && again.count == h->count && again.started == h->started);
	char *second = history_again(&again);
	assert(strcmp(first, second) == 0);
	history_clear(&again);
	free(first);
	free(second);
	free(copy);
}

static void history_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct history *h = arg;
	assert(m->ply >= 0 && m->ply <= h->count && m->seat >= 0 && m->seat <= SEATS_MAX);
	free(rejudge_describe(m));
}

static void history_judge(const uint8_t *data, size_t size)
{
	static struct setup setup;
	static struct rejudge *judge;
	struct history history;
	struct history_result said;
	struct error err = {""};
	char *text = fuzz_text(data, size);
	if (judge == NULL)
		judge = rejudge_create(&(struct rejudge_options){.endings = REJUDGE_ALLOWED}, &err);
	judge->mismatch = history_on_mismatch;
	judge->arg = &history;
	if (history_parse(&history, &setup, &said, text, &err))
		rejudge_record(judge, &history, &said);
	history_clear(&history);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct setup setup;
	struct history history;
	struct error err = {""};
	char *text = fuzz_text(data, size);
	if (history_read(&history, &setup, text, &err))
		history_check(&history);
	else
		assert(err.text[0] != '\0' && strlen(err.text) < sizeof err.text);
	history_clear(&history);
	free(text);
	history_judge(data, size);
	return 0;
}
