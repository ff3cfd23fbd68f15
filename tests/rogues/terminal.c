/*
 * terminal.c - types into the referee's terminal, takes it over, makes one of its own; refused, it
 * plays well.
 */
#include <fcntl.h>
#include <sys/ioctl.h>

#include "tests/lib/rogue.h"

static bool terminal_types(int fd)
{
	char byte = 'x', paste = 3;
	return ioctl(fd, TIOCSTI, &byte) == 0 || ioctl(fd, TIOCLINUX, &paste) == 0 ||
	       ioctl(fd, TIOCSCTTY, 1) == 0;
}

static bool terminal_opens(const char *path)
{
	int fd = open(path, O_RDWR | O_NONBLOCK);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

int main(void)
{
	static const char *const paths[] = {"/dev/tty", "/dev/console", "/dev/ptmx", "/dev/pts/0",
		"/dev/pts/1", "/dev/tty0", "/dev/tty1", "/dev/vcs1", "/dev/input/event0",
		"/dev/uinput"};
	rogue_begin();
	while (rogue_turn()) {
		for (int fd = 0; fd < 3; fd++)
			rogue_try("types", terminal_types(fd));
		for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
			rogue_try(paths[i], terminal_opens(paths[i]));
		rogue_confess();
	}
}
