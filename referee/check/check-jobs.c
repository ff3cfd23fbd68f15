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
static int jobs_place(const struct jobs *s)
{
	const struct cpu_affinity *only = s->j->only;
	int busy[JOBS_MAX] = {0}, places = only != NULL ? only->count : check_jobs_most();
	int from = (int)getpid() % places;
	for (int i = 0; i < s->count; i++)
		busy[s->running[i].place] += !s->j->results[s->running[i].bot].idle;
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

static bool jobs_start(struct jobs *s)
{
	struct job_running *r = &s->running[s->count];
	const struct check_jobs *j = s->j;
	*r = (struct job_running){
		.bot = j->bots[s->next], .place = jobs_place(s), .text = &s->texts[s->next]};
	struct check_process process = {.work = j->work,
		.arg = j->arg,
		.to_parent = j->ended != NULL || (j->most > 1 && j->count > 1),
		.place = jobs_pin(j, r->place)};
	standard_output_flush();
	if (process_start(&r->process, &check_process, &process, r->bot) != 0)
		return false;
	s->next++;
	s->count++;
	return true;
}

/* Stores the output so far. False: the check has ended. */
static bool jobs_read(struct jobs *s, struct job_running *r)
{
	struct job_text *t = r->text;
	if (t->room - t->length < JOBS_READ) {
		t->room = 2 * t->room + 2 * JOBS_READ;
		t->bytes = memory_resize(t->bytes, t->room, 1);
	}
	ssize_t count = read(r->process.from, t->bytes + t->length, t->room - t->length);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (count > 0 && s->j->heard != NULL)
		s->j->heard(s->j->ended_arg, r->bot, t->bytes + t->length, (size_t)count);
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
static void jobs_print_ready(struct jobs *s)
{
	if (s->progress)
		fputs("\r\033[K", stderr);
	while (s->printed < s->next && s->texts[s->printed].whole)
		jobs_print(&s->texts[s->printed++]);
	standard_output_flush();
	if (s->progress && s->printed < s->j->count)
		fprintf(stderr, "%d of %d bots are checked", s->next - s->count, s->j->count);
}

static void jobs_end(struct jobs *s, int at)
{
	struct job_running *r = &s->running[at];
	process_end(&r->process);
	r->text->whole = true;
	int lost = s->j->results[r->bot].lost;
	if (lost != 0)
		standard_output_lose(lost > 0 && lost < JOBS_ERRNO_MAX ? lost : EIO);
	if (!jobs_check(&s->j->results[r->bot]) && r->text->length < r->text->room)
		r->text->bytes[r->text->length++] = '\n'; /* its last line is unfinished */
	if (s->j->ended != NULL) {
		s->j->ended(s->j->ended_arg, r->bot, r->text->bytes, r->text->length);
		r->text->length = 0;
	}
	s->running[at] = s->running[--s->count];
	jobs_print_ready(s);
}

/* --- all checks ----------------------------------------------------------------------------- */

/* Can one more check start? */
static bool jobs_have_place(const struct jobs *s)
{
	int busy = 0;
	for (int i = 0; i < s->count; i++)
		busy += !s->j->results[s->running[i].bot].idle;
	return busy < s->j->most && s->count < s->j->most + JOBS_IDLE && s->count < JOBS_MAX;
}

/* Waits for an event. Returns the signal that arrived; 0: none. */
static int jobs_wait(struct jobs *s)
{
	struct pollfd events[JOBS_MAX + 1] = {{.fd = s->signals, .events = POLLIN}};
	struct signalfd_siginfo signal = {0};
	const int count = s->count;
	for (int i = 0; i < count; i++)
		events[i + 1] = (struct pollfd){s->running[i].process.from, POLLIN, 0};
	if (poll(events, (nfds_t)count + 1, s->next < s->j->count ? JOBS_LOOK : -1) <= 0)
		return 0;
	if (events[0].revents != 0 && read(s->signals, &signal, sizeof signal) == sizeof signal)
		return (int)signal.ssi_signo;
	for (int i = count - 1; i >= 0;
		i--) /* backwards: the last check takes the index of one that has ended */
		if (events[i + 1].revents != 0 && !jobs_read(s, &s->running[i]))
			jobs_end(s, i);
	return 0;
}

/* Ends all running checks. Then waits for their child processes, which end too. */
static void jobs_abandon(struct jobs *s)
{
	while (s->count > 0) {
		struct job_running *r = &s->running[--s->count];
		process_end(&r->process);
		s->j->results[r->bot].done = false;
		r->text->length = 0;
	}
	jobs_print_ready(s);
	for (; s->printed < s->next; s->printed++)
		jobs_print(&s->texts[s->printed]);
	while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
		;
}

int check_jobs_run(struct check_jobs *j)
{
	struct jobs *s = memory_get(1, sizeof *s);
	sigset_t ending, before;
	int signal = 0;
	if (j->most > JOBS_MAX)
		j->most = JOBS_MAX;
	s->j = j;
	s->texts = memory_get((size_t)j->count + 1, sizeof *s->texts);
	s->progress = isatty(STDERR_FILENO) && j->most > 1 && j->count > 1;
	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	sigaddset(&ending, SIGHUP);
	sigprocmask(SIG_BLOCK, &ending, &before);
	s->signals = signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	while (signal == 0 && (s->count > 0 || s->next < j->count)) {
		while (s->next < j->count && jobs_have_place(s) && jobs_start(s))
			;
		if (s->count == 0) { /* not even one process can be started */
			s->texts[s->next].whole = true;
			jobs_check(&j->results[j->bots[s->next]]);
			if (j->ended != NULL)
				j->ended(j->ended_arg, j->bots[s->next], "", 0);
			s->next++;
			continue;
		}
		signal = jobs_wait(s);
	}
	jobs_abandon(s);
	if (s->progress)
		fputs("\r\033[K", stderr);
	close(s->signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	free(s->texts);
	free(s);
	return signal;
}
