/*
 * oracle.c - sends questions to the solver process.
 *
 * A question is kept until its answer, so that it can be sent again to a restarted process. Before
 * the first question of a game, the oracle sends the game line and isready. Lines before readyok
 * are ignored. After it each question has one answer line. A process that sends any other line is
 * killed, as if it had died.
 */
#include "referee/arbiter/oracle.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"
#include "protocol/message.h"
#include "base/memory.h"
#include "referee/sandbox/helper-process.h"
#include "referee/bot/bot-messages.h"

enum {
	ORACLE_TRIES = 2,    /* attempts per question */
	ORACLE_BEFORE = 64,  /* most lines before readyok */
	ORACLE_TEXT = 65536, /* bytes of an answer */
	ORACLE_SLOWEST = 10  /* most microseconds per node; and */
};
#define ORACLE_PATIENCE (60 * SECOND) /* this time, before the process counts as dead */

struct oracle {
	int64_t nodes;
	const struct setup *setup; /* borrowed */
	uint64_t seed;
	struct helper_process helper;
	bool has_game; /* the process has the game */
	int before;    /* lines of the process since then, before readyok */
	bool ready;    /* readyok has come: the next line is an answer */
	bool given_up;
	int tries;
	usec until;
	struct event *event; /* owned; NULL: oracle_ask() was never called */
	oracle_done *done;   /* NULL: no question is open */
	void *arg;
	struct oracle_line answer; /* the last; its text is gone with the next line */
	size_t length;		   /* 0: the question cannot be sent */
	char question[LINE_FROM_REFEREE];
};

struct oracle *oracle_create(int64_t nodes)
{
	struct oracle *o = memory_get(1, sizeof *o);
	o->nodes = nodes;
	helper_process_init(&o->helper);
	return o;
}

void oracle_free(struct oracle *o)
{
	if (o == NULL)
		return;
	if (o->event != NULL)
		event_free(o->event);
	helper_process_end(&o->helper);
	free(o);
}

void oracle_game(struct oracle *o, const struct setup *setup, uint64_t seed)
{
	assert(o->done == NULL);
	o->setup = setup;
	o->seed = seed;
	o->has_game = false;
	o->given_up = false;
}

/* Sends the question, to a new process if none runs. False: it cannot be sent. */
static bool oracle_send(struct oracle *o)
{
	static char line[LINE_FROM_REFEREE];
	char nodes[32];
	const char *const words[] = {"referee-solve", "oracle", "--nodes", nodes, NULL};
	snprintf(nodes, sizeof nodes, "%" PRId64, o->nodes);
	o->tries++;
	o->until = time_now() + ORACLE_PATIENCE;
	if (o->helper.pid == 0) {
		o->has_game = false;
		if (!helper_process_start(&o->helper, words))
			return false;
	}
	if (!o->has_game) {
		struct message m = newgame_message_make(o->setup, 1, o->seed);
		size_t length = message_write(&m, line, sizeof line);
		o->ready = false;
		o->before = 0;
		if (length == 0 || !helper_process_send(&o->helper, line, length, o->until) ||
			!helper_process_send(&o->helper, "isready\n", 8, o->until))
			return false;
		o->has_game = true;
	}
	if (!helper_process_send(&o->helper, o->question, o->length, o->until))
		return false;
	if (o->nodes < INT64_MAX / ORACLE_SLOWEST / 2)
		o->until += o->nodes * ORACLE_SLOWEST;
	else
		o->until = INT64_MAX / 2;
	return true;
}

/* The process died or did not answer: sends the question once more, unless that was done. False:
 * given up. */
static bool oracle_retry(struct oracle *o)
{
	do {
		helper_process_end(&o->helper);
		if (o->tries >= ORACLE_TRIES) {
			o->given_up = true;
			return false;
		}
	} while (!oracle_send(o));
	return true;
}

/* Sends a new question; false: no answer is possible. */
static bool oracle_begin(struct oracle *o)
{
	char *line;
	o->tries = 0;
	/* An unrequested line would be taken for the answer. */
	if (o->helper.pid != 0 && helper_process_next(&o->helper, &line) != HELPER_PROCESS_NOTHING)
		helper_process_end(&o->helper);
	return !o->given_up && (oracle_send(o) || oracle_retry(o));
}

#define LINE_STRUCT struct oracle_line

static const struct line_row oracle_rows[ORACLE_LINES] = {
	[ORACLE_VALUE] = {"value", {LINE_NUMBER(value, -999999999, 9999999999)},
		.help = "The exact value for the seat to move; the word unknown if it is not known."},
	[ORACLE_RESPONSE] = {"response", {LINE_TEXT(text, ORACLE_TEXT)},
		.help = "The way in which it is solved; none: there is no solver."},
	[ORACLE_ERROR] = {"error", {LINE_TEXT(text, ORACLE_TEXT)},
		.help = "The position cannot be read."},
};

const struct line_table oracle_table = {.name = "referee-solve oracle to arbiter",
	.help = "Each answers one question. Lines before `readyok` are ignored.",
	LINE_TABLE(oracle_rows)};

bool oracle_read(struct oracle_line *l, char *line)
{
	*l = (struct oracle_line){.kind = ORACLE_VALUE, .value = UNKNOWN};
	if (strcmp(line, "value unknown") == 0)
		return true;
	if (line_table_read(&oracle_table, l, line, 0) != LINE_TABLE_RIGHT)
		return false;
	if (l->kind != ORACLE_VALUE)
		l->value = UNKNOWN;
	return true;
}

/* Is this line the answer? *wrong: the process must not send this line. */
static bool oracle_is_answer(struct oracle *o, char *line, bool *wrong)
{
	if (o->ready) {
		*wrong = !oracle_read(&o->answer, line);
		return !*wrong;
	}
	*wrong = ++o->before > ORACLE_BEFORE;
	o->ready = strcmp(line, "readyok") == 0;
	return false;
}

/* Waits for the answer. False: none will come. */
static bool oracle_wait(struct oracle *o)
{
	char *line;
	if (!oracle_begin(o))
		return false;
	for (;;) {
		enum helper_process_status status =
			helper_process_wait(&o->helper, &line, o->until);
		bool wrong = status != HELPER_PROCESS_LINE_READY;
		if (!wrong && oracle_is_answer(o, line, &wrong))
			return true;
		if (wrong && !oracle_retry(o))
			return false;
	}
}

/* Composes the question; false: it is too long for a line. */
static bool oracle_compose(struct oracle *o, const char *fen, const char *moves)
{
	struct message m = message_make(MESSAGE_POSITION);
	assert(o->setup != NULL && o->done == NULL);
	m.position.fen = *fen == '\0' ? NULL : fen;
	m.position.moves = *moves == '\0' ? NULL : moves;
	o->length = message_write(&m, o->question, sizeof o->question);
	return o->length > 0;
}

bool oracle_knows(const struct rules *rules, int seats)
{
	static const char *const known[] = {"connect4", "letters", "nim", "tictactoe", "tree"};
	for (size_t i = 0; rules != NULL && seats == 2 && i < sizeof known / sizeof *known; i++)
		if (rules == rules_find(known[i]))
			return true;
	return false;
}

bool oracle_solves(struct oracle *o, struct error *err)
{
	static const char ask[] = "query exact\n";
	memcpy(o->question, ask, o->length = sizeof ask - 1);
	if (!oracle_wait(o))
		return error_set(
			err, "referee-solve: does not answer; install it in the folder of referee");
	if (o->answer.kind != ORACLE_RESPONSE || strcmp(o->answer.text, "none") == 0)
		return error_set(err, "no solver for %s with %d seats", o->setup->rules->name,
			o->setup->seats);
	return true;
}

int64_t oracle_value(struct oracle *o, const char *fen, const char *moves)
{
	return oracle_compose(o, fen, moves) && oracle_wait(o) ? o->answer.value : UNKNOWN;
}

static void oracle_answered(struct oracle *o, int64_t value)
{
	oracle_done *done = o->done;
	o->done = NULL;
	done(o->arg, value);
}

static void oracle_on_event(evutil_socket_t fd, short what, void *arg);

/* Registers events for the answer and for its deadline. */
static void oracle_watch(struct oracle *o, struct event_base *base)
{
	usec left = o->until - time_now();
	if (left < 1)
		left = 1;
	if (left > 86400 * SECOND)
		left = 86400 * SECOND;
	struct timeval wait = time_timeval(left);
	if (o->event != NULL)
		event_free(o->event);
	o->event = event_new(base, o->length > 0 ? o->helper.fd : -1, EV_READ, oracle_on_event, o);
	if (o->event == NULL || event_add(o->event, &wait) != 0)
		abort();
}

static void oracle_on_event(evutil_socket_t fd, short what, void *arg)
{
	struct oracle *o = arg;
	struct event_base *base = event_get_base(o->event);
	enum helper_process_status status =
		what & EV_TIMEOUT ? HELPER_PROCESS_ENDED : HELPER_PROCESS_NOTHING;
	char *line;
	(void)fd;
	if (o->length == 0) {
		oracle_answered(o, UNKNOWN);
		return;
	}
	while (status != HELPER_PROCESS_ENDED &&
		(status = helper_process_next(&o->helper, &line)) == HELPER_PROCESS_LINE_READY) {
		bool wrong;
		if (oracle_is_answer(o, line, &wrong)) {
			oracle_answered(o, o->answer.value);
			return;
		}
		if (wrong)
			status = HELPER_PROCESS_ENDED;
	}
	if (status == HELPER_PROCESS_ENDED && !oracle_retry(o))
		oracle_answered(o, UNKNOWN);
	else
		oracle_watch(o, base);
}

void oracle_ask(struct oracle *o, struct event_base *base, const char *fen, const char *moves,
	oracle_done *done, void *arg)
{
	/* A question that cannot be sent is also answered from the loop. */
	if (!oracle_compose(o, fen, moves) || !oracle_begin(o))
		o->length = o->until = 0;
	o->done = done;
	o->arg = arg;
	oracle_watch(o, base);
}

bool oracle_failed(const struct oracle *o)
{
	return o->given_up;
}

/* The late answer would be taken for the answer to the next question. */
void oracle_drop(struct oracle *o)
{
	if (o->done == NULL)
		return;
	event_del(o->event);
	helper_process_end(&o->helper);
	o->done = NULL;
}

/*
 * --- many games ------------------------------------------------------------------------------
 *
 * While only one game asks, the oracle receives that game once. When the questions change to
 * another game, the oracle starts that game again. So an answer depends on its own game alone.
 */

void oracle_queue_init(struct oracle_queue *q, struct event_base *base)
{
	*q = (struct oracle_queue){.oracle = oracle_create(ORACLE_JUDGES), .base = base};
	TAILQ_INIT(&q->clients);
}

void oracle_queue_clear(struct oracle_queue *q)
{
	oracle_free(q->oracle);
	q->oracle = NULL;
}

void oracle_queue_game(struct oracle_queue *q, struct oracle_client *client,
	const struct game *game, uint64_t seed)
{
	assert(!client->waiting);
	if (q->known == client)
		q->known = NULL;
	client->game = game;
	client->seed = seed;
	client->lost = false;
}

static void oracle_queue_next(struct oracle_queue *q);

static void oracle_queue_on_answer(void *arg, int64_t value)
{
	struct oracle_queue *q = arg;
	struct oracle_client *client = q->open;
	TAILQ_REMOVE(&q->clients, client, entry);
	q->open = NULL;
	client->waiting = false;
	client->lost = oracle_failed(q->oracle);
	oracle_queue_next(q);
	client->done(client->arg, value);
}

/* Sends the first waiting question. */
static void oracle_queue_next(struct oracle_queue *q)
{
	struct oracle_client *client = TAILQ_FIRST(&q->clients);
	if (q->open != NULL || client == NULL)
		return;
	q->open = client;
	if (q->known != client)
		oracle_game(q->oracle, client->game->setup, client->seed);
	q->known = client;
	oracle_ask(q->oracle, q->base, client->game->fen, client->game->moves,
		oracle_queue_on_answer, q);
}

void oracle_queue_ask(struct oracle_queue *q, struct oracle_client *client)
{
	assert(!client->waiting && !client->lost);
	client->waiting = true;
	TAILQ_INSERT_TAIL(&q->clients, client, entry);
	oracle_queue_next(q);
}

void oracle_queue_drop(struct oracle_queue *q, struct oracle_client *client)
{
	if (!client->waiting)
		return;
	client->waiting = false;
	TAILQ_REMOVE(&q->clients, client, entry);
	if (q->open != client)
		return;
	oracle_drop(q->oracle);
	q->open = q->known = NULL;
	oracle_queue_next(q);
}
