/*
 * bot-messages.h - the messages of a game to and from a bot: makes `newgame` and `go`, decides
 * about `isready`, and keeps what a bot says in `info`. Pure.
 */
#ifndef REFEREE_BOT_BOT_MESSAGES_H
#define REFEREE_BOT_BOT_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/unknown.h"
#include "protocol/message.h"
#include "referee/game/game.h"

/* Which bots get `isready` after every `position`? ISREADY_UNSAID means the tournament's setting
 * for a bot, and auto for a tournament. With auto: bots without features. UGI requires it, but a
 * bot that asked for a feature knows this referee's protocol and needs no such round trip. */
enum isready { ISREADY_UNSAID, ISREADY_AUTO, ISREADY_NO, ISREADY_YES, ISREADIES };

/* The words of the settings, by enum isready. */
extern const char *const isready_names[ISREADIES];

/* Does a bot that asked for these features (FEATURE_ bits) get `isready` after every position? */
bool isready_each_position(enum isready mode, unsigned features);

/* Can a bot that asked for these features, and for these seats with `feature seats`, play this seat
 * of a game? opened: it begins elsewhere than at the usual start. False: err says what the bot
 * lacks. */
bool features_fit(const struct setup *setup, int seat, bool opened, unsigned features,
	unsigned seats, struct error *err);

/* Can the text be shown as the author of a bot: 1..64 bytes of valid UTF-8 without control
 * characters? It comes from `id author`, or from the tournament file. */
enum { AUTHOR_TEXT = 65 /* bytes, with a NUL */ };
bool author_is_good(const char *text);

/* Writes the seats of `feature seats`, bit seat - 1: "seat 2", "seats 1 and 3", "seats 1, 2 and 4".
 */
enum { SEATS_TEXT = SEATS_MAX * 8 + 8 };
void seats_write(unsigned seats, char *text, size_t room);

/* Makes the message that describes a new game to this seat. Its texts are valid until the next
 * call. */
struct message newgame_message_make(const struct setup *setup, int seat, uint64_t seed);

/* Makes `go`, the limits of a move, for a seat whose bot asked for these features. A bot that asked
 * for all limits gets all. Any other bot gets one kind, as UGI has it: nodes, or depth, or the
 * clocks, or the time. So every bot keeps nodes and depth; a time beside them is the referee's own
 * deadline. Without any limit, CLOCK_PATIENCE is sent as the time. passed: how long the clock has
 * run; it is subtracted. */
struct message go_message_make(const struct game *g, int seat, unsigned features, usec passed);

/* Appends a message to the length bytes of out. Returns the new length. */
size_t message_append(char *out, size_t length, size_t room, const struct message *m);

/* The question for a move: the position, the legal moves if the bot asked for them, and `go`, or
 * `isready` in its place. */
struct turn_message {
	const struct game *game;
	int seat;
	unsigned features;
	bool placed;  /* the bot gets the usual start as a position string too */
	bool isready; /* it acknowledges the position first */
	usec passed;  /* as for go_message_make() */
};

/* Writes its lines and returns their length. room: LINE_FROM_REFEREE for each of two lines and a
 * little more. */
size_t turn_message_write(const struct turn_message *t, char *out, size_t room);

/* Does a bot with these features get only part of its limits? Then text says which part. */
bool go_message_is_partial(const struct limits *l, unsigned features, char *text, size_t room);

/* The last info about a move besides depth, score and nodes. It decides nothing. So malformed
 * values are ignored, and long texts are cut. */
enum { BOT_INFO_TEXT = 512 };
struct bot_info {
	int64_t seldepth, nps;			     /* UNKNOWN: not given */
	char pv[BOT_INFO_TEXT], text[BOT_INFO_TEXT]; /* "": not given; text: of `info string` */
};

/* A question begins: nothing is given. */
void bot_info_clear(struct bot_info *kept);

/* Keeps an info line. */
void bot_info_keep(struct bot_info *kept, const struct message_info *info);

#endif
