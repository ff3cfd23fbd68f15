/*
 * visit-messages.h - the lines between the main process and the process in which people play.
 *
 * The main process offers tables, each a game with its bots, and says when a table is ready:
 *
 *	limits GAMES SECONDS        games in play at a time; the longest silence of a person
 *	table T PLAYERS GAME NAME   T from 0, in order
 *	param T KEY=VALUE           a parameter of the table's game
 *	bot T SEATS NAME            the table's next bot, from 0; SEATS: that it plays, bit seat - 1
 *	ready T
 *	sends BYTES                 bots may be handed in, with files of at most this size
 *
 * The process asks for a game between a person and a bot, which has all other seats:
 *
 *	play KEY T BOT SEAT SEED MOVES
 *
 * KEY is a number that no earlier game has. SEAT is the person's. MOVES were made before. The
 * answer is a message with a socket (fd-message.h), `seat KEY`, or the line
 *
 *	refused KEY WHY
 *
 * It hands in a bot with
 *
 *	send KEY NAME FROM TOKEN
 *
 * FROM is the reader's address (peer_address_encode()), whose failures are counted.
 * If the token is the name's, a message with a socket answers, `sent KEY`, on which the process
 * speaks as `referee send` does after its welcome (send-request.h). Else the answer is `refused`,
 * too.
 *
 * On the socket the process plays the seat as a remote bot (PROTOCOL.md). It closes the socket to
 * give the game up. Lines about games in play are those of live-event.h, whose pairing is KEY; the
 * last one is `stored` or `aborted`.
 */
#ifndef REFEREE_WEB_PLAY_VISIT_MESSAGES_H
#define REFEREE_WEB_PLAY_VISIT_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

enum {
	VISIT_TABLES = 64,
	VISIT_BOTS = 256,   /* of a table */
	VISIT_LINE = 32768, /* bytes of a line of the process, its LF included */
	VISIT_GAMES = 64    /* most games in play at a time */
};

enum visit_message_kind {
	VISIT_LIMITS,
	VISIT_TABLE,
	VISIT_PARAM,
	VISIT_BOT,
	VISIT_READY,
	VISIT_REFUSED,
	VISIT_PLAY,
	VISIT_SENDS,
	VISIT_SEND,
	VISIT_MESSAGE_KINDS
};

struct visit_message {
	enum visit_message_kind kind;
	uint64_t key;	/* of play and refused */
	uint64_t table; /* of table, param, bot, ready and play */
	uint64_t bot, seat, seed, games, silence, players, seats, bytes;
	const char *game; /* of table */
	const char *text; /* the rest of the line: NAME, KEY=VALUE, WHY, MOVES, NAME FROM TOKEN; may
			     be "" */
};

/* Writes a line with its LF; the caller frees it. */
char *visit_message_write(const struct visit_message *m);

/* Reads a line (NUL-terminated, without its LF) and cuts it up in place. False: it is malformed. */
bool visit_message_read(struct visit_message *m, char *line);

#endif
