/*
 * Openings: drawn ones and those of a file, over every game that can be played.
 */
#include "referee/tournament/openings.h"

#include <stdlib.h>
#include <string.h>

#include "tests/referee/tournament/made.h"
#include "tests/suite.h"

enum { DRAWS = 300 };

static const struct {
	const char *game, *openings;
	int players, plies;
} drawn[] = {
	{"connect4", "random:4", 2, 4},
	{"connect4", "random:12", 2, 12},
	{"tictactoe", "random:5", 2, 5},
	{"tictactoe", "random:1", 2, 1},
	{"nim", "random:3", 2, 3},
	{"nim", "random:4", 4, 4},
	{"connect4", "random:0", 2, 0},
	{"connect4", "none", 2, 0},
};
enum { DRAWN = sizeof drawn / sizeof *drawn };

static void set_up(struct setup *s, const struct tournament *t)
{
	char why[WHY];
	bool right = setup_init(s, t->rules, t->players, t->seed, NULL, 0, why, sizeof why);
	ck_assert_msg(right, "%s", why);
}

/* Plays the text's moves by the rules alone; returns how many there were. */
static int replay(const struct setup *s, const char *text, struct position *p)
{
	char copy[OPENING_TEXT];
	int plies = 0;
	strcpy(copy, text);
	s->rules->start(s, p);
	for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
		move m;
		ck_assert_msg(rules_read_move(s, p, word, &m), "%s in %s", word, text);
		s->rules->play(s, p, m);
		plies++;
	}
	return plies;
}

START_TEST(a_drawn_opening_is_legal_and_of_its_length_and_never_over)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		char why[WHY];
		told_init(&told);
		made_init(&t, drawn[_i].game, drawn[_i].players, 4, 1, drawn[_i].openings);
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		for (uint64_t seed = 0; seed < DRAWS; seed++) {
			struct pairing p = {.seed = seed};
			struct opening opening, again;
			struct position position;
			ck_assert(openings_pick(&o, &s, &p, &opening, why, sizeof why));
			ck_assert_int_eq(replay(&s, opening.text, &position), drawn[_i].plies);
			ck_assert_mem_eq(&position, &opening.position, sizeof position);
			ck_assert_int_ne(s.rules->to_move(&s, &position), 0);
			ck_assert(!opening.is_position);
			ck_assert(openings_pick(&o, &s, &p, &again, why, sizeof why));
			ck_assert_str_eq(again.text, opening.text);
		}
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

START_TEST(other_seeds_draw_other_openings)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		char why[WHY];
		int same = 0;
		struct opening last = {.text = ""};
		told_init(&told);
		made_init(&t, "connect4", 2, 2, 1, "random:8");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		for (uint64_t seed = 0; seed < DRAWS; seed++) {
			struct pairing p = {.seed = seed};
			struct opening opening;
			ck_assert(openings_pick(&o, &s, &p, &opening, why, sizeof why));
			same += strcmp(opening.text, last.text) == 0;
			last = opening;
		}
		ck_assert_int_eq(same, 0); /* of 7^8 */
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

static const char book[] = "# openings\n"
			   "\n"
			   "moves d d e   # three\n"
			   "startpos moves a\r\n"
			   "\tstartpos\n"
			   "7/7/7/7/3y3/3r3 r 2\n"
			   "  moves\n"
			   "7/7/7/7/7/7 r 1";

static const struct {
	const char *text;
	bool is_position;
} lines[] = {{"d d e", false}, {"a", false}, {"", false}, {"7/7/7/7/3y3/3r3 r 2", true},
	{"", false}, {"7/7/7/7/7/7 r 1", true}};
enum { LINES = sizeof lines / sizeof *lines };

START_TEST(a_files_openings_are_counted_through)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		char why[WHY];
		told_init(&told);
		told_enter_folder();
		told_write("book.txt", book, sizeof book - 1);
		made_init(&t, "connect4", 2, 2, 1, "book.txt");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(unlink("book.txt"), 0);
		ck_assert_int_eq(o.count, LINES);
		ck_assert_uint_eq(strlen(t.openings_digest), 64);
		for (uint64_t i = 0; i < 3 * LINES; i++) {
			struct pairing p = {.opening_index = i};
			struct opening opening;
			char text[POSITION_TEXT];
			ck_assert(openings_pick(&o, &s, &p, &opening, why, sizeof why));
			ck_assert_str_eq(opening.text, lines[i % LINES].text);
			ck_assert(opening.is_position == lines[i % LINES].is_position);
			if (opening.is_position) {
				s.rules->write(&s, &opening.position, text);
				ck_assert_str_eq(text, opening.text);
			} else {
				struct position position;
				replay(&s, opening.text, &position);
				ck_assert_mem_eq(&position, &opening.position, sizeof position);
			}
		}
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *book, *told;
} broken[] = {
	{"moves a1\nmoves a1 a1\n", "book.txt:2: moves a1 a1: \"a1\" is not legal there\n"},
	{"moves a1 b1 a2 b2 a3", "book.txt:1: moves a1 b1 a2 b2 a3: the game is over in this "
				 "position\n"},
	{"\n# x\nmoves averylongwordthatisnomove",
		"book.txt:3: moves averylongwordthatisnomove: \"averylongwordthatisnomove\" is not "
		"legal there\n"},
	{"moves a1 a1\nmoves b4\n", "book.txt:1: moves a1 a1: \"a1\" is not legal there\n"
				    "book.txt:2: moves b4: \"b4\" is not legal there\n"},
	{"xxx/oo1/3 o 3\n", "book.txt:1: xxx/oo1/3 o 3: the game is over in this position\n"},
	{"# nothing\n\n", "openings = \"book.txt\": no opening stands in the file\n"},
	{"", "openings = \"book.txt\": no opening stands in the file\n"},
	{"moves a1\nmoves \x01\n",
		"openings = \"book.txt\": the file is no text: a control byte stands in it "
		"(openings are none, random:PLIES or a file)\n"},
};

START_TEST(a_wrong_line_of_a_file_is_told)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		told_init(&told);
		told_enter_folder();
		told_write("book.txt", broken[_i].book, strlen(broken[_i].book));
		made_init(&t, "tictactoe", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		ck_assert(!openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(unlink("book.txt"), 0);
		ck_assert_str_eq(told.text, broken[_i].told);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_line_that_is_no_position_is_told_with_its_line)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		told_init(&told);
		told_enter_folder();
		told_write("book.txt", "3/3/3 x 1\na1 b2\n", 16);
		made_init(&t, "tictactoe", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		ck_assert(!openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(unlink("book.txt"), 0);
		ck_assert_ptr_eq(strstr(told.text, "book.txt:2: a1 b2: "), told.text);
		tournament_clear(&t);
	}
END_TEST

/* Each game of letters has a pile of its own: a list of moves would fit none of them. */
START_TEST(a_file_is_refused_where_games_differ_from_each_other)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		told_init(&told);
		made_init(&t, "letters", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		ck_assert(!openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_ptr_nonnull(strstr(told.text, "each game draws its own pile"));
		tournament_add_text(&t.params, &t.params_count, "pile=ABCD");
		told_init(&told);
		ck_assert(!openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_ptr_nonnull(strstr(told.text, "each game draws its own words"));
		tournament_clear(&t);
	}
END_TEST

struct openings_weighed {
	int asked;
	char last; /* openings that end with this column are even */
	char seen[OPENINGS_JUDGED][OPENING_TEXT];
};

/* The farther its last column is from the wanted one, the less even an opening is. */
static int64_t openings_weigh(
	void *arg, const struct setup *s, uint64_t seed, const struct opening *opening)
{
	struct openings_weighed *w = arg;
	(void)s, (void)seed;
	ck_assert_int_lt(w->asked, OPENINGS_JUDGED);
	strcpy(w->seen[w->asked++], opening->text);
	return abs(opening->text[strlen(opening->text) - 1] - w->last);
}

START_TEST(with_a_judge_the_first_even_opening_is_taken_or_else_the_nearest)
	{
		static struct openings_weighed w;
		struct openings_judge judge = {openings_weigh, &w};
		char why[WHY];
		struct tournament t;
		struct setup s;
		struct openings o;
		struct opening opening;
		struct told told;
		told_init(&told);
		made_init(&t, "connect4", 2, 2, 1, "random:3");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		o.judge = &judge;
		for (uint64_t seed = 1; seed <= DRAWS; seed++) {
			struct pairing p = {.seed = seed};
			w = (struct openings_weighed){.last = 'c'};
			ck_assert(openings_pick(&o, &s, &p, &opening, why, sizeof why));
			ck_assert(!opening.uneven);
			ck_assert_str_eq(opening.text, w.seen[w.asked - 1]);
			for (int i = 0; i < w.asked; i++)
				ck_assert_int_eq(w.seen[i][4] == 'c', i == w.asked - 1);
			/* There is no column i; the nearest is g. */
			w = (struct openings_weighed){.last = 'i'};
			ck_assert(openings_pick(&o, &s, &p, &opening, why, sizeof why));
			ck_assert(opening.uneven);
			ck_assert_int_eq(w.asked, OPENINGS_JUDGED);
			ck_assert_int_eq(opening.text[4], 'g');
		}
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

/* All are as uneven as each other: the first that was drawn stays. */
static int64_t openings_weigh_alike(
	void *arg, const struct setup *s, uint64_t seed, const struct opening *opening)
{
	struct openings_weighed *w = arg;
	(void)s, (void)seed;
	strcpy(w->seen[w->asked++], opening->text);
	return 5;
}

START_TEST(of_openings_that_are_alike_the_first_is_taken)
	{
		static struct openings_weighed w;
		struct openings_judge judge = {openings_weigh_alike, &w};
		char why[WHY];
		struct tournament t;
		struct setup s;
		struct openings o;
		struct pairing p = {.seed = 1};
		struct opening opening;
		struct told told;
		told_init(&told);
		made_init(&t, "connect4", 2, 2, 1, "random:3");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		o.judge = &judge;
		ck_assert(openings_pick(&o, &s, &p, &opening, why, sizeof why));
		ck_assert_int_eq(w.asked, OPENINGS_JUDGED);
		ck_assert_str_ne(w.seen[0], w.seen[OPENINGS_JUDGED - 1]);
		ck_assert_str_eq(opening.text, w.seen[0]);
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_line_is_as_long_as_an_opening_can_be_and_no_longer)
	{
		char line[OPENING_TEXT + 1];
		struct tournament t;
		struct setup s;
		struct openings o;
		struct told told;
		made_init(&t, "tictactoe", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		told_enter_folder();
		/* "moves", blanks, "a1" */
		memset(line, ' ', sizeof line);
		memcpy(line, "moves", 5);
		for (size_t length = OPENING_TEXT - 1; length <= OPENING_TEXT; length++) {
			told_init(&told);
			memcpy(line + length - 2, "a1", 2);
			told_write("book.txt", line, length);
			ck_assert_int_eq(
				openings_load(&o, &t, &s, &told.mistakes), length < OPENING_TEXT);
			ck_assert_int_eq(strstr(told.text, ": more than 4095 bytes\n") != NULL,
				length == OPENING_TEXT);
			memset(line + length - 2, ' ', 2);
			openings_clear(&o);
		}
		ck_assert_int_eq(unlink("book.txt"), 0);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_test_leaves_nothing_behind)
	{
		told_leave_folder();
	}
END_TEST

SUITE("tournament/openings", LOOP(a_drawn_opening_is_legal_and_of_its_length_and_never_over, DRAWN),
	CASE(other_seeds_draw_other_openings), CASE(a_files_openings_are_counted_through),
	LOOP(a_wrong_line_of_a_file_is_told, sizeof broken / sizeof *broken),
	CASE(a_line_that_is_no_position_is_told_with_its_line),
	CASE(a_file_is_refused_where_games_differ_from_each_other),
	CASE(with_a_judge_the_first_even_opening_is_taken_or_else_the_nearest),
	CASE(of_openings_that_are_alike_the_first_is_taken),
	CASE(a_line_is_as_long_as_an_opening_can_be_and_no_longer),
	CASE(the_test_leaves_nothing_behind))
