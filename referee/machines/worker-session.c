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

/* Copies a name of 16 hexadecimal digits and the blank behind it. */
static const char *packet_read_name(const char *at, const char *end, char name[WORKER_SESSION_NAME])
{
	size_t length = WORKER_SESSION_NAME - 1;
	if (at == NULL || (size_t)(end - at) <= length || at[length] != ' ')
		return NULL;
	memcpy(name, at, length);
	name[length] = '\0';
	return strspn(name, "0123456789abcdef") == length ? at + length + 1 : NULL;
}

/* Reads a number and the byte behind it. */
static const char *packet_read_number(
	const char *at, const char *end, char behind, uint32_t *number)
{
	uint64_t value = 0;
	const char *start = at;
	while (at != NULL && at < end && *at >= '0' && *at <= '9' && value <= UINT32_MAX)
		value = value * 10 + (uint64_t)(*at++ - '0');
	*number = (uint32_t)value;
	return at != NULL && at > start && at < end && *at == behind && value <= UINT32_MAX ? at + 1
											    : NULL;
}

bool packet_read(struct packet *p, const char *data, size_t length)
{
	const char *end = data + length;
	const char *at = packet_read_name(data, end, p->life);
	at = packet_read_name(at, end, p->session);
	if (at == NULL || end - at < 2 || at[1] != ' ' || strchr("jbae", *at) == NULL ||
		*at == '\0')
		return false;
	p->kind = (enum packet_kind) * at;
	at = packet_read_number(at + 2, end, ' ', &p->number);
	at = packet_read_number(at, end, '\n', &p->taken);
	if (at == NULL)
		return false;
	p->bytes = at;
	p->length = (size_t)(end - at);
	return p->length <= WORKER_SESSION_BYTES;
}

size_t packet_write_line(const struct packet *p, char line[WORKER_SESSION_LINE])
{
	return (size_t)snprintf(line, WORKER_SESSION_LINE, "%s %s %c %" PRIu32 " %" PRIu32 "\n",
		p->life, p->session, p->kind, p->number, p->taken);
}

/* --- sending ---------------------------------------------------------------------------------- */

void worker_session_open(struct worker_session *s, const char *life, const char *name,
	const struct worker_session_calls *calls, void *owner, usec now)
{
	*s = (struct worker_session){
		.calls = calls, .owner = owner, .heard = now, .spoke = now, .progress = now};
	snprintf(s->life, sizeof s->life, "%s", life);
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
	memcpy(p.life, s->life, sizeof p.life);
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

static void worker_session_beat(struct worker_session *s, usec now)
{
	s->spoke = now;
	s->confirm = 0;
	worker_session_publish(s, PACKET_BEAT, 0, "", 0);
}

void worker_session_tick(struct worker_session *s, usec now)
{
	if (!TAILQ_EMPTY(&s->sent) && now - s->progress >= WORKER_SESSION_AGAIN)
		worker_session_again(s, now);
	else if ((s->confirm != 0 && now >= s->confirm) || now - s->spoke >= WORKER_SESSION_BEAT)
		worker_session_beat(s, now);
}

void worker_session_end(struct worker_session *s, const char *why)
{
	worker_session_publish(s, PACKET_END, 0, why, strlen(why));
}

/* --- receiving -------------------------------------------------------------------------------- */

/* The other side has taken all packets up to this number. */
static void worker_session_confirmed(struct worker_session *s, uint32_t taken, usec now)
{
	struct worker_session_packet *p;
	while ((p = TAILQ_FIRST(&s->sent)) != NULL && p->number <= taken) {
		worker_session_drop(s, p);
		s->progress = now;
	}
}

void worker_session_take(struct worker_session *s, const struct packet *p, usec now)
{
	s->heard = now;
	worker_session_confirmed(s, p->taken, now);
	if (p->kind != PACKET_BYTES)
		return;
	if (p->number == s->received + 1 && s->calls->take(s->owner, p->bytes, p->length))
		s->received++;
	if (s->confirm == 0)
		s->confirm = now + WORKER_SESSION_SOON;
}
