/*
 * record-judge.c - judges an arbiter's record before its game is stored.
 */
#include "referee/director/record-judge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "referee/definition/tournament.h"
#include "referee/game/rejudge.h"

struct rejudge *record_judge_create(const struct tournament *t)
{
	char why[WHY];
	const struct rejudge_terms terms = {.rules = t->rules,
		.seats = t->players,
		.params = (const char *const *)t->params,
		.params_count = t->params_count,
		.endings = REJUDGE_DEFINED,
		.adjudication = t->adjudication,
		.max_plies = t->max_plies,
		.oracle = t->adjudicate_exact};
	struct rejudge *judge = rejudge_create(&terms, why, sizeof why);
	assert(judge->setup != NULL); /* the tournament was checked */
	return judge;
}

/* The first mismatch of a game. */
struct record_judge_first {
	char *why;
	size_t room;
};

static void record_judge_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct record_judge_first *first = arg;
	if (*first->why != '\0')
		return;
	char *text = rejudge_describe(m);
	snprintf(first->why, first->room, "its record of a game is wrong: %.300s", text);
	free(text);
}

bool record_judge(struct rejudge *judge, const struct db_game *g, char *why, size_t room)
{
	struct record_judge_first first = {why, room};
	*why = '\0';
	judge->mismatch = record_judge_on_mismatch;
	judge->arg = &first;
	rejudge_game(judge, g);
	return *why == '\0';
}
