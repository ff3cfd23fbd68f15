/*
 * fs-view.c - decides which files a bot may see.
 */
#include "referee/sandbox/fs-view.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/shell-words.h"

/* Paths and patterns that any program of this system may need. */
static const struct fs_view_row {
	const char *pattern;
	enum fs_view_kind kind;
} fs_view_rows[] = {
	{"/usr", FS_VIEW_TREE},
	{"/bin", FS_VIEW_TREE},
	{"/sbin", FS_VIEW_TREE},
	{"/lib*", FS_VIEW_TREE},
	{"/nix/store", FS_VIEW_TREE},
	{"/gnu/store", FS_VIEW_TREE},
	{"/etc/alternatives", FS_VIEW_TREE},
	{"/etc/ld.so.cache", FS_VIEW_TREE},
	{"/etc/localtime", FS_VIEW_TREE},
	{"/etc/ssl/openssl.cnf", FS_VIEW_TREE},
	{"/etc/java*", FS_VIEW_TREE},
	{"/etc/python3*", FS_VIEW_TREE},
	{"/etc/mono", FS_VIEW_TREE},
	{"/dev/null", FS_VIEW_DEVICE},
	{"/dev/zero", FS_VIEW_DEVICE},
	{"/dev/full", FS_VIEW_DEVICE},
	{"/dev/random", FS_VIEW_DEVICE},
	{"/dev/urandom", FS_VIEW_DEVICE},
};

/* Folders that are never shown as a bot's own folder, and neither is any folder that contains one.
 */
static const char *const fs_view_reserved[] = {"/bin", "/boot", "/dev", "/etc", "/home", "/proc",
	"/root", "/run", "/sys", "/tmp", "/usr", "/var/lib", "/var/run"};

bool fs_view_shows(const struct fs_view *v, const char *path)
{
	for (int i = 0; i < v->count; i++)
		if (v->items[i].kind != FS_VIEW_HIDDEN &&
			find_program_is_below(path, v->items[i].path))
			return true;
	return false;
}

bool fs_view_is_system(const char *path)
{
	if (find_program_is_below(path, "/usr/local"))
		return false;
	for (size_t i = 0; i < sizeof fs_view_rows / sizeof *fs_view_rows; i++) {
		const char *pattern = fs_view_rows[i].pattern;
		size_t length = strcspn(pattern, "*");
		if (pattern[length] == '*' ? strncmp(path, pattern, length) == 0
					   : find_program_is_below(path, pattern))
			return true;
	}
	return false;
}

static void fs_view_add(struct fs_view *v, const char *path, enum fs_view_kind kind, bool own)
{
	char where[FIND_PROGRAM_PATH];
	struct stat status;
	bool held = held_files_where(v->held, path, where);
	if (lstat(where, &status) != 0)
		return;
	bool link = S_ISLNK(status.st_mode);
	/* A system link leads into the system. For any other link its target is shown. */
	if (link && kind == FS_VIEW_TREE && strchr(path + 1, '/') == NULL)
		kind = FS_VIEW_LINK;
	else if (link && stat(where, &status) != 0)
		return;
	v->items = memory_resize(v->items, (size_t)v->count + 1, sizeof *v->items);
	v->items[v->count++] = (struct fs_view_item){memory_copy(path),
		held && kind == FS_VIEW_TREE ? memory_copy(where) : NULL, kind,
		S_ISDIR(status.st_mode), own, status.st_uid, status.st_gid};
}

static void fs_view_show(struct fs_view *v, const char *path)
{
	if (!fs_view_shows(v, path))
		fs_view_add(v, path, FS_VIEW_TREE, true);
}

static void fs_view_show_system(struct fs_view *v)
{
	for (size_t i = 0; i < sizeof fs_view_rows / sizeof *fs_view_rows; i++) {
		const struct fs_view_row *row = &fs_view_rows[i];
		glob_t found;
		if (strchr(row->pattern, '*') == NULL) {
			fs_view_add(v, row->pattern, row->kind, false);
			continue;
		}
		if (glob(row->pattern, GLOB_NOSORT, NULL, &found) == 0)
			for (size_t k = 0; k < found.gl_pathc; k++)
				fs_view_add(v, found.gl_pathv[k], row->kind, false);
		globfree(&found);
	}
}

bool fs_view_is_own(const char *folder)
{
	const char *home = getenv("HOME");
	if (home != NULL && *home == '/' && find_program_is_below(home, folder))
		return false;
	for (size_t i = 0; i < sizeof fs_view_reserved / sizeof *fs_view_reserved; i++)
		if (find_program_is_below(fs_view_reserved[i], folder))
			return false;
	return !find_program_is_below(folder, "/proc") && !find_program_is_below(folder, "/sys") &&
	       !find_program_is_below(folder, "/dev");
}

/* The parent folder of path. */
static void fs_view_folder(const char *path, char folder[FIND_PROGRAM_PATH])
{
	snprintf(folder, FIND_PROGRAM_PATH, "%s", path);
	char *slash = strrchr(folder, '/');
	slash[slash == folder] = '\0';
}

static bool fs_view_ends_in(const char *path, const char *name)
{
	size_t all = strlen(path), length = strlen(name);
	return all > length && path[all - length - 1] == '/' &&
	       strcmp(path + all - length, name) == 0;
}

/* Shows a program: the file, or the folder above its bin. */
static void fs_view_show_program(struct fs_view *v, const char *path)
{
	static const char *const tool_folders[] = {"bin", "sbin", "shims", "libexec"};
	char folder[FIND_PROGRAM_PATH], prefix[FIND_PROGRAM_PATH];
	fs_view_folder(path, folder);
	for (size_t i = 0; i < sizeof tool_folders / sizeof *tool_folders; i++) {
		if (!fs_view_ends_in(folder, tool_folders[i]))
			continue;
		fs_view_folder(folder, prefix);
		if (fs_view_is_own(prefix))
			fs_view_show(v, prefix);
	}
	fs_view_show(v, path);
}

/* Shows a program, the targets of its links, its interpreter, and so on. */
static void fs_view_show_runtime(struct fs_view *v, const char *program)
{
	enum { STEPS = 16 };
	char path[FIND_PROGRAM_PATH], folder[FIND_PROGRAM_PATH], target[FIND_PROGRAM_PATH],
		next[FIND_PROGRAM_PATH];
	char where[FIND_PROGRAM_PATH];
	struct stat status;
	snprintf(path, sizeof path, "%s", program);
	for (int i = 0; i < STEPS; i++) {
		held_files_where(v->held, path, where);
		if (stat(where, &status) == 0 && S_ISDIR(status.st_mode))
			return; /* a folder is no program, and / would be all that there is */
		fs_view_show_program(v, path);
		ssize_t length = readlink(where, target, sizeof target - 1);
		if (length > 0) {
			target[length] = '\0';
			fs_view_folder(path, folder);
		} else if (find_program_interpreter(where, target)) {
			strcpy(folder, "/");
		} else {
			return;
		}
		if (!find_program_absolute(target, folder, next))
			return;
		strcpy(path, next);
	}
}

/* Shows the file or folder that a word of the command names. */
static void fs_view_show_word(struct fs_view *v, const char *word)
{
	char path[FIND_PROGRAM_PATH], folder[FIND_PROGRAM_PATH], where[FIND_PROGRAM_PATH];
	struct stat status;
	if (!find_program_absolute(word, v->dir, path))
		return;
	held_files_where(v->held, path, where);
	if (lstat(where, &status) != 0)
		return;
	if (S_ISDIR(status.st_mode))
		strcpy(folder, path);
	else
		fs_view_folder(path, folder);
	if (fs_view_is_own(folder))
		fs_view_show(v, folder);
	/* The folder may be gone while a snapshot holds the file. */
	if (S_ISREG(status.st_mode))
		fs_view_show(v, path);
}

/* Shows the files and the runtime of the command in a word "process:COMMAND". */
static void fs_view_show_inner(struct fs_view *v, const char *word)
{
	char found[FIND_PROGRAM_PATH], path[FIND_PROGRAM_PATH];
	char **inner = shell_words_inner(word);
	if (inner == NULL)
		return;
	for (int i = strchr(inner[0], '/') == NULL; inner[i] != NULL; i++)
		if (*inner[i] != '-')
			fs_view_show_word(v, inner[i]);
	if (find_program_program(inner[0], found) && find_program_absolute(found, v->dir, path))
		fs_view_show_runtime(v, path);
	free(inner);
}

/* A word may contain several paths, as in Java's class path. */
static void fs_view_show_words(struct fs_view *v, const char *words)
{
	char part[FIND_PROGRAM_PATH];
	fs_view_show_word(v, words);
	fs_view_show_inner(v, words);
	if (strchr(words, ':') == NULL)
		return;
	for (size_t length; *words != '\0'; words += length + (words[length] == ':')) {
		length = strcspn(words, ":");
		if (length == 0 || length >= sizeof part)
			continue;
		memcpy(part, words, length);
		part[length] = '\0';
		fs_view_show_word(v, part);
	}
}

/* Hides a path inside a shown folder, unless a shown path is inside it. */
static void fs_view_hide(struct fs_view *v, const char *path)
{
	char real[FIND_PROGRAM_PATH];
	for (int i = 0; i < v->count; i++)
		if (find_program_is_below(v->items[i].path, path))
			return;
	if (fs_view_shows(v, path))
		fs_view_add(v, path, FS_VIEW_HIDDEN, false);
	if (realpath(path, real) != NULL && strcmp(real, path) != 0 && fs_view_shows(v, real))
		fs_view_add(v, real, FS_VIEW_HIDDEN, false);
}

/* Orders items so that a folder comes before its contents. */
static int fs_view_compare(const void *a, const void *b)
{
	const struct fs_view_item *x = a, *y = b;
	return strcmp(x->path, y->path);
}

/* Shows held files at places that the view shows, instead of the files there now. A link in the
 * bot's folder may lead to a path that the bot must not see, although a snapshot holds its target.
 */
static void fs_view_show_held(struct fs_view *v, const char *path)
{
	for (int i = 0; i < v->count; i++) {
		const struct fs_view_item *item = &v->items[i];
		bool copied = item->from != NULL && find_program_is_below(path, item->path);
		if (copied || strcmp(item->path, path) == 0)
			return;
	}
	if (fs_view_shows(v, path))
		fs_view_add(v, path, FS_VIEW_TREE, true);
}

/* Shows the folder in which the bot runs. */
static bool fs_view_show_dir(struct fs_view *v, const char *dir, struct error *err)
{
	char where[FIND_PROGRAM_PATH];
	struct stat status;
	if (!find_program_absolute(dir == NULL ? "." : dir, NULL, v->dir))
		return error_set(err, "the name of its folder is too long, or the folder is gone");
	held_files_where(v->held, v->dir, where);
	if (dir != NULL && (stat(where, &status) != 0 || !S_ISDIR(status.st_mode)))
		return error_set(err, "\"%s\" cannot be started: No such file or directory", dir);
	if (dir != NULL) {
		if (!fs_view_is_own(v->dir))
			return error_set(err,
				"no bot is shown all of \"%s\": give it a folder of its own there, and name it as its dir",
				v->dir);
		fs_view_show(v, v->dir);
	}
	return true;
}

/* Shows the runtime of the program behind referee-adapt, which looks for it in PATH. */
static void fs_view_show_adapted(struct fs_view *v, char *const *argv)
{
	char found[FIND_PROGRAM_PATH], path[FIND_PROGRAM_PATH];
	int at = shell_words_adapted(argv);
	if (at == 0)
		return;
	/* The kind kaggle takes a file, mostly without its interpreter. */
	bool file = strcmp(argv[1], "kaggle") == 0 && argv[at + 1] == NULL;
	const char *program = file ? "python3" : argv[at];
	if (find_program_program(program, found) && find_program_absolute(found, v->dir, path))
		fs_view_show_runtime(v, path);
}

static bool fs_view_show_own(
	struct fs_view *v, char *const *argv, const char *dir, struct error *err)
{
	if (!fs_view_show_dir(v, dir, err))
		return false;
	/* A bare word was found in PATH: it is a tool, and its folder is not the bot's own. */
	if (strchr(argv[0], '/') != NULL)
		fs_view_show_word(v, argv[0]);
	for (int i = 1; argv[i] != NULL; i++)
		if (*argv[i] != '-')
			fs_view_show_words(v, argv[i]);
	fs_view_show_runtime(v, v->program);
	fs_view_show_adapted(v, argv);
	for (int i = 0; v->held != NULL && v->held->items[i] != NULL; i++)
		if (v->held->items[i]->copy != NULL)
			fs_view_show_held(v, v->held->items[i]->path);
	return true;
}

bool fs_view_make(struct fs_view *v, const struct fs_view_options *options, struct error *err)
{
	char found[FIND_PROGRAM_PATH], where[FIND_PROGRAM_PATH];
	struct stat status;
	char *const *hidden = options->hidden;
	v->items = NULL;
	v->count = 0;
	v->tools[0] = '\0';
	v->held = options->held;
	if (!held_files_find_program(options->held, options->argv[0], found))
		return error_set(err, "there is no program \"%s\" beside the referee or in PATH",
			options->argv[0]);
	if (!find_program_absolute(found, options->dir, v->program))
		return error_set(err, "the path of \"%s\" is too long", options->argv[0]);
	held_files_where(v->held, v->program, where);
	if (stat(where, &status) == 0 && S_ISDIR(status.st_mode))
		return error_set(err, "\"%s\" is a folder, not a program", v->program);
	fs_view_show_system(v);
	if (!fs_view_show_own(v, options->argv, options->dir, err)) {
		fs_view_clear(v);
		return false;
	}
	for (; hidden != NULL && *hidden != NULL; hidden++)
		fs_view_hide(v, *hidden);
	qsort(v->items, (size_t)v->count, sizeof *v->items, fs_view_compare);
	return true;
}

/* --- builds ---------------------------------------------------------------------------------- */

/* The folder of the toolchain that rustup runs; its own programs only choose one. */
static bool fs_view_rust(char folder[FIND_PROGRAM_PATH])
{
	const char *home = getenv("HOME"), *own = getenv("RUSTUP_HOME");
	char root[FIND_PROGRAM_PATH], line[FIND_PROGRAM_PATH], name[256];
	bool found = false;
	if (own == NULL && home == NULL)
		return false;
	snprintf(root, sizeof root, "%.2000s%s", own != NULL ? own : home,
		own != NULL ? "" : "/.rustup");
	snprintf(line, sizeof line, "%.3000s/settings.toml", root);
	FILE *in = fopen(line, "re");
	while (in != NULL && !found && fgets(line, sizeof line, in) != NULL)
		found = sscanf(line, "default_toolchain = \"%255[^\"]\"", name) == 1;
	if (in != NULL)
		fclose(in);
	return found && snprintf(folder, FIND_PROGRAM_PATH, "%.3000s/toolchains/%s", root, name) <
				FIND_PROGRAM_PATH;
}

/* Shows a compiler outside the system, with the folder above its bin: all of its files are there.
 * Folders of a person, such as ~/.local and ~/.cargo, are not shown. */
static void fs_view_show_compiler(struct fs_view *v, const char *name)
{
	char found[FIND_PROGRAM_PATH], real[FIND_PROGRAM_PATH], folder[FIND_PROGRAM_PATH];
	if (!find_program_program(name, found) || realpath(found, real) == NULL ||
		fs_view_shows(v, real))
		return;
	fs_view_folder(real, folder);
	bool tool = fs_view_ends_in(folder, "bin");
	fs_view_folder(folder, real);
	const char *last = strrchr(real, '/');
	if (tool && last[1] != '.' && fs_view_is_own(real))
		fs_view_show(v, real);
}

static void fs_view_show_compilers(struct fs_view *v)
{
	static const char *const names[] = {"javac", "java", "gcc", "g++", "cc", "c++", "clang",
		"clang++", "make", "cmake", "ninja", "go", "cargo", "rustc", "node", "python3"};
	char rust[FIND_PROGRAM_PATH];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		fs_view_show_compiler(v, names[i]);
	if (!fs_view_rust(rust) || !fs_view_is_own(rust))
		return;
	fs_view_show(v, rust);
	snprintf(v->tools, sizeof v->tools, "%.4000s/bin", rust);
}

/* Shows what a program needs to find a server by name and to trust it. */
static void fs_view_show_network(struct fs_view *v)
{
	static const char *const paths[] = {"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
		"/etc/services", "/etc/protocols", "/etc/ssl/certs", "/etc/pki/tls/certs",
		"/etc/ca-certificates"};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		fs_view_add(v, paths[i], FS_VIEW_TREE, false);
}

bool fs_view_make_build(
	struct fs_view *v, const char *program, const char *dir, bool network, struct error *err)
{
	v->items = NULL;
	v->count = 0;
	v->held = NULL;
	v->tools[0] = '\0';
	snprintf(v->program, sizeof v->program, "%s", program);
	fs_view_show_system(v);
	if (!fs_view_show_dir(v, dir, err)) {
		fs_view_clear(v);
		return false;
	}
	fs_view_show(v, v->program);
	fs_view_show_compilers(v);
	if (network)
		fs_view_show_network(v);
	qsort(v->items, (size_t)v->count, sizeof *v->items, fs_view_compare);
	return true;
}

void fs_view_clear(struct fs_view *v)
{
	for (int i = 0; i < v->count; i++) {
		free(v->items[i].path);
		free(v->items[i].from);
	}
	free(v->items);
	v->items = NULL;
	v->count = 0;
}
