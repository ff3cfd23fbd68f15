/*
 * `referee class feedback` of a small database: which files it writes, what its options change, and
 * how it fails.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "base/exit-status.h"
#include "referee/process/file-tree.h"
#include "referee/submissions/class-state.h"
#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/reported.h"

extern const struct command command_class_feedback;

static struct command_output got;

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

/* A class of these students, in whose tournament alpha, beta and gamma have played. */
static void begin(const char *const *students)
{
	static const char conf[] =
		"name = cup\ndb = class.db\ngame = connect4\ninclude = \"class.bots\"\n";
	struct class_state c;
	struct error err;
	reported_enter_folder();
	file_tree_remove("class");
	file_tree_remove("out");
	reported_write("class.conf", conf, strlen(conf));
	ck_assert_msg(class_state_open(&c, "class.conf", true, &err), "%s", err.text);
	for (int i = 0; students[i] != NULL; i++) {
		struct class_student *s = class_state_add(&c, students[i]);
		class_student_set(s, CLASS_VERSION, "abc");
		class_student_set(s, CLASS_COMMAND, "./bot");
		ck_assert(class_student_save(&c, s, &err));
	}
	class_state_close(&c);
	db_close(fixture_open("class.db"));
}

static int feedback(const char *const *words)
{
	command_output_run(&got, &command_class_feedback, words, NULL);
	return got.status;
}

#define STUDENTS(...)                                                                              \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}
#define WORDS(...)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}
#define FEEDBACK(...) feedback(WORDS(__VA_ARGS__))

static void status_is(int wanted)
{
	ck_assert_msg(got.status == wanted, "%d: %s%s", got.status, got.out, got.err);
}

static char *text_of(const char *path)
{
	static char text[1 << 20];
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "no %s", path);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

START_TEST(each_student_has_a_page_and_a_row)
	{
		begin(STUDENTS("gamma", "zoe"));
		FEEDBACK("--to", "out/pages");
		status_is(EXIT_SUCCESS);
		ck_assert_str_eq(got.out,
			"2 students in out/pages: a page (.html) and a text (.md) for each, and gradebook.csv\n");
		ck_assert_str_eq(got.err, "");
		has(text_of("out/pages/gamma.html"), "<h1><bdi>gamma</bdi></h1>");
		has(text_of("out/pages/gamma.md"), "# gamma\n");
		/* 1 point of 4 games; two moves in each of them */
		has(text_of("out/pages/gamma.md"), "Rank 3 of 3: 1 of 4 points in 4 games");
		has(text_of("out/pages/gamma.md"), "8 moves of 4 games were judged");
		has(text_of("out/pages/zoe.md"), "It has not played in the tournament.");
		ck_assert(!is_there("out/pages/gamma.json"));
		const char *book = text_of("out/pages/gradebook.csv");
		ck_assert_ptr_eq(strstr(book, "name,student,id,version,rank,"), book);
		const char *gamma = strstr(book, "\ngamma,"), *zoe = strstr(book, "\nzoe,");
		ck_assert(gamma != NULL && zoe != NULL && gamma < zoe);
		ck_assert_str_eq(strchr(zoe + 1, '\n'), "\n");
	}
END_TEST

START_TEST(results_for_gradescope_are_wanted_or_not)
	{
		begin(STUDENTS("gamma"));
		FEEDBACK("--to=out", "--gradescope");
		status_is(EXIT_SUCCESS);
		has(got.out,
			"a page (.html) and a text (.md), results for Gradescope (.json) for each, and gradebook.csv\n");
		/* one point of four */
		has(text_of("out/gamma.json"), "25");
		ck_assert_int_eq(*text_of("out/gamma.json"), '{');
	}
END_TEST

START_TEST(the_number_of_games_that_are_judged_is_an_option)
	{
		begin(STUDENTS("gamma"));
		FEEDBACK("--to=out", "--games=1");
		has(text_of("out/gamma.md"), "2 moves of 1 game were judged");
		FEEDBACK("--to=out", "--games=0");
		has(text_of("out/gamma.md"), "No move was judged.");
		FEEDBACK("--to=out", "--games=1001");
		status_is(EXIT_USAGE);
		FEEDBACK("--to=out", "--nodes=0");
		status_is(EXIT_USAGE);
		FEEDBACK("--to=out", "--nodes=1");
		status_is(EXIT_SUCCESS);
	}
END_TEST

START_TEST(another_tournament_and_database_may_be_named)
	{
		begin(STUDENTS("gamma"));
		FEEDBACK("--to=out", "--tournament=trio");
		status_is(EXIT_SUCCESS);
		has(text_of("out/gamma.md"), "trio, bot gamma");
		ck_assert_int_eq(rename("class.db", "other.db"), 0);
		FEEDBACK("--to=out");
		status_is(EXIT_FILE);
		has(got.err,
			"class.db: there is no such file; `referee run class.conf` plays the tournament and makes it\n");
		FEEDBACK("--to=out", "--db=other.db");
		status_is(EXIT_SUCCESS);
		has(text_of("out/gamma.md"), "cup, bot gamma");
		ck_assert_int_eq(rename("class.conf", "mine.conf"), 0);
		FEEDBACK("--to=out", "--db=other.db", "--conf=mine.conf");
		status_is(EXIT_SUCCESS);
		FEEDBACK("--to=out", "--db=other.db", "--tournament=cop");
		ck_assert_int_ne(got.status, EXIT_SUCCESS);
		FEEDBACK("--to=out", "--db=other.db", "--conf=mine.conf", "--tournament=cop");
		ck_assert_int_ne(got.status, EXIT_SUCCESS);
		has(got.err, "cop");
		unlink("mine.conf");
		fixture_remove("other.db");
	}
END_TEST

START_TEST(what_is_missing_is_told)
	{
		begin(STUDENTS("gamma"));
		FEEDBACK(NULL);
		status_is(EXIT_USAGE);
		has(got.err, "--to is missing: the folder for the pages");
		FEEDBACK("--to=out", "--conf=gone.conf");
		status_is(EXIT_FILE);
		has(got.err, "gone.conf: ");
		begin(STUDENTS(NULL));
		FEEDBACK("--to=out");
		status_is(EXIT_FILE);
		has(got.err, "class: it has no student; `referee class take` adds them\n");
		ck_assert(!is_there("out"));
	}
END_TEST

/* Runs the command with a terminal as stderr; the text that the terminal got. */
static const char *on_a_terminal(const char *const *words)
{
	static char text[4096];
	char *argv[8] = {(char *)"class feedback"};
	int argc = 1, saved = dup(STDERR_FILENO), saved_out = dup(STDOUT_FILENO);
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
	FILE *out = tmpfile();
	ck_assert(terminal >= 0 && out != NULL);
	for (; words[argc - 1] != NULL; argc++)
		argv[argc] = (char *)words[argc - 1];
	fflush(NULL);
	dup2(terminal, STDERR_FILENO);
	dup2(fileno(out), STDOUT_FILENO);
	setenv("TERM", "xterm", 1);
	got.status = command_class_feedback.run(argc, argv);
	unsetenv("TERM");
	fflush(NULL);
	size_t length = 0;
	fcntl(master, F_SETFL, O_NONBLOCK);
	for (ssize_t count; length + 1 < sizeof text &&
			    (count = read(master, text + length, sizeof text - 1 - length)) > 0;)
		length += (size_t)count;
	text[length] = '\0';
	dup2(saved, STDERR_FILENO);
	dup2(saved_out, STDOUT_FILENO);
	close(saved), close(saved_out), close(terminal), close(master);
	fclose(out);
	return text;
}

START_TEST(a_terminal_shows_how_many_are_written_and_the_time_that_is_left)
	{
		begin(STUDENTS("beta", "gamma"));
		const char *text = on_a_terminal(WORDS("--to=out", "--games=0"));
		ck_assert_int_eq(got.status, EXIT_SUCCESS);
		ck_assert_ptr_eq(
			strstr(text, "\r0/2 students  ETA 0:00\033[K\r1/2 students  ETA 0:0"),
			text);
		const char *end = strstr(text, "\r2/2 students  ");
		ck_assert_ptr_nonnull(end);
		/* the line is the last one, and ends */
		ck_assert_str_eq(end, "\r2/2 students  ETA 0:00\033[K\r\n");
		ck_assert_ptr_eq(strchr(text, '\n'), strrchr(text, '\n'));
	}
END_TEST

/* The gradebook is only written when all pages are. */
START_TEST(a_page_that_cannot_be_written_ends_it)
	{
		begin(STUDENTS("beta", "gamma"));
		ck_assert(file_tree_make_folder("out/gamma.md/x"));
		FEEDBACK("--to=out");
		status_is(EXIT_FILE);
		has(got.err, "out/gamma.md: the file cannot be written: ");
		ck_assert_str_eq(got.out, "");
		ck_assert(is_there("out/beta.md") && is_there("out/gamma.html"));
		ck_assert(!is_there("out/gradebook.csv"));
		file_tree_remove("out");
		reported_write("out", "", 0);
		FEEDBACK("--to=out");
		status_is(EXIT_FILE);
		has(got.err, "out: the folder cannot be made: ");
		unlink("out");
		FEEDBACK("--to=out/gamma.html/x", "--games=0");
		status_is(EXIT_SUCCESS);
		ck_assert(file_tree_make_folder("out/gradebook.csv/x"));
		FEEDBACK("--to=out", "--games=0");
		status_is(EXIT_FILE);
		has(got.err, "out/gamma.html: the file cannot be written: ");
		file_tree_remove("out/gamma.html");
		FEEDBACK("--to=out", "--games=0");
		status_is(EXIT_FILE);
		has(got.err, "out/gradebook.csv: the file cannot be written: ");
		ck_assert(is_there("out/gamma.md"));
		file_tree_remove("class");
		file_tree_remove("out");
		unlink("class.conf");
		fixture_remove("class.db");
		reported_leave_folder();
	}
END_TEST

SUITE("commands/class/class-feedback", CASE(each_student_has_a_page_and_a_row),
	CASE(results_for_gradescope_are_wanted_or_not),
	CASE(the_number_of_games_that_are_judged_is_an_option),
	CASE(another_tournament_and_database_may_be_named), CASE(what_is_missing_is_told),
	CASE(a_terminal_shows_how_many_are_written_and_the_time_that_is_left),
	CASE(a_page_that_cannot_be_written_ends_it))
