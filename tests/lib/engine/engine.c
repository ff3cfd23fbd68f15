/*
 * engine.c - an engine of Connect Four as an author has one: plain UGI, alpha-beta to a fixed
 * depth. The tests of `referee test` make revisions of it by changing its lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 1

enum { COLUMNS = 7, ROWS = 6, WIN = 1000 };

static int board[COLUMNS][ROWS], height[COLUMNS], stones;

static int line(int column, int row, int right, int up)
{
	int seat = board[column][row], count = 0;
	while (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS &&
		board[column][row] == seat) {
		count++;
		column += right;
		row += up;
	}
	return count;
}

/* Does the highest stone of the column win? */
static int wins(int column)
{
	static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int row = height[column] - 1;
	for (int i = 0; i < 4; i++)
		if (line(column, row, ways[i][0], ways[i][1]) +
				line(column, row, -ways[i][0], -ways[i][1]) >
			4)
			return 1;
	return 0;
}

static void play(int column)
{
	board[column][height[column]++] = stones++ % 2 + 1;
}

static void take_back(int column)
{
	board[column][--height[column]] = 0;
	stones--;
}

static int search(int depth, int alpha, int beta)
{
	if (depth == 0 || stones == COLUMNS * ROWS)
		return 0;
	for (int column = 0; column < COLUMNS && alpha < beta; column++) {
		if (height[column] == ROWS)
			continue;
		play(column);
		int score = wins(column) ? WIN + depth : -search(depth - 1, -beta, -alpha);
		take_back(column);
		if (score > alpha)
			alpha = score;
	}
	return alpha;
}

/* The best move; among equals by the position alone, but not always the same. */
static int choose(void)
{
	int best = -2 * WIN, chosen = 0;
	unsigned first = (unsigned)stones * 2654435761u >> 16;
	for (int i = 0; i < COLUMNS; i++)
		first = first * 31 + (unsigned)height[i] * (unsigned)(i + 1);
	for (unsigned i = 0; i < COLUMNS; i++) {
		int column = (int)((first + i) % COLUMNS);
		if (height[column] == ROWS)
			continue;
		play(column);
		int score = wins(column) ? 2 * WIN : -search(DEPTH - 1, -2 * WIN, -best);
		take_back(column);
		if (score > best) {
			best = score;
			chosen = column;
		}
	}
	return chosen;
}

static void set(char *words)
{
	memset(board, 0, sizeof board);
	memset(height, 0, sizeof height);
	stones = 0;
	words = strstr(words, " moves ");
	if (words == NULL)
		return;
	for (char *move = strtok(words + 7, " \n"); move != NULL; move = strtok(NULL, " \n"))
		play(*move - 'a');
}

int main(void)
{
	static char text[65536];
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(text, sizeof text, stdin) != NULL) {
		if (strcmp(text, "ugi\n") == 0)
			puts("id name engine\nugiok");
		else if (strcmp(text, "isready\n") == 0)
			puts("readyok");
		else if (strncmp(text, "position ", 9) == 0)
			set(text);
		else if (strncmp(text, "go ", 3) == 0)
			printf("bestmove %c\n", 'a' + choose());
		else if (strcmp(text, "quit\n") == 0)
			return 0;
	}
	return 0;
}
