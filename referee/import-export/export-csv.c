/*
 * export-csv.c - writes a line for each seat of each game, for spreadsheets. The format places
 * writes only the first columns, for `referee ratings --from` and other rating programs. Neither
 * has the moves.
 */
#include "referee/import-export/export.h"

#include "base/text-table.h"

#include <inttypes.h>

static const char *const csv_names[] = {"game", "seat", "player", "place", "points", "verdict",
	"detail", "elo_before", "elo_after", "tournament", "rules", "round", "pairing", "seed",
	"opening", "plies", "reason", "sandbox", "started", "seconds", "worker"};

enum { CSV_COLUMNS = sizeof csv_names / sizeof *csv_names, CSV_PLACES = 4, CSV_NUMBER = 32 };

struct csv {
	const struct export *export;
	struct text_table *table;
	int columns;
};

/* The columns that are equal for all seats of a game. */
struct csv_game {
	char id[CSV_NUMBER], round[CSV_NUMBER], pairing[CSV_NUMBER], seed[CSV_NUMBER],
		plies[CSV_NUMBER], started[EXPORT_TIME], seconds[CSV_NUMBER];
};

static void csv_game(struct csv_game *texts, const struct db_game *g)
{
	snprintf(texts->id, CSV_NUMBER, "%" PRId64, g->id);
	snprintf(texts->round, CSV_NUMBER, "%d", g->round);
	snprintf(texts->pairing, CSV_NUMBER, "%" PRId64, g->pairing);
	snprintf(texts->seed, CSV_NUMBER, "%" PRId64, g->seed);
	snprintf(texts->plies, CSV_NUMBER, "%d", g->plies);
	snprintf(texts->seconds, CSV_NUMBER, "%.3f",
		((double)g->ended_ms - (double)g->started_ms) / 1000);
	export_time(g->started_ms, texts->started);
}

static void csv_seat(const struct csv *csv, const struct db_game *g, int i)
{
	const struct db_seat *seat = &g->seat[i];
	char points[EXPORT_REAL], before[EXPORT_REAL], after[EXPORT_REAL];
	struct csv_game texts;
	csv_game(&texts, g);
	export_real(seat->points, points);
	export_real(seat->elo_before, before);
	export_real(seat->elo_after, after);
	const struct text_table_cell cells[CSV_COLUMNS] = {
		{texts.id, true},
		{(char[]){(char)('1' + i), '\0'}, true},
		{seat->name},
		{(char[]){(char)('0' + seat->rank), '\0'}, true},
		{points, true},
		{seat->verdict},
		{seat->detail},
		{before, true},
		{after, true},
		{csv->export->tournament.name},
		{csv->export->tournament.game},
		{texts.round, true},
		{texts.pairing, true},
		{texts.seed, true},
		{g->opening},
		{texts.plies, true},
		{g->reason},
		{g->sandbox},
		{texts.started},
		{texts.seconds, true},
		{g->worker_name != NULL ? g->worker_name : DB_HERE},
	};
	text_table_row(csv->table, cells);
}

static void csv_write_game(const struct csv *csv, const struct db_game *g)
{
	int ranks[DB_SEATS];
	unsigned all = (1u << g->seats) - 1;
	/* places are for ratings, and such a game says nothing about strength */
	if (csv->columns == CSV_PLACES && db_game_failed(g, ranks) == all && ranks[0] == 1)
		return;
	for (int i = 0; i < g->seats; i++)
		csv_seat(csv, g, i);
}

static int csv_write(struct export *e, int columns)
{
	struct csv csv = {
		e, text_table_create(TEXT_TABLE_CSV, e->out, csv_names, columns), columns};
	const struct db_game *g;
	while (!ferror(e->out) && (g = export_next(e)) != NULL)
		csv_write_game(&csv, g);
	int error = export_end(e);
	text_table_free(csv.table);
	return error;
}

int export_csv(struct export *e)
{
	return csv_write(e, CSV_COLUMNS);
}

int export_places(struct export *e)
{
	return csv_write(e, CSV_PLACES);
}
