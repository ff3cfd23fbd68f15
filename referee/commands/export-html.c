/*
 * export-html.c - a tournament as one HTML page (referee/pages/report.h).
 */
#include "referee/commands/export.h"
#include "referee/pages/report.h"

static int html_write(struct export *e)
{
	struct report_options options = {.games = e->most};
	return report_html(e->out, e->read.db, e->read.tournament, &options);
}

const struct export_format export_html = {"html",
	"one page: standings, crosstable, ratings, faults, games to go through", ".html",
	html_write};
