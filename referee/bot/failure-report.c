/*
 * failure-report.c - collects the facts about a failed bot, and writes its report to the record.
 */
#include "referee/bot/failure-report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "referee/sandbox/find-program.h"

/* --- facts for the diagnosis -------------------------------------------------------------------
 */

/* One part in this many of its time counts as no thinking. */
enum { FAILURE_FACTS_LITTLE = 50 };

/* The word that would have answered. */
static const char *failure_facts_awaited(const struct bot_process *b)
{
	if (b->phase == BOT_GREETING)
		return "ugiok";
	return b->phase == BOT_SETTING || b->phase == BOT_PREPARING || b->phase == BOT_POSITION
		       ? "readyok"
		       : "bestmove";
}

static bool failure_facts_is_python(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
	return strncmp(name, "python", 6) == 0 || strncmp(name, "pypy", 4) == 0;
}

/* The Python that its command runs, or the one that the first line of its script names. */
static void failure_facts_python(const struct bot_config *self, char python[FIND_PROGRAM_PATH])
{
	char found[FIND_PROGRAM_PATH], path[FIND_PROGRAM_PATH];
	python[0] = '\0';
	if (self->remote || !find_program_program(self->argv[0], found) ||
		!find_program_absolute(found, self->dir, path))
		return;
	if (!failure_facts_is_python(path) &&
		(!find_program_interpreter(path, found) || !failure_facts_is_python(found)))
		return;
	snprintf(python, FIND_PROGRAM_PATH, "%s", failure_facts_is_python(path) ? path : found);
}

/* The name of the file that a path to Python means in the end, which has its version. */
static void failure_facts_version(const char *python, char *version, size_t room)
{
	char *whole = *python != '\0' ? realpath(python, NULL) : NULL;
	const char *name = whole != NULL ? strrchr(whole, '/') + 1 : "";
	snprintf(version, room, "%s", strchr(name, '.') != NULL && strlen(name) < room ? name : "");
	free(whole);
}

/* The file that a word of its command means if small and capital letters are the same; the bot's
 * own folder alone is looked at. */
static void failure_facts_similar(const struct bot_config *self, char found[EXEC_ERROR_SIMILAR])
{
	found[0] = '\0';
	if (self->remote)
		return;
	for (char *const *word = self->argv + 1; *word != NULL; word++)
		if (strchr(*word, '/') == NULL && exec_error_similar(*word, self->dir, found))
			return;
}

/* Replaces NULs in a text for people and patterns. */
static void failure_facts_plain(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] == '\0')
			text[i] = '?';
}

/* Its output until the failure, and after it. */
static void failure_facts_said(struct failure_facts *d, const struct bot_process *b)
{
	const struct tail_buffer *said = &b->channel.said;
	size_t length = tail_buffer_copy(said, d->said, sizeof d->said);
	size_t later = said->total > b->said ? said->total - b->said : 0;
	failure_facts_plain(d->said, length);
	size_t before = later < length ? length - later : 0;
	snprintf(d->after, sizeof d->after, "%s", d->said + before);
	d->said[before] = '\0';
}

/* Did the bot use the processor, or wait for it, most of the time? A bot that only waited had most
 * likely just begun. */
static bool failure_facts_thinks(const struct bot_process *b)
{
	const struct spent *s = &b->answer.spent;
	usec wait = s->wait > 0 ? s->wait : 0;
	return b->phase == BOT_THINKING && b->asked > 0 && s->cpu + wait > s->wall / 2 &&
	       s->cpu > s->wall / FAILURE_FACTS_LITTLE;
}

/* Did it lose because it waited for a processor most of the time? */
static bool failure_facts_busy(const struct bot_process *b)
{
	const struct spent *s = &b->answer.spent;
	return (b->verdict == VERDICT_TIME || b->verdict == VERDICT_STARTUP) && b->asked > 0 &&
	       bot_clock(b)->limits != NULL && clock_fell_waiting(bot_clock(b), s) &&
	       s->wait > s->wall / 2;
}

/* The bot was not even busy with an answer that came too late. */
static bool failure_facts_idle(const struct bot_process *b)
{
	const struct spent *s = &b->answer.spent;
	return !b->self->remote && b->asked > 0 && s->cpu < s->wall / FAILURE_FACTS_LITTLE;
}

/* The bot got no `isready` after its first position. A bot with features knows this protocol and
 * does not wait for it. */
static bool failure_facts_unasked(const struct bot_process *b)
{
	return b->phase == BOT_THINKING && !b->moved &&
	       !isready_each_position(b->self->isready, b->features) && b->features == 0;
}

void failure_facts_collect(struct failure_facts *d, struct bot_process *b)
{
	memset(d, 0, sizeof *d);
	failure_facts_plain(d->sent, tail_buffer_copy(&b->channel.sent, d->sent, sizeof d->sent));
	failure_facts_said(d, b);
	failure_facts_plain(d->errors, channel_stderr(&b->channel, d->errors, sizeof d->errors));
	failure_facts_python(b->self, d->python);
	failure_facts_similar(b->self, d->similar);
	failure_facts_version(d->python, d->version, sizeof d->version);
	if (b->self->remote ||
		!find_program_absolute(b->self->dir != NULL ? b->self->dir : ".", NULL, d->dir))
		snprintf(d->dir, sizeof d->dir, "its folder");
	d->seen = (struct diagnosis_facts){.sent = d->sent,
		.awaited = failure_facts_awaited(b),
		.said = d->said,
		.after = d->after,
		.errors = d->errors,
		.ending = b->ending,
		.python = d->python,
		.version = d->version,
		.similar = d->similar,
		.dir = d->dir,
		.game = b->pending == BOT_MOVE ? b->position : NULL,
		.waited = b->answer.spent.wall,
		.wait = b->config->terms.limits.clock == CLOCK_FAIR && b->answer.spent.wait > 0
				? b->answer.spent.wait
				: 0,
		.used = b->answer.spent.cpu,
		.flooded = b->verdict == VERDICT_FLOOD,
		.deaf = b->channel.ended && b->end == CHANNEL_DEAF,
		.spoke = b->spoke,
		.settled = b->phase == BOT_THINKING &&
			   isready_each_position(b->self->isready, b->features),
		.left = b->left,
		.unasked = failure_facts_unasked(b),
		.thinking = failure_facts_thinks(b),
		.idle = failure_facts_idle(b),
		.busy = failure_facts_busy(b),
		.queued = b->answer.spent.wait,
		.moved = b->moved,
		.remote = b->self->remote};
}

/* --- the report --------------------------------------------------------------------------------
 */

/* While a move is due the phase is "move", even if a remote bot must be greeted and prepared first.
 */
static bool failure_report_starting(const struct bot_process *b)
{
	return b->pending != BOT_MOVE && (b->phase == BOT_GREETING || b->phase == BOT_SETTING);
}

static bool failure_report_preparing(const struct bot_process *b)
{
	return b->pending != BOT_MOVE && b->phase == BOT_PREPARING;
}

static const char *failure_report_phase(const struct bot_process *b)
{
	if (failure_report_starting(b))
		return "start";
	return failure_report_preparing(b) ? "newgame" : "move";
}

/* The time limit of the phase. */
static usec failure_report_limit(const struct bot_process *b)
{
	if (failure_report_starting(b))
		return b->self->allowance.startup;
	if (failure_report_preparing(b))
		return b->self->allowance.newgame;
	return b->position->seat[b->game.seat - 1].clock.allowed;
}

static void failure_report_take_times(struct failure_report *e, const struct bot_process *b)
{
	const struct spent *a = &b->answer.spent;
	e->limit = e->wall = e->cpu = e->wait = UNKNOWN;
	if (b->asked == 0)
		return;
	e->limit = failure_report_limit(b);
	e->wall = a->wall;
	/* A process that has ended has no CPU clock. */
	if (!b->channel.sandbox.ended && a->cpu >= 0)
		e->cpu = a->cpu;
	if (a->wait >= 0)
		e->wait = a->wait;
}

static int64_t failure_report_exit(const struct sandbox *sandbox)
{
	if (!sandbox->ended)
		return UNKNOWN;
	return WIFEXITED(sandbox->status) ? WEXITSTATUS(sandbox->status)
					  : -WTERMSIG(sandbox->status);
}

void failure_report_take(struct failure_report *e, struct bot_process *b)
{
	struct channel *c = &b->channel;
	e->phase = failure_report_phase(b);
	failure_report_take_times(e, b);
	e->exit = failure_report_exit(&c->sandbox);
	e->asked_length = tail_buffer_copy(&c->sent, e->asked, sizeof e->asked);
	e->said_length = tail_buffer_copy(&c->said, e->said, sizeof e->said);
	free(e->errors);
	e->errors = memory_get(failure_report_errors_size(b), 1);
	e->errors_length = channel_stderr(c, e->errors, failure_report_errors_size(b));
}

size_t failure_report_errors_size(const struct bot_process *b)
{
	size_t kept = b->channel.ring_size;
	return (kept < FAILURE_REPORT_STDERR ? kept : FAILURE_REPORT_STDERR) + 1;
}

void failure_report_free(struct failure_report *e)
{
	if (e != NULL)
		free(e->errors);
	free(e);
}

void failure_report_write(const struct failure_report *e, int seat, struct record_writer *writer)
{
	if (e->phase == NULL)
		return;
	record_writer_add(writer,
		&(struct record){.kind = RECORD_EVIDENCE,
			.seat = seat,
			.evidence = {e->phase, e->limit, e->wall, e->cpu, e->wait, e->exit}});
	const struct record texts[] = {
		{.kind = RECORD_ASKED, .text = {e->asked, e->asked_length}},
		{.kind = RECORD_SAID, .text = {e->said, e->said_length}},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct record r = texts[i];
		r.seat = seat;
		if (r.text.length > 0)
			record_writer_add(writer, &r);
	}
	record_writer_errors(writer, seat, e->errors, e->errors_length);
}
