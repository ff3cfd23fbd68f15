/*
 * clock.c - the clock of one seat: one absolute deadline per move.
 */
#include "referee/game/clock.h"

#include <assert.h>
#include <string.h>

#include "base/plural.h"

const char *const clock_kind_names[CLOCK_KINDS] = {
	[CLOCK_WALL] = "wall", [CLOCK_FAIR] = "fair", [CLOCK_CPU] = "cpu"};

static const char limits_bank[] = " bank ";

enum { CLOCK_MOVES_MAX = 10000, CLOCK_SECONDS_MAX = 30 * 24 * 3600 };

/* Reads digits: a number up to CLOCK_SECONDS_MAX. Returns the rest of the text, or NULL. */
static const char *limits_read_whole(const char *text, usec *whole)
{
	if (*text < '0' || *text > '9')
		return NULL;
	for (*whole = 0; *text >= '0' && *text <= '9'; text++) {
		*whole = *whole * 10 + (*text - '0');
		if (*whole > CLOCK_SECONDS_MAX)
			return NULL;
	}
	return text;
}

/* Reads seconds, "m:ss" or "h:mm:ss", as seconds: two digits below 60 after a colon. Returns the
 * rest of the text, or NULL. */
static const char *limits_read_colons(const char *text, usec *seconds)
{
	text = limits_read_whole(text, seconds);
	for (int colons = 0; text != NULL && *text == ':' && colons < 2; colons++) {
		const char *digits = text + 1;
		usec part;
		text = limits_read_whole(digits, &part);
		if (text != digits + 2 || part >= 60)
			return NULL;
		*seconds = *seconds * 60 + part;
	}
	return *seconds > CLOCK_SECONDS_MAX ? NULL : text;
}

/* Reads a time with at most six decimals, as microseconds. Returns the rest of the text, or NULL.
 */
static const char *limits_read_seconds(const char *text, usec *span)
{
	usec whole = 0, part = 0;
	text = limits_read_colons(text, &whole);
	if (text == NULL)
		return NULL;
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

/* Reads "40/", the number of moves; any other text is left alone. Returns the rest of the text, or
 * NULL. */
static const char *limits_read_moves(const char *text, int *moves)
{
	const char *at = text;
	int count = 0;
	for (; *at >= '0' && *at <= '9' && count <= CLOCK_MOVES_MAX; at++)
		count = count * 10 + (*at - '0');
	if (*at != '/') {
		*moves = 0;
		return text;
	}
	if (at == text || count == 0 || count > CLOCK_MOVES_MAX)
		return NULL;
	*moves = count;
	return at + 1;
}

/* Reads the parts of a tc, and checks each. Returns the rest of the text, or NULL. */
static const char *limits_read_parts(struct limits *l, const char *text)
{
	text = limits_read_moves(text, &l->tc_moves);
	if (text != NULL)
		text = limits_read_seconds(text, &l->tc_time);
	if (text != NULL && *text == '+')
		text = limits_read_seconds(text + 1, &l->tc_increment);
	if (text == NULL || strncmp(text, limits_bank, sizeof limits_bank - 1) != 0)
		return text;
	text = limits_read_seconds(text + sizeof limits_bank - 1, &l->tc_bank);
	return text != NULL && l->tc_bank == 0 ? NULL : text;
}

void limits_copy_tc(struct limits *l, const struct limits *tc)
{
	l->tc_time = tc->tc_time;
	l->tc_moves = tc->tc_moves;
	l->tc_increment = tc->tc_increment;
	l->tc_bank = tc->tc_bank;
	l->tc_inf = tc->tc_inf;
}

void limits_write_time(FILE *out, const struct limits *l)
{
	if (l->movetime > 0)
		fprintf(out, "%.6g s a move", (double)l->movetime / SECOND);
	if (l->movetime > 0 || !limits_have_tc(l))
		return;
	if (l->tc_moves > 0)
		fprintf(out, "%d/", l->tc_moves);
	fprintf(out, "%.6g", (double)l->tc_time / SECOND);
	if (l->tc_increment > 0)
		fprintf(out, "+%.6g", (double)l->tc_increment / SECOND);
	if (l->tc_bank > 0)
		fprintf(out, " bank %.6g", (double)l->tc_bank / SECOND);
}

void limits_replace(struct limits *l, const struct limits *own, unsigned kinds)
{
	if (kinds & LIMITS_TIME) {
		l->movetime = own->movetime;
		limits_copy_tc(l, own);
	}
	if (kinds & LIMITS_WORK) {
		l->depth = own->depth;
		l->nodes = own->nodes;
	}
	if (kinds & LIMITS_MARGIN)
		l->margin = own->margin;
}

bool limits_read_tc(struct limits *l, const char *text, struct error *err)
{
	struct limits tc = {.tc_time = 0};
	const char *rest = limits_read_parts(&tc, text);
	bool bank = strstr(text, limits_bank) != NULL;
	if (strcmp(text, "inf") == 0) {
		limits_copy_tc(l, &(struct limits){.tc_inf = true});
		return true;
	}
	if (rest == NULL || *rest != '\0')
		error_set(err,
			"a clock is TIME, TIME+INCREMENT, MOVES/TIME+INCREMENT, 0+TIME bank TIME or inf, such as 60+0.6, 40/1:30 or 0+0.1 bank 5; a TIME is in seconds, m:ss or h:mm:ss");
	else if (bank && (tc.tc_moves > 0 || tc.tc_time > 0))
		error_set(err,
			"a bank needs a time for each move and no time for the game: 0+TIME bank TIME, such as 0+0.1 bank 5");
	else if (bank && tc.tc_increment == 0)
		error_set(err,
			"without a time for each move the bank is an ordinary clock: write it without 0 and bank, or give each move something, as in 0+0.1 bank 5");
	else if (!bank && tc.tc_time == 0)
		error_set(err,
			"with no time at the start the first move has none: give it some, as in 60+0.6, or a bank, as in 0+0.1 bank 5");
	else {
		limits_copy_tc(l, &tc);
		return true;
	}
	return false;
}

bool limits_have_tc(const struct limits *l)
{
	return l->tc_time > 0 || l->tc_bank > 0;
}

enum clock_need limits_need(const struct limits *l)
{
	bool limited = l->movetime > 0 || limits_have_tc(l);
	if (!limited || l->clock == CLOCK_WALL)
		return CLOCK_NONE;
	return l->clock == CLOCK_FAIR && !limits_have_tc(l) ? CLOCK_LATE : CLOCK_ALL;
}

void clock_init(struct clock *c, const struct limits *limits)
{
	*c = (struct clock){.limits = limits,
		.left = limits->tc_bank > 0 ? limits->tc_bank : limits->tc_time,
		.moves_left = limits->tc_moves};
}

usec clock_offer(const struct clock *c)
{
	return c->left + (c->limits->tc_bank > 0 ? c->limits->tc_increment : 0);
}

usec clock_next(const struct clock *c)
{
	if (c->limits->movetime > 0)
		return c->limits->movetime;
	if (limits_have_tc(c->limits))
		return clock_offer(c);
	return CLOCK_PATIENCE;
}

void clock_start(struct clock *c, usec now)
{
	c->started = now;
	c->allowed = clock_next(c);
}

/* The kind of time that is charged for the running move. */
static enum clock_kind clock_counts(const struct clock *c)
{
	bool limited = c->limits->movetime > 0 || limits_have_tc(c->limits);
	return limited ? c->limits->clock : CLOCK_WALL;
}

/* The wait for a processor, known or not. While one thread used a processor, the wait of another
 * does not count. */
static usec clock_wait(const struct spent *s)
{
	usec most = s->cpu > 0 ? s->wall - s->cpu : s->wall;
	usec wait = s->wait < most ? s->wait : most;
	return wait > 0 ? wait : 0;
}

usec clock_charge(const struct clock *c, const struct spent *s)
{
	if (s->cpu < 0)
		return s->wall;
	switch (clock_counts(c)) {
	case CLOCK_FAIR:
		return s->wall - clock_wait(s);
	case CLOCK_CPU:
		return s->cpu;
	case CLOCK_WALL:
	case CLOCK_KINDS:
		break;
	}
	return s->wall;
}

/* The most wall time that the running move may take. */
static usec clock_most(const struct clock *c)
{
	usec most = c->allowed + c->limits->margin;
	if (clock_counts(c) == CLOCK_WALL)
		return most;
	return CLOCK_STRETCH * most > CLOCK_STRETCH_MIN ? CLOCK_STRETCH * most : CLOCK_STRETCH_MIN;
}

bool clock_late(const struct clock *c, usec wall)
{
	return wall > c->allowed + c->limits->margin;
}

bool clock_fell(const struct clock *c, const struct spent *s)
{
	return clock_charge(c, s) > c->allowed + c->limits->margin || s->wall > clock_most(c);
}

bool clock_fell_waiting(const struct clock *c, const struct spent *s)
{
	const struct spent alone = {s->wall - clock_wait(s), s->cpu, 0};
	return clock_fell(c, s) && !clock_fell(c, &alone);
}

usec clock_end(const struct clock *c)
{
	return c->started + clock_most(c);
}

/* If processor time counts, it is measured at most this often. */
#define CLOCK_AGAIN_MIN (1 * MILLISECOND)

bool clock_over(
	const struct clock *c, const struct spent *s, usec pending, usec now, usec *recheck_at)
{
	struct spent least = *s;
	least.wait = (least.wait > 0 ? least.wait : 0) + pending;
	if (clock_fell(c, &least))
		return true;
	*recheck_at = clock_deadline(c, &least);
	if (*recheck_at < now + CLOCK_AGAIN_MIN)
		*recheck_at = now + CLOCK_AGAIN_MIN;
	if (*recheck_at > clock_end(c))
		*recheck_at = clock_end(c);
	return false;
}

usec clock_deadline(const struct clock *c, const struct spent *s)
{
	usec left = c->allowed + c->limits->margin - clock_charge(c, s);
	usec deadline = c->started + s->wall + (left > 0 ? left : 0);
	return deadline < clock_end(c) ? deadline : clock_end(c);
}

static double clock_ms(usec span)
{
	return (double)span / (double)MILLISECOND;
}

void clock_explain(
	const struct clock *c, const struct spent *s, bool answered, char *text, size_t room)
{
	char waited[64] = "", charged[64] = "", used[64] = "";
	bool wall = clock_counts(c) == CLOCK_WALL;
	if (s->cpu >= 0)
		snprintf(used, sizeof used, ": %.1f ms on a processor", clock_ms(s->cpu));
	if (s->wait >= 0)
		snprintf(waited, sizeof waited, ", %.1f ms waiting for one", clock_ms(s->wait));
	if (!wall && s->cpu >= 0)
		snprintf(charged, sizeof charged, "; charged (%s): %.1f ms",
			clock_kind_names[clock_counts(c)], clock_ms(clock_charge(c, s)));
	snprintf(text, room, "%s %.1f ms of %.1f ms (+%.1f ms margin)%s%s%s%s",
		answered ? "took" : "no answer after", clock_ms(s->wall), clock_ms(c->allowed),
		clock_ms(c->limits->margin), used, waited, charged,
		clock_fell_waiting(c, s)
			? "; without that wait it had time left: the machine was busy"
			: "");
}

void clock_stop(struct clock *c, const struct spent *s)
{
	usec used = clock_charge(c, s);
	assert(s->wall >= 0 && !clock_fell(c, s));
	if (c->limits->tc_bank > 0)
		used = used > c->limits->tc_increment ? used - c->limits->tc_increment : 0;
	if (!limits_have_tc(c->limits))
		return;
	/* The margin forgives a late answer, but gives no time. */
	c->left = used < c->left ? c->left - used : 0;
	if (c->limits->tc_bank > 0)
		return; /* the unused time of a move is not saved */
	c->left += c->limits->tc_increment;
	if (c->moves_left > 0 && --c->moves_left == 0) {
		c->moves_left = c->limits->tc_moves;
		c->left += c->limits->tc_time;
	}
}

/* --- losses on time ------------------------------------------------------------------------- */

void time_loss_add(struct time_loss *loss, usec limit, usec margin, const struct spent *spent)
{
	usec wait = clock_wait(spent);
	loss->losses++;
	loss->waited += wait > 0 && spent->wall - wait <= limit + margin;
}

bool time_loss_explain(
	const struct time_loss *loss, enum clock_kind clock, char text[TIME_LOSS_TEXT])
{
	if (2 * loss->waited <= loss->losses)
		return false;
	snprintf(text, TIME_LOSS_TEXT,
		"%ld of %s on time %s waiting for a processor that others had, not the bots' work: play fewer games at a time (concurrency), keep each game to one processor (affinity = yes)%s, or allow a longer margin",
		loss->waited, counted(loss->losses, "loss").text,
		plural(loss->waited, "was", "were"),
		clock == CLOCK_WALL ? ", take clock = fair" : "");
	return true;
}
