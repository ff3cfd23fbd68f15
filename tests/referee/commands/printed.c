/*
 * Commands run on the fixture print what the files of printed/ say.
 */
#include "tests/lib/printed-command.h"

static const char *const printed[] = {"compare", "export", "verify"};

START_TEST(a_command_prints_what_the_file_says)
	{
		char path[PATH_MAX];
		snprintf(path, sizeof path, "tests/referee/commands/printed/%s.txt", printed[_i]);
		printed_command_check(path);
	}
END_TEST

SUITE("referee/commands/printed",
	LOOP(a_command_prints_what_the_file_says, sizeof printed / sizeof *printed))
