/*
 * Commands run on the fixture print what the files of printed/ say: the standard output, then
 * messages, and a line `exit N` where the status is not 0. DB stands for the fixture's path.
 */
#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/expected-text.h"

static const char *const printed[] = {"export", "verify"};

static void printed_run(const char *const *words, FILE *out)
{
	static struct command_output got;
	const struct command *command = command_find(words[0]);
	ck_assert_msg(command != NULL, "%s", words[0]);
	command_output_run(&got, command, words + 1, fixture_path("printed.db"));
	fprintf(out, "%s%s", got.out, got.err);
	if (got.status != 0)
		fprintf(out, "exit %d\n", got.status);
}

START_TEST(a_command_prints_what_the_file_says)
	{
		char path[PATH_MAX];
		snprintf(path, sizeof path, "tests/referee/commands/printed/%s.txt", printed[_i]);
		db_close(fixture_open(fixture_path("printed.db")));
		expected_text_check(path, printed_run);
	}
END_TEST

SUITE("referee/commands/printed",
	LOOP(a_command_prints_what_the_file_says, sizeof printed / sizeof *printed))
