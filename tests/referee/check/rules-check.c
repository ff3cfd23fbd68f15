/*
 * rules-check.c - the contract test of rules, step by step, on a program that is a child of the
 * test. Its game is so small that what each step counts follows by hand.
 *
 * The game "path" has a number of steps, and in each position as many legal moves as its width. A
 * position is the steps, the seat to move, the seats that gave up (or -) and the last move: "1 2 -
 * 1". The seat that made the last step wins.
 */
#include "referee/check/rules-check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/process/rules-process.h"
#include "tests/lib/rules-child.h"
#include "tests/lib/suite.h"

enum { STEPS_MAX = 16, LINES = 4096, FAR = 1000 * 1000000 };

#define TWO_SEATS   "id name path\nseats 2\n"
#define THREE_SEATS "id name path\nseats 3\nfeature forfeit\n"

/* A mistake of the program. The first start is that of the games; then each of the steps again,
 * positions and repeats makes a start of its own. */
enum flaw {
	NONE,
	OVER_AT_START,
	SETUP_REFUSED,
	ENDLESS,
	ENDS,	     /* the process, at the second move */
	ONE_KEY,     /* of all positions with a seat to move */
	END_KEY,     /* of both ends, which have other ranks */
	IN_KEY,	     /* of positions that differ in the seats that are in */
	LATE_KEY,    /* of positions whose ends differ */
	COUNTED_KEY, /* of positions that differ in their number of moves, which has a limit */
	COMES_AGAIN, /* the start, by the second move */
	SHUFFLES_3,
	GROWS,	/* three of five answers are slow, after the first 300 */
	STALLS, /* two of five */
	OTHER_DESCRIPTION,
	START_2,  /* after its second start a move leads elsewhere */
	LEGAL_2,  /* or has another name */
	FAULT_2,  /* or ends the process */
	UNREAD_3, /* after its third start a text is not read */
	OTHER_TEXT_3,
	OTHER_LEGAL_3,
	OTHER_END_3,
	OTHER_PLAY_4,
	LEGAL_4,
	UNREAD_4,
	PLAYS_ANY_WORD,
	PLAYS_OTHER_MOVES,
	READS_ANY_TEXT,
	RETURNS, /* the seat that gave up */
	ALONE,
	GONE_FIRST,
	BAD_BOARD,
	BAD_VALUE,
};

/* The child is first. */
struct path {
	struct rules_child child;
	const char *description; /* its lines */
	int steps, width;
	enum flaw flaw;
	bool keys;   /* those of the steps */
	bool scores; /* "feature scored" */
	bool tie;
	int late;  /* from this step on the flaw is there; 0: at step 1 alone */
	int which; /* the seat of RETURNS, the move of PLAYS_OTHER_MOVES */
	int slow;  /* microseconds for a play */
};

/* --- the program ------------------------------------------------------------------------------ */

static int path_seats;

/* The flaw of the number of the start. */
static bool path_now(const struct path *p, enum flaw flaw, int start)
{
	return p->flaw == flaw && p->child.starts == start;
}

static bool path_here(const struct path *p, int step)
{
	return p->late > 0 ? step >= p->late : step == 1;
}

static int path_next(int seat, const char *gone)
{
	do
		seat = seat % path_seats + 1;
	while (strchr(gone, '0' + seat) != NULL);
	return seat;
}

static void path_result(const struct path *p, char *out, int seat, const char *gone, int last)
{
	int winner = (seat + path_seats - 2) % path_seats + 1;
	while (*gone != '-' && strchr(gone, '0' + winner) != NULL)
		winner = (winner + path_seats - 2) % path_seats + 1;
	if (p->flaw == GONE_FIRST && *gone != '-')
		winner = gone[0] - '0';
	if (p->flaw == END_KEY || p->flaw == LATE_KEY || path_now(p, OTHER_END_3, 3))
		winner = last % 2 + 1;
	out += sprintf(out, "over\n%s", p->scores ? "scores" : "rank");
	for (int i = 1; i <= path_seats; i++)
		if (p->scores)
			out += sprintf(out, " %d", i == winner ? 7 : 0);
		else
			out += sprintf(out, " %d", i == winner || p->tie ? 1 : 2);
	strcpy(out, "\n");
}

static void path_block(
	const struct path *p, char *out, int step, int seat, const char *gone, int last)
{
	int left = path_seats - (*gone == '-' ? 0 : (int)strlen(gone));
	bool over = step >= p->steps || left < 2 || p->flaw == OVER_AT_START;
	if (p->flaw == ENDLESS) {
		over = left < 2;
		step %= 2;
	}
	if (p->flaw == ALONE && left < 2 && step < p->steps)
		over = false;
	out += sprintf(out, "position %d %d %s %d\n", step, seat, gone, last);
	if (p->keys)
		out += sprintf(out, "key %d %d %s\n", step, seat, gone);
	if (p->flaw == END_KEY && over)
		out += sprintf(out, "key end\n");
	if (p->flaw == LATE_KEY && !over)
		out += sprintf(out, "key %d\n", step);
	if (p->flaw == COUNTED_KEY && !over)
		out += sprintf(out, "key %d\n", seat);
	if (p->flaw == IN_KEY && step == 1)
		out += sprintf(out, "key same\nin %s\n", last == 1 ? "1 2" : "1 2 3");
	if (p->flaw == ONE_KEY && !over)
		out += sprintf(out, "key same\n");
	if (over) {
		path_result(p, out, seat, gone, last);
		return;
	}
	bool other = (path_now(p, LEGAL_2, 2) || path_now(p, OTHER_LEGAL_3, 3) ||
			     path_now(p, LEGAL_4, 4)) &&
		     path_here(p, step);
	out += sprintf(out, "turn %d\nlegal", seat);
	int width = p->width + (p->flaw == ONE_KEY ? step : 0);
	for (int i = 1; i <= width; i++)
		out += sprintf(out, " %c%d", other ? 'n' : 'm',
			path_now(p, SHUFFLES_3, 3) ? width + 1 - i : i);
	out += sprintf(out, "\n");
	if (*gone != '-' && left >= 2) {
		out += sprintf(out, "in");
		for (int i = 1; i <= path_seats; i++)
			if (strchr(gone, '0' + i) == NULL)
				out += sprintf(out, " %d", i);
		out += sprintf(out, "\n");
	}
	if (p->flaw == ALONE && left < 2)
		sprintf(out, "in 1 2 3\n");
}

/* Writes the answer without its last line. False: it is an error. */
static bool path_play(const struct path *p, const char *word, int step, int seat, const char *gone,
	int last, char *out)
{
	static int asked;
	int choice = word[0] == 'm' || word[0] == 'n' ? atoi(word + 1) : 0;
	bool legal = choice >= 1 && choice <= p->width && step < p->steps;
	if (p->flaw == PLAYS_OTHER_MOVES && choice == p->which)
		legal = true;
	if (p->flaw == PLAYS_ANY_WORD || p->flaw == ENDLESS || p->flaw == ONE_KEY)
		legal = true;
	if ((p->flaw == ENDS || path_now(p, FAULT_2, 2)) && step == 1)
		_exit(3);
	if ((p->flaw == GROWS || p->flaw == STALLS) && ++asked > 300 &&
		asked % 5 < (p->flaw == GROWS ? 3 : 2))
		usleep(6000);
	if (p->slow > 0)
		usleep((useconds_t)p->slow);
	if ((path_now(p, START_2, 2) || path_now(p, OTHER_PLAY_4, 4)) && path_here(p, step))
		choice += 5;
	if (p->flaw == COMES_AGAIN && legal && choice == 2) {
		path_block(p, out, 0, 1, "-", 0);
		return true;
	}
	/* The first move decides the game. */
	if (p->flaw == LATE_KEY && step > 0)
		choice = last;
	if (legal)
		path_block(p, out, step + 1, path_next(seat, gone), gone, choice);
	return legal;
}

static bool path_say(const struct path *p, const char *line, char *out)
{
	int step, seat, last;
	char gone[8], word[40] = "";
	const char *at = line + strcspn(line, " ");
	at += *at == ' ';
	if (strcmp(line, "rules") == 0) {
		strcpy(out, p->description);
		if (p->flaw == OTHER_DESCRIPTION)
			sprintf(out + strlen(out), "id version %d\n", p->child.starts);
		return true;
	}
	if (strncmp(line, "setup", 5) == 0) {
		path_seats = atoi(at + strlen("seats "));
		if (p->flaw != SETUP_REFUSED)
			path_block(p, out, 0, 1, "-", 0);
		return p->flaw != SETUP_REFUSED;
	}
	if (strncmp(line, "play", 4) == 0 || strncmp(line, "forfeit", 7) == 0) {
		sscanf(at, "%39s", word);
		at += strcspn(at, " ");
	}
	if (sscanf(at, "%d %d %7s %d", &step, &seat, gone, &last) != 4) {
		if (p->flaw == READS_ANY_TEXT && strncmp(line, "position no", 11) == 0)
			path_block(p, out, 0, 1, "-", 0);
		return out[0] != '\0';
	}
	if (strncmp(line, "play", 4) == 0)
		return path_play(p, word, step, seat, gone, last, out);
	if (strncmp(line, "forfeit", 7) == 0) {
		bool returns = p->flaw == RETURNS && atoi(word) == p->which;
		bool turn = atoi(word) == seat;
		strcpy(gone + (gone[0] == '-' ? 0 : strlen(gone)), word);
		if (returns) {
			path_block(p, out, step, p->which, "-", last);
			return true;
		}
		path_block(p, out, step, turn && strlen(gone) < 3 ? path_next(seat, gone) : seat,
			gone, last);
		return true;
	}
	if (strncmp(line, "board", 5) == 0)
		sprintf(out, "board %s%d of %d\nboard .\n", p->flaw == BAD_BOARD ? "\x1b" : "",
			step, p->steps);
	else if (strncmp(line, "evaluate", 8) == 0)
		sprintf(out, "value %d %d\n", step, p->flaw == BAD_VALUE ? 1 - step : -step);
	else if ((path_now(p, UNREAD_3, 3) || path_now(p, UNREAD_4, 4)) && path_here(p, step))
		return false;
	else
		path_block(p, out, path_now(p, OTHER_TEXT_3, 3) && step == 1 ? 2 : step, seat, gone,
			last);
	return true;
}

static void path_answer(struct rules_child *child, const char *line, char *out)
{
	if (path_say((const struct path *)child, line, out))
		strcat(out, "ok\n");
	else
		strcpy(out, "error not in this game\n");
}

/* --- findings --------------------------------------------------------------------------------- */

static struct found {
	struct rules_finding f;
	char lines[LINES];
} found[STEPS_MAX];
static int found_count;
static usec found_after; /* when the step before was reported */

static void report(void *arg, const struct rules_finding *f)
{
	ck_assert_ptr_eq(arg, found);
	ck_assert_int_lt(found_count, STEPS_MAX);
	struct found *to = &found[found_count++];
	to->f = *f;
	snprintf(to->lines, LINES, "%s", f->lines != NULL ? f->lines : "");
	usec now = time_now();
	ck_assert(f->took >= 0 && f->took <= now - found_after);
	found_after = now;
}

static bool check_terms(struct path *path, struct rules_check_options options)
{
	const struct rules_process_options process = {
		.command = "path", .start_limit = FAR, .limit = FAR};
	path->child.answer = path_answer;
	const struct rules_process_calls calls = rules_child_calls(&path->child);
	struct error err;
	const struct rules *rules = rules_process_open(&process, &calls, &err);
	ck_assert_msg(rules != NULL, "%s", err.text);
	options.rules = rules;
	options.report = report;
	options.arg = found;
	found_count = 0;
	found_after = time_now();
	bool good = rules_check_run(&options);
	rules_process_close(rules);
	/* A step that starts the program takes some time. */
	for (int i = 0; i < found_count; i++)
		if (strcmp(found[i].f.step, "again") == 0)
			ck_assert_int_gt(found[i].f.took, 0);
	ck_assert_int_eq(path->child.pid, 0);
	for (int i = 0; i < found_count; i++)
		ck_assert_int_eq(
			found[i].f.verdict == STEP_RESULT_FAILED, !good && i == found_count - 1);
	return good;
}

static bool check(struct path *path, int games)
{
	return check_terms(
		path, (struct rules_check_options){.seed = 1, .games = games, .time = (usec)FAR});
}

static const struct found *step_of(const char *step)
{
	for (int i = 0; i < found_count; i++)
		if (strcmp(found[i].f.step, step) == 0)
			return &found[i];
	ck_abort_msg("there is no step %s", step);
	return NULL;
}

static void step_is(const char *step, enum step_result_verdict verdict, const char *text)
{
	const struct rules_finding *f = &step_of(step)->f;
	ck_assert_str_eq(f->text, text);
	ck_assert_int_eq(f->verdict, verdict);
}

/* --- good rules ------------------------------------------------------------------------------- */

static const struct good_row {
	const char *step;
	enum step_result_verdict verdict;
	const char *text; /* NULL: it has times */
	const char *position, *lines;
} good_rows[] = {
	{"rules", STEP_RESULT_OK, "path for 2 seats", "", ""},
	{"setup", STEP_RESULT_OK,
		"the start has 1 legal moves; its text is no grid: pages show the text, and so do terminals",
		"0 1 - 0", ""},
	/* 0 1, 1 2, 2 1, 3 2: four positions. */
	{"games", STEP_RESULT_OK, "2 random games of 3 moves on average, at most 3; with ties: 0",
		"", ""},
	{"ends", STEP_RESULT_OK, "in no game a position came again, so that each goes on", "", ""},
	{"keys", STEP_RESULT_OK,
		"4 positions; 0 times one had the key of another, and went on alike", "", ""},
	{"again", STEP_RESULT_OK,
		"after a start of the program the same game has the same 4 positions", "", ""},
	/* Four in each of two games. */
	{"positions", STEP_RESULT_OK, "8 positions of the games read back as themselves", "", ""},
	/* The second game asks nothing new. */
	{"repeats", STEP_RESULT_OK,
		"after a start of the program 3 moves of all games, in another order, have the same answers",
		"", ""},
	/* A word that is none in each of them, and in both ends the one move of the game, three
	 * times. */
	{"illegal", STEP_RESULT_OK,
		"14 moves that are not legal were refused, and a text that is no position", "", ""},
	{"forfeits", STEP_RESULT_SKIPPED, "with two seats a game is over when one gives up", "",
		""},
	{"features", STEP_RESULT_SKIPPED,
		"there is no \"feature board\" and no \"feature evaluate\"", "", ""},
	{"speed", STEP_RESULT_OK, NULL, "", ""},
	{"example", STEP_RESULT_OK,
		"the first random game has 3 moves and ends with ranks 1 2; is this your game?",
		"3 2 - 1", "1:m1 2:m1 1:m1\n"},
};
enum { GOOD = sizeof good_rows / sizeof *good_rows };

START_TEST(good_rules_pass_each_step_with_what_it_counted)
	{
		struct path path = {.description = TWO_SEATS, .steps = 3, .width = 1};
		ck_assert(check(&path, 2));
		ck_assert_int_eq(found_count, GOOD);
		for (int i = 0; i < GOOD; i++) {
			const struct good_row *row = &good_rows[i];
			ck_assert_str_eq(found[i].f.step, row->step);
			if (row->text != NULL)
				ck_assert_str_eq(found[i].f.text, row->text);
			if (row->text != NULL) /* or the machine may be busy */
				ck_assert_int_eq(found[i].f.verdict, row->verdict);
			ck_assert_str_eq(found[i].f.position, row->position);
			ck_assert_str_eq(found[i].f.word, "");
			ck_assert_str_eq(found[i].lines, row->lines);
		}
	}
END_TEST

START_TEST(the_step_rules_says_the_version_the_seats_and_what_is_drawn)
	{
		struct path path = {.description =
					    "id name path\nid version 2.1\nseats 2 3 6\nparam "
					    "deal random of it\nfeature forfeit\n",
			.steps = 1,
			.width = 1};
		ck_assert(check(&path, 6));
		step_is("rules", STEP_RESULT_OK,
			"path 2.1 for 2, 3, 6 seats; each game's setup is drawn from its seed");
		/* Two positions in each of six games, each with a setup of its own. */
		step_is("keys", STEP_RESULT_OK,
			"12 positions; 0 times one had the key of another, and went on alike");
	}
END_TEST

START_TEST(numbers_of_seats_take_turns)
	{
		struct path path = {.description = "id name path\nseats 2 3\nfeature forfeit\n",
			.steps = 4,
			.width = 1};
		ck_assert(check(&path, 5));
		/* Five positions for two seats, and five for three. */
		step_is("keys", STEP_RESULT_OK,
			"10 positions; 0 times one had the key of another, and went on alike");
		/* With three seats the two that did not make the last step tie: in games 2 and 4.
		 */
		step_is("games", STEP_RESULT_OK,
			"5 random games of 4 moves on average, at most 4; with ties: 2");
		ck_assert_str_eq(step_of("example")->lines, "1:m1 2:m1 1:m1 2:m1\n");
		step_is("example", STEP_RESULT_OK,
			"the first random game has 4 moves and ends with ranks 2 1; is this your game?");
	}
END_TEST

START_TEST(a_number_of_seats_and_parameters_can_be_chosen)
	{
		static const char *const good[] = {"deal=5"}, *const wrong[] = {"size=5"};
		struct path path = {.description = "id name path\nseats 2 3\nparam deal random of "
						   "it\nfeature forfeit\n",
			.steps = 4,
			.width = 1};
		struct rules_check_options options = {
			.seats = 3, .params = good, .params_count = 1, .games = 2, .time = FAR};
		ck_assert(check_terms(&path, options));
		ck_assert_str_eq(step_of("example")->lines, "1:m1 2:m1 3:m1 1:m1\n");
		/* The parameter is set, so both games have one setup, and one start. */
		step_is("repeats", STEP_RESULT_OK,
			"after a start of the program 4 moves of all games, in another order, have the same answers");
		path.child.starts = 0;
		options.params = wrong;
		ck_assert(!check_terms(&path, options));
		ck_assert_ptr_nonnull(strstr(step_of("setup")->f.text, "size"));
		path.child.starts = 0;
		options.params = good;
		options.seats = 4;
		ck_assert(!check_terms(&path, options));
		ck_assert_str_eq(found[found_count - 1].f.step, "setup");
	}
END_TEST

START_TEST(no_game_begins_after_the_time_but_the_first)
	{
		struct path path = {.description = THREE_SEATS, .steps = 3, .width = 1};
		ck_assert(
			check_terms(&path, (struct rules_check_options){.games = 100, .time = 0}));
		step_is("games", STEP_RESULT_OK,
			"1 random games of 3 moves on average, at most 3; with ties: 1");
		/* Nor are moves played again, or games with seats that give up. */
		step_is("repeats", STEP_RESULT_OK,
			"after a start of the program 0 moves of all games, in another order, have the same answers");
		step_is("forfeits", STEP_RESULT_SKIPPED,
			"with two seats a game is over when one gives up");
	}
END_TEST

START_TEST(a_key_may_be_that_of_positions_with_the_same_future)
	{
		struct path path = {.description = TWO_SEATS, .steps = 1, .width = 2, .keys = true};
		int keys = 0, shared = 0;
		ck_assert(check(&path, 40));
		ck_assert_int_eq(sscanf(step_of("keys")->f.text,
					 "%d positions; %d times one had the key of another", &keys,
					 &shared),
			2);
		/* The start, and one of both ends; the other one is met in half of the games. */
		ck_assert_int_eq(keys, 2);
		ck_assert(shared >= 5 && shared <= 35);
	}
END_TEST

START_TEST(at_most_200_positions_and_500_moves_are_asked_again)
	{
		struct path path = {.description = TWO_SEATS, .steps = 600, .width = 1};
		ck_assert(check(&path, 1));
		step_is("positions", STEP_RESULT_OK,
			"200 positions of the games read back as themselves");
		step_is("repeats", STEP_RESULT_OK,
			"after a start of the program 500 moves of all games, in another order, have the same answers");
	}
END_TEST

START_TEST(the_longest_and_the_average_are_those_of_all_games)
	{
		struct path path = {.description = TWO_SEATS, .steps = 5, .width = 3, .tie = true};
		ck_assert(check(&path, 7));
		step_is("games", STEP_RESULT_OK,
			"7 random games of 5 moves on average, at most 5; with ties: 7");
	}
END_TEST

START_TEST(the_same_seed_plays_the_same_games_and_another_one_others)
	{
		char first[2][LINES];
		for (int i = 0; i < 3; i++) {
			struct path path = {.description = TWO_SEATS, .steps = 40, .width = 9};
			ck_assert(check_terms(
				&path, (struct rules_check_options){
					       .seed = i < 2 ? 5 : 6, .games = 1, .time = FAR}));
			if (i < 2)
				strcpy(first[i], step_of("example")->lines);
		}
		ck_assert_str_eq(first[0], first[1]);
		ck_assert_str_ne(first[0], step_of("example")->lines);
	}
END_TEST

/* --- rules with a fault ----------------------------------------------------------------------- */

static const struct bad_row {
	enum flaw flaw;
	const char *description;
	int steps, width;
	const char *step, *text, *position, *word;
	int which;
} bad_rows[] = {
	{SETUP_REFUSED, TWO_SEATS, 3, 1, "setup", "path: not in this game", "", ""},
	{SETUP_REFUSED, TWO_SEATS "param size 8 of it\n", 3, 1, "setup",
		"path: not in this game; no --param is set, so these are the defaults of its description",
		"", ""},
	{OVER_AT_START, TWO_SEATS, 3, 1, "setup", "the game is over at its start", "0 1 - 0", ""},
	{ENDLESS, TWO_SEATS, 3, 1, "games", "a random game does not end: it has 20000 moves",
		"0 1 - 1", ""},
	{ENDS, TWO_SEATS, 3, 1, "games",
		"rules process \"path\": it ended (exit status 3) before it answered \"play m1 1 2 - 1\"; a rules program runs until its input ends",
		"1 2 - 1", "m1"},
	{ONE_KEY, TWO_SEATS, 3, 1, "games",
		"key: \"0 1 - 0\" has the same key, but another turn, other legal moves or another result; equal keys mean equal positions",
		"1 2 - 1", ""},
	{START_2, TWO_SEATS, 3, 1, "again",
		"after a start of the program move 2 of the same game leads to \"2 1 - 6\"; the same setup and moves lead to the same positions",
		"2 1 - 1", ""},
	{LEGAL_2, TWO_SEATS, 3, 1, "again",
		"after a start of the program a move is not legal that was legal before", "1 2 - 1",
		"m1"},
	{FAULT_2, TWO_SEATS, 3, 1, "again",
		"rules process \"path\": it ended (exit status 3) before it answered \"play m1 1 2 - 1\"; a rules program runs until its input ends",
		"", ""},
	{UNREAD_3, TWO_SEATS, 3, 1, "positions",
		"the program does not read a position that it wrote: not in this game", "1 2 - 1",
		""},
	{OTHER_TEXT_3, TWO_SEATS, 3, 1, "positions",
		"its text reads back as another position: \"position 2 2 - 1\", and before \"position 1 2 - 1\"",
		"1 2 - 1", ""},
	{OTHER_LEGAL_3, TWO_SEATS, 3, 1, "positions",
		"its text reads back as another position: \"legal n1\", and before \"legal m1\"",
		"1 2 - 1", ""},
	{SHUFFLES_3, TWO_SEATS, 3, 3, "positions",
		"its text reads back as another position: \"legal m3 m2 m1\", and before \"legal m1 m2 m3\"; they differ in their order only, and the order of legal moves stays as it is",
		"0 1 - 0", ""},
	{OTHER_END_3, TWO_SEATS, 3, 1, "positions",
		"its text reads back as another position: \"rank 2 1\", and before \"rank 1 2\"",
		"3 2 - 1", ""},
	{OTHER_PLAY_4, TWO_SEATS, 2, 1, "repeats",
		"the same move in the same position has another answer: \"position 2 1 - 6\", and before \"position 2 1 - 1\"",
		"1 2 - 1", "m1"},
	{LEGAL_4, TWO_SEATS, 2, 1, "repeats", "the move is not legal, and it was legal before",
		"1 2 - 1", "m1"},
	{UNREAD_4, TWO_SEATS, 2, 1, "repeats",
		"the program does not read a position that it wrote: not in this game", "1 2 - 1",
		"m1"},
	{PLAYS_ANY_WORD, TWO_SEATS, 3, 1, "illegal",
		"the program plays \"no-such-move\", which is no legal move there; it answers error",
		"0 1 - 0", "no-such-move"},
	{PLAYS_OTHER_MOVES, TWO_SEATS, 1, 3, "illegal",
		"the program plays \"m1\", which is no legal move there; it answers error", NULL,
		"m1", 1},
	{PLAYS_OTHER_MOVES, TWO_SEATS, 1, 3, "illegal",
		"the program plays \"m2\", which is no legal move there; it answers error", NULL,
		"m2", 2},
	{PLAYS_OTHER_MOVES, TWO_SEATS, 1, 3, "illegal",
		"the program plays \"m3\", which is no legal move there; it answers error", NULL,
		"m3", 3},
	{READS_ANY_TEXT, TWO_SEATS, 3, 1, "illegal",
		"the program reads \"no such position\" as a position; it answers error", "", ""},
	{RETURNS, THREE_SEATS, 400, 1, "forfeits", "seat 1 gave up, and has the turn again", NULL,
		"", 1},
	{RETURNS, THREE_SEATS, 400, 1, "forfeits", "seat 3 gave up, and has the turn again", NULL,
		"", 3},
	{OTHER_DESCRIPTION, TWO_SEATS, 3, 1, "again",
		"rules process \"path\": wrong answer to \"rules\": the description is another one than before",
		"", ""},
	{ALONE, THREE_SEATS, 400, 1, "forfeits", "one seat is left, but the game is not over", NULL,
		""},
	{BAD_BOARD, TWO_SEATS "feature board\n", 3, 1, "features",
		"is no line \"board TEXT\" without control characters", "0 1 - 0", ""},
	{BAD_VALUE, TWO_SEATS "feature evaluate\n", 3, 1, "features", "does not add up to 0",
		"0 1 - 0", ""},
};

START_TEST(the_first_step_that_fails_names_the_position_the_move_and_the_problem)
	{
		const struct bad_row *row = &bad_rows[_i];
		struct path path = {.description = row->description,
			.steps = row->steps,
			.width = row->width,
			.which = row->which,
			.flaw = row->flaw};
		ck_assert(!check(&path, 12));
		const struct rules_finding *f = &found[found_count - 1].f;
		ck_assert_str_eq(f->step, row->step);
		if (row->flaw == BAD_BOARD || row->flaw == BAD_VALUE)
			ck_assert_msg(strstr(f->text, row->text) != NULL, "%s", f->text);
		else
			ck_assert_str_eq(f->text, row->text);
		if (row->position != NULL)
			ck_assert_str_eq(f->position, row->position);
		else
			ck_assert_str_ne(f->position, "");
		ck_assert_str_eq(f->word, row->word);
	}
END_TEST

/* Of many positions and moves some are drawn, late ones too. */
static const struct late_row {
	enum flaw flaw;
	const char *step;
} late_rows[] = {{UNREAD_3, "positions"}, {OTHER_PLAY_4, "repeats"}};

START_TEST(late_positions_and_moves_are_asked_again_too)
	{
		struct path path = {.description = TWO_SEATS,
			.steps = 1200,
			.width = 1,
			.late = 800,
			.flaw = late_rows[_i].flaw};
		ck_assert(!check(&path, 1));
		ck_assert_str_eq(found[found_count - 1].f.step, late_rows[_i].step);
	}
END_TEST

START_TEST(equal_keys_of_positions_with_other_seats_that_are_in_are_found)
	{
		struct path path = {
			.description = THREE_SEATS, .steps = 2, .width = 2, .flaw = IN_KEY};
		ck_assert(!check(&path, 40));
		ck_assert_str_eq(found[found_count - 1].f.step, "games");
		ck_assert_ptr_nonnull(strstr(
			found[found_count - 1].f.text, "has the same key, but another turn"));
	}
END_TEST

START_TEST(equal_keys_of_positions_that_differ_later_are_found)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = 4, .width = 2, .flaw = LATE_KEY};
		ck_assert(!check(&path, 40));
		const struct rules_finding *f = &found[found_count - 1].f;
		ck_assert_str_eq(f->step, "keys");
		/* They have one key after the first move, or the second or the third. */
		int step = f->position[0] - '0', other = f->position[6] - '0', moves = 0;
		char begin[64], end[160];
		ck_assert(step >= 1 && step <= 3 && (other == 1 || other == 2));
		snprintf(begin, sizeof begin,
			"key: \"%.6s%d\" has the same key, but after the moves ", f->position,
			3 - other);
		ck_assert_msg(strncmp(f->text, begin, strlen(begin)) == 0, "%s", f->text);
		for (const char *at = f->text; (at = strstr(at, " m")) != NULL; at++)
			moves += at[2] == '1' || at[2] == '2';
		ck_assert_int_eq(moves, 4 - step);
		snprintf(end, sizeof end,
			" of both it has another turn, other legal moves or another result; equal keys mean the same future");
		ck_assert_str_eq(f->text + strlen(f->text) - strlen(end), end);
	}
END_TEST

START_TEST(a_key_may_leave_out_a_number_of_moves_that_has_a_limit)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = 9, .width = 1, .flaw = COUNTED_KEY};
		int keys = 0, shared = 0;
		ck_assert(check(&path, 3));
		ck_assert_int_eq(sscanf(step_of("keys")->f.text,
					 "%d positions; %d times one had the key of another", &keys,
					 &shared),
			2);
		/* One for each seat, and the end. */
		ck_assert_int_eq(keys, 3);
		ck_assert_int_eq(step_of("ends")->f.verdict, STEP_RESULT_WARNING);
	}
END_TEST

START_TEST(a_position_that_comes_again_is_a_warning_of_games_without_end)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = 3, .width = 2, .flaw = COMES_AGAIN};
		int games = 0, all = 0, used = 0;
		ck_assert(check(&path, 40));
		const struct rules_finding *f = &step_of("ends")->f;
		ck_assert_int_eq(f->verdict, STEP_RESULT_WARNING);
		ck_assert_int_eq(
			sscanf(f->text,
				"in %d of %d games a position came again, so bots can play on forever; max-plies ends such games (after 2000 plies if a tournament says nothing), and so does repetition%n",
				&games, &all, &used),
			2);
		ck_assert_int_eq(f->text[used], '\0');
		/* Seven of eight games have a second move before three first ones. */
		ck_assert(all == 40 && games >= 25 && games < 40);
		ck_assert_str_eq(f->position, "0 1 - 0");
	}
END_TEST

START_TEST(a_program_that_becomes_slower_is_a_warning)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = 500, .width = 1, .flaw = GROWS};
		double late = 0, fresh = 0;
		int used = 0;
		ck_assert(check(&path, 1));
		const struct rules_finding *f = &step_of("speed")->f;
		ck_assert_int_eq(f->verdict, STEP_RESULT_WARNING);
		ck_assert_int_eq(
			sscanf(f->text,
				"answers become slower: a question took %lf ms in the last of the games, and %lf ms after a new start of the program; does it keep all that it was asked?%n",
				&late, &fresh, &used),
			2);
		ck_assert_int_eq(f->text[used], '\0');
		ck_assert(late >= 6 && fresh >= 0 && late >= 3 * fresh - 0.02);
	}
END_TEST

/* The time of most questions counts: a machine stands still now and then. */
START_TEST(a_program_that_is_slow_now_and_then_does_not_become_slower)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = 500, .width = 1, .flaw = STALLS};
		ck_assert(check(&path, 1));
		ck_assert_ptr_null(strstr(step_of("speed")->f.text, "answers become slower"));
	}
END_TEST

START_TEST(equal_keys_of_ends_with_other_results_are_found)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = 1, .width = 2, .flaw = END_KEY};
		ck_assert(!check(&path, 40));
		const struct rules_finding *f = &found[found_count - 1].f;
		ck_assert_str_eq(f->step, "games");
		/* Which of both ends is met first, the seed says. */
		bool second = strncmp(f->text, "key: \"1 2 - 1\" has the same key", 31) == 0;
		ck_assert(second || strncmp(f->text, "key: \"1 2 - 2\" has the same key", 31) == 0);
		ck_assert_str_eq(f->position, second ? "1 2 - 2" : "1 2 - 1");
	}
END_TEST

/* --- forfeits --------------------------------------------------------------------------------- */

static const struct forfeits_row {
	const char *description;
	int seats;
	enum flaw flaw;
	enum step_result_verdict verdict;
	const char *text;
} forfeits_rows[] = {
	{THREE_SEATS, 0, NONE, STEP_RESULT_OK,
		"50 games in which seats gave up: the others went on, and all ended"},
	{"id name path\nseats 2 3\nfeature forfeit\n", 0, NONE, STEP_RESULT_OK,
		"25 games in which seats gave up: the others went on, and all ended"},
	{"id name path\nseats 2 3\nfeature forfeit\n", 2, NONE, STEP_RESULT_SKIPPED,
		"with two seats a game is over when one gives up"},
	{"id name path\nseats 2 3\nfeature forfeit\n", 3, NONE, STEP_RESULT_OK,
		"50 games in which seats gave up: the others went on, and all ended"},
};

START_TEST(games_with_seats_that_give_up_are_counted)
	{
		const struct forfeits_row *row = &forfeits_rows[_i];
		struct path path = {.description = row->description, .steps = 30, .width = 1};
		ck_assert(
			check_terms(&path, (struct rules_check_options){
						   .seats = row->seats, .games = 1, .time = FAR}));
		step_is("forfeits", row->verdict, row->text);
		ck_assert_str_eq(step_of("forfeits")->f.position, "");
	}
END_TEST

START_TEST(a_seat_that_gave_up_and_is_ranked_above_another_is_a_warning)
	{
		struct path path = {
			.description = THREE_SEATS, .steps = 200, .width = 1, .flaw = GONE_FIRST};
		int games = 0, wrong = 0, gone = 0, other = 0, used = 0;
		char position[8];
		ck_assert(check(&path, 1));
		const struct rules_finding *f = &step_of("forfeits")->f;
		ck_assert_int_eq(f->verdict, STEP_RESULT_WARNING);
		ck_assert_int_eq(
			sscanf(f->text,
				"%d games in which seats gave up: the others went on, and all ended; but in %d of them seat %d gave up, and is ranked above seat %d, which did not; the referee ranks it last%n",
				&games, &wrong, &gone, &other, &used),
			4);
		ck_assert_int_eq(f->text[used], '\0');
		/* Two of three gave up in each of them. */
		ck_assert(games == 50 && wrong == 50);
		ck_assert_int_ne(gone, other);
		ck_assert_int_eq(sscanf(f->position, "%*d %*d %7s", position), 1);
		ck_assert_int_eq(position[0], '0' + gone);
		ck_assert_ptr_null(strchr(position, '0' + other));
	}
END_TEST

/* --- features, speed, the example --------------------------------------------------------------
 */

static const struct features_row {
	const char *description, *text;
} features_rows[] = {
	/* Two games of three positions and an end. */
	{TWO_SEATS "feature board\n",
		"boards of 8 positions; without \"feature evaluate\" house bots play it without knowledge"},
	{TWO_SEATS "feature evaluate\n",
		"evaluations of 6 positions; there is no \"feature board\""},
	{TWO_SEATS "feature board evaluate\n",
		"boards of 8 positions, and evaluations of the 6 that are not over"},
};

START_TEST(the_step_features_says_what_was_asked)
	{
		struct path path = {
			.description = features_rows[_i].description, .steps = 3, .width = 1};
		ck_assert(check(&path, 2));
		step_is("features", STEP_RESULT_OK, features_rows[_i].text);
		ck_assert_str_eq(step_of("features")->f.position, "");
		ck_assert_str_eq(step_of("example")->lines,
			strstr(path.description, "board") != NULL ? "1:m1 2:m1 1:m1\n3 of 3\n.\n"
								  : "1:m1 2:m1 1:m1\n");
	}
END_TEST

START_TEST(the_step_speed_counts_the_questions_of_a_move)
	{
		/* The second and the fourth game ask nothing. */
		struct path path = {.description = TWO_SEATS, .steps = 3, .width = 1};
		double second = 0, cost = 0, game = 0, asked = 0;
		int moves = 0;
		ck_assert(check(&path, 4));
		const struct rules_finding *f = &step_of("speed")->f;
		ck_assert_int_eq(
			sscanf(f->text,
				"%lf questions a second: a move costs %lf ms outside all clocks, a game of %d moves %lf s; %lf questions a move, the others were cached",
				&second, &cost, &moves, &game, &asked),
			5);
		ck_assert(moves == 3 && asked == 0.25 && second > 0);
		/* 20 ms for a question is too much, and a busy machine may need that. */
		if (second != 50)
			ck_assert_int_eq(
				f->verdict, second < 50 ? STEP_RESULT_WARNING : STEP_RESULT_OK);
	}
END_TEST

START_TEST(a_slow_program_is_a_warning)
	{
		/* A question takes 21 ms, and the limit is 20. */
		struct path path = {
			.description = TWO_SEATS, .steps = 4, .width = 1, .slow = 21000};
		double second = 0, cost = 0, game = 0, asked = 0;
		int moves = 0;
		ck_assert(check(&path, 1));
		const struct rules_finding *f = &step_of("speed")->f;
		ck_assert_int_eq(f->verdict, STEP_RESULT_WARNING);
		ck_assert_int_eq(
			sscanf(f->text,
				"%lf questions a second: a move costs %lf ms outside all clocks, a game of %d moves %lf s; %lf questions a move",
				&second, &cost, &moves, &game, &asked),
			5);
		ck_assert(asked == 1 && moves == 4);
		ck_assert(cost >= 21 && second <= 1000.0 / 21);
		/* All are made of one number. */
		ck_assert(second - 1000 / cost < 0.52 && 1000 / cost - second < 0.52);
		ck_assert(game * 1000 > 4 * cost - 6 && game * 1000 < 4 * cost + 6);
	}
END_TEST

static const struct shown_row {
	int steps;
	bool cut; /* the middle is not shown */
} shown_rows[] = {{200, false}, {201, true}, {450, true}};

START_TEST(of_a_long_game_the_first_and_the_last_hundred_moves_are_shown)
	{
		struct path path = {
			.description = TWO_SEATS, .steps = shown_rows[_i].steps, .width = 1};
		char lines[LINES], *at = lines, *line;
		int words = 0, dots = -1, rows = 0;
		ck_assert(check(&path, 1));
		strcpy(lines, step_of("example")->lines);
		ck_assert_int_eq(lines[strlen(lines) - 1], '\n');
		lines[strlen(lines) - 1] = '\0';
		while ((line = strsep(&at, "\n")) != NULL) {
			/* Nineteen words of four letters and blanks, and one more. */
			ck_assert_int_le((int)strlen(line), 100);
			ck_assert_int_ge((int)strlen(line), at != NULL && dots < 0 ? 95 : 4);
			rows++;
			for (char *word; (word = strsep(&line, " ")) != NULL;) {
				if (strcmp(word, "...") == 0) {
					dots = words;
					continue;
				}
				int ply = words < 100 ? words : words + path.steps - 200;
				ck_assert_str_eq(word, ply % 2 == 0 ? "1:m1" : "2:m1");
				words++;
			}
		}
		ck_assert_int_eq(words, 200);
		ck_assert_int_eq(dots, shown_rows[_i].cut ? 100 : -1);
		ck_assert_int_ge(rows, 10);
	}
END_TEST

START_TEST(the_example_says_the_scores_of_a_game_that_has_them)
	{
		struct path path = {.description = TWO_SEATS "feature scored\n",
			.steps = 2,
			.width = 1,
			.scores = true};
		ck_assert(check(&path, 1));
		/* No score of a seat is that of no seat. */
		step_is("games", STEP_RESULT_OK,
			"1 random games of 2 moves on average, at most 2; with ties: 0");
		step_is("example", STEP_RESULT_OK,
			"the first random game has 2 moves and ends with ranks 2 1, scores 0 7; is this your game?");
	}
END_TEST

SUITE("check/rules-check", CASE(good_rules_pass_each_step_with_what_it_counted),
	CASE(the_step_rules_says_the_version_the_seats_and_what_is_drawn),
	CASE(numbers_of_seats_take_turns), CASE(a_number_of_seats_and_parameters_can_be_chosen),
	CASE(no_game_begins_after_the_time_but_the_first),
	CASE(a_key_may_be_that_of_positions_with_the_same_future),
	CASE(at_most_200_positions_and_500_moves_are_asked_again),
	CASE(the_longest_and_the_average_are_those_of_all_games),
	CASE(the_same_seed_plays_the_same_games_and_another_one_others),
	LOOP(the_first_step_that_fails_names_the_position_the_move_and_the_problem,
		sizeof bad_rows / sizeof *bad_rows),
	LOOP(late_positions_and_moves_are_asked_again_too, sizeof late_rows / sizeof *late_rows),
	CASE(equal_keys_of_positions_with_other_seats_that_are_in_are_found),
	CASE(equal_keys_of_positions_that_differ_later_are_found),
	CASE(a_key_may_leave_out_a_number_of_moves_that_has_a_limit),
	CASE(a_position_that_comes_again_is_a_warning_of_games_without_end),
	CASE(a_program_that_becomes_slower_is_a_warning),
	CASE(a_program_that_is_slow_now_and_then_does_not_become_slower),
	CASE(equal_keys_of_ends_with_other_results_are_found),
	LOOP(games_with_seats_that_give_up_are_counted,
		sizeof forfeits_rows / sizeof *forfeits_rows),
	CASE(a_seat_that_gave_up_and_is_ranked_above_another_is_a_warning),
	LOOP(the_step_features_says_what_was_asked, sizeof features_rows / sizeof *features_rows),
	CASE(the_step_speed_counts_the_questions_of_a_move), CASE(a_slow_program_is_a_warning),
	LOOP(of_a_long_game_the_first_and_the_last_hundred_moves_are_shown,
		sizeof shown_rows / sizeof *shown_rows),
	CASE(the_example_says_the_scores_of_a_game_that_has_them))
