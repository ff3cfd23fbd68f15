/*
 * The last line to a remote bot: it arrives, also behind what the bot has not read.
 */
#include "referee/bot/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/lib/suite.h"

/* As protocol/PROTOCOL.md has them. */
static const char *const reasons[DISCONNECT_REASONS] = {
	[DISCONNECT_REASON_REVOKED] = "error revoked ",
	[DISCONNECT_REASON_REPLACED] = "error replaced ",
	[DISCONNECT_REASON_FLOOD] = "error flood ",
	[DISCONNECT_REASON_DEAF] = "error deaf ",
	[DISCONNECT_REASON_STOPPED] = "error stopped ",
	[DISCONNECT_REASON_OFTEN] = "error often ",
	[DISCONNECT_REASON_FULL] = "error full ",
	[DISCONNECT_REASON_KICKED] = "error kicked ",
};

/* All that arrives until the end. */
static size_t read_all(int fd, char *text, size_t room)
{
	size_t used = 0;
	ssize_t count;
	while ((count = read(fd, text + used, room - 1 - used)) > 0)
		used += (size_t)count;
	text[used] = '\0';
	return used;
}

START_TEST(each_reason_is_one_line)
	{
		int ends[2];
		char text[256];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		disconnect_reason_send(ends[0], (enum disconnect_reason)_i, false);
		shutdown(ends[0], SHUT_RDWR);
		size_t length = read_all(ends[1], text, sizeof text);
		ck_assert_int_eq(strncmp(text, reasons[_i], strlen(reasons[_i])), 0);
		ck_assert_ptr_eq(strchr(text, '\n'), text + length - 1);
		close(ends[0]);
		close(ends[1]);
	}
END_TEST

START_TEST(it_stands_behind_what_was_not_read)
	{
		static char text[1 << 22], filling[1000];
		int ends[2];
		memset(filling, 'x', sizeof filling);
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		while (send(ends[0], filling, sizeof filling, MSG_DONTWAIT) > 0)
			;
		ck_assert_int_eq(errno, EAGAIN);
		disconnect_reason_send(ends[0], DISCONNECT_REASON_DEAF, true);
		shutdown(ends[0], SHUT_RDWR);
		ck_assert_uint_lt(read_all(ends[1], text, sizeof text), sizeof text - 1);
		char *last = strrchr(text, 'x');
		ck_assert_int_eq(strncmp(last + 1, "\nerror deaf ", 12), 0);
		close(ends[0]);
		close(ends[1]);
	}
END_TEST

START_TEST(who_has_gone_is_told_nothing)
	{
		int ends[2];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		close(ends[1]);
		disconnect_reason_send(
			ends[0], DISCONNECT_REASON_REVOKED, true); /* SIGPIPE would end us */
		close(ends[0]);
	}
END_TEST

SUITE("referee/bot/channel", LOOP(each_reason_is_one_line, DISCONNECT_REASONS),
	CASE(it_stands_behind_what_was_not_read), CASE(who_has_gone_is_told_nothing))
