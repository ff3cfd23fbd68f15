/*
 * bot.c - the conversation with one bot. Each phase waits for one word. The row of a phase has the
 * word, the next step, and the detail for a silent bot. Position, legal and go are sent in one
 * write, and the clock starts with it.
 */
#include "referee/bot/bot.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/params.h"
#include "referee/game/score.h"
#include "referee/bot/bot-talk.h"
#include "referee/bot/failure-facts.h"
#include "referee/bot/go-message.h"
#include "referee/sandbox/exec-error.h"

/* The wait for a bot that has closed its input. */
#define BOT_PARTING (100 * MILLISECOND)

/* Bytes of a wrong bestmove that are quoted. */
enum { BOT_NAMED = 64 };

/* Time limit for a sandbox to start its program. */
#define BOT_SANDBOX_TIME (60 * SECOND)

/* If processor time counts, it is measured at most this often. */
#define BOT_LOOK (1 * MILLISECOND)

void bot_init(struct bot_process *b, const struct arbiter_config *plan,
	const struct bot_config *self, struct event_base *base, const struct bot_calls *calls,
	void *owner)
{
	memset(b, 0, sizeof *b);
	b->plan = plan;
	b->self = self;
	b->base = base;
	b->calls = calls;
	b->owner = owner;
	b->next = -1;
	off_turn_monitor_init(&b->watch, self->remote ? NULL : &b->channel.box);
}

void bot_enter(struct bot_process *b, enum bot_phase phase, usec limit)
{
	b->phase = phase;
	if (b->due == BOT_MOVE)
		return;
	bool bound = b->due == BOT_READINESS || phase == BOT_LEAVING;
	b->deadline = bound && limit > 0 ? time_now() + limit : 0;
	if (bound && b->calls->moved != NULL)
		b->calls->moved(b->owner, b);
}

void bot_begin(struct bot_process *b)
{
	if (b->due == BOT_MOVE)
		return; /* it was asked before */
	b->asked = time_now();
	b->answer = (struct bot_answer){.spent = {.wait = -1}};
	bot_begin_info(b);
}

/* A bot that exceeds its memory ends. If only one of its processes was killed, it may go silent. */
static bool bot_starved(const struct bot_process *b, enum verdict verdict)
{
	return (verdict == VERDICT_CRASH || verdict == VERDICT_TIME ||
		       verdict == VERDICT_STARTUP) &&
	       !b->self->remote && sandbox_starved(&b->channel.box);
}

static const struct clock *bot_clock(const struct bot_process *b)
{
	return &b->position->seat[b->game.seat - 1].clock;
}

/* Updates the measures of the move that was asked at b->asked. */
static void bot_measure(struct bot_process *b, usec at)
{
	b->answer.at = at;
	bool late = b->due == BOT_MOVE && clock_late(bot_clock(b), at - b->asked);
	off_turn_monitor_spend(&b->watch, b->asked, at, late, &b->answer.spent);
}

/* Adds advice for the author to the detail of the verdict. */
static void bot_diagnose(struct bot_process *b)
{
	bool known = b->channel.socket || b->channel.box.keeper > 0;
	size_t used = strlen(b->detail);
	char advice[DIAGNOSIS_TEXT];
	if (!known || b->unfit || b->calls->asks_why || b->lost || b->phase == BOT_AWAY ||
		b->verdict == VERDICT_FLOOD || b->verdict == VERDICT_MEMORY ||
		b->verdict == VERDICT_ABSENT)
		return;
	struct failure_facts *d = memory_get(1, sizeof *d);
	failure_facts_take(d, b);
	if (diagnosis_explain(&d->seen, advice, sizeof advice))
		snprintf(b->detail + used, sizeof b->detail - used, "; %s", advice);
	free(d);
}

static void bot_tell_failure(struct bot_process *b)
{
	b->failing = false;
	b->deadline = 0;
	bot_diagnose(b);
	b->calls->failed(b->owner, b);
}

/* Is the bot running but silent, without using the processor? Then its input is closed, so that a
 * program with buffered output writes all of it. */
static bool bot_lingers(struct bot_process *b)
{
	struct channel *c = &b->channel;
	if (b->calls->asks_why || b->self->remote || c->ended || c->shut || c->said.total > 0 ||
		(b->verdict != VERDICT_TIME && b->verdict != VERDICT_STARTUP) ||
		b->answer.spent.cpu > b->answer.spent.wall / 2)
		return false;
	channel_hang_up(c);
	b->failing = true;
	b->deadline = time_now() + BOT_PARTING;
	if (b->calls->moved != NULL)
		b->calls->moved(b->owner, b);
	return true;
}

static void bot_fail(struct bot_process *b, enum verdict verdict, const char *detail, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports a failure to the owner. Only the first failure counts. */
static void bot_fail(struct bot_process *b, enum verdict verdict, const char *detail, ...)
{
	va_list words;
	size_t used = 0;
	if (b->verdict != VERDICT_OK)
		return;
	assert(b->due != BOT_NOTHING);
	b->verdict = verdict;
	if (bot_starved(b, verdict)) {
		b->verdict = VERDICT_MEMORY;
		used = (size_t)snprintf(b->detail, sizeof b->detail,
			"needed more than the %.6g MB of memory that it may have (memory = %.6gM sets that); it ",
			(double)b->channel.box.memory / (1 << 20),
			(double)b->channel.box.memory / (1 << 20));
	}
	va_start(words, detail);
	vsnprintf(b->detail + used, sizeof b->detail - used, detail, words);
	va_end(words);
	if (b->asked > 0 && b->answer.at == 0)
		bot_measure(b, time_now());
	b->said = b->channel.said.total;
	b->left = false;
	if (!bot_lingers(b))
		bot_tell_failure(b);
}

/* --- time limits -------------------------------------------------------------------------- */

/* The time limit has passed, whether the bot has answered by then or not. */
static void bot_late(struct bot_process *b, bool answered)
{
	char words[GAME_DETAIL];
	off_turn_monitor_lost(&b->watch, b->asked, b->answer.at, &b->answer.spent);
	clock_tell(bot_clock(b), &b->answer.spent, answered, words, sizeof words);
	if (b->phase == BOT_AWAY)
		bot_fail(
			b, VERDICT_TIME, "lost its connection and was not back in time; %s", words);
	else if (b->lost)
		bot_fail(b, VERDICT_TIME, "lost its connection, and was late when it was back; %s",
			words);
	else if (b->channel.shut)
		bot_fail(b, VERDICT_CRASH, "closed its input");
	else if (b->phase == BOT_POSITION)
		bot_fail(b, VERDICT_TIME, "did not answer \"isready\" after the position; %s",
			words);
	else
		bot_fail(b, VERDICT_TIME, "%s", words);
}

/*
 * The deadline has come. If processor time counts, the charged time is measured. If some is left,
 * the deadline moves on by that. An unfinished wait for the processor is only known when it ends.
 * Until then a wait is assumed.
 */
static void bot_look(struct bot_process *b, usec now)
{
	const struct clock *clock = bot_clock(b);
	bot_measure(b, now);
	bool deaf = b->channel.shut && !b->channel.ended;
	if (deaf && b->self->remote) {
		channel_cut(&b->channel); /* if it may return, the clock sets the limit */
		return;
	}
	struct spent least = b->answer.spent;
	least.wait = (least.wait > 0 ? least.wait : 0) + b->watch.pending;
	if (deaf || clock_fell(clock, &least)) {
		bot_late(b, false);
		return;
	}
	b->deadline = clock_deadline(clock, &least);
	if (b->deadline < now + BOT_LOOK)
		b->deadline = now + BOT_LOOK;
	if (b->deadline > clock_end(clock))
		b->deadline = clock_end(clock);
}

/* --- lines from the bot --------------------------------------------------------------------- */

/* Does the bot lack a feature without which it cannot play this game? */
static bool bot_is_unfit(const struct bot_process *b, char *why, size_t room)
{
	const struct setup *setup = b->game.setup;
	if (setup->seats > 2 && (b->features & FEATURE_PLAYERS) == 0) {
		snprintf(why, room,
			"did not say \"feature players\", so it plays no games of %d seats",
			setup->seats);
		return true;
	}
	/* With a list of the legal moves a bot needs no rules. */
	return (b->features & (FEATURE_NEWGAME | FEATURE_LEGAL)) == 0 &&
	       params_untold(setup, why, room);
}

static void bot_on_ugiok(struct bot_process *b)
{
	char why[256];
	if (bot_is_unfit(b, why, sizeof why)) {
		if (b->due ==
			BOT_NOTHING) { /* it returned as another program: treated as not returned */
			channel_cut(&b->channel);
			return;
		}
		b->unfit = true; /* it has sent "ugiok" */
		bot_fail(b, VERDICT_STARTUP, "%s", why);
		return;
	}
	bot_judge_options(b);
	b->phase = BOT_SETTING; /* the time limit of the start still holds */
	bot_say_options(b);
}

/* A fault of the referee: the owner does not charge the bot. */
static void bot_break(struct bot_process *b, const char *what, const char *why)
{
	snprintf(b->detail, sizeof b->detail, "%s: %s", what, why);
	b->calls->broken(b->owner, b);
}

/* If the program is watched, not copied, it may have changed between the digest and the start.
 * True: it has. */
static bool bot_has_changed(struct bot_process *b)
{
	char why[256];
	if (!b->fresh || b->self->remote || snapshot_same(b->self->held, why, sizeof why))
		return false;
	bot_break(b, "a bot could not be started", why);
	return true;
}

/* The bot knows its game: reports that, or asks for the move that is due. */
static void bot_on_prepared(struct bot_process *b)
{
	bool ready = b->due == BOT_READINESS;
	if (ready && bot_has_changed(b))
		return;
	if (ready)
		b->due = BOT_NOTHING;
	bot_enter(b, BOT_READY, 0);
	off_turn_monitor_begin(&b->watch, time_now());
	if (ready)
		b->calls->ready(b->owner, b);
	else if (b->due == BOT_MOVE)
		bot_ask_again(b);
}

/* The time charged to its move so far, in whole milliseconds. Less than one is only the delay of
 * the pipe, which every bot has. */
static usec bot_charged(struct bot_process *b)
{
	usec now = time_now();
	if (now - b->asked < MILLISECOND)
		return 0;
	off_turn_monitor_spend(&b->watch, b->asked, now, true, &b->answer.spent);
	usec charged = clock_charge(bot_clock(b), &b->answer.spent);
	return charged - charged % MILLISECOND;
}

/* The bot has acknowledged the position: sends the rest of the question. The clock runs since the
 * position, so a slow acknowledgement gains nothing. The time charged since then is subtracted from
 * the offer. */
static void bot_settle(struct bot_process *b)
{
	struct message m = go_message_make(b->position, b->game.seat, b->features, bot_charged(b));
	tail_buffer_clear(&b->channel.said);
	b->phase = BOT_THINKING;
	bot_say(b, &m);
}

static void bot_on_readyok(struct bot_process *b)
{
	if (b->phase == BOT_SETTING) {
		b->known = true;
		bot_send_newgame(b);
	} else if (b->phase == BOT_PREPARING) {
		bot_on_prepared(b);
	} else {
		bot_settle(b);
	}
}

static void bot_on_bestmove(struct bot_process *b, const char *text, usec at)
{
	bot_measure(b, at);
	if (clock_fell(bot_clock(b), &b->answer.spent)) {
		bot_late(b, true);
		return;
	}
	b->due = BOT_NOTHING;
	b->moved = true;
	bot_enter(b, BOT_READY, 0);
	off_turn_monitor_rest(&b->watch, at);
	b->calls->answered(b->owner, b, text);
}

/* The move that a malformed line names. */
static const char *bot_named(const char *line)
{
	line += strspn(line, " \t");
	line += strcspn(line, " \t");
	return line + strspn(line, " \t");
}

static void bot_on_info(struct bot_process *b, const struct message_info *info, const char *line)
{
	message_info_keep(&b->answer.info, info);
	if (b->info != NULL)
		bot_take_info(b, info, line);
}

/* Handles a line: acts on the word that the phase awaits, keeps `info`, and logs all other lines.
 */
static bool bot_on_line(void *owner, char *line, usec at)
{
	struct bot_process *b = owner;
	struct message m;
	static char copy[LINE_FROM_BOT];
	char why[128], whole[BOT_NAMED] = "";
	if (b->calls->wire != NULL && b->plan->log_wire)
		b->calls->wire(b->owner, b, '<', line, strlen(line));
	if (b->verdict != VERDICT_OK)
		return !b->channel.ended; /* its lines count no more */
	b->spoke = true;
	memccpy(whole, line, '\0', sizeof whole - 1);
	if (b->info != NULL)
		snprintf(copy, sizeof copy, "%s", line);
	bool good = message_read(&m, FROM_BOT, line, why, sizeof why);
	if (m.kind == MESSAGE_BESTMOVE && b->phase == BOT_THINKING)
		bot_on_bestmove(b, good ? m.bestmove.move : bot_named(whole), at);
	else if (m.kind == MESSAGE_INFO && b->phase == BOT_THINKING && good)
		bot_on_info(b, &m.info, copy);
	else if (m.kind == MESSAGE_FEATURE && b->phase == BOT_GREETING && good)
		b->features |= m.feature.bits;
	else if (m.kind == MESSAGE_OPTION && b->phase == BOT_GREETING && good)
		bot_take_option(b, &m);
	else if (m.kind == MESSAGE_UGIOK && b->phase == BOT_GREETING)
		bot_on_ugiok(b);
	else if (m.kind == MESSAGE_READYOK &&
		 (b->phase == BOT_SETTING || b->phase == BOT_PREPARING || b->phase == BOT_POSITION))
		bot_on_readyok(b);
	return b->phase != BOT_GONE && !b->channel.ended;
}

void bot_forget(struct bot_process *b)
{
	channel_stop(&b->channel);
	off_turn_monitor_close(&b->watch);
	bot_clear_options(b);
	bot_clear_errors(b);
	bot_clear_info(b);
	b->phase = BOT_GONE;
	b->due = BOT_NOTHING;
	b->failing = false;
	b->deadline = 0;
	b->known = false;
}

/* The channel has ended while a question was open: explains how. */
static void bot_explain_end(struct bot_process *b)
{
	const char *how = b->ending;
	char seen[256];
	bool clear = !b->self->remote &&
		     exec_error_explain_end(b->self->argv[0], b->self->dir, seen, sizeof seen);
	channel_ending(&b->channel, b->ending, sizeof b->ending);
	/* When memory is short the kernel may kill sandbox-init too. */
	if (!b->self->remote && sandbox_lost(&b->channel.box) &&
		!sandbox_starved(&b->channel.box)) {
		bot_break(b, "a bot's box was killed", b->self->name);
		return;
	}
	if (b->end == CHANNEL_FLOOD)
		bot_fail(b, VERDICT_FLOOD,
			"wrote a line of over %zu bytes, or over %zu in one turn",
			b->channel.line_most, b->channel.turn_most);
	else if (b->end == CHANNEL_DEAF)
		bot_fail(b, VERDICT_CRASH, "does not read what it is sent");
	else if ((b->phase == BOT_GREETING || b->phase == BOT_SETTING) && bot_has_changed(b))
		return;
	else if (b->phase == BOT_GREETING || b->phase == BOT_SETTING)
		bot_fail(b, VERDICT_STARTUP, "%s before it was ready%s%s", how, clear ? ": " : "",
			clear ? seen : "");
	else
		bot_fail(b, VERDICT_CRASH, "%s", how);
}

static void bot_on_end(void *owner, enum channel_end end, usec at)
{
	struct bot_process *b = owner;
	(void)at;
	b->end = end;
	if (b->failing) {
		b->left = true;
		bot_tell_failure(b);
		return;
	}
	if (b->phase == BOT_LEAVING) {
		bot_forget(b);
		return;
	}
	if (bot_lose(b, end))
		return;
	if (b->phase == BOT_PREPARING && !b->fresh && end == CHANNEL_CLOSED &&
		b->verdict == VERDICT_OK) {
		/* Some bots end with the last game. That is no fault in this one. */
		bot_forget(b);
		bot_prepare(b, &b->game);
		return;
	}
	if (b->due != BOT_NOTHING &&
		b->verdict == VERDICT_OK) /* else it is examined when its turn comes */
		bot_explain_end(b);
}

/* The sandbox is ready, or could not be made. */
static void bot_on_started(void *owner, enum sandbox_result result, const char *why)
{
	struct bot_process *b = owner;
	char seen[256];
	if (result == SANDBOX_STARTED) {
		off_turn_monitor_open(&b->watch,
			limits_need(arbiter_config_limits(b->plan, b->self)), b->plan->ponder);
		bot_greet(b);
		return;
	}
	b->phase = BOT_GREETING; /* so that the failure is reported */
	if (result == SANDBOX_REFUSED && bot_has_changed(b))
		return;
	/* Gives the author's mistake, rather than the system's message. */
	bool clear = exec_error_explain(b->self->argv[0], b->self->dir, seen, sizeof seen);
	if (result == SANDBOX_REFUSED) {
		clear = clear && !b->channel.box.forbidden;
		bot_fail(b, VERDICT_STARTUP, "%s", clear ? seen : why);
	} else {
		bot_break(b, "a bot could not be started", why);
	}
}

const struct channel_owner bot_owner = {
	.started = bot_on_started, .line = bot_on_line, .errors = bot_on_errors, .end = bot_on_end};

/* --- questions to the bot ------------------------------------------------------------------- */

static void bot_start(struct bot_process *b)
{
	char why[256];
	const struct sandbox_order order = {.argv = b->self->argv,
		.dir = b->self->dir,
		.level = b->plan->sandbox,
		.allowance = &b->self->allowance,
		.hidden = b->plan->hidden,
		.held = b->self->held};
	enum sandbox_result result =
		channel_start(&b->channel, b->base, &order, &bot_owner, b, why, sizeof why);
	bot_follow_errors(b);
	b->asked = 0;
	b->fresh = true;
	b->verdict = VERDICT_OK;
	b->ending[0] = '\0';
	if (result == SANDBOX_STARTED)
		bot_enter(b, BOT_STARTING, BOT_SANDBOX_TIME);
	else
		bot_on_started(b, result, why);
}

void bot_prepare(struct bot_process *b, const struct bot_game *game)
{
	b->game = *game;
	if (b->self->remote) {
		bot_await(b);
		return;
	}
	if (b->phase == BOT_LEAVING || b->verdict != VERDICT_OK || b->channel.ended)
		bot_kill(b);
	b->due = BOT_READINESS;
	if (b->phase == BOT_GONE) {
		bot_start(b); /* which continues to the new game by itself */
		return;
	}
	b->fresh = false;
	channel_forget_errors(&b->channel);
	bot_send_newgame(b);
}

/* The clock runs from now on. */
static void bot_start_clock(struct bot_process *b, struct clock *clock)
{
	bot_begin(b);
	b->due = BOT_MOVE;
	clock_start(clock, b->asked);
	off_turn_monitor_ask(&b->watch, b->asked);
	b->deadline = clock_deadline(clock, &b->answer.spent);
}

void bot_resume_clock(struct bot_process *b)
{
	b->deadline = clock_deadline(bot_clock(b), &b->answer.spent);
}

void bot_ask(struct bot_process *b, struct game *g)
{
	static char out[BOT_TURN];
	struct clock *clock = &g->seat[b->game.seat - 1].clock;
	b->position = g;
	channel_drain(&b->channel); /* lines still in the pipe were sent before the question */
	if (b->phase != BOT_AWAY && b->channel.ended) {
		b->due = BOT_MOVE;
		b->phase = BOT_THINKING;
		b->asked = 0; /* it has failed before */
		bot_explain_end(b);
		return;
	}
	if (b->phase != BOT_READY) { /* it is reconnecting */
		assert(b->self->remote);
		bot_start_clock(b, clock);
		return;
	}
	b->lost = false;
	size_t length = bot_compose_turn(b, 0, out);
	channel_turn(&b->channel);
	off_turn_monitor_wake(&b->watch);
	b->phase = bot_readies(b) ? BOT_POSITION : BOT_THINKING;
	bot_start_clock(b, clock);
	bot_send(b, out, length);
	/* The bot cannot answer. Most likely it is ending; its exit status is known in a moment. */
	if (b->channel.shut && b->deadline > b->asked + BOT_PARTING)
		b->deadline = b->asked + BOT_PARTING;
}

void bot_refuse(struct bot_process *b, const char *verdict, const char *text)
{
	struct message m = message_make(MESSAGE_ERROR);
	m.error.verdict = verdict;
	m.error.text = text;
	if (b->phase != BOT_GONE && b->features & FEATURE_ERROR)
		bot_say(b, &m);
}

bool bot_pondered(struct bot_process *b, char *text, size_t room)
{
	return b->phase == BOT_READY && off_turn_monitor_tell(&b->watch, text, room);
}

int64_t bot_score(const struct bot_answer *answer)
{
	const struct message_info *info = &answer->info;
	if ((info->given & INFO_SCORE) == 0)
		return ADJUDICATION_UNSAID;
	return info->mate ? score_of_mate(info->score) : info->score;
}

void bot_gameover(struct bot_process *b, const int *ranks, const char *reason)
{
	struct message m = message_make(MESSAGE_GAMEOVER);
	b->position = NULL;
	if (b->phase != BOT_READY || (b->features & FEATURE_GAMEOVER) == 0)
		return;
	m.gameover.seats = b->game.setup->seats;
	memcpy(m.gameover.ranks, ranks, sizeof *ranks * (size_t)m.gameover.seats);
	m.gameover.reason = reason;
	bot_say(b, &m);
}

void bot_quit(struct bot_process *b)
{
	if (b->phase == BOT_GONE || b->phase == BOT_LEAVING)
		return;
	if (b->self->remote || b->phase == BOT_STARTING || b->channel.ended ||
		b->verdict != VERDICT_OK || b->self->allowance.quit == 0) {
		bot_kill(b);
		return;
	}
	b->due = BOT_NOTHING;
	off_turn_monitor_wake(&b->watch);
	bot_enter(b, BOT_LEAVING, b->self->allowance.quit);
	bot_say_word(b, MESSAGE_QUIT);
}

void bot_kill(struct bot_process *b)
{
	if (b->self->remote) {
		bot_estrange(b);
		return;
	}
	if (b->phase != BOT_GONE)
		bot_forget(b);
	b->verdict = VERDICT_OK;
}

/* --- missing answers ------------------------------------------------------------------------ */

/* The answer to the preparation of a new game has not come. */
static void bot_unready(struct bot_process *b)
{
	const struct sandbox_limits *a = &b->self->allowance;
	if (b->phase == BOT_STARTING)
		bot_break(b, "a bot could not be started", "its box was not there in time");
	else if (b->phase == BOT_AWAY)
		bot_fail(b, VERDICT_ABSENT,
			b->lost ? "lost its connection, and was not ready for the game within %.1f s"
				: "was not connected; waited %.1f s for it",
			(double)b->plan->connect_timeout / SECOND);
	else if (b->phase == BOT_PREPARING)
		bot_fail(b, VERDICT_TIME, "did not answer \"isready\" for a new game within %.1f s",
			(double)a->newgame / SECOND);
	else
		bot_fail(b, VERDICT_STARTUP, "%s within %.1f s",
			!b->spoke		   ? "said nothing"
			: b->phase == BOT_GREETING ? "did not say \"ugiok\""
						   : "did not answer \"isready\"",
			(double)a->startup / SECOND);
}

void bot_tick(struct bot_process *b, usec now)
{
	usec closing = channel_closing(&b->channel);
	if (b->deadline == 0 || now <= b->deadline)
		return;
	if (closing > now) {
		b->deadline = closing;
		return;
	}
	if (b->failing)
		bot_tell_failure(b);
	else if (b->due == BOT_READINESS)
		bot_unready(b);
	else if (b->due == BOT_MOVE)
		bot_look(b, now);
	else if (b->phase == BOT_LEAVING)
		bot_forget(b);
}
