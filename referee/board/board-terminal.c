/*
 * board-terminal.c - draws boards in lines of text.
 *
 * The cells and notes of a board are put into a field of characters. A seat's piece is its letter
 * in the seat's colour, a free cell is a dim point.
 */
#include "referee/board/board-terminal.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "referee/board/board-kind.h"

enum { TERMINAL_CHARACTER = 5, TERMINAL_CHANGES = 2048 };
enum { TERMINAL_PLAIN = -1, TERMINAL_DIM = 0 }; /* else a seat */

/* Colours of the seats: blue, orange, green, pink, yellow, violet. They also differ in
 * lightness. With red-green colour blindness any two are 26 or more apart in CIE Lab (simulated
 * as in Vienot, Brettel and Mollon 1999). */
static const char *const terminal_colours[SEATS_MAX] = {
	"38;5;39", "38;5;208", "38;5;29", "38;5;225", "38;5;227", "38;5;99"};

enum { TERMINAL_TEXT = 1, TERMINAL_STONE = 2 }; /* bits: changed and marked in a line */

struct terminal_character {
	char text[TERMINAL_CHARACTER]; /* "": a blank */
	signed char seat;	       /* or one of the two above */
	bool mark;
};

struct terminal_field {
	int lines, columns;
	struct terminal_character *characters; /* owned */
	unsigned char *marked;		       /* owned; by line: one of those below */
};

/* --- the field -------------------------------------------------------------------------------- */

static struct terminal_character *terminal_at(struct terminal_field *f, int line, int column)
{
	return line >= 0 && line < f->lines && column >= 0 && column < f->columns
		       ? &f->characters[line * f->columns + column]
		       : NULL;
}

/* The first column of a text. */
static int terminal_begin(struct board_place at, const char *text)
{
	return at.ends ? at.column - escape_width(text) : at.column;
}

/* Makes room for a text at a place. */
static void terminal_measure(struct terminal_field *f, struct board_place at, const char *text)
{
	int end = terminal_begin(at, text) + escape_width(text) + 1; /* and a bracket */
	f->lines = at.line >= f->lines ? at.line + 1 : f->lines;
	f->columns = at.line >= 0 && end > f->columns ? end : f->columns;
}

static void terminal_put(
	struct terminal_field *f, struct board_place at, const char *text, int seat, bool mark)
{
	int column = terminal_begin(at, text);
	while (*text != '\0') {
		int length = utf8_length(text);
		struct terminal_character *c = terminal_at(f, at.line, column++);
		length = length > 0 ? length : 1;
		if (c != NULL && length < TERMINAL_CHARACTER) {
			*c = (struct terminal_character){.seat = (signed char)seat, .mark = mark};
			memcpy(c->text, text, (size_t)length);
		}
		text += length;
	}
}

/* --- a board in the field --------------------------------------------------------------------- */

/* The text of a cell, and the seat whose colour it has. */
struct terminal_look {
	char text[2]; /* of a piece */
	int seat;
};

static struct terminal_look terminal_piece(const struct rules *rules, const char *piece)
{
	if (*piece >= '1' && *piece <= '0' + SEATS_MAX)
		return (struct terminal_look){{board_letter(rules, *piece - '0')}, *piece - '0'};
	if (strcmp(piece, "0") == 0)
		return (struct terminal_look){".", TERMINAL_DIM};
	return (struct terminal_look){{strcmp(piece, "m") == 0 ? '|' : '\0'}, TERMINAL_PLAIN};
}

/* A piece that a text names is that text in the seat's colour. */
static const char *terminal_text(const struct rules *rules, const struct board_cell *cells, int i,
	struct terminal_look *look)
{
	const struct board_cell *c = &cells[i];
	*look = (struct terminal_look){"", TERMINAL_PLAIN};
	if (c->kind != BOARD_CELL_PIECE)
		return c->name[0] == '@' ? "" : board_value(c);
	*look = terminal_piece(rules, board_value(c));
	return c->text != 0 && *board_value(&cells[c->text]) != '\0' ? board_value(&cells[c->text])
								     : look->text;
}

/* Puts a bracket beside a stone, if there is room. */
static void terminal_bracket(struct terminal_field *f, int line, int column, char bracket)
{
	struct terminal_character *c = terminal_at(f, line, column);
	if (c != NULL && c->text[0] == '\0')
		c->text[0] = bracket;
}

/* Marks a changed stone without colours. */
static void terminal_mark_stone(struct terminal_field *f, int line, int column)
{
	struct terminal_character *c = terminal_at(f, line, column);
	f->marked[line] |= TERMINAL_STONE;
	if (c->seat == TERMINAL_DIM || c->text[0] == '\0') {
		strcpy(c->text, "*");
	} else {
		terminal_bracket(f, line, column - 1, '(');
		terminal_bracket(f, line, column + 1, ')');
	}
}

/* Marks a changed cell. */
static void terminal_mark(
	struct terminal_field *f, enum board_terminal_mode mode, const struct board_cell *c)
{
	const char *text = c->kind == BOARD_CELL_PIECE ? "" : board_value(c);
	bool stone = c->kind == BOARD_CELL_PIECE;
	int begin = terminal_begin(c->at, text), length = escape_width(text) + (*text == '\0');
	if (terminal_at(f, c->at.line, c->at.column) == NULL)
		return;
	if (mode == BOARD_TERMINAL_COLOURS)
		for (int i = 0; i < length; i++)
			terminal_at(f, c->at.line, begin + i)->mark = true;
	else if (stone)
		terminal_mark_stone(f, c->at.line, c->at.column);
	else
		f->marked[c->at.line] |= TERMINAL_TEXT;
}

static void terminal_fill(struct terminal_field *f, const struct board *b)
{
	const struct board_cell *cells;
	const struct board_note *notes;
	const struct rules *rules = board_setup(b)->rules;
	int count = board_cells(b, &cells), notes_count = board_notes(b, &notes);
	struct terminal_look look;
	for (int pass = 0; pass < 2; pass++) {
		for (int i = 0; i < notes_count; i++)
			if (pass == 0)
				terminal_measure(f, notes[i].at, notes[i].text);
			else
				terminal_put(f, notes[i].at, notes[i].text,
					notes[i].seat > 0 ? notes[i].seat : TERMINAL_DIM, false);
		for (int i = 0; i < count; i++) {
			const char *text = terminal_text(rules, cells, i, &look);
			if (pass == 0)
				terminal_measure(f, cells[i].at, text);
			else
				terminal_put(f, cells[i].at, text, look.seat, false);
		}
		if (pass == 0) {
			f->characters = memory_get(
				(size_t)(f->lines * f->columns) + 1, sizeof *f->characters);
			f->marked = memory_get((size_t)f->lines + 1, sizeof *f->marked);
		}
	}
}

static void terminal_fill_marks(struct terminal_field *f, enum board_terminal_mode mode,
	const struct board *b, const char *text)
{
	int *changed = memory_get(TERMINAL_CHANGES, sizeof *changed);
	const struct board_cell *cells;
	board_cells(b, &cells);
	int count = board_changed(b, text, true, changed, TERMINAL_CHANGES);
	for (int i = 0; i < count; i++)
		terminal_mark(f, mode, &cells[changed[i]]);
	free(changed);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes the terminal's escape sequence for a style. */
static void terminal_set(FILE *out, int seat, bool mark)
{
	fputs("\033[0", out);
	if (seat == TERMINAL_DIM && !mark)
		fputs(";2", out);
	if (seat > 0)
		fprintf(out, ";1;%s", terminal_colours[seat - 1]);
	if (mark)
		fputs(";7", out);
	fputc('m', out);
}

/* The columns of a line up to the last that has a character or a mark. */
static int terminal_end(struct terminal_field *f, int line)
{
	const struct terminal_character *c = terminal_at(f, line, 0);
	int end = f->columns;
	while (end > 0 && c[end - 1].text[0] == '\0' && !c[end - 1].mark)
		end--;
	return end;
}

static void terminal_write_line(FILE *out, bool colours, struct terminal_field *f, int line)
{
	const struct terminal_character *c = terminal_at(f, line, 0);
	int end = terminal_end(f, line), seat = TERMINAL_PLAIN;
	bool mark = false;
	for (int i = 0; i < end; i++) {
		bool blank = c[i].text[0] == '\0';
		int wanted = blank ? seat : c[i].seat;
		if (colours && (wanted != seat || c[i].mark != mark)) {
			terminal_set(out, wanted, c[i].mark);
			seat = wanted;
			mark = c[i].mark;
		}
		fputs(blank ? " " : c[i].text, out);
	}
	fputs(colours ? "\033[0m" : "", out);
	fputs(f->marked[line] == TERMINAL_TEXT ? "  <\n" : "\n", out);
}

void board_terminal(FILE *out, enum board_terminal_mode mode, const struct board_scene *scene,
	const char *indent)
{
	struct terminal_field f = {0};
	struct board *b =
		board_create(scene->setup, scene->before != NULL ? scene->before : scene->now);
	board_show(b, scene);
	terminal_fill(&f, b);
	if (mode != BOARD_TERMINAL_TEXT)
		terminal_fill_marks(&f, mode, b, scene->move);
	/* A frame has spare lines for later positions (board-frame.c). */
	int lines = f.lines;
	while (lines > 0 && f.marked[lines - 1] == 0 && terminal_end(&f, lines - 1) == 0)
		lines--;
	for (int line = 0; line < lines; line++) {
		fputs(indent, out);
		terminal_write_line(out, mode == BOARD_TERMINAL_COLOURS, &f, line);
	}
	free(f.characters);
	free(f.marked);
	board_free(b);
}

char *board_text(const struct setup *s, const struct position *p)
{
	char *text;
	size_t length;
	FILE *out = memory_open(&text, &length);
	board_terminal(out, BOARD_TERMINAL_TEXT, &(struct board_scene){.setup = s, .now = p}, "");
	memory_close(out);
	return text;
}

void board_terminal_seat(FILE *out, bool colour, const struct setup *s, int seat)
{
	if (colour)
		terminal_set(out, seat, false);
	fprintf(out, "seat %d", seat);
	if (s->rules->letters != NULL)
		fprintf(out, " (%c)", s->rules->letters[seat - 1]);
	if (colour)
		fputs("\033[0m", out);
}
