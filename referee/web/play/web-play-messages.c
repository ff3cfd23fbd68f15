/*
 * web-play-messages.c - the lines between the main process and the process in which people play.
 */
#include "referee/web/play/web-play-messages.h"

#include "referee/net/peer-limits.h"
#include "referee/process/crypto.h"
#include "referee/tournament/tournament.h"

enum { WEB_PLAY_TEXT = 65536 /* bytes of a text, such as the moves of a game */ };

#define LINE_STRUCT struct web_play_message
#define KEY	    LINE_NUMBER(key, 1, INT64_MAX)
#define TABLE	    LINE_INT(table, 0, WEB_PLAY_OFFERS - 1)

static const struct line_row web_play_offer_rows[] = {
	[WEB_PLAY_LIMITS] = {"limits",
		{LINE_INT(games, 0, WEB_PLAY_GAMES), LINE_INT(silence, 0, INT32_MAX)},
		.help = "Games in play at a time; the longest silence of a person in seconds."},
	[WEB_PLAY_TABLE] = {"table",
		{TABLE, LINE_INT(players, 2, SEATS_MAX), LINE_WORD(game, WEB_PLAY_TEXT),
			LINE_TEXT(text, WEB_PLAY_TEXT)},
		.help = "A table, in order from 0: a game, its seats and the table's name."},
	[WEB_PLAY_PARAM] = {"param", {TABLE, LINE_TEXT(text, WEB_PLAY_TEXT)},
		.help = "A parameter of the table's game, KEY=VALUE."},
	[WEB_PLAY_BOT] = {"bot",
		{TABLE, LINE_INT(seats, 0, (1 << SEATS_MAX) - 1), LINE_TEXT(text, WEB_PLAY_TEXT)},
		.help = "The name of the table's next bot, from 0. SEATS: that it plays, bit seat - 1."},
	[WEB_PLAY_READY] = {"ready", {TABLE}, .help = "People may play at the table."},
	[WEB_PLAY_REFUSED] = {"refused", {KEY, LINE_TEXT(text, WEB_PLAY_TEXT)},
		.help = "The game or the bot of this key is refused, for this reason."},
	[WEB_PLAY_SENDS] = {"sends", {LINE_NUMBER(bytes, 1, INT64_MAX)},
		.help = "Bots may be handed in, with files of at most this size."},
};

const struct line_table web_play_offer_table = {.name = "daemon to play",
	.help = "The games that people may play in the browser, for the process in which they play.",
	LINE_TABLE(web_play_offer_rows)};

static const struct line_row web_play_request_rows[] = {
	[WEB_PLAY_PLAY] = {"play",
		{KEY, TABLE, LINE_INT(bot, 0, WEB_PLAY_BOTS - 1), LINE_INT(seat, 1, SEATS_MAX),
			LINE_NUMBER(seed, 0, INT64_MAX), LINE_TEXT(text, WEB_PLAY_TEXT)},
		.help = "Begin a game between a person and a bot. KEY: a number that no earlier game has. "
			"SEAT: the person's. TEXT: moves that were made before."},
	[WEB_PLAY_SEND] = {"send",
		{KEY, LINE_WORD(name, BOT_NAME), LINE_WORD(from, PEER_ADDRESS_DIGITS),
			LINE_WORD(token, CRYPTO_TEXT)},
		.help = "Hand in a bot. FROM: the reader's address, as peer_address_encode() writes it; "
			"its failures are counted. The answer is a socket if the token is the name's."},
};

const struct line_table web_play_request_table = {.name = "play to daemon",
	.help = "The requests of the process in which people play.",
	LINE_TABLE(web_play_request_rows)};

static const struct line_row web_play_socket_rows[] = {
	[WEB_PLAY_SEAT] = {"seat", {KEY}, .fds = 1,
		.help = "The person's seat in the game of this key."},
	[WEB_PLAY_SENT] = {"sent", {KEY}, .fds = 1,
		.help = "The connection on which the bot of this key is handed in."},
};

const struct line_table web_play_socket_table = {.name = "sockets for play",
	.help = "Answers to requests, over the socket for descriptors.",
	LINE_TABLE(web_play_socket_rows)};
