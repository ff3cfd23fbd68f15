/*
 * The events that a stream gets, their form and their time; readers that get no stream, and readers
 * that lose theirs. The tournament has the games of pairings 9 and 10.
 */
#include "tests/lib/web-readers.h"

static void on_get(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	struct web_view v = {.web = w, .address = a, .tournament = live_games_find(&w->live, 3)};
	(void)owner;
	if (a->parts > 0)
		web_stream_open_subject(w, request, atoi(a->part[1]));
	else
		web_stream_open(w, request, &v);
}

static const struct web_service service = {.get = on_get, .other = "/play"};

static void say(const char *line)
{
	web_stream_publish(web, web_readers_tell(line));
}

static void begin(void)
{
	web_readers_begin(&service);
	web->few = event_new(web->base, -1, 0, web_stream_flush, web);
	say("tournament 3 1 0 4 running cup c.db - - -");
	for (int game = 1; game <= 2; game++) {
		static const char *const lines[] = {"live 3 9 1 0 cup", "rules connect4 2",
			"player 1 a", "player 2 b", "game 9 1000"};
		char line[64];
		for (int i = 0; i < 4 + (game == 1); i++) {
			snprintf(line, sizeof line, "%d %s", game,
				i == 0 && game == 2 ? "live 3 10 1 0 cup" : lines[i]);
			say(line);
		}
	}
}

static void end(void)
{
	web_stream_clear(web);
	ck_assert_int_eq(web->streams_count, 0);
	event_free(web->few);
	web_readers_end();
}

/* The lines that a stream got since the last time, without signs of life and the lengths of chunks.
 */
static const char *got(int fd)
{
	static char all[8192], text[8192];
	static const char sign[] = ": still here\n\n";
	size_t length = 0;
	while (web->unsent > 0)
		ck_assert_int_eq(event_base_loop(web->base, EVLOOP_ONCE), 0);
	ssize_t count = recv(fd, all, sizeof all - 1, MSG_DONTWAIT);
	all[count > 0 ? count : 0] = '\0';
	for (const char *at = all; *at != '\0';) {
		size_t digits = strspn(at, "0123456789abcdef");
		if (digits > 0 && strncmp(at + digits, "\r\n", 2) == 0)
			at += digits + 2;
		else if (strncmp(at, sign, strlen(sign)) == 0)
			at += strlen(sign);
		else if (*at == '\r')
			at += 2;
		else
			for (; *at != '\0' && *at != '\r'; at++)
				text[length++] = *at;
	}
	while (length > 0 && text[length - 1] == '\n')
		length--;
	text[length] = '\0';
	return text;
}

/* Opens a stream; what it was greeted with is read. */
static int follow(int host, const char *path)
{
	int fd = ask(host, path);
	ck_assert_int_eq(status_of(answered_until(fd, "\"now_ms\":")), 200);
	got(fd);
	return fd;
}

START_TEST(a_stream_begins_with_the_time)
	{
		begin();
		int fd = ask(1, "/");
		const char *answer = answered_until(fd, "}\n\n");
		static const char *const parts[] = {"\r\nContent-Type: text/event-stream\r\n",
			"\r\nCache-Control: no-store\r\n", "\r\nX-Accel-Buffering: no\r\n",
			"retry: 1000\n: here\n\nevent: time\ndata: {\"now_ms\":1"};
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			ck_assert_msg(strstr(answer, parts[i]) != NULL, "%s", answer);
		close(fd);
		end();
	}
END_TEST

#define BEGUN "id: 1\nevent: begun\ndata: {\"pairing\":\"10\"}"
#define MOVED "event: move\ndata: {\"pairing\":\"9\",\"ply\":1,\"seat\":1,\"move\":\"d\"}"
#define LEFT  "event: leave\ndata: {\"pairing\":\"9\",\"seat\":2}"
#define OVER  "event: ended\ndata: {\"pairing\":\"9\",\"game\":17}"

/* Game 10 begins, and of game 9 a move is made, a seat fails, and it is stored. */
static const struct {
	const char *query, *events;
} choices[] = {
	{"/", BEGUN "\n\nid: 2\n" MOVED "\n\nid: 3\n" LEFT "\n\nid: 4\n" OVER
		    "\n\nid: 5\nevent: standings\ndata: {\"done\":0}"},
	{"/?games=all", BEGUN "\n\nid: 2\n" MOVED "\n\nid: 3\n" LEFT "\n\nid: 4\n" OVER
			      "\n\nid: 5\nevent: standings\ndata: {\"done\":0}"},
	{"/?games=none", "id: 1\nevent: standings\ndata: {\"done\":0}"},
	{"/?game=9", "id: 1\n" MOVED "\n\nid: 2\n" LEFT "\n\nid: 3\n" OVER
		     "\n\nid: 4\nevent: standings\ndata: {\"done\":0}"},
	{"/?game=10", BEGUN "\n\nid: 2\nevent: standings\ndata: {\"done\":0}"},
	{"/subject/3", ""},
};

static void happens(void)
{
	say("2 game 10 1000");
	say("1 move 1 d 10 9 - - - -");
	say("1 seat 2 2 crash gone");
	say("1 stored 17 /srv/c.db");
}

START_TEST(a_reader_gets_the_events_that_it_chose)
	{
		begin();
		int fd = follow(1, choices[_i].query);
		happens();
		web_stream_second(web);
		web_stream_second(web); /* and nothing twice */
		ck_assert_str_eq(got(fd), choices[_i].events);
		close(fd);
		end();
	}
END_TEST

/* Of each kind the last. */
START_TEST(few_gets_the_last_event_of_each_kind_at_once)
	{
		begin();
		int fd = follow(1, "/?games=few");
		happens();
		say("2 move 1 d 10 9 - - - -");
		say("2 move 2 e 10 9 - - - -");
		ck_assert_uint_eq(web->events, 0);
		ck_assert(event_pending(web->few, EV_TIMEOUT, NULL));
		web_stream_flush(-1, 0, web);
		web_stream_flush(-1, 0, web); /* and nothing twice */
		web_stream_second(web);
		ck_assert_str_eq(got(fd), BEGUN
			"\n\nid: 2\nevent: move\ndata: {\"pairing\":\"10\",\"ply\":2,\"seat\":2,\"move\":\"e\"}"
			"\n\nid: 3\n" LEFT "\n\nid: 4\n" OVER
			"\n\nid: 5\nevent: standings\ndata: {\"done\":0}");
		close(fd);
		end();
	}
END_TEST

static const char *const bad_choices[] = {"/?games=some", "/?game=x", "/?game=9&games=all"};

START_TEST(another_choice_is_refused)
	{
		begin();
		const char *answer = answered(ask(1, bad_choices[_i]));
		ck_assert_int_eq(status_of(answer), 400);
		ck_assert_ptr_nonnull(strstr(answer, "The choice of games is invalid"));
		ck_assert_int_eq(web->streams_count, 0);
		end();
	}
END_TEST

START_TEST(head_gets_no_stream)
	{
		begin();
		const char *answer = answered(web_readers_send(
			1, "HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"));
		ck_assert_int_eq(status_of(answer), 200);
		ck_assert_str_eq(body_of(answer), "");
		ck_assert_int_eq(web->streams_count, 0);
		end();
	}
END_TEST

/* Another tournament's and another subject's events go elsewhere; all hear of an announcement. */
START_TEST(a_stream_is_of_its_subject_alone)
	{
		begin();
		say("tournament 4 2 0 4 running other c.db - - -");
		int fd = follow(1, "/"), one = follow(1, "/subject/7"),
		    two = follow(2, "/subject/8");
		say("tournament 4 2 1 4 running other c.db - - -");
		web_stream_second(web);
		ck_assert_uint_eq(web->events, 0);
		web_stream_send(web, 7, "changed", 12);
		ck_assert_str_eq(got(fd), "");
		ck_assert_str_eq(got(one), "id: 1\nevent: changed\ndata: {\"version\":12}");
		ck_assert_str_eq(got(two), "");
		say("tournament 3 1 2 4 running cup c.db - - -");
		web_stream_second(web);
		ck_assert_str_eq(got(fd), "id: 2\nevent: standings\ndata: {\"done\":2}");
		web_stream_drop(web, 7);
		ck_assert_int_eq(web->streams_count, 2);
		say("gone 3");
		web_stream_second(web);
		ck_assert_int_eq(web->streams_count, 1);
		close(fd), close(one), close(two);
		end();
	}
END_TEST

START_TEST(an_address_has_a_share_of_the_streams)
	{
		int fds[4];
		begin();
		web->connections_most = 32; /* 16 streams, 4 of an address */
		for (int i = 0; i < 4; i++)
			fds[i] = follow(1, "/");
		const char *answer = answered(ask(1, "/"));
		ck_assert_int_eq(status_of(answer), 503);
		ck_assert_ptr_nonnull(strstr(answer, "\r\nRetry-After: 10\r\n"));
		ck_assert_int_eq(web->streams_count, 4);
		close(follow(2, "/"));
		for (int i = 0; i < 4; i++)
			close(fds[i]);
		end();
	}
END_TEST

/* Three addresses have five streams each and a fourth has two, which are all; another one takes one
 * from an address with most. */
START_TEST(where_all_are_taken_an_address_with_more_loses_one)
	{
		int fds[17];
		begin();
		web->connections_most = 40; /* 20 streams, 5 of an address */
		for (int i = 0; i < 17; i++)
			fds[i] = follow(1 + i / 5, "/");
		web->connections_most = 34; /* 17 streams, 4 of an address */
		int late = follow(9, "/");
		ck_assert_int_eq(web->streams_count, 17);
		ck_assert_uint_eq(web->dropped, 1);
		int again = follow(4, "/");
		ck_assert_int_eq(web->streams_count, 17);
		ck_assert_uint_eq(web->dropped, 2);
		ck_assert_int_eq(status_of(answered(ask(1, "/"))), 503);
		/* 5, 4, 4, 3 and 1 of them are left: with one fewer than the most it takes none */
		again = follow(4, "/");
		ck_assert_uint_eq(web->dropped, 3);
		ck_assert_int_eq(status_of(answered(ask(2, "/"))), 503);
		ck_assert_uint_eq(web->dropped, 3);
		close(late), close(again);
		for (int i = 0; i < 17; i++)
			close(fds[i]);
		end();
	}
END_TEST

START_TEST(a_quiet_stream_gets_a_sign_of_life)
	{
		char text[64] = "";
		begin();
		int fd = follow(1, "/");
		for (int i = 1; i < WEB_HEARTBEAT; i++)
			web_stream_second(web);
		ck_assert_int_eq(recv(fd, text, sizeof text - 1, MSG_DONTWAIT), -1);
		web_stream_second(web);
		ck_assert_ptr_nonnull(strstr(answered_until(fd, "here"), ": still here"));
		close(fd);
		end();
	}
END_TEST

START_TEST(a_reader_that_reads_nothing_is_dropped)
	{
		begin();
		int fd = follow(1, "/subject/7");
		uint64_t told = 0;
		for (; web->streams_count == 1 && told < 1000000; told++)
			web_stream_send(web, 7, "changed", 1000000000);
		ck_assert_int_eq(web->streams_count, 0);
		ck_assert_uint_eq(web->dropped, 1);
		/* an event has 60 bytes or more, and 256 KiB wait */
		ck_assert_uint_ge(told, WEB_BACKLOG / 128);
		ck_assert_uint_le(told, WEB_BACKLOG / 50);
		close(fd);
		end();
	}
END_TEST

SUITE("referee/web/web-stream", CASE(a_stream_begins_with_the_time),
	LOOP(a_reader_gets_the_events_that_it_chose, sizeof choices / sizeof *choices),
	CASE(few_gets_the_last_event_of_each_kind_at_once),
	LOOP(another_choice_is_refused, sizeof bad_choices / sizeof *bad_choices),
	CASE(head_gets_no_stream), CASE(a_stream_is_of_its_subject_alone),
	CASE(an_address_has_a_share_of_the_streams),
	CASE(where_all_are_taken_an_address_with_more_loses_one),
	CASE(a_quiet_stream_gets_a_sign_of_life), CASE(a_reader_that_reads_nothing_is_dropped))
