/*
 * report-history.c - reads every seat of every game once, for two results: the fit of ratings
 * over all games, and the running ratings of the first bots.
 */
#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/report/report-data.h"

struct history_read {
	struct report *r;
	int64_t game;  /* the last one read */
	int64_t games; /* so far, except those in which all seats failed together, which rate no bot
			*/
	bool scored;   /* a seat of the last game has points */
	int32_t *bot;  /* owned: games by seats; -1: none */
	uint8_t *rank; /* owned */
	size_t room;
	int *number; /* owned: rows in the standings by the results' numbers of the names */
};

static void report_thin(struct report_line *line)
{
	for (int i = 0; 2 * i < line->count; i++) {
		line->at[i] = line->at[2 * i];
		line->elo[i] = line->elo[2 * i];
	}
	line->count = (line->count + 1) / 2;
	line->stride *= 2;
}

static void report_add_point(struct report_line *line, int64_t at, double elo)
{
	line->last_at = at;
	line->last = elo;
	if (line->seen++ % line->stride != 0)
		return;
	if (line->count == REPORT_POINTS)
		report_thin(line);
	line->at[line->count] = at;
	line->elo[line->count++] = elo;
}

static void report_add_game(struct history_read *h)
{
	size_t seats = (size_t)h->r->seats, at = (size_t)h->games * seats;
	if (at + seats > h->room) {
		h->room = 2 * h->room + 64 * seats;
		h->bot = memory_resize(h->bot, h->room, sizeof *h->bot);
		h->rank = memory_resize(h->rank, h->room, sizeof *h->rank);
	}
	for (size_t i = 0; i < seats; i++) {
		h->bot[at + i] = -1;
		h->rank[at + i] = 1;
	}
	h->games++;
}

/* Drops the last game if none of its seats has points, since it rates no bot. */
static void report_drop_unscored(struct history_read *h)
{
	h->games -= h->game != 0 && !h->scored;
	h->scored = false;
}

static bool report_take_history(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct history_read *h = arg;
	struct report *r = h->r;
	int64_t game = db_column(columns, names, values, "game")->integer;
	int64_t seat = db_column(columns, names, values, "seat")->integer;
	const struct db_value *after = db_column(columns, names, values, "after");
	int bot = report_find(r, db_column(columns, names, values, "bot")->text);
	if (bot < 0 || seat < 1 || seat > r->seats)
		return true;
	if (game != h->game) {
		report_drop_unscored(h);
		report_add_game(h);
	}
	h->game = game;
	h->scored |= db_column(columns, names, values, "points")->real > 0;
	size_t at = (size_t)((h->games - 1) * r->seats + seat - 1);
	h->bot[at] = bot;
	h->rank[at] = (uint8_t)db_column(columns, names, values, "rank")->integer;
	if (bot < r->lines_count && after->type != DB_NULL)
		report_add_point(&r->lines[bot], h->games, after->real);
	return true;
}

static const struct rating_options report_usual = {.prior = 1, .advantage = true};

static struct rating_table *report_fit(const struct history_read *h, int64_t games)
{
	return rating_create(&(struct rating_games){.seats = h->r->seats,
				     .bots = h->r->bots_count,
				     .count = (size_t)games,
				     .bot = h->bot,
				     .rank = h->rank},
		&report_usual);
}

/* Makes fits after each twelfth of the games. Omits bots that are not connected by games to the
 * largest group. */
static void report_load_bands(const struct history_read *h)
{
	struct report *r = h->r;
	r->bands = memory_get(REPORT_BANDS, sizeof *r->bands);
	for (int i = 0; i < REPORT_BANDS; i++) {
		struct report_band *band = &r->bands[i];
		band->at = h->games * (i + 1) / REPORT_BANDS;
		if (band->at < 1)
			continue;
		struct rating_table *fit = report_fit(h, band->at);
		for (int bot = 0; bot < r->lines_count; bot++) {
			band->known[bot] = fit->rating[bot].group == 1;
			band->elo[bot] = fit->rating[bot].elo;
			band->error[bot] = fit->rating[bot].error;
		}
		rating_free(fit);
	}
}

/* A page needs no running ratings, so it reads results in bulk. */
static void report_take_name(void *arg, int number, const char *name)
{
	struct history_read *h = arg;
	h->number = memory_resize(h->number, (size_t)number + 1, sizeof *h->number);
	h->number[number] = report_find(h->r, name);
}

static bool report_take_result(void *arg, const struct db_result *result)
{
	struct history_read *h = arg;
	if (result->seats > h->r->seats || !result->scored)
		return true;
	report_add_game(h);
	size_t at = (size_t)(h->games - 1) * (size_t)h->r->seats;
	for (int i = 0; i < result->seats; i++) {
		h->bot[at + (size_t)i] = h->number[result->bot[i]];
		h->rank[at + (size_t)i] = (uint8_t)result->rank[i];
	}
	return true;
}

static int report_read_history(struct history_read *h)
{
	struct report *r = h->r;
	const struct db_results_of mine = {
		.tournaments = &r->tournament, .count = 1, .since_ms = INT64_MIN};
	if (r->base != NULL)
		return db_results(r->db, &mine, report_take_name, report_take_result, h);
	int error = db_read(r->db, "seat-history", &r->tournament, 1, report_take_history, h);
	report_drop_unscored(h);
	return error;
}

int report_load_history(struct report *r)
{
	struct history_read h = {.r = r};
	r->lines_count = r->bots_count < REPORT_LINES ? r->bots_count : REPORT_LINES;
	r->lines = memory_get((size_t)r->lines_count + 1, sizeof *r->lines);
	for (int i = 0; i < r->lines_count; i++)
		r->lines[i].stride = 1;
	int error = report_read_history(&h);
	if (error == DB_OK && h.games > 0 && r->seats >= 2 && r->bots_count > 1)
		r->fit = report_fit(&h, h.games);
	if (r->fit != NULL && r->banded)
		report_load_bands(&h);
	free(h.bot);
	free(h.rank);
	free(h.number);
	return error;
}
