/*
 * config-comments.h - the comments of a tournament's file: # and // up to the line's end, and C's
 * own.
 */
#ifndef REFEREE_CONFIG_CONFIG_COMMENTS_H
#define REFEREE_CONFIG_CONFIG_COMMENTS_H

/*
 * Puts blanks in place of the comments of text. Returns 0, or the line where a quote or a comment
 * begins that has no end, or where a quote of another kind stands; *what then says which.
 */
int config_comments_blank(char *text, const char **what);

#endif
