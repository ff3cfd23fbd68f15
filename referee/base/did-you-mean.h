/*
 * did-you-mean.h - the word that somebody may have meant.
 */
#ifndef REFEREE_BASE_DID_YOU_MEAN_H
#define REFEREE_BASE_DID_YOU_MEAN_H

/*
 * The one of count words that is nearest to word, NULL when none is near: by how many letters
 * must be put in, taken out, changed or swapped with their neighbour (Damerau 1964), small and
 * capital letters being the same. Near is a third of the longer word's letters, rounded up, or a
 * word that begins with what was typed. Among equals the first wins.
 */
const char *did_you_mean(const char *word, const char *const *words, int count);

#endif
