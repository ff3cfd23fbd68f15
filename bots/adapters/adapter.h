/*
 * adapter.h - an adapter lets a program play that speaks another protocol than the referee's.
 *
 * Each kind of adapter is one file with one row: it writes the state of the game in the program's
 * own language, and finds the program's move in what the program writes. All else is here: the
 * referee's protocol, the rules, the process, time, and notation.
 *
 * A kind's functions run one after the other and may wait for the program with adapter_line() or
 * adapter_prompt(); these also notice when the time is up, the program ends, or the referee stops
 * the search.
 */
#ifndef BOTS_ADAPTERS_ADAPTER_H
#define BOTS_ADAPTERS_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/adapters/notation.h"
#include "bots/adapters/program.h"
#include "base/error.h"
#include "protocol/line.h"
#include "protocol/message.h"
#include "rules/rules.h"

enum { ADAPTER_PLIES = 4096, ADAPTER_WORDS = 64, ADAPTER_ANSWER = 64 };

/* When the program is started again. */
enum adapter_restart { RESTART_NEVER, RESTART_GAME, RESTART_MOVE };

/* The move of a program that does not answer in time. */
enum adapter_fallback { FALLBACK_MIDDLE, FALLBACK_FIRST, FALLBACK_RANDOM };

/* The ends of a wait for the program. */
enum adapter_event {
	ADAPTER_LINE,	 /* the program has written something */
	ADAPTER_LATE,	 /* the time of --until has passed */
	ADAPTER_ENDED,	 /* the program has ended */
	ADAPTER_STOPPED, /* the referee wants the move now, or quits */
};

/* Options. A kind uses those that its row names. */
struct adapter_options {
	const char *name;     /* of the bot; NULL: the program's */
	const char *function; /* kaggle: its name; NULL: by convention */
	int base;	      /* the number of the first column, row or cell */
	const char *move;     /* notation.h's pattern; NULL: the kind's */
	const char *pass;     /* the word of a pass, as in notation.h */
	const char *cells;    /* a free cell, then a stone of seat 1, 2, ... */
	const char *mine;     /* "mine" and "theirs" instead of seats: the program's own stone */
	double until; /* part of the move's time after which the fallback is played; 0: none */
	enum adapter_fallback fallback;
	enum adapter_restart restart;
	int seat;	    /* the only seat that the program plays; 0: all */
	const char *first;  /* lines for a program in seat 1, separated by commas */
	const char *second; /* for one in another seat */
	const char *turn;   /* a line before each question */
	const char *gap;    /* board: between two cells */
	int site;	    /* aigames: 0 theaigames, 1 riddles */
	const char *ask;    /* human: the prompt before the other's move, a regular expression */
	const char *answer; /* the line of its move; the move is the first group */
	const char *row;    /* human: a row of its board; its cells are the first group */
	const char *set[ADAPTER_WORDS]; /* uci: NAME=VALUE */
	int set_count;
};

struct adapter;

/* One adapter at work. */
struct adapter_run {
	const struct adapter *kind;
	struct adapter_options options;
	const char *const *command; /* what follows `--`; borrowed */
	char name[NOTATION_TEXT];   /* by which the program introduces itself, else its command */
	struct program program;

	/* The referee's side. */
	struct line_reader in;
	char *held;		   /* a line that came during a question, for later; NULL: none */
	bool named[ADAPTER_WORDS]; /* uci: the engine has this option of set */
	char doubt[2 * NOTATION_TEXT]; /* uci: what may be wrong with its options; "": nothing */
	bool stopped, quit;
	bool ready;  /* a program has lived for a while */
	bool loaded; /* the program has been waited for */
	bool played; /* it has been asked for a move since it was started */

	/* The game. */
	struct setup setup; /* rules NULL: no game yet */
	bool placed;	    /* position holds */
	struct position position;
	int seat;		   /* that the program sits in */
	char start[POSITION_TEXT]; /* "": the usual start */
	int moves_count;
	char moves[ADAPTER_PLIES][MOVE_TEXT];
	uint8_t movers[ADAPTER_PLIES]; /* the seat of each */
	int moves_known; /* the program knows this many of them, if it keeps a board */
	int passes;	 /* of the program since its last question, which it may have printed */
	bool over;	 /* it has ended where its moves decide nothing any more */
	uint64_t seed;

	/* The question. */
	int64_t limit_ms;	    /* the time of this move, for the program; 0: none is known */
	int64_t deadline_us;	    /* of the fallback; 0: none */
	int64_t notice_us;	    /* of the note that it has not answered; 0: none */
	bool heard;		    /* it has written a line */
	char noted[ADAPTER_ANSWER]; /* the start of its last line that is no move */
	struct error unread;	    /* human: the reason why its board gave no move; "": none */
	char room[LINE_FROM_REFEREE];
};

/* A kind of adapter. */
struct adapter {
	const char *name;
	const char *summary; /* one line for --help */
	const char *usage;   /* what stands behind the options */
	const char *options; /* the names of the options that it has, separated by blanks */
	const char *games;   /* names separated by blanks; NULL: every game */
	struct adapter_options preset;
	enum program_buffer buffer;

	/* The program's words; NULL: the command as it is. Ends with a NULL. */
	bool (*words)(struct adapter_run *a, const char **words, struct error *err);
	/* After a start: what the program must say before the first game. NULL: nothing. */
	enum adapter_event (*greet)(struct adapter_run *a);
	/* Tells a program with a board of its own a move of another seat. NULL: it has none, and
	 * plays from any position. */
	enum adapter_event (*tell)(struct adapter_run *a, const char *text);
	/* A game begins, and the program has been started if it is started for each. NULL: nothing.
	 */
	bool (*begin)(struct adapter_run *a);
	/* Asks for a move of the position. ADAPTER_LINE: answer is the text of `bestmove`. */
	enum adapter_event (*ask)(
		struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER]);
	/* The program must move now, in the middle of ask(). NULL: it cannot be told. */
	void (*stop)(struct adapter_run *a);
	/* Sets an option of the program. NULL: it has none. */
	void (*setoption)(struct adapter_run *a, const char *name, const char *value);
};

extern const struct adapter *const all_adapters[]; /* ends with NULL */

/* The adapter's main part: answers the referee until `quit`. Returns the exit status. */
int adapter_run(struct adapter_run *a);

/* Sends the program a formatted text. */
void adapter_send(struct adapter_run *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The program's next line. */
enum adapter_event adapter_line(struct adapter_run *a, char **line);

/* The program's next line, or a text without a line end for which take() returns true. */
enum adapter_event adapter_prompt(struct adapter_run *a, char **line,
	bool (*take)(struct adapter_run *a, const char *text), bool *prompt);

/* Tells a program with a board of its own each move of the others that it does not know yet. Its
 * own passes it knows: they are played for it, as there is no other move. The adapter ends with a
 * message if the game began elsewhere than at the usual start. The program then knows all moves,
 * and its own answer. */
enum adapter_event adapter_follow(struct adapter_run *a);

/* The form of the program's moves. Its pattern is the option's, or the column's number at connect4
 * and the referee's notation elsewhere. */
struct notation_form adapter_form(const struct adapter_run *a);

/* Reads a move of the program as `bestmove` needs it. False: it is no legal move, and stays as it
 * is.
 */
bool adapter_answer(struct adapter_run *a, const char *text, char answer[ADAPTER_ANSWER]);

/* Finds the program's move in a line: by the option `answer`, else the whole line must be a move,
 * or a number. False: the line is something else. */
bool adapter_finds(struct adapter_run *a, const char *line, char answer[ADAPTER_ANSWER]);

/* Does the expression match the line? Found: its first group; without a group all that it matches.
 */
enum adapter_matched { MATCHED_NOT, MATCHED_ALL, MATCHED_GROUP };
enum adapter_matched adapter_match(
	const char *expression, const char *line, char *found, size_t room);

/* Writes text with {seat} and {stone} replaced by those of the program. */
void adapter_fill(const struct adapter_run *a, const char *text, char *out, size_t room);

/* Sends text, filled in, as a line. NULL: nothing. */
void adapter_send_turn(struct adapter_run *a, const char *text);

/* Sends the lines of --first or --second, separated by commas. questions: each is the answer to a
 * question, which is awaited. False: the program has ended. */
bool adapter_introduce(struct adapter_run *a, bool questions);

/* A line that says nothing to the adapter: the program's own output, kept in its log. */
void adapter_log_line(struct adapter_run *a, const char *line);

/* Writes the reason to the log and ends the adapter. */
void adapter_fail(struct adapter_run *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sends a line of the referee's protocol. */
void adapter_send_referee(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
