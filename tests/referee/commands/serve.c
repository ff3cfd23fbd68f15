/*
 * The command line of `referee serve`: wrong options are told before anything begins. Right ones
 * end at the queue's file, which here is a folder and is read last.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/exit-status.h"
#include "base/memory.h"
#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/fake-web.h"

extern const struct command command_serve;

static struct command_output got;

/* Runs it with these words, NULL behind them, and a queue that is a folder. */
static void serve_with(const char *const *words)
{
	const char *all[COMMAND_OUTPUT_WORDS + 1] = {NULL};
	int count = 0;
	while (words[count] != NULL) {
		all[count] = words[count];
		count++;
	}
	all[count++] = "--queue";
	all[count] = fixture_path(".");
	command_output_run(&got, &command_serve, all, "");
}

/* Copies of the words, of which a token is overwritten. NULL behind them. */
static const char *const *serve_copy(const char *const *words)
{
	static char copies[COMMAND_OUTPUT_WORDS][128];
	static const char *all[COMMAND_OUTPUT_WORDS + 1];
	int count = 0;
	for (; words[count] != NULL; count++) {
		snprintf(copies[count], sizeof copies[count], "%s", words[count]);
		all[count] = copies[count];
	}
	all[count] = NULL;
	return all;
}

static void serve_is_refused(const char *const *words, const char *why)
{
	serve_with(words);
	ck_assert_msg(strstr(got.err, why) != NULL, "%s", got.err);
	ck_assert_ptr_null(strstr(got.err, "--queue"));
	ck_assert_int_eq(got.status, EXIT_USAGE);
	ck_assert_str_eq(got.out, "");
}

static void serve_is_taken(const char *const *words)
{
	serve_with(words);
	char *why = memory_print("referee serve: --queue: %s: ", fixture_path("."));
	ck_assert_msg(strstr(got.err, why) != NULL, "%s", got.err);
	ck_assert_int_eq(got.status, EXIT_FILE);
	free(why);
}

static const struct {
	const char *words[6];
	const char *why;
} serve_rows[] = {
	{{"--http-listen", "8080"},
		"--http-listen 8080: it is ADDRESS:PORT, such as 127.0.0.1:8080; port 0 is any"},
	{{"--http-listen", "unix:/tmp/x"},
		"--http-listen unix:/tmp/x: it is ADDRESS:PORT, such as 127.0.0.1:8080; port 0 is any"},
	{{"--visitor-listen", "nowhere"},
		"--visitor-listen nowhere: it is ADDRESS:PORT, such as 127.0.0.1:8080; port 0 is any"},
	{{"--visitor-listen", "127.0.0.1:0", "--play-url", "play.example.org"},
		"--play-url \"play.example.org\": it is a whole address, such as https://play.example.org/"},
	{{"--visitor-listen", "127.0.0.1:0", "--play-url", "ftp://x/"},
		"--play-url \"ftp://x/\": it is a whole address"},
	{{"--http-listen", "127.0.0.1:0", "--public-name", "a/b"},
		"--public-name \"a/b\": it is a name without port or path, such as referee.example.org"},
	{{"--http-listen", "127.0.0.1:0", "--public-name", "a:80"}, "--public-name \"a:80\": "},
	{{"--http-listen", "127.0.0.1:0", "--prefix", "referee"},
		"--prefix \"referee\": it is one part of a path, such as /referee"},
	{{"--http-listen", "127.0.0.1:0", "--prefix", "/"}, "--prefix \"/\": "},
	{{"--http-listen", "127.0.0.1:0", "--prefix", "/a/b"}, "--prefix \"/a/b\": "},
	{{"--http-listen", "127.0.0.1:0", "--prefix",
		 "/23456789-123456789-123456789-123456789-123456789-123456789-12345"},
		"--prefix \"/23"},
	{{"--http-listen", "127.0.0.1:0", "--title", ""}, "--title: it has 1 to 100 bytes"},
	{{"--http-listen", "127.0.0.1:0", "--web-token", "fifteen-letters"},
		"--web-token: a token has 16 to 256 letters, digits and marks of ASCII, and no blanks"},
	{{"--http-listen", "127.0.0.1:0", "--metrics-token", "sixteen letters!"},
		"--metrics-token: a token has 16 to 256 letters"},
	{{"--http-listen", "127.0.0.1:0", "--metrics-token", "sixteen\xc3\xa9letters"},
		"--metrics-token: a token has 16 to 256 letters"},
	{{"--http-listen", "127.0.0.1:0", "--metrics-token", "sixteen\177lettersx"},
		"--metrics-token: a token has 16 to 256 letters"},
	{{"--title", "x"}, "--title"},
	{{"--web-token", "sixteen-letters-"}, "--web-token"},
	{{"--concurrency", "0"}, "--concurrency"},
	{{"--concurrency", "257"}, "--concurrency"},
	{{"--send-max", "1"}, "--send-max"},
};

START_TEST(what_is_wrong_says_what_would_be_right)
	{
		serve_is_refused(serve_copy(serve_rows[_i].words), serve_rows[_i].why);
	}
END_TEST

static const char *const right_rows[][6] = {
	{NULL},
	{"--http-listen", "127.0.0.1:0", NULL},
	{"--http-listen", "[::1]:0", NULL},
	{"--http-listen", "127.0.0.1:0", "--prefix", "/a", NULL},
	{"--http-listen", "127.0.0.1:0", "--prefix",
		"/23456789-123456789-123456789-123456789-123456789-123456789-1234", NULL},
	{"--http-listen", "127.0.0.1:0", "--public-name", "Referee_1.example-2.org", NULL},
	{"--visitor-listen", "127.0.0.1:0", "--play-url", "http://x/", NULL},
	{"--visitor-listen", "127.0.0.1:0", "--play-url", "https://x/", NULL},
	{"--http-listen", "127.0.0.1:0", "--web-token", "sixteen-letters-", NULL},
	{"--concurrency", "256", "--parallel-tournaments", "256", NULL},
};

START_TEST(what_is_right_is_taken)
	{
		serve_is_taken(serve_copy(right_rows[_i]));
	}
END_TEST

/* A text of one byte more than may be is refused. */
START_TEST(texts_have_bounds)
	{
		static const struct {
			const char *option, *why;
			size_t most;
		} bounds[] = {
			{"--title", "--title: it has 1 to 100 bytes", 100},
			{"--about", "--about: it has at most 8000 bytes", 8000},
			{"--web-token", "--web-token: a token has 16 to 256 letters", 256},
		};
		for (size_t more = 0; more < 2; more++) {
			char *text = memory_get(bounds[_i].most + more + 1, 1);
			memset(text, 'x', bounds[_i].most + more);
			const char *const words[] = {
				"--http-listen", "127.0.0.1:0", bounds[_i].option, text, NULL};
			if (more == 0)
				serve_is_taken(words);
			else
				serve_is_refused(words, bounds[_i].why);
			free(text);
		}
	}
END_TEST

START_TEST(a_token_is_overwritten_or_comes_from_the_first_line_of_a_file)
	{
		char token[] = "a-secret-of-letters",
		     *file = memory_print("@%s", fixture_path("token"));
		const char *const words[] = {
			"--http-listen", "127.0.0.1:0", "--web-token", token, NULL};
		serve_is_taken(words);
		ck_assert_str_eq(token, "*******************");
		const char *const from[] = {
			"--http-listen", "127.0.0.1:0", "--web-token", file, NULL};
		serve_is_refused(from, "--web-token: ");
		FILE *out = fopen(fixture_path("token"), "w");
		fputs("a-secret-of-letters\nand more\n", out);
		fclose(out);
		chmod(fixture_path("token"), 0600);
		serve_is_taken(from);
		out = fopen(fixture_path("token"), "w");
		fputs("short\n", out);
		fclose(out);
		serve_is_refused(from, "--web-token: a token has 16 to 256 letters");
		free(file);
	}
END_TEST

START_TEST(the_text_about_the_site_comes_from_a_file)
	{
		char *file = memory_print("@%s", fixture_path("about"));
		const char *const words[] = {"--http-listen", "127.0.0.1:0", "--about", file, NULL};
		serve_is_refused(words, "--about: /");
		ck_assert_ptr_nonnull(strstr(got.err, "No such file"));
		FILE *out = fopen(fixture_path("about"), "w");
		fputs("Welcome\nto all\n", out);
		fclose(out);
		serve_is_taken(words);
		free(file);
	}
END_TEST

static const struct {
	const char *address, *token, *said;
	bool is;
} open_rows[] = {
	{"0.0.0.0:0", NULL,
		"serve: web: all clients that reach this machine can read the pages; --web-token restricts them\n",
		true},
	{"0.0.0.0:0", "a-secret-of-letters",
		"serve: web: all clients that reach this machine can read the pages", false},
	{"0.0.0.0:0", "a-secret-of-letters",
		"serve: web: the network carries the pages and their token without encryption\n",
		true},
	{"127.0.0.1:0", NULL, "serve: web: ", false},
	{"127.0.0.1:0", "a-secret-of-letters", "serve: web: ", false},
};

START_TEST(pages_that_all_can_read_are_told)
	{
		const char *token = open_rows[_i].token;
		const char *const words[] = {"--http-listen", open_rows[_i].address,
			token != NULL ? "--web-token" : NULL, token, NULL};
		serve_is_taken(serve_copy(words));
		ck_assert_msg((strstr(got.err, open_rows[_i].said) != NULL) == open_rows[_i].is,
			"%s", got.err);
	}
END_TEST

/* Where the kernel gave an address to another, its reason is told. */
START_TEST(an_address_that_is_taken_is_told)
	{
		const char *const words[] = {"--http-listen", "192.0.2.1:1", NULL};
		serve_is_refused(words, "--http-listen 192.0.2.1:1: ");
		ck_assert_ptr_nonnull(strstr(got.err, "Cannot assign requested address"));
	}
END_TEST

START_TEST(the_queue_is_beside_the_socket)
	{
		char *folder = memory_print("%s.queue", fixture_path("socket"));
		const char *const words[] = {"--socket", fixture_path("socket"), NULL};
		ck_assert_int_eq(mkdir(folder, 0700), 0);
		command_output_run(&got, &command_serve, words, "");
		char *why = memory_print("referee serve: --queue: %s: ", folder);
		ck_assert_msg(strstr(got.err, why) != NULL, "%s", got.err);
		ck_assert_int_eq(got.status, EXIT_FILE);
		free(why);
		free(folder);
	}
END_TEST

/* --- the options of the web process ----------------------------------------------------------- */

static const struct {
	const char *words[14];
	const char *began; /* with a blank before it: how the line ends, behind a free port */
} web_rows[] = {
	{{"--http-listen", "127.0.0.1:0"}, "began hand=127.0.0.1 PORT\n"},
	{{"--http-listen", "127.0.0.1:0", "--http-listen", "127.0.0.2:0", "--behind-proxy"},
		"began hand=127.0.0.1 PORT hand=127.0.0.2 PORT proxied=\n"},
	{{"--http-listen", "127.0.0.1:0", "--prefix", "/ladder", "--title", "The yard", "--about",
		 "Welcome"},
		"began hand=127.0.0.1 PORT prefix=/ladder title=The yard about=Welcome\n"},
	{{"--http-listen", "127.0.0.1:0", "--public-name", "a.example", "--public-name", "b"},
		"began hand=127.0.0.1 PORT name=a.example name=b\n"},
	{{"--http-listen", "127.0.0.1:0", "--web-token", "sixteen-letters-"},
		"began hand=127.0.0.1 PORT token=sixteen-letters-\n"},
	{{"--http-listen", "127.0.0.1:0", "--web-token", "sixteen-letters-", "--metrics-token",
		 "sixteen-letters+"},
		"began hand=127.0.0.1 PORT token=sixteen-letters- metrics-token=sixteen-letters+\n"},
	{{"--http-listen", "127.0.0.1:0", "--visitor-listen", "127.0.0.1:0", "--play-url",
		 "https://x/"},
		" no-games= other=https://x/\n"},
	{{"--http-listen", "127.0.0.1:0", "--bot-listen", "unix:SOCKET"},
		"began hand=127.0.0.1 PORT takes-bots=\n"},
};

/* The kernel chose the ports of the sockets that are handed to the web process: writes PORT. */
static void serve_hide_ports(char *line)
{
	for (char *at = line; (at = strstr(at, " hand=")) != NULL;) {
		char rest[1024];
		at = strchr(at + 1, ' ') + 1;
		strcpy(rest, at + strspn(at, "0123456789"));
		strcpy(at, "PORT");
		strcat(at, rest);
	}
}

/* The process that stands for the web process ends the daemon, which runs in this one. */
START_TEST(the_web_process_gets_its_options)
	{
		char door[256], line[1024];
		const char *words[COMMAND_OUTPUT_WORDS + 1] = {NULL};
		const char *const *copy = serve_copy(web_rows[_i].words);
		struct event_base *base = event_base_new();
		int count = 0;
		snprintf(door, sizeof door, "unix:%s", fixture_path("door"));
		for (; copy[count] != NULL; count++)
			words[count] = strcmp(copy[count], "unix:SOCKET") == 0 ? door : copy[count];
		words[count++] = "--socket";
		words[count++] = fixture_path("socket");
		if (strcmp(words[count - 3], door) == 0) {
			fclose(fopen(fixture_path("tokens"), "w"));
			chmod(fixture_path("tokens"), 0600);
			words[count++] = "--tokens";
			words[count++] = fixture_path("tokens");
		}
		fake_web_open(base, NULL);
		setenv("FAKE_WEB_ENDS", "yes", 1);
		rmdir(fixture_path("socket.queue"));
		command_output_run(&got, &command_serve, words, "");
		unsetenv("FAKE_WEB_ENDS");
		ck_assert_msg(got.status == EXIT_SUCCESS, "%s", got.err);
		ck_assert_ptr_nonnull(strstr(got.err, " info serve: ready\n"));
		ck_assert_ptr_nonnull(
			strstr(got.err, " info serve: stops; every finished game is kept\n"));
		ck_assert_ptr_nonnull(strstr(got.err, " info serve: stopped\n"));
		fake_web_line(line, sizeof line);
		const char *began = web_rows[_i].began;
		serve_hide_ports(line);
		ck_assert_str_eq(*began == ' ' ? strstr(line, began) : line, began);
		fake_web_close();
		event_base_free(base);
	}
END_TEST

/* As docs/server.md has it. */
START_TEST(the_help_says_how_many_games_an_address_may_have)
	{
		const char *const words[] = {"--help", NULL};
		command_output_run(&got, &command_serve, words, "");
		ck_assert_int_eq(got.status, EXIT_SUCCESS);
		const char *row = strstr(got.out, "--visitor-games");
		ck_assert_ptr_nonnull(row);
		/* The width of the terminal divides the lines. */
		char text[512];
		size_t length = 0;
		for (const char *c = row; *c != '\0' && length < sizeof text - 1; c++)
			if (*c > ' ' || (length > 0 && text[length - 1] != ' '))
				text[length++] = *c > ' ' ? *c : ' ';
		text[length] = '\0';
		ck_assert_msg(
			strstr(text,
				"each browser has one, and an address three quarters of them at most") !=
				NULL,
			"%s", text);
	}
END_TEST

FAKE_WEB_SUITE("referee/commands/serve", CASE(the_help_says_how_many_games_an_address_may_have),
	LOOP(what_is_wrong_says_what_would_be_right, sizeof serve_rows / sizeof *serve_rows),
	LOOP(what_is_right_is_taken, sizeof right_rows / sizeof *right_rows),
	LOOP(texts_have_bounds, 3),
	CASE(a_token_is_overwritten_or_comes_from_the_first_line_of_a_file),
	CASE(the_text_about_the_site_comes_from_a_file),
	LOOP(pages_that_all_can_read_are_told, sizeof open_rows / sizeof *open_rows),
	LOOP(the_web_process_gets_its_options, sizeof web_rows / sizeof *web_rows),
	CASE(an_address_that_is_taken_is_told), CASE(the_queue_is_beside_the_socket))
