/*
 * repertoire.h - the first moves of Connect Four, solved beforehand.
 *
 * For either seat: the reply to everything the other side may do, as long as the replies are
 * played; positions that the replies never lead to are not there. A reply is exact: the fastest
 * win or the slowest loss. repertoire.bin is built into the program; repertoire_compute() makes it.
 *
 * The file: words of 8 bytes, the lowest byte first, in ascending order: key * 512 + (score + 32)
 * * 8 + column, where key is board_key() of the position or its mirror image, whichever is less,
 * and column that of the reply on the board with that key.
 */
#ifndef BOTS_CONNECT4_REPERTOIRE_H
#define BOTS_CONNECT4_REPERTOIRE_H

#include "bots/connect4/board.h"

/* The reply to b and the score it reaches, for the side to move. False: b is not in it. */
bool repertoire_find(const struct board *b, int *column, int *score);

/* How many positions are built in. */
size_t repertoire_size(void);

/* The words of the file, for those who write and check it. */
uint64_t repertoire_word(const struct board *b, int column, int score);
void repertoire_read(uint64_t word, const struct board *b, int *column, int *score);

/* The key part of a position's word: its canonical key. */
uint64_t repertoire_key(const struct board *b);

/* What to compute. */
struct repertoire_job {
	const char *path;	      /* the file: made when it is not there, else gone on with */
	struct board start;	      /* where games start: all zero, the empty board */
	int plies;		      /* positions with fewer stones than this */
	int megabytes;		      /* the solver's table */
	bool (*stop)(void *argument); /* true: finish now, keeping what is done; or NULL */
	void *stop_argument;
};

/*
 * Computes the file, ply by ply, so that it is usable whenever it is stopped. Each position is
 * appended when it is done; killed and started again it goes on behind the last one. Progress goes
 * to stderr. 0: done, 1: stopped, -1: the file cannot be read or written, why says it.
 */
int repertoire_compute(const struct repertoire_job *job, char *why, size_t room);

#endif
