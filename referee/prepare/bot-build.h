/*
 * bot-build.h - builds the programs of bots that have a build (prepare/builder.h).
 *
 * A bot with a program runs in the built folder, which is read-only and stays in the cache while
 * the bot has it. Its dir stays the folder of its sources. A bot whose build failed has the reason
 * and the output, and loses its games by the verdict build.
 *
 * Building takes as long as the limits of the bot allow. Another process may build: it calls
 * bot_build_make(), and this one bot_build_find(), or bot_build_fail() with what that process
 * reports.
 */
#ifndef REFEREE_PREPARE_BOT_BUILD_H
#define REFEREE_PREPARE_BOT_BUILD_H

#include "base/error.h"
#include "referee/prepare/builder.h"
#include "referee/tournament/tournament.h"

/* Has the bot a build, and no program and no failed build yet? */
bool bot_build_is_due(const struct bot *bot);

/* Builds the bot or finds it in the cache. After BUILD_MADE, BUILD_FOUND and BUILD_FAILED the bot
 * has its result. BUILD_BROKEN: one line in err, and nothing has changed. Call it after
 * sandbox_prepare(). */
enum build_result bot_build_make(const struct tournament *t, struct bot *bot, struct error *err);

/* Takes a program that was built before. False: the cache does not have it. */
bool bot_build_find(const struct tournament *t, struct bot *bot);

/* The build of these sources has failed elsewhere: one line for people, and the output. */
void bot_build_fail(
	const struct tournament *t, struct bot *bot, const char *why, const char *output);

/* Reports a new build, or a failure; or that the built bot has no program. */
void bot_build_report(const struct bot *bot, enum build_result result,
	void (*report)(void *arg, const char *line), void *arg);

/* Builds all bots that are due, from index first on; report() gets a line for each new build, and
 * for each failure. False: one line in err, a failure of the machine. */
bool bot_build_all(struct tournament *t, int first, void (*report)(void *arg, const char *line),
	void *arg, struct error *err);

/* The line of a compiler's output that says most: the first error, else the last line; "": there is
 * none. The caller frees it. */
char *bot_build_first_error(const char *output);

/* The right way, of errors in a build's output whose own words do not say it. NULL: none. */
const char *bot_build_hint(const char *output);

#endif
