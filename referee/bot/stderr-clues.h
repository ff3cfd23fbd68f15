/*
 * stderr-clues.h - what the stderr of a bot shows: its error, and the place of it. Pure: errors is
 * the end of the stderr, any bytes without NUL.
 */
#ifndef REFEREE_BOT_STDERR_CLUES_H
#define REFEREE_BOT_STDERR_CLUES_H

#include <stdbool.h>

enum { STDERR_CLUES_LINE = 200 };

/* The most useful line: the last that names an error, else the last that is neither indented nor
 * written by a run-time system; "": none. */
void stderr_clues_error(const char *errors, char line[STDERR_CLUES_LINE]);

/* Writes " (bot.py, line 18)" for the last place of a Python traceback in the bot's folder, else
 * for the last place in it; "": none. A file in the bot's folder is named as it is there. */
void stderr_clues_where(const char *errors, const char *dir, char text[STDERR_CLUES_LINE]);

/* Does it quote this word, outside of the bot's own source? "" is no word. */
bool stderr_clues_quotes(const char *errors, const char *word);

/* Does a trace show that a file was read, and not the standard input? */
bool stderr_clues_reads_file(const char *errors);

#endif
