/*
 * play-bot.c - a bot of a game at the terminal.
 */
#include "referee/terminal/play-bot.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shell-words.h"

static void play_bot_on_ready(void *owner, struct bot_process *process)
{
	struct play_bot *b = owner;
	(void)process;
	b->state = PLAY_BOT_READY;
}

static void play_bot_on_answer(void *owner, struct bot_process *process, const char *text)
{
	struct play_bot *b = owner;
	(void)process;
	snprintf(b->answer, sizeof b->answer, "%s", text);
	b->state = PLAY_BOT_ANSWERED;
}

static void play_bot_on_failed(void *owner, struct bot_process *process)
{
	struct play_bot *b = owner;
	b->verdict = process->verdict;
	snprintf(b->detail, sizeof b->detail, "%s", process->detail);
	channel_stderr(&process->channel, b->tail, sizeof b->tail);
	bot_kill(process);
	b->state = PLAY_BOT_FAILED;
}

static void play_bot_on_broken(void *owner, struct bot_process *process)
{
	struct play_bot *b = owner;
	(void)process;
	b->state = PLAY_BOT_BROKEN;
}

/* Does text have more than the beginning of the known text? */
static bool play_bot_extends(const char *known, const char *text)
{
	size_t length = strlen(text);
	return strncmp(known, text, length) != 0 || (known[length] != '\0' && known[length] != ' ');
}

/* Stores the line that the bot expects, since the message lasts no longer than its line. A
 * search that was stopped may end with a shorter line; then the longer one stays. */
static void play_bot_on_wire(
	void *owner, struct bot_process *process, char way, const char *line, size_t length)
{
	struct play_bot *b = owner;
	struct error err;
	char copy[LINE_FROM_BOT];
	struct message m;
	if (way != '<' || process->phase != BOT_THINKING || length >= sizeof copy)
		return;
	memcpy(copy, line, length);
	copy[length] = '\0';
	if (message_read(&m, FROM_BOT, copy, &err) && m.kind == MESSAGE_INFO && m.info.pv != NULL &&
		play_bot_extends(b->pv, m.info.pv))
		snprintf(b->pv, sizeof b->pv, "%s", m.info.pv);
}

static const struct bot_calls play_bot_calls = {
	.ready = play_bot_on_ready,
	.answered = play_bot_on_answer,
	.failed = play_bot_on_failed,
	.broken = play_bot_on_broken,
	.wire = play_bot_on_wire,
};

struct play_bot *play_bot_create(const char *command, const struct arbiter_config *config,
	struct event_base *base, struct error *err)
{
	int count;
	char **words;
	if (!shell_words_split(command, &words, &count, err))
		return NULL;
	struct play_bot *b = memory_get(1, sizeof *b);
	b->command = command;
	b->argv = words;
	b->self = (struct bot_config){
		.name = command, .argv = words, .resources = config->terms.resources};
	b->config = *config;
	b->config.log_wire = true; /* so that this process sees the bot's lines */
	bot_init(&b->process, &b->config, &b->self, base, &play_bot_calls, b);
	return b;
}

void play_bot_free(struct play_bot *b)
{
	if (b == NULL)
		return;
	bot_kill(&b->process);
	free(b->argv);
	free(b);
}

static void play_bot_think(struct play_bot *b, const struct game *g)
{
	b->question = *g;
	for (int i = 0; i < g->setup->seats; i++)
		clock_init(&b->question.seat[i].clock, &b->config.terms.limits);
	b->pv[0] = '\0';
	b->state = PLAY_BOT_THINKING;
	bot_ask(&b->process, &b->question);
}

void play_bot_prepare(struct play_bot *b, const struct setup *setup, int seat, uint64_t seed)
{
	if (b->state != PLAY_BOT_NEW)
		return;
	b->tail[0] = '\0';
	b->state = PLAY_BOT_PREPARING;
	bot_prepare(&b->process, &(struct bot_game){setup, seat, seed});
}

void play_bot_work(struct play_bot *b, const struct game *g, uint64_t seed)
{
	int seat = game_to_move(g);
	if (b->state == PLAY_BOT_READY && b->process.game.seat != seat)
		b->state = PLAY_BOT_NEW;
	play_bot_prepare(b, g->setup, seat, seed);
	if (b->state == PLAY_BOT_READY)
		play_bot_think(b, g);
}

void play_bot_rest(struct play_bot *b)
{
	if (b->state == PLAY_BOT_ANSWERED)
		b->state = PLAY_BOT_READY;
	else if (b->state == PLAY_BOT_FAILED)
		b->state = PLAY_BOT_NEW;
}

void play_bot_gameover(struct play_bot *b, const int *ranks, const char *reason)
{
	if (b->state != PLAY_BOT_READY)
		return;
	bot_gameover(&b->process, ranks, reason);
	b->state = PLAY_BOT_NEW;
}
