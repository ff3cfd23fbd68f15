/*
 * Descriptor messages: a text and descriptors arrive together, and none of them stays open by
 * mistake.
 */
#include "referee/process/fd-message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

static int ends[2];

static struct fd_message sent_and_received(const char *text, int count)
{
	/* A number that is no descriptor, where none belongs. */
	struct fd_message message = {.fds = {-1, -1}, .count = count}, got = {.fds = {-1, -1}};
	snprintf(message.text, sizeof message.text, "%s", text);
	for (int i = 0; i < count; i++) {
		message.fds[i] = open("/dev/null", O_RDONLY);
		ck_assert_int_ge(message.fds[i], 0);
	}
	ck_assert_int_eq(fd_message_send(ends[0], &message), 0);
	fd_message_drop(&message);
	ck_assert_int_eq(message.count, 0);
	ck_assert_int_eq(fd_message_receive(ends[1], &got), 1);
	return got;
}

START_TEST(a_text_comes_with_all_its_descriptors)
	{
		struct stat null, file;
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
		ck_assert_int_eq(stat("/dev/null", &null), 0);
		for (int count = 0; count <= FD_MESSAGE_FDS; count++) {
			struct fd_message message = sent_and_received("bot 7", count);
			ck_assert_str_eq(message.text, "bot 7");
			ck_assert_int_eq(message.count, count);
			int fds[FD_MESSAGE_FDS];
			memcpy(fds, message.fds, sizeof fds);
			for (int i = 0; i < count; i++) {
				ck_assert_int_eq(fstat(fds[i], &file), 0);
				ck_assert(file.st_rdev == null.st_rdev);
				/* The program that is started next does not get it. */
				ck_assert(fcntl(fds[i], F_GETFD) & FD_CLOEXEC);
			}
			fd_message_drop(&message);
			for (int i = 0; i < count; i++)
				ck_assert_int_eq(fcntl(fds[i], F_GETFD), -1);
		}
		close(ends[0]);
		struct fd_message none;
		ck_assert_int_eq(fd_message_receive(ends[1], &none), 0);
		close(ends[1]);
	}
END_TEST

START_TEST(where_nobody_reads_sending_fails_at_once)
	{
		struct fd_message message = {.text = "x"};
		int sent = 0;
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
		while (fd_message_send(ends[0], &message) == 0)
			ck_assert_int_lt(sent++, 1 << 20);
		ck_assert_int_eq(errno, EAGAIN);
		close(ends[1]);
		ck_assert_int_eq(fd_message_send(ends[0], &message), -1);
		close(ends[0]);
	}
END_TEST

SUITE("referee/process/fd-message", CASE(a_text_comes_with_all_its_descriptors),
	CASE(where_nobody_reads_sending_fails_at_once))
