/*
 * import-text.c - games as export-text.c writes them, read back; and as people write them by hand:
 * a game wants the tags Game, Seat1, Seat2 and so on, and Result or ranks; all else may be missing.
 */
#include "referee/commands/import-text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/decimal.h"
#include "referee/base/hex.h"
#include "referee/base/memory.h"
#include "referee/game/score.h"

enum { TEXT_BYES = 1000000, TEXT_OWN = 1000 /* bots with settings, of a tournament */ };

static const struct {
	const char *name;
	int tag;
	bool of_seat;
} text_tags[] = {
	{"Event", TAG_EVENT},
	{"Game", TAG_GAME},
	{"Round", TAG_ROUND},
	{"Result", TAG_RESULT},
	{"Reason", TAG_REASON},
	{"Opening", TAG_OPENING},
	{"Final", TAG_FINAL},
	{"Params", TAG_PARAMS},
	{"Seed", TAG_SEED},
	{"Pairing", TAG_PAIRING},
	{"Sandbox", TAG_SANDBOX},
	{"Start", TAG_START},
	{"End", TAG_END},
	{"Seat", TAG_SEAT, true},
	{"Rank", TAG_RANK, true},
	{"Verdict", TAG_VERDICT, true},
	{"Detail", TAG_DETAIL, true},
	{"Elo", TAG_ELO, true},
};

static void *text_create(void)
{
	return memory_get(1, sizeof(struct text_in));
}

static void text_forget_game(struct text_in *t)
{
	for (int i = 0; i < TAGS; i++) {
		free(t->tags[i]);
		t->tags[i] = NULL;
	}
	t->any = t->moving = t->comment = t->over = false;
	t->count = t->seats = t->next = 0;
	t->result[0] = '\0';
}

static void text_forget_head(struct text_in *t)
{
	free(t->event);
	free(t->format);
	free(t->definition);
	free(t->note);
	t->event = t->format = t->definition = t->note = NULL;
	t->seed = t->created = 0;
	for (int i = 0; i < t->byes_count; i++)
		free(t->byes[i].name);
	t->byes_count = 0;
	for (int i = 0; i < t->own_count; i++) {
		free(t->own[i].name);
		free(t->own[i].settings);
	}
	t->own_count = 0;
}

static void text_free(void *reader)
{
	struct text_in *t = reader;
	text_forget_game(t);
	text_forget_head(t);
	free(t->moves);
	free(t->words);
	free(t->byes);
	free(t->own);
	free(t);
}

/* --- values --------------------------------------------------------------------------------- */

/* What the backslash at text stands for, and how many bytes that took; 0: nothing. */
static int text_escape(const char *text, char *byte)
{
	int hex = text[1] == 'x' ? hex_byte(text + 2) : -1;
	*byte = text[1] == 'n' ? '\n' : text[1];
	if (text[1] == '"' || text[1] == '\\' || text[1] == 'n')
		return 2;
	*byte = hex > 0 ? (char)hex : '\0';
	return *byte != '\0' ? 4 : 0;
}

/* A quoted text, which begins at text; to be freed. NULL: it is none. *end is after it. */
static char *text_unquote(const char *text, const char **end)
{
	if (*text != '"')
		return NULL;
	char *copy = memory_get(strlen(text), 1), *to = copy;
	for (text++; *text != '"'; to++) {
		int taken = *text == '\\' ? text_escape(text, to) : 1;
		if (*text == '\0' || taken == 0) {
			free(copy);
			return NULL;
		}
		if (*text != '\\')
			*to = *text;
		text += taken;
	}
	*end = text + 1;
	return copy;
}

bool import_text_number(const char *text, int64_t least, int64_t most, int64_t *value)
{
	char *end;
	errno = 0;
	*value = strtoll(text, &end, 10);
	return errno == 0 && end != text && *end == '\0' && !isspace((unsigned char)*text) &&
	       *value >= least && *value <= most;
}

/* --- the lines with % ----------------------------------------------------------------------- */

/* ROUND POINTS "NAME" */
static bool text_head_bye(struct text_in *t, const char *at)
{
	char *end;
	const char *rest;
	errno = 0;
	long round = strtol(at, &end, 10);
	if (errno != 0 || end == at || *end != ' ' || round < 1 || round > INT32_MAX ||
		t->byes_count == TEXT_BYES)
		return false;
	double points = strtod(at = end + 1, &end);
	if (end == at || *end != ' ' || !isfinite(points) || points < 0)
		return false;
	char *name = text_unquote(end + 1, &rest);
	if (name == NULL || *rest != '\0' || *name == '\0') {
		free(name);
		return false;
	}
	t->byes = memory_resize(t->byes, (size_t)t->byes_count + 1, sizeof *t->byes);
	t->byes[t->byes_count++] = (struct text_bye){(int)round, points, name};
	return true;
}

/* "NAME" "KEY = VALUE" */
static bool text_head_own(struct text_in *t, const char *at)
{
	const char *rest = at;
	char *name = text_unquote(at, &rest), *line = NULL;
	bool good = name != NULL && *name != '\0' && *rest == ' ';
	if (good)
		line = text_unquote(rest + 1, &rest);
	good = line != NULL && *rest == '\0' && strstr(line, " = ") != NULL &&
	       strchr(line, '\n') == NULL;
	int i = 0;
	while (good && i < t->own_count && strcmp(t->own[i].name, name) != 0)
		i++;
	good = good && i < TEXT_OWN;
	if (good && i == t->own_count) {
		t->own = memory_resize(t->own, (size_t)i + 1, sizeof *t->own);
		t->own[t->own_count++] = (struct text_own){memory_copy(name), memory_copy("")};
	}
	if (good) {
		char *before = t->own[i].settings;
		t->own[i].settings = memory_print("%s%s\n", before, line);
		free(before);
	}
	free(name);
	free(line);
	return good;
}

static bool text_head_value(struct text_in *t, const char *key, const char *at)
{
	const char *end = at;
	char *value;
	if (strcmp(key, "created") == 0)
		return export_time_read(at, &t->created);
	if (strcmp(key, "bye") == 0)
		return text_head_bye(t, at);
	if (strcmp(key, "own") == 0)
		return text_head_own(t, at);
	if (strcmp(key, "seed") == 0)
		return import_text_number(at, INT64_MIN, INT64_MAX, &t->seed);
	value = text_unquote(at, &end);
	if (value == NULL || *end != '\0') {
		free(value);
		return false;
	}
	if (strcmp(key, "event") == 0) {
		text_forget_head(t);
		t->event = value;
	} else if (strcmp(key, "format") == 0) {
		free(t->format);
		t->format = value;
	} else if (strcmp(key, "note") == 0) {
		free(t->note);
		t->note = value;
	} else {
		char *all =
			memory_print("%s%s\n", t->definition != NULL ? t->definition : "", value);
		free(t->definition);
		free(value);
		t->definition = all;
	}
	return true;
}

/* "%set "game = connect4"": what is none of ours is a comment of somebody's. */
static void text_head(struct text_in *t, struct import *imp, const char *line)
{
	static const char *const keys[] = {
		"event", "created", "format", "seed", "note", "set", "bye", "own"};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		size_t length = strlen(keys[i]);
		if (strncmp(line, keys[i], length) != 0 || line[length] != ' ')
			continue;
		if (!text_head_value(t, keys[i], line + length + 1))
			import_mistake(imp, "%%%s has no value that is one", keys[i]);
		return;
	}
}

/* --- tags ----------------------------------------------------------------------------------- */

static int text_find_tag(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof text_tags / sizeof *text_tags; i++) {
		size_t own = strlen(text_tags[i].name);
		int seat = name[length - 1] - '1';
		if (strncmp(text_tags[i].name, name, own) != 0)
			continue;
		if (!text_tags[i].of_seat && length == own)
			return text_tags[i].tag;
		if (text_tags[i].of_seat && length == own + 1 && seat >= 0 && seat < SEATS_MAX)
			return text_tags[i].tag + seat;
	}
	return TAGS;
}

/* [Name "value"] */
static void text_tag_line(struct text_in *t, struct import *imp, const char *line)
{
	const char *name = line + 1 + strspn(line + 1, " "), *end;
	size_t length = strcspn(name, " \"]");
	const char *at = name + length + strspn(name + length, " ");
	char *value = length > 0 ? text_unquote(at, &end) : NULL;
	if (value == NULL || *(end += strspn(end, " ")) != ']' || end[1] != '\0') {
		import_mistake(
			imp, "this is no tag: [Name \"value\"], and in quotes \\\" and \\\\");
		free(value);
		return;
	}
	int tag = text_find_tag(name, length);
	if (tag != TAGS && t->tags[tag] != NULL)
		import_mistake(imp, "a second tag %.*s", (int)length, name);
	if (tag == TAGS || t->tags[tag] != NULL) {
		free(value);
		return;
	}
	t->tags[tag] = value;
}

/* --- moves ---------------------------------------------------------------------------------- */

static bool text_is_result(const char *word)
{
	static const char *const words[] = {"1-0", "0-1", "1/2-1/2", "0-0", "*"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	/* Ranks, as 1-3-2, or 0-0-0. */
	size_t length = strlen(word);
	for (size_t i = 0; i < length; i++)
		if (i % 2 == 1 ? word[i] != '-' : word[i] < '0' || word[i] > '6')
			return false;
	return length >= 5 && length % 2 == 1 && length < 2 * SEATS_MAX;
}

static void text_add_move(struct text_in *t, struct import *imp, const char *word)
{
	if (strlen(word) >= MOVE_TEXT || t->count == IMPORT_MOVES) {
		import_mistake(imp, "\"%.20s\" is no move, or one too many", word);
		return;
	}
	if (t->count == t->room) {
		t->room = 2 * t->room + 64;
		t->moves = memory_resize(t->moves, (size_t)t->room, sizeof *t->moves);
		t->words = memory_resize(t->words, (size_t)t->room, sizeof *t->words);
	}
	strcpy(t->words[t->count], word);
	t->moves[t->count++] = (struct db_move){.seat = t->next + 1,
		.wait_us = -1,
		.depth = INT64_MIN,
		.score = INT64_MIN,
		.nodes = INT64_MIN};
}

/* "12." begins a row; "12..." does in the second place. */
static bool text_take_row(struct text_in *t, const char *word)
{
	size_t digits = strspn(word, "0123456789");
	size_t dots = strspn(word + digits, ".");
	if (digits == 0 || dots == 0 || word[digits + dots] != '\0')
		return false;
	t->next = dots == 3 ? 1 : 0;
	return true;
}

static void text_word_in(struct text_in *t, struct import *imp, const char *word)
{
	if (t->over) {
		import_mistake(imp, "\"%.20s\" after the game's result", word);
		return;
	}
	if (text_take_row(t, word))
		return;
	if (text_is_result(word)) {
		t->over = true;
		strcpy(t->result, word);
		return;
	}
	if (strcmp(word, "--") != 0)
		text_add_move(t, imp, word);
	t->next = (t->next + 1) % (t->seats > 0 ? t->seats : 1);
}

/* A word of a comment: "+0.31/6", "M5/9", "0.018s"; others are somebody's words. */
static void text_remark(struct text_in *t, const char *word)
{
	size_t length = strlen(word), slash = strcspn(word, "/");
	int64_t value, score;
	if (t->count == 0)
		return;
	struct db_move *m = &t->moves[t->count - 1];
	bool said = score_read(word, slash, &score);
	if (word[length - 1] == 's' && decimal_read(word, length - 1, 6, &value)) {
		m->wall_us = value;
		return;
	}
	if (said)
		m->score = score;
	if ((said || slash == 0) && word[slash] == '/' &&
		import_text_number(word + slash + 1, INT64_MIN + 1, INT64_MAX, &value))
		m->depth = value;
}

/* Words, and comments in braces, which may go on in the next line. */
static void text_move_line(struct text_in *t, struct import *imp, char *line)
{
	while (*line != '\0' && !imp->stopped) {
		line += strspn(line, " \t");
		if (*line == '{' || *line == '}') {
			t->comment = *line++ == '{';
			continue;
		}
		size_t length = strcspn(line, " \t{}");
		char end = line[length];
		line[length] = '\0';
		if (length > 0 && t->comment)
			text_remark(t, line);
		else if (length > 0)
			text_word_in(t, imp, line);
		line[length] = end;
		line += length;
	}
}

/* --- lines ---------------------------------------------------------------------------------- */

static void text_finish(struct text_in *t, struct import *imp)
{
	int64_t now = imp->line_number;
	if (!t->any)
		return;
	/* What is wrong with a game is told with its first line. */
	imp->line_number = t->first;
	if (t->comment)
		import_mistake(imp, "a comment of this game has no }");
	else if (imp->mistakes == t->mistakes)
		import_text_game(t, imp);
	imp->line_number = now;
	text_forget_game(t);
}

static void text_begin(struct text_in *t, struct import *imp)
{
	t->any = true;
	t->first = imp->line_number;
	t->mistakes = imp->mistakes;
}

static void text_begin_moves(struct text_in *t)
{
	t->moving = true;
	while (t->seats < SEATS_MAX && t->tags[TAG_SEAT + t->seats] != NULL)
		t->seats++;
}

static void text_line(void *reader, struct import *imp, char *line, size_t length)
{
	struct text_in *t = reader;
	if (line == NULL) {
		text_finish(t, imp);
		return;
	}
	if (length >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0 && imp->line_number == 1)
		line += 3;
	if (*line == '%') {
		text_finish(t, imp);
		text_head(t, imp, line + 1);
		return;
	}
	if (*line == '[' && !t->comment) {
		if (t->moving)
			text_finish(t, imp);
		if (!t->any)
			text_begin(t, imp);
		text_tag_line(t, imp, line);
		return;
	}
	if (line[strspn(line, " \t")] == '\0')
		return;
	if (!t->any) {
		import_mistake(imp, "moves without tags before them, or no export at all");
		imp->stopped = true;
		return;
	}
	if (!t->moving)
		text_begin_moves(t);
	text_move_line(t, imp, line);
}

const struct import_reader import_text = {text_create, text_line, text_free};
