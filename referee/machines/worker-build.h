/*
 * worker-build.h - which build of the referee's programs this is: a digest of each file.
 *
 * Two builds of one version may differ: in a change that has no version yet, in their compiler or
 * their options. Then house bots play other moves. So a worker says its digests with its facts, and
 * the main process compares them with its own. Programs for another architecture differ always, and
 * are not compared.
 */
#ifndef REFEREE_MACHINES_WORKER_BUILD_H
#define REFEREE_MACHINES_WORKER_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/machines/worker-facts.h"

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
