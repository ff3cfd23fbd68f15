/*
 * `referee ratings`: which games are rated together, and which not. The fixture has a tournament of
 * connect4 for two, and one of nim for three; here there is one of nim for two as well, whose only
 * game ben won against ann on 2026-03-01 12:00:00, and one of connect4 for two in which dan failed.
 */
#include "base/exit-status.h"
#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"

extern const struct command command_ratings;

enum { WORDS = 12 };

/* Columns of the CSV. */
enum { BOT, ELO, GAMES = 9 };

static void add(
	struct db *db, struct db_tournament t, const char *const *names, const char *verdict)
{
	static const struct db_move moves[] = {{.seat = 1, .text = "a1"}};
	int64_t noon = 1772366400000;
	FIXTURE_GOOD(db_tournament_add(db, &t));
	struct db_game g = {.tournament = t.id,
		.pairing = 1,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = strcmp(verdict, "ok") == 0 ? "normal" : verdict,
		.sandbox = "full",
		.started_ms = noon,
		.ended_ms = noon + 1000,
		.seats = 2,
		.plies = 1,
		.moves = moves};
	for (int i = 0; i < 2; i++) {
		struct db_bot bot = {0, names[i], "./bot", names[i]};
		FIXTURE_GOOD(db_bot_add(db, &bot));
		g.seat[i] = (struct db_seat){.bot = bot.id,
			.rank = i == 0 ? 2 : 1,
			.points = i,
			.verdict = i == 0 ? verdict : "ok"};
	}
	FIXTURE_GOOD(db_game_add(db, &g));
}

static const char *database(void)
{
	const char *path = fixture_path("ratings.db");
	struct db *db = fixture_open(path);
	FIXTURE_GOOD(db_begin(db));
	add(db,
		(struct db_tournament){
			0, "duo", "nim", "round-robin", "game = nim\n", 2, 2, 1772366400000},
		(const char *const[]){"ann", "ben"}, "ok");
	add(db,
		(struct db_tournament){0, "late", "connect4", "round-robin", "game = connect4\n", 2,
			2, 1772366400000},
		(const char *const[]){"dan", "alpha"}, "crash");
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
	return path;
}

/* The command line, and the bots that are rated, best first, each with its games. */
static const struct {
	const char *words[WORDS], *bots;
} rated[] = {
	{{"--db", "DB"}, "alpha 1 dan 1"}, /* the newest */
	{{"--db", "DB", "--tournament", "cup"}, "alpha 4 beta 4 gamma 4"},
	{{"--db", "DB", "--tournament", "trio"}, "beta 2 gamma 2 alpha 2"},
	{{"--db", "DB", "--game", "nim", "--players", "2"}, "ben 1 ann 1"},
	{{"--db", "DB", "--game", "nim", "--players", "3"}, "beta 2 gamma 2 alpha 2"},
	{{"--db", "DB", "--players", "3"}, "beta 2 gamma 2 alpha 2"},
	{{"--db", "DB", "--game", "connect4"}, "alpha 5 beta 4 gamma 4 dan 1"},
	{{"--db", "DB", "--game", "connect4", "--exclude-forfeits"}, "alpha 2 beta 3 gamma 1"},
	/* the third game of the year began 2 s after its begin */
	{{"--db", "DB", "--game", "connect4", "--since", "2026-01-01 00:00:04"},
		"beta 2 gamma 2 alpha 1 dan 1"},
	{{"--db", "DB", "--game", "connect4", "--since", "2026-03-01T12:00:00Z"}, "alpha 1 dan 1"},
	{{"--db", "DB", "--game", "connect4", "--since", "2026-03-01"}, "alpha 1 dan 1"},
	{{"--db", "DB", "--game", "connect4", "--since", "2026-03-01 12:00:01"}, ""},
};

/* The cell of a row of CSV; the texts here have no comma. */
static const char *cell(const char *row, int number)
{
	static char text[64];
	for (; number > 0; number--)
		row = strchr(row, ',') + 1;
	snprintf(text, sizeof text, "%.*s", (int)strcspn(row, ",\n"), row);
	return text;
}

START_TEST(only_games_of_one_kind_are_rated_together)
	{
		static struct command_output got;
		char text[512] = "", *line, *rest = got.out;
		const char *words[WORDS + 2] = {"--csv"};
		for (int i = 0; i < WORDS; i++)
			words[i + 1] = rated[_i].words[i];
		command_output_run(&got, &command_ratings, words, database());
		ck_assert_msg(got.status == 0, "%s", got.err);
		strsep(&rest, "\n");
		/* behind the bots are the seats: "(first seat)" */
		while ((line = strsep(&rest, "\n")) != NULL && *line != '\0' && *line != '(') {
			sprintf(text + strlen(text), "%s%s ", *text != '\0' ? " " : "",
				cell(line, BOT));
			strcat(text, cell(line, GAMES));
		}
		ck_assert_str_eq(text, rated[_i].bots);
	}
END_TEST

/* The command line, the exit status, and a part of what is told. */
static const struct {
	const char *words[WORDS];
	int status;
	const char *told;
} refused[] = {
	{{"--db", "DB", "--tournament", "all"}, EXIT_USAGE,
		"games of several kinds cannot be rated together: connect4 for 2, nim for 2, nim for 3; choose with --game connect4"},
	{{"--db", "DB", "--game", "nim"}, EXIT_USAGE,
		"games of several kinds cannot be rated together: nim for 2, nim for 3; choose with --players N"},
	{{"--db", "DB", "--players", "2"}, EXIT_USAGE,
		"games of several kinds cannot be rated together: connect4 for 2, nim for 2; choose with --game connect4"},
	{{"--db", "DB", "--game", "othello"}, EXIT_USAGE,
		"no tournament with games is of this kind"},
	{{"--db", "DB", "--since", "2026-02-29"}, EXIT_USAGE, "it must be a day or a time in UTC"},
	{{"--db", "DB", "--since", "soon"}, EXIT_USAGE, "it must be a day or a time in UTC"},
	{{"--db", "DB", "--since", "2026-02-28 24:00"}, EXIT_USAGE, "it must be a day or a time"},
	{{"--db", "DB", "--prior", "0.0000001"}, EXIT_USAGE,
		"it must be a number of virtual draws"},
	{{"--db", "DB", "--prior", "1e7"}, EXIT_USAGE, "it must be a number of virtual draws"},
	{{"--db", "DB", "--prior", "-1"}, EXIT_USAGE, "it must be a number of virtual draws"},
	{{"--db", "DB", "--anchor", "alpha"}, EXIT_USAGE, "it must be NAME=ELO"},
	{{"--db", "DB", "--anchor", "alpha="}, EXIT_USAGE, "it must be NAME=ELO"},
	{{"--db", "DB", "--anchor", "alpha=inf"}, EXIT_USAGE, "it must be NAME=ELO"},
	{{"--db", "DB", "--anchor", "alfa=1500"}, EXIT_USAGE, "no bot \"alfa\" has played"},
	{{"--from", "x.csv", "--players", "2"}, EXIT_USAGE,
		"--from and --players exclude each other"},
	{{"--from", "x.csv", "--since", "2026-01-01"}, EXIT_USAGE,
		"--from and --since exclude each"},
	{{"--from", "x.csv", "--exclude-forfeits"}, EXIT_USAGE,
		"--from and --exclude-forfeits exclude each other"},
	{{"--from", "/nonexistent.csv"}, EXIT_FILE, "/nonexistent.csv"},
};

START_TEST(a_choice_that_is_none_is_refused)
	{
		static struct command_output got;
		command_output_run(&got, &command_ratings, refused[_i].words, database());
		ck_assert_int_eq(got.status, refused[_i].status);
		ck_assert_msg(strstr(got.err, refused[_i].told) != NULL, "%s", got.err);
		ck_assert_str_eq(got.out, "");
	}
END_TEST

static double elo_of(const struct command_output *got, const char *bot)
{
	char line[32];
	snprintf(line, sizeof line, "\n%s,", bot);
	const char *row = strstr(got->out, line);
	ck_assert_msg(row != NULL, "%s", got->out);
	return atof(cell(row + 1, ELO));
}

/* One anchor is at its number; of two the mean is. */
START_TEST(anchors_move_the_ratings_of_their_group)
	{
		static struct command_output plain, one, two;
		static const char *const none[] = {"--db", "DB", "--tournament", "cup", "--csv",
			NULL},
					 *const beta[] = {"--db", "DB", "--tournament", "cup",
						 "--anchor", "beta=1500", "--csv", NULL},
					 *const both[] = {"--db", "DB", "--tournament", "cup",
						 "--anchor", "beta=1500", "--anchor", "alpha=1600",
						 "--csv", NULL};
		command_output_run(&plain, &command_ratings, none, database());
		command_output_run(&one, &command_ratings, beta, database());
		command_output_run(&two, &command_ratings, both, database());
		double apart = elo_of(&plain, "alpha") - elo_of(&plain, "beta");
		ck_assert_double_gt(apart, 1);
		ck_assert_double_eq_tol(elo_of(&one, "beta"), 1500, 1e-5);
		ck_assert_double_eq_tol(elo_of(&one, "alpha"), 1500 + apart, 1e-5);
		ck_assert_double_eq_tol(elo_of(&two, "alpha") + elo_of(&two, "beta"), 3100, 1e-5);
		ck_assert_double_eq_tol(elo_of(&two, "alpha") - elo_of(&two, "beta"), apart, 1e-5);
	}
END_TEST

SUITE("commands/ratings",
	LOOP(only_games_of_one_kind_are_rated_together, sizeof rated / sizeof *rated),
	LOOP(a_choice_that_is_none_is_refused, sizeof refused / sizeof *refused),
	CASE(anchors_move_the_ratings_of_their_group))
