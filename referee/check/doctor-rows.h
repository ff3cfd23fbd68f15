/*
 * doctor-rows.h - the examinations of `referee doctor`: a row each. The judging half is pure.
 */
#ifndef REFEREE_CHECK_DOCTOR_ROWS_H
#define REFEREE_CHECK_DOCTOR_ROWS_H

#include "referee/check/doctor-facts.h"

enum doctor_state {
	DOCTOR_OK,
	DOCTOR_WARN,	/* games can be played, but worse */
	DOCTOR_MISSING, /* the level that was asked for, or the database, does not work */
	DOCTOR_STATES
};

/* "ok", "warn", "missing" */
extern const char *const doctor_state_names[DOCTOR_STATES];

enum { DOCTOR_FINDING = 1536 };

struct doctor_finding {
	enum doctor_state state;
	char text[DOCTOR_FINDING];
	char remedy[DOCTOR_FINDING]; /* "": none is needed */
};

struct doctor_row {
	const char *name;
	const char *examines; /* what, and how */
	int seconds;	      /* time limit */
	void (*examine)(struct doctor_facts *f);
	/* Pure. The finding is zeroed. */
	void (*judge)(const struct doctor_facts *f, struct doctor_finding *finding);
	/* The level that needs this row; SANDBOX_LEVELS: none. It counts when the examination did
	 * not end in its time. */
	enum sandbox_level since;
};

/* All examinations, ended by a NULL name. */
extern const struct doctor_row doctor_rows[];

/* Judges a row. ended: its examination ended in its time. */
void doctor_judge(const struct doctor_row *row, const struct doctor_facts *f, bool ended,
	struct doctor_finding *finding);

#endif
