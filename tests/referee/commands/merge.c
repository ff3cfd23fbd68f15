/*
 * merge, run on the fixture: what the solver found of a game comes over with it, each value in its
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

static bool merge_on_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	int *rows = arg;
	const struct db_analysis *a = &merge_values[*rows];
	(void)names;
	ck_assert_int_eq(columns, 5);
	ck_assert_int_lt(*rows, FIXTURE_PLIES);
	ck_assert_int_eq(values[0].integer, ++*rows);
	ck_assert_int_eq(values[1].type != DB_NULL, a->before_known);
	ck_assert_int_eq(values[1].integer, a->before);
	ck_assert_int_eq(values[2].type != DB_NULL, a->after_known);
	ck_assert_int_eq(values[2].integer, a->after);
	ck_assert_int_eq(values[3].integer, 5000);
	ck_assert_int_eq(values[4].integer, 4);
	return true;
}

static void merge_check(const char *path)
{
	struct db *db;
	int rows = 0;
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	FIXTURE_GOOD(db_read(db, "game-analysis", (const int64_t[]){2}, 1, merge_on_row, &rows));
	ck_assert_int_eq(rows, FIXTURE_PLIES);
	FIXTURE_GOOD(db_read(db, "game-analysis", (const int64_t[]){1}, 1, merge_on_row, &rows));
	ck_assert_int_eq(rows, FIXTURE_PLIES);
	db_close(db);
}

static int merge_silently(int argc, char **argv)
{
	fflush(NULL);
	int out = dup(STDOUT_FILENO);
	ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
	int status = command_find("merge")->run(argc, argv);
	fflush(NULL);
	dup2(out, STDOUT_FILENO);
	close(out);
	return status;
}

START_TEST(what_the_solver_found_comes_over_as_it_was)
	{
		const char *from = fixture_path("from.db"), *into = fixture_path("into.db");
		char name[] = "merge", flag[] = "--db";
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

SUITE("referee/commands/merge", CASE(what_the_solver_found_comes_over_as_it_was))
