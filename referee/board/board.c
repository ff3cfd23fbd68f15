/*
 * board.c - a board's background and cells, written as SVG or as changes between positions.
 */
#include "referee/board/board-kind.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/html-print.h"
#include "base/json.h"
#include "base/memory.h"

struct board {
	const struct board_description *description;
	const struct board_kind *kind;
	const struct setup *setup; /* borrowed */
	double width, height;
	bool flipped;
	bool moved;   /* cells know what they held before the move */
	char *ground; /* owned */
	void *layout; /* owned */
	struct board_cell *cells;
	int count, room;
	struct board_note *notes;
	int notes_count, notes_room;
};

struct board *board_create(const struct setup *setup, const struct position *start)
{
	struct board *b = memory_get(1, sizeof *b);
	size_t length;
	b->description = board_find(setup->rules);
	b->kind = b->description->kind != NULL ? b->description->kind
					       : board_plain_kind(setup, start);
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
	for (int i = 0; i < b->count; i++) {
		free(b->cells[i].value);
		free(b->cells[i].old);
	}
	free(b->cells);
	free(b->notes);
	free(b->layout);
	free(b->ground);
	free(b);
}

/* The contents before the move are kept, so that the kind and the drawers can find its changes. */
void board_show(struct board *b, const struct board_scene *scene)
{
	const struct board_kind *kind = b->kind;
	b->moved = scene->before != NULL;
	if (b->moved) {
		kind->fill(b, &(struct board_scene){.setup = scene->setup, .now = scene->before});
		for (int i = 0; i < b->count; i++) {
			char *swap = b->cells[i].value;
			b->cells[i].value = b->cells[i].old;
			b->cells[i].old = swap;
		}
	}
	kind->fill(b, scene);
}

double board_width(const struct board *b)
{
	return b->width;
}

double board_height(const struct board *b)
{
	return b->height;
}

bool board_can_flip(const struct board *b)
{
	return b->description->flip != NULL;
}

void board_flip(struct board *b)
{
	assert(board_can_flip(b));
	b->flipped = true;
}

/* --- for the descriptions --------------------------------------------------------------------- */

const struct board_description *board_described(const struct board *b)
{
	return b->description;
}

int board_cells(const struct board *b, const struct board_cell **cells)
{
	*cells = b->cells;
	return b->count;
}

int board_notes(const struct board *b, const struct board_note **notes)
{
	*notes = b->notes;
	return b->notes_count;
}

const char *board_value(const struct board_cell *c)
{
	return c->value != NULL ? c->value : "";
}

const struct setup *board_setup(const struct board *b)
{
	return b->setup;
}

void board_set_size(struct board *b, double width, double height)
{
	b->width = width;
	b->height = height;
}

void board_set_layout(struct board *b, void *layout)
{
	b->layout = layout;
}

const void *board_layout(const struct board *b)
{
	return b->layout;
}

void board_pair(struct board *b, int piece, int text)
{
	b->cells[piece].text = text;
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

int board_add_piece(struct board *b, struct board_place at, const char *name)
{
	return board_add(b, (struct board_cell){.kind = BOARD_CELL_PIECE, .at = at}, name);
}

int board_add_float(struct board *b)
{
	return board_add(b, (struct board_cell){.kind = BOARD_CELL_FLOAT, .at.line = -1}, NULL);
}

int board_add_path(struct board *b)
{
	return board_add(b, (struct board_cell){.kind = BOARD_CELL_PATH, .at.line = -1}, NULL);
}

int board_add_text(struct board *b, struct board_place at, double size, enum svg_anchor anchor,
	const char *style, const char *name)
{
	return board_add(b,
		(struct board_cell){.kind = BOARD_CELL_TEXT,
			.at = at,
			.size = size,
			.anchor = anchor,
			.style = style},
		name);
}

int board_add_line(struct board *b, int line, int column)
{
	return board_add(b,
		(struct board_cell){.kind = BOARD_CELL_LINE,
			.at = {.line = line, .column = column},
			.style = ""},
		NULL);
}

static void board_note(struct board *b, struct board_place at, int seat, const char *text)
{
	struct board_note note = {at, seat, ""};
	if (at.line < 0)
		return;
	if (b->notes_count == b->notes_room) {
		b->notes_room = 2 * b->notes_room + 16;
		b->notes = memory_resize(b->notes, (size_t)b->notes_room, sizeof *b->notes);
	}
	snprintf(note.text, sizeof note.text, "%s", text);
	b->notes[b->notes_count++] = note;
}

void board_label(struct board *b, FILE *ground, struct board_place at, double size,
	enum svg_anchor anchor, const char *style, const char *text)
{
	svg_text(ground, at.x, at.y, size, anchor, style, text);
	board_note(b, at, 0, text);
}

void board_owner(struct board *b, FILE *ground, struct board_place at, double r, int seat)
{
	const char *letters = b->setup->rules->letters;
	char name[16];
	snprintf(name, sizeof name, "p%d", seat);
	board_stone(ground, b->setup->rules, seat, at.x, at.y, r);
	board_note(b, at, seat, letters != NULL ? (char[]){letters[seat - 1], '\0'} : name);
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

char board_letter(const struct rules *rules, int seat)
{
	return rules->letters != NULL ? rules->letters[seat - 1] : board_mark(rules, seat);
}

char board_mark(const struct rules *rules, int seat)
{
	const char *marks = rules != NULL ? board_find(rules)->marks : NULL;
	return marks != NULL ? marks[seat - 1] : (char)('0' + seat);
}

const char *board_palette(const struct rules *rules)
{
	return board_find(rules)->palette;
}

/* Writes round pieces with marks, the same with a ring for winning or last pieces, and the ring
 * alone. */
static void board_stones(FILE *out, const struct rules *rules, int seats, double r)
{
	for (int seat = 1; seat <= seats; seat++)
		html_print(out,
			"<g id=\"p-%d\" class=\"stone seat-%d\"><circle r=\"%g\"/>"
			"<circle class=\"rim\" r=\"%g\"/><text y=\"%g\" font-size=\"%g\" "
			"text-anchor=\"middle\">%c</text></g>\n"
			"<g id=\"p-%dw\"><use href=\"#p-%d\"/>"
			"<circle class=\"ring\" r=\"%g\"/></g>\n"
			"<g id=\"p-%dl\"><use href=\"#p-%d\"/><use href=\"#p-l\"/></g>\n",
			seat, seat, r, r * 0.8, r * 0.36, r, board_mark(rules, seat), seat, seat,
			r * 0.74, seat, seat);
	html_print(out, "<circle id=\"p-l\" class=\"last\" r=\"%g\"/>\n", r + 2.5);
}

void board_pieces(FILE *out, const struct rules *rules, int seats)
{
	const struct board_description *d = board_find(rules);
	html_print(out, "<defs%s%s%s>\n", d->palette != NULL ? " class=\"" : "",
		d->palette != NULL ? d->palette : "", d->palette != NULL ? "\"" : "");
	if (!d->no_stones)
		board_stones(out, rules, seats, d->radius);
	if (d->pieces != NULL)
		d->pieces(out);
	html_print(out, "</defs>\n");
}

void board_stone(FILE *out, const struct rules *rules, int seat, double x, double y, double r)
{
	html_print(out, "<use href=\"#p-%d\" transform=\"translate(%.1f %.1f) scale(%.3g)\"/>\n",
		seat, x, y, r / board_find(rules)->radius);
}

/* --- SVG -------------------------------------------------------------------------------------- */

static void board_use(FILE *out, double x, double y, const char *piece, const char *name)
{
	html_print(out, "<use");
	if (*name != '\0')
		html_print(out, " data-cell=\"%s\"", name);
	if (piece != NULL)
		html_print(out, " href=\"#p-%s\"", piece);
	html_print(out, " x=\"%g\" y=\"%g\"/>\n", x, y);
}

/* Draws a path twice, above and below, so that it contrasts with the shapes that it crosses. */
static void board_draw_cell(FILE *out, const struct board *b, const struct board_cell *c)
{
	switch (c->kind) {
	case BOARD_CELL_PIECE:
		board_use(out, c->at.x, c->at.y, c->value, c->name);
		break;
	case BOARD_CELL_FLOAT: {
		const char *piece = c->value != NULL ? strchr(c->value, ' ') + 1 : NULL;
		const struct board_cell *at = &b->cells[piece != NULL ? atoi(c->value) : 0];
		html_print(out, "<use class=\"float\"");
		if (piece != NULL)
			html_print(out, " href=\"#p-%s\"", piece);
		html_print(out, " x=\"%g\" y=\"%g\"/>\n", at->at.x, at->at.y);
		break;
	}
	case BOARD_CELL_TEXT:
		svg_text_named(out, c->at.x, c->at.y, c->size, c->anchor, c->style, c->name,
			board_value(c));
		break;
	case BOARD_CELL_PATH:
		html_print(out,
			"<g class=\"way-edge\"><path d=\"%s\"/></g>"
			"<path class=\"way\" d=\"%s\"/>\n",
			board_value(c), board_value(c));
		break;
	case BOARD_CELL_LINE:
		break;
	}
}

void board_draw(FILE *out, const struct board *b)
{
	html_print(out, "%s<g class=\"cells\">\n", b->ground);
	for (int i = 0; i < b->count; i++)
		board_draw_cell(out, b, &b->cells[i]);
	html_print(out, "</g>\n");
}

void board_svg(FILE *out, const struct board *b, const char *label)
{
	html_print(out, "<svg class=\"board%s\" viewBox=\"0 0 %g %g\"",
		b->flipped ? " flipped" : "", b->width, b->height);
	if (b->description->flip != NULL)
		html_print(out, " data-flip=\"%s\"", b->description->flip);
	if (b->description->columns)
		html_print(out, " data-columns=\"\"");
	html_print(out, " role=\"img\" aria-label=\"%h\">\n", label);
	board_draw(out, b);
	html_print(out, "</svg>\n");
}

bool board_alike(const struct board *a, const struct board *b)
{
	bool alike = a->count == b->count && strcmp(a->ground, b->ground) == 0;
	for (int i = 0; alike && i < a->count; i++)
		alike = a->cells[i].kind == b->cells[i].kind &&
			a->cells[i].at.x == b->cells[i].at.x &&
			a->cells[i].at.y == b->cells[i].at.y;
	return alike;
}

void board_changes(struct json_writer *j, const struct board *before, const struct board *now)
{
	json_open(j, NULL, '[');
	for (int i = 0; i < now->count && now->cells[i].kind != BOARD_CELL_LINE; i++) {
		const char *old = before != NULL ? board_value(&before->cells[i]) : "";
		const char *value = board_value(&now->cells[i]);
		if (strcmp(old, value) == 0)
			continue;
		json_number(j, NULL, i);
		json_text(j, NULL, value);
	}
	json_close(j, ']');
}

/* --- moves ------------------------------------------------------------------------------------ */

/* The length of a piece's name without the marks of its state: "1w" is a piece of seat 1. */
static size_t board_piece_length(const char *value)
{
	return *value >= '1' && *value <= '9' ? 1 : strlen(value);
}

static bool board_differs(const struct board *b, int cell, bool texts)
{
	const struct board_cell *c = &b->cells[cell];
	const char *old = c->old != NULL ? c->old : "", *value = board_value(c);
	size_t length = board_piece_length(value);
	if (c->kind == BOARD_CELL_PIECE)
		return board_piece_length(old) != length || strncmp(old, value, length) != 0 ||
		       (c->text != 0 && board_differs(b, c->text, true));
	return texts && (c->kind == BOARD_CELL_TEXT || c->kind == BOARD_CELL_LINE) &&
	       strstr(c->style, "soft") == NULL && strstr(c->style, "still") == NULL &&
	       strcmp(old, value) != 0;
}

/* The cell of a name that is the next of a move's text; -1: none. */
static int board_take_name(const struct board *b, const char **text)
{
	size_t length = 0;
	*text += strspn(*text, "-");
	while (isalpha((unsigned char)(*text)[length]))
		length++;
	size_t digits = strspn(*text + length, "0123456789");
	*text += length + digits;
	for (int i = 0; i < b->count && length > 0 && digits > 0; i++)
		if (strlen(b->cells[i].name) == length + digits &&
			memcmp(b->cells[i].name, *text - length - digits, length + digits) == 0)
			return i;
	return -1;
}

/* Finds the cells that a move names; 0: its text is not made of names of cells that change. */
static int board_named(const struct board *b, const char *text, int *cells, int room)
{
	int count = 0;
	while (text != NULL && *text != '\0') {
		int cell = board_take_name(b, &text);
		if (cell < 0 || count == room || !board_differs(b, cell, false))
			return 0;
		cells[count++] = cell;
	}
	return count;
}

int board_changed(const struct board *b, const char *text, bool texts, int *cells, int room)
{
	int count = b->moved ? board_named(b, text, cells, room) : 0;
	for (int i = 0, named = count; b->moved && i < b->count && named == 0 && count < room; i++)
		if (board_differs(b, i, texts))
			cells[count++] = i;
	return count;
}

int board_touched(const struct board *b, const struct board_scene *scene, int *cells, int room)
{
	const struct board_kind *kind = b->kind;
	if (kind->chosen == NULL || room == 0)
		return board_changed(b, scene->move, false, cells, room);
	cells[0] = kind->chosen(b, scene->move, scene->mover);
	return cells[0] >= 0;
}
