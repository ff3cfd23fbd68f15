/*
 * A copy of a game has everything and shares nothing.
 */
#include "tests/lib/db-fixture.h"

static char *made[24]; /* by anew() */
static int made_count;

/* Different text of the same value. */
static char *anew(const char *text)
{
	ck_assert_int_lt(made_count, (int)(sizeof made / sizeof *made));
	return made[made_count++] = strdup(text);
}

START_TEST(a_copy_outlives_its_game)
	{
		made_count = 0;
		struct db_move moves[] = {{.seat = 1,
						  .text = anew("d"),
						  .wall_us = 1,
						  .cpu_us = 2,
						  .wait_us = 3,
						  .depth = 4,
						  .score = 5,
						  .nodes = 6,
						  .ply = 1},
			{.seat = 2, .text = anew("")}, {.seat = 1, .text = anew("a longer one")}};
		struct db_info infos[] = {
			{1, 2, 3, anew("pv"), NULL}, {2, 0, 0, NULL, anew("text")}};
		struct db_position positions[] = {{anew("start"), anew("answer")}};
		struct db_game g = {.id = 7,
			.tournament = 8,
			.pairing = 9,
			.round = 10,
			.seed = 11,
			.opening = anew("a b"),
			.final = anew("xyz"),
			.reason = anew("normal"),
			.sandbox = anew("full"),
			.started_ms = 12,
			.ended_ms = 13,
			.seats = 2,
			.moves_hash = 14,
			.worker = 15,
			.worker_name = NULL,
			.plies = 3,
			.moves = moves,
			.moves_count = 3,
			.infos = infos,
			.infos_count = 2,
			.positions = positions,
			.positions_count = 1,
			.replaced = {1, anew("who"), 2},
			.seat = {{.bot = 1, .rank = 2, .points = 0.5, .verdict = anew("ok")},
				{.bot = 3,
					.verdict = anew("crash"),
					.detail = anew("why"),
					.stderr_tail = anew("x\0y"),
					.stderr_length = 3,
					.elo_before = 1.5,
					.elo_after = 2.5,
					.failure = {.phase = anew("move"),
						.asked = anew("go"),
						.said = anew("\0z"),
						.said_length = 2,
						.limit_us = 4,
						.signal = 9}}}};
		/* strdup() stops at a NUL. */
		char errors[] = {'x', '\0', 'y'}, said[] = {'\0', 'z'};
		g.seat[1].stderr_tail = errors;
		g.seat[1].failure.said = said;
		struct db_game *copy = db_game_copy(&g);
		ck_assert_ptr_nonnull(copy);
		for (int i = 0; i < made_count; i++) {
			memset(made[i], '#', strlen(made[i]));
			free(made[i]);
		}
		memset(moves, 0x55, sizeof moves);
		memset(infos, 0x55, sizeof infos);
		memset(positions, 0x55, sizeof positions);
		memset(errors, '#', sizeof errors);
		memset(said, '#', sizeof said);
		ck_assert_int_eq(copy->id, 7);
		ck_assert_int_eq(copy->worker, 15);
		ck_assert_int_eq(copy->moves_hash, 14);
		ck_assert_str_eq(copy->opening, "a b");
		ck_assert_str_eq(copy->final, "xyz");
		ck_assert_str_eq(copy->reason, "normal");
		ck_assert_str_eq(copy->sandbox, "full");
		ck_assert_ptr_null(copy->worker_name);
		ck_assert_ptr_null(copy->removed);
		ck_assert_str_eq(copy->replaced.bot, "who");
		ck_assert_int_eq(copy->plies, 3);
		ck_assert_str_eq(copy->moves[0].text, "d");
		ck_assert_int_eq(copy->moves[0].nodes, 6);
		ck_assert_str_eq(copy->moves[1].text, "");
		ck_assert_str_eq(copy->moves[2].text, "a longer one");
		ck_assert_int_eq(copy->infos[0].nps, 3);
		ck_assert_str_eq(copy->infos[0].pv, "pv");
		ck_assert_ptr_null(copy->infos[0].text);
		ck_assert_ptr_null(copy->infos[1].pv);
		ck_assert_str_eq(copy->infos[1].text, "text");
		ck_assert_str_eq(copy->positions[0].question, "start");
		ck_assert_str_eq(copy->positions[0].answer, "answer");
		ck_assert_str_eq(copy->seat[0].verdict, "ok");
		ck_assert_ptr_null(copy->seat[0].detail);
		ck_assert_ptr_null(copy->seat[0].failure.phase);
		ck_assert_str_eq(copy->seat[1].verdict, "crash");
		ck_assert_str_eq(copy->seat[1].detail, "why");
		ck_assert_mem_eq(copy->seat[1].stderr_tail, "x\0y", 4);
		ck_assert_str_eq(copy->seat[1].failure.phase, "move");
		ck_assert_str_eq(copy->seat[1].failure.asked, "go");
		ck_assert_mem_eq(copy->seat[1].failure.said, "\0z", 3);
		ck_assert_int_eq(copy->seat[1].failure.signal, 9);
		free(copy);
	}
END_TEST

START_TEST(a_game_without_moves_has_a_copy_without_moves)
	{
		struct db_game g = {.seats = 2,
			.plies = 5,
			.removed = "keep = 5",
			.opening = "",
			.seat = {{.verdict = "ok"}, {.verdict = "ok", .stderr_tail = "abc"}}};
		struct db_game *copy = db_game_copy(&g);
		ck_assert_ptr_null(copy->moves);
		ck_assert_ptr_null(copy->infos);
		ck_assert_ptr_null(copy->positions);
		ck_assert_int_eq(copy->plies, 5);
		ck_assert_str_eq(copy->removed, "keep = 5");
		ck_assert_str_eq(copy->seat[1].stderr_tail, "abc");
		free(copy);
	}
END_TEST

SUITE("db/game-copy", CASE(a_copy_outlives_its_game),
	CASE(a_game_without_moves_has_a_copy_without_moves))
