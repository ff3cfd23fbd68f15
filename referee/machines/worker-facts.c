/*
 * worker-facts.c - collects, writes and reads the facts of a worker.
 */
#include "referee/machines/worker-facts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "referee/process/cpu-affinity.h"
#include "base/escape.h"
#include "base/version.h"

/* --- fields: a row each ------------------------------------------------------------------------
 */

enum worker_facts_type {
	WORKER_FACTS_NAME,
	WORKER_FACTS_TEXT,
	WORKER_FACTS_BOOL,
	WORKER_FACTS_INT,
	WORKER_FACTS_WIDE
};

/* A fact: its key, where it is, and what it may be. */
struct worker_facts_row {
	const char *key;
	enum worker_facts_type type;
	size_t at;
	int64_t min, max; /* of a number; of a text: bytes with a NUL */
	bool needed;
};

#define AT(field) offsetof(struct worker_facts, field)

static const struct worker_facts_row worker_facts_rows[] = {
	{"name", WORKER_FACTS_NAME, AT(name), 0, WORKER_NAME, true},
	{"pool", WORKER_FACTS_NAME, AT(pool), 0, WORKER_NAME, false},
	{"arch", WORKER_FACTS_TEXT, AT(arch), 0, WORKER_WORD, true},
	{"version", WORKER_FACTS_TEXT, AT(version), 0, WORKER_WORD, true},
	{"cpu", WORKER_FACTS_TEXT, AT(cpu), 0, WORKER_CPU, false},
	{"slots", WORKER_FACTS_INT, AT(slots), 1, WORKER_SLOTS_MAX, true},
	{"cores", WORKER_FACTS_INT, AT(cores), 0, 1 << 16, false},
	{"crowded", WORKER_FACTS_BOOL, AT(crowded), 0, 1, false},
	{"sandbox", WORKER_FACTS_INT, AT(sandbox), 0, SANDBOX_LEVELS - 1, false},
	{"speed", WORKER_FACTS_WIDE, AT(speed), 0, WORKER_SPEED_MAX, false},
	{"referee", WORKER_FACTS_TEXT, AT(referee), 0, WORKER_WORD, false},
	{"referee-bot", WORKER_FACTS_TEXT, AT(referee_bot), 0, WORKER_WORD, false},
	{"referee-adapt", WORKER_FACTS_TEXT, AT(referee_adapt), 0, WORKER_WORD, false},
};

enum { WORKER_FACTS_ROWS = sizeof worker_facts_rows / sizeof *worker_facts_rows };

bool worker_facts_is_name(const char *name)
{
	static const char good[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	size_t length = strspn(name, good);
	return length > 0 && length < WORKER_NAME && name[length] == '\0' &&
	       strcmp(name, "here") != 0;
}

/* --- this machine ------------------------------------------------------------------------------
 */

/* The model of the first processor in /proc/cpuinfo. Not every architecture has one. */
static void worker_facts_model(char model[WORKER_CPU])
{
	static const char *const keys[] = {"model name", "cpu model", "Model", "cpu"};
	char line[512];
	FILE *in = fopen("/proc/cpuinfo", "re");
	model[0] = '\0';
	while (in != NULL && model[0] == '\0' && fgets(line, sizeof line, in) != NULL) {
		char *value = strchr(line, ':');
		size_t length = strcspn(line, "\t:");
		if (value != NULL)
			value += strspn(value, ": ");
		for (size_t i = 0; value != NULL && i < sizeof keys / sizeof *keys; i++)
			if (strlen(keys[i]) == length && strncmp(line, keys[i], length) == 0)
				snprintf(model, WORKER_CPU, "%.*s", (int)strcspn(value, "\n"),
					value);
	}
	if (in != NULL)
		fclose(in);
}

void worker_facts_collect(struct worker_facts *f)
{
	struct utsname machine;
	uname(&machine);
	snprintf(f->arch, sizeof f->arch, "%.*s", WORKER_WORD - 1, machine.machine);
	snprintf(f->version, sizeof f->version, "%s", VERSION);
	worker_facts_model(f->cpu);
	f->cores = cpu_affinity_cores(CPU_AFFINITY_FOLDER);
}

/* --- writing -----------------------------------------------------------------------------------
 */

static size_t worker_facts_write_text(const char *text, char *out)
{
	size_t used = 0;
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;
		if (c > ' ' && c < 0x7f && c != '%')
			out[used++] = *text;
		else
			used += (size_t)sprintf(out + used, "%%%02x", c);
	}
	return used;
}

static int64_t worker_facts_number(const struct worker_facts_row *row, const void *at)
{
	if (row->type == WORKER_FACTS_BOOL)
		return *(const bool *)at;
	return row->type == WORKER_FACTS_INT ? *(const int *)at : *(const int64_t *)at;
}

void worker_facts_write(const struct worker_facts *f, char line[WORKER_FACTS_LINE])
{
	size_t used = 0;
	for (size_t i = 0; i < WORKER_FACTS_ROWS; i++) {
		const struct worker_facts_row *row = &worker_facts_rows[i];
		const char *at = (const char *)f + row->at;
		used += (size_t)sprintf(line + used, "%s%s=", i > 0 ? " " : "", row->key);
		if (row->type == WORKER_FACTS_NAME || row->type == WORKER_FACTS_TEXT)
			used += worker_facts_write_text(at, line + used);
		else
			used += (size_t)sprintf(
				line + used, "%" PRId64, worker_facts_number(row, at));
	}
	line[used] = '\0';
	assert(used < WORKER_FACTS_LINE);
}

/* --- reading -----------------------------------------------------------------------------------
 */

/* Takes %XX back. False: it is malformed or does not fit. */
static bool worker_facts_take_text(const char *value, size_t length, char *to, size_t room)
{
	size_t used = 0;
	for (size_t i = 0; i < length; i++) {
		int c = (unsigned char)value[i];
		if (c == '%' && length - i < 3)
			return false;
		if (c == '%') {
			c = escape_hex_byte(value + i + 1);
			i += 2;
		}
		if (c <= 0 || used + 1 == room)
			return false;
		to[used++] = (char)c;
	}
	to[used] = '\0';
	return true;
}

static bool worker_facts_take_number(
	const struct worker_facts_row *row, const char *value, void *at)
{
	char *end;
	long long number = strtoll(value, &end, 10);
	if (*value < '0' || *value > '9' || (*end != ' ' && *end != '\0') || number < row->min ||
		number > row->max)
		return false;
	if (row->type == WORKER_FACTS_BOOL)
		*(bool *)at = number != 0;
	else if (row->type == WORKER_FACTS_INT)
		*(int *)at = (int)number;
	else
		*(int64_t *)at = number;
	return true;
}

static bool worker_facts_take(const struct worker_facts_row *row, struct worker_facts *f,
	const char *value, size_t length)
{
	char *at = (char *)f + row->at;
	switch (row->type) {
	case WORKER_FACTS_NAME:
		return worker_facts_take_text(value, length, at, (size_t)row->max) &&
		       worker_facts_is_name(at);
	case WORKER_FACTS_TEXT:
		return worker_facts_take_text(value, length, at, (size_t)row->max);
	case WORKER_FACTS_BOOL:
	case WORKER_FACTS_INT:
	case WORKER_FACTS_WIDE:
		break;
	}
	return worker_facts_take_number(row, value, at);
}

/* The row of a key; WORKER_FACTS_ROWS: unknown. */
static size_t worker_facts_find(const char *key, size_t length)
{
	size_t i = 0;
	while (i < WORKER_FACTS_ROWS &&
		(strlen(worker_facts_rows[i].key) != length ||
			strncmp(worker_facts_rows[i].key, key, length) != 0))
		i++;
	return i;
}

/* Says that a line is wrong, with the part that is. */
static bool worker_facts_refuse(const char *part, size_t length, struct error *err)
{
	char *shown = escape_bytes(part, length < 80 ? length : 80, false);
	error_set(err, "its facts are malformed: \"%s\"", shown);
	free(shown);
	return false;
}

bool worker_facts_read(struct worker_facts *f, const char *line, struct error *err)
{
	bool given[WORKER_FACTS_ROWS] = {false};
	*f = (struct worker_facts){.pool = "any"};
	if (strlen(line) >= WORKER_FACTS_LINE)
		return error_set(err, "its facts are longer than %d bytes", WORKER_FACTS_LINE - 1);
	for (size_t length; *line != '\0'; line += length + (line[length] == ' ')) {
		length = strcspn(line, " ");
		const char *equals = memchr(line, '=', length);
		if (equals == NULL)
			return worker_facts_refuse(line, length, err);
		size_t row = worker_facts_find(line, (size_t)(equals - line));
		if (row == WORKER_FACTS_ROWS)
			continue;
		size_t rest = length - (size_t)(equals + 1 - line);
		if (given[row] || !worker_facts_take(&worker_facts_rows[row], f, equals + 1, rest))
			return worker_facts_refuse(line, length, err);
		given[row] = true;
	}
	for (size_t i = 0; i < WORKER_FACTS_ROWS; i++)
		if (worker_facts_rows[i].needed && !given[i])
			return error_set(err, "its facts have no %s", worker_facts_rows[i].key);
	return true;
}

/* Says that the version differs. */
static bool worker_facts_is_other(long protocol, const char *version, struct error *err)
{
	char *shown = escape_text(version, false);
	error_set(err,
		"it is referee %.31s with version %ld of a worker's lines, and this is referee %s with version %d; install the same version there",
		shown, protocol, VERSION, WORKER_PROTOCOL);
	free(shown);
	return false;
}

bool worker_facts_greeting(struct worker_facts *f, const char *line, struct error *err)
{
	static const char word[] = "worker ";
	char *end = NULL;
	long protocol = 0;
	if (strncmp(line, word, strlen(word)) == 0)
		protocol = strtol(line + strlen(word), &end, 10);
	if (protocol < 1 || protocol > 1000 || *end != ' ') {
		char *shown = escape_text(line, false);
		error_set(err,
			"it said \"%.100s\" and not \"worker %d FACTS\"; is it `referee worker run --stdin`?",
			shown, WORKER_PROTOCOL);
		free(shown);
		return false;
	}
	if (protocol != WORKER_PROTOCOL)
		return worker_facts_is_other(
			protocol, worker_facts_read(f, end + 1, err) ? f->version : "?", err);
	if (!worker_facts_read(f, end + 1, err))
		return false;
	return strcmp(f->version, VERSION) == 0 || worker_facts_is_other(protocol, f->version, err);
}
