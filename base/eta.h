/*
 * eta.h - estimates the remaining time of work that is done piece by piece.
 *
 * It uses the recent pace, waits included. So quick pieces at the beginning do not hide slow ones
 * at the end.
 */
#ifndef BASE_ETA_H
#define BASE_ETA_H

#include "base/time.h"

enum { ETA_MOMENTS = 32 };

/* All zeroes: not started. Times are of any clock that runs only while the work runs. */
struct eta {
	struct eta_moment {
		usec at;
		long done;
	} moments[ETA_MOMENTS]; /* a ring: the first moment, then moments of progress */
	long count;
	struct eta_moment last; /* last progress */
};

/* Notes that `done` pieces are done at this moment. Keeps at most one moment per half second. */
void eta_note(struct eta *eta, usec now, long done);

/* Estimated time for `more` pieces, at the pace since the first kept moment. It is at least the
 * time since the last progress. -1: unknown. */
usec eta_left(const struct eta *eta, usec now, long more);

/* Pieces per minute, at the same pace. -1: unknown. */
double eta_per_minute(const struct eta *eta, usec now);

#endif
