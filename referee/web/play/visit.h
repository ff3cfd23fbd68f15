/*
 * visit.h - the state of the process in which people play, and its pages.
 */
#ifndef REFEREE_WEB_PLAY_VISIT_H
#define REFEREE_WEB_PLAY_VISIT_H

#include <stdio.h>

#include "referee/process/wire.h"
#include "referee/submissions/send-request.h"
#include "referee/net/tokens.h"
#include "referee/web/play/visit-game.h"
#include "referee/web/play/visit-process.h"
#include "referee/web/web.h"

enum {
	VISIT_FORM = 512,	/* bytes of a form */
	VISIT_BURST = 40,	/* requests of a person at once, ... */
	VISIT_SOCKET = 1 << 16, /* bytes of a referee's line */
	VISIT_UPLOAD = 2 << 20, /* bytes of a form with a bot */
	VISIT_SENDINGS = 16,
	VISIT_SENDING_ID = 33
};

/* A bot that is handed in. */
struct visit_sending {
	uint64_t key; /* 0: free */
	char id[VISIT_SENDING_ID], name[TOKEN_NAME + 1];
	struct send_request request;
	char *bytes;		 /* owned: of the file, until it is sent */
	struct bufferevent *bev; /* owned: to the daemon's intake; NULL: not open */
	char *text;		 /* owned: of the check so far; NULL: none */
	size_t length;
	bool over;
	int status; /* then: 0 is fit */
	char why[1024];
};

#define VISIT_COST (SECOND / 4) /* ... then one in this time */

struct visit {
	struct web web;		     /* the server */
	struct event *hand, *second; /* owned */
	char room[LIVE_EVENT_LINE];  /* for lines of the main process */
	struct visit_table *tables;  /* owned: VISIT_TABLES of them */
	int tables_count;
	int games_max;
	int64_t silence; /* seconds */
	struct visit_games games;
	uint64_t key;  /* the last */
	int64_t sends; /* bytes of a bot that may be handed in; 0: none may */
	struct visit_sending sendings[VISIT_SENDINGS];
};

/* --- visit-send.c ----------------------------------------------------------------------------- */

/* Begins to hand in the bot of a form. NULL: *why says why not. */
struct visit_sending *visit_sending_begin(
	struct visit *v, const struct web_form *form, const char **why);
struct visit_sending *visit_sending_find(struct visit *v, const char *id);
struct visit_sending *visit_sending_with_key(struct visit *v, uint64_t key);

/* Takes the connection to the intake. False: it is not wanted, and the caller's. */
bool visit_sending_open(struct visit *v, struct visit_sending *s, int fd);

/* Ends the request that hands in a bot with this status; ends all of them. */
void visit_sending_end(struct visit_sending *s, int status, const char *why);
void visit_sendings_clear(struct visit *v);

/* --- visit-pages.c ---------------------------------------------------------------------------- */

/* Writes the form that hands in a bot, and the page that follows its check. */
void visit_write_send(const struct visit *v, FILE *out, const char *why);
void visit_write_sending(const struct visit *v, FILE *out, const struct visit_sending *s);

/* Writes the first page; why: a sentence about a refused request, or ""; own: the reader's game in
 * play, NULL: none. */
void visit_write_home(
	const struct visit *v, FILE *out, const char *why, const struct visit_game *own);

/* Writes a game's page, or its data as JSON. */
void visit_write_game(const struct visit *v, FILE *out, struct visit_game *g, const char *why);
const char *visit_json(struct visit_game *g, size_t *length);

/* Writes the record of a game that is over. False: it has no result, and err has a line. */
bool visit_write_record(FILE *out, const struct visit_game *g, struct error *err);

#endif
