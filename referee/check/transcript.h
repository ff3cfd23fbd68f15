/*
 * transcript.h - what a bot under examination has said, and when. The time is an argument.
 */
#ifndef REFEREE_CHECK_TRANSCRIPT_H
#define REFEREE_CHECK_TRANSCRIPT_H

#include "referee/bot/offered-options.h"
#include "referee/bot/bot.h"

enum { TRANSCRIPT_LINE = 200, STRAYS_MAX = 8 };

/* Lines of one kind that say nothing to the referee. */
struct stray {
	char word[40], why[160];
	int count;
};

struct transcript {
	char sent[TRANSCRIPT_LINE]; /* the last line that it was sent */
	char line[TRANSCRIPT_LINE]; /* its first line after that; "" for none */
	usec asked;		    /* when that was sent */
	bool echoes, uciok;
	const char *awaiting;	   /* a first word that is waited for ... */
	bool awaited;		   /* ... and came */
	bool spoke, greeted, done; /* any line, "ugiok", "readyok" after the options */
	usec first, ugiok, readyok;
	char name[TRANSCRIPT_LINE], author[TRANSCRIPT_LINE];
	char unknown[40]; /* a feature that the referee does not know; "" for none */
	struct offered_options offers;
	struct stray strays[STRAYS_MAX];
	int strays_count, strays_more; /* strays_more: lines for which there was no room */
};

/* A line went to it, without its end. */
void transcript_sent(struct transcript *s, const char *line, size_t length, usec now);

/* A line came from it while it was in this phase. */
void transcript_line(
	struct transcript *s, enum bot_phase phase, const char *line, size_t length, usec now);

#endif
