/*
 * schedule-sprt.c - two bots play pairs of games until it is decided which of two hypotheses about
 * their strengths is accepted (referee/rating/sprt.h), or as many games as `games` allows.
 *
 * A pair is a round: both orders of seats from one opening. The decision falls at the first pair
 * after which the pairs up to it, in the schedule's order and whenever they were finished, are
 * beyond a bound. So that slots need not wait for each other, a pair is begun when all before it
 * are known but as many as there are games at a time. Pairs that were begun before the decision are
 * played to their end, and do not count.
 *
 * Some pairs say nothing of the bots' strengths, and are left out of the ratio:
 *
 * - one that was played before, move for move, in both of its games: it tells nothing new;
 * - one in a game of which both bots failed together;
 * - one in a game of which a bot was not there: it could not be started (then the director ends
 * this run, and the next goes on behind the pair), it was away, or it is benched.
 *
 * A bot's faults say more about its program than about its strength, and decide nothing: where a
 * decision falls after a bot has failed in SPRT_TAINT games that are more than one in SPRT_SHARE,
 * the test ends undecided instead. It does not go on for that long: it ends as soon as a bot fails
 * in SPRT_ROW games in a row, or in SPRT_FAULTS games that are more than one in SPRT_SHARE.
 *
 * The test ends undecided too when nothing new is played, when many pairs
 * in a row are left out for another reason, and when a game is not played at all since a bot is
 * benched. The first pair at which that is so is the end of it, as with a decision. A test that
 * began before these rules (repeats_count) knows only the last two, and counts repeated pairs.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "base/hash-table.h"
#include "referee/tournament/tournament.h"
#include "referee/schedule/schedule.h"

enum {
	SPRT_EMPTY = 10,   /* pairs left out in a row, not as repeated, that end it */
	SPRT_REPEATS = 50, /* repeated pairs in a row that end it */
	SPRT_ROW = 5,	   /* faults of a bot in a row that end it */
	SPRT_FAULTS = 10,  /* faults of a bot that end it, where they are more than a game ... */
	SPRT_TAINT = 3,	   /* faults that let nothing be decided, where they are more than that */
	SPRT_SHARE = 20	   /* ... in this number */
};

enum sprt_ending {
	SPRT_GOES_ON,
	SPRT_DECIDED,
	SPRT_FAULTY,   /* a bot failed too often */
	SPRT_SAME,     /* nothing new is played */
	SPRT_TOGETHER, /* both bots failed together in many pairs */
	SPRT_AWAY,     /* a bot was away in many pairs */
	SPRT_BENCHED   /* a game is not played: nothing more will be known */
};

struct sprt_bot {
	int64_t faults, kinds[VERDICTS]; /* games it failed in; of them by verdict */
	int row;			 /* the last of its games that it failed in, in a row */
};

struct sprt_pairs {
	struct result_counts counts; /* of the first bot, up to the decision */
	int64_t known;		     /* pairs whose results are there */
	int64_t counted;	     /* of them, those in counts */
	int64_t games;		     /* of them, those that both bots played */
	struct sprt_bot bot[2];
	struct hash_table lines;	  /* pairs that were played, as a hash of both games */
	struct hash_table repeated, left; /* rounds that do not count */
	int repeats, empty, away;	  /* the last pairs that were left out for that, in a row */
	enum sprt_state state;
	enum sprt_ending ending;
};

static void sprt_check(const struct tournament *t, struct diagnostics *mistakes)
{
	struct origin elo1 = t->set[SETTING_ELO1];
	if (t->bots_count > 2)
		diagnostics_add(mistakes, t->bots[2].at,
			"format = sprt: it takes two bots, and %s is the third of %d",
			t->bots[2].name, t->bots_count);
	if (t->sprt.elo0 >= t->sprt.elo1)
		diagnostics_add(mistakes, origin_given(&elo1) ? elo1 : t->set[SETTING_ELO0],
			"elo0 = %g, elo1 = %g: elo0 must be below elo1, such as 0 and 10",
			t->sprt.elo0, t->sprt.elo1);
	schedule_check_pairs(t, mistakes);
	struct origin openings = t->set[SETTING_OPENINGS];
	bool known = t->rules != NULL; /* not of a stored test by a rules program */
	bool may_repeat =
		strcmp(t->openings, "none") == 0 && t->games == 0 && known && !rules_vary(t->rules);
	if (may_repeat &&
		t->bots_count == 2) /* without a second bot, that is the mistake to name */
		diagnostics_add(mistakes,
			origin_given(&openings) ? openings : t->set[SETTING_FORMAT],
			"format = sprt: without openings two bots may play the same pair of games without end; set openings = random:4 or a file, or games = N, the most games");
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

static void sprt_begin(struct schedule_iterator *it)
{
	struct sprt_pairs *s = it->memory;
	s->counts.kinds = RESULT_COUNTS_PAIRS;
}

static void sprt_end(struct schedule_iterator *it)
{
	struct sprt_pairs *s = it->memory;
	hash_table_clear(&s->lines);
	hash_table_clear(&s->repeated);
	hash_table_clear(&s->left);
}

static void sprt_game(const struct tournament *t, int64_t at, struct pairing *p)
{
	static const int bots[2] = {0, 1};
	schedule_set_pair(t, (int)(at / 2) + 1, 0, bots, (int)(at % 2), p);
}

/* Has it failed in this number of games, and in more than one in SPRT_SHARE? */
static bool sprt_fails_often(const struct sprt_pairs *s, const struct sprt_bot *bot, int faults)
{
	return bot->faults >= faults && SPRT_SHARE * bot->faults > s->games;
}

/* How it ends where a bound is reached: faults decide nothing. */
static enum sprt_ending sprt_reached(const struct sprt_pairs *s)
{
	bool tainted = sprt_fails_often(s, &s->bot[0], SPRT_TAINT) ||
		       sprt_fails_often(s, &s->bot[1], SPRT_TAINT);
	return tainted ? SPRT_FAULTY : SPRT_DECIDED;
}

/* Counts the faults in a game. True: one of the bots fails too often. */
static bool sprt_note_game(struct sprt_pairs *s, const struct score *score, int game)
{
	bool fails = false;
	s->games++;
	for (int i = 0; i < 2; i++) {
		struct sprt_bot *bot = &s->bot[i];
		enum verdict fault = score->fault[i ^ game];
		bot->row = fault != VERDICT_OK ? bot->row + 1 : 0;
		bot->faults += fault != VERDICT_OK;
		bot->kinds[fault] += fault != VERDICT_OK;
		fails |= bot->row >= SPRT_ROW || sprt_fails_often(s, bot, SPRT_FAULTS);
	}
	return fails;
}

/* Were both games of it played in an earlier pair? Where that is not known they were not. */
static bool sprt_is_repeated(struct sprt_pairs *s, const struct score score[2])
{
	if (score[0].line == 0 || score[1].line == 0)
		return false;
	return !hash_table_add(
		&s->lines, random_mix((uint64_t)score[0].line, (uint64_t)score[1].line));
}

/* Does the pair with these scores say something that counts? */
static bool sprt_admits(struct sprt_pairs *s, const struct score score[2])
{
	bool played = true, started = true, fails = false;
	for (int game = 0; game < 2; game++) {
		played &= score[game].away == 0;
		for (int i = 0; i < 2; i++)
			started &= score[game].fault[i] != VERDICT_STARTUP &&
				   score[game].fault[i] != VERDICT_BUILD;
		fails |= score[game].away == 0 && sprt_note_game(s, &score[game], game);
	}
	if (!played || fails)
		hash_table_add(&s->left, (uint64_t)s->known);
	if (fails) {
		s->ending = SPRT_FAULTY;
		return false;
	}
	s->away = played ? 0 : s->away + started;
	if (s->away == SPRT_EMPTY)
		s->ending = SPRT_AWAY;
	if (!played)
		return false;
	bool repeated = sprt_is_repeated(s, score);
	s->repeats = repeated ? s->repeats + 1 : 0;
	if (repeated)
		hash_table_add(&s->repeated, (uint64_t)s->known);
	if (s->repeats == SPRT_REPEATS)
		s->ending = SPRT_SAME;
	return !repeated;
}

/* The scores of the next pair. False: they are not there yet. */
static bool sprt_find_pair(
	const struct schedule_iterator *it, struct sprt_pairs *s, struct score score[2])
{
	struct pairing p;
	for (int game = 0; game < 2; game++) {
		sprt_game(it->t, 2 * s->known + game, &p);
		if (!schedule_iterator_score(it, &p, &score[game]))
			return false;
		if (score[game].skipped) {
			s->ending = SPRT_BENCHED;
			return false;
		}
	}
	return true;
}

/* Counts the next pair. False: its results are not there yet. */
static bool sprt_count_pair(const struct schedule_iterator *it, struct sprt_pairs *s)
{
	struct score score[2];
	bool empty = false;
	if (!sprt_find_pair(it, s, score))
		return false;
	s->known++;
	if (!it->t->repeats_count && !sprt_admits(s, score))
		return true;
	for (int game = 0; game < 2; game++)
		empty |= score[game].halves[0] + score[game].halves[1] == 0;
	s->empty = empty ? s->empty + 1 : 0;
	if (s->empty == SPRT_EMPTY)
		s->ending = SPRT_TOGETHER;
	if (empty)
		return true;
	/* The first bot has seat 1 in the first game and seat 2 in the second. */
	result_counts_add_pair(&s->counts, score[0].halves[0], score[1].halves[1]);
	s->counted++;
	double llr = sprt_llr(&it->t->sprt, &s->counts);
	if (it->on_pair != NULL)
		it->on_pair(it->arg, s->counted, llr);
	s->state = sprt_decide(&it->t->sprt, llr);
	if (s->state != SPRT_OPEN)
		s->ending = sprt_reached(s);
	return true;
}

/* Counts up to this number of pairs, and no further than the end. */
static struct sprt_pairs *sprt_read(const struct schedule_iterator *it, int64_t pairs)
{
	struct sprt_pairs *s = it->memory;
	while (s->ending == SPRT_GOES_ON && s->known < pairs && sprt_count_pair(it, s))
		;
	return s;
}

static enum schedule_step sprt_step(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	int64_t pair = at / 2, known = pair - it->t->concurrency;
	if (pair >= INT32_MAX || (it->t->games > 0 && at >= it->t->games))
		return SCHEDULE_END;
	struct sprt_pairs *s = sprt_read(it, known);
	if (s->ending == SPRT_BENCHED || (s->ending != SPRT_GOES_ON && s->known <= known))
		return SCHEDULE_END;
	if (s->known < known)
		return SCHEDULE_WAIT;
	sprt_game(it->t, at, p);
	return SCHEDULE_GAME;
}

/* --- its state and outcome ------------------------------------------------------------------- */

static enum schedule_use sprt_use(const struct schedule_iterator *it, int round)
{
	const struct sprt_pairs *s = sprt_read(it, INT64_MAX);
	if (round > s->known)
		return SCHEDULE_LATE;
	if (hash_table_has(&s->repeated, (uint64_t)round))
		return SCHEDULE_REPEATED;
	return hash_table_has(&s->left, (uint64_t)round) ? SCHEDULE_LEFT_OUT : SCHEDULE_COUNTS;
}

static const struct result_counts *sprt_counts(const struct schedule_iterator *it)
{
	return &sprt_read(it, INT64_MAX)->counts;
}

static bool sprt_undecided(const struct schedule_iterator *it)
{
	return sprt_read(it, INT64_MAX)->ending != SPRT_DECIDED;
}

/* "open", "H0", "H1", "undecided". */
static const char *sprt_state_name(const struct schedule_iterator *it, const struct sprt_pairs *s)
{
	if (s->ending == SPRT_DECIDED)
		return s->state == SPRT_H1 ? "H1" : "H0";
	bool all_played = it->t->games > 0 && 2 * s->known >= it->t->games;
	return s->ending == SPRT_GOES_ON && !all_played ? "open" : "undecided";
}

static void sprt_describe(const struct schedule_iterator *it, char *text, size_t room)
{
	const struct sprt_pairs *s = sprt_read(it, INT64_MAX);
	const int64_t *count = s->counts.count;
	const char *state = sprt_state_name(it, s);
	bool open = strcmp(state, "open") == 0;
	size_t used = (size_t)snprintf(text, room,
		"%s%sLLR %.2f (%.2f, %.2f) pairs %lld: %lld %lld %lld %lld %lld", open ? "" : state,
		open ? "" : ", ", sprt_llr(&it->t->sprt, &s->counts), sprt_lower(&it->t->sprt),
		sprt_upper(&it->t->sprt), (long long)s->counted, (long long)count[0],
		(long long)count[1], (long long)count[2], (long long)count[3], (long long)count[4]);
	if (s->repeated.count > 0 && used < room)
		snprintf(text + used, room - used, ", %zu repeated", s->repeated.count);
}

static void sprt_describe_json(const struct schedule_iterator *it, FILE *out)
{
	const struct sprt_pairs *s = sprt_read(it, INT64_MAX);
	fprintf(out, ",\"verdict\":\"%s\",\"llr\":%.6f,\"lower\":%.6f,\"upper\":%.6f,\"pairs\":[",
		sprt_state_name(it, s), sprt_llr(&it->t->sprt, &s->counts),
		sprt_lower(&it->t->sprt), sprt_upper(&it->t->sprt));
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		fprintf(out, "%s%lld", i > 0 ? "," : "", (long long)s->counts.count[i]);
	fprintf(out, "],\"repeated_pairs\":%zu,\"failed_games\":[%lld,%lld]", s->repeated.count,
		(long long)s->bot[0].faults, (long long)s->bot[1].faults);
}

/* "v2 failed in 79 of 104 games (crash)", of both bots as far as they failed. */
static void sprt_write_faults(
	const struct schedule_iterator *it, const struct sprt_pairs *s, FILE *out)
{
	const char *comma = "";
	for (int i = 0; i < 2; i++) {
		const struct sprt_bot *bot = &s->bot[i];
		const char *between = " (";
		if (bot->faults == 0)
			continue;
		fprintf(out, "%s%s failed in %lld of %lld games", comma, it->t->bots[i].name,
			(long long)bot->faults, (long long)s->games);
		for (int kind = 0; kind < VERDICTS; kind++) {
			if (bot->kinds[kind] == 0)
				continue;
			fputs(between, out);
			if (bot->kinds[kind] < bot->faults)
				fprintf(out, "%lld ", (long long)bot->kinds[kind]);
			fputs(verdict_table[kind].name, out);
			between = ", ";
		}
		fputs(")", out);
		comma = ", ";
	}
}

/* Why it has ended without a decision. */
static void sprt_write_reason(
	const struct schedule_iterator *it, const struct sprt_pairs *s, FILE *out)
{
	switch (s->ending) {
	case SPRT_FAULTY:
		sprt_write_faults(it, s, out);
		break;
	case SPRT_SAME:
		fprintf(out,
			"nothing new is played: %zu of %lld pairs were repeats; more openings help",
			s->repeated.count, (long long)s->known);
		break;
	case SPRT_TOGETHER:
		fprintf(out, "both bots failed together in each of the last %d pairs", SPRT_EMPTY);
		break;
	case SPRT_AWAY:
		fprintf(out, "a bot did not take part in the last %d pairs", SPRT_EMPTY);
		break;
	case SPRT_BENCHED:
		fputs("more games are not played, since a bot is benched", out);
		break;
	case SPRT_DECIDED:
	case SPRT_GOES_ON:
		fprintf(out, "games = %lld are played, more would go on", (long long)it->t->games);
		break;
	}
}

static void sprt_conclude(const struct schedule_iterator *it, char *text, size_t room)
{
	const struct sprt_pairs *s = sprt_read(it, INT64_MAX);
	const struct sprt *test = &it->t->sprt;
	char sentence[512], *line = NULL;
	size_t size = 0;
	FILE *out = memory_open(&line, &size);
	if (s->ending == SPRT_DECIDED) {
		sprt_sentence(test, &s->counts, it->t->bots[0].name, it->t->bots[1].name, sentence,
			sizeof sentence);
		fputs(sentence, out);
	} else {
		fputs("undecided: ", out);
		sprt_write_reason(it, s, out);
		fprintf(out, "; after %s the LLR is %.2f (%.2f to %.2f)",
			counted(s->counted, "pair").text, sprt_llr(test, &s->counts),
			sprt_lower(test), sprt_upper(test));
	}
	if (s->ending != SPRT_FAULTY && s->bot[0].faults + s->bot[1].faults > 0) {
		fputs("; ", out);
		sprt_write_faults(it, s, out);
	}
	memory_close(out);
	snprintf(text, room, "%s.", line);
	free(line);
}

const struct schedule schedule_sprt = {
	.name = "sprt",
	.help = "let two bots play pairs of games until it is decided which of elo0 and elo1 holds",
	.change = SCHEDULE_CHANGE_NEVER,
	.keeps = "it is about the program that began it",
	.takes = "games elo0 elo1 alpha beta model",
	.seats_max = 2,
	.memory = sizeof(struct sprt_pairs),
	.check = sprt_check,
	.define = sprt_define,
	.count = sprt_count,
	.begin = sprt_begin,
	.step = sprt_step,
	.end = sprt_end,
	.compares = true,
	.use = sprt_use,
	.counts = sprt_counts,
	.undecided = sprt_undecided,
	.describe = sprt_describe,
	.describe_json = sprt_describe_json,
	.conclude = sprt_conclude,
};
