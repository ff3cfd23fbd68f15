/* A game in C in colours. It asks how hard it is and who begins; prompts have no line end, nothing
 * is flushed; it thinks aloud about columns. */
#include <stdio.h>

static char board[6][7];

static int drop(int column, char stone)
{
	for (int row = 5; row >= 0; row--)
		if (board[row][column] == 0) {
			board[row][column] = stone;
			return 1;
		}
	return 0;
}

static void show(void)
{
	for (int row = 0; row < 6; row++) {
		for (int column = 0; column < 7; column++) {
			char stone = board[row][column];
			if (stone == 0)
				printf("|   ");
			else
				printf("|\x1b[%dm %c \x1b[0m", stone == 'R' ? 31 : 33, stone);
		}
		printf("|\n");
	}
	printf("-----------------------------\n  1   2   3   4   5   6   7\n\n");
}

int main(void)
{
	int level, first, column, best = 0;
	printf("Welcome!\nDifficulty? 1-7: ");
	if (scanf("%d", &level) != 1)
		return 0;
	printf("Shall the AI go first? 0 for no and 1 for yes: ");
	if (scanf("%d", &first) != 1)
		return 0;
	show();
	for (;;) {
		if (!first) {
			printf("HUMAN, enter your column from 1-7: ");
			if (scanf("%d", &column) != 1)
				return 0;
			if (!drop(column - 1, 'R')) {
				printf("Column full. ");
				continue;
			}
			show();
		}
		first = 0;
		printf("AI is thinking...\n");
		for (column = 0; column < 7; column++)
			printf("Score for column %d is %d\n", column + 1, (column * 5 + level) % 7);
		while (!drop(best = (best + 3) % 7, 'Y'))
			;
		printf("Best move is %d\n", best + 1);
		show();
	}
}
