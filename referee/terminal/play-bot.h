/*
 * play-bot.h - a bot of a game of `referee play`: it is prepared when the game begins, asked when it is
 * to move, and starts again after a failure.
 */
#ifndef REFEREE_TERMINAL_PLAY_BOT_H
#define REFEREE_TERMINAL_PLAY_BOT_H

#include <event2/event.h>

#include "base/error.h"
#include "protocol/line.h"
#include "referee/bot/bot.h"

/* A bot that has a seat or gives hints. Events move it through its states. */
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
	struct arbiter_config config;
	struct bot_config self;
	char **argv; /* owned */
	struct bot_process process;
	enum play_bot_state state;
	struct game question; /* the position that it was asked about */
	char answer[LINE_FROM_BOT];
	char pv[LINE_FROM_BOT]; /* the last line that it expected; "" if none */
	enum verdict verdict;
	char detail[GAME_DETAIL];
	char tail[PLAY_BOT_TAIL]; /* the last bytes that it wrote to stderr */
};

/* Creates a bot that command starts, under the limits of the config. NULL, and a line in err: this
 * is no command. */
struct play_bot *play_bot_create(const char *command, const struct arbiter_config *config,
	struct event_base *base, struct error *err);

/* Ends the bot and frees it. NULL is allowed. */
void play_bot_free(struct play_bot *b);

/* Starts to prepare it for a game, so that it is ready on its turn. */
void play_bot_prepare(struct play_bot *b, const struct setup *setup, int seat, uint64_t seed);

/* Advances towards its answer in g, as the seat to move there. Call it until the state is ANSWERED
 * or a failure. */
void play_bot_work(struct play_bot *b, const struct game *g, uint64_t seed);

/* Marks its answer as used; a bot that failed starts again at the next question. */
void play_bot_rest(struct play_bot *b);

/* Reports the end of the game to the bot, which is prepared again before the next question. */
void play_bot_gameover(struct play_bot *b, const int *ranks, const char *reason);

#endif
