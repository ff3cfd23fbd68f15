/*
 * Evidence: what is known of a failure reads back as it was, and a failure of which nothing is
 * known too.
 */
#include "tests/lib/db-fixture.h"

/* The row of the failure that was stored. */
static void evidence_check_known(struct db_query *q)
{
	static const char *const bytes[] = {"said", "stderr"};
	static const struct {
		const char *column;
		int64_t number;
	} known[] = {{"limit_us", 1}, {"wall_us", 2}, {"cpu_us", 0}, {"exit_status", 0}};
	for (int i = 0; i < 2; i++) {
		struct db_value v = db_value(q, bytes[i]);
		ck_assert_uint_eq(v.length, 5);
		ck_assert_mem_eq(v.text, "\xff\0\x1b\n\0", 6);
	}
	ck_assert_str_eq(db_text(q, "asked"), "go depth 1\n");
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct db_value v = db_value(q, known[i].column); /* 0 is known, too */
		ck_assert(v.type == DB_INTEGER && v.integer == known[i].number);
	}
	ck_assert(db_is_null(q, "wait_us") && db_is_null(q, "signal"));
	ck_assert_str_eq(db_text(q, "settings"), "dir = here\n");
}

/* The other failed without a trace. */
static void evidence_check_unknown(struct db_query *q)
{
	static const char *const there[] = {"seat", "bot", "verdict", "command", "remote"};
	for (int i = 0; i < db_column_count(q); i++) {
		bool is_there = false;
		for (size_t n = 0; n < sizeof there / sizeof *there; n++)
			is_there |= strcmp(db_column_name(q, i), there[n]) == 0;
		ck_assert(is_there || db_value_at(q, i).type == DB_NULL);
	}
}

START_TEST(evidence_reads_back_byte_by_byte_and_is_null_where_there_is_none)
	{
		struct db_query q;
		struct db *db = fixture_open(fixture_path("evidence.db"));
		struct db_bot bot = {0, "delta", "./delta", "d1", "dir = here\n"};
		struct db_game g = {.tournament = 1,
			.pairing = 77,
			.round = 1,
			.opening = "",
			.final = "",
			.reason = "crash",
			.sandbox = "full",
			.seats = 2,
			.seat = {{.bot = 1, .rank = 2}, {.bot = 2, .rank = 2}}};
		g.seat[0].verdict = "crash";
		g.seat[0].stderr_tail = "\xff\0\x1b\n\0";
		g.seat[0].stderr_length = 5;
		g.seat[0].failure = (struct db_failure){.phase = "move",
			.asked = "go depth 1\n",
			.said = "\xff\0\x1b\n\0",
			.said_length = 5,
			.limit_us = 1,
			.wall_us = 2,
			.cpu_us = 0,
			.wait_us = UNKNOWN,
			.exit_status = 0,
			.signal = UNKNOWN};
		g.seat[1].verdict = "startup";
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_bot_add(db, &bot));
		FIXTURE_GOOD(db_bot_add(db, &bot));
		g.seat[0].bot = bot.id;
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_commit(db));
		db_query(&q, db, "game-failures", g.id);
		ck_assert(db_next(&q));
		evidence_check_known(&q);
		ck_assert(db_next(&q));
		evidence_check_unknown(&q);
		ck_assert(!db_next(&q));
		FIXTURE_GOOD(db_end(&q));
		db_close(db);
	}
END_TEST

SUITE("db/evidence", CASE(evidence_reads_back_byte_by_byte_and_is_null_where_there_is_none))
