/*
 * queue.h - the queue of submitted tournaments that are not over, kept in a file so that a
 * restarted daemon resumes them. Each line is a path; lines that begin with # are comments.
 */
#ifndef REFEREE_DAEMON_QUEUE_H
#define REFEREE_DAEMON_QUEUE_H

#include <stdbool.h>

#include "error/error.h"
#include "referee/definition/tournament.h"

struct queue;

/* Reads the queue at path; without a file the queue is empty. NULL: err has a line. */
struct queue *queue_open(const char *path, struct error *err);
void queue_free(struct queue *q);

int queue_count(const struct queue *q);
const char *queue_file(const struct queue *q, int i);

/* Adds or removes a file. Adding a present file and removing an absent one both succeed. The
 * change is on disk when the function returns, also if power fails then. False: it is not, and
 * err has the reason. */
bool queue_add(struct queue *q, const char *file, struct error *err);
bool queue_remove(struct queue *q, const char *file, struct error *err);

#endif
