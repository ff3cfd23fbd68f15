/*
 * tournament.h - a tournament's definition: everything its schedule and its games follow from.
 *
 * It comes from a file (config-file.h), from flags (config-flags.h), or both; settings.c holds one
 * row for each thing that can be set and reads both alike. To make one: tournament_init(), the file
 * and the flags in any order, then tournament_check() of the director, which fills in what was not
 * given.
 */
#ifndef REFEREE_DEFINITION_TOURNAMENT_H
#define REFEREE_DEFINITION_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/base/time.h"
#include "referee/game/adjudication.h"
#include "referee/game/log-access.h"
#include "referee/game/clock.h"
#include "referee/bot/isready.h"
#include "referee/base/cpu-affinity.h"
#include "referee/rating/sprt.h"
#include "referee/sandbox/limits.h"
#include "referee/base/diagnostics.h"
#include "rules/rules.h"

enum { BOT_NAME = 64, BOTS_MAX = 1000, WHY = 512 };

/* All that can be set of a tournament: settings.c has a row for each, in this order. */
enum setting_key {
	SETTING_NAME,
	SETTING_GAME,
	SETTING_FORMAT,
	SETTING_PLAYERS,
	SETTING_PARAM,
	SETTING_OPTION,
	SETTING_ROUNDS,
	SETTING_SEEDS,
	SETTING_SEAT_ORDERS,
	SETTING_GAMES,
	SETTING_ELO0,
	SETTING_ELO1,
	SETTING_ALPHA,
	SETTING_BETA,
	SETTING_MODEL,
	SETTING_OPENINGS,
	SETTING_OPENINGS_ORDER,
	SETTING_OPENINGS_START,
	SETTING_OPENINGS_PLIES,
	SETTING_DECIDED_OPENINGS,
	SETTING_BALANCED_OPENINGS,
	SETTING_MOVETIME,
	SETTING_TC,
	SETTING_DEPTH,
	SETTING_NODES,
	SETTING_MARGIN,
	SETTING_MAX_PLIES,
	SETTING_REPETITION,
	SETTING_RESIGN,
	SETTING_DRAW,
	SETTING_ADJUDICATE_EXACT,
	SETTING_CONCURRENCY,
	SETTING_SEED,
	SETTING_NOTE,
	SETTING_DB,
	SETTING_INCLUDE,
	SETTING_ONLY,
	SETTING_STARTUP_TIMEOUT,
	SETTING_NEWGAME_TIMEOUT,
	SETTING_QUIT_TIMEOUT,
	SETTING_MEMORY,
	SETTING_PROCESSES,
	SETTING_FILES,
	SETTING_SCRATCH,
	SETTING_OUTPUT,
	SETTING_LINE,
	SETTING_STDERR,
	SETTING_RESTART,
	SETTING_STRICT,
	SETTING_KEEP_INFO,
	SETTING_LOGS,
	SETTING_CLOCK,
	SETTING_PONDER,
	SETTING_ISREADY_EVERY_MOVE,
	SETTING_AFFINITY,
	SETTING_SANDBOX,
	SETTING_STRIKES,
	SETTING_ON_BENCHED,
	SETTING_CONNECT_TIMEOUT,
	SETTING_ON_ABSENT,
	SETTING_RECONNECT,
	SETTING_REMOTE_CONCURRENCY,
	SETTING_BEGINS,
	SETTING_PACE,
	SETTING_RATING_INTERVAL,
	SETTINGS_COUNT
};

/* All that can be set of one bot. */
enum bot_setting_key {
	BOT_SETTING_REMOTE,
	BOT_SETTING_COMMAND,
	BOT_SETTING_DIR,
	BOT_SETTING_NOTE,
	BOT_SETTING_OPTION,
	BOT_SETTING_ISREADY_EVERY_MOVE,
	BOT_SETTING_STARTUP_TIMEOUT,
	BOT_SETTING_NEWGAME_TIMEOUT,
	BOT_SETTING_QUIT_TIMEOUT,
	BOT_SETTING_MEMORY,
	BOT_SETTING_PROCESSES,
	BOT_SETTING_FILES,
	BOT_SETTING_SCRATCH,
	BOT_SETTING_OUTPUT,
	BOT_SETTING_LINE,
	BOT_SETTING_STDERR,
	BOT_SETTING_MOVETIME,
	BOT_SETTING_TC,
	BOT_SETTING_DEPTH,
	BOT_SETTING_NODES,
	BOT_SETTING_MARGIN,
	BOT_SETTINGS_COUNT
};

/* Do an arbiter and its bots share one processor? auto: where there is one for each arbiter; list:
 * one of those that the tournament names. */
enum affinity { AFFINITY_AUTO, AFFINITY_YES, AFFINITY_NO, AFFINITY_LIST, AFFINITIES };

/* The orders of seats in which the same bots meet: all; those that turn the seats around, so that
 * each bot sits in each seat once; or the first alone. */
enum seat_orders { ORDERS_ALL, ORDERS_ROTATION, ORDERS_ONE, SEAT_ORDERS };

/* A bot of a ladder is not paired from round on, until it is back; back 0: it is not yet. */
struct retirement {
	int round, back;
};

/* A bot as the file or a flag names it. Everything is owned by the tournament. */
struct bot {
	char *name;	/* 1..63 bytes, unique, no blanks or control bytes, valid UTF-8 */
	char *command;	/* split like a shell does, without a shell; NULL: remote */
	bool remote;	/* it comes in over the network */
	char *dir;	/* where it runs; NULL: where the referee does */
	char *note;	/* kept with its results; NULL: none */
	char **options; /* "NAME=VALUE", ... */
	int options_count, options_shared; /* ... the last so many of them those of all bots */
	enum isready isready;		   /* UNSAID: as the tournament has it */
	int enters; /* the first round that it takes part in, where bots may join; 1 elsewhere */
	int again;  /* there: the round from which it is off the bench; 0: it was on none */
	struct retirement *retirements; /* there too: in their order */
	int retirements_count;
	char *was; /* its digest, where the database alone knows it: it is not in the file; else
		      NULL */
	struct sandbox_limits allowance; /* of its own: what is not given is the tournament's */
	struct limits limits;		 /* likewise: settings_bot_limits() */
	struct origin at;		 /* where it was defined; borrowed from the tournament */
	struct origin set[BOT_SETTINGS_COUNT]; /* where each setting was given */
};

/* How often a run says how it stands where there is no terminal: each so many games, or where that
 * is 0 after so long. */
struct report_interval {
	int64_t games;
	usec time;
};

struct tournament {
	char *name;
	char *game;
	char *format;
	int players;   /* seats of a game; 0 until checked: then the fewest the game allows */
	char **params; /* "KEY=VALUE", each KEY once */
	struct origin *params_at; /* where each was given */
	int params_count;
	char **options;		   /* "NAME=VALUE", for each bot that has no own NAME */
	struct origin *options_at; /* where each was given */
	int options_count;
	int rounds;
	int seeds;		      /* of a gauntlet: so many of the first bots */
	enum seat_orders seat_orders; /* in which a set of bots sits down to play */
	struct sprt sprt;	      /* its hypotheses */
	int64_t games;		      /* of a sample; 0: all there are */
	int64_t games_began; /* how many it was to have when it began; checking sets it to games */
	uint64_t seed;
	char *openings;		  /* none, random:PLIES, or a file */
	char openings_digest[65]; /* SHA-256 of that file, in hexadecimal; "" without one */
	struct limits limits;
	int max_plies; /* 0: the game's own end */
	struct adjudication_limits adjudication;
	bool adjudicate_exact;	  /* games end where their exact value is known */
	bool balanced_openings;	  /* random openings are drawn until one is even */
	bool decided_openings;	  /* they may be decided within two plies; see decided-position.h */
	bool openings_sequential; /* those of a file come line after line */
	int openings_start;	  /* the first of them, from 1; 0: drawn for each set of bots */
	int openings_plies;	  /* so many moves of each line at most; 0: all */
	int concurrency;
	struct sandbox_limits allowance;
	enum sandbox_level sandbox;
	bool restart;	      /* every game with fresh processes */
	bool ponder;	      /* bots may think while others move */
	enum isready isready; /* of bots that do not say it themselves */
	enum affinity affinity;
	struct cpu_affinity processors; /* affinity = 0-3,6: those; else none */
	int strikes;		/* failed games in a row after which a bot is benched; 0: never */
	bool skip_benched;	/* its games are not played, rather than lost */
	usec connect_timeout;	/* so long a game waits for a remote bot that is away */
	bool skip_absent;	/* then it is not played, rather than lost */
	bool reconnect;		/* a connection that was lost in a game may come back */
	int remote_concurrency; /* of remote bots alone, at a time */
	int64_t begins;		/* start-conditions.h */
	usec pace; /* at least so long between the beginnings of two games; 0: at once */
	bool strict;
	bool keep_info; /* what bots say of their moves beside depth, score and nodes */
	struct report_interval rating_interval;
	enum log_policy logs; /* who reads what its bots wrote */
	bool failed_tie; /* seats that fail together tie, as when it began; see definition-text.h */
	bool repeats_count; /* of an sprt that began before it was otherwise; there as well */
	char *db;
	struct bot *bots;
	int bots_count;
	const struct rules *rules; /* of game; set by checking */
	char *file;		   /* that was read; NULL: flags alone */
	char **includes;	   /* the files that it includes */
	int includes_count;
	char *note; /* what is noted of it; NULL: nothing new */
	char *only; /* names of the file's bots that take part, in this order; NULL: all do */
	struct origin set[SETTINGS_COUNT]; /* where each setting was given */
};

void tournament_init(struct tournament *t);
void tournament_clear(struct tournament *t);

/* Gives back what a bot owns. */
void bot_clear(struct bot *bot);

/* Can it be paired in this round? Has it retired, and not come back? It retires or comes back from
 * this round on. */
bool bot_plays(const struct bot *bot, int round);
bool bot_is_retired(const struct bot *bot);
void bot_retire(struct bot *bot, int round);
void bot_come_back(struct bot *bot, int round);

/* Adds a bot that has nothing but its name; NULL and a line told: the name cannot be one, or is
 * taken. The pointer is good until the next bot is added. */
struct bot *tournament_add_bot(
	struct tournament *t, const char *name, struct origin at, struct diagnostics *mistakes);

/* The place of the bot of this name; -1: there is none. */
int tournament_find_bot(const struct tournament *t, const char *name);

/* How many of its bots are remote. */
int tournament_remote_bots(const struct tournament *t);

/* A path of the tournament's own that is the same as this one: its file's, or an included one's,
 * which it is from now on. */
const char *tournament_keep_path(struct tournament *t, const char *path);

/* Adds a text to a list that is owned. */
void tournament_add_text(char ***list, int *count, const char *text);

#endif
