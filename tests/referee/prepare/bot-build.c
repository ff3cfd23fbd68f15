/*
 * Builds of bots: the line of a compiler that is the reason, and the digest of a bot that was
 * built.
 */
#include "referee/prepare/bot-build.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/prepare/bot-digest.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

/* As each compiler writes it. */
static const struct {
	const char *output, *line;
} outputs[] = {
	{"", ""},
	{"\n  \n", ""},
	{"one\ntwo\n\n", "two"},
	{"cc -Werror -o bot bot.c\nbot.c: In function 'f':\nbot.c:9:2: warning: unused\n"
	 "bot.c:9:9: error: 'x' undeclared\nbot.c:10:1: error: another\nmake: *** [bot] Error 1\n",
		"bot.c:9:9: error: 'x' undeclared"},
	{"/usr/bin/ld: a.o: undefined reference to `f'\ncollect2: error: ld returned 1\n",
		"/usr/bin/ld: a.o: undefined reference to `f'"},
	{"Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nBot.java:3: error: ';' expected\n",
		"Bot.java:3: error: ';' expected"},
	{"Picked up JAVA_TOOL_OPTIONS: -Xmx1g\n", ""},
	{"   Compiling bot v0.1.0\nerror[E0425]: cannot find value `x`\n   --> src/main.rs:3:5\n    |\n",
		"error[E0425]: cannot find value `x`, at src/main.rs:3:5"},
	{"error: no matching package named `rand` found\nlocation searched: crates.io\n",
		"error: no matching package named `rand` found"},
	{"# bot\n./main.go:5:9: undefined: x\n./main.go:6:9: undefined: y\n",
		"./main.go:5:9: undefined: x"},
	{"a.c:1:2: warning: x\na.c:1:2: note: y\nsh: 1: gcc-99: not found\n",
		"sh: 1: gcc-99: not found"},
	{"make: *** No targets specified and no makefile found.  Stop.\n",
		"make: *** No targets specified and no makefile found.  Stop."},
	{"CMake Error at CMakeLists.txt:3 (x):\n  Unknown\n",
		"CMake Error at CMakeLists.txt:3 (x):"},
	{"  File \"x.py\", line 1\nSyntaxError: invalid syntax\n", "SyntaxError: invalid syntax"},
	{"\033[31merror: red\n", "\\x1b[31merror: red"},
	{"error: last line", "error: last line"},
};

START_TEST(the_first_error_of_a_compiler_is_the_line_that_says_most)
	{
		char *line = bot_build_first_error(outputs[_i].output);
		ck_assert_str_eq(line, outputs[_i].line);
		free(line);
	}
END_TEST

/* As Cargo, Go, git below CMake, npm, curl, javac, Python and a linker write it. */
static const struct {
	const char *output, *hint; /* NULL: none */
} hints[] = {
	{"error: no matching package named `rand` found\nlocation searched: crates.io index\n",
		"a build has no network: add its crates with `cargo vendor`"},
	{"bot.go:4:2: cannot find module providing package example.org/x: module lookup disabled\n",
		"a build has no network: add its modules with `go mod vendor`"},
	{"go: example.org/x@v1: Get \"https://proxy.golang.org/example.org/x\": dial tcp: lookup\n",
		"a build has no network: add its modules with `go mod vendor`"},
	{"fatal: unable to access 'https://example.org/': Could not resolve host: example.org\n",
		"a build has no network: hand in all that it needs"},
	{"curl: (6) Couldn't resolve host 'example.org'\n",
		"a build has no network: hand in all that it needs"},
	{"CMake Error at x.cmake:40 (message):\n  Failed to clone repository: 'https://example.org'\n",
		"a build has no network: hand in all that it needs"},
	{"npm ERR! code EAI_AGAIN\nnpm ERR! syscall getaddrinfo\n",
		"a build has no network: hand in all that it needs"},
	{"/usr/bin/ld: b.o: in function `main':\nb.c:(.text+0x0): multiple definition of `main'; a.o\n",
		"name the files of one program in build = ..."},
	{"Bot.java:1: error: illegal character: '\\ufeff'\n",
		"save it as UTF-8 without a byte order mark"},
	{"bot.c:1:1: error: stray '\\357\\273\\277' in program\n",
		"save it as UTF-8 without a byte order mark"},
	{"./bot.x:1:1: unexpected '\xef\xbb\xbf'\n", "save it as UTF-8 without a byte order mark"},
	{"Bot.java:3: error: unmappable character (0xE4) for encoding UTF-8\n", "save it as UTF-8"},
	{"bot.c:9:9: error: 'x' undeclared\n", NULL},
	{"", NULL},
};

START_TEST(an_error_gives_its_hint)
	{
		const char *hint = bot_build_hint(hints[_i].output);
		ck_assert_pstr_eq(hint, hints[_i].hint);
	}
END_TEST

/* Twice as long as any line that is kept. */
START_TEST(a_line_without_end_is_cut)
	{
		char *text = memory_get(100001, 1);
		memset(text, 'x', 100000);
		memcpy(text, "error: ", 7);
		char *line = bot_build_first_error(text);
		ck_assert_uint_lt(strlen(line), 500);
		free(line);
		free(text);
	}
END_TEST

static void built_digest(const char *key, const char *folder, const char *build,
	const char *program, char digest[BOT_DIGEST])
{
	static struct bot_program made;
	struct bot bot = {.command = (char *)program,
		.dir = (char *)"sources",
		.build = (char *)build,
		.program = &made};
	made = (struct bot_program){.made = folder != NULL};
	snprintf(made.build.key, sizeof made.build.key, "%s", key);
	snprintf(made.build.folder, sizeof made.build.folder, "%s", folder != NULL ? folder : "");
	bot.set[BOT_SETTING_BUILD] = (struct origin){"cup.conf", 3};
	bot_digest_held(&bot, NULL, BOT_DIGEST_ALL, digest);
}

START_TEST(of_a_built_bot_the_key_counts_and_not_where_it_is)
	{
		char digests[6][BOT_DIGEST];
		reported_enter_folder();
		built_digest("a", "/cache/a/tree", "make", "./bot", digests[0]);
		built_digest("a", "/elsewhere/a/tree", "make", "./bot", digests[1]);
		built_digest("a", NULL, "make", "./bot", digests[2]);
		built_digest("b", "/cache/a/tree", "make", "./bot", digests[3]);
		built_digest("a", "/cache/a/tree", "make all", "./bot", digests[4]);
		built_digest("a", "/cache/a/tree", "make", "./bot 1", digests[5]);
		for (int i = 1; i < 6; i++)
			ck_assert_int_eq(strcmp(digests[0], digests[i]) == 0, i < 3);
		reported_leave_folder();
	}
END_TEST

START_TEST(a_bot_is_built_once_and_only_with_a_build)
	{
		struct bot_program made = {.made = true};
		char text[] = "x";
		ck_assert(!bot_build_is_due(&(struct bot){.command = text}));
		ck_assert(bot_build_is_due(&(struct bot){.build = text}));
		ck_assert(!bot_build_is_due(&(struct bot){.build = text, .program = &made}));
		ck_assert(!bot_build_is_due(&(struct bot){.build = text, .was = text}));
		ck_assert(!bot_build_is_due(&(struct bot){.build = text, .remote = true}));
	}
END_TEST

static void built_on_line(void *arg, const char *line)
{
	strcat(arg, line);
	strcat(arg, "\n");
}

static const struct {
	enum build_result result;
	const char *command, *said;
} report_rows[] = {
	{BUILD_MADE, "/bin/true", "bot ann: built in 2.5 s\n"},
	{BUILD_FAILED, "/bin/true",
		"bot ann: the build failed: no rule; the bot loses its games\n"},
	/* It fails whatever its program is. */
	{BUILD_FAILED, "/no/such", "bot ann: the build failed: no rule; the bot loses its games\n"},
	{BUILD_MADE, "/no/such",
		"bot ann: built in 2.5 s\nbot ann: after `make`, there is no file \"/no/such\"; the bot loses its games\n"},
};

START_TEST(a_build_is_told_with_its_bot_and_its_reason)
	{
		char said[1024] = "", name[] = "ann", make[] = "make", why[] = "no rule";
		struct bot_program program = {
			.made = report_rows[_i].result == BUILD_MADE, .why = why};
		const struct bot bot = {.name = name,
			.build = make,
			.command = (char *)report_rows[_i].command,
			.program = &program};
		program.build.took = 2500 * MILLISECOND;
		strcpy(program.build.folder, "/");
		bot_build_report(&bot, report_rows[_i].result, built_on_line, said);
		ck_assert_str_eq(said, report_rows[_i].said);
	}
END_TEST

SUITE("referee/prepare/bot-build",
	LOOP(a_build_is_told_with_its_bot_and_its_reason, sizeof report_rows / sizeof *report_rows),
	LOOP(the_first_error_of_a_compiler_is_the_line_that_says_most,
		sizeof outputs / sizeof *outputs),
	LOOP(an_error_gives_its_hint, sizeof hints / sizeof *hints),
	CASE(a_line_without_end_is_cut), CASE(of_a_built_bot_the_key_counts_and_not_where_it_is),
	CASE(a_bot_is_built_once_and_only_with_a_build))
