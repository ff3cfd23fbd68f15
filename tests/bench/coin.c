/*
 * coin.c BLUNDERS SALT PLIES - a bot of known strength for a game of tree: in its first PLIES plies
 * the opening, then one choice for each seat. It takes the second child, which is a blunder, in
 * BLUNDERS of a million positions, else the first.
 *
 * Which they are is a hash of the salt, the seat and the opening: from one opening it always plays
 * the same game, as engines do that choose nothing at random, and from different openings its
 * choices have nothing to do with each other. tests/sprt/error-rate.py knows them too.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t coin_mix(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* A million times the chance that falls to this position: the moves so far, separated by blanks. */
static uint64_t coin_falls(uint64_t salt, const char *moves, int plies)
{
	uint64_t hash = coin_mix(salt);
	int ply = 0;
	for (; *moves != '\0' && *moves != '\n'; moves++) {
		if (*moves < '0' || *moves > '9')
			continue;
		if (ply++ < plies)
			hash = coin_mix(hash ^ (uint64_t)*moves);
	}
	return coin_mix(hash ^ (uint64_t)ply % 2) % 1000000;
}

static void coin_say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
	char line[4096], moves[4096] = "";
	if (argc != 4)
		return EXIT_FAILURE;
	uint64_t blunders = strtoull(argv[1], NULL, 10), salt = strtoull(argv[2], NULL, 10);
	while (fgets(line, sizeof line, stdin) != NULL) {
		const char *after = strstr(line, " moves ");
		if (strcmp(line, "ugi\n") == 0)
			coin_say("id name coin\nfeature newgame\nugiok\n");
		else if (strcmp(line, "isready\n") == 0)
			coin_say("readyok\n");
		else if (strcmp(line, "quit\n") == 0)
			break;
		else if (strncmp(line, "position ", strlen("position ")) == 0)
			strcpy(moves, after != NULL ? after + strlen(" moves ") : "");
		else if (strncmp(line, "go", 2) == 0)
			coin_say(coin_falls(salt, moves, atoi(argv[3])) < blunders
					 ? "bestmove 2\n"
					 : "bestmove 1\n");
	}
	return EXIT_SUCCESS;
}
