/*
 * game.h - judges one game: position, clocks, verdicts, ranks. Pure: it takes the bots' answers and
 * their times, and gives the messages to send.
 */
#ifndef REFEREE_GAME_GAME_H
#define REFEREE_GAME_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/game/adjudication.h"
#include "referee/game/clock.h"
#include "protocol/verdict.h"
#include "rules/rules.h"

enum {
	GAME_DETAIL = 1024, /* bytes of the text that explains a verdict */
	GAME_MOVES = 60000, /* bytes of a move list that fits a line of the protocol */
};

struct game_seat {
	struct clock clock;
	enum verdict verdict;
	char detail[GAME_DETAIL];
	int left; /* 0: still in; else the number of its departure: the first to leave is last */
};

struct game {
	const struct setup *setup; /* borrowed */
	struct position position;
	struct game_seat seat[SEATS_MAX]; /* by seat - 1 */
	int plies, max_plies;		  /* max_plies 0: no limit */
	int departures, gone;
	int turn;	    /* the seat to move, while it runs */
	const char *reason; /* how it ended; NULL while it runs */
	bool decided;	    /* the result is in scores, instead of the rules' result */
	int64_t scores[SEATS_MAX];
	struct adjudication *adjudication; /* borrowed; NULL: only the game's rules end it */

	/* The `position` for the seat to move: the moves since fen, or since the start if fen is
	 * "". */
	char fen[POSITION_TEXT];
	size_t moves_length;
	char moves[GAME_MOVES];
};

/*
 * Begins a game from the start with moves (separated by blanks), or from a position string if fen
 * is not empty. All seats have these limits, which are borrowed. False, with a line in err: they do
 * not fit the rules.
 */
bool game_begin(struct game *g, const struct setup *setup, const struct limits *limits,
	int max_plies, const char *fen, const char *moves, struct error *err);

/* Gives a seat its own limits, which are borrowed. Call it right after game_begin(). */
void game_limit(struct game *g, int seat, const struct limits *limits);

/* The seat to move, or 0 if the game is over (then reason says how). */
int game_to_move(const struct game *g);

/* Plays text for the seat to move. False: the move is illegal, and nothing has changed. */
bool game_move(struct game *g, const char *text);

/*
 * Takes the answer of the seat to move. OK: the move is played. RESIGN or ILLEGAL: the seat has
 * left, with a text that explains it.
 */
enum verdict game_answer(struct game *g, const char *text);

/* Judges the answer of the seat to move as game_answer() does, but changes nothing. OK: the move is
 * legal. RESIGN or ILLEGAL: err has the text of the verdict. */
enum verdict game_judge_answer(const struct game *g, const char *text, struct error *err);

/* Lets the rules of a end the game too. Call it right after game_begin(). */
void game_adjudicate(struct game *g, struct adjudication *a);

/* Takes the score that the seat gave with its last move; UNKNOWN: none. Call it after
 * every move of an adjudicated game. It does nothing in any other game, or after the end. */
void game_add_score(struct game *g, int seat, int64_t score);

/* Ends a running game with this reason (not copied). scores are those of the seats still in, as in
 * rules.h. */
void game_decide(struct game *g, const char *reason, const int64_t scores[SEATS_MAX]);

/* Writes the legal moves, separated by blanks, as in `legal`. Returns the length. The text is cut
 * at a blank if it does not fit. */
size_t game_legal(const struct game *g, char *text, size_t room);

/* The seats of the bit mask (bit seat - 1) leave together. Set their verdicts first. */
void game_forfeit(struct game *g, unsigned seats);

/* Sets a seat's verdict and, printf-like, the text that explains it. */
void game_judge(struct game *g, int seat, enum verdict verdict, const char *detail, ...)
	__attribute__((format(printf, 4, 5)));

/* Ranks by seat - 1: the remaining seats by the rules, below them the seats that left. The first to
 * leave is last. */
void game_ranks(const struct game *g, int ranks[SEATS_MAX]);

/* The seats that failed together, a bit each: a fault ended the game for them at the same moment,
 * so they share a rank. Arrays are by seat - 1. */
unsigned game_failed_together(const int *ranks, const enum verdict *verdicts, int seats);

/* The points of a rank: (seats beaten + half of the seats tied) / (seats - 1). Seats that failed
 * together do not tie: they get no points from each other. */
double game_points(const int *ranks, unsigned failed, int seats, int seat);

/* Writes the result for people: "1-0", "0-1" or "1/2-1/2" for two seats; for more, their ranks with
 * separator between them. If all failed together: "0-0", or 0 for each. */
enum { GAME_RESULT = 2 * SEATS_MAX + 4 };
void game_result(
	const int *ranks, unsigned failed, int seats, char separator, char text[GAME_RESULT]);

#endif
