/*
 * remote-games.h - the place of the hall in a tournament: the process that plays all games in which
 * a remote bot sits, at as many tables as games are played at a time.
 *
 * Its owner says which bots are connected and which game is played next, and is told through calls,
 * out of the events of the base, what becomes of the games. A bot can be ordered a game when its
 * connection has been handed over, which remote_games_has() says.
 */
#ifndef REFEREE_DIRECTOR_REMOTE_GAMES_H
#define REFEREE_DIRECTOR_REMOTE_GAMES_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/line.h"
#include "referee/base/latency-histogram.h"
#include "referee/arbiter/game-request.h"
#include "referee/bot/arbiter-config.h"
#include "referee/base/process.h"
#include "referee/arbiter/hall-run.h"
#include "referee/director/game-receiver.h"

struct remote_games_table;
struct remote_games_hand;

struct remote_games_calls {
	const struct game_receiver_calls *games;
	/* The socket of a bot's connection, borrowed until this is asked again; -1: none. */
	int (*socket)(void *owner, int bot);
	/* The process has a connection: its bot can be ordered games. */
	void (*handed)(void *owner, int bot);
	/* It had no descriptor left for one, which is handed over again in a moment. */
	void (*full)(void *owner, int bot);
	/* How many moves had which delay of ours since this was told before. */
	void (*delays)(void *owner, const struct latency_histogram *delays);
	/* It has ended, or was killed for what it said; so many games that it played are lost, for
	 * a reason that why says, and all were voided. It may be hired again at once. */
	void (*gone)(void *owner, int lost, const char *why);
};

struct remote_games {
	const struct remote_games_calls *calls; /* borrowed, as are the next two */
	void *owner;
	struct event_base *base;
	struct process process;
	struct event *reading, *writing, *handing, *later, *again; /* owned, as are all below */
	struct evbuffer *orders;				   /* that it has not read yet */
	struct line_reader lines;				   /* NULL reading: there is none */
	char *room;
	struct remote_games_hand *hands; /* by bot */
	int bots;			 /* that the process knows; others wait for the next */
	struct remote_games_table *tables[REMOTE_ARBITER_TABLES];
	int tables_count; /* that there ever was a game at */
	int playing;	  /* games */
	int told;	  /* the table that its lines are about; -1: it has named none */
	bool renewing;	  /* nothing more is ordered: another is to be hired in its place */
	char wrong[WHY];  /* why the process was killed: what it must not have said; "" */
};

/* It has none. */
void remote_games_init(struct remote_games *h, struct event_base *base,
	const struct remote_games_calls *calls, void *owner);

/* Kills the process if it still runs. */
void remote_games_clear(struct remote_games *h);

/* Starts the process for this plan, which must last as long as it. False, with a line in why: it
 * could not be. */
bool remote_games_hire(
	struct remote_games *h, const struct arbiter_config *plan, char *why, size_t room);

/* One line (cut up in place) of the process. False: it must not say that, and is to be killed. */
bool remote_games_take_line(void *hall, char *line);

/* Is there a process that can be ordered games? */
bool remote_games_lives(const struct remote_games *h);

/* A bot's connection, asked for with socket(), is to be handed over; in the place of the one before
 * if there was one. It has ended, or belongs to us no more. */
void remote_games_came(struct remote_games *h, int bot);
void remote_games_left(struct remote_games *h, int bot);

/* Has the process this bot's connection? */
bool remote_games_has(const struct remote_games *h, int bot);

/* Where the next game's job is to be put; NULL: all tables are taken. */
struct job *remote_games_free_table(struct remote_games *h);

/* Orders the game that was put there; the order may point into the job. */
void remote_games_order(struct remote_games *h, struct job *job, const struct game_request *order);

/* How many tables there may be games at, and the game at one, from 0; NULL: none. */
int remote_games_tables(const struct remote_games *h);
const struct job *remote_games_game(const struct remote_games *h, int table);

/* The process leaves when it has played what it has; after gone() another can be hired. */
void remote_games_renew(struct remote_games *h);

/* Nothing more is ordered: the process leaves, and what it still tells is taken in until gone(). */
void remote_games_dismiss(struct remote_games *h);

#endif
