/*
 * rules.h - what every game answers, and the few things that all games share.
 *
 * A game is a row of facts: who moves, which moves there are, what a move does, what each seat
 * holds in the end. It never prints, allocates, asks the time, or evaluates a
 * position. The list of all games is all-rules.c; nothing else knows it.
 *
 * Setups and positions are plain data of fixed size that the caller owns, copied with an
 * assignment, or faster with position_copy(). Each game overlays its own struct on the bytes (the
 * project is compiled with -fno-strict-aliasing) and reads none beyond position_bytes.
 *
 * Seats are numbered from 1; arrays over the seats are indexed by seat - 1.
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"

enum {
	SEATS_MAX = 6,
	MOVES_MAX = 2048,	/* legal moves in any position of any game */
	MOVE_TEXT = 32,		/* bytes of a move's text, its NUL included */
	POSITION_TEXT = 1024,	/* bytes of a position string, its NUL included */
	BOARD_TEXT = 4096,	/* bytes of a board drawn as text, its NUL included */
	PARAMETER_TEXT = 32768, /* bytes of a parameter's text, its NUL included */
	PARAMETERS_MAX = 8,
	POSITION_BYTES = 1040,
	SETUP_BYTES = 102400 /* a parameter as text, and read */
};

/* A game's own code for a move: dense enough to compare and copy, meaningless elsewhere. */
typedef uint32_t move;

struct rules;

/* A game's parameters: read, checked and ready. Valid for many games. */
struct setup {
	const struct rules *rules;
	int seats;
	alignas(16) unsigned char bytes[SETUP_BYTES];
};

/* One state of play. */
struct position {
	alignas(16) unsigned char bytes[POSITION_BYTES];
};

/* A parameter of a game, as `param = { "rows=6" }` and `--param rows=6` set it. */
struct parameter {
	const char *name;
	const char *preset; /* the default's text; NULL: drawn from the game's seed */
	const char *help;   /* one line: meaning and range */
	bool shown;	    /* every position string tells it, as a size does */
};

/* The contract. Functions that fail write one line for people into err. */
struct rules {
	const char *name;
	const char *title;		    /* for headings; NULL: the name */
	const char *summary;		    /* one line */
	unsigned seat_counts;		    /* bit n is set: n can play */
	size_t position_bytes;		    /* that its positions use, at most POSITION_BYTES */
	bool scored;			    /* margins count, not only the winner (letters, tree) */
	bool one_stake;			    /* scored, and two seats' scores always add up to 0 */
	const char *letters;		    /* the seats' stones in position strings, which mean
					     * nothing else there, one a seat; boards have their
					     * colours from it. NULL: none are */
	bool downward;			    /* row 1 of its moves is the first of the string */
	const struct parameter *parameters; /* ends with a NULL name */

	/* Reads the parameters' texts, one for each row of the table, NULL where a preset of NULL
	 * is to be drawn from seed. s->rules and s->seats are set; the bytes are zero. */
	bool (*prepare)(
		struct setup *s, const char *const *texts, uint64_t seed, struct error *err);

	/* Writes the text of parameter number i as prepare() would read it back. */
	void (*parameter)(const struct setup *s, int i, char text[PARAMETER_TEXT]);

	/* The position a game starts from. */
	void (*start)(const struct setup *s, struct position *p);

	/* The seat to move, 0 when the game is over. */
	int (*to_move)(const struct setup *s, const struct position *p);

	/* Writes the legal moves, distinct and in a stable order, and returns how many; 0 exactly
	 * when the game is over. */
	int (*moves)(const struct setup *s, const struct position *p, move moves[MOVES_MAX]);

	/* Plays a legal move. */
	void (*play)(const struct setup *s, struct position *p, move m);

	/* Seat gives up: it moves no more, the others play on. The game is over when fewer than
	 * two are left. Nothing changes if it is over already, or if the seat gave up before. Seats
	 * that gave up still have scores, those of the board alone: the caller ranks them last. */
	void (*forfeit)(const struct setup *s, struct position *p, int seat);

	/* Makes seat, which is still in, the one to move, as though all seats before it had
	 * skipped a turn: for searches in which opponents may. NULL: two seats, which never skip.
	 */
	void (*turn_to)(const struct setup *s, struct position *p, int seat);

	/* The seats that still have turns: bit seat - 1. Not those that gave up, nor those that are
	 * done before the others. NULL: two seats, both until the game is over. */
	unsigned (*in)(const struct setup *s, const struct position *p);

	/* The points of each seat if play ends here: more is better, equal ties. Seats of a game
	 * that is not scored hold 1 for a win, 0 for a draw, -1 for a loss (with more than two
	 * seats: the same order in whole numbers); 0 all round when it is not over yet, unless the
	 * game can tell (chinese-checkers counts steps). */
	void (*scores)(const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX]);

	/* A move's text, as the position p writes it (m is legal there). Returns its length. */
	int (*move_text)(
		const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT]);

	/* Position strings, written and read. All that write() writes is read back. A string is
	 * refused if what can be counted in it, such as stones, turn and number, follows from no
	 * game; it comes from strangers. */
	void (*write)(const struct setup *s, const struct position *p, char text[POSITION_TEXT]);
	bool (*read)(
		const struct setup *s, struct position *p, const char *text, struct error *err);

	/* Equal if and only if the future is the same: the same moves lead to the same turns,
	 * moves and ends (move numbers left out). Well mixed over 64 bits: the key of a
	 * transposition table. */
	uint64_t (*key)(const struct setup *s, const struct position *p);

	/* The board as the game itself draws it, lines ended by \n; for rules that are a program.
	 * NULL: referee/board draws it. */
	void (*board)(const struct setup *s, const struct position *p, char text[BOARD_TEXT]);
};

/* Copies a position of this setup without the bytes that its game does not use. A search that
 * copies one for every node calls it; other code assigns. */
static inline void position_copy(
	const struct setup *s, struct position *to, const struct position *from)
{
	memcpy(to->bytes, from->bytes, s->rules->position_bytes);
}

/* all-rules.c: every game, ended by NULL, and the one of this name or NULL. */
extern const struct rules *const all_rules[];
const struct rules *rules_find(const char *name);

/*
 * Makes a setup from count texts "KEY=VALUE". An unknown key, a value out of range or a number of
 * seats that the game has not is refused: false, and a line in err that says what would be right.
 * seats 0 means the fewest that can play.
 */
bool setup_init(struct setup *s, const struct rules *rules, int seats, uint64_t seed,
	const char *const *settings, int count, struct error *err);

/* May setups of this game differ by their seed? True when a parameter has no preset. */
bool rules_vary(const struct rules *rules);

/* Reads a move's text against the legal moves of p: true and *m when one is written like this. */
bool rules_read_move(const struct setup *s, const struct position *p, const char *text, move *m);

/* Ranks by scores: 1 is best, ties share the better place (1 2 2 4). ranks has room for seats. */
void rules_ranks(const int64_t *scores, int seats, int *ranks);

/* splitmix64 (Steele, Lea and Flood 2014): the next of a stream of 64 random bits. Every seeded
 * choice of the project draws from it, so that a seed means the same everywhere. */
uint64_t random_next(uint64_t *state);

/* Uniform over 0..n-1, n > 0, without bias (Lemire 2019). */
uint64_t random_below(uint64_t *state, uint64_t n);

/* Mixes value into hash, for seeds made of several things. */
uint64_t random_mix(uint64_t hash, uint64_t value);

#endif
