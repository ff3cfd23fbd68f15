/*
 * The results.json of a student, each value as Gradescope's specification has it:
 * https://gradescope-autograders.readthedocs.io/en/latest/specs/
 */
#include <jansson.h>

#include "tests/lib/feedback-fixture.h"

static json_t *written(const struct feedback_fixture *x)
{
	json_error_t error;
	char *text = feedback_fixture_write(x, feedback_write_gradescope);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	ck_assert_msg(root != NULL, "%s in %s", error.text, text);
	free(text);
	return root;
}

/* Is the text of this key exactly that? */
static void text_is(json_t *object, const char *key, const char *text)
{
	ck_assert_pstr_eq(json_string_value(json_object_get(object, key)), text);
}

static void number_is(json_t *object, const char *key, double number)
{
	json_t *value = json_object_get(object, key);
	ck_assert(json_is_number(value));
	ck_assert_double_eq_tol(json_number_value(value), number, 1e-4);
}

START_TEST(the_head_has_the_percent_as_its_score)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		json_t *root = written(&x);
		number_is(root, "score", 44.444);
		text_is(root, "visibility", "visible");
		text_is(root, "output_format", "text");
		text_is(root, "test_output_format", "text");
		text_is(root, "output",
			"Rank 2 of 5: 4 of 9 points in 9 games (3 won, 2 drawn, 4 lost), 1 of them lost by a fault of its own.");
		json_decref(root);
		x.bot.games = 0;
		root = written(&x);
		number_is(root, "score", 0);
		json_decref(root);
	}
END_TEST

/* "asc": the smallest number stands first. Without an order the largest does. */
START_TEST(on_the_leaderboard_the_first_rank_and_the_most_points_are_best)
	{
		static const struct {
			const char *name;
			double value;
			const char *order;
		} columns[] = {{"Rank", 2, "asc"}, {"Points", 4, NULL}, {"Elo", -12.3, NULL}};
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		for (int ratings = 0; ratings < 2; ratings++) {
			x.f.rating = ratings == 0 ? NULL : &x.rating;
			json_t *root = written(&x), *board = json_object_get(root, "leaderboard");
			ck_assert_uint_eq(json_array_size(board), 2 + (size_t)ratings);
			for (size_t i = 0; i < json_array_size(board); i++) {
				json_t *column = json_array_get(board, i);
				text_is(column, "name", columns[i].name);
				number_is(column, "value", columns[i].value);
				text_is(column, "order", columns[i].order);
			}
			json_decref(root);
		}
	}
END_TEST

START_TEST(the_check_each_fault_each_opponent_and_each_bad_move_is_a_test)
	{
		static const struct {
			const char *name, *status, *output;
		} tests[] = {
			{"The check", "passed",
				"The check found no fault: the program can play.\n\nok it plays\n"},
			{"Lost by a fault, time: 1 game", "failed",
				"Game 31 against ben: no answer for 44 ms\n\n> go\n< \n\nTo repeat it:\n\nreferee check --bot ./bot"},
			{"Against ben", NULL, "2 won, 1 drawn, 1 lost"},
			{"Against cy", NULL, "1 won, 1 drawn, 3 lost"},
			{"A bad move: e, ply 7 of game 32 against cy", "failed",
				"With best play the position was won for the program; after e it was lost. These moves kept the value: c, d.\n\n. r\n\nreferee check --position x"},
		};
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		json_t *root = written(&x), *all = json_object_get(root, "tests");
		ck_assert_uint_eq(json_array_size(all), sizeof tests / sizeof *tests);
		for (size_t i = 0; i < json_array_size(all); i++) {
			json_t *test = json_array_get(all, i);
			text_is(test, "name", tests[i].name);
			text_is(test, "status", tests[i].status);
			text_is(test, "output", tests[i].output);
			text_is(test, "visibility", "visible");
		}
		number_is(json_array_get(all, 2), "score", 2.5);
		number_is(json_array_get(all, 2), "max_score", 4);
		number_is(json_array_get(all, 3), "score", 1.5);
		number_is(json_array_get(all, 3), "max_score", 5);
		json_decref(root);
	}
END_TEST

START_TEST(a_bot_that_has_not_played_has_a_check_alone)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.student.fields[CLASS_CHECK] = FEEDBACK_TEXT("failed");
		x.f = (struct feedback){.class = &x.all, .student = &x.student};
		json_t *root = written(&x);
		number_is(root, "score", 0);
		text_is(root, "output", "It has not played in the tournament.");
		ck_assert_uint_eq(json_array_size(json_object_get(root, "leaderboard")), 0);
		json_t *all = json_object_get(root, "tests");
		ck_assert_uint_eq(json_array_size(all), 1);
		text_is(json_array_get(all, 0), "status", "failed");
		text_is(json_array_get(all, 0), "output",
			"The check found a fault: its check failed.\n\n");
		json_decref(root);
	}
END_TEST

SUITE("class/feedback-gradescope", CASE(the_head_has_the_percent_as_its_score),
	CASE(on_the_leaderboard_the_first_rank_and_the_most_points_are_best),
	CASE(the_check_each_fault_each_opponent_and_each_bad_move_is_a_test),
	CASE(a_bot_that_has_not_played_has_a_check_alone))
