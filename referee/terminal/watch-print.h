/*
 * watch-print.h - prints a game in play, one line for each move, for people or as JSON.
 */
#ifndef REFEREE_TERMINAL_WATCH_PRINT_H
#define REFEREE_TERMINAL_WATCH_PRINT_H

#include <stdio.h>

#include "referee/terminal/watch-game.h"

/* Print the news. False: it cannot be written. */
bool watch_print_text(const struct watch_game *w, enum watch_news news);
bool watch_print_json(const struct watch_game *w, enum watch_news news);

/* Prints the reason of the end, and a line for each seat, best first. */
void watch_print_end(FILE *out, const struct watch_game *w, bool colour);

/* Prints where a game is stored, and the command that shows it. */
void watch_print_stored(FILE *out, const struct watch_stored *stored);

/* Prints the time that a seat has for its next move at this moment, "56.8 s left". False: the
 * seat has no clock. */
bool watch_print_clock(FILE *out, const struct watch_game *w, int seat, usec now);

/* "Game 3 of "cup": connect4"; the caller frees it. */
char *watch_title(const struct watch_game *w);

#endif
