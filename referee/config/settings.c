/*
 * settings.c - the table of all settings, and the functions that set them.
 */
#include "referee/config/settings.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

/* the key in the file and as a flag */
#define KEY(text) .key = text, .flag = "--" text

#define FILE_AND_FLAG	 (SETTING_FILE | SETTING_FLAG)
#define DEFINES		 (SETTING_FILE | SETTING_FLAG | SETTING_DEFINES)
#define IN_TOURNAMENT(f) offsetof(struct tournament, f)
#define IN_BOT(f)	 offsetof(struct bot, f)

#define KIB INT64_C(1024)
#define MIB (KIB * 1024)

const struct setting settings_of_tournament[] = {
	[SETTING_NAME] = {KEY("name"), .value = &value_text, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(name), .preset = "the file's name, or the game",
		.help = "what the tournament is called in the database"},
	[SETTING_GAME] = {KEY("game"), .value = &value_game, .uses = DEFINES,
		.offset = IN_TOURNAMENT(game), .help = "the game that is played"},
	[SETTING_FORMAT] = {KEY("format"), .value = &value_format, .uses = DEFINES,
		.offset = IN_TOURNAMENT(format), .preset = "round-robin", .help = "who plays whom"},
	[SETTING_PLAYERS] = {KEY("players"), .value = &value_number, .uses = DEFINES,
		.offset = IN_TOURNAMENT(players), .min = 2, .max = SEATS_MAX,
		.preset = "the fewest the game allows", .help = "seats of a game"},
	[SETTING_PARAM] = {KEY("param"), .value = &value_parameter, .uses = DEFINES,
		.help = "a parameter of the game, such as rows=6"},
	[SETTING_OPTION] = {KEY("option"), .value = &value_options, .uses = FILE_AND_FLAG,
		.help = "an option of each bot that has it and is not given its own, such as Hash=16"},
	[SETTING_ROUNDS] = {KEY("rounds"), .value = &value_number, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(rounds), .min = 1, .max = 1000000, .preset = "1",
		.help = "times every pairing is played, in all its orders of seats each time; of a swiss its rounds, of a knockout the pairs of games in a match"},
	[SETTING_SEEDS] = {KEY("seeds"), .value = &value_number, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(seeds), .min = 1, .max = BOTS_MAX, .preset = "1",
		.help = "gauntlet: so many of the first bots play against all others"},
	[SETTING_SEAT_ORDERS] = {KEY("seat-orders"), .value = &value_orders,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(seat_orders),
		.preset = "all",
		.help = "round-robin's orders of seats: all, rotation (each bot in each seat once), or one (each pairing once)"},
	[SETTING_GAMES] = {KEY("games"), .value = &value_games, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(games), .min = 1, .max = INT64_C(1000000000),
		.preset = "all",
		.help = "only so many games, shared out evenly; of a sprt the most"},
	[SETTING_ELO0] = {KEY("elo0"), .value = &value_elo, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(sprt.elo0), .preset = "0",
		.help = "sprt: the Elo of the first bot above the second that is tested against elo1"},
	[SETTING_ELO1] = {KEY("elo1"), .value = &value_elo, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(sprt.elo1), .preset = "10",
		.help = "sprt: the Elo that is tested against elo0"},
	[SETTING_ALPHA] = {KEY("alpha"), .value = &value_error, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(sprt.alpha), .preset = "0.05",
		.help = "sprt: how often elo1 may be accepted when elo0 is true"},
	[SETTING_BETA] = {KEY("beta"), .value = &value_error, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(sprt.beta), .preset = "0.05",
		.help = "sprt: how often elo0 may be accepted when elo1 is true"},
	[SETTING_MODEL] = {KEY("model"), .value = &value_model, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(sprt.model), .preset = "logistic",
		.help = "sprt: what its Elo are, logistic or normalized"},
	[SETTING_OPENINGS] = {KEY("openings"), .value = &value_openings, .uses = DEFINES,
		.offset = IN_TOURNAMENT(openings), .preset = "none",
		.help = "none, random:PLIES, or a file of positions and moves"},
	[SETTING_OPENINGS_ORDER] = {KEY("openings-order"), .value = &value_openings_order,
		.uses = DEFINES | SETTING_QUIET, .preset = "random",
		.help = "of a file: random (a drawn order, each once before any comes again) or sequential",
		.unsaid = "sequential"},
	[SETTING_OPENINGS_START] = {KEY("openings-start"), .value = &value_openings_start,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(openings_start), .min = 1,
		.max = 1000000000, .preset = "1",
		.help = "of a file: the first opening of its order that is played; drawn: for each set of bots another",
		.unsaid = "drawn"},
	[SETTING_OPENINGS_PLIES] = {KEY("openings-plies"), .value = &value_number,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(openings_plies), .min = 1,
		.max = 100000, .preset = "none",
		.help = "of a file: so many moves of each line at most; lines that are then the same are left out"},
	[SETTING_DECIDED_OPENINGS] = {KEY("decided-openings"), .value = &value_decided,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(decided_openings),
		.preset = "no",
		.help = "of random openings: no: none that one side wins within two plies",
		.unsaid = "yes"},
	[SETTING_BALANCED_OPENINGS] = {KEY("balanced-openings"), .value = &value_yes_no,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(balanced_openings),
		.preset = "no",
		.help = "yes: random openings are drawn until one is even for both seats"},
	[SETTING_MOVETIME] = {KEY("movetime"), .value = &value_time, .uses = DEFINES,
		.offset = IN_TOURNAMENT(limits.movetime), .min = MILLISECOND,
		.max = 24 * 3600 * SECOND, .preset = "1s when there is no other limit",
		.help = "time for each move"},
	[SETTING_TC] = {KEY("tc"), .value = &value_tc, .uses = DEFINES,
		.offset = IN_TOURNAMENT(limits),
		.help = "time for the game in seconds or m:ss, such as 60+0.6 or 40/1:30; inf: 60s for a move"},
	[SETTING_DEPTH] = {KEY("depth"), .value = &value_limit, .uses = DEFINES,
		.offset = IN_TOURNAMENT(limits.depth), .min = 1, .max = 1000,
		.help = "how deep a bot may look; without a time 60s for a move"},
	[SETTING_NODES] = {KEY("nodes"), .value = &value_limit, .uses = DEFINES,
		.offset = IN_TOURNAMENT(limits.nodes), .min = 1, .max = INT64_C(1000000000000000),
		.help = "how many positions a bot may look at, such as 64K or 1M; without a time 60s for a move"},
	[SETTING_MARGIN] = {KEY("margin"), .value = &value_time, .uses = DEFINES,
		.offset = IN_TOURNAMENT(limits.margin), .max = 60 * SECOND, .preset = "20ms",
		.help = "how much later than its time an answer may come"},
	[SETTING_MAX_PLIES] = {KEY("max-plies"), .value = &value_number, .uses = DEFINES,
		.offset = IN_TOURNAMENT(max_plies), .min = 1, .max = 100000,
		.preset = "the game's own end",
		.help = "moves of all seats after which a game ends"},
	[SETTING_REPETITION] = {KEY("repetition"), .value = &value_number,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(adjudication.repetition),
		.min = 2, .max = 1000, .preset = "none",
		.help = "times that a position stands until a game ends as it stands"},
	[SETTING_RESIGN] = {KEY("resign"), .value = &value_resign, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(adjudication), .preset = "none",
		.help = "scores decide: for this many moves each, one bot says that it loses by the score in hundredths or more, and the other agrees; sides=1: the one that loses is enough"},
	[SETTING_DRAW] = {KEY("draw"), .value = &value_draw, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(adjudication), .preset = "none",
		.help = "scores decide: from a ply on, for this many moves each, all bots say no more than the score in hundredths"},
	[SETTING_ADJUDICATE_EXACT] = {KEY("adjudicate-exact"), .value = &value_yes_no,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(adjudicate_exact),
		.preset = "no",
		.help = "yes: a game ends as soon as its exact value is known, with the ranks of that"},
	[SETTING_CONCURRENCY] = {KEY("concurrency"), .value = &value_number, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(concurrency), .min = 1, .max = 256, .preset = "1",
		.help = "games played at the same time"},
	[SETTING_SEED] = {KEY("seed"), .value = &value_seed, .uses = DEFINES,
		.offset = IN_TOURNAMENT(seed), .max = INT64_MAX, .preset = "1",
		.help = "what everything drawn by lot follows from"},
	[SETTING_NOTE] = {KEY("note"), .value = &value_text, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(note), .preset = "what was noted before",
		.help = "a line that is kept with the tournament and shown where it is"},
	[SETTING_DB] = {KEY("db"), .value = &value_text, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(db), .preset = "the name, with .db",
		.help = "the file of the results"},
	[SETTING_INCLUDE] = {KEY("include"), .value = &value_include, .uses = SETTING_FILE,
		.help = "a file of bots alone, seen from this one's folder"},
	[SETTING_ONLY] = {KEY("only"), .value = &value_text, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(only), .preset = "all",
		.help = "names of the file's bots that take part, in their order: a,b"},
	[SETTING_STARTUP_TIMEOUT] = {KEY("startup-timeout"), .value = &value_time,
		.uses = FILE_AND_FLAG, .offset = IN_TOURNAMENT(allowance.startup),
		.min = MILLISECOND, .max = 3600 * SECOND, .preset = "10s",
		.help = "time for a bot to start and say ugiok"},
	[SETTING_NEWGAME_TIMEOUT] = {KEY("newgame-timeout"), .value = &value_time,
		.uses = FILE_AND_FLAG, .offset = IN_TOURNAMENT(allowance.newgame),
		.min = MILLISECOND, .max = 3600 * SECOND, .preset = "5s",
		.help = "time for a bot to be ready for a new game"},
	[SETTING_QUIT_TIMEOUT] = {KEY("quit-timeout"), .value = &value_time, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(allowance.quit), .max = 60 * SECOND, .preset = "100ms",
		.help = "time for a bot to end when told to"},
	[SETTING_MEMORY] = {KEY("memory"), .value = &value_size, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.memory), .min = 4 * MIB, .max = KIB * KIB * MIB,
		.preset = "256M", .help = "memory that a bot may use"},
	[SETTING_PROCESSES] = {KEY("processes"), .value = &value_count, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.processes), .min = 1, .max = 1000000,
		.preset = "64", .help = "processes and threads that a bot may have"},
	[SETTING_FILES] = {KEY("files"), .value = &value_count, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.files), .min = 8, .max = 1000000, .preset = "256",
		.help = "files that a process of a bot may have open"},
	[SETTING_SCRATCH] = {KEY("scratch"), .value = &value_size, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.scratch), .min = 4 * KIB, .max = KIB * KIB * MIB,
		.preset = "16M", .help = "room in $TMPDIR and /dev/shm together"},
	[SETTING_OUTPUT] = {KEY("output"), .value = &value_size, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.output), .min = 4 * KIB, .max = KIB * MIB,
		.preset = "64K", .help = "what a bot may write in a turn"},
	[SETTING_LINE] = {KEY("line"), .value = &value_size, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.line), .min = 256, .max = 4 * KIB, .preset = "4K",
		.help = "the longest line a bot may write"},
	[SETTING_STDERR] = {KEY("stderr"), .value = &value_size, .uses = DEFINES,
		.offset = IN_TOURNAMENT(allowance.errors), .min = KIB, .max = 16 * MIB,
		.preset = "64K", .help = "how much of a bot's stderr is kept"},
	[SETTING_RESTART] = {KEY("restart"), .value = &value_restart, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(restart), .preset = "auto",
		.help = "yes: every game with fresh processes; auto: only after a failure"},
	[SETTING_STRICT] = {KEY("strict"), .value = &value_yes_no, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(strict), .preset = "no",
		.help = "yes: exit status 1 when a bot failed"},
	[SETTING_KEEP_INFO] = {KEY("keep-info"), .value = &value_yes_no, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(keep_info), .preset = "no",
		.help = "yes: pv, seldepth, nps and info string of each move are kept"},
	[SETTING_LOGS] = {KEY("logs"), .value = &value_logs, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(logs), .preset = "owner where bots are remote, else public",
		.help = "who reads on pages what bots wrote, their commands and folders: all, a bot's owner, or the operator alone"},
	[SETTING_CLOCK] = {KEY("clock"), .value = &value_clock, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(limits.clock), .preset = "fair",
		.help = "the time that counts: all, less waiting for a processor, or the processor's",
		.unsaid = "wall"},
	[SETTING_PONDER] = {KEY("ponder"), .value = &value_yes_no, .uses = DEFINES | SETTING_QUIET,
		.offset = IN_TOURNAMENT(ponder), .preset = "no",
		.help = "yes: a bot may think while others move; no: who does is frozen"},
	[SETTING_ISREADY_EVERY_MOVE] = {KEY("isready-every-move"), .value = &value_isready,
		.uses = DEFINES | SETTING_QUIET, .offset = IN_TOURNAMENT(isready), .preset = "auto",
		.help = "yes: a bot is asked isready after every position, as UGI has it; no: before a game alone; auto: yes for bots without a feature"},
	[SETTING_AFFINITY] = {KEY("affinity"), .value = &value_affinity, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(affinity), .preset = "auto",
		.help = "each game on one processor; auto: where there is one for each game; LIST: on one of these, such as 0-3,6"},
	[SETTING_SANDBOX] = {KEY("sandbox"), .value = &value_sandbox, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(sandbox), .preset = "full",
		.help = "how bots are locked in"},
	[SETTING_STRIKES] = {KEY("strikes"), .value = &value_number, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(strikes), .max = 1000000, .preset = "0",
		.help = "failed games in a row after which a bot is benched; 0: never"},
	[SETTING_ON_BENCHED] = {KEY("on-benched"), .value = &value_benched, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(skip_benched), .preset = "forfeit",
		.help = "what becomes of a benched bot's games: lost, or not played"},
	[SETTING_CONNECT_TIMEOUT] = {KEY("connect-timeout"), .value = &value_time,
		.uses = FILE_AND_FLAG, .offset = IN_TOURNAMENT(connect_timeout),
		.max = 24 * 3600 * SECOND, .preset = "60s",
		.help = "how long a game waits for a remote bot that is away"},
	[SETTING_ON_ABSENT] = {KEY("on-absent"), .value = &value_benched, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(skip_absent), .preset = "forfeit",
		.help = "what becomes of the games of a remote bot that stays away: lost, or not played"},
	[SETTING_RECONNECT] = {KEY("reconnect"), .value = &value_yes_no, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(reconnect), .preset = "yes",
		.help = "yes: a remote bot whose connection is lost in a game may come back within its time"},
	[SETTING_REMOTE_CONCURRENCY] = {KEY("remote-concurrency"), .value = &value_number,
		.uses = FILE_AND_FLAG, .offset = IN_TOURNAMENT(remote_concurrency), .min = 1,
		.max = 1024, .preset = "512",
		.help = "games of remote bots alone that are played at the same time"},
	[SETTING_BEGINS] = {KEY("begins"), .value = &value_begins, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(begins),
		.preset = "when half of the remote bots have ever been there",
		.help = "serve: a moment such as 2026-12-01T18:00Z; when-here: when all remote bots are connected; now"},
	[SETTING_PACE] = {KEY("pace"), .value = &value_pace, .uses = FILE_AND_FLAG,
		.offset = IN_TOURNAMENT(pace), .min = 1, .max = 1000000, .preset = "none",
		.help = "the most games that begin in an hour, such as 600/h, or in a minute (10/m)"},
	[SETTING_RATING_INTERVAL] = {KEY("rating-interval"), .value = &value_interval,
		.uses = FILE_AND_FLAG, .offset = IN_TOURNAMENT(rating_interval), .min = 1,
		.max = 1000000000, .preset = "10s",
		.help = "games, or a time, between two lines of how it stands where there is no terminal"},
	[SETTINGS_COUNT] = {.key = NULL},
};

const struct setting settings_of_bot[] = {
	[BOT_SETTING_REMOTE] = {KEY("remote"), .value = &value_yes_no, .uses = SETTING_FILE,
		.offset = IN_BOT(remote), .preset = "no",
		.help = "yes: it comes in over the network, under its name and with a token"},
	[BOT_SETTING_COMMAND] = {KEY("command"), .value = &value_command, .uses = SETTING_FILE,
		.offset = IN_BOT(command),
		.help = "what starts it: a program and its arguments, no shell"},
	[BOT_SETTING_DIR] = {KEY("dir"), .value = &value_text, .uses = SETTING_FILE,
		.offset = IN_BOT(dir), .preset = "where the referee runs",
		.help = "the folder it runs in"},
	[BOT_SETTING_NOTE] = {KEY("note"), .value = &value_text, .uses = SETTING_FILE,
		.offset = IN_BOT(note),
		.help = "a line that is kept with its results, such as what is new in it"},
	[BOT_SETTING_OPTION] = {KEY("option"), .value = &value_option, .uses = SETTING_FILE,
		.help = "an option of its own, NAME=VALUE, or the NAME of a button"},
	[BOT_SETTING_ISREADY_EVERY_MOVE] = {KEY("isready-every-move"), .value = &value_isready,
		.uses = SETTING_FILE, .offset = IN_BOT(isready), .preset = "as the tournament says",
		.help = "whether it is asked isready after every position"},
	[BOT_SETTING_STARTUP_TIMEOUT] = {KEY("startup-timeout"), .value = &value_time,
		.uses = SETTING_FILE, .offset = IN_BOT(allowance.startup), .min = MILLISECOND,
		.max = 3600 * SECOND, .preset = "10s",
		.help = "time for a bot to start and say ugiok"},
	[BOT_SETTING_NEWGAME_TIMEOUT] = {KEY("newgame-timeout"), .value = &value_time,
		.uses = SETTING_FILE, .offset = IN_BOT(allowance.newgame), .min = MILLISECOND,
		.max = 3600 * SECOND, .preset = "5s",
		.help = "time for a bot to be ready for a new game"},
	[BOT_SETTING_QUIT_TIMEOUT] = {KEY("quit-timeout"), .value = &value_time,
		.uses = SETTING_FILE, .offset = IN_BOT(allowance.quit), .max = 60 * SECOND,
		.preset = "100ms", .help = "time for a bot to end when told to"},
	[BOT_SETTING_MEMORY] = {KEY("memory"), .value = &value_size,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.memory),
		.min = 4 * MIB, .max = KIB * KIB * MIB, .preset = "256M",
		.help = "memory that a bot may use"},
	[BOT_SETTING_PROCESSES] = {KEY("processes"), .value = &value_count,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.processes),
		.min = 1, .max = 1000000, .preset = "64",
		.help = "processes and threads that a bot may have"},
	[BOT_SETTING_FILES] = {KEY("files"), .value = &value_count,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.files), .min = 8,
		.max = 1000000, .preset = "256",
		.help = "files that a process of a bot may have open"},
	[BOT_SETTING_SCRATCH] = {KEY("scratch"), .value = &value_size,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.scratch),
		.min = 4 * KIB, .max = KIB * KIB * MIB, .preset = "16M",
		.help = "room in $TMPDIR and /dev/shm together"},
	[BOT_SETTING_OUTPUT] = {KEY("output"), .value = &value_size,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.output),
		.min = 4 * KIB, .max = KIB * MIB, .preset = "64K",
		.help = "what a bot may write in a turn"},
	[BOT_SETTING_LINE] = {KEY("line"), .value = &value_size,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.line),
		.min = 256, .max = 4 * KIB, .preset = "4K",
		.help = "the longest line a bot may write"},
	[BOT_SETTING_STDERR] = {KEY("stderr"), .value = &value_size,
		.uses = SETTING_FILE | SETTING_DEFINES, .offset = IN_BOT(allowance.errors),
		.min = KIB, .max = 16 * MIB, .preset = "64K",
		.help = "how much of a bot's stderr is kept"},
	[BOT_SETTING_MOVETIME] = {KEY("movetime"), .value = &value_time,
		.uses = SETTING_FILE | SETTING_OF_PROGRAM, .offset = IN_BOT(limits.movetime),
		.min = MILLISECOND, .max = 24 * 3600 * SECOND,
		.preset = "1s when there is no other limit", .help = "time for each move"},
	[BOT_SETTING_TC] = {KEY("tc"), .value = &value_tc,
		.uses = SETTING_FILE | SETTING_OF_PROGRAM, .offset = IN_BOT(limits),
		.help = "time for the game in seconds or m:ss, such as 60+0.6 or 40/1:30; inf: 60s for a move"},
	[BOT_SETTING_DEPTH] = {KEY("depth"), .value = &value_limit,
		.uses = SETTING_FILE | SETTING_OF_PROGRAM, .offset = IN_BOT(limits.depth), .min = 1,
		.max = 1000, .help = "how deep a bot may look; without a time 60s for a move"},
	[BOT_SETTING_NODES] = {KEY("nodes"), .value = &value_limit,
		.uses = SETTING_FILE | SETTING_OF_PROGRAM, .offset = IN_BOT(limits.nodes), .min = 1,
		.max = INT64_C(1000000000000000),
		.help = "how many positions a bot may look at, such as 64K or 1M; without a time 60s for a move"},
	[BOT_SETTING_MARGIN] = {KEY("margin"), .value = &value_time,
		.uses = SETTING_FILE | SETTING_OF_PROGRAM, .offset = IN_BOT(limits.margin),
		.max = 60 * SECOND, .preset = "20ms",
		.help = "how much later than its time an answer may come"},
	[BOT_SETTINGS_COUNT] = {.key = NULL},
};

static_assert(sizeof settings_of_tournament / sizeof *settings_of_tournament == SETTINGS_COUNT + 1,
	"enum setting_key names each row");
static_assert(sizeof settings_of_bot / sizeof *settings_of_bot == BOT_SETTINGS_COUNT + 1,
	"enum bot_setting_key names each row");

const struct setting *settings_find(const struct setting *rows, const char *key)
{
	for (; rows->key != NULL; rows++) {
		if (strcmp(rows->key, key) == 0)
			return rows;
	}
	return NULL;
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

const char *settings_unsaid(const struct setting *row)
{
	if ((row->uses & SETTING_QUIET) == 0)
		return NULL;
	return row->unsaid != NULL ? row->unsaid : row->preset;
}

/* Reads text into owner, and notes its origin. */
static bool settings_read(const struct setting *row, void *owner, struct origin *set,
	const char *text, struct origin at, struct diagnostics *mistakes)
{
	char why[WHY];
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
	if (!row->value->read(row, owner, text, why, sizeof why)) {
		diagnostics_add_value(mistakes, at, row->key, text, why);
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

bool settings_can_be(const struct setting *row, const char *text)
{
	char why[WHY];
	struct tournament spare;
	tournament_init(&spare);
	bool can = row->value->read(row, &spare, text, why, sizeof why);
	tournament_clear(&spare);
	return can;
}

void settings_bot_allowance(
	const struct tournament *t, const struct bot *bot, struct sandbox_limits *allowance)
{
	const struct sandbox_limits *own = &bot->allowance;
	const struct {
		enum bot_setting_key key;
		int64_t *limit, own;
	} limits[] = {
		{BOT_SETTING_STARTUP_TIMEOUT, &allowance->startup, own->startup},
		{BOT_SETTING_NEWGAME_TIMEOUT, &allowance->newgame, own->newgame},
		{BOT_SETTING_QUIT_TIMEOUT, &allowance->quit, own->quit},
		{BOT_SETTING_MEMORY, &allowance->memory, own->memory},
		{BOT_SETTING_PROCESSES, &allowance->processes, own->processes},
		{BOT_SETTING_FILES, &allowance->files, own->files},
		{BOT_SETTING_SCRATCH, &allowance->scratch, own->scratch},
		{BOT_SETTING_OUTPUT, &allowance->output, own->output},
		{BOT_SETTING_LINE, &allowance->line, own->line},
		{BOT_SETTING_STDERR, &allowance->errors, own->errors},
	};
	*allowance = t->allowance;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (origin_given(&bot->set[limits[i].key]))
			*limits[i].limit = limits[i].own;
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
	*limits = t->limits;
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
