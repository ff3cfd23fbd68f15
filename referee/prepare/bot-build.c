/*
 * bot-build.c - builds the programs of bots, and finds the line of the output that says why not.
 */
#include "referee/prepare/bot-build.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/config/settings.h"
#include "referee/prepare/preflight.h"
#include "referee/sandbox/find-program.h"

/* --- the error of a compiler -------------------------------------------------------------------
 */

enum { BOT_BUILD_LINE = 240 };

/* Words of a line that names an error: of gcc, clang, javac, rustc, ld, cmake, python. */
static bool bot_build_is_error(const char *line)
{
	static const char *const words[] = {"error:", "error[", "undefined reference",
		"multiple definition", "CMake Error", "fatal:"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(line, words[i]) != NULL)
			return true;
	return false;
}

/* "./main.go:3:2: undefined: x", as go writes it. */
static bool bot_build_is_place(const char *line)
{
	size_t file = strcspn(line, ": \t");
	size_t number = line[file] == ':' ? strspn(line + file + 1, "0123456789") : 0;
	return file > 0 && number > 0 && line[file + 1 + number] == ':' &&
	       strstr(line, "warning") == NULL && strstr(line, "note:") == NULL;
}

/* A shell, or make, that says what it does not have. */
static bool bot_build_is_missing(const char *line)
{
	return strstr(line, "not found") != NULL || strstr(line, "No such file") != NULL ||
	       strstr(line, "cannot find") != NULL || strstr(line, "*** ") != NULL;
}

static bool bot_build_is_text(const char *line)
{
	return line[strspn(line, " \t\r")] != '\0' && strncmp(line, "Picked up JAVA_", 15) != 0;
}

/* Copies the first or the last line of a kind; NULL: there is none. */
static char *bot_build_line(const char *output, bool (*is)(const char *line), bool last)
{
	char *copy = memory_copy(output), *rest = copy, *line, *found = NULL;
	while ((line = strsep(&rest, "\n")) != NULL && (found == NULL || last)) {
		if (!is(line))
			continue;
		/* rustc names the place in the next line. */
		const char *place = rest != NULL ? rest + strspn(rest, " ") : "";
		bool apart = strncmp(place, "--> ", 4) == 0 && strstr(line, "error") != NULL;
		size_t length = apart ? strcspn(place, "\n") - 4 : 0;
		free(found);
		found = memory_print("%.*s%s%.*s", BOT_BUILD_LINE, line + strspn(line, " \t"),
			apart ? ", at " : "", (int)(length < 100 ? length : 100),
			apart ? place + 4 : "");
	}
	free(copy);
	return found;
}

char *bot_build_first_error(const char *output)
{
	static bool (*const kinds[])(const char *line) = {
		bot_build_is_error, bot_build_is_place, bot_build_is_missing};
	char *line = NULL;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && line == NULL; i++)
		line = bot_build_line(output, kinds[i], false);
	if (line == NULL)
		line = bot_build_line(output, bot_build_is_text, true);
	char *plain = line != NULL ? escape_text(line, false) : memory_copy("");
	free(line);
	return plain;
}

/* --- one bot -----------------------------------------------------------------------------------
 */

bool bot_build_is_due(const struct bot *bot)
{
	return bot->build != NULL && bot->program == NULL && !bot->remote && bot->was == NULL;
}

/* The cache is opened once: opening it cleans up after processes that died. */
static bool bot_build_order(const struct tournament *t, const struct bot *bot,
	struct build_options *options, struct build_limits *limits, struct error *err)
{
	static struct build_cache cache;
	char dir[FIND_PROGRAM_PATH];
	if (*cache.folder == '\0' && !build_cache_open_usual(&cache, err)) {
		cache.folder[0] = '\0';
		return false;
	}
	if (find_program_absolute(bot->dir, NULL, dir) && find_program_is_below(cache.folder, dir))
		return error_set(err,
			"its sources, dir = %s, hold %s, the folder of builds; give them a folder of their own",
			bot->dir, cache.folder);
	settings_bot_build(t, bot, limits);
	*options = (struct build_options){
		.command = bot->build, .source = bot->dir, .limits = limits, .cache = &cache};
	return true;
}

const char *bot_build_hint(const char *output)
{
	static const struct {
		const char *part, *hint;
	} rows[] = {
		{"\\ufeff", "save it as UTF-8 without a byte order mark"},
		{"\xef\xbb\xbf", "save it as UTF-8 without a byte order mark"},
		{"\\357\\273\\277", "save it as UTF-8 without a byte order mark"},
		{"unmappable character", "save it as UTF-8"},
		{"no matching package",
			"a build has no network: add its crates with `cargo vendor`"},
		{"cannot find module providing package",
			"a build has no network: add its modules with `go mod vendor`"},
		{"proxy.golang.org",
			"a build has no network: add its modules with `go mod vendor`"},
		{"Could not resolve host", "a build has no network: hand in all that it needs"},
		{"Couldn't resolve host", "a build has no network: hand in all that it needs"},
		{"Failed to clone repository", "a build has no network: hand in all that it needs"},
		{"EAI_AGAIN", "a build has no network: hand in all that it needs"},
		{"multiple definition of `main'", "name the files of one program in build = ..."},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strstr(output, rows[i].part) != NULL)
			return rows[i].hint;
	return NULL;
}

/* Gives the bot a failed build. The compiler's message comes first. output may be NULL. */
static void bot_build_set_failed(
	struct bot *bot, struct bot_program *program, const char *why, const char *output)
{
	char *text = escape_text(output != NULL ? output : "", true);
	char *line = bot_build_first_error(text);
	const char *hint = bot_build_hint(output != NULL ? output : "");
	program->why = memory_print("%s%s%s%s%s", line, *line != '\0' ? "; " : "",
		hint != NULL ? hint : "", hint != NULL ? "; " : "", why);
	program->text = text;
	free(line);
	bot->program = program;
}

/* The path of the program that a command starts: behind the -- of an adapter, and for a shell that
 * goes to a folder of the bot first (submission-entry.h), in that folder. The caller frees it.
 * NULL: the command cannot be split. */
static char *bot_build_program(const char *command)
{
	struct error unused;
	char **words, **inner = NULL, *path = NULL;
	int count, inner_count = 0;
	if (!shell_words_split(command, &words, &count, &unused))
		return NULL;
	int at = shell_words_adapted(words);
	if (at + 2 < count && strcmp(words[at], "sh") == 0 && strcmp(words[at + 1], "-c") == 0 &&
		shell_words_split(words[at + 2], &inner, &inner_count, &unused) &&
		inner_count > 4 && strcmp(inner[0], "cd") == 0 && strcmp(inner[3], "exec") == 0)
		path = strncmp(inner[4], "./", 2) == 0
			       ? memory_print("./%s/%s", inner[1], inner[4] + 2)
			       : memory_copy(inner[4]);
	else
		path = memory_copy(words[at]);
	free(inner);
	free(words);
	return path;
}

/* Gives the bot its program. False: the build left none, and the bot has a failed build. */
static bool bot_build_set_made(struct bot *bot, struct bot_program *program)
{
	char made[BOT_BUILD_LINE], *path = bot_build_program(bot->command);
	bot->program = program;
	program->made = path == NULL || build_has_program(&program->build, path);
	if (!program->made) {
		build_list_programs(&program->build, made, sizeof made);
		char *remedy = program->build.programs_count == 1
				       ? memory_print(": write command = \"./%s\"",
						 program->build.programs[0])
				       : memory_copy(program->build.programs_count > 1
							     ? ": name one of them in command = ..."
							     : "");
		char *plain = escape_text(remedy, false);
		program->why = memory_print("there is no program \"%s\" after `%s`; %s%s", path,
			bot->build, made, plain);
		free(plain);
		free(remedy);
		program->text = escape_text(program->build.output, true);
	}
	free(path);
	return program->made;
}

enum build_result bot_build_make(const struct tournament *t, struct bot *bot, struct error *err)
{
	struct build_options options;
	struct build_limits limits;
	if (!bot_build_order(t, bot, &options, &limits, err))
		return BUILD_BROKEN;
	struct bot_program *program = memory_get(1, sizeof *program);
	enum build_result result = build_run(&program->build, &options, err);
	/* A folder that cannot be read is its author's fault, not the machine's. */
	if (result == BUILD_BROKEN && *program->build.key == '\0')
		result = BUILD_FAILED;
	if (result == BUILD_FAILED) {
		bot_build_set_failed(bot, program, err->text, program->build.output);
	} else if (result == BUILD_BROKEN) {
		build_clear(&program->build);
		free(program);
	} else if (!bot_build_set_made(bot, program)) {
		result = BUILD_FAILED;
	}
	return result;
}

bool bot_build_find(const struct tournament *t, struct bot *bot)
{
	struct build_options options;
	struct build_limits limits;
	struct error err;
	if (!bot_build_order(t, bot, &options, &limits, &err))
		return false;
	struct bot_program *program = memory_get(1, sizeof *program);
	if (build_find(&program->build, &options)) {
		bot_build_set_made(bot, program);
	} else {
		build_clear(&program->build);
		free(program);
	}
	return bot->program != NULL;
}

void bot_build_fail(
	const struct tournament *t, struct bot *bot, const char *why, const char *output)
{
	struct build_options options;
	struct build_limits limits;
	struct error err;
	struct bot_program *program = memory_get(1, sizeof *program);
	program->build.place.lock = -1;
	/* The digest of the bot needs the key, even if another process succeeded meanwhile. */
	if (bot_build_order(t, bot, &options, &limits, &err))
		build_find(&program->build, &options);
	program->why = memory_copy(why);
	program->text = memory_copy(output);
	bot->program = program;
}

/* --- all bots ----------------------------------------------------------------------------------
 */

void bot_build_report(const struct bot *bot, enum build_result result,
	void (*report)(void *arg, const char *line), void *arg)
{
	struct error err;
	char took[32], *line = NULL;
	time_format(bot->program->build.took, took, sizeof took);
	if (result == BUILD_MADE)
		line = memory_print("bot %s: built in %s", bot->name, took);
	else if (result == BUILD_FAILED)
		line = memory_print("bot %s: the build failed: %s; the bot loses its games",
			bot->name, bot->program->why);
	if (line != NULL)
		report(arg, line);
	free(line);
	if (result == BUILD_FAILED || preflight_has_program(bot->command, bot_folder(bot), &err))
		return;
	line = memory_print(
		"bot %s: after `%s`, %s; the bot loses its games", bot->name, bot->build, err.text);
	report(arg, line);
	free(line);
}

bool bot_build_all(struct tournament *t, int first, void (*report)(void *arg, const char *line),
	void *arg, struct error *err)
{
	for (int i = first; i < t->bots_count; i++) {
		struct bot *bot = &t->bots[i];
		if (!bot_build_is_due(bot))
			continue;
		enum build_result result = bot_build_make(t, bot, err);
		if (result == BUILD_BROKEN)
			return error_prefix(err, "bot %s: ", bot->name);
		bot_build_report(bot, result, report, arg);
	}
	return true;
}
