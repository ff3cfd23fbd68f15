/*
 * game-receiver.h - receives one game from an arbiter, line by line, and validates it.
 *
 * The arbiter talks to bots, so it may be broken or compromised. If it sends a line that it must
 * not send, its owner kills it and has the game played again. A result that is passed on is valid:
 * each line belongs to this game's record, and the game was played by its rules.
 */
#ifndef REFEREE_DIRECTOR_GAME_RECEIVER_H
#define REFEREE_DIRECTOR_GAME_RECEIVER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/bot/arbiter-config.h"
#include "referee/director/game-queue.h"
#include "referee/game/position-blocks.h"
#include "referee/game/rejudge.h"

/* --- the parser ------------------------------------------------------------------------------ */

enum record_parser_status {
	RECORD_PARSER_MORE,
	RECORD_PARSER_GAME,   /* game is complete; its texts last until the next line */
	RECORD_PARSER_VOID,   /* play the game again: text has the reason */
	RECORD_PARSER_WIRE,   /* a line of the conversation: line_seat, text */
	RECORD_PARSER_OPTION, /* options that the bot refused: line_seat, text */
	RECORD_PARSER_BAD     /* no line of a record, or not valid here */
};

/* Parses the lines of a record, and collects them until the game is complete. Zeroes: empty. */
struct record_parser {
	struct db_game game;
	bool begun; /* between the first line of a game and its end */
	uint64_t pairing;
	struct db_move *moves; /* owned, as are the next two */
	char (*move_texts)[MOVE_TEXT];
	int moves_room;
	struct db_info *infos; /* owned, with their texts: of moves with search information */
	int infos_room;
	struct position_blocks blocks; /* owned: what a rules program answered */
	char *errors;		       /* owned: incomplete stderr text of the last seat's bot */
	size_t errors_length, errors_room;
	char *texts[5 * DB_SEATS + 2]; /* owned copies: a seat's own, final, reason */
	int texts_count;
	int line_seat;
	const char *text; /* borrowed from the line */
};

/* Frees everything and returns to zeroes. */
void record_parser_clear(struct record_parser *parser);

/* Parses one untrusted line and cuts it up in place. A parsed game has the shape of a game, and its
 * numbers are in a clock's range. record_judge() judges whether it was played by the rules. */
enum record_parser_status record_parser_line(struct record_parser *parser, char *line);

/* --- the conversations ------------------------------------------------------------------------ */

enum { WIRE_LOG_MAX = 64 << 20 /* bytes per seat; the rest is dropped */ };

/* The conversations of a game, to be written to text files, one per seat. "> " begins a line to the
 * bot, "< " a line from the bot, "! " a line of its stderr, in this order of time. */
struct wire_log {
	FILE *stream[SEATS_MAX]; /* owned: memory */
	char *text[SEATS_MAX];
	size_t length[SEATS_MAX];
	size_t bytes[SEATS_MAX]; /* added so far */
};

/* Which conversations are kept, and in which folder. */
struct wire_options {
	const char *folder; /* borrowed; NULL: none */
	bool failed;	    /* only those of games in which a bot failed */
};

/* Writes FOLDER/game-GAME-seat-SEAT.txt for each seat with lines, then clears w. -1 with errno. */
int wire_log_save(struct wire_log *w, const char *folder, int64_t game);

/* --- the judge ------------------------------------------------------------------------------- */

/* t was checked; it is borrowed. Free the result with rejudge_free(). */
struct rejudge *record_judge_create(const struct tournament *t);

/*
 * Was the game of this job played by the rules: moves, turns, its end, ranks? Its seed and opening
 * are set. The time of each move and each loss on time is judged by the limits of config, and no
 * move took longer than the game: it was requested at job->requested, and now is time_boot(). The
 * oracle's value is accepted if the ranks follow from any value. False: err has the first mismatch.
 */
bool record_judge(struct rejudge *judge, const struct arbiter_config *config, const struct job *job,
	const struct db_game *g, usec now, struct error *err);

/* The time that a game of this job can have taken at most: since its request, and a little more,
 * because the clocks of two machines differ. */
usec record_judge_most(const struct job *job, usec now);

/* --- the receiver ---------------------------------------------------------------------------- */

struct game_receiver_calls {
	/* Can the job's game have ended like this? False: no; err has a line. */
	bool (*judge)(
		void *owner, const struct job *job, const struct db_game *g, struct error *err);
	/* The game was played. g and w last until this returns. */
	void (*played)(void *owner, const struct job *job, struct db_game *g, struct wire_log *w);
	/* A line of its record when it arrives; may be NULL. */
	void (*line)(void *owner, const struct job *job, const char *line);
	/* Lines about options that are set for the bot in this seat and that it does not take. The
	 * call may be NULL. */
	void (*options)(void *owner, const struct job *job, int seat, const char *lines);
	/* The referee could not play the game. why NULL: its process has ended, which is reported
	 * once for all its games. */
	void (*voided)(void *owner, const struct job *job, const char *why);
};

/* Zeroes: nothing was received. */
struct game_receiver {
	struct record_parser parser;
	struct wire_log wire;
	char *line; /* owned: a copy of the last line, because parsing cuts it up */
	size_t room;
};

enum game_receiver_status {
	GAME_RECEIVER_MORE,
	GAME_RECEIVER_OVER, /* the game is over, and a call reported it */
	GAME_RECEIVER_WRONG /* the process must not send this line; err quotes it */
};

/* Handles a line about this game and cuts it up in place. job NULL: no game is in play. */
enum game_receiver_status game_receiver_take(struct game_receiver *receiver,
	const struct game_receiver_calls *calls, void *owner, const struct job *job, char *line,
	struct error *err);

enum { GAME_RECEIVER_SHOWN = 80 }; /* bytes shown of a refused line */

/* Writes the reason for a line that no process may send. */
void game_receiver_refuse(const char *line, struct error *err);

/* Frees everything and returns to zeroes. */
void game_receiver_clear(struct game_receiver *receiver);

#endif
