/*
 * solve-lines.c - answers one position or each line of stdin.
 */
#include "bots/solve/solve-lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum solve_status solve_lines_all(solve_answer *answer, void *context)
{
	enum solve_status status = SOLVE_DONE;
	char *line = NULL, text[SOLVE_LINE];
	size_t size = 0;
	ssize_t length;

	for (uint64_t number = 1; (length = getline(&line, &size, stdin)) >= 0; number++) {
		while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
			line[--length] = '\0';
		if (!answer(context, line, text, sizeof text)) {
			printf("error: line %llu: ", (unsigned long long)number);
			status = SOLVE_INPUT;
		}
		puts(text);
		/* A program may wait for the answer before it asks again. */
		fflush(stdout);
	}
	free(line);
	return ferror(stdin) ? solve_fail(SOLVE_INPUT, "stdin cannot be read") : status;
}

enum solve_status solve_lines(const char *word, solve_answer *answer, void *context)
{
	char text[SOLVE_LINE];

	if (word != NULL && strcmp(word, "-") == 0)
		return solve_lines_all(answer, context);
	if (!answer(context, word == NULL ? "startpos" : word, text, sizeof text))
		return solve_fail(SOLVE_USAGE, text);
	puts(text);
	return SOLVE_DONE;
}
