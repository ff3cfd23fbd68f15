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

static void table_arm(struct table *t);

/* --- what bots do --------------------------------------------------------------------------- */

static void table_due(struct table *t)
{
	if (t->house->due != NULL)
		t->house->due(t->house->owner, t);
}

static void table_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct table *t = owner;
	/* Bots that are kept without a seat may talk too. */
	if (t != NULL)
		teller_wire(&t->teller, b->game.seat, way, line, length);
}

static void table_take_evidence(struct table *t, struct bot_process *b)
{
	struct evidence **evidence = &t->evidence[b->game.seat - 1];
	bot_end_errors(b);
	if (*evidence == NULL)
		*evidence = memory_get(1, sizeof **evidence);
	evidence_take(*evidence, b);
}

static void table_forget_evidence(struct table *t)
{
	for (int i = 0; i < SEATS_MAX; i++)
		if (t->evidence[i] != NULL) {
			evidence_free(t->evidence[i]);
			t->evidence[i] = NULL;
		}
}

/* A seat of the running game has failed: its verdict stands, its process goes. */
static void table_drop(struct table *t, struct bot_process *b)
{
	if (b->verdict != VERDICT_ABSENT)
		table_take_evidence(t, b);
	bot_kill(b);
}

/* It is set options that it does not take: that is told, and where it matters nothing is played. */
static void table_tell_options(struct table *t, struct bot_process *b, const char *lines)
{
	teller_tell(&t->teller,
		&(struct record){.kind = RECORD_OPTION, .seat = b->game.seat, .text = lines});
	teller_flush(&t->teller); /* no clock runs */
	if (!t->house->plan->options_bind || !b->options.bad)
		return;
	snprintf(t->broken_why, sizeof t->broken_why, "bot %s is set an option it does not take",
		b->self->name);
	t->broken = true;
}

static void table_on_ready(void *owner, struct bot_process *b)
{
	struct table *t = owner;
	const char *wrong = bot_options_wrong(b);
	if (wrong != NULL)
		table_tell_options(t, b, wrong);
	t->waiting &= ~(1u << (b->game.seat - 1));
	table_due(t);
}

static void table_on_moved(void *owner, struct bot_process *b)
{
	(void)b;
	if (owner != NULL)
		table_due(owner);
}

static void table_on_failed(void *owner, struct bot_process *b)
{
	struct table *t = owner;
	unsigned seat = 1u << (b->game.seat - 1);
	game_judge(&t->game, b->game.seat, b->verdict, "%s", b->detail);
	table_drop(t, b);
	table_due(t);
	if (t->state == TABLE_PREPARING) {
		t->waiting &= ~seat;
		t->failed |= seat;
		return;
	}
	game_forfeit(&t->game, seat);
	t->turn = true;
}

static void table_on_broken(void *owner, struct bot_process *b)
{
	struct table *t = owner;
	snprintf(t->broken_why, sizeof t->broken_why, "%s", b->detail);
	t->broken = true;
	table_due(t);
}

static void table_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct table *t = owner;
	assert(t->state == TABLE_PLAYING && game_to_move(&t->game) == b->game.seat);
	assert(strlen(text) < sizeof t->answer);
	strcpy(t->answer, text);
	t->answered = true;
	t->measured = b->answer;
	t->heard = b->answer.at;
	table_due(t);
}

const struct bot_calls table_bot_calls = {
	.ready = table_on_ready,
	.answered = table_on_answer,
	.failed = table_on_failed,
	.broken = table_on_broken,
	.moved = table_on_moved,
	.wire = table_on_wire,
};

/* --- answers -------------------------------------------------------------------------------- */

/* Its answer was no legal move. */
static void table_refuse(struct table *t, struct bot_process *b)
{
	const struct game_seat *s = &t->game.seat[b->game.seat - 1];
	table_take_evidence(t, b);
	bot_refuse(b, verdict_table[s->verdict].name, s->detail);
	if (t->game.reason == NULL) /* the others play on, without it beside them */
		bot_quit(b);
}

static void table_judge(struct table *t)
{
	int seat = game_to_move(&t->game);
	t->answered = false;
	t->turn = true;
	clock_stop(&t->game.seat[seat - 1].clock, &t->measured.spent);
	switch (game_answer(&t->game, t->answer)) {
	case VERDICT_OK:
		game_said(&t->game, seat, teller_move(&t->teller, seat, t->answer, &t->measured));
		if (t->seat[seat - 1]->info != NULL)
			teller_info(&t->teller, seat, t->seat[seat - 1]->info);
		break;
	case VERDICT_ILLEGAL:
		table_refuse(t, t->seat[seat - 1]);
		break;
	default: /* it resigned */
		break;
	}
}

/* --- the oracle ----------------------------------------------------------------------------- */

static void table_on_oracle(void *arg, const struct oracle_answer *answer)
{
	struct table *t = arg;
	struct game *g = &t->game;
	int seat = game_to_move(g);
	int64_t scores[SEATS_MAX] = {0};
	t->asking = false;
	table_due(t);
	/* Meanwhile somebody may have left. */
	if (!answer->known || seat == 0)
		return;
	scores[seat - 1] = answer->value;
	game_decide(g, "oracle", scores);
}

/* Asks what the position is worth, once, when every seat has made a move of its own. No clock runs
 * until the answer is there. */
static bool table_asks_oracle(struct table *t)
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

static void table_void(struct table *t, const char *why)
{
	for (int i = 0; i < t->order.seats; i++)
		if (t->seat[i] != NULL) {
			bot_kill(t->seat[i]);
			crew_rise(&t->house->crew, t->seat[i], false);
			t->seat[i] = NULL;
		}
	if (t->house->plan->oracle)
		oracle_queue_drop(&t->house->oracle, &t->asker);
	t->asking = false;
	teller_tell(&t->teller,
		&(struct record){.kind = RECORD_VOID, .pairing = t->order.pairing, .text = why});
	teller_flush(&t->teller);
	t->state = TABLE_IDLE;
}

/* Reads the order's line, which it keeps. */
static void table_read_order(struct table *t, const char *line)
{
	size_t size = strlen(line) + 1;
	if (size > t->order_size) {
		t->order_size = 2 * size;
		t->order_text = memory_resize(t->order_text, t->order_size, 1);
	}
	memcpy(t->order_text, line, size);
	bool good = order_read(&t->order, t->order_text);
	assert(good && t->order.seats == t->house->plan->players);
}

/* A setup serves all games, unless something in it is drawn from each game's seed. */
static bool table_set_up(struct table *t, char *why, size_t room)
{
	const struct plan *plan = t->house->plan;
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
static bool table_leaves_out(struct table *t, int seat)
{
	const struct plan *plan = t->house->plan;
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
			(double)plan->join_timeout / SECOND);
	else
		return false;
	t->waiting &= ~bit;
	t->failed |= bit;
	return true;
}

/* Bots take the seats, and are told. */
static void table_seat(struct table *t)
{
	t->waiting = (1u << t->order.seats) - 1;
	t->failed = 0;
	for (int i = 0; i < t->order.seats; i++) {
		assert(t->order.bot[i] < t->house->plan->bots_count);
		if (table_leaves_out(t, i + 1))
			continue;
		struct bot_process *b = crew_seat(&t->house->crew, t->order.bot[i]);
		b->owner = t;
		t->seat[i] = b;
		bot_prepare(b, &(struct bot_game){t->setup, i + 1, t->order.seed});
	}
}

void table_begin(struct table *t, const char *line)
{
	const struct plan *plan = t->house->plan;
	char why[256];
	assert(t->state == TABLE_IDLE);
	table_read_order(t, line);
	memset(t->seat, 0, sizeof t->seat);
	table_forget_evidence(t);
	t->broken = t->answered = t->turn = false;
	t->heard = 0;
	if (!table_set_up(t, why, sizeof why) ||
		!game_begin(&t->game, t->setup, &plan->limits, plan->max_plies, t->order.fen,
			t->order.moves, why, sizeof why)) {
		table_void(t, why);
		return;
	}
	for (int i = 0; i < t->order.seats; i++)
		game_limit(&t->game, i + 1, plan_limits(plan, &plan->bots[t->order.bot[i]]));
	game_adjudicate(&t->game, &t->adjudication);
	t->state = TABLE_PREPARING;
	t->asked = 0;
	if (t->house->plan->oracle)
		oracle_queue_game(&t->house->oracle, &t->asker, &t->game, t->order.seed);
	teller_tell(&t->teller,
		&(struct record){
			.kind = RECORD_GAME, .pairing = t->order.pairing, .number = {time_utc()}});
	table_seat(t);
}

/* Who thought while others moved has that said beside its verdict, unless something worse is. */
static void table_note_pondering(struct table *t, int seat)
{
	char text[GAME_DETAIL];
	const struct game_seat *s = &t->game.seat[seat - 1];
	if (bot_pondered(t->seat[seat - 1], text, sizeof text) && s->detail[0] == '\0')
		game_judge(&t->game, seat, s->verdict, "%s", text);
}

/* They rise: who has not failed is kept for another game. */
static void table_dissolve(struct table *t)
{
	t->state = TABLE_IDLE;
	for (int i = 0; i < t->order.seats; i++) {
		enum verdict verdict = t->game.seat[i].verdict;
		bool stays = verdict == VERDICT_OK || verdict == VERDICT_RESIGN;
		if (t->seat[i] != NULL)
			crew_rise(&t->house->crew, t->seat[i], stays);
		t->seat[i] = NULL;
	}
}

/* What a bot wrote to stderr in a game that it did not win by itself is kept, if it did not fail:
 * then that is part of the evidence. */
static void table_tell_errors(struct table *t, int seat, const int *ranks)
{
	static char text[EVIDENCE_STDERR + 1];
	struct bot_process *b = t->seat[seat - 1];
	bool won = ranks[seat - 1] == 1;
	for (int i = 0; i < t->order.seats; i++)
		won &= i == seat - 1 || ranks[i] > 1;
	if (won || b->self->remote)
		return;
	teller_errors(
		&t->teller, seat, text, channel_stderr(&b->channel, text, evidence_errors_size(b)));
}

static void table_finish(struct table *t)
{
	char final[POSITION_TEXT];
	int ranks[SEATS_MAX];
	struct record r = {.kind = RECORD_SEAT};
	game_ranks(&t->game, ranks);
	for (int i = 0; i < t->order.seats; i++) {
		if (t->seat[i] != NULL) {
			bot_end_errors(t->seat[i]);
			table_note_pondering(t, i + 1);
			bot_gameover(t->seat[i], ranks, t->game.reason);
		}
		r.seat = i + 1;
		r.number[0] = ranks[i];
		r.word = verdict_table[t->game.seat[i].verdict].name;
		r.text = t->game.seat[i].detail;
		teller_tell(&t->teller, &r);
		if (t->evidence[i] != NULL)
			evidence_tell(t->evidence[i], i + 1, &t->teller);
		else if (t->seat[i] != NULL)
			table_tell_errors(t, i + 1, ranks);
	}
	t->setup->rules->write(t->setup, &t->game.position, final);
	teller_tell(&t->teller, &(struct record){.kind = RECORD_END,
					.word = t->game.reason,
					.number = {time_utc()},
					.text = final});
	teller_flush(&t->teller);
	table_dissolve(t);
}

/* Asks the seat that is to move, or ends the game. */
static void table_turn(struct table *t)
{
	struct table_house *house = t->house;
	int seat = game_to_move(&t->game);
	t->turn = false;
	teller_flush_some(&t->teller);
	if (seat == 0) {
		table_finish(t);
		return;
	}
	bot_ask(t->seat[seat - 1], &t->game);
	usec asked = t->seat[seat - 1]->asked;
	if (t->heard > 0 && asked >= t->heard)
		delays_add(&house->delays, asked - t->heard);
	t->heard = 0;
}

void table_advance(struct table *t)
{
	while (t->state != TABLE_IDLE) {
		if (t->broken) {
			table_void(t, t->broken_why);
		} else if (t->answered) {
			table_judge(t);
		} else if (t->state == TABLE_PREPARING && t->waiting == 0) {
			t->state = TABLE_PLAYING;
			t->turn = true;
			if (t->failed != 0)
				game_forfeit(&t->game, t->failed);
		} else if (t->state == TABLE_PLAYING && t->turn && !t->asking) {
			if (!table_asks_oracle(t))
				table_turn(t);
		} else {
			break;
		}
	}
	table_arm(t);
}

/* --- its time ------------------------------------------------------------------------------- */

static void table_arm(struct table *t)
{
	usec first = 0;
	for (int i = 0; t->state != TABLE_IDLE && i < t->order.seats; i++) {
		usec deadline = t->seat[i] == NULL ? 0 : t->seat[i]->deadline;
		if (deadline > 0 && (first == 0 || deadline < first))
			first = deadline;
	}
	alarm_set(&t->alarm, first);
}

static void table_on_alarm(void *arg)
{
	struct table *t = arg;
	usec now = time_now();
	for (int i = 0; t->state != TABLE_IDLE && i < t->order.seats; i++)
		if (t->seat[i] != NULL)
			bot_tick(t->seat[i], now);
	table_due(t);
}

bool table_open(struct table *t, struct table_house *house, int number)
{
	t->house = house;
	t->teller.table = number;
	t->teller.live = house->plan->live;
	t->asker.done = table_on_oracle;
	t->asker.arg = t;
	adjudication_init(&t->adjudication, &house->plan->adjudication);
	return alarm_open(&t->alarm, house->base, table_on_alarm, t);
}

void table_close(struct table *t)
{
	t->state = TABLE_IDLE;
	if (t->house->plan->oracle)
		oracle_queue_drop(&t->house->oracle, &t->asker);
	for (int i = 0; i < SEATS_MAX; i++)
		if (t->seat[i] != NULL)
			crew_rise(&t->house->crew, t->seat[i], true);
	memset(t->seat, 0, sizeof t->seat);
	alarm_close(&t->alarm);
	adjudication_clear(&t->adjudication);
	table_forget_evidence(t);
	free(t->teller.record);
	free(t->order_text);
	free(t->own);
}
