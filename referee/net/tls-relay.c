/*
 * tls-relay.c - relays of TLS connections whose bots have logged in.
 */
#include "referee/net/tls-relay.h"

#include <event2/event.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/queue.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/net/relay.h"
#include "referee/net/tls.h"

enum { TLS_RELAYS = 4096 };

struct tls_relay {
	TAILQ_ENTRY(tls_relay) entry;
	struct tls_relays *all;
	struct relay relay; /* end 0: the bot */
	int fd, inside;
};

struct tls_relays {
	struct event_base *base;
	TAILQ_HEAD(, tls_relay) list;
	int count;
};

struct tls_relays *tls_relays_create(struct event_base *base)
{
	struct tls_relays *all = memory_get(1, sizeof *all);
	all->base = base;
	TAILQ_INIT(&all->list);
	return all;
}

static void tls_relay_end(struct tls_relay *one)
{
	tls_close(one->relay.ends[0].in);
	bufferevent_free(one->relay.ends[1].in);
	close(one->fd);
	close(one->inside);
	TAILQ_REMOVE(&one->all->list, one, entry);
	one->all->count--;
	free(one);
}

static void tls_relay_over(void *owner, int first)
{
	(void)first;
	tls_relay_end(owner);
}

bool tls_relays_any(const struct tls_relays *all)
{
	return all->count > 0;
}

void tls_relays_free(struct tls_relays *all)
{
	while (!TAILQ_EMPTY(&all->list))
		tls_relay_end(TAILQ_FIRST(&all->list));
	free(all);
}

bool tls_relays_add(struct tls_relays *all, struct bufferevent *tls, int fd, int inside)
{
	struct bufferevent *bev = NULL;
	if (all->count < TLS_RELAYS) {
		fcntl(inside, F_SETFL, fcntl(inside, F_GETFL) | O_NONBLOCK);
		bev = bufferevent_socket_new(all->base, inside, 0);
	}
	if (bev == NULL)
		return false;
	struct tls_relay *one = memory_get(1, sizeof *one);
	*one = (struct tls_relay){.all = all, .fd = fd, .inside = inside};
	one->relay.ends[0].in = one->relay.ends[0].out = tls;
	one->relay.ends[1].in = one->relay.ends[1].out = bev;
	one->relay.ends[1].plain = true;
	one->relay.over = tls_relay_over;
	one->relay.owner = one;
	TAILQ_INSERT_TAIL(&all->list, one, entry);
	all->count++;
	relay_start(&one->relay);
	return true;
}
