/*
 * bot.h - the conversation with one bot: from `ugi` to `quit`, in phases with a deadline each.
 *
 * A bot answers only when it is asked: what it says out of turn is logged and forgotten. Where it
 * fails the owner is told once, with the verdict; a failure out of turn waits until its turn.
 *
 * A remote bot comes over a socket that somebody hands us, and may come again. It is greeted anew
 * on each, and after each failure; what it said before its `ugiok` counts for nothing. A lost
 * connection may come back: while a game begins it is waited for, and in a game until its clock
 * says no.
 */
#ifndef REFEREE_BOT_BOT_H
#define REFEREE_BOT_BOT_H

#include <event2/event.h>
#include <stdbool.h>

#include "protocol/message.h"
#include "referee/game/game.h"
#include "referee/bot/offered-options.h"
#include "referee/bot/channel.h"
#include "referee/bot/arbiter-config.h"
#include "referee/bot/off-turn-monitor.h"

enum bot_phase {
	BOT_GONE,      /* no process, no connection */
	BOT_AWAY,      /* remote, in a game: its connection is awaited */
	BOT_STRANGER,  /* remote: connected, and to be greeted before anything else */
	BOT_STARTING,  /* its box is being made */
	BOT_GREETING,  /* `ugi` sent, `ugiok` awaited */
	BOT_SETTING,   /* options sent, `readyok` awaited */
	BOT_PREPARING, /* `uginewgame` sent, `readyok` awaited */
	BOT_READY,     /* in a game or between games, not asked anything */
	BOT_POSITION,  /* `position` and `isready` sent, `readyok` awaited, then `go` */
	BOT_THINKING,  /* `go` sent, `bestmove` awaited */
	BOT_LEAVING,   /* `quit` sent, its end awaited */
};

/* What its owner is to be told. */
enum bot_due { BOT_NOTHING, BOT_READINESS, BOT_MOVE };

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
	/* Its deadline has changed without any of the above; NULL: it is looked at anyway. */
	void (*moved)(void *owner, struct bot_process *b);
	/* The owner asks a bot that has failed itself why: it is told at once, while its input is
	 * open. Else a bot that is silent is told to have failed when its input has been closed for
	 * a moment, since that shows what waits in its buffers. */
	bool asks_why;
	/* A line went to it ('>') or came from it ('<'), or from its stderr ('!'), in this order;
	 * NULL: nobody listens. */
	void (*wire)(void *owner, struct bot_process *b, char way, const char *line, size_t length);
};

/* The game that a bot is to be prepared for. */
struct bot_game {
	const struct setup *setup;
	int seat;
	uint64_t seed;
};

/* Whether it takes the options that it is set: known from its `ugiok` on. */
struct bot_options {
	struct offered_options
		*offers; /* owned: what it has announced so far; NULL: nothing is awaited */
	char *wrong;	 /* owned: a line for each that it does not take; NULL: it takes all */
	bool *left_out;	 /* owned, by option: it is one of all bots, and not this one's; NULL: none
			  */
	bool bad;	 /* one that it is set is wrong */
	bool told;	 /* bot_options_wrong() has said so */
};

/* What it writes to stderr, where the conversation is logged. */
struct bot_errors {
	char *line;	      /* owned: the line that has begun; NULL: none ever has */
	size_t length, taken; /* of that; bytes since it was sent something */
	bool full;	      /* what comes is left out, which was said */
};

/* What it says of its move beside what bot_answer has, where that is kept: the last of each. */
enum { BOT_INFO_TEXT = 512 };
#define BOT_INFO_UNSAID INT64_MIN
struct bot_info {
	int64_t seldepth, nps;			     /* BOT_INFO_UNSAID: it did not say */
	char pv[BOT_INFO_TEXT], text[BOT_INFO_TEXT]; /* "": neither; text: of `info string` */
};

struct bot_process {
	const struct arbiter_config *plan; /* borrowed, as are the next five */
	const struct bot_config *self;
	struct event_base *base;
	const struct bot_calls *calls;
	void *owner; /* told of it; whoever prepares it may set it */
	struct bot_game game;
	struct channel channel;
	enum bot_phase phase;
	enum bot_due due;
	usec deadline;	   /* of the phase; 0: none */
	usec asked;	   /* when the position was sent, or it was last started or prepared; 0:
			    * not asked */
	unsigned features; /* FEATURE_ bits it asked for */
	bool fresh;	   /* started for this game */
	struct bot_options options;
	struct bot_errors errors;
	struct bot_info *info; /* owned; NULL: that is not kept */
	bool spoke;	       /* said anything since it was started, before it failed */
	bool moved;	       /* made any move since then */
	bool unfit;	       /* lacks a feature for the game */
	bool placed;	       /* is told the usual start too as a position string */
	enum channel_end end;  /* of the channel, once it has ended */
	enum verdict verdict;  /* OK: no failure so far */
	char detail[GAME_DETAIL];
	bool failing;	  /* it has failed, and its owner is not told so far */
	bool left;	  /* it ended when its input was closed */
	size_t said;	  /* bytes of the turn when it failed */
	char ending[128]; /* how it ended, where something was asked of it; "": it did not */
	struct bot_answer answer;
	struct off_turn_monitor watch;
	const struct game *position; /* while a move is due: of what game */

	/* Of a remote bot: */
	int next;   /* a connection that takes the place of this one when its game is over; -1 */
	bool known; /* it was greeted on this connection, and has not failed since */
	bool lost;  /* since it was last ready, or asked, a connection of it ended */
	bool owes;  /* it was asked for a move that it never made */
	bool seated;
	usec until; /* how long a game that begins waits for it */
};

void bot_init(struct bot_process *b, const struct arbiter_config *plan,
	const struct bot_config *self, struct event_base *base, const struct bot_calls *calls,
	void *owner);

/* Makes it ready for a game, starting it when it does not run, or waiting for it when it is not
 * connected; ready() or failed() follows, maybe before this returns. */
void bot_prepare(struct bot_process *b, const struct bot_game *game);

/* Asks for its move in g. The seat's clock is started here, with the position, and stopped by the
 * owner. A bot that is asked `isready` after the position (isready.h) gets `go` when it has said
 * `readyok`, with the time that is left then. */
void bot_ask(struct bot_process *b, struct game *g);

/* Tells it why its answer was refused. */
void bot_refuse(struct bot_process *b, const char *verdict, const char *text);

/* True, with a line in text: since the game before it has thought while others moved. Asked once a
 * game. */
bool bot_pondered(struct bot_process *b, char *text, size_t room);

/* The options that it does not take, a line each, once after each of its starts; NULL: there are
 * none, or it was said. */
const char *bot_options_wrong(struct bot_process *b);

/* Its game is over, or it has failed: the conversation has all that it wrote to stderr. */
void bot_end_errors(struct bot_process *b);

/* The score that it said of its answer, in hundredths, or ADJUDICATION_UNSAID. */
int64_t bot_score(const struct bot_answer *answer);

/* The game it was prepared for is over. */
void bot_gameover(struct bot_process *b, const int *ranks, const char *reason);

/* Asks it to leave: it is gone when it did, or at the phase's deadline. Who is remote is not
 * asked. */
void bot_quit(struct bot_process *b);

/* Ends it at once, with all it started. A remote bot stays connected, unless it was its connection
 * that failed, and is greeted anew. */
void bot_kill(struct bot_process *b);

/* A socket is handed over, which is the bot's from now on. It takes the place of an earlier one. */
void bot_connect(struct bot_process *b, int fd);

/* It sits in no game any more; one that is not remote may be kept for another. */
void bot_rest(struct bot_process *b);

/* Closes what we have of its connection without ending it. */
void bot_let_go(struct bot_process *b);

/* Something may be late. */
void bot_tick(struct bot_process *b, usec now);

#endif
