/*
 * record-parser.h - the lines of a record, gathered until a game is whole.
 */
#ifndef REFEREE_DIRECTOR_RECORD_PARSER_H
#define REFEREE_DIRECTOR_RECORD_PARSER_H

#include "db/db.h"
#include "rules/rules.h"

enum record_parser_status {
	RECORD_PARSER_MORE,
	RECORD_PARSER_GAME,   /* game is whole; its texts last until the next line */
	RECORD_PARSER_VOID,   /* it is to be played again: why says why */
	RECORD_PARSER_WIRE,   /* a line of the conversation: line_seat, why */
	RECORD_PARSER_OPTION, /* options that its bot does not take: line_seat, why */
	RECORD_PARSER_BAD     /* no line of a record, or not one that may come here */
};

/* Of zeroes, it has nothing. */
struct record_parser {
	struct db_game game;
	bool begun; /* since its first line; not any more when it is over */
	uint64_t pairing;
	struct db_move *moves; /* owned, as are the next two */
	char (*move_texts)[MOVE_TEXT];
	int moves_room;
	struct db_info *infos; /* owned, as are their texts: of moves of which something was said */
	int infos_room;
	char *errors; /* owned: what the last seat's bot wrote to stderr, until that is whole */
	size_t errors_length, errors_room;
	char *texts[5 * DB_SEATS + 2]; /* owned copies: a seat's own, final, reason */
	int texts_count;
	int line_seat;
	const char *why; /* borrowed from the line */
};

/* Back to zeroes. */
void record_parser_clear(struct record_parser *g);

/* Takes in one line (cut up in place), of a process that may say anything: what comes out as a game
 * has the shape of one, and its numbers are ones that a clock can show. Whether it was played by
 * the rules is judged by record-judge.h. */
enum record_parser_status record_parser_line(struct record_parser *g, char *line);

#endif
