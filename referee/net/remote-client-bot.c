/*
 * remote-client-bot.c - the local bot of a connection, started as its owner would start it: no
 * sandbox. It has its own process group, so that processes it started (in a script, for example)
 * end with it. Signals from the owner's terminal that end the client are passed on to it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/net/remote-client.h"
#include "referee/sandbox/exec-error.h"

enum { REMOTE_CLIENT_PATIENCE = 1000 /* ms */ };

static volatile pid_t remote_client_group; /* of the running bot; 0: none */

static void remote_client_bot_on_signal(int number)
{
	if (remote_client_group > 0)
		kill(-remote_client_group, SIGTERM);
	signal(number, SIG_DFL);
	raise(number);
}

/* A signal that is ignored at the start, as by nohup, stays ignored. */
static void remote_client_bot_listen(void)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	struct sigaction before;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			signal(ends[i], remote_client_bot_on_signal);
}

static void remote_client_bot_exec(char **command, const int in[2], const int out[2], int failed)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(in[0], STDIN_FILENO) >= 0 && dup2(out[1], STDOUT_FILENO) >= 0)
		execvp(command[0], command);
	int error = errno;
	ssize_t told = write(failed, &error, sizeof error);
	_exit(told > 0 ? 127 : 126);
}

/* Makes three pipes; the last reports why a program could not be executed. */
static bool remote_client_bot_pipes(int pipes[3][2])
{
	for (int i = 0; i < 3; i++)
		if (pipe2(pipes[i], O_CLOEXEC) != 0) {
			while (i-- > 0) {
				close(pipes[i][0]);
				close(pipes[i][1]);
			}
			return false;
		}
	return true;
}

bool remote_client_bot_start(struct remote_client_bot *b, char **command, char *why, size_t room)
{
	int pipes[3][2], error = 0;
	if (!remote_client_bot_pipes(pipes)) {
		snprintf(why, room, "%s: %s", command[0], strerror(errno));
		return false;
	}
	remote_client_bot_listen();
	b->pid = fork();
	if (b->pid == 0)
		remote_client_bot_exec(command, pipes[0], pipes[1], pipes[2][1]);
	if (b->pid < 0)
		error = errno;
	else
		setpgid(remote_client_group = b->pid,
			b->pid); /* the child may not have done it yet */
	close(pipes[0][0]);
	close(pipes[1][1]);
	close(pipes[2][1]);
	if (b->pid > 0 && read(pipes[2][0], &error, sizeof error) > 0)
		waitpid(b->pid, NULL, 0);
	close(pipes[2][0]);
	b->in = pipes[0][1];
	b->out = pipes[1][0];
	fcntl(b->in, F_SETFL, O_NONBLOCK);
	fcntl(b->out, F_SETFL, O_NONBLOCK);
	if (error == 0)
		return true;
	remote_client_group = 0;
	close(b->in);
	close(b->out);
	if (!exec_error_explain(command[0], NULL, why, room))
		snprintf(why, room, "%s: %s", command[0], strerror(error));
	return false;
}

bool remote_client_bot_end(struct remote_client_bot *b, char *why, size_t room)
{
	static const int hints[] = {0, SIGTERM, SIGKILL};
	size_t i = 0, count = sizeof hints / sizeof *hints;
	int status = 0, fd = (int)syscall(SYS_pidfd_open, b->pid, 0);
	struct pollfd ended = {.fd = fd, .events = POLLIN};
	close(b->in);
	close(b->out);
	for (; i < count; i++) {
		kill(-b->pid, hints[i]);
		/* Without pidfds a wait with a time limit is not possible. */
		if (fd >= 0 && poll(&ended, 1, REMOTE_CLIENT_PATIENCE) > 0)
			break;
	}
	kill(-b->pid, SIGKILL); /* processes that it left behind */
	remote_client_group = 0;
	waitpid(b->pid, &status, 0);
	if (fd >= 0)
		close(fd);
	if (i > 0 && WIFSIGNALED(status))
		snprintf(why, room,
			"the bot closed its output and did not end by itself: it was ended");
	else if (WIFSIGNALED(status))
		snprintf(why, room, "the bot was killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	else
		snprintf(why, room, "the bot ended with exit status %d", WEXITSTATUS(status));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
