/*
 * web-bot.c - the page of one bot of a tournament: its rows from queries over all bots.
 */
#include <stdlib.h>
#include <string.h>

#include "base/key-value.h"
#include "base/memory.h"
#include "base/plural.h"
#include "protocol/verdict.h"
#include "referee/report/html.h"
#include "referee/results/query-rows.h"
#include "referee/web/web-page.h"

enum { BOT_FAULTS = 10 /* shown in full */, BOT_COLUMNS = 12 };

/* A table of the page. */
struct bot_table {
	const char *title, *query, *key; /* key: the column with the bot's name */
	const char *empty;
	/* Its columns: heading, name in the query; 'n' a number, 's' a word, 't' a text, 'o' an
	 * opponent, with a link to the games against it; 'v' the row's number, for people, in
	 * place of the database's. */
	struct {
		const char *title, *column;
		char kind;
		bool log;	 /* only for readers that may see the bot's output */
		const char *two; /* its heading where games have two seats; NULL: the same */
	} columns[BOT_COLUMNS];
};

static const struct bot_table bot_tables[] = {
	{"Against each opponent", "crosstable", "bot", "It has not played yet.",
		{{"Opponent", "opponent", 'o'}, {"Games", "games", 'n'}, {"Points", "points", 'n'},
			{"Ahead", "wins", 'n', false, "Won"},
			{"Level", "draws", 'n', false, "Drawn"},
			{"Behind", "losses", 'n', false, "Lost"}}},
	{"In each seat", "seat-results", "bot", "It has not played yet.",
		{{"Seat", "seat", 'n'}, {"Games", "games", 'n'}, {"Points", "points", 'n'},
			{"Won", "wins", 'n'}, {"Mean rank", "mean_rank", 'n'}}},
	{"Time", "bot-move-times", "bot", "It has not moved yet.",
		{{"Moves", "moves", 'n'}, {"Mean ms", "mean_ms", 'n'},
			{"Longest ms", "max_ms", 'n'}, {"Processor ms", "cpu_ms", 'n'},
			{"Waiting for a processor, %", "waiting_percent", 'n'}}},
	{"Versions", "versions", "bot", "It has not been run yet.",
		{{"Version", "version", 'n'}, {"Digest", "digest", 's'}, {"Games", "games", 'n'},
			{"Played", "played", 'n'}, {"Points", "points", 'n'}, {"%", "percent", 'n'},
			{"Won", "wins", 'n'}, {"Drawn", "draws", 'n'}, {"Lost", "losses", 'n'},
			{"Faults", "faults", 'n'}}},
	{"Programs", "tournament-bots", "name", "It has not been run yet.",
		{{"Version", "id", 'v'}, {"Digest", "digest", 't'},
			{"Command", "command", 't', true}, {"Settings", "settings", 't', true}}},
};

/* Does the reader of this page see the column? */
static bool bot_shows(const struct web_view *v, const struct bot_table *t, int column)
{
	return !t->columns[column].log || report_logs(&v->report, v->name);
}

enum { BOT_TABLES = sizeof bot_tables / sizeof *bot_tables };

struct bot_page {
	struct web_view *v;
	int64_t id; /* the number of one of its programs */
	const struct bot_table *table;
	int rows;
	bool remote;
	char *author; /* owned; NULL: not known */
	int64_t kinds[VERDICTS], faults;
	int64_t failures;	   /* of them: its program took part, or could not be started */
	int64_t games[BOT_FAULTS]; /* the last games of these */
};

static void bot_head(const struct bot_page *p)
{
	FILE *out = p->v->out;
	const struct bot_table *t = p->table;
	html_print(out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\"><table>\n"
		"<caption class=\"hear\">%s</caption>\n<thead><tr>",
		t->title, t->title);
	for (int i = 0; t->columns[i].title != NULL && bot_shows(p->v, t, i); i++)
		html_print(out, "<th scope=\"col\"%s>%s</th>",
			strchr("nv", t->columns[i].kind) != NULL ? " class=\"n\"" : "",
			t->columns[i].two != NULL && p->v->report.seats == 2 ? t->columns[i].two
									     : t->columns[i].title);
	html_print(out, "</tr></thead>\n<tbody>\n");
}

/* Writes settings, one per line. */
static void bot_lines(FILE *out, const char *text)
{
	char *copy = memory_copy(text), *rest = copy, *line;
	for (int i = 0; (line = strsep(&rest, "\n")) != NULL && (*line != '\0' || i == 0); i++)
		html_print(out, "%s%h", i > 0 ? "<br>" : "", line);
	free(copy);
}

static void bot_cell(const struct bot_page *p, char kind, const struct db_value *value)
{
	FILE *out = p->v->out;
	const char *text = value->type == DB_NULL || *value->text == '\0' ? "–" : value->text;
	if (kind == 'v') {
		html_print(out, "<td class=\"n\">%d</td>", p->rows);
		return;
	}
	if (kind == 'n') {
		html_print(out, "<td class=\"n\">");
		if (value->type == DB_REAL)
			html_print(out, "%.6g", value->real);
		else
			html_print(out, "%h", text);
		html_print(out, "</td>");
		return;
	}
	html_print(out, "%s",
		kind == 'o'   ? "<th scope=\"row\"><a "
		: kind == 's' ? "<td>"
			      : "<td class=\"words\">");
	if (kind == 'o') {
		report_to_games(&p->v->report, report_find(&p->v->report, p->v->name),
			report_find(&p->v->report, text));
		html_print(out, ">");
	}
	html_print(out, "<bdi>");
	bot_lines(out, text);
	html_print(out, "%s", kind == 'o' ? "</bdi></a></th>" : "</bdi></td>");
}

/* Begins the query of a table, of all bots or of this one. A query for one has both ids. */
static void bot_query(struct db_query *q, struct web_view *v, const struct bot_table *t, int64_t id)
{
	const int64_t numbers[] = {v->report.tournament, id};
	db_query_numbers(q, v->db, t->query, numbers, strncmp(t->query, "bot-", 4) == 0 ? 2 : 1);
}

/* Steps to the next row of this bot. */
static bool bot_next(struct db_query *q, const struct web_view *v, const struct bot_table *t)
{
	while (db_next(q))
		if (strcmp(db_text(q, t->key), v->name) == 0)
			return true;
	return false;
}

static void bot_row(struct bot_page *p, struct db_query *q)
{
	const struct bot_table *t = p->table;
	if (p->rows++ == 0)
		bot_head(p);
	html_print(p->v->out, "<tr>");
	for (int i = 0; t->columns[i].title != NULL && bot_shows(p->v, t, i); i++) {
		struct db_value value = db_value(q, t->columns[i].column);
		bot_cell(p, t->columns[i].kind, &value);
	}
	html_print(p->v->out, "</tr>\n");
}

static int bot_table(struct bot_page *p, const struct bot_table *t)
{
	p->table = t;
	p->rows = 0;
	html_print(p->v->out, "<h2>%s</h2>\n", t->title);
	struct db_query q;
	bot_query(&q, p->v, t, p->id);
	while (bot_next(&q, p->v, t))
		bot_row(p, &q);
	int error = db_end(&q);
	if (p->rows > 0)
		html_print(p->v->out, "</tbody></table></div>\n");
	else
		html_print(p->v->out, "<p>%s</p>\n", t->empty);
	return error;
}

/* --- faults ----------------------------------------------------------------------------------- */

static int bot_count_faults(struct bot_page *p)
{
	struct db_query q;
	db_query(&q, p->v->db, "faults", p->v->report.tournament);
	while (db_next(&q)) {
		int64_t game = db_int(&q, "game");
		bool own = strcmp(db_text(&q, "bot"), p->v->name) == 0;
		enum verdict kind = verdict_find(db_text(&q, "verdict"));
		if (!own || kind == VERDICTS)
			continue;
		p->kinds[kind]++;
		p->faults++;
		if (!verdict_is_away(kind))
			p->games[p->failures++ % BOT_FAULTS] = game;
	}
	return db_end(&q);
}

static int bot_faults(struct bot_page *p)
{
	FILE *out = p->v->out;
	int error = bot_count_faults(p);
	html_print(out, "<h2>Games lost by a fault</h2>\n");
	if (p->faults == 0) {
		html_print(out, "<p>No game.</p>\n");
		return error;
	}
	html_print(out, "<ul class=\"facts\">");
	for (int kind = 0; kind < VERDICTS; kind++)
		if (p->kinds[kind] > 0)
			html_print(out, "<li><b>%lld</b> %s</li>", (long long)p->kinds[kind],
				verdict_table[kind].name);
	html_print(out, "</ul>\n");
	if (p->failures > BOT_FAULTS)
		html_print(out, "<p class=\"note\">The last %d of %lld:</p>\n", BOT_FAULTS,
			(long long)p->failures);
	for (int64_t i = p->failures - 1; i >= 0 && i >= p->failures - BOT_FAULTS && error == DB_OK;
		i--) {
		int64_t game = p->games[i % BOT_FAULTS];
		html_print(out, "<h3><a ");
		report_to_game(&p->v->report, game);
		html_print(out, ">Game %lld</a></h3>\n", (long long)game);
		error = web_failures(p->v, game);
	}
	return error;
}

/* --- the page --------------------------------------------------------------------------------- */

/* Finds the bot's number. Returns the status if there is none, else 200. */
static int bot_find(struct web_view *v, int64_t *id)
{
	*id = web_find_bot(v, v->name);
	if (*id == 0)
		error_set(&v->err, "No bot of this name has played here");
	return *id > 0 ? 200 : *id == 0 ? 404 : 500;
}

/* Writes the rating with its error. */
static void bot_rating(const struct report *r, int bot)
{
	static const char *const bounds[] = {[RATING_EXACT] = "",
		[RATING_AT_MIN] = "at least ",
		[RATING_AT_MAX] = "at most ",
		[RATING_LOOSE] = "about "};
	const struct rating *x = rating_lacks(r->fit) == NULL ? &r->fit->rating[bot] : NULL;
	if (x == NULL || x->games == 0)
		return;
	html_print(r->out, "<li><b>%s%r</b> ±&nbsp;%.0f Elo (95&nbsp;%%)</li>", bounds[x->bound],
		x->elo, rating_95(x));
}

static void bot_sums(struct web_view *v, int bot)
{
	const struct report_bot *b = &v->report.bots[bot];
	html_print(v->out, "<ul class=\"facts\"><li><b>%d</b> rank</li>", b->rank);
	bot_rating(&v->report, bot);
	html_print(
		v->out, "<li><b>%g</b> %s</li>\n", b->points, plural(b->points, "point", "points"));
	report_fact(v->out, b->games, "game", "games");
	report_fact(v->out, b->played, "played", "played");
	report_fact(v->out, b->wins, "won", "won");
	report_fact(v->out, b->draws, "drawn", "drawn");
	report_fact(v->out, b->losses, "lost", "lost");
	report_fact(v->out, b->faults, "fault", "faults");
	html_print(v->out, "</ul>\n<p><a href=\"%s/games?bot=%a\">Its games</a></p>\n", v->base,
		v->name);
}

/* Writes what is known of its row in the standings. */
static void bot_standing(struct web_view *v)
{
	int bot = report_find(&v->report, v->name);
	if (bot < 0)
		return;
	bot_sums(v, bot);
	web_compare_form(v, v->name, v->report.bots[bot == 0].name);
	if (v->report.bands != NULL && rating_lacks(v->report.fit) == NULL)
		report_rating_lines(&v->report);
}

/* Reads the facts of its last version. */
static int bot_read_facts(struct bot_page *p)
{
	struct db_query q;
	db_query(&q, p->v->db, "tournament-bots", p->v->report.tournament);
	while (db_next(&q)) {
		if (strcmp(db_text(&q, "name"), p->v->name) != 0)
			continue;
		const char *settings = db_text(&q, "settings");
		free(p->author);
		p->author = settings != NULL ? key_value_value(settings, "author") : NULL;
		p->remote |= db_int(&q, "remote") != 0;
	}
	return db_end(&q);
}

static int bot_facts(struct bot_page *p)
{
	FILE *out = p->v->out;
	int error = bot_read_facts(p);
	if (p->author != NULL)
		html_print(out, "<p class=\"author\">by <bdi>%h</bdi></p>\n", p->author);
	if (p->remote)
		html_print(out,
			"<p class=\"note\">This bot plays over the network. Its processor time is "
			"not known.</p>\n");
	return error;
}

int web_bot(struct web_view *v)
{
	struct bot_page p = {.v = v};
	int error = DB_OK, status = bot_find(v, &p.id);
	if (status != 200)
		return status;
	web_frame_begin(v, v->name);
	html_print(v->out, "<section id=\"bot\" data-live>\n<h2><bdi>%h</bdi>", v->name);
	report_badge(&v->report, v->name);
	html_print(v->out, "</h2>\n");
	error = bot_facts(&p);
	bot_standing(v);
	for (int i = 0; i < BOT_TABLES && error == DB_OK; i++)
		error = bot_table(&p, &bot_tables[i]);
	error = error == DB_OK ? bot_faults(&p) : error;
	html_print(v->out, "</section>\n");
	web_frame_end(v);
	free(p.author);
	return web_status(v, error);
}

static void bot_row_json(struct json_writer *j, const struct web_view *v, const struct bot_table *t,
	struct db_query *q)
{
	const char *names[BOT_COLUMNS];
	struct text_table_cell cells[BOT_COLUMNS];
	int count = 0;
	for (; t->columns[count].title != NULL && bot_shows(v, t, count); count++) {
		const char *name = names[count] = t->columns[count].column;
		struct db_value value = db_value(q, name);
		cells[count] = query_cell(&value);
		if (strcmp(name, "detail") == 0)
			cells[count] = (struct text_table_cell){
				.text = log_reason(report_logs(&v->report, v->name),
					db_text(q, "verdict"), value.text)};
	}
	text_table_json(json_key(j, NULL), names, cells, count);
}

static int bot_table_json(
	struct json_writer *j, struct web_view *v, const struct bot_table *t, int64_t id)
{
	struct db_query q;
	json_open(j, t->query, '[');
	bot_query(&q, v, t, id);
	while (bot_next(&q, v, t))
		bot_row_json(j, v, t, &q);
	json_close(j, ']');
	return db_end(&q);
}

int web_bot_json(struct web_view *v)
{
	static const struct bot_table faults = {.query = "faults",
		.key = "bot",
		.columns = {{"", "game", 'n'}, {"", "seat", 'n'}, {"", "verdict", 't'},
			{"", "detail", 't'}}};
	struct json_writer j = {.out = v->out};
	struct bot_page facts = {.v = v};
	int status = bot_find(v, &facts.id);
	if (status != 200)
		return status;
	int error = bot_read_facts(&facts);
	int bot = report_find(&v->report, v->name);
	json_open(&j, NULL, '{');
	json_text(&j, "bot", v->name);
	json_text(&j, "author", facts.author);
	free(facts.author);
	if (bot >= 0) {
		web_standing_json(&j, "standing", &v->report, bot);
		json_open(&j, "history", '{');
		web_rating_line_json(&j, &v->report, 0);
		json_close(&j, '}');
	}
	for (int i = 0; i <= BOT_TABLES && error == DB_OK; i++)
		error = bot_table_json(&j, v, i < BOT_TABLES ? &bot_tables[i] : &faults, facts.id);
	json_close(&j, '}');
	return web_status(v, error);
}
