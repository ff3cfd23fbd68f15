/*
 * bot-talk.h - what the files of a bot's conversation share: how it is spoken to, and how its
 * phases change. For nobody else.
 */
#ifndef REFEREE_BOT_BOT_TALK_H
#define REFEREE_BOT_BOT_TALK_H

#include "referee/bot/bot.h"

/* How the channel's lines and end come to it. */
extern const struct channel_owner bot_owner;

/* A phase begins, which may last so long; 0: for ever. While a move is due its clock's deadline
 * holds in every phase, and while nothing is, none does. */
void bot_enter(struct bot_process *b, enum bot_phase phase, usec limit);

/* Something is asked of it from now on. */
void bot_begin(struct bot_process *b);

/* It is not there any more: frees what its process or connection took. */
void bot_forget(struct bot_process *b);

/* Its greeting begins, an option is announced, all are announced: see bot_options_wrong(). */
void bot_await_options(struct bot_process *b);
void bot_take_option(struct bot_process *b, const struct message *m);
void bot_judge_options(struct bot_process *b);
void bot_clear_options(struct bot_process *b);

/* With plan->keep_info: something is asked; an info line (and the same as it came) is said; it is
 * not there any more. */
void bot_begin_info(struct bot_process *b);
void bot_take_info(struct bot_process *b, const struct message_info *info, const char *line);
void bot_clear_info(struct bot_process *b);

/* Its stderr is part of the conversation from its start on, if that is logged. */
enum { BOT_ERRORS_LINE = LINE_FROM_BOT - 8 };
void bot_follow_errors(struct bot_process *b);
void bot_on_errors(void *owner, const char *bytes, size_t length);
void bot_clear_errors(struct bot_process *b);

enum { BOT_TURN = 2 * LINE_FROM_REFEREE + 1024 };

/* Speaks: `ugi`; the options, and that it be ready; the new game, which is the phase BOT_PREPARING;
 * one word; whole lines. */
void bot_greet(struct bot_process *b);
void bot_say_options(struct bot_process *b);
void bot_send_newgame(struct bot_process *b);
void bot_say_word(struct bot_process *b, enum message_kind kind);
void bot_say(struct bot_process *b, const struct message *m);
void bot_send(struct bot_process *b, const char *bytes, size_t length);

/* Writes what it is told when its move is due, which it was asked for so long ago; returns the
 * length. */
size_t bot_compose_turn(const struct bot_process *b, usec passed, char out[BOT_TURN]);

/* Is it asked `isready` after each position? */
bool bot_readies(const struct bot_process *b);

/* How long ago it was asked for what it is told now: 0, unless its connection was lost. */
usec bot_passed(const struct bot_process *b);

/* The deadline of the move that is due, which a lost connection does not move. */
void bot_resume_clock(struct bot_process *b);

/* Remote: prepares it, waiting for a connection when there is none. */
void bot_await(struct bot_process *b);

/* Remote: its connection has ended. True: it may come back, and is waited for. */
bool bot_lose(struct bot_process *b, enum channel_end end);

/* Remote: it is to be greeted anew, if its connection is good. */
void bot_estrange(struct bot_process *b);

/* Remote: it is ready again, and its move is due. */
void bot_ask_again(struct bot_process *b);

#endif
