/*
 * svg.c - what all pictures are drawn with.
 */
#include "referee/board/svg.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/memory.h"

const struct svg_colours svg_seats[SEATS_MAX] = {
	{"#0072b2", "#00456b", "#ffffff"}, /* blue */
	{"#e69f00", "#8a5a00", "#1b1f24"}, /* orange */
	{"#009e73", "#00553e", "#ffffff"}, /* green */
	{"#f3c6de", "#94487a", "#1b1f24"}, /* pink */
	{"#f7f0a0", "#857a00", "#1b1f24"}, /* yellow */
	{"#33125f", "#1a0733", "#ffffff"}, /* violet */
};

void svg_begin(FILE *out, double width, double height, const char *title, const char *description)
{
	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-labelledby=\"title desc\"\n"
		" font-family=\"'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif\" "
		"fill=\"" SVG_INK "\">\n<title id=\"title\">",
		width, height, width, height);
	svg_escape(out, title);
	fputs("</title>\n<desc id=\"desc\">", out);
	svg_escape(out, description);
	fputs("</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"" SVG_PAPER "\"/>\n", out);
}

void svg_end(FILE *out)
{
	fputs("</svg>\n", out);
}

/* The two code points that are UTF-8 and no XML. */
static bool svg_no_xml(const char *text)
{
	return memcmp(text, "\xef\xbf\xbe", 3) == 0 || memcmp(text, "\xef\xbf\xbf", 3) == 0;
}

void svg_escape(FILE *out, const char *text)
{
	static const struct {
		char character;
		const char *entity;
	} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
	char *plain = escape_text(text, false);
	for (const char *at = plain; *at != '\0'; at++) {
		const char *entity = NULL;
		for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
			if (*at == entities[i].character)
				entity = entities[i].entity;
		if (entity != NULL) {
			fputs(entity, out);
		} else if (*at == '\xef' && svg_no_xml(at)) {
			fprintf(out, "\\xef\\xbf\\x%02x", (unsigned char)at[2]);
			at += 2;
		} else {
			fputc(*at, out);
		}
	}
	free(plain);
}

void svg_text(FILE *out, double x, double y, double size, enum svg_anchor anchor, const char *style,
	const char *text)
{
	static const char *const anchors[] = {
		[SVG_START] = "",
		[SVG_MIDDLE] = " text-anchor=\"middle\"",
		[SVG_END] = " text-anchor=\"end\"",
	};
	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.3g\"%s%s%s>", x, y, size,
		anchors[anchor], *style != '\0' ? " " : "", style);
	svg_escape(out, text);
	fputs("</text>\n", out);
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

char svg_mark(const struct setup *s, int seat)
{
	return s->rules->letters != NULL ? s->rules->letters[seat - 1] : (char)('0' + seat);
}

void svg_stones(FILE *out, const struct setup *s)
{
	fputs("<defs>\n", out);
	for (int seat = 1; seat <= s->seats; seat++) {
		const struct svg_colours *c = &svg_seats[seat - 1];
		fprintf(out,
			"<g id=\"s%d\"><circle r=\"10\" fill=\"%s\" stroke=\"%s\"/>"
			"<text y=\"3.7\" font-size=\"10.5\" font-weight=\"bold\" "
			"text-anchor=\"middle\" fill=\"%s\">%c</text></g>\n",
			seat, c->fill, c->line, c->ink, svg_mark(s, seat));
	}
	fputs("</defs>\n", out);
}

void svg_stone(FILE *out, int seat, double x, double y, double r)
{
	fprintf(out, "<use href=\"#s%d\" transform=\"translate(%.1f %.1f) scale(%.3g)\"/>\n", seat,
		x, y, r / 10);
}

double svg_width(const char *text, double size)
{
	double width = 0.62 * escape_width(text);
	for (const char *at = text; *at != '\0'; at++)
		width += strchr("MW@%", *at) != NULL ? 0.38 : *at >= 'A' && *at <= 'Z' ? 0.1 : 0;
	return width * size;
}
