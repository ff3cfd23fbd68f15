/*
 * solve.h - referee-solve: exact answers to questions from flags and stdin, one line on stdout.
 *
 * Each kind of question is a row of all-solves.c and a file solve-NAME.c. Its flags are a table,
 * too. main.c reads the command line by that table, so a run function finds all values parsed.
 */
#ifndef BOTS_SOLVE_SOLVE_H
#define BOTS_SOLVE_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/rules.h"

enum solve_status {
	SOLVE_DONE = 0,
	SOLVE_USAGE = 2,  /* a mistake in the command line */
	SOLVE_INPUT = 3,  /* a mistake in stdin or a file */
	SOLVE_FAULT = 70, /* a fault of the program: no memory, a file that cannot be written */
};

enum {
	SOLVE_FLAGS_MAX = 8,
	SOLVE_REPEATS_MAX = 8, /* maximum repetitions of one flag */
	SOLVE_WORDS_MAX = 2,
	SOLVE_WHY = 1024 /* bytes of an error line */
};

struct solve_flag {
	const char *name;  /* without its dashes */
	const char *value; /* the value's name in the help; NULL: takes none */
	const char *help;
	bool repeats;
};

/* The parsed command line; all texts are borrowed from argv. */
struct solve_call {
	const char *words[SOLVE_WORDS_MAX]; /* arguments that are not flags; NULL: not given */
	int counts[SOLVE_FLAGS_MAX];	    /* times that a flag was given, by its row */
	const char *values[SOLVE_FLAGS_MAX][SOLVE_REPEATS_MAX];
};

struct solve {
	const char *name;
	const char *usage; /* the arguments and the source of input, for the help */
	const char *summary;
	int words_least, words_most;
	const struct solve_flag *flags; /* ends with a NULL name */
	enum solve_status (*run)(const struct solve_call *call);
};

/* all-solves.c: ended by NULL. */
extern const struct solve *const all_solves[];

/* Reads the arguments after the subcommand's name. False: they are wrong, and err has a line. */
bool solve_read_call(const struct solve *solve, const char *const *arguments,
	struct solve_call *call, struct error *err);

/* The value of a flag, the last given; NULL: not given. */
const char *solve_value(const struct solve_call *call, int flag);

/* Reads a whole number from least to most. False: err has a line with the valid range of name. */
bool solve_number(const char *name, const char *text, int64_t least, int64_t most, int64_t *number,
	struct error *err);

/* Prints why to stderr and returns the status. */
enum solve_status solve_fail(enum solve_status status, const char *why);

/* The game, seats, parameters and position from a command line. */
struct solve_game {
	struct setup setup;
	struct position position;
};

/* Finds a game by name. NULL: there is none, and err has a line with the nearest name. */
const struct rules *solve_game_find(const char *name, struct error *err);

/* Sets up the game at its start. seats 0: the fewest. */
bool solve_game_init(struct solve_game *game, const struct rules *rules, int seats,
	const char *const *settings, int count, struct error *err);

/* Reads a position, which may be "startpos". */
bool solve_game_place(struct solve_game *game, const char *text, struct error *err);

/* Positions come from the command line or, for a dash, from stdin. Each line of stdin is a position
 * and gets one line as its answer, so that a program can ask repeatedly. */

/* Writes the answer to a position to text. False: the position is invalid, and text has the
 * reason. */
typedef bool solve_answer(void *context, const char *position, char *text, size_t room);

enum { SOLVE_LINE = 4096 };

/*
 * Answers the position in word; NULL is the start, "-" is all of stdin. An invalid line is
 * answered "error: line N: WHY" in its place, and makes the final status SOLVE_INPUT.
 */
enum solve_status solve_lines(const char *word, solve_answer *answer, void *context);

#endif
