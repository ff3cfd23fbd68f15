/*
 * watch.h - a game that is being played, as the ways to show it share it: in lines, and on a
 * terminal's screen.
 */
#ifndef REFEREE_COMMANDS_WATCH_H
#define REFEREE_COMMANDS_WATCH_H

#include <stdio.h>

#include "referee/commands/watch-source.h"
#include "referee/game/record.h"

/* watch-tell.c: what is new, a line a move, for people or as a JSON object. False: it cannot be
 * written. */
bool watch_tell_line(const struct watch_game *w, enum watch_news news);
bool watch_tell_json(const struct watch_game *w, enum watch_news news);

/* watch-tell.c: how it ended: why, and a line for each seat, the best first. */
void watch_tell_end(FILE *out, const struct watch_game *w, bool colour);

/* watch-tell.c: where a game is kept, and how it is shown from there. */
void watch_tell_kept(FILE *out, const struct watch_kept *kept);

/* watch-tell.c: what a seat has for its next move at this moment, "56.8 s left"; false: it has no
 * clock. */
bool watch_tell_clock(FILE *out, const struct watch_game *w, int seat, usec now);

/* watch-tell.c: "Game 3 of "cup": connect4", to be freed. */
char *watch_title(const struct watch_game *w);

/* watch-screen.c: shows it at the terminal until it ends or somebody leaves, after these first
 * news; the exit status. */
int watch_screen(struct watch_source *s, enum watch_news news);

#endif
