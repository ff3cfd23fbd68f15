/*
 * watch-game.c - assembles a game in play from lines.
 */
#include "referee/terminal/watch-game.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void watch_game_clear(struct watch_game *w)
{
	live_record_clear(&w->live);
	free(w->stored.db);
	memset(w, 0, sizeof *w);
}

/* Tells the rules what their program answered since. */
static bool watch_game_restore_rules(struct watch_game *w)
{
	const struct position_blocks *blocks = &w->live.record.moves.blocks;
	if (w->learned == blocks->count)
		return true;
	if (!position_blocks_restore(&w->setup, blocks->all + w->learned,
		    blocks->count - w->learned, &w->learned_at, &w->err))
		return false;
	w->learned = blocks->count;
	return true;
}

/* Sets up the position after the opening, where the moves begin. */
static bool watch_game_set_up(struct watch_game *w)
{
	const struct move_list_reader *record = &w->live.record;
	char *start = w->live.record.moves.start;
	if (!setup_init(&w->setup, record->rules, record->seats, w->live.seed,
		    (const char *const *)record->params, record->params_count, &w->err))
		return false;
	if (!watch_game_restore_rules(w))
		return false;
	if (*w->live.opening != '\0') {
		if (!game_begin(&w->game, &w->setup, w->live.limits, 0, start, w->live.opening,
			    &w->err))
			return false;
		w->setup.rules->write(&w->setup, &w->game.position, start);
	}
	if (!game_begin(&w->game, &w->setup, w->live.limits, 0, start, "", &w->err))
		return false;
	for (int i = 0; i < w->setup.seats; i++)
		game_limit(&w->game, i + 1, &w->live.limits[i]);
	return true;
}

static bool watch_game_begin(struct watch_game *w, usec now)
{
	if (!watch_game_set_up(w))
		return false;
	w->moves = &w->live.record.moves;
	w->moves->setup = &w->setup;
	for (int i = 0; i < w->setup.seats; i++)
		if (w->moves->names[i] == NULL)
			move_list_name(w->moves, i + 1, "");
	w->begun = true;
	w->since = now;
	return true;
}

/* Lets the seats before this one leave, since they did not move. */
static void watch_game_leave(struct watch_game *w, int until)
{
	for (int seat; (seat = game_to_move(&w->game)) != until && seat > 0;) {
		game_judge(&w->game, seat, VERDICT_VOID, "%s", "");
		game_forfeit(&w->game, 1u << (seat - 1));
		move_list_add_leave(w->moves, seat, VERDICT_VOID, "");
	}
}

/* Plays the last move. */
static bool watch_game_move(struct watch_game *w, const struct record *r, usec now)
{
	if (game_to_move(&w->game) != r->seat || !game_move(&w->game, r->move.text)) {
		move_list_cut(w->moves, w->moves->count - 1);
		return error_set(&w->err, "a move is not legal by the rules of this program");
	}
	live_record_charge(&w->game.seat[r->seat - 1].clock, &r->move.numbers);
	w->since = now;
	return true;
}

/* Inserts the departures again, with the verdicts that the record's end gives. */
static bool watch_game_end(struct watch_game *w)
{
	static const struct limits none;
	struct move_list *moves = w->moves;
	const struct move_list_result *result = &w->live.record.result;
	struct clock clocks[SEATS_MAX];
	int kept = 0;
	for (int i = 0; i < moves->count; i++)
		if (moves->turns[i].verdict == VERDICT_OK)
			moves->turns[kept++] = moves->turns[i];
		else
			free(moves->turns[i].detail);
	moves->count = kept;
	for (int i = 0; i < SEATS_MAX; i++) {
		clocks[i] = w->game.seat[i].clock;
		w->ranks[i] = (int)result->rank[i];
	}
	w->over = move_list_add_departures(moves, &result->ends, &w->err) &&
		  move_list_replay(moves, moves->count, &none, &w->game, &w->err);
	for (int i = 0; i < SEATS_MAX; i++)
		w->game.seat[i].clock = clocks[i];
	return w->over;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Takes a line of the record. */
static enum watch_news watch_game_record(struct watch_game *w, const struct live_event *e, usec now)
{
	const struct record *r = &e->record;
	bool of_play = r->kind == RECORD_MOVE || r->kind == RECORD_SEAT || r->kind == RECORD_END;
	if (of_play && (!w->begun || w->over)) {
		error_set(&w->err, "the game has not begun, or is over");
		return WATCH_BAD;
	}
	if (of_play && !watch_game_restore_rules(w))
		return WATCH_BAD;
	if (r->kind == RECORD_MOVE)
		watch_game_leave(w, r->seat);
	if (!live_record_take(&w->live, e, &w->err))
		return WATCH_BAD;
	switch (r->kind) {
	case RECORD_GAME:
		if (w->live.record.moves.offline_rules != NULL)
			return WATCH_NOTHING; /* its first positions follow */
		return watch_game_begin(w, now) ? WATCH_BEGINS : WATCH_BAD;
	case RECORD_ANSWER:
		if (w->begun || !move_list_knows_opening(&w->live.record.moves, w->live.opening))
			return WATCH_NOTHING;
		return watch_game_begin(w, now) ? WATCH_BEGINS : WATCH_NOTHING;
	case RECORD_MOVE:
		return watch_game_move(w, r, now) ? WATCH_MOVED : WATCH_BAD;
	case RECORD_END:
		return watch_game_end(w) ? WATCH_OVER : WATCH_BAD;
	default:
		return WATCH_NOTHING;
	}
}

/* Takes an event about a game that is not a line of its record. */
static enum watch_news watch_game_event(struct watch_game *w, const struct live_event *e, usec now)
{
	switch (e->kind) {
	case LIVE_EVENT_HEADER:
		watch_game_clear(w);
		live_record_take(&w->live, e, &w->err);
		return WATCH_NOTHING;
	case LIVE_EVENT_LIMITS:
	case LIVE_EVENT_OPENING:
		return live_record_take(&w->live, e, &w->err) ? WATCH_NOTHING : WATCH_BAD;
	case LIVE_EVENT_AGO:
		if (e->ago > 0 && e->ago < LIVE_RECORD_LONGEST)
			w->since = now - e->ago;
		return WATCH_NOTHING;
	case LIVE_EVENT_STORED:
		free(w->stored.db);
		w->stored = (struct watch_stored){
			(int)e->game, e->stored.game, memory_copy(e->stored.db)};
		return WATCH_STORED;
	case LIVE_EVENT_ABORTED:
		return WATCH_ABORTED;
	case LIVE_EVENT_WAIT:
		return WATCH_WAITS;
	default:
		return WATCH_NOTHING;
	}
}

enum watch_news watch_game_take(struct watch_game *w, char *line, usec now)
{
	struct live_event e;
	bool good = live_event_read(&e, line);
	if (good && e.kind != LIVE_EVENT_RECORD)
		return watch_game_event(w, &e, now);
	if (good && e.game == w->live.number)
		return watch_game_record(w, &e, now);
	error_set(&w->err, good ? "the line is of another game" : "the line is not about a game");
	return WATCH_BAD;
}
