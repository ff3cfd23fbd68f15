/*
 * program.c - starts and ends the program behind an adapter.
 */
#include "bots/adapters/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAM_WORDS = 64 };

extern char **environ;

void program_init(struct program *p)
{
	*p = (struct program){.in = -1, .out = -1};
	line_reader_init(&p->reader, p->room, sizeof p->room);
}

/* Two pipes; the program's ends are [0] of in and [1] of out. */
static bool program_pipes(int in[2], int out[2])
{
	if (pipe2(in, O_CLOEXEC) != 0)
		return false;
	if (pipe2(out, O_CLOEXEC) == 0)
		return true;
	close(in[0]);
	close(in[1]);
	return false;
}

/* stdbuf (coreutils) makes a C program flush its output. Without it the program runs as it is. */
static int program_words(
	const char **words, const char *const *argv, enum program_buffer buffer, bool stdbuf)
{
	int count = 0;
	if (stdbuf && buffer != PROGRAM_AS_IT_IS) {
		words[count++] = "stdbuf";
		words[count++] = buffer == PROGRAM_BY_LINE ? "-oL" : "-o0";
	}
	for (; *argv != NULL && count < PROGRAM_WORDS; argv++)
		words[count++] = *argv;
	words[count] = NULL;
	return count;
}

bool program_start(
	struct program *p, const char *const *argv, enum program_buffer buffer, struct error *err)
{
	const char *words[PROGRAM_WORDS + 1];
	int in[2], out[2], error = ENOENT;
	if (!program_pipes(in, out))
		return error_set(err, "%s: no pipe can be made: %s", argv[0], strerror(errno));
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
	setenv("PYTHONUNBUFFERED", "1", 1);
	/* A program that cannot be found ends stdbuf with a message; so it is looked for first. */
	bool there = strchr(argv[0], '/') == NULL || access(argv[0], X_OK) == 0;
	for (int stdbuf = there; stdbuf >= 0 && error != 0; stdbuf--) {
		program_words(words, argv, buffer, stdbuf);
		error = posix_spawnp(
			&p->pid, words[0], &actions, NULL, (char *const *)words, environ);
	}
	posix_spawn_file_actions_destroy(&actions);
	close(in[0]);
	close(out[1]);
	if (error != 0) {
		p->pid = 0;
		close(in[1]);
		close(out[0]);
		return error_set(err, "%s: cannot be started: %s", argv[0], strerror(error));
	}
	p->in = in[1];
	p->out = out[0];
	p->ended = false;
	line_reader_clear(&p->reader);
	fcntl(p->out, F_SETFL, O_NONBLOCK);
	return true;
}

/* Reads a file of a process; "": it cannot be read. */
static void program_proc(long pid, const char *name, char text[512])
{
	char path[96];
	snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
	FILE *in = fopen(path, "re");
	size_t length = in != NULL ? fread(text, 1, 511, in) : 0;
	if (in != NULL)
		fclose(in);
	text[length] = '\0';
}

bool program_is_asleep(const struct program *p)
{
	enum { GENERATIONS = 8 };
	char text[512] = "", name[64];
	/* Some sandboxes have process numbers of their own, and show the /proc of others. */
	if (readlink("/proc/self", text, sizeof text - 1) < 0 || atol(text) != getpid())
		return true;
	/* A script such as a shim sleeps while its child loads. */
	long pid = p->pid;
	for (int i = 0; i < GENERATIONS && pid > 0; i++) {
		program_proc(pid, "stat", text);
		const char *end = strrchr(text, ')'); /* "7 (name) S ..."; a name may have a ")" */
		if (end != NULL && strncmp(end, ") S", 3) != 0)
			return false;
		snprintf(name, sizeof name, "task/%ld/children", pid);
		program_proc(pid, name, text);
		pid = atol(text);
	}
	return true;
}

bool program_write(struct program *p, const char *text)
{
	for (size_t left = strlen(text); left > 0;) {
		ssize_t count = write(p->in, text, left);
		if (count < 0 && errno != EINTR)
			return false;
		if (count > 0) {
			text += count;
			left -= (size_t)count;
		}
	}
	return true;
}

void program_close_input(struct program *p)
{
	if (p->in >= 0)
		close(p->in);
	p->in = -1;
}

void program_read(struct program *p)
{
	size_t size;
	char *space = line_reader_space(&p->reader, &size);
	ssize_t count = size > 0 ? read(p->out, space, size) : 0;
	if (count > 0)
		line_reader_filled(&p->reader, (size_t)count);
	else if (count == 0 || (errno != EINTR && errno != EAGAIN))
		p->ended = true;
	/* A last line without its end is a line. */
	if (p->ended && size > 0 && p->reader.end > p->reader.start) {
		*space = '\n';
		line_reader_filled(&p->reader, 1);
	}
}

/* Removes the sequences that colour a terminal's text: ESC [ numbers letter. */
static char *program_plain(char *text)
{
	char *to = text;
	for (const char *from = text; *from != '\0';) {
		if (from[0] == '\033' && from[1] == '[') {
			from += 2 + strspn(from + 2, "0123456789;?");
			from += *from != '\0';
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
	return text;
}

char *program_line(struct program *p)
{
	char *line;
	size_t length;
	enum line_status status = line_reader_next(&p->reader, &line, &length);
	if (status == LINE_READY)
		return program_plain(line);
	if (status == LINE_TOO_LONG)
		line_reader_clear(&p->reader);
	return NULL;
}

const char *program_prompt(struct program *p)
{
	struct line_reader *r = &p->reader;
	if (r->end == r->size)
		return "";
	size_t length = r->end - r->start;
	memcpy(p->prompt, r->room + r->start, length);
	p->prompt[length] = '\0';
	return program_plain(p->prompt);
}

void program_drop_prompt(struct program *p)
{
	line_reader_clear(&p->reader);
}

/* Has it ended? wait: for at most half a second. */
static bool program_has_ended(struct program *p, bool wait, int *status)
{
	enum { PROGRAM_STEP_MS = 10, PROGRAM_STEPS = 50 };
	for (int i = 0; i < (wait ? PROGRAM_STEPS : 1); i++) {
		if (waitpid(p->pid, status, WNOHANG) == p->pid)
			return true;
		if (wait) /* its output ends with it, mostly */
			poll(&(struct pollfd){.fd = p->ended ? -1 : p->out, .events = POLLIN}, 1,
				PROGRAM_STEP_MS);
		if (wait && !p->ended)
			program_read(p);
	}
	return false;
}

int program_stop(struct program *p, bool wait)
{
	int status = 0;
	if (p->pid == 0)
		return 0;
	/* One that is to be killed does not read an end first, of which it would complain. */
	if (wait)
		program_close_input(p);
	if (!program_has_ended(p, wait, &status)) {
		kill(p->pid, SIGKILL);
		while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
			;
		status = PROGRAM_KILLED;
	}
	program_close_input(p);
	close(p->out);
	p->pid = 0;
	p->in = p->out = -1;
	return status;
}
