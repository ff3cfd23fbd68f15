/*
 * contract.c - what rules.h asks of every game, tested over all of them by random play with fixed
 * seeds: contract.h has the rows and the play.
 */
#include "tests/lib/rules-contract.h"

/* Both have the same moves, seat to move, scores, key and text. */
static void contract_check_alike(
	const struct setup *s, const struct position *a, const struct position *b)
{
	static move x[MOVES_MAX], y[MOVES_MAX];
	static char text_x[POSITION_TEXT], text_y[POSITION_TEXT];
	int64_t scores_x[SEATS_MAX], scores_y[SEATS_MAX];
	int count = s->rules->moves(s, a, x);
	ck_assert_int_eq(s->rules->moves(s, b, y), count);
	ck_assert_mem_eq(x, y, (size_t)count * sizeof *x);
	ck_assert_int_eq(s->rules->to_move(s, a), s->rules->to_move(s, b));
	s->rules->scores(s, a, scores_x);
	s->rules->scores(s, b, scores_y);
	ck_assert_mem_eq(scores_x, scores_y, (size_t)s->seats * sizeof *scores_x);
	ck_assert_uint_eq(s->rules->key(s, a), s->rules->key(s, b));
	s->rules->write(s, a, text_x);
	s->rules->write(s, b, text_y);
	ck_assert_str_eq(text_x, text_y);
}

static int contract_compare(const void *a, const void *b)
{
	move x = *(const move *)a;
	move y = *(const move *)b;
	return (x > y) - (x < y);
}

static void contract_visit_moves(const struct setup *s, const struct position *p, uint64_t *random)
{
	(void)random;
	static move again[MOVES_MAX];
	const move *moves = contract_texts.moves;
	int count = s->rules->moves(s, p, contract_texts.moves);
	contract_check_guard(contract_texts.moves_guard);
	ck_assert_int_le(count, MOVES_MAX);
	ck_assert_int_eq(count == 0, s->rules->to_move(s, p) == 0);
	ck_assert_int_le(s->rules->to_move(s, p), s->seats);
	ck_assert_int_eq(s->rules->moves(s, p, again), count);
	ck_assert_mem_eq(moves, again, (size_t)count * sizeof *moves);
	qsort(again, (size_t)count, sizeof *again, contract_compare);
	int twice = 0;
	for (int i = 1; i < count; i++)
		twice += again[i] == again[i - 1];
	ck_assert_int_eq(twice, 0);
}

START_TEST(legal_moves_are_distinct_in_a_stable_order_and_none_when_it_is_over)
	{
		contract_play_some(_i, contract_visit_moves);
	}
END_TEST

static void contract_visit_texts(const struct setup *s, const struct position *p, uint64_t *random)
{
	static move moves[MOVES_MAX];
	char *text = contract_texts.move;
	int count = s->rules->moves(s, p, moves);
	/* A few moves of many: reading one looks through all of them. */
	for (int i = 0; i < count && i < 8; i++) {
		move m = moves[count <= 8 ? i : (int)random_below(random, (uint64_t)count)];
		move read = ~m;
		int length = s->rules->move_text(s, p, m, text);
		contract_check_guard(contract_texts.move_guard);
		ck_assert_int_eq(length, (int)strlen(text));
		ck_assert_int_gt(length, 0);
		ck_assert_ptr_null(strpbrk(text, " \t\r\n,"));
		ck_assert(rules_read_move(s, p, text, &read));
		ck_assert_uint_eq(read, m);
		strcat(text, "x");
		ck_assert(!rules_read_move(s, p, text, &read));
		ck_assert_uint_eq(read, m);
	}
	move read;
	ck_assert(!rules_read_move(s, p, "", &read));
}

START_TEST(a_move_reads_back_from_its_text_and_from_no_other)
	{
		contract_play_some(_i, contract_visit_texts);
	}
END_TEST

static void contract_visit_positions(
	const struct setup *s, const struct position *p, uint64_t *random)
{
	static char again[POSITION_TEXT];
	char *text = contract_texts.position;
	struct error err = {""};
	struct position read;
	(void)random;
	memset(&read, '#', sizeof read);
	s->rules->write(s, p, text);
	contract_check_guard(contract_texts.position_guard);
	ck_assert_ptr_null(strpbrk(text, "\t\r\n\""));
	ck_assert_msg(s->rules->read(s, &read, text, &err), "%s: %s", text, err.text);
	s->rules->write(s, &read, again);
	ck_assert_str_eq(text, again);
	contract_check_alike(s, p, &read);
	static move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count && i < 8; i++) {
		struct position a = *p, b = read;
		s->rules->play(s, &a, moves[i]);
		s->rules->play(s, &b, moves[i]);
		contract_check_alike(s, &a, &b);
	}
}

START_TEST(a_position_reads_back_from_its_text_and_goes_on_alike)
	{
		contract_play_some(_i, contract_visit_positions);
	}
END_TEST

static void contract_visit_damage(const struct setup *s, const struct position *p, uint64_t *random)
{
	static char text[POSITION_TEXT + 1], again[POSITION_TEXT];
	static const char letters[] = " /-0123456789abpxoryABQ~\x80\n";
	struct error err;
	struct position read;
	s->rules->write(s, p, text);
	size_t length = strlen(text);
	size_t place = (size_t)random_below(random, length + 1);
	char with = letters[random_below(random, sizeof letters)];
	/* Half of the time a character of the text itself: stones change their seat or number. */
	if (length > 0 && random_below(random, 2) == 0)
		with = text[random_below(random, length)];
	if (place == length)
		text[length + 1] = '\0';
	text[place] = with;
	error_clear(&err);
	if (s->rules->read(s, &read, text, &err)) {
		struct position twice;
		s->rules->write(s, &read, again);
		ck_assert(s->rules->read(s, &twice, again, &err));
		contract_check_alike(s, &read, &twice);
		contract_visit_moves(s, &read, random);
	} else {
		ck_assert_uint_gt(strlen(err.text), 8);
		ck_assert(!s->rules->read(s, &read, text, NULL));
	}
}

START_TEST(a_damaged_position_string_is_refused_with_a_reason_or_is_another_position)
	{
		for (int i = 0; i < 5; i++)
			contract_play_some(_i, contract_visit_damage);
	}
END_TEST

static void contract_visit_copies(const struct setup *s, const struct position *p, uint64_t *random)
{
	static move moves[MOVES_MAX];
	struct position before, copy = *p, copy2;
	memcpy(&before, p, sizeof before);
	memset(&copy2, '#', sizeof copy2);
	position_copy(s, &copy2, p);
	int count = s->rules->moves(s, p, moves);
	if (count > 0) {
		move m = moves[random_below(random, (uint64_t)count)];
		s->rules->play(s, &copy, m);
		s->rules->play(s, &copy2, m);
		ck_assert_mem_eq(&copy, &copy2, s->rules->position_bytes);
		ck_assert_mem_ne(&copy, p, s->rules->position_bytes);
		ck_assert_uint_ne(s->rules->key(s, &copy), s->rules->key(s, p));
	}
	contract_check_alike(s, &copy, &copy2);
	ck_assert_mem_eq(&before, p, sizeof before);
}

START_TEST(playing_on_a_copy_leaves_the_original_as_it_was)
	{
		contract_play_some(_i, contract_visit_copies);
	}
END_TEST

START_TEST(the_setup_is_not_changed_by_play)
	{
		static struct setup before;
		const struct setup *s = contract_begin(_i, 3);
		memcpy(&before, s, sizeof before);
		contract_play(_i, 3, contract_visit_copies);
		ck_assert_mem_eq(&before, s, sizeof before);
	}
END_TEST

/* Does the game know who is ahead before it is over? */
static bool contract_tells(const struct setup *s)
{
	return strcmp(s->rules->name, "chinese-checkers") == 0;
}

static void contract_visit_ends(const struct setup *s, const struct position *p, uint64_t *random)
{
	(void)random;
	int64_t scores[SEATS_MAX];
	int ranks[SEATS_MAX];
	bool over = s->rules->to_move(s, p) == 0;
	s->rules->scores(s, p, scores);
	rules_ranks(scores, s->seats, ranks);
	int first = 0;
	for (int i = 0; i < s->seats; i++) {
		ck_assert_int_ge(ranks[i], 1);
		ck_assert_int_le(ranks[i], s->seats);
		first += ranks[i] == 1;
		if (!s->rules->scored && s->seats == 2) {
			ck_assert_int_le(scores[i], 1);
			ck_assert_int_ge(scores[i], -1);
			ck_assert_int_eq(scores[0], -scores[1]);
			if (!over && !contract_tells(s))
				ck_assert_int_eq(scores[i], 0);
		}
	}
	ck_assert_int_ge(first, 1);
}

START_TEST(every_end_ranks_all_seats)
	{
		contract_play_some(_i, contract_visit_ends);
	}
END_TEST

/* Plays on at random after seat gave up, until the end; it must never be asked again. */
static void contract_go_on(
	const struct setup *s, struct position *p, int seat, uint64_t *random, char *text)
{
	static move moves[MOVES_MAX];
	for (int plies = 0;; plies++) {
		ck_assert_int_lt(plies, CONTRACT_PLIES);
		ck_assert_int_ne(s->rules->to_move(s, p), seat);
		contract_visit_moves(s, p, random);
		struct position read;
		struct error err = {""};
		s->rules->write(s, p, text);
		ck_assert_msg(s->rules->read(s, &read, text, &err), "%s: %s", text, err.text);
		contract_check_alike(s, p, &read);
		int count = s->rules->moves(s, p, moves);
		if (count == 0)
			return;
		s->rules->play(s, p, moves[random_below(random, (uint64_t)count)]);
	}
}

static void contract_visit_forfeits(
	const struct setup *s, const struct position *p, uint64_t *random)
{
	if (random_below(random, 8) != 0)
		return;
	char *text = contract_texts.position;
	struct position q = *p;
	bool over = s->rules->to_move(s, p) == 0;
	int seat = 1 + (int)random_below(random, (uint64_t)s->seats);
	s->rules->forfeit(s, &q, seat);
	if (over)
		contract_check_alike(s, p, &q);
	if (!over && s->seats == 2)
		ck_assert_int_eq(s->rules->to_move(s, &q), 0);
	if (!over && s->seats > 2)
		ck_assert_uint_ne(s->rules->key(s, p), s->rules->key(s, &q));
	contract_go_on(s, &q, seat, random, text);
	contract_visit_ends(s, &q, random);
}

START_TEST(when_a_seat_gives_up_the_others_play_on_to_an_end)
	{
		contract_play_some(_i, contract_visit_forfeits);
	}
END_TEST

START_TEST(a_game_is_over_when_all_seats_but_one_gave_up)
	{
		struct position p;
		int64_t scores[SEATS_MAX];
		const struct setup *s = contract_begin(_i, 1);
		for (int stays = 1; stays <= s->seats; stays++) {
			s->rules->start(s, &p);
			for (int seat = 1; seat <= s->seats; seat++) {
				if (seat == stays)
					continue;
				ck_assert_int_ne(s->rules->to_move(s, &p), 0);
				s->rules->forfeit(s, &p, seat);
			}
			ck_assert_int_eq(s->rules->to_move(s, &p), 0);
			s->rules->scores(s, &p, scores);
		}
	}
END_TEST

/* The seats that are still asked in the round that follows, a bit seat - 1 each. */
static unsigned contract_still_in(const struct setup *s, const struct position *p, uint64_t *random)
{
	static move moves[MOVES_MAX];
	struct position q = *p;
	unsigned seats = 0;
	for (int i = 0; i < s->seats; i++) {
		int count = s->rules->moves(s, &q, moves);
		if (count == 0)
			return seats;
		s->rules->play(s, &q, moves[random_below(random, (uint64_t)count)]);
		if (s->rules->to_move(s, &q) != 0)
			seats |= 1u << (s->rules->to_move(s, &q) - 1);
	}
	return seats;
}

static void contract_visit_turns(const struct setup *s, const struct position *p, uint64_t *random)
{
	if (s->rules->turn_to == NULL) {
		ck_assert_uint_eq(s->rules->seat_counts, 1u << 2);
		return;
	}
	struct position q = *p;
	if (s->seats > 2 && random_below(random, 64) == 0)
		s->rules->forfeit(s, &q, 1 + (int)random_below(random, (uint64_t)s->seats));
	unsigned seats = contract_still_in(s, &q, random);
	for (int seat = 1; seat <= s->seats; seat++) {
		struct position turned = q;
		if ((seats >> (seat - 1) & 1) == 0)
			continue;
		s->rules->turn_to(s, &turned, seat);
		ck_assert_int_eq(s->rules->to_move(s, &turned), seat);
		contract_visit_moves(s, &turned, random);
		if (s->rules->to_move(s, &q) != seat)
			ck_assert_uint_ne(s->rules->key(s, &turned), s->rules->key(s, &q));
	}
}

/* Of a round each number is told once: to give the turn to who has had it begins the next. */
START_TEST(a_turn_that_is_given_back_begins_the_next_round)
	{
		static const char *const strings[] = {"20 p1 2", "20 p2 1", "20 p3 1"};
		struct setup s;
		struct position p;
		struct error err;
		char text[POSITION_TEXT];
		ck_assert(setup_init(&s, rules_find("nim"), 3, 1, NULL, 0, &err));
		for (int seat = 1; seat <= 3; seat++) {
			s.rules->start(&s, &p);
			s.rules->play(&s, &p, 1);
			s.rules->turn_to(&s, &p, 1);
			s.rules->write(&s, &p, text);
			ck_assert_str_eq(text, strings[0]);
			s.rules->start(&s, &p);
			s.rules->play(&s, &p, 1);
			s.rules->turn_to(&s, &p, seat);
			s.rules->write(&s, &p, text);
			ck_assert_str_eq(text, seat == 1   ? "20 p1 2"
					       : seat == 2 ? "20 p2 2"
							   : "20 p3 1");
		}
	}
END_TEST

/* The same heaps with another seat to move, or with one that gave up, are other positions. */
START_TEST(a_key_knows_who_is_to_move_and_who_gave_up)
	{
		static const char *const strings[] = {"9 p1 4", "9 p2 4", "9 p3 4", "9 p1 4 out2",
			"9 p1 4 out3", "8 p1 4", "9 p3 4 out2"};
		enum { STRINGS = sizeof strings / sizeof *strings };
		struct setup s;
		struct position p;
		uint64_t keys[STRINGS];
		struct error err;
		ck_assert(setup_init(&s, rules_find("nim"), 3, 1, NULL, 0, &err));
		for (int i = 0; i < STRINGS; i++) {
			ck_assert_msg(s.rules->read(&s, &p, strings[i], &err), "%s", err.text);
			keys[i] = s.rules->key(&s, &p);
			for (int before = 0; before < i; before++)
				ck_assert_msg(keys[before] != keys[i], "%s and %s", strings[before],
					strings[i]);
		}
	}
END_TEST

START_TEST(the_turn_can_be_given_to_any_seat_that_is_still_in)
	{
		contract_play_some(_i, contract_visit_turns);
	}
END_TEST

/* The seat to move, the moves by their texts, and the scores of an end. */
static uint64_t contract_future(const struct setup *s, const struct position *p)
{
	static move moves[MOVES_MAX];
	int64_t scores[SEATS_MAX];
	char text[MOVE_TEXT];
	int count = s->rules->moves(s, p, moves);
	uint64_t future = random_mix(1, (uint64_t)s->rules->to_move(s, p)), sum = 0;
	for (int i = 0; i < count; i++) {
		uint64_t word = 0;
		s->rules->move_text(s, p, moves[i], text);
		for (const char *c = text; *c != '\0'; c++)
			word = random_mix(word, (unsigned char)*c);
		sum += word;
	}
	s->rules->scores(s, p, scores);
	for (int i = 0; count == 0 && i < s->seats; i++)
		future = random_mix(future, (uint64_t)scores[i]);
	return random_mix(future, sum) | 1;
}

/* Plays the same random moves from both to the end. False: they are not alike at some point. */
static bool contract_same_future(
	const struct setup *s, struct position a, struct position b, uint64_t *random)
{
	static move moves[MOVES_MAX];
	char word[MOVE_TEXT];
	move same;
	for (int ply = 0; ply < CONTRACT_PLIES; ply++) {
		int count = s->rules->moves(s, &a, moves);
		if (contract_future(s, &a) != contract_future(s, &b))
			return false;
		if (count == 0)
			return true;
		move played = moves[random_below(random, (uint64_t)count)];
		s->rules->move_text(s, &a, played, word);
		if (!rules_read_move(s, &b, word, &same))
			return false;
		s->rules->play(s, &a, played);
		s->rules->play(s, &b, same);
	}
	return true;
}

/* If moves a, b, c and c, b, a lead to one position text, they lead to one key. If they lead to one
 * key, they lead to one future: who drew a line may stand in the text, and not in the key. */
static void contract_visit_transpositions(
	const struct setup *s, const struct position *p, uint64_t *random)
{
	static move first[MOVES_MAX], moves[MOVES_MAX];
	struct position q[2] = {*p, *p};
	static char text[2][POSITION_TEXT];
	move path[3];
	int count = s->rules->moves(s, p, first);
	for (int i = 0; i < 3; i++) {
		int n = s->rules->moves(s, &q[0], moves);
		if (n == 0 || count == 0)
			return;
		path[i] = moves[random_below(random, (uint64_t)n)];
		s->rules->play(s, &q[0], path[i]);
	}
	for (int i = 2; i >= 0; i--) {
		char word[MOVE_TEXT];
		move same;
		if (s->rules->to_move(s, &q[1]) == 0)
			return;
		s->rules->move_text(s, p, path[i], word);
		if (!rules_read_move(s, &q[1], word, &same) || same != path[i])
			return;
		s->rules->play(s, &q[1], path[i]);
	}
	s->rules->write(s, &q[0], text[0]);
	s->rules->write(s, &q[1], text[1]);
	if (strcmp(text[0], text[1]) == 0)
		contract_check_alike(s, &q[0], &q[1]);
	else if (s->rules->key(s, &q[0]) == s->rules->key(s, &q[1]))
		ck_assert_msg(contract_same_future(s, q[0], q[1], random),
			"%s: \"%s\" and \"%s\" have one key, and after the same moves other moves, turns or ends; keys are equal if and only if the future is the same",
			s->rules->name, text[0], text[1]);
}

START_TEST(two_ways_to_one_position_have_one_key_and_one_key_has_one_future)
	{
		contract_play_some(_i, contract_visit_transpositions);
	}
END_TEST

/* The number of the move belongs to the text alone; tokens, seats and those that are out do not. */
static const struct future_row {
	const char *a, *b;
	bool same;
} futures[] = {
	{"9 p1 4", "9 p1 4", true},
	{"9 p1 4", "9 p1 5", true},
	{"9 p1 4", "9 p2 4", false},
	{"9 p1 4", "8 p1 4", false},
	{"9 p1 4", "9 p1 4 out3", false},
};

START_TEST(a_future_is_that_of_all_moves_to_the_end)
	{
		const struct future_row *row = &futures[_i];
		struct setup s;
		struct position a, b;
		struct error err;
		uint64_t random = 3;
		ck_assert(setup_init(&s, rules_find("nim"), 3, 1, NULL, 0, &err));
		ck_assert(
			s.rules->read(&s, &a, row->a, &err) && s.rules->read(&s, &b, row->b, &err));
		for (int i = 0; i < 20; i++)
			ck_assert_int_eq(contract_same_future(&s, a, b, &random), row->same);
	}
END_TEST

/* The positions of some random games, and those a move later: by key, what can be played there. */
enum { CONTRACT_KEYS = 1 << 16, CONTRACT_CHILDREN = 48 };
static struct contract_key {
	uint64_t key, future; /* 0: free */
} contract_keys[CONTRACT_KEYS];
static int contract_known;

static void contract_check_key(const struct setup *s, const struct position *p)
{
	char text[POSITION_TEXT];
	uint64_t key = s->rules->key(s, p), future = contract_future(s, p);
	/* A limit of plies ends a game that its key does not tell from one that goes on. */
	if (s->rules->to_move(s, p) == 0)
		key = ~key;
	struct contract_key *at = &contract_keys[key % CONTRACT_KEYS];
	while (at->future != 0 && at->key != key)
		at = at == contract_keys + CONTRACT_KEYS - 1 ? contract_keys : at + 1;
	s->rules->write(s, p, text);
	ck_assert_msg(at->future == 0 || at->future == future,
		"%s: \"%s\" has the key of a position with other moves or another end",
		s->rules->name, text);
	if (at->future == 0 && contract_known < CONTRACT_KEYS / 2) {
		*at = (struct contract_key){key, future};
		contract_known++;
	}
}

static void contract_visit_keys(const struct setup *s, const struct position *p, uint64_t *random)
{
	static move moves[MOVES_MAX];
	(void)random;
	contract_check_key(s, p);
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count && i < CONTRACT_CHILDREN; i++) {
		struct position child;
		position_copy(s, &child, p);
		s->rules->play(s, &child, moves[i]);
		contract_check_key(s, &child);
	}
}

START_TEST(positions_with_one_key_have_the_same_moves_and_end)
	{
		for (uint64_t seed = 1; seed <= CONTRACT_GAMES; seed++) {
			/* Another seed may be another setup, with keys of its own. */
			if (seed == 1 || rules_vary(rules_find(contract_rows[_i].game))) {
				memset(contract_keys, 0, sizeof contract_keys);
				contract_known = 0;
			}
			contract_play(_i, seed, contract_visit_keys);
		}
	}
END_TEST

START_TEST(parameters_written_make_the_same_setup_again)
	{
		static char values[PARAMETERS_MAX][PARAMETER_TEXT + 32];
		static struct setup again;
		const char *settings[PARAMETERS_MAX];
		struct error err = {""};
		const struct setup *s = contract_begin(_i, 77);
		int count = 0;
		for (; s->rules->parameters[count].name != NULL; count++) {
			char *text = values[count];
			strcpy(text, s->rules->parameters[count].name);
			strcat(text, "=");
			s->rules->parameter(s, count, text + strlen(text));
			settings[count] = text;
		}
		ck_assert_msg(setup_init(&again, s->rules, s->seats, 78, settings, count, &err),
			"%s", err.text);
		ck_assert_mem_eq(&again, s, sizeof again);
	}
END_TEST

START_TEST(the_same_seed_makes_the_same_setup)
	{
		static struct setup first;
		first = *contract_begin(_i, 5);
		ck_assert_mem_eq(contract_begin(_i, 5), &first, sizeof first);
	}
END_TEST

START_TEST(every_game_describes_itself_and_is_found_by_its_name)
	{
		for (const struct rules *const *rules = all_rules; *rules != NULL; rules++) {
			ck_assert_ptr_eq(rules_find((*rules)->name), *rules);
			ck_assert_ptr_nonnull((*rules)->summary);
			ck_assert_uint_ne((*rules)->seat_counts, 0);
			ck_assert_uint_eq((*rules)->seat_counts >> (SEATS_MAX + 1), 0);
			int count = 0;
			for (; (*rules)->parameters[count].name != NULL; count++)
				ck_assert_ptr_nonnull((*rules)->parameters[count].help);
			ck_assert_int_le(count, PARAMETERS_MAX);
		}
		ck_assert_ptr_null(rules_find("chess"));
		ck_assert_ptr_null(rules_find(""));
	}
END_TEST

int main(void)
{
	int rows = contract_fill();
	return suite_run("rules/contract",
		(struct suite_case[]){
			LOOP(legal_moves_are_distinct_in_a_stable_order_and_none_when_it_is_over,
				rows),
			LOOP(a_move_reads_back_from_its_text_and_from_no_other, rows),
			LOOP(a_position_reads_back_from_its_text_and_goes_on_alike, rows),
			LOOP(a_damaged_position_string_is_refused_with_a_reason_or_is_another_position,
				rows),
			LOOP(playing_on_a_copy_leaves_the_original_as_it_was, rows),
			LOOP(the_setup_is_not_changed_by_play, rows),
			LOOP(every_end_ranks_all_seats, rows),
			LOOP(when_a_seat_gives_up_the_others_play_on_to_an_end, rows),
			LOOP(a_game_is_over_when_all_seats_but_one_gave_up, rows),
			LOOP(the_turn_can_be_given_to_any_seat_that_is_still_in, rows),
			CASE(a_turn_that_is_given_back_begins_the_next_round),
			CASE(a_key_knows_who_is_to_move_and_who_gave_up),
			LOOP(two_ways_to_one_position_have_one_key_and_one_key_has_one_future,
				rows),
			LOOP(a_future_is_that_of_all_moves_to_the_end,
				sizeof futures / sizeof *futures),
			LOOP(positions_with_one_key_have_the_same_moves_and_end, rows),
			LOOP(parameters_written_make_the_same_setup_again, rows),
			LOOP(the_same_seed_makes_the_same_setup, rows),
			CASE(every_game_describes_itself_and_is_found_by_its_name),
			{NULL, 0},
		});
}
