/*
 * check-rules.c - `referee check-rules`: tests a rules program before a tournament uses it.
 *
 * The findings are this command's data, so they go to stdout.
 */
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/check/check-bots.h"
#include "referee/check/rules-check.h"
#include "referee/commands/command.h"
#include "referee/sandbox/rules-program.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/process/standard-output.h"

struct check_rules {
	char *const *command;
	const char *dir;
	struct option_list params;
	int64_t seats, seed, games, memory;
	usec time, limit;
	int sandbox;
	bool json;
	bool colour;
};

static void check_rules_print_json(const struct rules_finding *f)
{
	struct json_writer j = {.out = stdout};
	json_open(&j, NULL, '{');
	json_text(&j, "step", f->step);
	json_text(&j, "verdict", check_bots_verdicts[f->verdict].json);
	fprintf(json_key(&j, "ms"), "%.3f", (double)f->took / (double)MILLISECOND);
	json_text(&j, "text", f->text);
	json_text(&j, "position", f->position[0] != '\0' ? f->position : NULL);
	json_text(&j, "move", f->word[0] != '\0' ? f->word : NULL);
	json_text(&j, "lines", f->lines);
	json_close(&j, '}');
	putchar('\n');
}

/* Prints foreign lines, each behind a label. NULL: none. */
static void check_rules_print_lines(const char *label, const char *lines)
{
	char *copy = escape_text(lines, true);
	for (char *at = copy, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			printf("              | %s%s\n", label, line);
	free(copy);
}

static void check_rules_report(void *arg, const struct rules_finding *f)
{
	const struct check_rules *c = arg;
	if (c->json)
		check_rules_print_json(f);
	else {
		char *text = escape_text(f->text, false),
		     *position = escape_text(f->position, false);
		char *word = escape_text(f->word, false);
		printf("  %-11s %s%-8s%s %9.1f ms  %s\n", f->step,
			c->colour ? check_bots_verdicts[f->verdict].colour : "",
			check_bots_verdicts[f->verdict].word, c->colour ? "\033[0m" : "",
			(double)f->took / (double)MILLISECOND, text);
		if (position[0] != '\0')
			printf("              | position: %s\n", position);
		if (word[0] != '\0')
			printf("              | move: %s\n", word);
		check_rules_print_lines("", f->lines);
		free(text);
		free(position);
		free(word);
	}
	standard_output_flush();
}

/* Reports that the program cannot be opened, as a step. */
static int check_rules_cannot_open(const struct check_rules *c, const struct error *err)
{
	struct rules_finding f = {.step = "rules", .verdict = STEP_RESULT_FAILED};
	snprintf(f.text, sizeof f.text, "%s", err->text);
	check_rules_report((void *)c, &f);
	return EXIT_FAULTS;
}

/* Runs all steps, and prints what they found. */
static int check_rules_all(const struct check_rules *c, const struct rules *rules)
{
	const struct rules_check_options options = {.rules = rules,
		.seats = (int)c->seats,
		.params = c->params.all,
		.params_count = c->params.count,
		.seed = (uint64_t)c->seed,
		.games = c->games,
		.time = c->time,
		.report = check_rules_report,
		.arg = (void *)c};
	bool good = rules_check_run(&options);
	if (!c->json) {
		check_rules_print_lines("stderr: ", good ? NULL : rules_process_errors(rules));
		puts(good ? "  a tournament can use it"
			  : "  a step failed; the steps after it were not tried");
	}
	return good ? EXIT_SUCCESS : EXIT_FAULTS;
}

/* Starts the program in its sandbox and checks it. */
static int check_rules_program(const struct check_rules *c)
{
	struct error err;
	struct sandbox_limits limits = sandbox_limits_usual;
	limits.memory = c->memory;
	struct rules_program program = {.options = {.argv = c->command,
						.dir = c->dir,
						.level = (enum sandbox_level)c->sandbox,
						.resources = &limits}};
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	for (char *const *w = c->command; *w != NULL; w++)
		fprintf(out, "%s%s", w > c->command ? " " : "", *w);
	memory_close(out);
	char *command = text;
	const struct rules_process_options options = {
		.command = command, .start_limit = c->limit, .limit = c->limit};
	const struct rules_process_calls calls = rules_program_calls(&program);
	const struct rules *rules = rules_process_open(&options, &calls, &err);
	int status = rules == NULL ? check_rules_cannot_open(c, &err) : check_rules_all(c, rules);
	rules_process_close(rules);
	free(command);
	return status;
}

static int check_rules_run(int argc, char **argv)
{
	struct check_rules c = {.seed = 1,
		.games = 1000,
		.time = 30 * SECOND,
		.limit = 10 * SECOND,
		.memory = sandbox_limits_usual.memory,
		.sandbox = SANDBOX_FULL};
	const char *no_colour = getenv("NO_COLOR");
	struct error err;
	int status;
	c.colour = isatty(STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0');
	if (command_read(&command_check_rules, &c, argc, argv, &status)) {
		signal(SIGPIPE, SIG_IGN);
		sandbox_prepare();
		if (c.command == NULL || c.command[0] == NULL) {
			status = command_misused(&command_check_rules,
				"COMMAND: it is missing; the command of the rules follows \"--\"");
		} else if (!sandbox_selftest_pass((enum sandbox_level)c.sandbox, &err)) {
			command_report(&command_check_rules, "sandbox = %s: %s",
				sandbox_level_names[c.sandbox], err.text);
			status = EXIT_NO_BOT;
		} else {
			status = check_rules_program(&c);
		}
	}
	options_clear(&command_check_rules.options, &c);
	return status;
}

#define CHECK_RULES_AT(member) offsetof(struct check_rules, member)

static const struct option_row check_rules_options[] = {
	{OPTION("games", NUMBER, CHECK_RULES_AT(games)), .value = "N", .min = 1, .max = 1000000000,
		.preset = "1000", .help = "play this many random games"},
	{OPTION("time", TIME, CHECK_RULES_AT(time)), .value = "TIME", .min = MILLISECOND,
		.max = 86400 * SECOND, .preset = "30s",
		.help = "begin no random game after this time"},
	{OPTION("players", NUMBER, CHECK_RULES_AT(seats)), .value = "N", .min = 2, .max = SEATS_MAX,
		.preset = "all numbers that can play, in turn",
		.help = "play with this many seats"},
	{OPTION("param", LIST, CHECK_RULES_AT(params)), .value = "KEY=VALUE", .max = PARAMETERS_MAX,
		.help = "set a parameter of the game"},
	{OPTION("seed", NUMBER, CHECK_RULES_AT(seed)), .value = "N", .min = 0, .max = INT64_MAX,
		.preset = "1", .help = "draw the random moves from this seed"},
	{OPTION("limit", TIME, CHECK_RULES_AT(limit)), .value = "TIME", .min = MILLISECOND,
		.max = 3600 * SECOND, .preset = "10s",
		.help = "wait this long for the start of the program, and for each answer"},
	{OPTION("dir", TEXT, CHECK_RULES_AT(dir)), .value = "DIR", .preset = "the current folder",
		.help = "start the program in this folder"},
	{OPTION("memory", SIZE, CHECK_RULES_AT(memory)), .value = "SIZE", .min = 1 << 20,
		.max = INT64_MAX, .preset = "256M", .help = "let the program use this much memory"},
	{OPTION("sandbox", CHOICE, CHECK_RULES_AT(sandbox)), .value = "LEVEL",
		.choices = sandbox_level_names, .preset = "full",
		.help = "start the program in a sandbox of this level"},
	{OPTION("json", SWITCH, CHECK_RULES_AT(json)),
		.help = "write one JSON object a line for each step"},
	{.name = NULL},
};

const struct command command_check_rules = {
	.name = "check-rules",
	.group = COMMAND_PLAY,
	.summary = "Check a program that answers for the rules of a game",
	.about =
		"Starts the program of a game's rules (docs/rules-protocol.md) in a sandbox, as a tournament does, and tests what a tournament relies on. "
		"It plays random games and checks that each answer is within the bounds of the protocol, that games end, and that equal keys mean equal positions. "
		"Then it starts the program again: the same game must have the same positions, each position must read back as itself, and moves of all games in another order must have the same answers. "
		"Moves that are not legal must be refused, and with more than two seats the others go on when one gives up. "
		"The last steps say what a move costs, and show one of the games: its moves as SEAT:MOVE, its last position, its board and the ranks. "
		"Whether it is the game that you mean, only you can tell.\n"
		"A step that fails names the position, the move and the problem; it is the last one.",
	.options = {.arguments = {{"COMMAND", ARGUMENT_COMMAND, CHECK_RULES_AT(command),
			    "start the program by this command, behind --"}},
		.groups = {{.rows = check_rules_options}}},
	.notes =
		"Exit status: 0 all good (warnings do not count); 1 a step failed; 2 usage; 4 no sandbox.",
	.examples = (const char *const[]){"# Check the rules of a program with default parameters.",
		"referee check-rules -- python3 othello.py",
		"# Check them in more games, with a parameter, from a folder.",
		"referee check-rules --games 100 --param size=6 --dir othello -- python3 othello.py",
		NULL},
	.run = check_rules_run,
};
