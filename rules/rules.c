/*
 * rules.c - what all games share: setups from settings, moves from text, ranks from scores, and
 * the seeded stream of random numbers.
 */
#include "rules/rules.h"

#include "rules/text.h"

#include <string.h>

enum { RULES_NAME_MAX = 32 };

/* Appends a string as far as there is room. */
static void rules_append(char *line, size_t room, const char *string)
{
	size_t length = strlen(line);
	while (length + 1 < room && *string != '\0')
		line[length++] = *string++;
	line[length] = '\0';
}

/* Letters to change, add or drop to make b of the length letters at a (Levenshtein 1966). */
static int rules_distance(const char *a, size_t length, const char *b)
{
	int row[RULES_NAME_MAX + 1];
	size_t width = strlen(b);
	assert(width <= RULES_NAME_MAX);
	for (size_t j = 0; j <= width; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= length; i++) {
		int corner = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= width; j++) {
			int best = corner + (a[i - 1] != b[j - 1]);
			corner = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[width];
}

/* Says that there is no such parameter, and which one may be meant. */
static bool rules_refuse_key(
	const struct rules *rules, const char *key, size_t length, struct error *err)
{
	const struct parameter *nearest = NULL;
	int least = 3;
	char names[128] = "";
	for (const struct parameter *p = rules->parameters; p->name != NULL; p++) {
		rules_append(names, sizeof names, names[0] == '\0' ? "" : ", ");
		rules_append(names, sizeof names, p->name);
		int distance =
			length > RULES_NAME_MAX ? least : rules_distance(key, length, p->name);
		if (distance < least) {
			least = distance;
			nearest = p;
		}
	}
	int shown = length > 40 ? 40 : (int)length;
	if (nearest != NULL)
		return error_set(err, "%s has no parameter \"%.*s\"; did you mean \"%s\"?",
			rules->name, shown, key, nearest->name);
	return error_set(err, "%s has no parameter \"%.*s\"; it has %s", rules->name, shown, key,
		names[0] == '\0' ? "none" : names);
}

/* Puts the text of one KEY=VALUE into its row of texts. */
static bool rules_set(
	const struct rules *rules, const char *setting, const char **texts, struct error *err)
{
	const char *equals = strchr(setting, '=');
	if (equals == NULL)
		return error_set(err, "a parameter is set by KEY=VALUE, not \"%.40s\"", setting);
	size_t length = (size_t)(equals - setting);
	if (strlen(equals + 1) >= PARAMETER_TEXT)
		return error_set(err, "the text of \"%.*s\" is longer than %d bytes",
			length > 40 ? 40 : (int)length, setting, PARAMETER_TEXT - 1);
	for (int i = 0; rules->parameters[i].name != NULL; i++) {
		const char *name = rules->parameters[i].name;
		if (strlen(name) == length && memcmp(name, setting, length) == 0) {
			texts[i] = equals + 1;
			return true;
		}
	}
	return rules_refuse_key(rules, setting, length, err);
}

/* Says how many can play. */
static bool rules_refuse_seats(const struct rules *rules, int seats, struct error *err)
{
	char counts[64] = "";
	for (int n = 1; n <= SEATS_MAX; n++) {
		if (!(rules->seat_counts >> n & 1))
			continue;
		bool last = rules->seat_counts >> (n + 1) == 0;
		rules_append(counts, sizeof counts, counts[0] == '\0' ? "" : last ? " or " : ", ");
		rules_append(counts, sizeof counts, (char[]){(char)('0' + n), '\0'});
	}
	return error_set(err, "%s is for %s seats, not %d", rules->name, counts, seats);
}

bool setup_init(struct setup *s, const struct rules *rules, int seats, uint64_t seed,
	const char *const *settings, int count, struct error *err)
{
	memset(s, 0, sizeof *s);
	if (seats == 0)
		seats = __builtin_ctz(rules->seat_counts);
	if (seats < 1 || seats > SEATS_MAX || !(rules->seat_counts >> seats & 1))
		return rules_refuse_seats(rules, seats, err);
	s->rules = rules;
	s->seats = seats;
	const char *texts[PARAMETERS_MAX] = {NULL};
	for (int i = 0; rules->parameters[i].name != NULL; i++) {
		assert(i < PARAMETERS_MAX);
		texts[i] = rules->parameters[i].preset;
	}
	for (int i = 0; i < count; i++)
		if (!rules_set(rules, settings[i], texts, err))
			return false;
	return rules->prepare(s, texts, seed, err);
}

bool rules_vary(const struct rules *rules)
{
	for (const struct parameter *p = rules->parameters; p->name != NULL; p++)
		if (p->preset == NULL)
			return true;
	return false;
}

bool rules_read_move(const struct setup *s, const struct position *p, const char *text, move *m)
{
	move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count; i++) {
		char legal[MOVE_TEXT];
		s->rules->move_text(s, p, moves[i], legal);
		if (legal[0] == text[0] && strcmp(legal, text) == 0) {
			*m = moves[i];
			return true;
		}
	}
	return false;
}

void rules_ranks(const int64_t *scores, int seats, int *ranks)
{
	for (int i = 0; i < seats; i++) {
		ranks[i] = 1;
		for (int j = 0; j < seats; j++)
			ranks[i] += scores[j] > scores[i];
	}
}

uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint64_t random_below(uint64_t *state, uint64_t n)
{
	assert(n > 0);
	unsigned __int128 product = (unsigned __int128)random_next(state) * n;
	uint64_t low = (uint64_t)product;
	if (low < n) {
		uint64_t unfair = -n % n;
		while (low < unfair) {
			product = (unsigned __int128)random_next(state) * n;
			low = (uint64_t)product;
		}
	}
	return (uint64_t)(product >> 64);
}

uint64_t random_mix(uint64_t hash, uint64_t value)
{
	uint64_t state = hash ^ random_next(&value);
	return random_next(&state);
}
