/*
 * transcript.h - notes the lines of a bot under check, and their times. The time is an argument.
 */
#ifndef REFEREE_CHECK_TRANSCRIPT_H
#define REFEREE_CHECK_TRANSCRIPT_H

#include "referee/bot/bot-options.h"
#include "referee/bot/bot.h"

enum { TRANSCRIPT_LINE = 200, STRAYS_MAX = 8 };

/* Lines of one kind that have no meaning for the referee. */
struct stray {
	char word[40], why[160];
	int count;
};

struct transcript {
	char sent[TRANSCRIPT_LINE]; /* the last line sent to it */
	char line[TRANSCRIPT_LINE]; /* its first line after that; "" for none */
	bool echoes, uciok;
	const char *awaiting;	   /* the first word of an expected line ... */
	bool awaited;		   /* ... which came */
	bool spoke, greeted, done; /* received: any line, "ugiok", "readyok" after the options */
	usec first, ugiok, readyok;
	char name[TRANSCRIPT_LINE], author[TRANSCRIPT_LINE];
	char unknown[40]; /* a feature that the referee does not know; "" for none */
	struct offered_options offers;
	struct stray strays[STRAYS_MAX];
	int strays_count, strays_more; /* strays_more: lines that did not fit */
};

/* Notes a line sent to the bot, without its end. */
void transcript_sent(struct transcript *transcript, const char *line, size_t length);

/* Notes a line that came from the bot in this phase. */
void transcript_line(struct transcript *transcript, enum bot_phase phase, const char *line,
	size_t length, usec now);

#endif
