/*
 * machine-health.c - judges a machine by its delays, its bots' waits, its failed games, its speed.
 */
#include "referee/machines/machine-health.h"

#include <stdio.h>
#include <stdlib.h>

static void machine_health_see(
	struct machine_health *h, enum machine_health_sign sign, double share, usec now)
{
	if (h->sign == MACHINE_FAILS || h->sign == MACHINE_WRONG)
		return;
	h->sign = sign;
	h->share = share;
	h->seen = now;
}

/* Forgets what was measured more than a minute ago. */
static void machine_health_turn(struct machine_health *h, usec now)
{
	if (h->began != 0 && now - h->began < MACHINE_HEALTH_WINDOW)
		return;
	h->began = now;
	h->moves = h->late = 0;
	h->busy = h->waited = 0;
}

void machine_health_delays(
	struct machine_health *h, const struct latency_histogram *delays, usec margin, usec now)
{
	machine_health_turn(h, now);
	h->moves += delays->sum;
	/* A bucket counts if all its delays are too long. */
	for (int i = 1; i < LATENCY_HISTOGRAM_BUCKETS; i++)
		if (latency_histogram_most[i - 1] >= margin / 2)
			h->late += delays->count[i];
	if (h->late >= MACHINE_HEALTH_LATE && 100 * h->late >= h->moves)
		machine_health_see(h, MACHINE_LATE, (double)h->late / (double)h->moves, now);
}

void machine_health_moves(struct machine_health *h, usec busy, usec waited, usec now)
{
	machine_health_turn(h, now);
	h->busy += busy;
	h->waited += waited;
	usec all = h->busy + h->waited;
	if (all >= MACHINE_HEALTH_ENOUGH && 100 * h->waited > MACHINE_HEALTH_WAIT * all)
		machine_health_see(h, MACHINE_WAITS, (double)h->waited / (double)all, now);
}

void machine_health_load(struct machine_health *h, int64_t waiting, usec now)
{
	bool drained = machine_health_drained(h, now) == MACHINE_NO_CLOCKS;
	if (drained && waiting > 100 * MACHINE_HEALTH_WAIT)
		h->seen = now;
}

void machine_health_played(struct machine_health *h)
{
	h->faults = h->in_row = 0;
}

static bool machine_health_is_new(const struct machine_health *h, int bot)
{
	for (int i = 0; i < h->faults; i++)
		if (h->bots[i] == bot)
			return false;
	return true;
}

void machine_health_failed(struct machine_health *h, const int *bots, int count, usec now)
{
	int i = 0;
	if (++h->in_row == MACHINE_HEALTH_IN_ROW)
		machine_health_see(h, MACHINE_FAILS, 0, now);
	while (i < count && !machine_health_is_new(h, bots[i]))
		i++;
	if (i == count || h->faults == MACHINE_HEALTH_FAULTS)
		return;
	h->bots[h->faults++] = bots[i];
	if (h->faults == MACHINE_HEALTH_FAULTS)
		machine_health_see(h, MACHINE_FAILS, 0, now);
}

void machine_health_wrong(struct machine_health *h, const char *why)
{
	if (h->sign == MACHINE_WRONG)
		return;
	h->sign = MACHINE_WRONG;
	snprintf(h->why, sizeof h->why, "%s", why);
}

enum machine_drained machine_health_drained(const struct machine_health *h, usec now)
{
	if (h->sign == MACHINE_FAILS || h->sign == MACHINE_WRONG)
		return MACHINE_NO_GAMES;
	bool quiet = h->sign == MACHINE_WELL || now - h->seen >= MACHINE_HEALTH_QUIET;
	return quiet ? MACHINE_PLAYS : MACHINE_NO_CLOCKS;
}

void machine_health_explain(const struct machine_health *h, char text[MACHINE_HEALTH_TEXT])
{
	*text = '\0';
	if (h->sign == MACHINE_LATE)
		snprintf(text, MACHINE_HEALTH_TEXT,
			"%.1f %% of its moves were delayed by more than half the margin",
			100 * h->share);
	else if (h->sign == MACHINE_WAITS)
		snprintf(text, MACHINE_HEALTH_TEXT,
			"its bots waited for a processor in %.1f %% of their time", 100 * h->share);
	else if (h->sign == MACHINE_WRONG)
		snprintf(text, MACHINE_HEALTH_TEXT, "%s", h->why);
	else if (h->sign == MACHINE_FAILS)
		snprintf(text, MACHINE_HEALTH_TEXT,
			"%d games in a row with different bots failed there",
			MACHINE_HEALTH_FAULTS);
}

/* --- speed ------------------------------------------------------------------------------------ */

static int machine_speed_compare(const void *a, const void *b)
{
	int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
	return (one > other) - (one < other);
}

int64_t machine_speed_median(int64_t *speeds, int count)
{
	qsort(speeds, (size_t)count, sizeof *speeds, machine_speed_compare);
	while (count > 0 && *speeds <= 0) {
		speeds++;
		count--;
	}
	if (count == 0)
		return 0;
	return (speeds[(count - 1) / 2] + speeds[count / 2]) / 2;
}

bool machine_speed_is_off(int64_t speed, int64_t median, int64_t share)
{
	if (speed <= 0 || median <= 0)
		return false;
	double off = (double)(speed - median) / (double)median;
	return (off < 0 ? -off : off) * 10000 > (double)share;
}
