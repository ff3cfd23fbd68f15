/*
 * arbiter-handle.h - one arbiter process, controlled from the main process: its games and the
 * sockets of its remote bots. The process may be the link to a worker on another machine.
 *
 * The owner passes games and receives results through calls, from arbiter_handle_feed() and from
 * events of the base. No function here waits for the process.
 *
 * An arbiter has many game runners. Each has a queue: the game in play and a few further games, so
 * that the arbiter never waits while the main process waits for the disk. The queue holds the games
 * of a few hundredths of a second; for slow games it holds one. That of a worker has one more, but
 * for games of half a second and more. A game with remote bots is never
 * queued: it begins at once. A game runner's records return in the order of its queue.
 *
 * A result may have to wait until it is known whether the bots are to blame for it. Its game is in
 * play until then.
 *
 * When an arbiter dies, its games in play are lost, and its queued games are returned. An arbiter
 * that writes a malformed line is killed, with the same result.
 */
#ifndef REFEREE_DIRECTOR_ARBITER_HANDLE_H
#define REFEREE_DIRECTOR_ARBITER_HANDLE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/arbiter/arbiter.h"
#include "referee/arbiter/arbiter-messages.h"
#include "base/latency-histogram.h"
#include "referee/process/peer.h"
#include "base/time.h"
#include "referee/bot/arbiter-config.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-receiver.h"
#include "referee/machines/worker-facts.h"
#include "referee/machines/worker-link.h"
#include "referee/machines/worker-messages.h"

struct arbiter_handle;
struct arbiter_handle_game;
struct arbiter_handle_socket;

struct arbiter_handle_calls {
	const struct game_receiver_calls *games;
	/* Returns the next local game for this arbiter and its request, which may point into the
	 * job. queued_ahead: the runner plays another game first. False: there is none, or not yet. */
	bool (*next)(void *owner, const struct arbiter_handle *a, bool queued_ahead,
		struct job *job, struct game_request *request);
	/* The game was requested, and had not begun when the arbiter ended. */
	void (*returned)(void *owner, const struct job *job);
	/* A game runner is idle, and next() had no game. */
	void (*idle)(void *owner);
	/* Moves by our delay, since the last call. */
	void (*delays)(void *owner, const struct arbiter_handle *a,
		const struct latency_histogram *delays);
	/* The game is over, by its record so far, since this moment of time_now(). Does its result
	 * wait? Then it is asked again a moment later. NULL: none waits. */
	bool (*waits)(void *owner, const struct job *job, const struct db_game *g, usec since);
	/* The socket of a bot's connection, borrowed until the next call; -1: none. */
	int (*socket)(void *owner, int bot);
	/* The arbiter has the socket: games of its bot may be requested. */
	void (*taken)(void *owner, int bot);
	/* The arbiter had no free descriptor for the socket; the handle sends it again soon. */
	void (*refused)(void *owner, int bot);
	/* The worker is ready for local_max games at a time. */
	void (*linked)(void *owner, struct arbiter_handle *a, const struct worker_facts *facts);
	/* The worker cannot play this bot; once for each, and usually before linked(). why is for
	 * people. */
	void (*cannot)(void *owner, struct arbiter_handle *a, int bot, const char *why);
	/* The worker has told its speed or load again: see facts.speed and load. */
	void (*measured)(void *owner, struct arbiter_handle *a);
	/* The worker broke the rules; its connection ends after this call. */
	void (*wrong)(void *owner, const struct arbiter_handle *a);
	/* The arbiter ended unexpectedly. lost: the number of its games in play, which are voided
	 * after this call. */
	void (*died)(void *owner, struct arbiter_handle *a, int lost, const char *why);
	/* The last call: the process is gone, and the handle may be freed. */
	void (*gone)(void *owner, struct arbiter_handle *a);
};

struct arbiter_handle {
	const struct arbiter_handle_calls *calls; /* borrowed, as are the next two */
	void *owner;
	struct event_base *base;
	struct peer *peer;			       /* owned, as are all below */
	struct event *sending, *later, *refused_timer; /* of sockets */
	struct event *release;			       /* results wait */
	struct arbiter_handle_socket *sockets;	       /* by bot; NULL: it plays local games only */
	int bots;				       /* in its config */
	struct arbiter_handle_game *games[ARBITER_GAMES_MAX];
	int games_count;
	int local_max;		   /* local games at a time; the owner sets it */
	int local, remote;	   /* games in play */
	bool retiring;		   /* no further request: it ends after its games */
	bool stopped;		   /* it was told to end */
	bool attached;		   /* its process belongs to another owner */
	int worker;		   /* 0: of this machine; else 1 + index of the director's worker */
	struct worker_facts facts; /* of a worker, when it is linked */
	struct worker_load load;   /* the same */
	bool leaving;		   /* the worker has said that it ends: it is retiring */
	bool *cannot;		   /* owned: by bot; NULL: it can play all */
	size_t bytes;		   /* of the records of games in play */
	long played;		   /* games that were played to their end */
	struct latency_histogram delays; /* all that it reported */
	int64_t heard;			 /* UTC ms: when it last wrote anything; 0: never */
	struct error wrong;		 /* why it was killed: the malformed line; "" */
	struct error failed;		 /* why its link ended; "" */
};

/* Starts an arbiter with this config, which must outlive it. remote: the arbiter can receive the
 * sockets of remote bots. number: the processor that it keeps to, or -1. NULL: it could not be
 * started; err has a line. */
struct arbiter_handle *arbiter_handle_create(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, const struct arbiter_config *config,
	bool remote, int number, struct error *err);

/* Starts the link to a worker (1 + its index), in the same way. It has no game until linked() is
 * called. */
struct arbiter_handle *arbiter_handle_link(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, int worker,
	const struct worker_link *link, struct error *err);

/* Takes over the socket of a worker that is ready, in the same way. Its process belongs to
 * another owner. bots: in its configuration. */
struct arbiter_handle *arbiter_handle_attach(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, int worker, int socket, int bots,
	struct error *err);

/* Kills the process if it still runs. NULL may be freed. */
void arbiter_handle_free(struct arbiter_handle *a);

/* Handles one line of the process and cuts it up in place. False: the line is malformed, and the
 * process must be killed. */
bool arbiter_handle_take_line(void *handle, char *line);

/* Requests one local game for an idle game runner. False: no runner is idle, or no game is left. */
bool arbiter_handle_feed_one(struct arbiter_handle *a);

/* Requests local games until the arbiter has enough work for a while. */
void arbiter_handle_feed(struct arbiter_handle *a);

/* The job to fill for the next game with remote bots; NULL: no game runner is idle. */
struct job *arbiter_handle_free_job(struct arbiter_handle *a);

/* Requests the game of that job; the request may point into the job. */
void arbiter_handle_play(
	struct arbiter_handle *a, struct job *job, const struct game_request *request);

/* Sends a bot's connection, which it gets from socket(); the new one replaces an earlier one.
 * arbiter_handle_disconnected(): the connection has ended, or belongs to another owner. */
void arbiter_handle_connected(struct arbiter_handle *a, int bot);
void arbiter_handle_disconnected(struct arbiter_handle *a, int bot);

/* Does the arbiter have this bot's socket? */
bool arbiter_handle_has(const struct arbiter_handle *a, int bot);

/* Can the bot play there? Always true of an arbiter on this machine. */
bool arbiter_handle_can(const struct arbiter_handle *a, int bot);

/* The bot is not to be played there. */
void arbiter_handle_forbid(struct arbiter_handle *a, int bot);

/* When the game began that is in play longest; 0: none is. */
usec arbiter_handle_oldest(const struct arbiter_handle *a);

/* Kills the process as after a malformed line; why is for people. */
void arbiter_handle_kill_for(struct arbiter_handle *a, const char *why);

/* The game of a runner, from 0 to games_count - 1; NULL: the runner is idle. */
const struct job *arbiter_handle_job(const struct arbiter_handle *a, int runner);

/* Lets the arbiter end after the games that it has. */
void arbiter_handle_retire(struct arbiter_handle *a);

/* Ends the arbiter at once; its games are not returned. */
void arbiter_handle_stop(struct arbiter_handle *a);

#endif
