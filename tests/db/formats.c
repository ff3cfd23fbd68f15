/*
 * The needs of formats: results, participants, byes, and standings that count them.
 */
#include "tests/lib/db-fixture.h"

struct text {
	char text[2048];
	size_t length;
};

static void print_outcome(struct text *t, const struct db_outcome *o)
{
	t->length += (size_t)snprintf(
		t->text + t->length, sizeof t->text - t->length, "%d:", (int)o->pairing);
	for (int i = 0; i < o->seats; i++)
		t->length += (size_t)snprintf(t->text + t->length, sizeof t->text - t->length,
			" %g%s%s", o->points[i], strcmp(o->verdict[i], "ok") != 0 ? " " : "",
			strcmp(o->verdict[i], "ok") != 0 ? o->verdict[i] : "");
	t->length += (size_t)snprintf(t->text + t->length, sizeof t->text - t->length, "\n");
}

static void print_outcomes(struct text *t, struct db *db, int64_t tournament)
{
	struct db_outcome o = {.seats = 0};
	struct db_query q;
	db_query(&q, db, "outcomes", tournament);
	while (db_outcome_next(&q, &o))
		print_outcome(t, &o);
	FIXTURE_GOOD(db_end(&q));
}

START_TEST(the_results_of_a_tournament_are_the_points_of_its_own_games)
	{
		struct text cup = {.length = 0}, trio = {.length = 0}, none = {.length = 0};
		struct db *db = fixture_open(fixture_path("results.db"));
		print_outcomes(&cup, db, 1);
		print_outcomes(&trio, db, 2);
		print_outcomes(&none, db, 3);
		ck_assert_str_eq(cup.text,
			"0: 1 0\n1: 0.5 0.5\n2: 1 0 illegal\n3: 0 time 1\n4: 1 0\n5: 1 0 crash\n");
		ck_assert_str_eq(trio.text, "6: 1 0.25 0.25\n7: 1 0 time 0.5\n");
		ck_assert_int_eq(none.length, 0);
		db_close(db);
	}
END_TEST

/* beta was run as two programs, the bots 2 and 4. */
START_TEST(a_bot_takes_part_from_the_first_round_that_was_written)
	{
		char text[256] = "";
		int last = -1, none = -1;
		struct db *db = fixture_open(fixture_path("entries.db"));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_participant_add(db, 1, 1, 1));
		FIXTURE_GOOD(db_participant_add(db, 1, 1, 7));
		FIXTURE_GOOD(db_participant_add(db, 1, 2, 3));
		FIXTURE_GOOD(db_participant_add(db, 1, 4, 5));
		FIXTURE_GOOD(db_commit(db));
		fixture_rows(db, "first-rounds", 1, text, sizeof text);
		ck_assert_str_eq(text, "alpha|1\nbeta|3\n");
		FIXTURE_GOOD(db_last_round(db, 1, &last));
		FIXTURE_GOOD(db_last_round(db, 3, &none));
		ck_assert_int_eq(last, 2);
		ck_assert_int_eq(none, 0);
		db_close(db);
	}
END_TEST

START_TEST(what_was_asked_by_hand_holds_until_it_is_taken_back)
	{
		char text[256] = "", other[256] = "";
		struct db *db = fixture_open(fixture_path("hand.db"));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_admin_action_set(db, 1, "bench", "beta", true));
		FIXTURE_GOOD(db_admin_action_set(db, 1, "bench", "beta", true));
		FIXTURE_GOOD(db_admin_action_set(db, 1, "bench", "alpha", true));
		FIXTURE_GOOD(db_admin_action_set(db, 1, "add", "new=./new --fast", true));
		FIXTURE_GOOD(db_admin_action_set(db, 1, "bench", "beta", false));
		FIXTURE_GOOD(db_admin_action_set(db, 1, "add", "none=./none", false));
		FIXTURE_GOOD(db_commit(db));
		fixture_rows(db, "admin-actions", 1, text, sizeof text);
		fixture_rows(db, "admin-actions", 2, other, sizeof other);
		ck_assert_str_eq(text, "add|new=./new --fast\nbench|alpha\n");
		ck_assert_str_eq(other, "");
		db_close(db);
	}
END_TEST

/* rank, bot, games, played, points, percent */
static void read_standings(struct text *t, struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "standings", tournament);
	while (db_next(&q))
		for (int i = 0; i < 6; i++)
			t->length +=
				(size_t)snprintf(t->text + t->length, sizeof t->text - t->length,
					"%s%c", db_value_at(&q, i).text, i < 5 ? '|' : '\n');
	FIXTURE_GOOD(db_end(&q));
}

START_TEST(byes_count_as_points_and_not_as_games)
	{
		struct text t = {.length = 0};
		int64_t cup = 1;
		struct db *db = fixture_open(fixture_path("byes.db"));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_bye_add(db, 1, 3, 2, 2));
		FIXTURE_GOOD(db_bye_add(db, 1, 3, 2, 2)); /* told again when it goes on */
		FIXTURE_GOOD(db_bye_add(db, 1, 4, 3, 1));
		FIXTURE_GOOD(db_commit(db));
		read_standings(&t, db, cup);
		/* beta 1.5 of 4 and 2 of 2; gamma 1 of 4 and 1 of 1 */
		ck_assert_str_eq(t.text,
			"1|alpha|4|4|3.5|87.5\n1|beta|4|4|3.5|58.3\n3|gamma|4|4|2.0|40.0\n");
		db_close(db);
	}
END_TEST

/* Three bots: the seed beta waits, alpha loses to gamma, gamma to beta, who has fewer points. */
START_TEST(in_a_knockout_who_came_furthest_stands_first)
	{
		struct text t = {.length = 0};
		struct db_tournament cup = {0, "out", "connect4", "knockout", "", 2, 1, 1};
		struct db *db = fixture_open(fixture_path("knockout.db"));
		static const struct {
			int round, first, second;
		} games[] = {{1, 3, 1}, {1, 3, 1}, {2, 2, 3}};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &cup));
		for (int i = 0; i < 3; i++) {
			struct db_game g = {.tournament = cup.id, .pairing = i, .seats = 2};
			g.round = games[i].round;
			g.opening = g.final = "";
			g.reason = "normal";
			g.sandbox = "none";
			g.seat[0] = (struct db_seat){games[i].first, 1, 1, "ok"};
			g.seat[1] = (struct db_seat){games[i].second, 2, 0, "ok"};
			FIXTURE_GOOD(db_game_add(db, &g));
		}
		FIXTURE_GOOD(db_bye_add(db, cup.id, 1, 2, 0));
		FIXTURE_GOOD(db_bye_add(db, cup.id, 3, 2, 0));
		FIXTURE_GOOD(db_commit(db));
		read_standings(&t, db, cup.id);
		ck_assert_str_eq(t.text,
			"1|beta|1|1|1.0|100.0\n2|gamma|3|3|2.0|66.7\n3|alpha|2|2|0.0|0.0\n");
		db_close(db);
	}
END_TEST

SUITE("db/formats", CASE(the_results_of_a_tournament_are_the_points_of_its_own_games),
	CASE(a_bot_takes_part_from_the_first_round_that_was_written),
	CASE(what_was_asked_by_hand_holds_until_it_is_taken_back),
	CASE(byes_count_as_points_and_not_as_games),
	CASE(in_a_knockout_who_came_furthest_stands_first))
