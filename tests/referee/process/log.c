/*
 * The log of a daemon when no reader takes its lines: into pipes that hold a page of the kernel's,
 * so that all of it can be counted.
 */
#include "referee/process/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/time.h"

#include "tests/lib/suite.h"

enum { SAID = 4 * LOG_ROOM };

static struct log talker;

/* A pipe of one page, and a log that goes into it. */
static void said_open(int ends[2])
{
	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	ck_assert_int_gt(fcntl(ends[1], F_SETPIPE_SZ, 4096), 0);
	log_open(&talker, "me", ends[1]);
}

/* Reads all that there is and all that comes of it. */
static void said_read(int from, char text[SAID])
{
	size_t length = 0;
	ssize_t count;
	ck_assert_int_eq(fcntl(from, F_SETFL, O_NONBLOCK), 0);
	while ((count = read(from, text + length, SAID - 1 - length)) > 0) {
		length += (size_t)count;
		log_flush(&talker);
	}
	text[length] = '\0';
}

START_TEST(a_line_is_there_at_once)
	{
		int ends[2];
		char text[SAID];
		said_open(ends);
		log_line(&talker, "ready");
		said_read(ends[0], text);
		ck_assert_str_eq(text, "me: ready\n");
	}
END_TEST

START_TEST(a_reader_who_stands_still_is_not_waited_for_and_misses_nothing_short)
	{
		int ends[2];
		char text[SAID], line[32], *at = text;
		said_open(ends);
		for (int i = 0; i < 2000; i++) {
			snprintf(line, sizeof line, "game %d", i);
			log_line(&talker, line);
		}
		said_read(ends[0], text);
		for (int i = 0; i < 2000; i++) {
			snprintf(line, sizeof line, "me: game %d\n", i);
			ck_assert_msg(strncmp(at, line, strlen(line)) == 0, "%.32s", at);
			at += strlen(line);
		}
		ck_assert_str_eq(at, "");
	}
END_TEST

/* 20 000 lines of 11 bytes; those that are there and those that are said to be missing are all. */
/* The log is filled to its last byte but one line. */
START_TEST(one_line_that_is_missing_is_told_as_one)
	{
		int ends[2];
		char text[SAID];
		said_open(ends);
		while (talker.lost == 0)
			log_line(&talker, "a line");
		ck_assert_int_eq(talker.lost, 1);
		said_read(ends[0], text);
		ck_assert_ptr_nonnull(strstr(
			text, "\nme: 1 line is missing here: the log was not read in time\n"));
	}
END_TEST

START_TEST(what_there_was_no_room_for_is_counted)
	{
		int ends[2];
		char text[SAID];
		long there = 0, missing = 0;
		said_open(ends);
		for (int i = 0; i < 20000; i++)
			log_line(&talker, "a line");
		said_read(ends[0], text);
		char *at = text;
		for (; strncmp(at, "me: a line\n", 11) == 0; at += 11)
			there++;
		missing = strtol(at + strlen("me: "), &at, 10);
		ck_assert_str_eq(at, " lines are missing here: the log was not read in time\n");
		ck_assert_int_gt(missing, 0);
		ck_assert_int_eq(there + missing, 20000);
		log_line(&talker, "after");
		said_read(ends[0], text);
		ck_assert_str_eq(text, "me: after\n");
	}
END_TEST

START_TEST(the_pipe_of_others_goes_on_to_block)
	{
		int ends[2];
		said_open(ends);
		ck_assert_int_eq(fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0);
	}
END_TEST

START_TEST(a_line_without_end_is_cut)
	{
		static char line[2 * LOG_LINE], text[SAID];
		int ends[2];
		said_open(ends);
		memset(line, 'x', sizeof line - 1);
		log_line(&talker, line);
		log_line(&talker, "next");
		said_read(ends[0], text);
		ck_assert_uint_eq(strcspn(text, "\n"), LOG_LINE - 2);
		ck_assert_str_eq(text + LOG_LINE - 1, "me: next\n");
	}
END_TEST

static const struct {
	enum log_style style;
	const char *line, *said; /* said: # is a digit of the time */
} styles[] = {
	{LOG_PLAIN, "ready", "me: ready\n"},
	{LOG_PLAIN, "<3>wrong", "me: wrong\n"},
	{LOG_TIMED, "ready", "####-##-##T##:##:##.###Z info me: ready\n"},
	{LOG_TIMED, "<3>wrong", "####-##-##T##:##:##.###Z error me: wrong\n"},
	{LOG_TIMED, "<4>odd", "####-##-##T##:##:##.###Z warning me: odd\n"},
	{LOG_TIMED, "<5>lost", "####-##-##T##:##:##.###Z notice me: lost\n"},
	{LOG_TIMED, "<9>none", "####-##-##T##:##:##.###Z info me: <9>none\n"},
	{LOG_JOURNAL, "ready", "<6>me: ready\n"},
	{LOG_JOURNAL, "<3>wrong", "<3>me: wrong\n"},
	{LOG_BARE, "{}", "{}\n"},
	{LOG_JSON, "<4>a \"b\"\x1b\n",
		"{\"time\":\"####-##-##T##:##:##.###Z\",\"level\":\"warning\",\"tournament\":null,"
		"\"line\":\"me: a \\\"b\\\"\\u001b\\n\"}\n"},
};

START_TEST(an_object_stays_whole_however_long_its_line_and_name_are)
	{
		static char line[2 * LOG_LINE], text[SAID];
		int ends[2];
		said_open(ends);
		talker.style = LOG_JSON;
		memset(line, '\1', sizeof line - 1);
		log_line_of(&talker, line, line);
		log_line_of(&talker, "cup", "next");
		said_read(ends[0], text);
		ck_assert_uint_lt(strcspn(text, "\n"), LOG_LINE);
		ck_assert_ptr_nonnull(strstr(text, "\\u0001\"}\n{\"time\""));
		ck_assert_ptr_nonnull(
			strstr(text, "\"tournament\":\"cup\",\"line\":\"me: next\"}\n"));
	}
END_TEST

START_TEST(a_line_has_its_style)
	{
		int ends[2];
		char text[SAID];
		said_open(ends);
		talker.style = styles[_i].style;
		log_line(&talker, styles[_i].line);
		said_read(ends[0], text);
		ck_assert_uint_eq(strlen(text), strlen(styles[_i].said));
		for (const char *said = styles[_i].said, *at = text; *said != '\0'; said++, at++)
			ck_assert(*said == '#' ? *at >= '0' && *at <= '9' : *at == *said);
	}
END_TEST

/* As systemd.exec(5) has it: device and inode, decimal, with a colon between. */
/* Names of files and texts of others stand in lines. */
static const struct {
	const char *line, *shown;
} unsafe[] = {
	{"a\nb", "me: a\\x0ab\n"},
	{"<4>x\033[31mred\r\n2026-01-01T00:00:00.000Z info serve: forged",
		"me: x\\x1b[31mred\\x0d\\x0a2026-01-01T00:00:00.000Z info serve: forged\n"},
	{"\xff\xc3\xa9\xe2\x80\xae", "me: \\xff\xc3\xa9\\xe2\\x80\\xae\n"},
	{"a tab\there", "me: a tab\\x09here\n"},
	/* A text that was escaped before stays. */
	{"\\x1b and \\", "me: \\x1b and \\\n"},
};

START_TEST(a_line_is_one_line_of_plain_text)
	{
		int ends[2];
		char text[SAID], timed[SAID];
		said_open(ends);
		log_line(&talker, unsafe[_i].line);
		said_read(ends[0], text);
		ck_assert_str_eq(text, unsafe[_i].shown);
		said_open(ends);
		talker.style = LOG_TIMED;
		log_line_of(&talker, "cup", unsafe[_i].line);
		said_read(ends[0], timed);
		ck_assert_uint_gt(strlen(timed), strlen(text));
		ck_assert_str_eq(timed + strlen(timed) - strlen(text), text);
	}
END_TEST

START_TEST(the_journal_is_known_by_its_device_and_inode)
	{
		struct stat file;
		int ends[2];
		char text[64];
		ck_assert_int_eq(pipe(ends), 0);
		ck_assert_int_eq(fstat(ends[1], &file), 0);
		unsetenv("JOURNAL_STREAM");
		ck_assert_int_eq(log_style_of(ends[1]), LOG_TIMED);
		snprintf(text, sizeof text, "%llu:%llu", (unsigned long long)file.st_dev,
			(unsigned long long)file.st_ino);
		setenv("JOURNAL_STREAM", text, 1);
		ck_assert_int_eq(log_style_of(ends[1]), LOG_JOURNAL);
		snprintf(text, sizeof text, "%llu:%llu", (unsigned long long)file.st_dev,
			(unsigned long long)file.st_ino + 1);
		setenv("JOURNAL_STREAM", text, 1);
		ck_assert_int_eq(log_style_of(ends[1]), LOG_TIMED);
		setenv("JOURNAL_STREAM", "nonsense", 1);
		ck_assert_int_eq(log_style_of(ends[1]), LOG_TIMED);
		unsetenv("JOURNAL_STREAM");
		close(ends[0]);
		close(ends[1]);
	}
END_TEST

/* 1796148000 is date -u -d 2026-12-01T18:00:00Z +%s. */
START_TEST(a_moment_is_written_by_rfc_3339)
	{
		char text[TIME_TEXT];
		ck_assert_str_eq(time_text(0, text), "1970-01-01T00:00:00.000Z");
		ck_assert_str_eq(time_text(1796148000007, text), "2026-12-01T18:00:00.007Z");
	}
END_TEST

SUITE("referee/process/log", CASE(a_line_is_there_at_once),
	CASE(a_reader_who_stands_still_is_not_waited_for_and_misses_nothing_short),
	CASE(what_there_was_no_room_for_is_counted), CASE(one_line_that_is_missing_is_told_as_one),
	CASE(the_pipe_of_others_goes_on_to_block), CASE(a_line_without_end_is_cut),
	CASE(an_object_stays_whole_however_long_its_line_and_name_are),
	LOOP(a_line_has_its_style, sizeof styles / sizeof *styles),
	LOOP(a_line_is_one_line_of_plain_text, sizeof unsafe / sizeof *unsafe),
	CASE(the_journal_is_known_by_its_device_and_inode), CASE(a_moment_is_written_by_rfc_3339))
