/*
 * On which machine games were played: the rows of workers, results by machine, and games that a
 * reader leaves out. cup's games 1, 3 and 4 were played on lab07, 6 on lab08, the others here.
 */
#include "tests/lib/db-fixture.h"

static struct db_worker workers_described(const char *name, int64_t ms)
{
	return (struct db_worker){.name = name,
		.cpu = "",
		.arch = "x86_64",
		.cores = 4,
		.slots = 4,
		.speed = 1000,
		.sandbox = "full",
		.version = "0.1",
		.first_ms = ms,
		.last_ms = ms};
}

static void workers_sql(const char *path, const char *sql)
{
	char command[512];
	snprintf(command, sizeof command, "sqlite3 %s \"%s\"", path, sql);
	ck_assert_int_eq(system(command), 0);
}

/* The rows of a query by a program that knows nothing of ours, in a static buffer. */
static const char *workers_ask(const char *path, const char *sql)
{
	static char text[4096];
	char command[512];
	snprintf(command, sizeof command, "sqlite3 %s \"%s\"", path, sql);
	FILE *in = popen(command, "r");
	text[fread(text, 1, sizeof text - 1, in)] = '\0';
	ck_assert_int_eq(pclose(in), 0);
	return text;
}

/* The fixture with its machines. */
static void workers_make(const char *path)
{
	struct db *db = fixture_open(path);
	struct db_worker first = workers_described("lab07", 1000),
			 second = workers_described("lab08", 2000);
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_worker_add(db, 1, &first));
	FIXTURE_GOOD(db_worker_add(db, 1, &second));
	FIXTURE_GOOD(db_worker_lost(db, second.id, 3, 2500));
	FIXTURE_GOOD(db_spot_check_add(db, 1, &(struct db_spot_check){second.id, false, 3000}));
	FIXTURE_GOOD(db_spot_check_add(db, 2, &(struct db_spot_check){first.id, true, 3000}));
	FIXTURE_GOOD(db_commit(db));
	ck_assert_int_eq(first.id, 1);
	ck_assert_int_eq(second.id, 2);
	db_close(db);
	workers_sql(path, "UPDATE games SET worker = 1 WHERE id IN (1, 3, 4);"
			  " UPDATE games SET worker = 2 WHERE id = 6");
}

START_TEST(a_worker_that_comes_again_has_one_row_and_another_machine_another)
	{
		char text[2048] = "";
		int64_t cup = 1;
		struct db *db = fixture_open(fixture_path("rows.db"));
		struct db_worker w = workers_described("lab07", 1000), again = w, other = w;
		again.first_ms = again.last_ms = 5000;
		again.speed = 1200;
		other.slots = 8;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_worker_add(db, 1, &w));
		FIXTURE_GOOD(db_worker_add(db, 1, &again));
		FIXTURE_GOOD(db_worker_add(db, 1, &other));
		ck_assert_int_eq(again.id, w.id);
		ck_assert_int_ne(other.id, w.id);
		again.speed = 0; /* unknown this time */
		FIXTURE_GOOD(db_worker_add(db, 1, &again));
		FIXTURE_GOOD(db_worker_lost(db, w.id, 2, 7000));
		FIXTURE_GOOD(db_worker_lost(db, w.id, 1, 8000));
		FIXTURE_GOOD(db_commit(db));
		fixture_rows(db, "worker-rows", cup, text, sizeof text);
		ck_assert_str_eq(text, "1|lab07||x86_64|4|4|1200|full|0.1|1000|8000|3\n"
				       "2|lab07||x86_64|4|8|1000|full|0.1|1000|1000|0\n");
		db_close(db);
	}
END_TEST

static bool workers_game(void *arg, const struct db_game *g)
{
	char *text = arg;
	sprintf(text + strlen(text), "%d %s\n", (int)g->worker,
		g->worker_name != NULL ? g->worker_name : "-");
	return true;
}

START_TEST(a_game_keeps_its_machine)
	{
		char text[256] = "";
		struct db *db;
		const char *path = fixture_path("machine.db");
		workers_make(path);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.tournament = 1}, workers_game, text));
		ck_assert_str_eq(text, "1 lab07\n0 -\n1 lab07\n1 lab07\n0 -\n2 lab08\n");
		db_close(db);
	}
END_TEST

/* Game 4 fell by its clock, 3 and 6 by other faults; all games last 250 ms. */
START_TEST(results_by_machine_are_added_up_as_by_hand)
	{
		char text[1024] = "";
		struct db *db;
		int64_t cup = 1, trio = 2;
		const char *path = fixture_path("results.db");
		workers_make(path);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		fixture_rows(db, "workers", cup, text, sizeof text);
		fixture_rows(db, "workers", trio, text, sizeof text);
		ck_assert_str_eq(text,
			"here|2|0.25|0|0|0|1|0|-|-|-|-|-|-|-|-|-|-\n"
			"lab07|3|0.25|1|2|0|2|1|4|4|1000|x86_64||full|0.1|1000|1000|-\n"
			"lab08|1|0.25|0|1|3|1|1|4|4|1000|x86_64||full|0.1|2000|2500|-\n"
			"here|2|0.25|1|1|0|0|0|-|-|-|-|-|-|-|-|-|-\n");
		db_close(db);
	}
END_TEST

/* lab07 played the games 1, 3 and 4 of the cup; alpha won all of them. */
START_TEST(games_of_a_worker_that_is_not_trusted_count_no_more)
	{
		char text[1024] = "", why[64] = "";
		int64_t games, cup = 1;
		struct db *db;
		const char *path = fixture_path("distrusted.db");
		workers_make(path);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		fixture_rows(db, "distrusted", 1, why, sizeof why);
		ck_assert_str_eq(why, "");
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_distrust(db, 1, "lab07", "it lied", 9000, &games));
		ck_assert_int_eq(games, 3);
		FIXTURE_GOOD(db_distrust(db, 1, "lab09", "who is it", 9000, &games));
		ck_assert_int_eq(games, 0);
		FIXTURE_GOOD(db_commit(db));
		fixture_rows(db, "distrusted", 1, why, sizeof why);
		ck_assert_str_eq(why, "lab07|it lied\n");
		*why = '\0';
		fixture_rows(db, "distrusted", 2, why, sizeof why);
		ck_assert_str_eq(why, "");
		fixture_rows(db, "workers", cup, text, sizeof text);
		ck_assert_str_eq(text,
			"here|2|0.25|0|0|0|1|0|-|-|-|-|-|-|-|-|-|-\n"
			"lab07|0|-|0|0|0|1|0|4|4|1000|x86_64||full|0.1|1000|1000|it lied\n"
			"lab08|1|0.25|0|1|3|0|0|4|4|1000|x86_64||full|0.1|2000|2500|-\n");

		db_close(db);
		ck_assert_str_eq(workers_ask(path, "SELECT pairing, bot FROM replaced_games"),
			"0|worker lab07\n2|worker lab07\n3|worker lab07\n");
		ck_assert_str_eq(workers_ask(path,
					 "SELECT sum(games) FROM seat_totals WHERE tournament = 1"),
			"6\n");
	}
END_TEST

/* Numbers of older files have no bound: 2^63 - 1 nodes, and times whose sum is no integer. */
START_TEST(sums_of_what_machines_and_bots_said_are_always_numbers)
	{
		static const char *const queries[] = {
			"bot-nodes", "bot-move-times", "move-times", "workers"};
		char text[1024] = "";
		struct db *db;
		struct db_query q;
		const char *path = fixture_path("overflow.db");
		workers_make(path);
		workers_sql(path,
			"UPDATE moves SET nodes = 9223372036854775807, wall_us = 9223372036854775807,"
			" wait_us = 9223372036854775807; UPDATE workers SET cpu = name, name = 'lab07',"
			" lost = 9223372036854775807;"
			" UPDATE failures SET wall_us = 9223372036854775807, wait_us = 9223372036854775807");
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		for (int i = 0; i < 4; i++) {
			db_query_numbers(
				&q, db, queries[i], (const int64_t[]){1, 1}, i < 2 ? 2 : 1);
			while (db_next(&q))
				fixture_row(&q, text, sizeof text);
			FIXTURE_GOOD(db_end(&q));
		}
		workers_ask(path, "SELECT * FROM time_trouble; SELECT * FROM move_times");
		ck_assert_ptr_nonnull(strstr(text, "9223372036854775807|"));
		db_close(db);
	}
END_TEST

/* A replayed game keeps its machine too. */
START_TEST(a_replaced_game_keeps_its_machine)
	{
		char text[256] = "";
		int64_t games;
		struct db *db;
		const char *path = fixture_path("replayed.db");
		workers_make(path);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_replace(db, 1, "gamma", NULL, 9000, &games));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(db_read_replaced(db));
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.tournament = 1}, workers_game, text));
		ck_assert_str_eq(text, "1 lab07\n1 lab07\n0 -\n2 lab08\n");
		db_close(db);
	}
END_TEST

enum { WORKERS_TEXT = 2048 };

static void workers_standings(struct db *db, char text[WORKERS_TEXT])
{
	*text = '\0';
	fixture_rows(db, "standings", 1, text, WORKERS_TEXT);
	fixture_rows(db, "head-to-head", 1, text, WORKERS_TEXT);
}

/* Without lab07 the games 2, 5 and 6 are left; without this machine 1, 3, 4 and 6. */
START_TEST(games_of_a_machine_are_left_out_of_every_table)
	{
		static const struct {
			const char *names[2], *standings;
		} rows[] = {
			{{"lab07"},
				"1|beta|3|3|1.5|50.0|1|1|1|1|1.333\n2|gamma|2|2|1.0|50.0|1|0|1|0|1.5\n"
				"3|alpha|1|1|0.5|50.0|0|1|0|0|1.0\n"
				"alpha|beta|1|0.5|0|1|0\nbeta|alpha|1|0.5|0|1|0\n"
				"beta|gamma|2|1.0|1|0|1\ngamma|beta|2|1.0|1|0|1\n"},
			{{"here"},
				"1|alpha|3|3|3.0|100.0|3|0|0|0|1.0\n2|gamma|3|3|1.0|33.3|1|0|2|2|1.667\n"
				"3|beta|2|2|0.0|0.0|0|0|2|1|2.0\n"
				"alpha|beta|1|1.0|1|0|0\nalpha|gamma|2|2.0|2|0|0\n"
				"beta|alpha|1|0.0|0|0|1\nbeta|gamma|1|0.0|0|0|1\n"
				"gamma|alpha|2|0.0|0|0|2\ngamma|beta|1|1.0|1|0|0\n"},
			{{"here", "lab08"},
				"1|alpha|3|3|3.0|100.0|3|0|0|0|1.0\n2|beta|1|1|0.0|0.0|0|0|1|0|2.0\n"
				"2|gamma|2|2|0.0|0.0|0|0|2|2|2.0\n"
				"alpha|beta|1|1.0|1|0|0\nalpha|gamma|2|2.0|2|0|0\n"
				"beta|alpha|1|0.0|0|0|1\ngamma|alpha|2|0.0|0|0|2\n"},
		};
		char text[WORKERS_TEXT];
		struct db *db;
		const char *path = fixture_path("without.db");
		workers_make(path);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			FIXTURE_GOOD(db_open(&db, path, DB_READ));
			FIXTURE_GOOD(db_leave_out_workers(
				db, rows[i].names, rows[i].names[1] != NULL ? 2 : 1));
			workers_standings(db, text);
			ck_assert_str_eq(text, rows[i].standings);
			db_close(db);
		}
	}
END_TEST

START_TEST(games_of_a_machine_are_left_out_of_results_in_bulk)
	{
		char text[128];
		struct db *db;
		int64_t cup = 1;
		const char *path = fixture_path("bulk.db");
		workers_make(path);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(db_leave_out_workers(db, (const char *[]){"lab07"}, 1));
		for (int one = 0; one <= 1; one++) {
			struct db_results_of of = {
				.tournaments = &cup, .count = one, .since_ms = INT64_MIN};
			*text = '\0';
			const struct db_result *r;
			struct db_results *results = db_results(db, &of);
			while ((r = db_results_next(results)) != NULL)
				sprintf(text + strlen(text), "%d ", (int)r->game);
			FIXTURE_GOOD(db_results_end(results));
			ck_assert_str_eq(text, one ? "2 5 6 " : "2 5 6 7 8 ");
		}
		db_close(db);
	}
END_TEST

START_TEST(a_machine_that_did_not_play_cannot_be_left_out)
	{
		struct db *db;
		const char *path = fixture_path("unknown.db"), *alone = fixture_path("alone.db");
		workers_make(path);
		db_close(fixture_open(alone));
		for (int i = 0; i < 3; i++) {
			const char *name = i == 1 ? "here" : "lab09";
			FIXTURE_GOOD(db_open(&db, i == 0 ? path : alone, DB_READ));
			ck_assert_int_eq(db_leave_out_workers(db, &name, 1), DB_NONE);
			ck_assert_ptr_nonnull(strstr(db_error_text(db), name));
			db_close(db);
		}
	}
END_TEST

SUITE("db/workers", CASE(a_worker_that_comes_again_has_one_row_and_another_machine_another),
	CASE(a_game_keeps_its_machine), CASE(results_by_machine_are_added_up_as_by_hand),
	CASE(games_of_a_worker_that_is_not_trusted_count_no_more),
	CASE(sums_of_what_machines_and_bots_said_are_always_numbers),
	CASE(a_replaced_game_keeps_its_machine),
	CASE(games_of_a_machine_are_left_out_of_every_table),
	CASE(games_of_a_machine_are_left_out_of_results_in_bulk),
	CASE(a_machine_that_did_not_play_cannot_be_left_out))
