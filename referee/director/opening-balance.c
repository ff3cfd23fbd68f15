/*
 * opening-balance.c - decides whether an opening is even: a table with a row per game, and the
 * questions to solver or bot.
 *
 * A house bot is asked as in a game: game, position, go. The last score before its bestmove counts.
 * Each position is a new game, so that the bot remembers nothing.
 */
#include "referee/director/opening-balance.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/message.h"
#include "referee/base/memory.h"
#include "referee/sandbox/helper-process.h"
#include "referee/bot/newgame-message.h"
#include "referee/arbiter/oracle.h"

enum {
	OPENING_BALANCE_NODES = 1000000,
	OPENING_BALANCE_KNOWN = 1 << 14,
	OPENING_BALANCE_TRIES = 2,
	OPENING_BALANCE_LINES = 10000 /* most lines read per answer */
};
#define OPENING_BALANCE_PATIENCE (60 * SECOND)

/* No solver and no bot answered. */
static const int64_t opening_balance_unknown = INT64_C(1) << 40;

struct opening_balance_row {
	const char *game;
	const char *never;     /* why it has no even opening; NULL: it has some */
	const char *eval, *go; /* the evaluation for a house bot's pvs; NULL: ask the solver */
	int64_t most;	       /* the largest even score, of either sign */
};

/*
 * Connect4: hundredths of the evaluation `best`. Most openings are below 20; an opening that is
 * lost by force soon is far above. Chinese checkers: steps, after equally many moves of each seat.
 */
static const struct opening_balance_row opening_balance_table[] = {
	{"tictactoe", NULL, NULL, NULL, 0},
	{"letters", NULL, NULL, NULL, 0},
	{"tree", NULL, NULL, NULL, 0},
	{"nim", "somebody always wins nim, whatever the opening", NULL, NULL, 0},
	{"connect4", NULL, "best", "go nodes 5000\n", 20},
	{"chinese-checkers", NULL, "distance", "go depth 4\n", 1},
	{.game = NULL},
};

struct opening_balance_known {
	uint64_t key; /* 0: empty */
	int64_t weight;
};

struct opening_balance {
	const struct opening_balance_row *row;
	struct oracle *oracle; /* owned; NULL: a bot is asked */
	struct helper_process bot;
	struct opening_balance_known known[OPENING_BALANCE_KNOWN];
};

static const struct opening_balance_row *opening_balance_row(const char *game)
{
	const struct opening_balance_row *row = opening_balance_table;
	while (row->game != NULL && strcmp(row->game, game) != 0)
		row++;
	return row;
}

bool opening_balance_possible(const struct tournament *t, char *why, size_t room)
{
	const struct opening_balance_row *row = opening_balance_row(t->game);
	if (strncmp(t->openings, "random:", 7) != 0)
		snprintf(why, room, "only drawn openings can be: openings = random:PLIES");
	else if (t->players != 2)
		snprintf(why, room, "openings are weighed for two seats alone, not for %d",
			t->players);
	else if (row->game == NULL)
		snprintf(why, room, "nothing is known that weighs openings of %s", t->game);
	else if (row->never != NULL)
		snprintf(why, room, "%s", row->never);
	else
		return true;
	return false;
}

struct opening_balance *opening_balance_create(const struct tournament *t)
{
	struct opening_balance *e = memory_get(1, sizeof *e);
	e->row = opening_balance_row(t->game);
	assert(e->row->game != NULL && e->row->never == NULL);
	helper_process_init(&e->bot);
	if (e->row->go == NULL)
		e->oracle = oracle_create(OPENING_BALANCE_NODES);
	return e;
}

void opening_balance_free(struct opening_balance *e)
{
	if (e == NULL)
		return;
	oracle_free(e->oracle);
	helper_process_end(&e->bot);
	free(e);
}

/* The absolute score; a forced win or loss is far from even. */
static int64_t opening_balance_score(const struct message *m)
{
	int64_t most = opening_balance_unknown / 2, score = m->info.score;
	if (m->info.mate || score > most || score < -most)
		return most;
	return score < 0 ? -score : score;
}

/* Sends the game and the position. */
static bool opening_balance_send(struct opening_balance *e, const struct setup *s, uint64_t seed,
	const struct opening *opening, usec until)
{
	static char text[2 * LINE_FROM_REFEREE];
	const char *const words[] = {
		"referee-bot", "--search", "pvs", "--eval", e->row->eval, NULL};
	struct message m = newgame_message_make(s, 1, seed);
	if (e->bot.pid == 0 && !helper_process_start(&e->bot, words))
		return false;
	size_t length = message_write(&m, text, sizeof text);
	m = message_make(MESSAGE_POSITION);
	m.position.moves = *opening->text == '\0' ? NULL : opening->text;
	length += message_write(&m, text + length, sizeof text - length);
	return helper_process_send(&e->bot, text, length, until) &&
	       helper_process_send(&e->bot, e->row->go, strlen(e->row->go), until);
}

/* Asks the bot for its score; false: it did not answer. */
static bool opening_balance_ask_bot(struct opening_balance *e, const struct setup *s, uint64_t seed,
	const struct opening *opening, int64_t *score)
{
	usec until = time_now() + OPENING_BALANCE_PATIENCE;
	char *line, why[WHY];
	bool said = false;
	if (!opening_balance_send(e, s, seed, opening, until))
		return false;
	for (int lines = 0; lines < OPENING_BALANCE_LINES &&
			    helper_process_wait(&e->bot, &line, until) == HELPER_PROCESS_LINE_READY;
		lines++) {
		struct message m;
		if (!message_read(&m, FROM_BOT, line, why, sizeof why))
			continue;
		if (m.kind == MESSAGE_INFO && (m.info.given & INFO_SCORE) != 0) {
			*score = opening_balance_score(&m);
			said = true;
		}
		if (m.kind == MESSAGE_BESTMOVE)
			return said;
	}
	return false;
}

static int64_t opening_balance_score_of(struct opening_balance *e, const struct setup *s,
	uint64_t seed, const struct opening *opening)
{
	int64_t score = opening_balance_unknown;
	if (e->oracle != NULL) {
		oracle_game(e->oracle, s, seed);
		struct oracle_answer a = oracle_value(e->oracle, "", opening->text);
		if (a.known)
			score = a.value < 0 ? -a.value : a.value;
		return score;
	}
	for (int try = 0; try < OPENING_BALANCE_TRIES; try++) {
		if (opening_balance_ask_bot(e, s, seed, opening, &score))
			return score;
		helper_process_end(&e->bot);
	}
	return opening_balance_unknown;
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
	struct opening_balance *e = arg;
	uint64_t key = opening_balance_key(s, seed, opening);
	struct opening_balance_known *known = &e->known[key % OPENING_BALANCE_KNOWN];
	if (known->key != key) {
		int64_t score = opening_balance_score_of(e, s, seed, opening);
		*known = (struct opening_balance_known){
			key, score > e->row->most ? score - e->row->most : 0};
	}
	return known->weight;
}
