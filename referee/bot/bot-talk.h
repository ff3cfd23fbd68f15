/*
 * bot-talk.h - functions that the files of bot.h's module share. No other file includes it.
 */
#ifndef REFEREE_BOT_BOT_TALK_H
#define REFEREE_BOT_BOT_TALK_H

#include "referee/bot/bot.h"

/* The callbacks that the channel of a bot calls. */
extern const struct channel_owner bot_owner;

/* Begins a phase with a time limit; 0: no limit. While a move is due, the deadline of its clock
 * holds in every phase. While nothing is due, no deadline holds. */
void bot_enter(struct bot_process *b, enum bot_phase phase, usec limit);

/* The arbiter asks the bot for something from now on. */
void bot_begin(struct bot_process *b);

/* The process or connection has ended: frees what it used. */
void bot_forget(struct bot_process *b);

/* The greeting begins; the bot announced an option; all are announced. See bot_options_wrong(). */
void bot_await_options(struct bot_process *b);
void bot_take_option(struct bot_process *b, const struct message *m);
void bot_judge_options(struct bot_process *b);
void bot_clear_options(struct bot_process *b);

/* With plan->keep_info: a question begins; the bot sent an info line (parsed, and as it came); the
 * process or connection has ended. */
void bot_begin_info(struct bot_process *b);
void bot_take_info(struct bot_process *b, const struct message_info *info, const char *line);
void bot_clear_info(struct bot_process *b);

/* If the conversation is logged, the bot's stderr is part of it from the start. */
enum { BOT_ERRORS_LINE = LINE_FROM_BOT - 8 };
void bot_follow_errors(struct bot_process *b);
void bot_on_errors(void *owner, const char *bytes, size_t length);
void bot_clear_errors(struct bot_process *b);

enum { BOT_TURN = 2 * LINE_FROM_REFEREE + 1024 };

/* Send: `ugi`; the options and `isready`; the new game, which begins BOT_PREPARING; one word; one
 * message; whole lines. */
void bot_greet(struct bot_process *b);
void bot_say_options(struct bot_process *b);
void bot_send_newgame(struct bot_process *b);
void bot_say_word(struct bot_process *b, enum message_kind kind);
void bot_say(struct bot_process *b, const struct message *m);
void bot_send(struct bot_process *b, const char *bytes, size_t length);

/* Writes the lines that ask for the move that is due; passed: time since the first question.
 * Returns the length. */
size_t bot_compose_turn(const struct bot_process *b, usec passed, char out[BOT_TURN]);

/* Does the arbiter send this bot `isready` after each position? */
bool bot_readies(const struct bot_process *b);

/* Time since the bot was first asked for this move: 0, unless it lost its connection. */
usec bot_passed(const struct bot_process *b);

/* Sets the deadline of the move that is due. A lost connection does not change it. */
void bot_resume_clock(struct bot_process *b);

/* Remote bot: prepares it, or waits for a connection. */
void bot_await(struct bot_process *b);

/* Remote bot: its connection has ended. True: it may return, and the arbiter waits for it. */
bool bot_lose(struct bot_process *b, enum channel_end end);

/* Remote bot: it must be greeted again, if its connection is good. */
void bot_estrange(struct bot_process *b);

/* Remote bot: it is ready again; asks again for the move that is due. */
void bot_ask_again(struct bot_process *b);

#endif
