/*
 * show-again.c - makes the command that asks a bot for the same move again, from a game's rows. The
 * command has the settings for one move, from the tournament's definition and the bot's own
 * settings, and the position as it was sent.
 */
#include "referee/commands/show-again.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"
#include "protocol/message.h"
#include "referee/base/key-value.h"
#include "referee/base/memory.h"
#include "referee/base/shell-quote.h"
#include "referee/base/shell-split.h"
#include "referee/game/params.h"
#include "referee/config/settings.h"

/* Settings of a tournament that do not affect a single move. */
static const char *const again_others[] = {"name", "game", "format", "players", "param", "rounds",
	"seat-orders", "games", "openings", "openings-order", "openings-start", "openings-plies",
	"decided-openings", "balanced-openings", "adjudicate-exact", "max-plies", "repetition",
	"resign", "draw", "seed", "ponder", "strikes", "on-benched", "remote"};

/* Limits that do not apply to a remote bot. */
static const char *const again_boxed[] = {
	"memory", "processes", "files", "scratch", "stderr", "quit-timeout"};

static bool again_is_one_of(const char *key, const char *const *keys, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

static bool again_is_other(const struct again *a, const char *key)
{
	return again_is_one_of(key, again_others, sizeof again_others / sizeof *again_others) ||
	       (a->remote &&
		       again_is_one_of(key, again_boxed, sizeof again_boxed / sizeof *again_boxed));
}

/* --- the limits ----------------------------------------------------------------------------- */

const char *again_limit(const struct again *a, const char *key)
{
	for (int i = a->limits_count; i-- > 0;)
		if (strcmp(a->limits[i].key, key) == 0)
			return a->limits[i].value;
	return NULL;
}

/* Adds a limit. The last value of a key wins, but options add up. */
static void again_add(struct again *a, const char *key, const char *value)
{
	for (int i = 0; i < a->limits_count && strcmp(key, "option") != 0; i++)
		if (strcmp(a->limits[i].key, key) == 0) {
			free(a->limits[i].value);
			a->limits[i].value = memory_copy(value);
			return;
		}
	if (a->limits_count < AGAIN_LIMITS)
		a->limits[a->limits_count++] =
			(struct again_limit){memory_copy(key), memory_copy(value)};
}

/* Takes the lines "KEY = VALUE" whose keys are in a table. */
static void again_take(struct again *a, const char *lines, const struct setting *table)
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
		bool none = strcmp(value, "none") == 0 && row != NULL &&
			    (row->preset == NULL || strchr(row->preset, ' ') != NULL);
		if (row != NULL && row->value == &value_time && strcmp(value, "none") == 0)
			value = "0"; /* written as 0 */
		if (row != NULL && row->value != &value_later && !none && !again_is_other(a, line))
			again_add(a, line, value);
	}
	free(copy);
}

/* Drops limits that the bot's own limits replace. Its own time replaces all kinds of time;
 * likewise its own depth or nodes. */
static void again_drop_replaced(struct again *a, const char *settings)
{
	static const char *const kinds[][2] = {{"movetime", "tc"}, {"depth", "nodes"}};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		char *one = key_value_value(settings, kinds[k][0]),
		     *other = key_value_value(settings, kinds[k][1]);
		int kept = 0;
		for (int i = 0; i < a->limits_count; i++) {
			struct again_limit limit = a->limits[i];
			if ((one != NULL || other != NULL) &&
				again_is_one_of(limit.key, kinds[k], 2)) {
				free(limit.key);
				free(limit.value);
			} else {
				a->limits[kept++] = limit;
			}
		}
		a->limits_count = kept;
		free(one);
		free(other);
	}
}

/* Adds settings that the definition lacks and whose preset has changed since. */
static void again_take_unsaid(struct again *a, const char *definition)
{
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		char *value = s->unsaid != NULL ? key_value_value(definition, s->key) : NULL;
		if (s->unsaid != NULL && value == NULL && !again_is_other(a, s->key))
			again_add(a, s->key, s->unsaid);
		free(value);
	}
}

/* Takes the time limit for the start or for a new game. It is not part of a definition; the
 * failure report has it if it matters. */
static void again_take_phase(struct again *a, const struct again_bot *bot)
{
	char text[VALUE_TIME_TEXT];
	if (bot->phase == NULL || bot->limit <= 0)
		return;
	if (strcmp(bot->phase, "start") == 0)
		again_add(a, "startup-timeout", value_write_time(bot->limit, text));
	else if (strcmp(bot->phase, "newgame") == 0)
		again_add(a, "newgame-timeout", value_write_time(bot->limit, text));
}

/* --- the position --------------------------------------------------------------------------- */

/* The turn in which a seat left; the last turn if it left off-turn. */
static int again_turn(const struct history *h, int seat)
{
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].seat == seat && h->turns[i].verdict != VERDICT_OK)
			return i;
	return h->count;
}

/* Replays the game as an arbiter has it before turn number count. The list of moves in its
 * messages depends on the opening and on seats that left. */
static bool again_play(const struct show *s, int count, struct game *g)
{
	static const struct limits none;
	const char *opening = s->texts[SHOW_OPENING];
	char why[256];
	bool good = strlen(opening) < POSITION_TEXT && *opening != '\0' &&
		    game_begin(g, &s->setup, &none, 0, opening, "", why, sizeof why);
	if (!good && !game_begin(g, &s->setup, &none, 0, "", opening, why, sizeof why))
		return false;
	for (int i = 0; i < count && g->reason == NULL; i++) {
		const struct history_turn *turn = &s->history.turns[i];
		if (turn->verdict == VERDICT_OK && !game_move(g, turn->move))
			return false;
		if (turn->verdict == VERDICT_OK)
			continue;
		game_judge(g, turn->seat, turn->verdict, "%s", "");
		game_forfeit(g, 1u << (turn->seat - 1));
	}
	return g->reason == NULL;
}

/* Replays the same from the question to the bot. The question has the moves since the opening,
 * or since a seat left. */
static bool again_play_asked(const struct show *s, const struct again_bot *bot, struct game *g)
{
	static const struct limits none;
	char why[256];
	struct message m;
	if (bot->asked == NULL || bot->limit <= 0 || strncmp(bot->asked, "position ", 9) != 0)
		return false;
	char *line = memory_print("%.*s", (int)strcspn(bot->asked, "\n"), bot->asked);
	bool good = message_read(&m, FROM_REFEREE, line, why, sizeof why) &&
		    m.kind == MESSAGE_POSITION &&
		    (m.position.fen == NULL || strlen(m.position.fen) < POSITION_TEXT) &&
		    game_begin(g, &s->setup, &none, 0, m.position.fen != NULL ? m.position.fen : "",
			    m.position.moves != NULL ? m.position.moves : "", why, sizeof why) &&
		    game_to_move(g) == bot->seat;
	free(line);
	return good;
}

/* --- the command ---------------------------------------------------------------------------- */

static void again_flag(FILE *out, const char *key, const char *value)
{
	fprintf(out, " --%s ", key);
	shell_quote_word(out, value);
}

/* Writes the limits that differ from the presets. */
static void again_write_limits(FILE *out, const struct again *a)
{
	for (int i = 0; i < a->limits_count; i++) {
		const struct again_limit *limit = &a->limits[i];
		const struct setting *row = settings_find(settings_of_tournament, limit->key);
		if (row == NULL || row->preset == NULL || strcmp(row->preset, limit->value) != 0)
			again_flag(out, limit->key, limit->value);
	}
}

static void again_write_sandbox(FILE *out, const char *level)
{
	const struct setting *row = settings_find(settings_of_tournament, "sandbox");
	if (row != NULL && row->value != &value_later && strcmp(row->preset, level) != 0)
		again_flag(out, "sandbox", level);
}

/* Writes the game's parameters that the tournament sets. */
static void again_write_params(FILE *out, const struct show *s)
{
	struct params p;
	params_init(&p, s->texts[SHOW_DEFINITION]);
	for (int i = 0; i < p.count; i++)
		again_flag(out, "param", p.settings[i]);
	params_clear(&p);
}

/* Writes the time left to each seat, from the last line that the bot received. */
static void again_write_clock(FILE *out, const struct again *a, const char *asked, int seats)
{
	char line[LINE_FROM_BOT], why[128];
	struct message m;
	const char *at = asked != NULL ? strstr(asked, "\ngo ") : NULL;
	if (again_limit(a, "tc") == NULL || at == NULL)
		return;
	snprintf(line, sizeof line, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
	if (!message_read(&m, FROM_REFEREE, line, why, sizeof why) || m.kind != MESSAGE_GO ||
		m.go.time[0] < 0)
		return;
	/* with a bank, the bot also received the time for the move itself */
	bool bank = strstr(again_limit(a, "tc"), " bank ") != NULL;
	fputs(" --time-left ", out);
	for (int i = 0; i < seats; i++)
		fprintf(out, "%s%" PRId64 "ms", i > 0 ? "," : "",
			m.go.time[i] - (bank ? m.go.inc[i] : 0));
}

/* Writes the bot's command. A word that is a path, or looks like a file, is relative to the folder
 * in which the tournament was started. */
static void again_write_bot(FILE *out, struct again *a, const char *command)
{
	char **words, why[128];
	int count;
	if (a->remote) {
		fputs(" -- COMMAND", out); /* its author knows the command */
		return;
	}
	if (!shell_split_split(command, &words, &count, why, sizeof why))
		return;
	fputs(" --", out);
	for (int i = 0; i < count; i++) {
		fputc(' ', out);
		shell_quote_word(out, words[i]);
		a->relative |= words[i][0] != '/' && strpbrk(words[i], "/.") != NULL;
	}
	free(words);
}

static char *again_command(
	struct again *a, const struct show *s, const struct again_bot *bot, const struct game *g)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	const struct rules *rules = s->setup.rules;
	shell_quote_word(out, program_invocation_name);
	fputs(" check", out);
	again_flag(out, "game", rules->name);
	if (s->setup.seats != __builtin_ctz(rules->seat_counts))
		fprintf(out, " --players %d", s->setup.seats);
	again_write_params(out, s);
	again_write_limits(out, a);
	if (!a->remote)
		again_write_sandbox(out, s->texts[SHOW_SANDBOX]);
	again_write_clock(out, a, bot->asked, s->setup.seats);
	fprintf(out, " --game-seed %" PRIu64, (uint64_t)strtoll(s->texts[SHOW_SEED], NULL, 10));
	again_flag(out, "position", g->fen[0] != '\0' ? g->fen : "startpos");
	if (g->moves_length > 0)
		again_flag(out, "moves", g->moves);
	again_write_bot(out, a, bot->command);
	const char *dir = again_limit(a, "dir");
	a->relative |= dir != NULL && *dir != '/';
	memory_close(out);
	return text;
}

bool again_make(struct again *a, const struct show *s, const struct again_bot *bot)
{
	memset(a, 0, sizeof *a);
	a->remote = bot->remote;
	again_take(a, s->texts[SHOW_DEFINITION], settings_of_tournament);
	again_take_unsaid(a, s->texts[SHOW_DEFINITION]);
	if (bot->settings != NULL) {
		again_drop_replaced(a, bot->settings);
		again_take(a, bot->settings, settings_of_bot);
	}
	again_take_phase(a, bot);
	if (s->setup.rules == NULL || s->why[0] != '\0')
		return false;
	struct game *g = memory_get(1, sizeof *g);
	/* A bot that left off-turn was never asked for that move: take the first move of the
	 * game. */
	bool good = again_play_asked(s, bot, g) ||
		    again_play(s, again_turn(&s->history, bot->seat), g) || again_play(s, 0, g);
	if (good) {
		a->seat = game_to_move(g);
		s->setup.rules->write(&s->setup, &g->position, a->position);
		s->setup.rules->board(&s->setup, &g->position, a->board);
		a->command = again_command(a, s, bot, g);
	}
	free(g);
	return good;
}

void again_clear(struct again *a)
{
	for (int i = 0; i < a->limits_count; i++) {
		free(a->limits[i].key);
		free(a->limits[i].value);
	}
	free(a->command);
	a->command = NULL;
	a->limits_count = 0;
}
