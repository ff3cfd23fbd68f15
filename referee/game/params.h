/*
 * params.h - the parameters of a game's rules in a tournament's definition: a line "param = rows=6
 * columns=7". Without the line, or with "none", all have their presets.
 */
#ifndef REFEREE_GAME_PARAMS_H
#define REFEREE_GAME_PARAMS_H

#include "error/error.h"
#include "rules/rules.h"

struct params {
	char *text;			      /* owned: cut up */
	const char *settings[PARAMETERS_MAX]; /* "rows=6" */
	int count;
};

/* Clear p afterwards. */
void params_init(struct params *p, const char *definition);
void params_clear(struct params *p);

/* Makes the setup of a game with this seed. False, with a line in err: today's rules have no such
 * game. */
bool params_setup(struct setup *s, const char *game, int seats, uint64_t seed,
	const char *definition, struct error *err);

/* Have all parameters their presets? Then an engine that knows only the game's name has the same
 * usual start. False if a parameter is drawn from the seed. */
bool params_usual(const struct setup *s);

/* Is there a parameter without its preset that no position string shows? Then err has a line for a
 * bot without `feature newgame`. */
bool params_unknown(const struct setup *s, struct error *err);

#endif
