/*
 * broker-link.c - becomes the program that connects the main process with workers.
 */
#include "referee/machines/broker-link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/fd-message.h"
#include "referee/machines/nkey.h"
#include "referee/sandbox/find-program.h"
#include "referee/machines/worker-manifest.h"

#define BROKER_PROGRAM "referee-broker"

enum { BROKER_WORDS = 24 };

bool broker_is_built(const struct broker *b, struct error *err)
{
	char program[FIND_PROGRAM_PATH];
	return find_program_program(BROKER_PROGRAM, program) ||
	       error_set(err,
		       "%s: this program was built without libnats, so it knows no broker; install libnats-dev and build it again",
		       b->url);
}

bool broker_is_usable(const struct broker *b, struct error *err)
{
	struct nkey key;
	if (!broker_is_built(b, err))
		return false;
	if (b->ca != NULL && access(b->ca, R_OK) != 0)
		return error_set(err, "%s: %s", b->ca, strerror(errno));
	if (b->nkey != NULL && !nkey_load(&key, b->nkey, err))
		return false;
	crypto_forget(&key, sizeof key);
	return true;
}

void broker_exec(const struct broker *b, const char *side, int socket, const char *const *more)
{
	char program[FIND_PROGRAM_PATH], silence[32];
	const char *words[BROKER_WORDS] = {
		BROKER_PROGRAM, side, "--url", b->url, "--pool", b->pool, "--silence", silence};
	int count = 8;
	snprintf(silence, sizeof silence, "%lld", (long long)b->silence);
	if (b->ca != NULL) {
		words[count++] = "--ca";
		words[count++] = b->ca;
	}
	if (b->nkey != NULL) {
		words[count++] = "--nkey";
		words[count++] = b->nkey;
	}
	while (*more != NULL && count < BROKER_WORDS - 1)
		words[count++] = *more++;
	if (find_program_program(BROKER_PROGRAM, program) && dup2(socket, STDIN_FILENO) >= 0)
		execv(program, (char *const *)words);
}

static int broker_link_run(const void *arg, int number, int from, int to)
{
	const struct broker_link *link = arg;
	struct worker_manifest manifest;
	struct fd_message message = {.count = 0};
	struct error err;
	char beat[16], file[16];
	(void)number;
	error_set(&err, "referee-broker cannot be started");
	if (worker_manifest_make(&manifest, link->config, &err)) {
		snprintf(beat, sizeof beat, "%d", PROCESS_BEAT);
		snprintf(file, sizeof file, "%d", worker_manifest_save(&manifest));
		fcntl(PROCESS_BEAT, F_SETFD, 0);
		broker_exec(&link->broker, "main", from,
			(const char *const[]){"--beat", beat, "--manifest", file, NULL});
		error_set(&err, "referee-broker cannot be started: %s", strerror(errno));
	}
	snprintf(message.text, sizeof message.text, "say %.400s", err.text);
	fd_message_send(to, &message);
	return EXIT_FAILURE;
}

const struct process_kind broker_link_process = {
	.name = "referee-broker", .run = broker_link_run, .is_socket = true};
