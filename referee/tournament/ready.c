/*
 * ready.c - can a tournament be played on this machine?
 */
#include "referee/tournament/ready.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/ground/words.h"
#include "referee/processes/box.h"
#include "referee/processes/census.h"
#include "referee/processes/trial.h"
#include "referee/tournament/settings.h"

/* Is the program of a command line there? */
static bool ready_has_program(const struct bot *bot, const char *word)
{
	char found[FIND_PATH], path[2 * FIND_PATH];
	if (!find_program(word, found))
		return false;
	bool from_dir = found[0] != '/' && bot->dir != NULL;
	snprintf(path, sizeof path, "%s%s%s", from_dir ? bot->dir : "", from_dir ? "/" : "", found);
	return access(path, X_OK) == 0;
}

/* Says of each bot whose program is nowhere that it will lose; false: that is every bot. */
static bool ready_find_bots(const struct tournament *t, struct mistakes *mistakes)
{
	char why[WHY], **words;
	int count, missing = 0;
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *bot = &t->bots[i];
		if (bot->remote || !words_split(bot->command, &words, &count, why, sizeof why))
			continue;
		if (!ready_has_program(bot, words[0])) {
			missing++;
			mistakes_add(mistakes, bot->at,
				"bot %s: there is no program \"%s\" that can be started; it loses "
				"its games",
				bot->name, words[0]);
		}
		free(words);
	}
	return missing < t->bots_count;
}

/* Can the time that counts be measured here? */
static bool ready_can_charge(const struct tournament *t, struct mistakes *mistakes)
{
	char why[WHY];
	if (t->limits.charge == CHARGE_WALL || census_possible(why, sizeof why))
		return true;
	mistakes_add_value(mistakes, settings_origin(t, "charge"), "charge",
		charge_names[t->limits.charge], why);
	return false;
}

/* Does the sandbox hold? What held once is not tried again. */
static bool ready_has_sandbox(enum sandbox_level level, struct mistakes *mistakes)
{
	static bool prepared, held[SANDBOX_LEVELS];
	char why[WHY];
	if (!prepared)
		box_prepare();
	prepared = true;
	if (!held[level])
		held[level] = trial_pass(level, why, sizeof why);
	if (!held[level])
		mistakes_add(mistakes, (struct origin){NULL, 0}, "sandbox = %s: %s",
			sandbox_level_names[level], why);
	return held[level];
}

enum ready ready_check(const struct tournament *t, struct mistakes *mistakes)
{
	if (!ready_can_charge(t, mistakes))
		return READY_NO_CLOCK;
	if (!ready_find_bots(t, mistakes)) {
		mistakes_add(mistakes, (struct origin){NULL, 0},
			"no bot of the tournament can be started");
		return READY_NO_BOT;
	}
	bool boxes = tournament_remote_bots(t) < t->bots_count;
	return !boxes || ready_has_sandbox(t->sandbox, mistakes) ? READY : READY_NO_BOT;
}
