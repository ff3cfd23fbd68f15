/*
 * class-table.c - the table of `referee class check`.
 */
#include "referee/submissions/class-table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "protocol/verdict.h"

enum { CLASS_TABLE_NAME = 20, CLASS_TABLE_VERDICT = 7 };

static const char class_table_more[] = "...";

const char *class_row_verdict(const struct class_row *row, char word[16], const char **rest)
{
	static const char *const words[] = {[CLASS_FIT] = "fit",
		[CLASS_UNFIT] = "FAILED",
		[CLASS_NO_BOT] = "NO BOT",
		[CLASS_UNCHECKED] = "-"};
	size_t length = strcspn(row->text, ":");
	*rest = row->fitness == CLASS_FIT && strcmp(row->text, CLASS_FIT_TEXT) == 0 ? ""
										    : row->text;
	if (row->fitness != CLASS_UNFIT || length > 15 || row->text[length] == '\0')
		return words[row->fitness];
	for (size_t i = 0; i <= length; i++)
		word[i] = i < length ? row->text[i] : '\0';
	if (verdict_find(word) == VERDICTS)
		return words[CLASS_UNFIT];
	for (char *c = word; *c != '\0'; c++)
		*c = (char)toupper((unsigned char)*c);
	*rest = row->text + length + 1 + strspn(row->text + length + 1, " ");
	return word;
}

/* Prints text in this number of columns, or the part of it that leaves room for "..."; fill: with
 * blanks up to them. columns 0: all of it. */
static void class_table_text(FILE *out, const char *text, int columns, bool fill)
{
	char *shown = escape_text(text, false);
	int width = escape_width(shown), most = columns - (int)strlen(class_table_more);
	if (columns > 0 && width > columns) {
		char *end = shown + strlen(shown);
		while (end > shown && escape_width(shown) > most) {
			while (--end > shown && ((unsigned char)*end & 0xc0) == 0x80)
				;
			*end = '\0';
		}
		fprintf(out, "%s%s", shown, most >= 0 ? class_table_more : "");
		width = escape_width(shown) + (int)strlen(class_table_more);
	} else {
		fputs(shown, out);
	}
	if (fill && width < columns)
		fprintf(out, "%*s", columns - width, "");
	free(shown);
}

static void class_table_row(FILE *out, const struct class_row *row, int names, int columns)
{
	char word[16];
	const char *rest;
	const char *verdict = class_row_verdict(row, word, &rest);
	int left = columns - names - CLASS_TABLE_VERDICT - 4;
	bool more = *rest != '\0' && (columns == 0 || left > (int)strlen(class_table_more));
	class_table_text(out, row->name, names, true);
	fprintf(out, "  %-*s", more ? CLASS_TABLE_VERDICT : 0, verdict);
	if (more) {
		char *text = memory_print("%s%s", row->was_fit ? CLASS_WAS_FIT_TEXT : "", rest);
		fputs("  ", out);
		class_table_text(out, text, columns == 0 ? 0 : left, false);
		free(text);
	}
	fputc('\n', out);
}

void class_table_print(FILE *out, const struct class_row *rows, int count, int columns)
{
	int names = 0;
	for (int i = 0; i < count; i++) {
		char *shown = escape_text(rows[i].name, false);
		int width = escape_width(shown);
		names = width > names ? width : names;
		free(shown);
	}
	if (columns > 0 && names > CLASS_TABLE_NAME)
		names = CLASS_TABLE_NAME;
	for (int i = 0; i < count; i++)
		if (rows[i].fitness == CLASS_FIT)
			class_table_row(out, &rows[i], names, columns);
	for (int i = 0; i < count; i++)
		if (rows[i].fitness != CLASS_FIT)
			class_table_row(out, &rows[i], names, columns);
}
