/*
 * domineering.c - two seats lay dominoes on a board. Seat 1 lays upright ones, seat 2 flat ones. A
 * seat that has no room for a domino loses (Göran Andersson, 1973).
 *
 * A cell is row * columns + column from the bottom left, so a1 is 0. A move is the lower or left
 * cell of its domino. Covered cells are bits.
 */
#include "rules/domineering.h"

#include "rules/grid.h"
#include "rules/turn.h"

struct domineering_setup {
	int columns, rows;
};

struct domineering_position {
	uint64_t covered[2]; /* by seat - 1 */
	uint8_t plies;
	uint8_t out; /* bit seat - 1 is set: gave up */
};

static const char domineering_letters[] = "vh";

static const struct domineering_setup *domineering_of(const struct setup *s)
{
	return (const struct domineering_setup *)s->bytes;
}

static const struct domineering_position *domineering_at(const struct position *p)
{
	return (const struct domineering_position *)p->bytes;
}

static const struct parameter domineering_parameters[] = {
	{"columns", "8", "2 to 8", true}, {"rows", "8", "2 to 8", true}, {0}};

static bool domineering_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	struct domineering_setup *d = (struct domineering_setup *)s->bytes;
	(void)seed;
	return text_parameter("columns", texts[0], 2, 8, &d->columns, err) &&
	       text_parameter("rows", texts[1], 2, 8, &d->rows, err);
}

static void domineering_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, i == 0 ? domineering_of(s)->columns : domineering_of(s)->rows);
	text_end(&out);
}

static void domineering_start(const struct setup *s, struct position *p)
{
	(void)s;
	*p = (struct position){0};
}

/* The seat whose turn it is, although it may have no move. */
static int domineering_turn(const struct position *p)
{
	return domineering_at(p)->plies % 2 + 1;
}

/* The two cells of a domino of seat whose lower or left cell is this one. */
static uint64_t domineering_domino(const struct setup *s, int seat, int cell)
{
	return 1ull << cell | 1ull << (cell + (seat == 1 ? domineering_of(s)->columns : 1));
}

uint64_t domineering_places(const struct setup *s, const struct position *p, int seat)
{
	const struct domineering_setup *d = domineering_of(s);
	const struct domineering_position *at = domineering_at(p);
	uint64_t covered = at->covered[0] | at->covered[1], places = 0;
	int columns = d->columns - (seat == 2), rows = d->rows - (seat == 1);
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++) {
			int cell = row * d->columns + column;
			if (!(domineering_domino(s, seat, cell) & covered))
				places |= 1ull << cell;
		}
	return places;
}

static int domineering_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	int count = 0;
	uint64_t places = domineering_places(s, p, domineering_turn(p));
	if (domineering_at(p)->out != 0)
		return 0;
	for (; places != 0; places &= places - 1)
		moves[count++] = (move)__builtin_ctzll(places);
	return count;
}

static int domineering_to_move(const struct setup *s, const struct position *p)
{
	int seat = domineering_turn(p);
	return domineering_at(p)->out == 0 && domineering_places(s, p, seat) != 0 ? seat : 0;
}

static void domineering_play(const struct setup *s, struct position *p, move m)
{
	struct domineering_position *at = (struct domineering_position *)p->bytes;
	int seat = domineering_turn(p);
	at->covered[seat - 1] |= domineering_domino(s, seat, (int)m);
	at->plies++;
}

static void domineering_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct domineering_position *at = (struct domineering_position *)p->bytes;
	if (domineering_to_move(s, p) != 0)
		at->out = (uint8_t)(1u << (seat - 1));
}

static void domineering_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	bool lost = domineering_at(p)->out == 0 && domineering_to_move(s, p) == 0;
	int loser = domineering_turn(p);
	for (int seat = 1; seat <= 2; seat++)
		scores[seat - 1] = !lost ? 0 : seat == loser ? -1 : 1;
}

static int domineering_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	struct text out = text_begin(text, MOVE_TEXT);
	int columns = domineering_of(s)->columns, step = domineering_turn(p) == 1 ? columns : 1;
	grid_cell(columns, (int)m, &out);
	grid_cell(columns, (int)m + step, &out);
	return text_end(&out);
}

static struct grid domineering_grid(const struct setup *s, const struct position *p)
{
	const struct domineering_setup *d = domineering_of(s);
	struct grid g = {.columns = d->columns, .rows = d->rows, .letters = domineering_letters};
	for (int seat = 1; seat <= 2; seat++)
		grid_put(&g, &domineering_at(p)->covered[seat - 1], seat);
	return g;
}

static void domineering_write(
	const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct domineering_position *at = domineering_at(p);
	struct grid g = domineering_grid(s, p);
	struct turn turn = {
		.seat = (uint8_t)domineering_turn(p), .out = at->out, .number = 1 + at->plies / 2u};
	struct text out = text_begin(text, POSITION_TEXT);
	grid_write(&g, &out);
	turn_write(&turn, domineering_letters, &out);
	text_end(&out);
}

/* Reads the dominoes of a seat back, lowest and leftmost first. Each covers two of its cells. */
static bool domineering_read_seat(const struct setup *s, const struct grid *g, int seat,
	struct domineering_position *at, struct error *err)
{
	const struct domineering_setup *d = domineering_of(s);
	int step = seat == 1 ? d->columns : 1;
	for (int cell = 0; cell < d->columns * d->rows; cell++) {
		if (g->cells[cell] != seat || at->covered[seat - 1] >> cell & 1)
			continue;
		bool edge = seat == 1 ? cell / d->columns == d->rows - 1
				      : cell % d->columns == d->columns - 1;
		if (edge || g->cells[cell + step] != seat)
			return error_set(err, "a single %c at %c%d; a domino covers two cells",
				domineering_letters[seat - 1], 'a' + cell % d->columns,
				cell / d->columns + 1);
		at->covered[seat - 1] |= domineering_domino(s, seat, cell);
		at->plies++;
	}
	return true;
}

static bool domineering_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	struct domineering_position *at = (struct domineering_position *)p->bytes;
	struct grid g = domineering_grid(s, p);
	struct turn turn;
	if (!grid_take(&g, &text, err) ||
		!turn_read(&turn, domineering_letters, s->seats, text, err) ||
		!domineering_read_seat(s, &g, 1, at, err))
		return false;
	int upright = at->plies;
	if (!domineering_read_seat(s, &g, 2, at, err))
		return false;
	int flat = at->plies - upright;
	if (upright != flat && upright != flat + 1)
		return error_set(err, "%d upright and %d flat dominoes; v lays first, then in turn",
			upright, flat);
	if (!turn_follows(&turn, at->plies, domineering_letters, err))
		return false;
	if (turn.out != 0 && domineering_to_move(s, p) == 0)
		return error_set(err, "the game is over; no seat can give up");
	at->out = turn.out;
	return true;
}

/* Whose dominoes cover a cell does not matter for what comes. */
static uint64_t domineering_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct domineering_position *at = domineering_at(p);
	return random_mix(
		(uint64_t)(at->plies % 2 + 1) << 8 | at->out, at->covered[0] | at->covered[1]);
}

const struct rules rules_domineering = {
	.name = "domineering",
	.summary = "lay upright or flat dominoes; a seat without room loses",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct domineering_position),
	.letters = domineering_letters,
	.parameters = domineering_parameters,
	.prepare = domineering_prepare,
	.parameter = domineering_parameter,
	.start = domineering_start,
	.to_move = domineering_to_move,
	.moves = domineering_moves,
	.play = domineering_play,
	.forfeit = domineering_forfeit,
	.scores = domineering_scores,
	.move_text = domineering_move_text,
	.write = domineering_write,
	.read = domineering_read,
	.key = domineering_key,
};
