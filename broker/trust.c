/*
 * trust.c - asks a NATS server whether it lets any client in.
 */
#include "broker/trust.h"

#include "referee/net/broker-check.h"

#define TRUST_LIMIT SECOND

bool trust_server(struct parent *p, const char *url)
{
	struct error err;
	enum broker_access access = broker_probe(url, TRUST_LIMIT, &err);
	if (access == BROKER_OPEN)
		parent_say(p, "broker %s is not used: %s", url, err.text);
	else if (access == BROKER_LOCAL)
		parent_say(p, "broker %s: %s", url, err.text);
	return access != BROKER_OPEN;
}
