/*
 * Commands run on the fixture print what the files of printed/ say.
 */
#include "tests/lib/printed-command.h"

static const char *const printed[] = {
	"analyse", "compare", "export", "games", "standings", "verify"};

/* The referee's programs of this build come first. */
static void printed_set_path(void)
{
	char path[PATH_MAX] = "", whole[PATH_MAX + 16];
	ck_assert_int_gt(readlink("/proc/self/exe", path, sizeof path - 1), 0);
	for (int up = 0; up < 4; up++)
		*strrchr(path, '/') = '\0';
	snprintf(whole, sizeof whole, "%s:/usr/bin:/bin", path);
	setenv("PATH", whole, 1);
}

START_TEST(a_command_prints_what_the_file_says)
	{
		char path[PATH_MAX];
		printed_set_path();
		snprintf(path, sizeof path, "tests/referee/commands/printed/%s.txt", printed[_i]);
		printed_command_check(path);
	}
END_TEST

SUITE("referee/commands/printed",
	LOOP(a_command_prints_what_the_file_says, sizeof printed / sizeof *printed))
