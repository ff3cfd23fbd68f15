/*
 * The process that accepts bots from the network: it passes on connections that have proved a
 * token, and no others; and its answers to the main process.
 */
#include "referee/net/listener.h"

#include <errno.h>

#include "referee/net/peer-limits.h"
#include "tests/lib/listening.h"
#include "tests/lib/suite.h"

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

static struct listening l;

static bool is_closed(int fd)
{
	char byte;
	return recv(fd, &byte, 1, 0) <= 0;
}

/* The listener has said nothing since. */
static void hears_nothing(void)
{
	struct pollfd end = {l.p.from, POLLIN, 0};
	ck_assert_int_eq(poll(&end, 1, 0), 0);
}

/* All that comes until the end. */
static void reads_at_last(int fd, const char *wanted)
{
	char text[512];
	size_t length = 0;
	ssize_t count;
	while (length < sizeof text - 1 &&
		(count = read(fd, text + length, sizeof text - 1 - length)) > 0)
		length += (size_t)count;
	text[length] = '\0';
	ck_assert_str_eq(text, wanted);
	close(fd);
}

/* The address that the listener names for this client. */
static void name_of(int fd, char text[64])
{
	struct sockaddr_in mine;
	socklen_t length = sizeof mine;
	ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&mine, &length), 0);
	if (mine.sin_family == AF_UNIX)
		snprintf(text, 64, "unix:uid=%d", (int)getuid());
	else
		snprintf(text, 64, "127.0.0.%d:%d", (int)(ntohl(mine.sin_addr.s_addr) & 255),
			ntohs(mine.sin_port));
}

/* --- log in ------------------------------------------------------------------------------ */

/* Without TLS. */
static const struct {
	bool local, sends;
} ways[] = {{true, false}, {false, false}, {true, true}, {false, true}};

START_TEST(a_client_with_the_token_is_passed_on_with_its_name_and_address)
	{
		char answer[HANDSHAKE_LINE], wanted[128], address[64], byte;
		listening_begin(&l);
		int fd = listening_connect(ways[_i].local ? l.local : l.plain, 9);
		ck_assert(listening_login(fd, "bob", l.bob, ways[_i].sends, answer));
		name_of(fd, address);
		snprintf(wanted, sizeof wanted, "%s bob %s", ways[_i].sends ? "send" : "bot",
			address);
		struct fd_message message = listening_hear(&l);
		ck_assert_str_eq(message.text, wanted);
		ck_assert_int_eq(message.count, 1);
		/* It is the connection itself, and it blocks. */
		ck_assert_int_eq(fcntl(message.fds[0], F_GETFL) & O_NONBLOCK, 0);
		ck_assert_int_eq(write(message.fds[0], "x", 1), 1);
		ck_assert_int_eq(read(fd, &byte, 1), 1);
		ck_assert_int_eq(write(fd, "y", 1), 1);
		ck_assert_int_eq(read(message.fds[0], &byte, 1), 1);
		ck_assert_int_eq(byte, 'y');
		close(fd);
		ck_assert_int_eq(read(message.fds[0], &byte, 1), 0); /* the listener keeps none */
		fd_message_drop(&message);
		hears_nothing();
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

static const struct {
	const char *name;
	char token; /* its bytes */
} strangers[] = {{"ann", 'b'}, {"bob", 'a'}, {"eve", 'a'}, {"ann", '\0'}};

START_TEST(a_client_without_the_token_gets_the_one_error_and_is_not_passed_on)
	{
		char answer[HANDSHAKE_LINE];
		unsigned char token[CRYPTO_BYTES];
		listening_begin(&l);
		memset(token, strangers[_i].token, sizeof token);
		int fd = listening_connect(l.plain, 9);
		ck_assert(!listening_login(fd, strangers[_i].name, token, false, answer));
		ck_assert_str_eq(answer,
			"error refused: the name or the token is wrong, or the login took too long");
		ck_assert(is_closed(fd));
		close(fd);
		hears_nothing();
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

static const char *const nonsense[] = {"\n", "GET / HTTP/1.1\r\n\r\n", "proof 00\n",
	"hello 2 ann 00\n", "hello 1 ann 00\n", "hello 1 ann\n", "\x16\x03\x01"};

START_TEST(bytes_that_are_no_login_get_the_one_error)
	{
		listening_begin(&l);
		int fd = listening_connect(l.plain, 9);
		ck_assert_int_gt(write(fd, nonsense[_i], strlen(nonsense[_i])), 0);
		reads_at_last(fd,
			"error refused: the name or the token is wrong, or the login took too long\n");
		hears_nothing();
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

START_TEST(plain_text_where_tls_is_spoken_is_told_so)
	{
		listening_begin(&l);
		int fd = listening_connect(l.tls, 9);
		ck_assert_int_eq(write(fd, "hello 1 ann 00\n", 15), 15);
		char text[512];
		ssize_t count = recv(fd, text, sizeof text, MSG_WAITALL);
		ck_assert_int_gt(count, 0);
		ck_assert_ptr_nonnull(memmem(text, (size_t)count,
			"error this port speaks TLS 1.3 and nothing else\n", 48));
		close(fd);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

/* --- failures ---------------------------------------------------------------------------- */

START_TEST(failures_with_a_name_are_reported_and_shut_out_no_bot)
	{
		char answer[HANDSHAKE_LINE], wanted[128], address[64] = "";
		listening_begin(&l);
		for (int i = 0; i <= PEER_LIMITS_FREE; i++) {
			hears_nothing();
			int fd = listening_connect(l.plain, 9);
			name_of(fd, address);
			ck_assert(!listening_login(fd, "ann", l.bob, false, answer));
			ck_assert(is_closed(fd));
			close(fd);
		}
		snprintf(wanted, sizeof wanted, "failing ann %s", address);
		listening_hears(&l, wanted);
		int fd = listening_connect(l.plain, 9);
		ck_assert(listening_login(fd, "ann", l.ann, false, answer));
		struct fd_message message = listening_hear(&l);
		ck_assert_int_eq(strncmp(message.text, "bot ann ", 8), 0);
		fd_message_drop(&message);
		close(fd);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

START_TEST(failures_without_a_name_shut_out_their_address_alone)
	{
		char answer[HANDSHAKE_LINE], wanted[128], address[64] = "";
		listening_begin(&l);
		for (int i = 0; i <= PEER_LIMITS_FREE; i++) {
			int fd = listening_connect(l.plain, 9);
			name_of(fd, address);
			ck_assert_int_eq(write(fd, "\n", 1), 1);
			reads_at_last(fd,
				"error refused: the name or the token is wrong, or the login took too long\n");
		}
		snprintf(wanted, sizeof wanted, "penalty %s 1", address);
		listening_hears(&l, wanted);
		reads_at_last(listening_connect(l.plain, 9), "");
		int fd = listening_connect(l.plain, 10);
		ck_assert(listening_login(fd, "ann", l.ann, false, answer));
		struct fd_message message = listening_hear(&l);
		fd_message_drop(&message);
		close(fd);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

/* --- silent connections ------------------------------------------------------------------ */

/* Is the connection open, without a word? */
static bool is_silent(int fd)
{
	char byte;
	return recv(fd, &byte, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN;
}

START_TEST(where_all_places_are_taken_the_oldest_makes_room)
	{
		static int fds[LISTENER_WAITING];
		char answer[HANDSHAKE_LINE];
		listening_begin(&l);
		for (int i = 0; i < LISTENER_WAITING; i++)
			fds[i] = listening_connect(l.plain, 20 + i / 60);
		int fd = listening_connect(l.plain, 9);
		ck_assert(listening_login(fd, "ann", l.ann, false, answer));
		struct fd_message message = listening_hear(&l);
		fd_message_drop(&message);
		close(fd);
		ck_assert(is_closed(fds[0]));
		for (int i = 1; i < LISTENER_WAITING; i++)
			ck_assert(is_silent(fds[i]));
		for (int i = 0; i < LISTENER_WAITING; i++)
			close(fds[i]);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

START_TEST(silent_connections_of_an_address_keep_no_bot_behind_it_out)
	{
		enum { ROUNDS = 3 };
		static int fds[ROUNDS * PEER_LIMITS_OPEN];
		char answer[HANDSHAKE_LINE];
		listening_begin(&l);
		for (int round = 0; round < ROUNDS; round++) {
			for (int i = 0; i < PEER_LIMITS_OPEN; i++)
				fds[round * PEER_LIMITS_OPEN + i] =
					listening_connect(_i == 0 ? l.plain : l.tls, 9);
			int fd = listening_connect(l.plain, 9);
			ck_assert(listening_login(fd, "ann", l.ann, false, answer));
			struct fd_message message = listening_hear(&l);
			ck_assert_int_eq(
				strncmp(message.text, "bot ann ", 8), 0); /* and no penalty */
			fd_message_drop(&message);
			close(fd);
		}
		/* The oldest have made room, and no more of them than there was need for. */
		int first = (ROUNDS - 1) * PEER_LIMITS_OPEN + 1;
		for (int i = 0; i < ROUNDS * PEER_LIMITS_OPEN; i++) {
			if (i < first)
				ck_assert(is_closed(fds[i]));
			else
				ck_assert(is_silent(fds[i]));
			close(fds[i]);
		}
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

/* --- the main process -------------------------------------------------------------------- */

static const struct {
	const char *order;
	int descriptors; /* of /dev/null */
	const char *answer;
} orders[] = {
	{"listen", 1, "wrong message listen"},
	{"listen plain", 1, "wrong message listen plain"},
	{"listen carrier-pigeon here", 1, "wrong listen carrier-pigeon here"},
	{"listen unix here", 0, "wrong listen unix here"},
	{"listen unix here", 2, "wrong message listen unix here"},
	{"listen tls here", 1, "wrong listen tls here"}, /* it has no certificate */
	{"certificate", 1, "wrong certificate two descriptors are needed: certificate and key"},
	{"certificate", 0, "wrong certificate two descriptors are needed: certificate and key"},
	{"tokens", 0, "wrong tokens the file cannot be read"},
	{"token", 1, "wrong message token"},
	{" tokens", 1, "wrong message  tokens"},
};

START_TEST(an_order_that_cannot_be_carried_out_is_answered)
	{
		listening_start(&l);
		int null = open("/dev/null", O_RDONLY | O_CLOEXEC), both[] = {null, null};
		listening_tell(&l, orders[_i].order, both, orders[_i].descriptors);
		close(null);
		listening_hears(&l, orders[_i].answer);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

START_TEST(it_takes_no_more_sockets_than_it_has_room_for)
	{
		char address[NET_ADDRESS_ADDRESS];
		int doors[LISTENER_SOCKETS];
		listening_start(&l);
		for (int i = 0; i < LISTENER_SOCKETS; i++)
			doors[i] = listening_open(&l, "plain", "127.0.0.1:0", address);
		listening_tell(&l, "listen plain more", doors, 1);
		listening_hears(&l, "wrong listen plain more");
		for (int i = 0; i < LISTENER_SOCKETS; i++)
			close(doors[i]);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

START_TEST(tokens_with_a_mistake_change_nothing)
	{
		char answer[HANDSHAKE_LINE], row[TOKENS_LINE];
		listening_begin(&l);
		listening_tokens(&l, "ann 12\n");
		listening_hears(&l,
			"wrong tokens line 1: not NAME STORED-KEY SERVER-KEY [OWNER [PAGES-KEY]]; each key has 64 hexadecimal digits");
		int fd = listening_connect(l.local, 0);
		ck_assert(listening_login(fd, "ann", l.ann, false, answer));
		struct fd_message message = listening_hear(&l);
		fd_message_drop(&message);
		close(fd);
		/* A good file replaces them. */
		listening_row("ann", l.bob, row);
		listening_tokens(&l, row);
		listening_hears(&l, "ready tokens 1");
		fd = listening_connect(l.local, 0);
		ck_assert(!listening_login(fd, "ann", l.ann, false, answer));
		close(fd);
		fd = listening_connect(l.local, 0);
		ck_assert(listening_login(fd, "ann", l.bob, false, answer));
		message = listening_hear(&l);
		fd_message_drop(&message);
		close(fd);
		ck_assert_int_eq(listening_end(&l), 0);
	}
END_TEST

START_TEST(at_its_end_connections_without_a_login_end_too)
	{
		listening_begin(&l);
		int fd = listening_connect(l.plain, 9);
		ck_assert(is_silent(fd));
		ck_assert_int_eq(listening_end(&l), 0);
		ck_assert(is_closed(fd));
		close(fd);
	}
END_TEST

SUITE("referee/net/listener",
	LOOP(a_client_with_the_token_is_passed_on_with_its_name_and_address, ROWS(ways)),
	LOOP(a_client_without_the_token_gets_the_one_error_and_is_not_passed_on, ROWS(strangers)),
	LOOP(bytes_that_are_no_login_get_the_one_error, ROWS(nonsense)),
	CASE(plain_text_where_tls_is_spoken_is_told_so),
	CASE(failures_with_a_name_are_reported_and_shut_out_no_bot),
	CASE(failures_without_a_name_shut_out_their_address_alone),
	CASE(where_all_places_are_taken_the_oldest_makes_room),
	LOOP(silent_connections_of_an_address_keep_no_bot_behind_it_out, 2),
	LOOP(an_order_that_cannot_be_carried_out_is_answered, ROWS(orders)),
	CASE(it_takes_no_more_sockets_than_it_has_room_for),
	CASE(tokens_with_a_mistake_change_nothing),
	CASE(at_its_end_connections_without_a_login_end_too))
