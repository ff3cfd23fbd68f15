/*
 * watch.h - shows a game in play: as lines, and on a terminal's screen.
 */
#ifndef REFEREE_COMMANDS_WATCH_H
#define REFEREE_COMMANDS_WATCH_H

#include <stdio.h>

#include "referee/commands/watch-source.h"
#include "referee/game/record.h"

/* watch-tell.c: prints the news, one line for each move, for people or as a JSON object. False:
 * it cannot be written. */
bool watch_tell_line(const struct watch_game *w, enum watch_news news);
bool watch_tell_json(const struct watch_game *w, enum watch_news news);

/* watch-tell.c: prints the reason of the end, and a line for each seat, best first. */
void watch_tell_end(FILE *out, const struct watch_game *w, bool colour);

/* watch-tell.c: prints where a game is stored, and the command that shows it. */
void watch_tell_kept(FILE *out, const struct watch_kept *kept);

/* watch-tell.c: prints the time that a seat has for its next move at this moment, "56.8 s left".
 * False: the seat has no clock. */
bool watch_tell_clock(FILE *out, const struct watch_game *w, int seat, usec now);

/* watch-tell.c: "Game 3 of "cup": connect4"; the caller frees it. */
char *watch_title(const struct watch_game *w);

/* watch-screen.c: shows the game at the terminal until it ends or the person leaves, starting
 * with this news. Returns the exit status. */
int watch_screen(struct watch_source *s, enum watch_news news);

#endif
