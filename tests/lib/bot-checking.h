/*
 * bot-checking.h - a check of a shell-bot (shell-bot.h), and the results of its steps.
 *
 * A game of tictactoe ends after four plies, so that each seat has two moves of it. An honest bot
 * has a minute for everything.
 */
#ifndef TESTS_LIB_BOT_CHECKING_H
#define TESTS_LIB_BOT_CHECKING_H

#include <stdio.h>
#include <string.h>

#include "referee/check/bot-check.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/shell-bot.h"
#include "tests/lib/suite.h"

enum { CHECKING_STEPS = 16, CHECKING_WORDS = 8, CHECKING_SEATS = 3, CHECKING_PLIES = 4 };

#define CHECKING_PATIENCE (60 * SECOND)

struct checking {
	struct arbiter_config config;
	struct bot_config bot;
	char *argv[CHECKING_WORDS];
	struct question games[CHECKING_SEATS];
	struct bot_check_options order;
	struct step_result steps[CHECKING_STEPS]; /* in the order of the report */
	int count;
	char begun[512]; /* "NAME " of each step that began */
	enum bot_check_result result;
};

static struct checking k; /* large */

static inline void checking_on_begin(void *arg, const char *step)
{
	(void)arg;
	strcat(k.begun, step);
	strcat(k.begun, " ");
}

static inline void checking_on_step(void *arg, const struct step_result *result)
{
	(void)arg;
	ck_assert_int_lt(k.count, CHECKING_STEPS);
	k.steps[k.count++] = *result;
}

/* Prepares a check of this game; words: WORD=CODE of the bot, NULL behind the last one. */
static inline void checking_begin(const char *game, int players, const char *const *words)
{
	sandbox_prepare();
	signal(SIGPIPE, SIG_IGN); /* as in a process of ours */
	shell_bot_write();
	memset(&k, 0, sizeof k);
	k.argv[0] = (char *)"/bin/sh";
	k.argv[1] = (char *)SHELL_BOT;
	for (int i = 0; words[i] != NULL; i++) {
		ck_assert_int_lt(i + 3, CHECKING_WORDS);
		k.argv[i + 2] = (char *)words[i];
	}
	k.bot = (struct bot_config){.name = "bot", .argv = k.argv};
	k.bot.resources = sandbox_limits_usual;
	k.bot.resources.startup = k.bot.resources.newgame = CHECKING_PATIENCE;
	k.bot.resources.quit = CHECKING_PATIENCE;
	k.config = (struct arbiter_config){.rules = rules_find(game),
		.players = players,
		.terms.sandbox = SANDBOX_NONE,
		.terms.limits = {.movetime = CHECKING_PATIENCE},
		.terms.resources = k.bot.resources,
		.terms.max_plies = CHECKING_PLIES,
		.bots = &k.bot,
		.bots_count = 1};
	for (int i = 0; i < players; i++)
		k.games[i] = (struct question){.fen = "", .moves = "", .seat = i + 1, .seed = 7};
	k.order = (struct bot_check_options){.games = k.games,
		.games_count = players,
		.seed = 5,
		.begins = checking_on_begin,
		.think = CHECKING_PATIENCE,
		.patience = 3 * SECOND};
}

static inline void checking_run(void)
{
	k.result = bot_check_run(&k.config, 0, &k.order, checking_on_step, &k);
}

/* The words of the bot; NULL: none. */
#define CHECKING_BEGIN(game, ...) checking_begin(game, 2, (const char *const[]){__VA_ARGS__, NULL})

/* The result of this step, which was taken once. */
static inline const struct step_result *checking_step(const char *name)
{
	const struct step_result *found = NULL;
	for (int i = 0; i < k.count; i++)
		if (strcmp(k.steps[i].step, name) == 0) {
			ck_assert_ptr_null(found);
			found = &k.steps[i];
		}
	ck_assert_msg(found != NULL, "no step %s", name);
	return found;
}

static const char *const checking_verdicts[] = {[STEP_RESULT_OK] = "ok",
	[STEP_RESULT_WARNING] = "warning",
	[STEP_RESULT_FAILED] = "failed",
	[STEP_RESULT_SKIPPED] = "skipped"};

static inline void checking_has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

/* The step has this verdict and text. */
static inline void checking_says(const char *name, const char *verdict, const char *text)
{
	const struct step_result *result = checking_step(name);
	ck_assert_msg(strcmp(checking_verdicts[result->verdict], verdict) == 0, "%s: %s, %s", name,
		checking_verdicts[result->verdict], result->text);
	ck_assert_str_eq(result->text, text);
}

/* The same with a part of the text. */
static inline void checking_tells(const char *name, const char *verdict, const char *part)
{
	const struct step_result *result = checking_step(name);
	ck_assert_msg(strcmp(checking_verdicts[result->verdict], verdict) == 0, "%s: %s, %s", name,
		checking_verdicts[result->verdict], result->text);
	checking_has(result->text, part);
}

/* All steps as "NAME verdict; ". */
static inline void checking_steps_are(const char *wanted)
{
	char text[1024] = "";
	for (int i = 0; i < k.count; i++) {
		size_t used = strlen(text);
		snprintf(text + used, sizeof text - used, "%s %s; ", k.steps[i].step,
			checking_verdicts[k.steps[i].verdict]);
	}
	ck_assert_str_eq(text, wanted);
}

static inline void checking_end(void)
{
	unlink(SHELL_BOT);
	reported_leave_folder();
}

#endif
