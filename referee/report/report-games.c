/*
 * report-games.c - the report's list of games. Each row includes the game itself as data.
 */
#include <string.h>

#include "protocol/verdict.h"
#include "base/plural.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

void report_result(const struct db_game *game, char text[REPORT_RESULT])
{
	int ranks[DB_SEATS];
	unsigned failed = db_game_failed(game, ranks);
	game_result(ranks, failed, game->seats, ' ', text);
}

/* Did the seat lose by its own fault? */
static bool games_failed(const struct db_seat *seat)
{
	return seat->verdict != NULL && verdict_is_fault(verdict_find(seat->verdict));
}

static bool games_won_alone(const struct db_game *game, int seat)
{
	for (int i = 0; i < game->seats; i++)
		if (i != seat && game->seat[i].rank <= game->seat[seat].rank)
			return false;
	return true;
}

/* Writes the filter's attributes: bots by their rows in the standings, ranks, both by seat. */
static void games_marks(const struct report *r, const struct db_game *game, bool failed)
{
	char result[REPORT_RESULT];
	report_result(game, result);
	bool none = *result == '0' && strpbrk(result, "123456") == NULL; /* all failed together */
	html_print(r->out, "<tr data-bots=\"");
	for (int i = 0; i < game->seats; i++) {
		const char *name = game->seat[i].name;
		html_print(
			r->out, "%s%d", i > 0 ? " " : "", name != NULL ? report_find(r, name) : -1);
	}
	html_print(r->out, "\" data-ranks=\"");
	for (int i = 0; i < game->seats; i++)
		html_print(r->out, "%s%d", i > 0 ? " " : "", none ? 0 : game->seat[i].rank);
	html_print(r->out, "\"%s>", failed ? " data-fault=\"1\"" : "");
}

static void games_players(FILE *out, const struct db_game *game)
{
	for (int i = 0; i < game->seats; i++) {
		const char *name = game->seat[i].name;
		html_print(out, "%s<bdi%s>%h</bdi>", i > 0 ? " <span class=\"dot\">–</span> " : "",
			games_won_alone(game, i) ? " class=\"winner\"" : "",
			name != NULL ? name : "?");
	}
}

void report_games_row(const struct report *r, const struct db_game *game)
{
	FILE *out = r->out;
	char result[REPORT_RESULT];
	bool failed = false;
	for (int i = 0; i < game->seats; i++)
		failed |= games_failed(&game->seat[i]);
	report_result(game, result);
	games_marks(r, game, failed);
	html_print(out, "<td class=\"n\"><a ");
	report_to_game(r, game->id);
	html_print(out, ">%lld</a></td><td class=\"n\">%d</td><td class=\"players\">",
		(long long)game->id, game->round);
	games_players(out, game);
	html_print(out,
		"</td><td class=\"result\">%s</td><td%s>%h</td><td class=\"n\">%d</td>"
		"<td class=\"n\">%.2f</td></tr>\n",
		result, failed ? " class=\"bad\"" : "", game->reason, game->plies,
		(double)(game->ended_ms - game->started_ms) / 1000);
}

/* Reports the games that the list omits. */
static void games_left_out(const struct report *r)
{
	int64_t others = r->games - r->listed;
	if (others > 0)
		html_print(r->out,
			"<p class=\"note left-out\">This list has the newest %lld of %lld games; "
			"the other %lld %s left out of the file ("
			"<code>--games</code> says how many are in it). Everything above counts "
			"all %lld.</p>\n",
			(long long)r->listed, (long long)r->games, (long long)others,
			plural(others, "is", "are"), (long long)r->games);
}

void report_games_head(const struct report *r)
{
	html_print(r->out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"The list of "
		"games\"><table class=\"games\" id=\"games-table\">\n"
		"<caption>Seats in their order, the first moves first; the winner is <span "
		"class=\"winner\">bold</span>.");
	html_table_columns(r->out, "#Game|#Round|Players|Result|Ended|#Moves|#Seconds");
}

void report_games_end(const struct report *r)
{
	html_table_end(r->out);
}

int report_games(struct report *r)
{
	if (r->games == 0) {
		html_print(r->out, "<p>There are no games yet.</p>\n");
		return DB_OK;
	}
	games_left_out(r);
	report_pieces(r);
	html_print(r->out, "<div id=\"filter\"></div>\n");
	report_games_head(r);
	int error = DB_OK;
	for (int64_t i = r->listed - 1; i >= 0 && error == DB_OK; i--) {
		struct db_filter filter = {.tournament = r->tournament, .game = r->ids[i]};
		struct db_games *games = db_games(r->db, &filter);
		const struct db_game *game = db_games_next(games);
		if (game != NULL) {
			char id[32];
			report_games_row(r, game);
			snprintf(id, sizeof id, "g%lld", (long long)game->id);
			error = report_game(r, game, id);
		}
		int end = db_games_end(games);
		error = end != DB_OK ? end : error;
	}
	report_games_end(r);
	html_print(r->out, "<p class=\"more\"><button type=\"button\" id=\"games-more\" "
			   "hidden>More</button></p>\n");
	return error;
}
