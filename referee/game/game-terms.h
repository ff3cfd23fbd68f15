/*
 * game-terms.h - how all games of a tournament are played: the settings that a game's judge, its
 * bots and their sandboxes follow. The tournament has them from its settings, and the arbiters get
 * them as they are.
 */
#ifndef REFEREE_GAME_GAME_TERMS_H
#define REFEREE_GAME_GAME_TERMS_H

#include <stdbool.h>

#include "base/time.h"
#include "referee/game/adjudication.h"
#include "referee/game/clock.h"
#include "referee/sandbox/limits.h"

struct game_terms {
	struct limits limits; /* for the moves of a bot without its own limits */
	int max_plies;	      /* 0: no limit but the game's own; RULES_PROCESS_PLIES */
	struct adjudication_limits adjudication;
	bool adjudicate_exact; /* games end when their exact value is known */
	bool restart;	       /* every game starts new processes */
	bool ponder;	       /* bots may think off-turn */
	bool keep_info;	       /* the record holds info beside depth, score and nodes */
	int strikes;	       /* failed games in a row until a bot is benched; 0: never */
	bool reconnect;	       /* a bot that lost its connection may return while its clock runs */
	usec connect_timeout;  /* the time that a game waits for an absent remote bot */
	enum sandbox_level sandbox;
	struct sandbox_limits resources; /* for a bot without its own limits */
};

#endif
