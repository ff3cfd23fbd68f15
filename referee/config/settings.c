/*
 * settings.c - the table of all settings, and the functions that set them.
 */
#include "referee/config/settings.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* the key in the file and as a flag, the type value_TYPE, and the SETTING_ bits */
#define KEY(text, type, uses_)                                                                     \
	.key = text, .flag = "--" text, .value = &value_##type, .uses = (uses_)

#define FILE_ONLY     SETTING_FILE
#define FILE_AND_FLAG (SETTING_FILE | SETTING_FLAG)
#define DEFINES	      (SETTING_FILE | SETTING_FLAG | SETTING_DEFINES)
#define OMIT_PRESET   (DEFINES | SETTING_OMIT_PRESET)
#define ARBITER	      SETTING_ARBITER

/* the field of a setting */
#define FIELD(type, f)	 .offset = offsetof(type, f), .size = sizeof((type *)NULL)->f
#define IN_TOURNAMENT(f) FIELD(struct tournament, f)
#define IN_TERMS(f)	 FIELD(struct tournament, terms.f)
#define IN_BOT(f)	 FIELD(struct bot, f)

#define KIB INT64_C(1024)
#define MIB (KIB * 1024)

/*
 * The limits, which a bot may have of its own: the prefix of the enumerators, the macro of the
 * fields, and the uses of time limits outside moves, of the sandbox, and of limits for moves.
 */
#define SETTINGS_LIMITS(KEY_, IN, PHASES, SANDBOX, MOVES)                                                                                         \
	[KEY_##STARTUP_TIMEOUT] = {KEY("startup-timeout", time, PHASES), IN(resources.startup),                                                   \
		.min = MILLISECOND, .max = 3600 * SECOND,                                                                                         \
		.help = "give a bot this time to start and to send ugiok"},                                                                       \
	[KEY_##NEWGAME_TIMEOUT] = {KEY("newgame-timeout", time, PHASES), IN(resources.newgame),                                                   \
		.min = MILLISECOND, .max = 3600 * SECOND,                                                                                         \
		.help = "give a bot this time to be ready for a new game"},                                                                       \
	[KEY_##QUIT_TIMEOUT] = {KEY("quit-timeout", time, PHASES), IN(resources.quit),                                                            \
		.max = 60 * SECOND, .help = "give a bot this time to end after quit"},                                                            \
	[KEY_##MEMORY] = {KEY("memory", size, SANDBOX), IN(resources.memory), .min = 4 * MIB,                                                     \
		.max = KIB * KIB * MIB, .omitted = "none",                                                                                        \
		.help = "let a bot use this much memory"},                                                                                        \
	[KEY_##PROCESSES] = {KEY("processes", limit, SANDBOX), IN(resources.processes), .min = 1,                                                 \
		.max = 1000000, .omitted = "none",                                                                                                \
		.help = "let a bot have this many processes and threads"},                                                                        \
	[KEY_##FILES] = {KEY("files", limit, SANDBOX), IN(resources.files), .min = 8,                                                             \
		.max = 1000000, .omitted = "none",                                                                                                \
		.help = "let each process of a bot have this many files open"},                                                                   \
	[KEY_##SCRATCH] = {KEY("scratch", size, SANDBOX), IN(resources.scratch), .min = 4 * KIB,                                                  \
		.max = KIB * KIB * MIB, .omitted = "none",                                                                                        \
		.help = "let a bot store this much in $TMPDIR and /dev/shm together"},                                                            \
	[KEY_##MAX_OUTPUT] = {KEY("max-output", size, SANDBOX), .was = "output",                                                                  \
		IN(resources.output), .min = 4 * KIB, .max = KIB * MIB, .omitted = "64K",                                                         \
		.help = "let a bot write this much in a turn"},                                                                                   \
	[KEY_##MAX_LINE] = {KEY("max-line", size, SANDBOX), .was = "line", IN(resources.line),                                                    \
		.min = 256, .max = 4 * KIB, .omitted = "4K",                                                                                      \
		.help = "let a bot write lines up to this length"},                                                                               \
	[KEY_##STDERR] = {KEY("stderr", size, SANDBOX), IN(resources.errors), .min = KIB,                                                         \
		.max = 16 * MIB, .omitted = "64K", .help = "keep this much of a bot's stderr"},                                                   \
	[KEY_##MOVETIME] = {KEY("movetime", time, MOVES), IN(limits.movetime), .min = MILLISECOND,                                                \
		.max = 24 * 3600 * SECOND, .preset = "1s when there is no other limit",                                                           \
		.help = "give a bot this time for each move"},                                                                                    \
	[KEY_##TC] = {KEY("tc", tc, MOVES), IN(limits),                                                                                           \
		.help = "set the time control: TIME+INCREMENT or MOVES/TIME in seconds or m:ss, such as 60+0.6 or 40/1:30; inf: 60s for a move"}, \
	[KEY_##DEPTH] = {KEY("depth", limit, MOVES), IN(limits.depth), .min = 1, .max = 1000,                                                     \
		.help = "let a bot search to this depth; without a time it has 60s for a move"},                                                  \
	[KEY_##NODES] = {KEY("nodes", limit, MOVES), IN(limits.nodes), .min = 1,                                                                  \
		.max = INT64_C(1000000000000000),                                                                                                 \
		.help = "let a bot search this many positions, such as 64K or 1M; without a time it has 60s for a move"},                         \
	[KEY_##MARGIN] = {KEY("margin", time, MOVES), IN(limits.margin), .max = 60 * SECOND,                                                      \
		.help = "accept an answer that is late by at most this time"}

/* The limits of a build, likewise. */
#define SETTINGS_BUILD(KEY_, IN, FIELD_, USES)                                                     \
	[KEY_##BUILD_NETWORK] = {KEY("build-network", yes_no, USES), IN(FIELD_.network),           \
		.help = "let a build use the network"},                                            \
	[KEY_##BUILD_MEMORY] = {KEY("build-memory", size, USES), IN(FIELD_.memory),                \
		.min = 16 * MIB, .max = KIB * KIB * MIB,                                           \
		.help = "let a build use this much memory"},                                       \
	[KEY_##BUILD_TIMEOUT] = {KEY("build-timeout", time, USES), IN(FIELD_.timeout),             \
		.min = MILLISECOND, .max = 24 * 3600 * SECOND,                                     \
		.help = "let a build take this long"}

const struct setting settings_of_tournament[] = {
	[SETTING_NAME] = {KEY("name", text, FILE_AND_FLAG), IN_TOURNAMENT(name),
		.preset = "the file's name, or the game",
		.help = "give the tournament this name in the database"},
	[SETTING_GAME] = {KEY("game", game, DEFINES | ARBITER), IN_TOURNAMENT(game),
		.help = "play this game"},
	[SETTING_FORMAT] = {KEY("format", format, DEFINES), IN_TOURNAMENT(format),
		.preset = "round-robin", .help = "pair the bots by this format"},
	[SETTING_PLAYERS] = {KEY("players", number, DEFINES | ARBITER), IN_TOURNAMENT(players),
		.min = 2, .max = SEATS_MAX, .preset = "the fewest the game allows",
		.help = "give a game this many seats"},
	[SETTING_PARAM] = {KEY("param", parameter, DEFINES | ARBITER),
		.help = "set a parameter of the game, such as rows=6"},
	[SETTING_OPTION] = {KEY("option", options, FILE_AND_FLAG | ARBITER),
		.help = "set an option of each bot that has it and has no value of its own, such as Hash=16"},
	[SETTING_ROUNDS] = {KEY("rounds", number, FILE_AND_FLAG), IN_TOURNAMENT(rounds), .min = 1,
		.max = 1000000,
		.help = "play every pairing this many times, each time in all its seat orders; of a swiss: play this many rounds; of a knockout: play this many pairs of games in a match"},
	[SETTING_SEEDS] = {KEY("seeds", number, OMIT_PRESET), IN_TOURNAMENT(seeds), .min = 1,
		.max = BOTS_MAX,
		.help = "let this many of the first bots of a gauntlet play against all others"},
	[SETTING_SEAT_ORDERS] = {KEY("seat-orders", orders, OMIT_PRESET),
		IN_TOURNAMENT(seat_orders),

		.help = "play every pairing in these seat orders: all, rotation (each bot in each seat once), or one (each pairing once)"},
	[SETTING_GAMES] = {KEY("games", games, OMIT_PRESET), IN_TOURNAMENT(games), .min = 1,
		.max = INT64_C(1000000000), .preset = "all",
		.help = "play only this many games, shared out evenly; of an sprt: end after this many"},
	[SETTING_ELO0] = {KEY("elo0", elo, OMIT_PRESET), IN_TOURNAMENT(sprt.elo0),
		.help = "test in an sprt whether the first bot is this many Elo above the second, against elo1"},
	[SETTING_ELO1] = {KEY("elo1", elo, OMIT_PRESET), IN_TOURNAMENT(sprt.elo1),
		.help = "test this many Elo against elo0 in an sprt"},
	[SETTING_ALPHA] = {KEY("alpha", error, OMIT_PRESET), IN_TOURNAMENT(sprt.alpha),
		.help = "accept elo1 at most this often in an sprt when elo0 is true"},
	[SETTING_BETA] = {KEY("beta", error, OMIT_PRESET), IN_TOURNAMENT(sprt.beta),
		.help = "accept elo0 at most this often in an sprt when elo1 is true"},
	[SETTING_MODEL] = {KEY("model", model, OMIT_PRESET), IN_TOURNAMENT(sprt.model),

		.help = "measure elo0 and elo1 of an sprt as logistic or as normalized Elo"},
	[SETTING_OPENINGS] = {KEY("openings", openings, DEFINES), IN_TOURNAMENT(openings),
		.preset = "none",
		.help = "start games from random moves (random:PLIES), or from a file of positions and moves"},
	[SETTING_OPENINGS_ORDER] = {KEY("openings-order", openings_order, OMIT_PRESET),
		IN_TOURNAMENT(openings_sequential), .preset = "random", .omitted = "sequential",
		.help = "take the openings of a file in a random order (each once before any repeats), or sequentially"},
	[SETTING_OPENINGS_START] = {KEY("openings-start", openings_start, OMIT_PRESET),
		IN_TOURNAMENT(openings_start), .min = 1, .max = 1000000000, .preset = "1",
		.omitted = "drawn",
		.help = "begin with this opening of a file, in its order; drawn: with another one for each set of bots"},
	[SETTING_OPENINGS_PLIES] = {KEY("openings-plies", number, OMIT_PRESET),
		IN_TOURNAMENT(openings_plies), .min = 1, .max = 100000, .preset = "none",
		.help = "use at most this many moves of each line of a file, and leave out lines that are then equal"},
	[SETTING_DECIDED_OPENINGS] = {KEY("decided-openings", decided, OMIT_PRESET),
		IN_TOURNAMENT(decided_openings), .preset = "no", .omitted = "yes",
		.help = "accept random openings that one side wins within two plies"},
	[SETTING_BALANCED_OPENINGS] = {KEY("balanced-openings", yes_no, OMIT_PRESET),
		IN_TOURNAMENT(balanced_openings),
		.help = "draw random openings until one is even for both seats"},
	SETTINGS_LIMITS(
		SETTING_, IN_TERMS, FILE_AND_FLAG | ARBITER, DEFINES | ARBITER, DEFINES | ARBITER),
	SETTINGS_BUILD(SETTING_, IN_TOURNAMENT, build, FILE_ONLY | ARBITER),
	[SETTING_MAX_PLIES] = {KEY("max-plies", number, DEFINES | ARBITER), IN_TERMS(max_plies),
		.min = 1, .max = 100000,
		.preset = "the game's own end; 2000 where its rules are a program",
		.help = "end a game after this many moves of all seats"},
	[SETTING_REPETITION] = {KEY("repetition", number, OMIT_PRESET | ARBITER),
		IN_TERMS(adjudication.repetition), .min = 2, .max = 1000, .preset = "none",
		.help = "end a game as it stands when a position has occurred this many times"},
	[SETTING_RESIGN] = {KEY("resign", resign, OMIT_PRESET | ARBITER), IN_TERMS(adjudication),
		.preset = "none",
		.help = "end a game by its scores: for this many moves each, one bot reports that it loses by the score in hundredths or more, and the other agrees; sides=1: the losing bot is enough"},
	[SETTING_DRAW] = {KEY("draw", draw, OMIT_PRESET | ARBITER), IN_TERMS(adjudication),
		.preset = "none",
		.help = "end a game by its scores: for this many moves each, all bots report no more than the score in hundredths; from-ply=N: only from this ply on"},
	[SETTING_ADJUDICATE_EXACT] = {KEY("adjudicate-exact", yes_no, OMIT_PRESET | ARBITER),
		IN_TERMS(adjudicate_exact),
		.help = "end a game as soon as its exact value is known, with the ranks of that value"},
	[SETTING_CONCURRENCY] = {KEY("concurrency", number, FILE_AND_FLAG),
		IN_TOURNAMENT(concurrency), .min = 1, .max = 256,
		.help = "play this many games at the same time"},
	[SETTING_SEED] = {KEY("seed", seed, DEFINES), IN_TOURNAMENT(seed), .max = INT64_MAX,
		.help = "derive all random choices from this number"},
	[SETTING_NOTE] = {KEY("note", text, FILE_AND_FLAG), IN_TOURNAMENT(note),
		.preset = "the last note",
		.help = "store this line with the tournament and show it there"},
	[SETTING_DB] = {KEY("db", text, FILE_AND_FLAG), IN_TOURNAMENT(db),
		.preset = "the name, with .db", .help = "store the results in this file"},
	[SETTING_INCLUDE] = {KEY("include", include, FILE_ONLY),
		.help = "read more bots from this file, which is relative to this one's folder"},
	[SETTING_CLASS_FOLDER] = {KEY("class-folder", class, FILE_ONLY), .preset = "class",
		.help = "keep the submissions of `referee class` in this folder"},
	[SETTING_CLASS_NAMES] = {KEY("class-names", class, FILE_ONLY),
		.help = "name a bot after the part in () of this regular expression in its submission's name"},
	[SETTING_CLASS_ROSTER] = {KEY("class-roster", class, FILE_ONLY),
		.help = "read the students' names from this CSV file"},
	[SETTING_SUBMISSIONS] = {KEY("submissions", text, FILE_ONLY), IN_TOURNAMENT(submissions),
		.help = "let `referee send` hand in bots, and keep them in this folder, which is relative to this file's"},
	[SETTING_ONLY_BOTS] = {KEY("only-bots", text, FILE_AND_FLAG), .was = "only",
		IN_TOURNAMENT(only), .preset = "all",
		.help = "let only these bots of the file take part, in this order: a,b"},
	[SETTING_RESTART] = {KEY("restart", restart, FILE_AND_FLAG | ARBITER), IN_TERMS(restart),

		.help = "start new processes for every game (yes), or only after a failure (auto)"},
	[SETTING_STRICT] = {KEY("strict", yes_no, FILE_AND_FLAG), IN_TOURNAMENT(strict),
		.help = "exit with status 1 when a bot failed"},
	[SETTING_KEEP_INFO] = {KEY("keep-info", yes_no, FILE_AND_FLAG | ARBITER),
		IN_TERMS(keep_info), .help = "keep pv, seldepth, nps and info string of each move"},
	[SETTING_KEEP_MOVES] = {KEY("keep-moves", keep, FILE_AND_FLAG), .was = "keep",
		IN_TOURNAMENT(keep), .min = 1, .max = 1000000000, .preset = "all",
		.help = "keep the moves and failures of this many games, the newest (100000), or of this many days (30d); of older games only the results stay"},
	[SETTING_SEASON] = {KEY("season", season, SETTING_FILE), IN_TOURNAMENT(season),
		.preset = "none",
		.help = "let serve end a ladder with each week, month or year of UTC, and begin the next one, which has the season in its name"},
	[SETTING_INITIAL_ELO] = {KEY("initial-elo", prior, OMIT_PRESET), .was = "prior",
		IN_TOURNAMENT(prior), .preset = "none",
		.help = "pair the bots of a ladder by these Elo at first, such as \"ann:120 bob:-80\"; their results count more and more; a later season begins with the Elo of the one before"},
	[SETTING_LOG_READERS] = {KEY("log-readers", logs, FILE_AND_FLAG), .was = "logs",
		IN_TOURNAMENT(logs), .preset = "owner where bots are remote or sent, else public",
		.help = "show output, commands and folders of bots on pages to all readers, to a bot's owner, or to the operator alone"},
	[SETTING_CLOCK] = {KEY("clock", clock, OMIT_PRESET | ARBITER), IN_TERMS(limits.clock),
		.omitted = "wall",
		.help = "count this time of a bot: all of it (wall), all but its waits for a processor (fair), or processor time (cpu)"},
	[SETTING_PONDER] = {KEY("ponder", yes_no, OMIT_PRESET | ARBITER), IN_TERMS(ponder),

		.help = "let a bot think while others move; no: such a bot is frozen"},
	[SETTING_ISREADY_EVERY_MOVE] = {KEY("isready-every-move", isready, OMIT_PRESET | ARBITER),
		IN_TOURNAMENT(isready),
		.help = "send isready after every position, as UGI requires; no: only before a game; auto: yes for bots without a feature"},
	[SETTING_AFFINITY] = {KEY("affinity", affinity, FILE_AND_FLAG), IN_TOURNAMENT(affinity),
		.preset = "auto",
		.help = "keep each game on one processor; auto: always, as yes; LIST: on one of these processors, such as 0-3,6"},
	[SETTING_SANDBOX] = {KEY("sandbox", sandbox, FILE_AND_FLAG | ARBITER), IN_TERMS(sandbox),
		.help = "confine bots to a sandbox of this level"},
	[SETTING_STRIKES] = {KEY("strikes", number, FILE_AND_FLAG | ARBITER), IN_TERMS(strikes),
		.max = 1000000, .preset = "0",
		.help = "bench a bot after this many failed games in a row; 0: never"},
	[SETTING_ON_BENCHED] = {KEY("on-benched", forfeit_or_skip, FILE_AND_FLAG),
		IN_TOURNAMENT(skip_benched), .preset = "forfeit",
		.help = "count the remaining games of a benched bot as lost (forfeit), or do not play them (skip)"},
	[SETTING_ON_CHANGED] = {KEY("on-changed", changed, FILE_AND_FLAG),
		IN_TOURNAMENT(on_changed), .preset = "refuse",
		.help = "play the games of a bot that has changed again (replay), let the games of both versions count (mixed), or do not go on (refuse)"},
	[SETTING_CONNECT_TIMEOUT] = {KEY("connect-timeout", time, FILE_AND_FLAG | ARBITER),
		IN_TERMS(connect_timeout), .max = 24 * 3600 * SECOND,
		.help = "wait this long with a game for a remote bot that is absent"},
	[SETTING_ON_ABSENT] = {KEY("on-absent", forfeit_or_skip, FILE_AND_FLAG),
		IN_TOURNAMENT(skip_absent), .preset = "forfeit",
		.help = "count the games of a remote bot that stays absent as lost (forfeit), or do not play them (skip)"},
	[SETTING_RECONNECT] = {KEY("reconnect", yes_no, FILE_AND_FLAG | ARBITER),
		IN_TERMS(reconnect),
		.help = "let a remote bot that loses its connection in a game reconnect within its time"},
	[SETTING_REMOTE_CONCURRENCY] = {KEY("remote-concurrency", number, FILE_AND_FLAG),
		IN_TOURNAMENT(remote_concurrency), .min = 1, .max = 1024,
		.help = "play this many games of remote bots alone at the same time"},
	[SETTING_START_AT] = {KEY("start-at", begins, FILE_AND_FLAG), .was = "begins",
		IN_TOURNAMENT(begins), .preset = "when half of the remote bots have ever connected",
		.help = "let serve begin the tournament at a moment such as 2026-12-01T18:00Z, when all remote bots are connected (when-here), or now"},
	[SETTING_MAX_RATE] = {KEY("max-rate", pace, FILE_AND_FLAG), .was = "pace",
		IN_TOURNAMENT(pace), .min = 1, .max = 1000000, .preset = "none",
		.help = "begin at most this many games in an hour, such as 600/h, or in a minute (10/m)"},
	[SETTING_RATING_INTERVAL] = {KEY("rating-interval", interval, FILE_AND_FLAG),
		IN_TOURNAMENT(rating_interval), .min = 1, .max = 1000000000, .preset = "10s",
		.help = "report the progress after this many games, or this time, where there is no terminal"},
	[SETTING_WORKER] = {KEY("worker", worker, FILE_AND_FLAG),
		.help = "start this command, which runs `referee worker run --stdin` on another machine, and play games there too"},
	[SETTING_BROKER] = {KEY("broker", broker, FILE_AND_FLAG), IN_TOURNAMENT(broker),
		.preset = "none",
		.help = "play games on the workers that come to this NATS server, too"},
	[SETTING_BROKER_CA] = {KEY("broker-ca", text, FILE_AND_FLAG), IN_TOURNAMENT(broker_ca),
		.preset = "the system's",
		.help = "check the broker by the certificates in this file"},
	[SETTING_BROKER_NKEY] = {KEY("broker-nkey", text, FILE_AND_FLAG),
		IN_TOURNAMENT(broker_nkey), .preset = "none",
		.help = "use the key in this file at the broker"},
	[SETTING_WORKER_POOL] = {KEY("worker-pool", pool, FILE_AND_FLAG),
		IN_TOURNAMENT(worker_pool), .preset = "any",
		.help = "let only the broker's workers of this pool play"},
	[SETTING_WORKER_SILENCE] = {KEY("worker-silence", time, FILE_AND_FLAG),
		IN_TOURNAMENT(worker_silence), .min = SECOND, .max = 3600 * SECOND, .preset = "30s",
		.help = "play the games of a broker's worker again when it is silent for this time"},
	[SETTING_WORKER_PAIRS] = {KEY("worker-pairs", yes_no, FILE_AND_FLAG),
		IN_TOURNAMENT(worker_pairs),
		.help = "play the games of a pair, from one opening with the seats swapped, on one machine"},
	[SETTING_WORKER_SPEED] = {KEY("worker-speed", percent, FILE_AND_FLAG),
		IN_TOURNAMENT(worker_speed), .max = 100 * 10000, .preset = "10%",
		.help = "play no games with clocks on a machine whose speed is further than this from the median"},
	[SETTING_WORKER_CHECK] = {KEY("worker-check", percent, FILE_AND_FLAG),
		IN_TOURNAMENT(worker_check), .max = 10000, .preset = "1%",
		.help = "play this share of the workers' games again on another machine, to compare them"},
	[SETTINGS_COUNT] = {.key = NULL},
};

const struct setting settings_of_bot[] = {
	[BOT_SETTING_REMOTE] = {KEY("remote", yes_no, FILE_ONLY | ARBITER), IN_BOT(remote),
		.preset = "no",
		.help = "let the bot connect over the network, under its name and with a token"},
	[BOT_SETTING_COMMAND] = {KEY("command", command, FILE_ONLY | ARBITER), IN_BOT(command),
		.help = "start the bot with this program and these arguments, without a shell"},
	[BOT_SETTING_ADAPTER] = {KEY("adapter", adapter, FILE_ONLY), IN_BOT(adapter),
		.preset = "none",
		.help = "play through referee-adapt with a program that speaks another protocol, such as kaggle; `referee-adapt --help` lists them"},
	[BOT_SETTING_BUILD] = {KEY("build", text, SETTING_FILE | SETTING_OF_PROGRAM | ARBITER),
		IN_BOT(build), .preset = "none",
		.help = "build the bot from its dir with this shell command, in a sandbox; it runs in the built copy"},
	[BOT_SETTING_DIR] = {KEY("dir", text, FILE_ONLY), IN_BOT(dir),
		.preset = "where the referee runs", .help = "run the bot in this folder"},
	[BOT_SETTING_NOTE] = {KEY("note", text, FILE_ONLY), IN_BOT(note),
		.help = "store this line with the bot's results, such as the news of this version"},
	[BOT_SETTING_OWNER] = {KEY("owner", owner, FILE_ONLY), IN_BOT(owner),
		.preset = "of a remote bot, that of its token",
		.help = "let this owner read the bot's output, command and folder on the pages of `referee serve`"},
	[BOT_SETTING_AUTHOR] = {KEY("author", author, FILE_ONLY), IN_BOT(author),
		.preset = "from its handshake", .help = "show this author of the bot on the pages"},
	[BOT_SETTING_OPTION] = {KEY("option", option, FILE_ONLY | ARBITER),
		.help = "set an option of this bot: NAME=VALUE, or the NAME of a button"},
	[BOT_SETTING_ISREADY_EVERY_MOVE] = {KEY("isready-every-move", isready, FILE_ONLY | ARBITER),
		IN_BOT(isready), .preset = "the tournament's",
		.help = "send the bot isready after every position"},
	SETTINGS_LIMITS(BOT_SETTING_, IN_BOT, FILE_ONLY | ARBITER,
		SETTING_FILE | SETTING_DEFINES | ARBITER,
		SETTING_FILE | SETTING_OF_PROGRAM | ARBITER),
	SETTINGS_BUILD(BOT_SETTING_, IN_BOT, build_limits, FILE_ONLY | ARBITER),
	[BOT_SETTINGS_COUNT] = {.key = NULL},
};

static_assert(sizeof settings_of_tournament / sizeof *settings_of_tournament == SETTINGS_COUNT + 1,
	"enum setting_key names each row");
static_assert(sizeof settings_of_bot / sizeof *settings_of_bot == BOT_SETTINGS_COUNT + 1,
	"enum bot_setting_key names each row");

const struct setting *settings_find(const struct setting *rows, const char *key)
{
	for (; rows->key != NULL; rows++) {
		if (strcmp(rows->key, key) == 0 ||
			(rows->was != NULL && strcmp(rows->was, key) == 0))
			return rows;
	}
	return NULL;
}

const char *settings_stored_key(const struct setting *row)
{
	return row->was != NULL ? row->was : row->key;
}

static const struct settings_old_name settings_old_names[] = {
	{"per-move", "movetime", NULL},
	{"charge", "clock", NULL},
	{"orders", "seat-orders", NULL},
	{"balanced", "balanced-openings", NULL},
	{"oracle", "adjudicate-exact", NULL},
	{"benched", "on-benched", NULL},
	{"absent", "on-absent", NULL},
	{"isready", "isready-every-move", "yes (position), no (newgame) or auto"},
	{"startup", "startup-timeout", NULL},
	{"newgame", "newgame-timeout", NULL},
	{"quit", "quit-timeout", NULL},
	{"join-timeout", "connect-timeout", NULL},
	{"remote-games", "remote-concurrency", NULL},
};

const struct settings_old_name *settings_find_old_name(const char *key)
{
	for (size_t i = 0; i < sizeof settings_old_names / sizeof *settings_old_names; i++)
		if (strcmp(settings_old_names[i].was, key) == 0)
			return &settings_old_names[i];
	return NULL;
}

#define FOREIGN_NAMES_IN_COMMAND "it is part of the bot's command"
#define FOREIGN_NAMES_ALL_KEPT                                                                     \
	"every game is kept in the database, and `referee export` writes them"
#define FOREIGN_NAMES_EXACT	"games end where their exact value is known"
#define FOREIGN_NAMES_LEAVE_OUT ": leave it out"

static const struct foreign_names foreign_names_table[] = {
	{"arg", NULL, FOREIGN_NAMES_IN_COMMAND},
	{"args", NULL, FOREIGN_NAMES_IN_COMMAND},
	{"autosaveinterval", NULL, "every game is kept at once" FOREIGN_NAMES_LEAVE_OUT},
	{"book", "openings", NULL},
	{"bookdepth", "openings-plies", NULL},
	{"cmd", "command", NULL},
	{"conf", NULL, "a tournament's file names its bots in sections bot NAME { }"},
	{"config", "db", "a run goes on by itself from its database"},
	{"debug", NULL, "--log-wire DIR writes the conversations"},
	{"each", NULL,
		"a flag such as --tc 10+0.1 holds for all bots, as does a line of the file outside their sections"},
	{"engine", "bot", "its value is NAME=COMMAND"},
	{"epdout", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"event", "name", NULL},
	{"force-concurrency", NULL,
		"more games than processors are played, and said" FOREIGN_NAMES_LEAVE_OUT},
	{"gauntlet", "format", "its value is gauntlet"},
	{"initstr", NULL, "an option is set with option = \"NAME=VALUE\" in the bot's section"},
	{"log", NULL, "--log-wire DIR writes the conversations"},
	{"maxmoves", "max-plies", "it counts the moves of all seats"},
	{"noswap", "seat-orders", "its value is one"},
	{"order", "openings-order", NULL},
	{"outcome", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"pgn", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"pgnout", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"ping-ms", "newgame-timeout", NULL},
	{"plies", "openings-plies", NULL},
	{"proto", NULL, "all bots speak UGI" FOREIGN_NAMES_LEAVE_OUT},
	{"quick", "bot", "each is --bot COMMAND"},
	{"ratinginterval", "rating-interval", NULL},
	{"recover", NULL,
		"a bot that failed is started again" FOREIGN_NAMES_LEAVE_OUT
		"; strikes = N benches it"},
	{"repeat", NULL, "each opening is played in all orders of seats" FOREIGN_NAMES_LEAVE_OUT},
	{"reverse", "seat-orders", NULL},
	{"sample", NULL, FOREIGN_NAMES_ALL_KEPT},
	{"scoreinterval", "rating-interval", NULL},
	{"show-latency", NULL, "`referee show` tells what each move took" FOREIGN_NAMES_LEAVE_OUT},
	{"site", "name", NULL},
	{"sprt", NULL,
		"write --format sprt --elo0 0 --elo1 10 (in a file: format = sprt, elo0 = 0, elo1 = 10); `referee test` has --sprt 0,10"},
	{"srand", "seed", NULL},
	{"st", "movetime", "it has a unit, such as 100ms"},
	{"start", "openings-start", NULL},
	{"startup-ms", "startup-timeout", NULL},
	{"tb", "adjudicate-exact", FOREIGN_NAMES_EXACT},
	{"tbpieces", "adjudicate-exact", FOREIGN_NAMES_EXACT},
	{"testEnv", NULL, "--quiet and --json are for scripts"},
	{"timemargin", "margin", "it has a unit, such as 20ms"},
	{"tournament", "format", NULL},
	{"trust", NULL, "the referee owns the rules" FOREIGN_NAMES_LEAVE_OUT},
	{"ucinewgame-ms", "newgame-timeout", NULL},
	{"use-affinity", "affinity", NULL},
	{"variant", "game", NULL},
	{"wait", "max-rate", NULL},
	{NULL, NULL, NULL},
};

const struct foreign_names *foreign_names_find(const char *word)
{
	word += strspn(word, "-");
	size_t length = strcspn(word, "=");
	for (const struct foreign_names *f = foreign_names_table; f->theirs != NULL; f++)
		if (strlen(f->theirs) == length && strncmp(f->theirs, word, length) == 0)
			return f;
	return NULL;
}

const char *settings_preset(const struct setting *row)
{
	static char *texts[SETTINGS_COUNT]; /* once made they stay */
	const struct setting *common = settings_find(settings_of_tournament, row->key);
	if (row->preset != NULL || common == NULL || common->preset != NULL ||
		common->value->write == NULL || common->size == 0)
		return row->preset;
	char **text = &texts[common - settings_of_tournament];
	if (*text == NULL) {
		struct tournament fresh;
		size_t size;
		tournament_init(&fresh);
		FILE *out = memory_open(text, &size);
		common->value->write(common, &fresh, out);
		memory_close(out);
		tournament_clear(&fresh);
	}
	return strcmp(*text, "none") != 0 ? *text : NULL;
}

const char *settings_omitted(const struct setting *row)
{
	bool omits = (row->uses & SETTING_OMIT_PRESET) != 0;
	return row->omitted == NULL && omits ? settings_preset(row) : row->omitted;
}

/* Reads text into owner, and notes its origin. */
static bool settings_read(const struct setting *row, void *owner, struct origin *set,
	const char *text, struct origin at, struct diagnostics *mistakes)
{
	struct error err;
	if (!row->value->list && origin_given(set) && !origin_is_flag(set) &&
		!origin_is_flag(&at)) {
		if (set->line == at.line)
			diagnostics_add(mistakes, at, "%s takes one value only", row->key);
		else
			diagnostics_add(mistakes, at,
				"%s is set a second time; line %d set it already", row->key,
				set->line);
		return false;
	}
	if (!row->value->read(row, owner, text, &err)) {
		diagnostics_add_value(mistakes, at, row->key, text, err.text);
		return false;
	}
	*set = at;
	return true;
}

/* A list of "NAME=VALUE" with unique names. */
struct settings_list {
	const char *key;
	char **texts;
	struct origin **at; /* the origin of each */
	int *count;
};

static bool settings_same_name(const char *one, const char *other)
{
	size_t length = strcspn(one, "=");
	return length == strcspn(other, "=") && strncmp(one, other, length) == 0;
}

/* Notes the origin of the list's new last value. If its name is there already: a flag replaces
 * the value, and two values of the file are a mistake. */
static bool settings_keep_named(
	const struct settings_list *l, struct origin at, struct diagnostics *mistakes)
{
	int last = *l->count - 1, other = 0;
	*l->at = memory_resize(*l->at, (size_t)last + 1, sizeof **l->at);
	(*l->at)[last] = at;
	while (other < last && !settings_same_name(l->texts[other], l->texts[last]))
		other++;
	if (other == last)
		return true;
	struct origin before = (*l->at)[other];
	bool twice = !origin_is_flag(&before) && !origin_is_flag(&at);
	if (twice)
		diagnostics_add(mistakes, at, "%s = \"%s\": line %d has \"%s\" already", l->key,
			l->texts[last], before.line, l->texts[other]);
	if (origin_is_flag(&at)) {
		char *text = l->texts[other];
		l->texts[other] = l->texts[last];
		l->texts[last] = text;
		(*l->at)[other] = at;
	}
	free(l->texts[last]);
	*l->count = last;
	return !twice;
}

bool settings_set(struct tournament *t, const struct setting *row, const char *text,
	struct origin at, struct diagnostics *mistakes)
{
	struct origin *set = &t->set[row - settings_of_tournament];
	if (row->value == &value_parameter || row->value == &value_options) {
		if (!settings_read(row, t, set, text, at, mistakes))
			return false;
		struct settings_list params = {
			row->key, t->params, &t->params_at, &t->params_count};
		struct settings_list options = {
			row->key, t->options, &t->options_at, &t->options_count};
		return settings_keep_named(
			row->value == &value_options ? &options : &params, at, mistakes);
	}
	if (!origin_is_flag(set) || origin_is_flag(&at))
		return settings_read(row, t, set, text, at, mistakes);
	/* a flag has set it; the value of the file must be valid all the same */
	struct tournament spare;
	tournament_init(&spare);
	struct origin nowhere = {NULL, 0};
	bool right = settings_read(row, &spare, &nowhere, text, at, mistakes);
	tournament_clear(&spare);
	return right;
}

bool settings_set_bot(struct bot *bot, const struct setting *row, const char *text,
	struct origin at, struct diagnostics *mistakes)
{
	return settings_read(row, bot, &bot->set[row - settings_of_bot], text, at, mistakes);
}

bool settings_restore(const struct setting *row, void *owner, struct origin *set, const char *text,
	struct origin at, struct error *err)
{
	if (origin_given(set) && !row->value->list)
		return error_set(err, "it is set twice");
	*set = at;
	return value_restore(row, owner, text, err);
}

bool settings_is_of_rules(const struct setting *row)
{
	static const enum bot_setting_key keys[] = {BOT_SETTING_BUILD, BOT_SETTING_DIR,
		BOT_SETTING_MEMORY, BOT_SETTING_PROCESSES, BOT_SETTING_FILES, BOT_SETTING_SCRATCH,
		BOT_SETTING_BUILD_NETWORK, BOT_SETTING_BUILD_MEMORY, BOT_SETTING_BUILD_TIMEOUT};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (row == &settings_of_bot[keys[i]])
			return true;
	return false;
}

bool settings_can_be(const struct setting *row, const char *text)
{
	struct error err;
	struct tournament spare;
	if (row->value->meant != NULL && row->value->meant(text))
		return true;
	tournament_init(&spare);
	bool can = row->value->read(row, &spare, text, &err);
	tournament_clear(&spare);
	return can;
}

void settings_bot_resources(
	const struct tournament *t, const struct bot *bot, struct sandbox_limits *sandbox_limits)
{
	const struct sandbox_limits *own = &bot->resources;
	const struct {
		enum bot_setting_key key;
		int64_t *limit, own;
	} limits[] = {
		{BOT_SETTING_STARTUP_TIMEOUT, &sandbox_limits->startup, own->startup},
		{BOT_SETTING_NEWGAME_TIMEOUT, &sandbox_limits->newgame, own->newgame},
		{BOT_SETTING_QUIT_TIMEOUT, &sandbox_limits->quit, own->quit},
		{BOT_SETTING_MEMORY, &sandbox_limits->memory, own->memory},
		{BOT_SETTING_PROCESSES, &sandbox_limits->processes, own->processes},
		{BOT_SETTING_FILES, &sandbox_limits->files, own->files},
		{BOT_SETTING_SCRATCH, &sandbox_limits->scratch, own->scratch},
		{BOT_SETTING_MAX_OUTPUT, &sandbox_limits->output, own->output},
		{BOT_SETTING_MAX_LINE, &sandbox_limits->line, own->line},
		{BOT_SETTING_STDERR, &sandbox_limits->errors, own->errors},
	};
	*sandbox_limits = t->terms.resources;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (origin_given(&bot->set[limits[i].key]))
			*limits[i].limit = limits[i].own;
}

void settings_bot_build(
	const struct tournament *t, const struct bot *bot, struct build_limits *limits)
{
	const struct build_limits *own = &bot->build_limits;
	*limits = t->build;
	if (origin_given(&bot->set[BOT_SETTING_BUILD_NETWORK]))
		limits->network = own->network;
	if (origin_given(&bot->set[BOT_SETTING_BUILD_MEMORY]))
		limits->memory = own->memory;
	if (origin_given(&bot->set[BOT_SETTING_BUILD_TIMEOUT]))
		limits->timeout = own->timeout;
}

bool settings_bot_limits(const struct tournament *t, const struct bot *bot, struct limits *limits)
{
	static const struct {
		enum bot_setting_key key;
		unsigned kind;
	} kinds[] = {{BOT_SETTING_MOVETIME, LIMITS_TIME}, {BOT_SETTING_TC, LIMITS_TIME},
		{BOT_SETTING_DEPTH, LIMITS_WORK}, {BOT_SETTING_NODES, LIMITS_WORK},
		{BOT_SETTING_MARGIN, LIMITS_MARGIN}};
	unsigned own = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct origin at = bot->set[kinds[i].key];
		own |= origin_given(&at) ? kinds[i].kind : 0;
	}
	*limits = t->terms.limits;
	limits_replace(limits, &bot->limits, own);
	return own != 0;
}

void settings_bot_options(const struct tournament *t, struct bot *bot)
{
	for (int i = 0; i < t->options_count; i++) {
		int own = 0;
		while (own < bot->options_count &&
			!settings_same_name(bot->options[own], t->options[i]))
			own++;
		if (own < bot->options_count)
			continue;
		tournament_add_text(&bot->options, &bot->options_count, t->options[i]);
		bot->options_shared++;
	}
}
