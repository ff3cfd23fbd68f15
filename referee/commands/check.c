/*
 * check.c - `referee check`: is the file right, and does each bot start, speak and play legally?
 *
 * What is found is this command's data, so all of it goes to stdout: the file's mistakes as well as
 * the bots' steps.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/check-question.h"
#include "referee/commands/check-sandbox.h"
#include "referee/commands/command.h"
#include "referee/ground/escape.h"
#include "referee/ground/json.h"
#include "referee/ground/memory.h"
#include "referee/processes/box.h"
#include "referee/processes/examination.h"
#include "referee/processes/trial.h"
#include "referee/tournament/file.h"
#include "referee/tournament/flags.h"
#include "referee/tournament/plan-make.h"
#include "referee/tournament/settings.h"

enum { CHECK_SETTINGS = 64 };

/* What the bot that follows -- is given beside its command. */
struct check_setting {
	const struct setting *row;
	const char *text;
};

struct check {
	struct tournament tournament;
	const char *file;
	char **command; /* what follows --; NULL: nothing does */
	struct check_setting settings[CHECK_SETTINGS];
	int settings_count;
	struct check_question question;
	bool json, colour;
	const char *bot;		/* the one being examined */
	int steps[FINDING_SKIPPED + 1]; /* of it, by their verdicts */
};

static const struct check_verdict {
	const char *word, *json, *colour;
} check_verdicts[] = {
	[FINDING_OK] = {"ok", "ok", "\033[32m"},
	[FINDING_WARNING] = {"warning", "warning", "\033[33m"},
	[FINDING_FAILED] = {"FAILED", "failed", "\033[1;31m"},
	[FINDING_SKIPPED] = {"skipped", "skipped", "\033[2m"},
};

/* --- telling -------------------------------------------------------------------------------- */

static void check_tell_json(const struct check *c, const struct finding *f)
{
	fputs("{\"bot\":", stdout);
	json_string(stdout, c->bot);
	fputs(",\"step\":", stdout);
	json_string(stdout, f->step);
	printf(",\"verdict\":\"%s\",\"ms\":%.3f,\"text\":", check_verdicts[f->verdict].json,
		(double)f->took / (double)MILLISECOND);
	json_string(stdout, f->text);
	fputs(",\"more\":", stdout);
	json_string(stdout, f->more[0] != '\0' ? f->more : NULL);
	puts("}");
}

static void check_tell_text(const struct check *c, const struct finding *f)
{
	const struct check_verdict *verdict = &check_verdicts[f->verdict];
	char took[32] = "";
	char *text = escape_text(f->text, false), *more = escape_text(f->more, true);
	if (f->took > 0)
		snprintf(took, sizeof took, "%.1f ms", (double)f->took / (double)MILLISECOND);
	printf("  %-10s %s%-8s%s %11s  %s\n", f->step, c->colour ? verdict->colour : "",
		verdict->word, c->colour ? "\033[0m" : "", took, text);
	for (char *at = more, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			printf("             | %s\n", line);
	free(text);
	free(more);
}

static void check_on_finding(void *arg, const struct finding *f)
{
	struct check *c = arg;
	c->steps[f->verdict]++;
	if (c->json)
		check_tell_json(c, f);
	else if (f->verdict != FINDING_SKIPPED)
		check_tell_text(c, f);
	fflush(stdout);
}

/* A mistake of the file is a finding too. */
static void check_on_mistake(void *arg, const char *line)
{
	struct check *c = arg;
	struct finding f = {.step = "file", .verdict = FINDING_FAILED};
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

/* --- what is asked -------------------------------------------------------------------------- */

/* Takes a flag that sets what a file's section of a bot can set; returns as settings_flag(). */
static int check_setting_flag(
	struct check *c, int argc, char **argv, int i, struct mistakes *mistakes)
{
	if (strncmp(argv[i], "--", 2) != 0)
		return 0;
	char *key = memory_print("%.*s", (int)strcspn(argv[i] + 2, "="), argv[i] + 2);
	const struct setting *row = settings_find(settings_of_bot, key);
	const char *equals = strchr(argv[i], '=');
	free(key);
	if (row == NULL || strcmp(row->key, "command") == 0 || strcmp(row->key, "remote") == 0 ||
		c->settings_count == CHECK_SETTINGS)
		return 0;
	if (equals == NULL && i + 1 == argc)
		mistakes_add(mistakes, (struct origin){0}, "%s needs a value: %s %s", row->flag,
			row->flag, row->value->shape);
	else
		c->settings[c->settings_count++] =
			(struct check_setting){row, equals != NULL ? equals + 1 : argv[i + 1]};
	return equals != NULL ? 1 : 2;
}

/* Takes any flag that has a value. */
static int check_flag(struct check *c, int argc, char **argv, int i, struct mistakes *mistakes)
{
	int taken = settings_flag(&c->tournament, argc, argv, i, mistakes);
	if (taken == 0)
		taken = check_question_flag(&c->question, argc, argv, i, mistakes);
	return taken > 0 ? taken : check_setting_flag(c, argc, argv, i, mistakes);
}

static void check_combine(const struct check *c, struct mistakes *mistakes)
{
	const struct check_question *q = &c->question;
	if (c->command != NULL && c->command[0] == NULL)
		mistakes_add(mistakes, (struct origin){0}, "no command follows \"--\"");
	else if (c->command != NULL && (c->file != NULL || c->tournament.bots_count > 0))
		mistakes_add(mistakes, (struct origin){0},
			"a file or --bot, and a command after \"--\": check one of them");
	else if (c->command == NULL && c->settings_count > 0)
		mistakes_add(mistakes, (struct origin){0}, "%s is for a command after \"--\"",
			c->settings[0].row->flag);
	if (!check_question_asked(q) && (q->clock != NULL || q->seed != NULL))
		mistakes_add(mistakes, (struct origin){0},
			"--clock and --game-seed belong to a --position, or to --moves");
}

static bool check_flags(struct check *c, int argc, char **argv, struct mistakes *mistakes)
{
	static const char *const own[] = {"--json", "--position", "--moves", "--clock",
		"--game-seed", "--dir", "--option", "--isready"};
	for (int i = 1, taken; i<argc; i += taken> 0 ? taken : 1) {
		taken = 1;
		if (strcmp(argv[i], "--") == 0) {
			c->command = argv + i + 1;
			break;
		}
		if (strcmp(argv[i], own[0]) == 0)
			c->json = true;
		else if (argv[i][0] != '-' && c->file == NULL)
			c->file = argv[i];
		else if (argv[i][0] != '-')
			mistakes_add(mistakes, (struct origin){0},
				"two files: \"%s\" and \"%s\"; a command follows \"--\"", c->file,
				argv[i]);
		else if ((taken = check_flag(c, argc, argv, i, mistakes)) == 0)
			settings_unknown_flag(argv[i], own, sizeof own / sizeof *own, mistakes);
	}
	check_combine(c, mistakes);
	return mistakes->count == 0;
}

/* Writes word so that words_split() reads it back; returns where it ends. */
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

/* The words of a command as one text. */
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

static bool check_set_bot(const struct check *c, struct bot *bot, struct mistakes *mistakes)
{
	bool good = true;
	for (int i = 0; i < c->settings_count && good; i++) {
		const struct check_setting *s = &c->settings[i];
		const struct origin at = {s->row->flag, 0};
		good = settings_set_bot(bot, s->row, s->text, at, mistakes);
	}
	return good;
}

/* The command becomes a tournament of bots that are all the same, as many as any game seats. */
static void check_add_command(struct check *c, struct mistakes *mistakes)
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

/* Reads all that defines what is checked. Returns 0 or the exit status. */
static int check_read(struct check *c, int argc, char **argv)
{
	struct mistakes flags = {.tell = check_on_flag, .arg = c};
	struct mistakes mistakes = {.tell = check_on_mistake, .arg = c};
	if (!check_flags(c, argc, argv, &flags))
		return EXIT_USAGE;
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

/* --- the bots ------------------------------------------------------------------------------- */

static const char *const check_results[] = {
	[EXAMINATION_GOOD] = "it can play",
	[EXAMINATION_NO_BOT] = "it cannot be started",
	[EXAMINATION_BROKEN] = "our own fault: it could not be examined",
};

/* The last line about a bot. */
static void check_sum_up(const struct check *c, enum examination_result result)
{
	const int *steps = c->steps;
	if (result == EXAMINATION_FAULTS)
		printf("  %d step%s failed", steps[FINDING_FAILED],
			steps[FINDING_FAILED] == 1 ? "" : "s");
	else
		printf("  %s", check_results[result]);
	if (steps[FINDING_WARNING] > 0)
		printf("; %d warning%s", steps[FINDING_WARNING],
			steps[FINDING_WARNING] == 1 ? "" : "s");
	if (steps[FINDING_SKIPPED] > 0)
		printf("; %d could not be tried", steps[FINDING_SKIPPED]);
	putchar('\n');
}

static enum examination_result check_bot(struct check *c, const struct plan *plan, int bot)
{
	if (!c->json) {
		char *command = escape_text(c->tournament.bots[bot].command, false);
		printf("%s%s: %s\n", bot > 0 ? "\n" : "", c->bot, command);
		free(command);
		fflush(stdout);
	}
	enum examination_result result =
		check_question_asked(&c->question)
			? examination_ask(plan, bot, &c->question.question, check_on_finding, c)
			: examination_run(plan, bot, c->tournament.seed, check_on_finding, c);
	if (!c->json)
		check_sum_up(c, result);
	return result;
}

/* A bot that runs elsewhere is named, and no more. */
static void check_remote(struct check *c, int bot)
{
	struct finding f = {.step = "remote", .verdict = FINDING_SKIPPED};
	snprintf(f.text, sizeof f.text,
		"it comes in over the network, which only `referee serve` lets it, and is not "
		"examined");
	if (c->json)
		check_tell_json(c, &f);
	else
		printf("%s%s: remote\n  %s\n", bot > 0 ? "\n" : "", c->bot, f.text);
}

/* Looks at all that can be; returns how many these are. */
static int check_each_bot(struct check *c, const struct plan *plan, int bots, int *results)
{
	int examined = 0;
	for (int i = 0; i < bots; i++) {
		c->bot = plan->bots[i].name;
		memset(c->steps, 0, sizeof c->steps);
		results[i] = -1;
		if (plan->bots[i].remote) {
			check_remote(c, i);
			continue;
		}
		results[i] = (int)check_bot(c, plan, i);
		examined++;
	}
	return examined;
}

static int check_count(const int *results, int bots, enum examination_result result)
{
	int count = 0;
	for (int i = 0; i < bots; i++)
		count += results[i] == (int)result;
	return count;
}

/* Who it is that something is wrong with: what is said of each is far up. */
static void check_name(const struct check *c, const int *results, int bots,
	enum examination_result result, const char *what)
{
	const char *comma = "";
	if (check_count(results, bots, result) == 0)
		return;
	printf("%s: ", what);
	for (int i = 0; i < bots; i++) {
		if (results[i] != (int)result)
			continue;
		printf("%s%s", comma, c->tournament.bots[i].name);
		comma = ", ";
	}
	putchar('\n');
}

/* The last lines, and the exit status. */
static int check_conclude(const struct check *c, const int *results, int bots, int examined)
{
	int good = check_count(results, bots, EXAMINATION_GOOD);
	int none = check_count(results, bots, EXAMINATION_NO_BOT);
	if (examined > 1 && !c->json) {
		printf("\n%d bots: %d good, %d with faults, %d cannot be started\n", examined, good,
			check_count(results, bots, EXAMINATION_FAULTS), none);
		check_name(c, results, bots, EXAMINATION_FAULTS, "with faults");
		check_name(c, results, bots, EXAMINATION_NO_BOT, "cannot be started");
	}
	if (check_count(results, bots, EXAMINATION_BROKEN) > 0)
		return EXIT_BROKEN;
	if (examined > 0 && none == examined)
		return EXIT_NO_BOT;
	return good == examined ? EXIT_SUCCESS : EXIT_FAULTS;
}

static int check_bots(struct check *c)
{
	struct plan plan;
	char why[WHY];
	int bots = c->command != NULL ? 1 : c->tournament.bots_count;
	if (!plan_make(&plan, &c->tournament, why, sizeof why)) {
		check_on_flag(NULL, why);
		return EXIT_USAGE;
	}
	signal(SIGPIPE, SIG_IGN);
	box_prepare();
	if (tournament_remote_bots(&c->tournament) < bots &&
		!trial_pass(plan.sandbox, why, sizeof why)) {
		fprintf(stderr, "referee: sandbox = %s: %s\n", sandbox_level_names[plan.sandbox],
			why);
		plan_clear(&plan);
		return EXIT_NO_BOT;
	}
	int *results = memory_get((size_t)bots, sizeof *results);
	int status = check_conclude(c, results, bots, check_each_bot(c, &plan, bots, results));
	free(results);
	plan_clear(&plan);
	return status;
}

static int check_run(int argc, char **argv)
{
	if (check_sandbox_asked(argc, argv))
		return check_sandbox(argc, argv);
	struct check c = {.file = NULL};
	const char *no_colour = getenv("NO_COLOR");
	c.colour = isatty(STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0');
	tournament_init(&c.tournament);
	int status = check_read(&c, argc, argv);
	if (status == 0 && c.file != NULL && !c.json)
		printf("%s: the file is right\n\n", c.file);
	struct mistakes mistakes = {.tell = check_on_flag};
	if (status == 0 && check_question_asked(&c.question) &&
		!check_question_read(&c.question, &c.tournament, &mistakes))
		status = EXIT_USAGE;
	if (status == 0)
		status = check_bots(&c);
	tournament_clear(&c.tournament);
	return status;
}

const struct command command_check = {
	.name = "check",
	.summary = "is the file right, does each bot start, speak and play legally?",
	.usage = "[FILE | --game G [flags] -- COMMAND... | --sandbox]",
	.help = "Checks a tournament's file and each of its bots, or the one bot that COMMAND "
		"starts:\n"
		"one line for every step, with what is wrong and what would be right. Takes the\n"
		"flags of `run` that say how games are played (--per-move, --param, --startup "
		"...).\n"
		"\n"
		"  --json             an object a line for every step\n"
		"  --position P, --moves \"M M ...\"\n"
		"                     one move alone is asked for, in the position P (none: the\n"
		"                     game's start) after these moves; `referee show GAME --why`\n"
		"                     prints such commands. Beside it --game-seed N, and with "
		"--tc\n"
		"                     --clock TIME,TIME: what each seat has left\n"
		"  --dir DIR, --option NAME=VALUE, --isready position\n"
		"                     for COMMAND, as a file's section of a bot has them\n"
		"  --sandbox [full|reduced]   alone: tries each way out of the box that bots run "
		"in,\n"
		"            and says which are refused\n"
		"\n"
		"Exit status: 0 all good (warnings do not count), 1 a step failed, 2 usage, 3 the "
		"file\n"
		"is wrong, 4 no bot can be started.\n",
	.run = check_run,
};
