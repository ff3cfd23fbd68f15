/*
 * worker-dialogue.c - greets a worker, gives it what it needs, then passes lines on.
 */
#include "referee/machines/worker-dialogue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/machines/worker-messages.h"

void worker_dialogue_init(struct worker_dialogue *d, const struct worker_dialogue_calls *calls,
	void *owner, struct worker_offer *offer)
{
	*d = (struct worker_dialogue){
		.calls = calls, .owner = owner, .offer = offer, .room = memory_get(WORKER_LINE, 1)};
	line_reader_init(&d->lines, d->room, WORKER_LINE);
}

void worker_dialogue_clear(struct worker_dialogue *d)
{
	free(d->room);
	*d = (struct worker_dialogue){.failed = true};
}

static void worker_dialogue_fail(struct worker_dialogue *d, const char *why)
{
	if (d->failed)
		return;
	d->failed = true;
	d->calls->fail(d->owner, why);
}

/* Fails with a line of the worker that has no place. */
static void worker_dialogue_refuse(struct worker_dialogue *d, const char *line)
{
	char *shown = escape_text(line, false), why[ERROR_TEXT];
	snprintf(why, sizeof why, "it said \"%.400s\", which has no place here", shown);
	free(shown);
	worker_dialogue_fail(d, why);
}

static void worker_dialogue_send_text(struct worker_dialogue *d, const char *text)
{
	d->calls->send(d->owner, text, strlen(text));
}

static void worker_dialogue_send_offer(struct worker_dialogue *d)
{
	const struct worker_offer *o = d->offer;
	char line[CRYPTO_TEXT + 64];
	snprintf(line, sizeof line, "config %zu\n", o->size);
	worker_dialogue_send_text(d, line);
	d->calls->send(d->owner, o->text, o->size);
	for (int i = 0; i < o->folders_count; i++) {
		snprintf(line, sizeof line, "folder %s %" PRId64 "\n", o->folders[i].digest,
			o->folders[i].bytes);
		worker_dialogue_send_text(d, line);
	}
}

/* The first line. */
static void worker_dialogue_greet(struct worker_dialogue *d, const char *line)
{
	struct worker_facts facts;
	struct error err;
	if (!worker_facts_greeting(&facts, line, &err)) {
		worker_dialogue_fail(d, err.text);
		return;
	}
	d->facts = facts;
	worker_dialogue_send_offer(d);
}

static void worker_dialogue_send_bundle(struct worker_dialogue *d, int folder)
{
	const struct worker_offer_folder *f = &d->offer->folders[folder];
	struct error err;
	char line[CRYPTO_TEXT + 64];
	int file = worker_offer_file(d->offer, folder, &err);
	if (file < 0) {
		worker_dialogue_fail(d, err.text);
		return;
	}
	snprintf(line, sizeof line, "bundle %s %" PRId64 "\n", f->digest, f->bytes);
	worker_dialogue_send_text(d, line);
	d->calls->send_file(d->owner, file, f->bytes);
}

static void worker_dialogue_tell_facts(struct worker_dialogue *d)
{
	static const char word[] = "worker ";
	char line[sizeof word + WORKER_FACTS_LINE];
	memcpy(line, word, sizeof word);
	worker_facts_write(&d->facts, line + strlen(word));
	d->calls->tell(d->owner, line);
}

/* A line between the first and "ready". False: it has no place here. */
static bool worker_dialogue_prepare(struct worker_dialogue *d, const char *line)
{
	const struct worker_offer *o = d->offer;
	bool all = d->folders_answered == o->folders_count;
	const char *digest = strncmp(line, "have ", 5) == 0 || strncmp(line, "need ", 5) == 0 ||
					     strncmp(line, "skip ", 5) == 0
				     ? line + 5
				     : NULL;
	if (digest != NULL && !all && strcmp(digest, o->folders[d->folders_answered].digest) == 0) {
		d->folders_answered++;
		if (*line == 'n')
			worker_dialogue_send_bundle(d, d->folders_answered - 1);
		return true;
	}
	if (all && line_table_is(&worker_message_table, WORKER_CANNOT, line)) {
		d->calls->tell(d->owner, line);
		return true;
	}
	if (!all || strcmp(line, "ready") != 0)
		return false;
	d->ready = true;
	worker_dialogue_tell_facts(d);
	return true;
}

static void worker_dialogue_take_line(struct worker_dialogue *d, const char *line)
{
	if (d->facts.slots == 0)
		worker_dialogue_greet(d, line);
	else if (strcmp(line, "beat") == 0)
		; /* it lives */
	else if (!d->ready && line_table_is(&worker_message_table, WORKER_LEAVING, line))
		; /* it was told to end before it could play */
	else if (d->ready)
		d->calls->tell(d->owner, line);
	else if (!worker_dialogue_prepare(d, line))
		worker_dialogue_refuse(d, line);
}

/* Takes all whole lines. */
static void worker_dialogue_take_lines(struct worker_dialogue *d)
{
	enum line_status status = LINE_READY;
	char *line;
	size_t length;
	while (!d->failed && (status = line_reader_next(&d->lines, &line, &length)) == LINE_READY)
		worker_dialogue_take_line(d, line);
	if (!d->failed && status == LINE_TOO_LONG)
		worker_dialogue_fail(d, "it sent a line that is too long");
}

void worker_dialogue_take(struct worker_dialogue *d, const char *bytes, size_t length)
{
	d->silent = 0;
	while (length > 0 && !d->failed) {
		size_t room;
		char *to = line_reader_space(&d->lines, &room);
		room = room < length ? room : length;
		memcpy(to, bytes, room);
		line_reader_filled(&d->lines, room);
		bytes += room;
		length -= room;
		worker_dialogue_take_lines(d);
	}
}

void worker_dialogue_request(struct worker_dialogue *d, const char *bytes, size_t length)
{
	if (!d->failed && d->ready)
		d->calls->send(d->owner, bytes, length);
}

void worker_dialogue_second(struct worker_dialogue *d)
{
	if (++d->silent > WORKER_SILENT)
		worker_dialogue_fail(d, "it has been silent for 30 s");
}
