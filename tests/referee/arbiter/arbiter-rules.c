/*
 * arbiter-rules.c - the programs of an arbiter's rules, and the games that share them. The program
 * is check-rules.sh, a game of as many moves as its parameter says.
 */
#include "referee/arbiter/arbiter-rules.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "referee/sandbox/sandbox.h"
#include "tests/lib/suite.h"

enum { GAMES = 6 };

static struct event_base *base;
static struct arbiter_config config;
static struct arbiter_rules all;
static struct arbiter_rules_game games[GAMES];
static int told[GAMES];
static char flaw[16];

static void on_changed(void *owner, struct arbiter_rules_game *game)
{
	ck_assert_ptr_eq(owner, told);
	told[game - games]++;
}

/* Opens rules that are this program; mistake NULL: they are none. */
static void begin(const char *mistake)
{
	static char shell[] = "/bin/sh", file[] = "check-rules.sh";
	static char *argv[4] = {shell, file, flaw};
	snprintf(flaw, sizeof flaw, "%s", mistake != NULL ? mistake : "");
	memset(games, 0, sizeof games);
	memset(told, 0, sizeof told);
	config = (struct arbiter_config){.terms.sandbox = SANDBOX_NONE, .rules = rules_find("nim")};
	config.rules_program.resources = sandbox_limits_usual;
	config.rules_program.dir = "tests/referee/commands/check";
	if (mistake != NULL)
		config.rules_program.argv = argv;
	signal(SIGPIPE, SIG_IGN);
	sandbox_prepare();
	base = event_base_new();
	ck_assert(arbiter_rules_open(&all, &config, base, on_changed, told));
	ck_assert_msg(
		mistake == NULL || strcmp(flaw, "nothing") == 0 || all.programs[0]->rules != NULL,
		"%s", all.programs[0]->why.text);
}

static void end(void)
{
	for (int i = 0; i < GAMES; i++)
		arbiter_rules_end(&games[i]);
	arbiter_rules_close(&all);
	event_base_free(base);
}

/* Game i begins, and has its setup. */
static void join(int i)
{
	struct error err;
	const char *setting = "size=9";
	arbiter_rules_begin(&all, &games[i]);
	struct arbiter_program *p = games[i].program;
	if (p->rules != NULL && p->setup.rules == NULL)
		ck_assert_msg(
			setup_init(&p->setup, p->rules, 2, 1, &setting, 1, &err), "%s", err.text);
}

static enum rules_process_state want(
	int i, enum rules_question question, const struct position *p, const char *text)
{
	return arbiter_rules_want(&games[i], &games[i].program->setup, question, p, text);
}

/* Waits until it is known, or at fault. */
static enum rules_process_state have(
	int i, enum rules_question question, const struct position *p, const char *text)
{
	enum rules_process_state state;
	while ((state = want(i, question, p, text)) == RULES_PROCESS_PENDING)
		for (told[i] = 0; told[i] == 0;)
			ck_assert_int_ge(event_base_loop(base, EVLOOP_ONCE), 0);
	return state;
}

static void play(int i, struct position *p)
{
	move m;
	const struct setup *s = &games[i].program->setup;
	ck_assert(rules_read_move(s, p, "go", &m));
	s->rules->play(s, p, m);
}

/* The start of game i, and with it all that leads there. */
static struct position start(int i)
{
	struct position p;
	const struct setup *s = &games[i].program->setup;
	ck_assert_int_eq(have(i, RULES_SETUP, NULL, NULL), RULES_PROCESS_READY);
	s->rules->start(s, &p);
	return p;
}

static void is_at(int i, const struct position *p, const char *text)
{
	char written[POSITION_TEXT];
	games[i].program->rules->write(&games[i].program->setup, p, written);
	ck_assert_str_eq(written, text);
}

/* --- tests ------------------------------------------------------------------------------------ */

START_TEST(rules_that_are_no_program_answer_at_once)
	{
		struct position p;
		begin(NULL);
		arbiter_rules_begin(&all, &games[0]);
		arbiter_rules_begin(&all, &games[1]);
		ck_assert_ptr_eq(games[0].program, games[1].program);
		ck_assert_ptr_eq(games[0].program->rules, rules_find("nim"));
		ck_assert_int_eq(want(0, RULES_PLAY, &p, "a1"), RULES_PROCESS_READY);
		ck_assert_ptr_null(arbiter_rules_fault(&games[0]));
		arbiter_rules_notify_games(&games[0]);
		ck_assert_int_eq(told[0], 0);
		end();
	}
END_TEST

START_TEST(there_are_as_many_programs_as_processors)
	{
		cpu_set_t mine, one;
		ck_assert_int_eq(sched_getaffinity(0, sizeof mine, &mine), 0);
		begin("good");
		ck_assert_int_eq(all.most, CPU_COUNT(&mine));
		end();
		CPU_ZERO(&one);
		for (int cpu = 0; CPU_COUNT(&one) == 0; cpu++)
			if (CPU_ISSET(cpu, &mine))
				CPU_SET(cpu, &one);
		ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
		begin("good");
		ck_assert_int_eq(all.most, 1);
		ck_assert_uint_eq(all.memory, RULES_PROCESS_MEMORY);
		end();
		ck_assert_int_eq(sched_setaffinity(0, sizeof mine, &mine), 0);
	}
END_TEST

START_TEST(games_are_shared_among_programs_and_no_program_is_without_a_game)
	{
		static const int counts[GAMES] = {1, 2, 3, 3, 3, 3};
		begin("good");
		all.most = 3;
		for (int i = 0; i < GAMES; i++) {
			join(i);
			ck_assert_int_eq(all.count, counts[i]);
			int least = GAMES, largest = 0;
			for (int k = 0; k < all.count; k++) {
				int playing = all.programs[k]->playing;
				least = playing < least ? playing : least;
				largest = playing > largest ? playing : largest;
			}
			ck_assert_int_ge(least, 1);
			ck_assert_int_le(largest - least, 1);
		}
		/* A place that became free is taken. */
		struct arbiter_program *freed = games[4].program;
		arbiter_rules_end(&games[4]);
		arbiter_rules_end(&games[4]);
		ck_assert_int_eq(freed->playing, 1);
		join(4);
		ck_assert_ptr_eq(games[4].program, freed);
		for (int i = 0; i < GAMES; i++) {
			struct position p = start(i);
			is_at(i, &p, "0");
		}
		/* Each has a setup and answers of its own. */
		ck_assert_ptr_ne(games[0].program->rules, games[1].program->rules);
		ck_assert_ptr_eq(games[1].program->setup.rules, games[1].program->rules);
		end();
	}
END_TEST

START_TEST(a_game_waits_beside_the_loop_and_is_told_once)
	{
		begin("good");
		all.most = 1;
		join(0);
		join(1);
		struct position p = start(0);
		int before = told[1];
		ck_assert_int_eq(have(0, RULES_PLAY, &p, "go"), RULES_PROCESS_READY);
		play(0, &p);
		is_at(0, &p, "1");
		/* The other one asked nothing. */
		ck_assert_int_eq(told[1], before);
		ck_assert(!games[0].asking && !games[1].asking);
		end();
	}
END_TEST

START_TEST(a_game_whose_answer_another_one_took_in_is_told_when_that_settles)
	{
		begin("good");
		all.most = 1;
		join(0);
		join(1);
		struct position p = start(0), q = p;
		ck_assert_int_eq(want(0, RULES_PLAY, &p, "go"), RULES_PROCESS_PENDING);
		/* Here the program is asked without the loop. */
		play(1, &q);
		play(1, &q);
		is_at(1, &q, "2");
		told[0] = told[1] = 0;
		arbiter_rules_notify_games(&games[1]);
		ck_assert_int_eq(told[0], 1);
		ck_assert_int_eq(told[1], 0);
		ck_assert_int_eq(want(0, RULES_PLAY, &p, "go"), RULES_PROCESS_READY);
		/* While a question is under way there is nothing to tell. */
		ck_assert_int_eq(want(0, RULES_PLAY, &q, "go"), RULES_PROCESS_PENDING);
		told[0] = 0;
		arbiter_rules_notify_games(&games[1]);
		ck_assert_int_eq(told[0], 0);
		ck_assert_int_eq(have(0, RULES_PLAY, &q, "go"), RULES_PROCESS_READY);
		end();
	}
END_TEST

START_TEST(a_fault_is_that_of_all_games_of_its_program_and_of_no_other)
	{
		struct position p;
		begin("dies");
		all.most = 2;
		for (int i = 0; i < 4; i++)
			join(i);
		ck_assert_ptr_eq(games[0].program, games[2].program);
		ck_assert_ptr_eq(games[1].program, games[3].program);
		/* It dies at its second move. */
		p = start(0);
		ck_assert_int_eq(have(0, RULES_PLAY, &p, "go"), RULES_PROCESS_READY);
		play(0, &p);
		start(1);
		memset(told, 0, sizeof told);
		ck_assert_int_eq(have(0, RULES_PLAY, &p, "go"), RULES_PROCESS_FAULT);
		ck_assert_ptr_nonnull(strstr(arbiter_rules_fault(&games[0]), "exit status 3"));
		ck_assert_ptr_nonnull(arbiter_rules_fault(&games[2]));
		/* A game that waits for a bot is told as well. */
		ck_assert_int_eq(told[2], 1);
		ck_assert(told[1] == 0 && told[3] == 0);
		ck_assert_ptr_null(arbiter_rules_fault(&games[1]));
		/* The next game goes to the program that has not failed, though it has more. */
		arbiter_rules_end(&games[2]);
		join(4);
		ck_assert_ptr_eq(games[4].program, games[1].program);
		/* Without a game it is started again. */
		struct arbiter_program *failed = games[0].program;
		arbiter_rules_end(&games[0]);
		join(5);
		ck_assert_ptr_eq(games[5].program, failed);
		ck_assert_ptr_null(arbiter_rules_fault(&games[5]));
		p = start(5);
		is_at(5, &p, "0");
		end();
	}
END_TEST

START_TEST(a_program_with_games_in_play_is_not_started_again)
	{
		struct position p;
		begin("dies");
		all.most = 1;
		join(0);
		p = start(0);
		ck_assert_int_eq(have(0, RULES_PLAY, &p, "go"), RULES_PROCESS_READY);
		play(0, &p);
		ck_assert_int_eq(have(0, RULES_PLAY, &p, "go"), RULES_PROCESS_FAULT);
		/* Game 0 has not ended yet: what it knows is gone, and its fault stays. */
		join(1);
		ck_assert_ptr_eq(games[1].program, games[0].program);
		ck_assert_ptr_nonnull(arbiter_rules_fault(&games[1]));
		arbiter_rules_end(&games[0]);
		arbiter_rules_end(&games[1]);
		join(2);
		ck_assert_ptr_null(arbiter_rules_fault(&games[2]));
		end();
	}
END_TEST

START_TEST(a_program_that_cannot_be_started_is_a_fault_and_is_tried_again)
	{
		begin("nothing");
		/* It says no description. */
		ck_assert_ptr_null(all.programs[0]->rules);
		all.most = 2;
		arbiter_rules_begin(&all, &games[0]);
		ck_assert_ptr_nonnull(
			strstr(arbiter_rules_fault(&games[0]), "no line \"id name NAME\""));
		ck_assert_int_eq(arbiter_rules_want(&games[0], NULL, RULES_SETUP, NULL, NULL),
			RULES_PROCESS_FAULT);
		/* No further program is like it. */
		arbiter_rules_begin(&all, &games[1]);
		ck_assert_int_eq(all.count, 1);
		arbiter_rules_end(&games[0]);
		arbiter_rules_end(&games[1]);
		strcpy(flaw, "good");
		join(2);
		ck_assert_ptr_null(arbiter_rules_fault(&games[2]));
		struct position p = start(2);
		is_at(2, &p, "0");
		end();
	}
END_TEST

SUITE("arbiter/arbiter-rules", CASE(rules_that_are_no_program_answer_at_once),
	CASE(there_are_as_many_programs_as_processors),
	CASE(games_are_shared_among_programs_and_no_program_is_without_a_game),
	CASE(a_game_waits_beside_the_loop_and_is_told_once),
	CASE(a_game_whose_answer_another_one_took_in_is_told_when_that_settles),
	CASE(a_fault_is_that_of_all_games_of_its_program_and_of_no_other),
	CASE(a_program_with_games_in_play_is_not_started_again),
	CASE(a_program_that_cannot_be_started_is_a_fault_and_is_tried_again))
