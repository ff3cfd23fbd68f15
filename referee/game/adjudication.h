/*
 * adjudication.h - the rules by which a game ends before the game's own do: a position that stands
 * again, and scores that the bots agree on. Pure.
 *
 * A score is what a bot said last before its bestmove, in hundredths, good for itself; a move to
 * which it said none breaks every row of agreed scores. So bots that are silent never lose, nor
 * draw, by what they think.
 *
 * In use: adjudication_init() once, then for each game game_begin(), game_adjudicate(), and after
 * every move game_said().
 */
#ifndef REFEREE_GAME_ADJUDICATION_H
#define REFEREE_GAME_ADJUDICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

struct game;

/* What a tournament asks for; all 0: nothing. */
struct adjudication_limits {
	int repetition;	      /* a position that stands for so many times; 0: never */
	int resign_count;     /* so many moves in a row of each of the two; 0: never */
	int64_t resign_score; /* one says -score or less, the other score or more */
	bool resign_alone;    /* it is enough that the one that loses says so */
	int draw_count;	      /* so many moves in a row of each who still plays; 0: never */
	int64_t draw_score;   /* all say no less than -score, no more than score */
	int draw_from;	      /* the ply before which that is no draw */
};

/* A score that nobody said; as RECORD_UNSAID, and as the database's NULL is read. */
#define ADJUDICATION_UNSAID INT64_MIN

enum { ADJUDICATION_REASON = 16 }; /* bytes of the longest reason, its NUL included */

struct adjudication {
	struct adjudication_limits limits;
	int losing[SEATS_MAX], winning[SEATS_MAX],
		level[SEATS_MAX]; /* moves in a row, by seat - 1 */
	struct position
		*stood; /* owned, as the next: positions since the game began or a seat left */
	uint64_t *keys;
	int count, room;
};

/* A rule. The first that ends the game is its reason. */
struct adjudication_rule {
	const char *reason;

	/* Does it end the game after this move? Then scores are what each seat holds, by seat - 1.
	 * NULL: its answer comes from outside, and whoever has it calls game_decide(). */
	bool (*ends)(const struct adjudication *a, const struct game *g, int64_t scores[SEATS_MAX]);
};

extern const struct adjudication_rule adjudication_rules[]; /* ends with a NULL reason */

/* The rule of this name, or NULL. */
const struct adjudication_rule *adjudication_find(const char *reason);

void adjudication_init(struct adjudication *a, const struct adjudication_limits *limits);
void adjudication_clear(struct adjudication *a);

/* How often the position that g stands in has stood, this time too; where repetition is asked for.
 */
int adjudication_times(const struct adjudication *a, const struct game *g);

/* For game.c: a game begins; a seat has left, after which no position comes back; a seat has moved
 * and said this of it, and the rule that ends the game with these scores, or NULL. */
void adjudication_begin(struct adjudication *a, const struct game *g);
void adjudication_left(struct adjudication *a, const struct game *g);
const struct adjudication_rule *adjudication_said(struct adjudication *a, const struct game *g,
	int seat, int64_t score, int64_t scores[SEATS_MAX]);

#endif
