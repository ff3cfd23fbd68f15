/*
 * markdown.c - makes manual pages of the documents.
 */
#include "packaging/man/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MARKDOWN_CELLS = 8 };

/* A document that is being read, line by line. */
struct markdown {
	struct mdoc *m; /* borrowed */
	markdown_add *add;
	const char *at; /* the next line */
	char *part;	/* the title of this part; owned */
};

/* --- lines ---------------------------------------------------------------------------------- */

static bool markdown_begins(const struct markdown *d, const char *mark)
{
	return strncmp(d->at, mark, strlen(mark)) == 0;
}

static bool markdown_is_blank(const struct markdown *d)
{
	return *d->at == '\n' || *d->at == '\0';
}

/* Takes the next line, without its end. The caller frees it. */
static char *markdown_line(struct markdown *d)
{
	size_t length = strcspn(d->at, "\n");
	char *line = memory_print("%.*s", (int)length, d->at);
	d->at += length + (d->at[length] == '\n');
	return line;
}

/* --- texts ---------------------------------------------------------------------------------- */

/* Writes the link [TEXT](TARGET) that at begins. Returns its end; NULL: it is no link. */
static const char *markdown_link(const char *at, FILE *out)
{
	const char *close = strchr(at, ']');
	const char *end = close != NULL && close[1] == '(' ? strchr(close, ')') : NULL;
	if (end == NULL)
		return NULL;
	fprintf(out, "%.*s", (int)(close - at - 1), at + 1);
	if (strncmp(close + 2, "http", strlen("http")) == 0)
		fprintf(out, " (%.*s)", (int)(end - close - 2), close + 2);
	return end + 1;
}

/* The text with its links as mdoc_text() takes them. The caller frees it. */
static char *markdown_inline(const char *text)
{
	char *written;
	size_t size;
	FILE *out = memory_open(&written, &size);
	bool code = false;
	while (*text != '\0') {
		const char *after = *text == '[' && !code ? markdown_link(text, out) : NULL;
		if (after != NULL) {
			text = after;
			continue;
		}
		code ^= *text == '`';
		fputc(*text++, out);
	}
	memory_close(out);
	return written;
}

static void markdown_text(struct mdoc *m, const char *text)
{
	char *written = markdown_inline(text);
	mdoc_text(m, written);
	free(written);
}

/* --- blocks --------------------------------------------------------------------------------- */

static void markdown_heading(struct markdown *d)
{
	size_t level = strspn(d->at, "#");
	char *line = markdown_line(d), *title = markdown_inline(line + level + 1);
	if (level == 2)
		mdoc_section(d->m, title);
	else if (level > 2)
		mdoc_part(d->m, title);
	free(d->part);
	d->part = title;
	free(line);
}

/* Code between lines of ```, or of lines that begin with four blanks. */
static void markdown_code(struct markdown *d)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	bool fenced = markdown_begins(d, "```");
	if (fenced)
		free(markdown_line(d));
	while (*d->at != '\0' &&
		(fenced ? !markdown_begins(d, "```") : markdown_begins(d, "    "))) {
		char *line = markdown_line(d);
		fprintf(out, "%s\n", line + (fenced ? 0 : 4));
		free(line);
	}
	if (fenced)
		free(markdown_line(d));
	memory_close(out);
	mdoc_literal(d->m, text);
	free(text);
}

/* Does this line belong to the paragraph or item before it? */
static bool markdown_continues(const struct markdown *d)
{
	return !markdown_is_blank(d) && !markdown_begins(d, "- ") && !markdown_begins(d, "#") &&
	       !markdown_begins(d, "|") && !markdown_begins(d, "```");
}

/* Takes a paragraph, or an item behind its mark. */
static void markdown_filled(struct markdown *d)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	do {
		char *line = markdown_line(d);
		fprintf(out, "%s\n", line);
		free(line);
	} while (markdown_continues(d));
	memory_close(out);
	markdown_text(d->m, text);
	free(text);
}

static void markdown_list(struct markdown *d)
{
	mdoc_list(d->m, false);
	while (markdown_begins(d, "- ")) {
		d->at += strlen("- ");
		mdoc_item(d->m, NULL);
		markdown_filled(d);
	}
	mdoc_list_end(d->m);
}

/* Cuts a row of a table into its cells. Returns their number. */
static int markdown_cells(char *row, char *cells[MARKDOWN_CELLS])
{
	int count = 0;
	bool code = false;
	for (char *c = row; *c != '\0'; c++) {
		code ^= *c == '`';
		if (*c != '|' || code)
			continue;
		*c = '\0';
		if (c[1] != '\0' && count < MARKDOWN_CELLS)
			cells[count++] = c + 1;
	}
	for (int i = 0; i < count; i++) {
		cells[i] += strspn(cells[i], " ");
		for (size_t n = strlen(cells[i]); n > 0 && cells[i][n - 1] == ' '; n--)
			cells[i][n - 1] = '\0';
	}
	return count;
}

/* Writes the first cell as the tag of an item. */
static void markdown_tag(struct markdown *d, const char *cell)
{
	char *plain = markdown_inline(cell);
	char *bare = memory_print(
		"%.*s", (int)strcspn(plain + (*plain == '`'), "`"), plain + (*plain == '`'));
	char *more = d->add != NULL && d->part != NULL ? d->add(d->part, bare) : NULL;
	char *tag =
		memory_print("%s%s%s", plain, more != NULL ? " " : "", more != NULL ? more : "");
	mdoc_item(d->m, tag);
	free(tag);
	free(more);
	free(bare);
	free(plain);
}

static void markdown_table(struct markdown *d)
{
	char *titles[MARKDOWN_CELLS], *cells[MARKDOWN_CELLS], *head = markdown_line(d);
	int columns = markdown_cells(head, titles);
	free(markdown_line(d)); /* | --- | */
	mdoc_list(d->m, true);
	while (markdown_begins(d, "|")) {
		char *line = markdown_line(d);
		int count = markdown_cells(line, cells);
		if (count > 0)
			markdown_tag(d, cells[0]);
		for (int i = 1; i < count && i < columns; i++) {
			bool titled = columns > 2 && *titles[i] != '\0';
			char *text = memory_print("%s%s%s%s", titled ? titles[i] : "",
				titled ? ": " : "", cells[i], columns > 2 ? "." : "");
			if (*cells[i] != '\0')
				markdown_text(d->m, text);
			free(text);
		}
		free(line);
	}
	mdoc_list_end(d->m);
	free(head);
}

static void markdown_block(struct markdown *d)
{
	if (markdown_is_blank(d))
		free(markdown_line(d));
	else if (*d->at == '#')
		markdown_heading(d);
	else if (markdown_begins(d, "```") || markdown_begins(d, "    "))
		markdown_code(d);
	else if (markdown_begins(d, "- "))
		markdown_list(d);
	else if (*d->at == '|')
		markdown_table(d);
	else {
		mdoc_break(d->m);
		markdown_filled(d);
	}
}

void markdown_write(struct mdoc *m, const char *text, markdown_add *add)
{
	struct markdown d = {.m = m, .add = add, .at = text};
	while (*d.at != '\0')
		markdown_block(&d);
	free(d.part);
}
