/*
 * cgroup.c - what dead referees left is removed, whatever their numbers, and nothing of a referee
 * in another process namespace; where groups can be made.
 *
 * plain too: it measures memory.
 */
#include "referee/sandbox/cgroup.h"

#include <errno.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { MEMORY = 64 << 20, PATH_ROOM = 4096 };

/* The folder of groups here; false: none can be made. */
static bool find_base(char base[PATH_ROOM])
{
	char link[64], path[PATH_ROOM];
	cgroup_prepare();
	int group = cgroup_make(1, MEMORY);
	if (group < 0)
		return false;
	snprintf(link, sizeof link, "/proc/self/fd/%d", group);
	ssize_t length = readlink(link, path, sizeof path - 1);
	ck_assert_int_gt(length, 0);
	path[length] = '\0';
	strcpy(base, dirname(dirname(path)));
	close(group);
	cgroup_remove(1);
	return true;
}

/* The number of our process namespace: proc(5) says the form of the link. */
static unsigned long long our_namespace(void)
{
	char link[64] = "";
	unsigned long long number = 0;
	ck_assert_int_gt(readlink("/proc/self/ns/pid", link, sizeof link - 1), 0);
	ck_assert_int_eq(sscanf(link, "pid:[%llu]", &number), 1);
	return number;
}

static void leave(const char *base, unsigned long long space, pid_t process, int slot,
	char folder[PATH_ROOM + 64])
{
	snprintf(folder, PATH_ROOM + 64, "%s/referee-%llu-%d-%d", base, space, (int)process, slot);
	ck_assert_msg(mkdir(folder, 0755) == 0, "%s: %s", folder, strerror(errno));
}

/* Returns a number that no process has any more. */
static pid_t dead_process(void)
{
	pid_t child = fork();
	if (child == 0)
		_exit(0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	return child;
}

START_TEST(groups_of_the_dead_are_removed_even_where_they_had_our_number)
	{
		char base[PATH_ROOM], ours[PATH_ROOM + 64], another[PATH_ROOM + 64];
		char living[PATH_ROOM + 64], elsewhere[PATH_ROOM + 64];
		if (!find_base(base))
			return;
		leave(base, our_namespace(), getpid(), 2, ours);
		leave(base, our_namespace(), dead_process(), 1, another);
		leave(base, our_namespace(), getppid(), 1, living);
		leave(base, our_namespace() + 1, dead_process(), 1, elsewhere);
		cgroup_prepare();
		ck_assert(access(ours, F_OK) != 0 && access(another, F_OK) != 0);
		ck_assert_int_eq(access(living, F_OK), 0);
		ck_assert_int_eq(access(elsewhere, F_OK), 0);
		rmdir(living);
		rmdir(elsewhere);
		int group = cgroup_make(2, MEMORY);
		ck_assert_int_ge(group, 0);
		close(group);
		cgroup_remove(2);
		ck_assert(access(ours, F_OK) != 0);
	}
END_TEST

SUITE("sandbox/cgroup", CASE(groups_of_the_dead_are_removed_even_where_they_had_our_number))
