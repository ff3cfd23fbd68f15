/*
 * othello.c - a disc turns over all enemies between it and another of its own, in every direction;
 * most discs win. Seat 1 is x, the black discs of the usual rules, seat 2 is o.
 *
 * Cells have their usual names: a1 is at the top left, so that recorded games read as they are. A
 * seat without a move passes, which is a ply and then its only move; the game is over when
 * neither has one. The moves of the seat to move are kept in the position: they tell that it is
 * over. A move is a cell, or OTHELLO_PASS.
 */
#include "rules/othello.h"

#include "rules/grid.h"
#include "rules/turn.h"

enum {
	OTHELLO_SIZE,
	OTHELLO_LEAST = 4,
	OTHELLO_MOST = 10,
	OTHELLO_FIRST = 4, /* discs at the start */
	OTHELLO_STEPS = 4,
	OTHELLO_VERTICAL = 0,
	OTHELLO_NARROW = 8, /* boards up to this size fit into one word */
	OTHELLO_PASS = OTHELLO_MOST * OTHELLO_MOST
};

static const char othello_letters[] = "xo";

struct othello_setup {
	othello_cells board;
	othello_cells sides; /* the first and the last column */
	othello_cells centre;
	int size;
	int steps[OTHELLO_STEPS]; /* from a cell to the one below, and to three neighbours */
};

struct othello_position {
	othello_cells stones[2];
	othello_cells legal; /* cells; none: pass, if it is not over */
	struct turn turn;
	bool over;
};

_Static_assert(sizeof(struct othello_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct othello_position) <= POSITION_BYTES, "room");

#define OTHELLO_BITS	uint64_t
#define OTHELLO_NAME(x) othello_narrow_##x
#include "rules/othello-lines.h"
#undef OTHELLO_BITS
#undef OTHELLO_NAME

#define OTHELLO_BITS	othello_cells
#define OTHELLO_NAME(x) othello_wide_##x
#include "rules/othello-lines.h"
#undef OTHELLO_BITS
#undef OTHELLO_NAME

static const struct othello_setup *othello_of(const struct setup *s)
{
	return (const struct othello_setup *)s->bytes;
}

static const struct othello_position *othello_at(const struct position *p)
{
	return (const struct othello_position *)p->bytes;
}

static othello_cells othello_bit(int cell)
{
	return (othello_cells)1 << cell;
}

static othello_cells othello_legal(
	const struct othello_setup *o, othello_cells own, othello_cells other)
{
	if (o->size <= OTHELLO_NARROW)
		return othello_narrow_moves(o, (uint64_t)own, (uint64_t)other);
	return othello_wide_moves(o, own, other);
}

static othello_cells othello_turned(
	const struct othello_setup *o, othello_cells own, othello_cells other, othello_cells disc)
{
	if (o->size <= OTHELLO_NARROW)
		return othello_narrow_turned(o, (uint64_t)own, (uint64_t)other, (uint64_t)disc);
	return othello_wide_turned(o, own, other, disc);
}

static bool othello_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct othello_setup *o = (struct othello_setup *)s->bytes;
	struct error odd;
	if (!text_parameter(
		    "size", texts[OTHELLO_SIZE], OTHELLO_LEAST, OTHELLO_MOST, &o->size, &odd) ||
		o->size % 2 != 0)
		return error_set(err, "size \"%.40s\" is not an even number from %d to %d",
			texts[OTHELLO_SIZE], OTHELLO_LEAST, OTHELLO_MOST);
	for (int cell = 0; cell < o->size * o->size; cell++) {
		o->board |= othello_bit(cell);
		if (cell % o->size == 0 || cell % o->size == o->size - 1)
			o->sides |= othello_bit(cell);
	}
	int first = (o->size / 2 - 1) * (o->size + 1);
	o->centre = othello_bit(first) | othello_bit(first + 1) | othello_bit(first + o->size) |
		    othello_bit(first + o->size + 1);
	for (int i = 0; i < OTHELLO_STEPS; i++)
		o->steps[i] = (const int[]){o->size, 1, o->size - 1, o->size + 1}[i];
	return true;
}

static void othello_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	(void)i;
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, othello_of(s)->size);
	text_end(&out);
}

/* Finds the moves of the seat to move, and whether the game is over. */
static void othello_look(const struct othello_setup *o, struct othello_position *at)
{
	othello_cells own = at->stones[at->turn.seat - 1], other = at->stones[2 - at->turn.seat];
	at->legal = othello_legal(o, own, other);
	at->over = at->legal == 0 && othello_legal(o, other, own) == 0;
}

static void othello_start(const struct setup *s, struct position *p)
{
	const struct othello_setup *o = othello_of(s);
	*p = (struct position){0};
	struct othello_position *at = (struct othello_position *)p->bytes;
	int first = (o->size / 2 - 1) * (o->size + 1);
	at->stones[1] = othello_bit(first) | othello_bit(first + o->size + 1);
	at->stones[0] = o->centre & ~at->stones[1];
	at->turn = (struct turn){.seat = 1, .number = 1};
	othello_look(o, at);
}

static int othello_to_move(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct othello_position *at = othello_at(p);
	return at->over || at->turn.out != 0 ? 0 : at->turn.seat;
}

static int othello_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (othello_to_move(s, p) == 0)
		return 0;
	othello_cells legal = othello_at(p)->legal;
	int count = 0;
	for (uint64_t low = (uint64_t)legal; low != 0; low &= low - 1)
		moves[count++] = (move)__builtin_ctzll(low);
	for (uint64_t high = (uint64_t)(legal >> 64); high != 0; high &= high - 1)
		moves[count++] = (move)(64 + __builtin_ctzll(high));
	if (count == 0)
		moves[count++] = OTHELLO_PASS;
	return count;
}

static void othello_play(const struct setup *s, struct position *p, move m)
{
	const struct othello_setup *o = othello_of(s);
	struct othello_position *at = (struct othello_position *)p->bytes;
	int mover = at->turn.seat - 1;
	if (m != OTHELLO_PASS) {
		othello_cells disc = othello_bit((int)m);
		assert(m < OTHELLO_PASS && (at->legal & disc) != 0);
		othello_cells turned =
			othello_turned(o, at->stones[mover], at->stones[1 - mover], disc);
		at->stones[mover] |= turned | disc;
		at->stones[1 - mover] ^= turned;
	}
	turn_pass(&at->turn, 2);
	othello_look(o, at);
}

static void othello_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct othello_position *at = (struct othello_position *)p->bytes;
	if (othello_to_move(s, p) != 0)
		at->turn.out = (uint8_t)(1u << (seat - 1));
}

static void othello_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	(void)s;
	const struct othello_position *at = othello_at(p);
	int lead = othello_count(at->stones[0]) - othello_count(at->stones[1]);
	scores[0] = at->over ? (lead > 0) - (lead < 0) : 0;
	scores[1] = -scores[0];
}

static int othello_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)p;
	struct text out = text_begin(text, MOVE_TEXT);
	if (m == OTHELLO_PASS)
		text_string(&out, "pass");
	else
		grid_cell(othello_of(s)->size, (int)m, &out);
	return text_end(&out);
}

static struct grid othello_grid(const struct setup *s, const struct position *p)
{
	int size = othello_of(s)->size;
	struct grid g = {
		.columns = size, .rows = size, .downward = true, .letters = othello_letters};
	for (int seat = 1; seat <= 2; seat++) {
		othello_cells stones = othello_at(p)->stones[seat - 1];
		grid_put(&g, (uint64_t[]){(uint64_t)stones, (uint64_t)(stones >> 64)}, seat);
	}
	return g;
}

static void othello_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	struct grid g = othello_grid(s, p);
	struct text out = text_begin(text, POSITION_TEXT);
	grid_write(&g, &out);
	turn_write(&othello_at(p)->turn, othello_letters, &out);
	text_end(&out);
}

/* The discs that are connected with the centre, by sides or corners. */
static othello_cells othello_connected(const struct othello_setup *o, othello_cells discs)
{
	othello_cells grown = discs & o->centre, last = 0;
	othello_cells left = 0;
	for (int row = 0; row < o->size; row++)
		left |= othello_bit(row * o->size);
	while (grown != last) {
		last = grown;
		grown |= (grown << 1 & ~left) | (grown & ~left) >> 1;
		grown |= grown << o->size | grown >> o->size;
		grown &= discs;
	}
	return grown;
}

/* Refuses discs and numbers of moves that play cannot have led to. */
static bool othello_judge(
	const struct othello_setup *o, const struct othello_position *at, struct error *err)
{
	othello_cells all = at->stones[0] | at->stones[1];
	if ((all & o->centre) != o->centre)
		return error_set(
			err, "a cell of the centre is free; discs stand there from the start");
	if (othello_connected(o, all) != all)
		return error_set(err, "a disc stands apart; each is put beside others");
	int placed = othello_count(all) - OTHELLO_FIRST;
	int64_t plies = 2 * ((int64_t)at->turn.number - 1) + at->turn.seat - 1;
	/* The first move is no pass, and two passes never follow one another. */
	if (plies < placed || plies > 2 * placed)
		return error_set(err,
			"%lld moves with passes cannot have placed %d discs: from %d to %d can",
			(long long)plies, placed, placed, 2 * placed);
	if (at->turn.out != 0 && at->over)
		return error_set(err, "the game is over; no seat can give up");
	return true;
}

static bool othello_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	struct othello_position *at = (struct othello_position *)p->bytes;
	struct grid g = othello_grid(s, p);
	if (!grid_take(&g, &text, err) ||
		!turn_read(&at->turn, othello_letters, s->seats, text, err))
		return false;
	for (int seat = 1; seat <= 2; seat++) {
		uint64_t words[2] = {0, 0};
		grid_get(&g, words, seat);
		at->stones[seat - 1] = (othello_cells)words[1] << 64 | words[0];
	}
	othello_look(othello_of(s), at);
	return othello_judge(othello_of(s), at, err);
}

static uint64_t othello_key(const struct setup *s, const struct position *p)
{
	const struct othello_position *at = othello_at(p);
	uint64_t key = (uint64_t)at->turn.out << 8 | at->turn.seat;
	for (int i = 0; i < 2; i++) {
		key = random_mix(key, (uint64_t)at->stones[i]);
		if (othello_of(s)->size > OTHELLO_NARROW)
			key = random_mix(key, (uint64_t)(at->stones[i] >> 64));
	}
	return key;
}

/* The bits are the position's own. */
struct othello_view othello_view(const struct setup *s, const struct position *p)
{
	const struct othello_position *at = othello_at(p);
	return (struct othello_view){
		.size = othello_of(s)->size, .stones = {at->stones[0], at->stones[1]}};
}

othello_cells othello_mobility(const struct setup *s, const struct position *p, int seat)
{
	const struct othello_position *at = othello_at(p);
	if (seat == at->turn.seat)
		return at->legal;
	return othello_legal(othello_of(s), at->stones[seat - 1], at->stones[2 - seat]);
}

static const struct parameter othello_parameters[] = {
	[OTHELLO_SIZE] = {"size", "8", "columns and rows, an even number from 4 to 10", true},
	{NULL, NULL, NULL, false},
};

const struct rules rules_othello = {
	.name = "othello",
	.title = "Othello",
	.summary = "discs turn over all enemies between two of them; most discs win",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct othello_position),
	.letters = othello_letters,
	.downward = true,
	.parameters = othello_parameters,
	.prepare = othello_prepare,
	.parameter = othello_parameter,
	.start = othello_start,
	.to_move = othello_to_move,
	.moves = othello_moves,
	.play = othello_play,
	.forfeit = othello_forfeit,
	.scores = othello_scores,
	.move_text = othello_move_text,
	.write = othello_write,
	.read = othello_read,
	.key = othello_key,
};
