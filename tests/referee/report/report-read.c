/*
 * The data of a report, read from the fixture and compared with what was added up by hand there.
 */
#include "tests/lib/db-fixture.h"

#include "referee/report/report-sections.h"

enum { CUP = 1, TRIO };

static struct db *db;

static int load(struct report *r, int64_t tournament, const char *base, int64_t games)
{
	static struct report_options options;
	options.games = games;
	*r = (struct report){.base = base, .db = db, .tournament = tournament, .options = &options};
	return report_load(r);
}

static void begin(void)
{
	db = fixture_open(fixture_path("report.db"));
}

START_TEST(the_head_and_the_standings_are_those_of_the_tournament)
	{
		static const struct {
			const char *name;
			int rank, games, wins, draws, losses, faults;
			double points, percent;
		} rows[] = {
			{"alpha", 1, 4, 3, 1, 0, 0, 3.5, 87.5},
			{"beta", 2, 4, 1, 1, 2, 1, 1.5, 37.5},
			{"gamma", 3, 4, 1, 0, 3, 2, 1, 25},
		};
		struct report r;
		begin();
		ck_assert_int_eq(load(&r, CUP, NULL, 0), DB_OK);
		ck_assert_str_eq(r.texts[REPORT_NAME], "cup");
		ck_assert_str_eq(r.texts[REPORT_GAME], "connect4");
		ck_assert_str_eq(r.texts[REPORT_FORMAT], "round-robin");
		ck_assert_str_eq(r.texts[REPORT_SANDBOX], "full");
		ck_assert_int_eq(r.seats, 2);
		ck_assert_int_eq(r.games, FIXTURE_CUP_GAMES);
		ck_assert_int_eq(r.plies, FIXTURE_CUP_GAMES * FIXTURE_PLIES);
		ck_assert_int_eq(r.faults, 3);
		ck_assert_int_eq(r.bots_count, 3);
		for (int i = 0; i < 3; i++) {
			const struct report_bot *b = &r.bots[i];
			ck_assert_str_eq(b->name, rows[i].name);
			ck_assert_int_eq(b->rank, rows[i].rank);
			ck_assert_int_eq(b->games, rows[i].games);
			ck_assert_int_eq(b->wins, rows[i].wins);
			ck_assert_int_eq(b->draws, rows[i].draws);
			ck_assert_int_eq(b->losses, rows[i].losses);
			ck_assert_int_eq(b->faults, rows[i].faults);
			ck_assert_double_eq(b->points, rows[i].points);
			ck_assert_double_eq_tol(b->percent, rows[i].percent, 1e-9);
			ck_assert_int_eq(report_find(&r, b->name), i);
		}
		ck_assert_int_eq(report_find(&r, "delta"), -1);
		ck_assert_int_eq(report_find(&r, ""), -1);
		ck_assert_str_eq(r.rules->name, "connect4");
		report_clear(&r);
		ck_assert_int_eq(load(&r, 77, NULL, 0), DB_NONE);
		report_clear(&r);
		db_close(db);
	}
END_TEST

/* How many games are wanted (-1: those that fit), and how many there are; the pages of a server
 * have none. */
START_TEST(the_newest_games_are_listed)
	{
		static const struct {
			int64_t tournament;
			const char *base;
			int64_t wanted, listed, first;
		} rows[] = {
			{CUP, NULL, 0, 0, 0},
			{CUP, NULL, 1, 1, 6},
			{CUP, NULL, 5, 5, 2},
			{CUP, NULL, 100, 6, 1},
			{CUP, NULL, -1, 6, 1},
			{TRIO, NULL, 1, 1, 8},
			{TRIO, NULL, 3, 2, 7},
			{CUP, "/t/1", 5, 0, 0},
		};
		begin();
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			struct report r;
			ck_assert_int_eq(
				load(&r, rows[i].tournament, rows[i].base, rows[i].wanted), DB_OK);
			ck_assert_int_eq(r.listed, rows[i].listed);
			ck_assert_int_eq(r.first, rows[i].first);
			for (int64_t j = 0; j < r.listed; j++)
				ck_assert_int_eq(
					r.ids[j], (rows[i].tournament == CUP ? FIXTURE_CUP_GAMES
									     : FIXTURE_GAMES) -
							  j);
			report_clear(&r);
		}
		db_close(db);
	}
END_TEST

/* Of six games a twelfth is half a game: two bands for each number of games. */
START_TEST(the_course_of_the_ratings_ends_with_the_ratings_of_all_games)
	{
		struct report r;
		begin();
		for (int one = 0; one <= 3; one++) {
			ck_assert_int_eq(load(&r, CUP, "/t/1", 0), DB_OK);
			r.banded = true;
			r.one = one;
			ck_assert_int_eq(report_load_history(&r), DB_OK);
			ck_assert_int_eq(r.lines_count, one > 0 ? 1 : 3);
			const struct report_band *last = &r.bands[REPORT_BANDS - 1];
			for (int i = 0; i < REPORT_BANDS; i++)
				ck_assert_int_eq(r.bands[i].at, (i + 1) / 2);
			ck_assert(!r.bands[0].known[0]);
			for (int line = 0; line < r.lines_count; line++) {
				int bot = report_line_bot(&r, line);
				ck_assert_int_eq(bot, one > 0 ? one - 1 : line);
				ck_assert(last->known[line]);
				ck_assert_double_eq(last->elo[line], r.fit->rating[bot].elo);
				ck_assert_double_eq(last->error[line], r.fit->rating[bot].error);
			}
			/* gamma plays first in the third game */
			if (one == 3 || one == 0)
				for (int i = 0; i < REPORT_BANDS; i++)
					ck_assert_int_eq(r.bands[i].known[one == 0 ? 2 : 0],
						r.bands[i].at >= 3);
			report_clear(&r);
		}
		db_close(db);
	}
END_TEST

START_TEST(ratings_are_loaded_only_where_they_are_wanted)
	{
		struct report r;
		begin();
		ck_assert_int_eq(load(&r, CUP, "/t/1", 0), DB_OK);
		ck_assert_int_eq(report_load_history(&r), DB_OK);
		ck_assert(r.fit != NULL && r.bands == NULL);
		ck_assert_double_gt(r.fit->rating[0].elo, r.fit->rating[1].elo);
		ck_assert_double_gt(r.fit->rating[1].elo, r.fit->rating[2].elo);
		report_clear(&r);
		ck_assert_int_eq(load(&r, TRIO, "/t/1", 0), DB_OK);
		ck_assert_int_eq(report_load_history(&r), DB_OK);
		ck_assert_ptr_nonnull(r.fit);
		ck_assert_int_eq(
			r.fit->rating[0].games + r.fit->rating[1].games + r.fit->rating[2].games,
			6);
		report_clear(&r);
		db_close(db);
	}
END_TEST

SUITE("report/report-read", CASE(the_head_and_the_standings_are_those_of_the_tournament),
	CASE(the_newest_games_are_listed),
	CASE(the_course_of_the_ratings_ends_with_the_ratings_of_all_games),
	CASE(ratings_are_loaded_only_where_they_are_wanted))
