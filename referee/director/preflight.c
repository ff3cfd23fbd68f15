/*
 * preflight.c - checks before the first game whether a tournament can be played on this machine.
 */
#include "referee/director/preflight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/shell-split.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/process-tree-usage.h"
#include "referee/bot/go-message.h"
#include "referee/sandbox/exec-error.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/config/settings.h"

/* Can this program be started from the bot's folder? */
static bool preflight_may_start(const char *found, const char *dir)
{
	char path[2 * FIND_PROGRAM_PATH];
	bool from_dir = found[0] != '/' && dir != NULL;
	snprintf(path, sizeof path, "%s%s%s", from_dir ? dir : "", from_dir ? "/" : "", found);
	return access(path, X_OK) == 0;
}

bool preflight_has_program(const char *command, const char *dir, char why[WHY])
{
	char found[FIND_PROGRAM_PATH], **words;
	int count;
	if (!shell_split_split(command, &words, &count, why, WHY))
		return true;
	bool there = (dir == NULL || access(dir, X_OK) == 0) &&
		     find_program_program(words[0], found) && preflight_may_start(found, dir);
	if (!there && !exec_error_explain(words[0], dir, why, WHY))
		snprintf(why, WHY, "there is no program \"%s\" that can be started", words[0]);
	free(words);
	return there;
}

/* Reports each bot that will lose because its program does not exist; false: no bot has a
 * program. */
static bool preflight_find_bots(const struct tournament *t, struct diagnostics *mistakes)
{
	char why[WHY];
	int missing = 0;
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *bot = &t->bots[i];
		if (bot->remote || preflight_has_program(bot->command, bot->dir, why))
			continue;
		missing++;
		diagnostics_add(
			mistakes, bot->at, "bot %s: %s; it loses its games", bot->name, why);
	}
	return missing < t->bots_count;
}

/* Can the clock setting be measured here? */
static bool preflight_can_charge(const struct tournament *t, struct diagnostics *mistakes)
{
	char why[WHY];
	struct origin origin = t->set[SETTING_CLOCK];
	/* Without an explicit setting the clock charges the time that can be measured. */
	if (t->limits.clock == CLOCK_WALL || !origin_given(&origin) ||
		process_tree_usage_possible(why, sizeof why))
		return true;
	diagnostics_add_value(mistakes, origin, "clock", clock_kind_names[t->limits.clock], why);
	return false;
}

/* Does the sandbox work? A level that worked is not tested again. */
static bool preflight_has_sandbox(enum sandbox_level level, struct diagnostics *mistakes)
{
	static bool prepared, held[SANDBOX_LEVELS];
	char why[WHY];
	if (!prepared)
		sandbox_prepare();
	prepared = true;
	if (!held[level])
		held[level] = sandbox_selftest_pass(level, why, sizeof why);
	if (!held[level])
		diagnostics_add(mistakes, (struct origin){NULL, 0}, "sandbox = %s: %s",
			sandbox_level_names[level], why);
	return held[level];
}

bool preflight_has_processors(const struct tournament *t, struct diagnostics *mistakes)
{
	const struct cpu_affinity *list = &t->processors;
	char usable[WHY / 2];
	cpu_affinity_tell(usable, sizeof usable);
	for (int i = 0; i < list->count; i++) {
		int number = cpu_affinity_number(list, i);
		if (cpu_affinity_place(number) >= 0)
			continue;
		diagnostics_add(mistakes, t->set[SETTING_AFFINITY],
			"processor %d is not there, or not allowed to this process; those that can be named: %s",
			number, usable);
		return false;
	}
	return true;
}

/* The effect on a bot of waiting for a processor, by clock kind. */
static const char *const preflight_waits[CLOCK_KINDS] = {
	[CLOCK_WALL] = "the wait counts against a bot's time (clock = wall)",
	[CLOCK_FAIR] =
		"the wait is not counted against a bot, but one that thinks by its own clock gets less done",
	[CLOCK_CPU] =
		"the wait is not counted against a bot, but one that thinks by its own clock gets less done",
};

bool preflight_crowded(int games, int processors, enum clock_kind clock, char why[WHY])
{
	if (games <= processors)
		return false;
	snprintf(why, WHY,
		"%d games at a time on %d processor%s: bots wait for each other; %s; --concurrency %d ends that",
		games, processors, processors == 1 ? "" : "s", preflight_waits[clock], processors);
	return true;
}

/* The limits that a bot does not receive without `feature clock`; false: none. */
static bool preflight_tells_part(const struct tournament *t, int bot, char told[WHY])
{
	struct limits limits;
	settings_bot_limits(t, &t->bots[bot], &limits);
	return go_message_is_partial(&limits, 0, told, WHY);
}

void preflight_note_limits(const struct tournament *t, struct diagnostics *mistakes)
{
	char first[WHY], told[WHY], names[WHY];
	for (int i = 0; i < t->bots_count; i++) {
		if (!preflight_tells_part(t, i, first))
			continue;
		int before = 0, all = 0;
		size_t used = 0;
		for (int other = 0; other < t->bots_count; other++) {
			if (!preflight_tells_part(t, other, told) || strcmp(told, first) != 0)
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

enum preflight preflight_check(const struct tournament *t, struct diagnostics *mistakes)
{
	if (!preflight_can_charge(t, mistakes))
		return PREFLIGHT_NO_CLOCK;
	if (!preflight_has_processors(t, mistakes))
		return PREFLIGHT_NO_PROCESSOR;
	if (!preflight_find_bots(t, mistakes)) {
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"no bot of the tournament can be started");
		return PREFLIGHT_NO_BOT;
	}
	bool boxes = tournament_remote_bots(t) < t->bots_count;
	return !boxes || preflight_has_sandbox(t->sandbox, mistakes) ? READY : PREFLIGHT_NO_BOT;
}
