/*
 * chinese-checkers-text.c - moves, position strings and the drawn star.
 *
 * The board alone does not show which seats are home, and in which order they came: a seat may
 * count as home in a point that another shares. The position string says it by a last word,
 * `home31`, unless it is just the seats whose pegs fill their points, in the seats' order. A seat
 * that gives up is not home. Plies are counted as though every seat moved in every full move, so
 * that the turn tells when max-plies is reached.
 */
#include "rules/chinese-checkers-position.h"

#include <string.h>

static void checkers_write_cell(const struct star *star, int cell, struct text *out)
{
	text_char(out, (char)('a' + star->x[cell] + 8));
	text_number(out, star->y[cell] + 9);
}

int checkers_move_text(
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

/* The seat whose peg is on a cell; 0: the cell is empty. */
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

void checkers_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
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

static int checkers_pegs(const uint64_t pegs[2])
{
	return __builtin_popcountll(pegs[0]) + __builtin_popcountll(pegs[1]);
}

/* Takes one row of cells; false with a reason when it has not as many as the star's. */
static bool checkers_take_row(const struct setup *s, struct checkers_position *at, int y,
	const char **text, struct error *err)
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
			return error_set(err,
				"row %d holds pegs from A to %c and numbers of free cells, not \"%.20s\"",
				y + 9, 'A' + s->seats - 1, a);
		}
		if (x > last + 1)
			return error_set(
				err, "row %d has %d cells, not more", y + 9, last - first + 1);
	}
	if (x <= last)
		return error_set(
			err, "row %d has %d cells, not %d", y + 9, last - first + 1, x - first);
	*text = a;
	return true;
}

static bool checkers_take_board(
	const struct setup *s, struct checkers_position *at, const char **text, struct error *err)
{
	for (int y = 8; y >= -8; y--) {
		if (!checkers_take_row(s, at, y, text, err))
			return false;
		if (y > -8 && *(*text)++ != '/')
			return error_set(err, "a board has 17 rows split by /, not %d", 9 - y);
		if (y == -8 && **text == '/')
			return error_set(err, "a board has 17 rows, not more");
	}
	for (int seat = 1; seat <= s->seats; seat++) {
		int pegs = checkers_pegs(at->pegs[seat - 1]);
		if (pegs != STAR_PEGS)
			return error_set(
				err, "%c has %d pegs, not %d", 'A' + seat - 1, pegs, STAR_PEGS);
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
	const struct setup *s, const struct checkers_position *at, struct error *err)
{
	for (int seat = 1; seat <= s->seats; seat++) {
		bool home = at->home >> (seat - 1) & 1, out = at->turn.out >> (seat - 1) & 1;
		if (home && out)
			return error_set(err, "seat %d gave up and is not home", seat);
		if (!home && !out && at->steps[seat - 1] == 0)
			return error_set(err, "seat %d fills its point and must be home too", seat);
		if (home && at->steps[seat - 1] != 0 &&
			!checkers_unblocked(checkers_of(s), at, seat))
			return error_set(
				err, "seat %d is not home: its pegs do not fill its point", seat);
	}
	return true;
}

static bool checkers_take_home(
	const struct setup *s, struct checkers_position *at, const char *text, struct error *err)
{
	uint8_t order[SEATS_MAX];
	int count = checkers_filled(s, at, order);
	if (*text != '\0') {
		count = turn_take_word(&text, "home", s->seats, order);
		if (count == 0 || *text != '\0')
			return error_set(err,
				"after the number of the move come only the seats that gave up, then those that are home, such as \"out2 home31\", not \"%.20s\"",
				text + (*text == ' '));
	}
	for (int i = 0; i < count; i++)
		checkers_add_home(at, order[i]);
	if (!checkers_judge_home(s, at, err))
		return false;
	if ((at->home | at->turn.out) >> (at->turn.seat - 1) & 1)
		return error_set(err, "p%d is to move and %s", at->turn.seat,
			at->home >> (at->turn.seat - 1) & 1 ? "home" : "gave up");
	return true;
}

bool checkers_read(const struct setup *s, struct position *p, const char *text, struct error *err)
{
	*p = (struct position){0};
	struct checkers_position *at = checkers_in(p);
	return checkers_take_board(s, at, &text, err) &&
	       turn_take(&at->turn, NULL, s->seats, &text, err) &&
	       checkers_take_home(s, at, text, err);
}
