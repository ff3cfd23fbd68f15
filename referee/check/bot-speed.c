/*
 * bot-speed.c - how fast a bot's answers were.
 */
#include "referee/check/bot-speed.h"

#include <assert.h>
#include <stdio.h>

#include "base/plural.h"

enum {
	BOT_SPEED_NEAR = 20, /* less than one part in this many of the limit is little left */
	BOT_SPEED_THREADS =
		5, /* the two clocks may differ by one part in this many of the wall time */
	BOT_SPEED_GRAIN = 5000, /* microseconds that are too few for a conclusion */
	BOT_SPEED_SPAN = 32,	/* bytes of the text of a span */
};

void bot_speed_add(struct bot_speed *s, const struct spent *spent, usec charged, usec allowed)
{
	usec wall = spent->wall, cpu = spent->cpu;
	assert(wall >= 0 && cpu >= 0 && allowed >= 0); /* a clock may have come to 0 */
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

void bot_speed_write(const struct bot_speed *s, char *text, size_t room)
{
	char least[BOT_SPEED_SPAN], mean[BOT_SPEED_SPAN], most[BOT_SPEED_SPAN],
		limit[BOT_SPEED_SPAN];
	char cpu[BOT_SPEED_SPAN], cpu_most[BOT_SPEED_SPAN];
	assert(s->moves > 0);
	time_format(s->least, least, sizeof least);
	time_format(s->total / s->moves, mean, sizeof mean);
	time_format(s->most, most, sizeof most);
	time_format(s->limit, limit, sizeof limit);
	time_format(s->cpu / s->moves, cpu, sizeof cpu);
	time_format(s->cpu_most, cpu_most, sizeof cpu_most);
	snprintf(text, room,
		"%s: %s at least, %s on average, %s at most, of %s; processor: %s on average, %s at most",
		counted(s->moves, "move").text, least, mean, most, limit, cpu, cpu_most);
}

bool bot_speed_warn(const struct bot_speed *s, char *text, size_t room)
{
	char left[BOT_SPEED_SPAN], cpu[BOT_SPEED_SPAN], total[BOT_SPEED_SPAN];
	assert(s->moves > 0);
	time_format(s->left < 0 ? -s->left : s->left, left, sizeof left);
	time_format(s->cpu, cpu, sizeof cpu);
	time_format(s->total, total, sizeof total);
	if (s->left < 0)
		snprintf(text, room,
			"an answer came %s after its time, saved by the margin alone: it should stop thinking earlier",
			left);
	else if (s->left < s->limit / BOT_SPEED_NEAR)
		snprintf(text, room,
			"an answer came only %s before its time was over: on a busy machine that one is lost",
			left);
	else if (s->cpu > s->total + s->total / BOT_SPEED_THREADS + BOT_SPEED_GRAIN)
		snprintf(text, room,
			"it used %s of processor in %s: it thinks in several threads, which share a processor in a tournament",
			cpu, total);
	else
		return false;
	return true;
}
