/*
 * gomoku.c - stones on free cells; a row of a given length or more wins. The family of m,n,k games:
 * five on 15 x 15 is gomoku as it is played without opening rules, and three on 3 x 3 is tictactoe,
 * the second game of this file. Seat 1 is x, seat 2 is o.
 *
 * A move is a cell, numbered from a1 by rows; a seat's stones are bits of cells. Only lines through
 * the last stone are looked at. The key changes with each stone (Zobrist 1970).
 */
#include "rules/gomoku.h"

#include <string.h>

#include "rules/grid.h"
#include "rules/turn.h"

enum {
	GOMOKU_COLUMNS,
	GOMOKU_ROWS,
	GOMOKU_ROW,
	GOMOKU_LEAST = 3,
	GOMOKU_WAYS = 4 /* directions of a line */
};

static const char gomoku_letters[] = "xo";

struct gomoku_setup {
	int columns;
	int rows;
	int row;
	int cells;
	uint64_t board[GOMOKU_WORDS];
	uint64_t keys[2][GOMOKU_CELLS];
};

struct gomoku_position {
	uint64_t stones[2][GOMOKU_WORDS];
	uint64_t key; /* of the stones */
	uint16_t plies;
	uint8_t winner; /* a seat, or 0 */
	uint8_t out;	/* bit seat - 1 is set: gave up */
};

_Static_assert(sizeof(struct gomoku_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct gomoku_position) <= POSITION_BYTES, "room");
_Static_assert(GOMOKU_CELLS <= (int)GRID_CELLS && GOMOKU_CELLS <= 64 * GOMOKU_WORDS, "room");

static const struct gomoku_setup *gomoku_of(const struct setup *s)
{
	return (const struct gomoku_setup *)s->bytes;
}

static const struct gomoku_position *gomoku_at(const struct position *p)
{
	return (const struct gomoku_position *)p->bytes;
}

static bool gomoku_has(const uint64_t *stones, int cell)
{
	return stones[cell / 64] >> cell % 64 & 1;
}

/* Stones that follow a cell in one direction. */
static int gomoku_follow(const struct gomoku_setup *g, const uint64_t *stones, int column, int row,
	int right, int up)
{
	int count = -1;
	do {
		column += right;
		row += up;
		count++;
	} while (column >= 0 && column < g->columns && row >= 0 && row < g->rows &&
		 gomoku_has(stones, row * g->columns + column));
	return count;
}

static const struct {
	int right, up;
} gomoku_ways[GOMOKU_WAYS] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

/* Does a stone on this cell, taken or not, belong to a line that wins? */
static bool gomoku_wins(const struct gomoku_setup *g, const uint64_t *stones, int cell)
{
	int column = cell % g->columns, row = cell / g->columns;
	for (int i = 0; i < GOMOKU_WAYS; i++) {
		int right = gomoku_ways[i].right, up = gomoku_ways[i].up;
		if (1 + gomoku_follow(g, stones, column, row, right, up) +
				gomoku_follow(g, stones, column, row, -right, -up) >=
			g->row)
			return true;
	}
	return false;
}

static void gomoku_setup_keys(struct gomoku_setup *g)
{
	uint64_t random = 0;
	for (int cell = 0; cell < g->cells; cell++) {
		g->board[cell / 64] |= UINT64_C(1) << cell % 64;
		g->keys[0][cell] = random_next(&random);
		g->keys[1][cell] = random_next(&random);
	}
}

static bool gomoku_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct gomoku_setup *g = (struct gomoku_setup *)s->bytes;
	if (!text_parameter("columns", texts[GOMOKU_COLUMNS], GOMOKU_LEAST, GOMOKU_MOST,
		    &g->columns, err) ||
		!text_parameter(
			"rows", texts[GOMOKU_ROWS], GOMOKU_LEAST, GOMOKU_MOST, &g->rows, err))
		return false;
	int longest = g->columns > g->rows ? g->columns : g->rows;
	if (!text_parameter("row", texts[GOMOKU_ROW], GOMOKU_LEAST, longest, &g->row, err))
		return false;
	g->cells = g->columns * g->rows;
	gomoku_setup_keys(g);
	return true;
}

static bool gomoku_prepare_tictactoe(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)texts, (void)seed, (void)err;
	struct gomoku_setup *g = (struct gomoku_setup *)s->bytes;
	g->columns = g->rows = g->row = GOMOKU_LEAST;
	g->cells = g->columns * g->rows;
	gomoku_setup_keys(g);
	return true;
}

static void gomoku_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct gomoku_setup *g = gomoku_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, (const int[]){g->columns, g->rows, g->row}[i]);
	text_end(&out);
}

static void gomoku_start(const struct setup *s, struct position *p)
{
	(void)s;
	*p = (struct position){0};
}

static int gomoku_to_move(const struct setup *s, const struct position *p)
{
	const struct gomoku_position *at = gomoku_at(p);
	if (at->winner != 0 || at->plies == gomoku_of(s)->cells || at->out != 0)
		return 0;
	return at->plies % 2 + 1;
}

static int gomoku_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (gomoku_to_move(s, p) == 0)
		return 0;
	const struct gomoku_setup *g = gomoku_of(s);
	const struct gomoku_position *at = gomoku_at(p);
	int count = 0;
	for (int word = 0; word * 64 < g->cells; word++) {
		uint64_t free = g->board[word] & ~(at->stones[0][word] | at->stones[1][word]);
		for (; free != 0; free &= free - 1)
			moves[count++] = (move)(word * 64 + __builtin_ctzll(free));
	}
	return count;
}

static void gomoku_put(const struct gomoku_setup *g, struct gomoku_position *at, int i, int cell)
{
	at->stones[i][cell / 64] |= UINT64_C(1) << cell % 64;
	at->key ^= g->keys[i][cell];
}

static void gomoku_play(const struct setup *s, struct position *p, move m)
{
	const struct gomoku_setup *g = gomoku_of(s);
	struct gomoku_position *at = (struct gomoku_position *)p->bytes;
	int mover = at->plies % 2, cell = (int)m;
	assert(cell < g->cells && !gomoku_has(at->stones[0], cell) &&
		!gomoku_has(at->stones[1], cell));
	gomoku_put(g, at, mover, cell);
	at->plies++;
	if (gomoku_wins(g, at->stones[mover], cell))
		at->winner = (uint8_t)(mover + 1);
}

static void gomoku_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct gomoku_position *at = (struct gomoku_position *)p->bytes;
	if (gomoku_to_move(s, p) != 0)
		at->out = (uint8_t)(1u << (seat - 1));
}

static void gomoku_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	(void)s;
	int winner = gomoku_at(p)->winner;
	for (int seat = 1; seat <= 2; seat++)
		scores[seat - 1] = winner == 0 ? 0 : winner == seat ? 1 : -1;
}

static int gomoku_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)p;
	struct text out = text_begin(text, MOVE_TEXT);
	grid_cell(gomoku_of(s)->columns, (int)m, &out);
	return text_end(&out);
}

static struct grid gomoku_grid(const struct setup *s, const struct position *p)
{
	const struct gomoku_setup *at = gomoku_of(s);
	struct grid g = {.columns = at->columns, .rows = at->rows, .letters = gomoku_letters};
	for (int seat = 1; seat <= 2; seat++)
		grid_put(&g, gomoku_at(p)->stones[seat - 1], seat);
	return g;
}

static void gomoku_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct gomoku_position *at = gomoku_at(p);
	struct grid g = gomoku_grid(s, p);
	struct turn turn = {
		.seat = (uint8_t)(at->plies % 2 + 1), .out = at->out, .number = 1 + at->plies / 2u};
	struct text out = text_begin(text, POSITION_TEXT);
	grid_write(&g, &out);
	turn_write(&turn, gomoku_letters, &out);
	text_end(&out);
}

/* A stone of a line that wins; -1: there is none. */
static int gomoku_find(const struct gomoku_setup *g, const uint64_t *stones)
{
	for (int cell = 0; cell < g->cells; cell++)
		if (gomoku_has(stones, cell) && gomoku_wins(g, stones, cell))
			return cell;
	return -1;
}

/* Was one of the stones the last? It is in all lines that win, so without it there is none. Only
 * stones in line with one of them, fewer steps away than a line is long, can be. */
static bool gomoku_ended_in_time(const struct gomoku_setup *g, const uint64_t *stones, int found)
{
	uint64_t rest[GOMOKU_WORDS];
	memcpy(rest, stones, sizeof rest);
	int column = found % g->columns, row = found / g->columns;
	for (int i = 0; i < GOMOKU_WAYS; i++) {
		int right = gomoku_ways[i].right, up = gomoku_ways[i].up;
		int step = right + up * g->columns;
		int ahead = gomoku_follow(g, stones, column, row, right, up);
		int behind = gomoku_follow(g, stones, column, row, -right, -up);
		for (int n = -behind; n <= ahead; n++) {
			int cell = found + n * step;
			rest[cell / 64] ^= UINT64_C(1) << cell % 64;
			bool none = gomoku_find(g, rest) < 0;
			rest[cell / 64] ^= UINT64_C(1) << cell % 64;
			if (none)
				return true;
		}
	}
	return false;
}

/* Refuses stones that play cannot have led to; fills in plies and winner. */
static bool gomoku_judge(
	const struct gomoku_setup *g, struct gomoku_position *at, struct error *err)
{
	int count[2] = {0, 0};
	for (int i = 0; i < 2; i++)
		for (int word = 0; word < GOMOKU_WORDS; word++)
			count[i] += __builtin_popcountll(at->stones[i][word]);
	if (count[0] != count[1] && count[0] != count[1] + 1)
		return error_set(err, "%d x and %d o: x moves first and they take turns", count[0],
			count[1]);
	int found[2] = {gomoku_find(g, at->stones[0]), gomoku_find(g, at->stones[1])};
	if (found[0] >= 0 && found[1] >= 0)
		return error_set(err, "both x and o have %d in a row", g->row);
	at->plies = (uint16_t)(count[0] + count[1]);
	int last = 1 - at->plies % 2;
	if (found[1 - last] >= 0 ||
		(found[last] >= 0 && !gomoku_ended_in_time(g, at->stones[last], found[last])))
		return error_set(err, "a move follows after %d in a row", g->row);
	at->winner = (uint8_t)(found[last] >= 0 ? last + 1 : 0);
	return true;
}

static bool gomoku_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	const struct gomoku_setup *setup = gomoku_of(s);
	struct gomoku_position *at = (struct gomoku_position *)p->bytes;
	struct grid g = gomoku_grid(s, p);
	struct turn turn;
	if (!grid_take(&g, &text, err) || !turn_read(&turn, gomoku_letters, s->seats, text, err))
		return false;
	for (int cell = 0; cell < setup->cells; cell++)
		if (g.cells[cell] != 0)
			gomoku_put(setup, at, g.cells[cell] - 1, cell);
	if (!gomoku_judge(setup, at, err) || !turn_follows(&turn, at->plies, gomoku_letters, err))
		return false;
	if (turn.out != 0 && gomoku_to_move(s, p) == 0)
		return error_set(err, "the game is over; no seat can give up");
	at->out = turn.out;
	return true;
}

static uint64_t gomoku_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct gomoku_position *at = gomoku_at(p);
	return at->out == 0 ? at->key : random_mix(at->key, at->out);
}

/* The bits are the position's own. */
struct gomoku_view gomoku_view(const struct setup *s, const struct position *p)
{
	const struct gomoku_setup *g = gomoku_of(s);
	const struct gomoku_position *at = gomoku_at(p);
	return (struct gomoku_view){.columns = g->columns,
		.rows = g->rows,
		.row = g->row,
		.stones = {at->stones[0], at->stones[1]}};
}

unsigned tictactoe_stones(const struct position *p, int seat)
{
	return (unsigned)gomoku_at(p)->stones[seat - 1][0];
}

static const struct parameter gomoku_parameters[] = {
	[GOMOKU_COLUMNS] = {"columns", "15", "3 to 19", true},
	[GOMOKU_ROWS] = {"rows", "15", "3 to 19", true},
	[GOMOKU_ROW] = {"row", "5",
		"how many in a row win: from 3 to the longer of columns and rows", false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_gomoku = {
	.name = "gomoku",
	.title = "Gomoku",
	.summary = "five in a row win, or as many as you say, on boards up to 19 x 19",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct gomoku_position),
	.letters = gomoku_letters,
	.parameters = gomoku_parameters,
	.prepare = gomoku_prepare,
	.parameter = gomoku_parameter,
	.start = gomoku_start,
	.to_move = gomoku_to_move,
	.moves = gomoku_moves,
	.play = gomoku_play,
	.forfeit = gomoku_forfeit,
	.scores = gomoku_scores,
	.move_text = gomoku_move_text,
	.write = gomoku_write,
	.read = gomoku_read,
	.key = gomoku_key,
};

const struct rules rules_tictactoe = {
	.name = "tictactoe",
	.title = "Tic-tac-toe",
	.summary = "three in a row on three by three cells",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct gomoku_position),
	.letters = gomoku_letters,
	.parameters = &gomoku_parameters[GOMOKU_ROW + 1],
	.prepare = gomoku_prepare_tictactoe,
	.parameter = gomoku_parameter,
	.start = gomoku_start,
	.to_move = gomoku_to_move,
	.moves = gomoku_moves,
	.play = gomoku_play,
	.forfeit = gomoku_forfeit,
	.scores = gomoku_scores,
	.move_text = gomoku_move_text,
	.write = gomoku_write,
	.read = gomoku_read,
	.key = gomoku_key,
};
