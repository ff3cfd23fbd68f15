/*
 * check-bots.c - checks bots of a tournament: the steps of one bot as text or JSON, and all bots.
 */
#include "referee/check/check-bots.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/escape.h"
#include "base/exit-status.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/prepare/arbiter-config-make.h"
#include "referee/prepare/bot-build.h"
#include "referee/prepare/preflight.h"
#include "referee/prepare/tournament-rules.h"
#include "referee/process/standard-output.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/sandbox/sandbox.h"
#include "referee/schedule/schedule.h"

enum { CHECK_BOTS_BUILD_LINES = 20 }; /* last lines shown of a failed build */

const struct check_bots_verdict check_bots_verdicts[] = {
	[STEP_RESULT_OK] = {"ok", "ok", "\033[32m"},
	[STEP_RESULT_WARNING] = {"warning", "warning", "\033[33m"},
	[STEP_RESULT_FAILED] = {"FAILED", "failed", "\033[1;31m"},
	[STEP_RESULT_SKIPPED] = {"skipped", "skipped", "\033[2m"},
};

/* --- output ---------------------------------------------------------------------------------- */

void check_bots_print_json(const char *bot, const struct step_result *result)
{
	struct json_writer j = {.out = stdout};
	bool failed = result->fault != VERDICT_OK;
	json_open(&j, NULL, '{');
	json_text(&j, "bot", bot);
	json_text(&j, "step", result->step);
	json_text(&j, "verdict", check_bots_verdicts[result->verdict].json);
	fprintf(json_key(&j, "ms"), "%.3f", (double)result->took / (double)MILLISECOND);
	json_text(&j, "text", result->text);
	json_text(&j, "fault", failed ? verdict_table[result->fault].name : NULL);
	json_text(&j, "detail", failed ? result->detail : NULL);
	json_text(&j, "more", result->more[0] != '\0' ? result->more : NULL);
	json_close(&j, '}');
	putchar('\n');
}

/* The length of the part of the detail that the text does not have. */
static int check_bots_detail_length(const char *detail, const char *text)
{
	size_t length = strlen(detail), same = strlen(text);
	if (strstr(text, detail) != NULL)
		return 0;
	if (length < same || strcmp(detail + length - same, text) != 0)
		return (int)length;
	length -= same;
	while (length > 0 && strchr("; ", detail[length - 1]) != NULL)
		length--;
	return (int)length;
}

/* The columns before a step's sentence, and before what explains it. */
static const char check_bots_text[] = "                                   ";
static const char check_bots_more[] = "             | ";

static void check_bots_print_more(const char *line)
{
	fputs(check_bots_more, stdout);
	fold_print(line, (int)strlen(check_bots_more), check_bots_more);
	putchar('\n');
}

static void check_bots_print_text(const struct check_bots *c, const struct step_result *result)
{
	const struct check_bots_verdict *verdict = &check_bots_verdicts[result->verdict];
	char took[32] = "";
	char *text = escape_text(result->text, false), *more = escape_text(result->more, true);
	char *detail = escape_text(result->detail, false);
	if (result->took > 0)
		snprintf(took, sizeof took, "%.1f ms", (double)result->took / (double)MILLISECOND);
	printf("  %-10s %s%-8s%s %11s  ", result->step, c->colour ? verdict->colour : "",
		verdict->word, c->colour ? "\033[0m" : "", took);
	fold_print(text, (int)strlen(check_bots_text), check_bots_text);
	putchar('\n');
	if (result->fault != VERDICT_OK) {
		char *line = memory_print("a tournament's verdict: %s%s%.*s",
			verdict_table[result->fault].name,
			check_bots_detail_length(detail, text) > 0 ? " - " : "",
			check_bots_detail_length(detail, text), detail);
		check_bots_print_more(line);
		free(line);
	}
	for (char *at = more, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			check_bots_print_more(line);
	free(text);
	free(detail);
	free(more);
}

/* Keeps the most important sentence: of the first failed step, else of the first step with a
 * warning. */
static void check_bots_note(struct check_bots *c, const struct step_result *result)
{
	struct check_result *r = c->result;
	if (result->verdict == STEP_RESULT_SKIPPED || result->verdict <= r->verdict)
		return;
	r->verdict = result->verdict;
	r->fault = result->fault;
	snprintf(r->step, sizeof r->step, "%s", result->step);
	if (result->fault != VERDICT_OK)
		snprintf(r->text, sizeof r->text, "%s: %.900s", verdict_table[result->fault].name,
			result->text);
	else
		snprintf(r->text, sizeof r->text, "%s", result->text);
}

/* Shows the step that runs. Its result takes this line. */
static void check_bots_on_step(void *arg, const char *step)
{
	const struct check_bots *c = arg;
	if (c->progress)
		fprintf(stderr, "  %-10s ...", step);
}

static void check_bots_clear_step(const struct check_bots *c)
{
	if (c->progress)
		fputs("\r\033[K", stderr);
}

static void check_bots_on_finding(void *arg, const struct step_result *result)
{
	struct check_bots *c = arg;
	c->steps[result->verdict]++;
	check_bots_note(c, result);
	check_bots_clear_step(c);
	if (c->json)
		check_bots_print_json(c->bot, result);
	else if (result->verdict != STEP_RESULT_SKIPPED)
		check_bots_print_text(c, result);
	c->result->lost = standard_output_lost();
}

/* --- one bot -------------------------------------------------------------------------------- */

static const char *const check_bots_results[] = {
	[BOT_CHECK_GOOD] = "it can play",
	[BOT_CHECK_NO_BOT] = "it cannot be started",
	[BOT_CHECK_BROKEN] = "a fault of the referee: it could not be checked",
};

/* Prints the last line about a bot. */
static void check_bots_sum_up(const struct check_bots *c, enum bot_check_result result)
{
	const int *steps = c->steps;
	if (result == BOT_CHECK_FAULTS)
		printf("  %s failed", counted(steps[STEP_RESULT_FAILED], "step").text);
	else
		printf("  %s", check_bots_results[result]);
	if (steps[STEP_RESULT_WARNING] > 0)
		printf("; %s", counted(steps[STEP_RESULT_WARNING], "warning").text);
	if (steps[STEP_RESULT_SKIPPED] > 0)
		printf("; %d could not be tried", steps[STEP_RESULT_SKIPPED]);
	fputs("\n\n", stdout);
}

/* Prints the same as JSON, after all steps. */
static void check_bots_sum_up_json(const struct check_bots *c)
{
	const struct check_result *r = c->result;
	struct json_writer j = {.out = stdout};
	json_open(&j, NULL, '{');
	json_text(&j, "bot", c->bot);
	json_text(&j, "step", "result");
	json_text(&j, "verdict", check_bots_verdicts[r->verdict].json);
	json_bool(&j, "fit", r->result == BOT_CHECK_GOOD);
	json_text(&j, "fault", r->fault != VERDICT_OK ? verdict_table[r->fault].name : NULL);
	json_text(&j, "text", r->text);
	json_close(&j, '}');
	putchar('\n');
}

/* The last lines of a build's output, as far as there is room. */
static const char *check_bots_build_tail(const char *output)
{
	size_t length = strlen(output);
	const char *from = output;
	int lines = 0;
	if (length > STEP_RESULT_MORE / 2)
		from += length - STEP_RESULT_MORE / 2;
	for (const char *at = output + length; at > from; at--)
		if (at[-1] == '\n' && at < output + length && ++lines == CHECK_BOTS_BUILD_LINES)
			from = at;
	return from;
}

/* Builds the bot if it has a build. False: it has no program; the step says why. */
static bool check_bots_build(struct check_bots *c, int number)
{
	struct bot *bot = &c->t->bots[number];
	struct step_result *found;
	struct error err;
	if (!bot_build_is_due(bot))
		return true;
	check_bots_on_step(c, "build");
	enum build_result result = bot_build_make(c->t, bot, &err);
	found = memory_get(1, sizeof *found);
	found->step = "build";
	if (result == BUILD_BROKEN) {
		step_result_set(found, STEP_RESULT_FAILED, "%s", err.text);
	} else if (result == BUILD_FAILED) {
		step_result_rule(found, VERDICT_BUILD, bot->program->why);
		step_result_add(found, "%s", check_bots_build_tail(bot->program->text));
	} else {
		found->took = bot->program->build.took;
		step_result_set(found, STEP_RESULT_OK, "%s",
			result == BUILD_MADE ? "it was built" : "it was built before");
		/* The configuration was made before; it is this process's own. */
		((struct bot_config *)c->config.bots)[number].dir = bot_folder(bot);
	}
	check_bots_on_finding(c, found);
	free(found);
	c->result->result = result == BUILD_BROKEN ? BOT_CHECK_BROKEN : BOT_CHECK_NO_BOT;
	return result == BUILD_MADE || result == BUILD_FOUND;
}

/* Checks a bot. Runs in a process of its own. */
static void check_bots_check(void *arg, int bot)
{
	struct check_bots *c = arg;
	struct check_games_of *games = memory_get(1, sizeof *games);
	c->bot = c->config.bots[bot].name;
	c->result = &c->results[bot];
	games->order.quick = c->quick;
	games->order.no_stop = c->no_stop;
	games->order.begins = check_bots_on_step;
	games->order.idle = &c->result->idle;
	if (!c->json) {
		char *command = escape_text(c->t->bots[bot].command, false);
		printf("%s: %s\n", c->bot, command);
		free(command);
		c->result->lost = standard_output_lost();
	}
	if (!check_bots_build(c, bot)) {
		; /* there is nothing to start */
	} else if (c->question != NULL) {
		c->result->result =
			bot_check_ask(&c->config, bot, c->question, check_bots_on_finding, c);
	} else {
		check_games_make(&c->games, bot, games);
		c->result->result =
			bot_check_run(&c->config, bot, &games->order, check_bots_on_finding, c);
		check_games_close(&c->games);
	}
	free(games);
	if (c->result->verdict == STEP_RESULT_OK)
		snprintf(c->result->text, sizeof c->result->text, "%s",
			check_bots_results[c->result->result]);
	c->result->done = true;
	if (c->json)
		check_bots_sum_up_json(c);
	else
		check_bots_sum_up(c, c->result->result);
	c->result->lost = standard_output_lost();
}

/* --- all bots ------------------------------------------------------------------------------- */

int check_bots_count(const struct check_bots *c, enum bot_check_result result)
{
	int count = 0;
	for (int i = 0; i < c->t->bots_count; i++)
		count += c->results[i].done && c->results[i].result == result;
	return count;
}

int check_bots_done(const struct check_bots *c)
{
	int count = 0;
	for (int i = 0; i < c->t->bots_count; i++)
		count += c->results[i].done;
	return count;
}

/* Prints the longest time that the check may take, if it is known. */
static void check_bots_announce(const struct check_bots *c, const struct check_jobs *jobs)
{
	const struct limits *l = &c->config.terms.limits;
	char most[32] = "";
	usec games = (c->config.players + 1) * BOT_CHECK_GAME;
	if (c->json || c->ended != NULL || jobs->count < 2)
		return;
	time_format(games, most, sizeof most);
	printf("%d bots, %d at a time", jobs->count, jobs->most);
	if (c->quick)
		fputs(", without whole games", stdout);
	else if (l->movetime > 0 && !limits_have_tc(l))
		printf(", whole games of at most %s for each bot", most);
	puts("\n");
}

int check_bots_run(struct check_bots *c, const int *list, int count)
{
	const struct cpu_affinity *only = &c->t->processors;
	only = only->count > 0 ? only : NULL;
	struct check_jobs jobs = {.bots = list,
		.count = count,
		.most = c->jobs > 0    ? (int)c->jobs
			: only != NULL ? only->count
				       : check_jobs_most(),
		.pin = arbiter_config_pins(c->t, c->t->concurrency),
		.only = only,
		.work = check_bots_check,
		.ended = c->ended,
		.arg = c,
		.ended_arg = c->arg,
		.heard = c->heard,
		.results = c->results};
	jobs.most = jobs.most < count || count == 0 ? jobs.most : count;
	check_bots_announce(c, &jobs);
	/* Several at a time have a progress line of their own. */
	c->progress = !c->json && c->ended == NULL && jobs.most <= 1 && isatty(STDERR_FILENO);
	tournament_rules_pause(c->t); /* each job starts its own */
	int signal_number = check_jobs_run(&jobs);
	check_bots_clear_step(c);
	return signal_number;
}

/* Can this machine make a sandbox as the tournament would? */
static bool check_bots_can_sandbox(const struct check_bots *c, struct error *err)
{
	const char *folder;
	signal(SIGPIPE, SIG_IGN);
	sandbox_prepare();
	if (sandbox_selftest_pass(c->config.terms.sandbox, err)) {
		if (!c->json && c->ended == NULL && c->config.terms.sandbox != SANDBOX_NONE &&
			cgroup_place(&folder) == 0)
			puts("no control group can be made here, so " CGROUP_NONE "\n");
		return true;
	}
	return error_prefix(err, "sandbox = %s: ", sandbox_level_names[c->config.terms.sandbox]);
}

/* Has what is there before the games: processors, the configuration, results, a sandbox. */
static int check_bots_prepare(struct check_bots *c, bool any, struct error *err)
{
	if (!preflight_has_processors(c->t, c->mistakes))
		return EXIT_USAGE;
	if (!preflight_all_travel(c->t, c->mistakes))
		return EXIT_FILE;
	if (!arbiter_config_make(&c->config, c->t, schedule_bot_seats_max(c->t), NULL, err))
		return EXIT_USAGE;
	c->results = check_results_create(c->t->bots_count);
	if (c->results == NULL) {
		error_set(err, "%s", strerror(errno));
		return EXIT_BROKEN;
	}
	return any && !check_bots_can_sandbox(c, err) ? EXIT_NO_BOT : 0;
}

static void check_bots_free(struct check_bots *c)
{
	if (c->results != NULL)
		check_results_free(c->results, c->t->bots_count);
	arbiter_config_clear(&c->config);
}

int check_bots_open(struct check_bots *c, bool any, struct error *err)
{
	*err->text = '\0';
	int status = check_bots_prepare(c, any, err);
	if (status == 0 && c->question == NULL && !check_games_open(&c->games, c->t, c->mistakes))
		status = c->t->file != NULL ? EXIT_FILE : EXIT_USAGE;
	if (status != 0)
		check_bots_free(c);
	return status;
}

void check_bots_close(struct check_bots *c)
{
	if (c->question == NULL)
		check_games_close(&c->games);
	check_bots_free(c);
}
