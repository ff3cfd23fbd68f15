/*
 * check-sandbox.c - prints the results of the escape tests on this machine for this user.
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

int check_sandbox(enum sandbox_level level, bool json)
{
	struct sandbox_selftest t;
	char why[512], program[PATH_MAX] = "";
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
