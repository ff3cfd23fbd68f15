/*
 * params.h - the parameters of a game's rules in a tournament's definition: a line "param = rows=6
 * columns=7". Without the line, or with "none", all have their presets.
 */
#ifndef REFEREE_GAME_PARAMS_H
#define REFEREE_GAME_PARAMS_H

#include "base/error.h"
#include "referee/game/position-blocks.h"
#include "rules/rules.h"

struct params {
	char *text;			      /* owned: cut up */
	const char *settings[PARAMETERS_MAX]; /* "rows=6" */
	int count;
};

/* Clear p afterwards. */
void params_init(struct params *p, const char *definition);
void params_clear(struct params *p);

/* A stored game, as far as its setup depends on it. All is borrowed. */
struct params_game {
	const char *game;	       /* its rules, as the tournament names them */
	const char *definition;	       /* of the tournament */
	const char *description;       /* of a rules program; NULL: none is stored */
	struct position_blocks blocks; /* what that answered about the game; may be empty */
	int seats;
	uint64_t seed;
};

/* Makes the setup of a game, which params_setup_clear() frees. If its rules are a program, they are
 * offline, and know the game's blocks. False, with a line in err: today's rules have no such game,
 * or the blocks are not those of a game. */
bool params_setup(struct setup *s, const struct params_game *g, struct error *err);

/* Frees the rules of a setup, if they are offline, and sets them to NULL. */
void params_setup_clear(struct setup *s);

/* The game's name for people: that of its rules, which a program gives itself. rules: those of the
 * setup; NULL: there are none, and the name is game, as the tournament names it. */
const char *params_game_name(const char *game, const struct rules *rules);

/* Have all parameters their presets? Then an engine that knows only the game's name has the same
 * usual start. False if a parameter is drawn from the seed. */
bool params_usual(const struct setup *s);

/* Is there a parameter without its preset that no position string shows? Then err has a line for a
 * bot without `feature newgame`. */
bool params_unknown(const struct setup *s, struct error *err);

#endif
