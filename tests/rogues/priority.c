/*
 * priority.c - raises its priority, chooses its processors, takes a real-time class, asks for the
 * disk first; refused, it plays well.
 */
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "tests/lib/rogue.h"

static bool priority_class(int policy, int priority)
{
	struct sched_param p = {.sched_priority = priority};
	return sched_setscheduler(0, policy, &p) == 0;
}

/* struct sched_attr, which the C library knows only of late: SCHED_DEADLINE, 10 of 10 ms. */
static bool priority_deadline(void)
{
	struct {
		unsigned size, policy;
		unsigned long long flags;
		int nice;
		unsigned priority;
		unsigned long long runtime, deadline, period;
	} a = {48, 6, 0, 0, 0, 10000000, 10000000, 10000000};
	return syscall(SYS_sched_setattr, 0, &a, 0) == 0;
}

static bool priority_affinity(void)
{
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	return sched_setaffinity(0, sizeof one, &one) == 0;
}

static bool priority_limit(int resource)
{
	struct rlimit more;
	getrlimit((unsigned)resource, &more);
	if (more.rlim_max == RLIM_INFINITY)
		return true;
	more.rlim_max++;
	return setrlimit((unsigned)resource, &more) == 0;
}

int main(void)
{
	rogue_begin();
	while (rogue_turn()) {
		rogue_try("nice", setpriority(PRIO_PROCESS, 0, -20) == 0);
		rogue_try("nice-user", setpriority(PRIO_USER, 0, -1) == 0);
		rogue_try("nice-parent", setpriority(PRIO_PROCESS, (id_t)getppid(), 19) == 0);
		rogue_try("fifo", priority_class(SCHED_FIFO, 1));
		rogue_try("round-robin", priority_class(SCHED_RR, 99));
		rogue_try("deadline", priority_deadline());
		rogue_try("affinity", priority_affinity());
		rogue_try("disk", syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0);
		rogue_try("limit-nice", priority_limit(RLIMIT_NICE));
		rogue_try("limit-real-time", priority_limit(RLIMIT_RTPRIO));
		rogue_try("limit-processes", priority_limit(RLIMIT_NPROC));
		rogue_try("lock", mlockall(MCL_CURRENT | MCL_FUTURE) == 0);
		rogue_confess();
	}
}
