/*
 * help.c - prints the help of the programs of this folder.
 */
#include "bots/help.h"

#include <stdio.h>
#include <string.h>

enum { HELP_WIDTH = 100, HELP_COLUMN = 24 };

/* Prints text wrapped at HELP_WIDTH; the first line begins at the column. */
static void help_fill(const char *text, int indent)
{
	int column = indent;
	while (*text != '\0') {
		int length = (int)strcspn(text, " \n");
		if (column > indent && column + 1 + length > HELP_WIDTH)
			column = printf("\n%*s", indent, "") - 1;
		if (length > 0)
			column += printf("%s%.*s", column > indent ? " " : "", length, text);
		text += length;
		if (*text == '\n')
			column = printf("\n%*s", text[1] == '\n' ? 0 : indent, "") - 1;
		text += *text != '\0';
	}
	putchar('\n');
}

void help_paragraphs(const char *text)
{
	putchar('\n');
	help_fill(text, 0);
}

void help_title(const char *title)
{
	printf("\n%s:\n", title);
}

void help_row(const char *name, const char *text)
{
	int length = printf("  %s", name);
	if (length + 2 > HELP_COLUMN) {
		putchar('\n');
		length = 0;
	}
	printf("%*s", HELP_COLUMN - length, "");
	help_fill(text, HELP_COLUMN);
}

void help_begin(const struct help *help)
{
	for (const char *const *usage = help->usages; *usage != NULL; usage++)
		printf("%s %s %s\n", usage == help->usages ? "usage:" : "      ", help->name,
			*usage);
	printf("\n%s\n", help->summary);
	help_paragraphs(help->about);
}

static void help_lines(const char *title, const struct help_line *lines)
{
	help_title(title);
	for (; lines->name != NULL; lines++)
		help_row(lines->name, lines->help);
}

void help_end(const struct help *help)
{
	if (help->common != NULL)
		help_lines("Options of every form", help->common);
	if (help->notes != NULL)
		help_paragraphs(help->notes);
	help_lines("Exit status", help->statuses);
	help_title("Examples");
	for (const char *const *e = help->examples; *e != NULL; e++)
		printf("  %s\n", *e);
	printf("\n`man %s` has all of this as a manual page.\n", help->name);
}
