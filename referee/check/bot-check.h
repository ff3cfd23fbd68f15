/*
 * bot-check.h - the check of one bot, step by step: it is asked for everything that a tournament
 * asks for. The same code as in tournaments does it (bot.h, game.h). Each step gets a result.
 */
#ifndef REFEREE_CHECK_BOT_CHECK_H
#define REFEREE_CHECK_BOT_CHECK_H

#include <stdint.h>

#include "referee/check/step-result.h"
#include "referee/bot/arbiter-config.h"

/* The start of a game, and the bot's seat in it. */
struct question {
	const char *fen, *moves; /* as for game_begin() (game.h): borrowed */
	int seat;		 /* of the bot; if one move is asked, this seat is to move */
	uint64_t seed;		 /* of the game */
	usec left[SEATS_MAX];	 /* on the clocks, by seat - 1; 0: the full time */
};

/* The questions of a check. All pointers are borrowed. */
struct bot_check_order {
	const struct question
		*games; /* whole games, at least one, with the bot in each seat that it can have */
	int games_count;
	const struct question *openings; /* one move is asked in each */
	int openings_count;
	uint64_t seed; /* of the random moves of the other seats */
	bool quick;    /* no whole games */
	volatile bool
		*idle; /* set each second: does the bot use no processor time; NULL: not wanted */
};

enum bot_check_result {
	BOT_CHECK_GOOD,	  /* warnings do not count */
	BOT_CHECK_FAULTS, /* a step failed */
	BOT_CHECK_NO_BOT, /* the bot cannot be started */
	BOT_CHECK_BROKEN, /* the check could not continue: a fault of the referee */
};

/* A game with a time per move ends after this time. */
#define BOT_CHECK_GAME (30 * SECOND)

/* Checks bot number bot of the configuration; tell() gets every step in order. It waits for the bot
 * at most as long as the configured limits, plus some seconds for the diagnosis. */
enum bot_check_result bot_check_run(const struct arbiter_config *plan, int bot,
	const struct bot_check_order *order, void (*tell)(void *arg, const struct step_result *f),
	void *arg);

/* The same for one move: starts the bot, makes it ready and asks the question, which must be valid
 * by the rules. */
enum bot_check_result bot_check_ask(const struct arbiter_config *plan, int bot,
	const struct question *q, void (*tell)(void *arg, const struct step_result *f), void *arg);

#endif
