/*
 * peer-address.c - the source of a connection: addresses and users, reduced to the part that one
 * person cannot change freely.
 */
#include "referee/net/peer-address.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "referee/base/crypto.h"
#include "referee/net/tokens.h"

enum peer_address_kind { PEER_ADDRESS_USER = 1, PEER_ADDRESS_IPV4 = 4, PEER_ADDRESS_IPV6 = 6 };

void peer_address_of(int fd, const struct sockaddr_storage *from, struct peer_limit_key *key,
	char address[NET_ADDRESS_ADDRESS])
{
	struct ucred user = {.uid = (uid_t)-1};
	socklen_t length = sizeof user;
	const struct in6_addr *six = &((const struct sockaddr_in6 *)from)->sin6_addr;
	unsigned char *to = key->bytes;
	net_address_print((const struct sockaddr *)from, address);
	if (from->ss_family == AF_UNIX) {
		getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &user, &length);
		to[0] = PEER_ADDRESS_USER;
		memcpy(to + 1, &user.uid, sizeof user.uid);
		snprintf(address, NET_ADDRESS_ADDRESS, "unix:uid=%d", (int)user.uid);
		return;
	}
	to[0] = PEER_ADDRESS_IPV4; /* all ports share it */
	if (from->ss_family == AF_INET) {
		memcpy(to + 1, &((const struct sockaddr_in *)from)->sin_addr, 4);
	} else if (IN6_IS_ADDR_V4MAPPED(six)) {
		memcpy(to + 1, six->s6_addr + 12, 4);
	} else {
		to[0] = PEER_ADDRESS_IPV6;
		memcpy(to + 1, six->s6_addr, 8);
	}
}

void peer_address_of_name(
	const struct peer_limit_key *from, const char *name, struct peer_limit_key *key)
{
	unsigned char text[sizeof from->bytes + TOKEN_NAME], hash[CRYPTO_BYTES];
	size_t length = strnlen(name, TOKEN_NAME);
	memcpy(text, from->bytes, sizeof from->bytes);
	memcpy(text + sizeof from->bytes, name, length);
	crypto_hash(text, sizeof from->bytes + length, hash);
	memcpy(key->bytes, hash, sizeof key->bytes);
}
