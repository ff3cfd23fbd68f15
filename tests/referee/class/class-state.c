/*
 * The versions of a student's bot: what is kept beside the newest one, and what is taken back.
 */
#include "referee/class/class-state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/file-tree.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

static const char conf[] = "game = connect4\nformat = ladder\nsubmissions = \"sent\"\n";

/* Makes a version the newest and keeps it. */
static void enter(struct class_state *c, struct class_student *s, const char *version)
{
	struct error err;
	char *files = class_student_path(c, s, version);
	class_student_set(s, CLASS_BEFORE, s->fields[CLASS_VERSION]);
	class_student_set(s, CLASS_VERSION, version);
	class_student_set(s, CLASS_COMMAND, version);
	ck_assert(class_student_keep_version(c, s, &err));
	ck_assert_int_eq(mkdir(files, 0755), 0);
	free(files);
}

static struct class_student *open_class(struct class_state *c, bool first)
{
	struct error err;
	if (first)
		file_tree_remove("sent");
	if (first)
		ck_assert(class_state_write_file("ladder.conf", conf, &err));
	ck_assert_msg(class_state_open(c, "ladder.conf", true, &err), "%s", err.text);
	ck_assert_str_eq(c->folder, "sent");
	ck_assert_str_eq(c->bots, "sent/.bots");
	return first ? class_state_add(c, "ann") : class_state_find(c, "ann");
}

START_TEST(a_version_is_taken_back_with_all_that_starts_it)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		enter(&c, s, "aaaa");
		enter(&c, s, "bbbb");
		enter(&c, s, "cccc");
		ck_assert(class_student_take_back(&c, s, NULL, &err));
		ck_assert_str_eq(s->fields[CLASS_VERSION], "bbbb");
		ck_assert_str_eq(s->fields[CLASS_COMMAND], "bbbb");
		ck_assert(class_student_take_back(&c, s, NULL, &err));
		ck_assert_str_eq(s->fields[CLASS_VERSION], "cccc");
		ck_assert(class_student_take_back(&c, s, "aaaa", &err));
		ck_assert(class_student_save(&c, s, &err));
		class_state_close(&c);
		s = open_class(&c, false);
		ck_assert_str_eq(s->fields[CLASS_VERSION], "aaaa");
		ck_assert_str_eq(s->fields[CLASS_BEFORE], "cccc");
		class_state_close(&c);
	}
END_TEST

static const struct {
	const char *version, *part;
} wrong[] = {
	{NULL, "there is no version before this one"},
	{"aaaa", "plays now"},
	{"bbbb", "never fit"},
	{"../ann/aaaa", "never fit"},
	{"", "never fit"},
};

START_TEST(no_other_version_is_taken_back)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		struct class_student *s = open_class(&c, true);
		enter(&c, s, "aaaa");
		ck_assert(!class_student_take_back(&c, s, wrong[_i].version, &err));
		ck_assert_msg(strstr(err.text, wrong[_i].part) != NULL, "%s", err.text);
		ck_assert_str_eq(s->fields[CLASS_VERSION], "aaaa");
		class_state_close(&c);
	}
END_TEST

START_TEST(the_game_of_a_class_may_be_a_program)
	{
		struct class_state c;
		struct error err;
		reported_enter_folder();
		ck_assert(class_state_write_file("ladder.conf",
			"game = \"process:./rules\"\nrules { dir = \"r\" }\ninclude = \"x.bots\"\n",
			&err));
		ck_assert_msg(class_state_open(&c, "ladder.conf", false, &err), "%s", err.text);
		ck_assert_str_eq(c.bots, "x.bots");
		class_state_close(&c);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("sent");
		unlink("ladder.conf");
		reported_leave_folder();
	}
END_TEST

SUITE("class/class-state", CASE(a_version_is_taken_back_with_all_that_starts_it),
	LOOP(no_other_version_is_taken_back, sizeof wrong / sizeof *wrong),
	CASE(the_game_of_a_class_may_be_a_program), CASE(the_test_leaves_nothing_behind))
