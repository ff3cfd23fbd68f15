/*
 * worker-dialogue.c - greets a worker, gives it what it needs, then passes lines on.
 */
#include "referee/machines/worker-dialogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/machines/worker-messages.h"

void worker_dialogue_init(struct worker_dialogue *d, const struct worker_dialogue_calls *calls,
	void *owner, struct worker_manifest *manifest)
{
	*d = (struct worker_dialogue){.calls = calls,
		.owner = owner,
		.manifest = manifest,
		.room = memory_get(WORKER_LINE, 1)};
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

static void worker_dialogue_send_order(
	struct worker_dialogue *d, enum worker_order_kind kind, const char *digest, int64_t bytes)
{
	char line[WORKER_ORDER];
	const struct worker_order order = {kind, digest, bytes};
	d->calls->send(
		d->owner, line, line_table_write(&worker_order_table, &order, line, sizeof line));
}

/* Takes the facts and sends the manifest. */
static void worker_dialogue_take_facts(struct worker_dialogue *d, const struct worker_facts *facts)
{
	const struct worker_manifest *o = d->manifest;
	d->facts = *facts;
	if (d->name != NULL)
		snprintf(d->facts.name, sizeof d->facts.name, "%s", d->name);
	if (d->pool != NULL)
		snprintf(d->facts.pool, sizeof d->facts.pool, "%s", d->pool);
	worker_dialogue_send_order(d, WORKER_ORDER_CONFIG, NULL, (int64_t)o->size);
	d->calls->send(d->owner, o->text, o->size);
	for (int i = 0; i < o->folders_count; i++)
		worker_dialogue_send_order(
			d, WORKER_ORDER_FOLDER, o->folders[i].digest, o->folders[i].bytes);
}

static void worker_dialogue_send_bundle(struct worker_dialogue *d, int folder)
{
	const struct worker_manifest_folder *f = &d->manifest->folders[folder];
	struct error err;
	int file = worker_manifest_file(d->manifest, folder, &err);
	if (file < 0) {
		worker_dialogue_fail(d, err.text);
		return;
	}
	worker_dialogue_send_order(d, WORKER_ORDER_BUNDLE, f->digest, f->bytes);
	d->calls->send_file(d->owner, file, f->bytes);
}

/* The worker is ready. */
static void worker_dialogue_send_facts(struct worker_dialogue *d)
{
	char line[WORKER_MESSAGE];
	size_t length = worker_message_write(
		&(struct worker_message){.kind = WORKER_FACTS, .facts = d->facts}, line);
	line[length - 1] = '\0';
	d->ready = true;
	d->calls->tell(d->owner, line);
}

/* Answers about folders come in their order. */
static bool worker_dialogue_take_answer(
	struct worker_dialogue *d, const struct worker_message *m, bool all)
{
	if (all || strcmp(m->digest, d->manifest->folders[d->folders_answered].digest) != 0)
		return false;
	d->folders_answered++;
	if (m->kind == WORKER_NEED)
		worker_dialogue_send_bundle(d, d->folders_answered - 1);
	return true;
}

/* A message between the first and "ready", whose line is whole. False: it has no place here. */
static bool worker_dialogue_prepare(
	struct worker_dialogue *d, const struct worker_message *m, const char *whole)
{
	const bool known = d->facts.slots > 0,
		   all = known && d->folders_answered == d->manifest->folders_count;
	switch (m->kind) {
	case WORKER_BEAT:
	case WORKER_LEAVING: /* it was told to end before it could play */
		return known;
	case WORKER_FACTS:
		if (!known)
			worker_dialogue_take_facts(d, &m->facts);
		return !known;
	case WORKER_HAVE:
	case WORKER_NEED:
	case WORKER_SKIP:
		return known && worker_dialogue_take_answer(d, m, all);
	case WORKER_CANNOT:
		if (all)
			d->calls->tell(d->owner, whole);
		return all;
	case WORKER_READY:
		if (all)
			worker_dialogue_send_facts(d);
		return all;
	default:
		return false;
	}
}

/* Says why a line has no place. */
static void worker_dialogue_refuse(struct worker_dialogue *d, const char *line)
{
	char *shown = escape_text(line, false), why[ERROR_TEXT];
	if (!d->greeted)
		snprintf(why, sizeof why,
			"it said \"%.100s\" and not \"worker %d VERSION\"; is it `referee worker run --stdin`?",
			shown, WORKER_PROTOCOL);
	else if (d->facts.slots == 0 && line_table_is(&worker_message_table, WORKER_FACTS, line))
		snprintf(why, sizeof why, "its facts are malformed: \"%.200s\"", shown);
	else
		snprintf(why, sizeof why, "it said \"%.400s\", which is not expected here", shown);
	free(shown);
	worker_dialogue_fail(d, why);
}

/* A line before "ready". */
static void worker_dialogue_take_early(struct worker_dialogue *d, char *line)
{
	struct worker_message m;
	struct error err;
	char *whole = memory_copy(line);
	bool right = worker_message_read(&m, line);
	if (d->greeted) {
		right = right && worker_dialogue_prepare(d, &m, whole);
	} else if ((right = right && m.kind == WORKER_GREETING)) {
		d->greeted = true;
		if (!worker_facts_fit(m.protocol, m.version, &err))
			worker_dialogue_fail(d, err.text);
	}
	if (!right)
		worker_dialogue_refuse(d, whole);
	free(whole);
}

/* Takes all whole lines. */
static void worker_dialogue_take_lines(struct worker_dialogue *d)
{
	enum line_status status = LINE_READY;
	char *line;
	size_t length;
	while (!d->failed && (status = line_reader_next(&d->lines, &line, &length)) == LINE_READY)
		if (!d->ready)
			worker_dialogue_take_early(d, line);
		else if (!line_table_is(&worker_message_table, WORKER_BEAT, line))
			d->calls->tell(d->owner, line);
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
