/*
 * check-broker.c - `referee check --broker`: the program that has the NATS library examines a
 * server before workers use it.
 */
#include "referee/commands/check/check-broker.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/exit-status.h"
#include "referee/commands/command.h"
#include "referee/machines/broker-link.h"
#include "referee/process/standard-output.h"

extern const struct command command_check;

int check_broker_run(const struct check_broker *c)
{
	const struct tournament *t = c->tournament;
	const struct broker broker = {.url = t->broker,
		.ca = t->broker_ca,
		.nkey = t->broker_nkey,
		.pool = t->worker_pool != NULL ? t->worker_pool : "any",
		.silence = BROKER_LINK_SILENCE};
	const char *more[4] = {NULL};
	int count = 0;
	struct error err;
	if (!broker_is_built(&broker, &err)) {
		command_report(&command_check, "%s", err.text);
		return EXIT_BROKEN;
	}
	if (c->json)
		more[count++] = "--json";
	if (c->worker != NULL) {
		more[count++] = "--name";
		more[count++] = c->worker;
	}
	standard_output_flush();
	broker_exec(&broker, "check", STDIN_FILENO, more);
	command_report(&command_check, "referee-broker cannot be started: %s", strerror(errno));
	return EXIT_BROKEN;
}
