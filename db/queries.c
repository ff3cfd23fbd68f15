/*
 * queries.c - reads queries.sql: each query and statement with its name, its help and its SQL, in
 * which parts stand in the place of their names.
 */
#include "db/connection.h"

#include <assert.h>
#include <string.h>

#include "base/hash-table.h"
#include "db/schema.h"

enum { QUERIES_MAX = 255, QUERIES_KNOWN = 64 };

/* Read when first asked for; the texts stay until the process ends. */
struct queries {
	const char *begin; /* of the line that gives the name */
	int count;
	struct hash_table numbers; /* by name */
	struct db_query_text all[QUERIES_MAX + 1];
	/* By the address of a name, which most callers give as a constant: the number, probably. */
	uint8_t known[QUERIES_KNOWN];
};

#define QUERIES(kind)                                                                              \
	{                                                                                          \
		.begin = "\n-- " kind " ", .numbers = {.texts = true, .value = sizeof(int) }       \
	}
static struct queries queries_parts = QUERIES("part"), queries_statements = QUERIES("statement"),
		      queries = QUERIES("query");

static int queries_find(struct queries *of, const char *name)
{
	uint8_t *known = &of->known[(uintptr_t)name / 8 % QUERIES_KNOWN];
	if (*known < of->count && strcmp(of->all[*known].name, name) == 0)
		return *known;
	const int *number = hash_table_find_text(&of->numbers, name);
	assert(number != NULL);
	*known = (uint8_t)*number;
	return *number;
}

static char *queries_end(sqlite3_str *text)
{
	assert(sqlite3_str_errcode(text) == SQLITE_OK);
	char *all = sqlite3_str_finish(text);
	return all != NULL ? all : sqlite3_mprintf(""); /* as it has it for an empty text */
}

/* Copies the lines of comment that *text begins with, as one line; *text is behind them then. */
static char *queries_read_help(const char **text)
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
static char *queries_read_sql(const char *text, const char *end)
{
	sqlite3_str *sql = sqlite3_str_new(NULL);
	for (const char *brace; (brace = strchr(text, '{')) != NULL && brace < end;) {
		char name[64];
		int length = (int)strcspn(brace + 1, "}");
		sqlite3_snprintf(sizeof name, name, "%.*s", length, brace + 1);
		sqlite3_str_append(sql, text, (int)(brace - text));
		sqlite3_str_appendall(
			sql, queries_parts.all[queries_find(&queries_parts, name)].sql);
		text = brace + length + 2;
	}
	sqlite3_str_append(sql, text, (int)(end - text));
	return queries_end(sql);
}

/* Reads an entry, whose name the text begins with. */
static void queries_add(struct queries *to, const char *text)
{
	struct db_query_text *q = &to->all[to->count];
	size_t length = strcspn(text, "\n");
	assert(to->count < QUERIES_MAX);
	q->name = sqlite3_mprintf("%.*s", (int)length, text);
	assert(q->name != NULL);
	text += length + 1;
	q->help = queries_read_help(&text);
	const char *end = strstr(text, ";\n\n");
	end = end != NULL ? end : strrchr(text, ';');
	assert(end != NULL);
	q->sql = queries_read_sql(text, end);
	*(int *)hash_table_get_text(&to->numbers, q->name) = to->count++;
}

static void queries_read(void)
{
	struct queries *const kinds[] = {&queries_parts, &queries_statements, &queries};
	const char *at = queries.count == 0 ? db_queries_sql : "";
	for (; (at = strchr(at, '\n')) != NULL; at++)
		for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
			if (strncmp(at, kinds[i]->begin, strlen(kinds[i]->begin)) == 0)
				queries_add(kinds[i], at + strlen(kinds[i]->begin));
}

const struct db_query_text *db_queries(void)
{
	queries_read();
	return queries.all;
}

const struct db_query_text *db_query_find(const char *name)
{
	queries_read();
	return &queries.all[queries_find(&queries, name)];
}

const struct db_query_text *db_statements(void)
{
	queries_read();
	return queries_statements.all;
}

int db_statement_find(const char *name)
{
	queries_read();
	return queries_find(&queries_statements, name);
}

char *db_with_parts(const char *sql)
{
	queries_read();
	return queries_read_sql(sql, sql + strlen(sql));
}
