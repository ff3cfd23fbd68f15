/*
 * report-left-out.c - the report's bots that were handed in and do not take part.
 */
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

bool report_has_left_out(const struct report *r)
{
	return r->options != NULL && r->options->left_out_count > 0;
}

int report_left_out(struct report *r)
{
	html_table_begin(r->out, "Not taking part", "");
	html_print(r->out,
		"Bots that were handed in and do not take part</caption>\n"
		"<thead><tr><th scope=\"col\">Bot</th><th scope=\"col\">Reason</th></tr></thead>\n"
		"<tbody>\n");
	for (int i = 0; i < r->options->left_out_count; i++) {
		const struct report_left_out *row = &r->options->left_out[i];
		html_print(r->out, "<tr>");
		html_bot_cell(r->out, row->bot);
		html_print(r->out, "<td class=\"words\">%h</td></tr>\n", row->why);
	}
	html_table_end(r->out);
	return DB_OK;
}
