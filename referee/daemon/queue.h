/*
 * queue.h - what a restarted daemon takes up again, kept in a file: the queue of submitted
 * tournaments that are not over, and the operator's announcement. Each line is a path, or
 * "announce TEXT"; lines that begin with # are comments.
 */
#ifndef REFEREE_DAEMON_QUEUE_H
#define REFEREE_DAEMON_QUEUE_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/tournament/tournament.h"

struct queue;

/* Reads the queue at path; without a file the queue is empty. NULL: err has a line. */
struct queue *queue_open(const char *path, struct error *err);
void queue_free(struct queue *q);

/* The number of files that wait, and each of them. */
int queue_count(const struct queue *q);
const char *queue_file(const struct queue *q, int i);

/* Adds or removes a file. Adding a present file and removing an absent one both succeed. The
 * change is on disk when the function returns, also if power fails then. False: it is not yet, and
 * err has the reason; queue_write_again() tries again. */
bool queue_add(struct queue *q, const char *file, struct error *err);
bool queue_remove(struct queue *q, const char *file, struct error *err);

/* Writes what could not be written before. True: there was something, and now it is on disk. */
bool queue_write_again(struct queue *q);

/* The announcement; "": none. */
const char *queue_announcement(const struct queue *q);

/* Replaces it; "": removes it. As queue_add(). */
bool queue_announce(struct queue *q, const char *text, struct error *err);

#endif
