/*
 * build-init.c - copies the sources, runs the command and sends the built files.
 */
#include "referee/prepare/build-init.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/file-tree.h"
#include "referee/sandbox/exec-error.h"
#include "referee/sandbox/fs-view.h"

/* All builds have the same path and time, so that the same sources give the same program
 * (https://reproducible-builds.org/docs/source-date-epoch/). */
#define BUILD_INIT_FOLDER FS_VIEW_SCRATCH "/build"
#define BUILD_INIT_TIME	  "315532800" /* 1980-01-01, the earliest date in zip and jar */

bool build_init_leaves_out(const char *path)
{
	static const char *const names[] = {".git", ".hg", ".svn", "__pycache__"};
	for (size_t length; *path != '\0'; path += length + (path[length] == '/')) {
		length = strcspn(path, "/");
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (strlen(names[i]) == length && strncmp(path, names[i], length) == 0)
				return true;
	}
	return false;
}

/* Is it what CMake kept of a build in another folder? CMake would refuse to go on. */
static bool build_init_is_cache(const struct file_tree_entry *e)
{
	static const char key[] = "CMAKE_CACHEFILE_DIR:INTERNAL=";
	const char *name = strrchr(e->path, '/');
	name = name == NULL ? e->path : name + 1;
	if (strcmp(name, "CMakeCache.txt") != 0)
		return false;
	char *own = memory_print("\n%s" BUILD_INIT_FOLDER "%s%.*s\n", key,
		name > e->path ? "/" : "", name > e->path ? (int)(name - e->path - 1) : 0, e->path);
	char *text = memory_get((size_t)e->size + 1, 1);
	ssize_t length = pread(e->fd, text, (size_t)e->size, 0);
	text[length > 0 ? length : 0] = '\0';
	bool other = strstr(text, own) == NULL;
	free(own);
	free(text);
	return other;
}

/* Says which file is no part of the copy, and why. A program for another machine may be newer than
 * its sources: make would have nothing to do. */
static bool build_init_refuses(const struct file_tree_entry *e)
{
	unsigned char head[EXEC_ERROR_BYTES];
	char words[64];
	ssize_t length = e->fd >= 0 ? pread(e->fd, head, sizeof head, 0) : 0;
	bool foreign = length > 0 && exec_error_is_foreign(head, (size_t)length, words);
	bool cache = !foreign && e->fd >= 0 && build_init_is_cache(e);
	if (foreign || cache)
		fprintf(stderr, "referee: %s is left out: it is %s\n", e->path,
			foreign ? words : "of a build in another folder");
	return foreign || cache;
}

static bool build_init_copy_entry(void *arg, const struct file_tree_entry *e)
{
	return build_init_leaves_out(e->path) || build_init_refuses(e) ||
	       file_tree_write_copy(arg, e);
}

static bool build_init_copy(void)
{
	struct file_tree_writer w;
	umask(022);
	if (mkdir(BUILD_INIT_FOLDER, 0755) != 0 ||
		!file_tree_write_open(&w, BUILD_INIT_FOLDER, 0, 0))
		return false;
	bool good = file_tree_walk(".", build_init_copy_entry, &w);
	file_tree_write_close(&w);
	return good;
}

/* Compilers keep their own files in the scratch folder, and none of them looks for a newer
 * version of itself. Without a network they say at once what is missing. */
static void build_init_set_tools(bool network)
{
	static const char *const tools[][2] = {{"CARGO_HOME", FS_VIEW_SCRATCH "/cargo"},
		{"GOPATH", FS_VIEW_SCRATCH "/go"}, {"GOCACHE", FS_VIEW_SCRATCH "/go-cache"},
		{"GOTOOLCHAIN", "local"}};
	static const char *const offline[][2] = {
		{"CARGO_NET_OFFLINE", "true"}, {"GOPROXY", "off"}, {"npm_config_offline", "true"}};
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		setenv(tools[i][0], tools[i][1], 1);
	for (size_t i = 0; i < sizeof offline / sizeof *offline && !network; i++)
		setenv(offline[i][0], offline[i][1], 1);
}

/* Runs in the child; never returns. */
static void build_init_become(const char *command, bool network)
{
	int nothing = open("/dev/null", O_RDONLY);
	if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(2, 1) < 0 ||
		close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) != 0 || chdir(BUILD_INIT_FOLDER) != 0)
		_exit(126);
	setenv("SOURCE_DATE_EPOCH", BUILD_INIT_TIME, 1);
	setenv("PWD", BUILD_INIT_FOLDER, 1);
	build_init_set_tools(network);
	execl("/bin/sh", "sh", "-c", command, NULL);
	_exit(127);
}

/* Runs the command to its end. Returns waitpid()'s status. */
static int build_init_run(const char *command, bool network)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		build_init_become(command, network);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	/* Kill all processes of the sandbox except sandbox-init, so that no file changes while it
	 * is sent. */
	kill(-1, SIGKILL);
	while (wait(NULL) > 0 || errno == EINTR)
		;
	return child > 0 ? status : BUILD_INIT_BROKEN;
}

int build_init_main(int argc, char **argv)
{
	if (argc < 2)
		return EXIT_FAILURE;
	/* Use descriptors above those of the build, which closes them. */
	int to = fcntl(1, F_DUPFD_CLOEXEC, 3);
	prctl(PR_SET_DUMPABLE, 0);
	int64_t status = BUILD_INIT_NO_ROOM;
	if (build_init_copy())
		status = build_init_run(argv[1], argc > 2);
	else
		fprintf(stderr, "referee: the sources cannot be copied: %s\n", strerror(errno));
	if (status == 0 && !file_tree_stream_send(to, BUILD_INIT_FOLDER)) {
		fprintf(stderr, "referee: the built files cannot be read: %s\n", strerror(errno));
		status = BUILD_INIT_BROKEN;
	}
	return file_tree_stream_send_end(to, status) ? EXIT_SUCCESS : EXIT_FAILURE;
}
