/*
 * report-blunders.c - writes the blunders of one game beside its board and as data.
 */
#include "base/json.h"
#include "referee/report/blunders.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

static void blunders_write(const struct report *r, const struct blunder *b)
{
	FILE *out = r->out;
	html_print(out, "<li><a href=\"?ply=%d%s\">Ply %d</a>: <bdi>%h</bdi> played <b>%h</b>, %h",
		b->ply, r->look.flipped ? "&amp;flip=1" : "", b->ply, b->bot, b->move, b->lost);
	if (*b->better != '\0')
		html_print(out, "; <b>%h%s", b->better, b->before > 0 ? "</b> wins" : "</b> draws");
	html_print(out, "</li>\n");
}

int report_blunders(const struct report *r, int64_t game, const struct move_list *h, int64_t known)
{
	struct blunders b;
	int error = blunders_load(&b, r->db, game, h);
	html_print(
		r->out, "<div id=\"blunders\"><h3>Blunders</h3>\n%s", b.count > 0 ? "<ol>\n" : "");
	for (int i = 0; i < b.count; i++)
		blunders_write(r, &b.list[i]);
	if (b.count > 0)
		html_print(r->out, "</ol>\n");
	else
		html_print(r->out,
			"<p class=\"soft\">No move is known to have lost a win or a draw; the "
			"solver found %lld values.</p>\n",
			(long long)known);
	html_print(r->out, "</div>\n");
	blunders_clear(&b);
	return error;
}

int report_blunders_json(
	const struct report *r, struct json_writer *j, int64_t game, const struct move_list *h)
{
	struct blunders b;
	int error = blunders_load(&b, r->db, game, h);
	json_open(j, "blunders", '[');
	for (int i = 0; i < b.count; i++) {
		const struct blunder *one = &b.list[i];
		json_open(j, NULL, '{');
		json_number(j, "ply", one->ply);
		json_number(j, "seat", one->seat);
		json_text(j, "bot", one->bot);
		json_text(j, "move", one->move);
		json_text(j, "better", *one->better != '\0' ? one->better : NULL);
		json_number(j, "before", one->before);
		json_number(j, "after", one->after);
		json_text(j, "lost_value", one->lost);
		json_close(j, '}');
	}
	json_close(j, ']');
	blunders_clear(&b);
	return error;
}
