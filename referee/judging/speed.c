/*
 * speed.c - how fast a bot's answers were.
 */
#include "referee/judging/speed.h"

#include <assert.h>
#include <stdio.h>

enum {
	SPEED_NEAR = 20,    /* a part of the limit so small is little left */
	SPEED_THREADS = 5,  /* a part of the wall's time that the two clocks may differ by */
	SPEED_GRAIN = 5000, /* microseconds that say nothing */
};

void speed_add(struct speed *s, const struct spent *spent, usec charged, usec allowed)
{
	usec wall = spent->wall, cpu = spent->cpu;
	assert(wall >= 0 && cpu >= 0 && allowed > 0);
	if (s->moves == 0 || wall < s->least)
		s->least = wall;
	if (wall > s->most)
		s->most = wall;
	if (cpu > s->cpu_most)
		s->cpu_most = cpu;
	if (s->moves == 0 || allowed - charged < s->left) {
		s->left = allowed - charged;
		s->limit = allowed;
	}
	s->total += wall;
	s->cpu += cpu;
	s->moves++;
}

static double speed_ms(usec span)
{
	return (double)span / (double)MILLISECOND;
}

void speed_tell(const struct speed *s, char *text, size_t room)
{
	assert(s->moves > 0);
	snprintf(text, room,
		"%d moves: %.3g ms at least, %.3g ms on average, %.3g ms at most, of %.6g ms; "
		"processor: %.3g ms on average, %.3g ms at most",
		s->moves, speed_ms(s->least), speed_ms(s->total / s->moves), speed_ms(s->most),
		speed_ms(s->limit), speed_ms(s->cpu / s->moves), speed_ms(s->cpu_most));
}

bool speed_warn(const struct speed *s, char *text, size_t room)
{
	assert(s->moves > 0);
	if (s->left < 0)
		snprintf(text, room,
			"an answer came %.1f ms after its time, saved by the margin alone: it "
			"should stop thinking earlier",
			speed_ms(-s->left));
	else if (s->left < s->limit / SPEED_NEAR)
		snprintf(text, room,
			"an answer came only %.1f ms before its time was over: on a busy machine "
			"that one is lost",
			speed_ms(s->left));
	else if (s->cpu > s->total + s->total / SPEED_THREADS + SPEED_GRAIN)
		snprintf(text, room,
			"it used %.1f ms of processor in %.1f ms: it thinks in several threads, "
			"which share a processor in a tournament",
			speed_ms(s->cpu), speed_ms(s->total));
	else
		return false;
	return true;
}
