/*
 * foreign-names.h - what the flags and keys of other managers of matches (fastchess, cutechess-cli,
 * c-chess-cli) are called here, for "did you mean".
 */
#ifndef REFEREE_CONFIG_FOREIGN_NAMES_H
#define REFEREE_CONFIG_FOREIGN_NAMES_H

struct foreign_names {
	const char *theirs; /* without dashes */
	const char *ours;   /* the setting's key; NULL: there is none */
	const char
		*note; /* what else is to be known of it, or what there is instead; NULL: nothing */
};

/* The row of a flag or key, with or without dashes and "=VALUE"; NULL: they have none of this name
 * that is not also ours. */
const struct foreign_names *foreign_names_find(const char *word);

#endif
