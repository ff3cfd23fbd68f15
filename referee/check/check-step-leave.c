/*
 * check-step-leave.c - the last steps: does the bot stop thinking on `stop`, and end on `quit`?
 */
#include <assert.h>
#include <string.h>
#include <sys/wait.h>

#include "referee/check/check-step.h"

#define LEAVE_THINK (100 * MILLISECOND) /* time before `stop` */
#define LEAVE_STOP  (1 * SECOND)	/* for its answer to `stop` */
#define LEAVE_LOOK  (2 * MILLISECOND)	/* between two looks whether it has ended */

static void leave_say(struct bot_check *e, enum message_kind kind)
{
	struct message m = message_make(kind);
	char line[16];
	channel_send(&e->bot.channel, line, message_write(&m, line, sizeof line));
}

/* Judges the answer; stopped: the time of `stop`, 0: not sent. */
static void leave_judge(struct bot_check *e, usec stopped, struct step_result *f)
{
	char why[GAME_DETAIL], span[32];
	move m;
	time_tell(e->bot.answer.at - stopped, span, sizeof span);
	if (strcmp(e->answer, "resign") == 0) {
		step_result_set(f, STEP_RESULT_OK, "it resigned");
	} else if (!rules_read_move(&e->setup, &e->game.position, e->answer, &m)) {
		game_explain(&e->game, e->answer, why, sizeof why);
		step_result_rule(f, VERDICT_ILLEGAL, why);
	} else if (stopped == 0) {
		step_result_set(f, STEP_RESULT_OK, "it had all the time and answered at once");
	} else {
		step_result_set(f, STEP_RESULT_OK, "it answered %s after \"stop\"", span);
	}
}

/* A wrong reaction to "stop" is no fault: a tournament never sends it. */
static void leave_forgive(struct step_result *f)
{
	if (f->verdict != STEP_RESULT_FAILED)
		return;
	f->verdict = STEP_RESULT_WARNING;
	f->fault = VERDICT_OK;
	step_result_add(
		f, "that was after \"stop\", which a tournament never says, so it can play\n");
}

/* A bot that ends, or does not answer, in games does so here too. */
static bool leave_in_vain(const struct bot_check *e, struct step_result *f)
{
	if (e->fault == VERDICT_OK || e->fault == VERDICT_ILLEGAL || e->fault == VERDICT_TIME)
		return false;
	step_result_set(f, STEP_RESULT_SKIPPED, "not tried, since it failed before");
	return true;
}

void leave_stop(struct bot_check *e, struct step_result *f)
{
	char why[256];
	usec from = time_now(), stopped = 0;
	const struct question *q = bot_check_first(e);
	if (leave_in_vain(e, f) || !bot_check_ready(e, q, f))
		return;
	bool begun = game_begin(
		&e->game, &e->setup, &e->patient.limits, 0, q->fen, q->moves, why, sizeof why);
	assert(begun);
	if (!bot_check_turns(e, q->seat)) {
		step_result_set(f, STEP_RESULT_SKIPPED, "not tried: the game ends before its turn");
		return;
	}
	e->bot.plan = &e->patient;
	e->answered = false;
	bot_ask(&e->bot, &e->game);
	if (!bot_check_wait(e, &e->answered, time_now() + LEAVE_THINK) && !e->failed) {
		stopped = time_now();
		leave_say(e, MESSAGE_STOP);
		bot_check_wait(e, &e->answered, stopped + LEAVE_STOP);
	}
	f->took = time_now() - from;
	if (e->answered)
		leave_judge(e, stopped, f);
	else if (e->failed)
		bot_check_explain(e, "bestmove", f);
	else
		step_result_set(f, STEP_RESULT_WARNING,
			"no \"bestmove\" within 1 s of \"stop\": look for lines that have arrived while it thinks (a tournament never says \"stop\", so it can play)");
	if (stopped > 0)
		leave_forgive(f);
	if (!e->answered)
		bot_kill(&e->bot);
	e->bot.plan = &e->plan;
}

/* The bot has ended: reports how. Processes that it left behind end with its sandbox. */
static void leave_look_back(struct bot_check *e, int status, struct step_result *f)
{
	char how[128];
	channel_ending(&e->bot.channel, how, sizeof how);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		step_result_set(
			f, STEP_RESULT_WARNING, "it %s at \"quit\"; a good end has status 0", how);
	else
		step_result_set(f, STEP_RESULT_OK, "it ended by itself");
}

void leave_quit(struct bot_check *e, struct step_result *f)
{
	int status = 0;
	bool idle =
		e->bot.phase == BOT_READY && e->bot.verdict == VERDICT_OK && !e->bot.channel.ended;
	if (!idle && !bot_check_ready(e, bot_check_first(e), f))
		return;
	usec from = time_now(), until = from + e->self->allowance.quit;
	bool never = false, ended;
	leave_say(e, MESSAGE_QUIT);
	while (!(ended = sandbox_ended(&e->bot.channel.box, &status)) && time_now() < until)
		bot_check_wait(e, &never, time_now() + LEAVE_LOOK);
	f->took = time_now() - from;
	if (ended)
		leave_look_back(e, status, f);
	else
		step_result_set(f, STEP_RESULT_WARNING,
			"it still ran %.0f ms after \"quit\" and is killed: nothing is lost, but end when you read it",
			(double)e->self->allowance.quit / (double)MILLISECOND);
	bot_kill(&e->bot);
}
