/*
 * diagnosis.h - explains to a bot's author why the expected answer did not come: a table of
 * symptoms. Pure: it takes the observations and writes a sentence.
 *
 * The details of verdicts, `check` and `show --why` use the same sentences.
 */
#ifndef REFEREE_BOT_DIAGNOSIS_H
#define REFEREE_BOT_DIAGNOSIS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/time.h"
#include "referee/game/game.h"

enum { DIAGNOSIS_TEXT = 1024 };

/* The observations since the bot was asked. Texts are never NULL. */
struct diagnosis_facts {
	const char *sent;    /* the lines sent to it; the last one is the question */
	const char *awaited; /* the word that answers: "ugiok" */
	const char *said;    /* its output within the time limit, unchanged */
	const char *after;   /* its output after its input was closed */
	const char *errors;  /* the end of its stderr until then */
	const char *ending;  /* how it ended: "ended with exit status 1"; "": it runs */
	const char *python;  /* the Python that its command runs; "": none or unknown */
	const char *version; /* its name with the version: "python3.11"; "": unknown */
	const char *similar; /* a file with the name of a missing one but for capitals; "": none */
	const char *dir;     /* its working directory */
	const struct game *game; /* the game, if a move was due; else NULL */
	usec waited;		 /* time until it ended or until the time limit */
	usec wait;		 /* part of it that waited for a processor, if not charged */
	usec queued;		 /* the same, charged or not */
	usec used;		 /* processor time */
	usec late;		 /* how much too late the answer came; 0: it did not come */
	bool flooded;		 /* its output exceeded the limit of a turn */
	bool deaf;		 /* it did not read its input */
	bool uci;		 /* it answered "uci" but not "ugi" */
	bool spoke;		 /* an earlier line arrived, so it flushes its output */
	bool settled;		 /* it has acknowledged the position of this move */
	bool left;		 /* it ended after its input was closed */
	bool unasked;		 /* no move so far, and no isready after the position */
	bool thinking;		 /* it used the processor all the time */
	bool idle;		 /* it used the processor for less than a trace of its time */
	bool busy;		 /* it waited for a processor for most of its time */
	bool moved;		 /* it answered with a move before, since its start */
	bool remote;		 /* it plays over the network */
};

/* Writes the sentence that fits best. False: the text only says that the word did not come, and how
 * the bot ended. */
bool diagnosis_explain(const struct diagnosis_facts *facts, char *text, size_t room);

#endif
