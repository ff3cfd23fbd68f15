/*
 * search-job.h - what tests of searches share: one job and what it needs, positions reached by
 * random play. Everything is static: a test is one program.
 */
#ifndef TESTS_LIB_SEARCH_JOB_H
#define TESTS_LIB_SEARCH_JOB_H

#include <check.h>

#include "bots/eval/evaluation.h"
#include "bots/search/search.h"
#include "bots/search/transposition-table.h"
#include "bots/settings.h"
#include "base/error.h"
#include "rules/rules.h"

enum { SEARCHING_PARAMS = 3, SEARCHING_TABLE = 1, SEARCHING_KEPT = 16 };

/* A game to search, small enough for the depths asked for. */
struct searching_game {
	const char *game;
	int seats;
	int depth; /* every depth up to this one is tried */
	int plies; /* at most this many random moves lead to a position */
	const char *params[SEARCHING_PARAMS]; /* "KEY=VALUE", NULLs behind */
};

static struct searching {
	struct setup setup;
	const struct evaluation *evaluation;
	struct evaluation_cache cache;
	struct transposition table;
	const struct search *memory_owner; /* the owner of memory */
	void *memory;
	struct settings settings;
	struct search_job job;
} searching;

/* Frees the memory of the last search. */
static inline void searching_drop(void)
{
	if (searching.memory_owner != NULL)
		searching.memory_owner->free_memory(searching.memory);
	searching.memory_owner = NULL;
	searching.memory = NULL;
}

/* The search's memory, as its last run left it. */
static inline void *searching_keep(const struct search *search)
{
	if (search->create_memory == NULL || searching.memory_owner == search)
		return searching.memory;
	searching_drop();
	searching.memory_owner = search;
	searching.memory = search->create_memory(SEARCHING_KEPT);
	ck_assert_ptr_nonnull(searching.memory);
	return searching.memory;
}

/* Whether the search plays the game that was begun. */
static inline bool searching_fits(const struct search *search)
{
	struct error err = {""};

	if (search->fits == NULL || search->fits(&searching.setup, &err))
		return true;
	ck_assert_str_ne(err.text, "");
	return false;
}

static inline void searching_use(const struct evaluation *evaluation)
{
	ck_assert_ptr_nonnull(evaluation);
	searching.evaluation = evaluation;
	settings_init(&searching.settings);
	if (searching.memory_owner != NULL && searching.memory_owner->forget_memory != NULL)
		searching.memory_owner->forget_memory(searching.memory);
	if (evaluation->prepare != NULL)
		evaluation->prepare(&searching.setup, &searching.cache);
	transposition_clear(&searching.table);
	ck_assert(transposition_init(&searching.table, SEARCHING_TABLE));
}

/* A setup of the game, with its best evaluation. */
static inline void searching_begin(const struct searching_game *g, uint64_t seed)
{
	struct error err;
	int count = 0;

	while (count < SEARCHING_PARAMS && g->params[count] != NULL)
		count++;
	const struct rules *rules = rules_find(g->game);
	ck_assert_msg(rules != NULL, "no game %s", g->game);
	ck_assert_msg(setup_init(&searching.setup, rules, g->seats, seed, g->params, count, &err),
		"%s", err.text);
	searching_use(evaluation_find(rules, NULL));
}

static inline void searching_end(void)
{
	transposition_clear(&searching.table);
	searching_drop();
}

static inline struct position searching_start(void)
{
	struct position p;

	searching.setup.rules->start(&searching.setup, &p);
	return p;
}

/* A position that is not over, a random number of moves, at most this many, from the start. */
static inline struct position searching_wander(int most, uint64_t *random)
{
	static move moves[MOVES_MAX];
	const struct rules *rules = searching.setup.rules;

	for (;;) {
		struct position p = searching_start();
		for (uint64_t plies = random_below(random, (uint64_t)most + 1); plies > 0;
			plies--) {
			int count = rules->moves(&searching.setup, &p, moves);
			if (count == 0)
				break;
			rules->play(
				&searching.setup, &p, moves[random_below(random, (uint64_t)count)]);
		}
		if (rules->to_move(&searching.setup, &p) != 0)
			return p;
	}
}

/* Searches p; hooks may be NULL. */
static inline struct search_result searching_run(const struct search *search,
	const struct position *p, struct search_limits limits, const struct search_hooks *hooks)
{
	struct search_job *job = &searching.job;

	job->setup = &searching.setup;
	job->position = p;
	job->evaluation = searching.evaluation;
	job->cache = &searching.cache;
	job->tuning = &searching.settings.mcts;
	job->limits = limits;
	job->table = &searching.table;
	job->memory = searching_keep(search);
	job->hooks = hooks != NULL ? *hooks : (struct search_hooks){NULL};
	search_run(search, job);
	return job->result;
}

static inline struct search_result searching_to_depth(
	const struct search *search, const struct position *p, int depth)
{
	return searching_run(search, p, (struct search_limits){.depth = depth}, NULL);
}

/* A line of moves as text. */
static inline const char *searching_line(
	const struct position *p, const move *line, int length, char *text)
{
	const struct rules *rules = searching.setup.rules;
	struct position at = *p;
	int used = 0;

	text[0] = '\0';
	for (int i = 0; i < length; i++) {
		if (i > 0)
			text[used++] = ' ';
		used += rules->move_text(&searching.setup, &at, line[i], text + used);
		rules->play(&searching.setup, &at, line[i]);
	}
	return text;
}

#endif
