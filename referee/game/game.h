/*
 * game.h - the judge of one game: position, clocks, verdicts, ranks. Pure: what bots said and when
 * comes in, what they are to be told goes out.
 */
#ifndef REFEREE_GAME_GAME_H
#define REFEREE_GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/adjudication.h"
#include "referee/game/clock.h"
#include "referee/game/verdict.h"
#include "rules/rules.h"

enum {
	GAME_DETAIL = 1024, /* bytes of the words that explain a verdict */
	GAME_MOVES = 60000, /* bytes of a move list that still fits a line of the protocol */
};

struct game_seat {
	struct clock clock;
	enum verdict verdict;
	char detail[GAME_DETAIL];
	int left; /* 0: still in; else which departure it was: the first left worst */
};

struct game {
	const struct setup *setup; /* borrowed */
	struct position position;
	struct game_seat seat[SEATS_MAX]; /* by seat - 1 */
	int plies, max_plies;		  /* max_plies 0: none */
	int departures, gone;
	const char *reason; /* how it ended; NULL while it runs */
	bool decided;	    /* what the seats hold is in scores, whatever the rules count */
	int64_t scores[SEATS_MAX];
	struct adjudication *adjudication; /* borrowed; NULL: the rules alone end it */

	/* What the seat to move is told: the moves since fen, or since the start when fen is "". */
	char fen[POSITION_TEXT];
	size_t moves_length;
	char moves[GAME_MOVES];
};

/*
 * Begins a game whose seats all have these limits, which are borrowed: from the start and through
 * moves (parted by blanks), or from a position string when fen is not empty. False, with a line in
 * why, when they do not fit the rules.
 */
bool game_begin(struct game *g, const struct setup *setup, const struct limits *limits,
	int max_plies, const char *fen, const char *moves, char *why, size_t room);

/* From here on, right after game_begin(), a seat has limits of its own, which are borrowed. */
void game_limit(struct game *g, int seat, const struct limits *limits);

/* The seat to move, 0 when the game is over (then reason says how). */
int game_to_move(const struct game *g);

/* Plays text for the seat to move. False: it is not legal, and nothing has changed. */
bool game_move(struct game *g, const char *text);

/*
 * The seat to move answered text: OK and it is played, or the seat has left, judged RESIGN or
 * ILLEGAL with the words that explain it.
 */
enum verdict game_answer(struct game *g, const char *text);

/* Why text, which is no legal move here, is refused: the words that its verdict has. */
void game_explain(const struct game *g, const char *text, char *why, size_t room);

/* From here on, right after game_begin(), the rules of a may end it too. */
void game_adjudicate(struct game *g, struct adjudication *a);

/* The seat that has just moved said this of its move; ADJUDICATION_UNSAID: nothing. After every
 * move of a game that is adjudicated; one that is not, or is over, is left alone. */
void game_said(struct game *g, int seat, int64_t score);

/* Ends a game that runs, for this reason (which lasts), the seats that stayed holding these scores
 * as rules.h means them. */
void game_decide(struct game *g, const char *reason, const int64_t scores[SEATS_MAX]);

/* Writes the legal moves parted by blanks, as `legal` carries them; returns the length, cut (at a
 * blank) to what fits. */
size_t game_legal(const struct game *g, char *text, size_t room);

/* The seats of the bit mask (bit seat - 1) forfeit together; their verdicts are set by then. */
void game_forfeit(struct game *g, unsigned seats);

/* Sets a seat's verdict and, printf-like, the words that explain it. */
void game_judge(struct game *g, int seat, enum verdict verdict, const char *detail, ...)
	__attribute__((format(printf, 4, 5)));

/* Ranks by seat - 1: those that stayed by the rules, below them who left, the first to leave last.
 */
void game_ranks(const struct game *g, int ranks[SEATS_MAX]);

/* The seats that failed together, a bit each: a fault ended the game for them at the same moment,
 * so that they share a rank. Arrays are by seat - 1. */
unsigned game_failed_together(const int *ranks, const enum verdict *verdicts, int seats);

/* A rank's points: (seats beaten + half of the seats tied) / (seats - 1). Seats that failed
 * together do not tie: they earn nothing from each other. */
double game_points(const int *ranks, unsigned failed, int seats, int seat);

/* The result as people write it: "1-0", "0-1" or "1/2-1/2" for two seats, for more their ranks,
 * parted by separator. Where all failed together: "0-0", or 0 for each. */
enum { GAME_RESULT = 2 * SEATS_MAX + 4 };
void game_result(
	const int *ranks, unsigned failed, int seats, char separator, char text[GAME_RESULT]);

#endif
