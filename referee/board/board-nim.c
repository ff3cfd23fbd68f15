/*
 * board-nim.c - nim: heaps as rows of matches; those that the last move took are outlines.
 */
#include "referee/board/board.h"
#include "referee/board/svg.h"
#include "rules/nim.h"

enum { NIM_SHOWN = 40 }; /* matches of a heap that are drawn; the number says the rest */

static const double nim_row = 58, nim_step = 15, nim_left = 44, nim_right = 84;

/* What was in a heap before the last move. */
static int nim_was(const struct board_scene *scene, int heap)
{
	const struct position *p = scene->before != NULL ? scene->before : scene->now;
	return nim_view(scene->setup, p).heaps[heap];
}

static void nim_size(const struct board_scene *scene, double *width, double *height)
{
	int count = nim_view(scene->setup, scene->now).count, most = 10;
	for (int i = 0; i < count; i++)
		most = nim_was(scene, i) > most ? nim_was(scene, i) : most;
	most = most > NIM_SHOWN ? NIM_SHOWN : most;
	*width = nim_left + most * nim_step + nim_right;
	*height = count * nim_row + 8;
}

static void nim_match(FILE *out, bool taken, double x, double y)
{
	fprintf(out,
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"5\" height=\"34\" rx=\"1.5\" "
		"fill=\"%s\" stroke=\"%s\"%s/>\n",
		x - 2.5, y + 6, taken ? "none" : "#e7c58f", taken ? SVG_GREY : "#a9854c",
		taken ? " stroke-dasharray=\"3 2\"" : "");
	fprintf(out,
		"<ellipse cx=\"%.1f\" cy=\"%.1f\" rx=\"4.6\" ry=\"6\" fill=\"%s\" "
		"stroke=\"%s\"%s/>\n",
		x, y + 6, taken ? "#fff" : "#a63a2b", taken ? SVG_GREY : "#6d2218",
		taken ? " stroke-dasharray=\"3 2\"" : "");
}

static void nim_heap(FILE *out, const struct board_scene *scene, int heap)
{
	int left = nim_view(scene->setup, scene->now).heaps[heap], was = nim_was(scene, heap);
	int shown = was > NIM_SHOWN ? NIM_SHOWN : was;
	double y = heap * nim_row + 6;
	char number[32];
	fprintf(out,
		"<rect x=\"30\" y=\"%.1f\" width=\"%.1f\" height=\"50\" rx=\"7\" "
		"fill=\"%s\" stroke=\"%s\"/>\n",
		y - 2, nim_left - 30 + shown * nim_step + 8, left != was ? "#fff4c9" : "#f4f6f8",
		left != was ? SVG_GREY : SVG_PALE);
	svg_text(out, 14, y + 29, 18, SVG_MIDDLE, "font-weight=\"bold\" fill=\"" SVG_GREY "\"",
		(char[]){(char)('a' + heap), '\0'});
	/* Where not all can be drawn, those that were taken still show. */
	int drawn = shown - (was - left) < 0 ? 0 : shown - (was - left);
	for (int i = 0; i < shown; i++)
		nim_match(out, i >= drawn, nim_left + (i + 0.5) * nim_step, y);
	snprintf(number, sizeof number, was > NIM_SHOWN ? "... %d" : "%d", left);
	svg_text(out, nim_left + shown * nim_step + 16, y + 30, 18, SVG_START, "", number);
}

static void nim_draw(FILE *out, const struct board_scene *scene)
{
	for (int i = 0; i < nim_view(scene->setup, scene->now).count; i++)
		nim_heap(out, scene, i);
}

const struct board board_nim = {"nim", nim_size, nim_draw};
