/*
 * The web process as the daemon keeps it: what it is sent when something changes, what it gets
 * again after a restart, which restarts it needs, and what it may say.
 */
#include "referee/daemon/web-supervisor.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "tests/lib/fake-web.h"

enum { TEXT = 4096 };

static struct {
	struct event_base *base;
	struct live_events *events;
	struct web_supervisor *w;
	struct web_options options;
	char said[TEXT];
} site;

static void site_on_say(void *arg, const char *line)
{
	size_t used = strlen(site.said);
	(void)arg;
	snprintf(site.said + used, TEXT - used, "%s\n", line);
	event_base_loopbreak(site.base);
}

/* says: of the process. */
static void site_open(const char *says)
{
	site.base = event_base_new();
	site.events = live_events_create();
	site.said[0] = '\0';
	fake_web_open(site.base, says);
	site.w = web_supervisor_create(site.base, site.events, &site.options, site_on_say, NULL);
	ck_assert_ptr_nonnull(site.w);
}

static void site_close(void)
{
	web_supervisor_free(site.w);
	live_events_free(site.events);
	fake_web_close();
	event_base_free(site.base);
	site.options = (struct web_options){.listen_count = 0};
}

/* Runs until the log has these lines, and nothing else. */
static void site_says(const char *lines)
{
	while (strlen(site.said) < strlen(lines))
		event_base_dispatch(site.base);
	ck_assert_str_eq(site.said, lines);
	site.said[0] = '\0';
}

static void site_announce(const char *text)
{
	web_supervisor_send(
		site.w, &(struct live_event){.kind = LIVE_EVENT_ANNOUNCE, .announce = text});
}

static void site_tournament(int64_t id, const char *name, const char *path)
{
	web_supervisor_send(site.w, &(struct live_event){.kind = LIVE_EVENT_TOURNAMENT,
					    .tournament = {.id = id,
						    .row = 1,
						    .done = 0,
						    .all = 6,
						    .state = "running",
						    .name = name,
						    .path = path}});
}

static void site_worker(int64_t tournament, int64_t number, int64_t of, const char *name)
{
	web_supervisor_send(site.w, &(struct live_event){.kind = LIVE_EVENT_WORKER,
					    .worker = {.tournament = tournament,
						    .number = number,
						    .of = of,
						    .slots = 4,
						    .name = name,
						    .state = "plays"}});
}

/* Ends the process, which then is started again. */
static void site_kill(void)
{
	site_announce("end");
	fake_web_hears("announce end\n");
	site_says("<4>web: the process ended (exit status 3); it restarts in 0.5 s\n");
	site_announce("");
}

/* --- states --------------------------------------------------------------------------------- */

START_TEST(what_changes_is_sent_once)
	{
		site_open(NULL);
		fake_web_hears("began\n");
		for (int i = 0; i < 2; i++) {
			site_tournament(2, "cup", "");
			site_announce("at six");
			web_supervisor_metric(site.w, METRIC_DEATHS, 4);
			web_supervisor_metric(site.w, METRIC_COMMITS, 4);
		}
		web_supervisor_metric(site.w, METRIC_DEATHS, 5);
		site_announce("at seven");
		fake_web_hears("tournament 2 1 0 6 running cup - - - -\nannounce at\\x20six\n"
			       "metric deaths 4\nmetric commits 4\nmetric deaths 5\n"
			       "announce at\\x20seven\n");
		web_supervisor_send(NULL, &(struct live_event){.kind = LIVE_EVENT_ANNOUNCE});
		web_supervisor_metric(NULL, METRIC_DEATHS, 1);
		web_supervisor_gone(NULL, 1);
		web_supervisor_accounts(NULL, NULL);
		site_close();
	}
END_TEST

static void site_details(int64_t tournament, const char *format)
{
	web_supervisor_send(site.w, &(struct live_event){.kind = LIVE_EVENT_DETAILS,
					    .details = {tournament, format, ""}});
}

static void site_strength(int64_t tournament)
{
	web_supervisor_send(site.w, &(struct live_event){.kind = LIVE_EVENT_STRENGTH,
					    .strength = {.tournament = tournament,
						    .won = 1,
						    .games = 8,
						    .bot = "a",
						    .opponent = "b"}});
}

static void site_owners(int64_t tournament, const char *text)
{
	web_supervisor_send(site.w,
		&(struct live_event){.kind = LIVE_EVENT_OWNERS, .owners = {tournament, text}});
}

START_TEST(a_new_process_gets_the_last_of_each_state_in_their_order)
	{
		site_open(NULL);
		fake_web_hears("began\n");
		for (int64_t t = 1; t <= 2; t++) {
			site_tournament(t, "old", "");
			site_details(t, "swiss");
			site_strength(t);
			site_owners(t, "ann eve");
			site_worker(t, 0, 2, "lab07");
			site_worker(t, 1, 2, "lab08");
		}
		web_supervisor_send(site.w,
			&(struct live_event){.kind = LIVE_EVENT_DELAYS, .delays = {.count = {7}}});
		web_supervisor_metric(site.w, METRIC_DRAINING, 1);
		fake_web_hears("tournament 1 1 0 6 running old - - - -\ndetails 1 swiss -\n"
			       "strength 1 1 0 0 0 0 0 0 0 0 8 a b -\nowners 1 ann eve\n"
			       "worker 1 0 2 4 0 0 0 0 0 lab07 plays\n"
			       "worker 1 1 2 4 0 0 0 0 0 lab08 plays\n"
			       "tournament 2 1 0 6 running old - - - -\ndetails 2 swiss -\n"
			       "strength 2 1 0 0 0 0 0 0 0 0 8 a b -\nowners 2 ann eve\n"
			       "worker 2 0 2 4 0 0 0 0 0 lab07 plays\n"
			       "worker 2 1 2 4 0 0 0 0 0 lab08 plays\n"
			       "delays 7 0 0 0 0 0 0 0 0 0 0 0 0\nmetric draining 1\n");
		/* One goes with all that it had; of the other a worker goes. */
		web_supervisor_gone(site.w, 1);
		site_worker(2, 0, 0, "");
		site_tournament(2, "new", "");
		fake_web_hears("gone 1\nworker 2 0 0 4 0 0 0 0 0 - plays\n"
			       "tournament 2 1 0 6 running new - - - -\n");
		site_kill();
		fake_web_hears("began\ntournament 2 1 0 6 running new - - - -\ndetails 2 swiss -\n"
			       "strength 2 1 0 0 0 0 0 0 0 0 8 a b -\nowners 2 ann eve\n"
			       "worker 2 0 0 4 0 0 0 0 0 - plays\n"
			       "delays 7 0 0 0 0 0 0 0 0 0 0 0 0\nmetric draining 1\n"
			       "announce -\n");
		site_close();
	}
END_TEST

START_TEST(it_gets_what_the_processes_use_and_how_often_it_was_started)
	{
		char line[256];
		site_open(NULL);
		bool main = false, skipped = false, starts = false;
		while (!main || !skipped || !starts) {
			fake_web_line(line, sizeof line);
			main |= strncmp(line, "process main 1 ", 15) == 0;
			skipped |= strcmp(line, "metric skipped 0\n") == 0;
			starts |= strcmp(line, "metric starts 0\n") == 0;
		}
		site_close();
	}
END_TEST

/* --- accounts ------------------------------------------------------------------------------- */

START_TEST(owners_that_may_sign_in_are_sent_when_they_change)
	{
		struct tokens tokens = {.rows = NULL};
		struct token_keys keys;
		char right[1024], key[2][CRYPTO_TEXT + 1];
		static const char *const names[] = {"ann", "bob"};
		site_open(NULL);
		fake_web_hears("began\n");
		web_supervisor_accounts(site.w, &tokens);
		fake_web_hears(
			"account 0 0 - - 0000000000000000000000000000000000000000000000000000000000000000\n");
		for (int i = 0; i < 2; i++) {
			unsigned char token[CRYPTO_BYTES] = {(unsigned char)(i + 1)};
			token_keys_make(token, &keys);
			crypto_write(keys.pages, key[i]);
			ck_assert(tokens_set(&tokens, names[i], i == 0 ? "eve" : "", &keys));
		}
		/* A line of an older referee has no key. */
		memset(&keys, 0, sizeof keys);
		ck_assert(tokens_set(&tokens, "dan", "", &keys));
		snprintf(right, sizeof right, "account 0 2 ann eve %s\naccount 1 2 bob bob %s\n",
			key[0], key[1]);
		web_supervisor_accounts(site.w, &tokens);
		fake_web_hears(right);
		web_supervisor_accounts(site.w, &tokens); /* nothing has changed */
		site_kill();
		fake_web_hears("began\n");
		fake_web_hears(right);
		tokens_clear(&tokens);
		site_close();
	}
END_TEST

/* --- databases ------------------------------------------------------------------------------ */

START_TEST(a_process_that_may_not_read_a_database_is_started_again)
	{
		char right[1024];
		const char *one = fixture_path("one.db"), *two = fixture_path("two.db");
		const char *other = fixture_path("other/three.db");
		ck_assert_int_eq(mkdir(fixture_path("other"), 0755), 0);
		site_open(NULL);
		site_tournament(1, "a", one); /* before the first process */
		snprintf(right, sizeof right, "began database=%s\n", one);
		fake_web_hears(right);
		snprintf(right, sizeof right, "tournament 1 1 0 6 running a %s - - -\n", one);
		fake_web_hears(right);
		/* One that is missing will be as the others of its folder. */
		site_tournament(2, "b", two);
		snprintf(right, sizeof right, "tournament 2 1 0 6 running b %s - - -\n", two);
		fake_web_hears(right);
		site_tournament(3, "c", other);
		snprintf(right, sizeof right, "began database=%s database=%s database=%s\n", one,
			two, other);
		do
			fake_web_line(site.said + TEXT / 2, TEXT / 2);
		while (strncmp(site.said + TEXT / 2, "began", 5) != 0);
		ck_assert_str_eq(site.said + TEXT / 2, right);
		site_says("web: the process restarts because it may not read a new database\n");
		site_close();
	}
END_TEST

static const struct {
	mode_t mode;
	bool restarts;
} mode_rows[] = {{0644, false}, {0640, true}, {0600, true}};

START_TEST(a_file_that_others_may_not_read_needs_a_new_process)
	{
		char name[32], line[512];
		snprintf(name, sizeof name, "mode%d.db", _i);
		site_open(NULL);
		site_tournament(1, "a", fixture_path("one.db"));
		fake_web_line(line, sizeof line);
		fclose(fopen(fixture_path(name), "w"));
		ck_assert_int_eq(chmod(fixture_path(name), mode_rows[_i].mode), 0);
		site_tournament(2, "b", fixture_path(name));
		if (mode_rows[_i].restarts)
			site_says(
				"web: the process restarts because it may not read a new database\n");
		else
			ck_assert_str_eq(site.said, "");
		site_close();
	}
END_TEST

/* --- what it says --------------------------------------------------------------------------- */

static const struct {
	const char *host; /* NULL: there is one address, 127.0.0.1 */
	int port;
	const char *says, *said;
} listening_rows[] = {
	{NULL, 0, "listening 127.0.0.1 8080\n", "web: pages at http://127.0.0.1:8080/\n"},
	{NULL, 8080, "listening 127.0.0.1 8080\n", "web: pages at http://127.0.0.1:8080/\n"},
	{NULL, 0, "listening 127.0.0.1 65535\n", "web: pages at http://127.0.0.1:65535/\n"},
	{"::1", 0, "listening ::1 1\n", "web: pages at http://[::1]:1/\n"},
	{NULL, 0, "failed no such \033address\n", "web: failed no such \\x1baddress\n"},
	{NULL, 8081, "listening 127.0.0.1 8080\n", NULL},
	{NULL, 0, "listening 127.0.0.1 0\n", NULL},
	{NULL, 0, "listening 127.0.0.1 65536\n", NULL},
	{NULL, 0, "listening 127.0.0.1 100000\n", NULL},
	{NULL, 0, "listening 127.0.0.1 80x\n", NULL},
	{NULL, 0, "listening 127.0.0.1 \n", NULL},
	{NULL, 0, "listening 127.0.0.2 8080\n", NULL},
	{NULL, 0, "hello\n", NULL},
};

START_TEST(an_address_is_told_as_it_is_and_nothing_else_may_be_said)
	{
		char right[256];
		const char *host =
			listening_rows[_i].host != NULL ? listening_rows[_i].host : "127.0.0.1";
		site.options = (struct web_options){
			.listen = {{"", listening_rows[_i].port}}, .listen_count = 1};
		strcpy(site.options.listen[0].host, host);
		site_open(listening_rows[_i].says);
		if (listening_rows[_i].said != NULL) {
			site_says(listening_rows[_i].said);
		} else {
			snprintf(right, sizeof right,
				"<4>web: the process sent the invalid message \"%.*s\" and was killed; it restarts in 0.5 s\n",
				(int)strlen(listening_rows[_i].says) - 1, listening_rows[_i].says);
			site_says(right);
		}
		site_close();
	}
END_TEST

START_TEST(an_address_is_told_once_and_a_failure_only_before)
	{
		static const char *const more[] = {"listening 127.0.0.1 8080", "failed twice"};
		char says[256], right[256];
		site.options =
			(struct web_options){.listen = {{"127.0.0.1", 0}}, .listen_count = 1};
		snprintf(says, sizeof says, "listening 127.0.0.1 8080\n%s\n", more[_i]);
		site_open(says);
		snprintf(right, sizeof right,
			"web: pages at http://127.0.0.1:8080/\n<4>web: the process sent the invalid message \"%s\" and was killed; it restarts in 0.5 s\n",
			more[_i]);
		site_says(right);
		site_close();
	}
END_TEST

START_TEST(a_failure_is_told_once)
	{
		site.options =
			(struct web_options){.listen = {{"127.0.0.1", 0}}, .listen_count = 1};
		site_open(_i == 0 ? "failed a\nfailed b\n" : "failed a\nlistening 127.0.0.1 80\n");
		site_says(
			_i == 0 ? "web: failed a\n<4>web: the process sent the invalid message \"failed b\" and was killed; it restarts in 0.5 s\n"
				: "web: failed a\n<4>web: the process sent the invalid message \"listening 127.0.0.1 80\" and was killed; it restarts in 0.5 s\n");
		site_close();
	}
END_TEST

START_TEST(the_port_stays_after_a_restart)
	{
		site.options =
			(struct web_options){.listen = {{"127.0.0.1", 0}}, .listen_count = 1};
		site_open("listening 127.0.0.1 4711\n");
		fake_web_hears("began listen=127.0.0.1 0\n");
		site_says("web: pages at http://127.0.0.1:4711/\n");
		site_kill();
		fake_web_hears("began listen=127.0.0.1 4711\n");
		site_close();
	}
END_TEST

START_TEST(a_process_that_may_not_read_a_new_database_hands_its_readers_over)
	{
		char began[128], line[64];
		struct sockaddr_in at = {.sin_family = AF_INET};
		socklen_t length = sizeof at;
		int pid = 0, child = 0, client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		struct web_listen *door = site.options.listen;
		at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		site.options =
			(struct web_options){.listen = {{"127.0.0.1", 0}}, .listen_count = 1};
		door->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		ck_assert_int_eq(bind(door->fd, (struct sockaddr *)&at, sizeof at), 0);
		ck_assert_int_eq(listen(door->fd, 8), 0);
		ck_assert_int_eq(getsockname(door->fd, (struct sockaddr *)&at, &length), 0);
		door->port = ntohs(at.sin_port);
		site_open(NULL);
		snprintf(began, sizeof began, "began hand=127.0.0.1 %d\n", door->port);
		fake_web_hears(began);
		site_announce("pids");
		fake_web_hears("announce pids\n");
		fake_web_line(line, sizeof line);
		ck_assert_int_eq(sscanf(line, "pids %d %d", &pid, &child), 2);
		site_tournament(1, "cup", "/nowhere/cup.db");
		site_says("web: the process restarts because it may not read a new database\n");
		/* The supervisor listens all the time, and the process before ends by itself. */
		ck_assert_int_eq(connect(client, (struct sockaddr *)&at, length), 0);
		while (strstr(fake_web.text, "database=/nowhere/cup.db") == NULL)
			event_base_loop(site.base, EVLOOP_ONCE);
		while (kill(pid, 0) == 0)
			event_base_loop(site.base, EVLOOP_ONCE);
		ck_assert_str_eq(site.said, "");
		close(client);
		site_close();
	}
END_TEST

START_TEST(a_line_without_an_end_is_refused)
	{
		char *says = memory_get(8193, 1);
		memset(says, 'x', 8192);
		site_open(says);
		free(says);
		site_says(
			"<4>web: the process sent a line without an end and was killed; it restarts in 0.5 s\n");
		site_close();
	}
END_TEST

/* Unread lines: above 256 KiB no further game is shown, above 8 MiB the process is killed. */
START_TEST(a_process_that_does_not_read_is_killed)
	{
		static char text[100001], line[LIVE_EVENT_LINE];
		size_t sent = 0;
		site_open(NULL);
		site_announce("deaf");
		fake_web_hears("began\nannounce deaf\n");
		memset(text, 'x', sizeof text - 1);
		while (*site.said == '\0') {
			text[0] = text[0] == 'a' ? 'b' : 'a';
			site_announce(text);
			sent += live_event_write(
				&(struct live_event){.kind = LIVE_EVENT_ANNOUNCE, .announce = text},
				line);
			event_base_loop(site.base, EVLOOP_NONBLOCK);
			ck_assert_uint_lt(sent, 10 << 20); /* a pipe has a MiB at most */
		}
		ck_assert_uint_gt(sent, 8 << 20);
		site_says(
			"<4>web: the process does not read its messages and was killed; it restarts in 0.5 s\n");
		site_announce("");
		fake_web_hears("began\nannounce -\n");
		site_close();
	}
END_TEST

/* A process that only reads has no lock of a writer. */
START_TEST(a_web_process_that_keeps_a_database_locked_is_killed)
	{
		char line[64];
		site_open(NULL);
		fake_web_hears("began\n");
		site_announce("pids");
		fake_web_hears("announce pids\n");
		fake_web_line(line, sizeof line);
		long pid = 0, child = 0;
		ck_assert_int_eq(sscanf(line, "pids %ld %ld", &pid, &child), 2);
		web_supervisor_accuse(NULL, pid);
		web_supervisor_accuse(site.w, 0);
		web_supervisor_accuse(site.w, 1);
		web_supervisor_accuse(site.w, getpid());
		web_supervisor_accuse(site.w, getppid());
		ck_assert_str_eq(site.said, "");
		web_supervisor_accuse(site.w, _i == 0 ? pid : child);
		site_says(
			"<4>web: the process keeps a database locked and was killed; it restarts in 0.5 s\n");
		ck_assert_int_eq(kill((pid_t)pid, 0), -1);
		site_close();
	}
END_TEST

START_TEST(another_token_is_of_a_new_process)
	{
		site.options = (struct web_options){.token = "one"};
		site_open(NULL);
		fake_web_hears("began token=one\n");
		web_supervisor_tokens(site.w, "two", "three");
		site_says("web: the process restarts because a token has changed\n");
		fake_web_hears("began token=two metrics-token=three\n");
		site_close();
	}
END_TEST

FAKE_WEB_SUITE("referee/daemon/web-supervisor", CASE(what_changes_is_sent_once),
	CASE(a_new_process_gets_the_last_of_each_state_in_their_order),
	CASE(it_gets_what_the_processes_use_and_how_often_it_was_started),
	CASE(owners_that_may_sign_in_are_sent_when_they_change),
	CASE(a_process_that_may_not_read_a_database_is_started_again),
	LOOP(a_file_that_others_may_not_read_needs_a_new_process,
		sizeof mode_rows / sizeof *mode_rows),
	LOOP(an_address_is_told_as_it_is_and_nothing_else_may_be_said,
		sizeof listening_rows / sizeof *listening_rows),
	LOOP(an_address_is_told_once_and_a_failure_only_before, 2), LOOP(a_failure_is_told_once, 2),
	CASE(the_port_stays_after_a_restart),
	CASE(a_process_that_may_not_read_a_new_database_hands_its_readers_over),
	CASE(a_line_without_an_end_is_refused), CASE(a_process_that_does_not_read_is_killed),
	LOOP(a_web_process_that_keeps_a_database_locked_is_killed, 2),
	CASE(another_token_is_of_a_new_process))
