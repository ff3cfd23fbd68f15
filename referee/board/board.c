/*
 * board.c - a board's background and cells, written as SVG or as changes between positions.
 */
#include "referee/board/board.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

enum board_cell_kind { BOARD_CELL_PIECE, BOARD_CELL_FLOAT, BOARD_CELL_TEXT, BOARD_CELL_PATH };

enum { BOARD_NAME = 24 };

struct board_cell {
	enum board_cell_kind kind;
	double x, y, size; /* size: of a text */
	enum svg_anchor anchor;
	const char *style; /* static; of a text */
	char name[BOARD_NAME];
	char *value; /* owned; NULL: it is empty */
};

struct board {
	const struct board_kind *kind;
	const struct setup *setup; /* borrowed */
	double width, height;
	char *ground; /* owned */
	struct board_cell *cells;
	int count, room;
};

struct board *board_create(const struct setup *setup, const struct position *start)
{
	struct board *b = memory_get(1, sizeof *b);
	size_t length;
	b->kind = board_find(setup->rules);
	b->setup = setup;
	FILE *ground = memory_open(&b->ground, &length);
	b->kind->draw(b, ground, start);
	memory_close(ground);
	return b;
}

void board_free(struct board *b)
{
	if (b == NULL)
		return;
	for (int i = 0; i < b->count; i++)
		free(b->cells[i].value);
	free(b->cells);
	free(b->ground);
	free(b);
}

void board_show(struct board *b, const struct board_scene *scene)
{
	b->kind->fill(b, scene);
}

double board_width(const struct board *b)
{
	return b->width;
}

double board_height(const struct board *b)
{
	return b->height;
}

/* --- for the descriptions --------------------------------------------------------------------- */

const struct setup *board_setup(const struct board *b)
{
	return b->setup;
}

void board_set_size(struct board *b, double width, double height)
{
	b->width = width;
	b->height = height;
}

static int board_add(struct board *b, struct board_cell cell, const char *name)
{
	if (b->count == b->room) {
		b->room = 2 * b->room + 32;
		b->cells = memory_resize(b->cells, (size_t)b->room, sizeof *b->cells);
	}
	if (name != NULL)
		snprintf(cell.name, sizeof cell.name, "%s", name);
	b->cells[b->count] = cell;
	return b->count++;
}

int board_add_piece(struct board *b, double x, double y, const char *name)
{
	return board_add(b, (struct board_cell){.kind = BOARD_CELL_PIECE, .x = x, .y = y}, name);
}

int board_add_float(struct board *b)
{
	return board_add(b, (struct board_cell){.kind = BOARD_CELL_FLOAT}, NULL);
}

int board_add_path(struct board *b)
{
	return board_add(b, (struct board_cell){.kind = BOARD_CELL_PATH}, NULL);
}

int board_add_text(struct board *b, double x, double y, double size, enum svg_anchor anchor,
	const char *style, const char *name)
{
	return board_add(b,
		(struct board_cell){.kind = BOARD_CELL_TEXT,
			.x = x,
			.y = y,
			.size = size,
			.anchor = anchor,
			.style = style},
		name);
}

void board_set(struct board *b, int cell, const char *text)
{
	assert(cell >= 0 && cell < b->count);
	struct board_cell *c = &b->cells[cell];
	if (c->value != NULL && strcmp(c->value, text) == 0)
		return;
	free(c->value);
	c->value = *text != '\0' ? memory_copy(text) : NULL;
}

void board_print(struct board *b, int cell, const char *format, ...)
{
	char text[256];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	board_set(b, cell, text);
}

void board_float(struct board *b, int cell, int at, const char *piece)
{
	board_print(b, cell, "%d %s", at, piece);
}

void board_parameter(const struct board *b, const char *name, char text[PARAMETER_TEXT])
{
	const struct parameter *p = b->setup->rules->parameters;
	int i = 0;
	while (p[i].name != NULL && strcmp(p[i].name, name) != 0)
		i++;
	assert(p[i].name != NULL);
	b->setup->rules->parameter(b->setup, i, text);
}

int board_number(const struct board *b, const char *name)
{
	char *text = memory_get(PARAMETER_TEXT, 1);
	board_parameter(b, name, text);
	int number = atoi(text);
	free(text);
	return number;
}

/* --- pieces ----------------------------------------------------------------------------------- */

char board_mark(const struct rules *rules, int seat)
{
	const char *marks = rules != NULL ? board_find(rules)->marks : NULL;
	return marks != NULL ? marks[seat - 1] : (char)('0' + seat);
}

/* Writes round pieces with marks, the same with a ring for winning or last pieces, and the ring
 * alone. */
static void board_stones(FILE *out, const struct rules *rules, int seats, double r)
{
	for (int seat = 1; seat <= seats; seat++)
		fprintf(out,
			"<g id=\"p-%d\" class=\"stone seat-%d\"><circle r=\"%g\"/>"
			"<circle class=\"rim\" r=\"%g\"/><text y=\"%g\" font-size=\"%g\" "
			"text-anchor=\"middle\">%c</text></g>\n"
			"<g id=\"p-%dw\"><use href=\"#p-%d\"/><circle class=\"ring\" "
			"r=\"%g\"/></g>\n<g id=\"p-%dl\"><use href=\"#p-%d\"/><use "
			"href=\"#p-l\"/></g>\n",
			seat, seat, r, r * 0.8, r * 0.36, r, board_mark(rules, seat), seat, seat,
			r * 0.74, seat, seat);
	fprintf(out, "<circle id=\"p-l\" class=\"last\" r=\"%g\"/>\n", r + 2.5);
}

void board_pieces(FILE *out, const struct rules *rules, int seats)
{
	const struct board_kind *kind = board_find(rules);
	fputs("<defs>\n", out);
	if (kind->radius > 0)
		board_stones(out, rules, seats, kind->radius);
	if (kind->pieces != NULL)
		kind->pieces(out);
	fputs("</defs>\n", out);
}

void board_stone(FILE *out, const struct rules *rules, int seat, double x, double y, double r)
{
	double radius = board_find(rules)->radius;
	fprintf(out, "<use href=\"#p-%d\" transform=\"translate(%.1f %.1f) scale(%.3g)\"/>\n", seat,
		x, y, r / (radius > 0 ? radius : 40));
}

/* --- SVG -------------------------------------------------------------------------------------- */

static void board_use(FILE *out, double x, double y, const char *piece, const char *name)
{
	fputs("<use", out);
	if (*name != '\0')
		fprintf(out, " data-cell=\"%s\"", name);
	if (piece != NULL)
		fprintf(out, " href=\"#p-%s\"", piece);
	fprintf(out, " x=\"%g\" y=\"%g\"/>\n", x, y);
}

/* Draws a path twice, above and below, so that it contrasts with the shapes that it crosses. */
static void board_draw_cell(FILE *out, const struct board *b, const struct board_cell *c)
{
	switch (c->kind) {
	case BOARD_CELL_PIECE:
		board_use(out, c->x, c->y, c->value, c->name);
		break;
	case BOARD_CELL_FLOAT: {
		const char *piece = c->value != NULL ? strchr(c->value, ' ') + 1 : NULL;
		const struct board_cell *at = &b->cells[piece != NULL ? atoi(c->value) : 0];
		fputs("<use class=\"float\"", out);
		if (piece != NULL)
			fprintf(out, " href=\"#p-%s\"", piece);
		fprintf(out, " x=\"%g\" y=\"%g\"/>\n", at->x, at->y);
		break;
	}
	case BOARD_CELL_TEXT:
		svg_text_named(out, c->x, c->y, c->size, c->anchor, c->style, c->name,
			c->value != NULL ? c->value : "");
		break;
	case BOARD_CELL_PATH:
		fprintf(out,
			"<g class=\"way-edge\"><path id=\"way\" d=\"%s\"/></g><use class=\"way\" "
			"href=\"#way\"/>\n",
			c->value != NULL ? c->value : "");
	}
}

void board_draw(FILE *out, const struct board *b)
{
	fputs(b->ground, out);
	fputs("<g class=\"cells\">\n", out);
	for (int i = 0; i < b->count; i++)
		board_draw_cell(out, b, &b->cells[i]);
	fputs("</g>\n", out);
}

void board_svg(FILE *out, const struct board *b, const char *label)
{
	fprintf(out, "<svg class=\"board\" viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"",
		b->width, b->height);
	svg_escape(out, label);
	fputs("\">\n", out);
	board_draw(out, b);
	fputs("</svg>\n", out);
}

bool board_alike(const struct board *a, const struct board *b)
{
	bool alike = a->count == b->count && strcmp(a->ground, b->ground) == 0;
	for (int i = 0; alike && i < a->count; i++)
		alike = a->cells[i].kind == b->cells[i].kind && a->cells[i].x == b->cells[i].x &&
			a->cells[i].y == b->cells[i].y;
	return alike;
}

/* Writes a text as a JSON string within a page: a board's text may contain any byte. */
static void board_json(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		if (strchr("\"\\<>&", *text) != NULL || (unsigned char)*text < ' ')
			fprintf(out, "\\u%04x", (unsigned char)*text);
		else
			fputc(*text, out);
}

void board_changes(FILE *out, const struct board *before, const struct board *now)
{
	bool first = true;
	fputc('[', out);
	for (int i = 0; i < now->count; i++) {
		const char *old = before != NULL ? before->cells[i].value : NULL;
		const char *value = now->cells[i].value;
		old = old != NULL ? old : "";
		value = value != NULL ? value : "";
		if (strcmp(old, value) == 0)
			continue;
		fprintf(out, "%s%d,\"", first ? "" : ",", i);
		board_json(out, value);
		fputc('"', out);
		first = false;
	}
	fputc(']', out);
}

/* The length of a piece's name without the marks of its state: "1w" is a piece of seat 1. */
static size_t board_piece_length(const char *value)
{
	return *value >= '1' && *value <= '9' ? 1 : strlen(value);
}

int board_touched(const struct board *before, const struct board *now, int *cells, int room)
{
	int count = 0;
	for (int i = 0; i < now->count && count < room; i++) {
		const char *old = before->cells[i].value, *value = now->cells[i].value;
		old = old != NULL ? old : "";
		value = value != NULL ? value : "";
		size_t length = board_piece_length(value);
		if (now->cells[i].kind == BOARD_CELL_PIECE &&
			(board_piece_length(old) != length || strncmp(old, value, length) != 0))
			cells[count++] = i;
	}
	return count;
}
