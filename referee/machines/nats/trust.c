/*
 * trust.c - looks at a key, and asks a NATS server whether it lets any client in.
 */
#include "referee/machines/nats/trust.h"

#include <sys/stat.h>

#include "referee/machines/nats/broker-check.h"

#define TRUST_LIMIT (5 * SECOND)

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

void trust_key(struct parent *p, const char *nkey)
{
	struct stat file;
	if (nkey != NULL && stat(nkey, &file) == 0 && (file.st_mode & (S_IRWXG | S_IRWXO)) != 0)
		parent_say(p, "%s: other users may open the file; `chmod 600` protects it", nkey);
}
