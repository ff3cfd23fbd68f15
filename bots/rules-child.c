/*
 * rules-child.c - starts and ends a rules program as a child process.
 */
#include "bots/rules-child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rules/process/rules-process.h"

enum {
	RULES_CHILD_WORDS = 64,
	RULES_CHILD_COMMAND = 4096,
	RULES_CHILD_PATIENCE = 250 /* milliseconds in which its status comes */
};

extern char **environ;

struct rules_child {
	const char *command; /* borrowed */
	char text[RULES_CHILD_COMMAND];
	char *words[RULES_CHILD_WORDS + 1]; /* in text */
	pid_t pid;			    /* 0: none runs */
	int in, out;
};

/* One program for the life of the process. */
static struct rules_child rules_child;

/* Cuts the command into words; a word in quotes may have blanks. */
static bool rules_child_split(struct rules_child *c, struct error *err)
{
	int count = 0;
	if (strlen(c->command) >= sizeof c->text)
		return error_set(err, "the command of the rules is longer than %zu bytes",
			sizeof c->text - 1);
	memcpy(c->text, c->command, strlen(c->command) + 1);
	char *at = c->text + strspn(c->text, " ");
	while (*at != '\0') {
		if (count == RULES_CHILD_WORDS)
			return error_set(err, "the command of the rules has more than %d words",
				RULES_CHILD_WORDS);
		char end = *at == '"' || *at == '\'' ? *at++ : ' ';
		c->words[count++] = at;
		at += strcspn(at, (char[]){end, '\0'});
		if (*at == '\0' && end != ' ')
			return error_set(
				err, "a quotation mark in the command of the rules is not closed");
		if (*at != '\0')
			*at++ = '\0';
		at += strspn(at, " ");
	}
	c->words[count] = NULL;
	return count > 0 || error_set(err, "\"process:\" is followed by the command of the rules");
}

static bool rules_child_start(void *arg, int *in, int *out, int *errors, struct error *err)
{
	struct rules_child *c = arg;
	int to[2], from[2];
	if (pipe2(to, O_CLOEXEC) != 0)
		return error_set(err, "%s", strerror(errno));
	if (pipe2(from, O_CLOEXEC) != 0) {
		error_set(err, "%s", strerror(errno));
		close(to[0]);
		close(to[1]);
		return false;
	}
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
	/* A group of its own, so that its children end with it. */
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	int error = posix_spawnp(&c->pid, c->words[0], &actions, &attributes, c->words, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	close(to[0]);
	close(from[1]);
	if (error != 0) {
		c->pid = 0;
		close(to[1]);
		close(from[0]);
		return error_set(err, "%s", strerror(error));
	}
	*in = c->in = to[1];
	*out = c->out = from[0];
	*errors = -1;
	fcntl(c->in, F_SETFL, O_NONBLOCK);
	fcntl(c->out, F_SETFL, O_NONBLOCK);
	return true;
}

static void rules_child_stop(void *arg, bool ended, char *how, size_t room)
{
	struct rules_child *c = arg;
	siginfo_t end = {0};
	how[0] = '\0';
	if (c->pid == 0)
		return;
	close(c->in);
	close(c->out);
	/* Its output ends a moment before it does. It is reaped after its group is killed. */
	for (int i = 0; ended && end.si_pid == 0 && i < RULES_CHILD_PATIENCE; i++) {
		if (i > 0)
			usleep(1000);
		waitid(P_PID, (id_t)c->pid, &end, WEXITED | WNOHANG | WNOWAIT);
	}
	if (end.si_pid != 0)
		snprintf(how, room, end.si_code == CLD_EXITED ? "exit status %d" : "signal %d",
			end.si_status);
	kill(-c->pid, SIGKILL);
	waitpid(c->pid, NULL, 0);
	c->pid = 0;
}

/* The program ends with the bot. */
static void rules_child_end(void)
{
	char how[64];
	rules_child_stop(&rules_child, false, how, sizeof how);
}

const struct rules *rules_child_open(const char *command, struct error *err)
{
	const struct rules_process_options options = {.command = command};
	const struct rules_process_calls calls = {
		rules_child_start, rules_child_stop, &rules_child};
	rules_child.command = command;
	if (!rules_child_split(&rules_child, err))
		return NULL;
	signal(SIGPIPE, SIG_IGN);
	atexit(rules_child_end);
	return rules_process_open(&options, &calls, err);
}
