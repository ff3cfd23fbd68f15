/*
 * A game of the fixture as data, and on a page of its own, as report-game.txt has it. The words of
 * a case: the number of the tournament and of the game, then what the report has: `file`, or
 * `page`, with `ply=N` and `flip`; `data`, which a page asks for later; a running game, `running`,
 * also for a reader that has its first plies (`from=N`); `stranger`, to whom no logs are
 * shown.
 * Of boards only the stones are shown there, and the mark of the last move.
 */
#include "base/json.h"
#include "referee/report/report-sections.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/expected-text.h"

static bool game_has(const char *const *words, const char *word)
{
	for (; *words != NULL; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

static int game_number_of(const char *const *words, const char *key)
{
	for (; *words != NULL; words++)
		if (strncmp(*words, key, strlen(key)) == 0)
			return atoi(*words + strlen(key));
	return -1;
}

/* Leaves the frame of a board out, and its empty cells. */
static void game_print(char *text, FILE *out)
{
	static const char *const frame[] = {
		"<rect", "<text", "<g", "</g", "<path", "<line", "<circle"};
	for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
		bool shown = strstr(line, "#p-0") == NULL;
		for (size_t i = 0; i < sizeof frame / sizeof *frame; i++)
			shown &= strncmp(line, frame[i], strlen(frame[i])) != 0;
		if (shown)
			fprintf(out, "%s\n", line);
	}
}

struct game_case {
	struct report r;
	const char *const *words;
};

static bool game_write(void *arg, const struct db_game *row)
{
	struct game_case *c = arg;
	struct db_game g = *row;
	const struct limits limits[2] = {{.tc_time = 60000000, .tc_increment = 600000},
		{.movetime = 24000}},
			    none = {.depth = 6};
	struct clock clocks[2];
	if (game_has(c->words, "remote"))
		g.seat[1].remote = true;
	if (game_has(c->words, "removed"))
		g.removed = "too \"old\"";
	if (game_has(c->words, "worker"))
		g.worker_name = "<w>";
	if (game_has(c->words, "unplayable"))
		g.opening = "h";
	if (c->r.running) {
		for (int i = 0; i < 2; i++) {
			clock_init(&clocks[i], game_has(c->words, "depth") ? &none : &limits[i]);
			g.seat[i].verdict = NULL;
			g.seat[i].detail = NULL;
		}
		c->r.clocks = clocks;
		c->r.moved = 1767225600123;
	}
	const char *id = game_has(c->words, "data") ? NULL : "game-data";
	if (game_has(c->words, "glimpse"))
		fprintf(c->r.out, "\nto move: %d\n",
			report_glimpse(&c->r, &g, game_has(c->words, "page") ? "<b>" : NULL,
				&(struct json_writer){.out = c->r.out, .script = true}));
	else
		ck_assert_int_eq(report_game(&c->r, &g, id), DB_OK);
	return true;
}

/* Of the four plies the second lost a win and the last a draw; of the third nothing is known. */
static void game_analyse(struct db *db, int64_t game)
{
	static const struct db_analysis moves[FIXTURE_PLIES] = {
		{true, true, 1, 1}, {true, true, 2, -3}, {false, false, 0, 0}, {true, true, 0, -4}};
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_analysis_set(db, game, 1000, 4, FIXTURE_PLIES, moves));
	FIXTURE_GOOD(db_commit(db));
}

static void game_case(const char *const *words, FILE *out)
{
	struct db *db = fixture_open(fixture_path("game.db"));
	struct report_options options = {.games = -1};
	struct db_filter filter = {.tournament = atoi(words[0]), .game = atoi(words[1])};
	char *text = NULL;
	size_t size = 0;
	struct game_case c = {.words = words};
	c.r = (struct report){.out = open_memstream(&text, &size),
		.base = game_has(words, "file") ? NULL : "/t/1",
		.db = db,
		.tournament = filter.tournament,
		.options = &options};
	if (game_has(words, "analysed"))
		game_analyse(db, filter.game);
	FIXTURE_GOOD(report_load(&c.r));
	c.r.logs = game_has(words, "stranger") ? LOG_NOBODY : LOG_PUBLIC;
	c.r.look = (struct report_look){.given = game_number_of(words, "ply=") >= 0,
		.ply = game_number_of(words, "ply="),
		.flipped = game_has(words, "flip")};
	c.r.from = game_number_of(words, "from=") > 0 ? game_number_of(words, "from=") : 0;
	c.r.running = game_has(words, "running");
	FIXTURE_GOOD(fixture_each_game(db, &filter, game_write, &c));
	if (game_has(words, "twice"))
		FIXTURE_GOOD(fixture_each_game(db, &filter, game_write, &c));
	fclose(c.r.out);
	report_clear(&c.r);
	db_close(db);
	game_print(text, out);
	free(text);
}

START_TEST(a_game_is_written_as_the_file_says)
	{
		expected_text_check("tests/referee/report/report-game.txt", game_case);
	}
END_TEST

SUITE("referee/report/report-game", CASE(a_game_is_written_as_the_file_says))
