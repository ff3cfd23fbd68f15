/*
 * helper-process.c - starts a helper program, and exchanges lines with it.
 */
#include "referee/sandbox/helper-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/process.h"
#include "referee/sandbox/find-program.h"

void helper_process_init(struct helper_process *helper)
{
	helper->pid = 0;
	helper->fd = -1;
}

/* Runs in the child, which becomes the program. */
static void helper_process_become(const char *path, const char *const *words, int fd)
{
	signal(SIGPIPE, SIG_DFL);
	if (dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0)
		_exit(EXIT_FAILURE);
	/* The helper must not keep our descriptors open, such as that of a terminal's progress. */
	close_range(STDERR_FILENO + 1, ~0u, 0);
	execv(path, (char *const *)words);
	_exit(EXIT_FAILURE);
}

bool helper_process_start(struct helper_process *helper, const char *const *words)
{
	char path[FIND_PROGRAM_PATH];
	int ends[2];
	if (!find_program_program(words[0], path)) {
		errno = ENOENT;
		return false;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	helper->pid = process_fork();
	if (helper->pid == 0)
		helper_process_become(path, words, ends[1]);
	int saved = errno;
	close(ends[1]);
	helper->fd = ends[0];
	fcntl(helper->fd, F_SETFL, O_NONBLOCK);
	line_reader_init(&helper->lines, helper->room, sizeof helper->room);
	if (helper->pid > 0)
		return true;
	helper->pid = 0;
	helper_process_end(helper);
	errno = saved;
	return false;
}

/* Waits for the descriptor. False: it was not ready in time. */
static bool helper_process_poll(const struct helper_process *helper, short events, usec until)
{
	struct pollfd one = {.fd = helper->fd, .events = events};
	for (;;) {
		usec left = until - time_now();
		int wait = left <= 0 ? 0 : (int)((left + MILLISECOND - 1) / MILLISECOND);
		int ready = poll(&one, 1, left > 1000 * SECOND ? 1000 * 1000 : wait);
		if (ready > 0)
			return true;
		if (left <= 0 || (ready < 0 && errno != EINTR))
			return false;
	}
}

bool helper_process_send(struct helper_process *helper, const char *text, size_t length, usec until)
{
	while (length > 0) {
		ssize_t count = send(helper->fd, text, length, MSG_NOSIGNAL);
		if (count > 0) {
			text += count;
			length -= (size_t)count;
		} else if (count < 0 && errno == EAGAIN) {
			if (!helper_process_poll(helper, POLLOUT, until))
				return false;
		} else if (count == 0 || errno != EINTR) {
			return false;
		}
	}
	return true;
}

enum helper_process_status helper_process_next(struct helper_process *helper, char **line)
{
	for (;;) {
		size_t length, room;
		enum line_status status = line_reader_next(&helper->lines, line, &length);
		if (status == LINE_READY)
			return HELPER_PROCESS_LINE_READY;
		if (status == LINE_TOO_LONG)
			return HELPER_PROCESS_ENDED; /* it sent a line that no helper sends */
		char *space = line_reader_space(&helper->lines, &room);
		ssize_t count = read(helper->fd, space, room);
		if (count > 0)
			line_reader_filled(&helper->lines, (size_t)count);
		else if (count < 0 && errno == EAGAIN)
			return HELPER_PROCESS_NOTHING;
		else if (count == 0 || errno != EINTR)
			return HELPER_PROCESS_ENDED;
	}
}

enum helper_process_status helper_process_wait(
	struct helper_process *helper, char **line, usec until)
{
	for (;;) {
		enum helper_process_status status = helper_process_next(helper, line);
		if (status != HELPER_PROCESS_NOTHING || !helper_process_poll(helper, POLLIN, until))
			return status;
	}
}

void helper_process_end(struct helper_process *helper)
{
	if (helper->fd >= 0)
		close(helper->fd);
	helper->fd = -1;
	if (helper->pid > 0) {
		kill(helper->pid, SIGKILL);
		while (waitpid(helper->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	helper->pid = 0;
}
