/*
 * running-ratings.c - the running ratings of a tournament.
 */
#include "referee/director/running-ratings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "referee/rating/rating-elo.h"
#include "rules/rules.h"

double *running_ratings_of(struct running_ratings *r, uint64_t bot)
{
	r->elo.value = sizeof(double);
	size_t before = r->elo.count;
	double *elo = hash_table_get(&r->elo, bot);
	if (r->elo.count > before)
		*elo = ELO_START;
	return elo;
}

void running_ratings_game(struct running_ratings *r, const uint64_t *bots, const int *ranks,
	unsigned failed, int seats, double *before, double *after)
{
	int first[SEATS_MAX] = {0}; /* the first seat of the same bot */
	for (int i = 0; i < seats; i++) {
		before[i] = *running_ratings_of(r, bots[i]);
		for (first[i] = 0; bots[first[i]] != bots[i]; first[i]++)
			;
	}
	elo_update(before, ranks, failed, first, seats, after);
	for (int i = 0; i < seats; i++)
		*running_ratings_of(r, bots[i]) = after[i];
}

void running_ratings_clear(struct running_ratings *r)
{
	hash_table_clear(&r->elo);
}

/* --- stored ratings -------------------------------------------------------------------------- */

int running_ratings_read(
	struct running_ratings *r, struct db *db, int64_t tournament, const struct tournament *t)
{
	struct db_query q;
	running_ratings_clear(r);
	db_query(&q, db, "bot-ratings", tournament);
	while (db_next(&q)) {
		int bot = tournament_find_bot(t, db_text(&q, "bot"));
		if (bot >= 0)
			*running_ratings_of(r, (uint64_t)bot + 1) = db_real(&q, "elo");
	}
	return db_end(&q);
}

/* --- recalculation --------------------------------------------------------------------------- */

struct running_ratings_reader {
	struct db *db;
	struct running_ratings ratings;
	int64_t game; /* the game whose seats are being read */
	int seats, rank[DB_SEATS];
	uint64_t bot[DB_SEATS]; /* the first number of the bot's name */
	double points[DB_SEATS];
	double before[DB_SEATS], after[DB_SEATS]; /* as stored */
};

/* Rates the collected game; rows that are correct are not written. */
static int running_ratings_store_game(struct running_ratings_reader *r)
{
	double before[DB_SEATS], after[DB_SEATS];
	int error = DB_OK;
	if (r->seats < 2)
		return DB_OK;
	unsigned failed = db_failed_together(r->rank, r->points, r->seats);
	running_ratings_game(&r->ratings, r->bot, r->rank, failed, r->seats, before, after);
	for (int i = 0; i < r->seats && error == DB_OK; i++)
		if (before[i] != r->before[i] || after[i] != r->after[i])
			error = db_rating_set(r->db, r->game, i + 1, before[i], after[i]);
	return error;
}

int running_ratings_recalculate(struct db *db, int64_t tournament)
{
	struct running_ratings_reader r = {.db = db};
	struct db_query q;
	int error = DB_OK;
	db_query(&q, db, "seat-ratings", tournament);
	while (error == DB_OK && db_next(&q)) {
		int64_t game = db_int(&q, "game");
		if (game != r.game || r.seats == DB_SEATS) {
			error = running_ratings_store_game(&r);
			r.seats = 0;
			r.game = game;
		}
		int seat = r.seats++;
		r.bot[seat] = (uint64_t)db_int(&q, "bot");
		r.rank[seat] = (int)db_int(&q, "rank");
		r.before[seat] = db_real(&q, "before");
		r.after[seat] = db_real(&q, "after");
		r.points[seat] = db_real(&q, "points");
	}
	int end = db_end(&q);
	if (error == DB_OK && end == DB_OK)
		error = running_ratings_store_game(&r);
	running_ratings_clear(&r.ratings);
	return error != DB_OK ? error : end;
}
