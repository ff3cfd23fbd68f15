/*
 * export-html.c - writes a tournament as one HTML page (referee/report/report.h).
 */
#include "referee/results/compare.h"
#include "referee/transfer/export.h"
#include "referee/report/report.h"

static int html_write(struct export *e)
{
	const struct compare_source from = {e->db, e->tournament.id, e->tournament.seats};
	struct compare_pair two;
	bool there;
	int error = compare_only_two(&from, &two, &there);
	const struct report_strength strength = {
		two.name[0], two.name[1], two.conclusion, two.estimate};
	struct report_options options = {.games = e->most, .strength = there ? &strength : NULL};
	if (error == DB_OK)
		error = report_html(e->out, e->db, e->tournament.id, &options);
	compare_pair_clear(&two);
	return error;
}

const struct export_format export_html = {"html",
	"one page: standings, crosstable, ratings, faults, games to go through", ".html",
	html_write};
