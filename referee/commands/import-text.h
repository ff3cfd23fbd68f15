/*
 * import-text.h - a game's tags and moves while they are read, shared by the two halves of their
 * reader.
 */
#ifndef REFEREE_COMMANDS_IMPORT_TEXT_H
#define REFEREE_COMMANDS_IMPORT_TEXT_H

#include "referee/commands/export.h"
#include "referee/commands/import.h"

/* Tags that mean something here; of each seat: their names are followed by its number. */
enum text_tag_name {
	TAG_EVENT,
	TAG_GAME,
	TAG_ROUND,
	TAG_RESULT,
	TAG_REASON,
	TAG_OPENING,
	TAG_FINAL,
	TAG_PARAMS,
	TAG_SEED,
	TAG_PAIRING,
	TAG_SANDBOX,
	TAG_START,
	TAG_END,
	TAG_SEAT,
	TAG_RANK = TAG_SEAT + SEATS_MAX,
	TAG_VERDICT = TAG_RANK + SEATS_MAX,
	TAG_DETAIL = TAG_VERDICT + SEATS_MAX,
	TAG_ELO = TAG_DETAIL + SEATS_MAX,
	TAGS = TAG_ELO + SEATS_MAX
};

/* A bot sat out: a line %bye. */
struct text_bye {
	int round;
	double points;
	char *name; /* owned */
};

/* What a bot has of its own: lines of its settings. */
struct text_own {
	char *name, *settings; /* owned */
};

struct text_in {
	/* The lines that began with %: owned; event NULL: there were none. */
	char *event, *format, *definition, *note;
	int64_t seed, created;
	struct text_bye *byes; /* owned: that the tournament gets with its first game */
	int byes_count;
	struct text_own *own; /* owned: what bots have of their own */
	int own_count;

	/* The game that is being read. */
	char *tags[TAGS]; /* owned; NULL: missing */
	int64_t first;	  /* its first line */
	int mistakes;	  /* of the file, when it began */
	bool any, moving, comment, over;
	int seats, next; /* next: whose move comes */
	struct db_move *moves;
	char (*words)[MOVE_TEXT]; /* the moves' texts */
	int count, room;
	char result[EXPORT_RESULT]; /* at the end of its moves */
	int64_t games;		    /* so far: the pairing of one that does not say it */
};

/* A whole number; false: it is none, or out of range. */
bool import_text_number(const char *text, int64_t least, int64_t most, int64_t *value);

/* import-text-game.c: the game that was read, made whole and passed on. */
void import_text_game(struct text_in *t, struct import *imp);

#endif
