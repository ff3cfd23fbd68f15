/*
 * perft-chinese-checkers.c - counts the last two moves together.
 *
 * The next seat's moves are counted once before the mover moves. For each peg the places are
 * noted on which its moves depend. A move changes two places, so only the pegs that depend on one
 * of them are counted again. Moves that may bring the mover home change the next seat, and are
 * played instead.
 */
#include "bots/solve/perft.h"

#include <assert.h>
#include <string.h>

#include "rules/chinese-checkers.h"

enum { PERFT_CHECKERS_QUEUE = 64 };

/* The next seat's moves while no place near its pegs changes. */
struct perft_checkers {
	const struct star *star;
	int pegs;
	int sum;
	uint8_t places[STAR_PEGS];
	uint8_t counts[STAR_PEGS];
	uint16_t near[STAR_PLACES]; /* bit i is set: peg i's moves depend on this place */
};

bool perft_checkers_fits(const struct setup *s)
{
	(void)s;
	return true;
}

/* The number of the six neighbours' bits that are set. */
static inline int perft_checkers_steps(uint64_t window)
{
	uint64_t pairs = (window >> (STAR_REACH - STAR_STRIDE) & 3) |
			 (window >> (STAR_REACH - 3) & (1 << 2 | 1 << 4)) |
			 (window >> (STAR_REACH + STAR_STRIDE - 6) & (3 << 5));
	uint64_t twos = (pairs & 0x55) + (pairs >> 1 & 0x55);
	return (int)((twos & 3) + (twos >> 2 & 3) + (twos >> 4 & 3) + (twos >> 6));
}

/* Notes the places on which landings at a place depend: its neighbours, and behind those with
 * pegs. */
static void perft_checkers_note(uint16_t *near, int place, uint64_t depends, uint16_t peg)
{
	for (; depends != 0; depends &= depends - 1)
		near[place - STAR_REACH + __builtin_ctzll(depends)] |= peg;
}

/* Counts the moves of the peg at a place; notes the places they depend on in near unless it is
 * NULL. */
static inline int perft_checkers_peg(
	const struct star *star, const uint64_t *taken, int from, uint16_t *near, uint16_t peg)
{
	uint8_t queue[PERFT_CHECKERS_QUEUE];
	uint64_t window = star_window(taken, from), around = star->around[from];
	uint64_t seen = UINT64_C(1) << star->slot[from];
	int first = 0, last = 0, count = perft_checkers_steps(around & ~window);

	for (int place = from;; place = queue[first++]) {
		if (place != from) {
			around = star->around[place];
			window = star_window(taken, place);
		}
		uint64_t landings = star_behind(window) & around;
		if (near != NULL)
			perft_checkers_note(near, place, (around & STAR_STEP_BITS) | landings, peg);
		for (uint64_t jumps = landings & ~window; jumps != 0; jumps &= jumps - 1) {
			int to = place - STAR_REACH + __builtin_ctzll(jumps);
			uint64_t slot = UINT64_C(1) << star->slot[to];
			if (seen & slot)
				continue;
			seen |= slot;
			count++;
			queue[last++] = (uint8_t)to;
		}
		if (first == last)
			return count;
	}
}

static void perft_checkers_count(
	struct perft_checkers *c, const struct checkers_view *view, int seat)
{
	memset(c->near, 0, sizeof c->near);
	c->star = view->star;
	c->pegs = c->sum = 0;
	for (int half = 0; half < 2; half++) {
		for (uint64_t pegs = view->pegs[seat - 1][half]; pegs != 0; pegs &= pegs - 1) {
			int i = c->pegs++;
			int place = c->star->place[half * 64 + __builtin_ctzll(pegs)];
			int count = perft_checkers_peg(
				c->star, view->taken, place, c->near, (uint16_t)(1u << i));
			c->places[i] = (uint8_t)place;
			c->counts[i] = (uint8_t)count;
			c->sum += count;
		}
	}
}

/* The next seat's moves after a move; taken has the pegs' places before it. */
static int perft_checkers_after(
	const struct perft_checkers *c, const uint64_t before[STAR_WORDS], int from, int to)
{
	unsigned changed = c->near[from] | c->near[to];
	int sum = c->sum;

	if (changed != 0) {
		uint64_t taken[STAR_WORDS];
		memcpy(taken, before, sizeof taken);
		taken[from / 64] ^= UINT64_C(1) << from % 64;
		taken[to / 64] ^= UINT64_C(1) << to % 64;
		for (; changed != 0; changed &= changed - 1) {
			int i = __builtin_ctz(changed);
			sum += perft_checkers_peg(c->star, taken, c->places[i], NULL, 0) -
			       c->counts[i];
		}
	}
	return sum != 0 ? sum : 1; /* a pass */
}

/* The free cells of the goal of the seat to move. */
static void perft_checkers_goal(const struct checkers_view *view, int seats, uint64_t goal[2])
{
	memcpy(goal, view->goals[view->to_move - 1], sizeof view->goals[0]);
	for (int i = 0; i < seats; i++) {
		goal[0] &= ~view->pegs[i][0];
		goal[1] &= ~view->pegs[i][1];
	}
}

/* Does a move to this cell fill the goal? Otherwise no seat comes home. */
static bool perft_checkers_fills(const uint64_t goal[2], int cell)
{
	uint64_t rest[2] = {goal[0], goal[1]};
	rest[cell / 64] &= ~(UINT64_C(1) << cell % 64);
	return (rest[0] | rest[1]) == 0;
}

/* Counts sequences of two moves. */
static uint64_t perft_checkers_two(
	const struct setup *s, const struct position *p, move (*moves)[MOVES_MAX])
{
	struct checkers_view view = checkers_view(s, p);
	struct perft_checkers c;
	uint64_t goal[2], sum = 0;
	int count = s->rules->moves(s, p, *moves), next = -1;

	perft_checkers_goal(&view, s->seats, goal);
	for (int i = 0; i < count; i++) {
		move m = (*moves)[i];
		int from = checkers_from(m), to = checkers_to(m);
		bool alone = from == to || perft_checkers_fills(goal, to);
		if (alone || next < 0) {
			struct position q;
			position_copy(s, &q, p);
			s->rules->play(s, &q, m);
			if (alone) {
				sum += (uint64_t)s->rules->moves(s, &q, moves[1]);
				continue;
			}
			next = s->rules->to_move(s, &q);
			if (next != 0)
				perft_checkers_count(&c, &view, next);
		}
		if (next != 0)
			sum += (uint64_t)perft_checkers_after(
				&c, view.taken, view.star->place[from], view.star->place[to]);
	}
	return sum;
}

static uint64_t perft_checkers_walk(
	const struct setup *s, const struct position *p, int depth, move (*moves)[MOVES_MAX])
{
	uint64_t sum = 0;

	if (depth == 2)
		return perft_checkers_two(s, p, moves);
	int count = s->rules->moves(s, p, *moves);
	if (depth == 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, (*moves)[i]);
		uint64_t below = perft_checkers_walk(s, &next, depth - 1, moves + 1);
		if (__builtin_add_overflow(sum, below, &sum))
			return UINT64_MAX;
	}
	return sum;
}

uint64_t perft_checkers(
	const struct setup *s, const struct position *p, int depth, struct perft_room *room)
{
	assert(depth > 0 && depth <= room->depth && s->rules->to_move(s, p) != 0);
	return perft_checkers_walk(s, p, depth, room->moves);
}
