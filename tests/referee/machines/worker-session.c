/*
 * A stream over packets: whatever is lost, repeated, delayed or mixed up on the way, each side gets
 * the bytes that the other sent, in order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/machines/worker-session.h"
#include "tests/lib/suite.h"

enum { QUEUE = 4096, TOTAL = 300000 };

/* A packet on its way. */
struct letter {
	char *data; /* owned */
	size_t length;
	usec due;
};

struct side {
	struct worker_session session;
	struct letter queue[QUEUE]; /* to this side */
	int waiting;
	struct side *other;
	struct wire *wire;
	size_t sent, taken; /* bytes of the stream */
	bool full;	    /* it takes nothing at present */
	int packets;	    /* that it sent */
	enum packet_kind last;
};

struct wire {
	usec now;
	unsigned seed;
	int lost, twice, late; /* of 100 packets */
	bool cut;
};

/* The stream's byte at this place, other bytes in each direction. */
static char byte_at(const struct side *s, size_t place)
{
	return (char)(place * 31 + place / 251 + (size_t)(s->session.run[0] == '0'));
}

static bool chance(struct wire *w, int percent)
{
	w->seed = w->seed * 1103515245 + 12345;
	return (int)(w->seed >> 16) % 100 < percent;
}

static void post(struct side *to, const char *data, size_t length)
{
	struct wire *w = to->wire;
	ck_assert_int_lt(to->waiting, QUEUE);
	struct letter *l = &to->queue[to->waiting++];
	l->data = memory_get(1, length);
	memcpy(l->data, data, length);
	l->length = length;
	l->due = w->now + 1000 + (chance(w, w->late) ? 400000 : 0);
}

static void send_packet(void *owner, const struct packet *p)
{
	struct side *s = owner;
	static char data[WORKER_SESSION_LINE + WORKER_SESSION_BYTES];
	size_t length = packet_write_line(p, data);
	memcpy(data + length, p->bytes, p->length);
	length += p->length;
	s->packets++;
	s->last = p->kind;
	if (s->wire->cut || chance(s->wire, s->wire->lost))
		return;
	post(s->other, data, length);
	if (chance(s->wire, s->wire->twice))
		post(s->other, data, length);
}

static bool take_bytes(void *owner, const char *bytes, size_t length)
{
	struct side *s = owner;
	if (s->full)
		return false;
	for (size_t i = 0; i < length; i++)
		ck_assert_int_eq(bytes[i], byte_at(s->other, s->taken + i));
	s->taken += length;
	return true;
}

static const struct worker_session_calls calls = {send_packet, take_bytes};

static void open_sides(struct side sides[2], struct wire *w)
{
	for (int i = 0; i < 2; i++) {
		sides[i] = (struct side){.other = &sides[1 - i], .wire = w};
		worker_session_open(&sides[i].session, "0123456789abcdef", "00000000000000ff",
			&calls, &sides[i], w->now);
	}
}

static void close_sides(struct side sides[2])
{
	for (int i = 0; i < 2; i++) {
		worker_session_clear(&sides[i].session);
		while (sides[i].waiting > 0)
			free(sides[i].queue[--sides[i].waiting].data);
	}
}

static void deliver(struct side *s)
{
	for (int i = 0; i < s->waiting;) {
		struct letter l = s->queue[i];
		struct packet p;
		if (l.due > s->wire->now) {
			i++;
			continue;
		}
		memmove(&s->queue[i], &s->queue[i + 1],
			(size_t)(--s->waiting - i) * sizeof *s->queue);
		ck_assert(packet_read(&p, l.data, l.length));
		worker_session_take(&s->session, &p, s->wire->now);
		free(l.data);
	}
}

/* Sends what the session has room for, in pieces of odd sizes. */
static void write_more(struct side *s)
{
	static char bytes[WORKER_SESSION_BYTES];
	size_t room = worker_session_room(&s->session);
	size_t length = 1 + s->sent % 7001;
	length = length < room ? length : room;
	length = length < TOTAL - s->sent ? length : TOTAL - s->sent;
	for (size_t i = 0; i < length; i++)
		bytes[i] = byte_at(s, s->sent + i);
	if (length > 0)
		worker_session_send(&s->session, bytes, length, s->wire->now);
	s->sent += length;
}

static void run(struct side sides[2], usec span)
{
	struct wire *w = sides[0].wire;
	for (usec end = w->now + span; w->now < end; w->now += 10000)
		for (int i = 0; i < 2; i++) {
			deliver(&sides[i]);
			worker_session_tick(&sides[i].session, w->now);
		}
}

static const struct wire wires[] = {{.lost = 0}, {.lost = 20}, {.twice = 50}, {.late = 30},
	{.lost = 30, .twice = 30, .late = 30}};

START_TEST(bytes_arrive_whole_and_in_order)
	{
		struct wire w = wires[_i];
		struct side sides[2];
		w.seed = (unsigned)_i + 1;
		w.now = SECOND;
		open_sides(sides, &w);
		for (int turn = 0;
			turn < 60000 && (sides[0].taken < TOTAL || sides[1].taken < TOTAL);
			turn++) {
			write_more(&sides[0]);
			write_more(&sides[1]);
			run(sides, 10000);
		}
		ck_assert_uint_eq(sides[0].taken, TOTAL);
		ck_assert_uint_eq(sides[1].taken, TOTAL);
		w.lost = w.late = 0;
		run(sides, 5 * SECOND);
		ck_assert_uint_eq(sides[0].session.bytes, 0); /* all was confirmed */
		close_sides(sides);
	}
END_TEST

START_TEST(after_a_cut_of_the_network_nothing_is_missing)
	{
		struct wire w = {.now = SECOND};
		struct side sides[2];
		open_sides(sides, &w);
		write_more(&sides[0]);
		w.cut = true;
		write_more(&sides[0]);
		run(sides, 60 * SECOND);
		ck_assert_uint_lt(sides[1].taken, sides[0].sent);
		ck_assert_int_ge(w.now - sides[0].session.heard, 59 * SECOND);
		w.cut = false;
		worker_session_again(&sides[0].session, w.now);
		run(sides, SECOND);
		ck_assert_uint_eq(sides[1].taken, sides[0].sent);
		close_sides(sides);
	}
END_TEST

START_TEST(a_side_that_takes_nothing_gets_no_more_than_the_window)
	{
		struct wire w = {.now = SECOND};
		struct side sides[2];
		static const char bytes[WORKER_SESSION_BYTES];
		size_t sent = 0;
		open_sides(sides, &w);
		sides[1].full = true;
		for (int i = 0; i < 1000; i++) {
			size_t room = worker_session_room(&sides[0].session);
			if (room > 0)
				worker_session_send(&sides[0].session, bytes, room, w.now);
			sent += room;
			run(sides, 20000);
		}
		ck_assert_uint_eq(sent, WORKER_SESSION_WINDOW);
		ck_assert_uint_eq(sides[1].taken, 0);
		close_sides(sides);
	}
END_TEST

START_TEST(a_silent_side_sends_a_beat_each_second)
	{
		struct wire w = {.now = SECOND};
		struct side sides[2];
		open_sides(sides, &w);
		run(sides, 30 * SECOND);
		ck_assert_int_ge(sides[0].packets, 28);
		ck_assert_int_le(sides[0].packets, 31);
		ck_assert_int_eq(sides[0].last, PACKET_BEAT);
		ck_assert_int_le(w.now - sides[1].session.heard, 2 * SECOND);
		close_sides(sides);
	}
END_TEST

START_TEST(a_packet_waits_for_the_one_before_it_only)
	{
		struct wire w = {.now = SECOND};
		struct side sides[2];
		open_sides(sides, &w);
		w.now += SECOND;
		ck_assert_int_eq(worker_session_wait(&sides[0].session, w.now), 0);
		worker_session_send(&sides[0].session, "a", 1, w.now);
		ck_assert_int_eq(worker_session_wait(&sides[0].session, w.now), 2 * MILLISECOND);
		ck_assert_int_eq(worker_session_wait(&sides[0].session, w.now + 1900), 100);
		ck_assert_int_eq(worker_session_wait(&sides[0].session, w.now + 2000), 0);
		/* what is sent again goes before it as well */
		w.now += SECOND;
		worker_session_again(&sides[0].session, w.now);
		ck_assert_int_eq(worker_session_wait(&sides[0].session, w.now), 2 * MILLISECOND);
		close_sides(sides);
	}
END_TEST

static const char *const wrong_packets[] = {"", "x", "0123456789abcdef 00000000000000ff b 1",
	"0123456789abcdef 00000000000000ff b 1 1", "0123456789abcdef 00000000000000ff x 1 1\n",
	"0123456789abcdeg 00000000000000ff b 1 1\n", "0123456789abcdef 00000000000000ff b -1 1\n",
	"0123456789abcdef 00000000000000ff b 4294967296 1\n",
	"0123456789abcdef 00000000000000ff b 99999999999999999999 1\n",
	"0123456789abcdef 00000000000000ff b 1 1 2\n", "0123456789abcdef  00000000000000ff b 1 1\n",
	"0123456789abcdef 00000000000000ff", "0123456789abcdef 00000000000000ff "};

START_TEST(a_malformed_packet_is_refused)
	{
		struct packet p;
		ck_assert(!packet_read(&p, wrong_packets[_i], strlen(wrong_packets[_i])));
	}
END_TEST

START_TEST(a_packet_is_read_as_it_was_written)
	{
		static char data[WORKER_SESSION_LINE + WORKER_SESSION_BYTES + 1];
		struct packet p = {.run = "0123456789abcdef",
			.session = "fedcba9876543210",
			.kind = PACKET_BYTES,
			.number = UINT32_MAX,
			.taken = 7};
		struct packet got;
		size_t line = packet_write_line(&p, data);
		ck_assert(packet_read(&got, data, line + WORKER_SESSION_BYTES));
		ck_assert_str_eq(got.run, p.run);
		ck_assert_str_eq(got.session, p.session);
		ck_assert_uint_eq(got.number, UINT32_MAX);
		ck_assert_uint_eq(got.taken, 7);
		ck_assert_uint_eq(got.length, WORKER_SESSION_BYTES);
		ck_assert(!packet_read(&got, data, line + WORKER_SESSION_BYTES + 1));
	}
END_TEST

SUITE("referee/machines/worker-session",
	LOOP(bytes_arrive_whole_and_in_order, sizeof wires / sizeof *wires),
	CASE(after_a_cut_of_the_network_nothing_is_missing),
	CASE(a_side_that_takes_nothing_gets_no_more_than_the_window),
	CASE(a_silent_side_sends_a_beat_each_second),
	CASE(a_packet_waits_for_the_one_before_it_only),
	LOOP(a_malformed_packet_is_refused, sizeof wrong_packets / sizeof *wrong_packets),
	CASE(a_packet_is_read_as_it_was_written))
