/*
 * schedule-sprt.c - two bots play pairs of games until it is decided which of two hypotheses about
 * their strengths is accepted (referee/rating/sprt.h), or as many games as `games` allows.
 *
 * A pair is a round: both orders of seats from one opening. The decision falls at the first pair
 * after which the pairs up to it, in the schedule's order and whenever they were finished, are
 * beyond a bound. So that slots need not wait for each other, a pair is begun when all before it
 * are known but as many as there are games at a time. Those that were begun by then are played to
 * their end, and do not count any more. A pair of which a game is not played, since a bot is
 * benched, proves nothing, and is the end of it. A pair in a game of which both bots failed
 * together says nothing of their strengths: it is left out, and so many such pairs in a row are the
 * end.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/tournament/settings.h"
#include "referee/tournament/walk.h"

enum { SPRT_EMPTY = 10 /* pairs left out in a row after which no more are played */ };

struct sprt_pairs {
	struct tally tally; /* of the first bot; no more than decides */
	int64_t known;	    /* pairs whose results are there */
	int64_t counted;    /* of them, those in the tally */
	int empty;	    /* the last of them that were left out, in a row */
	bool skipped;	    /* a game of the next pair is not played: nothing more will be known */
	enum sprt_state state;
};

static void sprt_check_bots(const struct tournament *t, struct mistakes *mistakes)
{
	if (t->players != 2)
		mistakes_add(mistakes, settings_origin(t, "format"),
			"format = sprt: it is for games of two seats, and these have %d; "
			"`referee compare` can compare two bots of any tournament",
			t->players);
	if (t->bots_count > 2)
		mistakes_add(mistakes, t->bots[2].at,
			"format = sprt: it takes two bots, and %s is the third of %d",
			t->bots[2].name, t->bots_count);
}

static void sprt_check(const struct tournament *t, struct mistakes *mistakes)
{
	struct origin elo1 = settings_origin(t, "elo1");
	sprt_check_bots(t, mistakes);
	if (t->sprt.elo0 >= t->sprt.elo1)
		mistakes_add(mistakes, origin_given(&elo1) ? elo1 : settings_origin(t, "elo0"),
			"elo0 = %g, elo1 = %g: elo0 must be below elo1, such as 0 and 10",
			t->sprt.elo0, t->sprt.elo1);
	if (t->games % 2 != 0)
		mistakes_add(mistakes, settings_origin(t, "games"),
			"games = %lld: games come in pairs, %lld or %lld", (long long)t->games,
			(long long)t->games - 1, (long long)t->games + 1);
	struct origin openings = settings_origin(t, "openings");
	if (strcmp(t->openings, "none") == 0 && t->games == 0 && !rules_vary(t->rules))
		mistakes_add(mistakes,
			origin_given(&openings) ? openings : settings_origin(t, "format"),
			"format = sprt: without openings two bots may play the same pair of games "
			"for ever; set openings = random:4 or a file, or games = N, the most "
			"games");
}

static void sprt_define(const struct tournament *t, FILE *out)
{
	schedule_write_bots(t, t->bots_count, out);
}

static int64_t sprt_count(const struct tournament *t)
{
	(void)t;
	return SCHEDULE_OPEN;
}

static void sprt_begin(struct walk *w)
{
	struct sprt_pairs *s = memory_get(1, sizeof *s);
	*s = (struct sprt_pairs){.tally = {.kinds = TALLY_PAIRS}};
	w->memory = s;
}

static void sprt_end(struct walk *w)
{
	free(w->memory);
	w->memory = NULL;
}

static void sprt_game(const struct tournament *t, int64_t at, struct pairing *p)
{
	int second = (int)(at % 2);
	*p = (struct pairing){.round = (int)(at / 2) + 1, .seats = 2, .bot = {second, 1 - second}};
	schedule_seal(t, p);
}

/* Counts the next pair. False: its results are not there yet. */
static bool sprt_count_pair(const struct walk *w, struct sprt_pairs *s)
{
	struct pairing p;
	struct score score;
	int halves = 0;
	bool empty = false;
	for (int game = 0; game < 2; game++) {
		sprt_game(w->t, 2 * s->known + game, &p);
		bool there = walk_score(w, &p, &score);
		s->skipped = score.skipped;
		if (s->skipped || !there)
			return false;
		halves += score.halves[p.bot[0] == 0 ? 0 : 1];
		empty |= score.halves[0] + score.halves[1] == 0;
	}
	assert(halves < TALLY_PAIRS);
	s->known++;
	s->empty = empty ? s->empty + 1 : 0;
	if (empty)
		return s->empty < SPRT_EMPTY;
	s->tally.count[halves]++;
	s->counted++;
	s->state = sprt_decide(&w->t->sprt, sprt_llr(&w->t->sprt, &s->tally));
	return true;
}

/* Counts up to so many pairs, and no further than where it is decided. */
static struct sprt_pairs *sprt_read(const struct walk *w, int64_t pairs)
{
	struct sprt_pairs *s = w->memory;
	while (s->state == SPRT_OPEN && s->empty < SPRT_EMPTY && s->known < pairs &&
		sprt_count_pair(w, s))
		;
	return s;
}

static enum schedule_step sprt_step(struct walk *w, int64_t at, struct pairing *p)
{
	int64_t pair = at / 2, known = pair - w->t->concurrency;
	if (pair >= INT32_MAX || (w->t->games > 0 && at >= w->t->games))
		return SCHEDULE_END;
	struct sprt_pairs *s = sprt_read(w, known);
	if (s->state != SPRT_OPEN && s->known <= known)
		return SCHEDULE_END;
	if (s->skipped || s->empty == SPRT_EMPTY)
		return SCHEDULE_END;
	if (s->known < known)
		return SCHEDULE_WAIT;
	sprt_game(w->t, at, p);
	return SCHEDULE_GAME;
}

static int sprt_counts(const struct walk *w)
{
	return (int)sprt_read(w, INT64_MAX)->known;
}

static void sprt_describe(const struct walk *w, char *text, size_t room)
{
	const struct sprt_pairs *s = sprt_read(w, INT64_MAX);
	const int64_t *count = s->tally.count;
	snprintf(text, room, "%s %.2f (%.2f, %.2f) pairs %lld: %lld %lld %lld %lld %lld",
		s->state == SPRT_OPEN ? "LLR"
		: s->state == SPRT_H1 ? "H1, LLR"
				      : "H0, LLR",
		sprt_llr(&w->t->sprt, &s->tally), sprt_lower(&w->t->sprt), sprt_upper(&w->t->sprt),
		(long long)s->counted, (long long)count[0], (long long)count[1],
		(long long)count[2], (long long)count[3], (long long)count[4]);
}

static void sprt_describe_json(const struct walk *w, FILE *out)
{
	const struct sprt_pairs *s = sprt_read(w, INT64_MAX);
	fprintf(out, ",\"llr\":%.6f,\"lower\":%.6f,\"upper\":%.6f,\"pairs\":[",
		sprt_llr(&w->t->sprt, &s->tally), sprt_lower(&w->t->sprt), sprt_upper(&w->t->sprt));
	for (int i = 0; i < TALLY_PAIRS; i++)
		fprintf(out, "%s%lld", i > 0 ? "," : "", (long long)s->tally.count[i]);
	fputc(']', out);
}

static void sprt_conclude(const struct walk *w, char *text, size_t room)
{
	const struct sprt_pairs *s = sprt_read(w, INT64_MAX);
	sprt_say(&w->t->sprt, &s->tally, w->t->bots[0].name, w->t->bots[1].name, text, room);
	size_t used = strlen(text);
	if (s->state == SPRT_OPEN && s->skipped)
		snprintf(text + used, room - used,
			"; more games are not played, since a bot is benched.");
	else if (s->state == SPRT_OPEN && s->empty == SPRT_EMPTY)
		snprintf(text + used, room - used,
			"; more games are not played, since both bots failed together in each of "
			"the last %d pairs.",
			SPRT_EMPTY);
	else if (s->state == SPRT_OPEN)
		snprintf(text + used, room - used, "; games = %lld are played, more would go on.",
			(long long)w->t->games);
	else
		snprintf(text + used, room - used, ".");
}

const struct schedule schedule_sprt = {
	.name = "sprt",
	.help = "two bots, pairs of games until it is decided which of elo0 and elo1 holds",
	.keeps = "it is about the program that began it",
	.takes = "games elo0 elo1 alpha beta model",
	.check = sprt_check,
	.define = sprt_define,
	.count = sprt_count,
	.begin = sprt_begin,
	.step = sprt_step,
	.end = sprt_end,
	.counts = sprt_counts,
	.describe = sprt_describe,
	.describe_json = sprt_describe_json,
	.conclude = sprt_conclude,
};
