/*
 * The main process's side of a broker, with a clock of the test: which workers it takes, what they
 * and the main process say to each other, and what ends a session.
 */
#include "tests/lib/broker-double.h"

#include "referee/machines/nats/main-side.c" /* its functions are static */

#include <fcntl.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "base/version.h"

#define RUN	 "0123456789abcdef" /* of no main process here */
#define FIRST	 "00000000000000a1"
#define SECOND_	 "00000000000000a2"
#define GREETING "worker 4 " VERSION "\n"
#define FACTS	 GREETING "facts liar liars x86_64 " VERSION " - %d 0 0 0 0 - - -\n"
#define ONE	 GREETING "facts x any x " VERSION " - 1 0 0 0 0 - - -\n"

static struct main_side_terms terms = {
	.nats = {.url = "tls://main:4222"}, .pool = "any", .silence = 30 * SECOND};
static struct main_side side;

static void side_open(void)
{
	struct error err;
	broker_clear();
	side = (struct main_side){.terms = &terms, .base = event_base_new()};
	side.manifest.text = strdup("plan\n");
	side.manifest.size = strlen(side.manifest.text);
	ck_assert(parent_open(&side.parent, side.base, -1, main_side_on_parent, &side));
	ck_assert(main_side_begin(&side, &err));
	broker.calls->connected(broker.owner);
	ck_assert_str_eq(broker.said, "say workers can come through tls://main:4222\n");
	*broker.said = '\0';
}

static void side_close(void)
{
	struct main_session *s;
	while ((s = TAILQ_FIRST(&side.sessions)) != NULL)
		main_side_drop(&side, s);
	event_free(side.tick);
	event_base_free(side.base);
	worker_manifest_clear(&side.manifest);
	if (broker.given >= 0)
		close(broker.given);
}

/* The main process says a line. */
static void side_order(const char *text)
{
	struct fd_message message = {.count = 0};
	snprintf(message.text, sizeof message.text, "%s", text);
	side.parent.take(side.parent.owner, &message);
}

/* Time passes, with a tick each 50 ms. */
static void side_pass(usec span)
{
	for (usec end = broker.now + span; broker.now < end;) {
		broker.now += WORKER_SESSION_SOON;
		main_side_on_tick(-1, 0, &side);
	}
}

/* Handles input from the main process. */
static void side_turn(void)
{
	event_base_loop(side.base, EVLOOP_NONBLOCK);
}

static void hear(const char *session, char kind, unsigned number, const char *bytes)
{
	broker_hear("w.lab.x1", side.run, session, kind, number, 0, bytes);
}

/* A worker that joins, says its facts, and is ready. */
static void hear_worker(const char *session, int slots)
{
	char facts[256];
	snprintf(facts, sizeof facts, FACTS, slots);
	hear(session, 'j', 0, "any");
	hear(session, 'b', 1, facts);
	hear(session, 'b', 2, "ready\n");
}

/* The lines of the worker that the main process reads, in a static buffer. */
static const char *given(void)
{
	static char text[4096];
	size_t used = 0;
	ssize_t count;
	fcntl(broker.given, F_SETFL, O_NONBLOCK);
	side_turn();
	while ((count = read(broker.given, text + used, sizeof text - 1 - used)) > 0)
		used += (size_t)count;
	text[used] = '\0';
	return text;
}

/* The last packet is the end of this session, for this reason. */
static void is_end(const char *session, const char *why)
{
	const struct broker_packet *last = broker_last();
	ck_assert_str_eq(last->subject, "r.lab.x1");
	ck_assert_str_eq(last->p.session, session);
	ck_assert_str_eq(last->p.run, side.run);
	ck_assert_int_eq(last->p.kind, PACKET_END);
	ck_assert_str_eq(last->bytes, why);
}

/* --- joining ---------------------------------------------------------------------------------- */

START_TEST(it_listens_to_all_workers_and_says_hello_while_they_are_wanted)
	{
		char want[128];
		side_open();
		ck_assert_str_eq(broker.subjects, "w.*.* ");
		side_pass(3 * SECOND);
		ck_assert_str_eq(broker.hellos, "");
		side_order("call yes");
		side_pass(SECOND);
		snprintf(want, sizeof want, "hello.any %s 0\n", side.run);
		ck_assert_str_eq(broker.hellos, want);
		hear_worker(FIRST, 3);
		hear_worker(SECOND_, 4);
		*broker.hellos = '\0';
		side_pass(2 * SECOND);
		snprintf(want, sizeof want, "hello.any %s 7\nhello.any %s 7\n", side.run, side.run);
		ck_assert_str_eq(broker.hellos, want);
		*broker.hellos = '\0';
		side_order("call no");
		side_pass(2 * SECOND);
		ck_assert_str_eq(broker.hellos, "");
		side_close();
	}
END_TEST

START_TEST(a_worker_that_is_not_wanted_is_told_so)
	{
		side_open();
		hear(FIRST, 'j', 0, "any");
		is_end(FIRST, "no workers are needed now");
		ck_assert_int_eq(side.count, 0);
		side_close();
	}
END_TEST

/* A key has a quarter of the places. */
START_TEST(a_name_has_256_sessions_and_all_have_1024)
	{
		char session[24], subject[32];
		int taken = 0;
		side_open();
		side_order("call yes");
		for (int key = 0; key < 5; key++)
			for (int i = 0; i < 257; i++) {
				snprintf(session, sizeof session, "%016x", key * 1000 + i);
				snprintf(subject, sizeof subject, "w.lab%d.x", key);
				broker.packets_count = 0;
				broker_hear(subject, side.run, session, 'j', 0, 0, "any");
				taken++;
				if (i < 256 && key < 4)
					ck_assert_int_eq(broker.packets_count, 0);
				else
					ck_assert_str_eq(
						broker_last()->bytes, "it has enough workers");
			}
		ck_assert_int_eq(side.count, 1024);
		side_close();
	}
END_TEST

/* Packets that are none, of another run, or from a subject that is none. */
START_TEST(what_is_no_packet_for_it_is_not_answered)
	{
		static const char *const subjects[] = {"w.lab", "w.lab.x1.y", "x.lab.x1", "w..x1",
			"w.lab.", "w.l b.x1", "w.lab.x\xc3\xa4"};
		side_open();
		side_order("call yes");
		broker.calls->message(broker.owner, "w.lab.x1", "hello", 5);
		broker_hear("w.lab.x1", RUN, FIRST, 'j', 0, 0, "any");
		for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
			broker_hear(subjects[i], side.run, FIRST, 'j', 0, 0, "any");
		/* The end of a session that is over needs no answer, else two sides never end. */
		hear(FIRST, 'e', 0, "it ended");
		ck_assert_int_eq(broker.packets_count, 0);
		ck_assert_int_eq(side.count, 0);
		hear(FIRST, 'b', 1, "x");
		is_end(FIRST, "the session is over");
		hear(FIRST, 'a', 0, "");
		is_end(FIRST, "the session is over");
		side_close();
	}
END_TEST

START_TEST(a_session_belongs_to_the_worker_that_opened_it)
	{
		side_open();
		side_order("call yes");
		hear(FIRST, 'j', 0, "any");
		broker_hear("w.lab.x2", side.run, FIRST, 'b', 1, 0, "garbage\n");
		broker_hear("w.lab2.x1", side.run, FIRST, 'b', 1, 0, "garbage\n");
		broker_hear("w.lab2.x1", side.run, FIRST, 'e', 0, 0, "it ended");
		side_pass(SECOND);
		ck_assert_int_eq(side.count, 1);
		ck_assert_str_eq(broker.said, "");
		hear(FIRST, 'e', 0, "it ended");
		side_pass(SECOND);
		ck_assert_int_eq(side.count, 0);
		ck_assert_str_eq(broker.said, ""); /* an end in good order is no news */
		side_close();
	}
END_TEST

/* --- the conversation ------------------------------------------------------------------------- */

/* A join that is repeated is answered by a beat, and not taken for a second session. */
START_TEST(a_join_is_answered_by_a_beat_soon)
	{
		side_open();
		side_order("call yes");
		hear(FIRST, 'j', 0, "any");
		hear(FIRST, 'j', 0, "any");
		ck_assert_int_eq(side.count, 1);
		ck_assert_int_eq(broker.packets_count, 0);
		side_pass(WORKER_SESSION_SOON);
		ck_assert_int_eq(broker.packets_count, 1);
		ck_assert_int_eq(broker_last()->p.kind, PACKET_BEAT);
		ck_assert_str_eq(broker_last()->subject, "r.lab.x1");
		side_close();
	}
END_TEST

/* The name is that of its key, the pool ours, whatever the worker says. */
START_TEST(a_worker_that_is_ready_is_passed_on_under_the_name_of_its_key)
	{
		side_open();
		side_order("call yes");
		hear(FIRST, 'j', 0, "any");
		hear(FIRST, 'b', 1,
			GREETING "facts liar liars x86_64 " VERSION " - 3 0 0 0 0 - - -\n");
		ck_assert_str_eq(broker_last()->bytes, "plan\n");
		ck_assert_str_eq(broker.packets[broker.packets_count - 2].bytes, "config 5\n");
		ck_assert_str_eq(broker.said, "");
		hear(FIRST, 'b', 2, "cannot 0 no python\nready\n1 game 7 1000\n");
		ck_assert_str_eq(broker.said, "session\n"); /* once, though three lines came */
		const char *lines = given();
		ck_assert_msg(strstr(lines, "cannot 0 no python\nfacts lab any x86_64 " VERSION
					    " - 3 0 0 0 0 - - -\n") == lines,
			"%s", lines);
		ck_assert_ptr_nonnull(strstr(lines, "\n1 game 7 1000\n"));
		side_close();
	}
END_TEST

/* A folder of bots is sent in packets, behind the line that names it. */
START_TEST(a_folder_that_a_worker_needs_is_sent)
	{
		static const char digest[] =
			"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
		static char bytes[2 * WORKER_SESSION_BYTES + 100];
		char line[128];
		size_t sent = 0;
		int number = 0;
		side_open();
		side.manifest.folders = memory_get(1, sizeof *side.manifest.folders);
		side.manifest.folders_count = 1;
		struct worker_manifest_folder *f = side.manifest.folders;
		f->place = memory_copy("/nowhere");
		strcpy(f->digest, digest);
		f->bytes = sizeof bytes;
		f->file = memfd_create("bundle", 0);
		memset(bytes, 'x', sizeof bytes);
		ck_assert_int_eq(write(f->file, bytes, sizeof bytes), sizeof bytes);
		side_order("call yes");
		hear(FIRST, 'j', 0, "any");
		hear(FIRST, 'b', 1, ONE);
		snprintf(line, sizeof line, "folder %s %zu\n", digest, sizeof bytes);
		ck_assert_str_eq(broker_last()->bytes, line);
		int first = broker.packets_count;
		snprintf(line, sizeof line, "need %s\n", digest);
		hear(FIRST, 'b', 2, line);
		snprintf(line, sizeof line, "bundle %s %zu\n", digest, sizeof bytes);
		ck_assert_str_eq(broker.packets[first].bytes, line);
		for (int i = first + 1; i < broker.packets_count; i++, number++) {
			ck_assert_int_eq(broker.packets[i].bytes[0], 'x');
			ck_assert_uint_le(broker.packets[i].length, WORKER_SESSION_BYTES);
			sent += broker.packets[i].length;
		}
		ck_assert_uint_eq(sent, sizeof bytes);
		ck_assert_int_eq(number, 3);
		ck_assert_str_eq(broker.said, "");
		side_close();
	}
END_TEST

START_TEST(what_the_main_process_says_goes_to_the_worker)
	{
		side_open();
		side_order("call yes");
		hear_worker(FIRST, 1);
		broker.now += SECOND; /* nothing has gone lately: at once */
		ck_assert_int_eq(write(broker.given, "1 play 7\n", 9), 9);
		side_turn();
		ck_assert_str_eq(broker_last()->bytes, "1 play 7\n");
		/* Requests within 2 ms share a packet. */
		int before = broker.packets_count;
		broker.now += WORKER_SESSION_GATHER / 2;
		ck_assert_int_eq(write(broker.given, "1 play 8\n", 9), 9);
		side_turn();
		ck_assert_int_eq(broker.packets_count, before);
		ck_assert_int_eq(write(broker.given, "1 play 9\n", 9), 9);
		while (broker.packets_count == before)
			event_base_loop(side.base, EVLOOP_ONCE);
		ck_assert_int_eq(broker_last()->p.number, 4); /* config, plan, 7 */
		ck_assert_int_eq(strncmp(broker_last()->bytes, "1 play 8\n", 9), 0);
		side_close();
	}
END_TEST

START_TEST(the_main_process_ends_a_session_by_closing_it)
	{
		side_open();
		side_order("call yes");
		hear_worker(FIRST, 1);
		close(broker.given);
		broker.given = -1;
		side_turn();
		side_pass(WORKER_SESSION_SOON);
		is_end(FIRST, "it has no games");
		ck_assert_int_eq(side.count, 0);
		ck_assert_str_eq(broker.said, "session\n"); /* no news */
		side_close();
	}
END_TEST

START_TEST(a_worker_that_the_main_process_cannot_take_is_ended)
	{
		side_open();
		side_order("call yes");
		broker.deaf = true;
		hear_worker(FIRST, 1);
		side_pass(WORKER_SESSION_SOON);
		is_end(FIRST, "the main process cannot take it");
		ck_assert_str_eq(broker.said, "say worker lab: the main process cannot take it\n");
		side_close();
	}
END_TEST

/* --- silence ---------------------------------------------------------------------------------- */

START_TEST(a_worker_is_silent_after_the_time_of_the_tournament)
	{
		side_open();
		side_order("call yes");
		hear(FIRST, 'j', 0, "any"); /* it never greets: that is not worth a line */
		hear_worker(SECOND_, 1);
		*broker.said = '\0';
		side_pass(30 * SECOND);
		ck_assert_int_eq(side.count, 2);
		side_pass(WORKER_SESSION_SOON);
		is_end(SECOND_, "it is silent");
		ck_assert_int_eq(side.count, 0);
		ck_assert_str_eq(broker.said, "say worker lab: it is silent\n");
		side_close();
	}
END_TEST

/* The link beats, and the worker behind it says nothing. */
START_TEST(a_worker_that_hangs_behind_its_link_is_silent_too)
	{
		terms.silence = 10 * SECOND;
		side_open();
		side_order("call yes");
		hear_worker(FIRST, 1);
		*broker.said = '\0';
		for (int i = 0; i < 10; i++) {
			side_pass(SECOND);
			hear(FIRST, 'a', 0, "");
			ck_assert_int_eq(side.count, 1);
		}
		side_pass(SECOND);
		is_end(FIRST, "its link lives, and it is silent");
		ck_assert_str_eq(broker.said, "say worker lab: its link lives, and it is silent\n");
		side_close();
		terms.silence = 30 * SECOND;
	}
END_TEST

/* --- workers that break the rules ------------------------------------------------------------- */

START_TEST(a_worker_whose_conversation_is_wrong_stays_away_for_ten_seconds)
	{
		side_open();
		side_order("call yes");
		hear(FIRST, 'j', 0, "any");
		hear(FIRST, 'b', 1, GREETING "facts x any\n");
		side_pass(WORKER_SESSION_SOON);
		is_end(FIRST, "its facts are malformed: \"facts x any\"");
		ck_assert_str_eq(
			broker.said, "say worker lab: its facts are malformed: \"facts x any\"\n");
		usec since = broker.now - WORKER_SESSION_SOON;
		broker.now = since + 10 * SECOND - 1;
		hear(SECOND_, 'j', 0, "any");
		ck_assert_int_eq(side.count, 0);
		ck_assert_int_eq(broker_last()->p.kind, PACKET_END);
		broker.now = since + 10 * SECOND;
		hear(SECOND_, 'j', 0, "any");
		ck_assert_int_eq(side.count, 1);
		side_close();
	}
END_TEST

START_TEST(a_worker_that_is_barred_stays_away_for_ten_minutes)
	{
		side_open();
		side_order("call yes");
		side_order("bar lab");
		usec since = broker.now;
		hear(FIRST, 'j', 0, "any");
		ck_assert_int_eq(side.count, 0);
		broker_hear("w.lab2.x1", side.run, SECOND_, 'j', 0, 0, "any");
		ck_assert_int_eq(side.count, 1); /* another */
		broker.now = since + 600 * SECOND - 1;
		hear(FIRST, 'j', 0, "any");
		ck_assert_int_eq(side.count, 1);
		broker.now = since + 600 * SECOND;
		hear(FIRST, 'j', 0, "any");
		ck_assert_int_eq(side.count, 2);
		side_close();
	}
END_TEST

/* A key can open many sessions: lines about their ends are limited. */
START_TEST(ends_of_many_sessions_are_not_all_told)
	{
		char session[24];
		int lines = 0;
		side_open();
		side_order("call yes");
		for (int i = 0; i < 200; i++) {
			char subject[32];
			snprintf(subject, sizeof subject, "w.lab%d.x", i);
			snprintf(session, sizeof session, "%016x", i);
			broker_hear(subject, side.run, session, 'j', 0, 0, "any");
			broker_hear(subject, side.run, session, 'b', 1, 0, "nonsense\n");
		}
		side_pass(WORKER_SESSION_SOON);
		ck_assert_int_eq(side.count, 0);
		for (const char *at = broker.said; (at = strchr(at, '\n')) != NULL; at++)
			lines++;
		ck_assert_int_eq(lines, RATE_LIMIT_BURST);
		side_close();
	}
END_TEST

/* --- the server ------------------------------------------------------------------------------- */

START_TEST(packets_that_were_lost_with_the_connection_are_sent_again)
	{
		side_open();
		side_order("call yes");
		hear(FIRST, 'j', 0, "any");
		hear(FIRST, 'b', 1, ONE);
		int before = broker.packets_count;
		broker.calls->disconnected(broker.owner, "the connection was lost");
		ck_assert_str_eq(broker.said,
			"say broker tls://main:4222: the connection was lost; it is tried again\n");
		broker.calls->connected(broker.owner);
		ck_assert_int_eq(broker.packets_count, before + 2);
		ck_assert_str_eq(broker_last()->bytes, "plan\n");
		side_close();
	}
END_TEST

START_TEST(a_server_that_refuses_or_lets_anybody_in_ends_it)
	{
		side_open();
		broker.calls->closed(broker.owner, "it does not know the key");
		ck_assert_str_eq(
			broker.said, "say broker tls://main:4222: it does not know the key\n");
		ck_assert_int_eq(side.status, EXIT_FAILURE);
		ck_assert(event_base_got_break(side.base));
		side.status = 0;
		broker.untrusted = true;
		broker.calls->connected(broker.owner);
		ck_assert_int_eq(side.status, EXIT_FAILURE);
		side_close();
	}
END_TEST

/* --- the process ------------------------------------------------------------------------------ */

static int offer_file(void)
{
	struct worker_manifest manifest = {.text = strdup("plan\n"), .size = 5};
	int file = worker_manifest_save(&manifest);
	worker_manifest_clear(&manifest);
	ck_assert_int_ge(file, 0);
	return file;
}

static struct event_base *loop;

static void on_end(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	event_base_loopbreak(arg);
}

/* The loop ends at once. */
static void end_soon(void)
{
	const struct timeval none = {0};
	struct main_side *m = broker.owner;
	loop = m->base;
	event_base_once(loop, -1, EV_TIMEOUT, on_end, loop, &none);
}

static int run(const void *arg)
{
	return main_side_run(arg);
}

START_TEST(it_says_why_it_cannot_begin)
	{
		static const struct {
			bool unread, unconfined, refused;
			const char *said;
		} rows[] = {
			{true, false, false, "say the bots cannot be read\n"},
			{false, true, false,
				"say it cannot give up its rights: Permission denied\n"},
			{false, false, true, "say tls://main:4222: no connection\n"},
			{false, false, false, ""},
		};
		struct main_side_terms own = terms;
		broker_clear();
		broker.unconfined = rows[_i].unconfined;
		broker.refused = rows[_i].refused;
		broker.opened = end_soon;
		own.manifest = rows[_i].unread ? memfd_create("empty", 0) : offer_file();
		errno = EACCES;
		int status = broker_run_apart(run, &own);
		const char *said = *rows[_i].said != '\0' ? rows[_i].said : "flushed\n";
		ck_assert_str_eq(broker.said, said);
		ck_assert_int_eq(status, *rows[_i].said != '\0' ? EXIT_FAILURE : EXIT_SUCCESS);
		close(own.manifest);
	}
END_TEST

/* --- bars ------------------------------------------------------------------------------------- */

static struct main_side_bars bars;

START_TEST(a_worker_stays_away_until_its_time)
	{
		memset(&bars, 0, sizeof bars);
		ck_assert(!main_side_is_barred(&bars, "lab01", 0));
		main_side_bar(&bars, "lab01", 100);
		main_side_bar(&bars, "lab02", 200);
		ck_assert(main_side_is_barred(&bars, "lab01", 99));
		ck_assert(!main_side_is_barred(&bars, "lab01", 100));
		ck_assert(main_side_is_barred(&bars, "lab02", 199));
		ck_assert(!main_side_is_barred(&bars, "lab03", 0));
		ck_assert(!main_side_is_barred(&bars, "lab0", 0));
		ck_assert(!main_side_is_barred(&bars, "", 0));
	}
END_TEST

START_TEST(a_longer_bar_counts_and_a_shorter_one_does_not)
	{
		memset(&bars, 0, sizeof bars);
		main_side_bar(&bars, "lab01", 600);
		main_side_bar(&bars, "lab01", 10);
		ck_assert(main_side_is_barred(&bars, "lab01", 599));
		main_side_bar(&bars, "lab01", 700);
		ck_assert(main_side_is_barred(&bars, "lab01", 699));
		ck_assert(!main_side_is_barred(&bars, "lab01", 700));
	}
END_TEST

/* The place of another is taken with all that it was. */
START_TEST(the_first_of_too_many_is_forgotten)
	{
		char name[16];
		memset(&bars, 0, sizeof bars);
		for (int i = 0; i < MAIN_SIDE_BARS + 1; i++) {
			snprintf(name, sizeof name, "lab%d", i);
			main_side_bar(&bars, name, 1000 - i);
			main_side_bar(&bars, name, 500); /* takes no other place */
		}
		ck_assert(!main_side_is_barred(&bars, "lab0", 0));
		for (int i = 1; i < MAIN_SIDE_BARS + 1; i++) {
			snprintf(name, sizeof name, "lab%d", i);
			ck_assert(main_side_is_barred(&bars, name, 1000 - i - 1));
			ck_assert(!main_side_is_barred(&bars, name, 1000 - i));
		}
	}
END_TEST

SUITE("referee/machines/nats/main-side",
	CASE(it_listens_to_all_workers_and_says_hello_while_they_are_wanted),
	CASE(a_worker_that_is_not_wanted_is_told_so),
	CASE(a_name_has_256_sessions_and_all_have_1024),
	CASE(what_is_no_packet_for_it_is_not_answered),
	CASE(a_session_belongs_to_the_worker_that_opened_it),
	CASE(a_join_is_answered_by_a_beat_soon),
	CASE(a_worker_that_is_ready_is_passed_on_under_the_name_of_its_key),
	CASE(a_folder_that_a_worker_needs_is_sent),
	CASE(what_the_main_process_says_goes_to_the_worker),
	CASE(the_main_process_ends_a_session_by_closing_it),
	CASE(a_worker_that_the_main_process_cannot_take_is_ended),
	CASE(a_worker_is_silent_after_the_time_of_the_tournament),
	CASE(a_worker_that_hangs_behind_its_link_is_silent_too),
	CASE(a_worker_whose_conversation_is_wrong_stays_away_for_ten_seconds),
	CASE(a_worker_that_is_barred_stays_away_for_ten_minutes),
	CASE(ends_of_many_sessions_are_not_all_told),
	CASE(packets_that_were_lost_with_the_connection_are_sent_again),
	CASE(a_server_that_refuses_or_lets_anybody_in_ends_it),
	LOOP(it_says_why_it_cannot_begin, 4), CASE(a_worker_stays_away_until_its_time),
	CASE(a_longer_bar_counts_and_a_shorter_one_does_not),
	CASE(the_first_of_too_many_is_forgotten))
