/*
 * chinese-checkers.c - pegs cross the star, by steps and by chains of jumps, to the point opposite.
 * Two, three, four or six seats.
 *
 * A move is from-cell * 256 + to-cell, 0 is a pass. moves() goes through the seat's pegs from the
 * bottom row up, each row from the left; for each peg the steps come first, in the same order, and
 * then where jumps lead, the fewest jumps first.
 *
 * Who is home, and in which order they came, is not on the board alone: a seat may count as home
 * in a point that another shares. The position string says it by a last word, `home31`, unless
 * it is just the seats whose pegs fill their points, in the seats' order. A seat that gives up is
 * not home. Plies are counted as though every seat moved in every full move, so that the turn
 * tells when max-plies is reached.
 */
#include "rules/chinese-checkers.h"

#include "rules/turn.h"

#include <string.h>

enum {
	CHECKERS_UNBLOCK,
	CHECKERS_PLIES,
	CHECKERS_PLIES_SEAT = 250, /* max-plies when it is not set, for each seat */
	CHECKERS_PASS = 0
};

struct checkers_setup {
	int unblock;
	int max_plies; /* as set; 0: by the number of seats */
	uint32_t plies;
	uint8_t points[SEATS_MAX];
	uint64_t goals[SEATS_MAX][2];
	struct star star;
	uint64_t keys[SEATS_MAX][STAR_CELLS];
};

struct checkers_position {
	uint64_t pegs[SEATS_MAX][2];
	uint64_t taken[STAR_WORDS];
	uint64_t key; /* of the pegs */
	struct turn turn;
	uint16_t steps[SEATS_MAX];
	uint8_t home; /* bit seat - 1 is set: came home */
	uint8_t homes;
	uint8_t order[SEATS_MAX]; /* the seats that came home */
};

_Static_assert(sizeof(struct checkers_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct checkers_position) <= POSITION_BYTES, "room");

static const struct checkers_setup *checkers_of(const struct setup *s)
{
	return (const struct checkers_setup *)s->bytes;
}

static const struct checkers_position *checkers_at(const struct position *p)
{
	return (const struct checkers_position *)p->bytes;
}

static struct checkers_position *checkers_in(struct position *p)
{
	return (struct checkers_position *)p->bytes;
}

/* Where the seats start. */
static void checkers_points(int seats, uint8_t points[SEATS_MAX])
{
	static const uint8_t all[][SEATS_MAX] = {
		[2] = {0, 3}, [3] = {0, 2, 4}, [4] = {0, 1, 3, 4}, [6] = {0, 1, 2, 3, 4, 5}};
	memcpy(points, all[seats], SEATS_MAX);
}

static int checkers_goal(const struct checkers_setup *c, int seat)
{
	return (c->points[seat - 1] + STAR_POINTS / 2) % STAR_POINTS;
}

static bool checkers_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, char *why, size_t room)
{
	(void)seed;
	struct checkers_setup *c = (struct checkers_setup *)s->bytes;
	if (!text_parameter("unblock", texts[CHECKERS_UNBLOCK], 1, TURN_NUMBER_MAX, &c->unblock,
		    why, room) ||
		!text_parameter("max-plies", texts[CHECKERS_PLIES], 0, TURN_NUMBER_MAX,
			&c->max_plies, why, room))
		return false;
	c->plies = (uint32_t)(c->max_plies != 0 ? c->max_plies : CHECKERS_PLIES_SEAT * s->seats);
	star_init(&c->star);
	checkers_points(s->seats, c->points);
	uint64_t stream = 0;
	for (int seat = 1; seat <= s->seats; seat++) {
		memcpy(c->goals[seat - 1], c->star.points[checkers_goal(c, seat)],
			sizeof c->goals[seat - 1]);
		for (int cell = 0; cell < STAR_CELLS; cell++)
			c->keys[seat - 1][cell] = random_next(&stream);
	}
	return true;
}

static void checkers_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct checkers_setup *c = checkers_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, i == CHECKERS_UNBLOCK ? c->unblock : c->max_plies);
	text_end(&out);
}

static int checkers_pegs(const uint64_t pegs[2])
{
	return __builtin_popcountll(pegs[0]) + __builtin_popcountll(pegs[1]);
}

/* Puts a peg of seat on a free cell. */
static void checkers_put(
	const struct checkers_setup *c, struct checkers_position *at, int seat, int cell)
{
	int place = c->star.place[cell];
	at->pegs[seat - 1][cell / 64] |= UINT64_C(1) << cell % 64;
	at->taken[place / 64] |= UINT64_C(1) << place % 64;
	at->key ^= c->keys[seat - 1][cell];
}

static int checkers_steps(
	const struct checkers_setup *c, const struct checkers_position *at, int seat)
{
	const uint8_t *steps = c->star.steps[checkers_goal(c, seat)];
	int sum = -STAR_FILLED;
	for (int cell = 0; cell < STAR_CELLS; cell++)
		if (at->pegs[seat - 1][cell / 64] >> cell % 64 & 1)
			sum += steps[cell];
	return sum;
}

static void checkers_start(const struct setup *s, struct position *p)
{
	const struct checkers_setup *c = checkers_of(s);
	*p = (struct position){0};
	struct checkers_position *at = checkers_in(p);
	at->turn = (struct turn){.seat = 1, .number = 1};
	for (int seat = 1; seat <= s->seats; seat++) {
		const uint64_t *point = c->star.points[c->points[seat - 1]];
		for (int cell = 0; cell < STAR_CELLS; cell++)
			if (point[cell / 64] >> cell % 64 & 1)
				checkers_put(c, at, seat, cell);
		at->steps[seat - 1] = (uint16_t)checkers_steps(c, at, seat);
	}
}

/* Fewer than two seats that may still move, or max-plies reached. */
static bool checkers_over(const struct setup *s, const struct checkers_position *at)
{
	unsigned left = ((1u << s->seats) - 1) & ~(unsigned)(at->home | at->turn.out);
	uint32_t plies = (at->turn.number - 1) * (uint32_t)s->seats + at->turn.seat - 1;
	return (left & (left - 1)) == 0 || plies >= checkers_of(s)->plies;
}

static int checkers_to_move(const struct setup *s, const struct position *p)
{
	const struct checkers_position *at = checkers_at(p);
	return checkers_over(s, at) ? 0 : at->turn.seat;
}

/* Writes the moves of the peg on a cell. */
static move *checkers_peg(const struct star *star, const uint64_t *taken, int cell, move *moves)
{
	uint8_t queue[64];
	int from = star->place[cell], first = 0, last = 0;
	move origin = (move)cell << 8;
	uint64_t window = star_window(taken, from), around = star->around[from];
	uint64_t seen = UINT64_C(1) << star->slot[from];

	for (uint64_t steps = around & ~window & STAR_STEP_BITS; steps != 0; steps &= steps - 1)
		*moves++ = origin | star->cell[from - STAR_REACH + __builtin_ctzll(steps)];
	for (int place = from;; place = queue[first++]) {
		if (place != from) {
			/* The peg's own cell is free: nothing jumps over it. */
			window = star_window(taken, place) & ~star_bit(from - place);
			around = star->around[place];
		}
		uint64_t jumps = star_behind(window) & around & ~window;
		for (; jumps != 0; jumps &= jumps - 1) {
			int to = place - STAR_REACH + __builtin_ctzll(jumps);
			if (seen >> star->slot[to] & 1)
				continue;
			seen |= UINT64_C(1) << star->slot[to];
			*moves++ = origin | star->cell[to];
			queue[last++] = (uint8_t)to;
		}
		if (first == last)
			return moves;
	}
}

static int checkers_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	const struct star *star = &checkers_of(s)->star;
	const struct checkers_position *at = checkers_at(p);
	if (checkers_over(s, at))
		return 0;
	move *end = moves;
	for (int half = 0; half < 2; half++)
		for (uint64_t pegs = at->pegs[at->turn.seat - 1][half]; pegs != 0; pegs &= pegs - 1)
			end = checkers_peg(star, at->taken, half * 64 + __builtin_ctzll(pegs), end);
	if (end == moves)
		*end++ = CHECKERS_PASS;
	return (int)(end - moves);
}

/* Is the seat home, having just moved? */
static bool checkers_came_home(
	const struct checkers_setup *c, const struct checkers_position *at, int seat)
{
	if (at->steps[seat - 1] == 0)
		return true;
	if (at->turn.number < (uint32_t)c->unblock)
		return false;
	const uint64_t *goal = c->goals[seat - 1];
	const uint64_t *own = at->pegs[seat - 1];
	uint64_t all[2] = {0, 0};
	for (int i = 0; i < SEATS_MAX; i++) {
		all[0] |= at->pegs[i][0];
		all[1] |= at->pegs[i][1];
	}
	return ((goal[0] & ~all[0]) | (goal[1] & ~all[1])) == 0 &&
	       ((goal[0] & own[0]) | (goal[1] & own[1])) != 0;
}

static void checkers_add_home(struct checkers_position *at, int seat)
{
	at->home |= (uint8_t)(1u << (seat - 1));
	at->order[at->homes++] = (uint8_t)seat;
}

static void checkers_play(const struct setup *s, struct position *p, move m)
{
	const struct checkers_setup *c = checkers_of(s);
	struct checkers_position *at = checkers_in(p);
	int seat = at->turn.seat, i = seat - 1;
	if (m != CHECKERS_PASS) {
		int from = checkers_from(m), to = checkers_to(m);
		int out = c->star.place[from], in = c->star.place[to];
		const uint8_t *steps = c->star.steps[checkers_goal(c, seat)];
		assert(at->pegs[i][from / 64] >> from % 64 & 1);
		at->pegs[i][from / 64] ^= UINT64_C(1) << from % 64;
		at->pegs[i][to / 64] ^= UINT64_C(1) << to % 64;
		at->taken[out / 64] ^= UINT64_C(1) << out % 64;
		at->taken[in / 64] ^= UINT64_C(1) << in % 64;
		at->key ^= c->keys[i][from] ^ c->keys[i][to];
		at->steps[i] = (uint16_t)(at->steps[i] + steps[to] - steps[from]);
	}
	if (checkers_came_home(c, at, seat))
		checkers_add_home(at, seat);
	turn_pass_over(&at->turn, s->seats, at->home);
}

static void checkers_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct checkers_position *at = checkers_in(p);
	int kept = 0;
	if (checkers_over(s, at))
		return;
	for (int i = 0; i < at->homes; i++)
		if (at->order[i] != seat)
			at->order[kept++] = at->order[i];
	memset(at->order + kept, 0, (size_t)(SEATS_MAX - kept));
	at->homes = (uint8_t)kept;
	at->home &= (uint8_t) ~(1u << (seat - 1));
	at->turn.out |= (uint8_t)(1u << (seat - 1));
	if (at->turn.seat == seat)
		turn_pass_over(&at->turn, s->seats, at->home);
}

static void checkers_turn_to(const struct setup *s, struct position *p, int seat)
{
	(void)s;
	struct checkers_position *at = checkers_in(p);
	assert((at->home >> (seat - 1) & 1) == 0);
	turn_to(&at->turn, seat);
}

/* A seat's place in the order, from best: the homes as they came, then by steps. */
static int checkers_place(const struct checkers_position *at, int seat)
{
	for (int i = 0; i < at->homes; i++)
		if (at->order[i] == seat)
			return i - SEATS_MAX;
	return at->steps[seat - 1];
}

/* How many seats are behind each, less those ahead. */
static void checkers_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	int places[SEATS_MAX];
	for (int i = 0; i < s->seats; i++)
		places[i] = checkers_place(checkers_at(p), i + 1);
	for (int i = 0; i < s->seats; i++) {
		scores[i] = 0;
		for (int j = 0; j < s->seats; j++)
			scores[i] += (places[j] > places[i]) - (places[j] < places[i]);
	}
}

static void checkers_write_cell(const struct star *star, int cell, struct text *out)
{
	text_char(out, (char)('a' + star->x[cell] + 8));
	text_number(out, star->y[cell] + 9);
}

static int checkers_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)p;
	const struct star *star = &checkers_of(s)->star;
	struct text out = text_begin(text, MOVE_TEXT);
	if (m == CHECKERS_PASS) {
		text_string(&out, "pass");
	} else {
		checkers_write_cell(star, checkers_from(m), &out);
		checkers_write_cell(star, checkers_to(m), &out);
	}
	return text_end(&out);
}

/* Whose peg is on a cell, 0: nobody's. */
static int checkers_owner(const struct checkers_position *at, int cell)
{
	for (int i = 0; i < SEATS_MAX; i++)
		if (at->pegs[i][cell / 64] >> cell % 64 & 1)
			return i + 1;
	return 0;
}

/* The seats whose pegs fill their points, in the seats' order; returns how many. */
static int checkers_filled(
	const struct setup *s, const struct checkers_position *at, uint8_t order[SEATS_MAX])
{
	int count = 0;
	for (int seat = 1; seat <= s->seats; seat++)
		if (at->steps[seat - 1] == 0 && (at->turn.out >> (seat - 1) & 1) == 0)
			order[count++] = (uint8_t)seat;
	return count;
}

static void checkers_write_row(
	const struct star *star, const struct checkers_position *at, int y, struct text *out)
{
	int first, last, free = 0;
	star_row(y, &first, &last);
	for (int x = first; x <= last; x++) {
		int owner = checkers_owner(at, star_cell(star, x, y));
		free += owner == 0;
		if (free > 0 && (owner != 0 || x == last)) {
			text_number(out, free);
			free = 0;
		}
		if (owner != 0)
			text_char(out, (char)('A' + owner - 1));
	}
}

static void checkers_write(
	const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct checkers_position *at = checkers_at(p);
	uint8_t filled[SEATS_MAX];
	struct text out = text_begin(text, POSITION_TEXT);
	for (int y = 8; y >= -8; y--) {
		checkers_write_row(&checkers_of(s)->star, at, y, &out);
		if (y > -8)
			text_char(&out, '/');
	}
	turn_write(&at->turn, NULL, &out);
	if (checkers_filled(s, at, filled) != at->homes ||
		memcmp(filled, at->order, at->homes) != 0) {
		text_string(&out, " home");
		for (int i = 0; i < at->homes; i++)
			text_char(&out, (char)('0' + at->order[i]));
	}
	text_end(&out);
}

/* Takes one row of cells; false with a reason when it has not as many as the star's. */
static bool checkers_take_row(const struct setup *s, struct checkers_position *at, int y,
	const char **text, char *why, size_t room)
{
	const struct checkers_setup *c = checkers_of(s);
	const char *a = *text;
	int first, last, x;
	star_row(y, &first, &last);
	for (x = first; *a != '/' && *a != ' ' && *a != '\0'; a++) {
		int64_t free;
		int seat = *a - 'A' + 1;
		if (seat >= 1 && seat <= s->seats) {
			if (x <= last)
				checkers_put(c, at, seat, star_cell(&c->star, x, y));
			x++;
		} else if (text_take_number(&a, &free) && free >= 1 && free <= STAR_CELLS) {
			x += (int)free;
			a--;
		} else {
			return text_refuse(why, room,
				"row %d holds pegs from A to %c and numbers of free cells, not "
				"\"%.20s\"",
				y + 9, 'A' + s->seats - 1, a);
		}
		if (x > last + 1)
			return text_refuse(why, room, "row %d has %d cells, not more", y + 9,
				last - first + 1);
	}
	if (x <= last)
		return text_refuse(why, room, "row %d has %d cells, not %d", y + 9,
			last - first + 1, x - first);
	*text = a;
	return true;
}

static bool checkers_take_board(const struct setup *s, struct checkers_position *at,
	const char **text, char *why, size_t room)
{
	for (int y = 8; y >= -8; y--) {
		if (!checkers_take_row(s, at, y, text, why, room))
			return false;
		if (y > -8 && *(*text)++ != '/')
			return text_refuse(
				why, room, "a board has 17 rows split by /, not %d", 9 - y);
		if (y == -8 && **text == '/')
			return text_refuse(why, room, "a board has 17 rows, not more");
	}
	for (int seat = 1; seat <= s->seats; seat++) {
		int pegs = checkers_pegs(at->pegs[seat - 1]);
		if (pegs != STAR_PEGS)
			return text_refuse(why, room, "%c has %d pegs, not %d", 'A' + seat - 1,
				pegs, STAR_PEGS);
		at->steps[seat - 1] = (uint16_t)checkers_steps(checkers_of(s), at, seat);
	}
	return true;
}

/* Can the seat, whose pegs do not fill its point, have come home all the same? */
static bool checkers_unblocked(
	const struct checkers_setup *c, const struct checkers_position *at, int seat)
{
	const uint64_t *goal = c->goals[seat - 1], *own = at->pegs[seat - 1];
	uint32_t moved = at->turn.number - (seat >= at->turn.seat);
	return moved >= (uint32_t)c->unblock && ((goal[0] & own[0]) | (goal[1] & own[1])) != 0;
}

/* Refuses home seats that cannot be. */
static bool checkers_judge_home(
	const struct setup *s, const struct checkers_position *at, char *why, size_t room)
{
	for (int seat = 1; seat <= s->seats; seat++) {
		bool home = at->home >> (seat - 1) & 1, out = at->turn.out >> (seat - 1) & 1;
		if (home && out)
			return text_refuse(why, room, "seat %d gave up and is not home", seat);
		if (!home && !out && at->steps[seat - 1] == 0)
			return text_refuse(
				why, room, "seat %d fills its point and must be home too", seat);
		if (home && at->steps[seat - 1] != 0 &&
			!checkers_unblocked(checkers_of(s), at, seat))
			return text_refuse(why, room,
				"seat %d is not home: its pegs do not fill its point", seat);
	}
	return true;
}

static bool checkers_take_home(const struct setup *s, struct checkers_position *at,
	const char *text, char *why, size_t room)
{
	uint8_t order[SEATS_MAX];
	int count = checkers_filled(s, at, order);
	if (*text != '\0') {
		count = turn_take_word(&text, "home", s->seats, order);
		if (count == 0 || *text != '\0')
			return text_refuse(why, room,
				"after the number of the move come only the seats that gave up, "
				"then those that are home, such as \"out2 home31\", not \"%.20s\"",
				text + (*text == ' '));
	}
	for (int i = 0; i < count; i++)
		checkers_add_home(at, order[i]);
	if (!checkers_judge_home(s, at, why, room))
		return false;
	if ((at->home | at->turn.out) >> (at->turn.seat - 1) & 1)
		return text_refuse(why, room, "p%d is to move and %s", at->turn.seat,
			at->home >> (at->turn.seat - 1) & 1 ? "home" : "gave up");
	return true;
}

static bool checkers_read(
	const struct setup *s, struct position *p, const char *text, char *why, size_t room)
{
	*p = (struct position){0};
	struct checkers_position *at = checkers_in(p);
	return checkers_take_board(s, at, &text, why, room) &&
	       turn_take(&at->turn, NULL, s->seats, &text, why, room) &&
	       checkers_take_home(s, at, text, why, room);
}

static uint64_t checkers_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct checkers_position *at = checkers_at(p);
	uint64_t rest = (uint64_t)at->turn.out << 8 | at->turn.seat;
	for (int i = 0; i < at->homes; i++)
		rest = rest << 3 | at->order[i];
	return random_mix(at->key, rest);
}

/* The star is drawn upright, so a column runs up to the right; its letter stands below its lowest
 * cell. */
static void checkers_board(const struct setup *s, const struct position *p, char text[BOARD_TEXT])
{
	enum { LEFT = 13, WIDTH = 27 };
	const struct star *star = &checkers_of(s)->star;
	struct text out = text_begin(text, BOARD_TEXT);
	for (int y = 8; y >= -9; y--) {
		char line[WIDTH + 1];
		int length = 0;
		memset(line, ' ', WIDTH);
		for (int x = -8; x <= 8; x++) {
			int cell = star_cell(star, x, y), above = star_cell(star, x, y + 1);
			int column = LEFT + 2 * x + y;
			if (cell == STAR_NONE && above == STAR_NONE)
				continue;
			int owner = cell == STAR_NONE ? 0 : checkers_owner(checkers_at(p), cell);
			line[column] = (char)(cell == STAR_NONE ? 'a' + x + 8
					      : owner != 0	? 'A' + owner - 1
								: '.');
			length = column + 1 > length ? column + 1 : length;
		}
		line[length] = '\0';
		text_char(&out, y + 9 >= 10 ? '1' : ' ');
		text_char(&out, y + 9 >= 1 ? (char)('0' + (y + 9) % 10) : ' ');
		text_string(&out, "  ");
		text_string(&out, line);
		text_char(&out, '\n');
	}
	text_end(&out);
}

struct checkers_view checkers_view(const struct setup *s, const struct position *p)
{
	const struct checkers_setup *c = checkers_of(s);
	const struct checkers_position *at = checkers_at(p);
	return (struct checkers_view){.star = &c->star,
		.goals = c->goals,
		.pegs = at->pegs,
		.taken = at->taken,
		.steps = at->steps,
		.home = at->home,
		.out = at->turn.out,
		.to_move = at->turn.seat,
		.number = at->turn.number};
}

static const struct parameter checkers_parameters[] = {
	[CHECKERS_UNBLOCK] = {"unblock", "100",
		"from this own move on, a full point that one shares is home, 1 to 1000000"},
	[CHECKERS_PLIES] = {"max-plies", "0",
		"the game ends after that many, 1 to 1000000; 0 is 250 a seat"},
	{NULL, NULL, NULL},
};

const struct rules rules_chinese_checkers = {
	.name = "chinese-checkers",
	.summary = "step and jump to the point of the star opposite",
	.seat_counts = 1u << 2 | 1u << 3 | 1u << 4 | 1u << 6,
	.letters = "ABCDEF",
	.parameters = checkers_parameters,
	.prepare = checkers_prepare,
	.parameter = checkers_parameter,
	.start = checkers_start,
	.to_move = checkers_to_move,
	.moves = checkers_moves,
	.play = checkers_play,
	.forfeit = checkers_forfeit,
	.turn_to = checkers_turn_to,
	.scores = checkers_scores,
	.move_text = checkers_move_text,
	.write = checkers_write,
	.read = checkers_read,
	.key = checkers_key,
	.board = checkers_board,
};
