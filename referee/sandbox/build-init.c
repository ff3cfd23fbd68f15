/*
 * build-init.c - the part of a build that runs inside the sandbox.
 *
 * The build's processes belong to the same user as this process. They cannot inspect it, as it is
 * not dumpable. They may kill it; then the build has failed. They may also send data in its place;
 * the reader trusts no byte of the stream.
 */
#include "referee/sandbox/build-init.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/base/file-tree-stream.h"
#include "referee/sandbox/fs-view.h"

/* All builds have the same path and time, so that the same sources give the same program
 * (https://reproducible-builds.org/docs/source-date-epoch/). */
#define BUILD_INIT_FOLDER FS_VIEW_SCRATCH "/build"
#define BUILD_INIT_MOMENT "315532800" /* 1980-01-01, the earliest date in zip and jar */

static bool build_init_copy_entry(void *arg, const struct file_tree_entry *e)
{
	return file_tree_write_copy(arg, e);
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

/* Runs in the child; never returns. */
static void build_init_become(const char *command)
{
	int nothing = open("/dev/null", O_RDONLY);
	if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(2, 1) < 0 ||
		close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) != 0 || chdir(BUILD_INIT_FOLDER) != 0)
		_exit(126);
	setenv("SOURCE_DATE_EPOCH", BUILD_INIT_MOMENT, 1);
	setenv("PWD", BUILD_INIT_FOLDER, 1);
	execl("/bin/sh", "sh", "-c", command, NULL);
	_exit(127);
}

/* Runs the command to its end. Returns waitpid()'s status. */
static int build_init_run(const char *command)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		build_init_become(command);
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
	if (argc != 2)
		return EXIT_FAILURE;
	/* Use descriptors above those of the build, which closes them. */
	int to = fcntl(1, F_DUPFD_CLOEXEC, 3);
	prctl(PR_SET_DUMPABLE, 0);
	int64_t told = BUILD_INIT_NO_ROOM;
	if (build_init_copy())
		told = build_init_run(argv[1]);
	else
		fprintf(stderr, "referee: the sources cannot be copied: %s\n", strerror(errno));
	if (told == 0 && !file_tree_stream_send(to, BUILD_INIT_FOLDER)) {
		fprintf(stderr, "referee: what was built cannot be read: %s\n", strerror(errno));
		told = BUILD_INIT_BROKEN;
	}
	return file_tree_stream_send_end(to, told) ? EXIT_SUCCESS : EXIT_FAILURE;
}
