/*
 * duration.c - about how long games take at most.
 */
#include "referee/director/duration.h"

#include <stdio.h>

#include "referee/process/status-line.h"
#include "rules/rules.h"

enum { DURATION_GAMES = 64, DURATION_PLIES = 2000 };

int duration_plies(const struct tournament *t, const struct setup *setup)
{
	uint64_t stream = t->seed;
	int longest = 0;
	if (t->rules_program.command != NULL)
		return t->terms.max_plies;
	for (int i = 0; i < DURATION_GAMES && longest < DURATION_PLIES; i++) { /* a random game */
		struct position p;
		move moves[MOVES_MAX];
		int plies = 0, count;
		setup->rules->start(setup, &p);
		while (plies < DURATION_PLIES &&
			(count = setup->rules->moves(setup, &p, moves)) > 0) {
			setup->rules->play(
				setup, &p, moves[random_below(&stream, (uint64_t)count)]);
			plies++;
		}
		longest = plies > longest ? plies : longest;
	}
	if (t->terms.max_plies > 0 && longest > t->terms.max_plies)
		return t->terms.max_plies;
	return longest < DURATION_PLIES ? longest : 0;
}

usec duration_game(const struct limits *l, int seats, int plies)
{
	int moves = (plies + seats - 1) / seats; /* of one seat */
	usec clock = l->tc_time + l->tc_bank;
	if (l->tc_moves > 0)
		clock = l->tc_time * ((moves + l->tc_moves - 1) / l->tc_moves) + l->tc_bank;
	clock += l->tc_increment * moves;
	usec each = l->movetime * moves;
	return seats * (each > 0 && (clock == 0 || each < clock) ? each : clock);
}

bool duration_describe(const struct tournament *t, const struct setup *setup, int64_t games,
	char text[DURATION_TEXT])
{
	char span[STATUS_LINE_SPAN];
	int plies = duration_plies(t, setup), slots = t->concurrency > 0 ? t->concurrency : 1;
	usec game = duration_game(&t->terms.limits, setup->seats, plies);
	if (plies == 0 || game == 0 || games == 0)
		return false;
	status_line_span((double)game / SECOND * (double)games / slots, span);
	snprintf(text, DURATION_TEXT,
		"at most about %s with %d at a time, if no game has more than %d plies and all use their time",
		span, slots, plies);
	return true;
}
