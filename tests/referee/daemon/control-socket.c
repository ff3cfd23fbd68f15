/*
 * The daemon's socket: its file, its clients, and what they are answered, byte by byte.
 */
#include "referee/daemon/control.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

enum { TEXT = 1 << 16, CLIENTS = 32 };

static struct {
	struct event_base *base;
	struct daemon *daemon;
	struct control *control;
	struct latency_histogram delays;
	struct daemon_options terms;
	char got[TEXT], said[TEXT];
} site;

static void site_on_say(void *arg, const char *line)
{
	size_t used = strlen(site.said);
	(void)arg;
	snprintf(site.said + used, TEXT - used, "%s\n", line);
}

static void site_on_say_of(void *arg, const char *tournament, const char *line)
{
	(void)arg, (void)tournament, (void)line;
}

static void site_on_changed(void *arg)
{
	(void)arg;
}

static void site_open(void)
{
	struct error err;
	memset(&site, 0, sizeof site);
	site.base = event_base_new();
	site.terms = (struct daemon_options){.base = site.base,
		.concurrency = 2,
		.side_by_side = 1,
		.events = live_events_create(),
		.delays = &site.delays,
		.say = site_on_say,
		.say_of = site_on_say_of,
		.changed = site_on_changed};
	site.daemon = daemon_create(&site.terms);
	site.control = control_create(site.base, site.daemon, fixture_path("socket"), NULL, &err);
	ck_assert_msg(site.control != NULL, "%s", err.text);
}

static void site_close(void)
{
	control_free(site.control);
	daemon_free(site.daemon);
	live_events_free(site.terms.events);
	event_base_free(site.base);
}

/* A client that has sent these bytes. */
static int site_client(const char *bytes, size_t length)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	strcpy(at.sun_path, fixture_path("socket"));
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
	ck_assert_int_eq(send(fd, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
	return fd;
}

/* Everything until the daemon closes the connection. */
static const char *site_hears(int fd)
{
	size_t used = 0;
	ssize_t count;
	while ((count = recv(fd, site.got + used, TEXT - 1 - used, MSG_DONTWAIT)) != 0) {
		if (count < 0 && errno == ECONNRESET)
			break;
		used += count > 0 ? (size_t)count : 0;
		event_base_loop(site.base, EVLOOP_NONBLOCK);
	}
	site.got[used] = '\0';
	close(fd);
	return site.got;
}

static const char *site_asks(const char *request)
{
	return site_hears(site_client(request, strlen(request)));
}

static const struct {
	const char *request, *answer;
	uint64_t refused;
} answers[] = {
	{"status --names\n", "end 0 \n", 0},
	{"status\n",
		"-2 games at a time in all\n-no tournament; `referee ctl submit FILE` adds one\nend 0 \n",
		0},
	{"pause\n",
		"-all tournaments: no further game begins; 0 games in play will finish\nend 0 \n",
		0},
	{"concurrency 3\n", "-3 games at a time from now on\nend 0 \n", 0},
	{"concurrency 0\n", "end 1 concurrency: it must be from 1 to 256\n", 1},
	{"concurrency 100000\n", "end 1 concurrency: it must be from 1 to 256\n", 1},
	{"concurrency 2x\n", "end 1 concurrency: it must be from 1 to 256\n", 1},
	{"stop cup\n", "end 1 tournament \"cup\": not found; `referee ctl status` lists all\n", 1},
	{"stop 'c\033up'\n",
		"end 1 tournament \"c\\x1bup\": not found; `referee ctl status` lists all\n", 1},
	{"staus\n", "end 2 unknown request \"staus\"; did you mean status?\n", 1},
	{"drain now\n", "end 2 drain: wrong number of words; give nothing\n", 1},
	{"submit cup.conf\n", "end 1 submit: the path is relative; give an absolute path\n", 1},
	{"status --all\n", "end 1 status: unknown option; --json, --bots and --names are allowed\n",
		1},
	{"kick ann\n",
		"end 1 bot \"ann\": no connection has this name; `referee ctl status --bots` lists all\n",
		1},
	{"watch 1 2\n",
		"end 2 watch: wrong words; give --follow, and a game's number or a bot's name\n",
		0},
	{"watch ann\n", "end 1 bot \"ann\": no waiting or running tournament has it\n", 0},
};

START_TEST(a_request_is_answered)
	{
		site_open();
		ck_assert_str_eq(site_asks(answers[_i].request), answers[_i].answer);
		ck_assert_uint_eq(site.daemon->refused, answers[_i].refused);
		site_close();
	}
END_TEST

/* The mistakes of a file come before the reason. */
START_TEST(lines_about_mistakes_are_marked)
	{
		char *request = memory_print("submit %s\n", fixture_path("wrong.conf"));
		FILE *file = fopen(fixture_path("wrong.conf"), "w");
		fputs("game = chess\n", file);
		fclose(file);
		site_open();
		const char *answer = site_asks(request);
		ck_assert_msg(*answer == '!', "%s", answer);
		ck_assert_ptr_nonnull(strstr(answer, "wrong.conf:1: "));
		ck_assert_ptr_nonnull(strstr(answer, "\nend 1 "));
		ck_assert_ptr_nonnull(strstr(answer, "wrong.conf is wrong: it is not taken\n"));
		free(request);
		site_close();
	}
END_TEST

START_TEST(a_request_comes_in_parts_of_any_size)
	{
		static const char request[] = "concurrency 3\n";
		site_open();
		int fd = site_client("", 0);
		for (size_t i = 0; i < strlen(request); i++) {
			ck_assert_int_eq(send(fd, request + i, 1, 0), 1);
			event_base_loop(site.base, EVLOOP_NONBLOCK);
		}
		ck_assert_str_eq(site_hears(fd), "-3 games at a time from now on\nend 0 \n");
		site_close();
	}
END_TEST

START_TEST(a_request_has_bounds)
	{
		char *line = memory_get(CONTROL_LINE + 1, 1);
		site_open();
		ck_assert_str_eq(site_hears(site_client("pau\0se\n", 7)),
			"end 2 request: it contains a NUL\n");
		/* CONTROL_LINE bytes with the LF are taken. */
		memset(line, ' ', CONTROL_LINE);
		memcpy(line, "concurrency 3", 13);
		line[CONTROL_LINE - 1] = '\n';
		ck_assert_str_eq(site_hears(site_client(line, CONTROL_LINE)),
			"-3 games at a time from now on\nend 0 \n");
		line[CONTROL_LINE - 1] = ' ';
		ck_assert_str_eq(site_hears(site_client(line, CONTROL_LINE)),
			"end 2 request: it is too long\n");
		free(line);
		site_close();
	}
END_TEST

/* A hundred that send no whole request keep no other out. */
START_TEST(a_silent_client_makes_room)
	{
		int fds[100];
		char byte;
		site_open();
		for (int i = 0; i < 100; i++) {
			fds[i] = site_client("stat", 4);
			event_base_loop(site.base, EVLOOP_NONBLOCK);
		}
		ck_assert_str_eq(site_asks("status --names\n"), "end 0 \n");
		/* The oldest have gone, the newest may still ask. */
		ck_assert_int_eq(recv(fds[0], &byte, 1, MSG_DONTWAIT), 0);
		ck_assert_int_eq(recv(fds[99], &byte, 1, MSG_DONTWAIT), -1);
		ck_assert_int_eq(send(fds[99], "us --names\n", 11, MSG_NOSIGNAL), 11);
		ck_assert_str_eq(site_hears(fds[99]), "end 0 \n");
		for (int i = 0; i < 99; i++)
			close(fds[i]);
		site_close();
	}
END_TEST

/* More than there are places for connect before the first of them asks. */
START_TEST(clients_that_are_slow_to_ask_are_all_answered)
	{
		int fds[100];
		site_open();
		for (int i = 0; i < 100; i++)
			fds[i] = site_client("", 0);
		for (int i = 0; i < 100; i++) {
			event_base_loop(site.base, EVLOOP_NONBLOCK);
			ck_assert_int_eq(send(fds[i], "status --names\n", 15, MSG_NOSIGNAL), 15);
		}
		for (int i = 0; i < 100; i++)
			ck_assert_str_eq(site_hears(fds[i]), "end 0 \n");
		site_close();
	}
END_TEST

START_TEST(a_client_that_goes_takes_no_place)
	{
		site_open();
		for (int round = 0; round < 3; round++) {
			for (int i = 0; i < CLIENTS; i++)
				close(site_client("stat", 4));
			ck_assert_str_eq(site_asks("status --names\n"), "end 0 \n");
		}
		site_close();
	}
END_TEST

/* At most 16 watch at a time; each waits for a game. */
/* It costs some memory, until it is cut. */
START_TEST(a_watcher_that_does_not_read_is_cut)
	{
		struct tournament t;
		const struct job job = {.pairing = {.seats = 2, .bot = {0, 1}, .key = 7}};
		struct live_events *events;
		site_open();
		events = site.terms.events;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		int fd = site_client("watch --follow\n", 15);
		while (live_events_watchers(events) == 0)
			event_base_loop(site.base, EVLOOP_ONCE);
		live_events_record(events, 1, &t, &job, "game 7 0");
		long lines = 0;
		for (; live_events_watchers(events) > 0 && lines < 1 << 20; lines++) {
			live_events_record(events, 1, &t, &job, "move 1 a1 10 - - - - -");
			event_base_loop(site.base, EVLOOP_NONBLOCK);
		}
		ck_assert_int_gt(lines, (1 << 20) / 32);
		ck_assert_int_lt(lines, 1 << 20);
		close(fd);
		live_events_close(events, 1);
		tournament_clear(&t);
		site_close();
	}
END_TEST

START_TEST(few_watch_at_a_time)
	{
		int fds[16];
		char first[64];
		site_open();
		for (int i = 0; i < 16; i++) {
			fds[i] = site_client("watch --follow\nand more\n", 24);
			ssize_t count = 0;
			while (count <= 0) {
				event_base_loop(site.base, EVLOOP_NONBLOCK);
				count = recv(fds[i], first, sizeof first - 1, MSG_DONTWAIT);
			}
			first[count] = '\0';
			ck_assert_str_eq(first, "-wait\n");
		}
		ck_assert_str_eq(site_asks("watch --follow\n"),
			"end 1 watch: too many clients; at most 16 watch at a time\n");
		ck_assert_str_eq(site_asks("status --names\n"), "end 0 \n");
		close(fds[0]);
		event_base_loop(site.base, EVLOOP_NONBLOCK);
		fds[0] = site_client("watch --follow\n", 15);
		while (recv(fds[0], first, sizeof first - 1, MSG_DONTWAIT) <= 0)
			event_base_loop(site.base, EVLOOP_NONBLOCK);
		control_free(site.control);
		for (int i = 0; i < 16; i++)
			ck_assert_str_eq(site_hears(fds[i]), "end 1 the daemon has ended\n");
		site.control = NULL;
		site_close();
	}
END_TEST

/* --- its file ------------------------------------------------------------------------------- */

START_TEST(the_socket_is_its_owners_alone_and_goes_with_the_daemon)
	{
		struct stat file;
		struct error err;
		char right[512];
		mode_t before = umask(0);
		site_open();
		ck_assert_uint_eq(umask(before), 0);
		ck_assert_int_eq(stat(fixture_path("socket"), &file), 0);
		ck_assert_uint_eq(file.st_mode, S_IFSOCK | 0600);
		ck_assert_ptr_null(
			control_create(site.base, site.daemon, fixture_path("socket"), NULL, &err));
		snprintf(right, sizeof right,
			"%s: another `referee serve` listens there; give another path with --socket",
			fixture_path("socket"));
		ck_assert_str_eq(err.text, right);
		site_close();
		ck_assert_int_eq(stat(fixture_path("socket"), &file), -1);
	}
END_TEST

static const struct {
	const char *path, *group, *why; /* path: in the folder of the test */
} wrong[] = {
	{"file", NULL, "file: the file is not a socket; give another path with --socket"},
	{"none/socket", NULL, "none/socket: cannot listen: No such file or directory"},
	{"other", "no-such-group", "--socket-group: there is no group \"no-such-group\""},
	{"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789",
		NULL, "...: the path is too long; a socket's path has at most 107 bytes"},
};

START_TEST(a_place_that_cannot_be_had_says_why)
	{
		struct error err;
		struct stat file;
		fclose(fopen(fixture_path("file"), "w"));
		site_open();
		ck_assert_ptr_null(control_create(site.base, site.daemon,
			fixture_path(wrong[_i].path), wrong[_i].group, &err));
		size_t length = strlen(err.text), wanted = strlen(wrong[_i].why);
		ck_assert_uint_ge(length, wanted);
		ck_assert_str_eq(err.text + length - wanted, wrong[_i].why);
		ck_assert_int_eq(stat(fixture_path("file"), &file), 0);
		ck_assert_int_eq(stat(fixture_path("other"), &file), -1);
		site_close();
	}
END_TEST

START_TEST(a_socket_that_a_killed_daemon_left_is_replaced)
	{
		struct sockaddr_un at = {.sun_family = AF_UNIX};
		strcpy(at.sun_path, fixture_path("socket"));
		int fd = socket(AF_UNIX, SOCK_STREAM, 0);
		ck_assert_int_eq(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
		close(fd);
		site_open();
		ck_assert_str_eq(site_asks("status --names\n"), "end 0 \n");
		site_close();
	}
END_TEST

START_TEST(a_group_may_use_the_socket)
	{
		struct error err;
		struct stat file;
		if (getuid() != 0)
			return;
		site_open();
		struct control *shared = control_create(
			site.base, site.daemon, fixture_path("shared"), "daemon", &err);
		ck_assert_msg(shared != NULL, "%s", err.text);
		ck_assert_int_eq(stat(fixture_path("shared"), &file), 0);
		ck_assert_uint_eq(file.st_mode, S_IFSOCK | 0660);
		ck_assert_uint_eq(file.st_gid, getgrnam("daemon")->gr_gid);
		ck_assert_uint_eq(file.st_uid, 0);
		control_free(shared);
		site_close();
	}
END_TEST

/* The file, or its folder, is moved or deleted: it is made again, and the log says so once. */
static const char *const losses[] = {"deleted", "moved", "replaced", "folder"};

START_TEST(a_socket_that_is_lost_is_made_again)
	{
		struct error err;
		struct stat file;
		char folder[128], moved[160], path[160];
		snprintf(folder, sizeof folder, "%s", fixture_path(losses[_i]));
		snprintf(moved, sizeof moved, "%s.moved", folder);
		snprintf(path, sizeof path, "%s/socket", folder);
		ck_assert_int_eq(mkdir(folder, 0700), 0);
		site_open();
		control_free(site.control);
		site.control = control_create(site.base, site.daemon, path, NULL, &err);
		ck_assert_ptr_nonnull(site.control);
		if (_i == 3) {
			ck_assert_int_eq(rename(folder, moved), 0);
			while (strstr(site.said, "made again when that is possible: ") == NULL)
				event_base_loop(site.base, EVLOOP_ONCE);
			ck_assert_int_eq(mkdir(folder, 0700), 0);
		} else if (_i == 1) {
			ck_assert_int_eq(rename(path, moved), 0);
		} else {
			ck_assert_int_eq(unlink(path), 0);
		}
		if (_i == 2)
			fclose(fopen(path, "w")); /* that file is in the way, and stays */
		while (strstr(site.said,
			       _i == 2 ? "the file is not a socket" : "it is made again\n") == NULL)
			event_base_loop(site.base, EVLOOP_ONCE);
		ck_assert_int_eq(lstat(path, &file), 0);
		ck_assert_int_eq(S_ISSOCK(file.st_mode), _i != 2);
		if (_i != 2)
			ck_assert_uint_eq(file.st_mode & 0777, 0600);
		control_free(site.control);
		site.control = NULL;
		ck_assert_int_eq(lstat(path, &file), _i == 2 ? 0 : -1);
		site_close();
	}
END_TEST

SUITE("referee/daemon/control-socket",
	LOOP(a_request_is_answered, sizeof answers / sizeof *answers),
	CASE(lines_about_mistakes_are_marked), CASE(a_request_comes_in_parts_of_any_size),
	CASE(a_request_has_bounds), CASE(a_client_that_goes_takes_no_place),
	CASE(a_silent_client_makes_room), CASE(clients_that_are_slow_to_ask_are_all_answered),
	LOOP(a_socket_that_is_lost_is_made_again, 4), CASE(few_watch_at_a_time),
	CASE(a_watcher_that_does_not_read_is_cut),
	CASE(the_socket_is_its_owners_alone_and_goes_with_the_daemon),
	LOOP(a_place_that_cannot_be_had_says_why, sizeof wrong / sizeof *wrong),
	CASE(a_socket_that_a_killed_daemon_left_is_replaced), CASE(a_group_may_use_the_socket))
