/*
 * bot.h - the conversation with one bot: from `ugi` to `quit`, in phases with a deadline each.
 *
 * A bot answers only when it is asked: what it says out of turn is logged and forgotten. Where it
 * fails the owner is told once, with the verdict; a failure out of turn waits until its turn.
 */
#ifndef REFEREE_PROCESSES_BOT_H
#define REFEREE_PROCESSES_BOT_H

#include <event2/event.h>
#include <stdbool.h>

#include "protocol/message.h"
#include "referee/judging/game.h"
#include "referee/processes/channel.h"
#include "referee/processes/plan.h"
#include "referee/processes/watch.h"

enum bot_phase {
	BOT_GONE,      /* no process */
	BOT_GREETING,  /* `ugi` sent, `ugiok` awaited */
	BOT_SETTING,   /* options sent, `readyok` awaited */
	BOT_PREPARING, /* `uginewgame` sent, `readyok` awaited */
	BOT_READY,     /* in a game or between games, not asked anything */
	BOT_POSITION,  /* `position` and `isready` sent, `readyok` awaited, then `go` */
	BOT_THINKING,  /* `go` sent, `bestmove` awaited */
	BOT_LEAVING,   /* `quit` sent, its end awaited */
};

/* What was measured of an answer. */
struct bot_answer {
	usec at; /* the read that brought its newline */
	struct spent spent;
	struct message_info info;
};

struct bot_process;

struct bot_calls {
	/* It is prepared for the game. */
	void (*ready)(void *owner, struct bot_process *b);
	/* It answered in time: a move, "resign", or "" when it named none. */
	void (*answered)(void *owner, struct bot_process *b, const char *text);
	/* It failed where something was asked of it: b->verdict and b->detail say how. */
	void (*failed)(void *owner, struct bot_process *b);
	/* We could not start it, or lost its box: our own fault, which b->detail says. */
	void (*broken)(void *owner, struct bot_process *b);
	/* A line went to it ('>') or came from it ('<'); NULL: nobody listens. */
	void (*wire)(void *owner, struct bot_process *b, char way, const char *line, size_t length);
};

/* The game that a bot is to be prepared for. */
struct bot_game {
	const struct setup *setup;
	int seat;
	uint64_t seed;
};

struct bot_process {
	const struct plan *plan; /* borrowed, as are the next five */
	const struct bot_plan *self;
	struct event_base *base;
	const struct bot_calls *calls;
	void *owner;
	struct bot_game game;
	struct channel channel;
	enum bot_phase phase;
	usec deadline;	      /* of the phase; 0: none */
	usec asked;	      /* when the position was sent, or it was last started or prepared; 0:
			       * not asked */
	unsigned features;    /* FEATURE_ bits it asked for */
	bool fresh;	      /* started for this game */
	bool spoke;	      /* said anything since it was started */
	enum channel_end end; /* of the channel, once it has ended */
	enum verdict verdict; /* OK: no failure so far */
	char detail[GAME_DETAIL];
	struct bot_answer answer;
	struct watch watch;
	const struct game *position; /* while BOT_POSITION: what `go` is for */
};

void bot_init(struct bot_process *b, const struct plan *plan, const struct bot_plan *self,
	struct event_base *base, const struct bot_calls *calls, void *owner);

/* Makes it ready for a game, starting it when it does not run; ready() or failed() follows, maybe
 * before this returns. */
void bot_prepare(struct bot_process *b, const struct bot_game *game);

/* Asks for its move in g. The seat's clock is started here and stopped by the owner. */
void bot_ask(struct bot_process *b, struct game *g);

/* Tells it why its answer was refused. */
void bot_refuse(struct bot_process *b, const char *verdict, const char *text);

/* True, with a line in text: since the game before it has thought while others moved. Once a game.
 */
bool bot_pondered(struct bot_process *b, char *text, size_t room);

/* The game it was prepared for is over. */
void bot_gameover(struct bot_process *b, const int *ranks, const char *reason);

/* Asks it to leave: it is gone when it did, or at the phase's deadline. */
void bot_quit(struct bot_process *b);

/* Ends it at once, with all it started. */
void bot_kill(struct bot_process *b);

/* Something may be late. */
void bot_tick(struct bot_process *b, usec now);

#endif
