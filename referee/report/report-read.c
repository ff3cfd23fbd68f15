/*
 * report-read.c - reads the data for the whole report: the tournament, its bots, its rules, and
 * the games to be included.
 */
#include "referee/report/report-sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/name.h"
#include "referee/board/board.h"
#include "referee/game/params.h"
#include "referee/report/html.h"

/* The text columns of the query tournament-sums. */
static const char *const report_columns[REPORT_TEXTS] = {
	"name", "game", "format", "seed", "definition", "started", "ended", "sandbox", "note"};

static int report_read_tournament(struct report *r)
{
	/* A page is made often, and must not read every game for its head. */
	const char *sums = r->base != NULL ? "tournament-glance" : "tournament-sums";
	struct db_query q;
	db_query(&q, r->db, sums, r->tournament);
	/* sums of no tournament are a row of nulls */
	if (db_next(&q) && !db_is_null(&q, "name")) {
		for (int i = 0; i < REPORT_TEXTS; i++)
			r->texts[i] = memory_copy(db_text(&q, report_columns[i]));
		r->seats = (int)db_int(&q, "seats");
		r->games = (int64_t)db_real(&q, "games");
		r->plies = db_int(&q, "plies");
		r->logs = log_policy_find(db_text(&q, "logs"), db_int(&q, "remote") != 0);
	}
	return db_end(&q);
}

bool report_logs(const struct report *r, const char *bot)
{
	return log_access(r->logs, bot, &r->reader);
}

static void report_take_bot(struct report *r, struct db_query *q)
{
	size_t room = (size_t)r->bots_count + 1;
	if ((room & (room - 1)) == 0)
		r->bots = memory_resize(r->bots, 2 * room, sizeof *r->bots);
	struct report_bot *b = &r->bots[r->bots_count++];
	*b = (struct report_bot){.rank = (int)db_int(q, "rank"),
		.name = memory_copy(db_text(q, "bot")),
		.games = db_int(q, "games"),
		.played = db_int(q, "played"),
		.points = db_real(q, "points"),
		.percent = db_real(q, "percent"),
		.wins = db_int(q, "wins"),
		.draws = db_int(q, "draws"),
		.losses = db_int(q, "losses"),
		.faults = db_int(q, "faults"),
		.mean_rank = db_real(q, "mean_rank")};
	r->faults += b->faults;
}

static int report_read_bots(struct report *r)
{
	struct db_query q;
	db_query(&q, r->db, "standings", r->tournament);
	while (db_next(&q))
		report_take_bot(r, &q);
	return db_end(&q);
}

static int report_read_limits(struct report *r)
{
	struct db_query q;
	db_query(&q, r->db, "limits", r->tournament);
	while (db_next(&q)) {
		int bot = report_find(r, db_text(&q, "bot"));
		if (bot >= 0)
			r->bots[bot].limits = memory_copy(db_text(&q, "limits"));
	}
	return db_end(&q);
}

/* The report of the compared indices: qsort has no argument for it. */
static const struct report *report_sorted;

static int report_compare(const void *a, const void *b)
{
	return strcmp(report_sorted->bots[*(const int *)a].name,
		report_sorted->bots[*(const int *)b].name);
}

static void report_sort(struct report *r)
{
	r->by_name = memory_get((size_t)r->bots_count + 1, sizeof *r->by_name);
	for (int i = 0; i < r->bots_count; i++)
		r->by_name[i] = i;
	report_sorted = r;
	qsort(r->by_name, (size_t)r->bots_count, sizeof *r->by_name, report_compare);
}

void report_seat_bots(struct report *r, const char *const *names, int count)
{
	r->bots = memory_get((size_t)count + 1, sizeof *r->bots);
	for (; r->bots_count < count; r->bots_count++)
		r->bots[r->bots_count].name = memory_copy(names[r->bots_count]);
	report_sort(r);
}

int report_find(const struct report *r, const char *name)
{
	int low = 0, high = r->bots_count;
	while (low < high) {
		int middle = (low + high) / 2;
		int order = strcmp(name, r->bots[r->by_name[middle]].name);
		if (order == 0)
			return r->by_name[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	/* In another form of Unicode it has another place. */
	for (int i = 0; i < r->bots_count; i++)
		if (name_is_same(name, r->bots[i].name))
			return i;
	return -1;
}

/* --- choice of games -------------------------------------------------------------------------- */

/* Chooses games, newest first. */
static int report_choose(struct report *r)
{
	int64_t most = r->options->games >= 0 ? r->options->games : REPORT_GAMES, plies = 0;
	struct db_query q;
	db_query(&q, r->db, "game-sizes", r->tournament);
	while (r->listed < most && db_next(&q)) {
		plies += db_int(&q, "plies");
		if (r->options->games < 0 && r->listed > 0 && plies > REPORT_PLIES)
			break;
		if ((r->listed & (r->listed + 1)) == 0)
			r->ids = memory_resize(r->ids, (size_t)(2 * r->listed + 2), sizeof *r->ids);
		r->first = db_int(&q, "id");
		r->ids[r->listed++] = r->first;
	}
	return db_end(&q);
}

/* --- rules ------------------------------------------------------------------------------------ */

bool report_setup(
	const struct report *r, const struct db_game *row, struct setup *s, struct error *err)
{
	const struct params_game of = {.game = r->texts[REPORT_GAME],
		.definition = r->texts[REPORT_DEFINITION],
		.description = r->description,
		.blocks = position_blocks_of(row),
		.seats = r->seats,
		.seed = (uint64_t)row->seed};
	return params_setup(s, &of, err);
}

static int report_load_rules(struct report *r)
{
	struct error err;
	int error = db_rules_of(r->db, r->tournament, &r->description);
	r->setup = memory_get(1, sizeof *r->setup);
	if (error == DB_OK)
		report_setup(r, &(struct db_game){.seed = 1}, r->setup, &err);
	r->rules = r->setup->rules != NULL ? r->setup->rules : rules_find(r->texts[REPORT_GAME]);
	return error;
}

int report_load(struct report *r)
{
	int error = report_read_tournament(r);
	if (error == DB_OK)
		error = report_read_bots(r);
	if (error == DB_OK && r->base == NULL)
		error = report_choose(r);
	if (error != DB_OK)
		return error;
	if (r->texts[REPORT_NAME] == NULL)
		return DB_NONE;
	report_sort(r);
	error = report_load_rules(r);
	return error != DB_OK ? error : report_read_limits(r);
}

void report_clear(struct report *r)
{
	for (int i = 0; i < REPORT_TEXTS; i++)
		free(r->texts[i]);
	for (int i = 0; i < r->bots_count; i++)
		free(r->bots[i].name), free(r->bots[i].limits);
	free(r->bots);
	free(r->by_name);
	rating_free(r->fit);
	free(r->bands);
	free(r->ids);
	if (r->setup != NULL && !r->settled)
		params_setup_clear(r->setup);
	free(r->setup);
	free(r->description);
	board_free(r->board);
}

/* --- ratings over the games --------------------------------------------------------------------
 */

struct move_list_read {
	struct report *r;
	int64_t games; /* so far, except those in which all seats failed together, which rate no bot
			*/
	int32_t *bot;  /* owned: games by seats; -1: none */
	uint8_t *rank; /* owned */
	size_t room;
	int *number; /* owned: rows in the standings by the results' numbers of the names */
};

static void report_add_game(struct move_list_read *h)
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

static struct rating_table *report_fit(
	const struct move_list_read *h, int64_t games, bool no_errors)
{
	return rating_create(&(struct rating_games){.seats = h->r->seats,
				     .bots = h->r->bots_count,
				     .count = (size_t)games,
				     .bot = h->bot,
				     .rank = h->rank},
		&(struct rating_options){.prior = 1, .advantage = true, .no_errors = no_errors});
}

/* Makes fits after each twelfth of the games. Omits bots that are not connected by games to the
 * largest group. The errors of twelve fits of many bots would take too long: then an error is that
 * of the whole fit, times the root of how many more games that has of the bot. */
static void report_load_bands(const struct move_list_read *h)
{
	struct report *r = h->r;
	bool many = r->bots_count > (r->one > 0 ? REPORT_BANDS_ONE : REPORT_BANDS_BOTS);
	r->bands = memory_get(REPORT_BANDS, sizeof *r->bands);
	for (int i = 0; i < REPORT_BANDS; i++) {
		struct report_band *band = &r->bands[i];
		band->at = h->games * (i + 1) / REPORT_BANDS;
		if (band->at < 1)
			continue;
		struct rating_table *fit = report_fit(h, band->at, many);
		for (int line = 0; line < r->lines_count; line++) {
			int bot = report_line_bot(r, line);
			const struct rating *now = &r->fit->rating[bot], *then = &fit->rating[bot];
			band->known[line] = then->group == 1;
			band->elo[line] = then->elo;
			band->error[line] =
				many ? now->error * sqrt((double)now->games / (double)then->games)
				     : then->error;
		}
		rating_free(fit);
	}
}

static void report_take_result(struct move_list_read *h, const struct db_result *result)
{
	if (result->seats > h->r->seats || !result->scored)
		return;
	report_add_game(h);
	size_t at = (size_t)(h->games - 1) * (size_t)h->r->seats;
	for (int i = 0; i < result->seats; i++) {
		h->bot[at + (size_t)i] = h->number[result->bot[i]];
		h->rank[at + (size_t)i] = (uint8_t)result->rank[i];
	}
}

static int report_read_history(struct move_list_read *h)
{
	struct report *r = h->r;
	const struct db_results_of mine = {
		.tournaments = &r->tournament, .count = 1, .since_ms = INT64_MIN};
	struct db_results *results = db_results(r->db, &mine);
	const struct db_result *result;
	int names = db_results_names(results);
	h->number = memory_get((size_t)names + 1, sizeof *h->number);
	for (int i = 0; i < names; i++)
		h->number[i] = report_find(r, db_results_name(results, i));
	while ((result = db_results_next(results)) != NULL)
		report_take_result(h, result);
	return db_results_end(results);
}

int report_line_bot(const struct report *r, int line)
{
	return r->one > 0 ? r->one - 1 : line;
}

int report_load_history(struct report *r)
{
	struct move_list_read h = {.r = r};
	r->lines_count = r->one > 0			? 1
			 : r->bots_count < REPORT_LINES ? r->bots_count
							: REPORT_LINES;
	int error = report_read_history(&h);
	if (error == DB_OK && h.games > 0 && r->seats >= 2 && r->bots_count > 1)
		r->fit = report_fit(&h, h.games, false);
	if (r->fit != NULL && r->banded)
		report_load_bands(&h);
	free(h.bot);
	free(h.rank);
	free(h.number);
	return error;
}
