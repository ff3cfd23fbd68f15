/*
 * seat-fit.c - least squares over strengths of bots and effects of seats.
 *
 * The normal equations are summed up game by game and solved by sweeping one unknown after the
 * other (Goodnight, A tutorial on the SWEEP operator, 1979), bots first. An unknown that those
 * before it determine - one strength of each group of bots that met is - has nothing left on its
 * diagonal and is left out, which sets it to 0. The effects of seats do not depend on which.
 */
#include "referee/rating/seat-fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "referee/base/memory.h"
#include "rules/rules.h"

#define SEAT_FIT_NOTHING 1e-9 /* of what was on a diagonal: it is determined */

struct seat_fit {
	const struct seat_sat *sat; /* borrowed */
	size_t games;
	int seats, bots;
	int unknowns;	/* strengths, then effects; behind them the column of the points */
	int strengths;	/* those that were not left out */
	double *matrix; /* owned, as is the next: (unknowns + 1) squared */
	bool *swept;
};

static double *seat_fit_at(const struct seat_fit *f, int row, int column)
{
	return &f->matrix[(size_t)row * (size_t)(f->unknowns + 1) + (size_t)column];
}

static void seat_fit_add(const struct seat_fit *f, int row, int column, double value)
{
	*seat_fit_at(f, row, column) += value;
	if (row != column)
		*seat_fit_at(f, column, row) += value;
}

/* A game's part of the normal equations. Strength u stands in the line of seat t with 1 less
 * 1 / seats where t is its own, and else with -1 / seats. */
static void seat_fit_game(const struct seat_fit *f, const struct seat_sat *sat)
{
	double share = 1.0 / f->seats, mean = 0;
	for (int t = 0; t < f->seats; t++)
		mean += (sat[t].points - 0.5) * share;
	for (int t = 0; t < f->seats; t++) {
		double points = sat[t].points - 0.5;
		seat_fit_add(f, f->bots + t, f->bots + t, 1);
		seat_fit_add(f, f->bots + t, f->unknowns, points);
		seat_fit_add(f, sat[t].bot, f->unknowns, points - mean);
		for (int u = 0; u < f->seats; u++) {
			double own = (u == t) - share;
			*seat_fit_at(f, sat[t].bot, sat[u].bot) += own;
			seat_fit_add(f, sat[u].bot, f->bots + t, own);
		}
	}
}

/* One step of Gauss and Jordan in place: unknown p is solved for. */
static void seat_fit_sweep(struct seat_fit *f, int p)
{
	double pivot = *seat_fit_at(f, p, p);
	for (int j = 0; j <= f->unknowns; j++)
		*seat_fit_at(f, p, j) /= pivot;
	for (int i = 0; i <= f->unknowns; i++) {
		double factor = *seat_fit_at(f, i, p);
		if (i == p || factor == 0)
			continue;
		for (int j = 0; j <= f->unknowns; j++)
			*seat_fit_at(f, i, j) -= factor * *seat_fit_at(f, p, j);
		*seat_fit_at(f, i, p) = -factor / pivot;
	}
	*seat_fit_at(f, p, p) = 1 / pivot;
	f->swept[p] = true;
}

/* False: a seat's effect is determined by other unknowns. */
static bool seat_fit_solve(struct seat_fit *f)
{
	double *before = memory_get((size_t)f->unknowns, sizeof *before);
	bool good = true;
	for (int i = 0; i < f->unknowns; i++)
		before[i] = *seat_fit_at(f, i, i);
	for (int i = 0; i < f->unknowns && good; i++) {
		if (*seat_fit_at(f, i, i) > SEAT_FIT_NOTHING * before[i])
			seat_fit_sweep(f, i);
		else
			good = i < f->bots;
		f->strengths += i < f->bots && f->swept[i];
	}
	free(before);
	return good;
}

/* What was fitted for an unknown (column: the points) or of the inverse; 0 for who was left out. */
static double seat_fit_value(const struct seat_fit *f, int unknown, int column)
{
	return f->swept[unknown] ? *seat_fit_at(f, unknown, column) : 0;
}

/* Adds the squares of what a game did to each effect. */
static void seat_fit_influence(
	const struct seat_fit *f, const struct seat_sat *sat, double *squares)
{
	double rest[SEATS_MAX], mean = 0;
	for (int t = 0; t < f->seats; t++)
		mean += seat_fit_value(f, sat[t].bot, f->unknowns) / f->seats;
	for (int t = 0; t < f->seats; t++)
		rest[t] = sat[t].points - 0.5 - *seat_fit_at(f, f->bots + t, f->unknowns) -
			  (seat_fit_value(f, sat[t].bot, f->unknowns) - mean);
	for (int s = 0; s < f->seats; s++) {
		double moved = 0, sum = 0;
		for (int t = 0; t < f->seats; t++) {
			sum += rest[t];
			moved += rest[t] * (seat_fit_value(f, sat[t].bot, f->bots + s) +
						   *seat_fit_at(f, f->bots + t, f->bots + s));
		}
		for (int t = 0; t < f->seats; t++)
			moved -= sum / f->seats * seat_fit_value(f, sat[t].bot, f->bots + s);
		squares[s] += moved * moved;
	}
}

static void seat_fit_errors(const struct seat_fit *f, double *error)
{
	double squares[SEATS_MAX] = {0};
	for (size_t g = 0; g < f->games; g++)
		seat_fit_influence(f, f->sat + g * (size_t)f->seats, squares);
	/* With one bot there is no strength to fit, but the mean of all is known all the same. */
	double games = (double)f->games, free_games = games - (f->strengths > 0 ? f->strengths : 1);
	for (int s = 0; s < f->seats; s++)
		error[s] = free_games > 0 ? sqrt(squares[s] * games / free_games) : NAN;
}

bool seat_fit(const struct seat_sat *sat, size_t games, int seats, int bots, double *effect,
	double *error)
{
	struct seat_fit f = {
		.sat = sat, .games = games, .seats = seats, .bots = bots, .unknowns = bots + seats};
	size_t size = (size_t)(f.unknowns + 1);
	assert(seats >= 1 && seats <= SEATS_MAX);
	f.matrix = memory_get(size * size, sizeof *f.matrix);
	f.swept = memory_get(size, sizeof *f.swept);
	for (size_t g = 0; g < games; g++)
		seat_fit_game(&f, sat + g * (size_t)seats);
	bool good = games > 0 && seat_fit_solve(&f);
	for (int s = 0; s < seats && good; s++)
		effect[s] = *seat_fit_at(&f, bots + s, f.unknowns);
	if (good)
		seat_fit_errors(&f, error);
	free(f.matrix);
	free(f.swept);
	return good;
}
