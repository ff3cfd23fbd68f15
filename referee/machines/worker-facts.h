/*
 * worker-facts.h - the facts of a worker, its machine and its build. Their line is in
 * worker-messages.h.
 */
#ifndef REFEREE_MACHINES_WORKER_FACTS_H
#define REFEREE_MACHINES_WORKER_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/sandbox/limits.h"

enum {
	WORKER_PROTOCOL = 4, /* version of the lines between the main process and a worker */
	WORKER_SLOTS_MAX = 256,
	WORKER_NAME = 64, /* bytes of a name or pool, with a NUL */
	WORKER_WORD = 32, /* of an architecture or version */
	WORKER_CPU = 96	  /* of a processor's model */
};

#define WORKER_SPEED_MAX (INT64_C(1) << 50) /* nodes per second */

struct worker_facts {
	char name[WORKER_NAME];	   /* see worker_facts_is_name() */
	char pool[WORKER_NAME];	   /* the same; its usual value is "any" */
	char arch[WORKER_WORD];	   /* as uname -m says it: "x86_64" */
	char version[WORKER_WORD]; /* of the program */
	char cpu[WORKER_CPU];	   /* model of the processor; "": unknown */
	int slots;		   /* games at a time: 1 to WORKER_SLOTS_MAX */
	int cores;		   /* physical cores that it may use; 0: unknown */
	int crowded; /* boolean: it has more slots than cores, as its operator wishes */
	enum sandbox_level sandbox; /* least level of its sandboxes */
	int64_t speed;		    /* of a house bot, in nodes per second; 0: unknown */
	/* Digests of its programs; "": unknown. */
	char referee[WORKER_WORD], referee_bot[WORKER_WORD], referee_adapt[WORKER_WORD];
};

/* Is it a name for a worker or a pool: letters, digits, "-" and "_", less than WORKER_NAME bytes?
 * "here" is none: results by machine call the main process's machine so. */
bool worker_facts_is_name(const char *name);

/* Fills in the facts of this machine: arch, cpu, version and cores. The others are unchanged. */
void worker_facts_collect(struct worker_facts *f);

/* Is the greeting of a worker, with these versions, of this version? False: one line in err. */
bool worker_facts_fit(int protocol, const char *version, struct error *err);

/* --- builds ----------------------------------------------------------------------------------- */

/* Two builds of one version may differ: in a change that has no version yet, in their compiler or
 * their options. Then house bots play other moves. So a worker says a digest of each program with
 * its facts, and the main process compares them with its own. Programs for another architecture
 * differ always, and are not compared. */

/* Fills in the digests of this program and of those beside it; "": it cannot be read. A file is
 * read again only if it has changed. */
void worker_build_read(struct worker_facts *f);

enum worker_build_program {
	WORKER_BUILD_REFEREE,
	WORKER_BUILD_BOT,
	WORKER_BUILD_ADAPT,
	WORKER_BUILDS
};

/* The name of a program, as it begins a command. */
extern const char *const worker_build_names[WORKER_BUILDS];

/* Which programs of a worker are another build, a bit each. A digest that one side does not say,
 * and another architecture, are no difference. */
unsigned worker_build_differs(const struct worker_facts *theirs, const struct worker_facts *ours);

/* The names of these programs, as "referee, referee-bot". */
void worker_build_list(unsigned programs, char *text, size_t room);

#endif
