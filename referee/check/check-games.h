/*
 * check-games.h - what a check asks a bot: games, or one question.
 *
 * The games come from the tournament's own schedule and openings.
 * A bot plays one game in each seat that it will have. Where the tournament has openings, the bot
 * also plays one move in several more of them. These are the openings of its other games. Where
 * these are many, or not known yet, they are openings of the file, spread over it. Both moves and
 * positions are then tried.
 */
#ifndef REFEREE_CHECK_CHECK_GAMES_H
#define REFEREE_CHECK_CHECK_GAMES_H

#include "base/options.h"
#include "referee/check/bot-check.h"
#include "referee/director/game-queue.h"

struct check_games {
	struct game_queue queue;
	struct pairing *drawn; /* owned: by bot, by seat, by number */
	int *count;	       /* owned: of these, by bot, by seat */
	bool all;	       /* true: there are no more games, except of full seats */
};

/* Draws games for each bot of t, which is borrowed. False: the openings are wrong, which was
 * reported. Call check_games_close() only after true. */
bool check_games_open(
	struct check_games *c, const struct tournament *t, struct diagnostics *mistakes);
void check_games_close(struct check_games *c);

enum { CHECK_GAMES_OPENINGS = 24 };

/* The games of one bot. */
struct check_games_of {
	struct bot_check_options order; /* borrows the other fields */
	struct question games[SEATS_MAX], openings[CHECK_GAMES_OPENINGS + SEATS_MAX];
	struct opening begin[CHECK_GAMES_OPENINGS + 2 * SEATS_MAX];
	int begin_count;
};

/* Fills g, which must be zeroed, with the tests of this bot. g->order says whether the check is
 * quick: then each seat gets one more move instead of its games. */
void check_games_make(struct check_games *c, int bot, struct check_games_of *g);

/* The question of `referee check --position`. */
struct check_question {
	const char *position, *moves, *time_left, *seed; /* as given, borrowed; NULL: not given */
	struct question question;
};

/* The options of the question, whose values are a struct check_question. */
extern const struct option_row check_question_options[];

/* Does the command line ask one? */
bool check_question_given(const struct check_question *q);

/* Makes the question from the flags; t was checked. False: it was reported. */
bool check_question_read(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes);

#endif
