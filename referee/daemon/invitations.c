/*
 * invitations.c - the clients that have proved an invitation.
 */
#include "referee/daemon/invitations.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/exit-status.h"
#include "base/memory.h"
#include "base/time.h"
#include "referee/net/tokens.h"
#include "referee/process/peer.h"

enum {
	INVITATIONS_CLIENTS = 32, /* at a time; a new one replaces the oldest */
	INVITATIONS_LINE = 512,	  /* bytes of the client's line, its LF included */
	INVITATIONS_TRIES = 500,  /* for the lock, and for the listener's answer, ... */
	INVITATIONS_PAUSE = 20	  /* ... this many ms apart */
};

#define INVITATIONS_TIME (20 * SECOND) /* for the client's line, and to read the answer */

#define LINE_STRUCT struct invitation_message

static const struct line_row invitation_rows[] = {
	[INVITATION_JOIN] = {"join",
		{LINE_WORD(name, TOKEN_NAME), LINE_WORD(stored, CRYPTO_TEXT),
			LINE_WORD(server, CRYPTO_TEXT), LINE_WORD(pages, CRYPTO_TEXT)},
		.help = "Makes the token of the bot of this name, which these keys check."},
};

const struct line_table invitation_table = {.name = "client with an invitation to daemon",
	.help = "The answer is `end 0 REASON`, or `end 1 REASON`: it is refused.",
	LINE_TABLE(invitation_rows)};

enum invitation_state { INVITATION_READS, INVITATION_LOCKS, INVITATION_SETTLES };

struct invitation_client {
	TAILQ_ENTRY(invitation_client) entry;
	struct invitations *all;
	enum invitation_state state;
	struct peer *peer;   /* owned, as the next */
	struct event *timer; /* of what it waits for */
	int tries;
	char name[TOKEN_NAME + 1], bot[TOKEN_NAME + 1], address[128];
	struct token_keys keys;
	char *line; /* owned: the answer when it is settled */
};

struct invitations {
	struct invitations_options options;
	TAILQ_HEAD(, invitation_client) clients; /* oldest first */
	int count;
};

static void invitations_drop(struct invitation_client *c)
{
	TAILQ_REMOVE(&c->all->clients, c, entry);
	c->all->count--;
	peer_free(c->peer);
	if (c->timer != NULL)
		event_free(c->timer);
	crypto_forget(&c->keys, sizeof c->keys);
	free(c->line);
	free(c);
}

static void invitations_wait(struct invitation_client *c, usec span)
{
	struct timeval after = time_timeval(span);
	event_add(c->timer, &after);
}

/* --- answers ---------------------------------------------------------------------------------- */

static void invitations_answer(struct invitation_client *c)
{
	peer_put(c->peer, c->line, strlen(c->line));
	peer_close(c->peer, INVITATIONS_TIME);
}

static void invitations_refuse(struct invitation_client *c, const char *why)
{
	c->line = answer_write_end(EXIT_FAULTS, why);
	invitations_answer(c);
}

/* --- the token file --------------------------------------------------------------------------- */

/* Moves one right of the invitation to a row of the bot. False: err has the reason. */
static bool invitations_use(struct invitation_client *c, struct tokens *tokens, struct error *err)
{
	struct token_row *row = tokens_find(tokens, c->name);
	char owner[TOKEN_NAME + 1];
	if (row == NULL)
		return error_set(err, "the invitation is used up; ask for another one");
	if (row->expires <= time_utc() / 1000)
		return error_set(err, "the invitation has expired; ask for another one");
	strcpy(owner, row->owner);
	if (!invitation_fits(tokens, owner, c->bot, err))
		return false;
	if (--row->bots == 0)
		tokens_remove(tokens, row);
	if (!tokens_set(tokens, c->bot, owner, &c->keys))
		return error_set(err, "the referee has too many tokens; tell its operator");
	return true;
}

/* Changes the locked file. False: err has the reason, for the client. */
static bool invitations_change(struct invitation_client *c, struct error *err)
{
	const struct invitations_options *options = &c->all->options;
	struct tokens tokens;
	struct error wrong;
	char line[2 * ERROR_TEXT];
	bool read = token_file_read(options->tokens, false, &tokens, &wrong);
	if (read && !invitations_use(c, &tokens, err)) {
		tokens_clear(&tokens);
		return false;
	}
	bool written = read && token_file_write(options->tokens, &tokens, &wrong);
	if (read)
		tokens_clear(&tokens);
	if (written)
		return true;
	snprintf(line, sizeof line, "<3>listener: invitation %s: %s", c->name, wrong.text);
	options->say(options->arg, line);
	return error_set(err, "the referee cannot store the token; tell its operator");
}

static void invitations_join(struct invitation_client *c)
{
	const struct invitations_options *options = &c->all->options;
	struct error err;
	char line[ERROR_TEXT];
	int lock = token_file_lock(options->tokens, false, &err);
	if (lock < 0 && (errno != EWOULDBLOCK || ++c->tries == INVITATIONS_TRIES)) {
		snprintf(
			line, sizeof line, "<3>listener: invitation %s: %.300s", c->name, err.text);
		options->say(options->arg, line);
		invitations_refuse(c, "the referee cannot lock its tokens; try again later");
		return;
	}
	c->state = INVITATION_LOCKS;
	if (lock < 0) {
		invitations_wait(c, INVITATIONS_PAUSE * MILLISECOND);
		return;
	}
	bool good = invitations_change(c, &err);
	close(lock);
	if (!good) {
		invitations_refuse(c, err.text);
		return;
	}
	snprintf(line, sizeof line, "listener: %s has a token by invitation %s, from %s", c->bot,
		c->name, c->address);
	options->say(options->arg, line);
	snprintf(line, sizeof line, "%s has a token", c->bot);
	c->line = answer_write_end(EXIT_SUCCESS, line);
	c->state = INVITATION_SETTLES;
	c->tries = 0;
	options->changed(options->arg);
	invitations_wait(c, 0);
}

/* --- the client's line ------------------------------------------------------------------------ */

static void invitations_refuse_line(void *arg)
{
	invitations_refuse(arg,
		"the request is wrong; it is join NAME and three keys of 64 hexadecimal digits");
}

static bool invitations_take_line(void *arg, char *line)
{
	struct invitation_client *c = arg;
	struct invitation_message m;
	peer_ignore(c->peer);
	peer_limit(c->peer, 0);
	if (line_table_read(&invitation_table, &m, line, 0) != LINE_TABLE_RIGHT ||
		!token_name_is_good(m.name) || !crypto_read(m.stored, c->keys.stored) ||
		!crypto_read(m.server, c->keys.server) || !crypto_read(m.pages, c->keys.pages)) {
		invitations_refuse_line(c);
		return true;
	}
	snprintf(c->bot, sizeof c->bot, "%s", m.name);
	invitations_join(c);
	return true;
}

static void invitations_on_ended(void *arg, const struct peer_end *end)
{
	(void)end;
	invitations_drop(arg);
}

static const struct peer_kind invitations_peer = {.line_most = INVITATIONS_LINE,
	.line = invitations_take_line,
	.overlong = invitations_refuse_line,
	.ended = invitations_on_ended};

static void invitations_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct invitation_client *c = arg;
	const struct invitations_options *options = &c->all->options;
	(void)fd, (void)what;
	if (c->state == INVITATION_LOCKS)
		invitations_join(c);
	else if (options->settled(options->arg) || ++c->tries == INVITATIONS_TRIES)
		invitations_answer(c);
	else
		invitations_wait(c, INVITATIONS_PAUSE * MILLISECOND);
}

/* --- life cycle ------------------------------------------------------------------------------- */

struct invitations *invitations_create(const struct invitations_options *options)
{
	struct invitations *invitations = memory_get(1, sizeof *invitations);
	invitations->options = *options;
	TAILQ_INIT(&invitations->clients);
	return invitations;
}

void invitations_take(void *arg, const char *name, const char *address, int fd)
{
	struct invitations *invitations = arg;
	struct invitation_client *c = memory_get(1, sizeof *c);
	if (invitations->count == INVITATIONS_CLIENTS)
		invitations_drop(TAILQ_FIRST(&invitations->clients));
	*c = (struct invitation_client){.all = invitations};
	snprintf(c->name, sizeof c->name, "%s", name);
	snprintf(c->address, sizeof c->address, "%s", address);
	TAILQ_INSERT_TAIL(&invitations->clients, c, entry);
	invitations->count++;
	c->timer = evtimer_new(invitations->options.base, invitations_on_timer, c);
	c->peer = peer_create(invitations->options.base, &invitations_peer, c);
	peer_limit(c->peer, INVITATIONS_TIME);
	if (!peer_attach(c->peer, fd) || c->timer == NULL)
		invitations_drop(c);
}

void invitations_free(struct invitations *invitations)
{
	if (invitations == NULL)
		return;
	while (!TAILQ_EMPTY(&invitations->clients))
		invitations_drop(TAILQ_FIRST(&invitations->clients));
	free(invitations);
}
