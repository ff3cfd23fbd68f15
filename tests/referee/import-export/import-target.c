/*
 * Games that come to a database which has their pairings: the same game was there already, any
 * other is a conflict. Each row changes one thing of a game of the fixture.
 */
#include "referee/import-export/import.h"

#include "tests/lib/db-fixture.h"

static void change_nothing(struct db_game *g, struct db_move *moves)
{
	(void)g, (void)moves;
}

static void change_ranks(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[0].rank = 2;
	g->seat[1].rank = 1;
}

static void change_last_rank(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[1].rank = 1;
}

static void change_verdict(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[1].verdict = "resign";
}

static void change_name(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[0].name = "gamma";
}

static void change_seats(struct db_game *g, struct db_move *moves)
{
	struct db_seat first = g->seat[0];
	(void)moves;
	g->seat[0] = g->seat[1];
	g->seat[1] = first;
}

static void change_round(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->round++;
}

static void change_seed(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seed++;
}

static void change_start(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->started_ms--;
}

static void change_end(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->ended_ms++;
}

static void change_opening(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->opening = "d e";
}

static void change_final(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->final = "7/7/7/7/7/7 r 1";
}

static void change_reason(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->reason = "resign";
}

static void change_move(struct db_game *g, struct db_move *moves)
{
	(void)g;
	moves[FIXTURE_PLIES - 1].text = "g";
}

static void change_time(struct db_game *g, struct db_move *moves)
{
	(void)g;
	moves[1].wall_us++;
}

static void change_mover(struct db_game *g, struct db_move *moves)
{
	(void)g;
	moves[2].seat = 2;
}

static void change_length(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->plies = g->moves_count = FIXTURE_PLIES - 1;
}

/* Values that may be missing on one side, or are computed again, make no other game. */
static void change_rest(struct db_game *g, struct db_move *moves)
{
	g->seat[0].detail = "other words";
	g->seat[0].stderr_tail = "other";
	g->seat[0].elo_before = 1;
	g->seat[1].elo_after = 2;
	g->sandbox = "none";
	moves[0].cpu_us = moves[0].wait_us = -1;
	moves[0].depth = moves[0].score = moves[0].nodes = INT64_MIN;
}

static const struct {
	const char *what;
	void (*change)(struct db_game *g, struct db_move *moves);
	enum import_target_answer answer;
} rows[] = {
	{"nothing", change_nothing, IMPORT_TARGET_THERE},
	{"rest", change_rest, IMPORT_TARGET_THERE},
	{"ranks", change_ranks, IMPORT_TARGET_CONFLICT},
	{"last rank", change_last_rank, IMPORT_TARGET_CONFLICT},
	{"verdict", change_verdict, IMPORT_TARGET_CONFLICT},
	{"name", change_name, IMPORT_TARGET_CONFLICT},
	{"seats", change_seats, IMPORT_TARGET_CONFLICT},
	{"round", change_round, IMPORT_TARGET_CONFLICT},
	{"seed", change_seed, IMPORT_TARGET_CONFLICT},
	{"start", change_start, IMPORT_TARGET_CONFLICT},
	{"end", change_end, IMPORT_TARGET_CONFLICT},
	{"opening", change_opening, IMPORT_TARGET_CONFLICT},
	{"final", change_final, IMPORT_TARGET_CONFLICT},
	{"reason", change_reason, IMPORT_TARGET_CONFLICT},
	{"move", change_move, IMPORT_TARGET_CONFLICT},
	{"time", change_time, IMPORT_TARGET_CONFLICT},
	{"mover", change_mover, IMPORT_TARGET_CONFLICT},
	{"length", change_length, IMPORT_TARGET_CONFLICT},
};

/* A game of the fixture, changed, on its way to another database. */
struct coming {
	struct import_target *in;
	void (*change)(struct db_game *g, struct db_move *moves);
	enum import_target_answer answer;
	int64_t other;
};

static bool coming_game(void *arg, const struct db_game *g)
{
	struct coming *c = arg;
	struct db *db = c->in->db;
	struct db_game copy = *g;
	struct db_move moves[FIXTURE_PLIES];
	ck_assert_int_eq(g->moves_count, FIXTURE_PLIES);
	memcpy(moves, g->moves, sizeof moves);
	copy.moves = moves;
	c->change(&copy, moves);
	FIXTURE_GOOD(import_target_game(c->in, &copy, &c->answer, &c->other));
	return false;
}

static const struct db_tournament cup = {0, "cup", "connect4", "round-robin",
	"game = connect4\nparam = rows=6 columns=7\nmovetime = 24ms\nrounds = 2\n", 2, 1,
	1767225600000};

START_TEST(a_game_that_differs_in_anything_that_was_played_is_a_conflict)
	{
		struct db *from = fixture_open(fixture_path("from.db"));
		struct db *db = fixture_open(fixture_path("into.db"));
		struct import_target in = {.db = db};
		struct coming coming = {.in = &in, .change = rows[_i].change};
		struct db_tournament t = cup;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(import_target_tournament(&in, &t));
		ck_assert(in.known);
		FIXTURE_GOOD(fixture_each_game(
			from, &(struct db_filter){.game = 1, .bare = true}, coming_game, &coming));
		ck_assert_msg(coming.answer == rows[_i].answer, "%s", rows[_i].what);
		ck_assert_int_eq(coming.other, 1);
		ck_assert_int_eq(in.added, 0);
		ck_assert_int_eq(in.there, rows[_i].answer == IMPORT_TARGET_THERE);
		ck_assert_int_eq(in.conflicts, rows[_i].answer == IMPORT_TARGET_CONFLICT);
		db_rollback(db);
		db_close(db);
		db_close(from);
	}
END_TEST

static void change_pairing(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->pairing = 99;
}

/* Counts are of a tournament; those of all are added when it is finished. */
START_TEST(a_game_of_another_pairing_is_added)
	{
		struct db *from = fixture_open(fixture_path("from.db"));
		struct db *db = fixture_open(fixture_path("into.db"));
		struct import_target in = {.db = db};
		struct coming coming = {.in = &in, .change = change_pairing};
		struct db_tournament t = cup;
		FIXTURE_GOOD(db_begin(db));
		for (int pass = 0; pass < 2; pass++) {
			FIXTURE_GOOD(import_target_tournament(&in, &t));
			FIXTURE_GOOD(fixture_each_game(
				from, &(struct db_filter){.game = 2}, coming_game, &coming));
			ck_assert_int_eq(coming.answer,
				pass == 0 ? IMPORT_TARGET_ADDED : IMPORT_TARGET_THERE);
			ck_assert_int_eq(coming.other, pass == 0 ? 0 : FIXTURE_GAMES + 1);
			ck_assert_int_eq(in.added, pass == 0);
			ck_assert_int_eq(in.there, pass == 1);
			FIXTURE_GOOD(import_target_finish(&in));
			ck_assert_int_eq(in.all_added, 1);
			ck_assert_int_eq(in.all_there, pass);
		}
		db_rollback(db);
		db_close(db);
		db_close(from);
	}
END_TEST

SUITE("referee/import-export/import-target",
	LOOP(a_game_that_differs_in_anything_that_was_played_is_a_conflict,
		sizeof rows / sizeof *rows),
	CASE(a_game_of_another_pairing_is_added))
