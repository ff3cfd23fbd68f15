/*
 * fd-message.c - text and descriptors over a Unix socket.
 */
#include "referee/process/fd-message.h"

#include <assert.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union fd_message_room {
	struct cmsghdr head; /* for alignment */
	char bytes[CMSG_SPACE(FD_MESSAGE_FDS * sizeof(int))];
};

void fd_message_write(
	struct fd_message *fd_message, const struct line_table *table, const void *message)
{
	fd_message
		->text[line_table_write(table, message, fd_message->text, sizeof fd_message->text) -
			1] = '\0';
}

int fd_message_send(int to, const struct fd_message *fd_message)
{
	union fd_message_room room = {.bytes = {0}};
	struct iovec bytes = {(char *)fd_message->text, strlen(fd_message->text)};
	struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
	assert(fd_message->count >= 0 && fd_message->count <= FD_MESSAGE_FDS && bytes.iov_len > 0);
	if (fd_message->count > 0) {
		message.msg_control = room.bytes;
		message.msg_controllen = CMSG_SPACE((size_t)fd_message->count * sizeof(int));
		struct cmsghdr *head = CMSG_FIRSTHDR(&message);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN((size_t)fd_message->count * sizeof(int));
		memcpy(CMSG_DATA(head), fd_message->fds, (size_t)fd_message->count * sizeof(int));
	}
	return sendmsg(to, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? -1 : 0;
}

int fd_message_receive(int from, struct fd_message *fd_message)
{
	union fd_message_room room;
	struct iovec bytes = {fd_message->text, sizeof fd_message->text - 1};
	struct msghdr message = {.msg_iov = &bytes,
		.msg_iovlen = 1,
		.msg_control = room.bytes,
		.msg_controllen = sizeof room.bytes};
	fd_message->count = 0;
	ssize_t length = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
	if (length <= 0)
		return (int)length;
	fd_message->text[length] = '\0';
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	if (head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
		fd_message->count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
		memcpy(fd_message->fds, CMSG_DATA(head), (size_t)fd_message->count * sizeof(int));
	}
	return 1;
}

void fd_message_drop(struct fd_message *message)
{
	while (message->count > 0)
		close(message->fds[--message->count]);
}
