/*
 * schedule-ladder.c - pairs of bots that stand close and whose ratings are still uncertain, without
 * end or up to a number of games; bots may join.
 *
 * A round is a block of half as many pairs as there are bots, two games each, from the same
 * opening, one in each order of seats. The pairs follow from the results of all blocks before,
 * taken in the schedule's order: ratings are fitted over them (rating.h), and each pair goes to the
 * bot whose rating is most uncertain, with the opponent whose game tells most: p (1 - p) says how
 * open it is, the variances of both ratings how much is not known, and the more often the two have
 * met, the less is new in it. A bot has at most two pairs in a block, with two opponents. A random
 * draw decides between equals. The setting prior has ratings from before: each counts as a rating
 * with an error of LADDER_PRIOR, and both are weighted by their variances, so results soon decide.
 * The games of a benched bot tell nothing: it comes after all others while it is benched.
 *
 * A bot that has retired is not paired until it is back; what it has played stays. Where fewer than
 * two are left the ladder ends.
 *
 * A fit goes through all games, so ratings are fitted anew only when some bot has a quarter more
 * games than at the last fit: all fits together cost no more than a few of the last.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/rating/rating.h"
#include "referee/tournament/tournament.h"
#include "referee/schedule/schedule.h"

enum {
	LADDER_TURNS = 2, /* pairs of a bot in a block */
	LADDER_ERRORS =
		500 /* bots: the exact errors of more would take too long after each block */
};

#define LADDER_PRIOR   150.0 /* Elo: the error of a rating from before */
#define LADDER_UNKNOWN 400.0 /* Elo: the error of a bot that has not played, the most there is */

struct ladder_bot {
	double elo, error;
	double prior;	       /* rating from before; NAN: none */
	int64_t games, fitted; /* that it has, and had at the last fit */
	int turns;	       /* in this block */
	uint64_t draw;	       /* random, of this block: decides between equals */
	bool away;	       /* its last game was not played */
};

struct ladder_pair {
	int bot[2];
};

struct ladder {
	int bots, room;		   /* of this block; that there is memory for */
	struct ladder_bot *bot;	   /* owned, as all below */
	uint32_t *met;		   /* by ladder_two(): blocks in which they were a pair */
	struct ladder_pair *pairs; /* of this block, at most as many as bots */
	int block, pairs_count;
	int known;	/* games of this block whose results are counted */
	int64_t first;	/* this block's first game */
	int32_t *seats; /* all results so far, in the schedule's order: two bots, two ranks */
	uint8_t *ranks;
	size_t results, results_room;
};

static int64_t ladder_count(const struct tournament *t)
{
	return t->games > 0 ? t->games : SCHEDULE_OPEN;
}

static void ladder_end(struct schedule_iterator *it)
{
	struct ladder *l = it->memory;
	free(l->bot);
	free(l->pairs);
	free(l->met);
	free(l->seats);
	free(l->ranks);
}

/* --- its bots ------------------------------------------------------------------------------- */

/* The place of two bots among all pairs of bots: those of a bot with all before it follow each
 * other, so that there is room for another at the end. */
static size_t ladder_two(int one, int other)
{
	size_t low = (size_t)(one < other ? one : other),
	       high = (size_t)(one < other ? other : one);
	return high * (high - 1) / 2 + low;
}

/* Memory for the bots there are and some that may join. */
static void ladder_make_room(struct ladder *l, int bots)
{
	int room = bots + bots / 4 + 4;
	size_t before = ladder_two(0, l->room), now = ladder_two(0, room);
	if (bots <= l->room)
		return;
	l->bot = memory_resize(l->bot, (size_t)room, sizeof *l->bot);
	l->pairs = memory_resize(l->pairs, (size_t)room, sizeof *l->pairs);
	l->met = memory_resize(l->met, now, sizeof *l->met);
	memset(l->met + before, 0, (now - before) * sizeof *l->met);
	l->room = room;
}

/* --- ratings -------------------------------------------------------------------------------- */

static bool ladder_has_news(const struct ladder *l)
{
	for (int i = 0; i < l->bots; i++)
		if (l->bot[i].games > l->bot[i].fitted + l->bot[i].fitted / 4)
			return true;
	return false;
}

/* Rounded: the last digits follow from the order of the bots and from bots without games. */
static double ladder_round(double elo)
{
	return nearbyint(elo * 1000) / 1000;
}

/* The bot's rating from before; NAN: it has none. */
static double ladder_prior(const struct tournament *t, const char *name)
{
	size_t length = strlen(name);
	const char *at = t->prior != NULL ? t->prior + strspn(t->prior, " ") : "";
	for (; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
		const char *colon = memrchr(at, ':', strcspn(at, " "));
		if (colon == at + length && strncmp(at, name, length) == 0)
			return strtod(colon + 1, NULL);
	}
	return NAN;
}

/* Joins the rating from before with the fitted one, by their variances. */
static void ladder_weigh(struct ladder_bot *b, bool known)
{
	if (isnan(b->prior))
		return;
	double fit = known ? 1 / (b->error * b->error + 1) : 0;
	double before = 1 / (LADDER_PRIOR * LADDER_PRIOR);
	b->elo = ladder_round((fit * b->elo + before * b->prior) / (fit + before));
	b->error = ladder_round(sqrt(1 / (fit + before)));
}

static void ladder_rate(struct ladder *l)
{
	struct rating_games games = {.seats = 2,
		.bots = l->bots,
		.count = l->results,
		.bot = l->seats,
		.rank = l->ranks};
	struct rating_options options = {
		.prior = 1, .advantage = true, .no_errors = l->bots > LADDER_ERRORS};
	if (!ladder_has_news(l))
		return;
	struct rating_table *table = rating_create(&games, &options);
	for (int i = 0; i < l->bots; i++) {
		const struct rating *r = &table->rating[i];
		/* An even game tells 1/4 of a unit, if its other bot is known. */
		double error =
			options.no_errors ? 2 * RATING_ELO / sqrt((double)r->games) : r->error;
		bool known = r->group > 0 && isfinite(r->elo) && isfinite(error);
		l->bot[i].elo = known ? ladder_round(r->elo) : 0;
		l->bot[i].error =
			known && error < LADDER_UNKNOWN ? ladder_round(error) : LADDER_UNKNOWN;
		l->bot[i].fitted = l->bot[i].games;
		ladder_weigh(&l->bot[i], known);
	}
	rating_free(table);
}

/* --- pairs ---------------------------------------------------------------------------------- */

/* How much of a bot's rating is not known, and will not be after the turns that it has. */
static double ladder_doubt(const struct ladder_bot *b)
{
	return b->away ? 0 : b->error * b->error / (1 + b->turns);
}

/* How much a game of the two tells. */
static double ladder_gain(const struct ladder *l, int one, int other)
{
	const struct ladder_bot *a = &l->bot[one], *b = &l->bot[other];
	double p = 1 / (1 + pow(10, (b->elo - a->elo) / 400));
	if (a->away || b->away)
		return 0;
	return p * (1 - p) * (ladder_doubt(a) + ladder_doubt(b)) /
	       (1 + l->met[ladder_two(one, other)]);
}

static bool ladder_paired(const struct ladder *l, int one, int other)
{
	for (int i = 0; i < l->pairs_count; i++) {
		const int *bot = l->pairs[i].bot;
		if ((bot[0] == one && bot[1] == other) || (bot[0] == other && bot[1] == one))
			return true;
	}
	return false;
}

/* The most uncertain bot that has a turn left, or the best opponent for one; -1: none. */
static int ladder_choose(const struct ladder *l, const struct tournament *t, int one)
{
	int best = -1;
	double most = 0;
	for (int i = 0; i < l->bots; i++) {
		bool plays = bot_plays(&t->bots[i], l->block) && l->bot[i].turns < LADDER_TURNS;
		if (i == one || !plays || (one >= 0 && ladder_paired(l, one, i)))
			continue;
		double value = one < 0 ? ladder_doubt(&l->bot[i]) : ladder_gain(l, one, i);
		if (best >= 0 &&
			(value < most || (value <= most && l->bot[i].draw < l->bot[best].draw)))
			continue;
		best = i;
		most = value;
	}
	return best;
}

static void ladder_pair(struct ladder *l, const struct tournament *t)
{
	int playing = 0;
	for (int i = 0; i < l->bots; i++)
		playing += bot_plays(&t->bots[i], l->block);
	l->pairs_count = 0;
	for (int i = 0; i < playing / 2; i++) {
		int one = ladder_choose(l, t, -1), other = ladder_choose(l, t, one);
		if (other < 0)
			break; /* it has met all bots that have a turn left */
		l->pairs[l->pairs_count++] = (struct ladder_pair){{one, other}};
		l->bot[one].turns++;
		l->bot[other].turns++;
	}
	for (int i = 0; i < l->pairs_count; i++) {
		const int *bot = l->pairs[i].bot;
		l->met[ladder_two(bot[0], bot[1])]++;
	}
}

/* The draws follow from the names, not from the order in the file. */
static void ladder_begin_block(struct ladder *l, const struct tournament *t, int64_t at)
{
	ladder_make_room(l, t->bots_count);
	for (; l->bots < t->bots_count; l->bots++) {
		struct ladder_bot *b = &l->bot[l->bots];
		*b = (struct ladder_bot){
			.error = LADDER_UNKNOWN, .prior = ladder_prior(t, t->bots[l->bots].name)};
		ladder_weigh(b, false);
	}
	l->first = at;
	l->known = 0;
	l->block++;
	for (int i = 0; i < l->bots; i++) {
		l->bot[i].turns = 0;
		if (t->bots[i].back_in_round == l->block)
			l->bot[i].away = false;
		l->bot[i].draw = random_mix(random_mix(t->seed, (uint64_t)l->block),
			schedule_name_key(t->bots[i].name));
	}
	ladder_rate(l);
	ladder_pair(l, t);
}

/* --- its games ------------------------------------------------------------------------------ */

/* Game number i of this block: both of a pair, then both of the next. */
static void ladder_game(
	const struct ladder *l, const struct schedule_iterator *it, int i, struct pairing *p)
{
	schedule_set_pair(it->t, l->block, 0, l->pairs[i / 2].bot, i % 2, p);
}

/* A game in which both failed says nothing of their strengths. */
static void ladder_note(struct ladder *l, const struct pairing *p, const int *halves)
{
	if (halves[0] + halves[1] == 0)
		return;
	if (l->results == l->results_room) {
		l->results_room = 2 * l->results_room + 256;
		l->seats = memory_resize(l->seats, 2 * l->results_room, sizeof *l->seats);
		l->ranks = memory_resize(l->ranks, 2 * l->results_room, sizeof *l->ranks);
	}
	for (int seat = 0; seat < 2; seat++) {
		l->seats[2 * l->results + (size_t)seat] = p->bot[seat];
		l->ranks[2 * l->results + (size_t)seat] =
			(uint8_t)(halves[seat] < halves[1 - seat] ? 2 : 1);
		l->bot[p->bot[seat]].games++;
	}
	l->results++;
}

/* Counts the results so far. False: some of this block's first games are missing. */
static bool ladder_take(struct ladder *l, const struct schedule_iterator *it, int games)
{
	struct pairing p;
	struct score score;
	for (; l->known < games; l->known++) {
		ladder_game(l, it, l->known, &p);
		if (!schedule_iterator_score(it, &p, &score))
			return false;
		for (int seat = 0; seat < 2; seat++)
			l->bot[p.bot[seat]].away = score.skipped && (score.away >> seat & 1);
		if (!score.skipped)
			ladder_note(l, &p, score.halves);
	}
	return true;
}

static enum schedule_step ladder_step(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	struct ladder *l = it->memory;
	if (it->t->games > 0 && at >= it->t->games)
		return ladder_take(l, it, (int)(at - l->first)) ? SCHEDULE_END : SCHEDULE_WAIT;
	if (at == l->first + 2 * l->pairs_count) {
		if (!ladder_take(l, it, 2 * l->pairs_count))
			return SCHEDULE_WAIT;
		ladder_begin_block(l, it->t, at);
		if (l->pairs_count == 0)
			return SCHEDULE_END; /* all but one have retired */
	}
	ladder_game(l, it, (int)(at - l->first), p);
	return SCHEDULE_GAME;
}

static int ladder_joins(const struct schedule_iterator *it)
{
	const struct ladder *l = it->memory;
	return l == NULL ? 1 : l->block + 1;
}

static void ladder_describe(const struct schedule_iterator *it, char *text, size_t room)
{
	const struct ladder *l = it->memory;
	snprintf(text, room, "block %d, %d bots", l->block, l->bots);
}

const struct schedule schedule_ladder = {
	.name = "ladder",
	.help = "pair bots that stand close, most uncertain first, without end; bots may join",
	.change = SCHEDULE_CHANGE_FREE,
	.keeps = "its later blocks followed from the results",
	.takes = "games initial-elo",
	.seats_max = 2,
	.memory = sizeof(struct ladder),
	.check = schedule_check_pairs,
	.count = ladder_count,
	.step = ladder_step,
	.end = ladder_end,
	.joins = ladder_joins,
	.describe = ladder_describe,
};
