/*
 * evaluation-gomoku.c - lines that can still be won in gomoku.
 *
 * A window is as many cells in a line as win. `lines` counts the windows with stones of one seat
 * only, by how many are missing. The stones of all windows of a direction are counted at once: each
 * word of cells is shifted over the window, and the counts are planes of binary digits. `threats`
 * adds what the seat to move makes of them: it fills a window that lacks one; it cannot close two
 * of those; it makes such a pair of an open window that lacks two (Allis, van den Herik and
 * Huntjens 1993, threat sequences).
 */
#include "bots/eval/evaluation.h"

#include "rules/gomoku.h"

#include <string.h>

enum {
	EVALUATION_GOMOKU_WAYS = 4,
	EVALUATION_GOMOKU_PLANES = 5, /* no window is longer than 19 */
	EVALUATION_GOMOKU_MISSING = 4,
	EVALUATION_GOMOKU_WIN = 20000,
	EVALUATION_GOMOKU_LOSS = 10000,
	EVALUATION_GOMOKU_SOON = 3000
};

/* The worth of a window by the stones that it lacks. */
static const int evaluation_gomoku_worth[EVALUATION_GOMOKU_MISSING + 1] = {0, 250, 60, 12, 2};

struct evaluation_gomoku_cache {
	int words;
	int steps[EVALUATION_GOMOKU_WAYS];
	/* The lowest cells of the windows of each direction. */
	uint64_t windows[EVALUATION_GOMOKU_WAYS][GOMOKU_WORDS];
};

/* The lowest cells of the windows of each seat that lack 1 to 4 stones. */
struct evaluation_gomoku_open {
	uint64_t lacking[2][EVALUATION_GOMOKU_MISSING + 1];
};

/* How many windows of each seat lack 1 to 4 stones. */
struct evaluation_gomoku_counts {
	int lacking[2][EVALUATION_GOMOKU_MISSING + 1];
};

_Static_assert(sizeof(struct evaluation_gomoku_cache) <= EVALUATION_BYTES, "room");

static void evaluation_gomoku_prepare(const struct setup *s, struct evaluation_cache *room)
{
	static const int ways[EVALUATION_GOMOKU_WAYS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
	struct evaluation_gomoku_cache *c = (struct evaluation_gomoku_cache *)room->bytes;
	struct position start;

	s->rules->start(s, &start);
	struct gomoku_view v = gomoku_view(s, &start);
	*c = (struct evaluation_gomoku_cache){.words = (v.columns * v.rows + 63) / 64};
	for (int i = 0; i < EVALUATION_GOMOKU_WAYS; i++) {
		c->steps[i] = ways[i][0] + ways[i][1] * v.columns;
		for (int cell = 0; cell < v.columns * v.rows; cell++) {
			int column = cell % v.columns + (v.row - 1) * ways[i][0];
			int row = cell / v.columns + (v.row - 1) * ways[i][1];
			if (column >= 0 && column < v.columns && row < v.rows)
				c->windows[i][cell / 64] |= UINT64_C(1) << cell % 64;
		}
	}
}

/* Word number i of a set moved down by this many cells. */
static uint64_t evaluation_gomoku_word(const uint64_t *cells, int i, int by)
{
	int from = i + by / 64, bit = by % 64;
	uint64_t low = from < GOMOKU_WORDS ? cells[from] >> bit : 0;
	uint64_t high = from + 1 < GOMOKU_WORDS && bit > 0 ? cells[from + 1] << (64 - bit) : 0;

	return low | high;
}

/* The windows of a direction that begin in a word and have stones of one seat only. */
static struct evaluation_gomoku_open evaluation_gomoku_open(
	const struct evaluation_gomoku_cache *c, const struct gomoku_view *v, int way, int word)
{
	struct evaluation_gomoku_open open;
	uint64_t planes[2][EVALUATION_GOMOKU_PLANES] = {{0}}, any[2] = {0, 0};

	for (int k = 0; k < v->row; k++) {
		for (int i = 0; i < 2; i++) {
			uint64_t carry =
				evaluation_gomoku_word(v->stones[i], word, k * c->steps[way]);
			any[i] |= carry;
			for (int n = 0; carry != 0; n++) {
				uint64_t next = planes[i][n] & carry;
				planes[i][n] ^= carry;
				carry = next;
			}
		}
	}
	for (int i = 0; i < 2; i++) {
		uint64_t alone = c->windows[way][word] & any[i] & ~any[1 - i];
		for (int lack = 1; lack <= EVALUATION_GOMOKU_MISSING; lack++) {
			uint64_t match = lack < v->row ? alone : 0;
			for (int n = 0; n < EVALUATION_GOMOKU_PLANES && match != 0; n++)
				match &= (v->row - lack) >> n & 1 ? planes[i][n] : ~planes[i][n];
			open.lacking[i][lack] = match;
		}
	}
	return open;
}

static struct evaluation_gomoku_counts evaluation_gomoku_counted(
	const struct setup *s, const struct position *p, const struct evaluation_cache *room)
{
	const struct evaluation_gomoku_cache *c =
		(const struct evaluation_gomoku_cache *)room->bytes;
	struct gomoku_view v = gomoku_view(s, p);
	struct evaluation_gomoku_counts counts;

	memset(&counts, 0, sizeof counts);
	for (int way = 0; way < EVALUATION_GOMOKU_WAYS; way++)
		for (int word = 0; word < c->words; word++) {
			struct evaluation_gomoku_open open =
				evaluation_gomoku_open(c, &v, way, word);
			for (int i = 0; i < 2; i++)
				for (int lack = 1; lack <= EVALUATION_GOMOKU_MISSING; lack++)
					counts.lacking[i][lack] +=
						__builtin_popcountll(open.lacking[i][lack]);
		}
	return counts;
}

/* A cell is worth what the windows are that go through it, to fill or to close them. */
static void evaluation_gomoku_gains(const struct setup *s, const struct position *p,
	const move *moves, int count, int *gains, const struct evaluation_cache *room)
{
	const struct evaluation_gomoku_cache *c =
		(const struct evaluation_gomoku_cache *)room->bytes;
	struct gomoku_view v = gomoku_view(s, p);
	int worth[GOMOKU_CELLS] = {0};

	for (int way = 0; way < EVALUATION_GOMOKU_WAYS; way++)
		for (int word = 0; word < c->words; word++) {
			struct evaluation_gomoku_open open =
				evaluation_gomoku_open(c, &v, way, word);
			for (int lack = 1; lack <= EVALUATION_GOMOKU_MISSING; lack++) {
				uint64_t set = open.lacking[0][lack] | open.lacking[1][lack];
				for (; set != 0; set &= set - 1)
					for (int k = 0; k < v.row; k++)
						worth[word * 64 + __builtin_ctzll(set) +
							k * c->steps[way]] +=
							evaluation_gomoku_worth[lack];
			}
		}
	for (int i = 0; i < count; i++)
		gains[i] = worth[moves[i]] < EVALUATION_GAIN ? worth[moves[i]] : EVALUATION_GAIN;
}

static int64_t evaluation_gomoku_sum(const struct evaluation_gomoku_counts *counts, int seat)
{
	int64_t sum = 0;

	for (int lack = 1; lack <= EVALUATION_GOMOKU_MISSING; lack++)
		sum += evaluation_gomoku_worth[lack] *
		       (counts->lacking[seat - 1][lack] - counts->lacking[2 - seat][lack]);
	return sum;
}

static int64_t evaluation_gomoku_lines_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	struct evaluation_gomoku_counts counts = evaluation_gomoku_counted(s, p, room);

	return evaluation_gomoku_sum(&counts, seat);
}

static int64_t evaluation_gomoku_threats_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	struct evaluation_gomoku_counts counts = evaluation_gomoku_counted(s, p, room);
	int mover = s->rules->to_move(s, p);
	const int *own = counts.lacking[mover - 1], *other = counts.lacking[2 - mover];
	int64_t sign = mover == seat ? 1 : -1, sum = evaluation_gomoku_sum(&counts, seat);

	if (own[1] > 0)
		return sum + sign * EVALUATION_GOMOKU_WIN;
	if (other[1] > 1)
		return sum - sign * EVALUATION_GOMOKU_LOSS;
	/* Three windows that lack two are three in a row with room at both ends, or more. */
	if (other[1] == 0 && own[2] > 2)
		return sum + sign * EVALUATION_GOMOKU_SOON;
	return sum;
}

const struct evaluation evaluation_gomoku_threats = {
	.game = "gomoku",
	.name = "threats",
	.help = "lines, and the threats that the seat to move can complete or cannot close",
	.prepare = evaluation_gomoku_prepare,
	.value = evaluation_gomoku_threats_value,
	.gains = evaluation_gomoku_gains,
};

const struct evaluation evaluation_gomoku_lines = {
	.game = "gomoku",
	.name = "lines",
	.help = "lines that can still be won, by the stones that they lack",
	.prepare = evaluation_gomoku_prepare,
	.value = evaluation_gomoku_lines_value,
	.gains = evaluation_gomoku_gains,
};
