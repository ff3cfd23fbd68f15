/*
 * did-you-mean.h - the name that somebody may have meant, for messages about unknown ones.
 */
#ifndef BOTS_DID_YOU_MEAN_H
#define BOTS_DID_YOU_MEAN_H

/* A word and the nearest of the names offered so far; best is NULL while none is near. */
struct did_you_mean {
	const char *word;
	const char *best;
	int distance;
};

struct did_you_mean did_you_mean_to(const char *word);

/* Near is at most one letter changed, added or left out for every three of the name. */
void did_you_mean_offer(struct did_you_mean *n, const char *name);

#endif
