/*
 * svg.c - writes the SVG that all pictures share.
 */
#include "referee/board/svg.h"

#include <stdlib.h>
#include <string.h>

#include "base/html-print.h"
#include "base/escape.h"
#include "base/memory.h"

void svg_begin(FILE *out, double width, double height, const char *title, const char *description)
{
	html_print(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-labelledby=\"title desc\"\n"
		" font-family=\"'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif\" "
		"fill=\"#1a1f26\">\n<title id=\"title\">%h</title>\n<desc id=\"desc\">%h</desc>\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
		width, height, width, height, title, description);
}

void svg_end(FILE *out)
{
	html_print(out, "</svg>\n");
}

/* Finds the value of a variable; its length, 0 if it has none. */
static size_t svg_variable(const char *values, const char *name, size_t length, const char **value)
{
	for (const char *at = values; (at = strstr(at, "--")) != NULL; at += 2)
		if (strncmp(at, name, length) == 0 && at[length] == ':') {
			*value = at + length + 1 + strspn(at + length + 1, " ");
			return strcspn(*value, ";}");
		}
	return 0;
}

void svg_style(FILE *out, const char *css, const char *values)
{
	const char *value, *at = css;
	html_print(out, "<style>\n");
	for (const char *next; (next = strstr(at, "var(")) != NULL;
		at = next + strcspn(next, ")") + 1) {
		size_t length = svg_variable(values, next + 4, strcspn(next + 4, ")"), &value);
		html_print(out, "%.*s%.*s", (int)(next - at), at, (int)length,
			length > 0 ? value : "");
	}
	html_print(out, "%s</style>\n", at);
}

void svg_text(FILE *out, double x, double y, double size, enum svg_anchor anchor, const char *style,
	const char *text)
{
	svg_text_named(out, x, y, size, anchor, style, "", text);
}

void svg_text_named(FILE *out, double x, double y, double size, enum svg_anchor anchor,
	const char *style, const char *name, const char *text)
{
	static const char *const anchors[] = {
		[SVG_START] = "",
		[SVG_MIDDLE] = " text-anchor=\"middle\"",
		[SVG_END] = " text-anchor=\"end\"",
	};
	html_print(out, "<text");
	if (*name != '\0')
		html_print(out, " data-cell=\"%s\"", name);
	html_print(out, " x=\"%.5g\" y=\"%.5g\" font-size=\"%.3g\"%s%s%s>%h</text>\n", x, y, size,
		anchors[anchor], *style != '\0' ? " " : "", style, text);
}

void svg_text_cut(FILE *out, double x, double y, double size, const char *style, const char *text,
	double width)
{
	char *cut = memory_print("%s…", text);
	size_t length = strlen(text);
	if (svg_width(text, size) <= width)
		cut[length] = '\0';
	while (svg_width(cut, size) > width && length > 0) {
		while (length > 0 && ((unsigned char)cut[--length] & 0xc0) == 0x80)
			;
		strcpy(&cut[length], "…");
	}
	svg_text(out, x, y, size, SVG_START, style, cut);
	free(cut);
}

double svg_width(const char *text, double size)
{
	double width = 0.62 * escape_width(text);
	for (const char *at = text; *at != '\0'; at++)
		width += strchr("MW@%", *at) != NULL ? 0.38 : *at >= 'A' && *at <= 'Z' ? 0.1 : 0;
	return width * size;
}
