/*
 * web-play.h - the state of the process in which people play, and its pages.
 */
#ifndef REFEREE_WEB_PLAY_VISIT_H
#define REFEREE_WEB_PLAY_VISIT_H

#include <stdio.h>

#include "referee/process/wire.h"
#include "referee/submissions/send-request.h"
#include "referee/net/tokens.h"
#include "referee/web/play/web-play-game.h"
#include "referee/web/play/web-play-process.h"
#include "referee/web/web.h"

enum {
	WEB_PLAY_FORM = 512,	   /* bytes of a form */
	WEB_PLAY_BURST = 40,	   /* requests of a person at once, ... */
	WEB_PLAY_SOCKET = 1 << 16, /* bytes of a referee's line */
	WEB_PLAY_UPLOAD = 2 << 20, /* bytes of a form with a bot */
	WEB_PLAY_SENDINGS = 16,
	WEB_PLAY_SENDING_ID = 33
};

/* A bot that is handed in. */
struct web_play_sending {
	uint64_t key; /* 0: free */
	char id[WEB_PLAY_SENDING_ID], name[TOKEN_NAME + 1];
	struct send_request request;
	char *bytes;		 /* owned: of the file, until it is sent */
	struct bufferevent *bev; /* owned: to the daemon's intake; NULL: not open */
	char *text;		 /* owned: of the check so far; NULL: none */
	size_t length;
	bool over;
	int status; /* then: 0 is fit */
	char why[1024];
};

#define WEB_PLAY_COST (SECOND / 4) /* ... then one in this time */

struct web_play {
	struct web web;			   /* the server */
	struct event *fd_channel, *second; /* owned */
	char room[LIVE_EVENT_LINE];	   /* for lines of the main process */
	struct web_play_offer *offers;	   /* owned: WEB_PLAY_OFFERS of them */
	int offers_count;
	int games_max;
	int64_t silence; /* seconds */
	struct web_play_games games;
	uint64_t key;  /* the last */
	int64_t sends; /* bytes of a bot that may be handed in; 0: none may */
	struct web_play_sending sendings[WEB_PLAY_SENDINGS];
};

/* --- web-play-main.c ------------------------------------------------------------------------------ */

/* Reads lines of the main process; and sockets, of a seat or of a bot that is handed in. */
void web_play_on_input(evutil_socket_t fd, short what, void *play);
void web_play_on_fd_channel(evutil_socket_t fd, short what, void *play);

/* Sends a request to the main process; asks for a game from the moves so far, in which the person
 * or the helper has this seat. */
void web_play_send_request(struct web_play *play, const struct web_play_message *m);
void web_play_ask(
	struct web_play *play, struct web_play_game *g, struct web_play_link *link, int seat);

/* Sends a line to the arbiter; the resignation that the person has decided on, when it is asked. */
void web_play_answer(struct web_play_link *link, const char *format, const char *text);
void web_play_send_resign(struct web_play_game *g);

/* Ends a game without a result; tells its readers that it has changed. */
void web_play_abort(struct web_play *play, struct web_play_game *g, const char *why);
void web_play_notify(struct web_play *play, struct web_play_game *g);

/* --- web-play-send.c ----------------------------------------------------------------------------- */

/* Begins to hand in the bot of a form. NULL: *why says why not. */
struct web_play_sending *web_play_sending_begin(
	struct web_play *play, const struct web_form *form, const char **why);
struct web_play_sending *web_play_sending_find(struct web_play *play, const char *id);
struct web_play_sending *web_play_sending_with_key(struct web_play *play, uint64_t key);

/* Takes the connection to the intake. False: it is not wanted, and the caller's. */
bool web_play_sending_open(struct web_play *play, struct web_play_sending *s, int fd);

/* Ends the request that hands in a bot with this status; ends all of them. */
void web_play_sending_end(struct web_play_sending *s, int status, const char *why);
void web_play_sendings_clear(struct web_play *play);

/* --- web-play-pages.c ---------------------------------------------------------------------------- */

/* Writes the form that hands in a bot, and the page that follows its check. */
void web_play_write_send(const struct web_play *play, FILE *out, const char *why);
void web_play_write_sending(
	const struct web_play *play, FILE *out, const struct web_play_sending *s);

/* Writes the first page; why: a sentence about a refused request, or ""; own: the reader's game in
 * play, NULL: none. */
void web_play_write_home(
	const struct web_play *play, FILE *out, const char *why, const struct web_play_game *own);

/* Writes a game's page, or its data as JSON. */
void web_play_write_game(
	const struct web_play *play, FILE *out, struct web_play_game *g, const char *why);
const char *web_play_json(struct web_play_game *g, size_t *length);

/* Writes the record of a game that is over. False: it has no result, and err has a line. */
bool web_play_write_record(FILE *out, const struct web_play_game *g, struct error *err);

#endif
