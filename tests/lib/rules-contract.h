/*
 * rules-contract.h - the rows of the contract test, and a random game played through with a visit
 * at every position. A row is a game, a number of seats and settings; every game also gets a row
 * with its defaults for each number of seats it can be played by.
 */
#ifndef TESTS_LIB_RULES_CONTRACT_H
#define TESTS_LIB_RULES_CONTRACT_H

#include <string.h>

#include "base/error.h"
#include "rules/rules.h"
#include "tests/lib/suite.h"

enum {
	CONTRACT_GAMES = 10,	/* random games a row */
	CONTRACT_PLIES = 20000, /* no random game is longer */
	CONTRACT_ROWS = 128,
	CONTRACT_SETTINGS = 4,
	CONTRACT_GUARD = 64 /* bytes behind a buffer that must stay as they are */
};

struct contract_row {
	const char *game;
	int seats;
	const char *settings[CONTRACT_SETTINGS];
};

static const struct contract_row contract_settings[] = {
	{"connect4", 2, {"columns=3", "rows=3", "connect=3"}},
	{"connect4", 2, {"columns=16", "rows=3"}},
	{"connect4", 2, {"columns=4", "rows=15", "connect=15"}},
	{"connect4", 2, {"columns=9", "rows=6", "connect=5"}},
	{"nim", 2, {"heaps=3/4/5", "misere=0"}},
	{"nim", 3, {"heaps=1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1", "take=1"}},
	{"nim", 4, {"heaps=9999/2/7", "take=100"}},
	{"nim", 3, {"heaps=1000/1000/48", "take=0", "misere=0"}},
	{"letters", 2, {"pile=Q", "words=Q:-5"}},
	{"letters", 2, {"pile=ZYXWVUTSRQPONMLKJIHGFEDCBA"}},
	{"letters", 2, {"words=HELLO:3,WORLD:4,O:1"}},
	{"tree", 2, {"leaves=2,-1,3,0"}},
	{"tree", 2, {"depth=12", "branching=2"}},
	{"tree", 2, {"depth=64", "branching=1"}},
	{"tree", 2, {"depth=1", "branching=2048"}},
	{"tree", 2, {"depth=7", "branching=3"}},
	{"othello", 2, {"size=4"}},
	{"othello", 2, {"size=6"}},
	{"othello", 2, {"size=10"}},
	{"breakthrough", 2, {"columns=2", "rows=4"}},
	{"breakthrough", 2, {"columns=16", "rows=4"}},
	{"breakthrough", 2, {"columns=2", "rows=32"}},
	{"breakthrough", 2, {"columns=5", "rows=6"}},
	{"gomoku", 2, {"columns=3", "rows=3", "row=3"}},
	{"gomoku", 2, {"columns=19", "rows=19", "row=19"}},
	{"gomoku", 2, {"columns=3", "rows=19", "row=4"}},
	{"gomoku", 2, {"columns=8", "rows=8", "row=4"}},
	{"kalah", 2, {"pits=1", "seeds=1"}},
	{"kalah", 2, {"pits=12", "seeds=10"}},
	{"kalah", 2, {"pits=1", "seeds=10"}},
	{"kalah", 2, {"pits=3", "seeds=9", "empty-capture=1"}},
	{"kalah", 2, {"pits=4", "seeds=3", "majority=1"}},
};

static struct contract_row contract_rows[CONTRACT_ROWS];

/* Random play of these would be too long to be looked at closely. */
static const struct contract_short {
	const char *game;
	const char *setting;
} contract_short[] = {
	{"chinese-checkers", "max-plies=90"},
};

static const char *contract_shorten(const char *game)
{
	for (size_t i = 0; i < sizeof contract_short / sizeof *contract_short; i++)
		if (strcmp(contract_short[i].game, game) == 0)
			return contract_short[i].setting;
	return NULL;
}

/* Fills the rows: every game by its defaults for each number of seats, then the settings. */
static int contract_fill(void)
{
	int rows = 0;
	for (const struct rules *const *rules = all_rules; *rules != NULL; rules++)
		for (int seats = 1; seats <= SEATS_MAX; seats++)
			if ((*rules)->seat_counts >> seats & 1)
				contract_rows[rows++] = (struct contract_row){
					(*rules)->name, seats, {contract_shorten((*rules)->name)}};
	for (size_t i = 0; i < sizeof contract_settings / sizeof *contract_settings; i++)
		contract_rows[rows++] = contract_settings[i];
	return rows;
}

/* Buffers with guards behind them, so that a text too long is seen without a sanitizer too. */
struct contract_texts {
	char position[POSITION_TEXT];
	char position_guard[CONTRACT_GUARD];
	char move[MOVE_TEXT];
	char move_guard[CONTRACT_GUARD];
	move moves[MOVES_MAX];
	char moves_guard[CONTRACT_GUARD];
};

static struct contract_texts contract_texts;
static struct setup contract_setup;

static void contract_guard(void)
{
	struct contract_texts *t = &contract_texts;
	memset(t, '#', sizeof *t);
}

static void contract_check_guard(const char *guard)
{
	int kept = 0;
	while (kept < CONTRACT_GUARD && guard[kept] == '#')
		kept++;
	ck_assert_int_eq(kept, CONTRACT_GUARD);
}

static const struct setup *contract_begin(int row, uint64_t seed)
{
	const struct contract_row *r = &contract_rows[row];
	struct setup *s = &contract_setup;
	struct error err = {""};
	int count = 0;
	while (count < CONTRACT_SETTINGS && r->settings[count] != NULL)
		count++;
	ck_assert_msg(setup_init(s, rules_find(r->game), r->seats, seed, r->settings, count, &err),
		"%s: %s", r->game, err.text);
	ck_assert_int_eq(s->seats, r->seats);
	contract_guard();
	return s;
}

/* Called at every position of a random game, the last one included. */
typedef void contract_visit(const struct setup *s, const struct position *p, uint64_t *random);

static void contract_play(int row, uint64_t seed, contract_visit *visit)
{
	const struct setup *s = contract_begin(row, seed);
	static move moves[MOVES_MAX];
	struct position p;
	s->rules->start(s, &p);
	for (int plies = 0;; plies++) {
		ck_assert_int_lt(plies, CONTRACT_PLIES);
		visit(s, &p, &seed);
		int count = s->rules->moves(s, &p, moves);
		if (count == 0)
			return;
		s->rules->play(s, &p, moves[random_below(&seed, (uint64_t)count)]);
	}
}

static void contract_play_some(int row, contract_visit *visit)
{
	for (uint64_t seed = 1; seed <= CONTRACT_GAMES; seed++)
		contract_play(row, seed, visit);
}

#endif
