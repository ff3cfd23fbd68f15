/*
 * play.h - a game at the terminal, as the files of `referee play` share it.
 */
#ifndef REFEREE_COMMANDS_PLAY_H
#define REFEREE_COMMANDS_PLAY_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdio.h>

#include "referee/commands/play-bot.h"
#include "referee/commands/play-draw.h"
#include "referee/commands/play-input.h"
#include "referee/game/history.h"

struct play {
	struct setup setup;
	struct limits limits; /* of a move of a bot */
	uint64_t seed;
	struct game game;
	struct game before; /* scratch: an earlier position of the game */
	struct history history;
	struct play_bot *bot[SEATS_MAX]; /* owned; NULL: a person */
	struct play_bot *hint;		 /* owned */
	const char *record;		 /* the file to save to at the end; NULL: none */
	struct event_base *base;
	struct event *timer, *interrupted, *ended; /* owned */
	struct play_input input;
	FILE *out;
	enum play_draw_mode mode; /* of out */
	bool colour;		  /* colours in messages */
	bool typed;		  /* a person types, so the terminal already shows the moves */
	bool hinting;		  /* the game waits for a hint */
	bool told;		  /* the result was printed */
	bool prompted;		  /* the prompt was printed, and no line has come yet */
	int shown;		  /* turns on the last board drawn; -1: none was drawn */
	bool leaving;
	int status; /* exit status of the program */
};

/* play-loop.c: plays until the person leaves the game. */
void play_loop(struct play *p);

/* Draws the current board. */
void play_show(struct play *p);

/* The seat to move plays a legal move, or leaves the game. numbers: as history_add_move(). */
void play_move(struct play *p, const char *text, const struct move_numbers *numbers);
void play_leave(struct play *p, enum verdict verdict, const char *detail);

/* Takes back all turns but the first count. */
void play_take_back(struct play *p, int count);

/* Do only bots still play? */
bool play_is_unattended(const struct play *p);

/* Writes the record to a file, and prints success or the reason of the failure. */
bool play_save(struct play *p, const char *path);

/* play-words.c: obeys a line that a person typed. */
void play_words_enter(struct play *p, char *line);

#endif
