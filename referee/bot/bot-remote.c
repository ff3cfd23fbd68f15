/*
 * bot-remote.c - the connections of a remote bot, which may begin and end at any time. During a
 * game the bot has one connection until that ends. A new connection ends the old one. A bot that
 * flooded or did not read has lost the game, and its new connection waits until the game is over.
 */
#include <sys/socket.h>
#include <unistd.h>

#include "referee/bot/bot-talk.h"

/* Adopts the bot's latest connection. False: there is none. */
static bool bot_adopt(struct bot_process *b)
{
	int fd = b->next;
	b->next = -1;
	if (fd < 0)
		return false;
	if (b->phase != BOT_GONE && b->phase != BOT_AWAY)
		channel_stop(&b->channel);
	b->known = b->owes = false;
	bool good = channel_adopt(&b->channel, b->base, fd, &b->self->allowance, &bot_owner, b);
	b->phase = good ? BOT_STRANGER : BOT_GONE;
	return good;
}

/* May the bot be greeted now? Each greeting has its own time limit. A bot that reconnected before
 * each limit would otherwise never be late. */
static bool bot_is_early(const struct bot_process *b)
{
	return b->due != BOT_READINESS || !b->lost || time_now() < b->until;
}

/* Greets the bot, or waits until that is possible. */
static void bot_meet(struct bot_process *b)
{
	if (bot_is_early(b) && bot_adopt(b)) {
		bot_greet(b);
		return;
	}
	usec left = b->until - time_now();
	bot_enter(b, BOT_AWAY, left > 0 ? left : 1);
}

void bot_await(struct bot_process *b)
{
	b->until = time_now() + b->plan->connect_timeout;
	b->seated = true;
	b->lost = false;
	if (b->phase != BOT_GONE && b->channel.ended)
		bot_forget(b);
	b->verdict = VERDICT_OK;
	b->due = BOT_READINESS;
	if (b->next >= 0 || b->phase == BOT_GONE) {
		bot_meet(b);
	} else if (b->known) {
		b->fresh = false;
		bot_send_newgame(b);
	} else {
		bot_greet(b);
	}
}

/* May the bot return to the game after its connection ended in this way? */
static bool bot_may_return(const struct bot_process *b, enum channel_end end)
{
	if (!b->seated || end != CHANNEL_CLOSED || b->verdict != VERDICT_OK)
		return false;
	/* Some bots end with the last game. That is no fault in this one. */
	bool before = b->phase == BOT_PREPARING && !b->fresh && b->due == BOT_READINESS;
	return b->plan->reconnect || before;
}

bool bot_lose(struct bot_process *b, enum channel_end end)
{
	enum bot_due due = b->due;
	if (!b->self->remote)
		return false;
	if (!b->seated) {
		bot_forget(b);
		bot_adopt(b);
		return true;
	}
	if (!bot_may_return(b, end))
		return false;
	bot_forget(b);
	b->due = due;
	b->lost = true;
	if (due == BOT_MOVE)
		bot_resume_clock(b);
	bot_meet(b);
	return true;
}

void bot_ask_again(struct bot_process *b)
{
	static char out[BOT_TURN];
	size_t length = bot_compose_turn(b, bot_passed(b), out);
	channel_turn(&b->channel);
	b->phase = bot_readies(b) ? BOT_POSITION : BOT_THINKING;
	bot_send(b, out, length);
}

void bot_estrange(struct bot_process *b)
{
	bool thinks = b->phase == BOT_THINKING;
	if (b->phase != BOT_GONE && (b->phase == BOT_AWAY || b->channel.ended))
		bot_forget(b);
	if (b->phase != BOT_GONE)
		b->phase = BOT_STRANGER;
	b->due = BOT_NOTHING;
	b->deadline = 0;
	b->verdict = VERDICT_OK;
	b->known = b->seated = false;
	b->owes |= thinks;
	bot_adopt(b);
}

void bot_rest(struct bot_process *b)
{
	bool good = b->phase == BOT_READY && b->known && !b->channel.ended && b->next < 0;
	if (b->self->remote && !good)
		bot_estrange(b);
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
		bot_adopt(b);
	else if (b->phase == BOT_AWAY)
		bot_meet(b);
	else if (!b->channel.ended)
		channel_cut(&b->channel);
}

void bot_let_go(struct bot_process *b)
{
	if (b->next >= 0)
		close(b->next);
	b->next = -1;
	if (b->phase != BOT_GONE && b->phase != BOT_AWAY)
		channel_let_go(&b->channel);
	bot_clear_options(b);
	bot_clear_info(b);
	b->phase = BOT_GONE;
}
