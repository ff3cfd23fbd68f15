/*
 * check.c - `referee check`: checks the tournament file, and that each bot starts, speaks the
 * protocol and plays legal moves.
 *
 * The findings are this command's data. So the mistakes of the file and the steps of the bots all
 * go to stdout.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "referee/check/check-bots.h"
#include "referee/commands/command.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "base/did-you-mean.h"
#include "base/text-table.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/find-program.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/config/settings.h"
#include "referee/prepare/tournament-check.h"
#include "referee/machines/broker-link.h"
#include "referee/net/net-address.h"
#include "referee/process/standard-output.h"

enum { CHECK_SETTINGS = 64 };

/* A setting for the bot whose command follows --. */
struct check_setting {
	const struct setting *row;
	const char *text;
};

struct check {
	struct tournament tournament;
	const char *file;
	int own;	      /* bots of the file; those behind them only fill the game */
	char *const *command; /* the command after --; NULL: none */
	struct settings_options options;
	struct diagnostics mistakes; /* of the command line */
	struct check_setting settings[CHECK_SETTINGS];
	int settings_count;
	int sandbox;	       /* --sandbox: a level, or -1 */
	const char *as_worker; /* NULL: not given */
	struct check_question question;
	struct option_list names; /* the words after the file: names of bots to check */
	struct check_bots bots;
};

static const char check_is_remote[] =
	"it connects over the network, which only `referee serve` accepts; it is not checked";

/* --- output --------------------------------------------------------------------------------- */

/* Prints a mistake of the file as a finding. */
static void check_on_mistake(void *arg, const char *line)
{
	struct check *c = arg;
	struct step_result result = {.step = "file", .verdict = STEP_RESULT_FAILED};
	snprintf(result.text, sizeof result.text, "%s", line);
	if (c->bots.json)
		check_bots_print_json(NULL, &result);
	else
		puts(line);
}

/* --- the command line ----------------------------------------------------------------------- */

/* Stores a setting of a bot's section, for the bot of COMMAND. */
static bool check_read_setting(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct check *c = values;
	if (c->settings_count == CHECK_SETTINGS)
		error_set(err, "there are more than %d settings", CHECK_SETTINGS);
	else
		c->settings[c->settings_count++] = (struct check_setting){row->data, text};
	return *err->text == '\0';
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
	if (s->key == NULL)
		return false;
	*row = (struct option_row){OPTION(s->key, READ, 0), .value = s->value->shape,
		.read = check_read_setting, .data = s, .preset = settings_preset(s),
		.help = s->help};
	return true;
}

static void check_combine(struct check *c)
{
	struct diagnostics *mistakes = &c->mistakes;
	const struct check_question *q = &c->question;
	if (c->command != NULL && c->command[0] == NULL)
		diagnostics_add(mistakes, (struct origin){0},
			"COMMAND: it is missing; no command follows \"--\"");
	else if (c->command != NULL && (c->file != NULL || c->tournament.bots_count > 0))
		diagnostics_add(mistakes, (struct origin){0},
			"COMMAND: a file or --bot names the bots; leave out one of the two");
	else if (c->command == NULL && c->settings_count > 0)
		diagnostics_add(mistakes, (struct origin){0}, "%s is for a command after \"--\"",
			c->settings[0].row->flag);
	if (!check_question_given(q) && (q->time_left != NULL || q->seed != NULL))
		diagnostics_add(mistakes, (struct origin){0},
			"--time-left and --game-seed: they need --position or --moves");
	struct error err;
	if (c->as_worker != NULL && c->tournament.broker_nkey == NULL)
		diagnostics_add(mistakes, (struct origin){0},
			"--as-worker: --broker-nkey FILE, its key, is missing");
	else if (c->as_worker != NULL && !broker_name_is_valid(c->as_worker, &err))
		diagnostics_add(mistakes, (struct origin){0}, "--as-worker: %s", err.text);
}

/* Reads the command line. False: *status is the exit status. */
static bool check_read_options(struct check *c, int argc, char **argv, int *status)
{
	const struct setting *sandbox = &settings_of_tournament[SETTING_SANDBOX];
	c->options = (struct settings_options){&c->tournament, &c->mistakes};
	c->sandbox = -1;
	if (!command_read(&command_check, c, argc, argv, status))
		return false;
	*status = EXIT_USAGE;
	if (c->sandbox >= 0)
		settings_set(&c->tournament, sandbox, sandbox_level_names[c->sandbox],
			(struct origin){sandbox->flag, 0}, &c->mistakes);
	check_combine(c);
	return c->mistakes.count == 0;
}

/* Joins the words of a command to one text. */
static char *check_join(char *const *words)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	for (char *const *w = words; *w != NULL; w++) {
		bool plain = **w != '\0' && (*w)[strcspn(*w, " \t\n\"'\\")] == '\0';
		fputs(w > words ? " " : "", out);
		if (plain)
			fputs(*w, out);
		else
			shell_words_write(out, *w);
	}
	memory_close(out);
	return text;
}

static bool check_set_bot(struct check *c, struct bot *bot)
{
	bool good = true;
	for (int i = 0; i < c->settings_count && good; i++) {
		const struct check_setting *s = &c->settings[i];
		const struct origin at = {s->row->flag, 0};
		good = settings_set_bot(bot, s->row, s->text, at, &c->mistakes);
	}
	return good;
}

/* Makes the command a tournament of equal bots, as many as any game has seats. */
static void check_add_command(struct check *c)
{
	static const struct origin at = {"--", 0};
	const struct setting *row = settings_find(settings_of_bot, "command");
	char *text = check_join(c->command), name[BOT_NAME] = "bot";
	for (int i = 1; i <= SEATS_MAX; i++) {
		struct bot *bot = tournament_add_bot(&c->tournament, name, at, &c->mistakes);
		if (bot == NULL || !settings_set_bot(bot, row, text, at, &c->mistakes) ||
			!check_set_bot(c, bot))
			break;
		snprintf(name, sizeof name, "bot-%d", i + 1);
	}
	free(text);
}

/* The bots that are named are checked, and play no game against others. So a file may have fewer
 * than a game needs: the first one's command stands for the others. */
static void check_add_missing(struct check *c)
{
	const struct origin at = {c->file, 0};
	const struct setting *row = settings_find(settings_of_bot, "command");
	struct tournament *t = &c->tournament;
	const struct rules *rules = t->game != NULL ? rules_find(t->game) : NULL;
	int needed = t->players > 0  ? t->players
		     : rules != NULL ? __builtin_ctz(rules->seat_counts)
				     : 2;
	c->own = t->bots_count;
	if (c->names.count == 0 || c->own == 0 || t->bots[0].command == NULL)
		return;
	for (int i = 1; t->bots_count < needed; i++) {
		char name[BOT_NAME];
		snprintf(name, sizeof name, "another-%d", i);
		if (tournament_find_bot(t, name) >= 0)
			continue;
		struct bot *bot = tournament_add_bot(t, name, at, &c->mistakes);
		if (bot == NULL ||
			!settings_set_bot(bot, row, t->bots[0].command, at, &c->mistakes))
			return;
	}
}

/* Is FILE a program, and not a tournament file? Then that was reported. */
static bool check_is_program(const struct check *c)
{
	char found[FIND_PROGRAM_PATH];
	const char *dot = strrchr(c->file, '.');
	bool there = access(c->file, F_OK) == 0;
	bool python = there && dot != NULL && strcmp(dot, ".py") == 0;
	if (!python && (there ? access(c->file, X_OK) != 0 : !find_program_program(c->file, found)))
		return false;
	command_misused(&command_check,
		"%s: it is a program, and not a tournament file; put -- before the command: referee check --game GAME -- %s%s%s%s",
		c->file, python ? "python3 " : "", c->file, c->names.count > 0 ? " " : "",
		c->names.count > 0 ? c->names.all[0] : "");
	return true;
}

/* Reads the definition to check. Returns 0 or the exit status. */
static int check_read(struct check *c)
{
	struct diagnostics mistakes = {.report = check_on_mistake, .arg = c};
	if (c->file == NULL) {
		if (c->command != NULL)
			check_add_command(c);
		return c->mistakes.count == 0 && tournament_check(&c->tournament, &c->mistakes)
			       ? 0
			       : EXIT_USAGE;
	}
	if (check_is_program(c))
		return EXIT_USAGE;
	tournament_read_file(&c->tournament, c->file, &mistakes);
	check_add_missing(c);
	tournament_check(&c->tournament, &mistakes);
	if (mistakes.count == 0)
		return 0;
	if (!c->bots.json)
		printf("%s: %s; the bots are checked when the file is right\n", c->file,
			counted(mistakes.count, "mistake").text);
	return EXIT_FILE;
}

/* --- all bots ------------------------------------------------------------------------------- */

/* Selects the bots to check, in the order of the file; a remote bot is none of them. Returns
 * their number; -1: a name is not that of a bot, which was reported. */
static int check_choose(const struct check *c, bool *chosen, int *list)
{
	const struct tournament *t = &c->tournament;
	const char **names = memory_get((size_t)t->bots_count, sizeof *names);
	int bots = c->command != NULL ? 1 : c->file != NULL ? c->own : t->bots_count, count = 0;
	for (int i = 0; i < bots; i++) {
		names[i] = t->bots[i].name;
		chosen[i] = c->names.count == 0;
	}
	for (int i = 0; i < c->names.count; i++) {
		int bot = tournament_find_bot(t, c->names.all[i]);
		if (bot >= 0 && bot < bots) {
			chosen[bot] = true;
			continue;
		}
		const char *near = did_you_mean(c->names.all[i], names, bots);
		command_report(&command_check, "%s has no bot \"%s\"%s%s%s", c->file,
			c->names.all[i], near != NULL ? "; did you mean \"" : "",
			near != NULL ? near : "", near != NULL ? "\"?" : "");
		count = -1;
	}
	free(names);
	for (int i = 0; i < bots && count >= 0; i++)
		if (chosen[i] && !t->bots[i].remote)
			list[count++] = i;
	return count;
}

/* Names a remote bot, which cannot be checked. */
static void check_remote(const struct check *c, int bot)
{
	struct step_result result = {.step = "remote", .verdict = STEP_RESULT_SKIPPED};
	snprintf(result.text, sizeof result.text, "%s", check_is_remote);
	const char *name = c->tournament.bots[bot].name;
	if (c->bots.json)
		check_bots_print_json(name, &result);
	else
		printf("%s: remote\n  %s\n\n", name, result.text);
}

/* Prints a table: each bot, its result, and the most important sentence. */
static void check_table(const struct check *c, const bool *chosen)
{
	static const char *const names[] = {"bot", "fit", "reason"};
	struct text_table *table = text_table_create(TEXT_TABLE_TEXT, stdout, names, 3);
	for (int i = 0; i < c->tournament.bots_count; i++) {
		const struct check_result *r = &c->bots.results[i];
		bool remote = c->tournament.bots[i].remote;
		struct text_table_cell cells[] = {{.text = c->tournament.bots[i].name},
			{.text = !r->done		       ? "-"
				 : r->result == BOT_CHECK_GOOD ? "yes"
							       : "no"},
			{.text = remote	   ? check_is_remote
				 : r->done ? r->text
					   : "it was not checked"}};
		if (chosen[i])
			text_table_row(table, cells);
	}
	text_table_free(table);
}

/* Prints the names of the bots with this result. */
static void check_name(const struct check *c, enum bot_check_result result, const char *what)
{
	const char *comma = "";
	if (check_bots_count(&c->bots, result) == 0)
		return;
	printf("%s: ", what);
	for (int i = 0; i < c->tournament.bots_count; i++) {
		if (!c->bots.results[i].done || c->bots.results[i].result != result)
			continue;
		printf("%s%s", comma, c->tournament.bots[i].name);
		comma = ", ";
	}
	putchar('\n');
}

/* Prints the last lines, and returns the exit status. */
static int check_conclude(const struct check *c, const bool *chosen)
{
	int checked = check_bots_done(&c->bots), good = check_bots_count(&c->bots, BOT_CHECK_GOOD);
	int none = check_bots_count(&c->bots, BOT_CHECK_NO_BOT);
	if (c->bots.quick && !c->bots.json)
		puts("--quick: no whole games were played, no game of a bot against itself, and \"stop\" was not tried");
	if (checked > 1 && !c->bots.json) {
		printf("%d bots: %d good, %d with faults, %d cannot be started\n", checked, good,
			check_bots_count(&c->bots, BOT_CHECK_FAULTS), none);
		check_name(c, BOT_CHECK_FAULTS, "with faults");
		check_name(c, BOT_CHECK_NO_BOT, "cannot be started");
		putchar('\n');
	}
	if (c->command == NULL && !c->bots.json)
		check_table(c, chosen);
	if (check_bots_count(&c->bots, BOT_CHECK_BROKEN) > 0)
		return EXIT_BROKEN;
	if (checked > 0 && none == checked)
		return EXIT_NO_BOT;
	return good == checked ? EXIT_SUCCESS : EXIT_FAULTS;
}

/* Checks the chosen bots. */
static int check_chosen(struct check *c, const bool *chosen, const int *list, int count)
{
	for (int i = 0; i < c->tournament.bots_count; i++)
		if (chosen[i] && c->tournament.bots[i].remote)
			check_remote(c, i);
	int signal_number = check_bots_run(&c->bots, list, count);
	int status = check_conclude(c, chosen);
	if (signal_number != 0) {
		standard_output_flush();
		command_report(&command_check, "stopped; %d of %d bots were checked",
			check_bots_done(&c->bots), count);
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	}
	return status;
}

static int check_all_bots(struct check *c)
{
	size_t bots = (size_t)c->tournament.bots_count;
	bool *chosen = memory_get(bots, sizeof *chosen);
	int *list = memory_get(bots, sizeof *list);
	int count = check_choose(c, chosen, list), status = EXIT_USAGE;
	struct error err = {""};
	c->bots.t = &c->tournament;
	c->bots.mistakes = &c->mistakes;
	c->bots.question = check_question_given(&c->question) ? &c->question.question : NULL;
	if (count >= 0)
		status = check_bots_open(&c->bots, count > 0, &err);
	if (*err.text != '\0')
		command_report(&command_check, "%s", err.text);
	if (count >= 0 && status == 0) {
		status = check_chosen(c, chosen, list, count);
		check_bots_close(&c->bots);
	}
	free(chosen);
	free(list);
	return status;
}

/* Runs the checks of a command line that was read. */
static int check_all(struct check *c)
{
	int status = check_read(c);
	if (status != 0)
		return status;
	if (c->file != NULL && !c->bots.json)
		printf("%s: the file is right\n\n", c->file);
	if (check_question_given(&c->question) &&
		!check_question_read(&c->question, &c->tournament, &c->mistakes))
		return EXIT_USAGE;
	return check_all_bots(c);
}

/* --- the sandbox ---------------------------------------------------------------------------- */

static void check_print_sandbox(const struct sandbox_selftest *t, bool json)
{
	const char *group = "";
	for (int i = 0; i < t->count; i++) {
		const struct escape_test *test = &escape_tests[i];
		bool must = t->level >= test->since;
		if (json) {
			printf("{\"group\":\"%s\",\"probe\":\"%s\",\"tries\":\"%s\",\"open\":%s,\"must\":\"%s\"}\n",
				test->group, test->name, test->tries, t->open[i] ? "true" : "false",
				must ? "refuse" : "");
			continue;
		}
		if (strcmp(group, test->group) != 0)
			printf("%s\n", test->group);
		group = test->group;
		printf("  %-8s %-16s %s\n",
			!t->open[i] ? "refused"
			: must	    ? "OPEN"
				    : "open",
			test->name, test->tries);
	}
}

/* Tries to escape from a sandbox of this level, which is not SANDBOX_NONE, and prints a table of
 * the escape tests. Returns the exit status. */
static int check_sandbox(enum sandbox_level level, bool json)
{
	struct sandbox_selftest t;
	struct error err;
	const char *folder;
	char program[PATH_MAX] = "";
	sandbox_prepare();
	if (!sandbox_can(level, &err) ||
		readlink("/proc/self/exe", program, sizeof program - 1) <= 0 ||
		!sandbox_selftest_run(&t, program, level, &err))
		return command_fail(&command_check, EXIT_NO_BOT,
			"sandbox = %s: it does not work here: %s", sandbox_level_names[level],
			err.text);
	check_print_sandbox(&t, json);
	if (!json && cgroup_place(&folder) == 0)
		puts("\nno control group can be made here, so " CGROUP_NONE);
	if (!json)
		printf("\nsandbox = %s: %d ways out tried, %d refused, %d open%s\n",
			sandbox_level_names[level], t.count, t.count - t.opened, t.opened,
			t.failed > 0
				? "; this level must refuse those marked OPEN, so no bot is started"
			: t.opened > 0 ? ", which this level allows"
				       : "");
	return t.failed == 0 ? EXIT_SUCCESS : EXIT_FAULTS;
}

/* --- the command ---------------------------------------------------------------------------- */

/* --broker: the program that has the NATS library examines the server. Returns the exit status. */
static int check_broker(const struct check *c)
{
	const struct tournament *t = &c->tournament;
	const struct broker broker = {.url = t->broker,
		.ca = t->broker_ca,
		.nkey = t->broker_nkey,
		.pool = t->worker_pool != NULL ? t->worker_pool : "any",
		.silence = BROKER_LINK_SILENCE};
	const char *more[4] = {NULL};
	int count = 0;
	struct error err;
	if (!broker_is_built(&broker, &err))
		return command_fail(&command_check, EXIT_BROKEN, "%s", err.text);
	if (c->bots.json)
		more[count++] = "--json";
	if (c->as_worker != NULL) {
		more[count++] = "--name";
		more[count++] = c->as_worker;
	}
	standard_output_flush();
	broker_exec(&broker, "check", STDIN_FILENO, more);
	command_report(&command_check, "referee-broker cannot be started: %s", strerror(errno));
	return EXIT_BROKEN;
}

static int check_run(int argc, char **argv)
{
	struct check c = {.mistakes = command_mistakes(&command_check)};
	const char *no_colour = getenv("NO_COLOR");
	int status;
	c.bots.colour = isatty(STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0');
	fold_width(); /* the processes that check bots write into pipes */
	tournament_init(&c.tournament);
	if (check_read_options(&c, argc, argv, &status)) {
		bool alone = c.file == NULL && c.command == NULL && c.tournament.bots_count == 0;
		if (alone && c.sandbox > SANDBOX_NONE)
			status = check_sandbox((enum sandbox_level)c.sandbox, c.bots.json);
		else if (alone && c.tournament.broker != NULL)
			status = check_broker(&c);
		else
			status = check_all(&c);
	}
	options_clear(&command_check.options, &c);
	tournament_clear(&c.tournament);
	return status;
}

#define CHECK_AT(member) offsetof(struct check, member)

static const struct option_row check_options[] = {
	{OPTION("jobs", NUMBER, CHECK_AT(bots.jobs)), .value = "N", .min = 1,
		.max = CHECK_BOTS_JOBS, .preset = "one for each processor",
		.help = "check this many bots at the same time"},
	{OPTION("quick", SWITCH, CHECK_AT(bots.quick)),
		.help = "ask for one move in each opening instead of whole games, and send no \"stop\""},
	{OPTION("json", SWITCH, CHECK_AT(bots.json)),
		.help = "write one JSON object a line for each step, and one for the result of each bot"},
	{OPTION("sandbox", CHOICE, CHECK_AT(sandbox)), .value = "LEVEL",
		.choices = sandbox_level_names, .bare = "full",
		.help = "check in a sandbox of this level; without FILE and a bot, run the escape tests and list the refused ones"},
	{OPTION("as-worker", TEXT, CHECK_AT(as_worker)), .value = "NAME", .needs = "broker",
		.help = "test the rights of this worker's key, with --broker and --broker-nkey"},
	{.name = NULL},
};

const struct command command_check = {
	.name = "check",
	.group = COMMAND_PLAY,
	.summary = "Check a tournament file, and that its bots start, answer and play legal moves",
	.about =
		"Checks the file of a tournament and each of its bots, or the bots that are named, or the one bot that COMMAND starts. "
		"Prints one line for each step, with the problem and the correction, and at the end a table of all bots. "
		"A bot is tested as the tournament tests it: with its openings, seats, limits, clock, parameters and options. "
		"It plays a game in each of its seats, and one against itself.\n"
		"With --broker and without a file or bot it examines the NATS server through which workers come: does it let a client in without a key, and may a key do more than it must?",
	.options = {.arguments = {{"FILE", ARGUMENT_OPTIONAL, CHECK_AT(file),
					  "the file of the tournament"},
			    {"NAME", ARGUMENT_ANY, CHECK_AT(names),
				    "check only these bots of the file"},
			    {"COMMAND", ARGUMENT_COMMAND, CHECK_AT(command),
				    "check one bot, started by this command, behind --"}},
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
	.examples = (const char *const[]){"# Check a tournament file and all its bots.",
		"referee check cup.conf", "# Check one bot.",
		"referee check --game connect4 -- ./mybot --depth 4",
		"# Show how well the sandbox of this machine confines bots.",
		"referee check --sandbox", "# Examine the NATS server through which workers come.",
		"referee check --broker tls://main.example:4222 --broker-ca broker.pem --broker-nkey main.nk",
		NULL},
	.run = check_run,
};
