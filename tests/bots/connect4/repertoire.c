/*
 * repertoire.c - the replies built in are sound, and computing them can be broken off anywhere.
 */
#include "bots/connect4/repertoire.h"

#include "bots/connect4/solver.h"
#include "tests/lib/brute-connect4.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

START_TEST(the_first_move_is_the_centre_and_wins_with_stone_41)
	{
		struct board empty = {0, 0};
		int column, score;
		ck_assert(repertoire_find(&empty, &column, &score));
		ck_assert_int_eq(column, 3);
		ck_assert_int_eq(score, 1);
	}
END_TEST

START_TEST(a_mirrored_position_gets_the_mirrored_reply)
	{
		struct board b, mirrored;
		struct error err;
		int column, score, other, other_score;
		ck_assert(board_read_columns(&b, "442", &err));
		mirrored = board_mirror(&b);
		uint64_t word = repertoire_word(&b, 1, -4);
		ck_assert_uint_eq(word, repertoire_word(&mirrored, 5, -4));
		repertoire_read(word, &b, &column, &score);
		repertoire_read(word, &mirrored, &other, &other_score);
		ck_assert_int_eq(column, 1);
		ck_assert_int_eq(other, 5);
		ck_assert_int_eq(score, -4);
		ck_assert_int_eq(other_score, -4);
	}
END_TEST

/* Whether the solver agrees that the reply reaches the score, and nothing more. */
static void check_reply(struct solver *s, const struct board *b, int column, int score)
{
	struct solver_answer answer;
	unsigned columns;
	solver_solve(s, b, &answer);
	ck_assert_int_eq(answer.low, score);
	ck_assert(solver_best_columns(s, b, score, &columns));
	ck_assert(columns & 1u << column);
}

/* Plays the replies against random moves for as long as there are any. */
START_TEST(replies_lead_from_one_to_the_next_and_keep_the_score)
	{
		struct solver *s = solver_create(64);
		uint64_t seed = (uint64_t)_i + 1;
		struct board b = {0, 0};
		int held = SOLVER_WORST, column, score, replies = 0;
		if (_i % 2 == 1)
			board_play(&b, (int)(seed / 2 % 7));
		while (repertoire_find(&b, &column, &score)) {
			replies++;
			ck_assert_int_ge(score, held);
			held = score;
			if (board_count(&b) >= 12)
				check_reply(s, &b, column, score);
			board_play(&b, column);
			seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
			int answer = (int)((seed >> 33) % 7);
			while (!(board_playable(b.stones) & BOARD_COLUMN(answer)))
				answer = (answer + 1) % 7;
			board_play(&b, answer);
			if (board_is_won(&b))
				break;
		}
		ck_assert_int_ge(replies, 2);
		solver_free(s);
	}
END_TEST

static bool stop_soon(void *argument)
{
	int *left = argument;
	return --*left <= 0;
}

static size_t read_all(const char *path, unsigned char *bytes, size_t room)
{
	FILE *in = fopen(path, "rb");
	ck_assert_ptr_nonnull(in);
	size_t count = fread(bytes, 1, room, in);
	fclose(in);
	return count;
}

START_TEST(broken_off_and_gone_on_with_the_file_is_the_same)
	{
		static unsigned char whole[1 << 16], parts[1 << 16];
		char one[] = "/tmp/repertoire-one-XXXXXX", other[] = "/tmp/repertoire-other-XXXXXX";
		struct error err = {""};
		int left, state, runs = 0;
		close(mkstemp(one));
		close(mkstemp(other));
		struct repertoire_job job = {.path = one, .plies = 25, .megabytes = 2};
		ck_assert(board_read_columns(&job.start, "36744122731662326357", &err));
		ck_assert_msg(repertoire_compute(&job, &err) == 0, "%s", err.text);
		job.path = other;
		job.stop = stop_soon;
		job.stop_argument = &left;
		do {
			left = 12;
			state = repertoire_compute(&job, &err);
			ck_assert_int_ge(state, 0);
			/* A file as a kill in the middle of a write leaves it. */
			FILE *torn = fopen(other, "ab");
			fwrite("abc", 3, 1, torn);
			fclose(torn);
		} while (state == 1 && ++runs < 10000);
		job.stop = NULL;
		ck_assert_int_eq(repertoire_compute(&job, &err), 0);
		ck_assert_int_gt(runs, 1);
		size_t size = read_all(one, whole, sizeof(whole));
		ck_assert_uint_gt(size, 8 * 10);
		ck_assert_uint_eq(size, read_all(other, parts, sizeof(parts)));
		ck_assert(memcmp(whole, parts, size) == 0);
		unlink(one);
		unlink(other);
	}
END_TEST

START_TEST(a_file_that_cannot_be_written_is_named)
	{
		struct error err = {""};
		struct repertoire_job job = {
			.path = "/no/such/folder/file", .plies = 1, .megabytes = 2};
		ck_assert_int_eq(repertoire_compute(&job, &err), -1);
		ck_assert_ptr_nonnull(strstr(err.text, "/no/such/folder/file: No such file"));
	}
END_TEST

SUITE("bots/connect4/repertoire", CASE(the_first_move_is_the_centre_and_wins_with_stone_41),
	CASE(a_mirrored_position_gets_the_mirrored_reply),
	LOOP(replies_lead_from_one_to_the_next_and_keep_the_score, 40),
	CASE(broken_off_and_gone_on_with_the_file_is_the_same),
	CASE(a_file_that_cannot_be_written_is_named))
