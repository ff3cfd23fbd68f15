/*
 * schedule-knockout.c - a bot that loses a match is out.
 *
 * The file's order seeds the bots: in the usual bracket the first could meet the second only in the
 * final. Where the number of bots is no power of two, the first bots have no opponent in round 1. A
 * match is `rounds` pairs of games, each pair from an opening of its own, one game in each order of
 * seats. With equal points it goes on with pairs from further openings, KNOCKOUT_AGAIN at most;
 * then a random draw from the seed decides. Two bots that failed together in every game have equal
 * points too: none.
 *
 * Games come in waves: all of a round's matches, then one pair more for each that is tied, and so
 * on. A wave is known when all results of the one before are.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/tournament/tournament.h"
#include "referee/schedule/schedule.h"

enum { KNOCKOUT_AGAIN = 8 /* pairs of games that a tied match goes on for */ };

struct knockout_match {
	int bot[2];
	int halves[2]; /* their points so far; see struct score */
	int winner;    /* -1: not known yet */
	bool drawn;
	bool skipped; /* games of it are not played, since a bot is benched */
};

struct knockout {
	int rounds, round;
	int slots; /* of this round's bracket: two for each match */
	int *slot; /* owned, as the next: the bot there, or -1 */
	struct knockout_match *matches;
	int played; /* matches of this round that are played, byes are not */
	int *tied;  /* owned: which of them are in this wave */
	int tied_count;
	int pairs, parts; /* pairs of games in this wave, and before it in this round */
	int64_t first;	  /* this wave's first game */
	int known;	  /* games of this wave whose results are counted */
	struct knockout_match final;
};

static void knockout_define(const struct tournament *t, FILE *out)
{
	fprintf(out, " in matches of %d", 2 * t->rounds);
	schedule_write_bots(t, t->bots_count, out);
}

/* The number of tied matches is not known before. */
static int64_t knockout_count(const struct tournament *t)
{
	int64_t least = (int64_t)t->bots_count * t->rounds * 2;
	return least > INT32_MAX ? SCHEDULE_MANY : SCHEDULE_OPEN;
}

/* It doubles again and again: next to each bot comes the one whose number adds up with it to one
 * more than the number of bots. */
void schedule_knockout_bracket(int bots, int slots, int *slot)
{
	int *before = memory_get((size_t)slots, sizeof *before);
	slot[0] = 0;
	for (int size = 1; size < slots; size *= 2) {
		memcpy(before, slot, (size_t)size * sizeof *before);
		for (int i = 0; i < size; i++) {
			/* The better one's side changes, so that the halves are alike. */
			slot[2 * i + i % 2] = before[i];
			slot[2 * i + 1 - i % 2] = 2 * size - 1 - before[i];
		}
	}
	for (int i = 0; i < slots; i++)
		if (slot[i] >= bots)
			slot[i] = -1;
	free(before);
}

static void knockout_begin(struct schedule_iterator *it)
{
	struct knockout *k = it->memory;
	for (k->slots = 1; k->slots < it->t->bots_count; k->slots *= 2)
		k->rounds++;
	k->slot = memory_get((size_t)k->slots, sizeof *k->slot);
	k->tied = memory_get((size_t)k->slots, sizeof *k->tied);
	k->matches = memory_get((size_t)k->slots, sizeof *k->matches);
	schedule_knockout_bracket(it->t->bots_count, k->slots, k->slot);
}

static void knockout_end(struct schedule_iterator *it)
{
	struct knockout *k = it->memory;
	free(k->slot);
	free(k->tied);
	free(k->matches);
}

/* --- rounds and waves ----------------------------------------------------------------------- */

static void knockout_begin_wave(struct knockout *k, int64_t at, int pairs)
{
	k->first = at;
	k->parts += k->pairs;
	k->pairs = pairs;
	k->known = 0;
}

/* The round's matches; a bot without an opponent is through. */
static void knockout_begin_round(struct knockout *k, struct schedule_iterator *it, int64_t at)
{
	k->round++;
	k->played = k->tied_count = 0;
	for (int i = 0; i < k->slots / 2; i++) {
		int one = k->slot[2 * i], other = k->slot[2 * i + 1];
		k->matches[i] = (struct knockout_match){.bot = {one, other}, .winner = -1};
		if (one < 0 || other < 0) {
			k->matches[i].winner = one < 0 ? other : one;
			schedule_iterator_bye(it, k->round, k->matches[i].winner, 0);
			continue;
		}
		k->tied[k->tied_count++] = i;
	}
	k->played = k->tied_count;
	k->parts = k->pairs = 0;
	knockout_begin_wave(k, at, it->t->rounds);
}

static void knockout_draw(
	struct knockout *k, struct schedule_iterator *it, struct knockout_match *m)
{
	struct pairing p = {.round = k->round, .seats = 2, .bot = {m->bot[0], m->bot[1]}};
	char text[4 * BOT_NAME];
	schedule_seal(it->t, &p);
	uint64_t random = random_mix(p.seed, 0x107);
	m->winner = m->bot[random_below(&random, 2)];
	m->drawn = true;
	size_t used = (size_t)snprintf(text, sizeof text, "%s and %s are tied ",
		it->t->bots[m->bot[0]].name, it->t->bots[m->bot[1]].name);
	if (m->skipped)
		used += (size_t)snprintf(text + used, sizeof text - used, "and benched");
	else
		used += (size_t)snprintf(text + used, sizeof text - used, "after %d games",
			2 * (k->parts + k->pairs));
	snprintf(text + used, sizeof text - used, " in round %d: a random draw decides for %s",
		k->round, it->t->bots[m->winner].name);
	schedule_iterator_log(it, text);
}

/* After a wave: finds the winners and the tied matches. */
static void knockout_judge(struct knockout *k, struct schedule_iterator *it, int64_t at)
{
	bool over = k->parts + k->pairs >= it->t->rounds + KNOCKOUT_AGAIN;
	int tied = 0;
	for (int i = 0; i < k->tied_count; i++) {
		struct knockout_match *m = &k->matches[k->tied[i]];
		if (m->halves[0] != m->halves[1])
			m->winner = m->bot[m->halves[1] > m->halves[0]];
		else if (over)
			knockout_draw(k, it, m);
		else
			k->tied[tied++] = k->tied[i];
	}
	k->tied_count = tied;
	knockout_begin_wave(k, at, 1);
}

/* All matches of a round are decided. */
static void knockout_advance(struct knockout *k, struct schedule_iterator *it)
{
	k->slots /= 2;
	for (int i = 0; i < k->slots; i++) {
		const struct knockout_match *m = &k->matches[i];
		k->slot[i] = m->winner;
		/* A bot may come this far without a game. */
		for (int side = 0; side < 2 && m->skipped; side++)
			schedule_iterator_bye(it, k->round, m->bot[side], 0);
	}
	k->final = k->matches[0];
	/* The winner of the final has no opponent left: it stands one round above all others. */
	if (k->slots == 1)
		schedule_iterator_bye(it, k->round + 1, k->slot[0], 0);
}

/* --- its games ------------------------------------------------------------------------------ */

/* Game number i of this wave; returns its match. */
static struct knockout_match *knockout_game(
	const struct knockout *k, const struct schedule_iterator *it, int i, struct pairing *p)
{
	struct knockout_match *m = &k->matches[k->tied[i % k->tied_count]];
	int turn = i / k->tied_count;
	schedule_set_pair(it->t, k->round, k->parts + turn / 2, m->bot, turn % 2, p);
	return m;
}

static int knockout_games(const struct knockout *k)
{
	return k->tied_count * k->pairs * 2;
}

/* Counts the results so far. False: some of this wave are missing. */
static bool knockout_take(struct knockout *k, const struct schedule_iterator *it)
{
	struct pairing p;
	struct score score;
	for (; k->known < knockout_games(k); k->known++) {
		struct knockout_match *m = knockout_game(k, it, k->known, &p);
		if (!schedule_iterator_score(it, &p, &score))
			return false;
		m->skipped |= score.skipped;
		int first = p.bot[0] == m->bot[0] ? 0 : 1;
		m->halves[first] += score.halves[0];
		m->halves[1 - first] += score.halves[1];
	}
	return true;
}

static enum schedule_step knockout_step(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	struct knockout *k = it->memory;
	while (at == k->first + knockout_games(k)) {
		if (!knockout_take(k, it))
			return SCHEDULE_WAIT;
		if (k->tied_count > 0)
			knockout_judge(k, it, at);
		if (k->tied_count > 0)
			continue;
		if (k->round > 0 && k->slots > 1)
			knockout_advance(k, it);
		if (k->slots == 1)
			return SCHEDULE_END;
		knockout_begin_round(k, it, at);
	}
	knockout_game(k, it, (int)(at - k->first), p);
	return SCHEDULE_GAME;
}

/* --- its state and outcome ------------------------------------------------------------------ */

static void knockout_describe(const struct schedule_iterator *it, char *text, size_t room)
{
	const struct knockout *k = it->memory;
	snprintf(text, room, "round %d of %d", k->round, k->rounds);
	if (k->tied_count > 0 && k->parts > 0)
		snprintf(text + strlen(text), room - strlen(text), ", %d of %d matches tied",
			k->tied_count, k->played);
}

static void knockout_conclude(const struct schedule_iterator *it, char *text, size_t room)
{
	const struct knockout *k = it->memory;
	const struct knockout_match *m = &k->final;
	int winner = m->winner == m->bot[1];
	snprintf(text, room, "%s wins the knockout of %d: the final against %s %s%g to %g",
		it->t->bots[m->winner].name, it->t->bots_count, it->t->bots[m->bot[!winner]].name,
		m->drawn ? "by a random draw, after " : "", m->halves[winner] / 2.0,
		m->halves[!winner] / 2.0);
}

const struct schedule schedule_knockout = {
	.name = "knockout",
	.help = "remove each bot that loses a match",
	.keeps = "its later matches followed from the results",
	.takes = "rounds",
	.seats_max = 2,
	.memory = sizeof(struct knockout),
	.define = knockout_define,
	.count = knockout_count,
	.begin = knockout_begin,
	.step = knockout_step,
	.end = knockout_end,
	.describe = knockout_describe,
	.conclude = knockout_conclude,
};
