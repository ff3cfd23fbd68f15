/*
 * bot-check.c - runs the steps of a bot check: it starts the bot, waits for it, and finds out why a
 * word did not come.
 *
 * A failure of the bot ends the wait, and a probe follows. Most first bots fail because they do not
 * flush, answer `uci` only, or are a little late. So the probe waits a little longer, sends `uci`,
 * and closes the bot's input. A program that buffers its output then writes all of it.
 */
#include "referee/check/bot-check.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/near-miss.h"
#include "referee/bot/failure-facts.h"
#include "referee/check/check-step.h"

#define BOT_CHECK_LATE	(4 * SECOND) /* how much too late a word may come and still be reported */
#define BOT_CHECK_PROBE (500 * MILLISECOND) /* for an answer to a probe */
#define BOT_CHECK_LONG	(600 * SECOND)	    /* for a move that is stopped earlier */
#define BOT_CHECK_LOOK	(1 * SECOND)	    /* the longest time between two looks at the time */

/* A bot is idle if it uses less than one part in this many of a processor. */
enum { BOT_CHECK_IDLE = 20 };

/* --- callbacks of the bot ------------------------------------------------------------------- */

static void bot_check_on_ready(void *owner, struct bot_process *b)
{
	struct bot_check *e = owner;
	(void)b;
	e->ready = !e->probing;
}

static void bot_check_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct bot_check *e = owner;
	(void)b;
	snprintf(e->answer, sizeof e->answer, "%s", text);
	e->answered = !e->probing;
}

static void bot_check_on_failed(void *owner, struct bot_process *b)
{
	struct bot_check *e = owner;
	e->failing = b;
	e->failed = true;
}

static void bot_check_on_broken(void *owner, struct bot_process *b)
{
	struct bot_check *e = owner;
	(void)b;
	e->broken = true;
}

static void bot_check_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct bot_check *e = owner;
	if (b != &e->bot)
		return;
	if (way == '<')
		transcript_line(&e->seen, b->phase, line, length, time_now());
	else if (way == '>' && !e->probing)
		transcript_sent(&e->seen, line, length, time_now());
}

static const struct bot_calls bot_check_calls = {
	.ready = bot_check_on_ready,
	.answered = bot_check_on_answer,
	.failed = bot_check_on_failed,
	.broken = bot_check_on_broken,
	.wire = bot_check_on_wire,
	.asks_why = true,
};

static void bot_check_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
}

/* --- waiting -------------------------------------------------------------------------------- */

static usec bot_check_nearer(usec left, usec now, usec deadline)
{
	return deadline > 0 && deadline - now < left ? deadline - now : left;
}

/* Notes each second whether the bot used the processor. Only its own sandbox counts: the bot is
 * idle while its twins are asked. */
static void bot_check_look(struct bot_check *e, usec now)
{
	struct process_tree_usage_found found = {.cpu = SECOND};
	if (e->order == NULL || e->order->idle == NULL || now - e->looked < BOT_CHECK_LOOK)
		return;
	if (e->census.keeper != e->bot.channel.box.keeper || e->census.keeper == 0) {
		process_tree_usage_close(&e->census);
		process_tree_usage_open(&e->census, e->bot.channel.box.keeper);
		if (e->census.keeper > 0)
			process_tree_usage_take(&e->census, &found);
		found.cpu = SECOND;
	} else {
		process_tree_usage_take(&e->census, &found);
	}
	*e->order->idle =
		e->twins_count == 0 && found.cpu + found.wait < (now - e->looked) / BOT_CHECK_IDLE;
	e->looked = now;
}

/* Waits for one event, or for the time until. */
static void bot_check_turn(struct bot_check *e, usec until)
{
	usec now = time_now(), left = BOT_CHECK_LOOK;
	left = bot_check_nearer(left, now, e->bot.deadline);
	for (int i = 0; i < e->twins_count; i++)
		left = bot_check_nearer(left, now, e->twins[i].deadline);
	if (until > 0 && until - now < left)
		left = until - now;
	if (left < 0)
		left = 0;
	struct timeval wait = {.tv_sec = (left + 1) / SECOND, .tv_usec = (left + 1) % SECOND};
	event_add(e->timer, &wait);
	event_base_loop(e->base, EVLOOP_ONCE);
	now = time_now();
	bot_tick(&e->bot, now);
	for (int i = 0; i < e->twins_count; i++)
		bot_tick(&e->twins[i], now);
	bot_check_look(e, now);
}

bool bot_check_wait(struct bot_check *e, const bool *done, usec until)
{
	while (!*done && !e->broken && (!e->failed || e->probing) &&
		(until == 0 || time_now() < until))
		bot_check_turn(e, until);
	return *done;
}

const struct question *bot_check_first(const struct bot_check *e)
{
	return e->question != NULL ? e->question : &e->order->games[0];
}

void bot_check_prepare(struct bot_check *e, const struct question *q)
{
	char why[256];
	e->ready = e->failed = e->probing = false;
	e->failing = NULL;
	e->began = time_now();
	if (!setup_init(&e->setup, e->plan.rules, e->plan.players, q->seed,
		    (const char *const *)e->plan.params, e->plan.params_count, why, sizeof why)) {
		e->broken = true;
		return;
	}
	if (e->plan.restart)
		bot_kill(&e->bot);
	bot_prepare(&e->bot, &(struct bot_game){&e->setup, q->seat, q->seed});
}

bool bot_check_ready(struct bot_check *e, const struct question *q, struct step_result *f)
{
	bot_check_prepare(e, q);
	if (bot_check_wait(e, &e->ready, 0))
		return true;
	bot_check_explain(e, e->bot.phase == BOT_GREETING ? "ugiok" : "readyok", f);
	return false;
}

/* --- against itself ------------------------------------------------------------------------- */

bool bot_check_double(struct bot_check *e, const struct question *q, struct step_result *f)
{
	e->twins = memory_get((size_t)e->plan.players - 1, sizeof *e->twins);
	for (int i = 0; i < e->plan.players - 1; i++) {
		struct bot_process *b = &e->twins[i];
		bot_init(b, &e->plan, e->self, e->base, &bot_check_calls, e);
		e->twins_count++;
		e->ready = false;
		bot_prepare(b, &(struct bot_game){&e->setup, i + 1 + (i + 1 >= q->seat), q->seed});
		if (bot_check_wait(e, &e->ready, 0))
			continue;
		bot_check_explain(e, "readyok", f);
		return false;
	}
	return true;
}

void bot_check_single(struct bot_check *e)
{
	for (int i = 0; i < e->twins_count; i++)
		bot_kill(&e->twins[i]);
	free(e->twins);
	e->twins = NULL;
	e->twins_count = 0;
}

struct bot_process *bot_check_seated(struct bot_check *e, int seat)
{
	for (int i = 0; i < e->twins_count; i++)
		if (e->twins[i].game.seat == seat)
			return &e->twins[i];
	return e->bot.game.seat == seat ? &e->bot : NULL;
}

/* --- why a word did not come ---------------------------------------------------------------- */

/* Has the bot printed a line that was meant as its answer? Then no other comes. */
static bool bot_check_answered(struct bot_check *e)
{
	char said[TAIL_BUFFER_BYTES + 1], near[NEAR_MISS_TEXT];
	tail_buffer_copy(&e->bot.channel.said, said, sizeof said);
	return strcmp(e->seen.awaiting, "bestmove") == 0
		       ? near_miss_answer(&e->game, said, near, sizeof near)
		       : near_miss_word(e->seen.awaiting, said, near, sizeof near);
}

/* The bot runs: tries to make it print the word. */
static void bot_check_probe(struct bot_check *e, struct diagnoses *s)
{
	static const char uci[] = "uci\n";
	struct channel *c = &e->bot.channel;
	usec from = time_now();
	bool silent = c->said.total == 0;
	usec late = bot_check_answered(e) ? BOT_CHECK_PROBE : BOT_CHECK_LATE;
	if (bot_check_wait(e, &e->seen.awaited, from + late)) {
		s->late = time_now() - from;
		return;
	}
	if (e->bot.phase == BOT_GREETING && silent && !c->ended) {
		struct tail_buffer sent = c->sent; /* only the lines of a tournament are kept */
		channel_send(c, uci, sizeof uci - 1);
		c->sent = sent;
		bot_check_wait(e, &e->seen.uciok, time_now() + BOT_CHECK_PROBE);
	}
	e->bot.said = c->said.total;
	channel_hang_up(c);
	bot_check_wait(e, &c->ended, time_now() + BOT_CHECK_PROBE);
	e->bot.left = c->ended;
	s->uci = e->seen.uciok;
}

/* Adds the last lines of its stderr that were not shown before. */
static void bot_check_add_stderr(struct bot_check *e, struct bot_process *b, struct step_result *f)
{
	char text[BOT_CHECK_ERRORS];
	size_t length = channel_stderr(&b->channel, text, sizeof text);
	const char *from = text;
	if (length == sizeof text - 1 && strchr(text, '\n') != NULL)
		from = strchr(text, '\n') + 1; /* the first line is cut */
	if (from[strspn(from, " \t\r\n")] == '\0')
		return;
	if (strcmp(from, e->errors) == 0)
		step_result_add(f, "on stderr it wrote the same as before\n");
	else
		step_result_add(
			f, "on stderr it wrote:\n%s%s", from, text[length - 1] == '\n' ? "" : "\n");
	snprintf(e->errors, sizeof e->errors, "%s", from);
}

void bot_check_explain(struct bot_check *e, const char *awaited, struct step_result *f)
{
	struct bot_process *b = e->failing;
	struct diagnoses probed = {.late = 0};
	char text[DIAGNOSIS_TEXT];
	if (e->broken) {
		step_result_set(f, STEP_RESULT_SKIPPED, "our own fault: no process could be made");
		return;
	}
	if (b->phase == BOT_POSITION)
		awaited = "readyok"; /* before its move */
	step_result_rule(f, b->verdict, b->detail);
	if (b->verdict == VERDICT_MEMORY) {
		bot_check_add_stderr(e, b, f);
		return;
	}
	e->probing = true;
	e->seen.awaiting = awaited;
	e->seen.awaited = false;
	if (b == &e->bot && !b->channel.ended)
		bot_check_probe(e, &probed);
	e->seen.awaiting = NULL;
	struct failure_facts *d = memory_get(1, sizeof *d);
	failure_facts_take(d, b);
	d->seen.awaited = awaited;
	if (b == &e->bot && b->phase == BOT_GREETING)
		d->seen.sent = e->seen.sent; /* without the lines of the probe */
	d->seen.late = probed.late;
	d->seen.uci = probed.uci;
	bool known = diagnosis_explain(&d->seen, text, sizeof text);
	free(d);
	step_result_advise(f, "%s", text);
	if (known && b->verdict != VERDICT_FLOOD) /* as in a tournament's verdict */
		step_result_detail(f, text);
	bot_check_add_stderr(e, b, f);
}

/* --- the steps ------------------------------------------------------------------------------ */

static void bot_check_init(struct bot_check *e, const struct arbiter_config *plan, int bot)
{
	e->plan = *plan;
	e->plan.log_wire = true; /* so that the check gets every line */
	e->self = &plan->bots[bot];
	e->plan.limits = *arbiter_config_limits(plan, e->self);
	e->patient = e->plan;
	e->patient.limits =
		(struct limits){.movetime = BOT_CHECK_LONG, .margin = e->plan.limits.margin};
	adjudication_init(&e->adjudication, &plan->adjudication);
	e->base = event_base_new();
	e->timer = e->base == NULL ? NULL : evtimer_new(e->base, bot_check_on_timer, e);
	e->broken = e->timer == NULL;
	bot_init(&e->bot, &e->plan, e->self, e->base, &bot_check_calls, e);
}

static void bot_check_free(struct bot_check *e)
{
	bot_check_single(e);
	bot_kill(&e->bot);
	process_tree_usage_close(&e->census);
	adjudication_clear(&e->adjudication);
	if (e->timer != NULL)
		event_free(e->timer);
	if (e->base != NULL)
		event_base_free(e->base);
	free(e);
}

/* Takes the steps, and frees e. */
static enum bot_check_result bot_check_take(struct bot_check *e, const struct check_step *step,
	void (*tell)(void *arg, const struct step_result *f), void *arg)
{
	struct step_result *f = memory_get(1, sizeof *f);
	bool stopped = false, faults = false;
	for (; step->name != NULL; step++) {
		*f = (struct step_result){.step = step->name};
		if (stopped || e->broken)
			step_result_set(f, STEP_RESULT_SKIPPED, "not tried");
		else
			step->take(e, f);
		stopped |= step->needed && e->failed && f->verdict == STEP_RESULT_FAILED;
		faults |= f->verdict == STEP_RESULT_FAILED;
		e->fault = e->fault == VERDICT_OK ? f->fault : e->fault;
		tell(arg, f);
	}
	enum bot_check_result result = e->broken    ? BOT_CHECK_BROKEN
				       : e->refused ? BOT_CHECK_NO_BOT
				       : faults	    ? BOT_CHECK_FAULTS
						    : BOT_CHECK_GOOD;
	bot_check_free(e);
	free(f);
	return result;
}

enum bot_check_result bot_check_run(const struct arbiter_config *plan, int bot,
	const struct bot_check_order *order, void (*tell)(void *arg, const struct step_result *f),
	void *arg)
{
	struct bot_check *e = memory_get(1, sizeof *e);
	assert(order->games_count > 0);
	bot_check_init(e, plan, bot);
	e->order = order;
	e->chance = order->seed;
	return bot_check_take(e, order->quick ? quick_steps : all_steps, tell, arg);
}

enum bot_check_result bot_check_ask(const struct arbiter_config *plan, int bot,
	const struct question *q, void (*tell)(void *arg, const struct step_result *f), void *arg)
{
	struct bot_check *e = memory_get(1, sizeof *e);
	bot_check_init(e, plan, bot);
	e->question = q;
	return bot_check_take(e, question_steps, tell, arg);
}
