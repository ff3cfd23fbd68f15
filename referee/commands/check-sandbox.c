/*
 * check-sandbox.c - the table of probes, as it comes out on this machine for this user.
 */
#include "referee/commands/check-sandbox.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/sandbox-selftest.h"

static const char check_sandbox_flag[] = "--sandbox";

/* The level that a word names; SANDBOX_LEVELS: none. */
static enum sandbox_level check_sandbox_level(const char *word)
{
	int level = 0;
	while (level < SANDBOX_LEVELS && strcmp(word, sandbox_level_names[level]) != 0)
		level++;
	return (enum sandbox_level)level;
}

/* Reads the arguments; false: there are others. */
static bool check_sandbox_read(int argc, char **argv, enum sandbox_level *level, bool *json)
{
	const size_t length = sizeof check_sandbox_flag - 1;
	bool asked = false;
	*level = SANDBOX_FULL;
	*json = false;
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i], *value = NULL;
		if (strcmp(word, "--json") == 0) {
			*json = true;
			continue;
		}
		if (strncmp(word, check_sandbox_flag, length) != 0)
			return false;
		asked = true;
		if (word[length] == '=')
			value = word + length + 1;
		else if (word[length] == '\0' && i + 1 < argc && argv[i + 1][0] != '-')
			value = argv[++i];
		*level = value != NULL ? check_sandbox_level(value) : *level;
		if (*level == SANDBOX_LEVELS || *level == SANDBOX_NONE)
			return false;
	}
	return asked;
}

bool check_sandbox_asked(int argc, char **argv)
{
	enum sandbox_level level;
	bool json;
	return check_sandbox_read(argc, argv, &level, &json);
}

static void check_sandbox_print(const struct sandbox_selftest *t, bool json)
{
	const char *group = "";
	for (int i = 0; i < t->count; i++) {
		const struct escape_test *p = &all_probes[i];
		bool must = t->level >= p->since;
		if (json) {
			printf("{\"group\":\"%s\",\"probe\":\"%s\",\"tries\":\"%s\",\"open\":%s,\"must\":\"%s\"}\n",
				p->group, p->name, p->tries, t->open[i] ? "true" : "false",
				must ? "refuse" : "");
			continue;
		}
		if (strcmp(group, p->group) != 0)
			printf("%s\n", p->group);
		group = p->group;
		printf("  %-8s %-16s %s\n",
			!t->open[i] ? "refused"
			: must	    ? "OPEN"
				    : "open",
			p->name, p->tries);
	}
}

int check_sandbox(int argc, char **argv)
{
	enum sandbox_level level;
	struct sandbox_selftest t;
	char why[512], program[PATH_MAX] = "";
	bool json;
	check_sandbox_read(argc, argv, &level, &json);
	sandbox_prepare();
	if (!sandbox_can(level, why, sizeof why) ||
		readlink("/proc/self/exe", program, sizeof program - 1) <= 0 ||
		!sandbox_selftest_run(&t, program, level, why, sizeof why)) {
		fprintf(stderr, "referee: sandbox = %s cannot be had: %s\n",
			sandbox_level_names[level], why);
		return EXIT_NO_BOT;
	}
	check_sandbox_print(&t, json);
	if (!json)
		printf("\nsandbox = %s: %d ways out tried, %d refused, %d open%s\n",
			sandbox_level_names[level], t.count, t.count - t.opened, t.opened,
			t.failed > 0   ? "; what is OPEN must not be, and no bot is started"
			: t.opened > 0 ? ", as this level leaves them"
				       : "");
	return t.failed == 0 ? EXIT_SUCCESS : EXIT_FAULTS;
}
