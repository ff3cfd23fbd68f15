/*
 * board-kind.h - for the descriptions of boards and for their kinds: a description, and how a kind
 * places its cells and fills them.
 */
#ifndef REFEREE_BOARD_BOARD_KIND_H
#define REFEREE_BOARD_BOARD_KIND_H

#include "referee/board/board-rows.h"
#include "referee/board/board.h"
#include "referee/board/svg.h"

struct board_kind {
	/* Sets the size, draws the background and adds the cells. */
	void (*draw)(struct board *b, FILE *ground, const struct position *start);

	/* Sets all cells. Cells know what they held before the move: see board_changed(). */
	void (*fill)(struct board *b, const struct board_scene *scene);

	/* Finds the one cell that chooses a move of a seat; -1: none. NULL: the cells that the move
	 * names or changes. */
	int (*chosen)(const struct board *b, const char *text, int seat);
};

/* Rows and columns of square cells. */
struct board_grid_look {
	double size;   /* of a cell */
	bool downward; /* row 1 is at the top */
	void (*ground)(FILE *out, double x, double y, int columns, int rows, double size);
	int line;		    /* this many in a row have won; 0: see below */
	const char *line_parameter; /* the parameter that says how many; NULL: no line wins */
};

struct board_description {
	const char *game;	       /* the rules' name */
	const struct board_kind *kind; /* NULL: the position string decides */
	const char *marks; /* marks on the seats' pieces, by seat; NULL: the seat's number */
	const char
		*palette; /* a class of style.css with the seats' colours; NULL: the usual ones */
	double radius;	  /* of a piece */
	const char *flip; /* seen from the other side it is "turned" by half a turn, or "mirrored";
			     NULL: the drawing has one right way up */
	bool columns;	  /* a click anywhere in a column chooses its cell */

	/* Writes pieces: in addition to the round stones of all seats, or instead of them. NULL:
	 * the stones are all. */
	void (*pieces)(FILE *out);
	bool no_stones;

	struct board_grid_look grid;
};

/* The kinds: see the file of each. */
extern const struct board_kind board_kind_grid, board_kind_heaps, board_kind_pits, board_kind_frame;

/* The game's description; that of games that have none of their own. */
const struct board_description *board_find(const struct rules *rules);
extern const struct board_description board_plain;

/* The kind that fits a game's first position. */
const struct board_kind *board_plain_kind(const struct setup *s, const struct position *start);
const struct board_description *board_described(const struct board *b);

/* The setup of its game; sets its size in the units of the description. */
const struct setup *board_setup(const struct board *b);
void board_set_size(struct board *b, double width, double height);

/* Keeps facts that the kind needs when it fills the board: layout is plain data, owned by the
 * board from now on. */
void board_set_layout(struct board *b, void *layout);
const void *board_layout(const struct board *b);

/* A place in the picture, and a place in the lines of a terminal; a line below 0 is none. */
struct board_place {
	double x, y;
	int line, column;
	bool ends; /* a text of the terminal ends before the column */
};

/* board-grid.c: draws a rectangle of columns and rows of squares, and the lines between them. area
 * and lines: their classes. */
void board_grid_lines(FILE *out, const char *area, const char *lines, double x, double y,
	int columns, int rows, double size);

/* Writes the heaps of seeds that pits hold. */
void board_seeds(FILE *out);

/* Adds a cell and returns its number, 0 for the first. name (copied, or NULL): the cell's name in
 * a description of the board in words. */
int board_add_piece(struct board *b, struct board_place at, const char *name);
int board_add_float(struct board *b);
int board_add_path(struct board *b);
int board_add_text(struct board *b, struct board_place at, double size, enum svg_anchor anchor,
	const char *style, const char *name);

/* The text says what the piece is: the piece changes with it. */
void board_pair(struct board *b, int piece, int text);

/* Adds a line, after all other cells. */
int board_add_line(struct board *b, int line, int column);

/* Draws a seat's piece that never changes; the terminal has "p1", or the seat's letter. */
void board_owner(struct board *b, FILE *ground, struct board_place at, double r, int seat);

/* Writes a text that never changes. */
void board_label(struct board *b, FILE *ground, struct board_place at, double size,
	enum svg_anchor anchor, const char *style, const char *text);

/* Sets a cell's content. */
void board_set(struct board *b, int cell, const char *text);
void board_print(struct board *b, int cell, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts a piece into a float, in the place of a cell. */
void board_float(struct board *b, int cell, int at, const char *piece);

/* A parameter of the game, as text or as a number. */
void board_parameter(const struct board *b, const char *name, char text[PARAMETER_TEXT]);
int board_number(const struct board *b, const char *name);

/* --- for the drawers -------------------------------------------------------------------------- */

enum board_cell_kind {
	BOARD_CELL_PIECE,
	BOARD_CELL_FLOAT,
	BOARD_CELL_TEXT,
	BOARD_CELL_PATH,
	BOARD_CELL_LINE,
};

enum { BOARD_NAME = 40 };

struct board_cell {
	enum board_cell_kind kind;
	struct board_place at;
	double size; /* of a text */
	enum svg_anchor anchor;
	const char *style; /* static; of a text */
	char name[BOARD_NAME];
	int text;    /* of a piece: the cell with its name, which says what it is; 0: none */
	char *value; /* owned; NULL: it is empty */
	char *old;   /* likewise, before the last move */
};

/* A text of the terminal that never changes. */
struct board_note {
	struct board_place at;
	int seat; /* it names this seat; 0: none */
	char text[BOARD_NAME];
};

/* Finds the cells that the last move changes: those that its text names, if it is not NULL and all
 * of them change, else all whose piece changes its kind or appears or goes, and all whose text
 * changes unless texts is false or its class is soft or still. Writes up to room of them, and
 * returns how many. */
int board_changed(const struct board *b, const char *text, bool texts, int *cells, int room);

/* The letter of a seat's stones in texts: that of position strings, else its mark. */
char board_letter(const struct rules *rules, int seat);

/* The cells, and the notes beside them, of the position shown. They return how many there are. */
int board_cells(const struct board *b, const struct board_cell **cells);
int board_notes(const struct board *b, const struct board_note **notes);

/* The content of a cell, "" if it is empty. */
const char *board_value(const struct board_cell *c);

#endif
