/*
 * letters.c - a pile of distinct letters, of which each seat in turn takes the first or the second.
 * In the end a word scores for each seat that holds all its letters; the sum is the seat's score.
 *
 * Moves are letters, A = 0. After n moves the pile is one letter, the front, and all from index
 * n + 1 on: a move takes the letter at that index, or the front, and then that letter is the front.
 */
#include "rules/letters.h"

#include "rules/turn.h"

#include <string.h>

enum {
	LETTERS_PILE,
	LETTERS_WORDS,
	LETTERS_MAX = 26,
	LETTERS_WORDS_MAX = PARAMETER_TEXT / 4, /* as many as `A:1,` can be written */
	LETTERS_SCORE_MAX = 1000000,
	LETTERS_DRAWN_PILE = 12,
	LETTERS_DRAWN_WORDS = 10,
	LETTERS_DRAWN_SCORE = 9
};

struct letters_setup {
	int count; /* letters of the pile */
	int words;
	uint8_t pile[LETTERS_MAX + 2];
	uint32_t masks[LETTERS_WORDS_MAX]; /* of each word, bit 0 is A */
	int32_t worth[LETTERS_WORDS_MAX];
	char text[PARAMETER_TEXT]; /* of the words */
};

struct letters_position {
	uint32_t held[2]; /* by each seat, bit 0 is A */
	uint8_t front;	  /* index into the pile, count when it is empty */
	uint8_t plies;
	uint8_t out; /* bit seat - 1 is set: gave up */
};

_Static_assert(sizeof(struct letters_setup) <= SETUP_BYTES, "room");
_Static_assert(sizeof(struct letters_position) <= POSITION_BYTES, "room");

static const struct letters_setup *letters_of(const struct setup *s)
{
	return (const struct letters_setup *)s->bytes;
}

static const struct letters_position *letters_at(const struct position *p)
{
	return (const struct letters_position *)p->bytes;
}

/* Takes letters from *at and moves on; appends them to pile. Returns their mask, or 0 when there
 * are none or one comes twice. */
static uint32_t letters_take(const char **at, uint8_t pile[LETTERS_MAX], int *count)
{
	uint32_t mask = 0;
	*count = 0;
	for (; **at >= 'A' && **at <= 'Z'; (*at)++) {
		int letter = **at - 'A';
		if (mask >> letter & 1)
			return 0;
		mask |= 1u << letter;
		pile[(*count)++] = (uint8_t)letter;
	}
	return mask;
}

static uint32_t letters_pile_mask(const struct letters_setup *l)
{
	uint32_t mask = 0;
	for (int i = 0; i < l->count; i++)
		mask |= 1u << l->pile[i];
	return mask;
}

/* Draws a pile that has all letters of the words' text and others up to the usual size. */
static void letters_draw_pile(struct letters_setup *l, const char *words, uint64_t state)
{
	uint32_t needed = 0;
	for (; words != NULL && *words != '\0'; words++)
		if (*words >= 'A' && *words <= 'Z')
			needed |= 1u << (*words - 'A');
	uint8_t all[LETTERS_MAX];
	for (int i = 0; i < LETTERS_MAX; i++)
		all[i] = (uint8_t)i;
	for (int i = LETTERS_MAX - 1; i > 0; i--) {
		uint64_t j = random_below(&state, (uint64_t)i + 1);
		uint8_t letter = all[i];
		all[i] = all[j];
		all[j] = letter;
	}
	int others = LETTERS_DRAWN_PILE - __builtin_popcount(needed);
	for (int i = 0; i < LETTERS_MAX; i++)
		if ((needed >> all[i] & 1) || others-- > 0)
			l->pile[l->count++] = all[i];
}

/* Writes words of two to four different letters of the pile, worth 1 to 9. */
static void letters_draw_words(struct letters_setup *l, uint64_t state)
{
	struct text out = text_begin(l->text, sizeof l->text);
	for (int word = 0; word < LETTERS_DRAWN_WORDS; word++) {
		int length = 2 + (int)random_below(&state, 3);
		uint32_t used = 0;
		if (word > 0)
			text_char(&out, ',');
		for (int i = 0; i < length && i < l->count; i++) {
			int letter;
			do {
				letter = l->pile[random_below(&state, (uint64_t)l->count)];
			} while (used >> letter & 1);
			used |= 1u << letter;
			text_char(&out, (char)('A' + letter));
		}
		text_char(&out, ':');
		text_number(&out, 1 + (int64_t)random_below(&state, LETTERS_DRAWN_SCORE));
	}
	text_end(&out);
}

static bool letters_read_pile(struct letters_setup *l, const char *text, struct error *err)
{
	const char *at = text;
	if (letters_take(&at, l->pile, &l->count) == 0 || *at != '\0')
		return error_set(
			err, "pile \"%.40s\" is not 1 to 26 letters from A to Z, each once", text);
	return true;
}

/* Takes one WORD:SCORE from *at and moves on. */
static bool letters_take_word(struct letters_setup *l, const char **at, struct error *err)
{
	const char *word = *at;
	uint32_t mask = 0;
	for (; **at >= 'A' && **at <= 'Z'; (*at)++)
		mask |= 1u << (**at - 'A');
	int64_t worth;
	uint32_t missing = mask & ~letters_pile_mask(l);
	if (missing != 0)
		return error_set(err, "words: \"%.*s\" has %c, which is not in the pile",
			*at - word > 40 ? 40 : (int)(*at - word), word,
			'A' + __builtin_ctz(missing));
	if (mask == 0 || *(*at)++ != ':' || !text_take_number(at, &worth) ||
		(**at != ',' && **at != '\0') || worth < -LETTERS_SCORE_MAX ||
		worth > LETTERS_SCORE_MAX)
		return error_set(err,
			"words: \"%.40s\" is not a word, a colon and a score from -%d to %d: AB:3,CAB:7",
			word, LETTERS_SCORE_MAX, LETTERS_SCORE_MAX);
	assert(l->words < LETTERS_WORDS_MAX);
	l->masks[l->words] = mask;
	l->worth[l->words++] = (int32_t)worth;
	return true;
}

static bool letters_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	struct letters_setup *l = (struct letters_setup *)s->bytes;
	if (texts[LETTERS_PILE] == NULL)
		letters_draw_pile(l, texts[LETTERS_WORDS], random_mix(seed, LETTERS_PILE));
	else if (!letters_read_pile(l, texts[LETTERS_PILE], err))
		return false;
	if (texts[LETTERS_WORDS] == NULL)
		letters_draw_words(l, random_mix(seed, LETTERS_WORDS));
	else
		strcpy(l->text, texts[LETTERS_WORDS]);
	const char *at = l->text;
	for (;;) {
		if (!letters_take_word(l, &at, err))
			return false;
		if (*at++ == '\0')
			return true;
	}
}

static void letters_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct letters_setup *l = letters_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	for (int j = 0; i == LETTERS_PILE && j < l->count; j++)
		text_char(&out, (char)('A' + l->pile[j]));
	if (i == LETTERS_WORDS)
		text_string(&out, l->text);
	text_end(&out);
}

static void letters_start(const struct setup *s, struct position *p)
{
	(void)s;
	*p = (struct position){0};
}

static int letters_to_move(const struct setup *s, const struct position *p)
{
	const struct letters_position *at = letters_at(p);
	return at->plies == letters_of(s)->count || at->out != 0 ? 0 : at->plies % 2 + 1;
}

static int letters_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	if (letters_to_move(s, p) == 0)
		return 0;
	const struct letters_setup *l = letters_of(s);
	const struct letters_position *at = letters_at(p);
	moves[0] = l->pile[at->front];
	if (at->plies + 1 == l->count)
		return 1;
	moves[1] = l->pile[at->plies + 1];
	return 2;
}

static void letters_play(const struct setup *s, struct position *p, move m)
{
	const struct letters_setup *l = letters_of(s);
	struct letters_position *at = (struct letters_position *)p->bytes;
	at->held[at->plies % 2] |= 1u << m;
	at->plies++;
	if (m == l->pile[at->front])
		at->front = at->plies;
	else
		assert(at->plies < l->count && m == l->pile[at->plies]);
}

static void letters_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct letters_position *at = (struct letters_position *)p->bytes;
	if (letters_to_move(s, p) != 0)
		at->out = (uint8_t)(1u << (seat - 1));
}

static void letters_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	const struct letters_setup *l = letters_of(s);
	const struct letters_position *at = letters_at(p);
	scores[0] = scores[1] = 0;
	for (int i = 0; i < l->words; i++) {
		if ((l->masks[i] & ~at->held[0]) == 0)
			scores[0] += l->worth[i];
		else if ((l->masks[i] & ~at->held[1]) == 0)
			scores[1] += l->worth[i];
	}
}

static int letters_move_text(
	const struct setup *s, const struct position *p, move m, char text[MOVE_TEXT])
{
	(void)s, (void)p;
	text[0] = (char)('A' + m);
	text[1] = '\0';
	return 1;
}

static void letters_write_pile(
	const struct letters_setup *l, const struct letters_position *at, struct text *out)
{
	if (at->plies == l->count)
		text_char(out, '-');
	else
		text_char(out, (char)('A' + l->pile[at->front]));
	for (int i = at->plies + 1; i < l->count; i++)
		text_char(out, (char)('A' + l->pile[i]));
}

static void letters_write_held(uint32_t held, struct text *out)
{
	if (held == 0)
		text_char(out, '-');
	for (; held != 0; held &= held - 1)
		text_char(out, (char)('A' + __builtin_ctz(held)));
}

static void letters_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	const struct letters_position *at = letters_at(p);
	struct turn turn = {
		.seat = (uint8_t)(at->plies % 2 + 1), .out = at->out, .number = 1 + at->plies / 2u};
	struct text out = text_begin(text, POSITION_TEXT);
	letters_write_pile(letters_of(s), at, &out);
	text_char(&out, '/');
	letters_write_held(at->held[0], &out);
	text_char(&out, '/');
	letters_write_held(at->held[1], &out);
	turn_write(&turn, NULL, &out);
	text_end(&out);
}

/* The letter at index t of the pile was second when move t was made, t >= 1. */
static int letters_mover(int t)
{
	return (t - 1) % 2;
}

/* Whether taking first or second letters in turn leads to these hands. Every letter was once the
 * front, its taker then the mover when the next front came up, or was taken as second: so look for
 * the fronts there were, from index 0 on. */
static bool letters_can_be(const struct letters_setup *l, const struct letters_position *at)
{
	bool second[LETTERS_MAX + 1] = {false}; /* its holder can have taken it as second */
	bool front[LETTERS_MAX + 1] = {true};	/* can have been the front */
	for (int t = 1; t < l->count; t++)
		second[t] = at->held[letters_mover(t)] >> l->pile[t] & 1;
	for (int t = 1; t <= at->front; t++) {
		for (int f = t - 1; f >= 0 && !front[t]; f--) {
			front[t] = front[f] && (at->held[letters_mover(t)] >> l->pile[f] & 1);
			if (!second[f])
				break;
		}
	}
	bool can = front[at->front];
	for (int t = at->front + 1; t <= at->plies; t++)
		can = can && second[t];
	return can;
}

/* Takes one of the three parts of a position string, `-` when it is empty. */
static bool letters_take_part(
	const char **at, uint32_t *mask, uint8_t letters[LETTERS_MAX], int *count)
{
	*mask = 0;
	*count = 0;
	if (**at == '-') {
		(*at)++;
		return true;
	}
	*mask = letters_take(at, letters, count);
	return *mask != 0;
}

/* Fills in how far the pile was taken; false when it can never look like this. */
static bool letters_judge(
	const struct letters_setup *l, struct letters_position *at, const uint8_t *left, int count)
{
	at->plies = (uint8_t)(l->count - count);
	at->front = at->plies;
	if (count > 0) {
		at->front = 0;
		while (l->pile[at->front] != left[0])
			at->front++;
		if (at->front > at->plies ||
			memcmp(left + 1, l->pile + at->plies + 1, (size_t)count - 1) != 0)
			return false;
	}
	return letters_can_be(l, at);
}

static bool letters_read(
	const struct setup *s, struct position *p, const char *text, struct error *err)
{
	const struct letters_setup *l = letters_of(s);
	*p = (struct position){0};
	struct letters_position *at = (struct letters_position *)p->bytes;
	uint8_t left[LETTERS_MAX], held[LETTERS_MAX];
	uint32_t mask;
	int count, held_count;
	if (!letters_take_part(&text, &mask, left, &count) || *text++ != '/' ||
		!letters_take_part(&text, &at->held[0], held, &held_count) || *text++ != '/' ||
		!letters_take_part(&text, &at->held[1], held, &held_count))
		return error_set(err,
			"a position starts with the pile and what each seat holds, such as CAB/D/-, no letter twice");
	uint32_t all = letters_pile_mask(l);
	if ((mask & at->held[0]) != 0 || ((mask | at->held[0]) & at->held[1]) != 0 ||
		(mask | at->held[0] | at->held[1]) != all)
		return error_set(
			err, "pile and hands together are not each letter of the first pile once");
	struct turn turn;
	if (!turn_read(&turn, NULL, s->seats, text, err))
		return false;
	if (!letters_judge(l, at, left, count))
		return error_set(
			err, "taking first or second letters of the first pile never leads there");
	if (!turn_follows(&turn, at->plies, NULL, err))
		return false;
	if (turn.out != 0 && letters_to_move(s, p) == 0)
		return error_set(err, "the game is over; no seat can give up");
	at->out = turn.out;
	return true;
}

static uint64_t letters_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct letters_position *at = letters_at(p);
	uint64_t key = random_mix(at->out, (uint64_t)at->held[0] << 32 | at->held[1]);
	return random_mix(key, at->front);
}

/* Points into the setup. */
struct letters_view letters_view(const struct setup *s, const struct position *p)
{
	const struct letters_setup *l = letters_of(s);
	const struct letters_position *at = letters_at(p);
	return (struct letters_view){.words = l->words,
		.masks = l->masks,
		.worth = l->worth,
		.held = {at->held[0], at->held[1]}};
}

static const struct parameter letters_parameters[] = {
	[LETTERS_PILE] = {"pile", NULL, "1 to 26 letters from A to Z, each once, the first on top",
		true},
	[LETTERS_WORDS] = {"words", NULL,
		"words of letters of the pile and their scores: AB:3,CAB:7", false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_letters = {
	.name = "letters",
	.title = "Letters",
	.summary = "take the first or second letter of a pile and make the better words",
	.seat_counts = 1u << 2,
	.position_bytes = sizeof(struct letters_position),
	.scored = true,
	.parameters = letters_parameters,
	.prepare = letters_prepare,
	.parameter = letters_parameter,
	.start = letters_start,
	.to_move = letters_to_move,
	.moves = letters_moves,
	.play = letters_play,
	.forfeit = letters_forfeit,
	.scores = letters_scores,
	.move_text = letters_move_text,
	.write = letters_write,
	.read = letters_read,
	.key = letters_key,
};
