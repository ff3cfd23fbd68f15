/*
 * main.c - referee-bot: plays every game, by the protocol or one position at a time.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bots/arguments.h"
#include "bots/complete.h"
#include "bots/engine.h"
#include "bots/time-management.h"
#include "bots/protocol-loop.h"
#include "rules/process/rules-process.h"

enum { BOT_WHY = 1024, BOT_USAGE = 2, BOT_FAULT = 70 };

/*
 * The outside world.
 */

static search_usec bot_now(void *context)
{
	struct timespec t;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (search_usec)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* The processor time of the bot, for tournaments with `clock = cpu`. */
static search_usec bot_now_cpu(void *context)
{
	struct timespec t;

	(void)context;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (search_usec)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static ptrdiff_t bot_read(void *context, char *room, size_t size, bool wait)
{
	struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};

	(void)context;
	if (!wait && poll(&in, 1, 0) <= 0)
		return PROTOCOL_LOOP_NOTHING;
	ssize_t n = read(STDIN_FILENO, room, size);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN ? PROTOCOL_LOOP_NOTHING
							 : PROTOCOL_LOOP_END;
	return n;
}

static bool bot_write(void *context, const char *bytes, size_t count)
{
	(void)context;
	while (count > 0) {
		ssize_t n = write(STDOUT_FILENO, bytes, count);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			bytes += n;
			count -= (size_t)n;
		}
	}
	return true;
}

static void bot_complain(void *context, const char *why)
{
	(void)context;
	fprintf(stderr, "referee-bot: %s\n", why);
}

/*
 * The two modes.
 */

static int bot_fail(int status, const char *why)
{
	bot_complain(NULL, why);
	return status;
}

/* The exit status of a program that has printed what it was asked for. */
static int bot_printed(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_SUCCESS;
	return bot_fail(BOT_FAULT, "stdout cannot be written");
}

static int bot_talk(const struct arguments *a, struct engine *engine)
{
	struct protocol_loop *loop = malloc(sizeof *loop);

	if (loop == NULL)
		return bot_fail(BOT_FAULT, "no memory");
	/* The end of the referee shows as a failed write. */
	signal(SIGPIPE, SIG_IGN);
	protocol_loop_init(loop);
	loop->port = (struct protocol_loop_port){
		bot_read, bot_write, bot_complain, a->cpu_clock ? bot_now_cpu : bot_now, NULL};
	loop->engine = engine;
	loop->name = a->name;
	loop->game = a->game;
	loop->players = a->players;
	loop->params = a->params;
	loop->param_count = a->param_count;
	int status = protocol_loop_run(loop);
	free(loop);
	return status;
}

static void bot_print(const struct engine *engine)
{
	char line[BOT_WHY];
	const struct search_result *r = &engine->job.result;
	int plies = search_plies(engine->setup.rules, r->value);

	if (plies >= 0)
		printf("value %s-in-%d", r->value > 0 ? "win" : "loss", plies);
	else
		printf("value %lld", (long long)r->value);
	printf(" best %s", engine_line(engine, &r->best, 1, line, sizeof line));
	printf(" nodes %lld depth %d", (long long)r->nodes, r->depth);
	printf(" line %s\n", engine_line(engine, r->line, r->length, line, sizeof line));
}

/* Searches one position within the limits of the settings; without limits, to the end of the
 * game. */
static int bot_search(const struct arguments *a, struct engine *engine)
{
	struct error err;
	const char *from = strcmp(a->position, "startpos") == 0 ? NULL : a->position;
	const struct message go = message_make(MESSAGE_GO);
	const struct search_hooks hooks = {.now = a->cpu_clock ? bot_now_cpu : bot_now};
	struct search_limits limits = time_management_limits(&engine->settings, &go.go, 1);

	limits.deepen = false;
	if (!engine_begin(engine, a->game, a->players, (uint64_t)engine->settings.seed, a->params,
		    a->param_count, &err) ||
		!engine_place(engine, from, NULL, &err) ||
		!engine_search(engine, &limits, &hooks, &err))
		return bot_fail(BOT_USAGE, err.text);
	if (rules_is_process(a->game) && rules_process_fault(a->game) != NULL)
		return bot_fail(BOT_FAULT, rules_process_fault(a->game));
	bot_print(engine);
	return bot_printed();
}

int main(int argc, char **argv)
{
	struct error err;
	struct arguments a;

	if (complete_asked(argc, argv, complete_bot))
		return EXIT_SUCCESS;
	if (!arguments_read(&a, (const char *const *)(argc > 0 ? argv + 1 : argv), &err))
		return bot_fail(BOT_USAGE, err.text);
	if (a.instead != NULL) {
		a.instead();
		return bot_printed();
	}
	struct engine *engine = engine_create();
	if (engine == NULL)
		return bot_fail(BOT_FAULT, "no memory");
	engine->settings = a.settings;
	int status = a.position != NULL ? bot_search(&a, engine) : bot_talk(&a, engine);
	engine_free(engine);
	return status;
}
