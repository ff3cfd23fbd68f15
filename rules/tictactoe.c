/*
 * tictactoe.c - noughts and crosses, three by three. Seat 1 is x, seat 2 is o.
 *
 * A move is a cell, numbered from a1 = 0 by rows to c3 = 8; a seat's stones are bits of cells.
 */
#include "rules/tictactoe.h"

#include "rules/grid.h"
#include "rules/turn.h"

enum { TICTACTOE_CELLS = 9, TICTACTOE_FULL = 0x1ff };

static const char tictactoe_letters[] = "xo";

struct tictactoe_position {
	uint16_t stones[2];
	uint8_t plies;
	uint8_t winner; /* a seat, or 0 */
	uint8_t out;	/* bit seat - 1 is set: gave up */
};

static const struct tictactoe_position *tictactoe_at(const struct position *p)
{
	return (const struct tictactoe_position *)p->bytes;
}

static bool tictactoe_has_line(unsigned stones)
{
	static const uint16_t lines[] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054, 0};
	for (const uint16_t *line = lines; *line != 0; line++)
		if ((stones & *line) == *line)
			return true;
	return false;
}

static bool tictactoe_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)s, (void)texts, (void)seed, (void)err;
	return true;
}

static void tictactoe_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	(void)s, (void)i;
	text[0] = '\0';
}

static void tictactoe_start(const struct setup *s, struct position *p)
{
	(void)s;
	*p = (struct position){0};
}

static int tictactoe_to_move(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct tictactoe_position *t = tictactoe_at(p);
	if (t->winner != 0 || t->plies == TICTACTOE_CELLS || t->out != 0)
		return 0;
	return t->plies % 2 + 1;
}

static int tictactoe_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (tictactoe_to_move(s, p) == 0)
		return 0;
	const struct tictactoe_position *t = tictactoe_at(p);
	int count = 0;
	unsigned free = ~(t->stones[0] | t->stones[1]) & TICTACTOE_FULL;
	for (; free != 0; free &= free - 1)
		moves[count++] = (move)__builtin_ctz(free);
	return count;
}

static void tictactoe_play(const struct setup *s, struct position *p, move m)
{
	(void)s;
	struct tictactoe_position *t = (struct tictactoe_position *)p->bytes;
	assert(m < TICTACTOE_CELLS && !((t->stones[0] | t->stones[1]) >> m & 1));
	int mover = t->plies % 2;
	t->stones[mover] |= (uint16_t)(1u << m);
	t->plies++;
	if (tictactoe_has_line(t->stones[mover]))
		t->winner = (uint8_t)(mover + 1);
}

static void tictactoe_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct tictactoe_position *t = (struct tictactoe_position *)p->bytes;
	if (tictactoe_to_move(s, p) != 0)
		t->out = (uint8_t)(1u << (seat - 1));
}

static void tictactoe_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	(void)s;
	int winner = tictactoe_at(p)->winner;
	for (int seat = 1; seat <= 2; seat++)
		scores[seat - 1] = winner == 0 ? 0 : winner == seat ? 1 : -1;
}

static int tictactoe_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)s, (void)p;
	text[0] = (char)('a' + m % 3);
	text[1] = (char)('1' + m / 3);
	text[2] = '\0';
	return 2;
}

static struct grid tictactoe_grid(const struct position *p)
{
	const struct tictactoe_position *t = tictactoe_at(p);
	struct grid g = {.columns = 3, .rows = 3, .letters = tictactoe_letters};
	for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
		if (t->stones[0] >> cell & 1)
			g.cells[cell] = 1;
		if (t->stones[1] >> cell & 1)
			g.cells[cell] = 2;
	}
	return g;
}

static void tictactoe_write(
	const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	(void)s;
	const struct tictactoe_position *t = tictactoe_at(p);
	struct grid g = tictactoe_grid(p);
	struct turn turn = {
		.seat = (uint8_t)(t->plies % 2 + 1), .out = t->out, .number = 1 + t->plies / 2u};
	struct text out = text_begin(text, POSITION_TEXT);
	grid_write(&g, &out);
	turn_write(&turn, tictactoe_letters, &out);
	text_end(&out);
}

/* Refuses stones that play cannot have led to; fills in plies and winner. */
static bool tictactoe_judge(struct tictactoe_position *t, struct error *err)
{
	int x = __builtin_popcount(t->stones[0]);
	int o = __builtin_popcount(t->stones[1]);
	if (x != o && x != o + 1)
		return error_set(err, "%d x and %d o: x moves first and they take turns", x, o);
	bool x_won = tictactoe_has_line(t->stones[0]);
	bool o_won = tictactoe_has_line(t->stones[1]);
	if (x_won && o_won)
		return error_set(err, "both x and o have three in a row");
	if ((x_won && x == o) || (o_won && x != o))
		return error_set(err, "%c moved on after three in a row", x_won ? 'o' : 'x');
	t->plies = (uint8_t)(x + o);
	t->winner = x_won ? 1 : o_won ? 2 : 0;
	return true;
}

static bool tictactoe_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	struct tictactoe_position *t = (struct tictactoe_position *)p->bytes;
	struct grid g = tictactoe_grid(p);
	struct turn turn;
	if (!grid_take(&g, &text, err) || !turn_read(&turn, tictactoe_letters, s->seats, text, err))
		return false;
	for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
		if (g.cells[cell] != 0)
			t->stones[g.cells[cell] - 1] |= (uint16_t)(1u << cell);
	if (!tictactoe_judge(t, err) || !turn_follows(&turn, t->plies, tictactoe_letters, err))
		return false;
	if (turn.out != 0 && tictactoe_to_move(s, p) == 0)
		return error_set(err, "the game is over; no seat can give up");
	t->out = turn.out;
	return true;
}

static uint64_t tictactoe_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct tictactoe_position *t = tictactoe_at(p);
	return random_mix(t->out, (uint64_t)t->stones[0] << 16 | t->stones[1]);
}

/* The bits are the position's own. */
unsigned tictactoe_stones(const struct position *p, int seat)
{
	return tictactoe_at(p)->stones[seat - 1];
}

static const struct parameter tictactoe_parameters[] = {{NULL, NULL, NULL, false}};

const struct rules rules_tictactoe = {
	.name = "tictactoe",
	.summary = "three in a row on three by three cells",
	.seat_counts = 1u << 2,
	.letters = tictactoe_letters,
	.parameters = tictactoe_parameters,
	.prepare = tictactoe_prepare,
	.parameter = tictactoe_parameter,
	.start = tictactoe_start,
	.to_move = tictactoe_to_move,
	.moves = tictactoe_moves,
	.play = tictactoe_play,
	.forfeit = tictactoe_forfeit,
	.scores = tictactoe_scores,
	.move_text = tictactoe_move_text,
	.write = tictactoe_write,
	.read = tictactoe_read,
	.key = tictactoe_key,
};
