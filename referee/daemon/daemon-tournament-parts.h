/*
 * daemon-tournament-parts.h - what an entry is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_DAEMON_TOURNAMENT_PARTS_H
#define REFEREE_DAEMON_DAEMON_TOURNAMENT_PARTS_H

#include "referee/daemon/daemon-tournament.h"

/* --- daemon-tournament.c
 * ---------------------------------------------------------------------------------- */

/* A line for people, which begins with its name. */
void entry_say(struct entry *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
void entry_on_say(void *arg, const char *text);

/* An event: it is over, or pauses by itself. */
void entry_event_end(struct entry *e, const char *what);

/* What is wrong with its file: such lines name it themselves, and the last is kept in why. */
void entry_on_mistake(void *arg, const char *line);

/* It is over, for this reason. */
void entry_fail(struct entry *e, const char *why);

/* daemon-tournament-waits.c: its disk is full, as e->why says: it begins again when there is room.
 */
void entry_disk_full(struct entry *e);

/* What is to be played, which is large: only while it is wanted. */
bool entry_plan(struct entry *e, struct mistakes *mistakes);
void entry_unplan(struct entry *e);

/* --- daemon-tournament-file.c
 * ----------------------------------------------------------------------------- */

/* Reads its file, and what was added to that by hand. False: all that is wrong was said. */
bool entry_read(struct entry *e);

#endif
