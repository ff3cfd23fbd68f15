/*
 * worker-bench.c - runs the house bot for a fixed number of nodes.
 */
#include "referee/machines/worker-bench.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "base/version.h"
#include "referee/sandbox/helper-process.h"
#include "referee/machines/worker-facts.h"
#include "referee/machines/worker-messages.h"

#define WORKER_BENCH_NODES    1500000
#define WORKER_BENCH_TEXT_(n) #n
#define WORKER_BENCH_TEXT(n)  WORKER_BENCH_TEXT_(n)

enum { WORKER_BENCH_LINE = 512 };

/* Processor time of all children that have ended. */
static usec worker_bench_used(void)
{
	struct rusage all;
	getrusage(RUSAGE_CHILDREN, &all);
	return (all.ru_utime.tv_sec + all.ru_stime.tv_sec) * SECOND + all.ru_utime.tv_usec +
	       all.ru_stime.tv_usec;
}

int64_t worker_bench_measure(struct error *err)
{
	static const char *const words[] = {"referee-bot", "--position", "startpos", "--nodes",
		WORKER_BENCH_TEXT(WORKER_BENCH_NODES), "--search", "alphabeta", "--eval", "threats",
		"connect4", NULL};
	static const char done[] = " nodes " WORKER_BENCH_TEXT(WORKER_BENCH_NODES) " ";
	struct helper_process bot;
	bool whole = false;
	char *line;
	helper_process_init(&bot);
	usec until = time_now() + WORKER_BENCH_PATIENCE, before = worker_bench_used();
	if (!helper_process_start(&bot, words)) {
		error_set(err, "there is no program referee-bot beside referee; install it there");
		return 0;
	}
	while (!whole && helper_process_wait(&bot, &line, until) == HELPER_PROCESS_LINE_READY)
		whole = strstr(line, done) != NULL;
	helper_process_end(&bot);
	usec took = worker_bench_used() - before;
	if (whole)
		return WORKER_BENCH_NODES * SECOND / (took > 0 ? took : 1);
	error_set(err,
		"referee-bot did not search %d positions within 20 s; is it of the same version?",
		WORKER_BENCH_NODES);
	return 0;
}

static int worker_bench_work(const void *arg, int number, int from, int to)
{
	char line[WORKER_MESSAGE];
	(void)arg, (void)number, (void)from;
	const struct worker_message m = {.kind = WORKER_SPEED, .speed = worker_bench_measure(NULL)};
	bool good = m.speed > 0 && file_tree_put(to, line, worker_message_write(&m, line));
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const struct process_kind worker_bench_process = {"referee-bench", worker_bench_work};

struct worker_bench {
	struct peer *peer; /* owned */
	int64_t speed;	   /* 0: not known yet */
	void (*done)(void *owner, int64_t speed);
	void *owner;
};

static bool worker_bench_take(void *arg, char *line)
{
	struct worker_bench *b = arg;
	struct worker_message m;
	if (b->speed > 0 || !worker_message_read(&m, line) || m.kind != WORKER_SPEED)
		return false;
	b->speed = m.speed;
	return true;
}

static void worker_bench_on_ended(void *arg, const struct peer_end *end)
{
	const struct worker_bench *b = arg;
	(void)end;
	b->done(b->owner, b->speed);
}

struct worker_bench *worker_bench_begin(
	struct event_base *base, void (*done)(void *owner, int64_t speed), void *owner)
{
	static const struct peer_kind kind = {.line_most = WORKER_MESSAGE,
		.unwatched = true,
		.line = worker_bench_take,
		.ended = worker_bench_on_ended};
	struct worker_bench *b = memory_get(1, sizeof *b);
	*b = (struct worker_bench){
		.peer = peer_create(base, &kind, b), .done = done, .owner = owner};
	peer_set(b->peer, &worker_bench_process, NULL, -1);
	peer_limit(b->peer, 2 * WORKER_BENCH_PATIENCE);
	if (peer_start(b->peer))
		return b;
	worker_bench_free(b);
	return NULL;
}

void worker_bench_free(struct worker_bench *b)
{
	if (b == NULL)
		return;
	peer_free(b->peer);
	free(b);
}

/* --- the last speed ----------------------------------------------------------------------------
 */

static bool worker_bench_path(const char *folder, char path[PATH_MAX])
{
	return snprintf(path, PATH_MAX, "%s/speed", folder) < PATH_MAX;
}

int64_t worker_bench_recall(const char *folder, const char *cpu, int64_t now)
{
	char path[PATH_MAX], line[WORKER_BENCH_LINE], version[WORKER_WORD];
	long long speed = 0, at = 0;
	int used = 0;
	FILE *in = worker_bench_path(folder, path) ? fopen(path, "re") : NULL;
	bool good = in != NULL && fgets(line, sizeof line, in) != NULL;
	if (in != NULL)
		fclose(in);
	if (!good || sscanf(line, "%lld %lld %31s %n", &speed, &at, version, &used) != 3)
		return 0;
	line[strcspn(line, "\n")] = '\0';
	good = strcmp(version, VERSION) == 0 && strcmp(line + used, cpu) == 0 && at <= now &&
	       now - at < WORKER_BENCH_EACH && speed > 0 && speed <= WORKER_SPEED_MAX;
	return good ? speed : 0;
}

void worker_bench_keep(const char *folder, const char *cpu, int64_t now, int64_t speed)
{
	char path[PATH_MAX];
	struct error err; /* without the file it is measured again */
	char *text = memory_print("%" PRId64 " %" PRId64 " %s %s\n", speed, now, VERSION, cpu);
	if (worker_bench_path(folder, path))
		text_file_replace(path, 0644, text, &err);
	free(text);
}
