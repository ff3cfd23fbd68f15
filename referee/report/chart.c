/*
 * chart.c - draws lines with error bands as SVG: axes, bands, lines with symbols, names.
 */
#include "referee/report/chart.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/html-print.h"
#include "referee/board/svg.h"

enum { CHART_LOOKS = 8 };

static const double chart_width = 960, chart_left = 50, chart_top = 28, chart_height = 384,
		    chart_below = 44, chart_apart = 60, chart_room = 10, chart_margin = 14,
		    chart_names_margin = 180, chart_name_gap = 16, chart_name_width = 146;

/* Symbols of about equal weight around (0, 0), by look. */
static const char *const chart_symbols[CHART_LOOKS] = {
	"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
	"M-3.6 -3.6h7.2v7.2h-7.2Z",
	"M0 -4.6L4.4 3.4H-4.4Z",
	"M0 -5.2L5 0L0 5.2L-5 0Z",
	"M0 4.6L4.4 -3.4H-4.4Z",
	"M-1.7 -5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3Z",
	"M0 -5.4L1.5 -1.7L5.2 -1.7L2.3 .8L3.3 4.6L0 2.4L-3.3 4.6L-2.3 .8L-5.2 -1.7L-1.5 -1.7Z",
	"M-5 -2.6L0 -5.4L5 -2.6L3.1 4.4H-3.1Z",
};

struct chart_scale {
	const struct chart *chart;
	double low, high; /* of y */
	double width, height, right, bottom;
};

static double chart_x(const struct chart_scale *s, double value)
{
	return chart_left + value / s->chart->x_max * (s->right - chart_left);
}

static double chart_y(const struct chart_scale *s, double value)
{
	return chart_top + (s->high - value) / (s->high - s->low) * (s->bottom - chart_top);
}

static double chart_error(const struct chart_line *line, int i)
{
	return line->error != NULL ? line->error[i] : 0;
}

static struct chart_scale chart_scale_of(const struct chart *chart)
{
	struct chart_scale s = {.chart = chart,
		.low = INFINITY,
		.high = -INFINITY,
		.width = chart->width > 0 ? chart->width : chart_width,
		.height = chart->height > 0 ? chart->height : chart_height};
	double least = chart->room > 0 ? chart->room : chart_room;
	s.right = s.width - (chart->bare ? chart_margin : chart_names_margin);
	s.bottom = s.height - chart_below;
	for (int i = 0; i < chart->lines; i++)
		for (int j = 0; j < chart->line[i].count; j++) {
			double y = chart->line[i].y[j], error = chart_error(&chart->line[i], j);
			s.low = fmin(s.low, y - error);
			s.high = fmax(s.high, y + error);
		}
	double room = s.high >= s.low ? fmax((s.high - s.low) * 0.06, least) : least;
	if (s.high < s.low)
		s.low = s.high = chart->zero;
	s.low -= room;
	s.high += room;
	return s;
}

/* --- axes ------------------------------------------------------------------------------------- */

/* The smallest of 1, 2, 5, 10 ... that divides a span into at most this many parts. */
static double chart_step(double span, int parts)
{
	double power = pow(10, floor(log10(span / parts)));
	for (int i = 0; i < 3; i++)
		if (span / ((double[]){1, 2, 5}[i] * power) <= parts)
			return (double[]){1, 2, 5}[i] * power;
	return 10 * power;
}

static void chart_tick(FILE *out, double x, double y, enum svg_anchor anchor, double value)
{
	char text[32];
	bool thousands = fabs(value) >= 10000;
	snprintf(text, sizeof text, "%s%g%s", value < 0 ? "−" : "",
		fabs(thousands ? value / 1000 : value), thousands ? "k" : "");
	svg_text(out, x, y, 12, anchor, "", text);
}

static void chart_axes(FILE *out, const struct chart_scale *s)
{
	double step = chart_step(s->high - s->low, 5);
	for (double value = ceil(s->low / step) * step; value <= s->high; value += step) {
		double y = chart_y(s, value);
		bool zero = fabs(value - s->chart->zero) < step / 2;
		html_print(out, "<path class=\"%s\" d=\"M%.0f %.1fH%.0f\"/>\n",
			zero ? "axis" : "mesh", chart_left, y, s->right);
		chart_tick(out, chart_left - 8, y + 4, SVG_END, round(value / step) * step);
	}
	step = fmax(1, chart_step(s->chart->x_max, 8));
	for (double value = 0; value <= s->chart->x_max; value += step)
		chart_tick(out, chart_x(s, value), s->bottom + 18, SVG_MIDDLE, value);
	html_print(out, "<path class=\"axis\" d=\"M%.0f %.0fH%.0f\"/>\n", chart_left, s->bottom,
		s->right);
	svg_text(out, (chart_left + s->right) / 2, s->height - 6, 12, SVG_MIDDLE, "",
		s->chart->x_name);
	svg_text(out, 4, 12, 12, SVG_START, "", s->chart->y_name);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* After eight looks the colours repeat, with other symbols that have an outline. */
static void chart_symbol(FILE *out, int look, double x, double y)
{
	html_print(out,
		"<path class=\"symbol look-%d%s\" transform=\"translate(%.1f %.1f)\" d=\"%s\">",
		look % CHART_LOOKS + 1, look >= CHART_LOOKS ? " hollow" : "", x, y,
		chart_symbols[(look + look / CHART_LOOKS) % CHART_LOOKS]);
}

static void chart_band(FILE *out, const struct chart_scale *s, const struct chart_line *line)
{
	for (int i = 0; i < line->count; i++)
		html_print(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', chart_x(s, line->x[i]),
			chart_y(s, line->y[i] + line->error[i]));
	for (int i = line->count - 1; i >= 0; i--)
		html_print(out, "L%.1f %.1f", chart_x(s, line->x[i]),
			chart_y(s, line->y[i] - line->error[i]));
}

/* A symbol with its text for the pointer. */
static void chart_point(
	FILE *out, const struct chart_scale *s, const struct chart_line *line, int look, int i)
{
	chart_symbol(out, look, chart_x(s, line->x[i]), chart_y(s, line->y[i]));
	int decimals = s->chart->decimals;
	html_print(out, "<title>%h, %.0f %s: %s%.*f", line->name, line->x[i], s->chart->x_name,
		line->y[i] < 0 ? "−" : "", decimals, fabs(line->y[i]));
	if (line->error != NULL)
		html_print(out, " ± %.*f", decimals, line->error[i]);
	html_print(out, "</title></path>\n");
}

/* Writes a line. Symbols keep a distance; the last point has one. */
static void chart_line_write(FILE *out, const struct chart_scale *s, int look)
{
	const struct chart_line *line = &s->chart->line[look];
	int color = look % CHART_LOOKS + 1;
	double last = -INFINITY, apart = s->chart->apart > 0 ? s->chart->apart : chart_apart;
	html_print(out, "<g class=\"series\">\n");
	if (line->error != NULL) {
		html_print(out, "<path class=\"band look-%d\" d=\"", color);
		chart_band(out, s, line);
		html_print(out, "Z\"/>\n");
	}
	html_print(out, "<path class=\"line look-%d\" d=\"", color);
	for (int i = 0; i < line->count; i++)
		html_print(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', chart_x(s, line->x[i]),
			chart_y(s, line->y[i]));
	html_print(out, "\"/>\n");
	for (int i = 0; i < line->count; i++) {
		double x = chart_x(s, line->x[i]), end = chart_x(s, line->x[line->count - 1]);
		if ((x - last < apart || end - x < apart / 2) && i < line->count - 1)
			continue;
		chart_point(out, s, line, look, i);
		last = x;
	}
	html_print(out, "</g>\n");
}

/* --- names ------------------------------------------------------------------------------------ */

struct chart_name {
	int look;
	double x, y, place; /* the line's end; place: the y of its name */
};

static int chart_name_compare(const void *a, const void *b)
{
	double x = ((const struct chart_name *)a)->y, y = ((const struct chart_name *)b)->y;
	return (x > y) - (x < y);
}

/* Writes the names at the lines' ends, moved apart so that they do not overlap. */
static void chart_names(FILE *out, const struct chart_scale *s)
{
	struct chart_name names[CHART_LINES_MAX];
	int count = 0;
	for (int i = 0; i < s->chart->lines; i++) {
		const struct chart_line *line = &s->chart->line[i];
		if (line->count > 0)
			names[count++] = (struct chart_name){.look = i,
				.x = chart_x(s, line->x[line->count - 1]),
				.y = chart_y(s, line->y[line->count - 1])};
	}
	qsort(names, (size_t)count, sizeof *names, chart_name_compare);
	double low = 0, high = s->bottom + 2 * chart_name_gap;
	for (int i = 0; i < count; i++)
		low = names[i].place = fmax(names[i].y, low + chart_name_gap);
	for (int i = count - 1; i >= 0; i--)
		high = names[i].place = fmin(names[i].place, high - chart_name_gap);
	for (int i = 0; i < count; i++) {
		const struct chart_name *n = &names[i];
		html_print(out, "<path class=\"lead\" d=\"M%.1f %.1fL%.0f %.1f\"/>\n", n->x + 6,
			n->y, s->right + 10, n->place);
		chart_symbol(out, n->look, s->right + 18, n->place);
		html_print(out, "</path>\n");
		svg_text_cut(out, s->right + 30, n->place + 4, 12, "class=\"name\"",
			s->chart->line[n->look].name, chart_name_width);
	}
}

void chart_key(FILE *out, int look)
{
	html_print(out, "<svg viewBox=\"-8 -8 16 16\" class=\"key\" aria-hidden=\"true\">");
	chart_symbol(out, look, 0, 0);
	html_print(out, "</path></svg>");
}

void chart_write(FILE *out, const struct chart *chart)
{
	struct chart_scale s = chart_scale_of(chart);
	html_print(out, "<svg class=\"chart\" viewBox=\"0 0 %.0f %.0f\"", s.width, s.height);
	if (chart->cursor != NULL)
		html_print(out, " data-plot=\"%.0f %.0f %g\"", chart_left, s.right, chart->x_max);
	html_print(out, " role=\"img\" aria-label=\"%h\">\n", chart->label);
	chart_axes(out, &s);
	for (int i = 0; i < chart->lines; i++)
		if (chart->line[i].count > 0)
			chart_line_write(out, &s, i);
	if (!chart->bare)
		chart_names(out, &s);
	if (chart->cursor != NULL)
		html_print(out, "<path class=\"cursor\" d=\"M%.1f %.0fV%.0f\"/>\n",
			chart_x(&s, *chart->cursor), chart_top, s.bottom);
	html_print(out, "</svg>\n");
}
