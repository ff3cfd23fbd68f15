/*
 * Checks in processes of their own: how many at a time, the order of their outputs, and results
 * that a process must not give. The work of each process is a function of the test; they wait for
 * each other in shared memory.
 */
#include "referee/check/check-jobs.h"

#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { BOTS = 6, TEXT = 4096 };

/* Memory of all processes. */
struct shared {
	sem_t go[BOTS]; /* of each bot */
	int running, most;
	sem_t lock;
};

struct checking {
	struct check_jobs jobs;
	struct shared *shared;
	char ended[TEXT]; /* "BOT:OUTPUT;" of each, as they ended */
	char heard[TEXT];
};

static void on_ended(void *arg, int bot, const char *text, size_t length)
{
	struct checking *k = arg;
	size_t used = strlen(k->ended);
	snprintf(k->ended + used, TEXT - used, "%d:%.*s;", bot, (int)length, text);
}

static void on_heard(void *arg, int bot, const char *text, size_t length)
{
	struct checking *k = arg;
	size_t used = strlen(k->heard);
	snprintf(k->heard + used, TEXT - used, "%d:%.*s;", bot, (int)length, text);
}

static void begin(struct checking *k, int count, void (*work)(void *arg, int bot))
{
	static const int bots[BOTS] = {0, 1, 2, 3, 4, 5};
	*k = (struct checking){.jobs = {.bots = bots,
				       .count = count,
				       .most = 2,
				       .work = work,
				       .ended = on_ended,
				       .heard = on_heard}};
	k->jobs.arg = k->jobs.ended_arg = k;
	k->jobs.results = check_results_create(BOTS);
	ck_assert_ptr_nonnull(k->jobs.results);
	k->shared = mmap(
		NULL, sizeof *k->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(k->shared != MAP_FAILED);
	for (int i = 0; i < BOTS; i++)
		sem_init(&k->shared->go[i], 1, 0);
	sem_init(&k->shared->lock, 1, 1);
}

static void end(struct checking *k)
{
	check_results_free(k->jobs.results, BOTS);
	munmap(k->shared, sizeof *k->shared);
}

static void finish(struct checking *k, int bot)
{
	struct check_result *r = &k->jobs.results[bot];
	r->result = BOT_CHECK_FAULTS;
	r->verdict = STEP_RESULT_WARNING;
	r->fault = VERDICT_TIME;
	snprintf(r->text, sizeof r->text, "bot %d is slow", bot);
	strcpy(r->step, "moves");
	r->done = true;
}

/* Each but the last waits for the next one, so that they end backwards. */
static void backwards(void *arg, int bot)
{
	struct checking *k = arg;
	printf("this is %d\n", bot);
	if (bot < 2)
		sem_wait(&k->shared->go[bot]);
	if (bot > 0)
		sem_post(&k->shared->go[bot - 1]);
	finish(k, bot);
}

START_TEST(the_results_of_all_checks_come_back)
	{
		struct checking k;
		begin(&k, 3, backwards);
		k.jobs.most = 3;
		ck_assert_int_eq(check_jobs_run(&k.jobs), 0);
		for (int i = 0; i < 3; i++) {
			char text[32], output[32];
			const struct check_result *r = &k.jobs.results[i];
			snprintf(text, sizeof text, "bot %d is slow", i);
			snprintf(output, sizeof output, "%d:this is %d\n;", i, i);
			ck_assert(r->done);
			ck_assert_int_eq(r->result, BOT_CHECK_FAULTS);
			ck_assert_int_eq(r->verdict, STEP_RESULT_WARNING);
			ck_assert_int_eq(r->fault, VERDICT_TIME);
			ck_assert_str_eq(r->text, text);
			ck_assert_str_eq(r->step, "moves");
			ck_assert_ptr_nonnull(strstr(k.ended, output));
			ck_assert_ptr_nonnull(strstr(k.heard, output));
		}
		ck_assert(!k.jobs.results[3].done);
		end(&k);
	}
END_TEST

START_TEST(outputs_are_printed_in_the_order_of_the_bots)
	{
		struct checking k;
		char text[TEXT];
		begin(&k, 3, backwards);
		k.jobs.most = 3;
		k.jobs.ended = NULL;
		k.jobs.heard = NULL;
		FILE *out = tmpfile();
		ck_assert_ptr_nonnull(out);
		fflush(stdout);
		int saved = dup(STDOUT_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		ck_assert_int_eq(check_jobs_run(&k.jobs), 0);
		fflush(stdout);
		dup2(saved, STDOUT_FILENO);
		close(saved);
		rewind(out);
		text[fread(text, 1, sizeof text - 1, out)] = '\0';
		fclose(out);
		ck_assert_str_eq(text, "this is 0\nthis is 1\nthis is 2\n");
		end(&k);
	}
END_TEST

/* Two meet: neither goes on before the other has begun. */
static void in_pairs(void *arg, int bot)
{
	struct checking *k = arg;
	struct shared *s = k->shared;
	sem_wait(&s->lock);
	s->running++;
	s->most = s->running > s->most ? s->running : s->most;
	sem_post(&s->lock);
	sem_post(&s->go[bot ^ 1]);
	sem_wait(&s->go[bot]);
	sem_wait(&s->lock);
	s->running--;
	sem_post(&s->lock);
	finish(k, bot);
}

START_TEST(as_many_run_at_a_time_as_may)
	{
		struct checking k;
		begin(&k, 6, in_pairs);
		ck_assert_int_eq(check_jobs_run(&k.jobs), 0);
		ck_assert_int_eq(k.shared->most, 2);
		ck_assert(k.jobs.results[5].done);
		end(&k);
	}
END_TEST

/* The first one waits, without work, until the last has begun. */
static void idle(void *arg, int bot)
{
	struct checking *k = arg;
	if (bot == 0) {
		k->jobs.results[bot].idle = true;
		sem_wait(&k->shared->go[0]);
	}
	if (bot == 2)
		sem_post(&k->shared->go[0]);
	finish(k, bot);
}

START_TEST(the_next_one_begins_beside_one_that_is_idle)
	{
		struct checking k;
		begin(&k, 3, idle);
		k.jobs.most = 1;
		ck_assert_int_eq(check_jobs_run(&k.jobs), 0);
		for (int i = 0; i < 3; i++)
			ck_assert(k.jobs.results[i].done);
		end(&k);
	}
END_TEST

/* Bot 0 gives a good result; each other one that no check gives, or none. */
static void wrong(void *arg, int bot)
{
	struct checking *k = arg;
	struct check_result *r = &k->jobs.results[bot];
	printf("half a line");
	fflush(stdout);
	finish(k, bot);
	if (bot == 1)
		r->done = false;
	else if (bot == 2)
		r->result = (enum bot_check_result)(BOT_CHECK_BROKEN + 1);
	else if (bot == 3)
		r->verdict = (enum step_result_verdict)(STEP_RESULT_SKIPPED + 1);
	else if (bot == 4)
		r->fault = VERDICTS;
	else if (bot == 5)
		abort();
}

/* The largest numbers that are good. */
static void largest(void *arg, int bot)
{
	struct checking *k = arg;
	struct check_result *r = &k->jobs.results[bot];
	finish(k, bot);
	r->result = BOT_CHECK_BROKEN;
	r->verdict = STEP_RESULT_SKIPPED;
	r->fault = VERDICTS - 1;
	memset(r->text, 'x', sizeof r->text);
	memset(r->step, 'y', sizeof r->step);
}

START_TEST(a_result_that_is_none_is_a_fault_of_the_referee)
	{
		struct checking k;
		begin(&k, 6, wrong);
		ck_assert_int_eq(check_jobs_run(&k.jobs), 0);
		ck_assert_str_eq(k.jobs.results[0].text, "bot 0 is slow");
		ck_assert_ptr_nonnull(strstr(k.ended, "0:half a line;"));
		for (int i = 1; i < 5; i++) {
			const struct check_result *r = &k.jobs.results[i];
			char output[32];
			/* its last line ends, so that the next output begins on its own */
			snprintf(output, sizeof output, "%d:half a line\n;", i);
			ck_assert(r->done);
			ck_assert_int_eq(r->result, BOT_CHECK_BROKEN);
			ck_assert_int_eq(r->verdict, STEP_RESULT_FAILED);
			ck_assert_int_eq(r->fault, VERDICT_OK);
			ck_assert_str_eq(r->text,
				"a fault of the referee: the process of the check ended early");
			ck_assert_str_eq(r->step, "");
			ck_assert_ptr_nonnull(strstr(k.ended, output));
		}
		end(&k);
	}
END_TEST

START_TEST(the_largest_good_result_is_kept_and_its_texts_end)
	{
		struct checking k;
		begin(&k, 1, largest);
		ck_assert_int_eq(check_jobs_run(&k.jobs), 0);
		const struct check_result *r = &k.jobs.results[0];
		ck_assert_int_eq(r->result, BOT_CHECK_BROKEN);
		ck_assert_int_eq(r->verdict, STEP_RESULT_SKIPPED);
		ck_assert_int_eq(r->fault, VERDICTS - 1);
		ck_assert_uint_eq(strlen(r->text), sizeof r->text - 1);
		ck_assert_uint_eq(strlen(r->step), sizeof r->step - 1);
		end(&k);
	}
END_TEST

/* Bot 0 is done; bot 1 never is, and asks for the end as a terminal does. */
static void interrupted(void *arg, int bot)
{
	struct checking *k = arg;
	finish(k, bot);
	if (bot == 0)
		return;
	k->jobs.results[bot].done = false;
	kill(getppid(), SIGINT);
	sem_wait(&k->shared->go[bot]);
}

START_TEST(a_signal_ends_all_checks)
	{
		struct checking k;
		begin(&k, 4, interrupted);
		k.jobs.most = 1;
		ck_assert_int_eq(check_jobs_run(&k.jobs), SIGINT);
		ck_assert(k.jobs.results[0].done);
		for (int i = 1; i < 4; i++)
			ck_assert(!k.jobs.results[i].done);
		end(&k);
	}
END_TEST

SUITE("referee/check/check-jobs", CASE(the_results_of_all_checks_come_back),
	CASE(outputs_are_printed_in_the_order_of_the_bots), CASE(as_many_run_at_a_time_as_may),
	CASE(the_next_one_begins_beside_one_that_is_idle),
	CASE(a_result_that_is_none_is_a_fault_of_the_referee),
	CASE(the_largest_good_result_is_kept_and_its_texts_end), CASE(a_signal_ends_all_checks))
