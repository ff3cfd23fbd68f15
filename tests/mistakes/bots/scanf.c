/* A game for a person: asks for a number. */
#include <stdio.h>

int main(void)
{
	int column;
	printf("Your move (1-7)? ");
	fflush(stdout);
	while (scanf("%d", &column) == 1)
		printf("you play %d\n", column);
	return 0;
}
