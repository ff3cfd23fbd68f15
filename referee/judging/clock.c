/*
 * clock.c - a seat's clock: one absolute deadline a move, nothing else.
 */
#include "referee/judging/clock.h"

#include <assert.h>
#include <stddef.h>

enum { CLOCK_MOVES_MOST = 10000, CLOCK_SECONDS_MOST = 30 * 24 * 3600 };

/* Digits with at most six decimals: seconds, as microseconds. Returns what follows, or NULL. */
static const char *limits_read_seconds(const char *text, usec *span)
{
	if (*text < '0' || *text > '9')
		return NULL;
	usec whole = 0;
	for (; *text >= '0' && *text <= '9'; text++) {
		whole = whole * 10 + (*text - '0');
		if (whole > CLOCK_SECONDS_MOST)
			return NULL;
	}
	usec part = 0;
	if (*text == '.') {
		text++;
		if (*text < '0' || *text > '9')
			return NULL;
		for (usec worth = SECOND / 10; *text >= '0' && *text <= '9'; text++, worth /= 10) {
			if (worth == 0)
				return NULL;
			part += (*text - '0') * worth;
		}
	}
	*span = whole * SECOND + part;
	return text;
}

/* "40/": how many moves; a text without it is left alone. Returns what follows, or NULL. */
static const char *limits_read_moves(const char *text, int *moves)
{
	const char *at = text;
	int count = 0;
	for (; *at >= '0' && *at <= '9' && count <= CLOCK_MOVES_MOST; at++)
		count = count * 10 + (*at - '0');
	if (*at != '/') {
		*moves = 0;
		return text;
	}
	if (at == text || count == 0 || count > CLOCK_MOVES_MOST)
		return NULL;
	*moves = count;
	return at + 1;
}

bool limits_read_tc(struct limits *l, const char *text)
{
	int moves;
	usec time, increment = 0;
	text = limits_read_moves(text, &moves);
	if (text == NULL)
		return false;
	text = limits_read_seconds(text, &time);
	if (text == NULL || time == 0)
		return false;
	if (*text == '+')
		text = limits_read_seconds(text + 1, &increment);
	if (text == NULL || *text != '\0')
		return false;
	l->tc_time = time;
	l->tc_moves = moves;
	l->tc_increment = increment;
	return true;
}

void clock_init(struct clock *c, const struct limits *limits)
{
	*c = (struct clock){
		.limits = limits, .left = limits->tc_time, .moves_left = limits->tc_moves};
}

/* What may be used for the running move, without the margin. */
static usec clock_allowance(const struct clock *c)
{
	if (c->limits->per_move > 0)
		return c->limits->per_move;
	if (c->limits->tc_time > 0)
		return c->left;
	return CLOCK_PATIENCE;
}

void clock_start(struct clock *c, usec now)
{
	c->started = now;
	c->deadline = now + clock_allowance(c);
}

bool clock_fell(const struct clock *c, usec now)
{
	return now > c->deadline + c->limits->margin;
}

void clock_stop(struct clock *c, usec now)
{
	assert(now >= c->started && !clock_fell(c, now));
	if (c->limits->tc_time == 0)
		return;
	/* The margin forgives a late answer, but gives no time. */
	usec used = now - c->started;
	c->left = used < c->left ? c->left - used : 0;
	c->left += c->limits->tc_increment;
	if (c->moves_left > 0 && --c->moves_left == 0) {
		c->moves_left = c->limits->tc_moves;
		c->left += c->limits->tc_time;
	}
}
