/*
 * sleeper.c - a bot that uses next to no processor: each move takes it a known time of sleep. It
 * says in `info nodes` a number of its process, drawn at random, so that the games of one slot can
 * be told from those of another.
 *
 *	sleeper MICROSECONDS        sleeps so long for a move
 *	sleeper MICROSECONDS away   the same, but a minute in a folder that is called "home"
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { SLEEPER_MINUTE = 60000000 };

struct sleeper {
	struct timespec span;
	char legal[32];
	unsigned number;
};

static void sleeper_say(const char *text, size_t length)
{
	if (write(STDOUT_FILENO, text, length) < 0)
		_exit(EXIT_FAILURE);
}

static bool sleeper_is_home(void)
{
	char folder[4096];
	const char *name = getcwd(folder, sizeof folder) != NULL ? strrchr(folder, '/') : NULL;
	return name != NULL && strcmp(name, "/home") == 0;
}

static void sleeper_move(const struct sleeper *s)
{
	char out[128];
	if (s->span.tv_sec > 0 || s->span.tv_nsec > 0)
		nanosleep(&s->span, NULL);
	int length = snprintf(out, sizeof out, "info nodes %u\nbestmove %.*s\n", s->number,
		(int)strcspn(s->legal, " \n"), s->legal);
	sleeper_say(out, (size_t)length);
}

static void sleeper_take(struct sleeper *s, const char *line)
{
	static const char hello[] = "id name sleeper\nfeature legal\nfeature players\nugiok\n";
	if (strncmp(line, "legal ", 6) == 0)
		snprintf(s->legal, sizeof s->legal, "%.31s", line + 6);
	else if (strncmp(line, "go ", 3) == 0)
		sleeper_move(s);
	else if (strncmp(line, "isready", 7) == 0)
		sleeper_say("readyok\n", 8);
	else if (strncmp(line, "ugi\n", 4) == 0)
		sleeper_say(hello, sizeof hello - 1);
	else if (strncmp(line, "quit", 4) == 0)
		_exit(EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
	static char bytes[1 << 16];
	struct sleeper s = {.number = 0};
	size_t held = 0;
	long span = argc > 1 ? atol(argv[1]) : 0;
	if (argc > 2 && sleeper_is_home())
		span = SLEEPER_MINUTE;
	s.span = (struct timespec){span / 1000000, span % 1000000 * 1000};
	prctl(PR_SET_TIMERSLACK, 1);
	if (getrandom(&s.number, sizeof s.number, 0) != sizeof s.number)
		return EXIT_FAILURE;
	for (;;) {
		ssize_t count = read(STDIN_FILENO, bytes + held, sizeof bytes - held - 64);
		if (count <= 0)
			return EXIT_SUCCESS;
		held += (size_t)count;
		char *line = bytes, *lf;
		while ((lf = memchr(line, '\n', held - (size_t)(line - bytes))) != NULL) {
			sleeper_take(&s, line);
			line = lf + 1;
		}
		held -= (size_t)(line - bytes);
		memmove(bytes, line, held);
	}
}
