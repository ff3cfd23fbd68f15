/*
 * engine.c - games, positions and searches of one bot.
 */
#include "bots/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Frees the memory of the last search. */
static void engine_drop(struct engine *m)
{
	if (m->memory_owner != NULL)
		m->memory_owner->free_memory(m->memory);
	m->memory_owner = NULL;
	m->memory = NULL;
}

struct engine *engine_create(void)
{
	struct engine *m = calloc(1, sizeof *m);

	if (m != NULL)
		settings_init(&m->settings);
	return m;
}

void engine_free(struct engine *m)
{
	if (m == NULL)
		return;
	transposition_clear(&m->table);
	engine_drop(m);
	free(m);
}

void engine_changed(struct engine *m)
{
	m->evaluation = NULL;
}

/* Finds and prepares the evaluation of the settings. */
static bool engine_evaluate(struct engine *m, struct error *err)
{
	if (m->evaluation != NULL)
		return true;
	m->evaluation = settings_evaluation(&m->settings, m->setup.rules, err);
	if (m->evaluation == NULL)
		return false;
	if (m->evaluation->prepare != NULL)
		m->evaluation->prepare(&m->setup, &m->cache);
	/* Results of another evaluation are useless. */
	if (m->table_size > 0)
		transposition_forget(&m->table);
	if (m->memory_owner != NULL && m->memory_owner->forget_memory != NULL)
		m->memory_owner->forget_memory(m->memory);
	return true;
}

static bool engine_has_no_memory(int64_t megabytes, struct error *err)
{
	return error_set(err, "no memory for a table of %d megabytes", (int)megabytes);
}

/* Allocates a table of that size, if the search uses one. */
static bool engine_tabulate(struct engine *m, int64_t size, struct error *err)
{
	if (!m->search->uses_table || m->table_size == size)
		return true;
	transposition_clear(&m->table);
	m->table_size = 0;
	if (!transposition_init(&m->table, (int)size))
		return engine_has_no_memory(size, err);
	m->table_size = size;
	return true;
}

/* Allocates the search's memory of that size, if the search uses any. */
static bool engine_make_memory(struct engine *m, int64_t size, struct error *err)
{
	const struct search *search = m->search;

	if (search->create_memory == NULL || (m->memory_owner == search && m->memory_size == size))
		return true;
	engine_drop(m);
	m->memory = search->create_memory((int)size);
	if (m->memory == NULL)
		return engine_has_no_memory(size, err);
	m->memory_owner = search;
	m->memory_size = size;
	return true;
}

/* Prepares everything for a search by the settings; false: they do not fit the game. */
static bool engine_prepare(struct engine *m, struct error *err)
{
	const struct search *search = settings_search(&m->settings, m->setup.rules, m->setup.seats);
	int64_t size = m->settings.hash > 0 ? m->settings.hash : search->megabytes;

	m->search = search;
	return (search->fits == NULL || search->fits(&m->setup, err)) && engine_evaluate(m, err) &&
	       engine_tabulate(m, size, err) && engine_make_memory(m, size, err);
}

bool engine_begin(struct engine *m, const struct rules *rules, int seats, uint64_t seed,
	const char *const *params, int count, struct error *err)
{
	m->placed = false;
	m->evaluation = NULL;
	m->seed = seed;
	if (!setup_init(&m->setup, rules, seats, seed, params, count, err) ||
		!engine_prepare(m, err)) {
		m->setup.rules = NULL;
		return false;
	}
	return engine_place(m, NULL, NULL, err);
}

/* Plays the moves of a text; false: one of them is invalid. */
static bool engine_play(struct engine *m, const char *text, struct error *err)
{
	const struct rules *rules = m->setup.rules;

	for (;;) {
		char word[MOVE_TEXT];
		move played;
		text += strspn(text, " \t");
		size_t length = strcspn(text, " \t");
		if (length == 0)
			return true;
		snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, text);
		if (!rules_read_move(&m->setup, &m->position, word, &played))
			return error_set(err, "\"%.*s\" is no legal move of %s there",
				length < 40 ? (int)length : 40, text, rules->name);
		if (m->plies < ENGINE_PAST)
			m->past[m->plies] = rules->key(&m->setup, &m->position);
		rules->play(&m->setup, &m->position, played);
		m->plies++;
		text += length;
	}
}

/* Does the present position lead to the requested one? */
static bool engine_continues(const struct engine *m, const char *from, const char *moves)
{
	char next = '\0';

	if (!m->placed || strcmp(m->from, from) != 0 || strncmp(moves, m->moves, m->played) != 0)
		return false;
	next = moves[m->played];
	return m->played == 0 || next == ' ' || next == '\0';
}

bool engine_place(struct engine *m, const char *from, const char *moves, struct error *err)
{
	const struct rules *rules = m->setup.rules;

	if (rules == NULL)
		return error_set(err, "no game has been set up");
	from = from == NULL ? "" : from;
	moves = moves == NULL ? "" : moves;
	if (!engine_continues(m, from, moves)) {
		m->placed = false;
		m->plies = 0;
		m->played = 0;
		if (from[0] == '\0')
			rules->start(&m->setup, &m->position);
		else if (!rules->read(&m->setup, &m->position, from, err))
			return false;
	}
	m->placed = engine_play(m, moves + m->played, err);
	size_t length = strlen(moves);
	m->placed = m->placed && length < sizeof m->moves && strlen(from) < sizeof m->from;
	if (m->placed) {
		strcpy(m->from, from);
		memcpy(m->moves + m->played, moves + m->played, length - m->played);
		m->played = length;
	}
	return m->placed;
}

bool engine_search(struct engine *m, const struct search_limits *limits,
	const struct search_hooks *hooks, struct error *err)
{
	if (!m->placed)
		return error_set(err, "no position to think about");
	if (m->setup.rules->to_move(&m->setup, &m->position) == 0)
		return error_set(err, "the game is over");
	if (!engine_prepare(m, err))
		return false;
	struct search_job *job = &m->job;
	job->setup = &m->setup;
	job->position = &m->position;
	job->evaluation = m->evaluation;
	job->cache = &m->cache;
	job->limits = *limits;
	job->tuning = &m->settings.mcts;
	job->hooks = *hooks;
	job->past = m->past;
	job->past_count = m->plies < ENGINE_PAST ? m->plies : ENGINE_PAST;
	job->table = m->table_size > 0 ? &m->table : NULL;
	job->memory = m->memory_owner == m->search ? m->memory : NULL;
	job->seed = random_mix(random_mix((uint64_t)m->settings.seed, m->seed), (uint64_t)m->plies);
	search_run(m->search, job);
	return true;
}

char *engine_line(const struct engine *m, const move *line, int length, char *text, size_t room)
{
	const struct rules *rules = m->setup.rules;
	struct position p = m->position;
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < length && used + MOVE_TEXT + 1 < room; i++) {
		if (i > 0)
			text[used++] = ' ';
		used += (size_t)rules->move_text(&m->setup, &p, line[i], text + used);
		rules->play(&m->setup, &p, line[i]);
	}
	return text;
}
