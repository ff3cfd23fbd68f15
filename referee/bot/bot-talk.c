/*
 * bot-talk.c - the lines that are sent to a bot.
 */
#include "referee/bot/bot-talk.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "referee/game/params.h"
#include "referee/bot/go-message.h"
#include "referee/bot/newgame-message.h"

void bot_send(struct bot_process *b, const char *bytes, size_t length)
{
	bot_end_errors(b);
	if (b->calls->wire != NULL && b->plan->log_wire)
		for (const char *at = bytes, *lf; at < bytes + length; at = lf + 1) {
			lf = memchr(at, '\n', (size_t)(bytes + length - at));
			b->calls->wire(b->owner, b, '>', at, (size_t)(lf - at));
		}
	channel_send(&b->channel, bytes, length);
}

static size_t bot_add(char *out, size_t length, size_t room, const struct message *m)
{
	size_t added = message_write(m, out + length, room - length);
	assert(added > 0);
	return length + added;
}

void bot_say(struct bot_process *b, const struct message *m)
{
	char line[LINE_FROM_REFEREE];
	bot_send(b, line, bot_add(line, 0, sizeof line, m));
}

void bot_say_word(struct bot_process *b, enum message_kind kind)
{
	struct message m = message_make(kind);
	bot_say(b, &m);
}

void bot_greet(struct bot_process *b)
{
	b->features = 0;
	b->placed = b->unfit = false;
	b->fresh = true;
	b->spoke = b->moved = false;
	bot_await_options(b);
	channel_turn(&b->channel);
	bot_begin(b);
	bot_enter(b, BOT_GREETING, b->self->allowance.startup);
	if (b->owes)
		bot_say_word(b, MESSAGE_STOP);
	b->owes = false;
	bot_say_word(b, MESSAGE_UGI);
}

void bot_say_options(struct bot_process *b)
{
	struct message m = message_make(MESSAGE_SETOPTION);
	char name[256];
	tail_buffer_clear(&b->channel.sent);
	tail_buffer_clear(&b->channel.said);
	for (int i = 0; i < b->self->options_count && b->phase == BOT_SETTING; i++) {
		const char *option = b->self->options[i];
		if (b->options.left_out != NULL && b->options.left_out[i])
			continue;
		size_t length = strcspn(option, "=");
		snprintf(name, sizeof name, "%.*s", (int)length, option);
		m.setoption.name = name;
		m.setoption.value = option[length] == '=' ? option + length + 1 : NULL;
		bot_say(b, &m);
	}
	if (b->phase == BOT_SETTING)
		bot_say_word(b, MESSAGE_ISREADY);
}

void bot_send_newgame(struct bot_process *b)
{
	static char out[BOT_TURN];
	struct message m = message_make(MESSAGE_NEWGAME);
	if (b->features & FEATURE_NEWGAME)
		m = newgame_message_make(b->game.setup, b->game.seat, b->game.seed);
	else
		b->placed = !params_usual(b->game.setup);
	off_turn_monitor_wake(&b->watch);
	channel_turn(&b->channel);
	bot_begin(b);
	bot_enter(b, BOT_PREPARING, b->self->allowance.newgame);
	size_t length = bot_add(out, 0, sizeof out, &m);
	m = message_make(MESSAGE_ISREADY);
	bot_send(b, out, bot_add(out, length, sizeof out, &m));
}

bool bot_readies(const struct bot_process *b)
{
	return isready_each_position(b->self->isready, b->features);
}

usec bot_passed(const struct bot_process *b)
{
	return b->lost ? time_now() - b->asked : 0;
}

/* The usual start as a position string, for a game with other parameters. */
static const char *bot_start_text(const struct setup *setup)
{
	static char text[POSITION_TEXT];
	struct position start;
	setup->rules->start(setup, &start);
	setup->rules->write(setup, &start, text);
	return text;
}

size_t bot_compose_turn(const struct bot_process *b, usec passed, char out[BOT_TURN])
{
	static char legal[LINE_FROM_REFEREE - 16];
	const struct game *g = b->position;
	struct message m = message_make(MESSAGE_POSITION);
	m.position.fen = g->fen[0] != '\0' ? g->fen : b->placed ? bot_start_text(g->setup) : NULL;
	m.position.moves = g->moves_length == 0 ? NULL : g->moves;
	size_t length = bot_add(out, 0, BOT_TURN, &m);
	if (b->features & FEATURE_LEGAL) {
		m = message_make(MESSAGE_LEGAL);
		game_legal(g, legal, sizeof legal);
		m.legal.moves = legal;
		length = bot_add(out, length, BOT_TURN, &m);
	}
	m = bot_readies(b) ? message_make(MESSAGE_ISREADY)
			   : go_message_make(g, b->game.seat, b->features, passed);
	return bot_add(out, length, BOT_TURN, &m);
}
