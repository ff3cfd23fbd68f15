/*
 * fuzz-definition.h - what must hold of a tournament's definition, wherever it was read from: its
 * settings are written as they are read, its schedule begins, and mistakes are told as lines.
 */
#ifndef TESTS_LIB_FUZZ_DEFINITION_H
#define TESTS_LIB_FUZZ_DEFINITION_H

#include <stdio.h>

#include "base/error.h"
#include "referee/director/game-queue.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"
#include "tests/lib/fuzz.h"
#include "referee/prepare/tournament-check.h"

enum { DEFINED_JOBS = 3 };

/* Takes what mistakes tell. */
static inline void defined_on_mistake(void *arg, const char *line)
{
	(void)arg;
	assert(*line != '\0');
	for (; *line != '\0'; line++)
		assert((unsigned char)*line >= ' ' && *line != '\177');
}

/* The text that a setting writes; to be freed. One stream serves all: making them takes half of the
 * time. */
static inline char *defined_write(const struct setting *row, const struct tournament *t)
{
	static FILE *out;
	static char *text;
	static size_t size;
	if (out == NULL)
		out = open_memstream(&text, &size);
	assert(out != NULL);
	rewind(out);
	row->value->write(row, t, out);
	fflush(out);
	return fuzz_text(text, size);
}

/* One that was given and is no list: its text reads back to the same, where it does not name more
 * than a file could set. */
static inline void defined_check_setting(const struct setting *row, const struct tournament *t)
{
	struct tournament spare;
	struct error err = {""};
	char *text = defined_write(row, t);
	bool more = row->value == &value_games ||
		    (row->value == &value_openings && t->openings_digest[0] != '\0') ||
		    (row->value == &value_format && schedule_find(t->format)->define != NULL);
	if (!more && strcmp(text, "none") != 0) {
		tournament_init(&spare);
		bool read = row->value->read(row, &spare, text, &err);
		assert(read);
		char *again = defined_write(row, &spare);
		assert(strcmp(text, again) == 0);
		free(again);
		tournament_clear(&spare);
	}
	free(text);
}

/* The first games of it. */
static inline void defined_check_agenda(const struct tournament *t)
{
	static struct game_queue queue;
	static struct job job;
	struct diagnostics mistakes = {defined_on_mistake, NULL, 0};
	bool begun = game_queue_init(&queue, t, &mistakes);
	assert(begun && mistakes.count == 0);
	for (int i = 0; i < DEFINED_JOBS && game_queue_next(&queue, &job) == SCHEDULE_GAME; i++)
		for (int seat = 0; seat < job.pairing.seats; seat++)
			assert(job.pairing.bot[seat] >= 0 && job.pairing.bot[seat] < t->bots_count);
	game_queue_clear(&queue);
}

/* Checks t, of which `wrong` mistakes were told so far, and gives it back. */
static inline void defined_finish(struct tournament *t, struct diagnostics *mistakes)
{
	bool clean = mistakes->count == 0, right = tournament_check(t, mistakes);
	assert(right == (mistakes->count == 0) || !clean);
	for (const struct setting *row = settings_of_tournament; clean && row->key != NULL; row++)
		if (row->value->write != NULL && !row->value->list &&
			origin_given(&t->set[row - settings_of_tournament]))
			defined_check_setting(row, t);
	if (right && clean) {
		struct error err = {""};
		char *definition = tournament_definition(t);
		bool same = definition_text_same(definition, definition, &err);
		assert(same);
		free(definition);
		defined_check_agenda(t);
	}
	tournament_clear(t);
}

#endif
