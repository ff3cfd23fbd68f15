/*
 * class-collect.c - sorts files and folders into submissions.
 */
#include "referee/submissions/class-collect.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "referee/submissions/class-names.h"
#include "referee/submissions/submission-entry.h"
#include "referee/submissions/submission.h"
#include "referee/submissions/submission-folder.h"

#define CLASS_COLLECT_GRADESCOPE "submission_metadata.yml"

enum { CLASS_COLLECT_LIST = 16 << 20 /* bytes of that file */ };

void class_collection_init(struct class_collection *c, const char *folder)
{
	/* Removes what a killed `referee class take` left behind. */
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		char *path = memory_print("%s/%s", folder, name);
		if (strncmp(name, ".taken-", 7) == 0 || strncmp(name, ".new-", 5) == 0)
			file_tree_remove(path);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	*c = (struct class_collection){
		.folder = memory_print("%s/.taken-%ld", folder, (long)getpid())};
}

void class_collection_clear(struct class_collection *c)
{
	for (int i = 0; i < c->count; i++) {
		for (int k = 0; k < c->sources[i].count; k++)
			free(c->sources[i].paths[k]);
		free(c->sources[i].paths);
		free(c->sources[i].name);
		free(c->sources[i].label);
		free(c->sources[i].id);
	}
	free(c->sources);
	for (int i = 0; i < c->ignored_count; i++)
		free(c->ignored[i]);
	free(c->ignored);
	if (c->folder != NULL)
		file_tree_remove(c->folder);
	free(c->folder);
	*c = (struct class_collection){.count = 0};
}

/* Are both names parts of one student's submission? */
static bool class_collect_is_same(const char *one, const char *other)
{
	struct class_name a, b;
	class_name_split(one, &a);
	class_name_split(other, &b);
	return *a.id != '\0' && strcmp(a.id, b.id) == 0 && strcmp(a.student, b.student) == 0;
}

static void class_collect_ignore(struct class_collection *c, const char *name)
{
	c->ignored = memory_resize(c->ignored, (size_t)c->ignored_count + 1, sizeof *c->ignored);
	c->ignored[c->ignored_count++] = memory_copy(name);
}

/* Is the entry of an older attempt than the source's? Then it does not count; of a newer one, what
 * the source had does not. */
static bool class_collect_is_older(
	struct class_collection *c, struct class_source *s, const char *name)
{
	struct class_name had, has;
	class_name_split(s->name, &had);
	class_name_split(name, &has);
	int order = strcmp(has.attempt, had.attempt);
	if (order < 0)
		class_collect_ignore(c, name);
	if (order <= 0)
		return order < 0;
	for (int i = 0; i < s->count; i++) {
		class_collect_ignore(c, basename(s->paths[i]));
		free(s->paths[i]);
	}
	s->count = 0;
	free(s->name);
	free(s->label);
	s->name = memory_copy(name);
	s->label = memory_copy(name);
	return false;
}

static void class_collect_source(struct class_collection *c, const char *path, const char *name)
{
	struct class_source *s = NULL;
	for (int i = 0; i < c->count && s == NULL; i++)
		if (class_collect_is_same(c->sources[i].name, name))
			s = &c->sources[i];
	if (s == NULL) {
		c->sources = memory_resize(c->sources, (size_t)c->count + 1, sizeof *c->sources);
		s = &c->sources[c->count++];
		*s = (struct class_source){.name = memory_copy(name), .label = memory_copy(name)};
	} else if (class_collect_is_older(c, s, name)) {
		return;
	}
	s->paths = memory_resize(s->paths, (size_t)s->count + 1, sizeof *s->paths);
	s->paths[s->count++] = memory_copy(path);
}

/* Is it a program's source, rather than a list of marks or a letter? */
static bool class_collect_is_source(const char *name)
{
	size_t stem;
	if (class_name_is_source(name, &stem))
		return true;
	struct class_name parts;
	class_name_split(name, &parts);
	/* Moodle's online texts and Blackboard's letters are no sources */
	return *parts.id != '\0' && strstr(name, "_assignsubmission_onlinetext") == NULL &&
	       (*parts.attempt == '\0' || parts.file != NULL);
}

static bool class_collect_is_folder(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Length of the start that all names share, up to the last "-" in it; 0: none. */
static size_t class_collect_shared(char *const *names, int count)
{
	size_t length = count > 1 ? strlen(names[0]) : 0;
	for (int i = 1; i < count; i++) {
		size_t same = 0;
		while (same < length && names[i][same] == names[0][same])
			same++;
		length = same;
	}
	while (length > 0 && names[0][length - 1] != '-')
		length--;
	return length;
}

/* Takes the assignment's name from the clones among the sources from index first. */
static void class_collect_name_clones(struct class_collection *c, int first)
{
	char **names = memory_get((size_t)(c->count - first) + 1, sizeof *names);
	bool *clones = memory_get((size_t)(c->count - first) + 1, sizeof *clones);
	int count = 0;
	for (int i = first; i < c->count; i++) {
		char *git = memory_print("%s/.git", c->sources[i].paths[0]);
		clones[i - first] = access(git, F_OK) == 0;
		if (clones[i - first])
			names[count++] = c->sources[i].name;
		free(git);
	}
	size_t shared = class_collect_shared(names, count);
	for (int i = first; i < c->count && shared > 0; i++) {
		struct class_source *s = &c->sources[i];
		if (!clones[i - first] || s->name[shared] == '\0')
			continue;
		free(s->label);
		s->label = memory_copy(s->name + shared);
	}
	free(clones);
	free(names);
}

/* --- Gradescope ------------------------------------------------------------------------------- */

/* The value of a line of YAML, "  :name: Ada Lovelace": without quotes. False: it has another key.
 */
static bool class_collect_value(const char *line, const char *key, char value[CLASS_NAME_TEXT])
{
	const char *at = line + strspn(line, " -");
	size_t length = strlen(key);
	if (strncmp(at, key, length) != 0)
		return false;
	at += length + strspn(at + length, " ");
	int end = (int)strcspn(at, "\r\n");
	bool quoted = end > 1 && (*at == '"' || *at == '\'') && at[end - 1] == *at;
	snprintf(value, CLASS_NAME_TEXT, "%.*s", end - 2 * quoted, at + quoted);
	return true;
}

/* Reads Gradescope's list of a folder. NULL: it has none. */
static char *class_collect_list(const char *folder)
{
	struct error unused;
	int line;
	char *path = memory_print("%s/" CLASS_COLLECT_GRADESCOPE, folder);
	char *text = text_file_read(path, CLASS_COLLECT_LIST, &line, &unused);
	free(path);
	return text;
}

static bool class_collect_has_list(const char *folder)
{
	char *path = memory_print("%s/" CLASS_COLLECT_GRADESCOPE, folder);
	bool has = access(path, F_OK) == 0;
	free(path);
	return has;
}

/* --- folders and archives --------------------------------------------------------------------- */

static int class_collect_counts(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && !submission_is_tools(entry->d_name);
}

static bool class_collect_folder(struct class_collection *c, const char *folder, struct error *err);

static bool class_collect_entry(
	struct class_collection *c, const char *folder, const char *name, struct error *err)
{
	size_t stem;
	bool good = true;
	char *path = memory_print("%s/%s", folder, name);
	if (class_collect_is_folder(path) && class_collect_has_list(path))
		good = class_collect_folder(c, path, err);
	else if (class_collect_is_folder(path) || submission_is_archive(name, &stem) ||
		 class_collect_is_source(name))
		class_collect_source(c, path, name);
	else
		class_collect_ignore(c, name);
	free(path);
	return good;
}

/* Adds each entry of a folder. */
static bool class_collect_folder(struct class_collection *c, const char *folder, struct error *err)
{
	struct dirent **entries;
	int first = c->count, count = scandir(folder, &entries, class_collect_counts, alphasort);
	if (count < 0)
		return error_set(err, "%s: the folder cannot be read: %s", folder, strerror(errno));
	bool good = true;
	for (int i = 0; i < count; i++) {
		good = good && class_collect_entry(c, folder, entries[i]->d_name, err);
		free(entries[i]);
	}
	free(entries);
	char *list = class_collect_list(folder);
	for (int i = first; list != NULL && i < c->count; i++) {
		struct class_source *s = &c->sources[i];
		char name[CLASS_NAME_TEXT] = "", id[CLASS_NAME_TEXT] = "";
		size_t length = strlen(s->name);
		bool inside = false;
		for (const char *line = list; line != NULL && *line != '\0';) {
			if (*line != ' ' && *line != '-')
				inside = strncmp(line, s->name, length) == 0 && line[length] == ':';
			if (inside && *name == '\0')
				class_collect_value(line, ":name:", name);
			else if (inside && *id == '\0' &&
				 strncmp(line + strspn(line, " "), "- ", 2) != 0)
				class_collect_value(line, ":sid:", id);
			line = strchr(line, '\n');
			line += line != NULL;
		}
		if (*name != '\0') {
			free(s->label);
			s->label = memory_copy(name);
		}
		if (*id != '\0' && s->id == NULL)
			s->id = memory_copy(id);
	}
	free(list);
	class_collect_name_clones(c, first);
	return good;
}

/* Does the folder hold what a learning platform packs for a whole class? */
static bool class_collect_is_class(const char *folder)
{
	struct dirent **entries;
	size_t stem;
	struct class_name parts;
	int count = scandir(folder, &entries, class_collect_counts, alphasort), archives = 0;
	bool marked = false;
	for (int i = 0; i < count; i++) {
		class_name_split(entries[i]->d_name, &parts);
		marked |= *parts.id != '\0';
		archives += submission_is_archive(entries[i]->d_name, &stem);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return marked || (count > 1 && archives == count) || class_collect_has_list(folder);
}

/* Adds an archive: unpacks it if it holds a class. */
static bool class_collect_archive(struct class_collection *c, const char *path, struct error *err)
{
	struct submission s;
	struct error why;
	char *folder = memory_print("%s/%d", c->folder, c->count);
	if (!file_tree_make_folder(folder)) {
		error_set(err, "%s: the folder cannot be made: %s", folder, strerror(errno));
		free(folder);
		return false;
	}
	bool good = submission_open(
			    &s, folder, SUBMISSION_CLASS_BYTES, SUBMISSION_CLASS_ENTRIES, &why) &&
		    submission_add_archive(&s, path, &why);
	submission_close(&s);
	char *inner =
		class_collect_is_class(folder) ? memory_copy(folder) : submission_inner(folder);
	bool class = good && class_collect_is_class(inner);
	/* A damaged archive is one student's mistake, told with that student's name. */
	if (!class)
		class_collect_source(c, path, basename(path));
	bool added = !class || class_collect_folder(c, inner, err);
	free(inner);
	free(folder);
	return added;
}

bool class_collection_add(struct class_collection *c, const char *path, struct error *err)
{
	size_t stem;
	char *plain = realpath(path, NULL);
	if (plain == NULL)
		return error_set(err, "%s: it cannot be read: %s", path, strerror(errno));
	bool good = true, folder = class_collect_is_folder(plain);
	const char *name = basename(plain);
	if (folder && !submission_entry_is_in(plain))
		good = class_collect_folder(c, plain, err);
	else if (!folder && submission_is_archive(name, &stem))
		good = class_collect_archive(c, plain, err);
	else
		class_collect_source(c, plain, name);
	free(plain);
	return good;
}
