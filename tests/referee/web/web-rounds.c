/*
 * The pages of rounds are what web-rounds.txt says, for these tournaments, whose points were added
 * up by hand. A case: the tournament, the form, and what of the page is compared.
 *
 *   knockout   five bots: round 1 d - e 1:1 (e goes on by a draw), semi-finals a - e 1.5:0.5 and
 *              b - c 0:1, final a - c 1:0 so far; a, b and c had no opponent in round 1
 *   swiss      three bots: round 1 a - b 1.5:0.5 and c without an opponent for 2, round 2 c - a 1:0
 *              and b without an opponent for 1
 *   empty      a swiss whose first game is not played yet
 *   cup        the fixture's, a round-robin
 */
#include "tests/lib/expected-text.h"
#include "tests/lib/page-fixture.h"

enum { ROUNDS_BOTS = 5, ROUNDS_GAMES = 8 };

struct rounds_tournament {
	const char *format, *definition;
	struct {
		int round, first, second; /* bots; round 0: no more games */
		double points;		  /* of the first */
	} games[ROUNDS_GAMES];
	struct {
		int round, bot;
		double points;
	} byes[3];
};

static const struct rounds_tournament
	knockout = {"knockout",
		"game = nim\nformat = knockout of a<1> b c d e\ngames-per-match = 2\n",
		{{1, 3, 4, 1}, {1, 4, 3, 1}, {2, 0, 4, 1}, {2, 4, 0, 0.5}, {2, 2, 1, 1},
			{3, 0, 2, 1}},
		{{0}}},
	swiss = {"swiss", "game = nim\nformat = swiss of a<1> b c\n",
		{{1, 0, 1, 1}, {1, 1, 0, 0.5}, {2, 2, 0, 1}}, {{1, 2, 2}, {2, 1, 1}}},
	empty = {"swiss", "game = nim\nformat = swiss of a<1> b c\n", {{0}}, {{0}}};

static int64_t rounds_add_bot(struct db *db, int number)
{
	static const char *const names[ROUNDS_BOTS] = {"a<1>", "b", "c", "d", "e"};
	struct db_bot bot = {0, names[number], "./bot", names[number]};
	FIXTURE_GOOD(db_bot_add(db, &bot));
	return bot.id;
}

static void rounds_add(struct db *db, const struct rounds_tournament *of)
{
	struct db_tournament t = {0, "rounds", "nim", of->format, of->definition, 2, 1, 1};
	int64_t bots[ROUNDS_BOTS];
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	for (int i = 0; i < ROUNDS_BOTS; i++)
		bots[i] = rounds_add_bot(db, i);
	for (int i = 0; i < ROUNDS_GAMES && of->games[i].round > 0; i++) {
		double points = of->games[i].points;
		struct db_move moves[1] = {{.seat = 1, .text = "a1"}};
		struct db_game g = {.tournament = t.id,
			.pairing = i + 1,
			.round = of->games[i].round,
			.opening = "",
			.final = "0 p1 1",
			.reason = "normal",
			.sandbox = "full",
			.seats = 2,
			.plies = 1,
			.moves = moves,
			.seat = {{.bot = bots[of->games[i].first],
					 .rank = points < 0.5 ? 2 : 1,
					 .points = points,
					 .verdict = "ok",
					 .elo_before = 1500,
					 .elo_after = 1500},
				{.bot = bots[of->games[i].second],
					.rank = points > 0.5 ? 2 : 1,
					.points = 1 - points,
					.verdict = "ok",
					.elo_before = 1500,
					.elo_after = 1500}}};
		FIXTURE_GOOD(db_game_add(db, &g));
	}
	for (int i = 0; i < 3 && of->byes[i].round > 0; i++)
		FIXTURE_GOOD(db_bye_add(
			db, t.id, of->byes[i].round, bots[of->byes[i].bot], of->byes[i].points));
	FIXTURE_GOOD(db_commit(db));
}

static void rounds_print(const char *const *words, FILE *out)
{
	const struct rounds_tournament *of = strcmp(words[0], "knockout") == 0 ? &knockout
					     : strcmp(words[0], "swiss") == 0  ? &swiss
					     : strcmp(words[0], "empty") == 0  ? &empty
									       : NULL;
	struct db *db;
	const char *path = fixture_path("rounds.db");
	if (of == NULL) {
		db_close(fixture_open(path));
	} else {
		fixture_remove(path);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		rounds_add(db, of);
		db_close(db);
	}
	page_fixture_tell(path);
	page_fixture_print((const char *[]){"/t/T/rounds", words[1], NULL}, out);
	live_games_clear(&page_fixture_web.live);
}

START_TEST(the_rounds_are_what_the_file_says)
	{
		expected_text_check("tests/referee/web/web-rounds.txt", rounds_print);
	}
END_TEST

SUITE("referee/web/web-rounds", CASE(the_rounds_are_what_the_file_says))
