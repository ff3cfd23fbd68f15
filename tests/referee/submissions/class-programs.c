/*
 * Programs that the bots of a class need and this machine lacks. PATH is a folder of the test.
 */
#include "referee/submissions/class-programs.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "tests/lib/suite.h"

static char folder[] = "/tmp/class-programs-XXXXXX";

/* A text that can be written to. */
#define TEXT(text) ((char[]){text})

static struct class_student students[] = {
	{TEXT("ada"), {[CLASS_COMMAND] = TEXT("python3 bot.py")}},
	{TEXT("ben"), {[CLASS_COMMAND] = TEXT("submission.py"), [CLASS_ADAPTER] = TEXT("kaggle")}},
	{TEXT("chloe"), {[CLASS_COMMAND] = TEXT("./bot"),
				[CLASS_BUILD] = TEXT("cmake -S . -B o && make -C o")}},
	{TEXT("dan"), {[CLASS_COMMAND] = NULL}},
	{TEXT("eve"), {[CLASS_COMMAND] = TEXT("./python3")}},
	{TEXT("finn"), {[CLASS_COMMAND] = TEXT("sh -c 'cd a && exec java bot'"),
			       [CLASS_BUILD] = TEXT("javac bot.java")}},
};

static const struct class_state class = {
	.students = students, .count = sizeof students / sizeof *students};

/* Leaves only these programs in PATH. */
static void only(const char *const *names)
{
	char path[64];
	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (int i = 0; names[i] != NULL; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		close(open(path, O_WRONLY | O_CREAT, 0700));
	}
	setenv("PATH", folder, 1);
}

static void clear(const char *const *names)
{
	char path[64];
	for (int i = 0; names[i] != NULL; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
}

START_TEST(each_missing_program_is_named_with_its_bots_and_its_package)
	{
		static const char *const here[] = {"make", "javac", NULL};
		only(here);
		char *text = class_programs_missing(&class);
		ck_assert_str_eq(text,
			"python3 is not on this machine: 2 bots need it\n"
			"java is not on this machine: 1 bot needs it\n"
			"cmake is not on this machine: 1 bot needs it\n"
			"To install: sudo apt-get install python3 default-jre-headless cmake\n");
		free(text);
		clear(here);
	}
END_TEST

START_TEST(nothing_is_said_when_nothing_is_missing)
	{
		static const char *const here[] = {
			"make", "javac", "java", "cmake", "python3", NULL};
		only(here);
		ck_assert_ptr_null(class_programs_missing(&class));
		clear(here);
	}
END_TEST

SUITE("referee/submissions/class-programs",
	CASE(each_missing_program_is_named_with_its_bots_and_its_package),
	CASE(nothing_is_said_when_nothing_is_missing))
