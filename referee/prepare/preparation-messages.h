/*
 * preparation-messages.h - the lines that the process that prepares bots sends: one for each
 * result, and "done" at the end.
 */
#ifndef REFEREE_PREPARE_PREPARATION_MESSAGES_H
#define REFEREE_PREPARE_PREPARATION_MESSAGES_H

#include "base/line-table.h"
#include "referee/process/process.h"
#include "referee/tournament/tournament.h"

enum {
	PREPARATION_LINE = 32768, /* bytes of the longest line */
	PREPARATION_TEXT = 4000	  /* of a text */
};

enum preparation_kind {
	PREPARATION_BUILT,
	PREPARATION_OUTPUT_OF, /* a part of the output of a build that failed; "failed" follows */
	PREPARATION_FAILED,
	PREPARATION_BROKEN,
	PREPARATION_ASKS, /* all builds are done; it goes on when its input ends */
	PREPARATION_ANSWER,
	PREPARATION_DONE,
	PREPARATION_KINDS
};

struct preparation_line {
	enum preparation_kind kind;
	int bot;
	int64_t took;		      /* time of the build; 0: the cache had it */
	int64_t startpos_only, seats; /* seats: bit seat - 1 */
	const char *text;	      /* of an answer: the bot's author, or "" */
};

extern const struct line_table preparation_table;

/* Is the bot asked for its features? */
bool preparation_asks(const struct bot *bot);

/* Is its program a house bot? House bots play every game from every position in every seat. */
bool preparation_is_house_bot(const struct bot *bot);

/* The process. arg: the tournament; the process changes its own copy. */
extern const struct process_kind preparation_process;

#endif
