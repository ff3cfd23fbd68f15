/*
 * web-start.c - the web process as a program of its own.
 *
 * The token goes through the environment: everybody may see arguments.
 */
#include "referee/processes/web-start.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "referee/ground/memory.h"
#include "referee/ground/secret.h"
#include "referee/processes/process.h"
#include "referee/processes/web.h"

#define WEB_START_TOKEN "REFEREE_WEB_TOKEN"

int web_start_run(const void *arg, int number, int from, int to)
{
	const struct web_options *o = arg;
	char port[16], in[16], out[16], beat[16], word[] = WEB_START_WORD, name[] = "referee",
						  here[] = "-";
	(void)number;
	snprintf(port, sizeof port, "%d", o->port);
	snprintf(in, sizeof in, "%d", from);
	snprintf(out, sizeof out, "%d", to);
	snprintf(beat, sizeof beat, "%d", PROCESS_BEAT);
	char *argv[] = {name, word, o->address != NULL ? (char *)o->address : here, port, in, out,
		beat, NULL};
	if (o->token != NULL)
		setenv(WEB_START_TOKEN, o->token, 1);
	fcntl(from, F_SETFD, 0);
	fcntl(to, F_SETFD, 0);
	fcntl(PROCESS_BEAT, F_SETFD, 0);
	execv("/proc/self/exe", argv);
	return EXIT_FAILURE;
}

int web_start_main(int argc, char **argv)
{
	if (argc != 6)
		return EXIT_FAILURE;
	char *given = getenv(WEB_START_TOKEN);
	struct web_options o = {.address = argv[1][0] != '-' ? argv[1] : NULL,
		.port = atoi(argv[2]),
		.token = given != NULL ? memory_copy(given) : NULL};
	if (given != NULL)
		secret_forget(given, strlen(given)); /* nor shall /proc show it */
	prctl(PR_SET_NAME, process_table[PROCESS_WEB].name);
	beat_own(atoi(argv[5]));
	int status = web_run(&o, 0, atoi(argv[3]), atoi(argv[4]));
	free((char *)o.token);
	return status;
}
