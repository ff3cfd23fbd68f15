/*
 * watch-tell.c - prints a game in play as lines.
 */
#include "referee/commands/watch.h"

#include <stdlib.h>
#include <string.h>

#include "referee/commands/play-draw.h"
#include "referee/commands/show-screen.h"
#include "referee/base/escape.h"
#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "referee/base/shell-quote.h"

char *watch_title(const struct watch_game *w)
{
	return memory_print("Game %d of \"%s\": %s", w->number, w->tournament, w->rules->name);
}

bool watch_tell_clock(FILE *out, const struct watch_game *w, int seat, usec now)
{
	const struct clock *clock = &w->game.seat[seat - 1].clock;
	bool has_tc = limits_have_tc(clock->limits);
	usec left = has_tc ? clock_offer(clock) : clock->limits->movetime;
	bool asked = !w->over && game_to_move(&w->game) == seat;
	if (left == 0 || (!asked && !has_tc))
		return false;
	if (asked)
		left -= now - w->since;
	show_screen_time(out, left > 0 ? left : 0);
	fputs(" left", out);
	return true;
}

/* --- text for people -------------------------------------------------------------------------- */

static void watch_tell_seat(FILE *out, const struct watch_game *w, bool colour, int seat)
{
	char *name = escape_text(w->history.names[seat - 1], false);
	play_draw_seat(out, colour, &w->setup, seat);
	fprintf(out, " %s", name);
	free(name);
}

static void watch_tell_begin(const struct watch_game *w)
{
	char *title = watch_title(w);
	puts(title);
	free(title);
	for (int seat = 1; seat <= w->seats; seat++) {
		fputs("  ", stdout);
		watch_tell_seat(stdout, w, false, seat);
		putchar('\n');
	}
	if (w->start[0] != '\0')
		printf("  from %s\n", w->start);
}

/* The first new turn: the last turn is a move, and the departures just before it are also new. */
static int watch_tell_first(const struct watch_game *w)
{
	int first = w->history.count - 1;
	while (first > 0 && w->history.turns[first - 1].verdict != VERDICT_OK)
		first--;
	return first;
}

static void watch_tell_moved(const struct watch_game *w)
{
	for (int i = watch_tell_first(w); i < w->history.count; i++) {
		const struct history_turn *turn = &w->history.turns[i];
		if (turn->verdict == VERDICT_OK)
			printf("%4d  ", history_plies(&w->history, i + 1));
		else
			fputs("      ", stdout);
		watch_tell_seat(stdout, w, false, turn->seat);
		if (turn->verdict != VERDICT_OK) {
			puts("  has left");
			continue;
		}
		printf("  %s", turn->move);
		show_screen_numbers(stdout, &turn->numbers, true);
		const struct clock *clock = &w->game.seat[turn->seat - 1].clock;
		if (limits_have_tc(clock->limits)) {
			fputs(", ", stdout);
			show_screen_time(stdout, clock_offer(clock));
			fputs(" left", stdout);
		}
		putchar('\n');
	}
}

void watch_tell_end(FILE *out, const struct watch_game *w, bool colour)
{
	fprintf(out, "Over: %s\n", w->reason);
	for (int place = 1; place <= w->seats; place++)
		for (int seat = 1; seat <= w->seats; seat++) {
			if (w->ranks[seat - 1] != place)
				continue;
			enum verdict verdict = w->ends.verdict[seat - 1];
			char *detail = escape_text(w->ends.detail[seat - 1], false);
			fprintf(out, "%4d. ", place);
			watch_tell_seat(out, w, colour, seat);
			if (verdict != VERDICT_OK)
				fprintf(out, ": %s", verdict_table[verdict].name);
			if (detail != NULL && *detail != '\0')
				fprintf(out, ", %s", detail);
			fputc('\n', out);
			free(detail);
		}
}

void watch_tell_kept(FILE *out, const struct watch_kept *kept)
{
	fprintf(out, "Game %d is kept as game %lld of its database: referee show %lld --db ",
		kept->number, (long long)kept->game, (long long)kept->game);
	shell_quote_word(out, kept->db);
	fputc('\n', out);
}

bool watch_tell_line(const struct watch_game *w, enum watch_news news)
{
	if (news == WATCH_BEGINS)
		watch_tell_begin(w);
	else if (news == WATCH_MOVED)
		watch_tell_moved(w);
	else if (news == WATCH_OVER)
		watch_tell_end(stdout, w, false);
	else if (news == WATCH_KEPT)
		watch_tell_kept(stdout, &w->kept);
	else if (news == WATCH_LOST)
		puts("The game was aborted: referee fault.");
	return fflush(stdout) == 0;
}

/* --- JSON for programs ------------------------------------------------------------------------ */

static void watch_json_begin(const struct watch_game *w)
{
	printf("{\"event\":\"game\",\"number\":%d,\"tournament\":", w->number);
	json_string(stdout, w->tournament);
	printf(",\"game\":\"%s\",\"started_ms\":%lld,\"start\":", w->rules->name,
		(long long)w->history.started);
	json_string(stdout, w->start[0] != '\0' ? w->start : NULL);
	fputs(",\"params\":[", stdout);
	for (int i = 0; i < w->params_count; i++) {
		fputs(i > 0 ? "," : "", stdout);
		json_string(stdout, w->params[i]);
	}
	fputs("],\"bots\":[", stdout);
	for (int i = 0; i < w->seats; i++) {
		fputs(i > 0 ? "," : "", stdout);
		json_string(stdout, w->history.names[i]);
	}
	puts("]}");
}

static void watch_json_moved(const struct watch_game *w)
{
	static const char *const names[MOVE_NUMBERS] = {
		"wall_us", "cpu_us", "wait_us", "depth", "score", "nodes"};
	for (int i = watch_tell_first(w); i < w->history.count; i++) {
		const struct history_turn *turn = &w->history.turns[i];
		if (turn->verdict != VERDICT_OK) {
			printf("{\"event\":\"left\",\"seat\":%d}\n", turn->seat);
			continue;
		}
		printf("{\"event\":\"move\",\"ply\":%d,\"seat\":%d,\"move\":",
			history_plies(&w->history, i + 1), turn->seat);
		json_string(stdout, turn->move);
		for (int n = 0; n < MOVE_NUMBERS; n++)
			if (move_number(&turn->numbers, n) != RECORD_UNSAID)
				printf(",\"%s\":%lld", names[n],
					(long long)move_number(&turn->numbers, n));
		const struct clock *clock = &w->game.seat[turn->seat - 1].clock;
		if (limits_have_tc(clock->limits))
			printf(",\"left_us\":%lld", (long long)clock_offer(clock));
		puts("}");
	}
}

static void watch_json_end(const struct watch_game *w)
{
	printf("{\"event\":\"end\",\"reason\":\"%s\",\"plies\":%d,\"final\":", w->reason,
		history_plies(&w->history, w->history.count));
	json_string(stdout, w->final);
	fputs(",\"seats\":[", stdout);
	for (int i = 0; i < w->seats; i++) {
		const char *detail = w->ends.detail[i];
		printf("%s{\"seat\":%d,\"rank\":%d,\"verdict\":\"%s\",\"detail\":",
			i > 0 ? "," : "", i + 1, w->ranks[i],
			verdict_table[w->ends.verdict[i]].name);
		json_string(stdout, detail != NULL && *detail != '\0' ? detail : NULL);
		putchar('}');
	}
	puts("]}");
}

static void watch_json_kept(const struct watch_kept *kept)
{
	printf("{\"event\":\"kept\",\"number\":%d,\"game\":%lld,\"db\":", kept->number,
		(long long)kept->game);
	json_string(stdout, kept->db);
	puts("}");
}

bool watch_tell_json(const struct watch_game *w, enum watch_news news)
{
	if (news == WATCH_BEGINS)
		watch_json_begin(w);
	else if (news == WATCH_MOVED)
		watch_json_moved(w);
	else if (news == WATCH_OVER)
		watch_json_end(w);
	else if (news == WATCH_KEPT)
		watch_json_kept(&w->kept);
	else if (news == WATCH_LOST)
		puts("{\"event\":\"lost\"}");
	return fflush(stdout) == 0;
}
