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
	TAILQ_ENTRY(game_runner) entry;	     /* used by the owner, as is the next */
	bool listed;
	struct deadline_timer alarm; /* deadline of its bots' answers */
	struct record_writer writer;
	enum game_runner_state state;
	STAILQ_HEAD(, game_runner_request) requests; /* owned; they wait until it is idle */
	struct game_runner_request *current;	     /* owned: the text that request points to */
	struct game_request request;
	struct setup *own; /* owned; NULL: the context's setup serves all games */
	const struct setup *setup;
	struct game game;
	struct adjudication adjudication;
	struct bot_process *seat[SEATS_MAX]; /* NULL: no bot is asked there */
	unsigned waiting, failed;	     /* seats, while preparing */
	bool turn;			     /* the next turn is due */
	bool answered;			     /* the seat to move has answered, ... */
	char answer[LINE_FROM_BOT];	     /* ... with this text, ... */
	struct bot_answer measured;	     /* ... at this cost */
	usec heard;			     /* when that was read; 0: nothing was */
	struct oracle_asker asker;
	bool asking; /* the oracle was asked: due work waits for its answer */
	int asked;   /* plies at the last question */
	bool broken; /* the arbiter cannot play this game */
	char broken_why[GAME_DETAIL + 32];
	struct failure_report *evidence[SEATS_MAX]; /* owned; NULL: there is none */
};

/* Calls of the bots. Their owner is the game runner of their seat, or NULL. */
extern const struct bot_calls game_runner_bot_calls;

/* g: zeroes. out: borrowed; receives the records, whose lines begin with number. False: events
 * could not be allocated. */
bool game_runner_open(struct game_runner *g, struct game_runner_context *context,
	struct write_queue *out, int number);

/* Drops the game in play, if there is one, and its bots. */
void game_runner_close(struct game_runner *g);

/* Queues a line of game-request.h; its game begins after all earlier requests. */
void game_runner_request(struct game_runner *g, const char *line);

/* Does all due work, until it must wait for bots. */
void game_runner_advance(struct game_runner *g);

#endif
