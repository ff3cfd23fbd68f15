/*
 * narrows.c - makes its pipes narrow, wide, and such that they signal and never wait; plays well.
 */
#include <fcntl.h>
#include <signal.h>

#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	signal(SIGIO, SIG_IGN);
	fcntl(STDIN_FILENO, F_SETPIPE_SZ, 4096);
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20);
	fcntl(STDERR_FILENO, F_SETPIPE_SZ, 4096);
	for (int fd = 0; fd < 3; fd++)
		fcntl(fd, F_SETOWN, getppid());
	while (rogue_turn()) {
		fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK | O_ASYNC);
		rogue_answer();
		fcntl(STDOUT_FILENO, F_SETFL, 0);
	}
}
