/*
 * web-play-messages.h - the lines between the main process and the process in which people play.
 *
 * The main process offers tables, each a game with its bots (web_play_offer_table). The process asks
 * for a game between a person and a bot, which has all other seats, and hands in bots
 * (web_play_request_table). The answer is a socket (web_play_socket_table) or the line `refused`.
 *
 * On the socket of a seat the process plays it as a remote bot (PROTOCOL.md). It closes the socket to
 * give the game up. On that of a bot it speaks as `referee send` does after its welcome
 * (send-request.h). Lines about games in play are those of live-event.h, whose pairing is the key;
 * the last one is `stored` or `aborted`.
 */
#ifndef REFEREE_WEB_PLAY_VISIT_MESSAGES_H
#define REFEREE_WEB_PLAY_VISIT_MESSAGES_H

#include "base/line-table.h"

enum {
	WEB_PLAY_OFFERS = 64,
	WEB_PLAY_BOTS = 256,   /* of a table */
	WEB_PLAY_LINE = 32768, /* bytes of a line of the process, its LF included */
	WEB_PLAY_GAMES = 64    /* most games in play at a time */
};

enum web_play_message_kind {
	/* Offers. */
	WEB_PLAY_LIMITS,
	WEB_PLAY_TABLE,
	WEB_PLAY_PARAM,
	WEB_PLAY_BOT,
	WEB_PLAY_READY,
	WEB_PLAY_REFUSED,
	WEB_PLAY_SENDS,
	/* Requests. */
	WEB_PLAY_PLAY,
	WEB_PLAY_SEND,
	/* Sockets. */
	WEB_PLAY_SEAT,
	WEB_PLAY_SENT,
	WEB_PLAY_MESSAGE_KINDS
};

struct web_play_message {
	enum web_play_message_kind kind;
	int table, bot, seat, games, silence, players, seats;
	int64_t key, seed, bytes;
	const char *game, *name, *from, *token;
	const char *text; /* the rest of the line; may be "" */
};

extern const struct line_table web_play_offer_table, web_play_request_table, web_play_socket_table;

#endif
