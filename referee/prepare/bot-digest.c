/*
 * bot-digest.c - hashes a bot's settings and the files that its command names.
 */
#include "referee/prepare/bot-digest.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/sandbox/find-program.h"
#include "referee/prepare/snapshot.h"
#include "referee/config/settings.h"
#include "referee/process/crypto.h"

enum { BOT_DIGEST_CHUNK = 65536, BOT_DIGEST_DEPTH = 16, BOT_DIGEST_FILES = 10000 };

#define BOT_DIGEST_BYTES                                                                           \
	(INT64_C(64) << 20) /* bytes read per folder; beyond them only file sizes count */

static_assert(BOT_DIGEST == CRYPTO_TEXT + 1, "a SHA-256 in hexadecimal");

/* Hashes the NUL too, so that two texts differ from one joined text. */
static void bot_digest_text(struct crypto_sum *sum, const char *text)
{
	crypto_sum_add(sum, text, strlen(text) + 1);
}

/* Adds a regular file's contents. False: no such file. */
static bool bot_digest_file(struct crypto_sum *sum, const char *path)
{
	uint8_t chunk[BOT_DIGEST_CHUNK];
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
	ssize_t got = 0;
	while (regular && (got = read(fd, chunk, sizeof chunk)) > 0)
		crypto_sum_add(sum, chunk, (size_t)got);
	close(fd);
	return regular;
}

/* Adds a word of the command, resolved in the folder where the bot runs. */
static bool bot_digest_word(
	struct crypto_sum *sum, const struct held_files *held, const char *dir, const char *word)
{
	char path[FIND_PROGRAM_PATH], where[FIND_PROGRAM_PATH];
	if (!find_program_absolute(word, dir, path))
		return false;
	/* For a link, its target is held. */
	if (!held_files_where(held, path, where) && held != NULL && realpath(path, where) != NULL)
		held_files_where(held, strcpy(path, where), where);
	return bot_digest_file(sum, where);
}

/* Is the word's file in the sources of a build, or made from them? */
static bool bot_digest_is_built(const struct bot *bot, const char *word)
{
	char path[FIND_PROGRAM_PATH], dir[FIND_PROGRAM_PATH];
	return bot->program != NULL && find_program_absolute(bot->dir, NULL, dir) &&
	       find_program_absolute(word, bot->dir, path) && find_program_is_below(path, dir);
}

/* Adds the program. A bare name is resolved as at its start. */
static bool bot_digest_program(
	struct crypto_sum *sum, const struct held_files *held, const char *dir, const char *word)
{
	char found[FIND_PROGRAM_PATH];
	if (strchr(word, '/') != NULL)
		return bot_digest_word(sum, held, dir, word);
	return held_files_find_program(held, word, found) &&
	       bot_digest_word(sum, held, NULL, found);
}

/* Adds a word of the command; the key of a build stands for the files of the build. */
static bool bot_digest_named(struct crypto_sum *sum, const struct bot *bot,
	const struct held_files *held, const char *word, bool first)
{
	if ((!first || strchr(word, '/') != NULL) && bot_digest_is_built(bot, word))
		return false;
	return first ? bot_digest_program(sum, held, bot->dir, word)
		     : bot_digest_word(sum, held, bot->dir, word);
}

static void bot_digest_dir(struct crypto_sum *sum, const struct bot *bot)
{
	bot_digest_text(sum, bot->dir != NULL ? bot->dir : "");
}

static void bot_digest_options(struct crypto_sum *sum, const struct bot *bot)
{
	for (int i = 0; i < bot->options_count; i++)
		bot_digest_text(sum, bot->options[i]);
}

/* Adds the bot's own limits. */
static void bot_digest_limits(struct crypto_sum *sum, const struct bot *bot)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++) {
		char *text = NULL;
		size_t size = 0;
		if (!(s->uses & (SETTING_DEFINES | SETTING_OF_PROGRAM)) ||
			!origin_given(&bot->set[s - settings_of_bot]))
			continue;
		FILE *out = memory_open(&text, &size);
		fprintf(out, "%s = ", s->key);
		s->value->write(s, bot, out);
		memory_close(out);
		bot_digest_text(sum, text);
		free(text);
	}
}

/* Does the bot have move limits of its own? */
static bool bot_digest_is_limited(const struct bot *bot)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++)
		if (s->uses & SETTING_OF_PROGRAM && origin_given(&bot->set[s - settings_of_bot]))
			return true;
	return false;
}

/* --- the bot's folder ------------------------------------------------------------------------ */

struct bot_digest_folder {
	struct crypto_sum *sum;
	const struct held_files *held; /* NULL: no files are held */
	const char *was;	       /* the folder's original path; at is the path that is read */
	const char *at;
	bool own;      /* the bot's dir, of which every file counts */
	bool shared;   /* the folder also holds files of people */
	int64_t bytes; /* bytes left to read */
	int files;     /* entries left to visit */
};

/* Is the entry at this path no part of the program? */
static bool bot_digest_leaves_out(
	const struct bot_digest_folder *f, const char *name, const char *path)
{
	char original[PATH_MAX];
	if (f->held == NULL)
		return false;
	if (f->shared && snapshot_is_peoples(name))
		return true;
	snprintf(original, sizeof original, "%s%s", f->was, path + strlen(f->at));
	return snapshot_leaves_out(f->held->without, path) ||
	       (!f->own && snapshot_leaves_out(f->held->others, original));
}

/* Skips files that runs or people's tools create: they are no part of the program. */
static int bot_digest_counts(const struct dirent *entry)
{
	return !snapshot_is_made(entry->d_name);
}

/* Orders by bytes, in every locale. */
static int bot_digest_order(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int bot_digest_is_shared(const struct dirent *entry)
{
	const char *suffix = strrchr(entry->d_name, '.');
	return suffix != NULL && (strcmp(suffix, ".conf") == 0 || strcmp(suffix, ".db") == 0);
}

static void bot_digest_entries(struct bot_digest_folder *f, const char *folder, int depth);

static void bot_digest_entry(struct bot_digest_folder *f, const char *path, int depth)
{
	char target[PATH_MAX];
	struct stat status;
	if (lstat(path, &status) != 0)
		return;
	if (S_ISDIR(status.st_mode)) {
		bot_digest_entries(f, path, depth + 1);
	} else if (S_ISLNK(status.st_mode)) {
		ssize_t length = readlink(path, target, sizeof target - 1);
		target[length > 0 ? length : 0] = '\0';
		bot_digest_text(f->sum, target);
	} else if (S_ISREG(status.st_mode) && status.st_size <= f->bytes) {
		f->bytes -= status.st_size;
		bot_digest_file(f->sum, path);
	} else if (S_ISREG(status.st_mode)) {
		snprintf(target, sizeof target, "%lld", (long long)status.st_size);
		bot_digest_text(f->sum, target);
	}
}

static void bot_digest_entries(struct bot_digest_folder *f, const char *folder, int depth)
{
	struct dirent **entries;
	char path[PATH_MAX];
	int count = depth < BOT_DIGEST_DEPTH
			    ? scandir(folder, &entries, bot_digest_counts, bot_digest_order)
			    : -1;
	for (int i = 0; i < count; i++) {
		int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		if (f->files > 0 && length < (int)sizeof path &&
			!bot_digest_leaves_out(f, entries[i]->d_name, path)) {
			f->files--;
			bot_digest_text(f->sum, entries[i]->d_name);
			bot_digest_entry(f, path, depth);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

bool bot_digest_is_kept_in(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, bot_digest_is_shared, NULL);
	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
	return count != 0;
}

/* A folder that holds a tournament's file or database is not the bot's own. */
bool bot_owns_folder(const struct bot *bot)
{
	return bot->dir != NULL && !bot_digest_is_kept_in(bot->dir);
}

static void bot_digest_held_folder(
	struct crypto_sum *sum, const struct held_files *held, int i, bool own)
{
	const struct held_item *item = held->items[i];
	const char *at = item->copy != NULL ? item->copy : item->path;
	struct bot_digest_folder f = {.sum = sum,
		.held = held,
		.was = item->path,
		.at = at,
		.own = own,
		.shared = item->kind == HELD_SHARED,
		.bytes = BOT_DIGEST_BYTES,
		.files = BOT_DIGEST_FILES};
	bot_digest_entries(&f, at, 0);
}

/* A held folder was the bot's own when it was held. False: there is none. */
static bool bot_digest_folders(struct crypto_sum *sum, const struct bot *bot,
	const struct held_files *held, enum bot_digest_kind kind)
{
	char dir[FIND_PROGRAM_PATH];
	bool has_dir = bot->dir != NULL && find_program_absolute(bot->dir, NULL, dir);
	struct bot_digest_folder f = {
		.sum = sum, .bytes = BOT_DIGEST_BYTES, .files = BOT_DIGEST_FILES};
	if (bot->program != NULL) {
		bot_digest_text(sum, bot->program->build.key);
		return true;
	}
	bool any = held == NULL && has_dir && kind >= BOT_DIGEST_DIR && bot_owns_folder(bot);
	if (any)
		bot_digest_entries(&f, dir, 0);
	for (int i = 0; held != NULL && held->items[i] != NULL; i++) {
		const struct held_item *item = held->items[i];
		bool own = item->kind == HELD_FOLDER && has_dir && strcmp(item->path, dir) == 0;
		bool counts = held->counts == NULL || held->counts[i];
		if (!held_item_is_folder(item->kind) ||
			!((own && kind == BOT_DIGEST_DIR) || (counts && kind == BOT_DIGEST_ALL) ||
				kind == BOT_DIGEST_WIDE))
			continue;
		any = true;
		bot_digest_held_folder(sum, held, i, own);
	}
	return any;
}

/* --- the whole digest ------------------------------------------------------------------------ */

static void bot_digest_sum(const struct bot *bot, const struct held_files *held,
	enum bot_digest_kind kind, char digest[BOT_DIGEST])
{
	struct error err;
	char **words;
	int count;
	*digest = '\0';
	if (bot->remote && !bot_digest_is_limited(bot))
		return;
	struct crypto_sum *sum = crypto_sum_begin();
	if (bot->remote) {
		bot_digest_limits(sum, bot);
		crypto_sum_end_text(sum, digest);
		return;
	}
	bot_digest_text(sum, bot->command);
	bot_digest_dir(sum, bot);
	bot_digest_options(sum, bot);
	if (bot->isready == ISREADY_YES)
		bot_digest_text(sum, "isready = position");
	bot_digest_limits(sum, bot);
	if (shell_words_split_all(bot->command, &words, &count, &err)) {
		bot_digest_named(sum, bot, held, words[0], true);
		for (int i = 1; i < count; i++) {
			bot_digest_text(sum, words[i]);
			bot_digest_named(sum, bot, held, words[i], false);
		}
		free(words);
	}
	bot_digest_folders(sum, bot, held, kind);
	crypto_sum_end_text(sum, digest);
}

static void bot_digest_of_content(
	const struct bot *bot, const struct held_files *held, bool folders, char digest[BOT_DIGEST])
{
	struct error err;
	char **words;
	int count;
	*digest = '\0';
	if (bot->remote || (!folders && bot->program != NULL) ||
		!shell_words_split_all(bot->command, &words, &count, &err))
		return;
	if (!folders && strchr(words[0], '/') == NULL) {
		free(words);
		return;
	}
	struct crypto_sum *sum = crypto_sum_begin();
	for (int i = 0; i < count; i++)
		if (!bot_digest_named(sum, bot, held, words[i], i == 0))
			bot_digest_text(sum, words[i]);
	free(words);
	bot_digest_options(sum, bot);
	bot_digest_text(sum, isready_names[bot->isready]);
	bot_digest_limits(sum, bot);
	/* A folder that holds both programs does not distinguish them. */
	bool alone = held != NULL && (held->others == NULL || *held->others == NULL);
	if (folders && !bot_digest_folders(sum, bot, held, alone ? BOT_DIGEST_ALL : BOT_DIGEST_DIR))
		bot_digest_dir(sum, bot);
	crypto_sum_end_text(sum, digest);
}

void bot_digest_held(const struct bot *bot, const struct held_files *held,
	enum bot_digest_kind kind, char digest[BOT_DIGEST])
{
	if (kind >= BOT_DIGEST_CONTENT)
		bot_digest_of_content(bot, held, kind == BOT_DIGEST_CONTENT, digest);
	else
		bot_digest_sum(bot, held, kind, digest);
}
