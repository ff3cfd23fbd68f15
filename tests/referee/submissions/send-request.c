/*
 * The requests of `referee send`: what is written is read again, and each wrong line says why.
 */
#include "referee/submissions/send-request.h"

#include <string.h>

#include "tests/lib/suite.h"

#define DIGEST "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const struct {
	const char *line;
	struct send_request wanted;
} right[] = {
	{"send 3 " DIGEST " bot.py", {SEND_BOT, 3, DIGEST, "bot.py", "", ""}},
	{"send 999999999999 " DIGEST " my\\x20bot.zip Spring cup",
		{SEND_BOT, 999999999999, DIGEST, "my bot.zip", "", "Spring cup"}},
	{"send 0 " DIGEST " it's.py", {SEND_BOT, 0, DIGEST, "it's.py", "", ""}},
	{"back -", {SEND_BACK, 0, "", "", "", ""}},
	{"back 0123456789ab ladder", {SEND_BACK, 0, "", "", "0123456789ab", "ladder"}},
	{"versions", {SEND_VERSIONS, 0, "", "", "", ""}},
	/* as version 1.0 writes them */
	{"send 3 " DIGEST " 'my bot.zip'", {SEND_BOT, 3, DIGEST, "my bot.zip", "", ""}},
	{"send 3 " DIGEST " 'it'\\''s.py' 'Spring cup'",
		{SEND_BOT, 3, DIGEST, "it's.py", "", "Spring cup"}},
	{"send 3 " DIGEST " bot.py 'Spring' cup",
		{SEND_BOT, 3, DIGEST, "bot.py", "", "'Spring' cup"}},
	{"back 01 a 'b' c", {SEND_BACK, 0, "", "", "01", "a 'b' c"}},
	{"back - 'a ladder'", {SEND_BACK, 0, "", "", "", "a ladder"}},
	{"versions 'Größe 1'", {SEND_VERSIONS, 0, "", "", "", "Größe 1"}},
	{"versions Größe 1", {SEND_VERSIONS, 0, "", "", "", "Größe 1"}},
};

START_TEST(a_request_is_read_and_is_the_same_when_it_is_written)
	{
		struct send_request r, again;
		struct error err = {""};
		char line[SEND_LINE];
		const struct send_request *w = &right[_i].wanted;
		ck_assert_msg(send_request_read(&r, right[_i].line, &err), "%s", err.text);
		ck_assert_int_eq(r.kind, w->kind);
		ck_assert_int_eq(r.length, w->length);
		ck_assert_str_eq(r.digest, w->digest);
		ck_assert_str_eq(r.file, w->file);
		ck_assert_str_eq(r.version, w->version);
		ck_assert_str_eq(r.tournament, w->tournament);
		send_request_write(&r, line);
		ck_assert_ptr_eq(strchr(line, '\n'), line + strlen(line) - 1);
		line[strlen(line) - 1] = '\0';
		ck_assert(send_request_read(&again, line, &err));
		ck_assert_int_eq(memcmp(&r, &again, sizeof r), 0);
	}
END_TEST

static const struct {
	const char *line, *part;
} wrong[] = {
	{"", "request"},
	{"fetch /etc/passwd", "it is unknown"},
	{"send", "request: it is wrong"},
	{"send 3 " DIGEST, "request: it is wrong"},
	{"send -1 " DIGEST " a", "the length is wrong"},
	{"send 3x " DIGEST " a", "request: it is wrong"},
	{"send 1000000000000 " DIGEST " a", "the length is wrong"},
	{"send 3 0123 a", "the digest is wrong"},
	{"send 3 " DIGEST "0 a", "the digest is wrong"},
	{"send 3 " DIGEST " ../a", "the file's name is wrong"},
	{"send 3 " DIGEST " a/b", "the file's name is wrong"},
	{"send 3 " DIGEST " a\\x5cb", "the file's name is wrong"},
	{"send 3 " DIGEST " .a", "the file's name is wrong"},
	{"send 3 " DIGEST " -", "the file's name is wrong"},
	{"send 3 " DIGEST " a\\x1b", "the file's name is wrong"},
	{"send 3 " DIGEST " a\xff", "the file's name is wrong"},
	{"send 3 " DIGEST " a\\", "request: it is wrong"},
	{"send 3 " DIGEST " '../a'", "the file's name is wrong"},
	{"send x " DIGEST " 'a'", "the length is wrong"},
	{"back '../../x'", "the version is wrong"},
	{"back", "request: it is wrong"},
	{"back ../../x", "the version is wrong"},
	{"back " DIGEST "0", "the version is wrong"},
};

START_TEST(a_wrong_request_says_what_is_wrong)
	{
		struct send_request r;
		struct error err = {""};
		ck_assert(!send_request_read(&r, wrong[_i].line, &err));
		ck_assert_msg(strstr(err.text, wrong[_i].part) != NULL, "%s", err.text);
	}
END_TEST

START_TEST(a_line_and_names_have_their_limits)
	{
		struct send_request r;
		struct error err = {""};
		char line[2 * SEND_LINE], name[SEND_FILE + 2];
		memset(line, 'a', sizeof line);
		line[sizeof line - 1] = '\0';
		ck_assert(!send_request_read(&r, line, &err));
		memset(name, 'a', sizeof name);
		name[SEND_FILE + 1] = '\0';
		ck_assert(!send_file_is_good(name));
		name[SEND_FILE] = '\0';
		ck_assert(send_file_is_good(name));
	}
END_TEST

/* A backslash of a name becomes up to four bytes of the line. */
START_TEST(the_longest_names_fit_into_a_line)
	{
		struct send_request r = {.kind = SEND_BOT, .digest = DIGEST}, again;
		struct error err = {""};
		char line[SEND_LINE];
		r.length = 999999999999;
		memset(r.file, ' ', SEND_FILE);
		memset(r.tournament, '\\', SEND_TOURNAMENT);
		send_request_write(&r, line);
		*strchr(line, '\n') = '\0';
		ck_assert_msg(send_request_read(&again, line, &err), "%s", err.text);
		ck_assert_int_eq(memcmp(&r, &again, sizeof r), 0);
	}
END_TEST

SUITE("net/send-request",
	LOOP(a_request_is_read_and_is_the_same_when_it_is_written, sizeof right / sizeof *right),
	LOOP(a_wrong_request_says_what_is_wrong, sizeof wrong / sizeof *wrong),
	CASE(a_line_and_names_have_their_limits), CASE(the_longest_names_fit_into_a_line))
