/*
 * The rows of games, and when they are announced; and a tournament that goes on: its bots, its
 * games and its notes.
 */
#include "referee/director/changes.h"
#include "referee/director/game-store.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"

enum { TEXT = 4096 };

/* --- a database of its own -------------------------------------------------------------------- */

static struct {
	struct db *db;
	struct tournament t;
	struct game_store store;
	struct error err;
	struct result last; /* that was announced */
	int announced;
	int64_t pairing;  /* of the next game */
	char notes[TEXT]; /* all that were reported, a line each */
	uint64_t commits;
} place;

static void place_announce(void *arg, const struct result *r)
{
	ck_assert_ptr_eq(arg, &place);
	place.last = *r;
	place.last.opening = NULL; /* it is owned by the store */
	place.announced++;
}

static void place_note(void *arg, const char *line)
{
	ck_assert_ptr_eq(arg, &place);
	ck_assert_ptr_null(strchr(line, '\n'));
	strcat(strcat(place.notes, line), "\n");
}

/* Rows of a query as "a|b", a line each, in a static buffer. */
static const char *rows(const char *query)
{
	static char text[TEXT];
	char command[TEXT];
	snprintf(command, sizeof command, "sqlite3 %s \"%s\"", fixture_path("store.db"), query);
	FILE *in = popen(command, "r");
	text[fread(text, 1, sizeof text - 1, in)] = '\0';
	ck_assert_int_eq(pclose(in), 0);
	return text;
}

/* A tournament of tic-tac-toe with these bots; it is not in the database yet. */
static void place_define(const char *name, const char *format, int bots)
{
	test_tournament_init(&place.t, "tictactoe", 2, bots, 1, NULL);
	free(place.t.name);
	free(place.t.format);
	place.t.name = memory_copy(name);
	place.t.format = memory_copy(format);
	free(place.t.db);
	place.t.db = memory_copy("store.db");
}

static void place_begin(void)
{
	place.db = NULL;
	fixture_remove(fixture_path("store.db"));
	ck_assert_int_eq(db_open(&place.db, fixture_path("store.db"), DB_WRITE), DB_OK);
	place.pairing = 0;
}

static int place_open(const struct game_store_options *options)
{
	static const struct game_store_options none;
	int error = game_store_open(
		&place.store, place.db, &place.t, options != NULL ? options : &none, &place.err);
	place.store.announce = place_announce;
	place.store.arg = &place;
	place.store.commits = &place.commits;
	place.announced = 0;
	place.commits = 0;
	*place.notes = '\0';
	game_store_report_notes(&place.store, place_note, &place);
	return error;
}

/* The tournament ends here; another may follow in the same database. */
static void place_close(void)
{
	game_store_close(&place.store);
	tournament_clear(&place.t);
}

static void place_end(void)
{
	place_close();
	db_close(place.db);
}

/* A game of bot 0 and bot 1 in the seats 1 and 2, which ended so. */
static struct db_game game_of(const char *moves, const int *ranks, const char *const *verdicts)
{
	static struct db_move all[32];
	static char texts[32][4];
	struct db_game g = {.opening = "",
		.final = "x",
		.reason = "normal",
		.round = 1,
		.pairing = ++place.pairing,
		.seed = 1,
		.started_ms = 1000,
		.ended_ms = 2000,
		.seats = 2,
		.moves = all};
	for (; *moves != '\0'; moves += 2 + (moves[2] == ' ')) {
		snprintf(texts[g.moves_count], sizeof *texts, "%.2s", moves);
		all[g.moves_count] = (struct db_move){.seat = 1 + g.moves_count % 2,
			.text = texts[g.moves_count],
			.cpu_us = -1,
			.wait_us = -1,
			.depth = INT64_MIN,
			.score = INT64_MIN,
			.nodes = INT64_MIN};
		g.moves_count++;
	}
	g.plies = g.moves_count;
	for (int i = 0; i < 2; i++)
		g.seat[i] = (struct db_seat){.rank = ranks[i],
			.points = -1,
			.verdict = verdicts[i],
			.detail = strcmp(verdicts[i], "ok") == 0 ? NULL : "a detail"};
	return g;
}

static const char *const ok[] = {"ok", "ok"};

/* Writes a game in which the bot in this seat won; 0: a draw. */
static int play(const char *moves, int winner, int first, int second)
{
	const int ranks[] = {winner == 2 ? 2 : 1, winner == 1 ? 2 : 1};
	struct db_game g = game_of(moves, ranks, ok);
	return game_store_game(&place.store, &g, (int[]){first, second});
}

/* --- games ------------------------------------------------------------------------------------ */

/* K = 20: a win of equals moves 10. Then the winner stands 20 higher, and a draw costs it
 * 20 (1 / (1 + 10^(-20 / 400)) - 1/2) = 0.5750. */
START_TEST(a_game_is_announced_after_its_commit_with_points_and_ratings)
	{
		place_begin();
		place_define("cup", "round-robin", 3);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_int_eq(play("a1 b2", 2, 2, 1), DB_OK);
		ck_assert_int_eq(place.announced, 0);
		ck_assert_str_eq(rows("SELECT count(*) FROM games"), "0\n");
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_int_eq(place.announced, 1);
		ck_assert_uint_eq(place.commits, 1);
		const struct result *r = &place.last;
		ck_assert_int_eq(r->game, 1);
		ck_assert_uint_eq(r->pairing, 1);
		ck_assert_int_eq(r->round, 1);
		ck_assert_int_eq(r->seats, 2);
		ck_assert_int_eq(r->plies, 2);
		ck_assert_int_eq(r->bot[0], 2);
		ck_assert_int_eq(r->bot[1], 1);
		ck_assert_int_eq(r->rank[0], 2);
		ck_assert_int_eq(r->rank[1], 1);
		ck_assert_str_eq(r->verdict[0], "ok");
		ck_assert_str_eq(r->verdict[1], "ok");
		ck_assert_str_eq(r->reason, "normal");
		ck_assert_int_eq(r->fault, 0);
		ck_assert_uint_eq(r->failed | r->benched, 0);
		ck_assert_double_eq_tol(r->elo[0], 1490, 1e-9);
		ck_assert_double_eq_tol(r->elo[1], 1510, 1e-9);
		/* The games of a pair have one key: their round, seed and opening are the same. */
		uint64_t key = r->opening_key;
		ck_assert_int_eq(play("b2 a1", 0, 1, 2), DB_OK);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_double_eq_tol(r->elo[0], 1509.4250, 1e-4);
		ck_assert_double_eq_tol(r->elo[1], 1490.5750, 1e-4);
		ck_assert_uint_eq(r->opening_key, key);
		for (int other = 0; other < 3; other++) {
			struct db_game g = game_of("a1", (int[]){1, 2}, ok);
			g.round += other == 0;
			g.seed += other == 1;
			g.opening = other == 2 ? "c3" : "";
			ck_assert_int_eq(game_store_game(&place.store, &g, (int[]){1, 2}), DB_OK);
			ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
			ck_assert_uint_ne(r->opening_key, key);
		}
		ck_assert_str_eq(
			rows("SELECT s.game, s.seat, b.name, s.rank, s.points, r.before, round(r.after, 4)"
			     " FROM seats s JOIN bots b ON b.id = s.bot JOIN ratings r"
			     " ON r.game = s.game AND r.seat = s.seat WHERE s.game < 3"
			     " ORDER BY s.game, s.seat"),
			"1|1|bot-2|2|0.0|1500.0|1490.0\n1|2|bot-1|1|1.0|1500.0|1510.0\n"
			"2|1|bot-1|1|0.5|1510.0|1509.425\n2|2|bot-2|1|0.5|1490.0|1490.575\n");
		ck_assert_str_eq(rows("SELECT tournament, sandbox, plies FROM games WHERE id < 3"),
			"1|full|2\n1|full|2\n");
		place_end();
	}
END_TEST

static const struct fault_row {
	const char *verdict[2];
	int ranks[2];
	int fault;
	const char *detail;
	unsigned failed;
	double points[2];
} fault_rows[] = {
	{{"ok", "ok"}, {1, 2}, 0, "", 0, {1, 0}},
	{{"resign", "ok"}, {2, 1}, 0, "", 0, {0, 1}},
	{{"crash", "ok"}, {2, 1}, 1, "a detail", 0, {0, 1}},
	{{"ok", "time"}, {1, 2}, 2, "a detail", 0, {1, 0}},
	{{"crash", "time"}, {1, 1}, 1, "a detail", 3,
		{0, 0}}, /* both failed: neither gets a point */
	{{"benched", "ok"}, {2, 1}, 1, "a detail", 0, {0, 1}},
	{{"benched", "crash"}, {1, 1}, 2, "a detail", 3, {0, 0}}, /* that it is benched is known */
	{{"crash", "benched"}, {1, 1}, 1, "a detail", 3, {0, 0}},
};

START_TEST(the_first_seat_that_failed_is_announced_with_its_detail)
	{
		const struct fault_row *row = &fault_rows[_i];
		place_begin();
		place_define("cup", "round-robin", 2);
		place.t.terms.strikes = 1;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		struct db_game g = game_of("a1", row->ranks, row->verdict);
		ck_assert_int_eq(game_store_game(&place.store, &g, (int[]){0, 1}), DB_OK);
		for (int i = 0; i < 2; i++)
			ck_assert_double_eq_tol(g.seat[i].points, row->points[i], 1e-9);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_int_eq(place.last.fault, row->fault);
		if (row->fault != 0)
			ck_assert_str_eq(place.last.detail, row->detail);
		ck_assert_uint_eq(place.last.failed, row->failed);
		unsigned failed = 0; /* at one strike each failure benches, but not a benched one */
		for (int i = 0; i < 2; i++)
			if (strcmp(row->verdict[i], "crash") == 0 ||
				strcmp(row->verdict[i], "time") == 0)
				failed |= 1u << i;
		ck_assert_uint_eq(place.last.benched, failed);
		place_end();
	}
END_TEST

/* The last of GAME_STORE_GROUP games commits all. */
START_TEST(many_games_share_a_commit)
	{
		place_begin();
		place_define("cup", "round-robin", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		for (int i = 1; i < GAME_STORE_GROUP; i++)
			ck_assert_int_eq(play("a1", 1, 0, 1), DB_OK);
		ck_assert_int_eq(place.announced, 0);
		ck_assert_int_eq(play("a1", 1, 0, 1), DB_OK);
		ck_assert_int_eq(place.announced, GAME_STORE_GROUP);
		ck_assert_int_eq(place.last.game, GAME_STORE_GROUP);
		ck_assert_uint_eq(place.commits, 1);
		ck_assert(!place.store.open);
		/* Nothing new: nothing is announced. */
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_int_eq(place.announced, GAME_STORE_GROUP);
		ck_assert_uint_eq(place.commits, 1);
		place_end();
	}
END_TEST

/* A pairing is stored once; the transaction of a game that cannot be written has ended. */
START_TEST(a_game_that_cannot_be_written_is_not_announced)
	{
		place_begin();
		place_define("cup", "round-robin", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_int_eq(play("a1", 1, 0, 1), DB_OK);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place.pairing--;
		ck_assert_int_eq(play("b2", 1, 0, 1), DB_BROKEN);
		ck_assert_int_eq(place.announced, 1);
		place_end();
	}
END_TEST

/* --- duplicates ------------------------------------------------------------------------------- */

static const struct {
	const char *openings, *advice;
} advices[] = {
	{"none", "openings = random:4"},
	{"random:6", "openings = random:8"},
	{"book.txt", "more openings in the file, or fewer rounds,"},
};

START_TEST(games_that_repeat_another_are_counted_also_when_the_tournament_goes_on)
	{
		char text[TEXT], want[TEXT];
		place_begin();
		place_define("cup", "round-robin", 2);
		free(place.t.openings);
		place.t.openings = memory_copy(advices[_i].openings);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		duplicate_games_describe(&place.store.repeats, place.t.openings, text, sizeof text);
		ck_assert_str_eq(text, "");
		play("a1 b2", 1, 0, 1);
		play("a1 b2", 1, 1, 0); /* other seats */
		play("a1 c3", 1, 0, 1); /* another move */
		duplicate_games_describe(&place.store.repeats, place.t.openings, text, sizeof text);
		ck_assert_str_eq(text, "");
		play("a1 b2", 1, 0, 1);
		snprintf(want, sizeof want,
			"1 of 4 games repeat an earlier game of the same bots in the same seats, move for move, and add no information; %s would make them differ",
			advices[_i].advice);
		duplicate_games_describe(&place.store.repeats, place.t.openings, text, sizeof text);
		ck_assert_str_eq(text, want);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		place_define("cup", "round-robin", 2);
		free(place.t.openings);
		place.t.openings = memory_copy(advices[_i].openings);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		duplicate_games_describe(&place.store.repeats, place.t.openings, text, sizeof text);
		ck_assert_str_eq(text, want);
		play("a1 c3", 1, 0, 1);
		duplicate_games_describe(&place.store.repeats, place.t.openings, text, sizeof text);
		ck_assert_int_eq(strncmp(text, "2 of 5 games ", 13), 0);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_end();
	}
END_TEST

/* --- a tournament that goes on ---------------------------------------------------------------- */

/* Of several tournaments in a file each has its own row, and the newest of a name goes on. */
START_TEST(a_tournament_goes_on_by_its_name_unless_it_is_to_begin_anew)
	{
		const struct game_store_options fresh = {.fresh = true};
		static const struct {
			const char *name;
			bool fresh;
			int64_t row;
		} openings[] = {{"cup", false, 1}, {"league", false, 2}, {"league", true, 3},
			{"league", false, 3}, {"cup", false, 1}};
		place_begin();
		for (int i = 0; i < 5; i++) {
			place_define(openings[i].name, "round-robin", 2);
			place.t.games = 7; /* it is no sample, so this is not used */
			ck_assert_int_eq(place_open(openings[i].fresh ? &fresh : NULL), DB_OK);
			ck_assert_int_eq(place.store.tournament, openings[i].row);
			ck_assert_int_eq(play("a1", 1, 0, 1), DB_OK);
			ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
			ck_assert(!place.store.failed_tie);
			place_close();
		}
		ck_assert_str_eq(rows("SELECT tournament, count(*) FROM games GROUP BY tournament"),
			"1|2\n2|1\n3|2\n");
		ck_assert_str_eq(rows("SELECT id, name, game, format, seats FROM tournaments"),
			"1|cup|tictactoe|round-robin|2\n2|league|tictactoe|round-robin|2\n"
			"3|league|tictactoe|round-robin|2\n");
		db_close(place.db);
	}
END_TEST

/* bot-1 won a game, so it begins with 1510. */
START_TEST(ratings_go_on_where_they_were)
	{
		place_begin();
		place_define("cup", "round-robin", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		play("a1", 2, 0, 1);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		place_define("cup", "round-robin", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		play("b1", 0, 0, 1);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_double_eq_tol(place.last.elo[1], 1509.4250, 1e-4);
		place_end();
	}
END_TEST

START_TEST(a_tournament_with_other_settings_is_refused)
	{
		place_begin();
		place_define("cup", "round-robin", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		place_close();
		place_define("cup", "round-robin", 2);
		place.t.terms.max_plies = 5;
		ck_assert_int_eq(place_open(NULL), DB_NONE);
		ck_assert_ptr_nonnull(strstr(place.err.text, "max-plies"));
		ck_assert_ptr_null(strstr(place.err.text, "referee compare"));
		ck_assert(!place.store.changed);
		place_end();
	}
END_TEST

/* A test with other bounds needs no new games, if that is all that differs. */
START_TEST(another_test_of_the_same_games_is_referred_to_compare)
	{
		place_begin();
		place_define("cup", "sprt", 2);
		place.t.sprt = (struct sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
		ck_assert_int_eq(place_open(NULL), DB_OK);
		place_close();
		place_define("cup", "sprt", 2);
		place.t.sprt = (struct sprt){.elo0 = -3, .elo1 = 12, .alpha = 0.01, .beta = 0.05};
		ck_assert_int_eq(place_open(NULL), DB_NONE);
		ck_assert_msg(
			strstr(place.err.text,
				"; `referee compare bot-0 bot-1 --sprt -3,12 --alpha 0.01 --db store.db --tournament cup` answers on the same games") !=
				NULL,
			"%s", place.err.text);
		place_end();
	}
END_TEST

/* --- changed bots ----------------------------------------------------------------------------- */

/* A game of both, and then bot-1 has another command. */
static void place_change(const char *format, int games)
{
	place_begin();
	place_define("cup", format, 2);
	ck_assert_int_eq(place_open(NULL), DB_OK);
	for (int i = 0; i < games; i++)
		play("a1 b2", 1, 0, 1);
	ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
	place_close();
	place_define("cup", format, 2);
	free(place.t.bots[1].command);
	place.t.bots[1].command = memory_copy("another");
}

START_TEST(a_changed_bot_is_refused_with_the_ways_to_go_on)
	{
		place_change("round-robin", 1 + _i);
		ck_assert_int_eq(place_open(NULL), DB_NONE);
		ck_assert(place.store.changed);
		ck_assert_str_eq(place.err.text,
			_i == 0 ? "bot bot-1 has changed (another command): 1 of the games that count was played by an older version; \"referee run FLAGS --replay bot-1\" plays them again, --fresh begins a new tournament, --name NAME one beside it, --mixed lets both count"
				: "bot bot-1 has changed (another command): 2 of the games that count were played by an older version; \"referee run FLAGS --replay bot-1\" plays them again, --fresh begins a new tournament, --name NAME one beside it, --mixed lets both count");
		place_end();
	}
END_TEST

START_TEST(a_changed_bot_without_a_game_is_no_news)
	{
		place_change("round-robin", 0);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_str_eq(place.notes, "");
		place_end();
	}
END_TEST

/* The operator says so once; then both versions have games. */
START_TEST(a_changed_bot_that_may_mix_is_noted)
	{
		const struct game_store_options mixed = {.mixed = true};
		static const char note[] =
			"bot bot-1 has changed (another command): 1 of the games that count was played by an older version, and both count; \"referee run FLAGS --replay bot-1\" plays them again\n";
		place_change("round-robin", 1);
		ck_assert_int_eq(place_open(&mixed), DB_OK);
		ck_assert_str_eq(place.notes, note);
		play("a1 c3", 1, 0, 1);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		place_define("cup", "round-robin", 2);
		free(place.t.bots[1].command);
		place.t.bots[1].command = memory_copy("another");
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_str_eq(place.notes, note);
		place_end();
	}
END_TEST

START_TEST(a_replay_lets_the_games_of_a_bot_count_no_more)
	{
		const char *const names[] = {"bot-1"};
		const struct game_store_options options = {.replay = names, .replay_count = 1};
		place_change("round-robin", 2);
		ck_assert_int_eq(place_open(&options), DB_OK);
		ck_assert_str_eq(place.notes,
			"2 games of bot-1 are played again; \"referee games --replaced\" lists the old ones, which count no more\n");
		ck_assert_str_eq(rows("SELECT count(*) FROM games"), "0\n");
		ck_assert_str_eq(rows("SELECT pairing, bot FROM replaced_games ORDER BY id"),
			"1|bot-1\n2|bot-1\n");
		place_end();
	}
END_TEST

START_TEST(a_replay_of_a_bot_without_a_game_says_so)
	{
		const char *const names[] = {"bot-0"};
		const struct game_store_options options = {.replay = names, .replay_count = 1};
		place_change("round-robin", 0);
		ck_assert_int_eq(place_open(&options), DB_OK);
		ck_assert_str_eq(place.notes, "--replay bot-0: the bot has played no game yet\n");
		place_end();
	}
END_TEST

START_TEST(on_changed_replay_plays_the_games_of_older_versions_again)
	{
		place_change("round-robin", 1);
		place.t.on_changed = ON_CHANGED_REPLAY;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_str_eq(place.notes,
			"1 bot has changed (bot-1): 1 game of older versions is played again; \"referee games --replaced\" lists the old ones, which count no more\n");
		ck_assert_str_eq(rows("SELECT count(*) FROM games"), "0\n");
		place_end();
	}
END_TEST

/* Of many changed bots three are named. */
START_TEST(of_many_changed_bots_three_are_named)
	{
		char command[16];
		for (int replay = 0; replay < 2; replay++) {
			place_begin();
			place_define("cup", "round-robin", 5);
			ck_assert_int_eq(place_open(NULL), DB_OK);
			for (int i = 0; i < 4; i++)
				play("a1 b2", 1, i, 4);
			ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
			place_close();
			place_define("cup", "round-robin", 5);
			for (int i = 0; i < 5; i++) {
				snprintf(command, sizeof command, "new-%d", i);
				free(place.t.bots[i].command);
				place.t.bots[i].command = memory_copy(command);
			}
			place.t.on_changed = replay ? ON_CHANGED_REPLAY : ON_CHANGED_REFUSE;
			ck_assert_int_eq(place_open(NULL), replay ? DB_OK : DB_NONE);
			if (replay)
				ck_assert_str_eq(place.notes,
					"5 bots have changed (bot-0, bot-1, bot-2 and 2 more): 4 games of older versions are played again; \"referee games --replaced\" lists the old ones, which count no more\n");
			else
				ck_assert_ptr_nonnull(strstr(place.err.text,
					"; and 2 more bots; \"referee run FLAGS --replay bot-0\" plays"));
			place_end();
		}
	}
END_TEST

/* Lines that both have are not told. */
START_TEST(settings_of_a_changed_bot_that_differ_are_told)
	{
		place_begin();
		place_define("cup", "round-robin", 2);
		place.t.bots[1].limits.depth = 3;
		place.t.bots[1].set[BOT_SETTING_DEPTH] = (struct origin){"--bot", 1};
		place.t.bots[1].limits.nodes = 50;
		place.t.bots[1].set[BOT_SETTING_NODES] = (struct origin){"--bot", 1};
		ck_assert_int_eq(place_open(NULL), DB_OK);
		play("a1 b2", 1, 0, 1);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		place_define("cup", "round-robin", 2);
		place.t.bots[1].limits.depth = 4;
		place.t.bots[1].set[BOT_SETTING_DEPTH] = (struct origin){"--bot", 1};
		place.t.bots[1].limits.nodes = 50;
		place.t.bots[1].set[BOT_SETTING_NODES] = (struct origin){"--bot", 1};
		ck_assert_int_eq(place_open(NULL), DB_NONE);
		ck_assert_msg(
			strncmp(place.err.text,
				"bot bot-1 has changed (it has depth = 4; it had depth = 3): 1 of the games",
				strlen("bot bot-1 has changed (it has depth = 4; it had depth = 3): 1 of the games")) ==
				0,
			"%s", place.err.text);
		place_end();
	}
END_TEST

/* A bot that has sent its features plays by them; one that has not, by what it sent before. */
START_TEST(a_bot_that_does_not_answer_plays_what_it_said_before)
	{
		place_begin();
		place_define("cup", "round-robin", 3);
		place.t.bots[1].answered = place.t.bots[2].answered = true;
		place.t.bots[1].startpos_only = place.t.bots[2].startpos_only = true;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		place_close();
		place_define("cup", "round-robin", 3);
		place.t.bots[2].answered = true;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert(!place.t.bots[0].startpos_only);
		ck_assert(place.t.bots[1].startpos_only);
		ck_assert(!place.t.bots[2].startpos_only);
		ck_assert_str_eq(place.notes, "");
		place_end();
	}
END_TEST

/* keep = 2: of three games the oldest has its moves no more. */
START_TEST(older_games_lose_their_moves_with_the_commit)
	{
		place_begin();
		place_define("cup", "round-robin", 2);
		place.t.keep.games = 2;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		for (int i = 0; i < 3; i++) {
			play("a1 b2", 1, 0, 1);
			ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		}
		ck_assert_str_eq(
			rows("SELECT game, count(*) FROM moves GROUP BY game"), "2|2\n3|2\n");
		ck_assert_str_eq(rows("SELECT game FROM removed_moves"), "1\n");
		place_end();
	}
END_TEST

START_TEST(a_stored_bot_that_is_missing_is_named)
	{
		place_begin();
		place_define("cup", "ladder", 3);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		place_close();
		place_define("cup", "ladder", 2);
		ck_assert_int_eq(place_open(NULL), DB_NONE);
		ck_assert_str_eq(place.err.text,
			"bot bot-2: it takes part in the stored tournament, and the file does not have it");
		place_end();
	}
END_TEST

/* A bot that comes later takes part from the round after the last. */
START_TEST(a_bot_that_joins_enters_after_the_last_round)
	{
		place_begin();
		place_define("cup", "ladder", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		struct db_game g = game_of("a1", (int[]){1, 2}, ok);
		g.round = 4;
		ck_assert_int_eq(game_store_game(&place.store, &g, (int[]){0, 1}), DB_OK);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		place_define("cup", "ladder", 3);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_int_eq(place.store.enters[0], 1);
		ck_assert_int_eq(place.store.enters[1], 1);
		ck_assert_int_eq(place.store.enters[2], 5);
		/* The same while it plays; durable at once. */
		struct reported told;
		reported_init(&told);
		struct bot *bot = tournament_add_bot(
			&place.t, "late", (struct origin){"--bot", 0}, &told.mistakes);
		bot->command = memory_copy("late");
		bot->enters = 9;
		ck_assert_int_eq(game_store_join(&place.store, 3), DB_OK);
		ck_assert_int_eq(place.store.benching.bots, 4);
		ck_assert_str_eq(rows("SELECT b.name, p.round FROM participants p"
				      " JOIN bots b ON b.id = p.bot ORDER BY b.id"),
			"bot-0|1\nbot-1|1\nbot-2|5\nlate|9\n");
		place_end();
	}
END_TEST

START_TEST(a_bot_that_failed_too_often_is_benched_when_the_tournament_goes_on)
	{
		place_begin();
		place_define("cup", "round-robin", 3);
		place.t.terms.strikes = 2;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_int_eq(
			game_store_set_admin_action(&place.store, "bench", "bot-0", true), DB_OK);
		for (int i = 0; i < 2; i++) {
			struct db_game g =
				game_of("a1", (int[]){1, 2}, (const char *const[]){"ok", "crash"});
			ck_assert_int_eq(game_store_game(&place.store, &g, (int[]){1, 2}), DB_OK);
		}
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		place_define("cup", "round-robin", 3);
		place.t.terms.strikes = 2;
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_str_eq(place.notes,
			"bot-2 is BENCHED: it failed 2 games in a row before; a higher --strikes lets it play again\n"
			"bot-0 is BENCHED by hand; `referee ctl unbench-bot` lets it play again\n");
		ck_assert(place.store.benching.benched[0] && !place.store.benching.benched[1] &&
			  place.store.benching.benched[2]);
		/* The action ends. */
		ck_assert_int_eq(
			game_store_set_admin_action(&place.store, "bench", "bot-0", false), DB_OK);
		ck_assert_str_eq(rows("SELECT count(*) FROM admin_actions"), "0\n");
		place_end();
	}
END_TEST

/* --- byes, workers, spot checks --------------------------------------------------------------- */

START_TEST(byes_workers_and_spot_checks_are_rows_of_their_own)
	{
		struct worker_facts facts = {.name = "lab07",
			.arch = "x86_64",
			.version = "1.0",
			.cpu = "Xeon",
			.slots = 4,
			.cores = 8,
			.sandbox = SANDBOX_REDUCED,
			.speed = 1000};
		int64_t row, again;
		place_begin();
		place_define("cup", "round-robin", 2);
		ck_assert_int_eq(place_open(NULL), DB_OK);
		ck_assert_int_eq(game_store_bye(&place.store, 3, 1, 0.5), DB_OK);
		ck_assert_int_eq(game_store_worker(&place.store, &facts, &row), DB_OK);
		facts.speed = 2000;
		ck_assert_int_eq(game_store_worker(&place.store, &facts, &again), DB_OK);
		ck_assert_int_eq(again, row);
		ck_assert_int_eq(game_store_worker_lost(&place.store, row, 3), DB_OK);
		play("a1", 1, 0, 1);
		ck_assert_int_eq(game_store_spot_check(&place.store, 1, row, false), DB_OK);
		/* Of a game that was replaced meanwhile nothing is kept. */
		ck_assert_int_eq(game_store_spot_check(&place.store, 99, row, true), DB_OK);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_str_eq(rows("SELECT round, bot, points FROM byes"), "3|2|0.5\n");
		ck_assert_str_eq(
			rows("SELECT name, cpu, arch, cores, slots, speed, sandbox, version, lost FROM workers"),
			"lab07|Xeon|x86_64|8|4|2000|reduced|1.0|3\n");
		ck_assert_str_eq(rows("SELECT game, worker, same FROM spot_checks"), "1|1|0\n");
		place_end();
	}
END_TEST

/* --- two bots that are the same ----------------------------------------------------------------
 */

START_TEST(a_test_of_a_program_against_itself_is_noted)
	{
		static const struct {
			const char *format;
			bool differ, noted;
		} cases[] = {{"sprt", false, true}, {"sprt", true, false},
			{"round-robin", false, false}};
		for (int i = 0; i < 3; i++) {
			place_begin();
			place_define("cup", cases[i].format, 2);
			if (cases[i].differ) {
				free(place.t.bots[1].command);
				place.t.bots[1].command = memory_copy("another");
			}
			ck_assert_int_eq(place_open(NULL), DB_OK);
			changes_note_same(&place.store);
			game_store_report_notes(&place.store, place_note, &place);
			ck_assert_int_eq(strncmp(place.notes,
						 "bot-0 and bot-1 are the same program", 36) == 0,
				cases[i].noted);
			ck_assert_int_eq(*place.notes != '\0', cases[i].noted);
			place_end();
		}
	}
END_TEST

START_TEST(notes_come_a_line_at_a_time_and_once)
	{
		struct game_store s = {.notes = NULL};
		*place.notes = '\0';
		game_store_note(&s, "%s %d", "one", 1);
		game_store_note(&s, "two\nthree");
		game_store_report_notes(&s, place_note, &place);
		ck_assert_str_eq(place.notes, "one 1\ntwo\nthree\n");
		game_store_report_notes(&s, place_note, &place);
		ck_assert_str_eq(place.notes, "one 1\ntwo\nthree\n");
	}
END_TEST

SUITE("referee/director/game-store",
	CASE(a_game_is_announced_after_its_commit_with_points_and_ratings),
	LOOP(the_first_seat_that_failed_is_announced_with_its_detail,
		sizeof fault_rows / sizeof *fault_rows),
	CASE(many_games_share_a_commit), CASE(a_game_that_cannot_be_written_is_not_announced),
	LOOP(games_that_repeat_another_are_counted_also_when_the_tournament_goes_on, 3),
	CASE(a_tournament_goes_on_by_its_name_unless_it_is_to_begin_anew),
	CASE(ratings_go_on_where_they_were), CASE(a_tournament_with_other_settings_is_refused),
	CASE(another_test_of_the_same_games_is_referred_to_compare),
	LOOP(a_changed_bot_is_refused_with_the_ways_to_go_on, 2),
	CASE(a_changed_bot_without_a_game_is_no_news), CASE(a_changed_bot_that_may_mix_is_noted),
	CASE(a_replay_lets_the_games_of_a_bot_count_no_more),
	CASE(a_replay_of_a_bot_without_a_game_says_so),
	CASE(on_changed_replay_plays_the_games_of_older_versions_again),
	CASE(of_many_changed_bots_three_are_named),
	CASE(settings_of_a_changed_bot_that_differ_are_told),
	CASE(a_bot_that_does_not_answer_plays_what_it_said_before),
	CASE(older_games_lose_their_moves_with_the_commit),
	CASE(a_stored_bot_that_is_missing_is_named),
	CASE(a_bot_that_joins_enters_after_the_last_round),
	CASE(a_bot_that_failed_too_often_is_benched_when_the_tournament_goes_on),
	CASE(byes_workers_and_spot_checks_are_rows_of_their_own),
	CASE(a_test_of_a_program_against_itself_is_noted),
	CASE(notes_come_a_line_at_a_time_and_once))
