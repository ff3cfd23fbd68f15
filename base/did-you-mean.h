/*
 * did-you-mean.h - the nearest of some words, for "unknown flag --conurrency; did you mean ...?".
 */
#ifndef BASE_DID_YOU_MEAN_H
#define BASE_DID_YOU_MEAN_H

/* A word, and the nearest of the names that were offered; best is NULL while none is near. */
struct did_you_mean {
	const char *word; /* borrowed, as best is */
	const char *best;
	int distance;
};

/* Begins the search for the word that is nearest to this one, which is borrowed. */
struct did_you_mean did_you_mean_to(const char *word);

/*
 * The distance counts the letters that must be put in, taken out, changed or swapped with their
 * neighbour (Damerau 1964); small and capital letters are the same. A name is near within a third
 * of the longer word's letters, rounded up, or when it begins with the word. Among equals the first
 * wins.
 */
void did_you_mean_offer(struct did_you_mean *n, const char *name);

/* The nearest of count words; NULL: none is near. */
const char *did_you_mean(const char *word, const char *const *words, int count);

#endif
