/*
 * The sources of one program, among those of tests and of other programs in its folder.
 */
#include "referee/submissions/build-sources.h"

#include <stdlib.h>
#include <string.h>

#include "referee/process/file-tree.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { FILES = 3 };

#define MAIN "int main(void) { return 0; }"

static const struct {
	const char *files[FILES][2], *found; /* found: NULL: the name says nothing */
	const char *build, *without;
	bool known;
} folders[] = {
	{{{"a.c", MAIN}, {"b.c", ""}}, NULL, "cc -o bot *.c -lm", "", true},
	{{{"a.c", MAIN}, {"b.c", MAIN}}, NULL, "cc -o bot *.c -lm", "", false},
	{{{"a.c", MAIN}, {"bot.c", MAIN}}, "bot.c", "cc -o bot bot.c -lm", "a.c", true},
	{{{"a.c", MAIN "// ugiok"}, {"b.c", MAIN}}, NULL, "cc -o bot a.c -lm", "b.c", true},
	{{{"play.c", MAIN}, {"test_play.c", MAIN}}, NULL, "cc -o bot play.c -lm", "test_play.c",
		true},
	{{{"a.c", MAIN}, {"b c.c", ""}, {"t.c", "#include <gtest/gtest.h>"}}, NULL,
		"cc -o bot a.c 'b c.c' -lm", "t.c", true},
	{{{"a.c", "int domain(void);"}, {"b.c", "int x = main;"}, {".c.c", MAIN}}, NULL,
		"cc -o bot *.c -lm", "", true},
};

START_TEST(a_build_gets_the_sources_of_one_program)
	{
		char folder[] = "/tmp/sources.XXXXXX", path[64], *command, *without;
		ck_assert_ptr_nonnull(mkdtemp(folder));
		for (int i = 0; i < FILES && folders[_i].files[i][0] != NULL; i++) {
			const char *text = folders[_i].files[i][1];
			snprintf(path, sizeof path, "%s/%s", folder, folders[_i].files[i][0]);
			reported_write(path, text, strlen(text));
		}
		bool named = folders[_i].found != NULL;
		ck_assert(build_sources_command("cc -o bot *.c -lm", folder,
				  named ? folders[_i].found : "a.c", named, &command,
				  &without) == folders[_i].known);
		ck_assert_str_eq(command, folders[_i].build);
		ck_assert_str_eq(without, folders[_i].without);
		free(command);
		free(without);
		file_tree_remove(folder);
	}
END_TEST

SUITE("referee/submissions/build-sources",
	LOOP(a_build_gets_the_sources_of_one_program, sizeof folders / sizeof *folders))
