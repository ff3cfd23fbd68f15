/*
 * Names of bots from names of submissions, by the usual rule, by a rule of one's own, by a roster.
 */
#include <stdlib.h>
#include <unistd.h>

#include "referee/submissions/class-names.h"
#include "tests/lib/suite.h"

static void name_is(const char *submission, const char *wanted)
{
	struct class_name parts;
	char name[64];
	class_name_split(submission, &parts);
	class_name_make(parts.student, name);
	ck_assert_str_eq(name, wanted);
}

START_TEST(a_name_loses_what_moodle_and_archives_add)
	{
		struct class_name parts;
		name_is("Ada Lovelace_1234567_assignsubmission_file_bot.zip", "Ada-Lovelace");
		name_is("Ada Lovelace_1234567_assignsubmission_file_", "Ada-Lovelace");
		name_is("ada.tar.gz", "ada");
		name_is("ada.ZIP", "ada");
		name_is("connect4-ada", "connect4-ada");
		name_is("dbraun.py", "dbraun");
		name_is("connect4-ada.cpp", "connect4-ada");
		name_is("v1.2", "v1.2");
		name_is(".py", "_py");
		class_name_split("A_B_77_assignsubmission_file_my_bot.py", &parts);
		ck_assert_str_eq(parts.student, "A_B");
		ck_assert_str_eq(parts.id, "77");
		ck_assert_str_eq(parts.file, "my_bot.py");
		class_name_split("lovelaceada_LATE_1234_5678_my_bot-1.py", &parts);
		ck_assert_str_eq(parts.student, "lovelaceada");
		ck_assert_str_eq(parts.id, "1234");
		ck_assert_str_eq(parts.file, "my_bot-1.py");
		name_is("lovelaceada_1234_5678_bot.zip", "lovelaceada");
		name_is("team_12_3_bot.zip", "team_12_3_bot");
		name_is("Task 1_ada_attempt_2026-01-31-10-15-00_bot.py", "ada");
		class_name_split("x_ada_attempt_2026-01-31-10-15-00_my_bot.py", &parts);
		ck_assert_str_eq(parts.id, "ada");
		ck_assert_str_eq(parts.attempt, "2026-01-31-10-15-00");
		ck_assert_str_eq(parts.file, "my_bot.py");
		class_name_split("x_ada_attempt_2026-01-31-10-15-00.txt", &parts);
		ck_assert_str_eq(parts.student, "ada");
		ck_assert_ptr_null(parts.file);
		name_is("my_attempt_2.py", "my_attempt_2");
		class_name_split("x_assignsubmission_file_", &parts);
		ck_assert_str_eq(parts.id, "");
		ck_assert_ptr_null(parts.file);
	}
END_TEST

START_TEST(any_text_gives_a_name_that_a_folder_and_a_file_of_bots_can_have)
	{
		name_is("Björn Ångström", "Björn-Ångström");
		name_is("Bjo\xcc\x88rn A\xcc\x8angstro\xcc\x88m", "Björn-Ångström");
		name_is("a\xc2\x85"
			"b\xd8\x9c"
			"c",
			"a-b-c");
		name_is("  -- ada -- ", "ada");
		name_is("../../etc", "_.-..-etc");
		name_is(".hidden", "_hidden");
		name_is("", "student");
		name_is("\"'{}=#$", "student");
		name_is("a\nb\x1b[31mc\xff", "a-b-31mc");
		name_is("right\u202eleft", "right-left");
		name_is("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
			"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
	}
END_TEST

START_TEST(a_rule_takes_its_first_part_and_says_what_is_wrong_with_it)
	{
		char part[CLASS_NAME_TEXT];
		struct error err;
		ck_assert(class_name_apply_rule("^[^_]*_([a-z]+)", "x_ada_1.zip", part));
		ck_assert_str_eq(part, "ada");
		ck_assert(!class_name_apply_rule("^[^_]*_([a-z]+)", "ada", part));
		ck_assert(class_name_check_rule("(a|b)", &err));
		ck_assert(!class_name_check_rule("ab", &err));
		ck_assert_str_eq(err.text,
			"class-names = \"ab\": it has no (...) around the part that is the name");
		ck_assert(!class_name_check_rule("(ab", &err));
	}
END_TEST

static void read_roster(struct class_roster *r, const char *text, const char *wrong)
{
	char path[] = "/tmp/roster.XXXXXX";
	struct error err;
	int fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	bool good = class_roster_read(r, path, &err);
	unlink(path);
	ck_assert_msg(good == (wrong == NULL), "%s", good ? "read" : err.text);
	if (wrong != NULL)
		ck_assert_ptr_nonnull(strstr(err.text, wrong));
}

static const char *bot_of(struct class_roster *r, const char *submission)
{
	struct class_name parts;
	class_name_split(submission, &parts);
	const struct class_roster_row *row;
	int rows = class_roster_find(r, &parts, &row);
	ck_assert((row != NULL) == (rows == 1));
	return rows > 1		   ? "several"
	       : row == NULL	   ? "none"
	       : *row->bot != '\0' ? row->bot
				   : row->student;
}

START_TEST(a_roster_is_found_by_number_user_name_address_and_full_name)
	{
		struct class_roster r;
		read_roster(&r,
			"Identifier,\"Full name\",Username,Email address,Bot\r\n"
			"Participant 1234567,\"Lovelace, Ada\",alove,ada@uni.example,countess\r\n"
			"Participant 8,\"Say \"\"hi\"\"\nBen\",ben,b@uni.example,\n"
			"\n",
			NULL);
		ck_assert_int_eq(r.count, 2);
		ck_assert_str_eq(r.rows[1].student, "Say \"hi\"\nBen");
		ck_assert_str_eq(bot_of(&r, "Ada_1234567_assignsubmission_file_x.zip"), "countess");
		ck_assert_str_eq(bot_of(&r, "alove.zip"), "countess");
		ck_assert_str_eq(bot_of(&r, "Lovelace Ada"), "countess");
		ck_assert_str_eq(bot_of(&r, "BEN"), "Say \"hi\"\nBen");
		ck_assert_str_eq(bot_of(&r, "Ada_34567_assignsubmission_file_x.zip"), "none");
		ck_assert_str_eq(bot_of(&r, "eve"), "none");
		class_roster_clear(&r);
	}
END_TEST

/* macOS writes letters and their marks apart, registrars write capital letters, Classroom 50 has _
 * in its columns. */
START_TEST(a_roster_is_found_in_every_form_of_a_name)
	{
		struct class_roster r;
		read_roster(&r,
			"username,first_name,last_name,email\n"
			"jose,José,Müller,jm@uni.example\n"
			"oz,Özgür,Çelik,oc@uni.example\n",
			NULL);
		ck_assert_str_eq(r.columns, "username, email, first_name, last_name");
		ck_assert_str_eq(bot_of(&r, "Jose\xcc\x81 Mu\xcc\x88ller"), "José Müller");
		ck_assert_str_eq(bot_of(&r, "JOSÉ MÜLLER"), "José Müller");
		ck_assert_str_eq(bot_of(&r, "ÖZGÜR ÇELİK"), "Özgür Çelik");
		ck_assert_str_eq(bot_of(&r, "JOSE MULLER"), "none");
		/* a clone keeps the name of its assignment when it is the only one */
		ck_assert_str_eq(bot_of(&r, "connect-4-oz"), "Özgür Çelik");
		ck_assert_str_eq(bot_of(&r, "connect4_JOSE"), "José Müller");
		ck_assert_str_eq(bot_of(&r, "connect4-o"), "none");
		ck_assert_str_eq(bot_of(&r, "connect4oz"), "none");
		ck_assert_str_eq(
			bot_of(&r, "T_jm_attempt_2026-01-31-10-15-00_b.py"), "José Müller");
		class_roster_clear(&r);
	}
END_TEST

/* The columns of Moodle's list of participants. */
START_TEST(a_roster_is_found_by_the_address_before_the_at)
	{
		struct class_roster r;
		read_roster(&r,
			"First name,Last name,\"ID number\",Email address\n"
			"Dora,Braun,4711,dbraun@stud.example.edu\n"
			"Ada,Love,4712,ada.love@stud.example.edu\n"
			"Ben,Stone,4713,@\n",
			NULL);
		ck_assert_str_eq(r.columns, "ID number, Email address, First name, Last name");
		ck_assert_str_eq(bot_of(&r, "dbraun.py"), "Dora Braun");
		ck_assert_str_eq(bot_of(&r, "ada.love.zip"), "Ada Love");
		ck_assert_str_eq(bot_of(&r, "stud.example.edu"), "none");
		ck_assert(r.rows[0].found && r.rows[1].found && !r.rows[2].found);
		ck_assert_str_eq(class_roster_student(&r.rows[2]), "Ben Stone");
		class_roster_clear(&r);
	}
END_TEST

START_TEST(which_of_several_rows_is_the_students_is_not_guessed)
	{
		struct class_roster r;
		read_roster(&r,
			"username,name,id\n"
			"amuller,Anna Muller,1\n"
			"amuller2,Anna Muller,2\n"
			"eve,amuller2,3\n",
			NULL);
		ck_assert_str_eq(
			bot_of(&r, "Anna Muller_77_assignsubmission_file_x.zip"), "several");
		ck_assert(r.rows[0].found && r.rows[1].found && !r.rows[2].found);
		ck_assert_str_eq(
			bot_of(&r, "Anna Muller_2_assignsubmission_file_x.zip"), "Anna Muller");
		/* a user name goes before a full name */
		ck_assert_str_eq(bot_of(&r, "amuller2.zip"), "Anna Muller");
		ck_assert(!r.rows[2].found);
		class_roster_clear(&r);
	}
END_TEST

START_TEST(a_roster_may_have_semicolons_short_rows_and_two_columns_for_a_name)
	{
		struct class_roster r;
		read_roster(&r, "First name;Surname;id\nAda;Lovelace;7\nBen\n", NULL);
		ck_assert_int_eq(r.count, 2);
		ck_assert_str_eq(r.rows[0].student, "Ada Lovelace");
		ck_assert_str_eq(r.rows[0].id, "7");
		ck_assert_str_eq(r.rows[1].student, "Ben");
		ck_assert_str_eq(r.rows[1].id, "");
		class_roster_clear(&r);
		read_roster(&r, "Ada,Lovelace\nBen,Other\n", ":1: the header has none of");
		class_roster_clear(&r);
	}
END_TEST

SUITE("referee/submissions/class-names", CASE(a_name_loses_what_moodle_and_archives_add),
	CASE(any_text_gives_a_name_that_a_folder_and_a_file_of_bots_can_have),
	CASE(a_rule_takes_its_first_part_and_says_what_is_wrong_with_it),
	CASE(a_roster_is_found_by_number_user_name_address_and_full_name),
	CASE(a_roster_is_found_in_every_form_of_a_name),
	CASE(a_roster_is_found_by_the_address_before_the_at),
	CASE(which_of_several_rows_is_the_students_is_not_guessed),
	CASE(a_roster_may_have_semicolons_short_rows_and_two_columns_for_a_name))
