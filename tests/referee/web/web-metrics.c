/*
 * The metrics: each value of the live stream is on its line, in its unit, with escaped labels. The
 * lines are those that the daemon sends (live-event.h).
 */
#include "referee/web/web-metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/web/web-page.h"
#include "tests/lib/db-fixture.h"

static struct web web;

/* Takes a line of the live stream. */
static void take(const char *text)
{
	struct live_games_news news;
	struct live_event event;
	char *line = memory_copy(text);
	ck_assert_msg(live_event_read(&event, line), "%s", text);
	ck_assert_msg(live_games_take(&web.live, &event, 0, &news), "%s", text);
	free(line);
}

/* All lines; the caller frees them. */
static char *written(void)
{
	struct web_view v = {.web = &web};
	char *text = NULL;
	size_t size;
	v.out = memory_open(&text, &size);
	ck_assert_int_eq(web_metrics(&v), 200);
	memory_close(v.out);
	return text;
}

/* Are the lines of this metric exactly these, with its name before each? */
static void metric_is(const char *text, const char *name, const char *lines)
{
	char found[4096] = "";
	size_t length = strlen(name);
	for (const char *line = text; line != NULL && *line != '\0';
		line = strchr(line, '\n') != NULL ? strchr(line, '\n') + 1 : NULL)
		if (strncmp(line, name, length) == 0 && strchr(" {", line[length]) != NULL)
			strncat(found, line + length, strcspn(line + length, "\n") + 1);
	ck_assert_msg(strcmp(found, lines) == 0, "%s is\n%swithout being\n%s", name, found, lines);
}

static void begin(void)
{
	static const struct web_options options;
	char line[PATH_MAX + 128];
	memset(&web, 0, sizeof web);
	web.options = &options;
	web.prefix = "";
	live_games_init(&web.live);
	const char *path = fixture_path("metrics.db");
	db_close(fixture_open(path));
	snprintf(line, sizeof line, "tournament 1 1 5 6 running a\\x22b\\x5c\\x0ac %s - cup-1 -",
		path);
	take(line);
	snprintf(line, sizeof line, "tournament 2 2 2 - done trio %s - trio-2 -", path);
	take(line);
	take("tournament 3 - 0 12 waiting later /nowhere/later.db - later-3 -");
}

static void end(void)
{
	live_games_clear(&web.live);
}

#define CUP   "{tournament=\"cup-1\",name=\"a\\\"b\\\\\\nc\""
#define TRIO  "{tournament=\"trio-2\",name=\"trio\""
#define LATER "{tournament=\"later-3\",name=\"later\""

START_TEST(tournaments_have_their_games_states_faults_and_databases)
	{
		begin();
		char *text = written(), free_bytes[PATH_MAX + 64];
		metric_is(text, "referee_games_finished_total",
			CUP "} 5\n" TRIO "} 2\n" LATER "} 0\n");
		metric_is(text, "referee_games_planned", CUP "} 6\n" LATER "} 12\n");
		metric_is(text, "referee_games_running", CUP "} 0\n" TRIO "} 0\n" LATER "} 0\n");
		ck_assert_ptr_nonnull(
			strstr(text, "referee_tournament_state" CUP ",state=\"waiting\"} 0\n"));
		ck_assert_ptr_nonnull(
			strstr(text, "referee_tournament_state" CUP ",state=\"running\"} 1\n"));
		ck_assert_ptr_nonnull(
			strstr(text, "referee_tournament_state" LATER ",state=\"waiting\"} 1\n"));
		/* gamma: illegal and time; beta: crash; and in the other alpha: time */
		metric_is(text, "referee_faults_total",
			CUP ",verdict=\"illegal\"} 1\n" CUP ",verdict=\"time\"} 1\n" CUP
			    ",verdict=\"crash\"} 1\n" TRIO ",verdict=\"time\"} 1\n");
		/* the last games began 5 and 7 s after the year, and took 250 ms */
		metric_is(text, "referee_last_game_timestamp_seconds",
			CUP "} 1767225605.250\n" TRIO "} 1767225607.250\n");
		/* both have one database */
		snprintf(free_bytes, sizeof free_bytes,
			"referee_database_free_bytes{database=\"%s\"} ",
			fixture_path("metrics.db"));
		const char *first = strstr(text, free_bytes);
		ck_assert_ptr_nonnull(first);
		ck_assert_ptr_null(strstr(first + 1, free_bytes));
		ck_assert_ptr_null(strstr(text, "/nowhere/later.db\"} -1"));
		free(text);
		end();
	}
END_TEST

/* worker T NUMBER OF SLOTS RUNNING PLAYED SPEED DELAY HEARD NAME STATE; DELAY in us, HEARD in ms */
START_TEST(workers_have_their_values_in_seconds)
	{
		begin();
		take("worker 1 0 2 4 3 70 1500000 2500 1767225600250 lab\\x2207 plays");
		take("worker 1 1 2 8 0 71 0 - 0 lab08 drained");
		take("worker 3 0 1 1 0 0 9 250000 1000 far plays");
		char *text = written();
		const char one[] = CUP ",worker=\"lab\\\"07\"} ", two[] = CUP ",worker=\"lab08\"} ",
			   far[] = LATER ",worker=\"far\"} ";
		const struct {
			const char *name, *one, *two, *far;
		} rows[] = {
			{"referee_worker_slots", "4", "8", "1"},
			{"referee_worker_games_running", "3", "0", "0"},
			{"referee_worker_games_total", "70", "71", "0"},
			{"referee_worker_speed", "1500000", "0", "9"},
			{"referee_worker_delay_seconds", "0.0025", NULL, "0.25"},
			{"referee_worker_heard_timestamp_seconds", "1767225600.25", "0", "1"},
			{"referee_worker_plays", "1", "0", "1"},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			char lines[512];
			snprintf(lines, sizeof lines, "%s%s\n%s%s%s%s%s\n", one, rows[i].one,
				rows[i].two != NULL ? two : "",
				rows[i].two != NULL ? rows[i].two : "",
				rows[i].two != NULL ? "\n" : "", far, rows[i].far);
			metric_is(text, rows[i].name, lines);
		}
		free(text);
		end();
	}
END_TEST

/* The same labels may stand once in a scrape. A value of a session that is not known (-) is left
 * out. */
START_TEST(machines_of_one_name_are_one_worker)
	{
		begin();
		take("worker 1 0 4 4 3 70 1500000 2500 1767225600250 lab plays");
		take("worker 1 1 4 8 0 5 0 - 0 lab08 drained");
		take("worker 1 2 4 2 1 30 1600000 - 1767225601000 lab waits:\\x20pace");
		take("worker 1 3 4 0 0 7 900000 1000 1767225500000 lab gone");
		char *text = written();
		const char one[] = CUP ",worker=\"lab\"} ", two[] = CUP ",worker=\"lab08\"} ";
		const struct {
			const char *name, *one, *two;
		} rows[] = {
			{"referee_worker_slots", "6", "8"},
			{"referee_worker_games_running", "4", "0"},
			{"referee_worker_games_total", "107", "5"},
			{"referee_worker_speed", "1600000", "0"},
			{"referee_worker_delay_seconds", "0.0025", NULL},
			{"referee_worker_heard_timestamp_seconds", "1767225601", "0"},
			{"referee_worker_plays", "2", "0"},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			char lines[512];
			snprintf(lines, sizeof lines, "%s%s\n%s%s%s", one, rows[i].one,
				rows[i].two != NULL ? two : "",
				rows[i].two != NULL ? rows[i].two : "",
				rows[i].two != NULL ? "\n" : "");
			metric_is(text, rows[i].name, lines);
		}
		free(text);
		end();
	}
END_TEST

/* The bounds of the buckets are in seconds, and each has all below it. */
START_TEST(delays_are_cumulative_and_in_seconds)
	{
		char line[64];
		begin();
		take("delays 1 2 0 0 0 0 0 0 0 0 0 4 8");
		char *text = written();
		snprintf(line, sizeof line, "{le=\"%g\"} 3\n",
			(double)latency_histogram_most[1] / 1000000);
		ck_assert_ptr_nonnull(strstr(text, line));
		ck_assert_ptr_nonnull(
			strstr(text, "referee_move_delay_seconds_bucket{le=\"+Inf\"} 15\n"));
		snprintf(line, sizeof line, "{le=\"%g\"} 7\n",
			(double)latency_histogram_most[11] / 1000000);
		ck_assert_ptr_nonnull(strstr(text, line));
		metric_is(text, "referee_move_delay_seconds_count", " 15\n");
		free(text);
		end();
	}
END_TEST

START_TEST(metrics_of_the_daemon_and_its_processes_are_as_they_were_sent)
	{
		begin();
		char value[32], line[64];
		for (int i = 0; i < METRICS - 1; i++) {
			snprintf(line, sizeof line, "metric %s %d", metric_table[i].word, 100 + i);
			ck_assert_int_eq(metric_find(metric_table[i].word), i);
			take(line);
		}
		ck_assert_int_eq(metric_find("no-such-metric"), METRICS);
		take("process arbiter 2 30 4096");
		take("process listener 1 - 8192");
		web.answers[200] = 7;
		web.answers[404] = 2;
		web.started_ms = 1767225600500;
		web.made = 11, web.failed = 12, web.connections = 13, web.cut = 14;
		web.events = 15, web.streams_count = 16, web.dropped = 17;
		char *text = written();
		for (int i = 0; i < METRICS; i++) {
			snprintf(value, sizeof value, " %d\n", 100 + i);
			/* the last was not sent */
			metric_is(text, metric_table[i].name, i < METRICS - 1 ? value : "");
		}
		metric_is(text, "referee_processes",
			"{process=\"arbiter\"} 2\n{process=\"listener\"} 1\n");
		metric_is(text, "referee_process_open_fds", "{process=\"arbiter\"} 30\n");
		metric_is(text, "referee_process_resident_memory_bytes",
			"{process=\"arbiter\"} 4096\n{process=\"listener\"} 8192\n");
		metric_is(
			text, "referee_web_answers_total", "{code=\"200\"} 7\n{code=\"404\"} 2\n");
		metric_is(text, "process_start_time_seconds", " 1767225600.5\n");
		metric_is(text, "referee_web_pages_made_total", " 11\n");
		metric_is(text, "referee_web_pages_failed_total", " 12\n");
		metric_is(text, "referee_web_connections", " 13\n");
		metric_is(text, "referee_web_connections_cut_total", " 14\n");
		metric_is(text, "referee_web_events_total", " 15\n");
		metric_is(text, "referee_web_streams", " 16\n");
		metric_is(text, "referee_web_streams_dropped_total", " 17\n");
		free(text);
		end();
	}
END_TEST

/* 3 pairs of 1 point each of 6 games won 3, drawn 0, lost 3: no difference. */
START_TEST(the_strengths_of_two_bots_have_their_intervals)
	{
		begin();
		take("strength 1 3 0 3 0 0 3 0 0 0 - alpha beta logistic\\x200\\x2010\\x200.05\\x200.05");
		char *text = written();
		metric_is(text, "referee_elo", CUP "} 0.000000\n");
		metric_is(text, "referee_los", CUP "} 0.500000\n");
		/* ln(0.05 / 0.95) */
		metric_is(text, "referee_llr_lower", CUP "} -2.944439\n");
		metric_is(text, "referee_llr_upper", CUP "} 2.944439\n");
		metric_is(text, "referee_pairs",
			CUP ",points=\"0\"} 0\n" CUP ",points=\"0.5\"} 0\n" CUP
			    ",points=\"1\"} 3\n" CUP ",points=\"1.5\"} 0\n" CUP
			    ",points=\"2\"} 0\n");
		free(text);
		end();
	}
END_TEST

/* Each strength of two tournaments, but only one of them is a test. */
START_TEST(only_a_test_has_bounds)
	{
		static const char *const names[] = {"referee_elo", "referee_elo_low",
			"referee_elo_high", "referee_normalized_elo", "referee_normalized_elo_low",
			"referee_normalized_elo_high", "referee_los", "referee_llr",
			"referee_llr_lower", "referee_llr_upper"};
		begin();
		take("strength 1 3 1 2 0 0 3 0 0 0 - alpha beta logistic\\x200\\x2010\\x200.05\\x200.05");
		take("strength 3 3 1 2 0 0 3 0 0 0 - ann ben -");
		char *text = written(), mark[128];
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			snprintf(mark, sizeof mark, "\n%s" CUP "} ", names[i]);
			ck_assert_msg(strstr(text, mark) != NULL, "%s", names[i]);
			snprintf(mark, sizeof mark, "\n%s" LATER "} ", names[i]);
			ck_assert_msg((strstr(text, mark) != NULL) == (i < 7), "%s", names[i]);
		}
		free(text);
		end();
	}
END_TEST

START_TEST(games_in_play_are_counted)
	{
		begin();
		take("1 live 1 55 9 1 cup");
		take("2 live 1 56 9 1 cup");
		take("3 live 3 57 9 1 later");
		take("2 aborted");
		char *text = written();
		metric_is(text, "referee_games_running", CUP "} 1\n" TRIO "} 0\n" LATER "} 1\n");
		free(text);
		end();
	}
END_TEST

SUITE("referee/web/web-metrics", CASE(tournaments_have_their_games_states_faults_and_databases),
	CASE(workers_have_their_values_in_seconds), CASE(machines_of_one_name_are_one_worker),
	CASE(delays_are_cumulative_and_in_seconds),
	CASE(metrics_of_the_daemon_and_its_processes_are_as_they_were_sent),
	CASE(the_strengths_of_two_bots_have_their_intervals), CASE(only_a_test_has_bounds),
	CASE(games_in_play_are_counted))
