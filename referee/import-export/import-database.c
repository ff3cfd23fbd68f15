/*
 * import-database.c - copies all tournaments of another database.
 *
 * The source is read as a snapshot, game by game with db_games(), and written in one
 * transaction. So an interrupted import leaves the target unchanged. Row ids of tournaments, bots
 * and games are the target's own. A game is copied unchanged, even if today's rules disagree. If a
 * row lacks a part that a game needs, nothing of the source is taken.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/import-export/import.h"
#include "referee/results/tournament-row.h"
#include "base/exit-status.h"
#include "base/escape.h"
#include "base/memory.h"

enum { MERGE_CONFLICTS = 20 /* reported singly */ };

struct merge_bot {
	int64_t from, to; /* row ids in source and target; of workers too */
};

struct merge {
	const char *path; /* of the source */
	struct db *from;
	struct import_target into;
	struct db_tournament tournament; /* the tournament in progress, as in the source */
	int64_t *tournaments;		 /* owned: their row ids in the source, newest first */
	int tournaments_count;
	struct merge_bot *bots; /* owned: of the tournament, rising by from */
	int bots_count;
	struct merge_bot *workers; /* owned: the same */
	int workers_count;
	struct db_analysis *analysis; /* owned: of one game */
	int analysis_room, plies;
	int64_t nodes, known;
	struct db_info *infos; /* owned, with their texts: of one game, for an archive */
	int infos_count;
	int64_t conflicts; /* in the whole source */
	int error;	   /* of the target */
	bool refused;	   /* a game of the source is damaged, which was reported */
};

/* --- rows of the source --------------------------------------------------------------------- */

static void merge_add_bot(struct merge *m, struct db_query *q)
{
	struct db_bot bot = {.name = db_text(q, "name"),
		.command = db_text(q, "command"),
		.digest = db_text(q, "digest"),
		.settings = db_text(q, "settings"),
		.remote = db_int(q, "remote") != 0};
	m->error = db_bot_add(m->into.db, &bot);
	m->bots = memory_resize(m->bots, (size_t)m->bots_count + 1, sizeof *m->bots);
	m->bots[m->bots_count++] = (struct merge_bot){db_int(q, "id"), bot.id};
}

static int merge_compare_bots(const void *a, const void *b)
{
	const struct merge_bot *first = a, *second = b;
	return (first->from > second->from) - (first->from < second->from);
}

/* The target's row id of a bot; 0: it has none. */
static int64_t merge_find_bot(const struct merge *m, int64_t from)
{
	const struct merge_bot key = {.from = from};
	const struct merge_bot *found = m->bots_count > 0
						? bsearch(&key, m->bots, (size_t)m->bots_count,
							  sizeof key, merge_compare_bots)
						: NULL;
	return found != NULL ? found->to : 0;
}

static void merge_add_worker(struct merge *m, struct db_query *q)
{
	struct db_worker w = {.name = db_text(q, "name"),
		.cpu = db_text(q, "cpu"),
		.arch = db_text(q, "arch"),
		.cores = (int)db_int(q, "cores"),
		.slots = (int)db_int(q, "slots"),
		.speed = db_int(q, "speed"),
		.sandbox = db_text(q, "sandbox"),
		.version = db_text(q, "version"),
		.first_ms = db_int(q, "first_ms"),
		.last_ms = db_int(q, "last_ms"),
		.lost = db_int(q, "lost")};
	m->error = db_worker_add(m->into.db, m->into.tournament, &w);
	m->workers = memory_resize(m->workers, (size_t)m->workers_count + 1, sizeof *m->workers);
	m->workers[m->workers_count++] = (struct merge_bot){db_int(q, "id"), w.id};
}

/* The target's row id of a worker; 0: this machine. */
static int64_t merge_find_worker(const struct merge *m, int64_t from)
{
	for (int i = 0; i < m->workers_count; i++)
		if (m->workers[i].from == from)
			return m->workers[i].to;
	return 0;
}

static void merge_add_participant(struct merge *m, struct db_query *q)
{
	m->error = db_participant_add(m->into.db, m->into.tournament,
		merge_find_bot(m, db_int(q, "bot")), (int)db_int(q, "round"));
}

static void merge_add_retirement(struct merge *m, struct db_query *q)
{
	m->error = db_retirement_set(m->into.db, m->into.tournament, db_text(q, "bot"),
		(int)db_int(q, "round"), (int)db_int(q, "back"));
}

static void merge_add_bye(struct merge *m, struct db_query *q)
{
	m->error = db_bye_add(m->into.db, m->into.tournament, (int)db_int(q, "round"),
		merge_find_bot(m, db_int(q, "bot")), db_real(q, "points"));
}

static void merge_add_analysis(struct merge *m, struct db_query *q)
{
	int64_t ply = db_int(q, "ply");
	m->nodes = db_int(q, "nodes");
	m->known = db_int(q, "known");
	if (ply < 1 || ply > m->plies)
		return;
	m->analysis[ply - 1] = (struct db_analysis){.before_known = !db_is_null(q, "before"),
		.after_known = !db_is_null(q, "after"),
		.before = db_int(q, "before"),
		.after = db_int(q, "after")};
}

/* Takes the rows of a query of the source, until the target has an error. Returns the source's. */
static int merge_rows(struct merge *m, const char *query, int64_t of,
	void (*row)(struct merge *m, struct db_query *q))
{
	struct db_query q;
	db_query(&q, m->from, query, of);
	while (m->error == DB_OK && db_next(&q))
		row(m, &q);
	return db_end(&q);
}

/* --- games ---------------------------------------------------------------------------------- */

/* Does it have all parts that a game needs? */
static bool merge_is_whole(const struct merge *m, const struct db_game *g)
{
	bool whole = g->seats == m->tournament.seats && g->seats >= 2 &&
		     g->moves_count == (g->removed != NULL ? 0 : g->plies) && g->opening != NULL &&
		     g->final != NULL && g->reason != NULL && g->sandbox != NULL;
	for (int i = 0; whole && i < g->seats; i++) {
		const struct db_seat *seat = &g->seat[i];
		whole = merge_find_bot(m, seat->bot) != 0 && seat->name != NULL &&
			seat->verdict != NULL &&
			(g->replaced.ms != 0 ||
				(isfinite(seat->elo_before) && isfinite(seat->elo_after)));
	}
	for (int i = 0; whole && i < g->moves_count; i++)
		whole = g->moves[i].text != NULL && g->moves[i].seat >= 1 &&
			g->moves[i].seat <= g->seats;
	return whole;
}

/* Copies the solver's results for the game from. */
static int merge_analysis(struct merge *m, int64_t from, const struct db_game *g)
{
	m->plies = g->plies;
	m->nodes = -1;
	if (g->plies > m->analysis_room) {
		m->analysis_room = g->plies;
		m->analysis = memory_resize(m->analysis, (size_t)g->plies, sizeof *m->analysis);
	}
	if (g->plies > 0)
		memset(m->analysis, 0, (size_t)g->plies * sizeof *m->analysis);
	int error = merge_rows(m, "game-analysis", from, merge_add_analysis);
	if (error == DB_OK && m->nodes >= 0)
		m->error = db_analysis_set(
			m->into.db, g->id, m->nodes, m->known, g->plies, m->analysis);
	return error;
}

static void merge_add_info(struct merge *m, struct db_query *q)
{
	m->infos = memory_resize(m->infos, (size_t)m->infos_count + 1, sizeof *m->infos);
	m->infos[m->infos_count++] = (struct db_info){.ply = (int)db_int(q, "ply"),
		.seldepth = db_maybe(q, "seldepth"),
		.nps = db_maybe(q, "nps"),
		.pv = memory_copy(db_text(q, "pv")),
		.text = memory_copy(db_text(q, "text"))};
}

static void merge_forget_infos(struct merge *m)
{
	for (int i = 0; i < m->infos_count; i++) {
		free((char *)m->infos[i].pv);
		free((char *)m->infos[i].text);
	}
	m->infos_count = 0;
}

/* Copies the spot check of the game from. */
static int merge_check(struct merge *m, int64_t from, const struct db_game *g)
{
	struct db_spot_check check;
	int error = db_spot_check_find(m->from, from, &check);
	if (error != DB_OK)
		return error == DB_NONE ? DB_OK : error;
	check.worker = merge_find_worker(m, check.worker);
	m->error = db_spot_check_add(m->into.db, g->id, &check);
	return DB_OK;
}

static void merge_conflict(struct merge *m, const struct db_game *g, int64_t other)
{
	char *name = escape_text(m->tournament.name, false);
	if (++m->conflicts <= MERGE_CONFLICTS)
		fprintf(stderr,
			"referee import: %s: game %" PRId64 " is left out: its pairing %" PRId64
			" of tournament \"%s\" was played differently as game %" PRId64 "\n",
			m->path, g->id, g->pairing, name, other);
	free(name);
}

/* False: the games after it are not copied. */
static bool merge_game(struct merge *m, const struct db_game *g)
{
	struct db_game copy = *g;
	enum import_target_answer answer = IMPORT_TARGET_ADDED;
	int64_t other;
	const struct import_target *only = &m->into;
	bool archived = only->before_game > 0 || only->before_ms > 0;
	if (archived && g->removed != NULL)
		return true;
	if ((only->before_game > 0 && g->id >= only->before_game) ||
		(only->before_ms > 0 && g->ended_ms >= only->before_ms))
		return true;
	if (!merge_is_whole(m, g)) {
		fprintf(stderr,
			"referee import: %s: game %" PRId64
			" is not whole; `referee verify` lists the missing rows\n",
			m->path, g->id);
		m->refused = true;
		return false;
	}
	for (int i = 0; i < g->seats; i++)
		copy.seat[i].bot = merge_find_bot(m, g->seat[i].bot);
	copy.worker = merge_find_worker(m, g->worker);
	if (g->replaced.ms != 0) {
		m->error = import_target_replaced(&m->into, &copy);
		return m->error == DB_OK;
	}
	/* An archive gets all that bots said of their moves. */
	if (archived && merge_rows(m, "game-info", g->id, merge_add_info) != DB_OK)
		return false;
	copy.infos = m->infos;
	copy.infos_count = m->infos_count;
	m->error = import_target_game(&m->into, &copy, &answer, &other);
	merge_forget_infos(m);
	if (m->error == DB_OK && answer == IMPORT_TARGET_CONFLICT)
		merge_conflict(m, g, other);
	if (m->error == DB_OK && answer == IMPORT_TARGET_ADDED)
		return merge_analysis(m, g->id, &copy) == DB_OK && m->error == DB_OK &&
		       merge_check(m, g->id, &copy) == DB_OK && m->error == DB_OK;
	return m->error == DB_OK;
}

static int merge_games(struct merge *m, int64_t tournament)
{
	struct db_games *games = db_games(m->from, &(struct db_filter){.tournament = tournament});
	const struct db_game *g;
	while ((g = db_games_next(games)) != NULL && merge_game(m, g))
		;
	return db_games_end(games);
}

/* --- a source ------------------------------------------------------------------------------- */

/* Copies one tournament. Returns an error of the source; m->error has one of the target. */
static int merge_tournament(struct merge *m, int64_t id)
{
	static const struct {
		const char *query;
		void (*row)(struct merge *m, struct db_query *q);
	} steps[] = {{"tournament-bots", merge_add_bot}, {"worker-rows", merge_add_worker},
		{"participants", merge_add_participant}, {"byes", merge_add_bye},
		{"retirements", merge_add_retirement}};
	int error = tournament_row_read(m->from, id, &m->tournament);
	struct db_tournament row = m->tournament;
	m->bots_count = m->workers_count = 0;
	if (error == DB_OK)
		m->error = import_target_tournament(&m->into, &row);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (error == DB_OK && m->error == DB_OK)
			error = merge_rows(m, steps[i].query, id, steps[i].row);
	if (error == DB_OK && m->error == DB_OK)
		error = merge_games(m, id);
	if (error == DB_OK && m->error == DB_OK && !m->refused)
		m->error = import_target_finish(&m->into);
	tournament_row_clear(&m->tournament);
	return error;
}

/* Copies the games that count, then the replaced games. */
static int merge_tournaments(struct merge *m)
{
	struct db_query q;
	db_query(&q, m->from, "tournament-names");
	while (db_next(&q)) {
		m->tournaments = memory_resize(
			m->tournaments, (size_t)m->tournaments_count + 1, sizeof *m->tournaments);
		m->tournaments[m->tournaments_count++] = db_int(&q, "id");
	}
	int error = db_end(&q);
	for (int replaced = 0; replaced <= 1; replaced++) {
		if (error == DB_OK && replaced)
			error = db_read_replaced(m->from);
		for (int i = m->tournaments_count - 1; i >= 0; i--)
			if (error == DB_OK && m->error == DB_OK && !m->refused)
				error = merge_tournament(m, m->tournaments[i]);
	}
	return error;
}

/* Copies the source's tournaments. Returns the exit status, or IMPORT_TARGET_FAILED. */
static int merge_write(struct merge *m)
{
	int error = merge_tournaments(m);
	if (error != DB_OK) {
		fprintf(stderr, "referee import: %s\n", db_error_text(m->from));
		return EXIT_DATABASE;
	}
	if (m->error != DB_OK)
		return IMPORT_TARGET_FAILED;
	if (m->refused)
		return EXIT_DATABASE;
	if (m->conflicts > MERGE_CONFLICTS)
		fprintf(stderr, "referee import: %s: %" PRId64 " games in all are left out\n",
			m->path, m->conflicts);
	return m->conflicts > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
}

static int merge_read(struct import_target *target, const char *path)
{
	struct merge *m = memory_get(1, sizeof *m);
	int status = EXIT_DATABASE;
	m->path = path;
	m->into = *target;
	if (db_open(&m->from, path, DB_READ) == DB_OK && db_snapshot(m->from) == DB_OK)
		status = merge_write(m);
	else
		fprintf(stderr, "referee import: %s\n", db_error_text(m->from));
	*target = m->into;
	db_close(m->from);
	free(m->tournaments);
	free(m->bots);
	free(m->workers);
	free(m->analysis);
	free(m->infos);
	free(m);
	return status;
}

const struct import_source import_database = {merge_read};
