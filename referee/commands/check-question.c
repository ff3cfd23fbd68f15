/*
 * check-question.c - reads the question of `referee check --position`.
 */
#include "referee/commands/check-question.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/game.h"
#include "referee/config/value-types.h"

#define QUESTION_AT(member) offsetof(struct check_question, member)

const struct option_row check_question_options[] = {
	{.name = "position",
		.value = "P",
		.kind = OPTION_TEXT,
		.at = QUESTION_AT(position),
		.preset = "the game's start",
		.help = "ask for one move alone, in this position; `referee show GAME --why` prints such commands"},
	{.name = "moves",
		.value = "\"M M ...\"",
		.kind = OPTION_TEXT,
		.at = QUESTION_AT(moves),
		.help = "ask for one move alone, after these moves"},
	{.name = "time-left",
		.value = "TIME,TIME",
		.kind = OPTION_TEXT,
		.at = QUESTION_AT(time_left),
		.help = "give each seat this time on its clock, with --tc"},
	{.name = "game-seed",
		.value = "N",
		.kind = OPTION_TEXT,
		.at = QUESTION_AT(seed),
		.help = "draw what the game draws with this random seed"},
	{.name = NULL},
};

bool check_question_asked(const struct check_question *q)
{
	return q->position != NULL || q->moves != NULL;
}

/* Reads "12500ms,3200ms", the time left to each seat. */
static bool check_question_clock(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	char why[WHY] = "it is a time for each seat, such as 12500ms,3200ms";
	if (q->time_left == NULL)
		return true;
	char *copy = memory_copy(q->time_left), *rest = copy, *word;
	int count = 0;
	bool good = limits_have_tc(&t->limits);
	if (!good)
		snprintf(why, sizeof why, "there are clocks only with --tc");
	while (good && (word = strsep(&rest, ",")) != NULL) {
		good = count < t->players &&
		       value_read_time(word, &q->question.left[count++], why, sizeof why);
	}
	good = good && count == t->players;
	free(copy);
	if (!good)
		diagnostics_add_value(mistakes, (struct origin){"--time-left", 0}, "time-left",
			q->time_left, why);
	return good;
}

static bool check_question_seed(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	char *end;
	q->question.seed = t->seed;
	if (q->seed == NULL)
		return true;
	errno = 0;
	q->question.seed = strtoull(q->seed, &end, 10);
	bool good = *q->seed >= '0' && *q->seed <= '9' && *end == '\0' && errno == 0;
	if (!good)
		diagnostics_add_value(mistakes, (struct origin){"--game-seed", 0}, "game-seed",
			q->seed, "it is a whole number");
	return good;
}

/* The seat to move in the position; 0: it was reported. */
static int check_question_seat(
	const struct question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	static const struct origin at = {"--position", 0};
	static const struct limits none;
	struct setup *setup = memory_get(1, sizeof *setup);
	struct game *g = memory_get(1, sizeof *g);
	char why[WHY] = "it is too long";
	int seat = 0;
	bool good = strlen(q->fen) < POSITION_TEXT &&
		    setup_init(setup, t->rules, t->players, q->seed, (const char *const *)t->params,
			    t->params_count, why, sizeof why) &&
		    game_begin(g, setup, &none, 0, q->fen, q->moves, why, sizeof why);
	if (good)
		seat = game_to_move(g);
	if (!good)
		diagnostics_add(mistakes, at, "%s", why);
	else if (seat == 0)
		diagnostics_add(mistakes, at, "the game is over there; no seat is to move");
	free(setup);
	free(g);
	return seat;
}

bool check_question_read(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes)
{
	bool start = q->position == NULL || strcmp(q->position, "startpos") == 0;
	q->question.fen = start ? "" : q->position;
	q->question.moves = q->moves != NULL ? q->moves : "";
	if (!check_question_clock(q, t, mistakes) || !check_question_seed(q, t, mistakes))
		return false;
	q->question.seat = check_question_seat(&q->question, t, mistakes);
	return q->question.seat != 0;
}
