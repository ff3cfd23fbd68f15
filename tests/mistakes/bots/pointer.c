#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[65536];
	volatile int *nowhere = NULL;
	while (fgets(line, sizeof line, stdin) != NULL)
		if (strncmp(line, "ugi\n", 4) == 0)
			*nowhere = 1;
	return 0;
}
