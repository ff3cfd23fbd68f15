/*
 * failure-facts.c - collects the facts about a failed bot.
 */
#include "referee/bot/failure-facts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/message.h"
#include "referee/bot/bot-talk.h"
#include "referee/sandbox/find-program.h"

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

/* The bot got no `isready` after its first position. A bot with features knows this protocol and
 * does not wait for it. */
static bool failure_facts_unasked(const struct bot_process *b)
{
	return b->phase == BOT_THINKING && !b->moved && !bot_readies(b) && b->features == 0;
}

void failure_facts_take(struct failure_facts *d, struct bot_process *b)
{
	memset(d, 0, sizeof *d);
	failure_facts_plain(d->sent, tail_buffer_copy(&b->channel.sent, d->sent, sizeof d->sent));
	failure_facts_said(d, b);
	failure_facts_plain(d->errors, channel_stderr(&b->channel, d->errors, sizeof d->errors));
	failure_facts_python(b->self, d->python);
	if (b->self->remote ||
		!find_program_absolute(b->self->dir != NULL ? b->self->dir : ".", NULL, d->dir))
		snprintf(d->dir, sizeof d->dir, "its folder");
	d->seen = (struct diagnoses){.sent = d->sent,
		.awaited = failure_facts_awaited(b),
		.said = d->said,
		.after = d->after,
		.errors = d->errors,
		.ending = b->ending,
		.python = d->python,
		.dir = d->dir,
		.game = b->due == BOT_MOVE ? b->position : NULL,
		.waited = b->answer.spent.wall,
		.wait = b->plan->limits.clock == CLOCK_FAIR && b->answer.spent.wait > 0
				? b->answer.spent.wait
				: 0,
		.used = b->answer.spent.cpu,
		.flooded = b->verdict == VERDICT_FLOOD,
		.deaf = b->channel.ended && b->end == CHANNEL_DEAF,
		.spoke = b->spoke,
		.settled = b->phase == BOT_THINKING && bot_readies(b),
		.left = b->left,
		.unasked = failure_facts_unasked(b),
		.thinking = failure_facts_thinks(b)};
}
