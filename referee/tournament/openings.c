/*
 * openings.c - openings drawn and read.
 */
#include "referee/tournament/openings.h"

#include <assert.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/ground/text-file.h"
#include "referee/tournament/settings.h"

enum { OPENINGS_TRIES = 4096, OPENINGS_CHECKS = 16 };

/* Plays so many moves drawn from the stream. False: the game was over by then. */
static bool openings_walk(
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

/* Walks until one ends in a game that is not over. */
static bool openings_draw(
	const struct setup *s, int plies, uint64_t seed, int tries, struct opening *opening)
{
	uint64_t stream = seed;
	while (tries-- > 0) {
		if (openings_walk(s, plies, &stream, opening))
			return true;
	}
	return false;
}

/* The same until one is even; false: none goes on for so many plies. */
static bool openings_draw_even(const struct openings *o, const struct setup *s, int plies,
	uint64_t seed, struct opening *best)
{
	uint64_t stream = seed;
	int64_t least = INT64_MAX;
	int judged = 0;
	for (int tries = OPENINGS_TRIES; tries > 0 && judged < OPENINGS_JUDGED && least > 0;
		tries--) {
		struct opening drawn = {.is_position = false};
		if (!openings_walk(s, plies, &stream, &drawn))
			continue;
		int64_t weight = o->judge->weigh(o->judge->arg, s, seed, &drawn);
		judged++;
		if (weight < least) {
			least = weight;
			*best = drawn;
		}
	}
	best->uneven = least > 0;
	return judged > 0;
}

/* Moves parted by blanks, from the start. */
static bool openings_play(
	const struct setup *s, const char *moves, struct opening *opening, char *why, size_t room)
{
	size_t used = 0;
	s->rules->start(s, &opening->position);
	for (moves += strspn(moves, " \t"); *moves != '\0'; moves += strspn(moves, " \t")) {
		size_t length = strcspn(moves, " \t");
		char text[MOVE_TEXT];
		move m;
		bool fits = length < sizeof text;
		snprintf(text, sizeof text, "%.*s", (int)(fits ? length : 0), moves);
		if (!fits || !rules_read_move(s, &opening->position, text, &m)) {
			snprintf(why, room, "\"%.*s\" is not legal there",
				(int)(length < 80 ? length : 80), moves);
			return false;
		}
		used += (size_t)snprintf(opening->text + used, sizeof opening->text - used, "%s%s",
			used > 0 ? " " : "", text);
		assert(used < sizeof opening->text);
		s->rules->play(s, &opening->position, m);
		moves += length;
	}
	return true;
}

/* The moves of "moves ..." or "startpos moves ...", of "startpos" none; NULL: it has no moves. */
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

static bool openings_read(
	const struct setup *s, const char *line, struct opening *opening, char *why, size_t room)
{
	const char *moves = openings_moves(line);
	*opening = (struct opening){.is_position = moves == NULL};
	if (moves != NULL) {
		if (!openings_play(s, moves, opening, why, room))
			return false;
	} else {
		if (!s->rules->read(s, &opening->position, line, why, room))
			return false;
		s->rules->write(s, &opening->position, opening->text);
	}
	if (s->rules->to_move(s, &opening->position) != 0)
		return true;
	snprintf(why, room, "the game is over in this position");
	return false;
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

static void openings_load_lines(struct openings *o, const char *path, char *text,
	const struct setup *s, struct mistakes *mistakes)
{
	struct opening opening;
	char why[WHY];
	int number = 0;
	for (char *line; (line = strsep(&text, "\n")) != NULL;) {
		number++;
		line = openings_trim(line);
		if (*line == '\0')
			continue;
		if (strlen(line) >= OPENING_TEXT)
			snprintf(why, sizeof why, "more than %d bytes", OPENING_TEXT - 1);
		else if (openings_read(s, line, &opening, why, sizeof why)) {
			tournament_add_text(&o->lines, &o->count, line);
			continue;
		}
		mistakes_add(mistakes, (struct origin){path, number}, "%.60s: %s", line, why);
	}
}

/* A parameter that is drawn anew for each game, so that a list of moves fits none of them; NULL:
 * every game is played with the same. */
static const char *openings_varying(const struct tournament *t)
{
	for (const struct parameter *p = t->rules->parameters; p->name != NULL; p++) {
		size_t length = strlen(p->name);
		bool given = p->preset != NULL;
		for (int i = 0; i < t->params_count; i++)
			given = given || (strncmp(t->params[i], p->name, length) == 0 &&
						 t->params[i][length] == '=');
		if (!given)
			return p->name;
	}
	return NULL;
}

static bool openings_load_file(struct openings *o, const struct tournament *t,
	const struct setup *s, struct mistakes *mistakes)
{
	char why[WHY];
	int line, before = mistakes->count;
	const char *varying = openings_varying(t);
	if (varying != NULL) {
		mistakes_add(mistakes, settings_origin(t, "openings"),
			"openings = \"%s\": each game draws its own %s, so no opening fits them "
			"all: set it, such as --param %s=...",
			t->openings, varying, varying);
		return false;
	}
	char *text = text_file_read(t->openings, TEXT_FILE_MOST, &line, why, sizeof why);
	if (text == NULL) {
		mistakes_add(mistakes, settings_origin(t, "openings"),
			"openings = \"%s\": the file %s (openings are none, random:PLIES or a "
			"file)",
			t->openings, why);
		return false;
	}
	SHA256Data((const uint8_t *)text, strlen(text), o->digest);
	openings_load_lines(o, t->openings, text, s, mistakes);
	free(text);
	if (o->count == 0 && mistakes->count == before)
		mistakes_add(mistakes, settings_origin(t, "openings"),
			"openings = \"%s\": no opening stands in the file", t->openings);
	if (mistakes->count == before)
		return true;
	openings_clear(o);
	return false;
}

/* The number of random:PLIES; -1: it is none. */
static int openings_plies(const char *text)
{
	int plies = 0;
	if (*text == '\0' || strlen(text) > 6)
		return -1;
	for (; *text >= '0' && *text <= '9'; text++)
		plies = plies * 10 + (*text - '0');
	return *text == '\0' ? plies : -1;
}

/* Some seeds must find such an opening easily, so that none has to try in vain later. */
static bool openings_check_random(
	const struct tournament *t, const struct setup *s, int plies, char *why, size_t room)
{
	struct opening opening;
	if (plies < 0 || plies > OPENINGS_PLIES_MOST) {
		snprintf(why, room,
			"it is random: and a number of plies up to %d, such as random:4",
			OPENINGS_PLIES_MOST);
		return false;
	}
	if (t->max_plies > 0 && plies >= t->max_plies) {
		snprintf(why, room, "a game ends after %d plies (max-plies)", t->max_plies);
		return false;
	}
	for (uint64_t check = 0; check < OPENINGS_CHECKS; check++) {
		if (openings_draw(s, plies, random_mix(t->seed, check),
			    OPENINGS_TRIES / OPENINGS_CHECKS, &opening))
			continue;
		snprintf(why, room, "hardly a game of %s goes on after %d random plies: take fewer",
			t->game, plies);
		return false;
	}
	return true;
}

bool openings_load(struct openings *o, const struct tournament *t, const struct setup *s,
	struct mistakes *mistakes)
{
	static const char random[] = "random:";
	char why[WHY];
	*o = (struct openings){.plies = 0};
	if (strcmp(t->openings, "none") == 0)
		return true;
	if (strncmp(t->openings, random, sizeof random - 1) != 0)
		return openings_load_file(o, t, s, mistakes);
	o->plies = openings_plies(t->openings + sizeof random - 1);
	if (openings_check_random(t, s, o->plies, why, sizeof why))
		return true;
	mistakes_add_value(mistakes, settings_origin(t, "openings"), "openings", t->openings, why);
	return false;
}

void openings_clear(struct openings *o)
{
	for (int i = 0; i < o->count; i++)
		free(o->lines[i]);
	free(o->lines);
	*o = (struct openings){.plies = 0};
}

bool openings_pick(const struct openings *o, const struct setup *s, const struct pairing *p,
	struct opening *opening, char *why, size_t room)
{
	if (o->count > 0)
		return openings_read(
			s, o->lines[p->opening_index % (uint64_t)o->count], opening, why, room);
	*opening = (struct opening){.is_position = false};
	for (int plies = o->plies;; plies--) {
		if (o->judge != NULL ? openings_draw_even(o, s, plies, p->seed, opening)
				     : openings_draw(s, plies, p->seed, OPENINGS_TRIES, opening))
			return true;
		assert(plies > 0);
	}
}
