/*
 * answer.h - the lines that a rules program answers, checked line by line: docs/rules-protocol.md.
 *
 * Two kinds of answers have a shape of their own: the description of the game, and the block of a
 * position. Nothing here allocates, and nothing asks the program. Whatever the bytes are, a
 * function either takes the line or says in err what is wrong with it. Texts that come from the
 * program stand in err as answer_quote() writes them: short, and printable.
 */
#ifndef RULES_PROCESS_ANSWER_H
#define RULES_PROCESS_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/rules.h"

enum {
	ANSWER_NAME = 32,	    /* bytes of a name of a game or a parameter, its NUL included */
	ANSWER_VERSION = 64,	    /* of a version */
	ANSWER_VALUE = 256,	    /* of a parameter's value */
	ANSWER_HELP = 128,	    /* of a parameter's help */
	ANSWER_QUOTE = 96,	    /* of a quoted text */
	ANSWER_MOVES = 65536,	    /* of all legal moves of a position, each with its NUL */
	ANSWER_BLOCK = 73728,	    /* of a block as text */
	ANSWER_DESCRIPTION = 8192,  /* of a description as text */
	ANSWER_SCORE = 1000000000,  /* the largest score, either way */
	ANSWER_VALUATION = 1000000, /* the largest evaluation, either way */
};

/* --- texts ----------------------------------------------------------------------------------- */

/* Writes a foreign text for a message: its begin, with "..." if it is cut. Returns quote. */
char *answer_quote(char quote[ANSWER_QUOTE], const char *text);

/* The same with its end, "..." before it if it is cut, in room for at least 16 bytes. */
char *answer_quote_end(char *quote, size_t room, const char *text);

/* Is it UTF-8 without control characters? */
bool answer_is_printable(const char *text);

/* Can it be the text of a position, of a move, or the value of a parameter? */
bool answer_is_position(const char *text, int seats, struct error *err);
bool answer_is_move(const char *text, struct error *err);
bool answer_is_value(const char *text, struct error *err);

/* --- the description ------------------------------------------------------------------------- */

struct answer_parameter {
	char name[ANSWER_NAME];
	char preset[ANSWER_VALUE]; /* "" if drawn */
	char help[ANSWER_HELP];
	bool drawn; /* from the game's seed */
};

enum answer_feature {
	ANSWER_BOARD = 1,     /* answers `board` */
	ANSWER_EVALUATE = 2,  /* answers `evaluate` */
	ANSWER_FORFEIT = 4,   /* answers `forfeit` */
	ANSWER_SCORED = 8,    /* says scores in place of ranks */
	ANSWER_ZERO_SUM = 16, /* all scores add up to 0 */
};

struct answer_description {
	char name[ANSWER_NAME], version[ANSWER_VERSION];
	unsigned seat_counts; /* bit n is set: n can play */
	unsigned features;
	int parameters_count;
	struct answer_parameter parameters[PARAMETERS_MAX];
};

/* An empty description; one of its lines; all lines are read. */
void answer_description_begin(struct answer_description *d);
bool answer_description_line(struct answer_description *d, const char *line, struct error *err);
bool answer_description_end(const struct answer_description *d, struct error *err);

/* Writes it as lines that answer_description_line() takes, each ended by LF. */
void answer_description_write(const struct answer_description *d, char text[ANSWER_DESCRIPTION]);

/* --- the block of a position ----------------------------------------------------------------- */

struct answer_block {
	char position[POSITION_TEXT];
	char key[POSITION_TEXT];   /* "": the position */
	int turn;		   /* the seat to move; 0: the game is over */
	unsigned in;		   /* bit seat - 1: still has turns */
	int count;		   /* legal moves */
	size_t moves_length;	   /* bytes of moves that are used */
	int64_t scores[SEATS_MAX]; /* as those of struct rules */
	unsigned seen;		   /* the lines that were there, see answer.c */
	char moves[ANSWER_MOVES];  /* each ended by its NUL */
};

/* An empty block; one of its lines; all lines are read. seats play the game of d. */
void answer_block_begin(struct answer_block *b);
bool answer_block_line(struct answer_block *b, const struct answer_description *d, int seats,
	const char *line, struct error *err);
bool answer_block_end(
	struct answer_block *b, const struct answer_description *d, int seats, struct error *err);

/* Writes it as lines that answer_block_line() takes, each ended by LF, the position first. */
void answer_block_write(const struct answer_block *b, const struct answer_description *d, int seats,
	char text[ANSWER_BLOCK]);

/* --- evaluations ----------------------------------------------------------------------------- */

/* Reads `value V1 V2`: a number for each seat, which add up to 0. */
bool answer_values(const char *line, int seats, int64_t values[SEATS_MAX], struct error *err);

#endif
