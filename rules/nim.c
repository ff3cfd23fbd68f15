/*
 * nim.c - heaps of tokens; a move takes some from one heap. With misere=1 the seat that takes the
 * last token of all loses, otherwise wins; all others share the other place. Two to four seats.
 *
 * A move is heap * NIM_HEAP_ROOM + number of tokens. The position string is the heaps, `3/4/5`,
 * empty ones as 0, and the turn. When all are empty, the seat before the one to move took the
 * last. A position may be set up with fewer tokens than that many moves could have taken.
 */
#include "rules/nim.h"

#include "rules/turn.h"

enum {
	NIM_HEAPS,
	NIM_TAKE,
	NIM_MISERE,
	NIM_HEAPS_MAX = 26,
	NIM_HEAP_MAX = 9999,
	NIM_HEAP_ROOM = 16384
};

struct nim_setup {
	int count; /* heaps */
	int take;  /* 0: any number */
	int misere;
	uint16_t heaps[NIM_HEAPS_MAX];
};

struct nim_position {
	uint32_t left; /* tokens in all */
	struct turn turn;
	uint16_t heaps[NIM_HEAPS_MAX];
};

_Static_assert(sizeof(struct nim_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct nim_position) <= POSITION_BYTES, "room");

static const struct nim_setup *nim_of(const struct setup *s)
{
	return (const struct nim_setup *)s->bytes;
}

static const struct nim_position *nim_at(const struct position *p)
{
	return (const struct nim_position *)p->bytes;
}

/* The most that can be taken from a heap. */
static int nim_most(const struct nim_setup *n, int heap)
{
	return n->take != 0 && n->take < heap ? n->take : heap;
}

/* Takes heaps of least or more tokens, split by `/`; returns how many, 0 when they are wrong. */
static int nim_take_heaps(const char **at, int least, uint16_t heaps[NIM_HEAPS_MAX])
{
	for (int count = 0; count < NIM_HEAPS_MAX;) {
		int64_t heap;
		if (!text_take_number(at, &heap) || heap < least || heap > NIM_HEAP_MAX)
			return 0;
		heaps[count++] = (uint16_t)heap;
		if (**at != '/')
			return count;
		(*at)++;
	}
	return 0;
}

static void nim_write_heaps(const uint16_t *heaps, int count, struct text *out)
{
	for (int i = 0; i < count; i++) {
		if (i > 0)
			text_char(out, '/');
		text_number(out, heaps[i]);
	}
}

static bool nim_prepare(struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct nim_setup *n = (struct nim_setup *)s->bytes;
	const char *at = texts[NIM_HEAPS];
	n->count = nim_take_heaps(&at, 1, n->heaps);
	if (n->count == 0 || *at != '\0')
		return error_set(err,
			"heaps \"%.40s\" is not 1 to %d heaps of 1 to %d tokens such as 3/4/5",
			texts[NIM_HEAPS], NIM_HEAPS_MAX, NIM_HEAP_MAX);
	if (!text_parameter("take", texts[NIM_TAKE], 0, NIM_HEAP_MAX, &n->take, err) ||
		!text_parameter("misere", texts[NIM_MISERE], 0, 1, &n->misere, err))
		return false;
	int moves = 0;
	for (int i = 0; i < n->count; i++)
		moves += nim_most(n, n->heaps[i]);
	if (moves > MOVES_MAX)
		return error_set(err,
			"heaps and take make %d legal moves, more than %d: smaller heaps or a smaller take are needed",
			moves, MOVES_MAX);
	return true;
}

static void nim_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct nim_setup *n = nim_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	if (i == NIM_HEAPS)
		nim_write_heaps(n->heaps, n->count, &out);
	else
		text_number(&out, i == NIM_TAKE ? n->take : n->misere);
	text_end(&out);
}

static void nim_start(const struct setup *s, struct position *p)
{
	const struct nim_setup *n = nim_of(s);
	*p = (struct position){0};
	struct nim_position *at = (struct nim_position *)p->bytes;
	at->turn = (struct turn){.seat = 1, .number = 1};
	for (int i = 0; i < n->count; i++) {
		at->heaps[i] = n->heaps[i];
		at->left += n->heaps[i];
	}
}

static int nim_to_move(const struct setup *s, const struct position *p)
{
	const struct nim_position *at = nim_at(p);
	return at->left == 0 || turn_alone(at->turn.out, s->seats) ? 0 : at->turn.seat;
}

static int nim_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (nim_to_move(s, p) == 0)
		return 0;
	const struct nim_setup *n = nim_of(s);
	const struct nim_position *at = nim_at(p);
	int count = 0;
	for (int i = 0; i < n->count; i++) {
		int most = nim_most(n, at->heaps[i]);
		for (int tokens = 1; tokens <= most; tokens++)
			moves[count++] = (move)(i * NIM_HEAP_ROOM + tokens);
	}
	return count;
}

static void nim_play(const struct setup *s, struct position *p, move m)
{
	struct nim_position *at = (struct nim_position *)p->bytes;
	unsigned heap = m / NIM_HEAP_ROOM;
	unsigned tokens = m % NIM_HEAP_ROOM;
	assert(heap < NIM_HEAPS_MAX && tokens >= 1 && tokens <= at->heaps[heap]);
	at->heaps[heap] = (uint16_t)(at->heaps[heap] - tokens);
	at->left -= tokens;
	turn_pass(&at->turn, s->seats);
}

static void nim_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct nim_position *at = (struct nim_position *)p->bytes;
	if (nim_to_move(s, p) != 0)
		turn_forfeit(&at->turn, s->seats, seat);
}

static void nim_turn_to(const struct setup *s, struct position *p, int seat)
{
	(void)s;
	turn_to(&((struct nim_position *)p->bytes)->turn, seat);
}

static unsigned nim_in(const struct setup *s, const struct position *p)
{
	return ((1u << s->seats) - 1) & ~(unsigned)nim_at(p)->turn.out;
}

static void nim_scores(const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	const struct nim_position *at = nim_at(p);
	int last = turn_before(&at->turn, s->seats);
	int sign = nim_of(s)->misere ? -1 : 1;
	for (int seat = 1; seat <= s->seats; seat++)
		scores[seat - 1] = at->left > 0 ? 0 : seat == last ? sign : -sign;
}

static int nim_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)s, (void)p;
	struct text out = text_begin(text, MOVE_TEXT);
	text_char(&out, (char)('a' + m / NIM_HEAP_ROOM));
	text_number(&out, m % NIM_HEAP_ROOM);
	return text_end(&out);
}

static void nim_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct nim_position *at = nim_at(p);
	struct text out = text_begin(text, POSITION_TEXT);
	nim_write_heaps(at->heaps, nim_of(s)->count, &out);
	turn_write(&at->turn, NULL, &out);
	text_end(&out);
}

/* Refuses heaps larger than at the start, and more moves made than tokens are gone. */
static bool nim_judge(const struct setup *s, const struct nim_position *at, struct error *err)
{
	const struct nim_setup *n = nim_of(s);
	uint32_t gone = 0;
	for (int i = 0; i < n->count; i++) {
		if (at->heaps[i] > n->heaps[i])
			return error_set(err, "heap %c has %d tokens, more than %d at first",
				'a' + i, at->heaps[i], n->heaps[i]);
		gone += (uint32_t)(n->heaps[i] - at->heaps[i]);
	}
	if (at->turn.out >> (at->turn.seat - 1) & 1)
		return error_set(err, "p%d is to move and gave up", at->turn.seat);
	uint32_t plies = (at->turn.number - 1) * (uint32_t)s->seats + at->turn.seat - 1;
	if (at->turn.out == 0 && plies > gone)
		return error_set(err, "%u moves cannot have taken only %u tokens", plies, gone);
	if (at->left == 0 && turn_alone(at->turn.out, s->seats))
		return error_set(err, "the game is over; no seat can give up");
	return true;
}

static bool nim_read(const struct setup *s, struct position *p, const char *text, struct error *err)
{
	const struct nim_setup *n = nim_of(s);
	*p = (struct position){0};
	struct nim_position *at = (struct nim_position *)p->bytes;
	const char *whole = text;
	int count = nim_take_heaps(&text, 0, at->heaps);
	if (count != n->count || (*text != ' ' && *text != '\0'))
		return error_set(err,
			"a position starts with %d heaps split by / and not \"%.20s\"", n->count,
			whole);
	for (int i = 0; i < count; i++)
		at->left += at->heaps[i];
	return turn_read(&at->turn, NULL, s->seats, text, err) && nim_judge(s, at, err);
}

static uint64_t nim_key(const struct setup *s, const struct position *p)
{
	const struct nim_setup *n = nim_of(s);
	const struct nim_position *at = nim_at(p);
	uint64_t key = (uint64_t)at->turn.out << 8 | at->turn.seat;
	for (int i = 0; i < n->count; i++)
		key = random_mix(key, at->heaps[i]);
	return key;
}

/* Points into the position. */
struct nim_view nim_view(const struct setup *s, const struct position *p)
{
	const struct nim_setup *n = nim_of(s);
	return (struct nim_view){.count = n->count,
		.take = n->take,
		.misere = n->misere != 0,
		.heaps = nim_at(p)->heaps};
}

static const struct parameter nim_parameters[] = {
	[NIM_HEAPS] = {"heaps", "21", "tokens of each heap, 1 to 26 heaps of 1 to 9999: 3/4/5",
		true},
	[NIM_TAKE] = {"take", "3", "the most tokens a move takes, 0 to 9999; 0 is any number",
		false},
	[NIM_MISERE] = {"misere", "1", "1: the player that takes the last token loses; 0: wins",
		false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_nim = {
	.name = "nim",
	.title = "Nim",
	.summary = "take tokens from one heap; the player that takes the last one loses",
	.seat_counts = 1u << 2 | 1u << 3 | 1u << 4,
	.position_bytes = sizeof(struct nim_position),
	.parameters = nim_parameters,
	.prepare = nim_prepare,
	.parameter = nim_parameter,
	.start = nim_start,
	.to_move = nim_to_move,
	.moves = nim_moves,
	.play = nim_play,
	.forfeit = nim_forfeit,
	.turn_to = nim_turn_to,
	.in = nim_in,
	.scores = nim_scores,
	.move_text = nim_move_text,
	.write = nim_write,
	.read = nim_read,
	.key = nim_key,
};
