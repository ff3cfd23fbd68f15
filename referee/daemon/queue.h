/*
 * queue.h - the files of tournaments that were submitted and are not over, kept in a file of their
 * own, so that a daemon that is started again goes on with them. A path a line; lines that begin
 * with # say nothing.
 */
#ifndef REFEREE_DAEMON_QUEUE_H
#define REFEREE_DAEMON_QUEUE_H

#include <stdbool.h>

#include "referee/definition/tournament.h"

struct queue;

/* Reads what is kept at path; where no file is it is empty. NULL: a line in why. */
struct queue *queue_open(const char *path, char why[WHY]);
void queue_free(struct queue *q);

int queue_count(const struct queue *q);
const char *queue_file(const struct queue *q, int i);

/* A file more, or less; what is there or gone already is right. It lasts when this has returned,
 * also if the machine loses power then. False: it does not, for the reason in why. */
bool queue_add(struct queue *q, const char *file, char why[WHY]);
bool queue_remove(struct queue *q, const char *file, char why[WHY]);

#endif
