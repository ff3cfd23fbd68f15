/*
 * bot-programs.c - holds the programs of a tournament's bots unchanged.
 */
#include "referee/prepare/bot-programs.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/sandbox/fs-view.h"
#include "referee/prepare/bot-digest.h"
#include "referee/schedule/schedule.h"

char **bot_programs_database(const struct tournament *t)
{
	static const char *const parts[] = {"", "-wal", "-shm", "-journal", "-lock"};
	enum { PARTS = sizeof parts / sizeof *parts };
	char path[FIND_PROGRAM_PATH];
	char **list = memory_get(PARTS + 1, sizeof *list);
	for (int i = 0; t->db != NULL && find_program_absolute(t->db, NULL, path) && i < PARTS; i++)
		list[i] = memory_print("%s%s", path, parts[i]);
	return list;
}

void bot_programs_init(struct bot_programs *p, const struct tournament *t)
{
	*p = (struct bot_programs){.without = bot_programs_database(t)};
	snapshot_init(&p->snapshot, t->terms.sandbox == SANDBOX_FULL, p->without);
}

void bot_programs_clear(struct bot_programs *p)
{
	for (int i = 0; i < p->count; i++)
		if (p->held[i] != NULL) {
			free(p->held[i]->program);
			free(p->held[i]->items);
			free(p->held[i]->counts);
			free(p->held[i]->note);
			for (char **other = p->held[i]->others; *other != NULL; other++)
				free(*other);
			free(p->held[i]->others);
			free(p->held[i]);
		}
	free(p->held);
	for (char **path = p->without; path != NULL && *path != NULL; path++)
		free(*path);
	free(p->without);
	snapshot_clear(&p->snapshot);
	*p = (struct bot_programs){.count = 0};
	snapshot_init(&p->snapshot, false, NULL);
}

/* --- the files of a program ---------------------------------------------------------------------
 */

/* A file or folder that a bot's command names, or the bot's dir. */
struct bot_programs_named {
	char *path; /* owned */
	int bot;
	bool dir;
};

struct bot_programs_all {
	struct bot_programs_named *named; /* owned */
	int count;
	bool test; /* a test of two versions, which never mix */
};

/* The bot whose program is being collected. */
struct bot_programs_bot {
	struct snapshot *snapshot;
	struct held_files *held;
	const struct bot_programs_all *all;
	int count;
	int bot;
	char start[FIND_PROGRAM_PATH];	/* the folder in which the referee was started */
	char folder[FIND_PROGRAM_PATH]; /* the folder in which the bot runs */
	bool built;			/* the folder was built */
};

static bool bot_programs_is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool bot_programs_has(
	const struct bot_programs_bot *b, enum held_kind kind, const char *path)
{
	for (int i = 0; i < b->count; i++) {
		const struct held_item *item = b->held->items[i];
		size_t length = strlen(item->path);
		bool folder = held_item_is_folder(item->kind);
		if (strncmp(item->path, path, length) == 0 &&
			((folder && path[length] == '/') ||
				(item->kind == kind && path[length] == '\0')))
			return true;
	}
	return false;
}

static void bot_programs_add_as(
	struct bot_programs_bot *b, enum held_kind kind, const char *path, bool counts)
{
	if (bot_programs_has(b, kind, path))
		return;
	const struct held_item *item = snapshot_add(b->snapshot, kind, path);
	/* A folder that is no part of the program is held only if it can be copied. */
	if (item == NULL || (!counts && item->copy == NULL))
		return;
	b->held->items =
		memory_resize(b->held->items, (size_t)b->count + 2, sizeof *b->held->items);
	b->held->counts =
		memory_resize(b->held->counts, (size_t)b->count + 1, sizeof *b->held->counts);
	b->held->counts[b->count] = counts;
	b->held->items[b->count++] = item;
	b->held->items[b->count] = NULL;
}

static void bot_programs_add(struct bot_programs_bot *b, enum held_kind kind, const char *path)
{
	bot_programs_add_as(b, kind, path, true);
}

/* Is it the database, under any name? The database changes with each game. */
static bool bot_programs_is_database(const struct bot_programs_bot *b, const struct stat *status)
{
	struct stat other;
	for (char *const *path = b->held->without; *path != NULL; path++)
		if (stat(*path, &other) == 0 && other.st_dev == status->st_dev &&
			other.st_ino == status->st_ino)
			return true;
	return false;
}

/* Adds a file that the command names, unless it is a tool of the system, or in a built folder,
 * which never changes; for a link also its target. */
static void bot_programs_add_file(struct bot_programs_bot *b, const char *path)
{
	char target[FIND_PROGRAM_PATH];
	struct stat status;
	if (fs_view_is_system(path) || stat(path, &status) != 0 ||
		bot_programs_is_database(b, &status) ||
		(b->built && bot_programs_is_below(path, b->folder)))
		return;
	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode) &&
		realpath(path, target) != NULL) {
		bot_programs_add(b, HELD_LINK, path);
		path = target;
	}
	if (!fs_view_is_system(path) && stat(path, &status) == 0 && S_ISREG(status.st_mode))
		bot_programs_add(b, HELD_FILE, path);
}

/* Does this file belong to the referee's own installation? */
static bool bot_programs_is_ours(const char *path)
{
	char self[FIND_PROGRAM_PATH];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	const char *name = strrchr(path, '/');
	self[length > 0 ? length : 0] = '\0';
	char *slash = strrchr(self, '/');
	return slash != NULL && slash - self == name - path &&
	       strncmp(self, path, (size_t)(name - path)) == 0;
}

/* A bare word names a tool; it is resolved only once. */
static void bot_programs_add_program(struct bot_programs_bot *b, const char *word)
{
	char found[FIND_PROGRAM_PATH], path[FIND_PROGRAM_PATH];
	if (strchr(word, '/') != NULL) {
		if (find_program_absolute(word, b->folder, path))
			bot_programs_add_file(b, path);
	} else if (find_program_program(word, found) && find_program_absolute(found, NULL, path)) {
		b->held->program = memory_copy(path);
		if (bot_programs_is_ours(path))
			bot_programs_add(b, HELD_FILE, path);
		else
			bot_programs_add_file(b, path);
	}
}

/* --- the folders of its files ------------------------------------------------------------------
 */

/* Records a path, unless it is a tool of the system or a program of the referee. */
static void bot_programs_name(struct bot_programs_all *all, int bot, const char *path, bool dir)
{
	struct stat status;
	if (fs_view_is_system(path) || bot_programs_is_ours(path) || stat(path, &status) != 0)
		return;
	all->named = memory_resize(all->named, (size_t)all->count + 1, sizeof *all->named);
	all->named[all->count++] = (struct bot_programs_named){memory_copy(path), bot, dir};
}

/* A word may hold several paths, as Java's class path does. */
static void bot_programs_name_parts(
	struct bot_programs_all *all, int bot, const char *word, const char *folder)
{
	char part[FIND_PROGRAM_PATH], path[FIND_PROGRAM_PATH];
	if (find_program_absolute(word, folder, path))
		bot_programs_name(all, bot, path, false);
	bool several = strchr(word, ':') != NULL;
	while (several) {
		size_t length = strcspn(word, ":");
		snprintf(part, sizeof part, "%.*s", (int)length, word);
		if (*part != '\0' && find_program_absolute(part, folder, path))
			bot_programs_name(all, bot, path, false);
		several = word[length] == ':';
		word += length + several;
	}
}

static void bot_programs_name_all(struct bot_programs_all *all, const struct tournament *t, int i)
{
	const struct bot *bot = &t->bots[i];
	struct error err;
	char **words, folder[FIND_PROGRAM_PATH];
	int count;
	if (bot->remote || bot->command == NULL ||
		!find_program_absolute(
			bot_folder(bot) != NULL ? bot_folder(bot) : ".", NULL, folder) ||
		!shell_words_split_all(bot->command, &words, &count, &err))
		return;
	if (bot->dir != NULL)
		bot_programs_name(all, i, folder, true);
	for (int w = 0; w < count; w++)
		if (w == 0 ? strchr(words[0], '/') != NULL : words[w][0] != '-')
			bot_programs_name_parts(all, i, words[w], folder);
	free(words);
}

/* The folder of a file, or the folder itself. */
static void bot_programs_folder_of(const char *path, char folder[FIND_PROGRAM_PATH])
{
	struct stat status;
	snprintf(folder, FIND_PROGRAM_PATH, "%s", path);
	if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
		*strrchr(folder, '/') = '\0';
}

/* Does this folder hold a program of another bot? */
static bool bot_programs_is_shared(const struct bot_programs_bot *b, const char *folder)
{
	for (int i = 0; i < b->all->count; i++)
		if (b->all->named[i].bot != b->bot && !b->all->named[i].dir &&
			bot_programs_is_below(b->all->named[i].path, folder))
			return true;
	return false;
}

static void bot_programs_add_others(struct bot_programs_bot *b)
{
	int count = 0;
	for (int i = 0; i < b->all->count; i++) {
		const struct bot_programs_named *named = &b->all->named[i];
		bool there = false;
		for (int k = 0; named->bot != b->bot && k < b->count; k++)
			there |= held_item_is_folder(b->held->items[k]->kind) &&
				 bot_programs_is_below(named->path, b->held->items[k]->path);
		if (!there)
			continue;
		b->held->others =
			memory_resize(b->held->others, (size_t)count + 2, sizeof *b->held->others);
		b->held->others[count++] = memory_copy(named->path);
		b->held->others[count] = NULL;
	}
}

static bool bot_programs_names(const struct bot_programs_bot *b, const char *path)
{
	for (int i = 0; i < b->all->count; i++)
		if (strcmp(b->all->named[i].path, path) == 0)
			return true;
	return false;
}

/* Skips tournament files, databases and hidden names. */
static int bot_programs_counts(const struct dirent *entry)
{
	const char *ending = strrchr(entry->d_name, '.');
	return !snapshot_is_made(entry->d_name) &&
	       (ending == NULL || (strcmp(ending, ".conf") != 0 && strncmp(ending, ".db", 3) != 0));
}

/* Records the first unwatched file of a folder; in a shared dir only files of people count. */
static void bot_programs_report_unwatched(
	struct bot_programs_bot *b, const char *folder, bool shared_dir)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, bot_programs_counts, alphasort);
	for (int i = 0; i < count; i++) {
		char *path = memory_print("%s/%s", folder, entries[i]->d_name);
		bool watched = shared_dir
				       ? !snapshot_is_peoples(entries[i]->d_name)
				       : bot_programs_names(b, path) || bot_programs_is_ours(path);
		if (!watched && b->held->note == NULL)
			b->held->note = memory_print(
				"files beside its program, such as %s, are not watched; give the bot a dir of its own",
				path);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

/* The program may read other files beside a file that its command names. */
static void bot_programs_add_beside(struct bot_programs_bot *b, const char *path)
{
	char folder[FIND_PROGRAM_PATH];
	bot_programs_folder_of(path, folder);
	bool known = bot_programs_is_below(folder, b->start) && fs_view_is_own(folder) &&
		     !bot_digest_is_kept_in(folder);
	if (known)
		bot_programs_add_as(
			b, HELD_FOLDER, folder, b->all->test || !bot_programs_is_shared(b, folder));
	else if (b->all->test && fs_view_is_own(folder))
		bot_programs_report_unwatched(b, folder, false);
}

/* Adds the bot's dir, and the folders of the files that its command names. */
static void bot_programs_add_folders(struct bot_programs_bot *b, const struct bot *bot)
{
	if (b->built) {
		; /* the cache keeps it as it is */
	} else if (bot_owns_folder(bot)) {
		bot_programs_add(b, HELD_FOLDER, b->folder);
	} else if (bot->dir != NULL && fs_view_is_own(b->folder)) {
		bot_programs_add_as(b, HELD_SHARED, b->folder, b->all->test);
		if (b->all->test)
			bot_programs_report_unwatched(b, b->folder, true);
	}
	for (int i = 0; i < b->all->count; i++) {
		const struct bot_programs_named *named = &b->all->named[i];
		bool inside = bot->dir != NULL && find_program_is_below(named->path, b->folder);
		if (named->bot == b->bot && !named->dir && !inside)
			bot_programs_add_beside(b, named->path);
	}
	bot_programs_add_others(b);
}

static struct held_files *bot_programs_hold_bot(struct bot_programs *p, const struct tournament *t,
	const struct bot_programs_all *all, int i)
{
	const struct bot *bot = &t->bots[i];
	struct error err;
	char **words, path[FIND_PROGRAM_PATH];
	int count;
	if (bot->remote || bot->command == NULL)
		return NULL;
	struct bot_programs_bot b = {.snapshot = &p->snapshot,
		.held = memory_get(1, sizeof *b.held),
		.all = all,
		.bot = i,
		.built = bot_folder(bot) != bot->dir};
	b.held->items = memory_get(1, sizeof *b.held->items);
	b.held->others = memory_get(1, sizeof *b.held->others);
	b.held->without = p->without;
	const char *folder = bot_folder(bot) != NULL ? bot_folder(bot) : ".";
	if (!find_program_absolute(folder, NULL, b.folder) ||
		!find_program_absolute(".", NULL, b.start) ||
		!shell_words_split_all(bot->command, &words, &count, &err))
		return b.held;
	bot_programs_add_folders(&b, bot);
	bot_programs_add_program(&b, words[0]);
	for (int w = 1; w < count; w++)
		if (find_program_absolute(words[w], b.folder, path))
			bot_programs_add_file(&b, path);
	free(words);
	return b.held;
}

void bot_programs_hold(struct bot_programs *p, const struct tournament *t)
{
	struct bot_programs_all all = {.test = schedule_find(t->format)->compares};
	for (int i = 0; i < t->bots_count; i++)
		bot_programs_name_all(&all, t, i);
	p->held = memory_resize(p->held, (size_t)t->bots_count, sizeof *p->held);
	for (; p->count < t->bots_count; p->count++)
		p->held[p->count] = bot_programs_hold_bot(p, t, &all, p->count);
	for (int i = 0; i < all.count; i++)
		free(all.named[i].path);
	free(all.named);
}

/* --- warnings -----------------------------------------------------------------------------------
 */

void bot_programs_report(const struct bot_programs *p, const struct tournament *t, int first,
	void (*report)(void *arg, const char *line), void *arg)
{
	for (int bot = first; bot < p->count; bot++) {
		const struct held_files *held = p->held[bot];
		if (held != NULL && held->note != NULL) {
			char *line = memory_print("bot %s: %s", t->bots[bot].name, held->note);
			report(arg, line);
			free(line);
		}
		for (int i = 0; held != NULL && held->items[i] != NULL; i++) {
			const struct held_item *item = held->items[i];
			if (item->why == NULL)
				continue;
			char *line = memory_print(
				"bot %s: %s is not copied (%s); a change of it ends this run",
				t->bots[bot].name, item->path, item->why);
			report(arg, line);
			free(line);
		}
	}
}

bool bot_programs_same(const struct bot_programs *p, const struct tournament *t, struct error *err)
{
	struct error changed;
	for (int i = 0; i < p->count; i++) {
		if (held_files_same(p->held[i], &changed))
			continue;
		return error_set(err,
			"bot %s: %.300s; restore it to continue, or begin a new tournament with --fresh",
			t->bots[i].name, changed.text);
	}
	return true;
}
