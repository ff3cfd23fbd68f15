/*
 * game-request.h - one game to be played, as the main process writes it to an arbiter: a line
 *
 *	play PAIRING SEED BOT,BOT,... moves MOVES
 *	play PAIRING SEED BOT,BOT,... fen POSITION
 *
 * The bots are in seat order, each by its index in the config. A ! marks a benched bot, a ? an
 *absent one. The number of the game in which a benched bot first failed may follow its !.
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
	unsigned benched; /* seats whose benched bots are not asked, one bit each (bit seat - 1) */
	int64_t failed[SEATS_MAX]; /* by benched seat: the game of the first failure; 0: unknown */
	unsigned absent;	   /* seats whose bots are not connected; no seat is in both */
	const char *fen;	   /* "": from the start */
	const char *moves;	   /* "": none; set only if fen is "" */
};

/* Writes the line with its LF and a NUL; returns its length, 0 when room is too small. */
size_t game_request_write(const struct game_request *o, char *out, size_t room);

/* Reads a NUL-terminated line and cuts it up in place. */
bool game_request_read(struct game_request *o, char *line);

#endif
