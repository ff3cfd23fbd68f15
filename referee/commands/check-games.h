/*
 * check-games.h - the games that bots are checked with: those of the tournament's own schedule,
 * from its own openings.
 *
 * A bot plays one game in each seat that it will have. Where the tournament has openings, it is
 * asked for one move in several more of them: those of its other games, and where these are many,
 * or not known yet, those of a file, spread over it, in which moves and positions are both tried.
 */
#ifndef REFEREE_COMMANDS_CHECK_GAMES_H
#define REFEREE_COMMANDS_CHECK_GAMES_H

#include "referee/check/bot-check.h"
#include "referee/director/game-queue.h"

struct check_games {
	struct game_queue agenda;
	struct pairing *drawn; /* owned: by bot, by seat, by number */
	int *count;	       /* owned: of these, by bot, by seat */
	bool all;	       /* there are no more than these, but of seats that are full */
};

/* Draws games for each bot of t, which is borrowed. False: the openings are wrong, and told. To be
 * closed only after true. */
bool check_games_open(
	struct check_games *c, const struct tournament *t, struct diagnostics *mistakes);
void check_games_close(struct check_games *c);

enum { CHECK_GAMES_OPENINGS = 24 };

/* Of one bot. */
struct check_games_of {
	struct bot_check_order order; /* borrows the rest */
	struct question games[SEATS_MAX], openings[CHECK_GAMES_OPENINGS + SEATS_MAX];
	struct opening begin[CHECK_GAMES_OPENINGS + 2 * SEATS_MAX];
	int begin_count;
};

/* What this bot is asked, into g of zeroes, whose order says whether it is quick: then each of its
 * seats has one move more instead of its games. */
void check_games_make(struct check_games *c, int bot, struct check_games_of *g);

#endif
