/*
 * changes.c - compares the programs of a tournament's bots with those that played its games.
 */
#include "referee/director/changes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "base/shell-words.h"
#include "referee/config/definition-text.h"
#include "referee/director/running-ratings.h"
#include "referee/schedule/schedule.h"

enum { CHANGES_NAMED = 3 /* bots in one message */ };

struct changes {
	struct game_store *store;
	char (*digests)[BOT_DIGEST]; /* by bot, as the next two */
	int64_t *others;	     /* owned, as the next: counting games of other programs */
	int64_t *own;		     /* and of this program */
};

/* Keeps the digest that the tournament has. It may cover fewer files if the tournament is old, or
 * more if a bot joined another bot's folder. */
static void changes_take_digest(struct changes *c, const char *name, const char *digest)
{
	char wide[BOT_DIGEST], of_dir[BOT_DIGEST], of_command[BOT_DIGEST];
	const struct tournament *t = c->store->t;
	int bot = tournament_find_bot(t, name);
	if (bot < 0 || t->bots[bot].was != NULL || strcmp(digest, c->digests[bot]) == 0)
		return;
	const struct held_files *held = c->store->programs.held[bot];
	bot_digest_held(&t->bots[bot], held, BOT_DIGEST_WIDE, wide);
	bot_digest_held(&t->bots[bot], held, BOT_DIGEST_DIR, of_dir);
	bot_digest_held(&t->bots[bot], held, BOT_DIGEST_COMMAND, of_command);
	bool fewer = strcmp(digest, of_dir) == 0 || strcmp(digest, of_command) == 0;
	if (!fewer && strcmp(digest, wide) != 0)
		return;
	strcpy(c->digests[bot], digest);
	if (fewer && schedule_find(t->format)->compares)
		game_store_note(c->store,
			"bot %s: the tournament is older than the digest of whole folders; a change of files beside the program is not detected",
			name);
}

/* --- words ------------------------------------------------------------------------------------ */

/* Writes the lines of a text that are missing in the other. True: there is one. */
static bool changes_write_lines(FILE *out, const char *lead, const char *text, const char *other)
{
	bool any = false;
	for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
		bool there = false;
		length = strcspn(text, "\n");
		for (const char *at = other; *at != '\0' && !there;) {
			size_t size = strcspn(at, "\n");
			there = size == length && strncmp(at, text, length) == 0;
			at += size + (at[size] == '\n');
		}
		if (!there)
			fprintf(out, "%s%.*s", any ? ", " : lead, (int)length, text);
		any |= !there;
	}
	return any;
}

/* The settings that differ from those of the last other program of the bot's name, as " (it has X;
 * it had Y)"; "": none. The caller frees the text. */
static char *changes_settings(const struct changes *c, int bot)
{
	const struct bot *b = &c->store->t->bots[bot];
	char *now = bot_definition_with_features(b), *text = NULL;
	char *command = NULL, *settings = NULL; /* of that program */
	size_t size = 0;
	struct db_query q;
	db_query(&q, c->store->db, "tournament-bots", c->store->tournament);
	while (db_next(&q)) {
		if (strcmp(db_text(&q, "name"), b->name) != 0 ||
			strcmp(db_text(&q, "digest"), c->digests[bot]) == 0)
			continue;
		const char *stored = db_text(&q, "settings");
		free(command);
		free(settings);
		command = memory_copy(db_text(&q, "command"));
		settings = memory_copy(stored != NULL ? stored : "");
	}
	FILE *out = memory_open(&text, &size);
	if (db_end(&q) == DB_OK && command != NULL) {
		bool any = strcmp(command, b->command != NULL ? b->command : "") != 0;
		fputs(any ? " (another command" : "", out);
		any |= changes_write_lines(out, any ? "; it has " : " (it has ", now, settings);
		any |= changes_write_lines(out, any ? "; it had " : " (it had ", settings, now);
		fputs(any ? ")" : "", out);
	}
	memory_close(out);
	free(command);
	free(settings);
	free(now);
	return text;
}

/* The caller frees the text. */
static char *changes_describe(const struct changes *c, int bot)
{
	char *settings = changes_settings(c, bot);
	char *text = memory_print(
		"bot %s has changed%s: %lld of the games that count %s played by an older version",
		c->store->t->bots[bot].name, settings, (long long)c->others[bot],
		plural(c->others[bot], "was", "were"));
	free(settings);
	return text;
}

/* --- changes that are accepted or refused ----------------------------------------------------- */

/* Continues with a changed bot and notes it. */
static void changes_note(const struct changes *c, int bot)
{
	const struct tournament *t = c->store->t;
	if (t->submissions != NULL && t->bots[bot].at.file != t->file)
		return; /* its versions come as they are sent */
	char *older = changes_describe(c, bot);
	if (schedule_keeps(t, NULL))
		game_store_note(c->store,
			"%s; give it a new name, or begin a new tournament with --fresh", older);
	else
		game_store_note(c->store,
			"%s, and both count; \"referee run %s --replay %s\" plays them again",
			older, t->file != NULL ? t->file : "FLAGS", t->bots[bot].name);
	free(older);
}

/* Names the changed bots and the ways to continue. */
static void changes_set_refusal(
	const struct changes *c, const bool *refused, int count, struct error *err)
{
	const struct tournament *t = c->store->t;
	const char *file = t->file != NULL ? t->file : "FLAGS", *replayed = NULL;
	char *text = NULL;
	size_t size = 0;
	int named = 0;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < t->bots_count; i++) {
		if (!refused[i] || named++ >= CHANGES_NAMED)
			continue;
		replayed = replayed == NULL ? t->bots[i].name : replayed;
		char *older = changes_describe(c, i);
		fprintf(out, "%s%s", named > 1 ? "; " : "", older);
		free(older);
	}
	if (count > CHANGES_NAMED)
		fprintf(out, "; and %d more bots", count - CHANGES_NAMED);
	if (schedule_keeps(t, NULL))
		fprintf(out, "; \"referee run %s --fresh\" begins", file);
	else
		fprintf(out, "; \"referee run %s --replay %s\" plays them again, --fresh begins",
			file, replayed);
	fprintf(out, " a new tournament, --name NAME one beside it%s",
		schedule_find(t->format)->change == SCHEDULE_CHANGE_ASKS
			? ", --mixed lets both count"
			: "");
	memory_close(out);
	error_set(err, "%s", text);
	free(text);
}

/* Notes the changes, or refuses the tournament because of them. */
static int changes_decide(const struct changes *c, bool mixed, struct error *err)
{
	struct game_store *s = c->store;
	enum schedule_change change = schedule_find(s->t->format)->change;
	bool refused[BOTS_MAX] = {false};
	int count = 0;
	for (int i = 0; i < s->t->bots_count; i++) {
		/* The operator has to accept a change only once: then both programs have games. */
		refused[i] = c->others[i] > 0 && change != SCHEDULE_CHANGE_FREE &&
			     (change == SCHEDULE_CHANGE_NEVER || (!mixed && c->own[i] == 0));
		count += refused[i];
	}
	s->changed = count > 0;
	if (s->changed)
		changes_set_refusal(c, refused, count, err);
	for (int i = 0; i < s->t->bots_count && !s->changed; i++)
		if (c->others[i] > 0)
			changes_note(c, i);
	return s->changed ? DB_NONE : DB_OK;
}

/* --- replayed games --------------------------------------------------------------------------- */

/* Continues an interrupted replay: its games of the current program stay. */
static int changes_replay_bot(const struct changes *c, const char *name)
{
	struct game_store *s = c->store;
	int64_t left, games = 0;
	int bot = tournament_find_bot(s->t, name);
	assert(bot >= 0);
	name = s->t->bots[bot].name;
	int error = db_replay_left(s->db, s->tournament, name, &left);
	if (error == DB_OK)
		error = db_replace(s->db, s->tournament, name, left > 0 ? c->digests[bot] : NULL,
			time_utc(), &games);
	if (error != DB_OK)
		return error;
	if (left + games == 0)
		game_store_note(s, "--replay %s: the bot has played no game yet", name);
	else
		game_store_note(s,
			"%s of %s %s played again; \"referee games --replaced\" lists the old ones, which count no more",
			counted(left + games, "game").text, name,
			plural(left + games, "is", "are"));
	return DB_OK;
}

/* Notes that changed bots play again. */
static void changes_note_replay(const struct changes *c, int changed, int64_t games)
{
	const struct tournament *t = c->store->t;
	char *names = NULL;
	size_t size = 0;
	int named = 0;
	FILE *out = memory_open(&names, &size);
	for (int i = 0; i < t->bots_count; i++)
		if (c->others[i] > 0 && named++ < CHANGES_NAMED)
			fprintf(out, "%s%s", named > 1 ? ", " : "", t->bots[i].name);
	if (changed > CHANGES_NAMED)
		fprintf(out, " and %d more", changed - CHANGES_NAMED);
	memory_close(out);
	game_store_note(c->store,
		"%s changed (%s): %s of older versions %s played again; \"referee games --replaced\" lists the old ones, which count no more",
		counted(changed, "bot has").text, names, counted(games, "game").text,
		plural(games, "is", "are"));
	free(names);
}

/* on-changed = replay: games of older versions count no more. c has counted the games. */
static int changes_replay_all(struct changes *c)
{
	struct game_store *s = c->store;
	int64_t games = 0, all = 0;
	int error = DB_OK, changed = 0;
	for (int i = 0; i < s->t->bots_count && error == DB_OK; i++) {
		if (c->others[i] == 0)
			continue;
		changed++;
		error = db_replace(s->db, s->tournament, s->t->bots[i].name, c->digests[i],
			time_utc(), &games);
		all += games;
	}
	if (error != DB_OK || changed == 0)
		return error;
	changes_note_replay(c, changed, all);
	memset(c->others, 0, (size_t)s->t->bots_count * sizeof *c->others);
	return running_ratings_recalculate(s->db, s->tournament);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Counts the games of each bot's own program and of others. One without a digest, as from a text
 * export, is not another program. A test does not count games of a program that could not be
 * started: the file may have been replaced since. */
static int changes_count_games(struct changes *c)
{
	struct game_store *s = c->store;
	struct db_query q;
	bool test = schedule_find(s->t->format)->compares && !s->repeats_count;
	db_query(&q, s->db, test ? "programs-started" : "programs", s->tournament);
	while (db_next(&q)) {
		const char *digest = db_text(&q, "digest");
		int bot = tournament_find_bot(s->t, db_text(&q, "bot"));
		if (bot >= 0 && s->t->bots[bot].was == NULL && *digest != '\0')
			(strcmp(digest, c->digests[bot]) == 0 ? c->own : c->others)[bot] +=
				db_int(&q, "games");
	}
	return db_end(&q);
}

static int changes_take_digests(struct changes *c)
{
	struct db_query q;
	db_query(&q, c->store->db, "programs", c->store->tournament);
	while (db_next(&q))
		changes_take_digest(c, db_text(&q, "bot"), db_text(&q, "digest"));
	return db_end(&q);
}

int changes_judge(struct game_store *s, char (*digests)[BOT_DIGEST],
	const struct game_store_options *options, struct error *err)
{
	struct changes c = {.store = s,
		.digests = digests,
		.others = memory_get((size_t)s->t->bots_count, sizeof *c.others),
		.own = memory_get((size_t)s->t->bots_count, sizeof *c.own)};
	int error = changes_take_digests(&c);
	for (int i = 0; i < options->replay_count && error == DB_OK; i++)
		error = changes_replay_bot(&c, options->replay[i]);
	if (error == DB_OK && options->replay_count > 0)
		error = running_ratings_recalculate(s->db, s->tournament);
	if (error == DB_OK)
		error = changes_count_games(&c);
	if (error == DB_OK && s->t->on_changed == ON_CHANGED_REPLAY)
		error = changes_replay_all(&c);
	if (error == DB_OK)
		error = running_ratings_read(&s->ratings, s->db, s->tournament, s->t);
	if (error == DB_OK)
		error = changes_decide(
			&c, options->mixed || s->t->on_changed == ON_CHANGED_MIXED, err);
	free(c.others);
	free(c.own);
	return error;
}

/* --- tests ------------------------------------------------------------------------------------ */

void changes_advise_compare(
	const struct tournament *t, const char *began, const char *now, struct error *err)
{
	const struct sprt *s = &t->sprt;
	char *command = NULL;
	size_t size = 0;
	if (strcmp(t->format, "sprt") != 0 || !definition_text_same_games(began, now))
		return;
	FILE *out = memory_open(&command, &size);
	fprintf(out, "; `referee compare %s %s --sprt %g,%g", t->bots[0].name, t->bots[1].name,
		s->elo0, s->elo1);
	if (s->alpha != SPRT_ERROR)
		fprintf(out, " --alpha %g", s->alpha);
	if (s->beta != SPRT_ERROR)
		fprintf(out, " --beta %g", s->beta);
	if (s->model != SPRT_LOGISTIC)
		fprintf(out, " --model %s", sprt_model_name(s->model));
	fputs(" --db ", out);
	shell_words_quote(out, t->db);
	fputs(" --tournament ", out);
	shell_words_quote(out, t->name);
	fputs("` answers on the same games", out);
	memory_close(out);
	error_append(err, "%s", command);
	free(command);
}

/* Are both bots equal by digests of this kind? */
static bool changes_are_same(const struct game_store *s, enum bot_digest_kind kind)
{
	char first[BOT_DIGEST], second[BOT_DIGEST];
	bot_digest_held(&s->t->bots[0], s->programs.held[0], kind, first);
	bot_digest_held(&s->t->bots[1], s->programs.held[1], kind, second);
	return *first != '\0' && strcmp(first, second) == 0;
}

void changes_note_same(struct game_store *s)
{
	const struct tournament *t = s->t;
	if (!schedule_find(t->format)->compares || t->bots_count != 2)
		return;
	if (changes_are_same(s, BOT_DIGEST_CONTENT))
		game_store_note(s,
			"%s and %s are the same program, with the same options and limits; if they read the same files, neither is stronger",
			t->bots[0].name, t->bots[1].name);
	else if (changes_are_same(s, BOT_DIGEST_PROGRAM))
		game_store_note(s,
			"%s and %s start the same program, byte for byte, with the same options and limits; only their folders differ: unless it reads files of them, neither is stronger",
			t->bots[0].name, t->bots[1].name);
}
