/*
 * oracle.c - the solver's process is asked, dies, is not there: what is known of a position then.
 */
#include "base/error.h"
#include "referee/arbiter/oracle.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

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
	struct error err;
	int count = 0;
	struct oracle *o = oracle_create(1000000);
	while (settings != NULL && settings[count] != NULL)
		count++;
	ck_assert_msg(setup_init(&setup, rules_find(game), players, 1, settings, count, &err), "%s",
		err.text);
	oracle_game(o, &setup, 1);
	return o;
}

static void oracle_expect(struct oracle *o, const char *fen, const char *moves, int64_t value)
{
	ck_assert_int_eq(oracle_value(o, fen, moves), value);
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
		struct error err;
		ck_assert(oracle_solves(o, &err));
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
		struct error err;
		oracle_expect(o, "", "", -1);
		ck_assert(setup_init(&setup, rules_find("nim"), 2, 1,
			(const char *const[]){"heaps=6"}, 1, &err));
		oracle_game(o, &setup, 1);
		oracle_expect(o, "", "", 1);
		oracle_free(o);
	}
END_TEST

/* Of games by their usual parameters. */
START_TEST(games_that_are_said_to_be_known_are_those_that_it_solves)
	{
		oracle_path(NULL);
		struct error err;
		int known = 0;
		for (int i = 0; all_rules[i] != NULL; i++)
			for (int seats = 2; seats <= SEATS_MAX; seats++) {
				if (!(all_rules[i]->seat_counts >> seats & 1))
					continue;
				struct oracle *o = oracle_for(all_rules[i]->name, seats, NULL);
				ck_assert_msg(
					oracle_knows(all_rules[i], seats) == oracle_solves(o, &err),
					"%s, %d", all_rules[i]->name, seats);
				known += oracle_knows(all_rules[i], seats);
				oracle_free(o);
			}
		ck_assert_int_ge(known, 5);
		ck_assert(!oracle_knows(NULL, 2));
	}
END_TEST

START_TEST(what_cannot_be_solved_is_unknown)
	{
		oracle_path(NULL);
		struct error err;
		struct oracle *o = oracle_for("nim", 3, NULL);
		ck_assert(!oracle_solves(o, &err));
		ck_assert_str_eq(err.text, "no solver for nim with 3 seats");
		ck_assert_int_eq(oracle_value(o, "", ""), UNKNOWN);
		oracle_free(o);
	}
END_TEST

START_TEST(a_wrong_position_is_unknown_and_the_next_answer_is_its_own)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		ck_assert_int_eq(oracle_value(o, "", "z9"), UNKNOWN);
		oracle_expect(o, "", "a1 b2", 0);
		ck_assert_int_eq(oracle_value(o, "nonsense", ""), UNKNOWN);
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
			ck_assert_int_eq(oracle_value(o, "", ""), UNKNOWN);
			ck_assert_int_eq(oracle_value(o, "", "a1"), UNKNOWN);
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

struct oracle_heard {
	int times;
	int64_t value;
	struct event_base *base;
};

static void oracle_on_answer(void *arg, int64_t value)
{
	struct oracle_heard *heard = arg;
	heard->times++;
	heard->value = value;
	event_base_loopbreak(heard->base);
}

static void oracle_expect_heard(
	struct oracle *o, struct oracle_heard *heard, const char *moves, int64_t value)
{
	int before = heard->times;
	oracle_ask(o, heard->base, "", moves, oracle_on_answer, heard);
	ck_assert_int_eq(heard->times, before);
	event_base_dispatch(heard->base);
	ck_assert_int_eq(heard->times, before + 1);
	ck_assert_int_eq(heard->value, value);
}

/* Answers readyok, and then with these lines; each start leaves a byte. */
static const char *const oracle_lies[] = {"value", "value ", "value 1 2", "value one", "value  1",
	"value +1", "value 99999999999", "value 9223372036854775807", "value - 1", "bestmove a1",
	"hello", ""};
enum { ORACLE_LIES = sizeof oracle_lies / sizeof *oracle_lies };

START_TEST(one_that_answers_what_is_no_answer_is_killed_and_asked_once_more)
	{
		char folder[] = "/tmp/oracle-XXXXXX", path[ORACLE_PATH];
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(path, sizeof path, "%s/referee-solve", folder);
		FILE *out = fopen(path, "w");
		fprintf(out,
			"#!/bin/sh\nprintf . >>%s/starts\necho info\necho readyok\n"
			"while read line; do case $line in position*) echo '%s';; esac; done\n",
			folder, oracle_lies[_i]);
		fclose(out);
		chmod(path, 0755);
		oracle_path(folder);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		ck_assert_int_eq(oracle_value(o, "", ""), UNKNOWN);
		ck_assert_int_eq(oracle_starts(folder), 2);
		ck_assert(oracle_failed(o));
		oracle_free(o);
		unlink(path);
		snprintf(path, sizeof path, "%s/starts", folder);
		unlink(path);
		rmdir(folder);
	}
END_TEST

START_TEST(one_that_never_stops_talking_is_killed)
	{
		char folder[] = "/tmp/oracle-XXXXXX", path[ORACLE_PATH];
		ck_assert_ptr_nonnull(mkdtemp(folder));
		snprintf(path, sizeof path, "%s/referee-solve", folder);
		FILE *out = fopen(path, "w");
		fprintf(out, "#!/bin/sh\nprintf . >>%s/starts\nexec yes\n", folder);
		fclose(out);
		chmod(path, 0755);
		oracle_path(folder);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		struct oracle_heard heard = {.base = event_base_new()};
		ck_assert_int_eq(oracle_value(o, "", ""), UNKNOWN);
		ck_assert_int_eq(oracle_starts(folder), 2);
		oracle_game(o, &setup, 1);
		oracle_expect_heard(o, &heard, "a1", UNKNOWN);
		ck_assert_int_eq(oracle_starts(folder), 4);
		oracle_free(o);
		event_base_free(heard.base);
		unlink(path);
		snprintf(path, sizeof path, "%s/starts", folder);
		unlink(path);
		rmdir(folder);
	}
END_TEST

START_TEST(without_the_program_nothing_is_known)
	{
		oracle_path("/nowhere");
		struct error err;
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		ck_assert_int_eq(oracle_value(o, "", ""), UNKNOWN);
		ck_assert(!oracle_solves(o, &err));
		ck_assert_str_eq(err.text,
			"referee-solve: does not answer; install it in the folder of referee");
		oracle_free(o);
	}
END_TEST

START_TEST(an_answer_that_is_not_waited_for_comes_once)
	{
		oracle_path(NULL);
		struct oracle *o = oracle_for("tictactoe", 2, NULL);
		struct oracle_heard heard = {.base = event_base_new()};
		oracle_expect_heard(o, &heard, "a1 a2 b1 b2", 1);
		oracle_kill_child();
		oracle_expect_heard(o, &heard, "a1 a2 b1", -1);
		oracle_expect_heard(o, &heard, "z9", UNKNOWN);
		/* The answer to a dropped question is not mixed up with what is asked next. */
		oracle_ask(o, heard.base, "", "a1 a2 b1 b2", oracle_on_answer, &heard);
		oracle_drop(o);
		oracle_expect_heard(o, &heard, "a1 b2", 0);
		oracle_path("/nowhere");
		oracle_kill_child();
		oracle_expect_heard(o, &heard, "a1 b2", UNKNOWN);
		oracle_expect_heard(o, &heard, "a1 b2", UNKNOWN);
		oracle_free(o);
		event_base_free(heard.base);
	}
END_TEST

/* --- a queue of many games ------------------------------------------------------------------- */

/* Nim with one heap and a last stone that wins: 5 stones are lost for the seat to move, 6 are won.
 */
static struct {
	struct event_base *base;
	struct oracle_queue queue;
	struct setup setups[2];
	struct game games[2];
	struct oracle_client askers[2];
	struct oracle_heard heard[2];
} many;

static void many_begin(void)
{
	static const struct limits none;
	static const char *const heaps[] = {"heaps=5", "heaps=6"};
	struct error err;
	many.base = event_base_new();
	oracle_queue_init(&many.queue, many.base);
	for (int i = 0; i < 2; i++) {
		ck_assert(setup_init(&many.setups[i], rules_find("nim"), 2, 1, &heaps[i], 1, &err));
		ck_assert(game_begin(&many.games[i], &many.setups[i], &none, 0, "", "", &err));
		many.heard[i] = (struct oracle_heard){.base = many.base};
		many.askers[i] =
			(struct oracle_client){.done = oracle_on_answer, .arg = &many.heard[i]};
		oracle_queue_game(&many.queue, &many.askers[i], &many.games[i], 1);
	}
}

/* Waits until this asker has heard this many answers, of which the last has this value. */
static void many_expect(int asker, int times, int64_t value)
{
	while (many.heard[asker].times < times)
		ck_assert_int_eq(event_base_loop(many.base, EVLOOP_ONCE), 0);
	ck_assert_int_eq(many.heard[asker].times, times);
	ck_assert_int_eq(many.heard[asker].value, value);
}

static void many_ask(int asker)
{
	oracle_queue_ask(&many.queue, &many.askers[asker]);
}

START_TEST(each_of_many_games_has_the_values_of_its_own)
	{
		oracle_path(NULL);
		many_begin();
		for (int times = 1; times <= 3; times++) {
			many_ask(0);
			many_ask(1);
			many_expect(0, times, -1);
			many_expect(1, times, 1);
		}
		/* One alone, twice; then its next game. */
		many_ask(1);
		many_expect(1, 4, 1);
		oracle_queue_game(&many.queue, &many.askers[1], &many.games[0], 1);
		many_ask(1);
		many_expect(1, 5, -1);
		/* A question is dropped while it is asked, and while it waits. */
		many_ask(0);
		oracle_queue_game(&many.queue, &many.askers[1], &many.games[1], 1);
		many_ask(1);
		oracle_queue_drop(&many.queue, &many.askers[0]);
		many_expect(1, 6, 1);
		many_ask(1);
		many_ask(0);
		oracle_queue_drop(&many.queue, &many.askers[0]);
		many_expect(1, 7, 1);
		ck_assert_int_eq(many.heard[0].times, 3);
		many_ask(1);
		oracle_queue_drop(&many.queue, &many.askers[1]);
		oracle_queue_game(&many.queue, &many.askers[1], &many.games[0], 1);
		many_ask(1);
		many_expect(1, 8, -1);
		oracle_queue_clear(&many.queue);
		event_base_free(many.base);
	}
END_TEST

SUITE("referee/arbiter/oracle", CASE(values_are_those_of_the_seat_to_move),
	CASE(another_game_has_other_values),
	CASE(games_that_are_said_to_be_known_are_those_that_it_solves),
	CASE(what_cannot_be_solved_is_unknown),
	CASE(a_wrong_position_is_unknown_and_the_next_answer_is_its_own),
	CASE(after_its_death_it_is_started_and_asked_again),
	CASE(one_that_dies_at_every_question_is_started_twice_a_game),
	LOOP(one_that_answers_what_is_no_answer_is_killed_and_asked_once_more, ORACLE_LIES),
	CASE(one_that_never_stops_talking_is_killed), CASE(without_the_program_nothing_is_known),
	CASE(an_answer_that_is_not_waited_for_comes_once),
	CASE(each_of_many_games_has_the_values_of_its_own))
