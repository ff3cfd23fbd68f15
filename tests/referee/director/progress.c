/*
 * The progress of a run: the line on a terminal, the words about faults, and the events.
 * The clock, stdout and stderr are doubles.
 */
#include "referee/director/progress.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "referee/config/settings.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

static usec progress_now;
static const char *progress_stands, *progress_ends; /* what the schedule says of itself */

/* In the place of the C library's. */
int clock_gettime(clockid_t clock, struct timespec *t)
{
	(void)clock;
	*t = (struct timespec){progress_now / SECOND, progress_now % SECOND * 1000};
	return 0;
}

static void stands(const struct schedule_iterator *it, char *text, size_t room)
{
	(void)it;
	snprintf(text, room, "%s", progress_stands);
}

static void stands_json(const struct schedule_iterator *it, FILE *out)
{
	(void)it;
	fputs(",\"more\":1", out);
}

static void ends(const struct schedule_iterator *it, char *text, size_t room)
{
	(void)it;
	snprintf(text, room, "%s", progress_ends);
}

static struct {
	struct tournament t;
	struct game_queue queue;
	struct schedule schedule;
	struct progress p;
	FILE *was[2];
	char *text[2];
	size_t size[2], told[2];
} place;

/* A tournament of 12 games (3 pairs, 2 orders of seats, 2 rounds), of which this many are held. */
static void place_open(int held, bool json, bool quiet)
{
	struct reported told;
	struct pairing p;
	progress_stands = progress_ends = "";
	progress_now = 1000 * SECOND;
	memset(&place, 0, sizeof place);
	reported_init(&told);
	test_tournament_init(&place.t, "nim", 2, 3, 2, NULL);
	free(place.t.name), free(place.t.db);
	place.t.name = memory_copy("cup");
	place.t.db = memory_copy("cup.db");
	ck_assert(game_queue_init(&place.queue, &place.t, &told.mistakes));
	for (int at = 0; at < held; at++) {
		ck_assert(test_tournament_game(&place.t, at, &p));
		game_queue_hold(&place.queue, (int64_t)p.key);
	}
	place.schedule = *place.queue.iterator.schedule;
	place.schedule.describe = stands;
	place.schedule.describe_json = stands_json;
	place.schedule.conclude = ends;
	place.was[0] = stdout, place.was[1] = stderr;
	stdout = memory_open(&place.text[0], &place.size[0]);
	stderr = memory_open(&place.text[1], &place.size[1]);
	progress_init(&place.p, &place.queue, NULL, json, quiet);
	place.p.line = false;
	place.queue.iterator.schedule = &place.schedule;
	place.queue.iterator.begun = true;
}

/* Returns the text since the last call; 0: on stdout, 1: on stderr. */
static const char *place_said(int where)
{
	fflush(where == 0 ? stdout : stderr);
	const char *said = place.text[where] + place.told[where];
	place.told[where] = place.size[where];
	return said;
}

static void place_close(void)
{
	fclose(stdout), fclose(stderr);
	stdout = place.was[0], stderr = place.was[1];
	free(place.text[0]), free(place.text[1]);
	free(place.p.faults_printed), free(place.p.state);
	game_queue_clear(&place.queue);
	tournament_clear(&place.t);
}

/* Texts are compared when the streams are the program's own again. */
#define SAYS(where, wanted)                                                                        \
	do {                                                                                       \
		const char *said_ = place_said(where);                                             \
		if (strcmp(said_, wanted) != 0) {                                                  \
			fprintf(place.was[1], "said:   %s\nwanted: %s\n", said_, wanted);          \
			stdout = place.was[0], stderr = place.was[1];                              \
			ck_abort_msg("something else was said");                                   \
		}                                                                                  \
	} while (0)

static char opening_text[] = "d e";

/* Bot 1 in seat 2 loses so. */
static struct result lost(int64_t game, const char *verdict)
{
	return (struct result){.game = game,
		.round = 2,
		.seats = 2,
		.plies = 9,
		.bot = {0, 1},
		.rank = {1, 2},
		.verdict = {"ok", verdict},
		.elo = {12.34, -12.36},
		.opening = opening_text,
		.reason = "verdict",
		.fault = 2,
		.detail = "late\x1b"};
}

static struct result won(int64_t game)
{
	struct result r = lost(game, "ok");
	r.fault = 0;
	strcpy(r.reason, "rules");
	return r;
}

#define SEATS                                                                                      \
	"\"result\":\"1-0\",\"opening\":\"d e\","                                                  \
	"\"seats\":[{\"bot\":\"bot-0\",\"rank\":1,\"verdict\":\"ok\",\"running_elo\":12.3},"       \
	"{\"bot\":\"bot-1\",\"rank\":2,\"verdict\":\"%s\",\"running_elo\":-12.4}]}\n"

START_TEST(events_are_lines_of_json)
	{
		char text[1024];
		struct result r = won(7);
		place_open(3, true, true);
		SAYS(0, "{\"event\":\"start\",\"tournament\":\"cup\",\"game\":\"nim\",\"games\":12,"
			"\"played\":3}\n");
		progress_on_result(&place.p, &r);
		snprintf(text, sizeof text,
			"{\"event\":\"game\",\"game\":7,\"round\":2,\"plies\":9,\"reason\":"
			"\"rules\"," SEATS,
			"ok");
		SAYS(0, text);
		r = lost(8, "time");
		r.benched = 1u << 1;
		place.t.terms.strikes = 3;
		progress_on_result(&place.p, &r);
		snprintf(text, sizeof text,
			"{\"event\":\"game\",\"game\":8,\"round\":2,\"plies\":9,"
			"\"reason\":\"verdict\"," SEATS
			"{\"event\":\"benched\",\"bot\":\"bot-1\",\"game\":8}\n",
			"time");
		SAYS(0, text);
		progress_ends = "bot-0 is first";
		progress_end(&place.p, "done", true);
		SAYS(0, "{\"event\":\"done\",\"games\":12,\"played\":5,\"faults\":1,"
			"\"result\":\"bot-0 is first\",\"more\":1}\n");
		/* Quiet, but for what was benched. */
		SAYS(1, "referee: BENCHED: bot-1 failed 3 games in a row, the last (game 8) by time; it loses its remaining games\n");
		place_close();
	}
END_TEST

START_TEST(what_was_interrupted_has_no_result_and_an_unknown_total_is_null)
	{
		place_open(0, true, true);
		place_said(0);
		place.p.total = -1;
		progress_ends = "bot-0 is first";
		progress_end(&place.p, "interrupted", false);
		SAYS(0, "{\"event\":\"interrupted\",\"games\":null,\"played\":0,\"faults\":0}\n");
		SAYS(1, "");
		place_close();
	}
END_TEST

/* 3, and then they are only counted; each bot has its own 3. */
START_TEST(three_faults_of_each_bot_are_told)
	{
		place_open(2, false, false);
		SAYS(1, "referee: resuming \"cup\" in cup.db: 2 of 12 games are stored\n");
		for (int i = 1; i <= 5; i++) {
			struct result r = lost(i, "time");
			char text[128];
			progress_on_result(&place.p, &r);
			snprintf(text, sizeof text, "bot-1: game %d lost by time: late\\x1b%s\n", i,
				i == 3 ? " (its further faults are only counted)" : "");
			SAYS(1, i <= 3 ? text : "");
		}
		struct result other = lost(6, "crash");
		other.bot[1] = 2;
		progress_on_result(&place.p, &other);
		SAYS(1, "bot-2: game 6 lost by crash: late\\x1b\n");
		/* That was said when it was; it counts. */
		other = lost(7, "benched");
		other.bot[1] = 0;
		progress_on_result(&place.p, &other);
		SAYS(1, "");
		ck_assert_int_eq(place.p.faulty, 7);
		progress_ends = "bot-0 is first";
		progress_end(&place.p, "done", true);
		SAYS(1, "referee: bot-0 is first\n");
		SAYS(0, "");
		place_close();
	}
END_TEST

START_TEST(one_strike_is_one_game_and_a_benched_bot_may_be_left_out)
	{
		struct result r = lost(8, "crash");
		place_open(0, false, false);
		SAYS(1, "");
		place.t.terms.strikes = 1;
		place.t.skip_benched = true;
		r.benched = 1u << 1;
		progress_on_result(&place.p, &r);
		SAYS(1, "bot-1: game 8 lost by crash: late\\x1b\n"
			"referee: BENCHED: bot-1 failed 1 game in a row, the last (game 8) by crash; its remaining games are not played\n");
		progress_end(&place.p, "done", true);
		place_close();
	}
END_TEST

/* The bar has 24 places: 3, 4, 5 of 12 games are 6, 8, 10 of them. */
START_TEST(the_line_has_games_speed_and_what_is_left)
	{
		struct result r = won(1);
		place_open(2, false, false);
		place_said(1);
		place.p.line = true;
		/* One game in half a second: 2 a second, and 9 that are left take 4.5 s. */
		progress_now += SECOND / 2;
		progress_on_result(&place.p, &r);
		SAYS(1, "\r[######..................] 3/12 games  2.0/s  ETA 0:05\033[K");
		/* Not more often than ten times a second. */
		progress_now += 100 * MILLISECOND - 1;
		progress_on_result(&place.p, &r);
		SAYS(1, "");
		progress_now += 1;
		r = lost(3, "time");
		progress_stands = "round 2 of 3";
		progress_on_result(&place.p, &r);
		/* 3 in 0.6 s, 7 are left. */
		SAYS(1, "\r\033[Kbot-1: game 3 lost by time: late\\x1b\n"
			"\r[##########..............] 5/12 games  5.0/s  ETA 0:01  round 2 of 3  1 fault\033[K");
		progress_now += 100 * MILLISECOND;
		progress_on_result(&place.p, &r);
		SAYS(1, "\r\033[Kbot-1: game 3 lost by time: late\\x1b\n"
			"\r[############............] 6/12 games  5.7/s  ETA 0:01  round 2 of 3  2 faults\033[K");
		progress_stands = "";
		for (int i = 0; i < 5; i++)
			progress_on_result(&place.p, &(struct result){.seats = 2});
		progress_now += 100 * MILLISECOND;
		progress_on_result(&place.p, &(struct result){.seats = 2});
		/* 10 in 0.8 s: no tenths from 10 on. */
		SAYS(1, "\r[########################] 12/12 games  12/s  ETA 0:00  2 faults\033[K");
		progress_end(&place.p, "done", true);
		SAYS(1, "\r[########################] 12/12 games  12/s  ETA 0:00  2 faults\033[K\n");
		place_close();
	}
END_TEST

START_TEST(where_the_total_is_unknown_there_is_no_bar_and_without_a_speed_no_time)
	{
		struct result r = won(1);
		place_open(2, false, false);
		place_said(1);
		place.p.line = true;
		progress_on_result(&place.p, &r);
		SAYS(1, "\r[######..................] 3/12 games  0.0/s  ETA -\033[K");
		place.p.total = -1;
		progress_now += SECOND;
		progress_on_result(&place.p, &r);
		SAYS(1, "\r4 games  2.0/s\033[K");
		place.p.drawn = 0; /* no line was drawn, so none is left over */
		progress_end(&place.p, "done", true);
		SAYS(1, "");
		place_close();
	}
END_TEST

START_TEST(how_it_stands_is_told_when_that_has_changed)
	{
		struct result r = won(1);
		place_open(0, _i == 1, false);
		place_said(0), place_said(1);
		const int where = _i == 1 ? 0 : 1;
		static const char *const first[] = {"referee: round 1\n",
			"{\"event\":\"state\",\"state\":\"round 1\",\"more\":1}\n"};
		static const char *const second[] = {"referee: round 3\n",
			"{\"event\":\"state\",\"state\":\"round 3\",\"more\":1}\n"};
		char text[1024] = "";
		if (_i == 1)
			snprintf(text, sizeof text,
				"{\"event\":\"game\",\"game\":1,\"round\":2,\"plies\":9,"
				"\"reason\":\"rules\"," SEATS,
				"ok");
		const size_t games = strlen(text);
		progress_stands = "round 1"; /* the first at once */
		progress_on_result(&place.p, &r);
		strcpy(text + games, first[_i]);
		SAYS(where, text);
		progress_now += 10 * SECOND;
		progress_on_result(&place.p, &r); /* nothing is new */
		text[games] = '\0';
		SAYS(where, text);
		progress_stands = "round 2";
		progress_on_result(&place.p, &r);
		place_said(0), place_said(1);
		/* Events tell each change, lines one in ten seconds. */
		progress_now += 10 * SECOND - 1;
		progress_stands = "round 3";
		progress_on_result(&place.p, &r);
		strcpy(text + games, _i == 1 ? second[1] : "");
		SAYS(where, text);
		progress_now += 1;
		progress_on_result(&place.p, &r);
		strcpy(text + games, _i == 1 ? "" : second[0]);
		SAYS(where, text);
		progress_end(&place.p, "interrupted", false);
		place_close();
	}
END_TEST

/* A tournament of two bots; this many of its games are told, each pair of them worth 3/2. */
static void two_open(struct match_strength *match, bool json, int games)
{
	place_open(0, json, false);
	place.t.bots_count = 2; /* the third is left out */
	*match = (struct match_strength){.queue = &place.queue};
	game_pairs_init(&match->pairs);
	place.p.match = match;
	for (int i = 0; i < games; i++) {
		struct result r = won(i + 1);
		r.opening_key = (uint64_t)i / 2;
		r.bot[0] = i % 2, r.bot[1] = 1 - i % 2;
		r.rank[1] = 2 - i % 2; /* the other game is drawn */
		progress_on_result(&place.p, &r);
	}
}

static void two_close(struct match_strength *match)
{
	match_strength_clear(match);
	bot_clear(&place.t.bots[2]);
	place_close();
}

/* As in tests/vectors/estimate.py. */
static const struct result_counts two_pairs = {RESULT_COUNTS_PAIRS, {10, 3, 57, 13, 28}};

START_TEST(of_two_bots_a_line_tells_their_strengths)
	{
		struct match_strength match;
		struct result r = won(1);
		two_open(&match, false, 0);
		match.pairs.pairs = two_pairs;
		place.p.line = true;
		place.p.done = 9;
		progress_now += SECOND;
		progress_on_result(&place.p, &r);
		SAYS(1, "\r[####################....] 10/12 games  10/s  ETA 0:00  Elo +73 +/- 39, LOS 99.9 %, penta 10 3 57 13 28\033[K");
		two_close(&match);
	}
END_TEST

static int terminal_columns; /* of stderr; 0: it is none */

/* In the place of the C library's. */
int ioctl(int fd, unsigned long request, ...)
{
	va_list list;
	va_start(list, request);
	struct winsize *size = va_arg(list, struct winsize *);
	va_end(list);
	if (fd != STDERR_FILENO || request != TIOCGWINSZ || terminal_columns == 0)
		return -1;
	*size = (struct winsize){.ws_col = (unsigned short)terminal_columns};
	return 0;
}

START_TEST(a_narrow_terminal_gets_whole_items)
	{
		struct match_strength match;
		struct result r = won(1);
		two_open(&match, false, 0);
		match.pairs.pairs = two_pairs;
		place.p.line = true;
		place.p.done = 9;
		progress_now += SECOND;
		terminal_columns = 60;
		progress_on_result(&place.p, &r);
		terminal_columns = 0;
		SAYS(1, "\r[####################....] 10/12 games  10/s  ETA 0:00\033[K");
		two_close(&match);
	}
END_TEST

/* A stopped match is told as it stands. */
START_TEST(an_interrupted_match_tells_its_strengths)
	{
		struct match_strength match;
		two_open(&match, false, 0);
		match.pairs.pairs = two_pairs;
		progress_end(&place.p, "interrupted", false);
		SAYS(1, "referee: Elo +73 +/- 39, nElo +88 +/- 49, LOS 99.9 %, penta 10 3 57 13 28\n");
		two_close(&match);
		two_open(&match, false, 0);
		progress_end(&place.p, "interrupted", false);
		SAYS(1, "");
		two_close(&match);
	}
END_TEST

START_TEST(of_two_bots_the_interval_is_one_of_time)
	{
		struct match_strength match;
		struct result r = won(1);
		two_open(&match, false, 0);
		match.pairs.pairs = two_pairs;
		progress_now += 10 * SECOND - 1;
		progress_on_result(&place.p, &r);
		SAYS(1, "");
		progress_now += 1;
		progress_on_result(&place.p, &r);
		SAYS(1, "referee: 2/12 games, Elo +73 +/- 39, nElo +88 +/- 49, LOS 99.9 %, penta 10 3 57 13 28\n");
		two_close(&match);
	}
END_TEST

START_TEST(of_two_bots_the_interval_may_be_one_of_games)
	{
		struct match_strength match;
		two_open(&match, false, 0);
		place.t.rating_interval = (struct report_interval){.games = 3};
		for (int i = 1; i <= 7; i++) {
			struct result r = won(i);
			r.opening_key = (uint64_t)i;
			progress_on_result(&place.p, &r);
			const char *said = place_said(1);
			if ((*said != '\0') != (i % 3 == 0) ||
				(i == 3 && strstr(said, "won 3, drawn 0, lost 0\n") == NULL)) {
				stdout = place.was[0], stderr = place.was[1];
				ck_abort_msg("after game %d: %s", i, said);
			}
		}
		two_close(&match);
	}
END_TEST

START_TEST(of_more_bots_the_games_are_counted_from_time_to_time)
	{
		struct reported told;
		struct result r = won(1);
		const struct setting *row =
			settings_find(settings_of_tournament, "rating-interval");
		place_open(2, false, false);
		place_said(1);
		progress_on_result(&place.p, &r);
		SAYS(1, "");
		progress_now += 10 * SECOND;
		progress_on_result(&place.p, &r);
		SAYS(1, "referee: 4/12 games\n");
		reported_init(&told);
		ck_assert(settings_set(
			&place.t, row, "2", (struct origin){"cup.conf", 1}, &told.mistakes));
		progress_on_result(&place.p, &r);
		SAYS(1, "");
		progress_on_result(&place.p, &r);
		SAYS(1, "referee: 6/12 games\n");
		place_close();
	}
END_TEST

START_TEST(of_two_bots_events_have_the_pairs_and_in_the_end_what_follows)
	{
		struct match_strength match;
		two_open(&match, true, 2);
		bool pairs = strstr(place_said(0), ",\"pairs\":[0,0,0,1,0]}\n") != NULL;
		progress_end(&place.p, "done", true);
		const char *end = place_said(0);
		bool strength =
			strstr(end, "{\"event\":\"done\"") != NULL &&
			strstr(end, ",\"strength\":{\"bot\":\"bot-0\",\"opponent\":\"bot-1\","
				    "\"computed_from\":\"pairs\",\"games\":[0,1,1],"
				    "\"pairs\":[0,0,0,1,0],\"pairs_by_opening\":0,"
				    "\"elo\":190.848502,") != NULL;
		two_close(&match);
		ck_assert(pairs && strength);
	}
END_TEST

START_TEST(a_game_that_was_not_drawn_is_drawn_within_a_second)
	{
		struct result r = won(1);
		place_open(2, false, false);
		place_said(1);
		place.p.line = true;
		progress_on_second(&place.p);
		SAYS(1, "\r[####....................] 2/12 games  0.0/s  ETA -\033[K");
		progress_now += SECOND / 2;
		progress_on_result(&place.p, &r);
		progress_on_result(&place.p, &r);
		SAYS(1, "\r[######..................] 3/12 games  2.0/s  ETA 0:05\033[K");
		progress_now += SECOND / 2;
		progress_on_second(&place.p);
		SAYS(1, "\r[########................] 4/12 games  2.0/s  ETA 0:04\033[K");
		place.p.line = false;
		progress_now += SECOND;
		progress_on_second(&place.p);
		SAYS(1, "");
		place_close();
	}
END_TEST

START_TEST(quiet_says_nothing)
	{
		struct result r = lost(1, "time");
		place_open(2, false, true);
		progress_stands = "round 1";
		progress_ends = "bot-0 is first";
		progress_on_result(&place.p, &r);
		progress_end(&place.p, "done", true);
		SAYS(0, "");
		SAYS(1, "");
		place_close();
	}
END_TEST

SUITE("referee/director/progress", CASE(events_are_lines_of_json),
	CASE(what_was_interrupted_has_no_result_and_an_unknown_total_is_null),
	CASE(three_faults_of_each_bot_are_told),
	CASE(one_strike_is_one_game_and_a_benched_bot_may_be_left_out),
	CASE(the_line_has_games_speed_and_what_is_left),
	CASE(where_the_total_is_unknown_there_is_no_bar_and_without_a_speed_no_time),
	LOOP(how_it_stands_is_told_when_that_has_changed, 2),
	CASE(of_two_bots_a_line_tells_their_strengths), CASE(a_narrow_terminal_gets_whole_items),
	CASE(an_interrupted_match_tells_its_strengths),
	CASE(of_two_bots_the_interval_is_one_of_time),
	CASE(of_two_bots_the_interval_may_be_one_of_games),
	CASE(of_more_bots_the_games_are_counted_from_time_to_time),
	CASE(of_two_bots_events_have_the_pairs_and_in_the_end_what_follows),
	CASE(a_game_that_was_not_drawn_is_drawn_within_a_second), CASE(quiet_says_nothing))
