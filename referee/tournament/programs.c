/*
 * programs.c - the programs of a tournament's bots, kept as they were.
 */
#include "referee/tournament/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/ground/memory.h"
#include "referee/ground/words.h"
#include "referee/sandbox/view.h"
#include "referee/tournament/bot-digest.h"

char **programs_database(const struct tournament *t)
{
	static const char *const parts[] = {"", "-wal", "-shm", "-journal", "-lock"};
	enum { PARTS = sizeof parts / sizeof *parts };
	char path[FIND_PATH];
	char **list = memory_get(PARTS + 1, sizeof *list);
	for (int i = 0; t->db != NULL && find_absolute(t->db, NULL, path) && i < PARTS; i++)
		list[i] = memory_print("%s%s", path, parts[i]);
	return list;
}

void programs_init(struct programs *p, const struct tournament *t)
{
	*p = (struct programs){.without = programs_database(t)};
	snapshot_init(&p->snapshot, t->sandbox == SANDBOX_FULL, p->without);
}

void programs_clear(struct programs *p)
{
	for (int i = 0; i < p->count; i++)
		if (p->held[i] != NULL) {
			free(p->held[i]->program);
			free(p->held[i]->items);
			free(p->held[i]);
		}
	free(p->held);
	for (char **path = p->without; path != NULL && *path != NULL; path++)
		free(*path);
	free(p->without);
	snapshot_clear(&p->snapshot);
	*p = (struct programs){.count = 0};
	snapshot_init(&p->snapshot, false, NULL);
}

/* --- what a bot's program is -------------------------------------------------------------------
 */

/* A bot whose program is being taken. */
struct programs_bot {
	struct snapshot *snapshot;
	struct snapshot_held *held;
	int count;
	char folder[FIND_PATH]; /* where it runs */
};

static bool programs_has(const struct programs_bot *b, enum snapshot_kind kind, const char *path)
{
	for (int i = 0; i < b->count; i++) {
		const struct snapshot_item *item = b->held->items[i];
		size_t length = strlen(item->path);
		bool folder = item->kind == SNAPSHOT_FOLDER;
		if (strncmp(item->path, path, length) == 0 &&
			((folder && path[length] == '/') ||
				(item->kind == kind && path[length] == '\0')))
			return true;
	}
	return false;
}

static void programs_add(struct programs_bot *b, enum snapshot_kind kind, const char *path)
{
	if (programs_has(b, kind, path))
		return;
	const struct snapshot_item *item = snapshot_take(b->snapshot, kind, path);
	if (item == NULL)
		return;
	b->held->items =
		memory_resize(b->held->items, (size_t)b->count + 2, sizeof *b->held->items);
	b->held->items[b->count++] = item;
	b->held->items[b->count] = NULL;
}

/* Is it the database, by whatever name? It changes with each game. */
static bool programs_is_database(const struct programs_bot *b, const struct stat *status)
{
	struct stat other;
	for (char *const *path = b->held->without; *path != NULL; path++)
		if (stat(*path, &other) == 0 && other.st_dev == status->st_dev &&
			other.st_ino == status->st_ino)
			return true;
	return false;
}

/* A file that its command names, if it is no tool of the system; and of a link, where it leads. */
static void programs_add_file(struct programs_bot *b, const char *path)
{
	char target[FIND_PATH];
	struct stat status;
	if (view_is_system(path) || stat(path, &status) != 0 || programs_is_database(b, &status))
		return;
	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode) &&
		realpath(path, target) != NULL) {
		programs_add(b, SNAPSHOT_LINK, path);
		path = target;
	}
	if (!view_is_system(path) && stat(path, &status) == 0 && S_ISREG(status.st_mode))
		programs_add(b, SNAPSHOT_FILE, path);
}

/* Is it one of those that came with this program? */
static bool programs_is_ours(const char *path)
{
	char self[FIND_PATH];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	const char *name = strrchr(path, '/');
	self[length > 0 ? length : 0] = '\0';
	char *slash = strrchr(self, '/');
	return slash != NULL && slash - self == name - path &&
	       strncmp(self, path, (size_t)(name - path)) == 0;
}

/* A bare word is a tool, found once and for all. */
static void programs_add_program(struct programs_bot *b, const char *word)
{
	char found[FIND_PATH], path[FIND_PATH];
	if (strchr(word, '/') != NULL) {
		if (find_absolute(word, b->folder, path))
			programs_add_file(b, path);
	} else if (find_program(word, found) && find_absolute(found, NULL, path)) {
		b->held->program = memory_copy(path);
		if (programs_is_ours(path))
			programs_add(b, SNAPSHOT_FILE, path);
		else
			programs_add_file(b, path);
	}
}

static struct snapshot_held *programs_take_bot(struct programs *p, const struct bot *bot)
{
	char **words, why[WHY], path[FIND_PATH];
	int count;
	if (bot->remote || bot->command == NULL)
		return NULL;
	struct programs_bot b = {.snapshot = &p->snapshot, .held = memory_get(1, sizeof *b.held)};
	b.held->items = memory_get(1, sizeof *b.held->items);
	b.held->without = p->without;
	if (!find_absolute(bot->dir != NULL ? bot->dir : ".", NULL, b.folder) ||
		!words_split(bot->command, &words, &count, why, sizeof why))
		return b.held;
	if (bot_owns_folder(bot))
		programs_add(&b, SNAPSHOT_FOLDER, b.folder);
	programs_add_program(&b, words[0]);
	for (int i = 1; i < count; i++)
		if (find_absolute(words[i], b.folder, path))
			programs_add_file(&b, path);
	free(words);
	return b.held;
}

void programs_take(struct programs *p, const struct tournament *t)
{
	p->held = memory_resize(p->held, (size_t)t->bots_count, sizeof *p->held);
	for (; p->count < t->bots_count; p->count++)
		p->held[p->count] = programs_take_bot(p, &t->bots[p->count]);
}

/* --- what is said of them ----------------------------------------------------------------------
 */

void programs_say(const struct programs *p, const struct tournament *t, int first,
	void (*say)(void *arg, const char *line), void *arg)
{
	for (int bot = first; bot < p->count; bot++)
		for (int i = 0; p->held[bot] != NULL && p->held[bot]->items[i] != NULL; i++) {
			const struct snapshot_item *item = p->held[bot]->items[i];
			if (item->why == NULL)
				continue;
			char *line = memory_print(
				"bot %s: %s is not copied (%s): a change of it ends this run",
				t->bots[bot].name, item->path, item->why);
			say(arg, line);
			free(line);
		}
}

bool programs_same(const struct programs *p, const struct tournament *t, char *why, size_t room)
{
	char changed[WHY];
	for (int i = 0; i < p->count; i++) {
		if (snapshot_same(p->held[i], changed, sizeof changed))
			continue;
		snprintf(why, room,
			"bot %s: %.300s; put it back to go on, or begin a new tournament with "
			"--fresh",
			t->bots[i].name, changed);
		return false;
	}
	return true;
}
