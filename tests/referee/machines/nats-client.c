/*
 * The small NATS client: what a server says of itself, and servers that are none or mean harm.
 * Lines of real servers are nats-server 2.9.10's.
 */
#include "referee/machines/nats-client.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/machines/broker-check.h"
#include "tests/lib/suite.h"

/* --- INFO ---------------------------------------------------------------------------------------
 */

static const char real_info[] =
	"{\"server_id\":\"NCXMV5L3\",\"server_name\":\"NCXMV5L3\",\"version\":\"2.9.10\",\"proto\":1,\"go\":\"go1.19.4\",\"host\":\"127.0.0.1\",\"port\":4222,\"headers\":true,\"auth_required\":true,\"tls_required\":true,\"max_payload\":262144,\"jetstream\":true,\"client_id\":5,\"client_ip\":\"127.0.0.1\",\"nonce\":\"IRDbAYaYAaNfMBE\",\"connect_urls\":[\"a:1\",\"b:2\"],\"xkey\":{\"a\":[1,{\"version\":\"9\"}]}} ";

START_TEST(a_real_server_s_info_is_read)
	{
		struct nats_info info;
		ck_assert(nats_info_read(&info, real_info));
		ck_assert_str_eq(info.version, "2.9.10");
		ck_assert_str_eq(info.nonce, "IRDbAYaYAaNfMBE");
		ck_assert(info.auth_required && info.tls_required && info.jetstream);
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
		struct nats_info info;
		ck_assert(nats_info_read(&info, r->json));
		ck_assert_str_eq(info.version, r->version);
		ck_assert(info.tls_required == r->tls);
	}
END_TEST

static const char *const no_infos[] = {"", "x", "{", "[]", "{\"a\"", "{\"a\":", "{\"a\":}",
	"{\"a\":1", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":\"\\\"}", "{\"a\":[[[[[[[[[[1]]]]]]]]]]}",
	"{\"a\":1,", "{\"a\":{}", "{a:1}", "{\"a\":]}"};

START_TEST(other_texts_are_no_info)
	{
		struct nats_info info;
		ck_assert(!nats_info_read(&info, no_infos[_i]));
	}
END_TEST

START_TEST(a_long_version_is_left_out)
	{
		char json[512] = "{\"version\":\"";
		struct nats_info info;
		memset(json + strlen(json), '7', 300);
		strcpy(json + strlen(json), "\",\"jetstream\":true}");
		ck_assert(nats_info_read(&info, json));
		ck_assert_str_eq(info.version, "");
		ck_assert(info.jetstream);
	}
END_TEST

/* --- servers ------------------------------------------------------------------------------------
 */

enum script_end { END_CLOSE, END_WAIT, END_FLOOD };

/* A server for one connection: its first words, those after the client has spoken, and then. */
struct script {
	const char *first, *second;
	enum script_end end;
	enum broker_access wanted;
	const char *says; /* a part of the reason; NULL: none */
	int listener;	  /* while it is played */
};

static void script_flood(int fd, const char *text)
{
	char bytes[4096];
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = text[i % strlen(text)];
	while (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0)
		;
}

static void *script_play(void *arg)
{
	const struct script *s = arg;
	char byte;
	int fd = accept(s->listener, NULL, NULL);
	bool alive = send(fd, s->first, strlen(s->first), MSG_NOSIGNAL) >= 0;
	if (alive && s->second != NULL && recv(fd, &byte, 1, 0) == 1) {
		if (s->end == END_FLOOD)
			script_flood(fd, s->second);
		else
			send(fd, s->second, strlen(s->second), MSG_NOSIGNAL);
	}
	while (s->end != END_CLOSE && recv(fd, &byte, 1, 0) == 1)
		;
	close(fd);
	return NULL;
}

#define INFO "INFO {\"version\":\"2.9.10\"}\r\n"

static const struct script scripts[] = {
	{INFO, "PONG\r\n", END_WAIT, BROKER_OPEN, "lets a client in without credentials"},
	{INFO, "INFO {}\r\n+OK\r\nPING\r\nPONG\r\n", END_WAIT, BROKER_OPEN, "without credentials"},
	{INFO, "MSG a 1 7\r\nPONG\r\n \r\nPONG\r\n", END_WAIT, BROKER_OPEN, "without credentials"},
	{INFO, "-ERR 'Authorization Violation'\r\n", END_CLOSE, BROKER_CLOSED,
		"Authorization Violation"},
	{INFO, "-ERR 'Authorization Violation'\r\nPONG\r\n", END_WAIT, BROKER_CLOSED,
		"Authorization"},
	{INFO, "", END_CLOSE, BROKER_CLOSED, "it closed the connection"},
	{INFO, "MSG a 1 1000\r\nPONG\r\n", END_WAIT, BROKER_UNKNOWN, "no answer"},
	{INFO, "MSG a 1 -7\r\nPONG\r\n", END_WAIT, BROKER_UNKNOWN, "no NATS message"},
	{INFO, "MSG a 1 99999999999999999999\r\nPONG\r\n", END_WAIT, BROKER_UNKNOWN,
		"no NATS message"},
	{INFO, "", END_WAIT, BROKER_UNKNOWN, "no answer"},
	{INFO, "x", END_FLOOD, BROKER_UNKNOWN, "it sends too much"},
	{INFO, "MSG a 1 0\r\n\r\n", END_FLOOD, BROKER_UNKNOWN, "it sends too much"},
	{INFO, "\r\n", END_FLOOD, BROKER_UNKNOWN, "it sends too much"},
	{"", NULL, END_WAIT, BROKER_UNKNOWN, "no answer"},
	{"", NULL, END_CLOSE, BROKER_UNKNOWN, "it closed the connection"},
	{"SSH-2.0-OpenSSH_9.2\r\n", NULL, END_WAIT, BROKER_UNKNOWN, "it is no NATS server"},
	{"INFO {\r\n", NULL, END_WAIT, BROKER_UNKNOWN, "it is no NATS server"},
	{"INFO {\"tls_required\":true}\r\n", "PONG\r\nPONG\r\n", END_WAIT, BROKER_UNKNOWN, "TLS"},
	{"INFO {\"tls_required\":true}\r\nPONG\r\n", "", END_CLOSE, BROKER_UNKNOWN, "TLS"},
};

START_TEST(a_server_is_judged_by_its_answers)
	{
		struct script s = scripts[_i];
		struct sockaddr_in at = {
			.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
		socklen_t length = sizeof at;
		char url[64];
		struct error err = {""};
		pthread_t thread;
		s.listener = socket(AF_INET, SOCK_STREAM, 0);
		ck_assert_int_eq(bind(s.listener, (struct sockaddr *)&at, length), 0);
		ck_assert_int_eq(listen(s.listener, 1), 0);
		ck_assert_int_eq(getsockname(s.listener, (struct sockaddr *)&at, &length), 0);
		snprintf(url, sizeof url, "nats://127.0.0.1:%d", ntohs(at.sin_port));
		ck_assert_int_eq(pthread_create(&thread, NULL, script_play, &s), 0);
		/* Those that never answer take the whole time. */
		usec limit = strcmp(s.says, "no answer") == 0 ? SECOND / 5 : 20 * SECOND;
		enum broker_access got = broker_probe(url, limit, &err);
		ck_assert_int_eq(pthread_join(thread, NULL), 0);
		close(s.listener);
		ck_assert_msg(got == s.wanted, "%d: %s", got, err.text);
		ck_assert_msg(strstr(err.text, s.says) != NULL, "%s", err.text);
	}
END_TEST

START_TEST(a_port_without_a_server_is_unknown)
	{
		struct error err;
		/* Port 1 of the test's machine: tcpmux, which nothing serves. */
		ck_assert_int_eq(broker_probe("nats://127.0.0.1:1", SECOND, &err), BROKER_UNKNOWN);
		ck_assert_str_ne(err.text, "");
	}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

SUITE("referee/machines/nats-client", CASE(a_real_server_s_info_is_read),
	LOOP(only_fields_of_the_object_itself_count, ROWS(good_infos)),
	LOOP(other_texts_are_no_info, ROWS(no_infos)), CASE(a_long_version_is_left_out),
	LOOP(a_server_is_judged_by_its_answers, ROWS(scripts)),
	CASE(a_port_without_a_server_is_unknown))
