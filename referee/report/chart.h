/*
 * chart.h - lines with error bands as an SVG element of a page.
 *
 * The drawing needs no script. Each line has a class for its colour (style.css: look-1 ...
 * look-8), its own symbol, its name at its end, and on each symbol a <title> for the pointer.
 */
#ifndef REFEREE_REPORT_CHART_H
#define REFEREE_REPORT_CHART_H

#include <stdbool.h>
#include <stdio.h>

enum { CHART_LINES_MAX = 12 };

/* Arrays are borrowed and hold count points, x ascending. */
struct chart_line {
	const char *name;
	const double *x, *y;
	const double *error; /* on each side; NULL: the line has no band */
	int count;
};

struct chart {
	const char *label; /* for screen readers */
	const char *x_name, *y_name;
	double zero; /* the value of y with a strong line */
	double x_max;
	struct chart_line line[CHART_LINES_MAX];
	int lines;
	double width, height; /* 0: those of a chart that is as wide as a page */
	double room;	      /* the least above and below the lines; 0: that of Elo */
	double apart;	      /* the least between the symbols of a line; 0: 60 */
	int decimals;	      /* of the numbers for the pointer */
	bool bare;	      /* no names at the ends of lines: a legend has them */
	const double *cursor; /* borrowed: a strong vertical line at this x; NULL: none. The
			    attribute data-plot then has the pixels from 0 to x_max, and x_max */
};

/* Writes the chart as SVG. */
void chart_write(FILE *out, const struct chart *chart);

/* Writes the symbol of a line (by its number) for a legend. */
void chart_key(FILE *out, int look);

#endif
