/*
 * The tables of the report, row by row, as they were worked out by hand from the fixture's games
 * and from a tournament of its own:
 *
 * odd, connect4, with the bots <p>&", q, r and s:
 *   p won six games with q, three from each seat, and drew one; p won five with r; in one game r
 *   and s crashed together.
 *
 * Points in odd: p 11 1/2 of 12, q 1/2 of 7, r 0 of 6, s 0 of 1.
 */
#include "referee/report/report.h"

#include <math.h>

#include "base/memory.h"
#include "referee/report/report-sections.h"
#include "tests/lib/db-fixture.h"

enum { P, Q, R, S, ODD_BOTS };

static const struct odd_games {
	int first, second, games;
	int rank[2];
	double points[2];
	const char *verdict;
} odd_games[] = {
	{P, Q, 3, {1, 2}, {1, 0}, "ok"},
	{Q, P, 3, {2, 1}, {0, 1}, "ok"},
	{P, Q, 1, {1, 1}, {0.5, 0.5}, "ok"},
	{P, R, 5, {1, 2}, {1, 0}, "ok"},
	{R, S, 1, {1, 1}, {0, 0}, "crash"},
};

static void report_add_odd(struct db *db)
{
	static const char *const names[] = {"<p>&\"", "q", "r", "s"};
	static const struct db_move moves[] = {{.seat = 1, .text = "d"}};
	struct db_tournament odd = {
		0, "odd", "connect4", "round-robin", "game = connect4\n", 2, 3, 1767232800000};
	int64_t bots[ODD_BOTS], pairing = 0;
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &odd));
	for (int i = 0; i < ODD_BOTS; i++) {
		struct db_bot bot = {0, names[i], "./bot", "0d"};
		FIXTURE_GOOD(db_bot_add(db, &bot));
		bots[i] = bot.id;
	}
	for (size_t row = 0; row < sizeof odd_games / sizeof *odd_games; row++)
		for (int i = 0; i < odd_games[row].games; i++) {
			const struct odd_games *o = &odd_games[row];
			struct db_game g = {.tournament = odd.id,
				.pairing = ++pairing,
				.round = 1,
				.opening = "",
				.final = "7/7/7/7/7/3r3 y 1",
				.reason = strcmp(o->verdict, "ok") == 0 ? "normal" : o->verdict,
				.sandbox = "full",
				.started_ms = 1767232800000,
				.ended_ms = 1767232801256,
				.seats = 2,
				.plies = 1,
				.moves = moves};
			for (int seat = 0; seat < 2; seat++)
				g.seat[seat] = (struct db_seat){
					.bot = bots[seat == 0 ? o->first : o->second],
					.rank = o->rank[seat],
					.points = o->points[seat],
					.verdict = o->verdict,
					.detail = strcmp(o->verdict, "ok") == 0 ? NULL : "<b>1",
					.elo_before = 1500,
					.elo_after =
						1500 + (double)(seat == 0 ? pairing : -pairing)};
			FIXTURE_GOOD(db_game_add(db, &g));
		}
	FIXTURE_GOOD(db_commit(db));
}

enum { CUP = 1, TRIO, ODD };

/* Ratings in the place of those that were fitted: of the bots of odd, as they are in the standings.
 */
static void report_give_ratings(struct report *r)
{
	static const struct rating given[ODD_BOTS] = {
		{.elo = 100.5,
			.error = 10,
			.above = 0.9996,
			.group = 1,
			.best = 1,
			.worst = 1,
			.games = 12},
		{.elo = -3.2,
			.error = 20.3,
			.above = 0.975,
			.group = 1,
			.best = 2,
			.worst = 3,
			.bound = RATING_AT_MIN,
			.games = 7},
		{.elo = 0.4,
			.error = 5,
			.above = 0.974,
			.group = 1,
			.best = 2,
			.worst = 4,
			.bound = RATING_AT_MAX,
			.games = 6},
		{.elo = -97.7,
			.error = 100,
			.above = NAN,
			.group = 1,
			.best = 3,
			.worst = 4,
			.bound = RATING_LOOSE,
			.games = 1},
	};
	static const int order[ODD_BOTS] = {P, R, Q, S};
	ck_assert_int_eq(r->bots_count, ODD_BOTS);
	ck_assert_ptr_nonnull(r->fit);
	ck_assert_int_eq(r->fit->bots, ODD_BOTS);
	memcpy(r->fit->rating, given, sizeof given);
	memcpy(r->fit->order, order, sizeof order);
	r->fit->rated = ODD_BOTS;
	r->fit->groups = 1;
}

/* Leaves the rows of tables alone, and of them no drawings where none are wanted; quotes are
 * single ones, which read better below. */
static char *report_rows(char *text, bool drawings)
{
	char *kept = memory_get(strlen(text) + 1, 1), *to = kept;
	for (char *line = text, *end; *line != '\0'; line = end) {
		end = strchr(line, '\n');
		ck_assert_ptr_nonnull(end);
		end++;
		if (strncmp(line, "<tr", 3) != 0)
			continue;
		char *from = drawings ? NULL : strstr(line, "<svg");
		if (from != NULL && from < end) {
			memcpy(to, line, (size_t)(from - line));
			to += from - line;
			line = strstr(from, "</svg>") + strlen("</svg>");
		}
		memcpy(to, line, (size_t)(end - line));
		to += end - line;
	}
	*to = '\0';
	ck_assert_ptr_null(strchr(kept, '\''));
	for (to = kept; *to != '\0'; to++)
		*to = *to == '"' ? '\'' : *to;
	free(text);
	return kept;
}

static const struct report_row {
	int64_t tournament, games;
	int (*section)(struct report *r);
	const char *base;
	bool rated, drawings;
	const char *rows;
} report_sections[] =
	{
		{CUP, -1, report_standings, NULL, false, true,

			"<tr><td class='n'>1</td><th scope='row'><a href='#games' data-bots='0'><bdi>alpha</bdi></a></th><td class='n strong'>3.5</td><td class='n minor'>87.5</td><td class='n soft'>1–3</td><td class='n minor'>4</td><td class='n minor'>4</td><td class='n'>3</td><td class='n'>1</td><td class='n'>0</td><td class='wide'><svg class='bar' viewBox='0 0 120 10' width='120' height='10' preserveAspectRatio='none' aria-hidden='true'><rect class='won' x='0.00' width='90.00' height='10'/><rect class='drawn' x='90.00' width='30.00' height='10'/></svg></td><td class='n'>0</td></tr>\n"
			"<tr><td class='n'>2</td><th scope='row'><a href='#games' data-bots='1'><bdi>beta</bdi></a></th><td class='n strong'>1.5</td><td class='n minor'>37.5</td><td class='n soft'>1–3</td><td class='n minor'>4</td><td class='n minor'>4</td><td class='n'>1</td><td class='n'>1</td><td class='n'>2</td><td class='wide'><svg class='bar' viewBox='0 0 120 10' width='120' height='10' preserveAspectRatio='none' aria-hidden='true'><rect class='won' x='0.00' width='30.00' height='10'/><rect class='drawn' x='30.00' width='30.00' height='10'/><rect class='lost' x='60.00' width='60.00' height='10'/></svg></td><td class='n bad'>1</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><a href='#games' data-bots='2'><bdi>gamma</bdi></a></th><td class='n strong'>1</td><td class='n minor'>25.0</td><td class='n soft'>1–3</td><td class='n minor'>4</td><td class='n minor'>4</td><td class='n'>1</td><td class='n'>0</td><td class='n'>3</td><td class='wide'><svg class='bar' viewBox='0 0 120 10' width='120' height='10' preserveAspectRatio='none' aria-hidden='true'><rect class='won' x='0.00' width='30.00' height='10'/><rect class='lost' x='30.00' width='90.00' height='10'/></svg></td><td class='n bad'>2</td></tr>\n"},
		{TRIO, -1, report_standings, NULL, false, false,

			"<tr><td class='n'>1</td><th scope='row'><a href='#games' data-bots='0'><bdi>gamma</bdi></a></th><td class='n strong'>1.25</td><td class='n minor'>62.5</td><td class='n soft'>1–3</td><td class='n minor'>2</td><td class='n minor'>2</td><td class='n'>1</td><td class='n'>0</td><td class='n'>1</td><td class='wide'></td><td class='n'>1.50</td><td class='n'>0</td></tr>\n"
			"<tr><td class='n'>2</td><th scope='row'><a href='#games' data-bots='1'><bdi>alpha</bdi></a></th><td class='n strong'>1</td><td class='n minor'>50.0</td><td class='n soft'>1–3</td><td class='n minor'>2</td><td class='n minor'>2</td><td class='n'>1</td><td class='n'>0</td><td class='n'>1</td><td class='wide'></td><td class='n'>2.00</td><td class='n bad'>1</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><a href='#games' data-bots='2'><bdi>beta</bdi></a></th><td class='n strong'>0.75</td><td class='n minor'>37.5</td><td class='n soft'>1–3</td><td class='n minor'>2</td><td class='n minor'>2</td><td class='n'>0</td><td class='n'>0</td><td class='n'>2</td><td class='wide'></td><td class='n'>2.00</td><td class='n'>0</td></tr>\n"},
		{ODD, -1, report_standings, "/t/3", true, false,

			"<tr><td class='n'>1</td><th scope='row'><a href='/t/3/bot/%3Cp%3E%26%22'><bdi>&lt;p&gt;&amp;&quot;</bdi></a></th><td class='n strong'>11.5</td><td class='n minor'>95.8</td><td class='n'>+101&nbsp;<span class='soft'>±&nbsp;20</span></td><td class='n soft'>1</td><td class='n minor'>12</td><td class='n minor'>12</td><td class='n'>11</td><td class='n'>1</td><td class='n'>0</td><td class='wide'></td><td class='n'>0</td></tr>\n"
			"<tr><td class='n'>2</td><th scope='row'><a href='/t/3/bot/q'><bdi>q</bdi></a></th><td class='n strong'>0.5</td><td class='n minor'>7.1</td><td class='n'>≥&nbsp;−3&nbsp;<span class='soft'>±&nbsp;40</span></td><td class='n soft'>2–3</td><td class='n minor'>7</td><td class='n minor'>7</td><td class='n'>0</td><td class='n'>1</td><td class='n'>6</td><td class='wide'></td><td class='n'>0</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><a href='/t/3/bot/r'><bdi>r</bdi></a></th><td class='n strong'>0</td><td class='n minor'>0.0</td><td class='n'>≤&nbsp;0&nbsp;<span class='soft'>±&nbsp;10</span></td><td class='n soft'>2–4</td><td class='n minor'>6</td><td class='n minor'>6</td><td class='n'>0</td><td class='n'>0</td><td class='n'>6</td><td class='wide'></td><td class='n bad'>1</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><a href='/t/3/bot/s'><bdi>s</bdi></a></th><td class='n strong'>0</td><td class='n minor'>0.0</td><td class='n'>~&nbsp;−98&nbsp;<span class='soft'>±&nbsp;196</span></td><td class='n soft'>3–4</td><td class='n minor'>1</td><td class='n minor'>1</td><td class='n'>0</td><td class='n'>0</td><td class='n'>1</td><td class='wide'></td><td class='n bad'>1</td></tr>\n"},
		{CUP, -1, report_crosstable, NULL, false, false,
			"<tr><td class='n'>1</td><th scope='row'><bdi>alpha</bdi></th><td class='self' "
			"aria-label='itself'></td><td class='above-2'><a href='#games' data-bots='0 "
			"1'>1.5<span class='of'>/2</span></a></td><td class='above-4'><a href='#games' "
			"data-bots='0 2'>2<span class='of'>/2</span></a></td><td class='n "
			"strong'>3.5</td></tr>\n"
			"<tr><td class='n'>2</td><th scope='row'><bdi>beta</bdi></th><td "
			"class='below-2'><a href='#games' data-bots='1 0'>0.5<span "
			"class='of'>/2</span></a></td><td class='self' aria-label='itself'></td><td "
			"class='above-0'><a href='#games' data-bots='1 2'>1<span "
			"class='of'>/2</span></a></td><td class='n strong'>1.5</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><bdi>gamma</bdi></th><td "
			"class='below-4'><a href='#games' data-bots='2 0'>0<span "
			"class='of'>/2</span></a></td><td class='above-0'><a href='#games' data-bots='2 "
			"1'>1<span class='of'>/2</span></a></td><td class='self' "
			"aria-label='itself'></td><td class='n strong'>1</td></tr>\n"},
		{TRIO, -1, report_crosstable, NULL, false, false,
			"<tr><td class='n'>1</td><th scope='row'><bdi>gamma</bdi></th><td class='self' "
			"aria-label='itself'></td><td class='above-0'><a href='#games' data-bots='0 "
			"1'>0.62<span class='of'>×2</span></a></td><td class='above-2'><a href='#games' "
			"data-bots='0 2'>0.62<span class='of'>×2</span></a></td><td class='n "
			"strong'>1.25</td></tr>\n"
			"<tr><td class='n'>2</td><th scope='row'><bdi>alpha</bdi></th><td "
			"class='above-0'><a href='#games' data-bots='1 0'>0.50<span "
			"class='of'>×2</span></a></td><td class='self' aria-label='itself'></td><td "
			"class='above-0'><a href='#games' data-bots='1 2'>0.50<span "
			"class='of'>×2</span></a></td><td class='n strong'>1</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><bdi>beta</bdi></th><td "
			"class='below-2'><a href='#games' data-bots='2 0'>0.38<span "
			"class='of'>×2</span></a></td><td class='above-0'><a href='#games' data-bots='2 "
			"1'>0.38<span class='of'>×2</span></a></td><td class='self' "
			"aria-label='itself'></td><td class='n strong'>0.75</td></tr>\n"},
		{ODD, -1, report_crosstable, "/t/3", false, false,
			"<tr><td class='n'>1</td><th scope='row'><bdi>&lt;p&gt;&amp;&quot;</bdi></th><td "
			"class='self' aria-label='itself'></td><td class='above-3 decided'><a "
			"href='/t/3/games?bot=%3Cp%3E%26%22&amp;against=q'>6.5<span "
			"class='of'>/7</span></a></td><td class='above-4'><a "
			"href='/t/3/games?bot=%3Cp%3E%26%22&amp;against=r'>5<span "
			"class='of'>/5</span></a></td><td class='none'>–</td><td class='n "
			"strong'>11.5</td></tr>\n"
			"<tr><td class='n'>2</td><th scope='row'><bdi>q</bdi></th><td class='below-3 "
			"decided'><a href='/t/3/games?bot=q&amp;against=%3Cp%3E%26%22'>0.5<span "
			"class='of'>/7</span></a></td><td class='self' aria-label='itself'></td><td "
			"class='none'>–</td><td class='none'>–</td><td class='n strong'>0.5</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><bdi>r</bdi></th><td class='below-4'><a "
			"href='/t/3/games?bot=r&amp;against=%3Cp%3E%26%22'>0<span "
			"class='of'>/5</span></a></td><td class='none'>–</td><td class='self' "
			"aria-label='itself'></td><td class='below-4'><a "
			"href='/t/3/games?bot=r&amp;against=s'>0<span class='of'>/1</span></a></td><td "
			"class='n strong'>0</td></tr>\n"
			"<tr><td class='n'>4</td><th scope='row'><bdi>s</bdi></th><td "
			"class='none'>–</td><td class='none'>–</td><td class='below-4'><a "
			"href='/t/3/games?bot=s&amp;against=r'>0<span class='of'>/1</span></a></td><td "
			"class='self' aria-label='itself'></td><td class='n strong'>0</td></tr>\n"},
		{CUP, -1, report_games, NULL, false, false,
			"<tr data-bots='0 1' data-ranks='1 2'><td class='n'><a "
			"href='#game-1'>1</a></td><td class='n'>1</td><td class='players'><bdi "
			"class='winner'>alpha</bdi> <span class='dot'>–</span> <bdi>beta</bdi></td><td "
			"class='result'>1-0</td><td>normal</td><td class='n'>4</td><td "
			"class='n'>0.25</td></tr>\n"
			"<tr data-bots='1 0' data-ranks='1 1'><td class='n'><a "
			"href='#game-2'>2</a></td><td class='n'>1</td><td class='players'><bdi>beta</bdi> "
			"<span class='dot'>–</span> <bdi>alpha</bdi></td><td "
			"class='result'>1/2-1/2</td><td>max-plies</td><td class='n'>4</td><td "
			"class='n'>0.25</td></tr>\n"
			"<tr data-bots='0 2' data-ranks='1 2' data-fault='1'><td class='n'><a "
			"href='#game-3'>3</a></td><td class='n'>1</td><td class='players'><bdi "
			"class='winner'>alpha</bdi> <span class='dot'>–</span> <bdi>gamma</bdi></td><td "
			"class='result'>1-0</td><td class='bad'>illegal</td><td class='n'>4</td><td "
			"class='n'>0.25</td></tr>\n"
			"<tr data-bots='2 0' data-ranks='2 1' data-fault='1'><td class='n'><a "
			"href='#game-4'>4</a></td><td class='n'>1</td><td class='players'><bdi>gamma</bdi> "
			"<span class='dot'>–</span> <bdi class='winner'>alpha</bdi></td><td "
			"class='result'>0-1</td><td class='bad'>time</td><td class='n'>4</td><td "
			"class='n'>0.25</td></tr>\n"
			"<tr data-bots='1 2' data-ranks='1 2'><td class='n'><a "
			"href='#game-5'>5</a></td><td class='n'>2</td><td class='players'><bdi "
			"class='winner'>beta</bdi> <span class='dot'>–</span> <bdi>gamma</bdi></td><td "
			"class='result'>1-0</td><td>normal</td><td class='n'>4</td><td "
			"class='n'>0.25</td></tr>\n"
			"<tr data-bots='2 1' data-ranks='1 2' data-fault='1'><td class='n'><a "
			"href='#game-6'>6</a></td><td class='n'>2</td><td class='players'><bdi "
			"class='winner'>gamma</bdi> <span class='dot'>–</span> <bdi>beta</bdi></td><td "
			"class='result'>1-0</td><td class='bad'>crash</td><td class='n'>4</td><td "
			"class='n'>0.25</td></tr>\n"},
		{TRIO, 1, report_games, NULL, false, false,
			"<tr data-bots='0 1 2' data-ranks='1 3 2' data-fault='1'><td class='n'><a "
			"href='#game-8'>8</a></td><td class='n'>1</td><td class='players'><bdi "
			"class='winner'>gamma</bdi> <span class='dot'>–</span> <bdi>alpha</bdi> <span "
			"class='dot'>–</span> <bdi>beta</bdi></td><td class='result'>1 3 2</td><td "
			"class='bad'>normal</td><td class='n'>4</td><td class='n'>0.25</td></tr>\n"},
		{ODD, 2, report_games, NULL, false, false,
			"<tr data-bots='0 2' data-ranks='1 2'><td class='n'><a "
			"href='#game-20'>20</a></td><td class='n'>1</td><td class='players'><bdi "
			"class='winner'>&lt;p&gt;&amp;&quot;</bdi> <span class='dot'>–</span> "
			"<bdi>r</bdi></td><td class='result'>1-0</td><td>normal</td><td "
			"class='n'>1</td><td class='n'>1.26</td></tr>\n"
			"<tr data-bots='2 3' data-ranks='0 0' data-fault='1'><td class='n'><a "
			"href='#game-21'>21</a></td><td class='n'>1</td><td class='players'><bdi>r</bdi> "
			"<span class='dot'>–</span> <bdi>s</bdi></td><td class='result'>0-0</td><td "
			"class='bad'>crash</td><td class='n'>1</td><td class='n'>1.26</td></tr>\n"},
		{CUP, 2, report_faults, NULL, false, false,
			"<tr><th scope='row'><bdi>beta</bdi></th><td class='n'>0</td><td "
			"class='n'>0</td><td class='n'>1</td><td class='n strong'>1</td></tr>\n"
			"<tr><th scope='row'><bdi>gamma</bdi></th><td class='n'>1</td><td "
			"class='n'>1</td><td class='n'>0</td><td class='n strong'>2</td></tr>\n"
			"<tr><td class='n'>3</td><th scope='row'><bdi>gamma</bdi></th><td>illegal</td><td "
			"class='words'><bdi>&quot;h&quot; is not a column; legal: a b c d e f "
			"g</bdi></td></tr>\n"
			"<tr><td class='n'>4</td><th scope='row'><bdi>gamma</bdi></th><td>time</td><td "
			"class='words'><bdi>no answer for 44 ms</bdi></td></tr>\n"
			"<tr><td class='n'><a href='#game-6'>6</a></td><th "
			"scope='row'><bdi>beta</bdi></th><td>crash</td><td class='words'><bdi>exit status "
			"1</bdi></td></tr>\n"},
		{ODD, -1, report_faults, NULL, false, false,
			"<tr><th scope='row'><bdi>r</bdi></th><td class='n'>1</td><td class='n "
			"strong'>1</td></tr>\n"
			"<tr><th scope='row'><bdi>s</bdi></th><td class='n'>1</td><td class='n "
			"strong'>1</td></tr>\n"
			"<tr><td class='n'><a href='#game-21'>21</a></td><th "
			"scope='row'><bdi>r</bdi></th><td>crash</td><td "
			"class='words'><bdi>&lt;b&gt;1</bdi></td></tr>\n"
			"<tr><td class='n'><a href='#game-21'>21</a></td><th "
			"scope='row'><bdi>s</bdi></th><td>crash</td><td "
			"class='words'><bdi>&lt;b&gt;1</bdi></td></tr>\n"},
		{ODD, -1, report_ratings, NULL, true, true,
			"<tr><td class='n'>1</td><th scope='row'><bdi>&lt;p&gt;&amp;&quot;</bdi></th><td "
			"class='n strong'>+101</td><td class='n'>±&nbsp;20</td><td class='wide'><svg "
			"class='interval' viewBox='0 0 260 16' width='260' height='16' "
			"aria-hidden='true'><path class='track' d='M0 8H260'/><path class='zero' d='M181.2 "
			"1V15'/><path class='whisker' d='M228.9 8H252.0M228.9 4V12M252.0 4V12'/><circle "
			"cx='240.4' cy='8' r='4.5'/></svg></td><td "
			"class='los'>&gt;&nbsp;99.9&nbsp;%</td><td class='n'>12</td></tr>\n"
			"<tr><td class='n'>2–4</td><th scope='row'><bdi>r</bdi></th><td class='n "
			"strong'>at most 0</td><td class='n'>±&nbsp;10</td><td class='wide'><svg "
			"class='interval' viewBox='0 0 260 16' width='260' height='16' "
			"aria-hidden='true'><path class='track' d='M0 8H260'/><path class='zero' d='M181.2 "
			"1V15'/><path class='whisker' d='M175.6 8H187.2M175.6 4V12M187.2 4V12'/><circle "
			"class='bound' cx='181.4' cy='8' r='4.5'/></svg></td><td class='los'>97&nbsp;% "
			"<span class='undecided'>undecided</span></td><td class='n'>6</td></tr>\n"
			"<tr><td class='n'>2–3</td><th scope='row'><bdi>q</bdi></th><td class='n "
			"strong'>at least −3</td><td class='n'>±&nbsp;40</td><td class='wide'><svg "
			"class='interval' viewBox='0 0 260 16' width='260' height='16' "
			"aria-hidden='true'><path class='track' d='M0 8H260'/><path class='zero' d='M181.2 "
			"1V15'/><path class='whisker' d='M155.8 8H202.8M155.8 4V12M202.8 4V12'/><circle "
			"class='bound' cx='179.3' cy='8' r='4.5'/></svg></td><td "
			"class='los'>97.5&nbsp;%</td><td class='n'>7</td></tr>\n"
			"<tr><td class='n'>3–4</td><th scope='row'><bdi>s</bdi></th><td class='n "
			"strong'>about −98</td><td class='n'>±&nbsp;196</td><td class='wide'><svg "
			"class='interval' viewBox='0 0 260 16' width='260' height='16' "
			"aria-hidden='true'><path class='track' d='M0 8H260'/><path class='zero' d='M181.2 "
			"1V15'/><path class='whisker' d='M8.0 8H239.1M8.0 4V12M239.1 4V12'/><circle "
			"class='bound' cx='123.6' cy='8' r='4.5'/></svg></td><td class='los'></td><td "
			"class='n'>1</td></tr>\n"},
};

/* A section as report_html() writes it; to be freed. */
static char *report_section(const struct report_row *row)
{
	struct db *db = fixture_open(fixture_path("report.db"));
	struct report_options options = {.games = row->games};
	char *text = NULL;
	size_t size = 0;
	report_add_odd(db);
	struct report r = {.out = open_memstream(&text, &size),
		.base = row->base,
		.db = db,
		.tournament = row->tournament,
		.options = &options};
	FIXTURE_GOOD(report_load(&r));
	FIXTURE_GOOD(report_load_history(&r));
	if (row->rated)
		report_give_ratings(&r);
	FIXTURE_GOOD(row->section(&r));
	fclose(r.out);
	report_clear(&r);
	db_close(db);
	return text;
}

START_TEST(rows_are_as_they_were_worked_out_by_hand)
	{
		const struct report_row *row = &report_sections[_i];
		char *rows = report_rows(report_section(row), row->drawings);
		ck_assert_str_eq(rows, row->rows);
		free(rows);
	}
END_TEST

START_TEST(games_that_are_left_out_are_counted)
	{
		static const struct report_row row = {
			ODD, 2, report_games, NULL, false, false, NULL};
		char *text = report_section(&row);
		ck_assert_ptr_nonnull(strstr(
			text, "the newest 2 of 13 games; the other 11 are left out of the file"));
		ck_assert_ptr_nonnull(strstr(text, "Everything above counts all 13."));
		free(text);
	}
END_TEST

START_TEST(no_game_that_is_there_is_said_to_be_left_out)
	{
		static const struct report_row row = {
			ODD, 13, report_games, NULL, false, false, NULL};
		char *text = report_section(&row);
		ck_assert_ptr_null(strstr(text, "left out"));
		free(text);
	}
END_TEST

START_TEST(the_top_counts_what_was_played)
	{
		struct db *db = fixture_open(fixture_path("report.db"));
		struct report_options options = {.games = -1};
		char *text = NULL;
		size_t size = 0;
		report_add_odd(db);
		FILE *out = open_memstream(&text, &size);
		FIXTURE_GOOD(report_html(out, db, ODD, &options));
		fclose(out);
		db_close(db);
		ck_assert_ptr_nonnull(strstr(text, "<title>odd - Referee</title>"));
		ck_assert_ptr_nonnull(
			strstr(text, "<li><b>4</b> bots</li>\n<li><b>13</b> games</li>\n"
				     "<li><b>13</b> moves</li>\n<li><b>2</b> faults</li>\n"));
		/* 1767232800 s are 2026-01-01 02:00:00 UTC, and each game took 1.256 s */
		ck_assert_ptr_nonnull(strstr(text,
			"<p class=\"when\">Played from <time>2026-01-01 02:00</time> to <time>2026-01-01 02:00</time> UTC; sandbox: full</p>\n"));
		ck_assert_ptr_null(strstr(text, "<p>&"));
		/* One scale: the running Elo of its games, about 1500, is not on it. */
		ck_assert_ptr_null(strstr(text, "\"elo\":["));
		ck_assert_ptr_nonnull(strstr(text, "<h3>Ratings over the games</h3>"));
		free(text);
	}
END_TEST

/* Lines of a definition that no file has are told in words. */
START_TEST(lines_that_are_no_settings_are_shown_in_words)
	{
		char definition[] = "rounds = 2\nseed = none\nfailed-together = 0-0\n"
				    "failed-together = 1-1\n",
		     *text = NULL;
		size_t size = 0;
		struct report r = {.out = open_memstream(&text, &size)};
		r.texts[REPORT_DEFINITION] = definition;
		report_settings(&r);
		fclose(r.out);
		ck_assert_str_eq(text,
			"<details class=\"settings\"><summary>All settings</summary>\n<dl>\n"
			"<div><dt>rounds</dt><dd>2</dd></div>\n"
			"<div><dt>bots that fail together</dt><dd>get no points</dd></div>\n"
			"<div><dt>failed-together</dt><dd>1-1</dd></div>\n"
			"</dl></details>\n");
		free(text);
	}
END_TEST

/* A section alone needs nothing else of a report. */
static char *report_strength_of(const char *counts, const struct sprt *sprt, const char *came_to)
{
	struct result_counts tally, games = {.kinds = RESULT_COUNTS_GAMES},
				    pairs = {.kinds = RESULT_COUNTS_PAIRS};
	struct report_strength s = {.bot = "<v2>", .opponent = "v&1", .conclusion = came_to};
	struct error err;
	char *text = NULL;
	size_t size = 0;
	ck_assert(result_counts_read(&tally, counts, &err));
	*(tally.kinds == RESULT_COUNTS_PAIRS ? &pairs : &games) = tally;
	strength_estimate_find(&s.estimate, &games, &pairs, sprt);
	struct report r = {.out = open_memstream(&text, &size), .strength = &s};
	ck_assert_int_eq(report_strength(&r), DB_OK);
	fclose(r.out);
	return text;
}

/* The numbers of tests/vectors/estimate.py, with docs/ratings.md's intervals. */
START_TEST(strength_has_its_numbers_and_names_are_plain)
	{
		char *text = report_strength_of("P10,3,57,13,28", NULL, "");
		ck_assert_ptr_nonnull(strstr(
			text, "<bdi>&lt;v2&gt;</bdi> against <bdi>v&amp;1</bdi>, from 111 pairs;"));
		ck_assert_ptr_nonnull(
			strstr(text, "<th scope=\"row\">Elo</th><td class=\"n "
				     "strong\">+73.0</td><td class=\"n\">±&nbsp;39.3"
				     "</td><td class=\"n soft\">+34.7 to +113.3</td>"));
		ck_assert_ptr_nonnull(strstr(text, "+87.9</td>"));
		ck_assert_ptr_nonnull(strstr(text, "99.9&nbsp;%"));
		ck_assert_ptr_nonnull(strstr(text, "<b>57</b>&nbsp;× 1 <"));
		ck_assert_ptr_null(strstr(text, "LLR"));
		free(text);
		text = report_strength_of("W40 L30 D50", NULL, "");
		ck_assert_ptr_nonnull(strstr(text, "<b>30</b>&nbsp;lost"));
		ck_assert_ptr_nonnull(strstr(text, "<b>40</b>&nbsp;won"));
		free(text);
	}
END_TEST

/* The bar is 464 wide and begins at 8: 0 is in its middle, 240. */
static const struct {
	const char *counts, *bar;
} report_bars[] = {
	/* 1.600876 of 2.944439 is 54.4 % of 232: 126.1 */
	{"P10,3,57,13,28", "class=\"won\" x=\"240.0\" y=\"8\" width=\"126.1\""},
	/* beyond the upper bound it ends there */
	{"P1,10,50,90,40", "class=\"won\" x=\"240.0\" y=\"8\" width=\"232.0\""},
	{"P40,90,50,10,1", "class=\"lost\" x=\"8.0\" y=\"8\" width=\"232.0\""},
};

START_TEST(the_ratio_of_a_test_is_a_bar_between_its_bounds)
	{
		const struct sprt sprt = {
			.model = SPRT_LOGISTIC, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
		char *text = report_strength_of(report_bars[_i].counts, &sprt, "<so>");
		ck_assert_msg(strstr(text, report_bars[_i].bar) != NULL, "%s", text);
		ck_assert_ptr_nonnull(
			strstr(text, "H0 (0 Elo) at or below -2.94, H1 (10 Elo) at or above 2.94"));
		ck_assert_ptr_nonnull(strstr(text, "<p class=\"strong\">&lt;so&gt;</p>"));
		free(text);
	}
END_TEST

SUITE("referee/report/report",
	LOOP(rows_are_as_they_were_worked_out_by_hand,
		sizeof report_sections / sizeof *report_sections),
	CASE(games_that_are_left_out_are_counted),
	CASE(no_game_that_is_there_is_said_to_be_left_out), CASE(the_top_counts_what_was_played),
	CASE(lines_that_are_no_settings_are_shown_in_words),
	CASE(strength_has_its_numbers_and_names_are_plain),
	LOOP(the_ratio_of_a_test_is_a_bar_between_its_bounds,
		sizeof report_bars / sizeof *report_bars))
