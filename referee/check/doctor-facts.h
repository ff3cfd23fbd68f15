/*
 * doctor-facts.h - the facts about this machine that `referee doctor` judges.
 *
 * Each examination fills its part of struct doctor_facts in a process of its own, which is killed
 * when its time is over. The struct has no pointers, since those processes share it.
 */
#ifndef REFEREE_CHECK_DOCTOR_FACTS_H
#define REFEREE_CHECK_DOCTOR_FACTS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/time.h"
#include "referee/check/bot-speed.h"
#include "referee/sandbox/limits.h"
#include "referee/sandbox/namespaces.h"
#include "referee/sandbox/sandbox-selftest.h"

enum { DOCTOR_TEXT = 512, DOCTOR_WORD = 64 };

/* The programs that are looked for; ended by a NULL name. */
struct doctor_program {
	const char *name;
	const char *use;  /* what does not work without it */
	bool ours;	  /* it is installed with the referee */
	const char *need; /* the Debian package; NULL: the referee's own */
};
extern const struct doctor_program doctor_programs[];
enum { DOCTOR_PROGRAMS = 16 };

/* The result of the self-test at one level. */
struct doctor_selftest {
	bool tried, ran;
	struct sandbox_selftest result; /* if it ran */
	char why[DOCTOR_TEXT];		/* if it did not run */
};

struct doctor_facts {
	/* The question. */
	enum sandbox_level level;
	char folder[PATH_MAX]; /* of the database */
	bool folder_given;     /* it was named */

	char system[DOCTOR_WORD], release[DOCTOR_WORD], machine[DOCTOR_WORD];
	bool seccomp, no_new_privs;
	int landlock;	    /* version; 0: none */
	int landlock_error; /* errno, if there is none */
	struct namespaces namespaces;
	struct doctor_selftest selftest[SANDBOX_LEVELS];

	int cgroup;			 /* version of the groups that can be made; 0: none */
	int cgroup_mounted;		 /* version that is mounted; 0: none */
	char cgroup_folder[DOCTOR_TEXT]; /* where they are made */
	char controllers[DOCTOR_TEXT];	 /* delegated there, of version 2 */
	bool systemd;			 /* the machine's first process is systemd */
	bool service;			 /* it started this program, as a unit */

	int processors, cores; /* that this process may use */
	double load;	       /* processes that ran or waited in the last minute; -1: unknown */
	int64_t quota;	       /* processor time of our group in us of each second; 0: no bound */

	char clock_source[DOCTOR_WORD]; /* "": unknown */
	int64_t clock_resolution;	/* ns of CLOCK_MONOTONIC */
	bool process_clock;		/* the processor time of a child can be read */
	bool run_queue_delay;		/* and its wait for a processor */
	bool children_file;		/* and its children */

	struct bot_speed move; /* a house bot in the sandbox */
	char move_why[DOCTOR_TEXT];
	int64_t speed; /* of a house bot, in nodes per second; 0: unknown */
	char speed_why[DOCTOR_TEXT];

	char disk_kind[DOCTOR_WORD]; /* the file system's name, or its number */
	bool disk_remote;	     /* a network file system */
	int commits;		     /* 0: disk_why */
	usec commit;		     /* the median of a commit */
	int64_t disk_free;	     /* bytes */
	char disk_why[DOCTOR_TEXT];

	int64_t files_soft, files_hard, processes; /* limits; -1: none */
	int64_t memory, memory_free;		   /* bytes; free: for new programs */

	bool synchronized; /* a time service keeps the clock right */
	bool clock_known;

	bool programs[DOCTOR_PROGRAMS]; /* found, by index in doctor_programs */
};

/* The examinations. Each fills its part. */
void doctor_examine_kernel(struct doctor_facts *f);
void doctor_examine_filter(struct doctor_facts *f);
void doctor_examine_landlock(struct doctor_facts *f);
void doctor_examine_namespaces(struct doctor_facts *f);
void doctor_examine_sandbox(struct doctor_facts *f);
void doctor_examine_groups(struct doctor_facts *f);
void doctor_examine_processors(struct doctor_facts *f);
void doctor_examine_clock(struct doctor_facts *f);
void doctor_examine_processor_time(struct doctor_facts *f);
void doctor_examine_move(struct doctor_facts *f);
void doctor_examine_speed(struct doctor_facts *f);
void doctor_examine_disk(struct doctor_facts *f);
void doctor_examine_limits(struct doctor_facts *f);
void doctor_examine_memory(struct doctor_facts *f);
void doctor_examine_time(struct doctor_facts *f);
void doctor_examine_programs(struct doctor_facts *f);

#endif
