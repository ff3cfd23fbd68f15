/*
 * instant.c - the fastest bot there can be: it answers each question with the first legal move,
 * one read and one write a move, no work in between. As `instant plain` it is an engine without
 * features that takes one token from the first heap at nim. With another argument it leaves a
 * process behind that ends by nothing but its box.
 */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static bool plain;

static void say(const char *text)
{
	if (write(1, text, strlen(text)) < 0)
		_exit(1);
}

/* "bestmove " and the first word of the last `legal` line before `go`. */
static void answer(const char *legal)
{
	char out[64] = "bestmove ";
	size_t length = strcspn(legal, " \n");
	if (length > sizeof out - 16)
		length = sizeof out - 16;
	memcpy(out + 9, legal, length);
	out[9 + length] = '\n';
	if (write(1, out, 10 + length) < 0)
		_exit(1);
}

static void take(const char *line)
{
	static char legal[32];
	switch (line[0]) {
	case 'l': /* legal MOVES */
		memcpy(legal, line + 6, sizeof legal);
		break;
	case 'g': /* go, gameover */
		if (line[1] == 'o')
			answer(plain ? "a1" : legal);
		break;
	case 'i': /* isready */
		say("readyok\n");
		break;
	case 'q': /* quit */
		_exit(0);
	case 'u': /* ugi, uginewgame */
		if (line[3] == '\n')
			say(plain ? "id name instant\nugiok\n"
				  : "id name instant\nfeature legal\nfeature players\nugiok\n");
		break;
	}
}

static void leave_behind(void)
{
	if (fork() != 0)
		return;
	setsid();
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	static char bytes[1 << 18];
	plain = argc > 1 && strcmp(argv[1], "plain") == 0;
	if (argc > 1 && !plain)
		leave_behind();
	size_t held = 0;
	for (;;) {
		ssize_t count = read(0, bytes + held, sizeof bytes - held - 64);
		if (count <= 0)
			return 0;
		held += (size_t)count;
		char *line = bytes, *lf;
		while ((lf = memchr(line, '\n', held - (size_t)(line - bytes))) != NULL) {
			take(line);
			line = lf + 1;
		}
		held -= (size_t)(line - bytes);
		if (held > 0)
			memmove(bytes, line, held);
	}
}
