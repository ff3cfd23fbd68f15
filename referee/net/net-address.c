/*
 * net-address.c - addresses, and sockets that listen on them or connect to them.
 */
#include "referee/net/net-address.h"

#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { NET_ADDRESS_BACKLOG = 1024, NET_ADDRESS_SILENCE = 30 /* seconds */ };

/* The token decides on access, not the file mode. */
enum { NET_ADDRESS_MODE = 0666 };

/* The processes of a killed daemon keep its sockets until they have ended too. */
enum { NET_ADDRESS_TRIES = 20, NET_ADDRESS_PAUSE = 50 /* ms */ };

bool net_address_read(struct net_address *address, const char *text, struct error *err)
{
	const char *colon = strrchr(text, ':'), *host = text;
	size_t length;
	*address = (struct net_address){.local = strncmp(text, "unix:", 5) == 0};
	if (address->local) {
		if (text[5] == '\0' ||
			strlen(text + 5) >= sizeof((struct sockaddr_un *)0)->sun_path)
			error_set(err, "\"%s\": bad socket path; it has 1 to 107 bytes", text);
		else
			snprintf(address->host, sizeof address->host, "%s", text + 5);
		return *address->host != '\0';
	}
	if (colon == NULL || colon[1] == '\0' || strlen(colon + 1) > 5 ||
		colon[1 + strspn(colon + 1, "0123456789")] != '\0')
		return error_set(err, "\"%s\": not an address; write HOST:PORT or unix:PATH", text);
	if (atoi(colon + 1) > UINT16_MAX)
		return error_set(err, "\"%s\": bad port; it is a number from 0 to 65535", text);
	length = (size_t)(colon - text);
	if (*text == '[' && length > 2 && colon[-1] == ']') {
		host = text + 1;
		length -= 2;
	} else if (memchr(text, ':', length) != NULL) {
		return error_set(
			err, "\"%s\": IPv6 address without brackets; write [::1]:4000", text);
	}
	if (length >= sizeof address->host)
		return error_set(err, "\"%.40s...\": host name too long", text);
	memcpy(address->host, host, length);
	snprintf(address->port, sizeof address->port, "%s", colon + 1);
	return true;
}

bool net_address_is_loopback(const struct sockaddr *address)
{
	const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
	if (address->sa_family == AF_INET)
		return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
	if (address->sa_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(six) ||
		       (IN6_IS_ADDR_V4MAPPED(six) && six->s6_addr[12] == 127);
	return true;
}

void net_address_print(const struct sockaddr *address, char text[NET_ADDRESS_ADDRESS])
{
	char host[INET6_ADDRSTRLEN] = "";
	const struct sockaddr_in *four = (const struct sockaddr_in *)address;
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
	if (address->sa_family == AF_INET) {
		inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
		snprintf(text, NET_ADDRESS_ADDRESS, "%s:%d", host, ntohs(four->sin_port));
	} else if (address->sa_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
		inet_ntop(AF_INET, &six->sin6_addr.s6_addr[12], host, sizeof host);
		snprintf(text, NET_ADDRESS_ADDRESS, "%s:%d", host, ntohs(six->sin6_port));
	} else if (address->sa_family == AF_INET6) {
		inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
		snprintf(text, NET_ADDRESS_ADDRESS, "[%s]:%d", host, ntohs(six->sin6_port));
	} else {
		snprintf(text, NET_ADDRESS_ADDRESS, "unix");
	}
}

void net_address_tune(int fd)
{
	static const struct {
		int level, name, value;
	} options[] = {
		{IPPROTO_TCP, TCP_NODELAY, 1},
		{SOL_SOCKET, SO_KEEPALIVE, 1},
		{IPPROTO_TCP, TCP_KEEPIDLE, NET_ADDRESS_SILENCE / 2},
		{IPPROTO_TCP, TCP_KEEPINTVL, NET_ADDRESS_SILENCE / 6},
		{IPPROTO_TCP, TCP_KEEPCNT, 3},
		{IPPROTO_TCP, TCP_USER_TIMEOUT, NET_ADDRESS_SILENCE * 1000},
	};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		setsockopt(fd, options[i].level, options[i].name, &options[i].value, sizeof(int));
}

/* --- Unix sockets --------------------------------------------------------------------------- */

/* A path that fits. */
static struct sockaddr_un net_address_path(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	memcpy(address.sun_path, path, strlen(path) + 1);
	return address;
}

/* A full queue means that a process listens. */
void net_address_sweep(const char *path)
{
	struct sockaddr_un address = net_address_path(path);
	struct stat what;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (lstat(path, &what) == 0 && S_ISSOCK(what.st_mode) && fd >= 0 &&
		connect(fd, (struct sockaddr *)&address, sizeof address) != 0 &&
		errno == ECONNREFUSED)
		unlink(path);
	if (fd >= 0)
		close(fd);
}

static int net_address_listen_local(
	const struct net_address *addr, char address[NET_ADDRESS_ADDRESS], struct error *err)
{
	struct sockaddr_un path = net_address_path(addr->host);
	struct stat there;
	net_address_sweep(addr->host);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	snprintf(address, NET_ADDRESS_ADDRESS, "unix:%s", addr->host);
	if (fd >= 0 && bind(fd, (struct sockaddr *)&path, sizeof path) == 0 &&
		chmod(addr->host, NET_ADDRESS_MODE) == 0 && listen(fd, NET_ADDRESS_BACKLOG) == 0)
		return fd;
	int saved = errno;
	bool other =
		saved == EADDRINUSE && stat(addr->host, &there) == 0 && !S_ISSOCK(there.st_mode);
	error_set(err, "%s", other ? "the path exists and is not a socket" : strerror(saved));
	if (fd >= 0)
		close(fd);
	errno = saved;
	return -1;
}

/* --- connecting ----------------------------------------------------------------------------- */

/* Connects within a limit; without one the kernel tries for minutes if the host does not answer.
 * Closes fd when it fails. */
static int net_address_reach(int fd, const struct sockaddr *address, socklen_t length, usec limit)
{
	const struct timeval patience = time_timeval(limit), forever = {0, 0};
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
	if (connect(fd, address, length) == 0) {
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever);
		return fd;
	}
	int error = errno;
	close(fd);
	errno = error;
	return -1;
}

static void net_address_explain(struct error *err)
{
	bool silent = errno == EINPROGRESS || errno == EAGAIN;
	error_set(err, "%s", silent ? "no answer" : strerror(errno));
}

static int net_address_connect_local(
	const struct net_address *address, usec limit, struct error *err)
{
	struct sockaddr_un path = net_address_path(address->host);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	fd = net_address_reach(fd, (struct sockaddr *)&path, sizeof path, limit);
	if (fd < 0)
		net_address_explain(err);
	return fd;
}

/* --- TCP ------------------------------------------------------------------------------------ */

static struct addrinfo *net_address_find(
	const struct net_address *address, int flags, struct error *err)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
	struct addrinfo *found = NULL;
	int error = getaddrinfo(
		*address->host != '\0' ? address->host : NULL, address->port, &hints, &found);
	if (error == 0)
		return found;
	error_set(err, "%s", gai_strerror(error));
	return NULL;
}

static int net_address_bind(const struct addrinfo *a, char address[NET_ADDRESS_ADDRESS])
{
	static const int yes = 1;
	struct sockaddr_storage bound;
	socklen_t length = sizeof bound;
	int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, NET_ADDRESS_BACKLOG) == 0 &&
		getsockname(fd, (struct sockaddr *)&bound, &length) == 0) {
		net_address_print((struct sockaddr *)&bound, address);
		return fd;
	}
	int saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

static int net_address_listen_tcp(const struct net_address *addr,
	struct net_address_options options, char address[NET_ADDRESS_ADDRESS], struct error *err)
{
	struct addrinfo *found = net_address_find(addr, AI_PASSIVE, err);
	int fd = -1, error = 0;
	if (found == NULL)
		return -1;
	/* :: takes IPv4 too, so with no host it is tried first. */
	const struct addrinfo *a = found;
	for (const struct addrinfo *b = found; *addr->host == '\0' && b != NULL; b = b->ai_next)
		if (b->ai_family == AF_INET6)
			a = b;
	if (options.plain && !options.insecure && !net_address_is_loopback(a->ai_addr)) {
		error_set(err,
			"without TLS the network can read and change all lines; use a loopback address, TLS or --insecure");
	} else {
		fd = net_address_bind(a, address);
		error = errno;
		if (fd < 0)
			error_set(err, "%s", strerror(error));
	}
	freeaddrinfo(found);
	errno = error;
	return fd;
}

int net_address_listen(const struct net_address *addr, struct net_address_options options,
	char address[NET_ADDRESS_ADDRESS], struct error *err)
{
	static const struct timespec pause = {.tv_nsec = NET_ADDRESS_PAUSE * 1000000L};
	for (int tries = 1;; tries++) {
		errno = 0;
		int fd = addr->local ? net_address_listen_local(addr, address, err)
				     : net_address_listen_tcp(addr, options, address, err);
		if (fd >= 0 || errno != EADDRINUSE || tries == NET_ADDRESS_TRIES)
			return fd;
		nanosleep(&pause, NULL);
	}
}

int net_address_connect(
	const struct net_address *address, usec limit, bool *loopback, struct error *err)
{
	*loopback = true;
	if (address->local)
		return net_address_connect_local(address, limit, err);
	struct addrinfo *found = net_address_find(address, 0, err);
	int fd = -1;
	for (const struct addrinfo *a = found; fd < 0 && a != NULL; a = a->ai_next) {
		fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
		fd = net_address_reach(fd, a->ai_addr, a->ai_addrlen, limit);
		if (fd < 0) {
			net_address_explain(err);
			continue;
		}
		*loopback = net_address_is_loopback(a->ai_addr);
		net_address_tune(fd);
	}
	if (found != NULL)
		freeaddrinfo(found);
	return fd;
}

/* --- listeners without descriptors ------------------------------------------------------------- */

enum { NET_ADDRESS_ACCEPT_PAUSE = 100 /* ms */ };

static void net_address_on_pause_over(evutil_socket_t fd, short what, void *listener)
{
	(void)fd, (void)what;
	evconnlistener_enable(listener);
}

static void net_address_on_no_room(struct evconnlistener *listener, void *arg)
{
	static const struct timeval moment = {.tv_usec = NET_ADDRESS_ACCEPT_PAUSE * 1000};
	struct event_base *base = evconnlistener_get_base(listener);
	(void)arg;
	if (event_base_once(base, -1, EV_TIMEOUT, net_address_on_pause_over, listener, &moment) ==
		0)
		evconnlistener_disable(listener);
}

void net_address_pause(struct evconnlistener *listener)
{
	evconnlistener_set_error_cb(listener, net_address_on_no_room);
}

/* --- NATS servers ----------------------------------------------------------------------------- */

/* Names that only begin as an address does lead anywhere. */
static bool broker_address_is_loopback(const char *host)
{
	struct in_addr four;
	return strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 ||
	       (inet_pton(AF_INET, host, &four) == 1 && ntohl(four.s_addr) >> 24 == 127);
}

bool broker_address_is_valid(const char *address, struct error *err)
{
	static const char tls[] = "tls://", plain[] = "nats://";
	struct net_address to;
	bool encrypted = strncmp(address, tls, strlen(tls)) == 0;
	const char *rest = address + (encrypted ? strlen(tls) : strlen(plain));
	if (!encrypted && strncmp(address, plain, strlen(plain)) != 0)
		return error_set(err, "\"%s\" is not tls://HOST:PORT", address);
	if (strpbrk(address, ", ") != NULL)
		return error_set(
			err, "\"%s\" is a list; one server is named, as tls://HOST:PORT", address);
	if (!net_address_read(&to, rest, err))
		return false;
	if (to.local || to.host[0] == '\0')
		return error_set(err, "\"%s\" has no host; tls://HOST:PORT is right", address);
	if (encrypted || broker_address_is_loopback(to.host))
		return true;
	return error_set(err,
		"nats:// sends programs and moves unencrypted, so it is for this machine alone; use tls://%s",
		rest);
}

bool broker_name_is_valid(const char *name, struct error *err)
{
	size_t length = strlen(name);
	if (length > 0 && length < BROKER_NAME &&
		strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
			length)
		return true;
	return error_set(err,
		"\"%s\" is not a name of letters, digits, - and _ with at most %d bytes", name,
		BROKER_NAME - 1);
}
