/*
 * eta.c - estimates the remaining time by the recent pace.
 */
#include "base/eta.h"

#define ETA_APART (500 * MILLISECOND)

static const struct eta_moment *eta_moment(const struct eta *p, long number)
{
	return &p->moments[number % ETA_MOMENTS];
}

void eta_note(struct eta *p, usec now, long done)
{
	p->last = (struct eta_moment){now, done};
	if (p->count > 0 && now - eta_moment(p, p->count - 1)->at < ETA_APART)
		return;
	p->moments[p->count++ % ETA_MOMENTS] = p->last;
}

usec eta_left(const struct eta *p, usec now, long more)
{
	long first = p->count > ETA_MOMENTS ? p->count - ETA_MOMENTS : 0;
	const struct eta_moment *since = eta_moment(p, first);
	long pieces = p->last.done - since->done;
	if (p->count == 0 || pieces < 1)
		return -1;
	usec left = (usec)((double)(now - since->at) / (double)pieces * (double)more);
	usec silent = now - p->last.at;
	return more > 0 && left < silent ? silent : left;
}

double eta_per_minute(const struct eta *p, usec now)
{
	enum { PIECES = 1000000 }; /* so that usec are precise enough */
	usec left = eta_left(p, now, PIECES);
	return left > 0 ? (double)(60 * SECOND) * PIECES / (double)left : -1;
}
