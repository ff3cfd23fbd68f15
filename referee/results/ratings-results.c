/*
 * ratings-results.c - collects results for ratings, from a database or from a CSV file of another
 * program (RFC 4180, except that a field ends on its line, and that blanks around it are ignored).
 * The first line of the file names one of two kinds: a line for each game of two seats, or a line
 * for each seat of games with any number of seats.
 */
#include "referee/results/ratings.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/plural.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/text-file.h"

/* --- names ------------------------------------------------------------------------------------ */

int ratings_name(struct ratings_names *n, const char *name)
{
	int known = ratings_name_find(n, name);
	if (known >= 0)
		return known;
	if (n->count == n->room) {
		n->room = 2 * n->room + 16;
		n->names = memory_resize(n->names, (size_t)n->room, sizeof *n->names);
	}
	n->names[n->count] = memory_copy(name);
	n->numbers.texts = true;
	n->numbers.value = sizeof(int);
	*(int *)hash_table_get_text(&n->numbers, n->names[n->count]) = n->count;
	return n->count++;
}

int ratings_name_find(const struct ratings_names *n, const char *name)
{
	const int *number = hash_table_find_text(&n->numbers, name);
	return number != NULL ? *number : -1;
}

void ratings_names_clear(struct ratings_names *n)
{
	for (int i = 0; i < n->count; i++)
		free(n->names[i]);
	free(n->names);
	hash_table_clear(&n->numbers);
}

size_t ratings_add(struct ratings_results *r)
{
	size_t seats = (size_t)r->games.seats;
	if (r->games.count == r->room) {
		r->room = r->room + r->room / 2 + 1024;
		r->bot = memory_resize(r->bot, r->room * seats, sizeof *r->bot);
		r->rank = memory_resize(r->rank, r->room * seats, sizeof *r->rank);
		r->games.bot = r->bot;
		r->games.rank = r->rank;
	}
	return r->games.count++;
}

/* --- a database ------------------------------------------------------------------------------- */

int ratings_gather(
	struct ratings_results *r, struct db *db, const struct db_results_of *of, int64_t *strange)
{
	struct db_results *results = db_results(db, of);
	const struct db_result *result;
	/* Our numbers of bots, from 1, by those of the names there; 0: not seen. */
	int *numbers = memory_get((size_t)db_results_names(results) + 1, sizeof *numbers);
	*strange = 0;
	while ((result = db_results_next(results)) != NULL) {
		if (!result->scored || (of->forfeits && result->forfeit))
			continue;
		if (result->seats != r->games.seats) {
			*strange = result->game;
			break;
		}
		size_t at = ratings_add(r) * (size_t)result->seats;
		for (int i = 0; i < result->seats; i++) {
			int *number = &numbers[result->bot[i]];
			if (*number == 0)
				*number = 1 + ratings_name(&r->names,
						      db_results_name(results, result->bot[i]));
			r->bot[at + (size_t)i] = *number - 1;
			r->rank[at + (size_t)i] = (uint8_t)result->rank[i];
		}
	}
	r->games.bots = r->names.count;
	free(numbers);
	return db_results_end(results);
}

void ratings_results_clear(struct ratings_results *r)
{
	free(r->bot);
	free(r->rank);
	ratings_names_clear(&r->names);
}

int ratings_fit(
	struct ratings_results *r, struct db *db, int64_t tournament, struct rating_table **table)
{
	static const struct rating_options usual = {.prior = 1, .advantage = true};
	const struct db_results_of of = {
		.tournaments = &tournament, .count = 1, .since_ms = INT64_MIN};
	int64_t strange = 0;
	int error = r->games.seats >= 2 ? ratings_gather(r, db, &of, &strange) : DB_OK;
	*table = NULL;
	if (error == DB_OK && r->games.count > 0 && strange == 0)
		*table = rating_create(&r->games, &usual);
	return error;
}

/* --- a CSV file ------------------------------------------------------------------------------- */

enum { FROM_FIELDS = 5, FROM_MISTAKES = 20, FROM_PLACE_MAX = 999999 };

#define FROM_MAX    ((size_t)1 << 31) /* bytes */
#define FROM_BLANKS " \t"	      /* ignored around a field, unless it is quoted */

/* A line of game,seat,player,place. */
struct from_seat {
	int game, seat, bot, place, line;
};

struct from {
	const char *path;
	int line, mistakes;
	struct ratings_results *results;
	struct ratings_names games; /* the names in the file */
	struct from_seat *seats;
	size_t count, room;
};

struct from_kind {
	const char *header;
	int fields;
	void (*line)(struct from *f, char **fields);
	void (*end)(struct from *f);
};

static void from_mistake(struct from *f, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void from_mistake(struct from *f, int line, const char *format, ...)
{
	char text[512];
	va_list arguments;
	if (f->mistakes++ >= FROM_MISTAKES)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	char *plain = escape_text(text, false);
	char *path = escape_text(f->path, false);
	if (line > 0)
		fprintf(stderr, "%s:%d: %s\n", path, line, plain);
	else
		fprintf(stderr, "%s: %s\n", path, plain);
	free(plain);
	free(path);
}

/* Removes the blanks at the end. */
static void from_trim(char *text)
{
	size_t length = strlen(text);
	while (length > 0 && strchr(FROM_BLANKS, text[length - 1]) != NULL)
		length--;
	text[length] = '\0';
}

/* Takes one field from *rest, without its quotes. NULL: a mistake, which was reported. *rest is
 * NULL after the last field. */
static char *from_field(struct from *f, char **rest)
{
	char *field = *rest + strspn(*rest, FROM_BLANKS), *in = field, *out = field;
	if (*in != '"') {
		char *end = field + strcspn(field, ",");
		*rest = *end == ',' ? end + 1 : NULL;
		*end = '\0';
		from_trim(field);
		if (strchr(field, '"') == NULL)
			return field;
		from_mistake(f, f->line,
			"a quote inside %s; put quotes around the whole field and double each quote in it: \"say \"\"x\"\"\"",
			field);
		return NULL;
	}
	for (in++; *in != '\0' && (*in != '"' || in[1] == '"'); in++) {
		in += *in == '"';
		*out++ = *in;
	}
	const char *after = *in == '"' ? in + 1 + strspn(in + 1, FROM_BLANKS) : NULL;
	if (after == NULL || (*after != ',' && *after != '\0')) {
		from_mistake(f, f->line, "%s",
			after == NULL
				? "a quoted field does not end; it needs a closing quote on the same line"
				: "text after a quoted field; only a comma or the end of the line may follow it");
		return NULL;
	}
	*rest = *after == ',' ? in + (after - in) + 1 : NULL;
	*out = '\0';
	return field;
}

/* Splits a line into fields. -1: a mistake, which was reported. Fields beyond the room are only
 * counted. */
static int from_split(struct from *f, char *line, char **fields)
{
	int count = 0;
	for (char *rest = line; rest != NULL; count++) {
		char *field = from_field(f, &rest);
		if (field == NULL)
			return -1;
		if (count < FROM_FIELDS)
			fields[count] = field;
	}
	return count;
}

/* The number of a bot; -1: a mistake, which was reported. */
static int from_bot(struct from *f, const char *name)
{
	if (*name != '\0')
		return ratings_name(&f->results->names, name);
	from_mistake(f, f->line, "the bot has no name");
	return -1;
}

static void from_two(struct from *f, char **fields)
{
	char *end;
	int first = from_bot(f, fields[0]), second = from_bot(f, fields[1]);
	double score = strtod(fields[2], &end);
	if (*fields[2] == '\0' || *end != '\0' || (score != 0 && score != 0.5 && score != 1)) {
		from_mistake(f, f->line,
			"score_first is \"%s\"; it is 1 when the first wins, 0.5 for a draw, 0 when the second wins",
			fields[2]);
		return;
	}
	if (first < 0 || second < 0)
		return;
	if (first == second) {
		from_mistake(f, f->line,
			"first and second are both \"%s\"; a player is no opponent of itself",
			fields[0]);
		return;
	}
	size_t game = ratings_add(f->results);
	f->results->bot[2 * game] = first;
	f->results->bot[2 * game + 1] = second;
	f->results->rank[2 * game] = score < 0.5 ? 2 : 1;
	f->results->rank[2 * game + 1] = score > 0.5 ? 2 : 1;
}

/* Reads a seat or a place; 0: a mistake, which was reported. */
static int from_number(struct from *f, const char *what, const char *text, int most)
{
	size_t length = strlen(text);
	int number = length < 8 && strspn(text, "0123456789") == length ? atoi(text) : 0;
	if (number >= 1 && number <= most)
		return number;
	from_mistake(f, f->line, "%s is \"%s\"; it is a number from 1 to %d", what, text, most);
	return 0;
}

static void from_place(struct from *f, char **fields)
{
	struct from_seat s = {.line = f->line};
	int mistakes = f->mistakes;
	if (*fields[0] == '\0')
		from_mistake(f, f->line, "the game has no name; lines of one game have the same");
	s.seat = from_number(f, "seat", fields[1], RATING_SEATS);
	s.bot = from_bot(f, fields[2]);
	s.place = from_number(f, "place", fields[3], FROM_PLACE_MAX);
	if (f->mistakes > mistakes)
		return;
	s.game = ratings_name(&f->games, fields[0]);
	if (f->count == f->room) {
		f->room = 2 * f->room + 1024;
		f->seats = memory_resize(f->seats, f->room, sizeof *f->seats);
	}
	f->seats[f->count++] = s;
}

static int from_compare(const void *a, const void *b)
{
	const struct from_seat *x = a, *y = b;
	if (x->game != y->game)
		return x->game < y->game ? -1 : 1;
	if (x->seat != y->seat)
		return x->seat < y->seat ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* The number of seats of the game that begins at from. */
static int from_seats(const struct from *f, size_t from)
{
	size_t to = from;
	while (to < f->count && f->seats[to].game == f->seats[from].game)
		to++;
	return (int)(to - from);
}

/* Checks that the seats are numbered from 1 without gaps. Reports the first mistake. */
static void from_check(struct from *f, size_t from, int seats)
{
	const struct from_seat *s = &f->seats[from];
	const char *game = f->games.names[s->game];
	if (seats < 2)
		from_mistake(f, s->line, "game %s has one seat; it has 2 to %d, a line for each",
			game, RATING_SEATS);
	int alone = 1;
	for (int i = 0; i < seats && seats > 1; i++) {
		alone += i > 0 && s[i].bot == s[0].bot;
		if (s[i].seat == i + 1)
			continue;
		if (i > 0 && s[i].seat == s[i - 1].seat)
			from_mistake(f, s[i].line, "seat %d of game %s was on line %d already",
				s[i].seat, game, s[i - 1].line);
		else
			from_mistake(f, s[i].line,
				"game %s has a seat %d and no seat %d; seats are 1, 2, 3 ...", game,
				s[i].seat, i + 1);
		return;
	}
	if (seats > 1 && alone == seats)
		from_mistake(f, s->line,
			"all seats of game %s are of one player, which is no opponent of itself",
			game);
}

/* The rank of a seat in its game: places may have gaps. */
static uint8_t from_rank(const struct from_seat *game, int seats, int seat)
{
	uint8_t rank = 1;
	for (int i = 0; i < seats; i++)
		rank += game[i].place < game[seat].place;
	return rank;
}

static void from_game(struct from *f, const struct from_seat *game, int seats)
{
	struct ratings_results *r = f->results;
	size_t at = ratings_add(r) * (size_t)r->games.seats;
	for (int i = 0; i < r->games.seats; i++) {
		r->bot[at + (size_t)i] = i < seats ? game[i].bot : -1;
		r->rank[at + (size_t)i] = i < seats ? from_rank(game, seats, i) : 0;
	}
}

static void from_places(struct from *f)
{
	int most = 2;
	if (f->count > 0)
		qsort(f->seats, f->count, sizeof *f->seats, from_compare);
	for (size_t i = 0; i < f->count;) {
		int seats = from_seats(f, i);
		from_check(f, i, seats);
		most = seats > most ? seats : most;
		i += (size_t)seats;
	}
	f->results->games.seats = most;
	for (size_t i = 0; i < f->count && f->mistakes == 0;) {
		int seats = from_seats(f, i);
		from_game(f, &f->seats[i], seats);
		i += (size_t)seats;
	}
}

static const struct from_kind from_kinds[] = {
	{"first,second,score_first", 3, from_two, NULL},
	{"game,seat,player,place", 4, from_place, from_places},
	{NULL, 0, NULL, NULL},
};

/* Are these the field names of a kind? Case is ignored. */
static bool from_is(const struct from_kind *kind, char **fields, int count)
{
	char header[64] = "";
	for (int i = 0; i < count && count == kind->fields; i++) {
		size_t used = strlen(header);
		snprintf(header + used, sizeof header - used, "%s%s", i > 0 ? "," : "", fields[i]);
	}
	return strcasecmp(header, kind->header) == 0;
}

/* The kind that the first line names; NULL: a mistake, which was reported. */
static const struct from_kind *from_kind(struct from *f, char *header)
{
	char *fields[FROM_FIELDS], *first = memory_copy(header);
	const struct from_kind *kind = from_kinds;
	int count = from_split(f, header, fields);
	while (count >= 0 && kind->header != NULL && !from_is(kind, fields, count))
		kind++;
	if (count >= 0 && kind->header == NULL)
		from_mistake(f, 1, "the first line is \"%.100s\"; it is %s or %s", first,
			from_kinds[0].header, from_kinds[1].header);
	free(first);
	return count >= 0 && kind->header != NULL ? kind : NULL;
}

static void from_line(struct from *f, const struct from_kind *kind, char *line)
{
	char *fields[FROM_FIELDS];
	if (line[strspn(line, FROM_BLANKS)] == '\0')
		return;
	int count = from_split(f, line, fields);
	if (count == kind->fields)
		kind->line(f, fields);
	else if (count >= 0)
		from_mistake(f, f->line, "the line has %s; %s has %d", counted(count, "field").text,
			kind->header, kind->fields);
}

static void from_text(struct from *f, char *text)
{
	const struct from_kind *kind = NULL;
	for (char *line = text; line != NULL; f->line++) {
		char *end = strchr(line, '\n');
		if (end != NULL)
			*end = '\0';
		if (f->line == 1)
			kind = from_kind(f, line);
		else
			from_line(f, kind, line);
		if (kind == NULL)
			return;
		line = end != NULL ? end + 1 : NULL;
	}
	if (kind->end != NULL)
		kind->end(f);
}

bool ratings_from(struct ratings_results *r, const char *path)
{
	struct from f = {.path = path, .line = 1, .results = r};
	struct error err;
	int line;
	char *text = text_file_read(path, FROM_MAX, &line, &err);
	r->games.seats = 2;
	if (text == NULL)
		from_mistake(&f, line, "%s", err.text);
	else
		from_text(&f, text);
	if (f.mistakes > FROM_MISTAKES)
		fprintf(stderr, "... and %d more mistakes\n", f.mistakes - FROM_MISTAKES);
	r->games.bots = r->names.count;
	ratings_names_clear(&f.games);
	free(f.seats);
	free(text);
	return f.mistakes == 0;
}
