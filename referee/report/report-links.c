/*
 * report-links.c - the targets of the tables' links: fragments of a report in one file, which its
 * script resolves, or separate pages.
 */
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

void report_to_game(const struct report *r, int64_t game)
{
	if (r->base == NULL)
		fprintf(r->out, "href=\"#game-%lld\"", (long long)game);
	else
		fprintf(r->out, "href=\"%s/game/%lld\"", r->base, (long long)game);
}

void report_to_bot(const struct report *r, int bot)
{
	if (r->base == NULL) {
		fprintf(r->out, "href=\"#games\" data-bots=\"%d\"", bot);
		return;
	}
	fprintf(r->out, "href=\"%s/bot/", r->base);
	html_address(r->out, r->bots[bot].name);
	fputc('"', r->out);
}

void report_to_games(const struct report *r, int bot, int other)
{
	if (r->base == NULL) {
		fprintf(r->out, "href=\"#games\" data-bots=\"%d %d\"", bot, other);
		return;
	}
	fprintf(r->out, "href=\"%s/games?bot=", r->base);
	html_address(r->out, r->bots[bot].name);
	fputs("&amp;against=", r->out);
	html_address(r->out, r->bots[other].name);
	fputc('"', r->out);
}
