/*
 * foreign-names.h - flags and keys of other match managers (fastchess, cutechess-cli, c-chess-cli),
 * and the settings that replace them, for "did you mean".
 */
#ifndef REFEREE_CONFIG_FOREIGN_NAMES_H
#define REFEREE_CONFIG_FOREIGN_NAMES_H

struct foreign_names {
	const char *theirs; /* without dashes */
	const char *ours;   /* the setting's key; NULL: there is none */
	const char *note;   /* a remark, or a replacement that is no setting; NULL: none */
};

/* The row of a flag or key, with or without dashes and "=VALUE". NULL: the other managers have
 * no such name, or we have the same name. */
const struct foreign_names *foreign_names_find(const char *word);

#endif
