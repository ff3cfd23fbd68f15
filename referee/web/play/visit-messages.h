/*
 * visit-messages.h - the lines between the main process and the process in which people play.
 *
 * The main process offers tables, each a game with its bots (visit_offer_table). The process asks
 * for a game between a person and a bot, which has all other seats, and hands in bots
 * (visit_request_table). The answer is a socket (visit_socket_table) or the line `refused`.
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
	VISIT_TABLES = 64,
	VISIT_BOTS = 256,   /* of a table */
	VISIT_LINE = 32768, /* bytes of a line of the process, its LF included */
	VISIT_GAMES = 64    /* most games in play at a time */
};

enum visit_message_kind {
	/* Offers. */
	VISIT_LIMITS,
	VISIT_TABLE,
	VISIT_PARAM,
	VISIT_BOT,
	VISIT_READY,
	VISIT_REFUSED,
	VISIT_SENDS,
	/* Requests. */
	VISIT_PLAY,
	VISIT_SEND,
	/* Sockets. */
	VISIT_SEAT,
	VISIT_SENT,
	VISIT_MESSAGE_KINDS
};

struct visit_message {
	enum visit_message_kind kind;
	int table, bot, seat, games, silence, players, seats;
	int64_t key, seed, bytes;
	const char *game, *name, *from, *token;
	const char *text; /* the rest of the line; may be "" */
};

extern const struct line_table visit_offer_table, visit_request_table, visit_socket_table;

#endif
