/* A homework game in C: the person always begins; its prompt has no line end, and nothing is
 * flushed. */
#include <stdio.h>

int main(void)
{
	int heights[7] = {0}, column;
	printf("CONNECT FOUR\nYou are red. ");
	for (;;) {
		printf("Enter column (0-6): ");
		if (scanf("%d", &column) != 1)
			return 0;
		heights[column]++;
		for (column = 6; heights[column] == 6; column--)
			;
		heights[column]++;
		printf("Computer drops in column %d\n", column);
	}
}
