/*
 * Which positions of which games are written: of games that cannot be replayed none, of seats that
 * left nothing more, and samples that depend on the game alone.
 */
#include "referee/import-export/export.h"

#include "tests/lib/db-fixture.h"

enum { TEXT = 1 << 17, MOVES = 12 };

struct written_game {
	int64_t seed;
	const char *opening;
	const char *moves; /* "SEAT MOVE", blanks between */
	const char *verdicts[3];
	int seats;
};

/* Adds a tournament's game. */
static void add_game(struct db *db, int64_t tournament, int number, const int64_t *bots,
	const struct written_game *g)
{
	struct db_move moves[MOVES];
	static char words[MOVES][16];
	int plies = 0, seat = 0, length = 0;
	for (const char *at = g->moves; sscanf(at, "%d %15s%n", &seat, words[plies], &length) == 2;
		at += length) {
		moves[plies] = (struct db_move){.seat = seat,
			.text = words[plies],
			.wall_us = 1,
			.cpu_us = -1,
			.wait_us = -1,
			.depth = INT64_MIN,
			.score = INT64_MIN,
			.nodes = INT64_MIN};
		plies++;
	}
	struct db_game game = {.tournament = tournament,
		.pairing = number,
		.round = 1,
		.seed = g->seed,
		.opening = g->opening,
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = g->seats,
		.plies = plies,
		.moves = moves};
	for (int i = 0; i < g->seats; i++)
		game.seat[i] = (struct db_seat){.bot = bots[i],
			.rank = 1,
			.verdict = g->verdicts[i] != NULL ? g->verdicts[i] : "ok",
			.elo_before = 1500,
			.elo_after = 1500};
	FIXTURE_GOOD(db_game_add(db, &game));
}

/* The lines of the positions of these games; messages: what is said meanwhile. */
static const char *lines_of(const char *game, const char *definition, int seats,
	const struct written_game *games, int count, const struct export_choice *choice, int only,
	char messages[TEXT])
{
	static char text[TEXT];
	struct db *db;
	int64_t bots[3];
	struct db_tournament t = {0, "t", game, "round-robin", definition, seats, 1, 1};
	fixture_remove(fixture_path("positions.db"));
	FIXTURE_GOOD(db_open(&db, fixture_path("positions.db"), DB_WRITE));
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	for (int i = 0; i < 3; i++) {
		const char *const name = (const char *const[]){"a", "b", "c"}[i];
		struct db_bot bot = {0, name, name, name};
		FIXTURE_GOOD(db_bot_add(db, &bot));
		bots[i] = bot.id;
	}
	for (int i = 0; i < count; i++)
		add_game(db, t.id, i + 1, bots, &games[i]);
	FIXTURE_GOOD(db_commit(db));
	memset(text, 0, sizeof text);
	memset(messages, 0, TEXT);
	struct export e = {.db = db,
		.tournament = t,
		.choice = *choice,
		.out = fmemopen(text, sizeof text - 1, "w")};
	if (only != 0)
		e.games[e.games_count++] = only;
	fflush(stderr);
	FILE *file = tmpfile();
	int saved = dup(STDERR_FILENO);
	dup2(fileno(file), STDERR_FILENO);
	int error = export_positions(&e);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	ck_assert_uint_lt(fread(messages, 1, TEXT - 1, file), TEXT - 1);
	fclose(file);
	fclose(e.out);
	db_close(db);
	ck_assert_int_eq(error, 0);
	const char *head = "position,seat,score,points,ranks,move,ply,game,bot\n";
	ck_assert_int_eq(strncmp(text, head, strlen(head)), 0);
	return text + strlen(head);
}

static const struct export_choice all = {
	.from_ply = 1, .to_ply = INT64_MAX, .sample = INT64_MAX, .share = 1, .seed = 1};

static char said[TEXT];

#define TIC "game = tictactoe\n"
#define NIM "game = nim\nparam = heaps=9 take=0\n"

static const struct {
	const char *game, *definition;
	int seats;
	struct written_game one;
	const char *lines, *said;
} replays[] = {
	{"tictactoe", TIC, 2, {1, "3/1x1/3 o 1", "1 a1 2 c1", {NULL}, 2}, "",
		"referee export: game 1 is left out: the move of ply 1 \"a1\" is not legal there\n"},
	{"tictactoe", TIC, 2, {1, "3/1x1/3 o 1", "2 a1 1 c1", {NULL}, 2},
		"3/1x1/3 o 1,2,,0,1 1,a1,1,1,b\n3/1x1/o2 x 2,1,,0,1 1,c1,2,1,a\n", ""},
	{"tictactoe", TIC, 2, {1, "b2 a1", "1 c1", {NULL}, 2},
		"3/3/3 x 1,1,,0,1 1,b2,1,1,\n3/1x1/3 o 1,2,,0,1 1,a1,2,1,\n"
		"3/1x1/o2 x 2,1,,0,1 1,c1,3,1,a\n",
		""},
	{"tictactoe", TIC, 2, {1, "b2 b2", "1 c1", {NULL}, 2}, "",
		"referee export: game 1 is left out: its opening's move \"b2\" is not legal there\n"},
	{"tictactoe", TIC, 2, {1, "", "1 a1 2 a1", {NULL}, 2}, "",
		"referee export: game 1 is left out: the move of ply 2 \"a1\" is not legal there\n"},
	{"nim", NIM, 3, {1, "", "1 a1 2 a1", {NULL}, 2}, "",
		"referee export: game 1 is left out: it has 2 seats instead of 3\n"},
	/* seat 2 fell on its turn: seat 3 moved on */
	{"nim", NIM, 3, {1, "", "1 a1 3 a2", {NULL, "crash", NULL}, 3},
		"9 p1 1,1,,0,1 1 1,a1,1,1,a\n8 p3 1 out2,3,,0,1 1 1,a2,2,1,c\n", ""},
	/* no seat fell: seat 3 was not to move */
	{"nim", NIM, 3, {1, "", "1 a1 3 a2", {NULL}, 3}, "",
		"referee export: game 1 is left out: the move of ply 2 \"a2\" is not legal there\n"},
	/* seat 1 was not there: it left before the first move */
	{"nim", NIM, 3, {1, "", "2 a1 3 a2", {"absent", NULL, NULL}, 3},
		"9 p2 1 out1,2,,0,1 1 1,a1,1,1,b\n8 p3 1 out1,3,,0,1 1 1,a2,2,1,c\n", ""},
};

START_TEST(a_game_is_replayed_from_its_opening_with_those_that_stayed)
	{
		const char *lines = lines_of(replays[_i].game, replays[_i].definition,
			replays[_i].seats, &replays[_i].one, 1, &all, 0, said);
		ck_assert_str_eq(lines, replays[_i].lines);
		ck_assert_str_eq(said, replays[_i].said);
	}
END_TEST

/* The first ten games that are left out are named. */
START_TEST(games_that_cannot_be_replayed_are_named_ten_times)
	{
		struct written_game games[13];
		char line[160];
		for (int i = 0; i < 13; i++)
			games[i] =
				(struct written_game){1, "", i == 4 ? "1 a1" : "1 d4", {NULL}, 2};
		for (int count = 11; count <= 13; count++) {
			const char *lines =
				lines_of("tictactoe", TIC, 2, games, count, &all, 0, said);
			ck_assert_str_eq(lines, "3/3/3 x 1,1,,0,1 1,a1,1,5,a\n");
			snprintf(line, sizeof line,
				"referee export: game 11 is left out: the move of ply 1 \"d4\" is not legal there\n%s",
				count == 12   ? "referee export: and 1 more games\n"
				: count == 13 ? "referee export: and 2 more games\n"
					      : "");
			ck_assert_msg(strlen(said) >= strlen(line) &&
					      strcmp(said + strlen(said) - strlen(line), line) == 0,
				"%d: %s", count, said);
		}
	}
END_TEST

/* --- samples ---------------------------------------------------------------------------------- */

enum { SAMPLED = 60, PLIES = 9 };

static const struct written_game *sampled_games(void)
{
	static struct written_game games[SAMPLED];
	for (int i = 0; i < SAMPLED; i++)
		games[i] = (struct written_game){
			i, "", "1 a1 2 a2 1 a3 2 b1 1 b3 2 b2 1 c1 2 c3 1 c2", {NULL}, 2};
	return games;
}

static const char *sample(const struct export_choice *choice, int only)
{
	return lines_of("tictactoe", TIC, 2, sampled_games(), SAMPLED, choice, only, said);
}

/* The plies of each game's lines, a bit each; how many lines there are. */
static int plies_of(const char *lines, unsigned plies[SAMPLED])
{
	int count = 0, ply, game;
	memset(plies, 0, SAMPLED * sizeof *plies);
	for (; *lines != '\0'; lines += strcspn(lines, "\n") + 1, count++) {
		const char *end = lines + strcspn(lines, "\n"), *at = end;
		for (int commas = 0; commas < 3;)
			commas += *--at == ',';
		ck_assert_int_eq(sscanf(at, ",%d,%d,", &ply, &game), 2);
		ck_assert_int_eq(plies[game - 1] >> ply, 0); /* in their order */
		plies[game - 1] |= 1u << ply;
	}
	return count;
}

START_TEST(a_sample_has_so_many_of_each_game_and_depends_on_the_game_alone)
	{
		static unsigned plies[SAMPLED], again[SAMPLED], one[SAMPLED];
		struct export_choice choice = all;
		int seen[PLIES + 1] = {0}, different = 0, kinds = 0;
		choice.sample = 3;
		ck_assert_int_eq(plies_of(sample(&choice, 0), plies), 3 * SAMPLED);
		for (int i = 0; i < SAMPLED; i++) {
			ck_assert_int_eq(__builtin_popcount(plies[i]), 3);
			kinds += plies[i] != plies[0];
			for (int ply = 1; ply <= PLIES; ply++)
				seen[ply] += plies[i] >> ply & 1;
		}
		/* each ply is in a third of the games: 20 of 60, with a deviation of 3.7 */
		for (int ply = 1; ply <= PLIES; ply++)
			ck_assert(seen[ply] >= 5 && seen[ply] <= 35);
		ck_assert_int_gt(kinds, 30);
		ck_assert_int_eq(plies_of(sample(&choice, 17), one), 3);
		ck_assert_uint_eq(one[16], plies[16]);
		choice.seed = 2;
		plies_of(sample(&choice, 0), again);
		for (int i = 0; i < SAMPLED; i++)
			different += plies[i] != again[i];
		ck_assert_int_gt(different, 30);
		choice.sample = PLIES + 1;
		ck_assert_int_eq(plies_of(sample(&choice, 0), plies), PLIES * SAMPLED);
		choice.sample = 2;
		choice.from_ply = 8;
		ck_assert_int_eq(plies_of(sample(&choice, 0), plies), 2 * SAMPLED);
		ck_assert_uint_eq(plies[0], 1u << 8 | 1u << 9);
	}
END_TEST

START_TEST(a_share_has_about_that_part_of_all)
	{
		static unsigned plies[SAMPLED];
		struct export_choice choice = all;
		int kinds = 0;
		choice.share = 0.25;
		/* 135 of 540, with a deviation of 10 */
		int count = plies_of(sample(&choice, 0), plies);
		ck_assert_msg(count > 85 && count < 185, "%d", count);
		for (int i = 0; i < SAMPLED; i++)
			kinds += plies[i] != plies[0];
		ck_assert_int_gt(kinds, 30);
	}
END_TEST

/* --- positions that come again ---------------------------------------------------------------- */

/* A tree whose leaves are drawn from the seed is another one with another seed. */
START_TEST(a_position_is_written_once_for_each_seed)
	{
		static const struct {
			int64_t seeds[2];
			int lines;
		} rows[] = {{{7, 7}, 2}, {{7, 8}, 4}};
		struct export_choice choice = all;
		static unsigned plies[SAMPLED];
		choice.unique = true;
		for (int i = 0; i < 2; i++) {
			const struct written_game games[] = {
				{rows[i].seeds[0], "", "1 1 2 2", {NULL}, 2},
				{rows[i].seeds[1], "", "1 1 2 2", {NULL}, 2}};
			const char *lines =
				lines_of("tree", "game = tree\n", 2, games, 2, &choice, 0, said);
			ck_assert_int_eq(plies_of(lines, plies), rows[i].lines);
		}
		/* of a game without a seed in its position all are the same */
		ck_assert_int_eq(plies_of(sample(&choice, 0), plies), PLIES);
	}
END_TEST

/* The pile of letters is drawn from the seed. */
START_TEST(a_position_is_that_of_the_seed_of_its_game)
	{
		static struct setup setup;
		static move legal[MOVES_MAX];
		struct written_game games[2];
		char moves[2][MOVE_TEXT + 8], texts[2][POSITION_TEXT];
		struct position start;
		struct error err;
		for (int i = 0; i < 2; i++) {
			char word[MOVE_TEXT];
			ck_assert(setup_init(
				&setup, rules_find("letters"), 2, 40 + (uint64_t)i, NULL, 0, &err));
			setup.rules->start(&setup, &start);
			setup.rules->write(&setup, &start, texts[i]);
			ck_assert_int_gt(setup.rules->moves(&setup, &start, legal), 0);
			setup.rules->move_text(&setup, &start, legal[0], word);
			snprintf(moves[i], sizeof moves[i], "1 %s", word);
			games[i] = (struct written_game){40 + i, "", moves[i], {NULL}, 2};
		}
		ck_assert_str_ne(texts[0], texts[1]);
		const char *lines =
			lines_of("letters", "game = letters\n", 2, games, 2, &all, 0, said);
		for (int i = 0; i < 2; i++) {
			ck_assert_int_eq(strncmp(lines, texts[i], strlen(texts[i])), 0);
			lines += strcspn(lines, "\n") + 1;
		}
	}
END_TEST

SUITE("referee/import-export/export-positions",
	LOOP(a_game_is_replayed_from_its_opening_with_those_that_stayed,
		sizeof replays / sizeof *replays),
	CASE(games_that_cannot_be_replayed_are_named_ten_times),
	CASE(a_sample_has_so_many_of_each_game_and_depends_on_the_game_alone),
	CASE(a_share_has_about_that_part_of_all), CASE(a_position_is_written_once_for_each_seed),
	CASE(a_position_is_that_of_the_seed_of_its_game))
