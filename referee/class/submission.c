/*
 * submission.c - unpacks and copies submissions; the only module that knows libarchive.
 */
#include "referee/class/submission.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/crypto.h"
#include "referee/base/memory.h"
#include "referee/base/utf8.h"

enum { SUBMISSION_CHUNK = 65536, SUBMISSION_DEPTH = 32 };

/* --- names ------------------------------------------------------------------------------------ */

bool submission_is_archive(const char *name, size_t *stem)
{
	static const char *const ends[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".zip",
		".tar", ".tgz", ".tbz2", ".txz", ".7z"};
	size_t length = strlen(name);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t end = strlen(ends[i]);
		if (length > end && strcasecmp(name + length - end, ends[i]) == 0) {
			*stem = length - end;
			return true;
		}
	}
	return false;
}

bool submission_is_tools(const char *name)
{
	static const char *const names[] = {".git", ".svn", ".hg", ".idea", ".vscode", ".vs",
		".DS_Store", "__MACOSX", "__pycache__", ".pytest_cache", ".mypy_cache", ".venv",
		"venv", ".gradle", "Thumbs.db", "desktop.ini"};
	const char *end = strrchr(name, '.');
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return strncmp(name, "._", 2) == 0 ||
	       (end != NULL && (strcmp(end, ".o") == 0 || strcmp(end, ".pyc") == 0));
}

/* Makes a path safe: without "./", with _ for bytes that are no UTF-8 and for control bytes. False:
 * it is absolute, has "..", or is too long or too deep. */
static bool submission_clean(const char *path, char clean[FILE_TREE_PATH])
{
	size_t used = 0;
	int depth = 0;
	if (*path == '/' || *path == '\0')
		return false;
	while (*path != '\0') {
		size_t length = strcspn(path, "/\\");
		bool dots = length == 2 && strncmp(path, "..", 2) == 0;
		bool counts = length > 0 && !(length == 1 && *path == '.');
		depth += counts;
		if (dots || depth > SUBMISSION_DEPTH || used + length + 2 > FILE_TREE_PATH)
			return false;
		if (counts && used > 0)
			clean[used++] = '/';
		for (const char *end = path + length; counts && path < end;) {
			int bytes = utf8_length(path);
			bool plain = bytes > 0 && path + bytes <= end &&
				     (unsigned char)*path >= ' ' && *path != 127;
			for (int i = 0; i < (plain ? bytes : 1); i++)
				clean[used++] = plain ? *path++ : (path++, '_');
		}
		path += counts ? 0 : length;
		path += strspn(path, "/\\");
	}
	clean[used] = '\0';
	return used > 0;
}

/* Does a part of the path belong to tools? */
static bool submission_leaves_out(const char *path)
{
	char part[FILE_TREE_PATH];
	while (*path != '\0') {
		size_t length = strcspn(path, "/");
		snprintf(part, sizeof part, "%.*s", (int)length, path);
		if (submission_is_tools(part))
			return true;
		path += length + (path[length] == '/');
	}
	return false;
}

/* --- writing ---------------------------------------------------------------------------------- */

bool submission_open(
	struct submission *s, const char *folder, int64_t bytes, int entries, struct error *err)
{
	*s = (struct submission){
		.folder = memory_copy(folder), .bytes_most = bytes, .entries_most = entries};
	if (file_tree_write_open(&s->writer, folder, bytes, entries))
		return true;
	return error_set(err, "its folder cannot be written: %s", strerror(errno));
}

void submission_close(struct submission *s)
{
	file_tree_write_close(&s->writer);
	free(s->folder);
	s->folder = NULL;
}

static bool submission_fail_write(const struct submission *s, const char *path, struct error *err)
{
	if (!s->writer.full)
		return error_set(err, "\"%s\" cannot be written: %s", path, strerror(errno));
	return error_set(err,
		"it is too large: a submission has at most %lld MB and %d files; hand in the sources alone",
		(long long)(s->bytes_most >> 20), s->entries_most);
}

/* Creates the missing folders above a path. */
static bool submission_make_above(struct submission *s, const char *path)
{
	char above[FILE_TREE_PATH];
	for (const char *slash = path; (slash = strchr(slash, '/')) != NULL; slash++) {
		struct stat status;
		snprintf(above, sizeof above, "%.*s", (int)(slash - path), path);
		if (fstatat(s->writer.root, above, &status, AT_SYMLINK_NOFOLLOW) == 0)
			continue;
		const struct file_tree_entry folder = {FILE_TREE_FOLDER, .path = above, .fd = -1};
		if (!file_tree_write_entry(&s->writer, &folder))
			return false;
	}
	return true;
}

/* A file of unknown contents, whose bytes come one chunk after the other. */
struct submission_source {
	bool program; /* may be executed */
	/* Reads the next bytes: 0 at the end, -1 with a line in err. */
	ssize_t (*read)(void *arg, void *bytes, size_t room, struct error *err);
	void *arg;
};

static bool submission_add_source(struct submission *s, const char *path,
	const struct submission_source *source, struct error *err)
{
	static char chunk[SUBMISSION_CHUNK];
	ssize_t count = source->read(source->arg, chunk, sizeof chunk, err);
	if (count < 0)
		return false;
	bool script = count > 2 && memcmp(chunk, "#!", 2) == 0;
	bool code = count > 4 && memcmp(chunk, "\177ELF", 4) == 0;
	const struct file_tree_entry file = {
		source->program || script || code ? FILE_TREE_PROGRAM : FILE_TREE_FILE,
		.path = path, .fd = -1};
	bool good = submission_make_above(s, path) && file_tree_write_entry(&s->writer, &file);
	if (!good && errno == EEXIST) {
		s->doubles++;
		return true;
	}
	while (good && count > 0) {
		good = file_tree_write_bytes(&s->writer, chunk, (size_t)count);
		if (good && (count = source->read(source->arg, chunk, sizeof chunk, err)) < 0)
			return false;
	}
	return good || submission_fail_write(s, path, err);
}

/* Is the entry of this path taken? clean gets the safe path. */
static bool submission_takes(struct submission *s, const char *path, char clean[FILE_TREE_PATH])
{
	if (path == NULL || !submission_clean(path, clean))
		s->outside += path != NULL && strcmp(path, "./") != 0 && strcmp(path, ".") != 0;
	else if (submission_leaves_out(clean))
		s->tools++;
	else
		return true;
	return false;
}

void submission_describe(const struct submission *s, char *text, size_t room)
{
	const struct {
		int count;
		const char *one, *many;
	} parts[] = {{s->links, "link or device", "links or devices"},
		{s->outside, "file with a bad path", "files with a bad path"},
		{s->doubles, "second file of the same name", "second files of the same name"},
		{s->tools, "file of tools", "files of tools"}};
	size_t used = 0;
	*text = '\0';
	for (size_t i = 0; i < sizeof parts / sizeof *parts && used < room; i++)
		if (parts[i].count > 0)
			used += (size_t)snprintf(text + used, room - used, "%s%d %s",
				used > 0 ? ", " : "left out: ", parts[i].count,
				parts[i].count == 1 ? parts[i].one : parts[i].many);
}

/* --- archives --------------------------------------------------------------------------------- */

static ssize_t submission_read_archive(void *arg, void *bytes, size_t room, struct error *err)
{
	ssize_t count = archive_read_data(arg, bytes, room);
	if (count < 0)
		error_set(err, "the archive is damaged: %s", archive_error_string(arg));
	return count < 0 ? -1 : count;
}

/* The name of an entry: in UTF-8 if the archive says how it is written, else its bytes. */
static const char *submission_entry_path(struct archive_entry *entry)
{
	const char *path = archive_entry_pathname_utf8(entry);
	return path != NULL ? path : archive_entry_pathname(entry);
}

static bool submission_add_entry(
	struct submission *s, struct archive *a, struct archive_entry *entry, struct error *err)
{
	char path[FILE_TREE_PATH];
	const struct submission_source source = {
		(archive_entry_perm(entry) & 0111) != 0, submission_read_archive, a};
	if (archive_entry_is_data_encrypted(entry))
		return error_set(err, "the archive has a password; hand it in without one");
	if (archive_entry_filetype(entry) == AE_IFDIR)
		return true;
	if (!submission_takes(s, submission_entry_path(entry), path))
		return true;
	if (archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == NULL)
		return submission_add_source(s, path, &source, err);
	s->links++;
	return true;
}

/* Only formats and filters that libarchive reads by itself: others start programs. */
static struct archive *submission_open_archive(const char *path, struct error *err)
{
	struct archive *a = archive_read_new();
	if (a != NULL) {
		archive_read_support_format_zip(a);
		archive_read_support_format_7zip(a);
		archive_read_support_format_tar(a);
		archive_read_support_filter_gzip(a);
		archive_read_support_filter_bzip2(a);
		archive_read_support_filter_xz(a);
		archive_read_support_filter_zstd(a);
	}
	if (a != NULL && archive_read_open_filename(a, path, SUBMISSION_CHUNK) == ARCHIVE_OK)
		return a;
	error_set(err, "it cannot be read as an archive: %s",
		a != NULL && archive_error_string(a) != NULL ? archive_error_string(a)
							     : "out of memory");
	archive_read_free(a);
	return NULL;
}

static bool submission_read_all(struct submission *s, const char *path, struct error *err)
{
	struct archive_entry *entry;
	int result = ARCHIVE_OK, entries = 0;
	struct archive *a = submission_open_archive(path, err);
	bool good = a != NULL;
	/* A warning is about a name that the locale cannot show. */
	while (good && ((result = archive_read_next_header(a, &entry)) == ARCHIVE_OK ||
			       result == ARCHIVE_WARN)) {
		good = submission_add_entry(s, a, entry, err);
		if (good && ++entries > s->entries_most) {
			s->writer.full = true;
			good = submission_fail_write(s, path, err);
		}
	}
	if (good && result != ARCHIVE_EOF)
		good = error_set(err, "the archive is damaged: %s",
			archive_error_string(a) != NULL ? archive_error_string(a) : "no reason");
	if (a != NULL)
		archive_read_free(a);
	return good;
}

/* libarchive converts names to the locale, which may lack their letters. */
bool submission_add_archive(struct submission *s, const char *path, struct error *err)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = utf8 != (locale_t)0 ? uselocale(utf8) : (locale_t)0;
	bool good = submission_read_all(s, path, err);
	if (utf8 != (locale_t)0) {
		uselocale(before);
		freelocale(utf8);
	}
	return good;
}

/* --- folders and files ------------------------------------------------------------------------ */

static ssize_t submission_read_file(void *arg, void *bytes, size_t room, struct error *err)
{
	ssize_t count = read(*(const int *)arg, bytes, room);
	if (count < 0)
		error_set(err, "a file cannot be read: %s", strerror(errno));
	return count;
}

struct submission_walk {
	struct submission *submission;
	struct error *err;
	bool failed;
};

static bool submission_visit(void *arg, const struct file_tree_entry *e)
{
	struct submission_walk *w = arg;
	char path[FILE_TREE_PATH];
	int fd = e->fd;
	const struct submission_source source = {
		e->kind == FILE_TREE_PROGRAM, submission_read_file, &fd};
	if (e->kind == FILE_TREE_FOLDER || !submission_takes(w->submission, e->path, path))
		return true;
	if (e->kind == FILE_TREE_LINK) {
		w->submission->links++;
		return true;
	}
	w->failed = !submission_add_source(w->submission, path, &source, w->err);
	return !w->failed;
}

bool submission_add_folder(struct submission *s, const char *path, struct error *err)
{
	struct submission_walk w = {s, err, false};
	if (file_tree_walk(path, submission_visit, &w))
		return true;
	return w.failed ? false : error_set(err, "its folder cannot be read: %s", strerror(errno));
}

bool submission_add_file(
	struct submission *s, const char *path, const char *name, struct error *err)
{
	char clean[FILE_TREE_PATH];
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	bool file = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
	const struct submission_source source = {
		file && (status.st_mode & S_IXUSR) != 0, submission_read_file, &fd};
	bool good = file ? !submission_takes(s, name, clean) ||
				    submission_add_source(s, clean, &source, err)
			 : error_set(err, "the file cannot be read: %s",
				   fd < 0 ? strerror(errno) : "it is no regular file");
	if (fd >= 0)
		close(fd);
	return good;
}

/* --- what is in a folder ---------------------------------------------------------------------- */

/* Counts the entries of a folder; *name gets the last one's name, which the caller frees. */
static int submission_count(const char *folder, char **name, bool *is_folder)
{
	int count = 0;
	DIR *all = opendir(folder);
	*name = NULL;
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		struct stat status;
		free(*name);
		*name = memory_copy(entry->d_name);
		*is_folder =
			fstatat(dirfd(all), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISDIR(status.st_mode);
		count++;
	}
	if (all != NULL)
		closedir(all);
	return count;
}

char *submission_inner(const char *folder)
{
	char *inner = memory_copy(folder), *name;
	bool is_folder = false;
	while (submission_count(inner, &name, &is_folder) == 1 && is_folder) {
		char *next = memory_print("%s/%s", inner, name);
		char *package = memory_print("%s/__init__.py", next);
		bool is_package = access(package, F_OK) == 0;
		free(package);
		if (is_package) {
			free(next);
			break;
		}
		free(inner);
		free(name);
		inner = next;
	}
	free(name);
	return inner;
}

char *submission_only_archive(const char *folder)
{
	char *name, *path = NULL;
	bool is_folder = false;
	size_t stem;
	if (submission_count(folder, &name, &is_folder) == 1 && !is_folder &&
		submission_is_archive(name, &stem))
		path = memory_print("%s/%s", folder, name);
	free(name);
	return path;
}

static bool submission_sum(void *arg, const struct file_tree_entry *e)
{
	char chunk[SUBMISSION_CHUNK];
	ssize_t count;
	if (e->kind == FILE_TREE_FOLDER)
		return true;
	crypto_sum_add(arg, e->path, strlen(e->path) + 1);
	crypto_sum_add(arg, e->kind == FILE_TREE_PROGRAM ? "x" : "-", 1);
	crypto_sum_add(arg, &e->size, sizeof e->size);
	while (e->fd >= 0 && (count = read(e->fd, chunk, sizeof chunk)) > 0)
		crypto_sum_add(arg, chunk, (size_t)count);
	return true;
}

bool submission_digest(const char *folder, char digest[65])
{
	unsigned char bytes[CRYPTO_BYTES];
	struct secret_sum *sum = crypto_sum_begin();
	bool good = file_tree_walk(folder, submission_sum, sum);
	crypto_sum_end(sum, bytes);
	crypto_write(bytes, digest);
	return good;
}
