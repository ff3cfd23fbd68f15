/*
 * eta.h - how long something will take that is done piece by piece, at the pace of late: waits
 * count, so that quick pieces at the beginning promise nothing of slow ones at the end.
 */
#ifndef REFEREE_BASE_ETA_H
#define REFEREE_BASE_ETA_H

#include "referee/base/time.h"

enum { ETA_MOMENTS = 32 };

/* All zeroes: nothing has begun. Times are of any clock that goes on only while work does. */
struct eta {
	struct eta_moment {
		usec at;
		long done;
	} moments[ETA_MOMENTS]; /* a ring: the first, then those at which more was done */
	long count;
	struct eta_moment last; /* when something was done */
};

/* So much is done at this moment. Of many moments in half a second one is remembered. */
void eta_note(struct eta *p, usec now, long done);

/* How long so many more will take: as those since the first moment that is remembered took, and no
 * less than nothing was done for up to now. -1: nobody knows. */
usec eta_left(const struct eta *p, usec now, long more);

#endif
