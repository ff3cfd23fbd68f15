/*
 * record-parser.h - parses the lines of a record, and collects them until the game is complete.
 */
#ifndef REFEREE_DIRECTOR_RECORD_PARSER_H
#define REFEREE_DIRECTOR_RECORD_PARSER_H

#include "db/db.h"
#include "rules/rules.h"

enum record_parser_status {
	RECORD_PARSER_MORE,
	RECORD_PARSER_GAME,   /* game is complete; its texts last until the next line */
	RECORD_PARSER_VOID,   /* play the game again: why has the reason */
	RECORD_PARSER_WIRE,   /* a line of the conversation: line_seat, why */
	RECORD_PARSER_OPTION, /* options that the bot refused: line_seat, why */
	RECORD_PARSER_BAD     /* no line of a record, or not valid here */
};

/* Zeroes: empty. */
struct record_parser {
	struct db_game game;
	bool begun; /* between the first line of a game and its end */
	uint64_t pairing;
	struct db_move *moves; /* owned, as are the next two */
	char (*move_texts)[MOVE_TEXT];
	int moves_room;
	struct db_info *infos; /* owned, with their texts: of moves with search information */
	int infos_room;
	char *errors; /* owned: incomplete stderr text of the last seat's bot */
	size_t errors_length, errors_room;
	char *texts[5 * DB_SEATS + 2]; /* owned copies: a seat's own, final, reason */
	int texts_count;
	int line_seat;
	const char *why; /* borrowed from the line */
};

/* Frees everything and returns to zeroes. */
void record_parser_clear(struct record_parser *g);

/* Parses one untrusted line and cuts it up in place. A parsed game has the shape of a game, and its
 * numbers are in a clock's range. record-judge.h judges whether it was played by the rules. */
enum record_parser_status record_parser_line(struct record_parser *g, char *line);

#endif
