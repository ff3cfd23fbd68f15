/*
 * check-broker.c - `referee check --broker`: examines a NATS server before workers use it.
 */
#include "referee/commands/check/check-broker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/escape.h"
#include "base/exit-status.h"
#include "base/json.h"
#include "referee/machines/broker-check.h"
#include "referee/process/standard-output.h"

static const char *const check_broker_words[] = {
	[BROKER_RIGHT] = "ok", [BROKER_DOUBTFUL] = "warning", [BROKER_WRONG] = "FAILED"};
static const char *const check_broker_json[] = {
	[BROKER_RIGHT] = "ok", [BROKER_DOUBTFUL] = "warning", [BROKER_WRONG] = "failed"};

static void check_broker_on_finding(void *arg, const struct broker_finding *f)
{
	const struct check_broker *c = arg;
	if (c->json) {
		struct json_writer j = {.out = stdout};
		json_open(&j, NULL, '{');
		json_text(&j, "step", f->step);
		json_text(&j, "verdict", check_broker_json[f->verdict]);
		json_text(&j, "text", f->text.text);
		json_close(&j, '}');
		putchar('\n');
	} else {
		char *text = escape_text(f->text.text, false);
		printf("  %-14s %-8s %s\n", f->step, check_broker_words[f->verdict], text);
		free(text);
	}
	standard_output_flush();
}

int check_broker_run(const struct check_broker *c)
{
	const struct tournament *t = c->tournament;
	const struct broker_check_terms terms = {.url = t->broker,
		.ca = t->broker_ca,
		.nkey = t->broker_nkey,
		.name = c->worker,
		.pool = t->worker_pool != NULL ? t->worker_pool : "any",
		.limit = BROKER_CHECK_LIMIT,
		.report = check_broker_on_finding,
		.arg = (void *)c};
	signal(SIGPIPE, SIG_IGN);
	if (!c->json)
		printf("broker %s\n", t->broker);
	bool good = broker_check(&terms);
	if (!c->json && t->broker_nkey == NULL)
		puts("without --broker-nkey no key was tried");
	if (!c->json)
		puts(good ? "it can be used" : "it must not be used like this");
	return good ? EXIT_SUCCESS : EXIT_FAULTS;
}
