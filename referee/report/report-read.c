/*
 * report-read.c - reads the data for the whole report: the tournament, its bots, its rules, and
 * the games to be included.
 */
#include "referee/report/report-data.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/board.h"
#include "referee/game/params.h"
#include "referee/report/html.h"

/* The text columns of the query tournament-sums. */
static const char *const report_columns[REPORT_TEXTS] = {
	"name", "game", "format", "seed", "definition", "started", "ended", "sandbox", "note"};

static bool report_take_tournament(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct report *r = arg;
	for (int i = 0; i < REPORT_TEXTS; i++)
		r->texts[i] =
			memory_copy(db_column(columns, names, values, report_columns[i])->text);
	r->seats = (int)db_column(columns, names, values, "seats")->integer;
	r->games = (int64_t)db_column(columns, names, values, "games")->real;
	r->plies = db_column(columns, names, values, "plies")->integer;
	r->logs = log_policy_find(db_column(columns, names, values, "logs")->text,
		db_column(columns, names, values, "remote")->integer != 0);
	return false;
}

bool report_logs(const struct report *r, const char *bot)
{
	return log_access(r->logs, bot, &r->reader);
}

static bool report_take_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct report *r = arg;
	size_t room = (size_t)r->bots_count + 1;
	if ((room & (room - 1)) == 0)
		r->bots = memory_resize(r->bots, 2 * room, sizeof *r->bots);
	struct report_bot *b = &r->bots[r->bots_count++];
	*b = (struct report_bot){
		.name = memory_copy(db_column(columns, names, values, "bot")->text),
		.rank = (int)db_column(columns, names, values, "rank")->integer,
		.games = db_column(columns, names, values, "games")->integer,
		.played = db_column(columns, names, values, "played")->integer,
		.wins = db_column(columns, names, values, "wins")->integer,
		.draws = db_column(columns, names, values, "draws")->integer,
		.losses = db_column(columns, names, values, "losses")->integer,
		.faults = db_column(columns, names, values, "faults")->integer,
		.points = db_column(columns, names, values, "points")->real,
		.percent = db_column(columns, names, values, "percent")->real,
		.mean_rank = db_column(columns, names, values, "mean_rank")->real};
	r->faults += b->faults;
	return true;
}

/* Takes a row of the query limits. */
static bool report_take_limits(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { BOT, LIMITS };
	struct report *r = arg;
	(void)columns, (void)names;
	for (int i = 0; i < r->bots_count; i++)
		if (strcmp(r->bots[i].name, values[BOT].text) == 0)
			r->bots[i].limits = memory_copy(values[LIMITS].text);
	return true;
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
	return -1;
}

/* --- choice of games -------------------------------------------------------------------------- */

struct report_choice {
	struct report *r;
	int64_t plies;
};

/* Chooses games, newest first. */
static bool report_choose(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct report_choice *c = arg;
	struct report *r = c->r;
	int64_t most = r->options->games >= 0 ? r->options->games : REPORT_GAMES;
	c->plies += db_column(columns, names, values, "plies")->integer;
	bool fits = r->options->games >= 0 || r->listed == 0 || c->plies <= REPORT_PLIES;
	if (r->listed >= most || !fits)
		return false;
	if ((r->listed & (r->listed + 1)) == 0)
		r->ids = memory_resize(r->ids, (size_t)(2 * r->listed + 2), sizeof *r->ids);
	r->first = db_column(columns, names, values, "id")->integer;
	r->ids[r->listed++] = r->first;
	return true;
}

/* --- rules ------------------------------------------------------------------------------------ */

bool report_setup(const struct report *r, int64_t seed, struct setup *s, char *why, size_t room)
{
	return params_setup(s, r->texts[REPORT_GAME], r->seats, (uint64_t)seed,
		r->texts[REPORT_DEFINITION], why, room);
}

static void report_load_rules(struct report *r)
{
	char why[256];
	r->rules = rules_find(r->texts[REPORT_GAME]);
	r->setup = memory_get(1, sizeof *r->setup);
	if (!report_setup(r, 1, r->setup, why, sizeof why))
		r->setup->rules = NULL;
}

int report_load(struct report *r)
{
	struct report_choice choice = {.r = r};
	/* A page is made often, and must not read every game for its head. */
	const char *sums = r->base != NULL ? "tournament-glance" : "tournament-sums";
	int error = db_read(r->db, sums, &r->tournament, 1, report_take_tournament, r);
	if (error == DB_OK)
		error = db_read(r->db, "standings", &r->tournament, 1, report_take_bot, r);
	if (error == DB_OK && r->base == NULL)
		error = db_read(r->db, "game-sizes", &r->tournament, 1, report_choose, &choice);
	if (error != DB_OK)
		return error;
	if (r->texts[REPORT_NAME] == NULL)
		return DB_NONE;
	report_sort(r);
	report_load_rules(r);
	return db_read(r->db, "limits", &r->tournament, 1, report_take_limits, r);
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
	free(r->lines);
	free(r->bands);
	free(r->ids);
	free(r->setup);
	board_free(r->board);
}
