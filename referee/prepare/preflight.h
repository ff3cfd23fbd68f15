/*
 * preflight.h - checks before the first game whether a tournament can be played on this machine.
 */
#ifndef REFEREE_PREPARE_PREFLIGHT_H
#define REFEREE_PREPARE_PREFLIGHT_H

#include "base/error.h"
#include "referee/tournament/tournament.h"

enum preflight {
	PREFLIGHT_READY,
	PREFLIGHT_NO_CLOCK,	/* the clock setting cannot be measured here */
	PREFLIGHT_NO_PROCESSOR, /* a processor of its list does not exist */
	PREFLIGHT_NO_TRAVEL,	/* a bot cannot play on another machine */
	PREFLIGHT_NO_SOURCES,	/* a build would see the tournament's own files */
	PREFLIGHT_NO_FEATURES,	/* a bot cannot play the games that are defined for it */
	PREFLIGHT_NO_BOT	/* no bot can be started, or the sandbox is not available */
};

/* Does the program of a command line exist? dir: the bot's dir, or NULL. A command line that cannot
 * be split passes. False: err has a line. */
bool preflight_has_program(const char *command, const char *dir, struct error *err);

/* Can the bot go to the workers of the tournament? False: err has a line. */
bool preflight_travels(const struct tournament *t, const struct bot *bot, struct error *err);

/* Can all bots? Reports those that cannot. */
bool preflight_all_travel(const struct tournament *t, struct diagnostics *mistakes);

/* Does this sandbox level work? A level that worked is not tested again. False: err has a line. */
bool preflight_can_sandbox(enum sandbox_level level, struct error *err);

/* Are all processors of the list available to this process? False: it was reported. */
bool preflight_has_processors(const struct tournament *t, struct diagnostics *mistakes);

/* Does this number of parallel games exceed the processors? Then err has a line with the effect and
 * a remedy. */
bool preflight_crowded(int games, int processors, enum clock_kind clock, struct error *err);

/* Reports limits that a bot without `feature clock` does not receive. Which bots these are is known
 * only after they start. */
void preflight_report_limits(const struct tournament *t, struct diagnostics *mistakes);

/* Notes after how many plies a game ends whose rules are a program, if nothing is set. */
void preflight_report_plies(const struct tournament *t, struct diagnostics *mistakes);

/* Can the bot play in the tournament, as far as its features are known? False: err has a line. */
bool preflight_can_play(const struct tournament *t, const struct bot *bot, struct error *err);

/* Checks what bots have said that they cannot play (preparation.h). Refuses openings for a bot that
 * plays from the usual start alone, and formats that put each bot into each seat for a bot that
 * plays some seats. Where the schedule leaves games out, notes which. */
enum preflight preflight_check_features(const struct tournament *t, struct diagnostics *mistakes,
	void (*note)(void *arg, const char *line), void *arg);

/* Checks a checked tournament. Reports each problem, and each bot that will lose because its
 * program does not exist. The first check of a sandbox level takes some hundredths of a second. */
enum preflight preflight_check(const struct tournament *t, struct diagnostics *mistakes);

#define BOT_BUNDLE_MAX (INT64_C(256) << 20) /* bytes of a bot's folder */

/* Can a bot with this command play on another machine? It takes its folder along, nothing else.
 * dir: its folder, or NULL. False: err has a line. */
bool bot_travels(char *const *words, const char *dir, struct error *err);

#endif
