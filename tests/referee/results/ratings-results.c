/*
 * Results for ratings: of the fixture's games, counted by hand, and of CSV files, where each line
 * that is no result is told with what would be right.
 */
#include "referee/results/ratings.h"

#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"

enum { RESULTS_TEXT = 1024 };

/* "ann 1 ben 2; ben 1 ann 1;": the bots of each game by seat, each with its rank. */
static void results_write(const struct ratings_results *r, char text[RESULTS_TEXT])
{
	int seats = r->games.seats;
	*text = '\0';
	ck_assert_int_eq(r->games.bots, r->names.count);
	for (size_t i = 0; i < r->games.count * (size_t)seats; i++) {
		if (r->games.bot[i] >= 0)
			sprintf(text + strlen(text), "%s %d", r->names.names[r->games.bot[i]],
				r->games.rank[i]);
		strcat(text, (i + 1) % (size_t)seats == 0 ? ";" : " ");
	}
}

START_TEST(names_are_numbered_as_they_come_and_found_again)
	{
		struct ratings_names names = {.count = 0};
		char name[16];
		ck_assert_int_eq(ratings_name_find(&names, "bot0"), -1);
		for (int i = 0; i < 1000; i++) {
			sprintf(name, "bot%d", i);
			ck_assert_int_eq(ratings_name_find(&names, name), -1);
			ck_assert_int_eq(ratings_name(&names, name), i);
		}
		for (int i = 999; i >= 0; i--) {
			sprintf(name, "bot%d", i);
			ck_assert_int_eq(ratings_name(&names, name), i);
			ck_assert_int_eq(ratings_name_find(&names, name), i);
			ck_assert_str_eq(names.names[i], name);
		}
		ck_assert_int_eq(names.count, 1000);
		ck_assert_int_eq(ratings_name_find(&names, ""), -1);
		ratings_names_clear(&names);
	}
END_TEST

/* A file, the seats of its games, and its results. */
static const struct {
	const char *file;
	int seats;
	const char *results;
} results_files[] = {
	{"first,second,score_first\n", 2, ""},
	{"first,second,score_first\nann,ben,1\nben,ann,0.5\nann,cid,0\n", 2,
		"ann 1 ben 2;ben 1 ann 1;ann 2 cid 1;"},
	/* no end of the last line; CR LF; empty lines; upper case; blanks; .5 and 1.0 */
	{"First,SECOND,Score_First\r\n\r\n \t\nann , ben,\t.5\r\n  cid,ben,1.0", 2,
		"ann 1 ben 1;cid 1 ben 2;"},
	/* quotes: of the heading, of blanks, a comma, and quotes */
	{"\"first\" , second,\"score_first\"\n\" ann\" ,\"b,e\"\"n\",\"1\"\n\"\"\"\",\"a\"\"\",0\n",
		2, " ann 1 b,e\"n 2;\" 2 a\" 1;"},
	{"game,seat,player,place\n", 2, ""},
	/* lines in any order; places have gaps and ties */
	{"game,seat,player,place\ng,2,ben,7\nh,1,ann,1\ng,1,ann,3\nh,2,ben,1\ng,3,cid,7\n", 3,
		"ann 1 ben 2 cid 2;ann 1 ben 1 ;"},
	{"game,seat,player,place\n1,1,a,999999\n1,2,b,2\n1,3,c,2\n1,4,d,1\n2,2,a,1\n2,1,b,2\n", 4,
		"a 4 b 2 c 2 d 1;b 2 a 1  ;"},
	/* ten seats are the most */
	{"game,seat,player,place\nx,10,j,1\nx,9,i,2\nx,8,h,3\nx,7,g,4\nx,6,f,5\nx,5,e,6\nx,4,d,7\n"
	 "x,3,c,8\nx,2,b,9\nx,1,a,10\n",
		10, "a 10 b 9 c 8 d 7 e 6 f 5 g 4 h 3 i 2 j 1;"},
};

/* Reads a file of that text; told: what was reported of it. */
static bool results_read(struct ratings_results *r, const char *file, char *told)
{
	const char *path = fixture_path("x.csv");
	FILE *csv = fopen(path, "w"), *err = tmpfile();
	ck_assert(csv != NULL && err != NULL);
	fputs(file, csv);
	fclose(csv);
	int saved = dup(STDERR_FILENO);
	dup2(fileno(err), STDERR_FILENO);
	bool good = ratings_from(r, path);
	command_output_take(err, STDERR_FILENO, saved, told);
	return good;
}

START_TEST(a_file_has_these_results)
	{
		static char told[COMMAND_OUTPUT_TEXT];
		struct ratings_results r = {.room = 0};
		char text[RESULTS_TEXT];
		ck_assert(results_read(&r, results_files[_i].file, told));
		ck_assert_str_eq(told, "");
		ck_assert_int_eq(r.games.seats, results_files[_i].seats);
		results_write(&r, text);
		ck_assert_str_eq(text, results_files[_i].results);
		ratings_results_clear(&r);
	}
END_TEST

#define TWO   "first,second,score_first\n"
#define SEATS "game,seat,player,place\n"

/* A file, and all that is told of it; each line begins with the file's path and a colon. */
static const struct {
	const char *file, *told;
} results_mistakes[] = {
	{"a,b\n",
		"1: the first line is \"a,b\"; it is first,second,score_first or game,seat,player,place\n"},
	{"first,second,score_first,more\na,b\n",
		"1: the first line is \"first,second,score_first,more\"; it is first,second,score_first or game,seat,player,place\n"},
	{TWO "a,b\n\na,b,1,1\na\n", "2: the line has 2 fields; first,second,score_first has 3\n"
				    "4: the line has 4 fields; first,second,score_first has 3\n"
				    "5: the line has 1 field; first,second,score_first has 3\n"},
	{SEATS "1,1,a,1,1,1\n", "2: the line has 6 fields; game,seat,player,place has 4\n"},
	{TWO "a,b,0.7\na,b,\na,b,1x\n",
		"2: score_first is \"0.7\"; it is 1 when the first wins, 0.5 for a draw, 0 when the second wins\n"
		"3: score_first is \"\"; it is 1 when the first wins, 0.5 for a draw, 0 when the second wins\n"
		"4: score_first is \"1x\"; it is 1 when the first wins, 0.5 for a draw, 0 when the second wins\n"},
	{TWO ",b,1\na,\"\",1\n", "2: the bot has no name\n3: the bot has no name\n"},
	{TWO "\"a,b,1\n\"a\"x,b,1\na\"b,c,1\n",
		"2: a quoted field does not end; it needs a closing quote on the same line\n"
		"3: text after a quoted field; only a comma or the end of the line may follow it\n"
		"4: a quote inside a\"b; put quotes around the whole field and double each quote in it: \"say \"\"x\"\"\"\n"},
	{SEATS ",1,a,1\ng,0,a,1\ng,11,a,1\ng,1,,1\ng,1,a,0\ng,1,a,1000000\ng,x,,-1\n",
		"2: the game has no name; lines of one game have the same\n"
		"3: seat is \"0\"; it is a number from 1 to 10\n"
		"4: seat is \"11\"; it is a number from 1 to 10\n"
		"5: the bot has no name\n"
		"6: place is \"0\"; it is a number from 1 to 999999\n"
		"7: place is \"1000000\"; it is a number from 1 to 999999\n"
		"8: seat is \"x\"; it is a number from 1 to 10\n"
		"8: the bot has no name\n"
		"8: place is \"-1\"; it is a number from 1 to 999999\n"},
	{SEATS "g,1,a,1\n", "2: game g has one seat; it has 2 to 10, a line for each\n"},
	{SEATS "g,1,a,1\nh,1,b,1\ng,3,b,1\nh,2,c,2\n",
		"4: game g has a seat 3 and no seat 2; seats are 1, 2, 3 ...\n"},
	{SEATS "g,2,a,1\ng,3,b,1\n",
		"2: game g has a seat 2 and no seat 1; seats are 1, 2, 3 ...\n"},
	/* of two mistakes in a game the first is told; each game has its own */
	{SEATS "g,1,a,1\ng,2,b,1\nh,2,b,1\ng,2,c,1\ng,9,d,1\nh,1,a,2\ni,4,a,1\ni,1,b,1\n",
		"5: seat 2 of game g was on line 3 already\n"
		"8: game i has a seat 4 and no seat 2; seats are 1, 2, 3 ...\n"},
};

START_TEST(a_line_that_is_no_result_is_told)
	{
		static char told[COMMAND_OUTPUT_TEXT], want[COMMAND_OUTPUT_TEXT];
		struct ratings_results r = {.room = 0};
		ck_assert(!results_read(&r, results_mistakes[_i].file, told));
		*want = '\0';
		for (const char *at = results_mistakes[_i].told; *at != '\0';
			at += strcspn(at, "\n") + 1)
			sprintf(want + strlen(want), "%s:%.*s\n", fixture_path("x.csv"),
				(int)strcspn(at, "\n"), at);
		ck_assert_str_eq(told, want);
		ratings_results_clear(&r);
	}
END_TEST

/* Twenty are told one by one, and of those behind them the number. */
START_TEST(many_mistakes_are_counted)
	{
		static char told[COMMAND_OUTPUT_TEXT], file[COMMAND_OUTPUT_TEXT];
		for (int count = 20; count <= 22; count += 2) {
			struct ratings_results r = {.room = 0};
			int lines = 0;
			strcpy(file, TWO);
			for (int i = 0; i < count; i++)
				strcat(file, "a,b,2\n");
			ck_assert(!results_read(&r, file, told));
			for (const char *at = told; *at != '\0'; at += strcspn(at, "\n") + 1)
				lines++;
			ck_assert_int_eq(lines, count == 20 ? 20 : 21);
			ck_assert_int_eq(
				strstr(told, "\n... and 2 more mistakes\n") != NULL, count == 22);
			ratings_results_clear(&r);
		}
	}
END_TEST

/* More games than there is room for at first. */
START_TEST(thousands_of_games_are_kept)
	{
		struct ratings_results r = {.games = {.seats = 3}};
		for (size_t i = 0; i < 5000; i++) {
			ck_assert_uint_eq(ratings_add(&r), i);
			for (size_t k = 0; k < 3; k++) {
				r.bot[3 * i + k] = (int32_t)(i + k);
				r.rank[3 * i + k] = (uint8_t)(i % 200 + k);
			}
		}
		ck_assert_uint_eq(r.games.count, 5000);
		for (size_t i = 0; i < 15000; i++) {
			ck_assert_int_eq(r.games.bot[i], (int32_t)(i / 3 + i % 3));
			ck_assert_uint_eq(r.games.rank[i], i / 3 % 200 + i % 3);
		}
		ratings_results_clear(&r);
	}
END_TEST

/* Tournaments, seats, whether games with a forfeit are left out, the results, and the first game
 * of other seats. */
static const struct {
	int64_t tournaments[2];
	int count, seats;
	bool forfeits;
	const char *results;
	int64_t strange;
} results_gathered[] = {
	{{1}, 1, 2, false,
		"alpha 1 beta 2;beta 1 alpha 1;alpha 1 gamma 2;gamma 2 alpha 1;beta 1 gamma 2;gamma 1 beta 2;",
		0},
	{{1}, 1, 2, true, "alpha 1 beta 2;beta 1 alpha 1;beta 1 gamma 2;", 0},
	{{2}, 1, 3, false, "alpha 1 beta 2 gamma 2;gamma 1 alpha 3 beta 2;", 0},
	{{2}, 1, 3, true, "alpha 1 beta 2 gamma 2;", 0},
	{{1, 2}, 2, 2, true, "alpha 1 beta 2;beta 1 alpha 1;beta 1 gamma 2;", 7},
	{{2, 1}, 2, 3, false, "", 1},
};

START_TEST(of_a_database_the_games_that_say_something_are_gathered)
	{
		struct db *db = fixture_open(fixture_path("results.db"));
		struct ratings_results r = {.games = {.seats = results_gathered[_i].seats}};
		struct db_results_of of = {.tournaments = results_gathered[_i].tournaments,
			.count = results_gathered[_i].count,
			.since_ms = INT64_MIN,
			.forfeits = results_gathered[_i].forfeits};
		char text[RESULTS_TEXT];
		int64_t strange = -1;
		FIXTURE_GOOD(ratings_gather(&r, db, &of, &strange));
		results_write(&r, text);
		ck_assert_str_eq(text, results_gathered[_i].results);
		ck_assert_int_eq(strange, results_gathered[_i].strange);
		ratings_results_clear(&r);
		db_close(db);
	}
END_TEST

/* A tournament, the seats of its games, and the effects of the fit; -1: it has no fit, since it is
 * not there, or has games of other seats. In cup the results alone say the order. */
static const struct {
	int64_t tournament;
	int seats, effects;
} results_fits[] = {{1, 2, 1}, {2, 3, 3}, {1, 1, -1}, {9, 2, -1}, {2, 2, -1}};

START_TEST(a_tournament_is_fitted_with_the_presets)
	{
		struct db *db = fixture_open(fixture_path("results.db"));
		struct ratings_results r = {.games = {.seats = results_fits[_i].seats}};
		struct rating_table *t = (struct rating_table *)&r;
		FIXTURE_GOOD(ratings_fit(&r, db, results_fits[_i].tournament, &t));
		ck_assert_int_eq(t != NULL, results_fits[_i].effects >= 0);
		if (t != NULL) {
			ck_assert_int_eq(t->effects, results_fits[_i].effects);
			ck_assert_int_eq(t->rated, 3);
			ck_assert_int_eq(t->groups, 1);
			ck_assert(t->converged);
		}
		if (_i == 0) {
			ck_assert_str_eq(r.names.names[t->order[0]], "alpha");
			ck_assert_int_eq(t->rating[t->order[0]].games, 4);
			/* without the prior no bound would hold it: it never lost */
			ck_assert_int_eq(t->rating[t->order[0]].bound, RATING_EXACT);
		}
		rating_free(t);
		ratings_results_clear(&r);
		db_close(db);
	}
END_TEST

SUITE("referee/results/ratings-results", CASE(names_are_numbered_as_they_come_and_found_again),
	LOOP(a_file_has_these_results, sizeof results_files / sizeof *results_files),
	LOOP(a_line_that_is_no_result_is_told, sizeof results_mistakes / sizeof *results_mistakes),
	CASE(many_mistakes_are_counted), CASE(thousands_of_games_are_kept),
	LOOP(of_a_database_the_games_that_say_something_are_gathered,
		sizeof results_gathered / sizeof *results_gathered),
	LOOP(a_tournament_is_fitted_with_the_presets, sizeof results_fits / sizeof *results_fits))
