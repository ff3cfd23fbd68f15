/*
 * Tests which bots can play on another machine.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/prepare/preflight.h"
#include "tests/lib/suite.h"

static const struct {
	const char *dir, *word;
	bool travels;
} words_of_bots[] = {
	{"/srv/ada", "bot.py", true}, {"/srv/ada", "src/bot.py", true},
	{"/srv/ada", "/srv/shared/bot.py", false}, {"/srv/ada", "../ben/bot.py", false},
	{"/srv/ada", ".:/srv/lib.jar", false}, {"/srv/ada", "--depth", true},
	{NULL, "--depth", true},
	{NULL, "Makefile", false}, /* a file here, in the folder of the run */
};

START_TEST(a_bot_travels_with_its_folder_alone)
	{
		char python[] = "python3",
		     *words[] = {python, (char *)words_of_bots[_i].word, NULL};
		struct error err;
		ck_assert_int_eq(
			bot_travels(words, words_of_bots[_i].dir, &err), words_of_bots[_i].travels);
	}
END_TEST

START_TEST(a_folder_of_more_than_256_mb_does_not_travel)
	{
		char folder[] = "/tmp/bot-travels-XXXXXX", file[64], program[] = "./bot",
		     *words[] = {program, NULL};
		struct error err = {""};
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(file, sizeof file, "%s/bot", folder);
		int fd = open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0755);
		ck_assert_int_eq(ftruncate(fd, 256 << 20), 0);
		ck_assert_msg(bot_travels(words, folder, &err), "%s", err.text);
		ck_assert_int_eq(ftruncate(fd, (256 << 20) + 1), 0);
		ck_assert(!bot_travels(words, folder, &err));
		ck_assert_msg(strstr(err.text, "more than 256 MB") != NULL, "%s", err.text);
		close(fd);
		ck_assert(unlink(file) == 0 && rmdir(folder) == 0);
	}
END_TEST

SUITE("referee/prepare/bot-travels", CASE(a_folder_of_more_than_256_mb_does_not_travel),
	LOOP(a_bot_travels_with_its_folder_alone, sizeof words_of_bots / sizeof *words_of_bots))
