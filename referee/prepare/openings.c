/*
 * openings.c - reads and draws openings.
 */
#include "referee/prepare/openings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "rules/process/rules-process.h"
#include "base/hash-table.h"
#include "base/text-file.h"
#include "referee/game/decided-position.h"
#include "referee/game/game-hash.h"
#include "referee/process/crypto.h"
#include "referee/schedule/combinations.h"
#include "referee/config/settings.h"

enum { OPENINGS_TRIES = 4096, OPENINGS_CHECKS = 16 };

/* Plays this number of moves drawn from the stream. False: the game ended before. */
static bool openings_draw_moves(
	const struct setup *s, int plies, uint64_t *stream, struct opening *opening)
{
	move moves[MOVES_MAX];
	size_t used = 0;
	opening->text[0] = '\0';
	s->rules->start(s, &opening->position);
	for (int ply = 0; ply < plies; ply++) {
		int count = s->rules->moves(s, &opening->position, moves);
		if (count == 0)
			return false;
		move m = moves[random_below(stream, (uint64_t)count)];
		char text[MOVE_TEXT];
		s->rules->move_text(s, &opening->position, m, text);
		used += (size_t)snprintf(opening->text + used, sizeof opening->text - used, "%s%s",
			ply > 0 ? " " : "", text);
		assert(used < sizeof opening->text);
		s->rules->play(s, &opening->position, m);
	}
	return s->rules->to_move(s, &opening->position) != 0;
}

/* The requirements for a drawn opening. */
struct openings_options {
	int plies;
	bool open; /* not decided within two plies */
};

/* The same. False also if the opening does not meet the requirements. */
static bool openings_try(const struct setup *s, const struct openings_options *options,
	uint64_t *stream, struct opening *opening)
{
	return openings_draw_moves(s, options->plies, stream, opening) &&
	       !(options->open && decided_position_soon(s, &opening->position));
}

/* Draws until an opening meets the requirements. */
static bool openings_draw(const struct setup *s, const struct openings_options *options,
	uint64_t seed, int tries, struct opening *opening)
{
	uint64_t stream = seed;
	while (tries-- > 0) {
		if (openings_try(s, options, &stream, opening))
			return true;
	}
	return false;
}

/* Draws until one is even; false: no opening of this many plies was found. */
static bool openings_draw_even(const struct openings *o, const struct setup *s,
	const struct openings_options *options, uint64_t seed, struct opening *best)
{
	uint64_t stream = seed;
	int64_t smallest = INT64_MAX;
	int judged = 0;
	for (int tries = OPENINGS_TRIES; tries > 0 && judged < OPENINGS_JUDGED && smallest > 0;
		tries--) {
		struct opening drawn = {.is_position = false};
		if (!openings_try(s, options, &stream, &drawn))
			continue;
		int64_t weight = o->judge->weigh(o->judge->arg, s, seed, &drawn);
		judged++;
		if (weight < smallest) {
			smallest = weight;
			*best = drawn;
		}
	}
	best->uneven = smallest > 0;
	return judged > 0;
}

/* Plays moves separated by blanks from the start; with plies above 0 at most this number. */
static bool openings_play(const struct setup *s, const char *moves, int plies,
	struct opening *opening, struct error *err)
{
	size_t used = 0;
	s->rules->start(s, &opening->position);
	moves += strspn(moves, " \t");
	for (int ply = 0; *moves != '\0' && (plies == 0 || ply < plies); ply++) {
		size_t length = strcspn(moves, " \t");
		char text[MOVE_TEXT];
		move m;
		bool fits = length < sizeof text;
		snprintf(text, sizeof text, "%.*s", (int)(fits ? length : 0), moves);
		if (!fits || !rules_read_move(s, &opening->position, text, &m))
			return error_set(err, "\"%.*s\" is not legal there",
				(int)(length < 80 ? length : 80), moves);
		used += (size_t)snprintf(opening->text + used, sizeof opening->text - used, "%s%s",
			used > 0 ? " " : "", text);
		assert(used < sizeof opening->text);
		s->rules->play(s, &opening->position, m);
		moves += length + strspn(moves + length, " \t");
	}
	return true;
}

/* The moves of "moves ..." or "startpos moves ..."; for "startpos" none; NULL: another form. */
static const char *openings_moves(const char *line)
{
	static const char *const starts[] = {"startpos moves", "moves", "startpos"};
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		size_t length = strlen(starts[i]);
		if (strncmp(line, starts[i], length) == 0 && strchr(" \t", line[length]) != NULL)
			return line + length;
	}
	return NULL;
}

static bool openings_read(const struct setup *s, const char *line, int plies,
	struct opening *opening, struct error *err)
{
	const char *moves = openings_moves(line);
	*opening = (struct opening){.is_position = moves == NULL};
	if (moves != NULL) {
		if (!openings_play(s, moves, plies, opening, err))
			return false;
	} else {
		if (!s->rules->read(s, &opening->position, line, err))
			return false;
		s->rules->write(s, &opening->position, opening->text);
	}
	if (s->rules->to_move(s, &opening->position) != 0)
		return true;
	return error_set(err, "the game is over in this position");
}

/* Cuts off the comment and the blanks around it. */
static char *openings_trim(char *line)
{
	char *comment = strchr(line, '#');
	if (comment != NULL)
		*comment = '\0';
	line += strspn(line, " \t");
	size_t length = strlen(line);
	while (length > 0 && strchr(" \t", line[length - 1]) != NULL)
		line[--length] = '\0';
	return line;
}

/* Adds a line, unless openings-plies has made it that of an earlier one. */
static void openings_keep(struct openings *o, const struct setup *s, struct hash_table *seen,
	int number, const char *line, const struct opening *opening)
{
	uint64_t key = s->rules->key(s, &opening->position);
	int *first = hash_table_get(seen, key); /* the kept line with this position; 0: none */
	bool same = *first != 0;
	if (same && o->t->openings_plies > 0) {
		o->twice++;
		return;
	}
	if (same && o->same++ == 0) {
		o->same_line = number;
		o->same_as = *first;
	}
	if (!same)
		*first = number;
	tournament_add_text(&o->lines, &o->count, line);
	if (!decided_position_soon(s, &opening->position))
		return;
	if (o->decided++ == 0)
		o->decided_line = number;
}

static void openings_load_lines(struct openings *o, const char *path, char *text,
	const struct setup *s, struct diagnostics *mistakes)
{
	struct opening opening;
	struct hash_table seen = {.value = sizeof(int)}; /* numbers of lines, by their positions */
	struct error err;
	int number = 0;
	for (char *line; (line = strsep(&text, "\n")) != NULL;) {
		number++;
		line = openings_trim(line);
		if (*line == '\0')
			continue;
		if (strlen(line) >= OPENING_TEXT)
			error_set(&err, "more than %d bytes", OPENING_TEXT - 1);
		else if (openings_read(s, line, o->t->openings_plies, &opening, &err)) {
			openings_keep(o, s, &seen, number, line, &opening);
			continue;
		}
		diagnostics_add(
			mistakes, (struct origin){path, number}, "%.60s: %s", line, err.text);
	}
	hash_table_clear(&seen);
}

static bool openings_load_file(struct openings *o, const struct tournament *t,
	const struct setup *s, struct diagnostics *mistakes)
{
	struct error err;
	int line, before = mistakes->count;
	const struct parameter *drawn =
		game_hash_drawn(t->rules, (const char *const *)t->params, t->params_count);
	if (drawn != NULL) {
		diagnostics_add(mistakes, t->set[SETTING_OPENINGS],
			"openings = \"%s\": each game draws its own %s, so no opening fits all games; set it, such as --param %s=...",
			t->openings, drawn->name, drawn->name);
		return false;
	}
	char *text = text_file_read_of(t->openings, TEXT_FILE_MAX, t->owner, &line, &err);
	if (text == NULL) {
		diagnostics_add(mistakes, t->set[SETTING_OPENINGS],
			"openings = \"%s\": the file %s (openings are none, random:PLIES or a file)",
			t->openings, err.text);
		return false;
	}
	crypto_hash_text(text, strlen(text), o->digest);
	openings_load_lines(o, t->openings, text, s, mistakes);
	free(text);
	if (o->count == 0 && mistakes->count == before)
		diagnostics_add(mistakes, t->set[SETTING_OPENINGS],
			"openings = \"%s\": the file has no opening; write one opening per line",
			t->openings);
	else if (t->openings_start > o->count && mistakes->count == before)
		diagnostics_add(mistakes, t->set[SETTING_OPENINGS_START],
			"openings-start = %d: the file \"%s\" has %s; use a number up to %d",
			t->openings_start, t->openings, counted(o->count, "opening").text,
			o->count);
	if (mistakes->count == before)
		return true;
	openings_clear(o);
	return false;
}

/* The PLIES of random:PLIES; -1: another form. */
static int openings_plies(const char *text)
{
	int plies = 0;
	if (*text == '\0' || strlen(text) > 6)
		return -1;
	for (; *text >= '0' && *text <= '9'; text++)
		plies = plies * 10 + (*text - '0');
	return *text == '\0' ? plies : -1;
}

/* Do some seeds find such an opening easily? */
static bool openings_seeds_find(
	const struct tournament *t, const struct setup *s, const struct openings_options *options)
{
	struct opening opening;
	bool found = true;
	for (uint64_t check = 0; check < OPENINGS_CHECKS && found; check++)
		found = openings_draw(s, options, random_mix(t->seed, check),
			OPENINGS_TRIES / OPENINGS_CHECKS, &opening);
	return found;
}

/* Some seeds must find an opening easily, so that no game searches in vain later. */
static bool openings_check_random(
	const struct tournament *t, const struct setup *s, int plies, struct error *err)
{
	const struct openings_options options = {.plies = plies};
	if (plies < 0 || plies > OPENINGS_PLIES_MAX)
		return error_set(err,
			"the form is random:PLIES with PLIES up to %d, such as random:4",
			OPENINGS_PLIES_MAX);
	if (t->terms.max_plies > 0 && plies >= t->terms.max_plies)
		return error_set(err, "a game ends after %s (max-plies)",
			counted(t->terms.max_plies, "ply").text);
	if (openings_seeds_find(t, s, &options))
		return true;
	return error_set(err, "few games of %s continue after %d random plies; set fewer plies",
		t->game, plies);
}

bool openings_are_found(const struct openings *o, const struct setup *s, struct error *err)
{
	const struct openings_options options = {.plies = o->plies, .open = true};
	if (o->plies == 0 || o->t->decided_openings || openings_seeds_find(o->t, s, &options))
		return true;
	return error_set(err,
		"openings = %s: few games of %s are undecided two plies after %d random plies; set fewer plies, or decided-openings = yes",
		o->t->openings, o->t->game, o->plies);
}

bool openings_load(struct openings *o, const struct tournament *t, const struct setup *s,
	struct diagnostics *mistakes)
{
	static const char random[] = "random:";
	struct error err;
	*o = (struct openings){.t = t};
	if (strcmp(t->openings, "none") == 0)
		return true;
	if (strncmp(t->openings, random, sizeof random - 1) != 0)
		return openings_load_file(o, t, s, mistakes);
	o->plies = openings_plies(t->openings + sizeof random - 1);
	if (openings_check_random(t, s, o->plies, &err))
		return true;
	diagnostics_add_value(
		mistakes, t->set[SETTING_OPENINGS], "openings", t->openings, err.text);
	return false;
}

void openings_clear(struct openings *o)
{
	for (int i = 0; i < o->count; i++)
		free(o->lines[i]);
	free(o->lines);
	*o = (struct openings){.plies = 0};
}

void openings_describe(const struct openings *o, char *text, size_t room)
{
	size_t used = 0;
	*text = '\0';
	if (o->twice > 0)
		used = (size_t)snprintf(text, room,
			"openings-plies = %d: %d of the %d lines of %.200s %s the same position as an earlier line and %s left out\n",
			o->t->openings_plies, o->twice, o->twice + o->count, o->t->openings,
			plural(o->twice, "has", "have"), plural(o->twice, "is", "are"));
	if (o->same == 1 && used < room)
		used += (size_t)snprintf(text + used, room - used,
			"openings: line %d of %.200s has the same position as line %d; both are played\n",
			o->same_line, o->t->openings, o->same_as);
	else if (o->same > 1 && used < room)
		used += (size_t)snprintf(text + used, room - used,
			"openings: %d of the %d lines of %.200s have the same position as an earlier line, the first is line %d with that of line %d; all are played\n",
			o->same, o->count, o->t->openings, o->same_line, o->same_as);
	if (o->decided > 0 && used < room)
		snprintf(text + used, room - used,
			"openings: %d of the %d in %.200s %s decided within two plies, the first in line %d; the tournament plays them too\n",
			o->decided, o->count, o->t->openings, plural(o->decided, "is", "are"),
			o->decided_line);
}

bool openings_line(const struct openings *o, const struct setup *s, int at, struct opening *opening,
	struct error *err)
{
	assert(at >= 0 && at < o->count);
	return openings_read(s, o->lines[at], o->t->openings_plies, opening, err);
}

/* The index in the file of a pairing's opening. */
static int openings_place(const struct openings *o, const struct pairing *p)
{
	const struct tournament *t = o->t;
	uint64_t count = (uint64_t)o->count;
	/* Halved, so that adding rounds never wraps and the sequence continues. */
	uint64_t first =
		t->openings_start > 0 ? (uint64_t)t->openings_start - 1 : p->opening_key >> 1;
	uint64_t place = (first + p->opening_number) % count;
	return (int)(t->openings_sequential ? place
					    : combinations_permute(p->opening_key, count, place));
}

/* Draws with as many plies as possible; false: even the start does not meet the requirements. */
static bool openings_pick_drawn(const struct openings *o, const struct setup *s,
	const struct pairing *p, bool open, struct opening *opening)
{
	bool found = false;
	for (int plies = o->plies; plies >= 0 && !found; plies--) {
		const struct openings_options options = {.plies = plies, .open = open};
		found = o->judge != NULL
				? openings_draw_even(o, s, &options, p->seed, opening)
				: openings_draw(s, &options, p->seed, OPENINGS_TRIES, opening);
	}
	return found;
}

bool openings_pick(const struct openings *o, const struct setup *s, const struct pairing *p,
	struct opening *opening, struct error *err)
{
	if (o->count > 0)
		return openings_line(o, s, openings_place(o, p), opening, err);
	*opening = (struct opening){.is_position = false};
	bool open = o->plies > 0 && !o->t->decided_openings;
	if (open && openings_pick_drawn(o, s, p, true, opening))
		return true;
	bool found = openings_pick_drawn(o, s, p, false, opening);
	assert(found || rules_is_process(s->rules));
	return found || error_set(err, "openings = %s: the rules know none", o->t->openings);
}

/* --- the number of openings ------------------------------------------------------------------ */

/* Limits: positions visited for random openings, and openings counted. */
enum { OPENINGS_NODES = 200000, OPENINGS_COUNT_MAX = 20000 };

struct openings_counter {
	const struct setup *setup;
	int64_t count, max;
	long nodes;
};

/* Counts the positions this number of plies below one; false: there are enough. */
static bool openings_count_below(struct openings_counter *c, const struct position *at, int plies)
{
	const struct rules *rules = c->setup->rules;
	if (++c->nodes > OPENINGS_NODES)
		c->count = c->max;
	else if (plies == 0)
		c->count += rules->to_move(c->setup, at) != 0;
	if (c->count >= c->max || plies == 0)
		return c->count < c->max;
	move *moves = memory_get(MOVES_MAX, sizeof *moves);
	int count = rules->moves(c->setup, at, moves);
	bool more = true;
	for (int i = 0; i < count && more; i++) {
		struct position next = *at;
		rules->play(c->setup, &next, moves[i]);
		more = openings_count_below(c, &next, plies - 1);
	}
	free(moves);
	return more;
}

int64_t openings_count(const struct openings *o, const struct setup *s, int64_t max)
{
	struct openings_counter c = {.setup = s, .max = max};
	struct position start;
	struct opening opening;
	struct hash_table seen = {.value = 0};
	struct error err;
	if (o->count == 0) {
		s->rules->start(s, &start);
		openings_count_below(&c, &start, o->plies);
		return c.count;
	}
	for (int i = 0; i < o->count && (int64_t)seen.count < max; i++) {
		struct game_hash hash;
		if (!openings_line(o, s, i, &opening, &err))
			continue;
		game_hash_begin(&hash, NULL, opening.text);
		hash_table_add(&seen, (uint64_t)game_hash_end(&hash));
	}
	int64_t count = (int64_t)seen.count;
	hash_table_clear(&seen);
	return count;
}

void openings_describe_shortage(
	const struct openings *o, const struct setup *s, char *text, size_t room)
{
	const struct tournament *t = o->t;
	int64_t pairs = (int64_t)fmin(ceil(sprt_expected(&t->sprt)), OPENINGS_COUNT_MAX);
	*text = '\0';
	if (!schedule_find(t->format)->compares || t->repeats_count ||
		game_hash_is_seeded(t->rules, (const char *const *)t->params, t->params_count))
		return;
	if (t->games > 0 && t->games / 2 < pairs)
		pairs = t->games / 2;
	int64_t count = openings_count(o, s, pairs);
	if (count < pairs)
		snprintf(text, room,
			"openings: only %s for up to %lld pairs%s; a pair that repeats another move for move does not count; use more openings",
			counted(count, "opening").text, (long long)pairs,
			pairs == OPENINGS_COUNT_MAX ? " and more" : "");
}
