/*
 * rules-process.c - rules that a program answers: the program is a child of the test.
 *
 * The game: two or three seats take one to three tokens in turn, and the last token wins. A
 * position is the tokens and the seat to move, as in "9 1"; with three seats also the seats that
 * gave up.
 */
#include "rules/process/rules-process.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/lib/rules-child.h"
#include "tests/lib/suite.h"

enum { CHUNKS = 40, PATIENCE = 120 * 1000000 };

/* The faults of the program. */
enum flaw { NONE, EXITS_AT_3, ERRS_AT_3, LIES_AT_3, PLAIN, OTHER_2 };

struct toy {
	struct rules_child child; /* first */
	enum flaw flaw;
	int64_t start_limit, limit; /* 0: PATIENCE */
};

/* --- the program ------------------------------------------------------------------------------ */

static int toy_seats, toy_asked;

static void toy_block(char *out, int tokens, int seat, const char *gone)
{
	out += sprintf(out, "position %d %d%s%s\n", tokens, seat, *gone != '\0' ? " " : "", gone);
	if (tokens == 0 || (int)strlen(gone) >= toy_seats - 1) {
		int winner = (seat + toy_seats - 2) % toy_seats + 1;
		out += sprintf(out, "over\nrank");
		for (int i = 1; i <= toy_seats; i++)
			out += sprintf(out, " %d", i == winner ? 1 : 2);
		strcpy(out, "\nok\n");
		return;
	}
	out += sprintf(out, "turn %d\nlegal", seat);
	for (int i = 1; i <= 3 && i <= tokens; i++)
		out += sprintf(out, " %d", i);
	out += sprintf(out, "\nin");
	for (int i = 1; i <= toy_seats; i++)
		if (strchr(gone, '0' + i) == NULL)
			out += sprintf(out, " %d", i);
	strcpy(out, "\nok\n");
}

static int toy_next(int seat, const char *gone)
{
	do
		seat = seat % toy_seats + 1;
	while (strchr(gone, '0' + seat) != NULL);
	return seat;
}

static void toy_answer(struct rules_child *child, const char *line, char *out)
{
	const struct toy *toy = (const struct toy *)child;
	int tokens, seat, word;
	char gone[8] = "";
	toy_asked++;
	if (strcmp(line, "rules") == 0) {
		if (toy->flaw == PLAIN || (toy->flaw == OTHER_2 && toy->child.starts == 2))
			strcpy(out, "id name toy\nseats 2\nparam tokens 9 of them\nok\n");
		else
			strcpy(out,
				"id name toy\nid version 2\nseats 2 3\nparam tokens 9 of them\n"
				"param deal random\nfeature forfeit\nfeature board\nfeature evaluate\nok\n");
	} else if (sscanf(line, "setup seats %d param tokens %d", &toy_seats, &tokens) == 2) {
		if (tokens > 0)
			toy_block(out, tokens, 1, "");
		else
			strcpy(out, "error there are no tokens\n");
	} else if (sscanf(line, "position %d %d %7s", &tokens, &seat, gone) >= 2 && tokens >= 0) {
		toy_block(out, tokens, seat, gone);
	} else if (sscanf(line, "play %d %d %d %7s", &word, &tokens, &seat, gone) >= 3) {
		if (toy->flaw == EXITS_AT_3 && tokens <= 3)
			_exit(3);
		if (toy->flaw == ERRS_AT_3 && tokens <= 3)
			strcpy(out, "error no\n");
		else if (toy->flaw == LIES_AT_3 && tokens <= 3)
			strcpy(out, "position 9 1\nturn 1\nlegal 1 2\nok\n");
		else
			toy_block(out, tokens - word, toy_next(seat, gone), gone);
	} else if (sscanf(line, "forfeit %d %d %d %7s", &word, &tokens, &seat, gone) >= 3) {
		sprintf(gone + strlen(gone), "%d", word);
		toy_block(out, tokens, word == seat ? toy_next(seat, gone) : seat, gone);
	} else if (sscanf(line, "board %d", &tokens) == 1) {
		sprintf(out, "board %d tokens\nboard\nok\n", tokens);
	} else if (sscanf(line, "evaluate %d %d", &tokens, &seat) == 2) {
		sprintf(out, "value %d %d%s\nok\n", tokens, -tokens, toy_seats == 3 ? " 0" : "");
	} else {
		strcpy(out, "error no question\n");
	}
}

static const struct rules *toy_open(struct toy *toy, size_t memory, bool lazy)
{
	const struct rules_process_options options = {.command = "toy",
		.start_limit = toy->start_limit > 0 ? toy->start_limit : PATIENCE,
		.limit = toy->limit > 0 ? toy->limit : PATIENCE,
		.memory = memory,
		.lazy = lazy};
	toy->child.answer = toy_answer;
	const struct rules_process_calls calls = rules_child_calls(&toy->child);
	struct error err;
	const struct rules *rules = rules_process_open(&options, &calls, &err);
	ck_assert_msg(rules != NULL, "%s", err.text);
	return rules;
}

static struct setup setup;

static void toy_setup(const struct rules *rules, int seats, const char *setting)
{
	struct error err;
	ck_assert_msg(setup_init(&setup, rules, seats, 5, &setting, setting != NULL, &err), "%s",
		err.text);
}

static void toy_play(struct position *p, const char *word)
{
	move m;
	ck_assert_msg(rules_read_move(&setup, p, word, &m), "%s is not legal", word);
	setup.rules->play(&setup, p, m);
}

static void toy_is(const struct position *p, const char *text, int turn, int count)
{
	static move moves[MOVES_MAX];
	char written[POSITION_TEXT];
	setup.rules->write(&setup, p, written);
	ck_assert_str_eq(written, text);
	ck_assert_int_eq(setup.rules->to_move(&setup, p), turn);
	ck_assert_int_eq(setup.rules->moves(&setup, p, moves), count);
}

/* --- tests ------------------------------------------------------------------------------------ */

START_TEST(a_game_is_the_same_in_chunks_of_any_size)
	{
		struct toy toy = {.child.chunk = (size_t)_i + 1};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p;
		int64_t scores[SEATS_MAX];
		char board[BOARD_TEXT];
		ck_assert_str_eq(rules->name, "toy");
		ck_assert_str_eq(rules_process_version(rules), "2");
		ck_assert(rules_is_process(rules) && rules_vary(rules));
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &p);
		toy_is(&p, "9 1", 1, 3);
		rules->board(&setup, &p, board);
		ck_assert_str_eq(board, "9 tokens\n\n");
		toy_play(&p, "3");
		toy_is(&p, "6 2", 2, 3);
		rules_process_evaluate(&setup, &p, scores);
		ck_assert(scores[0] == 6 && scores[1] == -6);
		toy_play(&p, "3");
		toy_play(&p, "1");
		toy_is(&p, "2 2", 2, 2);
		toy_play(&p, "2");
		toy_is(&p, "0 1", 0, 0);
		rules->scores(&setup, &p, scores);
		ck_assert(scores[0] == -1 && scores[1] == 1);
		ck_assert_ptr_null(rules_process_fault(rules));
		rules_process_close(rules);
		ck_assert_int_eq(toy.child.pid, 0);
	}
END_TEST

START_TEST(rules_have_the_parameters_of_the_description)
	{
		struct toy toy = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 0, false);
		char text[PARAMETER_TEXT];
		ck_assert_str_eq(rules->parameters[0].name, "tokens");
		ck_assert_str_eq(rules->parameters[0].preset, "9");
		ck_assert_str_eq(rules->parameters[0].help, "of them");
		ck_assert_str_eq(rules->parameters[1].name, "deal");
		ck_assert_ptr_null(rules->parameters[1].preset);
		ck_assert_ptr_null(rules->parameters[2].name);
		ck_assert_uint_eq(rules->seat_counts, 1u << 2 | 1u << 3);
		ck_assert(!rules->scored && !rules->one_stake);
		ck_assert_str_eq(rules_process_errors(rules), "");
		toy_setup(rules, 2, "tokens=12");
		rules->parameter(&setup, 0, text);
		ck_assert_str_eq(text, "12");
		rules->parameter(&setup, 1, text);
		ck_assert_int_gt((int)strspn(text, "0123456789"), 0);
		rules_process_close(rules);
	}
END_TEST

START_TEST(rules_without_features_are_asked_for_none)
	{
		struct toy toy = {.flaw = PLAIN};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p;
		int64_t values[SEATS_MAX] = {5, 5};
		char board[BOARD_TEXT];
		struct error err;
		const char *setting = "tokens=9";
		ck_assert(!rules_process_draws(rules) && !rules_process_evaluates(rules));
		/* Its answer to a setup has no parameter after that one. */
		ck_assert(setup_init(&setup, rules, 2, 5, &setting, 1, &err));
		rules->start(&setup, &p);
		int64_t asked = rules_process_counts(rules).questions;
		rules_process_evaluate(&setup, &p, values);
		ck_assert(values[0] == 0 && values[1] == 0);
		rules->board(&setup, &p, board);
		ck_assert_str_eq(board, "9 1\n");
		ck_assert_int_eq(rules_process_counts(rules).questions, asked);
		ck_assert_ptr_null(rules_process_fault(rules));
		rules_process_close(rules);
	}
END_TEST

START_TEST(some_questions_need_no_answer_of_the_program)
	{
		struct toy toy = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p;
		char text[POSITION_TEXT + 1];
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &p);
		/* A seat of two gives up; a text that is too long; a move that is not legal. */
		ck_assert_int_eq(
			rules_process_want(&setup, RULES_FORFEIT, &p, "1"), RULES_PROCESS_READY);
		memset(text, 'x', sizeof text);
		text[POSITION_TEXT] = '\0';
		ck_assert_int_eq(rules_process_want(&setup, RULES_POSITION, NULL, text),
			RULES_PROCESS_READY);
		ck_assert_int_eq(
			rules_process_want(&setup, RULES_PLAY, &p, "7"), RULES_PROCESS_READY);
		ck_assert_int_eq(rules_process_deadline(rules), 0);
		/* With three, the program is asked, but not about a game that is over. */
		toy_setup(rules, 3, NULL);
		rules->start(&setup, &p);
		ck_assert_int_eq(
			rules_process_want(&setup, RULES_FORFEIT, &p, "1"), RULES_PROCESS_PENDING);
		rules->forfeit(&setup, &p, 1);
		rules->forfeit(&setup, &p, 2);
		ck_assert_int_eq(rules->to_move(&setup, &p), 0);
		ck_assert_int_eq(
			rules_process_want(&setup, RULES_FORFEIT, &p, "3"), RULES_PROCESS_READY);
		rules_process_close(rules);
	}
END_TEST

START_TEST(a_further_program_is_started_by_its_first_question)
	{
		struct toy toy = {.flaw = NONE}, other = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 0, false);
		other.child.answer = toy_answer;
		const struct rules_process_calls calls = rules_child_calls(&other.child);
		const struct rules_process_options options = {
			.command = "toy", .start_limit = PATIENCE, .limit = PATIENCE, .lazy = true};
		struct error err;
		struct position p;
		const struct rules *further =
			rules_process_open_further(rules, &options, &calls, &err);
		ck_assert_ptr_nonnull(further);
		ck_assert_str_eq(further->name, "toy");
		ck_assert_str_eq(
			rules_process_description(further), rules_process_description(rules));
		toy_setup(further, 2, NULL);
		ck_assert_int_eq(other.child.starts, 0);
		int64_t asked = rules_process_counts(rules).questions;
		further->start(&setup, &p);
		toy_play(&p, "3");
		toy_is(&p, "6 2", 2, 3);
		ck_assert_int_eq(other.child.starts, 1);
		/* It has its own answers, and its own end. */
		ck_assert_int_eq(rules_process_counts(rules).questions, asked);
		rules_process_close(further);
		ck_assert_int_eq(other.child.pid, 0);
		ck_assert_int_ne(toy.child.pid, 0);
		rules_process_close(rules);
	}
END_TEST

START_TEST(a_renewed_program_is_started_by_the_next_question)
	{
		struct toy toy = {.flaw = EXITS_AT_3};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p;
		toy_setup(rules, 2, "tokens=3");
		rules->start(&setup, &p);
		toy_play(&p, "1");
		ck_assert_ptr_nonnull(rules_process_fault(rules));
		toy.flaw = NONE;
		rules_process_renew(rules);
		ck_assert_ptr_null(rules_process_fault(rules));
		ck_assert_int_eq(toy.child.starts, 1);
		rules->start(&setup, &p);
		ck_assert_int_eq(toy.child.starts, 2);
		toy_play(&p, "1");
		toy_is(&p, "2 2", 2, 2);
		/* Nothing is known any more, and the description must be the one from before. */
		toy.child.starts = 1;
		toy.flaw = OTHER_2;
		rules_process_renew(rules);
		ck_assert_int_eq(toy.child.pid, 0);
		ck_assert_int_eq(rules->to_move(&setup, &p), 0);
		ck_assert_ptr_nonnull(strstr(
			rules_process_fault(rules), "the description is another one than before"));
		rules_process_close(rules);
	}
END_TEST

START_TEST(a_position_that_is_known_is_not_asked_again)
	{
		struct toy toy = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p, q;
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &p);
		q = p;
		toy_play(&p, "3");
		int64_t asked = rules_process_counts(rules).questions;
		for (int i = 0; i < 10; i++) {
			struct position again = q;
			toy_play(&again, "3");
			toy_is(&again, "6 2", 2, 3);
		}
		ck_assert_int_eq(rules_process_counts(rules).questions, asked);
		rules_process_close(rules);
	}
END_TEST

START_TEST(an_answer_that_went_from_the_cache_is_asked_again)
	{
		struct toy toy = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 1, false);
		struct position p, first;
		struct error err;
		char text[32];
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &first);
		for (int i = 1; i < 6000; i++) {
			snprintf(text, sizeof text, "%d 2", i);
			ck_assert(rules->read(&setup, &p, text, &err));
		}
		toy_is(&first, "9 1", 1, 3);
		toy_play(&first, "2");
		toy_is(&first, "7 2", 2, 3);
		ck_assert_ptr_null(rules_process_fault(rules));
		rules_process_close(rules);
	}
END_TEST

START_TEST(a_setup_that_the_program_refuses_is_no_fault)
	{
		struct toy toy = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 0, false);
		const char *setting = "tokens=0", *wrong = "tokens=1 2";
		struct position p;
		struct error err;
		ck_assert(!setup_init(&setup, rules, 2, 1, &setting, 1, &err));
		ck_assert_str_eq(err.text, "toy: there are no tokens");
		ck_assert(!setup_init(&setup, rules, 2, 1, &wrong, 1, &err));
		ck_assert_ptr_null(rules_process_fault(rules));
		/* Two setups, used in turn. */
		static struct setup other;
		toy_setup(rules, 2, "tokens=4");
		other = setup;
		toy_setup(rules, 3, "tokens=5");
		for (int i = 0; i < 3; i++) {
			rules->start(&other, &p);
			ck_assert_int_eq(rules->to_move(&other, &p), 1);
			rules->start(&setup, &p);
			toy_play(&p, i == 0 ? "1" : i == 1 ? "2" : "3");
			ck_assert_int_eq(rules->to_move(&setup, &p), 2);
		}
		ck_assert(!rules->read(&setup, &p, "hello", &err));
		ck_assert_str_eq(err.text, "no question");
		ck_assert(!rules->read(&setup, &p, "a\nrules", &err));
		ck_assert_ptr_null(rules_process_fault(rules));
		rules_process_close(rules);
	}
END_TEST

START_TEST(a_seat_that_gave_up_stays_out)
	{
		struct toy toy = {.flaw = NONE};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p, q;
		struct error err;
		char text[POSITION_TEXT];
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &p);
		int64_t asked = rules_process_counts(rules).questions;
		rules->forfeit(&setup, &p, 2);
		toy_is(&p, "9 1 out2", 0, 0);
		ck_assert_int_eq(rules_process_counts(rules).questions, asked);
		rules->write(&setup, &p, text);
		ck_assert(rules->read(&setup, &q, text, &err));
		ck_assert_mem_eq(&p, &q, rules->position_bytes);
		toy_setup(rules, 3, NULL);
		rules->start(&setup, &p);
		rules->forfeit(&setup, &p, 1);
		toy_is(&p, "9 2 1", 2, 3);
		ck_assert_uint_eq(rules->in(&setup, &p), 6);
		rules->forfeit(&setup, &p, 3);
		toy_is(&p, "9 2 13", 0, 0);
		rules_process_close(rules);
	}
END_TEST

START_TEST(what_was_wanted_is_there_without_waiting)
	{
		struct toy toy = {.child.chunk = 3};
		const struct rules *rules = toy_open(&toy, 0, true);
		struct position p;
		int fds[RULES_PROCESS_DESCRIPTORS];
		static const char *const words[] = {NULL, "3", "no", "2"};
		toy_setup(rules, 2, NULL);
		ck_assert_int_eq(rules_process_deadline(rules), 0);
		for (size_t i = 0; i < 4; i++) {
			enum rules_question question = i == 0 ? RULES_SETUP : RULES_PLAY;
			enum rules_process_state state;
			while ((state = rules_process_want(&setup, question, i == 0 ? NULL : &p,
					words[i])) == RULES_PROCESS_PENDING) {
				ck_assert_int_gt(rules_process_deadline(rules), 0);
				ck_assert_int_eq(rules_process_descriptors(rules, fds), 1);
				struct pollfd wait = {.fd = fds[0], .events = POLLIN};
				ck_assert_int_ge(poll(&wait, 1, PATIENCE / 1000), 0);
				rules_process_read(rules);
			}
			ck_assert_int_eq(state, RULES_PROCESS_READY);
			int64_t asked = rules_process_counts(rules).questions;
			if (i == 0)
				rules->start(&setup, &p);
			else if (i != 2)
				toy_play(&p, words[i]);
			ck_assert_int_gt(rules->to_move(&setup, &p), 0);
			ck_assert_int_eq(rules_process_counts(rules).questions, asked);
		}
		toy_is(&p, "4 1", 1, 3);
		rules_process_close(rules);
	}
END_TEST

/* The deadlines are far away, and never met. */
static const struct {
	int64_t start_limit, limit;
} deadlines[] = {
	{1000 * INT64_C(1000000), 3000 * INT64_C(1000000)},
	{3000 * INT64_C(1000000), 1000 * INT64_C(1000000)},
};

static int64_t monotonic(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

START_TEST(the_description_has_the_limit_of_the_start_and_each_question_its_own)
	{
		int64_t start_limit = deadlines[_i].start_limit, limit = deadlines[_i].limit;
		struct toy toy = {.start_limit = start_limit, .limit = limit};
		const struct rules *rules = toy_open(&toy, 0, true);
		int fds[RULES_PROCESS_DESCRIPTORS], first = 0, later = 0;
		toy_setup(rules, 2, NULL);
		rules_process_pause(rules); /* the first question starts the program once more */
		int64_t before = monotonic();
		while (rules_process_want(&setup, RULES_SETUP, NULL, NULL) ==
			RULES_PROCESS_PENDING) {
			/* Two questions: that for the description, and that for the game. */
			int64_t due = rules_process_deadline(rules), now = monotonic();
			bool start = due >= before + start_limit && due <= now + start_limit;
			ck_assert(start || (due >= before + limit && due <= now + limit));
			first += start;
			later += !start;
			ck_assert(!start || later == 0);
			ck_assert_int_eq(rules_process_descriptors(rules, fds), 1);
			struct pollfd wait = {.fd = fds[0], .events = POLLIN};
			ck_assert_int_ge(poll(&wait, 1, PATIENCE / 1000), 0);
			rules_process_read(rules);
		}
		ck_assert_int_gt(first, 0);
		ck_assert_int_gt(later, 0);
		ck_assert_ptr_null(rules_process_fault(rules));
		rules_process_close(rules);
	}
END_TEST

static const struct {
	enum flaw flaw;
	const char *why;
} faults[] = {
	{EXITS_AT_3,
		"rules process \"toy\": it ended (exit status 3) before it answered \"play 1 3 1\""},
	{ERRS_AT_3, "wrong answer to \"play 1 3 1\": it refuses: no"},
	{LIES_AT_3,
		"wrong answer to \"play 1 3 1\": \"9 1\" had other legal moves in an earlier answer"},
};

START_TEST(a_fault_makes_everything_harmless_until_the_program_is_started_again)
	{
		struct toy toy = {.flaw = faults[_i].flaw};
		const struct rules *rules = toy_open(&toy, 0, false);
		struct position p, before;
		struct error err;
		static char block[RULES_PROCESS_BLOCK];
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &p);
		toy_play(&p, "3");
		toy_play(&p, "3");
		before = p;
		toy_play(&p, "1");
		ck_assert_ptr_nonnull(rules_process_fault(rules));
		ck_assert_msg(strstr(rules_process_fault(rules), faults[_i].why) != NULL, "%s",
			rules_process_fault(rules));
		ck_assert_int_eq(toy.child.pid, 0);
		toy_is(&p, "3 1", 0, 0);
		ck_assert(!rules_process_block(&setup, &p, block));
		ck_assert_int_eq(
			rules_process_want(&setup, RULES_SETUP, NULL, NULL), RULES_PROCESS_FAULT);
		toy.flaw = NONE;
		ck_assert_msg(rules_process_restart(rules, &err), "%s", err.text);
		ck_assert_int_eq(toy.child.starts, 2);
		toy_is(&before, "3 1", 1, 3);
		toy_play(&before, "1");
		toy_is(&before, "2 2", 2, 2);
		rules_process_pause(rules);
		ck_assert_int_eq(toy.child.pid, 0);
		toy_play(&before, "1");
		toy_is(&before, "1 1", 1, 1);
		ck_assert_int_eq(toy.child.starts, 3);
		rules_process_close(rules);
	}
END_TEST

START_TEST(rules_without_a_program_know_what_they_were_told)
	{
		struct toy toy = {.flaw = NONE};
		static char blocks[4][RULES_PROCESS_BLOCK], again[RULES_PROCESS_BLOCK];
		static const char *const words[] = {"3", "3", "1"};
		char description[1024];
		struct position p, q;
		struct error err;
		int64_t scores[SEATS_MAX];
		const struct rules *rules = toy_open(&toy, 0, false);
		snprintf(description, sizeof description, "%s", rules_process_description(rules));
		toy_setup(rules, 2, NULL);
		rules->start(&setup, &p);
		for (int i = 0; i < 4; i++) {
			ck_assert(rules_process_block(&setup, &p, blocks[i]));
			if (i < 3)
				toy_play(&p, words[i]);
		}
		rules_process_close(rules);

		rules = rules_process_offline(description, 0, &err);
		ck_assert_msg(rules != NULL, "%s", err.text);
		ck_assert_str_eq(rules_process_description(rules), description);
		toy_setup(rules, 2, NULL);
		for (int i = 0; i < 4; i++) {
			ck_assert_msg(
				rules_process_restore(&setup, i == 0 ? NULL : &q,
					i == 0 ? NULL : words[i - 1], false, blocks[i], &q, &err),
				"%s", err.text);
		}
		rules->start(&setup, &p);
		for (int i = 0; i < 4; i++) {
			ck_assert(rules_process_block(&setup, &p, again));
			ck_assert_str_eq(again, blocks[i]);
			if (i < 3)
				toy_play(&p, words[i]);
		}
		toy_is(&p, "2 2", 2, 2);
		rules->scores(&setup, &p, scores);
		ck_assert(scores[0] == 0 && scores[1] == 0);
		ck_assert(!rules_process_restore(
			&setup, &q, "1", false, "position x\nturn 1\n", NULL, &err));
		ck_assert(!rules_process_restore(
			&setup, NULL, NULL, false, "position 9 1\nturn 1\nlegal 7\n", NULL, &err));
		ck_assert_msg(
			strstr(err.text, "had other legal moves in an earlier answer") != NULL,
			"%s", err.text);
		ck_assert_ptr_null(rules_process_fault(rules));
		toy_play(&p, "1");
		ck_assert_msg(strstr(rules_process_fault(rules),
				      "nothing is stored about \"2 2\"") != NULL,
			"%s", rules_process_fault(rules));
		rules_process_close(rules);
		ck_assert_ptr_null(rules_process_offline("hello\n", 0, &err));
	}
END_TEST

SUITE("rules/process/rules-process", LOOP(a_game_is_the_same_in_chunks_of_any_size, CHUNKS),
	CASE(rules_have_the_parameters_of_the_description),
	CASE(rules_without_features_are_asked_for_none),
	CASE(some_questions_need_no_answer_of_the_program),
	CASE(a_further_program_is_started_by_its_first_question),
	CASE(a_renewed_program_is_started_by_the_next_question),
	CASE(a_position_that_is_known_is_not_asked_again),
	CASE(an_answer_that_went_from_the_cache_is_asked_again),
	CASE(a_setup_that_the_program_refuses_is_no_fault), CASE(a_seat_that_gave_up_stays_out),
	CASE(what_was_wanted_is_there_without_waiting),
	LOOP(the_description_has_the_limit_of_the_start_and_each_question_its_own,
		sizeof deadlines / sizeof *deadlines),
	LOOP(a_fault_makes_everything_harmless_until_the_program_is_started_again,
		sizeof faults / sizeof *faults),
	CASE(rules_without_a_program_know_what_they_were_told))
