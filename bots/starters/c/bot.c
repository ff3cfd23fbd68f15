/*
 * bot.c - a first bot: plays any game, knows no rules, picks a random legal move.
 *
 *   cc -O2 -o bot bot.c
 *
 * The referee starts this program and talks to it in lines of text: it reads them from standard
 * input and answers on standard output. Make it yours by changing choose(). To see what it does,
 * start it yourself, type `ugi`, and go on as in protocol/PROTOCOL.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LINE_SIZE = 65536 + 1, /* the referee's lines are no longer than 65536 bytes */
	MOVES_SIZE = 2048
};

/* Prints a line and flushes: unflushed, it waits in a buffer while the referee waits for it. */
static void send_line(const char *first, const char *second)
{
	printf("%s%s\n", first, second);
	fflush(stdout);
}

/* The thinking: one of the count legal moves. */
static const char *choose(char **legal, int count)
{
	return legal[rand() % count];
}

/* Cuts a line into words in place; returns how many. */
static int split(char *line, char **words, int room)
{
	int count = 0;
	for (char *word = strtok(line, " \t\r\n"); word != NULL && count < room;
		word = strtok(NULL, " \t\r\n"))
		words[count++] = word;
	return count;
}

/* uginewgame game connect4 players 2 seat 1 seed 7 ...: the same seed, the same game again. */
static void new_game(char *line)
{
	const char *seed = strstr(line, " seed ");
	if (seed != NULL)
		srand((unsigned)strtoull(seed + strlen(" seed "), NULL, 10));
}

static void introduce(void)
{
	send_line("id name C starter", "");
	send_line("id author you", "");
	send_line("feature legal newgame players", ""); /* legal moves, which game, any seats */
	send_line("ugiok", "");
}

/* Is command the first word of line? */
static int is(const char *line, const char *command)
{
	size_t length = strlen(command);
	return strncmp(line, command, length) == 0 && strchr(" \t\r\n", line[length]) != NULL;
}

int main(void)
{
	/* legal moves point into moves_line, so that the next line does not overwrite them */
	static char line[LINE_SIZE], moves_line[LINE_SIZE];
	static char *legal[MOVES_SIZE];
	int count = 0;
	while (fgets(line, sizeof(line), stdin) != NULL) { /* ends when our input is closed */
		if (is(line, "ugi")) {
			introduce();
		} else if (is(line, "isready")) {
			send_line("readyok", "");
		} else if (is(line, "uginewgame")) {
			new_game(line);
		} else if (is(line, "legal")) { /* legal a b c d e f g */
			strcpy(moves_line, line + strlen("legal"));
			count = split(moves_line, legal, MOVES_SIZE);
		} else if (is(line, "go")) { /* your clock is running */
			send_line("bestmove ", count > 0 ? choose(legal, count) : "resign");
		} else if (is(line, "quit")) {
			break;
		}
		/* Other lines are ignored. `position startpos moves d d e` tells the game so far:
		 * read it when you want to think. */
	}
	return 0;
}
