/*
 * game-runner.h - plays one game: its request, position and clocks, the bots in its seats, and its
 * record.
 *
 * Events of bots only mark work as due. game_runner_advance() does the work after all events of a
 * wake-up. So every line that a bot wrote out of turn is read and discarded before the bot is asked
 * again. Judging one bot's answer does not delay the reading of another's.
 */
#ifndef REFEREE_ARBITER_GAME_RUNNER_H
#define REFEREE_ARBITER_GAME_RUNNER_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/queue.h>

#include "referee/arbiter/arbiter-messages.h"
#include "referee/arbiter/arbiter-rules.h"
#include "referee/arbiter/bot-pool.h"
#include "referee/arbiter/oracle.h"
#include "referee/process/deadline-timer.h"
#include "base/latency-histogram.h"
#include "referee/bot/arbiter-config.h"
#include "referee/bot/bot.h"
#include "referee/bot/failure-report.h"
#include "referee/bot/record-writer.h"
#include "referee/game/game.h"

struct game_runner;

/* State that the game runners of an arbiter share. */
struct game_runner_context {
	const struct arbiter_config *config; /* borrowed */
	struct event_base *base;	     /* owned, as is the rest */
	struct bot_pool pool;
	struct arbiter_rules rules;
	struct oracle_queue oracle;	 /* only if the config wants one */
	struct latency_histogram delays; /* since the last report */
	usec reported;			 /* time of the last report */
	/* A game runner has work: the owner must call game_runner_advance() after all events of
	 * this wake-up. */
	void (*schedule)(void *owner, struct game_runner *g);
	void *owner; /* borrowed */
};

struct game_runner_request {
	STAILQ_ENTRY(game_runner_request) entry;
	char text[];
};

enum game_runner_state {
	GAME_RUNNER_IDLE,
	GAME_RUNNER_BEGINNING, /* the rules are asked for its first position */
	GAME_RUNNER_PREPARING,
	GAME_RUNNER_PLAYING
};

struct game_runner {
	struct game_runner_context *context; /* borrowed */
	TAILQ_ENTRY(game_runner) entry;	     /* used by the owner, as is the next */
	bool listed;
	struct arbiter_rules_game rules; /* the game's place at its rules */
	struct deadline_timer alarm;	 /* deadline of its bots' answers */
	struct record_writer writer;
	enum game_runner_state state;
	STAILQ_HEAD(, game_runner_request) requests; /* owned; they wait until it is idle */
	struct game_runner_request *current;	     /* owned: the text that request points to */
	struct game_request request;
	struct setup *own; /* owned; NULL: one setup serves all games */
	const struct setup *setup;
	struct game game;
	struct adjudication adjudication;
	struct bot_process *seat[SEATS_MAX]; /* NULL: no bot is asked there */
	unsigned waiting, failed;	     /* seats, while preparing */
	unsigned leaving[SEATS_MAX];	     /* seats that failed and are still in the game, ... */
	int leavers;		    /* ... in this order; they share an entry if together */
	bool turn;		    /* the next turn is due */
	bool answered;		    /* the seat to move has answered, ... */
	char answer[LINE_FROM_BOT]; /* ... with this text, ... */
	struct bot_answer measured; /* ... at this cost */
	usec answered_at;	    /* when that was read; 0: nothing was */
	struct oracle_client oracle;
	bool oracle_pending; /* the oracle was asked: due work waits for its answer */
	int oracle_plies;    /* plies at the last question */
	struct error broken; /* why the arbiter cannot play this game; "": it can */
	struct failure_report *failure[SEATS_MAX]; /* owned; NULL: there is none */
};

/* g: zeroes. out: borrowed; receives the records, whose lines begin with number. False: events
 * could not be allocated. */
bool game_runner_open(
	struct game_runner *g, struct game_runner_context *context, struct wire *out, int number);

/* Drops the game in play, if there is one, and its bots. */
void game_runner_close(struct game_runner *g);

/* Queues a line of arbiter-messages.h; its game begins after all earlier requests. */
void game_runner_request(struct game_runner *g, const char *line);

/* Does all due work, until it must wait for bots. */
void game_runner_advance(struct game_runner *g);

/* context: zeroes, except due and owner. False: events could not be allocated. */
bool game_runner_context_open(
	struct game_runner_context *context, const struct arbiter_config *config);

/* Unseats all bots and waits until they have left. False: the events failed, and nothing is
 * freed. */
bool game_runner_context_close(struct game_runner_context *context);

/* Writes the delays that were not reported for a second, or all when now is 0, as an
 * answer of arbiter-messages.h. Returns its length, or 0 for no line. */
size_t game_runner_context_delays(
	struct game_runner_context *context, usec now, char line[ARBITER_ANSWER_LINE]);

#endif
