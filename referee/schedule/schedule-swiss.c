/*
 * schedule-swiss.c - a number of rounds, in each of which bots play that stand alike.
 *
 * Two seats: a pair plays two games in a round, from the same opening, one in each order of seats.
 * From the first place down each bot gets, of the bots that are left with the same points, the one
 * that is half their number below it; where that is not possible the one nearest to that, then the
 * next with fewer points. It is not possible when the two have met, or when the bots that are left
 * could then not be paired without a second meeting: a greatest matching of bots that have not met
 * (matching.h) says so. So no bots meet twice in a round where it can be avoided, else as few as
 * possible.
 *
 * More seats: groups of neighbours, in as many games as there are seats, each bot once in each of
 * them; the next bot of a group is the one that has met those in it least often.
 *
 * When the bots do not fill all groups, the lowest of those that have sat out least often sit out;
 * with two seats the lowest of them without which fewest must meet again. A bye is worth as much as
 * winning all of the round's games, but nothing to a bot that did not take part in its last game.
 * An unplayed game of a benched bot scores as it is counted (on-benched). With equal points the bot that comes first in the file stands first.
 *
 * Games may be played again (schedule_iterator_replaced()). Rounds that were paired by then keep
 * their pairings, which follow from the results of that time; a round that is paired later follows
 * from the new ones, and waits for them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "referee/schedule/matching.h"
#include "referee/tournament/tournament.h"
#include "referee/schedule/schedule.h"

enum { SWISS_NAMED = 4 /* bots that share the first place, by name */ };

struct swiss {
	int bots, seats, rounds;
	int round;	  /* that is being played */
	int groups;	  /* of a round */
	int known;	  /* games of this round whose results are counted */
	int *groups_of;	  /* owned, as all below: each round's bots, group by group */
	int *group;	  /* of this round: borrowed from there */
	int *halves;	  /* by bot: its points so far; see struct score */
	int *free_halves; /* by bot: of byes alone */
	int *given;	  /* by bot: halves of this round's games that are not played */
	int *byes;	  /* by bot */
	bool *away;	  /* by bot: it did not take part in its last game */
	uint16_t *met;	  /* by bot and bot */
	int *order;	  /* the bots that play in this round, best first */
	bool *strangers;  /* by place in the order and place: they have met least often of all */
	struct matching matching;
};

/* --- how long it is ------------------------------------------------------------------------- */

static int swiss_rounds(const struct tournament *t)
{
	struct origin given = t->set[SETTING_ROUNDS];
	int rounds = 1;
	if (origin_given(&given))
		return t->rounds;
	while (1 << rounds < t->bots_count)
		rounds++;
	return rounds;
}

static int64_t swiss_count(const struct tournament *t)
{
	int64_t groups = t->bots_count / t->players;
	return groups * t->players * swiss_rounds(t);
}

/* Its first round follows from the bots and their order. */
static void swiss_define(const struct tournament *t, FILE *out)
{
	schedule_write_bots(t, t->bots_count, out);
}

static void swiss_begin(struct schedule_iterator *it)
{
	size_t bots = (size_t)it->t->bots_count;
	struct swiss *s = it->memory;
	*s = (struct swiss){.bots = it->t->bots_count,
		.seats = it->t->players,
		.rounds = swiss_rounds(it->t),
		.groups = it->t->bots_count / it->t->players};
	s->groups_of = memory_get(bots * (size_t)(s->rounds + 1), sizeof *s->groups_of);
	s->group = s->groups_of;
	s->free_halves = memory_get(bots, sizeof *s->free_halves);
	s->halves = memory_get(bots, sizeof *s->halves);
	s->given = memory_get(bots, sizeof *s->given);
	s->byes = memory_get(bots, sizeof *s->byes);
	s->away = memory_get(bots, sizeof *s->away);
	s->order = memory_get(bots, sizeof *s->order);
	s->met = memory_get(bots * bots, sizeof *s->met);
	s->strangers = memory_get(bots * bots, sizeof *s->strangers);
}

static void swiss_end(struct schedule_iterator *it)
{
	struct swiss *s = it->memory;
	free(s->groups_of);
	free(s->free_halves);
	free(s->halves);
	free(s->given);
	free(s->byes);
	free(s->away);
	free(s->order);
	free(s->met);
	free(s->strangers);
}

/* --- the order of the bots ------------------------------------------------------------------ */

/* All bots, best first. */
static void swiss_stand(struct swiss *s)
{
	for (int i = 0; i < s->bots; i++) {
		int place = i;
		for (; place > 0 && s->halves[s->order[place - 1]] < s->halves[i]; place--)
			s->order[place] = s->order[place - 1];
		s->order[place] = i;
	}
}

static int swiss_met(const struct swiss *s, int place, int other)
{
	return s->met[s->order[place] * s->bots + s->order[other]];
}

/* Which of the first count places may meet: those that have met least often of all. */
static void swiss_know(struct swiss *s, int count)
{
	int least = UINT16_MAX;
	for (int a = 0; a < count; a++)
		for (int b = 0; b < a; b++)
			if (swiss_met(s, a, b) < least)
				least = swiss_met(s, a, b);
	for (int a = 0; a < count; a++)
		for (int b = 0; b < count; b++)
			s->strangers[a * count + b] = a != b && swiss_met(s, a, b) == least;
}

/* --- byes ----------------------------------------------------------------------------------- */

/* The place that sits out: the lowest of those that did so least often; with two seats the one
 * without which the most strangers can meet. */
static int swiss_choose_bye(struct swiss *s, int count)
{
	int chosen = -1, fewest = s->byes[s->order[0]], size = -1;
	for (int place = 1; place < count; place++)
		if (s->byes[s->order[place]] < fewest)
			fewest = s->byes[s->order[place]];
	if (s->seats == 2) {
		swiss_know(s, count);
		matching_init(&s->matching, count, s->strangers);
		matching_save(&s->matching);
	}
	for (int place = count - 1; place >= 0; place--) {
		if (s->byes[s->order[place]] > fewest)
			continue;
		if (s->seats == 2)
			matching_remove(&s->matching, place);
		if (chosen < 0 || s->matching.size > size) {
			chosen = place;
			size = s->matching.size;
		}
		if (s->seats > 2 || size == count / 2)
			break;
		matching_restore(&s->matching);
	}
	matching_clear(&s->matching);
	return chosen;
}

/* Takes the bots that sit out from the order. */
static void swiss_bye(struct swiss *s, struct schedule_iterator *it)
{
	for (int count = s->bots; count % s->seats != 0; count--) {
		int place = swiss_choose_bye(s, count), bot = s->order[place];
		memmove(s->order + place, s->order + place + 1,
			(size_t)(count - place - 1) * sizeof *s->order);
		s->byes[bot]++;
		int games = s->away[bot] && !it->t->failed_tie ? 0 : s->seats;
		s->halves[bot] += 2 * (s->seats - 1) * games;
		s->free_halves[bot] += 2 * (s->seats - 1) * games;
		schedule_iterator_bye(it, s->round, bot, games);
	}
}

/* --- pairs and groups ----------------------------------------------------------------------- */

/* How far from the rule it would be to pair the bot at number i of those that are left, in their
 * order, with the first: the number of those with as many points is alike. */
static int swiss_distance(int i, int alike)
{
	int wished = alike / 2;
	if (i >= alike)
		return alike + i;
	return 2 * abs(i - wished) + (i > wished);
}

/* Do as few of the bots that are left have to meet again without these two as with them? Then takes
 * them away. */
static bool swiss_try(struct swiss *s, int a, int b, int count)
{
	int size = s->matching.size, wanted = size - s->strangers[a * count + b];
	matching_save(&s->matching);
	matching_remove_two(&s->matching, a, b);
	if (s->matching.size == wanted)
		return true;
	matching_restore(&s->matching);
	return false;
}

/* The best of left[1..] for left[0] (places in the order): takes it away; returns its index. */
static int swiss_choose(struct swiss *s, const int *left, int count_left, int count)
{
	int alike = 1, tried = -1;
	while (alike < count_left &&
		s->halves[s->order[left[alike]]] == s->halves[s->order[left[0]]])
		alike++;
	/* Strangers first, then those that have met least often; then by the rule. */
	for (;;) {
		int best = -1, least = 0;
		for (int i = 1; i < count_left; i++) {
			int cost = swiss_met(s, left[0], left[i]) * 4 * s->bots +
				   swiss_distance(i, alike);
			if (cost > tried && (best < 0 || cost < least)) {
				best = i;
				least = cost;
			}
		}
		if (swiss_try(s, left[0], left[best], count))
			return best;
		tried = least;
	}
}

static void swiss_pair(struct swiss *s, int count)
{
	int *left = memory_get((size_t)count, sizeof *left), group = 0;
	for (int i = 0; i < count; i++)
		left[i] = i;
	swiss_know(s, count);
	matching_init(&s->matching, count, s->strangers);
	for (int left_count = count; left_count > 0; left_count -= 2, group++) {
		int other = swiss_choose(s, left, left_count, count);
		s->group[2 * group] = s->order[left[0]];
		s->group[2 * group + 1] = s->order[left[other]];
		memmove(left + other, left + other + 1,
			(size_t)(left_count - other - 1) * sizeof *left);
		memmove(left, left + 1, (size_t)(left_count - 2) * sizeof *left);
	}
	matching_clear(&s->matching);
	free(left);
}

/* How often a bot has met those of a group. */
static int swiss_met_in(const struct swiss *s, const int *group, int sitting, int bot)
{
	int met = 0;
	for (int i = 0; i < sitting; i++)
		met += s->met[bot * s->bots + group[i]];
	return met;
}

static void swiss_gather(struct swiss *s, int count)
{
	for (int taken = 0; taken < count; taken++) {
		int *group = s->group + taken / s->seats * s->seats, sitting = taken % s->seats;
		int best = taken;
		for (int i = taken + 1; i < count; i++)
			if (swiss_met_in(s, group, sitting, s->order[i]) <
				swiss_met_in(s, group, sitting, s->order[best]))
				best = i;
		int bot = s->order[best];
		memmove(s->order + taken + 1, s->order + taken,
			(size_t)(best - taken) * sizeof *s->order);
		s->order[taken] = group[sitting] = bot;
	}
}

static void swiss_meet(struct swiss *s)
{
	for (int i = 0; i < s->groups * s->seats; i++) {
		const int *group = s->group + i / s->seats * s->seats;
		for (int other = 0; other < s->seats; other++)
			s->met[s->group[i] * s->bots + group[other]] += group[other] != s->group[i];
	}
}

static void swiss_begin_round(struct swiss *s, struct schedule_iterator *it)
{
	s->group = s->groups_of + s->bots * s->round++;
	s->known = 0;
	swiss_stand(s);
	swiss_bye(s, it);
	if (s->seats == 2)
		swiss_pair(s, s->groups * s->seats);
	else
		swiss_gather(s, s->groups * s->seats);
	swiss_meet(s);
}

/* --- its games ------------------------------------------------------------------------------ */

/* Game number i of a round: all groups in one order of seats, then in the next. */
static void swiss_game(const struct swiss *s, const struct schedule_iterator *it, int round, int i,
	struct pairing *p)
{
	const int *group = s->groups_of + s->bots * (round - 1) + i % s->groups * s->seats;
	int turn = i / s->groups;
	*p = (struct pairing){.round = round, .seats = s->seats};
	for (int seat = 0; seat < s->seats; seat++)
		p->bot[seat] = group[(seat + turn) % s->seats];
	schedule_seal(it->t, p);
}

/* Points of a round's games that are not played stand in no game: reports them as a bye. */
static void swiss_give(struct swiss *s, struct schedule_iterator *it)
{
	for (int bot = 0; bot < s->bots; bot++) {
		if (s->given[bot] > 0)
			schedule_iterator_bye(
				it, s->round, bot, s->given[bot] / (2.0 * (s->seats - 1)));
		s->given[bot] = 0;
	}
}

/* Counts game number i of a round by the result that the next round follows from. False: it is
 * missing. */
static bool swiss_count_game(struct swiss *s, const struct schedule_iterator *it, int round, int i,
	struct pairing *p, struct score *score)
{
	swiss_game(s, it, round, i, p);
	if (!schedule_results_find_for(&it->results, p->key, s->round + 1, score))
		return false;
	for (int seat = 0; seat < s->seats; seat++) {
		s->halves[p->bot[seat]] += score->halves[seat];
		s->away[p->bot[seat]] = score->away >> seat & 1;
	}
	return true;
}

/* Counts the results so far. False: some of this round are missing. */
static bool swiss_take(struct swiss *s, struct schedule_iterator *it)
{
	struct pairing p;
	struct score score;
	for (; s->known < s->groups * s->seats; s->known++) {
		if (!swiss_count_game(s, it, s->round, s->known, &p, &score))
			return false;
		for (int seat = 0; seat < s->seats && score.skipped; seat++)
			s->given[p.bot[seat]] += score.halves[seat];
	}
	swiss_give(s, it);
	return true;
}

/* Counts all rounds anew, since games are played again. False: some results are missing. */
static bool swiss_take_again(struct swiss *s, const struct schedule_iterator *it)
{
	struct pairing p;
	struct score score;
	memcpy(s->halves, s->free_halves, (size_t)s->bots * sizeof *s->halves);
	for (int round = 1; round <= s->round; round++)
		for (int i = 0; i < s->groups * s->seats; i++)
			if (!swiss_count_game(s, it, round, i, &p, &score))
				return false;
	return true;
}

static enum schedule_step swiss_step(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	struct swiss *s = it->memory;
	int64_t games = (int64_t)s->groups * s->seats;
	if (at == s->round * games) {
		if (s->round > 0 && !swiss_take(s, it))
			return SCHEDULE_WAIT;
		if (it->results.replaced_count > 0 && !swiss_take_again(s, it))
			return SCHEDULE_WAIT;
		if (s->round == s->rounds || games == 0)
			return SCHEDULE_END;
		swiss_begin_round(s, it);
	}
	swiss_game(s, it, s->round, (int)(at % games), p);
	return SCHEDULE_GAME;
}

/* --- its state and outcome ------------------------------------------------------------------ */

static void swiss_describe(const struct schedule_iterator *it, char *text, size_t room)
{
	const struct swiss *s = it->memory;
	snprintf(text, room, "round %d of %d", s->round, s->rounds);
}

static void swiss_conclude(const struct schedule_iterator *it, char *text, size_t room)
{
	struct swiss *s = it->memory;
	int first = 1;
	swiss_stand(s);
	while (first < s->bots && s->halves[s->order[first]] == s->halves[s->order[0]])
		first++;
	double points = s->halves[s->order[0]] / (2.0 * (s->seats - 1));
	size_t used = 0;
	if (first > SWISS_NAMED)
		used = (size_t)snprintf(text, room, "%d bots", first);
	for (int i = 0; i < first && first <= SWISS_NAMED && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s",
			i == 0		 ? ""
			: i + 1 == first ? " and "
					 : ", ",
			it->t->bots[s->order[i]].name);
	if (used < room)
		snprintf(text + used, room - used, " %s the swiss of %s with %g of %d points",
			plural(first, "wins", "share the first place of"),
			counted(s->rounds, "round").text, points, s->rounds * s->seats);
}

const struct schedule schedule_swiss = {
	.name = "swiss",
	.help = "pair bots that stand alike in each round; odd ones get byes",
	.takes = "rounds",
	.memory = sizeof(struct swiss),
	.define = swiss_define,
	.count = swiss_count,
	.begin = swiss_begin,
	.step = swiss_step,
	.end = swiss_end,
	.describe = swiss_describe,
	.conclude = swiss_conclude,
};
