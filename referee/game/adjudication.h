/*
 * adjudication.h - adjudication rules end a game before the game's own rules: a repeated position,
 * and scores that the bots agree on. Pure.
 *
 * A score is the last one that a bot gave before its bestmove, in hundredths, from its own view. A
 * move without a score breaks every series of agreed scores. So a bot that gives no scores never
 * loses or draws by its scores.
 *
 * Use: adjudication_init() once. Then for each game game_begin(), game_adjudicate(), and
 * game_add_score() after every move.
 */
#ifndef REFEREE_GAME_ADJUDICATION_H
#define REFEREE_GAME_ADJUDICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/unknown.h"
#include "rules/rules.h"

struct game;

/* The settings of a tournament; all 0: no adjudication. */
struct adjudication_limits {
	int repetition;	      /* end when a position occurs this often; 0: never */
	int resign_count;     /* moves in a row of each of the two bots; 0: never */
	int64_t resign_score; /* the loser gives -resign_score or less, the other resign_score or
				 more */
	bool resign_alone;    /* the loser's scores alone are enough */
	int draw_count;	      /* moves in a row of each seat still in the game; 0: never */
	int64_t draw_score;   /* all scores are from -draw_score to draw_score */
	int draw_from;	      /* no draw before this ply */
};

enum { ADJUDICATION_REASON = 16 }; /* bytes of the longest reason, with its NUL */

struct adjudication {
	struct adjudication_limits limits;
	int losing[SEATS_MAX], winning[SEATS_MAX],
		level[SEATS_MAX]; /* moves in a row, by seat - 1 */
	struct position
		*stood; /* owned, like the next: positions since the start or since a seat left */
	uint64_t *keys;
	int count, room;
};

/* A rule. The first rule that ends the game is its reason. */
struct adjudication_rule {
	const char *reason;

	/* Does the rule end the game after this move? Then scores has each seat's score, by seat -
	 * 1. NULL: the decision comes from outside, through game_decide(). */
	bool (*ends)(const struct adjudication *a, const struct game *g, int64_t scores[SEATS_MAX]);
};

extern const struct adjudication_rule adjudication_rules[]; /* ends with a NULL reason */

/* The rule of this name, or NULL. */
const struct adjudication_rule *adjudication_find(const char *reason);

/* Begins a game with a copy of these limits; frees what it holds. */
void adjudication_init(struct adjudication *a, const struct adjudication_limits *limits);
void adjudication_clear(struct adjudication *a);

/* How often the current position of g has occurred, this time included. Only with the repetition
 * rule. */
int adjudication_times(const struct adjudication *a, const struct game *g);

/* For game.c. begin: a game begins. left: a seat has left, and earlier positions cannot recur.
 * said: a seat has moved and gave this score; returns the rule that ends the game with these
 * scores, or NULL. */
void adjudication_begin(struct adjudication *a, const struct game *g);
void adjudication_left(struct adjudication *a, const struct game *g);
const struct adjudication_rule *adjudication_add_score(struct adjudication *a, const struct game *g,
	int seat, int64_t score, int64_t scores[SEATS_MAX]);

#endif
