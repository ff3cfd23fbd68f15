/*
 * bot-check.h - a bot is taken through everything that a tournament will ask of it, step by step,
 * by the same code that plays tournaments (bot.h, game.h), and each step gets a verdict.
 */
#ifndef REFEREE_CHECK_BOT_CHECK_H
#define REFEREE_CHECK_BOT_CHECK_H

#include <stdint.h>

#include "referee/check/step-result.h"
#include "referee/bot/arbiter-config.h"

/* Where a game begins, and where the bot sits in it. */
struct question {
	const char *fen, *moves; /* as a game's (game.h): borrowed */
	int seat;		 /* of the bot; where one move is asked, it is to move */
	uint64_t seed;		 /* of the game */
	usec left[SEATS_MAX];	 /* on the clocks, by seat - 1; 0: as when a game begins */
};

/* What a bot is asked. All is borrowed. */
struct bot_check_order {
	const struct question *games; /* whole games, at least one: the bot in each seat that it
				       * will have */
	int games_count;
	const struct question *openings; /* one move is asked in each */
	int openings_count;
	uint64_t seed;	     /* of the moves that others make */
	bool quick;	     /* no whole games */
	volatile bool *idle; /* says whether the bot uses the processor, each second; NULL: nobody
			      * asks */
};

enum bot_check_result {
	BOT_CHECK_GOOD,	  /* warnings do not count */
	BOT_CHECK_FAULTS, /* a step failed */
	BOT_CHECK_NO_BOT, /* it cannot be started */
	BOT_CHECK_BROKEN, /* we could not go on: our own fault */
};

/* A game whose moves have a time each is not played on for longer than this. */
#define BOT_CHECK_GAME (30 * SECOND)

/* Examines bot number bot of the plan; tell gets every step in its order. Waits for the bot, but
 * never longer than the plan's limits (and some seconds to find out what is wrong). */
enum bot_check_result bot_check_run(const struct arbiter_config *plan, int bot,
	const struct bot_check_order *order, void (*tell)(void *arg, const struct step_result *f),
	void *arg);

/* The same for one move alone: it is started, made ready, and asked the question, which is right
 * by the rules. */
enum bot_check_result bot_check_ask(const struct arbiter_config *plan, int bot,
	const struct question *q, void (*tell)(void *arg, const struct step_result *f), void *arg);

#endif
