/*
 * opening-balance.c - how each game's openings are weighed, a row for each game, and asking for it.
 *
 * A search is asked as a referee asks a bot: game, position, go, and the last score before its
 * bestmove counts. Each position is a game of its own, so that the bot remembers nothing.
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
	EVEN_NODES = 1000000,
	EVEN_KNOWN = 1 << 14,
	EVEN_TRIES = 2,
	EVEN_LINES = 10000 /* that are read for one answer, at most */
};
#define EVEN_PATIENCE (60 * SECOND)

/* Nobody could be asked. */
static const int64_t even_unknown = INT64_C(1) << 40;

struct even_row {
	const char *game;
	const char *never;     /* why no opening of it is even; NULL: some are */
	const char *eval, *go; /* of a house bot's pvs; NULL: the solver is asked */
	int64_t most;	       /* the largest score that is even, of either sign */
};

/*
 * Connect4: hundredths of the evaluation `best`; most openings are below 20, one that is lost by
 * force soon is far above. Chinese checkers: steps, after as many moves of each seat.
 */
static const struct even_row even_table[] = {
	{"tictactoe", NULL, NULL, NULL, 0},
	{"letters", NULL, NULL, NULL, 0},
	{"tree", NULL, NULL, NULL, 0},
	{"nim", "somebody always wins nim, whatever the opening", NULL, NULL, 0},
	{"connect4", NULL, "best", "go nodes 5000\n", 20},
	{"chinese-checkers", NULL, "distance", "go depth 4\n", 1},
	{.game = NULL},
};

struct even_known {
	uint64_t key; /* 0: empty */
	int64_t weight;
};

struct even {
	const struct even_row *row;
	struct oracle *oracle; /* owned; NULL: the bot is asked */
	struct consult bot;
	struct even_known known[EVEN_KNOWN];
};

static const struct even_row *even_row(const char *game)
{
	const struct even_row *row = even_table;
	while (row->game != NULL && strcmp(row->game, game) != 0)
		row++;
	return row;
}

bool even_possible(const struct tournament *t, char *why, size_t room)
{
	const struct even_row *row = even_row(t->game);
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

struct even *even_create(const struct tournament *t)
{
	struct even *e = memory_get(1, sizeof *e);
	e->row = even_row(t->game);
	assert(e->row->game != NULL && e->row->never == NULL);
	consult_init(&e->bot);
	if (e->row->go == NULL)
		e->oracle = oracle_create(EVEN_NODES);
	return e;
}

void even_free(struct even *e)
{
	if (e == NULL)
		return;
	oracle_free(e->oracle);
	consult_end(&e->bot);
	free(e);
}

/* A score of either sign; what is won or lost by force is far from even. */
static int64_t even_score(const struct message *m)
{
	int64_t most = even_unknown / 2, score = m->info.score;
	if (m->info.mate || score > most || score < -most)
		return most;
	return score < 0 ? -score : score;
}

/* Sends the game and the position. */
static bool even_send(struct even *e, const struct setup *s, uint64_t seed,
	const struct opening *opening, usec until)
{
	static char text[2 * LINE_FROM_REFEREE];
	const char *const words[] = {
		"referee-bot", "--search", "pvs", "--eval", e->row->eval, NULL};
	struct message m = newgame_make(s, 1, seed);
	if (e->bot.pid == 0 && !consult_start(&e->bot, words))
		return false;
	size_t length = message_write(&m, text, sizeof text);
	m = message_make(MESSAGE_POSITION);
	m.position.moves = *opening->text == '\0' ? NULL : opening->text;
	length += message_write(&m, text + length, sizeof text - length);
	return consult_send(&e->bot, text, length, until) &&
	       consult_send(&e->bot, e->row->go, strlen(e->row->go), until);
}

/* What the bot says of the position; false: it did not answer. */
static bool even_ask_bot(struct even *e, const struct setup *s, uint64_t seed,
	const struct opening *opening, int64_t *score)
{
	usec until = time_now() + EVEN_PATIENCE;
	char *line, why[WHY];
	bool said = false;
	if (!even_send(e, s, seed, opening, until))
		return false;
	for (int lines = 0;
		lines < EVEN_LINES && consult_wait(&e->bot, &line, until) == CONSULT_LINE_READY;
		lines++) {
		struct message m;
		if (!message_read(&m, FROM_BOT, line, why, sizeof why))
			continue;
		if (m.kind == MESSAGE_INFO && (m.info.given & INFO_SCORE) != 0) {
			*score = even_score(&m);
			said = true;
		}
		if (m.kind == MESSAGE_BESTMOVE)
			return said;
	}
	return false;
}

static int64_t even_score_of(
	struct even *e, const struct setup *s, uint64_t seed, const struct opening *opening)
{
	int64_t score = even_unknown;
	if (e->oracle != NULL) {
		oracle_game(e->oracle, s, seed);
		struct oracle_answer a = oracle_value(e->oracle, "", opening->text);
		if (a.known)
			score = a.value < 0 ? -a.value : a.value;
		return score;
	}
	for (int try = 0; try < EVEN_TRIES; try++) {
		if (even_ask_bot(e, s, seed, opening, &score))
			return score;
		consult_end(&e->bot);
	}
	return even_unknown;
}

/* Of the opening in its game, whose parameters may be drawn from the seed. */
static uint64_t even_key(const struct setup *s, uint64_t seed, const struct opening *opening)
{
	uint64_t key = rules_vary(s->rules) ? seed : 0;
	for (const char *at = opening->text; *at != '\0'; at++)
		key = random_mix(key, (unsigned char)*at);
	return key != 0 ? key : 1;
}

int64_t even_weigh(void *arg, const struct setup *s, uint64_t seed, const struct opening *opening)
{
	struct even *e = arg;
	uint64_t key = even_key(s, seed, opening);
	struct even_known *known = &e->known[key % EVEN_KNOWN];
	if (known->key != key) {
		int64_t score = even_score_of(e, s, seed, opening);
		*known = (struct even_known){key, score > e->row->most ? score - e->row->most : 0};
	}
	return known->weight;
}
