/*
 * worker-status.h - what each worker of a director does now: for `referee ctl status`, the pages, the
 * metrics and the line of progress.
 */
#ifndef REFEREE_DIRECTOR_WORKER_STATUS_H
#define REFEREE_DIRECTOR_WORKER_STATUS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/json.h"
#include "referee/director/director.h"

/* The state of one that would play, and to which the tournament's pace gives no game now. */
#define WORKER_STATUS_WAITS "waits: pace lets the next game begin later"

/* One worker. Texts are borrowed until the director's next event. */
struct worker_status {
	const char *name;
	const char *state;  /* "plays", "leaves", "gone", WORKER_STATUS_WAITS, or a word and why it
			       does not play */
	int slots, running; /* games at a time, and in play */
	long played;	    /* in this run */
	int64_t speed;	    /* nodes per second; 0: unknown */
	int64_t delay; /* of 99 in 100 moves at most, by its arbiters, in us; UNKNOWN: not known */
	int64_t heard; /* UTC ms: its last word; 0: never */
};

/* The next worker that has been connected, from *at on, which is 0 at first. False: there is none.
 * d NULL: it has none. */
bool worker_status_next(const struct director *d, int *at, struct worker_status *s);

/* The number of workers that are connected, and their slots. */
void worker_status_sum(const struct director *d, int *workers, int *slots);

/* Prints a line for each, "  worker NAME: ..."; nothing if there is none. */
void worker_status_print(const struct director *d, int64_t now, FILE *out);

/* Writes "workers": a list of objects. */
void worker_status_json(const struct director *d, int64_t now, struct json_writer *j);

#endif
