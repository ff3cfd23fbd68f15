/*
 * fills-disk.c - writes wherever it may until it may not any more, and plays well: more than 64 MiB
 * it must not get.
 */
#include <fcntl.h>
#include <signal.h>

#include "tests/lib/rogue.h"

enum { FILLS_DISK_PIECE = 1 << 20, FILLS_DISK_MUCH = 64 };

/* How many pieces go into files of this folder, each as long as a file may be. */
static int fills_disk_folder(const char *folder)
{
	static char bytes[FILLS_DISK_PIECE];
	char path[256];
	int pieces = 0;
	for (int i = 0; pieces < FILLS_DISK_MUCH; i++) {
		snprintf(path, sizeof path, "%s/rogue-left-%d", folder, i);
		int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600), before = pieces;
		if (fd < 0)
			break;
		while (pieces < FILLS_DISK_MUCH && write(fd, bytes, sizeof bytes) > 0)
			pieces++;
		close(fd);
		if (pieces == before)
			break;
	}
	return pieces;
}

int main(void)
{
	static const char *const folders[] = {
		"/tmp", "/var/tmp", "/dev/shm", "/dev", "/run", ".", "/", "/proc", "/home"};
	rogue_begin();
	signal(SIGXFSZ, SIG_IGN);
	while (rogue_turn()) {
		for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
			rogue_try("disk", fills_disk_folder(folders[i]) >= FILLS_DISK_MUCH);
		rogue_confess();
	}
}
