/*
 * fold.c - prints words that a terminal does not break.
 */
#include "referee/process/fold.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/status-line.h"

enum { FOLD_WORDS = 30 }; /* columns of words; a narrower terminal breaks lines itself */

int fold_width(void)
{
	static int width = -1;
	if (width < 0)
		width = status_line_width(STDOUT_FILENO);
	return width;
}

void fold_print(const char *text, int column, const char *next)
{
	int width = fold_width(), indent = (int)strlen(next);
	if (width < indent + FOLD_WORDS) {
		fputs(text, stdout);
		return;
	}
	while (*text != '\0') {
		int blanks = (int)strspn(text, " "), length = (int)strcspn(text + blanks, " ");
		if (column > indent && column + blanks + length > width) {
			printf("\n%s", next);
			column = indent;
			text += blanks;
			blanks = 0;
		}
		column += printf("%.*s", blanks + length, text);
		text += blanks + length;
	}
}
