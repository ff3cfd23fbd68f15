/*
 * Clients that have proved an invitation: which tokens it makes, how many, and when they are
 * answered. The test is the client, and the listener that reads the file of tokens again.
 */
#include "referee/daemon/invitations.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/time.h"
#include "referee/net/tokens.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { CLIENTS = 32, LINE = 1024 };

#define KEY  "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define KEYS " " KEY " " KEY " " KEY

#define INVITES "!0123456789abcdef" /* ann to two bots */
#define EXPIRED "!00000000000000ff"

struct inviting {
	struct event_base *base;
	struct invitations *invitations;
	char said[LINE];
	int changed;
	bool settled;
};

static void on_say(void *arg, const char *line)
{
	struct inviting *k = arg;
	snprintf(k->said, sizeof k->said, "%s", line);
}

static void on_changed(void *arg)
{
	((struct inviting *)arg)->changed++;
	event_base_loopbreak(((struct inviting *)arg)->base);
}

static bool is_settled(void *arg)
{
	return ((struct inviting *)arg)->settled;
}

static void begin(struct inviting *k)
{
	char tokens[LINE];
	long long now = (long long)time_utc() / 1000;
	/* one ends in an hour, the other at this moment */
	snprintf(tokens, sizeof tokens,
		INVITES " " KEY " " KEY " ann 2 %lld\n" EXPIRED " " KEY " " KEY
			" bob 1 %lld\neve " KEY " " KEY "\n",
		now + 3600, now);
	reported_enter_folder();
	reported_write("tokens", tokens, strlen(tokens));
	*k = (struct inviting){.base = event_base_new(), .settled = true};
	const struct invitations_options options = {
		k->base, "tokens", on_say, on_changed, is_settled, k};
	k->invitations = invitations_create(&options);
}

static void end(struct inviting *k)
{
	invitations_free(k->invitations);
	event_base_free(k->base);
	unlink("tokens");
	unlink("tokens.lock");
}

static int enter(struct inviting *k, const char *invitation)
{
	int ends[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	invitations_take(k->invitations, invitation, "192.0.2.1", ends[0]);
	return ends[1];
}

static void says(int fd, const char *text)
{
	ck_assert_int_eq(send(fd, text, strlen(text), MSG_NOSIGNAL), (int)strlen(text));
}

static void on_ready(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	event_base_loopbreak(arg);
}

/* Is it the answer, behind which the connection ends? */
static void answered(struct inviting *k, int fd, const char *answer)
{
	char got[LINE] = "";
	size_t length = 0;
	ssize_t count = 1;
	struct pollfd ready = {fd, POLLIN, 0};
	struct event *event = event_new(k->base, fd, EV_READ, on_ready, k->base);
	while (count > 0) {
		while (poll(&ready, 1, 0) == 0) {
			ck_assert_int_eq(event_add(event, NULL), 0);
			event_base_dispatch(k->base);
		}
		count = recv(fd, got + length, sizeof got - 1 - length, 0);
		length += count > 0 ? (size_t)count : 0;
	}
	event_free(event);
	close(fd);
	ck_assert_str_eq(got, answer);
}

/* The names in the file, each with its owner, and the rights of an invitation. */
static void file_has(const char *wanted)
{
	struct tokens t;
	struct error err;
	char text[LINE] = "";
	ck_assert_msg(token_file_read("tokens", false, &t, &err), "%s", err.text);
	for (size_t i = 0; i < t.count; i++) {
		size_t used = strlen(text);
		snprintf(text + used, sizeof text - used, "%s%s:%s", i > 0 ? " " : "",
			t.rows[i].name, token_owner(&t.rows[i]));
		if (t.rows[i].bots > 0)
			sprintf(text + strlen(text), ":%d", t.rows[i].bots);
	}
	ck_assert_str_eq(text, wanted);
	tokens_clear(&t);
}

START_TEST(an_invitation_makes_as_many_tokens_as_it_says)
	{
		struct inviting k;
		begin(&k);
		int fd = enter(&k, INVITES);
		says(fd, "join ann" KEYS "\n");
		answered(&k, fd, "end 0 ann has a token\n");
		file_has(INVITES ":ann:1 " EXPIRED ":bob:1 eve:eve ann:ann");
		ck_assert_str_eq(k.said,
			"listener: ann has a token by invitation " INVITES ", from 192.0.2.1");
		ck_assert_int_eq(k.changed, 1);
		fd = enter(&k, INVITES);
		says(fd, "join ann-2" KEYS "\r\n");
		answered(&k, fd, "end 0 ann-2 has a token\n");
		file_has(EXPIRED ":bob:1 eve:eve ann:ann ann-2:ann");
		fd = enter(&k, INVITES);
		says(fd, "join ann-3" KEYS "\n");
		answered(&k, fd, "end 1 the invitation is used up; ask for another one\n");
		file_has(EXPIRED ":bob:1 eve:eve ann:ann ann-2:ann");
		ck_assert_int_eq(k.changed, 2);
		end(&k);
	}
END_TEST

/* Of a client's line the three keys are kept, each at its place. */
START_TEST(the_keys_of_the_client_are_kept)
	{
		static const char line[] =
			"join ann "
			"1111111111111111111111111111111111111111111111111111111111111111 "
			"2222222222222222222222222222222222222222222222222222222222222222 "
			"3333333333333333333333333333333333333333333333333333333333333333\n";
		struct inviting k;
		struct tokens t;
		struct error err;
		begin(&k);
		int fd = enter(&k, INVITES);
		says(fd, line);
		answered(&k, fd, "end 0 ann has a token\n");
		ck_assert(token_file_read("tokens", false, &t, &err));
		const struct token_row *row = tokens_find(&t, "ann");
		for (int i = 0; i < CRYPTO_BYTES; i++) {
			ck_assert_uint_eq(row->keys.stored[i], 0x11);
			ck_assert_uint_eq(row->keys.server[i], 0x22);
			ck_assert_uint_eq(row->keys.pages[i], 0x33);
		}
		ck_assert_int_eq(row->bots, 0);
		tokens_clear(&t);
		end(&k);
	}
END_TEST

#define WRONG                                                                                      \
	"end 1 the request is wrong; it is join NAME and three keys of 64 hexadecimal digits\n"

/* The invitation, the line of a client, and its answer. */
static const struct {
	const char *invitation, *line, *answer;
} refused[] = {
	{EXPIRED, "join bob" KEYS "\n", "end 1 the invitation has expired; ask for another one\n"},
	{"!ffffffffffffffff", "join x" KEYS "\n",
		"end 1 the invitation is used up; ask for another one\n"},
	{INVITES, "join bob" KEYS "\n",
		"end 1 bob: the name does not fit the invitation; it is ann, or begins with ann- such as ann-2\n"},
	{INVITES, "join eve" KEYS "\n",
		"end 1 eve: the name does not fit the invitation; it is ann, or begins with ann- such as ann-2\n"},
	{INVITES, "join\n", WRONG},
	{INVITES, "join ann\n", WRONG},
	{INVITES, "join ann " KEY " " KEY "\n", WRONG},
	{INVITES, "join ann" KEYS " more\n", WRONG},
	{INVITES, "join ann" KEYS " \n", WRONG},
	{INVITES, "join  ann" KEYS "\n", WRONG},
	{INVITES, "join a/b" KEYS "\n", WRONG},
	{INVITES, "join " INVITES KEYS "\n", WRONG},
	{INVITES, "Join ann" KEYS "\n", WRONG},
	{INVITES, "join ann " KEY " " KEY " 00\n", WRONG},
	{INVITES, "\n", WRONG},
};

START_TEST(a_request_that_is_wrong_or_has_no_right_changes_nothing)
	{
		struct inviting k;
		begin(&k);
		int fd = enter(&k, refused[_i].invitation);
		says(fd, refused[_i].line);
		answered(&k, fd, refused[_i].answer);
		file_has(INVITES ":ann:2 " EXPIRED ":bob:1 eve:eve");
		ck_assert_int_eq(k.changed, 0);
		end(&k);
	}
END_TEST

START_TEST(a_line_without_an_end_is_refused)
	{
		struct inviting k;
		char line[513];
		begin(&k);
		memset(line, 'x', sizeof line);
		line[512] = '\0';
		int fd = enter(&k, INVITES);
		says(fd, line);
		answered(&k, fd, WRONG);
		/* one that comes in pieces is not */
		fd = enter(&k, INVITES);
		says(fd, "join an");
		event_base_loop(k.base, EVLOOP_NONBLOCK);
		says(fd, "n" KEYS "\n");
		answered(&k, fd, "end 0 ann has a token\n");
		end(&k);
	}
END_TEST

START_TEST(a_client_is_answered_when_the_listener_knows_the_token)
	{
		struct inviting k;
		struct pollfd ready;
		begin(&k);
		k.settled = false;
		int fd = enter(&k, INVITES);
		says(fd, "join ann" KEYS "\n");
		while (k.changed == 0)
			event_base_dispatch(k.base);
		for (int i = 0; i < 3; i++)
			event_base_loop(k.base, EVLOOP_ONCE); /* it asks again and again */
		ready = (struct pollfd){fd, POLLIN, 0};
		ck_assert_int_eq(poll(&ready, 1, 0), 0);
		k.settled = true;
		answered(&k, fd, "end 0 ann has a token\n");
		end(&k);
	}
END_TEST

START_TEST(another_writer_is_waited_for)
	{
		struct inviting k;
		struct error err;
		begin(&k);
		int lock = token_file_lock("tokens", false, &err);
		int fd = enter(&k, INVITES);
		says(fd, "join ann" KEYS "\n");
		for (int i = 0; i < 3; i++)
			event_base_loop(k.base, EVLOOP_ONCE);
		ck_assert_int_eq(k.changed, 0);
		file_has(INVITES ":ann:2 " EXPIRED ":bob:1 eve:eve");
		close(lock);
		answered(&k, fd, "end 0 ann has a token\n");
		end(&k);
	}
END_TEST

START_TEST(a_file_that_cannot_be_read_is_told_to_the_operator_alone)
	{
		struct inviting k;
		begin(&k);
		reported_write("tokens", "secret mistake\n", 15);
		int fd = enter(&k, INVITES);
		says(fd, "join ann" KEYS "\n");
		answered(&k, fd, "end 1 the referee cannot store the token; tell its operator\n");
		ck_assert_ptr_eq(
			strstr(k.said, "<3>listener: invitation " INVITES ": tokens: line 1: "),
			k.said);
		end(&k);
	}
END_TEST

START_TEST(a_new_client_takes_the_place_of_the_oldest)
	{
		struct inviting k;
		int fds[CLIENTS + 1];
		begin(&k);
		for (int i = 0; i <= CLIENTS; i++)
			fds[i] = enter(&k, INVITES);
		answered(&k, fds[0], "");
		says(fds[1], "x\n");
		answered(&k, fds[1], WRONG);
		says(fds[CLIENTS], "join ann" KEYS "\n");
		answered(&k, fds[CLIENTS], "end 0 ann has a token\n");
		for (int i = 2; i < CLIENTS; i++)
			close(fds[i]);
		end(&k);
	}
END_TEST

START_TEST(a_client_that_has_gone_takes_no_place)
	{
		struct inviting k;
		int fds[CLIENTS];
		begin(&k);
		close(enter(&k, INVITES));
		event_base_loop(k.base, EVLOOP_ONCE);
		for (int i = 0; i < CLIENTS; i++)
			fds[i] = enter(&k, INVITES);
		says(fds[0], "join ann" KEYS "\n");
		answered(&k, fds[0], "end 0 ann has a token\n");
		for (int i = 1; i < CLIENTS; i++)
			close(fds[i]);
		end(&k);
	}
END_TEST

/* A folder stands in the place of the lock. */
START_TEST(a_lock_that_cannot_be_had_is_told)
	{
		struct inviting k;
		begin(&k);
		ck_assert_int_eq(mkdir("tokens.lock", 0700), 0);
		int fd = enter(&k, INVITES);
		says(fd, "join ann" KEYS "\n");
		answered(&k, fd, "end 1 the referee cannot lock its tokens; try again later\n");
		ck_assert_str_eq(k.said, "<3>listener: invitation " INVITES
					 ": tokens.lock: the file cannot be made: Is a directory");
		ck_assert_int_eq(rmdir("tokens.lock"), 0);
		end(&k);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		reported_leave_folder();
	}
END_TEST

SUITE("daemon/invitations", CASE(an_invitation_makes_as_many_tokens_as_it_says),
	CASE(the_keys_of_the_client_are_kept),
	LOOP(a_request_that_is_wrong_or_has_no_right_changes_nothing,
		sizeof refused / sizeof *refused),
	CASE(a_line_without_an_end_is_refused),
	CASE(a_client_is_answered_when_the_listener_knows_the_token),
	CASE(another_writer_is_waited_for),
	CASE(a_file_that_cannot_be_read_is_told_to_the_operator_alone),
	CASE(a_new_client_takes_the_place_of_the_oldest),
	CASE(a_client_that_has_gone_takes_no_place), CASE(a_lock_that_cannot_be_had_is_told),
	CASE(the_test_leaves_nothing_behind))
