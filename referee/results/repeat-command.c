/*
 * repeat-command.c - makes the command that asks a bot for a move again.
 */
#include "referee/results/repeat-command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"
#include "protocol/message.h"
#include "base/key-value.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/shell-words.h"
#include "referee/board/board-terminal.h"
#include "referee/config/settings.h"
#include "referee/game/params.h"

/* Settings of a tournament that do not affect a single move. */
static const char *const repeat_others[] = {"name", "game", "format", "players", "param", "rounds",
	"seat-orders", "games", "initial-elo", "openings", "openings-order", "openings-start",
	"openings-plies", "decided-openings", "balanced-openings", "adjudicate-exact", "max-plies",
	"repetition", "resign", "draw", "seed", "ponder", "strikes", "on-benched", "remote"};

/* Limits that do not apply to a remote bot. */
static const char *const repeat_boxed[] = {
	"memory", "processes", "files", "scratch", "stderr", "quit-timeout"};

static bool repeat_is_one_of(const char *key, const char *const *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

static bool repeat_is_other(const struct repeat_command *r, const char *key)
{
	return repeat_is_one_of(key, repeat_others, sizeof repeat_others / sizeof *repeat_others) ||
	       (r->remote && repeat_is_one_of(key, repeat_boxed,
				     sizeof repeat_boxed / sizeof *repeat_boxed));
}

/* --- the limits ----------------------------------------------------------------------------- */

const char *repeat_command_limit(const struct repeat_command *r, const char *key)
{
	for (int i = r->limits_count; i-- > 0;)
		if (strcmp(r->limits[i].key, key) == 0)
			return r->limits[i].value;
	return NULL;
}

/* Adds a limit. The last value of a key wins, but options add up. */
static void repeat_add(struct repeat_command *r, const char *key, const char *value)
{
	for (int i = 0; i < r->limits_count && strcmp(key, "option") != 0; i++)
		if (strcmp(r->limits[i].key, key) == 0) {
			free(r->limits[i].value);
			r->limits[i].value = memory_copy(value);
			return;
		}
	if (r->limits_count < REPEAT_LIMITS)
		r->limits[r->limits_count++] =
			(struct repeat_limit){memory_copy(key), memory_copy(value)};
}

/* Takes the lines "KEY = VALUE" whose keys are in a table. */
static void repeat_take(struct repeat_command *r, const char *lines, const struct setting *table)
{
	char *copy = memory_copy(lines), *rest = copy, *line;
	while ((line = strsep(&rest, "\n")) != NULL) {
		char *equals = strstr(line, " = ");
		if (equals == NULL)
			continue;
		*equals = '\0';
		const struct setting *row = settings_find(table, line);
		const char *value = equals + 3;
		/* true: the setting has no value "none", so it was not set */
		bool none =
			strcmp(value, "none") == 0 && row != NULL &&
			(settings_preset(row) == NULL || strchr(settings_preset(row), ' ') != NULL);
		if (row != NULL && row->value == &value_time && strcmp(value, "none") == 0)
			value = "0"; /* written as 0 */
		if (row != NULL && !none && !repeat_is_other(r, row->key))
			repeat_add(r, row->key, value);
	}
	free(copy);
}

/* Drops limits that the bot's own limits replace. Its own time replaces all kinds of time;
 * likewise its own depth or nodes. */
static void repeat_drop_replaced(struct repeat_command *r, const char *settings)
{
	static const char *const kinds[][2] = {{"movetime", "tc"}, {"depth", "nodes"}};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		char *one = key_value_value(settings, kinds[k][0]),
		     *other = key_value_value(settings, kinds[k][1]);
		int kept = 0;
		for (int i = 0; i < r->limits_count; i++) {
			struct repeat_limit limit = r->limits[i];
			if ((one != NULL || other != NULL) &&
				repeat_is_one_of(limit.key, kinds[k], 2)) {
				free(limit.key);
				free(limit.value);
			} else {
				r->limits[kept++] = limit;
			}
		}
		r->limits_count = kept;
		free(one);
		free(other);
	}
}

/* Adds settings that the definition lacks and whose preset has changed since. */
static void repeat_take_unsaid(struct repeat_command *r, const char *definition)
{
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		char *value = s->omitted != NULL
				      ? key_value_value(definition, settings_stored_key(s))
				      : NULL;
		if (s->omitted != NULL && value == NULL && !repeat_is_other(r, s->key))
			repeat_add(r, s->key, s->omitted);
		free(value);
	}
}

/* Takes the time limit for the start or for a new game. It is not part of a definition; the
 * failure report has it if it matters. */
static void repeat_take_phase(struct repeat_command *r, const struct repeat_bot *bot)
{
	char text[QUANTITY_TEXT];
	if (bot->phase == NULL || bot->limit <= 0)
		return;
	if (strcmp(bot->phase, "start") == 0)
		repeat_add(r, "startup-timeout", quantity_write_time(bot->limit, text));
	else if (strcmp(bot->phase, "newgame") == 0)
		repeat_add(r, "newgame-timeout", quantity_write_time(bot->limit, text));
}

/* --- the position --------------------------------------------------------------------------- */

/* The turn in which a seat left; the last turn if it left off-turn. */
static int repeat_turn(const struct move_list *h, int seat)
{
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].seat == seat && h->turns[i].verdict != VERDICT_OK)
			return i;
	return h->count;
}

/* Replays the game as an arbiter has it before turn number count. The list of moves in its
 * messages depends on the opening and on seats that left. */
static bool repeat_play(const struct stored_game *g, int count, struct game *now)
{
	static const struct limits none;
	const char *opening = g->texts[STORED_GAME_OPENING];
	struct error err;
	bool good = strlen(opening) < POSITION_TEXT && *opening != '\0' &&
		    game_begin(now, &g->setup, &none, 0, opening, "", &err);
	if (!good && !game_begin(now, &g->setup, &none, 0, "", opening, &err))
		return false;
	for (int i = 0; i < count && now->reason == NULL; i++) {
		const struct move_list_turn *turn = &g->moves.turns[i];
		if (turn->verdict == VERDICT_OK && !game_move(now, turn->move))
			return false;
		if (turn->verdict == VERDICT_OK)
			continue;
		game_judge(now, turn->seat, turn->verdict, "%s", "");
		game_forfeit(now, 1u << (turn->seat - 1));
	}
	return now->reason == NULL;
}

/* Replays the same from the question to the bot. The question has the moves since the opening,
 * or since a seat left. */
static bool repeat_play_asked(
	const struct stored_game *g, const struct repeat_bot *bot, struct game *now)
{
	static const struct limits none;
	struct error err;
	struct message m;
	if (bot->asked == NULL || bot->limit <= 0 || strncmp(bot->asked, "position ", 9) != 0)
		return false;
	char *line = memory_print("%.*s", (int)strcspn(bot->asked, "\n"), bot->asked);
	bool good =
		message_read(&m, FROM_REFEREE, line, &err) && m.kind == MESSAGE_POSITION &&
		(m.position.fen == NULL || strlen(m.position.fen) < POSITION_TEXT) &&
		game_begin(now, &g->setup, &none, 0, m.position.fen != NULL ? m.position.fen : "",
			m.position.moves != NULL ? m.position.moves : "", &err) &&
		game_to_move(now) == bot->seat;
	free(line);
	return good;
}

/* --- the command ---------------------------------------------------------------------------- */

static void repeat_flag(FILE *out, const char *key, const char *value)
{
	fprintf(out, " --%s ", key);
	shell_words_quote(out, value);
}

/* Writes the limits that differ from the presets. At home the bot's folder is the present one. */
static void repeat_write_limits(FILE *out, const struct repeat_command *r, bool home)
{
	for (int i = 0; i < r->limits_count; i++) {
		const struct repeat_limit *limit = &r->limits[i];
		const struct setting *row = settings_find(settings_of_tournament, limit->key);
		if (home && strcmp(limit->key, "dir") == 0)
			continue;
		const char *preset = row != NULL ? settings_preset(row) : NULL;
		if (preset == NULL || strcmp(preset, limit->value) != 0)
			repeat_flag(out, limit->key, limit->value);
	}
}

/* Writes the game with the parameters that the tournament sets. */
static void repeat_write_game(FILE *out, const struct repeat_tournament *t)
{
	struct params p;
	char *game = key_value_value(t->definition, "game");
	repeat_flag(out, "game", game != NULL ? game : t->rules != NULL ? t->rules->name : "?");
	free(game);
	if (t->rules == NULL || t->seats != __builtin_ctz(t->rules->seat_counts))
		fprintf(out, " --players %d", t->seats);
	params_init(&p, t->definition);
	for (int i = 0; i < p.count; i++)
		repeat_flag(out, "param", p.settings[i]);
	params_clear(&p);
}

/* Writes the start of the command, up to the game. */
static void repeat_write_start(
	FILE *out, const struct repeat_tournament *t, const struct repeat_bot *bot)
{
	shell_words_quote(out, bot->home ? "referee" : program_invocation_name);
	fputs(" check", out);
	repeat_write_game(out, t);
}

/* Writes the time left to each seat, from the last line that the bot received. */
static void repeat_write_clock(
	FILE *out, const struct repeat_command *r, const char *asked, int seats)
{
	struct error err;
	char line[LINE_FROM_BOT];
	struct message m;
	const char *at = asked != NULL ? strstr(asked, "\ngo ") : NULL;
	if (repeat_command_limit(r, "tc") == NULL || at == NULL)
		return;
	snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
	if (!message_read(&m, FROM_REFEREE, line, &err) || m.kind != MESSAGE_GO || m.go.time[0] < 0)
		return;
	/* with a bank, the bot also received the time for the move itself */
	bool bank = strstr(repeat_command_limit(r, "tc"), " bank ") != NULL;
	fputs(" --time-left ", out);
	for (int i = 0; i < seats; i++)
		fprintf(out, "%s%" PRId64 "ms", i > 0 ? "," : "",
			m.go.time[i] - (bank ? m.go.inc[i] : 0));
}

/* Writes the bot's command. A word that is a path, or looks like a file, is relative to the folder
 * in which the tournament was started. */
static void repeat_write_bot(FILE *out, struct repeat_command *r, const char *command)
{
	struct error err;
	char **words;
	int count;
	if (r->remote) {
		fputs(" -- COMMAND", out); /* its author knows the command */
		return;
	}
	if (!shell_words_split(command, &words, &count, &err))
		return;
	fputs(" --", out);
	for (int i = 0; i < count; i++) {
		fputc(' ', out);
		shell_words_quote(out, words[i]);
		r->relative |= words[i][0] != '/' && strpbrk(words[i], "/.") != NULL;
	}
	free(words);
}

/* Writes the command for the question in this position. */
static char *repeat_write(struct repeat_command *r, const struct stored_game *g,
	const struct repeat_bot *bot, const struct game *now)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	const struct repeat_tournament tournament = {
		g->setup.rules, g->setup.seats, g->texts[STORED_GAME_DEFINITION]};
	repeat_write_start(out, &tournament, bot);
	repeat_write_limits(out, r, bot->home);
	const struct setting *row = settings_find(settings_of_tournament, "sandbox");
	const char *level = g->texts[STORED_GAME_SANDBOX];
	if (!r->remote && row != NULL && strcmp(settings_preset(row), level) != 0)
		repeat_flag(out, "sandbox", level);
	repeat_write_clock(out, r, bot->asked, g->setup.seats);
	fprintf(out, " --game-seed %" PRIu64,
		(uint64_t)strtoll(g->texts[STORED_GAME_SEED], NULL, 10));
	repeat_flag(out, "position", now->fen[0] != '\0' ? now->fen : "startpos");
	if (now->moves_length > 0)
		repeat_flag(out, "moves", now->moves);
	repeat_write_bot(out, r, bot->command);
	const char *dir = repeat_command_limit(r, "dir");
	r->relative |= dir != NULL && *dir != '/';
	memory_close(out);
	return text;
}

/* Fills in the limits, and begins the rest. */
static void repeat_begin(
	struct repeat_command *r, const char *definition, const struct repeat_bot *bot)
{
	memset(r, 0, sizeof *r);
	r->remote = bot->remote;
	repeat_take(r, definition, settings_of_tournament);
	repeat_take_unsaid(r, definition);
	if (bot->settings != NULL) {
		repeat_drop_replaced(r, bot->settings);
		repeat_take(r, bot->settings, settings_of_bot);
	}
	repeat_take_phase(r, bot);
}

static void repeat_finish(struct repeat_command *r, const struct stored_game *g,
	const struct repeat_bot *bot, const struct game *now)
{
	r->seat = game_to_move(now);
	g->setup.rules->write(&g->setup, &now->position, r->position);
	r->board = board_text(&g->setup, &now->position);
	r->command = repeat_write(r, g, bot, now);
}

bool repeat_command_make(
	struct repeat_command *r, const struct stored_game *g, const struct repeat_bot *bot)
{
	repeat_begin(r, g->texts[STORED_GAME_DEFINITION], bot);
	if (!stored_game_is_playable(g))
		return false;
	struct game *now = memory_get(1, sizeof *now);
	/* A bot that left off-turn was never asked for that move: take the first move of the
	 * game. */
	bool good = repeat_play_asked(g, bot, now) ||
		    repeat_play(g, repeat_turn(&g->moves, bot->seat), now) ||
		    repeat_play(g, 0, now);
	if (good)
		repeat_finish(r, g, bot, now);
	free(now);
	return good;
}

bool repeat_command_make_at(struct repeat_command *r, const struct stored_game *g,
	const struct repeat_bot *bot, int turns)
{
	repeat_begin(r, g->texts[STORED_GAME_DEFINITION], bot);
	if (!stored_game_is_playable(g))
		return false;
	struct game *now = memory_get(1, sizeof *now);
	bool good = repeat_play(g, turns, now);
	if (good)
		repeat_finish(r, g, bot, now);
	free(now);
	return good;
}

void repeat_command_make_check(struct repeat_command *r, const struct repeat_tournament *tournament,
	const struct repeat_bot *bot)
{
	size_t size;
	repeat_begin(r, tournament->definition, bot);
	FILE *out = memory_open(&r->command, &size);
	repeat_write_start(out, tournament, bot);
	char *openings = key_value_value(tournament->definition, "openings");
	if (openings != NULL && strncmp(openings, "random:", strlen("random:")) == 0)
		repeat_flag(out, "openings", openings); /* others are in a file */
	free(openings);
	repeat_write_limits(out, r, bot->home);
	repeat_write_bot(out, r, bot->command);
	memory_close(out);
}

void repeat_command_clear(struct repeat_command *r)
{
	for (int i = 0; i < r->limits_count; i++) {
		free(r->limits[i].key);
		free(r->limits[i].value);
	}
	free(r->board);
	free(r->command);
	r->board = r->command = NULL;
	r->limits_count = 0;
}
