/*
 * eta.c - estimates the remaining time by the recent pace.
 */
#include "base/eta.h"

#define ETA_APART (500 * MILLISECOND)

static const struct eta_moment *eta_moment(const struct eta *eta, long number)
{
	return &eta->moments[number % ETA_MOMENTS];
}

void eta_note(struct eta *eta, usec now, long done)
{
	eta->last = (struct eta_moment){now, done};
	if (eta->count > 0 && now - eta_moment(eta, eta->count - 1)->at < ETA_APART)
		return;
	eta->moments[eta->count++ % ETA_MOMENTS] = eta->last;
}

usec eta_left(const struct eta *eta, usec now, long more)
{
	long first = eta->count > ETA_MOMENTS ? eta->count - ETA_MOMENTS : 0;
	const struct eta_moment *since = eta_moment(eta, first);
	long pieces = eta->last.done - since->done;
	if (eta->count == 0 || pieces < 1)
		return -1;
	usec left = (usec)((double)(now - since->at) / (double)pieces * (double)more);
	usec silent = now - eta->last.at;
	return more > 0 && left < silent ? silent : left;
}

double eta_per_minute(const struct eta *eta, usec now)
{
	enum { PIECES = 1000000 }; /* so that usec are precise enough */
	usec left = eta_left(eta, now, PIECES);
	return left > 0 ? (double)(60 * SECOND) * PIECES / (double)left : -1;
}
