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

/* --- facts for the diagnosis ----------------------------------------------------------------- */

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
static void failure_facts_said(struct failure_facts *facts, const struct bot_process *b)
{
	const struct tail_buffer *said = &b->channel.received;
	size_t length = tail_buffer_copy(said, facts->said, sizeof facts->said);
	size_t later = said->total > b->turn_bytes ? said->total - b->turn_bytes : 0;
	failure_facts_plain(facts->said, length);
	size_t before = later < length ? length - later : 0;
	snprintf(facts->after, sizeof facts->after, "%s", facts->said + before);
	facts->said[before] = '\0';
}

/* Did the bot use the processor, or wait for it, most of the time? A bot that only waited had most
 * likely just begun. */
static bool failure_facts_thinks(const struct bot_process *b)
{
	const struct spent *s = &b->answer.spent;
	usec wait = s->wait > 0 ? s->wait : 0;
	return b->phase == BOT_THINKING && b->asked_at > 0 && s->cpu + wait > s->wall / 2 &&
	       s->cpu > s->wall / FAILURE_FACTS_LITTLE;
}

/* Did it lose because it waited for a processor most of the time? */
static bool failure_facts_busy(const struct bot_process *b)
{
	const struct spent *s = &b->answer.spent;
	return (b->verdict == VERDICT_TIME || b->verdict == VERDICT_STARTUP) && b->asked_at > 0 &&
	       bot_clock(b)->limits != NULL && clock_fell_waiting(bot_clock(b), s) &&
	       s->wait > s->wall / 2;
}

void failure_facts_collect(struct failure_facts *facts, struct bot_process *b)
{
	const struct spent *spent = &b->answer.spent;
	bool each = isready_each_position(b->self->isready, b->features);
	memset(facts, 0, sizeof *facts);
	failure_facts_plain(
		facts->sent, tail_buffer_copy(&b->channel.sent, facts->sent, sizeof facts->sent));
	failure_facts_said(facts, b);
	failure_facts_plain(
		facts->errors, channel_stderr(&b->channel, facts->errors, sizeof facts->errors));
	failure_facts_python(b->self, facts->python);
	failure_facts_similar(b->self, facts->similar);
	failure_facts_version(facts->python, facts->version, sizeof facts->version);
	if (b->self->remote ||
		!find_program_absolute(b->self->dir != NULL ? b->self->dir : ".", NULL, facts->dir))
		snprintf(facts->dir, sizeof facts->dir, "its folder");
	facts->seen = (struct diagnosis_facts){.sent = facts->sent,
		.awaited = failure_facts_awaited(b),
		.said = facts->said,
		.after = facts->after,
		.errors = facts->errors,
		.ending = b->ending,
		.python = facts->python,
		.version = facts->version,
		.similar = facts->similar,
		.dir = facts->dir,
		.game = b->pending == BOT_MOVE ? b->position : NULL,
		.waited = spent->wall,
		.wait = b->config->terms.limits.clock == CLOCK_FAIR && spent->wait > 0 ? spent->wait
										       : 0,
		.used = spent->cpu,
		.flooded = b->verdict == VERDICT_FLOOD,
		.deaf = b->channel.ended && b->end == CHANNEL_DEAF,
		.spoke = b->spoke,
		.settled = b->phase == BOT_THINKING && each,
		.left = b->left,
		/* A bot with features knows this protocol and does not wait for `isready`. */
		.unasked = b->phase == BOT_THINKING && !b->moved && !each && b->features == 0,
		.thinking = failure_facts_thinks(b),
		/* It was not even busy with an answer that came too late. */
		.idle = !b->self->remote && b->asked_at > 0 &&
			spent->cpu < spent->wall / FAILURE_FACTS_LITTLE,
		.busy = failure_facts_busy(b),
		.queued = spent->wait,
		.moved = b->moved,
		.remote = b->self->remote};
}

/* --- the report ------------------------------------------------------------------------------ */

void failure_report_take(struct failure_report *report, struct bot_process *b)
{
	struct channel *c = &b->channel;
	const struct sandbox *sandbox = &c->sandbox;
	const struct spent *a = &b->answer.spent;
	/* While a move is due the phase is "move", even if a remote bot must be greeted and
	 * prepared first. */
	bool due = b->pending == BOT_MOVE, preparing = !due && b->phase == BOT_PREPARING;
	bool starting = !due && (b->phase == BOT_GREETING || b->phase == BOT_SETTING);
	report->phase = starting ? "start" : preparing ? "newgame" : "move";
	report->limit = report->wall = report->cpu = report->wait = UNKNOWN;
	if (b->asked_at != 0) {
		report->limit = starting    ? b->self->resources.startup
				: preparing ? b->self->resources.newgame
					    : b->position->seat[b->game.seat - 1].clock.allowed;
		report->wall = a->wall;
		report->wait = a->wait;
		/* A process that has ended has no CPU clock. */
		report->cpu = sandbox->ended ? UNKNOWN : a->cpu;
	}
	report->exit = !sandbox->ended		    ? UNKNOWN
		       : WIFEXITED(sandbox->status) ? WEXITSTATUS(sandbox->status)
						    : -WTERMSIG(sandbox->status);
	report->asked_length = tail_buffer_copy(&c->sent, report->asked, sizeof report->asked);
	report->said_length = tail_buffer_copy(&c->received, report->said, sizeof report->said);
	free(report->errors);
	report->errors = memory_get(failure_report_errors_size(b), 1);
	report->errors_length = channel_stderr(c, report->errors, failure_report_errors_size(b));
}

size_t failure_report_errors_size(const struct bot_process *b)
{
	size_t kept = b->channel.ring_size;
	return (kept < FAILURE_REPORT_STDERR ? kept : FAILURE_REPORT_STDERR) + 1;
}

void failure_report_free(struct failure_report *report)
{
	if (report != NULL)
		free(report->errors);
	free(report);
}

void failure_report_write(
	const struct failure_report *report, int seat, struct record_writer *writer)
{
	if (report->phase == NULL)
		return;
	record_writer_add(writer, &(struct record){.kind = RECORD_EVIDENCE,
					  .seat = seat,
					  .evidence = {report->phase, report->limit, report->wall,
						  report->cpu, report->wait, report->exit}});
	const struct record texts[] = {
		{.kind = RECORD_ASKED, .text = {report->asked, report->asked_length}},
		{.kind = RECORD_SAID, .text = {report->said, report->said_length}},
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct record r = texts[i];
		r.seat = seat;
		if (r.text.length > 0)
			record_writer_add(writer, &r);
	}
	record_writer_errors(writer, seat, report->errors, report->errors_length);
}
