/*
 * db/README.md: the columns it documents are those there are, and each of its queries prints what
 * stands below it. Both are run on the fixture, the queries by the sqlite3 program.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

enum { README_TEXT = 65536, README_QUERIES = 19 /* at least */, README_OBJECTS = 26 };

static char readme[README_TEXT];

static void readme_load(void)
{
	FILE *file = fopen("db/README.md", "r");
	ck_assert_msg(file != NULL, "run it from the root of the project");
	size_t length = fread(readme, 1, sizeof readme - 1, file);
	ck_assert(length > 0 && length < sizeof readme - 1);
	readme[length] = '\0';
	fclose(file);
}

/* The columns of a table of the database, or of README's table below "### NAME": a line each. */
static void readme_columns(const char *name, char *columns)
{
	char heading[64];
	snprintf(heading, sizeof heading, "\n### %s\n", name);
	char *out = columns, *at = strstr(readme, heading);
	*out = '\0';
	ck_assert_msg(at != NULL, "README has no %s", name);
	char *end = strstr(at + 1, "\n##");
	for (at = strstr(at, "\n| `"); at != NULL && (end == NULL || at < end);
		at = strstr(at, "\n| `")) {
		at += strlen("\n| `");
		out += sprintf(out, "%.*s\n", (int)strcspn(at, "`"), at);
	}
}

START_TEST(every_table_and_view_is_documented_column_by_column)
	{
		sqlite3_stmt *objects;
		sqlite3 *sqlite;
		char documented[4096];
		int count = 0;

		readme_load();
		db_close(fixture_open(fixture_path("columns.db")));
		ck_assert_int_eq(sqlite3_open(fixture_path("columns.db"), &sqlite), SQLITE_OK);
		ck_assert_int_eq(
			sqlite3_prepare_v2(sqlite,
				"SELECT name, (SELECT group_concat(name, char(10)) || char(10) FROM"
				" pragma_table_info(s.name)) FROM sqlite_schema s"
				" WHERE type IN ('table', 'view')",
				-1, &objects, NULL),
			SQLITE_OK);
		for (; sqlite3_step(objects) == SQLITE_ROW; count++) {
			readme_columns((const char *)sqlite3_column_text(objects, 0), documented);
			ck_assert_str_eq(documented, (const char *)sqlite3_column_text(objects, 1));
		}
		ck_assert_int_ge(count, README_OBJECTS);
		sqlite3_finalize(objects);
		sqlite3_close(sqlite);
	}
END_TEST

/* The text between two fences, from *at on; *at is then behind it. */
static char *readme_block(char **at, const char *fence)
{
	char *begin = strstr(*at, fence);
	if (begin == NULL)
		return NULL;
	begin += strlen(fence);
	char *end = strstr(begin, "\n```\n");
	ck_assert_ptr_nonnull(end);
	end[1] = '\0';
	*at = end + strlen("\n```\n");
	return begin;
}

/* The output of sqlite3 for the query, without the blanks at the ends of its lines. */
static void readme_print(const char *path, const char *sql, char *out, size_t room)
{
	char command[256], line[1024];
	FILE *file = fopen(fixture_path("query.sql"), "w");
	ck_assert_ptr_nonnull(file);
	fputs(sql, file);
	fclose(file);
	snprintf(command, sizeof command, "sqlite3 -readonly -header -column %s <%s 2>&1", path,
		fixture_path("query.sql"));
	FILE *printed = popen(command, "r");
	ck_assert_ptr_nonnull(printed);
	size_t used = 0;
	out[0] = '\0';
	while (fgets(line, sizeof line, printed) != NULL) {
		size_t length = strlen(line);
		while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\n'))
			length--;
		used += (size_t)snprintf(out + used, room - used, "%.*s\n", (int)length, line);
		ck_assert(used < room);
	}
	ck_assert_int_eq(pclose(printed), 0);
}

START_TEST(every_query_prints_what_the_readme_shows)
	{
		static char printed[README_TEXT];
		char *at = readme, *sql;
		int count = 0;
		readme_load();
		/* Written and not closed: people ask while a tournament runs. */
		struct db *db = fixture_open(fixture_path("queries.db"));
		for (; (sql = readme_block(&at, "\n```sql\n")) != NULL; count++) {
			char *expected = readme_block(&at, "```text\n");
			ck_assert_msg(expected != NULL, "nothing stands below %s", sql);
			readme_print(fixture_path("queries.db"), sql, printed, sizeof printed);
			ck_assert_msg(strcmp(printed, expected) == 0,
				"%sprints\n%sbut README shows\n%s", sql, printed, expected);
		}
		ck_assert_int_ge(count, README_QUERIES);
		db_close(db);
	}
END_TEST

SUITE("db/readme", CASE(every_table_and_view_is_documented_column_by_column),
	CASE(every_query_prints_what_the_readme_shows))
