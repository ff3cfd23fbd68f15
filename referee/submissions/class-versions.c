/*
 * class-versions.c - lists and removes the kept versions of a student.
 */
#include "referee/submissions/class-versions.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"
#include "referee/process/file-tree.h"

enum { CLASS_VERSIONS_KEPT = 20 /* of a student */ };

static int class_versions_compare(const void *a, const void *b)
{
	const struct class_version *one = a, *other = b;
	return one->when != other->when ? (one->when < other->when) - (one->when > other->when)
					: strcmp(one->name, other->name);
}

struct class_version *class_versions_list(
	const struct class_state *c, const struct class_student *s, int *count)
{
	struct class_version *list = NULL;
	char *home = class_student_path(c, s, ".", "");
	DIR *folder = opendir(home);
	*count = 0;
	for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
		struct stat file;
		size_t length = strlen(e->d_name), end = strlen(CLASS_KEPT);
		if (length <= end || length - end > CLASS_VERSIONS_NAME ||
			strcmp(e->d_name + length - end, CLASS_KEPT) != 0 ||
			fstatat(dirfd(folder), e->d_name, &file, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		list = memory_resize(list, (size_t)*count + 1, sizeof *list);
		list[*count] = (struct class_version){.when = file.st_mtime};
		memcpy(list[(*count)++].name, e->d_name, length - end);
	}
	if (folder != NULL)
		closedir(folder);
	if (*count > 0)
		qsort(list, (size_t)*count, sizeof *list, class_versions_compare);
	free(home);
	return list;
}

static void class_versions_remove(const struct class_state *c, const struct class_student *s,
	const char *version, const char *end)
{
	char *path = class_student_path(c, s, version, end);
	if (*end == '\0')
		file_tree_remove(path);
	else
		unlink(path);
	free(path);
}

void class_versions_prune(const struct class_state *c, const struct class_student *s)
{
	int count, kept = 0;
	char *const *fields = s->fields;
	struct class_version *list = class_versions_list(c, s, &count);
	for (int i = 0; i < count; i++) {
		const char *name = list[i].name;
		bool used =
			strcmp(name, fields[CLASS_VERSION]) == 0 ||
			(fields[CLASS_BEFORE] != NULL && strcmp(name, fields[CLASS_BEFORE]) == 0);
		if (used || kept++ < CLASS_VERSIONS_KEPT - 2)
			continue;
		class_versions_remove(c, s, name, CLASS_KEPT);
		class_versions_remove(c, s, name, ".check");
		class_versions_remove(c, s, name, "");
	}
	free(list);
}

void class_versions_forget(const struct class_state *c, const struct class_student *s)
{
	struct error err;
	int line;
	const char *version = s->fields[CLASS_VERSION];
	char *kept = class_student_path(c, s, version != NULL ? version : "", CLASS_KEPT);
	if (version != NULL && access(kept, F_OK) != 0) {
		char *from = class_student_path(c, s, version, ".check");
		char *to = class_student_path(c, s, "unfit.check", "");
		char *text = text_file_read(from, TEXT_FILE_MAX, &line, &err);
		if (text != NULL)
			class_state_write_file(to, text, &err);
		free(text);
		free(to);
		free(from);
		class_versions_remove(c, s, version, ".check");
		class_versions_remove(c, s, version, "");
	}
	free(kept);
}
