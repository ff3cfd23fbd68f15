/*
 * diagnosis.h - what it means when a bot does not say the word that is awaited: a table of
 * symptoms, told to the author of the bot. Pure: what was seen comes in, a sentence goes out.
 *
 * The same sentences are in the details of verdicts, in what `check` says, and in `show --why`.
 */
#ifndef REFEREE_BOT_DIAGNOSIS_H
#define REFEREE_BOT_DIAGNOSIS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/time.h"
#include "referee/game/game.h"

enum { DIAGNOSIS_TEXT = 1024 };

/* What was seen of a bot from the moment it was asked. Texts are never NULL. */
struct diagnoses {
	const char *sent;	 /* what it was sent, as lines; the last one asked it */
	const char *awaited;	 /* the word that would have answered: "ugiok" */
	const char *said;	 /* what it printed in its time, as it came */
	const char *after;	 /* what it printed only when its input was closed */
	const char *errors;	 /* the end of what it wrote to stderr until then */
	const char *ending;	 /* how it ended: "ended with exit status 1"; "": it did not */
	const char *python;	 /* the Python that its command runs; "": none, or not known */
	const char *dir;	 /* the folder that it runs in */
	const struct game *game; /* where a move was awaited; NULL: none was */
	usec waited;		 /* until it ended, or until the wait for it was over */
	usec wait;		 /* of that, for a processor, where that is not charged */
	usec used;		 /* of a processor */
	usec late;		 /* how much after that the awaited word came; 0: it did not */
	bool flooded;		 /* it wrote more than a turn may hold */
	bool deaf;		 /* it did not read what it was sent */
	bool uci;		 /* it answered to "uci" only */
	bool spoke;		 /* a line of it came before it was asked: it can flush */
	bool settled;		 /* it has said that it has read the position of this move */
	bool left;		 /* it ended as soon as its input was closed */
	bool unasked;		 /* it has made no move, and no isready followed the position */
	bool thinking;		 /* it used the processor all the time */
};

/* The sentence that fits best what was seen. False: it says no more than that the word did not
 * come, and how the bot ended. */
bool diagnosis_explain(const struct diagnoses *s, char *text, size_t room);

#endif
