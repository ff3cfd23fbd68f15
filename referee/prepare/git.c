/*
 * git.c - talks to `git cat-file --batch` (git-cat-file(1)).
 *
 * The request is a name. The answer is "ID TYPE SIZE" and the bytes of the object. Commits and
 * trees are parsed as git stores them (gitformat-commit and gitformat-tree: lines, and "MODE
 * NAME\0ID").
 */
#include "referee/prepare/git.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "base/time.h"
#include "base/utf8.h"

#define GIT_PATIENCE (60 * SECOND)
#define GIT_MOMENT   315532800 /* 1980-01-01 */

enum {
	GIT_LINE = 512,
	GIT_REVISION = 200,
	GIT_COMMIT_MAX = 1 << 20,
	GIT_TREE_MAX = 16 << 20,
	GIT_SETTINGS_MAX = 4096,
};

/* --- the repository's folders ---------------------------------------------------------------- */

/* The first line of a small file, behind a word with which it begins. */
static bool git_read_path(const char *file, const char *word, char path[SANDBOX_PATH])
{
	struct error err;
	int line;
	char *text = text_file_read(file, GIT_SETTINGS_MAX, &line, &err);
	bool good = text != NULL && strncmp(text, word, strlen(word)) == 0;
	if (good) {
		text[strcspn(text, "\n")] = '\0';
		snprintf(path, SANDBOX_PATH, "%s", text + strlen(word));
	}
	free(text);
	return good && *path != '\0';
}

static bool git_is(const char *folder, const char *name, mode_t kind)
{
	char path[2 * SANDBOX_PATH];
	struct stat status;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return stat(path, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

/* own: the repository of this working tree. shared: the repository of all its working trees. */
static bool git_find_repository(
	const char *folder, char own[SANDBOX_PATH], char shared[SANDBOX_PATH])
{
	char path[SANDBOX_PATH], found[2 * SANDBOX_PATH];
	snprintf(found, sizeof found, "%s/.git", folder);
	if (git_is(folder, ".git", S_IFDIR)) {
		if (!find_program_absolute(".git", folder, own))
			return false;
	} else if (git_is(folder, ".git", S_IFREG)) {
		if (!git_read_path(found, "gitdir: ", path) ||
			!find_program_absolute(path, folder, own))
			return false;
	} else if (git_is(folder, "HEAD", S_IFREG) && git_is(folder, "objects", S_IFDIR)) {
		snprintf(own, SANDBOX_PATH, "%s", folder);
	} else {
		return false;
	}
	snprintf(found, sizeof found, "%s/commondir", own);
	if (git_read_path(found, "", path))
		return find_program_absolute(path, own, shared);
	snprintf(shared, SANDBOX_PATH, "%s", own);
	return true;
}

/* Finds the repository of the folder: its own or that of a parent folder. */
static bool git_locate(const char *folder, char own[SANDBOX_PATH], char shared[SANDBOX_PATH])
{
	char *path = realpath(folder, NULL);
	bool found = path != NULL && git_find_repository(path, own, shared);
	while (path != NULL && !found && *path != '\0') {
		*strrchr(path, '/') = '\0';
		found = git_find_repository(*path != '\0' ? path : "/", own, shared);
	}
	free(path);
	return found;
}

/* --- reading answers ------------------------------------------------------------------------- */

/* Waits for more bytes. False: git sends no more. */
static bool git_fill(struct git *g)
{
	const usec until = time_now() + GIT_PATIENCE;
	g->from = g->to = 0;
	for (usec left; (left = until - time_now()) > 0;) {
		struct pollfd event = {g->sandbox.out, POLLIN, 0};
		poll(&event, 1, (int)(left / MILLISECOND) + 1);
		ssize_t count = read(g->sandbox.out, g->buffer, GIT_BUFFER);
		if (count < 0 && (errno == EAGAIN || errno == EINTR))
			continue;
		g->to = count > 0 ? (size_t)count : 0;
		return count > 0;
	}
	return false;
}

/* Returns the next bytes, at most as many as asked; NULL: there are none. */
static const char *git_some(struct git *g, int64_t most, size_t *count)
{
	if (g->from == g->to && !git_fill(g))
		return NULL;
	const char *bytes = g->buffer + g->from;
	*count = g->to - g->from;
	if ((int64_t)*count > most)
		*count = (size_t)most;
	g->from += *count;
	return bytes;
}

static bool git_line(struct git *g, char line[GIT_LINE])
{
	size_t used = 0, count;
	for (const char *byte; used < GIT_LINE && (byte = git_some(g, 1, &count)) != NULL; used++) {
		line[used] = *byte;
		if (*byte == '\n') {
			line[used] = '\0';
			return true;
		}
	}
	return false;
}

/* Reads git's messages to the end. */
static void git_broken(struct git *g, struct error *err)
{
	char text[GIT_LINE];
	struct pollfd event = {g->sandbox.err, POLLIN, 0};
	poll(&event, 1, 1000);
	ssize_t count = read(g->sandbox.err, text, sizeof text - 1);
	text[count > 0 ? count : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	char *plain = escape_text(text, false);
	error_set(err, "git %s%s", *plain != '\0' ? "says: " : "failed without a message", plain);
	free(plain);
}

struct git_object {
	char id[GIT_ID], type[16];
	int64_t size;
};

enum git_answer { GIT_FOUND, GIT_MISSING, GIT_BROKEN };

/* Requests an object. The caller reads its bytes and the line end behind them. */
static enum git_answer git_request(struct git *g, const char *name, struct git_object *o)
{
	char line[GIT_LINE];
	int end = 0;
	int length = snprintf(line, sizeof line, "%s\n", name);
	if (length >= (int)sizeof line || write(g->sandbox.in, line, (size_t)length) != length ||
		!git_line(g, line))
		return GIT_BROKEN;
	if (sscanf(line, "%64[0-9a-f] %15[a-z] %" SCNd64 "%n", o->id, o->type, &o->size, &end) ==
			3 &&
		line[end] == '\0' && (strlen(o->id) == 40 || strlen(o->id) == 64) && o->size >= 0)
		return GIT_FOUND;
	return GIT_MISSING;
}

/* Reads the line end behind an object. */
static bool git_end_object(struct git *g)
{
	size_t count;
	const char *byte = git_some(g, 1, &count);
	return byte != NULL && *byte == '\n';
}

/* Reads an object of this type as one text. NULL: one line in err. */
static char *git_get(
	struct git *g, const char *name, const char *type, struct git_object *o, struct error *err)
{
	const int64_t most = strcmp(type, "tree") == 0 ? GIT_TREE_MAX : GIT_COMMIT_MAX;
	size_t count;
	enum git_answer answer = git_request(g, name, o);
	if (answer == GIT_MISSING || (answer == GIT_FOUND && strcmp(o->type, type) != 0))
		error_set(err, "it holds no %s %s", type, name);
	else if (answer == GIT_FOUND && o->size > most)
		error_set(err, "%s %s has more than %" PRId64 " bytes", type, name, most);
	else if (answer == GIT_BROKEN)
		git_broken(g, err);
	if (answer != GIT_FOUND || strcmp(o->type, type) != 0 || o->size > most)
		return NULL;
	char *text = memory_get((size_t)o->size + 1, 1);
	int64_t used = 0;
	for (const char *bytes; used < o->size; used += (int64_t)count) {
		bytes = git_some(g, o->size - used, &count);
		if (bytes == NULL)
			break;
		memcpy(text + used, bytes, count);
	}
	if (used == o->size && git_end_object(g))
		return text;
	git_broken(g, err);
	free(text);
	return NULL;
}

/* --- opening --------------------------------------------------------------------------------- */

bool git_open(struct git *g, const char *folder, struct error *err)
{
	static const struct sandbox_limits limits = {
		.memory = INT64_C(1) << 30, .scratch = 1 << 20, .processes = 64, .files = 256};
	struct error git_err;
	char own[SANDBOX_PATH], shared[SANDBOX_PATH], found[SANDBOX_PATH], name[] = "git";
	char *argv[] = {name, (char *)"--no-pager", (char *)"--git-dir", own, (char *)"-c",
		(char *)"safe.directory=*", (char *)"cat-file", (char *)"--batch", NULL};
	const struct sandbox_options options = {
		.argv = argv, .dir = shared, .level = SANDBOX_FULL, .resources = &limits};
	*g = (struct git){.buffer = NULL};
	signal(SIGPIPE, SIG_IGN); /* git may have ended before the request */
	if (!git_locate(folder, own, shared))
		return error_set(err, "%s is in no git repository of this machine", folder);
	if (!find_program_program(name, found))
		return error_set(err, "git is not installed here; `apt-get install git` brings it");
	if (sandbox_start(&g->sandbox, &options, &git_err) != SANDBOX_STARTED)
		return error_set(err, "git: %s", git_err.text);
	g->buffer = memory_get(GIT_BUFFER, 1);
	return true;
}

void git_close(struct git *g)
{
	if (g->buffer != NULL)
		sandbox_kill(&g->sandbox);
	free(g->buffer);
	g->buffer = NULL;
}

/* --- a commit -------------------------------------------------------------------------------- */

/* The first line of a message, cut between two characters. */
static void git_take_subject(const char *text, char subject[GIT_SUBJECT])
{
	size_t used = 0;
	char *plain = escape_text(text, true);
	plain[strcspn(plain, "\r\n")] = '\0';
	for (int length; plain[used] != '\0' && (length = utf8_length(plain + used)) > 0;) {
		if (used + (size_t)length >= GIT_SUBJECT)
			break;
		memcpy(subject + used, plain + used, (size_t)length);
		if (subject[used] == '\t')
			subject[used] = ' ';
		used += (size_t)length;
	}
	subject[used] = '\0';
	free(plain);
}

bool git_find(struct git *g, const char *revision, struct git_commit *c, struct error *err)
{
	struct error git_err;
	char name[GIT_LINE];
	struct git_object o;
	if (*revision == '\0' || strlen(revision) > GIT_REVISION ||
		strpbrk(revision, "\n\r") != NULL)
		return error_set(err, "\"%.32s\" cannot be a revision", revision);
	snprintf(name, sizeof name, "%s^{commit}", revision);
	char *text = git_get(g, name, "commit", &o, &git_err);
	if (text == NULL) {
		bool missing = strstr(git_err.text, "holds no") != NULL;
		return error_set(err,
			missing ? "%s: there is no such revision, or more than one" : "%s: %s",
			revision, git_err.text);
	}
	strcpy(c->id, o.id);
	const char *blank = strstr(text, "\n\n");
	git_take_subject(blank != NULL ? blank + 2 : "", c->subject);
	bool good = sscanf(text, "tree %64[0-9a-f]", c->tree) == 1;
	if (!good)
		error_set(err, "%s: its commit names no tree", revision);
	free(text);
	return good;
}

/* --- its files ------------------------------------------------------------------------------- */

struct git_way {
	struct git *git;
	struct file_tree_writer *writer;
	int modules;
	char path[FILE_TREE_PATH];
	struct error *err;
};

/* One tree entry as git stores it. */
struct git_row {
	unsigned mode;
	const char *name;
	char id[GIT_ID];
};

/* Reads the entry at *at. False: malformed. bytes: length of an id. */
static bool git_next(const char **at, const char *end, size_t bytes, struct git_row *row)
{
	char *after;
	row->mode = (unsigned)strtoul(*at, &after, 8);
	const char *zero = memchr(*at, '\0', (size_t)(end - *at));
	if (zero == NULL || after == *at || *after != ' ' || (size_t)(end - zero - 1) < bytes)
		return false;
	row->name = after + 1;
	for (size_t i = 0; i < bytes; i++)
		snprintf(row->id + 2 * i, 3, "%02x", (unsigned char)zero[1 + i]);
	*at = zero + 1 + bytes;
	return *row->name != '\0' && strchr(row->name, '/') == NULL;
}

static bool git_cannot(struct git_way *w)
{
	return error_set(w->err, "its file %s cannot be written: %s", w->path, strerror(errno));
}

/* Writes the bytes of a file. */
static bool git_write_file(struct git_way *w, const struct git_row *row)
{
	static const struct timespec moment[2] = {{.tv_sec = GIT_MOMENT}, {.tv_sec = GIT_MOMENT}};
	struct git_object o;
	size_t count;
	const struct file_tree_entry e = {
		.kind = (row->mode & 0111) != 0 ? FILE_TREE_PROGRAM : FILE_TREE_FILE,
		.path = w->path,
		.fd = -1};
	if (!file_tree_write_entry(w->writer, &e))
		return git_cannot(w);
	enum git_answer answer = git_request(w->git, row->id, &o);
	if (answer == GIT_MISSING)
		return error_set(w->err, "it lacks the contents of %s", w->path);
	int64_t left = answer == GIT_FOUND ? o.size : 0;
	for (const char *bytes; left > 0; left -= (int64_t)count) {
		bytes = git_some(w->git, left, &count);
		if (bytes == NULL)
			break;
		if (!file_tree_write_bytes(w->writer, bytes, count))
			return git_cannot(w);
	}
	if (answer == GIT_BROKEN || left > 0 || !git_end_object(w->git)) {
		git_broken(w->git, w->err);
		return false;
	}
	return futimens(w->writer->file, moment) == 0 || git_cannot(w);
}

static bool git_write_link(struct git_way *w, const struct git_row *row)
{
	struct git_object o;
	char *target = git_get(w->git, row->id, "blob", &o, w->err);
	const struct file_tree_entry e = {
		.kind = FILE_TREE_LINK, .path = w->path, .target = target, .fd = -1};
	bool good = target != NULL && (file_tree_write_entry(w->writer, &e) || git_cannot(w));
	free(target);
	return good;
}

static bool git_write_tree(struct git_way *w, const char *id, size_t used, int depth);

static bool git_write_row(struct git_way *w, const struct git_row *row, size_t used, int depth)
{
	const struct file_tree_entry folder = {.kind = FILE_TREE_FOLDER, .path = w->path, .fd = -1};
	switch (row->mode & S_IFMT) {
	case S_IFREG:
		return git_write_file(w, row);
	case S_IFLNK:
		return git_write_link(w, row);
	case S_IFDIR:
		return file_tree_write_entry(w->writer, &folder)
			       ? git_write_tree(w, row->id, used, depth + 1)
			       : git_cannot(w);
	default: /* a submodule */
		w->modules++;
		return file_tree_write_entry(w->writer, &folder) || git_cannot(w);
	}
}

/* Writes all entries of a tree; `used` bytes of path are in use. */
static bool git_write_tree(struct git_way *w, const char *id, size_t used, int depth)
{
	struct git_object o;
	struct git_row row;
	char *text = depth < FILE_TREE_DEPTH ? git_get(w->git, id, "tree", &o, w->err) : NULL;
	if (depth == FILE_TREE_DEPTH)
		error_set(w->err, "its folders are deeper than %d", FILE_TREE_DEPTH);
	bool good = text != NULL;
	const char *at = text, *end = good ? text + o.size : text;
	while (good && at < end) {
		good = git_next(&at, end, strlen(id) / 2, &row);
		if (!good) {
			error_set(w->err, "tree %s is none", id);
			break;
		}
		int length = snprintf(w->path + used, sizeof w->path - used, "%s%s",
			used > 0 ? "/" : "", row.name);
		errno = ENAMETOOLONG;
		good = length < (int)(sizeof w->path - used)
			       ? git_write_row(w, &row, used + (size_t)length, depth)
			       : git_cannot(w);
	}
	free(text);
	return good;
}

bool git_export(struct git *g, const char *tree, struct file_tree_writer *writer, int *modules,
	struct error *err)
{
	struct git_way w = {.git = g, .writer = writer, .err = err};
	bool good = git_write_tree(&w, tree, 0, 0);
	*modules = w.modules;
	return good;
}
