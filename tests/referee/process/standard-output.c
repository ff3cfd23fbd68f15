/*
 * Output that is lost is told once, at the end, and the exit status has it: on a full disk, in a
 * pipe without a reader, lost early, late, or by a write of stdio's own. Each row is a process of
 * its own.
 */
#include "referee/process/standard-output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "tests/lib/suite.h"

/* Where the output goes: a file, a disk that is full, a pipe whose reader has left. */
enum place { A_FILE, FULL, UNREAD };

enum { OTHER = -1 /* a byte, and a flush by stdio alone */ };

static const struct {
	enum place place;
	int early, late; /* bytes before a flush, and after it */
	int wanted;	 /* by the program */
	int status;
	const char *told;
} rows[] = {
	{A_FILE, 0, 0, 0, 0, ""},
	{A_FILE, 5, 5, 0, 0, ""},
	{A_FILE, 5, 0, 7, 7, ""},
	{FULL, 0, 0, 0, 0, ""},
	{FULL, 0, 5, 0, 70, ": No space left on device"},
	{FULL, 5, 0, 0, 70, ": No space left on device"},
	{FULL, 5, 5, 0, 70, ": No space left on device"},
	{FULL, 5, 0, 7, 7, ": No space left on device"},
	{FULL, 0, 65536 + 1, 0, 70, ": No space left on device"},
	/* the call that lost it is of other code, so that nothing says why */
	{FULL, OTHER, 0, 0, 70, ""},
	{UNREAD, 0, 0, 0, 0, NULL},
	{UNREAD, 0, 5, 0, 128 + SIGPIPE, NULL},
	{UNREAD, 5, 0, 0, 128 + SIGPIPE, NULL},
	{UNREAD, OTHER, 0, 0, 128 + SIGPIPE, NULL},
	{UNREAD, 5, 5, 1, 1, NULL},
};

static void print(int bytes)
{
	for (int i = 0; i < bytes; i++)
		putchar('x');
}

static void end_so(const char *folder, int row)
{
	static char buffer[4096];
	int ends[2] = {-1, -1};
	signal(SIGPIPE, SIG_IGN);
	if (rows[row].place == UNREAD) {
		if (pipe(ends) != 0)
			_exit(99);
		close(ends[0]);
	} else {
		ends[1] = open(rows[row].place == FULL ? "/dev/full" : folder, O_WRONLY);
	}
	stdout = fdopen(ends[1], "w");
	dup2(ends[1], STDOUT_FILENO);
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	print(rows[row].early == OTHER ? 1 : rows[row].early);
	if (rows[row].early == OTHER && fflush(stdout) == 0)
		_exit(97);
	bool good = standard_output_flush();
	if (good != (rows[row].early == 0 || rows[row].place == A_FILE))
		_exit(98);
	print(rows[row].late);
	_exit(standard_output_end(rows[row].wanted));
}

START_TEST(lost_output_is_told_and_has_a_status)
	{
		char told[256] = "", wanted[256] = "";
		int ends[2], status = 0;
		ck_assert_int_eq(pipe(ends), 0);
		fflush(NULL);
		pid_t child = fork();
		if (child == 0) {
			dup2(ends[1], STDERR_FILENO);
			end_so("/dev/null", _i);
		}
		close(ends[1]);
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_ge(read(ends[0], told, sizeof told - 1), 0);
		close(ends[0]);
		ck_assert(WIFEXITED(status));
		ck_assert_int_eq(WEXITSTATUS(status), rows[_i].status);
		if (rows[_i].place == FULL && rows[_i].status != 0)
			snprintf(wanted, sizeof wanted, "%s: the output cannot be written%s\n",
				program_invocation_short_name, rows[_i].told);
		ck_assert_str_eq(told, wanted);
	}
END_TEST

/* --- fold ------------------------------------------------------------------------------------- */

enum { COLUMNS = 40 };

/* Prints words behind a text on a terminal, which must then have got this. */
static void fold(const char *before, const char *words, const char *next, const char *printed)
{
	static char got[1024];
	const struct winsize size = {.ws_col = COLUMNS, .ws_row = 24};
	int all = posix_openpt(O_RDWR | O_NOCTTY), saved = dup(STDOUT_FILENO);
	ck_assert_int_eq(grantpt(all) | unlockpt(all), 0);
	int end = open(ptsname(all), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(end, 0);
	ck_assert_int_eq(ioctl(end, TIOCSWINSZ, &size), 0);
	fflush(stdout);
	dup2(end, STDOUT_FILENO);
	fputs(before, stdout);
	fold_print(words, (int)strlen(before), next);
	puts("");
	fflush(stdout);
	int width = fold_width();
	dup2(saved, STDOUT_FILENO);
	ssize_t count = read(all, got, sizeof got - 1);
	close(saved);
	close(end);
	close(all);
	ck_assert_int_gt((int)count, 0);
	got[count] = '\0';
	ck_assert_int_eq(width, COLUMNS);
	ck_assert_str_eq(got, printed);
}

START_TEST(words_are_whole_and_go_on_after_the_indent)
	{
		/* The 40th column is full; one character more is in the next line. */
		fold("ann:  ", "123456789 123456789 123456789 1234", "    | ",
			"ann:  123456789 123456789 123456789 1234\r\n");
		fold("ann:  ", "123456789 123456789 123456789 12345  6", "    | ",
			"ann:  123456789 123456789 123456789\r\n    | 12345  6\r\n");
	}
END_TEST

START_TEST(a_word_longer_than_a_line_is_not_broken)
	{
		fold("", "0123456789012345678901234567890123456789012345 6", "  ",
			"0123456789012345678901234567890123456789012345\r\n  6\r\n");
	}
END_TEST

START_TEST(an_indent_that_leaves_no_room_folds_nothing)
	{
		fold("", "123456789 123456789 123456789 123456789 12345", "           ",
			"123456789 123456789 123456789 123456789 12345\r\n");
	}
END_TEST

SUITE("referee/process/standard-output",
	LOOP(lost_output_is_told_and_has_a_status, sizeof rows / sizeof *rows),
	CASE(words_are_whole_and_go_on_after_the_indent),
	CASE(a_word_longer_than_a_line_is_not_broken),
	CASE(an_indent_that_leaves_no_room_folds_nothing))
