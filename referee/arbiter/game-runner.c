/*
 * game-runner.c - a game, from its order to its end.
 */
#include "referee/arbiter/game-runner.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/record.h"

static void game_runner_arm(struct game_runner *t);

/* --- what bots do --------------------------------------------------------------------------- */

static void game_runner_due(struct game_runner *t)
{
	if (t->house->due != NULL)
		t->house->due(t->house->owner, t);
}

static void game_runner_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct game_runner *t = owner;
	/* Bots that are kept without a seat may talk too. */
	if (t != NULL)
		record_writer_wire(&t->teller, b->game.seat, way, line, length);
}

static void game_runner_take_evidence(struct game_runner *t, struct bot_process *b)
{
	struct failure_report **evidence = &t->evidence[b->game.seat - 1];
	bot_end_errors(b);
	if (*evidence == NULL)
		*evidence = memory_get(1, sizeof **evidence);
	failure_report_take(*evidence, b);
}

static void game_runner_forget_evidence(struct game_runner *t)
{
	for (int i = 0; i < SEATS_MAX; i++)
		if (t->evidence[i] != NULL) {
			failure_report_free(t->evidence[i]);
			t->evidence[i] = NULL;
		}
}

/* A seat of the running game has failed: its verdict stands, its process goes. */
static void game_runner_drop(struct game_runner *t, struct bot_process *b)
{
	if (b->verdict != VERDICT_ABSENT)
		game_runner_take_evidence(t, b);
	bot_kill(b);
}

/* It is set options that it does not take: that is told, and where it matters nothing is played. */
static void game_runner_tell_options(
	struct game_runner *t, struct bot_process *b, const char *lines)
{
	record_writer_tell(&t->teller,
		&(struct record){
			.kind = RECORD_OPTION, .seat = b->game.seat, .text = {.at = lines}});
	record_writer_flush(&t->teller); /* no clock runs */
	if (!t->house->plan->options_bind || !b->options.bad)
		return;
	snprintf(t->broken_why, sizeof t->broken_why, "bot %s is set an option it does not take",
		b->self->name);
	t->broken = true;
}

static void game_runner_on_ready(void *owner, struct bot_process *b)
{
	struct game_runner *t = owner;
	const char *wrong = bot_options_wrong(b);
	if (wrong != NULL)
		game_runner_tell_options(t, b, wrong);
	t->waiting &= ~(1u << (b->game.seat - 1));
	game_runner_due(t);
}

static void game_runner_on_moved(void *owner, struct bot_process *b)
{
	(void)b;
	if (owner != NULL)
		game_runner_due(owner);
}

static void game_runner_on_failed(void *owner, struct bot_process *b)
{
	struct game_runner *t = owner;
	unsigned seat = 1u << (b->game.seat - 1);
	game_judge(&t->game, b->game.seat, b->verdict, "%s", b->detail);
	game_runner_drop(t, b);
	game_runner_due(t);
	if (t->state == GAME_RUNNER_PREPARING) {
		t->waiting &= ~seat;
		t->failed |= seat;
		return;
	}
	game_forfeit(&t->game, seat);
	t->turn = true;
}

static void game_runner_on_broken(void *owner, struct bot_process *b)
{
	struct game_runner *t = owner;
	snprintf(t->broken_why, sizeof t->broken_why, "%s", b->detail);
	t->broken = true;
	game_runner_due(t);
}

static void game_runner_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct game_runner *t = owner;
	assert(t->state == GAME_RUNNER_PLAYING && game_to_move(&t->game) == b->game.seat);
	assert(strlen(text) < sizeof t->answer);
	strcpy(t->answer, text);
	t->answered = true;
	t->measured = b->answer;
	t->heard = b->answer.at;
	game_runner_due(t);
}

const struct bot_calls game_runner_bot_calls = {
	.ready = game_runner_on_ready,
	.answered = game_runner_on_answer,
	.failed = game_runner_on_failed,
	.broken = game_runner_on_broken,
	.moved = game_runner_on_moved,
	.wire = game_runner_on_wire,
};

/* --- answers -------------------------------------------------------------------------------- */

/* Its answer was no legal move. */
static void game_runner_refuse(struct game_runner *t, struct bot_process *b)
{
	const struct game_seat *s = &t->game.seat[b->game.seat - 1];
	game_runner_take_evidence(t, b);
	bot_refuse(b, verdict_table[s->verdict].name, s->detail);
	if (t->game.reason == NULL) /* the others play on, without it beside them */
		bot_quit(b);
}

static void game_runner_judge(struct game_runner *t)
{
	int seat = game_to_move(&t->game);
	t->answered = false;
	t->turn = true;
	clock_stop(&t->game.seat[seat - 1].clock, &t->measured.spent);
	switch (game_answer(&t->game, t->answer)) {
	case VERDICT_OK:
		game_said(&t->game, seat,
			record_writer_move(&t->teller, seat, t->answer, &t->measured));
		if (t->seat[seat - 1]->info != NULL)
			record_writer_info(&t->teller, seat, t->seat[seat - 1]->info);
		break;
	case VERDICT_ILLEGAL:
		game_runner_refuse(t, t->seat[seat - 1]);
		break;
	default: /* it resigned */
		break;
	}
}

/* --- the oracle ----------------------------------------------------------------------------- */

static void game_runner_on_oracle(void *arg, const struct oracle_answer *answer)
{
	struct game_runner *t = arg;
	struct game *g = &t->game;
	int seat = game_to_move(g);
	int64_t scores[SEATS_MAX] = {0};
	t->asking = false;
	game_runner_due(t);
	/* Meanwhile somebody may have left. */
	if (!answer->known || seat == 0)
		return;
	scores[seat - 1] = answer->value;
	game_decide(g, "oracle", scores);
}

/* Asks what the position is worth, once, when every seat has made a move of its own. No clock runs
 * until the answer is there. */
static bool game_runner_asks_oracle(struct game_runner *t)
{
	struct game *g = &t->game;
	if (!t->house->plan->oracle || t->asker.lost || g->plies < g->setup->seats ||
		g->plies == t->asked || game_to_move(g) == 0)
		return false;
	t->asked = g->plies;
	t->asking = true;
	t->heard = 0; /* it is not we who take the time */
	oracle_queue_ask(&t->house->oracle, &t->asker);
	return true;
}

/* --- a game --------------------------------------------------------------------------------- */

static void game_runner_void(struct game_runner *t, const char *why)
{
	for (int i = 0; i < t->order.seats; i++)
		if (t->seat[i] != NULL) {
			bot_kill(t->seat[i]);
			bot_pool_rise(&t->house->crew, t->seat[i], false);
			t->seat[i] = NULL;
		}
	if (t->house->plan->oracle)
		oracle_queue_drop(&t->house->oracle, &t->asker);
	t->asking = false;
	record_writer_tell(&t->teller,
		&(struct record){.kind = RECORD_VOID, .voided = {why, t->order.pairing}});
	record_writer_flush(&t->teller);
	t->state = GAME_RUNNER_IDLE;
}

/* Reads the order's line, which it keeps. */
static void game_runner_read_order(struct game_runner *t, const char *line)
{
	size_t size = strlen(line) + 1;
	if (size > t->order_size) {
		t->order_size = 2 * size;
		t->order_text = memory_resize(t->order_text, t->order_size, 1);
	}
	memcpy(t->order_text, line, size);
	bool good = game_request_read(&t->order, t->order_text);
	assert(good && t->order.seats == t->house->plan->players);
}

/* A setup serves all games, unless something in it is drawn from each game's seed. */
static bool game_runner_set_up(struct game_runner *t, char *why, size_t room)
{
	const struct arbiter_config *plan = t->house->plan;
	bool vary = rules_vary(plan->rules);
	struct setup *setup = &t->house->setup;
	if (vary && t->own == NULL)
		t->own = memory_get(1, sizeof *t->own);
	if (vary)
		setup = t->own;
	t->setup = setup;
	if (setup->rules != NULL && !vary)
		return true;
	return setup_init(setup, plan->rules, plan->players, t->order.seed,
		(const char *const *)plan->params, plan->params_count, why, room);
}

/* Who is benched or absent has lost before the game begins. */
static bool game_runner_leaves_out(struct game_runner *t, int seat)
{
	const struct arbiter_config *plan = t->house->plan;
	unsigned bit = 1u << (seat - 1);
	int64_t failed = t->order.failed[seat - 1];
	if ((t->order.benched & bit) != 0 && failed > 0)
		game_judge(&t->game, seat, VERDICT_BENCHED,
			"failed %d games in a row before, first in game %" PRId64
			"; `referee show %" PRId64 " --why` tells how",
			plan->strikes, failed, failed);
	else if (t->order.benched & bit)
		game_judge(&t->game, seat, VERDICT_BENCHED, "failed %d games in a row before",
			plan->strikes);
	else if (t->order.absent & bit)
		game_judge(&t->game, seat, VERDICT_ABSENT,
			"was not connected; waited %.1f s for it",
			(double)plan->connect_timeout / SECOND);
	else
		return false;
	t->waiting &= ~bit;
	t->failed |= bit;
	return true;
}

/* Bots take the seats, and are told. */
static void game_runner_seat(struct game_runner *t)
{
	t->waiting = (1u << t->order.seats) - 1;
	t->failed = 0;
	for (int i = 0; i < t->order.seats; i++) {
		assert(t->order.bot[i] < t->house->plan->bots_count);
		if (game_runner_leaves_out(t, i + 1))
			continue;
		struct bot_process *b = bot_pool_seat(&t->house->crew, t->order.bot[i]);
		b->owner = t;
		t->seat[i] = b;
		bot_prepare(b, &(struct bot_game){t->setup, i + 1, t->order.seed});
	}
}

void game_runner_begin(struct game_runner *t, const char *line)
{
	const struct arbiter_config *plan = t->house->plan;
	char why[256];
	assert(t->state == GAME_RUNNER_IDLE);
	game_runner_read_order(t, line);
	memset(t->seat, 0, sizeof t->seat);
	game_runner_forget_evidence(t);
	t->broken = t->answered = t->turn = false;
	t->heard = 0;
	if (!game_runner_set_up(t, why, sizeof why) ||
		!game_begin(&t->game, t->setup, &plan->limits, plan->max_plies, t->order.fen,
			t->order.moves, why, sizeof why)) {
		game_runner_void(t, why);
		return;
	}
	for (int i = 0; i < t->order.seats; i++)
		game_limit(
			&t->game, i + 1, arbiter_config_limits(plan, &plan->bots[t->order.bot[i]]));
	game_adjudicate(&t->game, &t->adjudication);
	t->state = GAME_RUNNER_PREPARING;
	t->asked = 0;
	if (t->house->plan->oracle)
		oracle_queue_game(&t->house->oracle, &t->asker, &t->game, t->order.seed);
	record_writer_tell(&t->teller,
		&(struct record){.kind = RECORD_GAME, .game = {t->order.pairing, time_utc()}});
	game_runner_seat(t);
}

/* Who thought while others moved has that said beside its verdict, unless something worse is. */
static void game_runner_note_pondering(struct game_runner *t, int seat)
{
	char text[GAME_DETAIL];
	const struct game_seat *s = &t->game.seat[seat - 1];
	if (bot_pondered(t->seat[seat - 1], text, sizeof text) && s->detail[0] == '\0')
		game_judge(&t->game, seat, s->verdict, "%s", text);
}

/* They rise: who has not failed is kept for another game. */
static void game_runner_dissolve(struct game_runner *t)
{
	t->state = GAME_RUNNER_IDLE;
	for (int i = 0; i < t->order.seats; i++) {
		enum verdict verdict = t->game.seat[i].verdict;
		bool stays = verdict == VERDICT_OK || verdict == VERDICT_RESIGN;
		if (t->seat[i] != NULL)
			bot_pool_rise(&t->house->crew, t->seat[i], stays);
		t->seat[i] = NULL;
	}
}

/* What a bot wrote to stderr in a game that it did not win by itself is kept, if it did not fail:
 * then that is part of the evidence. */
static void game_runner_tell_errors(struct game_runner *t, int seat, const int *ranks)
{
	static char text[FAILURE_REPORT_STDERR + 1];
	struct bot_process *b = t->seat[seat - 1];
	bool won = ranks[seat - 1] == 1;
	for (int i = 0; i < t->order.seats; i++)
		won &= i == seat - 1 || ranks[i] > 1;
	if (won || b->self->remote)
		return;
	record_writer_errors(&t->teller, seat, text,
		channel_stderr(&b->channel, text, failure_report_errors_size(b)));
}

static void game_runner_finish(struct game_runner *t)
{
	char final[POSITION_TEXT];
	int ranks[SEATS_MAX];
	struct record r = {.kind = RECORD_SEAT};
	game_ranks(&t->game, ranks);
	for (int i = 0; i < t->order.seats; i++) {
		if (t->seat[i] != NULL) {
			bot_end_errors(t->seat[i]);
			game_runner_note_pondering(t, i + 1);
			bot_gameover(t->seat[i], ranks, t->game.reason);
		}
		r.seat = i + 1;
		r.result.rank = ranks[i];
		r.result.verdict = verdict_table[t->game.seat[i].verdict].name;
		r.result.detail = t->game.seat[i].detail;
		record_writer_tell(&t->teller, &r);
		if (t->evidence[i] != NULL)
			failure_report_tell(t->evidence[i], i + 1, &t->teller);
		else if (t->seat[i] != NULL)
			game_runner_tell_errors(t, i + 1, ranks);
	}
	t->setup->rules->write(t->setup, &t->game.position, final);
	record_writer_tell(&t->teller,
		&(struct record){.kind = RECORD_END,
			.end = {.reason = t->game.reason, .final = final, .ended = time_utc()}});
	record_writer_flush(&t->teller);
	game_runner_dissolve(t);
}

/* Asks the seat that is to move, or ends the game. */
static void game_runner_turn(struct game_runner *t)
{
	struct game_runner_context *house = t->house;
	int seat = game_to_move(&t->game);
	t->turn = false;
	record_writer_flush_some(&t->teller);
	if (seat == 0) {
		game_runner_finish(t);
		return;
	}
	bot_ask(t->seat[seat - 1], &t->game);
	usec asked = t->seat[seat - 1]->asked;
	if (t->heard > 0 && asked >= t->heard)
		latency_histogram_add(&house->delays, asked - t->heard);
	t->heard = 0;
}

void game_runner_advance(struct game_runner *t)
{
	while (t->state != GAME_RUNNER_IDLE) {
		if (t->broken) {
			game_runner_void(t, t->broken_why);
		} else if (t->answered) {
			game_runner_judge(t);
		} else if (t->state == GAME_RUNNER_PREPARING && t->waiting == 0) {
			t->state = GAME_RUNNER_PLAYING;
			t->turn = true;
			if (t->failed != 0)
				game_forfeit(&t->game, t->failed);
		} else if (t->state == GAME_RUNNER_PLAYING && t->turn && !t->asking) {
			if (!game_runner_asks_oracle(t))
				game_runner_turn(t);
		} else {
			break;
		}
	}
	game_runner_arm(t);
}

/* --- its time ------------------------------------------------------------------------------- */

static void game_runner_arm(struct game_runner *t)
{
	usec first = 0;
	for (int i = 0; t->state != GAME_RUNNER_IDLE && i < t->order.seats; i++) {
		usec deadline = t->seat[i] == NULL ? 0 : t->seat[i]->deadline;
		if (deadline > 0 && (first == 0 || deadline < first))
			first = deadline;
	}
	deadline_timer_set(&t->alarm, first);
}

static void game_runner_on_alarm(void *arg)
{
	struct game_runner *t = arg;
	usec now = time_now();
	for (int i = 0; t->state != GAME_RUNNER_IDLE && i < t->order.seats; i++)
		if (t->seat[i] != NULL)
			bot_tick(t->seat[i], now);
	game_runner_due(t);
}

bool game_runner_open(struct game_runner *t, struct game_runner_context *house, int number)
{
	t->house = house;
	t->teller.table = number;
	t->teller.live = house->plan->live;
	t->asker.done = game_runner_on_oracle;
	t->asker.arg = t;
	adjudication_init(&t->adjudication, &house->plan->adjudication);
	return deadline_timer_open(&t->alarm, house->base, game_runner_on_alarm, t);
}

void game_runner_close(struct game_runner *t)
{
	t->state = GAME_RUNNER_IDLE;
	if (t->house->plan->oracle)
		oracle_queue_drop(&t->house->oracle, &t->asker);
	for (int i = 0; i < SEATS_MAX; i++)
		if (t->seat[i] != NULL)
			bot_pool_rise(&t->house->crew, t->seat[i], true);
	memset(t->seat, 0, sizeof t->seat);
	deadline_timer_close(&t->alarm);
	adjudication_clear(&t->adjudication);
	game_runner_forget_evidence(t);
	free(t->teller.record);
	free(t->order_text);
	free(t->own);
}
