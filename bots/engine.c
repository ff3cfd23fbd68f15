/*
 * engine.c - games, positions and searches of one bot.
 */
#include "bots/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Frees the memory of the last search. */
static void engine_drop(struct engine *engine)
{
	if (engine->memory_owner != NULL)
		engine->memory_owner->free_memory(engine->memory);
	engine->memory_owner = NULL;
	engine->memory = NULL;
}

struct engine *engine_create(void)
{
	struct engine *engine = calloc(1, sizeof *engine);

	if (engine != NULL)
		settings_init(&engine->settings);
	return engine;
}

void engine_free(struct engine *engine)
{
	if (engine == NULL)
		return;
	transposition_clear(&engine->table);
	engine_drop(engine);
	free(engine);
}

void engine_changed(struct engine *engine)
{
	engine->evaluation = NULL;
}

/* Finds and prepares the evaluation of the settings. */
static bool engine_evaluate(struct engine *engine, struct error *err)
{
	if (engine->evaluation != NULL)
		return true;
	engine->evaluation = settings_evaluation(&engine->settings, engine->setup.rules, err);
	if (engine->evaluation == NULL)
		return false;
	if (engine->evaluation->prepare != NULL)
		engine->evaluation->prepare(&engine->setup, &engine->cache);
	/* Results of another evaluation are useless. */
	if (engine->table_size > 0)
		transposition_forget(&engine->table);
	if (engine->memory_owner != NULL && engine->memory_owner->forget_memory != NULL)
		engine->memory_owner->forget_memory(engine->memory);
	return true;
}

static bool engine_has_no_memory(int64_t megabytes, struct error *err)
{
	return error_set(err, "no memory for a table of %d megabytes", (int)megabytes);
}

/* Allocates a table of that size, if the search uses one. */
static bool engine_tabulate(struct engine *engine, int64_t size, struct error *err)
{
	if (!engine->search->uses_table || engine->table_size == size)
		return true;
	transposition_clear(&engine->table);
	engine->table_size = 0;
	if (!transposition_init(&engine->table, (int)size))
		return engine_has_no_memory(size, err);
	engine->table_size = size;
	return true;
}

/* Allocates the search's memory of that size, if the search uses any. */
static bool engine_make_memory(struct engine *engine, int64_t size, struct error *err)
{
	const struct search *search = engine->search;

	if (search->create_memory == NULL ||
		(engine->memory_owner == search && engine->memory_size == size))
		return true;
	engine_drop(engine);
	engine->memory = search->create_memory((int)size);
	if (engine->memory == NULL)
		return engine_has_no_memory(size, err);
	engine->memory_owner = search;
	engine->memory_size = size;
	return true;
}

/* Prepares everything for a search by the settings; false: they do not fit the game. */
static bool engine_prepare(struct engine *engine, struct error *err)
{
	const struct search *search =
		settings_search(&engine->settings, engine->setup.rules, engine->setup.seats);
	int64_t size = engine->settings.hash > 0 ? engine->settings.hash : search->megabytes;

	engine->search = search;
	return (search->fits == NULL || search->fits(&engine->setup, err)) &&
	       engine_evaluate(engine, err) && engine_tabulate(engine, size, err) &&
	       engine_make_memory(engine, size, err);
}

bool engine_begin(struct engine *engine, const struct rules *rules, int seats, uint64_t seed,
	const char *const *params, int count, struct error *err)
{
	engine->placed = false;
	engine->evaluation = NULL;
	engine->seed = seed;
	if (!setup_init(&engine->setup, rules, seats, seed, params, count, err) ||
		!engine_prepare(engine, err)) {
		engine->setup.rules = NULL;
		return false;
	}
	return engine_place(engine, NULL, NULL, err);
}

/* Plays the moves of a text; false: one of them is invalid. */
static bool engine_play(struct engine *engine, const char *text, struct error *err)
{
	const struct rules *rules = engine->setup.rules;

	for (;;) {
		char word[MOVE_TEXT];
		move played;
		text += strspn(text, " \t");
		size_t length = strcspn(text, " \t");
		if (length == 0)
			return true;
		snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, text);
		if (!rules_read_move(&engine->setup, &engine->position, word, &played))
			return error_set(err, "\"%.*s\" is no legal move of %s there",
				length < 40 ? (int)length : 40, text, rules->name);
		if (engine->plies < ENGINE_PAST)
			engine->past[engine->plies] = rules->key(&engine->setup, &engine->position);
		rules->play(&engine->setup, &engine->position, played);
		engine->plies++;
		text += length;
	}
}

/* Does the present position lead to the requested one? */
static bool engine_continues(const struct engine *engine, const char *from, const char *moves)
{
	char next = '\0';

	if (!engine->placed || strcmp(engine->from, from) != 0 ||
		strncmp(moves, engine->moves, engine->played) != 0)
		return false;
	next = moves[engine->played];
	return engine->played == 0 || next == ' ' || next == '\0';
}

bool engine_place(struct engine *engine, const char *from, const char *moves, struct error *err)
{
	const struct rules *rules = engine->setup.rules;

	if (rules == NULL)
		return error_set(err, "no game has been set up");
	from = from == NULL ? "" : from;
	moves = moves == NULL ? "" : moves;
	if (!engine_continues(engine, from, moves)) {
		engine->placed = false;
		engine->plies = 0;
		engine->played = 0;
		if (from[0] == '\0')
			rules->start(&engine->setup, &engine->position);
		else if (!rules->read(&engine->setup, &engine->position, from, err))
			return false;
	}
	engine->placed = engine_play(engine, moves + engine->played, err);
	size_t length = strlen(moves);
	engine->placed = engine->placed && length < sizeof engine->moves &&
			 strlen(from) < sizeof engine->from;
	if (engine->placed) {
		strcpy(engine->from, from);
		memcpy(engine->moves + engine->played, moves + engine->played,
			length - engine->played);
		engine->played = length;
	}
	return engine->placed;
}

bool engine_search(struct engine *engine, const struct search_limits *limits,
	const struct search_hooks *hooks, struct error *err)
{
	if (!engine->placed)
		return error_set(err, "no position to think about");
	if (engine->setup.rules->to_move(&engine->setup, &engine->position) == 0)
		return error_set(err, "the game is over");
	if (!engine_prepare(engine, err))
		return false;
	struct search_job *job = &engine->job;
	job->setup = &engine->setup;
	job->position = &engine->position;
	job->evaluation = engine->evaluation;
	job->cache = &engine->cache;
	job->limits = *limits;
	job->tuning = &engine->settings.mcts;
	job->hooks = *hooks;
	job->past = engine->past;
	job->past_count = engine->plies < ENGINE_PAST ? engine->plies : ENGINE_PAST;
	job->table = engine->table_size > 0 ? &engine->table : NULL;
	job->memory = engine->memory_owner == engine->search ? engine->memory : NULL;
	job->seed = random_mix(
		random_mix((uint64_t)engine->settings.seed, engine->seed), (uint64_t)engine->plies);
	search_run(engine->search, job);
	return true;
}

char *engine_line(
	const struct engine *engine, const move *line, int length, char *text, size_t room)
{
	const struct rules *rules = engine->setup.rules;
	struct position p = engine->position;
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < length && used + MOVE_TEXT + 1 < room; i++) {
		if (i > 0)
			text[used++] = ' ';
		used += (size_t)rules->move_text(&engine->setup, &p, line[i], text + used);
		rules->play(&engine->setup, &p, line[i]);
	}
	return text;
}
