/*
 * Files of text as people and editors write them: as many bytes as may be, no control bytes, and
 * nothing that stays open.
 */
#include "base/text-file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { MOST = 10 };

static char path[64];

static int descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;
	while (readdir(folder) != NULL)
		count++;
	closedir(folder);
	return count;
}

#define BYTES(text) text, sizeof text - 1

static const struct {
	const char *bytes;
	size_t length;
	const char *text; /* NULL: refused */
	const char *why;
	int line;
} files[] = {
	{BYTES(""), "", NULL, 0},
	{BYTES("0123456789"), "0123456789", NULL, 0},
	{BYTES("0123456789a"), NULL, "has more than 10 bytes", 0},
	{BYTES("0123456789abcdefghijk"), NULL, "has more than 10 bytes", 0},
	{BYTES("a\tb\nc"), "a\tb\nc", NULL, 0},
	{BYTES("a\r\nb\r\n"), "a\nb\n", NULL, 0},
	{BYTES("\xef\xbb\xbf"
	       "a\n"),
		"a\n", NULL, 0},
	{BYTES("a\xef\xbb\xbf"), "a\xef\xbb\xbf", NULL, 0},
	{BYTES("a\rb"), NULL, "a control byte", 1},
	{BYTES("a\r"), NULL, "a control byte", 1},
	{BYTES("a\0b"), NULL, "a control byte", 1},
	{BYTES("a\nb\n\033c"), NULL, "a control byte", 3},
	{BYTES("a\n\x7f"), NULL, "a control byte", 2},
};

START_TEST(a_file_is_read_or_refused_with_its_line)
	{
		struct error err = {""};
		int line = -1, before = descriptors();
		strcpy(path, "/tmp/referee-text-XXXXXX");
		int fd = mkstemp(path);
		ck_assert_int_eq(
			write(fd, files[_i].bytes, files[_i].length), (ssize_t)files[_i].length);
		close(fd);
		char *text = text_file_read(path, MOST, &line, &err);
		ck_assert_pstr_eq(text, files[_i].text);
		ck_assert_int_eq(line, files[_i].line);
		if (files[_i].why != NULL)
			ck_assert_msg(strstr(err.text, files[_i].why) != NULL, "%s", err.text);
		free(text);
		unlink(path);
		ck_assert_int_eq(descriptors(), before);
	}
END_TEST

START_TEST(what_is_no_file_is_refused_at_once)
	{
		struct error err;
		int line, before = descriptors();
		strcpy(path, "/tmp/referee-text-XXXXXX");
		ck_assert_ptr_null(text_file_read("/nowhere", MOST, &line, &err));
		ck_assert_str_eq(err.text, "cannot be read: No such file or directory");
		ck_assert_ptr_null(text_file_read("/tmp", MOST, &line, &err));
		ck_assert_str_eq(err.text, "is a folder, not a file");
		ck_assert_ptr_null(text_file_read("/dev/zero", MOST, &line, &err));
		ck_assert_str_eq(err.text, "is a device or a pipe, not a file");
		ck_assert_ptr_nonnull(mkdtemp(path));
		char fifo[80];
		snprintf(fifo, sizeof fifo, "%s/fifo", path);
		ck_assert_int_eq(mkfifo(fifo, 0600), 0);
		ck_assert_ptr_null(text_file_read(fifo, MOST, &line, &err));
		ck_assert_str_eq(err.text, "is a device or a pipe, not a file");
		unlink(fifo);
		rmdir(path);
		ck_assert_int_eq(descriptors(), before);
	}
END_TEST

START_TEST(a_file_of_another_user_and_a_link_are_not_read)
	{
		struct error err;
		char why[128], link[80];
		const int64_t own = geteuid();
		int line, before = descriptors();
		strcpy(path, "/tmp/referee-text-XXXXXX");
		int fd = mkstemp(path);
		ck_assert_int_eq(write(fd, "secret", 6), 6);
		close(fd);
		char *text = text_file_read_of(path, MOST, own, &line, &err);
		ck_assert_pstr_eq(text, "secret");
		free(text);
		ck_assert_ptr_null(text_file_read_of(path, MOST, own + 1, &line, &err));
		snprintf(why, sizeof why,
			"belongs to user %d, the tournament to user %d; copy it, so that both have one owner",
			(int)own, (int)own + 1);
		ck_assert_str_eq(err.text, why);
		snprintf(link, sizeof link, "%s.link", path);
		ck_assert_int_eq(symlink(path, link), 0);
		ck_assert_ptr_null(text_file_read_of(link, MOST, own, &line, &err));
		ck_assert_str_eq(err.text, "is a link; name the file that it leads to");
		text = text_file_read_of(link, MOST, TEXT_FILE_ANYONE, &line, &err);
		ck_assert_pstr_eq(text, "secret");
		free(text);
		unlink(link);
		unlink(path);
		ck_assert_int_eq(descriptors(), before);
	}
END_TEST

START_TEST(a_large_file_is_whole)
	{
		struct error err;
		int line;
		enum { SIZE = 100000 };
		strcpy(path, "/tmp/referee-text-XXXXXX");
		FILE *out = fdopen(mkstemp(path), "w");
		for (int i = 0; i < SIZE; i++)
			fputc('a' + i % 26, out);
		fclose(out);
		char *text = text_file_read(path, SIZE, &line, &err);
		ck_assert_ptr_nonnull(text);
		ck_assert_uint_eq(strlen(text), SIZE);
		for (int i = 0; i < SIZE; i++)
			ck_assert_int_eq(text[i], 'a' + i % 26);
		free(text);
		ck_assert_ptr_null(text_file_read(path, SIZE - 1, &line, &err));
		unlink(path);
	}
END_TEST

SUITE("base/text-file", LOOP(a_file_is_read_or_refused_with_its_line, sizeof files / sizeof *files),
	CASE(what_is_no_file_is_refused_at_once),
	CASE(a_file_of_another_user_and_a_link_are_not_read), CASE(a_large_file_is_whole))
