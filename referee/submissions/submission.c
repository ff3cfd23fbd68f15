/*
 * submission.c - unpacks and copies submissions; the only module that knows libarchive.
 */
#include "referee/submissions/submission.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/name.h"
#include "base/utf8.h"

enum {
	SUBMISSION_CHUNK = 65536,
	SUBMISSION_DEPTH = 32,
	SUBMISSION_NAMED = 3,	/* names of what was left out */
	SUBMISSION_MARKED = 64, /* folders that markers name */
};

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

/* Makes a path safe: without "./", with _ for bytes that are no UTF-8 and for control characters.
 * False: it is absolute, has "..", or is too long or too deep. */
static bool submission_clean_parts(const char *path, char clean[FILE_TREE_PATH])
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
			bool whole = bytes > 0 && path + bytes <= end;
			if (whole && !utf8_is_control(utf8_decode(path, bytes))) {
				memcpy(clean + used, path, (size_t)bytes);
				used += (size_t)bytes;
			} else {
				clean[used++] = '_';
			}
			path += whole ? bytes : 1;
		}
		path += counts ? 0 : length;
		path += strspn(path, "/\\");
	}
	clean[used] = '\0';
	return used > 0;
}

/* Makes a path safe, in the composed form. */
static bool submission_clean(const char *path, char clean[FILE_TREE_PATH])
{
	if (!submission_clean_parts(path, clean))
		return false;
	char *composed = name_compose(clean);
	bool fits = strlen(composed) < FILE_TREE_PATH;
	if (fits)
		strcpy(clean, composed);
	free(composed);
	return fits;
}

/* The length of the path up to its first part of this name; 0: it has none. */
static size_t submission_part(const char *path, bool (*is)(const char *part))
{
	char part[FILE_TREE_PATH];
	for (const char *at = path; *at != '\0';) {
		size_t length = strcspn(at, "/");
		snprintf(part, sizeof part, "%.*s", (int)length, at);
		if (is(part))
			return (size_t)(at - path) + length;
		at += length + (at[length] == '/');
	}
	return 0;
}

static bool submission_is_modules(const char *part)
{
	return strcmp(part, "node_modules") == 0;
}

/* --- the survey ------------------------------------------------------------------------------- */

/* A file that tells which paths beside it belong to tools. */
static const struct submission_marker {
	const char *file;
	const char *tools[8]; /* beginnings of paths; "": the folder itself */
} submission_markers[] = {
	{"pyvenv.cfg", {"bin/", "lib/python", "lib64/", "include/", "share/", "Lib/site-packages/",
			       "Scripts/", "pyvenv.cfg"}},
	{"CACHEDIR.TAG", {""}},
	{"Cargo.toml", {"target/"}},
	{"pom.xml", {"target/"}},
};

/* Keeps which paths a file of this path marks. */
static void submission_mark(struct submission_survey *survey, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
	int above = (int)(name - path);
	for (size_t i = 0; i < sizeof submission_markers / sizeof *submission_markers; i++) {
		const struct submission_marker *m = &submission_markers[i];
		if (strcmp(name, m->file) != 0)
			continue;
		for (int k = 0; k < 8 && m->tools[k] != NULL; k++) {
			if ((above == 0 && *m->tools[k] == '\0') ||
				survey->tools_count == SUBMISSION_MARKED)
				continue;
			survey->tools = memory_resize(survey->tools,
				(size_t)survey->tools_count + 1, sizeof *survey->tools);
			survey->tools[survey->tools_count++] =
				memory_print("%.*s%s", above, path, m->tools[k]);
		}
	}
}

/* Looks at the path of a file of this size. False: there are too many. */
static bool submission_survey_file(struct submission *s, const char *path, int64_t size)
{
	struct submission_survey *survey = &s->survey;
	char clean[FILE_TREE_PATH];
	if (path == NULL || !submission_clean(path, clean))
		return true;
	submission_mark(survey, clean);
	if (submission_part(clean, submission_is_tools) > 0)
		return true;
	size = size > 0 && size < SUBMISSION_SEEN_BYTES ? size : 0;
	bool module = submission_part(clean, submission_is_modules) > 0;
	/* with the folders above it that are not above the path before */
	int entries = 1;
	size_t same = 0;
	while (clean[same] != '\0' && clean[same] == survey->last[same])
		same++;
	while (same > 0 && clean[same - 1] != '/')
		same--;
	for (const char *slash = clean + same; (slash = strchr(slash, '/')) != NULL; slash++)
		entries++;
	strcpy(survey->last, clean);
	survey->entries += entries;
	survey->bytes += size;
	survey->module_entries += module ? entries : 0;
	survey->module_bytes += module ? size : 0;
	return survey->entries <= s->seen_most;
}

/* Decides what is left out. */
static void submission_survey_end(struct submission *s)
{
	const struct submission_survey *survey = &s->survey;
	bool fits = survey->entries <= s->entries_most && survey->bytes <= s->bytes_most;
	s->without_modules |= !fits && survey->module_entries > 0;
}

/* --- writing ---------------------------------------------------------------------------------- */

bool submission_open(
	struct submission *s, const char *folder, int64_t bytes, int entries, struct error *err)
{
	*s = (struct submission){
		.folder = memory_copy(folder), .bytes_most = bytes, .entries_most = entries};
	s->seen_most = entries < SUBMISSION_CLASS_ENTRIES / SUBMISSION_SEEN_TIMES
			       ? entries * SUBMISSION_SEEN_TIMES
			       : SUBMISSION_CLASS_ENTRIES;
	if (file_tree_write_open(&s->writer, folder, bytes, entries))
		return true;
	return error_set(err, "its folder cannot be written: %s", strerror(errno));
}

void submission_close(struct submission *s)
{
	file_tree_write_close(&s->writer);
	for (int i = 0; i < s->survey.tools_count; i++)
		free(s->survey.tools[i]);
	free(s->survey.tools);
	s->survey = (struct submission_survey){.tools = NULL};
	free(s->folder);
	s->folder = NULL;
}

static bool submission_fail_write(const struct submission *s, const char *path, struct error *err)
{
	if (!s->writer.full)
		return error_set(err, "\"%s\" cannot be written: %s", path, strerror(errno));
	return error_set(err,
		"it is too large: a submission has at most %lld MB and %d files, without those of tools; hand in the sources alone",
		(long long)(s->bytes_most >> 20), s->entries_most);
}

/* Counts an entry that is left out, and names it by the first bytes of its path. */
static void submission_leave(
	struct submission *s, enum submission_reason reason, const char *path, size_t length)
{
	struct submission_left *left = &s->left[reason];
	size_t used = strlen(left->names);
	char *name = memory_print("%.*s%s", (int)length, path, path[length] != '\0' ? "/" : "");
	left->count++;
	size_t length_named = strlen(name);
	const char *last = used >= length_named ? left->names + used - length_named : NULL;
	bool known =
		last != NULL && strcmp(last, name) == 0 && (last == left->names || last[-1] == ' ');
	if (!known && left->named++ < SUBMISSION_NAMED) {
		const char *comma = used > 0 ? ", " : "";
		if (used + strlen(comma) + strlen(name) < sizeof left->names)
			sprintf(left->names + used, "%s%s", comma, name);
		else
			left->named = SUBMISSION_NAMED + 1;
	}
	free(name);
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

/* Is it a module of Python that was compiled for a Mac or Windows? Python names the system. */
static bool submission_is_foreign(const char *path, const char *bytes, size_t length)
{
	const char *end = strrchr(path, '.');
	bool mac = length > 4 && (memcmp(bytes, "\xcf\xfa\xed\xfe", 4) == 0 ||
					 memcmp(bytes, "\xca\xfe\xba\xbe", 4) == 0);
	return end != NULL && (strcasecmp(end, ".pyd") == 0 || (strcmp(end, ".so") == 0 && mac));
}

static bool submission_add_source(struct submission *s, const char *path,
	const struct submission_source *source, struct error *err)
{
	static char chunk[SUBMISSION_CHUNK];
	ssize_t count = source->read(source->arg, chunk, sizeof chunk, err);
	if (count < 0)
		return false;
	if (submission_is_foreign(path, chunk, (size_t)count)) {
		submission_leave(s, SUBMISSION_FOREIGN, path, strlen(path));
		return true;
	}
	/* Counts a file that stands for others, which are not there. */
	static const char pointer[] = "version https://git-lfs.github.com/spec/";
	const char *slash = strrchr(path, '/');
	if ((size_t)count > strlen(pointer) && memcmp(chunk, pointer, strlen(pointer)) == 0)
		submission_leave(s, SUBMISSION_POINTER, path, strlen(path));
	else if (strcmp(slash != NULL ? slash + 1 : path, ".gitmodules") == 0 && (size_t)count > 0)
		submission_leave(s, SUBMISSION_MODULES, path, strlen(path));
	bool script = count > 2 && memcmp(chunk, "#!", 2) == 0;
	bool code = count > 4 && memcmp(chunk, "\177ELF", 4) == 0;
	const struct file_tree_entry file = {
		source->program || script || code ? FILE_TREE_PROGRAM : FILE_TREE_FILE,
		.path = path, .fd = -1};
	bool good = submission_make_above(s, path) && file_tree_write_entry(&s->writer, &file);
	if (!good && errno == EEXIST) {
		submission_leave(s, SUBMISSION_DOUBLE, path, strlen(path));
		if (unlinkat(s->writer.root, path, 0) != 0)
			return true; /* a folder */
		good = file_tree_write_entry(&s->writer, &file);
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
	if (path == NULL || !submission_clean(path, clean)) {
		s->left[SUBMISSION_OUTSIDE].count +=
			path != NULL && strcmp(path, "./") != 0 && strcmp(path, ".") != 0;
		return false;
	}
	const struct submission_survey *survey = &s->survey;
	size_t part = submission_part(clean, submission_is_tools);
	if (part == 0 && s->without_modules)
		part = submission_part(clean, submission_is_modules);
	for (int i = 0; i < survey->tools_count && part == 0; i++) {
		size_t length = strlen(survey->tools[i]);
		if (strncmp(clean, survey->tools[i], length) == 0)
			part = survey->tools[i][length - 1] == '/'
				       ? length - 1
				       : length + strcspn(clean + length, "/");
	}
	size_t tools = part;
	if (tools > 0)
		submission_leave(s, SUBMISSION_TOOLS, clean, tools);
	return tools == 0;
}

void submission_describe(const struct submission *s, char *text, size_t room)
{
	static const char *const words[SUBMISSION_REASONS][2] = {
		[SUBMISSION_LINK] = {"link or device", "links or devices"},
		[SUBMISSION_OUTSIDE] = {"file with a bad path", "files with a bad path"},
		[SUBMISSION_DOUBLE] = {"file whose name is there again",
			"files whose names are there again"},
		[SUBMISSION_TOOLS] = {"file of tools", "files of tools"},
		[SUBMISSION_POINTER] = {"file of which only the pointer of Git LFS is here",
			"files of which only the pointers of Git LFS are here"},
		[SUBMISSION_MODULES] = {"list of git submodules, whose files are not part of it",
			"lists of git submodules, whose files are not part of it"},
		[SUBMISSION_FOREIGN] = {"module for another system", "modules for another system"},
		[SUBMISSION_UNTRACKED] = {"file that is in no commit",
			"files that are in no commit"},
	};
	size_t used = 0;
	*text = '\0';
	for (int i = 0; i < SUBMISSION_REASONS && used < room; i++) {
		const struct submission_left *left = &s->left[i];
		if (left->count > 0)
			used += (size_t)snprintf(text + used, room - used, "%s%d %s",
				used > 0 ? ", " : "left out: ", left->count,
				words[i][left->count > 1]);
		if (left->count > 0 && left->named > 0 && used < room)
			used += (size_t)snprintf(text + used, room - used, " (%s%s)", left->names,
				left->named > SUBMISSION_NAMED ? ", ..." : "");
	}
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
	submission_leave(s, SUBMISSION_LINK, path, strlen(path));
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

/* Is there a next entry? A warning is about a name that the locale cannot show. */
static bool submission_next(struct archive *a, struct archive_entry **entry, int *result)
{
	*result = archive_read_next_header(a, entry);
	return *result == ARCHIVE_OK || *result == ARCHIVE_WARN;
}

/* Looks at all entries first. The archive of a class is not surveyed: each submission in it is. A
 * damaged archive is reported when it is read. */
static bool submission_survey_archive(struct submission *s, const char *path, struct error *err)
{
	struct archive_entry *entry;
	int result, seen = 0;
	if (s->entries_most > SUBMISSION_ENTRIES)
		return true;
	struct archive *a = submission_open_archive(path, err);
	bool good = a != NULL, fits = good;
	while (fits && submission_next(a, &entry, &result)) {
		if (archive_entry_filetype(entry) == AE_IFREG)
			fits = submission_survey_file(
				s, submission_entry_path(entry), archive_entry_size(entry));
		fits = fits && ++seen <= s->seen_most &&
		       archive_filter_bytes(a, 0) <= SUBMISSION_SEEN_BYTES;
	}
	archive_read_free(a);
	s->writer.full |= !fits;
	submission_survey_end(s);
	return good && (fits || submission_fail_write(s, path, err));
}

static bool submission_read_all(struct submission *s, const char *path, struct error *err)
{
	struct archive_entry *entry;
	int result = ARCHIVE_OK, entries = 0;
	if (!submission_survey_archive(s, path, err))
		return false;
	struct archive *a = submission_open_archive(path, err);
	bool good = a != NULL;
	while (good && submission_next(a, &entry, &result)) {
		good = submission_add_entry(s, a, entry, err);
		if (good && ++entries > s->seen_most) {
			s->writer.full = true;
			good = submission_fail_write(s, path, err);
		}
	}
	if (good && result != ARCHIVE_EOF)
		good = error_set(err, "the archive is damaged: %s",
			archive_error_string(a) != NULL ? archive_error_string(a) : "no reason");
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
	const char *tracked; /* of a clone: the folder with the files of its commit; NULL: none */
	struct error *err;
	bool failed;
};

static bool submission_is_tracked(const char *folder, const char *path)
{
	struct stat status;
	char *tracked = memory_print("%s/%s", folder, path);
	bool is = lstat(tracked, &status) == 0;
	free(tracked);
	return is;
}

static bool submission_visit(void *arg, const struct file_tree_entry *e)
{
	struct submission_walk *w = arg;
	char path[FILE_TREE_PATH];
	int fd = e->fd;
	const struct submission_source source = {
		e->kind == FILE_TREE_PROGRAM, submission_read_file, &fd};
	bool of_git = w->tracked != NULL && strncmp(e->path, ".git/", 5) == 0;
	if (e->kind == FILE_TREE_FOLDER || of_git ||
		!submission_takes(w->submission, e->path, path))
		return true;
	if (w->tracked != NULL && !submission_is_tracked(w->tracked, e->path)) {
		submission_leave(w->submission, SUBMISSION_UNTRACKED, path, strlen(path));
		return true;
	}
	if (e->kind == FILE_TREE_LINK) {
		submission_leave(w->submission, SUBMISSION_LINK, path, strlen(path));
		return true;
	}
	w->failed = !submission_add_source(w->submission, path, &source, w->err);
	return !w->failed;
}

static bool submission_survey_visit(void *arg, const struct file_tree_entry *e)
{
	struct submission *s = arg;
	bool file = e->kind == FILE_TREE_FILE || e->kind == FILE_TREE_PROGRAM;
	s->writer.full |= file && !submission_survey_file(s, e->path, e->size);
	return !s->writer.full;
}

bool submission_add_folder(struct submission *s, const char *path, struct error *err)
{
	return submission_add_clone(s, path, NULL, err);
}

bool submission_add_clone(
	struct submission *s, const char *path, const char *tracked, struct error *err)
{
	struct submission_walk w = {s, tracked, err, false};
	file_tree_walk(path, submission_survey_visit, s);
	if (s->writer.full)
		return submission_fail_write(s, path, err);
	submission_survey_end(s);
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
