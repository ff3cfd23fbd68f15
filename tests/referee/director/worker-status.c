/*
 * The workers of a director, as they are told to operators and programs: no two numbers are the
 * same, so that none can take the place of another.
 */
#include "base/unknown.h"
#include "referee/director/worker-status.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

enum { PLAYING, LEAVING, RETIRING, DRAINED, LINKING, GONE, WORKERS };

#define NOW INT64_C(1767225600000)

static struct director *director;
static struct tournament tournament;
static struct arbiter_handle handles[WORKERS];

static void begin(void)
{
	static const char *const names[WORKERS] = {
		"playing", "leaving", "retiring", "drained", "linking", "gone"};
	director = memory_get(1, sizeof *director);
	memset(handles, 0, sizeof handles);
	director->t = &tournament;
	tournament.pace = 0;
	for (int i = 0; i < WORKERS; i++) {
		/* The first place is one that has never been connected. */
		struct director_worker *w = &director->workers[1 + i];
		struct arbiter_handle *a = &handles[i];
		snprintf(w->name, sizeof w->name, "%s", names[i]);
		w->played = 100 * (i + 1);
		w->speed = 1000 * (i + 1);
		w->heard = NOW - 60000 * (i + 1);
		w->handle = i == GONE ? NULL : a;
		if (i == LINKING)
			continue;
		a->facts.slots = 70 + i;
		a->facts.speed = 5000 + i;
		a->local_max = 10 + i;
		a->local = 1 + i;
		a->played = 20 + i;
		a->heard = NOW - 1000 * (i + 1);
	}
	latency_histogram_add(&handles[PLAYING].delays, 1500);
	handles[LEAVING].leaving = true;
	handles[RETIRING].retiring = true;
	snprintf(director->workers[1 + DRAINED].state, DIRECTOR_STATE, "drained: it is busy");
}

static void end(void)
{
	free(director);
}

START_TEST(each_worker_is_a_line_for_people)
	{
		char *text;
		size_t size;
		begin();
		FILE *out = memory_open(&text, &size);
		worker_status_print(director, NOW, out);
		memory_close(out);
		ck_assert_str_eq(text,
			"  worker playing: plays, 1 of 10 slots in use, 120 games played, 5000 nodes/s, delays below 2 ms, last heard 0:01 ago\n"
			"  worker leaving: leaves, 2 of 11 slots in use, 221 games played, 5001 nodes/s, last heard 0:02 ago\n"
			"  worker retiring: leaves, 3 of 12 slots in use, 322 games played, 5002 nodes/s, last heard 0:03 ago\n"
			"  worker drained: drained: it is busy, 4 of 13 slots in use, 423 games played, 5003 nodes/s, last heard 0:04 ago\n"
			"  worker linking: gone, 0 of 0 slots in use, 500 games played, 5000 nodes/s, last heard 5:00 ago\n"
			"  worker gone: gone, 0 of 0 slots in use, 600 games played, 6000 nodes/s, last heard 6:00 ago\n");
		free(text);
		end();
	}
END_TEST

static const struct {
	usec pace, next; /* next: from now */
	int running;	 /* of the first worker, of 10 slots */
	const char *state;
} paces[] = {
	{0, 60 * SECOND, 0, "plays"},
	{60 * SECOND, -SECOND, 0, "plays"},
	{60 * SECOND, 60 * SECOND, 0, "waits: pace lets the next game begin later"},
	{60 * SECOND, 60 * SECOND, 9, "waits: pace lets the next game begin later"},
	{60 * SECOND, 60 * SECOND, 10, "plays"},
};

START_TEST(a_worker_says_that_the_pace_keeps_it_from_games)
	{
		char states[512] = "", want[512];
		begin();
		tournament.pace = paces[_i].pace;
		director->next = time_now() + paces[_i].next;
		handles[PLAYING].local = paces[_i].running;
		struct worker_status s;
		for (int i = 0; worker_status_next(director, &i, &s);)
			strcat(strcat(states, s.state), "; ");
		snprintf(want, sizeof want, "%s; leaves; leaves; drained: it is busy; gone; gone; ",
			paces[_i].state);
		ck_assert_str_eq(states, want);
		end();
	}
END_TEST

START_TEST(each_worker_is_an_object_for_programs)
	{
		char *text;
		size_t size;
		begin();
		handles[LEAVING].facts.speed = 0;
		FILE *out = memory_open(&text, &size);
		struct json_writer j = {.out = out};
		json_open(&j, NULL, '{');
		worker_status_json(director, NOW, &j);
		json_close(&j, '}');
		memory_close(out);
		ck_assert_str_eq(text,
			"{\"workers\":["
			"{\"name\":\"playing\",\"state\":\"plays\",\"slots\":10,\"running\":1,\"played\":120,\"speed\":5000,\"delay_99_us\":2000,\"silent\":1.0},"
			"{\"name\":\"leaving\",\"state\":\"leaves\",\"slots\":11,\"running\":2,\"played\":221,\"speed\":null,\"delay_99_us\":null,\"silent\":2.0},"
			"{\"name\":\"retiring\",\"state\":\"leaves\",\"slots\":12,\"running\":3,\"played\":322,\"speed\":5002,\"delay_99_us\":null,\"silent\":3.0},"
			"{\"name\":\"drained\",\"state\":\"drained: it is busy\",\"slots\":13,\"running\":4,\"played\":423,\"speed\":5003,\"delay_99_us\":null,\"silent\":4.0},"
			"{\"name\":\"linking\",\"state\":\"gone\",\"slots\":0,\"running\":0,\"played\":500,\"speed\":5000,\"delay_99_us\":null,\"silent\":300.0},"
			"{\"name\":\"gone\",\"state\":\"gone\",\"slots\":0,\"running\":0,\"played\":600,\"speed\":6000,\"delay_99_us\":null,\"silent\":360.0}"
			"]}");
		free(text);
		end();
	}
END_TEST

START_TEST(connected_workers_and_their_slots_are_counted)
	{
		int workers, slots;
		begin();
		worker_status_sum(director, &workers, &slots);
		ck_assert_int_eq(workers, 4);
		ck_assert_int_eq(slots, 10 + 11 + 12 + 13);
		worker_status_sum(NULL, &workers, &slots);
		ck_assert(workers == 0 && slots == 0);
		end();
	}
END_TEST

/* Moves of up to 10 us, of up to 100 us, and of more than 50 ms; 99 in 100 of all. */
static const struct {
	int quick, slow, late;
	int64_t delay;
} delays[] = {
	{0, 0, 0, UNKNOWN},
	{1, 0, 0, 10},
	{0, 1, 0, 100},
	{0, 0, 1, UNKNOWN},
	{99, 1, 0, 10},
	{98, 2, 0, 100},
	{98, 1, 1, 100},
	{99, 0, 1, 10},
	{98, 0, 2, UNKNOWN},
	{197, 3, 0, 100},
	{198, 2, 0, 10},
	{49, 1, 0, 100},
};

START_TEST(the_delay_is_one_that_99_in_100_moves_do_not_pass)
	{
		int64_t delay = 0;
		begin();
		struct latency_histogram *histogram = &handles[PLAYING].delays;
		memset(histogram, 0, sizeof *histogram);
		for (int i = 0; i < delays[_i].quick; i++)
			latency_histogram_add(histogram, 10);
		for (int i = 0; i < delays[_i].slow; i++)
			latency_histogram_add(histogram, 60);
		for (int i = 0; i < delays[_i].late; i++)
			latency_histogram_add(histogram, 60000);
		struct worker_status s;
		for (int i = 0; worker_status_next(director, &i, &s);)
			if (strcmp(s.name, "playing") == 0)
				delay = s.delay;
		ck_assert_int_eq(delay, delays[_i].delay);
		end();
	}
END_TEST

SUITE("referee/director/worker-status", CASE(each_worker_is_a_line_for_people),
	LOOP(a_worker_says_that_the_pace_keeps_it_from_games, sizeof paces / sizeof *paces),
	CASE(each_worker_is_an_object_for_programs),
	CASE(connected_workers_and_their_slots_are_counted),
	LOOP(the_delay_is_one_that_99_in_100_moves_do_not_pass, sizeof delays / sizeof *delays))
