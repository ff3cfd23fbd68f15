/*
 * preparation.c - starts the process that prepares bots, and takes its results.
 *
 * Its lines are untrusted, since it talked to bots.
 */
#include "referee/prepare/preparation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/bot/bot-messages.h"
#include "referee/process/peer.h"
#include "referee/prepare/bot-build.h"
#include "referee/prepare/preparation-messages.h"

enum {
	PREPARATION_OUTPUT = 8 * BUILD_OUTPUT, /* escaped output of a build, at most */
	PREPARATION_STARTS = 3		       /* of the process, at most */
};

bool preparation_is_needed(const struct tournament *t)
{
	for (int i = 0; i < t->bots_count; i++)
		if (bot_build_is_due(&t->bots[i]) || preparation_asks(&t->bots[i]))
			return true;
	return false;
}

struct preparation {
	struct tournament *t;
	const struct preparation_calls *calls;
	struct peer *peer; /* owned, as the next */
	char *output;	   /* of the build that failed; NULL: none yet */
	size_t length;
	bool built, done;
	struct error err; /* a failure of the machine */
};

static struct bot *preparation_bot(const struct preparation *p, const struct preparation_line *l)
{
	return l->bot < p->t->bots_count ? &p->t->bots[l->bot] : NULL;
}

static bool preparation_handle_built(struct preparation *p, const struct preparation_line *l)
{
	struct bot *bot = preparation_bot(p, l);
	if (bot == NULL || !bot_build_is_due(bot) || !bot_build_find(p->t, bot))
		return false;
	if (l->took > 0)
		bot->program->build.took = l->took;
	bot_build_report(
		bot, l->took > 0 ? BUILD_MADE : BUILD_FOUND, p->calls->report, p->calls->arg);
	return bot->program->made;
}

static bool preparation_handle_output(struct preparation *p, const struct preparation_line *l)
{
	size_t length = strlen(l->text);
	if (p->length + length >= PREPARATION_OUTPUT)
		return false;
	p->output = memory_resize(p->output, p->length + length + 1, 1);
	memcpy(p->output + p->length, l->text, length + 1);
	p->length += length;
	return true;
}

static void preparation_forget_output(struct preparation *p)
{
	free(p->output);
	p->output = NULL;
	p->length = 0;
}

static bool preparation_handle_failed(struct preparation *p, const struct preparation_line *l)
{
	struct bot *bot = preparation_bot(p, l);
	if (bot == NULL || !bot_build_is_due(bot))
		return false;
	char *why = escape_text(l->text, false);
	char *output = escape_text(p->output != NULL ? p->output : "", true);
	bot_build_fail(p->t, bot, why, output);
	bot_build_report(bot, BUILD_FAILED, p->calls->report, p->calls->arg);
	free(why);
	free(output);
	preparation_forget_output(p);
	return true;
}

static bool preparation_handle_answer(struct preparation *p, const struct preparation_line *l)
{
	struct bot *bot = preparation_bot(p, l);
	int64_t all = (1 << p->t->players) - 1;
	if (bot == NULL || !preparation_asks(bot) || (*l->text != '\0' && !author_is_good(l->text)))
		return false;
	bot->answered = true;
	bot->startpos_only = l->startpos_only != 0;
	bot->seats = (l->seats & all) == all ? 0 : (unsigned)l->seats;
	if (bot->author == NULL && *l->text != '\0')
		bot->author = memory_copy(l->text);
	return true;
}

/* The process waits for the end of its input. */
static bool preparation_handle_asks(struct preparation *p)
{
	if (!peer_watch(p->peer))
		return false;
	if (!p->built)
		p->calls->built(p->calls->arg);
	p->built = true;
	peer_dismiss(p->peer);
	return true;
}

static bool preparation_take(void *arg, char *line)
{
	struct preparation *p = arg;
	struct preparation_line l;
	if (line_table_read(&preparation_table, &l, line, 0) != LINE_TABLE_RIGHT)
		return false;
	switch (l.kind) {
	case PREPARATION_BUILT:
		return preparation_handle_built(p, &l);
	case PREPARATION_OUTPUT_OF:
		return preparation_handle_output(p, &l);
	case PREPARATION_FAILED:
		return preparation_handle_failed(p, &l);
	case PREPARATION_BROKEN:
		error_set(&p->err, "%s", l.text);
		return true;
	case PREPARATION_ASKS:
		return preparation_handle_asks(p);
	case PREPARATION_ANSWER:
		return preparation_handle_answer(p, &l);
	case PREPARATION_DONE:
		p->done = true;
		return true;
	default:
		return false;
	}
}

static bool preparation_begin(struct preparation *p, struct error *err)
{
	return peer_start(p->peer) ||
	       error_set(err, "the process that prepares the bots cannot be started: %s",
		       strerror(errno));
}

/* The process has ended. */
static void preparation_on_end(void *arg, const struct peer_end *end)
{
	struct preparation *p = arg;
	char line[ERROR_TEXT];
	preparation_forget_output(p);
	if (p->done || error_is_set(&p->err)) {
		p->calls->ended(p->calls->arg, &p->err);
		return;
	}
	if (peer_starts(p->peer) < PREPARATION_STARTS) {
		snprintf(line, sizeof line,
			"the process that prepares the bots ended (%s); it is started again",
			end->how);
		p->calls->report(p->calls->arg, line);
		if (preparation_begin(p, &p->err))
			return;
	} else {
		error_set(&p->err, "the process that prepares the bots ended %d times (%s)",
			PREPARATION_STARTS, end->how);
	}
	p->calls->ended(p->calls->arg, &p->err);
}

static const struct peer_kind preparation_peer = {.line_most = 2 * PREPARATION_LINE,
	.unwatched = true, /* builds take long */
	.line = preparation_take,
	.ended = preparation_on_end};

struct preparation *preparation_start(struct tournament *t, struct event_base *base,
	const struct preparation_calls *calls, struct error *err)
{
	struct preparation *p = memory_get(1, sizeof *p);
	p->t = t;
	p->calls = calls;
	p->peer = peer_create(base, &preparation_peer, p);
	peer_set(p->peer, &preparation_process, t, 0);
	if (preparation_begin(p, err))
		return p;
	preparation_free(p);
	return NULL;
}

void preparation_free(struct preparation *p)
{
	if (p == NULL)
		return;
	peer_free(p->peer);
	free(p->output);
	free(p);
}

/* --- at once -----------------------------------------------------------------------------------
 */

struct preparation_waiter {
	struct event_base *base;
	void (*report)(void *arg, const char *line);
	void (*built)(void *arg);
	void *arg;
	struct error *err;
};

static void preparation_on_line(void *arg, const char *line)
{
	const struct preparation_waiter *w = arg;
	w->report(w->arg, line);
}

static void preparation_on_built(void *arg)
{
	const struct preparation_waiter *w = arg;
	w->built(w->arg);
}

static void preparation_on_ended(void *arg, const struct error *err)
{
	const struct preparation_waiter *w = arg;
	*w->err = *err;
	event_base_loopbreak(w->base);
}

bool preparation_run(struct tournament *t, void (*report)(void *arg, const char *line),
	void (*built)(void *arg), void *arg, struct error *err)
{
	struct preparation_waiter w = {event_base_new(), report, built, arg, err};
	const struct preparation_calls calls = {
		preparation_on_line, preparation_on_built, preparation_on_ended, &w};
	if (!preparation_is_needed(t)) {
		event_base_free(w.base);
		return true;
	}
	if (w.base == NULL)
		return error_set(err, "events cannot be created: out of memory");
	error_clear(err);
	struct preparation *p = preparation_start(t, w.base, &calls, err);
	if (p != NULL && event_base_dispatch(w.base) < 0)
		error_set(err, "the event loop failed: %s", strerror(errno));
	preparation_free(p);
	event_base_free(w.base);
	return !error_is_set(err);
}
