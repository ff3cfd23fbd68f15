/*
 * move-list.c - whole records through the reader of games. A game that was read is legal turn by
 * turn, its record reads back to the same record, and the judge takes it whatever it says of its
 * end.
 */
#include "referee/game/rejudge.h"
#include "tests/lib/fuzz.h"

enum { HISTORY_WHY = 256 };

/* The record of what was read; its end is left out, since that says when. */
static char *move_list_again(const struct move_list *h)
{
	static struct game game;
	static const struct limits none;
	struct error err = {""};
	bool played = move_list_replay(h, h->count, &none, &game, &err);
	assert(played);
	return move_list_text(h, &game, 0);
}

static void move_list_check(const struct move_list *h)
{
	static struct setup setup;
	struct move_list again;
	struct error err = {""};
	char *first = move_list_again(h), *copy = fuzz_text(first, strlen(first));
	bool read = move_list_read(&again, &setup, copy, &err);
	assert(read && again.count == h->count && again.started == h->started);
	char *second = move_list_again(&again);
	assert(strcmp(first, second) == 0);
	move_list_clear(&again);
	free(first);
	free(second);
	free(copy);
}

static void move_list_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct move_list *h = arg;
	assert(m->ply >= 0 && m->ply <= h->count && m->seat >= 0 && m->seat <= SEATS_MAX);
	free(rejudge_describe(m));
}

static void move_list_judge(const uint8_t *data, size_t size)
{
	static struct setup setup;
	static struct rejudge *judge;
	struct move_list moves;
	struct move_list_result said;
	struct error err = {""};
	char *text = fuzz_text(data, size);
	if (judge == NULL)
		judge = rejudge_create(&(struct rejudge_options){.endings = REJUDGE_ALLOWED}, &err);
	judge->mismatch = move_list_on_mismatch;
	judge->arg = &moves;
	if (move_list_parse(&moves, &setup, &said, text, &err))
		rejudge_record(judge, &moves, &said);
	move_list_clear(&moves);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct setup setup;
	struct move_list moves;
	struct error err = {""};
	char *text = fuzz_text(data, size);
	if (move_list_read(&moves, &setup, text, &err))
		move_list_check(&moves);
	else
		assert(err.text[0] != '\0' && strlen(err.text) < sizeof err.text);
	move_list_clear(&moves);
	free(text);
	move_list_judge(data, size);
	return 0;
}
