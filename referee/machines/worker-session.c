/*
 * worker-session.c - a stream of bytes over packets that may be lost.
 */
#include "referee/machines/worker-session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/memory.h"

struct worker_session_packet {
	TAILQ_ENTRY(worker_session_packet) entry;
	uint32_t number;
	size_t length;
	char bytes[];
};

/* --- packets ---------------------------------------------------------------------------------- */

void packet_draw_name(char name[WORKER_SESSION_NAME])
{
	uint64_t bits;
	if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
		abort();
	snprintf(name, WORKER_SESSION_NAME, "%016" PRIx64, bits);
}

#define LINE_STRUCT struct packet
#define NUMBERS                                                                                    \
	{                                                                                          \
		LINE_NUMBER(number, 0, UINT32_MAX), LINE_NUMBER(taken, 0, UINT32_MAX)              \
	}

static const struct line_row packet_rows[] = {
	[PACKET_JOIN] = {"j", NUMBERS,
		.help = "Of a worker that wants to play for this run; its pool follows."},
	[PACKET_BYTES] = {"b", NUMBERS, .help = "The next bytes of the stream follow."},
	[PACKET_BEAT] = {"a", NUMBERS, .help = "Confirms packets, and says that the sender lives."},
	[PACKET_END] = {"e", NUMBERS, .help = "The session has ended; the reason follows."},
};

const struct line_table packet_table = {.name = "packets of a session at a broker",
	.help = "The run and the session stand before each line, 16 hexadecimal digits each. NUMBER "
		"counts the packets with bytes, from 1; TAKEN is that of the last one that the "
		"sender took.",
	LINE_TABLE(packet_rows)};

/* Copies a name and the blank behind it. */
static bool packet_read_name(const char *at, char name[WORKER_SESSION_NAME])
{
	snprintf(name, WORKER_SESSION_NAME, "%.*s", WORKER_SESSION_NAME - 1, at);
	return strspn(name, "0123456789abcdef") == WORKER_SESSION_NAME - 1 &&
	       at[WORKER_SESSION_NAME - 1] == ' ';
}

bool packet_read(struct packet *p, const char *data, size_t length)
{
	char line[WORKER_SESSION_LINE], run[WORKER_SESSION_NAME], session[WORKER_SESSION_NAME];
	size_t most = length < sizeof line ? length : sizeof line;
	const char *end = memchr(data, '\n', most);
	if (end == NULL)
		return false;
	snprintf(line, sizeof line, "%.*s", (int)(end - data), data);
	if (!packet_read_name(line, run) ||
		!packet_read_name(line + WORKER_SESSION_NAME, session) ||
		line_table_read(&packet_table, p, line + (size_t)2 * WORKER_SESSION_NAME, 0) !=
			LINE_TABLE_RIGHT)
		return false;
	memcpy(p->run, run, sizeof run);
	memcpy(p->session, session, sizeof session);
	p->bytes = end + 1;
	p->length = length - (size_t)(p->bytes - data);
	return p->length <= WORKER_SESSION_BYTES;
}

size_t packet_write_line(const struct packet *p, char line[WORKER_SESSION_LINE])
{
	int names = snprintf(line, WORKER_SESSION_LINE, "%s %s ", p->run, p->session);
	return (size_t)names + line_table_write(&packet_table, p, line + names,
				       (size_t)(WORKER_SESSION_LINE - names));
}

/* --- sending ---------------------------------------------------------------------------------- */

void worker_session_open(struct worker_session *s, const char *run, const char *name,
	const struct worker_session_calls *calls, void *owner, usec now)
{
	*s = (struct worker_session){
		.calls = calls, .owner = owner, .heard = now, .spoke = now, .progress = now};
	snprintf(s->run, sizeof s->run, "%s", run);
	snprintf(s->name, sizeof s->name, "%s", name);
	TAILQ_INIT(&s->sent);
}

static void worker_session_drop(struct worker_session *s, struct worker_session_packet *p)
{
	TAILQ_REMOVE(&s->sent, p, entry);
	s->bytes -= p->length;
	free(p);
}

void worker_session_clear(struct worker_session *s)
{
	struct worker_session_packet *p;
	while (s->calls != NULL && (p = TAILQ_FIRST(&s->sent)) != NULL)
		worker_session_drop(s, p);
}

static void worker_session_publish(struct worker_session *s, enum packet_kind kind, uint32_t number,
	const char *bytes, size_t length)
{
	struct packet p = {.kind = kind,
		.number = number,
		.taken = s->received,
		.bytes = bytes,
		.length = length};
	memcpy(p.run, s->run, sizeof p.run);
	memcpy(p.session, s->name, sizeof p.session);
	s->calls->send(s->owner, &p);
}

size_t worker_session_room(const struct worker_session *s)
{
	size_t left = s->bytes < WORKER_SESSION_WINDOW ? WORKER_SESSION_WINDOW - s->bytes : 0;
	return left < WORKER_SESSION_BYTES ? left : WORKER_SESSION_BYTES;
}

void worker_session_send(struct worker_session *s, const char *bytes, size_t length, usec now)
{
	struct worker_session_packet *p = memory_get(1, sizeof *p + length);
	p->number = ++s->number;
	p->length = length;
	memcpy(p->bytes, bytes, length);
	if (TAILQ_EMPTY(&s->sent))
		s->progress = now;
	TAILQ_INSERT_TAIL(&s->sent, p, entry);
	s->bytes += length;
	s->spoke = now;
	s->confirm = 0;
	worker_session_publish(s, PACKET_BYTES, p->number, p->bytes, length);
}

usec worker_session_wait(const struct worker_session *s, usec now)
{
	usec since = now - s->spoke;
	return since < WORKER_SESSION_GATHER ? WORKER_SESSION_GATHER - since : 0;
}

void worker_session_again(struct worker_session *s, usec now)
{
	const struct worker_session_packet *p;
	size_t bytes = 0;
	s->progress = s->spoke = now;
	s->confirm = 0;
	TAILQ_FOREACH (p, &s->sent, entry) {
		worker_session_publish(s, PACKET_BYTES, p->number, p->bytes, p->length);
		if ((bytes += p->length) >= WORKER_SESSION_AGAIN_MAX)
			break;
	}
}

void worker_session_tick(struct worker_session *s, usec now)
{
	if (!TAILQ_EMPTY(&s->sent) && now - s->progress >= WORKER_SESSION_AGAIN) {
		worker_session_again(s, now);
	} else if ((s->confirm != 0 && now >= s->confirm) ||
		   now - s->spoke >= WORKER_SESSION_BEAT) {
		s->spoke = now;
		s->confirm = 0;
		worker_session_publish(s, PACKET_BEAT, 0, "", 0);
	}
}

void worker_session_end(struct worker_session *s, const char *why)
{
	worker_session_publish(s, PACKET_END, 0, why, strlen(why));
}

/* --- receiving -------------------------------------------------------------------------------- */

void worker_session_take(struct worker_session *s, const struct packet *p, usec now)
{
	struct worker_session_packet *sent;
	s->heard = now;
	while ((sent = TAILQ_FIRST(&s->sent)) != NULL && sent->number <= p->taken) {
		worker_session_drop(s, sent);
		s->progress = now;
	}
	if (p->kind != PACKET_BYTES)
		return;
	if (p->number == s->received + 1 && s->calls->take(s->owner, p->bytes, p->length))
		s->received++;
	if (s->confirm == 0)
		s->confirm = now + WORKER_SESSION_SOON;
}
