/*
 * preflight.h - can a tournament be played on this machine? Asked before its first game.
 */
#ifndef REFEREE_DIRECTOR_PREFLIGHT_H
#define REFEREE_DIRECTOR_PREFLIGHT_H

#include "referee/definition/tournament.h"

enum preflight {
	READY,
	PREFLIGHT_NO_CLOCK,	/* the time that is to count cannot be measured */
	PREFLIGHT_NO_PROCESSOR, /* one that it names is not there */
	PREFLIGHT_NO_BOT /* none of its bots can be started, or their sandbox cannot be had */
};

/* Is the program of a command line there? dir: the bot's, or NULL. A command line that cannot be
 * split is not judged. False: a line in why. */
bool preflight_has_program(const char *command, const char *dir, char why[WHY]);

/* Are all processors of a list there, for this process? False: told. */
bool preflight_has_processors(const struct tournament *t, struct diagnostics *mistakes);

/* Are so many games at a time more than there are processors for them? Then why has a line that
 * says what it costs, and what would be right. */
bool preflight_crowded(int games, int processors, enum clock_kind clock, char why[WHY]);

/* Tells of limits that a bot without `feature clock` is not told: which bots these are is known
 * when they have begun. */
void preflight_note_limits(const struct tournament *t, struct diagnostics *mistakes);

/* Of a checked tournament. Tells what is wrong, and of each bot whose program is nowhere that it
 * will lose. The first time that a level of the sandbox is asked for takes some hundredths of a
 * second. */
enum preflight preflight_check(const struct tournament *t, struct diagnostics *mistakes);

#endif
