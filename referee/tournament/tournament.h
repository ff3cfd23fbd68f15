/*
 * tournament.h - a tournament's definition: everything that determines its schedule and its games.
 *
 * The settings come from a file (config-file.h), from flags (config-flags.h), or both; settings.c
 * has a row for each setting and reads both alike. To make a tournament, call tournament_init(),
 * then read the file and the flags in any order. Then tournament_check() of the director fills in
 * the settings that were not given.
 */
#ifndef REFEREE_TOURNAMENT_TOURNAMENT_H
#define REFEREE_TOURNAMENT_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text-file.h"
#include "base/time.h"
#include "referee/game/game-terms.h"
#include "referee/game/log-access.h"
#include "referee/bot/bot-messages.h"
#include "referee/process/cpu-affinity.h"
#include "referee/rating/sprt.h"
#include "referee/sandbox/build-cache.h"
#include "base/diagnostics.h"
#include "rules/rules.h"

enum { BOT_NAME = 64, BOTS_MAX = 1000, WORKERS_MAX = 64 };

/* All settings of a tournament: settings.c has a row for each, in this order. */
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
	SETTING_CLASS_FOLDER,
	SETTING_CLASS_NAMES,
	SETTING_CLASS_ROSTER,
	SETTING_SUBMISSIONS,
	SETTING_ONLY_BOTS,
	SETTING_STARTUP_TIMEOUT,
	SETTING_NEWGAME_TIMEOUT,
	SETTING_QUIT_TIMEOUT,
	SETTING_MEMORY,
	SETTING_PROCESSES,
	SETTING_FILES,
	SETTING_SCRATCH,
	SETTING_MAX_OUTPUT,
	SETTING_MAX_LINE,
	SETTING_STDERR,
	SETTING_BUILD_NETWORK,
	SETTING_BUILD_MEMORY,
	SETTING_BUILD_TIMEOUT,
	SETTING_RESTART,
	SETTING_STRICT,
	SETTING_KEEP_INFO,
	SETTING_KEEP_MOVES,
	SETTING_SEASON,
	SETTING_INITIAL_ELO,
	SETTING_LOG_READERS,
	SETTING_CLOCK,
	SETTING_PONDER,
	SETTING_ISREADY_EVERY_MOVE,
	SETTING_AFFINITY,
	SETTING_SANDBOX,
	SETTING_STRIKES,
	SETTING_ON_BENCHED,
	SETTING_ON_CHANGED,
	SETTING_CONNECT_TIMEOUT,
	SETTING_ON_ABSENT,
	SETTING_RECONNECT,
	SETTING_REMOTE_CONCURRENCY,
	SETTING_START_AT,
	SETTING_MAX_RATE,
	SETTING_RATING_INTERVAL,
	SETTING_WORKER,
	SETTING_BROKER,
	SETTING_BROKER_CA,
	SETTING_BROKER_NKEY,
	SETTING_WORKER_POOL,
	SETTING_WORKER_SILENCE,
	SETTING_WORKER_PAIRS,
	SETTING_WORKER_SPEED,
	SETTING_WORKER_CHECK,
	SETTINGS_COUNT
};

/* All settings of one bot. */
enum bot_setting_key {
	BOT_SETTING_REMOTE,
	BOT_SETTING_COMMAND,
	BOT_SETTING_ADAPTER,
	BOT_SETTING_BUILD,
	BOT_SETTING_DIR,
	BOT_SETTING_NOTE,
	BOT_SETTING_OWNER,
	BOT_SETTING_AUTHOR,
	BOT_SETTING_OPTION,
	BOT_SETTING_ISREADY_EVERY_MOVE,
	BOT_SETTING_STARTUP_TIMEOUT,
	BOT_SETTING_NEWGAME_TIMEOUT,
	BOT_SETTING_QUIT_TIMEOUT,
	BOT_SETTING_MEMORY,
	BOT_SETTING_PROCESSES,
	BOT_SETTING_FILES,
	BOT_SETTING_SCRATCH,
	BOT_SETTING_MAX_OUTPUT,
	BOT_SETTING_MAX_LINE,
	BOT_SETTING_STDERR,
	BOT_SETTING_BUILD_NETWORK,
	BOT_SETTING_BUILD_MEMORY,
	BOT_SETTING_BUILD_TIMEOUT,
	BOT_SETTING_MOVETIME,
	BOT_SETTING_TC,
	BOT_SETTING_DEPTH,
	BOT_SETTING_NODES,
	BOT_SETTING_MARGIN,
	BOT_SETTINGS_COUNT
};

/* Is an arbiter pinned to one processor with its bots? auto: yes; list: to one of the processors
 * that the tournament lists. */
enum affinity { AFFINITY_AUTO, AFFINITY_YES, AFFINITY_NO, AFFINITY_LIST, AFFINITIES };

/* The seat orders in which the same bots meet: all orders; the rotations, so that each bot has
 * each seat once; or the first order alone. */
enum seat_orders { ORDERS_ALL, ORDERS_ROTATION, ORDERS_ONE, SEAT_ORDERS };

/* The fate of the games of a bot that has changed since: the tournament is refused, they are
 * played again, or they count beside those of the new version. */
enum on_changed { ON_CHANGED_REFUSE, ON_CHANGED_REPLAY, ON_CHANGED_MIXED, ON_CHANGED };

/* The start of a tournament of the daemon, if it is not a moment. */
enum {
	BEGINS_UNSAID = 0, /* at once, but not while most of its remote bots have never connected */
	BEGINS_NOW = -1,
	BEGINS_WHEN_HERE = -2 /* when all its remote bots are connected */
};

/* In a ladder, a bot is not paired from round on, until round back; back 0: it has not come
 * back. */
struct retirement {
	int round, back;
};

/* A bot's program, built or not. prepare/bot-build.h makes it. */
struct bot_program {
	struct build build;
	bool made;  /* build.folder has the program, and is locked in the cache */
	char *why;  /* owned: one line for people; NULL: it was made */
	char *text; /* owned: the compiler's output, of a build that failed */
};

/* A bot as in the file or a flag. The tournament owns everything. */
struct bot {
	char *name;    /* 1..63 bytes, unique, no blanks or control bytes, valid UTF-8 */
	char *command; /* split like a shell does, without a shell; NULL: remote */
	bool remote;   /* it connects over the network */
	char *adapter; /* "KIND OPTIONS"; checking makes it a part of command, and then it is NULL
			*/
	char *dir;   /* its working directory, or the folder of its sources; NULL: the referee's */
	char *build; /* shell command that builds it from dir; NULL: nothing is built */
	struct build_limits build_limits; /* its own limits; else the tournament's */
	struct bot_program *program;	  /* owned; NULL: not built yet, or nothing to build */
	char *note;			  /* stored with its results; NULL: none */
	char *owner;	/* reads its logs on the pages; NULL: of a remote bot that of its token */
	char *author;	/* for people: of its file, else that it said; NULL: not known */
	char **options; /* "NAME=VALUE" */
	int options_count, options_shared; /* shared: of all bots, at the end of options */
	enum isready isready;		   /* UNSAID: the tournament's setting */
	int enters; /* the first round with this bot, in formats where bots may join; else 1 */
	int back_in_round; /* likewise: the round of its return from the bench; 0: none */
	struct retirement *retirements; /* likewise: in their order */
	int retirements_count;
	char *was;     /* of a bot that is only in the database: its digest; else NULL */
	bool answered; /* features received: the next two fields are valid; see preparation.h */
	bool startpos_only;		 /* it plays from the usual start alone */
	unsigned seats;			 /* that it plays, bit seat - 1; 0: all of them */
	struct sandbox_limits resources; /* its own limits; else the tournament's */
	struct limits limits;		 /* likewise: see settings_bot_limits() */
	struct origin at; /* the place of its definition; borrowed from the tournament */
	struct origin set[BOT_SETTINGS_COUNT]; /* the place of each setting */
};

/* The interval between two reports of a run without a terminal: a number of games, or if that is
 * 0 a time. */
struct report_interval {
	int64_t games;
	usec time;
};

/* The games that keep their moves: the newest of this number, or those that ended in this time.
 * Both 0: all games. */
struct keep {
	int64_t games;
	usec time;
};

/* How long a ladder of the daemon lasts: without end, or a week, month or year of UTC. */
enum season { SEASON_NONE, SEASON_WEEKLY, SEASON_MONTHLY, SEASON_YEARLY, SEASONS };

struct tournament_rules;

struct tournament {
	char *name;
	char *game;
	char *format;
	int players;   /* seats of a game; 0 until checked: then the fewest that the game allows */
	char **params; /* "KEY=VALUE", each KEY once */
	struct origin *params_at; /* the place of each */
	int params_count;
	char **workers; /* commands that start workers on other machines */
	int workers_count;
	char *broker;	     /* address of a NATS server, through which workers come; NULL: none */
	char *broker_ca;     /* file of its authority's certificates; NULL: the system's */
	char *broker_nkey;   /* file of our key's seed; NULL: none */
	char *worker_pool;   /* pool of the workers that may play; NULL: "any" */
	bool worker_pairs;   /* the games of a pair are played on one machine */
	int worker_speed;    /* hundredths of a percent; see machine_speed_is_off() */
	int worker_check;    /* share of workers' games that are played again, in the same unit */
	usec worker_silence; /* after which a worker of the broker counts as gone; 0: the default */
	char **options;	     /* "NAME=VALUE", for each bot without an own NAME */
	struct origin *options_at; /* the place of each */
	int options_count;
	int rounds;
	int seeds; /* of a gauntlet: the number of seeds, which are the first bots */
	enum seat_orders seat_orders; /* the seat orders that a set of bots plays */
	struct sprt sprt;	      /* the hypotheses of an sprt */
	int64_t games;		      /* of a sample; 0: all games */
	int64_t games_began; /* the number of games when it began; checking sets it to games */
	uint64_t seed;
	char *openings;		  /* none, random:PLIES, or a file */
	char openings_digest[65]; /* SHA-256 of that file, in hexadecimal; "" without one */
	struct game_terms terms;
	bool balanced_openings;	  /* random openings are redrawn until one is even */
	bool decided_openings;	  /* openings may be decided; see decided-position.h */
	bool openings_sequential; /* openings of a file are used line by line */
	int openings_start;	  /* the first line, from 1; 0: drawn for each set of bots */
	int openings_plies;	  /* the most moves used of each line; 0: all */
	int concurrency;
	struct build_limits build; /* of the builds of its bots */
	enum isready isready;	   /* the default for bots without this setting */
	enum affinity affinity;
	struct cpu_affinity processors; /* affinity = 0-3,6: these processors; else none */
	bool skip_benched;		/* the games of a benched bot are skipped instead of lost */
	enum on_changed on_changed;
	bool skip_absent;	/* after that, the game is skipped instead of lost */
	int remote_concurrency; /* games with only remote bots at a time */
	int64_t begins;		/* one of BEGINS_, or a moment: UTC milliseconds */
	usec pace;		/* the least time between the starts of two games; 0: none */
	bool strict;
	struct keep keep;
	enum season season;
	char *prior; /* of a ladder: "NAME:ELO", separated by blanks; NULL: none */
	struct report_interval rating_interval;
	enum log_policy logs; /* readers of the logs of its bots */
	bool failed_tie;      /* seats that fail together tie, as when the tournament began; see
				 definition-text.h */
	bool repeats_count;   /* of an sprt of an older version: repeated pairs count; see
				 definition-text.h */
	char *db;
	struct bot *bots;
	int bots_count;
	const struct rules *rules; /* of game; set by checking */
	struct bot rules_program;  /* of a game "process:COMMAND": its program; else all zero */
	char rules_digest[65];	   /* the digest of that program, set by checking; "": none */
	struct tournament_rules *rules_open; /* owned: that program while it runs; NULL: none */
	void (*rules_close)(struct tournament_rules *open);
	char *file;	 /* the file that was read; NULL: only flags */
	int64_t owner;	 /* the user who owns all files that are read; TEXT_FILE_ANYONE: any do */
	char **includes; /* the files that it includes */
	int includes_count;
	char *submissions; /* folder of the bots that were sent, beside the file; NULL: takes none
			    */
	char *note;	   /* a new note on the tournament; NULL: none */
	char *only;	   /* names of the file's bots that take part, in this order; NULL: all */
	struct origin set[SETTINGS_COUNT]; /* the place of each setting */
};

/* Sets the preset of every setting; frees what a tournament owns. */
void tournament_init(struct tournament *t);
void tournament_clear(struct tournament *t);

/* The command of a game "process:COMMAND", within the text; NULL: the game is one of ours. */
const char *tournament_rules_command(const char *game);

/* Sets the game, and the command of its rules' program. */
void tournament_set_game(struct tournament *t, const char *game);

/* Frees the memory that a bot owns. */
void bot_clear(struct bot *bot);

/* The folder in which the bot runs: the built one, else its dir; NULL: the referee's. */
const char *bot_folder(const struct bot *bot);

/* bot_plays(): can the bot be paired in this round? bot_is_retired(): has it retired and not
 * come back? The other two take effect from this round on. */
bool bot_plays(const struct bot *bot, int round);
bool bot_is_retired(const struct bot *bot);
void bot_retire(struct bot *bot, int round);
void bot_come_back(struct bot *bot, int round);

/* Does the bot play this seat, from 1, as far as that is known? */
bool bot_plays_seat(const struct bot *bot, int seat);

/* Adds a bot that has only a name, as it is: what people write is composed before (name.h). NULL:
 * the name is invalid or taken, which was reported. The pointer is valid until the next bot is
 * added. */
struct bot *tournament_add_bot(
	struct tournament *t, const char *name, struct origin at, struct diagnostics *mistakes);

/* The index of the bot of this name, in whatever form it is (name.h); -1: there is none. */
int tournament_find_bot(const struct tournament *t, const char *name);

/* The number of its remote bots. */
int tournament_remote_bots(const struct tournament *t);

/* Returns the tournament's own copy of this path: of its file or of an included file. A path
 * that it does not have becomes the path of an included file. */
const char *tournament_keep_path(struct tournament *t, const char *path);

/* Appends a copy of text to an owned list. */
void tournament_add_text(char ***list, int *count, const char *text);

#endif
