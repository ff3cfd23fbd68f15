/*
 * live-record.h - the record of one game in play, read from the lines of the live stream about it
 * (live-event.h). The web process and `referee watch` read it with the same code. It does not play
 * the moves.
 */
#ifndef REFEREE_WEB_LIVE_RECORD_H
#define REFEREE_WEB_LIVE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/game/clock.h"
#include "referee/game/move-list.h"
#include "referee/web/live-event.h"

/* Stands for an unlimited time, for the longest move, and for a margin that every move keeps,
 * since the daemon has judged the game. */
#define LIVE_RECORD_LONGEST (1000000 * SECOND)

struct live_record {
	int number; /* in the stream */
	uint64_t pairing, seed;
	bool public;	  /* everyone may read the whole reason of a verdict */
	char *tournament; /* owned: its name */
	char *opening;	  /* owned: moves; "": none */
	struct limits limits[SEATS_MAX];
	bool remote[SEATS_MAX];
	int64_t moved; /* UTC ms: when the seat to move was asked; set by the reader of the stream
			*/
	struct move_list_reader record; /* the texts of its result are owned */
};

/* Takes the header of a game, which clears the game before it; or another line of the game with
 * this number. False: the line does not fit the lines before it, and err has the reason. Zeroes
 * are a valid start. */
bool live_record_take(struct live_record *l, const struct live_event *e, struct error *err);

/* Charges a move to the clock of its seat. */
void live_record_charge(struct clock *clock, const struct move_numbers *numbers);

/* Sets the clocks of all seats to what they have for their next moves. */
void live_record_clocks(const struct live_record *l, struct clock clocks[SEATS_MAX]);

/* Frees everything and returns to zeroes. */
void live_record_clear(struct live_record *l);

#endif
