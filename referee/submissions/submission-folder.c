/*
 * submission-folder.c - finds the files of a submission among the folders around them.
 */
#include "referee/submissions/submission-folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/crypto.h"
#include "referee/process/file-tree.h"
#include "referee/submissions/submission.h"

enum { SUBMISSION_FOLDER_CHUNK = 65536 };

/* Counts the entries of a folder; *name gets the last one's name, which the caller frees. */
static int submission_folder_count(const char *folder, char **name, bool *is_folder)
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

/* The name of the folder "Version N" of the highest number, if a folder has such ones alone. The
 * caller frees it. */
static char *submission_folder_version(const char *folder)
{
	static const char lead[] = "Version ";
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);
	long highest = -1;
	char *found = NULL;
	bool alone = true;
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name, *digits = name + strlen(lead);
		bool is = strncmp(name, lead, strlen(lead)) == 0 && *digits != '\0' &&
			  strlen(digits) < 7 && digits[strspn(digits, "0123456789")] == '\0';
		alone &= is || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
		if (is && atol(digits) > highest) {
			highest = atol(digits);
			free(found);
			found = memory_copy(name);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (!alone) {
		free(found);
		found = NULL;
	}
	return found;
}

/* The name of the folder in which the search for the files goes on; NULL: they are here. */
static char *submission_folder_deeper(const char *folder)
{
	char *name = submission_folder_version(folder);
	bool is_folder = false;
	if (name == NULL &&
		(submission_folder_count(folder, &name, &is_folder) != 1 || !is_folder)) {
		free(name);
		name = NULL;
	}
	return name;
}

char *submission_inner(const char *folder)
{
	char *inner = memory_copy(folder), *name;
	while ((name = submission_folder_deeper(inner)) != NULL) {
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

/* The length of a moment before a name; 0: there is none. */
static size_t submission_folder_stamp(const char *name)
{
	size_t day = strspn(name, "0123456789"), time = 0;
	if (day == 8 && name[8] == '_')
		time = 1 + strspn(name + 9, "0123456789");
	size_t length = day + time;
	bool is = (length == 15 || (day == 14 && time == 0)) && name[length] == '_' &&
		  name[length + 1] != '\0';
	return is ? length + 1 : 0;
}

int submission_keep_newest(const char *folder)
{
	struct dirent **entries;
	int older = 0, count = scandir(folder, &entries, NULL, alphasort), stamped = 0;
	for (int i = 0; i < count; i++)
		stamped += submission_folder_stamp(entries[i]->d_name) > 0;
	/* the moments are in rising order, so the last one of a name stays; "." and ".." have none
	 */
	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		size_t stamp = submission_folder_stamp(name);
		char *from = memory_print("%s/%s", folder, name);
		char *to = memory_print("%s/%s", folder, name + stamp);
		if (stamp > 0 && stamped + 2 == count) {
			older += access(to, F_OK) == 0;
			rename(from, to);
		}
		free(to);
		free(from);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return older;
}

char *submission_only_archive(const char *folder)
{
	char *name, *path = NULL;
	bool is_folder = false;
	size_t stem;
	if (submission_folder_count(folder, &name, &is_folder) == 1 && !is_folder &&
		submission_is_archive(name, &stem))
		path = memory_print("%s/%s", folder, name);
	free(name);
	return path;
}

static bool submission_folder_sum(void *arg, const struct file_tree_entry *e)
{
	char chunk[SUBMISSION_FOLDER_CHUNK];
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
	struct crypto_sum *sum = crypto_sum_begin();
	bool good = file_tree_walk(folder, submission_folder_sum, sum);
	crypto_sum_end_text(sum, digest);
	return good;
}
