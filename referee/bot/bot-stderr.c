/*
 * bot-stderr.c - logs a bot's stderr as lines of the conversation. It comes in pieces of any size,
 * perhaps without end. So a long line is cut. Bytes above the bot's limit since the last line sent
 * to it are dropped.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/bot/bot-talk.h"

static void bot_errors_line(struct bot_process *b, const char *line, size_t length)
{
	b->calls->wire(b->owner, b, '!', line, length);
}

/* Passes on the unfinished line as it is. */
static void bot_errors_flush(struct bot_process *b)
{
	if (b->errors.length > 0)
		bot_errors_line(b, b->errors.line, b->errors.length);
	b->errors.length = 0;
}

/* Adds a piece without a line end. */
static void bot_errors_add(struct bot_process *b, const char *bytes, size_t length)
{
	struct bot_errors *e = &b->errors;
	if (e->line == NULL)
		e->line = memory_get(BOT_ERRORS_LINE, 1);
	while (length > 0) {
		size_t piece =
			BOT_ERRORS_LINE - e->length < length ? BOT_ERRORS_LINE - e->length : length;
		memcpy(e->line + e->length, bytes, piece);
		e->length += piece;
		bytes += piece;
		length -= piece;
		if (e->length == BOT_ERRORS_LINE)
			bot_errors_flush(b);
	}
}

void bot_on_errors(void *owner, const char *bytes, size_t length)
{
	static const char full[] = "(stderr is left out from here until the bot is sent more)";
	struct bot_process *b = owner;
	struct bot_errors *e = &b->errors;
	size_t most = b->channel.ring_size, left = e->taken < most ? most - e->taken : 0;
	bool over = length > left;
	size_t taken = over ? left : length;
	e->taken += taken;
	for (const char *at = bytes, *end = bytes + taken; at < end;) {
		const char *lf = memchr(at, '\n', (size_t)(end - at));
		bot_errors_add(b, at, (size_t)((lf != NULL ? lf : end) - at));
		if (lf != NULL && e->length == 0)
			bot_errors_line(b, "", 0);
		if (lf != NULL)
			bot_errors_flush(b);
		at = lf != NULL ? lf + 1 : end;
	}
	if (over && !e->full) {
		bot_errors_flush(b);
		bot_errors_line(b, full, sizeof full - 1);
	}
	e->full |= over;
}

void bot_follow_errors(struct bot_process *b)
{
	if (b->calls->wire != NULL && b->plan->log_wire)
		channel_follow(&b->channel);
}

void bot_end_errors(struct bot_process *b)
{
	if (!b->channel.follows)
		return;
	channel_read_errors(&b->channel);
	bot_errors_flush(b);
	b->errors.taken = 0;
	b->errors.full = false;
}

void bot_clear_errors(struct bot_process *b)
{
	free(b->errors.line);
	b->errors = (struct bot_errors){.line = NULL};
}
