/*
 * game.c - settings, positions and moves of every game, as texts:
 *
 *	GAME SEATS KEY=VALUE ...
 *	POSITION, or nothing for the start
 *	MOVE MOVE ...
 *
 * A first word that names no game stands for one of them, so that a new game is reached by any
 * bytes; and before the first of them every game is begun with every number of seats.
 *
 * A position that read() takes must keep the contract of rules.h: it is written and read to the
 * same, random play from it stays within the contract at each step, and a move's text reads back as
 * that move.
 */
#include <stdio.h>

#include "rules/rules.h"
#include "tests/lib/fuzz.h"

enum { GAME_WORDS = 12, GAME_MOVES = 64, GAME_STEPS = 8, GAME_TEXTS = 4, GAME_WHY = 256 };

static struct setup game_setup;

/* --- what must hold of every position ------------------------------------------------------- */

static int game_compare(const void *a, const void *b)
{
	move x = *(const move *)a, y = *(const move *)b;
	return (x > y) - (x < y);
}

/* The legal moves: distinct, none exactly when it is over. */
static int game_list(const struct setup *s, const struct position *p, move *moves)
{
	static move sorted[MOVES_MAX];
	int count = s->rules->moves(s, p, moves), seat = s->rules->to_move(s, p);
	assert(count >= 0 && count <= MOVES_MAX && (count == 0) == (seat == 0));
	assert(seat >= 0 && seat <= s->seats);
	memcpy(sorted, moves, (size_t)count * sizeof *moves);
	qsort(sorted, (size_t)count, sizeof *sorted, game_compare);
	for (int i = 1; i < count; i++)
		assert(sorted[i] != sorted[i - 1]);
	return count;
}

static void game_check_scores(const struct setup *s, const struct position *p)
{
	int64_t scores[SEATS_MAX];
	int ranks[SEATS_MAX], first = 0;
	s->rules->scores(s, p, scores);
	rules_ranks(scores, s->seats, ranks);
	for (int i = 0; i < s->seats; i++) {
		assert(ranks[i] >= 1 && ranks[i] <= s->seats);
		first += ranks[i] == 1;
	}
	assert(first >= 1);
	if (s->seats == 2 && (!s->rules->scored || s->rules->one_stake))
		assert(scores[0] + scores[1] == 0);
	if (s->seats == 2 && !s->rules->scored)
		assert(scores[0] >= -1 && scores[0] <= 1);
}

/* Both are one position to every function of the rules. */
static void game_check_alike(
	const struct setup *s, const struct position *a, const struct position *b)
{
	static move x[MOVES_MAX], y[MOVES_MAX];
	static char text_x[POSITION_TEXT], text_y[POSITION_TEXT];
	int64_t scores_x[SEATS_MAX], scores_y[SEATS_MAX];
	int count = s->rules->moves(s, a, x);
	assert(s->rules->moves(s, b, y) == count);
	assert(memcmp(x, y, (size_t)count * sizeof *x) == 0);
	assert(s->rules->to_move(s, a) == s->rules->to_move(s, b));
	assert(s->rules->key(s, a) == s->rules->key(s, b));
	s->rules->scores(s, a, scores_x);
	s->rules->scores(s, b, scores_y);
	assert(memcmp(scores_x, scores_y, (size_t)s->seats * sizeof *scores_x) == 0);
	s->rules->write(s, a, text_x);
	s->rules->write(s, b, text_y);
	assert(strcmp(text_x, text_y) == 0);
}

/* Written and read it is the same. */
static void game_check_text(const struct setup *s, const struct position *p)
{
	static char text[POSITION_TEXT], again[POSITION_TEXT];
	struct error err;
	struct position read;
	memset(&read, '#', sizeof read);
	s->rules->write(s, p, text);
	assert(strpbrk(text, "\t\r\n\"") == NULL);
	bool taken = s->rules->read(s, &read, text, &err);
	assert(taken);
	s->rules->write(s, &read, again);
	assert(strcmp(text, again) == 0);
	game_check_alike(s, p, &read);
}

/* Some of the legal moves: their texts read back. */
static void game_check_moves(
	const struct setup *s, const struct position *p, const move *moves, int count)
{
	int step = 1 + count / GAME_TEXTS;
	for (int i = 0; i < count; i += step) {
		char text[MOVE_TEXT];
		move read = ~moves[i];
		int length = s->rules->move_text(s, p, moves[i], text);
		assert(length > 0 && (size_t)length == strlen(text));
		assert(strpbrk(text, " \t\r\n,") == NULL);
		bool taken = rules_read_move(s, p, text, &read);
		assert(taken && read == moves[i]);
	}
}

static int game_check(const struct setup *s, const struct position *p, move *moves)
{
	int count = game_list(s, p, moves);
	game_check_text(s, p);
	game_check_scores(s, p);
	game_check_moves(s, p, moves, count);
	return count;
}

/* Random play, in which a seat gives up now and then, and is never asked again. */
static void game_go_on(const struct setup *s, struct position *p, uint64_t random)
{
	static move moves[MOVES_MAX];
	unsigned gone = 0;
	for (int step = 0;; step++) {
		struct position before = *p, other = *p;
		int count = game_check(s, p, moves), seat = s->rules->to_move(s, p);
		if (count == 0 || step == GAME_STEPS)
			return;
		assert((gone & 1u << seat) == 0);
		if (random_below(&random, GAME_STEPS) == 0) {
			s->rules->forfeit(s, p, seat);
			gone |= 1u << seat;
			assert(s->seats > 2 || s->rules->to_move(s, p) == 0);
			continue;
		}
		move m = moves[random_below(&random, (uint64_t)count)];
		s->rules->play(s, p, m);
		s->rules->play(s, &other, m);
		assert(memcmp(p, &other, sizeof other) == 0);
		assert(memcmp(p, &before, sizeof before) != 0);
	}
}

/* --- what the bytes say --------------------------------------------------------------------- */

/* The game of this name, or one of all by its bytes. */
static const struct rules *game_find(const char *name)
{
	const struct rules *rules = rules_find(name);
	int games = 0;
	unsigned sum = 0;
	while (all_rules[games] != NULL)
		games++;
	for (; *name != '\0'; name++)
		sum += (unsigned char)*name;
	return rules != NULL ? rules : all_rules[sum % (unsigned)games];
}

/* Parameters written make the same setup again. */
static void game_check_setup(const struct setup *s)
{
	static char texts[PARAMETERS_MAX][PARAMETER_TEXT + 64];
	static struct setup again;
	const char *settings[PARAMETERS_MAX];
	struct error err;
	int count = 0;
	for (; s->rules->parameters[count].name != NULL; count++) {
		int length = sprintf(texts[count], "%s=", s->rules->parameters[count].name);
		s->rules->parameter(s, count, texts[count] + length);
		settings[count] = texts[count];
	}
	bool taken = setup_init(&again, s->rules, s->seats, 0, settings, count, &err);
	assert(taken && memcmp(&again, s, sizeof again) == 0);
}

/* From "GAME SEATS KEY=VALUE ..."; the last one again when it is the same line. */
static bool game_set_up(const char *line)
{
	static char last[4096];
	static bool good;
	struct error err = {""};
	char copy[sizeof last], *rest = copy, *words[GAME_WORDS];
	int count = 0;
	if (strlen(line) >= sizeof last)
		return false;
	if (game_setup.rules != NULL && strcmp(line, last) == 0)
		return good;
	strcpy(last, line);
	strcpy(copy, line);
	while (count < GAME_WORDS && rest != NULL)
		words[count++] = strsep(&rest, " ");
	const struct rules *rules = game_find(words[0]);
	int seats = count > 1 && strlen(words[1]) == 1 ? words[1][0] - '0' : 0;
	good = setup_init(&game_setup, rules, seats, 1, (const char *const *)words + 2,
		count > 2 ? count - 2 : 0, &err);
	if (good)
		game_check_setup(&game_setup);
	else
		assert(strlen(err.text) > 8 && strlen(err.text) < sizeof err.text);
	game_setup.rules = rules;
	return good;
}

static bool game_read(const struct setup *s, struct position *p, const char *text)
{
	struct error err = {""};
	if (text == NULL || *text == '\0') {
		s->rules->start(s, p);
		return true;
	}
	if (s->rules->read(s, p, text, &err))
		return true;
	assert(strlen(err.text) > 8 && strlen(err.text) < sizeof err.text);
	assert(!s->rules->read(s, p, text, NULL));
	return false;
}

/* Plays the words that are legal moves. */
static void game_play(const struct setup *s, struct position *p, char *text)
{
	for (int i = 0; i < GAME_MOVES && text != NULL; i++) {
		const char *word = strsep(&text, " ");
		struct position before = *p;
		move m;
		if (rules_read_move(s, p, word, &m))
			s->rules->play(s, p, m);
		else
			assert(memcmp(p, &before, sizeof before) == 0);
	}
}

static void game_take(char *text, uint64_t random)
{
	struct position p;
	char *settings = strsep(&text, "\n");
	if (!game_set_up(settings))
		return;
	memset(&p, 0, sizeof p);
	if (!game_read(&game_setup, &p, strsep(&text, "\n")))
		return;
	game_check_text(&game_setup, &p);
	game_play(&game_setup, &p, text);
	game_go_on(&game_setup, &p, random);
}

/* Every game with every number of seats. */
static void game_take_all(void)
{
	char text[128];
	for (int i = 0; all_rules[i] != NULL; i++)
		for (int seats = 1; seats <= SEATS_MAX; seats++) {
			if (!(all_rules[i]->seat_counts >> seats & 1))
				continue;
			snprintf(text, sizeof text, "%s %d\n\n", all_rules[i]->name, seats);
			game_take(text, (uint64_t)seats);
			assert(game_setup.seats == seats);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool begun;
	if (!begun)
		game_take_all();
	begun = true;
	char *text = fuzz_text(data, size);
	game_take(text, fuzz_seed(data, size));
	free(text);
	return 0;
}
