/*
 * web-json.c - pages for programs: a query's rows as JSON.
 */
#include "referee/report/html.h"
#include "referee/web/web-page.h"

struct json_rows {
	FILE *out;
	bool more;
};

static void json_value(FILE *out, const struct db_value *v)
{
	if (v->type == DB_INTEGER || v->type == DB_REAL)
		fputs(v->text, out);
	else if (v->type == DB_TEXT)
		html_json_bytes(out, v->text, v->length);
	else
		fputs("null", out);
}

static bool json_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct json_rows *rows = arg;
	fputs(rows->more ? ",\n{" : "{", rows->out);
	rows->more = true;
	for (int i = 0; i < columns; i++) {
		fprintf(rows->out, "%s\"%s\":", i > 0 ? "," : "", names[i]);
		json_value(rows->out, &values[i]);
	}
	fputc('}', rows->out);
	return true;
}

int web_query_json(FILE *out, struct db *db, const char *query, const int64_t *args, int count)
{
	struct json_rows rows = {.out = out};
	fputc('[', out);
	int error = db_read(db, query, args, count, json_row, &rows);
	fputc(']', out);
	return error;
}

void web_json_number(FILE *out, const char *name, int64_t number)
{
	fprintf(out, ",\"%s\":%lld", name, (long long)number);
}

void web_json_text(FILE *out, const char *name, const char *text)
{
	fprintf(out, ",\"%s\":", name);
	html_json(out, text);
}
