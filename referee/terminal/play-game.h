/*
 * play-game.h - a game of `referee play` at the terminal: the lines that people type, and
 * its turns.
 */
#ifndef REFEREE_TERMINAL_PLAY_GAME_H
#define REFEREE_TERMINAL_PLAY_GAME_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdio.h>

#include "protocol/line.h"
#include "referee/terminal/play-bot.h"
#include "referee/terminal/play-draw.h"
#include "referee/game/move-list.h"

/* --- input ----------------------------------------------------------------------------------- */

/* Lines that a person types, or lines of a file or a pipe. The game takes one line at a time, when
 * it asks a person. Lines that come early wait. */
enum { PLAY_INPUT_LINE = 4096 };

enum play_input_status {
	PLAY_INPUT_NONE, /* no line yet: wait for events */
	PLAY_INPUT_LINE_READY,
	PLAY_INPUT_TOO_LONG, /* a line was too long and was discarded */
	PLAY_INPUT_END,
};

struct play_input {
	struct event *event; /* owned */
	struct line_reader lines;
	char room[PLAY_INPUT_LINE];
	bool end;      /* the input has ended */
	bool skipping; /* discards the rest of a line that was too long */
};

/* False: its event could not be created. */
bool play_input_open(struct play_input *in, struct event_base *base, int fd);
void play_input_close(struct play_input *in);

/* The next line, valid until the next call. Wait for events only after NONE. */
enum play_input_status play_input_next(struct play_input *in, char **line);

/* --- the game -------------------------------------------------------------------------------- */

struct play {
	struct setup setup;
	struct limits limits; /* of a move of a bot */
	uint64_t seed;
	struct game game;
	struct game before; /* scratch: an earlier position of the game */
	struct move_list moves;
	struct play_bot *bot[SEATS_MAX]; /* owned; NULL: a person */
	struct play_bot *hint;		 /* owned */
	char *hint_command;		 /* owned: of hint, if none was given; NULL: none */
	const char *record;		 /* the file to save to at the end; NULL: none */
	struct event_base *base;
	struct event *timer, *interrupted, *ended; /* owned */
	struct play_input input;
	FILE *out;
	enum board_terminal_mode mode; /* of out */
	bool colour;		       /* colours in messages */
	bool typed;		       /* a person types, so the terminal already shows the moves */
	bool hinting;		       /* the game waits for a hint */
	bool result_printed;
	bool prompted; /* the prompt was printed, and no line has come yet */
	int shown;     /* turns on the last board drawn; -1: none was drawn */
	bool ending;   /* the loop ends */
	int status;    /* exit status of the program */
};

/* Plays until the person leaves the game. */
void play_loop(struct play *p);

/* Do only bots still play? */
bool play_is_unattended(const struct play *p);

/* Writes the record to a file, and prints success or the reason of the failure. */
bool play_save(struct play *p, const char *path);

#endif
