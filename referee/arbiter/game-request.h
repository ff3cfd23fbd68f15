/*
 * game-request.h - one game to be played, as the main process writes it to an arbiter: a line
 *
 *	play PAIRING SEED BOT,BOT,... moves MOVES
 *	play PAIRING SEED BOT,BOT,... fen POSITION
 *
 * The bots are in seat order, by their place in the config. A ! marks a benched bot, a ? an absent
 * one. The number of the game in which a benched bot first failed may follow its !.
 */
#ifndef REFEREE_ARBITER_GAME_REQUEST_H
#define REFEREE_ARBITER_GAME_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

struct game_request {
	uint64_t pairing, seed;
	int seats;
	int bot[SEATS_MAX];
	unsigned benched;	   /* seats whose bots are not asked, a bit each (bit seat - 1) */
	int64_t failed[SEATS_MAX]; /* of these: the game in which that began; 0: not known */
	unsigned absent;	   /* the same, of bots that are not connected; none is both */
	const char *fen;	   /* "": from the start */
	const char *moves;	   /* "": none; only when fen is "" */
};

/* Writes the line with its LF and a NUL; returns its length, 0 when room is too small. */
size_t game_request_write(const struct game_request *o, char *out, size_t room);

/* Reads a line (NUL-terminated, cut up in place). */
bool game_request_read(struct game_request *o, char *line);

#endif
