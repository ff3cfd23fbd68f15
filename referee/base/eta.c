/*
 * eta.c - the pace of late.
 */
#include "referee/base/eta.h"

#define PACE_APART (500 * MILLISECOND)

static const struct pace_moment *pace_moment(const struct pace *p, long number)
{
	return &p->moments[number % PACE_MOMENTS];
}

void pace_note(struct pace *p, usec now, long done)
{
	p->last = (struct pace_moment){now, done};
	if (p->count > 0 && now - pace_moment(p, p->count - 1)->at < PACE_APART)
		return;
	p->moments[p->count++ % PACE_MOMENTS] = p->last;
}

usec pace_left(const struct pace *p, usec now, long more)
{
	long first = p->count > PACE_MOMENTS ? p->count - PACE_MOMENTS : 0;
	const struct pace_moment *since = pace_moment(p, first);
	long pieces = p->last.done - since->done;
	if (p->count == 0 || pieces < 1)
		return -1;
	usec left = (usec)((double)(now - since->at) / (double)pieces * (double)more);
	usec silent = now - p->last.at;
	return more > 0 && left < silent ? silent : left;
}
