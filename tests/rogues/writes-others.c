/*
 * writes-others.c - looks through /proc for the pipes of others, moves for its opponent and tells
 * the referee lies; refused, it plays well.
 */
#include <dirent.h>
#include <fcntl.h>

#include "tests/lib/rogue.h"

/* Inherited descriptors: anything but the three that are its own. */
static bool writes_others_inherited(void)
{
	for (int fd = 3; fd < 1024; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			return true;
	return false;
}

static bool writes_others_process(const char *process)
{
	static const char lie[] = "bestmove c3\n";
	char path[300];
	bool worked = false;
	for (int number = 0; number < 64 && !worked; number++) {
		snprintf(path, sizeof path, "/proc/%s/fd/%d", process, number);
		int fd = open(path, O_WRONLY | O_NONBLOCK);
		worked = fd >= 0 && write(fd, lie, sizeof lie - 1) > 0;
		if (fd >= 0)
			close(fd);
	}
	return worked;
}

int main(void)
{
	char self[16];
	rogue_begin();
	snprintf(self, sizeof self, "%d", (int)rogue_self());
	while (rogue_turn()) {
		rogue_try("inherited", writes_others_inherited());
		DIR *all = opendir("/proc");
		for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;)
			if (e->d_name[0] >= '0' && e->d_name[0] <= '9' &&
				strcmp(e->d_name, self) != 0)
				rogue_try("pipe", writes_others_process(e->d_name));
		if (all != NULL)
			closedir(all);
		rogue_try("sandbox-init", writes_others_process("1"));
		rogue_confess();
	}
}
