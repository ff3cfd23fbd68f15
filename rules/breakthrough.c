/*
 * breakthrough.c - pieces go one step ahead, straight or diagonally, and capture diagonally (Dan
 * Troyka 2000). A seat wins with a piece on the other's first row, or without enemies. Seat 1 is w
 * and goes up, seat 2 is b.
 *
 * The foremost piece of a seat always has a diagonal step, so there is no pass and no draw. Each
 * seat's pieces are bits of one word, a1 first, by rows. A move is from * 64 + to.
 */
#include "rules/breakthrough.h"

#include "rules/grid.h"
#include "rules/turn.h"

enum {
	BREAKTHROUGH_COLUMNS,
	BREAKTHROUGH_ROWS,
	BREAKTHROUGH_MIN_COLUMNS = 2,
	BREAKTHROUGH_MOST_COLUMNS = 16,
	BREAKTHROUGH_MIN_ROWS = 4,
	BREAKTHROUGH_MOST_ROWS = 32,
	BREAKTHROUGH_CELLS = 64,
	BREAKTHROUGH_FILLED = 2 /* rows of pieces of each seat at first */
};

static const char breakthrough_letters[] = "wb";

struct breakthrough_setup {
	int columns;
	int rows;
	uint64_t left;	  /* the first column */
	uint64_t right;	  /* the last column */
	uint64_t ends[2]; /* the row that each seat goes to */
	uint64_t first[2];
};

struct breakthrough_position {
	uint64_t stones[2];
	struct turn turn;
	uint8_t winner; /* a seat, or 0 */
};

_Static_assert(sizeof(struct breakthrough_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct breakthrough_position) <= POSITION_BYTES, "room");

static const struct breakthrough_setup *breakthrough_of(const struct setup *s)
{
	return (const struct breakthrough_setup *)s->bytes;
}

static const struct breakthrough_position *breakthrough_at(const struct position *p)
{
	return (const struct breakthrough_position *)p->bytes;
}

/* The cells of count rows from this one on. */
static uint64_t breakthrough_rows(const struct breakthrough_setup *b, int row, int count)
{
	uint64_t cells = 0;
	for (int bit = row * b->columns; bit < (row + count) * b->columns; bit++)
		cells |= UINT64_C(1) << bit;
	return cells;
}

static bool breakthrough_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct breakthrough_setup *b = (struct breakthrough_setup *)s->bytes;
	if (!text_parameter("columns", texts[BREAKTHROUGH_COLUMNS], BREAKTHROUGH_MIN_COLUMNS,
		    BREAKTHROUGH_MOST_COLUMNS, &b->columns, err) ||
		!text_parameter("rows", texts[BREAKTHROUGH_ROWS], BREAKTHROUGH_MIN_ROWS,
			BREAKTHROUGH_MOST_ROWS, &b->rows, err))
		return false;
	if (b->columns * b->rows > BREAKTHROUGH_CELLS)
		return error_set(err,
			"%d columns of %d rows are too many: columns x rows is at most %d",
			b->columns, b->rows, BREAKTHROUGH_CELLS);
	for (int row = 0; row < b->rows; row++) {
		b->left |= UINT64_C(1) << row * b->columns;
		b->right |= UINT64_C(1) << (row * b->columns + b->columns - 1);
	}
	b->ends[0] = breakthrough_rows(b, b->rows - 1, 1);
	b->ends[1] = breakthrough_rows(b, 0, 1);
	b->first[0] = breakthrough_rows(b, 0, BREAKTHROUGH_FILLED);
	b->first[1] = breakthrough_rows(b, b->rows - BREAKTHROUGH_FILLED, BREAKTHROUGH_FILLED);
	return true;
}

static void breakthrough_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct breakthrough_setup *b = breakthrough_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, i == BREAKTHROUGH_COLUMNS ? b->columns : b->rows);
	text_end(&out);
}

static void breakthrough_start(const struct setup *s, struct position *p)
{
	const struct breakthrough_setup *b = breakthrough_of(s);
	*p = (struct position){0};
	struct breakthrough_position *at = (struct breakthrough_position *)p->bytes;
	at->stones[0] = b->first[0];
	at->stones[1] = b->first[1];
	at->turn = (struct turn){.seat = 1, .number = 1};
}

static int breakthrough_to_move(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct breakthrough_position *at = breakthrough_at(p);
	return at->winner != 0 || at->turn.out != 0 ? 0 : at->turn.seat;
}

/* Appends a move to each of the cells; step is the number of its cell less that of its origin. */
static move *breakthrough_list(move *moves, uint64_t cells, int step)
{
	for (; cells != 0; cells &= cells - 1) {
		int to = __builtin_ctzll(cells);
		*moves++ = (move)((to - step) * BREAKTHROUGH_CELLS + to);
	}
	return moves;
}

static int breakthrough_moves(
	const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	int seat = breakthrough_to_move(s, p);
	if (seat == 0)
		return 0;
	const struct breakthrough_setup *b = breakthrough_of(s);
	uint64_t own = breakthrough_at(p)->stones[seat - 1];
	uint64_t all = own | breakthrough_at(p)->stones[2 - seat];
	uint64_t leftward = own & ~b->left, rightward = own & ~b->right;
	move *end = moves;
	/* No piece of a game that goes on stands on its last row, so none leaves the board. */
	if (seat == 1) {
		end = breakthrough_list(end, leftward << (b->columns - 1) & ~own, b->columns - 1);
		end = breakthrough_list(end, own << b->columns & ~all, b->columns);
		end = breakthrough_list(end, rightward << (b->columns + 1) & ~own, b->columns + 1);
	} else {
		end = breakthrough_list(end, leftward >> (b->columns + 1) & ~own, -b->columns - 1);
		end = breakthrough_list(end, own >> b->columns & ~all, -b->columns);
		end = breakthrough_list(end, rightward >> (b->columns - 1) & ~own, 1 - b->columns);
	}
	return (int)(end - moves);
}

static void breakthrough_play(const struct setup *s, struct position *p, move m)
{
	struct breakthrough_position *at = (struct breakthrough_position *)p->bytes;
	int mover = at->turn.seat - 1;
	uint64_t from = UINT64_C(1) << m / BREAKTHROUGH_CELLS;
	uint64_t to = UINT64_C(1) << m % BREAKTHROUGH_CELLS;
	assert((at->stones[mover] & from) != 0 && (at->stones[mover] & to) == 0);
	at->stones[mover] ^= from | to;
	at->stones[1 - mover] &= ~to;
	if ((to & breakthrough_of(s)->ends[mover]) != 0 || at->stones[1 - mover] == 0)
		at->winner = (uint8_t)(mover + 1);
	turn_pass(&at->turn, 2);
}

static void breakthrough_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct breakthrough_position *at = (struct breakthrough_position *)p->bytes;
	if (breakthrough_to_move(s, p) != 0)
		at->turn.out = (uint8_t)(1u << (seat - 1));
}

static void breakthrough_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	(void)s;
	int winner = breakthrough_at(p)->winner;
	for (int seat = 1; seat <= 2; seat++)
		scores[seat - 1] = winner == 0 ? 0 : winner == seat ? 1 : -1;
}

static int breakthrough_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)p;
	struct text out = text_begin(text, MOVE_TEXT);
	grid_cell(breakthrough_of(s)->columns, (int)m / BREAKTHROUGH_CELLS, &out);
	grid_cell(breakthrough_of(s)->columns, (int)m % BREAKTHROUGH_CELLS, &out);
	return text_end(&out);
}

static struct grid breakthrough_grid(const struct setup *s, const struct position *p)
{
	const struct breakthrough_setup *b = breakthrough_of(s);
	struct grid g = {.columns = b->columns, .rows = b->rows, .letters = breakthrough_letters};
	for (int seat = 1; seat <= 2; seat++)
		grid_put(&g, &breakthrough_at(p)->stones[seat - 1], seat);
	return g;
}

static void breakthrough_write(
	const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	struct grid g = breakthrough_grid(s, p);
	struct text out = text_begin(text, POSITION_TEXT);
	grid_write(&g, &out);
	turn_write(&breakthrough_at(p)->turn, breakthrough_letters, &out);
	text_end(&out);
}

/* How many rows the pieces of a seat are from its first row, all together. */
static int breakthrough_ahead(const struct breakthrough_setup *b, uint64_t stones, int seat)
{
	int sum = 0;
	for (; stones != 0; stones &= stones - 1) {
		int row = __builtin_ctzll(stones) / b->columns;
		sum += seat == 1 ? row : b->rows - 1 - row;
	}
	return sum;
}

/* Each move takes a piece one row ahead. A captured piece stood on the second row to the last but
 * one; on the first row only if that ended the game. */
static bool breakthrough_judge_plies(const struct breakthrough_setup *b,
	const struct breakthrough_position *at, int seat, int plies, int others, struct error *err)
{
	int full = BREAKTHROUGH_FILLED * b->columns;
	int captured = full - __builtin_popcountll(at->stones[seat - 1]);
	char letter = breakthrough_letters[seat - 1];
	if (captured < 0)
		return error_set(
			err, "%d pieces of %c are more than %d", full - captured, letter, full);
	if (captured > others)
		return error_set(err, "%d moves of %c cannot have captured %d pieces", others,
			breakthrough_letters[2 - seat], captured);
	int ahead = breakthrough_ahead(b, at->stones[seat - 1], seat) - b->columns;
	bool home = (at->stones[2 - seat] & b->ends[2 - seat]) != 0;
	int least = ahead + captured - (captured > 0 && home);
	int most = ahead + captured * (b->rows - 2);
	if (plies < least || plies > most)
		return error_set(err, "%c made from %d to %d moves to stand so, not %d", letter,
			least, most, plies);
	return true;
}

/* Refuses pieces that play cannot have led to; fills in the winner. */
static bool breakthrough_judge(
	const struct breakthrough_setup *b, struct breakthrough_position *at, struct error *err)
{
	int plies[2] = {(int)at->turn.number - (at->turn.seat == 1), (int)at->turn.number - 1};
	for (int seat = 1; seat <= 2; seat++) {
		int home = __builtin_popcountll(at->stones[seat - 1] & b->ends[seat - 1]);
		bool won = home > 0 || at->stones[2 - seat] == 0;
		if (home > 1 || (won && (at->winner != 0 || at->turn.seat == seat)))
			return error_set(err, "a move follows after the end of the game");
		if (won)
			at->winner = (uint8_t)seat;
	}
	for (int seat = 1; seat <= 2; seat++)
		if (!breakthrough_judge_plies(b, at, seat, plies[seat - 1], plies[2 - seat], err))
			return false;
	if (at->turn.out != 0 && at->winner != 0)
		return error_set(err, "the game is over; no seat can give up");
	return true;
}

static bool breakthrough_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	struct breakthrough_position *at = (struct breakthrough_position *)p->bytes;
	struct grid g = breakthrough_grid(s, p);
	if (!grid_take(&g, &text, err) ||
		!turn_read(&at->turn, breakthrough_letters, s->seats, text, err))
		return false;
	for (int seat = 1; seat <= 2; seat++)
		grid_get(&g, &at->stones[seat - 1], seat);
	return breakthrough_judge(breakthrough_of(s), at, err);
}

static uint64_t breakthrough_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct breakthrough_position *at = breakthrough_at(p);
	uint64_t turn = (uint64_t)at->turn.out << 8 | at->turn.seat;
	return random_mix(random_mix(turn, at->stones[0]), at->stones[1]);
}

/* The bits are the position's own. */
struct breakthrough_view breakthrough_view(const struct setup *s, const struct position *p)
{
	const struct breakthrough_setup *b = breakthrough_of(s);
	const struct breakthrough_position *at = breakthrough_at(p);
	return (struct breakthrough_view){.columns = b->columns,
		.rows = b->rows,
		.left = b->left,
		.right = b->right,
		.stones = {at->stones[0], at->stones[1]}};
}

static const struct parameter breakthrough_parameters[] = {
	[BREAKTHROUGH_COLUMNS] = {"columns", "8", "2 to 16; columns x rows is at most 64", true},
	[BREAKTHROUGH_ROWS] = {"rows", "8", "4 to 32; columns x rows is at most 64", true},
	{NULL, NULL, NULL, false},
};

const struct rules rules_breakthrough = {
	.name = "breakthrough",
	.title = "Breakthrough",
	.summary = "pieces go ahead and capture diagonally; the first on the other side wins",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct breakthrough_position),
	.letters = breakthrough_letters,
	.parameters = breakthrough_parameters,
	.prepare = breakthrough_prepare,
	.parameter = breakthrough_parameter,
	.start = breakthrough_start,
	.to_move = breakthrough_to_move,
	.moves = breakthrough_moves,
	.play = breakthrough_play,
	.forfeit = breakthrough_forfeit,
	.scores = breakthrough_scores,
	.move_text = breakthrough_move_text,
	.write = breakthrough_write,
	.read = breakthrough_read,
	.key = breakthrough_key,
};
