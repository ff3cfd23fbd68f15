/*
 * check-side.c - prints what is right and wrong with a NATS server.
 */
#include "referee/machines/nats/check-side.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/exit-status.h"
#include "base/json.h"
#include "referee/machines/nats/broker-check.h"
#include "referee/machines/nats/confine.h"
#include "referee/process/standard-output.h"

static const char *const check_side_words[] = {
	[BROKER_RIGHT] = "ok", [BROKER_DOUBTFUL] = "warning", [BROKER_WRONG] = "FAILED"};
static const char *const check_side_json[] = {
	[BROKER_RIGHT] = "ok", [BROKER_DOUBTFUL] = "warning", [BROKER_WRONG] = "failed"};

static void check_side_on_finding(void *arg, const struct broker_finding *f)
{
	const struct check_side_terms *t = arg;
	if (t->json) {
		struct json_writer j = {.out = stdout};
		json_open(&j, NULL, '{');
		json_text(&j, "step", f->step);
		json_text(&j, "verdict", check_side_json[f->verdict]);
		json_text(&j, "text", f->text.text);
		json_close(&j, '}');
		putchar('\n');
	} else {
		char *text = escape_text(f->text.text, false);
		printf("  %-14s %-8s %s\n", f->step, check_side_words[f->verdict], text);
		free(text);
	}
	standard_output_flush();
}

/* The server fell silent in the middle of a login (nats-login.h). */
static void check_side_on_silence(int number)
{
	static const char text[] =
		"referee check: the server fell silent while a client logged in; the check ends here\n";
	(void)number;
	_exit(write(STDERR_FILENO, text, strlen(text)) < 0 ? EXIT_BROKEN : EXIT_FAULTS);
}

void check_side_run(const struct check_side_terms *t)
{
	const struct broker_check_terms terms = {.url = t->url,
		.ca = t->ca,
		.nkey = t->nkey,
		.name = t->name,
		.pool = t->pool,
		.limit = BROKER_CHECK_LIMIT,
		.report = check_side_on_finding,
		.arg = (void *)t};
	const char *const readable[] = {t->ca, t->nkey};
	signal(SIGALRM, check_side_on_silence);
	if (!confine(readable, 2)) {
		perror("referee check: it cannot give up its rights");
		exit(EXIT_BROKEN);
	}
	if (!t->json)
		printf("broker %s\n", t->url);
	bool good = broker_check(&terms);
	if (!t->json && t->nkey == NULL)
		puts("without --broker-nkey no key was tried");
	if (!t->json)
		puts(good ? "it can be used" : "it must not be used like this");
	/* Not exit(): what libnats 3.4 frees there, OpenSSL frees again. */
	_exit(standard_output_end(good ? EXIT_SUCCESS : EXIT_FAULTS));
}
