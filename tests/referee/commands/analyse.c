/*
 * The game of a record is analysed without a database: in nim, of which the values are known
 * (Bouton 1901), and in Connect Four, whose first moves take more work than they get.
 */
#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"

/* Of nine matches from one to three are taken, the last one wins: ann leaves 6 and should leave 8,
 * ben leaves 5 and should leave 4, ann leaves 4. */
#define NIM                                                                                        \
	"game 0 1767225600000\nrules nim 2\nparam heaps 9\nparam take 3\nparam misere 0\n"         \
	"player 1 ann\nplayer 2 ben\nmove 1 a3 1 1 - - - -\nmove 2 a1 1 1 - - - -\n"               \
	"move 1 a1 1 1 - - - -\n"
#define CONNECT4 "game 0 1767225600000\nrules connect4 2\nplayer 1 ann\nplayer 2 ben\n"

static const struct {
	const char *record, *words[4], *out, *err;
	int status;
} rows[] = {
	{NIM, {NULL},
		"Ply 1, seat 1, ann: a3 was a blunder, win to loss (1 to -1); a1 wins\n"
		"Ply 2, seat 2, ben: a1 was a blunder, win to loss (1 to -1); a2 wins\n"
		"Values are for the seat that moves: above 0 wins, 0 draws, below 0 loses.\n",
		"", 0},
	{CONNECT4 "move 1 d 1 1 - - - -\n", {"--nodes", "1", NULL},
		"No move is known to have thrown away a win or a draw.\n"
		"1 move has a value that is unknown; more work may find it: --nodes 10\n",
		"", 0},
	{CONNECT4 "move 1 d 1 1 - - - -\nmove 2 d 1 1 - - - -\n", {"--nodes", "20", NULL},
		"No move is known to have thrown away a win or a draw.\n"
		"2 moves have a value that is unknown; more work may find it: --nodes 200\n",
		"", 0},
	{CONNECT4 "move 1 d 1 1 - - - -\nmove 2 h 1 1 - - - -\n", {NULL}, "",
		"referee analyse: FILE: move 2, \"h\" by seat 2, cannot be played\n", 3},
	{"game 0 1\nrules nim 3\nmove 1 a1 1 1 - - - -\n", {NULL}, "",
		"referee analyse: no solver for nim with 3 seats\n", 2},
	{NIM, {"--csv", NULL}, "",
		"referee analyse: FILE: the game of a record is in no database; leave out --db, --tournament, --bot, --csv and --json\n",
		2},
	{NIM, {"--bot", "ann", NULL}, "",
		"referee analyse: FILE: the game of a record is in no database; leave out --db, --tournament, --bot, --csv and --json\n",
		2},
};

/* text with FILE for the path. */
static void without_path(char *text, const char *path)
{
	char *at = strstr(text, path);
	if (at == NULL)
		return;
	memcpy(at, "FILE", 4);
	memmove(at + 4, at + strlen(path), strlen(at + strlen(path)) + 1);
}

START_TEST(a_record_is_analysed_without_a_database)
	{
		static struct command_output got;
		char path[PATH_MAX] = "", search[PATH_MAX + 16];
		const char *file = fixture_path("game.record");
		ck_assert_int_gt(readlink("/proc/self/exe", path, sizeof path - 1), 0);
		for (int up = 0; up < 4; up++)
			*strrchr(path, '/') = '\0';
		snprintf(search, sizeof search, "%s:/usr/bin:/bin", path);
		setenv("PATH", search, 1);
		FILE *out = fopen(file, "w");
		fputs(rows[_i].record, out);
		ck_assert_int_eq(fclose(out), 0);
		const char *const words[] = {file, rows[_i].words[0],
			rows[_i].words[0] != NULL ? rows[_i].words[1] : NULL, NULL};
		command_output_run(&got, command_find("analyse"), words, "");
		without_path(got.err, file);
		ck_assert_str_eq(got.out, rows[_i].out);
		ck_assert_str_eq(got.err, rows[_i].err);
		ck_assert_int_eq(got.status, rows[_i].status);
	}
END_TEST

SUITE("referee/commands/analyse",
	LOOP(a_record_is_analysed_without_a_database, sizeof rows / sizeof *rows))
