/*
 * game-runner.h - one game being played: its request, position and clocks, the bots in its seats,
 * and what is told of it.
 *
 * Events of bots only note what is due; game_runner_advance() does it when all events of the
 * wake-up have been seen. So whatever a bot wrote out of turn has been read, and thrown away,
 * before it is asked again, and nobody's answer is read late because another's was being judged.
 */
#ifndef REFEREE_ARBITER_GAME_RUNNER_H
#define REFEREE_ARBITER_GAME_RUNNER_H

#include <stdbool.h>
#include <sys/queue.h>

#include "referee/game/game.h"
#include "referee/base/deadline-timer.h"
#include "referee/bot/bot.h"
#include "referee/bot/failure-report.h"
#include "referee/arbiter/game-request.h"
#include "referee/arbiter/game-runner-context.h"
#include "referee/bot/record-writer.h"

struct game_runner_request {
	STAILQ_ENTRY(game_runner_request) entry;
	char text[];
};

enum game_runner_state { GAME_RUNNER_IDLE, GAME_RUNNER_PREPARING, GAME_RUNNER_PLAYING };

struct game_runner {
	struct game_runner_context *context; /* borrowed */
	TAILQ_ENTRY(game_runner) entry;	     /* its owner's, as is the next */
	bool listed;
	struct deadline_timer alarm; /* of what its bots are asked */
	struct record_writer writer;
	enum game_runner_state state;
	STAILQ_HEAD(, game_runner_request) requests; /* owned; they wait until it is idle */
	struct game_runner_request *current;	     /* owned: what the next points to */
	struct game_request request;
	struct setup *own; /* owned; NULL: that of the context serves all games */
	const struct setup *setup;
	struct game game;
	struct adjudication adjudication;
	struct bot_process *seat[SEATS_MAX]; /* NULL: nobody is asked there */
	unsigned waiting, failed;	     /* seats, while preparing */
	bool turn;			     /* the next turn is due */
	bool answered;			     /* the seat to move has, ... */
	char answer[LINE_FROM_BOT];	     /* ... with this, ... */
	struct bot_answer measured;	     /* ... at this price */
	usec heard;			     /* when that was read; 0: nothing was */
	struct oracle_asker asker;
	bool asking; /* the oracle: what is due waits for its answer */
	int asked;   /* plies when it was asked last */
	bool broken; /* we cannot play this one */
	char broken_why[GAME_DETAIL + 32];
	struct failure_report *evidence[SEATS_MAX]; /* owned; NULL: there is none */
};

/* What bots call; their owner is the game runner that they are seated at, or NULL. */
extern const struct bot_calls game_runner_bot_calls;

/* g: of zeroes. out: borrowed, for its records, whose lines begin with number. False: no room for
 * events. */
bool game_runner_open(struct game_runner *g, struct game_runner_context *context,
	struct write_queue *out, int number);

/* Forgets the game that it plays, if it does, with its bots. */
void game_runner_close(struct game_runner *g);

/* A line of game-request.h, whose game begins after all that were requested before. */
void game_runner_request(struct game_runner *g, const char *line);

/* Does what has become due, until bots are to be waited for. */
void game_runner_advance(struct game_runner *g);

#endif
