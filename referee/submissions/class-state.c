/*
 * class-state.c - the files of a class.
 */
#include "referee/submissions/class-state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "referee/config/config-file.h"
#include "referee/config/config-syntax.h"

enum { CLASS_STATE_FILE = 1 << 20 };

static const char *const class_state_keys[CLASS_FIELDS] = {
	[CLASS_SOURCE] = "source",
	[CLASS_STUDENT] = "student",
	[CLASS_ID] = "id",
	[CLASS_VERSION] = "version",
	[CLASS_COMMAND] = "command",
	[CLASS_BUILD] = "build",
	[CLASS_ADAPTER] = "adapter",
	[CLASS_REASON] = "reason",
	[CLASS_LEFT_OUT] = "left-out",
	[CLASS_PROBLEM] = "problem",
	[CLASS_CHECK] = "check",
	[CLASS_CHECK_TEXT] = "check-text",
	[CLASS_CHECKED] = "checked",
	[CLASS_CHECK_TIME] = "check-time",
	[CLASS_FIT_VERSION] = "fit-version",
	[CLASS_BEFORE] = "before",
};

/* --- text and files ----------------------------------------------------------------------------
 */

/* Writes a value in '...'. Control bytes, which the syntax does not have, become blanks. */
static void class_state_write_value(FILE *out, const char *key, const char *text)
{
	fprintf(out, "%s = '", key);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			fputc('\\', out);
		fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, out);
	}
	fputs("'\n", out);
}

bool class_state_write_file(const char *path, const char *text, struct error *err)
{
	mode_t mask = umask(0);
	umask(mask);
	return text_file_replace(path, 0644 & ~mask, text, err);
}

char *class_student_path(const struct class_state *c, const struct class_student *s,
	const char *rest, const char *end)
{
	return memory_print("%s/%s/%s%s", c->folder, s->name, rest, end);
}

/* --- class.conf ------------------------------------------------------------------------------- */

struct class_state_reading {
	struct class_state *class;
	char *folder, *include, *submissions;
};

static void class_state_keep(char **to, const char *value)
{
	free(*to);
	*to = memory_copy(value);
}

static void class_state_on_house_bot(void *arg, const char *name, int line)
{
	struct class_state *c = ((struct class_state_reading *)arg)->class;
	(void)line;
	c->house = memory_resize(c->house, (size_t)c->house_count + 1, sizeof *c->house);
	c->house[c->house_count++] = memory_copy(name);
}

bool class_state_has_house_bot(const struct class_state *c, const char *name)
{
	for (int i = 0; i < c->house_count; i++)
		if (strcmp(c->house[i], name) == 0)
			return true;
	return false;
}

static void class_state_on_setting(
	void *arg, const char *key, const char *value, bool in_bot, int line)
{
	struct class_state_reading *r = arg;
	(void)line;
	if (in_bot)
		return;
	if (strcmp(key, "class-folder") == 0)
		class_state_keep(&r->folder, value);
	else if (strcmp(key, "class-names") == 0)
		class_state_keep(&r->class->names, value);
	else if (strcmp(key, "class-roster") == 0)
		class_state_keep(&r->class->roster, value);
	else if (strcmp(key, "name") == 0)
		class_state_keep(&r->class->tournament, value);
	else if (strcmp(key, "db") == 0)
		class_state_keep(&r->class->db, value);
	else if (strcmp(key, "submissions") == 0)
		class_state_keep(&r->submissions, value);
	else if (strcmp(key, "include") == 0 && r->include == NULL)
		class_state_keep(&r->include, value);
}

/* A folder of submissions has the list of its bots in it. */
static void class_state_take_submissions(struct class_state_reading *r)
{
	if (r->submissions == NULL)
		return;
	free(r->folder);
	free(r->include);
	r->include = memory_print("%s" SUBMISSIONS_LIST, r->submissions);
	r->folder = r->submissions;
}

/* A path beside class.conf; frees the value. */
static char *class_state_beside(const char *conf, char *value)
{
	const char *slash = strrchr(conf, '/');
	int length = *value == '/' || slash == NULL ? 0 : (int)(slash + 1 - conf);
	char *path = memory_print("%.*s%s", length, conf, value);
	free(value);
	return path;
}

static bool class_state_read_conf(struct class_state *c, struct error *err)
{
	struct class_state_reading r = {.class = c};
	struct config_syntax_fault fault;
	const struct config_syntax_events events = {
		.arg = &r, .bot = class_state_on_house_bot, .value = class_state_on_setting};
	int line;
	bool missing = access(c->conf, F_OK) != 0;
	char *text = text_file_read(c->conf, CLASS_STATE_FILE, &line, err);
	if (text == NULL)
		return error_prefix(err, "%s: ", c->conf) ||
		       (missing && error_append(err, "; `referee class init GAME` makes one"));
	bool good = config_syntax_read(text, &events, &fault);
	if (!good)
		error_set(err, "%s:%d: %s", c->conf, fault.line, fault.text);
	free(text);
	class_state_take_submissions(&r);
	c->folder = class_state_beside(c->conf, r.folder != NULL ? r.folder : memory_copy("class"));
	if (c->roster != NULL)
		c->roster = class_state_beside(c->conf, c->roster);
	if (good && r.include == NULL)
		good = error_set(err,
			"%s: it includes no file for the students' bots; include = \"class.bots\"",
			c->conf);
	c->bots = r.include != NULL ? class_state_beside(c->conf, r.include) : NULL;
	return good;
}

/* --- students --------------------------------------------------------------------------------- */

static int class_state_compare(const void *a, const void *b)
{
	return strcmp(
		((const struct class_student *)a)->name, ((const struct class_student *)b)->name);
}

struct class_student *class_state_find(const struct class_state *c, const char *name)
{
	const struct class_student key = {.name = (char *)name};
	return c->count == 0 ? NULL
			     : bsearch(&key, c->students, (size_t)c->count, sizeof key,
				       class_state_compare);
}

struct class_student *class_state_add(struct class_state *c, const char *name)
{
	c->students = memory_resize(c->students, (size_t)c->count + 1, sizeof *c->students);
	c->students[c->count++] = (struct class_student){.name = memory_copy(name)};
	qsort(c->students, (size_t)c->count, sizeof *c->students, class_state_compare);
	return class_state_find(c, name);
}

void class_student_set(struct class_student *s, enum class_field field, const char *text)
{
	char *copy = memory_copy(text);
	free(s->fields[field]);
	s->fields[field] = copy;
}

static void class_state_on_bot(void *arg, const char *name, int line)
{
	(void)arg, (void)name, (void)line;
}

static void class_state_on_field(
	void *arg, const char *key, const char *value, bool in_bot, int line)
{
	struct class_student *s = arg;
	(void)in_bot, (void)line;
	for (int i = 0; i < CLASS_FIELDS; i++)
		if (strcmp(key, class_state_keys[i]) == 0)
			class_student_set(s, (enum class_field)i, value);
}

/* Reads the fields of a file. False: a line in err. */
static bool class_state_read_fields(struct class_student *s, const char *path, struct error *err)
{
	const struct config_syntax_events events = {
		.arg = s, .bot = class_state_on_bot, .value = class_state_on_field};
	struct config_syntax_fault fault;
	int line;
	char *text = text_file_read(path, CLASS_STATE_FILE, &line, err);
	bool good = text != NULL && config_syntax_read(text, &events, &fault);
	if (text != NULL && !good)
		error_set(
			err, "line %d: %s; `referee class take` writes it", fault.line, fault.text);
	free(text);
	return good || error_prefix(err, "%s: ", path);
}

/* Reads a student's fields. A folder without them is not a student's. False: a line in err. */
static bool class_state_read_student(struct class_state *c, const char *name, struct error *err)
{
	char *path = memory_print("%s/%s/taken", c->folder, name);
	bool good = access(path, F_OK) != 0 ||
		    class_state_read_fields(class_state_add(c, name), path, err);
	free(path);
	return good;
}

static int class_state_counts(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool class_state_read_students(struct class_state *c, struct error *err)
{
	struct dirent **entries;
	int count = scandir(c->folder, &entries, class_state_counts, alphasort);
	bool good = true;
	for (int i = 0; i < count; i++) {
		good = good && class_state_read_student(c, entries[i]->d_name, err);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return good;
}

static bool class_state_lock(struct class_state *c, struct error *err)
{
	if (!file_tree_make_folder(c->folder))
		return error_set(
			err, "%s: the folder cannot be made: %s", c->folder, strerror(errno));
	c->lock = open(c->folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	if (c->lock < 0 || flock(c->lock, LOCK_EX | LOCK_NB) == 0)
		return c->lock >= 0 || error_set(err, "%s: the folder cannot be read: %s",
					       c->folder, strerror(errno));
	return error_set(
		err, "%s: another `referee class` works on it; wait until it has ended", c->folder);
}

bool class_state_open(struct class_state *c, const char *conf, bool write, struct error *err)
{
	*c = (struct class_state){.conf = memory_copy(conf), .lock = -1};
	return class_state_read_conf(c, err) && (!write || class_state_lock(c, err)) &&
	       class_state_read_students(c, err);
}

void class_state_close(struct class_state *c)
{
	for (int i = 0; i < c->count; i++) {
		for (int f = 0; f < CLASS_FIELDS; f++)
			free(c->students[i].fields[f]);
		free(c->students[i].name);
	}
	for (int i = 0; i < c->house_count; i++)
		free(c->house[i]);
	free(c->house);
	free(c->students);
	free(c->conf);
	free(c->folder);
	free(c->bots);
	free(c->names);
	free(c->roster);
	free(c->tournament);
	free(c->db);
	if (c->lock >= 0)
		close(c->lock);
	*c = (struct class_state){.lock = -1};
}

/* Writes a student's fields to this file of the student's folder. */
static bool class_student_write(const struct class_state *c, const struct class_student *s,
	const char *name, const char *end, struct error *err)
{
	char *path = class_student_path(c, s, name, end),
	     *folder = class_student_path(c, s, ".", "");
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < CLASS_FIELDS; i++)
		if (s->fields[i] != NULL)
			class_state_write_value(out, class_state_keys[i], s->fields[i]);
	memory_close(out);
	bool good = file_tree_make_folder(folder) ||
		    error_set(err, "%s: the folder cannot be made: %s", folder, strerror(errno));
	good = good && class_state_write_file(path, text, err);
	free(text);
	free(folder);
	free(path);
	return good;
}

bool class_student_save(
	const struct class_state *c, const struct class_student *s, struct error *err)
{
	return class_student_write(c, s, "taken", "", err);
}

bool class_student_keep_version(
	const struct class_state *c, const struct class_student *s, struct error *err)
{
	return class_student_write(c, s, s->fields[CLASS_VERSION], CLASS_KEPT, err);
}

char *class_student_describe_version(
	const struct class_state *c, const struct class_student *s, const char *version)
{
	struct class_student kept = {.name = s->name};
	struct error err;
	char *path = class_student_path(c, s, version, CLASS_KEPT);
	bool good = class_state_read_fields(&kept, path, &err);
	const char *source = kept.fields[CLASS_SOURCE], *command = kept.fields[CLASS_COMMAND];
	char *text = memory_print("%s, started by %s", good && source != NULL ? source : "unknown",
		good && command != NULL ? command : "unknown");
	for (int i = 0; i < CLASS_FIELDS; i++)
		free(kept.fields[i]);
	free(path);
	return text;
}

bool class_student_take_back(const struct class_state *c, struct class_student *s,
	const char *version, struct error *err)
{
	char *now = memory_copy(s->fields[CLASS_VERSION]);
	char *wanted = memory_copy(version != NULL ? version : s->fields[CLASS_BEFORE]);
	char *path = class_student_path(c, s, wanted != NULL ? wanted : "", CLASS_KEPT),
	     *files = NULL;
	bool good = false;
	if (wanted == NULL)
		error_set(err, "there is no version before this one");
	else if (wanted[strspn(wanted, "0123456789abcdef")] != '\0' || access(path, F_OK) != 0 ||
		 access(files = class_student_path(c, s, wanted, ""), F_OK) != 0)
		error_set(err, "%s: this version was never fit, or is not kept any more", wanted);
	else if (now != NULL && strcmp(now, wanted) == 0)
		error_set(err, "%s: this version plays now", wanted);
	else
		good = class_state_read_fields(s, path, err);
	if (good)
		class_student_set(s, CLASS_BEFORE, now);
	free(files);
	free(path);
	free(wanted);
	free(now);
	return good;
}

/* --- class.bots ------------------------------------------------------------------------------- */

bool class_student_is_checked(const struct class_student *s)
{
	const char *version = s->fields[CLASS_VERSION], *checked = s->fields[CLASS_CHECKED];
	return version != NULL && checked != NULL && strcmp(version, checked) == 0 &&
	       s->fields[CLASS_CHECK] != NULL;
}

/* Older files have no CLASS_FIT_VERSION: there the last check alone says it. */
static const char *class_student_fit_version(const struct class_student *s)
{
	const char *check = s->fields[CLASS_CHECK];
	if (s->fields[CLASS_FIT_VERSION] != NULL)
		return s->fields[CLASS_FIT_VERSION];
	return check != NULL && strcmp(check, "ok") == 0 ? s->fields[CLASS_CHECKED] : NULL;
}

/* The sentence of a failed check with what else its student needs. The caller frees it. */
static char *class_student_explain(const struct class_student *s, const char *text)
{
	const char *left = s->fields[CLASS_LEFT_OUT], *reason = s->fields[CLASS_REASON];
	const char *build = s->fields[CLASS_BUILD];
	bool own = reason != NULL && strstr(reason, "referee.txt") != NULL;
	bool remedy = build != NULL && !own && strstr(text, " command = ") != NULL;
	return memory_print("%s%s%s%s%s%s", text,
		remedy ? ", in a file referee.txt with build = \"" : "", remedy ? build : "",
		remedy ? "\"" : "", left != NULL ? "; " : "", left != NULL ? left : "");
}

void class_student_set_check(struct class_student *s, bool fit, const char *text)
{
	char *whole = text != NULL && !fit ? class_student_explain(s, text) : NULL;
	class_student_set(s, CLASS_FIT_VERSION,
		fit ? s->fields[CLASS_VERSION] : class_student_fit_version(s));
	class_student_set(s, CLASS_CHECK, fit ? "ok" : "failed");
	class_student_set(s, CLASS_CHECK_TEXT, whole != NULL ? whole : text);
	free(whole);
	class_student_set(s, CLASS_CHECKED, s->fields[CLASS_VERSION]);
	class_student_set(s, CLASS_CHECK_TIME, NULL);
}

bool class_student_is_fit(const struct class_student *s)
{
	return class_student_is_checked(s) && strcmp(s->fields[CLASS_CHECK], "ok") == 0;
}

const char *class_student_obstacle(const struct class_student *s)
{
	const char *text = s->fields[CLASS_CHECK_TEXT];
	if (s->fields[CLASS_COMMAND] == NULL)
		return s->fields[CLASS_PROBLEM] != NULL ? s->fields[CLASS_PROBLEM]
							: "there is nothing to run";
	if (class_student_is_checked(s) && !class_student_is_fit(s))
		return text != NULL ? text : "its check failed";
	return NULL;
}

bool class_student_is_kept(const struct class_student *s)
{
	return s->fields[CLASS_COMMAND] != NULL && s->fields[CLASS_PROBLEM] != NULL;
}

bool class_student_enters(const struct class_student *s, bool all)
{
	return class_student_obstacle(s) == NULL || (all && s->fields[CLASS_COMMAND] != NULL);
}

const char *class_student_lost_version(const struct class_student *s, bool all)
{
	const char *fit = class_student_fit_version(s), *version = s->fields[CLASS_VERSION];
	bool other = fit != NULL && (version == NULL || strcmp(fit, version) != 0);
	return other && !class_student_enters(s, all) ? fit : NULL;
}

/* A comment ends with its line. */
static void class_state_write_comment(FILE *out, const char *name, const char *why)
{
	fprintf(out, "# %s: ", name);
	for (; *why != '\0'; why++)
		fputc((unsigned char)*why < ' ' ? ' ' : *why, out);
	fputc('\n', out);
}

/* The first line of class.bots if all enter. */
#define CLASS_ALL "# `referee class check --all` wrote this file: bots that failed enter, too.\n"

bool class_state_lets_all_enter(const struct class_state *c)
{
	char line[sizeof CLASS_ALL] = "";
	FILE *file = fopen(c->bots, "r");
	bool all = file != NULL && fgets(line, sizeof line, file) != NULL &&
		   strcmp(line, CLASS_ALL) == 0;
	if (file != NULL)
		fclose(file);
	return all;
}

bool class_state_write_bots(const struct class_state *c, bool all, struct error *err)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fputs(all ? CLASS_ALL
		  : "# `referee class take` and `referee class check` write this file.\n",
		out);
	for (int i = 0; i < c->count; i++) {
		const struct class_student *s = &c->students[i];
		if (class_student_enters(s, all)) {
			static const enum class_field keys[] = {
				CLASS_ADAPTER, CLASS_BUILD, CLASS_COMMAND};
			char *dir = class_student_path(c, s, s->fields[CLASS_VERSION], "");
			fprintf(out, "bot \"%s\" {\n\t", s->name);
			class_state_write_value(out, "dir", dir);
			for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
				if (s->fields[keys[k]] == NULL)
					continue;
				fputc('\t', out);
				class_state_write_value(
					out, class_state_keys[keys[k]], s->fields[keys[k]]);
			}
			fputs("}\n", out);
			free(dir);
		} else {
			class_state_write_comment(out, s->name, class_student_obstacle(s));
		}
	}
	memory_close(out);
	bool good = class_state_write_file(c->bots, text, err);
	free(text);
	return good;
}
