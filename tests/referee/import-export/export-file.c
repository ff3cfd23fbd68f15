/*
 * A file appears whole or not at all, on a file system with nameless files and on one without.
 */
#include "referee/import-export/export.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/lib/db-fixture.h"

static bool without_nameless;

/* In the place of the C library's: a file system may know no nameless files. */
int open(const char *path, int flags, ...)
{
	va_list list;
	va_start(list, flags);
	unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, unsigned) : 0;
	va_end(list);
	if (without_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return -1;
	}
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/* A new folder of this test. */
static const char *folder(void)
{
	static int number;
	static char path[128];
	snprintf(path, sizeof path, "%s", fixture_path("export"));
	snprintf(path + strlen(path), sizeof path - strlen(path), "%d", number++);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	ck_assert_int_eq(chdir(path), 0);
	return path;
}

/* The files of the working folder. */
static int files(void)
{
	int count = 0;
	DIR *all = opendir(".");
	for (const struct dirent *one; (one = readdir(all)) != NULL;)
		count += one->d_name[0] != '.';
	closedir(all);
	return count;
}

static void put(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	fputs(text, out);
	ck_assert_int_eq(fclose(out), 0);
}

static void is(const char *path, const char *text)
{
	char got[64] = "";
	FILE *in = fopen(path, "r");
	ck_assert_msg(in != NULL, "%s", path);
	ck_assert_uint_lt(fread(got, 1, sizeof got - 1, in), sizeof got - 1);
	fclose(in);
	ck_assert_str_eq(got, text);
}

/* Each test runs on either kind of file system. */
static void begin(int row)
{
	folder();
	without_nameless = row == 1;
}

START_TEST(a_file_appears_when_it_is_closed_and_kept)
	{
		struct export_file f;
		struct error err;
		begin(_i);
		put("old", "before");
		ck_assert(export_file_open(&f, "old", &err));
		fputs("after", f.out);
		fflush(f.out);
		is("old", "before");
		ck_assert_int_eq(files(), 1 + without_nameless);
		ck_assert(export_file_close(&f, true, &err));
		is("old", "after");
		ck_assert(export_file_open(&f, "new", &err));
		ck_assert_int_ne(access("new", F_OK), 0);
		fputs("x", f.out);
		ck_assert(export_file_close(&f, true, &err));
		is("new", "x");
		ck_assert_int_eq(files(), 2);
	}
END_TEST

START_TEST(one_that_is_not_kept_leaves_nothing)
	{
		struct export_file f;
		struct error err;
		begin(_i);
		put("old", "before");
		for (int i = 0; i < 2; i++) {
			ck_assert(export_file_open(&f, i == 0 ? "old" : "new", &err));
			fputs("after", f.out);
			ck_assert(export_file_close(&f, false, &err));
		}
		is("old", "before");
		ck_assert_int_eq(files(), 1);
	}
END_TEST

/* A full disk, as a limit on the sizes of files. */
START_TEST(one_that_cannot_be_written_leaves_nothing_and_is_told)
	{
		struct export_file f;
		struct error err;
		struct rlimit before, few = {100, 100};
		signal(SIGXFSZ, SIG_IGN);
		begin(_i);
		put("old", "before");
		ck_assert(export_file_open(&f, "old", &err));
		ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
		few.rlim_max = before.rlim_max;
		ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &few), 0);
		for (int i = 0; i < 200; i++)
			fputs("line\n", f.out);
		bool closed = export_file_close(&f, true, &err);
		ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
		ck_assert(!closed);
		ck_assert_msg(strstr(err.text, "/old cannot be written: File too large") != NULL,
			"%s", err.text);
		is("old", "before");
		ck_assert_int_eq(files(), 1);
	}
END_TEST

START_TEST(a_link_stays_one_and_the_file_keeps_its_mode)
	{
		struct export_file f;
		struct error err;
		struct stat status;
		begin(_i);
		put("old", "before");
		ck_assert_int_eq(chmod("old", 0640), 0);
		ck_assert_int_eq(symlink("old", "link"), 0);
		mode_t mask = umask(027);
		ck_assert(export_file_open(&f, "link", &err));
		fputs("after", f.out);
		ck_assert(export_file_close(&f, true, &err));
		is("old", "after");
		ck_assert(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
		ck_assert_int_eq(stat("old", &status), 0);
		ck_assert_int_eq(status.st_mode & 07777, 0640);
		umask(002);
		ck_assert(export_file_open(&f, "new", &err));
		ck_assert(export_file_close(&f, true, &err));
		umask(mask);
		ck_assert_int_eq(stat("new", &status), 0);
		ck_assert_int_eq(status.st_mode & 07777, 0664);
	}
END_TEST

START_TEST(what_is_no_place_for_an_export_is_refused)
	{
		struct export_file f;
		struct error err;
		begin(_i);
		ck_assert_int_eq(mkdir("folder", 0755), 0);
		ck_assert(!export_file_open(&f, "folder", &err));
		ck_assert_str_eq(err.text, "folder is a folder");
		db_close(fixture_open("cup.db"));
		ck_assert(!export_file_open(&f, "cup.db", &err));
		ck_assert_str_eq(
			err.text, "cup.db is a database, which an export does not replace");
		ck_assert(!export_file_open(&f, "none/x", &err));
		ck_assert_str_eq(err.text, "none/x cannot be written: No such file or directory");
		/* a text that only begins like one is none */
		put("text", "SQLite format 2");
		ck_assert(export_file_open(&f, "text", &err));
		ck_assert(export_file_close(&f, true, &err));
		is("text", "");
		/* a device is written in place */
		ck_assert(export_file_open(&f, "/dev/full", &err));
		fputs("x", f.out);
		ck_assert(!export_file_close(&f, true, &err));
		ck_assert_str_eq(err.text, "/dev/full cannot be written: No space left on device");
		/* also where stdio wrote before the end, and nothing is left to write */
		ck_assert(export_file_open(&f, "/dev/full", &err));
		setvbuf(f.out, NULL, _IONBF, 0);
		fputs("x", f.out);
		errno = 0;
		ck_assert(!export_file_close(&f, true, &err));
		ck_assert_str_eq(err.text, "/dev/full cannot be written: No space left on device");
	}
END_TEST

SUITE("referee/import-export/export-file", LOOP(a_file_appears_when_it_is_closed_and_kept, 2),
	LOOP(one_that_is_not_kept_leaves_nothing, 2),
	LOOP(one_that_cannot_be_written_leaves_nothing_and_is_told, 2),
	LOOP(a_link_stays_one_and_the_file_keeps_its_mode, 2),
	LOOP(what_is_no_place_for_an_export_is_refused, 2))
