/*
 * report-blunders.c - the moves of one game that are known to have lost value, beside its board and
 * as data.
 */
#include "referee/base/json.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

struct blunders {
	const struct report *r;
	struct json_writer json;
	int count;
};

static bool blunders_write(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct blunders *b = arg;
	FILE *out = b->r->out;
	long long ply = db_column(columns, names, values, "ply")->integer;
	fputs(b->count++ == 0 ? "<ol>\n" : "", out);
	fprintf(out, "<li><a href=\"?ply=%lld%s\">Ply %lld</a>: <bdi>", ply,
		b->r->look.flipped ? "&amp;flip=1" : "", ply);
	html_text(out, db_column(columns, names, values, "bot")->text);
	fputs("</bdi> played <b>", out);
	html_text(out, db_column(columns, names, values, "move")->text);
	fputs("</b>, ", out);
	html_text(out, db_column(columns, names, values, "lost_value")->text);
	fputs("</li>\n", out);
	return true;
}

int report_blunders(const struct report *r, int64_t game, int64_t known)
{
	struct blunders b = {.r = r};
	fputs("<div id=\"blunders\"><h3>Blunders</h3>\n", r->out);
	int error = db_read(r->db, "game-blunders", &game, 1, blunders_write, &b);
	if (b.count > 0)
		fputs("</ol>\n", r->out);
	else
		fprintf(r->out,
			"<p class=\"soft\">No move is known to have lost a win or a draw; the solver "
			"found %lld values.</p>\n",
			(long long)known);
	fputs("</div>\n", r->out);
	return error;
}

static bool blunders_write_json(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	static const char *const numbers[] = {"ply", "seat", "before", "after"};
	static const char *const texts[] = {"bot", "move", "lost_value"};
	struct blunders *b = arg;
	json_open(&b->json, NULL, '{');
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		json_number(&b->json, numbers[i],
			db_column(columns, names, values, numbers[i])->integer);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		fputs("", json_key(&b->json, texts[i]));
		html_json(b->json.out, db_column(columns, names, values, texts[i])->text);
	}
	json_close(&b->json, '}');
	return true;
}

int report_blunders_json(const struct report *r, int64_t game)
{
	struct blunders b = {.r = r, .json = {.out = r->out}};
	fputs(",\"blunders\":[", r->out);
	int error = db_read(r->db, "game-blunders", &game, 1, blunders_write_json, &b);
	fputc(']', r->out);
	return error;
}
