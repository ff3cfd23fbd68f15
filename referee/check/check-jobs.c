/*
 * check-jobs.c - runs bot checks in parallel processes.
 */
#include "referee/check/check-jobs.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/check/bot-check.h"
#include "referee/process/process.h"
#include "referee/process/standard-output.h"

enum { JOBS_ERRNO_MAX = 4096 };

enum {
	JOBS_MAX = 256,	  /* checks at a time, with the idle ones */
	JOBS_IDLE = 32,	  /* most idle checks beside the busy ones */
	JOBS_LOOK = 200,  /* ms between two tests for idle checks, while others wait */
	JOBS_READ = 4096, /* bytes */
};

/* A check that runs. */
struct job_running {
	struct process process;
	int bot, place;
	struct job_text *text;
};

/* The output of one check. */
struct job_text {
	char *bytes; /* owned */
	size_t length, room;
	bool whole; /* the output is complete */
};

struct jobs {
	struct check_jobs *j;
	struct job_running running[JOBS_MAX];
	struct job_text *texts; /* owned: in the order of the bots */
	int count, next;
	int printed;   /* number of printed texts */
	int signals;   /* a signalfd */
	bool progress; /* shows progress on a terminal */
};

struct check_result *check_results_create(int bots)
{
	void *at = mmap(NULL, (size_t)bots * sizeof(struct check_result), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return at == MAP_FAILED ? NULL : at;
}

void check_results_free(struct check_result *results, int bots)
{
	munmap(results, (size_t)bots * sizeof *results);
}

int check_jobs_most(void)
{
	int count = cpu_affinity_usable();
	return count < JOBS_MAX ? count : JOBS_MAX;
}

/* --- one check ------------------------------------------------------------------------------ */

/* The index of a processor with the fewest checks; random among equals. */
static int jobs_place(const struct jobs *jobs)
{
	const struct cpu_affinity *only = jobs->j->only;
	int busy[JOBS_MAX] = {0}, places = only != NULL ? only->count : check_jobs_most();
	int from = (int)getpid() % places;
	for (int i = 0; i < jobs->count; i++)
		busy[jobs->running[i].place] += !jobs->j->results[jobs->running[i].bot].idle;
	int place = from;
	for (int i = 1; i < places; i++)
		if (busy[(from + i) % places] < busy[place])
			place = (from + i) % places;
	return place;
}

/* The processor for a check; -1: any. */
static int jobs_pin(const struct check_jobs *j, int place)
{
	if (j->only != NULL)
		return cpu_affinity_place(cpu_affinity_number(j->only, place));
	return j->pin ? place : -1;
}

static bool jobs_start(struct jobs *jobs)
{
	struct job_running *r = &jobs->running[jobs->count];
	const struct check_jobs *j = jobs->j;
	*r = (struct job_running){.bot = j->bots[jobs->next],
		.place = jobs_place(jobs),
		.text = &jobs->texts[jobs->next]};
	struct check_process process = {.work = j->work,
		.arg = j->arg,
		.to_parent = j->ended != NULL || (j->most > 1 && j->count > 1),
		.place = jobs_pin(j, r->place)};
	standard_output_flush();
	if (process_start(&r->process, &check_process, &process, r->bot) != 0)
		return false;
	jobs->next++;
	jobs->count++;
	return true;
}

/* Stores the output so far. False: the check has ended. */
static bool jobs_read(struct jobs *jobs, struct job_running *r)
{
	struct job_text *t = r->text;
	if (t->room - t->length < JOBS_READ) {
		t->room = 2 * t->room + 2 * JOBS_READ;
		t->bytes = memory_resize(t->bytes, t->room, 1);
	}
	ssize_t count = read(r->process.from, t->bytes + t->length, t->room - t->length);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (count > 0 && jobs->j->heard != NULL)
		jobs->j->heard(jobs->j->ended_arg, r->bot, t->bytes + t->length, (size_t)count);
	t->length += count > 0 ? (size_t)count : 0;
	return count > 0;
}

/* Checks the result, which is untrusted, since its process talked to a bot. False: it is wrong
 * or unfinished. */
static bool jobs_check(struct check_result *r)
{
	r->text[sizeof r->text - 1] = '\0';
	r->step[sizeof r->step - 1] = '\0';
	if (r->done && (unsigned)r->result <= BOT_CHECK_BROKEN &&
		(unsigned)r->verdict <= STEP_RESULT_SKIPPED && (unsigned)r->fault < VERDICTS)
		return true;
	*r = (struct check_result){.done = true,
		.result = BOT_CHECK_BROKEN,
		.verdict = STEP_RESULT_FAILED,
		.text = "a fault of the referee: the process of the check ended early"};
	return false;
}

static void jobs_print(struct job_text *t)
{
	fwrite(t->bytes, 1, t->length, stdout);
	free(t->bytes);
	*t = (struct job_text){.whole = true};
}

/* Prints all complete texts that are next in the order of the bots. */
static void jobs_print_ready(struct jobs *jobs)
{
	if (jobs->progress)
		fputs("\r\033[K", stderr);
	while (jobs->printed < jobs->next && jobs->texts[jobs->printed].whole)
		jobs_print(&jobs->texts[jobs->printed++]);
	standard_output_flush();
	if (jobs->progress && jobs->printed < jobs->j->count)
		fprintf(stderr, "%d of %d bots are checked", jobs->next - jobs->count,
			jobs->j->count);
}

static void jobs_end(struct jobs *jobs, int at)
{
	struct job_running *r = &jobs->running[at];
	process_kill(&r->process);
	r->text->whole = true;
	int lost = jobs->j->results[r->bot].lost;
	if (lost != 0)
		standard_output_lose(lost > 0 && lost < JOBS_ERRNO_MAX ? lost : EIO);
	if (!jobs_check(&jobs->j->results[r->bot]) && r->text->length < r->text->room)
		r->text->bytes[r->text->length++] = '\n'; /* its last line is unfinished */
	if (jobs->j->ended != NULL) {
		jobs->j->ended(jobs->j->ended_arg, r->bot, r->text->bytes, r->text->length);
		r->text->length = 0;
	}
	jobs->running[at] = jobs->running[--jobs->count];
	jobs_print_ready(jobs);
}

/* --- all checks ----------------------------------------------------------------------------- */

/* Can one more check start? */
static bool jobs_have_place(const struct jobs *jobs)
{
	int busy = 0;
	for (int i = 0; i < jobs->count; i++)
		busy += !jobs->j->results[jobs->running[i].bot].idle;
	return busy < jobs->j->most && jobs->count < jobs->j->most + JOBS_IDLE &&
	       jobs->count < JOBS_MAX;
}

/* Waits for an event. Returns the signal that arrived; 0: none. */
static int jobs_wait(struct jobs *jobs)
{
	struct pollfd events[JOBS_MAX + 1] = {{.fd = jobs->signals, .events = POLLIN}};
	struct signalfd_siginfo signal = {0};
	const int count = jobs->count;
	for (int i = 0; i < count; i++)
		events[i + 1] = (struct pollfd){jobs->running[i].process.from, POLLIN, 0};
	if (poll(events, (nfds_t)count + 1, jobs->next < jobs->j->count ? JOBS_LOOK : -1) <= 0)
		return 0;
	if (events[0].revents != 0 && read(jobs->signals, &signal, sizeof signal) == sizeof signal)
		return (int)signal.ssi_signo;
	for (int i = count - 1; i >= 0;
		i--) /* backwards: the last check takes the index of one that has ended */
		if (events[i + 1].revents != 0 && !jobs_read(jobs, &jobs->running[i]))
			jobs_end(jobs, i);
	return 0;
}

/* Ends all running checks. Then waits for their child processes, which end too. */
static void jobs_abandon(struct jobs *jobs)
{
	while (jobs->count > 0) {
		struct job_running *r = &jobs->running[--jobs->count];
		process_kill(&r->process);
		jobs->j->results[r->bot].done = false;
		r->text->length = 0;
	}
	jobs_print_ready(jobs);
	for (; jobs->printed < jobs->next; jobs->printed++)
		jobs_print(&jobs->texts[jobs->printed]);
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

int check_jobs_run(struct check_jobs *j)
{
	struct jobs *jobs = memory_get(1, sizeof *jobs);
	sigset_t ending, before;
	int signal = 0;
	if (j->most > JOBS_MAX)
		j->most = JOBS_MAX;
	jobs->j = j;
	jobs->texts = memory_get((size_t)j->count + 1, sizeof *jobs->texts);
	jobs->progress = isatty(STDERR_FILENO) && j->most > 1 && j->count > 1;
	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	sigaddset(&ending, SIGHUP);
	sigprocmask(SIG_BLOCK, &ending, &before);
	jobs->signals = signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	while (signal == 0 && (jobs->count > 0 || jobs->next < j->count)) {
		while (jobs->next < j->count && jobs_have_place(jobs) && jobs_start(jobs))
			;
		if (jobs->count == 0) { /* not even one process can be started */
			jobs->texts[jobs->next].whole = true;
			jobs_check(&j->results[j->bots[jobs->next]]);
			if (j->ended != NULL)
				j->ended(j->ended_arg, j->bots[jobs->next], "", 0);
			jobs->next++;
			continue;
		}
		signal = jobs_wait(jobs);
	}
	jobs_abandon(jobs);
	if (jobs->progress)
		fputs("\r\033[K", stderr);
	close(jobs->signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(jobs->texts);
	free(jobs);
	return signal;
}
