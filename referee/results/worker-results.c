/*
 * worker-results.c - the results of each machine of a tournament.
 */
#include "referee/results/worker-results.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/rating/game-pairs.h"
#include "referee/results/ratings.h"

/* A game of two bots. */
struct worker_results_game {
	uint64_t key;	   /* of its pair */
	int bot, opponent; /* bot < opponent */
	int worker;	   /* index */
	bool first;	   /* the bot has seat 1 */
	int points_twice;  /* of the bot */
	size_t number;	   /* in the order of the games */
};

struct worker_results_reading {
	struct worker_results *results;
	struct ratings_names bots;
	struct worker_results_game *games; /* owned */
	size_t count, room;
	struct worker_residuals residuals;
};

/* --- rows ------------------------------------------------------------------------------------- */

static char *worker_results_text(struct db_query *row, const char *column)
{
	const char *text = db_text(row, column);
	return text != NULL && *text != '\0' ? memory_copy(text) : NULL;
}

/* Takes a row of the query workers. */
static void worker_results_take(struct worker_results *r, struct db_query *q)
{
	r->workers = memory_resize(r->workers, (size_t)r->count + 1, sizeof *r->workers);
	struct worker_result *w = &r->workers[r->count++];
	*w = (struct worker_result){.name = memory_copy(db_text(q, "worker")),
		.games = db_int(q, "games"),
		.seconds = db_is_null(q, "seconds") ? NAN : db_real(q, "seconds"),
		.late = db_int(q, "late"),
		.faults = db_int(q, "faults"),
		.lost = db_int(q, "lost"),
		.checks = db_int(q, "checks"),
		.different = db_int(q, "different"),
		.slots = db_int(q, "slots"),
		.cores = db_int(q, "cores"),
		.speed = db_int(q, "speed"),
		.arch = worker_results_text(q, "arch"),
		.cpu = worker_results_text(q, "cpu"),
		.sandbox = worker_results_text(q, "sandbox"),
		.version = worker_results_text(q, "version"),
		.first_ms = db_int(q, "first_ms"),
		.last_ms = db_int(q, "last_ms"),
		.distrusted = worker_results_text(q, "distrusted"),
		.residual = {.p = 1, .bot = -1}};
	r->others |= strcmp(w->name, DB_HERE) != 0;
}

static int worker_results_find(const struct worker_results *r, const char *name)
{
	for (int i = 0; i < r->count; i++)
		if (strcmp(r->workers[i].name, name) == 0)
			return i;
	return -1;
}

/* Takes a row of the query worker-pairs. */
static void worker_results_game(struct worker_results_reading *w, struct db_query *row)
{
	int worker = worker_results_find(w->results, db_text(row, "worker"));
	uint64_t key =
		game_pairs_key(db_int(row, "round"), db_int(row, "seed"), db_text(row, "opening"));
	int first = ratings_name(&w->bots, db_text(row, "bot")),
	    second = ratings_name(&w->bots, db_text(row, "opponent"));
	int64_t rank = db_int(row, "rank"), other = db_int(row, "opponent_rank");
	int points = rank < other ? 2 : rank == other ? 1 : 0;
	if (worker < 0)
		return;
	if (w->count == w->room) {
		w->room = 2 * w->room + 256;
		w->games = memory_resize(w->games, w->room, sizeof *w->games);
	}
	w->games[w->count] = (struct worker_results_game){.key = key,
		.bot = first < second ? first : second,
		.opponent = first < second ? second : first,
		.worker = worker,
		.first = first < second,
		.points_twice = first < second ? points : 2 - points,
		.number = w->count};
	w->count++;
}

/* --- pairs ------------------------------------------------------------------------------------ */

/* Orders games by everything that both games of a pair have in common. */
static int worker_results_compare_pairs(
	const struct worker_results_game *x, const struct worker_results_game *y)
{
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->bot != y->bot)
		return x->bot < y->bot ? -1 : 1;
	if (x->opponent != y->opponent)
		return x->opponent < y->opponent ? -1 : 1;
	return (x->worker > y->worker) - (x->worker < y->worker);
}

/* Then by the seat, and by time. */
static int worker_results_compare(const void *a, const void *b)
{
	const struct worker_results_game *x = a, *y = b;
	int pairs = worker_results_compare_pairs(x, y);
	if (pairs != 0)
		return pairs;
	if (x->first != y->first)
		return x->first ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Puts the games of each pair together. Games whose partner is missing, or was played on another
 * machine, are left out. */
static void worker_results_pair(struct worker_results_reading *w)
{
	const struct worker_results_game *games = w->games;
	size_t next;
	if (w->count > 0)
		qsort(w->games, w->count, sizeof *w->games, worker_results_compare);
	for (size_t at = 0; at < w->count; at = next) {
		size_t second = at;
		while (second < w->count &&
			worker_results_compare_pairs(&games[at], &games[second]) == 0 &&
			games[second].first)
			second++;
		for (next = second; next < w->count &&
				    worker_results_compare_pairs(&games[at], &games[next]) == 0;)
			next++;
		for (size_t i = 0; at + i < second && second + i < next; i++)
			worker_residuals_add(&w->residuals, games[at].worker, games[at].bot,
				games[at].opponent,
				games[at + i].points_twice + games[second + i].points_twice);
	}
}

static int worker_results_residuals(
	struct worker_results_reading *w, struct db *db, int64_t tournament)
{
	struct worker_results *r = w->results;
	struct db_query q;
	db_query(&q, db, "worker-pairs", tournament);
	while (db_next(&q))
		worker_results_game(w, &q);
	int error = db_end(&q);
	if (error != DB_OK)
		return error;
	worker_results_pair(w);
	for (int i = 0; i < r->count; i++) {
		struct worker_result *one = &r->workers[i];
		one->residual = worker_residuals_get(&w->residuals, i);
		if (one->residual.bot >= 0)
			one->bot = memory_copy(w->bots.names[one->residual.bot]);
	}
	return DB_OK;
}

int worker_results_read(struct worker_results *r, struct db *db, int64_t tournament, int seats)
{
	struct worker_results_reading w = {.results = r};
	struct db_query q;
	*r = (struct worker_results){.count = 0};
	db_query(&q, db, "workers", tournament);
	while (db_next(&q))
		worker_results_take(r, &q);
	int error = db_end(&q);
	if (error == DB_OK && seats == 2 && r->others)
		error = worker_results_residuals(&w, db, tournament);
	worker_residuals_clear(&w.residuals);
	ratings_names_clear(&w.bots);
	free(w.games);
	return error;
}

void worker_results_clear(struct worker_results *r)
{
	for (int i = 0; i < r->count; i++) {
		struct worker_result *w = &r->workers[i];
		char *texts[] = {
			w->name, w->arch, w->cpu, w->sandbox, w->version, w->bot, w->distrusted};
		for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
			free(texts[t]);
	}
	free(r->workers);
	*r = (struct worker_results){.count = 0};
}

/* --- for people --------------------------------------------------------------------------------
 */

static char *worker_result_compared(const struct worker_result *w)
{
	const struct worker_residual *r = &w->residual;
	if (w->games == 0)
		return memory_copy("has played no game");
	if (r->pairs == 0)
		return memory_copy("has played no pair of games");
	if (r->compared == 0)
		return memory_copy("no other machine played pairs of the same bots");
	if (r->compared < WORKER_RESIDUALS_PAIRS)
		return memory_print("too few pairs to compare: %" PRId64 " of %d", r->compared,
			WORKER_RESIDUALS_PAIRS);
	if (!worker_residual_is_strange(r))
		return memory_copy("like the other machines");
	return memory_print("unlike the other machines: %s has %.1f points, %.1f are expected",
		w->bot != NULL ? w->bot : "a bot", r->points, r->expected);
}

char *worker_result_remark(const struct worker_result *w)
{
	if (w->distrusted != NULL)
		return memory_print("its games do not count: %s", w->distrusted);
	char *compared = worker_result_compared(w);
	if (w->different == 0)
		return compared;
	char *both = memory_print("%" PRId64 " of %" PRId64 " spot checks differ; %s", w->different,
		w->checks, compared);
	free(compared);
	return both;
}

/* A number of which 0 means that it is not known. */
static void worker_results_known(struct text_table_cells *cells, int64_t number)
{
	text_table_add_number(cells, "", "%.0f", number > 0 ? (double)number : NAN);
}

void worker_results_print(const struct worker_results *r, enum text_table_format format, FILE *out)
{
	static const char *const names[] = {"worker", "games", "pairs", "slots", "speed", "late",
		"lost", "checks", "different", "chi_square", "freedom", "p", "remark", "bot",
		"points", "expected", "compared", "faults", "seconds", "cores", "arch", "cpu",
		"sandbox", "version", "first_ms", "last_ms", "distrusted"};
	enum { NAMES = sizeof names / sizeof *names, WORDS = 13 /* for people */ };
	struct text_table *table =
		text_table_create(format, out, names, format == TEXT_TABLE_TEXT ? WORDS : NAMES);
	for (int i = 0; i < r->count; i++) {
		const struct worker_result *w = &r->workers[i];
		const struct worker_residual *of = &w->residual;
		struct text_table_cells cells = {.count = 0};
		bool tested = of->freedom > 0;
		char *remark = worker_result_remark(w);
		const int64_t counts[] = {w->late, w->lost, w->checks, w->different};
		text_table_add(&cells, w->name);
		text_table_add_number(&cells, "", "%.0f", (double)w->games);
		text_table_add_number(&cells, "", "%.0f", (double)of->pairs);
		worker_results_known(&cells, w->slots);
		worker_results_known(&cells, w->speed);
		for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
			text_table_add_number(&cells, "", "%.0f", (double)counts[c]);
		text_table_add_number(&cells, "", "%.2f", tested ? of->chi_square : NAN);
		text_table_add_number(&cells, "", "%.0f", tested ? of->freedom : NAN);
		text_table_add_number(&cells, "", "%.2g", tested ? of->p : NAN);
		text_table_add(&cells, remark);
		text_table_add(&cells, w->bot);
		text_table_add_number(&cells, "", "%.1f", w->bot != NULL ? of->points : NAN);
		text_table_add_number(&cells, "", "%.1f", w->bot != NULL ? of->expected : NAN);
		text_table_add_number(&cells, "", "%.0f", (double)of->compared);
		text_table_add_number(&cells, "", "%.0f", (double)w->faults);
		text_table_add_number(&cells, "", "%.3f", w->seconds);
		worker_results_known(&cells, w->cores);
		text_table_add(&cells, w->arch);
		text_table_add(&cells, w->cpu);
		text_table_add(&cells, w->sandbox);
		text_table_add(&cells, w->version);
		worker_results_known(&cells, w->first_ms);
		worker_results_known(&cells, w->last_ms);
		text_table_add(&cells, w->distrusted);
		text_table_row(table, cells.cell);
		free(remark);
	}
	text_table_free(table);
}
