/*
 * feedback.h - what a student is told after the tournament: place and rating, results against each
 * opponent, each kind of fault explained by one game, the worst moves, and the check.
 *
 * It comes from the database and the class's folder alone. It holds nothing of another student but
 * the name of the bot: no output, no source, no path. One struct feedback is written as a page, as
 * Markdown, as Gradescope's results.json, and as a row of the gradebook.
 */
#ifndef REFEREE_SUBMISSIONS_FEEDBACK_H
#define REFEREE_SUBMISSIONS_FEEDBACK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/board/board.h"
#include "referee/arbiter/house-bot.h"
#include "referee/submissions/class-state.h"
#include "protocol/verdict.h"
#include "referee/report/report-sections.h"
#include "referee/results/game-analysis.h"

/* FEEDBACK_SUSPECTS: moves that the exact solver looks at, of those that the house search finds
 * bad. FEEDBACK_SHARE: solver positions per position of the house search. FEEDBACK_LOOK: most
 * positions of the house search, so that a signal is handled soon. */
enum {
	FEEDBACK_BLUNDERS = 3,
	FEEDBACK_SUSPECTS = 10,
	FEEDBACK_SHARE = 50,
	FEEDBACK_LOOK = 100000,
	FEEDBACK_BETTER = 160
};

/* The newest program of a bot in the tournament. Texts are owned. */
struct feedback_bot {
	char *name, *command, *settings; /* settings may be NULL */
	int64_t id;
	bool remote;
};

/* The judgement of a position. */
struct feedback_guess {
	bool known;
	int64_t score; /* of the house search, for seat 1, as in score.h */
};

/* The values of a game whose moves were judged. */
struct feedback_values {
	int64_t game;
	int plies;
	struct feedback_guess *guesses; /* owned: of each position, plies + 1 of them */
	struct db_analysis *moves; /* owned: of each ply, as `referee analyse` has stored them */
};

/* The data that all students share. */
struct feedback_class {
	struct db *db;			 /* borrowed */
	const struct class_state *class; /* borrowed */
	struct report report;
	struct feedback_bot *bots; /* owned */
	int bots_count;
	struct game_analysis analysis;
	struct house_bot house;
	int64_t nodes, games;		/* work for a value; games of each student to judge */
	struct feedback_values *values; /* owned: of the games that were judged */
	int values_count;
	bool looked_up, solved; /* has the solver been asked whether it knows the game; does it? */
};

struct feedback_opponent {
	char *name; /* owned */
	int64_t games, wins, draws, losses;
	double points;
};

/* A kind of fault, explained by the newest game that it lost. Texts are owned. */
struct feedback_fault {
	enum verdict verdict;
	int64_t count; /* games that it lost */
	int64_t game;
	char *opponents;
	char *detail; /* the sentence; NULL: none */
	char *report; /* the failure report and the position, in lines */
	char *board;  /* SVG; NULL: none */
	char *before; /* the words before the command; NULL: there is no command */
	char *command;
};

/* A bad move. Texts are owned. */
struct feedback_blunder {
	int64_t game;
	int turn, ply, seat;
	char move[MOVE_TEXT];
	char *position; /* before it */

	bool exact;	       /* the solver knows both values: */
	int64_t before, after; /* for the student */
	bool guessed;	       /* the house search has scores of both positions, as in score.h: */
	int64_t score_before, score_after; /* for the student */

	char better[FEEDBACK_BETTER]; /* exact: the moves that keep the value; else the move of the
					 house search; "": not known */
	char *opponents;
	char *text;  /* the board before the move, in lines */
	char *board; /* SVG of the board after it; NULL: none */
	char *command;
};

/* Borrows its class and student. */
struct feedback {
	const struct feedback_class *class;
	const struct class_student *student;
	const struct feedback_bot *program; /* NULL: it has not played */
	const struct report_bot *bot;	    /* its row in the standings; NULL: none */
	const struct rating *rating;	    /* NULL: none that is comparable */
	struct feedback_opponent *opponents;
	int opponents_count;
	struct feedback_fault faults[VERDICTS];
	int faults_count;
	struct feedback_blunder blunders[FEEDBACK_SUSPECTS]; /* the worst first */
	int blunders_count;
	int64_t judged, moves; /* games whose moves were judged; the bot's moves in them */
	int64_t known, kept;   /* those of the moves whose exact values were stored, and those of
				  these that kept the value */
	char *check;	       /* the text of the check; NULL: none */
	char *check_command;   /* NULL: there is nothing to run */
	char *older; /* the version that played, if a newer one was taken since; NULL: none */
};

/* Reads what all students share. The class and the database are borrowed. Returns a DB_ error;
 * DB_NONE: there is no such tournament. The caller closes it in every case. */
int feedback_open(struct feedback_class *all, struct db *db, int64_t tournament,
	const struct class_state *class);
void feedback_close(struct feedback_class *all);

/* Reads all about a student. A DB_ error. After a signal (game_analysis_is_stopped()) it is not
 * complete. The caller clears it in every case. */
int feedback_read(
	struct feedback *f, struct feedback_class *all, const struct class_student *student);
void feedback_clear(struct feedback *f);

/* feedback-blunders.c: reads the blunders. A DB_ error. */
int feedback_read_blunders(struct feedback *f, struct feedback_class *all);
void feedback_close_values(struct feedback_class *all);

/* feedback-blunders.c: is the move bad? By the exact values it lost a win or a draw; else, by the
 * scores, it lost a forced win, allowed a forced loss, or fell by a whole unit. */
bool feedback_is_bad(const struct feedback_blunder *b);

/* feedback-blunders.c: keeps a bad move if it is one of the FEEDBACK_SUSPECTS worst. The same move
 * in the same position counts once. Takes b->position. */
void feedback_keep(struct feedback *f, struct feedback_blunder *b);

/* feedback-read.c: draws a position, with the move that led to it if the scene has one. */
char *feedback_draw(const struct board_scene *scene, const char *position);

/* feedback-read.c: the names of the other bots of a game: "ab4", "ab4, ab2". The caller frees it.
 */
char *feedback_opponents(const struct stored_game *g, int seat);

/* --- words: feedback-words.c --------------------------------------------------------------------
 * Sentences that all forms share. The caller frees them; the texts are not escaped. */

char *feedback_title(const struct feedback *f);	   /* the student's name, or the bot's */
char *feedback_standing(const struct feedback *f); /* "rank 3 of 9, 5.5 points of 8, ..." */
char *feedback_rating(const struct feedback *f);   /* "+120 ± 40"; why there is none */
/* Sentences of the page: of the check, of a fault, of a blunder and of the analysis. The caller
 * frees them. */
char *feedback_check_words(const struct feedback *f);
char *feedback_fault_title(const struct feedback_fault *fault);
char *feedback_blunder_title(const struct feedback_blunder *b);
char *feedback_blunder_words(const struct feedback_blunder *b);
char *feedback_analysis_words(const struct feedback *f);

/* --- forms ----------------------------------------------------------------------------------- */

/* Write the whole page in one of its forms. */
void feedback_write_html(FILE *out, const struct feedback *f);
void feedback_write_markdown(FILE *out, const struct feedback *f);
void feedback_write_gradescope(FILE *out, const struct feedback *f);

/* The gradebook: a CSV file with a header and a row for each student. Texts that a spreadsheet
 * would take for a formula begin with an apostrophe. */
struct text_table *gradebook_begin(FILE *out);
void gradebook_row(struct text_table *table, const struct feedback *f);

#endif
