/*
 * conversation.c - the conversation with a rules program: its questions, its answers, and the facts
 * that are known of them.
 */
#include "rules/process/conversation.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/conversation-fixture.h"
#include "tests/lib/suite.h"

/* --- questions and answers -------------------------------------------------------------------- */

START_TEST(the_program_is_started_told_the_setup_and_asked_one_question_at_a_time)
	{
		begin();
		ck_assert(!conversation_is_offline(talk));
		ck_assert_int_eq(program.starts, 0);
		ck_assert_int_eq(conversation_deadline(talk), 0);
		/* There is nothing to read. */
		conversation_read(talk);
		ck_assert_ptr_null(conversation_fault(talk));
		ask(RULES_PLAY, "a", "x", "rules\n");
		/* Meanwhile nothing else is asked. */
		ask(RULES_PLAY, "a", "x", "");
		ask(RULES_POSITION, "b", NULL, "");
		answers(DESCRIPTION "ok\n");
		ck_assert_str_eq(conversation_description_text(talk), DESCRIPTION);
		ck_assert_str_eq(conversation_description(talk)->name, "toy");
		ask(RULES_PLAY, "a", "x", "setup seats 2\n");
		answers(START "ok\n");
		ask(RULES_PLAY, "a", "x", "play x a\n");
		answers("position b\nturn 2\nlegal y\nok\n");
		ck_assert_int_eq(want(RULES_PLAY, "a", "x"), RULES_PROCESS_READY);
		ck_assert_int_eq(want(RULES_POSITION, "b", NULL), RULES_PROCESS_READY);
		has_link(RULES_SETUP, NULL, NULL, "+a");
		has_link(RULES_PLAY, "a", "x", "+b");
		ck_assert_str_eq(asked(), "");
		ck_assert_int_eq(program.starts, 1);
		ck_assert_int_eq(conversation_counts(talk).questions, 3);
		end();
	}
END_TEST

static const struct question_row {
	enum rules_question question;
	const char *at, *text, *line, *answer;
	const char *link; /* NULL: it has none */
} questions[] = {
	{RULES_POSITION, "b c", NULL, "position b c\n", "position b c\nturn 1\nlegal x\nok\n",
		NULL},
	{RULES_POSITION, NULL, "q", "position q\n", "position Q\nturn 1\nlegal x\nok\n", "+Q"},
	{RULES_POSITION, NULL, "r", "position r\n", "error no such cell\n", "-no such cell"},
	{RULES_POSITION, NULL, "s", "position s\n", "error\n", "-no reason"},
	{RULES_PLAY, "b c", "x", "play x b c\n", "position d\nturn 2\nlegal x\nok\n", "+d"},
	{RULES_FORFEIT, "b c", "2", "forfeit 2 b c\n", "position e\nturn 1\nlegal x\nok\n", "+e"},
	{RULES_BOARD, "b c", NULL, "board b c\n", "board 1\nok\n", NULL},
	{RULES_EVALUATE, "b c", NULL, "evaluate b c\n", "value 3 -3\nok\n", NULL},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

START_TEST(each_question_has_its_line_and_its_answer_answers_no_other)
	{
		const struct question_row *row = &questions[_i];
		begin_told();
		ask(row->question, row->at, row->text, row->line);
		ck_assert_int_gt(conversation_deadline(talk), 0);
		for (size_t i = 0; row->answer[i] != '\0'; i++) {
			ck_assert_int_eq(
				want(row->question, row->at, row->text), RULES_PROCESS_PENDING);
			write_all(program.out, row->answer + i, 1);
			conversation_read(talk);
		}
		ck_assert_int_eq(want(row->question, row->at, row->text), RULES_PROCESS_READY);
		ck_assert_int_eq(conversation_deadline(talk), 0);
		if (row->link != NULL)
			has_link(row->question, row->at, row->text, row->link);
		for (int i = 0; i < QUESTIONS; i++) {
			const struct question_row *other = &questions[i];
			if (i == _i)
				continue;
			ask(other->question, other->at, other->text, other->line);
			answers(other->answer);
			ck_assert_int_eq(
				want(other->question, other->at, other->text), RULES_PROCESS_READY);
			/* The same of another setup is not known. */
			ck_assert_int_eq(conversation_request(talk, &three, other->question,
						 other->at, other->text),
				RULES_PROCESS_PENDING);
			ck_assert_str_eq(asked(), "setup seats 3\n");
			answers("position three\nturn 1\nlegal x\nok\n");
			ask(RULES_BOARD, "any", NULL, "setup seats 2\n");
			answers(START "ok\n");
		}
		ck_assert_ptr_null(conversation_fault(talk));
		end();
	}
END_TEST

START_TEST(facts_are_those_of_the_block)
	{
		const struct conversation_facts *facts;
		begin_told();
		ck_assert_ptr_null(conversation_facts(talk, &two, "b"));
		ck_assert_int_eq(conversation_counts(talk).known, 0);
		facts = conversation_facts(talk, &two, "a");
		ck_assert(facts->turn == 1 && facts->count == 3 && facts->in == 3);
		ck_assert_str_eq(facts->text, "");
		ck_assert_mem_eq(facts->text + facts->moves, "x\0y\0z", 6);
		ck_assert_uint_eq(facts->key, conversation_hash("a"));
		ck_assert_int_eq(conversation_counts(talk).known, 1);
		ask(RULES_PLAY, "a", "x", "play x a\n");
		answers("position b\nover\nscores 5 -4\nkey end\nok\n");
		facts = conversation_facts(talk, &two, "b");
		ck_assert(facts->turn == 0 && facts->count == 0 && facts->in == 0);
		ck_assert_str_eq(facts->text, "end");
		ck_assert_uint_eq(facts->key, conversation_hash("end"));
		ck_assert(facts->scores[0] == 5 && facts->scores[1] == -4 && facts->scores[2] == 0);
		ck_assert_int_eq(conversation_counts(talk).known, 2);
		ck_assert_ptr_null(conversation_facts(talk, &three, "b"));
		ck_assert_ptr_null(conversation_board(talk, &two, "b"));
		ck_assert_ptr_null(conversation_values(talk, &two, "b"));
		ck_assert_ptr_null(conversation_link(talk, &two, RULES_BOARD, "b", NULL));
		ck_assert_ptr_null(conversation_link(talk, &two, RULES_PLAY, "a", "y"));
		ck_assert_ptr_null(conversation_link(talk, &two, RULES_FORFEIT, "a", "x"));
		end();
	}
END_TEST

START_TEST(the_hash_of_a_text_is_that_of_all_its_bytes)
	{
		static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz";
		char text[27], other[27];
		for (size_t length = 0; length < sizeof alphabet; length++) {
			snprintf(text, sizeof text, "%.*s", (int)length, alphabet);
			ck_assert_uint_eq(conversation_hash(text), conversation_hash(text));
			for (size_t k = 0; k < length; k++) {
				memcpy(other, text, sizeof text);
				other[k] = '!';
				ck_assert_uint_ne(
					conversation_hash(text), conversation_hash(other));
				snprintf(other, sizeof other, "%.*s", (int)k, alphabet);
				ck_assert_uint_ne(
					conversation_hash(text), conversation_hash(other));
			}
		}
	}
END_TEST

/* --- boards and values ------------------------------------------------------------------------ */

START_TEST(a_board_is_its_lines)
	{
		begin_told();
		ask(RULES_BOARD, "a", NULL, "board a\n");
		answers("board x o\nboard\nboard  .\nok\n");
		ck_assert_int_eq(want(RULES_BOARD, "a", NULL), RULES_PROCESS_READY);
		ck_assert_str_eq(conversation_board(talk, &two, "a"), "x o\n\n .\n");
		/* The next one begins empty. */
		ask(RULES_BOARD, "b", NULL, "board b\n");
		answers("board y\nok\n");
		ck_assert_str_eq(conversation_board(talk, &two, "b"), "y\n");
		ask(RULES_EVALUATE, "a", NULL, "evaluate a\n");
		answers("value 12 -12\nok\n");
		ck_assert_int_eq(conversation_values(talk, &two, "a")[0], 12);
		ck_assert_int_eq(conversation_values(talk, &two, "a")[1], -12);
		ask(RULES_EVALUATE, "b", NULL, "evaluate b\n");
		answers("value 1 -1\nok\n");
		ck_assert_int_eq(conversation_values(talk, &two, "b")[0], 1);
		end();
	}
END_TEST

START_TEST(a_board_has_at_most_4095_bytes)
	{
		char text[BOARD_TEXT + 16];
		for (int more = 0; more < 2; more++) {
			begin_told();
			ask(RULES_BOARD, "a", NULL, "board a\n");
			/* Two lines, with the LF of each. */
			snprintf(text, sizeof text, "board %.*s", BOARD_TEXT, "1234567");
			answers(text);
			answers("\n");
			int left = BOARD_TEXT - 1 - 8 - 1 + more;
			memcpy(text, "board ", 6);
			memset(text + 6, 'x', (size_t)left);
			strcpy(text + 6 + left, "\n");
			answers(text);
			if (more == 0) {
				answers("ok\n");
				ck_assert_uint_eq(strlen(conversation_board(talk, &two, "a")),
					BOARD_TEXT - 1);
			} else {
				has_fault("the board has more than 4095 bytes");
			}
			end();
		}
	}
END_TEST

/* --- answers that are refused ----------------------------------------------------------------- */

static const struct refused_row {
	enum rules_question question;
	const char *at, *text, *answer, *fault;
} refused[] = {
	{RULES_PLAY, "a", "x", "hello\nok\n",
		"rules process \"toy\": wrong answer to \"play x a\": \"hello\" is no line of a position"},
	{RULES_PLAY, "a", "x", "position b\nok\n",
		"wrong answer to \"play x a\": there is no line \"turn SEAT\" or \"over\""},
	{RULES_PLAY, "a", "x", "position b\nturn 3\nlegal x\nok\n",
		"names no seat of the game, 1 to 2"},
	{RULES_PLAY, "a", "x", "error\n", "wrong answer to \"play x a\": it refuses: no reason"},
	{RULES_PLAY, "a", "x", "error no, never\n", "it refuses: no, never"},
	{RULES_PLAY, "a", "x", "errors\n", "\"errors\" is no line of a position"},
	{RULES_PLAY, "a", "x", "okay\n", "\"okay\" is no line of a position"},
	{RULES_FORFEIT, "a", "1", "error no\n", "wrong answer to \"forfeit 1 a\": it refuses: no"},
	{RULES_BOARD, "a", NULL, "error no\n", "wrong answer to \"board a\": it refuses: no"},
	{RULES_EVALUATE, "a", NULL, "error no\n", "wrong answer to \"evaluate a\": it refuses: no"},
	{RULES_POSITION, "b", NULL, "error no\n", "wrong answer to \"position b\": it refuses: no"},
	{RULES_POSITION, "b", NULL, "position c\nturn 1\nlegal x\nok\n",
		"the position \"b\" reads back as \"c\"; a text that the program wrote stays as it is"},
	{RULES_BOARD, "a", NULL, "ok\n", "there is no line \"board TEXT\""},
	{RULES_BOARD, "a", NULL, "boards\nok\n", "\"boards\" is no line \"board TEXT\""},
	{RULES_BOARD, "a", NULL, "board \x1b[2J\nok\n", "without control characters"},
	{RULES_EVALUATE, "a", NULL, "ok\n", "there is no line \"value\""},
	{RULES_EVALUATE, "a", NULL, "value 1 -1\nvalue 1 -1\nok\n",
		"there are two lines \"value\""},
	{RULES_EVALUATE, "a", NULL, "value 1 1\nok\n", "does not add up to 0"},
	{RULES_PLAY, "a", "x", "position b\nturn 2\nlegal x\nok\nhello\r\nyou\n",
		"it wrote \"hello\" after the answer to \"play x a\"; an answer ends with ok or error"},
};

START_TEST(a_wrong_answer_is_a_fault_that_names_the_question)
	{
		const struct refused_row *row = &refused[_i];
		begin_told();
		ck_assert_int_eq(want(row->question, row->at, row->text), RULES_PROCESS_PENDING);
		answers(row->answer);
		has_fault(row->fault);
		ck_assert_int_eq(program.stops, 1);
		ck_assert(!program.ended);
		/* It stays, and nothing is known or asked any more. */
		ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_FAULT);
		ck_assert_int_eq(program.starts, 1);
		ck_assert_ptr_null(conversation_facts(talk, &two, "a"));
		ck_assert_int_eq(conversation_deadline(talk), 0);
		conversation_read(talk);
		end();
		ck_assert_int_eq(program.stops, 1);
	}
END_TEST

static const struct differing_row {
	const char *first, *second, *what; /* NULL: it is the same */
} differing[] = {
	{"turn 1\nlegal x y\n", "turn 1\nlegal x y\n", NULL},
	{"turn 1\nlegal x y\n", "turn 1\nkey b\nlegal x y\n", NULL},
	{"turn 1\nlegal x y\n", "turn 2\nlegal x y\n", "another turn"},
	{"turn 1\nlegal x y\n", "turn 1\nlegal y x\n", "the same moves in another order"},
	{"turn 1\nlegal x y z\n", "turn 1\nlegal z x y\n", "the same moves in another order"},
	{"turn 1\nlegal x y\n", "turn 1\nlegal x z\n", "other legal moves"},
	{"turn 1\nlegal x y\n", "turn 1\nlegal x\n", "other legal moves"},
	{"turn 1\nlegal xy\n", "turn 1\nlegal x y\n", "other legal moves"},
	{"turn 1\nlegal x\nkey k\n", "turn 1\nlegal x\nkey l\n", "another key"},
	{"turn 1\nlegal x\nkey k\n", "turn 1\nlegal x\nkey kk\n", "another key"},
	{"over\nscores 1 2\n", "over\nscores 1 3\n", "another result"},
	{"turn 1\nlegal x\n", "over\nscores 1 2\n", "another turn"},
};

START_TEST(two_answers_about_one_position_are_the_same)
	{
		const struct differing_row *row = &differing[_i];
		char text[256];
		begin_told();
		ask(RULES_PLAY, "a", "x", "play x a\n");
		snprintf(text, sizeof text, "position b\n%sok\n", row->first);
		answers(text);
		ask(RULES_PLAY, "a", "y", "play y a\n");
		snprintf(text, sizeof text, "position b\n%sok\n", row->second);
		answers(text);
		if (row->what == NULL) {
			ck_assert_int_eq(want(RULES_PLAY, "a", "y"), RULES_PROCESS_READY);
		} else {
			snprintf(text, sizeof text,
				"rules process \"toy\": wrong answer to \"play y a\": \"b\" had %s in an earlier answer",
				row->what);
			is_fault(text);
		}
		end();
	}
END_TEST

START_TEST(two_answers_about_one_position_name_the_same_seats_that_are_in)
	{
		begin_told();
		ck_assert_int_eq(conversation_request(talk, &three, RULES_SETUP, NULL, NULL),
			RULES_PROCESS_PENDING);
		answers("position a\nturn 1\nlegal x\nin 1 2\nok\n");
		ck_assert_int_eq(conversation_request(talk, &three, RULES_PLAY, "a", "x"),
			RULES_PROCESS_PENDING);
		answers("position a\nturn 1\nlegal x\nin 1 3\nok\n");
		has_fault("\"a\" had other seats that are in in an earlier answer");
		end();
	}
END_TEST

START_TEST(a_setup_that_is_refused_is_a_fault_only_where_it_is_asked_beside_clocks)
	{
		for (int lazy = 0; lazy < 2; lazy++) {
			begin_terms((struct rules_process_options){.lazy = lazy == 1});
			ask(RULES_SETUP, NULL, NULL, "rules\n");
			answers(DESCRIPTION "ok\n");
			ask(RULES_SETUP, NULL, NULL, "setup seats 2\n");
			answers("error two are too few\n");
			if (lazy == 0) {
				has_link(RULES_SETUP, NULL, NULL, "-two are too few");
				ck_assert_int_eq(
					want(RULES_SETUP, NULL, NULL), RULES_PROCESS_READY);
				/* It was not told this setup. */
				ask(RULES_BOARD, "a", NULL, "setup seats 2\n");
			} else {
				is_fault(
					"rules process \"toy\": wrong answer to \"setup seats 2\": it refuses: two are too few");
			}
			end();
		}
	}
END_TEST

/* --- lines ------------------------------------------------------------------------------------ */

/* Writes a text that is larger than a pipe, while the conversation reads. */
static void answers_much(const char *text, size_t length)
{
	for (size_t at = 0; at < length && conversation_fault(talk) == NULL;) {
		size_t part = length - at < 4096 ? length - at : 4096;
		write_all(program.out, text + at, part);
		conversation_read(talk);
		at += part;
	}
}

START_TEST(a_line_has_at_most_65535_bytes)
	{
		static char line[RULES_PROCESS_LINE + 2];
		for (size_t more = 0; more < 2; more++) {
			size_t length = RULES_PROCESS_LINE - 1 + more;
			begin_told();
			ask(RULES_PLAY, "a", "x", "play x a\n");
			memset(line, 'x', length);
			line[length] = '\n';
			answers_much(line, length + 1);
			if (more == 0)
				has_fault("is no line of a position");
			else
				is_fault(
					"rules process \"toy\": a line of more than 65535 bytes in the answer to \"play x a\"; a line is shorter");
			end();
		}
	}
END_TEST

START_TEST(an_answer_has_at_most_131072_bytes)
	{
		static const char feature[] = "feature board\n", head[] = "id name toy\nseats 2\n";
		static char text[LARGE];
		for (size_t more = 0; more < 2; more++) {
			size_t used = (size_t)sprintf(text, "%s", head), tail = strlen("ok\n");
			size_t length = 131072 + more;
			while (used + 2 * strlen(feature) + tail <= length)
				used += (size_t)sprintf(text + used, "%s", feature);
			/* The last line has as many blanks as are left. */
			used += (size_t)sprintf(text + used, "feature %*s\n",
				(int)(length - used - tail - strlen("feature \n")), "board");
			used += (size_t)sprintf(text + used, "ok\n");
			ck_assert_uint_eq(used, length);
			begin();
			ask(RULES_SETUP, NULL, NULL, "rules\n");
			answers_much(text, length);
			if (more == 0)
				ck_assert_ptr_null(conversation_fault(talk));
			else
				is_fault(
					"rules process \"toy\": more than 131072 bytes in the answer to \"rules\"; an answer is shorter");
			end();
		}
	}
END_TEST

START_TEST(bytes_of_each_answer_are_counted_anew)
	{
		char line[BOARD_TEXT], at[16], question[32];
		begin_told();
		memcpy(line, "board ", 6);
		memset(line + 6, 'x', sizeof line - 6);
		strcpy(line + sizeof line - 5, "\nok\n");
		for (int i = 0; i < 40; i++) {
			snprintf(at, sizeof at, "b%d", i);
			snprintf(question, sizeof question, "board b%d\n", i);
			ask(RULES_BOARD, at, NULL, question);
			answers(line);
			ck_assert_int_eq(want(RULES_BOARD, at, NULL), RULES_PROCESS_READY);
		}
		end();
	}
END_TEST

START_TEST(what_is_there_before_the_question_is_no_answer_to_it)
	{
		begin_told();
		write_all(program.out, "board 1\nok\n", 11);
		ck_assert_int_eq(want(RULES_BOARD, "a", NULL), RULES_PROCESS_FAULT);
		is_fault(
			"rules process \"toy\": it wrote \"board 1\" after the answer to \"setup seats 2\"; an answer ends with ok or error");
		ck_assert_str_eq(asked(), "");
		end();
	}
END_TEST

START_TEST(a_question_is_sent_as_the_program_takes_it)
	{
		static char filler[LARGE], rest[LARGE];
		char at[POSITION_TEXT];
		begin_told();
		memset(filler, '-', sizeof filler);
		ssize_t full = write(program.our_in, filler, sizeof filler);
		ck_assert_int_gt(full, 0);
		memset(at, 'p', sizeof at);
		at[sizeof at - 1] = '\0';
		ck_assert_int_eq(want(RULES_BOARD, at, NULL), RULES_PROCESS_PENDING);
		size_t got = 0;
		for (;;) {
			ssize_t n = read(program.in, rest + got, 700);
			if (n > 0)
				got += (size_t)n;
			conversation_read(talk);
			if (n <= 0)
				break;
		}
		ck_assert_int_eq(
			(ssize_t)got, full + (ssize_t)strlen("board ") + (ssize_t)strlen(at) + 1);
		ck_assert_mem_eq(rest + full, "board ppp", 9);
		ck_assert_int_eq(rest[got - 1], '\n');
		answers("board 1\nok\n");
		ck_assert_int_eq(want(RULES_BOARD, at, NULL), RULES_PROCESS_READY);
		end();
	}
END_TEST

/* --- what others know while a question is under way ------------------------------------------- */

/* Of several games in play, one waits for its answer while the record of another is written. */
START_TEST(a_block_is_written_while_another_answer_is_read)
	{
		static char text[RULES_PROCESS_BLOCK];
		static const char answer[] = "position b\nturn 2\nlegal d7 e7\nkey k\nok\n";
		for (size_t cut = 0; cut <= strlen(answer); cut++) {
			begin_told();
			ask(RULES_PLAY, "a", "x", "play x a\n");
			write_all(program.out, answer, cut);
			conversation_read(talk);
			conversation_write(
				talk, &two, "a", conversation_facts(talk, &two, "a"), text);
			ck_assert_str_eq(text, "position a\nturn 1\nlegal x y z\nscores 0 0\n");
			write_all(program.out, answer + cut, strlen(answer) - cut);
			conversation_read(talk);
			ck_assert_ptr_null(conversation_fault(talk));
			has_link(RULES_PLAY, "a", "x", "+b");
			conversation_write(
				talk, &two, "b", conversation_facts(talk, &two, "b"), text);
			ck_assert_str_eq(
				text, "position b\nturn 2\nlegal d7 e7\nscores 0 0\nkey k\n");
			end();
		}
	}
END_TEST

START_TEST(a_lesson_is_learned_while_another_answer_is_read)
	{
		static const char answer[] = "position b\nturn 2\nlegal d7 e7\nkey k\nok\n";
		char text[POSITION_TEXT];
		struct error err;
		for (size_t cut = 0; cut <= strlen(answer); cut++) {
			begin_told();
			ask(RULES_PLAY, "a", "x", "play x a\n");
			write_all(program.out, answer, cut);
			conversation_read(talk);
			ck_assert(!conversation_restore(talk, &three, RULES_PLAY, "a", "y",
				"position d\nturn 3\nlegal", text, &err));
			ck_assert(conversation_restore(talk, &three, RULES_PLAY, "a", "y",
				"position c\nturn 3\nlegal x\n", text, &err));
			ck_assert_str_eq(text, "c");
			write_all(program.out, answer + cut, strlen(answer) - cut);
			conversation_read(talk);
			ck_assert_ptr_null(conversation_fault(talk));
			has_link(RULES_PLAY, "a", "x", "+b");
			const struct conversation_facts *facts =
				conversation_facts(talk, &two, "b");
			ck_assert(facts->turn == 2 && facts->count == 2);
			ck_assert_int_eq(conversation_facts(talk, &three, "c")->turn, 3);
			end();
		}
	}
END_TEST

/* --- without a program ------------------------------------------------------------------------ */

static void begin_offline(void)
{
	struct error err;
	talk = conversation_create(&(struct rules_process_options){.command = "as stored"}, NULL);
	program.our_in = -1;
	ck_assert(conversation_is_offline(talk));
	ck_assert_msg(conversation_describe(talk, DESCRIPTION, &err), "%s", err.text);
	ck_assert_str_eq(conversation_description_text(talk), DESCRIPTION);
}

static bool learn(enum rules_question question, const char *at, const char *word, const char *block,
	char text[POSITION_TEXT], struct error *err)
{
	return conversation_restore(talk, &two, question, at, word, block, text, err);
}

START_TEST(what_was_learned_is_known_and_nothing_else)
	{
		char text[POSITION_TEXT];
		struct error err;
		begin_offline();
		ck_assert(learn(
			RULES_SETUP, NULL, NULL, "position a\nturn 1\nlegal x\n", text, &err));
		ck_assert_str_eq(text, "a");
		ck_assert(learn(RULES_PLAY, "a", "x", "position b\nturn 2\nlegal y", text, &err));
		ck_assert_str_eq(text, "b");
		ck_assert(learn(
			RULES_FORFEIT, "a", "2", "position c\nover\nscores 1 0\n", text, &err));
		ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_READY);
		ck_assert_int_eq(want(RULES_PLAY, "a", "x"), RULES_PROCESS_READY);
		ck_assert_int_eq(want(RULES_FORFEIT, "a", "2"), RULES_PROCESS_READY);
		has_link(RULES_SETUP, NULL, NULL, "+a");
		has_link(RULES_PLAY, "a", "x", "+b");
		has_link(RULES_FORFEIT, "a", "2", "+c");
		ck_assert_int_eq(want(RULES_POSITION, "c", NULL), RULES_PROCESS_READY);
		ck_assert_int_eq(want(RULES_POSITION, NULL, "c"), RULES_PROCESS_READY);
		ck_assert_int_eq(want(RULES_POSITION, "d", NULL), RULES_PROCESS_FAULT);
		is_fault("rules process \"as stored\": nothing is stored about \"d\"");
		end();
		begin_offline();
		ck_assert_int_eq(want(RULES_POSITION, NULL, "e"), RULES_PROCESS_FAULT);
		is_fault("rules process \"as stored\": nothing is stored about \"e\"");
		end();
		begin_offline();
		ck_assert_int_eq(want(RULES_SETUP, NULL, NULL), RULES_PROCESS_FAULT);
		is_fault("rules process \"as stored\": nothing is stored about \"the start\"");
		end();
	}
END_TEST

static const struct learn_row {
	const char *word, *block, *why; /* why NULL: it is learned */
} lessons[] = {
	{"x", "position b\nturn 2\nlegal y\n", NULL},
	{"x", "position c\nturn 2\nlegal y\n",
		"it leads to \"c\", and in an earlier answer it led to \"b\""},
	{"x", "position b\nturn 1\nlegal y\n", "\"b\" had another turn in an earlier answer"},
	{"x y", "position b\nturn 2\nlegal y\n", "the move \"x y\" has a blank"},
	{"12345678901234567890123456789012", "position b\nturn 2\nlegal y\n",
		"has 32 bytes; a move has 1 to 31"},
	{"z", "position b\nturn\n", "names no seat of the game"},
	{"z", "position b\n", "there is no line \"turn SEAT\""},
	{"z", "hello\n", "is no line of a position"},
	{"z", "position b\nturn 3\nlegal y\n", "names no seat of the game, 1 to 2"},
};

START_TEST(a_lesson_that_is_wrong_or_contradicts_is_refused)
	{
		const struct learn_row *row = &lessons[_i];
		char text[POSITION_TEXT];
		struct error err;
		begin_offline();
		ck_assert(learn(
			RULES_SETUP, NULL, NULL, "position a\nturn 1\nlegal x z\n", text, &err));
		ck_assert(learn(RULES_PLAY, "a", "x", "position b\nturn 2\nlegal y\n", text, &err));
		ck_assert_int_eq(learn(RULES_PLAY, "a", row->word, row->block, text, &err),
			row->why == NULL);
		if (row->why != NULL) {
			ck_assert_msg(strstr(err.text, row->why) != NULL, "%s", err.text);
			ck_assert_ptr_null(conversation_link(talk, &two, RULES_PLAY, "a", "z"));
		}
		/* It is no fault of the rules. */
		ck_assert_ptr_null(conversation_fault(talk));
		has_link(RULES_PLAY, "a", "x", "+b");
		end();
	}
END_TEST

START_TEST(a_line_of_a_lesson_has_at_most_65535_bytes)
	{
		static char block[RULES_PROCESS_LINE + 16];
		char text[POSITION_TEXT];
		struct error err;
		for (size_t more = 0; more < 2; more++) {
			begin_offline();
			memset(block, 'x', 65535 + more);
			strcpy(block + 65535 + more, "\n");
			ck_assert(!learn(RULES_SETUP, NULL, NULL, block, text, &err));
			ck_assert_msg(
				strstr(err.text, more == 0 ? "is no line of a position"
							   : "a line has more than 65535 bytes") !=
					NULL,
				"%s", err.text);
			end();
		}
	}
END_TEST

START_TEST(a_description_that_is_wrong_is_refused)
	{
		struct error err;
		talk = conversation_create(&(struct rules_process_options){.command = "x"}, NULL);
		ck_assert(!conversation_describe(talk, "id name toy\n", &err));
		ck_assert_str_eq(err.text, "the description has no line \"seats N\"");
		ck_assert_str_eq(conversation_description_text(talk), "");
		ck_assert(!conversation_describe(talk, "hello\nid name toy\nseats 2\n", &err));
		ck_assert(conversation_describe(talk, "id name toy\nseats 2\n", &err));
		ck_assert(!conversation_describe(
			talk, "id name toy\nseats 2\nfeature board\n", &err));
		ck_assert_str_eq(err.text, "the description is another one than before");
		ck_assert_str_eq(conversation_description_text(talk), "id name toy\nseats 2\n");
		conversation_free(talk);
		conversation_free(NULL);
	}
END_TEST

/* A block of every kind is written as it was learned. */
static const char *const written[] = {
	"position a\nturn 2\nlegal x\nscores 0 0\n",
	"position a\nturn 1\nlegal x y zz\nscores 4 -9\nkey the key\n",
	"position a\nover\nscores 1 2\n",
	"position a\nover\nscores -1000000000 1000000000\nkey k\n",
};

START_TEST(a_block_is_written_as_it_was_learned)
	{
		static char text[RULES_PROCESS_BLOCK];
		char at[POSITION_TEXT];
		struct error err;
		begin_offline();
		ck_assert_msg(
			learn(RULES_SETUP, NULL, NULL, written[_i], at, &err), "%s", err.text);
		conversation_write(talk, &two, "a", conversation_facts(talk, &two, "a"), text);
		ck_assert_str_eq(text, written[_i]);
		end();
	}
END_TEST

START_TEST(the_seats_that_are_in_are_written)
	{
		static char text[RULES_PROCESS_BLOCK];
		static const char block[] = "position a\nturn 3\nlegal x\nin 1 3\nscores 1 2 3\n";
		char at[POSITION_TEXT];
		struct error err;
		begin_offline();
		ck_assert(conversation_restore(
			talk, &three, RULES_SETUP, NULL, NULL, block, at, &err));
		conversation_write(talk, &three, "a", conversation_facts(talk, &three, "a"), text);
		ck_assert_str_eq(text, block);
		end();
	}
END_TEST

START_TEST(an_answer_that_went_from_the_cache_is_asked_again)
	{
		static char block[RULES_PROCESS_BLOCK];
		char at[POSITION_TEXT];
		struct error err;
		begin_terms((struct rules_process_options){.memory = 1});
		ask(RULES_SETUP, NULL, NULL, "rules\n");
		answers(DESCRIPTION "ok\n");
		ask(RULES_SETUP, NULL, NULL, "setup seats 2\n");
		answers(START "ok\n");
		/* Forty blocks of 50 kB are more than the megabyte that it has at least. */
		for (int i = 0; i < 40; i++) {
			size_t used = (size_t)sprintf(block, "position p%d\nturn 1\nlegal", i);
			for (int k = 0; k < 2000; k++)
				used += (size_t)sprintf(
					block + used, " move-%d-of-position-%d", k, i);
			ck_assert_msg(learn(RULES_FORFEIT, "q", "1",
					      "position z\nturn 1\nlegal a\n", at, &err),
				"%s", err.text);
			snprintf(at, sizeof at, "m%d", i);
			ck_assert(learn(RULES_PLAY, "q", at, block, at, &err));
			has_link(RULES_FORFEIT, "q", "1", "+z");
		}
		ck_assert_ptr_null(conversation_facts(talk, &two, "a"));
		/* Its link is known, and its block is not. */
		ck_assert_int_eq(want(RULES_FORFEIT, "q", "1"), RULES_PROCESS_READY);
		ask(RULES_SETUP, NULL, NULL, "setup seats 2\n");
		end();
	}
END_TEST

SUITE("rules/process/conversation",
	CASE(the_program_is_started_told_the_setup_and_asked_one_question_at_a_time),
	LOOP(each_question_has_its_line_and_its_answer_answers_no_other, QUESTIONS),
	CASE(facts_are_those_of_the_block), CASE(the_hash_of_a_text_is_that_of_all_its_bytes),
	CASE(a_board_is_its_lines), CASE(a_board_has_at_most_4095_bytes),
	LOOP(a_wrong_answer_is_a_fault_that_names_the_question, sizeof refused / sizeof *refused),
	LOOP(two_answers_about_one_position_are_the_same, sizeof differing / sizeof *differing),
	CASE(two_answers_about_one_position_name_the_same_seats_that_are_in),
	CASE(a_setup_that_is_refused_is_a_fault_only_where_it_is_asked_beside_clocks),
	CASE(a_line_has_at_most_65535_bytes), CASE(an_answer_has_at_most_131072_bytes),
	CASE(bytes_of_each_answer_are_counted_anew),
	CASE(what_is_there_before_the_question_is_no_answer_to_it),
	CASE(a_question_is_sent_as_the_program_takes_it),
	CASE(a_block_is_written_while_another_answer_is_read),
	CASE(a_lesson_is_learned_while_another_answer_is_read),
	CASE(what_was_learned_is_known_and_nothing_else),
	LOOP(a_lesson_that_is_wrong_or_contradicts_is_refused, sizeof lessons / sizeof *lessons),
	CASE(a_line_of_a_lesson_has_at_most_65535_bytes),
	CASE(a_description_that_is_wrong_is_refused),
	LOOP(a_block_is_written_as_it_was_learned, sizeof written / sizeof *written),
	CASE(the_seats_that_are_in_are_written),
	CASE(an_answer_that_went_from_the_cache_is_asked_again))
