/*
 * bot.c - the conversation with one bot. Each phase waits for one word. Position, legal and go are
 * sent in one write, and the clock starts with it.
 */
#include "referee/bot/bot.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/game/params.h"
#include "referee/game/score.h"
#include "referee/bot/failure-report.h"
#include "referee/sandbox/exec-error.h"

/* The wait for a bot that has closed its input. */
#define BOT_EXIT_TIME (500 * MILLISECOND)

/* Bytes of a wrong bestmove that are quoted. */
enum { BOT_QUOTED = 64 };

/* Time limit for a sandbox to start its program. */
#define BOT_SANDBOX_TIME (60 * SECOND)

void bot_init(struct bot_process *b, const struct arbiter_config *config,
	const struct bot_config *self, struct event_base *base, const struct bot_calls *calls,
	void *owner)
{
	memset(b, 0, sizeof *b);
	b->config = config;
	b->self = self;
	b->base = base;
	b->calls = calls;
	b->owner = owner;
	b->next = -1;
	off_turn_monitor_init(&b->watch, self->remote ? NULL : &b->channel.sandbox);
}

/* Does the bot itself need the time of this phase? Then its wait for a processor is not charged,
 * unless the clocks of the moves charge it too. */
static bool bot_works_in(enum bot_phase phase)
{
	return phase == BOT_GREETING || phase == BOT_SETTING || phase == BOT_PREPARING ||
	       phase == BOT_QUITTING;
}

/* Begins a phase with a time limit; 0: no limit. While a move is due, the deadline of its clock
 * holds in every phase. While nothing is due, no deadline holds. */
static void bot_enter(struct bot_process *b, enum bot_phase phase, usec limit)
{
	b->phase = phase;
	if (b->pending == BOT_MOVE)
		return;
	bool bound = b->pending == BOT_READINESS || phase == BOT_QUITTING;
	bool fair = bot_works_in(phase) &&
		    arbiter_config_limits(b->config, b->self)->clock != CLOCK_WALL;
	usec from = bot_works_in(phase) ? b->asked_at : time_now();
	b->allowed = (struct limits){.movetime = limit, .clock = fair ? CLOCK_FAIR : CLOCK_WALL};
	clock_init(&b->limit, &b->allowed);
	clock_start(&b->limit, from);
	if (bot_works_in(phase))
		off_turn_monitor_ask(&b->watch, from);
	b->deadline = bound && limit > 0 ? from + limit : 0;
	if (bound && b->calls->deadline_changed != NULL)
		b->calls->deadline_changed(b->owner, b);
}

const struct clock *bot_clock(const struct bot_process *b)
{
	return b->pending == BOT_MOVE ? &b->position->seat[b->game.seat - 1].clock : &b->limit;
}

/* The arbiter asks the bot for something from now on. */
static void bot_begin_question(struct bot_process *b)
{
	if (b->pending == BOT_MOVE)
		return; /* it was asked before */
	b->asked_at = time_now();
	b->answer = (struct bot_answer){.spent = {.wait = UNKNOWN}};
	if (!b->config->terms.keep_info)
		return;
	if (b->info == NULL)
		b->info = memory_get(1, sizeof *b->info);
	bot_info_clear(b->info);
}

/* --- lines to the bot ------------------------------------------------------------------------ */

enum { BOT_TURN = 2 * LINE_FROM_REFEREE + 1024 };

static void bot_send(struct bot_process *b, const char *bytes, size_t length)
{
	channel_flush_errors(&b->channel);
	if (b->calls->wire != NULL && b->config->log_wire)
		for (const char *at = bytes, *lf; at < bytes + length; at = lf + 1) {
			lf = memchr(at, '\n', (size_t)(bytes + length - at));
			b->calls->wire(b->owner, b, '>', at, (size_t)(lf - at));
		}
	channel_send(&b->channel, bytes, length);
}

static void bot_send_message(struct bot_process *b, const struct message *m)
{
	char line[LINE_FROM_REFEREE];
	bot_send(b, line, message_append(line, 0, sizeof line, m));
}

static void bot_send_word(struct bot_process *b, enum message_kind kind)
{
	struct message m = message_make(kind);
	bot_send_message(b, &m);
}

static void bot_greet(struct bot_process *b)
{
	b->features = b->seats = 0;
	b->author[0] = '\0';
	b->placed = b->unfit = false;
	b->fresh = true;
	b->spoke = b->moved = false;
	bot_options_begin(&b->options, b->self);
	channel_turn(&b->channel);
	bot_begin_question(b);
	bot_enter(b, BOT_GREETING, b->self->resources.startup);
	if (b->owes)
		bot_send_word(b, MESSAGE_STOP);
	b->owes = false;
	bot_send_word(b, MESSAGE_UGI);
}

static void bot_send_options(struct bot_process *b)
{
	struct message m = message_make(MESSAGE_SETOPTION);
	char name[256];
	tail_buffer_clear(&b->channel.sent);
	tail_buffer_clear(&b->channel.received);
	for (int i = 0; i < b->self->options_count && b->phase == BOT_SETTING; i++) {
		const char *option = b->self->options[i];
		if (b->options.left_out != NULL && b->options.left_out[i])
			continue;
		size_t length = strcspn(option, "=");
		snprintf(name, sizeof name, "%.*s", (int)length, option);
		m.setoption.name = name;
		m.setoption.value = option[length] == '=' ? option + length + 1 : NULL;
		bot_send_message(b, &m);
	}
	if (b->phase == BOT_SETTING)
		bot_send_word(b, MESSAGE_ISREADY);
}

static void bot_send_newgame(struct bot_process *b)
{
	static char out[BOT_TURN];
	struct message m = message_make(MESSAGE_NEWGAME);
	if (b->features & FEATURE_NEWGAME)
		m = newgame_message_make(b->game.setup, b->game.seat, b->game.seed);
	else
		b->placed = !params_usual(b->game.setup);
	off_turn_monitor_wake(&b->watch);
	channel_turn(&b->channel);
	bot_begin_question(b);
	bot_enter(b, BOT_PREPARING, b->self->resources.newgame);
	size_t length = message_append(out, 0, sizeof out, &m);
	m = message_make(MESSAGE_ISREADY);
	bot_send(b, out, message_append(out, length, sizeof out, &m));
}

/*
 * --- connections of a remote bot ----------------------------------------------------------------
 *
 * They may begin and end at any time. During a game the bot has one connection until that ends. A
 * new connection ends the old one. A bot that flooded or did not read has lost the game, and its
 * new connection waits until the game is over.
 */

static const struct channel_owner bot_owner;

/* The process or connection has ended: frees what it used. */
static void bot_clear(struct bot_process *b)
{
	channel_stop(&b->channel);
	off_turn_monitor_close(&b->watch);
	bot_options_clear(&b->options);
	free(b->info);
	b->info = NULL;
	b->phase = BOT_GONE;
	b->pending = BOT_NOTHING;
	b->failing = false;
	b->deadline = 0;
	b->known = false;
}

/* Adopts the bot's latest connection. False: there is none. */
static bool bot_take_connection(struct bot_process *b)
{
	int fd = b->next;
	b->next = -1;
	if (fd < 0)
		return false;
	if (b->phase != BOT_GONE && b->phase != BOT_DISCONNECTED)
		channel_stop(&b->channel);
	b->known = b->owes = false;
	bool good = channel_adopt(&b->channel, b->base, fd, &b->self->resources, &bot_owner, b);
	b->phase = good ? BOT_UNGREETED : BOT_GONE;
	return good;
}

/* Greets the bot, or waits until that is possible. */
static void bot_greet_or_wait(struct bot_process *b)
{
	/* Each greeting has its own time limit. A bot that reconnected before each limit would
	 * otherwise never be late. */
	bool early = b->pending != BOT_READINESS || !b->lost || time_now() < b->until;
	if (early && bot_take_connection(b)) {
		bot_greet(b);
		return;
	}
	usec left = b->until - time_now();
	bot_enter(b, BOT_DISCONNECTED, left > 0 ? left : 1);
}

static void bot_prepare_again(struct bot_process *b);

/* Prepares the bot, or waits for a connection. */
static void bot_prepare_remote(struct bot_process *b)
{
	b->until = time_now() + b->config->terms.connect_timeout;
	b->seated = true;
	b->lost = false;
	if (b->phase != BOT_GONE && b->channel.ended)
		bot_clear(b);
	b->verdict = VERDICT_OK;
	b->pending = BOT_READINESS;
	if (b->next >= 0 || b->phase == BOT_GONE) {
		bot_greet_or_wait(b);
	} else if (b->known) {
		bot_prepare_again(b);
	} else {
		bot_greet(b);
	}
}

/* The connection has ended. True: the bot may return, and the arbiter waits for it. */
static bool bot_wait_for_return(struct bot_process *b, enum channel_end end)
{
	enum bot_pending due = b->pending;
	if (!b->self->remote)
		return false;
	if (!b->seated) {
		bot_clear(b);
		bot_take_connection(b);
		return true;
	}
	if (end != CHANNEL_CLOSED || b->verdict != VERDICT_OK)
		return false;
	/* Some bots end with the last game. That is no fault in this one. */
	bool before = b->phase == BOT_PREPARING && !b->fresh && due == BOT_READINESS;
	if (!b->config->terms.reconnect && !before)
		return false;
	bot_clear(b);
	b->pending = due;
	b->lost = true;
	if (due == BOT_MOVE) /* a lost connection does not change its deadline */
		b->deadline = clock_deadline(bot_clock(b), &b->answer.spent);
	bot_greet_or_wait(b);
	return true;
}

/* The bot must be greeted again, if its connection is good. */
static void bot_reset_connection(struct bot_process *b)
{
	bool thinks = b->phase == BOT_THINKING;
	if (b->phase != BOT_GONE && (b->phase == BOT_DISCONNECTED || b->channel.ended))
		bot_clear(b);
	if (b->phase != BOT_GONE)
		b->phase = BOT_UNGREETED;
	b->pending = BOT_NOTHING;
	b->deadline = 0;
	b->verdict = VERDICT_OK;
	b->known = b->seated = false;
	b->owes |= thinks;
	bot_take_connection(b);
}

void bot_unseat(struct bot_process *b)
{
	bool good = b->phase == BOT_READY && b->known && !b->channel.ended && b->next < 0;
	if (b->self->remote && !good)
		bot_reset_connection(b);
	b->seated = false;
}

void bot_connect(struct bot_process *b, int fd)
{
	if (b->next >= 0) {
		shutdown(b->next, SHUT_RDWR);
		close(b->next);
	}
	b->next = fd;
	if (!b->seated)
		bot_take_connection(b);
	else if (b->phase == BOT_DISCONNECTED)
		bot_greet_or_wait(b);
	else if (!b->channel.ended)
		channel_cut(&b->channel);
}

void bot_release(struct bot_process *b)
{
	if (b->next >= 0)
		close(b->next);
	b->next = -1;
	if (b->phase != BOT_GONE && b->phase != BOT_DISCONNECTED)
		channel_release(&b->channel);
	bot_options_clear(&b->options);
	free(b->info);
	b->info = NULL;
	b->phase = BOT_GONE;
}

/* --- failures -------------------------------------------------------------------------------- */

/* Updates the measures of the move that was asked at b->asked. Its end may have come before, and be
 * known only now. */
static void bot_measure(struct bot_process *b, usec at)
{
	if (at < b->asked_at)
		at = b->asked_at;
	b->answer.at = at;
	bool late = bot_clock(b)->limits != NULL && clock_late(bot_clock(b), at - b->asked_at);
	off_turn_monitor_spend(&b->watch, b->asked_at, at, late, &b->answer.spent);
}

/* Adds advice for the author to the detail of the verdict. */
static void bot_diagnose(struct bot_process *b)
{
	bool known = b->channel.socket || b->channel.sandbox.init > 0;
	size_t used = strlen(b->detail);
	char advice[DIAGNOSIS_TEXT];
	if (!known || b->unfit || b->calls->own_diagnosis || b->lost ||
		b->phase == BOT_DISCONNECTED || b->verdict == VERDICT_FLOOD ||
		b->verdict == VERDICT_MEMORY || b->verdict == VERDICT_ABSENT)
		return;
	struct failure_facts *facts = memory_get(1, sizeof *facts);
	failure_facts_collect(facts, b);
	if (diagnosis_explain(&facts->seen, advice, sizeof advice))
		snprintf(b->detail + used, sizeof b->detail - used, "; %s", advice);
	free(facts);
}

static void bot_report_failure(struct bot_process *b)
{
	b->failing = false;
	b->deadline = 0;
	bot_diagnose(b);
	b->calls->failed(b->owner, b);
}

/* Is the bot running but silent, without using the processor? Then its input is closed, so that a
 * program with buffered output writes all of it. */
static bool bot_closes_silent_input(struct bot_process *b)
{
	struct channel *c = &b->channel;
	if (b->calls->own_diagnosis || b->self->remote || c->ended || c->wire.gone ||
		c->received.total > 0 ||
		(b->verdict != VERDICT_TIME && b->verdict != VERDICT_STARTUP) ||
		b->answer.spent.cpu > b->answer.spent.wall / 2)
		return false;
	channel_hang_up(c);
	b->failing = true;
	b->deadline = time_now() + BOT_EXIT_TIME;
	if (b->calls->deadline_changed != NULL)
		b->calls->deadline_changed(b->owner, b);
	return true;
}

/* Reports a failure to the owner. Only the first failure counts. */
static void __attribute__((format(printf, 3, 4)))
bot_fail(struct bot_process *b, enum verdict verdict, const char *detail, ...)
{
	va_list words;
	size_t used = 0;
	if (b->verdict != VERDICT_OK)
		return;
	assert(b->pending != BOT_NOTHING);
	b->verdict = verdict;
	/* If only one of its processes was killed, it may go silent. */
	bool ends =
		verdict == VERDICT_CRASH || verdict == VERDICT_TIME || verdict == VERDICT_STARTUP;
	if (ends && !b->self->remote && sandbox_starved(&b->channel.sandbox)) {
		b->verdict = VERDICT_MEMORY;
		used = (size_t)snprintf(b->detail, sizeof b->detail,
			"exceeded its limit of %.6g MB of memory (memory = %.6gM sets it); it ",
			(double)b->channel.sandbox.memory / (1 << 20),
			(double)b->channel.sandbox.memory / (1 << 20));
	}
	va_start(words, detail);
	vsnprintf(b->detail + used, sizeof b->detail - used, detail, words);
	va_end(words);
	if (b->asked_at > 0 && b->answer.at == 0)
		bot_measure(b, time_now());
	b->turn_bytes = b->channel.received.total;
	b->left = false;
	if (!bot_closes_silent_input(b))
		bot_report_failure(b);
}

/* --- time limits -------------------------------------------------------------------------- */

/* The time limit has passed, whether the bot has answered by then or not. */
static void bot_fail_late(struct bot_process *b, bool answered)
{
	char words[GAME_DETAIL];
	off_turn_monitor_lost(&b->watch, b->asked_at, b->answer.at, &b->answer.spent);
	clock_explain(bot_clock(b), &b->answer.spent, answered, words, sizeof words);
	if (b->phase == BOT_DISCONNECTED)
		bot_fail(b, VERDICT_TIME, "lost its connection and did not return in time; %s",
			words);
	else if (b->lost)
		bot_fail(b, VERDICT_TIME, "lost its connection and returned too late; %s", words);
	else if (b->channel.wire.gone)
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
 * Until then a wait is assumed. True: no time is left.
 */
static bool bot_is_over(struct bot_process *b, usec now)
{
	bot_measure(b, now);
	if (clock_over(bot_clock(b), &b->answer.spent, b->watch.pending, now, &b->deadline))
		return true;
	b->answer.at = 0; /* it goes on */
	return false;
}

/* --- lines from the bot --------------------------------------------------------------------- */

/* Does the bot lack a feature without which it cannot play this game? */
static bool bot_is_unfit(const struct bot_process *b, struct error *err)
{
	const struct bot_game *g = &b->game;
	return !features_fit(g->setup, g->seat, g->opened, b->features, b->seats, err);
}

static void bot_on_ugiok(struct bot_process *b)
{
	struct error err;
	if (b->calls->greeted != NULL)
		b->calls->greeted(b->owner, b);
	if (bot_is_unfit(b, &err)) {
		if (b->pending ==
			BOT_NOTHING) { /* it returned as another program: treated as not returned */
			channel_cut(&b->channel);
			return;
		}
		b->unfit = true; /* it has sent "ugiok" */
		bot_fail(b, VERDICT_STARTUP, "%s", err.text);
		return;
	}
	bot_options_judge(&b->options, b->self);
	b->phase = BOT_SETTING; /* the time limit of the start still holds */
	bot_send_options(b);
}

/* The clock runs from now on. */
static void bot_start_clock(struct bot_process *b, struct clock *clock)
{
	bot_begin_question(b);
	b->pending = BOT_MOVE;
	clock_start(clock, b->asked_at);
	off_turn_monitor_ask(&b->watch, b->asked_at);
	b->deadline = clock_deadline(clock, &b->answer.spent);
}

/* Sends the lines that ask for the move that is due. passed: time since the first question. clock:
 * it starts with the lines; NULL: it runs already. */
static void bot_send_turn(struct bot_process *b, usec passed, struct clock *clock)
{
	static char out[BOT_TURN];
	bool isready = isready_each_position(b->self->isready, b->features);
	const struct turn_message turn = {
		b->position, b->game.seat, b->features, b->placed, isready, passed};
	size_t length = turn_message_write(&turn, out, sizeof out);
	channel_turn(&b->channel);
	if (clock != NULL)
		off_turn_monitor_wake(&b->watch);
	b->phase = isready ? BOT_POSITION : BOT_THINKING;
	if (clock != NULL)
		bot_start_clock(b, clock);
	bot_send(b, out, length);
}

/* A fault of the referee: the owner does not charge the bot. */
static void bot_report_broken(struct bot_process *b, const char *what, const char *why)
{
	snprintf(b->detail, sizeof b->detail, "%s: %s", what, why);
	b->calls->broken(b->owner, b);
}

/* If the program is watched, not copied, it may have changed between the digest and the start.
 * True: it has. */
static bool bot_has_changed(struct bot_process *b)
{
	struct error err;
	if (!b->fresh || b->self->remote || held_files_same(b->self->held, &err))
		return false;
	bot_report_broken(b, "a bot could not be started", err.text);
	return true;
}

/* The bot knows its game: reports that, or asks for the move that is due. */
static void bot_on_prepared(struct bot_process *b)
{
	bool ready = b->pending == BOT_READINESS;
	if (ready && bot_has_changed(b))
		return;
	if (ready)
		b->pending = BOT_NOTHING;
	bot_enter(b, BOT_READY, 0);
	off_turn_monitor_begin(&b->watch, time_now());
	if (ready)
		b->calls->ready(b->owner, b);
	else if (b->pending == BOT_MOVE)
		bot_send_turn(b, b->lost ? time_now() - b->asked_at : 0, NULL);
}

/* The bot has acknowledged the position: sends the rest of the question. The clock runs since the
 * position, so a slow acknowledgement gains nothing. The time charged since then is subtracted from
 * the offer, in whole milliseconds. Less than one is only the delay of the pipe, which every bot
 * has. */
static void bot_send_go(struct bot_process *b)
{
	usec now = time_now(), charged = 0;
	if (now - b->asked_at >= MILLISECOND) {
		off_turn_monitor_spend(&b->watch, b->asked_at, now, true, &b->answer.spent);
		charged = clock_charge(bot_clock(b), &b->answer.spent);
		charged -= charged % MILLISECOND;
	}
	struct message m = go_message_make(b->position, b->game.seat, b->features, charged);
	tail_buffer_clear(&b->channel.received);
	b->phase = BOT_THINKING;
	bot_send_message(b, &m);
}

static void bot_on_readyok(struct bot_process *b)
{
	if (b->phase == BOT_SETTING) {
		b->known = true;
		bot_send_newgame(b);
	} else if (b->phase == BOT_PREPARING) {
		bot_on_prepared(b);
	} else {
		bot_send_go(b);
	}
}

static void bot_on_bestmove(struct bot_process *b, const char *text, usec at)
{
	bot_measure(b, at);
	if (clock_fell(bot_clock(b), &b->answer.spent)) {
		bot_fail_late(b, true);
		return;
	}
	b->pending = BOT_NOTHING;
	b->moved = true;
	bot_enter(b, BOT_READY, 0);
	off_turn_monitor_rest(&b->watch, at);
	b->calls->answered(b->owner, b, text);
}

/* The move that a malformed line names. */
static const char *bot_quoted_move(const char *line)
{
	line += strspn(line, " \t");
	line += strcspn(line, " \t");
	return line + strspn(line, " \t");
}

/* Acts on the word that the phase awaits, keeps `info`, and logs all other lines. */
static bool bot_on_line(void *owner, char *line, usec at)
{
	struct bot_process *b = owner;
	struct message m;
	struct error err;
	char whole[BOT_QUOTED] = "";
	if (b->calls->wire != NULL && b->config->log_wire)
		b->calls->wire(b->owner, b, '<', line, strlen(line));
	if (b->verdict != VERDICT_OK)
		return !b->channel.ended; /* its lines count no more */
	b->spoke = true;
	memccpy(whole, line, '\0', sizeof whole - 1);
	bool good = message_read(&m, FROM_BOT, line, &err);
	if (m.kind == MESSAGE_BESTMOVE && b->phase == BOT_THINKING)
		bot_on_bestmove(b, good ? m.bestmove.move : bot_quoted_move(whole), at);
	else if (m.kind == MESSAGE_INFO && b->phase == BOT_THINKING && good) {
		message_info_keep(&b->answer.info, &m.info);
		if (b->info != NULL)
			bot_info_keep(b->info, &m.info);
	} else if (m.kind == MESSAGE_FEATURE && b->phase == BOT_GREETING && good) {
		b->features |= m.feature.bits;
		b->seats |= m.feature.seats;
	} else if (m.kind == MESSAGE_ID && b->phase == BOT_GREETING && good) {
		if (strcmp(m.id.what, "author") == 0 && author_is_good(m.id.text))
			snprintf(b->author, sizeof b->author, "%s", m.id.text);
	} else if (m.kind == MESSAGE_OPTION && b->options.offers != NULL && good)
		offered_options_add(b->options.offers, &m);
	else if (m.kind == MESSAGE_UGIOK && b->phase == BOT_GREETING)
		bot_on_ugiok(b);
	else if (m.kind == MESSAGE_READYOK &&
		 (b->phase == BOT_SETTING || b->phase == BOT_PREPARING || b->phase == BOT_POSITION))
		bot_on_readyok(b);
	return b->phase != BOT_GONE && !b->channel.ended;
}

/* The channel has ended while a question was open: explains how. */
static void bot_explain_end(struct bot_process *b)
{
	const char *how = b->ending;
	struct error seen;
	bool clear =
		!b->self->remote && exec_error_explain_end(b->self->argv[0], b->self->dir, &seen);
	channel_ending(&b->channel, b->ending, sizeof b->ending);
	/* When memory is short the kernel may kill sandbox-init too. */
	if (!b->self->remote && sandbox_lost(&b->channel.sandbox) &&
		!sandbox_starved(&b->channel.sandbox)) {
		bot_report_broken(b, "the sandbox of a bot was killed", b->self->name);
		return;
	}
	if (b->end == CHANNEL_FLOOD)
		bot_fail(b, VERDICT_FLOOD,
			"wrote a line of more than %zu bytes, or more than %zu bytes in one turn",
			b->channel.line_most, b->channel.turn_most);
	else if (b->end == CHANNEL_DEAF)
		bot_fail(b, VERDICT_CRASH, "does not read its input");
	else if ((b->phase == BOT_GREETING || b->phase == BOT_SETTING) && bot_has_changed(b))
		return;
	else if (b->phase == BOT_GREETING || b->phase == BOT_SETTING)
		bot_fail(b, VERDICT_STARTUP, "%s before it was ready%s%s", how, clear ? ": " : "",
			clear ? seen.text : "");
	else
		bot_fail(b, VERDICT_CRASH, "%s", how);
}

static void bot_on_end(void *owner, enum channel_end end, usec at)
{
	struct bot_process *b = owner;
	b->end = end;
	/* The end came then; its exit status was waited for. */
	if (b->pending != BOT_NOTHING && b->verdict == VERDICT_OK && b->asked_at > 0)
		bot_measure(b, at);
	if (b->failing) {
		b->left = true;
		bot_report_failure(b);
		return;
	}
	if (b->phase == BOT_QUITTING) {
		bot_clear(b);
		return;
	}
	if (bot_wait_for_return(b, end))
		return;
	if (b->phase == BOT_PREPARING && !b->fresh && end == CHANNEL_CLOSED &&
		b->verdict == VERDICT_OK) {
		/* Some bots end with the last game. That is no fault in this one. */
		if (b->calls->restarted != NULL)
			b->calls->restarted(b->owner, b);
		bot_clear(b);
		bot_prepare(b, &b->game);
		return;
	}
	if (b->pending != BOT_NOTHING &&
		b->verdict == VERDICT_OK) /* else it is examined when its turn comes */
		bot_explain_end(b);
}

static void bot_on_error_line(void *owner, const char *line, size_t length)
{
	struct bot_process *b = owner;
	b->calls->wire(b->owner, b, '!', line, length);
}

/* The sandbox is ready, or could not be made. */
static void bot_on_started(void *owner, enum sandbox_result result, const char *why)
{
	struct bot_process *b = owner;
	struct error seen;
	if (result == SANDBOX_STARTED) {
		/* Where waits are not charged, those of its start and of its preparation are not
		 * either, whatever limits its moves have. */
		const struct limits *limits = arbiter_config_limits(b->config, b->self);
		enum clock_need need = limits_need(limits);
		if (need == CLOCK_NONE && limits->clock != CLOCK_WALL)
			need = CLOCK_LATE;
		off_turn_monitor_open(&b->watch, need, b->config->terms.ponder);
		bot_greet(b);
		return;
	}
	b->phase = BOT_GREETING; /* so that the failure is reported */
	if (result == SANDBOX_REFUSED && bot_has_changed(b))
		return;
	/* Gives the author's mistake, rather than the system's message. */
	bool clear = exec_error_explain(b->self->argv[0], b->self->dir, &seen);
	if (result == SANDBOX_REFUSED) {
		clear = clear && !b->channel.sandbox.forbidden;
		bot_fail(b, VERDICT_STARTUP, "%s", clear ? seen.text : why);
	} else {
		bot_report_broken(b, "a bot could not be started", why);
	}
}

static const struct channel_owner bot_owner = {.started = bot_on_started,
	.line = bot_on_line,
	.errors = bot_on_error_line,
	.end = bot_on_end};

/* --- questions to the bot ------------------------------------------------------------------- */

static void bot_start(struct bot_process *b)
{
	struct error err;
	const struct sandbox_options options = {.argv = b->self->argv,
		.dir = b->self->dir,
		.level = b->config->terms.sandbox,
		.resources = &b->self->resources,
		.hidden = b->config->hidden,
		.held = b->self->held};
	enum sandbox_result result =
		channel_start(&b->channel, b->base, &options, &bot_owner, b, &err);
	if (b->calls->wire != NULL && b->config->log_wire)
		channel_follow(&b->channel);
	b->asked_at = 0;
	b->fresh = true;
	b->verdict = VERDICT_OK;
	b->ending[0] = '\0';
	if (result == SANDBOX_STARTED)
		bot_enter(b, BOT_STARTING, BOT_SANDBOX_TIME);
	else
		bot_on_started(b, result, err.text);
}

/* Prepares a bot that was greeted before. One that is unfit for this game fails as at its start. */
static void bot_prepare_again(struct bot_process *b)
{
	struct error err;
	b->fresh = false;
	if (!bot_is_unfit(b, &err)) {
		bot_send_newgame(b);
		return;
	}
	b->unfit = true;
	b->phase = BOT_GREETING;
	b->asked_at = 0; /* its times are of the game before */
	bot_fail(b, VERDICT_STARTUP, "%s", err.text);
}

void bot_prepare(struct bot_process *b, const struct bot_game *game)
{
	b->game = *game;
	if (b->self->remote) {
		bot_prepare_remote(b);
		return;
	}
	if (b->phase == BOT_QUITTING || b->verdict != VERDICT_OK || b->channel.ended)
		bot_kill(b);
	b->pending = BOT_READINESS;
	if (b->phase == BOT_GONE) {
		bot_start(b); /* which continues to the new game by itself */
		return;
	}
	channel_forget_errors(&b->channel);
	bot_prepare_again(b);
}

void bot_ask(struct bot_process *b, struct game *g)
{
	struct clock *clock = &g->seat[b->game.seat - 1].clock;
	b->position = g;
	channel_drain(&b->channel); /* lines still in the pipe were sent before the question */
	if (b->phase != BOT_DISCONNECTED && b->channel.ended) {
		b->pending = BOT_MOVE;
		b->phase = BOT_THINKING;
		b->asked_at = 0; /* it has failed before */
		bot_explain_end(b);
		return;
	}
	if (b->phase != BOT_READY) { /* it is reconnecting */
		assert(b->self->remote);
		bot_start_clock(b, clock);
		return;
	}
	b->lost = false;
	bot_send_turn(b, 0, clock);
	/* The bot cannot answer. Most likely it is ending; its exit status is known in a moment. */
	if (b->channel.wire.gone && b->deadline > b->asked_at + BOT_EXIT_TIME)
		b->deadline = b->asked_at + BOT_EXIT_TIME;
}

void bot_refuse(struct bot_process *b, const char *verdict, const char *text)
{
	struct message m = message_make(MESSAGE_ERROR);
	m.error.verdict = verdict;
	m.error.text = text;
	if (b->phase != BOT_GONE && b->features & FEATURE_ERROR)
		bot_send_message(b, &m);
}

bool bot_pondered(struct bot_process *b, char *text, size_t room)
{
	return b->phase == BOT_READY && off_turn_monitor_report(&b->watch, text, room);
}

int64_t bot_score(const struct bot_answer *answer)
{
	const struct message_info *info = &answer->info;
	if ((info->given & INFO_SCORE) == 0)
		return UNKNOWN;
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
	bot_send_message(b, &m);
}

void bot_quit(struct bot_process *b)
{
	if (b->phase == BOT_GONE || b->phase == BOT_QUITTING)
		return;
	if (b->self->remote || b->phase == BOT_STARTING || b->channel.ended ||
		b->verdict != VERDICT_OK || b->self->resources.quit == 0) {
		bot_kill(b);
		return;
	}
	b->pending = BOT_NOTHING;
	off_turn_monitor_wake(&b->watch);
	bot_begin_question(b);
	bot_enter(b, BOT_QUITTING, b->self->resources.quit);
	bot_send_word(b, MESSAGE_QUIT);
}

void bot_kill(struct bot_process *b)
{
	if (b->self->remote) {
		bot_reset_connection(b);
		return;
	}
	if (b->phase != BOT_GONE)
		bot_clear(b);
	b->verdict = VERDICT_OK;
}

/* --- missing answers ------------------------------------------------------------------------ */

/* The answer to the preparation of a new game has not come. */
static void bot_fail_unready(struct bot_process *b)
{
	const struct sandbox_limits *limits = &b->self->resources;
	char waited[64] = "";
	if (b->allowed.clock == CLOCK_FAIR && b->answer.spent.wait >= MILLISECOND)
		snprintf(waited, sizeof waited, ", and %.1f s more while it waited for a processor",
			(double)b->answer.spent.wait / SECOND);
	if (b->phase == BOT_STARTING)
		bot_report_broken(
			b, "a bot could not be started", "the sandbox did not start in time");
	else if (b->phase == BOT_DISCONNECTED)
		bot_fail(b, VERDICT_ABSENT,
			b->lost ? "lost its connection, and was not ready for the game within %.1f s"
				: "was not connected; waited %.1f s for it",
			(double)b->config->terms.connect_timeout / SECOND);
	else if (b->phase == BOT_PREPARING)
		bot_fail(b, VERDICT_TIME,
			"did not answer \"isready\" for a new game within %.1f s%s",
			(double)limits->newgame / SECOND, waited);
	else
		bot_fail(b, VERDICT_STARTUP, "%s within %.1f s%s",
			!b->spoke		   ? "printed nothing"
			: b->phase == BOT_GREETING ? "did not send \"ugiok\""
						   : "did not answer \"isready\"",
			(double)limits->startup / SECOND, waited);
}

void bot_tick(struct bot_process *b, usec now)
{
	if (b->deadline == 0 || now <= b->deadline)
		return;
	/* All that the bot has written or done is taken before it is judged, so that it does not
	 * matter which event of a wake-up is handled first. */
	if (b->pending != BOT_NOTHING && !b->failing)
		channel_look(&b->channel);
	if (b->deadline == 0 || now <= b->deadline)
		return;
	/* Its output has ended: that is judged, as soon as its exit status is known. */
	if (channel_closing(&b->channel) != 0 && b->phase != BOT_QUITTING) {
		b->deadline = 0;
		return;
	}
	bool deaf = b->channel.wire.gone && !b->channel.ended;
	if (b->failing)
		bot_report_failure(b);
	else if (b->pending == BOT_MOVE && deaf && b->self->remote)
		channel_cut(&b->channel); /* if it may return, the clock sets the limit */
	else if (b->pending == BOT_MOVE && (bot_is_over(b, now) || deaf)) {
		b->answer.at = now; /* measured until then, also where a deaf bot has time left */
		bot_fail_late(b, false);
	} else if (b->pending == BOT_MOVE)
		return;
	else if (!bot_works_in(b->phase) || bot_is_over(b, now))
		b->pending == BOT_READINESS ? bot_fail_unready(b) : bot_clear(b);
}
