/*
 * play-bot.h - a bot at the board of `referee play`: one of the seats, or the one that gives hints.
 *
 * It moves through its states by itself as events come; who wants a move calls play_bot_work()
 * until it has ANSWERED or cannot.
 */
#ifndef REFEREE_COMMANDS_PLAY_BOT_H
#define REFEREE_COMMANDS_PLAY_BOT_H

#include "referee/bot/bot.h"

enum play_bot_state {
	PLAY_BOT_NEW, /* to be prepared for a game */
	PLAY_BOT_PREPARING,
	PLAY_BOT_READY,
	PLAY_BOT_THINKING,
	PLAY_BOT_ANSWERED, /* answer: what it said */
	PLAY_BOT_FAILED,   /* verdict, detail and tail say how; its process is gone */
	PLAY_BOT_BROKEN,   /* our own fault: no process could be made */
};

enum { PLAY_BOT_TAIL = 1024 };

struct play_bot {
	const char *command; /* borrowed */
	struct arbiter_config plan;
	struct bot_config self;
	char **argv; /* owned */
	struct bot_process process;
	enum play_bot_state state;
	struct game asked; /* what it thinks about */
	char answer[LINE_FROM_BOT];
	char pv[LINE_FROM_BOT]; /* the last line that it expected; "" */
	enum verdict verdict;
	char detail[GAME_DETAIL];
	char tail[PLAY_BOT_TAIL]; /* the end of what it wrote to stderr */
};

/* A bot that command starts, to play under the plan's limits. NULL, and a line in why: this is no
 * command. */
struct play_bot *play_bot_create(const char *command, const struct arbiter_config *plan,
	struct event_base *base, char *why, size_t room);

/* Ends it. NULL may be freed. */
void play_bot_free(struct play_bot *b);

/* Starts to prepare it for a game, so that it is ready when its turn comes. */
void play_bot_prepare(struct play_bot *b, const struct setup *setup, int seat, uint64_t seed);

/* Goes on towards its answer in g, as the seat to move there. */
void play_bot_work(struct play_bot *b, const struct game *g, uint64_t seed);

/* Its answer was taken; one that failed is started again when it is asked again. */
void play_bot_rest(struct play_bot *b);

/* The game is over: it is told, and prepared again before it is asked again. */
void play_bot_gameover(struct play_bot *b, const int *ranks, const char *reason);

#endif
