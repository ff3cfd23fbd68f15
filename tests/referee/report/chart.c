/*
 * A chart has its points where they were worked out by hand.
 */
#include "referee/report/chart.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static char *chart_written(const struct chart *chart)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	chart_write(out, chart);
	fclose(out);
	return text;
}

static const double chart_at[] = {0, 10}, chart_elo[] = {0, 100}, chart_errors[] = {50, 20};

static void chart_has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no %s in %s", part, text);
}

/* From 0 to 10 games are 50 to 780; y spans -10 to 110 (10 Elo more each way) on 28 to 340. */
START_TEST(a_line_leads_through_its_points)
	{
		struct chart chart = {.label = "a <chart>",
			.x_name = "games",
			.y_name = "Elo",
			.x_max = 10,
			.lines = 1};
		chart.line[0] = (struct chart_line){
			.name = "<b>", .x = chart_at, .y = chart_elo, .count = 2};
		char *text = chart_written(&chart);
		chart_has(text, "aria-label=\"a &lt;chart&gt;\"");
		chart_has(text, "<path class=\"line look-1\" d=\"M50.0 314.0L780.0 54.0\"/>");
		chart_has(text, "<title>&lt;b&gt;, 10 games: 100</title>");
		ck_assert_ptr_null(strstr(text, "band"));
		free(text);
	}
END_TEST

/* With errors y spans -60.2 to 130.2. */
START_TEST(a_band_is_the_error_to_each_side)
	{
		struct chart chart = {
			.label = "", .x_name = "games", .y_name = "Elo", .x_max = 10, .lines = 1};
		chart.line[0] = (struct chart_line){.name = "b",
			.x = chart_at,
			.y = chart_elo,
			.error = chart_errors,
			.count = 2};
		char *text = chart_written(&chart);
		chart_has(text, "<path class=\"band look-1\" d=\"M50.0 159.4L780.0 44.7"
				"L780.0 110.3L50.0 323.3Z\"/>");
		chart_has(text, "<title>b, 10 games: 100 ± 20</title>");
		free(text);
	}
END_TEST

START_TEST(names_of_lines_that_end_together_stand_apart)
	{
		struct chart chart = {
			.label = "", .x_name = "games", .y_name = "Elo", .x_max = 10, .lines = 2};
		for (int i = 0; i < 2; i++)
			chart.line[i] = (struct chart_line){
				.name = "b", .x = chart_at, .y = chart_elo, .count = 2};
		char *text = chart_written(&chart);
		chart_has(text, "y=\"58\" font-size=\"12\" class=\"name\"");
		chart_has(text, "y=\"74\" font-size=\"12\" class=\"name\"");
		free(text);
	}
END_TEST

SUITE("referee/report/chart", CASE(a_line_leads_through_its_points),
	CASE(a_band_is_the_error_to_each_side), CASE(names_of_lines_that_end_together_stand_apart))
