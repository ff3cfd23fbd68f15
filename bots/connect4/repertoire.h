/*
 * repertoire.h - the first moves of Connect Four, solved in advance.
 *
 * For either seat it has the reply to every move of the other side, as long as the replies are
 * played. Positions that the replies never reach are absent. A reply is exact: the fastest win or
 * the slowest loss. repertoire.bin is built into the program; repertoire_compute() makes it.
 *
 * The file has words of 8 bytes, lowest byte first, in ascending order: key * 512 + (score + 32)
 * * 8 + column. key is board_key() of the position or of its mirror image, whichever is less.
 * column is the reply's on the board with that key.
 */
#ifndef BOTS_CONNECT4_REPERTOIRE_H
#define BOTS_CONNECT4_REPERTOIRE_H

#include "bots/connect4/board.h"
#include "base/error.h"

/* The reply to b and its score for the side to move. False: the repertoire lacks b. */
bool repertoire_find(const struct board *b, int *column, int *score);

/* The number of positions built in. */
size_t repertoire_size(void);

/* The words of the file, for its writer and its test. */
uint64_t repertoire_word(const struct board *b, int column, int score);
void repertoire_read(uint64_t word, const struct board *b, int *column, int *score);

/* The key part of a position's word: its canonical key. */
uint64_t repertoire_key(const struct board *b);

/* A repertoire to compute. */
struct repertoire_job {
	const char *path;	      /* the file: made if absent, else continued */
	struct board start;	      /* where games start: all zero, the empty board */
	int plies;		      /* positions with fewer stones than this */
	int megabytes;		      /* the solver's table */
	bool (*stop)(void *argument); /* true: finish now, keeping the results; may be NULL */
	void *stop_argument;
};

/*
 * Computes the file, ply by ply, so that it is usable whenever it is stopped. Each position is
 * appended when it is done; a run that was killed continues after the last one. Progress goes to
 * stderr. 0: done; 1: stopped; -1: the file cannot be read or written, and err has the reason.
 */
int repertoire_compute(const struct repertoire_job *job, struct error *err);

#endif
