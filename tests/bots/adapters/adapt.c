/*
 * The referee's side of an adapter: dialogues in which `> LINE` is said to it and `< LINE` is what
 * it must say next. The program behind it is a shell script, which notes in a file what it read.
 */
#include "bots/adapters/adapter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"
#include "version/version.h"

enum { SAID = 8192, PATH = 256 };

static struct {
	char folder[64]; /* of the program: `log` has what it read, `errors` the adapter's stderr */
	struct adapter_options options;
	const struct adapter *kind;
	pid_t pid;
	int to;
	FILE *from;
} adapting;

static void path_of(const char *name, char path[PATH])
{
	snprintf(path, PATH, "%s/%s", adapting.folder, name);
}

/* A file of the program's folder; "": there is none. */
static const char *text_of(const char *name)
{
	static char text[SAID];
	char path[PATH];
	path_of(name, path);
	FILE *in = fopen(path, "r");
	size_t length = in == NULL ? 0 : fread(text, 1, sizeof text - 1, in);
	if (in != NULL)
		fclose(in);
	text[length] = '\0';
	return text;
}

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
	char path[PATH];
	memset(&adapting, 0, sizeof adapting);
	strcpy(adapting.folder, "/tmp/adapt-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(adapting.folder));
	path_of("gate", path);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	path_of("program", path);
	FILE *out = fopen(path, "w");
	fprintf(out,
		"echo \"start $*\" >>log\nwhile read -r line; do\n\techo \"$line\" >>log\n\tcase $line in go* | action*)\n\t\t%s\n\t\t;;\n\tesac\ndone\n",
		answer);
	fclose(out);
	for (int i = 0; all_adapters[i] != NULL; i++)
		if (strcmp(all_adapters[i]->name, kind) == 0)
			adapting.kind = all_adapters[i];
	ck_assert_ptr_nonnull(adapting.kind);
	adapting.options = adapting.kind->preset;
	adapting.options.turn = "go";
}

static __attribute__((noreturn)) void adapt(const char *const *words)
{
	static struct adapter_run run;
	int errors = open("errors", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	dup2(errors, STDERR_FILENO);
	run.kind = adapting.kind;
	run.options = adapting.options;
	run.command = words;
	_exit(adapter_run(&run));
}

/* Starts the adapter; several: the command names the seat and the stone. */
static void start(bool several)
{
	static const char *const words[] = {"sh", "./program", NULL}, *const seats[] = {"sh",
									      "./program", "{seat}",
									      "{stone}", NULL};
	int to[2], from[2];
	fflush(stdout);
	ck_assert(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0);
	adapting.pid = fork();
	ck_assert_int_ge(adapting.pid, 0);
	if (adapting.pid == 0) {
		if (chdir(adapting.folder) != 0 || dup2(to[0], STDIN_FILENO) < 0 ||
			dup2(from[1], STDOUT_FILENO) < 0)
			_exit(99);
		close_range(STDERR_FILENO + 1, ~0U, 0);
		adapt(several ? seats : words);
	}
	close(to[0]);
	close(from[1]);
	adapting.to = to[1];
	adapting.from = fdopen(from[0], "r");
}

static void say(char together[SAID])
{
	ck_assert_int_eq(write(adapting.to, together, strlen(together)), (ssize_t)strlen(together));
	together[0] = '\0';
}

/* All lines up to the next answer go at once. */
static void talk(const char *dialogue)
{
	char line[SAID], said[SAID], together[SAID] = "";
	for (; *dialogue != '\0'; dialogue += *dialogue == '\n') {
		size_t length = strcspn(dialogue, "\n");
		snprintf(line, sizeof line, "%.*s\n", (int)length - 2, dialogue + 2);
		if (*dialogue == '>') {
			ck_assert_uint_lt(strlen(together) + strlen(line), sizeof together);
			strcat(together, line);
		} else {
			say(together);
			ck_assert_msg(fgets(said, sizeof said, adapting.from) != NULL,
				"it ended: %s", text_of("errors"));
			ck_assert_str_eq(said, line);
		}
		dialogue += length;
	}
	say(together);
}

/* Waits until it has ended; returns its status, as waitpid() does. */
static int ended(void)
{
	int status;
	ck_assert_int_eq(waitpid(adapting.pid, &status, 0), adapting.pid);
	ck_assert_int_eq(fgetc(adapting.from), EOF);
	return status;
}

static void end(void)
{
	char command[PATH];
	close(adapting.to);
	fclose(adapting.from);
	snprintf(command, sizeof command, "rm -r %s", adapting.folder);
	ck_assert_int_eq(system(command), 0);
}

static void quit(void)
{
	talk("> quit");
	ck_assert_int_eq(ended(), 0);
	end();
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
		adapting.options.name = introductions[_i].name;
		adapting.options.seat = introductions[_i].seat;
		start(false);
		talk(introductions[_i].said);
		quit();
	}
END_TEST

/* --- the program's life ----------------------------------------------------------------------- */

/* It answers with the column of its seat. */
START_TEST(a_command_that_names_the_seat_is_another_program_in_another_seat)
	{
		begin("board", "echo $1");
		start(true);
		talk("> ugi\n< id name sh ./program\n< id author referee-adapt board " VERSION
		     "\n< feature newgame players clock\n< ugiok\n");
		talk(GAME(1) FIRST LONG_GO "< bestmove a\n");
		talk(GAME(2) SECOND LONG_GO "< bestmove b\n");
		talk(GAME(1) "> isready\n< readyok\n" FIRST LONG_GO "< bestmove a\n");
		const char *log = text_of("log");
		ck_assert_int_eq(count_of(log, "start 1 x\n"), 2);
		ck_assert_int_eq(count_of(log, "start 2 o\n"), 1);
		ck_assert_int_eq(count_of(log, "start"), 3);
		quit();
	}
END_TEST

static const struct {
	enum adapter_restart restart;
	int starts; /* in two games of two moves each */
} restarts[] = {{RESTART_NEVER, 1}, {RESTART_GAME, 2}, {RESTART_MOVE, 4}};

START_TEST(the_program_is_started_as_often_as_its_option_says)
	{
		begin("board", "echo 1");
		adapting.options.restart = restarts[_i].restart;
		start(false);
		talk("> ugi\n< id name sh ./program\n< id author referee-adapt board " VERSION
		     "\n< feature newgame players clock\n< ugiok\n");
		for (int game = 0; game < 2; game++)
			talk(GAME(1) FIRST LONG_GO "< bestmove a\n"
						   "> position startpos moves a d\n" LONG_GO
						   "< bestmove a\n");
		ck_assert_int_eq(count_of(text_of("log"), "start"), restarts[_i].starts);
		quit();
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
		start(false);
		talk(GAME(1) FIRST LONG_GO);
		int status = ended();
		if (ends[_i].signal != 0)
			ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == ends[_i].signal);
		else
			ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == ends[_i].status);
		ck_assert_str_eq(text_of("errors"), ends[_i].why);
		end();
	}
END_TEST

START_TEST(the_program_ends_with_it)
	{
		begin("board", "echo $$ >pid; echo 1; exec <gate; read -r line");
		start(false);
		talk(GAME(1) FIRST LONG_GO "< bestmove a\n");
		long pid = atol(text_of("pid"));
		ck_assert_int_gt(pid, 0);
		talk("> quit");
		ck_assert_int_eq(ended(), 0);
		ck_assert(kill((pid_t)pid, 0) == -1 && errno == ESRCH);
		end();
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
		char dialogue[SAID], action[64];
		begin("aigames", "echo place_disc 0");
		start(false);
		talk(limits[_i].seat == 1 ? GAME(1) FIRST : GAME(2) SECOND);
		snprintf(dialogue, sizeof dialogue, "> go %s\n< bestmove a\n", limits[_i].go);
		talk(dialogue);
		snprintf(action, sizeof action, "\naction move %d\n", limits[_i].limit);
		const char *log = text_of("log");
		ck_assert_msg(strstr(log, action) != NULL, "%s", log);
		snprintf(action, sizeof action, "settings timebank %d\n", limits[_i].limit);
		ck_assert_msg(strstr(log, action) != NULL, "%s", log);
		quit();
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
		adapting.options.until = 0.001;
		adapting.options.fallback = fallbacks[_i].fallback;
		start(false);
		talk(GAME(1) FIRST "> go movetime 60000\n");
		talk(fallbacks[_i].answer);
		/* A twentieth of 1 200 000 is as much. */
		talk("> position startpos moves a a\n> go p1time 1200000 p2time 1\n");
		talk(fallbacks[_i].answer);
		talk("> position startpos moves a a\n> go infinite\n> isready\n< readyok\n> stop\n");
		talk(fallbacks[_i].answer);
		quit();
	}
END_TEST

/* The first program answers only after its question is over, unless it was killed. */
START_TEST(a_late_answer_is_not_taken_for_the_next_move)
	{
		char path[PATH], byte;
		begin("board",
			"if [ \"$(grep -c start log)\" = 1 ]; then echo >asked; read -r line <gate; echo 7; else echo 2; fi");
		adapting.options.fallback = FALLBACK_FIRST;
		path_of("asked", path);
		ck_assert_int_eq(mkfifo(path, 0600), 0);
		start(false);
		talk(GAME(1) FIRST "> go infinite\n");
		int asked = open(path, O_RDONLY | O_CLOEXEC);
		ck_assert_int_eq(read(asked, &byte, 1), 1);
		talk("> stop\n< bestmove a\n");
		path_of("gate", path);
		int gate = open(path, O_RDWR | O_CLOEXEC); /* it need not be read */
		ck_assert_int_eq(write(gate, "now\n", 4), 4);
		talk("> position startpos moves a a\n" LONG_GO "< bestmove b\n");
		ck_assert_int_eq(count_of(text_of("log"), "start"), 2);
		close(gate);
		close(asked);
		quit();
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
		start(false);
		talk(GAME(1) FIRST LONG_GO);
		talk(answers[_i].answer);
		ck_assert_str_eq(text_of("errors"), answers[_i].noted);
		quit();
	}
END_TEST

/* Two answers to one question would else be the answers to two. */
START_TEST(a_program_with_a_board_of_its_own_is_told_the_moves_that_it_does_not_know)
	{
		begin("line", "echo 2");
		adapting.options.first = "white {seat} {stone}";
		adapting.options.second = "black,{seat}";
		start(false);
		talk(GAME(1) FIRST LONG_GO "< bestmove b\n");
		talk("> position startpos moves b g\n" LONG_GO "< bestmove b\n");
		talk("> position startpos moves b g b a\n" LONG_GO "< bestmove b\n");
		talk(GAME(2) SECOND LONG_GO "< bestmove b\n");
		ck_assert_str_eq(text_of("log"), "start \nwhite 1 1\ngo\n7\ngo\n1\ngo\n"
						 "start \nblack\n2\n4\ngo\n");
		quit();
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
		start(false);
		talk(mistakes[_i].said);
		int status = ended();
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
		snprintf(why, sizeof why, "referee-adapt: %s\n", mistakes[_i].why);
		ck_assert_str_eq(text_of("errors"), why);
		end();
	}
END_TEST

SUITE("bots/adapters/adapt",
	LOOP(it_says_the_name_the_kind_and_what_the_program_can,
		sizeof introductions / sizeof *introductions),
	CASE(a_command_that_names_the_seat_is_another_program_in_another_seat),
	LOOP(the_program_is_started_as_often_as_its_option_says,
		sizeof restarts / sizeof *restarts),
	LOOP(it_ends_as_the_program_does, sizeof ends / sizeof *ends),
	CASE(the_program_ends_with_it),
	LOOP(a_program_is_told_its_share_of_the_clock, sizeof limits / sizeof *limits),
	LOOP(the_fallback_is_played_after_its_part_of_the_time_or_when_it_must_move,
		sizeof fallbacks / sizeof *fallbacks),
	CASE(a_late_answer_is_not_taken_for_the_next_move),
	LOOP(a_line_that_is_a_move_or_a_number_is_the_answer, sizeof answers / sizeof *answers),
	CASE(a_program_with_a_board_of_its_own_is_told_the_moves_that_it_does_not_know),
	LOOP(what_it_cannot_do_ends_it_with_the_reason, sizeof mistakes / sizeof *mistakes))
