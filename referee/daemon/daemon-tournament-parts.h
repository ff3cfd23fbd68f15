/*
 * daemon-tournament-parts.h - what an entry is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_DAEMON_TOURNAMENT_PARTS_H
#define REFEREE_DAEMON_DAEMON_TOURNAMENT_PARTS_H

#include "referee/daemon/daemon-tournament.h"

/* --- daemon-tournament.c
 * ---------------------------------------------------------------------------------- */

/* A line for people, which begins with its name. */
void daemon_tournament_say(struct daemon_tournament *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void daemon_tournament_on_say(void *arg, const char *text);

/* An event: it is over, or pauses by itself. */
void daemon_tournament_event_end(struct daemon_tournament *e, const char *what);

/* What is wrong with its file: such lines name it themselves, and the last is kept in why. */
void daemon_tournament_on_mistake(void *arg, const char *line);

/* It is over, for this reason. */
void daemon_tournament_fail(struct daemon_tournament *e, const char *why);

/* daemon-tournament-waits.c: its disk is full, as e->why says: it begins again when there is room.
 */
void daemon_tournament_disk_full(struct daemon_tournament *e);

/* What is to be played, which is large: only while it is wanted. */
bool daemon_tournament_plan(struct daemon_tournament *e, struct diagnostics *mistakes);
void daemon_tournament_unplan(struct daemon_tournament *e);

/* --- daemon-tournament-file.c
 * ----------------------------------------------------------------------------- */

/* Reads its file, and what was added to that by hand. False: all that is wrong was said. */
bool daemon_tournament_read(struct daemon_tournament *e);

#endif
