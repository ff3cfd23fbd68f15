/*
 * rogue.h - the conversation that a rogue holds until it misbehaves: the handshake, with the
 * feature `legal`, and the first legal move as the answer to every question. A rogue's own file
 * then is its one misbehaviour.
 *
 * One that tries what is forbidden tells each try by rogue_try() and then confesses: a good move
 * when nothing worked, and what did work when something did, which is no move in any game.
 *
 * Every rogue ends by itself after half an hour, so that none survives a test that fails.
 */
#ifndef TESTS_LIB_ROGUE_H
#define TESTS_LIB_ROGUE_H

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROGUE_LINE = 65536 + 1, ROGUE_LIFE = 1800, ROGUE_MOVE = 32 };

/* The first move of the last `legal` line. */
static char rogue_legal[ROGUE_MOVE];

/* In a sandbox the search for leaks at the end fails, which would look like a failure of the rogue.
 */
#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}
#endif

/* Once, before anything else; again in a child, which inherits no alarm. */
static inline void rogue_begin(void)
{
	alarm(ROGUE_LIFE);
}

/* Argument number i as a whole number, or preset when it is not given. */
static inline int rogue_argument(int argc, char **argv, int i, int preset)
{
	return argc > i && argv[i][0] >= '0' && argv[i][0] <= '9' ? atoi(argv[i]) : preset;
}

static inline void rogue_write(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t count = write(fd, bytes, length);
		if (count < 0 && errno != EINTR)
			_exit(EXIT_FAILURE);
		bytes += count > 0 ? count : 0;
		length -= count > 0 ? (size_t)count : 0;
	}
}

static inline void rogue_say(const char *text)
{
	rogue_write(STDOUT_FILENO, text, strlen(text));
}

/* Sleeps for this many milliseconds. */
static inline void rogue_rest(int milliseconds)
{
	poll(NULL, 0, milliseconds);
}

/* Does nothing any more. */
static inline void rogue_wait(void)
{
	for (;;)
		pause();
}

/* The next line, without its end; NULL when there is none any more. */
static inline char *rogue_line(void)
{
	static char bytes[2 * ROGUE_LINE];
	static size_t start, end;
	for (;;) {
		char *lf = memchr(bytes + start, '\n', end - start);
		if (lf != NULL) {
			char *line = bytes + start;
			*lf = '\0';
			start = (size_t)(lf - bytes) + 1;
			return line;
		}
		memmove(bytes, bytes + start, end - start);
		end -= start;
		start = 0;
		ssize_t count = read(STDIN_FILENO, bytes + end, sizeof bytes - end);
		if (count <= 0)
			return NULL;
		end += (size_t)count;
	}
}

/* Is it this word, or does it begin with it? */
static inline bool rogue_is(const char *line, const char *word)
{
	size_t length = strlen(word);
	return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* The answer to everything but `go`, `gameover` and `quit`. */
static inline void rogue_react(const char *line)
{
	if (rogue_is(line, "ugi"))
		rogue_say("id name rogue\nfeature legal players gameover\nugiok\n");
	else if (rogue_is(line, "isready"))
		rogue_say("readyok\n");
	else if (rogue_is(line, "legal"))
		strncpy(rogue_legal, line + 6, sizeof rogue_legal - 1);
}

/* Behaves until a line that begins with word; false: `quit` or the end came before. */
static inline bool rogue_until(const char *word)
{
	char *line;
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		rogue_react(line);
		if (rogue_is(line, word))
			return true;
	}
	return false;
}

/* Behaves until it is to move. */
static inline bool rogue_turn(void)
{
	return rogue_until("go");
}

/* The first legal move, without a line end. */
static inline const char *rogue_move(void)
{
	rogue_legal[strcspn(rogue_legal, " ")] = '\0';
	return rogue_legal;
}

/* Answers with the first legal move. */
static inline void rogue_answer(void)
{
	char line[ROGUE_MOVE + 16] = "bestmove ";
	strcat(line, rogue_move());
	strcat(line, "\n");
	rogue_say(line);
}

/* Behaves for this many turns. */
static inline void rogue_play_some(int turns)
{
	while (turns-- > 0 && rogue_turn())
		rogue_answer();
}

/* Behaves until its game is over. */
static inline void rogue_play_game(void)
{
	char *line;
	while ((line = rogue_line()) != NULL && !rogue_is(line, "gameover")) {
		rogue_react(line);
		if (rogue_is(line, "go"))
			rogue_answer();
	}
}

/* Behaves to its end. */
static inline void rogue_play(void)
{
	while (rogue_turn())
		rogue_answer();
}

/* Where it may write, as all programs are told; name is a file's there. */
static inline const char *rogue_scratch(const char *name)
{
	static char path[512];
	const char *folder = getenv("TMPDIR");
	snprintf(path, sizeof path, "%s/%s", folder == NULL ? "/tmp" : folder, name);
	return path;
}

/* Its own number in /proc, which may be one from outside of its namespace. */
static inline pid_t rogue_self(void)
{
	char text[32] = "";
	return readlink("/proc/self", text, sizeof text - 1) > 0 ? atoi(text) : getpid();
}

/* How many ways to what is forbidden were tried, and the first that worked. */
static int rogue_tries;
static char rogue_gain[64];

/* A way was tried: did it work? */
static inline void rogue_try(const char *way, bool worked)
{
	rogue_tries++;
	if (worked && rogue_gain[0] == '\0')
		snprintf(rogue_gain, sizeof rogue_gain, "%s", way);
}

/* Says how many ways were refused, and answers: well, or with what worked. */
static inline void rogue_confess(void)
{
	char line[128];
	snprintf(line, sizeof line, "info string refused %d\n", rogue_tries);
	if (rogue_gain[0] != '\0')
		snprintf(line, sizeof line, "bestmove got-%s\n", rogue_gain);
	rogue_say(line);
	if (rogue_gain[0] == '\0')
		rogue_answer();
}

#endif
