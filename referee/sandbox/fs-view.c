/*
 * fs-view.c - finding what a bot is to see.
 */
#include "referee/sandbox/fs-view.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/memory.h"

/* What every program of this system may need: paths or patterns. */
static const struct view_row {
	const char *pattern;
	enum view_kind kind;
} view_rows[] = {
	{"/usr", VIEW_TREE},
	{"/bin", VIEW_TREE},
	{"/sbin", VIEW_TREE},
	{"/lib*", VIEW_TREE},
	{"/nix/store", VIEW_TREE},
	{"/gnu/store", VIEW_TREE},
	{"/etc/alternatives", VIEW_TREE},
	{"/etc/ld.so.cache", VIEW_TREE},
	{"/etc/localtime", VIEW_TREE},
	{"/etc/ssl/openssl.cnf", VIEW_TREE},
	{"/etc/java*", VIEW_TREE},
	{"/etc/python3*", VIEW_TREE},
	{"/etc/mono", VIEW_TREE},
	{"/dev/null", VIEW_DEVICE},
	{"/dev/zero", VIEW_DEVICE},
	{"/dev/full", VIEW_DEVICE},
	{"/dev/random", VIEW_DEVICE},
	{"/dev/urandom", VIEW_DEVICE},
};

/* Folders that are not shown as somebody's folder, nor any that holds one of them. */
static const char *const view_reserved[] = {"/bin", "/boot", "/dev", "/etc", "/home", "/proc",
	"/root", "/run", "/sys", "/tmp", "/usr", "/var/lib", "/var/run"};

/* Is path the folder, or below it? */
static bool view_is_below(const char *path, const char *folder)
{
	size_t length = strlen(folder);
	return strcmp(folder, "/") == 0 || (strncmp(path, folder, length) == 0 &&
						   (path[length] == '/' || path[length] == '\0'));
}

bool view_shows(const struct view *v, const char *path)
{
	for (int i = 0; i < v->count; i++)
		if (v->items[i].kind != VIEW_HIDDEN && view_is_below(path, v->items[i].path))
			return true;
	return false;
}

bool view_is_system(const char *path)
{
	if (view_is_below(path, "/usr/local"))
		return false;
	for (size_t i = 0; i < sizeof view_rows / sizeof *view_rows; i++) {
		const char *pattern = view_rows[i].pattern;
		size_t length = strcspn(pattern, "*");
		if (pattern[length] == '*' ? strncmp(path, pattern, length) == 0
					   : view_is_below(path, pattern))
			return true;
	}
	return false;
}

static void view_add(struct view *v, const char *path, enum view_kind kind, bool own)
{
	char where[FIND_PATH];
	struct stat status;
	bool held = snapshot_where(v->held, path, where);
	if (lstat(where, &status) != 0)
		return;
	bool link = S_ISLNK(status.st_mode);
	/* A link of the system leads into the system; any other is shown as what it leads to. */
	if (link && kind == VIEW_TREE && strchr(path + 1, '/') == NULL)
		kind = VIEW_LINK;
	else if (link && stat(where, &status) != 0)
		return;
	v->items = memory_resize(v->items, (size_t)v->count + 1, sizeof *v->items);
	v->items[v->count++] = (struct view_item){memory_copy(path),
		held && kind == VIEW_TREE ? memory_copy(where) : NULL, kind,
		S_ISDIR(status.st_mode), own, status.st_uid, status.st_gid};
}

static void view_show(struct view *v, const char *path)
{
	if (!view_shows(v, path))
		view_add(v, path, VIEW_TREE, true);
}

static void view_show_system(struct view *v)
{
	for (size_t i = 0; i < sizeof view_rows / sizeof *view_rows; i++) {
		const struct view_row *row = &view_rows[i];
		glob_t found;
		if (strchr(row->pattern, '*') == NULL) {
			view_add(v, row->pattern, row->kind, false);
			continue;
		}
		if (glob(row->pattern, GLOB_NOSORT, NULL, &found) == 0)
			for (size_t k = 0; k < found.gl_pathc; k++)
				view_add(v, found.gl_pathv[k], row->kind, false);
		globfree(&found);
	}
}

bool view_is_own(const char *folder)
{
	const char *home = getenv("HOME");
	if (home != NULL && *home == '/' && view_is_below(home, folder))
		return false;
	for (size_t i = 0; i < sizeof view_reserved / sizeof *view_reserved; i++)
		if (view_is_below(view_reserved[i], folder))
			return false;
	return !view_is_below(folder, "/proc") && !view_is_below(folder, "/sys") &&
	       !view_is_below(folder, "/dev");
}

/* The folder that path is in. */
static void view_folder(const char *path, char folder[FIND_PATH])
{
	snprintf(folder, FIND_PATH, "%s", path);
	char *slash = strrchr(folder, '/');
	slash[slash == folder] = '\0';
}

static bool view_ends_in(const char *path, const char *name)
{
	size_t all = strlen(path), length = strlen(name);
	return all > length && path[all - length - 1] == '/' &&
	       strcmp(path + all - length, name) == 0;
}

/* A program: it, or the folder above its bin. */
static void view_show_program(struct view *v, const char *path)
{
	static const char *const tool_folders[] = {"bin", "sbin", "shims", "libexec"};
	char folder[FIND_PATH], prefix[FIND_PATH];
	view_folder(path, folder);
	for (size_t i = 0; i < sizeof tool_folders / sizeof *tool_folders; i++) {
		if (!view_ends_in(folder, tool_folders[i]))
			continue;
		view_folder(folder, prefix);
		if (view_is_own(prefix))
			view_show(v, prefix);
	}
	view_show(v, path);
}

/* A program, what its links lead to, and its interpreter, and so on. */
static void view_show_runtime(struct view *v, const char *program)
{
	enum { STEPS = 16 };
	char path[FIND_PATH], folder[FIND_PATH], target[FIND_PATH], next[FIND_PATH];
	char where[FIND_PATH];
	snprintf(path, sizeof path, "%s", program);
	for (int i = 0; i < STEPS; i++) {
		view_show_program(v, path);
		snapshot_where(v->held, path, where);
		ssize_t length = readlink(where, target, sizeof target - 1);
		if (length > 0) {
			target[length] = '\0';
			view_folder(path, folder);
		} else if (find_interpreter(where, target)) {
			strcpy(folder, "/");
		} else {
			return;
		}
		if (!find_absolute(target, folder, next))
			return;
		strcpy(path, next);
	}
}

/* A word of the command that names a file or a folder. */
static void view_show_word(struct view *v, const char *word)
{
	char path[FIND_PATH], folder[FIND_PATH], where[FIND_PATH];
	struct stat status;
	if (!find_absolute(word, v->dir, path))
		return;
	snapshot_where(v->held, path, where);
	if (lstat(where, &status) != 0)
		return;
	if (S_ISDIR(status.st_mode))
		strcpy(folder, path);
	else
		view_folder(path, folder);
	if (view_is_own(folder))
		view_show(v, folder);
	/* Its folder may be gone, and it is held. */
	if (S_ISREG(status.st_mode))
		view_show(v, path);
}

/* A word may hold several, as Java's class path does. */
static void view_show_words(struct view *v, const char *words)
{
	char part[FIND_PATH];
	view_show_word(v, words);
	if (strchr(words, ':') == NULL)
		return;
	for (size_t length; *words != '\0'; words += length + (words[length] == ':')) {
		length = strcspn(words, ":");
		if (length == 0 || length >= sizeof part)
			continue;
		memcpy(part, words, length);
		part[length] = '\0';
		view_show_word(v, part);
	}
}

/* Hides what lies in something shown, unless something shown lies in it. */
static void view_hide(struct view *v, const char *path)
{
	char real[FIND_PATH];
	for (int i = 0; i < v->count; i++)
		if (view_is_below(v->items[i].path, path))
			return;
	if (view_shows(v, path))
		view_add(v, path, VIEW_HIDDEN, false);
	if (realpath(path, real) != NULL && strcmp(real, path) != 0 && view_shows(v, real))
		view_add(v, real, VIEW_HIDDEN, false);
}

/* What holds others comes before them. */
static int view_compare(const void *a, const void *b)
{
	const struct view_item *x = a, *y = b;
	return strcmp(x->path, y->path);
}

/* What is held, in the place of what is there now, where that is shown: a link in the bot's folder
 * leads to what it is not to see, although that is held for what it was. */
static void view_show_held(struct view *v, const char *path)
{
	for (int i = 0; i < v->count; i++) {
		const struct view_item *item = &v->items[i];
		bool copied = item->from != NULL && view_is_below(path, item->path);
		if (copied || strcmp(item->path, path) == 0)
			return;
	}
	if (view_shows(v, path))
		view_add(v, path, VIEW_TREE, true);
}

/* The folder that it runs in. */
static bool view_show_dir(struct view *v, const char *dir, char *why, size_t room)
{
	char where[FIND_PATH];
	struct stat status;
	if (!find_absolute(dir == NULL ? "." : dir, NULL, v->dir)) {
		snprintf(why, room, "the name of its folder is too long, or the folder is gone");
		return false;
	}
	snapshot_where(v->held, v->dir, where);
	if (dir != NULL && (stat(where, &status) != 0 || !S_ISDIR(status.st_mode))) {
		snprintf(why, room, "\"%s\" cannot be started: No such file or directory", dir);
		return false;
	}
	if (dir != NULL) {
		if (!view_is_own(v->dir)) {
			snprintf(why, room,
				"no bot is shown all of \"%s\": give it a folder of its own there, "
				"and name it as its dir",
				v->dir);
			return false;
		}
		view_show(v, v->dir);
	}
	return true;
}

static bool view_show_own(
	struct view *v, char *const *argv, const char *dir, char *why, size_t room)
{
	if (!view_show_dir(v, dir, why, room))
		return false;
	/* A bare word was found in PATH: it is a tool, and its folder is not the bot's. */
	if (strchr(argv[0], '/') != NULL)
		view_show_word(v, argv[0]);
	for (int i = 1; argv[i] != NULL; i++)
		if (*argv[i] != '-')
			view_show_words(v, argv[i]);
	view_show_runtime(v, v->program);
	for (int i = 0; v->held != NULL && v->held->items[i] != NULL; i++)
		if (v->held->items[i]->copy != NULL)
			view_show_held(v, v->held->items[i]->path);
	return true;
}

bool view_make(struct view *v, const struct view_order *order, char *why, size_t room)
{
	char found[FIND_PATH];
	char *const *hidden = order->hidden;
	v->items = NULL;
	v->count = 0;
	v->held = order->held;
	if (!snapshot_find_program(order->held, order->argv[0], found)) {
		snprintf(why, room, "there is no program \"%s\" beside the referee or in PATH",
			order->argv[0]);
		return false;
	}
	if (!find_absolute(found, order->dir, v->program)) {
		snprintf(why, room, "the path of \"%s\" is too long", order->argv[0]);
		return false;
	}
	view_show_system(v);
	if (!view_show_own(v, order->argv, order->dir, why, room)) {
		view_clear(v);
		return false;
	}
	for (; hidden != NULL && *hidden != NULL; hidden++)
		view_hide(v, *hidden);
	qsort(v->items, (size_t)v->count, sizeof *v->items, view_compare);
	return true;
}

bool view_make_build(struct view *v, const char *program, const char *dir, char *why, size_t room)
{
	v->items = NULL;
	v->count = 0;
	v->held = NULL;
	snprintf(v->program, sizeof v->program, "%s", program);
	view_show_system(v);
	if (!view_show_dir(v, dir, why, room)) {
		view_clear(v);
		return false;
	}
	view_show(v, v->program);
	qsort(v->items, (size_t)v->count, sizeof *v->items, view_compare);
	return true;
}

void view_clear(struct view *v)
{
	for (int i = 0; i < v->count; i++) {
		free(v->items[i].path);
		free(v->items[i].from);
	}
	free(v->items);
	v->items = NULL;
	v->count = 0;
}
