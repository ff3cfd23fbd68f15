/*
 * The feedback that is read of a student from a small database: results, faults, versions, and
 * never a path of the machine on which the tournament was run.
 */
#include <sys/stat.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/submissions/feedback.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/reported.h"

struct reading {
	struct db *db;
	struct class_state class;
	struct feedback_class all;
	struct feedback f;
	char *home; /* the folder of gamma on this machine */
};

/* A game that gamma lost by an illegal move, with its folder in all that it wrote. */
static void add_game(struct reading *r)
{
	struct db *db = r->db;
	struct db_move moves[FIXTURE_PLIES];
	struct db_bot bot = {.name = "gamma", .command = "python3 bot.py", .digest = "c2"};
	bot.settings = memory_print("dir = %s/bbbb\n", r->home);
	char *detail = memory_print("\"%s/bbbb/x\" is not a column", r->home);
	char *said = memory_print("bestmove %s/bbbb/x\n", r->home);
	char *stderr_tail = memory_print("File \"%s/bbbb/src/bot.py\", line 3\ncwd %s/bbbb\n%s\n",
		r->home, r->home, r->home);
	struct db_game g = {.tournament = 1,
		.pairing = 77,
		.round = 3,
		.opening = "",
		.final = "7/7/7/3y3/3r3/3yr2 r 3",
		.reason = "illegal",
		.sandbox = "full",
		.seats = 2,
		.plies = FIXTURE_PLIES,
		.moves = moves};
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_bot_add(db, &bot));
	g.seat[0] = (struct db_seat){.bot = bot.id,
		.rank = 2,
		.verdict = "illegal",
		.detail = detail,
		.stderr_tail = stderr_tail,
		.failure = {.phase = "move",
			.asked = "go\n",
			.said = said,
			.said_length = strlen(said),
			.limit_us = 24000,
			.wall_us = 1000,
			.cpu_us = 500,
			.wait_us = 10,
			.exit_status = UNKNOWN,
			.signal = UNKNOWN}};
	g.seat[1] = (struct db_seat){.bot = 1, .rank = 1, .points = 1, .verdict = "ok"};
	fixture_moves(moves, 2, (const char *const[]){"d", "e", "d", "d"});
	FIXTURE_GOOD(db_game_add(db, &g));
	/* of the mover's own: ply 1 lost a win, ply 2 lost as well, ply 3 kept a draw */
	const struct db_analysis values[FIXTURE_PLIES] = {
		{.before_known = true, .after_known = true, .before = 5, .after = 0},
		{true, true, 1, -1}, {true, true, 0, 0}, {true, false, 1, 0}};
	FIXTURE_GOOD(db_analysis_set(db, g.id, 1000, FIXTURE_PLIES, FIXTURE_PLIES, values));
	FIXTURE_GOOD(db_commit(db));
	ck_assert_int_eq(g.id, FIXTURE_GAMES + 1);
	free((char *)bot.settings);
	free(stderr_tail);
	free(said);
	free(detail);
}

/* Reads all about gamma, whose newest version this is. */
static void begin(struct reading *r, const char *version)
{
	static const char conf[] = "name = cup\ngame = connect4\ninclude = \"class.bots\"\n";
	struct error err;
	*r = (struct reading){.all = {.nodes = 100, .games = 4}};
	reported_enter_folder();
	file_tree_remove("class");
	ck_assert(file_tree_make_folder("class/gamma/bbbb"));
	r->home = realpath("class/gamma", NULL);
	reported_write("class.conf", conf, strlen(conf));
	ck_assert_msg(class_state_open(&r->class, "class.conf", true, &err), "%s", err.text);
	struct class_student *s = class_state_add(&r->class, "gamma");
	class_student_set(s, CLASS_VERSION, version);
	class_student_set(s, CLASS_COMMAND, "python3 bot.py");
	r->db = fixture_open("feedback.db");
	add_game(r);
	char *check = memory_print("%s/%s.check", r->home, version);
	char *text = memory_print("it began in %s/%s\n", r->home, version);
	reported_write(check, text, strlen(text));
	free(text);
	free(check);
	ck_assert_int_eq(feedback_open(&r->all, r->db, 1, &r->class), DB_OK);
	ck_assert_int_eq(feedback_read(&r->f, &r->all, s), DB_OK);
}

static void end(struct reading *r)
{
	feedback_clear(&r->f);
	feedback_close(&r->all);
	class_state_close(&r->class);
	db_close(r->db);
	free(r->home);
	fixture_remove("feedback.db");
	file_tree_remove("class");
	unlink("class.conf");
}

/* gamma: game 5 and 6 against beta, 3, 4 and the new one against alpha, which is first. */
START_TEST(results_are_those_of_each_opponent_best_first)
	{
		struct reading r;
		begin(&r, "bbbb");
		ck_assert_int_eq(r.f.opponents_count, 2);
		ck_assert_str_eq(r.f.opponents[0].name, "alpha");
		ck_assert_int_eq(r.f.opponents[0].games, 3);
		ck_assert_int_eq(r.f.opponents[0].losses, 3);
		ck_assert_double_eq(r.f.opponents[0].points, 0);
		ck_assert_str_eq(r.f.opponents[1].name, "beta");
		ck_assert_int_eq(r.f.opponents[1].games, 2);
		ck_assert_int_eq(r.f.opponents[1].wins, 1);
		ck_assert_int_eq(r.f.opponents[1].draws, 0);
		ck_assert_int_eq(r.f.opponents[1].losses, 1);
		ck_assert_double_eq(r.f.opponents[1].points, 1);
		ck_assert_int_eq(r.f.bot->rank, 3);
		ck_assert_int_eq(r.f.bot->games, 5);
		ck_assert_str_eq(r.f.program->command, "python3 bot.py");
		ck_assert_ptr_null(r.f.older);
		end(&r);
	}
END_TEST

/* It lost two games by an illegal move, of which the new one is newer, and one by its time. The
 * crash of beta in game 6 is no fault of gamma. */
START_TEST(each_kind_of_fault_is_counted_and_explained_by_its_newest_game)
	{
		struct reading r;
		begin(&r, "bbbb");
		ck_assert_int_eq(r.f.faults_count, 2);
		const struct feedback_fault *illegal = &r.f.faults[0], *late = &r.f.faults[1];
		ck_assert_int_eq(illegal->verdict, VERDICT_ILLEGAL);
		ck_assert_int_eq(illegal->count, 2);
		ck_assert_int_eq(illegal->game, 9);
		ck_assert_str_eq(illegal->opponents, "alpha");
		ck_assert_int_eq(late->verdict, VERDICT_TIME);
		ck_assert_int_eq(late->count, 1);
		ck_assert_int_eq(late->game, 4);
		ck_assert_str_eq(late->detail, "no answer for 44 ms");
		ck_assert_ptr_nonnull(
			strstr(late->report, "Time for its move: 24.0 ms; it took 44.0 ms"));
		end(&r);
	}
END_TEST

START_TEST(a_student_reads_no_path_of_the_machine_of_the_tournament)
	{
		struct reading r;
		begin(&r, "bbbb");
		const struct feedback_fault *fault = &r.f.faults[0];
		ck_assert_str_eq(fault->detail, "\"x\" is not a column");
		ck_assert_ptr_nonnull(strstr(fault->report, "bestmove x\n"));
		ck_assert_ptr_nonnull(strstr(fault->report, "File \"src/bot.py\", line 3\n"));
		ck_assert_ptr_nonnull(strstr(fault->report, "| cwd .\n    | ..\n"));
		ck_assert_ptr_nonnull(fault->command);
		const char *const texts[] = {fault->detail, fault->report, fault->command,
			fault->before, r.f.check, r.f.check_command};
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
			ck_assert_ptr_nonnull(texts[i]);
			ck_assert_msg(strstr(texts[i], "referee-test-") == NULL, "%s", texts[i]);
		}
		char *board = fault->board;
		ck_assert(board != NULL && strncmp(board, "<svg", 4) == 0);
		end(&r);
	}
END_TEST

/* Four games are judged, of two moves each; the values of the new one alone are known. No search is
 * beside this program, so that nothing else is known. */
START_TEST(moves_whose_values_are_stored_are_judged_by_them)
	{
		struct reading r;
		begin(&r, "bbbb");
		ck_assert_int_eq(r.f.judged, 4);
		ck_assert_int_eq(r.f.moves, 8);
		ck_assert_int_eq(r.f.known, 2);
		ck_assert_int_eq(r.f.kept, 1);
		ck_assert_int_eq(r.f.blunders_count, 1);
		const struct feedback_blunder *b = &r.f.blunders[0];
		ck_assert_int_eq(b->game, 9);
		ck_assert_int_eq(b->ply, 1);
		ck_assert_int_eq(b->seat, 1);
		ck_assert_str_eq(b->move, "d");
		ck_assert(b->exact && !b->guessed);
		ck_assert_int_eq(b->before, 5);
		ck_assert_int_eq(b->after, 0);
		ck_assert_str_eq(b->position, "7/7/7/7/7/7 r 1");
		ck_assert_str_eq(b->opponents, "alpha");
		ck_assert(b->board != NULL && strncmp(b->board, "<svg", 4) == 0);
		ck_assert_ptr_nonnull(b->text);
		ck_assert_ptr_nonnull(strstr(b->command, "python3 bot.py"));
		ck_assert_ptr_null(strstr(b->command, "referee-test-"));
		end(&r);
	}
END_TEST

START_TEST(a_version_that_has_not_played_is_told_apart)
	{
		struct reading r;
		begin(&r, "cccc");
		ck_assert_str_eq(r.f.older, "bbbb");
		ck_assert_str_eq(r.f.check, "it began in .\n");
		end(&r);
	}
END_TEST

/* The command for home has all that the class sets for the bot. */
START_TEST(the_command_of_the_check_has_the_adapter_and_the_build)
	{
		struct reading r;
		begin(&r, "bbbb");
		struct class_student *s = class_state_find(&r.class, "gamma");
		ck_assert_ptr_null(strstr(r.f.check_command, "--adapter"));
		ck_assert_ptr_null(strstr(r.f.check_command, "--build"));
		feedback_clear(&r.f);
		class_student_set(s, CLASS_ADAPTER, "line --base 1");
		class_student_set(s, CLASS_BUILD, "make four");
		ck_assert_int_eq(feedback_read(&r.f, &r.all, s), DB_OK);
		ck_assert_ptr_nonnull(strstr(r.f.check_command, "--adapter 'line --base 1'"));
		ck_assert_ptr_nonnull(strstr(r.f.check_command, "--build 'make four'"));
		ck_assert_ptr_nonnull(strstr(r.f.check_command, "--game connect4"));
		end(&r);
	}
END_TEST

/* A game that a bot lost since it had failed before has no report; the rest of its detail names a
 * command that needs the database. */
START_TEST(a_game_of_a_benched_bot_is_explained_without_a_command)
	{
		static const char *const details[] = {
			"benched after 3 games in a row that it failed; see `referee show 4 --why`",
			"benched after 3 games in a row that it failed"};
		for (size_t i = 0; i < sizeof details / sizeof *details; i++) {
			struct reading r;
			begin(&r, "bbbb");
			struct db *db = r.db;
			struct db_move moves[FIXTURE_PLIES];
			struct db_game g = {.tournament = 1,
				.pairing = 78,
				.round = 4,
				.opening = "",
				.final = "7/7/7/7/7/7 r 1",
				.reason = "benched",
				.sandbox = "full",
				.seats = 2,
				.moves = moves};
			const int64_t gamma = r.f.program->id;
			feedback_clear(&r.f);
			FIXTURE_GOOD(db_begin(db));
			g.seat[0] = (struct db_seat){.bot = gamma,
				.rank = 2,
				.verdict = "benched",
				.detail = details[i]};
			g.seat[1] =
				(struct db_seat){.bot = 1, .rank = 1, .points = 1, .verdict = "ok"};
			FIXTURE_GOOD(db_game_add(db, &g));
			FIXTURE_GOOD(db_commit(db));
			ck_assert_int_eq(
				feedback_read(&r.f, &r.all, class_state_find(&r.class, "gamma")),
				DB_OK);
			const struct feedback_fault *benched = NULL;
			for (int k = 0; k < r.f.faults_count; k++)
				if (r.f.faults[k].verdict == VERDICT_BENCHED)
					benched = &r.f.faults[k];
			ck_assert_ptr_nonnull(benched);
			ck_assert_int_eq(benched->game, g.id);
			ck_assert_str_eq(benched->detail, details[1]);
			ck_assert_ptr_null(benched->report);
			ck_assert_ptr_null(benched->command);
			end(&r);
		}
	}
END_TEST

START_TEST(a_student_whose_bot_has_not_played_has_no_results)
	{
		struct reading r;
		begin(&r, "bbbb");
		struct feedback other;
		struct class_student *s = class_state_add(&r.class, "zoe");
		ck_assert_int_eq(feedback_read(&other, &r.all, s), DB_OK);
		ck_assert(other.bot == NULL && other.program == NULL && other.rating == NULL);
		ck_assert_int_eq(other.opponents_count + other.faults_count, 0);
		ck_assert(other.check == NULL && other.check_command == NULL);
		feedback_clear(&other);
		end(&r);
		reported_leave_folder();
	}
END_TEST

SUITE("class/feedback-read", CASE(results_are_those_of_each_opponent_best_first),
	CASE(each_kind_of_fault_is_counted_and_explained_by_its_newest_game),
	CASE(a_student_reads_no_path_of_the_machine_of_the_tournament),
	CASE(moves_whose_values_are_stored_are_judged_by_them),
	CASE(a_version_that_has_not_played_is_told_apart),
	CASE(the_command_of_the_check_has_the_adapter_and_the_build),
	CASE(a_game_of_a_benched_bot_is_explained_without_a_command),
	CASE(a_student_whose_bot_has_not_played_has_no_results))
