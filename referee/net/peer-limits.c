/*
 * peer-limits.c - limits failed logins per source.
 */
#include "referee/net/peer-limits.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/escape.h"
#include "referee/process/crypto.h"
#include "base/rate-limit.h"
#include "referee/net/tokens.h"

/* --- the source of a connection ------------------------------------------------------------- */

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

void peer_address_write(const struct peer_limit_key *key, char address[NET_ADDRESS_ADDRESS])
{
	unsigned char network[16] = {0};
	uint32_t user;
	memcpy(network, key->bytes + 1, sizeof key->bytes - 1);
	memcpy(&user, key->bytes + 1, sizeof user);
	if (key->bytes[0] == PEER_ADDRESS_IPV4)
		inet_ntop(AF_INET, network, address, NET_ADDRESS_ADDRESS);
	else if (key->bytes[0] == PEER_ADDRESS_IPV6)
		inet_ntop(AF_INET6, network, address, NET_ADDRESS_ADDRESS);
	else
		snprintf(address, NET_ADDRESS_ADDRESS, "unix:uid=%u", (unsigned)user);
}

void peer_address_encode(const struct peer_limit_key *key, char text[PEER_ADDRESS_DIGITS + 1])
{
	for (size_t i = 0; i < sizeof key->bytes; i++)
		snprintf(text + 2 * i, 3, "%02x", key->bytes[i]);
}

bool peer_address_decode(struct peer_limit_key *key, const char *text)
{
	if (strlen(text) != PEER_ADDRESS_DIGITS)
		return false;
	for (size_t i = 0; i < sizeof key->bytes; i++) {
		int byte = escape_hex_byte(text + 2 * i);
		if (byte < 0)
			return false;
		key->bytes[i] = (unsigned char)byte;
	}
	return key->bytes[0] == PEER_ADDRESS_USER || key->bytes[0] == PEER_ADDRESS_IPV4 ||
	       key->bytes[0] == PEER_ADDRESS_IPV6;
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

/* --- the limits ----------------------------------------------------------------------------- */

static struct peer_limit *peer_limits_find(
	struct peer_limits *limits, const struct peer_limit_key *key)
{
	for (int i = 0; i < limits->count; i++)
		if (memcmp(&limits->rows[i].key, key, sizeof *key) == 0)
			return &limits->rows[i];
	return NULL;
}

/* A free row; NULL: every source has connections open. */
static struct peer_limit *peer_limits_new(
	struct peer_limits *limits, const struct peer_limit_key *key)
{
	struct peer_limit *row = NULL;
	if (limits->count < PEER_LIMITS_MAX) {
		row = &limits->rows[limits->count++];
	} else {
		for (int i = 0; i < limits->count; i++)
			if (limits->rows[i].open == 0 &&
				(row == NULL || limits->rows[i].last < row->last))
				row = &limits->rows[i];
	}
	if (row != NULL)
		*row = (struct peer_limit){.key = *key};
	return row;
}

bool peer_limits_many(struct peer_limits *limits, const struct peer_limit_key *key)
{
	const struct peer_limit *row = peer_limits_find(limits, key);
	return row != NULL && row->open == PEER_LIMITS_OPEN;
}

bool peer_limits_begin(struct peer_limits *limits, const struct peer_limit_key *key, usec now)
{
	struct peer_limit *row = peer_limits_find(limits, key);
	if (row == NULL)
		row = peer_limits_new(limits, key);
	if (row == NULL)
		return false;
	if (row->failures > 0 && now - row->last >= PEER_LIMITS_FORGET)
		row->failures = 0;
	if (now < row->until || row->open == PEER_LIMITS_OPEN)
		return false;
	row->open++;
	if (row->failures == 0)
		row->last = now;
	return true;
}

bool peer_limits_trusted(struct peer_limits *limits, const struct peer_limit_key *key)
{
	const struct peer_limit *row = peer_limits_find(limits, key);
	assert(row != NULL);
	return row->trusted;
}

usec peer_limits_end(struct peer_limits *limits, const struct peer_limit_key *key,
	enum peer_limit_end end, usec now)
{
	struct peer_limit *row = peer_limits_find(limits, key);
	assert(row != NULL && row->open > 0);
	row->open--;
	row->last = now;
	if (end == PEER_LIMIT_WELCOME) {
		row->trusted = true;
		row->failures = 0;
		row->until = 0;
	}
	if (end == PEER_LIMIT_WELCOME || end == PEER_LIMIT_LOST ||
		(end == PEER_LIMIT_SPARED &&
			rate_limit_charge(&row->charged_until, SECOND, PEER_LIMITS_CROWD, now)))
		return 0;
	if (++row->failures <= PEER_LIMITS_FREE)
		return 0;
	int doublings = row->failures - PEER_LIMITS_FREE - 1;
	usec wait = doublings < 6 ? SECOND << doublings : PEER_LIMITS_LONGEST;
	/* Connections that were open when the penalty began may fail during it. They make it
	 * longer, but not endless. */
	if (row->failures > PEER_LIMITS_FREE + PEER_LIMITS_OPEN)
		row->failures = PEER_LIMITS_FREE + PEER_LIMITS_OPEN;
	row->until = now + wait;
	return wait;
}
