/*
 * oracle.c - the solver's process is asked, dies, is not there: what is known of a position then.
 */
#include "referee/processes/oracle.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/suite.h"

enum { ORACLE_PATH = 4096 };

static struct setup setup;

/* build/referee-solve, of the variant that this is, comes first in PATH; else what folder holds. */
static void oracle_path(const char *folder)
{
	char path[ORACLE_PATH] = "", whole[2 * ORACLE_PATH];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
	ck_assert_int_gt(length, 0);
	path[length] = '\0';
	for (int up = 0; up < 4; up++)
		*strrchr(path, '/') = '\0';
	snprintf(whole, sizeof whole, "%s:/usr/bin:/bin", folder != NULL ? folder : path);
	setenv("PATH", whole, 1);
}

/* An oracle for a game, with settings ended by NULL. */
static struct oracle *oracle_for(const char *game, int players, const char *const *settings)
{
	char why[512];
	int count = 0;
	struct oracle *o = oracle_create(1000000);
	while (settings != NULL && settings[count] != NULL)
		count++;
	ck_assert_msg(
		setup_init(&setup, rules_find(game), players, 1, settings, count, why, sizeof why),
		"%s", why);
	oracle_game(o, &setup, 1);
	return o;
}

static void oracle_expect(struct oracle *o, const char *fen, const char *moves, int64_t value)
{
	struct oracle_answer a = oracle_value(o, fen, moves);
	ck_assert(a.known);
	ck_assert_int_eq(a.value, value);
}

/* Kills the one child that we have. */
static void oracle_kill_child(void)
{
	DIR *processes = opendir("/proc");
	int killed = 0;
	for (struct dirent *d; (d = readdir(processes)) != NULL;) {
		char path[300], state;
		int parent;
		snprintf(path, sizeof path, "/proc/%s/stat", d->d_name);
		FILE *in = isdigit((unsigned char)d->d_name[0]) ? fopen(path, "r") : NULL;
		if (in == NULL)
			continue;
		if (fscanf(in, "%*d (%*[^)]) %c %d", &state, &parent) == 2 && parent == getpid()) {
			kill(atoi(d->d_name), SIGKILL);
			killed++;
		}
		fclose(in);
	}
	closedir(processes);
	ck_assert_int_eq(killed, 1);
}

START_TEST(values_are_those_of_the_seat_to_move)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("nim", 2, (const char *const[]){"heaps=5", NULL});
		char why[256];
		ck_assert(oracle_solves(o, why, sizeof why));
		oracle_expect(o, "", "", -1);
		oracle_expect(o, "", "a1", 1);
		oracle_expect(o, "3 p1 2", "", 1);
		oracle_free(o);
	}
END_TEST

START_TEST(another_game_has_other_values)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("nim", 2, (const char *const[]){"heaps=5", NULL});
		char why[256];
		oracle_expect(o, "", "", -1);
		ck_assert(setup_init(&setup, rules_find("nim"), 2, 1,
			(const char *const[]){"heaps=6"}, 1, why, sizeof why));
		oracle_game(o, &setup, 1);
		oracle_expect(o, "", "", 1);
		oracle_free(o);
	}
END_TEST

START_TEST(what_cannot_be_solved_is_unknown)
	{
		oracle_path(NULL);
		char why[256];
		struct oracle *o = oracle_for("nim", 3, NULL);
		ck_assert(!oracle_solves(o, why, sizeof why));
		ck_assert_str_eq(why, "no solver knows nim with 3 seats");
		ck_assert(!oracle_value(o, "", "").known);
		oracle_free(o);
	}
END_TEST

START_TEST(a_wrong_position_is_unknown_and_the_next_answer_is_its_own)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		ck_assert(!oracle_value(o, "", "z9").known);
		oracle_expect(o, "", "a1 b2", 0);
		ck_assert(!oracle_value(o, "nonsense", "").known);
		oracle_expect(o, "", "a1 a2 b1 b2", 1);
		oracle_free(o);
	}
END_TEST

START_TEST(after_its_death_it_is_started_and_asked_again)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		for (int i = 0; i < 3; i++) {
			oracle_expect(o, "", "a1 a2 b1 b2", 1);
			oracle_kill_child();
		}
		oracle_expect(o, "", "a1 a2 b1", -1);
		oracle_free(o);
	}
END_TEST

static int oracle_starts(const char *folder)
{
	char path[ORACLE_PATH];
	struct stat file;
	snprintf(path, sizeof path, "%s/starts", folder);
	return stat(path, &file) == 0 ? (int)file.st_size : 0;
}

START_TEST(one_that_dies_at_every_question_is_started_twice_a_game)
	{
		char folder[] = "/tmp/oracle-XXXXXX", path[ORACLE_PATH];
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(path, sizeof path, "%s/referee-solve", folder);
		FILE *out = fopen(path, "w");
		fprintf(out, "#!/bin/sh\nread line\nprintf . >>%s/starts\necho readyok\n", folder);
		fclose(out);
		chmod(path, 0755);
		oracle_path(folder);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		for (int game = 1; game <= 2; game++) {
			ck_assert(!oracle_value(o, "", "").known);
			ck_assert(!oracle_value(o, "", "a1").known);
			ck_assert_int_eq(oracle_starts(folder), 2 * game);
			oracle_game(o, &setup, 1);
		}
		oracle_free(o);
		unlink(path);
		snprintf(path, sizeof path, "%s/starts", folder);
		unlink(path);
		rmdir(folder);
	}
END_TEST

START_TEST(without_the_program_nothing_is_known)
	{
		oracle_path("/nowhere");
		char why[256];
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		ck_assert(!oracle_value(o, "", "").known);
		ck_assert(!oracle_solves(o, why, sizeof why));
		ck_assert_str_eq(
			why, "referee-solve, which is to be beside the referee, does not answer");
		oracle_free(o);
	}
END_TEST

struct oracle_heard {
	int times;
	struct oracle_answer answer;
	struct event_base *base;
};

static void oracle_on_answer(void *arg, const struct oracle_answer *answer)
{
	struct oracle_heard *heard = arg;
	heard->times++;
	heard->answer = *answer;
	event_base_loopbreak(heard->base);
}

static void oracle_expect_heard(
	struct oracle *o, struct oracle_heard *heard, const char *moves, bool known, int64_t value)
{
	int before = heard->times;
	oracle_ask(o, heard->base, "", moves, oracle_on_answer, heard);
	ck_assert_int_eq(heard->times, before);
	event_base_dispatch(heard->base);
	ck_assert_int_eq(heard->times, before + 1);
	ck_assert_int_eq(heard->answer.known, known);
	ck_assert_int_eq(heard->answer.value, value);
}

START_TEST(an_answer_that_is_not_waited_for_comes_once)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		struct oracle_heard heard = {.base = event_base_new()};
		oracle_expect_heard(o, &heard, "a1 a2 b1 b2", true, 1);
		oracle_kill_child();
		oracle_expect_heard(o, &heard, "a1 a2 b1", true, -1);
		oracle_expect_heard(o, &heard, "z9", false, 0);
		/* What nobody wants any more is not mixed up with what is asked next. */
		oracle_ask(o, heard.base, "", "a1 a2 b1 b2", oracle_on_answer, &heard);
		oracle_drop(o);
		oracle_expect_heard(o, &heard, "a1 b2", true, 0);
		oracle_path("/nowhere");
		oracle_kill_child();
		oracle_expect_heard(o, &heard, "a1 b2", false, 0);
		oracle_expect_heard(o, &heard, "a1 b2", false, 0);
		oracle_free(o);
		event_base_free(heard.base);
	}
END_TEST

SUITE("referee/processes/oracle", CASE(values_are_those_of_the_seat_to_move),
	CASE(another_game_has_other_values), CASE(what_cannot_be_solved_is_unknown),
	CASE(a_wrong_position_is_unknown_and_the_next_answer_is_its_own),
	CASE(after_its_death_it_is_started_and_asked_again),
	CASE(one_that_dies_at_every_question_is_started_twice_a_game),
	CASE(without_the_program_nothing_is_known),
	CASE(an_answer_that_is_not_waited_for_comes_once))
