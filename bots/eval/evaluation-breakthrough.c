/*
 * evaluation-breakthrough.c - the worth of pieces in breakthrough, by counting bits.
 *
 * `advance` counts pieces, more the nearer they are to the other side. `race` adds pieces that
 * hang, and free pieces: no enemy can ever stand in their way or capture them. The seat whose free
 * piece arrives first has nearly won (race patterns: Saffidine, Jouandeau and Cazenave 2011).
 */
#include "bots/eval/evaluation.h"

#include "rules/breakthrough.h"

enum {
	EVALUATION_BREAKTHROUGH_PIECE = 100,
	EVALUATION_BREAKTHROUGH_HOME = 12, /* a piece that still guards the first row */
	EVALUATION_BREAKTHROUGH_STEP = 3,  /* times the square of the rows behind it */
	EVALUATION_BREAKTHROUGH_HANGING = 50,
	EVALUATION_BREAKTHROUGH_RACE = 2000,
	EVALUATION_BREAKTHROUGH_LATER = 50 /* less a half move until it arrives */
};

/* A set moved a row ahead from a seat's view, by this many columns to the right. */
static uint64_t evaluation_breakthrough_ahead(
	const struct breakthrough_view *v, uint64_t cells, int seat, int right)
{
	int step = seat == 1 ? v->columns + right : v->columns - right;

	if (right < 0)
		cells &= ~v->left;
	if (right > 0)
		cells &= ~v->right;
	return seat == 1 ? cells << step : cells >> step;
}

/* The cells that pieces of a set attack. */
static uint64_t evaluation_breakthrough_attacked(
	const struct breakthrough_view *v, uint64_t cells, int seat)
{
	return evaluation_breakthrough_ahead(v, cells, seat, -1) |
	       evaluation_breakthrough_ahead(v, cells, seat, 1);
}

/* Rows behind a piece, from its seat's view, of the foremost piece; -1: there is none. */
static int evaluation_breakthrough_foremost(
	const struct breakthrough_view *v, uint64_t cells, int seat)
{
	if (cells == 0)
		return -1;
	if (seat == 1)
		return (63 - __builtin_clzll(cells)) / v->columns;
	return v->rows - 1 - __builtin_ctzll(cells) / v->columns;
}

static int64_t evaluation_breakthrough_pieces(const struct breakthrough_view *v, int seat)
{
	uint64_t own = v->stones[seat - 1];
	uint64_t row = ((UINT64_C(1) << v->columns) - 1)
		       << (seat == 1 ? 0 : v->columns * (v->rows - 1));
	int64_t sum = EVALUATION_BREAKTHROUGH_PIECE * __builtin_popcountll(own) +
		      EVALUATION_BREAKTHROUGH_HOME * __builtin_popcountll(own & row);

	for (int i = 1; i < v->rows; i++) {
		row = seat == 1 ? row << v->columns : row >> v->columns;
		sum += EVALUATION_BREAKTHROUGH_STEP * i * i * __builtin_popcountll(own & row);
	}
	return sum;
}

static int64_t evaluation_breakthrough_advance_value(const struct setup *s,
	const struct position *p, int seat, const struct evaluation_cache *room)
{
	struct breakthrough_view v = breakthrough_view(s, p);

	(void)room;
	return evaluation_breakthrough_pieces(&v, seat) -
	       evaluation_breakthrough_pieces(&v, 3 - seat);
}

/* Half moves until seat's first free piece arrives; a piece one row before the end is free too if
 * it cannot be captured in time. Twice the rows or more: there is none. */
static int evaluation_breakthrough_arrival(const struct breakthrough_view *v, int seat, bool moves)
{
	uint64_t own = v->stones[seat - 1], other = v->stones[2 - seat], reach = other;
	uint64_t attacked = evaluation_breakthrough_attacked(v, other, 3 - seat);
	int foremost = evaluation_breakthrough_foremost(v, moves ? own : own & ~attacked, seat);

	if (foremost == v->rows - 2)
		return moves ? 1 : 2;
	for (int i = 1; i < v->rows; i++)
		reach |= evaluation_breakthrough_ahead(v, reach, 3 - seat, 0) |
			 evaluation_breakthrough_attacked(v, reach, 3 - seat);
	foremost = evaluation_breakthrough_foremost(v, own & ~reach, seat);
	int rows = foremost < 0 ? v->rows + 1 : v->rows - 1 - foremost;
	return 2 * rows - moves;
}

/* Pieces of a seat that the other can capture for nothing. */
static int evaluation_breakthrough_hanging(const struct breakthrough_view *v, int seat)
{
	uint64_t own = v->stones[seat - 1];

	return __builtin_popcountll(
		own & evaluation_breakthrough_attacked(v, v->stones[2 - seat], 3 - seat) &
		~evaluation_breakthrough_attacked(v, own, seat));
}

/* From the view of the seat to move. */
static int64_t evaluation_breakthrough_race_now(const struct breakthrough_view *v, int mover)
{
	int own = evaluation_breakthrough_arrival(v, mover, true);
	int other = evaluation_breakthrough_arrival(v, 3 - mover, false);
	int64_t sum = evaluation_breakthrough_pieces(v, mover) -
		      evaluation_breakthrough_pieces(v, 3 - mover);

	/* The mover captures one, or saves one. */
	if (evaluation_breakthrough_hanging(v, 3 - mover) > 0)
		sum += EVALUATION_BREAKTHROUGH_HANGING;
	if (evaluation_breakthrough_hanging(v, mover) > 1)
		sum -= EVALUATION_BREAKTHROUGH_HANGING;
	if (own < other && own < 2 * v->rows)
		sum += EVALUATION_BREAKTHROUGH_RACE - EVALUATION_BREAKTHROUGH_LATER * own;
	if (other < own && other < 2 * v->rows)
		sum -= EVALUATION_BREAKTHROUGH_RACE - EVALUATION_BREAKTHROUGH_LATER * other;
	return sum;
}

static int64_t evaluation_breakthrough_race_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	struct breakthrough_view v = breakthrough_view(s, p);
	int mover = s->rules->to_move(s, p);
	int64_t sum = evaluation_breakthrough_race_now(&v, mover);

	(void)room;
	return seat == mover ? sum : -sum;
}

const struct evaluation evaluation_breakthrough_race = {
	.game = "breakthrough",
	.name = "race",
	.help = "advance, pieces that hang, and which free piece arrives first",
	.value = evaluation_breakthrough_race_value,
};

const struct evaluation evaluation_breakthrough_advance = {
	.game = "breakthrough",
	.name = "advance",
	.help = "pieces, more the further they are ahead, and those that guard the first row",
	.value = evaluation_breakthrough_advance_value,
};
