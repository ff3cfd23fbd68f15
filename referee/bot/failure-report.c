/*
 * failure-report.c - takes the report of a bot's failure, and writes it to the record.
 */
#include "referee/bot/failure-report.h"

#include <stdlib.h>
#include <sys/wait.h>

#include "referee/base/memory.h"

/* While a move is due the phase is "move", even if a remote bot must be greeted and prepared first.
 */
static bool failure_report_starting(const struct bot_process *b)
{
	return b->due != BOT_MOVE && (b->phase == BOT_GREETING || b->phase == BOT_SETTING);
}

static bool failure_report_preparing(const struct bot_process *b)
{
	return b->due != BOT_MOVE && b->phase == BOT_PREPARING;
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
	e->limit = e->wall = e->cpu = e->wait = RECORD_UNSAID;
	if (b->asked == 0)
		return;
	e->limit = failure_report_limit(b);
	e->wall = a->wall;
	/* A process that has ended has no CPU clock. */
	if (!b->channel.box.ended && a->cpu >= 0)
		e->cpu = a->cpu;
	if (a->wait >= 0)
		e->wait = a->wait;
}

static int64_t failure_report_exit(const struct sandbox *box)
{
	if (!box->ended)
		return RECORD_UNSAID;
	return WIFEXITED(box->status) ? WEXITSTATUS(box->status) : -WTERMSIG(box->status);
}

void failure_report_take(struct failure_report *e, struct bot_process *b)
{
	struct channel *c = &b->channel;
	e->phase = failure_report_phase(b);
	failure_report_take_times(e, b);
	e->exit = failure_report_exit(&c->box);
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

void failure_report_tell(const struct failure_report *e, int seat, struct record_writer *teller)
{
	if (e->phase == NULL)
		return;
	record_writer_tell(teller,
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
			record_writer_tell(teller, &r);
	}
	record_writer_errors(teller, seat, e->errors, e->errors_length);
}
