/*
 * conversation-program.c - the program behind a conversation: its limits of time, its end, its
 * errors, and waiting for it.
 */
#include "rules/process/conversation.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/lib/conversation-fixture.h"
#include "tests/lib/suite.h"

/* --- time ------------------------------------------------------------------------------------- */

static int64_t now_usec(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static const struct limit_row {
	int64_t limit;
	const char *fault;
} limits[] = {
	{2000, "rules process \"toy\": no answer to \"rules\" within 2 ms, and nothing was written; a rules program answers every question, and flushes its output after each answer"},
	{1000000,
		"rules process \"toy\": no answer to \"rules\" within 1 s, and nothing was written; a rules program answers every question, and flushes its output after each answer"},
};

START_TEST(a_program_that_does_not_answer_in_time_is_at_fault)
	{
		int64_t before = now_usec();
		begin_terms((struct rules_process_options){.start_limit = limits[_i].limit});
		ck_assert(!conversation_begin(talk));
		ck_assert_int_ge(now_usec() - before, limits[_i].limit);
		is_fault(limits[_i].fault);
		ck_assert_int_eq(program.stops, 1);
		end();
	}
END_TEST

START_TEST(an_answer_without_its_last_line_in_time_is_a_fault_too)
	{
		begin_terms((struct rules_process_options){.start_limit = 1000});
		ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_PENDING);
		write_all(program.out, "id name toy\n", 12);
		while (conversation_fault(talk) == NULL)
			conversation_read(talk);
		is_fault(
			"rules process \"toy\": no answer to \"rules\" within 1 ms; a rules program answers every question, and ends each answer with ok or error");
		end();
	}
END_TEST

START_TEST(no_byte_moves_the_deadline)
	{
		begin_told();
		ask(RULES_PLAY, "a", "x", "play x a\n");
		int64_t due = conversation_deadline(talk);
		ck_assert_int_gt(due, now_usec());
		answers("position b\n");
		answers("turn ");
		ck_assert_int_eq(conversation_deadline(talk), due);
		end();
	}
END_TEST

START_TEST(the_usual_limits_hold_where_the_terms_say_none)
	{
		const struct rules_process_calls calls = {program_start, program_stop, &program};
		begin();
		end();
		talk = conversation_create(
			&(struct rules_process_options){.command = "toy"}, &calls);
		for (int i = 0; i < 2; i++) {
			int64_t before = now_usec();
			ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_PENDING);
			int64_t due = conversation_deadline(talk);
			ck_assert(due >= before + 10 * 1000000 && due <= now_usec() + 10 * 1000000);
			answers(DESCRIPTION "ok\n");
		}
		end();
	}
END_TEST

START_TEST(the_time_of_answers_is_added_up)
	{
		begin();
		int64_t before = now_usec();
		ask(RULES_SETUP, NULL, NULL, "rules\n");
		int64_t asked_at = now_usec();
		while (now_usec() == asked_at)
			;
		answers(DESCRIPTION "ok\n");
		int64_t waited = conversation_counts(talk).waited;
		ck_assert(waited >= 1 && waited <= now_usec() - before);
		ask(RULES_SETUP, NULL, NULL, "setup seats 2\n");
		ck_assert_int_eq(conversation_counts(talk).waited, waited);
		answers(START "ok\n");
		ck_assert_int_ge(conversation_counts(talk).waited, waited);
		ck_assert_int_le(conversation_counts(talk).waited, now_usec() - before);
		end();
	}
END_TEST

/* --- the end of the program ------------------------------------------------------------------- */

static const struct ended_row {
	const char *how;
	bool busy; /* it was asked */
	const char *fault;
} endings[] = {
	{"exit status 3", true,
		"rules process \"toy\": it ended (exit status 3) before it answered \"play x a\"; a rules program runs until its input ends"},
	{NULL, true,
		"rules process \"toy\": it ended (it closed its output) before it answered \"play x a\"; a rules program runs until its input ends"},
	{"killed by SIGKILL", false,
		"rules process \"toy\": it ended (killed by SIGKILL); a rules program runs until its input ends"},
};

START_TEST(a_program_that_ends_is_at_fault_and_the_fault_says_how)
	{
		begin_told();
		if (endings[_i].busy)
			ask(RULES_PLAY, "a", "x", "play x a\n");
		program.how = endings[_i].how;
		program_close(&program.out);
		conversation_read(talk);
		is_fault(endings[_i].fault);
		ck_assert(program.ended);
		ck_assert_int_eq(program.stops, 1);
		end();
	}
END_TEST

START_TEST(a_program_whose_input_is_gone_is_read_to_its_end)
	{
		begin_told();
		program.how = "exit status 1";
		program_close(&program.in);
		ck_assert_int_eq(want(RULES_BOARD, "a", NULL), RULES_PROCESS_PENDING);
		program_close(&program.out);
		conversation_read(talk);
		has_fault("it ended (exit status 1) before it answered \"board a\"");
		end();
	}
END_TEST

START_TEST(a_program_that_cannot_be_started_is_at_fault)
	{
		begin();
		program.refusal = "there is no file \"toy\"";
		ck_assert(!conversation_begin(talk));
		is_fault("rules process \"toy\": it cannot be started: there is no file \"toy\"");
		ck_assert_int_eq(program.stops, 0);
		/* A later start is asked for anew. */
		program.refusal = "not yet";
		ck_assert(!conversation_begin(talk));
		is_fault("rules process \"toy\": it cannot be started: not yet");
		end();
	}
END_TEST

static const struct start_row {
	const char *greeting;
	bool gone;
	const char *fault;
} starts[] = {
	{"Welcome!\n", false,
		"rules process \"toy\": wrong answer to \"rules\": \"Welcome!\" is no line of a description; it has id name, id version, seats, param and feature"},
	{NULL, true,
		"rules process \"toy\": it ended (exit status 2) before it answered \"rules\"; a rules program runs until its input ends"},
	{"Welcome!\n", true,
		"rules process \"toy\": wrong answer to \"rules\": \"Welcome!\" is no line of a description; it has id name, id version, seats, param and feature"},
};

START_TEST(what_a_quick_program_does_at_its_start_belongs_to_the_first_question)
	{
		begin();
		program.greeting = starts[_i].greeting;
		program.gone = starts[_i].gone;
		program.how = "exit status 2";
		ck_assert(!conversation_begin(talk));
		is_fault(starts[_i].fault);
		end();
	}
END_TEST

START_TEST(a_program_that_paused_is_started_and_told_the_setup_again)
	{
		begin_told();
		conversation_pause(talk);
		ck_assert_int_eq(program.stops, 1);
		ck_assert(!program.ended);
		conversation_pause(talk);
		ck_assert_int_eq(program.stops, 1);
		/* Known answers stay known. */
		ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_READY);
		ask(RULES_PLAY, "a", "x", "rules\n");
		answers(DESCRIPTION "ok\n");
		ask(RULES_PLAY, "a", "x", "setup seats 2\n");
		answers(START "ok\n");
		ask(RULES_PLAY, "a", "x", "play x a\n");
		conversation_pause(talk);
		ck_assert_int_eq(conversation_deadline(talk), 0);
		ask(RULES_PLAY, "a", "x", "rules\n");
		answers("id name other\nseats 2\nok\n");
		is_fault(
			"rules process \"toy\": wrong answer to \"rules\": the description is another one than before");
		end();
	}
END_TEST

START_TEST(an_answer_that_was_cut_off_by_a_pause_is_forgotten)
	{
		begin_told();
		ask(RULES_PLAY, "a", "x", "play x a\n");
		answers("position b\ntu");
		conversation_pause(talk);
		ask(RULES_PLAY, "a", "x", "rules\n");
		answers(DESCRIPTION "ok\n");
		ask(RULES_PLAY, "a", "x", "setup seats 2\n");
		answers(START "ok\n");
		ask(RULES_PLAY, "a", "x", "play x a\n");
		answers("position c\nturn 1\nlegal y\nok\n");
		has_link(RULES_PLAY, "a", "x", "+c");
		end();
	}
END_TEST

START_TEST(a_forked_process_starts_a_program_of_its_own)
	{
		int status;
		begin_told();
		pid_t child = fork();
		if (child == 0) {
			bool good = want(RULES_SETUP, NULL, NULL) == RULES_PROCESS_READY &&
				    want(RULES_BOARD, "a", NULL) == RULES_PROCESS_PENDING &&
				    program.starts == 2 && program.stops == 1 && !program.ended &&
				    strcmp(asked(), "rules\n") == 0;
			_exit(good ? 0 : 1);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
		/* Its parent goes on with its own. */
		ask(RULES_BOARD, "a", NULL, "board a\n");
		end();
	}
END_TEST

/* --- the program's errors --------------------------------------------------------------------- */

static const struct errors_row {
	const char *written, *said; /* said NULL: nothing */
} errors_rows[] = {
	{"", NULL},
	{"\n\r\n", NULL},
	{"why", "why"},
	{"first\nwhy it is\r\n\n", "why it is"},
	{"first\n\x1b[31mred", "?[31mred"},
};

START_TEST(the_last_line_of_its_errors_is_in_the_fault)
	{
		char text[512];
		begin_told();
		write_all(program.errors, errors_rows[_i].written, strlen(errors_rows[_i].written));
		write_all(program.out, "hello\n", 6);
		conversation_read(talk);
		snprintf(text, sizeof text,
			"rules process \"toy\": it wrote \"hello\" after the answer to \"setup seats 2\"; an answer ends with ok or error%s%s",
			errors_rows[_i].said != NULL ? "; its last words on stderr: " : "",
			errors_rows[_i].said != NULL ? errors_rows[_i].said : "");
		is_fault(text);
		ck_assert_str_eq(conversation_errors(talk), errors_rows[_i].written);
		end();
	}
END_TEST

START_TEST(the_last_2047_bytes_of_its_errors_are_kept)
	{
		char text[3000];
		begin_told();
		for (size_t i = 0; i < sizeof text; i++)
			text[i] = (char)('a' + i % 26);
		write_all(program.errors, text, 2047);
		conversation_read(talk);
		ck_assert_uint_eq(strlen(conversation_errors(talk)), 2047);
		ck_assert_mem_eq(conversation_errors(talk), text, 2047);
		/* One more, and one of the first is gone. */
		write_all(program.errors, text + 2047, 1);
		conversation_read(talk);
		ck_assert_uint_eq(strlen(conversation_errors(talk)), 2047);
		ck_assert_mem_eq(conversation_errors(talk), text + 1, 2047);
		write_all(program.errors, text + 2048, sizeof text - 2048);
		conversation_read(talk);
		ck_assert_mem_eq(conversation_errors(talk), text + sizeof text - 2047, 2047);
		write_all(program.errors, "a\0b", 3);
		conversation_read(talk);
		ck_assert_str_eq(conversation_errors(talk) + 2044, "a?b");
		/* A new start begins without any. */
		conversation_pause(talk);
		ck_assert_uint_eq(strlen(conversation_errors(talk)), 2047);
		ck_assert_int_eq(want(RULES_BOARD, "a", NULL), RULES_PROCESS_PENDING);
		ck_assert_str_eq(conversation_errors(talk), "");
		end();
	}
END_TEST

START_TEST(a_flood_of_errors_is_read_in_parts)
	{
		static char flood[40000];
		begin_told();
		memset(flood, 'e', sizeof flood);
		write_all(program.errors, flood, sizeof flood);
		conversation_read(talk);
		/* 16 KiB were read: the rest still fills the pipe. */
		int left = 0;
		char byte[40000];
		left = (int)read(program.our_errors, byte, sizeof byte);
		ck_assert_int_eq(left, 40000 - 16384);
		end();
	}
END_TEST

START_TEST(descriptors_to_watch_are_those_that_are_open)
	{
		int fds[RULES_PROCESS_DESCRIPTORS] = {-1, -1};
		begin();
		ck_assert_int_eq(conversation_descriptors(talk, fds), 0);
		end();
		begin_told();
		ck_assert_int_eq(conversation_descriptors(talk, fds), 2);
		ck_assert_int_eq(fds[0], program.our_out);
		ck_assert_int_eq(fds[1], program.our_errors);
		program_close(&program.errors);
		conversation_read(talk);
		ck_assert_ptr_null(conversation_fault(talk));
		ck_assert_int_eq(conversation_descriptors(talk, fds), 1);
		ck_assert_int_eq(fds[0], program.our_out);
		answers("hello\n");
		ck_assert_int_eq(conversation_descriptors(talk, fds), 0);
		end();
	}
END_TEST

/* --- waiting ---------------------------------------------------------------------------------- */

START_TEST(having_waits_for_all_answers_that_it_takes)
	{
		static const char *const list[] = {DESCRIPTION "ok\n", START "ok\n",
			"position b\nturn 2\nlegal y\nok\n", DESCRIPTION "ok\n", NULL};
		begin();
		program.answers = list;
		ck_assert(conversation_await(talk, &two, RULES_PLAY, "a", "x"));
		has_link(RULES_PLAY, "a", "x", "+b");
		ck_assert_int_eq(conversation_counts(talk).questions, 3);
		/* A new begin forgets it. */
		program.answers = list + 3;
		ck_assert(conversation_begin(talk));
		ck_assert_ptr_null(conversation_facts(talk, &two, "b"));
		ck_assert_ptr_null(conversation_link(talk, &two, RULES_PLAY, "a", "x"));
		ck_assert_int_eq(program.starts, 2);
		ck_assert_int_eq(program.stops, 1);
		end();
	}
END_TEST

static const struct probe_row {
	const char *answer;
	bool refused;
} probes[] = {
	{"error no\n", true},
	{"error\n", true},
	{"ok\n", false},
	{"anything\nat all\nok\n", false},
};

START_TEST(a_probe_takes_any_answer_and_says_whether_it_was_a_refusal)
	{
		const char *list[] = {
			DESCRIPTION "ok\n", START "ok\n", probes[_i].answer, "error again\n", NULL};
		bool is_refused = !probes[_i].refused;
		begin();
		program.answers = list;
		ck_assert(conversation_probe(talk, &two, "dance", &is_refused));
		ck_assert_int_eq(is_refused, probes[_i].refused);
		ck_assert_int_eq(conversation_counts(talk).questions, 3);
		/* The next one is asked at once. */
		ck_assert(conversation_probe(talk, &two, "sing", &is_refused));
		ck_assert(is_refused);
		ck_assert_int_eq(conversation_counts(talk).questions, 4);
		end();
	}
END_TEST

START_TEST(a_probe_of_a_program_that_ends_is_no_refusal)
	{
		begin();
		program.refusal = "gone";
		bool is_refused = true;
		ck_assert(!conversation_probe(talk, &two, "dance", &is_refused));
		ck_assert(!is_refused);
		has_fault("gone");
		end();
	}
END_TEST

START_TEST(a_position_of_a_fault_is_not_asked)
	{
		begin_told();
		ck_assert_int_eq(want(RULES_BOARD, "", NULL), RULES_PROCESS_FAULT);
		is_fault("rules process \"toy\": a position of a fault was asked again");
		end();
	}
END_TEST

SUITE("rules/process/conversation-program",
	LOOP(a_program_that_does_not_answer_in_time_is_at_fault, sizeof limits / sizeof *limits),
	CASE(an_answer_without_its_last_line_in_time_is_a_fault_too),
	CASE(no_byte_moves_the_deadline), CASE(the_usual_limits_hold_where_the_terms_say_none),
	CASE(the_time_of_answers_is_added_up),
	LOOP(a_program_that_ends_is_at_fault_and_the_fault_says_how,
		sizeof endings / sizeof *endings),
	CASE(a_program_whose_input_is_gone_is_read_to_its_end),
	CASE(a_program_that_cannot_be_started_is_at_fault),
	LOOP(what_a_quick_program_does_at_its_start_belongs_to_the_first_question,
		sizeof starts / sizeof *starts),
	CASE(a_program_that_paused_is_started_and_told_the_setup_again),
	CASE(an_answer_that_was_cut_off_by_a_pause_is_forgotten),
	CASE(a_forked_process_starts_a_program_of_its_own),
	LOOP(the_last_line_of_its_errors_is_in_the_fault, sizeof errors_rows / sizeof *errors_rows),
	CASE(the_last_2047_bytes_of_its_errors_are_kept), CASE(a_flood_of_errors_is_read_in_parts),
	CASE(descriptors_to_watch_are_those_that_are_open),
	CASE(having_waits_for_all_answers_that_it_takes),
	LOOP(a_probe_takes_any_answer_and_says_whether_it_was_a_refusal,
		sizeof probes / sizeof *probes),
	CASE(a_probe_of_a_program_that_ends_is_no_refusal),
	CASE(a_position_of_a_fault_is_not_asked))
