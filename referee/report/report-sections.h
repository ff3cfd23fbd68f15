/*
 * report-sections.h - the sections of the report, one function each, and the data of a tournament
 * that they show. The live pages use both.
 */
#ifndef REFEREE_REPORT_REPORT_SECTIONS_H
#define REFEREE_REPORT_REPORT_SECTIONS_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/game/game.h"
#include "referee/game/move-list.h"
#include "referee/game/log-access.h"
#include "referee/rating/rating.h"
#include "referee/report/report.h"
#include "rules/rules.h"

struct json_writer;

struct report_bot {
	char *name;   /* owned, from the database */
	char *limits; /* owned: its own limits of a move; NULL: none */
	int rank;
	int64_t games, played, wins, draws, losses, faults;
	double points, percent, mean_rank;
};

/* Ratings after parts of the games, each a separate fit, of the bots that have a line in the plot.
 */
enum { REPORT_BANDS = 12, REPORT_BANDS_BOTS = 1000, REPORT_BANDS_ONE = 64 /* of one line */ };

struct report_band {
	int64_t at; /* games */
	bool known[REPORT_LINES];
	double elo[REPORT_LINES], error[REPORT_LINES]; /* standard errors */
};

/* The texts of the query tournament-sums. */
enum report_text {
	REPORT_NAME,
	REPORT_GAME,
	REPORT_FORMAT,
	REPORT_SEED,
	REPORT_DEFINITION,
	REPORT_STARTED,
	REPORT_ENDED,
	REPORT_SANDBOX,
	REPORT_NOTE,
	REPORT_TEXTS
};

/* The board of a page of one game. */
struct report_look {
	bool given;   /* it shows the position after ply moves, 0: the start; else the last one */
	int ply;      /* one that the game has not stands for the last */
	bool flipped; /* seen from the other side, if the board can be */
};

struct report {
	FILE *out;
	const char *base; /* borrowed: begins the addresses of its pages, "/t/1"; NULL: all is one
			     file */
	struct db *db;
	int64_t tournament;
	const struct report_options *options;
	const struct report_strength *strength; /* borrowed; NULL: not of two bots */
	char *texts[REPORT_TEXTS];		/* owned */
	int seats;
	enum log_policy logs;	  /* readers of the logs of its bots ... */
	struct log_reader reader; /* ... and the reader of this report; all zero: a stranger */
	int64_t games, plies, faults;
	struct report_bot *bots; /* owned, best first */
	int bots_count;
	int *by_name;		   /* owned: the bots' indices in the order of their names */
	const struct rules *rules; /* NULL: this program has no such rules */
	char *description;	   /* owned: of a rules program; NULL: none is stored */
	int64_t *ids, listed;	   /* owned: the games in the report, newest first; their number */
	int64_t first;		   /* the oldest of them; 0: none */
	int from; /* plies of a running game that the reader has; report_game() leaves them out */
	struct report_look look;
	const struct clock *clocks; /* borrowed: of a running game, by seat; NULL: not known */
	int64_t moved;		    /* of a running game: when its seat to move was asked, UTC ms */
	struct setup *setup;	  /* owned: the setup of all games, if they share one; otherwise its
				     rules are NULL */
	bool settled;		  /* setup is that of the requested game */
	bool running;		  /* and that game is not over */
	struct rating_table *fit; /* owned: ratings of the bots, by their rows in the standings */
	int lines_count;	  /* bots with a line in the plot: the first, or */
	int one;		  /* set by the caller: this bot alone, its row + 1; 0: the first */
	struct board *board;	  /* owned: the newest board of the file; NULL: none */
	int boards;		  /* number of boards */
	bool banded;		  /* set by the caller: bands are wanted */
	const char *benched; /* borrowed: bots that play no more, separated by blanks; NULL: not
				known */
	struct report_band *bands; /* owned: REPORT_BANDS of them; NULL: none */
};

/* report-read.c: fills in all members except those of the caller (out, base, db, tournament,
 * options) and those of report_load_history(). Returns a DB_ error; DB_NONE, without a message:
 * there is no such tournament. */
int report_load(struct report *r);
void report_clear(struct report *r);

/* report-read.c: fills in fit, lines_count and bands; the other members must be loaded.
 * Returns a DB_ error. */
int report_load_history(struct report *r);

/* Sets the bots of a report about one game that is in no database. */
void report_seat_bots(struct report *r, const char *const *names, int count);

/* May the reader see the output of this bot? All pages ask this function. */
bool report_logs(const struct report *r, const char *bot);

/* The bot's row in the standings, or -1. */
int report_find(const struct report *r, const char *name);

/* The row of the bot that has this line in the plot. */
int report_line_bot(const struct report *r, int line);

/* The setup of a game, which params_setup_clear() frees. False: this program lacks the rules, and
 * err has a line. */
bool report_setup(
	const struct report *r, const struct db_game *row, struct setup *s, struct error *err);

/* Is it benched? Writes the badge of a bot that is, and nothing for others; writes the cell with a
 * bot's name and badge that begins a row. */
bool report_is_benched(const struct report *r, const char *bot);
void report_badge(const struct report *r, const char *bot);
void report_bot_cell(const struct report *r, const char *bot);

/* --- sections ----------------------------------------------------------------------------------
 */

/* Writes an href, with the attributes that the report's script needs. It leads to
 * a game, to a bot (its row in the standings), or to the games of two bots. */
void report_to_game(const struct report *r, int64_t game);
void report_to_bot(const struct report *r, int bot);
void report_to_games(const struct report *r, int bot, int other);

/* report-top.c: writes the games played, the terms and all settings; writes the data for the
 * scripts (the element report-data). */
void report_played(const struct report *r);
void report_settings(const struct report *r);
/* An item of a list of facts: "1 fault", "2 faults". */
void report_fact(FILE *out, int64_t count, const char *one, const char *many);
void report_data(const struct report *r);

/* Is there enough for this section? */
bool report_has_crosstable(const struct report *r);
bool report_has_ratings(const struct report *r);
bool report_has_left_out(const struct report *r);

/* The sections, each without its heading. They return a DB_ error. */
int report_strength(struct report *r);
int report_standings(struct report *r);
int report_left_out(struct report *r);
int report_crosstable(struct report *r);
int report_ratings(struct report *r);
int report_faults(struct report *r);
int report_games(struct report *r);

/* report-ratings.c: writes the fit as it was earlier, with the uncertainty of the results at that
 * time, as a chart and as a table, for the bots that have a line; r->bands must be there. */
void report_rating_lines(const struct report *r);

/* report-game.c: writes a game as a JSON object; with an id, writes its board and a script
 * element with that id. On a page of one game the board shows what r->look says, and links go
 * through the game without scripts. Returns a DB_ error. */
int report_game(struct report *r, const struct db_game *game, const char *id);

/* Writes the board of a game after its last ply: with a label as an element of a page, else its
 * contents by j (board_changes() from an empty board). Returns the seat to move, 0: it is over;
 * -1: it cannot be played again, and nothing is written. */
int report_glimpse(
	struct report *r, const struct db_game *game, const char *label, struct json_writer *j);

/* Writes what a seat has for its next move. */
void report_clock(struct json_writer *j, const char *key, const struct clock *clock);

/* report-scores.c: writes the chart of the bots' scores, with a line at the shown ply; nothing if
 * no bot gave one. */
void report_scores(const struct report *r, const struct db_game *game);

/* Finds the numbers of the games before and after one in its tournament; 0: none. Returns a DB_
 * error. */
int report_neighbours(const struct report *r, int64_t game, int64_t *before, int64_t *after);

/* Writes the element to which all boards of the game refer. */
void report_pieces(const struct report *r);

/* Writes its record (record.h). False: it cannot be played again, and err has a line. */
bool report_record(struct report *r, const struct db_game *game, struct error *err);

/* The list of games: its head, one row, its end. */
void report_games_head(const struct report *r);
void report_games_row(const struct report *r, const struct db_game *game);
void report_games_end(const struct report *r);

/* As in game_result() and the view game_list. */
enum { REPORT_RESULT = GAME_RESULT };
void report_result(const struct db_game *game, char text[REPORT_RESULT]);

#endif
