/*
 * wire-log.h - the conversations of a game as text files, one for each seat: "> " what the bot was
 * sent, "< " what it said, "! " what it wrote to stderr, in this order.
 */
#ifndef REFEREE_DIRECTOR_WIRE_LOG_H
#define REFEREE_DIRECTOR_WIRE_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rules/rules.h"

struct wire_log {
	FILE *stream[SEATS_MAX]; /* owned: memory */
	char *text[SEATS_MAX];
	size_t length[SEATS_MAX];
	size_t bytes[SEATS_MAX]; /* that were added */
};

/* Which conversations are kept, and where. */
struct wire_wish {
	const char *folder; /* borrowed; NULL: none */
	bool failed;	    /* only those of games in which a bot failed */
};

enum { WIRE_LOG_MAX = 64 << 20 /* bytes of a seat; what comes after that is left out */ };

/* One line of a seat's conversation. */
void wire_log_add(struct wire_log *w, int seat, const char *line);

/* Writes FOLDER/GAME-SEAT.txt for each seat that spoke, and forgets all. -1 with errno. */
int wire_log_save(struct wire_log *w, const char *folder, int64_t game);

/* Forgets all. */
void wire_log_clear(struct wire_log *w);

#endif
