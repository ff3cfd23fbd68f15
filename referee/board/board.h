/*
 * board.h - the board of a game, for a terminal, for pictures and for pages.
 *
 * A game has one description: a row of all-boards.c, which names its kind (board-kind.h). The kind
 * places the cells once per game: in the picture, and in the lines of a terminal. For each position
 * it gives every cell's content as a short text. All drawers read these cells: board_svg() writes
 * background and cells as SVG, board-terminal.h writes lines of text. A page gets the SVG once.
 * With each ply it then gets only the changed cells (board_changes()), which board.js puts into the
 * SVG. Drawers know cells, kinds know shapes, and only descriptions know games.
 *
 * A game without a description has the rows of its position string as a grid; without rows, the
 * string in a frame.
 *
 * A cell is one of:
 *   a piece   it holds a piece's name (board_pieces()); "1" is a piece of seat 1, "1w" one that won
 *   a float   "CELL PIECE": a piece in the place of another cell, as the mark of the last move
 *   a text
 *   a path    in SVG notation, drawn over the earlier cells; a board has at most one
 *   a line    a text of the terminal, without a place in the picture
 * An empty text is an empty cell. Colours are classes of board.css. Each piece also has its
 * seat's mark, so that colour alone carries no information.
 */
#ifndef REFEREE_BOARD_BOARD_H
#define REFEREE_BOARD_BOARD_H

#include <stdbool.h>
#include <stdio.h>

#include "rules/rules.h"

struct json_writer;

/* A position, and the move that led to it, if any. */
struct board_scene {
	const struct setup *setup;
	const struct position *now;
	const struct position *before; /* NULL: no move has been made, or none is known */
	const char *move; /* its text; NULL with before, or if before is several moves ago */
	int mover;	  /* the seat that made it */
};

struct board;

/* The mark of a seat's pieces. */
char board_mark(const struct rules *rules, int seat);

/* A class of style.css with the seats' colours in games of black and white; NULL: the usual ones.
 */
const char *board_palette(const struct rules *rules);

/* Makes a board with empty cells. setup is borrowed. start: the game's first position; a lone
 * position stands for it. */
struct board *board_create(const struct setup *setup, const struct position *start);
void board_free(struct board *b);

/* Draws the scene of a position; the width and the height of the board, in the units of its
 * description. */
void board_show(struct board *b, const struct board_scene *scene);
double board_width(const struct board *b);
double board_height(const struct board *b);

/* Can it be seen from the other side? Shows it from there, in board_svg(); style.css does it. */
bool board_can_flip(const struct board *b);
void board_flip(struct board *b);

/* Writes the definitions that all boards of the game use; once per page or file. */
void board_pieces(FILE *out, const struct rules *rules, int seats);

/* Writes the background and the cells with their contents, without a frame. */
void board_draw(FILE *out, const struct board *b);

/* The same as an element of a page. label: the board in words, for screen readers. */
void board_svg(FILE *out, const struct board *b, const char *label);

/* Do both have the same background and the same cells? Contents may differ. */
bool board_alike(const struct board *a, const struct board *b);

/* Writes the changes from before (NULL: all cells empty) to now as a value of an array: [cell,
 * "text", cell, "text", ...]. */
void board_changes(struct json_writer *j, const struct board *before, const struct board *now);

/* Finds the cells that choose the move of the scene that the board shows: those that its text
 * names, else those whose piece changes its kind or appears or goes. Writes up to room of them, and
 * returns how many. */
int board_touched(const struct board *b, const struct board_scene *scene, int *cells, int room);

/* Writes a seat's piece with radius r at a point. */
void board_stone(FILE *out, const struct rules *rules, int seat, double x, double y, double r);

#endif
