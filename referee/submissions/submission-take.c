/*
 * submission-take.c - one submission becomes a version of a student's bot.
 */
#include "referee/submissions/submission-take.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/plural.h"
#include "referee/submissions/submission-entry.h"
#include "referee/submissions/submission.h"
#include "referee/submissions/submission-folder.h"
#include "referee/prepare/git.h"

static void submission_take_note(struct submission_take *t, const char *text)
{
	size_t used = strlen(t->notes);
	if (*text != '\0')
		snprintf(t->notes + used, sizeof t->notes - used, "%s%s", used > 0 ? "; " : "",
			text);
}

enum { SUBMISSION_TAKE_NAME = 80 };

/* --- names ------------------------------------------------------------------------------------ */

static bool submission_take_is_used(char *const *names, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Is it a student that another submission of this class made? Their Moodle numbers tell. */
static bool submission_take_is_other(const struct class_state *c, const char *name, const char *id)
{
	const struct class_student *s = class_state_find(c, name);
	const char *known = s != NULL ? s->fields[CLASS_ID] : NULL;
	return known != NULL && *id != '\0' && strcmp(known, id) != 0;
}

/* The student who handed in under this number before; NULL: none. */
static const struct class_student *submission_take_by_id(
	const struct class_state *c, const char *id)
{
	for (int i = 0; i < c->count && *id != '\0'; i++) {
		const char *known = c->students[i].fields[CLASS_ID];
		if (known != NULL && strcmp(known, id) == 0)
			return &c->students[i];
	}
	return NULL;
}

/* The student of this name who handed in the same file or folder before, under a name that is not
 * used; NULL: none. */
static const struct class_student *submission_take_by_source(const struct class_state *c,
	const char *text, const char *source, char *const *names, int count)
{
	char name[64];
	class_name_make(text, name);
	const struct class_student *s = class_state_find(c, name);
	const char *known = s != NULL ? s->fields[CLASS_SOURCE] : NULL;
	return known != NULL && strcmp(known, source) == 0 &&
			       !submission_take_is_used(names, count, name)
		       ? s
		       : NULL;
}

/* The student who handed this in before; NULL: none. With a number it tells; without one the name
 * by the usual rule does, or the whole name of the file, which was the name once. */
static const struct class_student *submission_take_known(const struct class_state *c,
	const struct class_source *source, const struct class_name *parts, char *const *names,
	int count)
{
	const struct class_student *s = submission_take_by_id(c, parts->id);
	if (s != NULL || *parts->id != '\0')
		return s != NULL && !submission_take_is_used(names, count, s->name) ? s : NULL;
	s = submission_take_by_source(c, parts->student, source->name, names, count);
	return s != NULL ? s
			 : submission_take_by_source(c, source->label, source->name, names, count);
}

/* Is it this name, or this name with a number behind it? */
static bool submission_take_is_numbered(const char *numbered, const char *name)
{
	size_t length = strlen(name);
	return strncmp(numbered, name, length) == 0 &&
	       (numbered[length] == '\0' ||
		       (numbered[length] == '-' && strspn(numbered + length + 1, "0123456789") ==
							   strlen(numbered + length + 1)));
}

/* Makes a name that no other bot has: name, name-2, ... */
static void submission_take_make_name(const struct class_state *c, const char *name, const char *id,
	char *const *names, int count, char tried[SUBMISSION_TAKE_NAME])
{
	snprintf(tried, SUBMISSION_TAKE_NAME, "%s", name);
	for (int i = 2;
		submission_take_is_used(names, count, tried) ||
		submission_take_is_other(c, tried, id) || class_state_has_house_bot(c, tried);
		i++)
		snprintf(tried, SUBMISSION_TAKE_NAME, "%s-%d", name, i);
}

/* Names the bot, and finds its student or adds one. A student keeps the name of the games that were
 * played, also if a roster or a rule came later. */
static struct class_student *submission_take_name(struct class_state *c,
	const struct class_source *source, struct class_roster *roster, char ***names, int *count,
	struct submission_take *t)
{
	struct class_name parts;
	char name[SUBMISSION_TAKE_NAME - 16], tried[SUBMISSION_TAKE_NAME], part[CLASS_NAME_TEXT];
	const struct class_roster_row *row;
	const char *text = parts.student, *student = parts.student;
	class_name_split(source->label, &parts);
	if (source->id != NULL)
		snprintf(parts.id, sizeof parts.id, "%s", source->id);
	bool ruled = c->names != NULL && class_name_apply_rule(c->names, source->name, part);
	struct class_name by_rule = parts;
	if (ruled)
		snprintf(by_rule.student, sizeof by_rule.student, "%s", part);
	int rows = class_roster_find(roster, &by_rule, &row);
	if (rows == 0 && ruled)
		rows = class_roster_find(roster, &parts, &row);
	if (ruled)
		text = student = part;
	else if (c->names != NULL)
		submission_take_note(t, "class-names does not fit its name");
	if (row != NULL) {
		student = *row->student != '\0' ? row->student : student;
		text = *row->bot != '\0'	? row->bot
		       : *row->username != '\0' ? row->username
						: student;
	} else if (rows > 1) {
		snprintf(part, sizeof part, "%d rows of the roster fit it%s%s", rows,
			*parts.id != '\0' ? "; the right one needs the id " : "", parts.id);
		submission_take_note(t, part);
	} else if (roster->count > 0) {
		submission_take_note(t, "it is not in the roster");
	}
	class_name_make(text, name);
	submission_take_make_name(c, name, parts.id, *names, *count, tried);
	const struct class_student *known = NULL;
	if (*parts.id != '\0' || class_state_find(c, tried) == NULL)
		known = submission_take_known(c, source, &parts, *names, *count);
	if (known != NULL)
		snprintf(tried, sizeof tried, "%s", known->name);
	t->keeps = !submission_take_is_numbered(tried, name);
	if (t->keeps)
		submission_take_note(t, "it keeps the name that it had");
	else if (strcmp(tried, name) != 0)
		submission_take_note(t, "another bot has this name too");
	*names = memory_resize(*names, (size_t)*count + 1, sizeof **names);
	(*names)[(*count)++] = memory_copy(tried);
	t->name = memory_copy(tried);
	struct class_student *s = class_state_find(c, tried);
	t->novelty = s == NULL ? SUBMISSION_NEW : SUBMISSION_SAME;
	s = s != NULL ? s : class_state_add(c, tried);
	class_student_set(s, CLASS_SOURCE, source->name);
	class_student_set(s, CLASS_STUDENT, student);
	class_student_set(s, CLASS_ID,
		*parts.id != '\0'		  ? parts.id
		: row != NULL && *row->id != '\0' ? row->id
						  : NULL);
	return s;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Is the folder a repository of its own, cloned or begun there? */
static bool submission_take_is_repository(const char *folder)
{
	struct stat status;
	char *path = memory_print("%s/.git/config", folder);
	bool is = lstat(path, &status) == 0 && S_ISREG(status.st_mode);
	free(path);
	return is;
}

/* Writes the files of a repository's last commit into a new folder. False: git does not read it, or
 * it has no commit. */
static bool submission_take_export(const char *path, const char *to, struct error *err)
{
	struct file_tree_writer w;
	struct git_commit commit;
	struct git git;
	int modules = 0;
	sandbox_prepare();
	bool good = mkdir(to, 0755) == 0 || error_set(err, "%s", strerror(errno));
	good = git_open(&git, path, err) && good && git_find(&git, "HEAD", &commit, err);
	if (good &&
		file_tree_write_open(&w, to, SUBMISSION_CLASS_BYTES, SUBMISSION_CLASS_ENTRIES)) {
		good = git_export(&git, commit.tree, &w, &modules, err);
		file_tree_write_close(&w);
	}
	git_close(&git);
	return good;
}

/* Adds a folder: of a repository the files of its last commit. */
static bool submission_take_folder(struct submission *s, const char *path, struct error *err)
{
	struct error unused;
	char *tracked = memory_print("%s-commit", s->folder);
	bool tracks = submission_take_is_repository(path) &&
		      submission_take_export(path, tracked, &unused);
	bool good = tracks ? submission_add_clone(s, path, tracked, err)
			   : submission_add_folder(s, path, err);
	file_tree_remove(tracked);
	free(tracked);
	return good;
}

static bool submission_take_add(struct submission *s, const char *path, struct error *err)
{
	struct stat status;
	struct class_name parts;
	size_t stem;
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
	class_name_split(name, &parts);
	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
		return submission_take_folder(s, path, err);
	if (submission_is_archive(name, &stem))
		return submission_add_archive(s, path, err);
	return submission_add_file(s, path, parts.file != NULL ? parts.file : name, err);
}

/* Unpacks an archive that is all there is, as learning platforms wrap one. */
static bool submission_take_unwrap(struct submission *s, const char *aside, struct error *err)
{
	char *inner = submission_inner(s->folder), *archive = submission_only_archive(inner);
	bool good = true;
	if (archive != NULL) {
		submission_close(s);
		good = mkdir(aside, 0755) == 0 ||
		       error_set(err, "%s: the folder cannot be made: %s", aside, strerror(errno));
		good = submission_open(s, aside, SUBMISSION_BYTES, SUBMISSION_ENTRIES, err) &&
		       good && submission_add_archive(s, archive, err);
	}
	free(archive);
	free(inner);
	return good;
}

/* Renames the files to their version. False: a line in err. */
static bool submission_take_file(struct class_state *c, struct class_student *s, const char *from,
	const char *version, struct error *err)
{
	char *to = class_student_path(c, s, version, ""), *home = class_student_path(c, s, ".", "");
	bool there = access(to, F_OK) == 0;
	bool good = there || (file_tree_make_folder(home) && rename(from, to) == 0);
	if (!good)
		error_set(err, "%s: the folder cannot be made: %s", to, strerror(errno));
	free(home);
	free(to);
	return good;
}

/* Sets what starts the bot. */
static void submission_take_entry(struct class_student *s, const char *folder)
{
	struct submission_entry e;
	struct error err;
	bool found = submission_entry_find(&e, folder, &err);
	class_student_set(s, CLASS_COMMAND, found ? e.command : NULL);
	class_student_set(s, CLASS_BUILD, found ? e.build : NULL);
	class_student_set(s, CLASS_ADAPTER, found ? e.adapter : NULL);
	class_student_set(s, CLASS_REASON, found ? e.reason : NULL);
	class_student_set(s, CLASS_PROBLEM, found ? NULL : err.text);
	submission_entry_clear(&e);
}

/* The student's files are in the folder. False: a line in err. */
static bool submission_take_version(struct class_state *c, struct class_student *s,
	const char *folder, struct submission_take *t, struct error *err)
{
	char digest[65], version[CLASS_VERSION_TEXT];
	char *inner = submission_inner(folder);
	const char *old = s->fields[CLASS_VERSION];
	bool good = submission_digest(inner, digest) ||
		    error_set(err, "%s: the files cannot be read: %s", inner, strerror(errno));
	if (good) {
		snprintf(version, sizeof version, "%.*s", CLASS_VERSION_TEXT - 1, digest);
		bool same = old != NULL && strcmp(old, version) == 0;
		t->novelty = same ? SUBMISSION_SAME : old != NULL ? SUBMISSION_VERSION : t->novelty;
		if (t->novelty == SUBMISSION_SAME && !same)
			t->novelty = SUBMISSION_NEW;
		submission_take_entry(s, inner);
		good = submission_take_file(c, s, inner, version, err);
		class_student_set(s, CLASS_VERSION, version);
	}
	free(inner);
	return good;
}

/* Unpacks the source, and makes it a version of the student. *why: why that is impossible. False:
 * the class could not be written. */
static bool submission_take_source(struct class_state *c, struct class_student *s,
	const struct class_source *source, struct submission_take *t, struct error *why,
	struct error *err)
{
	struct submission files;
	char left[512];
	char *folder = memory_print("%s/.new-%ld", c->folder, (long)getpid());
	char *aside = memory_print("%s-inner", folder);
	file_tree_remove(folder);
	file_tree_remove(aside);
	bool made = mkdir(folder, 0755) == 0, good = made;
	if (!made)
		error_set(err, "%s: the folder cannot be made: %s", folder, strerror(errno));
	bool unpacked =
		made && submission_open(&files, folder, SUBMISSION_BYTES, SUBMISSION_ENTRIES, why);
	for (int i = 0; unpacked && i < source->count; i++)
		unpacked = submission_take_add(&files, source->paths[i], why);
	if (unpacked) {
		/* of several versions of the files, as some platforms give them, the newest */
		char text[64], *inner = submission_inner(files.folder);
		int older = submission_keep_newest(inner);
		const char *name = strrchr(inner, '/') + 1;
		if (strncmp(name, "Version ", strlen("Version ")) == 0) {
			snprintf(text, sizeof text, "its newest is %.20s", name);
			submission_take_note(t, text);
		}
		if (older > 0) {
			snprintf(text, sizeof text, "left out: %s",
				counted(older, "older file").text);
			submission_take_note(t, text);
		}
		free(inner);
	}
	unpacked = unpacked && submission_take_unwrap(&files, aside, why);
	if (unpacked) {
		submission_describe(&files, left, sizeof left);
		submission_take_note(t, left);
		class_student_set(s, CLASS_LEFT_OUT, *left != '\0' ? left : NULL);
		good = submission_take_version(c, s, files.folder, t, err);
	}
	if (made)
		submission_close(&files);
	file_tree_remove(folder);
	file_tree_remove(aside);
	free(aside);
	free(folder);
	return good;
}

bool submission_take(struct class_state *c, const struct class_source *source,
	struct class_roster *roster, char ***taken_names, int *taken_count,
	struct submission_take *t, struct error *err)
{
	struct error why = {""};
	*t = (struct submission_take){.novelty = SUBMISSION_SAME};
	struct class_student *s =
		submission_take_name(c, source, roster, taken_names, taken_count, t);
	bool good = submission_take_source(c, s, source, t, &why, err);
	if (good && error_is_set(&why)) {
		/* A submission that cannot be unpacked leaves the version before, if there is one.
		 * */
		if (s->fields[CLASS_VERSION] != NULL && s->fields[CLASS_COMMAND] != NULL) {
			submission_take_note(t, "the version before stays: ");
			submission_take_note(t, why.text);
		}
		class_student_set(s, CLASS_PROBLEM, why.text);
	}
	return good && class_student_save(c, s, err);
}

bool submission_take_as(struct class_state *c, struct class_student *s,
	const struct class_source *source, struct submission_take *t, struct error *err)
{
	struct error why = {""};
	*t = (struct submission_take){.novelty = SUBMISSION_SAME, .name = memory_copy(s->name)};
	if (!submission_take_source(c, s, source, t, &why, err))
		return false;
	if (error_is_set(&why))
		return error_set(err, "%s", why.text);
	return s->fields[CLASS_COMMAND] != NULL || error_set(err, "%s", s->fields[CLASS_PROBLEM]);
}
