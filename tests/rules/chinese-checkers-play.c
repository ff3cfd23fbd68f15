/*
 * chinese-checkers-play.c - a million moves of chinese checkers, some at random and some homeward,
 * each judged by a second telling of the rules: pegs as letters on a grid of plain coordinates,
 * slow and straight, that shares nothing with rules/. After every move the position string, the
 * seat to move, all legal moves and the order of the seats are compared.
 */
#include "rules/rules.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

/* The grid is wide enough that a jump from any cell of the star stays on it. */
enum {
	GRID_MIDDLE = 10,
	GRID = 2 * GRID_MIDDLE + 1,
	GRID_TIP = 8,
	GRID_PEGS = 10,
	GRID_MOVES = 512
};

#ifdef __SANITIZE_ADDRESS__
enum { PLAY_MOVES = 100 * 1000 };
#else
enum { PLAY_MOVES = 1000 * 1000 };
#endif

struct play_cell {
	int x, y;
};

struct play_board {
	char grid[GRID][GRID]; /* a seat's letter, . free, # not of the star */
	int seats, unblock, plies;
	int seat, number;
	int homes, order[SEATS_MAX];
	bool out[SEATS_MAX];
	struct play_cell start[SEATS_MAX][GRID_PEGS];
};

/* The moves of a seat: from and to, none for a pass. */
struct play_moves {
	int count;
	struct play_cell from[GRID_MOVES], to[GRID_MOVES];
};

static const char *const play_starts[] = {
	[2] = "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1",
	[3] = "1/2/3/4/BBBB5CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/AAAA/AAA/AA/A p1 1",
	[4] = "C/CC/CCC/CCCC/9DDDD/9DDD/9DD/9D/9/B9/BB9/BBB9/BBBB9/AAAA/AAA/AA/A p1 1",
	[6] = "D/DD/DDD/DDDD/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/B8F/BB7FF/BBB6FFF/BBBB5FFFF/"
	      "AAAA/AAA/AA/A p1 1",
};

static const int play_ways[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};

static char *play_at(struct play_board *b, int x, int y)
{
	return &b->grid[y + GRID_MIDDLE][x + GRID_MIDDLE];
}

static bool play_on_star(int x, int y)
{
	int z = -x - y;
	return (x >= -4 && y >= -4 && z >= -4) || (x <= 4 && y <= 4 && z <= 4);
}

/* Reads the board of a start string. */
static void play_begin(struct play_board *b, const char *string)
{
	int pegs[SEATS_MAX] = {0};
	memset(b->grid, '#', sizeof b->grid);
	for (int y = GRID_TIP; y >= -GRID_TIP; y--) {
		int free = 0;
		for (int x = -GRID_TIP; x <= GRID_TIP; x++) {
			if (!play_on_star(x, y))
				continue;
			if (free == 0 && *string >= '0' && *string <= '9')
				free = (int)strtol(string, (char **)&string, 10);
			*play_at(b, x, y) = free > 0 ? '.' : *string;
			if (free > 0) {
				free--;
				continue;
			}
			int i = *string++ - 'A';
			b->start[i][pegs[i]++] = (struct play_cell){x, y};
		}
		string++;
	}
	b->seat = b->number = 1;
	b->homes = 0;
	memset(b->out, 0, sizeof b->out);
	memset(b->order, 0, sizeof b->order);
}

static bool play_is_home(const struct play_board *b, int seat)
{
	for (int i = 0; i < b->homes; i++)
		if (b->order[i] == seat)
			return true;
	return false;
}

static int play_left(const struct play_board *b)
{
	int left = 0;
	for (int seat = 1; seat <= b->seats; seat++)
		left += !b->out[seat - 1] && !play_is_home(b, seat);
	return left;
}

static bool play_over(const struct play_board *b)
{
	return play_left(b) < 2 || (b->number - 1) * b->seats + b->seat - 1 >= b->plies;
}

/* From a cell to where the tip of the seat's start is mirrored. */
static int play_way(const struct play_board *b, int seat, struct play_cell c)
{
	struct play_cell tip = b->start[seat - 1][0];
	for (int i = 0; i < GRID_PEGS; i++) {
		struct play_cell s = b->start[seat - 1][i];
		if (abs(s.x) == GRID_TIP || abs(s.y) == GRID_TIP || abs(s.x + s.y) == GRID_TIP)
			tip = (struct play_cell){-s.x, -s.y};
	}
	return (abs(c.x - tip.x) + abs(c.y - tip.y) + abs(c.x + c.y - tip.x - tip.y)) / 2;
}

static int play_steps(struct play_board *b, int seat)
{
	int sum = -20;
	for (int y = -GRID_TIP; y <= GRID_TIP; y++)
		for (int x = -GRID_TIP; x <= GRID_TIP; x++)
			if (*play_at(b, x, y) == 'A' + seat - 1)
				sum += play_way(b, seat, (struct play_cell){x, y});
	return sum;
}

/* How many of the seat's pegs, and of all pegs, are in the point opposite of its start. */
static void play_look_home(struct play_board *b, int seat, int *own, int *taken)
{
	*own = *taken = 0;
	for (int i = 0; i < GRID_PEGS; i++) {
		struct play_cell c = b->start[seat - 1][i];
		char peg = *play_at(b, -c.x, -c.y);
		*own += peg == 'A' + seat - 1;
		*taken += peg != '.';
	}
}

static bool play_came_home(struct play_board *b, int seat)
{
	int own, taken;
	play_look_home(b, seat, &own, &taken);
	return own == GRID_PEGS || (b->number >= b->unblock && taken == GRID_PEGS && own > 0);
}

static void play_next(struct play_board *b)
{
	do {
		if (b->seat == b->seats)
			b->number++;
		b->seat = b->seat % b->seats + 1;
	} while (b->out[b->seat - 1] || play_is_home(b, b->seat));
}

static void play_move(
	struct play_board *b, const struct play_cell *from, const struct play_cell *to)
{
	int seat = b->seat;
	if (from != NULL) {
		*play_at(b, to->x, to->y) = *play_at(b, from->x, from->y);
		*play_at(b, from->x, from->y) = '.';
	}
	if (play_came_home(b, seat))
		b->order[b->homes++] = seat;
	play_next(b);
}

static void play_forfeit(struct play_board *b, int seat)
{
	int kept = 0;
	for (int i = 0; i < b->homes; i++)
		if (b->order[i] != seat)
			b->order[kept++] = b->order[i];
	b->homes = kept;
	b->out[seat - 1] = true;
	if (b->seat == seat)
		play_next(b);
}

static void play_add(struct play_moves *m, struct play_cell from, int x, int y)
{
	if (m->count == GRID_MOVES)
		ck_abort_msg("too many moves");
	m->from[m->count] = from;
	m->to[m->count++] = (struct play_cell){x, y};
}

/* Jumps on from x, y; marks cells that were reached. The own cell is free meanwhile. */
static void play_jump(struct play_board *b, struct play_cell from, int x, int y,
	struct play_moves *m, bool reached[GRID][GRID])
{
	for (int i = 0; i < 6; i++) {
		int over_x = x + play_ways[i][0], over_y = y + play_ways[i][1];
		int to_x = over_x + play_ways[i][0], to_y = over_y + play_ways[i][1];
		char over = *play_at(b, over_x, over_y);
		if (over == '.' || over == '#' || *play_at(b, to_x, to_y) != '.' ||
			reached[to_y + GRID_MIDDLE][to_x + GRID_MIDDLE])
			continue;
		reached[to_y + GRID_MIDDLE][to_x + GRID_MIDDLE] = true;
		if (to_x != from.x || to_y != from.y)
			play_add(m, from, to_x, to_y);
		play_jump(b, from, to_x, to_y, m, reached);
	}
}

static void play_moves(struct play_board *b, struct play_moves *m)
{
	m->count = 0;
	for (int y = -GRID_TIP; y <= GRID_TIP; y++)
		for (int x = -GRID_TIP; x <= GRID_TIP; x++) {
			struct play_cell from = {x, y};
			char *peg = play_at(b, x, y);
			if (*peg != 'A' + b->seat - 1)
				continue;
			bool reached[GRID][GRID] = {{false}};
			for (int i = 0; i < 6; i++)
				if (*play_at(b, x + play_ways[i][0], y + play_ways[i][1]) == '.')
					play_add(m, from, x + play_ways[i][0], y + play_ways[i][1]);
			*peg = '.';
			play_jump(b, from, x, y, m, reached);
			*peg = (char)('A' + b->seat - 1);
		}
}

/* Is a seat home that does not fill its point, or did they come in another order? */
static bool play_tells_home(struct play_board *b)
{
	int filled = 0;
	for (int seat = 1; seat <= b->seats; seat++) {
		int own, taken;
		play_look_home(b, seat, &own, &taken);
		if (b->out[seat - 1] || own != GRID_PEGS)
			continue;
		if (filled == b->homes || b->order[filled++] != seat)
			return true;
	}
	return filled != b->homes;
}

static void play_write(struct play_board *b, char text[POSITION_TEXT])
{
	char *t = text;
	for (int y = GRID_TIP; y >= -GRID_TIP; y--) {
		int free = 0;
		for (int x = -GRID_TIP; x <= GRID_TIP; x++) {
			char c = *play_at(b, x, y);
			free += c == '.';
			if (free > 0 && (c != '.' || *play_at(b, x + 1, y) == '#')) {
				t += sprintf(t, "%d", free);
				free = 0;
			}
			if (c != '.' && c != '#')
				*t++ = c;
		}
		*t++ = '/';
	}
	t += sprintf(t - 1, " p%d %d", b->seat, b->number) - 1;
	for (int seat = 1, first = 1; seat <= b->seats; seat++)
		if (b->out[seat - 1]) {
			t += sprintf(t, "%s%d", first ? " out" : "", seat);
			first = 0;
		}
	if (play_tells_home(b)) {
		t += sprintf(t, " home");
		for (int i = 0; i < b->homes; i++)
			t += sprintf(t, "%d", b->order[i]);
	}
}

/* Compares the seats' order by scores. */
static void play_check_scores(struct play_board *b, const struct setup *s, const struct position *p)
{
	int64_t scores[SEATS_MAX];
	int places[SEATS_MAX], wrong = 0;
	for (int seat = 1; seat <= b->seats; seat++)
		places[seat - 1] = play_steps(b, seat);
	for (int i = 0; i < b->homes; i++)
		places[b->order[i] - 1] = i - 100;
	s->rules->scores(s, p, scores);
	for (int i = 0; i < b->seats; i++)
		for (int j = 0; j < b->seats; j++)
			wrong += (scores[i] > scores[j]) != (places[i] < places[j]);
	ck_assert_int_eq(wrong, 0);
}

static struct play_cell play_take(const char **text)
{
	int x = *(*text)++ - 'i';
	return (struct play_cell){x, (int)strtol(*text, (char **)text, 10) - 9};
}

/* All legal moves are those of the grid, each once; which[i] is the grid's number of move i. */
static void play_check_moves(const struct setup *s, const struct position *p, const move *moves,
	int count, const struct play_moves *m, int *which)
{
	static int number[GRID][GRID][GRID][GRID]; /* of a move of the grid, counted from 1 */
	for (int i = 0; i < m->count; i++)
		number[m->from[i].x + GRID_MIDDLE][m->from[i].y + GRID_MIDDLE]
		      [m->to[i].x + GRID_MIDDLE][m->to[i].y + GRID_MIDDLE] = i + 1;
	if (count != (m->count > 0 ? m->count : 1))
		ck_abort_msg("%d moves, not %d", count, m->count);
	for (int i = 0; i < count; i++) {
		char text[MOVE_TEXT];
		const char *at = text;
		s->rules->move_text(s, p, moves[i], text);
		if (m->count == 0) {
			ck_assert_str_eq(text, "pass");
			which[0] = 0;
			return;
		}
		struct play_cell from = play_take(&at), to = play_take(&at);
		int *n = &number[from.x + GRID_MIDDLE][from.y + GRID_MIDDLE][to.x + GRID_MIDDLE]
				[to.y + GRID_MIDDLE];
		if (*n == 0 || *at != '\0')
			ck_abort_msg("%s is no move, or one twice", text);
		which[i] = *n - 1;
		*n = 0;
	}
}

/* How much a move of the grid shortens the way home. */
static int play_gain(const struct play_board *b, const struct play_moves *m, int i)
{
	if (m->count == 0)
		return 0;
	return play_way(b, b->seat, m->from[i]) - play_way(b, b->seat, m->to[i]);
}

struct play_row {
	int seats;
	const char *settings[2];
	int unblock, plies;
	int tries;	   /* the best of this many random moves is played */
	int forfeits;	   /* one in this many moves, 0: none */
	int share;	   /* of the moves, in hundredths */
	int homes, shared; /* that must have been seen, so that the end is looked at too */
};

static const struct play_row play_rows[] = {
	{2, {"max-plies=0"}, 100, 500, 1, 0, 20, 0, 0},
	{2, {"unblock=1"}, 1, 500, 3, 0, 10, 5, 0},
	{2, {"max-plies=77"}, 100, 77, 2, 100, 5, 0, 0},
	{3, {"max-plies=0"}, 100, 750, 3, 0, 15, 10, 0},
	{3, {"unblock=30", "max-plies=100000"}, 30, 100000, 3, 300, 10, 5, 1},
	{4, {"unblock=40", "max-plies=2000"}, 40, 2000, 3, 0, 15, 20, 5},
	{6, {"max-plies=0"}, 100, 1500, 3, 600, 15, 20, 5},
	{6, {"unblock=60", "max-plies=3000"}, 60, 3000, 4, 0, 10, 30, 10},
};
enum { PLAY_ROWS = sizeof play_rows / sizeof *play_rows };

struct play_game {
	struct setup setup;
	struct position p;
	struct play_board board;
	uint64_t random;
	int checks;
	int homes, shared; /* seats that came home, and those of them in a point they share */
};

static void play_one(struct play_game *g, const struct play_row *row)
{
	static move moves[MOVES_MAX];
	static struct play_moves m;
	int which[GRID_MOVES], best = 0, most = -1000;
	const struct rules *rules = g->setup.rules;
	int count = rules->moves(&g->setup, &g->p, moves);

	play_moves(&g->board, &m);
	play_check_moves(&g->setup, &g->p, moves, count, &m, which);
	for (int i = 0; i < row->tries; i++) {
		int n = (int)random_below(&g->random, (uint64_t)count);
		int gain = row->tries == 1 ? 0 : play_gain(&g->board, &m, which[n]);
		if (gain > most) {
			most = gain;
			best = n;
		}
	}
	int n = which[best], homes = g->board.homes, seat = g->board.seat;
	rules->play(&g->setup, &g->p, moves[best]);
	play_move(&g->board, m.count ? &m.from[n] : NULL, m.count ? &m.to[n] : NULL);
	if (g->board.homes > homes) {
		g->homes++;
		g->shared += play_steps(&g->board, seat) != 0;
	}
}

static void play_check(struct play_game *g)
{
	struct error err = {""};
	char text[POSITION_TEXT], expected[POSITION_TEXT];
	const struct rules *rules = g->setup.rules;
	int to_move = play_over(&g->board) ? 0 : g->board.seat;
	rules->write(&g->setup, &g->p, text);
	play_write(&g->board, expected);
	if (strcmp(text, expected) != 0 || rules->to_move(&g->setup, &g->p) != to_move)
		ck_abort_msg("%s, not %s, %d to move", text, expected, to_move);
	if (g->checks++ % 64 != 0)
		return;
	struct position read;
	if (!rules->read(&g->setup, &read, text, &err) || memcmp(&read, &g->p, sizeof read) != 0)
		ck_abort_msg("%s is not read as it was written: %s", text, err.text);
}

/* Plays a game to its end; returns its moves. */
static int play_game(struct play_game *g, const struct play_row *row)
{
	const struct rules *rules = g->setup.rules;
	int moves = 0;
	rules->start(&g->setup, &g->p);
	play_begin(&g->board, play_starts[row->seats]);
	play_check(g);
	for (; !play_over(&g->board); moves++) {
		play_one(g, row);
		play_check(g);
		if (row->forfeits != 0 && !play_over(&g->board) &&
			random_below(&g->random, (uint64_t)row->forfeits) == 0) {
			int seat = 1 + (int)random_below(&g->random, (uint64_t)row->seats);
			rules->forfeit(&g->setup, &g->p, seat);
			play_forfeit(&g->board, seat);
			play_check(g);
		}
	}
	ck_assert_int_eq(rules->moves(&g->setup, &g->p, (move[MOVES_MAX]){0}), 0);
	play_check_scores(&g->board, &g->setup, &g->p);
	return moves;
}

START_TEST(a_million_moves_are_what_a_second_slow_telling_of_the_rules_says)
	{
		const struct play_row *row = &play_rows[_i];
		static struct play_game g;
		struct error err = {""};
		g = (struct play_game){.random = (uint64_t)_i};
		g.board = (struct play_board){
			.seats = row->seats, .unblock = row->unblock, .plies = row->plies};
		ck_assert_msg(setup_init(&g.setup, rules_find("chinese-checkers"), row->seats, 1,
				      row->settings, row->settings[1] ? 2 : 1, &err),
			"%s", err.text);
		for (int moves = 0; moves < PLAY_MOVES / 100 * row->share;)
			moves += play_game(&g, row);
		ck_assert_int_ge(g.homes, row->homes);
		ck_assert_int_ge(g.shared, row->shared);
	}
END_TEST

SUITE("rules/chinese-checkers-play",
	LOOP(a_million_moves_are_what_a_second_slow_telling_of_the_rules_says, PLAY_ROWS))
