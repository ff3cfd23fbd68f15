/*
 * config-flags.c - makes options of a command line from the settings.
 */
#include "referee/config/config-flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/name.h"
#include "base/shell-words.h"
#include "base/utf8.h"
#include "referee/config/settings.h"
#include "referee/sandbox/find-program.h"

/* --- bots ---------------------------------------------------------------------------------- */

/* Programs that start other programs from files. */
static const char *const config_flags_name_starters[] = {
	"env", "java", "node", "perl", "python", "python3", "pypy3", "ruby", "sh", "bash", NULL};

/* Suffixes that a bot's name does not keep. */
static const char *const config_flags_name_ends[] = {
	".py", ".js", ".jar", ".pl", ".rb", ".sh", ".class", ".exe", NULL};

static const char *config_flags_name_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

static bool config_flags_name_is_starter(const char *word)
{
	for (const char *const *s = config_flags_name_starters; *s != NULL; s++)
		if (strcmp(config_flags_name_base(word), *s) == 0)
			return true;
	return false;
}

/* Finds the word of a command that names the bot's own file. */
static const char *config_flags_name_word(char *const *words, int count)
{
	int at = 0;
	while (at + 1 < count && (config_flags_name_is_starter(words[at]) || *words[at] == '-' ||
					 strchr(words[at], '=') != NULL)) {
		if (*words[at + 1] == '-' && at + 2 == count)
			break;
		at++;
	}
	return words[at];
}

/* Copies the file's name without characters that a bot's name cannot have, at most room bytes. */
static void config_flags_name_copy(const char *word, char name[BOT_NAME], int room)
{
	char base[BOT_NAME];
	snprintf(base, (size_t)room, "%s", config_flags_name_base(word));
	for (const char *const *end = config_flags_name_ends; *end != NULL; end++) {
		size_t length = strlen(base), less = strlen(*end);
		if (length > less && strcmp(base + length - less, *end) == 0)
			base[length - less] = '\0';
	}
	for (char *c = base; *c != '\0'; c++)
		if ((unsigned char)*c <= ' ' || *c == '=' || *c == 0x7f)
			*c = '-';
	bool good = *base != '\0' && utf8_is_plain(base) && strspn(base, ".") != strlen(base);
	snprintf(name, BOT_NAME, "%s", good ? base : "bot");
}

/*
 * Names a bot after the file of its program: "./c4-v2 --depth 6" becomes c4-v2, "python3 -u
 * bots/mine.py" becomes mine. If a bot of the tournament has the name already, -2, -3 and so on
 * follow. The caller frees it.
 */
static char *config_flags_name_bot(const struct tournament *t, const char *command)
{
	enum { NUMBER = 6 };
	struct error err;
	char name[BOT_NAME] = "bot", **words;
	int count;
	if (shell_words_split(command, &words, &count, &err)) {
		config_flags_name_copy(
			config_flags_name_word(words, count), name, BOT_NAME - NUMBER);
		free(words);
	}
	char *whole = memory_copy(name);
	for (int i = 2; tournament_find_bot(t, whole) >= 0; i++) {
		free(whole);
		whole = memory_print("%s-%d", name, i);
	}
	return whole;
}

/* Is what stands before the = a name with blanks, such as "my bot=./bot", and no command, such as
 * "bot --depth=4" or "env A=1 ./bot"? */
static bool config_flags_is_blank_name(const char *text, size_t length)
{
	char found[FIND_PROGRAM_PATH];
	char *name = memory_print("%.*s", (int)length, text), *rest = name, *word;
	char *first = strsep(&rest, " \t");
	bool is = rest != NULL && strchr(name, '/') == NULL &&
		  !config_flags_name_is_starter(first) && !find_program_program(first, found);
	while (is && (word = strsep(&rest, " \t")) != NULL)
		is = *word != '-' && strpbrk(word, "'\"/") == NULL;
	free(name);
	return is;
}

/* A name has no blanks and, in a flag, no slash. */
void settings_add_bot(struct tournament *t, const char *text, struct diagnostics *mistakes)
{
	static const struct origin at = {"--bot", 0};
	size_t length = strcspn(text, "= \t/"), equals = strcspn(text, "=");
	bool named = text[length] == '=';
	if (!named && text[equals] == '=' && config_flags_is_blank_name(text, equals)) {
		named = true;
		length = equals;
	}
	const char *command = named ? text + length + 1 : text;
	char *name =
		named ? memory_print("%.*s", (int)length, text) : config_flags_name_bot(t, command);
	char *composed = name_compose(name);
	struct bot *bot = tournament_add_bot(t, composed, at, mistakes);
	free(composed);
	free(name);
	if (bot != NULL)
		settings_set_bot(
			bot, settings_find(settings_of_bot, "command"), command, at, mistakes);
}

static bool config_flags_read_bot(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	const struct settings_options *o = values;
	int before = o->mistakes->count;
	(void)row, (void)err;
	settings_add_bot(o->tournament, text, o->mistakes);
	return o->mistakes->count == before;
}

/* --- settings ------------------------------------------------------------------------------ */

static bool config_flags_read(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	const struct settings_options *o = values;
	const struct setting *setting = row->data;
	(void)err;
	return settings_set(
		o->tournament, setting, text, (struct origin){setting->flag, 0}, o->mistakes);
}

static bool config_flags_can(const struct option_row *row, const char *text)
{
	return settings_can_be(row->data, text);
}

/* The option for a setting of a tournament. */
static struct option_row config_flags_row(const struct setting *setting)
{
	return (struct option_row){OPTION(setting->key, READ, 0), .value = setting->value->shape,
		.read = config_flags_read, .can = config_flags_can, .data = setting,
		.bare = setting->value->bare ? "yes" : NULL, .preset = settings_preset(setting),
		.help = setting->help};
}

bool settings_option(size_t number, struct option_row *row)
{
	if (number == 0) {
		*row = (struct option_row){OPTION("bot", READ, 0), .value = "[NAME=]COMMAND",
			.read = config_flags_read_bot,
			.help = "add a bot that this command starts, without a shell; without NAME it gets the name of its program's file"};
		return true;
	}
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		if (!(s->uses & SETTING_FLAG))
			continue;
		bool found = --number == 0, old = !found && s->was != NULL && --number == 0;
		if (!found && !old)
			continue;
		*row = config_flags_row(s);
		if (old) {
			row->name = s->was;
			row->help = NULL; /* not listed */
		}
		return true;
	}
	return false;
}

struct option_row settings_option_of(enum setting_key key)
{
	return config_flags_row(&settings_of_tournament[key]);
}

const struct setting *settings_of_option(const struct option_row *row)
{
	return row->read == config_flags_read ? row->data : NULL;
}

bool settings_bot_word(size_t number, struct option_row *row)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++)
		if ((s->uses & SETTING_FILE) && number-- == 0) {
			*row = (struct option_row){.name = s->key,
				.value = s->value->shape,
				.preset = settings_preset(s),
				.help = s->help};
			return true;
		}
	return false;
}

/* Explains a flag of another manager. */
static bool config_flags_foreign(const char *flag, char *line, size_t size)
{
	const struct foreign_names *f = foreign_names_find(flag);
	if (f == NULL)
		return false;
	const char *note = f->note != NULL ? f->note : "";
	if (f->ours != NULL)
		snprintf(line, size, "unknown flag %s; did you mean --%s?%s%s", flag, f->ours,
			f->note != NULL ? " " : "", note);
	else
		snprintf(line, size, "unknown flag %s; %s", flag, note);
	return true;
}

bool settings_explain(const char *flag, char *line, size_t size)
{
	const struct settings_old_name *old =
		strncmp(flag, "--", 2) == 0 ? settings_find_old_name(flag + 2) : NULL;
	if (config_flags_foreign(flag, line, size))
		return true;
	if (old != NULL)
		snprintf(line, size, "%s is now called --%s; write --%s%s%s", flag, old->is,
			old->is, old->values != NULL ? " " : "",
			old->values != NULL ? old->values : "");
	return old != NULL;
}
