/*
 * kalah.c - seeds are sown around the board; more seeds in the end win.
 *
 * A move takes all seeds of an own pit and sows them one by one counter-clockwise, own store
 * included, the other's left out. A last seed in the own store: the same seat moves again. A last
 * seed in an own pit that was empty, with seeds opposite: both go to the own store (with
 * empty-capture=1, as Irving, Donkers and Uiterwijk play it, also with none opposite). When the
 * pits of either seat are all empty, the game is over, and the other keeps the seeds of its pits.
 * With majority=1 it is also over when a store has more than half of all seeds, which never changes
 * the winner.
 *
 * A move is the number of a pit from the mover's left. The number of the full move counts turns: it
 * stays while a seat moves again.
 */
#include "rules/kalah.h"

#include <string.h>

#include "rules/turn.h"

enum {
	KALAH_PITS,
	KALAH_SEEDS,
	KALAH_EMPTY_CAPTURE,
	KALAH_MAJORITY,
	KALAH_SEEDS_MOST = 10,
	KALAH_ROW = 16, /* bytes of a seat's pits and store */
	KALAH_WORDS = KALAH_ROW / 8
};

struct kalah_setup {
	int pits;
	int seeds;
	int empty_capture;
	int majority;
};

struct kalah_position {
	uint8_t seeds[2][KALAH_ROW]; /* each seat's pits, its store, and zeros */
	struct turn turn;
	bool over;
};

_Static_assert(sizeof(struct kalah_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct kalah_position) <= POSITION_BYTES, "room");
_Static_assert(2 * KALAH_PITS_MOST * KALAH_SEEDS_MOST <= UINT8_MAX, "a store may hold all");
_Static_assert((int)KALAH_PITS_MOST < KALAH_ROW, "room");

static const struct kalah_setup *kalah_of(const struct setup *s)
{
	return (const struct kalah_setup *)s->bytes;
}

static const struct kalah_position *kalah_at(const struct position *p)
{
	return (const struct kalah_position *)p->bytes;
}

static bool kalah_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct kalah_setup *k = (struct kalah_setup *)s->bytes;
	return text_parameter("pits", texts[KALAH_PITS], 1, KALAH_PITS_MOST, &k->pits, err) &&
	       text_parameter("seeds", texts[KALAH_SEEDS], 1, KALAH_SEEDS_MOST, &k->seeds, err) &&
	       text_parameter(
		       "empty-capture", texts[KALAH_EMPTY_CAPTURE], 0, 1, &k->empty_capture, err) &&
	       text_parameter("majority", texts[KALAH_MAJORITY], 0, 1, &k->majority, err);
}

static void kalah_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct kalah_setup *k = kalah_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, (const int[]){k->pits, k->seeds, k->empty_capture, k->majority}[i]);
	text_end(&out);
}

static void kalah_start(const struct setup *s, struct position *p)
{
	const struct kalah_setup *k = kalah_of(s);
	*p = (struct position){0};
	struct kalah_position *at = (struct kalah_position *)p->bytes;
	for (int i = 0; i < 2; i++)
		memset(at->seeds[i], k->seeds, (size_t)k->pits);
	at->turn = (struct turn){.seat = 1, .number = 1};
}

static int kalah_to_move(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct kalah_position *at = kalah_at(p);
	return at->over || at->turn.out != 0 ? 0 : at->turn.seat;
}

static int kalah_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	int seat = kalah_to_move(s, p), count = 0;
	for (int pit = 0; pit < kalah_of(s)->pits && seat != 0; pit++)
		if (kalah_at(p)->seeds[seat - 1][pit] > 0)
			moves[count++] = (move)pit;
	return count;
}

static int kalah_in_pits(const struct kalah_setup *k, const uint8_t *seeds)
{
	int sum = 0;
	for (int pit = 0; pit < k->pits; pit++)
		sum += seeds[pit];
	return sum;
}

/* Sows the seeds of a pit. Returns where the last fell, as a number of own pit or store; -1: at
 * the other's side. */
static int kalah_sow(const struct kalah_setup *k, uint8_t *own, uint8_t *other, int pit)
{
	int hand = own[pit], at = pit;
	own[pit] = 0;
	for (;;) {
		while (++at <= k->pits) {
			own[at]++;
			if (--hand == 0)
				return at;
		}
		for (at = 0; at < k->pits; at++) {
			other[at]++;
			if (--hand == 0)
				return -1;
		}
		at = -1;
	}
}

/* Has a store more than half of all seeds? */
static bool kalah_has_most(const struct kalah_setup *k, const uint8_t *seeds)
{
	return seeds[k->pits] > k->pits * k->seeds;
}

static bool kalah_is_over(const struct kalah_setup *k, const struct kalah_position *at)
{
	const uint8_t *one = at->seeds[0], *two = at->seeds[1];
	return kalah_in_pits(k, one) == 0 || kalah_in_pits(k, two) == 0 ||
	       (k->majority && (kalah_has_most(k, one) || kalah_has_most(k, two)));
}

static void kalah_play(const struct setup *s, struct position *p, move m)
{
	const struct kalah_setup *k = kalah_of(s);
	struct kalah_position *at = (struct kalah_position *)p->bytes;
	uint8_t *own = at->seeds[at->turn.seat - 1], *other = at->seeds[2 - at->turn.seat];
	assert((int)m < k->pits && own[m] > 0);
	int last = kalah_sow(k, own, other, (int)m);
	int opposite = k->pits - 1 - last;
	if (last >= 0 && last < k->pits && own[last] == 1 &&
		(other[opposite] > 0 || k->empty_capture)) {
		own[k->pits] = (uint8_t)(own[k->pits] + other[opposite] + 1);
		own[last] = other[opposite] = 0;
	}
	at->over = kalah_is_over(k, at);
	if (last != k->pits)
		turn_pass(&at->turn, 2);
}

static void kalah_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct kalah_position *at = (struct kalah_position *)p->bytes;
	if (kalah_to_move(s, p) != 0)
		at->turn.out = (uint8_t)(1u << (seat - 1));
}

static void kalah_scores(const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	const struct kalah_setup *k = kalah_of(s);
	const struct kalah_position *at = kalah_at(p);
	int lead = kalah_in_pits(k, at->seeds[0]) + at->seeds[0][k->pits] -
		   kalah_in_pits(k, at->seeds[1]) - at->seeds[1][k->pits];
	scores[0] = at->over ? (lead > 0) - (lead < 0) : 0;
	scores[1] = -scores[0];
}

static int kalah_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)s, (void)p;
	text[0] = (char)('a' + m);
	text[1] = '\0';
	return 1;
}

static void kalah_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct kalah_position *at = kalah_at(p);
	struct text out = text_begin(text, POSITION_TEXT);
	for (int i = 0; i < 2; i++) {
		for (int pit = 0; pit <= kalah_of(s)->pits; pit++) {
			if (pit > 0)
				text_char(&out, '.');
			text_number(&out, at->seeds[i][pit]);
		}
		if (i == 0)
			text_char(&out, '/');
	}
	turn_write(&at->turn, NULL, &out);
	text_end(&out);
}

/* Takes the pits and the store of a seat, in all no more than most; returns the seeds left, or -1.
 */
static int kalah_take(const char **text, int pits, int most, uint8_t *seeds)
{
	for (int pit = 0; pit <= pits; pit++) {
		int64_t number;
		if (pit > 0 && *(*text)++ != '.')
			return -1;
		if (!text_take_number(text, &number) || number < 0 || number > most)
			return -1;
		seeds[pit] = (uint8_t)number;
		most -= (int)number;
	}
	return most;
}

/* Refuses what play cannot have led to, and fills in whether the game is over. */
static bool kalah_judge(const struct kalah_setup *k, struct kalah_position *at, struct error *err)
{
	at->over = kalah_is_over(k, at);
	if (at->turn.number == 1 && at->turn.seat == 1 && at->seeds[1][k->pits] > 0)
		return error_set(err, "seat 2 has seeds in its store before its first move");
	if (at->over && at->turn.out != 0)
		return error_set(err, "the game is over; no seat can give up");
	return true;
}

static bool kalah_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	const struct kalah_setup *k = kalah_of(s);
	*p = (struct position){0};
	struct kalah_position *at = (struct kalah_position *)p->bytes;
	const char *whole = text;
	int left = kalah_take(&text, k->pits, 2 * k->pits * k->seeds, at->seeds[0]);
	if (left < 0 || *text++ != '/' || kalah_take(&text, k->pits, left, at->seeds[1]) != 0 ||
		(*text != ' ' && *text != '\0'))
		return error_set(err,
			"a position starts with %d pits and the store of seat 1, /, the same of seat 2, %d seeds in all, and not \"%.40s\"",
			k->pits, 2 * k->pits * k->seeds, whole);
	return turn_read(&at->turn, NULL, s->seats, text, err) && kalah_judge(k, at, err);
}

static uint64_t kalah_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct kalah_position *at = kalah_at(p);
	uint64_t key = (uint64_t)at->turn.out << 8 | at->turn.seat;
	for (int i = 0; i < 2; i++) {
		uint64_t words[KALAH_WORDS];
		memcpy(words, at->seeds[i], sizeof words);
		for (int word = 0; word < KALAH_WORDS; word++)
			key = random_mix(key, words[word]);
	}
	return key;
}

/* Points into the position. */
struct kalah_view kalah_view(const struct setup *s, const struct position *p)
{
	const struct kalah_position *at = kalah_at(p);
	return (struct kalah_view){
		.pits = kalah_of(s)->pits, .seeds = {at->seeds[0], at->seeds[1]}};
}

int kalah_majority(const struct setup *s, const struct position *p)
{
	for (int i = 0; i < 2; i++)
		if (kalah_has_most(kalah_of(s), kalah_at(p)->seeds[i]))
			return i + 1;
	return 0;
}

static const struct parameter kalah_parameters[] = {
	[KALAH_PITS] = {"pits", "6", "pits of each seat, 1 to 12", true},
	[KALAH_SEEDS] = {"seeds", "4", "seeds in each pit at first, 1 to 10", true},
	[KALAH_EMPTY_CAPTURE] = {"empty-capture", "0",
		"1: a last seed in an empty own pit goes to the store with none opposite too",
		false},
	[KALAH_MAJORITY] = {"majority", "0",
		"1: more than half of the seeds in a store end the game", false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_kalah = {
	.name = "kalah",
	.title = "Kalah",
	.summary = "seeds are sown around the board; more seeds in the end win",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct kalah_position),
	.parameters = kalah_parameters,
	.prepare = kalah_prepare,
	.parameter = kalah_parameter,
	.start = kalah_start,
	.to_move = kalah_to_move,
	.moves = kalah_moves,
	.play = kalah_play,
	.forfeit = kalah_forfeit,
	.scores = kalah_scores,
	.move_text = kalah_move_text,
	.write = kalah_write,
	.read = kalah_read,
	.key = kalah_key,
};
