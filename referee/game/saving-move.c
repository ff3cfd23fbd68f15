/*
 * saving-move.c - a search for one bit, does the seat get what it had, in depth-first order.
 */
#include "referee/game/saving-move.h"

#include <stdlib.h>

#include "base/memory.h"

enum {
	SAVING_ENTRIES = 1 << 18,
	SAVING_DEPTH = 96 /* plies; what is deeper is not known */
};

enum saving_answer { SAVING_UNKNOWN, SAVING_NO, SAVING_YES };

struct saving_entry {
	uint64_t key;
	enum saving_answer answer; /* UNKNOWN: the entry is free */
};

struct saving {
	const struct setup *setup;
	int seat;
	bool win;
	int64_t left; /* positions */
	struct saving_entry *entries;
};

bool saving_move_can(const struct setup *s)
{
	return s->seats == 2 && !s->rules->scored;
}

static enum saving_answer saving_over(const struct saving *v, const struct position *p)
{
	int64_t scores[SEATS_MAX];
	v->setup->rules->scores(v->setup, p, scores);
	int64_t lead = scores[v->seat - 1] - scores[2 - v->seat];
	return (v->win ? lead > 0 : lead >= 0) ? SAVING_YES : SAVING_NO;
}

static enum saving_answer saving_look(struct saving *v, const struct position *p, int depth);

/* Looks at the positions after all moves: one is enough for the seat, and all for its opponent. */
static enum saving_answer saving_moves(
	struct saving *v, const struct position *p, int turn, int depth)
{
	move moves[MOVES_MAX];
	const enum saving_answer enough = turn == v->seat ? SAVING_YES : SAVING_NO;
	enum saving_answer all = turn == v->seat ? SAVING_NO : SAVING_YES;
	int count = v->setup->rules->moves(v->setup, p, moves);
	for (int i = 0; i < count; i++) {
		struct position next;
		position_copy(v->setup, &next, p);
		v->setup->rules->play(v->setup, &next, moves[i]);
		enum saving_answer answer = saving_look(v, &next, depth - 1);
		if (answer == enough)
			return answer;
		if (answer == SAVING_UNKNOWN)
			all = SAVING_UNKNOWN;
	}
	return all;
}

static enum saving_answer saving_look(struct saving *v, const struct position *p, int depth)
{
	int turn = v->setup->rules->to_move(v->setup, p);
	if (turn == 0)
		return saving_over(v, p);
	if (depth == 0 || v->left-- <= 0)
		return SAVING_UNKNOWN;
	uint64_t key = v->setup->rules->key(v->setup, p);
	struct saving_entry *entry = &v->entries[key % SAVING_ENTRIES];
	if (entry->answer != SAVING_UNKNOWN && entry->key == key)
		return entry->answer;
	enum saving_answer answer = saving_moves(v, p, turn, depth);
	if (answer != SAVING_UNKNOWN)
		*entry = (struct saving_entry){key, answer};
	return answer;
}

bool saving_move_find(const struct setup *s, const struct position *p, bool win, int64_t *positions,
	char text[MOVE_TEXT])
{
	move moves[MOVES_MAX];
	struct saving v = {.setup = s,
		.seat = s->rules->to_move(s, p),
		.win = win,
		.entries = memory_get(SAVING_ENTRIES, sizeof *v.entries)};
	int count = s->rules->moves(s, p, moves);
	int64_t share = count > 0 ? *positions / count : 0;
	bool found = false;
	for (int i = 0; i < count && !found; i++) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, moves[i]);
		v.left = share;
		found = saving_look(&v, &next, SAVING_DEPTH) == SAVING_YES;
		*positions -= share - (v.left > 0 ? v.left : 0);
		if (found)
			s->rules->move_text(s, p, moves[i], text);
	}
	free(v.entries);
	return found;
}
