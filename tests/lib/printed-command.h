/*
 * printed-command.h - compares what commands print on the fixture with a file of cases
 * (expected-text.h): the standard output, then messages, and a line `exit N` where the status is
 * not 0. DB stands for the fixture's path, and REFEREE for that of the program.
 */
#ifndef TESTS_LIB_PRINTED_COMMAND_H
#define TESTS_LIB_PRINTED_COMMAND_H

#include <errno.h>

#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/expected-text.h"

/* Prints text with DB for the path of the fixture, and REFEREE for that of the program. */
static inline void printed_command_write(const char *text, FILE *out)
{
	const char *const paths[] = {fixture_path("printed.db"), program_invocation_name};
	const char *const names[] = {"DB", "REFEREE"};
	while (*text != '\0') {
		int path = 0;
		while (path < 2 && strncmp(text, paths[path], strlen(paths[path])) != 0)
			path++;
		if (path < 2)
			fputs(names[path], out);
		else
			fputc(*text, out);
		text += path < 2 ? strlen(paths[path]) : 1;
	}
}

static inline void printed_command_run(const char *const *words, FILE *out)
{
	static struct command_output got;
	const struct command *command = command_find(words[0]);
	ck_assert_msg(command != NULL, "%s", words[0]);
	command_output_run(&got, command, words + 1, fixture_path("printed.db"));
	printed_command_write(got.out, out);
	printed_command_write(got.err, out);
	if (got.status != 0)
		fprintf(out, "exit %d\n", got.status);
}

/* path: from the root of the tree. */
static inline void printed_command_check(const char *path)
{
	db_close(fixture_open(fixture_path("printed.db")));
	expected_text_check(path, printed_command_run);
}

#endif
