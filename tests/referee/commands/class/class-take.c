/*
 * `referee class take`: its table, its sums and its exit status; and `class-left-out`, the students
 * of such a class who do not take part.
 */
#include "base/exit-status.h"
#include "referee/process/file-tree.h"
#include "referee/submissions/class-notes.h"
#include "tests/lib/command-output.h"
#include "tests/lib/reported.h"

extern const struct command command_class_take;

static struct command_output got;

/* Writes the file of the class with these lines, and an empty folder for submissions. */
static void begin(const char *more)
{
	char conf[512];
	reported_enter_folder();
	file_tree_remove("class");
	file_tree_remove("in");
	ck_assert(file_tree_make_folder("in"));
	snprintf(conf, sizeof conf,
		"name = cup\ndb = class.db\ngame = connect4\ninclude = \"class.bots\"\n%s", more);
	reported_write("class.conf", conf, strlen(conf));
}

static void hand_in(const char *name, const char *text)
{
	char path[128];
	snprintf(path, sizeof path, "in/%s", name);
	reported_write(path, text, strlen(text));
}

static int take(const char *const *words)
{
	command_output_run(&got, &command_class_take, words, NULL);
	return got.status;
}

#define TAKE(...) take((const char *const[]){__VA_ARGS__, NULL})

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

/* The version of a file bot.py is the start of a digest: of the table only the other cells are
 * compared. */
START_TEST(each_submission_has_its_row_and_all_are_summed_up)
	{
		begin("");
		hand_in("ann.py", "one");
		hand_in("ben.zip", "no archive");
		hand_in("marks.csv", "x");
		hand_in("cy.py", "def agent(o, c):\n  return 3\n");
		ck_assert_int_eq(TAKE("in", "--json"), EXIT_FAULTS);
		has(got.out, "{\"bot\":\"ann\",\"version\":\"");
		has(got.out,
			"\"taken\":\"new\",\"runs\":\"python3 ann.py\",\"why\":\"ann.py, the only *.py\"}");
		has(got.out,
			"{\"bot\":\"ben\",\"version\":null,\"taken\":\"new\",\"runs\":\"-\",\"why\":\"it cannot be read as an archive");
		has(got.out, "\"runs\":\"kaggle: cy.py\"");
		has(got.err,
			"3 submissions: 3 new, 0 with a new version, 0 as before; 1 with nothing to run: ben\n");
		has(got.err, "Next: referee class check\n");
		has(got.err, "No submissions: marks.csv\n");
		/* the list of bots has all three */
		char list[1024] = "";
		FILE *bots = fopen("class.bots", "r");
		ck_assert_ptr_nonnull(bots);
		list[fread(list, 1, sizeof list - 1, bots)] = '\0';
		fclose(bots);
		has(list, "bot \"ann\" {\n");
		has(list, "# ben: it cannot be read as an archive");
		has(list, "\tadapter = 'kaggle'\n\tcommand = 'cy.py'\n");
		/* the next time */
		hand_in("ann.py", "two");
		unlink("in/ben.zip");
		ck_assert_int_eq(TAKE("in"), EXIT_SUCCESS);
		has(got.err, "2 submissions: 0 new, 1 with a new version, 1 as before\n");
		ck_assert_ptr_null(strstr(got.err, "with nothing to run"));
	}
END_TEST

START_TEST(the_roster_says_who_is_missing)
	{
		static const char roster[] = "id,name\n1,Ann A\n2,Ben B\n3,Cy C\n";
		begin("class-roster = all.csv\n");
		reported_write("all.csv", roster, strlen(roster));
		hand_in("Ann A_1_assignsubmission_file_bot.py", "one");
		ck_assert_int_eq(TAKE("in"), EXIT_SUCCESS);
		has(got.err,
			"Roster: 3 rows; its columns id, name were read; 2 without a submission: Ben B, Cy C\n");
		/* one who handed in before is not missing */
		unlink("in/Ann A_1_assignsubmission_file_bot.py");
		hand_in("Ben B_2_assignsubmission_file_bot.py", "one");
		ck_assert_int_eq(TAKE("in"), EXIT_SUCCESS);
		has(got.err, "1 without a submission: Cy C\n");
		unlink("all.csv");
	}
END_TEST

START_TEST(a_class_that_cannot_be_read_is_told)
	{
		begin("class-names = \"(.*\"\n");
		hand_in("ann.py", "one");
		ck_assert_int_eq(TAKE("in"), EXIT_FILE);
		has(got.err, "class.conf: class-names = \"(.*\": ");
		begin("class-roster = none.csv\n");
		ck_assert_int_eq(TAKE("in"), EXIT_FILE);
		has(got.err, "none.csv");
		begin("");
		ck_assert_int_eq(TAKE("missing"), EXIT_FILE);
		has(got.err, "missing: it cannot be read: No such file or directory");
		ck_assert_int_eq(TAKE("--conf", "none.conf", "in"), EXIT_FILE);
		has(got.err, "`referee class init GAME` makes one");
	}
END_TEST

/* ann failed her check, ben has nothing to run, and cy takes part. */
START_TEST(students_who_take_no_part_are_found_by_the_database)
	{
		static const struct {
			const char *db, *tournament;
			int count;
		} rows[] = {{"class.db", "cup", 2}, {"./class.db", "cup", 2},
			{"class.db", "cups", 0}, {"other.db", "cup", 0}, {"x/class.db", "cup", 0}};
		struct class_state c;
		struct class_left_out out;
		struct error err;
		begin("");
		hand_in("ann.py", "one");
		hand_in("ben.zip", "no archive");
		hand_in("cy.py", "two");
		TAKE("in");
		ck_assert(class_state_open(&c, "class.conf", true, &err));
		class_student_set_check(class_state_find(&c, "ann"), false, "it crashed");
		ck_assert(class_student_save(&c, class_state_find(&c, "ann"), &err));
		class_state_close(&c);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			class_left_out_read(&out, rows[i].db, rows[i].tournament);
			ck_assert_int_eq(out.count, rows[i].count);
			if (out.count > 0) {
				ck_assert_str_eq(out.rows[0].bot, "ann");
				has(out.rows[0].why, "its check failed");
				ck_assert_str_eq(out.rows[1].bot, "ben");
				has(out.rows[1].why, "there is nothing to run");
			}
			class_left_out_clear(&out);
		}
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		file_tree_remove("class");
		file_tree_remove("in");
		unlink("class.conf");
		unlink("class.bots");
		reported_leave_folder();
	}
END_TEST

SUITE("commands/class/class-take", CASE(each_submission_has_its_row_and_all_are_summed_up),
	CASE(the_roster_says_who_is_missing), CASE(a_class_that_cannot_be_read_is_told),
	CASE(students_who_take_no_part_are_found_by_the_database),
	CASE(the_test_leaves_nothing_behind))
