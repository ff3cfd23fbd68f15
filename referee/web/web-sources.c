/*
 * web-sources.c - the web process's load from the readers of each address, and delays for wrong
 * tokens.
 */
#include <arpa/inet.h>
#include <assert.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "referee/base/memory.h"
#include "referee/web/web-connections.h"
#include "referee/net/peer-address.h"
#include "referee/web/web-process.h"

struct web_source *web_source_take(struct web *w, const struct peer_limit_key *key)
{
	struct web_source *s = w->sources;
	while (s != NULL && memcmp(&s->key, key, sizeof *key) != 0)
		s = s->next;
	if (s == NULL) {
		s = memory_get(1, sizeof *s);
		*s = (struct web_source){.key = *key, .next = w->sources};
		w->sources = s;
	}
	s->uses++;
	return s;
}

void web_source_give(struct web *w, struct web_source *s)
{
	struct web_source **at = &w->sources;
	assert(s->uses > 0);
	if (--s->uses > 0)
		return;
	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	free(s);
}

/* Reads an address as in a header: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1]:80. */
static bool source_read(const char *text, size_t length, struct sockaddr_storage *address)
{
	struct sockaddr_in *four = (struct sockaddr_in *)address;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
	char copy[INET6_ADDRSTRLEN + 8];
	if (length >= sizeof copy)
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	char *plain = copy;
	if (*copy == '[') {
		plain++;
		plain[strcspn(plain, "]")] = '\0';
	} else if (strchr(copy, ':') == strrchr(copy, ':')) {
		copy[strcspn(copy, ":")] = '\0';
	}
	*address = (struct sockaddr_storage){.ss_family = AF_INET};
	if (inet_pton(AF_INET, plain, &four->sin_addr) == 1)
		return true;
	address->ss_family = AF_INET6;
	return inet_pton(AF_INET6, plain, &six->sin6_addr) == 1;
}

/* Reads the last address of the last header of this name, which the proxy wrote. False: none. */
static bool source_forwarded(const struct evhttp_request *request, struct sockaddr_storage *address)
{
	const struct evkeyvalq *headers =
		evhttp_request_get_input_headers((struct evhttp_request *)request);
	const char *last = NULL;
	for (const struct evkeyval *h = headers->tqh_first; h != NULL; h = h->next.tqe_next)
		if (strcasecmp(h->key, "X-Forwarded-For") == 0)
			last = h->value;
	if (last == NULL)
		return false;
	const char *comma = strrchr(last, ',');
	last = comma != NULL ? comma + 1 : last;
	last += strspn(last, " \t");
	return source_read(last, strcspn(last, " \t"), address);
}

void web_source_key(const struct web *w, struct evhttp_request *request, struct peer_limit_key *key)
{
	const struct web_connection *c = web_connection_of(w, request);
	struct sockaddr_storage address;
	char text[NET_ADDRESS_ADDRESS];
	*key = c->source->key;
	if (!w->options->proxied || !c->from_here || !source_forwarded(request, &address))
		return;
	*key = (struct peer_limit_key){.bytes = {0}};
	peer_address_of(-1, &address, key, text);
}

bool web_source_https(const struct web *w, struct evhttp_request *request)
{
	const char *by =
		evhttp_find_header(evhttp_request_get_input_headers(request), "X-Forwarded-Proto");
	return w->options->proxied && web_connection_of(w, request)->from_here && by != NULL &&
	       strcasecmp(by, "https") == 0;
}
