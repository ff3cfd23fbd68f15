/*
 * board-tictactoe.c - tic-tac-toe: crosses and noughts.
 */
#include "referee/board/board.h"
#include "rules/gomoku.h"

enum { TICTACTOE_SIDE = 3, TICTACTOE_CELLS = 9 };

static struct board_grid tictactoe_grid(void)
{
	return (struct board_grid){.columns = TICTACTOE_SIDE,
		.rows = TICTACTOE_SIDE,
		.size = 120,
		.left = 44,
		.top = 10,
		.last = TICTACTOE_CELLS};
}

static void tictactoe_pieces(FILE *out)
{
	fputs("<rect id=\"p-0\" class=\"cell\" x=\"-56\" y=\"-56\" width=\"112\" height=\"112\" "
	      "rx=\"12\"/>\n"
	      "<path id=\"p-1\" class=\"sign seat-1\" d=\"M-34 -34L34 34M34 -34L-34 34\"/>\n"
	      "<circle id=\"p-2\" class=\"sign seat-2\" r=\"36\"/>\n"
	      "<rect id=\"p-w\" class=\"winning\" x=\"-56\" y=\"-56\" width=\"112\" height=\"112\" "
	      "rx=\"12\"/>\n"
	      "<g id=\"p-1w\"><use href=\"#p-w\"/><use href=\"#p-1\"/></g>\n"
	      "<g id=\"p-2w\"><use href=\"#p-w\"/><use href=\"#p-2\"/></g>\n"
	      "<rect id=\"p-l\" class=\"last\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" "
	      "rx=\"9\" stroke-dasharray=\"7 5\"/>\n",
		out);
}

static void tictactoe_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct board_grid g = tictactoe_grid();
	(void)start;
	board_set_size(b, 3 * g.size + g.left + 12, 3 * g.size + g.top + 34);
	for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
		fprintf(ground, "<use href=\"#p-0\" x=\"%g\" y=\"%g\"/>\n",
			board_grid_x(&g, cell % TICTACTOE_SIDE),
			board_grid_y(&g, cell / TICTACTOE_SIDE));
	board_grid_draw(b, &g, ground);
}

static void tictactoe_seats(const struct position *p, int seats[TICTACTOE_CELLS])
{
	for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
		seats[cell] = (tictactoe_stones(p, 1) >> cell & 1) != 0	  ? 1
			      : (tictactoe_stones(p, 2) >> cell & 1) != 0 ? 2
									  : 0;
}

static void tictactoe_fill(struct board *b, const struct board_scene *scene)
{
	struct board_grid g = tictactoe_grid();
	int seats[TICTACTOE_CELLS], before[TICTACTOE_CELLS];
	tictactoe_seats(scene->now, seats);
	tictactoe_seats(scene->before != NULL ? scene->before : scene->now, before);
	board_grid_fill(b, &g, seats, before, TICTACTOE_SIDE);
}

const struct board_kind board_tictactoe = {.game = "tictactoe",
	.marks = "XO",
	.pieces = tictactoe_pieces,
	.flip = "turned",
	.draw = tictactoe_draw,
	.fill = tictactoe_fill};
