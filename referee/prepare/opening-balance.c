/*
 * opening-balance.c - decides whether an opening is even: a table with a row per game, and the
 * questions to solver or house bot.
 */
#include "referee/prepare/opening-balance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/arbiter/house-bot.h"
#include "referee/arbiter/oracle.h"

enum { OPENING_BALANCE_NODES = 1000000, OPENING_BALANCE_KNOWN = 1 << 14 };

/* No solver and no bot answered. */
static const int64_t opening_balance_unknown = INT64_C(1) << 40;

struct opening_balance_row {
	const char *game;
	const char *never;     /* why it has no even opening; NULL: it has some */
	const char *eval, *go; /* evaluation and limit for a house bot; NULL: ask the solver */
	int64_t even_max;      /* the largest even score, of either sign */
};

/*
 * Connect4: hundredths of the evaluation `best`. Most openings are below 20; an opening that is
 * lost by force soon is far above. Chinese checkers: steps, after equally many moves of each seat.
 */
static const struct opening_balance_row opening_balance_table[] = {
	{"tictactoe", NULL, NULL, NULL, 0},
	{"letters", NULL, NULL, NULL, 0},
	{"tree", NULL, NULL, NULL, 0},
	{"nim", "one seat always wins nim, whatever the opening", NULL, NULL, 0},
	{"connect4", NULL, "best", "nodes 5000", 20},
	{"chinese-checkers", NULL, "distance", "depth 4", 1},
	{.game = NULL},
};

struct opening_balance_known {
	uint64_t key; /* 0: empty */
	int64_t weight;
};

struct opening_balance {
	const struct opening_balance_row *row;
	struct oracle *oracle; /* owned; NULL: a bot is asked */
	struct house_bot bot;
	struct opening_balance_known known[OPENING_BALANCE_KNOWN];
};

static const struct opening_balance_row *opening_balance_row(const char *game)
{
	const struct opening_balance_row *row = opening_balance_table;
	while (row->game != NULL && strcmp(row->game, game) != 0)
		row++;
	return row;
}

bool opening_balance_possible(const struct tournament *t, struct error *err)
{
	const struct opening_balance_row *row = opening_balance_row(t->game);
	if (strncmp(t->openings, "random:", 7) != 0)
		error_set(err, "only random openings can be balanced; set openings = random:PLIES");
	else if (t->players != 2)
		error_set(err, "only openings for two seats can be balanced, and players = %d",
			t->players);
	else if (row->game == NULL)
		error_set(err, "the referee cannot evaluate openings of %s", t->game);
	else if (row->never != NULL)
		error_set(err, "%s", row->never);
	else
		return true;
	return false;
}

struct opening_balance *opening_balance_create(const struct tournament *t)
{
	struct opening_balance *balance = memory_get(1, sizeof *balance);
	balance->row = opening_balance_row(t->game);
	assert(balance->row->game != NULL && balance->row->never == NULL);
	house_bot_init(&balance->bot, balance->row->eval,
		balance->row->go != NULL ? balance->row->go : "");
	if (balance->row->go == NULL)
		balance->oracle = oracle_create(OPENING_BALANCE_NODES);
	return balance;
}

void opening_balance_free(struct opening_balance *balance)
{
	if (balance == NULL)
		return;
	oracle_free(balance->oracle);
	house_bot_end(&balance->bot);
	free(balance);
}

/* The absolute score; a forced win or loss is far from even. */
static int64_t opening_balance_score(const struct house_bot_answer *a)
{
	int64_t max = opening_balance_unknown / 2;
	if (a->mate || a->score > max || a->score < -max)
		return max;
	return a->score < 0 ? -a->score : a->score;
}

static int64_t opening_balance_score_of(struct opening_balance *balance, const struct setup *s,
	uint64_t seed, const struct opening *opening)
{
	if (balance->oracle != NULL) {
		oracle_game(balance->oracle, s, seed);
		int64_t value = oracle_value(balance->oracle, "", opening->text);
		return value == UNKNOWN ? opening_balance_unknown : value < 0 ? -value : value;
	}
	struct house_bot_answer answer;
	return house_bot_ask(&balance->bot, s, seed, "", opening->text, &answer)
		       ? opening_balance_score(&answer)
		       : opening_balance_unknown;
}

/* The cache key of an opening in its game, whose parameters may be drawn from the seed. */
static uint64_t opening_balance_key(
	const struct setup *s, uint64_t seed, const struct opening *opening)
{
	uint64_t key = rules_vary(s->rules) ? seed : 0;
	for (const char *at = opening->text; *at != '\0'; at++)
		key = random_mix(key, (unsigned char)*at);
	return key != 0 ? key : 1;
}

int64_t opening_balance_weigh(
	void *arg, const struct setup *s, uint64_t seed, const struct opening *opening)
{
	struct opening_balance *balance = arg;
	uint64_t key = opening_balance_key(s, seed, opening);
	struct opening_balance_known *known = &balance->known[key % OPENING_BALANCE_KNOWN];
	if (known->key != key) {
		int64_t score = opening_balance_score_of(balance, s, seed, opening);
		*known = (struct opening_balance_known){
			key, score > balance->row->even_max ? score - balance->row->even_max : 0};
	}
	return known->weight;
}
