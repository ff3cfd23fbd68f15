/*
 * queries.c - reads queries.sql: each query with its name, its help and its SQL, in which parts
 * stand in the place of their names.
 */
#include "db/db.h"

#include <assert.h>
#include <sqlite3.h>
#include <string.h>

#include "db/schema.h"

enum { QUERIES_MAX = 255 };

/* Read when first asked for; the texts stay until the process ends. */
struct queries {
	struct db_query_text all[QUERIES_MAX + 1];
	int count;
};
static struct queries queries, queries_parts;

static const struct db_query_text *queries_find(const struct queries *of, const char *name)
{
	const struct db_query_text *q = of->all;
	while (q->name != NULL && strcmp(q->name, name) != 0)
		q++;
	assert(q->name != NULL);
	return q;
}

static const char *queries_end(sqlite3_str *text)
{
	assert(sqlite3_str_errcode(text) == SQLITE_OK);
	const char *all = sqlite3_str_finish(text);
	return all != NULL ? all : ""; /* as it has it for an empty text */
}

/* Copies the lines of comment that *text begins with, as one line; *text is behind them then. */
static const char *queries_read_help(const char **text)
{
	sqlite3_str *help = sqlite3_str_new(NULL);
	while (strncmp(*text, "-- ", 3) == 0) {
		int length = (int)strcspn(*text + 3, "\n");
		sqlite3_str_appendf(
			help, "%s%.*s", sqlite3_str_length(help) > 0 ? " " : "", length, *text + 3);
		*text += 3 + length + 1;
	}
	return queries_end(help);
}

/* Copies SQL, with the parts that it names in braces. */
static const char *queries_read_sql(const char *text, const char *end)
{
	sqlite3_str *sql = sqlite3_str_new(NULL);
	for (const char *brace; (brace = strchr(text, '{')) != NULL && brace < end;) {
		char name[64];
		int length = (int)strcspn(brace + 1, "}");
		sqlite3_snprintf(sizeof name, name, "%.*s", length, brace + 1);
		sqlite3_str_append(sql, text, (int)(brace - text));
		sqlite3_str_appendall(sql, queries_find(&queries_parts, name)->sql);
		text = brace + length + 2;
	}
	sqlite3_str_append(sql, text, (int)(end - text));
	return queries_end(sql);
}

/* Reads a query or a part, whose name the text begins with. */
static void queries_add(struct queries *to, const char *text)
{
	struct db_query_text *q = &to->all[to->count++];
	size_t length = strcspn(text, "\n");
	assert(to->count <= QUERIES_MAX);
	q->name = sqlite3_mprintf("%.*s", (int)length, text);
	assert(q->name != NULL);
	text += length + 1;
	q->help = queries_read_help(&text);
	const char *end = strstr(text, ";\n");
	assert(end != NULL);
	q->sql = queries_read_sql(text, end);
}

const struct db_query_text *db_queries(void)
{
	static const char query[] = "\n-- query ", part[] = "\n-- part ";
	const char *at = queries.count == 0 ? db_queries_sql : "";
	while ((at = strchr(at, '\n')) != NULL) {
		if (strncmp(at, query, strlen(query)) == 0)
			queries_add(&queries, at + strlen(query));
		else if (strncmp(at, part, strlen(part)) == 0)
			queries_add(&queries_parts, at + strlen(part));
		at++;
	}
	return queries.all;
}

const struct db_query_text *db_query_find(const char *name)
{
	db_queries();
	return queries_find(&queries, name);
}
