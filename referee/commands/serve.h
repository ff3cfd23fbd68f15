/*
 * serve.h - what `referee serve` was asked for.
 */
#ifndef REFEREE_COMMANDS_SERVE_H
#define REFEREE_COMMANDS_SERVE_H

#include "referee/commands/command.h"
#include "referee/net/listener.h"

enum { SERVE_NAMES = 8 };

struct serve_asked {
	const char **files; /* owned; all texts are borrowed */
	int files_count;
	const char *folder, *socket, *listen, *queue; /* NULL: not asked for */
	char *web_token, *metrics_token;
	const char *names[SERVE_NAMES]; /* of the pages' server */
	const char *prefix;
	int names_count;
	const char *gates[LISTENER_SOCKETS];
	int gates_count;
	const char *tokens, *certificate, *key;
	const char *concurrency_text, *side_text;
	int concurrency, side_by_side;
	bool insecure, verbose, json, proxied;
};

extern const char serve_help[];

/* The words behind `serve`. False: what is wrong was said. Free the files either way. */
bool serve_ask(struct serve_asked *a, int argc, char **argv);

/* A line about a flag. */
void serve_misused(const char *flag, const char *why);

/* A line a fact, on stderr, which is not waited for. */
void serve_say(void *arg, const char *line);

/* An event, on stdout, which is not waited for either. */
void serve_event(void *arg, const char *json);

/* How many lines were said so far. */
long serve_said(void);

/* Writes what stderr and stdout did not take before, and take now. */
void serve_say_kept(void);

#endif
