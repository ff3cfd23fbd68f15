/*
 * play-bot.h - a bot in a game of `referee play`: it has a seat or gives hints.
 *
 * Events move it through its states. A caller that wants a move calls play_bot_work() until the
 * state is ANSWERED or a failure.
 */
#ifndef REFEREE_COMMANDS_PLAY_BOT_H
#define REFEREE_COMMANDS_PLAY_BOT_H

#include "referee/bot/bot.h"

enum play_bot_state {
	PLAY_BOT_NEW, /* not prepared for a game yet */
	PLAY_BOT_PREPARING,
	PLAY_BOT_READY,
	PLAY_BOT_THINKING,
	PLAY_BOT_ANSWERED, /* answer holds its answer */
	PLAY_BOT_FAILED, /* verdict, detail and tail describe the failure; its process has ended */
	PLAY_BOT_BROKEN, /* our own failure: the process could not be started */
};

enum { PLAY_BOT_TAIL = 1024 };

struct play_bot {
	const char *command; /* borrowed */
	struct arbiter_config plan;
	struct bot_config self;
	char **argv; /* owned */
	struct bot_process process;
	enum play_bot_state state;
	struct game asked; /* the position in question */
	char answer[LINE_FROM_BOT];
	char pv[LINE_FROM_BOT]; /* the last line that it expected; "" if none */
	enum verdict verdict;
	char detail[GAME_DETAIL];
	char tail[PLAY_BOT_TAIL]; /* the last bytes that it wrote to stderr */
};

/* Creates a bot that command starts, under the limits of the plan. NULL, and a line in why: this
 * is no command. */
struct play_bot *play_bot_create(const char *command, const struct arbiter_config *plan,
	struct event_base *base, char *why, size_t room);

/* Ends the bot and frees it. NULL is allowed. */
void play_bot_free(struct play_bot *b);

/* Starts to prepare it for a game, so that it is ready on its turn. */
void play_bot_prepare(struct play_bot *b, const struct setup *setup, int seat, uint64_t seed);

/* Advances towards its answer in g, as the seat to move there. */
void play_bot_work(struct play_bot *b, const struct game *g, uint64_t seed);

/* Marks its answer as used; a bot that failed starts again at the next question. */
void play_bot_rest(struct play_bot *b);

/* Reports the end of the game to the bot, which is prepared again before the next question. */
void play_bot_gameover(struct play_bot *b, const int *ranks, const char *reason);

#endif
