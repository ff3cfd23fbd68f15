/*
 * answer.c - reads and writes descriptions and position blocks.
 *
 * A line is a word and its arguments, separated by blanks. Each word of a block stands at most
 * once, in any order; which ones must be there follows from whether the game is over.
 */
#include "rules/process/answer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rules/text.h"

/* --- texts ----------------------------------------------------------------------------------- */

/* The bytes of the UTF-8 character at text; 0: there is none. */
static int answer_utf8(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;
	if (c[0] < 0x80)
		return 1;
	int length = c[0] >= 0xc2 && c[0] <= 0xdf   ? 2
		     : c[0] >= 0xe0 && c[0] <= 0xef ? 3
		     : c[0] >= 0xf0 && c[0] <= 0xf4 ? 4
						    : 0;
	for (int i = 1; i < length; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	/* No forms that are too long, no surrogates, nothing too large. */
	bool refused = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
		       (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f);
	return refused ? 0 : length;
}

/* Is the character a control character? So are line and paragraph separators, and those that turn
 * the direction of writing. */
static bool answer_is_control(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;
	return c[0] < 0x20 || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0) ||
	       (c[0] == 0xe2 && c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) ||
	       (c[0] == 0xe2 && c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

/* The bytes of the character at text, which can be printed; 0: there is none. */
static int answer_character(const char *text)
{
	int length = answer_utf8(text);
	return length > 0 && answer_is_control(text) ? 0 : length;
}

/* Which characters of the text cannot be printed; NULL: there are none. */
static const char *answer_unprintable(const char *text)
{
	for (int length; *text != '\0'; text += length)
		if ((length = answer_character(text)) == 0)
			return answer_utf8(text) == 0 ? "bytes that are not UTF-8"
						      : "control characters";
	return NULL;
}

/* Quotes the begin of the text in this room. */
static char *answer_quote_in(char *quote, size_t room, const char *text)
{
	size_t used = 0;
	while (*text != '\0') {
		int length = answer_character(text);
		if (used + (size_t)(length > 0 ? length : 1) + 4 > room) {
			memcpy(quote + used, "...", 3);
			used += 3;
			break;
		}
		if (length == 0) {
			quote[used++] = '?';
			text++;
		}
		for (; length > 0; length--)
			quote[used++] = *text++;
	}
	quote[used] = '\0';
	return quote;
}

char *answer_quote(char quote[ANSWER_QUOTE], const char *text)
{
	return answer_quote_in(quote, ANSWER_QUOTE, text);
}

char *answer_quote_end(char *quote, size_t room, const char *text)
{
	size_t length = strlen(text);
	assert(room >= 16);
	if (length + 4 <= room)
		return answer_quote_in(quote, room, text);
	text += length - (room - 8);
	while ((*text & 0xc0) == 0x80)
		text++;
	memcpy(quote, "...", 3);
	answer_quote_in(quote + 3, room - 3, text);
	return quote;
}

bool answer_is_printable(const char *text)
{
	return answer_unprintable(text) == NULL;
}

/* Does the word stand in the text? */
static bool answer_has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
		if ((at == text || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

bool answer_is_position(const char *text, int seats, struct error *err)
{
	char quote[ANSWER_QUOTE];
	size_t length = strlen(text);
	if (length == 0)
		return error_set(err, "the position is empty; it is a text of 1 to %d bytes",
			POSITION_TEXT - 1);
	if (length >= POSITION_TEXT)
		return error_set(err, "the position has %zu bytes; at most %d are possible", length,
			POSITION_TEXT - 1);
	answer_quote(quote, text);
	if (!answer_is_printable(text))
		return error_set(err,
			"the position \"%s\" has %s; it is UTF-8 without control characters", quote,
			answer_unprintable(text));
	if (text[0] == ' ' || text[length - 1] == ' ')
		return error_set(err, "the position \"%s\" begins or ends with a blank", quote);
	if (answer_has_word(text, "moves"))
		return error_set(err,
			"the position \"%s\" has the word \"moves\"; it ends a position in the bots' protocol",
			quote);
	const char *last = length > 5 ? text + length - 5 : "";
	if (seats == 2 && (strcmp(last, " out1") == 0 || strcmp(last, " out2") == 0))
		return error_set(err,
			"the position \"%s\" ends in \"%s\"; so the referee writes that a seat gave up",
			quote, last + 1);
	return true;
}

bool answer_is_move(const char *text, struct error *err)
{
	char quote[ANSWER_QUOTE];
	size_t length = strlen(text);
	answer_quote(quote, text);
	if (length == 0 || length >= MOVE_TEXT)
		return error_set(err, "the move \"%s\" has %zu bytes; a move has 1 to %d", quote,
			length, MOVE_TEXT - 1);
	if (!answer_is_printable(text))
		return error_set(err,
			"the move \"%s\" has %s; it is UTF-8 without control characters", quote,
			answer_unprintable(text));
	if (strpbrk(text, " ,\"") != NULL)
		return error_set(err,
			"the move \"%s\" has a blank, a comma or a quotation mark; it is one word without them",
			quote);
	if (strcmp(text, "resign") == 0)
		return error_set(err, "the move \"resign\" is a word of the bots' protocol");
	return true;
}

bool answer_is_value(const char *text, struct error *err)
{
	char quote[ANSWER_QUOTE];
	size_t length = strlen(text);
	answer_quote(quote, text);
	if (length == 0 || length >= ANSWER_VALUE)
		return error_set(err, "the value \"%s\" has %zu bytes; it is one word of 1 to %d",
			quote, length, ANSWER_VALUE - 1);
	if (!answer_is_printable(text))
		return error_set(err,
			"the value \"%s\" has %s; it is UTF-8 without control characters", quote,
			answer_unprintable(text));
	if (strchr(text, ' ') != NULL)
		return error_set(err, "the value \"%s\" has a blank; it is one word", quote);
	return true;
}

/* Is it a name: letters, digits and dashes, a letter first? */
static bool answer_is_name(const char *text, struct error *err)
{
	char quote[ANSWER_QUOTE];
	size_t length = strlen(text);
	if (length > 0 && length < ANSWER_NAME && text[0] >= 'a' && text[0] <= 'z' &&
		strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == length)
		return true;
	return error_set(err,
		"the name \"%s\" is not allowed; use 1 to %d lower-case letters, digits and dashes, a letter first",
		answer_quote(quote, text), ANSWER_NAME - 1);
}

/* If the line begins with this word, what follows it; else NULL. */
static const char *answer_after(const char *line, const char *word)
{
	size_t length = strlen(word);
	if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
		return NULL;
	line += length;
	while (*line == ' ')
		line++;
	return line;
}

/* Cuts the next word off *at. Returns its length, 0 at the end; *word points to it. */
static size_t answer_word(const char **at, const char **word)
{
	*at += strspn(*at, " ");
	*word = *at;
	size_t length = strcspn(*at, " ");
	*at += length;
	return length;
}

/* The next word as a number within the bound, either way. */
static bool answer_number(const char **at, int64_t bound, int64_t *number)
{
	*at += strspn(*at, " ");
	return text_take_number(at, number) && (**at == ' ' || **at == '\0') && *number >= -bound &&
	       *number <= bound;
}

/* Reads one number for each seat, and nothing else. */
static bool answer_numbers(const char *line, const char *rest, int seats, int64_t bound,
	int64_t *numbers, struct error *err)
{
	char quote[ANSWER_QUOTE];
	const char *at = rest;
	for (int i = 0; i < seats; i++)
		if (!answer_number(&at, bound, &numbers[i]))
			return error_set(err,
				"\"%s\" has no %d whole numbers from -%lld to %lld, one for each seat",
				answer_quote(quote, line), seats, (long long)bound,
				(long long)bound);
	at += strspn(at, " ");
	if (*at != '\0')
		return error_set(err, "\"%s\" has more than %d numbers, one for each seat",
			answer_quote(quote, line), seats);
	return true;
}

/* --- the description ------------------------------------------------------------------------- */

static const struct answer_feature_row {
	const char *word;
	enum answer_feature feature;
} answer_features[] = {
	{"board", ANSWER_BOARD},
	{"evaluate", ANSWER_EVALUATE},
	{"forfeit", ANSWER_FORFEIT},
	{"scored", ANSWER_SCORED},
	{"zero-sum", ANSWER_ZERO_SUM},
	{NULL},
};

void answer_description_begin(struct answer_description *d)
{
	memset(d, 0, sizeof *d);
}

static bool answer_description_seats(
	struct answer_description *d, const char *rest, struct error *err)
{
	int64_t seats;
	if (d->seat_counts != 0)
		return error_set(err,
			"there are two lines \"seats\"; one has all numbers, as in \"seats 2 3\"");
	do {
		if (!answer_number(&rest, SEATS_MAX, &seats) || seats < 2)
			return error_set(err,
				"\"seats\" is followed by the numbers of seats that can play, 2 to %d",
				SEATS_MAX);
		d->seat_counts |= 1u << seats;
	} while (*rest != '\0');
	return true;
}

static bool answer_description_param(
	struct answer_description *d, const char *rest, struct error *err)
{
	const char *word;
	if (d->parameters_count == PARAMETERS_MAX)
		return error_set(err, "the game has more than %d parameters", PARAMETERS_MAX);
	struct answer_parameter *p = &d->parameters[d->parameters_count];
	memset(p, 0, sizeof *p);
	size_t length = answer_word(&rest, &word);
	snprintf(p->name, sizeof p->name, "%.*s", (int)length, word);
	if (length >= sizeof p->name)
		return error_set(err, "the name of the parameter \"%s\" has more than %d bytes",
			p->name, ANSWER_NAME - 1);
	if (!answer_is_name(p->name, err))
		return false;
	for (int i = 0; i < d->parameters_count; i++)
		if (strcmp(d->parameters[i].name, p->name) == 0)
			return error_set(err, "the parameter \"%s\" stands there twice", p->name);
	if (rest[0] == ' ' && rest[1] == ' ')
		return error_set(err,
			"\"param %s\" is followed by two blanks, so that its default is missing; one blank parts the name, the default and the help",
			p->name);
	length = answer_word(&rest, &word);
	if (length == 0 || length >= sizeof p->preset)
		return error_set(err,
			"\"param %s\" is followed by its default, a word of 1 to %d bytes, or by \"random\"",
			p->name, ANSWER_VALUE - 1);
	memcpy(p->preset, word, length);
	p->drawn = strcmp(p->preset, "random") == 0;
	if (p->drawn)
		p->preset[0] = '\0';
	rest += strspn(rest, " ");
	snprintf(p->help, sizeof p->help, "%s", rest);
	if (strlen(rest) >= sizeof p->help)
		return error_set(err, "the help of the parameter \"%s\" has more than %d bytes",
			p->name, ANSWER_HELP - 1);
	d->parameters_count++;
	return true;
}

static bool answer_description_features(
	struct answer_description *d, const char *rest, struct error *err)
{
	const char *word;
	for (size_t length; (length = answer_word(&rest, &word)) > 0;) {
		const struct answer_feature_row *row = answer_features;
		while (row->word != NULL &&
			(strlen(row->word) != length || memcmp(row->word, word, length) != 0))
			row++;
		if (row->word == NULL) {
			char quote[ANSWER_QUOTE];
			return error_set(err,
				"there is no feature \"%.*s\"; there are board, evaluate, forfeit, scored and zero-sum",
				(int)(length > 40 ? 40 : length), answer_quote(quote, word));
		}
		d->features |= row->feature;
	}
	return true;
}

bool answer_description_line(struct answer_description *d, const char *line, struct error *err)
{
	char quote[ANSWER_QUOTE];
	const char *rest;
	answer_quote(quote, line);
	if (!answer_is_printable(line))
		return error_set(err, "\"%s\" has %s; a line is UTF-8 without control characters",
			quote, answer_unprintable(line));
	if ((rest = answer_after(line, "id name")) != NULL) {
		if (d->name[0] != '\0')
			return error_set(err,
				"there are two lines \"id name\", \"%s\" and \"%s\"; a game has one name",
				d->name, answer_quote(quote, rest));
		if (!answer_is_name(rest, err))
			return false;
		memcpy(d->name, rest, strlen(rest) + 1);
		return true;
	}
	if ((rest = answer_after(line, "id version")) != NULL) {
		if (d->version[0] != '\0')
			return error_set(err, "there are two lines \"id version\"");
		if (strlen(rest) >= sizeof d->version)
			return error_set(err, "the version has %zu bytes; it has at most %d",
				strlen(rest), ANSWER_VERSION - 1);
		memcpy(d->version, rest, strlen(rest) + 1);
		return true;
	}
	if ((rest = answer_after(line, "seats")) != NULL)
		return answer_description_seats(d, rest, err);
	if ((rest = answer_after(line, "param")) != NULL)
		return answer_description_param(d, rest, err);
	if ((rest = answer_after(line, "feature")) != NULL)
		return answer_description_features(d, rest, err);
	return error_set(err,
		"\"%s\" is no line of a description; it has id name, id version, seats, param and feature",
		quote);
}

bool answer_description_end(const struct answer_description *d, struct error *err)
{
	if (d->name[0] == '\0')
		return error_set(err, "the description has no line \"id name NAME\"");
	if (d->seat_counts == 0)
		return error_set(err, "the description has no line \"seats N\"");
	if (d->seat_counts >> 3 != 0 && !(d->features & ANSWER_FORFEIT))
		return error_set(err,
			"a game for more than two seats goes on when one gives up; it needs \"feature forfeit\"");
	if ((d->features & ANSWER_ZERO_SUM) && !(d->features & ANSWER_SCORED))
		return error_set(err, "\"feature zero-sum\" needs \"feature scored\"");
	return true;
}

void answer_description_write(const struct answer_description *d, char text[ANSWER_DESCRIPTION])
{
	struct text t = text_begin(text, ANSWER_DESCRIPTION);
	text_string(&t, "id name ");
	text_string(&t, d->name);
	if (d->version[0] != '\0') {
		text_string(&t, "\nid version ");
		text_string(&t, d->version);
	}
	text_string(&t, "\nseats");
	for (int n = 2; n <= SEATS_MAX; n++)
		if (d->seat_counts >> n & 1) {
			text_char(&t, ' ');
			text_number(&t, n);
		}
	for (int i = 0; i < d->parameters_count; i++) {
		const struct answer_parameter *p = &d->parameters[i];
		text_string(&t, "\nparam ");
		text_string(&t, p->name);
		text_char(&t, ' ');
		text_string(&t, p->drawn ? "random" : p->preset);
		if (p->help[0] != '\0') {
			text_char(&t, ' ');
			text_string(&t, p->help);
		}
	}
	for (const struct answer_feature_row *row = answer_features; row->word != NULL; row++)
		if (d->features & row->feature) {
			text_string(&t, "\nfeature ");
			text_string(&t, row->word);
		}
	text_char(&t, '\n');
	text_end(&t);
}

/* --- the block of a position ----------------------------------------------------------------- */

enum answer_seen {
	SEEN_POSITION = 1,
	SEEN_TURN = 2,
	SEEN_OVER = 4,
	SEEN_LEGAL = 8,
	SEEN_RANK = 16,
	SEEN_SCORES = 32,
	SEEN_KEY = 64,
	SEEN_IN = 128,
};

void answer_block_begin(struct answer_block *b)
{
	memset(b, 0, offsetof(struct answer_block, moves));
}

static bool answer_block_position(
	struct answer_block *b, const char *rest, int seats, struct error *err)
{
	if (!answer_is_position(rest, seats, err))
		return false;
	memcpy(b->position, rest, strlen(rest) + 1);
	return true;
}

static bool answer_block_key(struct answer_block *b, const char *rest, struct error *err)
{
	size_t length = strlen(rest);
	if (length == 0 || length >= sizeof b->key)
		return error_set(err, "the key has %zu bytes; it is a text of 1 to %d", length,
			POSITION_TEXT - 1);
	if (!answer_is_printable(rest))
		return error_set(err, "the key has %s; it is UTF-8 without control characters",
			answer_unprintable(rest));
	memcpy(b->key, rest, length + 1);
	return true;
}

static bool answer_block_turn(
	struct answer_block *b, const char *line, const char *rest, int seats, struct error *err)
{
	char quote[ANSWER_QUOTE];
	int64_t seat;
	if (!answer_number(&rest, SEATS_MAX, &seat) || *rest != '\0' || seat < 1 || seat > seats)
		return error_set(err, "\"%s\" names no seat of the game, 1 to %d",
			answer_quote(quote, line), seats);
	b->turn = (int)seat;
	return true;
}

static bool answer_block_in(
	struct answer_block *b, const char *line, const char *rest, int seats, struct error *err)
{
	char quote[ANSWER_QUOTE];
	while (*rest != '\0') {
		int64_t seat;
		if (!answer_number(&rest, SEATS_MAX, &seat) || seat < 1 || seat > seats ||
			(b->in >> (seat - 1) & 1) != 0)
			return error_set(err,
				"\"%s\" is no list of different seats of the game, 1 to %d",
				answer_quote(quote, line), seats);
		b->in |= 1u << (seat - 1);
	}
	return true;
}

/* A table of the moves that were read, to find one that stands there twice. */
enum { ANSWER_SLOTS = 2 * MOVES_MAX };

static uint32_t answer_hash(const char *word)
{
	uint32_t hash = 2166136261u; /* FNV-1a (Fowler, Noll, Vo) */
	for (; *word != '\0'; word++)
		hash = (hash ^ (unsigned char)*word) * 16777619u;
	return hash;
}

static bool answer_block_legal(struct answer_block *b, const char *rest, struct error *err)
{
	uint32_t slots[ANSWER_SLOTS]; /* where the legal begins, + 1; 0: none */
	const char *word;
	char quote[ANSWER_QUOTE];
	memset(slots, 0, sizeof slots);
	for (size_t length; (length = answer_word(&rest, &word)) > 0;) {
		if (b->count == MOVES_MAX)
			return error_set(err, "there are more than %d legal moves", MOVES_MAX);
		if (length >= MOVE_TEXT)
			return error_set(err, "the move \"%s\" has %zu bytes; a move has 1 to %d",
				answer_quote(quote, word), length, MOVE_TEXT - 1);
		if (b->moves_length + length >= sizeof b->moves)
			return error_set(err, "the legal moves have more than %zu bytes",
				sizeof b->moves - 1);
		char *legal = b->moves + b->moves_length;
		memcpy(legal, word, length);
		legal[length] = '\0';
		if (!answer_is_move(legal, err))
			return false;
		uint32_t slot = answer_hash(legal) % ANSWER_SLOTS;
		for (; slots[slot] != 0; slot = (slot + 1) % ANSWER_SLOTS)
			if (strcmp(b->moves + slots[slot] - 1, legal) == 0)
				return error_set(
					err, "the legal move \"%s\" stands there twice", legal);
		slots[slot] = (uint32_t)b->moves_length + 1;
		b->moves_length += length + 1;
		b->count++;
	}
	return true;
}

/* Are they ranks: 1 is best, ties share the better place? Then scores that rank like this. */
static bool answer_block_rank(
	struct answer_block *b, const char *line, const char *rest, int seats, struct error *err)
{
	char quote[ANSWER_QUOTE];
	int64_t ranks[SEATS_MAX];
	if (!answer_numbers(line, rest, seats, SEATS_MAX, ranks, err))
		return false;
	for (int i = 0; i < seats; i++) {
		int better = 0, worse = 0;
		for (int k = 0; k < seats; k++) {
			better += ranks[k] < ranks[i];
			worse += ranks[k] > ranks[i];
		}
		if (ranks[i] != better + 1)
			return error_set(err,
				"\"%s\" is no ranking: 1 is best, and equal seats share the better place, as in 1 2 2 4",
				answer_quote(quote, line));
		b->scores[i] = worse - better;
	}
	return true;
}

static bool answer_block_scores(struct answer_block *b, const struct answer_description *d,
	const char *line, const char *rest, int seats, struct error *err)
{
	char quote[ANSWER_QUOTE];
	int64_t sum = 0;
	if (!answer_numbers(line, rest, seats, ANSWER_SCORE, b->scores, err))
		return false;
	for (int i = 0; i < seats; i++)
		sum += b->scores[i];
	if ((d->features & ANSWER_ZERO_SUM) && sum != 0)
		return error_set(err, "\"%s\" does not add up to 0, as \"feature zero-sum\" says",
			answer_quote(quote, line));
	return true;
}

static const struct answer_block_word {
	const char *word;
	enum answer_seen seen;
} answer_block_words[] = {
	{"position", SEEN_POSITION},
	{"turn", SEEN_TURN},
	{"over", SEEN_OVER},
	{"legal", SEEN_LEGAL},
	{"rank", SEEN_RANK},
	{"scores", SEEN_SCORES},
	{"key", SEEN_KEY},
	{"in", SEEN_IN},
	{NULL},
};

bool answer_block_line(struct answer_block *b, const struct answer_description *d, int seats,
	const char *line, struct error *err)
{
	char quote[ANSWER_QUOTE];
	const char *rest = NULL;
	const struct answer_block_word *row = answer_block_words;
	while (row->word != NULL && (rest = answer_after(line, row->word)) == NULL)
		row++;
	if (row->word == NULL)
		return error_set(err,
			"\"%s\" is no line of a position; it has position, turn or over, legal, rank or scores, key and in",
			answer_quote(quote, line));
	if (b->seen & row->seen)
		return error_set(err, "\"%s\" stands there twice", row->word);
	b->seen |= row->seen;
	switch (row->seen) {
	case SEEN_POSITION:
		/* Blanks belong to the text. */
		return answer_block_position(b, line[8] == ' ' ? line + 9 : line + 8, seats, err);
	case SEEN_TURN:
		return answer_block_turn(b, line, rest, seats, err);
	case SEEN_OVER:
		return *rest == '\0' || error_set(err, "\"%s\": after \"over\" comes nothing",
						answer_quote(quote, line));
	case SEEN_LEGAL:
		return answer_block_legal(b, rest, err);
	case SEEN_RANK:
		return answer_block_rank(b, line, rest, seats, err);
	case SEEN_SCORES:
		return answer_block_scores(b, d, line, rest, seats, err);
	case SEEN_KEY:
		return answer_block_key(b, rest, err);
	case SEEN_IN:
		return answer_block_in(b, line, rest, seats, err);
	}
	return false;
}

/* The lines of a position that is not over. */
static bool answer_block_end_turn(struct answer_block *b, int seats, struct error *err)
{
	if (b->count == 0)
		return error_set(err,
			"seat %d has the turn but no legal move; a seat that must pass has one move for it, and a game without moves is over",
			b->turn);
	if (b->seen & SEEN_RANK)
		return error_set(err, "there is a rank, but seat %d has the turn", b->turn);
	if (!(b->seen & SEEN_IN))
		b->in = (1u << seats) - 1;
	if (!(b->in >> (b->turn - 1) & 1))
		return error_set(err, "seat %d has the turn, but \"in\" does not name it", b->turn);
	if ((b->in & (b->in - 1)) == 0)
		return error_set(err, "\"in\" names one seat only; then the game is over");
	return true;
}

/* The lines of a position that is over. */
static bool answer_block_end_over(
	struct answer_block *b, const struct answer_description *d, struct error *err)
{
	if (b->seen & SEEN_LEGAL)
		return error_set(err, "the game is over, but there are legal moves");
	if ((b->seen & SEEN_IN) && b->in != 0)
		return error_set(err, "the game is over, but \"in\" names seats");
	if (!(d->features & ANSWER_SCORED) && !(b->seen & SEEN_RANK))
		return error_set(err, "the game is over, but there is no rank");
	if ((d->features & ANSWER_SCORED) && !(b->seen & SEEN_SCORES))
		return error_set(err, "the game is over, but there are no scores");
	return true;
}

bool answer_block_end(
	struct answer_block *b, const struct answer_description *d, int seats, struct error *err)
{
	if (!(b->seen & SEEN_POSITION))
		return error_set(err, "there is no line \"position TEXT\"");
	if (!(b->seen & (SEEN_TURN | SEEN_OVER)))
		return error_set(err, "there is no line \"turn SEAT\" or \"over\"");
	if ((b->seen & SEEN_TURN) && (b->seen & SEEN_OVER))
		return error_set(err, "there is both \"turn %d\" and \"over\"", b->turn);
	if ((b->seen & SEEN_SCORES) && !(d->features & ANSWER_SCORED))
		return error_set(err, "there are scores, but no \"feature scored\"");
	if ((b->seen & SEEN_RANK) && (d->features & ANSWER_SCORED))
		return error_set(err, "there is a rank; with \"feature scored\" it is scores");
	if (strcmp(b->key, b->position) == 0)
		b->key[0] = '\0';
	return b->seen & SEEN_TURN ? answer_block_end_turn(b, seats, err)
				   : answer_block_end_over(b, d, err);
}

/* Appends a word and a number for each seat. */
static void answer_write_numbers(
	struct text *t, const char *word, const int64_t *numbers, int seats)
{
	text_string(t, word);
	for (int i = 0; i < seats; i++) {
		text_char(t, ' ');
		text_number(t, numbers[i]);
	}
}

static void answer_write_result(
	struct text *t, const struct answer_block *b, const struct answer_description *d, int seats)
{
	int ranks[SEATS_MAX];
	int64_t numbers[SEATS_MAX];
	if (d->features & ANSWER_SCORED) {
		answer_write_numbers(t, "\nscores", b->scores, seats);
	} else if (b->turn == 0) {
		rules_ranks(b->scores, seats, ranks);
		for (int i = 0; i < seats; i++)
			numbers[i] = ranks[i];
		answer_write_numbers(t, "\nrank", numbers, seats);
	}
}

void answer_block_write(const struct answer_block *b, const struct answer_description *d, int seats,
	char text[ANSWER_BLOCK])
{
	struct text t = text_begin(text, ANSWER_BLOCK);
	text_string(&t, "position ");
	text_string(&t, b->position);
	if (b->turn > 0) {
		text_string(&t, "\nturn ");
		text_number(&t, b->turn);
		text_string(&t, "\nlegal");
		const char *legal = b->moves;
		for (int i = 0; i < b->count; i++, legal += strlen(legal) + 1) {
			text_char(&t, ' ');
			text_string(&t, legal);
		}
		if (b->in != (1u << seats) - 1) {
			text_string(&t, "\nin");
			for (int seat = 1; seat <= seats; seat++)
				if (b->in >> (seat - 1) & 1) {
					text_char(&t, ' ');
					text_number(&t, seat);
				}
		}
	} else {
		text_string(&t, "\nover");
	}
	answer_write_result(&t, b, d, seats);
	if (b->key[0] != '\0') {
		text_string(&t, "\nkey ");
		text_string(&t, b->key);
	}
	text_char(&t, '\n');
	text_end(&t);
}

/* --- evaluations ----------------------------------------------------------------------------- */

bool answer_values(const char *line, int seats, int64_t values[SEATS_MAX], struct error *err)
{
	char quote[ANSWER_QUOTE];
	int64_t sum = 0;
	const char *rest = answer_after(line, "value");
	if (rest == NULL)
		return error_set(err, "\"%s\" is no line \"value\" with a number for each seat",
			answer_quote(quote, line));
	if (!answer_numbers(line, rest, seats, ANSWER_VALUATION, values, err))
		return false;
	for (int i = 0; i < seats; i++)
		sum += values[i];
	if (sum != 0)
		return error_set(err, "\"%s\" does not add up to 0", answer_quote(quote, line));
	return true;
}
