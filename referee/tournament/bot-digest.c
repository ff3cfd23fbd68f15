/*
 * bot-digest.c - the digest over all that a bot's row says and the files it names.
 */
#include "referee/tournament/bot-digest.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/ground/words.h"
#include "referee/sandbox/find.h"
#include "referee/tournament/settings.h"

enum { BOT_DIGEST_CHUNK = 65536 };

static_assert(BOT_DIGEST == SHA256_DIGEST_STRING_LENGTH, "a SHA-256 in hexadecimal");

/* With its NUL, so that two texts never read like one other. */
static void bot_digest_text(SHA256_CTX *sum, const char *text)
{
	SHA256Update(sum, (const uint8_t *)text, strlen(text) + 1);
}

/* Adds a regular file's contents. False: there is no such file. */
static bool bot_digest_file(SHA256_CTX *sum, const char *path)
{
	uint8_t chunk[BOT_DIGEST_CHUNK];
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
	ssize_t got = 0;
	while (regular && (got = read(fd, chunk, sizeof chunk)) > 0)
		SHA256Update(sum, chunk, (size_t)got);
	close(fd);
	return regular;
}

/* A word of the command, seen from where the bot runs. */
static bool bot_digest_word(SHA256_CTX *sum, const char *dir, const char *word)
{
	char path[PATH_MAX];
	bool from_dir = *word != '/' && dir != NULL;
	int length = snprintf(
		path, sizeof path, "%s%s%s", from_dir ? dir : "", from_dir ? "/" : "", word);
	return length < (int)sizeof path && bot_digest_file(sum, path);
}

/* The program: a bare name is looked up as it is when it is started. */
static void bot_digest_program(SHA256_CTX *sum, const char *dir, const char *word)
{
	char found[FIND_PATH];
	if (strchr(word, '/') != NULL)
		bot_digest_word(sum, dir, word);
	else if (find_program(word, found))
		bot_digest_file(sum, found);
}

/* Limits of its own. */
static void bot_digest_limits(SHA256_CTX *sum, const struct bot *bot)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++) {
		char *text = NULL;
		size_t size = 0;
		if (!(s->uses & SETTING_DEFINES) || !origin_given(&bot->set[s - settings_of_bot]))
			continue;
		FILE *out = open_memstream(&text, &size);
		assert(out != NULL);
		fprintf(out, "%s = ", s->key);
		s->value->write(s, bot, out);
		fclose(out);
		bot_digest_text(sum, text);
		free(text);
	}
}

void bot_digest(const struct bot *bot, char digest[BOT_DIGEST])
{
	SHA256_CTX sum;
	char **words, why[WHY];
	int count;
	*digest = '\0';
	if (bot->remote)
		return;
	SHA256Init(&sum);
	bot_digest_text(&sum, bot->command);
	bot_digest_text(&sum, bot->dir != NULL ? bot->dir : "");
	for (int i = 0; i < bot->options_count; i++)
		bot_digest_text(&sum, bot->options[i]);
	if (bot->isready_position)
		bot_digest_text(&sum, "isready = position");
	bot_digest_limits(&sum, bot);
	if (words_split(bot->command, &words, &count, why, sizeof why)) {
		bot_digest_program(&sum, bot->dir, words[0]);
		for (int i = 1; i < count; i++) {
			bot_digest_text(&sum, words[i]);
			bot_digest_word(&sum, bot->dir, words[i]);
		}
		free(words);
	}
	SHA256End(&sum, digest);
}
