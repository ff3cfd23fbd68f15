/*
 * rules-forfeits.c - when a seat gives up, the others go on, and it is ranked behind them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "referee/check/rules-step.h"

enum {
	RULES_FORFEITS_GAMES = 50,
	RULES_FORFEITS_ABOVE = 96 /* bytes of a part of a sentence */
};

/* Seat has given up: does it stay out? */
static bool rules_forfeits_stays_out(
	struct rules_step *s, const struct position *p, unsigned gone, int turn)
{
	if (turn == 0 || !(gone >> (turn - 1) & 1))
		return true;
	rules_step_at(s, p, NULL);
	return rules_step_end(
		s, STEP_RESULT_FAILED, "seat %d gave up, and has the turn again", turn);
}

/* Counts a game in which the program ranks a seat that gave up above one that did not; above gets
 * the first: a sentence. */
static void rules_forfeits_above(struct rules_step *s, const struct position *p, unsigned gone,
	int *wrong, char above[RULES_FORFEITS_ABOVE])
{
	int64_t scores[SEATS_MAX] = {0};
	s->rules->scores(&s->setup, p, scores);
	for (int i = 0; i < s->setup.seats; i++)
		for (int k = 0; k < s->setup.seats; k++) {
			if (!(gone >> i & 1) || gone >> k & 1 || scores[i] <= scores[k])
				continue;
			if ((*wrong)++ == 0) {
				rules_step_at(s, p, NULL);
				snprintf(above, RULES_FORFEITS_ABOVE,
					"seat %d gave up, and is ranked above seat %d, which did not",
					i + 1, k + 1);
			}
			return;
		}
}

/* A random game in which seats give up. */
static bool rules_forfeits_game(
	struct rules_step *s, int64_t game, int *wrong, char above[RULES_FORFEITS_ABOVE])
{
	struct position p;
	unsigned gone = 0;
	char word[] = "1";
	if (!rules_step_setup(s, game))
		return false;
	s->rules->start(&s->setup, &p);
	for (int ply = 0; ply <= RULES_STEP_PLIES; ply++) {
		int turn = s->rules->to_move(&s->setup, &p);
		if (rules_step_fault(s) || !rules_forfeits_stays_out(s, &p, gone, turn))
			return false;
		if (turn == 0) {
			rules_forfeits_above(s, &p, gone, wrong, above);
			return !rules_step_fault(s);
		}
		if (s->setup.seats - __builtin_popcount(gone) < 2) {
			rules_step_at(s, &p, NULL);
			return rules_step_end(s, STEP_RESULT_FAILED,
				"one seat is left, but the game is not over");
		}
		if (random_below(&s->random, 8) == 0) {
			int seat = 1 + (int)random_below(&s->random, (uint64_t)s->setup.seats);
			if (!(s->rules->in(&s->setup, &p) & ~gone & 1u << (seat - 1)))
				continue;
			struct position before = p;
			gone |= 1u << (seat - 1);
			s->rules->forfeit(&s->setup, &p, seat);
			word[0] = (char)('0' + seat);
			if (rules_process_fault(s->rules) != NULL)
				rules_step_at(s, &before, word);
			continue;
		}
		int count = s->rules->moves(&s->setup, &p, s->moves);
		if (count > 0)
			s->rules->play(
				&s->setup, &p, s->moves[random_below(&s->random, (uint64_t)count)]);
	}
	rules_step_at(s, &p, NULL);
	return rules_step_end(s, STEP_RESULT_FAILED, "the game does not end after forfeits");
}

bool rules_forfeits(struct rules_step *s)
{
	int played = 0, wrong = 0;
	char above[RULES_FORFEITS_ABOVE] = "";
	rules_step_begin(s, "forfeits");
	for (int i = 0; i < RULES_FORFEITS_GAMES && time_now() - s->begun < s->options->time; i++) {
		if (!rules_step_setup(s, i))
			return false;
		if (s->setup.seats == 2)
			continue;
		if (!rules_forfeits_game(s, i, &wrong, above))
			return false;
		played++;
	}
	if (played == 0)
		return rules_step_end(
			s, STEP_RESULT_SKIPPED, "with two seats a game is over when one gives up");
	if (wrong > 0)
		return rules_step_end(s, STEP_RESULT_WARNING,
			"%d games in which seats gave up: the others went on, and all ended; but in %d of them %s; the referee ranks it last",
			played, wrong, above);
	return rules_step_end(s, STEP_RESULT_OK,
		"%d games in which seats gave up: the others went on, and all ended", played);
}
