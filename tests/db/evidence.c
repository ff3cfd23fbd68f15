/*
 * Evidence: what is known of a failure reads back as it was, and a failure of which nothing is
 * known too.
 */
#include "tests/lib/db-fixture.h"

/* Every cell of the row that counts, as it came. */
static bool evidence_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	int *rows = arg;
	for (int i = 0; i < columns && *rows == 0; i++) {
		const struct db_value *v = &values[i];
		if (strcmp(names[i], "said") == 0 || strcmp(names[i], "stderr") == 0) {
			ck_assert_uint_eq(v->length, 5);
			ck_assert_mem_eq(v->text, "\xff\0\x1b\n\0", 6);
		} else if (strcmp(names[i], "asked") == 0) {
			ck_assert_str_eq(v->text, "go depth 1\n");
		} else if (strcmp(names[i], "limit_us") == 0) {
			ck_assert(v->type == DB_INTEGER && v->integer == 1);
		} else if (strcmp(names[i], "wall_us") == 0) {
			ck_assert(v->type == DB_INTEGER && v->integer == 2);
		} else if (strcmp(names[i], "cpu_us") == 0 ||
			   strcmp(names[i], "exit_status") == 0) {
			ck_assert(v->type == DB_INTEGER && v->integer == 0); /* which is known */
		} else if (strcmp(names[i], "wait_us") == 0 || strcmp(names[i], "signal") == 0) {
			ck_assert_int_eq(v->type, DB_NULL);
		} else if (strcmp(names[i], "settings") == 0) {
			ck_assert_str_eq(v->text, "dir = here\n");
		}
	}
	if (*rows == 1) /* the other failed without a trace */
		for (int i = 0; i < columns; i++)
			ck_assert(values[i].type == DB_NULL || strcmp(names[i], "seat") == 0 ||
				  strcmp(names[i], "bot") == 0 ||
				  strcmp(names[i], "verdict") == 0 ||
				  strcmp(names[i], "command") == 0 ||
				  strcmp(names[i], "remote") == 0);
	++*rows;
	return true;
}

START_TEST(evidence_reads_back_byte_by_byte_and_is_null_where_there_is_none)
	{
		int rows = 0;
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
			.wait_us = -1,
			.exit_status = 0,
			.signal = -1};
		g.seat[1].verdict = "startup";
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_bot_add(db, &bot));
		FIXTURE_GOOD(db_bot_add(db, &bot));
		g.seat[0].bot = bot.id;
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_commit(db));
		FIXTURE_GOOD(db_read(db, "game-failures", &g.id, 1, evidence_row, &rows));
		ck_assert_int_eq(rows, 2);
		db_close(db);
	}
END_TEST

SUITE("db/evidence", CASE(evidence_reads_back_byte_by_byte_and_is_null_where_there_is_none))
