/*
 * landlock.c - what rules allow and refuse, asked of the kernel in a child that restricts itself.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/landlock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"

static char work[32];

static const char *at(const char *name)
{
	static char paths[4][256];
	static int next;
	char *path = paths[next++ % 4];
	snprintf(path, sizeof paths[0], "%s/%s", work, name);
	return path;
}

static void begin(void)
{
	strcpy(work, "/var/tmp/landlock-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(work));
	for (const char *const *name = (const char *const[]){"in", "in/sub", "out", NULL};
		*name != NULL; name++)
		ck_assert_int_eq(mkdir(at(*name), 0755), 0);
	for (const char *const *name =
			(const char *const[]){"in/file", "in/sub/deep", "out/file", "alone", NULL};
		*name != NULL; name++) {
		int fd = open(at(*name), O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
		ck_assert_int_eq(write(fd, "#!/bin/true\n", 12), 12);
		close(fd);
	}
}

/* --- attempts: 0 or the error ---------------------------------------------------------------- */

static int open_as(const char *name, int flags)
{
	int fd = open(at(name), flags | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static int try_read(const char *name)
{
	return open_as(name, O_RDONLY);
}

static int try_list(const char *name)
{
	return open_as(name, O_RDONLY | O_DIRECTORY);
}

static int try_write(const char *name)
{
	return open_as(name, O_WRONLY);
}

static int try_make(const char *name)
{
	return open_as(name, O_WRONLY | O_CREAT | O_EXCL);
}

static int try_make_folder(const char *name)
{
	return mkdir(at(name), 0755) == 0 ? 0 : errno;
}

static int try_remove(const char *name)
{
	return unlink(at(name)) == 0 ? 0 : errno;
}

static int try_make_link(const char *name)
{
	return symlink("x", at(name)) == 0 ? 0 : errno;
}

static int try_execute(const char *name)
{
	char *argv[] = {(char *)at(name), NULL};
	int status = -1;
	pid_t child = fork();
	if (child == 0) {
		execv(argv[0], argv);
		_exit(errno);
	}
	return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The port 9 of this machine: refused where it may be asked. */
static int try_connect(const char *name)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
	(void)name;
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int error = connect(fd, (struct sockaddr *)&to, sizeof to) == 0 ? 0 : errno;
	close(fd);
	return error == ECONNREFUSED ? 0 : error;
}

struct row {
	int (*attempt)(const char *name);
	const char *name;
	int wanted;
};

static const struct row rows_reader[] = {
	{try_read, "in/file", 0},
	{try_read, "in/sub/deep", 0},
	{try_read, "out/file", EACCES},
	{try_read, "alone", EACCES},
	{try_write, "in/file", EACCES},
	{try_make, "in/new", EACCES},
	{try_remove, "in/file", EACCES},
	{try_execute, "in/file", EACCES},
#ifndef __SANITIZE_ADDRESS__ /* the leak checker lists its own threads */
	{try_list, "in", EACCES},
#endif
	{NULL, NULL, 0},
};

static const struct row rows_more[] = {
	{try_read, "in/file", 0},
	{try_read, "alone", 0},
	{try_list, "in", 0},
	{try_list, "out", EACCES},
	{try_read, "out/file", EACCES},
	{try_write, "alone", EACCES},
	{try_make, "in/new", EACCES},
	{try_execute, "in/file", EACCES},
	{try_connect, "", 0},
	{NULL, NULL, 0},
};

static const struct row rows_writer[] = {
	{try_read, "in/file", 0},
	{try_list, "in", 0},
	{try_write, "in/file", 0},
	{try_make, "in/new", 0},
	{try_make_folder, "in/folder", 0},
	{try_remove, "in/new", 0},
	{try_make_link, "in/link", EACCES},
	{try_execute, "in/file", EACCES},
	{try_read, "out/file", EACCES},
	{try_make, "out/new", EACCES},
	{NULL, NULL, 0},
};

static int make_reader(void)
{
	const char *const folders[] = {at("in"), at("none")};
	return landlock_make_reader(folders, 2, false);
}

static int make_more(void)
{
	const char *const folders[] = {at("in"), at("alone"), at("none")};
	return landlock_make_reader(folders, 3, true);
}

static int make_writer(void)
{
	return landlock_make_writer(at("in"));
}

/* Of a bot: what its view shows may be read and executed, nothing written but devices. */
static int make_view(void)
{
	static char in[64], file[64], null[] = "/dev/null";
	snprintf(in, sizeof in, "%s/in", work);
	snprintf(file, sizeof file, "%s/alone", work);
	static struct fs_view_item items[] = {{.path = in, .kind = FS_VIEW_TREE, .folder = true},
		{.path = file, .kind = FS_VIEW_TREE},
		{.path = (char *)"/usr", .kind = FS_VIEW_TREE, .folder = true},
		{.path = (char *)"/bin", .kind = FS_VIEW_TREE, .folder = true},
		{.path = (char *)"/lib", .kind = FS_VIEW_TREE, .folder = true},
		{.path = (char *)"/lib64", .kind = FS_VIEW_TREE, .folder = true},
		{.path = null, .kind = FS_VIEW_DEVICE}};
	const struct fs_view view = {.items = items, .count = sizeof items / sizeof *items};
	return landlock_make(&view, false, false, false);
}

static int try_null(const char *name)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	(void)name;
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static const struct row rows_view[] = {
	{try_read, "in/sub/deep", 0},
	{try_list, "in", 0},
	{try_execute, "in/file", 0},
	{try_execute, "alone", 0},
	{try_read, "alone", 0},
	{try_write, "in/file", EACCES},
	{try_make, "in/new", EACCES},
	{try_read, "out/file", EACCES},
	{try_list, "", EACCES},
	{try_null, "", 0},
	{NULL, NULL, 0},
};

static const struct {
	int (*make)(void);
	const struct row *rows;
} rules[] = {{make_reader, rows_reader}, {make_more, rows_more}, {make_writer, rows_writer},
	{make_view, rows_view}};

/* In the child: the number of rows that are wrong. */
static int rules_wrong(int made)
{
	int wrong = 0;
	const int set = rules[made].make();
	if (set < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || landlock_restrict(set) != 0)
		return 100;
	for (const struct row *row = rules[made].rows; row->attempt != NULL; row++) {
		const int error = row->attempt(row->name);
		if (error == row->wanted)
			continue;
		fprintf(stderr, "row %d, %s: %s\n", (int)(row - rules[made].rows), row->name,
			strerror(error));
		wrong++;
	}
	return wrong;
}

START_TEST(rules_allow_what_their_rows_say)
	{
		int status = -1;
		if (landlock_version() == 0) {
			puts("skip 1: this kernel has no Landlock");
			return;
		}
		begin();
		pid_t child = fork();
		if (child == 0)
			_exit(rules_wrong(_i));
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
		ck_assert(file_tree_remove(work));
	}
END_TEST

/* From the fourth version on rules forbid TCP, unless they are told not to. */
START_TEST(rules_forbid_tcp_where_the_kernel_can)
	{
		int status = -1;
		if (landlock_version() < 4) {
			puts("skip 1: Landlock of this kernel cannot forbid TCP");
			return;
		}
		begin();
		pid_t child = fork();
		if (child == 0)
			_exit(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
				landlock_restrict(make_reader()) != 0 || try_connect("") != EACCES);
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
		ck_assert(file_tree_remove(work));
	}
END_TEST

SUITE("referee/sandbox/landlock",
	LOOP(rules_allow_what_their_rows_say, sizeof rules / sizeof *rules),
	CASE(rules_forbid_tcp_where_the_kernel_can))
