/*
 * game-store.c - writes finished games to the database.
 */
#include "referee/director/game-store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/shell-quote.h"
#include "referee/game/game.h"
#include "referee/rating/game-pairs.h"
#include "referee/director/bot-digest.h"
#include "referee/config/definition-text.h"
#include "referee/director/recalculate-ratings.h"
#include "referee/game/rejudge.h"
#include "referee/rating/rating-elo.h"
#include "referee/schedule/schedule.h"

void game_store_note(struct game_store *s, const char *format, ...)
{
	char line[WHY];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	char *notes = memory_print("%s%s\n", s->notes != NULL ? s->notes : "", line);
	free(s->notes);
	s->notes = notes;
}

void game_store_say_notes(struct game_store *s, void (*say)(void *arg, const char *line), void *arg)
{
	for (char *at = s->notes, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			say(arg, line);
	free(s->notes);
	s->notes = NULL;
}

static void game_store_on_say(void *arg, const char *line)
{
	game_store_note(arg, "%s", line);
}

/* The definition text of a new tournament, or of one that continues and may be older. */
static char *game_store_definition(const struct game_store *s, const struct tournament *t)
{
	char *text = tournament_definition(t);
	bool pairs = strcmp(t->format, "sprt") == 0 && !s->repeats_count;
	char *all =
		memory_print("%s%s%s", text, s->failed_tie ? "" : DEFINITION_TEXT_FAILED_TOGETHER,
			pairs ? DEFINITION_TEXT_PAIRS : "");
	free(text);
	return all;
}

/* Refers to `compare` if another test of the same games is wanted: it needs no new games. */
static void game_store_tell_compare(
	const struct tournament *t, const char *began, const char *now, char *why, size_t room)
{
	const struct sprt *s = &t->sprt;
	char *command = NULL;
	size_t size = 0, used = strlen(why);
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
	shell_quote_word(out, t->db);
	fputs(" --tournament ", out);
	shell_quote_word(out, t->name);
	fputs("` answers on the same games", out);
	memory_close(out);
	snprintf(why + used, room - used, "%s", command);
	free(command);
}

static int game_store_find(struct game_store *s, const struct tournament *t, bool fresh,
	bool *known, char *why, size_t room)
{
	struct db_tournament row;
	int error = fresh ? DB_NONE : db_tournament_find(s->db, t->name, &row);
	*known = error == DB_OK;
	s->failed_tie = *known && definition_text_failed_tie(row.definition);
	s->repeats_count = *known && definition_text_repeats_count(row.definition);
	char *definition = game_store_definition(s, t);
	if (*known) {
		s->tournament = row.id;
		s->games_began = definition_text_games(row.definition);
		if (!definition_text_same(row.definition, definition, why, room)) {
			game_store_tell_compare(t, row.definition, definition, why, room);
			error = DB_NONE;
		}
	} else if (error == DB_NONE) {
		row = (struct db_tournament){.name = t->name,
			.game = t->game,
			.format = t->format,
			.definition = definition,
			.seats = t->players,
			.seed = (int64_t)t->seed,
			.created_ms = time_utc()};
		error = db_tournament_add(s->db, &row);
		s->tournament = row.id;
		s->games_began = t->games;
	}
	free(definition);
	return error;
}

static int game_store_begin(struct game_store *s)
{
	int error = s->open ? DB_OK : db_begin(s->db);
	s->open = error == DB_OK;
	return error;
}

/* Stores a bot and its participation. */
static int game_store_bot(
	struct game_store *s, const struct tournament *t, int i, const char *digest)
{
	char *settings = bot_definition(&t->bots[i]);
	struct db_bot bot = {.name = t->bots[i].name,
		.command = t->bots[i].remote ? "" : t->bots[i].command,
		.digest = digest,
		.remote = t->bots[i].remote,
		.settings = *settings != '\0' ? settings : NULL};
	int error = db_bot_add(s->db, &bot);
	free(settings);
	s->bot_ids[i] = bot.id;
	return error == DB_OK ? db_participant_add(s->db, s->tournament, bot.id, s->enters[i])
			      : error;
}

int game_store_join(struct game_store *s, const struct tournament *t, int first)
{
	char digest[BOT_DIGEST];
	int error = game_store_begin(s);
	bot_programs_take(&s->programs, t);
	for (int i = first; i < t->bots_count && error == DB_OK; i++) {
		bot_digest_held(&t->bots[i], s->programs.held[i], BOT_DIGEST_ALL, digest);
		s->elo[i] = ELO_START;
		s->enters[i] = t->bots[i].enters;
		error = game_store_bot(s, t, i, digest);
	}
	s->bots = s->strikes.bots = t->bots_count;
	/* Commits at once: games of the bot must never be stored without it. */
	return error == DB_OK ? game_store_commit(s) : error;
}

int game_store_by_hand(struct game_store *s, const char *what, const char *bot, bool holds)
{
	int error = game_store_begin(s);
	if (error == DB_OK)
		error = db_admin_action_set(s->db, s->tournament, what, bot, holds);
	return error == DB_OK ? game_store_commit(s) : error;
}

/* --- changed programs ------------------------------------------------------------------------ */

struct game_store_programs {
	struct game_store *store;
	const struct tournament *t;
	char (*digests)[BOT_DIGEST]; /* by bot */
	int64_t *others;	     /* by bot: counting games of other programs of its name */
	int64_t *own;		     /* by bot: counting games of this program */
	char *why;		     /* the reason of a refusal */
	size_t room;
};

/* Keeps the digest that the tournament has. It may cover fewer files if the tournament is old, or
 * more if a bot joined another bot's folder. */
static void game_store_on_digest(void *arg, const char *name, const char *digest, int64_t games)
{
	struct game_store_programs *p = arg;
	char wide[BOT_DIGEST], of_dir[BOT_DIGEST], of_command[BOT_DIGEST];
	int bot = tournament_find_bot(p->t, name);
	(void)games;
	if (bot < 0 || p->t->bots[bot].was != NULL || strcmp(digest, p->digests[bot]) == 0)
		return;
	const struct snapshot_held *held = p->store->programs.held[bot];
	bot_digest_held(&p->t->bots[bot], held, BOT_DIGEST_WIDE, wide);
	bot_digest_held(&p->t->bots[bot], held, BOT_DIGEST_DIR, of_dir);
	bot_digest_held(&p->t->bots[bot], held, BOT_DIGEST_COMMAND, of_command);
	bool fewer = strcmp(digest, of_dir) == 0 || strcmp(digest, of_command) == 0;
	if (!fewer && strcmp(digest, wide) != 0)
		return;
	strcpy(p->digests[bot], digest);
	if (fewer && schedule_find(p->t->format)->compares)
		game_store_note(p->store,
			"bot %s: this tournament began when fewer files counted; a change of those beside its program is not seen",
			name);
}

/* Counts the games of a program. One without a digest, as from a text export, is not another
 * program. */
static void game_store_on_program(void *arg, const char *name, const char *digest, int64_t games)
{
	struct game_store_programs *p = arg;
	int bot = tournament_find_bot(p->t, name);
	if (bot >= 0 && p->t->bots[bot].was == NULL && *digest != '\0')
		*(strcmp(digest, p->digests[bot]) == 0 ? &p->own[bot] : &p->others[bot]) += games;
}

static void game_store_on_known(void *arg, const struct db_standing *known)
{
	struct game_store_programs *p = arg;
	int bot = tournament_find_bot(p->t, known->name);
	if (bot >= 0)
		p->store->elo[bot] = known->elo;
}

/* --- changed settings ---------------------------------------------------------------------------
 */

struct game_store_older {
	const char *name, *digest; /* the bot's current ones */
	char *command, *settings;  /* owned: of the last other program of its name; NULL: none */
};

static bool game_store_on_older(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { ID, NAME, COMMAND, DIGEST, SETTINGS };
	struct game_store_older *o = arg;
	(void)columns, (void)names;
	if (strcmp(values[NAME].text, o->name) != 0 || strcmp(values[DIGEST].text, o->digest) == 0)
		return true;
	const char *settings = values[SETTINGS].text;
	free(o->command);
	free(o->settings);
	o->command = memory_copy(values[COMMAND].text);
	o->settings = memory_copy(settings != NULL ? settings : "");
	return true;
}

/* Writes the lines of a text that are missing in the other. True: there is one. */
static bool game_store_write_lines(FILE *out, const char *lead, const char *text, const char *other)
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

/* The settings of a changed bot that differ, as " (it has X; it had Y)"; "": none. The caller frees
 * the text. */
static char *game_store_tell_settings(
	struct game_store *s, const struct tournament *t, int bot, const char *digest)
{
	struct game_store_older o = {.name = t->bots[bot].name, .digest = digest};
	char *now = bot_definition(&t->bots[bot]), *text = NULL;
	const char *command = t->bots[bot].command;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	if (db_read(s->db, "tournament-bots", &s->tournament, 1, game_store_on_older, &o) ==
			DB_OK &&
		o.command != NULL) {
		bool other = strcmp(o.command, command != NULL ? command : "") != 0;
		bool any = other;
		if (other)
			fputs(" (another command", out);
		any |= game_store_write_lines(
			out, any ? "; it has " : " (it has ", now, o.settings);
		any |= game_store_write_lines(
			out, any ? "; it had " : " (it had ", o.settings, now);
		fputs(any ? ")" : "", out);
	}
	memory_close(out);
	free(o.command);
	free(o.settings);
	free(now);
	return text;
}

/* Continues with a changed bot and notes it. */
static void game_store_note_changed(
	struct game_store *s, const struct game_store_programs *p, int bot)
{
	const struct tournament *t = p->t;
	const char *name = t->bots[bot].name;
	int64_t games = p->others[bot];
	char *settings = game_store_tell_settings(s, t, bot, p->digests[bot]);
	char *older = memory_print(
		"bot %s has changed%s: %lld of the games that count %s played by an older version",
		name, settings, (long long)games, games == 1 ? "was" : "were");
	if (schedule_keeps(t, NULL, 0))
		game_store_note(
			s, "%s; give it a new name, or begin a new tournament with --fresh", older);
	else
		game_store_note(s,
			"%s, and both count; \"referee run %s --replay %s\" plays them again",
			older, t->file != NULL ? t->file : "FLAGS", name);
	free(older);
	free(settings);
}

/* The operator has to accept a change only once: then both programs have games. */
static bool game_store_refuses(const struct game_store_programs *p, int bot, bool mixed)
{
	enum schedule_change change = schedule_find(p->t->format)->change;
	if (p->others[bot] == 0 || change == SCHEDULE_CHANGE_FREE)
		return false;
	return change == SCHEDULE_CHANGE_NEVER || (!mixed && p->own[bot] == 0);
}

/* Names the changed bots and the ways to continue. */
static void game_store_tell_refusal(struct game_store_programs *p, const bool *refused, int count)
{
	enum { NAMED = 3 };
	const struct tournament *t = p->t;
	const char *file = t->file != NULL ? t->file : "FLAGS", *replayed = NULL;
	char *text = NULL;
	size_t size = 0;
	int told = 0;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < t->bots_count; i++) {
		if (!refused[i] || told++ >= NAMED)
			continue;
		replayed = replayed == NULL ? t->bots[i].name : replayed;
		char *settings = game_store_tell_settings(p->store, t, i, p->digests[i]);
		fprintf(out,
			"%sbot %s has changed%s: %lld of the games that count %s played by an older version",
			told > 1 ? "; " : "", t->bots[i].name, settings, (long long)p->others[i],
			p->others[i] == 1 ? "was" : "were");
		free(settings);
	}
	if (count > NAMED)
		fprintf(out, "; and %d more bots", count - NAMED);
	if (schedule_keeps(t, NULL, 0))
		fprintf(out, "; \"referee run %s --fresh\" begins", file);
	else
		fprintf(out, "; \"referee run %s --replay %s\" plays them again, --fresh begins",
			file, replayed);
	fprintf(out, " a new tournament, --name NAME one beside it%s",
		schedule_find(t->format)->change == SCHEDULE_CHANGE_ASKS
			? ", --mixed lets both count"
			: "");
	memory_close(out);
	snprintf(p->why, p->room, "%s", text);
	free(text);
}

/* Notes the changes, or refuses the tournament because of them. */
static int game_store_judge_changes(struct game_store *s, struct game_store_programs *p, bool mixed)
{
	bool refused[BOTS_MAX] = {false};
	int count = 0;
	for (int i = 0; i < p->t->bots_count; i++) {
		refused[i] = game_store_refuses(p, i, mixed);
		count += refused[i];
	}
	s->changed = count > 0;
	if (s->changed)
		game_store_tell_refusal(p, refused, count);
	for (int i = 0; i < p->t->bots_count && !s->changed; i++)
		if (p->others[i] > 0)
			game_store_note_changed(s, p, i);
	return s->changed ? DB_NONE : DB_OK;
}

/* --- replayed games --------------------------------------------------------------------------- */

/* Continues an interrupted replay: its games of the current program stay. */
static int game_store_replay_bot(struct game_store *s, const char *name, const char *digest)
{
	int64_t left, games = 0;
	int error = db_replay_left(s->db, s->tournament, name, &left);
	if (error == DB_OK)
		error = db_replace(
			s->db, s->tournament, name, left > 0 ? digest : NULL, time_utc(), &games);
	if (error != DB_OK)
		return error;
	if (left + games == 0)
		game_store_note(s, "--replay %s: no game of it has been played yet", name);
	else
		game_store_note(s,
			"%lld game%s of %s %s played again; \"referee games --replaced\" lists the old ones, which count no more",
			(long long)(left + games), left + games == 1 ? "" : "s", name,
			left + games == 1 ? "is" : "are");
	return DB_OK;
}

static int game_store_replay(struct game_store *s, const struct game_store_programs *p,
	const struct game_store_wish *wish)
{
	int error = DB_OK;
	for (int i = 0; i < wish->replay_count && error == DB_OK; i++) {
		int bot = tournament_find_bot(p->t, wish->replay[i]);
		assert(bot >= 0);
		error = game_store_replay_bot(s, wish->replay[i], p->digests[bot]);
	}
	return error == DB_OK && wish->replay_count > 0 ? recalculate_ratings(s->db, s->tournament)
							: error;
}

/* --- bots ------------------------------------------------------------------------------------- */

/* A test does not count games of a program that could not be started: the file may have been
 * replaced since. */
static int game_store_programs(struct game_store *s, struct game_store_programs *p)
{
	bool test = schedule_find(p->t->format)->compares && !s->repeats_count;
	return test ? db_programs_started(s->db, s->tournament, game_store_on_program, p)
		    : db_programs(s->db, s->tournament, game_store_on_program, p);
}

/* Loads the stored bots, after the replays. Refuses changed programs. */
static int game_store_known_bots(
	struct game_store *s, struct game_store_programs *p, const struct game_store_wish *wish)
{
	int error = db_programs(s->db, s->tournament, game_store_on_digest, p);
	if (error == DB_OK)
		error = game_store_replay(s, p, wish);
	if (error == DB_OK)
		error = game_store_programs(s, p);
	if (error == DB_OK)
		error = db_bots(s->db, s->tournament, game_store_on_known, p);
	return error == DB_OK ? game_store_judge_changes(s, p, wish->mixed) : error;
}

/* wish NULL: the tournament is new. */
static int game_store_bots(struct game_store *s, const struct tournament *t,
	const struct game_store_wish *wish, char *why, size_t room)
{
	struct game_store_programs p = {.store = s, .t = t, .why = why, .room = room};
	int error = DB_OK;
	p.digests = memory_get((size_t)t->bots_count, sizeof *p.digests);
	p.others = memory_get((size_t)t->bots_count, sizeof *p.others);
	p.own = memory_get((size_t)t->bots_count, sizeof *p.own);
	for (int i = 0; i < t->bots_count; i++) {
		if (t->bots[i].was != NULL)
			snprintf(p.digests[i], BOT_DIGEST, "%s", t->bots[i].was);
		else
			bot_digest_held(
				&t->bots[i], s->programs.held[i], BOT_DIGEST_ALL, p.digests[i]);
		s->elo[i] = ELO_START;
	}
	if (wish != NULL)
		error = game_store_known_bots(s, &p, wish);
	for (int i = 0; i < t->bots_count && error == DB_OK; i++)
		error = game_store_bot(s, t, i, p.digests[i]);
	free(p.digests);
	free(p.others);
	free(p.own);
	return error;
}

void game_store_note_same(struct game_store *s, const struct tournament *t)
{
	char first[BOT_DIGEST], second[BOT_DIGEST];
	if (!schedule_find(t->format)->compares || t->bots_count != 2)
		return;
	bot_digest_held(&t->bots[0], s->programs.held[0], BOT_DIGEST_CONTENT, first);
	bot_digest_held(&t->bots[1], s->programs.held[1], BOT_DIGEST_CONTENT, second);
	if (*first != '\0' && strcmp(first, second) == 0)
		game_store_note(s,
			"%s and %s are the same program, with the same options and limits: where they read the same files neither is the stronger one",
			t->bots[0].name, t->bots[1].name);
}

/* --- first rounds ----------------------------------------------------------------------------- */

struct game_store_entries {
	struct game_store *store;
	const struct tournament *t;
	char *why; /* the missing bots */
	size_t room;
};

static void game_store_on_entry(void *arg, const char *name, int round)
{
	struct game_store_entries *e = arg;
	int bot = tournament_find_bot(e->t, name);
	if (bot >= 0)
		e->store->enters[bot] = round;
	else
		snprintf(
			e->why, e->room, "bot %s took part when it began, now it is missing", name);
}

/* Later pairings depend on the bots' first rounds: a new bot starts after all played rounds. */
static int game_store_entries(
	struct game_store *s, const struct tournament *t, bool known, char *why, size_t room)
{
	int last = 0;
	bool joins = schedule_find(t->format)->joins != NULL && known;
	int error = joins ? db_last_round(s->db, s->tournament, &last) : DB_OK;
	for (int i = 0; i < s->bots; i++)
		s->enters[i] = last + 1;
	if (joins && error == DB_OK)
		error = db_participants(s->db, s->tournament, game_store_on_entry,
			&(struct game_store_entries){s, t, why, room});
	return error == DB_OK && *why != '\0' ? DB_NONE : error;
}

/* --- retired bots ----------------------------------------------------------------------------- */

int game_store_retirements(struct game_store *s, const struct tournament *t)
{
	int error = game_store_begin(s);
	for (int i = 0; i < t->bots_count; i++)
		for (int r = 0; r < t->bots[i].retirements_count && error == DB_OK; r++)
			error = db_retirement_set(s->db, s->tournament, t->bots[i].name,
				t->bots[i].retirements[r].round, t->bots[i].retirements[r].back);
	return error == DB_OK ? game_store_commit(s) : error;
}

static void game_store_on_retirement(void *arg, const char *name, int round, int back)
{
	struct tournament *t = arg;
	int bot = tournament_find_bot(t, name);
	if (bot < 0 || bot_is_retired(&t->bots[bot]))
		return;
	bot_retire(&t->bots[bot], round);
	if (back > 0)
		bot_come_back(&t->bots[bot], back);
}

int game_store_recall_retirements(struct game_store *s, struct tournament *t)
{
	int last = 0, moved = 0;
	int error = db_retirements(s->db, s->tournament, game_store_on_retirement, t);
	if (error == DB_OK)
		error = db_last_round(s->db, s->tournament, &last);
	for (int i = 0; i < t->bots_count && error == DB_OK; i++) {
		struct bot *bot = &t->bots[i];
		bool gone = bot->was != NULL;
		if (gone == bot_is_retired(bot))
			continue;
		moved++;
		if (gone)
			bot_retire(bot, last + 1);
		else
			bot_come_back(bot, last + 1);
		game_store_note(s,
			gone ? "bot %s is not in the file any more: it ends its games, is not paired from block %d on, and keeps its standing"
			     : "bot %s is back from block %d on",
			bot->name, last + 1);
	}
	return error == DB_OK && moved > 0 ? game_store_retirements(s, t) : error;
}

/* --- benched bots ----------------------------------------------------------------------------- */

struct game_store_benched {
	struct game_store *store;
	const struct tournament *t;
};

static void game_store_on_by_hand(void *arg, const char *what, const char *bot)
{
	struct game_store_benched *b = arg;
	int place = tournament_find_bot(b->t, bot);
	if (strcmp(what, "bench") != 0 || place < 0)
		return;
	benching_bench(&b->store->strikes, place, true);
	game_store_note(
		b->store, "%s is BENCHED by hand; `referee unbench-bot` lets it play again", bot);
}

/* Loads the benched bots: by their games, and by hand. */
static int game_store_benched(struct game_store *s, const struct tournament *t)
{
	int error = benching_read(&s->strikes, s->db, s->tournament, t);
	for (int i = 0; i < s->bots && error == DB_OK; i++)
		if (s->strikes.benched[i])
			game_store_note(s,
				"%s is BENCHED, since it failed %d games in a row before; a higher --strikes lets it play again",
				t->bots[i].name, t->strikes);
	return error == DB_OK ? db_admin_actions(s->db, s->tournament, game_store_on_by_hand,
					&(struct game_store_benched){s, t})
			      : error;
}

int game_store_open(struct game_store *s, struct db *db, const struct tournament *t,
	const struct game_store_wish *wish, char *why, size_t room)
{
	bool known = false;
	*s = (struct game_store){
		.db = db, .bots = t->bots_count, .sandbox = sandbox_level_names[t->sandbox]};
	s->bot_ids = memory_get(BOTS_MAX, sizeof *s->bot_ids);
	s->elo = memory_get(BOTS_MAX, sizeof *s->elo);
	s->enters = memory_get(BOTS_MAX, sizeof *s->enters);
	bot_programs_init(&s->programs, t);
	bot_programs_take(&s->programs, t);
	bot_programs_say(&s->programs, t, 0, game_store_on_say, s);
	benching_init(&s->strikes, t);
	duplicate_games_init(&s->duplicates, t);
	*why = '\0';
	int error = db_begin(db);
	if (error == DB_OK)
		error = game_store_find(s, t, wish->fresh, &known, why, room);
	if (error == DB_OK)
		error = db_tournament_logs(db, s->tournament, log_policy_names[t->logs]);
	if (error == DB_OK && t->note != NULL)
		error = db_note_set(db, s->tournament, t->note);
	if (error == DB_OK)
		error = game_store_entries(s, t, known, why, room);
	if (error == DB_OK)
		error = game_store_bots(s, t, known ? wish : NULL, why, room);
	if (error == DB_OK && known)
		error = game_store_benched(s, t);
	if (error == DB_OK && known)
		error = duplicate_games_read(&s->duplicates, db, s->tournament);
	if (error == DB_OK)
		return db_commit(db);
	return error;
}

/* Frees the results that were announced, or never will be. */
static void game_store_forget_results(struct game_store *s)
{
	for (int i = 0; i < s->waiting; i++)
		free(s->results[i].opening);
	s->waiting = 0;
}

void game_store_close(struct game_store *s)
{
	game_store_forget_results(s);
	free(s->bot_ids);
	free(s->elo);
	free(s->enters);
	free(s->results);
	free(s->notes);
	bot_programs_clear(&s->programs);
	benching_clear(&s->strikes);
	duplicate_games_clear(&s->duplicates);
	*s = (struct game_store){.db = NULL};
}

/* Fills the announcement of a game. */
static void game_store_result(struct result *r, const struct db_game *g)
{
	r->game = g->id;
	r->pairing = (uint64_t)g->pairing;
	r->round = g->round;
	r->seats = g->seats;
	r->plies = g->plies;
	r->opening = memory_copy(g->opening);
	r->opening_key = game_pairs_key(g->round, g->seed, g->opening);
	r->fault = 0;
	snprintf(r->reason, sizeof r->reason, "%s", g->reason);
	for (int i = g->seats - 1; i >= 0; i--) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		r->verdict[i] = g->seat[i].verdict;
		if (verdict == VERDICT_OK || verdict == VERDICT_RESIGN)
			continue;
		/* The benching is known already; another seat's fault is news. */
		if (verdict == VERDICT_BENCHED && r->fault != 0)
			continue;
		r->fault = i + 1;
		snprintf(r->detail, sizeof r->detail, "%s",
			g->seat[i].detail == NULL ? "" : g->seat[i].detail);
	}
}

int game_store_bye(struct game_store *s, int round, int bot, double points)
{
	int error = game_store_begin(s);
	return error == DB_OK ? db_bye_add(s->db, s->tournament, round, s->bot_ids[bot], points)
			      : error;
}

/* The place of the next result. Usually few wait, so the array grows on demand. */
static struct result *game_store_next(struct game_store *s)
{
	assert(s->waiting < GAME_STORE_GROUP);
	if (s->waiting == s->results_room) {
		s->results_room = 2 * s->results_room + 8;
		s->results = memory_resize(s->results, (size_t)s->results_room, sizeof *s->results);
	}
	return &s->results[s->waiting];
}

int game_store_game(struct game_store *s, struct db_game *g, const int *bots)
{
	struct result *r = game_store_next(s);
	double before[SEATS_MAX], after[SEATS_MAX];
	enum verdict verdict[SEATS_MAX];
	for (int i = 0; i < g->seats; i++) {
		before[i] = s->elo[bots[i]];
		r->rank[i] = g->seat[i].rank;
		verdict[i] = verdict_find(g->seat[i].verdict);
	}
	r->failed = s->failed_tie ? 0 : game_failed_together(r->rank, verdict, g->seats);
	elo_update(before, r->rank, r->failed, bots, g->seats, after);
	for (int i = 0; i < g->seats; i++) {
		g->seat[i].points = game_points(r->rank, r->failed, g->seats, i + 1);
		g->seat[i].bot = s->bot_ids[bots[i]];
		g->seat[i].elo_before = before[i];
		g->seat[i].elo_after = after[i];
		r->bot[i] = bots[i];
		r->elo[i] = after[i];
	}
	g->tournament = s->tournament;
	g->sandbox = s->sandbox;
	g->moves_hash = rejudge_moves_hash(g, s->duplicates.seeded);
	int error = game_store_begin(s);
	if (error == DB_OK)
		error = db_game_add(s->db, g);
	if (error != DB_OK)
		return error;
	for (int i = 0; i < g->seats; i++)
		s->elo[bots[i]] = after[i];
	duplicate_games_note(&s->duplicates, g, bots);
	game_store_result(r, g);
	r->benched = benching_note(&s->strikes, g->id, bots, r->verdict, g->seats, g->reason);
	s->waiting++;
	return s->waiting == GAME_STORE_GROUP ? game_store_commit(s) : DB_OK;
}

static uint64_t game_store_committed;

uint64_t game_store_commits(void)
{
	return game_store_committed;
}

int game_store_commit(struct game_store *s)
{
	int error = s->open ? db_commit(s->db) : DB_OK;
	if (error != DB_OK)
		return error;
	game_store_committed += s->waiting > 0;
	s->open = false;
	for (int i = 0; i < s->waiting; i++)
		s->announce(s->arg, &s->results[i]);
	game_store_forget_results(s);
	return DB_OK;
}
