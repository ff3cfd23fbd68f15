/*
 * arbiter.c - playing games.
 *
 * Everything happens between two waits: events of bots only note what is due (a seat is ready, an
 * answer was judged, a turn is next), and arbiter_advance() does it when all events of the wake-up
 * have been seen. So whatever a bot wrote out of turn has been read, and thrown away, before it is
 * asked again.
 *
 * One timer serves all deadlines. It is set for the nearest and left alone while later ones come
 * and go: a move costs it nothing.
 */
#include "referee/processes/arbiter.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/ground/memory.h"
#include "referee/judging/adjudication.h"
#include "referee/judging/record.h"
#include "referee/processes/bot.h"
#include "referee/processes/evidence.h"
#include "referee/processes/oracle.h"
#include "referee/processes/order.h"
#include "referee/processes/process.h"
#include "referee/processes/teller.h"

enum {
	ARBITER_ORDERS = 1 << 18, /* bytes of orders that may wait */
	ARBITER_KEPT = 8,	  /* bots that are kept while others play */
};

enum arbiter_state { ARBITER_IDLE, ARBITER_PREPARING, ARBITER_PLAYING };

struct arbiter {
	const struct plan *plan;
	struct event_base *base;
	struct event *timer, *orders;
	usec timer_at; /* 0: not set */
	struct line_reader order_lines;
	bool closing; /* no more orders come: leave */
	struct teller teller;
	struct bot_process *bots; /* one for each of the plan */
	uint64_t *used;		  /* by bot: the game it last played in */
	uint64_t games;
	enum arbiter_state state;
	struct order order;
	char order_text[LINE_FROM_REFEREE];
	struct setup setup;
	struct game game;
	struct adjudication adjudication;
	struct bot_process *seat[SEATS_MAX];
	unsigned waiting, failed; /* seats, while preparing */
	bool turn;		  /* the next turn is due */
	struct oracle *oracle;	  /* NULL: games end by the rules alone */
	bool asking;		  /* it: what is due waits for its answer */
	int asked;		  /* plies when it was asked last */
	bool broken;		  /* we cannot play this one */
	char broken_why[GAME_DETAIL + 32];
	struct evidence evidence[SEATS_MAX];
};

/* --- what bots do --------------------------------------------------------------------------- */

static void arbiter_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct arbiter *a = owner;
	/* Bots that are kept without a seat may talk too. */
	if (a->state != ARBITER_IDLE && a->seat[b->game.seat - 1] == b)
		teller_wire(&a->teller, b->game.seat, way, line, length);
}

/* A seat of the running game has failed: its verdict stands, its process goes. */
static void arbiter_drop(struct arbiter *a, struct bot_process *b)
{
	evidence_take(&a->evidence[b->game.seat - 1], b);
	bot_kill(b);
}

static void arbiter_on_ready(void *owner, struct bot_process *b)
{
	struct arbiter *a = owner;
	a->waiting &= ~(1u << (b->game.seat - 1));
}

static void arbiter_on_failed(void *owner, struct bot_process *b)
{
	struct arbiter *a = owner;
	unsigned seat = 1u << (b->game.seat - 1);
	game_judge(&a->game, b->game.seat, b->verdict, "%s", b->detail);
	arbiter_drop(a, b);
	if (a->state == ARBITER_PREPARING) {
		a->waiting &= ~seat;
		a->failed |= seat;
		return;
	}
	game_forfeit(&a->game, seat);
	a->turn = true;
}

static void arbiter_on_broken(void *owner, struct bot_process *b)
{
	struct arbiter *a = owner;
	snprintf(a->broken_why, sizeof a->broken_why, "%s", b->detail);
	a->broken = true;
}

static void arbiter_refuse(struct arbiter *a, struct bot_process *b, const char *text)
{
	enum { SHOWN = 400 };
	char legal[SHOWN], why[GAME_DETAIL + 64];
	size_t length = game_legal(&a->game, legal, sizeof legal);
	bool cut = length + MOVE_TEXT + 1 >= sizeof legal;
	evidence_take(&a->evidence[b->game.seat - 1], b);
	snprintf(why, sizeof why, "\"%.60s\" is not legal here; legal: %s%s", text, legal,
		cut ? " ..." : "");
	bot_refuse(b, verdict_table[VERDICT_ILLEGAL].name, why);
	if (*text == '\0')
		game_judge(&a->game, b->game.seat, VERDICT_ILLEGAL,
			"\"bestmove\" named no move; legal: %s", legal);
	else
		game_judge(&a->game, b->game.seat, VERDICT_ILLEGAL, "%s", why);
	game_forfeit(&a->game, 1u << (b->game.seat - 1));
	if (a->game.reason == NULL) /* the others play on, without it beside them */
		bot_quit(b);
}

static void arbiter_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct arbiter *a = owner;
	int seat = b->game.seat;
	assert(a->state == ARBITER_PLAYING && game_to_move(&a->game) == seat);
	clock_stop(&a->game.seat[seat - 1].clock, &b->answer.spent);
	a->turn = true;
	if (strcmp(text, "resign") == 0) {
		game_judge(&a->game, seat, VERDICT_RESIGN, "%s", "");
		game_forfeit(&a->game, 1u << (seat - 1));
	} else if (game_move(&a->game, text)) {
		game_said(&a->game, seat, teller_move(&a->teller, seat, text, &b->answer));
	} else {
		arbiter_refuse(a, b, text);
	}
}

static const struct bot_calls arbiter_calls = {
	.ready = arbiter_on_ready,
	.answered = arbiter_on_answer,
	.failed = arbiter_on_failed,
	.broken = arbiter_on_broken,
	.wire = arbiter_on_wire,
};

/* Sets the timer when something is due before it. Bots that leave are few and seldom: they are
 * looked at when it fires, as are all. */
static void arbiter_arm(struct arbiter *a, bool all)
{
	usec first = 0;
	int count = all ? a->plan->bots_count : a->state == ARBITER_IDLE ? 0 : a->order.seats;
	for (int i = 0; i < count; i++) {
		usec deadline = all ? a->bots[i].deadline : a->seat[i]->deadline;
		if (deadline > 0 && (first == 0 || deadline < first))
			first = deadline;
	}
	if (first == 0 || (a->timer_at > 0 && a->timer_at <= first))
		return;
	usec left = first - time_now() + 1;
	if (left < 1)
		left = 1;
	struct timeval wait = {.tv_sec = left / SECOND, .tv_usec = left % SECOND};
	a->timer_at = first;
	event_add(a->timer, &wait);
}

/* --- the oracle ----------------------------------------------------------------------------- */

static void arbiter_on_oracle(void *arg, const struct oracle_answer *answer)
{
	struct arbiter *a = arg;
	struct game *g = &a->game;
	int seat = game_to_move(g);
	int64_t scores[SEATS_MAX] = {0};
	a->asking = false;
	/* Meanwhile somebody may have left. */
	if (!answer->known || seat == 0)
		return;
	scores[seat - 1] = answer->value;
	game_decide(g, "oracle", scores);
}

/* Asks what the position is worth, once, when every seat has made a move of its own. No clock runs
 * until the answer is there. */
static bool arbiter_asks_oracle(struct arbiter *a)
{
	struct game *g = &a->game;
	if (a->oracle == NULL || g->plies < g->setup->seats || g->plies == a->asked ||
		game_to_move(g) == 0)
		return false;
	a->asked = g->plies;
	a->asking = true;
	oracle_ask(a->oracle, a->base, g->fen, g->moves, arbiter_on_oracle, a);
	return true;
}

/* --- a game --------------------------------------------------------------------------------- */

static void arbiter_void(struct arbiter *a, const char *why)
{
	for (int i = 0; i < a->order.seats; i++)
		if (a->seat[i] != NULL)
			bot_kill(a->seat[i]);
	if (a->asking)
		oracle_drop(a->oracle);
	a->asking = false;
	teller_tell(&a->teller,
		&(struct record){.kind = RECORD_VOID, .pairing = a->order.pairing, .text = why});
	teller_flush(&a->teller);
	a->state = ARBITER_IDLE;
}

/* A setup serves all games, unless something in it is drawn from each game's seed. */
static bool arbiter_set_up(struct arbiter *a, char *why, size_t room)
{
	const struct plan *plan = a->plan;
	if (a->setup.rules != NULL && !rules_vary(plan->rules))
		return true;
	return setup_init(&a->setup, plan->rules, plan->players, a->order.seed,
		(const char *const *)plan->params, plan->params_count, why, room);
}

/* It has lost before the game begins. */
static void arbiter_bench(struct arbiter *a, int seat)
{
	unsigned bit = 1u << (seat - 1);
	game_judge(&a->game, seat, VERDICT_BENCHED, "failed %d games in a row before",
		a->plan->strikes);
	a->waiting &= ~bit;
	a->failed |= bit;
}

static void arbiter_begin(struct arbiter *a)
{
	const struct plan *plan = a->plan;
	char why[256];
	memset(a->seat, 0, sizeof a->seat);
	for (int i = 0; i < SEATS_MAX; i++)
		a->evidence[i].phase = NULL;
	a->broken = false;
	if (!arbiter_set_up(a, why, sizeof why) ||
		!game_begin(&a->game, &a->setup, &plan->limits, plan->max_plies, a->order.fen,
			a->order.moves, why, sizeof why)) {
		arbiter_void(a, why);
		return;
	}
	game_adjudicate(&a->game, &a->adjudication);
	a->state = ARBITER_PREPARING;
	a->games++;
	a->asked = 0;
	if (a->oracle != NULL)
		oracle_game(a->oracle, &a->setup, a->order.seed);
	teller_tell(&a->teller,
		&(struct record){
			.kind = RECORD_GAME, .pairing = a->order.pairing, .number = {time_utc()}});
	a->waiting = (1u << a->order.seats) - 1;
	a->failed = 0;
	for (int i = 0; i < a->order.seats; i++) {
		int bot = a->order.bot[i];
		assert(bot < plan->bots_count);
		a->seat[i] = &a->bots[bot];
		a->used[bot] = a->games;
		if (a->order.benched & 1u << i) {
			arbiter_bench(a, i + 1);
			continue;
		}
		bot_prepare(a->seat[i], &(struct bot_game){&a->setup, i + 1, a->order.seed});
	}
}

/* Bots that have not played for long make room. */
static void arbiter_thin(struct arbiter *a)
{
	for (;;) {
		int kept = 0, oldest = -1;
		for (int i = 0; i < a->plan->bots_count; i++) {
			if (a->bots[i].phase == BOT_GONE || a->bots[i].phase == BOT_LEAVING)
				continue;
			kept++;
			if (oldest < 0 || a->used[i] < a->used[oldest])
				oldest = i;
		}
		if (kept <= ARBITER_KEPT)
			return;
		bot_quit(&a->bots[oldest]);
		arbiter_arm(a, true);
	}
}

/* Who thought while others moved has that said beside its verdict, unless something worse is. */
static void arbiter_note_pondering(struct arbiter *a, int seat)
{
	char text[GAME_DETAIL];
	const struct game_seat *s = &a->game.seat[seat - 1];
	if (bot_pondered(a->seat[seat - 1], text, sizeof text) && s->detail[0] == '\0')
		game_judge(&a->game, seat, s->verdict, "%s", text);
}

static void arbiter_finish(struct arbiter *a)
{
	char final[POSITION_TEXT];
	int ranks[SEATS_MAX];
	struct record r = {.kind = RECORD_SEAT};
	game_ranks(&a->game, ranks);
	for (int i = 0; i < a->order.seats; i++) {
		if ((a->order.benched & 1u << i) == 0) {
			arbiter_note_pondering(a, i + 1);
			bot_gameover(a->seat[i], ranks, a->game.reason);
		}
		r.seat = i + 1;
		r.number[0] = ranks[i];
		r.word = verdict_table[a->game.seat[i].verdict].name;
		r.text = a->game.seat[i].detail;
		teller_tell(&a->teller, &r);
		evidence_tell(&a->evidence[i], i + 1, &a->teller);
	}
	a->setup.rules->write(&a->setup, &a->game.position, final);
	teller_tell(&a->teller, &(struct record){.kind = RECORD_END,
					.word = a->game.reason,
					.number = {time_utc()},
					.text = final});
	teller_flush(&a->teller);
	a->state = ARBITER_IDLE;
	for (int i = 0; i < a->order.seats; i++) {
		enum verdict verdict = a->game.seat[i].verdict;
		if (!a->plan->restart && (verdict == VERDICT_OK || verdict == VERDICT_RESIGN))
			continue; /* kept for its next game */
		bot_quit(a->seat[i]);
		arbiter_arm(a, true);
	}
	arbiter_thin(a);
}

/* Takes the next order, if one waits. */
static bool arbiter_take(struct arbiter *a)
{
	char *line;
	size_t length;
	if (line_reader_next(&a->order_lines, &line, &length) != LINE_READY)
		return false;
	assert(length < sizeof a->order_text);
	memcpy(a->order_text, line, length + 1); /* what the order points to lasts as long as it */
	bool good = order_read(&a->order, a->order_text);
	assert(good && a->order.seats == a->plan->players);
	event_add(a->orders, NULL);
	arbiter_begin(a);
	return true;
}

/* Does what the events have made due, until bots are to be waited for. */
static void arbiter_advance(struct arbiter *a)
{
	for (;;) {
		if (a->state != ARBITER_IDLE && a->broken) {
			arbiter_void(a, a->broken_why);
		} else if (a->state == ARBITER_PREPARING && a->waiting == 0) {
			a->state = ARBITER_PLAYING;
			a->turn = true;
			if (a->failed != 0)
				game_forfeit(&a->game, a->failed);
		} else if (a->state == ARBITER_PLAYING && a->turn && !a->asking) {
			if (arbiter_asks_oracle(a))
				continue;
			int seat = game_to_move(&a->game);
			a->turn = false;
			teller_flush_some(&a->teller);
			if (seat == 0)
				arbiter_finish(a);
			else
				bot_ask(a->seat[seat - 1], &a->game);
		} else if (a->state != ARBITER_IDLE || a->closing || !arbiter_take(a)) {
			return;
		}
	}
}

/* --- events --------------------------------------------------------------------------------- */

static void arbiter_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter *a = arg;
	usec now = time_now();
	(void)fd;
	(void)what;
	a->timer_at = 0;
	for (int i = 0; i < a->plan->bots_count; i++)
		bot_tick(&a->bots[i], now);
	arbiter_arm(a, true);
}

static void arbiter_on_orders(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter *a = arg;
	size_t room;
	char *space = line_reader_space(&a->order_lines, &room);
	(void)what;
	if (room == 0) { /* until one is taken */
		event_del(a->orders);
		return;
	}
	ssize_t count = read(fd, space, room);
	if (count > 0)
		line_reader_filled(&a->order_lines, (size_t)count);
	else if (count == 0 || errno != EINTR) {
		a->closing = true;
		event_del(a->orders);
	}
}

/* All bots are asked to leave; who has not after the time for it is killed. */
static void arbiter_leave(struct arbiter *a)
{
	a->state = ARBITER_IDLE;
	event_del(a->orders); /* their end would wake us without end */
	for (int i = 0; i < a->plan->bots_count; i++)
		bot_quit(&a->bots[i]);
	for (;;) {
		int left = 0;
		for (int i = 0; i < a->plan->bots_count; i++)
			left += a->bots[i].phase != BOT_GONE;
		if (left == 0)
			return;
		arbiter_arm(a, true);
		if (event_base_loop(a->base, EVLOOP_ONCE) < 0)
			_exit(EXIT_FAILURE); /* the boxes end with us */
	}
}

int arbiter_run(const void *arg, int number, int from, int to)
{
	static char orders[ARBITER_ORDERS];
	static struct arbiter a;
	a.plan = arg;
	a.teller.to = to;
	a.teller.live = a.plan->live;
	adjudication_init(&a.adjudication, &a.plan->adjudication);
	a.base = event_base_new();
	if (a.base == NULL)
		return EXIT_FAILURE;
	a.bots = memory_get((size_t)a.plan->bots_count, sizeof *a.bots);
	a.used = memory_get((size_t)a.plan->bots_count, sizeof *a.used);
	for (int i = 0; i < a.plan->bots_count; i++)
		bot_init(&a.bots[i], a.plan, &a.plan->bots[i], a.base, &arbiter_calls, &a);
	line_reader_init(&a.order_lines, orders, sizeof orders);
	if (a.plan->oracle)
		a.oracle = oracle_create(ORACLE_JUDGES);
	process_pin(number);
	box_prepare();
	a.timer = evtimer_new(a.base, arbiter_on_timer, &a);
	a.orders = event_new(a.base, from, EV_READ | EV_PERSIST, arbiter_on_orders, &a);
	if (a.timer == NULL || a.orders == NULL || event_add(a.orders, NULL) != 0)
		return EXIT_FAILURE;
	while (!a.closing) {
		arbiter_arm(&a, false);
		if (event_base_loop(a.base, EVLOOP_ONCE) < 0)
			return EXIT_FAILURE;
		arbiter_advance(&a);
	}
	arbiter_leave(&a);
	oracle_free(a.oracle);
	adjudication_clear(&a.adjudication);
	return EXIT_SUCCESS;
}
