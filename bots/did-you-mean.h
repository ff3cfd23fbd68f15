/*
 * did-you-mean.h - the name that somebody may have meant, for messages about unknown ones.
 */
#ifndef BOTS_DID_YOU_MEAN_H
#define BOTS_DID_YOU_MEAN_H

/* A word and the nearest of the names offered so far; best is NULL while none is near. */
struct nearest {
	const char *word;
	const char *best;
	int distance;
};

struct nearest nearest_to(const char *word);

/* Near is at most one letter changed, added or left out for every three of the name. */
void nearest_offer(struct nearest *n, const char *name);

#endif
