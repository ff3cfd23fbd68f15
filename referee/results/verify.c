/*
 * verify.c - verifies the games of a database, one after the other.
 *
 * game/rejudge.c judges each game. This file reads the settings of the tournament and of its bots.
 * It then recomputes the values that follow from games: ratings, totals, pairings, byes.
 */
#include "referee/results/verify.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/arbiter/oracle.h"
#include "base/memory.h"
#include "base/hash-table.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"
#include "referee/prepare/openings.h"
#include "referee/director/running-ratings.h"
#include "referee/director/stored-schedule.h"
#include "referee/prepare/tournament-rules.h"
#include "referee/game/game-hash.h"
#include "referee/game/rejudge.h"
#include "referee/rating/rating-elo.h"
#include "referee/results/verify-totals.h"
#include "rules/process/rules-process.h"

/* A bot's own move limits. */
struct verify_limits {
	int64_t bot;
	struct limits limits;
};

struct verify {
	const struct verify_calls *calls;
	const struct verify_of *of;
	struct tournament t;	      /* only the fields that games depend on */
	struct rejudge *judge;	      /* owned */
	struct verify_limits *limits; /* owned */
	int limits_count;
	struct oracle *oracle; /* owned; NULL: not needed yet */
	bool rules_failed;     /* the program of the rules, which was reported */

	/* The game that is being verified. */
	const struct db_game *g;

	struct running_ratings ratings; /* by the hash of a bot's name; NaN: unknown */
	bool ratings_lost; /* a game could not be rated: each bot's next game restores its rating */
	struct verify_totals totals;

	/* The schedule, as far as it can be recomputed. */
	struct stored_schedule schedule;
	bool has_schedule;	    /* the schedule is known */
	struct hash_table pairings; /* if schedule.recomputed: all pairings up to known_rounds */
	int known_rounds;	    /* rounds whose pairings are all known */
	int whole_rounds;	    /* rounds whose results are all known too */
	bool ended;		    /* the schedule has ended */
	struct verify_scheduled_bye *byes; /* owned: the byes of the schedule */
	int byes_count, byes_room;
	bool opens; /* openings can be drawn again */
	struct openings openings;
	struct opening opening;
	bool has_byes;		  /* its format has byes */
	struct hash_table rounds; /* games of a bot in a round, by a hash of the two */
	bool counted;		  /* every game so far was counted: totals can be compared */
};

static void verify_report(const struct verify *v, int ply, int seat, const char *what,
	const char *stored, const char *right)
{
	v->calls->mismatch(v->calls->arg, &(struct mismatch){.tournament = v->of->id,
						  .name = v->of->name,
						  .game = v->g != NULL ? v->g->id : 0,
						  .ply = ply,
						  .seat = seat,
						  .what = what,
						  .stored = stored,
						  .right = right});
}

static void verify_report_number(
	const struct verify *v, int seat, const char *what, int64_t stored, int64_t right)
{
	char is[24], should[24];
	snprintf(is, sizeof is, "%lld", (long long)stored);
	snprintf(should, sizeof should, "%lld", (long long)right);
	verify_report(v, 0, seat, what, is, should);
}

static void verify_report_real(
	const struct verify *v, int seat, const char *what, double stored, double right)
{
	char is[32], should[32];
	snprintf(is, sizeof is, "%.6f", stored);
	snprintf(should, sizeof should, "%.6f", right);
	verify_report(v, 0, seat, what, isnan(stored) ? "not there" : is, should);
}

/* --- limits of bots -------------------------------------------------------------------------- */

static int verify_read_limits(struct verify *v, struct db *db)
{
	struct db_query q;
	db_query(&q, db, "tournament-bots", v->of->id);
	while (db_next(&q)) {
		struct verify_limits own = {.bot = db_int(&q, "id")};
		struct bot bot = {.name = NULL};
		const char *settings = db_text(&q, "settings");
		if (settings == NULL)
			continue;
		bot_definition_read(&bot, settings, (struct origin){"", 1});
		if (settings_bot_limits(&v->t, &bot, &own.limits)) {
			v->limits = memory_resize(
				v->limits, (size_t)v->limits_count + 1, sizeof *v->limits);
			v->limits[v->limits_count++] = own;
		}
		bot_clear(&bot);
	}
	return db_end(&q);
}

/* Sets the limits of the game that is judged next. */
static void verify_limits_set(struct verify *v)
{
	for (int i = 0; i < v->g->seats; i++) {
		v->judge->own_limits[i] = NULL;
		for (int n = 0; n < v->limits_count; n++)
			if (v->limits[n].bot == v->g->seat[i].bot)
				v->judge->own_limits[i] = &v->limits[n].limits;
	}
}

/* --- the oracle ------------------------------------------------------------------------------ */

/* The value of the position this number of plies before the end. */
static int64_t verify_oracle_value(const struct verify *v, const struct game *g, int before)
{
	char *moves = memory_copy(g->moves);
	size_t length = g->moves_length;
	for (; before > 0; before--) {
		while (length > 0 && moves[length - 1] != ' ')
			length--;
		if (length > 0)
			length--;
	}
	moves[length] = '\0';
	int64_t value = oracle_value(v->oracle, g->fen, moves);
	free(moves);
	return value;
}

/*
 * Asks the oracle again about a game that it ended.
 *
 * An exact value does not depend on the way to it, so the last position is asked first. Within its
 * node limit the oracle's answers depend on its earlier questions. If it does not know the value,
 * the arbiter's questions are repeated in their order.
 */
static bool verify_oracle(void *arg, struct game *g)
{
	struct verify *v = arg;
	int64_t scores[SEATS_MAX] = {0};
	if (v->oracle == NULL)
		v->oracle = oracle_create(ORACLE_JUDGES);
	oracle_game(v->oracle, g->setup, (uint64_t)v->g->seed);
	int64_t value = verify_oracle_value(v, g, 0);
	if (value == UNKNOWN && !oracle_failed(v->oracle)) {
		oracle_game(v->oracle, g->setup, (uint64_t)v->g->seed);
		for (int ply = g->setup->seats; ply <= g->plies; ply++)
			value = verify_oracle_value(v, g, g->plies - ply);
	}
	if (value == UNKNOWN) {
		if (v->calls->unsure != NULL)
			v->calls->unsure(v->calls->arg);
		return false;
	}
	scores[game_to_move(g) - 1] = value;
	game_decide(g, "oracle", scores);
	return true;
}

/* --- ratings --------------------------------------------------------------------------------- */

static bool verify_near(double a, double b)
{
	return fabs(a - b) < 1e-6;
}

static uint64_t verify_rated_bot(const char *name)
{
	struct game_hash hash;
	game_hash_begin(&hash, NULL, name);
	return (uint64_t)game_hash_end(&hash);
}

/* The rating of a bot before the game. If it is unknown, the stored one is right. */
static double *verify_rating_before(struct verify *v, uint64_t bot, double stored)
{
	size_t known = v->ratings.elo.count;
	double *elo = running_ratings_of(&v->ratings, bot);
	if (isnan(*elo) || (v->ratings_lost && v->ratings.elo.count > known))
		*elo = isnan(stored) ? ELO_START : stored;
	return elo;
}

/* Do the game's stored ratings follow from each other? */
static bool verify_ratings_follow(const struct verify *v, const uint64_t *bots)
{
	const struct db_game *g = v->g;
	struct running_ratings ratings = {.elo = {.count = 0}};
	double before[SEATS_MAX], after[SEATS_MAX];
	bool follow = true;
	for (int i = 0; i < g->seats; i++)
		*running_ratings_of(&ratings, bots[i]) = g->seat[i].elo_before;
	running_ratings_game(
		&ratings, bots, v->judge->ranks, v->judge->failed, g->seats, before, after);
	for (int i = 0; i < g->seats; i++)
		follow &= verify_near(g->seat[i].elo_after, after[i]);
	running_ratings_clear(&ratings);
	return follow;
}

static void verify_ratings(struct verify *v)
{
	const struct db_game *g = v->g;
	double before[SEATS_MAX], after[SEATS_MAX];
	uint64_t bots[SEATS_MAX] = {0};
	bool begins = true;
	for (int i = 0; i < g->seats; i++) {
		double stored = g->seat[i].elo_before;
		bots[i] = verify_rated_bot(g->seat[i].name);
		begins &= verify_near(stored, *verify_rating_before(v, bots[i], stored));
	}
	running_ratings_game(
		&v->ratings, bots, v->judge->ranks, v->judge->failed, g->seats, before, after);
	/* After an earlier mismatch the ratings may be correct again. */
	bool restored = !begins && verify_ratings_follow(v, bots);
	for (int i = 0; i < g->seats; i++) {
		const struct db_seat *s = &g->seat[i];
		if (!verify_near(s->elo_before, before[i]))
			verify_report_real(v, i + 1, "rating before", s->elo_before, before[i]);
		if (restored)
			*running_ratings_of(&v->ratings, bots[i]) = s->elo_after;
		else if (!verify_near(s->elo_after, after[i]))
			verify_report_real(v, i + 1, "rating after", s->elo_after, after[i]);
	}
}

static void verify_lose_ratings(struct verify *v)
{
	v->ratings_lost = true;
	double *elo;
	for (size_t at = 0; (elo = hash_table_next(&v->ratings.elo, &at, NULL)) != NULL;)
		*elo = NAN;
}

/* --- the schedule ---------------------------------------------------------------------------- */

enum { VERIFY_PARTS = 64 /* games of one round with the same seating */ };

/* A bye of the schedule. */
struct verify_scheduled_bye {
	int round, bot; /* by index in the tournament */
	double points;
	bool found;
};

static void verify_on_bye(void *arg, int round, int bot, double points)
{
	struct verify *v = arg;
	if (v->byes_count == v->byes_room) {
		v->byes_room = 2 * v->byes_room + 16;
		v->byes = memory_resize(v->byes, (size_t)v->byes_room, sizeof *v->byes);
	}
	v->byes[v->byes_count++] =
		(struct verify_scheduled_bye){.round = round, .bot = bot, .points = points};
}

/* Collects all pairings up to the last round with a stored game. */
static void verify_collect_pairings(struct verify *v, int last)
{
	struct pairing p;
	enum schedule_step step;
	int given = 0;
	v->schedule.iterator.on_bye = verify_on_bye;
	v->schedule.iterator.arg = v;
	while ((step = schedule_iterator_next(&v->schedule.iterator, &p)) == SCHEDULE_GAME &&
		p.round <= last) {
		given = p.round;
		hash_table_add(&v->pairings, p.key);
	}
	v->ended = step == SCHEDULE_END;
	v->known_rounds = step == SCHEDULE_WAIT ? given : last;
	v->whole_rounds = step == SCHEDULE_WAIT ? given - 1 : last;
}

static int verify_schedule_begin(struct verify *v, struct db *db)
{
	const struct stored_schedule_of of = {.id = v->of->id,
		.seed = v->of->seed,
		.game = v->of->game,
		.definition = v->of->definition,
		.seats = v->of->seats};
	struct diagnostics mistakes = {NULL, NULL, 0};
	int last = 0;
	v->pairings = (struct hash_table){.value = 0};
	int error = stored_schedule_open(&v->schedule, db, &of, &v->has_schedule);
	if (error == DB_OK && v->schedule.recomputed)
		error = db_last_round(db, v->of->id, &last);
	if (error == DB_OK && v->schedule.recomputed)
		verify_collect_pairings(v, last);
	const struct tournament *t = &v->schedule.t;
	bool drawn = t->openings != NULL &&
		     (strcmp(t->openings, "none") == 0 || strncmp(t->openings, "random:", 7) == 0);
	if (error == DB_OK && v->has_schedule && v->judge->setup != NULL && drawn &&
		!t->balanced_openings)
		v->opens = openings_load(&v->openings, t, v->judge->setup, &mistakes);
	return error;
}

/* Sets the bots' indexes in the schedule's tournament. Where only names count (schedule.recomputed
 * is false), unknown bots are added. False: a bot is unknown or has no valid name. */
static bool verify_find_bots(struct verify *v, struct pairing *p)
{
	struct diagnostics mistakes = {NULL, NULL, 0};
	struct tournament *t = &v->schedule.t;
	for (int i = 0; i < p->seats; i++) {
		const char *name = v->g->seat[i].name;
		p->bot[i] = tournament_find_bot(t, name);
		if (p->bot[i] < 0 && !v->schedule.recomputed &&
			tournament_add_bot(t, name, (struct origin){NULL, 0}, &mistakes) != NULL)
			p->bot[i] = t->bots_count - 1;
		if (p->bot[i] < 0)
			return false;
	}
	return true;
}

/* Finds the pairing of the game's round, seats and part; false: none. */
static bool verify_find_pairing(struct verify *v, struct pairing *p)
{
	for (p->part = 0; p->part < VERIFY_PARTS; p->part++) {
		schedule_seal(&v->schedule.t, p);
		if (p->key == (uint64_t)v->g->pairing)
			return true;
	}
	p->part = 0;
	schedule_seal(&v->schedule.t, p);
	return false;
}

static void verify_report_pairing(struct verify *v, const char *right)
{
	char stored[SEATS_MAX * (BOT_NAME + 4) + 64];
	size_t used = (size_t)snprintf(
		stored, sizeof stored, "%lld, round %d, ", (long long)v->g->pairing, v->g->round);
	for (int i = 0; i < v->g->seats && used < sizeof stored; i++)
		used += (size_t)snprintf(stored + used, sizeof stored - used, "%s%.*s",
			i > 0 ? " - " : "", BOT_NAME, v->g->seat[i].name);
	verify_report(v, 0, 0, "pairing", stored, right);
}

static void verify_opening(struct verify *v, const struct pairing *p)
{
	struct error err;
	if (v->opens && openings_pick(&v->openings, v->judge->setup, p, &v->opening, &err) &&
		strcmp(v->opening.text, v->g->opening) != 0)
		verify_report(v, 0, 0, "opening", v->g->opening, v->opening.text);
}

/* Is it known whether the schedule has this pairing? A knockout's round that waits for results may
 * get further games for tied bots. */
static bool verify_is_known(const struct verify *v, const struct pairing *p)
{
	bool tied =
		strcmp(v->schedule.t.format, "knockout") == 0 && p->part >= v->schedule.t.rounds;
	return v->schedule.recomputed && v->g->replaced.ms == 0 &&
	       p->round <= (tied ? v->whole_rounds : v->known_rounds);
}

static void verify_schedule(struct verify *v)
{
	struct pairing p = {.round = v->g->round, .seats = v->g->seats};
	char right[80];
	if (!v->has_schedule || p.round < 1 || p.seats < 2)
		return;
	if (!verify_find_bots(v, &p)) {
		verify_report_pairing(v, "one of the bots that take part");
		return;
	}
	if (!verify_find_pairing(v, &p)) {
		snprintf(right, sizeof right, "%lld for this round and these seats",
			(long long)p.key);
		verify_report_pairing(v, right);
		return;
	}
	if (verify_is_known(v, &p) && !hash_table_has(&v->pairings, p.key))
		verify_report_pairing(v, "one that follows from the results before it");
	if (p.seed != (uint64_t)v->g->seed)
		verify_report_number(v, 0, "seed", v->g->seed, (int64_t)p.seed);
	else if (v->judge->played)
		verify_opening(v, &p);
}

static bool verify_find_bye(
	struct verify *v, int64_t round, const char *name, double points, double *right)
{
	bool known = v->schedule.recomputed && (round <= v->whole_rounds || v->ended);
	*right = points;
	for (int i = 0; i < v->byes_count; i++) {
		struct verify_scheduled_bye *bye = &v->byes[i];
		if (bye->round != round || bye->found ||
			strcmp(v->schedule.t.bots[bye->bot].name, name) != 0)
			continue;
		bye->found = true;
		if (known)
			*right = bye->points;
		return !known || fabs(points - bye->points) < 1e-9;
	}
	if (known)
		*right = NAN;
	return !known;
}

static void verify_report_missing_byes(struct verify *v)
{
	char what[BOT_NAME + 64], right[32];
	for (int i = 0; i < v->byes_count; i++) {
		const struct verify_scheduled_bye *bye = &v->byes[i];
		if (bye->found || (bye->round > v->known_rounds && !v->ended))
			continue;
		snprintf(what, sizeof what, "byes.points of %s in round %d",
			v->schedule.t.bots[bye->bot].name, bye->round);
		snprintf(right, sizeof right, "%g", bye->points);
		verify_report(v, 0, 0, what, "not there", right);
	}
}

static void verify_schedule_clear(struct verify *v)
{
	if (v->opens)
		openings_clear(&v->openings);
	stored_schedule_clear(&v->schedule);
	hash_table_clear(&v->pairings);
	free(v->byes);
}
/* --- byes ------------------------------------------------------------------------------------ */

static bool verify_is_format(const struct verify *v, const char *format)
{
	char line[64];
	snprintf(line, sizeof line, "format = %s ", format);
	return strstr(v->of->definition, line) != NULL;
}

static int64_t *verify_games_in(struct verify *v, int64_t bot, int64_t round)
{
	v->rounds.value = sizeof(int64_t);
	return hash_table_get(&v->rounds, random_mix((uint64_t)bot, (uint64_t)round));
}

static void verify_add_byes(struct verify *v)
{
	for (int i = 0; i < v->g->seats && v->has_byes; i++)
		++*verify_games_in(v, v->g->seat[i].bot, v->g->round);
}

/* Verifies a row of the query byes. */
static void verify_stored_bye(struct verify *v, struct db_query *q)
{
	int64_t round = db_int(q, "round"), bot = db_int(q, "bot");
	double points = db_real(q, "points"), due;
	const char *name = db_is_null(q, "name") ? "" : db_text(q, "name");
	double played = (double)*verify_games_in(v, bot, round);
	char what[BOT_NAME + 64], stored[40], right[64] = "not there", number[32];
	double most = verify_is_format(v, "swiss") ? v->of->seats - played : 0;
	bool there = v->has_byes && (most > 0 || played == 0 || points == 0);
	bool given = verify_find_bye(v, round, name, points, &due);
	if (given && there && points >= 0 && points <= most)
		return;
	if (!given && !isnan(due))
		snprintf(right, sizeof right, "%g", due);
	else if (given && there)
		snprintf(right, sizeof right, most > 0 ? "%g at most" : "%g", most);
	snprintf(number, sizeof number, "bot %lld", (long long)bot);
	snprintf(what, sizeof what, "byes.points of %.*s in round %lld", BOT_NAME,
		*name != '\0' ? name : number, (long long)round);
	snprintf(stored, sizeof stored, "%g", points);
	verify_report(v, 0, 0, what, stored, right);
}

static int verify_byes(struct verify *v, struct db *db)
{
	struct db_query q;
	db_query(&q, db, "byes", v->of->id);
	while (db_next(&q))
		verify_stored_bye(v, &q);
	int error = db_end(&q);
	if (error == DB_OK)
		verify_report_missing_byes(v);
	return error;
}

/* --- a game ---------------------------------------------------------------------------------- */

/* Are all seats stored? Reports the missing ones. */
static bool verify_seats_there(struct verify *v)
{
	bool all = true;
	for (int i = 0; i < v->of->seats || i < v->g->seats; i++) {
		const struct db_seat *s = &v->g->seat[i];
		bool there = i < v->g->seats && s->bot != 0;
		if (there != (i < v->of->seats))
			verify_report(v, 0, i + 1, "seat", there ? "there" : "not there",
				there ? "not there" : "there");
		else if (s->name == NULL)
			verify_report(v, 0, i + 1, "bot", "none that is known", "one of the bots");
		else
			continue;
		all = false;
	}
	return all;
}

static void verify_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	verify_report(arg, m->ply, m->seat, rejudge_value_names[m->value], m->stored, m->right);
}

/* Of a rules program: are the answers that are stored with the game its own? It is asked about each
 * move again, so that answers which it never gave are found. False: the program has failed, and no
 * further game can be judged. */
static bool verify_answers(struct verify *v)
{
	struct error err;
	const struct tournament *t = &v->t;
	if (!rules_is_process(t->rules) || v->judge->setup == NULL)
		return true;
	bool failed = v->rules_failed;
	const char *fault = tournament_rules_fault(t);
	v->rules_failed = fault != NULL;
	if (fault != NULL && !failed)
		verify_report(v, 0, 0, "the rules", fault, "a program that judges its games");
	if (fault != NULL)
		return false;
	if (v->g->removed == NULL && !tournament_rules_agree(t, v->g, &err))
		verify_report(
			v, 0, 0, "an answer of the rules", err.text, "as the program answers");
	return true;
}

static void verify_game(struct verify *v, const struct db_game *g)
{
	v->g = g;
	if (v->calls->progress != NULL)
		v->calls->progress(v->calls->arg);
	if (!verify_seats_there(v)) {
		v->counted = false; /* the bot of that row is unknown */
		verify_lose_ratings(v);
		return;
	}
	int moves = g->removed != NULL ? 0 : g->plies;
	if (moves != g->moves_count)
		verify_report_number(v, 0, "plies", moves, g->moves_count);
	verify_limits_set(v);
	if (!verify_answers(v))
		return;
	rejudge_game(v->judge, g);
	if (g->removed != NULL && v->calls->removed != NULL)
		v->calls->removed(v->calls->arg);
	verify_schedule(v);
	if (g->replaced.ms != 0)
		return;
	verify_ratings(v);
	verify_totals_add(&v->totals, g, v->judge);
	verify_add_byes(v);
}
/* --- a tournament ---------------------------------------------------------------------------- */

/* The judge of the tournament's games. With an unreadable definition the judge has no setup and
 * replays no game. */
static struct rejudge *verify_judge(struct verify *v)
{
	struct error unread = {""}, err;
	const struct tournament *t = &v->t;
	tournament_init(&v->t);
	struct error changed = {""};
	struct rejudge_options options = {
		.failed_tie = definition_text_failed_tie(v->of->definition)};
	if (definition_text_read(&v->t, v->of->game, v->of->seats, v->of->definition, &unread) &&
		tournament_rules_open_stored(&v->t, &changed, &unread)) {
		options = (struct rejudge_options){.rules = t->rules,
			.seats = t->players,
			.params = (const char *const *)t->params,
			.params_count = t->params_count,
			.endings = REJUDGE_DEFINED,
			.failed_tie = options.failed_tie,
			.game = &t->terms,
			.failures_stored = v->of->failures};
	}
	if (error_is_set(&changed) && v->counted && v->calls->note != NULL)
		v->calls->note(v->calls->arg, v->of->name, changed.text);
	struct rejudge *judge = rejudge_create(&options, &err);
	if (judge->setup == NULL)
		verify_report(v, 0, 0, "definition", "one that cannot be played",
			*err.text != '\0' ? err.text : unread.text);
	judge->mismatch = verify_on_mismatch;
	judge->oracle = verify_oracle;
	judge->arg = v;
	return judge;
}

static void verify_free(struct verify *v)
{
	rejudge_free(v->judge);
	oracle_free(v->oracle);
	running_ratings_clear(&v->ratings);
	verify_schedule_clear(v);
	tournament_clear(&v->t);
	free(v->limits);
	verify_totals_clear(&v->totals);
	hash_table_clear(&v->rounds);
	free(v);
}

static int verify_each(struct verify *v, struct db *db)
{
	struct db_games *games = db_games(db, &(struct db_filter){.tournament = v->of->id});
	const struct db_game *g;
	while ((g = db_games_next(games)) != NULL)
		verify_game(v, g);
	return db_games_end(games);
}

int verify_tournament(
	struct db *db, const struct verify_of *of, const struct verify_calls *calls, bool counting)
{
	struct verify *v = memory_get(1, sizeof *v);
	v->calls = calls;
	v->of = of;
	v->counted = counting;
	v->has_byes = verify_is_format(v, "swiss") || verify_is_format(v, "knockout");
	v->judge = verify_judge(v);
	int error = verify_read_limits(v, db);
	if (error == DB_OK)
		error = verify_schedule_begin(v, db);
	if (error == DB_OK)
		error = verify_each(v, db);
	v->g = NULL;
	if (error == DB_OK && v->counted)
		error = verify_totals_compare(&v->totals, db, of, calls);
	if (error == DB_OK && v->counted)
		error = verify_byes(v, db);
	verify_free(v);
	return error;
}

/* --- the file -------------------------------------------------------------------------------- */

static int verify_integrity(struct db *db, const struct verify_calls *calls)
{
	struct db_query q;
	db_query(&q, db, "integrity");
	while (db_next(&q)) {
		const char *found = db_text(&q, "integrity_check");
		if (strcmp(found, "ok") != 0)
			calls->mismatch(calls->arg,
				&(struct mismatch){
					.what = "the file", .stored = found, .right = "whole"});
	}
	return db_end(&q);
}

static int verify_references(struct db *db, const struct verify_calls *calls)
{
	struct db_query q;
	db_query(&q, db, "foreign-keys");
	while (db_next(&q)) {
		char what[160], stored[160];
		const char *table = db_text(&q, "table"), *row = db_text(&q, "rowid");
		snprintf(what, sizeof what, "a row of %s%s%s", table, row == NULL ? "" : ", rowid ",
			row == NULL ? "" : row);
		snprintf(stored, sizeof stored, "of a row of %s that is not there",
			db_text(&q, "parent"));
		calls->mismatch(calls->arg,
			&(struct mismatch){
				.what = what, .stored = stored, .right = "of one that is"});
	}
	return db_end(&q);
}

int verify_file(struct db *db, const struct verify_calls *calls)
{
	int error = verify_integrity(db, calls);
	return error == DB_OK ? verify_references(db, calls) : error;
}
