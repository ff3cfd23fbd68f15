/*
 * examination.c - what carries a bot through the steps: starting, waiting, and finding out why a
 * word did not come.
 *
 * A bot's failure ends the wait for it; then it is probed. Most failures of first bots are that
 * they do not flush, or answer to `uci`, or are only a little late: so it is waited a little more,
 * asked in the other tongue, and its input is closed, which makes a program that buffers its
 * output write all of it.
 */
#include "referee/processes/examination.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/judging/symptom.h"
#include "referee/processes/step.h"

enum { EXAMINATION_STDERR = 1500 };

#define EXAMINATION_LATE  (1 * SECOND)	      /* how much later a word may come and be told */
#define EXAMINATION_PROBE (500 * MILLISECOND) /* for an answer to a probe */
#define EXAMINATION_LONG  (600 * SECOND)      /* for a move that is stopped before */
#define EXAMINATION_END	  (100 * MILLISECOND) /* from the end of its output to its own */
#define EXAMINATION_LOOK  (1 * SECOND)	      /* at most between two looks at the time */

/* --- what the bot does ---------------------------------------------------------------------- */

static void examination_on_ready(void *owner, struct bot_process *b)
{
	struct examination *e = owner;
	(void)b;
	e->ready = !e->probing;
}

static void examination_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct examination *e = owner;
	(void)b;
	snprintf(e->answer, sizeof e->answer, "%s", text);
	e->answered = !e->probing;
}

static void examination_on_failed(void *owner, struct bot_process *b)
{
	struct examination *e = owner;
	(void)b;
	e->failed = true;
}

static void examination_on_broken(void *owner, struct bot_process *b)
{
	struct examination *e = owner;
	(void)b;
	e->broken = true;
}

static void examination_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct examination *e = owner;
	if (way == '<')
		seen_line(&e->seen, b->phase, line, length, time_now());
	else if (!e->probing)
		seen_sent(&e->seen, line, length, time_now());
}

static const struct bot_calls examination_calls = {
	.ready = examination_on_ready,
	.answered = examination_on_answer,
	.failed = examination_on_failed,
	.broken = examination_on_broken,
	.wire = examination_on_wire,
};

static void examination_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
}

/* --- waiting -------------------------------------------------------------------------------- */

/* Lets one thing happen, or the time come to until. */
static void examination_turn(struct examination *e, usec until)
{
	usec now = time_now(), left = EXAMINATION_LOOK;
	if (e->bot.deadline > 0 && e->bot.deadline - now < left)
		left = e->bot.deadline - now;
	if (until > 0 && until - now < left)
		left = until - now;
	if (left < 0)
		left = 0;
	struct timeval wait = {.tv_sec = (left + 1) / SECOND, .tv_usec = (left + 1) % SECOND};
	event_add(e->timer, &wait);
	event_base_loop(e->base, EVLOOP_ONCE);
	bot_tick(&e->bot, time_now());
}

bool examination_wait(struct examination *e, const bool *done, usec until)
{
	while (!*done && !e->broken && (!e->failed || e->probing) &&
		(until == 0 || time_now() < until))
		examination_turn(e, until);
	return *done;
}

void examination_prepare(struct examination *e, int seat)
{
	char why[256];
	e->ready = e->failed = e->probing = false;
	e->began = time_now();
	e->seed = e->question != NULL ? e->question->seed : random_next(&e->chance);
	if (!setup_init(&e->setup, e->plan.rules, e->plan.players, e->seed,
		    (const char *const *)e->plan.params, e->plan.params_count, why, sizeof why)) {
		e->broken = true;
		return;
	}
	bot_prepare(&e->bot, &(struct bot_game){&e->setup, seat, e->seed});
}

bool examination_ready(struct examination *e, int seat, struct finding *f)
{
	examination_prepare(e, seat);
	if (examination_wait(e, &e->ready, 0))
		return true;
	examination_explain(e, e->bot.phase == BOT_GREETING ? "ugiok" : "readyok", f);
	return false;
}

/* --- why a word did not come ---------------------------------------------------------------- */

/* The program closed its output; it may be a moment until it has ended. */
static void examination_await_end(struct examination *e)
{
	usec until = time_now() + EXAMINATION_END;
	int status;
	while (!box_ended(&e->bot.channel.box, &status) && time_now() < until)
		examination_turn(e, time_now() + MILLISECOND);
}

/* It runs and is silent: what makes it say the word? */
static void examination_probe(struct examination *e, struct symptoms *s)
{
	static const char uci[] = "uci\n";
	usec from = time_now();
	if (examination_wait(e, &e->seen.awaited, from + EXAMINATION_LATE)) {
		s->late = time_now() - from;
		return;
	}
	if (e->bot.phase == BOT_GREETING && *s->line == '\0' && !e->bot.channel.ended) {
		channel_send(&e->bot.channel, uci, sizeof uci - 1);
		examination_wait(e, &e->seen.uciok, time_now() + EXAMINATION_PROBE);
	}
	channel_hang_up(&e->bot.channel);
	s->unflushed = examination_wait(e, &e->seen.awaited, time_now() + EXAMINATION_PROBE) &&
		       !e->seen.uciok;
}

/* The last lines that it wrote to stderr. */
static void examination_add_stderr(struct examination *e, struct finding *f)
{
	char text[EXAMINATION_STDERR];
	size_t length = channel_stderr(&e->bot.channel, text, sizeof text);
	const char *from = text;
	if (length == sizeof text - 1 && strchr(text, '\n') != NULL)
		from = strchr(text, '\n') + 1; /* the first is cut */
	if (*from != '\0')
		finding_add(
			f, "on stderr it wrote:\n%s%s", from, text[length - 1] == '\n' ? "" : "\n");
}

/* Did it use the processor all the time that it could have it? */
static bool examination_thinks(const struct examination *e, usec waited)
{
	const struct bot_answer *a = &e->bot.answer;
	usec wait = a->spent.wait > 0 ? a->spent.wait : 0;
	return e->bot.phase == BOT_THINKING && a->spent.cpu > (waited - wait) / 2;
}

void examination_explain(struct examination *e, const char *awaited, struct finding *f)
{
	struct channel *c = &e->bot.channel;
	char line[SEEN_LINE], asked[SEEN_LINE], ending[128] = "";
	struct symptoms s = {.asked = asked, .awaited = awaited, .line = line, .ending = ending};
	if (e->broken) {
		finding_set(f, FINDING_SKIPPED, "our own fault: no process could be made");
		return;
	}
	s.waited = time_now() - e->seen.asked;
	snprintf(line, sizeof line, "%s", e->seen.line);
	snprintf(asked, sizeof asked, "%.*s", (int)strcspn(e->seen.sent, " "), e->seen.sent);
	s.flooded = e->bot.verdict == VERDICT_FLOOD;
	s.thinking = examination_thinks(e, s.waited);
	s.deaf = c->ended && e->bot.end == CHANNEL_DEAF;
	e->probing = true;
	e->seen.awaiting = awaited;
	e->seen.awaited = false;
	if (!s.flooded && !s.deaf && c->ended) {
		examination_await_end(e);
		channel_ending(c, ending, sizeof ending);
	} else if (!s.flooded && !s.deaf) {
		examination_probe(e, &s);
	}
	e->seen.awaiting = NULL;
	s.echoes = e->seen.echoes;
	s.uci = e->seen.uciok;
	char text[SYMPTOM_TEXT];
	symptom_explain(&s, text, sizeof text);
	finding_set(f, FINDING_FAILED, "%s", text);
	examination_add_stderr(e, f);
}

/* --- the steps ------------------------------------------------------------------------------ */

static void examination_init(struct examination *e, const struct plan *plan, int bot, uint64_t seed)
{
	e->plan = *plan;
	e->plan.log_wire = true; /* so that we see every line */
	e->patient = e->plan;
	e->patient.limits =
		(struct limits){.per_move = EXAMINATION_LONG, .margin = plan->limits.margin};
	e->self = &plan->bots[bot];
	e->chance = seed;
	e->base = event_base_new();
	e->timer = e->base == NULL ? NULL : evtimer_new(e->base, examination_on_timer, e);
	e->broken = e->timer == NULL;
	bot_init(&e->bot, &e->plan, e->self, e->base, &examination_calls, e);
}

static void examination_free(struct examination *e)
{
	bot_kill(&e->bot);
	if (e->timer != NULL)
		event_free(e->timer);
	if (e->base != NULL)
		event_base_free(e->base);
	free(e);
}

/* Takes the steps, and frees e. */
static enum examination_result examination_take(struct examination *e, const struct step *step,
	void (*tell)(void *arg, const struct finding *f), void *arg)
{
	struct finding *f = memory_get(1, sizeof *f);
	bool stopped = false, faults = false;
	for (; step->name != NULL; step++) {
		*f = (struct finding){.step = step->name};
		if (stopped || e->broken)
			finding_set(f, FINDING_SKIPPED, "not tried");
		else
			step->take(e, f);
		stopped |= step->needed && e->failed && f->verdict == FINDING_FAILED;
		faults |= f->verdict == FINDING_FAILED;
		tell(arg, f);
	}
	enum examination_result result = e->broken    ? EXAMINATION_BROKEN
					 : e->refused ? EXAMINATION_NO_BOT
					 : faults     ? EXAMINATION_FAULTS
						      : EXAMINATION_GOOD;
	examination_free(e);
	free(f);
	return result;
}

enum examination_result examination_run(const struct plan *plan, int bot, uint64_t seed,
	void (*tell)(void *arg, const struct finding *f), void *arg)
{
	struct examination *e = memory_get(1, sizeof *e);
	examination_init(e, plan, bot, seed);
	return examination_take(e, all_steps, tell, arg);
}

enum examination_result examination_ask(const struct plan *plan, int bot, const struct question *q,
	void (*tell)(void *arg, const struct finding *f), void *arg)
{
	struct examination *e = memory_get(1, sizeof *e);
	examination_init(e, plan, bot, q->seed);
	e->question = q;
	return examination_take(e, question_steps, tell, arg);
}
