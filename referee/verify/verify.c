/*
 * verify.c - a database's games judged again, one after the other: the facts of each.
 */
#include "referee/verify/verify.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/game/game-hash.h"
#include "referee/config/definition-text.h"
#include "referee/verify/verify-parts.h"

void verify_not_told(void *arg, const char *line)
{
	(void)arg, (void)line;
}

void verify_say(const struct verify *v, int ply, int seat, const char *what, const char *stored,
	const char *right)
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

void verify_say_number(
	const struct verify *v, int seat, const char *what, int64_t stored, int64_t right)
{
	char is[24], should[24];
	snprintf(is, sizeof is, "%lld", (long long)stored);
	snprintf(should, sizeof should, "%lld", (long long)right);
	verify_say(v, 0, seat, what, is, should);
}

void verify_say_real(
	const struct verify *v, int seat, const char *what, double stored, double right)
{
	char is[32], should[32];
	snprintf(is, sizeof is, "%.6f", stored);
	snprintf(should, sizeof should, "%.6f", right);
	verify_say(v, 0, seat, what, isnan(stored) ? "not there" : is, should);
}

/* --- a game --------------------------------------------------------------------------------- */

/* Are all seats there? Those that are not are told. */
static bool verify_seats_there(struct verify *v)
{
	bool all = true;
	for (int i = 0; i < v->of->seats || i < v->g->seats; i++) {
		const struct db_seat *s = &v->g->seat[i];
		bool there = i < v->g->seats && s->bot != 0;
		if (there != (i < v->of->seats))
			verify_say(v, 0, i + 1, "seat", there ? "there" : "not there",
				there ? "not there" : "there");
		else if (s->name == NULL)
			verify_say(v, 0, i + 1, "bot", "none that is known", "one of the bots");
		else
			continue;
		all = false;
	}
	return all;
}

static void verify_take_verdicts(struct verify *v)
{
	for (int i = 0; i < v->g->seats; i++) {
		enum verdict verdict = verdict_find(v->g->seat[i].verdict);
		v->verdict[i] = verdict == VERDICTS ? VERDICT_OK : verdict;
	}
}

/* Can the oracle have ended it here? It is asked when every seat has made a move. */
static bool verify_is_told(const struct verify *v)
{
	const struct adjudication_rule *rule = adjudication_find(v->g->reason);
	return v->game.reason == NULL && rule != NULL && rule->ends == NULL &&
	       v->game.plies >= v->setup.seats &&
	       strstr(v->of->definition, "oracle = yes\n") != NULL;
}

/* Why it ended; true: the judge knows. */
static bool verify_reason(struct verify *v)
{
	char right[96];
	if (verify_is_told(v)) {
		bool known = verify_oracle(v);
		if (!known && v->calls->unsure != NULL)
			v->calls->unsure(v->calls->arg);
		return known;
	}
	if (v->game.reason == NULL) {
		snprintf(right, sizeof right, "none yet, since seat %d is to move",
			game_to_move(&v->game));
		verify_say(v, 0, 0, "reason", v->g->reason, right);
		return false;
	}
	if (strcmp(v->g->reason, v->game.reason) != 0)
		verify_say(v, 0, 0, "reason", v->g->reason, v->game.reason);
	return true;
}

static void verify_final(struct verify *v)
{
	char final[POSITION_TEXT];
	v->setup.rules->write(&v->setup, &v->game.position, final);
	if (strcmp(v->g->final, final) != 0)
		verify_say(v, 0, 0, "final", v->g->final, final);
}

static void verify_line(struct verify *v)
{
	struct game_hash l;
	uint64_t seed = (uint64_t)v->g->seed;
	if (v->g->moves_hash == 0)
		return;
	game_hash_begin(&l, v->seeded ? &seed : NULL, v->g->opening);
	for (int i = 0; i < v->g->moves_count; i++)
		game_hash_move(&l, v->g->moves[i].text);
	if (game_hash_end(&l) != v->g->moves_hash)
		verify_say_number(v, 0, "moves_hash", v->g->moves_hash, game_hash_end(&l));
}

/* The ranks as the judge has them, told where they are stored otherwise. */
static void verify_ranks_right(struct verify *v)
{
	game_ranks(&v->game, v->ranks);
	for (int i = 0; i < v->g->seats; i++)
		if (v->g->seat[i].rank != v->ranks[i])
			verify_say_number(v, i + 1, "rank", v->g->seat[i].rank, v->ranks[i]);
}

/* The ranks that are right, or are stored where that is not known, and their points. */
static void verify_ranks(struct verify *v)
{
	for (int i = 0; i < v->g->seats && !v->judged; i++)
		v->ranks[i] = v->g->seat[i].rank;
	if (v->judged)
		verify_ranks_right(v);
	v->failed = definition_text_failed_tie(v->of->definition)
			    ? 0
			    : game_failed_together(v->ranks, v->verdict, v->g->seats);
	for (int i = 0; i < v->g->seats; i++) {
		const struct db_seat *s = &v->g->seat[i];
		v->points[i] = game_points(v->ranks, v->failed, v->g->seats, i + 1);
		if (fabs(s->points - v->points[i]) > 1e-9)
			verify_say_real(v, i + 1, "points", s->points, v->points[i]);
	}
}

static bool verify_game(void *arg, const struct db_game *g)
{
	struct verify *v = arg;
	v->g = g;
	v->judged = false;
	if (v->calls->progress != NULL)
		v->calls->progress(v->calls->arg);
	if (!verify_seats_there(v)) {
		v->counted = false; /* whose row it was is not known */
		verify_ratings_lose(v);
		return true;
	}
	verify_take_verdicts(v);
	if (g->plies != g->moves_count)
		verify_say_number(v, 0, "plies", g->plies, g->moves_count);
	bool played = v->ruled && verify_play(v);
	if (played) {
		v->judged = verify_reason(v);
		verify_final(v);
		verify_line(v);
	}
	verify_schedule(v, played);
	verify_ranks(v);
	if (g->replaced.ms != 0)
		return true;
	verify_ratings(v);
	verify_totals_add(v);
	verify_byes_add(v);
	return true;
}

/* --- a tournament --------------------------------------------------------------------------- */

static bool verify_open(struct verify *v)
{
	char why[WHY];
	const struct tournament *t = &v->t;
	tournament_init(&v->t);
	bool good = definition_text_read(
			    &v->t, v->of->game, v->of->seats, v->of->definition, why, sizeof why) &&
		    setup_init(&v->setup, t->rules, t->players, 1, (const char *const *)t->params,
			    t->params_count, why, sizeof why);
	if (good) {
		v->seeded = game_hash_is_seeded(
			t->rules, (const char *const *)t->params, t->params_count);
		adjudication_init(&v->adjudication, &t->adjudication);
	} else {
		verify_say(v, 0, 0, "definition", "one that cannot be played", why);
	}
	return good;
}

static struct verify *verify_create(const struct verify_of *of, const struct verify_calls *calls)
{
	struct verify *v = memory_get(1, sizeof *v);
	v->calls = calls;
	v->of = of;
	v->counted = true;
	v->ruled = verify_open(v);
	return v;
}

static void verify_free(struct verify *v)
{
	adjudication_clear(&v->adjudication);
	verify_limits_clear(v);
	verify_oracle_clear(v);
	verify_ratings_clear(v);
	verify_totals_clear(v);
	verify_byes_clear(v);
	verify_schedule_clear(v);
	tournament_clear(&v->t);
	free(v);
}

int verify_tournament(struct db *db, const struct verify_of *of, const struct verify_calls *calls)
{
	struct verify *v = verify_create(of, calls);
	verify_byes_begin(v);
	int error = verify_limits_begin(v, db);
	if (error == DB_OK)
		error = verify_schedule_begin(v, db);
	if (error == DB_OK)
		error = db_games_read(
			db, &(struct db_filter){.tournament = of->id}, verify_game, v);
	if (error == DB_OK && v->counted)
		error = verify_totals(v, db);
	if (error == DB_OK && v->counted)
		error = verify_byes(v, db);
	verify_free(v);
	return error;
}

int verify_replaced(struct db *db, const struct verify_of *of, const struct verify_calls *calls)
{
	struct verify *v = verify_create(of, calls);
	int error = verify_limits_begin(v, db);
	if (error == DB_OK)
		error = verify_schedule_begin(v, db);
	if (error == DB_OK)
		error = db_games_read(
			db, &(struct db_filter){.tournament = of->id}, verify_game, v);
	verify_free(v);
	return error;
}

/* --- a game that is to be stored ------------------------------------------------------------- */

/* Where the first mismatch is told. */
struct verify_doubt {
	char *why;
	size_t room;
};

static void verify_on_doubt(void *arg, const struct mismatch *m)
{
	struct verify_doubt *d = arg;
	char seat[24] = "", ply[24] = "";
	if (*d->why != '\0')
		return;
	if (m->ply > 0)
		snprintf(ply, sizeof ply, " at ply %d", m->ply);
	if (m->seat > 0)
		snprintf(seat, sizeof seat, " of seat %d", m->seat);
	char *stored = escape_text(m->stored, false);
	snprintf(d->why, d->room,
		"its record of a game is wrong: %s%s%s is %.100s, should be %.100s", m->what, seat,
		ply, stored, m->right);
	free(stored);
}

/* The oracle says that the seat to move wins, draws or loses. */
static bool verify_told(struct verify *v)
{
	int ranks[SEATS_MAX], seat = game_to_move(&v->game);
	struct game *g = &v->game;
	for (int value = -1; value <= 1; value++) {
		int64_t scores[SEATS_MAX] = {0};
		bool same = true;
		scores[seat - 1] = value;
		game_decide(g, "oracle", scores);
		game_ranks(g, ranks);
		for (int i = 0; i < v->g->seats; i++)
			same &= ranks[i] == v->g->seat[i].rank;
		if (same)
			return true;
		g->reason = NULL;
	}
	verify_say(v, 0, 0, "rank", "none that follows from a value", "one that does");
	return false;
}

struct verify *verify_judge_create(const struct tournament *t)
{
	static const struct verify_of with = {.definition = "oracle = yes\n"},
				      without = {.definition = ""};
	char why[WHY];
	struct verify *v = memory_get(1, sizeof *v);
	v->t = *t; /* borrowed, so it is never cleared */
	v->of = t->oracle ? &with : &without;
	v->untimed = true;
	v->seeded = game_hash_is_seeded(t->rules, (const char *const *)t->params, t->params_count);
	bool good = setup_init(&v->setup, t->rules, t->players, 1, (const char *const *)t->params,
		t->params_count, why, sizeof why);
	assert(good); /* it was checked */
	adjudication_init(&v->adjudication, &t->adjudication);
	return v;
}

void verify_judge_free(struct verify *v)
{
	if (v == NULL)
		return;
	adjudication_clear(&v->adjudication);
	free(v);
}

bool verify_record(struct verify *v, const struct db_game *g, char *why, size_t room)
{
	struct verify_doubt doubt = {why, room};
	struct verify_calls calls = {.mismatch = verify_on_doubt, .arg = &doubt};
	*why = '\0';
	v->calls = &calls;
	v->g = g;
	if (g->seats != v->t.players) {
		verify_say_number(v, 0, "the number of seats", g->seats, v->t.players);
		return false;
	}
	verify_take_verdicts(v);
	if (verify_play(v)) {
		bool told = verify_is_told(v);
		v->judged = told ? verify_told(v) : verify_reason(v);
		verify_final(v);
		if (v->judged)
			verify_ranks_right(v);
	}
	return *why == '\0';
}

/* --- the file ------------------------------------------------------------------------------- */

static bool verify_integrity(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct verify_calls *calls = arg;
	(void)columns, (void)names;
	if (strcmp(values[0].text, "ok") != 0)
		calls->mismatch(calls->arg,
			&(struct mismatch){
				.what = "the file", .stored = values[0].text, .right = "whole"});
	return true;
}

static bool verify_reference(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct verify_calls *calls = arg;
	char what[160], stored[160];
	(void)columns, (void)names;
	snprintf(what, sizeof what, "a row of %s%s%s", values[0].text,
		values[1].type == DB_NULL ? "" : ", rowid ",
		values[1].type == DB_NULL ? "" : values[1].text);
	snprintf(stored, sizeof stored, "of a row of %s that is not there", values[2].text);
	calls->mismatch(calls->arg,
		&(struct mismatch){.what = what, .stored = stored, .right = "of one that is"});
	return true;
}

int verify_file(struct db *db, const struct verify_calls *calls)
{
	int error = db_read(db, "integrity", NULL, 0, verify_integrity, (void *)calls);
	if (error == DB_OK)
		error = db_read(db, "foreign-keys", NULL, 0, verify_reference, (void *)calls);
	return error;
}
