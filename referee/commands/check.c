/*
 * check.c - `referee check`: checks the tournament file, and that each bot starts, speaks the
 * protocol and plays legal moves.
 *
 * The findings are this command's data. So the mistakes of the file and the steps of the bots all
 * go to stdout.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/check-games.h"
#include "referee/commands/check-jobs.h"
#include "referee/commands/check-question.h"
#include "referee/commands/check-sandbox.h"
#include "referee/commands/command.h"
#include "referee/base/escape.h"
#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/base/text-table.h"
#include "referee/sandbox/sandbox.h"
#include "referee/check/bot-check.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/director/arbiter-config-make.h"
#include "referee/director/preflight.h"
#include "referee/config/settings.h"
#include "referee/director/tournament-check.h"

enum { CHECK_SETTINGS = 64, CHECK_JOBS = 256 };

/* A setting for the bot whose command follows --. */
struct check_setting {
	const struct setting *row;
	const char *text;
};

struct check {
	struct tournament tournament;
	const char *file;
	char *const *command; /* the command after --; NULL: none */
	struct settings_options options;
	struct check_setting settings[CHECK_SETTINGS];
	int settings_count;
	int sandbox; /* --sandbox: a level, or -1 */
	struct check_question question;
	struct check_games games;
	struct option_list names; /* the words after the file: names of bots to check */
	int64_t jobs;
	bool json, quick, colour;
	struct arbiter_config plan;
	struct check_result *results; /* by bot; NULL: no bot was checked */

	/* Only in the process that checks one bot: */
	const char *bot;
	int steps[STEP_RESULT_SKIPPED + 1]; /* its steps, by verdict */
	struct check_result *result;
};

static const struct check_verdict {
	const char *word, *json, *colour;
} check_verdicts[] = {
	[STEP_RESULT_OK] = {"ok", "ok", "\033[32m"},
	[STEP_RESULT_WARNING] = {"warning", "warning", "\033[33m"},
	[STEP_RESULT_FAILED] = {"FAILED", "failed", "\033[1;31m"},
	[STEP_RESULT_SKIPPED] = {"skipped", "skipped", "\033[2m"},
};

static const char check_is_remote[] =
	"it comes in over the network, which only `referee serve` lets it, and is not examined";

/* --- output --------------------------------------------------------------------------------- */

static void check_tell_json(const struct check *c, const struct step_result *f)
{
	fputs("{\"bot\":", stdout);
	json_string(stdout, c->bot);
	fputs(",\"step\":", stdout);
	json_string(stdout, f->step);
	printf(",\"verdict\":\"%s\",\"ms\":%.3f,\"text\":", check_verdicts[f->verdict].json,
		(double)f->took / (double)MILLISECOND);
	json_string(stdout, f->text);
	fputs(",\"fault\":", stdout);
	json_string(stdout, f->fault != VERDICT_OK ? verdict_table[f->fault].name : NULL);
	fputs(",\"detail\":", stdout);
	json_string(stdout, f->fault != VERDICT_OK ? f->detail : NULL);
	fputs(",\"more\":", stdout);
	json_string(stdout, f->more[0] != '\0' ? f->more : NULL);
	puts("}");
}

static void check_tell_text(const struct check *c, const struct step_result *f)
{
	const struct check_verdict *verdict = &check_verdicts[f->verdict];
	char took[32] = "";
	char *text = escape_text(f->text, false), *more = escape_text(f->more, true);
	char *detail = escape_text(f->detail, false);
	if (f->took > 0)
		snprintf(took, sizeof took, "%.1f ms", (double)f->took / (double)MILLISECOND);
	printf("  %-10s %s%-8s%s %11s  %s\n", f->step, c->colour ? verdict->colour : "",
		verdict->word, c->colour ? "\033[0m" : "", took, text);
	if (f->fault != VERDICT_OK)
		printf("             | a tournament's verdict: %s - %s\n",
			verdict_table[f->fault].name, detail);
	for (char *at = more, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			printf("             | %s\n", line);
	free(text);
	free(detail);
	free(more);
}

/* Keeps the most important sentence: of the first failed step, else of the first step with a
 * warning. */
static void check_note(struct check *c, const struct step_result *f)
{
	struct check_result *r = c->result;
	if (f->verdict == STEP_RESULT_SKIPPED || f->verdict <= r->verdict)
		return;
	r->verdict = f->verdict;
	r->fault = f->fault;
	if (f->fault != VERDICT_OK)
		snprintf(r->text, sizeof r->text, "%s: %.900s", verdict_table[f->fault].name,
			f->text);
	else
		snprintf(r->text, sizeof r->text, "%s", f->text);
}

static void check_on_finding(void *arg, const struct step_result *f)
{
	struct check *c = arg;
	c->steps[f->verdict]++;
	check_note(c, f);
	if (c->json)
		check_tell_json(c, f);
	else if (f->verdict != STEP_RESULT_SKIPPED)
		check_tell_text(c, f);
	fflush(stdout);
}

/* Prints a mistake of the file as a finding. */
static void check_on_mistake(void *arg, const char *line)
{
	struct check *c = arg;
	struct step_result f = {.step = "file", .verdict = STEP_RESULT_FAILED};
	snprintf(f.text, sizeof f.text, "%s", line);
	if (c->json)
		check_tell_json(c, &f);
	else
		puts(line);
}

static void check_on_flag(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "referee: %s\n", line);
}

/* --- the command line ----------------------------------------------------------------------- */

extern const struct command command_check;

/* Stores a setting of a bot's section, for the bot of COMMAND. */
static bool check_read_setting(
	const struct option_row *row, void *values, const char *text, char *why, size_t size)
{
	struct check *c = values;
	if (c->settings_count == CHECK_SETTINGS)
		snprintf(why, size, "there are more than %d settings", CHECK_SETTINGS);
	else
		c->settings[c->settings_count++] = (struct check_setting){row->data, text};
	return *why == '\0';
}

/* An option for a setting of a tournament. The shared options and the sandbox have options of
 * their own. */
static bool check_tournament_option(size_t number, struct option_row *row)
{
	for (size_t i = 0; settings_option(i, row); i++) {
		bool other = row->data == &settings_of_tournament[SETTING_OPTION] ||
			     row->data == &settings_of_tournament[SETTING_SANDBOX];
		if (!other && number-- == 0)
			return true;
	}
	return false;
}

/* An option for a setting that only bots have. */
static bool check_bot_option(size_t number, struct option_row *row)
{
	const struct setting *s = settings_of_bot;
	for (; s->key != NULL; s++) {
		const struct setting *same = settings_find(settings_of_tournament, s->key);
		bool taken = same != NULL && (same->uses & SETTING_FLAG) &&
			     same != &settings_of_tournament[SETTING_OPTION];
		bool other = s == &settings_of_bot[BOT_SETTING_COMMAND] ||
			     s == &settings_of_bot[BOT_SETTING_REMOTE];
		if (!taken && !other && number-- == 0)
			break;
	}
	*row = (struct option_row){.name = s->key,
		.value = s->key != NULL ? s->value->shape : NULL,
		.kind = OPTION_READ,
		.preset = s->preset,
		.help = s->help,
		.read = check_read_setting,
		.data = s};
	return s->key != NULL;
}

static void check_combine(const struct check *c, struct diagnostics *mistakes)
{
	const struct check_question *q = &c->question;
	if (c->command != NULL && c->command[0] == NULL)
		diagnostics_add(mistakes, (struct origin){0}, "no command follows \"--\"");
	else if (c->command != NULL && (c->file != NULL || c->tournament.bots_count > 0))
		diagnostics_add(mistakes, (struct origin){0},
			"a file or --bot, and a command after \"--\": check one of them");
	else if (c->command == NULL && c->settings_count > 0)
		diagnostics_add(mistakes, (struct origin){0}, "%s is for a command after \"--\"",
			c->settings[0].row->flag);
	if (!check_question_asked(q) && (q->time_left != NULL || q->seed != NULL))
		diagnostics_add(mistakes, (struct origin){0},
			"--time-left and --game-seed belong to a --position, or to --moves");
}

/* Reads the command line. False: *status is the exit status. */
static bool check_read_options(
	struct check *c, int argc, char **argv, struct diagnostics *mistakes, int *status)
{
	const struct setting *sandbox = &settings_of_tournament[SETTING_SANDBOX];
	c->options = (struct settings_options){&c->tournament, mistakes};
	c->sandbox = -1;
	if (!command_read(&command_check, c, argc, argv, status))
		return false;
	*status = EXIT_USAGE;
	if (c->sandbox >= 0)
		settings_set(&c->tournament, sandbox, sandbox_level_names[c->sandbox],
			(struct origin){sandbox->flag, 0}, mistakes);
	check_combine(c, mistakes);
	return mistakes->count == 0;
}

/* Is --sandbox the only task? */
static bool check_is_sandbox(const struct check *c)
{
	return c->sandbox > SANDBOX_NONE && c->file == NULL && c->command == NULL &&
	       c->tournament.bots_count == 0;
}

/* Writes word so that shell_split_split() reads it back. Returns the end of the text. */
static char *check_quote(char *out, const char *word)
{
	if (*word != '\0' && word[strcspn(word, " \t\n\"'\\")] == '\0')
		return stpcpy(out, word);
	*out++ = '"';
	for (; *word != '\0'; word++) {
		if (*word == '"' || *word == '\\')
			*out++ = '\\';
		*out++ = *word;
	}
	*out++ = '"';
	return out;
}

/* Joins the words of a command to one text. */
static char *check_join(char *const *words)
{
	size_t size = 1;
	for (char *const *w = words; *w != NULL; w++)
		size += 2 * strlen(*w) + 3;
	char *text = memory_get(size, 1), *out = text;
	for (char *const *w = words; *w != NULL; w++) {
		if (w > words)
			*out++ = ' ';
		out = check_quote(out, *w);
	}
	return text;
}

static bool check_set_bot(const struct check *c, struct bot *bot, struct diagnostics *mistakes)
{
	bool good = true;
	for (int i = 0; i < c->settings_count && good; i++) {
		const struct check_setting *s = &c->settings[i];
		const struct origin at = {s->row->flag, 0};
		good = settings_set_bot(bot, s->row, s->text, at, mistakes);
	}
	return good;
}

/* Makes the command a tournament of equal bots, as many as any game has seats. */
static void check_add_command(struct check *c, struct diagnostics *mistakes)
{
	static const struct origin at = {"--", 0};
	const struct setting *row = settings_find(settings_of_bot, "command");
	char *text = check_join(c->command), name[BOT_NAME] = "bot";
	for (int i = 1; i <= SEATS_MAX; i++) {
		struct bot *bot = tournament_add_bot(&c->tournament, name, at, mistakes);
		if (bot == NULL || !settings_set_bot(bot, row, text, at, mistakes) ||
			!check_set_bot(c, bot, mistakes))
			break;
		snprintf(name, sizeof name, "bot-%d", i + 1);
	}
	free(text);
}

/* Reads the definition to check. Returns 0 or the exit status. */
static int check_read(struct check *c)
{
	struct diagnostics flags = {.tell = command_tell, .arg = (void *)&command_check};
	struct diagnostics mistakes = {.tell = check_on_mistake, .arg = c};
	if (c->file == NULL) {
		if (c->command != NULL)
			check_add_command(c, &flags);
		return tournament_check(&c->tournament, &flags) ? 0 : EXIT_USAGE;
	}
	tournament_read_file(&c->tournament, c->file, &mistakes);
	tournament_check(&c->tournament, &mistakes);
	if (mistakes.count == 0)
		return 0;
	if (!c->json)
		printf("%s: %d mistake%s; the bots are checked when the file is right\n", c->file,
			mistakes.count, mistakes.count == 1 ? "" : "s");
	return EXIT_FILE;
}

/* --- one bot -------------------------------------------------------------------------------- */

static const char *const check_results[] = {
	[BOT_CHECK_GOOD] = "it can play",
	[BOT_CHECK_NO_BOT] = "it cannot be started",
	[BOT_CHECK_BROKEN] = "our own fault: it could not be examined",
};

/* Prints the last line about a bot. */
static void check_sum_up(const struct check *c, enum bot_check_result result)
{
	const int *steps = c->steps;
	if (result == BOT_CHECK_FAULTS)
		printf("  %d step%s failed", steps[STEP_RESULT_FAILED],
			steps[STEP_RESULT_FAILED] == 1 ? "" : "s");
	else
		printf("  %s", check_results[result]);
	if (steps[STEP_RESULT_WARNING] > 0)
		printf("; %d warning%s", steps[STEP_RESULT_WARNING],
			steps[STEP_RESULT_WARNING] == 1 ? "" : "s");
	if (steps[STEP_RESULT_SKIPPED] > 0)
		printf("; %d could not be tried", steps[STEP_RESULT_SKIPPED]);
	fputs("\n\n", stdout);
}

/* Prints the same as JSON, after all steps. */
static void check_sum_up_json(const struct check *c)
{
	const struct check_result *r = c->result;
	fputs("{\"bot\":", stdout);
	json_string(stdout, c->bot);
	printf(",\"step\":\"result\",\"verdict\":\"%s\",\"fit\":%s,\"fault\":",
		check_verdicts[r->verdict].json, r->result == BOT_CHECK_GOOD ? "true" : "false");
	json_string(stdout, r->fault != VERDICT_OK ? verdict_table[r->fault].name : NULL);
	fputs(",\"text\":", stdout);
	json_string(stdout, r->text);
	puts("}");
}

/* Checks a bot. Runs in a process of its own. */
static void check_bot(void *arg, int bot)
{
	struct check *c = arg;
	struct check_games_of *games = memory_get(1, sizeof *games);
	c->bot = c->plan.bots[bot].name;
	c->result = &c->results[bot];
	games->order.quick = c->quick;
	games->order.idle = &c->result->idle;
	if (!c->json) {
		char *command = escape_text(c->tournament.bots[bot].command, false);
		printf("%s: %s\n", c->bot, command);
		free(command);
		fflush(stdout);
	}
	if (check_question_asked(&c->question)) {
		c->result->result =
			bot_check_ask(&c->plan, bot, &c->question.question, check_on_finding, c);
	} else {
		check_games_make(&c->games, bot, games);
		c->result->result =
			bot_check_run(&c->plan, bot, &games->order, check_on_finding, c);
		check_games_close(&c->games);
	}
	free(games);
	if (c->result->verdict == STEP_RESULT_OK)
		snprintf(c->result->text, sizeof c->result->text, "%s",
			check_results[c->result->result]);
	c->result->done = true;
	if (c->json)
		check_sum_up_json(c);
	else
		check_sum_up(c, c->result->result);
}

/* --- all bots ------------------------------------------------------------------------------- */

/* Selects the bots to check, in the order of the file; a remote bot is none of them. Returns
 * their number; -1: a name is not that of a bot, which was reported. */
static int check_choose(const struct check *c, bool *chosen, int *list)
{
	const struct tournament *t = &c->tournament;
	const char **names = memory_get((size_t)t->bots_count, sizeof *names);
	int bots = c->command != NULL ? 1 : t->bots_count, count = 0;
	for (int i = 0; i < bots; i++) {
		names[i] = t->bots[i].name;
		chosen[i] = c->names.count == 0;
	}
	for (int i = 0; i < c->names.count; i++) {
		int bot = tournament_find_bot(t, c->names.all[i]);
		if (bot >= 0) {
			chosen[bot] = true;
			continue;
		}
		const char *near = did_you_mean(c->names.all[i], names, bots);
		fprintf(stderr, "referee: %s has no bot \"%s\"%s%s%s\n", c->file, c->names.all[i],
			near != NULL ? "; did you mean \"" : "", near != NULL ? near : "",
			near != NULL ? "\"?" : "");
		count = -1;
	}
	free(names);
	for (int i = 0; i < bots && count >= 0; i++)
		if (chosen[i] && !t->bots[i].remote)
			list[count++] = i;
	return count;
}

/* Names a remote bot, which cannot be checked. */
static void check_remote(struct check *c, int bot)
{
	struct step_result f = {.step = "remote", .verdict = STEP_RESULT_SKIPPED};
	snprintf(f.text, sizeof f.text, "%s", check_is_remote);
	c->bot = c->tournament.bots[bot].name;
	if (c->json)
		check_tell_json(c, &f);
	else
		printf("%s: remote\n  %s\n\n", c->bot, f.text);
}

static int check_count(const struct check *c, enum bot_check_result result)
{
	int count = 0;
	for (int i = 0; i < c->tournament.bots_count; i++)
		count += c->results[i].done && c->results[i].result == result;
	return count;
}

static int check_done(const struct check *c)
{
	int count = 0;
	for (int i = 0; i < c->tournament.bots_count; i++)
		count += c->results[i].done;
	return count;
}

/* Prints a table: each bot, its result, and the most important sentence. */
static void check_table(const struct check *c, const bool *chosen)
{
	static const char *const names[] = {"bot", "fit", "reason"};
	struct text_table *table = text_table_create(TEXT_TABLE_TEXT, stdout, names, 3);
	for (int i = 0; i < c->tournament.bots_count; i++) {
		const struct check_result *r = &c->results[i];
		bool remote = c->tournament.bots[i].remote;
		struct text_table_cell cells[] = {{.text = c->tournament.bots[i].name},
			{.text = !r->done		       ? "-"
				 : r->result == BOT_CHECK_GOOD ? "yes"
							       : "no"},
			{.text = remote	   ? check_is_remote
				 : r->done ? r->text
					   : "it was not examined"}};
		if (chosen[i])
			text_table_row(table, cells);
	}
	text_table_free(table);
}

/* Prints the names of the bots with this result. */
static void check_name(const struct check *c, enum bot_check_result result, const char *what)
{
	const char *comma = "";
	if (check_count(c, result) == 0)
		return;
	printf("%s: ", what);
	for (int i = 0; i < c->tournament.bots_count; i++) {
		if (!c->results[i].done || c->results[i].result != result)
			continue;
		printf("%s%s", comma, c->tournament.bots[i].name);
		comma = ", ";
	}
	putchar('\n');
}

/* Prints the last lines, and returns the exit status. */
static int check_conclude(const struct check *c, const bool *chosen)
{
	int examined = check_done(c), good = check_count(c, BOT_CHECK_GOOD);
	int none = check_count(c, BOT_CHECK_NO_BOT);
	if (c->quick && !c->json)
		puts("--quick: no whole games were played, and none of a bot against itself; \"stop\" was not tried");
	if (examined > 1 && !c->json) {
		printf("%d bots: %d good, %d with faults, %d cannot be started\n", examined, good,
			check_count(c, BOT_CHECK_FAULTS), none);
		check_name(c, BOT_CHECK_FAULTS, "with faults");
		check_name(c, BOT_CHECK_NO_BOT, "cannot be started");
		putchar('\n');
	}
	if (c->command == NULL && !c->json)
		check_table(c, chosen);
	if (check_count(c, BOT_CHECK_BROKEN) > 0)
		return EXIT_BROKEN;
	if (examined > 0 && none == examined)
		return EXIT_NO_BOT;
	return good == examined ? EXIT_SUCCESS : EXIT_FAULTS;
}

/* Prints the longest time that the check may take, if it is known. */
static void check_foretell(const struct check *c, const struct check_jobs *jobs)
{
	const struct limits *l = &c->plan.limits;
	char most[32] = "";
	usec games = (c->plan.players + 1) * BOT_CHECK_GAME;
	if (c->json || jobs->count < 2)
		return;
	time_tell(games, most, sizeof most);
	printf("%d bots, %d at a time", jobs->count, jobs->most);
	if (c->quick)
		fputs(", without whole games", stdout);
	else if (l->movetime > 0 && !limits_have_tc(l))
		printf(", whole games of at most %s for each bot", most);
	puts("\n");
}

/* Checks the chosen bots. */
static int check_examine(struct check *c, const bool *chosen, const int *list, int count)
{
	const struct cpu_affinity *only = &c->tournament.processors;
	only = only->count > 0 ? only : NULL;
	struct check_jobs jobs = {.bots = list,
		.count = count,
		.most = c->jobs > 0    ? c->jobs
			: only != NULL ? only->count
				       : check_jobs_most(),
		.pin = arbiter_config_pins(&c->tournament, c->tournament.concurrency),
		.only = only,
		.work = check_bot,
		.arg = c,
		.results = c->results};
	jobs.most = jobs.most < count || count == 0 ? jobs.most : count;
	check_foretell(c, &jobs);
	for (int i = 0; i < c->tournament.bots_count; i++)
		if (chosen[i] && c->tournament.bots[i].remote)
			check_remote(c, i);
	int signal_number = check_jobs_run(&jobs);
	int status = check_conclude(c, chosen);
	if (signal_number != 0) {
		fflush(stdout);
		fprintf(stderr, "referee: stopped; %d of %d bots were checked\n", check_done(c),
			count);
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	}
	return status;
}

/* Can this machine make a sandbox as the tournament would? */
static bool check_box(const struct check *c)
{
	char why[WHY];
	signal(SIGPIPE, SIG_IGN);
	sandbox_prepare();
	if (sandbox_selftest_pass(c->plan.sandbox, why, sizeof why))
		return true;
	fprintf(stderr, "referee: sandbox = %s: %s\n", sandbox_level_names[c->plan.sandbox], why);
	return false;
}

static int check_chosen(struct check *c, const bool *chosen, const int *list, int count)
{
	struct diagnostics mistakes = {.tell = check_on_flag};
	bool games = !check_question_asked(&c->question);
	if (!preflight_has_processors(&c->tournament, &mistakes))
		return EXIT_USAGE;
	if (count > 0 && !check_box(c))
		return EXIT_NO_BOT;
	if (games && !check_games_open(&c->games, &c->tournament, &mistakes))
		return c->file != NULL ? EXIT_FILE : EXIT_USAGE;
	int status = check_examine(c, chosen, list, count);
	if (games)
		check_games_close(&c->games);
	return status;
}

static int check_bots(struct check *c)
{
	char why[WHY];
	size_t bots = (size_t)c->tournament.bots_count;
	if (!arbiter_config_make(&c->plan, &c->tournament, NULL, why, sizeof why)) {
		check_on_flag(NULL, why);
		return EXIT_USAGE;
	}
	c->results = check_results_create((int)bots);
	if (c->results == NULL) {
		perror("referee");
		arbiter_config_clear(&c->plan);
		return EXIT_BROKEN;
	}
	bool *chosen = memory_get(bots, sizeof *chosen);
	int *list = memory_get(bots, sizeof *list);
	int count = check_choose(c, chosen, list);
	int status = count < 0 ? EXIT_USAGE : check_chosen(c, chosen, list, count);
	free(chosen);
	free(list);
	check_results_free(c->results, (int)bots);
	arbiter_config_clear(&c->plan);
	return status;
}

/* Runs the checks of a command line that was read. */
static int check_asked(struct check *c)
{
	struct diagnostics mistakes = {.tell = command_tell, .arg = (void *)&command_check};
	int status = check_read(c);
	if (status != 0)
		return status;
	if (c->file != NULL && !c->json)
		printf("%s: the file is right\n\n", c->file);
	if (check_question_asked(&c->question) &&
		!check_question_read(&c->question, &c->tournament, &mistakes))
		return EXIT_USAGE;
	return check_bots(c);
}

static int check_run(int argc, char **argv)
{
	struct diagnostics mistakes = {.tell = command_tell, .arg = (void *)&command_check};
	struct check c = {.file = NULL};
	const char *no_colour = getenv("NO_COLOR");
	int status;
	c.colour = isatty(STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0');
	tournament_init(&c.tournament);
	if (check_read_options(&c, argc, argv, &mistakes, &status))
		status = check_is_sandbox(&c) ? check_sandbox((enum sandbox_level)c.sandbox, c.json)
					      : check_asked(&c);
	options_clear(&command_check.options, &c);
	tournament_clear(&c.tournament);
	return status;
}

#define CHECK_AT(member) offsetof(struct check, member)

static const struct option_row check_options[] = {
	{.name = "jobs",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = CHECK_AT(jobs),
		.min = 1,
		.max = CHECK_JOBS,
		.preset = "one for each processor",
		.help = "check this many bots at the same time"},
	{.name = "quick",
		.kind = OPTION_SWITCH,
		.at = CHECK_AT(quick),
		.help = "ask for one move in each opening instead of whole games, and send no \"stop\""},
	{.name = "json",
		.kind = OPTION_SWITCH,
		.at = CHECK_AT(json),
		.help = "write an object a line for every step, and one for each bot's result"},
	{.name = "sandbox",
		.value = "LEVEL",
		.kind = OPTION_CHOICE,
		.at = CHECK_AT(sandbox),
		.choices = sandbox_level_names,
		.bare = "full",
		.help = "check in a sandbox of this level; without a file and a bot: try each way out of the sandbox that bots run in, and list which are refused"},
	{.name = NULL},
};

static const char *const check_examples[] = {"referee check cup.conf",
	"referee check --game connect4 -- ./mybot --depth 4", "referee check --sandbox", NULL};

const struct command command_check = {
	.name = "check",
	.group = COMMAND_PLAY,
	.summary = "Check a tournament's file, and that its bots start, speak and play legally",
	.about =
		"Checks the file of a tournament and each of its bots, or the bots that are named, or the one bot that COMMAND starts. "
		"Prints one line for every step, with what is wrong and what would be right, and at the end a table of all bots. "
		"A bot is tested as the tournament tests it: with its openings, seats, limits, clock, parameters and options. "
		"It plays a game in each of its seats, and one against itself.",
	.options = {.arguments = {{"FILE", ARGUMENT_OPTIONAL, CHECK_AT(file),
					  "the file of the tournament"},
			    {"NAME", ARGUMENT_ANY, CHECK_AT(names),
				    "the bots of the file that are checked; without a name all"},
			    {"COMMAND", ARGUMENT_COMMAND, CHECK_AT(command),
				    "the command of the one bot that is checked, behind --"}},
		.groups = {{.rows = check_options},
			{.title = "One question",
				.rows = check_question_options,
				.at = CHECK_AT(question)},
			{.title = "The game",
				.row = check_tournament_option,
				.at = CHECK_AT(options),
				.explain = settings_explain,
				.brief =
					"All settings of a tournament (`referee help run`) are options here too, such as --game, --movetime, --param."},
			{.title = "The bot of COMMAND",
				.row = check_bot_option,
				.brief =
					"The settings of a bot's section (`referee help run`) are options too, such as --dir DIR and --option NAME=VALUE."}}},
	.notes =
		"Exit status: 0 all good (warnings do not count); 1 a step failed; 2 usage; 3 the file is wrong; 4 no bot can be started.",
	.examples = check_examples,
	.run = check_run,
};
