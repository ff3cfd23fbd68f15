/*
 * preflight.c - checks before the first game whether a tournament can be played on this machine.
 */
#include "referee/prepare/preflight.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/shell-words.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/process-tree-usage.h"
#include "referee/bot/bot-messages.h"
#include "referee/sandbox/exec-error.h"
#include "referee/sandbox/find-program.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/config/settings.h"
#include "referee/schedule/schedule.h"
#include "referee/process/file-tree.h"

/* Can this program be started from the bot's folder? */
static bool preflight_may_start(const char *found, const char *dir)
{
	char path[2 * FIND_PROGRAM_PATH];
	bool from_dir = found[0] != '/' && dir != NULL;
	snprintf(path, sizeof path, "%s%s%s", from_dir ? dir : "", from_dir ? "/" : "", found);
	return find_program_may_start(path);
}

static bool preflight_finds(const char *program, const char *dir, struct error *err)
{
	char found[FIND_PROGRAM_PATH];
	bool there = (dir == NULL || access(dir, X_OK) == 0) &&
		     find_program_program(program, found) && preflight_may_start(found, dir);
	if (!there && !exec_error_explain(program, dir, err))
		error_set(err, "program \"%s\" does not exist or cannot be started", program);
	return there;
}

bool preflight_has_program(const char *command, const char *dir, struct error *err)
{
	char **words;
	int count;
	if (!shell_words_split(command, &words, &count, err))
		return true;
	int adapted = shell_words_adapted(words);
	/* The kind kaggle takes a file, which need not be a program. */
	bool file = adapted > 0 && strcmp(words[1], "kaggle") == 0 && adapted + 1 == count;
	bool there = preflight_finds(words[0], dir, err) &&
		     (adapted == 0 || file || preflight_finds(words[adapted], dir, err));
	free(words);
	return there;
}

static bool preflight_add_size(void *arg, const struct file_tree_entry *e)
{
	int64_t *left = arg;
	*left -= e->size;
	return *left >= 0;
}

bool bot_travels(char *const *words, const char *dir, struct error *err)
{
	for (char *const *word = words; *word != NULL; word++) {
		char **inner = shell_words_inner(*word);
		bool travels = inner == NULL || bot_travels(inner, dir, err);
		free(inner);
		if (!travels)
			return false;
		bool file = word == words ? strchr(*word, '/') != NULL : access(*word, F_OK) == 0;
		if (find_program_is_outside(*word) || (dir == NULL && file))
			return error_set(err,
				"its command names \"%.200s\", which is not in its folder, so it cannot play on another machine; give it a dir with all its files",
				*word);
	}
	int64_t left = BOT_BUNDLE_MAX;
	if (dir != NULL && !file_tree_walk(dir, preflight_add_size, &left) && left < 0)
		return error_set(err,
			"its folder has more than %d MB, so it cannot play on another machine; leave out what it does not need",
			(int)(BOT_BUNDLE_MAX >> 20));
	return true;
}

bool preflight_travels(const struct tournament *t, const struct bot *bot, struct error *err)
{
	char **words;
	int count;
	if ((t->workers_count == 0 && t->broker == NULL) || bot->remote || bot->was != NULL ||
		!shell_words_split(bot->command, &words, &count, err))
		return true;
	bool travels = bot_travels(words, bot->dir, err);
	free(words);
	return travels;
}

bool preflight_all_travel(const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	bool good = true;
	if (t->rules_program.command != NULL && !preflight_travels(t, &t->rules_program, &err)) {
		diagnostics_add(mistakes, t->set[SETTING_GAME], "the rules: %s", err.text);
		good = false;
	}
	for (int i = 0; i < t->bots_count; i++) {
		if (preflight_travels(t, &t->bots[i], &err))
			continue;
		diagnostics_add(mistakes, t->bots[i].at, "bot %s: %s", t->bots[i].name, err.text);
		good = false;
	}
	return good;
}

/* Reports each bot that will lose because its program does not exist; false: no bot has a
 * program. */
static bool preflight_find_bots(const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	int missing = 0;
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *bot = &t->bots[i];
		if (bot->remote || bot->build != NULL ||
			preflight_has_program(bot->command, bot->dir, &err))
			continue;
		missing++;
		diagnostics_add(mistakes, bot->at, "bot %s: %s; the bot loses its games", bot->name,
			err.text);
	}
	return missing < t->bots_count;
}

/* Can the clock setting be measured here? */
static bool preflight_can_charge(const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	struct origin origin = t->set[SETTING_CLOCK];
	/* Without an explicit setting the clock charges the time that can be measured. */
	if (t->terms.limits.clock == CLOCK_WALL || !origin_given(&origin) ||
		process_tree_usage_possible(&err))
		return true;
	diagnostics_add_value(
		mistakes, origin, "clock", clock_kind_names[t->terms.limits.clock], err.text);
	return false;
}

bool preflight_can_sandbox(enum sandbox_level level, struct error *err)
{
	static bool prepared, held[SANDBOX_LEVELS];
	struct error why;
	if (!prepared)
		sandbox_prepare();
	prepared = true;
	if (!held[level])
		held[level] = sandbox_selftest_pass(level, &why);
	return held[level] ||
	       error_set(err, "sandbox = %s: %.400s", sandbox_level_names[level], why.text);
}

bool preflight_has_processors(const struct tournament *t, struct diagnostics *mistakes)
{
	const struct cpu_affinity *list = &t->processors;
	char usable[ERROR_TEXT / 2];
	cpu_affinity_write(usable, sizeof usable);
	for (int i = 0; i < list->count; i++) {
		int number = cpu_affinity_number(list, i);
		if (cpu_affinity_place(number) >= 0)
			continue;
		diagnostics_add(mistakes, t->set[SETTING_AFFINITY],
			"processor %d does not exist, or this process may not use it; usable processors: %s",
			number, usable);
		return false;
	}
	return true;
}

/* The effect on a bot of waiting for a processor, by clock kind. */
static const char *const preflight_waits[CLOCK_KINDS] = {
	[CLOCK_WALL] = "the wait counts as thinking time (clock = wall)",
	[CLOCK_FAIR] =
		"the wait does not count as thinking time, but a bot that measures time itself thinks less",
	[CLOCK_CPU] =
		"the wait does not count as thinking time, but a bot that measures time itself thinks less",
};

bool preflight_crowded(int games, int processors, enum clock_kind clock, struct error *err)
{
	if (games <= processors)
		return false;
	error_set(err,
		"%d games at a time on %s: bots wait for each other; %s; use --concurrency %d",
		games, counted(processors, "processor").text, preflight_waits[clock], processors);
	return true;
}

/* The limits that a bot does not receive without `feature clock`; false: none. */
static bool preflight_is_partial(const struct tournament *t, int bot, char text[ERROR_TEXT])
{
	struct limits limits;
	settings_bot_limits(t, &t->bots[bot], &limits);
	return go_message_is_partial(&limits, 0, text, ERROR_TEXT);
}

void preflight_report_limits(const struct tournament *t, struct diagnostics *mistakes)
{
	char first[ERROR_TEXT], text[ERROR_TEXT], names[ERROR_TEXT];
	for (int i = 0; i < t->bots_count; i++) {
		if (!preflight_is_partial(t, i, first))
			continue;
		int before = 0, all = 0;
		size_t used = 0;
		for (int other = 0; other < t->bots_count; other++) {
			if (!preflight_is_partial(t, other, text) || strcmp(text, first) != 0)
				continue;
			before += other < i;
			all++;
			if (used < sizeof names)
				used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
					used > 0 ? ", " : "", t->bots[other].name);
		}
		bool some = all < t->bots_count;
		if (before == 0)
			diagnostics_add(mistakes, (struct origin){NULL, 0},
				"a bot without `feature clock` gets one kind of limit: %s%s%.200s%s",
				first, some ? " (" : "", some ? names : "", some ? ")" : "");
	}
}

void preflight_report_plies(const struct tournament *t, struct diagnostics *mistakes)
{
	struct origin at = t->set[SETTING_MAX_PLIES];
	if (t->rules_program.command == NULL || origin_given(&at))
		return;
	if (t->terms.max_plies > 0)
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"the rules are a program: a game that does not end is over after %d plies, as it stands; max-plies sets another number, and repetition ends it sooner",
			t->terms.max_plies);
	else
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"the rules are a program: a game may go on forever, since the tournament began without max-plies");
}

/* Is the path below the folder? Both may be relative. */
static bool preflight_is_in(const char *path, const char *folder)
{
	char file[FIND_PROGRAM_PATH], dir[FIND_PROGRAM_PATH];
	return path != NULL && find_program_absolute(path, NULL, file) &&
	       find_program_absolute(folder, NULL, dir) && find_program_is_below(file, dir);
}

/* Reports sources that hold the tournament's database or file. A build may not see them, and each
 * game would be a change of the bot. */
static bool preflight_has_sources(const struct tournament *t, struct diagnostics *mistakes)
{
	bool good = true;
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *bot = &t->bots[i];
		if (bot->build == NULL || bot->dir == NULL || bot->was != NULL)
			continue;
		const char *in = preflight_is_in(t->db, bot->dir)     ? t->db
				 : preflight_is_in(t->file, bot->dir) ? t->file
								      : NULL;
		good &= in == NULL;
		if (in != NULL)
			diagnostics_add(mistakes, bot->set[BOT_SETTING_DIR],
				"bot %s: its sources, dir = %s, hold %s of this tournament; give them a folder of their own",
				bot->name, bot->dir, in);
	}
	return good;
}

/* --- what bots cannot play -----------------------------------------------------------------------
 */

/* Can the bot play the openings? */
static bool preflight_plays_openings(
	const struct tournament *t, const struct bot *bot, struct error *err)
{
	if (!bot->startpos_only || t->openings == NULL || strcmp(t->openings, "none") == 0)
		return true;
	return error_set(err,
		"it plays from the usual start alone (feature startpos-only), and with openings = %s games begin elsewhere; set openings = none, or leave the bot out",
		t->openings);
}

/* Can the format give the bot its seats? */
static bool preflight_has_seats(
	const struct tournament *t, const struct bot *bot, struct error *err)
{
	char seats[SEATS_TEXT];
	if (bot->seats == 0)
		return true;
	seats_write(bot->seats, seats, sizeof seats);
	bool any = (bot->seats & ((1u << t->players) - 1)) != 0;
	if (!any)
		error_set(err,
			"it plays %s alone (feature seats), and a game has %d; leave the bot out",
			seats, t->players);
	else if (!schedule_leaves_out(t))
		error_set(err,
			"it plays %s alone (feature seats), and format = %s puts each bot into each seat; set format = round-robin, gauntlet or mix, or leave the bot out",
			seats, t->format);
	return any && schedule_leaves_out(t);
}

static bool (*const preflight_features[])(const struct tournament *t, const struct bot *bot,
	struct error *err) = {preflight_plays_openings, preflight_has_seats};
enum { PREFLIGHT_FEATURES = sizeof preflight_features / sizeof *preflight_features };

bool preflight_can_play(const struct tournament *t, const struct bot *bot, struct error *err)
{
	for (int i = 0; i < PREFLIGHT_FEATURES; i++)
		if (!preflight_features[i](t, bot, err))
			return false;
	return true;
}

/* Notes the games that are left out. False: no game remains. */
static bool preflight_report_left_out(const struct tournament *t, struct diagnostics *mistakes,
	void (*note)(void *arg, const char *line), void *arg)
{
	char seats[SEATS_TEXT], line[ERROR_TEXT];
	int64_t all = schedule_find(t->format)->count(t), left = schedule_count(t);
	if (left == 0 && all > 0) {
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"no game is left: in each of them a bot has a seat that it does not play (feature seats); add a bot that plays the other seats");
		return false;
	}
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *bot = &t->bots[i];
		seats_write(bot->seats, seats, sizeof seats);
		snprintf(line, sizeof line,
			"bot %s: it plays %s alone (feature seats); its games in other seats are left out",
			bot->name, seats);
		if (bot->seats != 0)
			note(arg, line);
	}
	if (left < 0 || left == all)
		return true;
	snprintf(line, sizeof line,
		"%" PRId64 " of %" PRId64 " games %s left out, %" PRId64 " %s played", all - left,
		all, plural(all - left, "is", "are"), left, plural(left, "is", "are"));
	note(arg, line);
	return true;
}

enum preflight preflight_check_features(const struct tournament *t, struct diagnostics *mistakes,
	void (*note)(void *arg, const char *line), void *arg)
{
	struct error err;
	bool good = true;
	for (int i = 0; i < t->bots_count; i++)
		for (int k = 0; k < PREFLIGHT_FEATURES; k++) {
			if (preflight_features[k](t, &t->bots[i], &err))
				continue;
			diagnostics_add(
				mistakes, t->bots[i].at, "bot %s: %s", t->bots[i].name, err.text);
			good = false;
		}
	good = good && preflight_report_left_out(t, mistakes, note, arg);
	return good ? PREFLIGHT_READY : PREFLIGHT_NO_FEATURES;
}

/* --- all of it -----------------------------------------------------------------------------------
 */

enum preflight preflight_check(const struct tournament *t, struct diagnostics *mistakes)
{
	struct error err;
	if (!preflight_can_charge(t, mistakes))
		return PREFLIGHT_NO_CLOCK;
	if (!preflight_has_processors(t, mistakes))
		return PREFLIGHT_NO_PROCESSOR;
	if (!preflight_has_sources(t, mistakes))
		return PREFLIGHT_NO_SOURCES;
	if (!preflight_all_travel(t, mistakes))
		return PREFLIGHT_NO_TRAVEL;
	if (!preflight_find_bots(t, mistakes)) {
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"no bot of the tournament can be started");
		return PREFLIGHT_NO_BOT;
	}
	if (tournament_remote_bots(t) == t->bots_count ||
		preflight_can_sandbox(t->terms.sandbox, &err))
		return PREFLIGHT_READY;
	diagnostics_add(mistakes, (struct origin){NULL, 0}, "%s", err.text);
	return PREFLIGHT_NO_BOT;
}
