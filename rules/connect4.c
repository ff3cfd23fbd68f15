/*
 * connect4.c - stones fall into columns; four in a row win. Seat 1 is r, seat 2 is y.
 *
 * Each seat's stones are bits of one word: a column is rows + 1 bits, its lowest cell first, and
 * the bit above its top cell stays clear, so that no line runs on into the next column. A line is
 * then found by shifting and masking (Tromp's Fhourstones has it so). A move is its column.
 */
#include "rules/connect4.h"

#include "rules/grid.h"
#include "rules/turn.h"

enum {
	CONNECT4_COLUMNS,
	CONNECT4_ROWS,
	CONNECT4_CONNECT,
	CONNECT4_MIN = 3,
	CONNECT4_MOST_COLUMNS = 16,
	CONNECT4_MOST_ROWS = 15,
	CONNECT4_BITS = 64
};

static const char connect4_letters[] = "ry";

struct connect4_setup {
	int columns;
	int rows;
	int connect;
	int cells;
	uint64_t bottom; /* the lowest cell of each column */
	uint64_t board;	 /* every cell */
};

struct connect4_position {
	uint64_t stones[2];
	uint8_t plies;
	uint8_t winner; /* a seat, or 0 */
	uint8_t out;	/* bit seat - 1 is set: gave up */
};

_Static_assert(sizeof(struct connect4_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct connect4_position) <= POSITION_BYTES, "room");

static const struct connect4_setup *connect4_of(const struct setup *s)
{
	return (const struct connect4_setup *)s->bytes;
}

static const struct connect4_position *connect4_at(const struct position *p)
{
	return (const struct connect4_position *)p->bytes;
}

static uint64_t connect4_bit(const struct connect4_setup *c, int column, int row)
{
	return UINT64_C(1) << (column * (c->rows + 1) + row);
}

/* The cells from which a run of connect stones goes up, right, or along a diagonal. */
static bool connect4_has_line(const struct connect4_setup *c, uint64_t stones)
{
	const int steps[] = {1, c->rows, c->rows + 1, c->rows + 2};
	for (int i = 0; i < 4; i++) {
		uint64_t runs = stones;
		for (int n = 1; n < c->connect; n++)
			runs = runs >> steps[i] & stones;
		if (runs != 0)
			return true;
	}
	return false;
}

static bool connect4_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct connect4_setup *c = (struct connect4_setup *)s->bytes;
	if (!text_parameter("columns", texts[CONNECT4_COLUMNS], CONNECT4_MIN, CONNECT4_MOST_COLUMNS,
		    &c->columns, err) ||
		!text_parameter("rows", texts[CONNECT4_ROWS], CONNECT4_MIN, CONNECT4_MOST_ROWS,
			&c->rows, err))
		return false;
	if (c->columns * (c->rows + 1) > CONNECT4_BITS)
		return error_set(err,
			"%d columns of %d rows are too many: columns x (rows + 1) is at most %d",
			c->columns, c->rows, CONNECT4_BITS);
	int longest = c->columns > c->rows ? c->columns : c->rows;
	if (!text_parameter(
		    "connect", texts[CONNECT4_CONNECT], CONNECT4_MIN, longest, &c->connect, err))
		return false;
	c->cells = c->columns * c->rows;
	for (int column = 0; column < c->columns; column++) {
		c->bottom |= connect4_bit(c, column, 0);
		for (int row = 0; row < c->rows; row++)
			c->board |= connect4_bit(c, column, row);
	}
	return true;
}

static void connect4_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct connect4_setup *c = connect4_of(s);
	const int values[] = {c->columns, c->rows, c->connect};
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, values[i]);
	text_end(&out);
}

static void connect4_start(const struct setup *s, struct position *p)
{
	(void)s;
	*p = (struct position){0};
}

static int connect4_to_move(const struct setup *s, const struct position *p)
{
	const struct connect4_position *c = connect4_at(p);
	if (c->winner != 0 || c->plies == connect4_of(s)->cells || c->out != 0)
		return 0;
	return c->plies % 2 + 1;
}

static int connect4_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (connect4_to_move(s, p) == 0)
		return 0;
	const struct connect4_setup *c = connect4_of(s);
	const struct connect4_position *at = connect4_at(p);
	uint64_t all = at->stones[0] | at->stones[1];
	uint64_t top = connect4_bit(c, 0, c->rows - 1);
	int count = 0;
	for (int column = 0; column < c->columns; column++, top <<= c->rows + 1)
		if (!(all & top))
			moves[count++] = (move)column;
	return count;
}

static void connect4_play(const struct setup *s, struct position *p, move m)
{
	const struct connect4_setup *c = connect4_of(s);
	struct connect4_position *at = (struct connect4_position *)p->bytes;
	int shift = (int)m * (c->rows + 1);
	uint64_t column = (UINT64_C(1) << c->rows) - 1;
	uint64_t filled = (at->stones[0] | at->stones[1]) >> shift & column;
	assert((int)m < c->columns && filled != column);
	int mover = at->plies % 2;
	at->stones[mover] |= (filled + 1) << shift;
	at->plies++;
	if (connect4_has_line(c, at->stones[mover]))
		at->winner = (uint8_t)(mover + 1);
}

static void connect4_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct connect4_position *at = (struct connect4_position *)p->bytes;
	if (connect4_to_move(s, p) != 0)
		at->out = (uint8_t)(1u << (seat - 1));
}

static void connect4_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	(void)s;
	int winner = connect4_at(p)->winner;
	for (int seat = 1; seat <= 2; seat++)
		scores[seat - 1] = winner == 0 ? 0 : winner == seat ? 1 : -1;
}

static int connect4_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)s, (void)p;
	text[0] = (char)('a' + m);
	text[1] = '\0';
	return 1;
}

static struct grid connect4_grid(const struct setup *s, const struct position *p)
{
	const struct connect4_setup *c = connect4_of(s);
	const struct connect4_position *at = connect4_at(p);
	struct grid g = {.columns = c->columns, .rows = c->rows, .letters = connect4_letters};
	for (int column = 0; column < c->columns; column++) {
		for (int row = 0; row < c->rows; row++) {
			uint64_t bit = connect4_bit(c, column, row);
			if (at->stones[0] & bit)
				g.cells[row * c->columns + column] = 1;
			if (at->stones[1] & bit)
				g.cells[row * c->columns + column] = 2;
		}
	}
	return g;
}

static void connect4_write(
	const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct connect4_position *at = connect4_at(p);
	struct grid g = connect4_grid(s, p);
	struct turn turn = {
		.seat = (uint8_t)(at->plies % 2 + 1), .out = at->out, .number = 1 + at->plies / 2u};
	struct text out = text_begin(text, POSITION_TEXT);
	grid_write(&g, &out);
	turn_write(&turn, connect4_letters, &out);
	text_end(&out);
}

/* One of the winner's topmost stones completed the line: without it there is none. */
static bool connect4_ended_in_time(
	const struct connect4_setup *c, const struct connect4_position *at, int winner)
{
	uint64_t own = at->stones[winner - 1];
	uint64_t all = at->stones[0] | at->stones[1];
	for (uint64_t last = own & ~(all >> 1); last != 0; last &= last - 1)
		if (!connect4_has_line(c, own & ~(last & -last)))
			return true;
	return false;
}

/* Refuses stones that play cannot have led to; fills in plies and winner. */
static bool connect4_judge(
	const struct connect4_setup *c, struct connect4_position *at, struct error *err)
{
	uint64_t all = at->stones[0] | at->stones[1];
	if (all >> 1 & ~all & c->board)
		return error_set(err, "a stone has nothing below it");
	int r = __builtin_popcountll(at->stones[0]);
	int y = __builtin_popcountll(at->stones[1]);
	if (r != y && r != y + 1)
		return error_set(err, "%d r and %d y: r moves first and they take turns", r, y);
	bool r_won = connect4_has_line(c, at->stones[0]);
	bool y_won = connect4_has_line(c, at->stones[1]);
	if (r_won && y_won)
		return error_set(err, "both r and y have %d in a row", c->connect);
	at->plies = (uint8_t)(r + y);
	at->winner = r_won ? 1 : y_won ? 2 : 0;
	if ((r_won && r == y) || (y_won && r != y) ||
		(at->winner != 0 && !connect4_ended_in_time(c, at, at->winner)))
		return error_set(err, "a move follows after %d in a row", c->connect);
	return true;
}

static bool connect4_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	const struct connect4_setup *c = connect4_of(s);
	struct connect4_position *at = (struct connect4_position *)p->bytes;
	struct grid g = connect4_grid(s, p);
	struct turn turn;
	if (!grid_take(&g, &text, err) || !turn_read(&turn, connect4_letters, s->seats, text, err))
		return false;
	for (int cell = 0; cell < c->cells; cell++)
		if (g.cells[cell] != 0)
			at->stones[g.cells[cell] - 1] |=
				connect4_bit(c, cell % c->columns, cell / c->columns);
	if (!connect4_judge(c, at, err) || !turn_follows(&turn, at->plies, connect4_letters, err))
		return false;
	if (turn.out != 0 && connect4_to_move(s, p) == 0)
		return error_set(err, "the game is over; no seat can give up");
	at->out = turn.out;
	return true;
}

static uint64_t connect4_key(const struct setup *s, const struct position *p)
{
	/* Filled cells plus the bottom row mark each column's height by one bit; the stones of
	 * seat 1 below it tell the rest: one word for each position, then mixed one to one. */
	const struct connect4_position *at = connect4_at(p);
	uint64_t word = at->stones[0] + (at->stones[0] | at->stones[1]) + connect4_of(s)->bottom;
	return at->out == 0 ? random_next(&word) : random_mix(word, at->out);
}

/* The bits are the position's own. */
struct connect4_view connect4_view(const struct setup *s, const struct position *p)
{
	const struct connect4_setup *c = connect4_of(s);
	const struct connect4_position *at = connect4_at(p);
	return (struct connect4_view){.columns = c->columns,
		.rows = c->rows,
		.connect = c->connect,
		.stones = {at->stones[0], at->stones[1]}};
}

static const struct parameter connect4_parameters[] = {
	[CONNECT4_COLUMNS] = {"columns", "7", "3 to 16; columns x (rows + 1) is at most 64", true},
	[CONNECT4_ROWS] = {"rows", "6", "3 to 15; columns x (rows + 1) is at most 64", true},
	[CONNECT4_CONNECT] = {"connect", "4",
		"how many in a row win: from 3 to the longer of columns and rows", false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_connect4 = {
	.name = "connect4",
	.title = "Connect Four",
	.summary = "stones fall into columns; four in a row win",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct connect4_position),
	.letters = connect4_letters,
	.parameters = connect4_parameters,
	.prepare = connect4_prepare,
	.parameter = connect4_parameter,
	.start = connect4_start,
	.to_move = connect4_to_move,
	.moves = connect4_moves,
	.play = connect4_play,
	.forfeit = connect4_forfeit,
	.scores = connect4_scores,
	.move_text = connect4_move_text,
	.write = connect4_write,
	.read = connect4_read,
	.key = connect4_key,
};
