/*
 * arbiter-config.h - what the processes that play need to know of a tournament. Made by the main
 * process before it forks, read-only and borrowed from then on.
 */
#ifndef REFEREE_BOT_ARBITER_CONFIG_H
#define REFEREE_BOT_ARBITER_CONFIG_H

#include <stdbool.h>

#include "referee/base/time.h"
#include "referee/game/adjudication.h"
#include "referee/game/clock.h"
#include "referee/bot/isready.h"
#include "referee/sandbox/limits.h"
#include "referee/sandbox/snapshot.h"
#include "rules/rules.h"

struct bot_config {
	const char *name;
	bool remote;	      /* it comes over a socket: nothing of it is started here */
	char *const *argv;    /* ended by NULL; NULL: it is remote */
	const char *dir;      /* NULL: here */
	char *const *options; /* "NAME=VALUE", ... */
	int options_count, options_shared; /* ... the last so many of them those of all bots: it
					      gets what it has */
	enum isready isready;		   /* whether it is asked `isready` after each position */
	struct sandbox_limits allowance;
	bool has_limits;		  /* of its own, for its moves: these */
	struct limits limits;		  /* else the plan's hold: arbiter_config_limits() */
	const struct snapshot_held *held; /* its files as they were when the run began; NULL: as
					     they are */
};

struct arbiter_config {
	const struct rules *rules;
	int players;
	char *const *params; /* "KEY=VALUE" */
	int params_count;
	struct limits limits; /* of the moves of a bot that has no own limits */
	int max_plies;
	struct adjudication_limits adjudication;
	bool restart;	      /* every game with fresh processes */
	bool ponder;	      /* bots may think while others move */
	bool oracle;	      /* a game ends where its exact value is known */
	int strikes;	      /* failed games in a row that benched who is benched */
	bool reconnect;	      /* who lost its connection may come back within its clock */
	usec connect_timeout; /* how long a game that is to begin waits for who is not connected */
	bool options_bind;    /* no game is played with an option that a bot does not take */
	bool keep_info; /* what bots say of their moves beside depth, score and nodes is told */
	bool log_wire;	/* the record holds the conversations */
	bool live;	/* records are told move by move: somebody looks on */
	enum sandbox_level sandbox;
	struct sandbox_limits allowance; /* of a bot that has no own limits */
	char *const *hidden; /* paths that no bot sees unless they are its own; ended by NULL */
	const struct bot_config *bots;
	int bots_count;
};

/* Of the moves of a bot of a plan. */
static inline const struct limits *arbiter_config_limits(
	const struct arbiter_config *p, const struct bot_config *bot)
{
	return bot->has_limits ? &bot->limits : &p->limits;
}

#endif
