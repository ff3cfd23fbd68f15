/*
 * sockets.c - connects out, listens, and meets others by Unix and abstract sockets; refused, it
 * plays well.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>

#include "tests/lib/rogue.h"

static bool sockets_make(int family, int kind)
{
	int fd = socket(family, kind, 0);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* A listener of its own, or a connection; without a listener there (ECONNREFUSED) the box did
 * not refuse it. */
static bool sockets_inet(bool connects, const char *address, int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((in_port_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	bool worked = false;
	inet_pton(AF_INET, address, &to.sin_addr);
	if (fd >= 0 && connects)
		worked = connect(fd, (struct sockaddr *)&to, sizeof to) == 0 ||
			 errno == EINPROGRESS || errno == ECONNREFUSED;
	else if (fd >= 0)
		worked = bind(fd, (struct sockaddr *)&to, sizeof to) == 0 && listen(fd, 1) == 0;
	if (fd >= 0)
		close(fd);
	return worked;
}

static bool sockets_unix(const char *name, size_t length)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	memcpy(at.sun_path, name, length);
	bool worked = fd >= 0 &&
		      bind(fd, (struct sockaddr *)&at,
			      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length)) == 0 &&
		      listen(fd, 1) == 0;
	if (fd >= 0)
		close(fd);
	return worked;
}

int main(void)
{
	static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK,
		AF_ALG, AF_BLUETOOTH, AF_CAN, AF_TIPC, AF_KEY, AF_RDS};
	const char *own = rogue_scratch("rogue-left-socket");
	rogue_begin();
	while (rogue_turn()) {
		for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
			rogue_try("stream", sockets_make(families[i], SOCK_STREAM));
			rogue_try("datagram", sockets_make(families[i], SOCK_DGRAM));
			rogue_try("raw", sockets_make(families[i], SOCK_RAW));
		}
		rogue_try("connects", sockets_inet(true, "127.0.0.1", 22));
		rogue_try("connects-out", sockets_inet(true, "192.0.2.1", 80));
		rogue_try("listens", sockets_inet(false, "0.0.0.0", 0));
		rogue_try("unix", sockets_unix(own, strlen(own) + 1));
		rogue_try("abstract", sockets_unix("\0rogue-left-socket", 18));
		rogue_confess();
	}
}
