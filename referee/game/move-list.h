/*
 * move-list.h - one game turn by turn: its setup, its players and its turns so far. Turns can be
 * taken back. Its text is a record (record.h), which can be read back and continued.
 *
 * Neither a record nor the database says when a seat left. The next seat to move shows it: the
 * seats between have left by then. That is enough, since a seat leaves in its own turn. A seat that
 * could not be started, and had no turn, leaves at the end.
 */
#ifndef REFEREE_GAME_HISTORY_H
#define REFEREE_GAME_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/game/game.h"
#include "referee/game/position-blocks.h"
#include "referee/game/record.h"

/* The name of a game in a record whose rules are a program. */
#define MOVE_LIST_PROCESS "process"

struct move_list_turn {
	int seat;
	char move[MOVE_TEXT];
	struct move_numbers numbers;
	enum verdict verdict; /* not OK: the seat left instead of moving */
	char *detail;	      /* owned: why it left; NULL: it moved */
	int line;	      /* line in the record it was read from; 0: none */
};

struct move_list {
	const struct setup *setup; /* borrowed */
	char start[POSITION_TEXT]; /* "": the usual start */
	char *names[SEATS_MAX];	   /* owned; NULL: unknown */
	int64_t started;	   /* UTC, milliseconds */
	struct move_list_turn *turns;
	int count, size;
	/* Of a game whose rules are a program: */
	struct position_blocks blocks;	   /* owned: what it answered, as far as it is stored */
	char *program;			   /* owned: its command; NULL: unknown */
	char *digest;			   /* owned: of that program; NULL: unknown */
	const struct rules *offline_rules; /* owned: those of setup, if a record made them */
};

/* Makes an empty list of the moves of a game from start, "" for the usual start. */
void move_list_init(struct move_list *h, const struct setup *setup, const char *start);
void move_list_clear(struct move_list *h);

/* Sets the player of a seat. */
void move_list_name(struct move_list *h, int seat, const char *name);

/* Adds a turn. numbers NULL: nothing was measured. */
void move_list_add_move(
	struct move_list *h, int seat, const char *text, const struct move_numbers *numbers);
void move_list_add_leave(struct move_list *h, int seat, enum verdict verdict, const char *detail);

/* Takes back all turns but the first count. */
void move_list_cut(struct move_list *h, int count);

/* The number of moves in the first count turns: plies, as the database counts them. */
int move_list_plies(const struct move_list *h, int count);

/* The number of turns up to that ply, without seats that left after it; all turns for the last ply.
 */
int move_list_turns(const struct move_list *h, int plies);

/* Plays the first count turns in a new game g. False: one is illegal; err has a line. */
bool move_list_replay(const struct move_list *h, int count, const struct limits *limits,
	struct game *g, struct error *err);

/* Writes the record, where g is the game after all turns. The caller frees it. It has no end while
 * g runs. With g NULL it stops after the last move, and the caller adds the rest. */
char *move_list_text(const struct move_list *h, const struct game *g, int64_t now);

/* How the game ended for each seat, by seat - 1; VERDICT_OK: the seat stayed. */
struct move_list_ends {
	enum verdict verdict[SEATS_MAX];
	const char *detail[SEATS_MAX]; /* borrowed; NULL: unknown */
};

/* Inserts the departures into a list of moves alone. False, with a line in err: the moves cannot
 * be played; h holds the turns before the bad one. If the rules are a program, its blocks say when
 * a seat left. */
bool move_list_add_departures(
	struct move_list *h, const struct move_list_ends *ends, struct error *err);

/* The end of a game as its record has it. Texts are the record's. */
struct move_list_result {
	struct move_list_ends ends;
	int seat_line[SEATS_MAX]; /* 0: the record has no line for the seat */
	int64_t rank[SEATS_MAX];  /* UNKNOWN: none */
	const char *reason;	  /* NULL: it has no end */
	const char *final;
	int end_line;
};

/* Does h have what a rules program answered from the start through this opening of moves? True of
 * other rules. */
bool move_list_knows_opening(const struct move_list *h, const char *opening);

/* A record that is read line by line. Zeroes: nothing was read. The list has the moves alone,
 * and no setup. */
struct move_list_reader {
	const struct rules *rules; /* NULL: not known yet, like the seats */
	int seats;
	char *params[PARAMETERS_MAX]; /* owned: "KEY=VALUE" */
	int params_count;
	char *description;		/* owned: of a rules program, lines; NULL: none yet */
	struct move_list moves;		/* owned */
	struct move_list_result result; /* its texts are borrowed from the lines */
	int line;			/* its number in the text, from 1; 0: none */
	bool begun;			/* its line "game" was read */
};

/* Takes a line of a record; ignores kinds that a move list does not have. False: it does not fit the
 * lines before it, and err has the reason. */
bool move_list_add_line(struct move_list_reader *in, const struct record *r, struct error *err);

/*
 * Parses the record of one game (text is cut up): a list of the moves alone, not played, and the
 * end as the record has it. It fills setup, which h borrows. False: err has a line with the line
 * number in text. Clear h in both cases.
 */
bool move_list_parse(struct move_list *h, struct setup *setup, struct move_list_result *recorded,
	char *text, struct error *err);

/*
 * Reads the record of one game (text is cut up), and plays it. It fills setup, which h borrows.
 * False: err has a line with the line number in text. Clear h in both cases.
 */
bool move_list_read(struct move_list *h, struct setup *setup, char *text, struct error *err);

#endif
