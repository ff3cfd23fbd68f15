/*
 * Addresses as people write them, and those at which a daemon may not listen without TLS.
 */
#include "referee/net/net-address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <event2/listener.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <event2/event.h>
#include <sys/resource.h>

#include "tests/lib/suite.h"

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

/* The pauses between tries take no time here: a socket is closed in one of them, as if its process
 * had ended then. */
static struct pauses {
	int count, door, leaves;
	long ms;
} pauses;

int nanosleep(const struct timespec *pause, struct timespec *rest)
{
	(void)rest;
	pauses.ms += pause->tv_sec * 1000 + pause->tv_nsec / 1000000;
	if (++pauses.count == pauses.leaves)
		close(pauses.door);
	return 0;
}

static const struct {
	const char *text, *host, *port; /* host NULL: it is none */
} addresses[] = {
	{"127.0.0.1:4000", "127.0.0.1", "4000"},
	{"referee.example.org:1", "referee.example.org", "1"},
	{"[::1]:4000", "::1", "4000"},
	{":4000", "", "4000"},
	{"unix:/run/referee.sock", "/run/referee.sock", ""},
	{"unix:a:1", "a:1", ""},
	{"", NULL, NULL},
	{"host", NULL, NULL},
	{"host:", NULL, NULL},
	{"host:x", NULL, NULL},
	{"host:123456", NULL, NULL},
	{"host:-1", NULL, NULL},
	{"::1:4000", NULL, NULL},
	{"unix:", NULL, NULL},
	{"unix:/0123456789012345678901234567890123456789012345678901234567890123456789012345678901"
	 "23456789012345678901234567",
		NULL, NULL},
};

START_TEST(an_address_is_read_as_people_write_it_or_refused_with_words)
	{
		struct net_address address;
		struct error err = {""};
		bool good = net_address_read(&address, addresses[_i].text, &err);
		ck_assert_msg(good == (addresses[_i].host != NULL), "%s", err.text);
		if (good) {
			ck_assert_str_eq(address.host, addresses[_i].host);
			ck_assert_str_eq(address.port, addresses[_i].port);
			ck_assert_int_eq(
				address.local, strncmp(addresses[_i].text, "unix:", 5) == 0);
		} else {
			ck_assert_str_ne(err.text, "");
		}
	}
END_TEST

static const struct {
	const char *text;
	struct net_address_options wish;
	bool may;
} wishes[] = {
	{"127.0.0.1:0", {.plain = true}, true},
	{"127.9.9.9:0", {.plain = true}, true},
	{"0.0.0.0:0", {.plain = true}, false},
	{":0", {.plain = true}, false},
	{"0.0.0.0:0", {.plain = true, .insecure = true}, true},
	{"0.0.0.0:0", {.plain = false}, true},
};

START_TEST(without_tls_nobody_listens_away_from_loopback_unless_told_to)
	{
		struct net_address addr;
		struct error err = {""};
		char address[NET_ADDRESS_ADDRESS];
		ck_assert(net_address_read(&addr, wishes[_i].text, &err));
		int fd = net_address_listen(&addr, wishes[_i].wish, address, &err);
		ck_assert_msg((fd >= 0) == wishes[_i].may, "%s", err.text);
		if (fd < 0)
			ck_assert_msg(strstr(err.text, "without TLS") != NULL, "%s", err.text);
		else
			close(fd);
	}
END_TEST

START_TEST(a_socket_left_over_is_replaced_and_one_that_answers_or_a_file_is_not)
	{
		struct net_address addr = {.local = true};
		const struct net_address_options options = {.plain = false};
		struct error err = {""};
		char address[NET_ADDRESS_ADDRESS], folder[] = "/tmp/referee-door-XXXXXX";
		struct stat file;
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(addr.host, sizeof addr.host, "%s/socket", folder);
		mode_t before = umask(0177);
		int first = net_address_listen(&addr, options, address, &err);
		umask(before);
		ck_assert_msg(first >= 0, "%s", err.text);
		ck_assert_int_eq(stat(addr.host, &file), 0);
		ck_assert_msg(
			file.st_mode == (S_IFSOCK | 0666), "who may connect: %o", file.st_mode);
		ck_assert_int_eq(net_address_listen(&addr, options, address, &err), -1);
		close(first);
		int second = net_address_listen(&addr, options, address, &err);
		ck_assert_msg(second >= 0, "%s", err.text);
		close(second);
		unlink(addr.host);
		fclose(fopen(addr.host, "w"));
		ck_assert_int_eq(net_address_listen(&addr, options, address, &err), -1);
		ck_assert_int_eq(stat(addr.host, &file), 0);
		unlink(addr.host);
		rmdir(folder);
	}
END_TEST

/* An alarm ends the test if it waits for a connection that no process accepts. */
START_TEST(a_socket_whose_queue_is_full_is_somebodys_and_not_waited_for)
	{
		struct net_address addr = {.local = true};
		struct error err = {""};
		char address[NET_ADDRESS_ADDRESS], folder[] = "/tmp/referee-door-XXXXXX";
		struct sockaddr_un path = {.sun_family = AF_UNIX};
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(addr.host, sizeof addr.host, "%s/socket", folder);
		strcpy(path.sun_path, addr.host);
		int first = socket(AF_UNIX, SOCK_STREAM, 0), knocked = 0;
		ck_assert_int_eq(bind(first, (struct sockaddr *)&path, sizeof path), 0);
		ck_assert_int_eq(listen(first, 0), 0);
		while (knocked == 0) {
			int one = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
			knocked = connect(one, (struct sockaddr *)&path, sizeof path);
			close(one); /* it stays in the queue */
		}
		ck_assert_int_eq(errno, EAGAIN);
		alarm(30);
		ck_assert_int_eq(
			net_address_listen(
				&addr, (struct net_address_options){.plain = false}, address, &err),
			-1);
		alarm(0);
		ck_assert_str_eq(err.text, "Address already in use");
		close(first);
		unlink(addr.host);
		rmdir(folder);
	}
END_TEST

/* As a gate does whose daemon was killed and is started again at once: it leaves in the pause
 * before this try. There are twenty tries in a second. */
static const struct {
	bool local;
	int leaves; /* 0: never */
	bool taken;
} doors[] = {
	{true, 1, true},
	{true, 19, true},
	{true, 0, false},
	{false, 1, true},
	{false, 19, true},
	{false, 0, false},
};

START_TEST(a_door_that_another_process_is_just_leaving_is_waited_for)
	{
		struct net_address addr = {
			.local = doors[_i].local, .host = "127.0.0.1", .port = "0"};
		struct error err = {""};
		char address[NET_ADDRESS_ADDRESS], folder[] = "/tmp/referee-door-XXXXXX";
		ck_assert_ptr_nonnull(mkdtemp(folder));
		if (addr.local)
			snprintf(addr.host, sizeof addr.host, "%s/socket", folder);
		pauses = (struct pauses){
			.door = net_address_listen(
				&addr, (struct net_address_options){.plain = true}, address, &err),
			.leaves = doors[_i].leaves};
		ck_assert_msg(pauses.door >= 0, "%s", err.text);
		if (!addr.local)
			snprintf(addr.port, sizeof addr.port, "%s", strrchr(address, ':') + 1);
		int second = net_address_listen(
			&addr, (struct net_address_options){.plain = true}, address, &err);
		ck_assert_msg((second >= 0) == doors[_i].taken, "%s", err.text);
		ck_assert_int_eq(pauses.count, doors[_i].taken ? doors[_i].leaves : 19);
		ck_assert_int_eq(pauses.ms, 50 * pauses.count);
		if (second < 0)
			ck_assert_str_eq(err.text, "Address already in use");
		close(second >= 0 ? second : pauses.door);
		unlink(addr.host);
		rmdir(folder);
	}
END_TEST

static const struct {
	const char *six, *shown;
} peers[] = {
	{"::1", "[::1]:4000"},
	{"2001:db8::7", "[2001:db8::7]:4000"},
	{"::ffff:192.0.2.7", "192.0.2.7:4000"},
};

START_TEST(whoever_comes_by_ipv4_is_shown_so_whatever_the_socket_is)
	{
		struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(4000)};
		char text[NET_ADDRESS_ADDRESS];
		ck_assert_int_eq(inet_pton(AF_INET6, peers[_i].six, &six.sin6_addr), 1);
		net_address_print((struct sockaddr *)&six, text);
		ck_assert_str_eq(text, peers[_i].shown);
	}
END_TEST

/* A socket that listens and accepts no client: when its queue is full, a client gets no answer. */
static int silent_door(struct net_address *address)
{
	struct sockaddr_un path = {.sun_family = AF_UNIX};
	struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t length = sizeof four;
	int fd = socket(address->local ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
	strcpy(path.sun_path, address->local ? address->host : "");
	if (address->local)
		ck_assert_int_eq(bind(fd, (struct sockaddr *)&path, sizeof path), 0);
	else
		ck_assert_int_eq(bind(fd, (struct sockaddr *)&four, sizeof four), 0);
	ck_assert_int_eq(listen(fd, 0), 0);
	ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&four, &length), 0);
	if (!address->local)
		snprintf(address->port, sizeof address->port, "%d", ntohs(four.sin_port));
	return fd;
}

/* An alarm ends the test where the kernel is left to try for as long as it likes. */
START_TEST(who_does_not_answer_is_tried_for_so_long_and_no_longer)
	{
		struct net_address address = {.local = _i == 0, .host = "127.0.0.1"};
		struct error err = {""};
		char folder[] = "/tmp/referee-door-XXXXXX";
		int here[8], count = 0;
		struct timeval limit = {.tv_sec = -1};
		socklen_t length = sizeof limit;
		bool loopback;
		ck_assert_ptr_nonnull(mkdtemp(folder));
		if (address.local)
			snprintf(address.host, sizeof address.host, "%s/socket", folder);
		int silent = silent_door(&address);
		alarm(30);
		do
			here[count] =
				net_address_connect(&address, 50 * MILLISECOND, &loopback, &err);
		while (here[count] >= 0 && ++count < ROWS(here));
		alarm(0);
		ck_assert_int_gt(count, 0);
		ck_assert_int_lt(count, ROWS(here));
		ck_assert_str_eq(err.text, "no answer");
		/* A connection that was made may take any time to write. */
		ck_assert_int_eq(fcntl(here[0], F_GETFL) & O_NONBLOCK, 0);
		getsockopt(here[0], SOL_SOCKET, SO_SNDTIMEO, &limit, &length);
		ck_assert(limit.tv_sec == 0 && limit.tv_usec == 0);
		while (count-- > 0)
			close(here[count]);
		close(silent);
		unlink(address.host);
		rmdir(folder);
	}
END_TEST

/* The kernel asks after 15 s of silence, thrice, 5 s apart; what it sends is not taken for 30. */
START_TEST(a_peer_that_vanishes_is_found_out_by_the_kernel_in_half_a_minute)
	{
		static const struct {
			int level, name, value;
		} wanted[] = {{SOL_SOCKET, SO_KEEPALIVE, 1}, {IPPROTO_TCP, TCP_KEEPIDLE, 15},
			{IPPROTO_TCP, TCP_KEEPINTVL, 5}, {IPPROTO_TCP, TCP_KEEPCNT, 3},
			{IPPROTO_TCP, TCP_USER_TIMEOUT, 30000}, {IPPROTO_TCP, TCP_NODELAY, 1}};
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		net_address_tune(fd);
		for (int i = 0; i < ROWS(wanted); i++) {
			int value = -1;
			socklen_t length = sizeof value;
			getsockopt(fd, wanted[i].level, wanted[i].name, &value, &length);
			ck_assert_int_eq(value, wanted[i].value);
		}
		close(fd);
	}
END_TEST

/* --- broker address --------------------------------------------------------------------------- */

/* An address, and a part of what is wrong; NULL: it is right. */
static const char *const brokers[][2] = {
	{"tls://nats.example:4222", NULL},
	{"tls://192.0.2.1:4222", NULL},
	{"tls://[2001:db8::1]:4222", NULL},
	{"nats://127.0.0.1:4222", NULL},
	{"nats://127.255.0.9:4222", NULL},
	{"nats://localhost:4222", NULL},
	{"nats://[::1]:4222", NULL},
	/* not on this machine */
	{"nats://nats.example:4222", "use tls://nats.example:4222"},
	{"nats://192.0.2.1:4222", "use tls://192.0.2.1:4222"},
	{"nats://128.0.0.1:4222", "unencrypted"},
	{"nats://126.0.0.1:4222", "unencrypted"},
	{"nats://127.evil.example:4222", "unencrypted"},
	{"nats://127.0.0.1.evil.example:4222", "unencrypted"},
	{"nats://localhost.evil.example:4222", "unencrypted"},
	{"nats.example:4222", "is not tls://HOST:PORT"},
	{"TLS://nats.example:4222", "is not tls://HOST:PORT"},
	{"http://nats.example:4222", "is not tls://HOST:PORT"},
	{"", "is not tls://HOST:PORT"},
	{"tls://a.example:4222,tls://b.example:4222", "is a list; one server is named"},
	{"tls://a.example:4222 tls://b.example:4222", "is a list; one server is named"},
	{"tls://:4222", "has no host"},
	{"tls://unix:/srv/socket", "has no host"},
	{"tls://nats.example", ""},
	{"tls://nats.example:x", ""},
};

START_TEST(an_address_away_from_this_machine_is_encrypted)
	{
		struct error err = {""};
		bool good = broker_address_is_valid(brokers[_i][0], &err);
		ck_assert_msg(good == (brokers[_i][1] == NULL), "%s: %s", brokers[_i][0], err.text);
		if (!good)
			ck_assert_msg(strstr(err.text, brokers[_i][1]) != NULL, "%s", err.text);
	}
END_TEST

/* In a subject a dot, a star or a blank would be another one. */
START_TEST(a_name_has_no_mark_of_a_subject)
	{
		static const char *const good[] = {"a", "lab-07_B"}, *const bad[] = {"", "a.b", "*",
									     ">", "a b", "a\n",
									     "\303\251"};
		struct error err;
		char name[BROKER_NAME + 1];
		for (size_t i = 0; i < sizeof good / sizeof *good; i++)
			ck_assert_msg(broker_name_is_valid(good[i], &err), "%s", good[i]);
		for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
			ck_assert_msg(!broker_name_is_valid(bad[i], &err), "%s", bad[i]);
		memset(name, 'a', sizeof name);
		name[BROKER_NAME] = '\0';
		ck_assert(!broker_name_is_valid(name, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "with at most 63 bytes"));
		name[BROKER_NAME - 1] = '\0';
		ck_assert(broker_name_is_valid(name, &err));
	}
END_TEST

/* --- accept backoff --------------------------------------------------------------------------- */

static int came, warnings;

static void on_come(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
	int size, void *arg)
{
	(void)listener, (void)from, (void)size, (void)arg;
	came++;
	close(fd);
}

static void on_warning(int severity, const char *line)
{
	(void)severity, (void)line;
	warnings++;
}

/* Allows this many descriptors and no more. */
static void limit(int count)
{
	struct rlimit files;
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
	files.rlim_cur = (rlim_t)count;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
}

START_TEST(without_descriptors_it_waits_a_moment_each_time_and_then_goes_on)
	{
		struct sockaddr_in at = {.sin_family = AF_INET};
		socklen_t size = sizeof at;
		at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		event_set_log_callback(on_warning);
		struct event_base *base = event_base_new();
		struct evconnlistener *l = evconnlistener_new_bind(base, on_come, NULL,
			LEV_OPT_CLOSE_ON_FREE, -1, (struct sockaddr *)&at, sizeof at);
		ck_assert_ptr_nonnull(l);
		net_address_pause(l);
		getsockname(evconnlistener_get_fd(l), (struct sockaddr *)&at, &size);
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
		limit(fd + 1);
		for (int i = 0; i < 1000; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(came, 0);
		ck_assert_int_eq(warnings, 0);
		limit(fd + 10);
		while (came == 0)
			event_base_loop(base, EVLOOP_ONCE);
		close(fd);
		evconnlistener_free(l);
		event_base_free(base);
	}
END_TEST

SUITE("referee/net/net-address",
	LOOP(an_address_is_read_as_people_write_it_or_refused_with_words, ROWS(addresses)),
	LOOP(without_tls_nobody_listens_away_from_loopback_unless_told_to, ROWS(wishes)),
	LOOP(whoever_comes_by_ipv4_is_shown_so_whatever_the_socket_is, ROWS(peers)),
	CASE(a_socket_left_over_is_replaced_and_one_that_answers_or_a_file_is_not),
	CASE(a_socket_whose_queue_is_full_is_somebodys_and_not_waited_for),
	LOOP(a_door_that_another_process_is_just_leaving_is_waited_for, ROWS(doors)),
	LOOP(who_does_not_answer_is_tried_for_so_long_and_no_longer, 2),
	CASE(a_peer_that_vanishes_is_found_out_by_the_kernel_in_half_a_minute),
	LOOP(an_address_away_from_this_machine_is_encrypted, sizeof brokers / sizeof *brokers),
	CASE(a_name_has_no_mark_of_a_subject),
	CASE(without_descriptors_it_waits_a_moment_each_time_and_then_goes_on))
