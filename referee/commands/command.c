/*
 * command.c - shared parts of all commands: command lines and help.
 */
#include "referee/commands/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/did-you-mean.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "base/text-file.h"

enum { COMMAND_SECRET = 4096 /* the most bytes of a file that holds a secret */ };

const char *const command_group_titles[COMMAND_GROUPS] = {
	[COMMAND_PLAY] = "Play and check",
	[COMMAND_RESULTS] = "Results",
	[COMMAND_DATA] = "Data",
	[COMMAND_CLASSES] = "Classes",
	[COMMAND_SERVER] = "Server",
};

const struct command *command_find(const char *name)
{
	for (const struct command *const *c = all_commands; *c != NULL; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

/* Is it the first word of commands of two words? */
static bool command_is_noun(const char *word)
{
	size_t length = strlen(word);
	for (const struct command *const *c = all_commands; *c != NULL; c++)
		if (strncmp((*c)->name, word, length) == 0 && (*c)->name[length] == ' ')
			return true;
	return false;
}

static bool command_has_verb(const struct command *command, const char *word)
{
	const char *verb = "";
	for (size_t i = 0; command->verb != NULL && verb != NULL; i++) {
		verb = command->verb(i);
		if (verb != NULL && strcmp(verb, word) == 0)
			return true;
	}
	return false;
}

/* By a name of older versions. A word that begins names of two words now is no such name alone. */
static struct command_words command_find_old(int count, const char *const *words)
{
	for (const struct command *const *c = all_commands; *c != NULL && count > 0; c++) {
		if ((*c)->was != NULL && strcmp((*c)->was, words[0]) == 0 &&
			(count > 1 || !command_is_noun(words[0])))
			return (struct command_words){*c, 1, words[0]};
		if (command_has_verb(*c, words[0]))
			return (struct command_words){*c, 0, words[0]};
	}
	return (struct command_words){.command = NULL};
}

struct command_words command_find_words(int count, const char *const *words)
{
	const struct command *command = count > 0 ? command_find(words[0]) : NULL;
	if (command != NULL || count < 2)
		return command != NULL ? (struct command_words){command, 1, NULL}
				       : command_find_old(count, words);
	char *name = memory_print("%s %s", words[0], words[1]);
	command = command_find(name);
	free(name);
	return command != NULL ? (struct command_words){command, 2, NULL}
			       : command_find_old(count, words);
}

char *command_new_name(const struct command_words *words)
{
	return words->used == 0 ? memory_print("%s %s", words->command->name, words->old)
				: memory_copy(words->command->name);
}

void command_print_renamed(const char *old, const char *now)
{
	static bool done;
	if (!done && isatty(STDERR_FILENO))
		fprintf(stderr, "referee: `referee %s` is now `referee %s`\n", old, now);
	done = true;
}

static void command_vreport(const struct command *command, const char *format, va_list arguments)
{
	char *line = NULL;
	size_t length;
	FILE *out = memory_open(&line, &length);
	vfprintf(out, format, arguments);
	memory_close(out);
	/* A word of the command line may contain bytes that a terminal would obey. */
	char *plain = escape_text(line, true);
	fprintf(stderr, "referee %s: %s\n", command->name, plain);
	free(plain);
	free(line);
}

bool command_report(const struct command *command, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	command_vreport(command, format, arguments);
	va_end(arguments);
	return false;
}

int command_fail(const struct command *command, int status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	command_vreport(command, format, arguments);
	va_end(arguments);
	return status;
}

static void command_on_mistake(void *command, const char *line)
{
	command_report(command, "%s", line);
}

struct diagnostics command_mistakes(const struct command *command)
{
	return (struct diagnostics){.report = command_on_mistake, .arg = (void *)command};
}

char *command_read_secret(const char *path, bool *open, struct error *err)
{
	struct stat file;
	int line;
	char *text = text_file_read(path, COMMAND_SECRET, &line, err);
	if (text == NULL) {
		error_prefix(err, "%s: ", path);
		return NULL;
	}
	*open = stat(path, &file) == 0 && (file.st_mode & (S_IRWXG | S_IRWXO)) != 0;
	text[strcspn(text, "\n")] = '\0';
	return text;
}

bool command_read_token(
	const struct command *command, const char *path, unsigned char token[CRYPTO_BYTES])
{
	struct error err;
	bool open = false;
	char *text = command_read_secret(path, &open, &err);
	bool good = text != NULL;
	if (open)
		command_report(command, COMMAND_SECRET_OPEN, path);
	if (good) {
		text[strcspn(text, " \t")] = '\0';
		good = crypto_read(text, token) ||
		       error_set(&err, "%s: %s; a token is 64 hexadecimal digits on one line", path,
			       *text == '\0' ? "the file is empty" : "it is no token");
		crypto_forget(text, strlen(text));
		free(text);
	}
	if (!good)
		command_report(command, "%s", err.text);
	return good;
}

int command_run_words(const char *const *words)
{
	int count = 0;
	while (words[count] != NULL)
		count++;
	return command_find(words[0])->run(count, (char **)words);
}

void command_write_resume(FILE *out, int argc, char *const *argv)
{
	fputs(program_invocation_name, out);
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--replay") == 0)
			i++;
		else if (strcmp(argv[i], "--fresh") != 0 && strncmp(argv[i], "--replay=", 9) != 0) {
			fputc(' ', out);
			shell_words_quote(out, argv[i]);
		}
	}
}

bool command_read(
	const struct command *command, void *values, int argc, char *const *argv, int *status)
{
	struct diagnostics mistakes = command_mistakes(command);
	switch (options_read(&command->options, values, argc, argv, &mistakes)) {
	case OPTIONS_GOOD:
		return true;
	case OPTIONS_WRONG:
		*status = EXIT_USAGE;
		break;
	case OPTIONS_HELP:
		command_print_help(command, stdout);
		*status = EXIT_SUCCESS;
		break;
	}
	return false;
}

static void command_print_text(const char *text, FILE *out)
{
	if (text == NULL)
		return;
	fputc('\n', out);
	options_print_filled(text, 0, 0, out);
	fputc('\n', out);
}

void command_print_help(const struct command *command, FILE *out)
{
	char *program = memory_print("usage: referee %s", command->name);
	options_print_usage(&command->options, program, out);
	free(program);
	fprintf(out, "\n%s\n", command->summary);
	command_print_text(command->about, out);
	options_print_help(&command->options, out);
	command_print_text(command->notes, out);
	for (const char *const *e = command->examples; e != NULL && *e != NULL; e++)
		fprintf(out, "%s  %s\n", e == command->examples ? "\nExamples:\n" : "", *e);
}

/* --- the whole program --------------------------------------------------------------------- */

const char command_summary[] = "Run tournaments between programs that play games";

const char command_about[] =
	"The referee starts each bot in a sandbox, asks it for moves over a line protocol, enforces "
	"the rules and the clocks, and stores every game, move and rating in one SQLite database.";

/* All exit statuses (exit-status.h). */
const struct command_line command_statuses[] = {
	{"0", "done"},
	{"1", "done, but a bot failed and strict = yes, or a check found faults"},
	{"2", "the command line is wrong"},
	{"3", "a file is wrong, or a bot has changed"},
	{"4", "no bot can be started"},
	{"5", "the database cannot be used"},
	{"6", "the referee cannot be reached, or refuses the bot"},
	{"7", "a sequential test ended undecided"},
	{"8", "test: the new revision is not stronger"},
	{"70", "a fault of the referee, or output that cannot be written"},
	{"130, 143", "interrupted by SIGINT or SIGTERM"},
	{"141", "the reader of the output has left"},
	{NULL, NULL},
};

const struct command_line command_environment[] = {
	{"PATH",
		"names the folders in which the commands of bots are found, after the referee's own folder"},
	{"TMPDIR", "names the folder of temporary files (default: /tmp or /var/tmp)"},
	{"NO_COLOR", "turns off colours on the terminal if it is set"},
	{"TERM", "turns off progress lines and colours if it is dumb or not set"},
	{"XDG_RUNTIME_DIR", "names the folder of the daemon's socket"},
	{"XDG_STATE_HOME", "names the folder of the daemon's queue (default: ~/.local/state)"},
	{"XDG_CACHE_HOME",
		"names the folder of built bots and of workers' bots (default: ~/.cache)"},
	{NULL, NULL},
};

const struct command_line command_files[] = {
	{"NAME.conf", "defines a tournament: referee.conf(5)"},
	{"NAME.db", "holds its results: referee-db(5)"},
	{"$XDG_RUNTIME_DIR/referee.sock",
		"is the socket of `referee serve`; of root /run/referee.sock"},
	{"$XDG_STATE_HOME/referee.queue",
		"is the queue of `referee serve`; of root /var/lib/referee.queue"},
	{"$XDG_CACHE_HOME/referee/builds", "holds built bots"},
	{NULL, NULL},
};

const struct command_line command_package_files[] = {
	{"/etc/referee/NAME.conf", "defines a tournament of referee.service"},
	{"/etc/referee/flags", "holds its further flags, as REFEREE_FLAGS=\"...\""},
	{"/run/referee/referee.sock",
		"is its socket, which commands use where no daemon of the user runs"},
	{"/var/lib/referee", "is its folder: databases, and its queue"},
	{"/var/lib/referee-keys/referee.tokens",
		"holds what checks its tokens; its certificate referee.pem is beside it"},
	{"/etc/referee/worker", "holds the settings of referee-worker.service"},
	{NULL, NULL},
};

static void command_print_lines(const char *title, const struct command_line *lines, FILE *out)
{
	fprintf(out, "\n%s:\n", title);
	for (; lines->name != NULL; lines++)
		options_print_row(lines->name, lines->help, out);
}

static void command_print_row(const struct command *command, FILE *out)
{
	fprintf(out, "  %-16s %s\n", command->name, command->summary);
}

void command_print_first(FILE *out)
{
	fputs("usage: referee COMMAND [...]\n", out);
	command_print_text(command_summary, out);
	fputs("\nCommands for a first day:\n", out);
	for (const struct command *const *c = first_commands; *c != NULL; c++)
		command_print_row(*c, out);
	fputs("\n`referee help --all` lists all commands, for classes, servers and several machines too.\n"
	      "`referee help COMMAND` describes one.\n",
		out);
}

void command_print_all(FILE *out)
{
	fputs("usage: referee COMMAND [...]\n", out);
	command_print_text(command_summary, out);
	command_print_text(command_about, out);
	for (int group = 0; group < COMMAND_GROUPS; group++) {
		fprintf(out, "\n%s:\n", command_group_titles[group]);
		for (const struct command *const *c = all_commands; *c != NULL; c++)
			if ((int)(*c)->group == group)
				command_print_row(*c, out);
	}
	command_print_lines("Exit status", command_statuses, out);
	command_print_lines("Environment", command_environment, out);
	command_print_lines("Files", command_files, out);
	fputs("\n`referee help COMMAND` describes a command. `man referee` names all manual pages.\n",
		out);
}

bool command_print_second_words(const char *name, FILE *out)
{
	size_t length = strlen(name);
	bool any = false;
	for (const struct command *const *c = all_commands; *c != NULL; c++) {
		if (strncmp((*c)->name, name, length) != 0 || (*c)->name[length] != ' ')
			continue;
		if (!any)
			fprintf(out, "usage: referee %s COMMAND [...]\n\n", name);
		command_print_row(*c, out);
		any = true;
	}
	if (any)
		fputs("\n`referee help COMMAND` describes a command.\n", out);
	return any;
}

/* Words by which people look for a command. */
static const struct command_search {
	const char *word, *instead;
} command_searches[] = {
	{"match", "`referee run` plays a match, and `referee compare` counts it"},
	{"tournament", "`referee run FILE` plays a tournament"},
	{"start", "`referee run FILE` plays a tournament, and `referee serve` starts the daemon"},
	{"sprt", "`referee run --format sprt` tests two bots, and `referee test` two revisions"},
	{"elo", "`referee ratings` and `referee standings` print it"},
	{"rating", "`referee ratings` prints them"},
	{"pgn", "`referee export text` writes games like chess's PGN"},
	{"log", "`referee show GAME --why` prints what a bot wrote, `referee run --log-wire DIR` everything"},
	{"restore", "a backup is a database: copy it to its old place while no referee runs"},
};

static const char *command_instead(const char *name)
{
	for (size_t i = 0; i < sizeof command_searches / sizeof *command_searches; i++)
		if (strcmp(command_searches[i].word, name) == 0)
			return command_searches[i].instead;
	return NULL;
}

/* The name nearest to this one, of those that work. The caller frees it. NULL: none is near. */
static char *command_near(const char *name)
{
	struct did_you_mean near = did_you_mean_to(name);
	for (const struct command *const *c = all_commands; *c != NULL; c++) {
		const char *verb;
		did_you_mean_offer(&near, (*c)->name);
		for (size_t i = 0; (*c)->verb != NULL && (verb = (*c)->verb(i)) != NULL; i++)
			did_you_mean_offer(&near, verb);
	}
	if (near.best == NULL)
		return NULL;
	const struct command_words found = command_find_words(1, &near.best);
	return found.old != NULL ? command_new_name(&found) : memory_copy(near.best);
}

int command_unknown(const char *name)
{
	if (command_print_second_words(name, stderr))
		return EXIT_USAGE;
	const char *instead = command_instead(name);
	char *shown = escape_text(name, false), *near = command_near(name);
	if (instead != NULL)
		fprintf(stderr, "referee: there is no command \"%s\"; %s\n", shown, instead);
	else if (near != NULL)
		fprintf(stderr, "referee: there is no command \"%s\"; did you mean \"%s\"?\n",
			shown, near);
	else
		fprintf(stderr,
			"referee: there is no command \"%s\"; `referee help --all` lists them\n",
			shown);
	free(near);
	free(shown);
	return EXIT_USAGE;
}
