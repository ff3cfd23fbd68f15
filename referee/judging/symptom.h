/*
 * symptom.h - what it means when a bot does not say the word that is awaited: a table of symptoms,
 * told to whoever wrote the bot. Pure: what was seen comes in, a sentence goes out.
 */
#ifndef REFEREE_JUDGING_SYMPTOM_H
#define REFEREE_JUDGING_SYMPTOM_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/ground/time.h"

enum { SYMPTOM_TEXT = 1024 };

/* What was seen of a bot from the moment it was asked. Texts are never NULL. */
struct symptoms {
	const char *asked;   /* the word that asked it: "ugi" */
	const char *awaited; /* the word that would have answered: "ugiok" */
	const char *line;    /* the first line that it printed, "" for none */
	const char *ending;  /* how it ended: "ended with exit status 1"; "": it did not */
	usec waited;	     /* until it ended, or until nobody waited any more */
	usec late;	     /* how much after that the awaited word came; 0: it did not */
	bool flooded;	     /* it wrote more than a turn may hold */
	bool deaf;	     /* it did not read what it was sent */
	bool echoes;	     /* it printed what it was sent */
	bool uci;	     /* it said "uciok", or answered to "uci" only */
	bool unflushed;	     /* the awaited word came only when its input was closed */
	bool thinking;	     /* it used the processor all the time */
};

/* The sentence that fits best what was seen. */
void symptom_explain(const struct symptoms *s, char *text, size_t room);

#endif
