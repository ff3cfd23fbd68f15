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
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/game/near-miss.h"
#include "referee/bot/failure-report.h"
#include "referee/check/check-steps.h"
#include "referee/sandbox/sandbox.h"
#include "rules/process/rules-process.h"

#define BOT_CHECK_LATE	   (4 * SECOND) /* how much too late a word may come and still be reported */
#define BOT_CHECK_LONG	   (600 * SECOND) /* for a move that is stopped earlier */
#define BOT_CHECK_INTERVAL (1 * SECOND)	  /* the longest time between two looks at the clock */

/* A bot is idle if it uses less than one part in this many of a processor. */
enum { BOT_CHECK_IDLE = 20 };

/* --- results of steps ------------------------------------------------------------------------ */

void step_result_set(struct step_result *f, enum step_result_verdict verdict, const char *text, ...)
{
	va_list words;
	f->verdict = verdict;
	va_start(words, text);
	vsnprintf(f->text, sizeof f->text, text, words);
	va_end(words);
}

void step_result_rule(struct step_result *f, enum verdict fault, const char *detail)
{
	f->fault = fault;
	snprintf(f->detail, sizeof f->detail, "%s", detail);
	step_result_set(f, STEP_RESULT_FAILED, "%s", detail);
}

void step_result_detail(struct step_result *f, const char *advice)
{
	size_t used = strlen(f->detail);
	snprintf(f->detail + used, sizeof f->detail - used, "; %s", advice);
}

void step_result_advise(struct step_result *f, const char *text, ...)
{
	va_list words;
	va_start(words, text);
	vsnprintf(f->text, sizeof f->text, text, words);
	va_end(words);
}

void step_result_add(struct step_result *f, const char *text, ...)
{
	va_list words;
	size_t used = strlen(f->more);
	va_start(words, text);
	vsnprintf(f->more + used, sizeof f->more - used, text, words);
	va_end(words);
}

/* --- the bot's seats ------------------------------------------------------------------------- */

bool bot_check_plays(const struct bot_check *e, int seat)
{
	return e->seats == 0 || (e->seats >> (seat - 1) & 1) != 0;
}

const struct question *bot_check_first(const struct bot_check *e)
{
	if (e->question != NULL)
		return e->question;
	for (int i = 0; i < e->order->games_count; i++)
		if (bot_check_plays(e, e->order->games[i].seat))
			return &e->order->games[i];
	return &e->first;
}

/* If the order has no game in a seat that the bot plays, its first game gets such a seat. */
static void bot_check_choose(struct bot_check *e)
{
	e->first = e->order->games[0];
	for (int seat = e->config.players; seat >= 1; seat--)
		if (bot_check_plays(e, seat))
			e->first.seat = seat;
}

/* Makes the game of a question. False: it cannot be made. */
static bool bot_check_set_up(struct bot_check *e, const struct question *q)
{
	struct error err;
	return setup_init(&e->setup, e->config.rules, e->config.players, q->seed,
		(const char *const *)e->config.params, e->config.params_count, &err);
}

static struct bot_game bot_check_game(const struct bot_check *e, const struct question *q)
{
	return (struct bot_game){.setup = &e->setup,
		.seat = q->seat,
		.seed = q->seed,
		.opened = e->question == NULL && (*q->fen != '\0' || *q->moves != '\0')};
}

/* --- callbacks of the bot ------------------------------------------------------------------- */

/* The first game was chosen before the bot's seats were known. */
static void bot_check_on_greeted(void *owner, struct bot_process *b)
{
	struct bot_check *e = owner;
	unsigned all = (1u << e->config.players) - 1;
	if (b != &e->bot || e->question != NULL || e->seats != 0 ||
		(b->features & FEATURE_SEATS) == 0 || (b->seats & all) == all)
		return;
	e->seats = b->seats;
	bot_check_choose(e);
	const struct question *q = bot_check_first(e);
	if (bot_check_set_up(e, q))
		b->game = bot_check_game(e, q);
}

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

/* The bot has ended between two games. A good end costs time only. Any other is a crash, although a
 * tournament charges no game with it. */
static void bot_check_on_restarted(void *owner, struct bot_process *b)
{
	struct bot_check *e = owner;
	char why[DIAGNOSIS_TEXT], text[BOT_CHECK_ERRORS + FAILURE_FACTS_ERRORS];
	if (b != &e->bot || e->crash[0] != '\0')
		return;
	struct failure_facts *d = memory_get(1, sizeof *d);
	channel_ending(&b->channel, b->ending, sizeof b->ending);
	failure_facts_collect(d, b);
	bool failed = strcmp(b->ending, "ended with exit status 0") != 0 ||
		      strstr(d->errors, "Traceback (most recent call last)") != NULL;
	/* Its message may have begun to come before the new game was announced. */
	size_t length = (size_t)snprintf(text, sizeof text, "%s%s", e->before, d->errors);
	size_t cut = length < BOT_CHECK_ERRORS ? 0 : length - (BOT_CHECK_ERRORS - 1);
	memcpy(e->crash_errors, text + cut, length - cut + 1);
	d->seen.errors = e->crash_errors;
	bool known = diagnosis_explain(&d->seen, why, sizeof why);
	if (failed)
		snprintf(e->crash, sizeof e->crash,
			"after the game it %s, and was started again: no game is lost by that, but mend it%s%.800s",
			b->ending, known ? "; " : "", known ? why : "");
	free(d);
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
		transcript_sent(&e->seen, line, length);
}

static const struct bot_calls bot_check_calls = {
	.greeted = bot_check_on_greeted,
	.ready = bot_check_on_ready,
	.answered = bot_check_on_answer,
	.failed = bot_check_on_failed,
	.broken = bot_check_on_broken,
	.restarted = bot_check_on_restarted,
	.wire = bot_check_on_wire,
	.own_diagnosis = true,
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
static void bot_check_watch_idle(struct bot_check *e, usec now)
{
	struct process_tree_usage_found found = {.cpu = SECOND};
	if (e->order == NULL || e->order->idle == NULL ||
		now - e->idle_checked < BOT_CHECK_INTERVAL)
		return;
	if (e->usage.init != e->bot.channel.sandbox.init || e->usage.init == 0) {
		process_tree_usage_close(&e->usage);
		process_tree_usage_open(&e->usage, e->bot.channel.sandbox.init);
		if (e->usage.init > 0)
			process_tree_usage_take(&e->usage, &found);
		found.cpu = SECOND;
	} else {
		process_tree_usage_take(&e->usage, &found);
	}
	*e->order->idle = e->twins_count == 0 &&
			  found.cpu + found.wait < (now - e->idle_checked) / BOT_CHECK_IDLE;
	e->idle_checked = now;
}

/* Waits for one event, or for the time until. */
static void bot_check_turn(struct bot_check *e, usec until)
{
	usec now = time_now(), left = BOT_CHECK_INTERVAL;
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
	bot_check_watch_idle(e, now);
}

bool bot_check_wait(struct bot_check *e, const bool *done, usec until)
{
	while (!*done && !e->broken && (!e->failed || e->probing) &&
		(until == 0 || time_now() < until))
		bot_check_turn(e, until);
	return *done;
}

void bot_check_prepare(struct bot_check *e, const struct question *q)
{
	e->ready = e->failed = e->probing = false;
	e->failing = NULL;
	e->began = time_now();
	if (!bot_check_set_up(e, q)) {
		e->broken = true;
		return;
	}
	e->before[0] = '\0';
	if (e->config.terms.restart)
		bot_kill(&e->bot);
	else if (e->bot.phase == BOT_READY)
		channel_stderr(&e->bot.channel, e->before, sizeof e->before);
	const struct bot_game game = bot_check_game(e, q);
	bot_prepare(&e->bot, &game);
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
	e->twins = memory_get((size_t)e->config.players - 1, sizeof *e->twins);
	for (int i = 0; i < e->config.players - 1; i++) {
		struct bot_process *b = &e->twins[i];
		bot_init(b, &e->config, e->self, e->base, &bot_check_calls, e);
		e->twins_count++;
		e->ready = false;
		struct bot_game game = bot_check_game(e, q);
		game.seat = i + 1 + (i + 1 >= q->seat);
		bot_prepare(b, &game);
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

usec bot_check_patience(const struct bot_check *e)
{
	return e->order != NULL && e->order->patience > 0 ? e->order->patience : SECOND;
}

/* Has the bot printed a line that was meant as its answer? Then no other comes. */
static bool bot_check_answered(struct bot_check *e)
{
	struct error near;
	char said[TAIL_BUFFER_BYTES + 1];
	tail_buffer_copy(&e->bot.channel.said, said, sizeof said);
	return strcmp(e->seen.awaiting, "bestmove") == 0
		       ? near_miss_answer(&e->game, said, &near)
		       : near_miss_word(e->seen.awaiting, said, &near);
}

/* The bot runs: tries to make it print the word. */
static void bot_check_probe(struct bot_check *e, struct diagnosis_facts *s)
{
	static const char uci[] = "uci\n";
	struct channel *c = &e->bot.channel;
	usec from = time_now(), patience = bot_check_patience(e);
	bool silent = c->said.total == 0;
	usec late = bot_check_answered(e) ? patience : BOT_CHECK_LATE;
	if (bot_check_wait(e, &e->seen.awaited, from + late)) {
		s->late = time_now() - from;
		return;
	}
	if (e->bot.phase == BOT_GREETING && silent && !c->ended) {
		struct tail_buffer sent = c->sent; /* only the lines of a tournament are kept */
		channel_send(c, uci, sizeof uci - 1);
		c->sent = sent;
		bot_check_wait(e, &e->seen.uciok, time_now() + patience);
	}
	e->bot.said = c->said.total;
	channel_hang_up(c);
	bot_check_wait(e, &c->ended, time_now() + patience);
	e->bot.left = c->ended;
	s->uci = e->seen.uciok;
}

/* Adds the last lines of its stderr that were not shown before. */
static void bot_check_add_errors(
	struct bot_check *e, const char text[BOT_CHECK_ERRORS], struct step_result *f)
{
	size_t length = strlen(text);
	const char *from = text;
	if (length == BOT_CHECK_ERRORS - 1 && strchr(text, '\n') != NULL)
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

void bot_check_add_stderr(struct bot_check *e, struct bot_process *b, struct step_result *f)
{
	char text[BOT_CHECK_ERRORS];
	channel_stderr(&b->channel, text, sizeof text);
	bot_check_add_errors(e, text, f);
}

/* Warns of a crash between two games, once, unless the step has told a failure. */
static void bot_check_tell_crash(struct bot_check *e, struct step_result *f)
{
	if (e->crash[0] == '\0' || e->crash_told || f->verdict == STEP_RESULT_FAILED)
		return;
	e->crash_told = true;
	step_result_set(f, STEP_RESULT_WARNING, "%s", e->crash);
	bot_check_add_errors(e, e->crash_errors, f);
}

void bot_check_explain(struct bot_check *e, const char *awaited, struct step_result *f)
{
	struct bot_process *b = e->failing;
	struct diagnosis_facts probed = {.late = 0};
	char text[DIAGNOSIS_TEXT];
	if (e->broken) {
		step_result_set(f, STEP_RESULT_SKIPPED, BOT_CHECK_OWN_FAULT);
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
	failure_facts_collect(d, b);
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

static void bot_check_init(struct bot_check *e, const struct arbiter_config *config, int bot)
{
	e->config = *config;
	e->config.log_wire = true; /* so that the check gets every line */
	e->self = &config->bots[bot];
	e->config.terms.limits = *arbiter_config_limits(config, e->self);
	e->patient = e->config;
	e->patient.terms.limits = (struct limits){
		.movetime = BOT_CHECK_LONG, .margin = e->config.terms.limits.margin};
	adjudication_init(&e->adjudication, &config->terms.adjudication);
	e->base = event_base_new();
	e->timer = e->base == NULL ? NULL : evtimer_new(e->base, bot_check_on_timer, e);
	e->broken = e->timer == NULL;
	e->idle_checked = time_now();
	bot_init(&e->bot, &e->config, e->self, e->base, &bot_check_calls, e);
}

static void bot_check_free(struct bot_check *e)
{
	bot_check_single(e);
	bot_kill(&e->bot);
	process_tree_usage_close(&e->usage);
	adjudication_clear(&e->adjudication);
	if (e->timer != NULL)
		event_free(e->timer);
	if (e->base != NULL)
		event_base_free(e->base);
	free(e);
}

/* Must the step be skipped after what failed before? */
static bool bot_check_skips(const struct bot_check *e, const struct check_step *step)
{
	return step->rule == CHECK_STEP_IF_SOUND && e->fault != VERDICT_OK;
}

/* Takes a step. A program of rules that fails in it says nothing about the bot. */
static void bot_check_step(
	struct bot_check *e, const struct check_step *step, struct step_result *f)
{
	step->take(e, f);
	bot_check_tell_crash(e, f);
	const struct rules *rules = e->config.rules;
	const char *fault = rules_is_process(rules) ? rules_process_fault(rules) : NULL;
	if (fault == NULL)
		return;
	*f = (struct step_result){.step = step->name};
	step_result_set(f, STEP_RESULT_FAILED, "the bot is not to blame: %s", fault);
	e->broken = true;
}

/* Takes the steps of a kind of check, and frees e. */
static enum bot_check_result bot_check_take(struct bot_check *e, unsigned kind,
	void (*report)(void *arg, const struct step_result *f), void *arg)
{
	struct step_result *f = memory_get(1, sizeof *f);
	bool stopped = false, faults = false;
	for (const struct check_step *step = check_steps; step->name != NULL; step++) {
		if ((step->kinds & kind) == 0)
			continue;
		*f = (struct step_result){.step = step->name};
		if (stopped || e->broken)
			step_result_set(f, STEP_RESULT_SKIPPED, "not tried");
		else if (bot_check_skips(e, step))
			step_result_set(
				f, STEP_RESULT_SKIPPED, "not tried, since it failed before");
		else {
			if (e->order != NULL && e->order->begins != NULL)
				e->order->begins(arg, step->name);
			bot_check_step(e, step, f);
		}
		stopped |= step->rule == CHECK_STEP_NEEDED && e->failed &&
			   f->verdict == STEP_RESULT_FAILED;
		faults |= f->verdict == STEP_RESULT_FAILED;
		e->fault = e->fault == VERDICT_OK ? f->fault : e->fault;
		report(arg, f);
	}
	enum bot_check_result result = e->broken    ? BOT_CHECK_BROKEN
				       : e->refused ? BOT_CHECK_NO_BOT
				       : faults	    ? BOT_CHECK_FAULTS
						    : BOT_CHECK_GOOD;
	bot_check_free(e);
	free(f);
	return result;
}

enum bot_check_result bot_check_run(const struct arbiter_config *config, int bot,
	const struct bot_check_order *order, void (*report)(void *arg, const struct step_result *f),
	void *arg)
{
	struct bot_check *e = memory_get(1, sizeof *e);
	const int kind = order->quick ? CHECK_QUICK : order->no_stop ? CHECK_PLAY : CHECK_FULL;
	assert(order->games_count > 0);
	bot_check_init(e, config, bot);
	e->order = order;
	e->chance = order->seed;
	return bot_check_take(e, kind, report, arg);
}

enum bot_check_result bot_check_ask(const struct arbiter_config *config, int bot,
	const struct question *q, void (*report)(void *arg, const struct step_result *f), void *arg)
{
	struct bot_check *e = memory_get(1, sizeof *e);
	bot_check_init(e, config, bot);
	e->question = q;
	return bot_check_take(e, CHECK_QUESTION, report, arg);
}

/* --- its process ----------------------------------------------------------------------------- */

static int check_process_run(const void *arg, int number, int from, int to)
{
	const struct check_process *x = arg;
	(void)from;
	if (x->to_parent && dup2(to, STDOUT_FILENO) < 0)
		return EXIT_FAILURE;
	process_pin(x->place);
	sandbox_prepare();
	x->work(x->arg, number);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind check_process = {"referee-check", check_process_run};
