/* The same in C, which flushes nothing; and it reads columns from 1. */
#include <stdio.h>

int main(void)
{
	int heights[8] = {0}, column;
	while (scanf("%d", &column) == 1) {
		if (column > 0)
			heights[column]++;
		for (column = 7; heights[column] == 6; column--)
			;
		heights[column]++;
		printf("%d\n", column);
	}
	return 0;
}
