/*
 * The commands that read a database, run on the fixture: what they print and how they end.
 */
#include "referee/commands/query-command.h"

#include <sys/stat.h>

#include "tests/lib/command-output.h"
#include "tests/lib/db-fixture.h"

enum { READ_ARGUMENTS = 9 }; /* and a NULL */

static const struct {
	const struct command *command;
	const char *words[READ_ARGUMENTS];
	const char *out;
} read_good[] = {
	/* The Elo are those that a fit in another language finds. */
	{&command_standings, {"--db", "DB", "--tournament", "cup"},
		"rank  bot    games  played  points  percent  wins  draws  losses     elo    +/-  faults\n"
		"   1  alpha      4       4     3.5     87.5     3      1       0   219.3  351.0       0\n"
		"   2  beta       4       4     1.5     37.5     1      1       2   -72.5  227.2       1\n"
		"   3  gamma      4       4     1.0     25.0     1      0       3  -146.8  291.9       2\n"},
	{&command_standings, {"--db", "DB", "--csv"}, /* the newest */
		"rank,bot,games,played,points,percent,wins,draws,losses,elo,elo_95,elo_bound,"
		"faults,mean_rank\n"
		"1,gamma,2,2,1.25,62.5,1,0,1,-7.0,248.8,,0,1.5\n"
		"2,alpha,2,2,1.0,50.0,1,0,1,-47.1,284.9,,1,2.0\n"
		"3,beta,2,2,0.75,37.5,0,0,2,54.1,204.3,,0,2.0\n"},
	{&command_standings, {"--db", "DB", "--tournament", "TRIO"},
		"rank  bot    games  played  points  percent  wins  draws  losses    elo    +/-  faults  mean_rank\n"
		"   1  gamma      2       2    1.25     62.5     1      0       1   -7.0  248.8       0        1.5\n"
		"   2  alpha      2       2     1.0     50.0     1      0       1  -47.1  284.9       1        2.0\n"
		"   3  beta       2       2    0.75     37.5     0      0       2   54.1  204.3       0        2.0\n"},
	{&command_crosstable, {"--db", "DB", "--tournament=1"},
		"   bot      1    2  3  points\n"
		"1  alpha    -  1.5  2     3.5\n"
		"2  beta   0.5    -  1     1.5\n"
		"3  gamma    0    1  -       1\n"},
	{&command_crosstable, {"--db", "DB", "--tournament=1", "--csv"},
		"bot,opponent,games,points,wins,draws,losses,mean\n"
		"alpha,beta,2,1.5,1,1,0,0.75\n"
		"alpha,gamma,2,2.0,2,0,0,1.0\n"
		"beta,alpha,2,0.5,0,1,1,0.25\n"
		"beta,gamma,2,1.0,1,0,1,0.5\n"
		"gamma,alpha,2,0.0,0,0,2,0.0\n"
		"gamma,beta,2,1.0,1,0,1,0.5\n"},
	{&command_crosstable, {"--db", "DB"},
		"   bot        1      2      3  points\n"
		"1  gamma      -  0.625  0.625    1.25\n"
		"2  alpha  0.500      -  0.500       1\n"
		"3  beta   0.375  0.375      -    0.75\n"},
	{&command_crosstable, {"--db", "DB", "beta"},
		"bot   opponent  games  points  wins  draws  losses\n"
		"beta  alpha         2     1.0     1      0       1\n"
		"beta  gamma         2     0.5     0      1       1\n"},
	{&command_crosstable, {"--db", "DB", "--csv", "gamma", "beta"},
		"bot,opponent,games,points,wins,draws,losses\n"
		"gamma,beta,2,1.5,1,1,0\n"},
	/* each bot sat once in each seat with each other: 4 1/2 of 6, squares 4 1/4, so that the
	 * error is the root of (4 1/4 - 6 x 9/16) / 5 / 6; what follows is what a fit in another
	 * language finds */
	{&command_seat_stats, {"--db", "DB", "--tournament", "cup", "--csv"},
		"seat,games,points,mean,mean_error,wins,mean_rank,advantage,advantage_95,elo,elo_"
		"95,"
		"finding\n"
		"1,6,4.5,0.7500,0.1708,4,1.167,0.2881,0.4067,228.1,423.0,undecided\n"
		"2,6,1.5,0.2500,0.1708,1,1.667,-0.2881,0.4067,-228.1,423.0,undecided\n"},
	{&command_seat_stats, {"--db", "DB", "--bot", "gamma", "--tournament", "cup"},
		"seat  games  points  mean  mean_error  wins  mean_rank\n"
		"   1      2     1.0   0.5      0.5000     1        1.5\n"
		"   2      2     0.0   0.0      0.0000     0        2.0\n"},
	{&command_games, {"--db", "DB", "--tournament", "1", "--bot", "gamma", "--round", "1"},
		"game  round  players        opening  plies  result  reason   started              seconds\n"
		"   3      1  alpha - gamma               4  1-0     illegal  2026-01-01 00:00:02     0.25\n"
		"   4      1  gamma - alpha               4  0-1     time     2026-01-01 00:00:03     0.25\n"},
	/* beta was two programs */
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--bot", "beta", "--last=2"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"5,2,beta - gamma,,4,1-0,normal,2026-01-01 00:00:04,0.25\n"
		"6,2,gamma - beta,,4,1-0,crash,2026-01-01 00:00:05,0.25\n"},
	{&command_games,
		{"--db", "DB", "--tournament=1", "--csv", "--bot", "beta", "--opponent=alpha",
			"--result=drawn"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"2,1,beta - alpha,,4,1/2-1/2,max-plies,2026-01-01 00:00:01,0.25\n"},
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--bot=alpha", "--result=won"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"1,1,alpha - beta,d d,4,1-0,normal,2026-01-01 00:00:00,0.25\n"
		"3,1,alpha - gamma,,4,1-0,illegal,2026-01-01 00:00:02,0.25\n"
		"4,1,gamma - alpha,,4,0-1,time,2026-01-01 00:00:03,0.25\n"},
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--bot=gamma", "--result=lost"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"3,1,alpha - gamma,,4,1-0,illegal,2026-01-01 00:00:02,0.25\n"
		"4,1,gamma - alpha,,4,0-1,time,2026-01-01 00:00:03,0.25\n"
		"5,2,beta - gamma,,4,1-0,normal,2026-01-01 00:00:04,0.25\n"},
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--bot=beta", "--result=fault"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"6,2,gamma - beta,,4,1-0,crash,2026-01-01 00:00:05,0.25\n"},
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--result=fault"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"3,1,alpha - gamma,,4,1-0,illegal,2026-01-01 00:00:02,0.25\n"
		"4,1,gamma - alpha,,4,0-1,time,2026-01-01 00:00:03,0.25\n"
		"6,2,gamma - beta,,4,1-0,crash,2026-01-01 00:00:05,0.25\n"},
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--result=fault", "--last=1"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"6,2,gamma - beta,,4,1-0,crash,2026-01-01 00:00:05,0.25\n"},
	{&command_games, {"--db", "DB", "--csv", "--last", "1"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"8,1,gamma - alpha - beta,,4,1 3 2,normal,2026-01-01 00:00:07,0.25\n"},
	{&command_games, {"--db", "DB", "--tournament=1", "--csv", "--round=2", "--last", "1"},
		"game,round,players,opening,plies,result,reason,started,seconds\n"
		"6,2,gamma - beta,,4,1-0,crash,2026-01-01 00:00:05,0.25\n"},
	{&command_games, {"--db", "DB", "--bot", "gamma", "--result=drawn", "--json"}, "[]\n"},
	{&command_show, {"--db", "DB", "6"},
		"Game 6 of \"cup\": connect4, round 2\n"
		"2026-01-01 00:00:05 UTC, 0.25 s, seed 105, sandbox full\n"
		"Result: 1-0, crash\n"
		"\n"
		"seat  bot    rank  points  verdict  elo_before  elo_after  command\n"
		"   1  gamma     1     1.0  ok           1471.3     1482.0  ./gamma\n"
		"   2  beta      2     0.0  crash        1500.3     1489.5  python3 beta.py\n"
		"\n"
		"ply  seat  move  wall_us  cpu_us  wait_us  depth  score  nodes\n"
		"  1     1  d        1000     500      100      1  +0.00    100\n"
		"  2     2  e       10000    5000     1000\n"
		"  3     1  d        2000    1000               3  -0.02    100\n"
		"  4     2  d       20000   10000\n"
		"\n"
		"At the end: 7/7/7/7/7/3r3 y 1\n"
		"\n"
		"BOARD"
		"\n"
		"Seat 2, beta: crash, exit status 1\n"
		"  Its last output to stderr:\n"
		"    | Traceback (most recent call last):\n"
		"    | KeyError: 'h'\n"
		"\n"
		"The failure report: referee show 6 --why --db DB\n"},
};

/* Takes the board out of what show prints: tests of the rules know what it looks like. */
static void read_cut_board(char *out)
{
	char *end = strstr(out, "At the end: "), *board, *after;
	if (end == NULL || (board = strstr(end, "\n\n")) == NULL)
		return;
	board += 2;
	after = strstr(board, "\nSeat ");
	ck_assert(after != NULL && after > board);
	ck_assert_ptr_nonnull(strstr(board, "a"));
	memmove(board + strlen("BOARD"), after, strlen(after) + 1);
	memcpy(board, "BOARD", strlen("BOARD"));
}

/* Takes the path of the database out of the last line. */
static void read_cut_path(char *out)
{
	static const char flag[] = "--why --db ";
	char *path = strstr(out, flag);
	if (path != NULL)
		strcpy(path + strlen(flag), "DB\n");
}

START_TEST(a_command_prints_what_it_was_asked_for)
	{
		static struct command_output said;
		db_close(fixture_open(fixture_path("read.db")));
		command_output_run(
			&said, read_good[_i].command, read_good[_i].words, fixture_path("read.db"));
		read_cut_board(said.out);
		read_cut_path(said.out);
		ck_assert_str_eq(said.err, "");
		ck_assert_str_eq(said.out, read_good[_i].out);
		ck_assert_int_eq(said.status, EXIT_SUCCESS);
	}
END_TEST

static const struct {
	const struct command *command;
	const char *words[READ_ARGUMENTS];
	int status;
	const char *why;
} read_bad[] = {
	{&command_standings, {"--jsn"}, EXIT_USAGE, "unknown flag --jsn; did you mean --json?"},
	{&command_games, {"--rond", "1"}, EXIT_USAGE, "unknown flag --rond; did you mean --round?"},
	{&command_games, {"--round", "x"}, EXIT_USAGE,
		"--round \"x\": a whole number from 1 on is needed"},
	{&command_games, {"--last", "0"}, EXIT_USAGE,
		"--last \"0\": a whole number from 1 on is needed"},
	{&command_games, {"--last", "9x"}, EXIT_USAGE,
		"--last \"9x\": a whole number from 1 on is needed"},
	{&command_games, {"--last", "99999999999999999999"}, EXIT_USAGE,
		"a whole number from 1 on is needed"},
	{&command_games, {"--opponent", "beta"}, EXIT_USAGE, "--opponent goes with --bot"},
	{&command_games, {"--result", "won"}, EXIT_USAGE, "--result won goes with --bot"},
	{&command_games, {"--result", "fault", "--replaced"}, EXIT_USAGE,
		"leave out --bot, --result, --round and --last"},
	{&command_games, {"--bot", "beta", "--result", "wan"}, EXIT_USAGE,
		"--result \"wan\": it is any, won, drawn, lost or fault; did you mean won?"},
	{&command_games, {"--db", "DB", "--bot", "gama"}, EXIT_USAGE,
		"no bot \"gama\" has played in this tournament; did you mean \"gamma\"?"},
	{&command_games, {"--db", "DB", "--bot", "beta", "--opponent", "alpa"}, EXIT_USAGE,
		"no bot \"alpa\" has played in this tournament; did you mean \"alpha\"?"},
	{&command_standings, {"--db"}, EXIT_USAGE, "--db needs a value: --db FILE"},
	{&command_crosstable, {"a", "b", "cup"}, EXIT_USAGE, "\"cup\": one word too many"},
	{&command_standings, {"x.db"}, EXIT_USAGE,
		"\"x.db\": one word too many; write --db x.db\n"},
	{&command_games, {"a/x.db"}, EXIT_USAGE,
		"\"a/x.db\": one word too many; write --db a/x.db\n"},
	{&command_verify, {"x.db"}, EXIT_FILE, "x.db: cannot be read: No such file or directory\n"},
	{&command_worker_list, {"x.db", "cup", "y.db"}, EXIT_USAGE,
		"\"y.db\": one word too many; write --db y.db\n"},
	{&command_standings, {"x.dba"}, EXIT_USAGE,
		"\"x.dba\": one word too many; only options are taken\n"},
	{&command_crosstable, {"--db", "DB", "gama"}, EXIT_USAGE,
		"no bot \"gama\" has played in this tournament; did you mean \"gamma\"?"},
	{&command_seat_stats, {"--db", "DB", "--bot", "zzz"}, EXIT_USAGE,
		"no bot \"zzz\" has played in this tournament\n"},
	{&command_standings, {"--db", "DB", "--tournament", "cap"}, EXIT_USAGE,
		"no tournament \"cap\"; did you mean \"cup\"?"},
	{&command_standings, {"--db", "none.db"}, EXIT_DATABASE, "none.db: there is no such file"},
	{&command_standings, {"--db", "db/README.md"}, EXIT_DATABASE, "not a SQLite database"},
	{&command_show, {"--db", "DB"}, EXIT_USAGE, "GAME is missing"},
	{&command_show, {"--db", "DB", "6x"}, EXIT_USAGE, "\"6x\" is not the number of a game"},
	{&command_show, {"--db", "DB", "99"}, EXIT_USAGE, "there is no game 99"},
	{&command_show, {"--db", "DB", "--tournament", "trio", "1"}, EXIT_USAGE,
		"there is no game 1 in this tournament"},
	{&command_show, {"--db", "DB", "1", "--why", "--csv"}, EXIT_USAGE,
		"--why: only a game of a database has it, as text or with --json"},
	{&command_show, {"--game", "nim", "--why"}, EXIT_USAGE,
		"--why: only a game of a database has it, as text or with --json"},
};

START_TEST(a_mistake_is_told_in_one_line_and_nothing_is_printed)
	{
		static struct command_output said;
		db_close(fixture_open(fixture_path("read.db")));
		command_output_run(
			&said, read_bad[_i].command, read_bad[_i].words, fixture_path("read.db"));
		ck_assert_str_eq(said.out, "");
		ck_assert_msg(strstr(said.err, read_bad[_i].why) != NULL, "%s", said.err);
		ck_assert_ptr_eq(strchr(said.err, '\n'), said.err + strlen(said.err) - 1);
		ck_assert_int_eq(said.status, read_bad[_i].status);
	}
END_TEST

START_TEST(without_a_name_the_only_database_of_the_folder_is_read)
	{
		static struct command_output said;
		static const char *const none[] = {NULL};
		char before[PATH_MAX], folder[PATH_MAX + 8];
		ck_assert_ptr_nonnull(getcwd(before, sizeof before));
		snprintf(folder, sizeof folder, "%s", fixture_path("only"));
		mkdir(folder, 0700);
		ck_assert_int_eq(chdir(folder), 0);
		command_output_run(&said, &command_standings, none, fixture_path("read.db"));
		ck_assert(
			said.status == EXIT_USAGE && strstr(said.err, "no database *.db") != NULL);
		db_close(fixture_open("cup.db"));
		command_output_run(&said, &command_standings, none, fixture_path("read.db"));
		ck_assert_int_eq(said.status, EXIT_SUCCESS);
		db_close(fixture_open("other.db"));
		command_output_run(&said, &command_standings, none, fixture_path("read.db"));
		ck_assert(
			said.status == EXIT_USAGE && strstr(said.err, "cup.db, other.db") != NULL);
		ck_assert_int_eq(chdir(before), 0);
	}
END_TEST

SUITE("referee/commands/query-command",
	LOOP(a_command_prints_what_it_was_asked_for, sizeof read_good / sizeof *read_good),
	LOOP(a_mistake_is_told_in_one_line_and_nothing_is_printed,
		sizeof read_bad / sizeof *read_bad),
	CASE(without_a_name_the_only_database_of_the_folder_is_read))
