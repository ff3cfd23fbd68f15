/*
 * tree.c - bytes as a tree of files that a build has sent, in pieces cut by the first byte: nothing
 * is made outside of the folder, no more than may be, and what is made can be walked and sealed.
 */
#include "referee/process/file-tree.h"
#include "tests/lib/fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TREE_BYTES = 4096, TREE_ENTRIES = 16 };

static char top[] = "/tmp/fuzz-tree-XXXXXX", folder[64], outside[64];

static void tree_end(void)
{
	file_tree_remove(top);
}

static void tree_begin(void)
{
	static bool begun;
	if (begun)
		return;
	begun = true;
	char *made = mkdtemp(top);
	assert(made != NULL);
	snprintf(folder, sizeof folder, "%s/in", top);
	snprintf(outside, sizeof outside, "%s/outside", top);
	int fd = open(outside, O_WRONLY | O_CREAT, 0644);
	assert(fd >= 0);
	close(fd);
	atexit(tree_end);
}

static bool tree_count(void *arg, const struct file_tree_entry *e)
{
	int64_t *counted = arg;
	counted[0]++;
	counted[1] += e->size;
	if (e->kind == FILE_TREE_LINK && counted[2] != 0) {
		char path[FILE_TREE_PATH + 64], *real;
		snprintf(path, sizeof path, "%s/%s", folder, e->path);
		real = realpath(path, NULL);
		assert(real != NULL && strncmp(real, folder, strlen(folder)) == 0);
		free(real);
	}
	return true;
}

/* The folder and the file beside it, and nothing else. */
static void tree_look_outside(void)
{
	struct stat status;
	int count = 0;
	DIR *all = opendir(top);
	assert(all != NULL);
	while (readdir(all) != NULL)
		count++;
	closedir(all);
	assert(count == 4);
	assert(stat(outside, &status) == 0 && status.st_size == 0 &&
		(status.st_mode & 0777) == 0644);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct file_tree_writer w;
	struct file_tree_stream s = {.writer = &w};
	int64_t counted[3] = {0};
	tree_begin();
	bool good = mkdir(folder, 0755) == 0 &&
		    file_tree_write_open(&w, folder, TREE_BYTES, TREE_ENTRIES);
	assert(good);
	const size_t piece = size > 0 ? (size_t)data[0] + 1 : 1;
	for (size_t at = 1; at < size && good; at += piece) {
		size_t count = size - at < piece ? size - at : piece;
		good = file_tree_stream_take(&s, (const char *)data + at, count);
	}
	file_tree_write_close(&w);
	assert(file_tree_walk(folder, tree_count, counted));
	assert(counted[0] <= TREE_ENTRIES && counted[1] <= TREE_BYTES);
	assert(file_tree_seal(folder));
	counted[2] = 1;
	assert(file_tree_walk(folder, tree_count, counted));
	tree_look_outside();
	assert(file_tree_remove(folder));
	return 0;
}
