/*
 * Games read back whole: everything that was written, of the games that were asked for, also where
 * rows are missing.
 */
#include <math.h>

#include "tests/lib/db-fixture.h"

/* Every field of each game in a line of text; what is not known is a -. */
struct whole {
	char text[8192];
	size_t length;
	int games, most; /* most: stops after this many; 0: never */
};

__attribute__((format(printf, 2, 3))) static void whole_add(
	struct whole *w, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	w->length += (size_t)vsnprintf(
		w->text + w->length, sizeof w->text - w->length, format, arguments);
	va_end(arguments);
	ck_assert(w->length < sizeof w->text);
}

static void whole_number(struct whole *w, int64_t number, int64_t unknown)
{
	if (number == unknown)
		whole_add(w, " -");
	else
		whole_add(w, " %lld", (long long)number);
}

static const char *whole_or(const char *text)
{
	return text != NULL ? text : "-";
}

/* Bytes in brackets; a NUL is a 0. */
static void whole_bytes(struct whole *w, const char *bytes, size_t length)
{
	whole_add(w, " [");
	if (bytes == NULL)
		whole_add(w, "-");
	for (size_t i = 0; bytes != NULL && i < length; i++)
		whole_add(w, "%c", bytes[i] == '\0' ? '0' : bytes[i]);
	whole_add(w, "]");
}

static void whole_seat(struct whole *w, const struct db_seat *s)
{
	const struct db_failure *failure = &s->failure;
	whole_add(w, "  %d %s %d %.2f %s [%s]", (int)s->bot, whole_or(s->name), s->rank, s->points,
		whole_or(s->verdict), whole_or(s->detail));
	whole_bytes(w, s->stderr_tail, s->stderr_length);
	if (isnan(s->elo_before))
		whole_add(w, " unrated\n");
	else
		whole_add(w, " %.2f %.2f\n", s->elo_before, s->elo_after);
	if (failure->phase == NULL)
		return;
	whole_add(w, "    %s [%s]", failure->phase, whole_or(failure->asked));
	whole_bytes(w, failure->said, failure->said_length);
	const int64_t numbers[] = {failure->limit_us, failure->wall_us, failure->cpu_us,
		failure->wait_us, failure->exit_status, failure->signal};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		whole_number(w, numbers[i], UNKNOWN);
	whole_add(w, "\n");
}

static bool whole_game(void *arg, const struct db_game *g)
{
	struct whole *w = arg;
	whole_add(w, "%d of %d, %d in round %d, seed %d, [%s] [%s] %s %s %d plies, %d to %d, line",
		(int)g->id, (int)g->tournament, (int)g->pairing, g->round, (int)g->seed, g->opening,
		g->final, g->reason, g->sandbox, g->plies, (int)(g->started_ms % 100000),
		(int)(g->ended_ms % 100000));
	whole_number(w, g->moves_hash, 0);
	whole_add(w, "\n");
	for (int i = 0; i < g->seats; i++)
		whole_seat(w, &g->seat[i]);
	for (int i = 0; i < g->moves_count; i++) {
		const struct db_move *m = &g->moves[i];
		whole_add(w, "  %d: %d %s %d %d", m->ply, m->seat, m->text, (int)m->wall_us,
			(int)m->cpu_us);
		whole_number(w, m->wait_us, UNKNOWN);
		whole_number(w, m->depth, INT64_MIN);
		whole_number(w, m->score, INT64_MIN);
		whole_number(w, m->nodes, INT64_MIN);
		whole_add(w, "\n");
	}
	return ++w->games != w->most;
}

static const char whole_crash[] =
	"6 of 1, 5 in round 2, seed 105, [] [7/7/7/7/7/3r3 y 1] crash full 4 plies, 5000 to 5250, line -\n"
	"  3 gamma 1 1.00 ok [-] [-] 1471.25 1482.00\n"
	"  4 beta 2 0.00 crash [exit status 1] [Traceback (most recent call last):\nKeyError: 'h'\n] 1500.25 1489.50\n"
	"  1: 1 d 1000 500 100 1 0 100\n"
	"  2: 2 e 10000 5000 1000 - - -\n"
	"  3: 1 d 2000 1000 - 3 -2 100\n"
	"  4: 2 d 20000 10000 - - - -\n";

START_TEST(a_game_comes_back_as_it_was_written)
	{
		struct whole w = {.games = 0};
		struct db *db = fixture_open(fixture_path("whole.db"));
		FIXTURE_GOOD(fixture_each_game(db, &(struct db_filter){.game = 6}, whole_game, &w));
		ck_assert_str_eq(w.text, whole_crash);
		db_close(db);
	}
END_TEST

START_TEST(evidence_and_the_line_come_back_as_they_were_written)
	{
		struct whole w = {.games = 0};
		struct db *db = fixture_open(fixture_path("evidence.db"));
		struct db_game g = {.tournament = 1,
			.pairing = 50,
			.round = 3,
			.seed = 9,
			.opening = "d",
			.final = "x",
			.reason = "time",
			.sandbox = "none",
			.moves_hash = -77,
			.seats = 2,
			.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"},
				{.bot = 2,
					.rank = 2,
					.points = 0,
					.verdict = "time",
					.stderr_tail = "a\0b",
					.stderr_length = 3,
					.failure = {"move", "go", "in\0fo", 5, 10, 20, 5, UNKNOWN,
						UNKNOWN, 9}}}};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_commit(db));
		FIXTURE_GOOD(
			fixture_each_game(db, &(struct db_filter){.game = g.id}, whole_game, &w));
		ck_assert_str_eq(w.text,
			"9 of 1, 50 in round 3, seed 9, [d] [x] time none 0 plies, 0 to 0, line -77\n"
			"  1 alpha 1 1.00 ok [-] [-] 0.00 0.00\n"
			"  2 beta 2 0.00 time [-] [a0b] 0.00 0.00\n"
			"    move [go] [in0fo] 10 20 5 - - 9\n");
		w = (struct whole){.games = 0};
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.game = g.id, .bare = true}, whole_game, &w));
		ck_assert_ptr_null(strstr(w.text, "move [go]"));
		ck_assert_ptr_nonnull(strstr(w.text, "time [-] [-]"));
		db_close(db);
	}
END_TEST

/* Which games a filter lets through, and how many are taken before it is enough. */
static const struct {
	struct db_filter filter;
	int most, games;
	const char *first, *last;
} whole_filters[] = {
	{{.tournament = 0}, 0, FIXTURE_GAMES, "1 of 1", "8 of 2"},
	{{.tournament = 1}, 0, FIXTURE_CUP_GAMES, "1 of 1", "6 of 1"},
	{{.tournament = 2}, 0, 2, "7 of 2", "8 of 2"},
	{{.tournament = 2, .game = 8}, 0, 1, "8 of 2", "8 of 2"},
	{{.tournament = 1, .game = 8}, 0, 0, "", ""},
	{{.tournament = 3}, 0, 0, "", ""},
	{{.tournament = 0}, 3, 3, "1 of 1", "3 of 1"},
};

START_TEST(a_filter_lets_through_what_it_names_in_the_order_of_the_games)
	{
		struct whole w = {.most = whole_filters[_i].most};
		struct db *db = fixture_open(fixture_path("filter.db"));
		FIXTURE_GOOD(fixture_each_game(db, &whole_filters[_i].filter, whole_game, &w));
		ck_assert_int_eq(w.games, whole_filters[_i].games);
		ck_assert(strncmp(w.text, whole_filters[_i].first,
				  strlen(whole_filters[_i].first)) == 0);
		ck_assert_ptr_nonnull(strstr(w.text, whole_filters[_i].last));
		db_close(db);
	}
END_TEST

START_TEST(what_has_no_row_is_left_out_and_the_rest_is_given)
	{
		struct whole w = {.games = 0};
		const char *path = fixture_path("holes.db");
		db_close(fixture_open(path));
		fixture_change(path, "DELETE FROM seats WHERE game = 6 AND seat = 1;"
				     "DELETE FROM ratings WHERE game = 6 AND seat = 2;"
				     "DELETE FROM bots WHERE id = 4;"
				     "DELETE FROM moves WHERE game = 6 AND ply BETWEEN 2 AND 3");
		struct db *db;
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.game = 6, .bare = true}, whole_game, &w));
		ck_assert_str_eq(w.text,
			"6 of 1, 5 in round 2, seed 105, [] [7/7/7/7/7/3r3 y 1] crash full 4 plies, 5000 to 5250, line -\n"
			"  0 - 0 0.00 - [-] [-] unrated\n"
			"  4 - 2 0.00 crash [exit status 1] [-] unrated\n"
			"  1: 1 d 1000 500 100 1 0 100\n"
			"  4: 2 d 20000 10000 - - - -\n");
		db_close(db);
	}
END_TEST

START_TEST(who_holds_the_database_reads_it_as_it_was)
	{
		struct whole before = {.games = 0}, held = {.games = 0};
		const char *path = fixture_path("held.db");
		struct db *db = fixture_open(path), *writer = db, *reader;
		struct db_game g = {.tournament = 1,
			.pairing = 60,
			.round = 1,
			.opening = "",
			.final = "",
			.reason = "normal",
			.sandbox = "full",
			.seats = 2,
			.seat = {{.bot = 1, .rank = 1, .verdict = "ok"},
				{.bot = 2, .rank = 1, .verdict = "ok"}}};
		FIXTURE_GOOD(db_open(&reader, path, DB_READ));
		FIXTURE_GOOD(db_snapshot(reader));
		FIXTURE_GOOD(fixture_each_game(
			reader, &(struct db_filter){.game = 0}, whole_game, &before));
		FIXTURE_GOOD(db_begin(writer));
		FIXTURE_GOOD(db_game_add(writer, &g));
		FIXTURE_GOOD(db_commit(writer));
		FIXTURE_GOOD(fixture_each_game(
			reader, &(struct db_filter){.game = 0}, whole_game, &held));
		ck_assert_int_eq(before.games, FIXTURE_GAMES);
		ck_assert_str_eq(before.text, held.text);
		db_close(reader);
		db_close(writer);
	}
END_TEST

/* A file of version 1, whose games have no line. */
START_TEST(an_older_file_is_read_as_it_is)
	{
		struct whole w = {.games = 0};
		char command[2 * PATH_MAX];
		const char *path = fixture_path("old.db");
		snprintf(command, sizeof command,
			"(cat tests/db/version-1.sql; echo \"%s\") | sqlite3 %s >/dev/null",
			"INSERT INTO tournaments VALUES (1, 'c', 'nim', 'mix', 2, 1, '', 1);"
			"INSERT INTO games VALUES (1, 1, 0, 1, 1, '', '', 'normal', 'none', 0, 1, "
			"2);",
			path);
		ck_assert_int_eq(system(command), 0);
		struct db *db;
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(fixture_each_game(db, &(struct db_filter){.game = 0}, whole_game, &w));
		ck_assert_int_eq(w.games, 1);
		ck_assert_ptr_nonnull(strstr(w.text, "line -\n"));
		db_close(db);
	}
END_TEST

SUITE("db/whole-games", CASE(a_game_comes_back_as_it_was_written),
	CASE(evidence_and_the_line_come_back_as_they_were_written),
	LOOP(a_filter_lets_through_what_it_names_in_the_order_of_the_games,
		sizeof whole_filters / sizeof *whole_filters),
	CASE(who_holds_the_database_reads_it_as_it_was),
	CASE(what_has_no_row_is_left_out_and_the_rest_is_given),
	CASE(an_older_file_is_read_as_it_is))
