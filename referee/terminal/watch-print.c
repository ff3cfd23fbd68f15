/*
 * watch-print.c - prints a game in play as lines.
 */
#include "referee/terminal/watch-print.h"

#include <stdlib.h>
#include <string.h>

#include "referee/terminal/play-draw.h"
#include "referee/terminal/show-screen.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/process/standard-output.h"

char *watch_title(const struct watch_game *w)
{
	return memory_print(
		"Game %d of \"%s\": %s", w->live.number, w->live.tournament, w->setup.rules->name);
}

bool watch_print_clock(FILE *out, const struct watch_game *w, int seat, usec now)
{
	const struct clock *clock = &w->game.seat[seat - 1].clock;
	bool has_tc = limits_have_tc(clock->limits);
	usec left = has_tc ? clock_offer(clock) : clock->limits->movetime;
	bool to_move = !w->over && game_to_move(&w->game) == seat;
	if (left == 0 || (!to_move && !has_tc))
		return false;
	if (to_move)
		left -= now - w->since;
	show_screen_time(out, left > 0 ? left : 0);
	fputs(" left", out);
	return true;
}

/* --- text for people -------------------------------------------------------------------------- */

static void watch_print_seat(FILE *out, const struct watch_game *w, bool colour, int seat)
{
	char *name = escape_text(w->moves->names[seat - 1], false);
	board_terminal_seat(out, colour, &w->setup, seat);
	fprintf(out, " %s", name);
	free(name);
}

static void watch_print_begin(const struct watch_game *w)
{
	char *title = watch_title(w);
	puts(title);
	free(title);
	for (int seat = 1; seat <= w->setup.seats; seat++) {
		fputs("  ", stdout);
		watch_print_seat(stdout, w, false, seat);
		putchar('\n');
	}
	if (w->moves->start[0] != '\0')
		printf("  from %s\n", w->moves->start);
}

/* The first new turn: the last turn is a move, and the departures just before it are also new. */
static int watch_first_new(const struct watch_game *w)
{
	int first = w->moves->count - 1;
	while (first > 0 && w->moves->turns[first - 1].verdict != VERDICT_OK)
		first--;
	return first;
}

static void watch_print_moved(const struct watch_game *w)
{
	for (int i = watch_first_new(w); i < w->moves->count; i++) {
		const struct move_list_turn *turn = &w->moves->turns[i];
		if (turn->verdict == VERDICT_OK)
			printf("%4d  ", move_list_plies(w->moves, i + 1));
		else
			fputs("      ", stdout);
		watch_print_seat(stdout, w, false, turn->seat);
		if (turn->verdict != VERDICT_OK) {
			puts("  has left");
			continue;
		}
		printf("  %s", turn->move);
		show_screen_numbers(stdout, &turn->numbers, "wcqdsn", " ");
		const struct clock *clock = &w->game.seat[turn->seat - 1].clock;
		if (limits_have_tc(clock->limits)) {
			fputs(", ", stdout);
			show_screen_time(stdout, clock_offer(clock));
			fputs(" left", stdout);
		}
		putchar('\n');
	}
}

void watch_print_end(FILE *out, const struct watch_game *w, bool colour)
{
	fprintf(out, "Over: %s\n", w->live.record.result.reason);
	for (int place = 1; place <= w->setup.seats; place++)
		for (int seat = 1; seat <= w->setup.seats; seat++) {
			if (w->ranks[seat - 1] != place)
				continue;
			enum verdict verdict = w->live.record.result.ends.verdict[seat - 1];
			char *detail =
				escape_text(w->live.record.result.ends.detail[seat - 1], false);
			fprintf(out, "%4d. ", place);
			watch_print_seat(out, w, colour, seat);
			if (verdict != VERDICT_OK)
				fprintf(out, ": %s", verdict_table[verdict].name);
			if (detail != NULL && *detail != '\0')
				fprintf(out, ", %s", detail);
			fputc('\n', out);
			free(detail);
		}
}

void watch_print_stored(FILE *out, const struct watch_stored *stored)
{
	fprintf(out, "Game %d is stored as game %lld of its database: referee show %lld --db ",
		stored->number, (long long)stored->game, (long long)stored->game);
	shell_words_quote(out, stored->db);
	fputc('\n', out);
}

bool watch_print_text(const struct watch_game *w, enum watch_news news)
{
	if (news == WATCH_BEGINS)
		watch_print_begin(w);
	else if (news == WATCH_MOVED)
		watch_print_moved(w);
	else if (news == WATCH_OVER)
		watch_print_end(stdout, w, false);
	else if (news == WATCH_STORED)
		watch_print_stored(stdout, &w->stored);
	else if (news == WATCH_ABORTED)
		puts("The game was aborted: referee fault.");
	return standard_output_flush();
}

/* --- JSON for programs ------------------------------------------------------------------------ */

static void watch_json_begin(struct json_writer *j, const struct watch_game *w)
{
	json_number(j, "number", w->live.number);
	json_text(j, "tournament", w->live.tournament);
	json_text(j, "game", w->setup.rules->name);
	json_number(j, "started_ms", w->moves->started);
	json_text(j, "start", w->moves->start[0] != '\0' ? w->moves->start : NULL);
	json_open(j, "params", '[');
	for (int i = 0; i < w->live.record.params_count; i++)
		json_text(j, NULL, w->live.record.params[i]);
	json_close(j, ']');
	json_open(j, "bots", '[');
	for (int i = 0; i < w->setup.seats; i++)
		json_text(j, NULL, w->moves->names[i]);
	json_close(j, ']');
}

static void watch_json_move(struct json_writer *j, const struct watch_game *w, int turn_number)
{
	static const char *const names[MOVE_NUMBERS] = {
		"wall_us", "cpu_us", "wait_us", "depth", "score", "nodes"};
	const struct move_list_turn *turn = &w->moves->turns[turn_number];
	const struct clock *clock = &w->game.seat[turn->seat - 1].clock;
	json_number(j, "ply", move_list_plies(w->moves, turn_number + 1));
	json_number(j, "seat", turn->seat);
	json_text(j, "move", turn->move);
	for (int n = 0; n < MOVE_NUMBERS; n++)
		if (move_number(&turn->numbers, n) != UNKNOWN)
			json_number(j, names[n], move_number(&turn->numbers, n));
	if (limits_have_tc(clock->limits))
		json_number(j, "left_us", clock_offer(clock));
}

static void watch_json_end(struct json_writer *j, const struct watch_game *w)
{
	json_text(j, "reason", w->live.record.result.reason);
	json_number(j, "plies", move_list_plies(w->moves, w->moves->count));
	json_text(j, "final", w->live.record.result.final);
	json_open(j, "seats", '[');
	for (int i = 0; i < w->setup.seats; i++) {
		const char *detail = w->live.record.result.ends.detail[i];
		json_open(j, NULL, '{');
		json_number(j, "seat", i + 1);
		json_number(j, "rank", w->ranks[i]);
		json_text(j, "verdict", verdict_table[w->live.record.result.ends.verdict[i]].name);
		json_text(j, "detail", detail != NULL && *detail != '\0' ? detail : NULL);
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* Prints one event; turn_number: in the move list, if it is a turn. */
static void watch_json_event(
	const char *event, const struct watch_game *w, enum watch_news news, int turn_number)
{
	struct json_writer j = {.out = stdout};
	json_open(&j, NULL, '{');
	json_text(&j, "event", event);
	if (news == WATCH_BEGINS) {
		watch_json_begin(&j, w);
	} else if (news == WATCH_OVER) {
		watch_json_end(&j, w);
	} else if (news == WATCH_STORED) {
		json_number(&j, "number", w->stored.number);
		json_number(&j, "game", w->stored.game);
		json_text(&j, "db", w->stored.db);
	} else if (news == WATCH_MOVED) {
		const struct move_list_turn *turn = &w->moves->turns[turn_number];
		if (turn->verdict == VERDICT_OK)
			watch_json_move(&j, w, turn_number);
		else
			json_number(&j, "seat", turn->seat);
	}
	json_close(&j, '}');
	putchar('\n');
}

bool watch_print_json(const struct watch_game *w, enum watch_news news)
{
	static const char *const events[] = {[WATCH_BEGINS] = "game",
		[WATCH_OVER] = "end",
		[WATCH_STORED] = "kept",
		[WATCH_ABORTED] = "lost",
		[WATCH_WAITS] = NULL};
	if (news == WATCH_MOVED)
		for (int i = watch_first_new(w); i < w->moves->count; i++)
			watch_json_event(w->moves->turns[i].verdict == VERDICT_OK ? "move" : "left",
				w, news, i);
	else if (news < WATCH_BAD && events[news] != NULL)
		watch_json_event(events[news], w, news, 0);
	return standard_output_flush();
}
