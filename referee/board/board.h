/*
 * board.h - the drawing of a game's board: cells on a background, and the content of each cell.
 *
 * A game has one description (a row of board_kinds, one file each). It draws the background and
 * places the cells once per game. For each position it gives every cell's content as a short
 * text. board_svg() writes background and cells as SVG. A page gets that once. With each ply it
 * then gets only the changed cells (board_changes()), which board.js puts into the SVG.
 *
 * A cell is one of:
 *   a piece   it holds a piece's name (board_pieces()); "1" is a piece of seat 1, "1w" one that won
 *   a float   "CELL PIECE": a piece in the place of another cell, as the mark of the last move
 *   a text
 *   a path    in SVG notation, drawn over the earlier cells; a board has at most one
 * An empty text is an empty cell. Colours are classes of board.css. Each piece also has its
 * seat's mark, so that colour alone carries no information.
 */
#ifndef REFEREE_BOARD_BOARD_H
#define REFEREE_BOARD_BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/board/svg.h"
#include "rules/rules.h"

/* A position, and the move that led to it, if any. */
struct board_scene {
	const struct setup *setup;
	const struct position *now;
	const struct position *before; /* NULL: no move has been made, or none is known */
	const char *move;	       /* its text; NULL with before */
	int mover;		       /* the seat that made it */
};

struct board;

struct board_kind {
	const char *game;  /* the rules' name */
	const char *marks; /* marks on the seats' pieces, by seat; NULL: the seat's number */
	double radius;	   /* of a piece */

	/* Writes the pieces that board_stones() lacks; NULL: none. */
	void (*pieces)(FILE *out);

	/* Sets the size, draws the background and adds the cells. start: the game's first
	 * position. */
	void (*draw)(struct board *b, FILE *ground, const struct position *start);

	/* Sets all cells. */
	void (*fill)(struct board *b, const struct board_scene *scene);
};

/* The game's description; a game without one shows its board as text. */
const struct board_kind *board_find(const struct rules *rules);
extern const struct board_kind board_text;

/* The mark of a seat's pieces. */
char board_mark(const struct rules *rules, int seat);

/* --- for pages and files ---------------------------------------------------------------------- */

/* Makes a board with empty cells. setup is borrowed. */
struct board *board_create(const struct setup *setup, const struct position *start);
void board_free(struct board *b);

void board_show(struct board *b, const struct board_scene *scene);
double board_width(const struct board *b);
double board_height(const struct board *b);

/* Writes the definitions that all boards of the game use; once per page or file. */
void board_pieces(FILE *out, const struct rules *rules, int seats);

/* Writes the background and the cells with their contents, without a frame. */
void board_draw(FILE *out, const struct board *b);

/* The same as an element of a page. label: the board in words, for screen readers. */
void board_svg(FILE *out, const struct board *b, const char *label);

/* Do both have the same background and the same cells? Contents may differ. */
bool board_alike(const struct board *a, const struct board *b);

/* Writes the changes from before (NULL: all cells empty) to now, as JSON: [cell, "text", cell,
 * "text", ...]. */
void board_changes(FILE *out, const struct board *before, const struct board *now);

/* Finds the cells in which a move changes more than its marks: those whose piece changes its kind
 * or appears or goes. Writes up to room of them, and returns how many. */
int board_touched(const struct board *before, const struct board *now, int *cells, int room);

/* Writes a seat's piece with radius r at a point. */
void board_stone(FILE *out, const struct rules *rules, int seat, double x, double y, double r);

/* --- for the descriptions --------------------------------------------------------------------- */

const struct setup *board_setup(const struct board *b);
void board_set_size(struct board *b, double width, double height);

/* Adds a cell and returns its number, 0 for the first. name (copied, or NULL): the cell's name in
 * a description of the board in words. */
int board_add_piece(struct board *b, double x, double y, const char *name);
int board_add_float(struct board *b);
int board_add_path(struct board *b);
int board_add_text(struct board *b, double x, double y, double size, enum svg_anchor anchor,
	const char *style, const char *name);

/* Sets a cell's content. */
void board_set(struct board *b, int cell, const char *text);
void board_print(struct board *b, int cell, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts a piece into a float, in the place of a cell. */
void board_float(struct board *b, int cell, int at, const char *piece);

/* A parameter of the game, as text or as a number. */
void board_parameter(const struct board *b, const char *name, char text[PARAMETER_TEXT]);
int board_number(const struct board *b, const char *name);

/* Rows and columns of square cells: cells[column + columns * row], row 0 at the bottom. */
struct board_grid {
	int columns, rows;
	double size, left, top; /* of a cell; of the grid */
	int last;		/* the float that marks the last move; the cells come before it */
};

double board_grid_x(const struct board_grid *g, int column);
double board_grid_y(const struct board_grid *g, int row);

/* Adds all cells, then the float; names rows and columns at the edges. */
void board_grid_draw(struct board *b, struct board_grid *g, FILE *ground);

/* Sets all cells: seats[] by cell (0: free), old[] those before the last move. A line of connect
 * or more pieces of a seat has won. */
void board_grid_fill(
	struct board *b, const struct board_grid *g, const int *seats, const int *old, int connect);

#endif
