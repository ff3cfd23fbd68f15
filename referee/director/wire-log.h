/*
 * wire-log.h - writes the conversations of a game to text files, one per seat. "> " begins a line
 * to the bot, "< " a line from the bot, "! " a line of its stderr, in this order of time.
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
	size_t bytes[SEATS_MAX]; /* added so far */
};

/* Which conversations are kept, and in which folder. */
struct wire_wish {
	const char *folder; /* borrowed; NULL: none */
	bool failed;	    /* only those of games in which a bot failed */
};

enum { WIRE_LOG_MAX = 64 << 20 /* bytes per seat; the rest is dropped */ };

/* Adds one line to a seat's conversation. */
void wire_log_add(struct wire_log *w, int seat, const char *line);

/* Writes FOLDER/GAME-SEAT.txt for each seat with lines, then clears w. -1 with errno. */
int wire_log_save(struct wire_log *w, const char *folder, int64_t game);

/* Frees everything and returns to zeroes. */
void wire_log_clear(struct wire_log *w);

#endif
