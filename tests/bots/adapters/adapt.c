/*
 * The referee's side of an adapter: dialogues in which `> LINE` is said to it and `< LINE` is what
 * it must say next. The program behind it is a shell script, which notes in a file what it read.
 */
#include "bots/adapters/adapter.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "tests/lib/adapter-dialogue.h"
#include "base/version.h"

static int count_of(const char *text, const char *part)
{
	int count = 0;
	while ((text = strstr(text, part)) != NULL) {
		text += strlen(part);
		count++;
	}
	return count;
}

/* The program does this when it reads `go` or `action`; $1 is its seat, $2 its stone. */
static void begin(const char *kind, const char *answer)
{
	char script[1024];
	snprintf(script, sizeof script,
		"echo \"start $*\" >>log\nwhile read -r line; do\n\techo \"$line\" >>log\n\tcase $line in go* | action*)\n\t\t%s\n\t\t;;\n\tesac\ndone\n",
		answer);
	dialogue_begin(kind, script);
	dialogue.options.turn = "go";
}

/* The command names the seat and the stone. */
static void start_by_seat(void)
{
	static const char *const words[] = {"sh", "./program", "{seat}", "{stone}", NULL};
	dialogue_start_command(words);
}

#define GAME(seat) "> uginewgame game connect4 players 2 seat " #seat " seed 7\n"
#define FIRST	   "> position startpos\n"
#define SECOND	   "> position startpos moves d\n"
#define LONG_GO	   "> go movetime 600000\n"

/* --- its introduction ------------------------------------------------------------------------- */

static const struct {
	const char *kind, *name;
	int seat;
	const char *said;
} introductions[] = {
	{"board", NULL, 0,
		"> ugi\n< id name sh ./program\n< id author referee-adapt board " VERSION
		"\n< feature newgame players clock\n< ugiok\n> isready\n< readyok\n"},
	{"board", "other", 2,
		"> ugi\n< id name other\n< id author referee-adapt board " VERSION
		"\n< feature newgame players clock\n< feature seats 2\n< ugiok\n"},
	{"line", NULL, 0,
		"> ugi\n< id name sh ./program\n< id author referee-adapt line " VERSION
		"\n< feature newgame players clock startpos-only\n< ugiok\n"},
};

START_TEST(it_says_the_name_the_kind_and_what_the_program_can)
	{
		begin(introductions[_i].kind, "echo 1");
		dialogue.options.name = introductions[_i].name;
		dialogue.options.seat = introductions[_i].seat;
		dialogue_start();
		dialogue_talk(introductions[_i].said);
		dialogue_quit();
	}
END_TEST

/* --- the program's life ----------------------------------------------------------------------- */

/* It answers with the column of its seat. */
START_TEST(a_command_that_names_the_seat_is_another_program_in_another_seat)
	{
		begin("board", "echo $1");
		start_by_seat();
		dialogue_talk(
			"> ugi\n< id name sh ./program\n< id author referee-adapt board " VERSION
			"\n< feature newgame players clock\n< ugiok\n");
		dialogue_talk(GAME(1) FIRST LONG_GO "< bestmove a\n");
		dialogue_talk(GAME(2) SECOND LONG_GO "< bestmove b\n");
		dialogue_talk(GAME(1) "> isready\n< readyok\n" FIRST LONG_GO "< bestmove a\n");
		const char *log = dialogue_file("log");
		ck_assert_int_eq(count_of(log, "start 1 x\n"), 2);
		ck_assert_int_eq(count_of(log, "start 2 o\n"), 1);
		ck_assert_int_eq(count_of(log, "start"), 3);
		dialogue_quit();
	}
END_TEST

static const struct {
	enum adapter_restart restart;
	int starts; /* in two games of two moves each */
} restarts[] = {{RESTART_NEVER, 1}, {RESTART_GAME, 2}, {RESTART_MOVE, 4}};

START_TEST(the_program_is_started_as_often_as_its_option_says)
	{
		begin("board", "echo 1");
		dialogue.options.restart = restarts[_i].restart;
		dialogue_start();
		dialogue_talk(
			"> ugi\n< id name sh ./program\n< id author referee-adapt board " VERSION
			"\n< feature newgame players clock\n< ugiok\n");
		for (int game = 0; game < 2; game++)
			dialogue_talk(GAME(1) FIRST LONG_GO
				"< bestmove a\n"
				"> position startpos moves a d\n" LONG_GO "< bestmove a\n");
		ck_assert_int_eq(count_of(dialogue_file("log"), "start"), restarts[_i].starts);
		dialogue_quit();
	}
END_TEST

/* The action of the program in the middle of a game, and how the adapter ends. */
static const struct {
	const char *does;
	int status, signal;
	const char *why; /* on its stderr; "": the program's own words alone */
} ends[] = {
	{"exit 3", 3, 0, ""},
	{"kill -SEGV $$", 0, SIGSEGV, ""},
	{"exit 0", EXIT_FAILURE, 0,
		"referee-adapt: the program ended in the middle of the game; it must read on until its input ends\n"},
	{"exec >&-; read -r line <gate", EXIT_FAILURE, 0,
		"referee-adapt: the program closed its output in the middle of the game\n"},
};

START_TEST(it_ends_as_the_program_does)
	{
		begin("board", ends[_i].does);
		dialogue_start();
		dialogue_talk(GAME(1) FIRST LONG_GO);
		int status = dialogue_ended();
		if (ends[_i].signal != 0)
			ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == ends[_i].signal);
		else
			ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == ends[_i].status);
		ck_assert_str_eq(dialogue_file("errors"), ends[_i].why);
		dialogue_end();
	}
END_TEST

/* A program that stops when no line is left: the adapter plays on, as no move changes the result.
 */
static const struct {
	const char *newgame, *moves, *rest; /* rest: of the game, which the adapter plays */
	const char *does;
	bool decided;
} stops[] = {
	/* One cell is left, and draws; three are left, of which one wins; it ended by a fault. */
	{"game tictactoe players 2 seat 1", "b2 a1 c1 a3 a2 c2 b3 b1", "< bestmove c3\n", "exit 0",
		true},
	{"game tictactoe players 2 seat 1", "b2 a1 c1 a3 a2 c2", NULL, "exit 0", false},
	{"game tictactoe players 2 seat 1", "b2 a1 c1 a3 a2 c2 b3 b1", NULL, "exit 1", false},
};

START_TEST(a_program_may_stop_where_the_result_is_decided)
	{
		char said[256];
		begin("board", stops[_i].does);
		dialogue_start();
		snprintf(said, sizeof said,
			"> uginewgame %s seed 7\n> position startpos moves %s\n" LONG_GO,
			stops[_i].newgame, stops[_i].moves);
		dialogue_talk(said);
		if (!stops[_i].decided) {
			ck_assert_int_ne(dialogue_ended(), 0);
			dialogue_end();
			return;
		}
		dialogue_talk(stops[_i].rest);
		ck_assert_str_eq(dialogue_file("errors"),
			"referee-adapt: the program ended, and no move changes the result any more: legal moves are played for it\n");
		/* It is not started again in this game, but for the next. */
		dialogue_talk(said);
		dialogue_talk(stops[_i].rest);
		ck_assert_int_eq(count_of(dialogue_file("log"), "start"), 2);
		dialogue_quit();
	}
END_TEST

/* More than half of 8 seeds are in the store of seat 1: each of its moves is played for it. */
START_TEST(a_decided_game_is_played_on_to_its_end)
	{
		begin("board", "exit 0");
		dialogue_start();
		dialogue_talk(
			"> uginewgame game kalah players 2 seat 1 seed 7 param pits 2 param seeds 2\n"
			"> position fen 1.1.5/1.0.0 p1 5\n" LONG_GO "< bestmove b\n"
			"> position fen 1.0.6/1.0.0 p1 5\n" LONG_GO "< bestmove a\n");
		ck_assert_int_eq(count_of(dialogue_file("log"), "start"), 1);
		dialogue_quit();
	}
END_TEST

START_TEST(the_program_ends_with_it)
	{
		begin("board", "echo $$ >pid; echo 1; exec <gate; read -r line");
		dialogue_start();
		dialogue_talk(GAME(1) FIRST LONG_GO "< bestmove a\n");
		long pid = atol(dialogue_file("pid"));
		ck_assert_int_gt(pid, 0);
		dialogue_talk("> quit");
		ck_assert_int_eq(dialogue_ended(), 0);
		ck_assert(kill((pid_t)pid, 0) == -1 && errno == ESRCH);
		dialogue_end();
	}
END_TEST

/* --- time ------------------------------------------------------------------------------------- */

/* The time of a program's clock that one move may take: a twentieth, and the increment. */
static const struct {
	int seat;
	const char *go;
	int limit; /* milliseconds */
} limits[] = {
	{1, "movetime 700", 700}, {1, "p1time 60000 p2time 1000", 3000},
	{2, "p1time 1000 p2time 60000", 3000},
	{1, "p1time 60000 p2time 1000 p1inc 500 p2inc 9", 3500},
	{2, "p1time 60000 p2time 1000 p1inc 500 p2inc 9", 59},
	{1, "p1time 100 p2time 100 p1inc 5000 p2inc 5000", 100}, /* no more than is left */
	{1, "p1time 60000 p2time 60000 movetime 700", 700},
	{1, "p1time 60000 p2time 60000 movetime 7000", 3000}, {1, "p1time 0 p2time 60000", 0},
	{1, "depth 5", 0}, /* none is known */
};

START_TEST(a_program_is_told_its_share_of_the_clock)
	{
		char said[128], action[64];
		begin("aigames", "echo place_disc 0");
		dialogue_start();
		dialogue_talk(limits[_i].seat == 1 ? GAME(1) FIRST : GAME(2) SECOND);
		snprintf(said, sizeof said, "> go %s\n< bestmove a\n", limits[_i].go);
		dialogue_talk(said);
		snprintf(action, sizeof action, "\naction move %d\n", limits[_i].limit);
		const char *log = dialogue_file("log");
		ck_assert_msg(strstr(log, action) != NULL, "%s", log);
		snprintf(action, sizeof action, "settings timebank %d\n", limits[_i].limit);
		ck_assert_msg(strstr(log, action) != NULL, "%s", log);
		dialogue_quit();
	}
END_TEST

/* Seven moves, a to g; the program is silent. */
static const struct {
	enum adapter_fallback fallback;
	const char *answer;
} fallbacks[] = {{FALLBACK_FIRST, "< bestmove a\n"}, {FALLBACK_MIDDLE, "< bestmove d\n"}};

START_TEST(the_fallback_is_played_after_its_part_of_the_time_or_when_it_must_move)
	{
		begin("board", ":");
		dialogue.options.until = 0.001;
		dialogue.options.fallback = fallbacks[_i].fallback;
		dialogue_start();
		dialogue_talk(GAME(1) FIRST "> go movetime 60000\n");
		dialogue_talk(fallbacks[_i].answer);
		/* A twentieth of 1 200 000 is as much. */
		dialogue_talk("> position startpos moves a a\n> go p1time 1200000 p2time 1\n");
		dialogue_talk(fallbacks[_i].answer);
		dialogue_talk(
			"> position startpos moves a a\n> go infinite\n> isready\n< readyok\n> stop\n");
		dialogue_talk(fallbacks[_i].answer);
		dialogue_quit();
	}
END_TEST

/* The first program answers only after its question is over, unless it was killed. */
START_TEST(a_late_answer_is_not_taken_for_the_next_move)
	{
		char path[DIALOGUE_PATH], byte;
		begin("board",
			"if [ \"$(grep -c start log)\" = 1 ]; then echo >asked; read -r line <gate; echo 7; else echo 2; fi");
		dialogue.options.fallback = FALLBACK_FIRST;
		dialogue_path("asked", path);
		ck_assert_int_eq(mkfifo(path, 0600), 0);
		dialogue_start();
		dialogue_talk(GAME(1) FIRST "> go infinite\n");
		int asked = open(path, O_RDONLY | O_CLOEXEC);
		ck_assert_int_eq(read(asked, &byte, 1), 1);
		dialogue_talk("> stop\n< bestmove a\n");
		dialogue_path("gate", path);
		int gate = open(path, O_RDWR | O_CLOEXEC); /* it need not be read */
		ck_assert_int_eq(write(gate, "now\n", 4), 4);
		dialogue_talk("> position startpos moves a a\n" LONG_GO "< bestmove b\n");
		ck_assert_int_eq(count_of(dialogue_file("log"), "start"), 2);
		close(gate);
		close(asked);
		dialogue_quit();
	}
END_TEST

/* --- answers ---------------------------------------------------------------------------------- */

static const struct {
	const char *says; /* the program; \n between lines */
	const char *answer, *noted;
} answers[] = {
	{"3", "< bestmove c\n", ""},
	{" 3 ", "< bestmove c\n", ""},
	{"I think\\nlong\\n3", "< bestmove c\n", "I think\nlong\n"}, /* its own output is kept */
	{"8", "< bestmove h\n", ""}, /* illegal: the referee judges it */
	{"0", "< bestmove 0\n", ""},
	{"-4", "< bestmove -4\n", ""},
	{"\\033[1;31m3\\033[0m", "< bestmove c\n", ""},
};

START_TEST(a_line_that_is_a_move_or_a_number_is_the_answer)
	{
		char does[256];
		snprintf(does, sizeof does, "printf -- '%s\\n'", answers[_i].says);
		begin("board", does);
		dialogue_start();
		dialogue_talk(GAME(1) FIRST LONG_GO);
		dialogue_talk(answers[_i].answer);
		ck_assert_str_eq(dialogue_file("errors"), answers[_i].noted);
		dialogue_quit();
	}
END_TEST

/* Two answers to one question would else be the answers to two. */
START_TEST(a_program_with_a_board_of_its_own_is_told_the_moves_that_it_does_not_know)
	{
		begin("line", "echo 2");
		dialogue.options.first = "white {seat} {stone}";
		dialogue.options.second = "black,{seat}";
		dialogue_start();
		dialogue_talk(GAME(1) FIRST LONG_GO "< bestmove b\n");
		dialogue_talk("> position startpos moves b g\n" LONG_GO "< bestmove b\n");
		dialogue_talk("> position startpos moves b g b a\n" LONG_GO "< bestmove b\n");
		dialogue_talk(GAME(2) SECOND LONG_GO "< bestmove b\n");
		ck_assert_str_eq(dialogue_file("log"), "start \nwhite 1 1\ngo\n7\ngo\n1\ngo\n"
						       "start \nblack\n2\n4\ngo\n");
		dialogue_quit();
	}
END_TEST

/* --- what it cannot do ------------------------------------------------------------------------ */

static const struct {
	const char *kind, *said, *why;
} mistakes[] = {
	{"board", FIRST, "a position came before uginewgame"},
	{"board", GAME(1) "> go movetime 1\n", "go came before a position"},
	{"board", GAME(1) FIRST GAME(1) "> go movetime 1\n", "go came before a position"},
	{"board", GAME(1) "> position startpos moves d x\n", "\"x\" is no move here"},
	{"board", "> uginewgame game chess players 2 seat 1 seed 7\n",
		"chess: a game that this adapter does not know"},
	{"aigames", "> uginewgame game nim players 2 seat 1 seed 7\n",
		"aigames does not play nim; it plays connect4"},
	{"line", GAME(1) "> position fen 7/7/7/7/3y3/3r3 r 2\n" LONG_GO,
		"this program keeps a board of its own, so its games begin at the usual start: openings = none"},
	/* An opening of two plies, of which one is its own. */
	{"line", GAME(1) "> position startpos moves d d\n" LONG_GO,
		"this program keeps a board of its own, so its games begin at the usual start: openings = none"},
};

START_TEST(what_it_cannot_do_ends_it_with_the_reason)
	{
		char why[512];
		begin(mistakes[_i].kind, "echo 1");
		dialogue_start();
		dialogue_talk(mistakes[_i].said);
		snprintf(why, sizeof why, "referee-adapt: %s\n", mistakes[_i].why);
		dialogue_fails(why);
	}
END_TEST

SUITE("bots/adapters/adapt",
	LOOP(it_says_the_name_the_kind_and_what_the_program_can,
		sizeof introductions / sizeof *introductions),
	CASE(a_command_that_names_the_seat_is_another_program_in_another_seat),
	LOOP(the_program_is_started_as_often_as_its_option_says,
		sizeof restarts / sizeof *restarts),
	LOOP(it_ends_as_the_program_does, sizeof ends / sizeof *ends),
	LOOP(a_program_may_stop_where_the_result_is_decided, sizeof stops / sizeof *stops),
	CASE(a_decided_game_is_played_on_to_its_end), CASE(the_program_ends_with_it),
	LOOP(a_program_is_told_its_share_of_the_clock, sizeof limits / sizeof *limits),
	LOOP(the_fallback_is_played_after_its_part_of_the_time_or_when_it_must_move,
		sizeof fallbacks / sizeof *fallbacks),
	CASE(a_late_answer_is_not_taken_for_the_next_move),
	LOOP(a_line_that_is_a_move_or_a_number_is_the_answer, sizeof answers / sizeof *answers),
	CASE(a_program_with_a_board_of_its_own_is_told_the_moves_that_it_does_not_know),
	LOOP(what_it_cannot_do_ends_it_with_the_reason, sizeof mistakes / sizeof *mistakes))
