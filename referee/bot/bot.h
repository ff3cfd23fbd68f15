/*
 * bot.h - the conversation with one bot, from `ugi` to `quit`, in phases. Each phase has a
 * deadline.
 *
 * A bot answers only questions. Other lines are logged and otherwise ignored. A failure is reported
 * to the owner once, with the verdict. A failure while another seat is to move is reported when the
 * bot is next asked.
 *
 * A remote bot uses a socket that another process passes to us, and may connect again. It is
 * greeted on each connection and after each failure; lines before its `ugiok` are ignored. A bot
 * that lost its connection may return: a new game waits for it, and a running game waits until its
 * clock runs out.
 */
#ifndef REFEREE_BOT_BOT_H
#define REFEREE_BOT_BOT_H

#include <event2/event.h>
#include <stdbool.h>

#include "protocol/message.h"
#include "referee/bot/arbiter-config.h"
#include "referee/bot/bot-messages.h"
#include "referee/bot/bot-options.h"
#include "referee/bot/channel.h"
#include "referee/bot/off-turn-monitor.h"
#include "referee/game/game.h"

enum bot_phase {
	BOT_GONE,	  /* no process, no connection */
	BOT_DISCONNECTED, /* remote, in a game: it has no connection, and the arbiter waits for one
			   */
	BOT_UNGREETED,	  /* remote: connected, and must be greeted first */
	BOT_STARTING,	  /* its sandbox is being set up */
	BOT_GREETING,	  /* `ugi` sent, waits for `ugiok` */
	BOT_SETTING,	  /* options sent, waits for `readyok` */
	BOT_PREPARING,	  /* `uginewgame` sent, waits for `readyok` */
	BOT_READY,	  /* in a game or between games; no question is open */
	BOT_POSITION,	  /* `position` and `isready` sent; `go` follows `readyok` */
	BOT_THINKING,	  /* `go` sent, waits for `bestmove` */
	BOT_QUITTING,	  /* `quit` sent, waits for its end */
};

/* The report that the owner waits for. */
enum bot_pending { BOT_NOTHING, BOT_READINESS, BOT_MOVE };

/* The measures of an answer. */
struct bot_answer {
	usec at; /* time of the read that brought its newline */
	struct spent spent;
	struct message_info info;
};

struct bot_process;

struct bot_calls {
	/* The bot has sent "ugiok", so its features are known. The owner may change the game that
	 * it is prepared for. NULL: not wanted. */
	void (*greeted)(void *owner, struct bot_process *b);
	/* The bot is ready for the game. */
	void (*ready)(void *owner, struct bot_process *b);
	/* The bot answered in time: a move, "resign", or "" for a `bestmove` without a move. */
	void (*answered)(void *owner, struct bot_process *b, const char *text);
	/* The bot failed to answer. b->verdict and b->detail say how. */
	void (*failed)(void *owner, struct bot_process *b);
	/* The referee could not start the bot, or lost its sandbox: a fault of the referee.
	 * b->detail says why. */
	void (*broken)(void *owner, struct bot_process *b);
	/* The deadline has changed without any of the calls above; NULL: the owner checks it
	 * anyway. */
	void (*deadline_changed)(void *owner, struct bot_process *b);
	/* The bot ended after the game before, before it was ready for this one, and is started
	 * again. channel_ending() says how it ended. NULL: not wanted. */
	void (*restarted)(void *owner, struct bot_process *b);
	/* True: the owner examines a failed bot itself. The failure is reported at once, while the
	 * bot's input is open. False: the input of a silent bot is closed first, and the failure is
	 * reported a moment later. Output that waited in the bot's buffers then appears in the
	 * failure report. */
	bool own_diagnosis;
	/* A line was sent to the bot ('>'), came from it ('<'), or came from its stderr ('!'), in
	 * this order. NULL: not wanted. */
	void (*wire)(void *owner, struct bot_process *b, char way, const char *line, size_t length);
};

/* The game that a bot prepares for. */
struct bot_game {
	const struct setup *setup;
	int seat;
	uint64_t seed;
	bool opened; /* it begins elsewhere than at the usual start */
};

struct bot_process {
	const struct arbiter_config *config; /* borrowed, like the next four */
	const struct bot_config *self;
	struct event_base *base;
	const struct bot_calls *calls;
	void *owner; /* argument of the callbacks; the code that prepares the bot may set it */
	struct bot_game game;
	struct channel channel;
	enum bot_phase phase;
	enum bot_pending pending;
	usec deadline;	       /* of the phase, or of the move that is due; 0: none */
	struct limits allowed; /* the time for the phase, ... */
	struct clock limit;    /* ... as a clock, which charges as the clocks of moves do */
	usec asked_at;	   /* when the position was sent, or the bot was last started or prepared;
			  0: no question is open */
	unsigned features; /* FEATURE_ bits that the bot asked for */
	unsigned seats;	   /* of FEATURE_SEATS: bit seat - 1 */
	char author[AUTHOR_TEXT]; /* that it said; "": none */
	bool fresh;		  /* started for this game */
	struct bot_options options;
	struct bot_info *info; /* owned; NULL: that is not kept */
	bool spoke;	       /* wrote a line since its start, before it failed */
	bool moved;	       /* made a move since its start */
	bool unfit;	       /* lacks a feature that the game needs */
	bool placed;	       /* gets the usual start as a position string too */
	enum channel_end end;  /* of the channel, after its end */
	enum verdict verdict;  /* OK: no failure */
	char detail[GAME_DETAIL];
	bool failing;	   /* it has failed, and the failure is not yet reported */
	bool left;	   /* it ended after its input was closed */
	size_t turn_bytes; /* bytes of the turn at the failure */
	char ending[128];  /* how it ended while a question was open; "": it runs */
	struct bot_answer answer;
	struct off_turn_monitor watch;
	const struct game *position; /* while a move is due: its game; else NULL */

	/* Only for a remote bot: */
	int next;   /* the connection that replaces this one after the game; -1: none */
	bool known; /* it was greeted on this connection and has not failed since */
	bool lost;  /* a connection ended since it was last ready or asked */
	bool owes;  /* it has not answered the last question for a move */
	bool seated;
	usec until; /* a new game waits for it until then */
};

/* Prepares a bot that is not started. All that is passed is borrowed. */
void bot_init(struct bot_process *b, const struct arbiter_config *config,
	const struct bot_config *self, struct event_base *base, const struct bot_calls *calls,
	void *owner);

/* Prepares the bot for a game. It starts the bot if it does not run, and waits if a remote bot is
 * not connected. ready() or failed() follows, possibly before this returns. */
void bot_prepare(struct bot_process *b, const struct bot_game *game);

/* Asks for a move in g. It starts the clock of the seat when it sends the position; the owner stops
 * the clock. If the bot gets `isready` after the position (isready.h), `go` follows its `readyok`
 * with the time that is left then. */
void bot_ask(struct bot_process *b, struct game *g);

/* Sends the bot the reason for the refusal of its answer. */
void bot_refuse(struct bot_process *b, const char *verdict, const char *text);

/* True, with a line in text: the bot used the processor off-turn since the game before. Call it
 * once a game. */
bool bot_pondered(struct bot_process *b, char *text, size_t room);

/* The score that the bot gave with its answer, in hundredths, or UNKNOWN. */
int64_t bot_score(const struct bot_answer *answer);

/* The game that the bot was prepared for is over. */
void bot_gameover(struct bot_process *b, const int *ranks, const char *reason);

/* Sends `quit`. The process is ended at the phase's deadline at the latest. A remote bot gets no
 * `quit`. */
void bot_quit(struct bot_process *b);

/* Kills the bot and all processes that it started. A remote bot stays connected and is greeted
 * again, unless the connection itself failed. */
void bot_kill(struct bot_process *b);

/* Gives the bot a connected socket, which it owns from now on. It replaces an earlier one. */
void bot_connect(struct bot_process *b, int fd);

/* The bot plays in no game now. A local bot may be kept for another game. */
void bot_unseat(struct bot_process *b);

/* Closes our descriptor of its connection without shutting the connection down. */
void bot_release(struct bot_process *b);

/* The clock that runs: that of the move that is due, or the limit of the phase. Its limits are NULL
 * before the first phase. */
const struct clock *bot_clock(const struct bot_process *b);

/* Checks the deadlines against now. */
void bot_tick(struct bot_process *b, usec now);

#endif
