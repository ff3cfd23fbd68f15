/*
 * show-game.c - restores a game from a database or a file: its rules, its turns from the opening
 * on, and the departures of seats.
 */
#include "referee/commands/show.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/base/text-file.h"
#include "referee/game/params.h"
#include "referee/game/rejudge.h"

enum { SHOW_RULES_MAX = 32 };

/* The database stores all 64 bits as a signed number. */
static uint64_t show_seed(const struct show *s)
{
	return (uint64_t)strtoll(s->texts[SHOW_SEED], NULL, 10);
}

/* --- the rules ------------------------------------------------------------------------------ */

static bool show_load_setup(struct show *s)
{
	if (!params_setup(&s->setup, s->texts[SHOW_RULES], atoi(s->texts[SHOW_SEATS]), show_seed(s),
		    s->texts[SHOW_DEFINITION], s->why, sizeof s->why)) {
		s->setup.rules = NULL;
		return false;
	}
	s->why[0] = '\0';
	return true;
}

/* The position after the opening, which is a position or moves from the start. */
static bool show_load_opening(struct show *s, char start[POSITION_TEXT])
{
	static const struct limits none;
	const char *opening = s->texts[SHOW_OPENING];
	struct game *g = memory_get(1, sizeof *g);
	char why[256];
	bool good = strlen(opening) < POSITION_TEXT &&
		    game_begin(g, &s->setup, &none, 0, opening, "", why, sizeof why);
	if (!good)
		good = game_begin(g, &s->setup, &none, 0, "", opening, s->why, sizeof s->why);
	start[0] = '\0';
	if (good && *opening != '\0')
		s->setup.rules->write(&s->setup, &g->position, start);
	free(g);
	return good;
}

/* --- the database --------------------------------------------------------------------------- */

static bool show_load_seat(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct show *s = arg;
	int64_t seat = db_column(columns, names, values, "seat")->integer;
	if (seat < 1 || seat > s->setup.seats)
		return true;
	const char *detail = db_column(columns, names, values, "detail")->text;
	enum verdict verdict = verdict_find(db_column(columns, names, values, "verdict")->text);
	history_name(&s->history, (int)seat, db_column(columns, names, values, "bot")->text);
	s->ranks[seat - 1] = (int)db_column(columns, names, values, "rank")->integer;
	s->ends.verdict[seat - 1] = verdict == VERDICTS ? VERDICT_OK : verdict;
	s->ends.detail[seat - 1] = memory_copy(detail);
	s->ranked = true;
	return true;
}

static bool show_load_move(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	static const struct move_number columns_of[MOVE_NUMBERS] = {
		{"wall_us", offsetof(struct move_numbers, wall)},
		{"cpu_us", offsetof(struct move_numbers, cpu)},
		{"wait_us", offsetof(struct move_numbers, wait)},
		{"depth", offsetof(struct move_numbers, depth)},
		{"score", offsetof(struct move_numbers, score)},
		{"nodes", offsetof(struct move_numbers, nodes)}};
	struct show *s = arg;
	struct move_numbers numbers;
	int64_t seat = db_column(columns, names, values, "seat")->integer;
	const char *text = db_column(columns, names, values, "move")->text;
	if (seat < 1 || seat > s->setup.seats || strlen(text) >= MOVE_TEXT) {
		snprintf(s->why, sizeof s->why, "its moves are not of this game");
		return false;
	}
	for (int i = 0; i < MOVE_NUMBERS; i++) {
		const struct db_value *v = db_column(columns, names, values, columns_of[i].name);
		*(int64_t *)((char *)&numbers + columns_of[i].offset) =
			v->type == DB_NULL ? RECORD_UNSAID : v->integer;
	}
	history_add_move(&s->history, (int)seat, text, &numbers);
	return true;
}

int show_load(struct show *s)
{
	char start[POSITION_TEXT];
	if (!show_load_setup(s) || !show_load_opening(s, start))
		return DB_OK;
	history_init(&s->history, &s->setup, start);
	int error = db_read(s->read.db, "game-seats", &s->game, 1, show_load_seat, s);
	if (error == DB_OK)
		error = db_read(s->read.db, "game-moves", &s->game, 1, show_load_move, s);
	if (error == DB_OK && s->why[0] == '\0')
		history_settle(&s->history, &s->ends, s->why, sizeof s->why);
	for (int i = 0; i < SEATS_MAX; i++)
		free((char *)s->ends.detail[i]);
	return error;
}

bool show_position(const struct show *s, int count, struct position *p)
{
	static const struct limits none;
	char why[256];
	if (s->setup.rules == NULL || s->why[0] != '\0')
		return false;
	struct game *g = memory_get(1, sizeof *g);
	bool good = history_replay(&s->history, count, &none, g, why, sizeof why);
	*p = g->position;
	free(g);
	return good;
}

/* --- without a database --------------------------------------------------------------------- */

static bool show_find_rules(struct show *s, const struct rules **rules)
{
	const char *names[SHOW_RULES_MAX];
	int count = 0;
	*rules = rules_find(s->rules);
	if (*rules != NULL)
		return true;
	for (const struct rules *const *r = all_rules; *r != NULL && count < SHOW_RULES_MAX; r++)
		names[count++] = (*r)->name;
	const char *meant = did_you_mean(s->rules, names, count);
	if (meant != NULL)
		command_misused(&command_show, "there is no game \"%s\"; did you mean \"%s\"?",
			s->rules, meant);
	else
		command_misused(&command_show,
			"there is no game \"%s\"; `referee-bot --list` shows them", s->rules);
	return false;
}

static bool show_read_position(struct show *s)
{
	const struct rules *rules;
	const char *start = s->position != NULL ? s->position : "";
	int players = (int)s->players;
	uint64_t seed = s->seed != 0 ? (uint64_t)s->seed : 1;
	char why[256];
	struct position p;
	if (!show_find_rules(s, &rules))
		return false;
	if (!setup_init(&s->setup, rules, players, seed, s->params.all, s->params.count, why,
		    sizeof why)) {
		command_misused(&command_show, "%s", why);
		return false;
	}
	if (strlen(start) >= POSITION_TEXT ||
		(*start != '\0' && !rules->read(&s->setup, &p, start, why, sizeof why))) {
		command_misused(&command_show, "--position: %s",
			strlen(start) >= POSITION_TEXT ? "it is too long" : why);
		return false;
	}
	history_init(&s->history, &s->setup, start);
	return true;
}

/* `referee replay` reports mismatches. */
static void show_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	(void)arg, (void)m;
}

/* Sets the ranks of a finished record. */
static void show_rank_record(struct show *s, const struct history_said *said)
{
	char why[256];
	struct rejudge *judge = rejudge_create(
		&(struct rejudge_terms){.endings = REJUDGE_ALLOWED}, why, sizeof why);
	judge->mismatch = show_on_mismatch;
	rejudge_record(judge, &s->history, said);
	s->ranked = judge->game.reason != NULL;
	if (s->ranked)
		game_ranks(&judge->game, s->ranks);
	rejudge_free(judge);
}

static bool show_read_record(struct show *s)
{
	char why[256];
	int line = 0;
	struct history_said said;
	char *text = text_file_read(s->record, TEXT_FILE_MAX, &line, why, sizeof why);
	bool good = text != NULL &&
		    history_parse(&s->history, &s->setup, &said, text, why, sizeof why) &&
		    history_settle(&s->history, &said.ends, why, sizeof why);
	if (good)
		show_rank_record(s, &said);
	else
		fprintf(stderr, "referee show: %s: %s\n", s->record, why);
	free(text);
	return good;
}

bool show_make(struct show *s, int *status)
{
	*status = s->record != NULL ? EXIT_FILE : EXIT_USAGE;
	if (s->record != NULL && s->rules == NULL && s->position == NULL && s->players == 0 &&
		s->params.count == 0)
		return show_read_record(s);
	if (s->record == NULL && s->rules != NULL && s->ply < 0)
		return show_read_position(s);
	*status = command_misused(&command_show,
		s->record != NULL
			? "--record FILE says itself which game it is: no --game, --position, --players or --param beside it"
		: s->ply >= 0 ? "--ply is of a game that was played, --position of none"
			      : "--position, --players, --param and --seed need --game GAME");
	return false;
}

char *show_title(const struct show *s)
{
	if (s->game > 0)
		return memory_print("Game %lld of \"%s\": %s", (long long)s->game,
			s->texts[SHOW_NAME], s->texts[SHOW_RULES]);
	if (s->record != NULL)
		return memory_print("%s: %s", s->record, s->setup.rules->name);
	return memory_copy(s->setup.rules->name);
}
