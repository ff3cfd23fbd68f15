/*
 * feeder.c - the main process's part for the tests of the pages: starts the web process and tells
 * it the lines of its own stdin.
 *
 *	feeder PORT [TOKEN [ADDRESS [TIMEOUT]]]
 *
 * In the environment: FEEDER_DATABASES, the databases that it is told of, separated by colons;
 * FEEDER_NAME, FEEDER_PREFIX, FEEDER_TITLE, FEEDER_ABOUT and FEEDER_METRICS, options of
 * web-process.h; FEEDER_PROXIED, whether it is so. The first line of the web process ("listening
 * ADDRESS PORT") goes to stdout. The line "restart" kills it and starts it anew on the same port,
 * all that was told so far told again; the end of stdin ends both, with status 0 if the web process
 * ends so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/web/live-event.h"
#include "referee/process/process.h"
#include "referee/web/web-process.h"

enum {
	FEEDER_DATABASES = 8,
	FEEDER_TOLD = 1 << 22,
	FEEDER_PATIENCE = 60000 /* ms until it must have ended by itself */
};

static char told[FEEDER_TOLD];
static size_t told_length;

static void feeder_tell(const struct process *web, const char *text, size_t length)
{
	if (write(web->to, text, length) != (ssize_t)length)
		exit(EXIT_FAILURE);
}

/* Starts it and passes its first line on; returns its port. */
static int feeder_start(struct process *web, const struct web_options *o)
{
	char line[256] = "";
	size_t length = 0;
	int port = 0;
	if (process_start(web, &web_process, o, 0) != 0)
		exit(EXIT_FAILURE);
	while (strchr(line, '\n') == NULL && length < sizeof line - 1) {
		ssize_t count = read(web->from, line + length, sizeof line - 1 - length);
		if (count == 0)
			break;
		if (count > 0)
			length += (size_t)count;
		else
			usleep(1000);
	}
	fputs(line, stdout);
	printf("pid %d\n", (int)web->pid);
	fflush(stdout);
	if (sscanf(line, "listening %*s %d", &port) != 1)
		exit(EXIT_FAILURE);
	feeder_tell(web, told, told_length);
	return port;
}

int main(int argc, char **argv)
{
	static char line[LIVE_EVENT_LINE];
	struct process web;
	struct web_options o = {.listen_count = 1,
		.token = argc > 2 && *argv[2] != '\0' ? argv[2] : NULL,
		.timeout = argc > 4 ? atoi(argv[4]) : 0};
	snprintf(o.listen[0].host, sizeof o.listen[0].host, "%s", argc > 3 ? argv[3] : "127.0.0.1");
	o.listen[0].port = argc > 1 ? atoi(argv[1]) : 0;
	const char *databases[FEEDER_DATABASES];
	char *named = getenv("FEEDER_DATABASES");
	for (char *path; named != NULL && (path = strsep(&named, ":")) != NULL;)
		if (o.databases_count < FEEDER_DATABASES)
			databases[o.databases_count++] = path;
	o.databases = databases;
	o.title = getenv("FEEDER_TITLE");
	o.about = getenv("FEEDER_ABOUT");
	const char *name = getenv("FEEDER_NAME");
	o.names = &name;
	o.names_count = name != NULL ? 1 : 0;
	o.prefix = getenv("FEEDER_PREFIX");
	o.metrics_token = getenv("FEEDER_METRICS");
	o.proxied = getenv("FEEDER_PROXIED") != NULL;
	o.listen[0].port = feeder_start(&web, &o);
	while (fgets(line, sizeof line, stdin) != NULL) {
		size_t length = strlen(line);
		if (strcmp(line, "restart\n") == 0) {
			process_kill(&web);
			feeder_start(&web, &o);
			continue;
		}
		if (told_length + length < sizeof told) {
			memcpy(told + told_length, line, length);
			told_length += length;
		}
		feeder_tell(&web, line, length);
	}
	return process_wait(&web, FEEDER_PATIENCE) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
