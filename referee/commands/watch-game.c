/*
 * watch-game.c - lines about a game that is being played, put together.
 */
#include "referee/commands/watch-game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

enum { WATCH_GAME_CHARGE = 8 };

/* Of no limit and of no move; and a margin that every move keeps: the daemon has judged it. */
#define WATCH_GAME_LONGEST (1000000 * SECOND)

static void watch_game_clear_ends(struct watch_game *w)
{
	for (int i = 0; i < SEATS_MAX; i++)
		free((char *)w->ends.detail[i]);
	w->ends = (struct history_ends){.verdict = {VERDICT_OK}};
}

void watch_game_clear(struct watch_game *w)
{
	for (int i = 0; i < w->params_count; i++)
		free(w->params[i]);
	for (int i = 0; i < SEATS_MAX; i++)
		free(w->names[i]);
	watch_game_clear_ends(w);
	if (w->begun)
		history_clear(&w->history);
	free(w->tournament);
	free(w->opening);
	free(w->kept.db);
	memset(w, 0, sizeof *w);
}

static enum watch_news watch_game_bad(struct watch_game *w, const char *why)
{
	if (why != w->why)
		snprintf(w->why, sizeof w->why, "%s", why);
	return WATCH_BAD;
}

/* --- what comes before it begins -------------------------------------------------------------- */

static enum watch_news watch_game_look(struct watch_game *w, const char *text)
{
	unsigned long long seed;
	int number, used = 0;
	watch_game_clear(w);
	if (sscanf(text, "%d %llu %n", &number, &seed, &used) < 2 || used == 0)
		return watch_game_bad(w, "this is no game that is being played");
	w->number = number;
	w->seed = seed;
	w->tournament = memory_copy(text + used);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_limits(struct watch_game *w, const char *text)
{
	long long each, time, increment, bank;
	char charge[WATCH_GAME_CHARGE];
	int seat, moves;
	if (sscanf(text, "%d %lld %lld %d %lld %lld %7s", &seat, &each, &time, &moves, &increment,
		    &bank, charge) != 7 ||
		seat < 1 || seat > SEATS_MAX)
		return watch_game_bad(w, "its limits are not understood");
	long long times[] = {each, time, increment, bank};
	for (int i = 0; i < 4; i++)
		if (times[i] < 0 || times[i] > WATCH_GAME_LONGEST || moves < 0)
			return watch_game_bad(w, "its limits are none");
	struct limits *l = &w->limits[seat - 1];
	*l = (struct limits){.margin = WATCH_GAME_LONGEST,
		.movetime = each,
		.tc_time = time,
		.tc_moves = moves,
		.tc_increment = increment,
		.tc_bank = bank};
	for (int i = 0; i < CHARGES; i++)
		if (strcmp(charge_names[i], charge) == 0)
			l->charge = (enum charge)i;
	return WATCH_NOTHING;
}

static enum watch_news watch_game_kept(struct watch_game *w, const char *text)
{
	int number, used = 0;
	long long game;
	if (sscanf(text, "%d %lld %n", &number, &game, &used) < 2 || used == 0)
		return watch_game_bad(w, "it is not understood where it is kept");
	free(w->kept.db);
	w->kept = (struct watch_kept){number, game, memory_copy(text + used)};
	return WATCH_KEPT;
}

static enum watch_news watch_game_opening(struct watch_game *w, const char *text)
{
	free(w->opening);
	w->opening = memory_copy(text);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_ago(struct watch_game *w, const char *text, usec now)
{
	long long ago = strtoll(text, NULL, 10);
	if (ago > 0 && ago < WATCH_GAME_LONGEST)
		w->since = now - ago;
	return WATCH_NOTHING;
}

static enum watch_news watch_game_rules(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (w->begun)
		return watch_game_bad(w, "it begins twice");
	w->rules = rules_find(r->rules.name);
	w->seats = (int)r->rules.seats;
	if (w->rules == NULL || r->rules.seats < 2 || r->rules.seats > SEATS_MAX)
		return watch_game_bad(w, "this program does not know the game");
	return WATCH_NOTHING;
}

static enum watch_news watch_game_param(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (w->params_count == PARAMETERS_MAX)
		return watch_game_bad(w, "it has too many parameters");
	w->params[w->params_count++] = memory_print("%s=%s", r->param.key, r->param.value);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_start(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (strlen(r->start) >= sizeof w->start)
		return watch_game_bad(w, "its start is no position");
	strcpy(w->start, r->start);
	return WATCH_NOTHING;
}

static enum watch_news watch_game_player(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (r->seat < 1 || r->seat > SEATS_MAX)
		return watch_game_bad(w, "it has no such seat");
	free(w->names[r->seat - 1]);
	w->names[r->seat - 1] = memory_copy(r->player);
	return WATCH_NOTHING;
}

/* --- the game --------------------------------------------------------------------------------- */

/* The position after the opening is where the history begins. */
static bool watch_game_set_up(struct watch_game *w)
{
	const char *opening = w->opening != NULL ? w->opening : "";
	if (w->rules == NULL) {
		snprintf(w->why, sizeof w->why, "it is not said which game it is");
		return false;
	}
	if (!setup_init(&w->setup, w->rules, w->seats, w->seed, (const char *const *)w->params,
		    w->params_count, w->why, sizeof w->why))
		return false;
	if (*opening != '\0') {
		if (!game_begin(&w->game, &w->setup, w->limits, 0, w->start, opening, w->why,
			    sizeof w->why))
			return false;
		w->rules->write(&w->setup, &w->game.position, w->start);
	}
	if (!game_begin(&w->game, &w->setup, w->limits, 0, w->start, "", w->why, sizeof w->why))
		return false;
	for (int i = 0; i < w->setup.seats; i++)
		game_limit(&w->game, i + 1, &w->limits[i]);
	return true;
}

static enum watch_news watch_game_begin(struct watch_game *w, const struct record *r, usec now)
{
	if (w->begun || !watch_game_set_up(w))
		return watch_game_bad(w, w->begun ? "it begins twice" : w->why);
	history_init(&w->history, &w->setup, w->start);
	w->history.started = r->game.started;
	for (int i = 0; i < w->seats; i++)
		history_name(&w->history, i + 1, w->names[i] != NULL ? w->names[i] : "");
	w->begun = true;
	w->since = now;
	return WATCH_BEGINS;
}

/* Whose turn it is did not take it: it has left. */
static void watch_game_leave(struct watch_game *w)
{
	int seat = game_to_move(&w->game);
	game_judge(&w->game, seat, VERDICT_VOID, "%s", "");
	game_forfeit(&w->game, 1u << (seat - 1));
	history_add_leave(&w->history, seat, VERDICT_VOID, "");
}

static void watch_game_charge(struct watch_game *w, const struct record *r)
{
	struct clock *clock = &w->game.seat[r->seat - 1].clock;
	const struct move_numbers *numbers = &r->move.numbers;
	struct spent spent = {numbers->wall, numbers->cpu, numbers->wait};
	if (spent.wall < 0 || spent.wall > WATCH_GAME_LONGEST)
		return;
	/* A remote bot's processor time is not known: its wall counts. */
	if (spent.cpu < 0 || spent.cpu > WATCH_GAME_LONGEST)
		spent.cpu = spent.wall;
	if (spent.wait < 0 || spent.wait > WATCH_GAME_LONGEST)
		spent.wait = -1;
	clock_start(clock, 0);
	if (!clock_fell(clock, &spent))
		clock_stop(clock, &spent);
}

static enum watch_news watch_game_move(struct watch_game *w, const struct record *r, usec now)
{
	if (!w->begun || w->over || r->seat < 1 || r->seat > w->seats ||
		strlen(r->move.text) >= MOVE_TEXT)
		return watch_game_bad(w, "a move of it is none");
	while (game_to_move(&w->game) != r->seat && game_to_move(&w->game) > 0)
		watch_game_leave(w);
	if (game_to_move(&w->game) != r->seat || !game_move(&w->game, r->move.text))
		return watch_game_bad(
			w, "a move of it cannot be played by the rules of this program");
	watch_game_charge(w, r);
	history_add_move(&w->history, r->seat, r->move.text, &r->move.numbers);
	w->since = now;
	return WATCH_MOVED;
}

static enum watch_news watch_game_seat(struct watch_game *w, const struct record *r, usec now)
{
	enum verdict verdict = verdict_find(r->result.verdict);
	(void)now;
	if (!w->begun || r->seat < 1 || r->seat > w->seats)
		return watch_game_bad(w, "it has no such seat");
	free((char *)w->ends.detail[r->seat - 1]);
	w->ends.verdict[r->seat - 1] = verdict == VERDICTS ? VERDICT_OK : verdict;
	w->ends.detail[r->seat - 1] = memory_copy(r->result.detail);
	w->ranks[r->seat - 1] = (int)r->result.rank;
	return WATCH_NOTHING;
}

/* Now that it is known why seats left, their turns say so. */
static bool watch_game_settle(struct watch_game *w)
{
	static const struct limits none;
	struct history settled;
	history_init(&settled, &w->setup, w->start);
	settled.started = w->history.started;
	for (int i = 0; i < w->seats; i++)
		history_name(&settled, i + 1, w->history.names[i]);
	for (int i = 0; i < w->history.count; i++) {
		const struct history_turn *turn = &w->history.turns[i];
		if (turn->verdict == VERDICT_OK)
			history_add_move(&settled, turn->seat, turn->move, &turn->numbers);
	}
	bool good = history_settle(&settled, &w->ends, w->why, sizeof w->why);
	history_clear(&w->history);
	w->history = settled;
	struct clock clocks[SEATS_MAX];
	for (int i = 0; i < SEATS_MAX; i++)
		clocks[i] = w->game.seat[i].clock;
	good = good && history_replay(&w->history, w->history.count, &none, &w->game, w->why,
			       sizeof w->why);
	for (int i = 0; i < SEATS_MAX; i++)
		w->game.seat[i].clock = clocks[i];
	return good;
}

static enum watch_news watch_game_end(struct watch_game *w, const struct record *r, usec now)
{
	(void)now;
	if (!w->begun || w->over || strlen(r->end.final) >= sizeof w->final)
		return watch_game_bad(w, "it ends before it began");
	snprintf(w->reason, sizeof w->reason, "%s", r->end.reason);
	strcpy(w->final, r->end.final);
	w->over = watch_game_settle(w);
	return w->over ? WATCH_OVER : WATCH_BAD;
}

/* What a record's line does; NULL: nothing. */
static enum watch_news (*const watch_game_takes[RECORD_KINDS])(
	struct watch_game *w, const struct record *r, usec now) = {
	[RECORD_GAME] = watch_game_begin,
	[RECORD_RULES] = watch_game_rules,
	[RECORD_PARAM] = watch_game_param,
	[RECORD_START] = watch_game_start,
	[RECORD_PLAYER] = watch_game_player,
	[RECORD_MOVE] = watch_game_move,
	[RECORD_SEAT] = watch_game_seat,
	[RECORD_END] = watch_game_end,
};

enum watch_news watch_game_take(struct watch_game *w, char *line, usec now)
{
	struct record r;
	const char *text = strchr(line, ' ');
	text = text != NULL ? text + 1 : "";
	if (strncmp(line, "look ", 5) == 0)
		return watch_game_look(w, text);
	if (strncmp(line, "limits ", 7) == 0)
		return watch_game_limits(w, text);
	if (strncmp(line, "opening ", 8) == 0)
		return watch_game_opening(w, text);
	if (strncmp(line, "ago ", 4) == 0)
		return watch_game_ago(w, text, now);
	if (strncmp(line, "kept ", 5) == 0)
		return watch_game_kept(w, text);
	if (strcmp(line, "lost") == 0)
		return WATCH_LOST;
	if (strcmp(line, "wait") == 0)
		return WATCH_WAITS;
	if (!record_read(&r, line))
		return watch_game_bad(w, "this is no line of a game");
	return watch_game_takes[r.kind] != NULL ? watch_game_takes[r.kind](w, &r, now)
						: WATCH_NOTHING;
}
