/*
 * A database is copied into one that has rows of its own, so that no number is the same in both:
 * tournaments, bots, workers and games. The rows that came over are compared with those that were
 * put in.
 */
#include "referee/import-export/import.h"

#include "base/exit-status.h"
#include "tests/lib/db-fixture.h"

enum { LAB01, LAB02, LAB03, LABS };

static const char *const lab_names[LABS] = {"lab01", "lab02", "lab03"};

/* Which machine played a game of the cup, and which played it again; -1: it was not checked. */
static const struct {
	int worker, checked_by; /* 0: this machine; else 1 + LAB */
	bool same;
} machines[FIXTURE_CUP_GAMES] = {{1 + LAB01, 1 + LAB02, true}, {1 + LAB02, 1 + LAB03, false},
	{1 + LAB03, 0, true}, {0, 1 + LAB01, false}, {0, -1, false}, {1 + LAB01, -1, false}};

static const struct db_tournament labs_tournament = {
	0, "labs", "connect4", "round-robin", "game = connect4\n", 2, 1, 1767225600000};

static void add_labs(struct db *db, int64_t tournament, const int *order, int64_t ids[LABS])
{
	for (int i = 0; i < LABS; i++) {
		struct db_worker w = {.name = lab_names[order[i]],
			.cpu = "cpu",
			.arch = "x86_64",
			.cores = 2,
			.slots = 2,
			.speed = 1000 + order[i],
			.sandbox = "full",
			.version = "1",
			.first_ms = 1,
			.last_ms = 2,
			.lost = order[i]};
		FIXTURE_GOOD(db_worker_add(db, tournament, &w));
		ids[order[i]] = w.id;
	}
}

/* The fixture, with a third tournament whose games are those of the cup, played by workers. */
static void make_source(const char *path)
{
	struct db *db = fixture_open(path);
	struct db_tournament t = labs_tournament;
	int64_t ids[LABS], bots[FIXTURE_BOTS];
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	add_labs(db, t.id, (const int[]){LAB01, LAB02, LAB03}, ids);
	for (int i = 0; i < FIXTURE_BOTS; i++) {
		struct db_bot bot = fixture_bots[i];
		FIXTURE_GOOD(db_bot_add(db, &bot));
		bots[i] = bot.id;
	}
	for (int i = 0; i < FIXTURE_CUP_GAMES; i++) {
		static const char *const texts[] = {"d", "e", "d", "d"};
		const struct fixture_game *f = &fixture_games[i];
		struct db_move moves[FIXTURE_PLIES];
		struct db_game g = {.tournament = t.id,
			.pairing = i,
			.round = f->round,
			.seed = i,
			.opening = f->opening,
			.final = f->final,
			.reason = f->reason,
			.sandbox = "full",
			.started_ms = 1767225600000,
			.ended_ms = 1767225600001 + i,
			.seats = 2,
			.plies = FIXTURE_PLIES,
			.moves = moves,
			.worker = machines[i].worker == 0 ? 0 : ids[machines[i].worker - 1]};
		fixture_moves(moves, 2, texts);
		for (int seat = 0; seat < 2; seat++)
			g.seat[seat] = (struct db_seat){bots[f->seat[seat].bot], f->seat[seat].rank,
				f->seat[seat].points, f->seat[seat].verdict, NULL, NULL, 1500,
				1500};
		FIXTURE_GOOD(db_game_add(db, &g));
		int by = machines[i].checked_by;
		const struct db_spot_check check = {
			by > 0 ? ids[by - 1] : 0, machines[i].same, 1000 + i};
		if (by >= 0)
			FIXTURE_GOOD(db_spot_check_add(db, g.id, &check));
	}
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
}

/* A database with a tournament, bots in another order and workers of the same names. */
static void make_target(const char *path)
{
	struct db *db;
	struct db_tournament t = {
		0, "own", "connect4", "round-robin", "game = connect4\nrounds = 9\n", 2, 1, 7};
	int64_t ids[LABS];
	fixture_remove(path);
	FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	for (int i = FIXTURE_BOTS - 1; i > 0; i--) {
		struct db_bot bot = fixture_bots[i];
		FIXTURE_GOOD(db_bot_add(db, &bot));
	}
	add_labs(db, t.id, (const int[]){LAB03, LAB02, LAB01}, ids);
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
}

static int fill(const char *from, const char *into)
{
	fflush(NULL);
	int out = dup(STDOUT_FILENO);
	ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
	int status = import_target_fill((const char *const[]){from}, 1, into);
	fflush(NULL);
	dup2(out, STDOUT_FILENO);
	close(out);
	return status;
}

/* --- what came over --------------------------------------------------------------------------- */

struct workers {
	int count;
	int64_t id[16];
	char name[16][16];
};

static void take_workers(struct workers *w, struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "worker-rows", tournament);
	for (; db_next(&q); w->count++) {
		const char *name = db_text(&q, "name");
		w->id[w->count] = db_int(&q, "id");
		snprintf(w->name[w->count], sizeof w->name[0], "%s", name);
		for (int i = 0; i < LABS; i++)
			if (strcmp(lab_names[i], name) == 0) {
				ck_assert_int_eq(db_int(&q, "speed"), 1000 + i);
				ck_assert_int_eq(db_int(&q, "lost"), i);
			}
	}
	FIXTURE_GOOD(db_end(&q));
}

static const char *worker_name(const struct workers *w, int64_t id)
{
	for (int i = 0; i < w->count; i++)
		if (w->id[i] == id)
			return w->name[i];
	return id == 0 ? "here" : "of another tournament";
}

static const char *machine_name(int machine)
{
	return machine == 0 ? "here" : lab_names[machine - 1];
}

struct arrived {
	struct workers workers;
	int count;
	int64_t ids[FIXTURE_CUP_GAMES];
};

static bool check_game(void *arg, const struct db_game *g)
{
	struct arrived *a = arg;
	const struct fixture_game *f = &fixture_games[a->count];
	ck_assert_int_eq(g->pairing, a->count);
	ck_assert_int_eq(g->seats, 2);
	for (int i = 0; i < 2; i++) {
		ck_assert_str_eq(g->seat[i].name, fixture_bots[f->seat[i].bot].name);
		ck_assert_int_eq(g->seat[i].rank, f->seat[i].rank);
		ck_assert_double_eq(g->seat[i].points, f->seat[i].points);
		ck_assert_str_eq(g->seat[i].verdict, f->seat[i].verdict);
	}
	ck_assert_str_eq(g->final, f->final);
	ck_assert_int_eq(g->moves_count, FIXTURE_PLIES);
	ck_assert_int_eq(g->moves[1].wall_us, 10000);
	ck_assert_str_eq(
		worker_name(&a->workers, g->worker), machine_name(machines[a->count].worker));
	a->ids[a->count++] = g->id;
	return true;
}

static int64_t labs_of(struct db *db)
{
	struct db_tournament t = labs_tournament;
	bool known;
	FIXTURE_GOOD(db_tournament_same(db, &t, &known));
	ck_assert(known);
	return t.id;
}

START_TEST(games_workers_and_spot_checks_come_over_with_their_own_machines)
	{
		const char *from = fixture_path("from.db"), *into = fixture_path("into.db");
		struct db *db;
		make_source(from);
		make_target(into);
		/* The second time all is there. */
		for (int pass = 0; pass < 2; pass++) {
			struct arrived a = {.count = 0};
			ck_assert_int_eq(fill(from, into), EXIT_SUCCESS);
			FIXTURE_GOOD(db_open(&db, into, DB_READ));
			int64_t labs_id = labs_of(db);
			take_workers(&a.workers, db, labs_id);
			ck_assert_int_eq(a.workers.count, LABS);
			FIXTURE_GOOD(fixture_each_game(
				db, &(struct db_filter){.tournament = labs_id}, check_game, &a));
			ck_assert_int_eq(a.count, FIXTURE_CUP_GAMES);
			for (int i = 0; i < FIXTURE_CUP_GAMES; i++) {
				struct db_spot_check check;
				int got = db_spot_check_find(db, a.ids[i], &check);
				ck_assert_int_eq(got, machines[i].checked_by < 0 ? DB_NONE : DB_OK);
				if (got == DB_NONE)
					continue;
				ck_assert_str_eq(worker_name(&a.workers, check.worker),
					machine_name(machines[i].checked_by));
				ck_assert_int_eq(check.same, machines[i].same);
				ck_assert_int_eq(check.ms, 1000 + i);
			}
			db_close(db);
		}
	}
END_TEST

SUITE("referee/import-export/import-database",
	CASE(games_workers_and_spot_checks_come_over_with_their_own_machines))
