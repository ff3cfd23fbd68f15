/*
 * web-games.c - the list of games with its filter.
 */
#include "referee/web/web-page.h"

#include <string.h>

#include "base/name.h"
#include "referee/report/html.h"

/* --- finding a bot ---------------------------------------------------------------------------- */

int64_t web_find_bot(struct web_view *v, const char *name)
{
	struct db_query q;
	int64_t id = 0;
	db_query(&q, v->db, "bots", v->report.tournament);
	while (id == 0 && db_next(&q))
		if (name_is_same(db_text(&q, "name"), name))
			id = db_int(&q, "bot");
	if (web_status(v, db_end(&q)) != 200)
		return -1;
	if (id == 0)
		error_set(&v->err, "No bot \"%.80s\" has played here", name);
	return id;
}

/* --- the list --------------------------------------------------------------------------------- */

static const struct {
	const char *value, *words;
} games_results[] = {{"", "any"}, {"won", "won"}, {"drawn", "drawn"}, {"lost", "lost"},
	{"fault", "ended by a fault"}};

enum {
	GAMES_RESULTS = sizeof games_results / sizeof *games_results,
	GAMES_CHOICES = 100 /* bots of a choice; of more bots a name is typed */
};

/* Parameters of the query games-page. */
enum games_arg {
	GAMES_TOURNAMENT,
	GAMES_BOT,
	GAMES_AGAINST,
	GAMES_ROUND,
	GAMES_RESULT,
	GAMES_BEFORE,
	GAMES_COUNT,
	GAMES_AFTER,
	GAMES_ALL,
	GAMES_ARGS
};

struct games_filter {
	const char *bot, *against;
	bool after; /* the page begins with its oldest game */
	int64_t args[GAMES_ARGS];
};

struct games_page {
	struct web_view *v;
	int64_t ids[WEB_ROWS + 1]; /* newest first */
	int count;
	bool older, newer;	 /* there are further games on that side */
	struct json_writer json; /* of the page for programs */
};

/* Reads a whole number of the query; no round and no game has a greater one than the greatest. */
static void games_read_number(struct web_view *v, const char *key, int64_t *number)
{
	const char *text = address_value(v->address, key);
	uint64_t value = 0;
	if (*text != '\0' && !address_number(text, &value))
		error_set(&v->err, "round, before and after are whole numbers");
	*number = (int64_t)(value < INT64_MAX ? value : INT64_MAX);
}

/* Reads the filter from the query. Returns the status; if it is not 200, v->err has a line. */
static int games_read_filter(struct web_view *v, struct games_filter *f)
{
	const char *result = address_value(v->address, "result");
	const char *absent = address_value(v->address, "absent");
	*f = (struct games_filter){.bot = address_value(v->address, "bot"),
		.against = address_value(v->address, "against")};
	int64_t *args = f->args;
	f->after = *address_value(v->address, "after") != '\0' &&
		   *address_value(v->address, "before") == '\0';
	args[GAMES_TOURNAMENT] = v->report.tournament;
	args[GAMES_COUNT] = WEB_ROWS + 1;
	args[GAMES_ALL] = strcmp(absent, "yes") == 0;
	if (*f->bot != '\0')
		args[GAMES_BOT] = web_find_bot(v, f->bot);
	if (*f->against != '\0' && args[GAMES_BOT] >= 0)
		args[GAMES_AGAINST] = web_find_bot(v, f->against);
	games_read_number(v, "round", &args[GAMES_ROUND]);
	games_read_number(v, "before", &args[GAMES_BEFORE]);
	games_read_number(v, "after", &args[GAMES_AFTER]);
	while (args[GAMES_RESULT] < GAMES_RESULTS &&
		strcmp(games_results[args[GAMES_RESULT]].value, result) != 0)
		args[GAMES_RESULT]++;
	if (args[GAMES_RESULT] == GAMES_RESULTS)
		error_set(&v->err, "result is won, drawn, lost or fault");
	if (*absent != '\0' && args[GAMES_ALL] == 0)
		error_set(&v->err, "absent is yes");
	if (args[GAMES_BOT] < 0 || args[GAMES_AGAINST] < 0)
		return 500;
	return error_is_set(&v->err) ? 400 : 200;
}

/* Writes the address of the list from another game on. */
static void games_address(
	const struct web_view *v, const struct games_filter *f, const char *key, int64_t game)
{
	html_print(v->out, "%s/games?%s=%lld", v->base, key, (long long)game);
	if (*f->bot != '\0')
		html_print(v->out, "&amp;bot=%a", f->bot);
	if (*f->against != '\0')
		html_print(v->out, "&amp;against=%a", f->against);
	if (f->args[GAMES_ROUND] > 0)
		html_print(v->out, "&amp;round=%lld", (long long)f->args[GAMES_ROUND]);
	if (f->args[GAMES_RESULT] > 0)
		html_print(v->out, "&amp;result=%s", games_results[f->args[GAMES_RESULT]].value);
	if (f->args[GAMES_ALL] != 0)
		html_print(v->out, "&amp;absent=yes");
}

void web_bot_field(
	const struct web_view *v, const char *key, const char *label, const char *chosen, bool any)
{
	FILE *out = v->out;
	const struct report *r = &v->report;
	html_print(out, "<div><label for=\"%s\">%s</label>", key, label);
	if (r->bots_count > GAMES_CHOICES) {
		html_print(out, "<input type=\"text\" id=\"%s\" name=\"%s\" value=\"%h\"></div>",
			key, key, chosen);
		return;
	}
	html_print(out, "<select id=\"%s\" name=\"%s\">%s", key, key,
		any ? "<option value=\"\">any</option>" : "");
	for (int i = 0; i < r->bots_count; i++) {
		if (r->bots[i].games == 0)
			continue;
		html_print(out, "<option%s>%h</option>",
			strcmp(r->bots[i].name, chosen) == 0 ? " selected" : "", r->bots[i].name);
	}
	html_print(out, "</select></div>\n");
}

static void games_write_filter(const struct web_view *v, const struct games_filter *f)
{
	FILE *out = v->out;
	html_print(out, "<form class=\"filter\" action=\"%s/games\">\n", v->base);
	web_bot_field(v, "bot", "Bot", f->bot, true);
	web_bot_field(v, "against", "Against", f->against, true);
	html_print(out, "<div><label for=\"result\">Result for the bot</label>"
			"<select id=\"result\" name=\"result\">");
	for (int i = 0; i < GAMES_RESULTS; i++)
		html_print(out, "<option value=\"%s\"%s>%s</option>", games_results[i].value,
			f->args[GAMES_RESULT] == i ? " selected" : "", games_results[i].words);
	html_print(out, "</select></div>\n<div class=\"short\"><label for=\"round\">Round</label>"
			"<input type=\"number\" id=\"round\" name=\"round\" min=\"1\"");
	if (f->args[GAMES_ROUND] > 0)
		html_print(out, " value=\"%lld\"", (long long)f->args[GAMES_ROUND]);
	html_print(out,
		"></div>\n<label class=\"check\"><input type=\"checkbox\" name=\"absent\" "
		"value=\"yes\"%s> Also games not played</label>\n<button>Show</button>",
		f->args[GAMES_ALL] != 0 ? " checked" : "");
	if (*f->bot != '\0' || *f->against != '\0' || f->args[GAMES_ROUND] > 0 ||
		f->args[GAMES_RESULT] > 0 || f->args[GAMES_ALL] != 0)
		html_print(out, "<a href=\"%s/games\">All games</a>", v->base);
	html_print(out, "</form>\n");
}

static void games_write_row(struct games_page *p, const struct db_game *game)
{
	report_games_row(&p->v->report, game);
}

/* Reads the numbers of the page's games, from the newest to the oldest. */
static int games_read(struct games_page *p, const struct games_filter *f)
{
	static const char *const queries[2][2] = {
		{"games-page", "games-page-after"}, {"bot-games-page", "bot-games-page-after"}};
	const char *query = queries[f->args[GAMES_BOT] != 0][f->after];
	struct db_query q;
	db_query_numbers(&q, p->v->db, query, f->args, GAMES_ARGS);
	while (p->count <= WEB_ROWS && db_next(&q))
		p->ids[p->count++] = db_int(&q, "game");
	int error = db_end(&q);
	bool more = p->count > WEB_ROWS;
	p->count -= more;
	for (int i = 0; f->after && i < p->count / 2; i++) {
		int64_t id = p->ids[i];
		p->ids[i] = p->ids[p->count - 1 - i];
		p->ids[p->count - 1 - i] = id;
	}
	p->older = p->count > 0 && (f->after || more);
	p->newer = p->count > 0 && (f->after ? more : f->args[GAMES_BEFORE] > 0);
	return error;
}

/* Writes each game of the page. */
static int games_each(
	struct games_page *p, void (*write)(struct games_page *p, const struct db_game *game))
{
	int error = DB_OK;
	for (int i = 0; i < p->count && error == DB_OK; i++) {
		struct db_filter one = {
			.tournament = p->v->report.tournament, .game = p->ids[i], .bare = true};
		struct db_games *games = db_games(p->v->db, &one);
		const struct db_game *game = db_games_next(games);
		if (game != NULL)
			write(p, game);
		error = db_games_end(games);
	}
	return error;
}

static void games_neighbours(const struct games_page *p, const struct games_filter *f)
{
	FILE *out = p->v->out;
	if (!p->newer && !p->older)
		return;
	html_print(out, "<nav class=\"more\" aria-label=\"More games\">");
	if (p->newer) {
		html_print(out, "<a href=\"");
		games_address(p->v, f, "after", p->ids[0]);
		html_print(out, "\">Newer games</a> ");
	}
	if (p->older) {
		html_print(out, "<a href=\"");
		games_address(p->v, f, "before", p->ids[p->count - 1]);
		html_print(out, "\">Older games</a>");
	}
	html_print(out, "</nav>\n");
}

int web_games(struct web_view *v)
{
	struct games_filter f;
	struct games_page p = {.v = v};
	int status = games_read_filter(v, &f);
	if (status != 200)
		return status;
	int error = games_read(&p, &f);
	web_frame_begin(v, "Games");
	html_print(v->out, "<section aria-labelledby=\"title\">\n<h2 id=\"title\">Games</h2>\n");
	games_write_filter(v, &f);
	html_print(v->out, "<div id=\"games\" data-live>\n");
	if (p.count == 0)
		html_print(v->out, "<p>No games.</p>\n");
	else
		report_games_head(&v->report);
	if (error == DB_OK)
		error = games_each(&p, games_write_row);
	if (p.count > 0)
		report_games_end(&v->report);
	games_neighbours(&p, &f);
	html_print(v->out, "</div>\n</section>\n");
	web_frame_end(v);
	return web_status(v, error);
}

static void games_write_json(struct games_page *p, const struct db_game *game)
{
	struct json_writer *j = &p->json;
	char result[REPORT_RESULT];
	report_result(game, result);
	json_open(j, NULL, '{');
	json_number(j, "game", game->id);
	json_number(j, "round", game->round);
	json_number(j, "plies", game->plies);
	json_number(j, "started_ms", game->started_ms);
	json_number(j, "ended_ms", game->ended_ms);
	json_text(j, "result", result);
	json_text(j, "reason", game->reason);
	json_text(j, "opening", game->opening);
	if (game->removed != NULL)
		json_text(j, "removed", game->removed);
	json_open(j, "seats", '[');
	for (int i = 0; i < game->seats; i++) {
		json_open(j, NULL, '{');
		json_number(j, "rank", game->seat[i].rank);
		json_text(j, "bot", game->seat[i].name);
		json_text(j, "verdict", game->seat[i].verdict);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
}

int web_games_json(struct web_view *v)
{
	struct games_filter f;
	struct games_page p = {.v = v, .json = {.out = v->out}};
	struct json_writer *j = &p.json;
	int status = games_read_filter(v, &f);
	if (status != 200)
		return status;
	int error = games_read(&p, &f);
	json_open(j, NULL, '{');
	json_open(j, "games", '[');
	if (error == DB_OK)
		error = games_each(&p, games_write_json);
	json_close(j, ']');
	json_known(j, "before", p.older ? p.ids[p.count - 1] : -1);
	json_known(j, "after", p.newer ? p.ids[0] : -1);
	json_close(j, '}');
	return web_status(v, error);
}
