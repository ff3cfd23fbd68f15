/*
 * worker-facts.c - collects and compares the facts of a worker.
 */
#include "referee/machines/worker-facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "referee/process/cpu-affinity.h"
#include "base/escape.h"
#include "base/version.h"

bool worker_facts_is_name(const char *name)
{
	static const char good[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	size_t length = strspn(name, good);
	return length > 0 && length < WORKER_NAME && name[length] == '\0' &&
	       strcmp(name, "here") != 0;
}

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

bool worker_facts_fit(int protocol, const char *version, struct error *err)
{
	if (protocol == WORKER_PROTOCOL && strcmp(version, VERSION) == 0)
		return true;
	/* Workers of version 3 and earlier say their facts there. */
	char *shown = escape_text(strpbrk(version, " =") == NULL ? version : "?", false);
	error_set(err,
		"it is referee %.31s with version %d of a worker's lines, and this is referee %s with version %d; install the same version there",
		shown, protocol, VERSION, WORKER_PROTOCOL);
	free(shown);
	return false;
}
