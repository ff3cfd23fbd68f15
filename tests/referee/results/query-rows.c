/*
 * Rows of a query, as commands and pages write them.
 */
#include "referee/results/query-rows.h"

#include "tests/lib/db-fixture.h"

/* The rows of a query of the cup are this text. */
static void query_rows_are(struct query_rows rows, const char *query, const char *text)
{
	struct db *db = fixture_open(fixture_path("rows.db"));
	const int64_t cup = 1;
	char *written = NULL;
	size_t size = 0;
	rows.out = open_memstream(&written, &size);
	FIXTURE_GOOD(query_rows_write(&rows, db, query, &cup, 1));
	fclose(rows.out);
	db_close(db);
	ck_assert_str_eq(written, text);
	free(written);
}

START_TEST(commands_have_a_row_a_line_and_pages_all_in_one)
	{
		query_rows_are((struct query_rows){.format = TEXT_TABLE_JSON, .columns = 2},
			"faults",
			"[\n{\"game\":3,\"bot\":\"gamma\"},\n{\"game\":4,\"bot\":\"gamma\"},\n"
			"{\"game\":6,\"bot\":\"beta\"}\n]\n");
		query_rows_are((struct query_rows){.format = TEXT_TABLE_DENSE, .columns = 2},
			"faults",
			"[{\"game\":3,\"bot\":\"gamma\"},{\"game\":4,\"bot\":\"gamma\"},"
			"{\"game\":6,\"bot\":\"beta\"}]");
	}
END_TEST

static void query_rows_hide(
	void *arg, int columns, const char *const *names, struct text_table_cell *cells)
{
	ck_assert_int_eq(columns, 5);
	ck_assert_str_eq(names[4], "detail");
	cells[1] = (struct text_table_cell){.text = arg};
}

START_TEST(cells_may_be_changed)
	{
		query_rows_are((struct query_rows){.format = TEXT_TABLE_CSV,
				       .columns = 4,
				       .edit = query_rows_hide,
				       .arg = (char[]){"x"}},
			"faults",
			"game,bot,seat,verdict\n3,x,2,illegal\n4,x,1,time\n6,x,2,crash\n");
	}
END_TEST

START_TEST(a_query_without_rows_is_an_empty_list)
	{
		query_rows_are((struct query_rows){.format = TEXT_TABLE_DENSE}, "replaced", "[]");
	}
END_TEST

SUITE("referee/results/query-rows", CASE(commands_have_a_row_a_line_and_pages_all_in_one),
	CASE(cells_may_be_changed), CASE(a_query_without_rows_is_an_empty_list))
