/*
 * broker-address.c - the address of a NATS server, and names in its subjects.
 */
#include "referee/net/broker-address.h"

#include <arpa/inet.h>
#include <string.h>

#include "referee/net/net-address.h"

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
