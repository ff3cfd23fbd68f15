/*
 * Texts that a bot wrote, its command and its folder are on the pages for those readers alone that
 * the setting logs lets read them; verdicts are for all. In game 9 gamma made an illegal move, and
 * all that is its own has the word SECRET in it.
 */
#include "tests/lib/page-fixture.h"

static void add_game(struct db *db, const char *logs)
{
	struct db_move moves[FIXTURE_PLIES];
	struct db_bot bot = {0, "gamma", "./SECRET-command", "c9", "dir = /SECRET-folder\n"};
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_bot_add(db, &bot));
	struct db_game g = {.tournament = 1,
		.pairing = 77,
		.round = 3,
		.opening = "",
		.final = "7/7/7/3y3/3r3/3yr2 r 3",
		.reason = "illegal",
		.sandbox = "full",
		.seats = 2,
		.plies = FIXTURE_PLIES,
		.moves = moves,
		.seat = {{.bot = bot.id,
				 .rank = 2,
				 .verdict = "illegal",
				 .detail = "\"SECRET-move\" is not a column; legal: a b c d e f g",
				 .stderr_tail = "SECRET-stderr\n",
				 .failure = {.phase = "move",
					 .asked = "go SECRET-question\n",
					 .said = "bestmove SECRET-move\n",
					 .said_length = 21,
					 .limit_us = 24000,
					 .wall_us = 1000,
					 .cpu_us = 500,
					 .wait_us = 10,
					 .exit_status = UNKNOWN,
					 .signal = UNKNOWN}},
			{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"}}};
	fixture_moves(moves, 2, (const char *const[]){"d", "e", "d", "d"});
	FIXTURE_GOOD(db_game_add(db, &g));
	FIXTURE_GOOD(db_tournament_logs(db, 1, logs));
	FIXTURE_GOOD(db_commit(db));
}

static const struct {
	const char *logs, *reader;
	bool reads;
} readers[] = {
	{"public", NULL, true},
	{"public", "alpha", true},
	{"owner", NULL, false},
	{"owner", "alpha", false},
	{"owner", "gamma", true},
	{"nobody", NULL, false},
	{"nobody", "gamma", false},
	/* no bot is remote */
	{"", NULL, true},
	{"unknown", "gamma", false},
};

/* All pages with something of a game or a bot. own: those that may read logs read some there;
 * alike: it is the same for all readers, so that no owner is known. */
static const struct {
	const char *words[3];
	bool own, alike;
} pages[] = {
	{{"/t/T/faults", "html"}, true},
	{{"/t/T/faults", "json"}, true},
	{{"/t/T/game/N", "html", "9"}, true},
	{{"/t/T/game/N", "json", "9"}, true},
	{{"/t/T/game/N/embed", "html", "9"}, true, true},
	{{"/t/T/game/N", "record", "9"}, true},
	{{"/t/T/bot/B", "html", "gamma"}, true},
	{{"/t/T/bot/B", "json", "gamma"}, true},
	{{"/t/T/bot/B", "html", "alpha"}, false},
	{{"/t/T", "html"}, false},
	{{"/t/T", "json"}, false},
	{{"/t/T/games", "html"}, false},
	{{"/t/T/games", "json"}, false},
	{{"/t/T/compare?a=alpha&b=gamma", "html"}, false},
};

START_TEST(only_readers_that_may_read_the_logs_of_a_bot_get_them)
	{
		struct db *db = fixture_open(fixture_path("logs.db"));
		add_game(db, readers[_i].logs);
		db_close(db);
		page_fixture_tell(fixture_path("logs.db"));
		page_fixture_reader = readers[_i].reader;
		for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
			char *text = NULL;
			size_t size;
			FILE *out = memory_open(&text, &size);
			const char *words[] = {
				pages[i].words[0], pages[i].words[1], pages[i].words[2], NULL};
			page_fixture_print(words, out);
			memory_close(out);
			bool shown = strstr(text, "SECRET") != NULL;
			bool own = pages[i].own && readers[_i].reads;
			if (pages[i].alike && strcmp(readers[_i].logs, "owner") == 0)
				own = false;
			ck_assert_msg(shown == own, "%s %s, logs = %s for %s: %s", words[0],
				words[1], readers[_i].logs,
				readers[_i].reader != NULL ? readers[_i].reader : "a stranger",
				shown ? strstr(text, "SECRET") : text);
			free(text);
		}
		page_fixture_reader = NULL;
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

SUITE("referee/web/page-logs", LOOP(only_readers_that_may_read_the_logs_of_a_bot_get_them,
				       sizeof readers / sizeof *readers))
