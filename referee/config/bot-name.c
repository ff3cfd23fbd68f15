/*
 * bot-name.c - makes a bot's name from its command.
 */
#include "referee/config/bot-name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/shell-split.h"
#include "referee/base/utf8.h"

/* Programs that start other programs from files. */
static const char *const bot_name_starters[] = {
	"env", "java", "node", "perl", "python", "python3", "pypy3", "ruby", "sh", "bash", NULL};

/* Suffixes that a bot's name does not keep. */
static const char *const bot_name_ends[] = {
	".py", ".js", ".jar", ".pl", ".rb", ".sh", ".class", ".exe", NULL};

static const char *bot_name_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

static bool bot_name_is_starter(const char *word)
{
	for (const char *const *s = bot_name_starters; *s != NULL; s++)
		if (strcmp(bot_name_base(word), *s) == 0)
			return true;
	return false;
}

/* Finds the word of a command that names the bot's own file. */
static const char *bot_name_word(char *const *words, int count)
{
	int at = 0;
	while (at + 1 < count && (bot_name_is_starter(words[at]) || *words[at] == '-' ||
					 strchr(words[at], '=') != NULL)) {
		if (*words[at + 1] == '-' && at + 2 == count)
			break;
		at++;
	}
	return words[at];
}

/* Copies the file's name without characters that a bot's name cannot have, at most room bytes. */
static void bot_name_take(const char *word, char name[BOT_NAME], int room)
{
	char base[BOT_NAME];
	snprintf(base, (size_t)room, "%s", bot_name_base(word));
	for (const char *const *end = bot_name_ends; *end != NULL; end++) {
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

char *bot_name_make(const struct tournament *t, const char *command)
{
	enum { NUMBER = 6 };
	char why[WHY], name[BOT_NAME] = "bot", **words;
	int count;
	if (shell_split_split(command, &words, &count, why, sizeof why)) {
		bot_name_take(bot_name_word(words, count), name, BOT_NAME - NUMBER);
		free(words);
	}
	char *whole = memory_copy(name);
	for (int i = 2; tournament_find_bot(t, whole) >= 0; i++) {
		free(whole);
		whole = memory_print("%s-%d", name, i);
	}
	return whole;
}
