/*
 * arbiter-handle.h - one arbiter, seen from the main process: its process, the games that were
 * requested of it, and the sockets of remote bots that it has.
 *
 * The owner says through calls which games are played and learns their results, out of
 * arbiter_handle_feed() and the events of the base. Nothing here waits for the process.
 *
 * An arbiter has many game runners. Each has a queue: the game that is played and a few to go on
 * with, so that the arbiter never waits while we wait for the disk. The queue is as long as what is
 * played in a few hundredths of a second: for slow games it is one. A game with remote bots is
 * never queued: it begins at once. Records of a game runner come back in the order of its queue.
 *
 * When an arbiter dies, the games that were played are lost, and the queued ones are given back. An
 * arbiter that writes a wrong line is killed, with the same result.
 */
#ifndef REFEREE_DIRECTOR_ARBITER_HANDLE_H
#define REFEREE_DIRECTOR_ARBITER_HANDLE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/line.h"
#include "referee/arbiter/arbiter.h"
#include "referee/arbiter/game-request.h"
#include "referee/base/latency-histogram.h"
#include "referee/base/process.h"
#include "referee/base/time.h"
#include "referee/bot/arbiter-config.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-receiver.h"

struct arbiter_handle;
struct arbiter_handle_game;
struct arbiter_handle_socket;

struct arbiter_handle_calls {
	const struct game_receiver_calls *games;
	/* The next local game and its request, which may point into the job. behind: another game
	 * of this runner is played before it. False: none, or not yet. */
	bool (*next)(void *owner, bool behind, struct job *job, struct game_request *request);
	/* The game was requested and not begun when the arbiter ended. */
	void (*returned)(void *owner, const struct job *job);
	/* A game runner has nothing to play, and next() had nothing. */
	void (*idle)(void *owner);
	/* How many moves had which delay of ours since the last call. */
	void (*delays)(void *owner, const struct latency_histogram *delays);
	/* The socket of a bot's connection, borrowed until the next call; -1: none. */
	int (*socket)(void *owner, int bot);
	/* The arbiter has the socket: games of its bot can be requested. */
	void (*taken)(void *owner, int bot);
	/* The arbiter had no descriptor left for the socket, which is sent again in a moment. */
	void (*refused)(void *owner, int bot);
	/* The arbiter has ended although nobody stopped it; lost: games that it played. They are
	 * voided after this. */
	void (*died)(void *owner, struct arbiter_handle *a, int lost, const char *why);
	/* The last call: the process is gone, and the handle may be freed. */
	void (*gone)(void *owner, struct arbiter_handle *a);
};

struct arbiter_handle {
	const struct arbiter_handle_calls *calls; /* borrowed, as are the next two */
	void *owner;
	struct event_base *base;
	struct process process;
	struct event *reading, *writing, *sending, *later, *again; /* owned, as are all below */
	struct evbuffer *requests;				   /* that it has not read yet */
	struct line_reader lines;
	char *room;
	struct arbiter_handle_socket *sockets; /* by bot; NULL: it plays local games only */
	int bots;			       /* in its config */
	struct arbiter_handle_game *games[ARBITER_GAMES_MAX];
	int games_count;
	int local_max;	   /* local games at a time, which the owner sets */
	int local, remote; /* games that are played */
	bool retiring;	   /* nothing more is requested: it ends after its games */
	char wrong[WHY];   /* why it was killed: what it wrote; "" */
};

/* Starts an arbiter with this config, which must last as long. remote: it can be sent the sockets
 * of remote bots; number: the processor to keep to, or -1. NULL with a line in why: it could not be
 * started. */
struct arbiter_handle *arbiter_handle_create(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, const struct arbiter_config *config,
	bool remote, int number, char *why, size_t room);

/* Kills the process if it still runs. NULL may be freed. */
void arbiter_handle_free(struct arbiter_handle *a);

/* One line (cut up in place) of the process. False: it is wrong, and the process is to be killed.
 */
bool arbiter_handle_take_line(void *handle, char *line);

/* Requests one local game of a game runner that has none. False: there is no such runner or game.
 */
bool arbiter_handle_feed_one(struct arbiter_handle *a);

/* Requests local games, so that the arbiter has work for a while. */
void arbiter_handle_feed(struct arbiter_handle *a);

/* Where the job of the next game with remote bots is to be put; NULL: there is no game runner. */
struct job *arbiter_handle_free_job(struct arbiter_handle *a);

/* Requests the game that was put there; the request may point into the job. */
void arbiter_handle_play(
	struct arbiter_handle *a, struct job *job, const struct game_request *request);

/* A bot's connection, asked for with socket(), is to be sent, in the place of an earlier one. It
 * has ended, or belongs to another owner. */
void arbiter_handle_connected(struct arbiter_handle *a, int bot);
void arbiter_handle_disconnected(struct arbiter_handle *a, int bot);

/* Has the arbiter this bot's socket? */
bool arbiter_handle_has(const struct arbiter_handle *a, int bot);

/* The game of a runner, from 0 to games_count - 1; NULL: it plays none. */
const struct job *arbiter_handle_job(const struct arbiter_handle *a, int runner);

/* The arbiter ends after the games that it has. */
void arbiter_handle_retire(struct arbiter_handle *a);

/* The arbiter ends at once; its games are not given back. */
void arbiter_handle_stop(struct arbiter_handle *a);

#endif
