/*
 * star.c - the star's tables, made from its coordinates.
 */
#include "rules/star.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STAR_SIDE = 4, STAR_TIP = 8 };

static const int8_t star_steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};

/* The tips of the points, clockwise from the bottom. */
static const int8_t star_tips[STAR_POINTS][2] = {
	{4, -8}, {-4, -4}, {-8, 4}, {-4, 8}, {4, 4}, {8, -4}};

static bool star_holds(int x, int y)
{
	int z = -x - y;
	return (x >= -STAR_SIDE && y >= -STAR_SIDE && z >= -STAR_SIDE) ||
	       (x <= STAR_SIDE && y <= STAR_SIDE && z <= STAR_SIDE);
}

static int star_place(int x, int y)
{
	return STAR_REACH + STAR_STRIDE * (y + STAR_TIP) + x - STAR_SIDE;
}

int star_cell(const struct star *star, int x, int y)
{
	if (abs(x) > STAR_TIP || abs(y) > STAR_TIP || !star_holds(x, y))
		return STAR_NONE;
	return star->cell[star_place(x, y)];
}

int star_distance(int x, int y, int to_x, int to_y)
{
	int dx = abs(to_x - x), dy = abs(to_y - y), dz = abs(to_x - x + to_y - y);
	int most = dx > dy ? dx : dy;
	return most > dz ? most : dz;
}

void star_row(int y, int *first, int *last)
{
	*first = -STAR_TIP;
	while (!star_holds(*first, y))
		(*first)++;
	*last = *first;
	while (star_holds(*last + 1, y))
		(*last)++;
}

/* Cells that jumps may connect differ by even numbers of columns and rows. */
static void star_number(struct star *star)
{
	int count = 0, slots[4] = {0};

	memset(star->cell, STAR_NONE, sizeof star->cell);
	for (int y = -STAR_TIP; y <= STAR_TIP; y++) {
		int first, last;
		star_row(y, &first, &last);
		for (int x = first; x <= last; x++) {
			int place = star_place(x, y);
			assert(place < STAR_PLACES && star->cell[place] == STAR_NONE);
			star->x[count] = (int8_t)x;
			star->y[count] = (int8_t)y;
			star->place[count] = (uint8_t)place;
			star->slot[place] = (uint8_t)slots[(x & 1) * 2 + (y & 1)]++;
			star->cell[place] = (uint8_t)count++;
		}
	}
	assert(count == STAR_CELLS);
}

static void star_surround(struct star *star, int cell)
{
	int place = star->place[cell];

	for (int i = 0; i < 6; i++) {
		for (int far = 1; far <= 2; far++) {
			int x = star->x[cell] + far * star_steps[i][0];
			int y = star->y[cell] + far * star_steps[i][1];
			if (star_holds(x, y))
				star->around[place] |= UINT64_C(1)
						       << (star_place(x, y) - place + STAR_REACH);
		}
	}
}

static void star_point(struct star *star, int point)
{
	int x = star_tips[point][0], y = star_tips[point][1];

	for (int cell = 0; cell < STAR_CELLS; cell++) {
		int steps = star_distance(star->x[cell], star->y[cell], x, y);
		star->steps[point][cell] = (uint8_t)steps;
		if (steps < STAR_SIDE)
			star->points[point][cell / 64] |= UINT64_C(1) << cell % 64;
	}
}

void star_init(struct star *star)
{
	memset(star, 0, sizeof *star);
	star_number(star);
	for (int cell = 0; cell < STAR_CELLS; cell++)
		star_surround(star, cell);
	for (int point = 0; point < STAR_POINTS; point++)
		star_point(star, point);
}
