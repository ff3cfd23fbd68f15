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

void step_result_set(
	struct step_result *result, enum step_result_verdict verdict, const char *text, ...)
{
	va_list words;
	result->verdict = verdict;
	va_start(words, text);
	vsnprintf(result->text, sizeof result->text, text, words);
	va_end(words);
}

void step_result_rule(struct step_result *result, enum verdict fault, const char *detail)
{
	result->fault = fault;
	snprintf(result->detail, sizeof result->detail, "%s", detail);
	step_result_set(result, STEP_RESULT_FAILED, "%s", detail);
}

void step_result_detail(struct step_result *result, const char *advice)
{
	size_t used = strlen(result->detail);
	snprintf(result->detail + used, sizeof result->detail - used, "; %s", advice);
}

void step_result_advise(struct step_result *result, const char *text, ...)
{
	va_list words;
	va_start(words, text);
	vsnprintf(result->text, sizeof result->text, text, words);
	va_end(words);
}

void step_result_add(struct step_result *result, const char *text, ...)
{
	va_list words;
	size_t used = strlen(result->more);
	va_start(words, text);
	vsnprintf(result->more + used, sizeof result->more - used, text, words);
	va_end(words);
}

/* --- the bot's seats ------------------------------------------------------------------------- */

bool bot_check_plays(const struct bot_check *check, int seat)
{
	return check->seats == 0 || (check->seats >> (seat - 1) & 1) != 0;
}

const struct question *bot_check_first(const struct bot_check *check)
{
	if (check->question != NULL)
		return check->question;
	for (int i = 0; i < check->options->games_count; i++)
		if (bot_check_plays(check, check->options->games[i].seat))
			return &check->options->games[i];
	return &check->first;
}

/* If the options have no game in a seat that the bot plays, its first game gets such a seat. */
static void bot_check_choose(struct bot_check *check)
{
	check->first = check->options->games[0];
	for (int seat = check->config.players; seat >= 1; seat--)
		if (bot_check_plays(check, seat))
			check->first.seat = seat;
}

/* Makes the game of a question. False: it cannot be made. */
static bool bot_check_set_up(struct bot_check *check, const struct question *q)
{
	struct error err;
	return setup_init(&check->setup, check->config.rules, check->config.players, q->seed,
		(const char *const *)check->config.params, check->config.params_count, &err);
}

static struct bot_game bot_check_game(const struct bot_check *check, const struct question *q)
{
	return (struct bot_game){.setup = &check->setup,
		.seat = q->seat,
		.seed = q->seed,
		.opened = check->question == NULL && (*q->fen != '\0' || *q->moves != '\0')};
}

/* --- callbacks of the bot ------------------------------------------------------------------- */

/* The first game was chosen before the bot's seats were known. */
static void bot_check_on_greeted(void *owner, struct bot_process *b)
{
	struct bot_check *check = owner;
	unsigned all = (1u << check->config.players) - 1;
	if (b != &check->bot || check->question != NULL || check->seats != 0 ||
		(b->features & FEATURE_SEATS) == 0 || (b->seats & all) == all)
		return;
	check->seats = b->seats;
	bot_check_choose(check);
	const struct question *q = bot_check_first(check);
	if (bot_check_set_up(check, q))
		b->game = bot_check_game(check, q);
}

static void bot_check_on_ready(void *owner, struct bot_process *b)
{
	struct bot_check *check = owner;
	(void)b;
	check->ready = !check->probing;
}

static void bot_check_on_answer(void *owner, struct bot_process *b, const char *text)
{
	struct bot_check *check = owner;
	(void)b;
	snprintf(check->answer, sizeof check->answer, "%s", text);
	check->answered = !check->probing;
}

static void bot_check_on_failed(void *owner, struct bot_process *b)
{
	struct bot_check *check = owner;
	check->failing = b;
	check->failed = true;
}

/* The bot has ended between two games. A good end costs time only. Any other is a crash, although a
 * tournament charges no game with it. */
static void bot_check_on_restarted(void *owner, struct bot_process *b)
{
	struct bot_check *check = owner;
	char why[DIAGNOSIS_TEXT], text[BOT_CHECK_ERRORS + FAILURE_FACTS_ERRORS];
	if (b != &check->bot || check->crash[0] != '\0')
		return;
	struct failure_facts *facts = memory_get(1, sizeof *facts);
	channel_ending(&b->channel, b->ending, sizeof b->ending);
	failure_facts_collect(facts, b);
	bool failed = strcmp(b->ending, "ended with exit status 0") != 0 ||
		      strstr(facts->errors, "Traceback (most recent call last)") != NULL;
	/* Its message may have begun to come before the new game was announced. */
	size_t length = (size_t)snprintf(text, sizeof text, "%s%s", check->before, facts->errors);
	size_t cut = length < BOT_CHECK_ERRORS ? 0 : length - (BOT_CHECK_ERRORS - 1);
	memcpy(check->crash_errors, text + cut, length - cut + 1);
	facts->seen.errors = check->crash_errors;
	bool known = diagnosis_explain(&facts->seen, why, sizeof why);
	if (failed)
		snprintf(check->crash, sizeof check->crash,
			"after the game it %s, and was started again: no game is lost by that, but mend it%s%.800s",
			b->ending, known ? "; " : "", known ? why : "");
	free(facts);
}

static void bot_check_on_broken(void *owner, struct bot_process *b)
{
	struct bot_check *check = owner;
	(void)b;
	check->broken = true;
}

static void bot_check_on_wire(
	void *owner, struct bot_process *b, char way, const char *line, size_t length)
{
	struct bot_check *check = owner;
	if (b != &check->bot)
		return;
	if (way == '<')
		transcript_line(&check->seen, b->phase, line, length, time_now());
	else if (way == '>' && !check->probing)
		transcript_sent(&check->seen, line, length);
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
static void bot_check_watch_idle(struct bot_check *check, usec now)
{
	struct process_tree_usage_found found = {.cpu = SECOND};
	if (check->options == NULL || check->options->idle == NULL ||
		now - check->idle_checked < BOT_CHECK_INTERVAL)
		return;
	if (check->usage.init != check->bot.channel.sandbox.init || check->usage.init == 0) {
		process_tree_usage_close(&check->usage);
		process_tree_usage_open(&check->usage, check->bot.channel.sandbox.init);
		if (check->usage.init > 0)
			process_tree_usage_measure(&check->usage, &found);
		found.cpu = SECOND;
	} else {
		process_tree_usage_measure(&check->usage, &found);
	}
	*check->options->idle =
		check->twins_count == 0 &&
		found.cpu + found.wait < (now - check->idle_checked) / BOT_CHECK_IDLE;
	check->idle_checked = now;
}

/* Waits for one event, or for the time until. */
static void bot_check_turn(struct bot_check *check, usec until)
{
	usec now = time_now(), left = BOT_CHECK_INTERVAL;
	left = bot_check_nearer(left, now, check->bot.deadline);
	for (int i = 0; i < check->twins_count; i++)
		left = bot_check_nearer(left, now, check->twins[i].deadline);
	if (until > 0 && until - now < left)
		left = until - now;
	if (left < 0)
		left = 0;
	struct timeval wait = {.tv_sec = (left + 1) / SECOND, .tv_usec = (left + 1) % SECOND};
	event_add(check->timer, &wait);
	event_base_loop(check->base, EVLOOP_ONCE);
	now = time_now();
	bot_tick(&check->bot, now);
	for (int i = 0; i < check->twins_count; i++)
		bot_tick(&check->twins[i], now);
	bot_check_watch_idle(check, now);
}

bool bot_check_wait(struct bot_check *check, const bool *done, usec until)
{
	while (!*done && !check->broken && (!check->failed || check->probing) &&
		(until == 0 || time_now() < until))
		bot_check_turn(check, until);
	return *done;
}

void bot_check_prepare(struct bot_check *check, const struct question *q)
{
	check->ready = check->failed = check->probing = false;
	check->failing = NULL;
	check->began = time_now();
	if (!bot_check_set_up(check, q)) {
		check->broken = true;
		return;
	}
	check->before[0] = '\0';
	if (check->config.terms.restart)
		bot_kill(&check->bot);
	else if (check->bot.phase == BOT_READY)
		channel_stderr(&check->bot.channel, check->before, sizeof check->before);
	const struct bot_game game = bot_check_game(check, q);
	bot_prepare(&check->bot, &game);
}

bool bot_check_ready(struct bot_check *check, const struct question *q, struct step_result *result)
{
	bot_check_prepare(check, q);
	if (bot_check_wait(check, &check->ready, 0))
		return true;
	bot_check_explain(check, check->bot.phase == BOT_GREETING ? "ugiok" : "readyok", result);
	return false;
}

/* --- against itself ------------------------------------------------------------------------- */

bool bot_check_double(struct bot_check *check, const struct question *q, struct step_result *result)
{
	check->twins = memory_get((size_t)check->config.players - 1, sizeof *check->twins);
	for (int i = 0; i < check->config.players - 1; i++) {
		struct bot_process *b = &check->twins[i];
		bot_init(b, &check->config, check->self, check->base, &bot_check_calls, check);
		check->twins_count++;
		check->ready = false;
		struct bot_game game = bot_check_game(check, q);
		game.seat = i + 1 + (i + 1 >= q->seat);
		bot_prepare(b, &game);
		if (bot_check_wait(check, &check->ready, 0))
			continue;
		bot_check_explain(check, "readyok", result);
		return false;
	}
	return true;
}

void bot_check_single(struct bot_check *check)
{
	for (int i = 0; i < check->twins_count; i++)
		bot_kill(&check->twins[i]);
	free(check->twins);
	check->twins = NULL;
	check->twins_count = 0;
}

struct bot_process *bot_check_seated(struct bot_check *check, int seat)
{
	for (int i = 0; i < check->twins_count; i++)
		if (check->twins[i].game.seat == seat)
			return &check->twins[i];
	return check->bot.game.seat == seat ? &check->bot : NULL;
}

/* --- why a word did not come ---------------------------------------------------------------- */

usec bot_check_patience(const struct bot_check *check)
{
	return check->options != NULL && check->options->patience > 0 ? check->options->patience
								      : SECOND;
}

/* Has the bot printed a line that was meant as its answer? Then no other comes. */
static bool bot_check_answered(struct bot_check *check)
{
	struct error near;
	char output[TAIL_BUFFER_BYTES + 1];
	tail_buffer_copy(&check->bot.channel.received, output, sizeof output);
	return strcmp(check->seen.awaiting, "bestmove") == 0
		       ? near_miss_answer(&check->game, output, &near)
		       : near_miss_word(check->seen.awaiting, output, &near);
}

/* The bot runs: tries to make it print the word. */
static void bot_check_probe(struct bot_check *check, struct diagnosis_facts *facts)
{
	static const char uci[] = "uci\n";
	struct channel *c = &check->bot.channel;
	usec from = time_now(), patience = bot_check_patience(check);
	bool silent = c->received.total == 0;
	usec late = bot_check_answered(check) ? patience : BOT_CHECK_LATE;
	if (bot_check_wait(check, &check->seen.awaited, from + late)) {
		facts->late = time_now() - from;
		return;
	}
	if (check->bot.phase == BOT_GREETING && silent && !c->ended) {
		struct tail_buffer sent = c->sent; /* only the lines of a tournament are kept */
		channel_send(c, uci, sizeof uci - 1);
		c->sent = sent;
		bot_check_wait(check, &check->seen.uciok, time_now() + patience);
	}
	check->bot.turn_bytes = c->received.total;
	channel_hang_up(c);
	bot_check_wait(check, &c->ended, time_now() + patience);
	check->bot.left = c->ended;
	facts->uci = check->seen.uciok;
}

/* Adds the last lines of its stderr that were not shown before. */
static void bot_check_add_errors(
	struct bot_check *check, const char text[BOT_CHECK_ERRORS], struct step_result *result)
{
	size_t length = strlen(text);
	const char *from = text;
	if (length == BOT_CHECK_ERRORS - 1 && strchr(text, '\n') != NULL)
		from = strchr(text, '\n') + 1; /* the first line is cut */
	if (from[strspn(from, " \t\r\n")] == '\0')
		return;
	if (strcmp(from, check->errors) == 0)
		step_result_add(result, "on stderr it wrote the same as before\n");
	else
		step_result_add(result, "on stderr it wrote:\n%s%s", from,
			text[length - 1] == '\n' ? "" : "\n");
	snprintf(check->errors, sizeof check->errors, "%s", from);
}

void bot_check_add_stderr(
	struct bot_check *check, struct bot_process *b, struct step_result *result)
{
	char text[BOT_CHECK_ERRORS];
	channel_stderr(&b->channel, text, sizeof text);
	bot_check_add_errors(check, text, result);
}

/* Warns of a crash between two games, once, unless the step has told a failure. */
static void bot_check_warn_of_crash(struct bot_check *check, struct step_result *result)
{
	if (check->crash[0] == '\0' || check->crash_told || result->verdict == STEP_RESULT_FAILED)
		return;
	check->crash_told = true;
	step_result_set(result, STEP_RESULT_WARNING, "%s", check->crash);
	bot_check_add_errors(check, check->crash_errors, result);
}

void bot_check_explain(struct bot_check *check, const char *awaited, struct step_result *result)
{
	struct bot_process *b = check->failing;
	struct diagnosis_facts probed = {.late = 0};
	char text[DIAGNOSIS_TEXT];
	if (check->broken) {
		step_result_set(result, STEP_RESULT_SKIPPED, BOT_CHECK_OWN_FAULT);
		return;
	}
	if (b->phase == BOT_POSITION)
		awaited = "readyok"; /* before its move */
	step_result_rule(result, b->verdict, b->detail);
	if (b->verdict == VERDICT_MEMORY) {
		bot_check_add_stderr(check, b, result);
		return;
	}
	check->probing = true;
	check->seen.awaiting = awaited;
	check->seen.awaited = false;
	if (b == &check->bot && !b->channel.ended)
		bot_check_probe(check, &probed);
	check->seen.awaiting = NULL;
	struct failure_facts *facts = memory_get(1, sizeof *facts);
	failure_facts_collect(facts, b);
	facts->seen.awaited = awaited;
	if (b == &check->bot && b->phase == BOT_GREETING)
		facts->seen.sent = check->seen.sent; /* without the lines of the probe */
	facts->seen.late = probed.late;
	facts->seen.uci = probed.uci;
	bool known = diagnosis_explain(&facts->seen, text, sizeof text);
	free(facts);
	step_result_advise(result, "%s", text);
	if (known && b->verdict != VERDICT_FLOOD) /* as in a tournament's verdict */
		step_result_detail(result, text);
	bot_check_add_stderr(check, b, result);
}

/* --- the steps ------------------------------------------------------------------------------ */

static void bot_check_init(struct bot_check *check, const struct arbiter_config *config, int bot)
{
	check->config = *config;
	check->config.log_wire = true; /* so that the check gets every line */
	check->self = &config->bots[bot];
	check->config.terms.limits = *arbiter_config_limits(config, check->self);
	check->patient = check->config;
	check->patient.terms.limits = (struct limits){
		.movetime = BOT_CHECK_LONG, .margin = check->config.terms.limits.margin};
	adjudication_init(&check->adjudication, &config->terms.adjudication);
	check->base = event_base_new();
	check->timer =
		check->base == NULL ? NULL : evtimer_new(check->base, bot_check_on_timer, check);
	check->broken = check->timer == NULL;
	check->idle_checked = time_now();
	bot_init(&check->bot, &check->config, check->self, check->base, &bot_check_calls, check);
}

static void bot_check_free(struct bot_check *check)
{
	bot_check_single(check);
	bot_kill(&check->bot);
	process_tree_usage_close(&check->usage);
	adjudication_clear(&check->adjudication);
	if (check->timer != NULL)
		event_free(check->timer);
	if (check->base != NULL)
		event_base_free(check->base);
	free(check);
}

/* Takes a step. A program of rules that fails in it says nothing about the bot. */
static void bot_check_step(
	struct bot_check *check, const struct check_step *step, struct step_result *result)
{
	step->take(check, result);
	bot_check_warn_of_crash(check, result);
	const struct rules *rules = check->config.rules;
	const char *fault = rules_is_process(rules) ? rules_process_fault(rules) : NULL;
	if (fault == NULL)
		return;
	*result = (struct step_result){.step = step->name};
	step_result_set(result, STEP_RESULT_FAILED, "the bot is not to blame: %s", fault);
	check->broken = true;
}

/* Takes the steps of a kind of check, and frees check. */
static enum bot_check_result bot_check_take(struct bot_check *check, unsigned kind,
	void (*report)(void *arg, const struct step_result *found), void *arg)
{
	struct step_result *found = memory_get(1, sizeof *found);
	bool stopped = false, faults = false;
	for (const struct check_step *step = check_steps; step->name != NULL; step++) {
		if ((step->kinds & kind) == 0)
			continue;
		*found = (struct step_result){.step = step->name};
		if (stopped || check->broken)
			step_result_set(found, STEP_RESULT_SKIPPED, "not tried");
		else if (step->rule == CHECK_STEP_IF_SOUND && check->fault != VERDICT_OK)
			step_result_set(
				found, STEP_RESULT_SKIPPED, "not tried, since it failed before");
		else {
			if (check->options != NULL && check->options->begins != NULL)
				check->options->begins(arg, step->name);
			bot_check_step(check, step, found);
		}
		stopped |= step->rule == CHECK_STEP_NEEDED && check->failed &&
			   found->verdict == STEP_RESULT_FAILED;
		faults |= found->verdict == STEP_RESULT_FAILED;
		check->fault = check->fault == VERDICT_OK ? found->fault : check->fault;
		report(arg, found);
	}
	enum bot_check_result result = check->broken	? BOT_CHECK_BROKEN
				       : check->refused ? BOT_CHECK_NO_BOT
				       : faults		? BOT_CHECK_FAULTS
							: BOT_CHECK_GOOD;
	bot_check_free(check);
	free(found);
	return result;
}

enum bot_check_result bot_check_run(const struct arbiter_config *config, int bot,
	const struct bot_check_options *options,
	void (*report)(void *arg, const struct step_result *result), void *arg)
{
	struct bot_check *check = memory_get(1, sizeof *check);
	const int kind = options->quick ? CHECK_QUICK : options->no_stop ? CHECK_PLAY : CHECK_FULL;
	assert(options->games_count > 0);
	bot_check_init(check, config, bot);
	check->options = options;
	check->chance = options->seed;
	return bot_check_take(check, kind, report, arg);
}

enum bot_check_result bot_check_ask(const struct arbiter_config *config, int bot,
	const struct question *q, void (*report)(void *arg, const struct step_result *result),
	void *arg)
{
	struct bot_check *check = memory_get(1, sizeof *check);
	bot_check_init(check, config, bot);
	check->question = q;
	return bot_check_take(check, CHECK_QUESTION, report, arg);
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
