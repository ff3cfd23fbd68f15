/*
 * import of a database, run on the fixture: what the solver found of a game comes over with it, each value in its
 * own column.
 */
#include "referee/commands/command.h"

#include "tests/lib/db-fixture.h"

/* Of game 2, with four plies: some known, some not, no two alike. */
static const struct db_analysis merge_values[FIXTURE_PLIES] = {
	{true, true, 11, -12},
	{true, false, 13, 0},
	{false, true, 0, -14},
	{false, false, 0, 0},
};

/* Returns the number of the game's rows. */
static int merge_check_game(struct db *db, int64_t game)
{
	struct db_query q;
	int rows = 0;
	db_query(&q, db, "game-analysis", game);
	for (; db_next(&q); rows++) {
		const struct db_analysis *a = &merge_values[rows];
		ck_assert_int_lt(rows, FIXTURE_PLIES);
		ck_assert_int_eq(db_int(&q, "ply"), rows + 1);
		ck_assert_int_eq(!db_is_null(&q, "before"), a->before_known);
		ck_assert_int_eq(db_int(&q, "before"), a->before);
		ck_assert_int_eq(!db_is_null(&q, "after"), a->after_known);
		ck_assert_int_eq(db_int(&q, "after"), a->after);
		ck_assert_int_eq(db_int(&q, "nodes"), 5000);
		ck_assert_int_eq(db_int(&q, "known"), 4);
	}
	FIXTURE_GOOD(db_end(&q));
	return rows;
}

static void merge_check(const char *path)
{
	struct db *db;
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	ck_assert_int_eq(merge_check_game(db, 2), FIXTURE_PLIES);
	ck_assert_int_eq(merge_check_game(db, 1), 0);
	db_close(db);
}

static int merge_silently(int argc, char **argv)
{
	fflush(NULL);
	int out = dup(STDOUT_FILENO);
	ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
	int status = command_find("import")->run(argc, argv);
	fflush(NULL);
	dup2(out, STDOUT_FILENO);
	close(out);
	return status;
}

START_TEST(what_the_solver_found_comes_over_as_it_was)
	{
		const char *from = fixture_path("from.db"), *into = fixture_path("into.db");
		char name[] = "import", flag[] = "--db";
		char *argv[] = {name, (char *)from, flag, (char *)into, NULL};
		struct db *db = fixture_open(from);
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_analysis_set(db, 2, 5000, 4, FIXTURE_PLIES, merge_values));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		merge_check(from);
		ck_assert_int_eq(merge_silently(4, argv), 0);
		merge_check(into);
		ck_assert_int_eq(merge_silently(4, argv), 0);
		merge_check(into);
	}
END_TEST

SUITE("referee/commands/import", CASE(what_the_solver_found_comes_over_as_it_was))
