/*
 * unusual.c - an honest bot that does what the protocol allows and hardly any bot does. Its first
 * argument is one of:
 *
 *	string    says what it found, and then `info string`: the numbers stay those that it found
 *	changes   says what it found twice, and the second time less: the last line counts whole
 *	once      says what it found with its first move of a game alone
 *	bare      announces no feature, and resigns when it is sent a word that wants one
 *	much      writes 48 KiB to its stdout before each answer
 *	feature F sends this line too when it is greeted
 */
#include "tests/lib/rogue.h"

enum { MUCH_LINES = 48, MUCH_LINE = 1024 };

static const char *way = "";

static bool is_way(const char *name)
{
	return strcmp(way, name) == 0;
}

/* Whole lines of MUCH_LINE bytes. */
static void say_much(void)
{
	char line[MUCH_LINE + 1];
	memset(line, 'x', MUCH_LINE);
	memcpy(line, "info string ", 12);
	line[MUCH_LINE - 1] = '\n';
	line[MUCH_LINE] = '\0';
	for (int i = 0; i < MUCH_LINES; i++)
		rogue_say(line);
}

/* Nim with one token from the first heap, which is legal as long as there are any. */
static void play_bare(void)
{
	const char *answer = "bestmove a1\n";
	char *line;
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		if (rogue_is(line, "ugi"))
			rogue_say("id name unusual\nugiok\n");
		else if (rogue_is(line, "isready"))
			rogue_say("readyok\n");
		else if (rogue_is(line, "go"))
			rogue_say(answer);
		else if (strcmp(line, "uginewgame") != 0 && !rogue_is(line, "position"))
			answer = "bestmove resign\n";
	}
}

static void play(void)
{
	char *line;
	int moves = 0;
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		if (is_way("much") && (rogue_is(line, "isready") || rogue_is(line, "go")))
			say_much();
		if (strncmp(way, "feature ", 8) == 0 && rogue_is(line, "ugi")) {
			rogue_say(way);
			rogue_say("\n");
		}
		rogue_react(line);
		if (rogue_is(line, "uginewgame"))
			moves = 0;
		if (!rogue_is(line, "go"))
			continue;
		if (is_way("once") && moves++ == 0)
			rogue_say("info depth 3 score cp 5 nodes 7\n");
		if (is_way("string"))
			rogue_say("info depth 3 score cp 5 nodes 7\ninfo string I like it\n");
		if (is_way("changes"))
			rogue_say("info depth 3 score cp 5 nodes 7\ninfo depth 4 score mate -2\n");
		rogue_answer();
	}
}

int main(int argc, char **argv)
{
	rogue_begin();
	if (argc > 1)
		way = argv[1];
	if (is_way("bare"))
		play_bare();
	else
		play();
}
