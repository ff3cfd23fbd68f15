/*
 * tournament-check.c - completes and checks a tournament: missing settings, and settings that do
 * not fit together.
 */
#include "referee/prepare/tournament-check.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/net/tokens.h"
#include "referee/arbiter/oracle.h"
#include "referee/prepare/opening-balance.h"
#include "referee/prepare/tournament-rules.h"
#include "referee/schedule/schedule.h"
#include "referee/config/settings.h"
#include "referee/tournament/tournament.h"
#include "rules/process/rules-process.h"

static const int64_t tournament_check_games_max = INT64_C(1000000000);

/* The origin of a missing setting: the file without a line, or none. */
static struct origin tournament_check_whole(const struct tournament *t)
{
	return (struct origin){t->file, 0};
}

static void tournament_check_default(char **field, const char *preset)
{
	if (*field == NULL)
		*field = memory_copy(preset);
}

/* The name of cups/cup.conf is cup. */
static char *tournament_check_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash == NULL ? path : slash + 1;
	const char *dot = strrchr(base, '.');
	int length = (int)(dot == NULL || dot == base ? strlen(base) : (size_t)(dot - base));
	return memory_print("%.*s", length, base);
}

static char *tournament_check_database(const char *name)
{
	char *path = memory_print("%s.db", name);
	for (char *c = path; *c != '\0'; c++) {
		if (*c == '/')
			*c = '-';
	}
	return path;
}

static void tournament_check_names(struct tournament *t)
{
	tournament_check_default(&t->format, "round-robin");
	tournament_check_default(&t->openings, "none");
	if (t->name == NULL)
		t->name = t->file != NULL ? tournament_check_base_name(t->file)
					  : memory_copy(t->game);
	if (t->db == NULL && t->name != NULL)
		t->db = tournament_check_database(t->name);
}

/* Checks a bot's own limits. The preset time is for bots without any limit: a bot with its own
 * depth or nodes has no time, and neither has a tournament with them. */
static void tournament_check_own_limits(
	const struct tournament *t, struct bot *bot, struct diagnostics *mistakes)
{
	const struct limits *own = &bot->limits;
	struct origin movetime = bot->set[BOT_SETTING_MOVETIME];
	struct origin tc = bot->set[BOT_SETTING_TC], all = t->set[SETTING_MOVETIME];
	if (origin_given(&movetime) && origin_given(&tc))
		diagnostics_add(mistakes, tc.line > movetime.line ? tc : movetime,
			"bot %s: movetime and tc exclude each other; set only one", bot->name);
	bool timed = origin_given(&movetime) || origin_given(&tc) || origin_given(&all);
	if (!timed && t->terms.limits.movetime > 0 && (own->depth > 0 || own->nodes > 0))
		settings_set_bot(
			bot, settings_find(settings_of_bot, "tc"), "inf", bot->at, mistakes);
}

/* A limit on the command line replaces the file's other kind of clock. */
static void tournament_check_limits(struct tournament *t, struct diagnostics *mistakes)
{
	static const struct limits none;
	struct limits *l = &t->terms.limits;
	bool has_tc = limits_have_tc(l) || l->tc_inf;
	struct origin movetime = t->set[SETTING_MOVETIME], tc = t->set[SETTING_TC];
	if (l->movetime > 0 && has_tc) {
		if (origin_is_flag(&movetime) && !origin_is_flag(&tc)) {
			limits_copy_tc(l, &none);
		} else if (origin_is_flag(&tc) && !origin_is_flag(&movetime)) {
			l->movetime = 0;
		} else {
			diagnostics_add(mistakes, tc.line > movetime.line ? tc : movetime,
				"movetime and tc exclude each other; set only one");
		}
	}
	if (l->movetime == 0 && !has_tc && l->depth == 0 && l->nodes == 0)
		l->movetime = SECOND;
	for (int i = 0; i < t->bots_count; i++)
		tournament_check_own_limits(t, &t->bots[i], mistakes);
	for (int i = 0; i < t->bots_count; i++)
		settings_bot_options(t, &t->bots[i]);
}

/* Resolves two settings that exclude each other. The command line replaces the file; otherwise a
 * mistake is reported. Returns the setting that stays, or SETTINGS_COUNT. */
static enum setting_key tournament_check_either(struct tournament *t, enum setting_key one,
	enum setting_key other, const char *why, struct diagnostics *mistakes)
{
	struct origin a = t->set[one], b = t->set[other];
	if (!origin_given(&a) || !origin_given(&b))
		return SETTINGS_COUNT;
	if (origin_is_flag(&a) && !origin_is_flag(&b))
		return one;
	if (origin_is_flag(&b) && !origin_is_flag(&a))
		return other;
	diagnostics_add(mistakes, a.line > b.line ? a : b, "%s and %s exclude each other: %s",
		settings_of_tournament[one].key, settings_of_tournament[other].key, why);
	return SETTINGS_COUNT;
}

/* Reports settings that have no use for this format. */
static void tournament_check_taken(const struct tournament *t, struct diagnostics *mistakes)
{
	const struct schedule *s = schedule_find(t->format);
	for (const struct setting *row = settings_of_tournament; row->key != NULL; row++) {
		struct origin at = t->set[row - settings_of_tournament];
		if (!origin_given(&at) || !schedule_is_taken(row->key) ||
			schedule_takes(s, row->key))
			continue;
		diagnostics_add(mistakes, at, "%s: format = %s does not use it; remove it",
			row->key, t->format);
	}
}

static void tournament_check_schedule(struct tournament *t, struct diagnostics *mistakes)
{
	enum setting_key stays = tournament_check_either(t, SETTING_GAMES, SETTING_ROUNDS,
		"games is the number of games, and rounds is how often all of them are played",
		mistakes);
	if (stays == SETTING_ROUNDS)
		t->games = 0;
	else if (t->games > 0)
		t->rounds = 1;
	stays = t->games == 0 ? SETTINGS_COUNT
			      : tournament_check_either(t, SETTING_GAMES, SETTING_SEAT_ORDERS,
					"with games = N every bot sits in every seat equally often",
					mistakes);
	if (stays == SETTING_SEAT_ORDERS)
		t->games = 0;
	else if (t->games > 0)
		t->seat_orders = ORDERS_ALL;
	tournament_check_taken(t, mistakes);
	t->games_began = t->games;
}

static void tournament_check_players(struct tournament *t, struct diagnostics *mistakes)
{
	unsigned counts = t->rules->seat_counts;
	if (t->players == 0)
		t->players = __builtin_ctz(counts);
	if (counts & 1u << t->players)
		return;
	char can[64] = "";
	size_t used = 0;
	for (int n = 2; n <= SEATS_MAX; n++) {
		if (counts & 1u << n)
			used += (size_t)snprintf(
				can + used, sizeof can - used, "%s%d", used > 0 ? ", " : "", n);
	}
	diagnostics_add(mistakes, t->set[SETTING_PLAYERS], "players = %d: %s is played by %s",
		t->players, t->game, can);
	t->players = 0;
}

/*
 * Some parameters are valid only beside others, in any order. So parameters are added until the
 * game takes no more. Each remaining one is wrong, and is reported with its line.
 */
static bool tournament_check_params(
	const struct tournament *t, struct setup *setup, struct diagnostics *mistakes)
{
	struct error err;
	int count = t->params_count, taken = 0, before = -1;
	const char **good = memory_get((size_t)count + 1, sizeof *good);
	bool *is_good = memory_get((size_t)count, sizeof *is_good);
	while (taken > before) {
		before = taken;
		for (int i = 0; i < count; i++) {
			good[taken] = t->params[i];
			if (is_good[i] || !setup_init(setup, t->rules, t->players, t->seed, good,
						  taken + 1, &err))
				continue;
			is_good[i] = true;
			taken++;
		}
	}
	for (int i = 0; i < count; i++) {
		good[taken] = t->params[i];
		if (!is_good[i] &&
			!setup_init(setup, t->rules, t->players, t->seed, good, taken + 1, &err))
			diagnostics_add_value(
				mistakes, t->params_at[i], "param", t->params[i], err.text);
	}
	bool right = taken == count &&
		     setup_init(setup, t->rules, t->players, t->seed, good, count, &err);
	/* A program may refuse every setup, or fail now. */
	assert(right == (taken == count) || rules_is_process(t->rules));
	if (!right && taken == count)
		diagnostics_add_value(mistakes, t->set[SETTING_GAME], "game", t->game, err.text);
	free(good);
	free(is_good);
	return right;
}

/* The settings that a remote bot may have. */
static const char *const tournament_check_remote_keys[] = {"remote", "option", "isready-every-move",
	"startup-timeout", "newgame-timeout", "max-output", "max-line", "movetime", "tc", "depth",
	"nodes", "margin"};

static bool tournament_check_is_remote_key(const char *key)
{
	for (size_t i = 0;
		i < sizeof tournament_check_remote_keys / sizeof *tournament_check_remote_keys; i++)
		if (strcmp(tournament_check_remote_keys[i], key) == 0)
			return true;
	return false;
}

static void tournament_check_remote(const struct bot *bot, struct diagnostics *mistakes)
{
	if (!token_name_is_good(bot->name))
		diagnostics_add(mistakes, bot->at,
			"bot %s is remote: its name must be that of its token; use only letters, digits and . _ + -",
			bot->name);
	for (const struct setting *row = settings_of_bot; row->key != NULL; row++) {
		const struct origin *at = &bot->set[row - settings_of_bot];
		if (origin_given(at) && !tournament_check_is_remote_key(row->key))
			diagnostics_add(mistakes, *at,
				"%s: bot %s is remote and does not use it; remove it", row->key,
				bot->name);
	}
}

/* Makes the adapter a part of the command. */
static void tournament_check_adapter(struct bot *bot)
{
	if (bot->adapter == NULL || bot->command == NULL || bot->remote)
		return;
	char *command = memory_print("referee-adapt %s -- %s", bot->adapter, bot->command);
	free(bot->command);
	free(bot->adapter);
	bot->command = command;
	bot->adapter = NULL;
}

/* Reports keys of a build that have nothing to do. */
static void tournament_check_build(const struct bot *bot, struct diagnostics *mistakes)
{
	static const enum bot_setting_key of_build[] = {
		BOT_SETTING_BUILD_NETWORK, BOT_SETTING_BUILD_MEMORY, BOT_SETTING_BUILD_TIMEOUT};
	if (bot->build != NULL && bot->dir == NULL)
		diagnostics_add(mistakes, bot->set[BOT_SETTING_BUILD],
			"build: bot %s has no dir; set dir = \"...\", the folder of its sources",
			bot->name);
	for (size_t i = 0; i < sizeof of_build / sizeof *of_build; i++)
		if (bot->build == NULL && origin_given(&bot->set[of_build[i]]))
			diagnostics_add(mistakes, bot->set[of_build[i]],
				"%s: bot %s has no build; set build = \"make\", or remove it",
				settings_of_bot[of_build[i]].key, bot->name);
}

static void tournament_check_bots(struct tournament *t, struct diagnostics *mistakes)
{
	bool clean = mistakes->count == 0;
	int min = schedule_bots_min(t);
	if (t->only != NULL && t->file == NULL)
		diagnostics_add(mistakes, t->set[SETTING_ONLY_BOTS],
			"only-bots: it selects bots of a file, and there is no file; remove it");
	for (int i = 0; i < t->bots_count; i++) {
		struct bot *bot = &t->bots[i];
		tournament_check_adapter(bot);
		if (bot->remote)
			tournament_check_remote(bot, mistakes);
		/* A wrong command was reported when it was read. */
		else if (bot->command == NULL && bot->adapter != NULL && clean)
			diagnostics_add(mistakes, bot->set[BOT_SETTING_ADAPTER],
				"adapter = \"%s\": bot %s has no command; set command = \"...\", the program behind the adapter",
				bot->adapter, bot->name);
		else if (bot->command == NULL && clean)
			diagnostics_add(mistakes, bot->at,
				"bot %s has no command; set command = \"...\", or remote = yes if it connects over the network",
				bot->name);
		if (!bot->remote)
			tournament_check_build(bot, mistakes);
	}
	/* After a mistake a bot may be missing only because it could not be read. */
	if (t->bots_count < min && clean)
		diagnostics_add(mistakes, tournament_check_whole(t),
			"the tournament needs at least %d bots, and has %d; add bot NAME { command = \"...\" }, or --bot NAME=COMMAND",
			min, t->bots_count);
}

/* A connection plays one game at a time, in one seat of it. */
static void tournament_check_remote_seats(const struct tournament *t, struct diagnostics *mistakes)
{
	for (int i = 0; i < t->bots_count && schedule_bot_seats_max(t) > 1; i++) {
		if (!t->bots[i].remote)
			continue;
		diagnostics_add(mistakes, t->bots[i].at,
			"bot %s is remote and plays in one seat of a game only; format = %s with %d players gives a bot several seats",
			t->bots[i].name, t->format, t->players);
		return;
	}
}

/* Only a game that ends by its rules and has a solver has an exact value. */
static void tournament_check_oracle(
	const struct tournament *t, const struct setup *setup, struct diagnostics *mistakes)
{
	struct error err;
	if (!t->terms.adjudicate_exact)
		return;
	if (t->terms.max_plies > 0) {
		diagnostics_add(mistakes, t->set[SETTING_ADJUDICATE_EXACT],
			"adjudicate-exact and max-plies exclude each other: a game that is cut off has no exact value");
		return;
	}
	struct oracle *oracle = oracle_create(1);
	oracle_game(oracle, setup, t->seed);
	if (!oracle_solves(oracle, &err))
		diagnostics_add_value(mistakes, t->set[SETTING_ADJUDICATE_EXACT],
			"adjudicate-exact", "yes", err.text);
	oracle_free(oracle);
}

/* Reports settings for openings of another kind. */
static void tournament_check_openings(const struct tournament *t, struct diagnostics *mistakes)
{
	static const enum setting_key of_file[] = {
		SETTING_OPENINGS_ORDER, SETTING_OPENINGS_START, SETTING_OPENINGS_PLIES};
	bool drawn = strncmp(t->openings, "random:", 7) == 0;
	struct origin decided = t->set[SETTING_DECIDED_OPENINGS];
	for (size_t i = 0; i < sizeof of_file / sizeof *of_file; i++) {
		struct origin at = t->set[of_file[i]];
		if (origin_given(&at) && (drawn || strcmp(t->openings, "none") == 0))
			diagnostics_add(mistakes, at,
				"%s: it needs a file of openings, and openings = %s; remove it",
				settings_of_tournament[of_file[i]].key, t->openings);
	}
	if (origin_given(&decided) && !drawn)
		diagnostics_add(mistakes, decided,
			"decided-openings: it needs random openings, and openings = %s; remove it",
			t->openings);
}

/* The section of the rules is for a game that is a program. */
static void tournament_check_rules(const struct tournament *t, struct diagnostics *mistakes)
{
	if (t->game != NULL && t->rules_program.command == NULL && t->rules_program.at.line > 0)
		diagnostics_add(mistakes, t->rules_program.at,
			"rules { }: game = %s is a game of the referee; remove the section, or set game = \"process:COMMAND\"",
			t->game);
}

static void tournament_check_game(struct tournament *t, struct diagnostics *mistakes)
{
	struct setup setup;
	struct openings openings;
	struct error err;
	tournament_check_players(t, mistakes);
	/* With more than two seats, no two bots can agree on the loser. */
	if (t->players > 2 && t->terms.adjudication.resign_count > 0)
		diagnostics_add(mistakes, t->set[SETTING_RESIGN],
			"resign: it needs two players, and players = %d; remove it", t->players);
	if (t->players == 0 || !tournament_check_params(t, &setup, mistakes))
		return;
	if (openings_load(&openings, t, &setup, mistakes)) {
		memcpy(t->openings_digest, openings.digest, sizeof t->openings_digest);
		openings_clear(&openings);
	}
	schedule_check(t, mistakes);
	tournament_check_remote_seats(t, mistakes);
	tournament_check_oracle(t, &setup, mistakes);
	tournament_check_openings(t, mistakes);
	if (t->balanced_openings && !opening_balance_possible(t, &err))
		diagnostics_add_value(mistakes, t->set[SETTING_BALANCED_OPENINGS],
			"balanced-openings", "yes", err.text);
	int64_t games = schedule_count(t);
	if (games == SCHEDULE_MANY || games > tournament_check_games_max)
		diagnostics_add(mistakes, t->set[SETTING_ROUNDS],
			"%d rounds of %d bots make more than %" PRId64
			" games, the maximum of a tournament",
			t->rounds, t->bots_count, tournament_check_games_max);
}

bool tournament_check(struct tournament *t, struct diagnostics *mistakes)
{
	int before = mistakes->count;
	struct origin game = t->set[SETTING_GAME];
	tournament_check_names(t);
	/* Its authors are rivals, as those of remote bots are. */
	if (t->submissions != NULL && t->logs == LOG_UNSAID)
		t->logs = LOG_OWNER;
	tournament_check_limits(t, mistakes);
	tournament_check_schedule(t, mistakes);
	if (t->season != SEASON_NONE && strcmp(t->format, "ladder") != 0)
		diagnostics_add(mistakes, t->set[SETTING_SEASON],
			"season: format = %s ends by itself; only a ladder has seasons", t->format);
	tournament_check_rules(t, mistakes);
	/* No program is started for a file with mistakes. */
	bool ours = t->rules_program.command == NULL;
	if (t->game != NULL && (ours || mistakes->count == before) &&
		tournament_rules_check(t, mistakes))
		tournament_check_game(t, mistakes);
	else if (!origin_given(&game) && mistakes->count == 0)
		diagnostics_add(mistakes, tournament_check_whole(t),
			"no game is set; set game = connect4 in the file, or --game connect4");
	tournament_check_bots(t, mistakes);
	/* A game whose rules are a program may have no end. */
	if (t->rules_program.command != NULL && !origin_given(&t->set[SETTING_MAX_PLIES]))
		t->terms.max_plies = RULES_PROCESS_PLIES;
	tournament_rules_pause(t); /* it may wait for long until it begins */
	return mistakes->count == before;
}
