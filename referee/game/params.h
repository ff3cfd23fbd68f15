/*
 * params.h - the parameters of a game's rules, as a tournament's definition has them: a line
 * "param = rows=6 columns=7"; without one, or with "none", they are all preset.
 */
#ifndef REFEREE_GAME_PARAMS_H
#define REFEREE_GAME_PARAMS_H

#include "rules/rules.h"

struct params {
	char *text;			      /* owned: cut up */
	const char *settings[PARAMETERS_MAX]; /* "rows=6" */
	int count;
};

/* Clear it. */
void params_init(struct params *p, const char *definition);
void params_clear(struct params *p);

/* Makes s what a game of this seed was played with. False, a line in why: today's rules have no
 * such game. */
bool params_setup(struct setup *s, const char *game, int seats, uint64_t seed,
	const char *definition, char *why, size_t room);

/* Are all parameters their presets? Then the usual start is what an engine takes for it that knows
 * the game's name alone. What is drawn from the seed is none. */
bool params_usual(const struct setup *s);

/* Is there a parameter that is not its preset, and that no position string tells? Then a line in
 * why for a bot that did not say `feature newgame`. */
bool params_untold(const struct setup *s, char *why, size_t room);

#endif
