/*
 * feedback-fixture.h - what a student is told, with another number in each place: ada is second of
 * five in "cup", with 4 points of 9 games, of which 3 were won, 2 drawn and 4 lost, 1 by a fault.
 */
#ifndef TESTS_LIB_FEEDBACK_FIXTURE_H
#define TESTS_LIB_FEEDBACK_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>

#include "referee/submissions/feedback.h"
#include "referee/game/score.h"
#include "tests/lib/suite.h"

/* A literal where the structs have texts that they own. */
#define FEEDBACK_TEXT(text) ((char *)(text))

struct feedback_fixture {
	struct class_state class;
	struct class_student student;
	struct feedback_class all;
	struct rating_table fit;
	struct report_bot bot;
	struct rating rating;
	struct feedback_opponent opponents[2];
	struct feedback f;
};

/* Nothing of it is to be freed. */
static inline void feedback_fixture_init(struct feedback_fixture *x)
{
	*x = (struct feedback_fixture){
		.class = {.conf = FEEDBACK_TEXT("class.conf"), .bots = FEEDBACK_TEXT("/nowhere")},
		.student = {.name = FEEDBACK_TEXT("ada"),
			.fields = {[CLASS_STUDENT] = FEEDBACK_TEXT("Ada King"),
				[CLASS_ID] = FEEDBACK_TEXT("77"),
				[CLASS_VERSION] = FEEDBACK_TEXT("bbbb"),
				[CLASS_COMMAND] = FEEDBACK_TEXT("./bot"),
				[CLASS_CHECK] = FEEDBACK_TEXT("ok"),
				[CLASS_CHECKED] = FEEDBACK_TEXT("bbbb")}},
		.all = {.report = {.texts = {[REPORT_NAME] = FEEDBACK_TEXT("cup"),
					   [REPORT_GAME] = FEEDBACK_TEXT("connect4")},
				.seats = 2,
				.bots_count = 5}},
		.bot = {.rank = 2,
			.games = 9,
			.wins = 3,
			.draws = 2,
			.losses = 4,
			.faults = 1,
			.points = 4,
			.percent = 44.444},
		.rating = {.elo = -12.3, .error = 10},
		.opponents = {{FEEDBACK_TEXT("ben"), 4, 2, 1, 1, 2.5},
			{FEEDBACK_TEXT("cy"), 5, 1, 1, 3, 1.5}}};
	x->bot.name = x->student.name;
	x->all.class = &x->class;
	x->all.report.fit = &x->fit;
	x->f = (struct feedback){.class = &x->all,
		.student = &x->student,
		.bot = &x->bot,
		.rating = &x->rating,
		.opponents = x->opponents,
		.opponents_count = 2,
		.faults = {{.verdict = VERDICT_TIME,
			.count = 1,
			.game = 31,
			.opponents = FEEDBACK_TEXT("ben"),
			.detail = FEEDBACK_TEXT("no answer for 44 ms"),
			.report = FEEDBACK_TEXT("> go\n< \n"),
			.before = FEEDBACK_TEXT("To repeat it"),
			.command = FEEDBACK_TEXT("referee check --bot ./bot")}},
		.faults_count = 1,
		.blunders = {{.game = 32,
			.ply = 7,
			.move = "e",
			.exact = true,
			.before = 3,
			.after = -2,
			.better = "c, d",
			.opponents = FEEDBACK_TEXT("cy"),
			.text = FEEDBACK_TEXT(". r\n"),
			.command = FEEDBACK_TEXT("referee check --position x")}},
		.blunders_count = 1,
		.judged = 6,
		.moves = 50,
		.known = 20,
		.kept = 19,
		.check = FEEDBACK_TEXT("ok it plays\n"),
		.check_command = FEEDBACK_TEXT("referee check --bot ./bot --game connect4")};
}

/* The page in one of its forms; the caller frees it. */
static inline char *feedback_fixture_write(
	const struct feedback_fixture *x, void (*write)(FILE *out, const struct feedback *f))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	ck_assert_ptr_nonnull(out);
	write(out, &x->f);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

#endif
