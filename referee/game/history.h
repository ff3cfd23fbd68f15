/*
 * history.h - one game turn by turn: what it is played with, by whom, and each turn so far. Turns
 * can be taken back, and the text of it is a record (record.h) that can be read back and gone on
 * with.
 *
 * Neither a record nor the database says when a seat left, but who moves next does: the seats
 * between have left by then. That is enough, since a seat leaves in its own turn; one that could
 * not be started, and whose turn never came, leaves at the end.
 */
#ifndef REFEREE_GAME_HISTORY_H
#define REFEREE_GAME_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/game/game.h"
#include "referee/game/record.h"

struct history_turn {
	int seat;
	char move[MOVE_TEXT];
	struct move_numbers numbers;
	enum verdict verdict; /* not OK: the seat left instead of moving */
	char *detail;	      /* why it left: owned; NULL when it moved */
	int line;	      /* of the record it was read from; 0: of none */
};

struct history {
	const struct setup *setup; /* borrowed */
	char start[POSITION_TEXT]; /* "": the game's own */
	char *names[SEATS_MAX];	   /* owned; NULL: nobody said */
	int64_t started;	   /* UTC, milliseconds */
	struct history_turn *turns;
	int count, size;
};

/* An empty history of a game from start, "" for the game's own. */
void history_init(struct history *h, const struct setup *setup, const char *start);
void history_clear(struct history *h);

/* Who sits in a seat. */
void history_name(struct history *h, int seat, const char *name);

/* Adds a turn. numbers NULL: nothing was measured. */
void history_add_move(
	struct history *h, int seat, const char *text, const struct move_numbers *numbers);
void history_add_leave(struct history *h, int seat, enum verdict verdict, const char *detail);

/* Takes back all turns but the first count. */
void history_cut(struct history *h, int count);

/* How many of the first count turns are moves: plies, as the database counts them. */
int history_plies(const struct history *h, int count);

/* The turns up to that ply, who left after it not among them; all turns for the last ply. */
int history_turns(const struct history *h, int plies);

/* Plays the first count turns in a new game g; they are legal unless a line in why says not. */
bool history_replay(const struct history *h, int count, const struct limits *limits, struct game *g,
	char *why, size_t room);

/* The record of it, g being the game after all turns: to be freed. Without an end while g runs; g
 * NULL: up to the last move, for whoever has what follows. */
char *history_text(const struct history *h, const struct game *g, int64_t now);

/* How it ended for each seat, by seat - 1: VERDICT_OK where it stayed. */
struct history_ends {
	enum verdict verdict[SEATS_MAX];
	const char *detail[SEATS_MAX]; /* borrowed; NULL: nothing is known */
};

/* Puts the departures of a game whose moves alone were added between these moves. False, with a
 * line in why: they cannot be played; h holds those before. */
bool history_settle(struct history *h, const struct history_ends *ends, char *why, size_t room);

/* What a record says of the game's end. Texts are the record's. */
struct history_said {
	struct history_ends ends;
	int seat_line[SEATS_MAX]; /* 0: nothing is said of the seat */
	int64_t rank[SEATS_MAX];  /* RECORD_UNSAID: nothing */
	const char *reason;	  /* NULL: it has no end */
	const char *final;
	int end_line;
};

/*
 * The lines of a record of one game (text is cut up): a history of its moves alone, not played, and
 * what is said of its end. setup is filled from it and borrowed. False: a line in why, with the
 * number of the text's line. h is to be cleared either way.
 */
bool history_parse(struct history *h, struct setup *setup, struct history_said *said, char *text,
	char *why, size_t room);

/*
 * Reads the record of one game (text is cut up). setup is filled from it and borrowed. False: a
 * line in why, with the number of the text's line. h is to be cleared either way.
 */
bool history_read(struct history *h, struct setup *setup, char *text, char *why, size_t room);

#endif
