/*
 * settings.c - the table of everything that can be set, and the one way to set it.
 */
#include "referee/config/settings.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

/* In the file, and as a flag. */
#define KEY(text) text, "--" text

#define FILE_AND_FLAG	 (SETTING_FILE | SETTING_FLAG)
#define DEFINES		 (SETTING_FILE | SETTING_FLAG | SETTING_DEFINES)
#define IN_TOURNAMENT(f) offsetof(struct tournament, f)
#define IN_BOT(f)	 offsetof(struct bot, f)

/* What a bot may take: the one table of limits, with what holds for all bots of a tournament where
 * nothing is said, and for one bot what holds for all. */
#define KIB		 INT64_C(1024)
#define MIB		 (KIB * 1024)
#define LIMIT(in, field) (in) + offsetof(struct sandbox_limits, field)
#define LIMITS(uses, defines, in)                                                                  \
	{KEY("startup-timeout"), &value_time, uses, LIMIT(in, startup), MILLISECOND,               \
		3600 * SECOND, "10s", "time for a bot to start and say ugiok"},                    \
		{KEY("newgame-timeout"), &value_time, uses, LIMIT(in, newgame), MILLISECOND,       \
			3600 * SECOND, "5s", "time for a bot to be ready for a new game"},         \
		{KEY("quit-timeout"), &value_time, uses, LIMIT(in, quit), 0, 60 * SECOND, "100ms", \
			"time for a bot to end when told to"},                                     \
		{KEY("memory"), &value_size, defines, LIMIT(in, memory), 4 * MIB, KIB * KIB * MIB, \
			"256M", "memory that a bot may use"},                                      \
		{KEY("processes"), &value_count, defines, LIMIT(in, processes), 1, 1000000, "64",  \
			"processes and threads that a bot may have"},                              \
		{KEY("files"), &value_count, defines, LIMIT(in, files), 8, 1000000, "256",         \
			"files that a process of a bot may have open"},                            \
		{KEY("scratch"), &value_size, defines, LIMIT(in, scratch), 4 * KIB,                \
			KIB * KIB * MIB, "16M", "room in $TMPDIR and /dev/shm together"},          \
		{KEY("output"), &value_size, defines, LIMIT(in, output), 4 * KIB, KIB * MIB,       \
			"64K", "what a bot may write in a turn"},                                  \
		{KEY("line"), &value_size, defines, LIMIT(in, line), 256, 4 * KIB, "4K",           \
			"the longest line a bot may write"},                                       \
	{                                                                                          \
		KEY("stderr"), &value_size, defines, LIMIT(in, errors), KIB, 16 * MIB, "64K",      \
			"how much of a bot's stderr is kept"                                       \
	}

/* What a bot may use for its moves, likewise. One of its own is part of what the bot is. */
#define PLAY_LIMIT(in, field) (in) + offsetof(struct limits, field)
#define PLAY_LIMITS(uses, in)                                                                      \
	{KEY("movetime"), &value_time, uses, PLAY_LIMIT(in, movetime), MILLISECOND,                \
		24 * 3600 * SECOND, "1s when there is no other limit", "time for each move"},      \
		{KEY("tc"), &value_tc, uses, in, 0, 0, NULL,                                       \
			"time for the game in seconds or m:ss, such as 60+0.6 or 40/1:30; inf: "   \
			"60s for a move"},                                                         \
		{KEY("depth"), &value_limit, uses, PLAY_LIMIT(in, depth), 1, 1000, NULL,           \
			"how deep a bot may look; without a time 60s for a move"},                 \
		{KEY("nodes"), &value_limit, uses, PLAY_LIMIT(in, nodes), 1,                       \
			INT64_C(1000000000000000), NULL,                                           \
			"how many positions a bot may look at, such as 64K or 1M; without a time " \
			"60s for a move"},                                                         \
	{                                                                                          \
		KEY("margin"), &value_time, uses, PLAY_LIMIT(in, margin), 0, 60 * SECOND, "20ms",  \
			"how much later than its time an answer may come"                          \
	}

const struct setting settings_of_tournament[] = {
	{KEY("name"), &value_text, FILE_AND_FLAG, IN_TOURNAMENT(name), 0, 0,
		"the file's name, or the game", "what the tournament is called in the database"},
	{KEY("game"), &value_game, DEFINES, IN_TOURNAMENT(game), 0, 0, NULL,
		"the game that is played"},
	{KEY("format"), &value_format, DEFINES, IN_TOURNAMENT(format), 0, 0, "round-robin",
		"who plays whom"},
	{KEY("players"), &value_number, DEFINES, IN_TOURNAMENT(players), 2, SEATS_MAX,
		"the fewest the game allows", "seats of a game"},
	{KEY("param"), &value_parameter, DEFINES, 0, 0, 0, NULL,
		"a parameter of the game, such as rows=6"},
	{KEY("option"), &value_options, FILE_AND_FLAG, 0, 0, 0, NULL,
		"an option of each bot that has it and is not given its own, such as Hash=16"},
	{KEY("rounds"), &value_number, FILE_AND_FLAG, IN_TOURNAMENT(rounds), 1, 1000000, "1",
		"times every pairing is played, in all its orders of seats each time; of a swiss its rounds, of a knockout the pairs of games in a match"},
	{KEY("seeds"), &value_number, DEFINES | SETTING_QUIET, IN_TOURNAMENT(seeds), 1, BOTS_MAX,
		"1", "gauntlet: so many of the first bots play against all others"},
	{KEY("seat-orders"), &value_orders, DEFINES | SETTING_QUIET, IN_TOURNAMENT(seat_orders), 0,
		0, "all",
		"round-robin's orders of seats: all, rotation (each bot in each seat once), or one (each pairing once)"},
	{KEY("games"), &value_games, DEFINES | SETTING_QUIET, IN_TOURNAMENT(games), 1,
		INT64_C(1000000000), "all",
		"only so many games, shared out evenly; of a sprt the most"},
	{KEY("elo0"), &value_elo, DEFINES | SETTING_QUIET, IN_TOURNAMENT(sprt.elo0), 0, 0, "0",
		"sprt: the Elo of the first bot above the second that is tested against elo1"},
	{KEY("elo1"), &value_elo, DEFINES | SETTING_QUIET, IN_TOURNAMENT(sprt.elo1), 0, 0, "10",
		"sprt: the Elo that is tested against elo0"},
	{KEY("alpha"), &value_error, DEFINES | SETTING_QUIET, IN_TOURNAMENT(sprt.alpha), 0, 0,
		"0.05", "sprt: how often elo1 may be accepted when elo0 is true"},
	{KEY("beta"), &value_error, DEFINES | SETTING_QUIET, IN_TOURNAMENT(sprt.beta), 0, 0, "0.05",
		"sprt: how often elo0 may be accepted when elo1 is true"},
	{KEY("model"), &value_model, DEFINES | SETTING_QUIET, IN_TOURNAMENT(sprt.model), 0, 0,
		"logistic", "sprt: what its Elo are, logistic or normalized"},
	{KEY("openings"), &value_openings, DEFINES, IN_TOURNAMENT(openings), 0, 0, "none",
		"none, random:PLIES, or a file of positions and moves"},
	{KEY("openings-order"), &value_openings_order, DEFINES | SETTING_QUIET, 0, 0, 0, "random",
		"of a file: random (a drawn order, each once before any comes again) or sequential",
		"sequential"},
	{KEY("openings-start"), &value_openings_start, DEFINES | SETTING_QUIET,
		IN_TOURNAMENT(openings_start), 1, 1000000000, "1",
		"of a file: the first opening of its order that is played; drawn: for each set of bots another",
		"drawn"},
	{KEY("openings-plies"), &value_number, DEFINES | SETTING_QUIET,
		IN_TOURNAMENT(openings_plies), 1, 100000, "none",
		"of a file: so many moves of each line at most; lines that are then the same are left out"},
	{KEY("decided-openings"), &value_decided, DEFINES | SETTING_QUIET,
		IN_TOURNAMENT(decided_openings), 0, 0, "no",
		"of random openings: no: none that one side wins within two plies", "yes"},
	{KEY("balanced-openings"), &value_yes_no, DEFINES | SETTING_QUIET,
		IN_TOURNAMENT(balanced_openings), 0, 0, "no",
		"yes: random openings are drawn until one is even for both seats"},
	PLAY_LIMITS(DEFINES, IN_TOURNAMENT(limits)),
	{KEY("max-plies"), &value_number, DEFINES, IN_TOURNAMENT(max_plies), 1, 100000,
		"the game's own end", "moves of all seats after which a game ends"},
	{KEY("repetition"), &value_number, DEFINES | SETTING_QUIET,
		IN_TOURNAMENT(adjudication.repetition), 2, 1000, "none",
		"times that a position stands until a game ends as it stands"},
	{KEY("resign"), &value_resign, DEFINES | SETTING_QUIET, IN_TOURNAMENT(adjudication), 0, 0,
		"none",
		"scores decide: for this many moves each, one bot says that it loses by the score in hundredths or more, and the other agrees; sides=1: the one that loses is enough"},
	{KEY("draw"), &value_draw, DEFINES | SETTING_QUIET, IN_TOURNAMENT(adjudication), 0, 0,
		"none",
		"scores decide: from a ply on, for this many moves each, all bots say no more than the score in hundredths"},
	{KEY("adjudicate-exact"), &value_yes_no, DEFINES | SETTING_QUIET,
		IN_TOURNAMENT(adjudicate_exact), 0, 0, "no",
		"yes: a game ends as soon as its exact value is known, with the ranks of that"},
	{KEY("concurrency"), &value_number, FILE_AND_FLAG, IN_TOURNAMENT(concurrency), 1, 256, "1",
		"games played at the same time"},
	{KEY("seed"), &value_seed, DEFINES, IN_TOURNAMENT(seed), 0, INT64_MAX, "1",
		"what everything drawn by lot follows from"},
	{KEY("note"), &value_text, FILE_AND_FLAG, IN_TOURNAMENT(note), 0, 0,
		"what was noted before",
		"a line that is kept with the tournament and shown where it is"},
	{KEY("db"), &value_text, FILE_AND_FLAG, IN_TOURNAMENT(db), 0, 0, "the name, with .db",
		"the file of the results"},
	{KEY("include"), &value_include, SETTING_FILE, 0, 0, 0, NULL,
		"a file of bots alone, seen from this one's folder"},
	{KEY("only"), &value_text, FILE_AND_FLAG, IN_TOURNAMENT(only), 0, 0, "all",
		"names of the file's bots that take part, in their order: a,b"},
	LIMITS(FILE_AND_FLAG, DEFINES, IN_TOURNAMENT(allowance)),
	{KEY("restart"), &value_restart, FILE_AND_FLAG, IN_TOURNAMENT(restart), 0, 0, "auto",
		"yes: every game with fresh processes; auto: only after a failure"},
	{KEY("strict"), &value_yes_no, FILE_AND_FLAG, IN_TOURNAMENT(strict), 0, 0, "no",
		"yes: exit status 1 when a bot failed"},
	{KEY("keep-info"), &value_yes_no, FILE_AND_FLAG, IN_TOURNAMENT(keep_info), 0, 0, "no",
		"yes: pv, seldepth, nps and info string of each move are kept"},
	{KEY("logs"), &value_logs, FILE_AND_FLAG, IN_TOURNAMENT(logs), 0, 0,
		"owner where bots are remote, else public",
		"who reads on pages what bots wrote, their commands and folders: all, a bot's owner, or the operator alone"},
	{KEY("clock"), &value_clock, DEFINES | SETTING_QUIET, IN_TOURNAMENT(limits.clock), 0, 0,
		"fair",
		"the time that counts: all, less waiting for a processor, or the processor's",
		"wall"},
	{KEY("ponder"), &value_yes_no, DEFINES | SETTING_QUIET, IN_TOURNAMENT(ponder), 0, 0, "no",
		"yes: a bot may think while others move; no: who does is frozen"},
	{KEY("isready-every-move"), &value_isready, DEFINES | SETTING_QUIET, IN_TOURNAMENT(isready),
		0, 0, "auto",
		"yes: a bot is asked isready after every position, as UGI has it; no: before a game alone; auto: yes for bots without a feature"},
	{KEY("affinity"), &value_affinity, FILE_AND_FLAG, IN_TOURNAMENT(affinity), 0, 0, "auto",
		"each game on one processor; auto: where there is one for each game; LIST: on one of these, such as 0-3,6"},
	{KEY("sandbox"), &value_sandbox, FILE_AND_FLAG, IN_TOURNAMENT(sandbox), 0, 0, "full",
		"how bots are locked in"},
	{KEY("strikes"), &value_number, FILE_AND_FLAG, IN_TOURNAMENT(strikes), 0, 1000000, "0",
		"failed games in a row after which a bot is benched; 0: never"},
	{KEY("on-benched"), &value_benched, FILE_AND_FLAG, IN_TOURNAMENT(skip_benched), 0, 0,
		"forfeit", "what becomes of a benched bot's games: lost, or not played"},
	{KEY("connect-timeout"), &value_time, FILE_AND_FLAG, IN_TOURNAMENT(connect_timeout), 0,
		24 * 3600 * SECOND, "60s", "how long a game waits for a remote bot that is away"},
	{KEY("on-absent"), &value_benched, FILE_AND_FLAG, IN_TOURNAMENT(skip_absent), 0, 0,
		"forfeit",
		"what becomes of the games of a remote bot that stays away: lost, or not played"},
	{KEY("reconnect"), &value_yes_no, FILE_AND_FLAG, IN_TOURNAMENT(reconnect), 0, 0, "yes",
		"yes: a remote bot whose connection is lost in a game may come back within its time"},
	{KEY("remote-concurrency"), &value_number, FILE_AND_FLAG, IN_TOURNAMENT(remote_concurrency),
		1, 1024, "512", "games of remote bots alone that are played at the same time"},
	{KEY("begins"), &value_begins, FILE_AND_FLAG, IN_TOURNAMENT(begins), 0, 0,
		"when half of the remote bots have ever been there",
		"serve: a moment such as 2026-12-01T18:00Z; when-here: when all remote bots are connected; now"},
	{KEY("pace"), &value_pace, FILE_AND_FLAG, IN_TOURNAMENT(pace), 1, 1000000, "none",
		"the most games that begin in an hour, such as 600/h, or in a minute (10/m)"},
	{KEY("rating-interval"), &value_interval, FILE_AND_FLAG, IN_TOURNAMENT(rating_interval), 1,
		1000000000, "10s",
		"games, or a time, between two lines of how it stands where there is no terminal"},
	{.key = NULL},
};

const struct setting settings_of_bot[] = {
	{KEY("remote"), &value_yes_no, SETTING_FILE, IN_BOT(remote), 0, 0, "no",
		"yes: it comes in over the network, under its name and with a token"},
	{KEY("command"), &value_command, SETTING_FILE, IN_BOT(command), 0, 0, NULL,
		"what starts it: a program and its arguments, no shell"},
	{KEY("dir"), &value_text, SETTING_FILE, IN_BOT(dir), 0, 0, "where the referee runs",
		"the folder it runs in"},
	{KEY("note"), &value_text, SETTING_FILE, IN_BOT(note), 0, 0, NULL,
		"a line that is kept with its results, such as what is new in it"},
	{KEY("option"), &value_option, SETTING_FILE, 0, 0, 0, NULL,
		"an option of its own, NAME=VALUE, or the NAME of a button"},
	{KEY("isready-every-move"), &value_isready, SETTING_FILE, IN_BOT(isready), 0, 0,
		"as the tournament says", "whether it is asked isready after every position"},
	LIMITS(SETTING_FILE, SETTING_FILE | SETTING_DEFINES, IN_BOT(allowance)),
	PLAY_LIMITS(SETTING_FILE | SETTING_OF_PROGRAM, IN_BOT(limits)),
	{.key = NULL},
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

/* Reads text into owner and notes where it came from. */
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

/* A list of "NAME=VALUE" that keeps one of each name. */
struct settings_list {
	const char *key;
	char **texts;
	struct origin **at; /* where each was given */
	int *count;
};

static bool settings_same_name(const char *one, const char *other)
{
	size_t length = strcspn(one, "=");
	return length == strcspn(other, "=") && strncmp(one, other, length) == 0;
}

/* The list has grown by one: notes where that was given. A flag's takes the place of the file's. */
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
	/* A flag has set it; the file must be right all the same. */
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
	*allowance = t->allowance;
	for (const struct setting *row = settings_of_bot; row->key != NULL; row++) {
		size_t within = row->offset - offsetof(struct bot, allowance);
		if (row->offset < offsetof(struct bot, allowance) || within >= sizeof *allowance ||
			!origin_given(&bot->set[row - settings_of_bot]))
			continue;
		/* Every limit is a number of 64 bits. */
		memcpy((char *)allowance + within, (const char *)bot + row->offset,
			sizeof(int64_t));
	}
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
