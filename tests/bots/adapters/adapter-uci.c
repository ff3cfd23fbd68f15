/*
 * UCI engines: what the engine reads of each question, and what the referee reads of each answer.
 */
#include "tests/lib/adapter-dialogue.h"
#include "base/version.h"

/* An engine that writes the file `answer` at each `go`. */
static const char engine[] =
	"while read -r line; do\n"
	"	echo \"$line\" >>log\n"
	"	case $line in\n"
	"	uci) printf '%s\\n' 'Four 2 by a person' 'id name Four 2' 'id author a person' \\\n"
	"		'option name Variant type combo default chess var chess var cfour' \\\n"
	"		'option name Hash type spin default 16 min 1 max 1024' uciok ;;\n"
	"	isready) echo readyok ;;\n"
	"	go*) cat answer ;;\n"
	"	stop) echo 'bestmove P@e1' ;;\n"
	"	esac\n"
	"done\n";

#define HELLO                                                                                      \
	"> ugi\n"                                                                                  \
	"< option name Variant type combo default chess var chess var cfour\n"                     \
	"< option name Hash type spin default 16 min 1 max 1024\n"
#define FEATURES                                                                                   \
	"< id author referee-adapt uci " VERSION "\n< feature newgame players clock\n< ugiok\n"
#define GAME  "> uginewgame game connect4 players 2 seat 1 seed 7\n"
#define READY "uci\nsetoption name Variant value cfour\nucinewgame\nisready\n"

/* answer: the lines of the engine for each `go`. */
static void begin(const char *answer)
{
	char path[DIALOGUE_PATH];
	dialogue_begin("uci", engine);
	dialogue_path("answer", path);
	FILE *out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	fputs(answer, out);
	fclose(out);
	dialogue.options.move = "P@{c}{r}";
	dialogue.options.set[0] = "Variant=cfour";
	dialogue.options.set_count = 1;
}

static void start(void)
{
	dialogue_start();
	dialogue_talk(HELLO "< id name Four 2\n" FEATURES);
}

START_TEST(the_name_and_the_options_are_the_engines)
	{
		begin("");
		start();
		/* An option without a value is a button. */
		dialogue_talk("> setoption name Hash value 64\n> setoption name Clear Hash\n" GAME
			      "> isready\n< readyok\n");
		ck_assert_str_eq(dialogue_file("log"),
			"uci\nsetoption name Variant value cfour\nsetoption name Hash value 64\n"
			"setoption name Clear Hash\nucinewgame\nisready\n");
		dialogue_quit();
		begin("");
		dialogue.options.name = "other";
		dialogue_start();
		dialogue_talk(HELLO "< id name other\n" FEATURES);
		dialogue_quit();
	}
END_TEST

static const struct {
	const char *position, *go; /* of the referee */
	const char *read;	   /* by the engine */
} questions[] = {
	{"startpos", "movetime 700", "position startpos\ngo movetime 700\n"},
	{"startpos moves d d", "movetime 1", "position startpos moves P@d1 P@d2\ngo movetime 1\n"},
	{"startpos moves d d d g", "depth 5 nodes 900",
		"position startpos moves P@d1 P@d2 P@d3 P@g1\ngo depth 5 nodes 900\n"},
	{"startpos", "p1time 60000 p2time 1000 p1inc 500 p2inc 9 movestogo 3",
		"position startpos\ngo wtime 60000 winc 500 btime 1000 binc 9 movestogo 3\n"},
	{"startpos", "p1time 0 p2time 1000", "position startpos\ngo wtime 0 btime 1000\n"},
	{"startpos", "infinite", "position startpos\ngo infinite\n"},
};

START_TEST(a_question_is_written_as_uci_has_it)
	{
		char said[256], log[512];
		begin("bestmove P@c1\n");
		start();
		snprintf(said, sizeof said, GAME "> position %s\n> go %s\n< bestmove c\n",
			questions[_i].position, questions[_i].go);
		dialogue_talk(said);
		snprintf(log, sizeof log, READY "%s", questions[_i].read);
		ck_assert_str_eq(dialogue_file("log"), log);
		dialogue_quit();
	}
END_TEST

/* A mate in N moves of one's own is one in 2N - 1 plies, and 2N against one. */
static const struct {
	const char *info, *told; /* NULL: nothing */
} infos[] = {
	{"info depth 3 seldepth 5 multipv 1 score cp 13 nodes 77 nps 7700 time 1 pv P@d2 P@d3",
		"info depth 3 multipv 1 score cp 13 nodes 77 time 1 pv d d"},
	{"info depth 9 score mate 3", "info depth 9 score mate 5"},
	{"info depth 9 score mate 1", "info depth 9 score mate 1"},
	{"info depth 9 score mate -2", "info depth 9 score mate -4"},
	{"info depth 9 score cp -1000000", "info depth 9 score cp -1000000"},
	{"info depth 9 score cp 1000001", "info depth 9 score cp 1000000"},
	{"info depth 9 score cp -99999999999", "info depth 9 score cp -1000000"},
	{"info multipv 2 score cp 4", "info multipv 2 score cp 4"},
	{"info nodes 5 pv", "info nodes 5"},
	{"info score cp", "info score cp 0"},
	{"info depth", "info depth 0"},
	/* A line ends where it is not legal: column d takes six stones, and there is one. */
	{"info depth 2 pv P@d2 P@d2", "info depth 2 pv d"},
	{"info depth 2 pv P@d2 P@d3 P@d4 P@d5 P@d6 P@d7", "info depth 2 pv d d d d d"},
	{"info depth 2 pv e4 e5", "info depth 2"},
	{"info currmove P@d2 currmovenumber 1", NULL},
	{"info string depth 3", NULL},
	{"info depth 3 string score cp 9", NULL},
	{"information depth 3", NULL},
};

START_TEST(of_an_info_line_the_referee_reads_what_it_knows)
	{
		char answer[256], said[256] = "";
		snprintf(answer, sizeof answer, "%s\nbestmove P@a1 ponder P@a2\n", infos[_i].info);
		begin(answer);
		start();
		dialogue_talk(GAME "> position startpos moves d\n> go movetime 700\n");
		if (infos[_i].told != NULL)
			snprintf(said, sizeof said, "< %s\n", infos[_i].told);
		strcat(said, "< bestmove a\n");
		dialogue_talk(said);
		ck_assert_str_eq(dialogue_file("errors"),
			strncmp(infos[_i].info, "information", 11) == 0 ? "information depth 3\n"
									: "");
		dialogue_quit();
	}
END_TEST

START_TEST(an_engine_that_must_move_is_told_to_stop)
	{
		begin("info depth 1\n");
		start();
		dialogue_talk(GAME "> position startpos\n> go infinite\n< info depth 1\n> stop\n"
				   "< bestmove e\n");
		ck_assert_str_eq(
			dialogue_file("log"), READY "position startpos\ngo infinite\nstop\n");
		dialogue_quit();
	}
END_TEST

#define FORM                                                                                       \
	"referee-adapt: the engine answered \"e2e4\"; in the form --move 'P@{c}{r}' the legal moves are P@a1 P@b1 P@c1 P@d1 P@e1 P@f1 P@g1; --move sets another form, --set UCI_Variant=NAME another game\n"
static const struct {
	const char *set, *errors;
} strangers[] = {
	{"Variant=cfour", FORM},
	{"variant=cfour", FORM},
	{"Variant=cfive",
		"referee-adapt: the engine does not name the value \"cfive\" of its option Variant\n" FORM},
	{"Variant=chess", FORM},
	{"Variant=four", /* only the end of a value */
		"referee-adapt: the engine does not name the value \"four\" of its option Variant\n" FORM},
	{"variant=cfive",
		"referee-adapt: the engine does not name the value \"cfive\" of its option variant\n" FORM},
	{"Hash=64", FORM},
	{"Has=64", "referee-adapt: the engine has no option Has\n" FORM},
	{"Variants=cfour", "referee-adapt: the engine has no option Variants\n" FORM},
};

START_TEST(an_illegal_move_is_explained_with_what_may_be_wrong)
	{
		begin("bestmove e2e4\n");
		dialogue.options.set[0] = strangers[_i].set;
		start();
		dialogue_talk(GAME "> position startpos\n> go movetime 700\n< bestmove e2e4\n");
		ck_assert_str_eq(dialogue_file("errors"), strangers[_i].errors);
		dialogue_quit();
	}
END_TEST

START_TEST(each_option_of_the_command_line_is_set_and_looked_for)
	{
		begin("bestmove e2e4\n");
		dialogue.options.set[1] = "Hash=3";
		dialogue.options.set[2] = "Book=x y";
		dialogue.options.set_count = 3;
		start();
		dialogue_talk(GAME "> position startpos\n> go movetime 700\n< bestmove e2e4\n");
		ck_assert_str_eq(dialogue_file("errors"),
			"referee-adapt: the engine has no option Book\n" FORM);
		ck_assert_int_eq(
			strncmp(dialogue_file("log"),
				"uci\nsetoption name Variant value cfour\n"
				"setoption name Hash value 3\nsetoption name Book value x y\n",
				90),
			0);
		dialogue_quit();
	}
END_TEST

/* Eight of the nine moves. */
START_TEST(of_many_legal_moves_some_are_named)
	{
		begin("bestmove none\n");
		dialogue.options.move = NULL;
		start();
		dialogue_talk("> uginewgame game tictactoe players 2 seat 1 seed 7\n"
			      "> position startpos\n> go movetime 700\n< bestmove none\n");
		ck_assert_ptr_nonnull(strstr(dialogue_file("errors"),
			"in the form --move '{m}' legal moves are, among others, a1 b1 c1 a2 b2 c2 a3 b3; --move"));
		dialogue_quit();
	}
END_TEST

START_TEST(a_position_that_is_no_list_of_moves_cannot_be_written)
	{
		begin("");
		start();
		dialogue_talk(GAME "> position fen 7/7/7/7/3y3/3r3 r 2\n> go movetime 700\n");
		dialogue_fails(
			"referee-adapt: a UCI engine writes positions in another way; let games begin at the usual start, or from moves: openings = random:4\n");
	}
END_TEST

START_TEST(an_engine_that_ends_before_it_is_ready_ends_the_adapter)
	{
		dialogue_begin("uci", "read -r line\nexit 3\n");
		dialogue_start();
		dialogue_talk("> ugi\n");
		int status = dialogue_ended();
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
		dialogue_end();
		dialogue_begin("uci", "read -r line; echo uciok; read -r line; exit 4\n");
		dialogue_start();
		dialogue_talk(GAME);
		status = dialogue_ended();
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 4);
		dialogue_end();
	}
END_TEST

SUITE("bots/adapters/adapter-uci", CASE(the_name_and_the_options_are_the_engines),
	LOOP(a_question_is_written_as_uci_has_it, sizeof questions / sizeof *questions),
	LOOP(of_an_info_line_the_referee_reads_what_it_knows, sizeof infos / sizeof *infos),
	CASE(an_engine_that_must_move_is_told_to_stop),
	LOOP(an_illegal_move_is_explained_with_what_may_be_wrong,
		sizeof strangers / sizeof *strangers),
	CASE(each_option_of_the_command_line_is_set_and_looked_for),
	CASE(of_many_legal_moves_some_are_named),
	CASE(a_position_that_is_no_list_of_moves_cannot_be_written),
	CASE(an_engine_that_ends_before_it_is_ready_ends_the_adapter))
