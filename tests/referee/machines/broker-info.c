/*
 * The greeting of a NATS server, and servers that are none or mean harm. Lines of real servers are
 * nats-server 2.9.10's.
 */
#include "referee/machines/broker-info.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/lib/suite.h"

/* --- INFO ---------------------------------------------------------------------------------------
 */

static const char real_info[] =
	"{\"server_id\":\"NCXMV5L3\",\"server_name\":\"NCXMV5L3\",\"version\":\"2.9.10\",\"proto\":1,\"go\":\"go1.19.4\",\"host\":\"127.0.0.1\",\"port\":4222,\"headers\":true,\"auth_required\":true,\"tls_required\":true,\"max_payload\":262144,\"jetstream\":true,\"client_id\":5,\"client_ip\":\"127.0.0.1\",\"nonce\":\"IRDbAYaYAaNfMBE\",\"connect_urls\":[\"a:1\",\"b:2\"],\"xkey\":{\"a\":[1,{\"version\":\"9\"}]}} ";

START_TEST(a_real_server_s_info_is_read)
	{
		struct broker_info info;
		ck_assert(broker_info_read(&info, real_info));
		ck_assert_str_eq(info.version, "2.9.10");
		ck_assert_str_eq(info.host, "127.0.0.1");
		ck_assert(info.tls_required && info.jetstream);
		ck_assert(!info.tls_available);
		ck_assert_int_eq(info.max_payload, 262144);
	}
END_TEST

static const struct info_row {
	const char *json, *version;
	bool tls;
} good_infos[] = {
	{"{}", "", false},
	{" { \"tls_required\" : true , \"version\" : \"3\" } ", "3", true},
	{"{\"tls_required\":false}", "", false},
	{"{\"tls_required\":\"true\"}", "", false},
	{"{\"a\":\"\\\",\\\"tls_required\\\":true\"}", "", false},
	{"{\"a\":{\"tls_required\":true}}", "", false},
	{"{\"tls_required_\":true,\"xtls_required\":true}", "", false},
	{"{\"version\":\"2 9\"}", "", false},
	{"{\"version\":\"\\u001b[2J\"}", "", false},
	{"{\"version\":7}", "", false},
};

START_TEST(only_fields_of_the_object_itself_count)
	{
		const struct info_row *r = &good_infos[_i];
		struct broker_info info;
		ck_assert(broker_info_read(&info, r->json));
		ck_assert_str_eq(info.version, r->version);
		ck_assert(info.tls_required == r->tls);
	}
END_TEST

static const char *const no_infos[] = {"", "x", "{", "[]", "{\"a\"", "{\"a\":", "{\"a\":}",
	"{\"a\":1", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":\"\\\"}", "{\"a\":1,", "{\"a\":{}", "{a:1}",
	"{\"a\":]}"};

START_TEST(other_texts_are_no_info)
	{
		struct broker_info info;
		ck_assert(!broker_info_read(&info, no_infos[_i]));
	}
END_TEST

START_TEST(a_long_version_is_left_out)
	{
		char json[512] = "{\"version\":\"";
		struct broker_info info;
		memset(json + strlen(json), '7', 300);
		strcpy(json + strlen(json), "\",\"jetstream\":true}");
		ck_assert(broker_info_read(&info, json));
		ck_assert_str_eq(info.version, "");
		ck_assert(info.jetstream);
	}
END_TEST

/* --- servers ------------------------------------------------------------------------------------
 */

enum script_end { END_CLOSE, END_WAIT, END_FLOOD };

/* A server for one connection: its words, and then. */
struct script {
	const char *words;
	enum script_end end;
	const char *says; /* a part of the reason; NULL: it is a server */
	int listener;	  /* while it is played */
};

static void script_flood(int fd)
{
	char bytes[4096];
	memset(bytes, 'x', sizeof bytes);
	while (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0)
		;
}

static void *script_play(void *arg)
{
	const struct script *s = arg;
	char byte;
	int fd = accept(s->listener, NULL, NULL);
	/* In two pieces: a line may come in any. */
	size_t half = strlen(s->words) / 2;
	send(fd, s->words, half, MSG_NOSIGNAL);
	send(fd, s->words + half, strlen(s->words + half), MSG_NOSIGNAL);
	if (s->end == END_FLOOD)
		script_flood(fd);
	while (s->end != END_CLOSE && recv(fd, &byte, 1, 0) == 1)
		;
	close(fd);
	return NULL;
}

static const struct script scripts[] = {
	{"INFO {\"version\":\"2.9.10\"}\r\n", END_WAIT, NULL},
	{"INFO {\"version\":\"2.9.10\"}\nPING\r\n", END_CLOSE, NULL},
	{"INFO {\"version\":\"2.9.10\"}", END_WAIT, "no answer"},
	{"", END_WAIT, "no answer"},
	{"", END_CLOSE, "it closed the connection"},
	{"INFO ", END_CLOSE, "it closed the connection"},
	{"INFO ", END_FLOOD, "it sends too much"},
	{"SSH-2.0-OpenSSH_9.2\r\n", END_WAIT, "it is no NATS server"},
	{"INFO {\r\n", END_WAIT, "it is no NATS server"},
};

START_TEST(a_server_is_known_by_its_greeting)
	{
		struct script s = scripts[_i];
		struct sockaddr_in at = {
			.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
		socklen_t length = sizeof at;
		char url[64];
		struct error err = {""};
		struct broker_info info;
		pthread_t thread;
		s.listener = socket(AF_INET, SOCK_STREAM, 0);
		ck_assert_int_eq(bind(s.listener, (struct sockaddr *)&at, length), 0);
		ck_assert_int_eq(listen(s.listener, 1), 0);
		ck_assert_int_eq(getsockname(s.listener, (struct sockaddr *)&at, &length), 0);
		snprintf(url, sizeof url, "nats://127.0.0.1:%d", ntohs(at.sin_port));
		ck_assert_int_eq(pthread_create(&thread, NULL, script_play, &s), 0);
		/* Those that never answer take the whole time. */
		bool silent = s.says != NULL && strcmp(s.says, "no answer") == 0;
		bool got = broker_info_ask(&info, url, silent ? SECOND / 5 : 20 * SECOND, &err);
		ck_assert_int_eq(pthread_join(thread, NULL), 0);
		close(s.listener);
		ck_assert_msg(got == (s.says == NULL), "%s", err.text);
		if (s.says != NULL)
			ck_assert_msg(strstr(err.text, s.says) != NULL, "%s", err.text);
		else
			ck_assert_str_eq(info.version, "2.9.10");
	}
END_TEST

START_TEST(a_port_without_a_server_says_nothing)
	{
		struct broker_info info;
		struct error err;
		/* Port 1 of the test's machine: tcpmux, which nothing serves. */
		ck_assert(!broker_info_ask(&info, "nats://127.0.0.1:1", SECOND, &err));
		ck_assert_str_ne(err.text, "");
	}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

SUITE("referee/machines/broker-info", CASE(a_real_server_s_info_is_read),
	LOOP(only_fields_of_the_object_itself_count, ROWS(good_infos)),
	LOOP(other_texts_are_no_info, ROWS(no_infos)), CASE(a_long_version_is_left_out),
	LOOP(a_server_is_known_by_its_greeting, ROWS(scripts)),
	CASE(a_port_without_a_server_says_nothing))
