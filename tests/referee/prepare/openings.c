/*
 * Openings: drawn ones and those of a file, over every game that can be played.
 */
#include "referee/prepare/openings.h"

#include <stdlib.h>
#include <string.h>

#include "referee/game/decided-position.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

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
enum { DRAWN = sizeof drawn / sizeof *drawn, NEVER_DECIDED = 6 };

static void set_up(struct setup *s, const struct tournament *t)
{
	struct error err;
	bool right = setup_init(s, t->rules, t->players, t->seed, NULL, 0, &err);
	ck_assert_msg(right, "%s", err.text);
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
		struct reported told;
		struct error err;
		reported_init(&told);
		test_tournament_init(
			&t, drawn[_i].game, drawn[_i].players, 4, 1, drawn[_i].openings);
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		for (uint64_t seed = 0; seed < DRAWS; seed++) {
			struct pairing p = {.seed = seed};
			struct opening opening, again;
			struct position position;
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
			ck_assert_int_eq(replay(&s, opening.text, &position), drawn[_i].plies);
			ck_assert_mem_eq(&position, &opening.position, sizeof position);
			ck_assert_int_ne(s.rules->to_move(&s, &position), 0);
			ck_assert(_i >= NEVER_DECIDED || !decided_position_soon(&s, &position));
			ck_assert(!opening.is_position);
			ck_assert(openings_pick(&o, &s, &p, &again, &err));
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
		struct reported told;
		struct error err;
		int same = 0;
		struct opening last = {.text = ""};
		reported_init(&told);
		test_tournament_init(&t, "connect4", 2, 2, 1, "random:8");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		for (uint64_t seed = 0; seed < DRAWS; seed++) {
			struct pairing p = {.seed = seed};
			struct opening opening;
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
			same += strcmp(opening.text, last.text) == 0;
			last = opening;
		}
		ck_assert_int_eq(same, 0); /* of 7^8 */
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

/* The openings that `random:` drew before decided openings were left out. */
static const struct {
	const char *game, *openings, *drew[4];
} before[] = {
	{"connect4", "random:14",
		{"c c d c g d a d a f d a e c", "a f e e b g a e b b a f f d",
			"g d c e g c c f g a d e a c", "a g f e d b a a f d a c d f"}},
	{"tictactoe", "random:4", {"a2 c1 c2 b1", "b1 b3 c2 b2", "c3 a2 c1 c2", "a1 c3 a3 b2"}},
};

START_TEST(decided_openings_are_drawn_again_but_for_a_tournament_that_had_them)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct reported told;
		struct pairing p;
		struct opening opening;
		struct position position;
		struct error err;
		int decided = 0;
		reported_init(&told);
		test_tournament_init(&t, before[_i].game, 2, 2, 4, before[_i].openings);
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert(openings_are_found(&o, &s, &err));
		for (int round = 0; round < 4; round++) {
			const char *drew = before[_i].drew[round];
			ck_assert(test_tournament_game(&t, 2 * round, &p));
			t.decided_openings = true;
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
			ck_assert_str_eq(opening.text, drew);
			replay(&s, drew, &position);
			bool is = decided_position_soon(&s, &position);
			decided += is;
			t.decided_openings = false;
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
			ck_assert(is != (strcmp(opening.text, drew) == 0));
			ck_assert(!decided_position_soon(&s, &opening.position));
		}
		ck_assert_int_gt(decided, 0);
		ck_assert_int_lt(decided, 4);
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

/* After eight plies one cell is left: it wins, or it is a draw, which is not decided. Of 21 tokens
 * 13 plies take 16 or less, so that five are left, once in 3000 times (26 +- 2.9). */
static const struct {
	const char *game, *openings;
	bool found;
} small[] = {
	{"tictactoe", "random:2", true},
	{"tictactoe", "random:8", true},
	{"nim", "random:4", true},
	{"nim", "random:13", false},
};

START_TEST(a_game_without_an_open_opening_is_told_unless_decided_ones_will_do)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct reported told;
		struct error err = {""};
		reported_init(&told);
		test_tournament_init(&t, small[_i].game, 2, 2, 1, small[_i].openings);
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_msg(openings_are_found(&o, &s, &err) == small[_i].found, "%s", err.text);
		if (!small[_i].found)
			ck_assert_str_eq(err.text,
				"openings = random:13: few games of nim are undecided two plies after 13 random plies; set fewer plies, or decided-openings = yes");
		t.decided_openings = true;
		ck_assert(openings_are_found(&o, &s, &err));
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

/* A game's own parameters may leave no opening that is open: it takes what there is. */
START_TEST(where_none_is_open_a_shorter_one_is_taken_and_at_last_a_decided_one)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct reported told;
		struct pairing p = {.seed = 5};
		struct opening opening;
		struct position position;
		struct error err;
		const char *heaps[] = {"heaps=2"};
		reported_init(&told);
		test_tournament_init(&t, "nim", 2, 2, 1, "random:1");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert(setup_init(&s, t.rules, 2, 1, heaps, 1, &err));
		ck_assert(openings_pick(&o, &s, &p, &opening, &err));
		ck_assert_int_eq(replay(&s, opening.text, &position), 1);
		ck_assert_int_ne(s.rules->to_move(&s, &position), 0);
		/* Of five, one is taken and four are decided: the start alone is open. */
		heaps[0] = "heaps=5";
		ck_assert(setup_init(&s, t.rules, 2, 1, heaps, 1, &err));
		ck_assert(openings_pick(&o, &s, &p, &opening, &err));
		ck_assert_str_eq(opening.text, "");
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
		struct reported told;
		struct error err;
		reported_init(&told);
		reported_enter_folder();
		reported_write("book.txt", book, sizeof book - 1);
		test_tournament_init(&t, "connect4", 2, 2, 1, "book.txt");
		t.openings_sequential = true;
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(unlink("book.txt"), 0);
		ck_assert_int_eq(o.count, LINES);
		ck_assert_uint_eq(strlen(t.openings_digest), 64);
		for (uint64_t i = 0; i < 3 * LINES; i++) {
			struct pairing p = {.opening_key = 99, .opening_number = i};
			struct opening opening;
			char text[POSITION_TEXT];
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
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

static const char five[] = "moves a\nmoves b\nmoves c\nmoves d\nmoves e\n";

/* The letters of the file's openings that the bots' first games begin with. */
static void five_of(struct tournament *t, int games, char *letters)
{
	struct setup s;
	struct openings o;
	struct reported told;
	struct pairing p;
	struct opening opening;
	struct error err;
	reported_init(&told);
	reported_enter_folder();
	reported_write("book.txt", five, sizeof five - 1);
	set_up(&s, t);
	free(t->openings);
	t->openings = memory_copy("book.txt");
	ck_assert_msg(openings_load(&o, t, &s, &told.mistakes), "%s", told.text);
	ck_assert_int_eq(unlink("book.txt"), 0);
	for (int game = 0; game < games; game++) {
		ck_assert(test_tournament_game(t, game, &p));
		ck_assert(openings_pick(&o, &s, &p, &opening, &err));
		ck_assert_uint_eq(strlen(opening.text), 1);
		letters[game] = opening.text[0];
	}
	letters[games] = '\0';
	openings_clear(&o);
}

START_TEST(in_their_order_they_begin_where_it_is_said_for_all_bots_alike)
	{
		char letters[64];
		struct tournament t;
		/* each round: three pairs of bots, two orders of seats */
		test_tournament_init(&t, "connect4", 2, 3, 4, NULL);
		t.openings_sequential = true;
		five_of(&t, 24, letters);
		ck_assert_str_eq(letters, "aaaaaabbbbbbccccccdddddd");
		t.openings_start = 4;
		five_of(&t, 24, letters);
		ck_assert_str_eq(letters, "ddddddeeeeeeaaaaaabbbbbb");
		tournament_clear(&t);
	}
END_TEST

/* The same file and seed before there was an order: two bots began at e. */
START_TEST(a_tournament_that_began_before_there_was_an_order_goes_on_as_it_was)
	{
		char letters[64];
		struct tournament t;
		test_tournament_init(&t, "connect4", 2, 2, 4, NULL);
		t.openings_sequential = true;
		t.openings_start = 0;
		five_of(&t, 8, letters);
		ck_assert_str_eq(letters, "eeaabbcc");
		tournament_clear(&t);
	}
END_TEST

START_TEST(in_a_random_order_each_opening_comes_once_before_any_comes_again)
	{
		char first[64], letters[64];
		int other = 0;
		struct tournament t;
		test_tournament_init(&t, "connect4", 2, 2, 10, NULL);
		for (uint64_t seed = 1; seed <= 20; seed++) {
			t.seed = seed;
			five_of(&t, 20, letters);
			for (int cycle = 0; cycle < 2; cycle++) {
				unsigned seen = 0;
				for (int i = 0; i < 10; i += 2) {
					ck_assert_int_eq(letters[10 * cycle + i],
						letters[10 * cycle + i + 1]);
					seen |= 1u << (letters[10 * cycle + i] - 'a');
				}
				ck_assert_uint_eq(seen, 31);
			}
			if (seed == 1)
				strcpy(first, letters);
			other += strcmp(first, letters) != 0;
		}
		ck_assert_int_gt(other, 10);
		/* It begins at a place of the same order. */
		t.seed = 1;
		t.openings_start = 3;
		five_of(&t, 16, letters);
		ck_assert_mem_eq(letters, first + 4, 16);
		tournament_clear(&t);
	}
END_TEST

START_TEST(lines_are_cut_and_those_that_are_then_the_same_are_left_out)
	{
		/* The fourth is over, the sixth has a move that is none: both behind the cut. */
		static const char lines_cut[] =
			"moves a b c d\nmoves a b e\nmoves c b a\nmoves a b a b a b a\nmoves d\nmoves d a z\n"
			"7/7/7/7/3y3/3r3 r 2\n";
		static const char *const cut[] = {"a b", "c b", "d", "d a"};
		struct error err;
		struct tournament t;
		struct setup s;
		struct openings o;
		struct opening opening;
		struct reported told;
		reported_init(&told);
		reported_enter_folder();
		reported_write("book.txt", lines_cut, sizeof lines_cut - 1);
		test_tournament_init(&t, "connect4", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		t.openings_plies = 2;
		ck_assert_msg(openings_load(&o, &t, &s, &told.mistakes), "%s", told.text);
		ck_assert_int_eq(unlink("book.txt"), 0);
		ck_assert_int_eq(o.count, 5);
		ck_assert_int_eq(o.twice, 2);
		for (int i = 0; i < 4; i++) {
			ck_assert(openings_line(&o, &s, i, &opening, &err));
			ck_assert_str_eq(opening.text, cut[i]);
		}
		openings_describe(&o, err.text, sizeof err.text);
		ck_assert_str_eq(err.text,
			"openings-plies = 2: 2 of the 7 lines of book.txt have the same position as an earlier line and are left out\n");
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

/* Each plays one opening more often than the others. a b c d is another order of c d a b. */
static const struct {
	const char *lines, *told;
} doubled[] = {
	{"moves d\n# one\nmoves e\nmoves d\n",
		"openings: line 4 of book.txt has the same position as line 1; both are played\n"},
	{"moves d\nmoves a b c d\nmoves e\nmoves c d a b\nmoves d\n",
		"openings: 2 of the 5 lines of book.txt have the same position as an earlier line, the first is line 4 with that of line 2; all are played\n"},
	{"moves d\n7/7/7/7/7/3r3 y 1\n",
		"openings: line 2 of book.txt has the same position as line 1; both are played\n"},
	{"moves d\nmoves e\n", ""},
};

START_TEST(doubled_lines_of_a_file_are_told_and_stay)
	{
		char why[ERROR_TEXT];
		struct tournament t;
		struct setup s;
		struct openings o;
		struct reported told;
		int kept = 0;
		reported_init(&told);
		reported_enter_folder();
		reported_write("book.txt", doubled[_i].lines, strlen(doubled[_i].lines));
		test_tournament_init(&t, "connect4", 2, 2, 1, "book.txt");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(unlink("book.txt"), 0);
		for (const char *at = doubled[_i].lines; *at != '\0'; at += strcspn(at, "\n") + 1)
			kept += *at != '#';
		ck_assert_int_eq(o.count, kept);
		openings_describe(&o, why, sizeof why);
		ck_assert_str_eq(why, doubled[_i].told);
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

START_TEST(decided_lines_of_a_file_are_told_and_stay)
	{
		static const char lines_decided[] =
			"moves d\n# one\nmoves a b a b a b\nmoves a a b b c c\nmoves c\n";
		char why[ERROR_TEXT];
		struct tournament t;
		struct setup s;
		struct openings o;
		struct reported told;
		reported_init(&told);
		reported_enter_folder();
		reported_write("book.txt", lines_decided, sizeof lines_decided - 1);
		test_tournament_init(&t, "connect4", 2, 2, 1, "book.txt");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(o.count, 4);
		openings_describe(&o, why, sizeof why);
		ck_assert_str_eq(why,
			"openings: 2 of the 4 in book.txt are decided within two plies, the first in line 3; the tournament plays them too\n");
		openings_clear(&o);
		t.openings_start = 5;
		ck_assert(!openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_int_eq(unlink("book.txt"), 0);
		ck_assert_str_eq(told.text,
			"openings-start = 5: the file \"book.txt\" has 4 openings; use a number up to 4\n");
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *book, *told;
} broken[] = {
	{"moves a1\nmoves a1 a1\n", "book.txt:2: moves a1 a1: \"a1\" is not legal there\n"},
	{"moves a1 b1 a2 b2 a3",
		"book.txt:1: moves a1 b1 a2 b2 a3: the game is over in this position\n"},
	{"\n# x\nmoves averylongwordthatisnomove",
		"book.txt:3: moves averylongwordthatisnomove: \"averylongwordthatisnomove\" is not legal there\n"},
	{"moves a1 a1\nmoves b4\n", "book.txt:1: moves a1 a1: \"a1\" is not legal there\n"
				    "book.txt:2: moves b4: \"b4\" is not legal there\n"},
	{"xxx/oo1/3 o 3\n", "book.txt:1: xxx/oo1/3 o 3: the game is over in this position\n"},
	{"# nothing\n\n",
		"openings = \"book.txt\": the file has no opening; write one opening per line\n"},
	{"", "openings = \"book.txt\": the file has no opening; write one opening per line\n"},
	{"moves a1\nmoves \x01\n",
		"openings = \"book.txt\": the file is not text: it contains a control byte; save it as UTF-8 (openings are none, random:PLIES or a file)\n"},
};

/* A file of openings with this text, which is refused. other: the tournament is another user's. */
static void refuse(const char *text, bool other, struct reported *told)
{
	struct tournament t;
	struct setup s;
	struct openings o;
	reported_init(told);
	reported_enter_folder();
	reported_write("book.txt", text, strlen(text));
	test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
	set_up(&s, &t);
	free(t.openings);
	t.openings = memory_copy("book.txt");
	if (other)
		t.owner = geteuid() + 1;
	ck_assert(!openings_load(&o, &t, &s, &told->mistakes));
	ck_assert_int_eq(unlink("book.txt"), 0);
	tournament_clear(&t);
}

START_TEST(a_wrong_line_of_a_file_is_told)
	{
		struct reported told;
		refuse(broken[_i].book, false, &told);
		ck_assert_str_eq(told.text, broken[_i].told);
	}
END_TEST

START_TEST(a_file_of_another_user_is_not_quoted)
	{
		struct reported told;
		refuse("secret\n", true, &told);
		ck_assert_ptr_nonnull(strstr(told.text, "the file belongs to user "));
		ck_assert_ptr_null(strstr(told.text, "secret"));
	}
END_TEST

START_TEST(a_line_that_is_no_position_is_told_with_its_line)
	{
		struct reported told;
		refuse("3/3/3 x 1\na1 b2\n", false, &told);
		ck_assert_ptr_eq(strstr(told.text, "book.txt:2: a1 b2: "), told.text);
	}
END_TEST

/* Each game of letters has a pile of its own: a list of moves would fit none of them. */
START_TEST(a_file_is_refused_where_games_differ_from_each_other)
	{
		struct tournament t;
		struct setup s;
		struct openings o;
		struct reported told;
		reported_init(&told);
		test_tournament_init(&t, "letters", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		ck_assert(!openings_load(&o, &t, &s, &told.mistakes));
		ck_assert_ptr_nonnull(strstr(told.text, "each game draws its own pile"));
		tournament_add_text(&t.params, &t.params_count, "pile=ABCD");
		reported_init(&told);
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
		struct error err;
		struct tournament t;
		struct setup s;
		struct openings o;
		struct opening opening;
		struct reported told;
		reported_init(&told);
		test_tournament_init(&t, "connect4", 2, 2, 1, "random:3");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		o.judge = &judge;
		for (uint64_t seed = 1; seed <= DRAWS; seed++) {
			struct pairing p = {.seed = seed};
			w = (struct openings_weighed){.last = 'c'};
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
			ck_assert(!opening.uneven);
			ck_assert_str_eq(opening.text, w.seen[w.asked - 1]);
			for (int i = 0; i < w.asked; i++)
				ck_assert_int_eq(w.seen[i][4] == 'c', i == w.asked - 1);
			/* There is no column i; the nearest is g. */
			w = (struct openings_weighed){.last = 'i'};
			ck_assert(openings_pick(&o, &s, &p, &opening, &err));
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
		struct error err;
		struct tournament t;
		struct setup s;
		struct openings o;
		struct pairing p = {.seed = 1};
		struct opening opening;
		struct reported told;
		reported_init(&told);
		test_tournament_init(&t, "connect4", 2, 2, 1, "random:3");
		set_up(&s, &t);
		ck_assert(openings_load(&o, &t, &s, &told.mistakes));
		o.judge = &judge;
		ck_assert(openings_pick(&o, &s, &p, &opening, &err));
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
		struct reported told;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		set_up(&s, &t);
		free(t.openings);
		t.openings = memory_copy("book.txt");
		reported_enter_folder();
		/* "moves", blanks, "a1" */
		memset(line, ' ', sizeof line);
		memcpy(line, "moves", 5);
		for (size_t length = OPENING_TEXT - 1; length <= OPENING_TEXT; length++) {
			reported_init(&told);
			memcpy(line + length - 2, "a1", 2);
			reported_write("book.txt", line, length);
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
		reported_leave_folder();
	}
END_TEST

SUITE("tournament/openings", LOOP(a_drawn_opening_is_legal_and_of_its_length_and_never_over, DRAWN),
	CASE(other_seeds_draw_other_openings),
	LOOP(decided_openings_are_drawn_again_but_for_a_tournament_that_had_them,
		sizeof before / sizeof *before),
	LOOP(a_game_without_an_open_opening_is_told_unless_decided_ones_will_do,
		sizeof small / sizeof *small),
	CASE(where_none_is_open_a_shorter_one_is_taken_and_at_last_a_decided_one),
	CASE(a_files_openings_are_counted_through),
	CASE(in_their_order_they_begin_where_it_is_said_for_all_bots_alike),
	CASE(a_tournament_that_began_before_there_was_an_order_goes_on_as_it_was),
	CASE(in_a_random_order_each_opening_comes_once_before_any_comes_again),
	CASE(lines_are_cut_and_those_that_are_then_the_same_are_left_out),
	LOOP(doubled_lines_of_a_file_are_told_and_stay, sizeof doubled / sizeof *doubled),
	CASE(decided_lines_of_a_file_are_told_and_stay),
	LOOP(a_wrong_line_of_a_file_is_told, sizeof broken / sizeof *broken),
	CASE(a_file_of_another_user_is_not_quoted),
	CASE(a_line_that_is_no_position_is_told_with_its_line),
	CASE(a_file_is_refused_where_games_differ_from_each_other),
	CASE(with_a_judge_the_first_even_opening_is_taken_or_else_the_nearest),
	CASE(of_openings_that_are_alike_the_first_is_taken),
	CASE(a_line_is_as_long_as_an_opening_can_be_and_no_longer),
	CASE(the_test_leaves_nothing_behind))
