/*
 * arbiter-config.h - the settings of a tournament that arbiters and bot checks need. The main
 * process makes them before it forks. They are read-only and borrowed from then on.
 */
#ifndef REFEREE_BOT_ARBITER_CONFIG_H
#define REFEREE_BOT_ARBITER_CONFIG_H

#include <stdbool.h>

#include "referee/game/game-terms.h"
#include "referee/bot/bot-messages.h"
#include "referee/sandbox/held-files.h"
#include "rules/rules.h"

struct bot_config {
	const char *name;
	bool remote;	      /* it connects over a socket, and the arbiter starts no program */
	char *const *argv;    /* ends with NULL; NULL: a remote bot */
	const char *dir;      /* NULL: the current folder */
	char *const *options; /* "NAME=VALUE", ... */
	int options_count, options_shared; /* options_shared: the last of them belong to all bots,
					      and the bot gets those that it offers */
	enum isready isready;		   /* does the arbiter send `isready` after each position */
	struct sandbox_limits resources;
	bool has_limits;	  /* the bot has its own limits for moves, in limits */
	struct limits limits;	  /* without them: see arbiter_config_limits() */
	const char *unbuilt;	  /* why its build failed; NULL: it has a program */
	const char *build_output; /* of the build that failed */
	const char *build;	  /* command that built its dir; NULL: none */
	const char *source;	  /* folder of the sources of that build */
	struct build_limits build_limits;
	const struct held_files
		*held; /* its files as they were when the run began; NULL: no copy */
};

struct arbiter_config {
	const struct rules *rules; /* of a game that is a program: those of the main process, which
				      an arbiter does not ask */
	struct bot_config rules_program; /* without argv: the rules are not a program */
	int players;
	char *const *params; /* "KEY=VALUE" */
	int params_count;
	struct game_terms terms;
	bool options_bind;   /* a bot that refuses an option plays no game */
	bool log_wire;	     /* the record holds the conversations */
	int nice;	     /* of its processes, above ours */
	bool live;	     /* a record is sent move by move, because a client watches */
	char *const *hidden; /* paths that a bot sees only if they are its own; ends with NULL */
	const struct bot_config *bots;
	int bots_count;
	int copies; /* of each bot: the seats of a game that it may have. Bot i is the same as bot
			   i + bots_count / copies */
	char *settings; /* owned: all that it has from settings, for an arbiter of another machine:
			   arbiter-text.h; NULL: it plays here alone */
};

/* The limits for a bot's moves: its own, or those of the tournament. */
static inline const struct limits *arbiter_config_limits(
	const struct arbiter_config *config, const struct bot_config *bot)
{
	return bot->has_limits ? &bot->limits : &config->terms.limits;
}

#endif
